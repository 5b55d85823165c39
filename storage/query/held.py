"""Keeps columns of `games` at hand where questions of one moment of the store come again.

A figure of games is a sum of some thousand rows; to unpack them from the parts, and of each the name
of its session, takes longer than to sum them up. So what was asked for once before is unpacked once,
into a table of the reading's own DuckDB, and counted there. The first question pays nothing for it.
"""

from __future__ import annotations

import re
import threading
from itertools import count
from typing import Any, Final

from .cases import BOTS, PEOPLE, SPANS, begin_of
from .compile import OF_GROUP, UNIT

MOST: Final = 10_000_000
"""Values that are kept, of 8 bytes each; of longer tables nothing is."""

_MADE: Final = {
    UNIT: "unit_of_session",
    OF_GROUP: "unit_of_group",
    PEOPLE: "is_of_people",
    BOTS: "is_of_bots",
} | {begin_of(span, "(played_at)"): f"{span}_played" for span in SPANS}
"""What is worked out of a game for nearly every question, and the column that then has it."""

_FEW: Final = "_few"
"""Behind the name of a text: the same as an ENUM, if it has few values."""

MOST_VALUES: Final = 1_000

_OTHERS: Final = re.compile(r"\b(?:FROM|JOIN) \(?(?:seats|rounds|moves|feedback|violations)\b")

_BARE: Final = re.compile(r"\b(\w+)(?=\) AS d\d| = '| <> '| IN \(')")
"""A column that is grouped by, or held against words of the catalogue: numbers do for that."""

_numbers: Final = count(1)
_SOURCE: Final = re.compile(r"\bFROM games\b")
_WORD: Final = re.compile(r"[^\W\d]\w*")

_keeping: Final = threading.Lock()
"""Questions of one reading may be answered side by side."""


class Held:
    """What is kept of one reading."""

    def __init__(self) -> None:
        self.named: set[str] = set()
        """All words of the statements that were run."""
        self.columns: set[str] = set()
        self._number = next(_numbers)
        self._table = f"hidden.games_{self._number}"
        self._types: dict[str, str] = {}
        self._games = 0
        self._known: dict[str, str] = {}
        """How each column there may be comes about, by its name in lower case; none: not looked up yet."""

    def quicker(self, connection: Any, sql: str, fresh: set[str]) -> str:
        """Return the same SELECT, on what is kept if that has all that it names.

        *fresh* gathers the words that nobody named before this question.
        """
        if not _SOURCE.search(sql):
            return sql
        short = sql
        for expression, name in _MADE.items():
            short = short.replace(expression, name)
        with _keeping:
            if not self._known:
                self._look(connection)
            if not _OTHERS.search(sql):
                short = _BARE.sub(self._few, short)
            words = {word.lower() for word in _WORD.findall(short)}
            fresh |= words - self.named
            self.named |= words
            if words & fresh or not self._has(connection, words):
                return sql
        return _SOURCE.sub(f"FROM {self._table} AS games", short)

    def _look(self, connection: Any) -> None:
        """Look up which columns there are."""
        for name, kind, *_ in connection.execute("SELECT * FROM games LIMIT 0").description:
            column = '"' + name.replace('"', '""') + '"'
            self._known[name.lower()] = column
            if str(kind) == "VARCHAR":
                self._known[name.lower() + _FEW] = column
        self._known |= {name: f"{expression} AS {name}" for expression, name in _MADE.items()}
        self._games = connection.execute("SELECT count(*) FROM games").fetchall()[0][0]

    def _few(self, found: re.Match[str]) -> str:
        name = found[1].lower() + _FEW
        return name if name in self._known else found[1]

    def _has(self, connection: Any, words: set[str]) -> bool:
        """Tell whether what is named is kept, from here on at the latest."""
        if self.columns and self.columns.issuperset(words & self._known.keys()):
            return True
        columns = [name for name in self._known if name in self.named]
        if not columns or len(columns) * self._games > MOST:
            return False
        connection.execute("CREATE SCHEMA IF NOT EXISTS hidden")
        selected = ", ".join(self._selected(connection, name) for name in columns)
        # One that is being read has less columns, so who was told its name finds all of them here.
        connection.execute(f"CREATE OR REPLACE TABLE {self._table} AS SELECT {selected} FROM games")
        self.columns = set(columns)
        return True

    def _selected(self, connection: Any, name: str) -> str:
        column = self._known[name]
        if not name.endswith(_FEW):
            return column
        if name not in self._types:
            self._types[name] = self._type(connection, name, column)
        return f"CAST({column} AS {self._types[name]}) AS {name}"

    def _type(self, connection: Any, name: str, column: str) -> str:
        """Make an ENUM of the values of a column and return its name; not of none, nor of too many."""
        values = f"SELECT {column} AS x FROM games WHERE {column} IS NOT NULL GROUP BY x"
        ((count,),) = connection.execute(
            f"SELECT count(*) FROM ({values} LIMIT {MOST_VALUES + 1})"
        ).fetchall()
        if not 0 < count <= MOST_VALUES:
            return "VARCHAR"
        made = f'hidden."{name}_{self._number}"'
        connection.execute(f"CREATE TYPE {made} AS ENUM ({values} ORDER BY x)")
        return made
