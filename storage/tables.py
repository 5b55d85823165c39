"""The fact tables as the store keeps them, and rows that wait as JSON.

Nothing here needs the engine: a question is answered without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

TABLES: Final = ("games", "seats", "rounds", "moves", "feedback", "violations")
"""All fact tables, those of `engine.facts.SHARED`."""

ALL_GAMES: Final = ""
"""The game under which violations are kept: their columns are the same for every game, and a log
may break the rules of a game that nobody knows."""

GAMES: Final = "games"
"""Under which a reading remembers the names of all games in it, where the journal tells them."""

LASTING: Final = "lasting"
"""Under which it remembers what holds of the whole store: a mapping of SQL to its rows, as JSON has
them, which the next process may find again."""

Kinds: TypeAlias = dict[str, str]
"""Column name → kind, in order, without ``game_id``."""

DUCKDB: Final = {
    "whole": "BIGINT",
    "number": "DOUBLE",
    "text": "VARCHAR",
    "flag": "BOOLEAN",
    "time": "TIMESTAMP",
}
"""Kind → DuckDB type. Times are in UTC and carry no zone."""


def group(table: str, game: str | None) -> str:
    """Return the game under which rows of *table* are kept."""
    return ALL_GAMES if table == "violations" or game is None else game


def merged(found: Iterable[Kinds]) -> Kinds:
    """Return all columns of several schemas, in order of first sight.

    Two games that give one name different kinds share it as text, the one kind that holds both;
    a whole number and any other number share it as a number.

    >>> merged([{"a": "whole", "b": "text"}, {"a": "number", "c": "flag"}])
    {'a': 'number', 'b': 'text', 'c': 'flag'}
    """
    result: Kinds = {}
    for columns in found:
        for name, kind in columns.items():
            before = result.setdefault(name, kind)
            if before != kind:
                result[name] = "number" if {before, kind} == {"whole", "number"} else "text"
    return result


def pack(values: Iterable[Sequence[Any]], names: Iterable[str]) -> str:
    """Return the columns of one log in one table as JSON, one array a column.

    A time is written in UTC without its zone, as the tables keep it. A whole number beyond 64 bits
    becomes null, like anything that cannot be known.

    >>> pack([(1, 2**64), ("a", "b")], ["n", "word"])
    '{"n":[1,null],"word":["a","b"]}'
    """
    columns = dict(zip(names, values, strict=True))
    try:
        text = _dumps(columns)
    except TypeError:
        text = None
    # orjson writes up to 2^64, the tables hold half of that.
    if text is None or _LONG_NUMBER.search(text):
        text = _dumps({name: within_bounds(column) for name, column in columns.items()})
    return text.decode()


_LONG_NUMBER: Final = re.compile(rb"\d{19}")


def within_bounds(column: Sequence[Any]) -> list[Any]:
    """Return a column with null for each whole number that 64 bits do not hold."""
    return [
        None if type(value) is int and not -(1 << 63) <= value < 1 << 63 else value
        for value in column
    ]


def _dumps(columns: dict[str, Any]) -> bytes:
    import orjson  # nobody needs it to ask a question

    # orjson would write an offset; what DuckDB and Arrow make of one depends on the session.
    return orjson.dumps(columns, option=orjson.OPT_PASSTHROUGH_DATETIME, default=_naive)


def _naive(value: Any) -> str:
    text: str = value.replace(tzinfo=None).isoformat()
    return text


def unpack(text: str) -> dict[str, list[Any]]:
    """Return the columns that `pack` wrote."""
    import orjson

    found: dict[str, list[Any]] = orjson.loads(text)
    return found
