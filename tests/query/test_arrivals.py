"""Rejected logs are chosen by the day they came."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from storage import Store, open_store
from storage.query import PhraseError, run

from .stored import stored

SAMPLES = Path(__file__).parents[2] / "sample_logs"
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
CAME = ["2026-11-28T10:00:00.000Z", "2026-11-27T00:00:00.000Z", "2026-09-01T08:30:00.500Z"]
"""A Saturday, a Friday of the same week at midnight, and long before."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Yield a store of three rejected logs that came when `CAME` says, and one that was accepted."""
    good = json.loads((SAMPLES / "spot-on-easy-2p.json").read_bytes())
    with open_store(tmp_path) as found:
        for nth in range(3):
            found.put(json.dumps(good | {"log_id": f"bad-{nth}", "level": f"l{nth}"}).encode())
        found.put(json.dumps(good).encode())
        with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as db, db:
            for nth, when in enumerate(CAME, 1):
                db.execute("UPDATE logs SET received_at = ? WHERE id = ?", (when, nth))
        yield found


def rows(store: Store, phrase: str) -> Any:
    with store.reading() as reading:
        return run(reading, phrase, now=NOW).rows


@pytest.mark.parametrize(
    ("when", "logs"),
    [
        ("", 3),
        ("last week", 2),
        ("last 2 days", 1),
        ("since 2026-11-27", 2),  # the day counts
        ("until 2026-11-27", 1),  # and here it does not
        ("in september 2026", 1),
        ("this year", 3),
        ("since 2026-11-29", 0),
        ("where played at < 2026-10-01", 1),
    ],
)
def test_rejected_logs_are_chosen_by_when_they_came(store: Store, when: str, logs: int) -> None:
    """Counted by hand in `CAME`, from the 29th of November at noon."""
    assert rows(store, f"rejected logs {when}")[0][0] == logs


def test_rejected_logs_are_told_by_week_and_by_month(store: Store) -> None:
    by_week = rows(store, "rejected logs by week")
    by_month = rows(store, "rejected logs by month")

    assert [(row[0].date().isoformat(), row[1]) for row in by_week] == [
        ("2026-08-31", 1),
        ("2026-11-23", 2),
    ]
    assert [(row[0].month, row[1]) for row in by_month] == [(9, 1), (11, 2)]


def test_this_month_is_held_against_the_one_before(store: Store) -> None:
    found = rows(store, "rejected logs vs previous month")

    assert [row[1] for row in found[:2]] == [None, 2]


def test_what_has_no_session_is_not_chosen_by_sessions(store: Store) -> None:
    with pytest.raises(PhraseError) as caught:
        rows(store, "rejected logs last 3 sessions")

    assert "the day they came" in caught.value.message
    for suggestion in caught.value.suggestions:
        assert rows(store, suggestion)


def test_where_no_journal_tells_it_is_said() -> None:
    with pytest.raises(PhraseError) as caught:
        run(stored().reading, "rejected logs last week")

    assert caught.value.message == "It is not known here when rejected logs came."
    assert caught.value.suggestions == ("number of rejected logs",)


def test_the_sql_runs_as_it_stands(store: Store) -> None:
    with store.reading() as reading:
        result = run(reading, "rejected logs last week", now=NOW)
        statement = result.sql.rstrip().rstrip(";").split(";\n\n")[-1]

        assert reading.connection.execute(statement).fetchall()
