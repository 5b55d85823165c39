"""Settles what is held against what, where several parts of a phrase say it together."""

from __future__ import annotations

from collections.abc import Sequence

from ...query import PERIOD, Condition, Measure, Query, Step
from ..parser import Node, Token
from ..tree import is_a, span
from ..words import SPANS
from .conditions import merged
from .draft import Draft
from .metric_words import MetricWords


class Against:
    """Looks at the two sides of a draft."""

    def __init__(self, draft: Draft, words: MetricWords) -> None:
        self.draft = draft
        self.words = words

    def compared(self) -> None:
        """Hold against each other what ``compare stars of pot luck and spot on`` names."""
        conditions = self.draft.conditions
        is_asked = any(is_a(one, "COMPARE") for one in self.draft.said)
        if not is_asked or conditions.compare is not None or conditions.beside is not None:
            return
        if self.draft.rest.get("previous") or self.draft.rest.get("beside_bots"):
            return
        for at, one in enumerate(where := list(merged(self.draft.where))):
            if one.operator == "=" and len(one.values) > 1:
                del where[at]
                self.draft.where = where
                conditions.hold_together(one.dimension, one.values)
                return

    def more(self) -> None:
        """Read ``do we pass more on hard``: a split by level, of how often and not of how much."""
        kept = {"rating", "game"} if self.draft.by else {"rating"}  # lives make pot luck easier
        split = [one for one in self.draft.where if one.dimension not in kept]
        last = self.draft.rest.get("last")
        if self.draft.asks_for_more and self.draft.conditions.compare is not None:
            self.draft.measures[:] = map(self.words.as_rate, self.draft.measures)
        if self.draft.asks_for_more and not split and last and last[1] in SPANS:
            self._more_than_before(last)  # did we win more last month
        if not self.draft.asks_for_more or not split:
            return
        self.draft.where = [one for one in self.draft.where if one not in split]
        self.draft.by += [Step(condition.dimension) for condition in split]
        for at, measure in enumerate(self.draft.measures):
            if measure.aggregate in ("total", "mean"):
                rate = self.words.as_rate(measure)
                if all(self.words.can_be_split(rate, one.dimension) for one in self.draft.by):
                    self.draft.measures[at] = rate

    def _more_than_before(self, last: tuple[int, str]) -> None:
        """Hold a span of time against the one before it."""
        if last[0] == 0:
            del self.draft.rest["last"]
        self.draft.rest.setdefault("previous", PERIOD if last[0] else last[1])
        self.draft.measures[:] = map(self.words.as_rate, self.draft.measures)

    def outdone(self) -> None:
        """Hold what stands before the question against what it is to outdo: Ben against Anna."""
        other = self.draft.outdone
        if other is None:
            return
        said: Token = other.parts[0] if isinstance(other, Node) else other
        for one in self.draft.where if is_a(said, "NUMBER") else ():
            if one.operator == "=" and len(one.values) == 1 and not isinstance(one.values[0], str):
                self.draft.where.remove(one)
                self.draft.conditions.hold_together(one.dimension, (one.values[0], said.value))
                return
        for one in self.draft.where if is_a(said, "VALUE") else ():
            values = dict(said.value)
            if one.operator == "=" and len(one.values) == 1 and one.dimension in values:
                self.draft.where.remove(one)
                sides = (one.values[0], values[one.dimension])
                if sides[0] == sides[1]:
                    raise self.draft.fail(other, "Both sides are the same.")
                self.draft.conditions.hold_together(one.dimension, sides)
                return
        raise self.draft.fail(
            other,
            f"What is held against `{self.draft.phrase[slice(*span(other))]}` is not said.",
            suggestions=(),
            hint=f"Name both: compare … vs {self.draft.phrase[slice(*span(other))]}.",
        )

    def related(self) -> None:
        """Read ``correlation between passes and wins`` as what came out, by what may lead to it."""
        node = self.draft.related
        if node is None or self.draft.by or not self.draft.measures:
            return  # level and pass rate correlation: one of them splits
        asked = self.draft.measures
        if len(asked) == 1:  # does passing help
            games = self.draft.names.games_of(asked[0].metric)
            asked = [asked[0], Measure("rate", self.words.success_in(games))]
        found = self._split_by_each_other(asked) if len(asked) == 2 else None
        if found is not None:
            self.draft.measures[:], self.draft.by = [found[0]], [found[1]]
            return
        where = merged(self.draft.where)
        tries = [
            Query((one,), (Step(name),), where)
            for one in asked[::-1]
            for name in ("game turns", "level", "player")
            if self.words.can_be_split(one, name)
        ]
        raise self.draft.fail(
            node,
            f"{asked[0]} and {asked[-1]} are not told of the same cases, so that none splits the other.",
            code="no-such-answer",
            suggestions=[str(one) for one in tries[:3]],
            is_whole=True,
        )

    def _split_by_each_other(self, asked: Sequence[Measure]) -> tuple[Measure, Step] | None:
        """Return which of two figures can be told by what of the other.

        First the one said last by the other; what came out is rather split than splits.
        """
        sides = (tuple(asked), tuple(asked[::-1]))
        for cause, effect in sorted(
            sides, key=lambda one: self.words.splits_of(one[0]) == ["outcome"]
        ):
            shown = self.words.as_rate(effect)
            if shown.aggregate == "total":
                shown = self.words.usual(shown)
            for name in self.words.splits_of(cause):
                if self.words.can_be_split(shown, name):
                    return shown, Step(name)
        return None

    def sides(self) -> None:
        """Take ``who hits more, Anna or Ben`` for the two, who are no rows besides."""
        if not self.draft.asks_which:
            return
        compare = self.draft.conditions.compare
        for at, one in enumerate(merged(self.draft.where)):
            is_pair = one.operator == "=" and len(one.values) == 2
            if self.draft.top is None or compare is not None or not is_pair:
                continue
            if [step.dimension for step in self.draft.by] == [one.dimension]:
                self.draft.where = list(merged(self.draft.where))
                del self.draft.where[at]
                self.draft.conditions.hold_together(one.dimension, one.values)
                compare = self.draft.conditions.compare
        if compare is None or compare.dimension not in [one.dimension for one in self.draft.by]:
            return
        self.draft.by = [one for one in self.draft.by if one.dimension != compare.dimension]
        if self.draft.top is not None and self.draft.top[1] is None:
            self.draft.top = None

    def ratings(self) -> None:
        """Take ``ratings`` that are held against each other for how high they are."""
        conditions = self.draft.conditions
        if conditions.compare is None or any(is_a(one, "AGG") for one in self.draft.said):
            return
        for at, one in enumerate(self.draft.measures):
            if one == Measure("total", "ratings"):
                self.draft.measures[at] = Measure("mean", "stars")

    def at_one_table(self) -> None:
        """Read ``Anna and Ben together``: the games in which both sat at the table."""
        if self.draft.together is None:
            return
        compare = self.draft.conditions.compare
        if compare is not None and "seats" in self.draft.names.dimensions[compare.dimension].at:
            self.draft.conditions.compare = None
            self.draft.where.append(Condition(compare.dimension, "all of", compare.values))
            return
        beside = self.draft.conditions.beside
        if beside is not None and "seats" in self.draft.names.dimensions[beside.dimension].at:
            self.draft.conditions.beside = None
            self.draft.where.append(beside._replace(operator="all of"))
            return
        for at, one in enumerate(merged(self.draft.where)):
            if one.operator in ("=", "all of") and len(one.values) > 1:
                if self.draft.conditions.together("=", one.dimension) == "all of":
                    self.draft.where = list(merged(self.draft.where))
                    self.draft.where[at] = one._replace(operator="all of")
                    return
        raise self.draft.fail(
            self.draft.together,
            "Who together?",
            suggestions=(),
            hint="Name two players: Anna and Ben.",
        )
