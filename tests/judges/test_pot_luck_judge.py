"""Pot Luck's second judge, held against itself, against brute force and against the rulebook."""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.judges import pot_luck
from tests.judges.pot_luck import Log, judge, label_of, names_of, rank_of, rules_of, sharpen

SEEDS = range(100)
TELLINGS = ("full", "hands", "table", "mixture")


@cache
def game(seed: int, how: str = "full") -> Log:
    """Return a game that tests look at and do not change."""
    rng = random.Random(seed)
    log = pot_luck.simulate(rng)
    return log if how == "full" else pot_luck.hide(log, rng, how)


def full_log(hands: list[list[str]], turns: list[Log], **options: Any) -> Log:
    """Return a full log of Anna and Ben in turn, whose stock is the rest of the deck in order."""
    held = [card for hand in hands for card in hand]
    stock = [card for card in reversed(pot_luck.DECK) if card not in held]
    moves = [
        {"type": "play", "player": ("Anna", "Ben")[at % 2], **turn} for at, turn in enumerate(turns)
    ]
    return {
        "players": ["Anna", "Ben"],
        "rules": {"options": {"hand_size": len(hands[0]), "open_cards": 0, **options}},
        "deal": {"hands": hands, "stock": stock},
        "moves": moves,
    }


def plays(*told: tuple[str, int]) -> list[Log]:
    return [{"card": card, "pot": pot} for card, pot in told]


# --- The source's own example --------------------------------------------------------------------


def source_example() -> Log:
    def play(player: str, card: str, pot: int, total: int, drew: str | None, **more: int) -> Log:
        move: Log = {"type": "play", "player": player, "card": card, "pot": pot, "total": total}
        return move | more | ({"drew": drew} if drew else {})

    def lay_open(player: str, card: str) -> Log:
        return {"type": "open", "player": player, "card": card}

    return {
        "players": ["Anna", "Ben"],
        "rules": {"level": "normal"},
        "deal": {"hands": [["4D", "KS", "3C", "AH"], ["7C", "9D", "5S", "QH"]]},
        "moves": [
            lay_open("Anna", "4D"),
            lay_open("Ben", "7C"),
            play("Anna", "KS", 1, 10, "8D"),
            play("Ben", "7C", 1, 17, "2S"),
            lay_open("Ben", "9D"),
            play("Anna", "4D", 1, 21, "JC"),
            lay_open("Anna", "JC"),
            play("Ben", "QH", 2, 10, "6C"),
            play("Anna", "AH", 2, 21, "5H", **{"as": 11}),
            play("Ben", "6C", 1, 6, "10S"),
            play("Anna", "5H", 1, 11, "7H"),
            play("Ben", "10S", 1, 21, None),
        ],
        "result": {"outcome": "abandoned", "score": 3},
    }


def test_the_example_of_the_source_is_legal_and_scores_three_pots() -> None:
    assert judge(source_example()) == []


def test_the_ace_of_the_example_counts_11_without_being_told() -> None:
    log = source_example()
    del log["moves"][8]["as"]

    assert judge(log) == []


@pytest.mark.parametrize(
    ("at", "fields", "fault"),
    [
        (3, {"pot": 4}, "no-such-pot"),
        (3, {"total": 18}, "wrong-total"),
        (5, {"card": "7H"}, "not-your-card"),  # hers later; now in the stock, and never shown
        (5, {"card": "5S"}, "not-your-card"),  # Ben's, but hidden, and her own hand is known
        (5, {"card": "9D"}, "card-already-seen"),  # lies open in front of Ben
        (5, {"card": "7C"}, "card-already-seen"),  # lies on the pot
        (5, {"drew": "7C"}, "card-already-seen"),
        (5, {"drew": None}, "wrong-draw"),
        (8, {"as": 5}, "ace-value"),
        (10, {"as": 1}, "ace-value"),
        (11, {"player": "Anna"}, "wrong-player"),
        (4, {"card": "*"}, "no-such-card"),
        (4, {"player": "Anna", "card": "3C"}, "open-not-due"),
        (5, {"type": "pass"}, "pass-too-early"),
    ],
)
def test_a_fault_in_the_example_is_told_at_its_move(at: int, fields: Log, fault: str) -> None:
    log = source_example()
    log["moves"][at].update(fields)

    assert judge(log)[0] == (fault, at)


def test_an_own_card_is_not_covered() -> None:
    log = source_example()
    log["moves"][11] = {"type": "play", "player": "Ben", "card": "9D", "pot": 3, "drew": "2C"}
    log["moves"] += [
        {"type": "open", "player": "Ben", "card": "10S"},
        {"type": "play", "player": "Anna", "card": "7H", "pot": 1},
    ]

    assert judge(log) == [("own-card", 13)]


@pytest.mark.parametrize(("missing", "told_at"), [(0, 1), (4, 4), (6, 6)])
def test_a_missing_open_is_told_at_the_next_move_that_is_no_open(
    missing: int, told_at: int
) -> None:
    log = source_example()
    del log["moves"][missing]

    assert judge(log) == [("open-missing", told_at)]


def test_a_table_need_not_note_what_was_opened() -> None:
    log = source_example()
    del log["deal"]
    log["moves"] = [move for move in log["moves"] if move["type"] != "open"]

    assert judge(log) == []


def test_an_unnoted_open_card_may_be_any_card_that_was_in_the_hand_when_it_was_opened() -> None:
    """Anna's only open card is noted, so that the card she draws can be no open one."""
    log = source_example()
    del log["deal"]
    log["moves"] = [
        {"type": "open", "player": "Anna", "card": "4D"},
        {"type": "play", "player": "Anna", "card": "KS", "pot": 1},
    ]
    again = {"type": "open", "player": "Anna", "card": "3C"}
    log["result"] = {"outcome": "abandoned"}

    assert judge({**log, "moves": [*log["moves"], again]}) == [("open-not-due", 2)]
    assert judge({**log, "moves": [*log["moves"][1:], again]}) == []


def test_without_suits_a_play_may_be_of_either_card_of_the_rank() -> None:
    """LOG_FORMAT §3: an open `7`, a hidden `7H` and a played `7` accuse nobody."""
    log: Log = {
        "players": ["Anna", "Ben"],
        "deal": {"hands": [["7", "7H", "2S", "3S"], ["?", "?", "?", "?"]]},
        "moves": [
            {"type": "open", "player": "Anna", "card": "7"},
            {"type": "open", "player": "Ben", "card": "K"},
            {"type": "play", "player": "Anna", "card": "7", "pot": 1},
        ],
        "result": {"outcome": "abandoned"},
    }
    new_open = {"type": "open", "player": "Anna", "card": "7H"}
    next_play = {"type": "play", "player": "Ben", "card": "K", "pot": 1}

    assert judge({**log, "moves": [*log["moves"], next_play]}) == []
    assert judge({**log, "moves": [*log["moves"], new_open, next_play]}) == []


def test_a_card_known_to_be_elsewhere_is_seen_where_the_hand_is_not_known() -> None:
    log = source_example()
    log["deal"]["hands"][1] = ["7C", "?", "?", "QH"]
    log["moves"][3]["card"] = "3C"

    assert judge(log) == [("card-already-seen", 3)]


def test_a_wrong_total_does_not_stop_the_replay() -> None:
    log = source_example()
    log["moves"][2]["total"] = 11
    log["moves"][10]["total"] = 12
    log["result"]["score"] = 4

    assert judge(log) == [("wrong-total", 2), ("wrong-total", 10), ("wrong-result", None)]


def test_abandoned_is_compared_by_its_score_alone_and_anything_else_is_unfinished() -> None:
    log = source_example()

    assert judge({**log, "result": {"outcome": "won", "score": 9}}) == [("unfinished", None)]
    assert judge({**log, "result": {"outcome": "abandoned", "score": 9}}) == [
        ("wrong-result", None)
    ]
    assert judge({**log, "moves": [], "result": {"outcome": "abandoned", "score": 0}}) == []


# --- The deal ------------------------------------------------------------------------------------


def test_a_deal_is_held_to_its_sizes_and_to_one_deck() -> None:
    log = source_example()
    hands = log["deal"]["hands"]

    def dealt(**deal: Any) -> list[pot_luck.Fault]:
        return judge({**log, "deal": deal})

    assert dealt(hands=[hands[0][:3], hands[1]]) == [("hand-size", None)]
    assert dealt(hands=hands, stock=["?"] * 43) == [("wrong-stock-size", None)]
    assert dealt(hands=[["4D", "KS", "3C", "*"], hands[1]]) == [("no-such-card", None)]
    assert dealt(hands=[["4D", "KS", "3C", "7C"], hands[1]]) == [("card-already-seen", None)]
    assert dealt(hands=[["7"] * 4, ["7C", "9D", "5S", "QH"]]) == [("card-already-seen", None)]


# --- How games end -------------------------------------------------------------------------------


def test_the_last_pot_wins_at_once_and_without_a_draw() -> None:
    log = full_log([["KS", "2H"], ["AH", "3H"]], plays(("KS", 1), ("AH", 1)), target=1)

    assert judge({**log, "result": {"outcome": "won", "score": 1}}) == []

    log["moves"][1]["drew"] = "QS"
    assert judge(log) == [("wrong-draw", 1)]


def test_one_life_forgives_one_bust() -> None:
    turns = plays(("KS", 1), ("QH", 1), ("2S", 1), ("KC", 2), ("KH", 2), ("9D", 2))
    hands = [["KS", "2S", "KH"], ["QH", "KC", "9D"]]

    result = {"outcome": "lost", "score": 0}

    assert judge({**full_log(hands, turns, lives=1), "result": result}) == []
    assert judge({**full_log(hands, turns, lives=0), "result": result}) == [("after-end", 3)]
    assert judge({**full_log(hands, turns, lives=2), "result": result}) == [("unfinished", None)]


def test_without_a_life_the_first_bust_ends_the_game_and_a_family_finishes() -> None:
    turns = plays(("KS", 1), ("QH", 1), ("2S", 1))
    hands = [["KS", "2S"], ["QH", "KC"]]

    for family, outcome in ((False, "lost"), (True, "finished")):
        log = full_log(hands, turns, lives=0, family=family)
        assert judge({**log, "result": {"outcome": outcome, "score": 0}}) == []
        more = [*log["moves"], {"type": "pass", "player": "Ben"}]
        assert judge({**log, "moves": more}) == [("after-end", 3)]


def test_simulated_games_end_in_every_way_the_page_knows() -> None:
    ends = Counter[tuple[str | None, str | None]]()
    for seed in SEEDS:
        truth = pot_luck.retell(game(seed))
        ends[truth.outcome, truth.cause] += 1

    causes = ("bust", "all-passed", "hands-empty")
    assert set(ends) == {("won", None), *((how, c) for how in ("lost", "finished") for c in causes)}


def test_the_simple_player_wins_as_often_as_the_page_says() -> None:
    """60.5 % for two players on normal; 200 games give or take 3.5 points, and three times that."""
    won = 0
    for seed in range(200):
        log = pot_luck.simulate(
            random.Random(seed), level="normal", players=2, options={}, policy="simple"
        )
        won += log["result"]["outcome"] == "won"

    assert 0.50 < won / 200 < 0.71


# --- Laws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", TELLINGS)
def test_a_legal_game_is_legal_however_little_is_told(how: str) -> None:
    for seed in SEEDS:
        assert judge(game(seed, how)) == [], seed


@pytest.mark.parametrize("code", pot_luck.PLANTS)
def test_a_planted_fault_is_told_at_its_move(code: str) -> None:
    planted, rng = 0, random.Random(code)
    for seed in range(7):
        for how in TELLINGS:
            made = pot_luck.PLANTS[code](game(seed, how), rng)
            if made is None:
                continue
            planted += 1
            faulty, codes, at = made
            found, where = judge(faulty)[0]
            assert (found in codes, where) == (True, at), (seed, how, found, codes)
    assert planted


def test_planting_leaves_the_log_as_it_was() -> None:
    log, rng = game(3), random.Random(3)
    before = copy.deepcopy(log)

    for make in pot_luck.PLANTS.values():
        make(log, rng)

    assert log == before


# --- Brute force ---------------------------------------------------------------------------------


class TooMany(Exception):
    """The search would take too long."""


def first_impossible(log: Log, stops: bool, budget: int = 800) -> int | None:
    """Try every physical card for every move: return the first move that none can explain.

    It knows nothing of pots; *stops* says that the last turn ends the game before its draw.
    """
    rules, deal, moves = rules_of(log), log.get("deal") or {}, log["moves"]
    names, size = names_of(log), rules.hand_size
    dealt = [card for hand in deal.get("hands", []) for card in hand]
    dealt = dealt or ["?"] * (size * rules.players)
    cards = [label_of(card) for card in [*dealt, *deal.get("stock", ["?"] * rules.stock)]]
    last = max(at for at, move in enumerate(moves) if move["type"] != "open")
    best = nodes = 0

    def missing(hand: list[int], up: frozenset[int]) -> bool:
        return sum(card in up for card in hand) < min(rules.open_cards, len(hand))

    def named(cards: list[str], at: int, told: str) -> list[str] | None:
        label = sharpen(cards[at], label_of(told))
        cards = [*cards[:at], label or "", *cards[at + 1 :]]
        return None if label is None or pot_luck.count(cards) is None else cards

    def go(
        at: int,
        cards: list[str],
        hands: list[list[int]],
        up: frozenset[int],
        drawn: int,
        opener: str | None,
    ) -> bool:
        nonlocal best, nodes
        best, nodes = max(best, at), nodes + 1
        if nodes > budget:
            raise TooMany
        if at == len(moves):
            return True
        move = moves[at]
        seat = names.index(move["player"])
        if move["type"] == "open":
            if not missing(hands[seat], up) or opener not in (None, move["player"]):
                return False
            ways = [(card, named(cards, card, move["card"])) for card in hands[seat]]
            return any(
                go(at + 1, new, hands, up | {card}, drawn, opener)
                for card, new in ways
                if new and card not in up
            )
        for hand in hands:
            if missing(hand, up):
                return "hands" not in deal and any(
                    go(at, cards, hands, up | {card}, drawn, opener)
                    for card in hand
                    if card not in up
                )
        if move["type"] == "pass":
            return go(at + 1, cards, hands, up, drawn, move["player"])
        for card in hands[seat]:
            new = named(cards, card, move["card"])
            left = [[one for one in hand if one != card] for hand in hands]
            draws = drawn < 52 and not (stops and at == last)
            if draws and new and move.get("drew", "?") is not None:
                new = named(new, drawn, move.get("drew", "?"))
                left[seat].append(drawn)
            elif draws and move.get("drew", "?") is None:
                new = None
            if new and go(at + 1, new, left, up - {card}, drawn + draws, move["player"]):
                return True
        return False

    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(rules.players)]
    found = go(0, cards, hands, frozenset(), size * rules.players, None)
    return None if found else best


def twist_cards(log: Log, rng: random.Random) -> None:
    """Change cards but never what they count, and leave opens out or put some in."""

    def twist(card: str) -> str:
        rank = rank_of(card)
        rank = rng.choice(("10", "J", "Q", "K")) if pot_luck.low(card) == 10 else rank
        return rank + rng.choice(("", *pot_luck.SUITS))

    moves = log["moves"]
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(moves))
        move, dice = moves[at], rng.random()
        if dice < 0.25 and move["type"] == "open":
            del moves[at]
        elif dice < 0.75 and "card" in move:
            move["card"] = twist(move["card"])
        elif dice < 0.9 and move.get("drew") not in (None, "?"):
            move["drew"] = twist(move["drew"])
        elif move["type"] == "play":
            extra = {"type": "open", "player": move["player"], "card": rng.choice(pot_luck.DECK)}
            moves.insert(at + 1, extra)


def test_the_judge_finds_what_brute_force_finds() -> None:
    cards_alone = {
        None,
        *("card-already-seen", "not-your-card", "wrong-draw", "open-not-due", "open-missing"),
    }
    compared = Counter[str | None]()
    for seed in range(80):
        rng = random.Random(seed)
        size = rng.randint(1, 4)
        options = {
            "hand_size": size,
            "open_cards": rng.randint(0, min(size, 2)),
            "lives": rng.choice((0, 1, 9)),
            "target": rng.choice((2, 5, 30)),
        }
        log = pot_luck.simulate(rng, players=rng.choice((2, 2, 3)), options=options)
        stops = log["result"]["outcome"] == "won" or pot_luck.retell(log).cause == "bust"
        log = pot_luck.hide(log, rng, rng.choice(("mixture", "mixture", "hands", "table")))
        twist_cards(log, rng)
        faults = [fault for fault in judge(log) if fault[0] not in pot_luck.SOFT]
        code, at = faults[0] if faults else (None, None)
        if code not in cards_alone:
            continue
        try:
            assert first_impossible(log, stops) == at, (seed, faults)
        except TooMany:
            continue
        compared[code] += 1

    assert set(compared) == cards_alone, compared


# --- Facts ---------------------------------------------------------------------------------------


def test_scored_pots_and_waste_and_the_stock_add_up_to_the_deck() -> None:
    """The source: the deck is worth 340, and each ace played as 11 adds 10."""
    for seed in SEEDS:
        log = game(seed)
        truth, found = pot_luck.retell(log), pot_luck.facts(log)

        worth = truth.scored * truth.rules.limit + sum(found["game"]["waste"].values())
        worth += sum(map(pot_luck.low, truth.stock))
        aces = sum(pot["aces_as_11"] for pot in found["rounds"])
        # With a limit of 11 and more no card but an ace counts 11.
        assert worth == 340 + 10 * aces
        assert found["game"]["busts"] == sum(p["outcome"] == "bust" for p in found["rounds"])


def bust_of(log: Log) -> Log:
    found: list[Log] = [pot for pot in pot_luck.facts(log)["rounds"] if pot["outcome"] == "bust"]
    assert judge({**log, "result": {"outcome": "abandoned"}}) == []
    return found[0]


def test_a_bust_is_forced_high_where_no_card_fits_any_pot() -> None:
    """Ben's 9S made 19; his 2S would have made 12, which Anna's 9D takes to 21."""
    turns = plays(("KS", 1), ("9S", 1), ("9D", 1))
    bust = bust_of(full_log([["KS", "9D"], ["9S", "2S"]], turns, pots=1))

    assert bust["cause"] == "forced-high"
    assert (bust["set_up_by"], bust["preventable_before"]) == ("Ben", True)
    # Anna's cards were hidden, and a pot at 12 does not take just any card.
    assert bust["preventable_by_sight"] is False


def test_a_forced_bust_is_not_preventable_where_every_choice_led_to_one() -> None:
    turns = plays(("KS", 1), ("9S", 1), ("9D", 1))
    bust = bust_of(full_log([["KS", "9D"], ["9S", "QS"]], turns, pots=1))

    assert bust["cause"] == "forced-high"
    assert bust["preventable_before"] is False


def test_a_bust_is_forced_by_the_own_card_where_only_the_own_pot_takes_a_card() -> None:
    """Anna's 5S on the left takes her 9D, but the top card there is hers."""
    turns = plays(("5S", 1), ("KH", 2), ("8S", 2), ("2H", 2), ("9D", 2))
    hands = [["5S", "8S", "9D", "QD"], ["KH", "2H", "9H", "9C"]]
    bust = bust_of(full_log(hands, turns, pots=2))

    assert bust["cause"] == "forced-own-card"
    assert bust["set_up_by"] == "Ben"
    # Ben's 2H on the left pot makes 7 there, open to Anna.
    assert bust["preventable_before"] is True


def test_a_bust_is_avoidable_where_a_permitted_pot_took_a_card() -> None:
    turns = plays(("KS", 1), ("9S", 1), ("9D", 1))
    bust = bust_of(full_log([["KS", "9D"], ["9S", "QS"]], turns, pots=2))

    assert (bust["cause"], bust["set_up_by"]) == ("avoidable", "Ben")
    assert bust["preventable_before"] is None


def test_a_turn_tells_what_was_missed_and_what_was_set_up() -> None:
    log = full_log([["KS", "4D"], ["7S", "AS"]], plays(("KS", 1), ("7S", 1)), open_cards=1)
    opens = [
        {"type": "open", "player": player, "card": card}
        for player, card in (("Anna", "4D"), ("Ben", "AS"))
    ]
    log["moves"] = [*opens, *log["moves"]]

    first, second = pot_luck.facts(log)["moves"]

    assert (first["before"], first["after"]) == ([0, 0, 0], [10, 0, 0])
    assert first["set_up_open"] is True  # the ace as 11
    assert second["missed_finish"] is True
    assert second["set_up_open"] is True  # 17 for the open 4
    assert (second["legal_plays"], second["safe_plays"]) == (6, 6)
