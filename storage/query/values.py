"""Looks up which values the store holds, so that ``for anna`` finds Anna."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from engine.metrics import Dimension

from .catalogue import Catalogue, catalogue, normal

SMALL: Final = ("games", "seats", "rounds", "feedback", "violations")
"""Tables that may be looked through for a question; the moves are too many."""

MOST: Final = 10_000
"""Values of a dimension that are kept; where there are more they are not looked up."""


class Store:
    """The values in a reading, each dimension's looked up when first asked for."""

    def __init__(self, connection: Any, names: Catalogue | None = None) -> None:
        self._connection = connection
        self._names = names or catalogue()
        self._found: dict[str, list[str] | None] = {}

    def of(self, dimension: Dimension) -> list[str] | None:
        """Return all values of a dimension; None where they are too many to look through."""
        if dimension.name not in self._found:
            self._found[dimension.name] = self._look_up(dimension)
        return self._found[dimension.name]

    def _look_up(self, dimension: Dimension) -> list[str] | None:
        table = next(iter(dimension.at))
        if dimension.kind != "text" or table not in SMALL:
            return None
        text = dimension.at[table]
        try:
            rows = self._connection.execute(
                f"SELECT DISTINCT {text} FROM {table} WHERE {text} IS NOT NULL LIMIT {MOST + 1}"
            ).fetchall()
        except Exception as error:
            if type(error).__name__ != "BinderException":
                raise
            return []  # the store has no such column yet
        if len(rows) > MOST:
            return None
        return sorted(str(value) for (value,) in rows)

    def words(self) -> dict[str, list[tuple[str, str]]]:
        """Return the values that name their own dimension: normal form → (dimension, value)."""
        return self._words

    @cached_property
    def _words(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for dimension in self._names.dimensions.values():
            if dimension.names_itself:
                for value in self.of(dimension) or ():
                    found.setdefault(normal(value), []).append((dimension.name, value))
        return found
