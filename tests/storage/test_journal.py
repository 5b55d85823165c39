"""What the store asks of its journal."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from storage import open_store

from .games import a_log, a_wrong_log
from .test_late import keep


def test_keeping_a_log_never_goes_through_all_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each upload would take longer the more there were before. SQLite's own plan tells."""
    plans: list[tuple[str, str]] = []

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql.startswith(("SELECT", "UPDATE", "DELETE")):
                found = super().execute(f"EXPLAIN QUERY PLAN {sql}", *values)
                plans.extend((sql, step) for *_, step in found)
            return super().execute(sql, *values)

    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *args, **options: connect(*args, factory=Connection, **options)
    )
    with open_store(tmp_path) as store:
        for names in ({}, {"log_id": "one"}):
            store.put(a_log(1, **names))
            store.put(a_log(1, **names))
            store.put(a_log(2, **names))
            store.put(a_wrong_log(3, **names))
            keep(store, a_log(4, **names), a_log(5))
            list(store.put_many([("", a_log(6, **names)), ("", a_log(7)), ("", a_log(8))]))

    asked_of_logs = [(sql, step) for sql, step in plans if " logs" in step]
    assert asked_of_logs, "the plans were told"
    assert [one for one in asked_of_logs if one[1].startswith("SCAN")] == []
