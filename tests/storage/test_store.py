"""What becomes of a log that is sent, and how it is found again."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from engine.errors import UnreadableLog
from engine.replay import judge
from storage import Store, UnknownLog, open_store, parts
from storage.columns import Rows, kinds
from storage.intake import BATCH_LOGS
from storage.journal import PARTS
from storage.tables import pack, unpack
from storage.verdicts import judged
from tests.engine.test_trails import towering

from .checks import assert_sound, contents, ids, part_files
from .games import a_log, a_wrong_log, document, moves_of


def counted(store: Store) -> list[int]:
    with store.reading() as reading:
        return ids(reading)


def test_a_legal_log_is_accepted_and_counted(store: Store) -> None:
    data = a_log(1)

    receipt = store.put(data, source="one.json")

    assert receipt.status == "accepted"
    assert receipt.digest == judge(data).digest()
    assert receipt.violations == []
    assert receipt.id is not None
    assert counted(store) == [receipt.id]
    assert_sound(store)


def test_the_bytes_come_back_exactly(store: Store) -> None:
    spaced = b"\xef\xbb\xbf\r\n " + json.dumps(document(3), indent=7).encode() + b"\r\n\r\n"

    receipt = store.put(spaced)

    assert receipt.id is not None
    assert store.raw(receipt.id) == spaced
    assert store.find(receipt.id).size == len(spaced)


def test_a_log_knows_where_it_came_from(store: Store) -> None:
    receipt = store.put(a_log(4, log_id="evening.4"), source="box/evening.ndjson:4")
    assert receipt.id is not None

    log = store.find(receipt.id)

    assert (log.status, log.game, log.log_id) == ("accepted", "spot-on", "evening.4")
    assert log.source == "box/evening.ndjson:4"
    assert log.level == "normal"
    assert list(log.players) == ["Anna", "Ben"]
    assert log.outcome == document(4)["result"]["outcome"]
    assert log.violations == []
    assert datetime.fromisoformat(log.received_at).utcoffset() is not None
    assert json.loads(json.dumps(log.to_json()))["digest"] == receipt.digest


def test_a_log_in_other_clothes_is_a_duplicate(store: Store) -> None:
    """Its identity is that of its canonical form, so spaces and key order do not matter."""
    first = store.put(a_log(1))
    turned = json.dumps(dict(reversed(document(1).items())), indent=2).encode()

    again = store.put(turned, source="again")

    assert again.status == "duplicate"
    assert again.id == again.duplicate_of == first.id
    assert again.digest == first.digest
    assert again.source == "again"
    assert counted(store) == [first.id]


def test_a_rejected_log_is_kept_with_its_violations_and_counted_nowhere(store: Store) -> None:
    data = a_wrong_log(2)

    receipt = store.put(data)

    assert receipt.status == "rejected"
    assert [fault.code for fault in receipt.violations] == ["unknown-player"]
    assert receipt.violations == judge(data).violations
    assert receipt.id is not None
    assert store.find(receipt.id).violations == receipt.violations
    assert store.raw(receipt.id) == data
    assert counted(store) == []
    with store.reading() as reading:
        assert reading.connection.execute(
            "SELECT game_id, game, nth, code, move, pointer FROM violations"
        ).fetchall() == [(receipt.id, "spot-on", 0, "unknown-player", 0, "/moves/0/player")]


def test_a_duplicate_of_a_rejected_log_tells_its_violations_again(store: Store) -> None:
    first = store.put(a_wrong_log(2))

    again = store.put(a_wrong_log(2))

    assert again.status == "duplicate"
    assert again.id == first.id
    assert again.violations == first.violations != []


def test_what_is_no_log_is_refused_and_not_kept(store: Store) -> None:
    receipt = store.put(b'{"format": ', source="torn.json")

    assert receipt.status == "unreadable"
    assert receipt.id is None
    assert receipt.error is not None
    assert receipt.error.code == "not-json"
    assert receipt.to_json()["error"]["code"] == "not-json"
    assert store.logs() == []


def test_a_log_of_an_unknown_game_is_kept(store: Store) -> None:
    receipt = store.put(a_log(1, game="whist"))

    assert receipt.status == "rejected"
    assert receipt.game == "whist"
    assert store.flush() == 1
    with store.reading() as reading:
        codes = reading.connection.execute("SELECT game, code FROM violations").fetchall()
    assert codes == [("whist", "unknown-game")]


def test_a_source_that_is_no_unicode_is_kept_as_far_as_it_is(store: Store) -> None:
    receipt = store.put(a_log(1), source="caf\udce9.json")

    assert receipt.id is not None
    assert store.find(receipt.id).source == "caf?.json"


def test_a_later_log_with_the_same_log_id_replaces_the_earlier(store: Store) -> None:
    first = store.put(a_log(1, log_id="t1"))
    other = store.put(a_log(2, log_id="t2"))

    second = store.put(a_log(3, log_id="t1"))

    assert second.status == "replaced"
    assert second.replaces == first.id
    assert counted(store) == [other.id, second.id]
    assert first.id is not None
    superseded = store.find(first.id)
    assert superseded.status == "superseded"
    assert superseded.superseded_by == second.id
    assert store.raw(first.id) == a_log(1, log_id="t1")
    assert store.find("t1").id == second.id


@pytest.mark.parametrize("is_flushed", [False, True])
def test_a_replaced_log_leaves_the_statistics_wherever_its_rows_are(
    store: Store, is_flushed: bool
) -> None:
    first = store.put(a_log(1, log_id="t1"))
    if is_flushed:
        store.flush()

    second = store.put(a_log(3, log_id="t1"))

    assert counted(store) == [second.id]
    with store.reading() as reading:
        assert set(ids(reading, "moves")) == {second.id}
    assert first.id != second.id


def test_a_rejected_correction_replaces_as_well(store: Store) -> None:
    """Whoever sends a correction does not stand by what came before, even if it has a fault."""
    store.put(a_log(1, log_id="t1"))

    wrong = store.put(a_wrong_log(2, log_id="t1"))
    right = store.put(a_log(2, log_id="t1"))

    assert (wrong.status, right.status) == ("rejected", "replaced")
    assert right.replaces == wrong.id
    assert counted(store) == [right.id]
    assert [log.status for log in store.logs()] == ["superseded", "superseded", "accepted"]
    assert_sound(store)


def test_a_superseded_log_sent_again_undoes_nothing(store: Store) -> None:
    """A folder with a log and its correction may be imported twice."""
    first = store.put(a_log(1, log_id="t1"))
    second = store.put(a_log(2, log_id="t1"))

    again = store.put(a_log(1, log_id="t1"))

    assert (again.status, again.id) == ("duplicate", first.id)
    assert counted(store) == [second.id]


def test_a_superseded_log_may_come_back_once_its_correction_is_removed(store: Store) -> None:
    first = store.put(a_log(1, log_id="t1"))
    second = store.put(a_log(2, log_id="t1"))
    assert second.id is not None
    store.remove(second.id)
    assert counted(store) == []

    back = store.put(a_log(1, log_id="t1"))

    assert back.status == "accepted"
    assert back.id not in (first.id, second.id)
    assert counted(store) == [back.id]


@pytest.mark.parametrize("is_flushed", [False, True])
def test_a_removed_log_is_gone_and_may_be_sent_again(store: Store, is_flushed: bool) -> None:
    kept, leaving = store.put(a_log(1)), store.put(a_log(2, log_id="leaving"))
    assert leaving.id is not None
    if is_flushed:
        store.flush()

    removed = store.remove("leaving")

    assert (removed.id, removed.status) == (leaving.id, "removed")
    assert counted(store) == [kept.id]
    with pytest.raises(UnknownLog):
        store.find(leaving.id)
    with pytest.raises(UnknownLog):
        store.raw(leaving.id)
    again = store.put(a_log(2, log_id="leaving"))
    assert again.status == "accepted"
    assert again.id not in (kept.id, leaving.id)
    assert_sound(store)


def test_an_id_is_never_given_twice(store: Store) -> None:
    last = store.put(a_log(1))
    assert last.id is not None
    store.remove(last.id)

    after = store.put(a_log(2))

    assert after.id is not None
    assert after.id > last.id


def test_a_log_is_found_by_id_by_digest_and_by_log_id(store: Store) -> None:
    first = store.put(a_log(1, log_id="7"))
    second = store.put(a_log(2))
    assert first.id is not None
    assert second.digest is not None

    assert store.find(first.id).id == first.id
    assert store.find(str(first.id)).id == first.id
    assert store.find(second.digest.upper()).id == second.id
    assert store.find("7").id == first.id
    for ref in ("8", 8, "nobody", "0" * 64, "", "9" * 40, "\udce9", "٣"):
        with pytest.raises(UnknownLog, match="unknown-log"):
            store.find(ref)


def test_logs_are_listed_in_order_and_by_kind(store: Store) -> None:
    for nth in range(4):
        store.put(a_log(nth))
    wrong = store.put(a_wrong_log(5))
    store.put(a_log(6, game="whist"))

    assert [log.id for log in store.logs()] == [1, 2, 3, 4, 5, 6]
    assert [log.id for log in store.logs(status="accepted", limit=2)] == [1, 2]
    assert [log.id for log in store.logs(status="accepted", after=2)] == [3, 4]
    assert [log.id for log in store.logs(status="rejected", game="spot-on")] == [wrong.id]
    assert store.logs(status="superseded") == []


def test_an_import_tells_each_log_in_order(store: Store) -> None:
    store.put(a_log(1))
    torn = UnreadableLog("The file cannot be read.", code="unreadable-file")
    items: list[tuple[str, bytes | UnreadableLog]] = [
        ("a", a_log(0)),
        ("b", a_log(1)),
        ("c", a_wrong_log(2, log_id="x")),
        ("d", b"nonsense"),
        ("e", torn),
        ("f", a_log(0)),
        ("g", a_log(3, log_id="x")),
        ("h", a_log(4, log_id="x")),
    ]

    rehearsed = list(store.put_many(items, dry_run=True))
    before = store.state().version
    receipts = list(store.put_many(items))

    expected = "accepted duplicate rejected unreadable unreadable duplicate replaced replaced"
    assert [receipt.status for receipt in receipts] == expected.split()
    assert [receipt.status for receipt in rehearsed] == expected.split()
    assert [receipt.source for receipt in receipts] == list("abcdefgh")
    assert receipts[4].error is torn
    assert all(receipt.id is None for receipt in rehearsed if receipt.status != "duplicate")
    assert before == 2, "a dry run writes nothing"
    assert_sound(store)


def test_a_big_import_writes_parts_straight_away(store: Store) -> None:
    count = BATCH_LOGS + 150

    receipts = list(store.put_many((f"{nth}", a_log(nth)) for nth in range(count)))

    state = store.state()
    assert state.statuses["accepted"] == count
    assert (state.hot, state.parts) == (0, 8)
    assert len(part_files(store)) == 8
    assert [receipt.source for receipt in receipts] == [f"{nth}" for nth in range(count)]
    with store.reading() as reading:
        (moves,) = reading.connection.execute("SELECT count(*) FROM moves").fetchall()[0]
    assert moves == sum(moves_of(a_log(nth)) for nth in range(count))
    assert_sound(store)


def test_what_is_replaced_within_one_batch_leaves_no_rows(store: Store) -> None:
    logs = [a_log(nth, log_id=f"t{nth % 3}") for nth in range(160)]

    receipts = list(store.put_many(("", log) for log in logs))

    assert [receipt.status for receipt in receipts] == ["accepted"] * 3 + ["replaced"] * 157
    assert counted(store) == [receipt.id for receipt in receipts[-3:]]
    assert sum(part.rows for part in _parts(store) if part.table == "games") == 3
    assert_sound(store)


def _parts(store: Store):  # type: ignore[no-untyped-def]  # an inside view, for one test
    from storage import journal

    with store._journal.reading() as db:
        return journal.live_parts(db)


def test_two_hundred_waiting_logs_are_flushed_by_the_next_upload(store: Store) -> None:
    for nth in range(199):
        store.put(a_log(nth))
    assert store.state().hot == 199

    store.put(a_log(199))

    assert store.state().hot == 0
    assert store.state().parts == 4
    assert_sound(store)


def test_flush_compact_and_rebuild_change_no_row(store: Store) -> None:
    data = {
        "played_at": "2026-11-29T19:30:00.123456+01:00",
        "feedback": [
            {"player": "Ben", "ratings": {"fun": 4}, "comment": 'It\'s "fine" – ☕\u0000'}
        ],
        "tags": ["a'b", "ü"],
        "rules": {"options": {"targets": 1}, "version": "print 'B'"},
    }
    for nth in range(7):
        store.put(a_log(nth, **data))
        store.put(a_wrong_log(nth))
        if nth % 3 == 0:
            store.flush()
    store.remove(1)
    before = contents(store)
    assert before["feedback"]
    assert before["violations"]
    assert before["games"][0][16] == datetime(  # noqa: DTZ001  (in UTC)
        2026, 11, 29, 18, 30, 0, 123456
    )

    store.flush()
    assert contents(store) == before
    done = store.compact()
    assert contents(store) == before
    assert done.parts_after == 6 < done.parts_before
    rebuilt = store.rebuild()
    assert contents(store) == before
    assert (rebuilt.logs, rebuilt.changed_verdicts, rebuilt.figures) == (13, 0, [])
    assert store.state().gone == 0


def test_a_compaction_drops_the_rows_of_logs_that_left(store: Store) -> None:
    for nth in range(20):
        store.put(a_log(nth))
    store.flush()
    store.remove(4)
    assert store.state().gone == 1

    done = store.compact()

    # Log number 3 is the fourth: one row in games, two seats, one round begun, and its moves.
    assert done.rows_dropped == 1 + 2 + 1 + moves_of(a_log(3))
    assert (done.parts_before, done.parts_after) == (4, 4)
    assert store.state().gone == 0
    assert store.compact().rows_dropped == 0, "once is enough"
    assert_sound(store)


def test_many_small_parts_become_one_by_themselves(store: Store) -> None:
    for nth in range(10):
        store.put(a_log(nth))
        store.flush()

    assert store.state().parts == 4
    assert_sound(store)


def test_fresh_parts_are_written_quickly_and_lasting_ones_small(store: Store) -> None:
    """DuckDB reads both."""

    def codecs() -> set[str]:
        found = set()
        for name in part_files(store):
            told = pq.ParquetFile(store.path / PARTS / name).metadata
            columns = range(told.num_columns)
            found |= {told.row_group(0).column(at).compression for at in columns}
        return found

    for start in (0, 3):
        list(store.put_many(("", a_log(nth)) for nth in range(start, start + 3)))
        store.flush()
    fresh, rows = codecs(), contents(store)
    store.compact()

    assert (fresh, codecs()) == ({"SNAPPY"}, {"ZSTD"})
    assert contents(store) == rows


def test_a_number_beyond_64_bits_is_kept_as_unknown(store: Store) -> None:
    """Totals are multiplied as long as a game goes on; the tables hold 64 bits."""
    values: list[int | None] = [None] * len(kinds("moves", "spot-on"))
    names = list(kinds("moves", "spot-on"))
    before, after = names.index("before"), names.index("after")
    values[before], values[after] = 2**63 - 1, 2**63
    row = tuple(values)

    packed = unpack(pack([[value] for value in row], names))
    (rows,) = parts.from_rows([(1, "spot-on", Rows({"moves": [row]}))])

    assert (packed["before"], packed["after"]) == ([2**63 - 1], [None])
    assert rows.arrow.column("before").to_pylist() == [2**63 - 1]
    assert rows.arrow.column("after").to_pylist() == [None]


def test_a_game_with_totals_beyond_64_bits_leaves_the_others_of_its_batch_as_they_are() -> None:
    """Nine tens and more are multiplied; of 13⁴ · 12⁴ · 11⁴ · 10⁴ · 9⁴ the tables know that it is large."""
    logs = [a_log(1), json.dumps(towering()).encode(), a_log(2)]
    found = [judged(judge(log)) for log in logs]

    def after(chosen: list[int]) -> list[int | None]:
        told = parts.from_rows((nth, found[nth].game, found[nth].rows) for nth in chosen)
        (moves,) = (rows.arrow for rows in told if rows.table == "moves")
        column: list[int | None] = moves.column("after").to_pylist()
        return column

    assert after([0, 1, 2]) == after([0]) + after([1]) + after([2])
    assert after([1])[4] == 13**4
    assert after([1])[-1] is None


def test_a_store_is_the_same_after_it_was_closed(tmp_path: Path) -> None:
    with open_store(tmp_path / "deep" / "store") as store:
        store.put(a_log(1))
        store.flush()
        store.put(a_log(2))
        before = contents(store)

    with open_store(tmp_path / "deep" / "store") as store:
        assert contents(store) == before
        assert store.put(a_log(2)).status == "duplicate"


def test_the_version_changes_with_every_write_and_no_read(store: Store) -> None:
    versions = [store.state().version]
    for act in (
        lambda: store.put(a_log(1)),
        lambda: store.put(a_log(2, log_id="x")),
        lambda: store.put(a_wrong_log(2, log_id="x")),
        store.flush,
        store.compact,
        lambda: store.remove(1),
        store.rebuild,
    ):
        act()
        versions.append(store.state().version)
    assert versions == sorted(set(versions))

    store.put(a_wrong_log(2, log_id="x"))
    store.logs()
    contents(store)

    assert store.state().version == versions[-1]


def test_the_state_counts_what_there_is(store: Store) -> None:
    sizes = 0
    for data in (a_log(1), a_log(2, log_id="x"), a_log(3, log_id="x"), a_wrong_log(4)):
        store.put(data)
        sizes += len(data)

    state = store.state()

    assert state.statuses == {"accepted": 2, "rejected": 1, "superseded": 1}
    assert state.games == {"spot-on": 2}
    assert (state.hot, state.parts, state.gone) == (3, 0, 1)
    assert state.raw_bytes == sizes
    assert state.bytes > 0
    assert state.outdated == 0
    assert json.dumps(state.to_json())
