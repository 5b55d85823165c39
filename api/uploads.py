"""Lets uploads that come at the same time share transactions, and syncs of the disk.

Until a log is safe the disk has to sync, which takes longer than all the rest. So who comes while a
group of logs is on its way to the disk waits for its end, and what has gathered by then goes
together. The larger the groups the less each log costs; where so many wait that they are a group
already, they do not wait for the end of a slow sync.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from storage.records import Receipt

if TYPE_CHECKING:
    from storage import Store
    from storage.intake import Tried


SYNCS: Final = 2
"""Groups on their way to the disk at a time: one may be written while another is synced."""
GROUP: Final = 8
"""Logs that are worth a second group on its way."""


def _locked() -> threading.Lock:
    # An Event would do, at a multiple of the price.
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(slots=True)
class _Upload:
    log: Tried
    turn: threading.Lock = field(default_factory=_locked)
    """Opened when the log is kept, when it must be kept alone, or when it is this one's turn to lead."""
    receipt: Receipt | None = None
    is_alone: bool = False
    """What it was to be kept with failed: it is tried by itself, so that no log fails others."""


class Uploads:
    """The way in to one store, for the threads of one process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        """SQLite lets one write, and lets others sleep longer than it takes."""
        self._waiting: list[_Upload] = []
        """Those that nobody has taken along yet, and that do not lead."""
        self._leaders = 0

    def put(self, data: bytes, *, source: str) -> Receipt:
        """Judge a log and keep it; the receipt comes when it is durable."""
        # Here and not by who leads: so it is done while the disk syncs for others.
        log = self._store.judge(data, source=source)
        if isinstance(log, Receipt):
            return log
        mine = _Upload(log)
        with self._lock:
            leads = not self._leaders or (self._leaders < SYNCS and len(self._waiting) + 1 >= GROUP)
            if leads:
                self._leaders += 1
            else:
                self._waiting.append(mine)
        if not leads:
            mine.turn.acquire()
        if mine.receipt is None and not mine.is_alone:
            self._lead(mine)
        if mine.receipt is None:
            (mine.receipt,) = self._keep([mine])
        return mine.receipt

    def waiting(self) -> int:
        """Return how many wait for their turn."""
        return len(self._waiting)

    def _lead(self, mine: _Upload) -> None:
        """Keep the caller's log with all that wait; then let another lead."""
        batch = [mine]
        try:
            receipts = self._keep(batch, are_more_welcome=True)
            for one, receipt in zip(batch, receipts, strict=True):
                one.receipt = receipt
        except Exception:  # noqa: BLE001  (told to each by its own attempt)
            for one in batch:
                one.is_alone = True
        finally:
            with self._lock:
                # While another group is on its way, few wait for its end.
                is_worth_it = len(self._waiting) >= (1 if self._leaders == 1 else GROUP)
                heir = self._waiting.pop(0) if is_worth_it else None
                self._leaders -= heir is None
            if heir is not None:
                heir.turn.release()
            for one in batch[1:]:
                one.turn.release()

    def _let_them_come(self) -> None:
        """Let other threads go first as long as each time that brings another log."""
        before = -1
        while len(self._waiting) > before:
            before = len(self._waiting)
            time.sleep(0)

    def _keep(self, batch: list[_Upload], *, are_more_welcome: bool = False) -> list[Receipt]:
        """Keep logs together; return their receipts once they are durable.

        Where more are welcome, *batch* gets all that wait when it comes to writing.
        """
        with self._writing:
            if are_more_welcome:
                self._let_them_come()
                with self._lock:
                    batch += self._waiting
                    self._waiting = []
            receipts = self._store.keep([one.log for one in batch], synced=False)
        self._store.sync()
        return receipts
