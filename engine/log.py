"""Reads a log, LOG_FORMAT §1 to §4: bytes in, a `GameLog` and the faults of its form out.

All faults of form are told together, in the order of the log. What the rules say about the moves
is the replay's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from .canonical import digest
from .envelope import FIELDS, Remark, read_feedback, read_format, read_plain, read_played_at
from .errors import Violation
from .faults import Faults
from .moves import Followed, follow_moves, read_moves
from .rules import Deal, Rules, Setting
from .seating import Player, read_deal, read_game, read_seated
from .shapes import Move
from .strict_json import Strict, read_object


@dataclass(slots=True)
class GameLog:
    """A log whose head reads. Its moves are those before the first that does not read."""

    read: Strict
    rules: Rules[Any]
    setting: Setting
    players: tuple[Player, ...]
    deal: Deal
    kept_moves: Sequence[Move] | None
    """`moves`, None until somebody asks for them."""
    is_whole: bool
    """All moves read, so that the end of *moves* is the end of the log."""
    feedback: list[Remark] = field(default_factory=list)
    played_at: datetime | None = None
    """In UTC."""
    followed: Followed | None = None
    """What came of the moves, where all were made while they were read."""

    @property
    def moves(self) -> Sequence[Move]:
        """The moves before the first that does not read."""
        if self.kept_moves is None:
            self.kept_moves, _ = read_moves(Faults(), self.document, self.rules, self.players)
        return self.kept_moves

    @property
    def document(self) -> dict[str, Any]:
        """The whole log as plain JSON."""
        return self.read.document

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.rules.name

    def may_have(self, text: bytes) -> bool:
        """Tell whether a piece of JSON without spaces stands anywhere in the log.

        Surely no move has a time where there is no ``"t":``.
        """
        return text in self.read.tidy

    def last_time(self) -> float | None:
        """Return the time of the last move that has one, None where none has.

        All moves must read.
        """
        if self.followed is not None:
            return self.followed.last_time
        if not self.may_have(b'"t":'):
            return None
        told = reversed(self.document["moves"])
        return next((float(move["t"]) for move in told if "t" in move), None)

    def text(self, key: str) -> str | None:
        """Return a text field of the envelope, None where it is not given."""
        value: str | None = self.document.get(key)
        return value


class Reading(NamedTuple):
    """What came of reading a log: its form's faults, and the log where its head reads."""

    read: Strict
    violations: list[Violation]
    log: GameLog | None

    @property
    def document(self) -> dict[str, Any]:
        """What was read, as plain JSON."""
        return self.read.document

    def digest(self) -> str:
        """Return the SHA-256 of the canonical form of what was read, faults or not, in hex."""
        return digest(self.read)


def read_log(data: bytes, *, follow: bool = False, has_notes: bool = False) -> Reading:
    """Read the bytes of one log. Raises UnreadableLog where they are not one strict JSON object.

    *follow*: play the moves of a log without a fault while they are read, if its game can;
    *has_notes*: and take notes for its facts.
    """
    read = read_object(data)
    document = read.document
    faults = Faults()
    faults.keys(document, "", FIELDS, ("format", "game", "players", "moves"))
    read_format(faults, document)
    rules = read_game(faults, document)
    players, setting = read_seated(faults, document, rules)
    deal = None if rules is None or setting is None else read_deal(faults, document, rules, setting)
    read_plain(faults, document)
    moves = followed = None
    is_whole = True
    if follow and rules and setting and deal and not faults.violations:
        followed = follow_moves(document, rules, setting, deal, has_notes=has_notes)
    if followed is None:
        moves, is_whole = read_moves(faults, document, rules, players)
    feedback = read_feedback(faults, document, players)
    played_at = read_played_at(faults, document)
    log = None
    if rules and setting and deal:
        seated = tuple([player for player in players or () if player is not None])
        log = GameLog(
            read, rules, setting, seated, deal, moves, is_whole, feedback, played_at, followed
        )
    return Reading(read, faults.violations, log)
