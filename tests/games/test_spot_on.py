"""Spot On against an independent judge, and its rulings one by one."""

import copy
import json
import random
from pathlib import Path

import numpy as np
import pytest

from engine.facts import columns_of
from engine.games import game
from engine.games.spot_on.many import count_turns
from engine.replay import judge, tables
from tests.conftest import LONG
from tests.judges import spot_on as second

SAMPLES = Path(__file__).parents[2] / "sample_logs"
SEEDS = range(600 if LONG else 40)
RULES = game("spot-on")


def codes(log):
    return [(fault.code, fault.move) for fault in judge(json.dumps(log).encode()).violations]


def rows(log, table):
    """The rows of one fact table as dictionaries."""
    verdict = judge(json.dumps(log).encode())
    assert verdict.facts is not None, verdict.violations
    names = [column.name for column in columns_of(table, RULES.columns)]
    return [dict(zip(names, row, strict=True)) for row in verdict.facts.tables()[table]]


# -- laws, held against the second judge


@pytest.mark.parametrize("seed", SEEDS)
def test_no_legal_game_is_refused_however_little_is_told_of_it(seed):
    rng = random.Random(seed)
    log = second.simulate(rng)

    for how in (None, "hands", "table", "mixture", "mixture", "mixture"):
        told = log if how is None else second.hide(log, rng, how)
        assert codes(told) == [], how


@pytest.mark.parametrize("seed", SEEDS)
def test_a_planted_fault_is_told_first_and_at_its_move(seed):
    rng = random.Random(seed)
    log = second.simulate(rng)
    for how in (None, "hands", "table", "mixture"):
        told = log if how is None else second.hide(log, rng, how)
        for code, plant in second.PLANTS.items():
            planted = plant(copy.deepcopy(told), rng)
            if planted is None:
                continue
            faulty, acceptable, move = planted
            # Where a second fault fits the same move, the second judge says which comes first.
            acceptable = acceptable | {
                found for found, at in second.judge(faulty)[:1] if at == move
            }
            found = codes(faulty)
            assert found, code
            assert found[0][0] in acceptable, code
            assert found[0][1] == move, code


def mutated(log, rng):
    """The log with one or two moves changed, dropped, doubled or swapped."""
    log = copy.deepcopy(log)
    moves = log["moves"]
    cards = [rank + suit for rank in second.RANKS for suit in ("", *second.SUITS)] + ["*"]
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(moves)) if moves else 0
        kind = rng.choice(("drop", "double", "swap", "card", "card", "drew", "op", "cards", "cut"))
        if not moves:
            break
        move = moves[at]
        if kind == "drop":
            del moves[at]
        elif kind == "double":
            moves.insert(at, copy.deepcopy(rng.choice(moves)))
        elif kind == "swap":
            moves[at - 1], moves[at] = moves[at], moves[at - 1]
        elif kind == "card" and "card" in move:
            move["card"] = rng.choice(cards)
        elif kind == "drew" and move["type"] in ("play", "pass"):
            move["drew"] = rng.choice([*cards, "?", None])
        elif kind == "op" and "op" in move:
            move["op"] = rng.choice("+-*/")
            move.pop("total", None)
        elif kind == "cards" and move.get("cards"):
            move["cards"][rng.randrange(len(move["cards"]))] = rng.choice(cards)
        elif kind == "cut":
            del moves[at:]
    clock = 0
    for move in moves:  # a clock that goes back would be a fault of form
        if "t" in move:
            clock = move["t"] = max(clock, move["t"])
    return log


@pytest.mark.parametrize("seed", SEEDS)
def test_a_changed_log_is_judged_as_the_second_judge_does(seed):
    """Accepted or not, and at which move: the code may differ where two faults fit."""
    rng = random.Random(seed)
    log = second.simulate(rng)
    for how in (None, "hands", "table", "mixture"):
        told = log if how is None else second.hide(log, rng, how)
        for _ in range(5):
            changed = mutated(told, rng)
            form = {"bad-card", "missing-field", "wrong-type", "unknown-field"}
            found = codes(changed)
            if form & {code for code, _ in found}:
                continue
            expected = second.judge(changed)
            assert [at for _, at in found[:1]] == [at for _, at in expected[:1]], (found, expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_facts_of_a_full_log_are_what_the_second_judge_counts(seed):
    log = second.simulate(random.Random(seed))
    expected = second.facts(log)

    (row,) = rows(log, "games")
    for name in ("outcome", "cause", "turns", "passes", "signals", "unused_stock"):
        assert row[name] == expected["game"][name], name
    assert row["score"] == expected["game"]["targets_hit"]
    names = {"starter": "began", "finisher": "hit_by"}
    found = rows(log, "rounds")
    assert len(found) == len(expected["rounds"])
    for mine, theirs in zip(found, expected["rounds"], strict=True):
        assert (mine["outcome"] == "hit") == theirs["hit"]
        for name in ("value", "cards_turned", "turns", "plays", "passes", "signals", "hit_rank"):
            assert mine[name] == theirs[name], name
        for name in ("hit_op", "missed_hits", "missed_shown", "passed_over"):
            assert mine[name] == theirs[name], name
        for name, other in names.items():
            assert mine[name] == theirs[other], name
    for mine, theirs in zip(rows(log, "moves"), expected["moves"], strict=True):
        if mine["type"] in ("play", "pass"):
            for name in ("before", "after", "distance_before", "distance_after", "legal"):
                assert mine[name] == theirs[name], name
            assert mine["hit_in_hand"] == theirs["hit_in_hand"]
            assert mine["seconds"] == theirs["seconds"]


@pytest.mark.parametrize("small", [False, True])
def test_turns_are_counted_as_the_source_allows_them(small):
    """One by one, as "Your turn", "Card values" and "Variants" say what may be done."""

    def plays(total, value):
        if total is None:
            return 1  # the first card is added
        is_whole = not small and total % value == 0
        return 1 + (value <= total) + (not small) + is_whole

    rng = random.Random(f"turns {small}")
    totals = [None, *range(16), *rng.sample(range(16, 2100), 300), 2047, 2048, 13**6, 13**30]
    hands = [{rng.randrange(14) for _ in range(rng.randint(1, 5))} for _ in totals]
    expected = [
        sum(
            1 + sum(plays(total, value) for value in ([rank] if rank else range(1, 14)))
            for rank in hand
        )
        for total, hand in zip(totals, hands, strict=True)
    ]
    ranks = [sum(1 << rank for rank in hand) for hand in hands]

    def counted(first, below, kind):
        told = [0 if total is None else total for total in totals]
        at = [nth for nth, total in enumerate(told) if first <= total < below]
        has_begun = np.array([totals[nth] is not None for nth in at])
        found = count_turns(
            np.array([ranks[nth] for nth in at]),
            np.array([told[nth] for nth in at], kind),
            has_begun,
            np.full(len(at), small),
        )
        assert found.tolist() == [expected[nth] for nth in at]

    counted(0, 2048, np.int64)  # the usual ones have a table
    counted(0, 1 << 63, np.int64)
    counted(0, 13**31, object)  # beyond 64 bits


# -- the source's own example, and the rulings


def test_the_worked_example_comes_out_as_the_source_prints_it():
    """Source, "Example": 6, 30, 43, 43, 344, 348; the target is hit with plus 4."""
    log = json.loads((SAMPLES / "spot-on-worked-example.json").read_text())

    turns = [row for row in rows(log, "moves") if row["turn"]]
    assert [row["after"] for row in turns] == [6, 30, 43, 43, 344, 348]
    (target,) = rows(log, "rounds")
    assert (target["value"], target["turns"], target["hit_rank"], target["hit_op"]) == (
        348,
        6,
        "4",
        "+",
    )
    assert (target["starter"], target["finisher"]) == ("Anna", "Ben")


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        (["3D", "4C", "8S"], 348),
        (["7H", "KC", "5S"], 705),
        (["10D", "2H", "9C", "JS"], 290),
    ],
)
def test_targets_are_read_as_the_source_reads_them(cards, value):
    """Source, "Turning up a target"."""
    log = table_log([{"type": "target", "player": "Anna", "cards": cards, "value": value}])

    assert codes(log) == []
    log["moves"][0]["value"] = value + 1
    assert codes(log) == [("wrong-value", 0)]


def table_log(moves, result=None, players=("Anna", "Ben"), **rules):
    return {
        "format": "cardstats/1",
        "game": "spot-on",
        "rules": rules,
        "players": list(players),
        "moves": moves,
        "result": result or {"outcome": "abandoned"},
    }


def target(player="Anna", cards=("3D", "4C", "8S")):
    return {"type": "target", "player": player, "cards": list(cards)}


def play(player, card, op="+", **more):
    return {"type": "play", "player": player, "card": card, "op": op, **more}


def test_total_0_may_be_left_and_then_any_operation_is_free():
    """Ruling 5: 0 after a subtraction, 0 × n and 0 ÷ n are allowed."""
    moves = [target(), play("Anna", "6H"), play("Ben", "6C", "-", total=0)]
    moves += [play("Anna", "KS", "*", total=0), play("Ben", "7D", "/", total=0)]

    assert codes(table_log(moves)) == []


def test_passes_before_the_first_card_do_not_make_the_next_one_second():
    """Ruling 4."""
    moves = [target(), {"type": "pass", "player": "Anna", "card": "2C"}, play("Ben", "6C", "*")]

    assert codes(table_log(moves)) == [("first-card-must-add", 2)]


def test_a_joker_counts_what_is_said_and_needs_it():
    """Ruling 6."""
    moves = [target(), play("Anna", "6H"), play("Ben", "*", "*", **{"as": 13, "total": 78})]

    assert codes(table_log(moves)) == []
    for wrong in (0, 14):
        moves[2]["as"] = wrong
        assert codes(table_log(moves)) == [("joker-value", 2)]


def test_a_shown_card_may_be_played_in_the_same_turn_and_only_one_is_shown_a_target():
    """Ruling 7."""
    show = {"type": "signal", "player": "Anna", "card": "6H"}
    assert codes(table_log([target(), show, play("Anna", "6H")])) == []

    again = {"type": "signal", "player": "Anna", "card": "7H"}
    assert codes(table_log([target(), show, again])) == [("signal-twice", 2)]


def test_a_full_log_without_a_usable_card_must_fail_the_turn_up_at_once():
    """Ruling 2: the turn-up fails as soon as the stock can no longer give the digit."""
    faces = [rank + suit for rank in ("10", "J", "Q", "K") for suit in "SHDC"]
    others = [rank + suit for rank in "A23456789" for suit in "SHDC"]
    options = {"hand_size": 9, "jokers": 0}
    hands = [others[:9], others[9:18], others[18:27], others[27:36]]
    log = table_log(
        [target(cards=())],
        {"outcome": "lost", "score": 0},
        players=("Anna", "Ben", "Cleo", "Dirk"),
        options=options,
    )
    log["deal"] = {"hands": hands, "stock": faces}

    assert codes(log) == []
    log["moves"][0]["cards"] = faces[:2]
    assert codes(log) == [("wrong-target-cards", 0)]
    log["moves"] = []
    assert codes(log) == [("unfinished", None)]


def test_a_table_log_may_end_a_turn_up_short_only_where_the_stock_can_be_spent():
    moves = [target(cards=("3D", "4C"))]

    assert codes(table_log(moves, {"outcome": "lost"})) == [("wrong-target-cards", 0)]


def test_an_open_7_a_hidden_7h_and_a_played_7_accuse_nobody():
    """LOG_FORMAT §3, its own example; then the 7H is still there to be played."""
    hand = ["7H", "?", "2S", "3S", "4S"]
    moves = [target(), play("Anna", "7"), play("Ben", "KC"), play("Anna", "7H")]
    log = table_log(moves)
    log["deal"] = {"hands": [hand, ["?"] * 5]}

    assert codes(log) == []
    log["deal"]["hands"][0][1] = "5S"  # now the one seven of the hand was played already
    assert codes(log) == [("card-already-seen", 3)]


def test_missing_suits_do_not_allow_a_fifth_seven():
    """LOG_FORMAT §3: no card more often than the deck holds it, by ranks where suits are missing."""
    moves = [target()]
    moves.extend(play(("Anna", "Ben")[at % 2], "7") for at in range(5))

    assert codes(table_log(moves)) == [("card-already-seen", 5)]


def test_knowing_the_suits_of_a_hand_does_not_make_a_bare_rank_a_guess():
    """With both sevens of the hand known the facts stay known, whichever was played."""
    hand = ["7H", "7S", "2S", "3S", "4S"]
    moves = [target(), play("Anna", "7", drew="9C"), play("Ben", "KC"), play("Anna", "7")]
    log = table_log(moves)
    log["deal"] = {"hands": [hand, ["?"] * 5]}

    found = [row["legal"] for row in rows(log, "moves") if row["player"] == "Anna" and row["turn"]]
    # First of a target: four ranks to add, four to pass. Then from 20: 7, 9, 2, 3, 4 with plus,
    # minus and times, 20 ÷ 2 and 20 ÷ 4, and five passes.
    assert found == [8, 22]


def test_what_is_hidden_is_unknown_and_not_guessed():
    (row,) = rows(json.loads((SAMPLES / "spot-on-worked-example.json").read_text()), "rounds")

    assert row["told_turns"] == 0
    assert row["missed_hits"] is None


@pytest.mark.parametrize("seed", range(20))
def test_the_view_of_a_seat_is_the_same_when_cards_it_cannot_see_are_swapped(seed):
    rng = random.Random(seed)
    log = second.simulate(rng, options={"open_hands": False})
    reading = judge(json.dumps(log).encode())
    for _, table in tables(reading.log):
        seen = RULES.view(table, 0)
        census = table.census
        hidden = [hand for hand in census.hands[1:] if hand.cards]
        if hidden and census.stock:
            hidden[0].cards[0], census.stock[0] = census.stock[0], hidden[0].cards[0]
            assert RULES.view(table, 0) == seen
            hidden[0].cards[0], census.stock[0] = census.stock[0], hidden[0].cards[0]
