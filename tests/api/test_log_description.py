"""The description of a log and the engine's reader give the same verdict on envelopes.

The reader is the only judge at run time; the description is for those who write logs.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types

from api.examples import LOG
from api.log_description import READER_ALONE, describe
from engine import games
from engine.bots.simulate import play_game
from engine.log import read_log

Change = Callable[[dict[str, Any]], Any]


def put(*path: Any, to: Any) -> Change:
    """Return a change that sets what stands at *path*."""

    def change(log: dict[str, Any]) -> None:
        inner: Any = log
        for step in path[:-1]:
            inner = inner.setdefault(step, {}) if isinstance(inner, dict) else inner[step]
        inner[path[-1]] = to

    return change


def drop(*path: Any) -> Change:
    """Return a change that takes away what stands at *path*."""

    def change(log: dict[str, Any]) -> None:
        inner: Any = log
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]

    return change


LONG = "x" * 201
ENVELOPES: dict[str, Change] = {
    "as it is": lambda log: None,
    "nothing at all": lambda log: log.clear(),
    **{f"no {key}": drop(key) for key in LOG},
    **{f"{key} is null": put(key, to=None) for key in LOG},
    **{f"{key} is a number": put(key, to=7) for key in LOG},
    **{f"{key} is an array": put(key, to=[]) for key in LOG if key != "tags"},
    **{f"{key} is an object": put(key, to={}) for key in LOG},
    "an unknown key": put("playres", to=[]),
    "a key of somebody else": put("x-app", to={"a": [1]}),
    "x- alone": put("x-", to=1),
    "X- in capitals": put("X-app", to=1),
    "format 2": put("format", to="cardstats/2"),
    "format in capitals": put("format", to="CARDSTATS/1"),
    "unknown game": put("game", to="spot-off"),
    "game with a space": put("game", to="spot-on "),
    "log_id of 64": put("log_id", to="a" * 64),
    "log_id of 65": put("log_id", to="a" * 65),
    "empty log_id": put("log_id", to=""),
    "log_id with a slash": put("log_id", to="a/b"),
    "log_id with an umlaut": put("log_id", to="ä"),
    "one player": put("players", to=["Anna"]),
    "three players": put("players", to=["Anna", "Ben", "Cleo"]),
    "four players": put("players", to=["Anna", "Ben", "Cleo", "Dan"]),
    "five players": put("players", to=["Anna", "Ben", "Cleo", "Dan", "Eve"]),
    "player as object": put("players", 1, to={"name": "Ben"}),
    "player with all": put("players", 1, to={"name": "Ben", "kind": "bot", "experience": 0}),
    "player of another kind": put("players", 1, to={"name": "Ben", "kind": "cat"}),
    "player without name": put("players", 1, to={"kind": "human"}),
    "player with a typo": put("players", 1, to={"name": "Ben", "experience_": 3}),
    "player with x-": put("players", 1, to={"name": "Ben", "x-colour": "red"}),
    "experience below 0": put("players", 1, to={"name": "Ben", "experience": -1}),
    "experience as text": put("players", 1, to={"name": "Ben", "experience": "3"}),
    "experience true": put("players", 1, to={"name": "Ben", "experience": True}),
    "player null": put("players", 1, to=None),
    "empty name": put("players", 1, to=""),
    "blank name": put("players", 1, to="   "),
    "name with spaces around": put("players", 1, to="  Ben "),
    "name with a space within": put("players", 1, to="Ben B."),
    "name of one": put("players", 1, to="B"),
    "name of 64": lambda log: rename(log, "B" * 64),
    "name of 65": put("players", 1, to="B" * 65),
    "name of other letters": lambda log: rename(log, "Zoë 🂡"),
    "name with a tab": put("players", 1, to="Be\tn"),
    "name with a line break": put("players", 1, to="Be\nn"),
    "name with a zero": put("players", 1, to="Be\0n"),
    "name with an invisible joiner": put("players", 1, to="Be\u200bn"),
    "name that turns writing round": put("players", 1, to="Be\u202en"),
    "empty rules": put("rules", to={}),
    "level easy": put("rules", "level", to="easy"),
    "unknown level": put("rules", "level", to="brutal"),
    "level null": put("rules", "level", to=None),
    "rules with a typo": put("rules", "levle", to="easy"),
    "rules with x-": put("rules", "x-house", to=True),
    "version of 200": put("rules", "version", to="v" * 200),
    "version too long": put("rules", "version", to="v" * 201),
    "version a number": put("rules", "version", to=2),
    "empty options": put("rules", "options", to={}),
    "options null": put("rules", "options", to=None),
    "unknown option": put("rules", "options", to={"joker": 1}),
    "option with x-": put("rules", "options", to={"x-shuffle": "twice"}),
    "two jokers": put("rules", "options", to={"jokers": 2}),
    "three jokers": put("rules", "options", to={"jokers": 3}),
    "jokers true": put("rules", "options", to={"jokers": True}),
    "jokers as text": put("rules", "options", to={"jokers": "2"}),
    "no target": put("rules", "options", to={"targets": 0}),
    "signals off": put("rules", "options", to={"signals": False}),
    "signals 0": put("rules", "options", to={"signals": 0}),
    "endless": put("rules", "options", to={"endless": True}),
    "empty deal": put("deal", to={}),
    "deal of hands": put("deal", to={"hands": [["?"] * 5, ["6H", "KS", "8D", "9C", "2S"]]}),
    "deal with a typo": put("deal", to={"hand": []}),
    "hands an object": put("deal", to={"hands": {}}),
    "a hand of numbers": put("deal", to={"hands": [[1, 2, 3, 4, 5], ["?"] * 5]}),
    "stock a text": put("deal", to={"stock": "?"}),
    "no moves": put("moves", to=[]),
    "a move that is text": put("moves", 1, to="play"),
    "a move without type": drop("moves", 1, "type"),
    "a move without player": drop("moves", 1, "player"),
    "a move of another game": put("moves", 1, "type", to="claim"),
    "a move with a typo": put("moves", 1, "totl", to=6),
    "a move with x-": put("moves", 1, "x-hesitated", to=3),
    "a move with a note": put("moves", 1, "note", to="n" * 500),
    "a note too long": put("moves", 1, "note", to="n" * 501),
    "a note of a move null": put("moves", 1, "note", to=None),
    "t": put("moves", 7, "t", to=12.5),
    "t whole": put("moves", 7, "t", to=12),
    "t below 0": put("moves", 7, "t", to=-0.5),
    "t as text": put("moves", 7, "t", to="12"),
    "t true": put("moves", 7, "t", to=True),
    "no card": drop("moves", 1, "card"),
    "card a number": put("moves", 1, "card", to=7),
    "card null": put("moves", 1, "card", to=None),
    "total as text": put("moves", 1, "total", to="6"),
    "total null": put("moves", 1, "total", to=None),
    "drew null": put("moves", 1, "drew", to=None),
    "drew unknown": put("moves", 1, "drew", to="?"),
    "drew a number": put("moves", 1, "drew", to=4),
    "a target without cards": drop("moves", 0, "cards"),
    "cards a text": put("moves", 0, "cards", to="3D"),
    "cards of numbers": put("moves", 0, "cards", to=[3, 4, 8]),
    "empty result": put("result", to={}),
    "another outcome": put("result", "outcome", to="draw"),
    "finished": put("result", "outcome", to="finished"),
    "scores by seat": put("result", "score", to=[1, 2]),
    "scores of text": put("result", "score", to=["1"]),
    "score as text": put("result", "score", to="1"),
    "score true": put("result", "score", to=True),
    "score null": put("result", "score", to=None),
    "result with a typo": put("result", "scores", to=1),
    "played at with Z": put("played_at", to="2026-11-29T19:30:00Z"),
    "played at with a fraction": put("played_at", to="2026-11-29T19:30:00.123456+01:00"),
    "played at in a leap second": put("played_at", to="2016-12-31T23:59:60Z"),
    "played at without offset": put("played_at", to="2026-11-29T19:30:00"),
    "a day alone": put("played_at", to="2026-11-29"),
    "hour 24": put("played_at", to="2026-11-29T24:00:00Z"),
    "minute 60": put("played_at", to="2026-11-29T19:60:00Z"),
    "session of 200": put("session", to="s" * 200),
    "session too long": put("session", to=LONG),
    "empty session": put("session", to=""),
    "location": put("location", to="Essen"),
    "location too long": put("location", to=LONG),
    "source app": put("source", to="app"),
    "source phone": put("source", to="phone"),
    "no tags": put("tags", to=[]),
    "32 tags": put("tags", to=["t"] * 32),
    "33 tags": put("tags", to=["t"] * 33),
    "a tag too long": put("tags", to=[LONG]),
    "a tag that is a number": put("tags", to=[1]),
    "tags a text": put("tags", to="new"),
    "notes of 4000": put("notes", to="n" * 4000),
    "notes too long": put("notes", to="n" * 4001),
    "no feedback": put("feedback", to=[]),
    "feedback": put("feedback", to=[{"player": "Ben", "ratings": {"fun": 4}, "move": 7}]),
    "feedback null": put("feedback", to=None),
    "feedback of nobody": put("feedback", to=[{"ratings": {"fun": 4}}]),
    "feedback that is text": put("feedback", to=["fun"]),
    "feedback with a typo": put("feedback", to=[{"player": "Ben", "rating": {}}]),
    "feedback with x-": put("feedback", to=[{"player": "Ben", "x-mood": 1}]),
    "rating 0": put("feedback", to=[{"player": "Ben", "ratings": {"fun": 0}}]),
    "rating 6": put("feedback", to=[{"player": "Ben", "ratings": {"fun": 6}}]),
    "rating as text": put("feedback", to=[{"player": "Ben", "ratings": {"fun": "4"}}]),
    "rating in capitals": put("feedback", to=[{"player": "Ben", "ratings": {"Fun": 4}}]),
    "rating with x-": put("feedback", to=[{"player": "Ben", "ratings": {"x-Fun": "high"}}]),
    "rating without a name": put("feedback", to=[{"player": "Ben", "ratings": {"": 4}}]),
    "rating of a long name": put("feedback", to=[{"player": "Ben", "ratings": {"f" * 65: 4}}]),
    "comment": put("feedback", to=[{"player": "Ben", "comment": "c" * 4000}]),
    "comment too long": put("feedback", to=[{"player": "Ben", "comment": "c" * 4001}]),
    "comment null": put("feedback", to=[{"player": "Ben", "comment": None}]),
    "a remark on no move": put("feedback", to=[{"player": "Ben", "move": -1}]),
    "a remark's move as text": put("feedback", to=[{"player": "Ben", "move": "3"}]),
}

READER_ONLY: dict[str, tuple[Change, str]] = {
    "1.0 is no integer": (put("result", "score", to=1.0), "wrong-type"),
    "two players whose names differ in case or in Unicode form only are alike": (
        put("players", to=["Anna", "ANNA"]),
        "duplicate-name",
    ),
    "all invisible characters are refused in names; the pattern knows the common ones": (
        put("players", 1, to="Be\U000e0041n"),
        "bad-name",
    ),
    "a time has a day that the calendar knows": (
        put("played_at", to="2026-02-30T10:00:00Z"),
        "bad-time",
    ),
    "how many cards a hand and the stock hold, which options decide": (
        put("deal", to={"stock": ["?"]}),
        "wrong-stock-size",
    ),
    "feedback names one of the players and one of the moves": (
        put("feedback", to=[{"player": "Cleo"}]),
        "unknown-player",
    ),
    "`t` never decreases": (
        lambda log: (put("moves", 1, "t", to=5)(log), put("moves", 2, "t", to=4)(log)),
        "time-goes-back",
    ),
    "cards, operations and equations read": (put("moves", 1, "card", to="11H"), "bad-card"),
}


def rename(log: dict[str, Any], name: str) -> None:
    log["players"][1] = name
    for move in log["moves"]:
        if move["player"] == "Ben":
            move["player"] = name


@pytest.fixture(scope="module")
def description() -> Draft202012Validator:
    return Draft202012Validator(
        {"$ref": "#/components/schemas/Log", "components": {"schemas": describe()}}
    )


@pytest.mark.parametrize("name", ENVELOPES)
def test_both_give_the_same_verdict(name: str, description: Draft202012Validator) -> None:
    log = copy.deepcopy(LOG)
    ENVELOPES[name](log)

    faults = read_log(orjson.dumps(log)).violations
    # Whom a move or a remark names is for the reader; renaming a seat leaves such behind.
    faults = [fault for fault in faults if fault.code != "unknown-player"]

    assert description.is_valid(log) == (not faults), faults


def test_the_table_holds_enough_of_both() -> None:
    verdicts = []
    for change in ENVELOPES.values():
        log = copy.deepcopy(LOG)
        change(log)
        verdicts.append(not read_log(orjson.dumps(log)).violations)

    assert verdicts.count(True) > 40
    assert verdicts.count(False) > 60


@pytest.mark.parametrize("sentence", READER_ONLY)
def test_what_is_left_to_the_reader_is_said_and_true(
    sentence: str, description: Draft202012Validator
) -> None:
    log = copy.deepcopy(LOG)
    change, code = READER_ONLY[sentence]
    change(log)

    assert sentence in READER_ALONE
    assert description.is_valid(log)
    assert code in {fault.code for fault in read_log(orjson.dumps(log)).violations}


@pytest.mark.parametrize("name", games.names())
def test_games_as_bots_play_them_are_what_the_description_says(
    name: str, description: Draft202012Validator
) -> None:
    rules = games.game(name)
    for seed in range(4):
        log = play_game(rules, seed=seed, players=rules.players[seed % 2])
        assert not read_log(orjson.dumps(log)).violations
        assert not list(description.iter_errors(log))
        for key in ("type", "player"):
            broken = {**log, "moves": [{**log["moves"][0], key: 7}, *log["moves"][1:]]}
            assert read_log(orjson.dumps(broken)).violations
            assert not description.is_valid(broken)


def test_patterns_are_such_as_javascript_reads_too() -> None:
    """JSON Schema's patterns are ECMAScript's; what Python alone knows must not be in them."""
    patterns = re.findall(rb'"pattern":"((?:[^"\\]|\\.)*)"', orjson.dumps(describe()))

    assert patterns
    for pattern in patterns:
        assert not re.search(rb"\(\?P|\\Z|\\A|\(\?[aiLmsux]", pattern)
