"""Uploads that come at the same time share a transaction, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest

import api.uploads
from api.uploads import Uploads
from storage import Receipt


class Slow:
    """A store whose transactions end when they are let, and which notes what is in each."""

    def __init__(self) -> None:
        self.transactions: list[list[bytes]] = []
        self.began = threading.Semaphore(0)
        self.may_end = threading.Semaphore(0)

    def judge(self, data: bytes, *, source: str) -> Any:
        return data

    def sync(self) -> None:
        pass

    def keep(self, logs: Sequence[bytes], *, synced: bool) -> list[Receipt]:
        self.transactions.append(list(logs))
        if len(logs) > 1 or self.is_first:
            self.began.release()
            assert self.may_end.acquire(timeout=20)
        if b"bad" in logs:
            raise RuntimeError("bad")
        return [Receipt("a", "accepted", int(data)) for data in logs]

    @property
    def is_first(self) -> bool:
        return len(self.transactions) == 1


def waiting(uploads: Uploads, count: int) -> None:
    """Wait until so many uploads wait."""
    for _ in range(2000):
        if len(uploads._waiting) >= count:
            return
        threading.Event().wait(0.005)
    raise AssertionError("they do not come")


@pytest.fixture
def one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """One group at a time goes to the disk, so that it is plain what is in the next."""
    monkeypatch.setattr(api.uploads, "SYNCS", 1)


def test_what_comes_during_a_transaction_is_kept_in_the_next_one(one_line: None) -> None:
    store = Slow()
    uploads = Uploads(store)  # type: ignore[arg-type]  # as much of a store as it takes
    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(uploads.put, b"0", source="a")
        assert store.began.acquire(timeout=20)
        others = [pool.submit(uploads.put, str(nth).encode(), source="b") for nth in range(1, 9)]
        waiting(uploads, 8)
        store.may_end.release(9)

        assert first.result(20).id == 0
        assert [other.result(20).id for other in others] == list(range(1, 9))

    assert [sorted(batch) for batch in store.transactions] == [
        [b"0"],
        sorted(str(nth).encode() for nth in range(1, 9)),
    ]
    assert not uploads._leaders


def test_a_log_that_breaks_its_transaction_fails_alone(one_line: None) -> None:
    """A fault of ours on one log must not lose another table's upload."""
    store = Slow()
    uploads = Uploads(store)  # type: ignore[arg-type]  # as much of a store as it takes
    with ThreadPoolExecutor(5) as pool:
        first = pool.submit(uploads.put, b"0", source="a")
        assert store.began.acquire(timeout=20)
        others = {}
        for nth, data in enumerate((b"1", b"bad", b"3", b"4"), 1):
            others[data] = pool.submit(uploads.put, data, source="b")
            waiting(uploads, nth)
        store.may_end.release(9)

        assert first.result(20).id == 0
        assert [others[data].result(20).id for data in (b"1", b"3", b"4")] == [1, 3, 4]
        with pytest.raises(RuntimeError):
            others[b"bad"].result(20)

    assert store.transactions[1] == [b"1", b"bad", b"3", b"4"]
    assert sorted(batch[0] for batch in store.transactions[2:]) == [b"1", b"3", b"4", b"bad"]
    assert uploads.put(b"5", source="c").id == 5


def test_a_store_that_fails_fails_each_and_is_asked_again() -> None:
    class Full(Slow):
        def keep(self, logs: Any, *, synced: bool) -> list[Receipt]:
            raise OSError("full")

    uploads = Uploads(Full())  # type: ignore[arg-type]  # as much of a store as it takes

    for _ in range(3):
        with pytest.raises(OSError, match="full"):
            uploads.put(b"1", source="a")


def test_a_hundred_uploads_at_once_are_each_kept_once(app: Any, store: Any, log: Any) -> None:
    bodies = [orjson.dumps({**log, "log_id": f"at-once-{nth % 50}"}) for nth in range(100)]

    def send(body: bytes) -> Any:
        answer = app.test_client().post("/api/v1/logs", data=body, content_type="application/json")
        return answer.status_code, answer.json["id"], orjson.loads(body)["log_id"]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, bodies))

    # Each log was sent twice, so that one of the two is a duplicate of the other.
    assert sorted(status for status, _, _ in answers) == [200] * 50 + [201] * 50
    kept = {found.id: found.log_id for found in store.logs()}
    assert {number: name for _, number, name in answers} == kept
    assert len(kept) == 50
