"""The command ``cardstats bots``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

import click

from engine.bots.players import bots_of
from engine.games import game as game_named
from engine.games import names

from ..options import with_format
from ..output import coloured, has_colour, print_lines, print_records, refuse_terminal

COLUMNS: Final = ("game", "name", "sentence", "readings")


@click.command("bots")
@click.argument("game", required=False)
@with_format
def command(game: str | None, form: str) -> int:
    """List the bots, and how they read the rules.

    Of a GAME, or of all: tells how each plays, and how it reads what the source leaves open. A bot sees what a
    player at its seat sees, and nothing else.
    """
    refuse_terminal(form)
    found = [game] if game else list(names())
    if form == "table":
        print_lines(_lines(found))
    else:
        print_records(form, _records(found), COLUMNS)
    return 0


def _records(found: list[str]) -> Iterator[dict[str, Any]]:
    for name in found:
        for bot in bots_of(game_named(name)).values():
            yield {
                "game": name,
                "name": bot.name,
                "sentence": bot.sentence,
                "readings": list(bot.readings),
            }


def _lines(found: list[str]) -> Iterator[str]:
    on = has_colour(sys.stdout)
    for nth, name in enumerate(found):
        if nth:
            yield ""
        yield coloured(name, "bold", on=on)
        for bot in bots_of(game_named(name)).values():
            yield f"  {bot.name}: {bot.sentence}"
            yield from (f"    - {reading}" for reading in bot.readings)
