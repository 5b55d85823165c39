"""Measures how far one word is from another, in slips of the finger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..catalogue import normal

SUGGESTIONS: Final = 3


def is_likely(typed: str, word: str, off: int) -> bool:
    """Tell whether somebody who meant *word* may have typed this: the first letter seldom slips.

    >>> is_likely("wasted", "faster", 2), is_likely("experiance", "experience", 1)
    (False, True)
    """
    return off < 2 or typed[:1] == word[:1] or typed[:2] == word[1::-1]


EVERYDAY: Final = frozenset(
    "about after again alone also away back because become before begin begins bonus both chance chances choose chose"
    " clear come could different down either else empty end ended ending ends enough even far feel felt"
    " few find first fits four from full gave give good great hand hands hard have held help here hidden"
    " high hold holds holding into keep keeps kept kind knew know last late later least leave left lets"
    " like list little look lose low made make many might moon mind much must near need needed never next nice"
    " nobody nothing often once only open other over own part point put quite rather ready right said"
    " same say says seem seen shown show shows side since some soon start starts still stop stops such take tell"
    " than that them then there they thing think though three tie ties time together told took tried try"
    " turned twice under until upon used very want wants was way well went were what when where which"
    " out streak streaks him them night variance variation rolling prime primes"
    " while whole why will wish with without word words worst would write wrong wrote yet".split()
)
"""Words that people mean as they stand: none is a slip from another."""


def most_slips(typed: str) -> int:
    """Return how many letters may differ from what was typed: one letter is no slip from another."""
    if len(typed) < 2:
        return 0
    return 1 + (len(typed) - 1) // 4 if len(typed) > _SHORT else 1


_SHORT: Final = 5
"""Letters of a word up to which two slips make another word of it: slow is not shown."""


def nearest(text: str, words: Iterable[str]) -> list[str]:
    """Return up to three *words* that look like *text*, the nearest first."""
    wanted = normal(text)
    scored = []
    for word in words:
        known = normal(word)
        off = distance(wanted, known)
        if off <= most_slips(wanted) or (len(wanted) > 2 and wanted in known):
            scored.append((off, word))
    return [word for _, word in sorted(scored, key=lambda one: one[0])[:SUGGESTIONS]]


def differ(a: str, b: str) -> int:
    """Return how many letters one has that the other has not at all."""
    ours, theirs = set(a), set(b)
    return max(len(ours - theirs), len(theirs - ours))


def distance(a: str, b: str) -> int:
    """Return how many letters to add, drop, change or swap with the next turn *a* into *b*.

    >>> distance("tragets", "targets")
    1
    """
    if abs(len(a) - len(b)) > 8:
        return abs(len(a) - len(b))
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, one in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one != other))
            if i > 1 and j > 1 and one == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
