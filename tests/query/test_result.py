"""The faces of an answer: the same numbers for people and for programs."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import subprocess
import sys

import pyarrow
import pyarrow.parquet
import pytest

from engine.games import game
from engine.metrics import Metric
from storage.query import FORMS, run
from storage.query.catalogue import current
from storage.query.query import Aggregate, Measure, Query

from .stored import Reading, Stored, database, stored

QUESTIONS = (
    "avg turns per target by level",
    "hits by operation",
    "win rate, pass rate by player",
    "p90 turn time by level",
    "compare print a vs print b",
    "distribution of turns per game",
    "games by week",
    "rule breaks by code",
    "win rate where session = nowhere",
    "missed hit rate by player count",
    "pass rate by signals allowed",
)


@pytest.fixture(scope="module")
def store() -> Stored:
    return stored()


@pytest.mark.parametrize("phrase", QUESTIONS[:-3] + QUESTIONS[-2:])
def test_programs_read_the_same_numbers_in_every_face(store: Stored, phrase: str) -> None:
    result = run(store.reading, phrase)
    records = json.loads(result.json())["rows"]

    assert [json.loads(line) for line in result.ndjson().splitlines()] == records
    arrow = result.arrow()
    assert arrow.num_rows == len(records)
    assert pyarrow.ipc.open_stream(result.ipc()).read_all() == pyarrow.table(result) == arrow
    table = pyarrow.parquet.read_table(io.BytesIO(result.parquet()))
    assert table.column_names == result.names()
    for row, record in zip(table.to_pylist(), records, strict=True):
        for name, value in record.items():
            other = row[name]
            if hasattr(other, "isoformat"):
                other = other.isoformat() + "Z"
            assert other == value
    for text, mark in ((result.csv(), ","), (result.tsv(), "\t")):
        head, *rows = csv.reader(io.StringIO(text), delimiter=mark)
        assert head == result.names()
        for cells, record in zip(rows, records, strict=True):
            for cell, value in zip(cells, record.values(), strict=True):
                assert cell == _as_cell(value)


def _as_cell(value: object) -> str:
    """A number in csv is written as it is in JSON, byte for byte."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


@pytest.mark.parametrize("phrase", QUESTIONS[:-3] + QUESTIONS[-2:])
def test_people_read_the_same_cells_in_every_face(store: Stored, phrase: str) -> None:
    result = run(store.reading, phrase)
    heads, rows, _ = result.cells()

    for face in (result.text(), result.md(), result.html()):
        plain = face.replace("\\", "").replace("&lt;", "<").replace("&gt;", ">")
        for row in rows:
            for cell in row:
                assert cell in plain
        for head in heads:
            assert head in plain
    for line in result.words():
        assert line in result.text()


def test_text_is_aligned_and_ends_no_line_with_blanks(store: Stored) -> None:
    text = run(store.reading, "avg turns per target by level").table()
    lines = text.splitlines()

    assert all(line == line.rstrip() for line in lines)
    assert len({len(line) for line in lines}) == 1
    assert lines[2].startswith("easy ")


def test_a_wide_answer_is_one_table_a_measure(store: Stored) -> None:
    result = run(store.reading, "win rate, pass rate, turns per target, hits by level")
    blocks = result.table().split("\n\n")

    assert len(blocks) == 4
    assert all(block.startswith("level") for block in blocks)


def test_a_rate_is_per_cent_for_people_and_a_share_for_programs(store: Stored) -> None:
    result = run(store.reading, "pass rate")
    value = result.records()[0]["pass_rate"]

    assert 0 < value < 1
    assert f"{value * 100:.1f} %" in result.text()


def test_an_answer_says_what_it_rests_on(store: Stored) -> None:
    result = run(store.reading, "win rate by level")
    about = result.to_json()

    assert about["games"] == result.games == sum(row[-1] for row in result.rows)
    assert about["echo"] == "win rate by level"
    assert about["left_out"][0]["games"] > 0
    assert about["level"] == 0.95
    assert f"Rests on {result.games} games." in result.text()
    assert any("of bots" in line for line in result.words())
    assert "won" in result.meanings[0]


def test_the_sql_runs_as_it_is_shown(store: Stored) -> None:
    result = run(store.reading, "avg turns per target by level")
    sql, values = result.statements[-1]

    assert not values
    rows = store.reading.connection.execute(sql).fetchall()
    assert {row[1] for row in rows if not row[0]} == {row[0] for row in result.rows}
    assert sql in result.sql
    assert "Read as: mean turns per target by level" in result.explain()


def test_odd_names_stay_on_their_line_and_are_escaped(store: Stored) -> None:
    connection = store.reading.connection.cursor()
    connection.execute("CREATE SCHEMA IF NOT EXISTS odd")
    odd = "<b>|\x1b[2J\n\u202e"
    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        changed = f" REPLACE ('{odd}' AS session)" if table == "games" else ""
        connection.execute(
            f"CREATE OR REPLACE VIEW odd.{table} AS SELECT *{changed} FROM main.{table}"
        )
    connection.execute("SET schema = 'odd'")
    result = run(type(store.reading)(connection), "games by session")

    assert "\x1b" not in result.text()
    assert "\u202e" not in result.text()
    assert len(result.table().splitlines()) == 3
    assert "<b>" not in result.html()
    assert "\\|" in result.md()
    assert len(result.tsv().splitlines()) == 2
    assert result.records()[0]["session"] == odd


def test_every_form_is_bytes(store: Stored) -> None:
    result = run(store.reading, "pass rate by level")

    for form in FORMS:
        assert isinstance(result.face(form), bytes)


def test_a_frame_library_takes_it_as_it_is(store: Stored) -> None:
    result = run(store.reading, "pass rate by level")

    assert pyarrow.table(result).column_names == result.names()
    assert list(result.df()["level"]) == ["easy", "normal", "hard", "expert"]
    assert "<table>" in result._repr_html_()


def test_a_frame_whose_library_is_missing_is_told_by_the_way_to_it(
    store: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)

    with pytest.raises(ModuleNotFoundError, match=r"\.pl\(\) needs polars.*pip install polars"):
        run(store.reading, "pass rate by level").pl()


LIGHT = """
import sys
sys.path.insert(0, {root!r})
import duckdb
before = set(sys.modules)
from storage.query import read
str(read("avg turns per target by level"))
import storage.query.answer, storage.query.result
heavy = {{"lark", "pyarrow", "rich", "numpy", "pandas", "scipy"}}
print(sorted(heavy & (set(sys.modules) - before)))
"""


def test_a_question_loads_nothing_heavy() -> None:
    """Neither Lark nor Arrow nor anything else that takes longer than the answer."""
    from pathlib import Path

    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", LIGHT.format(root=root)], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "phrase", ["game time by level", "turn time print A vs print B", "sd turn time"]
)
def test_the_order_of_rows_does_not_reach_the_last_digit(store: Stored, phrase: str) -> None:
    """Threads add up in another order each time; the answer is the same to the byte in each face."""
    rng = random.Random(5)
    shuffled = {table: rng.sample(found, len(found)) for table, found in store.rows.items()}
    other = Reading(database(shuffled, game("spot-on").columns))

    assert run(other, phrase).csv() == run(store.reading, phrase).csv()


AMOUNTS = [
    metric
    for metric in current(whole=True).metrics.values()
    if metric.unit and (metric.kind == "value" or metric.unit == "s")
    if not metric.games or "spot-on" in metric.games
]


@pytest.mark.parametrize("aggregate", ["mean", "median", "total", "sd", "max"])
@pytest.mark.parametrize("metric", AMOUNTS, ids=lambda metric: metric.name)
def test_people_read_the_unit_of_every_amount(
    store: Stored, metric: Metric, aggregate: Aggregate
) -> None:
    """Where nothing is counted a figure means nothing without its unit."""
    per = None if aggregate == "total" else metric.per

    answer = run(store.reading, Query((Measure(aggregate, metric.name, per),)))

    head = answer.columns[0].title
    assert metric.unit in re.findall(r"\w+|%", head)
    assert not head.startswith("number of")
    assert answer.columns[0].unit == metric.unit
