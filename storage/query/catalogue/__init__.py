"""Everything that can be asked: the metrics, the dimensions, and the words for them.

What all games have stands in shared.py, what a game adds in its own folder, as `Rules.metrics` and
`Rules.dimensions` (see `engine.metrics`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar
from unicodedata import normalize

from engine.games import OURS, game, names
from engine.metrics import Dimension, Metric

from ..language.sayings import sayings
from ..language.words import PER_FRAMES, PER_LEADS, keywords
from . import shared
from .units import UNITS, Unit, rounds_of

Reading: TypeAlias = tuple[str, Any]
"""A symbol of the grammar and its value."""

_Named = TypeVar("_Named", Metric, Dimension)

ROUNDS: Final[Mapping[str, str]] = {
    "spot-on": "target",
    "pot-luck": "pot",
    "top-spot": "trick",
    "equator": "equation",
}
"""What our games call a round: `Rules.unit`, said here because the rules take long to load."""


class Catalogue:
    """Metrics, dimensions and units by name, and what each word or group of words may mean."""

    def __init__(
        self,
        metrics: Iterable[Metric],
        dimensions: Iterable[Dimension],
        aliases: Mapping[str, tuple[str, str]],
        units: Iterable[Unit],
        hidden: Collection[str] = (),
    ) -> None:
        self.hidden = hidden
        """Metrics that are parts of another and have no name of their own in phrases."""
        self.metrics: dict[str, Metric] = {}
        self.dimensions: dict[str, Dimension] = {}
        self.units: dict[str, Unit] = {unit.name: unit for unit in units}
        for metric in metrics:  # what came first keeps its name
            self.metrics.setdefault(metric.name, self._of_its_rows(metric))
        for dimension in dimensions:
            self.dimensions.setdefault(dimension.name, dimension)
        self.aliases = aliases
        """Names of a metric together with the unit of its average."""
        self.words: dict[str, list[Reading]] = keywords()
        """Keys are as `normal` makes them."""
        for unit in self.units.values():
            self._name_unit(unit)
        for metric in self.metrics.values():
            if metric.name in hidden:
                continue
            self._name("METRIC", metric.name, metric.synonyms)
        for alias in aliases:
            self._name("METRIC", alias, ())
        for dimension in self.dimensions.values():
            self._name("DIM", dimension.name, dimension.synonyms)
        self._leave_shares_to_the_grammar()
        # One player is who plays; how many there are is asked of players.
        self.words["player"].remove(("METRIC", "players"))
        self.words["session"].remove(("METRIC", "sessions"))
        self.words.pop("odd", None)  # of "odds", which is no plural
        rounds = [(unit.name, unit.plural) for unit in self.units.values() if unit.games]
        games = sorted({game for unit in self.units.values() for game in unit.games})
        for said, meaning in sayings(rounds, games):
            self.words.setdefault(said, []).insert(0, ("SAYING", meaning))
        self.meant: dict[str, list[tuple[str, Any, str]]] = {}
        """What sayings stand for, as far as they were looked at."""
        self.longest = max(key.count(" ") + 1 for key in self.words)
        """The most words of one key."""

    def _of_its_rows(self, metric: Metric) -> Metric:
        """Return a metric with a unit that it has: a value of moves is no average over games."""
        unit = self.units.get(metric.per)
        if metric.kind != "value" or (unit is not None and unit.table in metric.at):
            return metric
        units = {one.table: one.name for one in reversed(self.units.values()) if not one.games}
        return metric._replace(per=units.get(next(iter(metric.at), ""), "game"))

    def _name(self, symbol: str, name: str, synonyms: Iterable[str]) -> None:
        reading = (symbol, name)
        for at, word in enumerate((name, *synonyms)):
            own = normal(word)
            for form in _forms(own):
                readings = self.words.get(form)
                if readings is None:  # nearly always
                    self.words[form] = [reading]
                elif reading in readings:
                    continue
                elif at == 0 and form == own:  # a proper name goes before synonyms
                    first = next((n for n, r in enumerate(readings) if r[0] == symbol), None)
                    readings.insert(len(readings) if first is None else first, reading)
                else:
                    readings.append(reading)

    def _leave_shares_to_the_grammar(self) -> None:
        """Drop other words for a rate that already read as a share: share of forced busts."""
        for word in [word for word in self.words if word.startswith("share of ")]:
            rest = self.words.get(word.removeprefix("share of "), ())
            if any(symbol == "METRIC" for symbol, _ in rest):
                del self.words[word]

    def _name_unit(self, unit: Unit) -> None:
        for word in (unit.name, unit.plural, *unit.words):
            phrases = [f"{lead} {word}" for lead in PER_LEADS]
            phrases += [f"{lead} {word} {tail}" for lead, tail in PER_FRAMES]
            for phrase in phrases:
                self.words.setdefault(phrase, []).append(("PER_UNIT", unit.name))

    def needs(self, name: str) -> tuple[str, ...]:
        """Return what logs must tell for a metric, its parts included."""
        metric = self.metrics[name]
        parts = [self.metrics[part].needs for part in (metric.top, metric.bottom) if part]
        return tuple(dict.fromkeys((*metric.needs, *(need for part in parts for need in part))))

    def games_of(self, metric: str, unit: str | None = None) -> tuple[str, ...]:
        """Return the games that have the metric, and the unit; nothing where all have."""
        found = self.metrics[metric]
        games = found.games
        for part in (found.top, found.bottom):
            if part and not games:
                games = self.metrics[part].games
        return games or (self.units[unit].games if unit else ())


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


@cache
def catalogue() -> Catalogue:
    """Return the catalogue of our own games. Their rules are not loaded for it."""
    return _catalogue([_ours(name, module) for name, module in OURS.items()])


@cache
def whole_catalogue() -> Catalogue:
    """Return the catalogue with what games of other packages bring. It has to look for them."""
    brought = [_ours(name, module) for name, module in OURS.items()]
    return _catalogue([*brought, *(_brought(name) for name in names() if name not in OURS)])


def current(*, whole: bool = False) -> Catalogue:
    """Return the catalogue with the user's own metrics, and the *whole* with other packages' games.

    Raises BadMetric where ``cardstats.toml`` says something that cannot be taken.
    """
    names = whole_catalogue() if whole else catalogue()
    from ..config import find

    found = find()
    if found is None:
        return names
    try:
        about = found.path.stat()
        stamp = (about.st_mtime_ns, about.st_size)
    except OSError:
        stamp = (0, 0)
    return _with_own(names, found.path, stamp)


@lru_cache(maxsize=8)
def _with_own(names: Catalogue, path: Path, _stamp: tuple[int, int]) -> Catalogue:
    """Return *names* with the metrics of a file as it was at *stamp*."""
    from ..own_metrics import load

    own = load(path, names)
    return Catalogue(
        [*names.metrics.values(), *own],
        names.dimensions.values(),
        names.aliases,
        names.units.values(),
        hidden=frozenset(part for one in own for part in (one.top, one.bottom) if part),
    )


class _Brought(NamedTuple):
    """What one game adds."""

    game: str
    unit: str
    metrics: Sequence[Metric] = ()
    dimensions: Sequence[Dimension] = ()
    aliases: Mapping[str, tuple[str, str]] = {}
    untold: Collection[str] = ()
    """Shared metrics and dimensions that it never tells."""


def _ours(name: str, module: str) -> _Brought:
    found = import_module(f"engine.games.{module}.metrics")
    aliases = getattr(found, "ALIASES", {})
    untold = getattr(found, "UNTOLD", ())
    return _Brought(name, ROUNDS[name], found.METRICS, found.DIMENSIONS, aliases, untold)


def _brought(name: str) -> _Brought:
    try:
        rules = game(name)
    except Exception:  # noqa: BLE001 - whatever a package does, other questions stay answered
        return _Brought(name, "round")
    return _Brought(
        name,
        rules.unit,
        getattr(rules, "metrics", ()),
        getattr(rules, "dimensions", ()),
        getattr(rules, "aliases", {}),
        getattr(rules, "untold", ()),
    )


def _told(shared_by_all: Iterable[_Named], brought: Sequence[_Brought]) -> list[_Named]:
    """Return what all games share, with the games that tell it where some do not."""
    found = []
    for one in shared_by_all:
        telling = tuple(game.game for game in brought if one.name not in game.untold)
        is_told_by_all = one.games or len(telling) == len(brought)
        found.append(one if is_told_by_all else one._replace(games=telling))
    return found


def _catalogue(brought: Sequence[_Brought]) -> Catalogue:
    metrics = [
        *_told(shared.METRICS, brought),
        *(metric for one in brought for metric in one.metrics),
    ]
    dimensions = [
        *_told(shared.DIMENSIONS, brought),
        *(each for one in brought for each in one.dimensions),
    ]
    aliases = dict(shared.ALIASES)
    rounds: dict[str, tuple[str, ...]] = {}
    for one in brought:
        aliases |= one.aliases
        rounds[one.unit] = (*rounds.get(one.unit, ()), one.game)
    units = [rounds_of(unit, games) for unit, games in rounds.items() if unit != "round"]
    return Catalogue(metrics, dimensions, aliases, [*UNITS, *units])


__all__ = ["Catalogue", "Unit", "catalogue", "current", "normal", "whole_catalogue"]
