"""Writes charts as Vega-Lite specifications.

Colours and fonts are left to charts.js, which takes them from the style sheet. What a mark says when
it is pointed at, and where it leads, goes with its datum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from storage.dashboard import Chart
from storage.dashboard.chart import Point

Spec: TypeAlias = dict[str, Any]

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v6.json"
"""Names the language; nothing is loaded from there."""

STEP: Final = 26
"""Pixels of a row of dots."""
_PER_CENT: Final = "format(100 * datum.value, '.0f') + ' %'"
"""Labels of a rate's axis, written as in the tables: 20 %."""
_TENTHS: Final = "format(100 * datum.value, '.1f') + ' %'"
_BAND: Final = 13
"""Of each of several dots in a row."""
_HEIGHT: Final = 230
"""Of what is no row of dots."""


def spec(chart: Chart, link: Callable[[Point], str]) -> Spec:
    """Return a chart as Vega-Lite; *link* is the address of the games behind a point."""
    made: Spec = {"dots": _dots, "stack": _stack, "histogram": _histogram, "line": _line}[
        chart.form
    ](chart)
    if not any(point.low is not None for point in chart.points) and "layer" in made:
        # An empty layer would have no extent.
        made["layer"] = [one for one in made["layer"] if not _shows_intervals(one)]
    return {
        "$schema": SCHEMA,
        "description": chart.sentence(),
        "width": "container",
        "background": None,
        "data": {
            "name": "points",
            "values": [_datum(chart, point, link) for point in chart.points],
        },
        **made,
    }


def _shows_intervals(layer: Spec) -> bool:
    return bool(layer["mark"]["type"] in ("rule", "area"))


def _datum(chart: Chart, point: Point, link: Callable[[Point], str]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": point.keys[0],
        "at": point.at,
        "value": point.value,
        "low": point.low,
        "high": point.high,
        "n": point.n,
        "games": point.games,
        "text": point.text,
        "interval": point.interval or "–",
        "href": link(point),
    }
    if chart.series:
        told["series"] = point.keys[1]
        told["order"] = chart.series.index(point.keys[1])
    if chart.width is not None and isinstance(point.at, float):
        left = chart.begin(point)
        told |= {"left": left, "right": left + chart.width, "middle": left + chart.width / 2}
    return {key: value for key, value in told.items() if value is not None}


def _tooltip(chart: Chart) -> list[dict[str, Any]]:
    said = [
        ("name", chart.dims[0]),
        *([("series", chart.dims[1])] if chart.series else []),
        ("text", chart.title),
        ("interval", "interval"),
        ("n", chart.cases),
    ]
    if any(point.games is not None for point in chart.points) and chart.games != chart.cases:
        said.append(("games", chart.games))
    return [{"field": field, "type": "nominal", "title": title} for field, title in said]


def _values(chart: Chart, field: str = "value", **more: Any) -> dict[str, Any]:
    axis: dict[str, Any] = {"title": chart.title, "tickCount": 6}
    if chart.is_rate:
        axis["labelExpr"] = _PER_CENT if chart.domain()[1] > 0.04 else _TENTHS
    scale = {"domain": list(chart.domain()), "nice": False, "clamp": False}
    return {"field": field, "type": "quantitative", "axis": axis, "scale": scale, **more}


def _colour(chart: Chart) -> dict[str, Any]:
    if not chart.series:
        return {}
    legend = {"title": chart.dims[1], "orient": "top"}
    found = {"field": "series", "type": "nominal", "sort": chart.series, "legend": legend}
    return {"color": {**found, "scale": {"domain": chart.series}}}


def _dots(chart: Chart) -> Spec:
    groups, series = chart.groups, chart.series
    y: dict[str, Any] = {
        "field": "name",
        "type": "nominal",
        "sort": groups,
        "scale": {"domain": groups},
        "axis": {"title": None, "grid": True, "tickBand": "center", "labelPadding": 8},
    }
    shared: dict[str, Any] = {"y": y}
    if series:
        offset = {"field": "series", "type": "nominal", "sort": series}
        shared["yOffset"] = {**offset, "scale": {"domain": series}}
    step = max(STEP, _BAND * len(series)) + (8 if series else 0)
    layers: list[Spec] = [
        {
            "mark": {"type": "rule", "clip": True, "strokeWidth": 2, "opacity": 0.55},
            "encoding": {
                "x": _values(chart, "low"),
                "x2": {"field": "high"},
                **_colour(chart),
                "tooltip": _tooltip(chart),
            },
            "transform": [{"filter": "isValid(datum.low) && isValid(datum.high)"}],
        },
        {
            "mark": {"type": "point", "filled": True, "size": 75, "opacity": 1, "clip": False},
            "encoding": {
                "x": _values(chart),
                **_colour(chart),
                "tooltip": _tooltip(chart),
                "href": {"field": "href"},
            },
        },
    ]
    if chart.references:
        layers.append(_references(chart))
    return {"height": step * len(groups), "encoding": shared, "layer": layers}


def _references(chart: Chart) -> Spec:
    """Return the layer of figures from outside."""
    told = []
    for keys, reference in chart.references:
        text = (
            f"{reference.value:.1%}".replace("%", " %") if chart.is_rate else f"{reference.value:g}"
        )
        one: dict[str, Any] = {"name": keys[0], "value": reference.value, "text": text}
        one["words"] = reference.words
        if len(keys) > 1:
            one["series"] = keys[1]
        if chart.form == "histogram":
            one["at"] = float(keys[0])
        told.append(one)
    tooltip = [
        {"field": "text", "type": "nominal", "title": "mark"},
        {"field": "words", "type": "nominal", "title": "from"},
    ]  # fmt: skip
    encoding: dict[str, Any] = {"tooltip": tooltip}
    if chart.form == "histogram":
        encoding |= {"x": {"field": "at", "type": "quantitative"}, "y": _values(chart)}
        mark: dict[str, Any] = {"type": "tick", "orient": "horizontal", "size": 22}
    else:
        encoding["x"] = _values(chart)
        mark = {"type": "tick", "orient": "vertical", "size": 11}
    mark |= {"thickness": 3, "style": "reference"}
    return {"data": {"values": told}, "mark": mark, "encoding": encoding}


def _stack(chart: Chart) -> Spec:
    groups = chart.groups
    return {
        "height": (STEP + 6) * len(groups),
        "mark": {"type": "bar", "cornerRadius": 1},
        "encoding": {
            "y": {
                "field": "name",
                "type": "nominal",
                "sort": groups,
                "scale": {"domain": groups},
                "axis": {"title": None},
            },
            "x": {
                "field": "n",
                "type": "quantitative",
                "stack": "normalize",
                "axis": {
                    "title": f"share of {chart.cases} of the {chart.dims[0]}",
                    "labelExpr": _PER_CENT,
                    "tickCount": 5,
                },
            },
            **_colour(chart),
            "order": {"field": "order", "type": "quantitative"},
            "tooltip": _tooltip(chart),
            "href": {"field": "href"},
        },
    }


def _histogram(chart: Chart) -> Spec:
    axis = {"title": chart.dims[0], "tickMinStep": 1, "grid": False}
    scale = {"domain": list(chart.span()), "nice": False}
    x = {"type": "quantitative", "axis": axis, "scale": scale}
    layers: list[Spec] = [
        {
            "mark": {"type": "bar", "style": "bin", "binSpacing": 1, "orient": "vertical"},
            "encoding": {
                "x": {"field": "left", **x},
                "x2": {"field": "right"},
                "y": _values(chart, stack=None),
                "y2": {"datum": 0},
                "tooltip": _tooltip(chart),
                "href": {"field": "href"},
            },
        },
        {
            "mark": {"type": "rule", "strokeWidth": 1.5, "opacity": 0.6, "clip": True},
            "encoding": {
                "x": {"field": "middle", **x},
                "y": _values(chart, "low"),
                "y2": {"field": "high"},
                "tooltip": _tooltip(chart),
            },
            "transform": [{"filter": "isValid(datum.low) && isValid(datum.high)"}],
        },
        {
            "mark": {"type": "point", "filled": True, "size": 34, "opacity": 1},
            "encoding": {
                "x": {"field": "middle", **x},
                "y": _values(chart),
                "tooltip": _tooltip(chart),
                "href": {"field": "href"},
            },
        },
    ]
    if chart.references:
        layers.append(_references(chart))
    return {"height": _HEIGHT, "layer": layers}


def _line(chart: Chart) -> Spec:
    kind = "temporal" if chart.is_time else "quantitative"
    axis: dict[str, Any] = {"title": chart.dims[0], "grid": False}
    if not chart.is_time:
        axis["tickMinStep"] = 1
    x = {"field": "at", "type": kind, "axis": axis, "scale": {"nice": False, "zero": False}}
    if chart.is_time:
        x["scale"] = {"type": "utc", "nice": False}
    colour = _colour(chart)
    layers: list[Spec] = [
        {
            "mark": {"type": "area", "opacity": 0.16, "clip": True, "style": "band"},
            "encoding": {"x": x, "y": _values(chart, "low"), "y2": {"field": "high"}, **colour},
        },
        {"mark": {"type": "line", "strokeWidth": 2}, "encoding": {"x": x, "y": _values(chart), **colour}},
        {
            "mark": {"type": "point", "filled": True, "size": 55, "opacity": 1},
            "encoding": {
                "x": x,
                "y": _values(chart),
                **colour,
                "tooltip": _tooltip(chart),
                "href": {"field": "href"},
            },
        },
    ]  # fmt: skip
    return {"height": _HEIGHT, "layer": layers}
