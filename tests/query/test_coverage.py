"""Counts how often the intervals hold what they promise, in games made up for the purpose.

Rates are beta-binomial: each game draws its own rate around the true one, so that any two moves of
a game have the given correlation. Everything is seeded, so a run either always passes or never.
`python -m tests.query.test_coverage` prints the tables that the docstring of
storage/query/statistics.py sums up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from scipy import stats  # type: ignore[import-untyped]  # it ships no types

from storage.query.statistics import (
    ClusterSums,
    difference,
    mean_difference,
    mean_interval,
    rate_interval,
)

from .quantiles import quantile_interval

GAMES = (8, 11, 20, 60)
CORRELATIONS = (0.0, 0.05, 0.15)
RATES = (0.02, 0.05, 0.1, 0.3, 0.5)
"""Those above a half are these with the sides turned: test_statistics holds that they are alike."""

LENGTHS = ("turns", "rounds", "uneven")
RUNS = 1000

Cell = tuple[str, int, float, float]


def lengths_of(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> Any:
    """Moves per game: turns 6 to 90, most of them 18 to 44; rounds 3 to 12; uneven 2 to 300."""
    if kind == "rounds":
        return rng.integers(3, 13, shape)
    middle, spread, low, high = (28, 0.45, 6, 90) if kind == "turns" else (20, 0.9, 2, 300)
    drawn = rng.lognormal(math.log(middle), spread, shape)
    return np.clip(np.round(drawn), low, high).astype(int)


def samples(cell: Cell, runs: int, seed: int) -> Iterator[ClusterSums]:
    kind, games, correlation, rate = cell
    rng = np.random.default_rng(seed)
    m = lengths_of(kind, (runs, games), rng)
    own: Any = rate
    if correlation:
        size = 1 / correlation - 1
        own = rng.beta(rate * size, (1 - rate) * size, (runs, games))
    k = rng.binomial(m, own)
    columns = (k.sum(1), m.sum(1), (k * k).sum(1), (k * m).sum(1), (m * m).sum(1))
    for row in zip(*(column.tolist() for column in columns), strict=True):
        yield ClusterSums(games, *row)


def as_first_designed(sums: ClusterSums) -> tuple[float, float]:
    """Wilson with n/max(1, deff) and t(G - 1): what the method has to be better than."""
    n, p, games = sums.m, sums.k / sums.m, sums.units
    v = games / (games - 1) * (sums.kk - 2 * p * sums.km + p * p * sums.mm) / n**2
    deff = max(1.0, v / (p * (1 - p) / n)) if 0 < p < 1 else 1.0
    return wilson(p, n / deff, t_quantile(games - 1))


def plain_wilson(sums: ClusterSums) -> tuple[float, float]:
    return wilson(sums.k / sums.m, sums.m, 1.959964)


def ours(sums: ClusterSums, level: float = 0.95) -> tuple[float, float]:
    found = rate_interval(sums, level)
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


def wilson(p: float, n: float, z: float) -> tuple[float, float]:
    middle, half = p + z * z / 2 / n, z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n)
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


@cache
def t_quantile(free: int) -> float:
    return float(stats.t.ppf(0.975, free))


def covers(
    method: Callable[[ClusterSums], tuple[float, float]], cell: Cell, runs: int, seed: int
) -> float:
    """The per cent of samples whose interval holds the true rate."""
    rate, rim = cell[3], 1e-12
    ends = [method(sums) for sums in samples(cell, runs, seed)]
    return 100 * fmean(low - rim <= rate <= high + rim for low, high in ends)


@cache
def grid() -> dict[Cell, float]:
    cells = product(LENGTHS, GAMES, CORRELATIONS, RATES)
    return {cell: covers(ours, cell, RUNS, seed) for seed, cell in enumerate(cells)}


def test_a_95_per_cent_interval_of_a_rate_covers_95_per_cent_overall() -> None:
    assert 94.7 <= fmean(grid().values()) <= 95.5


def test_it_covers_93_to_97_per_cent_wherever_one_looks() -> None:
    """In 97 cells of 100, where 1,000 samples put .7 around each; none is far from it."""
    found = grid().values()

    assert sum(93 <= c <= 97 for c in found) >= 0.97 * len(found)
    assert min(found) >= 92.3
    assert max(found) <= 98


@pytest.mark.parametrize("correlation", CORRELATIONS)
@pytest.mark.parametrize("games", GAMES)
def test_no_number_of_games_and_no_likeness_spoils_the_coverage(
    games: int, correlation: float
) -> None:
    found = fmean(c for cell, c in grid().items() if cell[1:3] == (games, correlation))

    # 1,000 samples of 15 cells put .2 around it.
    assert 94.3 <= found <= 96


@pytest.mark.parametrize("rate", RATES)
def test_rare_events_are_covered_no_worse_than_common_ones(rate: float) -> None:
    assert 94.3 <= fmean(c for cell, c in grid().items() if cell[3] == rate) <= 95.8


@pytest.mark.parametrize("level", [0.8, 0.9, 0.99])
def test_other_levels_hold_what_they_promise_too(level: float) -> None:
    """Within .4 of what they may miss, on the average of 24 cells and 300 samples each."""
    cells = [
        (kind, games, correlation, rate)
        for kind in ("turns", "rounds")
        for games in (8, 20)
        for correlation in (0.0, 0.15)
        for rate in (0.02, 0.1, 0.5)
    ]

    found = fmean(
        covers(lambda sums: ours(sums, level), cell, 300, seed) for seed, cell in enumerate(cells)
    )

    assert abs(found - 100 * level) <= 0.4 * 100 * (1 - level)


@pytest.mark.parametrize("kind", ["a few bad games", "logit-normal"])
def test_games_that_differ_in_another_way_are_covered(kind: str) -> None:
    """One game of four has three times the others' rate, or log-odds are normal with σ = .9.

    Of 14 games a bad one is sometimes missing, and with it what the others cannot tell.
    """
    rng = np.random.default_rng(8)
    held, runs, games = 0, 1500, 14
    for _ in range(runs):
        if kind == "logit-normal":
            own = 1 / (1 + np.exp(-rng.normal(-2.4, 0.9, games)))
            rate = 0.1136  # by numerical integration of that, scipy's quad
        else:
            own, rate = np.where(rng.random(games) < 0.25, 0.18, 0.06), 0.09
        m = lengths_of("turns", (1, games), rng)[0]
        k = rng.binomial(m, own)
        low, high = ours(ClusterSums.of(zip(k.tolist(), m.tolist(), strict=True)))
        held += low <= rate <= high

    assert 92.5 <= 100 * held / runs <= 97


@pytest.mark.parametrize("method", [plain_wilson, as_first_designed])
def test_the_simpler_methods_fail_where_events_are_rare_and_come_in_clumps(
    method: Callable[[ClusterSums], tuple[float, float]],
) -> None:
    """Why the method is not simpler. Should this fail, the simpler one will do."""
    corner: Cell = ("turns", 11, 0.15, 0.02)

    assert covers(method, corner, 1000, seed=1) < 88
    assert covers(ours, corner, 1000, seed=1) > 93


def test_games_of_very_uneven_length_do_not_spoil_the_coverage() -> None:
    cells: list[Cell] = [("uneven", 8, c, p) for c in CORRELATIONS for p in (0.1, 0.5)]

    assert fmean(covers(as_first_designed, cell, 1000, seed=2) for cell in cells) < 94
    assert 94.5 <= fmean(covers(ours, cell, 1000, seed=2) for cell in cells) <= 98


def test_a_rate_that_never_showed_keeps_room_for_clumps() -> None:
    """0 of 240: c/(1 + c), c = 1.96²/240, or 3.03 = 1 + 29·.07 times that for 8 games of 30."""
    independent = ours(ClusterSums.of([(0, 1)] * 240))
    in_games = ours(ClusterSums.of([(0, 30)] * 8))

    assert independent == pytest.approx((0, 0.01575), abs=1e-5)
    assert in_games == pytest.approx((0, 0.04626), abs=1e-5)


@pytest.mark.parametrize("games", [8, 20])
@pytest.mark.parametrize("correlation", [0.0, 0.15])
def test_a_mean_and_a_median_of_games_that_differ_are_covered(
    games: int, correlation: float
) -> None:
    """Waiting times, exponential, with games that are slow or fast as a whole."""
    rng = np.random.default_rng(games)
    runs, mean_held, median_held = 500, 0, 0
    for _ in range(runs):
        m = lengths_of("rounds", (1, games), rng)[0]
        game = np.repeat(np.arange(games), m)
        hidden = math.sqrt(correlation) * rng.normal(size=games)[game]
        hidden += math.sqrt(1 - correlation) * rng.normal(size=len(game))
        values = -stats.norm.logsf(hidden)
        totals = np.bincount(game, weights=values).tolist()

        mean = mean_interval(ClusterSums.of(zip(totals, m.tolist(), strict=True), cubes=True))
        rows = [(v, g, 1) for v, g in zip(values.tolist(), game.tolist(), strict=True)]
        median = quantile_interval(rows, 0.5)

        assert mean.low is not None
        assert mean.high is not None
        mean_held += mean.low <= 1 <= mean.high
        median_held += (
            median.low is not None
            and median.high is not None
            and median.low <= math.log(2) <= median.high
        )

    assert 93 <= 100 * mean_held / runs <= 98
    assert 93 <= 100 * median_held / runs <= 98.5


def test_two_prints_of_the_same_game_seem_settled_about_one_time_in_twenty() -> None:
    cell: Cell = ("rounds", 12, 0.05, 0.3)
    runs = 1500
    pairs = list(zip(samples(cell, runs, 5), samples(cell, runs, 6), strict=True))

    rates = sum(difference(rate_interval(a), rate_interval(b)).settled for a, b in pairs)
    means = sum(mean_difference(a, b).settled for a, b in pairs)

    assert 0.015 <= rates / runs <= 0.055
    assert 0.03 <= means / runs <= 0.07


@pytest.mark.parametrize("games", [8, 30])
@pytest.mark.parametrize("correlation", CORRELATIONS)
def test_one_sided_ends_of_rare_rates_settle_no_more_differences_of_nothing(
    games: int, correlation: float
) -> None:
    """Held against 8 games: an end that spends the whole 5 % meets one that is never missed."""
    here = samples(("turns", 8, correlation, 0.02), 600, 7)
    there = samples(("turns", games, correlation, 0.02), 600, 8)

    settled = sum(
        difference(rate_interval(a), rate_interval(b)).settled
        for a, b in zip(here, there, strict=True)
    )

    assert settled / 600 <= 0.05


def test_who_looks_after_every_game_is_misled_unless_the_interval_is_anytime() -> None:
    """A designer who looks from the 6th game to the 200th and stops at the first surprise."""
    rng = np.random.default_rng(11)
    runs, rate, size = 300, 0.3, 1 / 0.05 - 1
    misled = {False: 0, True: 0}
    for _ in range(runs):
        m = lengths_of("turns", (1, 200), rng)[0]
        k = rng.binomial(m, rng.beta(rate * size, (1 - rate) * size, 200))
        parts = (k, m, k * k, k * m, m * m)
        running = np.stack([np.cumsum(part) for part in parts], axis=1).tolist()
        for anytime in misled:
            looks = (
                rate_interval(ClusterSums(games, *running[games - 1]), anytime=anytime)
                for games in range(6, 201)
            )
            misled[anytime] += any(
                look.low is None or look.high is None or not look.low <= rate <= look.high
                for look in looks
            )

    assert misled[False] / runs > 0.12
    assert misled[True] / runs <= 0.05


def main() -> None:
    methods = {"plain": plain_wilson, "first design": as_first_designed, "ours": ours}
    kinds = (*LENGTHS, "uneven")
    rates = (0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.98)
    print(f"{'':8}games corr. ", *(f"{rate:>18}" for rate in rates))
    for kind, games, correlation in product(kinds, GAMES, CORRELATIONS):
        row = []
        for seed, rate in enumerate(rates):
            cell = (kind, games, correlation, rate)
            found = [covers(method, cell, 2000, seed) for method in methods.values()]
            row.append(" ".join(f"{c:5.1f}" for c in found).rjust(18))
        print(f"{kind:8}{games:5} {correlation:5}", *row, flush=True)


if __name__ == "__main__":
    main()
