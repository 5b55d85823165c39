"""Finds what is ranked by a figure that stands behind it: top 3 targets with the most turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ...catalogue import normal
from ..parser import Node, Token
from ..tree import is_a, leaves, span
from .draft import Draft

_JOINS: Final = (
    r"(?i)\s*(with|having|for|of|by|in terms of|at|in|(that|which|who) (have|has|had|took|take|got|get|need|needed))"
    r"( the)?\s*"
)
"""Between what is ranked and what by."""

WAYS: Final = {"max": "top", "min": "bottom"}
"""By aggregate, which come first."""

_WAYS: Final = {"bottom": "worst", "top": "best", "worst": "worst", "best": "best"}


class Ranked:
    """Looks at a phrase that asks for two things of which one ranks the other."""

    def __init__(self, draft: Draft, tree: Node) -> None:
        self.draft = draft
        self.parts = list(_parts(tree))
        """The parts of the phrase in their order."""

    def found(self, asked: list[Node]) -> tuple[Node, list[Node]] | None:
        """Return the ranking that *asked* comes to, and all parts of which it is made."""
        if len(asked) == 1 and (found := self._by_a_figure(asked[0])) is not None:
            return found
        if not 0 < len(asked) < 3 or asked[-1].name != "measures":
            return None
        measures = asked[-1]
        lead = self._before(measures)
        if lead is None or (len(asked) == 2 and lead is not asked[0]):
            return None
        if not re.fullmatch(_JOINS, self.draft.phrase[span(lead)[1] : span(measures)[0]]):
            return None
        words, figure = leaves(lead), leaves(measures)
        way = self._way(figure)
        if lead.name == "extreme" and [one.symbol for one in words] == ["EXTREME", "DIM"]:
            name, most = words[0].value
            if name != "win rate" or len(figure) > 1 or not is_a(figure[0], "METRIC"):
                return None
            top = words[0]._replace(symbol="TOP", value=_WAYS[most])
            return self._ranking(top, (), words[1], measures), [lead, measures]
        if way is None:
            return None
        if lead.name == "bare" and [one.symbol for one in words] == ["NUMBER", "DIM"]:
            top = figure[0]._replace(symbol="TOP", value=way)
            return self._ranking(top, words[:1], words[1], measures), [lead, measures]
        if len(words) == 1 and is_a(words[0], "METRIC") and lead is self.parts[0]:
            dims = [name for symbol, name in self._readings(words[0]) if symbol == "DIM"]
            one = words[0]._replace(symbol="NUMBER", value=1)
            if dims and not normal(words[0].text).endswith("s"):  # game with the most equations
                top = figure[0]._replace(symbol="TOP", value=way)
                dim = words[0]._replace(symbol="DIM", value=dims)
                return self._ranking(top, [one], dim, measures), [lead, measures]
        before = self._before(lead)
        is_numbered = before is not None and before.name == "top" and len(before.parts) == 2
        if before is None or not is_numbered or len(words) > 1 or not is_a(words[0], "METRIC"):
            return None
        dims = [name for symbol, name in self._readings(words[0]) if symbol == "DIM"]
        if not dims:
            return None
        top = leaves(before)[0]._replace(value=way)
        dim = words[0]._replace(symbol="DIM", value=dims)
        return self._ranking(top, leaves(before)[1:], dim, measures), [before, lead, measures]

    def _by_a_figure(self, extreme: Node) -> tuple[Node, list[Node]] | None:
        """Read ``hardest level by busts``: a number behind ``by`` ranks where it is a metric too."""
        at = next((n for n, one in enumerate(self.parts) if one is extreme), len(self.parts))
        after = self.parts[at + 1] if at + 1 < len(self.parts) else None
        words = leaves(extreme)
        if after is None or after.name != "by" or [w.symbol for w in words] != ["EXTREME", "DIM"]:
            return None
        steps = leaves(after)[1:]
        named = [name for symbol, name in self._readings(steps[0]) if symbol == "METRIC"]
        known = self.draft.names.dimensions
        is_number = is_a(steps[0], "DIM") and known[steps[0].value[0]].kind == "number"
        if len(steps) > 1 or not named or not is_number or words[0].value[0] != "win rate":
            return None
        top = words[0]._replace(symbol="TOP", value=_WAYS[words[0].value[1]])
        metric = steps[0]._replace(symbol="METRIC", value=named)
        measures = Node("measures", (Node("measure", (metric,)),))
        return self._ranking(top, (), words[1], measures), [extreme, after]

    def _ranking(self, top: Token, number: Sequence[Token], dim: Token, measures: Node) -> Node:
        by = dim._replace(symbol="BY", value="by")
        return Node("ranking", (top, *number, dim, by, plain(measures)))

    def _way(self, figure: list[Token]) -> str | None:
        """Return which come first: those with the most turns, with the fewest."""
        if len(figure) < 2 or not is_a(figure[0], "AGG") or not is_a(figure[1], "METRIC"):
            return None
        return WAYS.get(figure[0].value[0])

    def _readings(self, token: Token) -> list[tuple[str, str]]:
        return list(self.draft.names.words.get(normal(token.text), ()))

    def _before(self, node: Node) -> Node | None:
        at = next((n for n, one in enumerate(self.parts) if one is node), 0)
        return self.parts[at - 1] if at else None


def plain(measures: Node) -> Node:
    """Leave out the ``most`` that says which come first."""
    if len(leaves(measures)) < 2:
        return measures
    [measure, *others] = measures.parts
    if isinstance(measure.parts[0], Node):  # most turns per game
        [inner, *units] = measure.parts
        return Node("measures", (Node("measure", (_plain_one(inner), *units)), *others))
    return Node("measures", (_plain_one(measure), *others))


def _plain_one(measure: Node) -> Node:
    return Node("measure", tuple(one for one in measure.parts if not is_a(one, "AGG")))


def _parts(node: Node) -> Iterator[Node]:
    for part in node.parts:
        if not isinstance(part, Node):
            continue
        if part.name in ("start", "parts", "part"):
            yield from _parts(part)
        else:
            yield part
