"""A process that works on a store until it is killed: ``python -m tests.storage.worker``.

Takes the folder, a task and a number that makes its logs its own. Once it is ready it says so, and
then tells each thing after the store acknowledged it, a line each.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb  # noqa: F401  (loaded before the clock starts)
import pytest

from engine.replay import judge
from storage import Store, intake, open_store, store, upkeep

from .games import a_log, a_wrong_log

LOGS_APART = 1_000_000
"""Workers' logs are numbered that far apart."""


def sent(nth: int) -> bytes:
    """Return the log number *nth*: one in five is wrong, one in four names a ``log_id``.

    A ``log_id`` comes twice, so that half of those replace one.
    """
    envelope = {"log_id": f"t{nth // 8}"} if nth % 4 == 0 else {}
    return a_wrong_log(nth, **envelope) if nth % 5 == 0 else a_log(nth, **envelope)


def main(folder: str, task: str, number: str) -> None:
    # So that a short life sees many flushes, batches and merges.
    patch = pytest.MonkeyPatch()
    patch.setattr(store, "FLUSH_AT", 7)
    patch.setattr(intake, "BATCH_LOGS", 6)
    patch.setattr(intake, "_WORTH_PARTS", 3)
    patch.setattr(upkeep, "_FAN_IN", 3)
    rng = random.Random(int(number))
    judge(sent(0))
    with open_store(Path(folder)) as opened:
        say("ready")
        {"put": put, "import": import_all, "upkeep": keep_up, "remove": remove}[task](
            opened, int(number), rng
        )


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def numbers(number: int) -> Iterator[int]:
    yield from range(number * LOGS_APART, (number + 1) * LOGS_APART)


def put(opened: Store, number: int, rng: random.Random) -> None:
    """Send one log after the other."""
    for nth in numbers(number):
        receipt = opened.put(sent(nth))
        say(f"kept {nth} {receipt.id}")


def import_all(opened: Store, number: int, rng: random.Random) -> None:
    """Import without end."""
    order = numbers(number)
    for nth, receipt in zip(
        numbers(number), opened.put_many(("", sent(nth)) for nth in order), strict=False
    ):
        say(f"kept {nth} {receipt.id}")


def remove(opened: Store, number: int, rng: random.Random) -> None:
    """Send logs, and remove most of them."""
    kept = []
    for nth in numbers(number):
        receipt = opened.put(sent(nth))
        say(f"kept {nth} {receipt.id}")
        kept.append(receipt.id)
        if len(kept) > 5:
            log = kept.pop(rng.randrange(len(kept)))
            assert log is not None
            say(f"leaving {log}")
            opened.remove(log)
            say(f"left {log}")


def keep_up(opened: Store, number: int, rng: random.Random) -> None:
    """Flush, compact and rebuild, over a trickle of logs."""
    for nth in numbers(number):
        receipt = opened.put(sent(nth))
        say(f"kept {nth} {receipt.id}")
        rng.choice([opened.flush, opened.compact, opened.compact, opened.rebuild])()


if __name__ == "__main__":
    main(*sys.argv[1:])
