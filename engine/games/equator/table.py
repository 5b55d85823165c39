"""What lies on an Equator table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from ...cards import Card
from ...rules import Setting
from .claims import Kind
from .piles import Piles, Slot

NUMERALS: Final = 10
"""Ranks up to this one are numerals, worth their number; above stand the face cards."""
TEN: Final = 10

End: TypeAlias = Literal["won", "forfeited", "discarded"]
"""How a row ends: by a right claim, by the wrong claim of the only opponent, or with everybody
debarred."""


class Claim(NamedTuple):
    """The claim that was made last, as the table saw it."""

    seat: int
    equation: str
    kind: Kind
    why: str
    """What is wrong with it, in one sentence; empty for a right one."""
    cards: int
    """How many cards it used."""
    uses_powers: bool
    end: End | None
    """How the row ended with it; None where it went on."""
    winner: int | None
    """The seat that won the target cards by it."""


@dataclass(slots=True)
class Table:
    """One game of Equator as far as the log tells of it. Only the rules change it."""

    setting: Setting
    piles: Piles
    powers: bool
    free_roots: bool
    ten_is_zero: bool
    """A ten counts as the target's second digit, 0; else the next card replaces it."""
    scores_values: bool
    can_be_redealt: bool
    pointer: int
    """The seat that is next; where it has no card, the first one after it that has."""
    won: list[list[Slot]]
    """By seat: the target cards won."""
    target: int | None = None
    row: list[Slot] = field(default_factory=list)
    """The target cards first. It may stay after the last card; see ruling 10."""
    values: list[int] = field(default_factory=list)
    """Of the row's cards."""
    waste: list[Slot] = field(default_factory=list)
    """In the order in which the cards came to it."""
    debarred: set[int] = field(default_factory=set)
    claim: Claim | None = None
    """The last one for this target; the one that ended it until the next target is set."""
    targets: int = 0
    turns: int = 0
    redeals: int = 0
    hidden: int = 0
    """Cards dealt again that nobody noted."""
    is_short: bool = False
    """The cards ran out before the last target was complete."""
    is_idle: bool = False
    """Nobody has won anything since the last redeal."""

    def copy(self) -> Table:
        """Return a table that can change on its own."""
        return Table(
            self.setting,
            self.piles.copy(),
            self.powers,
            self.free_roots,
            self.ten_is_zero,
            self.scores_values,
            self.can_be_redealt,
            self.pointer,
            [cards.copy() for cards in self.won],
            self.target,
            self.row.copy(),
            self.values.copy(),
            self.waste.copy(),
            self.debarred.copy(),
            self.claim,
            self.targets,
            self.turns,
            self.redeals,
            self.hidden,
            self.is_short,
            self.is_idle,
        )

    def next_seat(self) -> int | None:
        """Return who puts the next card down; None where nobody has any."""
        if not self.piles.left:
            return None
        piles, seat = self.piles.piles, self.pointer
        while not piles[seat]:
            seat = (seat + 1) % len(piles)
        return seat

    def is_played_out(self) -> bool:
        """Tell whether no further target can be set, or the row can get no further card."""
        return self.piles.left < (3 if self.target is None else 1)

    def redealt(self) -> int:
        """Return how many cards each player would get if the waste pile were dealt out now."""
        return (len(self.waste) + len(self.row)) // len(self.won)

    def may_redeal(self) -> bool:
        """Tell whether the waste pile may be dealt out again.

        Ruling 11: enough cards come back where three are there with those that are left, whatever
        they are, as the end of the game counts them too.
        """
        return (
            self.can_be_redealt
            and self.is_played_out()
            and self.piles.left + self.redealt() * len(self.won) >= 3
        )

    def cards(self, slots: list[Slot]) -> list[Card]:
        """Return what is known of the cards that lie there."""
        return [self.piles.labels[slot] for slot in slots]

    def scores(self) -> tuple[int, ...]:
        """Return the cards won by each seat, or their values."""
        if not self.scores_values:
            return tuple(map(len, self.won))
        labels = self.piles.labels
        return tuple(sum(labels[slot] >> 3 for slot in won) for won in self.won)


def digit(rank: int, *, is_first: bool, ten_is_zero: bool) -> int | None:
    """Return the digit that a card gives the target, None where the next one replaces it."""
    if rank < TEN:
        return rank
    return 0 if rank == TEN and ten_is_zero and not is_first else None
