"""The envelope of a log: each fault by its code at its place, all of them together."""

import copy
import json
from pathlib import Path

import pytest

from engine.envelope import read_time
from engine.log import read_log
from engine.names import MAX_NAME, fold
from engine.replay import judge

SAMPLES = Path(__file__).parents[2] / "sample_logs"
EXAMPLE = json.loads((SAMPLES / "spot-on-worked-example.json").read_text())


def log(**changes):
    """The worked example with some fields set, or left out where the value is `...`."""
    document = {**copy.deepcopy(EXAMPLE), **changes}
    return {key: value for key, value in document.items() if value is not ...}


def faults(document):
    reading = read_log(json.dumps(document).encode())
    return [(fault.code, fault.pointer) for fault in reading.violations]


def with_move(at, **changes):
    document = log()
    move = {**document["moves"][at], **changes}
    document["moves"][at] = {key: value for key, value in move.items() if value is not ...}
    return document


def test_the_example_has_no_fault():
    assert faults(log()) == []


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"format": ...}, ("missing-field", "")),
        ({"game": ...}, ("missing-field", "")),
        ({"players": ...}, ("missing-field", "")),
        ({"moves": ...}, ("missing-field", "")),
        ({"format": "cardstats/2"}, ("unknown-format", "/format")),
        ({"format": 1}, ("wrong-type", "/format")),
        ({"game": "spot on"}, ("unknown-game", "/game")),
        ({"game": None}, ("wrong-type", "/game")),
        ({"log_id": ""}, ("bad-value", "/log_id")),
        ({"log_id": "a" * 65}, ("bad-value", "/log_id")),
        ({"log_id": "a b"}, ("bad-value", "/log_id")),
        ({"log_id": "a\n"}, ("bad-value", "/log_id")),
        ({"log_id": 7}, ("wrong-type", "/log_id")),
        ({"rules": []}, ("wrong-type", "/rules")),
        ({"rules": {"level": "medium"}}, ("unknown-level", "/rules/level")),
        ({"rules": {"level": 2}}, ("wrong-type", "/rules/level")),
        ({"rules": {"version": "v" * 201}}, ("too-long", "/rules/version")),
        ({"rules": {"option": {}}}, ("unknown-field", "/rules/option")),
        ({"rules": {"options": {"target": 3}}}, ("unknown-option", "/rules/options/target")),
        ({"rules": {"options": {"a/b~c": 3}}}, ("unknown-option", "/rules/options/a~1b~0c")),
        ({"rules": {"options": {"targets": 0}}}, ("option-out-of-range", "/rules/options/targets")),
        ({"rules": {"options": {"jokers": 3}}}, ("option-out-of-range", "/rules/options/jokers")),
        ({"rules": {"options": {"jokers": True}}}, ("wrong-type", "/rules/options/jokers")),
        ({"rules": {"options": {"jokers": 1.0}}}, ("wrong-type", "/rules/options/jokers")),
        ({"rules": {"options": {"endless": 1}}}, ("wrong-type", "/rules/options/endless")),
        ({"players": {}}, ("wrong-type", "/players")),
        ({"players": ["Anna", 2]}, ("wrong-type", "/players/1")),
        ({"players": ["Anna", {"kind": "bot"}]}, ("missing-field", "/players/1")),
        ({"players": ["Anna", {"name": "Ben", "age": 9}]}, ("unknown-field", "/players/1/age")),
        ({"players": ["Anna", {"name": "Ben", "kind": "cat"}]}, ("bad-value", "/players/1/kind")),
        ({"source": "phone"}, ("bad-value", "/source")),
        ({"session": "s" * 201}, ("too-long", "/session")),
        ({"session": None}, ("wrong-type", "/session")),
        ({"notes": "n" * 4001}, ("too-long", "/notes")),
        ({"tags": ["t"] * 33}, ("too-long", "/tags")),
        ({"tags": ["t" * 201]}, ("too-long", "/tags/0")),
        ({"tags": "new"}, ("wrong-type", "/tags")),
        ({"result": {"outcome": "drawn"}}, ("bad-value", "/result/outcome")),
        ({"result": {"score": 1.5}}, ("wrong-type", "/result/score")),
        ({"result": {"score": [1, "2"]}}, ("wrong-type", "/result/score/1")),
        ({"result": {"winner": "Anna"}}, ("unknown-field", "/result/winner")),
        ({"played_at": "2026-11-29"}, ("bad-time", "/played_at")),
        ({"played_at": "2026-11-29T19:30:00"}, ("bad-time", "/played_at")),
        ({"played_at": "2026-02-30T19:30:00Z"}, ("bad-time", "/played_at")),
        ({"played_at": "2026-11-29T25:30:00Z"}, ("bad-time", "/played_at")),
        ({"feedback": [{"player": "Cleo"}]}, ("unknown-player", "/feedback/0/player")),
        ({"feedback": [{"ratings": {}}]}, ("missing-field", "/feedback/0")),
        (
            {"feedback": [{"player": "Ben", "ratings": {"fun": 6}}]},
            ("bad-value", "/feedback/0/ratings/fun"),
        ),
        (
            {"feedback": [{"player": "Ben", "ratings": {"Fun": 3}}]},
            ("bad-value", "/feedback/0/ratings/Fun"),
        ),
        ({"feedback": [{"player": "Ben", "move": 8}]}, ("bad-value", "/feedback/0/move")),
        ({"sessoin": "x"}, ("unknown-field", "/sessoin")),
        ({"deal": {"hand": []}}, ("unknown-field", "/deal/hand")),
        ({"deal": {"hands": [["6H"]]}}, ("hand-size", "/deal/hands")),
        ({"deal": {"stock": []}}, ("wrong-stock-size", "/deal/stock")),
    ],
)
def test_each_fault_of_the_envelope_is_told_at_its_place(changes, found):
    """LOG_FORMAT §1, row by row."""
    assert faults(log(**changes)) == [found]


@pytest.mark.parametrize(
    ("at", "changes", "found"),
    [
        (1, {"type": ...}, ("missing-field", "/moves/1")),
        (1, {"type": "skip"}, ("unknown-move", "/moves/1/type")),
        (1, {"type": 1}, ("wrong-type", "/moves/1/type")),
        (1, {"player": ...}, ("missing-field", "/moves/1")),
        (1, {"player": "Cleo"}, ("unknown-player", "/moves/1/player")),
        (1, {"player": 0}, ("wrong-type", "/moves/1/player")),
        (1, {"card": ...}, ("missing-field", "/moves/1")),
        (1, {"card": "1H"}, ("bad-card", "/moves/1/card")),
        (1, {"card": "?"}, ("bad-card", "/moves/1/card")),
        (1, {"card": 6}, ("wrong-type", "/moves/1/card")),
        (1, {"card": ["6H"]}, ("wrong-type", "/moves/1/card")),
        (1, {"op": "^"}, ("bad-value", "/moves/1/op")),
        (1, {"total": "6"}, ("wrong-type", "/moves/1/total")),
        (1, {"total": 6.0}, ("wrong-type", "/moves/1/total")),
        (1, {"total": True}, ("wrong-type", "/moves/1/total")),
        (1, {"drew": ""}, ("bad-card", "/moves/1/drew")),
        (1, {"note": "n" * 501}, ("too-long", "/moves/1/note")),
        (1, {"note": 1}, ("wrong-type", "/moves/1/note")),
        (1, {"t": -1}, ("bad-time", "/moves/1/t")),
        (1, {"t": "1"}, ("wrong-type", "/moves/1/t")),
        (1, {"t": True}, ("wrong-type", "/moves/1/t")),
        (1, {"cards": ["6H"]}, ("unknown-field", "/moves/1/cards")),
        (0, {"cards": ["3D", "4C", "?"]}, ("bad-card", "/moves/0/cards/2")),
        (0, {"cards": "3D"}, ("wrong-type", "/moves/0/cards")),
    ],
)
def test_each_fault_of_a_move_is_told_at_its_place(at, changes, found):
    assert faults(with_move(at, **changes)) == [found]


def test_several_faults_are_told_together_in_the_order_of_the_log():
    document = log(game=..., source="phone", sessoin="x")
    document["moves"][1]["t"] = 5

    assert faults(document) == [
        ("unknown-field", "/sessoin"),
        ("missing-field", ""),
        ("bad-value", "/source"),
    ]


def test_faults_of_several_moves_are_told_together_with_what_the_rules_say_before_them():
    """A wrong total leaves the state beyond doubt; the moves behind the unreadable one wait."""
    document = log()
    document["moves"][1]["total"] = 7
    document["moves"][5]["card"] = "Q?"
    document["moves"][7]["opp"] = "+"

    verdict = judge(json.dumps(document).encode())

    assert [(fault.code, fault.move) for fault in verdict.violations] == [
        ("wrong-total", 1),
        ("bad-card", 5),
        ("unknown-field", 7),
    ]


def test_a_move_that_is_no_object_is_told():
    document = log()
    document["moves"][3] = "Ben passes"

    assert faults(document) == [("wrong-type", "/moves/3")]


def test_the_clock_never_goes_back():
    document = log()
    for at, t in ((1, 10), (2, 10), (3, 9.5)):
        document["moves"][at]["t"] = t

    assert faults(document) == [("time-goes-back", "/moves/3/t")]


@pytest.mark.parametrize("name", ["", "  ", "An\tna", "Anna\u200b", "\u202eanna", "a\u3164"])
def test_names_that_cannot_be_seen_are_refused(name):
    assert ("bad-name", "/players/0") in faults(log(players=[name, "Ben"], moves=[]))


def test_a_long_name_is_told_as_too_long():
    assert ("too-long", "/players/0") in faults(log(players=["a" * 65, "Ben"], moves=[]))
    assert MAX_NAME == 64


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", " anna "), ("STRASSE", "straße"), ("Zoe\u0308", "zoë")]
)
def test_names_that_count_as_the_same_are_a_fault(one, other):
    assert fold(one) == fold(other)
    assert faults(log(players=[one, other], moves=[])) == [("duplicate-name", "/players/1")]


def test_players_may_be_written_in_any_case_in_the_moves():
    document = log()
    document["moves"][1]["player"] = " ANNA"

    assert faults(document) == []
    assert judge(json.dumps(document).encode()).status == "accepted"


def test_keys_that_begin_with_x_are_kept_and_ignored_everywhere():
    document = log(**{"x-app": {"deep": [1]}})
    document["rules"]["x-house"] = 1
    document["rules"]["options"]["x-odd"] = [2]
    document["moves"][1]["x-hand"] = "left"
    document["result"]["x-cheer"] = True
    document["players"] = [{"name": "Anna", "x-hat": "red"}, "Ben"]
    document["feedback"] = [{"player": "Ben", "x-y": 1, "ratings": {"x-z": "any"}}]

    assert judge(json.dumps(document).encode()).violations == []


@pytest.mark.parametrize(
    ("written", "read"),
    [("10h", "10H"), ("T♥", "10H"), ("t", "10"), ("a♠", "AS"), ("q", "Q"), ("jk", "*")]
    + [("Joker", "*"), ("7♦\ufe0f", "7D")],
)
def test_cards_are_read_in_every_spelling_that_the_format_reads(written, read):
    """LOG_FORMAT §2. Read from a signal, which takes any card; the view writes it back."""
    from engine.cards import CARDS, card_text

    assert card_text(CARDS[written]) == read


def test_operations_are_read_in_every_spelling():
    """LOG_FORMAT §4."""
    for op in ("*", "×", "x", "·"):
        assert judge(json.dumps(with_move(3, op=op)).encode()).status == "accepted"


@pytest.mark.parametrize(
    "text",
    ["2026-11-29T19:30:00Z", "2026-11-29t19:30:00z", "2026-11-29T20:30:00.000+01:00"],
)
def test_times_of_rfc_3339_are_the_same_moment(text):
    found = read_time(text)

    assert found is not None
    assert found.isoformat() == "2026-11-29T19:30:00+00:00"


def test_a_leap_second_is_a_time():
    """RFC 3339 §5.8 prints this one."""
    assert read_time("1990-12-31T23:59:60Z") is not None


def test_a_log_without_moves_must_be_abandoned():
    empty = log(moves=[], result={"outcome": "abandoned"})

    assert judge(json.dumps(empty).encode()).status == "accepted"
    codes = [f.code for f in judge(json.dumps(log(moves=[], result=...)).encode()).violations]
    assert codes == ["unfinished"]


def test_odd_moves_among_plain_ones_are_read_in_their_places():
    """A key of the app's own, a name in other letters: odd, but nothing is wrong with them."""
    document = log()
    plain = read_log(json.dumps(document).encode()).log.moves
    for at in (0, 2, 3, 6):
        document["moves"][at]["x-tap"] = at
    document["moves"][7]["player"] = " bEN "

    found = read_log(json.dumps(document).encode())

    assert found.violations == []
    assert list(found.log.moves) == list(plain)


def test_moves_after_the_first_unreadable_one_are_looked_at_and_not_kept():
    document = log()
    document["moves"][1]["x-tap"] = 1
    document["moves"][2]["card"] = "4X"
    document["moves"][4]["x-tap"] = 4
    document["moves"][6]["op"] = "^"

    found = read_log(json.dumps(document).encode())

    assert [fault.pointer for fault in found.violations] == ["/moves/2/card", "/moves/6/op"]
    assert len(found.log.moves) == 2
