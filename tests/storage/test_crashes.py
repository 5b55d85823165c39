"""``kill -9`` at any moment: what was acknowledged is there, whole, and once."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from storage import open_store

from .checks import assert_sound, part_files
from .worker import sent

IS_LONG = os.environ.get("CARDSTATS_TEST_LONG", "") not in ("", "0")
KILLS = 40 if IS_LONG else 4
"""For each task."""


class Worker:
    """A worker under our eyes."""

    def __init__(self, folder: Path, task: str, number: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.storage.worker", str(folder), task, str(number)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"TMPDIR": str(folder)},
        )

    def kill_after(self, seconds: float, *, acknowledged: int) -> list[str]:
        """Kill it that long after it told so many things, and return all that it told."""
        process = self._process
        assert process.stdout is not None
        assert process.stderr is not None
        ready = process.stdout.readline()
        first = [process.stdout.readline() for _ in range(acknowledged)]
        time.sleep(seconds)
        assert process.poll() is None, process.stderr.read()
        process.kill()
        told, complaints = process.communicate()
        assert ready == "ready\n", complaints
        assert complaints == ""
        # The last line may have been cut off while it was written.
        return [line.strip() for line in first] + told[: told.rfind("\n") + 1].splitlines()


@pytest.mark.parametrize("task", ["put", "import", "remove", "upkeep"])
def test_a_kill_loses_nothing_and_leaves_nothing_half(task: str, tmp_path: Path) -> None:
    rng = random.Random(task)
    kept: dict[int, int] = {}
    leaving: set[int] = set()
    left: set[int] = set()
    for kill in range(KILLS):
        worker = Worker(tmp_path, task, kill)
        told = worker.kill_after(rng.uniform(0.0, 0.5), acknowledged=kill % 2)
        for line in told:
            what, *words = line.split()
            if what == "kept":
                kept[int(words[0])] = int(words[1])
            elif what == "leaving":
                leaving.add(int(words[0]))
            else:
                left.add(int(words[0]))

        with open_store(tmp_path) as store:
            there = {log.id for log in store.logs()}
            assert left.isdisjoint(there)
            assert set(kept.values()) - leaving <= there
            for nth, log in kept.items():
                if log in there:
                    assert store.raw(log) == sent(nth)
            assert_sound(store)

    assert kept, "some were told before the kill"
    with open_store(tmp_path) as store:
        store.flush()
        store.compact()
        assert_sound(store)
        assert len(part_files(store)) == store.state().parts, "no leftovers"
        rebuilt = store.rebuild()
        assert (rebuilt.changed_verdicts, rebuilt.figures) == (0, [])
        assert_sound(store)


@pytest.mark.parametrize(
    ("task", "stride"),
    [
        ("put", 3),
        ("replace", 3),
        ("remove", 3),
        ("import", 8),
        ("flush", 28),
        ("compact", 26),
        ("rebuild", 19),
    ],
)
def test_a_stop_at_any_step_leaves_a_task_done_or_not_done(
    task: str, stride: int, tmp_path: Path
) -> None:
    """Between any two things that reach the disk, and not only where chance has it."""
    steps = 1 if IS_LONG else stride
    done = subprocess.run(
        [sys.executable, "-m", "tests.storage.crashpoints", str(tmp_path), task, str(steps)],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )

    complaints, _, tried = done.stdout.strip().rpartition("\n")
    assert complaints == ""
    assert int(tried) >= 2
