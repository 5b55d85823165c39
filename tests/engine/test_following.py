"""A verdict made while the moves are read is the one that is made move by move, and so are facts."""

import copy
import json
import random
from pathlib import Path
from unittest.mock import patch

import pytest

from engine import games
from engine.bots.simulate import play_game
from engine.errors import UnreadableLog
from engine.replay import judge, tables
from tests.conftest import LONG

SAMPLES = Path(__file__).parents[2] / "sample_logs"
SEEDS = range(400 if LONG else 25)
FORMS = ("full", "hands", "table", "hidden")


def simulated(name, seed):
    rules = games.game(name)
    least, most = rules.players
    players = least + seed % (most - least + 1)
    level = list(rules.levels)[seed % len(rules.levels)]
    return play_game(rules, seed=seed, players=players, level=level)


def told_as(form, log, rng):
    """Return the log with less in it: what it does not tell, the rules must not miss."""
    told = copy.deepcopy(log)
    if form == "hands":
        told["deal"].pop("stock", None)
    elif form == "table":
        del told["deal"]
        for move in told["moves"]:
            move.pop("drew", None)
    elif form == "hidden":
        for hand in [*told["deal"]["hands"], told["deal"].get("stock", [])]:
            hand[:] = ["?" if rng.random() < 0.3 else card for card in hand]
        for move in told["moves"]:
            for key in ("drew", "total", "value"):
                if rng.random() < 0.3:
                    move.pop(key, None)
    return told


def spoilt(log, rng):
    """Return the log with one thing in its moves that is otherwise, mostly wrong."""
    log = copy.deepcopy(log)
    moves = log["moves"]
    at = rng.randrange(len(moves))
    move, other = moves[at], rng.choice(moves)
    key = rng.choice(list(move))
    how = rng.randrange(9)
    if how == 0:
        move[key] = other.get(key)
    elif how == 1:
        move[key] = rng.choice([None, True, 1.0, 3, -1, "?", "7", "QH", "", [], ["5D"], {"a": 1}])
    elif how == 2:
        del move[key]
    elif how == 3:
        del moves[at]
    elif how == 4:
        moves.insert(at, copy.deepcopy(other))
    elif how == 5:
        moves[at], moves[at - 1] = moves[at - 1], moves[at]
    elif how == 6:
        move[rng.choice(["note", "x-mark", "toatl", "drew", "as", "value"])] = rng.choice(
            [7, "7", "*"]
        )
    elif how == 7:
        for nth, one in enumerate(moves):
            one["t"] = nth * 1.5 if nth != at else rng.choice([0, nth * 1.5, "1"])
    else:
        move["player"] = rng.choice(["ada", " Bo ", "Cy", "Nobody", 3])
    return log


def judged(data, *, facts):
    try:
        verdict = judge(data, facts=facts)
    except UnreadableLog as error:
        return str(error), None, None
    rows = None if verdict.facts is None else verdict.facts.tables()
    return verdict.status, verdict.violations, rows


def all_ways(data):
    """Return the verdict as it is found with a log's moves made one by one.

    See that it is the same where they are made as they are read, with facts and without.
    """
    with patch("engine.log.follow_moves", return_value=None):
        plain = judged(data, facts=True)
    assert judged(data, facts=True) == plain
    assert judged(data, facts=False)[:2] == plain[:2]
    return plain


@pytest.mark.parametrize("name", games.OURS)
@pytest.mark.parametrize("form", FORMS)
def test_all_ways_lead_to_one_verdict_whatever_is_hidden_or_wrong(name, form):
    rejected = 0
    for seed in SEEDS:
        rng = random.Random(f"{form} {seed}")
        log = told_as(form, simulated(name, seed), rng)
        for one in [log, *(spoilt(log, rng) for _ in range(8))]:
            status, *_ = all_ways(json.dumps(one).encode())
            rejected += status == "rejected"

    assert rejected > len(SEEDS), "most of what was spoilt is wrong"


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.json")), ids=lambda path: path.stem)
def test_all_ways_lead_to_one_verdict_on_every_sample(path):
    all_ways(path.read_bytes())


@pytest.mark.parametrize("name", games.OURS)
def test_ordinary_logs_are_played_while_they_are_read(name):
    """And leave the table as it is after the last of the moves that are made one by one."""
    for form in FORMS:
        log = told_as(form, simulated(name, 3), random.Random(form))
        verdict = judge(json.dumps(log).encode(), facts=False)

        assert verdict.log.followed is not None
        assert verdict.log.kept_moves is None
        *_, (_, last) = tables(verdict.log)
        assert verdict.log.followed.table == last


def test_the_facts_of_spot_on_are_taken_while_it_is_read():
    log = simulated("spot-on", 3)
    verdict = judge(json.dumps(log).encode())

    assert verdict.facts is not None
    assert verdict.log.followed is not None
    assert verdict.log.kept_moves is None
