"""Sums simulated games up: what came out, and how sure one may be of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.bots.simulate import Summary
from engine.rules import Rules

from .query.statistics import ClusterSums, Interval, mean_interval, rate_interval

PERCENT = 100


class Measure(NamedTuple):
    """One figure of a simulation."""

    name: str
    estimate: float | None
    low: float | None
    """Of the 95 % interval; None where there is none."""
    high: float | None
    unit: str
    games: int
    """That it rests on."""


class Tally:
    """Counts games as they come."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.games = 0
        self.won = 0
        self.moves = 0
        """Of all games and types."""
        self.causes: Counter[str] = Counter()
        self._has_goal = False
        self._scores: Sequence[_Sums] = ()
        self._turns = _Sums()
        self._per_unit = _Sums()
        self._per_point = _Sums()
        self._units = _units_of(rules)

    def add(self, game: Summary) -> None:
        """Take one more game in."""
        self.games += 1
        self.won += game.outcome == "won"
        self._has_goal = self._has_goal or game.outcome in ("won", "lost")
        if game.cause is not None and game.outcome != "won":
            self.causes[game.cause] += 1
        scores = game.score if isinstance(game.score, tuple) else (game.score,)
        if not self._scores:
            self._scores = [_Sums() for _ in scores]
        for sums, score in zip(self._scores, scores, strict=True):
            sums.add(score, 1)
        self.moves += sum(game.moves.values())
        turns = sum(game.moves.get(kind, 0) for kind in ("play", "pass", "turn"))
        self._turns.add(turns, 1)
        if self._units is not None:
            self._per_unit.add(turns, game.moves.get(self._units, 0))
            self._per_point.add(turns, sum(scores))

    def add_all(self, games: Iterable[Summary]) -> Tally:
        """Take many games in; return the tally."""
        for game in games:
            self.add(game)
        return self

    def win_rate(self) -> Interval:
        """Return the share of games won."""
        return rate_interval(_rate_sums(self.won, self.games))

    def turns_per_unit(self) -> Interval:
        """Return how many turns a target takes, hit or not."""
        return mean_interval(self._per_unit.sums())

    def turns_per_point(self) -> Interval:
        """Return how many turns were taken for each target that was hit."""
        return mean_interval(self._per_point.sums())

    def measures(self) -> Iterator[Measure]:
        """Yield all figures that make sense for the game."""
        if self._has_goal:
            yield self._rate("win rate", self.won)
        score = "score" if len(self._scores) == 1 else "score of seat {}"
        for seat, sums in enumerate(self._scores, 1):
            yield _measure(score.format(seat), mean_interval(sums.sums()), "", self.games)
        yield _measure("turns per game", mean_interval(self._turns.sums()), "turns", self.games)
        if self._units is not None:
            name = f"turns per {self._units}"
            yield _measure(name, self.turns_per_unit(), "turns", self.games)
            if not self.rules.scores_seats:
                yield _measure(f"{name} hit", self.turns_per_point(), "turns", self.games)
        what = "lost by" if self._has_goal else "ended by"
        for cause in sorted(self.causes):
            yield self._rate(f"{what} {cause}", self.causes[cause])

    def _rate(self, name: str, count: int) -> Measure:
        found = rate_interval(_rate_sums(count, self.games))
        ends = (found.estimate, found.low, found.high)
        percents = [None if end is None else PERCENT * end for end in ends]
        return Measure(name, percents[0], percents[1], percents[2], "%", self.games)


class _Sums:
    """What `ClusterSums` asks for, gathered game by game."""

    __slots__ = ("k", "kk", "km", "m", "mm", "units")

    def __init__(self) -> None:
        self.units = self.k = self.m = self.kk = self.km = self.mm = 0

    def add(self, k: int, m: int) -> None:
        if m:
            self.units += 1
            self.k += k
            self.m += m
            self.kk += k * k
            self.km += k * m
            self.mm += m * m

    def sums(self) -> ClusterSums:
        return ClusterSums(self.units, self.k, self.m, self.kk, self.km, self.mm)


def _rate_sums(count: int, games: int) -> ClusterSums:
    return ClusterSums(games, count, games, count, count, games)


def _units_of(rules: Rules[Any]) -> str | None:
    """Return the type of move that begins a round, where a move does: in two games a target."""
    return "target" if "target" in rules.moves else None


def _measure(name: str, found: Interval, unit: str, games: int) -> Measure:
    return Measure(name, found.estimate, found.low, found.high, unit, games)
