"""What a log tells is counted, none of it as well; what it hides is left out and said so."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from engine.bots.players import bots_of
from engine.bots.simulate import play_game
from engine.games import OURS, game
from storage import open_store
from storage.query import PhraseError, run
from storage.query.catalogue import catalogue
from tests.judges import pot_luck

NAMES = catalogue()
BESIDE = {"clock", "feedback", "result", "session", "date", "deal"}
"""What a log tells beside its moves and hands."""


def logs() -> Iterator[dict[str, Any]]:
    """Yield logs that tell all hands, of people."""
    rng = random.Random(3)
    for name in OURS:
        for seed in range(30 if name == "pot-luck" else 8):
            players = 3 if name == "top-spot" else 2
            known = bots_of(game(name))
            bots = [known["simple" if name == "pot-luck" else "random"]]
            log = play_game(game(name), seed=seed, players=players, bots=bots)
            log["players"] = [{"name": one["name"], "kind": "human"} for one in log["players"]]
            yield log | {"source": "table", "session": f"night-{rng.randint(1, 6)}"}


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_store(tmp_path_factory.mktemp("told")) as store:
        found = store.put_many(("", json.dumps(log).encode()) for log in logs())
        assert {one.status for one in found} == {"accepted"}
        with store.reading() as open_reading:
            yield open_reading


def counts() -> Iterator[str]:
    """Yield the counts of moves, rounds and seats that a log with all hands tells of every game."""
    for metric in NAMES.metrics.values():
        is_count = metric.kind == "count" and not metric.top and metric.name not in NAMES.hidden
        is_count = is_count and metric.name != "games"
        # Of what is averaged over rounds those count that have it: cards spent, of rounds won.
        if is_count and metric.per != "round" and not set(metric.needs) & BESIDE:
            if "violations" not in metric.at:
                yield metric.name


@pytest.mark.parametrize("metric", list(counts()))
def test_a_game_in_which_none_happened_counts_with_none(reading: Any, metric: str) -> None:
    """A pot luck game without a bust had no avoidable one: that is known, and no hand hides it."""
    try:
        answer = run(reading, f"mean {metric} per game")
    except PhraseError as error:
        if error.code == "does-not-fit":
            pytest.skip("it is no figure of games")
        raise
    games = NAMES.games_of(metric) or tuple(OURS)
    (told,) = reading.connection.execute(
        "SELECT count(*) FROM games WHERE list_contains(?, game)", [list(games)]
    ).fetchone()

    assert told
    assert answer.games == told
    assert not answer.left_out


@pytest.mark.parametrize("metric", ["avoidable busts", "preventable busts", "told busts"])
def test_busts_of_a_game_are_those_of_its_pots(reading: Any, metric: str) -> None:
    """By the rows of the pots, in plain Python."""
    holds = {
        "avoidable busts": lambda cause, _: cause == "avoidable",
        "preventable busts": lambda _, before: before is True,
        "told busts": lambda cause, _: cause != "unknown",
    }[metric]
    rows = reading.connection.execute(
        "SELECT game_id, rounds.outcome, rounds.cause, preventable_before"
        " FROM games JOIN rounds USING (game_id) WHERE game = 'pot-luck'"
    ).fetchall()
    busts: dict[int, int] = defaultdict(int)
    for game_id, outcome, cause, before in rows:
        busts[game_id] += outcome == "bust" and holds(cause, before)

    answer = run(reading, f"distribution of {metric} per game")

    assert {row[0]: row[1] for row in answer.rows} == Counter(busts.values())
    assert 0 in busts.values()


def test_games_of_which_a_bust_is_hidden_do_not_tell_how_many_were_avoidable(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Nor do plays whose open cards were not noted count as no set-ups."""
    whole = [log for log in logs() if log["game"] == "pot-luck"]
    rng = random.Random(4)
    hidden = [pot_luck.hide(log, rng, "table") for log in whole[:12]]
    for log in hidden:
        log["moves"] = [move for move in log["moves"] if move["type"] != "open"]
    with open_store(tmp_path_factory.mktemp("hidden")) as store:
        list(store.put_many(("", json.dumps(log).encode()) for log in hidden + whole[12:]))
        with store.reading() as found:
            busts = run(found, "mean avoidable busts per game")
            set_ups = run(found, "set-up rate")
            (without,) = found.connection.execute(
                "SELECT count(DISTINCT game_id) FROM rounds WHERE cause = 'unknown'"
            ).fetchone()
            k, m = found.connection.execute(
                "SELECT sum(set_ups), sum(plays) FROM seats WHERE set_ups IS NOT NULL"
            ).fetchone()
            (plays,) = found.connection.execute("SELECT sum(plays) FROM games").fetchone()

    assert without
    assert busts.games == len(whole) - without
    assert [one.games for one in busts.left_out] == [without]
    assert set_ups.rows[0][0] == pytest.approx(k / m)
    assert set_ups.n == m < plays


@pytest.mark.parametrize(
    ("phrase", "split"),
    [
        ("turns per session", ""),
        ("turns per session by game", "game"),
        ("mean hits per session", ""),
        ("rounds won per session by player for top-spot", ""),
    ],
)
def test_an_answer_by_session_says_how_many_games_it_rests_on(
    reading: Any, phrase: str, split: str
) -> None:
    answer = run(reading, phrase)
    asked = {"mean hits per session": "spot-on"}.get(phrase, "top-spot" if "for" in phrase else "")
    rows = reading.connection.execute(
        "SELECT game, count(*) FROM games WHERE session IS NOT NULL GROUP BY game"
    ).fetchall()
    games = {name: count for name, count in rows if asked in ("", name)}

    assert answer.games == sum(games.values())
    if split:
        at = [column.name for column in answer.columns].index("games")
        assert {row[0]: row[at] for row in answer.rows} == games
