"""``cardstats doctor``, with stores that are broken on purpose."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from cli.commands.doctor import examine

from .conftest import Run


def findings(cardstats: Run) -> tuple[int, dict[str, dict[str, Any]]]:
    """Run the doctor; return its exit code and its findings by check."""
    done = cardstats("doctor", "--format", "ndjson")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, {finding["check"]: finding for finding in found}


@pytest.fixture
def store(cardstats: Run, files: list[str], home: Path) -> Path:
    """Make a store with two logs in it."""
    cardstats("upload", *files)
    cardstats("compact")
    return home


def test_a_sound_store_is_fine(cardstats: Run, store: Path) -> None:
    code, found = findings(cardstats)

    assert code == 0
    assert {finding["state"] for finding in found.values()} == {"fine"}
    assert set(found) >= {"python", "packages", "games", "journal", "parts", "disk", "leftovers"}


def test_no_store_is_no_fault_and_none_is_made(cardstats: Run, home: Path) -> None:
    code, found = findings(cardstats)

    assert code == 0
    assert "no store yet" in found["store"]["found"]
    assert not home.exists()


def test_a_missing_part_is_found_and_rebuild_mends_it(cardstats: Run, store: Path) -> None:
    next((store / "parts").glob("games.*")).unlink()

    code, found = findings(cardstats)

    assert code == 5
    assert "missing" in found["parts"]["found"]
    assert "rebuild" in found["parts"]["advice"]
    assert cardstats("rebuild").returncode == 0
    assert findings(cardstats)[0] == 0


def test_a_damaged_part_is_found(cardstats: Run, store: Path) -> None:
    part = next((store / "parts").glob("moves.*"))
    data = bytearray(part.read_bytes())
    data[len(data) // 2 :] = b"\0" * (len(data) - len(data) // 2)
    part.unlink()
    part.write_bytes(data)

    code, found = findings(cardstats)

    assert code == 5
    assert "does not read" in found["parts"]["found"]


def test_a_damaged_journal_is_found(cardstats: Run, store: Path) -> None:
    journal = store / "journal.sqlite"
    journal.write_bytes(b"not a database, but long enough to look like one" * 100)

    code, found = findings(cardstats)

    assert code == 5
    assert found["journal"]["state"] == "fault"
    assert "backup" in found["journal"]["advice"]


def test_old_half_written_files_are_found_and_young_ones_let_be(
    cardstats: Run, store: Path
) -> None:
    (store / "parts" / ".young.tmp").write_bytes(b"")
    old = store / "parts" / ".old.tmp"
    old.write_bytes(b"")
    os.utime(old, (time.time() - 86_400,) * 2)

    code, found = findings(cardstats)

    assert code == 0
    assert found["leftovers"]["state"] == "warning"
    assert found["leftovers"]["found"].startswith("1 in ")
    cardstats("compact")
    assert findings(cardstats)[1]["leftovers"]["state"] == "fine"


def test_people_read_a_mark_and_the_way_out(cardstats: Run, store: Path) -> None:
    next((store / "parts").glob("games.*")).unlink()

    lines = cardstats("doctor").stdout.splitlines()

    at = next(nth for nth, line in enumerate(lines) if line.startswith("✗ parts"))
    assert "→ cardstats rebuild" in lines[at + 1]


@pytest.mark.parametrize("compiled", [True, False])
def test_it_says_whether_the_engine_is_compiled(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.commands.doctor.is_compiled", lambda: compiled)

    python = next(examine(Path("nowhere")))

    assert python.found.endswith(", compiled") == compiled
