"""Pot Luck: against the second judge, against the source's example, and ruling by ruling."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import orjson
import pytest

from engine.bots.simulate import play_game
from engine.cards import CARDS, card_text
from engine.errors import IllegalMove
from engine.facts import columns_of
from engine.games.pot_luck.metrics import DIMENSIONS, METRICS
from engine.games.pot_luck.rules import rules
from engine.games.pot_luck.table import Table
from engine.log import read_log
from engine.metrics import Dimension, Metric
from engine.replay import Verdict, judge, tables
from storage.query.cases import DERIVED
from storage.query.catalogue import shared
from tests.conftest import LONG
from tests.judges import pot_luck as second
from tests.judges.pot_luck import Log

SAMPLES = Path(__file__).parents[2] / "sample_logs"
BROKEN = sorted((SAMPLES / "broken").glob("pot-luck-*.verdict"))
MANY = 8 if LONG else 1
"""How many times the usual number of seeds."""
TELLINGS = ("full", "hands", "table", "mixture")


def verdict(log: Log) -> Verdict:
    return judge(orjson.dumps({"format": "cardstats/1", "game": "pot-luck", **log}))


def faults(log: Log) -> list[tuple[str, int | None]]:
    return [(fault.code, fault.move) for fault in verdict(log).violations]


def rows(log: Log) -> dict[str, list[dict[str, Any]]]:
    """Return the facts of a legal log, each row by column."""
    found = verdict(log)
    assert found.facts is not None, found.violations
    return {
        table: [
            dict(zip((one.name for one in columns_of(table, rules.columns)), values, strict=True))
            for values in told
        ]
        for table, told in found.facts.tables().items()
    }


@cache
def game(seed: int, how: str = "full") -> Log:
    """Return a game that tests look at and do not change."""
    rng = random.Random(seed)
    log = second.simulate(rng)
    return log if how == "full" else second.hide(log, rng, how)


def two_hands(anna: str, ben: str, *plays: str, **options: Any) -> Log:
    """Return a log of Anna and Ben in turn, whose hands are known and whose stock is not.

    A play is a card and a pot, ``KS1``; with ``=`` what an ace counts: ``A2=11``. ``-`` is a pass.
    It is abandoned, so that it may stop anywhere.
    """
    moves: list[Log] = []
    for at, told in enumerate(plays):
        move: Log = {"type": "pass", "player": ("Anna", "Ben")[at % 2]}
        if told != "-":
            card, _, value = told.partition("=")
            move |= {"type": "play", "card": card[:-1], "pot": int(card[-1])}
            move |= {"as": int(value)} if value else {}
        moves.append(move)
    return {
        "players": ["Anna", "Ben"],
        "rules": {"options": {"hand_size": len(anna.split()), "open_cards": 0, **options}},
        "deal": {"hands": [anna.split(), ben.split()]},
        "moves": moves,
        "result": {"outcome": "abandoned"},
    }


def the_end(log: Log) -> Table:
    """Return the table after the last move of a log."""
    parsed = read_log(orjson.dumps({"format": "cardstats/1", "game": "pot-luck", **log})).log
    assert parsed is not None
    *_, (_, table) = tables(parsed)
    assert isinstance(table, Table)
    return table


# -- the second judge


@pytest.mark.parametrize("how", TELLINGS)
def test_a_legal_game_is_legal_however_little_is_told(how: str) -> None:
    for seed in range(30 * MANY):
        assert faults(game(seed, how)) == [], seed


@pytest.mark.parametrize("code", second.PLANTS)
def test_a_planted_fault_is_told_at_its_move(code: str) -> None:
    planted, rng = 0, random.Random(code)
    for seed in range(6 * MANY):
        for how in TELLINGS:
            made = second.PLANTS[code](game(seed, how), rng)
            if made is None:
                continue
            faulty, codes, at = made
            found, where = faults(faulty)[0]
            assert (found in codes, where) == (True, at), (seed, how, found, codes)
            planted += 1
    assert planted


def mutate(log: Log, rng: random.Random) -> Log:
    """Return the log with one thing changed that reads, whether or not it is a fault."""
    log = copy.deepcopy(log)
    moves = log["moves"]
    at = rng.randrange(len(moves))
    move, kind = moves[at], rng.randrange(8)
    card = rng.choice((*second.DECK, *second.RANKS))
    if kind == 0:
        del moves[at]
    elif kind == 1:
        moves.insert(at, copy.deepcopy(move))
    elif kind == 2:
        moves.insert(at + 1, {"type": "open", "player": move["player"], "card": card})
    elif kind == 3:
        move["player"] = rng.choice(second.names_of(log))
    elif "card" in move and (kind <= 5 or move["type"] == "open"):
        move["card"] = card
    elif move["type"] == "play":
        told = (("pot", rng.randrange(5)), ("as", rng.choice((1, 5, 11))), ("drew", card))
        key, value = rng.choice((*told, ("drew", None), ("drew", "?")))
        move[key] = value
    return log


def test_both_judges_name_the_same_first_fault_of_a_changed_log() -> None:
    codes = Counter[str | None]()
    for seed in range(24 * MANY):
        rng = random.Random(seed)
        for how in (*TELLINGS, "mixture"):
            changed = mutate(game(seed, how), rng)
            ours, theirs = faults(changed), second.judge(changed)
            if ours and ours[0][0] == "time-goes-back":  # the second judge reads no clock
                continue
            assert ours[:1] == theirs[:1], (seed, how)
            codes[ours[0][0] if ours else None] += 1
    assert {None, "card-already-seen", "not-your-card", "open-not-due", "open-missing"} <= set(
        codes
    )


def test_the_facts_are_those_of_the_second_judge() -> None:
    for seed in range(60 * MANY):
        log = game(seed)
        ours, theirs = rows(log), second.facts(log)
        end, want = ours["games"][0], theirs["game"]
        assert (end["outcome"], end["cause"], end["turns"]) == (
            want["outcome"],
            want["loss_cause"],
            want["turns"],
        )
        assert (end["score"], end["busts"], end["lives_left"]) == (
            want["pots_scored"],
            want["busts"],
            want["lives_left"],
        )
        waste = {"bust": end["waste_bust"], "unfinished": end["waste_unfinished"]}
        assert waste | {"hand": end["waste_hands"]} == want["waste"]
        assert end["waste"] == sum(want["waste"].values())
        assert pots_of(ours["rounds"], "pot") == pots_of(theirs["rounds"], "position")
        turns = [row for row in ours["moves"] if row["turn"] is not None]
        for row, turn in zip(turns, theirs["moves"], strict=True):
            told = {key: row[key] for key in turn if key in row and key not in ("before", "after")}
            told |= {key: json.loads(row[f"totals_{key}"]) for key in ("before", "after")}
            assert told == turn, (seed, turn)


def pots_of(told: list[Log], place: str) -> list[tuple[Any, ...]]:
    same = ["outcome", "finisher", "total", "aces_as_11", "turns", "waste", "cause", "set_up_by"]
    same += ["preventable_before", "preventable_by_sight"]
    return sorted(
        (
            row[place],
            row["cards"].split() if isinstance(row["cards"], str) else row["cards"],
            json.loads(row["builders"]) if "builders" in row else row["players"],
            repr([row[key] for key in same]),
        )
        for row in told
    )


def test_a_fact_that_cards_hide_is_null_and_never_another() -> None:
    """A cause has a word of its own for it; and cards are only told as exactly as the log does."""
    told_less = {"options", "knowledge", "opened", "cards", "card"}
    unknown = 0
    for seed in range(24 * MANY):
        full = rows(game(seed))
        for how in ("hands", "table", "mixture"):
            log = game(seed, how)
            # Where opened cards were not noted, the moves have other places and times.
            moved = {"move", "seconds"} if len(log["moves"]) < len(game(seed)["moves"]) else set()
            part = rows(log)
            for table in ("games", "seats", "rounds", "moves"):
                pairs = [[row for row in one[table] if row.get("type") != "open"]
                         for one in (full, part)]  # fmt: skip
                for row, less in zip(*pairs, strict=True):
                    for key in row.keys() - told_less - moved:
                        if less[key] != row[key]:
                            assert less[key] in (None, "unknown"), (seed, how, table, key)
                            unknown += less[key] == "unknown"
    assert unknown


def test_a_refused_move_leaves_the_table_as_it_was() -> None:
    for seed in range(8 * MANY):
        for how in TELLINGS:
            log = read_log(orjson.dumps(game(seed, how))).log
            assert log is not None
            rng = random.Random(seed)
            for _, table in tables(log):
                before = table.copy()
                other = rng.choice(log.moves)
                card = CARDS[rng.choice(second.DECK)]
                tries = [
                    {"type": "open", "player": rng.randrange(len(log.players)), "card": card},
                    {"type": "pass", "player": rng.randrange(len(log.players))},
                    {"type": "play", "player": table.on_turn, "card": card, "pot": 1, "drew": card},
                    {**other, "player": table.on_turn},
                ]
                for wrong in tries:
                    try:
                        rules.apply(before, wrong)
                    except IllegalMove:
                        assert before == table, (seed, how, wrong)
                    before = table.copy()


# -- the source's example


@cache
def example() -> Log:
    log: Log = json.loads((SAMPLES / "pot-luck-source-example.json").read_bytes())
    return log


def test_the_example_scores_three_pots_of_the_cards_that_the_source_tells() -> None:
    """Source, "Talking and signals": the eight plays of Anna and Ben."""
    found = rows(example())

    assert found["games"][0]["score"] == 3
    assert found["games"][0]["turns"] == 8
    pots = [(pot["label"], pot["cards"], pot["finisher"]) for pot in found["rounds"]]
    assert pots == [
        ("left", "KS 7C 4D", "Anna"),
        ("middle", "QH AH", "Anna"),
        ("left", "6C 5H 10S", "Ben"),
    ]
    assert all(json.loads(pot["builders"]) in (["Anna", "Ben"], ["Ben", "Anna"])
               for pot in found["rounds"])  # fmt: skip
    assert [pot["aces_as_11"] for pot in found["rounds"]] == [0, 1, 0]
    assert [pot["turns"] for pot in found["rounds"]] == [3, 2, 3]
    totals = [row["after"] for row in found["moves"] if row["type"] == "play"]
    assert totals == [10, 17, 21, 10, 21, 6, 11, 21]


def test_the_example_sets_a_pot_up_for_an_open_card_where_the_source_says_so() -> None:
    """Ben leaves 17 for Anna's open 4D. The 11 of the seventh play is for cards nobody shows."""
    plays = [row for row in rows(example())["moves"] if row["type"] == "play"]

    assert [at for at, row in enumerate(plays, 1) if row["set_up_open"]] == [2]
    # Ben cannot make 11 from an empty pot, and Anna had no 6: the source says both.
    assert [row["missed_finish"] for row in plays] == [False] * 8


@pytest.mark.parametrize(
    ("at", "fields", "fault"),
    [
        (3, {"pot": 0}, "no-such-pot"),
        (3, {"pot": 4}, "no-such-pot"),
        (3, {"total": 18}, "wrong-total"),
        (5, {"card": "7H"}, "not-your-card"),  # hers later
        (5, {"card": "5S"}, "not-your-card"),  # Ben's, and hidden
        (5, {"card": "9D"}, "card-already-seen"),  # open in front of Ben
        (5, {"card": "7C"}, "card-already-seen"),  # on the pot
        (5, {"card": "5S", "drew": "7C"}, "card-already-seen"),  # which goes before not-your-card
        (5, {"drew": None}, "wrong-draw"),
        (6, {"drew": "*"}, "unknown-field"),
        (8, {"as": 5}, "ace-value"),
        (10, {"as": 1}, "ace-value"),
        (11, {"player": "Anna"}, "wrong-player"),
        (4, {"card": "*"}, "no-such-card"),
        (4, {"player": "Anna", "card": "3C"}, "open-not-due"),
        (4, {"card": "7C"}, "card-already-seen"),
    ],
)
def test_a_fault_in_the_example_is_told_at_its_move(at: int, fields: Log, fault: str) -> None:
    log = copy.deepcopy(example())
    log["moves"][at].update(fields)

    assert faults(log)[0] == (fault, at)


@pytest.mark.parametrize(("left_out", "told_at"), [(0, 1), (4, 4), (6, 6)])
def test_a_missing_open_is_told_at_the_next_move_that_is_no_open(
    left_out: int, told_at: int
) -> None:
    log = copy.deepcopy(example())
    del log["moves"][left_out]

    assert faults(log) == [("open-missing", told_at)]

    del log["deal"]
    assert faults(log) == []


def test_a_wrong_total_is_told_before_a_missing_open_and_the_replay_stops() -> None:
    log = copy.deepcopy(example())
    del log["moves"][4]
    log["moves"][4]["total"] = 20

    assert faults(log) == [("wrong-total", 4)]


# -- ruling 1: aces


@pytest.mark.parametrize(
    ("told", "total", "scored"),
    [("A1", 21, 1), ("A1=11", 21, 1), ("A1=1", 11, 0), ("A2", 1, 0), ("A2=11", 11, 0)],
)
def test_an_ace_counts_11_where_that_makes_the_limit_or_the_log_says_so(
    told: str, total: int, scored: int
) -> None:
    log = two_hands("KS 2S", "A 3S", "KS1", told)
    log["moves"][1]["total"] = total

    assert faults(log) == []
    assert the_end(log).scored == scored


def test_an_ace_keeps_its_value_and_may_take_a_pot_over_the_limit() -> None:
    log = two_hands("10S A", "9S 2S", "10S1", "9S1", "A1=11", lives=1)

    assert rows(log)["rounds"][0]["total"] == 30
    assert rows(log)["rounds"][0]["cause"] == "avoidable"  # as 1 it made 20


# -- ruling 2: busts and lives


def test_one_life_forgives_one_bust_and_the_next_one_loses() -> None:
    plays = ("KS1", "QH1", "2S1", "KC1", "KH1", "9D1")
    log = two_hands("KS 2S KH", "QH KC 9D", *plays, lives=1)
    log["result"] = {"outcome": "lost", "score": 0}

    assert rows(log)["games"][0]["cause"] == "bust"
    for lives, fault in ((0, ("after-end", 3)), (2, ("unfinished", None))):
        log["rules"]["options"]["lives"] = lives
        assert faults(log) == [fault]


def test_an_emptied_pot_is_open_to_the_one_who_emptied_it() -> None:
    """Ruling 4: Ben's ace was the last card on the left."""
    log = two_hands("KS 2S", "AH 3S", "KS1", "AH1", "2S2", "3S1")

    assert faults(log) == []
    assert the_end(log).totals == [3, 2, 0]


def test_an_own_card_is_not_covered_unless_the_rule_is_off() -> None:
    log = two_hands("KS 2S", "QH 3S", "KS1", "QH2", "2S1")

    assert faults(log) == [("own-card", 2)]
    log["rules"]["options"]["own_card_rule"] = False
    assert faults(log) == []
    assert rows(log)["games"][0]["variant"] == "no-own-card-rule"


def test_playing_over_the_limit_with_a_safe_card_in_hand_is_no_fault() -> None:
    """Ruling 3."""
    assert faults(two_hands("KS 9D", "9S QS", "KS1", "9S1", "9D1", lives=1)) == []


# -- rulings 5 to 7: opening, the empty stock, the end


def test_two_alike_cards_accuse_nobody() -> None:
    """LOG_FORMAT §3: an open 7, a hidden `7H` and a played `7`; the next move tells which."""
    log = two_hands("7 7H 2S 3S", "? ? ? ?", "71", open_cards=1)
    opens = [{"type": "open", "player": "Anna", "card": "7S"},
             {"type": "open", "player": "Ben", "card": "K"}]  # fmt: skip
    log["moves"] = [*opens, *log["moves"]]
    again = {"type": "open", "player": "Anna", "card": "7H"}
    ben = {"type": "play", "player": "Ben", "card": "KD", "pot": 1}
    anna = {"type": "play", "player": "Anna", "card": "7H", "pot": 2}

    def told(*more: Log) -> list[tuple[str, int | None]]:
        return faults({**log, "moves": [*log["moves"], *more]})

    shown = {"type": "open", "player": "Ben", "card": "Q"}
    assert told(ben) == []
    assert told(again, ben, shown, anna) == []
    # Nothing was opened, so the hidden card is gone.
    assert told(ben, shown, anna) == [("card-already-seen", 5)]
    assert told(again, again) == [("open-not-due", 4)]
    # Were the suit of the open card unknown as well, it could itself have been the 7H.
    log["moves"][0]["card"] = "7"
    assert told(ben, shown, anna) == []


def test_all_of_a_smaller_hand_lies_open() -> None:
    """Easy asks for two open cards, and a hand of one has one."""
    log = two_hands("7S", "8S", hand_size=1, open_cards=2)
    log["rules"]["level"] = "easy"
    log["moves"] = [
        {"type": "open", "player": "Ben", "card": "8S"},
        {"type": "open", "player": "Anna", "card": "7S"},
        {"type": "play", "player": "Anna", "card": "7S", "pot": 1, "drew": "9S"},
        {"type": "open", "player": "Anna", "card": "9S"},
    ]

    assert faults(log) == []
    assert faults({**log, "moves": log["moves"][1:]}) == [("open-missing", 1)]


def test_nothing_is_opened_where_all_hands_or_none_lie_open() -> None:
    for options in ({"open_hands": True, "open_cards": 1}, {"open_cards": 0}):
        log = two_hands("7S 2S", "8S 3S", **options)
        log["moves"] = [{"type": "open", "player": "Anna", "card": "7S"}]
        assert faults(log) == [("open-not-due", 0)]


def short_of_cards(*turns: str) -> Log:
    """Return a log of five whose hands are ten cards, so that the stock holds two.

    Before *turns* the first two have played and drawn, and only spades and hearts 2 lie about.
    """
    names = ["Anna", "Ben", "Cleo", "Dan", "Eve"]
    moves = [{"type": "play", "player": names[at % 5], "card": card, "pot": pot}
             for at, (card, pot) in enumerate((("2S", 1), ("2H", 2)))]  # fmt: skip
    for at, told in enumerate(turns, 2):
        move: Log = {"type": "pass", "player": names[at % 5]}
        if told != "-":
            move |= {"type": "play", "card": told[:-1], "pot": int(told[-1])}
        moves.append(move)
    return {
        "players": names,
        "rules": {"options": {"hand_size": 10, "open_cards": 0}},
        "moves": moves,
        "result": {"outcome": "abandoned"},
    }


def test_a_turn_is_passed_only_once_the_stock_is_empty() -> None:
    log = short_of_cards("-")
    assert faults(log) == []

    del log["moves"][1]
    log["moves"][1]["player"] = "Ben"
    assert faults(log) == [("pass-too-early", 1)]


def test_a_round_of_passes_in_a_row_loses() -> None:
    broken_by_a_play = short_of_cards("-", "-", "-", "-", "3S1", "-", "-", "-", "-")
    assert faults(broken_by_a_play) == []

    log = short_of_cards("-", "-", "-", "-", "3S1", *"-----")
    log["result"] = {"outcome": "lost", "score": 0}
    assert rows(log)["games"][0]["cause"] == "all-passed"
    log["moves"].append({"type": "pass", "player": "Ben"})
    assert faults(log) == [("after-end", 12)]


def test_nobody_draws_from_an_empty_stock() -> None:
    log = short_of_cards("3S1")
    for drew, fault in ((None, []), ("?", [("draw-from-empty-stock", 2)])):
        log["moves"][2]["drew"] = drew
        assert faults(log) == fault


def test_the_last_pot_wins_at_once_without_a_draw() -> None:
    log = two_hands("KS 2H", "AH 3H", "KS1", "AH1", target=1)
    log["result"] = {"outcome": "won", "score": 1}

    assert faults(log) == []
    log["moves"][1]["drew"] = None
    assert faults(log) == []
    log["moves"][1]["drew"] = "?"
    assert faults(log) == [("wrong-draw", 1)]


def test_a_family_finishes_and_its_score_is_the_pots() -> None:
    """Ruling 8: pots beyond the target do not end it, the last bust does."""
    log = two_hands("KS 9S 5H", "AH QH 3H", "KS1", "AH1", "9S1", "QH1", "5H1", family=True,
                    target=1, lives=0)  # fmt: skip
    log["result"] = {"outcome": "finished", "score": 1}

    found = rows(log)["games"][0]
    assert (found["cause"], found["goal"], found["variant"]) == ("bust", None, "family")


# -- why a pot went bust


def bust(log: Log) -> tuple[str, str, bool | None, bool | None]:
    (row,) = [pot for pot in rows(log)["rounds"] if pot["outcome"] == "bust"]
    return (
        row["cause"],
        row["set_up_by"],
        row["preventable_before"],
        row["preventable_by_sight"],
    )


@pytest.mark.parametrize(
    ("anna", "ben", "plays", "options", "want"),
    [
        # 19 takes neither 9 nor the unseen; Ben's 2S would have made 12, and 9 on it 21.
        ("KS 9D 9H", "9S 2S QS", "KS1 9S1 9D1", {"pots": 1}, ("forced-high", "Ben", True, False)),
        # Ben's other cards would have made 20 and 20.
        ("KS 9D 9H", "9S QS JS", "KS1 9S1 9D1", {"pots": 1}, ("forced-high", "Ben", False, False)),
        # Her 5S on the left takes a 9, but it is hers; Ben's 2H on it would have made 7.
        (
            "5S 8S 9D QD",
            "KH 2H 9H 9C",
            "5S1 KH2 8S2 2H2 9D2",
            {"pots": 2},
            ("forced-own-card", "Ben", True, True),
        ),
        # The second pot is empty.
        ("KS 9D 9H", "9S QS JS", "KS1 9S1 9D1", {"pots": 2}, ("avoidable", "Ben", None, None)),
    ],
)
def test_the_cause_of_a_bust_is_that_of_the_hand_and_the_table(
    anna: str, ben: str, plays: str, options: Log, want: tuple[Any, ...]
) -> None:
    log = two_hands(anna, ben, *plays.split(), lives=1, **options)
    drawn = iter(("KC", "KD", "QC", "JD", "JC"))
    for move in log["moves"]:
        move["drew"] = next(drawn)

    assert bust(log) == want


def test_a_bust_is_unknown_where_a_hidden_card_may_have_been_safe() -> None:
    """Of Anna's hand 9D is known, as she played it; what she drew may be a 2."""
    plays = ("KS1", "9S1", "9D1")

    assert bust(two_hands("KS 9D 9H", "9S 2S QS", *plays, pots=1, lives=1))[0] == "unknown"
    # On an empty pot the 9D itself was safe, whatever else she held.
    assert bust(two_hands("? ? ?", "? ? ?", *plays, pots=2, lives=1))[0] == "avoidable"


def test_a_turn_tells_what_was_missed_and_how_many_plays_were_safe() -> None:
    log = two_hands("KS 4D", "7S AS", "KS1", "7S1")
    second_turn = rows(log)["moves"][1]

    # The ace as 11 finishes the 10. Two cards and three pots; turns: 7, ace as 1, ace as 11.
    assert second_turn["missed"] is second_turn["missed_finish"] is True
    assert (second_turn["legal_plays"], second_turn["safe_plays"]) == (6, 6)
    assert second_turn["legal"] == 9


# -- options, and what the recorder and the bots are told


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"limit": 10}, "option-out-of-range"),
        ({"limit": 100}, "option-out-of-range"),
        ({"pots": 0}, "option-out-of-range"),
        ({"lives": 10}, "option-out-of-range"),
        ({"target": 31}, "option-out-of-range"),
        ({"open_cards": 5}, "option-out-of-range"),  # of four
        ({"open_cards": 4, "hand_size": 3}, "option-out-of-range"),
        ({"limit": 11, "pots": 9, "lives": 9, "target": 30, "open_cards": 4}, None),
        ({"limit": 99, "hand_size": 10, "open_cards": 10}, None),
    ],
)
def test_options_are_held_to_their_ranges(options: Log, code: str | None) -> None:
    log = {"players": ["Anna", "Ben"], "rules": {"options": options}, "moves": []}
    found = faults({**log, "result": {"outcome": "abandoned"}})

    assert [fault for fault, _ in found] == ([code] if code else [])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_move_may_be_made_and_every_game_reads_back(players: int) -> None:
    for seed, level in enumerate(rules.levels):
        log = play_game(rules, seed=seed, players=players, level=level)
        assert faults(log) == []
        parsed = read_log(orjson.dumps(log)).log
        assert parsed is not None
        for _, table in tables(parsed):
            legal = rules.legal(table)
            assert (legal == []) == (table.end is not None)
            written = [orjson.dumps(rules.write(move)) for move in legal]
            assert len(set(written)) == len(written)
            for move in legal[:6]:
                trial = rules.copy(table)
                assert rules.apply(trial, rules.spoken(trial, move)) == ()


def test_a_seat_sees_open_cards_and_no_hidden_ones() -> None:
    table = the_end(example())
    seen = rules.view(table, 0)

    assert seen["shown"] == [["JC"], ["9D"]]
    assert seen["hands"][1] == ["9D", "?", "?", "?"]
    assert seen["hands"][0] == ["3C", "7H", "8D", "JC"]
    # The log does not say what Ben drew last.
    assert rules.view(table)["hands"][1] == ["2S", "5S", "9D", "?"]


def test_the_picture_is_the_table_as_one_would_draw_it() -> None:
    log = copy.deepcopy(example())
    log["moves"] = log["moves"][:4]

    assert rules.picture(rules.view(the_end(log))) == [
        "scored  0 of 13",
        "lives   1",
        "stock   42 cards",
        "[left   17]  KS 7C   Ben on top",
        "[middle  0]  –",
        "[right   0]  –",
        "  Anna  AH 3C [4D] 8D",
        "▸ Ben   2S 5S 9D QH   to lay a card open",
    ]


# -- the sample logs


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name.split(".")[0])
def test_a_broken_log_gets_the_verdict_beside_it(path: Path) -> None:
    log = path.with_suffix(".json").read_bytes()
    found = judge(log)

    told = {"status": found.status, "violations": [one.to_json() for one in found.violations]}
    assert told == json.loads(path.read_bytes())
    if found.log is not None and "option" not in path.name:
        want = second.judge(json.loads(log))
        assert [(one.code, one.move) for one in found.violations] == want


def test_there_is_a_broken_log_for_every_fault() -> None:
    shown = {fault["code"] for path in BROKEN
             for fault in json.loads(path.read_bytes())["violations"]}  # fmt: skip

    assert shown >= set(rules.faults)


def test_the_samples_are_legal_for_both_judges() -> None:
    paths = sorted(SAMPLES.glob("pot-luck-*.json"))
    assert len(paths) >= 12
    for path in paths:
        assert judge(path.read_bytes()).violations == [], path
        assert second.judge(json.loads(path.read_bytes())) == [], path


def test_cards_are_written_as_they_are_read() -> None:
    assert {card_text(rules.cards[text]) for text in second.DECK} == set(second.DECK)


# -- what can be asked


@pytest.mark.parametrize("one", [*METRICS, *DIMENSIONS], ids=lambda one: one.name)
def test_metrics_and_dimensions_are_told_by_columns_that_there_are(one: Metric | Dimension) -> None:
    kinds = {"whole": "BIGINT", "number": "DOUBLE", "flag": "BOOLEAN", "text": "VARCHAR"}
    kinds["time"] = "TIMESTAMP"
    for table, expression in one.at.items():
        columns = ", ".join(
            f'"{column.name}" {kinds[column.kind]}' for column in columns_of(table, rules.columns)
        )
        # What a question works out of others by itself; numbers may stand for flags.
        columns += "".join(f', "{name}" BIGINT' for name in DERIVED.get(table, ()))
        with duckdb.connect() as connection:
            connection.execute(f'CREATE TABLE "{table}" ({columns})')
            connection.execute(f'SELECT {expression} FROM "{table}"').fetchall()


def test_both_parts_of_a_rate_are_counted_on_the_same_table() -> None:
    metrics = {one.name: one for one in (*shared.METRICS, *METRICS)}
    for one in METRICS:
        if one.top:
            assert set(metrics[one.top].at) & set(metrics[one.bottom].at), one.name
