"""One deal, played many times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bots.deals import replayed, slipping
from engine.bots.many import Workers
from engine.bots.players import RANDOM, bot_named
from engine.bots.simulate import deal_of, play_deal, seeds_of, setting_of
from engine.bots.tables import agreed
from engine.games import game
from storage import bot_games
from storage.bot_games import Played
from storage.difficulty import Deal, Difficulty, expected

RULES = game("pot-luck")
TABLE = agreed("pot-luck", bots=("simple",))
SETTING = setting_of(RULES, level="normal", players=2)


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers(1) as found:
        yield found


def test_a_hand_that_never_slips_plays_as_the_bot_does() -> None:
    bot = bot_named(RULES, "simple")
    for seed in seeds_of(4, 5):
        deal = deal_of(RULES, SETTING, seed)
        played = [
            play_deal(RULES, SETTING, deal, bots=[one], seed=seed)
            for one in (bot, slipping(bot, 0.0))
        ]
        assert played[0] == played[1]


def test_a_hand_that_always_slips_plays_at_random() -> None:
    """`random` wins next to nothing; nobody knows a bot by a name that always slips."""
    slips = slipping(bot_named(RULES, "simple"), 1.0)
    outcomes = {
        play_deal(RULES, SETTING, deal_of(RULES, SETTING, seed), bots=[bot], seed=seed).outcome
        for seed in seeds_of(4, 20)
        for bot in (slips, RANDOM)
    }
    assert outcomes == {"lost"}


def test_a_deal_comes_out_in_more_than_one_way_and_the_same_for_the_same_seeds() -> None:
    seeds = list(seeds_of(2, 25))
    found = [
        replayed((TABLE, deal_of(RULES, SETTING, seed)), seeds).count("won")
        for seed in seeds_of(5, 8)
    ]
    again = replayed((TABLE, deal_of(RULES, SETTING, next(seeds_of(5, 1)))), seeds).count("won")

    assert again == found[0]
    assert any(0 < won < 25 for won in found)
    assert max(found) - min(found) > 10  # some deals are hard and some are easy


def test_without_a_deal_each_seed_deals_its_own() -> None:
    seeds = list(seeds_of(3, 6))

    found = replayed((TABLE, None), seeds)

    assert found == [
        outcome
        for seed in seeds
        for outcome in replayed((TABLE, deal_of(RULES, SETTING, seed)), [seed])
    ]


def test_what_was_played_of_a_deal_is_not_played_again(tmp_path: Path, workers: Workers) -> None:
    deal = deal_of(RULES, SETTING, 1)
    played: list[int] = []

    def replay(games: int) -> Played:
        return bot_games.replay(
            tmp_path, TABLE, deal, games=games, workers=workers, show=lambda: played.append(games)
        )

    first, again, more = replay(10), replay(10), replay(25)

    outcomes = replayed((TABLE, deal), list(seeds_of(bot_games.SERIES, 25)))
    assert first == again == Played(10, outcomes[:10].count("won"), outcomes[:10].count("lost"))
    assert more == Played(25, outcomes.count("won"), outcomes.count("lost"))
    assert played == [10] * 10 + [25] * 15


def told(won: int, usual: int = 500) -> Difficulty:
    deal = Deal(1, "", TABLE, {}, "won", "humans", None)
    return Difficulty(deal, Played(100, won, 100 - won), Played(1000, usual, 1000 - usual))


@pytest.mark.parametrize(("won", "word"), [(0, "hard"), (35, "hard"), (50, "usual"), (65, "easy")])
def test_a_deal_is_hard_where_bots_win_it_less_than_others(won: int, word: str) -> None:
    """Wilson's interval of 35 of 100 ends at 45 %, of 65 it begins at 55 % (Newcombe's tables)."""
    assert told(won).word == word


def test_so_many_deals_bots_would_win() -> None:
    """Two coins: one head on average, and any number in 95 of 100 tries; a sure thing is sure."""
    assert expected([told(50), told(50)]) == (1.0, 0, 2)
    assert expected([told(100), told(100), told(0)]) == (2.0, 2, 2)
    # Of twenty coins 6 to 14 come up: the binomial's quantiles of 2.5 and 97.5 %.
    assert expected([told(50)] * 20) == (10.0, 6, 14)
