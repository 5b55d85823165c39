"""docs/operate.md on gunicorn: two processes over one store, from the environment alone."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from storage import open_store

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "operate.md"


def command(port: int) -> list[str]:
    """Return what the page says to run, on another port."""
    (line,) = re.findall(r"(?m)^gunicorn 'api:create_app\(\)' (.*)$", PAGE.read_text("utf-8"))
    words = line.replace("127.0.0.1:8000", f"127.0.0.1:{port}").split()
    return [sys.executable, "-m", "gunicorn", "api:create_app()", *words]


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        found: int = door.getsockname()[1]
    return found


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "numbers").mkdir()
    return {
        **os.environ,
        "CARDSTATS_HOME": str(tmp_path / "home"),
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "numbers"),
        "PYTHONPATH": str(ROOT),
    }


@pytest.fixture
def token(tmp_path: Path) -> str:
    with open_store(tmp_path / "home") as store:
        return store.create_token(scopes=["upload", "read"], who="test")[1]


@pytest.fixture
def server(port: int, environment: dict[str, str], token: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command(port), cwd=ROOT, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        until = time.monotonic() + 60
        while True:
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < until
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
            except OSError:
                time.sleep(0.1)
            else:
                break
        yield process
    finally:
        process.kill()
        process.communicate()


def ask(port: int, method: str, path: str, token: str, body: bytes = b"") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_two_processes_serve_one_store_and_add_up_their_numbers(
    server: subprocess.Popen[bytes], port: int, token: str, log: dict[str, object]
) -> None:
    for nth in range(12):
        body = orjson.dumps({**log, "log_id": f"t{nth}"})
        assert ask(port, "POST", "/api/v1/logs", token, body)[0] == 201
    assert ask(port, "POST", "/api/v1/logs", "cs_none", body)[0] == 401
    status, text = ask(port, "GET", "/metrics", token)

    assert status == 200
    assert 'cardstats_uploads_total{verdict="accepted"} 12.0' in text
    assert 'cardstats_logs{status="accepted"} 12.0' in text
    server.send_signal(signal.SIGTERM)
    assert server.wait(30) == 0


def test_without_a_token_it_does_not_start(port: int, environment: dict[str, str]) -> None:
    done = subprocess.run(
        command(port), cwd=ROOT, env=environment, capture_output=True, check=False, timeout=60
    )

    assert done.returncode != 0
    assert b"cardstats token create" in done.stderr
