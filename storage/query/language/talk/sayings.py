"""Puts together all that people say: groups of words that stand for others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from . import (
    bots,
    equator,
    feedback,
    figures,
    looks,
    people,
    pot_luck,
    results,
    rounds,
    rules,
    spot_on,
    times,
    top_spot,
)
from .ways import Saying, separate, ways

SUBJECTS: Final = (
    *(figures, results, people, bots, times, rules, feedback, looks),
    *(spot_on, pot_luck, top_spot, equator),
)
"""What is spoken of, beside rounds."""


def sayings(of_games: Iterable[tuple[str, str]], games: Iterable[str]) -> Iterator[Saying]:
    """Yield every saying with what it means.

    *of_games* are what games call their rounds, one and several; *games* are their names.
    """
    yield from rounds.said(list(of_games), list(games))
    for subject in SUBJECTS:
        yield from subject.said()
    for subject in SUBJECTS:
        for meaning, listed in subject.TABLE.items():
            for words in separate(listed):
                yield from ((one, meaning) for one in ways(words))
