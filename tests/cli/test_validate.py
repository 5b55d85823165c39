"""``cardstats validate``: the verdicts as programs and as people read them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from . import logs
from .conftest import Run, environment

KEYS = ["source", "status", "game", "log_id", "digest", "violations"]


def test_ndjson_has_a_line_a_log_in_the_order_read(process: Run, files: list[str]) -> None:
    done = process("validate", "--format", "ndjson", *files)

    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["source"] for line in told] == files
    assert [line["status"] for line in told] == ["accepted", "rejected", "unreadable"]
    assert [list(line) for line in told] == [KEYS, KEYS, [*KEYS, "error"]]
    assert done.returncode == 1


def test_a_violation_is_told_as_the_log_format_says(process: Run, files: list[str]) -> None:
    """LOG_FORMAT §5 shows this very fault."""
    done = process("validate", "--format=ndjson", "bad.json")

    assert json.loads(done.stdout)["violations"] == [
        {
            "code": "wrong-total",
            "pointer": "/moves/6/total",
            "move": 6,
            "message": "43 × 8 is 344, the log says 354.",
            "expected": 344,
            "got": 354,
            "rule": "spot-on/your-turn",
        }
    ]


def test_an_unreadable_log_says_why(process: Run, files: list[str]) -> None:
    done = process("validate", "torn.json", "--format", "ndjson")

    told = json.loads(done.stdout)
    assert told["game"] is told["log_id"] is told["digest"] is None
    assert told["violations"] == []
    assert list(told["error"]) == ["code", "message", "place", "hint"]
    assert told["error"]["code"] == "not-json"


def test_people_read_a_sentence_with_its_place(process: Run, files: list[str]) -> None:
    done = process("validate", *files)

    lines = done.stdout.splitlines()
    assert lines[0] == "✓ accepted   good.json"
    assert lines[1] == "✗ rejected   bad.json"
    assert lines[2] == "    move 6: 43 × 8 is 344, the log says 354. [wrong-total]"
    assert lines[3] == "✗ unreadable torn.json"
    assert "[not-json]" in lines[4]
    assert done.stderr == "3 logs: 1 accepted, 1 rejected, 1 unreadable\n"


def test_every_fault_of_the_envelope_gets_its_line(process: Run) -> None:
    Path("two.json").write_text(logs.text(logs.example(players=["Anna", "ANNA"], tempo=3)))

    done = process("validate", "two.json")

    assert "/tempo: " in done.stdout
    assert "[unknown-field]" in done.stdout
    assert "/players/1: " in done.stdout
    assert "[duplicate-name]" in done.stdout


def test_good_logs_alone_are_fine(process: Run, files: list[str]) -> None:
    done = process("validate", "good.json", "good.json")

    assert done.returncode == 0
    assert done.stderr == "2 logs: 2 accepted, 0 rejected, 0 unreadable\n"


def test_a_missing_file_stops_nothing(process: Run, files: list[str]) -> None:
    done = process("validate", "--format", "ndjson", "nowhere.json", "good.json")

    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["status"] for line in told] == ["unreadable", "accepted"]
    assert done.returncode == 1


@pytest.mark.parametrize("is_zipped", [False, True])
def test_stdin_and_files_hold_many_logs_a_line_each(process: Run, *, is_zipped: bool) -> None:
    lines = "\n".join(map(logs.text, [logs.example(), logs.wrong_total()])).encode()
    data = gzip.compress(lines) if is_zipped else lines
    name = "many.ndjson.gz" if is_zipped else "many.ndjson"
    Path(name).write_bytes(data)

    done = process("validate", "--format", "ndjson", name, "-", stdin=data)

    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["status"] for line in told] == ["accepted", "rejected"] * 2
    assert [line["source"] for line in told[:2]] == [f"{name}:1", f"{name}:2"]


def test_csv_keeps_the_violations_as_json(process: Run, files: list[str]) -> None:
    done = process("validate", "--format", "csv", "bad.json")

    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert list(row) == KEYS
    assert json.loads(row["violations"])[0]["code"] == "wrong-total"


def test_a_log_cannot_take_over_the_terminal(process: Run) -> None:
    """A game's name is repeated in the message; escape codes in it must not act."""
    Path("evil.json").write_text(logs.text(logs.example(**{"x\x1b[2J": 1})))

    done = process("validate", "evil.json")

    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("form", ["table", "ndjson"])
def test_a_verdict_is_told_before_the_next_log_is_waited_for(form: str) -> None:
    """As in ``recorder | cardstats validate -``; of the first two lines it must know the format."""
    line = (logs.text(logs.example()) + "\n").encode()
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "validate", "--format", form, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line * 3)
        process.stdin.flush()

        told = [process.stdout.readline() for _ in range(2)]

        process.stdin.close()
        process.wait(timeout=60)
    assert all(b"accepted" in line for line in told)


def test_validate_makes_no_store(process: Run, files: list[str], home: Path) -> None:
    process("validate", *files)

    assert not home.exists()
