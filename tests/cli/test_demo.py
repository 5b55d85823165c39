"""``cardstats demo``: what ``make demo`` shows, with the sample logs that are shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands import demo

from . import logs
from .conftest import Completed, Run


@pytest.fixture
def shown(cardstats: Run) -> Completed:
    """Run the demo."""
    return cardstats("demo")


def test_the_demo_is_fine_and_touches_no_store(shown: Completed, home: Path) -> None:
    assert shown.returncode == 0
    assert not home.exists()


def test_good_logs_are_accepted_and_each_broken_one_is_found_out(shown: Completed) -> None:
    lines = shown.stdout.splitlines()

    good = [line for line in lines if "sample_logs/" in line and "/broken/" not in line]
    broken = [line for line in lines if "sample_logs/broken/" in line]
    assert sum(line.startswith("✓ accepted") for line in good) >= 12
    assert sum(line.startswith("✗") for line in broken) >= 12
    assert not [line for line in good if line.startswith("✗")]
    assert not [line for line in broken if line.startswith("✓")]


def test_four_questions_are_answered_turns_per_target_first(shown: Completed) -> None:
    asked = [line for line in shown.stdout.splitlines() if line.startswith("cardstats query")]

    assert asked[0] == 'cardstats query "avg turns per target"'
    assert len(asked) == 4
    assert shown.stdout.count("Rests on ") == 4
    assert "Rests on 0 games" not in shown.stdout


def test_without_sample_logs_it_says_what_is_missing(
    cardstats: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(demo, "PLACES", (tmp_path / "nowhere",))

    done = cardstats("demo")

    assert done.returncode == 2
    assert "[no-sample-logs]" in done.stderr
    assert "nowhere" in done.stderr


def test_sample_logs_are_found_inside_the_package_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "packaged").mkdir()
    (tmp_path / "packaged" / "one.json").write_text(logs.text(logs.example()))
    monkeypatch.setattr(demo, "PLACES", (tmp_path / "nowhere", tmp_path / "packaged"))

    assert demo.sample_logs() == tmp_path / "packaged"
