"""Looks up which values the store holds, so that ``for anna`` finds Anna."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.metrics import Dimension

from ..tables import GAMES, LASTING
from .catalogue import Catalogue, catalogue, normal

SMALL: Final = ("games", "seats", "rounds", "feedback", "violations", "tags")
"""Tables that may be looked through for a question; the moves are too many."""

MOST: Final = 10_000
"""Values of a dimension that are kept; where there are more they are not looked up."""


class Store:
    """The values in a reading, looked up when first asked for."""

    def __init__(
        self,
        connection: Any,
        names: Catalogue | None = None,
        known: dict[object, Any] | None = None,
    ) -> None:
        """*known*: what was found out before in the same reading."""
        self._connection = connection
        self._names = names or catalogue()
        self._known = {} if known is None else known
        self._found: dict[str, list[str] | None] = {}

    def of(self, dimension: Dimension) -> list[str] | None:
        """Return all values of a dimension; None where they are too many to look through."""
        if dimension.name == "game" and GAMES in self._known:
            told: list[str] = self._known[GAMES]
            return told
        if dimension.name not in self._found:
            self._look_up(_table(dimension), [dimension])
        return self._found[dimension.name]

    def _look_up(self, table: str, dimensions: Sequence[Dimension]) -> None:
        """Find the values of some dimensions of one table, all in one go."""
        from .cases import DERIVED, source_of

        asked = [one for one in dimensions if one.kind == "text" and table in SMALL]
        self._found |= dict.fromkeys(one.name for one in dimensions)
        if not asked:
            return
        source = source_of(table, {one.at[table] for one in asked} & set(DERIVED.get(table, ())))
        lists = ", ".join(
            # Where there are too many the rest of them is not worth reading.
            f"(SELECT list(x) FROM (SELECT {one.at[table]} AS x FROM {source} GROUP BY x"
            f" LIMIT {MOST + 2}))"
            for one in asked
        )
        sql = f"SELECT {lists}"
        lasting = self._known.setdefault(LASTING, {})
        try:
            found = lasting.get(sql)
            if found is None:
                (lists_found,) = self._connection.execute(sql).fetchall()
                lasting[sql] = found = [_in_order(values or ()) for values in lists_found]
        except Exception as error:
            if type(error).__name__ != "BinderException":
                raise
            if len(asked) == 1:  # the store has no such column yet, and so no value
                self._found[asked[0].name] = []
            else:
                for one in asked:
                    self._look_up(table, [one])
            return
        self._found |= zip((one.name for one in asked), found, strict=True)

    def words(self) -> dict[str, list[tuple[str, str]]]:
        """Return the values that name their own dimension: normal form → (dimension, value)."""
        key = ("words", self._names)
        if key not in self._known:
            self._known[key] = self._words()
        found: dict[str, list[tuple[str, str]]] = self._known[key]
        return found

    def _words(self) -> dict[str, list[tuple[str, str]]]:
        by_table: dict[str, list[Dimension]] = {}
        for dimension in self._names.dimensions.values():
            if dimension.names_itself and dimension.is_open:
                by_table.setdefault(_table(dimension), []).append(dimension)
        found: dict[str, list[tuple[str, str]]] = {}
        for table, dimensions in by_table.items():
            self._look_up(table, dimensions)
            for dimension in dimensions:
                for value in self._found[dimension.name] or ():
                    found.setdefault(normal(value), []).append((dimension.name, value))
        return found


def _in_order(values: Iterable[Any]) -> list[str] | None:
    known = sorted(str(value) for value in values if value is not None)
    return known if len(known) <= MOST else None


def _table(dimension: Dimension) -> str:
    return next(iter(dimension.at))
