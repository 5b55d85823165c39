"""What a game has several of: its players, its tags; who of them wins, and by how much."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from storage import Store, open_store
from storage.query import PhraseError, run

SAMPLES = Path(__file__).parents[2] / "sample_logs"
GAMES = ("equator", "spot-on", "top-spot")


@pytest.fixture(scope="module")
def logs() -> list[dict[str, Any]]:
    """Return sample logs that are no bots', some of them tagged."""
    found = []
    for file in sorted(SAMPLES.glob("*.json")):
        log = json.loads(file.read_bytes())
        if log["game"] in GAMES and log.get("source") != "bot":
            nth = len(found)
            log["tags"] = [["new", "long night"], ["new"], [], ["a, b", 'say "x"']][nth % 4]
            found.append(log)
    assert len(found) > 20
    return found


@pytest.fixture(scope="module")
def store(logs: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(tmp_path_factory.mktemp("tables")) as found:
        receipts = list(found.put_many(("", json.dumps(log).encode()) for log in logs))
        assert {one.status for one in receipts} == {"accepted"}
        yield found


def rows(store: Store, phrase: str) -> tuple[tuple[Any, ...], ...]:
    with store.reading() as reading:
        return run(reading, f"{phrase} including bots").rows


def names(log: dict[str, Any]) -> set[str]:
    return {one["name"] if isinstance(one, dict) else one for one in log["players"]}


PAIRS = [
    ("with {0} and {1}", all),
    ("{0} and {1} together", all),
    ("in games with {0} and {1}", all),
    ("where player all of {0}, {1}", all),
    ("for {0} and {1}", any),
    ("with {0} or {1}", any),
    ("for {0}, {1}", any),
]


@pytest.mark.parametrize(("said", "quantifier"), PAIRS)
def test_with_two_players_are_the_games_in_which_both_sat(
    store: Store, logs: list[dict[str, Any]], said: str, quantifier: Any
) -> None:
    """Counted in the logs' own lists of players."""
    seen = Counter(name for log in logs for name in names(log))
    asked = [name for name, _ in seen.most_common(6)]
    counts = []
    for pair in pairwise(asked):
        games = sum(quantifier(one in names(log) for one in pair) for log in logs)
        counts.append(games)
        assert rows(store, f"games {said.format(*pair)}")[0][0] == games
    assert len(set(counts)) > 1


def test_of_a_table_the_turns_of_all_its_players_count(
    store: Store, logs: list[dict[str, Any]]
) -> None:
    """`for Anna and Ben` are their own turns, `with Anna and Ben` those of the tables they shared."""
    seen = Counter(name for log in logs for name in names(log))
    (one, _), (other, _) = seen.most_common(2)

    both = rows(store, f"turns with {one} and {other}")[0][0]
    with store.reading() as reading:
        by_hand = reading.connection.execute(
            "SELECT avg(turns) FROM games WHERE game_id IN (SELECT game_id FROM seats"
            f" WHERE player = '{one}' INTERSECT SELECT game_id FROM seats WHERE player = '{other}')"
        ).fetchall()[0][0]

    assert both == pytest.approx(by_hand)
    assert both != pytest.approx(rows(store, f"turns for {one} and {other}")[0][0])


def test_only_what_a_game_has_several_of_is_asked_for_all_of_it(store: Store) -> None:
    with pytest.raises(PhraseError, match="A game has one level"):
        rows(store, "games where level all of hard, easy")


@pytest.mark.parametrize("tag", ["new", "long night", "a, b", 'say "x"'])
def test_a_tag_is_found_whatever_it_holds(
    store: Store, logs: list[dict[str, Any]], tag: str
) -> None:
    quoted = tag.replace('"', '""')
    games = sum(tag in log["tags"] for log in logs)

    assert rows(store, f'games where tag = "{quoted}"') == ((games,),)
    assert rows(store, f'games where tag is not "{quoted}"') == ((len(logs) - games,),)


def test_a_game_counts_once_for_each_of_its_tags(store: Store, logs: list[dict[str, Any]]) -> None:
    counts = Counter(tag for log in logs for tag in log["tags"])

    assert {row[0]: row[1] for row in rows(store, "games by tag")} == counts
    both = sum({"new", "long night"} <= set(log["tags"]) for log in logs)
    assert rows(store, 'games where tag all of "new", "long night"') == ((both,),)
    assert rows(store, "games without tags") == ((sum(not log["tags"] for log in logs),),)


def test_games_with_and_without_feedback_are_all_games(
    store: Store, logs: list[dict[str, Any]]
) -> None:
    with_it = sum(any("ratings" in one for one in log.get("feedback", ())) for log in logs)

    assert with_it
    assert rows(store, "games with feedback") == ((with_it,),)
    assert rows(store, "games without feedback") == ((len(logs) - with_it,),)


def scores(store: Store, name: str) -> dict[int, list[int]]:
    """Return the seats' scores of each game that was played to an end, as plain rows."""
    with store.reading() as reading:
        found = reading.connection.execute(
            "SELECT game_id, list(score ORDER BY seat) FROM seats JOIN"
            f" (SELECT game_id FROM games WHERE game = '{name}' AND outcome = 'finished')"
            " USING (game_id) GROUP BY game_id"
        ).fetchall()
    return dict(found)


@pytest.mark.parametrize("name", ["top-spot", "equator"])
def test_who_has_the_most_points_wins_and_a_tie_counts_for_each(store: Store, name: str) -> None:
    """By the rules' end of the game; worked out anew from the seats' scores."""
    found = scores(store, name)
    assert len(found) >= 3
    firsts = [seat for game in found.values() for seat, one in enumerate(game) if one == max(game)]
    seats = [seat for game in found.values() for seat, _ in enumerate(game)]

    told = rows(store, f"seat win rate by seat where game = {name}")

    wins, at_all = Counter(firsts), Counter(seats)
    assert [(row[0], row[1]) for row in told] == [
        (seat, pytest.approx(wins[seat] / at_all[seat])) for seat in sorted(at_all)
    ]
    assert rows(store, f"how many wins in {name}")[0][0] == len(firsts)


@pytest.mark.parametrize("name", ["top-spot", "equator"])
def test_the_margin_is_between_the_first_and_the_second(store: Store, name: str) -> None:
    margins = [first - second for *_, second, first in map(sorted, scores(store, name).values())]

    told = rows(store, f"winning margin where game = {name}")[0]

    assert told[0] == pytest.approx(sum(margins) / len(margins))
    assert rows(store, f"min winning margin where game = {name}")[0][0] == min(margins)


def test_a_lost_game_misses_its_goal_by_its_shortfall(store: Store) -> None:
    with store.reading() as reading:
        lost = reading.connection.execute(
            "SELECT goal - score FROM games WHERE outcome = 'lost'"
        ).fetchall()

    short = Counter(row[0] for row in lost)
    assert short
    told = rows(store, "how close were the lost games")
    assert {row[0]: row[1] for row in told} == short
    assert rows(store, "near misses")[0][0] == short[1]
