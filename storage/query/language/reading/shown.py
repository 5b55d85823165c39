"""Reads how an answer is shown: its order, its top, its units and intervals."""

from __future__ import annotations

from ...catalogue import normal
from ...query import Condition, Measure
from ..parser import Node
from ..tree import is_a, span
from .draft import Draft


class Shown:
    """Has a method for each part of the grammar that says how."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def read_in_time(self, node: Node) -> None:
        """Measure by the clock what would else be measured in turns; other units are only named."""
        unit = node.parts[0].value
        if unit != "time":
            self._name_unit(unit, node)
            return
        timed = {"game": "game time", "turn": "turn time", None: "game time"}
        for at, measure in enumerate(self.draft.measures):
            if self.draft.names.metrics[measure.metric].unit == "s":
                continue
            if measure.metric == "turns" and measure.per not in timed:
                self.draft.measures[at] = measure._replace(metric="time spent")
                continue
            if measure.metric != "turns":
                raise self.draft.fail(
                    node,
                    f"{measure} cannot be told by the clock: games, targets, pots and turns can.",
                    suggestions=(),
                    hint="Ask for game time, turn time or time spent.",
                )
            self.draft.measures[at] = measure._replace(metric=timed[measure.per], per=None)

    def _name_unit(self, unit: str, node: Node) -> None:
        """See that what is asked for is told in a unit: median game length *in turns*."""
        for measure in self.draft.measures:
            own = self.draft.names.metrics[measure.metric].unit
            if own != unit and measure.metric != unit:
                raise self.draft.fail(
                    node,
                    f"{measure} is told in {own or 'no unit'}, not in {unit}.",
                    suggestions=(),
                    hint=f"Leave `{self.draft.phrase[slice(*span(node))]}` out.",
                )

    def read_on_average(self, node: Node) -> None:
        """Read ``how many turns in pot luck, on average``: what was said of the figure before."""
        for at, one in enumerate(self.draft.measures):
            metric = self.draft.names.metrics[one.metric]
            if one.aggregate != "total":
                continue
            if (
                metric.kind == "distinct"
                or metric.name == self.draft.names.units[metric.per].plural
            ):
                raise self.draft.fail(
                    node,
                    f"{metric.name.capitalize()} on average of what?",
                    suggestions=[f"mean {metric.name} per session", f"{one} by month"]
                    if metric.name == "games"
                    else [f"{one} by month"],
                    is_whole=True,
                )
            self.draft.measures[at] = Measure("mean", one.metric, metric.per)

    def read_ranked(self, node: Node) -> None:
        """Read ``win rate by level, hardest first``."""
        if self.draft.by or self.draft.top is not None:
            self.draft.top = self.draft.top or (node.parts[0].value, None)
            return
        start, end = span(node)
        raise self.draft.fail(
            node,
            f"`{self.draft.phrase[start:end]}` orders rows, and the answer is not split.",
            suggestions=[f"{self.draft.asked()} by {name}" for name in ("level", "player")],
            is_whole=True,
        )

    def read_bots(self, node: Node) -> None:
        self.draft.rest["bots"] = node.parts[0].value

    def read_top(self, node: Node) -> None:
        way = node.parts[0].value
        if len(node.parts) == 3:
            self._first_games(node)
            return
        if self.draft.top is not None and self.draft.top[1] is None and way == "top":
            way = self.draft.top[0]  # top 10 hardest targets
        self.draft.top = (way, self.draft.row_count(node.parts[1]))

    def _first_games(self, node: Node) -> None:
        """Read ``first 5 games``: of each player, in the order in which they were played."""
        way, number, _ = node.parts
        if way.value != "first" or normal(way.text) != "first":
            raise self.draft.fail(
                node,
                f"The {way.text} {number.text} games by what?",
                suggestions=(),
                hint="The longest are told by `max turns per game`; `--games` lists the games.",
            )
        self.draft.where.append(Condition("nth game", "<=", (number.value,)))

    def read_order(self, node: Node) -> None:
        is_down = (
            node.parts[-1].value == "descending"
            if len(node.parts) == 3
            else (normal(node.parts[0].text) in ("ranked by", "rank by"))
        )
        self.draft.ordered = (node.parts[1], is_down)

    def read_ci(self, node: Node) -> None:
        said = next(part for part in node.parts if is_a(part, "NUMBER"))
        level = said.value
        level = round(level / 100, 12) if level >= 1 else level
        if not 0.5 <= level < 1:
            raise self.draft.fail(
                said,
                "An interval's level lies between 50 and 99.9 %.",
                suggestions=("90", "95", "99"),
            )
        self.draft.rest["level"] = level

    def read_anytime(self, node: Node) -> None:
        self.draft.rest["anytime"] = True
