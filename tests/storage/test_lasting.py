"""What questions found out about a whole store is there for other processes, while it is true."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage import StorageError, Store, journal, lasting, open_store
from storage.journal import Journal
from storage.query.values import Store as Values
from storage.tables import LASTING

from .games import a_log

PHRASES = (
    "win rate for Ben",
    "win rate by player",
    "number of games by session",
    "pass rate",
    "win rate by level",
)


@pytest.fixture(autouse=True)
def _however_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "LEAST", 1)


def filled(store: Store) -> None:
    for nth in range(12):
        store.put(a_log(nth, session=f"evening {nth % 4}"))
    store.flush()


def kept(store: Store) -> dict[str, str]:
    """Return what is kept for others, by SQL."""
    with store._journal.reading() as db:
        return dict(journal.snapshot(db).lasting)


def answers(path: Path) -> list[Any]:
    """Return what a process that comes anew answers."""
    with open_store(path) as other:
        return [(found.rows, found.notes, found.n) for found in map(other.query, PHRASES)]


def test_the_next_process_does_not_look_again(store: Store, ran: list[str]) -> None:
    filled(store)
    first = store.query("pass rate")
    before = len(ran)
    ran.clear()

    with open_store(store.path) as other:
        again = other.query("pass rate")

    assert again.rows == first.rows
    assert again.statements == first.statements, "what was counted is shown, wherever it came from"
    assert len(ran) == before - 1, "but how many games there are of each kind is known"


def test_names_are_found_without_a_look_at_the_tables(store: Store) -> None:
    filled(store)
    first = store.query("win rate for anna")

    with open_store(store.path) as other, other.reading() as reading:
        asked: list[str] = []

        class Listening:
            def execute(self, sql: str) -> Any:
                asked.append(sql)
                return reading.connection.execute(sql)

        assert "anna" in Values(Listening(), known=reading.remembered).words()
        assert not asked
        assert other.query("win rate for anna").rows == first.rows


WRITES: dict[str, Callable[[Store], object]] = {
    "put": lambda store: store.put(a_log(12, session="Zoe's evening")),
    "put and flush": lambda store: (store.put(a_log(13, session="late")), store.flush()),
    "remove": lambda store: store.remove(3),
    "pseudonymise": lambda store: store.pseudonymise("Anna", name="Zoe"),
    "rebuild": lambda store: store.rebuild(),
    "supersede": lambda store: [store.put(a_log(nth, log_id="one")) for nth in (14, 15)],
}


@pytest.mark.parametrize("write", WRITES)
def test_a_write_that_changes_an_answer_drops_it(store: Store, write: str) -> None:
    filled(store)
    answers(store.path)
    assert kept(store)

    WRITES[write](store)

    assert not kept(store)
    fresh = answers(store.path)
    with store._journal.writing(is_news=False) as db:
        db.execute("DELETE FROM lasting")
    assert fresh == answers(store.path)


def test_a_name_that_is_taken_out_stands_nowhere(store: Store) -> None:
    filled(store)
    store.query("win rate for Anna")
    assert "Anna" in "".join(kept(store).values())

    store.pseudonymise("Anna", name="Zoe")

    for file in store.path.rglob("*"):
        assert file.is_dir() or b"Anna" not in file.read_bytes(), file.name


def test_what_is_true_of_a_moment_that_is_past_is_not_kept(store: Store) -> None:
    filled(store)
    with store.reading() as reading:
        reading.remembered[LASTING]["SELECT 1"] = [[1]]
        store.put(a_log(12))

    assert not kept(store)


def test_of_rows_that_wait_and_of_few_games_nothing_is_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(a_log(1))
    store.query("pass rate")
    assert not kept(store)

    store.flush()
    monkeypatch.setattr(lasting, "LEAST", 2)
    store.query("pass rate")
    assert not kept(store)

    monkeypatch.setattr(lasting, "LEAST", 1)
    with open_store(store.path) as other:
        other.query("pass rate")
    assert kept(store)


def test_who_may_not_write_still_gets_an_answer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(store)

    def refuse(*_: object, **__: object) -> Any:
        raise StorageError("The disk is full.", code="storage-full")

    with open_store(store.path) as other:
        monkeypatch.setattr(Journal, "writing", refuse)
        assert other.query("pass rate").n

    monkeypatch.undo()
    assert not kept(store)
