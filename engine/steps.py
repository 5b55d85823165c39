"""A game step by step: each move as it was said, the table after it, its facts and its faults.

What the command line, the pages and the API show of a replay comes from here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeAlias

from .errors import Violation
from .facts import Row, columns_of
from .log import GameLog
from .replay import Verdict, note, tables

DEAL: Final = -1
"""The number before the first move: the table as it was dealt."""


@dataclass(slots=True)
class Step:
    """One move and the table after it."""

    at: int
    said: Mapping[str, Any] | None
    """The move as the log has it; None for the deal."""
    view: Mapping[str, Any]
    """The table after the move; before it, where the move could not be made. Empty where it was
    not asked for."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The move's row of ``moves``, by column; empty where the move could not be made."""
    faults: list[Violation] = field(default_factory=list)
    was_made: bool = True

    def as_seen(self, seat: int | None) -> dict[str, Any]:
        """Return the move as the log has it, without a drawn card that *seat* did not see."""
        said = dict(self.said) if isinstance(self.said, Mapping) else {}
        if seat not in (None, self.facts.get("seat")):
            said.pop("drew", None)
        return said


@dataclass(slots=True)
class Replay:
    """A game as far as its log can be played."""

    verdict: Verdict
    log: GameLog
    seat: int | None
    """Who looks; None for all that the log knows."""
    steps: list[Step]
    """The deal first, then the moves; the last one may be the move that could not be made."""
    rounds: Sequence[Mapping[str, Any]]
    """The rows of ``rounds``, by column."""
    loose: list[Violation]
    """Faults of no move, and of moves that were not reached."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 2

    def step(self, at: int) -> Step:
        """Return the step of move *at*, the last one where that comes later."""
        return self.steps[min(at + 1, len(self.steps) - 1)]


Look: TypeAlias = Callable[[], Mapping[str, Any]]
"""Shows a table as somebody sees it."""


def walk(log: GameLog, seat: int | None = None) -> Iterator[tuple[int, Look]]:
    """Yield the number of each move that can be made, the deal first, and what shows its table.

    It shows the table after the move, as *seat* sees it, until the next move is asked for; nothing is
    yielded where no table can be laid.
    """
    for at, (_, table) in enumerate(tables(log), DEAL):
        yield at, partial(log.rules.view, table, seat)


def play(
    verdict: Verdict, seat: int | None = None, *, only: Collection[int] | None = None
) -> Replay | None:
    """Play the log of *verdict* as *seat* saw it; None where no table can be laid.

    With *only* the tables after these moves alone are kept: a game may be long.
    """
    log = verdict.log
    if log is None:
        return None
    raw = log.document["moves"]
    steps: list[Step] = []
    look: Look = dict
    for at, look in walk(log, seat):
        view = look() if only is None or at in only else {}
        steps.append(Step(at, raw[at] if at >= 0 else None, view))
    if not steps:
        return None
    reached = len(steps) - 1
    rows = note(log, reached).tables()
    for row in rows["moves"]:
        steps[row[0] + 1].facts = _by_column("moves", log, row)
    loose: list[Violation] = []
    for fault in verdict.violations:
        if fault.move is None or fault.move > reached:
            loose.append(fault)
        elif fault.move == reached and len(steps) == reached + 1:
            view = steps[-1].view or look()
            steps.append(Step(reached, raw[reached], view, {}, [fault], was_made=False))
        else:
            steps[fault.move + 1].faults.append(fault)
    rounds = [_by_column("rounds", log, row) for row in rows["rounds"]]
    return Replay(verdict, log, seat, steps, rounds, loose)


def _by_column(table: str, log: GameLog, row: Row) -> dict[str, Any]:
    columns = columns_of(table, log.rules.columns)
    return {column.name: value for column, value in zip(columns, row, strict=True)}
