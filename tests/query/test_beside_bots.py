"""People beside bots: the same tables, the same mix of them, and nothing played twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.bots.players import bot_named
from engine.bots.simulate import play_game, seeds_of, simulate
from engine.games import game
from storage import Store, bot_games, open_store
from storage.query import PhraseError, Query, read, run
from storage.query import beside_bots as module
from storage.query.figures import Figure
from storage.query.statistics import (
    ClusterSums,
    Interval,
    difference,
    games_to_settle,
    rate_interval,
)

RULES = game("pot-luck")
GAMES = 30
"""Of bots at a table; in earnest they are a thousand."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEAST", GAMES)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Yield a store of six games of people on easy, two of them of three players, and one on hard."""
    with open_store(tmp_path) as found:
        tables = [("easy", 2)] * 4 + [("easy", 3)] * 2 + [("hard", 2)]
        for seed, (level, players) in enumerate(tables):
            found.put(of_people(seed, level, players))
        yield found


def of_people(seed: int, level: str, players: int) -> bytes:
    """Return a log that says that people played it."""
    bots = [bot_named(RULES, "random-finisher")]
    log = play_game(RULES, seed=seed, level=level, players=players, bots=bots)
    del log["source"], log["tags"]
    log["players"] = [one["name"] for one in log["players"]]
    return json.dumps(log).encode()


def ask(store: Store, phrase: str | Query, *, plays: bool = True) -> Any:
    def play(home: Path, wanted: Any) -> None:
        assert home == store.path
        bot_games.play(home, wanted, jobs=1)

    with store.reading() as reading:
        return run(reading, phrase, simulate=play if plays else None)


def bots_win(level: str, players: int) -> int:
    """Return how many of the first games of the series the bots win, played here and now."""
    bots = [bot_named(RULES, "simple")]
    played = simulate(RULES, players=players, level=level, seeds=seeds_of(1, GAMES), bots=bots)
    return sum(one.outcome == "won" for one in played)


def test_bots_are_weighted_as_people_played(store: Store) -> None:
    """Four games of two players and two of three: 2/3 and 1/3."""
    rows = ask(store, "win rate by level vs bots").records()

    easy, people, less, hard, *_ = rows
    expected = (4 * bots_win("easy", 2) + 2 * bots_win("easy", 3)) / 6 / GAMES
    assert (easy["level"], easy["played_by"], easy["n"]) == ("easy", "bots", 2 * GAMES)
    assert easy["win_rate"] == pytest.approx(expected)
    assert people["played_by"] == "humans"
    assert people["n"] == 6
    assert less["win_rate"] == pytest.approx(people["win_rate"] - expected)
    assert hard["win_rate"] == pytest.approx(bots_win("hard", 2) / GAMES)


def test_people_s_figures_are_those_of_the_plain_question(store: Store) -> None:
    plain = ask(store, "win rate by level").records()
    beside = ask(store, "win rate by level vs bots").records()

    assert [
        (row["level"], row["win_rate"], row["low"], row["high"])
        for row in beside
        if row["played_by"] == "humans"
    ] == [(row["level"], row["win_rate"], row["low"], row["high"]) for row in plain]


def test_of_one_table_the_bots_interval_is_wilson_s(store: Store) -> None:
    row = ask(store, "win rate for hard vs bots").records()[0]

    won = bots_win("hard", 2)
    wilson = rate_interval(ClusterSums(GAMES, won, GAMES, won, won, GAMES))
    assert (row["low"], row["high"]) == pytest.approx((wilson.low, wilson.high))


def test_what_was_played_is_kept(store: Store) -> None:
    first = ask(store, "win rate by level vs bots")
    again = ask(store, "win rate by level vs bots", plays=False)

    assert again.rows == first.rows


def test_more_games_go_on_where_the_last_ones_ended(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LEAST", 10)
    ask(store, "win rate for hard vs bots")
    monkeypatch.setattr(module, "LEAST", GAMES)

    row = ask(store, "win rate for hard vs bots").records()[0]

    assert row["n"] == GAMES
    assert row["win_rate"] == pytest.approx(bots_win("hard", 2) / GAMES)


def test_the_more_people_played_the_more_bots_do(store: Store) -> None:
    """So that it is never the bots who leave it open: four times as many, up to a bound."""
    assert module._enough(5) == GAMES
    assert module._enough(100) == 400
    assert module._enough(10**6) == module.MOST


def test_who_may_not_play_says_what_is_missing_and_how_to_get_it(store: Store) -> None:
    result = ask(store, "win rate for hard vs bots", plays=False)

    bots, people, less = result.records()
    assert bots["win_rate"] is less["win_rate"] is None
    assert people["win_rate"] is not None
    (said,) = [note for note in result.notes if note.startswith("No games of bots are kept yet")]
    assert "pot-luck on hard with 2 players" in said
    assert "`cardstats query`" in said
    assert not (store.path / bot_games.FILE).exists()


def test_the_explanation_says_how_the_bots_figure_was_made(store: Store) -> None:
    told = ask(store, "win rate for hard vs bots").explain()

    won = bots_win("hard", 2)
    assert f"Bots, pot-luck on hard with 2 players: {won} of {GAMES} games won" in told


def test_other_options_are_another_table(store: Store) -> None:
    log = json.loads(of_people(99, "hard", 2))
    log["rules"]["options"] = {"lives": 3}
    store.put(
        json.dumps({**log, "moves": [], "result": {"outcome": "abandoned", "score": 0}}).encode()
    )

    told = ask(store, "win rate vs bots").explain()

    assert "lives" not in told, "it was neither won nor lost, so nothing stands beside it"


def test_how_many_games_would_settle_it_is_of_people() -> None:
    """Of bots there are as many as one likes, so nothing is left open by them; see its docstring."""
    people, bots = Interval(0.7, 0.45, 0.86, 20), Interval(0.8, 0.8, 0.8, 10**6)
    pair: Any = SimpleNamespace(
        first=Figure(bots, 10**6, 10**6),
        second=Figure(people, 20, 20),
        difference=difference(people, bots),
    )
    counter: Any = SimpleNamespace(names=None, level=0.95, anytime=False)

    told = module.ComparedWithBots(counter)._more_games(pair)

    assert told == games_to_settle(Interval(-0.1, -0.35, 0.06, 20), games=20)


@pytest.mark.parametrize(
    ("phrase", "echo"),
    [
        ("win rate by level vs bots", "win rate by level vs bots"),
        ("win rate against bots for level hard", "win rate where level = hard vs bots"),
        ("win rate compared to bots", "win rate vs bots"),
        ("hardest level vs bots", "win rate by level vs bots order by win rate"),
    ],
)
def test_the_echo_reads_as_the_same_question(phrase: str, echo: str) -> None:
    query = read(phrase)

    assert str(query) == echo
    assert read(echo) == query
    assert Query.from_json(query.to_json()) == query


@pytest.mark.parametrize(
    ("phrase", "says", "instead"),
    [
        ("pass rate by level vs bots", "it is the win rate", "win rate by level vs bots"),
        ("win rate, pass rate vs bots", "it is the win rate", "win rate vs bots"),
        ("win rate vs bots including bots", "people alone", "win rate vs bots"),
        ("win rate easy vs hard vs bots", "One comparison", "win rate compare level easy vs hard"),
    ],
)
def test_what_cannot_stand_beside_bots_is_said(
    store: Store, phrase: str, says: str, instead: str
) -> None:
    with pytest.raises(PhraseError, match=says) as told:
        ask(store, phrase)

    assert told.value.code == "does-not-fit"
    assert list(told.value.suggestions) == [instead]


def test_no_games_of_people_no_games_of_bots(tmp_path: Path) -> None:
    with open_store(tmp_path) as empty:
        result = ask(empty, "win rate by level vs bots")

    assert result.rows == ()
