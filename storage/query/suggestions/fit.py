"""Measures how well a question says what a phrase says that does not read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from ..catalogue import Catalogue, normal
from ..language.pieces import pieces_of
from ..query import Condition, Query
from .vocabulary import NAME, SYNONYM, rarity, says_something, stem, weights, words_of

_IN_NAME: Final = 1.0
_IN_SYNONYM: Final = 0.9
_IN_SENTENCE: Final = 0.35
_UNSAID: Final = 0.3
"""What a word of a question costs that the phrase does not say, beside one that it says."""

_CUES: Final[dict[str, str]] = {
    "share": "share percentage percent % often rate fraction proportion",
    "rate": "share percentage percent % often rate chance",
    "distribution": "distribution histogram spread frequency",
    "median": "median",
    "max": "max maximum longest highest most biggest largest record best ever",
    "min": "min minimum shortest lowest fewest smallest fastest quickest",
    "sd": "spread deviation sd variance variation",
    "total": "total number count many",
    "mean": "average avg mean",
}
"""By aggregate: words that ask for it."""
_ORDERED: Final = (
    "most least best worst highest lowest who which top bottom hardest easiest fastest slowest"
)


class Fit:
    """Measures how much of a phrase questions say, and how much that it does not."""

    def __init__(self, phrase: str, names: Catalogue) -> None:
        self.names = names
        self.texts = weights(names)
        self.rarity = rarity(names)
        self.common = max(self.rarity.values(), default=1.0)
        self.said = list(dict.fromkeys(_content(phrase)))
        self.all = {stem(normal(one.text)) for one in pieces_of(phrase)}

    def _worth(self, word: str) -> float:
        return self.rarity.get(word, 0.6 * self.common)

    def of(self, query: Query) -> float:
        """Return how well *query* says it, 1 where it says all of it and nothing else."""
        credit: dict[str, float] = {}
        unsaid = 0.0

        def note(words: Iterable[str], weight: float) -> None:
            for one in words:
                credit[one] = max(weight, credit.get(one, 0.0))

        for measure in query.measures:
            note((stem(one) for one in _CUES.get(measure.aggregate, "").split()), _IN_SYNONYM)
            found = self.texts.get(measure.metric, {})
            for word, weight in found.items():
                note([word], {NAME: _IN_NAME, SYNONYM: _IN_SYNONYM}.get(weight, _IN_SENTENCE))
            if measure.per:
                note(words_of([measure.per]), _IN_NAME)
            unsaid += self._unsaid(words_of([measure.metric]), found)
            for one in measure.such:
                unsaid += self._note_condition(one, note)
        for step in query.by:
            unsaid += self._note_dimension(step.dimension, note)
        for one in query.where:
            unsaid += self._note_condition(one, note)
        if query.order:
            note((stem(one) for one in _ORDERED.split()), _IN_SYNONYM)
        if query.since or query.until or query.last or query.previous or query.compare:
            note(self.said, 0.1)
        whole = sum(map(self._worth, self.said)) or 1.0
        told = sum(self._worth(one) * credit.get(one, 0.0) for one in self.said)
        return (told - _UNSAID * unsaid) / whole

    def _unsaid(self, words: Iterable[str], synonyms: Mapping[str, float]) -> float:
        named = [one for one in words if one not in self.all]
        if named and any(one in self.all for one, w in synonyms.items() if w >= SYNONYM):
            return 0.5 * sum(map(self._worth, named))
        return sum(map(self._worth, named))

    def _note_dimension(self, name: str, note: Callable[[Iterable[str], float], None]) -> float:
        dimension = self.names.dimensions[name]
        own, others = list(words_of([name])), list(words_of(dimension.synonyms))
        note(own, _IN_NAME)
        note(others, _IN_SYNONYM)
        is_said = self.all & {*own, *others}
        return 0.0 if is_said else self._unsaid(own, {})

    def _note_condition(
        self, one: Condition, note: Callable[[Iterable[str], float], None]
    ) -> float:
        dimension = self.names.dimensions[one.dimension]
        shown = [str(value) for value in one.values]
        shown += [dimension.values.get(str(value), "").replace(",", " ") for value in one.values]
        shown += [str(value).replace("-", " ") for value in one.values]
        values = {stem(word) for text in shown for word in normal(text).split()}
        note(values, _IN_NAME)
        note(words_of([one.dimension, *dimension.synonyms]), _IN_SYNONYM)
        return 0.0 if values & self.all or one.dimension in self.all else self.common


def _content(phrase: str) -> Iterator[str]:
    return (stem(normal(one.text)) for one in pieces_of(phrase) if says_something(one))
