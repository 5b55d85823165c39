"""``cardstats sql``, ``cardstats schema`` and ``cardstats compare``."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pyarrow.parquet
import pytest

from . import logs
from .conftest import Run

COUNT = "SELECT level, count(*) AS games, avg(turns) AS turns FROM games GROUP BY level"


@pytest.fixture(autouse=True)
def games(cardstats: Run) -> None:
    """Store three games of 6 turns: two of one session, one of another."""
    Path("many.ndjson").write_text(
        "\n".join(
            logs.text(logs.example(session=session, notes=note))
            for session, note in (("a", "1"), ("a", "2"), ("it's", "3"))
        )
    )
    cardstats("upload", "many.ndjson")


def test_sql_reads_the_stored_games(cardstats: Run) -> None:
    done = cardstats("sql", COUNT, "--format", "csv")

    assert done.returncode == 0
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert (row["games"], float(row["turns"])) == ("3", 6.0)


@pytest.mark.parametrize("form", ["table", "csv", "tsv", "json", "ndjson", "md", "html"])
def test_sql_speaks_every_text_format(cardstats: Run, form: str) -> None:
    done = cardstats("sql", COUNT, "--format", form)

    assert done.returncode == 0
    assert "games" in done.stdout


@pytest.mark.parametrize("form", ["parquet", "arrow", "csv"])
def test_sql_writes_to_a_file(cardstats: Run, form: str) -> None:
    done = cardstats("sql", COUNT, "--format", form, "-o", "rows")

    assert (done.returncode, done.stdout) == (0, "")
    assert Path("rows").stat().st_size > 0
    assert not Path(".rows.part").exists()


def test_a_statement_that_fails_leaves_no_file(cardstats: Run) -> None:
    done = cardstats("sql", "SELECT nope FROM games", "-o", "rows")

    assert done.returncode == 2
    assert "nope" in done.stderr
    assert not list(Path().glob("*rows*"))


@pytest.mark.parametrize(
    "phrase",
    [
        "avg turns per target",
        "pass rate by player",
        "hits by operation",
        "median turns per game by level",
        "pass rate where session = a",
        'win rate where session = "it\'s"',
        "distribution of turns per game in bins of 5",
        "max turns per game",
        "share of turns where legal moves < 5 by player",
        "number of plays by operation",
    ],
)
def test_the_sql_of_an_answer_runs_as_it_is_printed(cardstats: Run, phrase: str) -> None:
    sql = cardstats("query", phrase, "--sql").stdout
    one = sql.split(";\n\n")[0]  # a median by something is told of all together once more

    done = cardstats("sql", one, "--format", "json")

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) is not None


def test_the_sql_of_a_single_figure_can_be_sent_on(cardstats: Run) -> None:
    sql = cardstats("query", "pass rate by level", "--sql").stdout

    done = cardstats("sql", "-", "--format", "json", stdin=sql)

    assert done.returncode == 0
    assert json.loads(done.stdout)[0]["k"] == 3


def test_whatever_is_no_select_is_refused(cardstats: Run) -> None:
    done = cardstats("sql", "COPY games TO 'out.csv'")

    assert done.returncode == 2
    assert "[sql-refused]" in done.stderr
    assert not Path("out.csv").exists()


def test_explain_is_shown_as_it_is_drawn(cardstats: Run) -> None:
    done = cardstats("sql", "EXPLAIN SELECT 1")

    assert "PROJECTION" in done.stdout
    assert "\\n" not in done.stdout


def test_schema_tells_tables_columns_units_and_sentences(cardstats: Run) -> None:
    shown = cardstats("schema").stdout
    one = cardstats("schema", "seats", "--format", "json")

    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        assert f"{table}: a row is " in shown
    records = json.loads(one.stdout)
    assert {record["table"] for record in records} == {"seats"}
    assert {"column": "experience", "unit": "games"}.items() <= next(
        record for record in records if record["column"] == "experience"
    ).items()


def test_a_table_that_is_not_there_is_told(cardstats: Run) -> None:
    done = cardstats("schema", "players")

    assert done.returncode == 2
    assert "seats" in done.stderr


def test_compare_holds_two_values_against_each_other(cardstats: Run) -> None:
    done = cardstats("compare", "a", "it's", "--by", "session", "--format", "json")

    assert done.returncode == 0, done.stderr
    records = json.loads(done.stdout)
    turns = next(record for record in records if record["metric"] == "mean turns per game")
    assert (turns["first_value"], turns["second_value"], turns["difference"]) == (6, 6, 0)
    assert (turns["first_games"], turns["second_games"]) == (2, 1)
    assert "No difference has an interval" in done.stderr  # one game or two on each side


def test_compare_finds_out_what_the_values_are(cardstats: Run) -> None:
    done = cardstats("compare", "Anna", "Ben", "--only", "pass rate")

    assert done.returncode == 0, done.stderr
    assert "Anna" in done.stdout
    assert "pass rate" in done.stdout
    assert "turns per game" not in done.stdout


def test_compare_takes_two_stores(cardstats: Run, tmp_path: Path) -> None:
    other = tmp_path / "other"
    cardstats("upload", "many.ndjson", env={"CARDSTATS_HOME": str(other)})
    third = tmp_path / "third"
    cardstats("upload", "many.ndjson", env={"CARDSTATS_HOME": str(third)})

    done = cardstats("compare", str(other), str(third), "--format", "json")

    assert done.returncode == 0, done.stderr
    assert all(record["difference"] in (0, None) for record in json.loads(done.stdout))


@pytest.mark.parametrize(
    ("sides", "word"),
    [
        (("Anna",), "two or more"),
        (("Anna", "Anna"), "twice"),
        (("Anna", "anna"), "`Anna` and `anna` are one side"),
        (("Anna", "nobody"), "Nothing in the store is called 'nobody'"),
        (("Anna", "normal"), "Anna is a player, normal is a level"),
        (("Anna", "Bne", "--by", "player"), "Did you mean `Ben`?"),
        (("Anna", "Ben", "--by", "playr"), "There is no dimension 'playr'"),
        (("Anna", "Ben", "--only", "pas rate"), "Did you mean `pass rate`?"),
        (("Anna", "Ben", "--where", "by level"), "Conditions choose games"),
        (("2", "three", "--by", "player count"), "is a number, 'three' is none"),
        (("./a", "./b"), "There is no store in ./a"),
    ],
)
def test_sides_that_cannot_be_compared_are_told(
    cardstats: Run, sides: tuple[str, ...], word: str
) -> None:
    done = cardstats("compare", *sides)

    assert done.returncode == 2
    assert word in done.stderr


ODD = """SELECT DATE '2026-01-02' AS day, INTERVAL '3 days 90 seconds' AS span, TIME '01:02:03' AS clock,
TIMESTAMP '2026-01-02 03:04:05.25' AS moment, 'ab'::BLOB AS bytes, MAP {DATE '2026-01-02': 1} AS map,
'7a0e8400-e29b-41d4-a716-446655440000'::UUID AS id, (2::HUGEINT ** 3)::HUGEINT * 10 ** 30::HUGEINT AS big,
'nan'::DOUBLE AS nan, 1.5::DECIMAL(4, 2) AS exact, [DATE '2026-01-02'] AS list"""


@pytest.mark.parametrize(
    "words",
    [
        ("Anna", "vs", "Ben"),
        ("Anna", "VERSUS", "Ben"),
        ("player", "Anna", "Ben"),
        ("player", "Anna", "vs", "Ben"),
        ("person", "Anna", "Ben"),
    ],
)
def test_sides_may_be_said_as_in_a_question(cardstats: Run, words: tuple[str, ...]) -> None:
    asked = cardstats("compare", "Anna", "Ben", "--by", "player", "--format", "csv")

    assert cardstats("compare", *words, "--format", "csv").stdout == asked.stdout != ""


def test_sides_of_several_words_need_no_quotes_around_vs(cardstats: Run) -> None:
    for nth, version in enumerate(("print A", "print B")):
        rules = {**logs.example()["rules"], "version": version}
        Path("one.json").write_text(logs.text(logs.example(log_id=f"v{nth}", rules=rules)))
        cardstats("upload", "one.json")
    asked = cardstats("compare", "print A", "print B", "--format", "csv")

    for words in ("print A vs print B", "rules version print A vs print B"):
        assert cardstats("compare", *words.split(), "--format", "csv").stdout == asked.stdout != ""


def test_two_stores_are_two_and_have_games(cardstats: Run, tmp_path: Path, home: Path) -> None:
    empty = tmp_path / "empty"
    cardstats("logs", env={"CARDSTATS_HOME": str(empty)})

    same = cardstats("compare", str(home), f"{home}/")
    nothing = cardstats("compare", str(home), str(empty))

    mixed = cardstats("compare", str(home), "Anna")

    assert same.returncode == nothing.returncode == mixed.returncode == 2
    assert "Two stores are held against each other, or values" in mixed.stderr
    assert "Both are the same store" in same.stderr
    assert f"No game of {empty} fits." in nothing.stderr


@pytest.mark.parametrize("form", ["table", "json"])
def test_each_headline_stands_once_with_its_unit_and_what_it_rests_on(
    cardstats: Run, form: str
) -> None:
    """A figure that stood twice, or the other way round, was one more to look at together."""
    seats = (
        {"source": "bot", "players": [{"name": n, "kind": "bot"} for n in ("Anna", "Ben")]},
        {},
    )
    timed = [dict(move, t=3.5 * at) for at, move in enumerate(logs.example()["moves"])]
    games = [
        logs.text(logs.example(session=s, log_id=f"n{nth}{s}", moves=timed, **more))
        for nth, more in enumerate((*seats, {}))
        for s in "xy"
    ]
    Path("timed.ndjson").write_text("\n".join(games))
    cardstats("upload", "timed.ndjson")

    done = cardstats("compare", "x", "y", "--format", form)

    assert "x: 2 games, spot-on (2); 1 of bots left out." in done.stderr
    if form == "table":
        assert "mean game time (s)" in done.stdout
    else:
        records = json.loads(done.stdout)
        names = [record["metric"] for record in records]
        assert len(set(names)) == len(names)
        assert "win rate" in names
        assert "loss rate" not in names
        assert {r["metric"]: r["unit"] for r in records}["mean game time"] == "s"


@pytest.mark.parametrize("form", ["table", "csv", "tsv", "json", "ndjson", "md", "html"])
def test_every_type_of_sql_is_printed(cardstats: Run, form: str) -> None:
    """What SQL knows and JSON does not is text, in each format the same."""
    done = cardstats("sql", ODD, "--format", form)

    assert done.returncode == 0, done.stderr
    for text in ("2026-01-02", "3 days 00:01:30", "01:02:03", "6162", "7a0e8400-e29b"):
        assert text in done.stdout
    assert '"""' not in done.stdout
    if form == "csv":
        (row,) = csv.DictReader(io.StringIO(done.stdout))
        assert (row["day"], row["moment"]) == ("2026-01-02", "2026-01-02T03:04:05.250000Z")
        assert (row["nan"], row["exact"]) == ("nan", "1.5")
        assert json.loads(row["map"]) == {"2026-01-02": 1}
    if form in ("json", "ndjson"):
        found = json.loads(done.stdout)
        record = found[0] if form == "json" else found
        assert record["nan"] is None
        assert record["map"] == {"2026-01-02": 1}


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_columns_of_one_name_are_told_apart(cardstats: Run, form: str) -> None:
    """A join of two tables has the id of the game twice; in an object one of them was lost."""
    statement = "SELECT 1 AS a, 2 AS a, 2::HUGEINT * 10 ** 30::HUGEINT AS b"

    assert cardstats("sql", statement, "--format", form, "-o", "rows").returncode == 0

    if form == "parquet":
        assert pyarrow.parquet.read_table("rows").column_names == ["a", "a_2", "b"]
    else:
        assert '"a_2":2' in Path("rows").read_text() or "a,a_2,b" in Path("rows").read_text()


@pytest.mark.parametrize(
    "words",
    [
        ["-- what is\nSELECT 1 AS a"],
        ["--what is it\nSELECT 1 AS a"],
        ["--format", "csv", "-- one\nSELECT 1 AS a"],
        ["SELECT", "1", "AS", "a"],
    ],
)
def test_a_statement_may_begin_with_a_comment_and_needs_no_quotes(
    cardstats: Run, words: list[str]
) -> None:
    done = cardstats("sql", *words)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("a\n")


@pytest.mark.parametrize(
    ("limits", "statement", "code"),
    [
        # Neither hears DuckDB's interrupt, nor counts as memory of its own.
        (["--seconds", "0.2"], "SELECT regexp_matches(repeat('a', 9000000), '(a?){900}b')", "long"),
        (["--memory", "64"], "SELECT length(rpad('x', 2000000000, 'y'))", "large"),
    ],
)
def test_what_hears_no_interrupt_is_ended_and_leaves_no_half_file(
    process: Run, limits: list[str], statement: str, code: str
) -> None:
    Path("rows.csv").write_text("as it was")

    done = process("sql", *limits, statement, "-o", "rows.csv", "--format", "csv")

    assert done.returncode == 2
    assert f"[sql-too-{code}]" in done.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["many.ndjson", "rows.csv"]
    assert Path("rows.csv").read_text() == "as it was"
