"""What the store tells of logs and of itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self, TypeAlias

from engine.errors import UnreadableLog, Violation

from .journal import Entry

Received: TypeAlias = Literal["accepted", "duplicate", "replaced", "rejected", "unreadable"]
Status: TypeAlias = Literal["accepted", "rejected", "superseded", "removed"]


class Origin(str):
    """Where a log came from, where it was sent with a token."""

    __slots__ = ("token",)
    token: str
    """Its id."""

    def __new__(cls, source: str, token: str) -> Self:
        """Return *source* with a token's id to it."""
        made = super().__new__(cls, source)
        made.token = token
        return made

    def __reduce__(self) -> tuple[type[Origin], tuple[str, str]]:
        return Origin, (str(self), self.token)


class Receipt(NamedTuple):
    """What became of one log that was sent."""

    source: str
    status: Received
    """``replaced``: accepted, in place of an earlier log with the same ``log_id``. A rejected log
    is ``rejected`` whether it replaces another or not."""
    id: int | None = None
    """Under which the log is kept; of the first copy for a duplicate; None where it is not kept."""
    game: str | None = None
    log_id: str | None = None
    digest: str | None = None
    violations: Sequence[Violation] = ()
    error: UnreadableLog | None = None
    replaces: int | None = None
    """The log that this one supersedes."""

    @property
    def duplicate_of(self) -> int | None:
        """The log that was there before, for a duplicate."""
        return self.id if self.status == "duplicate" else None

    def to_json(self) -> dict[str, Any]:
        """Return the receipt as one line of ``upload --format ndjson``."""
        told: dict[str, Any] = {
            "source": self.source,
            "status": self.status,
            "game": self.game,
            "log_id": self.log_id,
            "digest": self.digest,
            "violations": [fault.to_json() for fault in self.violations],
        }
        if self.id is not None:
            told["id"] = self.id
        if self.replaces is not None:
            told["replaces"] = self.replaces
        if self.error is not None:
            told["error"] = {
                "code": self.error.code,
                "message": self.error.message,
                "place": self.error.place,
                "hint": self.error.hint,
            }
        return told


@dataclass(frozen=True, slots=True)
class StoredLog:
    """One log that the store keeps, without its bytes."""

    id: int
    status: Status
    """``superseded``: a later log with its ``log_id`` took its place. ``removed`` is told only by
    ``Store.remove`` itself; the store forgets such a log."""
    game: str | None
    log_id: str | None
    digest: str
    source: str
    received_at: str
    """RFC 3339, in UTC."""
    size: int
    """Bytes as they were sent."""
    level: str | None
    outcome: str | None
    """As the replay found it; None where the log is rejected."""
    players: Sequence[str]
    violations: Sequence[Violation]
    superseded_by: int | None = None
    token: str | None = None
    """The id of the token with which it was sent; None where there were no tokens."""
    label: str | None = None
    """That token's."""

    def to_json(self) -> dict[str, Any]:
        """Return the log as the API shows it."""
        told: dict[str, Any] = {
            "id": self.id,
            "status": self.status,
            "game": self.game,
            "log_id": self.log_id,
            "digest": self.digest,
            "source": self.source,
            "received_at": self.received_at,
            "size": self.size,
            "level": self.level,
            "outcome": self.outcome,
            "players": list(self.players),
            "violations": [fault.to_json() for fault in self.violations],
        }
        if self.superseded_by is not None:
            told["superseded_by"] = self.superseded_by
        if self.token is not None:
            told["token"] = {"id": self.token, "label": self.label or ""}
        return told


def dump_violations(violations: Sequence[Violation]) -> str | None:
    """Return violations as JSON, None where there are none."""
    if not violations:
        return None
    # Not orjson: what would have been right may be a number beyond 64 bits.
    return json.dumps([fault.to_json() for fault in violations], ensure_ascii=False)


@lru_cache(maxsize=4096)
def dump_players(names: tuple[str, ...]) -> str:
    """Return names as JSON. The same people play many games."""
    return json.dumps(names, ensure_ascii=False)


def load_players(text: str) -> list[str]:
    """Return what `dump_players` wrote."""
    names: list[str] = json.loads(text)
    return names


def load_violations(text: str | None) -> list[Violation]:
    """Return what `dump_violations` wrote."""
    return [Violation(**fault) for fault in json.loads(text)] if text else []


@dataclass(frozen=True, slots=True)
class StoreState:
    """How a store is doing."""

    path: str
    schema: int
    version: int
    """Changes with every write."""
    statuses: Mapping[str, int]
    """Logs by status: accepted, rejected, superseded."""
    games: Mapping[str, int]
    """Accepted logs by game."""
    parts: int
    """Live part files."""
    hot: int
    """Logs whose rows wait in the journal."""
    gone: int
    """Logs that left and whose rows `compact` would drop."""
    bytes: int
    """On disk, everything together."""
    raw_bytes: int
    """Of the logs as they were sent."""
    outdated: int
    """Logs that another version of the engine or of their game's rules judged: `rebuild`."""

    def to_json(self) -> dict[str, Any]:
        """Return the state as plain JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def stored(one: Entry, *, is_removed: bool = False) -> StoredLog:
    """Return what an entry of the journal tells."""
    status: Status = "rejected" if one.verdict == "rejected" else "accepted"
    if one.successor:
        status = "superseded"
    if is_removed:
        status = "removed"
    return StoredLog(
        one.id,
        status,
        one.game,
        one.log_id,
        one.digest.hex(),
        one.source,
        one.received_at,
        one.size,
        one.level,
        one.outcome,
        load_players(one.players),
        load_violations(one.violations),
        one.successor or None,
        one.token,
        one.label,
    )
