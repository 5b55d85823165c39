"""The server as a process of its own: where it listens, how it stops, what it writes."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from api.errors import MEDIA_TYPE, SHAPE
from api.serve import is_loopback, serve
from engine.errors import CardstatsError
from storage import open_store

from .conftest import Server

ROOT = Path(__file__).parents[2]


def ask(server: Any, method: str, path: str, body: bytes = b"", **headers: str) -> Any:
    connection = server.connect()
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer, data


JSON = {"Content-Type": "application/json"}


def test_it_serves_its_store_and_writes_json_lines_without_names(
    start: Callable[..., Any], log: Any
) -> None:
    server = start()

    sent, _ = ask(server, "POST", "/api/v1/logs", orjson.dumps(log), **JSON)
    shown, data = ask(server, "GET", f"/api/v1/logs/{log['log_id']}")
    lines = server.stop()

    assert (sent.status, shown.status) == (201, 200)
    assert json.loads(data)["players"] == ["Anna", "Ben"]
    assert sent.getheader("Server") is None
    assert server.told["store"] == str(server.home)
    assert server.process.returncode == 0
    # On a busy machine waitress adds that a request had to wait; what is ours is the same always.
    ours = [line for line in lines if line["logger"].startswith("cardstats")]
    assert [line["event"] for line in ours] == [
        "listening",
        "request",
        "request",
        "stopping",
        "stopped",
    ]
    assert "Anna" not in json.dumps(lines)
    with open_store(server.home) as store:
        assert [found.log_id for found in store.logs()] == [log["log_id"]]


def test_a_stop_finishes_what_was_accepted(start: Callable[..., Any], log: Any) -> None:
    """Uploads of four clients run against a SIGTERM: what was acknowledged is there."""
    server = start()
    acknowledged: list[str] = []
    began = threading.Event()

    def upload(client: int) -> None:
        connection = server.connect()
        try:
            for nth in range(10_000):
                name = f"{client}-{nth}"
                body = orjson.dumps({**log, "log_id": name})
                connection.request("POST", "/api/v1/logs", body, JSON)
                answer = connection.getresponse()
                if answer.status == 201 and json.loads(answer.read())["log_id"] == name:
                    acknowledged.append(name)
                began.set()
        except (OSError, http.client.HTTPException):
            return
        finally:
            connection.close()

    clients = [threading.Thread(target=upload, args=(nth,)) for nth in range(4)]
    for client in clients:
        client.start()
    assert began.wait(20)
    time.sleep(0.3)
    lines = server.stop()
    for client in clients:
        client.join(20)

    assert server.process.returncode == 0
    assert acknowledged
    with open_store(server.home) as store:
        kept = {found.log_id for found in store.logs()}
    # Whoever was let in was answered, so that nothing is kept unsaid either.
    assert kept == set(acknowledged)
    assert "cut-off" not in [line["event"] for line in lines]


def test_a_body_on_its_way_is_awaited(start: Callable[..., Any], log: Any) -> None:
    server = start()
    body = orjson.dumps(log)
    connection = socket.create_connection(("127.0.0.1", server.port))
    head = (
        "POST /api/v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    connection.sendall(head.encode() + body[:200])
    time.sleep(0.3)

    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", server.port), timeout=1)
    connection.sendall(body[200:])
    answer = http.client.HTTPResponse(connection)
    answer.begin()

    assert answer.status == 201
    answer.close()
    connection.close()
    server.finish()
    assert server.process.returncode == 0


def post(*logs: Any) -> bytes:
    """Return requests that upload logs, one after the other."""
    heads = "POST /api/v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return b"".join(
        f"{heads}Content-Length: {len(body)}\r\n\r\n".encode() + body
        for body in map(orjson.dumps, logs)
    )


def answers(connection: socket.socket, wanted: int) -> list[int]:
    """Return the statuses of the next answers, in order, and what is at their end."""
    data = b""
    while data.count(b"HTTP/1.1 ") < wanted or not data.endswith(b"}"):
        piece = connection.recv(1 << 16)
        if not piece:
            break
        data += piece
    return [int(part[:3]) for part in data.split(b"HTTP/1.1 ")[1:]]


def test_requests_that_do_not_wait_for_answers_are_answered_in_order(
    start: Callable[..., Any], log: Any
) -> None:
    server = start()
    logs = [{**log, "log_id": f"one-of-many-{nth}"} for nth in range(40)]
    logs[5]["moves"] = logs[17]["moves"] = [{"type": "none"}]

    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(post(*logs))
        statuses = answers(connection, len(logs))

    assert statuses == [422 if nth in (5, 17) else 201 for nth in range(40)]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_client_that_has_said_all_still_gets_its_answers(
    start: Callable[..., Any], log: Any, count: int
) -> None:
    """RFC 9112 §9.6: a client may close its half of the connection and wait for what is owed."""
    server = start()
    logs = [{**log, "log_id": f"said-{nth}"} for nth in range(count)]

    for _ in range(20):  # it is a matter of which thread is first
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
            connection.sendall(post(*logs))
            connection.shutdown(socket.SHUT_WR)
            statuses = answers(connection, count)
            assert connection.recv(1) == b"", "and the server closes its own"

        assert [status // 100 for status in statuses] == [2] * count


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Host", "Forwarded"])
def test_without_tokens_the_server_answers_no_proxy(start: Callable[..., Any], header: str) -> None:
    """waitress by itself drops these headers, and then nobody could tell."""
    server = start()

    answer, data = ask(server, "GET", "/api/v1/logs", **{header: "192.0.2.1"})

    assert answer.status == 403
    assert json.loads(data)["code"] == "only-local"


def test_behind_a_proxy_each_of_its_clients_has_a_limit_of_its_own(tmp_path: Path) -> None:
    with open_store(tmp_path / "home") as store:
        store.create_token(scopes=["read"], who="test")
    server = Server(tmp_path / "home", "--proxies", "1", "--limit", "2 per minute")
    server.wait()

    seen = [
        ask(server, "GET", "/api/v1/logs", **{"X-Forwarded-For": client})[0].status
        for client in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2")
    ]
    server.stop()

    assert seen == [401, 401, 429, 401]


def test_an_idle_guest_does_not_hold_the_stop_up(start: Callable[..., Any]) -> None:
    server = start()
    guest = server.connect()
    guest.request("GET", "/livez")
    guest.getresponse().read()

    began = time.monotonic()
    server.stop(signal.SIGINT)

    assert server.process.returncode == 0
    assert time.monotonic() - began < 5
    guest.close()


def test_a_second_signal_stops_at_once(start: Callable[..., Any]) -> None:
    server = start()
    guest = socket.create_connection(("127.0.0.1", server.port))
    guest.sendall(b"POST /api/v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
    time.sleep(0.3)

    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    assert server.process.poll() is None
    lines = server.stop()

    assert "cut-off" in [line["event"] for line in lines]
    guest.close()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (
            b"POST /api/v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
            413,
        ),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: pigeon\r\n\r\n", 501),
        (b"GET /\r\nnonsense\r\n\r\n", 400),
    ],
)
def test_what_is_refused_before_it_is_a_request_has_the_one_shape_too(
    start: Callable[..., Any], sent: bytes, status: int
) -> None:
    server = start()
    connection = socket.create_connection(("127.0.0.1", server.port))

    connection.sendall(sent)
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    told = json.loads(answer.read())

    assert (answer.status, answer.getheader("Content-Type")) == (status, MEDIA_TYPE)
    assert tuple(told) == SHAPE
    assert (told["status"], told["request_id"]) == (status, answer.getheader("X-Request-Id"))
    connection.close()


def test_a_log_over_the_cap_is_refused_by_the_app_with_the_cap(
    start: Callable[..., Any],
) -> None:
    server = start()

    answer, data = ask(server, "POST", "/api/v1/logs", b" " * (9 << 20), **JSON)

    assert answer.status == 413
    assert str(8 << 20) in json.loads(data)["detail"]


def test_another_host_is_refused_while_there_are_no_tokens(start: Callable[..., Any]) -> None:
    server = start()

    answer, data = ask(server, "GET", "/api/v1/logs", Host="evil.example")

    assert (answer.status, json.loads(data)["code"]) == (400, "unknown-host")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "cards.example", ""])
def test_an_address_that_others_can_reach_is_refused_without_tokens(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDSTATS_HOME", str(tmp_path / "home"))

    result = CliRunner().invoke(serve, ["--host", host])

    assert isinstance(result.exception, CardstatsError)
    assert result.exception.code == "not-allowed"
    assert "tokens" in result.exception.message
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_an_address_of_this_machine_alone_is_fine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("said", ["stats.example", "https://stats.example/", "*", "null"])
def test_what_is_no_origin_is_refused_at_the_start(said: str) -> None:
    """Nobody would ever be let in by it, and its operator would look for long."""
    result = CliRunner().invoke(serve, ["--cors-origin", said])

    assert result.exit_code == 2
    assert "no origin" in result.output


def test_a_port_that_is_taken_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDSTATS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("api.server.log_to_stderr", lambda: None)  # it is for the whole process
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        result = CliRunner().invoke(serve, ["--port", str(port)])

    assert isinstance(result.exception, CardstatsError)
    assert (result.exception.code, result.exception.place) == (
        "cannot-listen",
        f"127.0.0.1:{port}",
    )


def test_naming_the_command_imports_no_web_and_no_database() -> None:
    program = (
        "import sys, api.serve; "
        "print([m for m in ('flask', 'waitress', '_duckdb', 'pyarrow', 'marshmallow', 'sqlite3')"
        " if m in sys.modules])"
    )

    found = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert found.stdout.strip() == "[]"
