"""Logs kept with their verdict alone, and the process that makes their parts."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage import Receipt, Store, late, open_store
from storage import store as store_module
from storage.journal import Journal

from .checks import assert_sound, contents, ids
from .games import a_log, a_wrong_log


def keep(store: Store, *logs: bytes, synced: bool = True) -> list[Receipt]:
    """Keep logs as a server does."""
    tried = [store.judge(log) for log in logs]
    kept = iter(store.keep([one for one in tried if not isinstance(one, Receipt)], synced=synced))
    return [one if isinstance(one, Receipt) else next(kept) for one in tried]


def mixed() -> list[bytes]:
    """Return logs of which every kind of thing becomes."""
    return [
        a_log(1, log_id="one"),
        a_wrong_log(2, log_id="two"),
        a_log(3),
        a_log(1, log_id="one"),  # again
        a_log(4, log_id="two"),  # in the place of a rejected one
        b"{",
        a_log(5, log_id="one"),  # in the place of an accepted one
        a_wrong_log(6),
    ]


def until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it does not come to hold")


@pytest.mark.parametrize("together", [True, False])
def test_what_is_kept_by_verdict_alone_reads_as_what_is_kept_whole(
    store: Store, tmp_path: Path, together: bool
) -> None:
    with open_store(tmp_path / "whole") as other:
        whole = [other.put(log) for log in mixed()]
        if together:
            kept = keep(store, *mixed())
        else:
            kept = [receipt for log in mixed() for receipt in keep(store, log, synced=False)]
        store.sync()

        assert [(one.status, one.id, one.replaces) for one in kept] == [
            (one.status, one.id, one.replaces) for one in whole
        ]
        assert contents(store) == contents(other)
        assert_sound(store)


def test_rows_are_made_by_the_first_who_asks_and_noted_without_news(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(store, a_log(1), a_log(2))
    version = store.version()
    first = contents(store)

    def fail(*_: Any) -> Any:
        raise AssertionError("they were made before")

    monkeypatch.setattr(late, "_judged", fail)
    assert contents(store) == first
    assert [row[0] for row in first["games"]] == [1, 2]
    assert store.version() == version


def test_a_flush_makes_the_rows_that_nobody_asked_for(store: Store) -> None:
    keep(store, a_log(1), a_wrong_log(2), a_log(3))

    assert store.flush() == 3

    with store.reading() as reading:
        assert ids(reading) == [1, 3]
    assert store.state().hot == 0
    assert_sound(store)


def test_a_log_that_left_before_its_rows_were_made_has_none(store: Store) -> None:
    keep(store, a_log(1, log_id="t1"), a_log(2))
    keep(store, a_log(3, log_id="t1"))
    store.remove(2)

    with store.reading() as reading:
        assert ids(reading) == [3]


def test_a_log_that_is_not_accepted_any_more_waits_for_a_rebuild(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine was changed between verdict and facts: no row is guessed, no log lost."""
    keep(store, a_log(1), a_log(2))
    judged = late._judged

    def stricter(text: bytes) -> Any:
        return None if text == a_log(1) else judged(text)

    with monkeypatch.context() as patched:
        patched.setattr(late, "_judged", stricter)
        with store.reading() as reading:
            assert ids(reading) == [2]
        assert store.flush() == 1
        assert store.state().hot == 1
        assert store.flush() == 0

    with store.reading() as reading:
        assert ids(reading) == [1, 2]


def test_a_verdict_without_facts_tells_how_the_game_came_out(store: Store) -> None:
    keep(store, a_log(1))

    assert store.find(1).outcome is not None


def test_a_duplicate_is_answered_when_the_first_of_it_is_durable(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread or process may have kept it a moment ago, and not synced it yet."""
    keep(store, a_log(1), synced=False)
    synced: list[bool] = []
    whole = Journal.sync

    def sync(self: Journal) -> None:
        synced.append(True)
        whole(self)

    monkeypatch.setattr(Journal, "sync", sync)

    assert store.put(a_log(1)).status == "duplicate"
    assert synced


# -- the process


def test_parts_are_made_by_another_process(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "FLUSH_AT", 2)
    # The other process has its own idea of what is many.
    logs = [a_log(nth) for nth in range(200)]
    for nth in range(0, 200, 20):
        keep(store, *logs[nth : nth + 20])

    until(lambda: store.state().parts > 0)

    with store.reading() as reading:
        assert ids(reading) == list(range(1, 201))
    store.close()


def test_a_tidier_that_was_killed_is_begun_again(store: Store) -> None:
    assert store._tidier.wake()
    process = store._tidier._process
    assert process is not None
    process.kill()
    process.wait()

    assert store._tidier.wake()

    assert store._tidier._process not in (None, process)
    store.close()
    assert not store._tidier.wake()
