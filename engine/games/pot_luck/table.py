"""What lies on a Pot Luck table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ...cards import Card
from ...rules import Ending, Setting
from .hands import Hands

ACE: Final = 1
"""Its rank; low an ace counts 1 as well."""
ACE_HIGH: Final = 11
MOST_POINTS: Final = 10
"""Of a card that is no ace."""
NOBODY: Final = -1
"""On an empty pot."""

POINTS: Final[Sequence[int]] = [min(card >> 3, MOST_POINTS) for card in range(14 * 8)]
"""By card: what it counts, an ace 1."""

Laid: TypeAlias = tuple[Card, int, int]
"""One card on a pot: the card, the seat that played it, what it counts there."""


@dataclass(slots=True)
class Table:
    """One game of Pot Luck as far as the log tells of it. Only the rules change it."""

    setting: Setting
    hands: Hands
    limit: int
    """What a pot is to come to."""
    goal: int | None
    """Pots to score; None in the family game."""
    own_card_rule: bool
    pots: list[list[Laid]]
    """From the left; of each pot the lowest card first."""
    totals: list[int]
    """By pot."""
    tops: list[int]
    """By pot: whose card is on top."""
    lives: int
    """Coins left."""
    over: list[list[Laid]] = field(default_factory=list)
    """The pots that scored or went bust, in order."""
    on_turn: int = 0
    scored: int = 0
    busts: int = 0
    passes: int = 0
    """In a row."""
    turns: int = 0
    end: Ending | None = None

    def copy(self) -> Table:
        """Return a table that can change on its own."""
        return Table(
            self.setting,
            self.hands.copy(),
            self.limit,
            self.goal,
            self.own_card_rule,
            [pot.copy() for pot in self.pots],
            self.totals.copy(),
            self.tops.copy(),
            self.lives,
            self.over.copy(),
            self.on_turn,
            self.scored,
            self.busts,
            self.passes,
            self.turns,
            self.end,
        )


def values_of(card: Card) -> tuple[int, ...]:
    """Return what a card may count."""
    return (ACE, ACE_HIGH) if card >> 3 == ACE else (POINTS[card],)


def different(cards: Sequence[Card], shown: Sequence[Card]) -> dict[tuple[int, bool], Card]:
    """Return one card for each that is different to play: by its rank, and by whether it lies open.

    *shown* are those of the *cards* that lie open.
    """
    if not shown:
        return {(card >> 3, False): card for card in cards}
    left = list(shown)
    found: dict[tuple[int, bool], Card] = {}
    for card in cards:
        is_open = card in left
        if is_open:
            left.remove(card)
        # A log cannot tell two bare labels apart, so those are one.
        if card & 7 < 4 or found.get((card >> 3, not is_open)) != card:
            found[card >> 3, is_open] = card
    return found
