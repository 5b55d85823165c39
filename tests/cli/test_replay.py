"""``cardstats replay``: a game as a designer looks at it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from . import logs
from .conftest import Run

TOTALS = [6, 30, 43, 43, 344, 348]
"""The published totals of the worked example, turn by turn."""


@pytest.fixture(autouse=True)
def example() -> None:
    Path("example.json").write_text(logs.text(logs.example()))


def test_the_worked_example_shows_its_published_totals(cardstats: Run) -> None:
    done = cardstats("replay", "example.json", "--format", "ndjson")

    moves = [json.loads(line) for line in done.stdout.splitlines()]
    turns = [move for move in moves if move["type"] in ("play", "pass")]
    assert [move["after"] for move in turns] == TOTALS
    assert [move["table"]["total"] for move in turns] == TOTALS
    assert [move["move"] for move in moves] == list(range(8))


def test_without_a_move_all_moves_are_listed_and_then_the_last_table(cardstats: Run) -> None:
    done = cardstats("replay", "example.json")

    lines = done.stdout.splitlines()
    assert lines[0] == "Spot On, normal: Anna, Ben   (example.json, accepted)"
    assert "target 1: 348   6 turns, hit by Ben" in lines
    assert any(line.split()[:4] == ["3", "Ben", "play", "×"] and "6 → 30" in line for line in lines)
    assert any(line.startswith("total") and "348" in line for line in lines)
    assert lines[-1] == "won"
    assert done.returncode == 0


def test_a_move_shows_the_table_after_it(cardstats: Run) -> None:
    done = cardstats("replay", "example.json", "--move", "4")

    lines = done.stdout.splitlines()
    assert lines[0].startswith("move 4 of 0 to 7: Anna play + KS 30 → 43")
    assert "total   43" in lines
    assert any("Ben" in line and "shows 4H" in line for line in lines)


def test_the_deal_is_the_table_before_the_first_move(cardstats: Run) -> None:
    done = cardstats("replay", "example.json", "--move", "-1")

    assert "target  not turned up" in done.stdout


@pytest.mark.parametrize("move", ["8", "-2", "1000"])
def test_a_move_that_is_not_there_is_told_plainly(cardstats: Run, move: str) -> None:
    done = cardstats("replay", "example.json", "--move", move)

    assert done.returncode == 2
    assert f"There is no move {move}; the game has the moves 0 to 7." in done.stderr


@pytest.mark.parametrize("seat", ["1", "Ben", "ben"])
def test_a_seat_sees_its_own_hand_alone(cardstats: Run, seat: str) -> None:
    done = cardstats("replay", "example.json", "--move", "4", "--seat", seat, "--format", "json")

    (move,) = json.loads(done.stdout)
    assert move["table"]["hands"][0] == ["?"] * 5
    assert "4H" in move["table"]["hands"][1]
    assert "drew" not in move["record"]  # Anna drew it, and Ben did not see it


def test_an_unknown_seat_names_those_there_are(cardstats: Run) -> None:
    done = cardstats("replay", "example.json", "--seat", "2")

    assert done.returncode == 2
    assert "There are 0 Anna, 1 Ben." in done.stderr


def test_a_fault_that_leaves_no_doubt_is_told_at_its_move_and_the_game_goes_on(
    cardstats: Run,
) -> None:
    Path("bad.json").write_text(logs.text(logs.wrong_total()))

    done = cardstats("replay", "bad.json")

    lines = [line.strip() for line in done.stdout.splitlines()]
    at = lines.index("✗ move 6: 43 × 8 is 344, the log says 354. [wrong-total]")
    assert lines[at - 1].startswith("6  Anna")
    assert lines[at + 1].startswith("7  Ben")


@pytest.mark.parametrize("words", [[], ["--move", "4"], ["--move", "7"]])
def test_a_rejected_log_is_played_up_to_its_fault(cardstats: Run, words: list[str]) -> None:
    """Also where a later move is asked for: there is no table to show after the fault."""
    Path("bad.json").write_text(logs.text(logs.not_whole()))

    done = cardstats("replay", "bad.json", *words)

    assert "✗ move 4: 30 ÷ 13 leaves a remainder of 4. [not-whole]" in done.stdout
    assert "total   30" in done.stdout.splitlines()
    assert done.returncode == 0


def test_an_unfinished_game_shows_its_last_table_and_says_so(cardstats: Run) -> None:
    log = logs.example(moves=logs.example()["moves"][:4])
    del log["result"]
    Path("short.json").write_text(logs.text(log))

    done = cardstats("replay", "short.json")

    assert "total   30" in done.stdout.splitlines()
    assert "[unfinished]" in done.stdout.splitlines()[-1]


def test_a_log_without_a_table_tells_its_faults(cardstats: Run) -> None:
    Path("odd.json").write_text(logs.text(logs.example(players=["Anna"])))

    done = cardstats("replay", "odd.json")

    assert "[player-count]" in done.stdout
    assert done.returncode == 2
    assert "No table can be laid" in done.stderr


def test_a_move_that_does_not_read_is_told_after_those_that_do(cardstats: Run) -> None:
    Path("bad.json").write_text(logs.text(logs.with_move(5, card="ZZ")))

    done = cardstats("replay", "bad.json")

    assert "[bad-card]" in done.stdout
    assert "total   43" in done.stdout.splitlines()


def test_one_line_of_many_can_be_named(cardstats: Run) -> None:
    many = [logs.example(), logs.wrong_total()]
    Path("many.ndjson").write_text("\n".join(map(logs.text, many)))

    assert "rejected: 1 fault" in cardstats("replay", "many.ndjson:2").stdout
    done = cardstats("replay", "many.ndjson")
    assert done.returncode == 2
    assert "many.ndjson:1" in done.stderr
    done = cardstats("replay", "many.ndjson:3")
    assert done.returncode == 2
    assert "There is no log there" in done.stderr


def test_stdin_is_a_file_too(cardstats: Run) -> None:
    done = cardstats("replay", "-", stdin=logs.text(logs.example()))

    assert done.stdout.startswith("Spot On, normal")


def test_an_unreadable_file_is_an_error_with_its_place(cardstats: Run) -> None:
    Path("torn.json").write_text("{")

    for name in ("torn.json", "nowhere.json"):
        done = cardstats("replay", name)
        assert done.returncode == 1
        assert done.stderr.startswith(f"cardstats: {name}")
        assert done.stderr.count("\n") == 1


def test_the_flat_formats_list_the_moves(cardstats: Run) -> None:
    done = cardstats("replay", "example.json", "--format", "csv")

    lines = done.stdout.splitlines()
    assert lines[0] == "move,round,player,type,card,op,before,after,violations"
    assert lines[7] == "6,1,Anna,play,8D,*,43,344,[]"
