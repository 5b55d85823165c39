"""What designers ask is answered as they mean it, on a store of sample and simulated games."""

from __future__ import annotations

import json
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.bots.simulate import play_game
from engine.games import game
from storage import open_store
from storage.query import PhraseError, Query, read, run
from storage.query.values import Store

from .designers import NOT_READ, NOT_TOLD, PHRASES

SAMPLES = Path(__file__).parents[2] / "sample_logs"
GAMES = {"spot-on": 60, "pot-luck": 40, "top-spot": 25, "equator": 8}
NAMES = ["Anna", "Ben", "Chloe", "Dev", "Eli", "Fay"]
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def logs() -> Iterator[bytes]:
    """Yield the sample logs and simulated ones, of which some are said to be of people."""
    rng = random.Random(5)
    for file in sorted(SAMPLES.rglob("*.json")):
        yield file.read_bytes()
    for name, count in GAMES.items():
        for seed in range(count):
            log = (
                play_game(
                    game(name),
                    seed=seed,
                    players=rng.choice([3, 4] if name == "top-spot" else [2, 3, 4]),
                    level=rng.choice(["easy", "normal", "hard", "expert"]),
                )
                if name in ("spot-on", "pot-luck")
                else play_game(game(name), seed=seed, players=3)
            )
            yield json.dumps(log if rng.random() < 0.1 else _of_people(log, rng)).encode()


def _of_people(log: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    people = rng.sample(NAMES, len(log["players"]))
    renamed = {one["name"]: who for one, who in zip(log["players"], people, strict=True)}
    log["players"] = [{"name": who, "kind": "human"} for who in people]
    for nth, move in enumerate(log["moves"]):
        move["player"] = renamed[move["player"]]
        move["t"] = nth * 12
    days = rng.randint(0, 200)
    return log | {
        "source": "table",
        "played_at": (NOW - timedelta(days=days)).isoformat(),
        "session": f"night-{days // 14}",
        "location": rng.choice(["Home", "Club", "Essen"]),
        "rules": log["rules"] | {"version": "A" if days > 90 else "B"},
        "feedback": [{"player": people[0], "ratings": {"fun": rng.randint(1, 5)}, "comment": "…"}],
    }


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_store(tmp_path_factory.mktemp("designers")) as store:
        assert sum(one.status == "accepted" for one in store.put_many(("", log) for log in logs()))
        with store.reading() as found:
            yield found


@pytest.fixture(scope="module")
def values(reading: Any) -> Store:
    return Store(reading.connection)


def test_there_are_enough_of_them() -> None:
    assert len(PHRASES) >= 150
    assert len(NOT_READ) <= 0.05 * len(PHRASES)


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_designers_phrase_is_read_as_it_is_meant(values: Store, phrase: str) -> None:
    query = read(phrase, store=values)

    assert str(query) == PHRASES[phrase]
    assert read(PHRASES[phrase], store=values) == query
    assert Query.from_json(json.loads(json.dumps(query.to_json()))) == query


EVERY = 1 if os.environ.get("CARDSTATS_TEST_LONG") else 4


@pytest.mark.parametrize("echo", sorted(set(PHRASES.values()))[::EVERY])
def test_and_answered(reading: Any, echo: str) -> None:
    result = run(reading, echo, now=NOW)

    binned = result.query._replace(by=tuple(one._replace(bins=None) for one in result.query.by))
    assert echo in (result.echo, str(binned))  # a number with too many values is put in bins
    assert result.columns
    assert result.text()
    heads = [column.title for column in result.columns if column.title]
    if len(result.query.measures) == 1:
        assert len(set(heads)) == len(heads)


@pytest.mark.parametrize("phrase", NOT_READ)
def test_what_is_not_read_is_answered_with_a_way_out(reading: Any, phrase: str) -> None:
    with pytest.raises(PhraseError) as caught:
        run(reading, phrase, now=NOW)

    error = caught.value
    assert NOT_READ[phrase] in " ".join((*error.suggestions, error.hint))
    for suggestion in error.suggestions:
        run(reading, error.mended(suggestion), now=NOW)


@pytest.mark.parametrize("phrase", NOT_TOLD)
def test_what_cannot_be_told_leads_to_the_nearest_that_can(reading: Any, phrase: str) -> None:
    with pytest.raises(PhraseError) as caught:
        run(reading, phrase, now=NOW)

    error = caught.value
    assert NOT_TOLD[phrase] in (error.suggestions[0] if error.suggestions else error.hint)
    for suggestion in error.suggestions:
        mended = error.mended(suggestion)
        try:
            run(reading, mended, now=NOW)
        except PhraseError as another:  # one slip is mended, and the next one is told
            assert another.start > error.start  # noqa: PT017 - the first error was caught by pytest


def test_what_hides_behind_a_word_has_another_subject_no_more(reading: Any) -> None:
    """Where nothing is like it, nothing is offered but the way to all that can be asked."""
    with pytest.raises(PhraseError) as caught:
        run(reading, "was the player planning ahead when they left 43", now=NOW)

    assert caught.value.suggestions == ()
    assert "cardstats metrics --search" in caught.value.hint


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (("additions", "subtractions", "multiplications", "divisions"), "plays"),
        (("follows", "off-colour plays"), "turns to follow"),
    ],
)
def test_what_a_whole_is_made_of_adds_up_to_it(
    reading: Any, parts: tuple[str, ...], whole: str
) -> None:
    game = "spot-on" if whole == "plays" else "top-spot"
    counts = [
        run(reading, f"number of {one} where game = {game}", now=NOW).rows[0][0]
        for one in (*parts, whole)
    ]

    assert counts[-1] > 0
    assert sum(counts[:-1]) == counts[-1]


def test_every_right_claim_solves_one_equation(reading: Any) -> None:
    solved = run(reading, "number of equations solved by player", now=NOW)
    claims = run(reading, "number of right claims by player", now=NOW)

    assert [row[:2] for row in solved.rows] == [row[:2] for row in claims.rows]


def test_time_spent_is_what_the_clocks_of_the_moves_say(reading: Any) -> None:
    """Added up here one by one; halves of a second are kept."""
    spent = defaultdict(float)
    moves = reading.connection.execute(
        "SELECT game_id, round, seconds FROM moves JOIN (SELECT game_id FROM games"
        " WHERE game = 'pot-luck' AND played_by <> 'bots' AND seconds IS NOT NULL) USING (game_id)"
        " WHERE round IS NOT NULL AND seconds IS NOT NULL"
    ).fetchall()
    for game_id, number, seconds in moves:
        spent[game_id, number] += seconds

    result = run(reading, "time per pot", now=NOW)

    assert spent
    assert result.rows[0][0] == pytest.approx(sum(spent.values()) / len(spent))


def test_the_games_of_a_session_are_numbered_as_they_were_played(reading: Any) -> None:
    """Numbered here one by one, bots' games too; the answer counts those of people."""
    games = reading.connection.execute(
        "SELECT session, played_at, game_id, played_by FROM games"
    ).fetchall()
    counts: dict[int, int] = defaultdict(int)
    sessions: dict[str, list[Any]] = defaultdict(list)
    for session, played_at, game_id, played_by in games:
        if session is not None:
            sessions[session].append((played_at is None, played_at or 0, game_id, played_by))
    for session_games in sessions.values():
        for nth, (*_, played_by) in enumerate(sorted(session_games), 1):
            counts[nth] += played_by != "bots"

    result = run(reading, "number of games by session game where session is known", now=NOW)

    assert {row[0]: row[1] for row in result.rows} == {nth: n for nth, n in counts.items() if n}


def test_each_turn_lies_in_one_half_of_its_game(reading: Any) -> None:
    """Told apart here turn by turn: of five the first three are the first half."""
    turns = reading.connection.execute(
        "SELECT turn, turns FROM (SELECT game_id, turn FROM moves WHERE turn IS NOT NULL)"
        " JOIN (SELECT game_id, turns FROM games WHERE played_by <> 'bots') USING (game_id)"
    ).fetchall()
    first = sum(turn <= (of + 1) // 2 for turn, of in turns)

    result = run(reading, "number of turns by game half", now=NOW)

    assert {row[0]: row[1] for row in result.rows} == {"first": first, "second": len(turns) - first}
