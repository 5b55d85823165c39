"""The tables and columns that SQL reads, from what the engine and the games say of their facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engine import games
from engine.errors import UnknownGame
from engine.facts import SHARED

from .columns import STORED
from .tables import DUCKDB

ABOUT: Final[Mapping[str, str]] = {
    "games": "a row is an accepted game.",
    "seats": "a row is a player in a game.",
    "rounds": "a row is a target, pot, trick or equation.",
    "moves": "a row is a move.",
    "feedback": "a row is a rating or remark.",
    "violations": "a row is a fault of a rejected log.",
}
"""Each table with what a row of it is."""


class SqlColumn(NamedTuple):
    """One column of one table."""

    table: str
    column: str
    type: str
    """DuckDB's."""
    unit: str
    sentence: str
    game: str
    """Whose own it is; nothing where all games have it."""


def columns() -> Iterator[SqlColumn]:
    """Yield all columns, table by table, those of all games first."""
    for table, shared in SHARED.items():
        yield SqlColumn(table, "game_id", DUCKDB["whole"], "", "The log's id in the store.", "")
        for one in (*STORED.get(table, ()), *shared):
            yield SqlColumn(table, one.name, DUCKDB[one.kind], one.unit, one.sentence, "")
        for name in games.names():
            try:
                own = games.game(name).columns.get(table, ())
            except UnknownGame:  # a package that does not load brings no columns
                continue
            for one in own:
                yield SqlColumn(table, one.name, DUCKDB[one.kind], one.unit, one.sentence, name)
