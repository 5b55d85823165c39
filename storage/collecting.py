"""How often Python's garbage collector comes while an import is at work.

It goes through what is new after each 700 objects that were made and not freed. Judging and keeping
logs makes no cycles, so that it finds nothing, and an import has tens of thousands of such objects
at hand until its batch is written: looking for nothing takes a fortieth of all its time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = 50_000
"""Objects, more than a batch makes. A bound all the same: a game of others may make cycles."""

_lock: Final = threading.Lock()
_found: Final[list[tuple[int, int, int]]] = []
"""What each of the threads at work found set; the first found what is to be set again."""


@contextmanager
def seldom() -> Iterator[None]:
    """Have the collector, the one of the whole process, come seldom until the end.

    Who has set it to come more seldom still, or never, is left in peace.
    """
    with _lock:
        usual = gc.get_threshold()
        _found.append(usual)
        if 0 < usual[0] < SELDOM:
            gc.set_threshold(SELDOM, *usual[1:])
    try:
        yield
    finally:
        with _lock:
            usual = _found[0]
            _found.pop()
            if not _found and gc.get_threshold()[0] == SELDOM:
                gc.set_threshold(*usual)
