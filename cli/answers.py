"""Answers a question on the command line.

No click in here: see `cli.main` on why.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from .exits import FINE
from .output import output_to, print_lines, print_result, print_words, refuse_terminal
from .stores import opened_store, server

if TYPE_CHECKING:
    from storage.query.beside_bots import Wanted
    from storage.query.result import Form


def query(
    phrase: Sequence[str],
    form: str,
    *,
    output: Path | None = None,
    games: bool = False,
    told: Literal["sql", "explain"] | None = None,
    anytime: bool = False,
) -> int:
    """Print the answer to the words of *phrase*, to *output* if given; return the exit code.

    `-` alone is the question on stdin. With *games* each row names its games, *anytime* is the intervals'. *told* is what is printed
    in the answer's place.
    """
    if output is None and told is None:
        refuse_terminal(form)
    # The end of a line is a blank to whoever writes a long question on several.
    question = " ".join(phrase) if list(phrase) != ["-"] else " ".join(sys.stdin.read().split("\n"))
    # A server tells what is kept of bots' games; here they are played where they are missing.
    more = {} if server() else {"simulate": _simulate}
    with opened_store() as store:
        result = store.query(question, ids=games, anytime=anytime, **more)
    with output_to(output):
        if told is not None:
            print_lines((result.sql if told == "sql" else result.explain()).splitlines())
        else:
            print_result(cast("Form", form), result, words=output is None)
    return FINE


def _simulate(home: Path, wanted: Wanted) -> None:
    """Play the games of bots that an answer rests on, and say so."""
    from engine.bots.many import processors
    from storage import bot_games

    from .progress import bar

    games = sum(games for _, games in wanted.values())
    print_words(
        f"Bots play at {len(wanted)} table{'' if len(wanted) == 1 else 's'} first, {games:,} games at "
        "the most; they are kept for the next question."
    )
    with bar("games") as show:
        bot_games.play(home, wanted, jobs=processors(), show=show)
