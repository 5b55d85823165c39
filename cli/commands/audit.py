"""The command ``cardstats audit``."""

from __future__ import annotations

from typing import Final

import click

from ..options import with_format, with_server
from ..output import print_records, refuse_terminal
from ..stores import opened_store

COLUMNS: Final = ("nth", "at", "who", "what", "on", "details")


@click.command("audit")
@click.option("--after", type=click.IntRange(0), default=0, metavar="N", help="Only later entries.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="At most N entries.")
@with_server
@with_format
def command(after: int, limit: int | None, form: str) -> int:
    """List what was done that cannot be undone.

    Who removed a log, gave a player another name, made or revoked a token, and when. It names no
    player by the old name.
    """
    refuse_terminal(form)
    with opened_store() as store:
        found = store.audit(after=after, limit=limit)
    print_records(form, (deed.to_json() for deed in found), COLUMNS)
    return 0
