"""The command ``cardstats compact``."""

from __future__ import annotations

import click

from ..options import with_format
from ..output import print_records, refuse_terminal
from ..stores import local_store

COLUMNS = (
    "flushed_logs",
    "parts_before",
    "parts_after",
    "bytes_before",
    "bytes_after",
    "rows_dropped",
)


@click.command("compact")
@with_format
def command(form: str) -> int:
    """Tidy the store up: fewer and larger files.

    Logs that still wait in the journal are flushed into parts, small parts are merged, and rows of
    logs that were replaced or removed are dropped. The store tidies up by itself while it grows;
    this does at once all there is to do. Others may read and write meanwhile.
    """
    refuse_terminal(form)
    with local_store() as store:
        flushed = store.flush()
        done = {"flushed_logs": flushed, **store.compact().to_json()}
    print_records(form, [done], COLUMNS)
    return 0
