"""A reading is one moment: whole, typed, locked, and not disturbed by what comes after."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import pytest

from engine import games
from engine.facts import SHARED
from storage import StorageError, Store, open_store
from storage.columns import kinds
from storage.query.catalogue import catalogue
from storage.query.values import Store as Values
from storage.tables import DUCKDB, GAMES, TABLES, merged

from .checks import contents, ids, part_files, torn_games
from .games import a_log, a_wrong_log


def test_the_tables_are_the_engine_s() -> None:
    assert tuple(SHARED) == TABLES


@pytest.mark.parametrize("where", ["nowhere", "waiting", "parts", "both"])
def test_each_view_has_the_declared_columns_wherever_rows_are(store: Store, where: str) -> None:
    """A question may ask for any column, and finds it of one type, even before there is a log."""
    if where in ("parts", "both"):
        store.put(a_log(1))
        store.put(a_wrong_log(1))
        store.flush()
    if where in ("waiting", "both"):
        store.put(a_log(2))
        store.put(a_wrong_log(2))

    with store.reading() as reading:
        schema = reading.sql_schema()

    assert set(schema) == set(TABLES)
    for table in TABLES:
        told = merged(kinds(table, game) for game in games.OURS)
        assert set(schema[table]) >= {"game_id", *told}
        for name, kind in told.items():
            assert schema[table][name] == DUCKDB[kind]
        assert schema[table]["game_id"] == "BIGINT"


def test_nothing_but_the_parts_can_be_opened_and_nothing_set(store: Store, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("word\nsesame\n")
    store.put(a_log(1))
    store.flush()
    store.put(a_log(2))
    hidden = "a local variable of the caller"
    assert hidden

    with store.reading() as reading:
        ask = reading.connection.execute
        assert ask("SELECT count(*) FROM games").fetchall() == [(2,)]
        for sql in (
            f"SELECT * FROM read_csv('{secret}')",
            f"SELECT * FROM '{secret}'",
            "SELECT * FROM read_text('/etc/hostname')",
            "SELECT * FROM glob('/*')",
            f"SELECT * FROM read_blob('{store.path}/journal.sqlite')",
            f"SELECT * FROM read_parquet('{store.path}/parts/*.parquet')",
            f"COPY (SELECT 1) TO '{tmp_path}/out.csv'",
            f"ATTACH '{tmp_path}/other.db'",
            "INSTALL httpfs",
            "LOAD httpfs",
            "SET enable_external_access = true",
            "SET allowed_paths = ['/etc/hostname']",
            "RESET lock_configuration",
            "SELECT * FROM hidden",
        ):
            with pytest.raises(duckdb.Error):
                ask(sql).fetchall()
        assert ask("SELECT count(*) FROM games").fetchall() == [(2,)]
    assert not (tmp_path / "out.csv").exists()


def test_a_question_too_big_for_memory_leaves_nothing_behind(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    store.put(a_log(1))

    with store.reading() as reading:
        (folder,) = (tmp_path / "scratch").iterdir()
        setting = reading.connection.execute("SELECT current_setting('temp_directory')")
        assert setting.fetchall() == [(f"{folder}/spill",)]

    assert list((tmp_path / "scratch").iterdir()) == []
    assert not (tmp_path / ".tmp").exists()


def test_a_moment_that_lasts_is_laid_out_once(store: Store) -> None:
    for nth in range(3):
        store.put(a_log(nth))
        store.flush()
    with store.reading() as first:
        first.remembered["what was found out"] = True

    with store.reading() as second:
        assert second.connection is first.connection
        assert second.remembered["what was found out"] is True
        with store.reading() as beside:
            assert beside.connection is not second.connection

    store.remove(1)
    with store.reading() as third:
        assert third.version > first.version
        assert "what was found out" not in third.remembered
        assert ids(third) == [2, 3]


def test_a_moment_whose_parts_are_gone_is_laid_out_anew(store: Store) -> None:
    """A compaction changes no answer, and takes the files that the kept moment would read."""
    for nth in range(3):
        store.put(a_log(nth))
        store.flush()
    before = contents(store)

    store.compact()

    assert len(part_files(store)) == 4, "what is kept holds no part back"
    assert contents(store) == before


def test_what_went_wrong_in_a_reading_is_not_kept(store: Store) -> None:
    store.put(a_log(1))
    store.flush()

    def spoil() -> None:
        with store.reading() as reading:
            reading.connection.execute("CREATE TEMP TABLE games AS SELECT 7 AS game_id")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        spoil()
    with store.reading() as reading:
        assert ids(reading) == [1]


def test_a_store_that_is_closed_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    with open_store(tmp_path / "store") as store:
        store.put(a_log(1))
        store.flush()
        with store.reading() as reading:
            pass
        assert list((tmp_path / "scratch").iterdir()), "it is kept"

    assert list((tmp_path / "scratch").iterdir()) == []
    with pytest.raises(duckdb.Error):
        reading.connection.execute("SELECT 1")


@pytest.mark.parametrize(
    "child",
    [
        "sys.exit(0)",
        # Whatever we keep: a fork that itself used DuckDB aborts in its exit handlers.
        "told, own = ask(); store.close(); os._exit(told != asked or own is kept)",
    ],
)
def test_a_fork_does_not_fall_over_what_its_parent_kept(
    store: Store, tmp_path: Path, child: str
) -> None:
    """Threads do not come along with a fork, and a DuckDB that misses its threads ends in an abort."""
    store.put(a_log(1))
    store.flush()
    (tmp_path / "scratch").mkdir()
    script = (
        "import os, sys, warnings\n"
        "from storage import open_store\n"
        "warnings.simplefilter('ignore')\n"
        "store = open_store(sys.argv[1])\n"
        "def ask():\n"
        "    with store.reading() as reading:\n"
        "        told = reading.connection.execute('SELECT count(*) FROM moves').fetchall()\n"
        "        return told, reading.connection\n"
        "asked, kept = ask()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        f"    {child}\n"
        "_, status = os.waitpid(child, 0)\n"
        "assert status == 0, status\n"
        "assert ask()[0] == asked\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, str(store.path)],
        env={**os.environ, "TMPDIR": str(tmp_path / "scratch")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert list((tmp_path / "scratch").iterdir()) == []


def test_an_answer_is_of_one_moment(store: Store) -> None:
    """What is put, removed, flushed and compacted meanwhile is not seen, and nothing is missed."""
    for nth in range(3):
        store.put(a_log(nth))
    store.flush()
    store.put(a_log(3))

    with store.reading() as reading:
        before = ids(reading, "moves")
        store.put(a_log(4))
        store.remove(1)
        assert ids(reading, "moves") == before
        store.flush()
        assert ids(reading, "moves") == before
        store.compact()
        assert ids(reading, "moves") == before
        store.rebuild()
        assert ids(reading, "moves") == before
        assert ids(reading) == [1, 2, 3, 4]
        with store.reading() as later:
            assert ids(later) == [2, 3, 4, 5]
            assert later.version > reading.version


def test_old_parts_go_once_nobody_reads_them(store: Store) -> None:
    for nth in range(3):
        store.put(a_log(nth))
        store.flush()

    with store.reading():
        store.compact()
        assert len(part_files(store)) == 16, "twelve that are being read, and four new ones"
        with store.reading() as later:
            store.compact()
            assert len(part_files(store)) == 16
            assert len(ids(later)) == 3
    store.compact()

    assert len(part_files(store)) == 4
    assert store.state().parts == 4


def test_a_reader_that_died_keeps_nothing_back(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "cardstats-reading-not-a-folder").touch()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    store.put(a_log(1))
    store.flush()
    script = (
        "import os, sys\n"
        "from storage import open_store\n"
        "with open_store(sys.argv[1]).reading():\n"
        "    os._exit(9)\n"
    )

    subprocess.run([sys.executable, "-c", script, str(store.path)], check=False)
    with store.reading():
        left = {path.name for path in scratch.iterdir()}
        for path in scratch.iterdir():
            os.utime(path, (0, 0))
        store.put(a_log(2))
        store.flush()
        assert len(left) == 3
        assert len(list(scratch.iterdir())) == 2, "that of the dead reader is gone, ours is not"
    store.compact()

    assert len(part_files(store)) == 4


def test_a_part_that_is_missing_is_named_and_a_rebuild_mends_it(store: Store) -> None:
    store.put(a_log(1))
    store.flush()
    lost = next((store.path / "parts").glob("moves.*"))
    lost.unlink()

    with pytest.raises(StorageError, match=r"rebuild.*") as caught, store.reading():
        pass
    assert caught.value.code == "storage-damaged"
    assert lost.name in str(caught.value)
    rebuilt = store.rebuild()

    assert not rebuilt.is_compared
    with store.reading() as reading:
        assert torn_games(reading) == []
        assert ids(reading) == [1]


def test_a_part_with_a_flaw_inside_is_mended_by_a_rebuild(store: Store) -> None:
    for nth in range(30):
        store.put(a_log(nth))
    store.flush()
    before = contents(store)
    (flawed,) = (store.path / "parts").glob("moves.*")
    data = bytearray(flawed.read_bytes())
    data[100 : len(data) // 2] = bytes(len(data) // 2 - 100)
    flawed.chmod(0o644)
    flawed.write_bytes(data)

    with pytest.raises((StorageError, duckdb.Error)):
        contents(store)
    store.put(a_log(31))
    store.flush()
    with pytest.raises(StorageError):
        store.compact()
    rebuilt = store.rebuild()

    assert not rebuilt.is_compared
    store.remove(31)
    assert contents(store) == before


def test_the_games_that_a_reading_knows_of_are_those_of_its_rows(store: Store) -> None:
    """The journal tells them sooner than SQL, as long as it tells the same."""
    samples = Path(__file__).parents[2] / "sample_logs"
    names = catalogue()
    taken_from_the_journal = []

    def check() -> None:
        with store.reading() as reading:
            rows = reading.connection.execute("SELECT DISTINCT game FROM games").fetchall()
            asked = Values(reading.connection, names, reading.remembered)
            assert asked.of(names.dimensions["game"]) == sorted(game for (game,) in rows)
            taken_from_the_journal.append(GAMES in reading.remembered)

    check()
    store.put(a_wrong_log(1))
    check()
    for name in ("spot-on-easy-2p", "pot-luck-family-3p", "top-spot-match-game-1"):
        last = store.put((samples / f"{name}.json").read_bytes())
        assert last.status == "accepted"
        check()
        store.flush()
        check()
    assert last.id is not None
    store.remove(last.id)
    check()
    store.compact()
    check()

    # A log that left and still has rows in a part: only then the rows are asked.
    assert taken_from_the_journal == [True] * 8 + [False, True]


def test_threads_share_a_store(store: Store) -> None:
    faults: list[BaseException] = []

    def play(hand: int) -> None:
        try:
            for nth in range(8):
                store.put(a_log(100 * hand + nth))
                with store.reading() as reading:
                    assert torn_games(reading) == []
        except BaseException as error:  # noqa: BLE001  (a thread's fault is told by the test)
            faults.append(error)

    threads = [threading.Thread(target=play, args=(hand,)) for hand in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert faults == []
    assert store.state().statuses["accepted"] == 24


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.close()

    with pytest.raises(StorageError) as caught:
        store.put(a_log(1))
    assert caught.value.code == "storage-closed"
