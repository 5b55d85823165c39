"""The command ``cardstats upload``."""

from __future__ import annotations

import sys

import click

from ..options import with_format, with_server
from ..output import print_words, refuse_terminal
from ..progress import watched
from ..stores import opened_store
from ..verdicts import tell

STATUSES = ("accepted", "duplicate", "replaced", "rejected", "unreadable")


@click.command("upload")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--dry-run", is_flag=True, help="Say what would happen; change nothing.")
@with_server
@with_format
def command(files: tuple[str, ...], dry_run: bool, form: str) -> int:
    """Judge logs and keep them in the store.

    FILE is a .json (one log) or .ndjson file (one a line), gzipped or not, a folder of them, or -
    for stdin. A line that is printed is a log that is safely stored. Rejected logs are kept too,
    out of every statistic; unreadable ones are not. One bad log never stops the rest. Leaves with 1
    if any log was rejected or unreadable, a duplicate of a rejected one included.
    """
    from storage.ingest import read_files

    refuse_terminal(form)
    with opened_store() as store:
        items = read_files(files, sys.stdin.buffer)
        receipts = store.put_many(items, dry_run=dry_run)
        code = tell(watched(receipts, files, form), form, STATUSES)
    if dry_run:
        print_words("A dry run: nothing was stored.")
    return code
