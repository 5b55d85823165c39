"""The command ``cardstats sql``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import click

from ..errors import Usage
from ..options import with_format, with_output
from ..output import output_to, print_lines, print_rows, refuse_terminal
from ..stores import local_store

_ONE_BY_ONE: Final = ("csv", "tsv", "json", "ndjson")
"""Formats that are written row by row."""

_MOST: Final = 1_000_000
"""Rows that others may have, which are held in memory."""


_GRACE: Final = 2.0
"""Seconds after which one that does not stop is ended with the process."""

_SLACK: Final = 1024
"""MiB for what the database does not count as its own: a single huge value, rows on their way out."""


class _Command(click.Command):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take what begins with a comment of SQL as a statement, and not as an option."""
        comments = [word for word in args if re.match(r"--(\s|[^\n=]*\s.*\n)", word)]
        others = [word for word in args if word not in comments]
        return super().parse_args(ctx, [*others, "--", *comments] if comments else args)


@click.command("sql", cls=_Command)
@click.argument("words", nargs=-1, required=True, metavar="STATEMENT")
@with_format
@with_output("rows")
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
def command(
    words: tuple[str, ...], form: str, output: Path | None, seconds: float, memory: int
) -> int:
    """Run one SELECT on the stored games.

    \b
      cardstats sql "SELECT level, avg(turns) FROM games GROUP BY level"
      cardstats query "pass rate by level" --sql | cardstats sql -

    `-` reads it from stdin. It sees the tables as they are at one moment, and nothing else: no
    files, no settings.
    `cardstats schema` lists tables and columns. It is DuckDB's SQL.
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    from storage.sql import select, too_large, too_long

    from ..watch import Watch

    if output is None:
        refuse_terminal(form)
    statement = " ".join(words)
    text = sys.stdin.read() if statement == "-" else statement
    if not text.strip():
        raise Usage("There is no statement.", place="sql", hint="Give one, or - and send it in.")
    most = None if form in _ONE_BY_ONE else _MOST
    with local_store() as store, store.reading(memory=memory) as reading:
        watch = Watch(seconds + _GRACE, too_long(seconds), memory + _SLACK, too_large())
        with watch.on():
            found = select(reading, text, seconds=seconds, most=most)
            rows = chain(found.rows, _then(watch.lift_clock))
            with output_to(output):
                if form == "table" and found.columns == ("explain_key", "explain_value"):
                    print_lines(line for row in rows for line in str(row[1]).splitlines())
                else:
                    print_rows(form, found.columns, rows, title="cardstats sql")
    return 0


def _then(do: Callable[[], None]) -> Iterator[Any]:
    """Yield nothing, having done it: behind the last row."""
    do()
    yield from ()
