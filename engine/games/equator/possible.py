"""Tells at once at how many cards a row first has an equation, for every target of every log.

There are few rows without an equation, so they are all known: those of which no beginning has one
either, up to the length at which every row has one (nine cards; eight with powers). They stand in
`unsolved`, so that a bulk import asks in a microsecond and no row, however odd, takes long;
`make_unsolved` finds them.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

Key: TypeAlias = str
"""A row as a text, a letter a card: the target cards, the last card, those between in order."""

_LETTERS: Final = "?123456789T"
MODES: Final = ((False, False), (True, False), (True, True))
"""Powers and free roots."""


def possible_at(row: Sequence[int], powers: bool, free_roots: bool) -> int | None:
    """Return the first length at which the *row* of these values has any equation, or None.

    The target is what the first two cards set, a ten as the second of them being its 0.

    >>> possible_at([8, 3, 7, 4, 4], False, False)
    5
    """
    for length in range(2, len(row) + 1):
        if has_equation(row[:length], powers, free_roots):
            return length
    return None


def has_equation(row: Sequence[int], powers: bool, free_roots: bool) -> bool:
    """Tell whether the *row* has an equation, given that it had none with fewer cards."""
    return key_of(row) not in unsolved(powers, powers and free_roots)


def key_of(row: Sequence[int]) -> Key:
    return "".join([_LETTERS[value] for value in (*row[:2], *row[2:][-1:], *sorted(row[2:-1]))])


@cache
def unsolved(powers: bool, free_roots: bool) -> frozenset[Key]:
    """Return the rows without an equation of which no beginning has one."""
    from .unsolved import ROWS

    lists = zlib.decompress(base64.b85decode(ROWS)).decode().split("\n")
    return frozenset(lists[MODES.index((powers, free_roots))].split())
