"""Makes of an answer what a page shows: its table, its charts, and where they lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

import orjson
from markupsafe import Markup

from storage.dashboard import Chart, charts_of
from storage.dashboard.chart import Point
from storage.dashboard.svg import svg
from storage.query.result import Result

from .specs import spec

MOST_ROWS: Final = 200
"""Of a table on a page; CSV has them all."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    cells: Sequence[str]
    href: str | None
    """The games behind it; None where a row is no group of games."""


@dataclass(frozen=True, slots=True)
class Table:
    """An answer as people read it."""

    heads: Sequence[str]
    numbers: Sequence[bool]
    """Which columns hold numbers."""
    rows: Sequence[Row]
    names: int
    """How many columns, from the first, name a row."""
    caption: str
    left: int
    """Rows that are not shown."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart as a page holds it."""

    spec: str
    """Vega-Lite, as JSON."""
    svg: Markup
    """What stands there until it is drawn, and where nothing runs scripts."""
    sentence: str
    left: int
    """Rows that are in the table alone."""


def table_of(result: Result, most: int = MOST_ROWS) -> Table:
    """Return the table of an answer, of a long one its beginning."""
    heads, rows, numbers = result.cells()
    count = len(_names(result))
    return Table(
        heads,
        numbers,
        [Row(row, _behind(result, row[:count])) for row in rows[:most]],
        count,
        result.echo,
        max(0, len(rows) - most),
    )


def picture_of(result: Result, chart: Chart) -> Picture:
    """Return one chart of an answer."""
    keys = keys_of(result)

    def link(point: Point) -> str:
        return _behind(result, keys[point.row]) or ""

    made = orjson.dumps(spec(chart, link)).decode()
    return Picture(made, Markup(svg(chart)), chart.sentence(), chart.left)  # noqa: S704 - it escapes


def pictures_of(result: Result) -> list[Picture]:
    """Return all charts that suit an answer."""
    return [picture_of(result, chart) for chart in charts_of(result)]


def behind(result: Result, row: int) -> str | None:
    """Return the address of the games behind a row; None where it is no group of games."""
    return _behind(result, keys_of(result)[row])


def _behind(result: Result, keys: Sequence[str]) -> str | None:
    if result.query.compare is not None:
        return None
    return f"/behind?{urlencode([('q', result.echo), *(('key', key) for key in keys)])}"


def keys_of(result: Result) -> list[list[str]]:
    """Return what names each row, as its cells show it."""
    count = len(_names(result))
    return [row[:count] for row in result.cells()[1]]


def _names(result: Result) -> list[str]:
    return [
        column.name
        for column in result.columns
        if column.measure is None and column.name != "game_ids"
    ]


def ask_url(phrase: str) -> str:
    """Return the address of a question."""
    return f"/ask?{urlencode({'q': phrase})}"


def csv_url(phrase: str) -> str:
    """Return the address of an answer for a spreadsheet."""
    return f"/api/v1/query?{urlencode({'q': phrase, 'format': 'csv'})}"


def with_changed(asked: Mapping[str, str | None], **changed: str | None) -> str:
    """Return the query string of a form's fields, some changed, without empty ones."""
    told = {**asked, **changed}
    return urlencode({key: value for key, value in told.items() if value})
