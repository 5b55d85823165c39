"""The command ``cardstats report``."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from engine import games
from engine.errors import CardstatsError

from ..options import with_output
from ..output import output_to, write_bytes
from ..stores import local_store


@click.command("report")
@click.option("--game", help="Only this game; by default each one that was played.")
@click.option(
    "--where",
    default="",
    metavar="CONDITIONS",
    help="Only these games, as in a question: level = hard since 2026-11-01.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("html", "md")),
    default="html",
    show_default=True,
    help="One HTML file with its charts, or Markdown for a pull request.",
)
@with_output("report")
def command(game: str | None, where: str, form: Literal["html", "md"], output: Path | None) -> int:
    """Write what the playtests say into one file for the team.

    \b
      cardstats report -o report.html
      cardstats report --game spot-on --where "level = hard" -o hard.html
      cardstats report --where "since 2026-11-01" --format md

    The first paragraph says in plain words what is settled and what is not. Every figure has its
    interval and what it rests on; the HTML needs no network and no script, and reads on paper.
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    from storage.dashboard.documents import html, markdown
    from storage.dashboard.report import report

    with local_store() as store, store.reading() as reading:
        made = report(reading, game=game, where=where)
    if game is not None and not made.parts:
        raise CardstatsError(
            f"No game of {game[:80]!r} is in the store.",
            code="unknown-game",
            place="--game",
            hint=f"There are {', '.join(games.names())}; `cardstats games` lists what was played.",
        )
    data = (html(made) if form == "html" else markdown(made)).encode()
    with output_to(output, "report"):
        write_bytes([data])
    return 0
