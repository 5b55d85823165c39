"""The cards of Top Spot: how they are written, and their numbers.

A card is ``kind * 8 + NO_SUIT`` (see `engine.cards`). Kind 0 is the joker, kinds 1 to 60 are the
coloured cards, colour by colour. A card that lies turned has its kind raised by `TURN`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...cards import JOKER, NO_SUIT, UNKNOWN, Card

COLOURS: Final = "RYGBP"
"""A colour is its place in here."""
WORDS: Final = ("red", "yellow", "green", "blue", "purple")
NUMBERS: Final = 12
"""Cards of each colour, numbered from 1."""
HAND_SIZE: Final = 13

TURN: Final = 64
"""What half a turn adds to the kind of a card."""
TURNED_JOKER: Final[Card] = TURN * 8 + JOKER

ALIKE: Final = [((1 << NUMBERS) - 1) << NUMBERS * colour for colour in range(len(COLOURS))]
"""By colour, the bits of its cards."""


def card_of(colour: int, number: int) -> Card:
    """Return the card with that colour, from 0, and *number*, from 1."""
    return (colour * NUMBERS + number) * 8 + NO_SUIT


def upright(card: Card) -> Card:
    """Return which piece of cardboard it is, however it lies."""
    return card - TURN * 8 if card >> 3 >= TURN and card != UNKNOWN else card


def bit_of(card: Card) -> int:
    """Return the bit that stands for a coloured card in a set of them; 0 for a joker."""
    return BITS[card]


def cards_in(bits: int) -> Iterator[Card]:
    """Yield the coloured cards of a set, colour by colour."""
    while bits:
        low = bits & -bits
        yield low.bit_length() * 8 + NO_SUIT
        bits ^= low


def packed_numbers(bits: int) -> int:
    """Return how many cards of each number a set holds, four bits a number, the 1 lowest."""
    packed = 0
    while bits:
        packed += _SPREAD[bits & ALIKE[0]]
        bits >>= NUMBERS
    return packed


def numbers_in(bits: int) -> list[int]:
    """Return how many cards of each number a set holds; place 0 stays 0."""
    packed = packed_numbers(bits)
    return [0, *(packed >> 4 * nth & 15 for nth in range(NUMBERS))]


def _spread() -> list[int]:
    """Return for every set of numbers one in the four bits of each."""
    spread = [0]
    for nth in range(NUMBERS):
        spread += [one + (1 << 4 * nth) for one in spread]
    return spread


_SPREAD: Final = _spread()
NUMBER: Final = [
    0 if kind & 63 == 0 else ((kind & 63) - 1) % NUMBERS + 1 for kind in range(2 * TURN)
]
"""By kind, the card's number, 0 for the joker."""
COLOUR: Final = [-1 if kind & 63 == 0 else ((kind & 63) - 1) // NUMBERS for kind in range(2 * TURN)]
"""By kind, the card's colour, -1 for the joker."""


def _written() -> dict[Card, str]:
    texts = {JOKER: "*"}
    for colour, letter in enumerate(COLOURS):
        for number in range(1, NUMBERS + 1):
            texts[card_of(colour, number)] = f"{letter}{number}"
    turned = {card + TURN * 8: f"{text}'" for card, text in texts.items()}
    return {**texts, **turned, UNKNOWN: "?"}


CARD_TEXT: Final = _written()
BITS: Final = {
    card: 1 << (upright(card) >> 3) - 1 if COLOUR[card >> 3] >= 0 else 0
    for card in CARD_TEXT
    if card != UNKNOWN
}
"""By card, what `bit_of` returns."""


def _readable(cards: Iterable[Card]) -> dict[str, Card]:
    found: dict[str, Card] = {}
    for card in cards:
        names = {CARD_TEXT[card], CARD_TEXT[card].lower()}
        if upright(card) == JOKER:
            mark = CARD_TEXT[card][1:]
            names |= {f"{name}{mark}" for name in ("JK", "jk", "Jk", "joker", "Joker", "JOKER")}
        found.update(dict.fromkeys(names, card))
    return found


PLAYED: Final = _readable(card for card in CARD_TEXT if card != UNKNOWN)
"""Every way to write a card that is played."""
DEALT: Final = _readable(card for card in CARD_TEXT if card == upright(card))
"""Every way to write a card of the deal: upright, and ``?``."""
COLOUR_READ: Final = {
    **{letter: colour for colour, letter in enumerate(COLOURS)},
    **{letter.lower(): colour for colour, letter in enumerate(COLOURS)},
}
