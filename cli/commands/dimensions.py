"""The command ``cardstats dimensions``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import click

from ..listing import (
    counted,
    dimension_record,
    records_there,
    shown_games,
    sought,
    with_search,
)
from ..options import with_format, with_server
from ..output import print_lines, print_records, refuse_terminal, table_lines
from ..stores import server

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
@with_search
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
    if server() is not None:
        records = records_there("dimensions", names.dimensions, COLUMNS)
    else:
        told = counted(names)
        records = [dimension_record(one, told) for one in names.dimensions.values()]
    found = sought(records, "dimensions", words, search, game)
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
