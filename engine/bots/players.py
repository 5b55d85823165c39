"""Bots: given what a seat sees and the moves it may make, each chooses one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from ..shapes import Move

Bot: TypeAlias = Callable[[Mapping[str, Any], Sequence[Move], random.Random], Move]
"""From a seat's view (`engine.rules.Rules.view`), the legal moves and a source of chance to one of
the moves."""


def choose_any(_view: Mapping[str, Any], moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose any legal move, all alike likely."""
    return rng.choice(moves)


def choose_nearest(view: Mapping[str, Any], moves: Sequence[Move], rng: random.Random) -> Move:
    """Spot On: hit if a card hits, else leave the total nearest to the target.

    Passes only where no play comes nearer, and shows no card. It plans nothing, so it plays worse
    than people do; it is here to make whole games, not to be measured against.
    """
    target, total = view["target"], view["total"]

    def distance(move: Move) -> tuple[int, float]:
        after = total
        if move["type"] == "play":
            value = move.get("as", move["card"] >> 3)
            after = {
                "+": total + value,
                "-": total - value,
                "*": total * value,
                "/": total // value,
            }[move["op"]]
        return abs(target - after), rng.random()

    return min((move for move in moves if move["type"] != "signal"), key=distance)


BOTS: Final[Mapping[str, Bot]] = {"random": choose_any, "nearest": choose_nearest}
