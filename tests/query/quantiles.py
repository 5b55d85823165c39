"""Quantiles from plain rows: what SQL does around `rank_interval`, done once more in Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from storage.query.statistics import NOTHING, ClusterSums, Interval, rank_interval


def quantile_interval(
    rows: Iterable[tuple[float, Hashable, int]],
    q: float,
    *,
    level: float = 0.95,
    anytime: bool = False,
) -> Interval:
    """Return the *q* quantile of (value, game, how often) rows, with its interval.

    It does in Python what SQL does around `rank_interval`. The quantile is a value that occurred: the least with at least q of all at or below it.

    >>> quantile_interval([(v, game, 1) for game in range(9) for v in range(8)], 0.5)
    Interval(estimate=3, low=3, high=4, units=9, why=None)
    """
    ordered = sorted(rows, key=lambda row: row[0])
    total = sum(count for _, _, count in ordered)
    if not total:
        return Interval(None, None, None, 0, NOTHING)
    estimate = value_at(ordered, q * total)
    below: dict[Hashable, int] = defaultdict(int)
    cases: dict[Hashable, int] = defaultdict(int)
    for value, game, count in ordered:
        cases[game] += count
        below[game] += count if value <= estimate else 0
    sums = ClusterSums.of((below[game], m) for game, m in cases.items())
    ranks = rank_interval(sums, q, level=level, anytime=anytime)
    low = None if ranks.low is None else value_at(ordered, ranks.low * total)
    high = None if ranks.high is None else value_at(ordered, ranks.high * total)
    return Interval(estimate, low, high, sums.units, ranks.why)


def value_at(ordered: list[tuple[float, Hashable, int]], cases: float) -> float:
    """The least value with at least so many *cases* at or below it, forgiving rounding."""
    reached = 0
    for value, _, count in ordered:
        reached += count
        if reached >= cases - 1e-9 * cases:
            return value
    raise AssertionError("a rank within the sample has a value")
