"""What a log's judgement leaves behind in the journal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from engine import __version__, games
from engine.errors import CardstatsError, UnreadableLog, Violation
from engine.replay import Verdict

from .columns import Rows, rows_of, violation_rows

_NO_ROWS: Final = Rows()


class Judged(NamedTuple):
    """A verdict without the log, so that many of them are no weight."""

    verdict: str
    game: str | None
    log_id: str | None
    digest: str
    level: str | None
    outcome: str | None
    players: tuple[str, ...]
    violations: Sequence[Violation]
    rows: Rows

    def alone(self) -> Judged:
        """Return the same without its rows."""
        return Judged(*self[:-1], _NO_ROWS)  # quicker than _replace, and asked for with every log


def judged(verdict: Verdict) -> Judged:
    """Return what to keep of a verdict; without rows where it is accepted and has no facts."""
    log, facts = verdict.log, verdict.facts
    digest = verdict.digest()
    return Judged(
        verdict.status,
        verdict.game,
        verdict.log_id,
        digest,
        None if log is None else log.setting.level,
        verdict.outcome,
        () if log is None else tuple([player.name for player in log.players]),
        verdict.violations,
        violation_rows(verdict.game, verdict.violations)
        if facts is None
        else rows_of(facts, digest),
    )


def unreadable(error: UnreadableLog, game: str | None, log_id: str | None, digest: str) -> Judged:
    """Return what to keep of a log that was readable when it came and is not any more."""
    fault = Violation(error.code, "", None, error.message)
    rows = violation_rows(game, [fault])
    return Judged("rejected", game, log_id, digest, None, None, (), [fault], rows)


@cache
def judge_of(game: str | None) -> str:
    """Return the versions of who judges logs of *game* today."""
    try:
        return __version__ if not game else f"{__version__} {games.game(game).version}"
    except CardstatsError:
        return __version__


def codes(verdict: str, violations: Sequence[Violation]) -> str:
    """Return a verdict in a few words: ``accepted``, or what it breaks."""
    return ", ".join(fault.code for fault in violations) or verdict
