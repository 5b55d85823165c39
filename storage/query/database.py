"""Runs the statements of an answer on a reading of the store."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from ..tables import LASTING
from .cases import MADE_ONCE
from .compile import Statement
from .held import Held
from .literal import in_sql

Columns = dict[str, set[str]]

_making: Final = threading.Lock()
"""Questions of one reading may be answered side by side."""


class Database:
    """The views of one reading, and the statements that one answer ran on them."""

    def __init__(self, connection: Any, remembered: dict[object, Any] | None = None) -> None:
        """*remembered*: what other answers in the same reading found out."""
        self.connection = connection
        self._is_reading = remembered is not None
        self._remembered = {} if remembered is None else remembered
        self.columns: Columns | None = None
        """What the views have, looked up once a statement named something that they lack."""
        self.statements: list[Statement] = []
        self._fresh: set[str] = set()
        """What this answer is the first to ask for."""

    def rows(
        self, make: Callable[[], Statement], *, again: bool = False, of_all: bool = False
    ) -> list[Any]:
        """Run a statement; where the store lacks a column of it, have it made anew without.

        *again*: the next question may well need the same rows, so they are kept; *of_all*: they
        are numbers and names, and hang on nothing but the store as it is, so that they are kept for
        other processes as well.
        """
        made = make()
        lasting = self._remembered.setdefault(LASTING, {})
        if of_all and not made.values and made.sql in lasting:
            self.statements.append(made)
            told: list[Any] = lasting[made.sql]
            return told
        key = (made.sql, *made.values.items())
        if again and key in self._remembered:
            self.statements.append(made)
            known: list[Any] = self._remembered[key]
            return known
        try:
            rows = execute(self.connection, self._quicker(made))
        except Exception as error:
            if self.columns is not None or type(error).__name__ != "BinderException":
                raise
            self.columns = columns_of(self.connection)
            made = make()
            rows = execute(self.connection, self._quicker(made))
        self.statements.append(made)
        if of_all and not made.values:
            lasting[made.sql] = rows
        if again:
            self._remembered[made.sql, *made.values.items()] = rows
        return rows

    def _quicker(self, made: Statement) -> Statement:
        """Return the same statement, what hangs on the whole store read from where it is made once.

        An answer asks for it several times, and the next question may as well.
        """
        if not self._is_reading:
            return made  # what is asked may change under it
        sql = made.sql
        for whole, name, content, again in MADE_ONCE:
            if whole in sql:
                with _making:
                    if name not in self._remembered:
                        self.connection.execute("CREATE SCHEMA IF NOT EXISTS hidden")
                        self.connection.execute(f"CREATE TABLE {name} AS FROM {content}")
                        self._remembered[name] = True
                sql = sql.replace(whole, again)
        held = self._remembered.setdefault("held", Held())
        return made._replace(sql=held.quicker(self.connection, sql, self._fresh))


def execute(connection: Any, statement: Statement) -> list[Any]:
    """Run a statement with its values and return all rows.

    The values are handed over by EXECUTE, texts as the hexadecimal digits of their UTF-8, so that
    nothing a user writes becomes SQL. (DuckDB's own way of binding would first import numpy and
    pandas, where they are installed, and take longer for it than for the answer.)
    """
    if not statement.values:
        rows: list[Any] = connection.execute(statement.sql).fetchall()
        return rows
    connection.execute(f"PREPARE asked AS {statement.sql}")
    try:
        given = ", ".join(f"{name} := {in_sql(value)}" for name, value in statement.values.items())
        rows = connection.execute(f"EXECUTE asked({given})").fetchall()
    finally:
        connection.execute("DEALLOCATE asked")
    return rows


def columns_of(connection: Any) -> Columns:
    """Return the columns that the views have."""
    found: Columns = {}
    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        shape = connection.execute(f"SELECT * FROM {table} LIMIT 0").description
        found[table] = {column[0] for column in shape}
    return found
