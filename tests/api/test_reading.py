"""Logs given back: listed, shown, removed, replayed; and what the server knows of games."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from engine import games
from engine.log import read_log
from engine.replay import tables

# The totals after each move of the worked example, from the source's own text.
TOTALS = {1: 6, 3: 30, 4: 43, 5: 43, 6: 344}


@pytest.fixture
def ids(send: Any, log: Any) -> list[int]:
    """Seven logs, the third of them rejected."""
    found = []
    for nth in range(7):
        one = {**log, "log_id": f"game-{nth}", "session": f"evening-{nth}"}
        if nth == 2:
            one["result"] = {"outcome": "lost"}
        found.append(send(one).json["id"])
    return found


def follow(client: Any, path: str) -> list[list[int]]:
    """Return the ids on each page, going from link to link as a client does."""
    pages = []
    while path:
        answer = client.get(path)
        assert answer.status_code == 200
        pages.append([entry["id"] for entry in answer.json["logs"]])
        link = answer.headers.get("Link", "")
        assert bool(link) == (answer.json["next"] is not None)
        path = link.partition("<")[2].partition(">")[0]
    return pages


def test_pages_hold_every_log_once_oldest_first(client: Any, ids: list[int]) -> None:
    assert follow(client, "/api/v1/logs?limit=3") == [ids[:3], ids[3:6], ids[6:]]
    assert follow(client, "/api/v1/logs?limit=7") == [ids]
    assert follow(client, "/api/v1/logs") == [ids]


def test_a_filter_goes_on_from_page_to_page(client: Any, ids: list[int]) -> None:
    kept = ids[:2] + ids[3:]
    assert follow(client, "/api/v1/logs?limit=4&status=accepted") == [kept[:4], kept[4:]]
    assert follow(client, "/api/v1/logs?status=rejected&game=spot-on") == [[ids[2]]]


@pytest.mark.parametrize("cursor", ["x", "YWZ0ZXI6LTE", "é", "YWZ0ZXI6" * 9, ""])
def test_a_cursor_that_is_none_of_ours_is_refused(client: Any, cursor: str) -> None:
    answer = client.get("/api/v1/logs", query_string={"cursor": cursor})

    assert answer.status_code == 422
    assert answer.json["errors"][0]["place"] == "query/cursor"


@pytest.mark.parametrize("limit", ["0", "501", "-1", "1.5", "ten"])
def test_a_page_has_a_sensible_size(client: Any, limit: str) -> None:
    assert client.get("/api/v1/logs", query_string={"limit": limit}).status_code == 422


def test_a_log_is_found_by_id_by_log_id_and_by_digest(client: Any, ids: list[int]) -> None:
    by_id = client.get(f"/api/v1/logs/{ids[4]}").json

    assert by_id["log_id"] == "game-4"
    assert client.get("/api/v1/logs/game-4").json == by_id
    assert client.get(f"/api/v1/logs/{by_id['digest']}").json == by_id


def test_the_very_bytes_come_back(send: Any, client: Any, log: Any) -> None:
    sent = b"\xef\xbb\xbf \r\n" + orjson.dumps(log, option=orjson.OPT_INDENT_2) + b"\r\n"
    number = send(sent).json["id"]

    answer = client.get(f"/api/v1/logs/{number}/raw")

    assert answer.data == sent
    assert answer.content_type == "application/json"
    assert "attachment" in answer.headers["Content-Disposition"]


def test_a_removed_log_is_gone_and_can_be_sent_again(send: Any, client: Any, log: Any) -> None:
    number = send(log).json["id"]

    removed = client.delete(f"/api/v1/logs/{number}")

    assert (removed.status_code, removed.json["id"]) == (200, number)
    assert client.get(f"/api/v1/logs/{number}").status_code == 404
    assert client.delete(f"/api/v1/logs/{number}").status_code == 404
    again = send(log)
    assert again.status_code == 201
    assert again.json["id"] != number


# -- replay


def test_the_worked_example_replays_to_its_published_totals(
    send: Any, client: Any, log: Any
) -> None:
    number = send(log).json["id"]

    shown = {
        move: client.get(f"/api/v1/logs/{number}/replay?move={move}").json["table"]["total"]
        for move in TOTALS
    }

    assert shown == TOTALS
    first = client.get(f"/api/v1/logs/{number}/replay?move=0").json
    assert (first["table"]["target"], first["record"]) == (348, log["moves"][0])
    assert any("348" in line for line in first["picture"])


def test_without_a_move_the_end_is_shown_and_minus_one_is_the_deal(
    send: Any, client: Any, log: Any
) -> None:
    number = send(log).json["id"]

    end = client.get(f"/api/v1/logs/{number}/replay").json
    deal = client.get(f"/api/v1/logs/{number}/replay?move=-1").json

    assert (end["move"], end["last"], end["moves"]) == (7, 7, 8)
    assert end["table"]["outcome"] == "won"
    assert (deal["move"], deal["record"], deal["table"]["target"]) == (-1, None, None)


def test_a_seat_sees_no_other_hand(send: Any, client: Any, log: Any) -> None:
    hands = [["6H", "KS", "8D", "9C", "2S"], ["5C", "4H", "QD", "7S", "JC"]]
    told = {**log, "deal": {"hands": hands}}
    number = send(told).json["id"]

    all_known = client.get(f"/api/v1/logs/{number}/replay?move=-1").json["table"]["hands"]
    ben = client.get(f"/api/v1/logs/{number}/replay?move=-1&seat=1").json["table"]["hands"]

    assert sorted(all_known[0]) == sorted(hands[0])
    assert ben[0] == ["?"] * 5
    assert sorted(ben[1]) == sorted(hands[1])


def test_a_rejected_log_replays_up_to_its_fault(send: Any, client: Any, log: Any) -> None:
    log["moves"][5]["player"] = "Anna"  # it is Ben's turn
    number = send(log).json["id"]

    shown = client.get(f"/api/v1/logs/{number}/replay").json
    beyond = client.get(f"/api/v1/logs/{number}/replay?move=5")

    assert (shown["last"], shown["moves"], shown["table"]["total"]) == (4, 8, 43)
    assert [fault["code"] for fault in shown["violations"]] == ["wrong-player"]
    assert (beyond.status_code, beyond.json["code"]) == (422, "move-out-of-range")
    assert "-1 (the deal) to 4" in beyond.json["hint"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("move=8", "move-out-of-range"),
        ("move=-2", "bad-parameter"),
        ("move=two", "bad-parameter"),
        ("seat=2", "seat-out-of-range"),
        ("seat=-1", "bad-parameter"),
        ("mvoe=1", "bad-parameter"),
    ],
)
def test_a_moment_that_is_not_in_the_game_is_refused(
    send: Any, client: Any, log: Any, query: str, code: str
) -> None:
    number = send(log).json["id"]

    answer = client.get(f"/api/v1/logs/{number}/replay?{query}")

    assert (answer.status_code, answer.json["code"]) == (422, code)


@pytest.mark.parametrize(
    "change",
    [{"game": "spot-off"}, {"deal": {"hands": [["4H"] * 5, ["2S"] * 5]}}],
)
def test_a_log_whose_table_cannot_be_laid_says_so(
    send: Any, client: Any, log: Any, change: Any
) -> None:
    number = send({**log, **change}).json["id"]

    answer = client.get(f"/api/v1/logs/{number}/replay")

    assert (answer.status_code, answer.json["code"]) == (409, "not-replayable")
    assert answer.json["violations"]


def test_every_moment_is_what_the_engine_shows(send: Any, client: Any, log: Any) -> None:
    number = send(log).json["id"]
    reading = read_log(orjson.dumps(log)).log
    assert reading is not None

    for move, (_, table) in enumerate(tables(reading), start=-1):
        for seat in (None, 0, 1):
            query = f"move={move}" + ("" if seat is None else f"&seat={seat}")
            shown = client.get(f"/api/v1/logs/{number}/replay?{query}").json
            view = reading.rules.view(table, seat)
            assert shown["table"] == view
            assert shown["picture"] == reading.rules.picture(view)


# -- games


def test_games_tell_all_that_the_engine_knows_of_them(client: Any) -> None:
    told = client.get("/api/v1/games").json["games"]

    assert [game["name"] for game in told] == list(games.names())
    for game in told:
        rules = games.game(game["name"])
        least, most = game["players"]
        assert (least, most) == rules.players
        for level in game["levels"]:
            assert level["options"] == {
                str(players): rules.settle(level["name"], players)
                for players in range(least, most + 1)
            }
        assert {option["name"] for option in game["options"]} == set(rules.options)
        assert {fault["name"] for fault in game["faults"]} == set(rules.faults)
        assert {cause["name"] for cause in game["causes"]} == set(rules.causes)
        assert {move["type"] for move in game["moves"]} == set(rules.moves)


def test_spot_on_levels_are_those_of_its_rules_page(client: Any) -> None:
    """rules/spot-on.md, the table of levels."""
    spot_on = client.get("/api/v1/games").json["games"][0]

    found = {
        level["name"]: (
            level["options"]["2"]["jokers"],
            level["options"]["3"]["jokers"],
            level["options"]["4"]["targets"],
            level["options"]["2"]["signals"],
        )
        for level in spot_on["levels"]
    }

    assert found == {
        "easy": (0, 0, 4, True),
        "normal": (1, 2, 5, True),
        "hard": (0, 1, 5, False),
        "expert": (2, 2, 6, False),
    }
