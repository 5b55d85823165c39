"""A process beside a server's own that makes parts of what waits.

Writing parts takes longer than judging the logs in them, and Python runs one thread at a time: done
in the server's own process, it is time in which nobody is answered. The tidier begins with the first
work there is and ends by itself: when the server lets go of it or dies, or when there was nothing to
do for a while. It may be killed at any time, as any process at work on parts.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import subprocess

IDLE: Final = 60.0
"""Seconds without work after which it ends."""

_GATHER: Final = 0.5
"""Seconds that it lets more logs come: a thousand are hardly more work than two hundred."""

_NICE: Final = 10
"""Answers go before upkeep."""


class Tidier:
    """The tidier of one store, as seen by who needs it."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def wake(self) -> bool:
        """Let it see what there is to do; return False where it cannot be had."""
        with self._lock:
            if self._is_closed:
                return False
            if self._process is not None and _tell(self._process):
                return True
            self._end()
            try:
                self._process = _begin(self._home)
            except OSError:
                return False
            return _tell(self._process)

    def close(self) -> None:
        """Let it finish what it does, and begin no other."""
        with self._lock:
            self._is_closed = True
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None, "it was begun with a pipe"
            with suppress(OSError):
                process.stdin.close()
            process.wait()


def _begin(home: Path) -> subprocess.Popen[bytes]:
    import subprocess  # most who open a store need no process beside theirs

    # -P: nothing in the folder where the server was started goes for one of our modules. A session
    # of its own: Ctrl-C is for the server.
    process = subprocess.Popen(  # noqa: S603  (our own module)
        [sys.executable, "-P", "-m", "storage.tidier", str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdin is not None, "it was begun with a pipe"
    os.set_blocking(process.stdin.fileno(), False)
    return process


def _tell(process: subprocess.Popen[bytes]) -> bool:
    if process.poll() is not None:
        return False
    assert process.stdin is not None, "it was begun with a pipe"
    try:
        os.write(process.stdin.fileno(), b"\n")
    except BlockingIOError:
        return True  # it has been told often enough
    except OSError:
        return False
    return True


def main(home: str) -> None:
    """Make parts in the store in *home* whenever a byte comes on stdin, until its end."""
    from .store import open_store

    # A service manager may signal every process of a service; the server finishes first.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(_NICE)
    with open_store(home) as store:
        while select.select([0], [], [], IDLE)[0] and os.read(0, 4096):
            time.sleep(_GATHER)
            store.flush_when_due()


if __name__ == "__main__":
    main(sys.argv[1])
