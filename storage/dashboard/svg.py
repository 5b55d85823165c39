"""Draws charts without a browser, for paper and for whoever runs no scripts.

The marks carry classes and no colours: `STYLE` has those, for light and for dark. Everything that is
written is escaped here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from ..cells import escaped as escape
from .chart import Chart, Point

WIDTH: Final = 620
_ROW: Final = 24
_TRACK: Final = 12
"""Pixels of each of several dots in a row."""
_HEIGHT: Final = 210
_RIGHT: Final = 22
_LETTER: Final = 6.7
"""Pixels that a letter takes on average, at 12 of height."""
_LABEL: Final = 30
"""Letters of a label that are shown."""
MOST_SERIES: Final = 6
"""Colours that there are."""

STYLE: Final = """
.c { display: block; width: 100%; height: auto; font: 12px var(--sans, system-ui, sans-serif); }
.c text { fill: currentColor; }
.c .t { fill: var(--muted, #63625a); }
.c .e { text-anchor: end; }
.c .m { text-anchor: middle; }
.c .g { stroke: var(--line, #e3ddce); }
.c .i { stroke-width: 2; opacity: .6; }
.c .l { fill: none; stroke-width: 2; }
.c .a { opacity: .16; }
.c .b { fill: var(--series-0, #1d5b4b); opacity: .3; }
.c .r { stroke: var(--reference, #b03a2e); stroke-width: 3; }
.c .s0 { --own: var(--series-0, #1d6f5a); } .c .s1 { --own: var(--series-1, #b4631a); }
.c .s2 { --own: var(--series-2, #4a5fa5); } .c .s3 { --own: var(--series-3, #a33c5f); }
.c .s4 { --own: var(--series-4, #6d7a1f); } .c .s5 { --own: var(--series-5, #77689d); }
.c circle, .c .f, .c .a { fill: var(--own); }
.c .i, .c .l { stroke: var(--own); }
"""
"""What a page that shows these drawings has in its style sheet."""


def svg(chart: Chart) -> str:
    """Return a chart as an SVG element.

    It is hidden from those who hear the page: they are told `Chart.sentence`.
    """
    draw = {"dots": _dots, "stack": _stack, "histogram": _histogram, "line": _line}[chart.form]
    height, marks = draw(chart)
    return (
        f'<svg class="c" viewBox="0 0 {WIDTH} {_n(height)}" width="{WIDTH}" height="{_n(height)}"'
        f' aria-hidden="true">{"".join(marks)}</svg>'
    )


# -- a row for each name


def _dots(chart: Chart) -> tuple[float, list[str]]:
    groups, series = chart.groups, chart.series
    row = max(_ROW, _TRACK * len(series) + 8)
    top = _legend_height(chart)
    left = _gutter(groups)
    bottom = top + row * len(groups)
    low, high = chart.domain()

    def x(value: float) -> float:
        return left + (min(max(value, low), high) - low) / (high - low) * (WIDTH - left - _RIGHT)

    def y(group: str, name: str | None) -> float:
        middle = top + row * (groups.index(group) + 0.5)
        if name is None or name not in series:
            return middle
        return middle + _TRACK * (series.index(name) - (len(series) - 1) / 2)

    marks = [*_legend(chart), *_across(chart, low, high, x, top, bottom)]
    for nth, group in enumerate(groups):
        middle = top + row * (nth + 0.5)
        marks.append(f'<path class="g" d="M{_n(left)} {_n(middle)}H{WIDTH - _RIGHT}"/>')
        marks.append(
            f'<text class="e" x="{_n(left - 8)}" y="{_n(middle + 4)}">{_label(group)}</text>'
        )
    for point in chart.points:
        at = y(point.keys[0], point.keys[1] if series else None)
        colour = _colour(chart, point)
        if point.low is not None and point.high is not None:
            marks.append(
                f'<path class="i {colour}" d="M{_n(x(point.low))} {_n(at)}H{_n(x(point.high))}"/>'
            )
        marks.append(
            f'<circle class="{colour}" cx="{_n(x(point.value))}" cy="{_n(at)}" r="4.5">'
            f"{_title(chart, point)}</circle>"
        )
    for keys, reference in chart.references:
        at = y(keys[0], keys[1] if len(keys) > 1 else None)
        words = escape(f"{_axis_number(reference.value, chart.is_rate)}, {reference.words}")
        marks.append(
            f'<path class="r" d="M{_n(x(reference.value))} {_n(at - 5.5)}v11"><title>{words}</title></path>'
        )
    return bottom + 40, marks


def _stack(chart: Chart) -> tuple[float, list[str]]:
    groups = chart.groups
    top, left, row = _legend_height(chart), _gutter(groups), _ROW + 4
    bottom = top + row * len(groups)
    span = WIDTH - left - _RIGHT - 40
    marks = _legend(chart)
    for nth, group in enumerate(groups):
        at = top + row * nth
        points = [point for point in chart.points if point.keys[0] == group]
        whole = sum(point.n or 0 for point in points) or 1
        marks.append(f'<text class="e" x="{_n(left - 8)}" y="{_n(at + 18)}">{_label(group)}</text>')
        begin = float(left)
        for point in points:
            width = span * (point.n or 0) / whole
            marks.append(
                f'<rect class="f {_colour(chart, point)}" x="{_n(begin)}" y="{_n(at + 3)}"'
                f' width="{_n(width)}" height="{row - 6}">{_title(chart, point)}</rect>'
            )
            begin += width
        marks.append(f'<text class="t" x="{_n(begin + 6)}" y="{_n(at + 18)}">n = {whole}</text>')
    title = f"share of {chart.cases} of the {chart.dims[0]}"
    marks.append(
        f'<text class="t m" x="{_n(left + span / 2)}" y="{_n(bottom + 18)}">{escape(title)}</text>'
    )
    return bottom + 26, marks


# -- names along the bottom


class _Plane:
    """Axes with values upwards and numbers or times along the bottom."""

    def __init__(self, chart: Chart, first: float, last: float) -> None:
        self.chart = chart
        self.top = _legend_height(chart) + 8
        self.bottom = self.top + _HEIGHT
        self.left = 58
        self.first, self.last = first, last if last > first else first + 1
        self.low, self.high = chart.domain()

    def x(self, value: float) -> float:
        return self.left + (value - self.first) / (self.last - self.first) * (
            WIDTH - self.left - _RIGHT
        )

    def y(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return self.bottom - (inside - self.low) / (self.high - self.low) * _HEIGHT

    def frame(self, labels: list[tuple[float, str]]) -> Iterator[str]:
        for tick in ticks(self.low, self.high, 5):
            at = _n(self.y(tick))
            yield f'<path class="g" d="M{self.left} {at}H{WIDTH - _RIGHT}"/>'
            said = _axis_number(tick, self.chart.is_rate)
            yield f'<text class="e" x="{self.left - 8}" y="{_n(self.y(tick) + 4)}">{said}</text>'
        for value, said in labels:
            at = _n(self.x(value))
            yield f'<text class="m" x="{at}" y="{_n(self.bottom + 17)}">{escape(said)}</text>'
        middle = _n((self.left + WIDTH - _RIGHT) / 2)
        yield f'<text class="t m" x="{middle}" y="{_n(self.bottom + 36)}">{escape(self.chart.dims[0])}</text>'
        yield f'<text class="t" x="0" y="{_n(self.top - 8)}">{escape(self.chart.title)}</text>'


def _histogram(chart: Chart) -> tuple[float, list[str]]:
    width = chart.width or 1.0
    shift = 0.5 if width == 1 else 0.0
    low, high = chart.span()
    plane = _Plane(chart, low, high)
    plane.top += 14
    plane.bottom += 14
    labels = [
        (tick, _axis_number(tick, False)) for tick in ticks(low + shift, high - width + shift, 10)
    ]
    marks = [*plane.frame([one for one in labels if one[0] == int(one[0]) or width < 1])]
    for point in chart.points:
        place = chart.begin(point)
        begin, end = plane.x(place), plane.x(place + width)
        marks.append(
            f'<rect class="b" x="{_n(begin + 0.5)}" y="{_n(plane.y(point.value))}"'
            f' width="{_n(max(end - begin - 1, 0.5))}"'
            f' height="{_n(plane.bottom - plane.y(point.value))}">{_title(chart, point)}</rect>'
        )
        middle = (begin + end) / 2
        if point.low is not None and point.high is not None:
            marks.append(
                f'<path class="i s0" d="M{_n(middle)} {_n(plane.y(point.low))}V{_n(plane.y(point.high))}"/>'
            )
        marks.append(
            f'<circle class="s0" cx="{_n(middle)}" cy="{_n(plane.y(point.value))}" r="3"/>'
        )
    for keys, reference in chart.references:
        at = plane.x(float(keys[0]) + (width / 2 - shift))
        words = escape(f"{_axis_number(reference.value, chart.is_rate)}, {reference.words}")
        marks.append(
            f'<path class="r" d="M{_n(at - 11)} {_n(plane.y(reference.value))}h22"><title>{words}</title></path>'
        )
    return plane.bottom + 46, marks


def _line(chart: Chart) -> tuple[float, list[str]]:
    places = {id(point): _along(point) for point in chart.points}
    first, last = min(places.values()), max(places.values())
    plane = _Plane(chart, first, last)
    plane.top += 14
    plane.bottom += 14
    if chart.is_time:
        step = max(1, math.ceil(len(chart.points) / 6))
        labels = [(places[id(one)], one.keys[0]) for one in chart.points[::step]]
    else:
        labels = [(tick, _axis_number(tick, False)) for tick in ticks(first, last, 10)]
    marks = [*_legend(chart), *plane.frame(labels)]
    every: list[str | None] = [*chart.series] or [None]
    for series in every:
        points = [point for point in chart.points if series is None or point.keys[1] == series]
        if not points:
            continue
        colour = _colour(chart, points[0])
        for run in _unbroken(points):
            up = [f"{_n(plane.x(places[id(one)]))} {_n(plane.y(one.high or 0))}" for one in run]
            down = [f"{_n(plane.x(places[id(one)]))} {_n(plane.y(one.low or 0))}" for one in run]
            marks.append(f'<path class="a {colour}" d="M{"L".join(up)}L{"L".join(down[::-1])}Z"/>')
        way = [f"{_n(plane.x(places[id(one)]))} {_n(plane.y(one.value))}" for one in points]
        marks.append(f'<path class="l {colour}" d="M{"L".join(way)}"/>')
        marks += [
            f'<circle class="{colour}" cx="{_n(plane.x(places[id(one)]))}"'
            f' cy="{_n(plane.y(one.value))}" r="3.5">{_title(chart, one)}</circle>'
            for one in points
        ]
    return plane.bottom + 46, marks


def _along(point: Point) -> float:
    if isinstance(point.at, str):
        return datetime.fromisoformat(f"{point.at}+00:00").timestamp()
    return point.at or 0.0


def _unbroken(points: list[Point]) -> Iterator[list[Point]]:
    """Yield runs of neighbours that have intervals."""
    run: list[Point] = []
    for point in points:
        if point.low is not None and point.high is not None:
            run.append(point)
            continue
        if len(run) > 1:
            yield run
        run = []
    if len(run) > 1:
        yield run


# -- what all of them have


def _legend_height(chart: Chart) -> int:
    return 26 if chart.series else 6


def _legend(chart: Chart) -> list[str]:
    marks = []
    at = 0.0
    if chart.series:
        marks.append(f'<text class="t" x="0" y="14">{escape(chart.dims[1])}</text>')
        at = len(chart.dims[1]) * _LETTER + 14
    for nth, name in enumerate(chart.series):
        marks.append(f'<circle class="s{nth % MOST_SERIES}" cx="{_n(at + 5)}" cy="10" r="4.5"/>')
        marks.append(f'<text x="{_n(at + 15)}" y="14">{_label(name)}</text>')
        at += min(len(name), _LABEL) * _LETTER + 34
    return marks


def _across(
    chart: Chart, low: float, high: float, x: object, top: float, bottom: float
) -> Iterator[str]:
    """Yield the axis of values under rows."""
    assert callable(x), "it places a value"
    for tick in ticks(low, high, 6):
        at = _n(x(tick))
        yield f'<path class="g" d="M{at} {_n(top)}V{_n(bottom + 4)}"/>'
        said = _axis_number(tick, chart.is_rate)
        yield f'<text class="m" x="{at}" y="{_n(bottom + 18)}">{said}</text>'
    middle = _n((x(low) + x(high)) / 2)
    yield f'<text class="t m" x="{middle}" y="{_n(bottom + 35)}">{escape(chart.title)}</text>'


def ticks(low: float, high: float, about: int) -> list[float]:
    """Return round numbers from *low* to *high*, about so many.

    >>> ticks(0, 0.43, 5)
    [0.0, 0.1, 0.2, 0.3, 0.4]
    """
    if not high > low:
        return [low]
    raw = (high - low) / about
    power = 10.0 ** math.floor(math.log10(raw))
    step = min((one * power for one in (1, 2, 5, 10)), key=lambda one: abs(one - raw))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(nth * step, 10) for nth in range(first, last + 1)]


def _axis_number(value: float, is_rate: bool) -> str:
    return f"{value * 100:.4g} %" if is_rate else f"{value:.6g}"


def _gutter(groups: list[str]) -> float:
    return 14 + _LETTER * min(max(map(len, groups)), _LABEL)


def _label(text: str) -> str:
    return escape(text if len(text) <= _LABEL else text[: _LABEL - 1] + "…")


def _title(chart: Chart, point: Point) -> str:
    beside = f" ({point.interval})" if point.interval else ""
    cases = f", {point.n} {chart.cases}" if point.n is not None else ""
    said = f"{', '.join(point.keys)}: {point.text}{beside}{cases}"
    return f"<title>{escape(said)}</title>"


def _colour(chart: Chart, point: Point) -> str:
    return f"s{chart.series.index(point.keys[1]) % MOST_SERIES}" if chart.series else "s0"


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
