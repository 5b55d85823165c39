"""Reads what is held against what: hard vs easy, harder, more, people against bots."""

from __future__ import annotations

from typing import Any, Final

from ...catalogue import normal
from ...query import Condition, Measure, Value
from ..parser import Node, Token
from ..tree import flat, is_a
from .draft import USUAL, Draft
from .metric_words import MetricWords

MORE: Final = {
    "longer": ("turns",),
    "shorter": ("turns",),
    "slower": ("turn time",),
    "faster": ("turn time",),
    **dict.fromkeys(("harder", "easier", "tougher", "more difficult"), ("win rate",)),
}
"""What is longer, where it is not said."""

BEAT: Final = frozenset({"beat", "beats", "beaten", "defeated", "outscored", "outplayed"})
"""Words for what one player does to another at one table."""


class Comparisons:
    """Has a method for each part of the grammar that compares."""

    def __init__(self, draft: Draft, words: MetricWords) -> None:
        self.draft = draft
        self.words = words

    def read_comparison(self, node: Node) -> None:
        sides: list[Any] = []
        beaten: Token | None = None
        for part in node.parts:
            lists = isinstance(part, Node) and part.name in (
                "values",
                "commas",
                "numbers",
                "sizes",
                "literals",
            )
            sides += flat(part, part.name) if lists else [part]
            if is_a(part, "HARDER") and not self.draft.measures:
                if part.value == "fun":
                    self.words.rate_fun()
                self.draft.usual = (part.value,)
            if is_a(part, "HARDER") and normal(part.text) in BEAT:
                beaten = part
        sides = [
            part for part in sides if not is_a(part, "COMPARE", "VS", "COMMA", "NOUN", "HARDER")
        ]
        name, values = self._sides(sides, node)
        if len({*values}) < 2:
            raise self.draft.fail(node, "Both sides are the same.")
        self.draft.conditions.hold_together(name, values)
        if beaten is not None and name == "player":  # who beats whom is told where both play
            self.draft.where.append(Condition(name, "all of", tuple(values)))
            self.draft.usual = ("seat win rate",)

    def _sides(self, sides: list[Any], node: Node) -> tuple[str, list[Value]]:
        """Return the dimension of what is compared, and its values."""
        dims = [part for part in sides if is_a(part, "DIM")]
        if dims:
            dimension = self.draft.named.dimension(dims[0])
            rest = [part for part in sides if part not in dims]
            return dimension.name, [self.draft.named.literal(dimension, one) for one in rest]
        sized = [self.draft.conditions.sized(part) for part in sides if isinstance(part, Node)]
        if sized:
            if len({one.dimension for one in sized}) > 1:
                raise self.draft.fail(node, "These are no values of one dimension.")
            given: list[Value] = [
                part.value if is_a(part, "NUMBER") else self.draft.conditions.sized(part).values[0]
                for part in sides
            ]
            return sized[0].dimension, given
        shared = [
            name for name, _ in sides[0].value if all(name in dict(one.value) for one in sides)
        ]
        if not shared:
            named = " and ".join(f"`{one.text}` (a {one.value[0][0]})" for one in sides)
            splits = dict.fromkeys(one.value[0][0] for one in sides)
            raise self.draft.fail(
                node,
                f"These are no values of one dimension: {named}.",
                suggestions=[f"{self.draft.asked()} by {name}" for name in splits],
                is_whole=True,
            )
        return shared[0], [dict(one.value)[shared[0]] for one in sides]

    def read_more(self, node: Node) -> None:
        self.draft.asks_for_more = True
        said = normal(node.parts[0].text)
        if said in MORE and self._is_of_kind(MORE[said]):
            return  # did the new rules make games longer
        if MORE.get(said) == ("win rate",) and self.draft.measures:
            raise self.draft.fail(
                node,
                f"{said.capitalize()} by which measure?",
                suggestions=(),
                hint="Games are won or lost; of targets and pots it is told how long they take.",
            )
        outcomes = {"wins", "losses", "win rate", "loss rate", "seat wins", "seat win rate"}
        named = {one.metric for one in self.draft.measures}
        if said in ("faster", "slower") and named and named <= outcomes:
            raise self.draft.fail(
                node,
                f"Who plays {said} is told by turn time; it splits no other figure.",
                code="no-such-answer",
                suggestions=[
                    "win rate by game time",
                    "turn time by outcome",
                    "turn time by player",
                ],
                is_whole=True,
            )
        self.draft.usual = MORE.get(said, self.draft.usual)

    def _is_of_kind(self, usual: tuple[str, ...]) -> bool:
        """Take games or targets that are longer or harder for a figure of theirs: nobody counts them."""
        units = {one.plural: one for one in self.draft.names.units.values()}
        if len(self.draft.measures) != 1 or self.draft.measures[0] not in self.draft.bare:
            return False
        unit = units.get(self.draft.measures[0].metric)
        if unit is None or unit.table not in ("games", "rounds"):
            return False
        if usual == ("win rate",) and unit.name == "game":
            success = self.words.success_in(sorted(self.draft.named.of_games))
            self.draft.measures[0] = Measure("rate", success)
        elif usual == ("turn time",) and unit.name == "game":
            self.draft.measures[0] = Measure("mean", "turn time")
        else:  # a hard target takes long
            self.draft.measures[0] = self.words.by_its_name(Measure("mean", "turns", unit.name))
        return True

    def read_about(self, node: Node) -> None:
        self.draft.usual = self.draft.usual or USUAL

    def read_vs_bots(self, _node: Node) -> None:
        self.draft.rest["beside_bots"] = True

    def read_correlated(self, node: Node) -> None:
        self.draft.related = node
