"""What the pages show of a game besides the table: the way through it, and its stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engine.log import GameLog
from engine.replay import Verdict, judge
from engine.steps import DEAL, Replay, Step, play

from ..errors import Problem
from .scenes import Drawing, Mark, Scene, drawing_of

BAD: Final = frozenset(("bust", "lost", "forfeited", "discarded", "no-point", "failed"))
"""Outcomes of a round that nobody hopes for."""
OPEN: Final = frozenset(("open", "unfinished"))
"""Outcomes of a round that did not end."""
MISTAKES: Final = frozenset(("missed", "fault", "wrong"))
"""Kinds of marks at which `m` stops."""
_LANES: Final = (
    frozenset(("good", "bad", "end", "fault")),
    frozenset(("missed", "wrong")),
    frozenset(("pass",)),
    frozenset(("feedback",)),
)
"""Kinds of marks that share a lane: of a move there is one of each lane at the most, or nearly."""
_MOST_MARKS: Final = 1000
_LANE: Final = 20
"""Height of a lane, in pixels."""
_WINDOW: Final = 150
"""Moves that the record lists on either side of the one that is shown, in a game that is long."""
_NEAR: Final = 4 * _WINDOW
"""Of a longer game only the tables so near to the move that is shown are kept."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move in the written record."""

    at: int
    scene: Scene
    marks: Sequence[Mark]
    starts: Mapping[str, Any] | None
    """The round that begins with it."""


class Film:
    """A game laid out for the pages: at one move, as one seat sees it."""

    def __init__(self, replay: Replay, at: int) -> None:
        self.replay = replay
        self.at = at
        """The move that is shown."""
        self.drawing: Drawing = drawing_of(replay.log.game)

    @property
    def log(self) -> GameLog:
        """The log that is played."""
        return self.replay.log

    @property
    def last(self) -> int:
        """The number of the last move that can be shown."""
        return self.replay.last

    @property
    def step(self) -> Step:
        """The move that is shown."""
        return self.replay.step(self.at)

    def scene(self, at: int) -> Scene:
        """Return what there is to draw of a move."""
        before = self.replay.step(at - 1).view if at > DEAL else {}
        return Scene(self.log, self.replay.step(at), before, self.replay.seat)

    # -- stops

    @cached_property
    def marks(self) -> list[Mark]:
        """All marks in order of the moves."""
        return sorted(self._marks(), key=lambda mark: mark.move)

    def shown_marks(self) -> list[Mark]:
        """Return the marks that the way has room for: of very many those near the move shown."""
        found = [mark for mark in self.marks if mark.move <= self.last]
        if len(found) <= _MOST_MARKS:
            return found
        nearest = sorted(found, key=lambda mark: abs(mark.move - self.at))[:_MOST_MARKS]
        return sorted(nearest, key=lambda mark: mark.move)

    def _marks(self) -> Iterator[Mark]:
        seat = self.replay.seat
        ends = self._ends()
        for step in self.replay.steps[1:]:
            facts = step.facts
            for fault in step.faults:
                yield Mark(step.at, "fault", fault.message)
            if step.at in ends:
                yield ends[step.at]
            # Whoever looks with one player's eyes is not told what another one held.
            if facts.get("missed") and seat in (None, facts.get("seat")):
                yield Mark(step.at, "missed", "missed chance")
            if facts.get("type") == "pass":
                yield Mark(step.at, "pass", "pass")
            for mark in self.drawing.marks(step):
                if mark.kind != "missed" or seat in (None, facts.get("seat")):
                    yield mark
        for remark in self.log.feedback:
            if remark.move is not None and remark.move <= self.last:
                yield Mark(
                    remark.move, "feedback", f"remark of {self.log.setting.players[remark.seat]}"
                )

    def _ends(self) -> dict[int, Mark]:
        """Return the marks of the moves with which rounds ended."""
        last: dict[Any, int] = {}
        for step in self.replay.steps[1:]:
            if step.facts.get("round") is not None:
                last[step.facts["round"]] = step.at
        found = {}
        for row in self.replay.rounds:
            at, outcome = last.get(row["round"]), str(row["outcome"])
            if at is not None and outcome not in OPEN:
                kind = "bad" if outcome in BAD else "good"
                found[at] = Mark(at, kind, f"{row['unit']} {row['label']} {outcome}")
        return found

    @cached_property
    def starts(self) -> dict[int, Mapping[str, Any]]:
        """The rounds by the move with which they begin."""
        rounds = {row["round"]: row for row in self.replay.rounds}
        first: dict[Any, int] = {}
        for step in self.replay.steps[1:]:
            nth = step.facts.get("round")
            if nth is not None:
                first.setdefault(nth, step.at)
        return {at: rounds[nth] for nth, at in first.items() if nth in rounds}

    def stops(self) -> dict[str, int | None]:
        """Return where the keys lead: first, previous, next, last, by round, and to mistakes."""
        rounds = [DEAL, *sorted(self.starts)]
        mistakes = sorted({mark.move for mark in self.marks if mark.kind in MISTAKES})
        return {
            "first": DEAL if self.at > DEAL else None,
            "round-back": max((one for one in rounds if one < self.at), default=None),
            "back": self.at - 1 if self.at > DEAL else None,
            "next": self.at + 1 if self.at < self.last else None,
            "round-next": min((one for one in rounds if one > self.at), default=None),
            "last": self.last if self.at < self.last else None,
            "mistake": min((one for one in mistakes if one > self.at), default=None),
        }

    # -- the record

    def record(self) -> list[Line]:
        """Return the moves that the written record lists."""
        by_move: dict[int, list[Mark]] = {}
        for mark in self.marks:
            by_move.setdefault(mark.move, []).append(mark)
        first = max(0, min(self.at - _WINDOW, self.last - 2 * _WINDOW))
        return [
            Line(at, self.scene(at), by_move.get(at, ()), self.starts.get(at))
            for at in range(first, min(self.last, first + 2 * _WINDOW) + 1)
        ]

    def percent(self, at: int) -> float:
        """Return how far along the way a move lies."""
        return round(100 * (at - DEAL) / max(self.last - DEAL, 1), 3)

    def lanes(self) -> tuple[dict[str, int], int]:
        """Return how high the marks of each kind lie, and how much room they need together."""
        there = {mark.kind for mark in self.marks}
        heights: dict[str, int] = {}
        top = _LANE // 2
        for kinds in _LANES:
            if there & kinds or not heights:
                heights |= dict.fromkeys(kinds, top)
                top += _LANE
        return heights, top - _LANE // 2

    def bands(self) -> list[tuple[float, float, str]]:
        """Return begin, width and label of the rounds on the way, in per cent.

        Nothing where rounds lie side by side, as pots do.
        """
        starts = sorted(self.starts)
        spans = [(self.starts[at]["round"], at) for at in starts]
        seen = [
            step.facts["round"]
            for step in self.replay.steps[1:]
            if step.facts.get("round") is not None
        ]
        if [nth for nth, _ in spans] != sorted({*seen}) or seen != sorted(seen):
            return []
        edges = [*starts, self.last + 1]
        return [
            (
                self.percent(at),
                round(self.percent(min(end, self.last)) - self.percent(at), 3),
                str(self.starts[at]["label"]),
            )
            for at, end in zip(starts, edges[1:], strict=True)
        ]


def film(data: bytes, move: int | None, seat: int | None, *, whole: bool = True) -> Film | Verdict:
    """Return the game of a log at a move; the verdict where no table can be laid.

    *move* None is the beginning, or the fault of a log that has one. With *whole* all moves can be
    told, else only the one that is shown. Raises Problem for a move or seat that is not there.
    """
    verdict = judge(data, facts=False)
    log = verdict.log
    if log is None:
        return verdict
    if seat is not None and not 0 <= seat < len(log.players):
        raise Problem(
            "seat-out-of-range",
            f"There is no seat {seat} at this table.",
            place="query/seat",
            hint=f"Seats count from 0: ask for 0 to {len(log.players) - 1}.",
        )
    at = move
    if at is None:
        faulty = [fault.move for fault in verdict.violations if fault.move is not None]
        at = min(faulty, default=DEAL)
    near = range(at - 1, at + 1) if not whole else range(at - _NEAR, at + _NEAR)
    is_long = len(log.moves) > _NEAR
    replay = play(verdict, seat, only=near if is_long or not whole else None)
    if replay is None:
        return verdict
    if move is not None and not DEAL <= move <= replay.last:
        raise Problem(
            "move-out-of-range",
            f"There is no move {move} to be shown.",
            place="query/move",
            hint=f"Moves count from 0: ask for {DEAL} (the deal) to {replay.last}.",
        )
    return Film(replay, min(at, replay.last))
