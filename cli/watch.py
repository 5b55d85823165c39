"""Stops what cannot be asked to stop: work inside a library that hears no interrupt."""

from __future__ import annotations

import os
import resource
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.errors import CardstatsError

from .exits import exit_code, told
from .output import drop_parts

EVERY: Final = 0.05
"""Seconds between two looks."""
_STATM: Final = Path("/proc/self/statm")
_MIB: Final = 1024 * 1024


class Watch:
    """Ends this process where it takes too long, or more memory than it may."""

    def __init__(
        self, seconds: float, late: CardstatsError, memory: int, large: CardstatsError
    ) -> None:
        self._until: float | None = time.monotonic() + seconds
        self._late = late
        self._most = resident() + memory * _MIB
        self._large = large
        self._over = threading.Event()

    def lift_clock(self) -> None:
        """Let it take as long as it likes from here on."""
        self._until = None

    def _look(self) -> None:
        while not self._over.wait(EVERY):
            if self._until is not None and time.monotonic() > self._until:
                _leave(self._late)
            if resident() > self._most:
                _leave(self._large)

    @contextmanager
    def on(self) -> Iterator[None]:
        """Look until the block is left."""
        thread = threading.Thread(target=self._look, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()


def resident() -> int:
    """Return the bytes of memory that this process has; where that is not told, the most it had."""
    try:
        return int(_STATM.read_text().split()[1]) * resource.getpagesize()
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def _leave(error: CardstatsError) -> None:
    """Tell *error* and end the process from a thread beside it; no half a file is left."""
    drop_parts()
    told(error)
    os._exit(exit_code(error))
