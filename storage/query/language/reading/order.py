"""Settles in which order the rows of an answer come, and how many of them."""

from __future__ import annotations

from typing import Final

from ...catalogue import normal
from ...errors import PhraseError
from ...query import Measure, Step
from ..parser import Node, Token
from ..tree import is_a, span
from .draft import Draft
from .metric_words import MetricWords

TOPPED: Final = ("player", "session", "level")
"""What one may wish the top few of."""


class Order:
    """Looks at the rows of a draft."""

    def __init__(self, draft: Draft, words: MetricWords) -> None:
        self.draft = draft
        self.words = words

    def top(self, tree: Node) -> None:
        if (
            self.draft.top is None
            or self.draft.top[1] is None
            or self.draft.top[0] == "first"
            or self.draft.by
        ):
            return
        if any(measure.aggregate == "distribution" for measure in self.draft.measures):
            return
        if (split := self._topped()) is not None:
            self.draft.by.append(split)
            return
        shown = str(self.draft.measures[0])
        way = "bottom" if self.draft.top[0] in ("bottom", "worst") else "top"
        raise PhraseError(
            self.draft.phrase,
            *span(tree),
            f"The {self.draft.top[0]} {self.draft.top[1]} of what? The answer is not split.",
            suggestions=[f"{shown} by {name} {way} {self.draft.top[1]}" for name in TOPPED],
            hint="`by` splits an answer: by player, by session.",
        )

    def _topped(self) -> Step | None:
        """Return what stands behind its number as what the answer is split by: top 3 *players*."""
        at = next((one for one in self.draft.said if one.symbol == "TOP"), None)
        number = at and next((one for one in self.draft.said if one.start >= at.end), None)
        if number is None or number.symbol != "NUMBER":
            return None
        word = normal(self.draft.phrase[number.end :]).partition(" ")[0]
        for symbol, name in self.draft.names.words.get(word, ()):
            if symbol == "DIM" and self.draft.names.dimensions[name].kind == "text":
                return None if name == "game" else Step(name)
        return None

    def _ordered_by(self, node: Node) -> str:
        """Return what an answer is ordered by: a dimension it is split by, or a measure."""
        part = node.parts[0]
        start, end = span(node)
        splits = [step.dimension for step in self.draft.by]
        if is_a(part, "COLUMN"):
            return str(part.value)
        if normal(self.draft.phrase[start:end]) == "games":  # and not by which game it is
            counted = [str(one) for one in self.draft.measures if one.metric == "games"]
            return counted[0] if counted else "games"
        if isinstance(part, Token) and part.symbol == "SPAN":
            named = ["played at"]
        else:  # a word may name a metric as well as a dimension
            readings = self.draft.names.words.get(normal(self.draft.phrase[start:end]), ())
            named = [name for symbol, name in readings if symbol == "DIM"]
        for name in named:
            if name in splits:
                return name
        if isinstance(part, Token):
            raise self.draft.fail(
                part,
                f"The answer is not split by {named[0]}.",
                suggestions=[*splits, *map(str, self.draft.measures)],
            )
        aggregate, metric, unit = self.words.read(part)
        same = [str(one) for one in self.draft.measures if one.metric == metric.name]
        listed = {"players": "player", "different players": "player", "sessions": "session"}
        named = [one.metric for one in self.draft.measures]
        if not same and len(named) == 1 and named[0] in listed:
            self.draft.by.append(Step(listed[named[0]]))  # players ranked by win rate
            self.draft.lists = True
        if not same and self.draft.lists:  # players ranked by win rate
            self.draft.measures[:] = [self.words.figure(aggregate, metric, unit, part)]
            return str(self.draft.measures[0])
        if not same and metric.name == "games" and aggregate in (None, ("total", None)):
            return metric.name  # the games that each row rests on
        if not same:
            raise self.draft.fail(
                part,
                f"The answer has no column {metric.name} to be ordered by.",
                suggestions=[*map(str, self.draft.measures), *splits],
            )
        if aggregate is None and unit is None:
            return same[0]
        wanted = str(self.words.figure(aggregate, metric, unit, part))
        if wanted not in same:
            raise self.draft.fail(part, f"The answer has no {wanted}.", suggestions=same)
        return wanted

    def _better(self, measure: Measure, word: str) -> str:
        """Return whether more is better or less, where the best and the worst are asked for."""
        metric = self.draft.names.metrics[measure.metric]
        if metric.better or word not in ("best", "worst") or not self.draft.by:
            return metric.better
        unit = self.draft.names.units.get(measure.per or metric.per)
        if unit is not None and unit.table == "rounds" and metric.unit in ("turns", "s"):
            return "less"  # a hard target takes long, as the hardest targets do
        if metric.unit == "s":
            return "less"
        said = next((one for one in self.draft.said if one.symbol == "TOP"), None)
        split = f"{measure} by {', '.join(map(str, self.draft.by))}"
        count = self.draft.top[1] if self.draft.top is not None else None
        ways = (f"top {count}", f"bottom {count}")
        if count is None:
            ways = (f"order by {measure} descending", f"order by {measure}")
        raise self.draft.fail(
            said or Node("start", tuple(self.draft.said)),
            f"Whether more or less is better of {metric.name}, nobody says: ask for the top or the"
            " bottom.",
            suggestions=[f"{split} {way}" for way in ways],
            is_whole=True,
        )

    def ordered(self) -> None:
        first = self.draft.measures[0]
        if self.draft.ordered is not None:
            node, is_down = self.draft.ordered
            self.draft.rest["order"] = self._ordered_by(node)
            self.draft.rest["descending"] = is_down
        if self.draft.top is None:
            return
        word, count = self.draft.top
        self.draft.rest["limit"] = count
        if "order" in self.draft.rest or word == "first":
            return
        better = self._better(first, word)
        self.draft.rest["order"] = str(first)
        self.draft.rest["descending"] = {
            "top": True,
            "bottom": False,
            "best": better != "less",
            "worst": better == "less",
        }[word]
