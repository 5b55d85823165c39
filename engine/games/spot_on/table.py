"""What lies on a Spot On table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ...cards import JOKER, Card, rank_of
from ...census import Census
from ...rules import Ending, Setting

SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}
"""The operations as people write them."""
MAX_VALUE = 13
"""Of a card, and of a joker."""
FACES = 10
"""From rank 10 on a card gives no hundreds digit, and 0 as tens or units."""
DIGIT: Final = tuple(rank if rank < FACES else 0 for rank in range(MAX_VALUE + 1))
"""By rank, the digit that a card gives a target."""

Link: TypeAlias = tuple[Card, str, int, int]
"""One card of the chain: the card, its operation, its value, the total after it."""


@dataclass(slots=True)
class Table:
    """One game of Spot On as far as the log tells of it. Only the rules change it."""

    setting: Setting
    census: Census
    is_exact: bool
    """The log knows every card, so a turn-up can be judged card by card."""
    digits: int
    """Of a target: 3, or 2 in small numbers."""
    goal: int | None
    """Targets to win; None in endless."""
    signals: bool
    """Signals are allowed."""
    small: bool
    after: Sequence[int]
    """By seat, who is next."""
    shown: list[Card | None]
    """By seat: the card that lies open for this target."""
    has_signalled: list[bool]
    """By seat: a card was shown for this target, played since or not."""
    on_turn: int = 0
    target: int | None = None
    target_cards: list[Card] = field(default_factory=list)
    """The cards that give the digits, without those that went under the stock."""
    total: int = 0
    chain: list[Link] = field(default_factory=list)
    chains: list[list[Link]] = field(default_factory=list)
    """Those that hit a target and were cleared away, in order; not to be changed any more."""
    discard: list[Card] = field(default_factory=list)
    hits: int = 0
    targets: int = 0
    """Turned up so far; a turn-up that failed gave none."""
    passes: int = 0
    end: Ending | None = None
    can_note_failure: bool = False
    """The stock ran out before a turn-up: a target without cards may say so."""

    @property
    def turns(self) -> int:
        """Taken so far: counted when somebody asks, and not with each of them."""
        return sum(map(len, self.chains)) + len(self.chain) + self.passes

    def copy(self) -> Table:
        """Return a table that can change on its own."""
        return Table(
            self.setting,
            self.census.copy(),
            self.is_exact,
            self.digits,
            self.goal,
            self.signals,
            self.small,
            self.after,
            self.shown.copy(),
            self.has_signalled.copy(),
            self.on_turn,
            self.target,
            self.target_cards.copy(),
            self.total,
            self.chain.copy(),
            self.chains.copy(),
            self.discard.copy(),
            self.hits,
            self.targets,
            self.passes,
            self.end,
            self.can_note_failure,
        )


def gives_digit(card: Card, nth: int) -> bool:
    """Tell whether *card* can be digit *nth* (0 is the first) of a target; a joker never can."""
    rank = rank_of(card)
    return 0 < rank < FACES if nth == 0 else rank != rank_of(JOKER)


def useless_ranks(nth: int) -> Sequence[int]:
    """Return the ranks that cannot be digit *nth*."""
    return (0, 10, 11, 12, 13) if nth == 0 else (0,)
