"""What a command must not wait for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from storage import open_store

from .games import a_log

HEAVY = ("_duckdb", "pyarrow", "numpy", "pandas", "rich", "lark", "flask", "importlib.metadata")


def loaded(script: str, *words: str) -> set[str]:
    """Run *script* in a new interpreter and return the modules that it loaded."""
    script += "\nimport sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script, *words], check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "script",
    [
        "import storage",
        "from storage import open_store",
        "import storage.ingest, sys; list(storage.ingest.read_files([sys.argv[1]], sys.stdin))",
    ],
)
def test_judging_needs_no_store_and_a_store_no_tables(script: str, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(a_log(1))

    modules = loaded(script, str(tmp_path / "one.json"))

    assert modules.isdisjoint(HEAVY)
    if "open_store" not in script:
        assert "sqlite3" not in modules


@pytest.mark.parametrize("is_flushed", [True, False])
def test_a_reader_needs_duckdb_alone_and_not_the_package_around_it(
    is_flushed: bool, tmp_path: Path
) -> None:
    with open_store(tmp_path) as store:
        store.put(a_log(1))
        if is_flushed:
            store.flush()
    script = (
        "import sys\n"
        "from storage import open_store\n"
        "with open_store(sys.argv[1]).reading() as reading:\n"
        "    assert reading.connection.execute('SELECT count(*) FROM moves').fetchall() > [(0,)]"
    )

    modules = loaded(script, str(tmp_path))

    assert "_duckdb" in modules
    assert modules.isdisjoint(("duckdb", "importlib.metadata", "pyarrow", "numpy", "pandas"))
    assert modules.isdisjoint(("zstandard", "engine.replay"))


def test_an_upload_of_one_log_does_without_arrow_and_duckdb(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(a_log(1))
    script = (
        "import sys\n"
        "from storage import open_store\n"
        "from storage.ingest import read_files\n"
        "store = open_store(sys.argv[2])\n"
        "found = read_files([sys.argv[1]], sys.stdin.buffer)\n"
        "assert [one.status for one in store.put_many(found)] == ['accepted']"
    )

    modules = loaded(script, str(tmp_path / "one.json"), str(tmp_path / "store"))

    assert modules.isdisjoint(("pyarrow", "_duckdb"))
