"""The sums behind a figure are those of going through the rows one by one, whichever way SQL goes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from storage.query import run
from storage.query.compile import Statement
from storage.query.database import Database, execute
from storage.query.figures import SESSIONS, Counter
from storage.query.statistics import ClusterSums, mean_interval, rate_interval

from .stored import Stored, stored

PHRASES = (
    "signals per target by round",
    "turns per target by target value in bins of 100",
    "turns per target by level",
    "avg turns per target",
    "hits by operation",
    "hits by operation by level",
    "number of targets by round",
    "pass rate by player",
    "win rate by player",
    "games by player",
    "distribution of turns per target in bins of 5",
    "share of targets where turns < 5 by round",
    "missed hits per target by round",
    "missed hit rate by round",
    "turns per target compare level normal vs hard",
    "pass rate compare rules print A vs print B",
    "avg legal moves by turn in bins of 10",
    "pass rate by turn in bins of 10",
    "number of plays by operation",
    "number of plays by rank by level",
    "share of turns where legal moves < 5 by rank",
    "distribution of legal moves",
    "missed hit rate by player",
)

Pairs = dict[Any, list[tuple[Any, Any, Any, Any]]]
"""By group: game, session, k and m of each row."""


@pytest.fixture(params=[(90, 7), (40, 3), (12, 1)], ids=str)
def small(request: pytest.FixtureRequest) -> Stored:
    return stored(*request.param)


@pytest.mark.parametrize("phrase", PHRASES)
def test_games_kept_as_bits_are_those_that_are_told_one_by_one(
    small: Stored, phrase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = run(small.reading, phrase)
    set_up = Counter.__init__

    def one_by_one(self: Counter, *args: Any, **options: Any) -> None:
        set_up(self, *args, **options)
        self.has_wide_sessions = True

    monkeypatch.setattr(Counter, "__init__", one_by_one)
    slow = run(small.reading, phrase)

    assert close(quick.rows, slow.rows)
    assert quick.notes == slow.notes
    assert quick.left_out == slow.left_out
    assert (quick.n, quick.games, quick.unit) == (slow.n, slow.games, slow.unit)


def test_sessions_whose_games_lie_far_apart_are_counted_as_they_are(small: Stored) -> None:
    """With ids 64 apart each game has the bit of every other one."""
    connection = small.reading.connection.cursor()
    connection.execute("CREATE SCHEMA IF NOT EXISTS apart")
    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        connection.execute(
            f"CREATE OR REPLACE TABLE apart.{table} AS"
            f" SELECT * REPLACE (game_id * 64 AS game_id) FROM main.{table}"
        )
    connection.execute("SET schema = 'apart'")
    assert connection.execute("SELECT min(game_id) FROM games").fetchone()[0] >= 64
    apart = replace(small.reading, connection=connection, remembered={})

    for phrase in PHRASES:
        assert close(run(apart, phrase).rows, run(small.reading, phrase).rows), phrase


@pytest.mark.parametrize(
    "phrase",
    [
        *PHRASES,
        "pass rate",
        "pass rate by level",
        "median turns per game",
        "median turns per game by level",
        "p90 legal moves",
        "p90 turns per target by target value in bins of 100",
        "win rate by month",
        "turns per session",
        "avg legal moves",
        "avg rounds with at least 3 games",
    ],
)
def test_what_holds_of_every_game_changes_no_figure_where_it_is_not_asked(
    small: Stored, phrase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a store of nothing but games of bots without a session no game has to be looked up."""
    connection = small.reading.connection.cursor()
    connection.execute("CREATE SCHEMA IF NOT EXISTS alike")
    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        connection.execute(f"CREATE OR REPLACE TABLE alike.{table} AS SELECT * FROM main.{table}")
    connection.execute("UPDATE alike.games SET played_by = 'bots', session = NULL")
    connection.execute("SET schema = 'alike'")
    alike = replace(small.reading, connection=connection, remembered={})
    quick = run(alike, phrase)

    for name, nothing in (("fitting", {}), ("games", frozenset())):
        never = property(lambda _, nothing=nothing: nothing, lambda *_: None)
        monkeypatch.setattr(Counter, name, never, raising=False)
    careful = run(alike, phrase)

    assert "session" in phrase or "session" not in quick.unit
    assert close(quick.rows, careful.rows)
    assert (quick.notes, quick.left_out) == (careful.notes, careful.left_out)
    assert (quick.n, quick.games, quick.unit) == (careful.n, careful.games, careful.unit)


@pytest.mark.parametrize(
    "phrase",
    [
        "signals per target by round",
        "turns per target by target value in bins of 100",
        "hits by operation",
        "missed hit rate by player",
        "jokers used by level",
        "median turns per target by level",
        "avg turns per target",
    ],
)
def test_what_one_game_alone_has_is_not_counted_in_others(small: Stored, phrase: str) -> None:
    """Rounds and moves of Equator have turns too, and stand in the same tables."""
    connection = small.reading.connection.cursor()
    connection.execute("CREATE SCHEMA IF NOT EXISTS two")
    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        other = "game_id + 1000 AS game_id"
        if table == "games":
            other += ", 'equator' AS game"
        connection.execute(
            f"CREATE OR REPLACE TABLE two.{table} AS SELECT * FROM main.{table}"
            f" UNION ALL SELECT * REPLACE ({other}) FROM main.{table}"
        )
    connection.execute("SET schema = 'two'")
    two = replace(small.reading, connection=connection, remembered={})

    assert close(run(two, phrase).rows, run(small.reading, phrase).rows)


def test_a_value_of_moves_has_the_interval_of_its_rows(small: Stored) -> None:
    pairs: Pairs = defaultdict(list)
    for game, row in counted(small, "moves"):
        if row["turn"] is not None and row["legal"] is not None:
            at = row["turn"] // 10 * 10
            pairs[at].append((game["game_id"], game["session"], row["legal"], 1))

    answer = run(small.reading, "avg legal moves by turn in bins of 10")

    assert {row[0] for row in answer.rows if row[4]} == set(pairs)
    for key, mean, low, high, n, games in answer.rows:
        if n:
            sums, seen = by_hand(pairs[key])
            interval = mean_interval(sums).within(0, None)  # they are counted
            assert close([[mean, low, high]], [[interval.estimate, interval.low, interval.high]])
            assert (n, games) == (sums.m, seen)


def test_a_mean_of_rounds_has_the_interval_of_its_rows(small: Stored) -> None:
    pairs: Pairs = defaultdict(list)
    for game, row in counted(small, "rounds"):
        pairs[row["round"]].append((game["game_id"], game["session"], row["signals"], 1))

    answer = run(small.reading, "signals per target by round")

    for key, mean, low, high, _, games in answer.rows:
        sums, seen = by_hand(pairs[key])
        interval = mean_interval(sums)
        lowest = None if interval.low is None else max(0.0, interval.low)  # counts are not below 0
        assert close([[mean, low, high]], [[interval.estimate, lowest, interval.high]])
        assert games == seen


def test_a_rate_of_seats_has_the_interval_of_its_rows(small: Stored) -> None:
    pairs: Pairs = defaultdict(list)
    for game, row in counted(small, "seats"):
        pairs[row["player"]].append((game["game_id"], game["session"], row["passes"], row["turns"]))

    answer = run(small.reading, "pass rate by player")

    assert len(answer.rows) == len(pairs)
    for key, rate, low, high, n, games in answer.rows:
        sums, seen = by_hand(pairs[key])
        interval = rate_interval(sums)
        assert close([[rate, low, high]], [[interval.estimate, interval.low, interval.high]])
        assert (n, games) == (sums.m, seen)


@pytest.mark.parametrize("has_sessions", [True, False])
def test_a_rate_of_games_has_the_interval_of_its_rows(small: Stored, has_sessions: bool) -> None:
    """One game, made to be of no turns at all, counts for nothing."""
    connection = small.reading.connection.cursor()
    connection.execute("CREATE SCHEMA IF NOT EXISTS idle")
    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        connection.execute(f"CREATE OR REPLACE TABLE idle.{table} AS SELECT * FROM main.{table}")
    connection.execute("SET schema = 'idle'")
    first = min(row["game_id"] for row in small.rows["games"] if row["played_by"] != "bots")
    connection.execute(f"UPDATE games SET passes = 0, turns = 0 WHERE game_id = {first}")
    if not has_sessions:
        connection.execute("UPDATE games SET session = NULL")
    pairs: Pairs = defaultdict(list)
    for _, row in counted(small, "games"):
        session = row["session"] if has_sessions else None
        is_idle = row["game_id"] == first
        case = (0, 0) if is_idle else (row["passes"], row["turns"])
        pairs[row["level"]].append((row["game_id"], session, *case))

    answer = run(replace(small.reading, connection=connection, remembered={}), "pass rate by level")

    assert len(answer.rows) == len(pairs)
    for key, rate, low, high, n, games in answer.rows:
        sums, seen = by_hand(pairs[key])
        interval = rate_interval(sums)
        assert close([[rate, low, high]], [[interval.estimate, interval.low, interval.high]])
        assert (n, games) == (sums.m, seen)


def counted(small: Stored, table: str) -> Iterator[tuple[Any, Any]]:
    games = {row["game_id"]: row for row in small.rows["games"] if row["played_by"] != "bots"}
    for row in small.rows[table]:
        if row["game_id"] in games:
            yield games[row["game_id"]], row


def by_hand(rows: list[tuple[Any, Any, Any, Any]]) -> tuple[ClusterSums, int]:
    """Return the sums over sessions, or over games where there are few of these; and the games."""
    sessions = {session for _, session, _, m in rows if session is not None and m}
    has_sessions = len(sessions) >= SESSIONS
    units: dict[Any, list[Any]] = defaultdict(lambda: [0, 0])
    for game, session, k, m in rows:
        unit = session if has_sessions and session is not None else game
        units[unit][0] += k
        units[unit][1] += m
    sums = ClusterSums.of(((k, m) for k, m in units.values() if m), cubes=True)
    return sums, len({game for game, _, _, m in rows if m})


def close(one: Any, other: Any) -> bool:
    return len(one) == len(other) and all(
        a == b
        or (
            isinstance(a, float)
            and isinstance(b, int | float)
            and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
        )
        for left, right in zip(one, other, strict=True)
        for a, b in zip(left, right, strict=True)
    )


@pytest.mark.parametrize(
    "phrase",
    ["win rate by nth game", "pass rate by player where nth game <= 3", "mean plays by nth game"],
)
def test_what_hangs_on_all_games_is_the_same_worked_out_once_as_each_time(
    small: Stored, phrase: str
) -> None:
    """A reading keeps it for the next statement. What an answer shows is the statement without."""
    kept = replace(small.reading, remembered={})
    connection = kept.connection
    connection.execute("DROP TABLE IF EXISTS hidden.nth_games")
    database = Database(connection, kept.remembered)

    statements = [Statement(sql, dict(values)) for sql, values in run(kept, phrase).statements]

    assert connection.execute("SELECT count(*) FROM hidden.nth_games").fetchone()[0] > 0
    assert not any("hidden" in one.sql for one in statements)
    asked = [one for one in statements if "nth_game" in one.sql]
    assert asked
    for one in asked:
        kept_rows = database.rows(lambda one=one: one)  # type: ignore[misc]
        assert sorted(map(repr, kept_rows)) == sorted(map(repr, execute(connection, one)))
