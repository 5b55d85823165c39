"""The command ``cardstats query``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from ..completion import complete_phrase
from ..options import opened_store, server, with_format, with_server
from ..output import output_to, print_lines, print_result, print_words, refuse_terminal
from ..progress import bar

if TYPE_CHECKING:
    from storage.query.beside_bots import Wanted
    from storage.query.result import Form


@click.command("query")
@click.argument(
    "phrase", nargs=-1, required=True, metavar="PHRASE...", shell_complete=complete_phrase
)
@with_server
@with_format
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the answer to this file.",
)
@click.option("--games", is_flag=True, help="Name the games behind each row, by their ids.")
@click.option("--sql", "told", flag_value="sql", help="Print the SQL alone.")
@click.option(
    "--explain", "told", flag_value="explain", help="Print the reading, the plan and the SQL."
)
@click.option(
    "--anytime",
    is_flag=True,
    help="Widen the intervals so that they hold however often one looks.",
)
def command(
    phrase: tuple[str, ...],
    form: Form,
    output: Path | None,
    games: bool,
    told: Literal["sql", "explain"] | None,
    anytime: bool,
) -> int:
    """Answer a question about the stored games.

    \b
      cardstats query "avg turns per target"
      cardstats query pass rate by player for level hard
      cardstats query "win rate by player count including bots"
      cardstats query "win rate by level vs bots"

    Every answer says how many games it rests on, how many were left out and why, and how sure one
    may be. `cardstats metrics` lists what can be asked for.
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    if output is None and told is None:
        refuse_terminal(form)
    # A server tells what is kept of bots' games; here they are played where they are missing.
    more = {} if server() else {"simulate": _simulate}
    with opened_store() as store:
        result = store.query(" ".join(phrase), ids=games, anytime=anytime, **more)
    with output_to(output):
        if told is not None:
            print_lines((result.sql if told == "sql" else result.explain()).splitlines())
        else:
            print_result(form, result, words=output is None)
    return 0


def _simulate(home: Path, wanted: Wanted) -> None:
    """Play the games of bots that an answer rests on, and say so."""
    from engine.bots.many import processors
    from storage import bot_games

    games = sum(games for _, games in wanted.values())
    print_words(
        f"Bots play at {len(wanted)} table{'' if len(wanted) == 1 else 's'} first, {games:,} games at "
        "the most; they are kept for the next question."
    )
    with bar("games") as show:
        bot_games.play(home, wanted, jobs=processors(), show=show)
