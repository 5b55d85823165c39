"""Holds what is printed to what was put in: stores of made-up games, asked by phrase.

`tests/query/test_coverage.py` looks at the functions; here whole answers are looked at, with what they
choose by themselves: the unit, the bounds of a quantity, and what they say where nothing can be told.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import numpy as np
import pyarrow
import pytest
from scipy import stats  # type: ignore[import-untyped]  # it ships no types
from statsmodels.stats.proportion import (  # type: ignore[import-untyped]  # it ships no types
    proportion_confint,
)

from engine.facts import SHARED, Column, columns_of
from engine.games import game
from storage.columns import STORED
from storage.query import run
from storage.query.result import Result

from .stored import DUCKDB, Reading

Columns = Mapping[str, Any]


def asked(phrase: str, *, rounds: Columns | None = None, **games: Any) -> Result:
    """Return the answer of a store with these columns of `games` (a row each), and of `rounds`."""
    connection = duckdb.connect()
    count = len(next(iter(games.values())))
    known = {
        "game_id": np.arange(1, count + 1),
        "game": ["spot-on"] * count,
        "played_by": ["humans"] * count,
        **games,
    }
    own = game("spot-on").columns
    for table in SHARED:
        columns = [Column("game_id", "whole", ""), *STORED.get(table, ()), *columns_of(table, own)]
        shape = ", ".join(f'"{column.name}" {DUCKDB[column.kind]}' for column in columns)
        connection.execute(f'CREATE TABLE "{table}" ({shape})')
    for table, given in (("games", known), ("rounds", rounds or {})):
        if given:
            connection.register("given", pyarrow.table(dict(given)))
            connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM given")
            connection.unregister("given")
    return run(Reading(connection), phrase)


def column(answer: Result, name: str) -> list[Any]:
    at = [one.name for one in answer.columns].index(name)
    return [row[at] for row in answer.rows]


def held(answer: Result, truth: float) -> float:
    """The per cent of rows whose interval holds the *truth*; an open end holds all on its side."""
    ends = list(zip(column(answer, "low"), column(answer, "high"), strict=True))
    assert all(low is not None or high is not None for low, high in ends)
    return 100 * float(
        np.mean(
            [
                (low is None or low <= truth) and (high is None or truth <= high)
                for low, high in ends
            ]
        )
    )


def copies(runs: int, games: int) -> list[str]:
    """As many samples of so many games, told apart by the version of their rules."""
    return [f"sample {run:04}" for run in range(runs) for _ in range(games)]


# Coverage


@pytest.mark.parametrize("games", [8, 20])
@pytest.mark.parametrize(
    ("kind", "least"), [("normal", 93), ("exponential", 92.5), ("log-normal", 90.5)]
)
def test_the_mean_of_one_figure_a_game_is_covered(kind: str, least: float, games: int) -> None:
    """Student's covers 89 and 87 % of 8 exponential and log-normal (σ = .8) times."""
    rng = np.random.default_rng(games)
    shape = (1500, games)
    times, truth = {
        "normal": (rng.normal(100, 20, shape), 100.0),
        "exponential": (rng.exponential(100, shape), 100.0),
        "log-normal": (rng.lognormal(math.log(100), 0.8, shape), 100 * math.exp(0.32)),
    }[kind]

    answer = asked(
        "game time by rules version", seconds=times.ravel(), rules_version=copies(*shape)
    )

    assert least <= held(answer, truth) <= 97.3


@pytest.mark.parametrize("rate", [0.02, 0.05, 0.3])
@pytest.mark.parametrize("likeness", [0.05, 0.15])
def test_one_game_ten_times_as_long_as_the_others_spoils_no_rate(
    likeness: float, rate: float
) -> None:
    """It is that game which errs; an end that spent all of the doubt on it covered 91.5 %."""
    rng = np.random.default_rng(5)
    shape = (1000, 12)
    turns = rng.integers(10, 31, shape)
    turns[:, 0] = 200
    size = 1 / likeness - 1
    passes = rng.binomial(turns, rng.beta(rate * size, (1 - rate) * size, shape))

    answer = asked(
        "pass rate by rules version",
        turns=turns.ravel(),
        passes=passes.ravel(),
        rules_version=copies(*shape),
    )

    assert 93.5 <= held(answer, rate) <= 98.5


def test_the_difference_of_few_and_many_skewed_times_is_covered() -> None:
    """8 games against 60, each an exponential time: Welch's interval covers 91 % of no difference."""
    rng = np.random.default_rng(9)
    shape = (1000, 68)

    answer = asked(
        "game time by rules version compare level easy vs normal",
        seconds=rng.exponential(100, shape).ravel(),
        level=(["easy"] * 8 + ["normal"] * 60) * 1000,
        rules_version=copies(*shape),
    )

    ends = zip(column(answer, "low")[2::3], column(answer, "high")[2::3], strict=True)
    assert 92.3 <= 100 * np.mean([low <= 0 <= high for low, high in ends]) <= 97


def test_two_shares_of_one_whole_are_no_two_samples() -> None:
    """110 games of 200 on easy, the others on normal: the difference is twice the share less one.

    So is its interval that of the share; from two samples it would be shorter by the root of two, and
    call every sixth difference of nothing settled.
    """
    answer = asked("games compare level easy vs normal", level=two_levels(110, 90))

    low, high = proportion_confint(90, 200, 0.05, "wilson")
    assert column(answer, "low")[2] == pytest.approx(2 * low - 1)
    assert column(answer, "high")[2] == pytest.approx(2 * high - 1)
    assert column(answer, "settled")[2] is False


# Units


def test_who_looks_again_and_again_has_the_session_as_unit_from_the_first_on() -> None:
    """Else four evenings of five games each pass for twenty, just when surprises are many."""
    sessions = [f"evening {at // 5}" for at in range(20)]
    games = {"turns": [20] * 20, "passes": [2] * 10 + [8] * 10, "session": sessions}

    plain, anytime = asked("pass rate", **games), asked("pass rate anytime", **games)

    assert plain.unit == "games"
    assert anytime.unit == "sessions"
    assert any("fewer than 5 sessions" in note for note in plain.notes)
    assert not any("fewer than 5 sessions" in note for note in anytime.notes)


def test_fewer_than_five_sessions_are_told_of_where_one_has_several_games() -> None:
    def notes(*sessions: str | None) -> list[str]:
        answer = asked("pass rate", turns=[20] * 6, passes=[2, 3, 4, 2, 3, 4], session=sessions)
        return [note for note in answer.notes if "sessions" in note]

    assert notes("a", "a", "a", "b", "b", "b") == [
        "The games are of fewer than 5 sessions, so the interval rests on single games: how one"
        " session differs from another is not in it."
    ]
    assert notes("a", "b", "c", "d", "e", "f") == []
    assert notes(*[None] * 6) == []


def test_a_median_tells_of_few_sessions_too() -> None:
    answer = asked("median game time", seconds=[3.0, 4, 5, 6, 7, 8], session=["a"] * 6)

    assert any("fewer than 5 sessions" in note for note in answer.notes)


# Bounds


@pytest.mark.parametrize(
    ("phrase", "columns"),
    [
        ("game time", {"seconds": [1.0, 1.5, 2, 60]}),
        ("score", {"score": [0, 0, 0, 7]}),
        ("turns per game", {"turns": [1, 1, 2, 60]}),
    ],
)
def test_what_cannot_be_negative_is_not_said_to_be(phrase: str, columns: Columns) -> None:
    answer = asked(phrase, **columns)

    assert column(answer, "low") == [0]
    student = stats.ttest_1samp(next(iter(columns.values())), 0).confidence_interval(0.95)
    assert student.low < 0
    assert column(answer, "high")[0] >= student.high * (1 - 1e-9)


def test_a_score_of_another_package_s_game_may_be_negative() -> None:
    answer = asked("score", game=["thereabouts"] * 4, score=[-3, 0, 0, 9])

    assert column(answer, "low")[0] < 0


# Nothing to tell from


def two_levels(first: int, second: int) -> list[str]:
    return ["easy"] * first + ["normal"] * second


@pytest.mark.parametrize("aggregate", ["avg", "median", "p90"])
def test_games_that_are_all_alike_do_not_settle_a_difference(aggregate: str) -> None:
    answer = asked(
        f"{aggregate} game time compare level easy vs normal",
        seconds=[60.0] * 6 + [90.0] * 6,
        level=two_levels(6, 6),
    )

    assert column(answer, "settled") == [None] * 3
    assert column(answer, "low") == column(answer, "high") == [None] * 3
    assert any("same value" in note for note in answer.notes)


@pytest.mark.parametrize("phrase", ["median turns per game", "p90 game time", "game time"])
def test_games_that_are_all_alike_show_no_interval_of_no_width(phrase: str) -> None:
    answer = asked(phrase, turns=[12] * 9, seconds=[60.0] * 9)

    assert column(answer, "low") == column(answer, "high") == [None]
    assert any("same value" in note for note in answer.notes)


def test_one_side_that_is_all_alike_settles_nothing_either() -> None:
    answer = asked(
        "game time compare level easy vs normal",
        seconds=[60.0, 60, 90, 91],
        level=two_levels(2, 2),
    )

    assert column(answer, "settled") == [None] * 3
    assert (
        "mean game time: no interval of the difference, because on one side every game or session has"
        " the same value, so nothing shows how they differ there." in answer.notes
    )


@pytest.mark.parametrize("phrase", ["pass rate", "game time", "median game time", "win rate"])
@pytest.mark.parametrize("sides", [(1, 1), (5, 1), (1, 5)])
def test_a_single_game_on_a_side_settles_nothing(phrase: str, sides: tuple[int, int]) -> None:
    games = sum(sides)
    answer = asked(
        f"{phrase} compare level easy vs normal",
        turns=[10] * games,
        passes=list(range(games)),
        seconds=[60.0 + at for at in range(games)],
        outcome=(["won", "lost"] * games)[:games],
        level=two_levels(*sides),
    )

    assert column(answer, "settled") == [None] * 3
    assert any("one game or session" in note for note in answer.notes)


def test_a_median_that_most_games_share_has_its_interval() -> None:
    """Of 60 games 40 take 5 turns: 5 is the 41st value at least as surely as the 23rd."""
    turns: Sequence[int] = [4] * 8 + [5] * 40 + [6] * 12

    answer = asked("median turns per game", turns=turns)

    assert (column(answer, "low"), column(answer, "high")) == ([5], [5])


# How many more


def test_how_many_more_games_are_said_by_two_digits() -> None:
    """The rest of them nobody knows: the interval that they are counted from is as uncertain."""
    answer = asked(
        "win rate compare level easy vs normal",
        outcome=["won", "lost"] * 50 + ["won"] * 51 + ["lost"] * 49,
        level=two_levels(100, 100),
    )

    more = column(answer, "more_games")[2]
    (said,) = (note for note in answer.notes if "more games" in note)
    number = re.search(r"not settled; about ([\d,]+) more games would settle", said)
    assert number is not None
    assert re.fullmatch(r"\d{2},000", number[1])
    assert int(number[1].replace(",", "")) == pytest.approx(more, rel=0.05)
