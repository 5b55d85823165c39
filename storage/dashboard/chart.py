"""What of an answer is drawn, and what a drawing says to those who do not see it.

A `Chart` has numbers and words alone. The pages turn it into Vega-Lite, the report into SVG.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from ..query.result import NONE, Column, Result
from .panels import Form, Reference

MOST_ROWS: Final = 12
"""Rows of dots that one sees at a glance; of more, those that rest on the most cases are drawn."""

MOST_PLACES: Final = 400
"""Points of a line, or bins; of more the first ones are drawn."""

FEW: Final = 6
"""Rows that a sentence tells one by one; and numbers that are still a row of dots and no line."""

LEAST_BINS: Final = 8
"""That an axis has room for: one bin alone is no wall."""

_BINS: Final = re.compile(r" from \(bins of ([\d.e+-]+)\)$")


@dataclass(frozen=True, slots=True)
class Point:
    """A row of an answer, as it is drawn."""

    keys: tuple[str, ...]
    """Its names, as people read them; at most two."""
    at: float | str | None
    """Where it stands, for a number or a time: the first name as a program reads it."""
    value: float
    """What is drawn: a figure, or the share of a group."""
    low: float | None
    high: float | None
    n: int | None
    """Cases; of a group how many it has."""
    games: int | None
    text: str
    """The value as people read it,"""
    interval: str
    """and its interval; empty where there is none."""
    row: int
    """Of the answer, from 0."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing in numbers and words."""

    form: Form
    title: str
    """Of the axis of values."""
    dims: tuple[str, ...]
    """Of the axis of names, and of what tells points at the same place apart."""
    is_rate: bool
    is_time: bool
    width: float | None
    """Of a bin, of a histogram."""
    cases: str
    """What n counts."""
    games: str
    """What the answer rests on: games, or logs."""
    points: tuple[Point, ...]
    left: int
    """Rows that are in the table alone."""
    references: tuple[tuple[tuple[str, ...], Reference], ...] = ()

    @property
    def groups(self) -> list[str]:
        """Return the first names, in order."""
        return list(dict.fromkeys(point.keys[0] for point in self.points))

    @property
    def series(self) -> list[str]:
        """Return what tells points at the same place apart, in order; nothing where nothing does."""
        if len(self.dims) < 2:
            return []
        return _natural(dict.fromkeys(point.keys[1] for point in self.points))

    def domain(self) -> tuple[float, float]:
        """Return what the axis of values spans: zero, all figures, and of wide intervals a part."""
        values = [point.value for point in self.points]
        values += [reference.value for _, reference in self.references]
        ends = [end for point in self.points for end in (point.low, point.high) if end is not None]
        if self.is_rate:
            return 0.0, min(1.0, max([*values, *ends, 0.01]) * 1.02)
        least, most = min([0.0, *values]), max([0.0, *values])
        room = 0.75 * ((most - least) or 1.0)
        low, high = max(min([least, *ends]), least - room), min(max([most, *ends]), most + room)
        return low, high if high > low else low + 1.0

    def begin(self, point: Point) -> float:
        """Return the lower end of a bin: one of whole numbers stands over its number."""
        return float(point.at or 0) - (0.5 if self.width == 1 else 0.0)

    def span(self) -> tuple[float, float]:
        """Return what the axis of a histogram spans: its bins, and beside few of them some room."""
        width = self.width or 1.0
        places = [self.begin(point) for point in self.points]
        begin, end = min(places), max(places) + width
        room = max(0.0, LEAST_BINS - round((end - begin) / width)) * width
        least = -0.5 if width == 1 else 0.0
        low = max(begin - room // (2 * width) * width, min(begin, least))
        return low, low + (end - begin) + room

    def sentence(self) -> str:
        """Return what the drawing shows, for those who hear it."""
        told = self.points
        what = (
            f"{self.title} by {' and '.join(self.dims)}" if self.form != "histogram" else self.title
        )
        if self.form == "histogram":
            words = _of_histogram(self, told)
        elif len(told) <= FEW:
            words = "; ".join(map(_point_words, told))
        else:
            first = min(told, key=lambda point: point.value)
            last = max(told, key=lambda point: point.value)
            words = (
                f"{len(told)} rows, from {_point_words(first)} to {_point_words(last)}"
                if self.form != "line"
                else f"{_point_words(told[0])} first, {_point_words(told[-1])} last; lowest"
                f" {_point_words(first)}, highest {_point_words(last)}"
            )
        marks = {reference.words for _, reference in self.references}
        beside = f" Marks: {', '.join(sorted(marks))}." if marks else ""
        return f"{what}: {words}.{beside}"


def _point_words(point: Point) -> str:
    beside = f" ({point.interval})" if point.interval else ""
    return f"{', '.join(point.keys)} {point.text}{beside}"


def _of_histogram(chart: Chart, told: Sequence[Point]) -> str:
    most = max(told, key=lambda point: point.value)
    cases = sum(point.n or 0 for point in told)
    return (
        f"{cases} {chart.cases}, from {told[0].keys[0]} to {told[-1].keys[0]},"
        f" most often {most.keys[0]} ({most.text})"
    )


def charts_of(
    result: Result,
    *,
    form: Form | None = None,
    references: Mapping[tuple[str, ...], Reference] | None = None,
) -> list[Chart]:
    """Return what suits the answer, a chart a measure; nothing where there is one row or no split.

    *form* and *references* are those of a panel.
    """
    names = [at for at, column in enumerate(result.columns) if column.measure is None]
    names = [at for at in names if result.columns[at].name != "game_ids"]
    if not names or not result.rows:
        return []
    charts = []
    for measure in range(len(result.query.measures)):
        made = _chart(result, names, measure, form, references or {})
        if made is not None:
            charts.append(made)
    return charts


def _chart(
    result: Result,
    names: Sequence[int],
    measure: int,
    form: Form | None,
    references: Mapping[tuple[str, ...], Reference],
) -> Chart | None:
    columns = result.columns
    _, cells, _ = result.cells()
    shown = _shown_columns(columns)
    first, *rest = [at for at, column in enumerate(columns) if column.measure == measure]

    def beside(name: str) -> int | None:
        """Return the column that tells *name* of the measure, whose own name may be the same."""
        return next((at for at in rest if columns[at].name.rpartition("_")[2] == name), None)

    share, low, rests = beside("share"), beside("low"), beside("games")
    drawn = first if share is None else share
    cases = beside("n") if share is None else first
    is_rate = columns[drawn].kind == "rate"
    is_distribution = result.query.measures[measure].aggregate == "distribution"
    lead = columns[names[0]]
    points: list[Point] = []
    rows = 0
    for nth, row in enumerate(result.rows):
        if result.query.compare is not None and nth % 3 == 2:
            continue  # the difference is no third side
        rows += 1
        value = row[drawn]
        if value is None:
            continue
        texts = [cells[nth][shown[at]] for at in names]
        interval = cells[nth][shown[low]] if low is not None else ""
        points.append(
            Point(
                keys=(texts[0],) if len(texts) == 1 else (texts[0], ", ".join(texts[1:])),
                at=_place(row[names[0]]),
                value=float(value),
                low=None if low is None else row[low],
                high=None if low is None else row[low + 1],
                n=None if cases is None else row[cases],
                games=None if rests is None else row[rests],
                text=cells[nth][shown[drawn]],
                interval="" if interval == NONE else interval,
                row=nth,
            )
        )
    wanted = form or _suits(points, lead, is_distribution=is_distribution)
    if wanted == "line" and len({point.at for point in points if point.at is not None}) < 3:
        if form == "line":
            return None
        wanted = "dots"  # two places make no way from one to the other
    points = _most_telling(points, wanted)
    if not points:
        return None
    title = columns[first].title if share is None else _share_title(columns[first].title)
    bins = _BINS.search(lead.title)
    width = float(bins[1]) if bins else result.query.measures[measure].bins
    dims = [_BINS.sub("", columns[at].title) for at in names]
    return Chart(
        form=wanted,
        title=title if not is_distribution else f"share of {columns[first].title} by {dims[0]}",
        dims=tuple(dims[:1] if len(dims) == 1 else (dims[0], ", ".join(dims[1:]))),
        is_rate=is_rate,
        is_time=lead.kind == "time",
        width=(width or 1.0) if wanted == "histogram" else None,
        cases=columns[cases].title.removeprefix("number of ") if cases is not None else "games",
        games=columns[rests].title if rests is not None else "games",
        points=tuple(points),
        left=rows - len(points),
        references=tuple(
            (keys, reference)
            for keys, reference in references.items()
            if keys[0] in {point.keys[0] for point in points}
            and (len(keys) == 1 or keys in {point.keys for point in points})
        ),
    )


def _shown_columns(columns: Sequence[Column]) -> dict[int, int]:
    """Return in which cell of a row a column is told; both ends of an interval share theirs."""
    found: dict[int, int] = {}
    cell = -1
    for at, column in enumerate(columns):
        cell += column.kind != "high"
        found[at] = cell
    return found


def _share_title(title: str) -> str:
    """Return the title of the shares of what is counted.

    >>> _share_title("number of hits")
    'share of hits'
    """
    return f"share of {title.removeprefix('number of ')}"


def _suits(points: Sequence[Point], lead: Column, *, is_distribution: bool) -> Form:
    if is_distribution:
        return "histogram"
    if lead.kind == "time":
        return "line"
    is_order = lead.kind == "number" and len({point.at for point in points}) > FEW
    return "line" if is_order and all(point.at is not None for point in points) else "dots"


def _most_telling(points: list[Point], form: Form) -> list[Point]:
    """Return the points that are drawn, in their order."""
    if form in ("line", "histogram"):
        return [point for point in points if point.at is not None][:MOST_PLACES]
    groups = list(dict.fromkeys(point.keys[0] for point in points))
    if len(groups) <= MOST_ROWS:
        return points
    weight = dict.fromkeys(groups, 0)
    for point in points:
        weight[point.keys[0]] += point.n or point.games or 0
    best = set(sorted(groups, key=lambda name: -weight[name])[:MOST_ROWS])
    return [point for point in points if point.keys[0] in best]


def _place(value: Any) -> float | str | None:
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return None if value is None else str(value)


def _natural(names: Mapping[str, Any]) -> list[str]:
    """Return numbers in their order; words stay as they come."""
    found = list(names)
    return sorted(found, key=float) if all(map(_is_number, found)) else found


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()
