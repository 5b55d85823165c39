"""Lets uploads that come at the same time share one transaction.

Until a log is safe the disk has to sync, which takes longer than judging it and cannot be done for
two transactions at once. So whoever comes while a sync is under way waits, and what has gathered by
its end is kept together: eight clients wait for one sync, not for eight.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage import Receipt, Store


@dataclass(slots=True)
class _Upload:
    source: str
    data: bytes
    turn: threading.Event = field(default_factory=threading.Event)
    """Set when the log is kept, when it must be kept alone, or when it is this one's turn to lead."""
    receipt: Receipt | None = None
    is_alone: bool = False
    """What it was to be kept with failed: it is tried by itself, so that no log fails others."""


class Uploads:
    """The way in to one store, for the threads of one process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._waiting: list[_Upload] = []
        self._is_led = False

    def put(self, data: bytes, *, source: str) -> Receipt:
        """Keep a log; see `Store.put`."""
        mine = _Upload(source, data)
        with self._lock:
            self._waiting.append(mine)
            leads = not self._is_led
            self._is_led = True
        if not leads:
            mine.turn.wait()
        if mine.receipt is None and not mine.is_alone:
            self._lead()
        if mine.receipt is None:
            return self._store.put(data, source=source)
        return mine.receipt

    def waiting(self) -> int:
        """Return how many wait for their turn."""
        return len(self._waiting)

    def _lead(self) -> None:
        """Keep all that wait, the caller's own among them; then let another lead."""
        with self._lock:
            batch, self._waiting = self._waiting, []
        receipts = self._store.put_many((one.source, one.data) for one in batch)
        try:
            # strict asks for one receipt too many, which lets the store tidy up after the last.
            for one, receipt in zip(batch, receipts, strict=True):
                one.receipt = receipt
                one.turn.set()
        except Exception:
            # Told to each by its own attempt. What was kept stays so, and has its receipt.
            if all(one.receipt is not None for one in batch):
                raise
        finally:
            for one in batch:
                one.is_alone = one.receipt is None
                one.turn.set()
            with self._lock:
                self._is_led = bool(self._waiting)
                if self._waiting:
                    self._waiting[0].turn.set()
