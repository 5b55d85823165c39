"""What the command line imports, and when: starting must not wait for what is not needed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.output import FORMATS

from .conftest import Run, environment

SAMPLES = Path(__file__).parents[2] / "sample_logs"

HEAVY = (
    "_duckdb",
    "flask",
    "pyarrow",
    "numpy",
    "numba",
    "rich",
    "lark",
    "sqlite3",
    "marshmallow",
    "waitress",
)


def imported_by(*words: str) -> set[str]:
    """Run a command line; return the names of all modules it imported."""
    code = (
        "import sys; from cli.main import run; run(sys.argv[1:]); "
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
        timeout=60,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["validate", "--help"]])
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    assert imported_by(*words).isdisjoint(HEAVY)


def test_help_imports_no_command() -> None:
    found = {name for name in imported_by("--help") if name.startswith("cli.commands.")}

    assert found == set()


def test_validate_imports_nothing_heavy(files: list[str]) -> None:
    found = imported_by("validate", *files)

    assert found.isdisjoint(HEAVY)
    assert "importlib.metadata" not in found


def test_a_plain_validation_does_without_click(files: list[str]) -> None:
    assert "click" not in imported_by("validate", "--format", "ndjson", *files)


def test_a_validation_with_options_of_click_judges_the_same(files: list[str]) -> None:
    """The short way and the long way: `--` is for click to understand."""
    outputs = [
        subprocess.run(
            [sys.executable, "-m", "cli", "validate", *words],
            capture_output=True,
            env=environment(),
            check=False,
        )
        for words in (files, ["--", *files])
    ]

    assert outputs[0].stdout == outputs[1].stdout
    assert outputs[0].returncode == outputs[1].returncode == 1


def test_a_plain_question_does_without_click(process: Run) -> None:
    process("upload", str(SAMPLES / "spot-on-easy-2p.json"))

    found = imported_by("query", "--format", "ndjson", "avg", "turns", "per", "target")

    assert found.isdisjoint({*HEAVY, "click", "importlib.metadata"} - {"_duckdb", "sqlite3"})
    assert {"_duckdb", "sqlite3"} <= found


@pytest.mark.parametrize(
    "words",
    [
        ["query", "turns for level easy and player Ada"],
        ["sql", "SELECT game FROM games WHERE level = 'easy'"],
        ["games", "--game", "spot-on", "--limit", "1", "--format", "csv"],
        ["values", "level"],
    ],
)
def test_a_reader_imports_no_frames(process: Run, words: list[str]) -> None:
    """DuckDB would import numpy, pandas and pyarrow, where they are, to look at one bound value."""
    process("upload", str(SAMPLES / "spot-on-easy-2p.json"))

    assert process(*words).returncode == 0
    assert imported_by(*words).isdisjoint({"numpy", "pandas", "pyarrow"})


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["avg turns per target"], 0),
        (["pass", "rate", "by", "player", "--format", "csv"], 0),
        (["--format=ndjson", "turns"], 0),
        (["avg trns"], 2),
        (["turns", "--format", "parquet"], 0),
        ([""], 2),
    ],
)
def test_a_question_with_options_of_click_is_answered_the_same(
    process: Run, words: list[str], code: int
) -> None:
    """The short way and the long way: `--` is for click to understand."""
    process("upload", str(SAMPLES / "spot-on-easy-2p.json"))
    options = [word for word in words if word.startswith("--") or word in FORMATS]
    phrase = [word for word in words if word not in options]

    outputs = [
        subprocess.run(
            [sys.executable, "-m", "cli", "query", *asked],
            capture_output=True,
            env=environment(),
            check=False,
        )
        for asked in (words, [*options, "--", *phrase])
    ]

    assert outputs[0].stdout == outputs[1].stdout
    assert outputs[0].stderr == outputs[1].stderr
    assert outputs[0].returncode == outputs[1].returncode == code


def test_the_engine_and_the_storage_do_not_know_the_command_line() -> None:
    root = Path(__file__).parents[2]
    for folder in ("engine", "storage", "api"):
        for file in (root / folder).rglob("*.py"):
            text = file.read_text("utf-8")
            assert not re.search(r"^\s*(from|import) cli\b", text, re.MULTILINE), file
