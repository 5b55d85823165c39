"""Makes the rows of logs that were kept with their verdict alone.

Who uploads one log waits for a verdict, and the facts take as long again. So they are made when
somebody wants them: the first question, or the flush. Till then the log waits without rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from . import journal
from .errors import StorageError
from .journal import Hot, Journal

if TYPE_CHECKING:
    from .verdicts import Judged


def raws(db: sqlite3.Connection, found: Sequence[Hot]) -> dict[int, bytes]:
    """Return the bytes of those logs whose rows are still to be made, by id."""
    return {log.id: journal.raw(db, log.id) or b"" for log in found if not log.rows}


def made(found: Sequence[Hot], texts: Mapping[int, bytes]) -> list[Hot]:
    """Return *found* with all rows; *texts* is what `raws` told.

    A log that the engine of today does not accept any more, or whose game is not installed any
    more, is left out and waits on: `rebuild` tells what became of it.
    """
    fresh = _packed(texts) if texts else {}
    whole = (log._replace(rows=fresh.get(log.id, {})) if log.id in texts else log for log in found)
    return [log for log in whole if log.rows]


def note(source: Journal, done: Iterable[Hot]) -> None:
    """Spare those who come after the making of these rows."""
    # A disk that is full, or a folder that only may be read, still lets us answer.
    with suppress(StorageError), source.writing(synced=False, is_news=False) as db:
        journal.fill_hot(db, done)


def _packed(texts: Mapping[int, bytes]) -> dict[int, dict[str, str]]:
    """Return the rows of those logs that are accepted, as they wait in the journal."""
    from .gathering import gathered  # who finds all rows there does not wait for the engine

    judged = ((log, _judged(text)) for log, text in texts.items())
    return gathered(
        (log, found.game, found.rows)
        for log, found in judged
        if found is not None and found.verdict == "accepted"
    ).packed()


def _judged(text: bytes) -> Judged | None:
    """Judge a log; return nothing where it does not read any more."""
    from engine.errors import UnreadableLog
    from engine.replay import judge

    from .verdicts import judged

    try:
        return judged(judge(text))
    except UnreadableLog:
        return None
