"""What the command line imports, and when: starting must not wait for what is not needed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import environment

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


def test_the_engine_and_the_storage_do_not_know_the_command_line() -> None:
    root = Path(__file__).parents[2]
    for folder in ("engine", "storage", "api"):
        for file in (root / folder).rglob("*.py"):
            text = file.read_text("utf-8")
            assert not re.search(r"^\s*(from|import) cli\b", text, re.MULTILINE), file
