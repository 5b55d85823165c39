"""Ctrl-C for long work: it ends between two pieces, so that what is done is whole."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Yield what tells whether Ctrl-C was pressed. Pressed again, it stops at once as ever."""
    asked = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    is_ours = (
        threading.current_thread() is threading.main_thread()
        and before is not signal.SIG_IGN  # as in the background of a shell
    )

    def ask(*_: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    if is_ours:
        signal.signal(signal.SIGINT, ask)
    try:
        yield asked.is_set
    finally:
        if is_ours:
            signal.signal(signal.SIGINT, before)
