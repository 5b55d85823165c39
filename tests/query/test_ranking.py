"""Which rows come first: single games and targets, and an answer ordered by what it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from storage.query import PhraseError, read, run

from .stored import Row, Stored, stored


@pytest.fixture(scope="module")
def store() -> Stored:
    return stored()


def games(store: Stored) -> dict[int, Row]:
    """Return the games that questions count, by their ids."""
    return {row["game_id"]: row for row in store.rows["games"] if row["played_by"] != "bots"}


def ask(store: Stored, phrase: str) -> Any:
    return run(store.reading, phrase)


@pytest.mark.parametrize(
    ("phrase", "is_longest"),
    [
        ("top 5 games by turns", True),
        ("longest 5 games", True),
        ("5 longest games", True),
        ("top 5 longest games", True),
        ("bottom 5 games by turns", False),
        ("5 shortest games", False),
    ],
)
def test_the_longest_games_are_single_ones(store: Stored, phrase: str, is_longest: bool) -> None:
    turns = sorted((row["turns"] for row in games(store).values()), reverse=is_longest)

    rows = ask(store, phrase).rows

    assert [row[1] for row in rows] == turns[:5]
    assert all(games(store)[row[0]]["turns"] == row[1] for row in rows)


@pytest.mark.parametrize(
    "phrase", ["top 4 targets by turns", "worst 4 targets by turns", "4 longest targets"]
)
def test_so_are_the_longest_targets(store: Stored, phrase: str) -> None:
    told = games(store)
    rounds = {
        (row["game_id"], row["round"]): row
        for row in store.rows["rounds"]
        if row["game_id"] in told
    }
    turns = sorted((row["turns"] for row in rounds.values()), reverse=True)

    rows = ask(store, phrase).rows

    assert [row[3] for row in rows] == turns[:4]
    for game_id, number, value, length, *_ in rows:
        assert rounds[game_id, number]["value"] == value
        assert rounds[game_id, number]["turns"] == length


@pytest.mark.parametrize("column", ["n", "games", "low", "high"])
@pytest.mark.parametrize("way", ["", " descending"])
def test_an_answer_may_be_ordered_by_what_stands_beside_its_figure(
    store: Stored, column: str, way: str
) -> None:
    result = ask(store, f"turns per target by level order by {column}{way}")

    at = [one.name for one in result.columns].index(column)
    known = [row[at] for row in result.rows if row[at] is not None]
    assert len(known) > 2
    assert known == sorted(known, reverse=bool(way))
    assert all(row[at] is not None for row in result.rows[: len(known)])


def test_where_nobody_says_what_is_better_the_best_are_not_guessed() -> None:
    with pytest.raises(PhraseError) as caught:
        read("best 5 players by pass rate")

    assert [str(read(one)) for one in caught.value.suggestions] == [
        "pass rate by player top 5",
        "pass rate by player bottom 5",
    ]


@pytest.mark.parametrize("phrase", ["win rate best", "best win rate", "pass rate top"])
def test_a_word_that_ranks_is_never_passed_over(phrase: str) -> None:
    with pytest.raises(PhraseError):
        read(phrase)


@pytest.mark.parametrize(
    ("where", "column", "value"), [("seat = 0", "seat", 0), ("experience > 0", "experience", None)]
)
def test_what_is_asked_of_a_player_holds_of_one_and_the_same(
    store: Stored, where: str, column: str, value: int | None
) -> None:
    """Anna in the first seat is not Anna at a table with somebody in the first seat."""
    found = 0
    for player in sorted({row["player"] for row in store.rows["seats"]}):
        wanted = {
            row["game_id"]
            for row in store.rows["seats"]
            if row["player"] == player
            and row["game_id"] in games(store)
            and (row[column] == value if value is not None else (row[column] or 0) > 0)
        }
        found += len(wanted)

        result = ask(store, f'number of games where player = "{player}" and {where}')

        assert (result.rows[0][0] if result.rows else 0) == len(wanted)
    assert found
