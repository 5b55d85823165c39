"""What docs/operate.md says to put around a server, tried with the real nginx, gunicorn and systemd.

Where one of them is not installed its tests are skipped.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import orjson
import pytest

from storage import open_store

from .conftest import Server
from .test_gunicorn import PAGE, command, environment, port, server, token

__all__ = ["environment", "port", "server", "token"]

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
needs_nginx = pytest.mark.skipif(not NGINX, reason="nginx is not installed")


def block(kind: str, mark: str) -> str:
    """Return what the page shows in a block of a kind that says *mark*."""
    found = re.findall(rf"(?ms)^```{kind}\n(.*?)^```", PAGE.read_text("utf-8"))
    (text,) = (one for one in found if mark in one)
    return str(text)


class Proxy:
    """An nginx that is set up as the page says, before a server on a port."""

    def __init__(self, folder: Path, behind: int) -> None:
        with socket.create_server(("127.0.0.1", 0)) as door:
            self.port: int = door.getsockname()[1]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
            + ["-subj", "/CN=cards.example", "-addext", "subjectAltName=DNS:cards.example"]
            + ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
            check=True,
            capture_output=True,
        )
        said = (
            block("nginx", "proxy_pass")
            .replace("listen 443", f"listen 127.0.0.1:{self.port}")
            .replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
            .replace("/etc/ssl/cards.example.pem", str(folder / "cert.pem"))
            .replace("/etc/ssl/cards.example.key", str(folder / "key.pem"))
        )
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        # Or else root's nginx works as somebody who may not enter this folder.
        user = "" if os.geteuid() else "user root;\n"
        (folder / "nginx.conf").write_text(
            f"{user}daemon off; pid {folder}/pid; error_log stderr;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}{said}}}\n"
        )
        assert NGINX
        self.trust = ssl.create_default_context(cafile=folder / "cert.pem")
        self.process = subprocess.Popen(
            [NGINX, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.PIPE
        )
        until = time.monotonic() + 30
        while True:
            assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
            try:
                self.connect().close()
            except OSError:
                assert time.monotonic() < until
                time.sleep(0.05)
            else:
                return

    def connect(self) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        return self.trust.wrap_socket(plain, server_hostname="cards.example")

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Any:
        connection = http.client.HTTPConnection("cards.example", self.port, timeout=30)
        connection.sock = self.connect()
        connection.request(method, path, body, {"Host": "cards.example", **headers})
        answer = connection.getresponse()
        answer.body = answer.read()  # type: ignore[attr-defined]  # for the tests
        connection.close()
        return answer

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Return what starts a server on the store in ``home``."""
    with ExitStack() as stack:

        def start(*words: str) -> Server:
            server = Server(tmp_path / "home", *words)
            stack.callback(server.stop)
            server.wait()
            return server

        yield start


@pytest.fixture
def before(tmp_path: Path) -> Iterator[Callable[[int], Proxy]]:
    """Return what puts a proxy before a server."""
    with ExitStack() as stack:

        def put(behind: int) -> Proxy:
            folder = tmp_path / "proxy"
            folder.mkdir()
            proxy = Proxy(folder, behind)
            stack.callback(proxy.stop)
            return proxy

        yield put


@needs_nginx
def test_the_proxy_of_the_page_is_believed_and_nobody_else(
    tmp_path: Path, serve: Callable[..., Server], before: Callable[[int], Proxy], log: Any
) -> None:
    with open_store(tmp_path / "home") as store:
        _, token = store.create_token(scopes=["upload", "read"], who="test")
    (words,) = re.findall(
        r"(?m)^ExecStart=\S+ serve (.*)$", block("ini", "ExecStart")
    )  # the server of the unit, behind the proxy of the page
    served = serve(*words.split(), "--limit", "3 per minute")
    proxy = before(served.port)
    mine = {"Authorization": f"Bearer {token}"}
    json = {**mine, "Content-Type": "application/json"}

    kept = proxy.ask("POST", "/api/v1/logs", orjson.dumps(log), **json)
    shown = proxy.ask("GET", kept.getheader("Location"), **mine)
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://cards.example"}
    login = proxy.ask("POST", "/login", f"token={token}".encode(), **form)
    # Who claims to be somebody else with each request is counted as who they are.
    claims = [
        proxy.ask("GET", "/api/v1/logs", **{"X-Forwarded-For": f"192.0.2.{nth}"}).status
        for nth in range(3)
    ]
    other = proxy.ask("GET", "/api/v1/logs", Host="elsewhere.example")

    assert (kept.status, shown.status) == (201, 200)
    assert orjson.loads(shown.body)["log_id"] == log["log_id"]
    assert login.status == 303
    assert "; Secure" in login.getheader("Set-Cookie")
    assert claims == [401, 401, 429]
    assert other.status == 400


@needs_nginx
def test_slow_clients_take_no_thread_of_gunicorn_behind_the_proxy(
    server: subprocess.Popen[bytes],
    port: int,
    token: str,
    before: Callable[[int], Proxy],
    log: Any,
) -> None:
    """More of them than there are threads, each in the middle of a log."""
    words = command(port)
    threads = int(words[words.index("--workers") + 1]) * int(words[words.index("--threads") + 1])
    proxy = before(port)
    head = (
        f"POST /api/v1/logs HTTP/1.1\r\nHost: cards.example\r\nAuthorization: Bearer {token}\r\n"
        "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"
    )
    slow = [proxy.connect() for _ in range(threads + 4)]
    for one in slow:
        one.sendall(head.encode())
    time.sleep(0.5)

    quick = proxy.ask(
        "POST",
        "/api/v1/logs",
        orjson.dumps(log),
        **{"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )

    assert quick.status == 201
    for one in slow:
        one.close()


@needs_nginx
def test_the_largest_batch_comes_through_the_proxy(
    tmp_path: Path, serve: Callable[..., Server], before: Callable[[int], Proxy], log: Any
) -> None:
    with open_store(tmp_path / "home") as store:
        _, token = store.create_token(scopes=["upload"], who="test")
    served = serve("--proxies", "1")
    proxy = before(served.port)
    size = 8 << 20
    body = b"".join(
        orjson.dumps({**log, "log_id": f"large-{nth}"}).ljust(size - 1) + b"\n" for nth in range(8)
    )
    assert len(body) == 64 << 20

    kept = proxy.ask(
        "POST",
        "/api/v1/logs/batch",
        body,
        **{"Content-Type": "application/x-ndjson", "Authorization": f"Bearer {token}"},
    )

    assert kept.status == 200
    assert orjson.loads(kept.body.splitlines()[-1])["summary"]["accepted"] == 8


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "cardstats.service"
    # The command and its user are not on this machine.
    told = re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", block("ini", "ExecStart"))
    unit.write_text(told.replace("User=cardstats", "User=daemon"))

    done = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "cardstats.service" not in done.stderr
