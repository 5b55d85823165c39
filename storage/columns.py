"""What the engine's facts look like as rows of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from engine import games
from engine.errors import Violation
from engine.facts import SHARED, Column, Columns, Facts, Row, columns_of

from .tables import ALL_GAMES, TABLES, Kinds, group

Rows: TypeAlias = Mapping[str, Sequence[Row] | Columns]
"""The rows of one log by table, without ``game_id``. Tables without rows are left out."""

VIOLATION_GAME: Final = Column("game", "text", "The game that the log names.")
"""Rejected logs have no row in ``games`` in which to look their game up."""


def columns(table: str, game: str) -> tuple[Column, ...]:
    """Return the columns of *table* for the logs of *game*, without ``game_id``."""
    if table == "violations":
        return (VIOLATION_GAME, *SHARED["violations"])
    return columns_of(table, games.game(game).columns)


@cache
def kinds(table: str, game: str) -> Kinds:
    """Return the kinds of the columns that rows of *game* have today. Not to be changed."""
    return {column.name: column.kind for column in columns(table, game)}


def kinds_of(game: str) -> dict[tuple[str, str], Kinds]:
    """Return the kinds of all tables of a game, by table and `group`."""
    return {(table, group(table, game)): kinds(table, game) for table in TABLES}


def installed_kinds() -> dict[tuple[str, str], Kinds]:
    """Return the kinds of all tables of all games that are installed and load."""
    found = {("violations", ALL_GAMES): kinds("violations", ALL_GAMES)}
    for game in games.names():
        try:
            found |= kinds_of(game)
        except Exception:  # noqa: BLE001, S112  (a stranger's package; then its game is not here)
            continue
    return found


def rows_of(facts: Facts) -> Rows:
    """Return the rows of an accepted log."""
    found: Rows = {
        "games": [facts.game],
        "seats": facts.seats,
        "rounds": facts.rounds,
        "moves": facts.told_moves,
        "feedback": facts.feedback,
    }
    return {table: rows for table, rows in found.items() if rows}


def row_by_row(found: Sequence[Row] | Columns) -> Sequence[Row]:
    """Return rows as rows."""
    return found.rows() if isinstance(found, Columns) else found


def violation_rows(game: str | None, violations: Sequence[Violation]) -> Rows:
    """Return the rows of a rejected log."""
    if not violations:
        return {}
    return {
        "violations": [
            (game, nth, fault.code, fault.move, fault.pointer, fault.message, fault.rule)
            for nth, fault in enumerate(violations)
        ]
    }
