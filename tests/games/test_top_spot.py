"""Top Spot against an independent judge, its source, and its rulings one by one."""

import copy
import json
import random
from itertools import permutations
from pathlib import Path

import pytest

from engine.bots.simulate import play_game
from engine.facts import columns_of
from engine.games import game
from engine.games.top_spot.deck import ALIKE, CARD_TEXT, PLAYED, bit_of
from engine.games.top_spot.faces import card_set, known_sets
from engine.games.top_spot.view import columns_of as columns_across
from engine.games.top_spot.view import stack_picture
from engine.replay import judge, tables
from tests.conftest import LONG
from tests.judges import top_spot as second

SAMPLES = Path(__file__).parents[2] / "sample_logs"
SEEDS = range(400 if LONG else 12)
RULES = game("top-spot")
WAYS = ("full", "hands", "table", "mixture")
LADDER = {
    "cells": 12,
    "cards": {str(n): "O" * (n - 1) + "S" + "O" * (12 - n) for n in range(1, 13)},
    "joker": "O" * 12,
}
"""Every number has its own spot and holes elsewhere: a stack of n numbers is worth n."""


def judged(log):
    return judge(json.dumps(log).encode())


def codes(log):
    return [(fault.code, fault.move) for fault in judged(log).violations]


def rows(log, table):
    """The rows of one fact table as dictionaries."""
    verdict = judged(log)
    assert verdict.facts is not None, verdict.violations
    names = [column.name for column in columns_of(table, RULES.columns)]
    return [dict(zip(names, row, strict=True)) for row in verdict.facts.tables()[table]]


def hidden(log, rng, how):
    return log if how == "full" else second.hide(log, rng, how)


def run(colour, first, last):
    """The cards of a colour from one number to another, ``R1 R2 R3``."""
    return " ".join(f"{colour}{number}" for number in range(first, last + 1))


def told(plays, outcome="abandoned", score=None, hands=None, **options):
    """A log of one play a line: ``A: * R1 as R = 1``."""
    moves = []
    for line in plays.strip().splitlines():
        player, _, rest = line.strip().partition(": ")
        rest, _, value = rest.partition(" = ")
        cards, _, colour = rest.partition(" as ")
        move = {"type": "play", "player": player, "cards": cards.split()}
        moves.append(
            move | ({"colour": colour} if colour else {}) | ({"value": int(value)} if value else {})
        )
    log = {
        "format": "cardstats/1",
        "game": "top-spot",
        "rules": {"options": options},
        "players": ["A", "B", "C"],
        "moves": moves,
        "result": {"outcome": outcome} | ({} if score is None else {"score": score}),
    }
    if hands:
        log["deal"] = {"hands": [hand.split() for hand in hands]}
    return log


# -- laws, held against the second judge


@pytest.mark.parametrize("seed", SEEDS)
def test_no_legal_game_is_refused_however_little_is_told_of_it(seed):
    rng = random.Random(seed)
    log = second.simulate(rng)

    for how in (*WAYS, "mixture"):
        assert codes(hidden(log, rng, how)) == [], how
        broken_off = second.abandon(log, rng)
        if broken_off["moves"]:
            assert codes(hidden(broken_off, rng, how)) == [], how


@pytest.mark.parametrize("seed", SEEDS)
def test_a_planted_fault_is_told_first_and_at_its_move(seed):
    rng = random.Random(seed)
    log = hidden(second.simulate(rng), rng, WAYS[seed % len(WAYS)])

    for code, plant in second.PLANTS.items():
        planted = plant(log, rng)
        if planted is not None:
            faulty, acceptable, move = planted
            first = codes(faulty)[0]
            assert first[0] in acceptable, code
            assert first[1] == move, code


def mutated(log, rng):
    """The log with one to three cards, colours, values or players changed."""
    log = copy.deepcopy(log)
    anything = [*PLAYED][:150:3] + ["*"]
    for _ in range(rng.choice((1, 1, 2, 3))):
        move = rng.choice(log["moves"])
        kind = rng.choice(("card", "more", "top", "colour", "value", "player", "swap", "deal"))
        if kind == "card":
            move["cards"] = [rng.choice(anything)]
        elif kind == "more":
            move["cards"].append(rng.choice(anything))
        elif kind == "top":
            move["cards"].insert(0, rng.choice(anything))
        elif kind == "colour":
            move["colour"] = rng.choice(second.COLOURS)
        elif kind == "value":
            move["value"] = rng.randint(0, 8)
        elif kind == "player":
            move["player"] = second.name_of(rng.choice(log["players"]))
        elif kind == "swap":
            other = rng.choice(log["moves"])
            other["cards"], move["cards"] = move["cards"], other["cards"]
        elif log.get("deal", {}).get("hands"):
            hand = rng.choice(log["deal"]["hands"])
            hand[rng.randrange(13)] = rng.choice(["?", "*", rng.choice(anything).rstrip("'")])
    for move in log["moves"]:
        move.pop("t", None)
    return log


@pytest.mark.parametrize("seed", SEEDS)
def test_a_changed_log_gets_the_same_faults_from_both_judges(seed):
    rng = random.Random(seed)
    log = second.simulate(rng)

    for how in WAYS:
        for _ in range(4):
            changed = mutated(hidden(log, rng, how), rng)
            assert codes(changed) == second.judge(changed), how


@pytest.mark.parametrize("seed", SEEDS)
def test_facts_are_what_the_second_judge_counts(seed):
    """But for the best stack where cards may be turned: it leaves jokers as they lie."""
    log = second.simulate(random.Random(seed), options={} if seed % 2 else None)
    rotates = log.get("rules", {}).get("options", {}).get("rotate", False)
    expected = second.facts(log)
    names = [second.name_of(player) for player in log["players"]]

    (row,) = rows(log, "games")
    seats = rows(log, "seats")
    assert [seat["score"] for seat in seats] == expected["game"]["points"]
    assert [seat["cards_left"] for seat in seats] == expected["game"]["cards_left"]
    assert row["rounds"] == expected["game"]["rounds"]
    assert row["cause"] == expected["game"]["ending"]
    for mine, theirs in zip(rows(log, "rounds"), expected["rounds"], strict=True):
        winner = mine["finisher"]
        mine |= {
            "cards": mine["winning_cards"],
            "leader": names.index(second.name_of(mine["starter"])),
            "winner": None if winner is None else names.index(second.name_of(winner)),
        }
        best = theirs.pop("best_possible")
        assert {name: mine[name] for name in theirs} == theirs
        assert mine["best_possible"] == best or rotates
    for mine, theirs in zip(rows(log, "moves"), expected["moves"], strict=True):
        best, number = theirs.pop("best_possible"), theirs.pop("round")
        assert {name: mine[name] for name in theirs} == theirs
        assert mine["round"] == number + 1
        assert mine["best_possible"] == best or rotates


@pytest.mark.parametrize("seed", SEEDS)
def test_legal_plays_are_counted_and_the_best_of_them_is_the_best(seed):
    options = {"rotate": True} if seed % 3 == 0 else {}
    log = play_game(RULES, seed=seed, players=3 + seed % 3, options=options)
    moves = rows(log, "moves")

    for (_, table), row in zip(tables(judged(log).log), moves, strict=False):
        plays = RULES.legal(table)
        followers = [
            table.card_set.look(play["cards"])
            for play in plays
            if table.colour in (None, table.card_set.look(play["cards"]).colour)
            or table.card_set.look(play["cards"]).colour < 0
        ]
        best = max((stack.value for stack in followers), default=None)
        assert (row["legal"], row["best_possible"]) == (len(plays), best)


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("seed", range(100 if LONG else 12))
def test_stacks_are_those_that_trying_every_order_finds(seed, rotate):
    rng = random.Random(seed)
    prints = second._random_card_set(rng, rng.choice(["random", "alike", "ladder"]))
    deck = [f"{colour}{number}" for colour in "RY" for number in range(1, 13)]
    hand = rng.sample(deck[:4] + deck[12:16], 3)
    marks = ("", "'") if rotate else ("",)
    found = {
        (tuple(sorted(map(second.upright, stack))), second.visible_spots(list(stack), prints))
        for size in range(1, 5)
        for stack in permutations([card + mark for card in [*hand, "*"] for mark in marks], size)
        if is_stack(stack) and not second.has_idle_card(list(stack), prints)
    }

    cards = card_set(prints, rotate=rotate)
    bits = sum(bit_of(PLAYED[card]) for card in hand)
    stacks = list(cards.stacks_of(bits, joker=True))
    for alike in ALIKE:
        stacks += cards.stacks_of(bits & alike, joker=False)
    mine = [
        (tuple(sorted(second.upright(CARD_TEXT[card]) for card in stack)), cards.look(stack).value)
        for stack in stacks
    ]

    assert len(mine) == len(set(mine))
    assert set(mine) == found
    assert cards.best(bits, 1, None) == max(value for _, value in found)


def is_stack(stack):
    pieces = [second.upright(card) for card in stack]
    is_alike = stack[0][0] == "*" or len({card[0] for card in stack}) == 1
    return len(set(pieces)) == len(pieces) and "*" not in pieces[1:] and is_alike


# -- what the source and the rules page say of the cards


def test_the_demo_set_is_as_its_page_says():
    """The page: most pairs gain nothing, and few triples reach 7, as the source's example does."""
    demo = card_set("demo")
    cards = [PLAYED[f"R{number}"] for number in range(1, 13)]
    pairs = [demo.look(pair) for pair in permutations(cards, 2)]
    triples = [demo.look(triple) for triple in permutations(cards, 3)]

    assert len({demo.text(card) for card in cards}) == 12
    assert sum(pair.idle is None for pair in pairs) < len(pairs) / 2
    sevens = [one for one in triples if one.value == 7 and one.idle is None]
    assert 0 < len(sevens) < len(triples) / 100


def test_the_sources_examples_come_out_as_it_says():
    """Source: three cards worth 7; a lone joker that nobody can follow wins; a joker over cards of
    two colours follows; a tie is played on, in a colour that the first of the tied chooses."""
    log = json.loads((SAMPLES / "top-spot-worked-example.json").read_text())

    triple, joker, tie = rows(log, "rounds")
    assert (triple["value"], triple["winning_cards"], triple["finisher"]) == (7, 3, "Anna")
    assert (joker["value"], joker["followed"], joker["finisher"]) == (0, 0, "Anna")
    assert (tie["colour"], tie["tie_breaks"], tie["cause"]) == ("G", 1, "tie-break")
    over = next(row for row in rows(log, "moves") if row["joker"] and not row["leads"])
    assert (over["player"], over["cards"], over["followed"]) == ("Ben", 3, True)
    assert rows(log, "seats")[0]["score"] == 3


def test_a_stack_is_drawn_as_one_sees_it():
    """By hand: 10 is S..SOSOOS, and through its holes one sees cells 5, 7 and 8 of what is below:
    S, nothing and nothing of 7, .SOSSO..."""
    assert stack_picture(card_set("demo"), ["R10", "R7"]) == [
        "5 spots",
        "┌───────┐",
        "│ ● · · │",
        "│ ● ● ● │",
        "│ · · ● │",
        "└───────┘",
        "R10 R7",
    ]
    assert [columns_across(cells) for cells in (6, 16, 36)] == [3, 4, 6]


# -- card sets


@pytest.mark.parametrize(
    ("change", "tail", "word"),
    [
        ({"cells": 3}, "/cells", "4 to 36"),
        ({"cells": True}, "/cells", "4 to 36"),
        ({"cells": 37}, "/cells", "4 to 36"),
        ({"joker": "S" + "O" * 11}, "/joker", "cell 1"),
        ({"joker": "." * 12}, "/joker", "no hole"),
        ({"joker": "O" * 11}, "/joker", "11 cells"),
        ({"joker": None}, "/joker", "text of 12 letters"),
        ({"cards": ["S" * 12]}, "/cards", "1 to 12"),
        ({"cards": {**LADDER["cards"], "4": "O" * 12}}, "/cards/4", "Card 4 has no spot"),
        ({"cards": {**LADDER["cards"], "4": "OOsS" + "O" * 8}}, "/cards/4", "Card 4, cell 3"),
        ({"cards": {**LADDER["cards"], "13": "S" * 12}}, "/cards/13", "no card '13'"),
        ({"cards": {"1": "S" * 12}}, "/cards", "Card 2 is missing"),
    ],
)
def test_a_bad_card_set_is_told_with_its_card_and_cell(change, tail, word):
    log = told("A: R1", card_set={**LADDER, **change})

    (fault,) = judged(log).violations
    assert (fault.code, fault.pointer) == ("bad-card-set", f"/rules/options/card_set{tail}")
    assert word in fault.message


def test_what_a_card_set_may_be():
    assert codes(told("A: R1", card_set="demo")) == []
    assert codes(told("A: R1", card_set={**LADDER, "x-artist": "Jo"})) == []
    assert codes(told("A: R1", card_set="print-2")) == [("unknown-card-set", None)]
    assert codes(told("A: R1", card_set=7)) == [("wrong-type", None)]
    assert codes(told("A: R1", card_set={**LADDER, "jokers": 1})) == [("unknown-field", None)]
    alike = dict.fromkeys(LADDER["cards"], "S...")
    assert codes(told("A: R1", card_set={"cells": 4, "cards": alike, "joker": "OOOO"})) == []
    assert codes(told("A: R3 = 2", card_set=known_sets()["demo"])) == []


# -- rulings on plays, one by one


@pytest.mark.parametrize(
    ("plays", "fault"),
    [
        ("A: R10 R7 = 5", None),
        ("A: R10 R7 R9", ("idle-card", 0)),
        ("A: R7 R10 = 4", None),
        ("A: R10 R7 = 6", ("wrong-value", 0)),
        ("A: R10 Y7", ("mixed-colours", 0)),
        ("A: R10 *", ("joker-not-on-top", 0)),
        ("A: * * as R", ("joker-not-on-top", 0)),
        ("A: * R10 Y7 as G", None),
        ("A: * R10", ("colour-not-named", 0)),
        ("A: R1 as Y", ("wrong-colour", 0)),
        ("A: R1\nB: *\nC: *", None),
        ("A: R1\nB: * as Y", ("wrong-colour", 1)),
        ("A: R1\nB: Y1 as Y", ("wrong-colour", 1)),
        ("A: R1\nB: Y1 as R", None),
        ("A: R1\nB: Y1\nC: G1\nA: * as P", ("wrong-colour", 3)),
        ("A: R1\nB: Y1\nC: G1\nA: P1", ("no-such-card", 3)),
        ("A: R1\nB: Y10 Y7", ("one-card-only", 1)),
        ("A: R1\nB: R1", ("card-already-seen", 1)),
        ("A: R10 R10", ("card-already-seen", 0)),
        ("A: R1\nC: R2", ("wrong-player", 1)),
        ("A: R7'", ("no-such-card", 0)),
        ("A: R13", ("bad-card", 0)),
        ("A: ?", ("bad-card", 0)),
        ("a: r10 r7 = 5\nB: JK\nc: joker as r", None),
    ],
)
def test_a_play_is_read_as_the_page_rules(plays, fault):
    assert codes(told(plays)) == ([] if fault is None else [fault])


def test_a_play_of_no_card_does_not_read():
    log = told("A: R1")
    log["moves"][0]["cards"] = []

    assert codes(log) == [("bad-value", 0)]


def test_half_turns_are_for_games_that_allow_them():
    """By hand: 1 is ....O..OS, turned SO..O....; 6 is ...SO.SS., turned .SS.OS...

    Through the upright 1 one sees the spot in cell 8 of 6, through the turned one that in cell 2
    of the turned 6 alone."""
    assert codes(told("A: R1' = 1", rotate=True)) == []
    assert codes(told("A: R1 R6 = 2", rotate=True)) == []
    assert codes(told("A: R1' R6", rotate=True)) == [("idle-card", 0)]
    assert codes(told("A: R1 R6'", rotate=True)) == [("idle-card", 0)]
    assert codes(told("A: R1' R6' = 2", rotate=True)) == []
    assert codes(told("A: R1' R1", rotate=True)) == [("card-already-seen", 0)]
    assert codes(told("A: *' as R = 0", rotate=True)) == []


def test_a_wrong_value_is_told_and_the_replay_goes_on():
    assert codes(told("A: R1 = 2\nB: R2 = 3\nA: R3")) == [
        ("wrong-value", 0),
        ("wrong-value", 1),
        ("wrong-player", 2),
    ]


# -- who must follow, and when that may be told

DOUBTFUL = "A: R1\nB: Y1\nC: R3\nC: G1\nA: G6"


def test_a_play_off_colour_is_told_by_a_later_card_and_both_moves_are_named():
    log = told(f"{DOUBTFUL}\nB: R4")

    assert codes(told(DOUBTFUL)) == []
    (fault,) = judged(log).violations
    assert (fault.code, fault.move, fault.pointer) == ("must-follow", 1, "/moves/1/cards")
    assert "at move 1" in fault.message
    assert "R4 at move 5" in fault.message


def test_a_card_beneath_a_joker_shows_the_colour_too():
    assert codes(told(f"{DOUBTFUL}\nB: * R10")) == [("must-follow", 1)]


def test_faults_of_moves_after_the_one_told_late_are_void():
    log = told(f"{DOUBTFUL}\nB: R4")
    log["moves"][0]["value"] = log["moves"][2]["value"] = 9

    assert codes(log) == [("wrong-value", 0), ("must-follow", 1)]


def test_a_known_hand_must_follow_at_once():
    hands = ["? " * 13, "R5 Y1 " + "? " * 11, "? " * 13]

    assert codes(told("A: R1\nB: Y1", hands=hands)) == [("must-follow", 1)]
    assert codes(told("A: R1\nB: Y2", hands=hands)) == [("must-follow", 1)]
    assert codes(told("A: G1\nB: Y1", hands=hands)) == []


def test_counting_convicts_where_the_deal_tells_a_card_and_never_in_a_table_log():
    """A and B show their hands, so C's must be the other 13 cards, three of them red."""
    hands = [f"* {run('R', 1, 9)} G10 G11 G12", f"* {run('Y', 1, 12)}", "? " * 13]
    plays = "A: R1\nB: Y1\nC: G1"

    assert codes(told(plays, hands=hands)) == [("must-follow", 2)]
    assert codes(told(plays)) == []
    assert RULES.legal(last_table(told("A: R1\nB: Y1", hands=hands))) == []


def last_table(log):
    *_, (_, table) = tables(judged(log).log)
    return table


def test_who_of_two_lied_is_told_by_the_later_card_and_else_by_the_last_of_them():
    """A shows all cards but reds, so B or C lies; it cannot be said who until a card shows it."""
    hands = [f"* R1 Y2 {run('Y', 4, 12)} G12", "? " * 13, "? " * 13]
    plays = "A: R1\nB: Y1\nC: G1\nA: Y2\nB: Y3\nC: G2"

    assert codes(told(plays, hands=hands)) == [("must-follow", 2)]
    assert codes(told(f"{plays}\nA: Y5", hands=hands)) == [("must-follow", 2)]
    assert codes(told(f"{plays}\nB: R2", hands=hands)) == [("must-follow", 1)]


def test_a_fault_before_the_doubt_is_told_before_it():
    hands = [f"* R1 Y2 {run('Y', 4, 12)} G12", "? " * 13, "? " * 13]
    plays = "A: R1 = 4\nB: Y1\nC: G1 = 7\nA: Y2\nC: G2"

    assert codes(told(plays, hands=hands)) == [("wrong-value", 0), ("must-follow", 2)]


# -- ties and ends, each played out by hand with the ladder cards

ALL_OUT = f"A: * {run('R', 1, 12)} as R\nB: * {run('Y', 1, 12)}\nC: * {run('G', 1, 12)}"
TIED_OUT_FIRST = f"A: * {run('R', 1, 12)} as R\nB: * {run('Y', 1, 12)}\nC: G1\nC: G2"
WON_WITHOUT_PLAYING = (
    f"A: R1\nB: * {run('Y', 1, 11)}\nC: G1\nB: Y12\nC: G2\nA: * R2\nA: {run('R', 3, 12)}\nC: G3"
)
BEATEN_EARLIER = (
    f"A: R1\nB: * Y1\nC: * G1\nA: * {run('R', 2, 12)} as Y\nB: {run('Y', 2, 12)}\nC: G2\nC: G3"
)
TIE_ENDS_IT = f"A: R1\nB: * Y1\nC: * G1\nA: * {run('R', 2, 12)} as Y\nB: {run('Y', 2, 11)}\nC: G2"
TIED_AT_0 = f"A: * as G\nB: *\nC: Y1\nA: R1\nB: R2 R3\nB: {run('Y', 2, 11)}\nC: Y12\nA: R4"


@pytest.mark.parametrize(
    ("plays", "score", "cause"),
    [
        pytest.param(ALL_OUT, [0, 0, 0], "all-out", id="nobody has cards after a tie"),
        pytest.param(TIED_OUT_FIRST, [0, 0, 12], "alone-with-cards", id="tied out at once"),
        pytest.param(WON_WITHOUT_PLAYING, [2, 1, 0], "last-card-win", id="won without playing"),
        pytest.param(BEATEN_EARLIER, [0, 0, 10], "alone-with-cards", id="the beaten plays on"),
        pytest.param(TIE_ENDS_IT, [1, 0, 0], "last-card-win", id="a tie-break ends the game"),
        pytest.param(TIED_AT_0, [0, 2, 0], "last-card-win", id="jokers alone tie at 0"),
    ],
)
def test_ties_and_ends_are_as_the_page_rules(plays, score, cause):
    log = told(plays, "finished", score, card_set=LADDER)

    assert codes(log) == []
    assert rows(log, "games")[0]["cause"] == cause
    assert [seat["score"] for seat in rows(log, "seats")] == score
    log["moves"].append(log["moves"][0])
    assert codes(log) == [("after-end", len(log["moves"]) - 1)]


def test_the_round_of_a_tie_says_how_it_was_decided():
    """By hand: B led Y12 and A tied it with a joker; B has no cards, so A has won without more."""
    log = told(WON_WITHOUT_PLAYING, "finished", [2, 1, 0], card_set=LADDER)

    _, tie, _ = rows(log, "rounds")
    assert (tie["starter"], tie["finisher"], tie["cause"]) == ("B", "A", "last-with-cards")
    assert (tie["value"], tie["winning_cards"], tie["cards_spent"]) == (1, 2, 2)
    assert (tie["tie_breaks"], tie["followed"], tie["jokers"]) == (0, 1, 1)


def test_points_for_cards_left_over_belong_to_the_round():
    log = told(TIED_OUT_FIRST, "finished", [0, 0, 12], card_set=LADDER)

    tied, alone = rows(log, "rounds")
    assert (tied["outcome"], tied["cause"], tied["points"]) == ("no-point", "tied-out", 0)
    assert (alone["finisher"], alone["points"], alone["cards_per_point"]) == ("C", 12, 1 / 12)


def test_a_round_broken_off_is_open_and_a_round_not_begun_is_none():
    assert [row["outcome"] for row in rows(told("A: R2\nB: R1"), "rounds")] == ["open"]
    assert [row["outcome"] for row in rows(told("A: R3\nB: R1\nC: R2"), "rounds")] == ["won"]


def test_what_hidden_hands_hide_is_null():
    hands = [f"* {run('R', 1, 12)}", "? " * 13, "? " * 13]

    first, other = rows(told("A: R3\nB: Y1", hands=hands), "moves")
    assert (first["best_possible"], first["legal"] is None) == (8, False)
    assert (other["best_possible"], other["legal"]) == (None, None)


def test_a_match_is_told_by_its_options():
    log = told("A: R1", match="spring cup", game_no=2)

    (row,) = rows(log, "games")
    assert (row["match"], row["game_no"], row["card_set"]) == ("spring cup", 2, "demo")
    assert codes(told("A: R1", game_no=0)) == [("option-out-of-range", None)]
