"""What lies on a Top Spot table, and what is known of the hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...cards import JOKER, UNKNOWN, Card
from ...rules import Ending, Setting
from .deck import cards_in
from .faces import CardSet


class Play(NamedTuple):
    """A stack that lies on the table."""

    seat: int
    cards: tuple[Card, ...]
    """Top card first."""
    value: int
    followed: bool
    """It may win: it led, is of the colour in play, or has a joker on top."""


class Doubt(NamedTuple):
    """A play off colour, of a player whose hand is not wholly known."""

    move: int
    """From 0."""
    seat: int
    colour: int


class Closed(NamedTuple):
    """How a round came out."""

    winner: int | None
    value: int | None
    """Of the winner's last stack."""
    points: int
    cause: str


@dataclass(slots=True)
class Table:
    """One game of Top Spot as far as the log tells of it. Only the rules change it.

    Coloured cards are kept in sets of bits, see `deck.bit_of`; jokers are counted.
    """

    setting: Setting
    card_set: CardSet
    counts_cards: bool
    """The deal tells a card, so that a play off colour may be refuted by counting as well."""
    own: list[int]
    """By seat: coloured cards known to be in the hand."""
    jokers: list[int]
    """By seat: jokers known to be in the hand."""
    hidden: list[int]
    """By seat: cards in the hand that nobody knows."""
    left: list[int]
    """By seat: all cards in the hand."""
    seen: int
    """Coloured cards known to be in a hand, or played."""
    seen_jokers: int
    colours: int
    """The colours known to be in this game, as bits."""
    order: list[int]
    """The seats that play in this pass, in turn order."""
    points: list[int]
    gone: int = 0
    """Coloured cards that were played."""
    gone_jokers: int = 0
    doubts: list[Doubt] = field(default_factory=list)
    nth: int = 0
    """Whose turn it is, as a place in *order*."""
    colour: int | None = None
    """The colour in play; None where the next play leads."""
    plays: list[Play] = field(default_factory=list)
    """Of this pass."""
    passes: list[list[Play]] = field(default_factory=list)
    """Earlier passes of this round: a tie-break is a pass of its own."""
    round: int = 1
    turns: int = 0
    last_winner: int = 0
    """Till somebody wins, the one who led the first round."""
    closed: Closed | None = None
    """How the round before came out."""
    end: Ending | None = None

    def copy(self) -> Table:
        """Return a table that can change on its own."""
        return Table(
            self.setting,
            self.card_set,
            self.counts_cards,
            self.own.copy(),
            self.jokers.copy(),
            self.hidden.copy(),
            self.left.copy(),
            self.seen,
            self.seen_jokers,
            self.colours,
            self.order.copy(),
            self.points.copy(),
            self.gone,
            self.gone_jokers,
            self.doubts.copy(),
            self.nth,
            self.colour,
            self.plays.copy(),
            [plays.copy() for plays in self.passes],
            self.round,
            self.turns,
            self.last_winner,
            self.closed,
            self.end,
        )

    def hand(self, seat: int) -> list[Card]:
        """Return a hand in order, `UNKNOWN` for each card that nobody knows."""
        jokers, unknown = [JOKER] * self.jokers[seat], [UNKNOWN] * self.hidden[seat]
        return [*cards_in(self.own[seat]), *jokers, *unknown]

    def clockwise_from(self, seat: int) -> Iterator[int]:
        """Yield the seats that have cards, *seat* first if it has."""
        seats = len(self.left)
        for nth in range(seat, seat + seats):
            if self.left[nth % seats]:
                yield nth % seats
