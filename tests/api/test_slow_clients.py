"""Clients that are slow, silent or many: none keeps others out, and the clock may jump meanwhile."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from typing import Any

import orjson
import pytest

from api import create_app, server
from api.errors import MEDIA_TYPE
from api.server import run
from storage import Store

from .conftest import JSON

HEAD = b"POST /api/v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture
def running(store: Store, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Return a context manager that serves the store on waitress, and gives the port."""
    # These are for the whole process; signals belong to the main thread.
    monkeypatch.setattr(server, "log_to_stderr", lambda: None)
    monkeypatch.setattr(server, "_spare_the_collector", lambda: None)

    @contextmanager
    def serving(*, silence: int = 60, threads: int = 2, app: Any = None) -> Iterator[int]:
        asked: list[int] = []
        urls: list[str] = []
        listening = threading.Event()

        def tell(url: str) -> None:
            urls.append(url)
            listening.set()

        monkeypatch.setattr(server, "_signals", lambda _: nullcontext(asked))
        thread = threading.Thread(
            target=run,
            args=(app or create_app(store),),
            kwargs={
                "host": "127.0.0.1",
                "port": 0,
                "threads": threads,
                "listening": tell,
                "silence": silence,
                "patience": 5,
            },
        )
        thread.start()
        try:
            assert listening.wait(30)
            yield int(urls[0].rpartition(":")[2])
        finally:
            asked.append(15)
            thread.join(30)
        assert not thread.is_alive()

    return serving


def ask(port: int, body: bytes | None = None) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    if body is None:
        connection.request("GET", "/livez")
    else:
        connection.request("POST", "/api/v1/logs", body, JSON)
    with closing(connection), connection.getresponse() as answer:
        answer.read()  # an answer that is not read to its end keeps the socket open
        return answer.status


def answer_on(connection: socket.socket) -> tuple[int, dict[str, Any]]:
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    assert answer.getheader("Content-Type") == MEDIA_TYPE
    return answer.status, json.loads(answer.read())


def test_connections_that_say_nothing_keep_nobody_out(
    running: Callable[..., Any], log: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of them have begun a request, and drip."""
    monkeypatch.setattr(server, "CONNECTIONS", 30)

    with running() as port, ExitStack() as held:
        for nth in range(60):
            guest = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            guest.sendall(HEAD if nth % 2 else b"")
        for nth in range(5):
            assert ask(port) == 200
            assert ask(port, orjson.dumps({**log, "log_id": f"t{nth}"})) == 201


def test_a_request_that_drips_is_given_up(running: Callable[..., Any]) -> None:
    """A byte now and then is no silence; it has its time all the same."""
    with running(silence=1) as port, ExitStack() as held:
        guest = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
        guest.sendall(HEAD)
        guest.settimeout(0.2)
        until = time.monotonic() + 25
        while time.monotonic() < until:
            with suppress(TimeoutError):
                if guest.recv(1, socket.MSG_PEEK):
                    break
            guest.sendall(b"X")
        guest.settimeout(30)
        status, told = answer_on(guest)

    assert (status, told["code"]) == (408, "timeout")
    assert time.monotonic() < until


def test_a_slow_body_that_goes_on_is_awaited(running: Callable[..., Any], log: Any) -> None:
    body = orjson.dumps({**log, "notes": "x" * 1900})
    with running(silence=1) as port, ExitStack() as held:
        guest = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
        guest.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(body))
        step = len(body) // 5 + 1
        for at in range(0, len(body), step):
            guest.sendall(body[at : at + step])
            time.sleep(0.5)
        answer = http.client.HTTPResponse(guest)
        answer.begin()
        answer.read()
        assert answer.status == 201


def test_answers_that_nobody_fetches_hold_no_thread(
    running: Callable[..., Any], store: Store
) -> None:
    """Both threads write to clients that do not read; then somebody else asks."""
    app = create_app(store)

    @app.get("/flood")
    def flood() -> Any:
        return app.response_class((b"x" * (1 << 20) for _ in range(64)), content_type="text/plain")

    with running(silence=1, threads=2, app=app) as port, ExitStack() as held:
        for _ in range(2):
            guest = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            guest.sendall(b"GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(0.5)

        assert ask(port) == 200


def test_an_answer_that_took_long_is_not_given_up_as_it_comes(
    running: Callable[..., Any], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server looks for who is silent whenever something was put up for the client to fetch."""
    app = create_app(store)
    write = server._Channel.write_soon

    @app.get("/slow")
    def slow() -> str:
        time.sleep(1.5)
        return "done"

    def write_and_look(channel: Any, data: Any) -> int:
        monkeypatch.setattr(channel, "_flush_some", lambda **_: False)  # the network is slow
        try:
            written = write(channel, data)
        finally:
            monkeypatch.delattr(channel, "_flush_some")
        server._give_up(channel.server, 1)
        return written

    monkeypatch.setattr(server._Channel, "write_soon", write_and_look)

    with running(silence=1, app=app) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/slow")
        with closing(connection), connection.getresponse() as answer:
            assert answer.read() == b"done"


@pytest.mark.parametrize("jump", [-86_400, 86_400])
def test_a_clock_that_jumps_ends_no_request_and_keeps_no_silent_one(
    running: Callable[..., Any], log: Any, jump: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = orjson.dumps(log)
    true = time.time
    with running(silence=2) as port:
        with socket.create_connection(("127.0.0.1", port), timeout=30) as guest:
            guest.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body[:100])
            time.sleep(0.3)
            monkeypatch.setattr(time, "time", lambda: true() + jump)
            time.sleep(1.2)
            guest.sendall(body[100:])
            answer = http.client.HTTPResponse(guest)
            answer.begin()
            answer.read()
            assert answer.status == 201

        with socket.create_connection(("127.0.0.1", port), timeout=30) as guest:
            guest.sendall(HEAD)
            assert answer_on(guest)[0] == 408
