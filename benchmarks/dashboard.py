"""The dashboard of 100,000 games, beside the bare SQL of its figures."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from api import create_app
from storage import Store
from storage.dashboard import Filters
from storage.dashboard.board import question
from storage.dashboard.panels import panels_of, tiles_of
from storage.query import run

from . import corpus
from .many_games import many_games
from .measure import Figure, Lap, Section, clock, in_turn, lap, milliseconds, over
from .questions import differing

GAMES: Final = 100_000
GAME: Final = "spot-on"
ROUNDS: Final = 5

WHOLE: Final = 3.0
"""Of the time of plain SQL, for the whole page as nobody has asked for it before."""
BEGINNING: Final = 0.3
"""The same for what is painted first: the head of the page and the question box."""
AGAIN: Final = 0.15
"""The same for the whole page once its answers are known."""

_PEOPLE: Final = f"WHERE played_by <> 'bots' AND game = '{GAME}'"
_OF_GAMES: Final = f"JOIN games USING (game_id) {_PEOPLE}"
_GAMES: Final = f"FROM games {_PEOPLE}"
_DECIDED: Final = f"{_GAMES} AND outcome IN ('won', 'lost')"
_ROUNDS: Final = f"FROM rounds {_OF_GAMES}"
_CASES: Final = "count(*), count(DISTINCT game_id)"
_WON: Final = "avg(CAST(outcome = 'won' AS INT)), count(*), count(*)"
_NTH: Final = (
    "SELECT game_id, row_number() OVER (PARTITION BY player, kind, game"
    " ORDER BY played_at NULLS LAST, game_id) AS nth"
    " FROM seats JOIN (SELECT game_id, game, played_at FROM games) USING (game_id)"
)

PLAIN: Final[Mapping[str, str]] = {
    "win rate": f"SELECT {_WON} {_DECIDED}",
    "mean turns per target": f"SELECT avg(rounds.turns), {_CASES} {_ROUNDS}",
    "hit rate": (
        "SELECT avg(CAST(rounds.outcome = 'hit' AS INT)), count(*), count(DISTINCT game_id)"
        f" {_ROUNDS} AND rounds.outcome IS NOT NULL"
    ),
    "pass rate": f"SELECT sum(passes) / sum(turns), sum(turns), count(*) {_GAMES}",
    "missed hit rate": (
        f"SELECT avg(CAST(missed AS INT)), {_CASES} FROM moves {_OF_GAMES} AND missed IS NOT NULL"
    ),
    "win rate by level, player count": f"SELECT level, players, {_WON} {_DECIDED} GROUP BY ALL",
    "distribution of turns per target in bins of 1": (
        f"SELECT rounds.turns, {_CASES} {_ROUNDS} GROUP BY ALL"
    ),
    "number of hits by operation": (
        f"SELECT hit_op, {_CASES} {_ROUNDS} AND rounds.outcome = 'hit' GROUP BY ALL"
    ),
    "pass rate by player": (
        "SELECT player, sum(seats.passes) / sum(seats.turns), sum(seats.turns),"
        f" count(DISTINCT game_id) FROM seats {_OF_GAMES} GROUP BY ALL"
    ),
    "number of losses by level, cause": (
        f"SELECT level, cause, count(*), count(*) {_GAMES} AND outcome = 'lost' GROUP BY ALL"
    ),
    "win rate by nth game where nth game <= 30": (
        "SELECT nth, avg(CAST(outcome = 'won' AS INT)), count(*), count(DISTINCT game_id)"
        f" FROM ({_NTH}) JOIN games USING (game_id) {_PEOPLE} AND nth <= 30"
        " AND outcome IN ('won', 'lost') GROUP BY ALL"
    ),
    "distribution of score where outcome = lost": (
        f"SELECT score, count(*) {_GAMES} AND outcome = 'lost' GROUP BY ALL"
    ),
}
"""By question of the page. Nobody said anything of these games, and no log of them was rejected."""


def dashboard() -> Section:
    """Measure the page whole, its beginning, and once more when its answers are known."""
    moves = GAMES * corpus.moves_in(logs := corpus.all_forms()) // len(logs)
    with (
        tempfile.TemporaryDirectory(prefix="cardstats-bench-") as folder,
        many_games(Path(folder), moves) as store,
    ):
        figures = of_store(store)
    note = "Plain SQL knows no interval, asks one question at a time and draws nothing."
    title = f"Dashboard: the time of plain SQL for its figures, {GAMES:,} games"
    return Section(title, figures, notes=[note])


def of_store(store: Store) -> list[Figure]:
    """Measure the page over a store."""
    _check(store)
    known = _page(store)
    _read(known())
    times = in_turn(
        {
            "plain": lap(lambda: _plain(store)),
            "whole": _fresh(store, whole=True),
            "beginning": _fresh(store, whole=False),
            "again": lap(lambda: _read(known())),
        },
        ROUNDS,
    )
    told = f"SQL {milliseconds(times['plain'])}"
    return [
        Figure(
            name,
            over(times[key], times["plain"]),
            wanted,
            "most",
            told=f"{milliseconds(times[key])}, {told}",
        )
        for key, name, wanted in (
            ("whole", "the whole page, asked for the first time", WHOLE),
            ("beginning", "its beginning, which is painted while the rest is counted", BEGINNING),
            ("again", "the whole page, asked for again", AGAIN),
        )
    ]


def _check(store: Store) -> None:
    """Hold the figures of the page to those of plain SQL. Both are measured for the same work."""
    asked = [one.phrase for one in (*tiles_of(GAME), *panels_of(GAME))]
    with store.reading() as reading:
        for phrase in asked:
            answer = run(reading, Filters().of_game(GAME).on(question(phrase)))
            if phrase in PLAIN:
                other = differing(reading.connection, answer, PLAIN[phrase])
                assert not other, f"{phrase}: {'; '.join(other)}"
            else:
                assert answer.n == 0, f"{phrase} has figures, and no SQL to be measured beside"


def _plain(store: Store) -> None:
    with store.reading() as reading:
        for sql in PLAIN.values():
            reading.connection.execute(sql).fetchall()


def _page(store: Store) -> Callable[[], Any]:
    """Return what asks for the page of an app that knows no answer yet."""
    client = create_app(store).test_client()
    return lambda: client.get(f"/?game={GAME}", buffered=False)


def _read(answer: Any) -> None:
    for _ in answer.iter_encoded():
        pass
    answer.close()


def _fresh(store: Store, *, whole: bool) -> Lap:
    """Return a lap of the page, or of its first part, of an app that knows no answer yet."""

    def run() -> float:
        ask = _page(store)
        start = clock()
        answer = ask()
        parts = answer.iter_encoded()
        next(parts)
        took = clock() - start
        for _ in parts:
            pass
        if whole:
            took = clock() - start
        answer.close()
        return took

    return run
