"""The engine that some wheels have compiled is the one that is written down.

All other tests of the engine hold for either; ``make test-compiled`` runs them with the compiled one.
"""

import json
import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import engine
from engine import games, is_compiled, loops, moves, shapes
from tests.conftest import LONG

from .test_following import FORMS, SAMPLES, judged, simulated, spoilt, told_as

ROOT = Path(__file__).parents[2]
SEEDS = range(100 if LONG else 10)


def samples() -> list[bytes]:
    return [path.read_bytes() for path in sorted(SAMPLES.rglob("*.json"))]


def one_a_line() -> bytes:
    """Return samples, and logs of all games in all forms, most of them wrong somewhere."""
    lines = [log.replace(b"\r", b" ").replace(b"\n", b" ") for log in samples()]
    for name in games.OURS:
        for form in FORMS:
            for seed in SEEDS:
                rng = random.Random(f"{form} {seed}")
                log = told_as(form, simulated(name, seed), rng)
                logs = [log, *(spoilt(log, rng) for _ in range(8))]
                lines += [json.dumps(one).encode() for one in logs]
    return b"\n".join(lines) + b"\n"


@pytest.mark.skipif(not is_compiled(), reason="this engine is plain Python: make test-compiled")
def test_the_compiled_engine_says_what_its_source_says():
    """Verdicts, digests, violations and facts."""
    logs = one_a_line()

    def told(*how: str) -> list[bytes]:
        run = [sys.executable, "-m", "tests.engine.verdicts", *how]
        done = subprocess.run(run, input=logs, capture_output=True, check=True, cwd=ROOT)
        return done.stdout.splitlines()

    compiled, plain = told(), told("plain")

    assert plain[0].endswith(b"replay.py"), "this one is plain"
    assert not compiled[0].endswith(b".py"), "this one is compiled"
    assert len(plain) == len(compiled) == 1 + 2 * logs.count(b"\n")
    assert compiled[1:] == plain[1:]
    statuses = [json.loads(line)[0] for line in plain[1:]]
    assert statuses.count("accepted") > 100
    assert statuses.count("rejected") > 100


def test_the_loops_written_to_be_compiled_are_those_that_logs_ask_for(monkeypatch):
    """And they say what those say that are written where they are needed."""
    logs = samples()
    before = [judged(log, facts=facts) for log in logs for facts in (True, False)]
    scope: dict = {}
    exec(loops.module(), scope)
    asked = set()

    class Ready(dict):
        def get(self, key):
            asked.add(key)
            return super().get(key)

    ready = Ready(scope["LOOPS"])
    monkeypatch.setattr(shapes, "ready_loops", lambda: ready)
    monkeypatch.setattr(moves, "_READERS", {})
    monkeypatch.setattr(moves, "_FOLLOWERS", {})

    assert [judged(log, facts=facts) for log in logs for facts in (True, False)] == before
    assert asked == set(ready)


def test_all_modules_that_are_to_be_compiled_are_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    modules = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["modules"]

    for module in modules:
        written = module == "engine/ready_loops.py"  # as the wheel is built
        assert written or (Path(engine.__file__).parents[1] / module).is_file(), module
