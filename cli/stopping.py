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


@contextmanager
def stopping_at(show: Callable[[int, int], object]) -> Iterator[Callable[[int, int], None]]:
    """Yield what shows how far work is, and there raises KeyboardInterrupt once Ctrl-C was pressed.

    For work that tells how far it is after each piece, and tidies up when it is interrupted there.
    """
    with stoppable() as is_stopped:

        def tell(done: int, total: int) -> None:
            show(done, total)
            if is_stopped():
                raise KeyboardInterrupt

        yield tell
