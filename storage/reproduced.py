"""Plays what was published anew, and holds the figures side by side."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import Any, Final, NamedTuple, TypeAlias

from engine.bots.many import Workers
from engine.bots.published import Figure, figures, first_equations, first_targets
from engine.bots.simulate import Summary, seeds_of
from engine.games import game

from .query.statistics import ClusterSums, Interval, rate_interval
from .simulated import Tally

PERCENT: Final = 100.0
LEAST: Final = 10
"""Games of which a figure is told."""


class Compared(NamedTuple):
    """A published figure and ours."""

    figure: Figure
    ours: float
    low: float
    """Of the 95 % interval."""
    high: float
    games: int
    difference: float
    """Ours less the published one; 0 within a published span."""
    allowed: float
    """How far the two may be apart by chance and rounding, in 95 of 100 cases."""

    @property
    def agrees(self) -> bool:
        """Whether chance and rounding are enough to explain the difference."""
        return abs(self.difference) <= self.allowed


Answers: TypeAlias = Callable[[], list[Compared]]


def reproduced(
    only: str | None, *, games: int, seed: int, jobs: int, show: Callable[[int, int], object]
) -> Iterator[Compared]:
    """Yield the published figures of a game, or of all, each with ours beside it.

    Figures that rest on the same table are of the same games. *show* is told how many games of how
    many are played. An interrupt yields those that were under way, of the games so far, and goes on
    to the caller.
    """
    wanted = [one for one in figures() if only in (None, one.table.game)]
    groups: dict[str, list[Figure]] = {}
    for figure in wanted:
        groups.setdefault(f"{figure.table} {_kind(figure)}", []).append(figure)
    total = games * len(groups)
    done = 0
    with Workers(jobs) as workers:
        for group in groups.values():
            answers = None
            before = done
            try:
                with closing(_play(group, games, seed, workers)) as played:
                    for answers in played:  # noqa: B007  # the last one is wanted
                        done += 1
                        show(done, total)
            except KeyboardInterrupt:
                if answers is not None and done - before >= LEAST:
                    yield from answers()
                raise
            assert answers is not None, "there is one game at the least"
            yield from answers()


def _kind(figure: Figure) -> str:
    """Return what has to be played for the figure."""
    first = "first target", "first equation"
    return next((one for one in first if figure.measure.startswith(one)), "games")


def _play(
    group: Sequence[Figure], games: int, seed: int, workers: Workers
) -> Generator[Answers, None, None]:
    """Yield after each game what gives the comparisons so far."""
    table = group[0].table
    seeds = seeds_of(seed, games)
    kind = _kind(group[0])
    if kind == "games":
        return _of_games(group, workers.summaries(table, seeds))
    if kind == "first target":
        return _of_deals(group, workers.run(first_targets, table, seeds))
    return _of_deals(group, workers.run(first_equations, table, seeds))


def _of_games(group: Sequence[Figure], played: Iterator[Summary]) -> Generator[Answers, None, None]:
    tally = Tally(game(group[0].table.game))

    def answers() -> list[Compared]:
        found = []
        for figure in group:
            if figure.measure == "win rate":
                found.append(_rate(figure, tally.won, tally.games))
            else:
                ours = tally.turns_per_point()
                assert None not in (ours.estimate, ours.low, ours.high), "there were many games"
                found.append(_beside(figure, ours, tally.games, 1.0))
        return found

    for one in played:
        tally.add(one)
        yield answers


def _of_deals(group: Sequence[Figure], played: Iterator[Any]) -> Generator[Answers, None, None]:
    counts: dict[Any, int] = {}

    def answers() -> list[Compared]:
        games = sum(counts.values())
        return [_rate(figure, counts.get(_wanted(figure), 0), games) for figure in group]

    for one in played:
        counts[one] = counts.get(one, 0) + 1
        yield answers


def _wanted(figure: Figure) -> Any:
    """Return what a deal has to give to count for the figure."""
    last = figure.measure.rpartition(" ")[2]
    return int(last) if last.isdigit() else True


def _rate(figure: Figure, count: int, games: int) -> Compared:
    ours = rate_interval(ClusterSums(games, count, games, count, count, games))
    return _beside(figure, ours, games, PERCENT)


def _beside(figure: Figure, ours: Interval, games: int, scale: float) -> Compared:
    assert ours.estimate is not None, "there were games"
    value = scale * ours.estimate
    low = scale * (ours.estimate if ours.low is None else ours.low)
    high = scale * (ours.estimate if ours.high is None else ours.high)
    nearest = min(max(value, figure.low), figure.high)
    own = (high - low) / 2
    theirs = 0.0
    if scale == PERCENT and figure.games:
        # Of a share so near to none that nothing was seen, the interval is what the games allow.
        seen = round(nearest / PERCENT * figure.games)
        beside = rate_interval(
            ClusterSums(figure.games, seen, figure.games, seen, seen, figure.games)
        )
        if beside.low is not None and beside.high is not None:
            theirs = PERCENT * (beside.high - beside.low) / 2
    allowed = figure.rounding + math.hypot(own, theirs)
    return Compared(figure, value, low, high, games, value - nearest, allowed)
