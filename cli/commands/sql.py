"""The command ``cardstats sql``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from ..errors import Usage
from ..options import with_format
from ..output import output_to, print_lines, print_rows, refuse_terminal
from ..stores import local_store

_ONE_BY_ONE: Final = ("csv", "tsv", "json", "ndjson")
"""Formats that are written row by row."""

_MOST: Final = 1_000_000
"""Rows that others may have, which are held in memory."""


@click.command("sql")
@click.argument("statement")
@with_format
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the rows to this file.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    help="Stop it after so long.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=64),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="Stop it where it needs more. Nothing is put on the disk instead.",
)
def command(statement: str, form: str, output: Path | None, seconds: float, memory: int) -> int:
    """Run one SELECT on the stored games.

    \b
      cardstats sql "SELECT level, avg(turns) FROM games GROUP BY level"
      cardstats query "pass rate by level" --sql | cardstats sql -

    `-` reads it from stdin. It sees the tables as they are at one moment, and nothing else: no
    files, no settings.
    `cardstats schema` lists tables and columns. It is DuckDB's SQL.
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    from storage.sql import select

    if output is None:
        refuse_terminal(form)
    text = sys.stdin.read() if statement == "-" else statement
    if not text.strip():
        raise Usage("There is no statement.", place="sql", hint="Give one, or - and send it in.")
    most = None if form in _ONE_BY_ONE else _MOST
    with local_store() as store, store.reading(memory=memory) as reading:
        found = select(reading, text, seconds=seconds, most=most)
        with output_to(output):
            if form == "table" and found.columns == ("explain_key", "explain_value"):
                print_lines(line for row in found.rows for line in str(row[1]).splitlines())
                return 0
            print_rows(form, found.columns, found.rows, title="cardstats sql")
    return 0
