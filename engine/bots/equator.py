"""Players of Equator. The source tells of none, so this is ours."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from ..shapes import Move
from .players import Bot, View


def choose_simple(_view: View, moves: Sequence[Move], _rng: random.Random) -> Move:
    """Claim as soon as there is an equation; go on where there is none."""
    return next((move for move in moves if move["type"] == "claim"), moves[0])


BOTS: Final[Sequence[Bot]] = (
    Bot(
        "simple",
        "Claims an equation as soon as there is one.",
        choose_simple,
        (
            "It overlooks nothing, and claims nothing wrong.",
            "Who of several sees an equation first is chance.",
            "It has the variant's cards dealt again where that is allowed.",
        ),
    ),
)
