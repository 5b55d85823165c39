"""Stops a process dead at each step of one task: ``python -m tests.storage.crashpoints``.

Takes a folder with a store, a task and a stride; prints what went wrong and, at the end, the number
of steps tried. It forks for each, so it must not let DuckDB start its threads itself.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb  # noqa: F401  (loaded once, before the forks)
import pytest

from engine.replay import judge
from storage import Store, intake, open_store, upkeep

from .checks import assert_sound, part_files
from .games import a_log, a_wrong_log

STOPPED = 77


def replace(store: Store) -> None:
    store.put(a_log(50, log_id="t1"))


def take_in(store: Store) -> None:
    list(store.put_many([("", a_log(nth, log_id=f"t{nth % 7}")) for nth in range(60, 66)]))


TASKS: dict[str, Callable[[Store], object]] = {
    "put": lambda store: store.put(a_log(50)),
    "replace": replace,
    "import": take_in,
    "remove": lambda store: store.remove("t2"),
    "flush": lambda store: store.flush(),
    "compact": lambda store: store.compact(),
    "rebuild": lambda store: store.rebuild(),
}


def prepare(folder: Path) -> None:
    """Make a store with something for every task to do."""
    with open_store(folder) as store:
        for nth in range(9):
            store.put(a_log(nth, log_id=f"t{nth}"))
            if nth % 2:
                store.put(a_wrong_log(nth))
            if nth in (3, 6):
                store.flush()
        store.remove("t5")


class Trap:
    """Ends the process, as a kill does, at the step with a given number."""

    def __init__(self, at: int) -> None:
        self.left = at

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            os._exit(STOPPED)

    def around(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def trapped(*args: Any, **options: Any) -> Any:
            self.step()
            result = act(*args, **options)
            self.step()
            return result

        return trapped

    def set(self) -> None:
        """Make a step of all that touches the disk, before and after."""
        trap = self

        class Connection(sqlite3.Connection):
            def execute(self, *args: Any) -> sqlite3.Cursor:
                act: Callable[..., sqlite3.Cursor] = super().execute
                if args[0].startswith(("BEGIN IMMEDIATE", "COMMIT")):
                    act = trap.around(act)
                return act(*args)

        connect = sqlite3.connect

        def connected(*args: Any, **options: Any) -> sqlite3.Connection:
            return connect(*args, factory=Connection, **options)

        patch = pytest.MonkeyPatch()  # never undone: the process ends
        patch.setattr(sqlite3, "connect", connected)
        patch.setattr(os, "fsync", self.around(os.fsync))
        patch.setattr(Path, "rename", self.around(Path.rename))
        patch.setattr(Path, "unlink", self.around(Path.unlink))


def in_child(act: Callable[[], None]) -> int:
    """Run *act* in a process of its own; return its exit code."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            act()
            code = 0
        except BaseException:  # noqa: BLE001  (the process ends here whatever it is)
            traceback.print_exc(file=sys.stdout)
        finally:
            sys.stdout.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(folder: str, task: str, stride: str) -> None:
    patch = pytest.MonkeyPatch()
    patch.setattr(intake, "_WORTH_PARTS", 3)
    patch.setattr(upkeep, "REBUILD_LOGS", 4)
    judge(a_log(1))
    home = Path(folder)
    start = home / "start"
    assert in_child(lambda: prepare(start)) == 0
    before, after = home / "before", home / "after"
    assert in_child(lambda: note(start, before)) == 0
    assert stopped_at(home, task, NEVER) == 0
    assert in_child(lambda: note(home / "copy", after)) == 0
    tried = 0
    for at in range(1, NEVER, int(stride)):
        ended = stopped_at(home, task, at)
        if ended not in (0, STOPPED) or in_child(lambda: check(home / "copy", before, after)):
            sys.stdout.write(f"{task} stopped at step {at} is not sound\n")
        if ended == 0:
            break
        tried += 1
    sys.stdout.write(f"{tried}\n")


def stopped_at(home: Path, task: str, at: int) -> int:
    """Do a task on a copy of the store and stop it at a step; return 0 if it came to its end."""
    copy = home / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(home / "start", copy)

    def work() -> None:
        Trap(at).set()
        with open_store(copy) as store:
            TASKS[task](store)

    return in_child(work)


NEVER = 100_000
"""No task has so many steps."""


def seen(store: Store) -> str:
    """Return what a store shows, but for times."""
    with store.reading() as reading:
        rows = reading.connection.execute("SELECT * FROM moves ORDER BY ALL").fetchall()
    logs = [(log.id, log.status, log.digest, log.superseded_by) for log in store.logs()]
    return repr((rows, logs))


def note(folder: Path, into: Path) -> None:
    """Write down what the store in *folder* shows."""
    with open_store(folder) as store:
        into.write_text(seen(store), encoding="utf-8")


def check(folder: Path, before: Path, after: Path) -> None:
    """See that a task was done or not done, and that upkeep clears away what it left."""
    with open_store(folder) as store:
        assert_sound(store)
        shown = seen(store)
        assert shown in (before.read_text(encoding="utf-8"), after.read_text(encoding="utf-8"))
        store.flush()
        store.compact()
        assert len(part_files(store)) == store.state().parts
        assert seen(store) == shown
        assert_sound(store)


if __name__ == "__main__":
    main(*sys.argv[1:])
