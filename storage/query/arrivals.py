"""Tells when rejected logs came: they have no rows of their own, so the journal is asked."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from .catalogue import Catalogue
from .language.words import SPANS
from .query import Query

WHEN = "played at"
"""The dimension that a rejected log has by when it came."""


def asks_when(query: Query, names: Catalogue) -> bool:
    """Tell whether a question about rejected logs has to know when they came."""
    if not any("violations" in names.metrics[one.metric].at for one in query.measures):
        return False
    named = [step.dimension for step in query.by] + [one.dimension for one in query.where]
    return bool(query.since or query.until or query.last or query.previous or WHEN in named)


def counts_in_time(query: Query) -> bool:
    """Tell whether what is chosen by time is chosen by the calendar, and not by games or sessions."""
    spans = [query.last[1]] if query.last else []
    spans += [query.previous] if query.previous else []
    return all(span in (*SPANS, "period") for span in spans)


def arrivals(reading: Any) -> str:
    """Return a SELECT of every rejected log and when it came; nothing where no journal tells."""
    key = "arrivals"
    if key not in reading.remembered:
        home = getattr(reading, "home", None)
        reading.remembered[key] = "" if home is None else _select(home)
    return str(reading.remembered[key])


def _select(home: Path) -> str:
    from .. import journal

    address = f"{(home / journal.FILE).as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=60)) as db:
        rows = db.execute(
            "SELECT id, received_at FROM logs WHERE verdict = 'rejected' ORDER BY id"
        ).fetchall()
    ids = ", ".join(str(int(one)) for one, _ in rows)
    moments = ", ".join(str(_microseconds(when)) for _, when in rows)
    return (
        f"SELECT unnest([{ids}]::BIGINT[]) AS game_id,"
        f" make_timestamp(unnest([{moments}]::BIGINT[])) AS received_at"
    )


def _microseconds(moment: str) -> int:
    return round(datetime.fromisoformat(moment).timestamp() * 1_000_000)
