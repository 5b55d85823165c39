"""Many logs in one request: lines and files, an answer a log, and what is refused whole."""

from __future__ import annotations

import gc
import gzip
import io
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from api import Config, create_app
from api.batches import MOST_LINES, STATUSES
from storage import StorageError, Store

BATCH = "/api/v1/logs/batch"
NDJSON = "application/x-ndjson"
MOST = 256 * 1024


@pytest.fixture
def client(store: Store) -> Any:
    config = Config(max_log_bytes=16 * 1024, max_batch_bytes=MOST)
    return create_app(store, config=config).test_client()


@pytest.fixture
def post(client: Any) -> Callable[..., Any]:
    def send(body: bytes, query: str = "", **headers: str) -> Any:
        return client.post(f"{BATCH}{query}", data=body, content_type=NDJSON, headers=headers)

    return send


def lines(answer: Any) -> list[dict[str, Any]]:
    """Return the lines of an answer that came to its end."""
    assert answer.status_code == 200, answer.text
    assert answer.content_type == NDJSON
    found = [orjson.loads(line) for line in answer.data.splitlines()]
    assert list(found[-1]) == ["summary"]
    counts = found[-1]["summary"]
    assert counts["logs"] == sum(counts[status] for status in STATUSES)
    return found


def named(log: dict[str, Any], name: str) -> bytes:
    return orjson.dumps({**log, "log_id": name})


def test_every_line_has_its_answer_in_order_and_none_stops_the_rest(
    post: Any, store: Store, log: Any
) -> None:
    slip = {**log, "log_id": "slip", "result": {"outcome": "lost"}}
    long = named({**log, "notes": "x" * 17_000}, "long")
    body = b"\r\n".join(
        [
            named(log, "one"),
            b"{",
            b"",
            orjson.dumps(slip),
            b"  ",
            long,
            named(log, "one"),
            named({**log, "notes": "again"}, "one"),
            b"\xff",
            named(log, "two"),
        ]
    )

    *told, last = lines(post(body))

    assert [(one["line"], one["status"]) for one in told] == [
        (1, "accepted"),
        (2, "unreadable"),
        (4, "rejected"),
        (6, "unreadable"),
        (7, "duplicate"),
        (8, "replaced"),
        (9, "unreadable"),
        (10, "accepted"),
    ]
    assert told[4]["id"] == told[0]["id"] == told[5]["replaces"]
    assert [one["error"]["code"] for one in told if one["status"] == "unreadable"] == [
        "not-json",
        "too-large",
        "not-utf-8",
    ]
    assert told[2]["violations"][0]["code"] == "wrong-result"
    assert last["summary"]["unreadable"] == 3
    assert {one.log_id for one in store.logs(status="accepted")} == {"one", "two"}


def test_a_rehearsal_tells_the_same_and_keeps_nothing(post: Any, store: Store, log: Any) -> None:
    body = b"\n".join([named(log, "one"), named(log, "one"), b"{", named({**log, "x-1": 1}, "one")])

    rehearsed = lines(post(body, "?dry_run=true"))
    assert store.logs() == []
    kept = lines(post(body))

    assert [one.get("status") for one in rehearsed] == [one.get("status") for one in kept]
    assert rehearsed[-1]["summary"]["dry_run"] is True
    assert all("id" not in one for one in rehearsed[:-1])


def test_errors_alone_leave_the_good_ones_out_and_count_them(post: Any, log: Any) -> None:
    body = b"\n".join([named(log, "one"), b"[]", named(log, "two")])

    (torn, last) = lines(post(body, "?only_errors=true"))

    assert (torn["line"], torn["error"]["code"]) == (2, "not-an-object")
    assert (last["summary"]["accepted"], last["summary"]["logs"]) == (2, 3)


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_many_transactions_are_one_answer(post: Any, store: Store, log: Any, encoding: str) -> None:
    """A transaction takes 500 logs."""
    pack = gzip.compress if encoding == "gzip" else bytes
    small = {**log, "moves": log["moves"][:1], "result": {"outcome": "abandoned"}}
    body = b"\n".join(named(small, str(nth)) for nth in range(510))

    *told, last = lines(post(pack(body), **{"Content-Encoding": encoding}))

    assert [one["line"] for one in told] == list(range(1, 511))
    assert last["summary"]["accepted"] == 510
    assert len(store.logs()) == 510


# -- files


def form(**files: bytes) -> dict[str, Any]:
    return {"file": [(io.BytesIO(data), name) for name, data in files.items()]}


def test_files_of_a_form_are_logs_or_lines_gzipped_or_not(client: Any, log: Any) -> None:
    many = b"\n".join([named(log, "two"), b"{", named(log, "three")])
    files = {
        "one.json": named(log, "one"),
        "many.ndjson.gz": gzip.compress(many),
        "torn.json.gz": gzip.compress(named(log, "torn"))[:-9],
        "four.json.gz": gzip.compress(named(log, "four")),
        "table 5": named(log, "five"),
    }

    *told, last = lines(client.post(BATCH, data=form(**files)))

    assert [(one["file"], one["line"], one["status"]) for one in told] == [
        ("one.json", None, "accepted"),
        ("many.ndjson.gz", 1, "accepted"),
        ("many.ndjson.gz", 2, "unreadable"),
        ("many.ndjson.gz", 3, "accepted"),
        ("torn.json.gz", None, "unreadable"),
        ("four.json.gz", None, "accepted"),
        ("table 5", None, "accepted"),
    ]
    assert last["summary"]["accepted"] == 5


def test_the_address_of_one_log_takes_a_form_as_well(client: Any, log: Any) -> None:
    (told, _) = lines(client.post("/api/v1/logs", data=form(**{"one.json": orjson.dumps(log)})))

    assert told["status"] == "accepted"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no form",
        b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nno file\r\n--b--\r\n',
        b'--b\r\nContent-Disposition: form-data; name="a"; filename="torn.json"\r\n\r\n{',
    ],
)
def test_a_form_without_files_is_refused(client: Any, store: Store, body: bytes) -> None:
    answer = client.post(BATCH, data=body, content_type="multipart/form-data; boundary=b")

    assert (answer.status_code, answer.json["code"]) in ((400, "no-files"), (400, "empty"))
    assert store.logs() == []


# -- what is refused whole


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"", {}, 400, "empty"),
        (b"{}", {"Content-Encoding": "gzip"}, 400, "bad-gzip"),
        (gzip.compress(b"{}", mtime=0)[:-3], {"Content-Encoding": "gzip"}, 400, "bad-gzip"),
        (b"{}", {"Content-Encoding": "br"}, 415, "unsupported-encoding"),
        (b"{}\n" * MOST, {}, 413, "too-large"),
        (gzip.compress(b"{}\n" * MOST, mtime=0), {"Content-Encoding": "gzip"}, 413, "too-large"),
    ],
)
def test_what_is_not_what_it_says_is_refused_before_anything_is_kept(
    post: Any, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    answer = post(body, **headers)

    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_a_good_line_before_the_damage_is_not_kept(post: Any, store: Store, log: Any) -> None:
    """So that a client that sends it again, whole, gets the answers that it should."""
    body = gzip.compress(named(log, "one") + b"\n" + bytes(range(256)) * 40)

    assert post(body[:-20], **{"Content-Encoding": "gzip"}).status_code == 400
    assert store.logs() == []


def test_another_kind_is_refused_with_both_that_are_taken(client: Any) -> None:
    answer = client.post(BATCH, data=b"{}", content_type="application/json")

    assert answer.status_code == 415
    assert answer.headers["Accept-Post"] == f"{NDJSON}, multipart/form-data"


def bomb(size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(bytes(1 << 20)) for _ in range(size >> 20)) + packer.flush()


@pytest.mark.parametrize("kind", ["body", "file"])
def test_a_bomb_is_stopped_at_the_cap_in_bounded_memory(store: Store, kind: str) -> None:
    """200 KB that hold 200 MB, beside a cap of 8 MB."""
    client = create_app(store, config=Config(max_batch_bytes=8 << 20)).test_client()
    client.get("/livez")  # what is loaded once is no part of it
    packed = bomb(200 << 20)
    assert len(packed) < 250_000

    tracemalloc.start()
    if kind == "body":
        headers = {"Content-Encoding": "gzip"}
        answer = client.post(BATCH, data=packed, content_type=NDJSON, headers=headers)
    else:
        answer = client.post(BATCH, data=form(**{"bomb.ndjson.gz": packed}))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (answer.status_code, answer.json["code"]) == (413, "too-large")
    assert peak < 8 << 20


# -- a store that breaks


@pytest.mark.parametrize("kind", ["lines", "form", "gzip in a form"])
@pytest.mark.parametrize("line", [b"\n", b"x\n"])
def test_a_body_of_nothing_but_lines_is_refused_at_once(
    store: Store, kind: str, line: bytes
) -> None:
    """Each would be looked at, and answered at a hundred times its length."""
    client = create_app(store).test_client()
    body = line * (MOST_LINES + 1)

    if kind == "lines":
        answer = client.post(BATCH, data=body, content_type=NDJSON)
    else:
        file = gzip.compress(body) if "gzip" in kind else body
        answer = client.post(BATCH, data=form(**{"a.ndjson": file}))

    assert (answer.status_code, answer.json["code"]) == (413, "too-large")
    assert str(MOST_LINES) in answer.json["detail"]


def test_one_log_may_have_as_many_lines_as_it_likes(store: Store, log: Any) -> None:
    client = create_app(store).test_client()
    body = orjson.dumps(log) + b"\n" * (MOST_LINES + 1)

    answer = client.post(BATCH, data=form(**{"a.json": body}))

    assert lines(answer)[-1]["summary"]["accepted"] == 1


def test_an_answer_that_nobody_wants_again_is_not_kept_in_memory(store: Store) -> None:
    client = create_app(store).test_client()
    body = b"x\n" * 20_000
    peaks = []

    for headers in ({}, {}, {"Idempotency-Key": "again"}):  # the first loads what is loaded once
        gc.collect()
        tracemalloc.start()
        answer = client.post(BATCH, data=body, content_type=NDJSON, headers=headers)
        size = sum(map(len, answer.response))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        answer.close()

    assert size > 4_000_000
    assert peaks[2] - peaks[1] > size


def test_a_store_that_fails_at_once_is_told_by_the_status(
    post: Any, store: Store, log: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise StorageError("No.", code="storage-full", place="/srv")
        yield

    monkeypatch.setattr(Store, "put_batches", fail)

    answer = post(named(log, "one"))

    assert (answer.status_code, answer.json["code"]) == (507, "storage-full")


def test_a_store_that_fails_later_is_told_by_the_last_line(
    post: Any, store: Store, log: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Store.put_batches

    def fail(self: Store, items: Any, **options: Any) -> Any:
        for receipts in whole(self, items, **options):
            yield receipts
            raise StorageError("No.", code="storage-full", place="/srv")

    monkeypatch.setattr(Store, "put_batches", fail)

    answer = post(named(log, "one"), **{"X-Request-Id": "mine"})

    first, last = [orjson.loads(line) for line in answer.data.splitlines()]
    assert (answer.status_code, first["status"]) == (200, "accepted")
    assert (last["problem"]["status"], last["problem"]["request_id"]) == (507, "mine")
    assert "/srv" not in answer.text
    assert len(store.logs()) == 1


# -- once


def test_a_batch_with_a_key_is_done_once(post: Any, store: Store, log: Any) -> None:
    body = b"\n".join([named(log, "one"), b"{"])
    first = post(body, **{"Idempotency-Key": "k"})
    lines(first)  # it is done while it is read

    store.remove("one")
    again = post(body, **{"Idempotency-Key": "k"})

    assert again.data == first.data
    assert again.headers["Idempotent-Replayed"] == "true"
    assert store.logs() == []
