"""The race of settings: it may look as often as it likes, and seldom loses the one that is nearest."""

from __future__ import annotations

import math
import random

import pytest

from engine.bots.many import Workers
from engine.bots.tables import agreed
from storage.betting import fortune, rate_interval_at_any_time
from storage.tuning import NoGoal, Race, Runner


def race(
    game: str, settings: list[dict[str, int]], *, goal: float, games: int, bot: str = "simple"
) -> Race:
    tables = [(one, agreed(game, players=2, bots=(bot,), options=one)) for one in settings]
    found = Race(tables, goal=goal, games=games, seed=3)
    with Workers(1) as workers:
        found.run(workers, lambda _done, _total: None)
    return found


# -- bets


@pytest.mark.parametrize(
    "chances",  # of values whose mean is 0: of two rates that are alike, and around goals
    [
        {-1.0: 0.35, 0.0: 0.3, 1.0: 0.35},
        {-1.08: 0.31, -0.08: 0.3, 0.92: 0.39},
        {-0.2: 0.82, 0.8: 0.16, 1.8: 0.02},
    ],
)
def test_where_nothing_is_the_matter_a_fortune_is_as_rare_as_ville_says(
    chances: dict[float, float],
) -> None:
    """Ville 1939: of fair games, the chance to ever hold 20 times the money is 1/20 at the most."""
    assert sum(value * chance for value, chance in chances.items()) == pytest.approx(0, abs=1e-12)
    rng = random.Random(5)
    rich = 0
    for _ in range(400):
        seen = dict.fromkeys(chances, 0)
        for value in rng.choices([*chances], [*chances.values()], k=200):
            seen[value] += 1
            if fortune(seen) >= math.log(20):
                rich += 1
                break

    # 20 are to be expected at the most; 35 would come by chance once in a thousand times.
    assert 0 < rich < 35


def test_a_fortune_grows_where_the_mean_is_above_0_and_only_there() -> None:
    assert fortune({-1: 400, 1: 600}) > math.log(1000)
    assert fortune({-1: 600, 1: 400}) < 0
    assert fortune({0: 5, 1: 1}) == math.inf  # nothing is lost, so there is nothing to doubt


def test_an_interval_holds_at_every_look_at_once() -> None:
    rng = random.Random(8)
    missed = 0
    for _ in range(300):
        won = 0
        for games in range(1, 201):
            won += rng.random() < 0.3
            low, high = rate_interval_at_any_time(won, games)
            if not low <= 0.3 <= high:
                missed += 1
                break

    assert missed / 300 < 0.05 + 0.03


@pytest.mark.parametrize(
    ("won", "games", "interval"),
    [
        (0, 0, (0.0, 1.0)),
        (1, 1, (1 / 40, 1.0)),  # B(2, 1) = 1/2, and 1/(2p) = 20 there
        (0, 1, (0.0, 39 / 40)),
        (0, 3, (0.0, 1 - (1 / 80) ** (1 / 3))),  # B(1, 4) = 1/4
    ],
)
def test_the_interval_is_what_hand_arithmetic_gives(
    won: int, games: int, interval: tuple[float, float]
) -> None:
    assert rate_interval_at_any_time(won, games) == pytest.approx(interval, abs=1e-9)


# -- the race


def test_the_author_s_own_normal_is_found_from_its_win_rate() -> None:
    """54 % with two players, says the source of Spot On: five targets and one joker."""
    settings = [
        {"targets": targets, "jokers": jokers} for targets in (4, 5, 6) for jokers in (0, 1)
    ]

    found = race("spot-on", settings, goal=0.54, games=150)

    assert found.ranking()[0].setting == {"targets": 5, "jokers": 1}
    assert {one.setting["targets"] for one in found.left} == {5}
    assert found.played < 150 * len(settings)


def test_every_setting_plays_the_same_deals() -> None:
    """More pots to score on the same deals: what wins with more of them wins with fewer as well."""
    settings = [{"target": target} for target in (2, 3, 4)]

    found = race("pot-luck", settings, goal=0.5, games=50, bot="random-finisher")

    two, three, four = found.runners
    assert two.games == three.games == four.games == 50
    assert four.wins & ~three.wins == 0
    assert three.wins & ~two.wins == 0
    assert two.won > four.won


def test_the_race_is_the_same_whatever_the_number_of_jobs() -> None:
    settings = [{"target": target} for target in (4, 6)]
    tables = [(one, agreed("pot-luck", players=2, options=one)) for one in settings]
    found = []
    for jobs in (1, 2):
        one = Race(tables, goal=0.9, games=400, seed=1)
        with Workers(jobs) as workers:
            one.run(workers, lambda _done, _total: None)
        found.append([(runner.wins, runner.games, runner.out_by is None) for runner in one.runners])

    assert found[0] == found[1]


def test_the_nearest_setting_stays_in_the_race() -> None:
    """By chance alone it may fall out in one of twenty races; here of 100 with close settings."""
    rng = random.Random(2)
    table = agreed("pot-luck")
    lost = 0
    for _ in range(100):
        one = Race([({"p": p}, table) for p in (0.42, 0.5, 0.6)], goal=0.5, games=3000, seed=0)
        for _lap in range(12):
            for _deal in range(100):
                luck = rng.random()  # of the deal, and common to all settings
                for runner in one.left:
                    runner.wins |= (luck < runner.setting["p"]) << runner.games
                    runner.games += 1
            one._leave_behind()
        lost += one.runners[1].out_by is not None
        assert one.left

    assert lost <= 5


def test_where_nobody_wins_or_loses_there_is_no_win_rate() -> None:
    with pytest.raises(NoGoal) as told:
        race("pot-luck", [{"family": True}], goal=0.5, games=50, bot="random")

    assert told.value.message == (
        "Pot Luck is neither won nor lost on normal with family=True, so it has no win rate."
    )


def test_a_stop_keeps_the_deals_that_all_have_played() -> None:
    tables = [
        ({"target": n}, agreed("pot-luck", bots=("random",), options={"target": n})) for n in (2, 3)
    ]
    whole, stopped = (Race(tables, goal=0.5, games=50, seed=1) for _ in range(2))

    def stop(done: int, _total: int) -> None:
        if done == 41:
            raise KeyboardInterrupt

    with Workers(1) as workers:
        whole.run(workers, lambda _done, _total: None)
        with pytest.raises(KeyboardInterrupt):
            stopped.run(workers, stop)

    assert [one.games for one in stopped.runners] == [20, 20]
    for one, other in zip(stopped.runners, whole.runners, strict=True):
        assert one.wins == other.wins & ((1 << 20) - 1)


def test_one_alone_plays_all_its_games() -> None:
    found = race("pot-luck", [{"target": 3}], goal=0.5, games=60, bot="random")

    (only,) = found.runners
    assert isinstance(only, Runner)
    assert only.games == 60
    assert found.left == [only]
