"""What each word, or group of words, of a question may mean.

Metrics, dimensions and units bring names and synonyms, the language its sayings. To put the 15,000
groups of words of our own games together takes longer than to load DuckDB, so these are shipped ready
made, written by ``python -m storage.query.tables``; a test holds them to what is made here. With games of
other packages, or metrics of the user's, they are made anew.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from unicodedata import normalize

from engine.metrics import Dimension, Metric

from ..language.words import PER_FRAMES, PER_LEADS, keywords
from .units import Unit

READY: Final = Path(__file__).with_name("words.pickle")

Reading: TypeAlias = tuple[str, Any]
"""A symbol of the grammar and its value."""


class Words(NamedTuple):
    """All words that have a meaning."""

    readings: Mapping[str, Sequence[Reading]]
    """By word or group of words in the form that `normal` gives it, best first."""
    longest: int
    """The most words of a group."""


class _Drawers(Mapping[str, Sequence[Reading]]):
    """Readings by the first word of what they are readings of, taken out where a phrase has it."""

    def __init__(self, packed: dict[str, bytes], count: int) -> None:
        self._packed = packed
        self._count = count
        self._open: dict[str, dict[str, list[Reading]]] = {}

    def _drawer(self, word: str) -> dict[str, list[Reading]]:
        found = self._open.get(word)
        if found is None:
            packed = self._packed.get(word)
            found = pickle.loads(packed) if packed else {}  # noqa: S301 - as in `ready`
            self._open[word] = found
        return found

    def get(self, key: str, default: Any = None) -> Any:
        return self._drawer(key.partition(" ")[0]).get(key, default)

    def __getitem__(self, key: str) -> Sequence[Reading]:
        return self._drawer(key.partition(" ")[0])[key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._drawer(key.partition(" ")[0])

    def __iter__(self) -> Iterator[str]:
        for word in self._packed:
            yield from self._drawer(word)

    def __len__(self) -> int:
        return self._count


def ready() -> Words:
    """Return the words of our own games."""
    packed, count, longest = pickle.loads(READY.read_bytes())  # noqa: S301 - it comes with this module
    return Words(_Drawers(packed, count), longest)


def pickled(words: Words) -> bytes:
    """Return what `ready` reads."""
    drawers = _drawers(words.readings)
    packed = {word: pickle.dumps(drawer, 5) for word, drawer in drawers.items()}
    return pickle.dumps((packed, len(words.readings), words.longest), 5)


def made(
    metrics: Iterable[Metric],
    dimensions: Iterable[Dimension],
    units: Collection[Unit],
    aliases: Iterable[str],
    hidden: Collection[str],
) -> Words:
    """Put together the words for all this; *hidden* metrics have no name of their own."""
    from ..language.talk.sayings import sayings  # not where they are ready

    readings: dict[str, list[Reading]] = keywords()
    for unit in units:
        _name_unit(readings, unit)
    for metric in metrics:
        if metric.name not in hidden:
            _name(readings, "METRIC", metric.name, metric.synonyms)
    for alias in aliases:
        _name(readings, "METRIC", alias, ())
    for dimension in dimensions:
        _name(readings, "DIM", dimension.name, dimension.synonyms)
    _leave_shares_to_the_grammar(readings)
    # One player is who plays; how many there are is asked of players.
    readings["player"].remove(("METRIC", "players"))
    readings["session"].remove(("METRIC", "sessions"))
    readings.pop("odd", None)  # of "odds", which is no plural
    rounds = [(unit.name, unit.plural) for unit in units if unit.games]
    games = sorted({game for unit in units for game in unit.games})
    for said, meaning in sayings(rounds, games):
        readings.setdefault(said, []).insert(0, ("SAYING", meaning))
    # In the order in which `ready` has them, so that what is offered first is the same.
    by_first = {
        key: found for drawer in _drawers(readings).values() for key, found in drawer.items()
    }
    return Words(by_first, max(key.count(" ") + 1 for key in readings))


def _drawers(readings: Mapping[str, Sequence[Reading]]) -> dict[str, dict[str, Sequence[Reading]]]:
    """Put what is read by its first word."""
    found: dict[str, dict[str, Sequence[Reading]]] = {}
    for key, reading in readings.items():
        found.setdefault(key.partition(" ")[0], {})[key] = reading
    return found


def _name(
    readings: dict[str, list[Reading]], symbol: str, name: str, synonyms: Iterable[str]
) -> None:
    reading = (symbol, name)
    for at, word in enumerate((name, *synonyms)):
        own = normal(word)
        for form in _forms(own):
            found = readings.get(form)
            if found is None:  # nearly always
                readings[form] = [reading]
            elif reading in found:
                continue
            elif at == 0 and form == own:  # a proper name goes before synonyms
                first = next((n for n, one in enumerate(found) if one[0] == symbol), None)
                found.insert(len(found) if first is None else first, reading)
            else:
                found.append(reading)


def _leave_shares_to_the_grammar(readings: dict[str, list[Reading]]) -> None:
    """Drop other words for a rate that already read as a share: share of forced busts."""
    for word in [word for word in readings if word.startswith("share of ")]:
        rest = readings.get(word.removeprefix("share of "), ())
        if any(symbol == "METRIC" for symbol, _ in rest):
            del readings[word]


def _name_unit(readings: dict[str, list[Reading]], unit: Unit) -> None:
    for word in (unit.name, unit.plural, *unit.words):
        phrases = [f"{lead} {word}" for lead in PER_LEADS]
        phrases += [f"{lead} {word} {tail}" for lead, tail in PER_FRAMES]
        for phrase in phrases:
            readings.setdefault(phrase, []).append(("PER_UNIT", unit.name))


def normal(text: str) -> str:
    """Return the form in which words are compared: case-blind, hyphens as spaces.

    >>> normal("Open-Hands")
    'open hands'
    """
    if (
        text.isalpha() and text.islower() and text.isascii()
    ):  # nearly every word, and it is as it should be
        return text
    folded = " ".join(text.casefold().replace("-", " ").replace("_", " ").split()) or text
    return folded if folded.isascii() else normalize("NFC", folded)


def _forms(word: str) -> list[str]:
    """Return the singular and the plural of a name."""
    if word.endswith(("sses", "xes", "ches", "shes")):
        return [word, word[:-2]]
    if word.endswith("ies"):
        return [word, word[:-3] + "y"]
    if word.endswith("s") and not word.endswith("ss"):
        return [word, word[:-1]]
    if word.endswith(("ss", "x", "ch", "sh")):
        return [word, word + "es"]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return [word, word[:-1] + "ies"]
    return [word, word + "s"]
