"""The cards of a standard deck: how they are written, and what part of them a log tells.

A card is a small integer, so that hands and stocks are cheap to copy and compare:
``rank * 8 + suit``, rank 1 (ace) to 13 (king), suit 0 to 3. Suit 4 stands for "nobody noted the
suit". The joker has rank 0 and no suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import random

Card: TypeAlias = int
"""A card as far as it is known: exact, a rank alone, the joker, or `UNKNOWN`."""

RANKS: Final = ("*", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""Rank texts by rank number; 0 is the joker."""
SUITS: Final = ("S", "H", "D", "C")

NO_SUIT: Final = 4
JOKER: Final[Card] = NO_SUIT
UNKNOWN: Final[Card] = 127 * 8 + NO_SUIT
"""A card that nobody saw, written ``?``. Its rank is above that of any card of any game."""
NOTHING: Final[Card] = -1
"""Reads as "no card was drawn" where a log says ``"drew": null``."""

_SUIT_MARKS: Final = ("Ss♠♤", "Hh♥♡", "Dd♦♢", "Cc♣♧")


def rank_of(card: Card) -> int:
    """Return 0 for the joker, 1 to 13 for ace to king; see `UNKNOWN` for a card nobody saw."""
    return card >> 3


def is_exact(card: Card) -> bool:
    """Tell whether rank and suit are both known. A joker is never exact: jokers are alike."""
    return card & 7 < NO_SUIT


def rank_only(card: Card) -> Card:
    """Return the card with its suit forgotten."""
    return card & ~7 | NO_SUIT


def merge(one: Card, other: Card) -> Card | None:
    """Return what both say about the same card together; None where they contradict each other.

    >>> card_text(merge(CARDS["7"], CARDS["7H"]))
    '7H'
    """
    if one == other or other == UNKNOWN:
        return one
    if one == UNKNOWN:
        return other
    if one >> 3 != other >> 3:
        return None
    if one & 7 == NO_SUIT:
        return other
    return one if other & 7 == NO_SUIT else None


def card_text(card: Card) -> str:
    """Return the card as a log writes it: ``10D``, ``7``, ``*`` or ``?``."""
    return CARD_TEXT[card]


def _written() -> dict[Card, str]:
    texts = {JOKER: "*", UNKNOWN: "?"}
    for rank in range(1, 14):
        texts[rank * 8 + NO_SUIT] = RANKS[rank]
        for suit, letter in enumerate(SUITS):
            texts[rank * 8 + suit] = RANKS[rank] + letter
    return texts


def _readable() -> dict[str, Card]:
    """Every way to write a card that LOG_FORMAT §2 reads, so that reading one is a look-up."""
    # The usual ways first: what stands side by side in memory is found sooner.
    cards = {text: card for card, text in _written().items() if card != UNKNOWN}
    cards |= dict.fromkeys(("JK", "jk", "Jk", "joker", "Joker", "JOKER"), JOKER)
    for rank in range(1, 14):
        names = {RANKS[rank], RANKS[rank].lower()} | ({"T", "t"} if rank == 10 else set())
        for name in names:
            cards[name] = rank * 8 + NO_SUIT
            for suit, marks in enumerate(_SUIT_MARKS):
                for mark in marks:
                    cards[name + mark] = rank * 8 + suit
                    # Phones put a "draw this as a picture" mark behind a suit sign.
                    cards[name + mark + "\ufe0f"] = rank * 8 + suit
    return cards


CARD_TEXT: Final = _written()
RANK_TEXT: Final = {card: None if card == UNKNOWN else RANKS[card >> 3] for card in CARD_TEXT}
"""The rank of a card as people write it; None for a card that nobody saw."""
CARDS: Final = _readable()


class Deck(NamedTuple):
    """All cards of a game, and what is counted of them once."""

    cards: tuple[Card, ...]
    """Sorted."""
    room: tuple[int, ...]
    """How many there are of each rank."""
    exact: frozenset[Card]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Deck:
        """Return the deck of these cards."""
        cards = tuple(sorted(cards))
        ranks = [card >> 3 for card in cards]
        room = tuple(ranks.count(rank) for rank in range(max(ranks) + 1))
        return cls(cards, room, frozenset(filter(is_exact, cards)))


def shuffle(cards: list[Any], rng: random.Random) -> None:
    """Shuffle as `random.Random.shuffle` does, in half the time.

    Which cards a seed deals is told by these lines alone, whatever Python becomes.
    """
    bits = rng.getrandbits
    for last in range(len(cards) - 1, 0, -1):
        size = (last + 1).bit_length()
        nth = bits(size)
        while nth > last:
            nth = bits(size)
        cards[last], cards[nth] = cards[nth], cards[last]


@cache
def standard_texts(jokers: int = 0) -> Sequence[str]:
    """Return the cards of `standard_deck` as a log writes them."""
    return tuple(map(CARD_TEXT.__getitem__, standard_deck(jokers).cards))


@cache
def standard_deck(jokers: int = 0) -> Deck:
    """Return the 52 cards and *jokers* jokers."""
    plain = [rank * 8 + suit for rank in range(1, 14) for suit in range(4)]
    return Deck.of(plain + [JOKER] * jokers)
