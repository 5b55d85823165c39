"""Holds the second judge of Top Spot to the rules page, to the source and to itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest

from . import top_spot
from .top_spot import DEMO, Log, judge

LADDER: dict[str, Any] = {
    "cells": 12,
    "cards": {str(n): "O" * (n - 1) + "S" + "O" * (12 - n) for n in range(1, 13)},
    "joker": "O" * 12,
}
"""Every number has its own spot and holes elsewhere: a stack of n numbers is worth n."""


def run(colour: str, first: int, last: int) -> str:
    """Return the cards of a colour from one number to another, ``R1 R2 R3``."""
    return " ".join(f"{colour}{number}" for number in range(first, last + 1))


def ladder_log(plays: str, score: list[int] | None = None, outcome: str = "finished") -> Log:
    """Return a table log, one play a line: ``A: * R1 R2 as R``."""
    moves = []
    for line in plays.strip().splitlines():
        player, _, told = line.strip().partition(": ")
        cards, _, colour = told.partition(" as ")
        move: dict[str, Any] = {"type": "play", "player": player, "cards": cards.split()}
        moves.append(move | ({"colour": colour} if colour else {}))
    names = sorted({move["player"] for move in moves} | {"A", "B", "C"})
    result: dict[str, Any] = {"outcome": outcome}
    if score is not None:
        result["score"] = score
    options = {"card_set": LADDER}
    return {"rules": {"options": options}, "players": names, "moves": moves, "result": result}


def games(count: int, start: int = 0) -> Iterator[tuple[Log, random.Random]]:
    for seed in range(start, start + count):
        rng = random.Random(seed)
        yield top_spot.simulate(rng), rng


# The cards


def test_a_stack_shows_what_the_source_lets_one_see() -> None:
    """By hand: through 10 (S..SOSOOS) one sees only cells 5, 7 and 8 of what lies below."""
    assert top_spot.visible_spots(["R10"], DEMO) == 4
    assert top_spot.visible_spots(["R10", "R7"], DEMO) == 5
    assert top_spot.visible_spots(["R10'"], DEMO) == 4
    assert top_spot.visible_spots(["*"], DEMO) == 0
    assert top_spot.visible_spots(["*", "R12", "Y7"], DEMO) == 3


def test_the_demo_set_is_as_its_page_says() -> None:
    """The page: in most pairs nothing is gained, and few triples reach 7."""
    cards = [f"R{number}" for number in range(1, 13)]
    pairs = list(permutations(cards, 2))
    triples = list(permutations(cards, 3))

    gaining = [pair for pair in pairs if not top_spot.has_idle_card(list(pair), DEMO)]
    sevens = [triple for triple in triples if top_spot.visible_spots(list(triple), DEMO) >= 7]

    assert len(gaining) < len(pairs) / 2
    assert 0 < len(sevens) < len(triples) / 20


@pytest.mark.parametrize("rotate", [False, True])
def test_the_best_stack_is_the_best_of_all_stacks(rotate: bool) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        cards = [f"R{number}" for number in rng.sample(range(1, 13), 4)]
        ways = [f"{card}'" for card in cards] if rotate else []
        highest = max(
            top_spot.visible_spots(list(stack), DEMO)
            for size in range(1, 5)
            for stack in permutations(cards + ways, size)
            if len({top_spot.upright(card) for card in stack}) == size
            and not top_spot.has_idle_card(list(stack), DEMO)
        )

        value, stack = top_spot.best_stack(cards, cards, DEMO, rotate)

        assert value == top_spot.visible_spots(stack, DEMO) == highest
        assert not top_spot.has_idle_card(stack, DEMO)


# The rulings on ties and on the end, each played out by hand with the ladder cards


ALL_OUT = f"""
    A: * {run("R", 1, 12)} as R
    B: * {run("Y", 1, 12)}
    C: * {run("G", 1, 12)}"""
FIRST_ROUND_TIED_OUT = f"""
    A: * {run("R", 1, 12)} as R
    B: * {run("Y", 1, 12)}
    C: G1
    C: G2"""
ONLY_ONE_OF_THE_TIED_HAS_CARDS = f"""
    A: R1
    B: * {run("Y", 1, 11)}
    C: G1
    B: Y12
    C: G2
    A: * R2
    A: {run("R", 3, 12)}
    C: G3"""
BEATEN_IN_THE_TIE_BREAK = f"""
    A: R1
    B: * Y1
    C: * G1
    A: * {run("R", 2, 12)} as Y
    B: {run("Y", 2, 12)}
    C: G2
    C: G3"""
TIE_BREAK_WON_WITH_LAST_CARDS = f"""
    A: R1
    B: * Y1
    C: * G1
    A: * {run("R", 2, 12)} as Y
    B: {run("Y", 2, 11)}
    C: G2"""
LAST_WINNER_LEADS_ON = f"""
    A: R1
    B: * Y1 Y2
    C: G1
    B: Y3
    C: * {run("G", 2, 12)}
    A: * {run("R", 2, 12)}
    B: Y4"""
TIED_AT_NOUGHT = f"""
    A: * as G
    B: *
    C: Y1
    A: R1
    B: R2 R3
    B: {run("Y", 2, 11)}
    C: Y12
    A: R4"""


@pytest.mark.parametrize(
    ("plays", "score"),
    [
        pytest.param(ALL_OUT, [0, 0, 0], id="nobody has cards after a tie"),
        pytest.param(FIRST_ROUND_TIED_OUT, [0, 0, 12], id="tied out in the first round"),
        pytest.param(ONLY_ONE_OF_THE_TIED_HAS_CARDS, [2, 1, 0], id="won without playing"),
        pytest.param(BEATEN_IN_THE_TIE_BREAK, [0, 0, 10], id="beaten before the last tie"),
        pytest.param(TIE_BREAK_WON_WITH_LAST_CARDS, [1, 0, 0], id="tie-break ends the game"),
        pytest.param(LAST_WINNER_LEADS_ON, [0, 10, 0], id="last winner leads on, alone"),
        pytest.param(TIED_AT_NOUGHT, [0, 2, 0], id="jokers alone tie at 0"),
    ],
)
def test_ties_and_ends_are_read_as_the_page_rules(plays: str, score: list[int]) -> None:
    wrong = [points + 1 for points in score]

    assert judge(ladder_log(plays, score)) == []
    assert judge(ladder_log(plays, wrong)) == [("wrong-result", None)]
    assert judge(ladder_log(plays, score, "abandoned")) == [("wrong-result", None)]
    assert judge(ladder_log(f"{plays}\nC: G12")) == [("after-end", len(plays.split("\n")) - 1)]


def test_the_next_one_clockwise_leads_where_the_last_winner_has_no_cards() -> None:
    """A won last and tied out with B: C leads, not D."""
    before = f"""
    A: {run("R", 1, 5)}
    B: * {run("Y", 6, 12)}
    C: G1
    D: P1
    B: R9
    C: G2
    D: P2
    A: R6 R7 R8
    A: Y1 Y2 Y3
    B: R10
    C: G3
    D: P3
    A: Y4 Y5
    B: * R11 R12
    C: G4
    D: P4"""

    assert judge(ladder_log(f"{before}\nC: G5", [2, 1, 0, 0], "abandoned")) == []
    assert judge(ladder_log(f"{before}\nD: P5", [2, 1, 0, 0])) == [("wrong-player", 16)]


def test_a_tie_break_is_for_the_tied_alone_and_may_change_the_colour() -> None:
    tied = "A: R1\nB: R2\nC: G1"

    assert judge(ladder_log(f"{tied}\nA: Y1\nB: Y2 Y3", [0, 1, 0], "abandoned")) == []
    assert judge(ladder_log(f"{tied}\nA: Y1\nC: G2")) == [("wrong-player", 4)]


def test_a_joker_alone_wins_where_nobody_follows() -> None:
    """The source's own example."""
    log = ladder_log("A: * as R\nB: Y1\nC: G1", [1, 0, 0], "abandoned")

    assert judge(log) == []


# What may be told, and when


def test_following_is_doubted_only_once_a_later_card_shows_the_colour() -> None:
    plays = "A: R1\nB: Y1\nC: R2 R3\nC: G1\nA: G2"

    assert judge(ladder_log(plays, outcome="abandoned")) == []
    assert judge(ladder_log(f"{plays}\nB: R4", outcome="abandoned")) == [("must-follow", 1)]


def test_counting_convicts_where_the_deal_is_told_and_never_in_a_table_log() -> None:
    """A and B show their hands, so C's hidden hand must be the other 13 cards."""
    plays = f"A: R1\nB: {run('Y', 1, 1)}\nC: G1"
    log = ladder_log(plays, outcome="abandoned")
    hands = [f"* {run('R', 1, 9)} G10 G11 G12", f"* {run('Y', 1, 12)}"]
    log["deal"] = {"hands": [hand.split() for hand in hands] + [["?"] * 13]}

    assert judge(log) == [("must-follow", 2)]
    assert judge(log, counting=False) == []
    del log["deal"]
    assert judge(log) == []


def test_a_card_shown_later_convicts_the_right_one_of_two_suspects() -> None:
    """A holds no red after the first, so B or C must: only the later play says who."""
    plays = "A: R1\nB: Y1\nC: G1\nA: Y2\nB: Y3\nC: G2"
    log = ladder_log(plays, outcome="abandoned")
    known = [f"* R1 {run('Y', 2, 2)} {run('Y', 4, 12)} G12".split(), ["?"] * 13, ["?"] * 13]
    log["deal"] = {"hands": known}

    assert judge(log) == [("must-follow", 2)]
    log["moves"].append({"type": "play", "player": "A", "cards": ["Y4"]})
    log["moves"].append({"type": "play", "player": "B", "cards": ["R2"]})
    assert judge(log) == [("must-follow", 1)]


def test_a_wrong_value_is_told_and_the_hearing_goes_on() -> None:
    log = ladder_log("A: R1\nB: R2\nC: R3 R4\nA: R5")
    log["moves"][1]["value"] = 2

    assert judge(log) == [("wrong-value", 1), ("wrong-player", 3)]


@pytest.mark.parametrize(
    ("plays", "code", "move"),
    [
        ("A: R1 Y2", "mixed-colours", 0),
        ("A: R1 *", "joker-not-on-top", 0),
        ("A: * *", "joker-not-on-top", 0),
        ("A: *", "colour-not-named", 0),
        ("A: R1 as Y", "wrong-colour", 0),
        ("A: R1\nB: Y1\nC: G1\nA: * as P", "wrong-colour", 3),
        ("A: R1\nB: * as Y", "wrong-colour", 1),
        ("A: R1\nB: Y1 Y2", "one-card-only", 1),
        ("A: R1\nB: R1", "card-already-seen", 1),
        ("A: R1\nB: Y1\nC: G1\nA: P1", "no-such-card", 3),
        (f"A: * {run('R', 1, 12)} Y1 as R", "not-your-card", 0),
        ("A: R1\nB: R2", "unfinished", None),
    ],
)
def test_each_fault_has_its_name(plays: str, code: str, move: int | None) -> None:
    assert judge(ladder_log(plays)) == [(code, move)]


def test_an_idle_card_is_found_wherever_it_lies() -> None:
    """In the demo set 9 (S.SS....S) has no hole, so nothing below it is seen."""
    log = ladder_log("A: R10 R7 R9")
    log["rules"] = {}

    assert judge(log) == [("idle-card", 0)]


def test_room_for_cards_is_what_trying_every_way_finds() -> None:
    for seed in range(150):
        rng = random.Random(seed)
        unseen = {colour: rng.randint(0, 3) for colour in "RY"}
        places = [rng.randint(0, 3) for _ in range(3)]
        barred = [{colour for colour in "RY" if rng.random() < 0.4} for _ in range(3)]
        cards = [colour for colour, count in unseen.items() for _ in range(count)]
        found = any(
            all(seats.count(seat) <= places[seat] for seat in range(3))
            and all(colour not in barred[seat] for colour, seat in zip(cards, seats, strict=True))
            for seats in product(range(3), repeat=len(cards))
        )

        assert top_spot.room_for(unseen, places, barred) == found


# Laws over many games


def test_a_simulated_game_is_legal_and_hiding_cards_accuses_nobody() -> None:
    for log, rng in games(60):
        assert judge(log) == []
        for how in ("hands", "table", "mixture"):
            assert judge(top_spot.hide(log, rng, how)) == []
        assert judge(top_spot.hide(log, rng), counting=True) == []
        assert judge(top_spot.hide(top_spot.abandon(log, rng), rng)) == []


def test_simulated_games_end_in_every_way_the_page_knows() -> None:
    endings: Counter[str] = Counter()
    rounds: Counter[str] = Counter()
    for seed in range(110):
        ladder: dict[str, Any] = {"options": {"card_set": LADDER}, "policy": "greedy"}
        log = top_spot.simulate(random.Random(seed), **(ladder if seed % 2 else {}))
        turns = top_spot.course(log)
        endings[str(turns.ending)] += 1
        for round_ in turns.rounds:
            last = [play.value for play in round_.passes[-1] if play.followed]
            rounds["tie-break"] += len(round_.passes) > 1
            rounds["second tie-break"] += len(round_.passes) > 2
            rounds["nobody scores, others lead on"] += round_.winner is None
            rounds["won at 0"] += round_.winner is not None and max(last) == 0
        rounds["nobody scores, others lead on"] -= turns.ending == "all-out"

    assert set(endings) == {"last-card-win", "alone-with-cards", "all-out"}
    assert len(+rounds) == 4


def test_each_planted_fault_is_told_first_and_at_its_move() -> None:
    planted: Counter[tuple[str, str]] = Counter()
    hows = ("full", "table", "mixture")
    for at, (full, rng) in enumerate(games(30, start=2000)):
        how = hows[at % 3]
        log = full if how == "full" else top_spot.hide(full, rng, how)
        for code, planter in top_spot.PLANTS.items():
            found = planter(log, rng)
            if found is None:
                continue
            faulty, codes, move = found
            assert code in codes
            told = judge(faulty)
            assert told[0][0] in codes
            assert told[0][1] == move
            planted[code, how] += 1

    assert {code for code, _ in planted} == set(top_spot.PLANTS)
    assert (
        not {(c, h) for c in top_spot.PLANTS for h in hows}
        - set(planted)
        - {("hand-size", "table")}
    )


def test_a_log_can_always_be_spoilt() -> None:
    for log, rng in games(20, start=3000):
        found = top_spot.plant(log, rng)

        assert found is not None
        assert judge(found[0])[0][0] in found[1]


def test_the_facts_of_a_game_add_up() -> None:
    for log, _ in games(20, start=4000):
        found = top_spot.facts(log)
        game, rounds, moves = found["game"], found["rounds"], found["moves"]

        assert game["points"] == log["result"]["score"]
        assert sum(round_["points"] for round_ in rounds) == sum(game["points"])
        assert [move["value"] for move in moves] == [move["value"] for move in log["moves"]]
        spent = sum(move["cards"] for move in moves)
        assert spent + sum(game["cards_left"]) == 13 * len(log["players"])
        for move in moves:
            assert not move["followed"] or move["value"] <= move["best_possible"]


def test_the_facts_of_a_tie_that_was_won_without_playing() -> None:
    """By hand, from the plays above: A ties B at 1 in the second round, and B has no cards."""
    log = ladder_log(ONLY_ONE_OF_THE_TIED_HAS_CARDS, [2, 1, 0])
    hands = [f"* {run('R', 1, 12)}", f"* {run('Y', 1, 12)}", f"* {run('G', 1, 12)}"]
    log["deal"] = {"hands": [hand.split() for hand in hands]}

    found = top_spot.facts(log)

    assert judge(log) == []
    assert found["game"] == {
        "points": [2, 1, 0],
        "rounds": 3,
        "cards_left": [0, 0, 10],
        "ending": "last-card-win",
    }
    assert found["rounds"][1] == {
        "colour": "Y",
        "leader": 1,
        "winner": 0,
        "value": 1,
        "cards": 2,
        "jokers": 1,
        "tie_breaks": 0,
        "followed": 1,
        "best_possible": 11,
        "points": 1,
        "cards_spent": 2,
        "cards_per_point": 2.0,
    }
