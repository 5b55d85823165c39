"""Several processes write while one reads: no lock error, and every answer of one moment."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from storage import open_store

from .checks import assert_sound, ids, torn_games
from .worker import LOGS_APART, sent

IS_LONG = os.environ.get("CARDSTATS_TEST_LONG", "") not in ("", "0")
SECONDS = 60.0 if IS_LONG else 4.0


@pytest.mark.parametrize("tasks", [("put", "put", "import", "upkeep")])
def test_four_writers_and_a_reader(tasks: tuple[str, ...], tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        writers = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.storage.worker", str(tmp_path), task, str(number)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=os.environ | {"TMPDIR": str(tmp_path)},
            )
            for number, task in enumerate(tasks)
        ]
        try:
            for writer in writers:
                assert writer.stdout is not None
                assert writer.stdout.readline() == "ready\n"
            reads = 0
            seen: set[int] = set()
            version = 0
            until = time.monotonic() + SECONDS
            while time.monotonic() < until or not seen:
                gone = {log.id for log in store.logs(status="superseded")}
                with store.reading() as reading:
                    assert torn_games(reading) == []
                    found = set(ids(reading))
                    assert found.isdisjoint(gone)
                    assert reading.version >= version
                    version = reading.version
                # What is missing was replaced before this moment.
                assert seen - found <= {log.id for log in store.logs(status="superseded")}
                assert max(found, default=0) >= max(seen, default=0)
                seen = found
                reads += 1
            still = [writer.poll() for writer in writers]
        finally:
            for writer in writers:
                writer.kill()
            said = [writer.communicate() for writer in writers]
        assert [complaint for _, complaint in said] == [""] * len(tasks)
        assert still == [None] * len(tasks), "all of them worked to the end"
        assert reads > 3

        for number, (told, _) in enumerate(said):
            lines = told[: told.rfind("\n") + 1].splitlines()
            assert lines, "it got its turn"
            for line in lines:
                _, nth, log = line.split()
                assert int(nth) // LOGS_APART == number
                assert store.raw(int(log)) == sent(int(nth))
        assert_sound(store)


def test_a_store_that_many_open_at_once_is_made_once(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from storage import open_store\n"
        "from tests.storage.games import a_log\n"
        "sys.stdin.readline()\n"
        "with open_store(sys.argv[1]) as store: print(store.put(a_log(int(sys.argv[2]) // 2)).status)"
    )
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "new"), str(nth)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for nth in range(6)
    ]
    said = []
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("go\n")
        opener.stdin.flush()
    said = [opener.communicate() for opener in openers]

    assert [complaint for _, complaint in said] == [""] * 6
    assert sorted(told.strip() for told, _ in said) == ["accepted"] * 3 + ["duplicate"] * 3
