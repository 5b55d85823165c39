"""The command ``cardstats logs``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from ..options import with_format, with_server
from ..output import print_records, refuse_terminal
from ..stores import opened_store

if TYPE_CHECKING:
    from storage import StoredLog

STATUSES: Final = ("accepted", "rejected", "superseded")
COLUMNS: Final = (
    "id",
    "status",
    "game",
    "level",
    "players",
    "outcome",
    "faults",
    "log_id",
    "received_at",
    "source",
    "sender",
)


@click.command("logs")
@click.option("--status", type=click.Choice(STATUSES), help="Only logs of this status.")
@click.option("--game", metavar="NAME", help="Only logs of this game.")
@click.option("--after", type=click.IntRange(0), default=0, metavar="ID", help="Only later logs.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="At most N logs.")
@with_server
@with_format
def command(status: str | None, game: str | None, after: int, limit: int | None, form: str) -> int:
    """List the stored logs, rejected ones too.

    In the order in which they came in. json and ndjson tell the violations of rejected logs as
    well.
    """
    refuse_terminal(form)
    with opened_store() as store:
        found = store.logs(status=status, game=game, after=after, limit=limit)
        print_records(form, map(record, found), COLUMNS)
    return 0


def record(log: StoredLog) -> dict[str, Any]:
    """Return a stored log with ``faults``, the codes of its violations, for the flat formats.

    These tell whose upload it was in one word: ``sender``.
    """
    return {
        **log.to_json(),
        "faults": ", ".join(fault.code for fault in log.violations) or None,
        "sender": None if log.token is None else log.label or log.token,
    }
