"""The command ``cardstats schema``."""

from __future__ import annotations

import sys
from typing import Any, Final

import click

from ..completion import complete_table
from ..errors import Usage
from ..options import with_format
from ..output import coloured, has_colour, print_lines, print_records, refuse_terminal, table_lines

COLUMNS: Final = ("table", "column", "type", "unit", "sentence", "game")


@click.command("schema")
@click.argument("tables", nargs=-1, metavar="[TABLE]...", shell_complete=complete_table)
@with_format
def command(tables: tuple[str, ...], form: str) -> int:
    """List the tables and columns that SQL can read.

    With a TABLE that one's columns alone. A column of one game is null in the rows of others.
    """
    from storage.schema import ABOUT, columns

    refuse_terminal(form)
    for name in tables:
        if name not in ABOUT:
            raise Usage(
                f"There is no table {name!r}.",
                code="unknown-table",
                place="schema",
                hint=f"There are {', '.join(ABOUT)}.",
            )
    found: list[dict[str, Any]] = [
        dict(zip(COLUMNS, column, strict=True))
        for column in columns()
        if not tables or column.table in tables
    ]
    if form != "table":
        print_records(form, found, COLUMNS)
        return 0
    on = has_colour(sys.stdout)
    for table in dict.fromkeys(record["table"] for record in found):
        print_lines([coloured(f"{table}: {ABOUT[table]}", "bold", on=on)])
        rows = [
            [record[name] or None for name in COLUMNS[1:]]
            for record in found
            if record["table"] == table
        ]
        print_lines([*table_lines(COLUMNS[1:], rows), ""])
    return 0
