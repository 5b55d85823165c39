"""Rows of many logs, gathered column by column on their way into parts.

What is made of a log one by one is taken as soon as it is judged: later it would be out of the
processor's cache, and until then the garbage collector would go through it again and again. What is
made of a trail waits until all are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from engine.facts import Many, Row, Trail

from .columns import Rows, kinds
from .tables import Kinds, group, pack

Key: TypeAlias = tuple[str, str]
"""A table, and the game under which its rows are kept."""


class Gathered:
    """Rows of some logs in one table and of one game."""

    def __init__(self, columns: Kinds) -> None:
        self.columns = columns
        self.logs: list[int] = []
        """Their numbers, in order."""
        self.sizes: list[int] = []
        """How many rows each of them has."""
        self._values: list[list[Any]] = [[] for _ in columns]
        self._rows: list[Row] = []
        """Those that were told row by row and are not in the columns yet."""

    def add(self, log: int, found: Sequence[Row]) -> None:
        """Add the rows of a log."""
        self._rows += found
        self._count(log, len(found))

    def add_columns(self, log: int, found: Iterable[Sequence[Any]], size: int) -> None:
        """Add the rows of a log, told column by column."""
        if self._rows:
            self._settle()
        for column, values in zip(self._values, found, strict=True):
            column.extend(values)
        self._count(log, size)

    def _count(self, log: int, size: int) -> None:
        self.logs.append(log)
        self.sizes.append(size)

    def _settle(self) -> None:
        for column, values in zip(self._values, zip(*self._rows, strict=True), strict=True):
            column.extend(values)
        self._rows = []

    def values(self) -> list[list[Any]]:
        """Return the columns."""
        if self._rows:
            self._settle()
        return self._values


class Gathering:
    """Rows of some logs in all tables."""

    def __init__(self, known: Mapping[Key, Kinds] | None = None) -> None:
        """*known* are the columns of all times, where rows of other times are gathered."""
        self._known = known
        self.found: dict[Key, Gathered] = {}
        """Rows that are made already."""
        self._trails: dict[str, list[tuple[int, Trail]]] = {}
        """By game, of what others are still to be made, each with the number of its log."""

    def add(self, log: int, game: str | None, rows: Rows) -> None:
        """Add what a log has in each table."""
        for table, found in rows.made.items():
            self.into(table, game).add(log, found)
        if rows.trail is not None:
            assert game is not None, "a log that leaves a trail was accepted"
            self._trails.setdefault(game, []).append((log, rows.trail))

    def made(self) -> Iterator[tuple[Key, list[int], Many]]:
        """Make rows of trails, and yield those of each table with the numbers of the logs."""
        for game, told in self._trails.items():
            logs = [log for log, _ in told]
            trails = [trail for _, trail in told]
            for table, many in trails[0].make(trails).items():
                yield (table, game), logs, many

    def by_log(self) -> Iterator[tuple[int, Key, list[list[Any]]]]:
        """Yield the rows of each log in each table where it has some, column by column."""
        for key, rows in self.found.items():
            yield from _cut(key, rows.logs, rows.sizes, rows.values())
        for key, logs, many in self.made():
            columns = [column.list() for column in many.columns]
            yield from _cut(key, logs, many.sizes.tolist(), columns)

    def packed(self) -> dict[int, dict[str, str]]:
        """Return the rows as they wait in the journal, by log and table."""
        found: dict[int, dict[str, str]] = {}
        for log, key, columns in self.by_log():
            found.setdefault(log, {})[key[0]] = pack(columns, kinds(*key))
        return found

    def into(self, table: str, game: str | None) -> Gathered:
        """Return where rows of *table* go."""
        key = table, group(table, game)
        into = self.found.get(key)
        if into is None:
            columns = kinds(*key) if self._known is None else self._known[key]
            into = self.found[key] = Gathered(columns)
        return into


def _cut(
    key: Key, logs: Sequence[int], sizes: Sequence[int], columns: Sequence[list[Any]]
) -> Iterator[tuple[int, Key, list[list[Any]]]]:
    start = 0
    for log, size in zip(logs, sizes, strict=True):
        if size:
            yield log, key, [column[start : start + size] for column in columns]
        start += size


def packed(game: str | None, rows: Rows) -> dict[str, str]:
    """Return the rows of one log as they wait in the journal, by table."""
    return gathered([(0, game, rows)]).packed().get(0, {})


def gathered(logs: Iterable[tuple[int, str | None, Rows]]) -> Gathering:
    """Return the rows of some logs, each with its number and game."""
    gathering = Gathering()
    for log in logs:
        gathering.add(*log)
    return gathering
