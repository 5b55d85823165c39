"""The catalogue: what it names exists, and what it says is said once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.facts import columns_of
from engine.games import OURS, game
from engine.metrics import NEEDS, Dimension, Metric
from storage.query import PhraseError, Query, read, run
from storage.query.cases import DERIVED, names_in
from storage.query.catalogue import (
    ROUNDS,
    Catalogue,
    catalogue,
    normal,
    vocabulary,
    whole_catalogue,
    words_of_ours,
)
from storage.query.listed import listed
from storage.query.query import Measure, Step
from tests.docs.questions import examples

from .stored import stored

PAGE = Path(__file__).parents[2] / "docs" / "query.md"

NAMES = catalogue()
SQL_WORDS = {
    *"case when then else end and or not in is null true false like between".split(),
    *map(str.upper, "case when then else end and or not in is null true false".split()),
}


def columns(table: str, games: tuple[str, ...]) -> set[str]:
    found = {"game_id"}
    if table == "violations":
        found.add("game")
    for name in games or OURS:
        found |= {column.name for column in columns_of(table, game(name).columns)}
    return found


def shared_columns(table: str) -> set[str]:
    return {column.name for column in columns_of(table, {})} | {"game_id", "game"}


@pytest.mark.parametrize("name", NAMES.metrics)
def test_a_metric_is_told_by_columns_that_its_games_have(name: str) -> None:
    metric = NAMES.metrics[name]
    for table, text in metric.at.items():
        has = columns(table, metric.games) if metric.games else shared_columns(table)
        assert names_in(text) - SQL_WORDS <= has | set(DERIVED.get(table, ())), (table, text)
        for own in metric.own.get(table, {}).values():
            assert names_in(own) <= columns(table, metric.games) | set(DERIVED.get(table, ()))
    assert bool(metric.at) != bool(metric.top and metric.bottom)
    for part in (metric.top, metric.bottom):
        assert not part or part in NAMES.metrics
    assert not metric.whole or metric.whole in NAMES.metrics
    assert not metric.by or metric.by in NAMES.dimensions
    assert metric.per in NAMES.units
    assert set(metric.needs) <= set(NEEDS)
    assert metric.sentence.endswith(".")
    assert metric.name == metric.name.lower()


@pytest.mark.parametrize("name", NAMES.metrics)
def test_both_sides_of_a_rate_are_told_by_one_table(name: str) -> None:
    metric = NAMES.metrics[name]
    if metric.top:
        top, bottom = NAMES.metrics[metric.top], NAMES.metrics[metric.bottom]
        assert set(top.at) & set(bottom.at)
    if metric.whole and metric.whole != metric.name:
        assert set(metric.at) & set(NAMES.metrics[metric.whole].at)


@pytest.mark.parametrize("name", NAMES.dimensions)
def test_a_dimension_is_told_by_columns_that_its_games_have(name: str) -> None:
    dimension = NAMES.dimensions[name]
    for table, text in dimension.at.items():
        has = set()
        if table != "tags":  # which is unfolded from the games' own
            has = columns(table, dimension.games) if dimension.games else shared_columns(table)
        has |= set(DERIVED.get(table, ()))
        assert names_in(text) - SQL_WORDS <= has, (table, text)
    assert dimension.is_open or dimension.values
    assert set(dimension.needs) <= set(NEEDS)
    assert dimension.sentence.endswith(".")


def test_there_is_enough_to_ask() -> None:
    assert len(NAMES.metrics) >= 40
    assert len(NAMES.dimensions) >= 30


@pytest.mark.parametrize("name", NAMES.metrics)
def test_a_metric_is_read_by_its_name(name: str) -> None:
    assert read(name).measures[0].metric == name


@pytest.mark.parametrize("name", NAMES.dimensions)
def test_a_dimension_is_read_by_its_name(name: str) -> None:
    assert read(f"games by {name}").by[0].dimension == name


@pytest.mark.parametrize("name", OURS)
def test_what_a_game_never_tells_is_shared_and_said_of_the_others(name: str) -> None:
    """Nobody wins or loses a game of Top Spot or Equator together, by their rules."""
    untold = getattr(game(name), "untold", ())
    for one in untold:
        found = [NAMES.metrics.get(one), NAMES.dimensions.get(one)]
        assert any(found)
        for shared in found:
            assert shared is None or name not in shared.games
    assert ("win rate" in untold) == (name in ("top-spot", "equator"))


def test_rounds_are_called_what_the_games_call_them() -> None:
    assert {name: game(name).unit for name in OURS} == ROUNDS


def test_a_game_of_another_package_brings_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found only where a word is unknown else, so that nobody waits for it."""
    metric = Metric("sheep", "Sheep sheared.", {"moves": "type = 'shear'"}, games=("shepherd",))
    dimension = Dimension("flock", "Which flock.", {"moves": "card"}, games=("shepherd",))

    class Shepherd:
        unit = "pasture"
        metrics = (metric,)
        dimensions = (dimension,)
        aliases = {"shearing time": ("turns", "pasture")}  # noqa: RUF012

    def found(name: str) -> object:
        return Shepherd() if name == "shepherd" else game(name)

    monkeypatch.setattr("storage.query.catalogue.game", found)
    monkeypatch.setattr("storage.query.catalogue.names", lambda: (*OURS, "shepherd"))
    whole_catalogue.cache_clear()
    try:
        names = whole_catalogue()
    finally:
        whole_catalogue.cache_clear()

    assert read("sheep per pasture by flock", names) == Query(
        (Measure("mean", "sheep", "pasture"),), (Step("flock"),)
    )
    assert read("shearing time", names).measures == (Measure("mean", "turns", "pasture"),)


@pytest.fixture
def shepherd(monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    """A game of another package whose metrics are made of words that mean something already."""

    class Shepherd:
        unit = "pasture"
        metrics = (
            Metric("best score", "The best fleece.", {"games": "score"}, games=("shepherd",)),
            Metric("wool", "Wool shorn.", {"moves": "after"}, kind="value", games=("shepherd",)),
        )
        dimensions = ()
        aliases: dict[str, tuple[str, str]] = {}  # noqa: RUF012

    monkeypatch.setattr(
        "storage.query.catalogue.game",
        lambda name: Shepherd() if name == "shepherd" else game(name),
    )
    monkeypatch.setattr("storage.query.catalogue.names", lambda: (*OURS, "shepherd"))
    whole_catalogue.cache_clear()
    yield whole_catalogue()
    whole_catalogue.cache_clear()


def test_a_metric_of_known_words_is_found_where_its_game_is_stored(shepherd: Catalogue) -> None:
    store = stored(games=20, seed=11)
    assert str(run(store.reading, "best score by level").query) == "max score by level"

    store.reading.connection.execute("BEGIN")
    store.reading.connection.execute("UPDATE games SET game = 'shepherd' WHERE game_id <= 5")
    store.reading.remembered.clear()  # a reading's games never change, but for this one
    try:
        found = run(store.reading, "best score by level").query
    finally:
        store.reading.connection.execute("ROLLBACK")
        store.reading.remembered.clear()

    assert found.measures[0].metric == "best score"


def test_a_value_of_moves_is_averaged_over_moves(shepherd: Catalogue) -> None:
    """Its author left ``per`` at its default, which no row of its table is."""
    assert shepherd.metrics["wool"].per == "turn"

    store = stored(games=20, seed=11)
    with pytest.raises(PhraseError) as caught:
        run(store.reading, "wool by rule break")

    assert " by ." not in str(caught.value)
    assert "level" in caught.value.hint


def test_a_package_that_fails_to_load_stops_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("storage.query.catalogue.game", found)
    monkeypatch.setattr("storage.query.catalogue.names", lambda: (*OURS, "broken"))
    whole_catalogue.cache_clear()
    try:
        assert isinstance(whole_catalogue(), Catalogue)
    finally:
        whole_catalogue.cache_clear()


def test_words_are_compared_without_case_and_hyphens() -> None:
    assert normal("Open-Hands") == normal("open hands") == "open hands"


def test_every_example_of_the_page_reads() -> None:
    for phrase in examples(PAGE.read_text(encoding="utf-8")):
        assert read(phrase, store=_Anything())


class _Anything:
    """A store with the names that the page uses."""

    def words(self):
        return {
            "anna": [("player", "Anna")],
            "fun": [("rating", "fun")],
            "print a": [("rules version", "print A")],
            "print b": [("rules version", "print B")],
            **{level: [("level", level)] for level in ("easy", "normal", "hard", "expert")},
        }

    def of(self, dimension):
        return None


def test_values_are_listed_up_to_a_number_or_all_of_them() -> None:
    store = stored(games=20, seed=11)
    player = catalogue().dimensions["player"]
    (players,) = store.reading.connection.execute(
        "SELECT count(DISTINCT player) FROM seats"
    ).fetchone()

    assert len(listed(player, store.reading.connection, most=1)) == 1 < players
    assert len(listed(player, store.reading.connection, most=None)) == players


def test_the_words_that_are_shipped_are_those_that_are_made() -> None:
    """`python -m storage.query.tables` writes them anew."""
    shipped, made = vocabulary.ready(), words_of_ours()

    assert list(shipped.readings) == list(made.readings)
    assert dict(shipped.readings.items()) == dict(made.readings.items())
    assert (len(shipped.readings), shipped.longest) == (len(made.readings), made.longest)


def test_words_are_found_one_by_one() -> None:
    readings = vocabulary.ready().readings

    assert readings["win rate"] == words_of_ours().readings["win rate"] != []
    assert "win rate" in readings
    assert readings.get("win rates of nobody", ()) == ()
    assert "nonsense" not in readings
    assert 7 not in readings
    with pytest.raises(KeyError):
        readings["nonsense"]
