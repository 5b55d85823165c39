"""``-o FILE``: what is written is whole, or not there; and what the file's name says is in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.ipc
import pyarrow.parquet
import pytest

from . import logs
from .conftest import Run, environment

QUESTION = ("query", "turns by player")


@pytest.fixture(autouse=True)
def games(cardstats: Run) -> None:
    """Store a game."""
    Path("one.json").write_text(logs.text(logs.example()))
    cardstats("upload", "one.json")
    Path("one.json").unlink()


def there() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.csv", "player,mean_turns_per_game"),
        ("a.tsv", "player\tmean_turns_per_game"),
        ("a.JSON", '{"echo"'),
        ("a.ndjson", '{"player"'),
        ("a.jsonl", '{"player"'),
        ("a.md", "**mean turns"),
        ("a.html", "<figure"),
        ("a.txt", "mean turns"),
        ("answer", "mean turns"),
        ("v1.2", "mean turns"),
    ],
)
def test_the_ending_of_a_file_says_its_format(cardstats: Run, name: str, begins: str) -> None:
    done = cardstats(*QUESTION, "-o", name)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Path(name).read_text().startswith(begins)


def test_binary_files_are_what_they_say(cardstats: Run) -> None:
    cardstats(*QUESTION, "-o", "a.parquet")
    cardstats(*QUESTION, "-o", "a.arrow")

    with pyarrow.ipc.open_stream(Path("a.arrow").read_bytes()) as stream:
        assert pyarrow.parquet.read_table("a.parquet").equals(stream.read_all())


@pytest.mark.parametrize(
    ("words", "name", "begins"),
    [
        (("sql", "SELECT 1 AS a"), "a.csv", "a\n1"),
        (("compare", "Anna", "Ben", "--only", "pass rate"), "a.json", "["),
        (("report",), "a.md", "# "),
        (("report",), "a.html", "<!doctype"),
    ],
)
def test_it_does_so_for_each_command(
    cardstats: Run, words: tuple[str, ...], name: str, begins: str
) -> None:
    assert cardstats(*words, "-o", name).returncode == 0
    assert Path(name).read_text().startswith(begins)


def test_what_is_said_goes_before_the_ending(cardstats: Run) -> None:
    cardstats(*QUESTION, "-o", "a.csv", "--format", "json")

    assert json.loads(Path("a.csv").read_text())["echo"]


def test_a_format_that_is_not_written_here_is_told(cardstats: Run) -> None:
    done = cardstats(*QUESTION, "-o", "a.xlsx")

    assert done.returncode == 2
    assert "There is no format xlsx. [usage] There are table, csv" in done.stderr
    assert there() == []


def test_a_dash_is_stdout(cardstats: Run) -> None:
    there_too = cardstats(*QUESTION, "--format", "csv")

    assert cardstats(*QUESTION, "--format", "csv", "-o", "-").stdout == there_too.stdout
    assert there() == []


@pytest.mark.parametrize(
    "words",
    [
        ("query", "trns by plyr"),
        ("sql", "SELECT nope FROM games"),
        (
            "sql",
            "SELECT CASE WHEN range > 90000 THEN error('late') ELSE '1' END FROM range(100000)",
        ),
        ("compare", "Anna", "nobody"),
    ],
)
def test_what_fails_leaves_the_file_as_it_was(cardstats: Run, words: tuple[str, ...]) -> None:
    Path("a.csv").write_text("as it was")

    assert cardstats(*words, "-o", "a.csv").returncode == 2
    assert Path("a.csv").read_text() == "as it was"
    assert there() == ["a.csv"]


def test_a_file_that_grows_too_large_leaves_the_one_that_was_there() -> None:
    """As on a full disk: the limit is the system's, and it stops in the middle."""
    Path("a.csv").write_text("as it was")
    limited = (
        "import resource, sys\n"
        "from cli.main import run\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "sys.exit(run(['sql', 'SELECT range FROM range(100000)', '-o', 'a.csv']))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", limited],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )

    assert done.returncode == 2, done.stderr
    assert "cannot be written there: File too large. [usage] Make room" in done.stderr
    assert Path("a.csv").read_text() == "as it was"
    assert there() == ["a.csv"]


def test_a_link_stays_and_what_it_leads_to_is_written(cardstats: Run) -> None:
    Path("real.csv").write_text("old")
    Path("link.csv").symlink_to("real.csv")

    cardstats(*QUESTION, "-o", "link.csv")

    assert Path("link.csv").is_symlink()
    assert Path("real.csv").read_text().startswith("player,")


def test_who_might_not_read_it_may_not_after(cardstats: Run) -> None:
    Path("a.csv").write_text("old")
    Path("a.csv").chmod(0o600)

    cardstats(*QUESTION, "-o", "a.csv")

    assert Path("a.csv").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_file_that_may_not_be_written_is_not_replaced(cardstats: Run) -> None:
    Path("a.csv").write_text("old")
    Path("a.csv").chmod(0o400)

    done = cardstats(*QUESTION, "-o", "a.csv")

    assert done.returncode == 2
    assert Path("a.csv").read_text() == "old"


@pytest.mark.parametrize(
    "words",
    [
        ["sql", "SELECT range FROM range(200000)", "--format", "csv"],
        ["logs", "--format", "ndjson"],
        ["query", "turns by player", "--anytime"],
    ],
)
def test_a_reader_who_is_gone_is_told_by_the_exit_code_alone(words: list[str]) -> None:
    """Of every command, be it run by way of click or not."""
    read, write = os.pipe()
    os.close(read)

    done = subprocess.run(
        [sys.executable, "-m", "cli", *words],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env=environment(),
    )
    os.close(write)

    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_stream_that_is_closed_is_no_fault_and_no_file_gets_its_number(closed: str) -> None:
    """What is printed must not go into the store's own file, which is the next that is opened."""
    command = f'"{sys.executable}" -m cli query turns by player {closed}'
    Path("two.json").write_text(logs.text(logs.example(notes="another")))
    upload = f'"{sys.executable}" -m cli upload two.json {closed}'

    for line in (command, upload):
        done = subprocess.run(
            ["sh", "-c", line], capture_output=True, text=True, check=False, env=environment()
        )
        assert done.returncode == 0
        assert "Traceback" not in done.stderr


def test_a_question_may_come_in_on_stdin(cardstats: Run) -> None:
    asked = cardstats("query", "turns by player", "--format", "csv")

    sent = cardstats("query", "-", "--format", "csv", stdin="turns\n  by player\n")

    assert sent.stdout == asked.stdout
    assert "[empty]" in cardstats("query", "-", stdin="").stderr
