"""One moment of a stored game: the table after a move, as a seat sees it."""

from __future__ import annotations

from typing import Any

from engine.errors import Violation
from engine.log import GameLog, Reading, read_log
from engine.replay import replay as rule_faults
from engine.steps import DEAL, walk

from .errors import Problem


def moment_of(data: bytes, move: int | None, seat: int | None) -> dict[str, Any]:
    """Return `moment` of a log as it was sent."""
    return moment(laid(read_log(data)), move, seat)


def moment(log: GameLog, move: int | None, seat: int | None) -> dict[str, Any]:
    """Return the table after *move*, as *seat* sees it. Raises Problem where there is none.

    *move* counts from 0, -1 is the deal, None the last that can be played; of *seat* None is all
    that the log knows.
    """
    if seat is not None and seat >= len(log.players):
        raise Problem(
            "seat-out-of-range",
            f"The table has {len(log.players)} seats.",
            place="query/seat",
            hint=f"Seats count from 0: ask for 0 to {len(log.players) - 1}.",
        )
    view = look = None
    last = DEAL - 1
    for last, look in walk(log, seat):
        if last == move:
            view = look()
    if look is None:
        raise _not_replayable("The deal breaks the rules of the game", rule_faults(log))
    if move is None:
        move = last
        view = look()
    records = log.document["moves"]
    if view is None:
        reason = " before the first one that cannot be made" if last + 1 < len(records) else ""
        raise Problem(
            "move-out-of-range",
            f"The log has no move {move}{reason}; the last is {last}.",
            place="query/move",
            hint=f"Moves count from 0: ask for {DEAL} (the deal) to {last}.",
        )
    return {
        "game": log.game,
        "move": move,
        "last": last,
        "moves": len(records),
        "seat": seat,
        "record": None if move == DEAL else records[move],
        "table": view,
        "picture": log.rules.picture(view),
    }


def laid(reading: Reading) -> GameLog:
    """Return the log of *reading*. Raises Problem where its head does not read."""
    if reading.log is None:
        raise _not_replayable("The log's head does not read", reading.violations)
    return reading.log


def _not_replayable(why: str, faults: list[Violation]) -> Problem:
    return Problem(
        "not-replayable",
        f"{why}, so that no table can be laid.",
        place=faults[0].pointer,
        hint="The violations tell what is wrong.",
        violations=[fault.to_json() for fault in faults],
    )
