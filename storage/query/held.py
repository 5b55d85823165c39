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
        self._table = f"hidden.games_{next(_numbers)}"
        self._games = 0
        self._known: dict[str, str] | None = None
        """The columns there are, by their names in lower case; None: not looked up yet."""

    def quicker(self, connection: Any, sql: str) -> str:
        """Return the same SELECT, on what is kept if that has all that it names."""
        if not _SOURCE.search(sql):
            return sql
        short = sql
        for expression, name in _MADE.items():
            short = short.replace(expression, name)
        words = {word.lower() for word in _WORD.findall(short)}
        with _keeping:
            is_new = not words <= self.named
            self.named |= words
            if is_new or not self._has(connection, words):
                return sql
        return _SOURCE.sub(f"FROM {self._table} AS games", short)

    def _has(self, connection: Any, words: set[str]) -> bool:
        """Tell whether what is named is kept, from here on at the latest."""
        if self._known is None:
            shape = connection.execute("SELECT * FROM games LIMIT 0").description
            self._known = {column[0].lower(): column[0] for column in shape}
            self._known |= {name: name for name in _MADE.values()}
            self._games = connection.execute("SELECT count(*) FROM games").fetchall()[0][0]
        if self.columns and self.columns.issuperset(words & self._known.keys()):
            return True
        columns = [name for name in self._known if name in self.named]
        if not columns or len(columns) * self._games > MOST:
            return False
        connection.execute("CREATE SCHEMA IF NOT EXISTS hidden")
        selected = ", ".join(map(self._selected, columns))
        # One that is being read has less columns, so who was told its name finds all of them here.
        connection.execute(f"CREATE OR REPLACE TABLE {self._table} AS SELECT {selected} FROM games")
        self.columns = set(columns)
        return True

    def _selected(self, column: str) -> str:
        assert self._known is not None, "it was looked up"
        for expression, name in _MADE.items():
            if name == column:
                return f"{expression} AS {name}"
        return '"' + self._known[column].replace('"', '""') + '"'
