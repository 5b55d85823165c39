"""Looking for a setting at the command line."""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from typing import Any

import pytest

from engine.bots import many
from storage import tuning

from .conftest import Run

QUICK = ("--bot", "random-finisher", "--games", "60", "--jobs", "1")


def test_the_table_says_who_is_left_and_the_last_line_what_to_print(cardstats: Run) -> None:
    vary = ("--goal", "win rate 2%", "--vary", "target=2,13")
    done = cardstats("tune", "pot-luck", *vary, *QUICK)

    head, _, _, first, second, *_ = done.stdout.splitlines()
    assert done.returncode == 0
    assert head == (
        "pot-luck, 2 players, bots: random-finisher, seed 1: which setting comes nearest to a win "
        "rate of 2 %"
    )
    assert first.split()[0] == "13"
    assert first.endswith("in the race")
    assert second.split()[0] == "2"
    assert second.endswith("out: target 13 is nearer")
    assert "Next setting worth printing for 2 players: target 13 (the level normal as it is)" in (
        done.stdout
    )
    assert "all settings to the end would have been 120" in done.stderr


def test_programs_get_one_object_a_setting(cardstats: Run) -> None:
    words = ("--goal", "win rate 50 %", "--vary", "level=easy,hard", "--players", "2,3")
    done = cardstats("tune", "pot-luck", *words, *QUICK, "--format", "ndjson")

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted((row["players"], row["setting"]["level"]) for row in rows) == [
        (2, "easy"),
        (2, "hard"),
        (3, "easy"),
        (3, "hard"),
    ]
    for row in rows:
        assert row["low"] <= row["win_rate"] <= row["high"]
        assert row["distance"] == pytest.approx(abs(row["win_rate"] - 50))
    assert done.stderr.count("Next setting worth printing") == 2


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--goal", "win rate 50"), "bad-goal", 'Say it in per cent: --goal "win rate 50%".'),
        (("--goal", "fun"), "bad-goal", '--goal "win rate 50%"'),
        (("--goal", "win rate 120%"), "bad-goal", "between 0 % and 100 %"),
        (("--vary", "target"), "usage", "'target' is no name and values."),
        (("--vary", "target=5..3"), "usage", "Say target=3..5."),
        (("--vary", "target=a..b"), "usage", "no span of whole numbers"),
        (("--vary", "target=3,target=4"), "usage", "'target' is set twice."),
        (("--vary", "target=3", "--option", "target=4"), "usage", "'target' is set twice."),
        (("--vary", "targt=3"), "unknown-option", "'target' is the nearest"),
        (("--vary", "target=0..3"), "option-out-of-range", "1 to 30, not 0"),
        (("--vary", "target=1..30,hand_size=1..10"), "too-many-settings", "300 settings"),
        (("--vary", "level=esay"), "unknown-level", "Did you mean `easy`?"),
        (("--players", "two"), "usage", "Say --players 2,3."),
        (("--players", "9"), "player-count", "not 9"),
        (("--bot", "simpel"), "unknown-bot", "Did you mean `simple`?"),
    ],
)
def test_what_cannot_be_tuned_is_said_before_anything_is_played(
    cardstats: Run, words: tuple[str, ...], code: str, says: str
) -> None:
    given = {words[nth] for nth in range(0, len(words), 2)}
    for name, value in (("--goal", "win rate 50%"), ("--vary", "target=3..4")):
        if name not in given:
            words = (*words, name, value)
    done = cardstats("tune", "pot-luck", *words)

    assert done.returncode == 2
    assert f"[{code}]" in done.stderr
    assert says in done.stderr
    assert not done.stdout


def test_a_stopped_race_tells_how_it_stood(cardstats: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was pressed at the 60th game: of two settings, 30 deals each."""
    play = tuning._play
    played = 0

    def pressed(shared: Any, items: Sequence[int]) -> list[str]:
        nonlocal played
        played += len(items)
        if played == 60:
            signal.raise_signal(signal.SIGINT)
        return play(shared, items)

    monkeypatch.setattr(tuning, "_play", pressed)
    monkeypatch.setattr(many, "_next_size", lambda *_: 1)
    vary = ("--goal", "win rate 2%", "--vary", "target=2,13", "--players", "2,3")

    done = cardstats("tune", "pot-luck", *vary, *QUICK, "--format", "ndjson")

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 130
    assert [(row["players"], row["games"]) for row in rows] == [(2, 30), (2, 30)]
    assert all(row["in_the_race"] for row in rows)
    assert "Stopped after 60 games; above is how it stood." in done.stderr
    assert "Nothing was played yet." in done.stderr


def test_a_game_without_a_goal_has_none_to_tune(cardstats: Run) -> None:
    words = ("--goal", "win rate 50%", "--vary", "powers=yes,no", "--bot", "random", "--jobs", "1")
    done = cardstats("tune", "equator", *words)

    assert done.returncode == 2
    assert "[no-goal]" in done.stderr
