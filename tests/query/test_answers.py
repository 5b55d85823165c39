"""Answers, held against the same figures computed in plain Python from the fact rows."""

from __future__ import annotations

import json
import math
import statistics as plain_statistics
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from storage.query import PhraseError, Query, run
from storage.query.headlines import compare
from storage.query.plain import Misshapen
from storage.query.statistics import (
    ClusterSums,
    Interval,
    difference,
    mean_difference,
    mean_interval,
    rate_interval,
)

from .quantiles import quantile_interval
from .stored import Row, Stored, stored
from .test_phrase import queries

Case = tuple[Any, Row, float | None, float | None]
"""(group, its game's row, k, m): a row that counts, None where it is not told."""


@pytest.fixture(scope="module")
def store() -> Stored:
    return stored()


def humans(store: Stored) -> dict[int, Row]:
    return {row["game_id"]: row for row in store.rows["games"] if row["played_by"] != "bots"}


def rows_of(store: Stored, table: str) -> Iterable[tuple[Row, Row]]:
    """Every row of a table with its game's, games of bots left out."""
    games = humans(store)
    for row in store.rows[table]:
        if row["game_id"] in games:
            yield row, games[row["game_id"]]


def clusters(cases: Iterable[Case], unit: str) -> dict[Any, list[tuple[float, float]]]:
    """Sum k and m by group and game or session, as slowly as can be."""
    sums: dict[Any, dict[Any, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    for group, game, k, m in cases:
        if k is None or m is None:
            continue
        key = game["game_id"]
        if unit == "session" and game["session"] is not None:
            key = game["session"]
        sums[group][key][0] += k
        sums[group][key][1] += m
    return {group: [(k, m) for k, m in by.values()] for group, by in sums.items()}


def expected(
    cases: list[Case], interval: Callable[[ClusterSums], Interval]
) -> dict[Any, tuple[Interval, float, int]]:
    """The figure, Σm and the games of each group."""
    found = {}
    for group in {case[0] for case in cases}:
        own = [case for case in cases if case[0] == group]
        told = [case for case in own if case[2] is not None and case[3]]
        sessions = {game["session"] for _, game, _, _ in told} - {None}
        unit = "session" if len(sessions) >= 5 else "game"
        sums = ClusterSums.of(clusters(own, unit).get(group, []), cubes=True)
        if sums.m:
            games = {game["game_id"] for _, game, _, _ in told}
            found[group] = interval(sums), sums.m, len(games)
    return found


def close(a: Any, b: Any) -> bool:
    if a is None or b is None:
        return a is b
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)


def assert_agree(
    store: Stored, phrase: str, cases: list[Case], kind: str, *, has_n: bool = True
) -> None:
    result = run(store.reading, phrase)
    wanted = expected(cases, rate_interval if kind == "rate" else mean_interval)
    dims = len(result.query.by)
    got = {row[:dims] if dims != 1 else row[0]: row[dims:] for row in result.rows}
    assert set(got) == set(wanted)
    for group, (interval, m, games) in wanted.items():
        value, low, high, *rest = got[group]
        assert close(value, interval.estimate), (group, value, interval)
        wanted_low = interval.low
        if kind == "count" and wanted_low is not None:
            wanted_low = max(0.0, wanted_low)
        assert close(low, wanted_low), (group, low, interval)
        assert close(high, interval.high), (group, high, interval)
        assert rest == ([m, games] if has_n else [games])


def test_a_mean_over_targets(store: Stored) -> None:
    cases: list[Case] = [((), game, row["turns"], 1) for row, game in rows_of(store, "rounds")]

    assert_agree(store, "avg turns per target", cases, "count")


def test_a_mean_over_games_by_a_dimension_of_games(store: Stored) -> None:
    cases: list[Case] = [
        (row["level"], row, row["signals"], 1) for row, _ in rows_of(store, "games")
    ]

    assert_agree(store, "signals per game by level", cases, "count", has_n=False)


def test_a_rate_by_two_dimensions(store: Stored) -> None:
    cases: list[Case] = [
        ((row["level"], row["players"]), row, row["passes"], row["turns"])
        for row, _ in rows_of(store, "games")
    ]

    assert_agree(store, "pass rate by level, player count", cases, "rate")


def test_a_rate_by_player_counts_each_players_own_turns(store: Stored) -> None:
    cases: list[Case] = [
        (row["player"], game, row["passes"], row["turns"]) for row, game in rows_of(store, "seats")
    ]

    assert_agree(store, "pass rate by player", cases, "rate")


def test_a_game_counts_once_for_each_of_its_players(store: Stored) -> None:
    cases: list[Case] = [
        (row["player"], game, game["outcome"] == "won", 1)
        for row, game in rows_of(store, "seats")
        if game["outcome"] in ("won", "lost")
    ]

    assert_agree(store, "win rate by player", cases, "rate")


def test_games_that_cannot_tell_are_left_out_and_counted(store: Stored) -> None:
    told = [(row, game) for row, game in rows_of(store, "rounds") if row["missed_hits"] is not None]
    cases: list[Case] = [
        (game["level"], game, row["missed_hits"], row["told_turns"]) for row, game in told
    ]
    silent = {game["game_id"] for _, game in rows_of(store, "rounds")}
    silent -= {game["game_id"] for _, game in told}

    assert_agree(store, "missed hit rate by level", cases, "rate")
    left_out = run(store.reading, "missed hit rate").left_out
    assert [one.games for one in left_out if one.measure] == [len(silent)]
    assert silent
    assert "hands are not known" in str(left_out[-1])


def test_a_condition_on_moves_counts_the_moves_that_fit(store: Stored) -> None:
    cases: list[Case] = [
        ((), game, row["type"] == "pass", 1)
        for row, game in rows_of(store, "moves")
        if row["turn"] is not None and row["legal"] is not None and row["legal"] < 12
    ]

    assert_agree(store, "pass rate where legal moves < 12", cases, "rate")


def test_a_condition_that_no_row_has_chooses_games(store: Stored) -> None:
    with_anna = {row["game_id"] for row in store.rows["seats"] if row["player"] == "Anna"}
    cases: list[Case] = [
        ((), row, row["outcome"] == "won", 1)
        for row, _ in rows_of(store, "games")
        if row["outcome"] in ("won", "lost") and row["game_id"] in with_anna
    ]
    others: list[Case] = [
        ((), row, row["outcome"] == "won", 1)
        for row, _ in rows_of(store, "games")
        if row["outcome"] in ("won", "lost") and row["game_id"] not in with_anna
    ]

    assert_agree(store, "win rate for anna", cases, "rate")
    assert_agree(store, "win rate without Anna", others, "rate")


def test_bins_are_closed_below(store: Stored) -> None:
    cases: list[Case] = [
        (row["value"] // 200 * 200, game, row["turns"], 1) for row, game in rows_of(store, "rounds")
    ]

    assert_agree(store, "turns per target by target value in bins of 200", cases, "count")


def test_weeks_begin_on_monday(store: Stored) -> None:
    result = run(store.reading, "games by week")

    assert all(week.weekday() == 0 for week, *_ in result.rows)
    assert sum(row[1] for row in result.rows) == len(humans(store))


def test_days_are_cut_at_midnight_utc(store: Stored) -> None:
    day = datetime(2026, 6, 1, tzinfo=UTC)
    cases: list[Case] = [
        ((), row, row["passes"], row["turns"])
        for row, _ in rows_of(store, "games")
        if row["played_at"] is not None and row["played_at"] >= day
    ]

    assert_agree(store, "pass rate since 2026-06", cases, "rate")


def test_the_last_days_count_back_from_now(store: Stored) -> None:
    now = datetime(2026, 6, 11, 12, tzinfo=UTC)
    result = run(store.reading, "games last 30 days", now=now)

    assert result.rows[0][0] == sum(
        row["played_at"] is not None and row["played_at"] >= datetime(2026, 5, 12, 12, tzinfo=UTC)
        for row in humans(store).values()
    )


def test_counts_of_groups_come_with_their_share_of_all(store: Stored) -> None:
    hits = [(row, game) for row, game in rows_of(store, "rounds") if row["outcome"] == "hit"]
    result = run(store.reading, "hits by operation")

    for operation, count, share, low, high, games in result.rows:
        by_session: dict[Any, list[float]] = defaultdict(lambda: [0, 0])
        for row, game in hits:
            unit = by_session[game["session"] or game["game_id"]]
            unit[0] += row["hit_op"] == operation
            unit[1] += 1
        wanted = rate_interval(ClusterSums.of((k, m) for k, m in by_session.values()))
        assert count == sum(row["hit_op"] == operation for row, _ in hits)
        assert close(share, wanted.estimate)
        assert close(low, wanted.low)
        assert close(high, wanted.high)
        assert games == len({g["game_id"] for row, g in hits if row["hit_op"] == operation})
    assert sum(row[1] for row in result.rows) == len(hits)


@pytest.mark.parametrize("where", ["", " where turns > 20", " with Anna"])
def test_a_session_counts_once_however_many_games_it_had(store: Stored, where: str) -> None:
    """Of every level and player that it had: groups share sessions, so they do not add up."""
    anna = {row["game_id"] for row in store.rows["seats"] if row["player"] == "Anna"}
    games = {
        game_id: row
        for game_id, row in humans(store).items()
        if row["session"]
        and (not where or (row["turns"] > 20 if "turns" in where else game_id in anna))
    }
    by_level: dict[Any, set[str]] = defaultdict(set)
    by_player: dict[Any, set[str]] = defaultdict(set)
    for row in games.values():
        by_level[row["level"]].add(row["session"])
    for row in store.rows["seats"]:
        if row["game_id"] in games:
            by_player[row["player"]].add(games[row["game_id"]]["session"])

    [whole] = run(store.reading, f"number of sessions{where}").rows
    levels = run(store.reading, f"sessions by level{where}")
    players = run(store.reading, f"sessions by player{where}")

    assert whole == (len({row["session"] for row in games.values()}), len(games))
    assert {row[0]: row[1] for row in levels.rows} == {k: len(v) for k, v in by_level.items()}
    assert sum(len(one) for one in by_level.values()) > whole[0]
    assert levels.n == whole[0]
    if "Anna" not in where:  # with her, the other rows are those of her games as well
        assert {row[0]: row[1] for row in players.rows} == {k: len(v) for k, v in by_player.items()}


@pytest.mark.parametrize(
    ("named", "table", "column"),
    [
        ("players", "seats", "player"),
        ("levels", "games", "level"),
        ("locations", "games", "location"),
        ("rules versions", "games", "rules_version"),
        ("targets", "rounds", "value"),
    ],
)
def test_what_is_different_is_counted_once(
    store: Stored, named: str, table: str, column: str
) -> None:
    games = humans(store)
    by_level: dict[Any, set[Any]] = defaultdict(set)
    told = set()
    for row in store.rows[table]:
        game = games.get(row["game_id"])
        if game is not None and row[column] is not None and game["game"] in ("spot-on", "equator"):
            by_level[game["level"]].add(row[column])
            told.add(row["game_id"])

    asked = f"number of different {named} where game in spot-on, equator"
    levels = run(store.reading, f"{asked} by level")
    [whole] = run(store.reading, asked).rows

    assert whole == (len(set().union(*by_level.values())), len(told))
    assert {row[0]: row[1] for row in levels.rows} == {k: len(v) for k, v in by_level.items()}


def test_what_a_game_has_of_each_kind_is_taken_over_all_games(store: Stored) -> None:
    """A game without a hit by division has 0 of them, and not none."""
    games = humans(store)
    result = run(store.reading, "hits per game by operation")

    for operation, mean, low, high, with_it in result.rows:
        by_game = dict.fromkeys(games, 0)
        for row, game in rows_of(store, "rounds"):
            by_game[game["game_id"]] += row["outcome"] == "hit" and row["hit_op"] == operation
        units: dict[Any, list[float]] = defaultdict(lambda: [0, 0])
        for game_id, count in by_game.items():
            unit = units[games[game_id]["session"] or game_id]
            unit[0] += count
            unit[1] += 1
        wanted = mean_interval(ClusterSums.of(((k, m) for k, m in units.values()), cubes=True))
        assert close(mean, wanted.estimate)
        assert close(low, max(0.0, wanted.low or 0.0))
        assert close(high, wanted.high)
        assert with_it == sum(map(bool, by_game.values()))


def test_moves_are_summed_up_to_games_that_have_none(store: Stored) -> None:
    """Hits are counted by round, and an average over games counts those without a hit too."""
    hits = dict.fromkeys(humans(store), 0)
    for row, game in rows_of(store, "rounds"):
        hits[game["game_id"]] += row["outcome"] == "hit"
    cases: list[Case] = [((), game, hits[key], 1) for key, game in humans(store).items()]

    assert_agree(store, "hits per game", cases, "count", has_n=False)
    assert run(store.reading, "max hits per game").rows[0][0] == max(hits.values())


def test_the_share_of_games_in_which_something_holds(store: Stored) -> None:
    cases: list[Case] = [
        (row["level"], row, row["turns"] > 30, 1) for row, _ in rows_of(store, "games")
    ]

    assert_agree(store, "share of games where turns > 30 by level", cases, "rate", has_n=False)


def test_hidden_cards_leave_a_share_open(store: Stored) -> None:
    cases: list[Case] = [
        ((), game, row["legal"] < 12, 1)
        for row, game in rows_of(store, "moves")
        if row["turn"] is not None and row["legal"] is not None
    ]

    assert_agree(store, "share of turns where legal moves < 12", cases, "rate")


@pytest.mark.parametrize(("word", "q"), [("median", 0.5), ("p90", 0.9), ("p25", 0.25)])
def test_quantiles_and_their_intervals(store: Stored, word: str, q: float) -> None:
    result = run(store.reading, f"{word} turns per target by outcome")

    for outcome, value, low, high, n, games in result.rows:
        rows = [(r, g) for r, g in rows_of(store, "rounds") if g["outcome"] == outcome]
        values = sorted(row["turns"] for row, _ in rows)
        at = q * (len(values) - 1)
        below, above = values[math.floor(at)], values[math.ceil(at)]
        assert close(value, below + (above - below) * (at - math.floor(at)))
        sessions = {game["session"] for _, game in rows} - {None}
        key = "session" if len(sessions) >= 5 else "game_id"
        units: dict[Any, list[float]] = defaultdict(lambda: [0, 0])
        for row, game in rows:
            unit = units[game[key] or game["game_id"]]
            unit[0] += row["turns"] <= value
            unit[1] += 1
        assert n == len(values)
        assert games == len({game["game_id"] for _, game in rows})
        plain = quantile_interval(
            [(row["turns"], game[key] or game["game_id"], 1) for row, game in rows], q
        )
        if plain.estimate == value:  # else it lies between two values that occur
            assert (low, high) == (plain.low, plain.high)
        for end in (low, high):
            assert end is None or end in values


def test_extremes_and_spread(store: Stored) -> None:
    turns = [row["turns"] for row in humans(store).values()]

    assert run(store.reading, "min turns per game").rows[0][:2] == (min(turns), len(turns))
    assert run(store.reading, "max turns per game").rows[0][:2] == (max(turns), len(turns))
    spread = run(store.reading, "sd turns per game").rows[0][0]
    assert close(spread, plain_statistics.stdev(turns))


def test_a_distribution_is_how_often_each_value_occurs(store: Stored) -> None:
    result = run(store.reading, "distribution of turns per target in bins of 5")

    wanted: dict[int, int] = defaultdict(int)
    for row, _ in rows_of(store, "rounds"):
        wanted[row["turns"] // 5 * 5] += 1
    assert {row[0]: row[1] for row in result.rows} == dict(wanted)


def test_a_session_is_one_case_of_games_per_session(store: Stored) -> None:
    by_session: dict[str, int] = defaultdict(int)
    for row in humans(store).values():
        if row["session"] is not None:
            by_session[row["session"]] += 1
    result = run(store.reading, "games per session")

    wanted = mean_interval(
        ClusterSums.of(((count, 1) for count in by_session.values()), cubes=True)
    )
    value, low, high, n, *_ = result.rows[0]
    assert close(value, wanted.estimate)
    assert close(low, wanted.low)
    assert close(high, wanted.high)
    assert n == len(by_session)


def together(first: list[Case], second: list[Case]) -> float:
    """Pearson's correlation of what two sides add to their figures, over all sessions of both."""
    sides = []
    for cases in (first, second):
        sums: dict[Any, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for _, game, k, m in cases:
            unit = sums[game["session"] or game["game_id"]]
            unit[0] += k or 0
            unit[1] += m or 0
        rate = sum(k for k, _ in sums.values()) / sum(m for _, m in sums.values())
        sides.append({unit: k - rate * m for unit, (k, m) in sums.items()})
    one, other = sides
    product = sum(one[unit] * other[unit] for unit in one.keys() & other.keys())
    return product / math.sqrt(
        sum(v * v for v in one.values()) * sum(v * v for v in other.values())
    )


def test_a_comparison_of_rates_knows_that_sessions_stand_on_both_sides(store: Stored) -> None:
    both: list[list[Case]] = [
        [
            ((), row, row["passes"], row["turns"])
            for row, _ in rows_of(store, "games")
            if row["rules_version"] == version
        ]
        for version in ("print A", "print B")
    ]
    sides = [expected(cases, rate_interval)[()][0] for cases in both]
    wanted = difference(sides[1], sides[0], together=together(*both))
    result = run(store.reading, "pass rate print a vs print b")

    assert result.names()[:5] == ["rules_version", "pass_rate", "low", "high", "settled"]
    first, second, less = result.rows
    assert close(first[1], sides[0].estimate)
    assert close(second[1], sides[1].estimate)
    assert less[0] == "print B − print A"
    assert close(less[1], wanted.estimate)
    assert close(less[2], wanted.low)
    assert close(less[3], wanted.high)
    assert less[4] is wanted.settled
    assert any("Both sides share" in note for note in result.notes)


def test_a_comparison_of_means(store: Stored) -> None:
    both: list[list[Case]] = [
        [((), row, row["turns"], 1) for row, _ in rows_of(store, "games") if row["players"] == n]
        for n in (2, 4)
    ]
    sums = []
    for cases in both:
        sessions = {game["session"] for _, game, _, _ in cases} - {None}
        unit = "session" if len(sessions) >= 5 else "game"
        sums.append(ClusterSums.of(clusters(cases, unit)[()], cubes=True))
    wanted = mean_difference(sums[1], sums[0], together=together(*both))
    result = run(store.reading, "turns per game 2 vs 4 players")

    assert close(result.rows[2][1], wanted.estimate)
    assert close(result.rows[2][2], wanted.low)
    assert close(result.rows[2][3], wanted.high)


def test_a_comparison_of_medians_has_the_interval_that_both_sides_allow(store: Stored) -> None:
    result = run(store.reading, "median turns per game print a vs print b")
    first, second, less = result.rows

    sides = [Interval(row[1], row[2], row[3], 10) for row in (first, second)]
    wanted = difference(sides[1], sides[0])
    assert wanted.low is not None
    assert less[1:4] == pytest.approx((wanted.estimate, wanted.low, wanted.high))
    assert less[4] is not None


def test_of_many_differences_of_nothing_each_has_to_be_clearer(store: Stored) -> None:
    """Both halves of the same games by chance: one at a time each may pass, together none may."""
    one = run(store.reading, "pass rate print a vs print b")
    many = run(
        store.reading,
        "pass rate, play rate, win rate, turns per game, hits per game compare print a vs print b",
    )

    assert not any("looked at together" in note for note in one.notes)
    assert any("looked at together" in note and "Holm" in note for note in many.notes)
    assert sum(bool(value) for value in many.rows[2] if isinstance(value, bool)) == 0


def test_games_of_bots_stay_out_unless_asked_for(store: Stored) -> None:
    games = store.rows["games"]
    bots = sum(row["played_by"] == "bots" for row in games)
    assert bots

    assert run(store.reading, "games").rows[0][0] == len(games) - bots
    assert run(store.reading, "games").left_out[0].games == bots
    assert run(store.reading, "games including bots").rows[0][0] == len(games)
    assert run(store.reading, "games only bots").rows[0][0] == bots


def test_games_of_bots_count_where_there_are_no_others(store: Stored) -> None:
    result = run(store.reading, "games where source = bot")

    assert result.rows[0][0] == sum(row["played_by"] == "bots" for row in store.rows["games"])
    assert any("Only games of bots" in note for note in result.notes)


def test_rule_breaks_are_counted_in_rejected_logs(store: Stored) -> None:
    wanted: dict[str, int] = defaultdict(int)
    for row in store.rows["violations"]:
        wanted[row["code"]] += 1
    result = run(store.reading, "rule breaks by code")

    assert {row[0]: row[1] for row in result.rows} == dict(wanted)


def test_rows_that_rest_on_few_games_can_be_left_out(store: Stored) -> None:
    every = run(store.reading, "win rate by session")
    least = sorted(row[-1] for row in every.rows)[len(every.rows) // 2]
    some = run(store.reading, f"win rate by session with at least {least} games")

    assert [row for row in every.rows if row[-1] >= least] == list(some.rows)
    assert len(some.rows) < len(every.rows)
    assert any("not shown" in note for note in some.notes)


def test_the_top_rows_are_the_greatest(store: Stored) -> None:
    every = run(store.reading, "pass rate by player")
    top = run(store.reading, "top 3 players by pass rate")

    assert [row[1] for row in top.rows] == sorted((r[1] for r in every.rows), reverse=True)[:3]


def test_levels_stand_in_order_of_difficulty(store: Stored) -> None:
    result = run(store.reading, "games by level")

    assert [row[0] for row in result.rows] == ["easy", "normal", "hard", "expert"]


def test_each_row_can_name_its_games(store: Stored) -> None:
    result = run(store.reading, "games by level", ids=True)

    for level, count, *_, ids in result.rows:
        wanted = sorted(row["game_id"] for row in humans(store).values() if row["level"] == level)
        assert ids == " ".join(map(str, wanted))
        assert count == len(wanted)


def test_another_level_makes_wider_intervals(store: Stored) -> None:
    _, low, high, *_ = run(store.reading, "pass rate").rows[0]
    _, low99, high99, *_ = run(store.reading, "pass rate with ci 99 %").rows[0]
    _, low_any, high_any, *_ = run(store.reading, "pass rate anytime").rows[0]

    assert low99 < low < high < high99
    assert low_any < low < high < high_any


def test_a_column_that_no_part_has_is_no_data_and_no_crash(store: Stored) -> None:
    """A store that holds no game of Spot On may lack that game's own columns."""
    connection = store.reading.connection.cursor()
    connection.execute("CREATE SCHEMA IF NOT EXISTS bare")
    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        shape = connection.execute(f"SELECT * FROM main.{table} LIMIT 0").description
        own = {"signals", "unused_stock", "missed_hits", "told_turns", "hit_op", "jokers"}
        kept = ", ".join(f'"{column[0]}"' for column in shape if column[0] not in own)
        connection.execute(
            f"CREATE OR REPLACE VIEW bare.{table} AS SELECT {kept} FROM main.{table}"
        )
    connection.execute("SET schema = 'bare'")
    reading = type(store.reading)(connection)

    result = run(reading, "mean unused stock")
    assert result.rows[0][0] is None
    assert "No game in the store tells unused stock." in result.notes
    assert run(reading, "missed hit rate by level").rows
    assert run(reading, "win rate where jokers = 1").rows[0][0] is None
    assert run(reading, "hits by operation").rows
    assert run(reading, "signals per target").rows[0][0] is None


def test_games_of_each_level_are_shares_of_all_games(store: Stored) -> None:
    """Groups that share no game: their sums add up without looking at the games again."""
    games = humans(store)
    result = run(store.reading, "games by level")

    for level, count, share, low, high in result.rows:
        units: dict[Any, list[float]] = defaultdict(lambda: [0, 0])
        for row in games.values():
            unit = units[row["session"] or row["game_id"]]
            unit[0] += row["level"] == level
            unit[1] += 1
        wanted = rate_interval(ClusterSums.of((k, m) for k, m in units.values()))
        assert count == sum(row["level"] == level for row in games.values())
        assert close(share, wanted.estimate)
        assert close(low, wanted.low)
        assert close(high, wanted.high)
    assert result.games == len(games)


def test_conditions_on_games_choose_before_moves_are_summed_up(store: Stored) -> None:
    cases: list[Case] = [
        (row["op"], game, 1, 1)
        for row, game in rows_of(store, "moves")
        if game["level"] == "hard" and row["turn"] is not None and row["type"] != "pass"
    ]
    result = run(store.reading, "number of plays by operation for hard")

    counted: dict[str, float] = defaultdict(float)
    for operation, _, k, _ in cases:
        counted[operation] += k or 0
    assert {row[0]: row[1] for row in result.rows} == dict(counted)


def test_rows_of_two_measures_stand_side_by_side(store: Stored) -> None:
    both = run(store.reading, "pass rate, turns per target by level")
    one = run(store.reading, "pass rate by level")
    other = run(store.reading, "turns per target by level")

    width = len(one.columns) - 1
    assert [row[: width + 1] for row in both.rows] == list(one.rows)
    assert [(row[0], *row[width + 1 :]) for row in both.rows] == list(other.rows)
    assert both.names()[1] == "pass_rate"
    assert "mean_turns_per_target_low" in both.names()


@pytest.mark.parametrize(
    "data",
    [
        {"measures": [{"aggregate": "rate", "metric": "luck"}]},
        {"measures": [{"aggregate": "mean", "metric": "turns", "per": "year"}]},
        {"measures": [{"aggregate": "quantile", "metric": "turns", "per": "game"}]},
        {"measures": [{"aggregate": "rate", "metric": "win rate"}], "by": [{"dimension": "luck"}]},
        {"measures": [{"aggregate": "rate", "metric": "win rate"}], "since": "soon"},
        {
            "measures": [{"aggregate": "rate", "metric": "win rate"}],
            "where": [{"dimension": "game turns", "operator": ">", "values": ["many"]}],
        },
        {
            "measures": [{"aggregate": "rate", "metric": "win rate"}],
            "where": [{"dimension": "played at", "operator": ">", "values": ["soon"]}],
        },
        {"measures": []},
        *(
            {"measures": [{"aggregate": "rate", "metric": "win rate"}], **more}
            for more in (
                {
                    "where": [
                        {"dimension": "level", "operator": "= 'x' OR level =", "values": ["hard"]}
                    ]
                },
                {"where": [{"dimension": "level", "operator": "="}]},
                {"where": [{"dimension": "game turns", "operator": ">", "values": [1, 2]}]},
                {"by": [{"dimension": "game turns", "bins": "5 OR 1"}]},
                {"by": [{"dimension": "game turns", "bins": -5}]},
                {"by": [{"dimension": "level"}], "limit": "3; SELECT 1"},
                {"last": [1.5, "day"]},
                {"level": 95},
                {"bots": "maybe"},
            )
        ),
        {"measures": [{"aggregate": "avg(1), mean", "metric": "turns", "per": "game"}]},
        {"measures": [{"aggregate": "mean", "metric": "turns", "per": "game", "bins": 5}]},
        {"measures": [{"aggregate": "rate", "metric": "win rate", "per": "session"}]},
        {"measures": [{"aggregate": "share", "metric": "pass rate"}]},
        *(
            {"measures": [{"aggregate": "rate", "metric": "win rate"}], **more}
            for more in (
                {"since": "2026-11-20", "until": "2026-11-01"},
                {"where": [{"dimension": "game turns", "operator": "between", "values": [9, 3]}]},
                {"order": "1; DROP TABLE games"},
                {"compare": {"dimension": "level", "values": ["a", "b"]}, "previous": "week"},
            )
        ),
    ],
)
def test_a_query_object_that_makes_no_sense_is_refused_in_words(store: Stored, data) -> None:
    with pytest.raises((PhraseError, Misshapen)) as caught:
        run(store.reading, Query.from_json(data))

    assert isinstance(caught.value, Misshapen) or caught.value.code == "bad-query"


QUESTION = {
    "measures": [
        {"aggregate": "share", "metric": "turns", "such": [
            {"dimension": "level", "operator": "=", "values": ["hard"]}
        ]},
        {"aggregate": "quantile", "metric": "turns", "per": "game", "quantile": 0.9},
        {"aggregate": "distribution", "metric": "turns", "per": "game", "bins": 5},
    ],
    "by": [{"dimension": "game turns", "bins": 5}, {"dimension": "played at", "span": "week"}],
    "where": [{"dimension": "player", "operator": "=", "values": ["Anna"]}],
    "compare": {"dimension": "player", "values": ["Anna", "Ben"]},
    "bots": "with",
    "since": "2026-01-01",
    "until": "2026-12-31",
    "last": [3, "day"],
    "least_games": 1,
    "order": "n",
    "descending": True,
    "limit": 5,
    "level": 0.9,
    "anytime": False,
    "beside_bots": False,
}  # fmt: skip
STRANGE = [
    None,
    True,
    -1,
    0,
    10**30,
    1e308,
    [],
    {},
    [["x"]],
    "'; DROP TABLE games; --",
    "$v0",
    "x\0",
]


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterable[tuple[Any, ...]]:
    """Every place in plain data below the top."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for name, one in parts:
        yield (*here, name)
        if isinstance(one, dict | list):
            yield from places(one, (*here, name))


@pytest.mark.parametrize("kept", [*QUESTION], ids=str)
def test_nothing_strange_in_any_place_of_a_question_breaks_it(store: Stored, kept: str) -> None:
    """It is refused in words, or means something; a text stays one in the SQL that is shown."""
    plain = {"measures": [{"aggregate": "mean", "metric": "turns", "per": "game"}]}
    asked = {**plain, kept: QUESTION[kept]}
    for place in places(asked):
        for strange in STRANGE:
            sent = json.loads(json.dumps(asked))
            part = sent
            for name in place[:-1]:
                part = part[name]
            part[place[-1]] = strange
            try:
                answer = run(store.reading, Query.from_json(sent))
            except (PhraseError, ValueError, IndexError):
                continue
            assert answer.sql.count("'; DROP") == answer.sql.count("'''; DROP")  # a text, if any
            assert answer.face("json")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(queries())
def test_any_question_is_answered_or_refused_in_words(query: Query) -> None:
    """Whatever is asked together; nothing but a PhraseError, and every face shows the answer."""
    reading = stored().reading
    try:
        result = run(reading, query)
    except PhraseError:
        return
    for form in ("table", "csv", "json", "md", "html"):
        assert result.face(form)


def test_a_value_that_no_game_has_is_an_empty_answer_for_a_query_object(store: Stored) -> None:
    from storage.query.query import Condition, Measure

    query = Query((Measure("rate", "win rate"),), where=(Condition("level", "=", ("none",)),))
    result = run(store.reading, query)

    assert result.rows == ((None, None, None, 0, 0),)
    assert any("No game in the store fits" in note for note in result.notes)


@pytest.mark.parametrize(
    "phrase", ["win rate", "pass rate", "turns per target", "signals per game"]
)
def test_more_games_are_counted_in_games_where_sessions_are_the_unit(
    store: Stored, phrase: str
) -> None:
    """By the formula of `games_to_settle` with the numbers of the answer alone: NormalDist is Python's."""
    answer = run(store.reading, f"{phrase} compare rules version 'print A' vs 'print B'")
    names = [column.name for column in answer.columns]
    first, second, less = (dict(zip(names, row, strict=True)) for row in answer.rows)
    size, low, high = answer.rows[2][1], less["low"], less["high"]
    z = plain_statistics.NormalDist().inv_cdf(0.975)
    power = plain_statistics.NormalDist().inv_cdf(0.8)

    e = size - low if size > 0 else high - size
    games = first["games"] + second["games"]
    wanted = max(0, math.ceil(games * ((e / size * (z + power) / z) ** 2 - 1)))

    assert "sessions" in answer.unit
    assert less["more_games"] == (0 if less["settled"] else pytest.approx(wanted, abs=1))


def test_numbers_are_compared_as_numbers(store: Stored) -> None:
    """As texts, "2" and "3" were no numbers of players at all."""
    (line,) = compare(store.reading, ["2", "3"], dimension="player count", only=["pass rate"])
    answer = run(store.reading, "pass rate compare player count 2 vs 3")

    assert [line.a.value, line.b.value, line.difference.estimate] == [row[1] for row in answer.rows]
    assert line.a.games
    assert line.b.games
