"""Very many sessions are put together into random groups, which changes no figure and little else."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from statistics import fmean, pstdev
from typing import Any

import numpy as np
import pytest
from scipy import stats  # type: ignore[import-untyped]  # it ships no types

from storage.query import figures, run
from storage.query.compile import GROUPS
from storage.query.figures import MANY_SESSIONS
from storage.query.result import Result
from storage.query.statistics import ClusterSums, mean_interval, rate_interval

from .stored import Reading, stored
from .test_coverage import lengths_of
from .test_sums import close

IN_GROUPS = "sessions, in 1,024 random groups,"

PHRASES = (
    "pass rate",
    "pass rate by level",
    "win rate by player count",
    "win rate by month",
    "turns per game",
    "median turns per game",
    "p90 turns per game by level",
    "share of games that are won",
    "games by level",
    "distribution of turns per game in bins of 5",
    "turns per target by round",
    "turns per target by target value in bins of 100",
    "signals per target by level by round",
    "hits by operation",
    "targets by outcome",
    "distribution of turns per target in bins of 5",
    "pass rate by player",
)


@pytest.fixture
def many() -> Reading:
    """200 copies of the games, two of a copy a session."""
    connection = stored().reading.connection.cursor()
    connection.execute("DROP SCHEMA IF EXISTS many CASCADE")
    connection.execute("CREATE SCHEMA many")
    connection.execute(
        "CREATE TABLE many.games AS SELECT * EXCLUDE (nth) REPLACE"
        " (nth * 1000 + game_id AS game_id, concat(nth, ':', game_id // 2) AS session)"
        " FROM main.games, range(200) AS copies(nth)"
    )
    for table in ("seats", "rounds"):
        connection.execute(
            f"CREATE TABLE many.{table} AS SELECT * EXCLUDE (nth)"
            " REPLACE (nth * 1000 + game_id AS game_id)"
            f" FROM main.{table}, range(200) AS copies(nth)"
        )
    for table in ("moves", "feedback", "violations"):
        connection.execute(f"CREATE TABLE many.{table} AS SELECT * FROM main.{table}")
    connection.execute("SET schema = 'many'")
    sessions = connection.execute(
        "SELECT count(DISTINCT session) FROM games WHERE played_by <> 'bots'"
    ).fetchone()[0]
    assert sessions > MANY_SESSIONS
    return replace(stored().reading, connection=connection, remembered={})


def by_session(reading: Reading, phrase: str, monkeypatch: pytest.MonkeyPatch) -> Result:
    with monkeypatch.context() as patch:
        patch.setattr(figures, "MANY_SESSIONS", 10**9)
        return run(replace(reading, remembered={}), phrase)


@pytest.mark.parametrize("phrase", PHRASES)
def test_figures_are_those_by_session_and_intervals_nearly(
    many: Reading, phrase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,024 groups put 2.2 per cent around a width, so 10 are more than four times that."""
    grouped, exact = run(many, phrase), by_session(many, phrase, monkeypatch)

    names = exact.names()
    assert grouped.names() == names
    assert (grouped.n, grouped.games, grouped.left_out) == (exact.n, exact.games, exact.left_out)
    assert (exact.unit, grouped.unit) in {("sessions", IN_GROUPS), ("", "")}
    assert len(grouped.rows) == len(exact.rows)
    ends = [names.index(end) for end in ("low", "high") if end in names]
    figures_of = [
        [[cell for at, cell in enumerate(row) if at not in ends] for row in answer.rows]
        for answer in (grouped, exact)
    ]
    assert close(*figures_of)
    # The ends of a quantile's interval are whole turns.
    if ends and "median" not in phrase and "p90" not in phrase:
        widths = [
            [row[ends[1]] - row[ends[0]] for row in one.rows if row[ends[0]] is not None]
            for one in (grouped, exact)
        ]
        assert widths[0] == pytest.approx(widths[1], rel=0.1)


def test_a_mean_has_the_variance_of_its_random_groups(many: Reading) -> None:
    """Wolter 2007, 2.4: the squares of the groups' residuals, times G/(G - 1)."""
    rows = many.connection.execute(
        f"SELECT hash(session) & {GROUPS - 1}, turns FROM games WHERE played_by <> 'bots'"
    ).fetchall()
    [(mean, low, high, *_)] = run(many, "turns per game").rows
    residuals: dict[int, float] = defaultdict(float)
    for group, turns in rows:
        residuals[group] += turns - mean
    variance = GROUPS / (GROUPS - 1) * sum(one * one for one in residuals.values()) / len(rows) ** 2
    half = stats.t.ppf(0.975, GROUPS - 1) * variance**0.5

    assert mean == pytest.approx(fmean(turns for _, turns in rows))
    assert high - mean == pytest.approx(half, rel=1e-3)
    assert mean - low == pytest.approx(half, rel=1e-3)


@pytest.mark.parametrize(
    "phrase", ["compare level normal vs hard", "compare rules print A vs print B", "anytime"]
)
def test_what_hangs_on_the_number_of_sessions_is_told_by_session(
    many: Reading, phrase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = run(many, f"win rate {phrase}")

    assert answer.unit == "sessions"
    assert answer.rows == by_session(many, f"win rate {phrase}", monkeypatch).rows


def test_games_without_a_session_count_as_one(
    many: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    many.connection.execute(
        "UPDATE games SET session = NULL WHERE game_id % 2 = 0 AND level <> 'hard'"
    )

    grouped, exact = (
        run(many, "pass rate"),
        by_session(many, "pass rate", monkeypatch),
    )

    [(rate, low, high, n, games)], [(wanted, least, most, turns, all_of)] = grouped.rows, exact.rows
    assert grouped.unit == IN_GROUPS
    assert (rate, n, games) == pytest.approx((wanted, turns, all_of))
    assert high - low == pytest.approx(most - least, rel=0.1)


def test_a_row_of_few_sessions_is_told_by_game(
    many: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    many.connection.execute(
        "UPDATE games SET level = CASE WHEN session IN"
        " (SELECT session FROM games WHERE played_by <> 'bots' ORDER BY session LIMIT 3)"
        " THEN 'expert' WHEN level = 'expert' THEN 'hard' ELSE level END"
    )

    grouped, exact = (
        run(many, "pass rate by level"),
        by_session(many, "pass rate by level", monkeypatch),
    )

    few = [row for row in exact.rows if row[0] == "expert"]
    assert few
    assert [row for row in grouped.rows if row[0] == "expert"] == few
    assert grouped.unit == (
        "sessions, in 1,024 random groups, and games where there are fewer than 5 of them,"
    )


def sums_of(k: Any, m: Any) -> ClusterSums:
    columns = (k, m, k * k, k * m, m * m)
    return ClusterSums(int((m > 0).sum()), *(float(one.sum()) for one in columns))


def grouped_sums(k: Any, m: Any, groups: int, rng: np.random.Generator) -> ClusterSums:
    """Return the sums over random groups of sessions."""
    group = rng.integers(0, groups, len(k))
    sums = [np.bincount(group, weights=one, minlength=groups) for one in (k, m)]
    return sums_of(*sums).of_random_groups(groups)


def drawn(
    rate: float, correlation: float, sessions: int, rng: np.random.Generator
) -> tuple[Any, Any]:
    """Return k and m of sessions, beta-binomial as in test_coverage.py."""
    m = lengths_of("rounds", (1, sessions), rng)[0]
    own: Any = rate
    if correlation:
        size = 1 / correlation - 1
        own = rng.beta(rate * size, (1 - rate) * size, sessions)
    return rng.binomial(m, own), m


@pytest.mark.parametrize("correlation", [0.0, 0.15])
@pytest.mark.parametrize("rate", [0.001, 0.02, 0.3])
def test_an_interval_by_random_groups_covers_95_per_cent(rate: float, correlation: float) -> None:
    """400 samples put 1.1 around a true 95. A rate of .001 is 30 events."""
    rng = np.random.default_rng(round(1000 * (rate + correlation)))
    held, widths = [], []
    for _ in range(400):
        k, m = drawn(rate, correlation, MANY_SESSIONS, rng)
        one, other = rate_interval(grouped_sums(k, m, GROUPS, rng)), rate_interval(sums_of(k, m))
        assert one.low is not None
        assert one.high is not None
        assert other.low is not None
        assert other.high is not None
        assert one.estimate == other.estimate
        held.append(one.low <= rate <= one.high)
        widths.append((one.high - one.low) / (other.high - other.low))

    assert 91.5 <= 100 * fmean(held) <= 98
    assert fmean(widths) == pytest.approx(1, abs=0.01)
    assert pstdev(widths) == pytest.approx(0.022, abs=0.006)


def test_a_mean_by_random_groups_covers_95_per_cent() -> None:
    """Seconds of sessions that differ: log-normal, which is skewed."""
    rng = np.random.default_rng(5)
    held = []
    for _ in range(400):
        m = lengths_of("rounds", (1, MANY_SESSIONS), rng)[0]
        k = m * rng.lognormal(-0.32, 0.8, MANY_SESSIONS)  # of mean 1
        one = mean_interval(grouped_sums(k, m, GROUPS, rng))
        assert one.low is not None
        assert one.high is not None
        held.append(one.low <= 1 <= one.high)

    assert 91.5 <= 100 * fmean(held) <= 98


@pytest.mark.parametrize("sessions", [60, 400, 5_000])
def test_a_mean_of_one_case_a_session_is_known_as_well_as_by_session(sessions: int) -> None:
    """Σm² is Σm here, and what luck makes of it is no part of how far the mean may be off."""
    rng = np.random.default_rng(sessions)
    m = np.ones(sessions)
    k = 9 + rng.normal(0, 1, sessions)
    wanted = mean_interval(sums_of(k, m))
    assert wanted.low is not None
    assert wanted.high is not None
    widths = []
    for _ in range(200):
        one = mean_interval(grouped_sums(k, m, GROUPS, rng))
        assert one.low is not None
        assert one.high is not None
        widths.append((one.high - one.low) / (wanted.high - wanted.low))

    assert fmean(widths) == pytest.approx(1, abs=0.01)
    assert pstdev(widths) < 0.03


def test_over_all_ways_to_draw_groups_the_sums_of_squares_are_those_of_the_games() -> None:
    rng = np.random.default_rng(3)
    k, m = rng.integers(0, 9, 30), rng.integers(9, 90, 30)
    exact = sums_of(k, m)
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(4000):
        grouped = grouped_sums(k, m, 16, rng)
        for name in ("kk", "km", "mm"):
            found[name].append(getattr(grouped, name))

    for name, values in found.items():
        error = pstdev(values) / len(values) ** 0.5
        assert fmean(values) == pytest.approx(getattr(exact, name), abs=4 * error)


def test_a_rate_and_its_opposite_are_known_equally_well_by_random_groups() -> None:
    rng = np.random.default_rng(8)
    k, m = drawn(0.1, 0.15, MANY_SESSIONS, rng)
    one = grouped_sums(k, m, GROUPS, np.random.default_rng(9))
    other = grouped_sums(m - k, m, GROUPS, np.random.default_rng(9))

    rate, rest = rate_interval(one), rate_interval(other)

    assert rate.low is not None
    assert rest.high is not None
    assert rate.low == pytest.approx(1 - rest.high, rel=1e-9)


@pytest.mark.parametrize(("k", "m"), [(0, 2), (1, 2), (2, 2), (1, 3)])
def test_groups_that_are_all_alike_leave_nothing_below_what_is_possible(k: int, m: int) -> None:
    """2 of 2 groups alike: the squares would come to 0, and one cannot divide by that."""
    alike = ClusterSums.of([(k, m), (k, m)]).of_random_groups(2)

    found = rate_interval(alike)

    assert alike.mm == 2 * m
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= k / m <= found.high <= 1
