"""Completion as the shells ask for it, and bash as it answers."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.shells import quoted

from . import logs
from .conftest import Completed, Run, environment

PEOPLE = ("Anna", "Anna B", "O'Brien", 'Quo"te', "$HOME", "a*b", "x;y", "back\\slash", "`ls`")


@pytest.fixture(autouse=True)
def games(cardstats: Run) -> None:
    """Store a game of each of `PEOPLE`, and a file that ``a*b`` would fit."""
    lines = []
    for nth, name in enumerate(PEOPLE):
        log = logs.example(log_id=f"t{nth}", session=f"evening {nth}", players=[name, "Ben"])
        log["rules"]["version"] = f"print {'AB'[nth % 2]}"
        for move in log["moves"]:
            move["player"] = {"Anna": name}.get(move["player"], "Ben")
        lines.append(logs.text(log))
    Path("many.ndjson").write_text("\n".join(lines))
    cardstats("upload", "many.ndjson")
    Path("axb").touch()


def offered(process: Run, *words: str) -> list[str]:
    """Return what is offered in the place of the last of *words*, as bash sees them."""
    env = {
        "_CARDSTATS_COMPLETE": "bash_complete",
        "COMP_WORDS": "\n".join(("cardstats", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done: Completed = process(env=env)
    assert done.returncode == 0, done.stderr
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("quote", ['"', "'", ""])
@pytest.mark.parametrize("text", [*PEOPLE, 'player = "Anna B"', "a\\b'c\"d$e`f!g"])
def test_bash_reads_what_is_offered_as_what_was_meant(text: str, quote: str) -> None:
    """Law, with bash itself as the judge."""
    line = f"printf %s {quote}{quoted(text, quote)}{quote}"

    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)

    assert done.stdout == text
    assert shlex.split(line)[2] == text or quote == '"'  # for which shlex keeps \$ and \`


@pytest.mark.parametrize("name", PEOPLE[1:])
def test_a_name_with_signs_is_completed_so_that_it_can_be_asked_for(
    process: Run, cardstats: Run, name: str
) -> None:
    found = offered(process, "query", '"pass rate where player = ')

    lines = [f'printf %s "{line}"' for line in found]
    phrases = [
        subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True).stdout
        for line in lines
    ]
    (mine,) = [
        phrase for phrase in phrases if phrase.endswith(f'"{name.replace(chr(34), chr(34) * 2)}"')
    ]
    assert cardstats("query", mine).returncode == 0


@pytest.mark.parametrize(
    ("words", "wanted", "unwanted"),
    [
        (["values", "rul"], ["rules\\ version", "rulebook\\ version"], ["player"]),
        (["values", "rules", "v"], ["version"], ["rules\\ version"]),
        (["values", '"rules v'], ["rules version"], ["player"]),
        (["compare", "pri"], ["print\\ A", "print\\ B"], ["Anna"]),
        (["compare", '"print A"', ""], ["print\\ B"], ["print\\ A", "Anna"]),
        (["compare", "--by", "session", '"eve'], ["evening 0", "evening 1"], []),
        (["compare", "--by", '"player c'], ["player count"], ["player"]),
        (["compare", "--only", '"pass'], ["pass rate", "passes"], ["win rate"]),
        (["compare", "--where", '"for Ann'], ["for Anna"], ["games for Anna"]),
        (["schema", "ro"], ["rounds"], ["games"]),
        (["query", '"pass rate by lev'], ["pass rate by level"], []),
        (["query", "pass", "rate", "by", "lev"], ["level"], []),
    ],
)
def test_arguments_are_completed(
    process: Run, words: list[str], wanted: list[str], unwanted: list[str]
) -> None:
    found = offered(process, *words)

    assert set(wanted) <= set(found)
    assert not set(unwanted) & set(found)


def test_a_folder_may_be_a_side(process: Run) -> None:
    env = {"_CARDSTATS_COMPLETE": "bash_complete", "COMP_CWORD": "2"}

    done = process(env=env | {"COMP_WORDS": "cardstats\ncompare\n./sto"})

    assert done.stdout.splitlines() == ["dir,./sto"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_teaches_a_shell_is_read_by_it(process: Run, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    script = process("completion", shell).stdout

    done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, check=False)

    assert script
    assert (done.returncode, done.stderr) == (0, "")
    assert "%(" not in script


def test_bash_itself_offers_a_name_that_a_file_would_fit(process: Run, tmp_path: Path) -> None:
    """The function that the script defines is called as readline calls it."""
    script = process("completion", "bash").stdout
    entry = tmp_path / "cardstats"
    entry.write_text(f'#!/bin/sh\nexec {sys.executable} -m cli "$@"\n')
    entry.chmod(0o755)
    function = re.search(r"^(\w+)\(\)", script, re.MULTILINE)
    assert function is not None
    call = (
        f"{script}\nCOMP_WORDS=(cardstats query 'pass rate where player = a'); COMP_CWORD=2\n"
        f'COMP_WORDS[2]=\'"\'"${{COMP_WORDS[2]}}"\n{function[1]} {entry}\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
    )

    done = subprocess.run(
        ["bash", "-c", call], capture_output=True, text=True, check=False, env=environment()
    )

    assert r"pass rate where player = \"a*b\"" in done.stdout.splitlines(), done.stderr
