"""The one place that knows the formats: rows in, bytes on stdout out.

Data goes to stdout and words to stderr. Machine formats are UTF-8 whatever the terminal speaks.
Nothing is ever cut short.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from datetime import UTC, datetime, timedelta
from math import isfinite
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

from .errors import Usage

if TYPE_CHECKING:
    from storage.query.result import Form, Result

FORMATS: Final = ("table", "csv", "tsv", "json", "ndjson", "md", "html", "parquet", "arrow")
"""``table`` is for people, the others are for programs."""

BINARY: Final = ("parquet", "arrow")
Row: TypeAlias = Sequence[Any]

NONE: Final = "–"
"""What people read where there is no value."""

_UNPRINTABLE: Final = (
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
"""What would move the cursor, break a line, turn the text around or not be seen at all, were it printed
as it is."""


# -- words for people


def plain(text: str) -> str:
    r"""Return *text* with control characters spelled out, safe for a terminal.

    >>> plain("red\x1b[2J")
    'red\\x1b[2J'
    """
    if text.isprintable():
        return text
    return re.sub(_UNPRINTABLE, lambda found: ascii(found[0])[1:-1], text)


def has_colour(stream: IO[Any]) -> bool:
    """Tell whether *stream* is a terminal whose reader did not ask for NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


_COLOURS: Final = {"green": 32, "red": 31, "yellow": 33, "dim": 2, "bold": 1}


def coloured(text: str, colour: str, *, on: bool = True) -> str:
    """Return *text* in a colour, unchanged where *on* is False."""
    return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if on and colour else text


def print_lines(lines: Iterable[str]) -> None:
    """Print lines for people on stdout; a letter that the terminal lacks becomes ``?``."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    for line in lines:
        known = line if line.isascii() else line.encode(encoding, "replace").decode(encoding)
        sys.stdout.write(known + "\n")


def print_words(line: str) -> None:
    """Put a line for people on stderr, after all that was printed before."""
    with suppress(BrokenPipeError):  # told where something is printed there
        sys.stdout.flush()
    sys.stderr.write(plain(line) + "\n")
    sys.stderr.flush()


# -- rows


def print_rows(form: str, columns: Sequence[str], rows: Iterable[Row], *, title: str = "") -> None:
    """Print *rows* in a format. *title* heads the page where the format has one."""
    if form == "table":
        print_lines(table_lines(columns, rows))
    elif form in BINARY:
        print_arrow(form, arrow_table(columns, list(rows)))
    elif form == "html":
        write_bytes(_as_html(columns, rows, title))
    else:
        write_bytes(_WRITERS[form](columns, rows))


def print_records(form: str, records: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Print one object a record; its keys are printed as they stand in json and ndjson.

    *columns* are the keys that the flat formats show.
    """
    if form in ("json", "ndjson"):
        texts = (_json(record) for record in records)
        write_bytes(_array(texts) if form == "json" else (text + b"\n" for text in texts))
    else:
        print_rows(form, columns, ([record.get(name) for name in columns] for record in records))


def print_result(form: Form, result: Result, *, words: bool = True) -> None:
    """Print the answer to a question.

    Formats that hold nothing but rows leave what goes with the numbers to stderr, with *words*.
    """
    if form == "table":
        print_lines(result.text().splitlines())
        return
    write_bytes([result.face(form)])
    if words and form not in ("json", "md", "html"):
        for line in result.words():
            print_words(line)


def write_bytes(parts: Iterable[bytes]) -> None:
    """Write to stdout as it is, each part as soon as it is there; what steers a terminal, not to one."""
    sys.stdout.flush()
    stream = sys.stdout.buffer
    is_seen = sys.stdout.isatty()
    for part in parts:
        stream.write(_spelled(part) if is_seen else part)
    stream.flush()


def _spelled(part: bytes) -> bytes:
    """Return lines of text as they are safe to look at: who wants the bytes sends them to a file."""
    lines = part.decode("utf-8", "replace").split("\n")
    return "\n".join("\t".join(map(plain, line.split("\t"))) for line in lines).encode()


@contextmanager
def output_to(path: Path | None, what: str = "answer") -> Iterator[None]:
    """Send what is printed to a file, which is there once all is printed; None: to stdout.

    Raises Usage, which calls it *what*, where it cannot be written.
    """
    if path is None:
        yield
        return
    path = Path(os.path.realpath(path))  # what a link leads to is written, and the link stays
    # A device or a pipe is written to, and not replaced by a file.
    part = path if path.exists() and not path.is_file() else path.with_name(f".{path.name}.part")
    if part != path:
        _parts.add(part)
    try:
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with part.open("w", encoding="utf-8", newline="") as file, redirect_stdout(file):
            if part != path and path.exists():
                part.chmod(path.stat().st_mode & 0o777)  # who might not read it may not now
            yield
        if part != path:
            part.replace(path)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        is_full = error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
        raise Usage(
            f"The {what} cannot be written there: {error.strerror or error}.",
            place=str(path),
            hint="Make room, or name a file on another disk; nothing was changed."
            if is_full
            else "Name a file in a folder that is there and open to you.",
        ) from error
    finally:
        drop_parts()


_parts: Final[set[Path]] = set()
"""Files that are being written and have not got their name yet."""


def drop_parts() -> None:
    """Take away what was written of files that are not whole."""
    while _parts:
        with suppress(OSError):
            _parts.pop().unlink(missing_ok=True)


def refuse_terminal(form: str) -> None:
    """Raise Usage where a binary format would be printed on a terminal."""
    if form in BINARY and sys.stdout.isatty():
        raise Usage(
            f"{form} is binary and would garble the terminal.",
            place="--format",
            hint=f"Send it to a file: … --format {form} > games.{form}.",
        )


# -- a table as people read it


def table_lines(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """Yield an aligned table: numbers to the right, words to the left, nothing cut."""
    rows = [list(row) for row in rows]
    cells = [[shown(value) for value in row] for row in rows]
    right = [
        any(_is_number(row[nth]) for row in rows)
        and all(row[nth] is None or _is_number(row[nth]) for row in rows)
        for nth in range(len(columns))
    ]
    widths = [
        max([_width(name), *(_width(row[nth]) for row in cells)])
        for nth, name in enumerate(columns)
    ]
    rule = ["─" * width for width in widths]
    for line in (list(columns), rule, *cells):
        padded = (
            " " * (width - _width(text)) + text if to_right else text + " " * (width - _width(text))
            for text, width, to_right in zip(line, widths, right, strict=True)
        )
        yield "  ".join(padded).rstrip()


def shown(value: Any) -> str:
    """Return a value as a person reads it."""
    if value is None:
        return NONE
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3g}" if -1 < value < 1 else f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, datetime):
        return _in_utc(value).strftime("%Y-%m-%d %H:%M")
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return plain(", ".join(value))
    return plain(_cell(value))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _width(text: str) -> int:
    """Return the columns that *text* takes in a terminal."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )


# -- the formats of programs


def _json(value: Any) -> bytes:
    from engine.plain_json import dumps

    return dumps(value, default=_odd)


def _odd(value: Any) -> Any:
    """Return what SQL knows and JSON does not: numbers as numbers, the rest as text."""
    from decimal import Decimal

    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return _text(value)


def _text(value: Any) -> str:
    """Return a value that is neither number, flag nor list as text: spans of time, bytes, days."""
    if isinstance(value, timedelta):
        hours, left = divmod(value.seconds, 3600)
        seconds = f"{left % 60 + value.microseconds / 1e6:09.6f}".rstrip("0").rstrip(".")
        return f"{value.days} days {hours:02}:{left // 60:02}:{seconds}"
    if isinstance(value, bytes):
        return value.hex()
    return str(value)  # days, times of the day, UUIDs


def _array(texts: Iterable[bytes]) -> Iterator[bytes]:
    comma = b"[\n"
    for text in texts:
        yield comma + text
        comma = b",\n"
    yield b"[]\n" if comma == b"[\n" else b"\n]\n"


def _cell(value: Any) -> str:
    """Return a value as text: times in UTC, what is nested as JSON, nothing for null."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, datetime):
        fraction = ".%f" if value.microsecond else ""
        return _in_utc(value).strftime(f"%Y-%m-%dT%H:%M:%S{fraction}Z")
    if isinstance(value, float) and not isfinite(value):
        return str(value)  # no JSON, and not null either
    if not isinstance(value, (int, float, dict, list, tuple)):
        value = _odd(value)
    return value if isinstance(value, str) else _json(value).decode()


def _in_utc(value: datetime) -> datetime:
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _as_ndjson(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    for row in rows:
        yield _json(dict(zip(columns, row, strict=True))) + b"\n"


def _as_json(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    return _array(_json(dict(zip(columns, row, strict=True))) for row in rows)


def _as_csv(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in _headed(columns, rows):
        writer.writerow([_spreadsheet_cell(value) for value in row])
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()


def _as_tsv(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    """The format knows no quotes, so that a tab or a line break in a value becomes a space."""
    for row in _headed(columns, rows):
        cells = (re.sub(r"[\t\r\n]", " ", _spreadsheet_cell(value)) for value in row)
        yield "\t".join(cells).encode() + b"\n"


def _spreadsheet_cell(value: Any) -> str:
    from storage.cells import harmless

    return harmless(value) if isinstance(value, str) else _cell(value)


def _headed(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[Row]:
    yield columns
    yield from rows


def _as_md(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    def line(cells: Iterable[str]) -> bytes:
        tidy = (cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
        return f"| {' | '.join(tidy)} |\n".encode()

    rows = list(rows)
    yield line(columns)
    marks = (
        "--:" if rows and all(_is_number(row[nth]) for row in rows) else "---"
        for nth in range(len(columns))
    )
    yield line(marks)
    for row in rows:
        yield line(shown(value) for value in row)


def _as_html(columns: Sequence[str], rows: Iterable[Row], title: str) -> Iterator[bytes]:
    from html import escape

    def line(tag: str, cells: Iterable[str]) -> bytes:
        inside = "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells)
        return f"<tr>{inside}</tr>\n".encode()

    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title or 'cardstats')}</title></head><body>\n<table>\n<thead>\n"
    ).encode()
    yield line("th", columns) + b"</thead>\n<tbody>\n"
    for row in rows:
        yield line("td", (shown(value) for value in row))
    yield b"</tbody>\n</table>\n</body></html>\n"


_WRITERS: Final[Mapping[str, Callable[[Sequence[str], Iterable[Row]], Iterator[bytes]]]] = {
    "ndjson": _as_ndjson,
    "json": _as_json,
    "csv": _as_csv,
    "tsv": _as_tsv,
    "md": _as_md,
}


def arrow_table(columns: Sequence[str], rows: Sequence[Row]) -> Any:
    """Return the rows as a pyarrow table; what is nested becomes JSON text."""
    import pyarrow as pa

    def flat(value: Any) -> Any:
        return _cell(value) if isinstance(value, (dict, list, tuple)) else value

    def array(values: list[Any]) -> Any:
        try:
            return pa.array(values)
        except (OverflowError, pa.ArrowInvalid):  # numbers beyond 64 bits, or of several kinds
            return pa.array([None if value is None else _cell(value) for value in values])

    found = [array([flat(row[nth]) for row in rows]) for nth in range(len(columns))]
    return pa.table(found, names=list(columns))


def print_arrow(form: str, table: Any) -> None:
    """Print a pyarrow table as one Parquet file or as an Arrow stream."""
    refuse_terminal(form)
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    if form == "parquet":
        import pyarrow.parquet as pq

        pq.write_table(table, sink, compression="zstd")
    else:
        with pa.ipc.new_stream(sink, table.schema) as stream:
            stream.write_table(table)
    write_bytes([sink.getvalue().to_pybytes()])
