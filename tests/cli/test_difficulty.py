"""How hard deals were, at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.bots.players import bot_named
from engine.bots.simulate import play_game
from engine.games import game
from storage import difficulty

from . import logs
from .conftest import Run

RULES = game("pot-luck")


@pytest.fixture(autouse=True)
def games(cardstats: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store two games of people, one of bots, and the worked example, whose stock nobody knows."""
    monkeypatch.setattr(difficulty, "USUAL", 20)
    found = []
    for seed in range(3):
        bots = [bot_named(RULES, "random-finisher")]
        log = play_game(RULES, seed=seed, players=2, level="easy", bots=bots)
        if seed < 2:
            del log["source"]
            log["players"] = ["Anna", "Ben"]
            for move in log["moves"]:
                move["player"] = {"Ada": "Anna", "Bo": "Ben"}[move["player"]]
        found.append({**log, "log_id": f"night-{seed}"})
    Path("many.ndjson").write_text("\n".join(map(logs.text, [*found, logs.example()])))
    assert cardstats("upload", "many.ndjson").returncode == 0


QUICK = ("--plays", "10", "--jobs", "1")


def test_games_of_people_are_told_whose_deal_is_known(cardstats: Run) -> None:
    done = cardstats("difficulty", *QUICK, "--format", "ndjson")

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [row["id"] for row in rows] == [1, 2]
    assert {row["plays"] for row in rows} == {10}
    for row in rows:
        assert row["low"] <= row["bots_win"] <= row["high"]
        assert row["deal"] in ("easy", "usual", "hard")
    won = sum(row["outcome"] == "won" for row in rows)
    mean = sum(row["bots_win"] for row in rows) / 100
    assert f"Won: {won} of 2 games. Bots would win {mean:.1f} of these" in done.stderr


def test_the_table_is_the_same_when_it_is_asked_again(cardstats: Run) -> None:
    first = cardstats("difficulty", *QUICK)

    assert cardstats("difficulty", *QUICK).stdout == first.stdout
    assert "bots win" in first.stdout.splitlines()[0]


def test_logs_can_be_named_whoever_played(cardstats: Run) -> None:
    done = cardstats("difficulty", "night-2", "4", *QUICK, "--format", "ndjson")

    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [3]
    assert "1 of the logs named have no such deal" in done.stderr


def test_the_latest_and_those_of_a_level_can_be_chosen(cardstats: Run) -> None:
    last = cardstats("difficulty", "--last", "1", *QUICK, "--format", "ndjson")

    assert [json.loads(line)["id"] for line in last.stdout.splitlines()] == [2]
    assert cardstats("difficulty", "--level", "easy'; --", *QUICK).returncode == 2


def test_all_games_are_told_and_questions_know_them(cardstats: Run) -> None:
    """Of two games of people whose deals are known, and one (the example's) whose stock nobody knows."""
    before = cardstats("query", "avg deal difficulty")
    done = cardstats("difficulty", "--all", "--last", "1", *QUICK, "--format", "ndjson")
    after = cardstats("query", "avg deal difficulty", "--format", "json")

    assert "Bots have played 0 deals of this store" in before.stdout
    assert "cardstats difficulty --all" in before.stdout
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["id"] for row in rows] == [1, 2]
    answer = json.loads(after.stdout)
    assert answer["rows"][0]["mean_deal_difficulty"] == pytest.approx(
        sum(row["bots_win"] for row in rows) / 2
    )
    told = json.loads(cardstats("metrics", "--format", "json").stdout)
    assert [one["told"] for one in told if one["name"] == "deal difficulty"] == [2]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--game", "spot-on"), "no-deals"),
        (("nobody",), "unknown-log"),
        (("--plays", "1"), "usage"),
    ],
)
def test_where_there_is_nothing_to_tell_it_is_said(
    cardstats: Run, words: tuple[str, ...], code: str
) -> None:
    done = cardstats("difficulty", *words)

    assert done.returncode == 2
    assert f"[{code}]" in done.stderr
