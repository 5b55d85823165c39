"""Counts on how many games of a store each metric and dimension can be told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.metrics import Dimension, Metric

from .cases import DERIVED, names_in, source_of
from .catalogue import Catalogue
from .database import columns_of
from .dealt import dealt
from .plan import Elsewhere


def told(reading: Any, names: Catalogue) -> dict[tuple[str, str], int]:
    """Return by (``metric`` or ``dimension``, name) the games that can tell it.

    Those of bots and those of no goal count too; of a metric that is told of rejected logs it is
    these. One look through each table.
    """
    connection = reading.connection
    elsewhere = Elsewhere(dealt=dealt(reading))
    columns = columns_of(connection)
    asked: dict[str, dict[tuple[str, str], str]] = {}
    found: dict[tuple[str, str], int] = {}
    for kind, all_of in (("metric", names.metrics), ("dimension", names.dimensions)):
        for name, one in all_of.items():
            found[kind, name] = 0
            table, expressions = _home(one, names)
            named = set().union(*map(names_in, expressions))
            if named - set(DERIVED.get(table, ())) <= columns.get(table, set()):
                # Which game of a player it is can be told of every player.
                known = [
                    "player IS NOT NULL" if text == "nth_game" else f"({text}) IS NOT NULL"
                    for text in expressions
                ]
                asked.setdefault(table, {})[kind, name] = _of_games(known, one, names, table)
    for table, conditions in asked.items():
        counts = _count(connection, table, conditions.values(), elsewhere)
        found |= dict(zip(conditions, counts, strict=True))
    return found


def _home(one: Metric | Dimension, names: Catalogue) -> tuple[str, list[str]]:
    """Return the coarsest table that tells it, and what must be known there."""
    if isinstance(one, Metric) and one.top:
        top, bottom = names.metrics[one.top], names.metrics[one.bottom]
        table = next(table for table in top.at if table in bottom.at)
        return table, [top.at[table], bottom.at[table]]
    table = next(iter(one.at))
    return table, [one.at[table]]


def _of_games(known: list[str], one: Metric | Dimension, names: Catalogue, table: str) -> str:
    games: Iterable[str] = one.games
    if isinstance(one, Metric):
        games = names.games_of(one.name)
    if games and table != "violations":
        listed = ", ".join("'" + game.replace("'", "''") + "'" for game in games)
        known = [*known, f"game IN ({listed})"]
    return " AND ".join(known)


def _count(
    connection: Any, table: str, conditions: Iterable[str], elsewhere: Elsewhere
) -> list[int]:
    asked = list(conditions)
    each = ", ".join(f"bool_or({condition}) AS c{at}" for at, condition in enumerate(asked))
    sums = ", ".join(f"count(*) FILTER (c{at})" for at in range(len(asked)))
    derived = set().union(*map(names_in, asked)) & set(DERIVED.get(table, ()))
    source = source_of(table, derived, elsewhere)
    if table not in ("games", "violations"):
        source = f"{source} JOIN (SELECT game_id, game FROM games) USING (game_id)"
    sql = f"SELECT {sums} FROM (SELECT game_id, {each} FROM {source} GROUP BY game_id)"
    return [int(count) for count in connection.execute(sql).fetchall()[0]]
