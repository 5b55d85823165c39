"""Reads of which time is told: in october, since march, last week, vs previous month."""

from __future__ import annotations

from ...catalogue import normal
from ...query import PERIOD, Step
from ..parser import Node
from ..tree import is_a, span
from .draft import USUAL, Draft


class Spans:
    """Has a method for each part of the grammar that says when."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def read_previous(self, node: Node) -> None:
        unit = node.parts[1] if len(node.parts) > 1 else None
        if unit is None:
            self.draft.rest["previous"] = PERIOD
            self.draft.unsaid = node
        elif unit.symbol == "SPAN":
            self.draft.rest["previous"] = unit.value
        else:
            self.draft.rest["previous"] = self.draft.in_order(unit)

    def read_period(self, node: Node) -> None:
        periods = [self.draft.dates.period(part) for part in node.parts if is_a(part, "PERIOD")]
        if periods[0][0] >= periods[-1][1]:
            said = [part.text for part in node.parts if is_a(part, "PERIOD")]
            start, end = span(node)
            turned = self.draft.phrase[start:end].replace(said[0], "\0")
            turned = turned.replace(said[-1], said[0]).replace("\0", said[-1])
            raise self.draft.fail(
                node,
                f"{said[-1]} is before {said[0]}: no day lies between them.",
                suggestions=(turned,),
            )
        self.draft.conditions.since, self.draft.conditions.until = periods[0][0], periods[-1][1]

    def read_periods(self, node: Node) -> None:
        """Read ``june vs july``: two spans of one kind that follow each other, told apart."""
        one, _, other = node.parts
        sides = sorted(map(self.draft.dates.period, (one, other)))
        kinds = {_kind_of(start, end) for start, end in sides}
        if len(kinds) > 1 or sides[0][1] != sides[1][0]:
            asked = self.draft.asked()
            raise self.draft.fail(
                node,
                f"Between {one.text} and {other.text} lie others: they are told one after the other.",
                suggestions=[f"{asked} by month since {sides[0][0]} until {sides[1][1]}"],
                is_whole=True,
            )
        self.draft.by.append(Step("played at", span=kinds.pop()))
        self.draft.usual = self.draft.usual or USUAL
        self.draft.conditions.since, self.draft.conditions.until = sides[0][0], sides[1][1]

    def read_this(self, node: Node) -> None:
        unit = node.parts[1]
        if is_a(unit, "SPAN"):
            self.draft.rest["last"] = (0, unit.value)
        else:
            self.draft.rest["last"] = (1, self.draft.in_order(unit))

    def read_since(self, node: Node) -> None:
        is_after = normal(node.parts[0].text) in ("after", "newer than")
        self.draft.rest["since"] = self._moment(node, is_end=is_after)

    def read_until(self, node: Node) -> None:
        self.draft.rest["until"] = self._moment(node, is_end=False)

    def read_around(self, node: Node) -> None:
        """Read ``before and after 2026-10-01``: what came from that day on, against all before."""
        self.draft.rest["previous"] = self.draft.dates.day(node.parts[1])

    def _moment(self, node: Node, *, is_end: bool) -> str:
        """Return the day that is named: a date, or where last week or this month begins or ends."""
        _, *lead, last = node.parts
        if lead:
            return self.draft.dates.span(last.value, back=int(is_a(lead[0], "LAST")))[is_end]
        return (self.draft.dates.end if is_end else self.draft.dates.day)(last)

    def read_last(self, node: Node) -> None:
        parts = [part for part in node.parts if not is_a(part, "SINCE")]
        *_, unit = parts
        count = parts[1].value if len(parts) == 3 else 1
        if not isinstance(count, int) or not 0 < count <= 100_000:
            raise self.draft.fail(
                parts[1],
                f"Nothing was played so long ago: {parts[1].text} is too many."
                if isinstance(count, int) and count > 0
                else f"`last {parts[1].text}` is nothing: say a whole number above 0.",
                suggestions=("3", "10", "30"),
            )
        named = {"SPAN": unit.value, "GAMES": "game"}
        self.draft.rest["last"] = (count, named.get(unit.symbol) or self.draft.in_order(unit))


def _kind_of(start: str, end: str) -> str:
    """Return which kind of span lies between two days."""
    if start[4:] == end[4:] == "-01-01":
        return "year"
    months = (int(end[:4]) - int(start[:4])) * 12 + int(end[5:7]) - int(start[5:7])
    if months == 3 and start[7:] == end[7:] == "-01":
        return "quarter"
    return "month" if start[7:] == end[7:] == "-01" else "day"
