"""What HTTP asks of every answer: validators, methods, origins, and odd requests."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import orjson
import pytest

import storage.store
from api import Config, create_app
from api.errors import MEDIA_TYPE, SHAPE
from api.openapi import operations
from api.server import run
from storage import Store

PHRASE = "/api/v1/query?q=avg+turns+per+target"
TAGGED = (
    "/api/v1/logs",
    "/api/v1/logs/1",
    "/api/v1/logs/1/raw",
    "/api/v1/logs/1/replay?move=2",
    "/api/v1/games",
    "/api/v1/metrics",
    "/api/v1/dimensions",
    "/api/v1/dimensions/player/values",
    "/api/v1/openapi.json",
    "/api/v1/docs",
    PHRASE,
)


# -- validators


@pytest.mark.parametrize("path", TAGGED)
def test_an_answer_that_still_holds_is_304(client: Any, send: Any, log: Any, path: str) -> None:
    """RFC 9110 §13.1.2; a 304 has no body and repeats ETag and Cache-Control (§15.4.5)."""
    send(log)
    first = client.get(path)
    tag = first.headers["ETag"]

    for said in (tag, f'"other", {tag}', "*", f"W/{tag}"):
        again = client.get(path, headers={"If-None-Match": said})
        assert (again.status_code, again.data) == (304, b""), said
        assert again.headers["ETag"] == tag
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    other = client.get(path, headers={"If-None-Match": '"other"'})

    assert re.fullmatch(r'"[!#-~]+"', tag), "strong"
    assert (other.status_code, other.data) == (200, first.data)


@pytest.mark.parametrize("path", ["/api/v1/logs", "/api/v1/logs/1", PHRASE])
def test_a_tag_changes_with_what_is_told(client: Any, send: Any, log: Any, path: str) -> None:
    send(log)
    before = client.get(path).headers["ETag"]
    send({**log, "notes": "again"})  # takes the place of the first

    after = client.get(path, headers={"If-None-Match": before})

    assert after.status_code == 200
    assert after.headers["ETag"] != before


def test_a_304_to_a_question_opens_no_part(
    client: Any, send: Any, log: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(log)
    tag = client.get(PHRASE).headers["ETag"]

    def fail(*_: Any) -> Any:
        raise AssertionError("the store was read")

    monkeypatch.setattr(storage.store, "read", fail)

    assert client.get(PHRASE, headers={"If-None-Match": tag}).status_code == 304


def test_forms_of_one_answer_have_tags_of_their_own(client: Any, send: Any, log: Any) -> None:
    send(log)

    tags = {client.get(f"{PHRASE}&format={form}").headers["ETag"] for form in ("json", "csv")}

    assert len(tags) == 2


def test_what_counts_back_from_now_has_no_tag(client: Any) -> None:
    answer = client.get("/api/v1/query?q=games+in+the+last+30+days")

    assert answer.status_code == 200
    assert "ETag" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_range_is_not_served_in_part(client: Any, send: Any, log: Any) -> None:
    """RFC 9110 §14.2: a server may ignore Range."""
    send(log)

    for said in ("bytes=0-1", "bytes=9999999-", "lines=1-2", "bytes=x"):
        answer = client.get("/api/v1/logs/1/raw", headers={"Range": said})
        assert (answer.status_code, answer.data) == (200, orjson.dumps(log))


# -- methods


def test_head_is_get_without_the_body_on_every_route(
    client: Any, send: Any, log: Any, app: Any
) -> None:
    send(log)
    for method, path, _ in operations(client.get("/api/v1/openapi.json").json):
        if method != "GET" or path == "/metrics":  # where being asked counts
            continue
        place = path.replace("{ref}", "1").replace("{name}", "level")
        place += "?q=games" if "/query" in place else ""
        got, head = client.get(place), client.head(place)
        assert head.data == b""
        assert head.status_code == got.status_code == 200
        left_out = {"X-Request-Id", "Date"}
        assert {k: v for k, v in head.headers if k not in left_out} == {
            k: v for k, v in got.headers if k not in left_out
        }


def test_options_tells_the_methods(client: Any) -> None:
    answer = client.options("/api/v1/logs")

    assert answer.status_code == 200
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


# -- origins

OURS = "https://stats.example"


@pytest.fixture
def shared(store: Store) -> Any:
    return create_app(store, config=Config(cors_origins=(OURS,))).test_client()


def test_a_page_of_a_named_origin_may_read_answers(shared: Any) -> None:
    for path in ("/api/v1/logs", "/nowhere"):
        headers = shared.get(path, headers={"Origin": OURS}).headers
        assert headers["Access-Control-Allow-Origin"] == OURS
        assert "ETag" in headers["Access-Control-Expose-Headers"]
        assert "Origin" in headers["Vary"]
        assert "Access-Control-Allow-Credentials" not in headers


@pytest.mark.parametrize(
    "origin",
    [None, "null", "https://evil.example", "http://stats.example", f"{OURS}.evil.example", "*"],
)
def test_no_other_page_may(shared: Any, origin: str | None) -> None:
    said = {} if origin is None else {"Origin": origin}
    for answer in (
        shared.get("/api/v1/logs", headers=said),
        shared.options("/api/v1/logs", headers={**said, "Access-Control-Request-Method": "DELETE"}),
    ):
        assert not [name for name in dict(answer.headers) if name.startswith("Access-Control")]
        assert "Origin" in answer.headers["Vary"]  # or a cache would mix the two up


def test_a_preflight_tells_what_the_address_takes(shared: Any) -> None:
    answer = shared.options(
        "/api/v1/logs",
        headers={"Origin": OURS, "Access-Control-Request-Method": "POST"},
    )

    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == OURS
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]


# -- lists


def test_newest_first_pages_hold_every_log_once(client: Any, send: Any, log: Any) -> None:
    ids = [send({**log, "log_id": str(nth)}).json["id"] for nth in range(5)]

    found, path = [], "/api/v1/logs?order=newest&limit=2"
    while path:
        answer = client.get(path)
        found += [one["id"] for one in answer.json["logs"]]
        path = answer.headers.get("Link", "").partition("<")[2].partition(">")[0]

    assert found == ids[::-1]


def test_logs_are_chosen_by_player_and_time(client: Any, send: Any, log: Any) -> None:
    send(log)
    moved = json.loads(json.dumps(log).replace("Ben", "Benny"))
    send({**moved, "log_id": "other"})

    def count(query: str) -> int:
        return len(client.get("/api/v1/logs", query_string=query).json["logs"])

    assert (count("player=Ben"), count("player=enny"), count("player=Be%25")) == (2, 1, 0)
    assert (count("level=normal"), count("level=hard")) == (2, 0)
    assert (count("since=2020-01-01T00:00:00Z"), count("until=2020-01-01T00:00:00Z")) == (2, 0)
    assert count("since=2999-01-01T00:00:00%2B02:00") == 0
    assert client.get("/api/v1/logs?since=yesterday").status_code == 422


def test_values_of_a_dimension_come_in_pages(client: Any, send: Any, log: Any) -> None:
    send(log)

    first = client.get("/api/v1/dimensions/player/values?limit=1")
    link = first.headers["Link"].partition("<")[2].partition(">")[0]
    last = client.get(link)

    assert first.json["values"] == [{"value": "Anna", "games": 1, "synonyms": []}]
    assert last.json == {
        "dimension": "player",
        "values": [{"value": "Ben", "games": 1, "synonyms": []}],
        "next": None,
    }
    assert "Link" not in last.headers
    assert client.get("/api/v1/dimensions/luck/values").json["code"] == "unknown-dimension"


def test_every_dimension_has_values_to_list(client: Any, send: Any, log: Any) -> None:
    send(log)
    for one in client.get("/api/v1/dimensions").json["dimensions"]:
        assert client.get(f"/api/v1/dimensions/{one['name']}/values").status_code == 200


# -- questions by body


def test_a_question_may_be_asked_by_body_in_words_or_as_data(
    client: Any, send: Any, log: Any
) -> None:
    send(log)
    asked = client.get(PHRASE).json

    for body in ({"q": asked["echo"]}, {"query": asked["query"]}):
        answer = client.post("/api/v1/query", json=body)
        assert answer.status_code == 200
        assert answer.json == asked


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "bad-query"),
        ({"q": 1}, 422, "bad-query"),
        ({"q": "games", "query": {}}, 422, "bad-query"),
        ({"query": {}}, 422, "bad-query"),
        ({"query": {"measures": 3}}, 422, "bad-query"),
        ({"query": {"measures": [{"aggregate": "mean", "metric": "no"}]}}, 422, "bad-query"),
        ({"query": {"measures": [], "by": [1]}}, 422, "bad-query"),
        ([], 400, "not-an-object"),
    ],
)
def test_a_body_that_is_no_question_is_told(client: Any, body: Any, status: int, code: str) -> None:
    answer = client.post("/api/v1/query", json=body)

    assert (answer.status_code, answer.json["code"]) == (status, code)


# -- odd requests, on a wire


def speak(port: int, sent: bytes, *, more: bytes = b"", wait: float = 0.0) -> tuple[int, Any]:
    """Return status and body of what is answered to these bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
        one.sendall(sent)
        if more:
            time.sleep(wait)
            one.sendall(more)
        data = b""
        # Who is refused before all was read may be cut off after the answer.
        with suppress(ConnectionResetError):
            while piece := one.recv(65536):
                data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head[9:12]), (head.decode("latin-1"), body)


def request_of(target: str, *headers: str, method: str = "GET", body: bytes = b"") -> bytes:
    lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


@pytest.fixture
def port(start: Callable[..., Any]) -> int:
    port: int = start().port
    return port


JSON = "Content-Type: application/json"


def test_odd_requests_are_answered_in_the_one_shape_and_none_breaks_the_server(
    port: int, log: Any
) -> None:
    body = orjson.dumps(log)
    chunked = b"".join(
        b"%x\r\n%s\r\n" % (len(body[at : at + 100]), body[at : at + 100])
        for at in range(0, len(body), 100)
    )
    odd: list[tuple[bytes, set[int]]] = [
        (request_of("/api/v1/logs/%"), {404}),
        (request_of("/api/v1/logs/%zz"), {404}),
        (request_of("/api/v1/logs/%00"), {404}),
        (request_of("/api/v1/logs/%ff%fe"), {404}),
        (request_of("/api/v1/logs/..%2f..%2fetc"), {404}),
        (request_of("/api/v1/logs?game=%ff"), {422}),
        (request_of("/api/v1/logs?cursor=%00"), {422}),
        (request_of("/api/v1/logs?player=%00"), {200}),
        (request_of("/api/v1/query?q=%00"), {422}),
        (request_of("/api/v1/query?q=" + "a" * 30_000), {422}),
        (request_of("/api/v1/query?" + "q=games&" * 3_000), {200, 422}),
        (request_of("/api/v1/logs?" + "x" * 70_000), {400, 414, 431}),
        (request_of("/api/v1/logs", "Accept: image/png"), {200}),
        (request_of("/api/v1/logs", "Accept: ;;;q=q"), {200}),
        (request_of("/api/v1/logs", "If-None-Match: \xff\xfe"), {200}),
        (request_of("/api/v1/logs", "Cookie: \xff"), {200}),
        (request_of("/api/v1/logs", method="BREW"), {405}),
        (request_of("/api/v1/logs", "Content-Length: -1", method="POST"), {400}),
        (request_of("/api/v1/logs", "Content-Length: x", method="POST"), {400}),
        (request_of("/api/v1/logs", JSON, method="POST"), {400}),
        (
            request_of("/api/v1/logs", JSON, "Content-Encoding: gzip, gzip", method="POST"),
            {415},
        ),
        (
            request_of(
                "/api/v1/logs",
                JSON,
                "Transfer-Encoding: chunked",
                method="POST",
                body=chunked + b"0\r\n\r\n",
            ),
            {201},
        ),
        (
            request_of(
                "/api/v1/logs", JSON, "Transfer-Encoding: chunked", method="POST", body=b"zz\r\n"
            ),
            {400},
        ),
        (
            # What says both may be two requests to two readers (RFC 9112 §6.3).
            request_of(
                "/api/v1/logs",
                JSON,
                "Content-Length: 5",
                "Transfer-Encoding: chunked",
                method="POST",
                body=chunked + b"0\r\n\r\n",
            ),
            {200, 400},
        ),
        (b"\x00\x01\x02\r\n\r\n", {400}),
    ]
    for sent, wanted in odd:
        status, (head, told) = speak(port, sent)
        assert status in wanted, (sent[:80], head, told[:200])
        if status >= 400:
            assert MEDIA_TYPE in head, sent[:80]
            assert tuple(json.loads(told))[: len(SHAPE)] == SHAPE
    assert speak(port, request_of("/livez"))[0] == 200


def test_a_body_longer_than_it_says_is_cut_where_it_says(port: int, log: Any) -> None:
    body = orjson.dumps(log)
    sent = request_of(
        "/api/v1/logs", JSON, f"Content-Length: {len(body)}", method="POST", body=body + b"GARBAGE"
    )

    assert speak(port, sent)[0] == 201


def test_a_request_that_falls_silent_is_told_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """408, and the connection is closed (RFC 9110 §15.5.9)."""
    import threading

    asked: list[int] = []
    urls: list[str] = []
    listening = threading.Event()

    def tell(url: str) -> None:
        urls.append(url)
        listening.set()

    monkeypatch.setattr("api.server.log_to_stderr", lambda: None)  # it is for the whole process
    monkeypatch.setattr("api.server._spare_the_collector", lambda: None)
    # Signals belong to the main thread; the server runs beside it here.
    monkeypatch.setattr("api.server._signals", lambda server: _asked(server, asked))
    served = threading.Thread(
        target=run,
        args=(create_app(store),),
        kwargs={"host": "127.0.0.1", "port": 0, "threads": 2, "listening": tell, "silence": 1},
    )
    served.start()
    try:
        assert listening.wait(20)
        port = int(urls[0].rpartition(":")[2])
        status, (head, body) = speak(
            port, request_of("/api/v1/logs", JSON, "Content-Length: 9", method="POST", body=b"{")
        )
    finally:
        asked.append(15)
        served.join(20)

    assert (status, json.loads(body)["code"]) == (408, "timeout")
    assert MEDIA_TYPE in head


def _asked(server: Any, asked: list[int]) -> Any:
    from contextlib import nullcontext

    return nullcontext(asked)
