"""Very many games without a session are put together into runs, which changes no figure and little else."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest
from scipy import stats  # type: ignore[import-untyped]  # it ships no types

from storage.query import figures, run
from storage.query.compile import RUN
from storage.query.result import Result

from .stored import Reading, stored
from .test_sums import close

IN_RUNS = "games, in runs of 64,"

COPIES = 300

PHRASES = (
    "turns per target by round",
    "hits by operation",
    "distribution of turns per target in bins of 5",
    "signals per target by round",
    "pass rate by turn in bins of 10",
    "number of plays by operation",
    "avg legal moves by turn in bins of 20",
)

OTHERS = (
    "turns per target by level",
    "pass rate",
    "win rate by level",
    "median turns per target",
    "turns per game",
)


@pytest.fixture(scope="module")
def copied() -> Any:
    """300 copies of the games, in an order that is none."""
    connection = stored(40, 3).reading.connection.cursor()
    connection.execute("DROP SCHEMA IF EXISTS runs CASCADE")
    connection.execute("CREATE SCHEMA runs")
    connection.execute(
        "CREATE TABLE runs.ids AS SELECT nth, game_id AS was,"
        " row_number() OVER (ORDER BY md5(concat(nth, ' ', game_id))) AS game_id"
        f" FROM main.games, range({COPIES}) AS copies(nth)"
    )
    for table in ("games", "seats", "rounds", "moves"):
        connection.execute(
            f"CREATE TABLE runs.{table} AS SELECT one.* REPLACE (ids.game_id AS game_id)"
            f" FROM main.{table} AS one JOIN runs.ids AS ids ON ids.was = one.game_id"
        )
    connection.execute("UPDATE runs.games SET session = NULL")
    for table in ("feedback", "violations"):
        connection.execute(f"CREATE TABLE runs.{table} AS SELECT * FROM main.{table}")
    connection.execute("SET schema = 'runs'")
    return connection


@pytest.fixture
def many(copied: Any, monkeypatch: pytest.MonkeyPatch) -> Reading:
    monkeypatch.setattr(figures, "MANY_GAMES", 2_000)
    return replace(stored(40, 3).reading, connection=copied, remembered={})


def by_game(reading: Reading, phrase: str, monkeypatch: pytest.MonkeyPatch) -> Result:
    with monkeypatch.context() as patch:
        patch.setattr(figures, "MANY_GAMES", 10**9)
        return run(replace(reading, remembered={}), phrase)


@pytest.mark.parametrize("phrase", [*PHRASES, *OTHERS])
def test_figures_are_those_by_game_and_intervals_nearly(
    many: Reading, phrase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """180 runs put some 5 per cent around a width, √(1 / 2·180), so 25 are more than four times that."""
    together, exact = run(many, phrase), by_game(many, phrase, monkeypatch)

    names = exact.names()
    assert together.names() == names
    assert (together.n, together.games) == (exact.n, exact.games)
    assert (together.left_out, together.notes) == (exact.left_out, exact.notes)
    assert exact.unit in ("games", "")
    ends = [names.index(end) for end in ("low", "high") if end in names]
    figures_of = [
        [[cell for at, cell in enumerate(row) if at not in ends] for row in answer.rows]
        for answer in (together, exact)
    ]
    assert close(*figures_of)
    if phrase in OTHERS:
        assert together.rows == exact.rows, "a game is a row, or a figure no sum"
    else:
        assert together.unit.endswith("in runs of 64,")
        assert together.rows != exact.rows
        widths = [
            [row[ends[1]] - row[ends[0]] for row in one.rows if row[-1] > 1_000]
            for one in (together, exact)
        ]
        assert widths[0]
        assert widths[0] == pytest.approx(widths[1], rel=0.25)


def test_a_mean_has_the_variance_of_its_runs(many: Reading) -> None:
    """Each run is a cluster: Σ(k - p·m)² over n², times G/(G - 1), as for any other cluster."""
    rows = many.connection.execute(
        "SELECT game_id, rounds.turns FROM rounds JOIN games USING (game_id)"
        " WHERE played_by <> 'bots' AND round = 1"
    ).fetchall()
    (_, mean, low, high, *_), *_ = run(many, "turns per target by round").rows
    residuals: dict[int, float] = defaultdict(float)
    for game, turns in rows:
        residuals[game // RUN] += turns - mean
    count = len(residuals)
    variance = count / (count - 1) * sum(one * one for one in residuals.values()) / len(rows) ** 2
    half = stats.t.ppf(0.975, count - 1) * variance**0.5

    assert mean == pytest.approx(fmean(turns for _, turns in rows))
    # The degrees of freedom are less where runs are of unequal weight.
    assert high - mean == pytest.approx(half, rel=5e-3)
    assert mean - low == pytest.approx(half, rel=5e-3)


@pytest.mark.parametrize("end", ["compare level normal vs hard", "anytime"])
def test_what_hangs_on_the_number_of_games_is_told_by_game(
    many: Reading, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = run(many, f"turns per target by round {end}")

    assert answer.unit == "games"
    assert answer.rows == by_game(many, f"turns per target by round {end}", monkeypatch).rows


def test_a_row_of_few_runs_is_told_by_game(many: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games 1 to 639 are of ten runs."""
    cursor = many.connection.cursor()
    cursor.execute("SET schema = 'runs'")
    cursor.execute("BEGIN")
    cursor.execute("UPDATE games SET level = CASE WHEN game_id < 640 THEN 'expert' ELSE 'hard' END")
    reading = replace(many, connection=cursor, remembered={})
    phrase = "turns per target by level by round"

    together, exact = run(reading, phrase), by_game(reading, phrase, monkeypatch)

    cursor.execute("ROLLBACK")
    same = {row[0]: row in exact.rows for row in together.rows}
    assert same == {"expert": True, "hard": False}
    assert together.unit == "games, some in runs of 64,"


def test_parts_of_a_whole_of_few_runs_are_told_by_game(
    many: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    phrase = "hits by operation where target value between 300 and 310"
    assert by_game(many, phrase, monkeypatch).n
    monkeypatch.setattr(figures, "RUNS", 10_000)

    assert run(many, phrase).rows == by_game(many, phrase, monkeypatch).rows
    assert run(many, phrase).unit == "games"


def test_where_any_game_has_a_session_runs_are_no_unit(many: Reading) -> None:
    cursor = many.connection.cursor()
    cursor.execute("SET schema = 'runs'")
    cursor.execute("BEGIN")
    cursor.execute("UPDATE runs.games SET session = 'one' WHERE game_id = 1")

    answer = run(replace(many, connection=cursor, remembered={}), "turns per target by round")

    cursor.execute("ROLLBACK")
    assert answer.unit == "games"
