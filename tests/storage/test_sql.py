"""SQL that people write reads the views of one moment, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage import open_store
from storage.reading import Reading
from storage.sql import SqlError, check, select

from .games import a_log


@pytest.fixture
def reading(tmp_path: Path) -> Iterator[Reading]:
    with open_store(tmp_path / "store") as store:
        store.put(a_log(0))
        store.flush()
        with store.reading() as found:
            yield found


def part_of(reading: Reading) -> Path:
    (paths,) = reading.connection.execute("SELECT current_setting('allowed_paths')").fetchone()
    return Path(paths[0])


@pytest.mark.parametrize(
    "text",
    [
        "SELECT count(*) FROM games",
        "FROM games",
        "TABLE moves",
        "VALUES (1), (2)",
        "WITH a AS (SELECT * FROM seats) SELECT player, count(*) FROM a GROUP BY ALL",
        "SELECT * FROM games JOIN rounds USING (game_id) WHERE rounds.turns > 2",
        "SELECT i FROM range(3) t(i)",
        "SELECT unnest([1, 2])",
        "DESCRIBE games",
        "SHOW TABLES",
        "SUMMARIZE rounds",
        "EXPLAIN SELECT 1",
        "EXPLAIN ANALYZE SELECT count(*) FROM moves",
        "PIVOT moves ON type IN ('play', 'pass') USING count(*)",
        "SELECT 1;",
        "-- a remark\nSELECT 1 -- another",
        "SELECT player, row_number() OVER (ORDER BY turns) FROM seats",
    ],
)
def test_whatever_reads_the_tables_runs(reading: Reading, text: str) -> None:
    found = select(reading, text)

    assert found.columns
    assert list(found.rows)


REFUSED = [
    "COPY (SELECT 1) TO '{part}'",
    "COPY games TO '/tmp/cardstats-test-out'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{part}'",
    "EXPLAIN (FORMAT json) COPY (SELECT 1) TO '{part}'",
    "EXPLAIN EXPLAIN SELECT 1",
    "ATTACH '/tmp/cardstats-test.db'",
    "ATTACH ':memory:' AS other",
    "DETACH memory",
    "INSTALL httpfs",
    "LOAD json",
    "SET threads = 1",
    "RESET threads",
    "PRAGMA version",
    "PRAGMA threads = 1",
    "CALL pragma_version()",
    "USE memory",
    "CREATE TABLE t (a INT)",
    "CREATE MACRO f() AS 1",
    "CREATE TEMP TABLE t AS SELECT * FROM games",
    "DROP VIEW games",
    "INSERT INTO games VALUES (1)",
    "UPDATE games SET turns = 1",
    "DELETE FROM games",
    "ALTER VIEW games RENAME TO others",
    "BEGIN",
    "CHECKPOINT",
    "VACUUM",
    "PREPARE a AS SELECT 1",
    "EXECUTE a",
    "EXPORT DATABASE '/tmp/cardstats-test'",
    "IMPORT DATABASE '/tmp/cardstats-test'",
    "SELECT * INTO other FROM games",
    "SELECT getenv('HOME')",
    "SELECT current_setting('allowed_paths')",
    "SELECT write_log('x')",
    "SELECT setseed(0.5)",
    "SELECT nextval('s')",
    "FROM read_text('/etc/passwd')",
    "FROM read_blob('{part}')",
    "FROM read_text('{part}')",
    "FROM read_parquet('{part}')",
    "FROM parquet_scan('{part}')",
    "FROM parquet_metadata('{part}')",
    "FROM read_csv('/etc/passwd')",
    "FROM read_json('/etc/passwd')",
    "FROM sniff_csv('/etc/passwd')",
    "FROM glob('/etc/*')",
    "FROM '/etc/passwd'",
    "FROM '{part}'",
    'FROM "{part}"',
    "FROM duckdb_settings()",
    "FROM duckdb_secrets()",
    "FROM pg_settings",
    "FROM pg_catalog.PG_Settings",
    "FROM pragma_database_list",
    "FROM which_secret('a', 'b')",
    "FROM query('SELECT 1')",
    "FROM query_table('games')",
    "FROM checkpoint()",
    "FROM force_checkpoint()",
    "FROM json_execute_serialized_sql('x')",
    "SELECT (SELECT content FROM read_text('/etc/passwd'))",
    "WITH a AS (FROM glob('/*')) FROM a",
    "SELECT 1 WHERE EXISTS (FROM read_text('/etc/passwd'))",
    "SELECT list_transform([1], lambda x: getenv('HOME'))",
    "SELECT 1; DROP VIEW games",
    "",
    "-- nothing",
    "SELECT 1\0",
    "SELEC 1",
    "SELECT nope FROM games",
    "SELECT * FROM nowhere",
    "PIVOT moves ON type USING count(*)",
]


@pytest.mark.parametrize("text", REFUSED)
def test_whatever_else_is_refused_in_words_and_changes_nothing(reading: Reading, text: str) -> None:
    part = part_of(reading)
    before = part.read_bytes()

    with pytest.raises(SqlError) as caught:
        list(select(reading, text.replace("{part}", str(part))).rows)

    assert caught.value.hint
    assert part.read_bytes() == before
    assert not Path("/tmp/cardstats-test-out").exists()
    assert list(select(reading, "SELECT count(*) FROM games").rows) == [(1,)]


@pytest.mark.parametrize("text", ["FROM read_text('{part}')", "COPY (SELECT 1) TO '{part}'"])
def test_it_is_the_look_at_the_statement_that_keeps_the_parts_safe(
    reading: Reading, text: str
) -> None:
    """DuckDB alone lets the parts be opened: should that change, the look may go."""
    with pytest.raises(SqlError) as caught:
        check(reading.connection, text.replace("{part}", str(part_of(reading))))

    assert caught.value.code == "sql-refused"


def test_what_takes_too_long_is_stopped(reading: Reading) -> None:
    with pytest.raises(SqlError) as caught:
        select(reading, "SELECT count(*) FROM range(1000000000000) a", seconds=0.2)

    assert caught.value.code == "sql-too-long"


def test_schema_tells_every_column_that_the_views_have(reading: Reading) -> None:
    from storage.schema import columns

    told = {(one.table, one.column): one for one in columns()}
    for table, found in reading.sql_schema().items():
        for name, kind in found.items():
            assert (table, name) in told
            assert told[table, name].sentence
            assert told[table, name].type == kind


def test_what_needs_too_much_memory_ends_in_an_error_and_nothing_is_put_on_the_disk(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "store") as store:
        store.put(a_log(0))
        store.flush()
        with store.reading(memory=64) as reading:
            (spill,) = reading.connection.execute(
                "SELECT current_setting('temp_directory')"
            ).fetchone() or (None,)
            text = (
                "SELECT a.i * b.i AS x, count(*) FROM range(100000) a(i), range(100000) b(i),"
                " moves GROUP BY x"
            )
            with pytest.raises(SqlError) as caught:
                list(select(reading, text).rows)

    assert not spill
    assert caught.value.code == "sql-too-large"
    assert "--memory" in caught.value.hint


def test_rows_without_end_are_stopped_by_the_clock(reading: Reading) -> None:
    rows = select(reading, "SELECT * FROM range(1000000000000) a", seconds=0.5).rows

    with pytest.raises(SqlError) as caught:
        for _ in rows:
            pass

    assert caught.value.code == "sql-too-long"


def test_more_rows_than_there_is_room_for_are_refused(reading: Reading) -> None:
    assert len(list(select(reading, "SELECT * FROM range(30)", most=30).rows)) == 30

    with pytest.raises(SqlError) as caught:
        list(select(reading, "SELECT * FROM range(31)", most=30).rows)

    assert caught.value.code == "sql-too-large"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("FROM gmes", "games?"),
        ("SELECT gmes.level FROM games", "games?"),
        ("FROM nowhere", "There are games, seats"),
        ("SELECT levle FROM games", "level (of games)"),
        ("SELECT g.levle FROM games AS g", "level (of games)"),
        ("SELECT qqq FROM games", "cardstats schema"),
        ('FROM games WHERE level = "hard"', "A text stands in single quotes: 'hard'."),
    ],
)
def test_a_name_that_is_none_leads_to_one_of_ours(reading: Reading, text: str, meant: str) -> None:
    with pytest.raises(SqlError) as caught:
        select(reading, text)

    assert meant in caught.value.hint
    assert "pg_" not in caught.value.hint
