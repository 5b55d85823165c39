"""What goes wrong becomes one line on stderr and an exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli import exits, verdicts
from cli.group import cardstats as group
from cli.main import run
from engine.errors import CardstatsError, UnreadableLog
from storage.errors import StorageError, UnknownLog

from . import logs
from .conftest import Run, environment


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["valdate", "x"], "did you mean 'validate'"),
        (["nonsense"], "there are validate, upload"),
        (["validate"], "Missing argument"),
        (["validate", "--fromat", "csv", "x"], "Did you mean '--format'?"),
        (["validate", "--format", "xml", "x"], "'xml' is not one of"),
        (["replay", "x", "--move", "last"], "'last' is not a valid integer"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line(
    process: Run, words: list[str], said: str
) -> None:
    done = process(*words)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert "--help" in done.stderr
    assert "[usage]" in done.stderr


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnreadableLog("This is not JSON."), 1),
        (CardstatsError("No phrase.", code="unknown-word"), 2),
        (UnknownLog("No log 7."), 2),
        (exits.NotAllowed("Not you."), 4),
        (StorageError("The disk is full.", place="/store"), 5),
        (PermissionError(13, "Permission denied", "/store"), 5),
        (KeyError("a bug"), 70),
        (BrokenPipeError(), 141),
    ],
)
def test_each_error_has_its_exit_code(
    error: Exception, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> int:
        raise error

    assert exits.guarded(fail) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == (0 if code == 141 else 1)


def test_a_fault_of_ours_is_owned_up_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> int:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(verdicts, "validate", fail)

    assert run(["validate", "x.json"]) == 70
    said = capsys.readouterr().err
    assert "fault of cardstats and not yours" in said
    assert "ZeroDivisionError at test_errors.py" in said
    assert "report" in said


def test_the_whole_trace_is_shown_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> int:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(verdicts, "validate", fail)
    monkeypatch.setenv("CARDSTATS_DEBUG", "1")

    run(["validate", "x.json"])

    assert "Traceback" in capsys.readouterr().err


def test_a_reader_who_goes_away_is_no_error() -> None:
    """As in ``cardstats validate … | head -1``."""
    Path("many.ndjson").write_text("\n".join([logs.text(logs.example())] * 2000))
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "validate", "--format", "ndjson", "many.ndjson"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read().decode()
        code = process.wait(timeout=60)

    assert code == 141
    assert "Traceback" not in said
    assert "BrokenPipe" not in said
    assert "[bug]" not in said


def test_ctrl_c_leaves_at_once_and_quietly() -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "validate", "--format", "ndjson", "-"],
        stdin=reading,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        os.close(reading)
        # Two logs in one go: while the third is awaited the first was told, so it is running.
        os.write(writing, (logs.text(logs.example()) + "\n").encode() * 3)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        os.close(writing)

    assert process.returncode == 130
    assert b"Traceback" not in said
    assert b"Stopped." in said


def test_the_group_leaves_with_the_same_codes() -> None:
    """For whoever calls the click group instead of `main`."""
    Path("bad.json").write_text(logs.text(logs.wrong_total()))
    runner = CliRunner()

    assert runner.invoke(group, ["validate", "bad.json"]).exit_code == 1
    assert runner.invoke(group, ["nonsense"]).exit_code == 2
    assert runner.invoke(group, ["--version"]).output.startswith("cardstats ")


def test_without_a_command_help_is_shown(process: Run) -> None:
    done = process()

    assert done.returncode == 0
    assert done.stdout == process("--help").stdout
