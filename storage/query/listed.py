"""Lists the values of a dimension."""

from __future__ import annotations

from typing import Any, Final

from engine.metrics import Dimension

from .cases import DERIVED, names_in, source_of
from .catalogue import Catalogue, normal
from .errors import PhraseError
from .suggestions.nearness import nearest

MOST: Final = 10_000
"""Values that are listed on a terminal."""


def named(name: str, names: Catalogue) -> Dimension:
    """Return the dimension of a name. Raises PhraseError."""
    for symbol, found in names.words.get(normal(name), ()):
        if symbol == "DIM":
            return names.dimensions[found]
    raise PhraseError(
        name,
        0,
        len(name),
        f"There is no dimension {name!r}.",
        code="unknown-dimension",
        suggestions=nearest(name, names.dimensions),
        hint=f"{_of_metric(name, names)}`cardstats dimensions` lists them all.",
    )


def _of_metric(name: str, names: Catalogue) -> str:
    """Return what is said to whoever names a metric where a dimension should stand."""
    for symbol, found in names.words.get(normal(name), ()):
        if symbol == "METRIC":
            return f'`{found}` is a metric, and is asked for: `cardstats query "{found}"`. '
    return ""


def listed(
    dimension: Dimension, connection: Any | None, *, most: int | None = MOST
) -> list[dict[str, Any]]:
    """Return every value with its other words and the games that have it, None without a store.

    Of the store's own values up to *most*, all of them if it is None.

    Those that the catalogue knows come first, in its order, then those of the store.
    """
    counts = {} if connection is None else _counted(dimension, connection, most)
    order = [*dimension.order, *(one for one in dimension.values if one not in dimension.order)]
    known = [value for value in order if value in dimension.values or value in counts]
    values = [*known, *(value for value in counts if value not in known)]
    return [
        {
            "value": value,
            "games": None if connection is None else counts.get(value, 0),
            "synonyms": [word for word in dimension.values.get(value, "").split(",") if word],
        }
        for value in values
    ]


def _counted(dimension: Dimension, connection: Any, most: int | None) -> dict[str, int]:
    """Return the games by value, sorted as numbers where they are numbers."""
    table, text = next(iter(dimension.at.items()))
    source = source_of(table, names_in(text) & set(DERIVED.get(table, ())))
    sql = (
        f"SELECT {text} AS value, count(DISTINCT game_id) FROM {source}"
        f" WHERE {text} IS NOT NULL GROUP BY value ORDER BY value"
        + ("" if most is None else f" LIMIT {most}")
    )
    try:
        rows = connection.execute(sql).fetchall()
    except Exception as error:
        if type(error).__name__ != "BinderException":
            raise
        return {}  # the store has no such column yet
    return {_shown(value, dimension): count for value, count in rows}


def _shown(value: Any, dimension: Dimension) -> str:
    if dimension.kind == "flag":
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
