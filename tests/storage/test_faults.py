"""What the store says when the disk, the folder or a file is not what it should be."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from storage import Receipt, StorageError, Store, journal, open_store, parts

from .checks import assert_sound, part_files
from .games import a_log

NOBODY = 65534


def code_of(act: object, *words: object) -> str:
    """Return the code of the StorageError that *act* raises."""
    assert callable(act)
    with pytest.raises(StorageError) as caught:
        act(*words)
    assert caught.value.hint
    return caught.value.code


def test_a_file_in_the_folder_s_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("I was here first.")

    assert code_of(open_store, tmp_path / "store") == "storage-unwritable"


def test_a_journal_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / journal.FILE).write_bytes(b"not a database at all" * 100)

    assert code_of(open_store, tmp_path) == "storage-damaged"


def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    db = sqlite3.connect(tmp_path / journal.FILE)
    db.execute(f"PRAGMA user_version = {journal.SCHEMA + 1}")
    db.close()

    assert code_of(open_store, tmp_path) == "storage-newer"


def test_an_older_schema_is_brought_up_step_by_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(tmp_path) as store:
        store.put(a_log(1))

    def add_mood(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE logs ADD COLUMN mood TEXT NOT NULL DEFAULT 'fair'")

    def fail(db: sqlite3.Connection) -> None:
        raise KeyboardInterrupt

    before = journal.SCHEMA
    monkeypatch.setattr(journal, "MIGRATIONS", (*journal.MIGRATIONS, add_mood, fail))
    monkeypatch.setattr(journal, "SCHEMA", journal.SCHEMA + 2)
    with pytest.raises(KeyboardInterrupt):
        open_store(tmp_path)
    monkeypatch.setattr(journal, "MIGRATIONS", journal.MIGRATIONS[:-1])
    monkeypatch.setattr(journal, "SCHEMA", journal.SCHEMA - 1)

    with open_store(tmp_path) as store:
        assert store.state().schema == before + 1
        assert store.put(a_log(1)).status == "duplicate"
        assert store.put(a_log(2)).status == "accepted"
        assert_sound(store)


# -- a disk that is full


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of one megabyte."""
    folder = Path(tempfile.mkdtemp())
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    try:
        if done.returncode:
            pytest.skip("needs the right to mount a file system")
        yield folder
    finally:
        if not done.returncode:
            subprocess.run(["umount", str(folder)], check=True)
        folder.rmdir()


def test_a_full_disk_is_told_and_nothing_is_torn(small_disk: Path) -> None:
    kept = []
    with open_store(small_disk / "store") as store:
        with pytest.raises(StorageError) as caught:  # noqa: PT012  (one of many fails)
            for nth in range(10_000):
                kept.append(store.put(a_log(nth)))  # noqa: PERF401  (those before it count)
        assert caught.value.code == "storage-full"
        assert kept, "there was room for some"
        assert [log.id for log in store.logs()] == [receipt.id for receipt in kept]

        # Not even the rows of one reading fit in here, but they go elsewhere.
        assert_sound(store)

        (small_disk / "filler").unlink(missing_ok=True)
        subprocess.run(["mount", "-o", "remount,size=8m", str(small_disk)], check=True)
        assert store.put(a_log(len(kept))).status == "accepted"
        store.flush()
        store.compact()
        assert len(part_files(store)) == store.state().parts
        assert_sound(store)


def test_an_import_onto_a_full_disk_keeps_whole_batches(small_disk: Path) -> None:
    with open_store(small_disk / "store") as store:
        told: list[Receipt] = []
        with pytest.raises(StorageError) as caught:
            told.extend(store.put_many(("", a_log(nth)) for nth in range(10_000)))
        assert caught.value.code == "storage-full"
        told_ids = [receipt.id for receipt in told]
        assert [log.id for log in store.logs()][: len(told)] == told_ids
        assert_sound(store)
        assert not [name for name in part_files(store) if name.endswith(".tmp")]


def test_a_file_that_may_not_grow_is_told(tmp_path: Path) -> None:
    """The one full disk that needs no rights to be tried: a limit on the size of files."""
    with open_store(tmp_path) as store:
        store.put(a_log(1))
    script = (
        "import resource, sys\n"
        "from storage import StorageError, open_store\n"
        "from tests.storage.games import a_log\n"
        "with open_store(sys.argv[1]) as store:\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))\n"
        "    try:\n"
        "        for nth in range(2, 2000): print(store.put(a_log(nth)).id)\n"
        "    except StorageError as error: print(error.code)\n"
    )

    told = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], check=True, capture_output=True, text=True
    ).stdout.split()

    assert told[-1] in ("storage-full", "storage-io")
    with open_store(tmp_path) as store:
        ids = [str(log.id) for log in store.logs()]
        assert ids == ["1", *told[:-1]]
        assert_sound(store)


# -- a folder that may not be written to


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that somebody without rights can get at."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            path.chmod(0o755)
    shutil.rmtree(folder)


AS_NOBODY = f"""
import os, sys, tempfile
from pathlib import Path
from storage import StorageError, open_store
from tests.storage.games import a_log

def use(folder, nth):
    with open_store(folder) as store:
        store.put(a_log(nth))
        store.flush()

with tempfile.TemporaryDirectory() as folder:
    use(folder, 2)  # all is loaded after this: nobody may not even read this Python
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
try:
    use(sys.argv[1], 2)
except StorageError as error:
    print(error.code)
"""


def as_nobody(folder: Path) -> str:
    """Use a store as somebody for whom a read-only mode counts; return the error's code."""
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(folder)], check=False, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_a_folder_that_may_not_be_written_to_is_told(open_folder: Path) -> None:
    (open_folder / "shelf").mkdir(mode=0o555)

    assert as_nobody(open_folder / "shelf" / "store") == "storage-unwritable"


def test_a_store_that_may_not_be_written_to_is_told(open_folder: Path) -> None:
    with open_store(open_folder / "store") as store:
        store.put(a_log(1))
    for path in [open_folder / "store", *(open_folder / "store").rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)

    assert as_nobody(open_folder / "store") == "storage-unwritable"


def test_an_upload_is_acknowledged_though_its_flush_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from storage import store as module

    monkeypatch.setattr(module, "FLUSH_AT", 3)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parts.PartWriter, "close", refuse)
    receipts = [store.put(a_log(nth)) for nth in range(5)]
    assert [receipt.status for receipt in receipts] == ["accepted"] * 5
    assert store.state().hot == 5
    assert [record.levelname for record in caplog.records] == ["WARNING"], "once, then later"
    assert "storage-full" in caplog.text
    assert part_files(store) == []
    assert_sound(store)

    monkeypatch.undo()
    assert store.flush() == 5
    assert_sound(store)
