"""How hard the deal was, asked in a phrase: of what bots have played, and nothing else is played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.bots.many import Workers
from engine.bots.players import bot_named
from engine.bots.simulate import play_game
from engine.games import game
from storage import Store, bot_games, difficulty, open_store
from storage.query import PhraseError, read, run

RULES = game("pot-luck")
PLAYS = 10


def of_people(seed: int) -> bytes:
    """Return a log that says that people played it, and tells every card."""
    bots = [bot_named(RULES, "random-finisher")]
    log = play_game(RULES, seed=seed, level="easy", players=2, bots=bots)
    del log["source"], log["tags"]
    log["players"] = [one["name"] for one in log["players"]]
    return json.dumps(log).encode()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Yield a store of five games of people; bots have played the deals of the last three."""
    with pytest.MonkeyPatch.context() as patch, open_store(tmp_path) as found:
        patch.setattr(difficulty, "USUAL", PLAYS)
        for seed in range(5):
            found.put(of_people(seed))
        with Workers(1) as workers:
            latest = difficulty.deals(found, last=3)
            list(difficulty.difficulties(found, latest, games=PLAYS, workers=workers))
        yield found


def ask(store: Store, phrase: str) -> Any:
    with store.reading() as reading:
        return run(reading, phrase)


def shares(store: Store) -> dict[int, float]:
    """Return by log how many of 100 games bots win on its deal, as `cardstats difficulty` tells it."""
    with Workers(1) as workers:
        found = difficulty.deals(store, last=3)
        told = difficulty.difficulties(store, found, games=PLAYS, workers=workers)
        return {one.deal.id: 100 * one.bots.won / one.bots.decided for one in told}


def test_the_average_is_that_of_the_deals_that_bots_have_played(store: Store) -> None:
    known = list(shares(store).values())

    result = ask(store, "avg deal difficulty")

    assert result.rows[0][0] == pytest.approx(sum(known) / 3)
    assert result.games == 3
    assert [(one.games, one.reason) for one in result.left_out] == [
        (2, ", bots have not played their deal")
    ]
    assert any("3 deals" in one and "cardstats difficulty --all" in one for one in result.notes)


def test_a_split_is_in_bins_of_twenty_and_the_echo_says_so(store: Store) -> None:
    lows = [20 * (share // 20) for share in shares(store).values()]

    result = ask(store, "games by deal difficulty")

    assert result.echo == "number of games by deal difficulty in bins of 20"
    assert {row[0]: row[1] for row in result.rows} == {
        **{low: lows.count(low) for low in lows},
        None: 2,
    }
    assert ask(store, result.echo).rows == result.rows


def test_deals_are_chosen_by_how_hard_they_are(store: Store) -> None:
    hard = [one for one in shares(store).values() if one < 75]

    assert ask(store, "games where deal difficulty < 75").rows == ((len(hard),),)
    assert ask(store, "games where deal difficulty is unknown").rows == ((2,),)


def test_people_stand_beside_bots_on_the_very_same_deals(store: Store) -> None:
    known = shares(store)
    with store.reading() as reading:
        won = reading.connection.execute(
            "SELECT count(*) FILTER (outcome = 'won') FROM games WHERE game_id > 2"
        ).fetchall()[0][0]

    bots, people, apart = ask(store, "win rate vs bots where deal difficulty is known").rows

    assert bots[:2] == ("bots", pytest.approx(sum(known.values()) / 300))
    assert bots[-1] == 3 * PLAYS
    assert people[:2] == ("humans", pytest.approx(won / 3))
    assert apart[1] == pytest.approx(people[1] - bots[1])


def test_a_row_of_which_one_deal_is_not_known_has_no_figure_of_bots(store: Store) -> None:
    rows = ask(store, "win rate by deal difficulty vs bots").rows

    unknown = [row for row in rows if row[0] is None]
    assert [row[2] for row in unknown if row[1] == "bots"] == [None]
    assert all(row[2] is not None for row in rows if row[1] == "bots" and row[0] is not None)


def test_no_question_plays_a_deal(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_games, "play", lambda *_, **__: pytest.fail("it played"))
    monkeypatch.setattr(bot_games, "replay", lambda *_, **__: pytest.fail("it played"))

    assert ask(store, "avg deal difficulty").games == 3


def test_what_other_rules_gave_is_not_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What bots of an older cardstats won says nothing of the games as they are played today."""
    monkeypatch.setattr(bot_games, "__version__", "0.0.0")

    assert ask(store, "avg deal difficulty").games == 0


def test_a_store_of_which_no_deal_was_played_says_how_to_have_them_played(tmp_path: Path) -> None:
    with open_store(tmp_path) as found:
        found.put(of_people(1))
        result = ask(found, "win rate by deal difficulty")

    assert [row[0] for row in result.rows] == [None]
    assert "Bots have played 0 deals of this store so far" in result.notes[0]


def test_an_answer_that_hangs_on_bots_games_is_not_kept() -> None:
    """They are kept elsewhere, and the store's version does not change with them."""
    assert not read("win rate by deal difficulty").is_lasting
    assert not read("avg deal difficulty").is_lasting
    assert not read("games where deal difficulty < 40").is_lasting
    assert not read("share of games where deal difficulty < 40").is_lasting
    assert read("win rate by level").is_lasting


def test_games_that_no_table_wins_have_no_difficulty(store: Store) -> None:
    with pytest.raises(PhraseError) as caught:
        ask(store, "avg deal difficulty where game = top-spot")

    assert "only spot-on and pot-luck do" in caught.value.message
