"""Finds the figure that words stand for: an aggregate, a metric, and what it is taken over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.metrics import Dimension, Metric

from ...catalogue import normal
from ...query import Condition, Measure, Query, Step
from ..lexer import RATED
from ..parser import Node, Token
from ..tree import is_a
from ..words import HOW_LONG, LENGTHS
from .draft import OUTCOMES, Draft

_GREAT: Final = frozenset({"highest", "lowest", "largest", "smallest", "biggest", "greatest"})
"""Aggregates that are asked of a number which something has: the highest target."""
_OF_SIZE: Final = frozenset({"mean", "median", "quantile", "min", "max", "sd", "distribution"})
_CLOCKED: Final = frozenset({"hours", "minutes", "seconds"})
"""Words for a time of which so much is asked, all together."""
_ECHOED: Final = frozenset(
    ["number of", "mean", "median", "min", "max", "sd", "share of", "distribution of"]
)
"""Aggregates as an echo writes them; what follows is then a metric by its own name."""


class MetricWords:
    """Knows which metric a word means in this phrase, and which figure of it."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def read(self, node: Node) -> tuple[Any, Metric, str | None]:
        aggregate: Any = None
        metric: Metric | None = None
        unit: str | None = None
        for part in node.parts:
            if isinstance(part, Node):
                aggregate, metric, unit = self.read(part)
            elif part.symbol == "AGG":
                aggregate = part.value
                said = normal(part.text)
                if said in LENGTHS:
                    aggregate = (*part.value, said)
                elif said in ("sum", "sum of"):
                    aggregate = (*part.value, "sum")
                elif said == "total":
                    aggregate = (*part.value, "in all")
                elif said in _GREAT:
                    aggregate = (*part.value, "value")
            elif part.symbol == "METRIC":
                lead = next((normal(one.text) for one in node.parts if is_a(one, "AGG")), "")
                is_own = lead in _ECHOED or lead.startswith("p")
                metric, unit = self.metric(part, is_own=is_own)
                if self._is_its_value(aggregate, part):
                    metric = self.draft.names.metrics[f"{normal(part.text)} value"]
                if lead == "how many" and normal(part.text) in _CLOCKED:
                    aggregate = (*aggregate, "sum")  # how many hours did Anna play
            elif part.symbol == "NUMBER":
                self.draft.sized.append(part)  # how many 2-player games
            elif part.symbol == "DIM":
                sized = Node("sized", (self.draft.sized.pop(), part))
                self.draft.where.append(self.draft.conditions.sized(sized))
            elif part.symbol == "PER_UNIT":
                is_each = normal(part.text).split()[0] in ("each", "every", "tested", "played")
                if is_each and metric is not None and metric.kind == "distinct":
                    self.draft.by.append(self.unit_step_of(part.value, part))
                elif unit is None:
                    unit = self._unit_here(part.value, metric)
                elif {unit, part.value} != {"player", "game"}:  # a player's row is of one game
                    self.draft.by.append(self.unit_step_of(part.value, part))
                else:
                    unit = "player"
            else:
                self.draft.adjectives.append(part)
        assert metric is not None, "the grammar asks for a metric"
        return aggregate, metric, unit

    def _is_its_value(self, aggregate: Any, named: Token) -> bool:
        """Tell whether one of a kind stands for the number that it has: the average target."""
        word = normal(named.text)
        is_one = word in self.draft.names.units and f"{word} value" in self.draft.names.metrics
        is_mean = aggregate is not None and aggregate[0] in ("mean", "median")
        return is_one and is_mean and not any(is_a(one, "PER_UNIT") for one in self.draft.said)

    def _unit_here(self, unit: str, metric: Metric | None) -> str:
        """Return what the game that is named, or has the metric, calls its rounds.

        Equator's targets are equations.
        """
        games = self.draft.names.units[unit].games
        counted = metric is not None and metric.kind == "count"
        here = self.draft.games_named() or set(metric.games if metric and counted else ())
        if not here or not games or here & set(games):
            return unit
        value = self.draft.names.metrics.get(f"{unit} value")
        if value is None or not here & set(value.games):
            return unit  # Spot On has no tricks
        ours = [one.name for one in self.draft.names.units.values() if here <= set(one.games)]
        return ours[0] if ours else unit

    def metric(self, token: Token, *, is_own: bool = False) -> tuple[Metric, str | None]:
        """Return the metric that a word names, and the unit where it names one too.

        Where games share a word, the metric of the game that is named, else of one that the store
        holds. *is_own*: the first metric's own name counts as that.
        """
        if token.value[0].startswith(RATED):
            self._rated(token)
            return self.draft.names.metrics["stars"], None
        found: list[tuple[str, str | None]]
        found = [self.draft.names.aliases.get(name, (name, None)) for name in token.value]
        is_named = is_own and normal(token.text) == found[0][0]
        if ("seat score", None) in found and not is_named and self._asks_of_seats():
            found = [("seat score", None)]  # points when starting
        if len(found) > 1 and self.draft.named.of_games:
            own = self._games_of(found[0])
            is_elsewhere = bool(own) and not self.draft.games_named() & set(own)
            if (
                not is_own
                or normal(token.text) != found[0][0]
                or (is_elsewhere and self.draft.games_named())
            ):
                found = self._by_game(found)
                return self.draft.names.metrics[found[0][0]], found[0][1]
        if len(found) > 1 and self.draft.store is not None:
            held = set(self.draft.store.of(self.draft.names.dimensions["game"]) or ())
            for name, unit in found:
                games = self.draft.names.games_of(name, unit)
                if not games or held & set(games):
                    return self.draft.names.metrics[name], unit
        name, unit = found[0]
        return self.draft.names.metrics[name], unit

    def _asks_of_seats(self) -> bool:
        return any(is_a(one, "DIM") and one.value[0] == "seat" for one in self.draft.said)

    def _games_of(self, named: tuple[str, str | None]) -> tuple[str, ...]:
        return self.draft.names.games_of(*named)

    def _by_game(self, found: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
        """Return the metrics that share a word, first the one that goes with what else is said."""
        here = self.draft.named.of_games
        if not self.draft.games_named():  # whether there is one who wins hangs on the game
            found = [one for one in found if one[0] != "seat win rate"]
        is_of_games = any(is_a(one, "PER_UNIT") and one.value == "game" for one in self.draft.said)

        def strangeness(named: tuple[str, str | None]) -> tuple[bool, int, bool]:
            games = self._games_of(named)
            metric = self.draft.names.metrics[named[0]]
            is_finer = is_of_games and "games" not in metric.at
            return bool(games) and not here & set(games), self._fit(metric) + is_finer, not games

        return sorted(found, key=strangeness)

    def _fit(self, metric: Metric) -> int:
        """Return how ill a metric goes with the dimensions that are named: 0 well, 2 not at all."""
        from ...plan import CannotAsk, Planner, Scope  # most questions leave no choice

        dims = [token.value[0] for token in self.draft.said if token.symbol == "DIM"]
        steps = tuple(
            Step(name) for name in dims if self.draft.names.dimensions[name].kind == "text"
        )
        measure = Measure("rate" if metric.top else "total", metric.name)
        planner = Planner(Query((measure,), steps), self.draft.names, Scope("with"))
        try:
            return int(planner.plan(measure).fans_out)
        except CannotAsk:
            return 2

    def _rated(self, token: Token) -> None:
        """Choose what was rated: avg fun."""
        rated = token.value[0].removeprefix(RATED)
        chosen = Condition("rating", "=", (rated,))
        for condition in self.draft.where:
            if condition.dimension == "rating" and condition != chosen:
                raise self.draft.fail(
                    token,
                    "One rating at a time, or all by what was rated.",
                    suggestions=("stars by rating",),
                )
        if chosen not in self.draft.where:
            self.draft.where.append(chosen)

    def figure(
        self, aggregate: tuple[Any, ...] | None, metric: Metric, unit: str | None, at: Node
    ) -> Measure:
        kind, quantile, *length = aggregate or (None, None)
        is_sum = length in (["sum"], ["in all"])
        is_split = length == ["sum"] and unit in ("player", "session")  # sum of passes per player
        if is_split or (length == ["in all"] and unit == "session" and metric.kind == "value"):
            self.draft.by.append(self.unit_step_of(str(unit), at))
            unit = None
        own = f"{self.singular(metric.name)} value"
        if length == ["value"] and unit is None and own in self.draft.names.metrics:
            return Measure(kind, own)  # the lowest target is that of the least value
        if length == ["value"] and unit is None and metric.name == "hits":
            self.draft.where.append(Condition("target outcome", "=", ("hit",)))
            return Measure(kind, "target value")  # the highest target ever hit
        if metric.kind == "distinct":
            return self._distinct(kind, metric, unit, at)
        if kind == "breakdown" and metric.kind == "value":  # the most frequent winning value
            return self.figure(("distribution", None), metric, unit, at)
        length = [] if length in (["sum"], ["in all"], ["value"]) else length
        if length and unit is None:
            if metric.name in ("turns", "plays", "moves"):
                return Measure(kind, "turn time")
            outcome = OUTCOMES.get(metric.name)
            if outcome is not None:  # the shortest won game
                self.draft.where.append(Condition("outcome", "=", (outcome,)))
                return Measure(kind, "turns", "game")
            if metric.name == "hits":  # the shortest target that was hit
                self.draft.where.append(Condition("target outcome", "=", ("hit",)))
                return Measure(kind, "turns", "target", quantile)
            if metric.name == "equations" and kind in ("min", "max"):
                return Measure(kind, "cards used")
            for one in self.draft.names.units.values():
                if one.plural == metric.name and one.table in ("games", "rounds"):
                    return self.by_its_name(Measure(kind, "turns", one.name, quantile))
            if length == [HOW_LONG] and metric.kind != "value":
                raise self.draft.fail(
                    at,
                    "How long: in turns, or in seconds?",
                    suggestions=("turns per game", "game time", "turn time"),
                )
        if metric.name == "games" and unit == "player" and kind in (None, "total"):
            self.draft.by.append(self.unit_step_of(unit, at))  # a game is nobody's own
            return Measure("total", "games")
        if kind == "breakdown":
            if metric.by and not self.draft.by:
                self.draft.by.append(Step(metric.by))
            kind = "total"
        if unit == "turn" and metric.top and kind in (None, "mean"):
            counted = self.draft.names.metrics[metric.top]
            if "turns" in (metric.bottom, self.draft.names.metrics[metric.bottom].whole):
                return Measure("rate", metric.name)  # pass rate per move
            if counted.kind == "count" and "moves" in counted.at:
                return Measure("mean", counted.name, "turn")  # bust rate per move
        if metric.top and kind in (None, "mean", "share", "total"):
            if unit is not None and (metric.kind == "rate" or unit in ("player", "session")):
                self.draft.by.append(self.unit_step_of(unit, at))
            return Measure("rate", metric.name)
        if metric.name == "games" and kind in _OF_SIZE and unit in (None, "game"):
            if kind in ("min", "max"):  # the longest game: a game's length is in turns
                return Measure(kind, "turns", "game")
            raise self.draft.fail(
                at,
                "What of the games: their turns, their time?",
                code="what-of-it",
                suggestions=[
                    str(Measure(kind, "turns", "game", quantile)),
                    str(Measure(kind, "game time", None, quantile)),
                ],
            )
        if kind == "share" and not metric.whole:
            rate = self.as_rate(Measure("total", metric.name))
            if rate.aggregate == "rate":  # how often do people signal
                return rate
            raise self.draft.fail(
                at,
                f"{metric.name.capitalize()} is measured and not counted, so there is no share of it.",
                suggestions=(
                    str(
                        Measure("mean", metric.name, None if metric.kind == "value" else metric.per)
                    ),
                ),
            )
        if kind == "share":
            if unit is not None:
                self.draft.by.append(self.unit_step_of(unit, at))
            return Measure("share", metric.name)
        if kind == "total" and (unit is not None or (metric.kind == "value" and not is_sum)):
            kind = "mean"  # how many turns per target, how much waste
        if kind is None:
            kind = metric.usually if unit is None and metric.kind == "count" else "mean"
        if kind == "total":
            return Measure("total", metric.name)
        if metric.kind == "value":
            if unit == "game" and metric.per == "player" and self._asks_of_seats():
                unit = None  # points per game when starting: each game has one first seat
            if unit is not None and self._is_its_round(unit, metric):
                unit = None  # builders per pot are told of each pot
            is_place = (
                metric.name == "finishing place" and unit == "player"
            )  # of all it says nothing
            if unit not in (None, metric.per) or is_place:
                self.draft.by.append(self.unit_step_of(str(unit), at))
            unit = None
        elif unit is None:
            measure = Measure(kind, metric.name, metric.per, quantile)
            if metric.per == "game" and "rounds" in metric.at:
                self.draft.unit_unsaid.add(measure)
            return measure
        return self.by_its_name(Measure(kind, metric.name, unit, quantile))

    def _is_its_round(self, unit: str, metric: Metric) -> bool:
        """Tell whether a metric's rounds are called by another name: targets, pots."""
        units = self.draft.names.units
        games = set(units[unit].games)
        is_round = units[unit].table == units[metric.per].table == "rounds"
        return is_round and bool(games) and games >= set(metric.games or games)

    def _distinct(self, kind: str | None, metric: Metric, unit: str | None, at: Node) -> Measure:
        """Read how many sessions there are: of what is counted once there is nothing but how many."""
        counted = Measure("total", metric.name)
        if metric.name == "different players" and unit == "game":
            return Measure("mean", "players", "game")  # of one game all are different
        if kind not in (None, "total", "breakdown"):
            raise self.draft.fail(
                at,
                f"{metric.name.capitalize()} are counted, each once: there is no {kind} of them.",
                suggestions=[
                    *([f"{counted} by {unit}"] if unit in ("session", "player") else []),
                    *(str(counted), f"{counted} by month", f"{counted} by player"),
                ],
                is_whole=True,
            )
        if unit is not None:
            self.draft.by.append(self.unit_step_of(unit, at))
        return counted

    def by_its_name(self, measure: Measure) -> Measure:
        """Return an average as the metric that goes by its words: turns per pot are pot turns."""
        said = normal(f"{measure.metric} per {measure.per}")
        for symbol, name in self.draft.names.words.get(said, ()):
            metric = self.draft.names.metrics.get(name) if symbol == "METRIC" else None
            if metric is not None and measure.per is not None:
                per = None if metric.kind == "value" else metric.per
                return measure._replace(metric=metric.name, per=per)
        return measure

    def step(self, dimension: Dimension) -> Step:
        """Split by a dimension; by a time month by month."""
        return Step(dimension.name, span="month" if dimension.kind == "time" else None)

    def unit_step_of(self, unit: str, place: Any) -> Step:
        """Read ``per player`` as a split, where there is nothing to take an average over."""
        for symbol, name in self.draft.names.words.get(unit, ()):
            if symbol == "DIM":
                return Step(name)
        raise self.draft.fail(place, f"Nothing is split by {unit}.")

    def counted_by(self, dimension: Dimension) -> str:
        """Return the metric that a bare dimension breaks down: losses by cause, games by level."""
        for metric in self.draft.names.metrics.values():
            if metric.by == dimension.name:
                return metric.name
        if {"games", "seats", "tags"} & set(dimension.at):
            return "games"
        table = next(iter(dimension.at))
        if table == "moves" and dimension.name != "move type":
            return "plays"  # a signal has no operation
        return {"rounds": "rounds", "moves": "moves", "feedback": "ratings"}[table]

    def is_part_of(self, part: Metric, wholes: Sequence[str]) -> bool:
        """Tell whether a metric counts some of the cases that another one counts all of."""
        own = {part.whole, "games"} if part.whole == "decided games" else {part.whole}
        return bool(own & set(wholes)) and part.name not in wholes

    def may_be(self, symbol: str, words: str) -> bool:
        readings = self.draft.names.words.get(normal(words), ())
        return any(one[0] == symbol for one in readings)

    def unit_of(self, dimension: Dimension) -> str | None:
        """Return what a game calls the rounds that a dimension is said of, None if of no round."""
        if "rounds" not in dimension.at or {"games", "seats"} & set(dimension.at):
            return None
        units = [unit for unit in self.draft.names.units.values() if unit.games == dimension.games]
        return units[0].name if units and dimension.games else "round"

    def rate_fun(self) -> None:
        self.draft.measures.append(Measure("mean", "stars"))
        self.draft.where.append(Condition("rating", "=", ("fun",)))

    def success_in(self, games: Sequence[str]) -> str:
        """Return the rate that tells how well it goes in some games: where no table wins, their own."""
        if not games or set(games) & set(self.draft.names.games_of("win rate") or games):
            return "win rate"
        return next(
            (
                one.name
                for one in self.draft.names.metrics.values()
                if one.top and one.better == "more" and set(one.games) == set(games)
            ),
            "win rate",
        )

    def as_rate(self, measure: Measure) -> Measure:
        """Return how often for how many, where that can be told."""
        for one in self.draft.names.metrics.values():
            if one.kind in ("rate", "ratio") and one.top == measure.metric:
                return Measure("rate", one.name)
        return measure

    def said(self, word: str) -> Token:
        """Return a word as it would stand in the phrase, with all the metrics that it names."""
        readings = self.draft.names.words[word]
        return Token(
            "METRIC", [name for symbol, name in readings if symbol == "METRIC"], 0, 0, word
        )

    def usual(self, measure: Measure) -> Measure:
        """Return what of a figure is told where groups differ in size: a mean for how many."""
        metric = self.draft.names.metrics[measure.metric]
        return Measure("mean", metric.name, None if metric.kind == "value" else metric.per)

    def splits_of(self, measure: Measure) -> list[str]:
        """Return the dimensions that say of a case what a figure counts: of wins the outcome."""
        metric = self.draft.names.metrics[measure.metric]
        counted = metric.top or metric.name
        if counted in OUTCOMES:
            return ["outcome"]
        named = [name for symbol, name in self.draft.names.words[counted] if symbol == "DIM"]
        units = {f"{measure.per} {counted}", f"game {counted}"}
        return sorted(named, key=lambda one: (one not in units, one != counted))

    def can_be_split(self, measure: Measure, name: str) -> bool:
        """Tell whether each case of a figure has one value of a dimension, or one for each player."""
        from ...plan import CannotAsk, Planner, Scope  # few questions leave a choice

        planner = Planner(Query((measure,), (Step(name),)), self.draft.names, Scope("with"))
        try:
            plan = planner.plan(measure)
        except CannotAsk:
            return False
        return not plan.fans_out or "seats" in self.draft.names.dimensions[name].at

    def singular(self, name: str) -> str:
        return next(
            (one.name for one in self.draft.names.units.values() if one.plural == name), name
        )

    def whole(self, measure: Measure) -> str:
        return self.draft.names.metrics[measure.metric].whole
