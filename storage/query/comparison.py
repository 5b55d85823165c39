"""Holds two values of a dimension against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .catalogue import Catalogue
from .figures import Answered, Figure, Key
from .layout import OPEN, Layout, as_key, counted, shown_key
from .plan import OF_ROWS
from .query import Comparison, Measure
from .statistics import (
    NOTHING,
    Interval,
    games_to_settle,
    mean_difference,
    rate_difference,
)


class Compared:
    """The differences of one answer, each second value less first."""

    def __init__(
        self, comparison: Comparison, names: Catalogue, level: float, *, anytime: bool
    ) -> None:
        self.comparison = comparison
        self.names = names
        self.level = level
        self.anytime = anytime

    def rows(self, layout: Layout, keys: Sequence[Key]) -> tuple[list[list[Any]], list[str]]:
        """Return three rows a key, the first value, the second and the difference; verdicts."""
        first, second = self.comparison.values
        rows: list[list[Any]] = []
        verdicts = []
        for key in keys:
            named = [*map(shown_key, key)]
            lines = [[*named, one] for one in (str(first), str(second), f"{second} − {first}")]
            for answer, fill in zip(layout.answers, layout.fills, strict=True):
                a, b = (answer.figure((*key, as_key(value))) for value in (first, second))
                difference = self._difference(answer, a, b)
                more = games_to_settle(difference, level=self.level)
                is_counted = answer.plan.counts_shares
                less = (b.counted or 0) - (a.counted or 0) if is_counted else None
                both = Figure(difference, a.n + b.n, a.games + b.games, counted=less)
                lines[0] += fill(a, OPEN)
                lines[1] += fill(b, OPEN)
                is_open = difference.low is None
                lines[2] += fill(both, OPEN if is_open else (difference.settled, more))
                verdicts.append(_verdict(answer.measure, key, difference, more))
            rows += lines
        return rows, verdicts

    def _difference(self, answer: Answered, a: Figure, b: Figure) -> Interval:
        """Return second less first, with the interval that it has."""
        units = a.interval.units + b.interval.units
        if a.interval.estimate is None or b.interval.estimate is None:
            why = a.interval.why or b.interval.why or NOTHING
            return Interval(None, None, None, units, why)
        if answer.measure.aggregate in OF_ROWS:
            size = b.interval.estimate - a.interval.estimate
            return Interval(
                size, None, None, units, "a difference of quantiles has no interval yet"
            )
        metric = self.names.metrics[answer.measure.metric]
        is_rate = metric.kind == "rate" or answer.measure.aggregate == "share"
        if is_rate or answer.plan.counts_shares:
            return rate_difference(b.interval, a.interval)
        assert a.sums is not None and b.sums is not None, "a mean is made of sums"
        return mean_difference(b.sums, a.sums, level=self.level, anytime=self.anytime)


def _verdict(measure: Measure, key: Key, difference: Interval, more: int | None) -> str:
    where = f" ({', '.join(map(str, key))})" if key else ""
    if difference.low is None:
        return f"{measure}{where}: no interval of the difference, because {difference.why}."
    if difference.settled:
        return f"{measure}{where}: the difference is settled."
    if more is None:
        return f"{measure}{where}: not settled."
    return (
        f"{measure}{where}: not settled; about {counted(more, 'more game')} would settle a"
        " difference of that size."
    )
