"""The audit: who did what that cannot be undone, and when.

An entry is written in the transaction of the deed, so that there is none without the other. It
holds ids and counts, never a player's name.
"""

from __future__ import annotations

import getpass
import json
import sqlite3
from datetime import UTC, datetime
from typing import Any, NamedTuple


class Deed(NamedTuple):
    """One entry of the audit."""

    nth: int
    """From 1, without gaps."""
    at: str
    """RFC 3339 in UTC."""
    who: str
    """``token <id>``, ``local <account>`` for who typed a command on the machine, or ``loopback``
    for a request from the machine itself while there were no tokens."""
    what: str
    on: str
    """``log 17``, ``token 3k9x0f2a``, ``player player-7f3k2m``."""
    details: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return self._asdict()


def stamp(moment: datetime) -> str:
    """Return a moment in UTC as the journal writes it."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now() -> str:
    """Return the present moment as the journal writes it."""
    return stamp(datetime.now(UTC))


def local_account() -> str:
    """Return who is at the keyboard, as `Deed.who` tells it."""
    try:
        return f"local {getpass.getuser()}"
    except (KeyError, OSError, ImportError):  # an account without a name, as containers have
        import os

        return f"local {os.getuid()}"


def note(db: sqlite3.Connection, who: str, what: str, on: str, **details: Any) -> None:
    """Write an entry in the transaction of *db*."""
    db.execute(
        'INSERT INTO audit (at, who, what, "on", details) VALUES (?, ?, ?, ?, ?)',
        (now(), who, what, on, json.dumps(details, ensure_ascii=False)),
    )


def deeds(db: sqlite3.Connection, *, after: int = 0, limit: int | None = None) -> list[Deed]:
    """Return entries in their order, from the one past *after*."""
    rows = db.execute(
        'SELECT nth, at, who, what, "on", details FROM audit WHERE nth > ? ORDER BY nth LIMIT ?',
        (after, -1 if limit is None else limit),
    )
    return [
        Deed(nth, at, who, what, on, json.loads(details))
        for nth, at, who, what, on, details in rows
    ]
