"""A rebuild judges the raw logs anew and tells what came out otherwise."""

from __future__ import annotations

import json

import pytest

from storage import StorageError, Store, packing, upkeep

from .checks import assert_sound, contents, part_files
from .games import a_log, a_wrong_log, moves_of


def exchange(store: Store, log: int, data: bytes) -> None:
    """Put other bytes in a log's place: for a rebuild, as if it were judged otherwise today."""
    with store._journal.writing() as db:
        db.execute("UPDATE raws SET zstd = ? WHERE id = ?", (packing.deflated(data), log))


def test_a_rebuild_without_changes_says_so(store: Store) -> None:
    for nth in range(5):
        store.put(a_log(nth))
    store.flush()
    store.put(a_wrong_log(7))
    before = contents(store)
    steps: list[tuple[int, int]] = []

    rebuilt = store.rebuild(lambda done, total: steps.append((done, total)))

    assert (rebuilt.logs, rebuilt.changed_verdicts, rebuilt.figures) == (6, 0, [])
    assert rebuilt.is_compared
    assert steps == [(6, 6)]
    assert contents(store) == before
    assert (store.state().hot, store.state().parts) == (0, 5)


@pytest.mark.parametrize("is_flushed", [True, False])
def test_changed_verdicts_and_figures_are_told(store: Store, is_flushed: bool) -> None:
    for nth in (0, 1, 2):
        store.put(a_log(nth))
    store.put(a_wrong_log(4))
    if is_flushed:
        store.flush()
    exchange(store, 1, a_log(2))  # other moves, as many
    exchange(store, 2, a_log(3))  # fewer or more
    exchange(store, 3, a_wrong_log(2))
    exchange(store, 4, a_log(5))

    rebuilt = store.rebuild()

    assert rebuilt.changed_verdicts == 2
    assert [(one.id, one.before, one.after) for one in rebuilt.verdicts] == [
        (3, "accepted", "unknown-player"),
        (4, "unknown-player", "accepted"),
    ]
    figures = {(one.table, one.column): one for one in rebuilt.figures}
    rows = figures["moves", "(rows)"]
    assert (rows.logs, rows.first) == (1, 2)
    assert (rows.before, rows.after) == (moves_of(a_log(1)), moves_of(a_log(3)))
    assert figures["moves", "card"].first == 1
    assert figures["games", "log_sha256"].logs == 2
    assert ("games", "game") not in figures
    assert json.dumps(rebuilt.to_json())
    assert store.find(3).status == "rejected"
    assert [fault.code for fault in store.find(3).violations] == ["unknown-player"]
    assert store.find(4).outcome == "abandoned"
    assert_sound(store)
    again = store.rebuild()
    assert (again.changed_verdicts, again.figures) == (0, [])


def test_a_log_that_is_not_readable_any_more_becomes_rejected(store: Store) -> None:
    """A stricter reader may refuse what an earlier version took. The log is not lost for that."""
    store.put(a_log(1))
    exchange(store, 1, b'{"format": NaN}')

    rebuilt = store.rebuild()

    assert [one.after for one in rebuilt.verdicts] == ["not-json"]
    assert store.find(1).status == "rejected"
    assert store.raw(1) == b'{"format": NaN}'
    assert_sound(store)


def test_superseded_logs_stay_out_of_it(store: Store) -> None:
    store.put(a_log(1, log_id="x"))
    store.put(a_log(2, log_id="x"))

    assert store.rebuild().logs == 1
    assert_sound(store)


def test_an_interrupted_rebuild_changes_nothing(store: Store) -> None:
    store.put(a_log(1))
    store.flush()
    store.put(a_log(2))
    exchange(store, 2, a_log(3))
    before, files = contents(store), part_files(store)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.rebuild(stop)

    assert contents(store) == before
    assert part_files(store) == files


def test_what_comes_and_goes_during_a_rebuild_is_right_after_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "REBUILD_LOGS", 3)
    for nth in range(7):
        store.put(a_log(nth, log_id=f"t{nth}"))
        if nth == 3:
            store.flush()

    def meanwhile(done: int, total: int) -> None:
        if done == 3:
            store.remove(1)  # its new rows are written
            store.remove(6)  # its new rows are not
            store.put(a_log(20, log_id="t1"))
            store.put(a_log(21, log_id="t4"))
            store.put(a_log(22))
            list(store.put_many(("", a_log(nth)) for nth in range(30, 150)))

    store.rebuild(meanwhile)

    assert_sound(store)
    counting = [log.id for log in store.logs(status="accepted")]
    assert counting[:6] == [3, 4, 7, 8, 9, 10]
    assert len(counting) == 6 + 120
    store.flush()
    store.compact()
    assert_sound(store)
    assert len(part_files(store)) == store.state().parts


def test_a_rebuild_refuses_to_reject_the_logs_of_a_game_that_is_not_installed(
    store: Store,
) -> None:
    store.put(a_log(1))
    with store._journal.writing() as db:
        db.execute("UPDATE logs SET game = 'whist' WHERE id = 1")

    with pytest.raises(StorageError, match="whist") as caught:
        store.rebuild()
    assert caught.value.code == "storage-game-missing"


def test_parts_of_a_rebuild_are_not_larger_than_they_should_be(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "REBUILD_LOGS", 4)
    monkeypatch.setattr(upkeep, "PART_LOGS", 8)
    for nth in range(21):
        store.put(a_log(nth))

    store.rebuild()

    assert store.state().parts == 4 * 3
    assert_sound(store)
