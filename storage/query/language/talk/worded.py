"""Reads what is said of who begins, and of the course of a session, by patterns of words.

They are made ready when a phrase has a word that one of them needs: that takes as long as to read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

_THE: Final = "(?:the |a |an |our |each |every )?"
_SESSION: Final = f"{_THE}(?:session|evening|night|game night|day)\\b"
_VS: Final = "(?:vs|versus|or|and|compared to|compared with)"
_BEGINNER: Final = (
    r"(?:(?:starting|first) players?|starters?|(?:players?|persons?|people|ones?|whoever|who)(?: who)?"
    r" (?:starts?|started|begins?|began|(?:leads?|goes|go|plays?|moves?) first)(?: first)?)"
)
_WORSE: Final = (
    "(?:later in|late in|in the course of|over the course of|towards the end of|during) "
)
_NTH: Final = {"first": 1, "second": 2, "third": 3}
_COURSE: Final = (("BY", "by"), ("DIM", ["session game"]), ("ABOUT", "about"))
_BY_NEED: Final[tuple[tuple[tuple[str, ...], tuple[tuple[str, Any], ...]], ...]] = (
    (
        ("first", "start", "begin", "began"),
        (
            (
                rf"{_BEGINNER} (?:more (?:often|likely to) )?wins?(?: more often| most often| more| most)?\b",
                "seat win rate by seat",
            ),
            (
                rf"{_BEGINNER} (?:scores? (?:more|higher|better|most)(?: points)?|(?:gets?|makes?) more points"
                r"|(?:have |has )?(?:an )?(?:edge|advantage)|better off|favou?red)\b",
                "seat score by seat",
            ),
        ),
    ),
    (
        ("session", "evening", "night", "day"),
        (
            (rf"(?:get )?(?:better|worse) {_WORSE}{_SESSION}", "win rate by session game"),
            (rf"(?:get )?(?:slower|faster|tired) {_WORSE}{_SESSION}", "turn time by session game"),
            (
                rf"(?:later in|in the course of|over the course of|towards the end of) {_SESSION}",
                "by session game",
            ),
            (
                rf"(?:during|within|throughout|late in) {_THE}(?:session|game night)\b",
                "by session game",
            ),
            (rf"as {_SESSION} goes on", "by session game"),
            (
                rf"(?:(?:in|for|of) {_THE})?first half of {_SESSION} {_VS} {_THE}second half(?: of {_SESSION})?",
                _COURSE,
            ),
            (
                rf"(?:(?:in|for|of) {_THE})?first game of {_SESSION} {_VS} {_THE}"
                rf"(?:later games?|later ones|rest|last game|last one|others)(?: of {_SESSION})?",
                _COURSE,
            ),
            *(
                (
                    rf"(?:(?:in|for|of) {_THE})?{word} game of {_SESSION}",
                    f"where session game = {number}",
                )
                for word, number in _NTH.items()
            ),
        ),
    ),
)
"""Words of which a phrase has one, and what may then be said, with what it means."""
LONGEST: Final = 14
"""Words of the longest."""


def worded(phrase: str, words: Sequence[str]) -> Iterator[tuple[int, str, Any]]:
    """Yield what *words* mean together, which stand at some place of *phrase*: a lexer's readings."""
    whole = phrase.casefold()
    for at, (needs, _) in enumerate(_BY_NEED):
        if any(need in whole for need in needs):
            for pattern, meaning in _ready(at):
                match = pattern.match(" ".join(words))
                if match is not None:
                    yield match[0].count(" ") + 1, "SAYING", meaning


@cache
def _ready(at: int) -> list[tuple[re.Pattern[str], Any]]:
    return [(re.compile(pattern), meaning) for pattern, meaning in _BY_NEED[at][1]]
