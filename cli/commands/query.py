"""The command ``cardstats query``."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from ..answers import query
from ..completion import complete_phrase
from ..options import with_format, with_output, with_server


@click.command("query")
@click.argument(
    "phrase", nargs=-1, required=True, metavar="PHRASE...", shell_complete=complete_phrase
)
@with_server
@with_format
@with_output("answer")
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
    form: str,
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
    return query(phrase, form, output=output, games=games, told=told, anytime=anytime)
