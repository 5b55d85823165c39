"""Holds the intervals to published figures, to scipy and statsmodels, and to laws of their own."""

from __future__ import annotations

import doctest
import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import optimize, stats  # type: ignore[import-untyped]  # it ships no types
from statsmodels.stats.power import NormalIndPower  # type: ignore[import-untyped]  # it ships no types
from statsmodels.stats.proportion import (  # type: ignore[import-untyped]  # it ships no types
    confint_proportions_2indep,
    proportion_confint,
)

from storage.query import statistics
from storage.query.statistics import (
    CLUMPED,
    LIKENESS,
    WEIGHT,
    ClusterSums,
    Interval,
    PairSums,
    correlation,
    difference,
    games_to_settle,
    mean_difference,
    mean_interval,
    normal_cdf,
    normal_quantile,
    of_one_whole,
    rank_interval,
    rate_interval,
    settled_together,
    student_cdf,
    student_quantile,
)

from .quantiles import quantile_interval


def one_case_per_game(k: int, n: int) -> ClusterSums:
    """As where games won are counted: moves cannot be alike, so the textbook interval holds."""
    return ClusterSums(n, k, n, k, k, n)


def ends(interval: Interval) -> tuple[float, float]:
    assert interval.low is not None
    assert interval.high is not None
    return interval.low, interval.high


lengths = st.lists(st.integers(1, 60), min_size=2, max_size=25)


@st.composite
def counted_games(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Games with (k, m), 0 ≤ k ≤ m."""
    return [(draw(st.integers(0, m)), m) for m in draw(lengths)]


# Distributions


@pytest.mark.parametrize(
    "p", [1e-300, 1e-12, 0.001, 0.025, 0.3, 0.5, 0.500001, 0.9, 0.975, 1 - 1e-9]
)
def test_normal_quantiles_are_those_of_scipy(p: float) -> None:
    assert normal_quantile(p) == pytest.approx(stats.norm.ppf(p), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("free", [0.5, 1, 1.3, 2, 3, 7, 7.77, 30, 123.4, 999, 1000, 5e4, 1e7])
@pytest.mark.parametrize("p", [0.005, 0.3, 0.5, 0.6, 0.95, 0.975, 0.9995])
def test_student_quantiles_are_those_of_scipy(p: float, free: float) -> None:
    assert student_quantile(p, free) == pytest.approx(stats.t.ppf(p, free), rel=1e-10, abs=1e-12)


@given(t=st.floats(-80, 80), free=st.floats(0.3, 3000))
def test_the_shares_below_are_those_of_scipy(t: float, free: float) -> None:
    assert student_cdf(t, free) == pytest.approx(stats.t.cdf(t, free), abs=1e-10)
    assert normal_cdf(t) == pytest.approx(stats.norm.cdf(t), rel=1e-12)


def test_a_printed_table_of_student_agrees() -> None:
    """Student's table as every textbook has it, two-sided 5 %."""
    printed = {1: 12.706, 2: 4.303, 5: 2.571, 7: 2.365, 10: 2.228, 30: 2.042, 120: 1.980}

    assert {free: round(student_quantile(0.975, free), 3) for free in printed} == printed


# Rates


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
    ],
)
def test_one_case_per_game_gives_the_intervals_newcombe_printed(
    k: int, n: int, low: float, high: float
) -> None:
    """Newcombe 1998, Statistics in Medicine 17:857, table I, method 3 (Wilson)."""
    found = ends(rate_interval(one_case_per_game(k, n)))

    assert found == pytest.approx((low, high), abs=5e-5)


@given(n=st.integers(2, 400), share=st.floats(0, 1), level=st.floats(0.5, 0.999))
def test_one_case_per_game_gives_statsmodels_wilson(n: int, share: float, level: float) -> None:
    k = round(share * n)

    low, high = ends(rate_interval(one_case_per_game(k, n), level))

    theirs = proportion_confint(k, n, 1 - level, "wilson")
    if not is_few(k, n):
        assert low == pytest.approx(theirs[0], abs=1e-9)
    if not is_few(n - k, n):
        assert high == pytest.approx(theirs[1], abs=1e-9)


def is_few(k: int, n: int) -> bool:
    return 1 <= k <= (2 if n <= 50 else 3)


@pytest.mark.parametrize(("k", "n"), [(1, 8), (2, 8), (1, 29), (2, 50), (3, 51), (3, 400)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_near_end_of_few_events_is_that_of_a_poisson_count(
    k: int, n: int, level: float
) -> None:
    """Brown, Cai & DasGupta 2001, section 4.1: half a quantile of chi squared, over n."""
    low, high = ends(rate_interval(one_case_per_game(k, n), level))
    others = ends(rate_interval(one_case_per_game(n - k, n), level))

    theirs = proportion_confint(k, n, 1 - level, "wilson")
    poisson = stats.chi2.ppf(1 - level, 2 * k) / 2 / n
    assert low == pytest.approx(min(poisson, theirs[0]), rel=1e-9)
    assert high == pytest.approx(theirs[1], abs=1e-9)
    assert others == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("rate", [0.02, 0.05, 0.95, 0.98])
@pytest.mark.parametrize("games", [8, 10, 11, 12, 25, 40, 60])
def test_rare_wins_are_covered_by_more_than_their_whole_numbers_cost(
    games: int, rate: float
) -> None:
    """Exactly, by scipy's binomial. Wilson's own covers 85 % of 8 games at .02, 90 of 11 at .05."""
    covered = 0.0
    for wins in range(games + 1):
        low, high = ends(rate_interval(one_case_per_game(wins, games)))
        covered += stats.binom.pmf(wins, games, rate) * (low <= rate <= high)

    assert covered > 0.93


def test_a_rate_of_uneven_games_is_that_of_a_hand_reckoning() -> None:
    """The formulas of the module, in numpy and scipy, over the games rather than over sums."""
    k, m = np.array([9, 2, 14, 0, 3]), np.array([20, 10, 25, 8, 12])
    n, p, x = m.sum(), k.sum() / m.sum(), k.sum()
    h = (m**2).sum() / n**2
    v = ((k - p * m) ** 2).sum() / n**2 / (1 - h)
    d = v / (p * (1 - p) / n)
    expected = 1 + ((m**2).sum() / n - 1) * LIKENESS
    z, t = stats.norm.ppf(0.95), stats.t.ppf(0.95, (1 / h - 1) / 0.8)
    near = (x**2 * t**2 * d + WEIGHT * z**2 * expected) / (x**2 + WEIGHT)
    clump = (x * d + CLUMPED * expected) / (x + CLUMPED)
    there = wilson(p, n, z**2 * clump, 0.10)[1]
    lean = max(0, 1 - 2 * there) / math.sqrt(n * there * (1 - there))
    skew = lean * (clump - 1) * 4 / 6 * x / (x + 1)
    far = (math.sqrt(near) + (z**2 + 2) * skew) ** 2
    unmissed = wilson(0, n, z**2 * expected * (1 - n / (m**2).sum()), 0.10)[1]

    found = rate_interval(ClusterSums.of(zip(k.tolist(), m.tolist(), strict=True)), 0.90)

    wanted = wilson(p, n, near, 0.10)[0], wilson(p, n, far, 0.10)[1]
    assert wanted[0] > unmissed
    assert ends(found) == pytest.approx(wanted, rel=1e-9)
    assert found.estimate == pytest.approx(28 / 75)
    assert found.units == 5


def wilson(p: float, n: int, square: float, alpha: float) -> tuple[float, float]:
    """statsmodels' interval of p with so many cases that z²/n is *square*/n."""
    effective = n * stats.norm.ppf(1 - alpha / 2) ** 2 / square
    low, high = proportion_confint(p * effective, effective, alpha, "wilson")
    return float(low), float(high)


def test_where_none_would_surprise_nobody_the_near_end_is_one_sided() -> None:
    """5 events in 9 games of 20: the low end is that of 90 %, the high one that of 95 % or more."""
    k = [1, 0, 0, 2, 0, 0, 1, 0, 1]
    d = np.var(k, ddof=1) / (20 * 5 / 180 * 175 / 180)
    expected = 1 + 19 * LIKENESS

    def two_sided(alpha: float) -> tuple[float, float]:
        z, t = stats.norm.isf(alpha / 2), stats.t.isf(alpha / 2, 8 / 0.8)
        square = (25 * t**2 * d + WEIGHT * z**2 * expected) / (25 + WEIGHT)
        return wilson(5 / 180, 180, square, alpha)

    low, high = ends(rate_interval(ClusterSums.of((one, 20) for one in k)))

    assert low == pytest.approx(two_sided(0.10)[0], rel=1e-9)
    assert two_sided(0.05)[1] <= high <= 1.2 * two_sided(0.05)[1]


def test_the_far_end_of_a_rare_rate_allows_for_clumps_that_were_not_seen() -> None:
    """Six events one by one, or three in each of two of 20 games: the same rate, another doubt."""
    single = ends(rate_interval(ClusterSums.of([(1, 20)] * 6 + [(0, 20)] * 14)))
    clumped = ends(rate_interval(ClusterSums.of([(3, 20)] * 2 + [(0, 20)] * 18)))

    assert clumped[1] - 0.015 > 1.5 * (single[1] - 0.015)
    assert clumped[0] < single[0]


@pytest.mark.parametrize(("games", "length"), [(5, 12), (8, 30), (20, 8), (60, 20)])
def test_none_and_all_are_bounded_as_by_games_that_are_alike_as_expected(
    games: int, length: int
) -> None:
    """The exact bound is the rate at which no event at all is seen one time in 40, beta-binomial.

    Ours is up to .7 above it where games are few and long, for clumps are no normal matter.
    """

    def chance_of_none(rate: float) -> float:
        size = 1 / LIKENESS - 1
        return float(stats.betabinom.pmf(0, length, rate * size, (1 - rate) * size) ** games)

    exact = optimize.brentq(lambda rate: chance_of_none(rate) - 0.025, 1e-6, 0.9)

    low, high = ends(rate_interval(ClusterSums.of([(0, length)] * games)))
    others = ends(rate_interval(ClusterSums.of([(length, length)] * games)))

    assert low == 0
    assert 1 <= high / exact <= 1.7
    assert others == pytest.approx((1 - high, 1))


@given(games=counted_games())
def test_a_rate_lies_within_its_interval_and_the_interval_within_0_and_1(
    games: list[tuple[int, int]],
) -> None:
    found = rate_interval(ClusterSums.of(games))
    low, high = ends(found)

    assert found.estimate is not None
    assert 0 <= low <= found.estimate <= high <= 1
    assert high - low > 0


@given(games=counted_games())
def test_passing_and_not_passing_are_one_thing_seen_from_two_sides(
    games: list[tuple[int, int]],
) -> None:
    low, high = ends(rate_interval(ClusterSums.of(games)))

    other = ends(rate_interval(ClusterSums.of((m - k, m) for k, m in games)))

    assert other == pytest.approx((1 - high, 1 - low), abs=1e-9)


@given(games=counted_games())
def test_moves_of_games_tell_at_most_twice_as_much_as_independent_ones(
    games: list[tuple[int, int]],
) -> None:
    """And never less than if all moves of a game went the same way. Half the variance is √2 less.

    The least is that of 90 %, for the end towards 0 may be one-sided.
    """
    sums = ClusterSums.of(games)
    low, high = ends(rate_interval(sums))

    free = ends(rate_interval(one_case_per_game(int(sums.k), int(sums.m)), 0.90))
    all_alike = sums.mm / sums.m * stats.norm.ppf(0.975) ** 2 / sums.m
    rate = sums.k / sums.m

    assert high - low >= (free[1] - free[0]) / math.sqrt(2) - 1e-9
    assert high - low <= 2 * math.sqrt(all_alike * rate * (1 - rate) + all_alike**2 / 4) + 1e-9


@given(games=counted_games(), level=st.floats(0.6, 0.9))
def test_more_games_of_the_same_kind_and_a_lower_level_make_it_narrower(
    games: list[tuple[int, int]], level: float
) -> None:
    def width(of: list[tuple[int, int]], at: float) -> float:
        low, high = ends(rate_interval(ClusterSums.of(of), at))
        return high - low

    assert width(games * 4, 0.95) < width(games, 0.95)
    assert width(games, level) < width(games, 0.95)


def test_games_that_are_each_all_or_nothing_count_once_each() -> None:
    """20 games in which everybody always does the same are 20 observations, not 600."""
    games = [(30, 30)] * 8 + [(0, 30)] * 12

    low, high = ends(rate_interval(ClusterSums.of(games)))

    assert (low, high) == pytest.approx(proportion_confint(8, 20, 0.05, "wilson"), abs=1e-9)


def test_games_without_a_chance_change_nothing() -> None:
    games = [(3, 10), (1, 8), (4, 9)]

    assert ClusterSums.of([*games, (0, 0)]) == ClusterSums.of(games)


@pytest.mark.parametrize(
    ("games", "estimate", "word"),
    [([], None, "nothing"), ([(3, 10)], 0.3, "one game"), ([(0, 0), (3, 10)], 0.3, "one game")],
)
def test_where_no_interval_can_be_told_it_is_said_so(
    games: list[tuple[int, int]], estimate: float | None, word: str
) -> None:
    found = rate_interval(ClusterSums.of(games))

    assert (found.estimate, found.low, found.high) == (estimate, None, None)
    assert found.why is not None
    assert word in found.why


def test_what_is_no_rate_is_refused() -> None:
    with pytest.raises(ValueError, match="mean_interval"):
        rate_interval(ClusterSums.of([(7, 5), (1, 1)]))


@pytest.mark.parametrize("level", [0.0, 1.0, 95])
def test_a_level_in_per_cent_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        rate_interval(ClusterSums.of([(7, 9), (1, 4)]), level)


# Means

values = st.lists(st.integers(-50, 50), min_size=3, max_size=20).filter(lambda v: len({*v}) > 1)


@given(scores=values, level=st.floats(0.5, 0.99))
def test_one_case_per_game_gives_students_interval(scores: list[int], level: float) -> None:
    found = mean_interval(ClusterSums.of((score, 1) for score in scores), level)

    scipys = stats.ttest_1samp(scores, 0).confidence_interval(level)
    assert ends(found) == pytest.approx((scipys.low, scipys.high), rel=1e-8, abs=1e-8)


@given(a=values, b=values)
def test_one_case_per_game_gives_welchs_interval(a: list[int], b: list[int]) -> None:
    found = mean_difference(
        ClusterSums.of((score, 1) for score in a), ClusterSums.of((score, 1) for score in b)
    )

    welch = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    assert ends(found) == pytest.approx((welch.low, welch.high), rel=1e-8, abs=1e-8)


@given(games=counted_games().filter(lambda games: len({k / m for k, m in games}) > 1))
def test_a_mean_may_be_measured_in_any_unit(games: list[tuple[int, int]]) -> None:
    low, high = ends(mean_interval(ClusterSums.of(games)))

    in_minutes = ends(mean_interval(ClusterSums.of((k / 60, m) for k, m in games)))

    assert in_minutes == pytest.approx((low / 60, high / 60), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_a_skewed_mean_reaches_farther_by_the_expansion_of_cornish_and_fisher(seed: int) -> None:
    """Of 12 waiting times, with scipy's unbiased third cumulant: twice s(2t² + 1)/6 errors."""
    waits = np.random.default_rng(seed).exponential(60, 12)
    games = [(float(wait), 1) for wait in waits]
    error = stats.sem(waits)
    skewness = stats.kstat(waits, 3) / 12**2 / error**3
    t = stats.t.ppf(0.975, 11)
    more = 2 * skewness * (2 * t * t + 1) / 6 * error

    low, high = ends(mean_interval(ClusterSums.of(games, cubes=True)))

    plain = ends(mean_interval(ClusterSums.of(games)))
    assert low == pytest.approx(plain[0] + min(0, more), rel=1e-9)
    assert high == pytest.approx(plain[1] + max(0, more), rel=1e-9)


@given(scores=values, level=st.floats(0.5, 0.99))
def test_skewness_makes_a_mean_wider_on_one_side_and_narrower_on_none(
    scores: list[int], level: float
) -> None:
    games = [(score, 1) for score in scores]

    low, high = ends(mean_interval(ClusterSums.of(games, cubes=True), level))
    turned = ends(mean_interval(ClusterSums.of(((-k, m) for k, m in games), cubes=True), level))

    plain = ends(mean_interval(ClusterSums.of(games), level))
    assert low <= plain[0]
    assert plain[1] <= high
    assert low == plain[0] or high == plain[1]
    assert turned == pytest.approx((-high, -low), rel=1e-9, abs=1e-9)


def test_values_that_lie_alike_on_both_sides_leave_student_as_it_is() -> None:
    games = [(value, 1) for value in (7, 9, 10, 10, 11, 13)]

    assert mean_interval(ClusterSums.of(games, cubes=True)) == mean_interval(ClusterSums.of(games))


def test_skewness_that_both_sides_have_cancels_in_their_difference() -> None:
    games = [(value, 1) for value in (2, 3, 3, 5, 4, 22)]
    later = [(k + 4, m) for k, m in games]

    found = mean_difference(ClusterSums.of(later, cubes=True), ClusterSums.of(games, cubes=True))

    plain = mean_difference(ClusterSums.of(later), ClusterSums.of(games))
    assert ends(found) == pytest.approx(ends(plain), rel=1e-6)


def test_what_a_mean_is_counted_from_does_not_skew_it() -> None:
    """Third powers of large numbers leave nothing of it in a float; then it is Student's interval."""
    waits = [30.0, 45, 61, 70, 300]
    sums = [
        ClusterSums.of(((start + wait, 1) for wait in waits), cubes=True)
        for start in (0, 10_000, 5_000_000)
    ]

    widths = [high - low for low, high in map(ends, map(mean_interval, sums))]

    assert widths[1] == pytest.approx(widths[0], rel=1e-6)
    student = ends(mean_interval(ClusterSums.of((wait, 1) for wait in waits)))
    assert widths[2] == pytest.approx(student[1] - student[0], rel=1e-3)


def test_what_cannot_be_is_cut_off_an_interval() -> None:
    assert Interval(2.0, -3.0, 7.0, 9).within(0, 5) == Interval(2.0, 0, 5, 9)
    assert Interval(2.0, 1.0, 3.0, 9).within(0, 5) == Interval(2.0, 1.0, 3.0, 9)
    assert Interval(2.0, None, None, 1, "alone").within(0, 5).low is None
    # Where the mean itself is beyond, it is the bound that is wrong.
    assert Interval(-2.0, -3.0, 1.0, 9).within(0, None) == Interval(-2.0, -3.0, 1.0, 9)


def test_equal_games_make_the_usual_cluster_variance() -> None:
    """With 4 cases in each game the mean of the game means is all there is."""
    totals = [10, 18, 13, 21, 9]

    found = mean_interval(ClusterSums.of((total, 4) for total in totals))

    means = [total / 4 for total in totals]
    scipys = stats.ttest_1samp(means, 0).confidence_interval(0.95)
    assert ends(found) == pytest.approx((scipys.low, scipys.high), rel=1e-9)


def test_games_that_do_not_differ_give_no_interval_rather_than_one_of_no_width() -> None:
    alike = mean_interval(ClusterSums.of([(0.3, 1), (0.6, 2), (0.9, 3)]))
    both = mean_difference(ClusterSums.of([(4, 2), (6, 3)]), ClusterSums.of([(5, 1), (10, 2)]))

    for found in (alike, both):
        assert (found.low, found.high) == (None, None)
        assert found.why is not None
        assert "same value" in found.why


def test_a_side_on_which_all_is_alike_leaves_the_difference_open() -> None:
    """Two games that happen to last as long are not known to the second."""
    alike, other = ClusterSums.of([(60, 1), (60, 1)]), ClusterSums.of([(90, 1), (91, 1), (94, 1)])

    for found in (mean_difference(alike, other), mean_difference(other, alike)):
        assert (found.low, found.high, found.settled) == (None, None, False)
        assert found.why is not None
        assert "on one side" in found.why


def test_two_games_that_happen_to_be_alike_tell_hardly_more_than_independent_moves() -> None:
    """2 of 10 in each of two: statsmodels' Wilson of 4 of 20, but for a fourteenth of its variance."""
    low, high = ends(rate_interval(ClusterSums.of([(2, 10), (2, 10)])))

    two_sided = wilson(0.2, 20, stats.norm.ppf(0.975) ** 2 * 13 / 14, 0.05)
    one_sided = wilson(0.2, 20, stats.norm.ppf(0.95) ** 2 * 13 / 14, 0.10)
    assert low <= one_sided[0] + 1e-9
    assert high >= two_sided[1] - 1e-9


def test_a_single_game_on_either_side_gives_no_interval() -> None:
    many, one = ClusterSums.of([(4, 1), (6, 1), (7, 1)]), ClusterSums.of([(5, 1)])

    for found in (mean_difference(many, one), mean_difference(one, many), mean_interval(one)):
        assert (found.low, found.settled) == (None, False)
        assert found.estimate is not None
    assert mean_difference(many, ClusterSums.of([])).estimate is None


# Quantiles


def test_one_case_per_game_gives_the_order_statistics_of_the_sign_test() -> None:
    """Of 100 values the 41st and the 60th, 50 - 9.8 and 50 + 9.8 rounded away from the middle."""
    rows = [(value, f"game {value}", 1) for value in range(1, 101)]

    found = quantile_interval(rows, 0.5)

    assert (found.estimate, found.low, found.high) == (50, 41, 60)
    within = stats.binom.cdf(59, 100, 0.5) - stats.binom.cdf(40, 100, 0.5)
    assert within == pytest.approx(0.943, abs=0.001)


def test_sql_and_rows_come_to_the_same_quantile() -> None:
    """The steps that SQL takes, here by numpy: quantile, sums below it, quantiles at the ranks."""
    rng = np.random.default_rng(3)
    games = [rng.geometric(0.3, size=rng.integers(5, 30)) for _ in range(12)]
    every = np.sort(np.concatenate(games))

    def quantile(q: float) -> int:
        return int(np.quantile(every, q, method="inverted_cdf"))

    ranks = rank_interval(
        ClusterSums.of((int((game <= quantile(0.7)).sum()), len(game)) for game in games), 0.7
    )
    low, high = ends(ranks)
    rows = [(int(v), g, int((game == v).sum())) for g, game in enumerate(games) for v in {*game}]

    found = quantile_interval(rows, 0.7)

    assert (found.estimate, found.low, found.high) == (quantile(0.7), quantile(low), quantile(high))


@given(
    rows=st.lists(
        st.tuples(st.integers(0, 20), st.integers(0, 6), st.integers(1, 5)), min_size=1, max_size=60
    ),
    q=st.floats(0.05, 0.95),
)
def test_a_quantile_lies_within_its_interval_and_splits_the_values(
    rows: list[tuple[int, int, int]], q: float
) -> None:
    found = quantile_interval(rows, q)

    total = sum(count for _, _, count in rows)
    estimate = found.estimate
    assert estimate is not None
    assert sum(count for value, _, count in rows if value <= estimate) >= q * total * (1 - 1e-9)
    assert sum(count for value, _, count in rows if value < estimate) < q * total
    assert found.low is None or found.low <= estimate
    assert found.high is None or found.high >= estimate
    assert (found.low is None or found.high is None) == (found.why is not None)


def test_an_outer_quantile_of_few_values_has_an_open_end() -> None:
    """Of 20 values none need lie beyond the 95th percentile: the chance is .95^20, a third."""
    found = quantile_interval([(value, value, 1) for value in range(20)], 0.95)

    assert found.low is not None
    assert found.high is None
    assert found.why is not None
    assert "too few values" in found.why


def test_no_values_and_no_such_quantile() -> None:
    assert quantile_interval([], 0.5).estimate is None
    for wrong in (0, 1, 50):
        with pytest.raises(ValueError, match="between 0 and 1"):
            rank_interval(one_case_per_game(3, 9), wrong)


# Differences


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_differences_are_those_newcombe_printed(
    a: tuple[int, int], b: tuple[int, int], low: float, high: float
) -> None:
    """Newcombe 1998, Statistics in Medicine 17:873, table II, method 10."""
    found = difference(rate_interval(one_case_per_game(*a)), rate_interval(one_case_per_game(*b)))

    assert ends(found) == pytest.approx((low, high), abs=5.1e-5)
    assert found.units == a[1] + b[1]


@given(n=st.integers(2, 90), m=st.integers(2, 90), p=st.floats(0, 1), q=st.floats(0, 1))
def test_differences_are_those_of_statsmodels(n: int, m: int, p: float, q: float) -> None:
    i, j = round(p * n), round(q * m)
    assume(not any(is_few(*side) for side in ((i, n), (n - i, n), (j, m), (m - j, m))))

    found = difference(
        rate_interval(one_case_per_game(i, n)), rate_interval(one_case_per_game(j, m))
    )

    theirs = confint_proportions_2indep(i, n, j, m, method="newcomb", compare="diff")
    assert ends(found) == pytest.approx(theirs, abs=1e-9)


@given(a=counted_games(), b=counted_games())
def test_a_difference_turned_round_changes_its_sign_only(
    a: list[tuple[int, int]], b: list[tuple[int, int]]
) -> None:
    one, two = (rate_interval(ClusterSums.of(games)) for games in (a, b))

    there, back = difference(one, two), difference(two, one)

    low, high = ends(back)
    assert ends(there) == pytest.approx((-high, -low), abs=1e-12)
    assert there.settled == back.settled


def test_a_difference_with_a_side_that_cannot_be_told_says_why() -> None:
    good = rate_interval(ClusterSums.of([(3, 10), (4, 9)]))
    alone, empty = rate_interval(ClusterSums.of([(3, 10)])), rate_interval(ClusterSums.of([]))

    assert difference(good, alone).why == alone.why
    assert difference(alone, good).estimate == pytest.approx(0.3 - 7 / 19)
    assert difference(empty, good) == Interval(None, None, None, 2, empty.why)


@pytest.mark.parametrize(
    ("low", "high", "settled"),
    [
        (0.1, 0.3, True),
        (-0.3, -0.1, True),
        (-0.1, 0.1, False),
        (0.0, 0.2, False),
        (-0.2, 0.0, False),
    ],
)
def test_a_difference_is_settled_where_its_interval_leaves_0_out(
    low: float, high: float, settled: bool
) -> None:
    assert Interval((low + high) / 2, low, high, 20).settled is settled


# How many more games


@pytest.mark.parametrize(("size", "power"), [(0.3, 0.8), (0.3, 0.9), (0.5, 0.6), (0.15, 0.8)])
def test_games_to_settle_are_those_of_the_power_formula(size: float, power: float) -> None:
    """statsmodels' sample size for a two-sided z test of two equal groups of unit variance."""
    half = normal_quantile(0.975) * math.sqrt(1 / 10 + 1 / 10)
    now = Interval(size, size - half, size + half, 20)

    more = games_to_settle(now, games=20, power=power)

    per_side = NormalIndPower().solve_power(size, alpha=0.05, power=power, ratio=1)
    assert more is not None
    assert more + 20 == pytest.approx(2 * per_side, abs=1)


@given(
    size=st.floats(0.01, 1), half=st.floats(0.01, 3), units=st.integers(4, 200), sign=st.booleans()
)
def test_that_many_games_of_the_same_kind_do_settle_it(
    size: float, half: float, units: int, sign: bool
) -> None:
    size = size if sign else -size
    more = games_to_settle(Interval(size, size - half, size + half, units), games=units, power=0.5)
    assert more is not None

    def half_after(games: int) -> float:
        return half * math.sqrt(units / (units + games))

    assert half_after(more) <= abs(size) * (1 + 1e-9)
    assert more == 0 or half_after(more - 1) >= abs(size) * (1 - 1e-9)


def test_nothing_settles_no_difference_and_no_more_games_are_due_where_it_is_settled() -> None:
    assert games_to_settle(Interval(0.0, -0.1, 0.1, 20), games=20) is None
    assert games_to_settle(Interval(0.2, None, None, 1, "alone"), games=20) is None
    assert games_to_settle(Interval(None, None, None, 0, "nothing"), games=20) is None
    assert games_to_settle(Interval(0.2, 0.1, 0.3, 20), games=20) == 0
    with pytest.raises(ValueError, match="power"):
        games_to_settle(Interval(0.2, -0.1, 0.3, 20), games=20, power=80)


@pytest.mark.parametrize("among", [2, 5, 40])
def test_among_several_it_takes_the_games_that_a_part_of_alpha_takes(among: int) -> None:
    """statsmodels' sample size at alpha/m, Holm's first step, where games are many."""
    units = 100_000
    half = normal_quantile(0.975) * math.sqrt(4 / units)
    size = half / 2

    more = games_to_settle(Interval(size, size - half, size + half, units), units, among=among)

    per_side = NormalIndPower().solve_power(size, alpha=0.05 / among, power=0.8, ratio=1)
    assert more is not None
    assert more + units == pytest.approx(2 * per_side, rel=1e-3)


@given(
    size=st.floats(0.01, 1),
    half=st.floats(0.01, 3),
    units=st.integers(4, 200),
    others=st.lists(st.floats(0.1, 4), max_size=6),
    anytime=st.booleans(),
)
def test_what_is_not_settled_among_several_takes_more_games(
    size: float, half: float, units: int, others: list[float], anytime: bool
) -> None:
    """Not settled, and nothing more to be played, would contradict itself."""
    one = Interval(size, size - half, size + half, units)
    every = [one, *(Interval(size, size - far, size + far, units) for far in others)]
    found = settled_together(every, anytime=anytime)

    among = len(every) if anytime else found.count(False) or 1
    more = games_to_settle(one, units, among=among, anytime=anytime)

    assert more is not None
    assert found[0] or more > 0
    alone = games_to_settle(one, units, anytime=anytime)
    assert alone is not None
    assert more >= alone


def test_sessions_of_several_games_take_as_many_games_more() -> None:
    """Of ten games a session, ten sessions more are a hundred games more."""
    one = Interval(0.1, -0.02, 0.22, 20)

    by_game, by_session = (games_to_settle(one, games) for games in (20, 200))

    assert by_game is not None
    assert by_session == pytest.approx(10 * by_game, abs=10)


# Looking at any time


def mixture_evidence(t: float, games: int, g: float) -> float:
    """Evidence against the mean by numerical integration, not by the closed form.

    The likelihood of Student's t with the standardised mean drawn from a normal distribution of
    variance g/games, over that with none: at most 1/alpha ever, by Ville's inequality.
    """
    steps = np.linspace(-9, 9, 2001)
    weights = stats.norm.pdf(steps)
    shifted = stats.nct.pdf(t, games - 1, steps * math.sqrt(g))
    return float((weights * shifted).sum() / weights.sum() / stats.t.pdf(t, games - 1))


@pytest.mark.parametrize("games", [8, 15, 40])
def test_an_anytime_mean_ends_where_the_evidence_reaches_its_bound(games: int) -> None:
    scores = np.random.default_rng(games).normal(10, 3, games)
    mean, error = scores.mean(), scores.std(ddof=1) / math.sqrt(games)
    tuning = 2 * math.log(20) + math.log(1 + 2 * math.log(20))

    found = mean_interval(ClusterSums.of((s, 1) for s in scores.tolist()), anytime=True)

    low, high = ends(found)
    assert (low + high) / 2 == pytest.approx(mean)
    evidence = mixture_evidence((high - mean) / error, games, tuning * games / 20)
    assert evidence == pytest.approx(20, rel=1e-3)


def test_an_anytime_rate_of_many_games_is_the_published_asymptotic_sequence() -> None:
    """Waudby-Smith et al. 2024, theorem 2.2, with p(1 - p) for the variance."""
    n, p, rho2 = 4000, 0.5, (2 * math.log(20) + math.log(1 + 2 * math.log(20))) / 20
    radius = math.sqrt(
        2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / 0.05)
    )

    low, high = ends(rate_interval(one_case_per_game(n // 2, n), anytime=True))

    assert (high - low) / 2 == pytest.approx(radius * math.sqrt(p * (1 - p)), rel=2e-3)


@settings(max_examples=50)
@given(games=counted_games())
def test_who_may_look_at_any_time_pays_in_width(games: list[tuple[int, int]]) -> None:
    sums = ClusterSums.of(games)
    low, high = ends(rate_interval(sums))

    wide_low, wide_high = ends(rate_interval(sums, anytime=True))

    assert wide_low <= low
    assert high <= wide_high


def test_three_games_are_too_soon_for_an_anytime_mean() -> None:
    """A variance seen in so few games bounds nothing for ever."""
    three = ClusterSums.of([(12, 1), (15, 1), (11, 1)])

    for found in (
        mean_interval(three, anytime=True),
        mean_difference(three, ClusterSums.of([(5, 1), (9, 1)]), anytime=True),
    ):
        assert (found.low, found.high) == (None, None)
        assert found.why is not None
        assert "too few games" in found.why
    assert ends(mean_interval(three))


# The house


def test_holms_procedure_is_that_of_statsmodels() -> None:
    """Of many means their p values, by Student's t, which the intervals only stand for."""
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

    rng = np.random.default_rng(4)
    differences, doubts = [], []
    for effect in (0, 0.1, 0.5, 1.2, 1.6, 2.5):
        a, b = rng.normal(effect, 1, 12), rng.normal(0, 1, 12)
        size = float(a.mean() - b.mean())
        error = math.sqrt(float(a.var(ddof=1) + b.var(ddof=1)) / 12)
        reach = error * float(stats.t.ppf(0.975, 22))
        differences.append(Interval(size, size - reach, size + reach, 24))
        doubts.append(float(2 * stats.t.sf(abs(size) / error, 22)))

    wanted = multipletests(doubts, alpha=0.05, method="holm")[0].tolist()

    assert settled_together(differences) == wanted
    assert any(wanted)
    assert not all(wanted)


@given(size=st.floats(-1, 1), half=st.floats(0.001, 1))
def test_a_difference_alone_is_settled_where_its_interval_leaves_0_out(
    size: float, half: float
) -> None:
    one = Interval(size, size - half, size + half, 20)

    assert settled_together([one]) == [one.settled]
    assert settled_together([one], anytime=True) == [one.settled]


def test_sides_that_share_their_games_are_told_apart_as_by_the_paired_test() -> None:
    """Student's paired interval, of twelve games that were played by both."""
    rng = np.random.default_rng(2)
    tables = rng.normal(0, 5, 12)
    a, b = tables + rng.normal(1, 1, 12), tables + rng.normal(0, 1, 12)
    sums = [ClusterSums.of((float(value), 1) for value in side) for side in (a, b)]
    pairs = PairSums(12, float(a @ b), float(a.sum()), float(b.sum()), 12)

    found = mean_difference(*sums, together=correlation(*sums, pairs))

    wanted = stats.ttest_rel(a, b).confidence_interval(0.95)
    assert ends(found) == pytest.approx(tuple(wanted), rel=1e-9)


@given(shares=st.lists(st.floats(0.01, 1), min_size=2, max_size=6))
def test_shares_of_one_whole_go_together_as_multinomial_ones(shares: list[float]) -> None:
    """By the covariances of scipy's multinomial distribution."""
    every = np.array(shares) / sum(shares)
    covariance = stats.multinomial.cov(50, every)

    found = of_one_whole(float(every[0]), float(every[1]))

    wanted = covariance[0, 1] / math.sqrt(covariance[0, 0] * covariance[1, 1])
    assert found == pytest.approx(wanted, rel=1e-6)


def test_all_and_nothing_of_one_whole_are_opposites() -> None:
    assert of_one_whole(1, 0) == of_one_whole(0, 1) == -1


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(statistics).failed == 0
    assert doctest.testmod(statistics).attempted > 4


def test_asking_for_intervals_imports_nothing_heavy() -> None:
    code = "import sys, storage.query.statistics; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()

    heavy = {"statistics", "fractions", "decimal", "random", "numpy", "scipy", "_duckdb", "pyarrow"}
    assert heavy.isdisjoint(loaded)
    assert "storage.query.statistics" in loaded
