"""A store of one's own for each test, and the command line as a process."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from cli import main

from . import logs

ROOT = Path(__file__).parents[2]

Completed: TypeAlias = subprocess.CompletedProcess[str]
Run: TypeAlias = Callable[..., Completed]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name a store that is not there yet, and go to a folder that is empty."""
    folder = tmp_path / "store"
    monkeypatch.setenv("CARDSTATS_HOME", str(folder))
    monkeypatch.delenv("CARDSTATS_DEBUG", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return folder


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process that finds the checkout."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


@pytest.fixture
def process() -> Run:
    """Run ``cardstats`` as a process of its own, with nothing that is a terminal."""

    def run(
        *words: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
    ) -> Completed:
        done = subprocess.run(
            [sys.executable, "-m", "cli", *words],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env=environment(**(env or {})),
            check=False,
            timeout=120,
        )
        return Completed(words, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


class Pipe(io.TextIOWrapper):
    """A stream that remembers what it was sent."""

    def __init__(self, held: bytes) -> None:
        super().__init__(io.BytesIO(held), "utf-8")

    def text(self) -> str:
        """Return what was printed."""
        self.flush()
        held = self.buffer
        assert isinstance(held, io.BytesIO)
        return held.getvalue().decode()


class Terminal(Pipe):
    """One that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def _here(monkeypatch: pytest.MonkeyPatch, kind: type[Pipe]) -> Run:
    def run(
        *words: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
    ) -> Completed:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        with monkeypatch.context() as patched:
            streams = {"stdin": kind(data), "stdout": kind(b""), "stderr": kind(b"")}
            for name, stream in streams.items():
                patched.setattr(sys, name, stream)
            for name, value in (env or {}).items():
                patched.setenv(name, value)
            code = main.run(words)
        return Completed(words, code, streams["stdout"].text(), streams["stderr"].text())

    return run


@pytest.fixture
def cardstats(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``cardstats`` in this process, which need not import DuckDB anew each time."""
    return _here(monkeypatch, Pipe)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``cardstats`` in this process, on a terminal that knows colours."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return _here(monkeypatch, Terminal)


@pytest.fixture
def files() -> list[str]:
    """Put a good log, a rejected one and an unreadable one into the folder; return their names."""
    Path("good.json").write_text(logs.text(logs.example()))
    Path("bad.json").write_text(logs.text(logs.wrong_total()))
    Path("torn.json").write_text(logs.text(logs.example())[:200])
    return ["good.json", "bad.json", "torn.json"]
