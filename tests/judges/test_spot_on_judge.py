"""The second judge of Spot On against itself, brute force, and the documents' own examples."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.judges.spot_on import (
    LEVELS,
    NO_DIGIT,
    PLANTS,
    Card,
    Knowledge,
    Log,
    deck,
    facts,
    hide,
    judge,
    number,
    plant,
    settings,
    simulate,
)

WAYS = ("hands", "table", "mixture")


@cache
def told_in_every_way(seed: int) -> dict[str, Log]:
    """A random game as a full log, and with less knowledge."""
    rng = Random(seed)
    log = simulate(rng)
    return {"full": log} | {how: hide(log, rng, how) for how in WAYS}


# --- laws over many seeds ------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["full", *WAYS])
def test_a_simulated_game_is_legal_and_hiding_accuses_nobody(how: str) -> None:
    for seed in range(80):
        assert judge(told_in_every_way(seed)[how]) == [], seed


def test_every_outcome_and_loss_occurs() -> None:
    games = [facts(told_in_every_way(seed)["full"])["game"] for seed in range(80)]

    ends = Counter((game["outcome"], game["cause"]) for game in games)

    assert set(ends) == {
        ("won", None),
        ("lost", "stock-out-at-target"),
        ("lost", "hands-empty"),
        ("finished", "stock-out-at-target"),
        ("finished", "hands-empty"),
        ("abandoned", None),
    }


@pytest.mark.parametrize("code", sorted(PLANTS))
def test_a_planted_fault_is_told_first_and_at_its_move(code: str) -> None:
    planted_in = Counter[str]()
    for seed in range(20):
        for how in ("full", WAYS[seed % 3]):
            log = told_in_every_way(seed)[how]
            planted = PLANTS[code](copy.deepcopy(log), Random(seed))
            if planted is None:
                continue
            faulty, codes, at = planted
            planted_in[how] += 1

            verdicts = judge(faulty)

            assert verdicts, (seed, how, codes, at)
            assert verdicts[0][0] in codes, (seed, how, at, verdicts)
            assert verdicts[0][1] == at, (seed, how, verdicts)
            assert len(verdicts) == 1, (seed, how, verdicts)
    assert planted_in["full"] >= 1


def test_plant_finds_an_occasion_in_every_log() -> None:
    for seed in range(10):
        for how, log in told_in_every_way(seed).items():
            assert plant(log, Random(seed)) is not None, (seed, how)


def test_hiding_never_accuses_earlier_than_the_full_log() -> None:
    """Who knows less may find a fault later or not at all, but never before it was made."""
    for seed in range(40):
        rng = Random(seed)
        planted = plant(told_in_every_way(seed)["full"], rng)
        assert planted is not None
        faulty, _, at = planted
        if at is None:
            continue
        for how in WAYS:
            for _, told_at in judge(hide(faulty, rng, how))[:1]:
                assert told_at is None or told_at >= at, (seed, how)


# --- hidden cards against brute force ------------------------------------------------------------

TINY_RANKS = ("A", "2", "3")
TINY_DECK = [Card(rank, suit) for rank in TINY_RANKS for suit in "SH"] + [Card("*")]


class Naming(NamedTuple):
    seat: int
    time: int
    card: Card | None
    leaves: bool


class Story(NamedTuple):
    """What was told about a game with seven cards and two players."""

    labels: list[Card | None]
    seats: list[int]
    came: list[int]
    namings: list[Naming]
    stock: list[int]


def random_story(rng: Random, lies: float) -> Story:
    real = rng.sample(TINY_DECK, len(TINY_DECK))
    no_suit, no_card = rng.choice([0, 0.3, 0.7]), rng.choice([0.2, 0.5, 0.9])

    def told(card: Card) -> Card:
        return Card(card.rank) if rng.random() < no_suit else card

    labels = [None if rng.random() < no_card else told(card) for card in real]
    size = rng.choice([1, 2])
    hands = [list(range(size)), list(range(size, 2 * size))]
    seats = [0] * size + [1] * size + [-1] * (7 - 2 * size)
    came, stock = [-1] * 7, list(range(2 * size, 7))
    namings = []
    for time in range(rng.randint(1, 7)):
        seat = rng.randrange(2)
        if not hands[seat]:
            continue
        slot = rng.choice(hands[seat])
        kind = rng.choice(["show", "play", "play", "hidden"])
        card = rng.choice(TINY_DECK) if rng.random() < lies else real[slot]
        namings.append(Naming(seat, time, None if kind == "hidden" else told(card), kind != "show"))
        if kind == "show":
            continue
        hands[seat].remove(slot)
        if stock and rng.random() < 0.8:
            drawn = stock.pop(0)
            hands[seat].append(drawn)
            seats[drawn], came[drawn] = seat, time
    return Story(labels, seats, came, namings, stock)


def fits(told: Card | None, card: Card) -> bool:
    return told is None or (told.rank == card.rank and told.suit in ("", card.suit))


def can_be_played(story: Story, world: Sequence[Card], gone: frozenset[int], at: int) -> bool:
    if at == len(story.namings):
        return True
    naming = story.namings[at]
    return any(
        can_be_played(story, world, gone | {slot} if naming.leaves else gone, at + 1)
        for slot in range(7)
        if story.seats[slot] == naming.seat
        and story.came[slot] < naming.time
        and slot not in gone
        and fits(naming.card, world[slot])
    )


def some_world_fits(story: Story, without: frozenset[str], slots: Iterable[int]) -> bool:
    return any(
        all(fits(told, card) for told, card in zip(story.labels, world, strict=True))
        and all(world[slot].rank in without for slot in slots)
        and can_be_played(story, world, frozenset(), 0)
        for world in permutations(TINY_DECK)
    )


def knowledge_of(story: Story) -> Knowledge:
    known = Knowledge(jokers=1)
    known.copies = dict.fromkeys(TINY_RANKS, 2) | {"*": 1}
    for label, seat, came in zip(story.labels, story.seats, story.came, strict=True):
        known.give(known.add(label), seat, came)
    for naming in story.namings:
        known.name(naming.seat, naming.time, naming.card, leaves=naming.leaves)
    return known


def test_what_is_possible_agrees_with_trying_every_deck() -> None:
    answers = Counter[bool]()
    for seed in range(120):
        rng = Random(seed)
        story = random_story(rng, lies=rng.choice([0, 0.2, 0.5]))
        without = frozenset(rng.sample([*TINY_RANKS, "*"], 2))
        slots = story.stock if rng.random() < 0.4 else []

        expected = some_world_fits(story, without, slots)

        assert knowledge_of(story).possible(without=without, slots=slots) == expected, seed
        answers[expected] += 1
    assert min(answers.values()) > 20


# --- the documents' own examples -----------------------------------------------------------------


def move(kind: str, player: str, cards: str, **more: Any) -> Log:
    """A move; several cards make a target."""
    shown = {"cards": cards.split()} if kind == "target" else {"card": cards}
    return {"type": kind, "player": player} | shown | more


def example() -> Log:
    """The rules' example, with one target to hit, so that its end is the game's."""
    return {
        "format": "cardstats/1",
        "game": "spot-on",
        "rules": {"level": "normal", "options": {"targets": 1}},
        "players": ["Anna", "Ben"],
        "deal": {"hands": [["6H", "KS", "8D", "9C", "2S"], ["5C", "4H", "QD", "7S", "JC"]]},
        "moves": [
            move("target", "Anna", "3D 4C 8S", value=348),
            move("play", "Anna", "6H", op="+", total=6),
            move("signal", "Ben", "4H"),
            move("play", "Ben", "5C", op="*", total=30),
            move("play", "Anna", "KS", op="+", total=43),
            move("pass", "Ben", "QD"),
            move("play", "Anna", "8D", op="×", total=344),
            move("play", "Ben", "4H", op="+", total=348),
        ],
        "result": {"outcome": "won", "score": 1},
    }


def test_the_rules_example_is_legal() -> None:
    assert judge(example()) == []


def test_the_rules_example_without_its_deal_and_suits_is_legal() -> None:
    log = example()
    del log["deal"]
    for one in log["moves"]:
        if "card" in one:
            one["card"] = one["card"][:-1]

    assert judge(log) == []


def test_the_example_goes_on_with_anna_after_bens_hit() -> None:
    log = example()
    log["rules"] = {"level": "normal"}
    log["moves"].append(move("target", "Anna", "10D 2D 9S JS", value=290))
    log["result"] = {"outcome": "abandoned", "score": 1}

    assert judge(log) == []

    log["moves"][-1]["player"] = "Ben"
    assert judge(log) == [("wrong-player", 8)]


@pytest.mark.parametrize(
    ("cards", "value"), [("3D 4C 8S", 348), ("7H KC 5S", 705), ("2H 9C JS", 290)]
)
def test_the_rules_targets(cards: str, value: int) -> None:
    assert number(Card(text[0], text[1]) for text in cards.split()) == value


def test_a_wrong_total_is_told_and_the_replay_goes_on() -> None:
    """The format's own violation: 43 × 8 is 344, the log says 354."""
    log = example()
    log["moves"][6]["total"] = 354
    log["moves"][7]["total"] = 358
    log["result"]["score"] = 2

    assert judge(log) == [("wrong-total", 6), ("wrong-total", 7), ("wrong-result", None)]


@pytest.mark.parametrize(
    ("at", "change", "code"),
    [
        (1, {"op": "-"}, "first-card-must-add"),
        (3, {"op": "/"}, "not-whole"),
        (4, {"card": "9C", "op": "/", "total": 3}, "not-whole"),
        (5, {"card": "QD", "type": "play", "op": "÷"}, "not-whole"),
        (1, {"as": 6}, "joker-value"),
        (4, {"card": "5C"}, "card-already-seen"),
        (4, {"card": "4H"}, "card-already-seen"),
        (4, {"card": "4"}, None),
        # Ben's five cards are known until he draws; Anna was dealt the 9C and never laid it.
        (3, {"card": "9C"}, "not-your-card"),
        (5, {"card": "9C"}, "card-already-seen"),
        (1, {"card": "5C"}, "not-your-card"),
        (1, {"drew": "*"}, None),
        (1, {"drew": "5C"}, "card-already-seen"),
        (1, {"drew": None}, "wrong-draw"),
        (7, {"drew": "?"}, "wrong-draw"),
        (0, {"cards": ["3D", "4C"]}, "wrong-target-cards"),
        (0, {"cards": ["10D", "4C", "8S"], "value": None}, "wrong-target-cards"),
        (0, {"cards": ["3D", "4C", "8S", "7H"]}, "wrong-target-cards"),
        (0, {"cards": ["3D", "4C", "5C"]}, "card-already-seen"),
        (0, {"value": 349}, "wrong-value"),
    ],
)
def test_one_change_to_the_example(at: int, change: Log, code: str | None) -> None:
    """Each was worked out by hand from the rules page."""
    log = example()
    log["moves"][at] |= change
    if code is None:
        # Only the fault's absence at this move matters; later numbers change with the card.
        log["moves"] = log["moves"][: at + 1]
        log["moves"][at].pop("total", None)
        log["result"] = {"outcome": "abandoned", "score": 0}

    verdicts = judge(log)

    assert verdicts[:1] == ([(code, at)] if code else [])


# --- turning up ----------------------------------------------------------------------------------


def hit_with_left(stock: str) -> Log:
    """An endless full game of two, whose first target is hit when *stock* is all that is left."""
    left = stock.split()
    cards = [str(card) for card in deck(0) if str(card) not in left]
    hands, pile = [cards[:10], cards[10:20]], cards[20:]
    pile.sort(key=lambda text: Card(text[:-1]).rank in NO_DIGIT)
    players, moves = ["Anna", "Ben"], [move("target", "Anna", " ".join(pile[:3]))]
    held = copy.deepcopy(hands)
    for at, drawn in enumerate(pile[3:]):
        held[at % 2].append(drawn)
        moves.append(move("pass", players[at % 2], held[at % 2].pop(0), drew=drawn))

    values = [value_of(one["card"]) for one in moves[1:]]
    goal = number(Card(text[:-1]) for text in pile[:3])
    for one, sign in zip(moves[1:], plan_for(values, goal), strict=True):
        if sign:
            one["type"], one["op"] = "play", sign
    return {
        "format": "cardstats/1",
        "game": "spot-on",
        "rules": {"level": "easy", "options": {"hand_size": 10, "endless": True}},
        "players": players,
        "deal": {"hands": hands, "stock": [*pile, *left]},
        "moves": moves,
        "result": {"outcome": "finished", "score": 1},
    }


def ending(stock: str, turned: str | None, how: str = "full") -> list[tuple[str, int | None]]:
    """The verdict where *turned* is noted as turned up from *stock*; None is no move at all."""
    log = hit_with_left(stock)
    if turned is not None:
        hitter = log["moves"][-1]["player"]
        log["moves"].append(move("target", "Anna" if hitter == "Ben" else "Ben", turned))
    return judge(log if how == "full" else hide(log, Random(1), how))


def value_of(text: str) -> int:
    return ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K").index(text[:-1]) + 1


def plan_for(values: list[int], goal: int) -> list[str]:
    """A sign for each card played, "" for each one passed, that hits *goal* with the last card."""
    ways: dict[int, list[str]] = {0: []}
    for at, value in enumerate(values):
        last = at == len(values) - 1
        after: dict[int, list[str]] = {}
        for total, plan in ways.items():
            if not last:
                after.setdefault(total, [*plan, ""])
            signs = "+-*" if any(plan) else "+"
            for sign in signs:
                new = {"+": total + value, "-": total - value, "*": total * value}[sign]
                if 0 <= new < 2000 and (new == goal) == last:
                    after.setdefault(new, [*plan, sign])
        ways = after
    return ways[goal]


@pytest.mark.parametrize(
    ("stock", "turned", "expected"),
    [
        # The stock runs out in the middle, or with the last digit.
        ("5H 6H", "5H 6H", None),
        ("5H", "5H", None),
        ("5H 6H 7H", "5H 6H", "wrong-target-cards"),
        # Nothing left that can be a hundreds digit: known before the first card is turned.
        ("10H JH KH QH", "", None),
        ("10H JH KH QH", "10H JH KH QH", "wrong-target-cards"),
        ("10H JH KH QH", "10H", "wrong-target-cards"),
        ("10H JH KH QH", None, "unfinished"),
        # Cards put under come round again.
        ("10H 5H", "10H 5H 10H", None),
        ("10H 5H", "10H 5H", "wrong-target-cards"),
        ("5H 6H", "6H 5H", "wrong-target-cards"),
        # An empty stock ends the game with or without the move.
        ("", None, None),
        ("", "", None),
        ("", "5H", "card-already-seen"),
    ],
)
def test_turning_up_from_what_is_left(stock: str, turned: str | None, expected: str | None) -> None:
    verdicts = ending(stock, turned)

    assert [code for code, _ in verdicts] == ([expected] if expected else [])


@pytest.mark.parametrize(("how", "accused"), [("full", True), ("hands", True), ("table", False)])
def test_a_short_turn_up_is_judged_by_what_could_be_left(how: str, accused: bool) -> None:
    """Who knows all hands knows what is left in the end; else it could be four court cards."""
    assert ending("10H JH KH QH", "", how) == []
    assert [code for code, _ in ending("5H 6H 7H 8H", "", how)] == ["wrong-target-cards"] * accused


def test_a_short_turn_up_is_wrong_while_more_cards_are_left_than_cannot_be_a_digit() -> None:
    log = hide(hit_with_left("5H 6H 7H 8H"), Random(1), "table")
    log["moves"][1:] = []
    log["moves"][0]["cards"].pop()

    assert judge(log) == [("wrong-target-cards", 0)]


# --- facts ---------------------------------------------------------------------------------------


def test_the_facts_of_the_rules_example() -> None:
    log = example()
    rest = [card for card in deck(1) if str(card) not in " ".join(all_texts(log)).split()]
    log["deal"]["stock"] = ["3D", "4C", "8S", *(str(card) for card in rest)]

    found = facts(log)

    assert judge(log) == []
    assert found["game"] == {
        "outcome": "won",
        "targets_hit": 1,
        "cause": None,
        "turns": 6,
        "passes": 1,
        "signals": 1,
        "unused_stock": 43 - 3 - 5,
    }
    target = found["rounds"][0]
    assert (target["value"], target["turns"], target["plays"]) == (348, 6, 5)
    assert (target["began"], target["hit_by"]) == ("Anna", "Ben")
    assert (target["hit_rank"], target["hit_op"]) == ("4", "+")
    assert (target["missed_hits"], target["passed_over"]) == (0, 0)
    assert found["moves"][6]["distance_after"] == 4
    # Five cards, nothing but a plus to choose, and five passes.
    assert found["moves"][1]["legal"] == 10


def all_texts(log: Log) -> list[str]:
    moves = [text for one in log["moves"] for text in one.get("cards", [one.get("card")])]
    return [*moves, *(text for hand in log["deal"]["hands"] for text in hand)]


def test_facts_add_up() -> None:
    for seed in range(60):
        log = told_in_every_way(seed)["full"]
        found = facts(log)

        turns = [one for one in found["moves"] if "before" in one]
        assert found["game"]["outcome"] == log["result"]["outcome"]
        assert found["game"]["targets_hit"] == log["result"]["score"]
        assert found["game"]["turns"] == len(turns)
        assert sum(one["hit"] for one in found["rounds"]) == found["game"]["targets_hit"]
        for one in found["rounds"]:
            assert one["missed_hits"] <= one["turns"] == one["plays"] + one["passes"]


@pytest.mark.parametrize(
    ("level", "players", "turns"), [("easy", 2, 40), ("normal", 2, 38), ("hard", 2, 37)]
)
def test_the_budget_of_the_page(level: str, players: int, turns: int) -> None:
    """Deck less three cards a target: 40, 38 and 37 turns; expert, with 36, has the two jokers."""
    rules = settings({"players": ["a", "b"][:players], "rules": {"level": level}})

    assert rules.deck_size - 3 * LEVELS[level].targets == turns


def test_players_who_see_all_hands_win_many_games_and_random_ones_none() -> None:
    def wins(policy: str) -> int:
        games = [
            simulate(Random(seed), level="easy", players=2, options={}, policy=policy)
            for seed in range(30)
        ]
        return sum(log["result"]["outcome"] == "won" for log in games)

    assert wins("knowing") > 10
    assert wins("random") == 0
