"""Stores that are thrown away after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from storage import Store, open_store


@contextmanager
def fresh_store() -> Iterator[Store]:
    """Yield an empty store in a folder of its own."""
    with TemporaryDirectory(prefix="cardstats-bench-") as folder, open_store(Path(folder)) as store:
        yield store


def take_in(store: Store, logs: Sequence[bytes], wanted: str = "accepted") -> None:
    """Import logs. An import of which something else came is no measure of anything."""
    statuses = {
        receipt.status
        for receipt in store.put_many((str(nth), log) for nth, log in enumerate(logs))
    }
    assert statuses <= {wanted}, f"logs were {' and '.join(sorted(statuses))}, not {wanted}"
