"""Questions of ten million moves, beside the SQL that an analyst would write for the same numbers."""

from __future__ import annotations

import math
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from storage import Store
from storage.journal import PARTS

from .cold_start import QUERY, STARTS, bare_program, command, start
from .many_games import many_games
from .measure import Figure, Section, in_turn, lap, milliseconds, over

MOVES: Final = 10_000_000
WANTED: Final = 1.3
ROUNDS: Final = 5

IN_A_PROCESS: Final = "pass rate by level"

_PEOPLE: Final = "JOIN games USING (game_id) WHERE played_by <> 'bots'"
_TURNS: Final = f"FROM moves {_PEOPLE} AND turn IS NOT NULL"
_TIMED: Final = f"{_TURNS} AND moves.seconds IS NOT NULL"
_GAMES: Final = "FROM games WHERE played_by <> 'bots'"
_DECIDED: Final = f"{_GAMES} AND outcome IN ('won', 'lost')"
_ROUNDS: Final = f"FROM rounds {_PEOPLE}"
_CASES: Final = "count(*), count(DISTINCT game_id)"
_TIME: Final = f"avg(moves.seconds), {_CASES}"

PLAIN: Final[Mapping[str, str]] = {
    "avg turns per target": f"SELECT avg(rounds.turns), {_CASES} {_ROUNDS}",
    "turns per target by level": f"SELECT level, avg(rounds.turns), {_CASES} {_ROUNDS} GROUP BY ALL",
    "pass rate": f"SELECT sum(passes) / sum(turns), sum(turns), count(*) {_GAMES}",
    "pass rate by level": (
        f"SELECT level, sum(passes) / sum(turns), sum(turns), count(*) {_GAMES} GROUP BY ALL"
    ),
    "pass rate by player": (
        "SELECT player, sum(seats.passes) / sum(seats.turns), sum(seats.turns),"
        f" count(DISTINCT game_id) FROM seats {_PEOPLE} GROUP BY ALL"
    ),
    "win rate by player count": (
        f"SELECT players, avg(CAST(outcome = 'won' AS INT)), count(*), count(*) {_DECIDED} GROUP BY ALL"
    ),
    "win rate by month": (
        "SELECT date_trunc('month', played_at), avg(CAST(outcome = 'won' AS INT)), count(*), count(*)"
        f" {_DECIDED} GROUP BY ALL"
    ),
    "hits by operation": (
        f"SELECT hit_op, {_CASES} {_ROUNDS} AND rounds.outcome = 'hit' GROUP BY ALL"
    ),
    "turns per target by target value in bins of 100": (
        f"SELECT floor(value / 100) * 100, avg(rounds.turns), {_CASES} {_ROUNDS} GROUP BY ALL"
    ),
    "signals per target by round": (
        f"SELECT round, avg(rounds.signals), {_CASES} {_ROUNDS} GROUP BY ALL"
    ),
    "distribution of turns per target in bins of 5": (
        f"SELECT rounds.turns // 5 * 5, {_CASES} {_ROUNDS} GROUP BY ALL"
    ),
    "median turns per game": f"SELECT median(turns), count(*) {_GAMES}",
    "number of moves": f"SELECT {_CASES} FROM moves {_PEOPLE}",
    "number of plays by operation": (
        f"SELECT op, {_CASES} {_TURNS} AND type <> 'pass' GROUP BY ALL"
    ),
    "number of plays by rank for hard": (
        f"SELECT rank, {_CASES} {_TURNS} AND type <> 'pass' AND level = 'hard' GROUP BY ALL"
    ),
    "avg turn time": f"SELECT {_TIME} {_TIMED}",
    "avg turn time by player count": f"SELECT players, {_TIME} {_TIMED} GROUP BY ALL",
    "avg turn time by player": f"SELECT player, {_TIME} {_TIMED} GROUP BY ALL",
    "p90 turn time": f"SELECT quantile_cont(moves.seconds, 0.9), {_CASES} {_TIMED}",
    "pass rate by turn in bins of 10": (
        f"SELECT floor(turn / 10) * 10, avg(CAST(type = 'pass' AS INT)), {_CASES} {_TURNS}"
        " GROUP BY ALL"
    ),
    "avg legal moves by turn in bins of 10": (
        f"SELECT floor(turn / 10) * 10, avg(legal), {_CASES} {_TURNS} AND legal IS NOT NULL"
        " GROUP BY ALL"
    ),
    "pass rate where legal moves < 5": (
        f"SELECT avg(CAST(type = 'pass' AS INT)), {_CASES} {_TURNS} AND legal < 5"
    ),
    "share of turns where legal moves < 5": (
        f"SELECT avg(CAST(legal < 5 AS INT)), {_CASES} {_TURNS} AND legal IS NOT NULL"
    ),
}
"""By question: the splits, the figure, the cases where there are any beside the games, the games."""


def differing(connection: Any, answer: Any, sql: str) -> list[str]:
    """Return in what the rows of an answer differ from those of plain SQL."""
    dims = len(answer.query.by) + (answer.query.measures[0].aggregate == "distribution")
    plain = {tuple(row[:dims]): row[dims:] for row in connection.execute(sql).fetchall()}
    names = answer.names()
    kept = [at for at, name in enumerate(names) if name not in ("low", "high", "share")]
    ours = {tuple(row[:dims]): [row[at] for at in kept if at >= dims] for row in answer.rows}
    found = [f"only one has {key}" for key in ours.keys() ^ plain.keys()]
    for key in ours.keys() & plain.keys():
        one, other = ours[key], plain[key]
        if dims == 0 and len(one) == 1:  # a count of all: the answer tells its games beside it
            one = [*one, answer.games]
        same = len(one) == len(other) and all(
            a == b or math.isclose(float(a), float(b), rel_tol=1e-9)
            for a, b in zip(one, other, strict=True)
        )
        if not same:
            found.append(f"{key}: {one} and not {list(other)}")
    return found


def questions() -> Section:
    """Measure each question, from its words to its rows, beside plain SQL on the same files.

    The store was asked before and has not changed since, as on a server: columns of `games` that
    were asked for are kept at hand, unpacked. No answer is kept: each is counted anew.
    """
    title = "Questions: the time of plain SQL for the same numbers, ten million moves"
    note = (
        "Plain SQL knows no interval, and unpacks the games anew each time. A question does so as well"
        " when it is the first to ask for them, and then takes two to three times as long as plain SQL."
    )
    return _asked(title, note, PLAIN)


def questions_of_bots() -> Section:
    """Measure the same where bots played all games, none of them in a session."""
    plain = {phrase: sql.replace("<> 'bots'", "= 'bots'") for phrase, sql in PLAIN.items()}
    title = "Questions of as many moves of bots"
    return _asked(title, "As above, without sessions: games are the unit.", plain, by_bots=True)


def _asked(title: str, note: str, plain: Mapping[str, str], *, by_bots: bool = False) -> Section:
    figures = []
    with (
        tempfile.TemporaryDirectory(prefix="cardstats-bench-") as folder,
        many_games(Path(folder), MOVES, by_bots=by_bots) as store,
        store.reading() as reading,
    ):
        for phrase, sql in plain.items():
            other = differing(reading.connection, store.query(phrase), sql)
            assert not other, f"{phrase}: {'; '.join(other)}"
            times = in_turn(
                {
                    "ours": lap(lambda phrase=phrase: store.query(phrase)),
                    "plain": lap(lambda sql=sql: reading.connection.execute(sql).fetchall()),
                },
                ROUNDS,
            )
            figures.append(_figure(phrase, times, WANTED))
        figures.append(_whole_process(store, plain))
    return Section(title, figures, notes=[note])


def _whole_process(store: Store, plain: Mapping[str, str]) -> Figure:
    """Measure a question on the command line beside a program of DuckDB and nothing else."""
    bare = bare_program(store.path / PARTS, [plain[IN_A_PROCESS]])
    home = {"CARDSTATS_HOME": str(store.path)}
    times = in_turn(
        {
            "ours": start([command(), "query", IN_A_PROCESS], home),
            "plain": start([sys.executable, "-c", bare]),
        },
        ROUNDS,
    )
    return _figure(f"{IN_A_PROCESS}, a process each", times, QUERY, times=STARTS)


def _figure(
    words: str, took: Mapping[str, list[float]], wanted: float, *, times: int = 1
) -> Figure:
    ours, plain = ([one / times for one in took[name]] for name in ("ours", "plain"))
    told = f"{milliseconds(ours)}, SQL {milliseconds(plain)}"
    return Figure(words, over(ours, plain), wanted, "most", told=told)
