"""gunicorn's processes under load: killed at any moment, stopped, with a full disk, and for a long time.

Each time every log that was acknowledged is there, whole and once, and what was not acknowledged is there
whole or not at all.
"""

from __future__ import annotations

import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import orjson
import pytest

from storage import Store, open_store
from tests.conftest import LONG
from tests.storage.checks import assert_sound
from tests.storage.games import a_log
from tests.storage.test_faults import small_disk  # noqa: F401  # a fixture

from .test_gunicorn import command

ROOT = Path(__file__).parents[2]
SOAK = 300.0 if LONG else 15.0
KILLS = 30 if LONG else 3


class Servers:
    """gunicorn as docs/operate.md runs it: two processes over one store."""

    def __init__(self, home: Path) -> None:
        self.home = home
        with open_store(home) as store:
            self.token = store.create_token(scopes=["admin"], who="test")[1]
        with socket.create_server(("127.0.0.1", 0)) as door:
            self.port: int = door.getsockname()[1]
        self.process = subprocess.Popen(
            command(self.port),
            cwd=ROOT,
            env={
                **os.environ,
                "CARDSTATS_HOME": str(home),
                "CARDSTATS_LIMIT": "",
                "PYTHONPATH": str(ROOT),
            },
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 60
        while True:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            assert self.process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)

    def workers(self) -> list[int]:
        """Return the processes that gunicorn started, and those alone."""
        pid = self.process.pid
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "json") -> Any:
        """Return status and body. Raises OSError or HTTPException where there is no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": f"application/{kind}",
        }
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@pytest.fixture
def serving() -> Iterator[Callable[[Path], Servers]]:
    made: list[Servers] = []

    def make(home: Path) -> Servers:
        made.append(Servers(home))
        return made[-1]

    yield make
    for servers in made:
        if servers.process.poll() is None:
            servers.process.terminate()
            servers.process.wait(60)


class Load:
    """Uploaders, one log a request or twenty, and readers, until they are told to stop."""

    def __init__(self, servers: Servers, *, uploaders: int, readers: int) -> None:
        self.servers = servers
        self.kept: dict[int, int] = {}
        """The id under which each log was acknowledged."""
        self.reads = 0
        self.odd: list[Any] = []
        """What should not have been answered, or shown."""
        self.unanswered = 0
        self.statuses: set[int] = set()
        self._is_over = threading.Event()
        self._threads = [
            threading.Thread(target=self._upload, args=(nth,)) for nth in range(uploaders)
        ] + [threading.Thread(target=self._read) for _ in range(readers)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join(90)

    def _upload(self, nth: int) -> None:
        number = nth * 1_000_000
        while not self._is_over.is_set():
            count = 20 if nth == 3 else 1
            numbers = list(range(number, number + count))
            try:
                if count == 1:
                    status, body = self.servers.ask("POST", "/api/v1/logs", a_log(number))
                    told = [orjson.loads(body)]
                else:
                    status, body = self.servers.ask(
                        "POST",
                        "/api/v1/logs/batch",
                        b"\n".join(map(a_log, numbers)),
                        kind="x-ndjson",
                    )
                    told = [orjson.loads(line) for line in body.splitlines()]
            except (OSError, http.client.HTTPException):
                # Sent again: it was kept, or was not.
                self.unanswered += 1
                time.sleep(0.05)
                continue
            self.statuses.add(status)
            if status >= 500:
                time.sleep(0.05)
                continue
            for one, receipt in zip(numbers, told, strict=False):
                if receipt.get("status") in ("accepted", "duplicate"):
                    self.kept[one] = receipt["id"]
                else:
                    self.odd.append(receipt)
            number += count

    def _read(self) -> None:
        least = 0
        while not self._is_over.is_set():
            before = least
            try:
                status, body = self.servers.ask(
                    "GET", "/api/v1/query?q=number+of+games&format=json"
                )
                answer = orjson.loads(body)
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
                continue
            if status == 200 and (found := answer["games"]) >= before:
                least = found
                self.reads += 1
            elif status != 503:
                self.odd.append((before, status, body))


def assert_all_there(store: Store, load: Load) -> None:
    """Each acknowledged log is there under its id, byte for byte, and no log is there twice."""
    ids = {log.id for log in store.logs()}
    for number, id in load.kept.items():
        assert id in ids, number
        assert store.raw(id) == a_log(number)
    assert len(set(load.kept.values())) == len(load.kept)
    assert_sound(store)


def test_workers_killed_under_load_lose_nothing(
    serving: Callable[[Path], Servers], tmp_path: Path
) -> None:
    servers = serving(tmp_path / "home")
    rng = random.Random(6)
    with Load(servers, uploaders=4, readers=1) as load:
        for _ in range(KILLS):
            time.sleep(rng.uniform(0.3, 1.2))
            before = len(load.kept)
            until = time.monotonic() + 60
            while len(load.kept) == before and time.monotonic() < until:
                time.sleep(0.02)
            if workers := servers.workers():
                os.kill(rng.choice(workers), signal.SIGKILL)
        before = len(load.kept)
        until = time.monotonic() + 60
        while len(load.kept) == before and time.monotonic() < until:
            time.sleep(0.02)

    assert load.odd == []
    assert len(load.kept) > before, "it went on after the last kill"
    assert servers.stop() == 0
    with open_store(servers.home) as store:
        assert_all_there(store, load)


def test_a_stop_under_load_answers_what_was_let_in(
    serving: Callable[[Path], Servers], tmp_path: Path
) -> None:
    servers = serving(tmp_path / "home")
    with Load(servers, uploaders=4, readers=1) as load:
        until = time.monotonic() + 60
        while len(load.kept) < 20 and time.monotonic() < until:
            time.sleep(0.02)
        assert servers.stop() == 0

    assert load.odd == []
    assert len(load.kept) >= 20
    with open_store(servers.home) as store:
        assert_all_there(store, load)


def test_a_disk_that_fills_up_under_load_is_told_and_tears_nothing(
    serving: Callable[[Path], Servers],
    small_disk: Path,  # noqa: F811
) -> None:
    """507 while it is full; with room again all goes on, without a restart."""
    servers = serving(small_disk / "home")
    with Load(servers, uploaders=4, readers=1) as load:
        until = time.monotonic() + 60
        while 507 not in load.statuses and time.monotonic() < until:
            time.sleep(0.05)
        full = len(load.kept)
        time.sleep(0.5)
        subprocess.run(["mount", "-o", "remount,size=32m", str(small_disk)], check=True)
        until = time.monotonic() + 60
        while len(load.kept) < full + 20 and time.monotonic() < until:
            time.sleep(0.05)

    assert load.odd == []
    assert 507 in load.statuses
    assert load.statuses <= {200, 201, 503, 507}
    assert 0 < full <= len(load.kept) - 20
    assert servers.stop() == 0
    with open_store(servers.home) as store:
        assert_all_there(store, load)


def test_uploaders_readers_and_a_compaction_side_by_side(
    serving: Callable[[Path], Servers], tmp_path: Path
) -> None:
    """Five minutes with CARDSTATS_TEST_LONG=1."""
    servers = serving(tmp_path / "home")
    compact = "import sys, storage\nwith storage.open_store(sys.argv[1]) as store: store.compact()"
    compactions = 0
    with Load(servers, uploaders=4, readers=2) as load:
        until = time.monotonic() + SOAK
        while time.monotonic() < until:
            subprocess.run([sys.executable, "-c", compact, str(servers.home)], check=True, cwd=ROOT)
            compactions += 1
            time.sleep(1)

    assert load.odd == []
    assert load.unanswered == 0
    assert load.statuses <= {200, 201}
    assert load.reads > 2
    assert compactions > 0
    assert servers.stop() == 0
    with open_store(servers.home) as store:
        assert_all_there(store, load)
        assert len(store.logs()) == len(load.kept), "and nothing else"
    print(f"{len(load.kept)} logs, {load.reads} answers, {compactions} compactions")
