"""The command ``cardstats report``."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import ROOT, Run

POT_LUCK = [str(ROOT / "sample_logs" / f"pot-luck-{name}.json") for name in ("easy-4p", "normal-2p-won")]  # fmt: skip


def test_the_command_writes_one_file(process: Run, tmp_path: Path) -> None:
    process("upload", *POT_LUCK)
    target = tmp_path / "out.html"

    done = process("report", "--where", "including bots", "-o", str(target))
    shown = process("report", "--game", "pot-luck", "--where", "including bots", "--format", "md")

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert target.read_text().startswith("<!doctype html>")
    assert shown.returncode == 0
    assert shown.stdout.startswith("# Pot Luck: what the playtests say")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "chess"), "unknown-game"),
        (("--where", "by level"), "does-not-fit"),
        (("-o", "/nowhere/report.html"), "cannot be written there"),
    ],
)
def test_the_command_says_what_is_wrong(
    process: Run, arguments: tuple[str, ...], words: str
) -> None:
    done = process("report", *arguments)

    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""
