"""Holds two values of a dimension against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .catalogue import Catalogue
from .figures import Answered, Figure, Key
from .layout import OPEN, Layout, as_key, counted, shown_key
from .plan import OF_ROWS
from .query import Comparison, Measure
from .statistics import (
    NOTHING,
    ClusterSums,
    Interval,
    PairSums,
    correlation,
    difference,
    games_to_settle,
    looked_at,
    mean_difference,
    of_one_whole,
    settled_together,
)


class _Pair(NamedTuple):
    """One measure on both sides, among the games of one row of the splits."""

    key: Key
    answer: Answered
    first: Figure
    second: Figure
    difference: Interval
    """Second less first."""


class Compared:
    """The differences of one answer."""

    def __init__(
        self, comparison: Comparison, names: Catalogue, level: float, *, anytime: bool
    ) -> None:
        self.comparison = comparison
        self.names = names
        self.level = level
        self.anytime = anytime
        self.among = 1
        """Differences that are looked at together, and are not settled."""

    def rows(self, layout: Layout, keys: Sequence[Key]) -> tuple[list[list[Any]], list[str]]:
        """Return three rows a key, the first value, the second and the difference; verdicts.

        Whether a difference is settled is judged for all of them together.
        """
        pairs = [[self._pair(answer, key) for answer in layout.answers] for key in keys]
        every = [pair for line in pairs for pair in line]
        told = [pair for pair in every if pair.difference.low is not None]
        found = settled_together(
            [pair.difference for pair in told], level=self.level, anytime=self.anytime
        )
        settled = {id(pair): verdict for pair, verdict in zip(told, found, strict=True)}
        self.among = looked_at(found, anytime=self.anytime)
        rows: list[list[Any]] = []
        for line in pairs:
            rows += self._lines(layout, line, settled)
        verdicts = [self._verdict(pair, is_settled=settled.get(id(pair))) for pair in every]
        if len(told) > 1:
            verdicts.append(
                f"{len(told)} differences are looked at together, and the more there are the clearer"
                " one has to be to count as settled: of all that are none, the chance to call"
                f" any settled stays below {(1 - self.level) * 100:.6g} %"
                f" ({'Bonferroni' if self.anytime else 'Holm'})."
            )
        if common := max(
            (shared.units for a in layout.answers for shared in a.shared.values()), default=0
        ):
            verdicts.append(
                f"Both sides share {counted(common, 'session or game', 'sessions or games')},"
                " which the intervals of the differences take into account."
            )
        return rows, verdicts

    def _pair(self, answer: Answered, key: Key) -> _Pair:
        first, second = (answer.figure((*key, as_key(value))) for value in self.comparison.values)
        less = differ(
            answer,
            key,
            first,
            second,
            names=self.names,
            level=self.level,
            anytime=self.anytime,
        )
        return _Pair(key, answer, first, second, less)

    def _lines(
        self, layout: Layout, line: Sequence[_Pair], settled: dict[int, bool]
    ) -> list[list[Any]]:
        first, second = self.comparison.values
        named = [*map(shown_key, line[0].key)]
        lines = [[*named, one] for one in (str(first), str(second), f"{second} − {first}")]
        for pair, fill in zip(line, layout.fills, strict=True):
            a, b = pair.first, pair.second
            is_counted = pair.answer.plan.counts_shares
            less = (b.counted or 0) - (a.counted or 0) if is_counted else None
            both = Figure(pair.difference, a.n + b.n, a.games + b.games, counted=less)
            verdict = OPEN
            if id(pair) in settled:
                more = 0 if settled[id(pair)] else self._more_games(pair)
                verdict = (settled[id(pair)], more)
            lines[0] += fill(a, OPEN)
            lines[1] += fill(b, OPEN)
            lines[2] += fill(both, verdict)
        return lines

    def _more_games(self, pair: _Pair) -> int | None:
        return games_to_settle(
            pair.difference,
            games_of_both(pair.answer, pair.first, pair.second),
            among=self.among,
            level=self.level,
            anytime=self.anytime,
        )

    def _verdict(self, pair: _Pair, *, is_settled: bool | None) -> str:
        measure: Measure = pair.answer.measure
        where = f" ({', '.join(map(str, pair.key))})" if pair.key else ""
        if is_settled is None:
            why = pair.difference.why
            if pair.answer.plan.counts_distinct:
                why = "both sides may share some of what is counted"
            return f"{measure}{where}: no interval of the difference, because {why}."
        if is_settled:
            return f"{measure}{where}: the difference is settled."
        more = self._more_games(pair)
        if not more:
            return f"{measure}{where}: not settled."
        return (
            f"{measure}{where}: not settled; about {rounded(more):,} more game{'' if more == 1 else 's'}"
            " would settle a difference of that size."
        )


def rounded(games: int) -> int:
    """Return a number of games by its first two digits: more of them nobody knows.

    >>> rounded(38), rounded(23888)
    (38, 24000)
    """
    return round(games, min(0, 2 - len(str(games))))


def games_of_both(answer: Answered, a: Figure, b: Figure) -> int:
    """Return the games of two sides together, of which one may be on both."""
    if answer.plan.of_the_whole:  # shares are of all that were counted
        return answer.total.games
    return min(a.games + b.games, answer.total.games)


def differ(
    answer: Answered,
    key: Key,
    a: Figure,
    b: Figure,
    *,
    names: Catalogue,
    level: float,
    anytime: bool,
) -> Interval:
    """Return *b* less *a*, two figures of one measure, with the interval that it has."""
    units = a.interval.units + b.interval.units
    if a.interval.estimate is None or b.interval.estimate is None:
        why = a.interval.why or b.interval.why or NOTHING
        return Interval(None, None, None, units, why)
    measure = answer.measure
    if measure.aggregate in ("median", "quantile"):
        return difference(b.interval, a.interval)
    if measure.aggregate in OF_ROWS:
        size = b.interval.estimate - a.interval.estimate
        what = "standard deviations" if measure.aggregate == "sd" else "single cases"
        return Interval(size, None, None, units, f"{what} have no interval here")
    if answer.plan.counts_shares:
        together = of_one_whole(a.interval.estimate, b.interval.estimate)
        return difference(b.interval, a.interval, together=together)
    together = _together(answer, key, a, b)
    metric = names.metrics[measure.metric]
    if metric.kind == "rate" or measure.aggregate == "share":
        return difference(b.interval, a.interval, together=together)
    assert a.sums is not None and b.sums is not None, "a mean is made of sums"
    return mean_difference(b.sums, a.sums, level=level, anytime=anytime, together=together)


def _together(answer: Answered, key: Key, a: Figure, b: Figure) -> float:
    """Return how the figures of both sides go together, from the units that they share."""
    shared = answer.shared.get(key)
    if shared is None or not shared.units or a.by_unit is None or b.by_unit is None:
        return 0.0
    one: ClusterSums = a.by_unit
    other: ClusterSums = b.by_unit
    return correlation(one, other, PairSums(*shared))
