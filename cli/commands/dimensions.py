"""The command ``cardstats dimensions``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import click

from ..listing import (
    counted,
    dimension_record,
    has,
    nothing_found,
    of_game,
    records_there,
    shown_games,
)
from ..options import server, with_format, with_server
from ..output import print_lines, print_records, refuse_terminal, table_lines

COLUMNS: Final = (
    "name",
    "sentence",
    "kind",
    "unit",
    "needs",
    "games",
    "values",
    "told",
    "synonyms",
)


@click.command("dimensions")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--search", metavar="WORD", help="Only those that say this word.")
@click.option("--game", metavar="GAME", help="Only those that this game has.")
@with_server
@with_format
def command(words: tuple[str, ...], search: str | None, game: str | None, form: str) -> int:
    """List the dimensions: what answers are split by and chosen by.

    With a WORD, or --search WORD, only those that have it in their name, their other names or their
    sentence. `told` counts the stored games that can tell a dimension; `cardstats values` lists
    what it can be.
    """
    refuse_terminal(form)
    from storage.query.catalogue import current

    names = current(whole=True)
    wanted = " ".join((*words, *([search] if search else []))).casefold()
    if server() is not None:
        records = records_there("dimensions", names.dimensions, COLUMNS)
    else:
        told = counted(names)
        records = [dimension_record(one, told) for one in names.dimensions.values()]
    found = [one for one in records if of_game(one, game) and (not wanted or has(one, wanted))]
    if not found:
        raise nothing_found(wanted or str(game), "dimensions")
    if form == "table":
        print_lines(_lines(found))
    else:
        print_records(form, found, COLUMNS)
    return 0


def _lines(found: list[dict[str, Any]]) -> Iterator[str]:
    has_store = any(one["told"] is not None for one in found)
    heads = ("dimension", "sentence", "kind", "of")
    rows = [
        (
            one["name"],
            one["sentence"],
            one["kind"],
            shown_games(one),
            *([one["told"]] if has_store else []),
        )
        for one in found
    ]
    yield from table_lines((*heads, *(["told of games"] if has_store else [])), rows)
    yield ""
    yield 'For example: cardstats query "pass rate by level", cardstats values level'
