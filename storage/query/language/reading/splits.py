"""Reads what an answer is split by: by level, on hard and on easy, month by month."""

from __future__ import annotations

from typing import Final

from ...catalogue import normal
from ...query import Condition, Step
from ..parser import Node, Token
from ..tree import flat, is_a, span
from .draft import Draft
from .metric_words import MetricWords
from .shares import Shares

HANGS_ON: Final = frozenset(
    "independent of, related to, depend on, depends on, vary by, vary with, varies by, varies with,"
    " differ by, differs by, influenced by, affected by, correlated with, associated with, linked to,"
    " correlate with, correlates with, related with, depending on, dependent on, relate to,"
    " relates to".split(", ")
)
"""Words for ``by`` behind which a value stands for all of its kind."""


class Splits:
    """Has a method for each part of the grammar that splits."""

    def __init__(self, draft: Draft, words: MetricWords, shares: Shares) -> None:
        self.draft = draft
        self.words = words
        self.shares = shares

    def read_bare(self, node: Node) -> None:
        first = next(part for part in node.parts if not is_a(part, "BY"))
        if isinstance(first, Node):
            self.draft.where.append(self.draft.conditions.sized(first))
        else:
            one = self.draft.named.bare(first)
            if is_a(node.parts[0], "BY") and self.shares.is_share_of_moves(one):
                self.draft.by.append(Step(one.dimension))  # share of pots finished by an ace
            elif is_a(node.parts[0], "BY") and normal(node.parts[0].text) in HANGS_ON:
                self.draft.by.append(Step(one.dimension))  # does fun depend on winning
                self._tell_groups_alike()
            elif not self.shares.is_the_share(one):
                self.draft.where.append(one)

    def _tell_groups_alike(self) -> None:
        """Take how often, or how many each, for how many: groups that are held together differ in size."""
        for at, one in enumerate(self.draft.measures):
            if one.metric == "games":  # does a game get shorter with practice
                del self.draft.measures[at]
                return
            if one.aggregate == "total" and self.draft.names.metrics[one.metric].kind == "count":
                rate = self.words.as_rate(one)
                self.draft.measures[at] = rate if rate != one else self.words.usual(one)

    def read_by(self, node: Node) -> None:
        if normal(node.parts[0].text) in HANGS_ON:
            self._tell_groups_alike()
        for step in flat(node.parts[1], "steps"):
            if not isinstance(step, Node):
                continue
            first, *more = step.parts
            if normal(node.parts[0].text) in HANGS_ON and is_a(first, "DIM"):
                self.draft.hung_on.add(self.draft.named.dimension(first).name)
            self._refuse_clock(node.parts[0], first)
            if not more and self._is_the_unit(node.parts[0], first):
                continue  # waste in points per game
            if first.symbol == "SPAN":
                self.draft.by = [one for one in self.draft.by if one.dimension != "played at"]
                self.draft.by.append(Step("played at", span=first.value))
            elif more:
                dimension = self.draft.conditions.binned(first)
                if dimension.kind != "number":
                    raise self.draft.fail(
                        step,
                        f"{dimension.name.capitalize()} is no number, so it has no bins.",
                        suggestions=(dimension.name,),
                    )
                self.draft.by.append(Step(dimension.name, bins=self.draft.width(more[1])))
            else:
                dimension = self.draft.named.dimension(first)
                span = "month" if dimension.kind == "time" else None
                self.draft.by.append(Step(dimension.name, span=span))

    def _is_the_unit(self, lead: Token, dim: Token) -> bool:
        """Tell whether ``per game`` says no more than what the figures before it are averages over."""
        if normal(lead.text) != "per" or normal(dim.text) != "game" or not self.draft.measures:
            return False
        named = self.draft.names.metrics
        return all(
            one.aggregate == "mean" and (one.per or named[one.metric].per) == "game"
            for one in self.draft.measures
        )

    def _refuse_clock(self, lead: Token, dim: Token) -> None:
        """Refuse ``equations per hour``: hours of play are no dimension, and hours of the day another."""
        if normal(lead.text) not in ("per", "each", "every") or normal(dim.text) != "hour":
            return
        asked = [str(one) for one in self.draft.measures]
        units = {one.plural: one.name for one in self.draft.names.units.values()}
        timed = {"game": "game time", "turn": "turn time"}
        named = [units[one.metric] for one in self.draft.measures if one.metric in units]
        tries = [timed.get(one, f"time per {one}") for one in named]
        totals = [
            str(one._replace(aggregate="total", per=None))
            for one in self.draft.measures
            if self.draft.names.metrics[one.metric].kind == "count"
        ] or asked
        raise self.draft.fail(
            dim,
            "Nothing is counted per hour of play; an hour is one of the day.",
            suggestions=[*tries, f"{', '.join(totals)} by hour"],
            is_whole=True,
        )

    def read_both(self, node: Node) -> None:
        what = node.parts[1]
        if is_a(what, "VALUE"):
            one = self.draft.named.bare(what)
            if self.draft.names.dimensions[one.dimension].kind != "flag":
                self._refuse_both(node, one)
            self.draft.by.append(Step(one.dimension))
            return
        flags = [name for name in what.value if self.draft.names.dimensions[name].kind == "flag"]
        dimension = self.draft.named.dimension(what._replace(value=flags or what.value))
        self.draft.by.append(Step(dimension.name))

    def _refuse_both(self, node: Node, one: Condition) -> None:
        """Refuse ``with and without Anna``: games of which one is told would be told twice."""
        asked = self.draft.asked()
        whose = next((o for o in self.draft.where if o.dimension == one.dimension), None)
        beside = f"{asked} where {whose} and {one._replace(operator='all of')}"
        raise self.draft.fail(
            node,
            f"With and without {one.values[0]} are two questions: what is split by"
            f" {one.dimension} is split by every {one.dimension}.",
            suggestions=[beside, f"{asked} where {whose}"]
            if whose is not None  # does Anna win more with Ben
            else [
                f"{asked} where {one}",
                f"{asked} where {one._replace(operator='!=')}",
                f"{asked} by {one.dimension}",
            ],
            is_whole=True,
        )

    def read_over_time(self, node: Node) -> None:
        start, end = span(node)
        if normal(self.draft.phrase[start:end]).startswith("trend"):
            self.draft.trend = Step("played at", span=node.parts[0].value)
        self.draft.by.append(Step("played at", span=node.parts[0].value))
