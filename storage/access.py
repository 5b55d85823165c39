"""Tokens: who may ask a server for what.

A token is ``cs_<id>_<secret>``. The store keeps its id and the SHA-256 of its secret: 256 random
bits need no slow hash, and nobody gets the token back out of a copy of the store.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.errors import CardstatsError
from engine.names import has_hidden

from . import audit
from .errors import in_words

SCOPES: Final[Mapping[str, str]] = {
    "upload": "send logs in and have them judged",
    "read": "see logs, games and answers",
    "admin": "all of it, and remove logs, pseudonymise players and read the audit",
}
"""What a token may be made for, each in words."""

MAX_LABEL: Final = 64
"""Characters."""

SESSION_KEY: Final = "session.key"

MANY_DAYS: Final = 36_500

_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH: Final = 8
_FORM: Final = re.compile(r"cs_([0-9a-z]{8})_([0-9a-f]{64})")
_SPAN: Final = re.compile(r"([0-9]{1,5})([hdwy])")
_HOURS: Final = {"h": 1, "d": 24, "w": 7 * 24, "y": 365 * 24}


class UnknownToken(CardstatsError):
    """The store knows no such token: look its id up."""

    code = "unknown-token"


class Token(NamedTuple):
    """What the store knows of a token. Not the token itself: nobody does but its owner."""

    id: str
    label: str
    scopes: tuple[str, ...]
    hash: bytes
    """SHA-256 of the secret."""
    created_at: str
    """RFC 3339 in UTC, as all of these."""
    expires_at: str | None
    last_used_at: str | None
    """A minute or so behind."""
    revoked_at: str | None

    def may(self, scope: str) -> bool:
        """Return whether it has *scope*; admin has them all."""
        return scope in self.scopes or "admin" in self.scopes

    def state(self, now: datetime) -> str:
        """Return ``active``, ``expired`` or ``revoked``."""
        if self.revoked_at is not None:
            return "revoked"
        if self.expires_at is not None and datetime.fromisoformat(self.expires_at) <= now:
            return "expired"
        return "active"

    def to_json(self, now: datetime | None = None) -> dict[str, Any]:
        """Return it as plain JSON, without its hash."""
        return {
            "id": self.id,
            "label": self.label,
            "scopes": list(self.scopes),
            "state": self.state(now or datetime.now(UTC)),
            "created_at": self.created_at,
            "expires_at": self.expires_at,
            "last_used_at": self.last_used_at,
            "revoked_at": self.revoked_at,
        }


def id_in(text: str) -> str | None:
    """Return the id in what may be a token, None where it has not the form of one."""
    form = _FORM.fullmatch(text)
    return None if form is None else form[1]


def matching(text: str, known: Mapping[str, Token]) -> Token | None:
    """Return the token of *known*, by id, that *text* is: right in every bit, in constant time.

    Whether it is expired or revoked is the caller's to look at.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    found = known.get(form[1])
    given = hashlib.sha256(form[2].encode()).digest()
    # An id that nobody has takes as long as a secret that is wrong.
    is_right = hmac.compare_digest(given, _NOBODY if found is None else found.hash)
    return found if is_right else None


_NOBODY: Final = secrets.token_bytes(32)


def expiry(text: str, now: datetime) -> str | None:
    """Return when a token made *now* shall expire: a span, a date, a time with zone, or ``never``.

    Raises CardstatsError.

    >>> expiry("90d", datetime(2026, 11, 29, tzinfo=UTC))
    '2027-02-27T00:00:00.000Z'
    >>> expiry("2027-01-31", datetime(2026, 11, 29, tzinfo=UTC))
    '2027-02-01T00:00:00.000Z'
    """
    if text == "never":
        return None
    span = _SPAN.fullmatch(text)
    try:
        if span is not None:
            moment = now + timedelta(hours=int(span[1]) * _HOURS[span[2]])
        elif re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            # The day it is good to, as tickets say it.
            moment = datetime.fromisoformat(text).replace(tzinfo=UTC) + timedelta(days=1)
        else:
            moment = datetime.fromisoformat(text)
            if moment.tzinfo is None:
                raise ValueError  # told below, like any other
    except (ValueError, OverflowError):
        raise CardstatsError(
            f"{text[:40]!r} is no time at which a token can expire.",
            code="bad-expiry",
            place="--expires",
            hint="Say a span (12h, 90d, 8w, 1y), a date (2027-01-31) or never.",
        ) from None
    if not now < moment < now + timedelta(days=MANY_DAYS):
        raise CardstatsError(
            "A token cannot expire then: it lies in the past, or beyond a hundred years.",
            code="bad-expiry",
            place="--expires",
            hint="Say a span (12h, 90d, 8w, 1y), a later date, or never.",
        )
    return audit.stamp(moment.astimezone(UTC))


def create(
    db: sqlite3.Connection,
    *,
    scopes: Collection[str],
    label: str,
    expires_at: str | None,
    who: str,
) -> tuple[Token, str]:
    """Make a token; return what is known of it, and it itself, which nobody can tell again."""
    label = _checked_label(label)
    chosen = tuple(scope for scope in SCOPES if scope in scopes)
    if len(chosen) != len(set(scopes)) or not chosen:
        raise CardstatsError(
            f"There is no scope {', '.join(sorted(set(scopes) - set(SCOPES))) or 'given'}.",
            code="unknown-scope",
            place="--scope",
            hint=f"Scopes are {', '.join(SCOPES)}.",
        )
    id = "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))
    secret = secrets.token_hex(32)
    made = Token(
        id,
        label,
        chosen,
        hashlib.sha256(secret.encode()).digest(),
        audit.now(),
        expires_at,
        None,
        None,
    )
    db.execute(
        "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        made._replace(scopes=" ".join(chosen)),  # type: ignore[arg-type]  # as the row holds them
    )
    audit.note(db, who, "token-create", f"token {id}", scopes=list(chosen), expires_at=expires_at)
    return made, f"cs_{id}_{secret}"


def _checked_label(label: str) -> str:
    label = label.strip()
    if len(label) > MAX_LABEL or has_hidden(label):
        raise CardstatsError(
            f"A label has up to {MAX_LABEL} characters, all of them visible.",
            code="bad-label",
            place="--label",
            hint="Say in a few words where the token is used.",
        )
    return label


def session_key(home: Path) -> bytes:
    """Return the key that signs what a browser is given in the place of a token.

    It is in a file of its own and in no backup: whoever finds a backup can sign nothing with it.
    """
    file = home / SESSION_KEY
    with in_words(file):
        if not file.exists():
            made = home / f".{SESSION_KEY}.{secrets.token_hex(6)}.tmp"
            made.touch(mode=0o600)
            made.write_bytes(secrets.token_bytes(32))
            with suppress(FileExistsError):  # another process was quicker, and its key counts
                os.link(made, file)
            made.unlink()
        return file.read_bytes()


def tokens(db: sqlite3.Connection) -> list[Token]:
    """Return all tokens that ever were, oldest first."""
    return [
        Token(id, label, tuple(scopes.split()), *rest)
        for id, label, scopes, *rest in db.execute("SELECT * FROM tokens ORDER BY rowid")
    ]


def revoke(db: sqlite3.Connection, id: str, *, who: str) -> Token:
    """End a token; one that was ended before stays so. Raises UnknownToken."""
    found = next((one for one in tokens(db) if one.id == id), None)
    if found is None:
        raise UnknownToken(
            f"There is no token {id[:80]!r}.", hint="`cardstats token list` shows their ids."
        )
    if found.revoked_at is None:
        found = found._replace(revoked_at=audit.now())
        db.execute("UPDATE tokens SET revoked_at = ? WHERE id = ?", (found.revoked_at, id))
        audit.note(db, who, "token-revoke", f"token {id}")
    return found


def note_uses(db: sqlite3.Connection, uses: Mapping[str, str]) -> None:
    """Note when tokens were last used; a time before the one that is noted changes nothing."""
    db.executemany(
        "UPDATE tokens SET last_used_at = ? WHERE id = ? AND coalesce(last_used_at, '') < ?",
        ((at, id, at) for id, at in uses.items()),
    )
