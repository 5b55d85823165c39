"""Reads the parts of a phrase that say what is counted."""

from __future__ import annotations

import re
from typing import Any, Final

from engine.metrics import Dimension, Metric

from ...catalogue import normal
from ...query import Condition, Measure, Step
from ..parser import Node, Token
from ..tree import flat, is_a, leaves, span
from ..words import LENGTHS, LISTED
from .chosen import Chosen
from .conditions import merged
from .draft import Draft
from .metric_words import MetricWords
from .ranked import WAYS, plain
from .shares import CAME_OUT
from .splits import Splits

_LISTS: Final = frozenset({"breakdown", "distribution"})
"""What is said behind a dimension to see all of it: operations breakdown."""

_WAS: Final = r"(?i)\b(had|was|were|took|lasted|needed|got|saw|went|ended)\b"
"""What is said of single games and targets, and not of kinds of them."""

SEVERAL: Final = 10
"""How many are shown where it is not said: which games were the longest."""


class AskedFor:
    """Has a method for each such part of the grammar."""

    def __init__(self, draft: Draft, words: MetricWords, chosen: Chosen, splits: Splits) -> None:
        self.draft = draft
        self.words = words
        self.chosen = chosen
        self.splits = splits

    def read_measures(self, node: Node) -> None:
        each = [one for one in flat(node, "measures") if isinstance(one, Node)]
        if len(each) == 2 and self._is_split(*each):  # games per player and game
            self.draft.by.append(Step("game"))
            each.pop()
        found = [self.words.read(one) for several in each for one in self._one_each(several)]
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
            self.draft.measures.append(self.words.figure(aggregate, metric, unit, node))
            if aggregate is None:
                self.draft.bare.add(self.draft.measures[-1])

    def _is_split(self, counted: Node, other: Node) -> bool:
        """Tell whether the second word goes on with what the first is told by."""
        [*_, last], words = leaves(counted), leaves(other)
        return is_a(last, "PER_UNIT") and len(words) == 1 and normal(words[0].text) == "game"

    def _one_each(self, node: Node) -> list[Node]:
        """Return ``mean and median turns`` as the mean and the median, each with what follows."""
        first, *rest = node.parts
        if not isinstance(first, Node):
            return [node]
        if first.name == "measure":
            return [Node("measure", (one, *rest)) for one in self._one_each(first)]
        wanted = [one._replace(symbol="AGG") for one in leaves(first) if is_a(one, "PLAIN")]
        return [Node("measure", (one, *rest)) for one in wanted]

    def read_listing(self, node: Node) -> None:
        token = next(part for part in node.parts if is_a(part, "DIM"))
        if is_a(node.parts[-1], "POSTFIX") and node.parts[-1].value not in _LISTS:
            said = node.parts[-1].text
            raise self.draft.fail(
                node,
                f"`{token.text}` is a dimension, and splits an answer: it has no {said}.",
                suggestions=(f"breakdown of {token.text}",),
            )
        dimension = self.draft.named.dimension(token)
        self.draft.measures.append(Measure("total", self.words.counted_by(dimension)))
        self.draft.by.append(self.words.step(dimension))
        for other in [part for part in node.parts if is_a(part, "DIM")][1:]:
            self.draft.by.append(self.words.step(self.draft.named.dimension(other)))
        self.draft.lists = True

    def read_ranking(self, node: Node) -> None:
        *_, dim, _, measures = node.parts
        top = next(part for part in node.parts if is_a(part, "TOP"))
        if any(is_a(part, "FILTER") for part in node.parts):
            way = WAYS.get(leaves(measures)[0].value[0])  # with the fewest wins
            top = top._replace(value=way) if way else top
            measures = plain(measures) if way else measures
        number = self._number_in(node)
        if number is None and self._is_turned(dim, measures):
            return self.read_turned(top, dim, measures)
        place, step = len(self.draft.by), self.words.step(self.draft.named.dimension(dim))
        self.read_measures(measures)
        single = self._single(dim) if number is not None and self._is_of_single_ones(dim) else None
        self.draft.by[place:place] = single or [step]
        self.draft.top = (top.value, number)
        return None

    def _number_in(self, node: Node) -> int | None:
        """Return how many are asked for: top *5* players."""
        said = next((part for part in node.parts if is_a(part, "NUMBER")), None)
        return None if said is None else self.draft.row_count(said)

    def _single(self, dim: Token) -> list[Step] | None:
        """Return what tells each game, target or turn from all others, None if *dim* names none."""
        said = normal(dim.text)
        if said in ("games", "game", "matches", "logs"):
            return [Step("game id")]
        if said in ("turns", "turn"):
            return [Step("game id"), Step("turn")]
        units = [one for one in self.draft.names.units.values() if one.table == "rounds"]
        unit = next((one for one in units if said in (one.name, one.plural)), None)
        if unit is None:
            return None
        named = (f"{unit.name} number", f"{unit.name} value") if unit.games else ()
        steps = [Step(name) for name in named if name in self.draft.names.dimensions]
        return [Step("game id"), *(steps or [Step("round")])]

    def _is_of_single_ones(self, dim: Token) -> bool:
        """Tell whether one game or target has the figure by itself: it has its turns, no win rate."""
        if self._single(dim) is None:
            return False
        is_game = normal(dim.text) in ("games", "game", "matches", "logs")
        for measure in self.draft.measures:
            metric = self.draft.names.metrics[measure.metric]
            if metric.top or metric.name in ("games", "wins", "losses", "stars", "ratings"):
                return False
            if measure.aggregate not in ("mean", "total"):
                return False
            if is_game and measure.per not in (None, "game"):
                return False
        return True

    def _is_turned(self, dim: Token, measures: Node) -> bool:
        """Tell whether both words read the other way round as well: best score by player."""
        start, end = span(measures)
        is_number = self.draft.named.dimension(dim).kind == "number"
        return (
            is_number
            and self.words.may_be("METRIC", dim.text)
            and self.words.may_be("DIM", self.draft.phrase[start:end])
        )

    def read_turned(self, top: Token, dim: Token, measures: Node) -> None:
        self.read_best(dim, is_best=top.value in ("top", "best"), place=measures)
        start, end = span(measures)
        words = self.draft.names.words[normal(self.draft.phrase[start:end])]
        dims = [name for symbol, name in words if symbol == "DIM"]
        self.draft.by.append(
            Step(
                self.draft.named.dimension(
                    Token("DIM", dims, start, end, self.draft.phrase[start:end])
                ).name
            )
        )

    def read_best(self, dim: Token, *, is_best: bool, place: Node) -> None:
        """Read the name of a number as the metric that it is too: best score."""
        words = self.draft.names.words[normal(dim.text)]
        named = [name for symbol, name in words if symbol == "METRIC"]
        metric, unit = self.words.metric(dim._replace(symbol="METRIC", value=named))
        kind = "max" if is_best == (metric.better != "less") else "min"
        self.draft.measures.append(self.words.figure((kind, None), metric, unit, place))

    def read_which(self, node: Node) -> None:
        _, dim, *rest = node.parts
        metric, aggregate = rest if rest[0].symbol == "METRIC" else rest[::-1]
        way = self._way(aggregate)
        named, unit = self.words.metric(metric)
        if is_a(dim, "SPAN"):
            return self._read_which_span(dim, metric, way, node)
        dimension = self.draft.named.dimension(dim)
        self.draft.by.append(self.words.step(dimension))
        is_long = normal(aggregate.text) in {*LENGTHS, "longer", "shorter"}
        if named.name == "turns" and unit is None and is_long:
            named = self.draft.names.metrics["turn time"]  # who has the longest turns
        quick = self._turns_of(named, dimension) if is_long else None
        if quick is not None:  # which target was hit fastest
            named, unit = self.draft.names.metrics["turns"], quick
        counted = next((u for u in self.draft.names.units.values() if u.plural == named.name), None)
        if is_long and counted is not None and counted.table in ("games", "rounds"):
            named, unit = self.draft.names.metrics["turns"], counted.name  # has the longest games
        if named.name == "plays" and "games" in dimension.at:  # which level do we play most
            named = self.draft.names.metrics["games"]
        measure = self.words.figure(None, named, unit, node)
        if named.name in ("wins", "losses") and "games" in dimension.at:
            measure = self.words.as_rate(measure)  # of levels played more often more games are won
        self.draft.measures.append(measure)
        self.draft.top = (way, None)
        self.draft.asks_which = True
        self._read_single(dim, node)
        return None

    def _read_which_span(self, span: Token, metric: Token, way: str, node: Node) -> None:
        """Read ``which month had the most games``."""
        named, unit = self.words.metric(metric)
        self.draft.by.append(Step("played at", span=span.value))
        self.draft.measures.append(self.words.figure(None, named, unit, node))
        self.draft.top = (way, None)
        self.draft.asks_which = True

    def _turns_of(self, metric: Metric, dimension: Dimension) -> str | None:
        """Return the unit of what is hit or solved, of which it is asked how fast, and choose those."""
        came_out = re.fullmatch(CAME_OUT, metric.at.get("rounds", ""))
        outcome = next(
            (
                one.name
                for one in self.draft.names.dimensions.values()
                if one.at.get("rounds") == "outcome" and one.games == metric.games != ()
            ),
            None,
        )
        unit = self.words.unit_of(dimension)
        if came_out is None or outcome is None or unit is None:
            return None
        self.draft.where.append(Condition(outcome, "=", (came_out[1],)))
        return unit

    def _read_single(self, dim: Token, node: Node) -> None:
        """Take what had or was the most for single ones: which game *had* the most busts."""
        start, end = span(node)
        is_one = dim.value[0] == "game id"
        was = is_one or re.search(_WAS, self.draft.phrase[start:end]) is not None
        if not was or not (is_one or self._is_of_single_ones(dim)) or self.draft.top is None:
            return
        self.draft.by[-1:] = self._single(dim) or self.draft.by[-1:]
        several = not is_one and normal(dim.text).endswith("s")
        self.draft.top = (self.draft.top[0], SEVERAL if several else 1)

    def _way(self, word: Token) -> str:
        """Return which rows come first: with the most, the fewest, the best."""
        if word.symbol == "TOP":
            return str(word.value)
        if word.symbol == "MORE":
            return "bottom" if normal(word.text).startswith(("less", "fewer")) else "top"
        if word.value[0] not in ("max", "min"):
            raise self.draft.fail(word, "Ask for the highest or the lowest.")
        return "top" if word.value[0] == "max" else "bottom"

    def _readings(self, token: Token) -> list[tuple[str, str]]:
        return list(self.draft.names.words.get(normal(token.text), ()))

    def read_extreme(self, node: Node) -> None:
        """Read ``hardest level``: a split, ordered by what the word is about."""
        dim = next(part for part in node.parts if is_a(part, "DIM"))
        word = next(part for part in node.parts if is_a(part, "EXTREME"))
        self.draft.adjectives += [part for part in node.parts if is_a(part, "VALUE")]
        if len(node.parts) == 4 and is_a(node.parts[0], "WHICH"):
            *lead, last = node.parts
            if way_of := {"best": "best", "worst": "worst"}.get(normal(word.text)):
                named = [n for s, n in self._readings(last) if s == "METRIC"]
                if named:  # which level has the best rating
                    ranked = word._replace(symbol="TOP", value=way_of)
                    metric = last._replace(symbol="METRIC", value=named)
                    self.read_which(Node("which", (*lead[:2], ranked, metric)))
                    return
        name, way = word.value
        number = self._number_in(node)
        dimension = self.draft.named.dimension(dim)
        is_best = normal(word.text) in ("best", "worst")
        if is_best and dimension.kind == "number" and self.words.may_be("METRIC", dim.text):
            self.read_best(dim, is_best=way == "top", place=node)  # best score, worst score
            return
        is_long = name == "turn time" and (number is not None or self._is_numbered(word))
        is_long |= name == "turn time" and normal(dim.text) == "turns"  # the slowest turns
        single = self._single(dim) if is_long and normal(word.text) in LENGTHS else None
        self.draft.by += single or [self.words.step(dimension)]
        if single is not None and normal(dim.text).startswith("turn"):
            self.draft.measures.append(Measure("mean", "turn time"))
        elif name == "turn time" and dimension.name == "session":
            self.draft.measures.append(Measure("total", "game time"))
        elif name == "fun":
            self.words.rate_fun()
        else:
            if name == "win rate" and self.words.unit_of(dimension) is not None:
                # A round is not won or lost by the table, and a hard one takes longer.
                name, way = "turns", {"bottom": "top", "top": "bottom"}.get(way, way)
            if name == "turn time" and ("rounds" in dimension.at or "games" in dimension.at):
                name = "turns"
            elif name == "games":
                name = self.words.counted_by(dimension)
                self.draft.measures.append(Measure("total", "plays" if name == "moves" else name))
                self.draft.top = (way, number)
                return
            elif name == "win rate" and dimension.name == "seat":
                name = "seat score"
            elif name == "win rate":
                self.draft.ranks_unsaid = True
            metric, _ = self.words.metric(self.words.said(name))  # of Equator the best players
            unit = None if metric.top else self.words.unit_of(dimension)
            self.draft.measures.append(self.words.figure(None, metric, unit, node))
        self.draft.top = (way, number)
        if number is None and is_a(node.parts[0], "WHICH"):
            self._read_single(dim, node)

    def _is_numbered(self, word: Token) -> bool:
        """Tell whether so many are asked for: top 5 *longest* games."""
        at = self.draft.said.index(word)
        return [one.symbol for one in self.draft.said[max(0, at - 2) : at]] == ["TOP", "NUMBER"]

    def read_why(self, node: Node) -> None:
        self.read_measures(node.parts[1])
        self.read_and_why(node)

    def read_and_why(self, node: Node) -> None:
        """Break what is counted down by its causes."""
        for at, measure in enumerate(self.draft.measures):
            metric = self.draft.names.metrics[measure.metric]
            metric = self.draft.names.metrics[metric.top] if metric.top else metric
            if metric.by:
                self.draft.measures[at] = Measure("total", metric.name)
                self.draft.by.append(Step(metric.by))
                return
        raise self.draft.fail(
            node,
            "Nobody notes why.",
            hint="Losses, busts, hits, claims and rule breaks have causes.",
            suggestions=("loss causes",) if len(self.draft.measures) == 1 else (),
        )

    def read_helps(self, node: Node) -> None:
        """Ask whether something makes a difference: the win rate with it and without."""
        success = "win rate"
        is_split = any(is_a(one, "BY") for one in self.draft.said)
        if is_split and is_a(node.parts[0], "VALUE"):  # do more lives make pot luck easier
            self.draft.where.append(self.draft.named.bare(node.parts[0]))
        elif is_a(node.parts[0], "NEW"):
            self.draft.rest["previous"] = self.draft.in_order(node.parts[1])
        else:
            named = next(part for part in node.parts if is_a(part, "DIM", "VALUE"))
            is_value = is_a(named, "VALUE")
            name = (
                self.draft.named.bare(named).dimension
                if is_value
                else self.draft.named.dimension(named).name
            )
            self.draft.by.append(Step(name))
            success = self.words.success_in(self.draft.names.dimensions[name].games)
        self.draft.measures.append(Measure("rate", success))

    def read_affects(self, node: Node) -> None:
        """Read ``effect of level on pass rate``: one split by the other.

        Of groups that differ in size it is told how often, where that can be told.
        """
        asked = next((part for part in node.parts if isinstance(part, Node)), None)
        if asked is not None:
            self.read_measures(asked)
        dimensions = [
            self.draft.named.dimension(part)
            if is_a(part, "DIM")
            else self.draft.names.dimensions[self.draft.named.bare(part).dimension]
            for part in node.parts
            if is_a(part, "DIM", "VALUE")
        ]
        if asked is None:
            self.draft.measures.append(Measure("total", self.words.counted_by(dimensions[0])))
            self.draft.lists = True
        for at, one in enumerate(self.draft.measures):
            if one.aggregate == "total" and one in self.draft.bare:
                self.draft.measures[at] = self.words.as_rate(one)
        self.draft.by += [self.words.step(one) for one in dimensions]

    def read_each(self, node: Node) -> None:
        """Read ``compare levels by win rate``: what is compared is the split, in whatever order."""
        self.read_measures(node.parts[-1])
        dim = next(part for part in node.parts if is_a(part, "DIM"))
        self.draft.by.append(self.words.step(self.draft.named.dimension(dim)))
        chosen = next((one for one in node.parts if is_a(one, "FILTER")), None)
        which = next((one for one in node.parts if isinstance(one, Node)), node.parts[-1])
        if chosen is not None and which is not node.parts[-1]:
            self.chosen.read_where(Node("where", (chosen, which)))

    def read_related(self, node: Node) -> None:
        """Read ``correlation between passes and wins``: what came out, split by what may lead to it."""
        for part in node.parts:
            if isinstance(part, Node):
                self.read_measures(part)
        self.draft.related = node

    def read_postfixed(self, node: Node) -> None:
        aggregate: tuple[Any, ...] = (node.parts[1].value, None)
        named = [one for one in flat(node.parts[0], "measures") if isinstance(one, Node)]
        for several in named:
            for measure in self._one_each(several):
                own, metric, unit = self.words.read(measure)
                if node.parts[1].value == "total":  # points in total; turns per target in total
                    aggregate = own or ("total", None, "sum")
                lead = normal(node.parts[1].text).split()[0]
                is_beside = lead in ("with", "and", "plus", "±", "+")
                if aggregate[0] == "sd" and (own is not None or is_beside):
                    # average rating with std dev
                    self.draft.measures.append(self.words.figure(own, metric, unit, node))
                self.draft.measures.append(self.words.figure(aggregate, metric, unit, node))

    def read_such(self, node: Node) -> None:
        self.read_measures(node.parts[0])
        conditions = self.draft.conditions.read(node.parts[2])
        if self.draft.measures[-1].aggregate == "share":
            such = merged(conditions)
            self.draft.measures[-1] = self.draft.measures[-1]._replace(such=such)
            if normal(node.parts[1].text) in (
                "in",
                "with",
            ):  # share of games in pot luck that are lost
                self.draft.such_by_the_way = such
        else:  # rounds won by a single card, of which no share is asked
            self.draft.where += conditions

    def read_containing(self, node: Node) -> None:
        """Read ``remarks mentioning luck``: what was said of a game is what is looked through."""
        self.read_measures(node.parts[0])
        names, last = self.draft.names, self.draft.measures[-1]
        if last.metric == "stars" and last in self.draft.bare:  # feedback containing …
            self.draft.measures[-1] = last = Measure("total", "remarks")
        [named, *more] = leaves(node.parts[2])
        is_listed = node.parts[1].value == LISTED
        self.draft.by += [Step("remark")] if is_listed else []  # what do people say about jokers
        if (
            (is_listed or normal(node.parts[1].text) == "about")
            and is_a(named, "VALUE")
            and not more
        ):
            if any(
                name in ("game", "rules version") for name, _ in named.value
            ):  # remarks about pot luck
                self.draft.where.append(self.draft.named.bare(named))
                return
        if "feedback" not in names.metrics[last.metric].at:
            raise self.draft.fail(
                node.parts[1],
                f"Words are looked for in remarks, and {last.metric} has none.",
                suggestions=(),
                hint=f"Games with such a remark: {last} where remark contains …",
            )
        self.draft.where.append(
            self.draft.conditions.containing(names.dimensions["remark"], node.parts[2])
        )

    def read_outdoes(self, node: Node) -> None:
        """Read ``does Ben pass more than Anna``, of which the first side stands before."""
        self.read_measures(node.parts[0])
        for at, measure in enumerate(self.draft.measures):
            if measure.aggregate in ("total", "mean") and measure in self.draft.bare:
                self.draft.measures[at] = self.words.as_rate(measure)
        self.draft.outdone = node.parts[2]

    def read_part_of(self, node: Node) -> None:
        """Read ``share of turns that are passes``: the share of the latter, which is of the former."""
        all_of, part = leaves(node.parts[0]), node.parts[2]
        wholes = all_of[1].value if len(all_of) > 1 and is_a(all_of[1], "METRIC") else []
        kind = all_of[0].value[0] if is_a(all_of[0], "AGG") else ""
        own, _ = self.words.metric(part)
        fits = [
            self.draft.names.metrics[name]
            for name in part.value
            if name in self.draft.names.metrics
        ]
        fits = [one for one in (own, *fits) if self.words.is_part_of(one, wholes)]
        if kind not in ("share", "total") or not fits:
            shown = f"share of {own.name}" if own.whole else f"mean {own.name}"
            raise self.draft.fail(
                node,
                f"`{part.text}` is no part of `{self.draft.phrase[slice(*span(node.parts[0]))]}`"
                " that is counted among it.",
                suggestions=(shown,),
            )
        chosen = self.words.figure((kind, None), fits[0], None, node)
        self.draft.measures.append(chosen)

    def read_against(self, node: Node) -> None:
        self.read_measures(node.parts[0])
        self.splits.read_by(Node("by", node.parts[1:]))

    def read_binned(self, node: Node) -> None:
        self.read_measures(node.parts[0])
        last = self.draft.measures[-1]
        width = node.parts[2].value
        metric = self.draft.names.metrics[last.metric]
        if last in self.draft.bare and width > 0:  # turns per target in bins of 2
            last = last._replace(aggregate="distribution", per=last.per or metric.per)
            last = last._replace(per=None) if metric.kind == "value" else last
        if last.aggregate != "distribution":
            shown = last._replace(
                aggregate="distribution",
                per=last.per or metric.per,
                quantile=None,
                bins=float(width),
            )
            raise self.draft.fail(
                node.parts[1],
                "Bins go with a distribution, or with a number behind `by`.",
                suggestions=(str(shown),),
                is_whole=True,
            )
        self.draft.measures[-1] = last._replace(bins=self.draft.width(node.parts[2]))
