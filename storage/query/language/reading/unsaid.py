"""Finds what is told where a phrase names nothing that is counted: hard vs easy, do we get better."""

from __future__ import annotations

from typing import Final

from ...catalogue import normal
from ...query import Measure
from ..parser import Node
from ..tree import is_a
from .draft import USUAL, Draft
from .metric_words import MetricWords

_ROUNDS: Final = frozenset({"targets", "pots"})
"""Words that may stand behind any value, and are counted where nothing else is."""


class Unsaid:
    """Looks at a draft without measures."""

    def __init__(self, draft: Draft, words: MetricWords) -> None:
        self.draft = draft
        self.words = words

    def usual(self, tree: Node) -> None:
        if any(condition.dimension == "rating" for condition in self.draft.where):
            self.draft.measures.append(Measure("mean", "stars"))  # fun by level
            return
        named = [*self._named(), *(one.dimension for one in self.draft.by)]
        if self.draft.hung_on and not self.draft.usual:
            self.draft.usual = self._as_it_grows()
        of_moves = any(next(iter(self.draft.names.dimensions[one].at)) == "moves" for one in named)
        if of_moves and self.draft.usual in ((), USUAL):
            self.draft.measures.append(Measure("total", "plays"))  # multiply vs add
            return
        if (
            self.draft.conditions.compare
            or self.draft.conditions.beside
            or self.draft.rest.get("previous")
        ):
            self.draft.usual = self.draft.usual or USUAL
        unit = next(filter(None, map(self._unit, named)), None)
        if self.draft.usual == USUAL and unit is not None:  # odd vs even targets
            metric = self.draft.names.metrics["turns"]
            self.draft.measures.append(self.words.figure(None, metric, unit, tree))
            return
        self.draft.usual = self.draft.usual or self._in_a_trend()
        if self.draft.usual:
            for name in self.draft.usual:
                metric, _ = self.words.metric(self.words.said(name))
                self.draft.measures.append(self.words.figure(None, metric, None, tree))
            return
        nouns = [one for one in self.draft.said if one.symbol == "NOUN"]
        for noun in nouns:  # Equator targets that nobody solved
            if normal(noun.text) in _ROUNDS and self.draft.where:
                metric, _ = self.words.metric(self.words.said(normal(noun.text)))
                self.draft.measures.append(Measure("total", metric.name))
                return
        if (
            self.draft.by
            or self.draft.where
            or self.draft.rest.keys() & {"last", "since", "until", "bots"}
        ):
            rounds = next(filter(None, (self._unit(one.dimension) for one in self.draft.by)), None)
            plural = self.draft.names.units[rounds].plural if rounds else "games"
            self.draft.measures.append(Measure("total", plural))  # left pot vs right pot
            return
        raise self.draft.fail(
            tree,
            "The phrase says nothing that could be counted.",
            suggestions=[f"top {self.draft.top[1]} players by win rate"]
            if self.draft.top and self.draft.top[1]
            else (),
            hint="Begin with a metric, such as win rate, turns per target or pass rate.",
        )

    def _as_it_grows(self) -> tuple[str, ...]:
        """Return what is told where it is only said how it changes: do games get shorter with practice."""
        lead = next(one for one in self.draft.said if is_a(one, "BY"))
        said = normal(self.draft.phrase[lead.start : lead.end])
        if any(word in said for word in ("short", "long")):
            return ("turns",)
        if any(word in said for word in ("fast", "slow", "quick")):
            return ("turn time",)
        return USUAL[:1]

    def _in_a_trend(self) -> tuple[str, ...]:
        """Return what is told month by month where it is only asked if somebody got better."""
        for token in self.draft.said:
            said = normal(self.draft.phrase[token.start : token.end]).split()
            if token.symbol == "SPAN" and {"better", "worse", "improved", "improving"} & {*said}:
                return ("win rate",)
        return ()

    def _unit(self, name: str) -> str | None:
        return self.words.unit_of(self.draft.names.dimensions[name])

    def _named(self) -> list[str]:
        """Return the dimensions that something is chosen or compared by."""
        compared = (
            [self.draft.conditions.compare.dimension] if self.draft.conditions.compare else []
        )
        return [*compared, *(one.dimension for one in self.draft.where)]
