"""An app over a store of its own, and logs to send it."""

from __future__ import annotations

import copy
import http.client
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import Config, create_app
from api.examples import LOG
from storage import Store, open_store

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store") as store:
        yield store


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, config=Config(max_log_bytes=64 * 1024))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def log() -> dict[str, Any]:
    """The worked example of Spot On: accepted, won with one target."""
    return copy.deepcopy(LOG)


@pytest.fixture
def wrong(log: dict[str, Any]) -> dict[str, Any]:
    """The same with 43 × 8 = 354 in move 6."""
    log["moves"][6]["total"] = 354
    return log


@pytest.fixture
def send(client: FlaskClient) -> Callable[..., Any]:
    """Post a log, as an object or as bytes."""

    def post(log: Any, path: str = "/api/v1/logs", **headers: str) -> Any:
        data = log if isinstance(log, bytes) else orjson.dumps(log)
        return client.post(path, data=data, headers={**JSON, **headers})

    return post


RUN = "from api.serve import serve; serve.main(standalone_mode=False)"
ROOT = Path(__file__).parents[2]


class Server:
    """A running ``cardstats serve``."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, "--port", "0", "--format", "json", *arguments],
            cwd=ROOT,
            env={**os.environ, "CARDSTATS_HOME": str(home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def wait(self) -> None:
        """Wait until it listens."""
        assert self.process.stdout is not None
        told, _, _ = select.select([self.process.stdout], [], [], 30)
        line = self.process.stdout.readline() if told else b""
        assert line, self.process.stderr and self.process.stderr.read()
        self.told: dict[str, Any] = json.loads(line)
        self.port = int(self.told["url"].rstrip("/").rpartition(":")[2])

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def stop(self, number: int = signal.SIGTERM) -> list[dict[str, Any]]:
        """Stop it; return its log."""
        self.process.send_signal(number)
        return self.finish()

    def finish(self) -> list[dict[str, Any]]:
        _, written = self.process.communicate(timeout=30)
        return [json.loads(line) for line in written.splitlines()]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Return a function that starts a server on a store of its own, with more arguments."""
    servers: list[Server] = []

    def make(*arguments: str) -> Server:
        servers.append(Server(tmp_path / "home", *arguments))
        servers[-1].wait()
        return servers[-1]

    yield make
    for server in servers:
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()
