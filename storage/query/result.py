"""An answer, and its faces: the same numbers for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ..cells import harmless, seen
from .literal import in_sql
from .query import Query

Form: TypeAlias = Literal["table", "csv", "tsv", "json", "ndjson", "md", "html", "parquet", "arrow"]
FORMS: Final[tuple[Form, ...]] = (
    "table",
    "csv",
    "tsv",
    "json",
    "ndjson",
    "md",
    "html",
    "parquet",
    "arrow",
)
WIDE: Final = 110
"""Columns of text that are still read at a glance."""

NONE: Final = "–"
"""What people read where there is no number."""


class Column(NamedTuple):
    """One column of an answer."""

    name: str
    """For programs: lower case, underscores."""
    title: str
    """For people. Ends of an interval have none: they stand together under one title."""
    kind: Literal["text", "number", "rate", "count", "time", "flag", "low", "high", "verdict"]
    unit: str = ""
    is_rate: bool = False
    """Of the ends of an interval: of a rate, so people read per cent."""
    measure: int | None = None
    """Which measure it tells of, from 0; None where it names the row."""


class LeftOut(NamedTuple):
    """Games that the answer does not rest on."""

    games: int
    reason: str
    measure: str | None = None
    """The measure that they cannot tell; None where they are left out of the whole answer."""

    def __str__(self) -> str:
        of = f" of {self.measure}" if self.measure else ""
        return f"Left out{of}: {self.games} game{'' if self.games == 1 else 's'}{self.reason}."


@dataclass(slots=True, eq=False, repr=False)
class Result:
    """The answer to one question. Not to be changed."""

    query: Query
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]
    """Plain values: numbers, texts, flags, datetimes (UTC, no zone) and None."""
    n: int
    """Cases of the first measure: turns, targets, games."""
    games: int
    """On which the first measure rests."""
    level: float
    """Of the intervals."""
    unit: str
    """What the intervals take as independent: games, sessions, or both."""
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]
    """What else one must know, each a sentence."""
    meanings: tuple[str, ...]
    """What each measure counts."""
    plans: tuple[str, ...] = ()
    """In which table each measure was counted."""
    statements: tuple[tuple[str, dict[str, Any]], ...] = ()
    """The SQL that ran, each with its values; the first counts the games that fit."""
    seconds: float = 0.0

    @property
    def echo(self) -> str:
        """How the question was read, as a phrase that reads the same."""
        return str(self.query)

    @property
    def sql(self) -> str:
        """The SQL that gave the figures, with its values in it: each statement runs as it stands."""
        return "\n\n".join(_whole(*one) + ";" for one in self.statements[1:]) + "\n"

    # -- for people

    def words(self) -> list[str]:
        """Return what goes with the numbers, a sentence a line."""
        lines = [f"Rests on {_count(self.games, 'game')}.{self._interval_words()}"]
        lines += map(str, self.left_out)
        lines += self.notes
        return lines

    def _interval_words(self) -> str:
        if not any(column.kind == "low" for column in self.columns) or not self.unit:
            return ""
        return f" The {self._percent()} intervals take {self.unit} as the unit."

    def _percent(self) -> str:
        return f"{self.level * 100:.6g} %"

    def cells(self, measure: int | None = None) -> tuple[list[str], list[list[str]], list[bool]]:
        """Return the heads, the rows and which columns hold numbers, as people read them.

        With *measure* only the columns that name the row and those of that measure.
        """
        makers: list[tuple[str, bool, Callable[[tuple[Any, ...]], str]]] = []
        for at, column in enumerate(self.columns):
            if None not in (measure, column.measure) and column.measure != measure:
                continue
            if column.kind == "low":
                makers.append(self._interval_maker(at))
            elif column.kind != "high":
                makers.append((column.title, column.kind not in _WORDY, self._maker(at)))
        heads = [head for head, _, _ in makers]
        rows = [[make(row) for _, _, make in makers] for row in self.rows]
        return heads, rows, [is_number for _, is_number, _ in makers]

    def _maker(self, at: int) -> Callable[[tuple[Any, ...]], str]:
        column = self.columns[at]
        if column.kind == "rate":
            return lambda row: _rate(row[at])
        digits = _digits([row[at] for row in self.rows])
        return lambda row: _shown(row[at], digits)

    def _interval_maker(self, at: int) -> tuple[str, bool, Callable[[tuple[Any, ...]], str]]:
        """Return the maker of ``2.6 to 10.9``, of the columns *at* and the next."""
        # As many decimals as the figure before it; a share stands between a count and its ends.
        digits = 1 if self.columns[at].is_rate else _digits([row[at - 1] for row in self.rows])
        scale = 100.0 if self.columns[at].is_rate else 1.0

        def make(row: tuple[Any, ...]) -> str:
            low, high = row[at], row[at + 1]
            if low is None and high is None:
                return NONE
            tail = " %" if scale != 1 else ""
            if low is None:
                return f"at most {_scaled(high, scale, digits)}{tail}"
            if high is None:
                return f"at least {_scaled(low, scale, digits)}{tail}"
            return f"{_scaled(low, scale, digits)} to {_scaled(high, scale, digits)}{tail}"

        return f"{self._percent()} interval", True, make

    def table(self) -> str:
        """Return the numbers as aligned text, nothing cut: a wide table as one a measure."""
        whole = self._aligned(None)
        if len(self.query.measures) == 1 or whole.index("\n") <= WIDE:
            return whole
        return "\n".join(map(self._aligned, range(len(self.query.measures))))

    def _aligned(self, measure: int | None) -> str:
        heads, rows, are_numbers = self.cells(measure)
        widths = [
            max([_width(head), *(_width(row[at]) for row in rows)]) for at, head in enumerate(heads)
        ]
        lines = []
        for row in [heads, ["─" * width for width in widths], *rows]:
            cells = [
                " " * (width - _width(cell)) + cell
                if right
                else cell + " " * (width - _width(cell))
                for cell, width, right in zip(row, widths, are_numbers, strict=True)
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines) + "\n"

    def text(self) -> str:
        """Return the whole answer as text: the reading, the numbers, what goes with them."""
        words = "".join(f"{line}\n" for line in self.words())
        return f"{seen(self.echo)}\n\n{self.table()}\n{words}"

    def explain(self) -> str:
        """Return how the question was read, what its measures count and where, and the SQL."""
        lines = [f"Read as: {seen(self.echo)}", *self.meanings, *self.plans, ""]
        first = "".join(_whole(*one) + ";\n\n" for one in self.statements[:1])
        return "\n".join(lines) + f"\n{first}{self.sql}"

    def md(self) -> str:
        """Return the answer as Markdown."""
        heads, rows, are_numbers = self.cells()
        lines = [f"**{_md(self.echo)}**", ""]
        lines.append(f"| {' | '.join(map(_md, heads))} |")
        lines.append(f"|{'|'.join('--:' if right else ':--' for right in are_numbers)}|")
        lines += [f"| {' | '.join(map(_md, row))} |" for row in rows]
        lines += ["", *(f"{_md(line)}  " for line in self.words())]
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        """Return the answer as a piece of HTML, a ``figure`` that holds a table."""
        from html import escape

        heads, rows, are_numbers = self.cells()

        def line(tag: str, cells: Sequence[str]) -> str:
            number = f'{tag} class="number"'
            made = "".join(
                f"<{number if right else tag}>{escape(cell)}</{tag}>"
                for cell, right in zip(cells, are_numbers, strict=True)
            )
            return f"<tr>{made}</tr>\n"

        body = "".join(line("td", row) for row in rows)
        words = "".join(f"<p>{escape(words)}</p>\n" for words in self.words())
        return (
            f'<figure class="cardstats">\n<table>\n<caption>{escape(self.echo)}</caption>\n'
            f"<thead>\n{line('th', heads)}</thead>\n<tbody>\n{body}</tbody>\n</table>\n"
            f"<figcaption>\n{words}</figcaption>\n</figure>\n"
        )

    def _repr_html_(self) -> str:
        return self.html()

    def __str__(self) -> str:
        return self.text()

    # -- for programs

    def names(self) -> list[str]:
        """Return the names of the columns, for programs."""
        return [column.name for column in self.columns]

    def records(self) -> list[dict[str, Any]]:
        """Return the rows as plain JSON objects."""
        names = self.names()
        return [dict(zip(names, map(_plain, row), strict=True)) for row in self.rows]

    def to_json(self) -> dict[str, Any]:
        """Return the whole answer as plain JSON."""
        return {
            "echo": self.echo,
            "query": self.query.to_json(),
            "columns": [
                {
                    "name": column.name,
                    "title": column.title or f"{column.kind} end of the interval",
                    "kind": _JSON_KINDS.get(column.kind, column.kind),
                    "unit": column.unit or None,
                }
                for column in self.columns
            ],
            "rows": self.records(),
            "n": self.n,
            "games": self.games,
            "level": self.level,
            "unit": self.unit or None,
            "left_out": [
                {"games": one.games, "measure": one.measure, "reason": str(one)}
                for one in self.left_out
            ],
            "notes": list(self.notes),
            "meanings": list(self.meanings),
        }

    def json(self) -> str:
        """Return the whole answer as JSON."""
        return _dumps(self.to_json()) + "\n"

    def ndjson(self) -> str:
        """Return the rows, one JSON object a line."""
        return "".join(f"{_dumps(record)}\n" for record in self.records())

    def csv(self) -> str:
        """Return the rows as CSV (RFC 4180, but lines end in LF)."""
        import csv
        import io

        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(_field, self.names()))
        writer.writerows(map(_field, row) for row in self.rows)
        return text.getvalue()

    def tsv(self) -> str:
        """Return the rows with tabs between; a tab or line break in a value becomes a space."""
        return "".join(
            "\t".join(" ".join(_field(value).splitlines()).replace("\t", " ") for value in line)
            + "\n"
            for line in (self.names(), *self.rows)
        )

    def arrow(self) -> Any:
        """Return the rows as a `pyarrow.Table`; what the answer says beside them is its metadata."""
        import pyarrow

        kinds = {
            "text": pyarrow.string(),
            "verdict": pyarrow.bool_(),
            "flag": pyarrow.bool_(),
            "time": pyarrow.timestamp("us"),
            "count": pyarrow.int64(),
        }
        columns = []
        for at, column in enumerate(self.columns):
            values = [row[at] for row in self.rows]
            kind = kinds.get(column.kind)
            if kind is None:
                is_whole = all(value is None or isinstance(value, int) for value in values)
                is_whole = (
                    is_whole and column.kind == "number" and any(v is not None for v in values)
                )
                kind = pyarrow.int64() if is_whole else pyarrow.float64()
            columns.append(pyarrow.array(values, type=kind))
        about = {"cardstats": _dumps({**self.to_json(), "rows": None}).encode()}
        return pyarrow.table(columns, names=self.names()).replace_schema_metadata(about)

    def ipc(self) -> bytes:
        """Return the rows as an Arrow IPC stream."""
        import pyarrow

        table = self.arrow()
        sink = pyarrow.BufferOutputStream()
        with pyarrow.ipc.new_stream(sink, table.schema) as stream:
            stream.write_table(table)
        made: bytes = sink.getvalue().to_pybytes()
        return made

    def parquet(self) -> bytes:
        """Return the rows as a Parquet file."""
        import pyarrow
        import pyarrow.parquet

        sink = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(self.arrow(), sink, compression="zstd")
        made: bytes = sink.getvalue().to_pybytes()
        return made

    def df(self) -> Any:
        """Return the rows as a pandas frame. Raises ModuleNotFoundError where there is no pandas."""
        _need("pandas", "df")
        return self.arrow().to_pandas()

    def pl(self) -> Any:
        """Return the rows as a polars frame. Raises ModuleNotFoundError where there is no polars."""
        return _need("polars", "pl").from_arrow(self.arrow())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.arrow().__arrow_c_stream__(requested_schema)

    def face(self, form: Form) -> bytes:
        """Return the answer in one of `FORMS`."""
        made = getattr(self, _MAKERS.get(form, form))()
        return made if isinstance(made, bytes) else made.encode()


_MAKERS: Final[Mapping[str, str]] = {"table": "text", "arrow": "ipc"}
"""The methods that make a face, where their names differ from it."""

_WORDY: Final = frozenset({"text", "time", "flag", "verdict"})
_JSON_KINDS: Final = {"low": "number", "high": "number", "rate": "number", "count": "number"} | {
    "verdict": "flag"
}


def _need(library: str, method: str) -> Any:
    """Return a library that cardstats does without, but this *method* does not."""
    try:
        return import_module(library)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f".{method}() needs {library}, which is not installed: pip install {library}",
            name=library,
        ) from error


def _plain(value: Any) -> Any:
    """Return a value as JSON knows it."""
    return value.isoformat() + "Z" if isinstance(value, datetime) else value


def _field(value: Any) -> str:
    """Return a value as csv and tsv show it, numbers as JSON does."""
    if isinstance(value, str):
        return harmless(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_plain(value))


def _whole(sql: str, values: Mapping[str, Any]) -> str:
    """Return SQL with its values written in: texts as plain literals, odd ones by their bytes."""
    import re

    def literal(found: re.Match[str]) -> str:
        value = values[found[1]]
        if isinstance(value, str) and value.isprintable():
            return "'" + value.replace("'", "''") + "'"
        return in_sql(value)

    return re.sub(r"\$(v\d+)\b", literal, sql)


def _dumps(value: Any) -> str:
    import json  # its numbers read as Python's do, and hence as those of csv

    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _shown(value: Any, digits: int) -> str:
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _scaled(value, 1, digits)
    if isinstance(value, datetime):
        is_day = not (value.hour or value.minute or value.second)
        return value.strftime("%Y-%m-%d" if is_day else "%Y-%m-%d %H:%M")
    return seen(str(value))


def _rate(value: float | None) -> str:
    return NONE if value is None else f"{_scaled(value, 100, 1)} %"


def _scaled(value: float, scale: float, digits: int) -> str:
    shown = f"{value * scale:.{digits}f}"
    return shown[1:] if shown.startswith("-") and not shown.strip("-0.") else shown


def _digits(values: Iterable[Any]) -> int:
    """Return how many decimals tell numbers of this size apart: three figures of the greatest."""
    numbers = [abs(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    if all(float(number).is_integer() for number in numbers):
        return 0
    most = max(numbers)
    digits = 2
    while most >= 10 and digits:
        most /= 10
        digits -= 1
    while 0 < most < 1 and digits < 6:
        most *= 10
        digits += 1
    return digits


def _md(text: str) -> str:
    for sign in "\\|*_`<[":
        text = text.replace(sign, "\\" + sign)
    return seen(text)


def _width(text: str) -> int:
    """Return the columns that *text* takes in a terminal."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
