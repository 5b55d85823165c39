"""What the system is asked for directly: locks between processes, and names that last.

Two kinds of lock: one process at a time makes or deletes part files (`parts_lock`); any number
read (`lease`). Both go when a process dies, however it dies. POSIX only.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import busy, in_words

PARTS_LOCK = "parts.lock"
QUEUE = "parts.queue"
READERS = "readers"


@contextmanager
def parts_lock(home: Path, *, wait: float = 0.0) -> Iterator[bool]:
    """Hold the right to make and delete part files; yield whether it was got.

    With *wait* 0 somebody else's work is no error: then False is yielded. Else waits that many
    seconds and raises StorageError. Who waits goes before all who do not.
    """
    with _file(home / PARTS_LOCK) as lock:
        # Busy uploads take the lock so often that a compaction would hardly ever find it free. So
        # there is a queue: it is held while waiting, and who cannot have it at once steps back.
        with _file(home / QUEUE) as queue:
            until = time.monotonic() + wait
            has_it = _patiently(queue, until) and _patiently(lock, until)
        if wait and not has_it:
            raise busy(str(home / PARTS_LOCK))
        yield has_it


def _patiently(handle: int, until: float) -> bool:
    while not _try(handle, fcntl.LOCK_EX):
        if time.monotonic() >= until:
            return False
        time.sleep(0.005)
    return True


@contextmanager
def _file(path: Path) -> Iterator[int]:
    """Open a lock file, which is made where there is none; its lock goes when it is closed."""
    with in_words(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def lease(home: Path, epoch: int) -> Iterator[None]:
    """Keep the part files that are live in *epoch* from being deleted.

    The caller must look again whether *epoch* is still the present one: it counts from there.
    """
    with in_words(home / READERS):
        (home / READERS).mkdir(exist_ok=True)
    with _file(home / READERS / str(epoch)) as handle:
        # Who deletes holds it for the blink of an eye.
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Mark a folder as being used by a process that lives."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


def is_in_use(folder: Path) -> bool:
    """Return whether some process has marked a folder with `in_use`."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return not _try(handle, fcntl.LOCK_EX)
    finally:
        os.close(handle)


def oldest_reader(home: Path, epoch: int) -> int:
    """Return the oldest epoch before *epoch*, the present one, that is still read; else *epoch*.

    Lease files that nobody holds are taken away. A reader that opened one just then locks a file
    without a name; it sees that its epoch has passed and starts anew.
    """
    oldest = epoch
    with in_words(home / READERS):
        (home / READERS).mkdir(exist_ok=True)
        found = list((home / READERS).iterdir())
    for path in found:
        if not path.name.isdecimal() or int(path.name) >= epoch:
            continue
        with _file(path) as handle:
            if _try(handle, fcntl.LOCK_EX):
                path.unlink()
            else:
                oldest = min(oldest, int(path.name))
    return oldest


def _try(handle: int, mode: int) -> bool:
    try:
        fcntl.flock(handle, mode | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def sync(folder: Path) -> None:
    """Make the names in *folder* last."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
