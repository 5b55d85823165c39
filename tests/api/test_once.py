"""Requests with an Idempotency-Key, after draft-ietf-httpapi-idempotency-key-header-07, §2."""

from __future__ import annotations

import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest

from api import create_app
from storage import StorageError, Store, once

LOGS = "/api/v1/logs"


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


def test_the_same_request_gets_the_first_answer_again(send: Any, store: Store, log: Any) -> None:
    first = send(log, **keyed('"a-1"'))
    store.remove(first.json["id"])

    again = send(log, **keyed('"a-1"'))

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.data == first.data
    assert again.headers["Location"] == first.headers["Location"]
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert store.logs() == []


def test_a_key_may_stand_in_quotes_or_not(send: Any, log: Any) -> None:
    send(log, **keyed("a-1"))

    assert send(log, **keyed('"a-1"')).status_code == 201


def test_a_rejection_is_an_answer_and_names_the_new_request(send: Any, wrong: Any) -> None:
    first = send(wrong, **keyed("b"))

    again = send(wrong, **{**keyed("b"), "X-Request-Id": "later"})

    assert again.status_code == 422
    assert again.json == {**first.json, "request_id": "later"}
    assert again.headers["X-Request-Id"] == "later"


def test_without_a_key_or_with_another_the_log_is_a_duplicate(send: Any, log: Any) -> None:
    send(log, **keyed("a"))

    assert send(log).json["status"] == "duplicate"
    assert send(log, **keyed("b")).json["status"] == "duplicate"


def test_another_request_under_the_key_is_refused(send: Any, store: Store, log: Any) -> None:
    send(log, **keyed("a"))

    other = send({**log, "log_id": "other"}, **keyed("a"))

    assert (other.status_code, other.json["code"]) == (422, "key-reused")
    assert len(store.logs()) == 1


@pytest.mark.parametrize("key", ["", " ", '""', "x" * 256, "ä", '"a', 'a"b'])
def test_what_is_no_key_is_refused(send: Any, store: Store, log: Any, key: str) -> None:
    answer = send(log, **keyed(key.encode().decode("latin-1")))

    assert (answer.status_code, answer.json["code"]) == (400, "bad-key")
    assert store.logs() == []


def test_a_request_that_is_under_way_is_not_begun_again(
    app: Any, store: Store, log: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, may_end = threading.Event(), threading.Event()
    whole = Store.keep

    def slow(self: Store, *args: Any, **more: Any) -> Any:
        began.set()
        assert may_end.wait(20)
        return whole(self, *args, **more)

    monkeypatch.setattr(Store, "keep", slow)

    def send() -> Any:
        return app.test_client().post(LOGS, json=log, headers=keyed("a"))

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(send)
        assert began.wait(20)
        second = send()
        may_end.set()

        assert first.result(20).status_code == 201
    assert (second.status_code, second.json["code"]) == (409, "key-in-use")
    assert second.headers["Retry-After"] == "1"
    assert send().status_code == 201


def test_an_answer_outlives_the_server(store: Store, log: Any) -> None:
    create_app(store).test_client().post(LOGS, json=log, headers=keyed("a"))

    again = create_app(store).test_client().post(LOGS, json=log, headers=keyed("a"))

    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")


def test_what_failed_on_the_server_is_tried_again(
    send: Any, log: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise StorageError("No.", code="storage-full")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "keep", fail)
        assert send(log, **keyed("a")).status_code == 507

    assert send(log, **keyed("a")).status_code == 201


def test_an_answer_is_forgotten_after_a_day_and_a_dead_claim_after_a_minute(
    send: Any, store: Store, log: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    send(log, **keyed("a"))
    store.claim("", "b", b"dead")

    monkeypatch.setattr(once.time, "time", lambda: now + 61)
    assert isinstance(store.claim("", "b", b"dead"), once.Claim)
    assert send(log, **keyed("a")).headers["Idempotent-Replayed"] == "true"
    monkeypatch.setattr(once.time, "time", lambda: now + 86_401)
    assert send(log, **keyed("a")).json["status"] == "duplicate"


def test_what_a_dead_process_left_undone_is_done_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash its clients send again, and shall not wait for a minute."""
    ended = subprocess.Popen(["true"])
    ended.wait()
    with monkeypatch.context() as patched:
        patched.setattr(once.os, "getpid", lambda: ended.pid)
        store.claim("", "a", b"request")

    assert isinstance(store.claim("", "a", b"request"), once.Claim)
    with pytest.raises(once.UnderWay):
        store.claim("", "a", b"request")


def test_a_key_is_its_owners_alone(store: Store) -> None:
    mine = store.claim("me", "a", b"request")
    assert isinstance(mine, once.Claim)
    store.settle(mine, b"answer")

    assert store.claim("me", "a", b"request") == b"answer"
    assert isinstance(store.claim("you", "a", b"other"), once.Claim)


def test_of_a_hundred_at_once_one_is_done(app: Any, store: Store, log: Any) -> None:
    body = orjson.dumps(log)

    def send(_: int) -> int:
        headers = {**keyed("a"), "Content-Type": "application/json"}
        found: int = app.test_client().post(LOGS, data=body, headers=headers).status_code
        return found

    with ThreadPoolExecutor(8) as pool:
        statuses = set(pool.map(send, range(100)))

    assert statuses <= {201, 409}
    assert 201 in statuses
    assert len(store.logs()) == 1
