"""The laws that hold for every game, ours and anybody's.

Who adds a game lets them judge it: CARDSTATS_TEST_GAMES names the games, CARDSTATS_TEST_SAMPLES the
folder of their sample logs. docs/add-a-game.md says how.
"""

import json
import os
import random
from pathlib import Path

import pytest

from engine import games
from engine.bots.players import RANDOM
from engine.bots.simulate import play_game
from engine.errors import IllegalMove, UnreadableLog
from engine.facts import OWN_TABLES, SHARED, columns_of
from engine.replay import judge, tables
from tests.conftest import LONG

OURS = Path(__file__).parents[1] / "sample_logs"
SAMPLES = Path(os.environ.get("CARDSTATS_TEST_SAMPLES", OURS))
BROKEN = SAMPLES / "broken"
GAMES = os.environ.get("CARDSTATS_TEST_GAMES", " ".join(games.OURS)).split()
SEEDS = range(60 if LONG else 6)

KINDS = {"whole": int, "number": float, "text": str, "flag": bool}


def settings(name):
    """Every level with every number of players, and some of the options."""
    rules = games.game(name)
    least, most = rules.players
    for level in rules.levels:
        for players in range(least, most + 1):
            yield level, players


def simulated(name, seed):
    choices = list(settings(name))
    level, players = choices[seed % len(choices)]
    return play_game(games.game(name), seed=seed, players=players, level=level)


def log_of(document):
    verdict = judge(json.dumps(document).encode())
    assert verdict.violations == []
    return verdict.log


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_sample_is_accepted(path):
    verdict = judge(path.read_bytes())

    assert verdict.violations == []
    assert verdict.facts is not None


@pytest.mark.skipif(SAMPLES != OURS, reason="others may be content with fewer")
@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_dozen_samples(name):
    assert len(list(SAMPLES.glob(f"{name}-*.json"))) >= 12


@pytest.mark.parametrize(
    "path",
    sorted(BROKEN.glob("*.json")),
    ids=lambda path: path.stem,
)
def test_every_broken_sample_gets_the_verdict_beside_it(path):
    expected = json.loads(path.with_suffix(".verdict").read_text())
    try:
        verdict = judge(path.read_bytes())
    except UnreadableLog as error:
        parts = {name: getattr(error, name) for name in ("code", "message", "place", "hint")}
        found = {"status": "unreadable", "error": parts}
    else:
        found = {
            "status": verdict.status,
            "violations": [fault.to_json() for fault in verdict.violations],
        }

    assert found == expected


@pytest.mark.parametrize("name", GAMES)
def test_every_fault_has_a_broken_sample_named_after_it(name):
    for code in games.game(name).faults:
        path = BROKEN / f"{name}-{code}.verdict"
        assert path.exists(), code
        assert [fault["code"] for fault in json.loads(path.read_text())["violations"]] == [code]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_simulated_game_replays_and_gives_the_same_facts_again(name, seed):
    document = simulated(name, seed)

    once = judge(json.dumps(document).encode())
    again = judge(json.dumps(document, indent=1, sort_keys=True).encode())

    assert once.violations == []
    assert once.facts == again.facts
    assert once.digest() == again.digest()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_hiding_the_deal_and_the_draws_accuses_nobody(name, seed):
    """Knowing less may leave us less sure; it may not make us accuse anyone."""
    document = simulated(name, seed)
    rng = random.Random(seed)
    for _ in range(4):
        told = json.loads(json.dumps(document))
        deal = told["deal"]
        for hand in [*deal["hands"], deal.get("stock", [])]:
            hand[:] = ["?" if rng.random() < 0.4 else card for card in hand]
        if rng.random() < 0.5:
            del deal[rng.choice(list(deal))]
        for move in told["moves"]:
            for key in ("drew", "total", "value"):
                if rng.random() < 0.3:
                    move.pop(key, None)
        assert judge(json.dumps(told).encode()).violations == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_move_leaves_the_table_as_it_was(name, seed):
    """Moves of one game are tried at every moment of another of the same table."""
    rules = games.game(name)
    document = simulated(name, seed)
    log = log_of(document)
    strangers = list(log.moves)
    rng = random.Random(seed)
    refused = 0
    for _, table in tables(log):
        for move in rng.sample(strangers, min(6, len(strangers))):
            before = rules.copy(table)
            try:
                rules.apply(rules.copy(table), move)
            except IllegalMove:
                with pytest.raises(IllegalMove):
                    rules.apply(table, move)
                assert table == before
                refused += 1
    assert refused > 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_move_can_be_made_and_all_are_different(name, seed):
    rules = games.game(name)
    log = log_of(simulated(name, seed))
    rng = random.Random(seed)
    for at, (_, table) in enumerate(tables(log)):
        if at % 5:
            continue
        moves = rules.legal(table)
        assert (rules.waiting(table) is None) == (moves == [])
        assert len({repr(sorted(move.items(), key=str)) for move in moves}) == len(moves)
        for move in rng.sample(moves, min(8, len(moves))):
            twin = rules.copy(table)
            assert list(rules.apply(twin, rules.spoken(twin, move))) == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_row_fits_its_columns(name, seed):
    rules = games.game(name)
    facts = judge(json.dumps(simulated(name, seed)).encode()).facts
    for table, rows in facts.tables().items():
        columns = columns_of(table, rules.columns)
        for row in rows:
            assert len(row) == len(columns), table
            for value, column in zip(row, columns, strict=True):
                if value is not None and column.kind != "time":
                    kind = KINDS[column.kind]
                    fits = type(value) is kind or (kind is float and type(value) is int)
                    assert fits, (table, column.name, value)


@pytest.mark.parametrize("name", GAMES)
def test_every_column_says_what_it_is(name):
    rules = games.game(name)
    for table in OWN_TABLES:
        names = [column.name for column in columns_of(table, rules.columns)]
        assert len(names) == len(set(names)), table
        for column in rules.columns.get(table, ()):
            assert column.sentence.endswith("."), column.name
            assert column.kind in (*KINDS, "time")
    assert set(rules.columns) <= set(OWN_TABLES)
    assert {column.name for column in SHARED["games"]} >= {"game", "level", "outcome", "score"}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_can_be_drawn_at_every_move_from_every_seat(name, seed):
    rules = games.game(name)
    log = log_of(simulated(name, seed))
    for _, table in tables(log):
        for seat in (None, *range(len(log.players))):
            view = rules.view(table, seat)
            assert json.loads(json.dumps(view)) == view
            assert all(isinstance(line, str) for line in rules.picture(view))


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game(name):
    rules = games.game(name)
    least, _ = rules.players

    one = play_game(rules, seed=5, players=least, bots=(RANDOM,))

    assert one == play_game(rules, seed=5, players=least, bots=(RANDOM,))
    assert one != play_game(rules, seed=6, players=least, bots=(RANDOM,))
