"""Logs for the store's tests: short legal games of Spot On, as many different ones as needed."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from engine import games
from engine.log import read_log
from engine.rules import Setting

PLAYERS = ("Anna", "Ben")
SHORT = {"targets": 1}


@cache
def _played(seed: int) -> str:
    """Return a game that players make up as they go, as JSON text. Odd ones are broken off."""
    rng = random.Random(seed)
    rules = games.game("spot-on")
    setting = Setting("normal", rules.settle("normal", 2) | SHORT, PLAYERS)
    log: dict[str, Any] = {
        "format": "cardstats/1",
        "game": "spot-on",
        "rules": {"options": SHORT},
        "players": list(PLAYERS),
        "deal": rules.shuffle(setting, rng),
        "moves": [],
    }
    start = read_log(json.dumps(log).encode()).log
    assert start is not None
    table = rules.start(start.setting, start.deal)
    seconds = 0.0
    while (seat := rules.waiting(table)) is not None:
        turns = [move for move in rules.legal(table) if move["type"] != "signal"]
        move = rules.spoken(table, rng.choice(turns))
        rules.apply(table, move)
        seconds += rng.randint(1, 40) / 4
        log["moves"].append({**rules.write(move), "player": PLAYERS[seat], "t": seconds})
        if seed % 2 and len(log["moves"]) > seed:
            break  # bedtime
    ending = rules.ending(table)
    log["result"] = {"outcome": ending.outcome if ending else "abandoned"}
    return json.dumps(log)


GAMES = 12
"""How many different games there are; logs differ by what is written beside them."""


def document(nth: int, **envelope: Any) -> dict[str, Any]:
    """Return the log number *nth*, all of them different, with fields of the envelope set."""
    log: dict[str, Any] = json.loads(_played(nth % GAMES))
    return {**log, "notes": f"log {nth}", **envelope}


def a_log(nth: int, **envelope: Any) -> bytes:
    """Return the bytes of `document`."""
    return json.dumps(document(nth, **envelope)).encode()


def a_wrong_log(nth: int, **envelope: Any) -> bytes:
    """Return a log that is rejected: its first move is somebody's who does not play."""
    log = document(nth, **envelope)
    log["moves"][0]["player"] = "Zoe"
    return json.dumps(log).encode()


def moves_of(data: bytes) -> int:
    """Return how many moves a log has."""
    return len(json.loads(data)["moves"])
