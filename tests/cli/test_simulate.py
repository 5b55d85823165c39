"""Bots at the command line: the same games for the same seed, and nothing lost to Ctrl-C."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cli import progress
from engine.bots import many
from engine.replay import judge
from storage import reproduced

from .conftest import Run, environment


def lines(done_stdout: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in done_stdout.splitlines()]


def test_the_summary_says_what_was_played_and_how_it_came_out(cardstats: Run) -> None:
    done = cardstats("simulate", "pot-luck", "--games", "20", "--seed", "7", "--jobs", "1")

    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == ("pot-luck normal, 2 players: 20 games of simple, seed 7")
    assert "win rate" in done.stdout
    assert "20 games in" in done.stderr
    assert "games/s" in done.stderr


def test_the_number_of_jobs_changes_nothing(process: Run, tmp_path: Path) -> None:
    """Long enough for workers to be started, which a few games are not."""
    outs = []
    for jobs in ("1", "3"):
        out = tmp_path / f"{jobs}.ndjson"
        words = ("simulate", "equator", "--games", "700", "--bot", "random", "--jobs", jobs)
        done = process(*words, "--out", str(out), "--format", "csv")
        assert done.returncode == 0, done.stderr
        outs.append((out.read_bytes(), done.stdout))

    assert outs[0] == outs[1]
    assert outs[0][0].count(b"\n") == 700


@pytest.mark.parametrize("game", ["spot-on", "pot-luck", "top-spot", "equator"])
def test_logs_are_accepted_and_the_summary_is_of_them(cardstats: Run, game: str) -> None:
    words = ("simulate", game, "--games", "15", "--bot", "simple,random", "--jobs", "1")
    done = cardstats(*words, "--out", "games.ndjson", "--format", "ndjson")

    logs = Path("games.ndjson").read_bytes().splitlines()
    assert [judge(log).violations for log in logs] == [[]] * 15
    assert {json.loads(log)["source"] for log in logs} == {"bot"}
    assert {tuple(json.loads(log)["tags"]) for log in logs} == {("bot:random", "bot:simple")}
    assert done.returncode == 0
    for row in lines(done.stdout):
        if row["measure"] == "win rate":
            won = sum(json.loads(log)["result"]["outcome"] == "won" for log in logs)
            assert row["value"] == pytest.approx(100 * won / 15)


def test_logs_may_be_gzipped_or_go_to_stdout(cardstats: Run, process: Run) -> None:
    words = ("simulate", "equator", "--games", "3", "--jobs", "1")

    cardstats(*words, "--out", "games.ndjson.gz")
    done = process(*words, "--out", "-")

    assert gzip.decompress(Path("games.ndjson.gz").read_bytes()).decode() == done.stdout
    assert len(done.stdout.splitlines()) == 3
    assert "score of seat 1" in done.stderr


def test_games_can_be_kept_and_asked_about(cardstats: Run) -> None:
    words = ("simulate", "pot-luck", "--games", "12", "--level", "easy", "--store", "--jobs", "1")

    first = cardstats(*words)
    again = cardstats(*words)

    assert first.returncode == again.returncode == 0
    assert first.stdout == again.stdout
    rows = lines(cardstats("games", "--format", "ndjson").stdout)
    assert len(rows) == 12
    assert {row["played_by"] for row in rows if "played_by" in row} <= {"bots"}
    assert {row["source"] for row in rows} == {"bot"}


def test_options_are_read_as_the_log_writes_them(cardstats: Run) -> None:
    words = ("simulate", "spot-on", "--games", "4", "--jobs", "1", "--bot", "nearest")
    options = ("--option", "targets=1", "--option", "signals=false", "--option", "jokers=2")

    cardstats(*words, *options, "--out", "games.ndjson")

    log = json.loads(Path("games.ndjson").read_text().splitlines()[0])
    assert log["rules"]["options"] == {"targets": 1, "signals": False, "jokers": 2}


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["spoton"], "unknown-game", "Did you mean `spot-on`?"),
        (["spot-on", "--level", "nromal"], "unknown-level", "Did you mean `normal`?"),
        (["spot-on", "--players", "7"], "player-count", "for 2 to 4 players, not 7"),
        (["spot-on", "--option", "target=6"], "unknown-option", "'targets' is the nearest"),
        (["spot-on", "--option", "targets=60"], "option-out-of-range", "1 to 17, not 60"),
        (["spot-on", "--option", "targets"], "usage", "Say --option targets=6."),
        (["spot-on", "--bot", "simpel"], "unknown-bot", "Did you mean `simple`?"),
        (["spot-on", "--bot", "random,random,random"], "player-count", "3 bots are named"),
        (["spot-on", "--out", "x", "--store"], "usage", "Take one"),
        (["spot-on", "--out", "no/such/folder/x", "--games", "1"], "usage", "cannot be written"),
    ],
)
def test_what_cannot_be_played_is_said_at_once(
    cardstats: Run, words: list[str], code: str, says: str
) -> None:
    done = cardstats("simulate", *words)

    assert done.returncode == 2
    assert done.stdout == ""
    assert f"[{code}]" in done.stderr
    assert says in done.stderr


def interrupted(
    words: list[str], is_under_way: Callable[[], bool], home: Path, *, stderr: int = subprocess.PIPE
) -> tuple[int, str, str]:
    """Start a command, interrupt it as a terminal does once it is under way; return what it said."""
    running = subprocess.Popen(
        [sys.executable, "-m", "cli", *words],
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=environment(CARDSTATS_HOME=str(home)),
        start_new_session=True,
        text=True,
    )
    give_up = time.monotonic() + 100
    try:
        while not is_under_way():
            assert running.poll() is None, running.communicate()
            assert time.monotonic() < give_up
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)  # a terminal tells the whole group, workers too
        out, err = running.communicate(timeout=100)
    finally:  # no workers play on when the test has failed
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    return running.returncode, out, err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_stopped_file_ends_at_a_whole_line(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "games.ndjson"
    words = ["simulate", "pot-luck", "--games", "9999999", "--jobs", jobs, "--out", str(out)]

    code, told, said = interrupted(
        [*words, "--format", "ndjson"],
        lambda: out.exists() and out.stat().st_size > 2_000_000,
        tmp_path / "store",
    )

    data = out.read_bytes()
    assert code == 130
    assert data.endswith(b"\n")
    count = data.count(b"\n")
    assert {row["games"] for row in lines(told)} == {count}
    assert f"Stopped after {count:,} of 9,999,999 games" in said
    assert "Traceback" not in said
    assert judge(data.splitlines()[-1]).status == "accepted"


def test_a_stopped_store_keeps_what_it_has(tmp_path: Path, process: Run) -> None:
    home = tmp_path / "store"
    words = ["simulate", "pot-luck", "--games", "9999999", "--jobs", "2", "--store"]

    def has_games() -> bool:
        done = process(
            "games", "--format", "ndjson", "--limit", "1", env={"CARDSTATS_HOME": str(home)}
        )
        return bool(done.stdout)

    code, _, said = interrupted(words, has_games, home)

    kept = process("games", "--format", "ndjson", env={"CARDSTATS_HOME": str(home)})
    assert code == 130
    assert "Traceback" not in said
    assert len(kept.stdout.splitlines()) > 0
    assert process("doctor", env={"CARDSTATS_HOME": str(home)}).returncode == 0


def pressed_at(game: int, work: Callable[..., Sequence[Any]]) -> Callable[..., Sequence[Any]]:
    """Return *work* that is interrupted, as by a terminal, while it plays that game from 1."""
    played = 0

    def play(table: Any, seeds: Sequence[int]) -> Sequence[Any]:
        nonlocal played
        if played < game <= played + len(seeds):
            signal.raise_signal(signal.SIGINT)
        played += len(seeds)
        return work(table, seeds)

    return play


@pytest.mark.parametrize(
    ("game", "games", "says"),
    [
        # Of powers and roots, the second of two kinds of deals, there are five, which tell nothing.
        (405, 400, "Stopped after 7 figures, which are above."),
        (300, 400, "Stopped after 7 figures, the last 7 of "),
        (700, 400, "Stopped after 14 figures, the last 7 of "),
        (3, 400, "Stopped after 0 figures, which are above."),
    ],
)
def test_a_stopped_reproduction_prints_what_it_has(
    cardstats: Run, monkeypatch: pytest.MonkeyPatch, game: int, games: int, says: str
) -> None:
    monkeypatch.setattr(many, "_next_size", lambda *_: 1)
    monkeypatch.setattr(reproduced, "first_equations", pressed_at(game, reproduced.first_equations))
    words = ("--games", str(games), "--jobs", "1", "--format", "ndjson")

    done = cardstats("reproduce", "equator", *words)

    rows = lines(done.stdout)
    assert done.returncode == 130
    assert says in done.stderr
    counts = [row["games"] for row in rows]
    full, left = divmod(game, games)
    assert counts == [games] * (7 * full) + ([left] * 7 if left >= 10 else [])


def test_a_reproduction_that_is_stopped_in_a_terminal_ends_like_all_others(tmp_path: Path) -> None:
    """With workers, who are told as well. That games enough for a figure are played its bar says."""
    seen, shown = os.openpty()
    words = ["reproduce", "pot-luck", "--games", "999999", "--jobs", "2", "--format", "ndjson"]

    rest = b""

    def has_games() -> bool:
        nonlocal rest
        rest += os.read(seen, 4096)
        played = re.findall(rb"(\d+)/\d+\b", rest)
        return b"games/s" in rest and int(played[-1]) >= reproduced.LEAST

    code, told, _ = interrupted(words, has_games, tmp_path / "store", stderr=shown)
    os.close(shown)
    with suppress(OSError):  # the end of a terminal's
        while part := os.read(seen, 4096):
            rest += part
    os.close(seen)

    assert code == 130, rest
    (row,) = lines(told)
    assert row["figure"] == "2 players, normal, random: win rate"
    assert isinstance(row["games"], int)
    assert 10 <= row["games"] < 999_999
    assert f"Stopped after 1 figure, the last of {row['games']:,} of 999,999 games".encode() in rest
    assert b"Traceback" not in rest


def test_a_bar_tells_the_pace_and_the_time_left(
    terminal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)

    done = terminal("simulate", "pot-luck", "--games", "300", "--jobs", "1")

    assert "games/s" in done.stderr
    assert "left" in done.stderr
    assert "/300" in done.stderr


def test_bots_are_listed_with_their_readings(cardstats: Run) -> None:
    done = cardstats("bots")
    one = lines(cardstats("bots", "pot-luck", "--format", "ndjson").stdout)

    for game in ("spot-on", "pot-luck", "top-spot", "equator"):
        assert game in done.stdout
    assert [row["name"] for row in one] == ["random", "simple", "random-finisher"]
    assert all(row["readings"] for row in one[1:])


def test_what_was_published_is_played_and_compared(cardstats: Run) -> None:
    """Of figures that are the same, one in twenty is told apart by chance: these seeds are not."""
    done = cardstats("reproduce", "equator", "--games", "400", "--jobs", "1", "--format", "ndjson")

    rows = lines(done.stdout)
    assert done.returncode == 0
    assert [row["published"] for row in rows] == [
        0,
        15,
        47,
        34,
        4,
        0.3,
        0.04,
        1.3,
        18,
        51,
        28,
        2,
        0.1,
        0.02,
    ]  # docs/rules/equator.md, "Published figures"
    assert all(row["low"] <= row["ours"] <= row["high"] for row in rows)  # type: ignore[operator]
    assert sum(map(bool, (row["agrees"] for row in rows))) >= 12


def test_every_published_cell_is_there(cardstats: Run) -> None:
    done = cardstats("reproduce", "--games", "10", "--jobs", "1", "--format", "json")
    rows = json.loads(done.stdout)

    rates = {row["figure"]: row["published"] for row in rows if row["game"] == "spot-on"}
    assert [
        rates[f"{players} players, {level}: win rate"]
        for players in (2, 3, 4)
        for level in ("easy", "normal", "hard", "expert")
    ] == [
        82,
        54,
        36,
        9,
        82,
        59,
        35,
        3,
        72,
        32,
        18,
        0,
    ]  # docs/rules/spot-on.md, "Published figures"
    assert rates["2 players, normal, no signals: win rate"] == 41
    assert rates["2 players, normal: turns per target hit"] == [7.0, 8.0]
    assert sum("first target" in name for name in rates) == 3
    assert [row["published"] for row in rows if row["game"] == "pot-luck"] == [2, 49, 90, 94, 93]


def test_a_game_without_published_figures_is_told(cardstats: Run) -> None:
    done = cardstats("reproduce", "pot-lukc")

    assert done.returncode == 2
    assert "Did you mean 'pot-luck'?" in done.stderr
