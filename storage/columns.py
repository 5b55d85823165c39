"""What the engine's facts look like as rows of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from engine import games
from engine.errors import Violation
from engine.facts import SHARED, Column, Facts, Row, Trail, columns_of

from .tables import ALL_GAMES, TABLES, Kinds, group


class Rows(NamedTuple):
    """The rows of one log, without ``game_id``."""

    made: Mapping[str, Sequence[Row]] = {}
    """By table. Tables without rows are left out."""
    trail: Trail | None = None
    """Of what more rows are to be made."""


STORED: Final[Mapping[str, tuple[Column, ...]]] = {
    "games": (Column("log_sha256", "text", "SHA-256 of the log's canonical form."),),
    # Rejected logs have no row in ``games`` in which to look their game up.
    "violations": (Column("game", "text", "The game that the log names."),),
}
"""By table, the columns that storage puts before the engine's, behind ``game_id``."""


def columns(table: str, game: str) -> tuple[Column, ...]:
    """Return the columns of *table* for the logs of *game*, without ``game_id``."""
    known = SHARED[table] if table == "violations" else columns_of(table, games.game(game).columns)
    return (*STORED.get(table, ()), *known)


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


def rows_of(facts: Facts, digest: str) -> Rows:
    """Return the rows of an accepted log with that *digest*."""
    found: dict[str, Sequence[Row]] = {"games": [(digest, *facts.game)]}
    if facts.feedback:
        found["feedback"] = facts.feedback
    if isinstance(facts.told, Trail):
        return Rows(found, facts.told)
    found |= facts.told.tables()
    return Rows({table: rows for table, rows in found.items() if rows})


def violation_rows(game: str | None, violations: Sequence[Violation]) -> Rows:
    """Return the rows of a rejected log."""
    if not violations:
        return Rows()
    rows = [
        (game, nth, fault.code, fault.move, fault.pointer, fault.message, fault.rule)
        for nth, fault in enumerate(violations)
    ]
    return Rows({"violations": rows})
