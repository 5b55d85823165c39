"""Everything that can be asked: the metrics, the dimensions, and the words for them.

What all games have stands in shared.py, what a game adds in its own folder, as `Rules.metrics` and
`Rules.dimensions` (see `engine.metrics`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from engine.games import OURS, game, names
from engine.metrics import Dimension, Metric

from . import shared
from .units import UNITS, Unit, rounds_of
from .vocabulary import Reading, Words, made, normal, ready

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
        words: Words | None = None,
    ) -> None:
        """*words*: those of all this, where they are known already."""
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
        words = words or made(
            self.metrics.values(), self.dimensions.values(), self.units.values(), aliases, hidden
        )
        self.words: Mapping[str, Sequence[Reading]] = words.readings
        """What each word or group of words may mean; keys are as `normal` makes them."""
        self.longest = words.longest
        """The most words of one key."""
        self.meant: dict[str, list[tuple[str, Any, str]]] = {}
        """What sayings stand for, as far as they were looked at."""

    def _of_its_rows(self, metric: Metric) -> Metric:
        """Return a metric with a unit that it has: a value of moves is no average over games."""
        unit = self.units.get(metric.per)
        if metric.kind != "value" or (unit is not None and unit.table in metric.at):
            return metric
        units = {one.table: one.name for one in reversed(self.units.values()) if not one.games}
        return metric._replace(per=units.get(next(iter(metric.at), ""), "game"))

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


@cache
def catalogue() -> Catalogue:
    """Return the catalogue of our own games. Their rules are not loaded for it."""
    return _catalogue(_all_of_ours(), ready())


def words_of_ours() -> Words:
    """Return the words of our own games made anew: what `vocabulary.READY` has to hold."""
    found = _catalogue(_all_of_ours())
    return Words(found.words, found.longest)


@cache
def whole_catalogue() -> Catalogue:
    """Return the catalogue with what games of other packages bring. It has to look for them."""
    if set(names()) == set(OURS):
        return catalogue()
    return _catalogue([*_all_of_ours(), *(_brought(name) for name in names() if name not in OURS)])


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


def _all_of_ours() -> list[_Brought]:
    return [_ours(name, module) for name, module in OURS.items()]


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


def _catalogue(brought: Sequence[_Brought], words: Words | None = None) -> Catalogue:
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
    return Catalogue(metrics, dimensions, aliases, [*UNITS, *units], words=words)


__all__ = ["Catalogue", "Unit", "catalogue", "current", "normal", "whole_catalogue"]
