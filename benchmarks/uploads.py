"""Uploads: logs a second over HTTP, beside a bare Flask endpoint and beside the offline import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count

import orjson

from storage import Receipt

from . import corpus
from .measure import Figure, Section, clock, in_turn, lap, over, rate
from .stores import fresh_store, take_in

ONE = 0.4
"""Of the bare endpoint's rate, one log a request."""
BATCH = 0.5
"""Of the import's rate."""
CLIENTS = 8
THREADS = 8
LOGS = 400
"""In a round."""

_BARE = f"""
from flask import Flask, request
from waitress import create_server

app = Flask(__name__)

@app.post("/api/v1/logs")
def take():
    return {{"status": "accepted", "game": request.get_json()["game"]}}, 201

server = create_server(app, host="127.0.0.1", port=0, threads={THREADS}, asyncore_use_poll=True)
print('{{"url": "http://127.0.0.1:%s/"}}' % server.effective_port, flush=True)
server.run()
"""
_OURS = f"""
from api.serve import serve

serve.main(["--port", "0", "--threads", "{THREADS}", "--format", "json"], standalone_mode=False)
"""


def uploads() -> Section:
    """Measure both ways of sending logs in, on one store that grows."""
    games = [orjson.loads(log) for log in corpus.all_forms()]
    names = count()

    def fresh() -> list[bytes]:
        """Return logs that nobody has seen."""
        return [
            orjson.dumps({**games[nth % len(games)], "log_id": f"upload-{next(names)}"})
            for nth in range(LOGS)
        ]

    with _served(_BARE) as bare, _served(_OURS) as ours:

        def one_by_one(port: int) -> float:
            return _load(port, [_request("/api/v1/logs", log) for log in fresh()], "201")

        def batch() -> float:
            body = b"\n".join(fresh())
            kind = "application/x-ndjson"
            return _load(ours, [_request("/api/v1/logs/batch", body, kind)], "200")

        def imported() -> float:
            logs = fresh()
            with fresh_store() as store:
                return lap(lambda: take_in(store, logs))()

        def later() -> float:
            logs = fresh()
            with fresh_store() as store:
                tried = [store.judge(log) for log in logs]
                store.keep([one for one in tried if not isinstance(one, Receipt)])
                return lap(store.flush)()

        times = in_turn(
            {
                "bare": lambda: one_by_one(bare),
                "one": lambda: one_by_one(ours),
                "import": imported,
                "batch": batch,
                "later": later,
            }
        )
    told = {name: rate(LOGS, took, "logs") for name, took in times.items()}
    return Section(
        f"Uploads: logs a second, {CLIENTS} clients, {LOGS} logs a round",
        [
            Figure(
                "one log a request / bare Flask",
                over(times["bare"], times["one"]),
                ONE,
                told=f"{told['one']}, bare {told['bare']}",
            ),
            Figure(
                "a batch / offline import",
                over(times["import"], times["batch"]),
                BATCH,
                told=f"{told['batch']}, import {told['import']}",
            ),
        ],
        notes=[
            "Both servers run on waitress; every answered log is on the disk.",
            "What a single log is not made to wait for, its facts and their part, is made afterwards",
            f"by a process beside the server, {told['later']}, on the same cores in the same rounds.",
        ]
        + (
            ["CPU time is not told here: servers and clients are other processes."]
            * (clock.kind == "cpu")
        ),
    )


def _request(path: str, body: bytes, kind: str = "application/json") -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _load(port: int, requests: Sequence[bytes], wanted: str) -> float:
    """Return the seconds until all requests are answered."""
    client = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load", str(port), str(CLIENTS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    sent = b"".join(len(one).to_bytes(4, "big") + one for one in requests)
    told, _ = client.communicate(sent)
    found = json.loads(told.splitlines()[-1])
    assert found["statuses"] == {wanted: len(requests)}, found
    seconds: float = found["seconds"]
    return seconds


@contextmanager
def _served(program: str) -> Iterator[int]:
    """Run a server on a store of its own; yield its port."""
    with tempfile.TemporaryDirectory(prefix="cardstats-bench-") as home:
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            env={**os.environ, "CARDSTATS_HOME": home},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert process.stdout is not None
            url = json.loads(process.stdout.readline())["url"]
            yield int(url.rstrip("/").rpartition(":")[2])
        finally:
            process.terminate()
            process.communicate()
