"""Players of Top Spot. The source tells of none, so this is ours.

It plays as a careful beginner does: a round is worth a point whatever wins it, so it wins with as
few cards as it can and, where it cannot win, gets rid of the card that is worth least.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from ..games.top_spot.deck import CARD_TEXT, COLOUR
from ..games.top_spot.faces import CardSet, card_set
from ..shapes import Move
from .players import Bot, View

SURE: Final = 6
"""A stack of so many spots is hardly ever beaten, so a leader wants no more."""


def choose_simple(view: View, moves: Sequence[Move], _rng: random.Random) -> Move:
    """Win with few cards, or lose a weak one; see `BOTS`."""
    here: int = view["on_turn"]
    cards = card_set(view["card_set"], rotate=view["rotate"])
    size = len(view["hands"][here])
    rated = [(move, _value(cards, move)) for move in moves]
    to_beat = max((stack["value"] for stack in view["stacks"] if stack["followed"]), default=-1)
    if view["stacks"]:
        return _follow(view, rated, to_beat, size)
    return _lead(view, rated, size)


def _follow(view: View, rated: Sequence[tuple[Move, int]], to_beat: int, size: int) -> Move:
    in_play: str = view["colour"]
    winning = [one for one in rated if one[1] > to_beat and _follows(one[0], in_play)]
    # Whoever wins with the last cards ends the game, whatever others hold.
    if winning:
        return min(winning, key=lambda one: (_rest(one[0], size) > 0, *_cost(one[0]), one[1]))[0]
    return min(rated, key=lambda one: (*_cost(one[0]), one[1]))[0]


def _lead(view: View, rated: Sequence[tuple[Move, int]], size: int) -> Move:
    here: int = view["on_turn"]
    hand = view["hands"][here]
    held = {letter: sum(text.startswith(letter) for text in hand) for letter in view["colours"]}

    def merit(one: tuple[Move, int]) -> tuple[bool, bool, float, int]:
        move, value = one
        count, jokers = len(move["cards"]), _cost(move)[1]
        # A card more has to bring more than a spot; a joker is kept till it decides something.
        letter = CARD_TEXT[move["cards"][0]][0]
        return (
            _rest(move, size) == 0 and value >= SURE - 2,
            not jokers,
            min(value, SURE) - 1.5 * (count - 1),
            held.get(letter, 0),
        )

    return max(rated, key=merit)[0]


def _value(cards: CardSet, move: Move) -> int:
    return cards.look(move["cards"]).value


def _follows(move: Move, in_play: str) -> bool:
    top = move["cards"][0]
    return COLOUR[top >> 3] < 0 or CARD_TEXT[top].startswith(in_play)


def _cost(move: Move) -> tuple[int, int]:
    """Return how many cards a stack takes, and whether a joker is among them."""
    stack = move["cards"]
    return len(stack), COLOUR[stack[0] >> 3] < 0


def _rest(move: Move, size: int) -> int:
    return size - len(move["cards"])


BOTS: Final[Sequence[Bot]] = (
    Bot(
        "simple",
        "Follows with the fewest cards that beat the stacks on the table, else gives its weakest "
        "card away; leads its strongest stack for its cards and keeps its joker.",
        choose_simple,
        (
            "A stack that wins with the last cards comes first.",
            "Leading, a card more has to bring one and a half spots, and nothing beyond six is "
            "needed; ties go to the colour it holds most of.",
            "It counts no cards, and does not care whose turn comes after.",
        ),
    ),
)
