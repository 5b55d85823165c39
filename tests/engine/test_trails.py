"""Rows that are made of many trails together are those that are made of each alone."""

import json
import random

import pytest

from engine import games
from engine.facts import Trail
from engine.replay import judge
from tests.conftest import LONG

from .test_following import FORMS, all_ways, simulated, told_as

SEEDS = range(200 if LONG else 24)
HIGH = ("K", "Q", "J", "10", "9")


def facts(log):
    verdict = judge(json.dumps(log).encode())
    assert verdict.facts is not None, verdict.violations
    return verdict.facts


def cut_short(log, moves):
    """The log broken off after so many moves."""
    return {**log, "moves": log["moves"][:moves], "result": {"outcome": "abandoned"}}


def timed(log):
    """The log with a time on some of its moves."""
    moves = [{**move, "t": at * 2.5} if at % 4 else move for at, move in enumerate(log["moves"])]
    return {**log, "moves": moves}


def towering():
    """A game whose total grows beyond 64 bits: all kings, queens, jacks, tens and nines multiplied."""
    moves = [{"type": "target", "player": "Ada", "cards": ["3D", "4C", "8S"]}]
    for at, card in enumerate(f"{rank}{suit}" for rank in HIGH for suit in "SHDC"):
        player = ("Ada", "Bo")[at % 2]
        moves.append({"type": "play", "player": player, "card": card, "op": "*" if at else "+"})
    return {
        "format": "cardstats/1",
        "game": "spot-on",
        "players": ["Ada", "Bo"],
        "moves": moves,
        "result": {"outcome": "abandoned"},
    }


def every_kind():
    """Logs of Spot On of every form and length, some with times, one of numbers beyond 64 bits."""
    for seed in SEEDS:
        log = simulated("spot-on", seed)
        for form in FORMS:
            rng = random.Random(f"{form} {seed}")
            told = told_as(form, log, rng)
            yield told
            yield timed(cut_short(told, rng.randrange(len(log["moves"]) - 1)))
    yield cut_short(log, 0)
    yield towering()


@pytest.fixture(scope="module")
def trails():
    return [facts(log).told for log in every_kind()]


def test_rows_of_many_games_are_the_rows_of_each(trails):
    rng = random.Random("order")
    rng.shuffle(trails)

    together = trails[0].make(trails)

    for table, many in together.items():
        rows = iter(many.rows())
        for trail, size in zip(trails, many.sizes.tolist(), strict=True):
            assert [next(rows) for _ in range(size)] == trail.tables()[table]
        assert next(rows, None) is None


def test_a_row_is_left_out_of_a_slice_as_it_is_of_the_whole(trails):
    """Who makes some of the games gets those."""
    some = trails[3:9]

    made = trails[0].make(some)

    assert all(len(many.sizes) == len(some) for many in made.values())
    assert made["seats"].sizes.tolist() == [len(trail.players) for trail in some]


def test_totals_beyond_64_bits_are_told_to_the_last_digit():
    """By hand: 13⁴ · 12⁴ · 11⁴ · 10⁴ · 9⁴, and 348 less is how far the target is."""
    told = facts(towering())

    assert [row[10] for row in told.moves][1:5] == [13, 13**2, 13**3, 13**4]
    assert told.moves[-1][10] == 13**4 * 12**4 * 11**4 * 10**4 * 9**4 > 1 << 63
    assert told.rounds[0][-1] == 13**4 * 12**4 * 11**4 * 10**4 * 9**4 - 348


@pytest.mark.parametrize("hidden", ["pass", "drew", "nothing noted"])
def test_a_hand_is_never_reckoned_from_cards_that_are_not_noted(hidden):
    """What is noted of a known deal may leave open which card went: then it is looked up."""
    for seed in SEEDS:
        log = simulated("spot-on", seed)
        turns = [move for move in log["moves"] if move["type"] in ("play", "pass")]
        rng = random.Random(f"{hidden} {seed}")
        for move in rng.sample(turns, min(3, len(turns))):
            if hidden == "pass" and move["type"] == "pass":
                move["card"] = "?"
            elif hidden == "drew" and "drew" in move:
                move["drew"] = "?"
            elif hidden == "nothing noted":
                move.pop("drew", None)
        status, *_ = all_ways(json.dumps(log).encode())
        assert status == "accepted"


def test_the_last_card_passed_unseen_leaves_no_hand_known_before():
    """It may have been any card, but the hand held one, and that one was dealt: an ace hits 1 away."""
    log = {
        "format": "cardstats/1",
        "game": "spot-on",
        "rules": {"options": {"hand_size": 1, "jokers": 0}},
        "players": ["Ada", "Bo"],
        "deal": {"hands": [["5H"], ["KS"]]},
        "moves": [
            {"type": "target", "player": "Ada", "cards": ["3D", "4C", "8S"]},
            {"type": "pass", "player": "Ada", "card": "?", "drew": "9C"},
            {"type": "pass", "player": "Bo", "card": "KS", "drew": "2S"},
        ],
        "result": {"outcome": "abandoned"},
    }

    all_ways(json.dumps(log).encode())

    # A five can be played or passed, and so can a king.
    assert [row[11] for row in facts(log).moves] == [None, 2, 2]


def test_what_leaves_a_trail_says_so():
    assert isinstance(facts(simulated("spot-on", 1)).told, Trail)
    assert not isinstance(facts(simulated("pot-luck", 1)).told, Trail)
    assert set(games.OURS) >= {"spot-on", "pot-luck"}
