"""Rows of many logs, gathered column by column on their way into parts.

A log's rows are taken as soon as it is judged: later they would be out of the processor's cache, and
until then the garbage collector would go through them again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from engine.facts import Coded, Columns, Row, Values

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
        self._coded: dict[int, list[Coded]] = {}
        """In the place of some columns, one of each log."""
        self._rows: list[Row] = []
        """Those that were told row by row and are not in the columns yet."""

    def add(self, log: int, found: Sequence[Row] | Columns) -> None:
        """Add the rows of a log."""
        if isinstance(found, Columns):
            self.add_columns(log, found.values, len(found))
        else:
            self._rows += found
            self._count(log, len(found))

    def add_columns(self, log: int, found: Iterable[Values], size: int) -> None:
        """Add the rows of a log, told column by column."""
        if self._rows:
            self._settle()
        for nth, column in enumerate(found):
            if type(column) is Coded:
                self._coded.setdefault(nth, []).append(column)
            else:
                self._values[nth] += column
        self._count(log, size)

    def _count(self, log: int, size: int) -> None:
        self.logs.append(log)
        self.sizes.append(size)

    def _settle(self) -> None:
        for column, values in zip(self._values, zip(*self._rows, strict=True), strict=True):
            column.extend(values)
        self._rows = []

    def values(self) -> list[list[Any] | list[Coded]]:
        """Return the columns; of one that is told by places a list with each log's."""
        if self._rows:
            self._settle()
        return [self._coded.get(nth, column) for nth, column in enumerate(self._values)]

    def log_by_log(self) -> Iterator[tuple[int, list[list[Any]]]]:
        """Yield each log with its columns alone."""
        columns = [
            [text for one in column for text in one] if nth in self._coded else column
            for nth, column in enumerate(self.values())
        ]
        start = 0
        for log, size in zip(self.logs, self.sizes, strict=True):
            yield log, [column[start : start + size] for column in columns]
            start += size


class Gathering:
    """Rows of some logs in all tables."""

    def __init__(self, known: Mapping[Key, Kinds] | None = None) -> None:
        """*known* are the columns of all times, where rows of other times are gathered."""
        self._known = known
        self.found: dict[Key, Gathered] = {}

    def add(self, log: int, game: str | None, rows: Rows) -> None:
        """Add what a log has in each table."""
        for table, found in rows.items():
            self.into(table, game).add(log, found)

    def packed(self) -> dict[int, dict[str, str]]:
        """Return the rows as they wait in the journal, by log and table."""
        found: dict[int, dict[str, str]] = {}
        for (table, _), rows in self.found.items():
            for log, columns in rows.log_by_log():
                found.setdefault(log, {})[table] = pack(columns, rows.columns)
        return found

    def into(self, table: str, game: str | None) -> Gathered:
        """Return where rows of *table* go."""
        key = table, group(table, game)
        into = self.found.get(key)
        if into is None:
            columns = kinds(*key) if self._known is None else self._known[key]
            into = self.found[key] = Gathered(columns)
        return into


def packed(game: str | None, rows: Rows) -> dict[str, str]:
    """Return the rows of one log as they wait in the journal, by table."""
    gathering = Gathering()
    gathering.add(0, game, rows)
    return gathering.packed().get(0, {})
