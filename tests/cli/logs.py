"""Logs to put before the command line: the source's worked example, and faults planted in it."""

from __future__ import annotations

import copy
import json
from typing import Any, Final

WORKED_EXAMPLE: Final[dict[str, Any]] = {
    "format": "cardstats/1",
    "game": "spot-on",
    "rules": {"options": {"targets": 1}},
    "players": ["Anna", "Ben"],
    "deal": {"hands": [["6H", "KS", "8D", "9C", "2S"], ["5C", "4H", "QD", "7S", "JC"]]},
    "moves": [
        {"type": "target", "player": "Anna", "cards": ["3D", "4C", "8S"], "value": 348},
        {"type": "play", "player": "Anna", "card": "6H", "op": "+", "total": 6},
        {"type": "signal", "player": "Ben", "card": "4H"},
        {"type": "play", "player": "Ben", "card": "5C", "op": "*", "total": 30},
        {"type": "play", "player": "Anna", "card": "KS", "op": "+", "total": 43, "drew": "3H"},
        {"type": "pass", "player": "Ben", "card": "QD"},
        {"type": "play", "player": "Anna", "card": "8D", "op": "*", "total": 344},
        {"type": "play", "player": "Ben", "card": "4H", "op": "+", "total": 348},
    ],
    "result": {"outcome": "won", "score": 1},
}
"""Section "Example" of the rules of Spot On, as a game to one target."""


def example(**changes: Any) -> dict[str, Any]:
    """Return the worked example with some fields of the envelope set otherwise."""
    return copy.deepcopy(WORKED_EXAMPLE) | changes


def with_move(at: int, **changes: Any) -> dict[str, Any]:
    """Return the worked example with one move changed."""
    log = example()
    log["moves"][at] |= changes
    return log


def wrong_total() -> dict[str, Any]:
    """43 × 8 is 344; after this fault the replay goes on."""
    return with_move(6, total=354)


def not_whole() -> dict[str, Any]:
    """30 ÷ 13 leaves 4; here the replay stops."""
    return with_move(4, op="/")


def text(log: dict[str, Any]) -> str:
    """Return a log as one line of JSON."""
    return json.dumps(log)
