"""The words of what can be asked, without their endings, and how telling each is."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from ..catalogue import Catalogue, normal
from ..language.pieces import Piece
from ..language.words import NOISE, SKIPPED
from .nearness import distance, is_likely

NAME, SYNONYM, _SENTENCE = 3.0, 2.5, 1.0
"""What a word counts by where it stands."""
SHORT_WORD: Final = 4
"""Letters of a word below which a slip makes another word of it."""
_ENDINGS: Final = (
    "ingly",
    "ings",
    "ing",
    "edly",
    "ed",
    "ers",
    "er",
    "est",
    "ies",
    "es",
    "s",
    "e",
    "y",
)
_KEPT: Final = frozenset(
    {"play", "plays", "player", "players", "number", "numbers", "order", "turn", "game", "games"}
)
OF_NO_WEIGHT: Final = (
    NOISE
    | SKIPPED
    | frozenset(
        "by per for with without in on at and or vs from than more most less least which who why how often"
        " many much long when where not no each every as into about after before out up if because"
        " because should could would one ones it's can't don't isn't i'm new two three".split()
    )
)


def says_something(piece: Piece) -> bool:
    """Tell whether a piece of a phrase is no sign and no little word."""
    return piece.kind != "sign" and normal(piece.text) not in OF_NO_WEIGHT


@lru_cache(maxsize=4)
def weights(names: Catalogue) -> Mapping[str, Mapping[str, float]]:
    """Return by metric its words, and what each counts."""
    found: dict[str, dict[str, float]] = {}
    for metric in names.metrics.values():
        if metric.name in names.hidden:
            continue
        words = found[metric.name] = {}
        texts: list[tuple[float, Iterable[str]]] = [
            (_SENTENCE, [metric.sentence]),
            (SYNONYM, metric.synonyms),
            (NAME, [metric.name]),
        ]
        for weight, lines in texts:
            for word in words_of(lines):
                words[word] = max(weight, words.get(word, 0.0))
    return found


def words_of(lines: Iterable[str]) -> Iterator[str]:
    """Yield the stems of the words in *lines* that say something."""
    for line in lines:
        for word in normal(line).split():
            bare = word.strip(".,:;()%'’")
            if bare and bare not in OF_NO_WEIGHT:
                yield stem(bare)


@lru_cache(maxsize=4)
def words_of_metrics(names: Catalogue) -> frozenset[str]:
    """Return the words of all metrics together."""
    return frozenset().union(*weights(names).values())


@lru_cache(maxsize=4)
def rarity(names: Catalogue) -> Mapping[str, float]:
    """Return how telling each word is: one that every metric has tells nothing."""
    texts = weights(names)
    counts: dict[str, int] = {}
    for words in texts.values():
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    return {word: math.log(1 + len(texts) / count) / 2 for word, count in counts.items()}


def known(word: str, vocabulary: Collection[str]) -> str:
    """Return the word of the catalogue that was meant, one slip off at the most."""
    if word in vocabulary or len(word) < SHORT_WORD:
        return word
    near = [
        one
        for one in vocabulary
        if abs(len(one) - len(word)) < 2
        and distance(one, word) < 2
        and is_likely(word, one, 2)  # poker is no joker
    ]
    return min(near, default=word)


def stem(word: str) -> str:
    """Return a word without its ending.

    >>> stem("signalled"), stem("wasted"), stem("winner"), stem("player")
    ('signal', 'wast', 'win', 'player')
    """
    word = word.removesuffix("'s").removesuffix("’s")
    if word in _KEPT:
        return word.removesuffix("s")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word.removesuffix(ending)
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word
