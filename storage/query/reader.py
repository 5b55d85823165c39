"""Turns the tree of a phrase into a Query."""

from __future__ import annotations

from typing import Any, Final

from engine.metrics import Dimension, Metric

from .catalogue import Catalogue, normal
from .conditions import Conditions, merged
from .errors import PhraseError
from .lexer import RATED, Values
from .parser import Node, Token
from .query import PERIOD, Comparison, Condition, Measure, Query, Step
from .tree import ASKING, asking, flat, is_a, span
from .words import HOW_LONG, LENGTHS, SPANS

_SAYING: Final = frozenset(
    "by over_time where without bare comparison bots vs_bots since until last top order ci anytime"
    " both more and_why about previous period this in_time sizes".split()
)
_OF_SIZE: Final = frozenset({"mean", "median", "quantile", "min", "max", "sd", "distribution"})
MORE: Final = {
    "longer": ("turns",),
    "shorter": ("turns",),
    "slower": ("turn time",),
    "faster": ("turn time",),
}
"""What is longer, where it is not said."""

TOPPED: Final = ("player", "session", "level")
"""What one may wish the top few of."""

USUAL: Final = ("win rate", "turns", "pass rate")
"""What is told of two that are compared without a metric."""


class Reader:
    """Turns a tree into a Query."""

    def __init__(self, phrase: str, names: Catalogue, store: Values | None) -> None:
        self.phrase = phrase
        self.names = names
        self.store = store
        self.measures: list[Measure] = []
        self.conditions = Conditions(phrase, names, store, self.measures)
        self.where: list[Condition] = []
        self.by: list[Step] = []
        self.rest: dict[str, Any] = {}
        self.adjectives: list[Token] = []
        """Values before a metric: how many *hard* games."""
        self.asks_for_more = False
        self.lists = False
        """A dimension stands alone, and what is counted by it was not said."""
        self.unit_unsaid: set[Measure] = set()
        """Averages of which it is not said over what."""
        self.usual: tuple[str, ...] = ()
        """What is asked for where nothing is named."""
        self.top: tuple[str, int | None] | None = None
        self.ordered: tuple[Node, bool] | None = None
        self.unsaid: Node | None = None
        """``vs previous``, where it does not say what."""

    def query(self, tree: Node) -> Query:
        # What is counted first: a condition may mean the turns of a game or of a target.
        if tree.name == "all":
            tree = self._read_all(tree)
        self._refuse_two_questions(tree)
        self._walk(tree, ASKING)
        self._walk(tree, _SAYING)
        self.where += [self.conditions.bare(token) for token in self.adjectives]
        if not self.measures:
            self._ask_usual(tree)
        self._settle_more()
        self._settle_units()
        self._settle_order()
        self._settle_time(tree)
        self._refuse_top_of_nothing(tree)
        return Query(
            tuple(dict.fromkeys(self.measures)),
            tuple(dict.fromkeys(self.by)),
            merged(self.where),
            self.conditions.compare,
            least_games=self.conditions.least_games,
            **self.rest,
        )

    def _refuse_two_questions(self, tree: Node) -> None:
        asked = asking(tree)
        if len(asked) < 2:
            return
        start, end = span(asked[0])
        first = self.phrase[start:end]
        second_start, second_end = span(asked[1])
        second = self.phrase[second_start:second_end]
        tries = [f"{first}, {second}", f"{first} by {second}", f"{first} for {second}"]
        raise PhraseError(
            self.phrase,
            start,
            second_end,
            f"`{first}` and `{second}` stand side by side, and how they belong together is not said.",
            code="two-questions",
            suggestions=tries,
            hint="A comma asks for both; `by` splits, `where` and `for` choose.",
        )

    def _walk(self, node: Node, wanted: frozenset[str]) -> None:
        for part in node.parts:
            if not isinstance(part, Node):
                continue
            if part.name in wanted:
                getattr(self, f"_read_{part.name}")(part)
            elif part.name in ("start", "parts", "part", "compared"):
                self._walk(part, wanted)

    def _fail(self, place: Any, message: str, **more: Any) -> PhraseError:
        return self.conditions.fail(place, message, **more)

    # -- what is asked

    def _read_measures(self, node: Node) -> None:
        found = [self._measure(one) for one in flat(node, "measures") if isinstance(one, Node)]
        lead, unit = found[0][0], None
        for at, (aggregate, metric, own) in enumerate(found):  # avg turns and passes
            lead = aggregate or lead
            if not metric.top:
                found[at] = (lead, metric, own)
        for at in range(len(found) - 1, -1, -1):  # turns and passes per target
            aggregate, metric, own = found[at]
            unit = own or unit
            if metric.kind == "count" and (aggregate or ("mean",))[0] not in ("total", "share"):
                found[at] = (aggregate, metric, unit)
        for aggregate, metric, unit in found:
            self.measures.append(self._make(aggregate, metric, unit, node))

    def _measure(self, node: Node) -> tuple[Any, Metric, str | None]:
        aggregate: Any = None
        metric: Metric | None = None
        unit: str | None = None
        for part in node.parts:
            if isinstance(part, Node):
                aggregate, metric, unit = self._measure(part)
            elif part.symbol == "AGG":
                aggregate = part.value
                said = normal(part.text)
                if said in LENGTHS:
                    aggregate = (*part.value, said)
                elif said in ("sum", "sum of", "total"):
                    aggregate = (*part.value, "sum")
            elif part.symbol == "METRIC":
                metric, unit = self._metric(part)
            elif part.symbol == "PER_UNIT":
                if unit is None:
                    unit = part.value
                elif {unit, part.value} != {"player", "game"}:  # a player's row is of one game
                    self.by.append(self._unit_step_of(part.value, part))
                else:
                    unit = "player"
            else:
                self.adjectives.append(part)
        assert metric is not None, "the grammar asks for a metric"
        return aggregate, metric, unit

    def _metric(self, token: Token) -> tuple[Metric, str | None]:
        """Return the metric that a word names, and the unit where it names one too.

        Where games share a word, the metric of a game that the store holds.
        """
        if token.value[0].startswith(RATED):
            self._rated(token)
            return self.names.metrics["stars"], None
        found = [self.names.aliases.get(name, (name, None)) for name in token.value]
        if len(found) > 1 and self.store is not None:
            held = set(self.store.of(self.names.dimensions["game"]) or ())
            for name, unit in found:
                games = self.names.games_of(name, unit)
                if not games or held & set(games):
                    return self.names.metrics[name], unit
        name, unit = found[0]
        return self.names.metrics[name], unit

    def _rated(self, token: Token) -> None:
        """Choose what was rated: avg fun."""
        rated = token.value[0].removeprefix(RATED)
        chosen = Condition("rating", "=", (rated,))
        for condition in self.where:
            if condition.dimension == "rating" and condition != chosen:
                raise self._fail(
                    token,
                    "One rating at a time, or all by what was rated.",
                    suggestions=("stars by rating",),
                )
        if chosen not in self.where:
            self.where.append(chosen)

    def _make(
        self, aggregate: tuple[Any, ...] | None, metric: Metric, unit: str | None, at: Node
    ) -> Measure:
        kind, quantile, *length = aggregate or (None, None)
        is_sum = length == ["sum"]
        length = [] if is_sum else length
        if length and unit is None:
            if metric.name == "turns":
                return Measure(kind, "turn time")
            for one in self.names.units.values():
                if one.plural == metric.name and one.table in ("games", "rounds"):
                    return Measure(kind, "turns", one.name)
            if length == [HOW_LONG] and metric.kind != "value":
                raise self._fail(
                    at,
                    "How long: in turns, or in seconds?",
                    suggestions=("turns per game", "game time", "turn time"),
                )
        if kind == "breakdown":
            if metric.by and not self.by:
                self.by.append(Step(metric.by))
            kind = "total"
        if metric.top and kind in (None, "mean", "share", "total"):
            if unit is not None and metric.kind == "rate":
                self.by.append(self._unit_step_of(unit, at))
            return Measure("rate", metric.name)
        if metric.name == "games" and kind in _OF_SIZE and unit in (None, "game"):
            if kind in ("min", "max"):  # the longest game: a game's length is in turns
                return Measure(kind, "turns", "game")
            raise self._fail(
                at,
                "What of the games: their turns, their time?",
                code="what-of-it",
                suggestions=[
                    str(Measure(kind, "turns", "game", quantile)),
                    str(Measure(kind, "game time", None, quantile)),
                ],
            )
        if kind == "share" and not metric.whole:
            rate = self._as_rate(Measure("total", metric.name))
            if rate.aggregate == "rate":  # how often do people signal
                return rate
            raise self._fail(
                at,
                f"A share of {metric.name} has no whole to be a share of.",
                suggestions=(
                    str(
                        Measure("mean", metric.name, None if metric.kind == "value" else metric.per)
                    ),
                    "share of passes",
                    "share of wins",
                ),
            )
        if kind == "share":
            if unit is not None:
                self.by.append(self._unit_step_of(unit, at))
            return Measure("share", metric.name)
        if kind == "total" and (unit is not None or (metric.kind == "value" and not is_sum)):
            kind = "mean"  # how many turns per target, how much waste
        if kind is None:
            kind = metric.usually if unit is None and metric.kind == "count" else "mean"
        if kind == "total":
            return Measure("total", metric.name)
        if metric.kind == "value":
            if unit not in (None, metric.per):
                self.by.append(self._unit_step_of(str(unit), at))
            unit = None
        elif unit is None:
            measure = Measure(kind, metric.name, metric.per, quantile)
            if metric.per == "game" and "rounds" in metric.at:
                self.unit_unsaid.add(measure)
            return measure
        return Measure(kind, metric.name, unit, quantile)

    def _unit_step_of(self, unit: str, place: Any) -> Step:
        """Read ``per player`` as a split, where there is nothing to take an average over."""
        for symbol, name in self.names.words.get(unit, ()):
            if symbol == "DIM":
                return Step(name)
        raise self._fail(place, f"Nothing is split by {unit}.")

    def _read_listing(self, node: Node) -> None:
        token = node.parts[-1]
        dimension = self.conditions.dimension(token)
        self.measures.append(Measure("total", self._counted(dimension)))
        self.by.append(Step(dimension.name))
        self.lists = True

    def _counted(self, dimension: Dimension) -> str:
        """Return the metric that a bare dimension breaks down: losses by cause, games by level."""
        for metric in self.names.metrics.values():
            if metric.by == dimension.name:
                return metric.name
        if "games" in dimension.at or "seats" in dimension.at:
            return "games"
        table = next(iter(dimension.at))
        return {"rounds": "rounds", "moves": "moves", "feedback": "ratings"}[table]

    def _read_ranking(self, node: Node) -> None:
        top, *number, dim, _, measures = node.parts
        if not number and self._is_turned(dim, measures):
            return self._read_turned(top, dim, measures)
        self.by.append(Step(self.conditions.dimension(dim).name))
        self._read_measures(measures)
        self.top = (top.value, number[0].value if number else None)
        return None

    def _is_turned(self, dim: Token, measures: Node) -> bool:
        """Tell whether both words read the other way round as well: best score by player."""
        start, end = span(measures)
        is_number = self.conditions.dimension(dim).kind == "number"
        return (
            is_number and self._is("METRIC", dim.text) and self._is("DIM", self.phrase[start:end])
        )

    def _is(self, symbol: str, words: str) -> bool:
        readings = self.names.words.get(normal(words), ())
        return any(one[0] == symbol for one in readings)

    def _read_turned(self, top: Token, dim: Token, measures: Node) -> None:
        self._read_best(dim, is_best=top.value in ("top", "best"), place=measures)
        start, end = span(measures)
        words = self.names.words[normal(self.phrase[start:end])]
        dims = [name for symbol, name in words if symbol == "DIM"]
        self.by.append(
            Step(
                self.conditions.dimension(
                    Token("DIM", dims, start, end, self.phrase[start:end])
                ).name
            )
        )

    def _read_best(self, dim: Token, *, is_best: bool, place: Node) -> None:
        """Read the name of a number as the metric that it is too: best score."""
        words = self.names.words[normal(dim.text)]
        named = [name for symbol, name in words if symbol == "METRIC"]
        metric, unit = self._metric(dim._replace(symbol="METRIC", value=named))
        kind = "max" if is_best == (metric.better != "less") else "min"
        self.measures.append(self._make((kind, None), metric, unit, place))

    def _read_which(self, node: Node) -> None:
        _, dim, *rest = node.parts
        metric, aggregate = (rest[1], rest[0]) if rest[0].symbol == "AGG" else rest
        if aggregate.value[0] not in ("max", "min"):
            raise self._fail(aggregate, "Ask for the highest or the lowest.")
        named, unit = self._metric(metric)
        dimension = self.conditions.dimension(dim)
        self.by.append(Step(dimension.name))
        if named.name == "plays" and "games" in dimension.at:  # which level do we play most
            named = self.names.metrics["games"]
        measure = self._make(None, named, unit, node)
        if named.name in ("wins", "losses") and "games" in dimension.at:
            measure = self._as_rate(measure)  # of levels played more often more games are won
        self.measures.append(measure)
        self.top = ("top" if aggregate.value[0] == "max" else "bottom", None)

    def _read_extreme(self, node: Node) -> None:
        """Read ``hardest level``: a split, ordered by what the word is about."""
        dim = next(part for part in node.parts if is_a(part, "DIM"))
        word = next(part for part in node.parts if is_a(part, "EXTREME"))
        name, way = word.value
        number = next((part.value for part in node.parts if is_a(part, "NUMBER")), None)
        dimension = self.conditions.dimension(dim)
        is_best = normal(word.text) in ("best", "worst")
        if is_best and dimension.kind == "number" and self._is("METRIC", dim.text):
            self._read_best(dim, is_best=way == "top", place=node)  # best score, worst score
            return
        self.by.append(Step(dimension.name))
        if name == "fun":
            self._rate_fun()
        else:
            if name == "turn time" and ("rounds" in dimension.at or "games" in dimension.at):
                name = "turns"
            elif name == "games":
                name = self._counted(dimension)
                self.measures.append(Measure("total", "plays" if name == "moves" else name))
                self.top = (way, number)
                return
            elif name == "win rate" and dimension.name == "seat":
                name = "seat score"
            measure = self._make(None, self.names.metrics[name], self._unit_of(dimension), node)
            self.measures.append(measure)
        self.top = (way, number)

    def _settle_units(self) -> None:
        """Average over targets what is told by target: turns by target number."""
        named = [step.dimension for step in self.by] + [one.dimension for one in self.where]
        if self.conditions.compare is not None:
            named.append(self.conditions.compare.dimension)
        units = [self._unit_of(self.names.dimensions[name]) for name in named]
        for at, measure in enumerate(self.measures):
            if measure in self.unit_unsaid and any(units):
                unit = next(unit for unit in units if unit)
                is_itself = self.names.units[unit].plural == measure.metric
                self.measures[at] = (
                    Measure("total", measure.metric) if is_itself else measure._replace(per=unit)
                )

    def _unit_of(self, dimension: Dimension) -> str | None:
        """Return what a game calls the rounds that a dimension is said of, None if of no round."""
        if "rounds" not in dimension.at or {"games", "seats"} & set(dimension.at):
            return None
        units = [unit for unit in self.names.units.values() if unit.games == dimension.games]
        return units[0].name if units and dimension.games else "round"

    def _rate_fun(self) -> None:
        self.measures.append(Measure("mean", "stars"))
        self.where.append(Condition("rating", "=", ("fun",)))

    def _read_why(self, node: Node) -> None:
        self._read_measures(node.parts[1])
        self._read_and_why(node)

    def _read_and_why(self, node: Node) -> None:
        """Break what is counted down by its causes."""
        for at, measure in enumerate(self.measures):
            metric = self.names.metrics[measure.metric]
            metric = self.names.metrics[metric.top] if metric.top else metric
            if metric.by:
                self.measures[at] = Measure("total", metric.name)
                self.by.append(Step(metric.by))
                return
        raise self._fail(
            node,
            "Nobody notes why.",
            hint="Losses, busts, hits, claims and rule breaks have causes.",
            suggestions=("loss causes",) if len(self.measures) == 1 else (),
        )

    def _read_helps(self, node: Node) -> None:
        """Ask whether something makes a difference: the win rate with it and without."""
        if is_a(node.parts[0], "NEW"):
            self.rest["previous"] = self._shared_dimension(node.parts[1])
        elif is_a(node.parts[0], "DIM"):
            dimension = self.conditions.dimension(node.parts[0])
            self.by.append(Step(dimension.name))
        else:
            self.by.append(Step(self.conditions.bare(node.parts[0]).dimension))
        self.measures.append(Measure("rate", "win rate"))

    def _read_affects(self, node: Node) -> None:
        """Read ``effect of level on pass rate``: one split by the other."""
        self._read_measures(node.parts[-1])
        dim = next(part for part in node.parts if is_a(part, "DIM"))
        self.by.append(Step(self.conditions.dimension(dim).name))

    def _read_postfixed(self, node: Node) -> None:
        aggregate = (node.parts[1].value, None)
        for measure in flat(node.parts[0], "measures"):
            if isinstance(measure, Node):
                _, metric, unit = self._measure(measure)
                self.measures.append(self._make(aggregate, metric, unit, node))

    def _read_bare(self, node: Node) -> None:
        first = next(part for part in node.parts if not is_a(part, "BY"))
        if isinstance(first, Node):
            self.where.append(self.conditions.sized(first))
        else:
            self.where.append(self.conditions.bare(first))

    def _read_such(self, node: Node) -> None:
        self._read_measures(node.parts[0])
        conditions = self.conditions.read(node.parts[2])
        self.measures[-1] = self.measures[-1]._replace(such=merged(conditions))

    def _read_against(self, node: Node) -> None:
        self._read_measures(node.parts[0])
        self._read_by(Node("by", node.parts[1:]))

    def _read_binned(self, node: Node) -> None:
        self._read_measures(node.parts[0])
        last = self.measures[-1]
        width = node.parts[2].value
        if last.aggregate != "distribution":
            raise self._fail(node.parts[1], "Only a distribution has bins.")
        if width <= 0:
            raise self._fail(node.parts[2], "Bins need a width above 0.")
        self.measures[-1] = last._replace(bins=float(width))

    def _ask_usual(self, tree: Node) -> None:
        if any(condition.dimension == "rating" for condition in self.where):
            self.measures.append(Measure("mean", "stars"))  # fun by level
            return
        if self.conditions.compare or self.rest.get("previous"):
            self.usual = self.usual or USUAL
        if self.usual:
            for name in self.usual:
                metric = self.names.metrics[name]
                self.measures.append(self._make(None, metric, None, tree))
            return
        if self.by or self.where or self.rest.keys() & {"last", "since", "until", "bots"}:
            self.measures.append(Measure("total", "games"))
            return
        raise self._fail(
            tree,
            "The phrase says nothing that could be counted.",
            suggestions=[f"top {self.top[1]} players by win rate"]
            if self.top and self.top[1]
            else (),
            hint="Begin with a metric, such as win rate, turns per target or pass rate.",
        )

    # -- how it is split

    def _read_by(self, node: Node) -> None:
        for step in flat(node.parts[1], "steps"):
            if not isinstance(step, Node):
                continue
            first, *more = step.parts
            if first.symbol == "SPAN":
                self.by = [one for one in self.by if one.dimension != "played at"]
                self.by.append(Step("played at", span=first.value))
            elif more:
                dimension = self.conditions.dimension(first, is_number=True)
                if dimension.kind != "number":
                    raise self._fail(
                        step, f"{dimension.name.capitalize()} is no number, so it has no bins."
                    )
                width = more[1].value
                if width <= 0:
                    raise self._fail(more[1], "Bins need a width above 0.")
                self.by.append(Step(dimension.name, bins=float(width)))
            else:
                dimension = self.conditions.dimension(first)
                span = "month" if dimension.kind == "time" else None
                self.by.append(Step(dimension.name, span=span))

    def _read_both(self, node: Node) -> None:
        what = node.parts[1]
        if is_a(what, "VALUE"):
            self.by.append(Step(self.conditions.bare(what).dimension))
            return
        flags = [name for name in what.value if self.names.dimensions[name].kind == "flag"]
        dimension = self.conditions.dimension(what._replace(value=flags or what.value))
        self.by.append(Step(dimension.name))

    def _read_all(self, tree: Node) -> Node:
        """Read ``compare levels``: the usual figures by level."""
        self.by.append(Step(self.conditions.dimension(tree.parts[1]).name))
        self.usual = USUAL
        return Node("start", ())

    def _read_more(self, node: Node) -> None:
        self.asks_for_more = True
        said = normal(node.parts[0].text)
        self.usual = MORE.get(said, self.usual)

    def _settle_more(self) -> None:
        """Read ``do we pass more on hard``: a split by level, of how often and not of how much."""
        split = [one for one in self.where if one.dimension != "rating"]
        if not self.asks_for_more or not split:
            return
        self.where = [one for one in self.where if one not in split]
        self.by += [Step(condition.dimension) for condition in split]
        for at, measure in enumerate(self.measures):
            if measure.aggregate in ("total", "mean"):
                self.measures[at] = self._as_rate(measure)

    def _as_rate(self, measure: Measure) -> Measure:
        """Return how often for how many, where that can be told."""
        for one in self.names.metrics.values():
            if one.kind in ("rate", "ratio") and one.top == measure.metric:
                return Measure("rate", one.name)
        return measure

    def _read_sizes(self, node: Node) -> None:
        sign, number, *dims = node.parts
        dim = dims[0] if dims else self._own_size(node)
        condition = self.conditions.measured(sign, number, dim)
        last = self.measures[-1]
        if last.aggregate == "share" and not last.such and last.metric == self._whole(last):
            self.measures[-1] = last._replace(such=(condition,))
        else:
            self.where.append(condition)

    def _own_size(self, node: Node) -> Token:
        """Return the number that what is counted has of its own: targets over 500."""
        for measure in self.measures[-1:]:
            name = f"{self._singular(measure.metric)} value"
            if name in self.names.dimensions:
                return Token("DIM", [name], *span(node), name)
        raise self._fail(
            node,
            f"`{self.phrase[slice(*span(node))]}` of what?",
            suggestions=[
                f"{self.phrase[slice(*span(node))]} {name}"
                for name in ("turns", "passes", "points")
            ],
        )

    def _singular(self, name: str) -> str:
        return next((one.name for one in self.names.units.values() if one.plural == name), name)

    def _whole(self, measure: Measure) -> str:
        return self.names.metrics[measure.metric].whole

    def _read_over_time(self, node: Node) -> None:
        self.by.append(Step("played at", span=node.parts[0].value))

    # -- what it is about

    def _read_where(self, node: Node) -> None:
        self.where += self.conditions.read(node.parts[1])

    def _read_without(self, node: Node) -> None:
        for condition in self.conditions.read(node.parts[1]):
            self.where.append(self.conditions.negated(condition, node))

    # -- the rest

    def _read_comparison(self, node: Node) -> None:
        sides = [part for part in node.parts if not is_a(part, "COMPARE", "VS", "NOUN", "HARDER")]
        for part in node.parts:
            if is_a(part, "HARDER") and not self.measures:
                if part.value == "fun":
                    self._rate_fun()
                self.usual = (part.value,)
        self.conditions.compare = self._comparison(sides, node)

    def _comparison(self, sides: list[Any], node: Node) -> Comparison:
        dims = [part for part in sides if is_a(part, "DIM")]
        if isinstance(sides[-1], Node) and sides[-1].name == "sized":
            second = self.conditions.sized(sides[-1])
            if is_a(sides[0], "NUMBER"):
                return Comparison(second.dimension, (sides[0].value, second.values[0]))
            first = self.conditions.sized(sides[0])
            if first.dimension != second.dimension:
                raise self._fail(node, "These two are no values of one dimension.")
            return Comparison(first.dimension, (first.values[0], second.values[0]))
        if dims:
            one, other = (part for part in sides if part not in dims)
            dimension = self.conditions.dimension(dims[0])
            return Comparison(
                dimension.name,
                (
                    self.conditions.literal(dimension, one),
                    self.conditions.literal(dimension, other),
                ),
            )
        left, right = sides
        shared = [name for name, _ in left.value if name in {other for other, _ in right.value}]
        if not shared:
            raise self._fail(node, "These two are no values of one dimension.")
        one, other = (dict(part.value)[shared[0]] for part in sides)
        return Comparison(shared[0], (one, other))

    def _read_previous(self, node: Node) -> None:
        unit = node.parts[1] if len(node.parts) > 1 else None
        if unit is None:
            self.rest["previous"] = PERIOD
            self.unsaid = node
        elif unit.symbol == "SPAN":
            self.rest["previous"] = unit.value
        else:
            self.rest["previous"] = self._shared_dimension(unit)

    def _shared_dimension(self, token: Token) -> str:
        """Return the dimension of games that comes one after the other: sessions, versions."""
        dimension = self.conditions.dimension(token)
        if dimension.kind != "text" or "games" not in dimension.at:
            raise self._fail(
                token,
                f"{dimension.name.capitalize()} has no order in time.",
                suggestions=("session", "rules version", "month"),
            )
        return dimension.name

    def _read_about(self, node: Node) -> None:
        self.usual = self.usual or USUAL

    def _read_period(self, node: Node) -> None:
        periods = [self.conditions.period(part) for part in node.parts if is_a(part, "PERIOD")]
        self.conditions.since, self.conditions.until = periods[0][0], periods[-1][1]

    def _read_this(self, node: Node) -> None:
        unit = node.parts[1]
        if is_a(unit, "SPAN"):
            self.rest["last"] = (0, unit.value)
        else:
            self.rest["last"] = (1, self._shared_dimension(unit))

    def _read_in_time(self, node: Node) -> None:
        """Measure by the clock what would else be measured in turns."""
        timed = {"game": "game time", "turn": "turn time", None: "game time"}
        for at, measure in enumerate(self.measures):
            if measure.metric in ("game time", "turn time"):
                continue
            if measure.metric != "turns" or measure.per not in timed:
                raise self._fail(
                    node,
                    f"{measure} cannot be told by the clock: games and turns can.",
                    suggestions=(),
                    hint="Ask for game time or turn time.",
                )
            self.measures[at] = measure._replace(metric=timed[measure.per], per=None)

    def _refuse_top_of_nothing(self, tree: Node) -> None:
        if self.top is None or self.top[1] is None or self.top[0] == "first" or self.by:
            return
        if any(measure.aggregate == "distribution" for measure in self.measures):
            return
        shown = str(self.measures[0])
        raise PhraseError(
            self.phrase,
            *span(tree),
            f"The {self.top[0]} {self.top[1]} of what? The answer is not split.",
            suggestions=[f"{shown} by {name} top {self.top[1]}" for name in TOPPED],
            hint="`by` splits an answer: by player, by session.",
        )

    def _settle_time(self, tree: Node) -> None:
        """See that what is said of time goes together."""
        for name in ("since", "until"):
            said = getattr(self.conditions, name)
            if said is not None:
                self.rest.setdefault(name, said)
        previous, last = self.rest.get("previous"), self.rest.get("last")
        if previous is None:
            return
        if previous == PERIOD and last is None:
            raise self._fail(
                self.unsaid,
                "The previous what?",
                code="incomplete",
                suggestions=("vs previous month", "vs previous session", "vs previous rules"),
            )
        if last is not None and last[0] <= 1 and last[1] == previous:
            if previous in SPANS and last[0] == 1:
                self.rest["previous"] = PERIOD
            else:  # this month vs previous month, last session vs previous session
                del self.rest["last"]
        elif last is not None and previous != PERIOD and (previous in SPANS or last[0] == 0):
            raise self._fail(
                tree,
                f"The last {last[1]} and the previous {previous} do not go together.",
                hint="`vs previous` alone holds a span against the one before.",
            )
        elif last is not None and previous == PERIOD and last[1] not in SPANS:
            if last[0] != 1:
                raise self._fail(tree, f"Only one {last[1]} is held against the one before.")
            self.rest["previous"] = last[1]
            del self.rest["last"]
        if self.conditions.compare is not None:
            raise self._fail(tree, "One comparison at a time.", hint="Ask two questions.")

    def _read_vs_bots(self, _node: Node) -> None:
        self.rest["beside_bots"] = True

    def _read_bots(self, node: Node) -> None:
        self.rest["bots"] = node.parts[0].value

    def _read_since(self, node: Node) -> None:
        word = normal(node.parts[0].text)
        is_after = word in ("after", "newer than")
        day = self.conditions.end if is_after else self.conditions.date
        self.rest["since"] = day(node.parts[1])

    def _read_until(self, node: Node) -> None:
        self.rest["until"] = self.conditions.date(node.parts[1])

    def _read_last(self, node: Node) -> None:
        *_, unit = node.parts
        count = node.parts[1].value if len(node.parts) == 3 else 1
        if not isinstance(count, int) or not 0 < count <= 100_000:
            raise self._fail(node.parts[1], "Say a whole number above 0.")
        named = {"SPAN": unit.value, "GAMES": "game"}
        self.rest["last"] = (count, named.get(unit.symbol) or self._shared_dimension(unit))

    def _read_top(self, node: Node) -> None:
        self.top = (node.parts[0].value, node.parts[1].value)
        if not isinstance(self.top[1], int) or not 0 < self.top[1] <= 1_000_000:
            raise self._fail(node.parts[1], "Say a whole number above 0.")

    def _read_order(self, node: Node) -> None:
        is_down = (
            node.parts[-1].value == "descending"
            if len(node.parts) == 3
            else (normal(node.parts[0].text) in ("ranked by", "rank by"))
        )
        self.ordered = (node.parts[1], is_down)

    def _read_ci(self, node: Node) -> None:
        level = node.parts[1].value
        level = round(level / 100, 12) if level >= 1 else level
        if not 0.5 <= level < 1:
            raise self._fail(node.parts[1], "An interval's level lies between 50 and 99.9 %.")
        self.rest["level"] = level

    def _read_anytime(self, node: Node) -> None:
        self.rest["anytime"] = True

    # -- what hangs together

    def _order(self, node: Node) -> str:
        """Return what an answer is ordered by: a dimension it is split by, or a measure."""
        part = node.parts[0]
        start, end = span(node)
        splits = [step.dimension for step in self.by]
        if isinstance(part, Token) and part.symbol == "SPAN":
            named = ["played at"]
        else:  # a word may name a metric as well as a dimension
            readings = self.names.words.get(normal(self.phrase[start:end]), ())
            named = [name for symbol, name in readings if symbol == "DIM"]
        for name in named:
            if name in splits:
                return name
        if isinstance(part, Token):
            raise self._fail(part, f"The answer is not split by {named[0]}.")
        aggregate, metric, unit = self._measure(part)
        same = [str(one) for one in self.measures if one.metric == metric.name]
        if not same and [one.metric for one in self.measures] == ["players"]:
            self.by.append(Step("player"))  # players ranked by win rate
            self.lists = True
        if not same and self.lists:  # players ranked by win rate
            self.measures[:] = [self._make(aggregate, metric, unit, part)]
            return str(self.measures[0])
        if not same:
            raise self._fail(part, f"The answer has no {metric.name}.")
        if aggregate is None and unit is None:
            return same[0]
        wanted = str(self._make(aggregate, metric, unit, part))
        if wanted not in same:
            raise self._fail(part, f"The answer has no {wanted}.", suggestions=same)
        return wanted

    def _settle_order(self) -> None:
        first = self.measures[0]
        if self.ordered is not None:
            node, is_down = self.ordered
            self.rest["order"] = self._order(node)
            self.rest["descending"] = is_down
        if self.top is None:
            return
        word, count = self.top
        self.rest["limit"] = count
        if "order" in self.rest or word == "first":
            return
        better = self.names.metrics[first.metric].better
        self.rest["order"] = str(first)
        self.rest["descending"] = {
            "top": True,
            "bottom": False,
            "best": better != "less",
            "worst": better == "less",
        }[word]
