"""The command ``cardstats metrics``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import click

from ..listing import (
    counted,
    metric_record,
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
    "better",
    "needs",
    "games",
    "told",
    "synonyms",
)


@click.command("metrics")
@with_search
@with_server
@with_format
def command(words: tuple[str, ...], search: str | None, game: str | None, form: str) -> int:
    """List the metrics: what can be counted and measured.

    With a WORD, or --search WORD, only those that have it in their name, their other names or their
    sentence. `told` counts the stored games that can tell a metric; the formats for programs also
    say what a log must tell beside its moves.
    """
    refuse_terminal(form)
    from storage.query.catalogue import current

    names = current(whole=True)
    if server() is not None:
        records = records_there("metrics", names.metrics, COLUMNS)
    else:
        told = counted(names)
        records = [
            metric_record(metric, names, told)
            for metric in names.metrics.values()
            if metric.name not in names.hidden
        ]
    found = sought(records, "metrics", words, search, game)
    if form == "table":
        print_lines(_lines(found))
    else:
        print_records(form, found, COLUMNS)
    return 0


def _lines(found: list[dict[str, Any]]) -> Iterator[str]:
    has_store = any(one["told"] is not None for one in found)
    heads = ("metric", "sentence", "unit", "better", "needs", "of")
    rows = [
        (
            one["name"],
            one["sentence"],
            one["unit"] or ("%" if one["kind"] == "rate" else ""),
            {"more": "↑", "less": "↓"}.get(one["better"], ""),
            ", ".join(one["needs"]),
            shown_games(one),
            *([one["told"]] if has_store else []),
        )
        for one in found
    ]
    yield from table_lines((*heads, *(["told of games"] if has_store else [])), rows)
    yield ""
    yield "↑ more is better, ↓ less is. `cardstats dimensions` lists what answers are split by."
    yield 'For example: cardstats query "avg turns per target by level"'
