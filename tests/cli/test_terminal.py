"""What a terminal gets and a pipe does not: colours, a bar, questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli import progress

from . import logs
from .conftest import Run


def test_verdicts_are_coloured(terminal: Run, files: list[str]) -> None:
    done = terminal("validate", *files)

    assert "\x1b[32m✓ accepted  \x1b[0m good.json" in done.stdout
    assert "\x1b[31m✗ rejected" in done.stdout


def test_no_color_is_heeded(terminal: Run, files: list[str]) -> None:
    assert "\x1b" not in terminal("validate", *files, env={"NO_COLOR": "1"}).stdout


def test_a_bar_appears_when_it_takes_a_while(
    terminal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    Path("many.ndjson").write_text("\n".join([logs.text(logs.example())] * 50))

    done = terminal("validate", "many.ndjson")

    assert "logs" in done.stderr
    assert "\x1b[2K" in done.stderr
    # On one terminal rich prints the lines above the bar, so on stderr; none gets lost.
    assert (done.stdout + done.stderr).count(" many.ndjson:") == 50


def test_no_bar_appears_before(terminal: Run, files: list[str]) -> None:
    done = terminal("validate", *files)

    assert done.stderr == "3 logs: 1 accepted, 1 rejected, 1 unreadable\n"


def test_rows_for_programs_are_not_disturbed(
    terminal: Run, monkeypatch: pytest.MonkeyPatch, files: list[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)

    done = terminal("validate", "--format", "ndjson", *files)

    assert len(done.stdout.splitlines()) == 3
    assert "\x1b" not in done.stdout + done.stderr


def test_binary_formats_do_not_reach_a_terminal(terminal: Run) -> None:
    done = terminal("games", "--format", "parquet")

    assert done.returncode == 2
    assert done.stdout == ""
    assert "would garble the terminal" in done.stderr


@pytest.mark.parametrize(("answer", "code", "left"), [("n\n", 130, 1), ("y\n", 0, 0)])
def test_removing_is_asked_about_first(
    *, terminal: Run, cardstats: Run, files: list[str], answer: str, code: int, left: int
) -> None:
    cardstats("upload", "good.json")

    done = terminal("remove", "1", stdin=answer)

    assert done.returncode == code
    assert "log 1  accepted  spot-on  Anna, Ben" in done.stderr
    assert len(cardstats("games", "--format", "ndjson").stdout.splitlines()) == left


def test_a_phrase_is_pointed_at(terminal: Run) -> None:
    lines = terminal("query", "avg tunrs per target").stderr.splitlines()

    assert lines[1:] == ["  avg tunrs per target", "      ^^^^^"]


@pytest.mark.parametrize("form", ["table", "csv", "tsv", "json", "ndjson", "md", "html"])
def test_nothing_that_steers_a_terminal_reaches_one(terminal: Run, form: str) -> None:
    """Law: whatever a log brings, the terminal gets letters, blanks and ends of lines."""
    odd = "\x1b[2J \x9b31m \r \u202e \u200b \ufeff \x00 \U000e0041"
    log = logs.example(session=odd, tags=[odd], feedback=[{"player": "Anna", "comment": odd}])
    Path("odd.json").write_text(logs.text(log))
    assert terminal("upload", "odd.json").returncode == 0

    for words in (
        ("query", "games by session"),
        ("values", "tag"),
        ("games",),
        ("sql", "SELECT session, tags FROM games"),
        ("compare", odd, "other", "--by", "session"),
        ("query", f'games for "{odd}" by levle'),
    ):
        done = terminal(*words, "--format", form, env={"NO_COLOR": "1"})
        for line in (done.stdout + done.stderr).split("\n"):
            assert line.replace("\t", "").isprintable(), (words, line)
    assert "1b[2J" in terminal("values", "tag", "--format", form).stdout
