"""What hangs on a game's other rows: told by the language as a plain count over the moves tells it.

The expected values are counted by hand below, move by move, from the games as they were played.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.bots.simulate import play_game
from engine.games import game
from storage import open_store
from storage.query import run

LOGS = [
    play_game(game("spot-on"), seed=seed, players=2 + seed % 3, level="normal")
    for seed in range(60)
] + [
    play_game(game("pot-luck"), seed=seed, players=2 + seed % 3, level="normal")
    for seed in range(8)
]
SAMPLES = Path(__file__).parents[2] / "sample_logs"
LOGS.append(json.loads((SAMPLES / "spot-on-worked-example.json").read_text()))
"""Its target is hit with the card that was shown."""
SPOT_ON = [log for log in LOGS if log["game"] == "spot-on"]
POT_LUCK = [log for log in LOGS if log["game"] == "pot-luck"]
TURNS = ("play", "pass")


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_store(Path(tmp_path_factory.mktemp("within"))) as store:
        assert all(
            one.status == "accepted"
            for one in store.put_many(("", json.dumps(log).encode()) for log in LOGS)
        )
        with store.reading() as found:
            yield found


def ask(reading: Any, phrase: str) -> list[Any]:
    return [tuple(row) for row in run(reading, f"{phrase} including bots").rows]


def targets(log: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the moves of each target, without the one that turns it up."""
    found: list[list[dict[str, Any]]] = []
    for move in log["moves"]:
        if move["type"] == "target":
            found.append([])
        elif found:
            found[-1].append(move)
    return found


def test_the_games_have_what_is_counted():
    spot_on = [move for log in SPOT_ON for move in log["moves"]]
    assert any(move["type"] == "signal" for move in spot_on)
    assert any("as" in move and move["type"] == "play" for move in spot_on)
    assert any(move["type"] == "open" for log in POT_LUCK for move in log["moves"])


def test_the_last_target_is_the_last_turned_up(reading):
    last = [sum(move["type"] in TURNS for move in targets(log)[-1]) for log in SPOT_ON]

    (row,) = ask(reading, "total turns where target from the end = 1 and game = spot-on")

    assert row[0] == sum(last)


def test_the_last_turns_are_counted_from_the_end(reading):
    of_each = [[m["type"] for m in log["moves"] if m["type"] in TURNS][-3:] for log in LOGS]

    (row,) = ask(reading, "total passes where turn from the end <= 3")

    assert row[0] == sum(kinds.count("pass") for kinds in of_each)
    (row,) = ask(reading, "total turns where turn from the end = 1")
    assert row[0] == len(LOGS)


def test_a_signal_is_of_the_turn_of_its_target_that_it_begins(reading):
    counted: Counter[int] = Counter()
    for log in SPOT_ON:
        for moves in targets(log):
            turns = 0
            for move in moves:
                if move["type"] == "signal":
                    counted[turns + 1] += 1
                turns += move["type"] in TURNS

    rows = ask(reading, "total signals by turn of the round")

    assert {row[0]: row[1] for row in rows if row[1]} == dict(counted)


def test_a_signal_is_of_the_turn_of_the_game_that_it_begins(reading):
    counted: Counter[int] = Counter()
    for log in SPOT_ON:
        turns = 0
        for move in log["moves"]:
            counted[turns + 1] += move["type"] == "signal"
            turns += move["type"] in TURNS

    rows = ask(reading, "total signals by turn")

    assert {row[0]: row[1] for row in rows if row[1]} == {at: n for at, n in counted.items() if n}
    (first,) = ask(reading, "signal rate where turn = 1")
    assert first[0] == pytest.approx(counted[1] / len(SPOT_ON))


def test_a_shown_card_is_waited_for_and_may_hit(reading):
    waited, hits, shown_hits = [], 0, 0
    for log in SPOT_ON:
        rounds = targets(log)
        for at, moves in enumerate(rounds):
            turns, shown, last = 0, {}, None
            for move in moves:
                if move["type"] == "signal":
                    shown[move["player"], move["card"]] = turns
                if move["type"] == "play":
                    last = (move["player"], move["card"])
                    if last in shown:
                        waited.append(turns - shown[last])
                turns += move["type"] in TURNS
            is_hit = at < len(rounds) - 1 or log["result"]["outcome"] == "won"
            hits += is_hit
            shown_hits += is_hit and last in shown

    (row,) = ask(reading, "mean turns shown")
    assert row[0] == pytest.approx(sum(waited) / len(waited))
    (row,) = ask(reading, "number of shown hits")
    assert row[0] == shown_hits > 0
    (row,) = ask(reading, "number of hits")
    assert row[0] == hits


def test_a_jokers_value_is_the_one_that_was_declared(reading):
    declared = Counter(
        move["as"]
        for log in SPOT_ON
        for move in log["moves"]
        if move["type"] == "play" and "as" in move
    )

    rows = ask(reading, "number of jokers used by joker value")

    assert {row[0]: row[1] for row in rows if row[1]} == dict(declared)


def test_a_signal_shown_is_the_targets_own(reading):
    with_one = sum(
        any(move["type"] == "signal" for move in moves) for log in SPOT_ON for moves in targets(log)
    )

    (row,) = ask(reading, "number of targets where target signalled = yes")

    assert row[0] == with_one


def test_the_jokers_of_a_target_are_those_played_on_it(reading):
    counted = Counter(
        sum(move["type"] == "play" and "as" in move for move in moves)
        for log in SPOT_ON
        for moves in targets(log)
    )

    rows = ask(reading, "number of targets by target jokers")

    assert {row[0]: row[1] for row in rows} == dict(counted)


def test_the_total_is_so_far_above_the_target(reading):
    above = 0
    for log in SPOT_ON:
        values = [move["value"] for move in log["moves"] if move["type"] == "target"]
        for value, moves in zip(values, targets(log), strict=True):
            above += sum(move["type"] == "play" and move["total"] - value > 10 for move in moves)

    (row,) = ask(reading, "number of plays where points over the target > 10")

    assert row[0] == above


def pots(log: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int, str]]:
    """Yield every play of a game with its pot's total and what became of the pot by it."""
    totals: dict[Any, int] = defaultdict(int)
    for move in log["moves"]:
        if move["type"] != "play":
            continue
        rank = move["card"][:-1]
        value = {"J": 10, "Q": 10, "K": 10}.get(rank) or (0 if rank == "A" else int(rank))
        before = totals[move["pot"]]
        if rank == "A":
            value = move.get("as") or (11 if before + 11 == 21 else 1)
        total = before + value
        outcome = "scored" if total == 21 else "bust" if total > 21 else "building"
        totals[move["pot"]] = 0 if outcome != "building" else total
        yield move | {"value": value}, total, outcome


def test_a_pot_is_passed_on_where_the_very_next_turn_scores_it(reading):
    passed = at_11 = plays = 0
    for log in POT_LUCK:
        assert all(move["type"] != "pass" for move in log["moves"])
        played = list(pots(log))
        plays += len(played)
        for (one, total, _), (two, _, outcome) in pairwise(played):
            is_next = one["pot"] == two["pot"] and outcome == "scored" and total < 21
            passed += is_next
            at_11 += is_next and total == 11

    (row,) = ask(reading, "number of pots passed on")
    assert row[0] == passed
    (row,) = ask(reading, "number of pots passed on where pot total = 11")
    assert row[0] == at_11
    (row,) = ask(reading, "pass-on rate")
    assert row[0] == pytest.approx(passed / plays)


def test_an_ace_counts_what_it_was_played_as(reading):
    counted = Counter(
        move["value"]
        for log in POT_LUCK
        for move, _, _ in pots(log)
        if move["card"].startswith("A")
    )

    rows = ask(reading, "number of plays by card value where rank = A")

    assert {row[0]: row[1] for row in rows} == dict(counted)


def test_a_card_lay_open_where_it_was_opened_before(reading):
    from_open = points = opened = plays = 0
    for log in POT_LUCK:
        seen = set()
        for move in log["moves"]:
            if move["type"] == "open":
                seen.add((move["player"], move["card"]))
                rank = move["card"][:-1]
                points += {"A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)
                opened += 1
            elif move["type"] == "play":
                plays += 1
                from_open += (move["player"], move["card"]) in seen

    (row,) = ask(reading, "number of open plays")
    assert row[0] == from_open > 0
    (row,) = ask(reading, "open play rate")
    assert row[0] == pytest.approx(from_open / plays)
    (row,) = ask(reading, "open card value")
    assert row[0] == pytest.approx(points / opened)


def test_a_line_up_is_everybody_at_the_table(reading):
    seated = Counter(
        " + ".join(sorted(one["name"] if isinstance(one, dict) else one for one in log["players"]))
        for log in LOGS
    )

    rows = ask(reading, "number of games by line-up")

    assert {row[0]: row[1] for row in rows} == dict(seated)
