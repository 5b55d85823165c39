"""Requests that are to be done once, however often they are sent, and their answers.

A client that got no answer cannot know whether its request was done. It sends it again under the
same key, and gets the answer that it missed.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from typing import Final, NamedTuple

from . import packing

KEPT: Final = 24 * 3600.0
"""Seconds that an answer is kept."""

UNDER_WAY: Final = 60.0
"""Seconds after which a request that got no answer is taken for dead, its process alive or not."""


class KeyReused(Exception):
    """The key was used for another request."""


class UnderWay(Exception):
    """The same request is being done at this moment."""


class Claim(NamedTuple):
    """The right to do a request, and to note its answer."""

    key: bytes
    request: bytes


def claim(db: sqlite3.Connection, owner: str, key: str, request: bytes) -> Claim | bytes:
    """Return the answer that is kept, or the claim on making it. Raises KeyReused and UnderWay.

    A key counts for its *owner* alone; *request* is all that the answer depends on.
    """
    now = time.time()
    mine = Claim(_hash(f"{owner}\n{key}".encode()), _hash(request))
    # What lasts so much longer than it may was noted by a clock that was ahead.
    db.execute(
        "DELETE FROM answers WHERE until < ? OR until > ? OR (answer IS NULL AND until > ?)",
        (now, now + 2 * KEPT, now + 2 * UNDER_WAY),
    )
    found = db.execute(
        "SELECT request, answer, pid FROM answers WHERE key = ?", (mine.key,)
    ).fetchone()
    if found is not None:
        asked, answer, pid = found
        if asked != mine.request:
            raise KeyReused
        if answer is not None:
            return packing.inflated(answer)
        if _is_alive(pid):
            raise UnderWay
    db.execute(
        "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, NULL)",
        (*mine, now + UNDER_WAY, os.getpid()),
    )
    return mine


def _is_alive(pid: int) -> bool:
    """Return whether that process lives; another may have its number by now, for a while."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def settle(db: sqlite3.Connection, mine: Claim, answer: bytes) -> None:
    """Keep the answer to a request that was done."""
    db.execute(
        "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)",
        (*mine, time.time() + KEPT, os.getpid(), packing.deflated(answer)),
    )


def drop(db: sqlite3.Connection, mine: Claim) -> None:
    """Let a request that came to nothing be tried again."""
    db.execute("DELETE FROM answers WHERE key = ? AND answer IS NULL", (mine.key,))


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
