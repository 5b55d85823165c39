"""Powers of shares of cards: every chance that the bots weigh is made of these.

They are looked up and never worked out anew, so that each way of searching, compiled or not, adds
up the very same numbers and so makes the very same choices.
"""

from __future__ import annotations

from functools import cache
from typing import Final

MOST_CARDS: Final = 54
"""In a deck."""
MOST_HAND: Final = 10
"""In a hand, as the options of the games allow."""


@cache
def powers(cards: int, size: int) -> tuple[float, ...]:
    """Return ``(left / cards) ** size`` for each *left* from 0 to *cards*.

    It is the chance that none of *size* cards, drawn with all of *cards* each time, is one of
    those that are not left. No cards at all: the chance to miss is 1.
    """
    if not cards:
        return (1.0,)
    return tuple((left / cards) ** size for left in range(cards + 1))
