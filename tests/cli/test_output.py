"""The formats, each read back by somebody else's reader where there is one."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cli import output
from cli.output import FORMATS, plain, print_records, print_rows

COLUMNS = ("id", "name", "share", "is_bot", "at", "tags")
AT = datetime(2026, 11, 29, 18, 30, tzinfo=UTC)
ROWS: list[tuple[Any, ...]] = [
    (1, 'Anna | "A", b\tc', 0.5, False, AT, ["x", "y"]),
    (20, "李 <b>", None, True, AT.replace(tzinfo=None), []),
]


@pytest.fixture
def printed(capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., bytes]:
    """Print in a format; return the bytes."""

    def run(form: str, columns: Any = COLUMNS, rows: Any = ROWS) -> bytes:
        print_rows(form, columns, rows)
        sys.stdout.flush()
        return capfdbinary.readouterr().out

    return run


def test_csv_reads_back(printed: Callable[..., bytes]) -> None:
    rows = list(csv.reader(io.StringIO(printed("csv").decode())))

    assert rows[0] == list(COLUMNS)
    assert rows[1] == ["1", 'Anna | "A", b\tc', "0.5", "false", "2026-11-29T18:30:00Z", '["x","y"]']
    assert rows[2] == ["20", "李 <b>", "", "true", "2026-11-29T18:30:00Z", "[]"]


def test_tsv_has_a_line_a_row_whatever_stands_in_it(printed: Callable[..., bytes]) -> None:
    lines = printed("tsv").decode().splitlines()

    assert [line.count("\t") for line in lines] == [5, 5, 5]


@pytest.mark.parametrize(("form", "mark"), [("csv", ","), ("tsv", "\t")])
def test_no_spreadsheet_takes_a_name_for_a_formula(
    printed: Callable[..., bytes], form: str, mark: str
) -> None:
    rows = [("=1+1", -3, "-3"), ("@Anna", -0.5, "-")]

    text = printed(form, ("=name", "points", "said"), rows).decode()

    assert list(csv.reader(io.StringIO(text), delimiter=mark)) == [
        ["'=name", "points", "said"],
        ["'=1+1", "-3", "-3"],
        ["'@Anna", "-0.5", "-"],
    ]
    assert json.loads(printed("ndjson", ("name",), [("=1+1",)])) == {"name": "=1+1"}


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_json_reads_back(printed: Callable[..., bytes], form: str) -> None:
    text = printed(form).decode()

    found = json.loads(text) if form == "json" else [json.loads(line) for line in text.splitlines()]
    assert [list(row) for row in found] == [list(COLUMNS)] * 2
    assert found[0]["tags"] == ["x", "y"]
    assert found[1]["share"] is None
    assert [row["at"] for row in found] == ["2026-11-29T18:30:00Z"] * 2


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_arrow_formats_read_back(printed: Callable[..., bytes], form: str) -> None:
    rows = [(*row[:4], AT, row[5]) for row in ROWS]
    data = printed(form, COLUMNS, rows)

    table = (
        pq.read_table(io.BytesIO(data))
        if form == "parquet"
        else pa.ipc.open_stream(data).read_all()
    )
    assert table.column("id").to_pylist() == [1, 20]
    assert table.column("share").to_pylist() == [0.5, None]
    assert table.column("tags").to_pylist() == ['["x","y"]', "[]"]


def test_md_keeps_its_columns(printed: Callable[..., bytes]) -> None:
    lines = printed("md").decode().splitlines()

    assert lines[0] == "| id | name | share | is_bot | at | tags |"
    assert [line.replace("\\|", "").count("|") for line in lines] == [7, 7, 7, 7]
    assert lines[1].startswith("| --: | --- |")


def test_html_escapes(printed: Callable[..., bytes]) -> None:
    page = printed("html").decode()

    assert "<td>李 &lt;b&gt;</td>" in page
    assert page.startswith("<!doctype html>")


def test_a_table_is_aligned_and_nothing_is_cut(printed: Callable[..., bytes]) -> None:
    long = "x" * 500
    lines = printed("table", ("n", "word"), [(1, "李"), (100, long)]).decode().splitlines()

    assert lines == ["  n  word", "───  " + "─" * 500, "  1  李", "100  " + long]


def test_wide_letters_take_two_columns() -> None:
    lines = list(output.table_lines(("name", "n"), [("李明", 1), ("Anna", 2)]))

    assert lines[2:] == ["李明  1", "Anna  2"]


@pytest.mark.parametrize("form", FORMATS)
def test_no_rows_are_fine_in_every_format(printed: Callable[..., bytes], form: str) -> None:
    data = printed(form, COLUMNS, [])

    if form == "json":
        assert json.loads(data) == []
    elif form == "ndjson":
        assert data == b""
    else:
        assert b"name" in data


def test_records_keep_their_own_keys_in_json(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    records: list[dict[str, Any]] = [{"id": 1, "deep": {"a": [1]}}, {"id": 2}]

    print_records("ndjson", records, ("id",))
    print_records("csv", records, ("id", "deep"))

    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert [json.loads(line) for line in lines[:2]] == records
    assert lines[2:] == ["id,deep", '1,"{""a"":[1]}"', "2,"]


def test_control_characters_are_spelled_out() -> None:
    assert plain("a\x1b]0;evil\x07\nb\u202ec") == "a\\x1b]0;evil\\x07\\nb\\u202ec"
    assert plain("Zoë 李 ♠") == "Zoë 李 ♠"
