"""The command ``cardstats sql``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..errors import Usage
from ..options import opened_store, with_format
from ..output import output_to, print_lines, print_rows, refuse_terminal


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
def command(statement: str, form: str, output: Path | None, seconds: float) -> int:
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
    with opened_store() as store, store.reading() as reading:
        found = select(reading, text, seconds=seconds)
        with output_to(output):
            if form == "table" and found.columns == ("explain_key", "explain_value"):
                print_lines(line for row in found.rows for line in str(row[1]).splitlines())
                return 0
            print_rows(form, found.columns, found.rows, title="cardstats sql")
    return 0
