"""Reads of what a share is one: which of all cases are counted, and which are left."""

from __future__ import annotations

import re
from typing import Final

from ...catalogue import normal
from ...query import Condition, Measure, Step
from ..parser import Node, Token
from ..tree import flat, is_a, leaves
from .draft import OUTCOMES, Draft
from .metric_words import MetricWords

CAME_OUT: Final = "outcome = '([^']+)'"
"""The expression of a metric that counts the rounds of one outcome."""


class Shares:
    """Says of what is counted, where a share is asked for, what it is a share of."""

    def __init__(self, draft: Draft, words: MetricWords) -> None:
        self.draft = draft
        self.words = words

    def is_of_all(self) -> bool:
        """Tell whether a share of all cases is asked for, and not yet of which."""
        last = self.draft.measures[-1] if self.draft.measures else None
        is_open = last is not None and last.aggregate == "share" and not last.such
        return last is not None and is_open and last.metric == self.words.whole(last)

    def is_the_share(self, one: Condition) -> bool:
        """Take how it came out for what there is a share of: share of games on hard *won*.

        What stood before, with a preposition, says of which games.
        """
        last = self.draft.measures[-1] if self.draft.measures else None
        dimension = self.draft.names.dimensions[one.dimension]
        if last is None or last.aggregate != "share" or last.metric != self.words.whole(last):
            return False
        if not dimension.name.endswith("outcome") and dimension.name != "cause":
            return False
        by_the_way = last.such == self.draft.such_by_the_way
        if by_the_way:
            self.draft.where += last.such
            self.draft.such_by_the_way = ()
        elif any(such.dimension == one.dimension for such in last.such):
            return False
        such = () if by_the_way else last.such  # lost because of a bust
        self.draft.measures[-1] = last._replace(such=(*such, one))
        return True

    def is_share_of_moves(self, one: Condition) -> bool:
        """Take a share of what moves bring about, by one kind of move, for how often each kind does."""
        last = self.draft.measures[-1] if self.draft.measures else None
        if last is None or last.aggregate != "share" or last.metric == self.words.whole(last):
            return False
        tables = self.draft.names.metrics[last.metric].at
        if (
            next(iter(self.draft.names.dimensions[one.dimension].at)) != "moves"
            or "moves" not in tables
        ):
            return False
        self.draft.measures[-1] = Measure("total", last.metric)
        return True

    def is_share_of_rounds(self, dims: list[Token], sign: Token, number: Token) -> bool:
        """Read ``% of targets hit within 5 turns``: of all targets, those hit and in so few turns."""
        last = self.draft.measures[-1] if self.draft.measures else None
        if last is None or last.aggregate != "share" or last.such or not dims:
            return False
        metric = self.draft.names.metrics[last.metric]
        known, whole = self.draft.names.dimensions, metric.whole
        while whole and self.draft.names.metrics[whole].whole not in ("", whole):
            whole = self.draft.names.metrics[whole].whole
        table = "games" if metric.name in OUTCOMES else "rounds"
        came_out = re.fullmatch(CAME_OUT, metric.at.get(table, ""))
        outcomes = [
            one.name
            for one in known.values()
            if one.at.get(table) == "outcome"
            and (table == "games" or one.games == metric.games != ())
        ]
        sizes = [
            name
            for name in dims[0].value
            if table in known[name].at and known[name].games in ((), metric.games)
        ]
        if not sizes and "game turns" in dims[0].value:  # a pot has no other word for its turns
            sizes = ["round turns"]
        if came_out is None or not outcomes or not sizes or whole == metric.name:
            return False
        such = (
            Condition(outcomes[0], "=", (came_out[1],)),
            self.draft.conditions.measured(sign, number, dims[0]._replace(value=sizes[:1])),
        )
        self.draft.measures[-1] = Measure("share", whole, such=such)
        return True

    def is_share_within(self, node: Node) -> bool:
        """Read ``share of targets hit in under 6 turns``: of all targets, and not of the quick ones."""
        if normal(node.parts[0].text) not in ("in", "under"):
            return False
        if len(flat(node.parts[1], "conditions")) > 1:
            return False
        said = leaves(node.parts[1])
        numbers = [one for one in said if is_a(one, "NUMBER")]
        dims = [one for one in said if is_a(one, "DIM")]
        if {one.symbol for one in said} - {"NUMBER", "DIM", "CMP", "OR_MORE", "NOUN"}:
            return False
        if len(numbers) != 1 or len(dims) != 1 or dims[0].start < numbers[0].start:
            return False
        signs = [one for one in said if is_a(one, "CMP", "OR_MORE")]
        sign = signs[0] if signs else numbers[0]._replace(symbol="CMP", value="=")
        return self.is_share_of_rounds(dims, sign, numbers[0])

    def is_share_of_causes(self, one: Condition, node: Node) -> bool:
        """Read ``how often do we lose because …``: of the games, not of those with that cause."""
        last = self.draft.measures[-1] if self.draft.measures else None
        if last is None or last.aggregate != "share" or last.such or one.operator != "=":
            return False
        metric = self.draft.names.metrics[last.metric]
        said = next((normal(part.text) for part in self.draft.said if is_a(part, "AGG")), "")
        if metric.by != one.dimension or (said == "share of" and is_for(node)):
            return False  # an echo is meant as it stands
        if said.startswith("how often"):
            whole = self.draft.names.metrics[metric.whole]
            counted = whole.name if whole.whole == whole.name else "games"
            self.draft.measures[-1] = Measure("share", counted, such=(one,))
        else:
            self.draft.measures[-1] = Measure("total", last.metric)
            self.draft.by.append(Step(one.dimension))
        return True

    def is_made_with(self, one: Condition, node: Node) -> bool:
        """Read ``share of pots finished with an ace``: by the card that did it."""
        is_with = normal(node.parts[0].text) in ("with", "using", "having", "when playing")
        is_with |= one.dimension == "operation" and self.is_spoken(node)  # hits by division
        if not is_with or one.operator != "=" or not self.draft.measures:
            return False
        metric = self.draft.names.metrics[self.draft.measures[-1].metric]
        if "rounds" not in metric.at or not self.is_share_of_moves(one):
            return False
        self.draft.by.append(Step(one.dimension))
        return True

    def is_of_the_done(self, one: Condition) -> bool:
        """Read ``how often are targets solved with 3 cards``: of all targets, solved or not.

        What a right claim used is told of those that were solved alone.
        """
        last = self.draft.measures[-1] if self.draft.measures else None
        if one.dimension != "cards used" or last is None or last.such:
            return False
        if last.aggregate != "share" or last.metric not in ("equations solved", "equations"):
            return False
        self.draft.measures[-1] = Measure("share", "equations", such=(one,))
        return True

    def is_spoken(self, node: Node) -> bool:
        """Tell whether conditions stand in other words than those of an echo: *are lost*."""
        return not any(
            is_a(one, "DIM") and one.text == self.draft.phrase[one.start : one.end]
            for one in leaves(node)
        )


def is_for(node: Node) -> bool:
    """Tell whether conditions are led as an echo leads those of a share."""
    return normal(node.parts[0].text) == "for"
