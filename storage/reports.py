"""What upkeep tells of its work."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Compaction:
    """What a compaction did."""

    parts_before: int
    parts_after: int
    bytes_before: int
    bytes_after: int
    rows_dropped: int
    """Rows of logs that had left."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class ChangedVerdict:
    """A log that is judged otherwise than before."""

    id: int
    game: str | None
    log_id: str | None
    before: str
    """``accepted``, or the codes of the violations."""
    after: str


@dataclass(slots=True)
class ChangedFigure:
    """A column whose values changed, with the first log in which they did."""

    table: str
    column: str
    """``(rows)`` where there are more or fewer rows than before."""
    logs: int
    first: int
    before: Any
    after: Any


@dataclass(slots=True)
class Rebuilt:
    """What a rebuild did and found."""

    logs: int = 0
    changed_verdicts: int = 0
    verdicts: list[ChangedVerdict] = field(default_factory=list)
    """The first thousand of them."""
    figures: list[ChangedFigure] = field(default_factory=list)
    is_compared: bool = True
    """False where the old parts did not read, so that figures could not be compared."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "logs": self.logs,
            "changed_verdicts": self.changed_verdicts,
            "verdicts": [
                {name: getattr(entry, name) for name in entry.__slots__} for entry in self.verdicts
            ],
            "figures": [
                {name: getattr(entry, name) for name in entry.__slots__} for entry in self.figures
            ],
            "is_compared": self.is_compared,
        }
