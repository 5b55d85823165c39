"""Reads which cases are told of: where, with, without, over 500."""

from __future__ import annotations

import re
from typing import Final

from ...catalogue import normal
from ...query import Condition, Measure, Query, Step
from ..parser import Node, Token
from ..tree import is_a, leaves, span
from .company import Company
from .conditions import merged
from .draft import USUAL, Draft
from .metric_words import MetricWords
from .shares import Shares, is_for

_DIFFERENCE: Final = r"(?i)\b(differen|differ|compar)"
"""What is asked about two sides, of which the words may have been passed over."""


class Chosen:
    """Has a method for each part of the grammar that chooses."""

    def __init__(self, draft: Draft, words: MetricWords, company: Company, shares: Shares) -> None:
        self.draft = draft
        self.words = words
        self.company = company
        self.shares = shares

    def read_where(self, node: Node) -> None:
        if self.shares.is_share_within(node):
            return
        # "for Anna and Ben" is either; "with Anna and Ben" are the games in which both sat.
        together = normal(node.parts[0].text).endswith("with")
        if any(is_a(one, "NUMBER") for one in leaves(node.parts[1])):  # targets with 3 passes
            self._count_rounds([one for one in leaves(node.parts[1]) if is_a(one, "DIM")])
        found = self.draft.conditions.read(node.parts[1], together=together)
        if together and self._is_asked_who():
            found = [self._at_the_table(one) for one in found]
        self.company.note(node.parts[0], found)
        if found and not is_for(node) and self.shares.is_of_all():
            self._see_that_a_game_has(found, node)
            such = merged(found)
            self.draft.measures[-1] = self.draft.measures[-1]._replace(such=such)
            self.draft.such_by_the_way = such
            return  # share of games with feedback
        for one in found:
            if self.shares.is_share_of_causes(one, node) or self.shares.is_made_with(one, node):
                continue
            if not is_for(node) and self.shares.is_of_the_done(one):
                continue
            if one.dimension == "outcome" and set(one.values) == {"won", "lost"}:
                if self.shares.is_spoken(node) and one.operator == "=":  # in won and lost games
                    self.draft.conditions.hold_together("outcome", ("won", "lost"))
                    continue
            if not self.shares.is_spoken(node) or not self.shares.is_the_share(one):
                self.draft.where.append(one)

    def _is_asked_who(self) -> bool:
        """Tell whether players are asked for: who played *with Carla* is none but Carla else."""
        return [step.dimension for step in self.draft.by] == ["player"]

    def _at_the_table(self, one: Condition) -> Condition:
        is_one = one.dimension == "player" and one.operator == "=" and len(one.values) == 1
        return one._replace(operator="all of") if is_one else one

    def _see_that_a_game_has(self, found: list[Condition], node: Node) -> None:
        """Refuse a share of games by what is said of something else: of feedback, of moves."""
        if self.draft.measures[-1].metric != "games":
            return
        for one in found:
            if "games" not in self.draft.names.dimensions[one.dimension].at:
                raise self.draft.fail(
                    node,
                    f"A game has no one {one.dimension}, so that no share of the games is told by it.",
                    suggestions=[str(Query((Measure("total", "games"),), where=merged(found)))],
                    is_whole=True,
                )

    def read_without(self, node: Node) -> None:
        for condition in self.draft.conditions.read(node.parts[1]):
            self.draft.where.append(self.draft.conditions.negated(condition, node))

    def read_several_of(self, node: Node) -> None:
        _, numbers, dim, *_ = node.parts
        found = self.draft.conditions.several(numbers, dim)
        self.draft.where += [found] if found is not None else []
        signs = {one.symbol for one in leaves(numbers)} if isinstance(numbers, Node) else set()
        if found is not None and len(found.values) > 2 and "OR" not in signs:
            self.draft.by.append(Step(found.dimension))  # each of so many is asked for

    def read_together(self, node: Node) -> None:
        self.draft.together = node

    def read_least(self, node: Node) -> None:
        self.draft.conditions.least_games = self.draft.conditions.least(*node.parts)

    def read_sizes(self, node: Node) -> None:
        sign, number, *dims = node.parts[0].parts
        if dims and is_a(dims[0], "CLOCK"):
            self._count_turns()
        elif self.shares.is_share_of_rounds(dims, sign, number):
            return
        self._count_rounds(dims)
        dim = dims[0] if dims else self._own_size(node)
        condition = self.draft.conditions.measured(sign, number, dim)
        if self.shares.is_of_all():
            self.draft.measures[-1] = self.draft.measures[-1]._replace(such=(condition,))
            self.draft.such_by_the_way = (condition,)
        else:
            self.draft.where.append(condition)

    def read_halves(self, node: Node) -> None:
        """Read ``targets over 500 vs under 500``: all of them, side by side in bins of so much."""
        sides = [one for one in node.parts if isinstance(one, Node)]
        signs = [one.parts[0] for one in sides] + [one for one in node.parts if is_a(one, "SIZE")]
        numbers = {one.parts[1].value for one in sides}
        named = [part for one in sides for part in one.parts[2:]]
        dim = named[0] if named else self._own_size(node)
        first, *others = [self.draft.conditions.measured(s, sides[0].parts[1], dim) for s in signs]
        is_other = any(is_a(one, "MORE") for one in node.parts) or any(
            first.operator[0] != one.operator[0] for one in others
        )
        self.draft.by.append(self.draft.conditions.halved(first, node, numbers, is_other=is_other))
        units = {one.plural for one in self.draft.names.units.values()}
        if self.draft.measures and self.draft.measures[-1] in self.draft.bare:
            if self.draft.measures[-1].metric in units:
                self.draft.measures.pop()  # what is told of them is not said
                self.draft.usual = USUAL

    def read_ranged(self, node: Node) -> None:
        """Read ``targets between 100 and 200``, and what differs between 2 and 4 players."""
        named = [part for part in node.parts if is_a(part, "DIM")]
        if named:
            sides = [Node("sized", (node.parts[at], named[0])) for at in (1, 3)]
            one, other = map(self.draft.conditions.sized, sides)
            values = (*one.values, *other.values)
            if re.search(_DIFFERENCE, self.draft.phrase):
                self.draft.conditions.hold_together(one.dimension, values)
            else:
                self.draft.where.append(Condition(one.dimension, "between", values))
            return
        name = self._own_size(node).value[0]
        values = (node.parts[1].value, node.parts[3].value)
        self.draft.where.append(Condition(name, "between", values))

    def _count_turns(self) -> None:
        """Take ``turns longer than 30 seconds`` for so many turns, not for turns per game."""
        for at, one in enumerate(self.draft.measures):
            if one.metric == "turns" and one in self.draft.bare:
                self.draft.measures[at] = Measure("total", "turns")

    def _count_rounds(self, dims: list[Token]) -> None:
        """Take ``targets in more than 10 turns`` for so many targets, of which each took them."""
        known = self.draft.names.dimensions
        named = [name for dim in dims if is_a(dim, "DIM") for name in dim.value]
        if not any("rounds" in known[name].at for name in named):
            return
        plural = {one.plural for one in self.draft.names.units.values() if one.table == "rounds"}
        for at, one in enumerate(self.draft.measures):
            whole = self.draft.names.metrics[one.metric].whole
            if one in self.draft.unit_unsaid and {one.metric, whole} & plural:
                self.draft.measures[at] = Measure("total", one.metric)

    def _own_size(self, node: Node) -> Token:
        """Return the number that what is counted has of its own: targets over 500."""
        for measure in self.draft.measures[-1:]:
            if measure.metric in ("ratings", "stars"):  # ratings below 3
                return Token("DIM", ["stars"], *span(node), "stars")
            name = f"{self.words.singular(measure.metric)} value"
            if name in self.draft.names.dimensions:
                return Token("DIM", [name], *span(node), name)
        raise self.draft.fail(
            node,
            f"`{self.draft.phrase[slice(*span(node))]}` of what?",
            suggestions=[
                f"{self.draft.phrase[slice(*span(node))]} {name}"
                for name in ("turns", "passes", "points")
            ],
        )
