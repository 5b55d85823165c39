"""Turns the tree of a phrase into a Query."""

from __future__ import annotations

from typing import Any, Final

from engine.metrics import Dimension, Metric

from .catalogue import Catalogue, normal
from .conditions import Conditions, merged
from .errors import PhraseError
from .lexer import Values
from .parser import Node, Token
from .query import Comparison, Condition, Measure, Query, Step, Value
from .tree import ASKING, asking, flat, is_a, span

_SAYING: Final = frozenset(
    "by over_time where without bare comparison bots since until last top order ci anytime".split()
)
_OF_SIZE: Final = frozenset({"mean", "median", "quantile", "min", "max", "sd", "distribution"})
_DEFAULT_COMPARED: Final = ("win rate", "turns", "pass rate")


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
        self.top: tuple[str, int | None] | None = None
        self.ordered: tuple[Node, bool] | None = None

    def query(self, tree: Node) -> Query:
        # What is counted first: a condition may mean the turns of a game or of a target.
        self._refuse_two_questions(tree)
        self._walk(tree, ASKING)
        self._walk(tree, _SAYING)
        self.where += [self.conditions.bare(token) for token in self.adjectives]
        if not self.measures:
            self._ask_usual(tree)
        self._settle_order()
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
        found = [self.names.aliases.get(name, (name, None)) for name in token.value]
        if len(found) > 1 and self.store is not None:
            held = set(self.store.of(self.names.dimensions["game"]) or ())
            for name, unit in found:
                games = self.names.games_of(name, unit)
                if not games or held & set(games):
                    return self.names.metrics[name], unit
        name, unit = found[0]
        return self.names.metrics[name], unit

    def _make(
        self, aggregate: tuple[str, float | None] | None, metric: Metric, unit: str | None, at: Node
    ) -> Measure:
        kind, quantile = aggregate or (None, None)
        if kind == "breakdown":
            if metric.by and not self.by:
                self.by.append(Step(metric.by))
            kind = "total"
        if metric.top and kind in (None, "mean", "share", "total"):
            if unit is not None and metric.kind == "rate":
                self.by.append(self._unit_step_of(unit, at))
            return Measure("rate", metric.name)
        if metric.name == "games" and kind in _OF_SIZE and unit in (None, "game"):
            raise self._fail(
                at,
                "What of the games: their turns, their time?",
                code="what-of-it",
                suggestions=[
                    str(Measure(kind, "turns", "game", quantile)),  # type: ignore[arg-type]
                    str(Measure(kind, "game time", None, quantile)),  # type: ignore[arg-type]
                ],
            )
        if kind == "share":
            if not metric.whole:
                raise self._fail(
                    at,
                    f"A share of {metric.name} has no whole to be a share of.",
                    suggestions=("share of passes", "share of wins", "share of hits"),
                )
            if unit is not None:
                self.by.append(self._unit_step_of(unit, at))
            return Measure("share", metric.name)
        if kind == "total" and unit is not None:
            kind = "mean"  # how many turns per target
        if kind is None:
            kind = metric.usually if unit is None and metric.kind == "count" else "mean"
        if kind == "total":
            return Measure("total", metric.name)
        if metric.kind == "value":
            if unit not in (None, metric.per):
                self.by.append(self._unit_step_of(str(unit), at))
            unit = None
        else:
            unit = unit or metric.per
        return Measure(kind, metric.name, unit, quantile)  # type: ignore[arg-type]

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
        self.by.append(Step(self.conditions.dimension(dim).name))
        self._read_measures(measures)
        self.top = (top.value, number[0].value if number else None)

    def _read_which(self, node: Node) -> None:
        _, dim, *rest = node.parts
        metric, aggregate = (rest[1], rest[0]) if rest[0].symbol == "AGG" else rest
        if aggregate.value[0] not in ("max", "min"):
            raise self._fail(aggregate, "Ask for the highest or the lowest.")
        named, unit = self._metric(metric)
        self.by.append(Step(self.conditions.dimension(dim).name))
        self.measures.append(self._make(None, named, unit, node))
        self.top = ("top" if aggregate.value[0] == "max" else "bottom", None)

    def _read_postfixed(self, node: Node) -> None:
        aggregate = (node.parts[1].value, None)
        for measure in flat(node.parts[0], "measures"):
            if isinstance(measure, Node):
                _, metric, unit = self._measure(measure)
                self.measures.append(self._make(aggregate, metric, unit, node))

    def _read_bare(self, node: Node) -> None:
        first, *dim = node.parts
        if dim:
            name = self.conditions.number_dimension(dim[0]).name
            self.where.append(Condition(name, "=", (first.value,)))
        else:
            self.where.append(self.conditions.bare(first))

    def _read_such(self, node: Node) -> None:
        self._read_measures(node.parts[0])
        conditions = self.conditions.read(node.parts[2])
        self.measures[-1] = self.measures[-1]._replace(such=merged(conditions))

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
        if self.conditions.compare:
            for name in _DEFAULT_COMPARED:
                metric = self.names.metrics[name]
                self.measures.append(self._make(None, metric, None, tree))
            return
        if any(condition.dimension == "rating" for condition in self.where):
            self.measures.append(Measure("mean", "stars"))  # fun by level
            return
        if self.by or self.where:
            self.measures.append(Measure("total", "games"))
            return
        raise self._fail(
            tree,
            "The phrase says nothing that could be counted.",
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
        parts = [part for part in node.parts if not is_a(part, "COMPARE", "VS")]
        dims = [part for part in parts if is_a(part, "DIM")]
        if dims:
            first, second = (part for part in parts if part not in dims)
            if is_a(first, "NUMBER"):
                dimension = self.conditions.number_dimension(dims[-1])
                pair: tuple[Value, Value] = (first.value, second.value)
            else:
                dimension = self.conditions.dimension(dims[0])
                pair = (
                    self.conditions.literal(dimension, first),
                    self.conditions.literal(dimension, second),
                )
            self.conditions.compare = Comparison(dimension.name, pair)
            return
        left, right = parts
        shared = [name for name, _ in left.value if name in {other for other, _ in right.value}]
        if not shared:
            raise self._fail(node, "These two are no values of one dimension.")
        first, second = (dict(part.value)[shared[0]] for part in parts)
        self.conditions.compare = Comparison(shared[0], (first, second))

    def _read_bots(self, node: Node) -> None:
        self.rest["bots"] = node.parts[0].value

    def _read_since(self, node: Node) -> None:
        self.rest["since"] = self.conditions.date(node.parts[1])

    def _read_until(self, node: Node) -> None:
        self.rest["until"] = self.conditions.date(node.parts[1])

    def _read_last(self, node: Node) -> None:
        *_, span = node.parts
        count = node.parts[1].value if len(node.parts) == 3 else 1
        if not isinstance(count, int) or not 0 < count <= 100_000:
            raise self._fail(node.parts[1], "Say a whole number above 0.")
        self.rest["last"] = (count, span.value)

    def _read_top(self, node: Node) -> None:
        self.top = (node.parts[0].value, node.parts[1].value)
        if not isinstance(self.top[1], int) or not 0 < self.top[1] <= 1_000_000:
            raise self._fail(node.parts[1], "Say a whole number above 0.")

    def _read_order(self, node: Node) -> None:
        is_down = len(node.parts) == 3 and node.parts[2].value == "descending"
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
