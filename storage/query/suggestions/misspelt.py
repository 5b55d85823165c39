"""Finds names of several words in a phrase that are one slip away, wherever it stopped reading.

In ``where game tiem is known`` the first word is a name by itself, so that the trouble is told of a
later place; the whole name is as near as any.
"""

from __future__ import annotations

import re
from typing import Final

from ..catalogue import Catalogue, normal
from .nearness import EVERYDAY, differ, distance

_WORD: Final = re.compile(r"[^\s,;()]+")
_MOST: Final = 8
"""Phrases that are tried."""


def with_a_name_mended(phrase: str, names: Catalogue) -> list[str]:
    """Return the phrase with each name of several words that one slip makes of what stands there.

    >>> from ..catalogue import catalogue
    >>> with_a_name_mended("win rate where game tiem is known", catalogue())
    ['win rate where game time is known']
    """
    words = list(_WORD.finditer(phrase))
    long = {name for name in names.words if " " in name}
    by_length: dict[int, list[str]] = {}
    for name in long:
        by_length.setdefault(len(name), []).append(name)
    found: dict[str, None] = {}
    for first in range(len(words)):
        for last in range(first, min(len(words), first + 5)):
            start, end = words[first].start(), words[last].end()
            typed = normal(phrase[start:end])
            is_everyday = all(one in EVERYDAY for one in typed.split())
            if typed in names.words or len(typed) < _SHORT or is_everyday:
                continue
            for length in (len(typed) - 1, len(typed), len(typed) + 1):
                for name in by_length.get(length, ()):
                    if differ(typed, name) < 2 and distance(typed, name) == 1:
                        found[f"{phrase[:start]}{name}{phrase[end:]}"] = None
    return list(found)[:_MOST]


_SHORT: Final = 5
"""Letters below which one slip makes another word of it."""
