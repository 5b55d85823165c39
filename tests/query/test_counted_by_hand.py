"""What is told of Top Spot and Equator, held against games that were counted by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from storage import Store, open_store
from storage.query import run
from tests.games.test_equator import THREE, pencil
from tests.games.test_top_spot import (
    ALL_OUT,
    BEATEN_EARLIER,
    LADDER,
    TIED_AT_0,
    TIED_OUT_FIRST,
    WON_WITHOUT_PLAYING,
    told,
)

# Red cards tie at 1, and again in the first tie-break; two of them win the second one. Then B's
# joker wins alone, as nobody else has a red card.
TIED_TWICE = (
    "A: R1\nB: R2\nC: G1\nA: R3\nB: R4\nA: R5\nB: R6 R7\nB: * as R\nC: G2\nA: Y1"  # broken off
)
TOP_SPOT = (
    (ALL_OUT, [0, 0, 0]),
    (TIED_OUT_FIRST, [0, 0, 12]),
    (WON_WITHOUT_PLAYING, [2, 1, 0]),
    (BEATEN_EARLIER, [0, 0, 10]),
    (TIED_AT_0, [0, 2, 0]),
)
EQUATOR = (
    pencil("8 3 | 7 4 Q | Cleo: 4^3+8+7+4", players=THREE),  # Anna laid the queen
    pencil("8 3 | 7 4 | Anna: 8*7+3*4"),  # 68: Ben gets the cards
    pencil("6 4 | 10 | Ben: 6x10+4", players=THREE),  # his own card
    pencil("2 4 | 9 2 | Cleo: 2*4*2√9", players=THREE),  # her own card
    pencil("2 5 | 10 | Anna: 5/2·10", players=THREE),
    # with the sign for a minus that is no hyphen
    pencil("A 2 | 8 4 | Ben: 8+4*(2−1)", players=THREE),
    pencil("8 3 | 7", players=THREE, redeal=True),
    pencil("2 5 | Anna: 5^2"),  # no card was laid
)


# The queen lay for 6.5 s before Cleo claimed, who began with 5 s of nothing.
for _move, _at in zip(EQUATOR[0]["moves"], (5, 9, 12, 20, 26.5), strict=True):
    _move["t"] = _at


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    logs: list[Any] = [told(plays, "finished", ends, card_set=LADDER) for plays, ends in TOP_SPOT]
    logs += [told(TIED_TWICE, card_set=LADDER), *EQUATOR]
    with open_store(tmp_path_factory.mktemp("by-hand")) as found:
        receipts = list(found.put_many(("", json.dumps(log).encode()) for log in logs))
        assert [one.status for one in receipts] == ["accepted"] * len(logs)
        yield found


def rows(store: Store, phrase: str) -> tuple[tuple[Any, ...], ...]:
    with store.reading() as reading:
        return run(reading, phrase).rows


COUNTED = {
    # in the order of the games: all out, tied out, won without playing, beaten earlier, tied at 0
    "scoreless rounds": 1 + 1 + 0 + 1 + 0,
    "share of scoreless rounds": 3 / (1 + 2 + 3 + 2 + 2 + 2),
    "double tie-breaks": 1,
    "share of double tie-breaks": 1 / 12,
    "lone joker wins": 1,
    "bonus points": 11 + 9,
    "share of bonus points": 20 / (0 + 12 + 3 + 10 + 2 + 2),
    "mean bonus points per game": 20 / 6,
    "mean jokers unplayed": (0 + 1 + 1 + 0 + 1) / 5,
    "mean players out of cards": (3 + 2 + 2 + 2 + 1 + 0) / 6,
    "mean score range": (0 + 12 + 2 + 10 + 2) / 5,
    "share of games in which winning margin = 0 where game = top-spot": 1 / 6,
    "last-card solves": 2,
    "last-card solve rate": 2 / 6,
    "claim time": 6.5,
    "games where redeal allowed = yes": 1,
    # C sits last and dealt; when all were out each had the most, and C won two games
    "seat wins where dealer = yes and game = top-spot": 3,
    "seat wins where dealer = no and game = top-spot": 2 + 1 + 1,
    "unsolved targets": 1,
    "share of unsolved targets": 1 / 8,
    "forfeited targets": 1,
    "share of forfeited targets": 1 / 8,
    "additions used": 3,
    "subtractions used": 1,
    "multiplications used": 4,
    "divisions used": 1,
    "roots used": 1,
    "share of multiplications used": 4 / 6,
    "mean row size": (5 + 4 + 3 + 4 + 3 + 4 + 3 + 2) / 8,
    "max row size": 5,
    "min row size": 2,
    "face cards in the row per equation": 1 / 8,
    "face cards in the row per equation where equation outcome = won": 1 / 6,
}


@pytest.mark.parametrize("phrase", COUNTED)
def test_it_is_as_counted_by_hand(store: Store, phrase: str) -> None:
    assert rows(store, phrase)[0][0] == pytest.approx(COUNTED[phrase])


def test_points_for_cards_left_over_are_their_players(store: Store) -> None:
    """C was left alone with 12 cards, and with 10: the card that won is no bonus."""
    told_of = {row[0]: row[1] for row in rows(store, "bonus points by player")}

    assert {who: count for who, count in told_of.items() if count} == {"C": 20}


def test_who_solved_it_is_whose_solve_it_is(store: Store) -> None:
    told_of = {row[0]: row[1] for row in rows(store, "last-card solves by player")}

    assert {who: count for who, count in told_of.items() if count} == {"Ben": 1, "Cleo": 1}
