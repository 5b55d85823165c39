"""Uploads a second, beside a bare Flask endpoint that parses the same JSON and answers.

    python -m tests.api.upload_speed [CLIENTS]

Both are served by waitress with as many threads, each in a process of its own, in turn: nine
rounds, the median of their ratios. The aim is 0.4 for one log a request.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import Any

import orjson

from engine import games
from engine.bots.simulate import play_game

ROUNDS = 9
LOGS = 200
BARE = """
from flask import Flask, request
from waitress import create_server

app = Flask(__name__)

@app.post("/api/v1/logs")
def take():
    return {"status": "accepted", "game": request.get_json()["game"]}, 201

server = create_server(app, host="127.0.0.1", port=0, threads=8, asyncore_use_poll=True)
print('{"url": "http://127.0.0.1:%s/"}' % server.effective_port, flush=True)
server.run()
"""
OURS = """
from api.serve import serve

serve.main(["--port", "0", "--format", "json"], standalone_mode=False)
"""


class Served:
    """A server in a process of its own."""

    def __init__(self, program: str, home: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            env={**os.environ, "CARDSTATS_HOME": home},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdout is not None
        url = json.loads(self.process.stdout.readline())["url"]
        self.port = int(url.rstrip("/").rpartition(":")[2])

    def rate(self, bodies: Sequence[bytes], clients: int) -> float:
        """Return how many of *bodies* are taken a second."""
        refused: list[int] = []

        def send(part: Sequence[bytes]) -> None:
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            for body in part:
                connection.request(
                    "POST", "/api/v1/logs", body, {"Content-Type": "application/json"}
                )
                answer = connection.getresponse()
                answer.read()
                if answer.status != 201:
                    refused.append(answer.status)
            connection.close()

        threads = [
            threading.Thread(target=send, args=(bodies[nth::clients],)) for nth in range(clients)
        ]
        began = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        taken = time.perf_counter() - began
        assert not refused, refused
        return len(bodies) / taken

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate()


def main(clients: int) -> None:
    rules = games.game("spot-on")
    logs = [play_game(rules, seed=seed, players=2 + seed % 3) for seed in range(50)]
    ratios = []
    with tempfile.TemporaryDirectory() as home:
        bare, ours = Served(BARE, home), Served(OURS, home)
        try:
            for nth in range(ROUNDS):
                bodies = [_named(logs[at % len(logs)], f"{nth}-{at}") for at in range(LOGS)]
                slow, fast = ours.rate(bodies, clients), bare.rate(bodies, clients)
                ratios.append(slow / fast)
                print(f"cardstats {slow:6.0f}/s   bare {fast:6.0f}/s   {slow / fast:.2f}")
        finally:
            bare.stop()
            ours.stop()
    print(f"median {statistics.median(ratios):.2f} with {clients} clients")


def _named(log: dict[str, Any], name: str) -> bytes:
    return orjson.dumps({**log, "log_id": name})


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
