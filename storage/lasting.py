"""Keeps what questions found out about the whole store, for the processes that ask after them.

Which values a column has, how many games and how many sessions there are: in a large store it takes
longer to find that out than to answer most questions. It is true until something is written, and the
write that makes it untrue drops it (see `Journal.writing`), the names in it too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from . import journal
from .errors import StorageError
from .journal import Journal, Part, Snapshot

LEAST: Final = 5_000
"""Games; fewer are looked through faster than this is read and written."""


def found_in(snapshot: Snapshot) -> dict[str, Any]:
    """Return what was found out about this moment, by the SQL that asked for it."""
    return {sql: json.loads(rows) for sql, rows in snapshot.lasting.items()}


def keep(source: Journal, snapshot: Snapshot, found: Mapping[str, Any]) -> None:
    """Keep what was found out about this moment, if it still is the present one."""
    if snapshot.hot or _games(snapshot.parts) < LEAST:
        return
    rows = {sql: json.dumps(one) for sql, one in found.items()}
    # A disk that is full, or a folder that only may be read, still lets us answer.
    with suppress(StorageError), source.writing(synced=False, is_news=False) as db:
        if journal.version(db) == snapshot.version:
            journal.note_lasting(db, rows)


def _games(parts: Sequence[Part]) -> int:
    return sum(part.rows for part in parts if part.table == "games")
