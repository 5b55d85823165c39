"""Bytes come back as they were sent, however the version of the day packed them."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import zstandard
from hypothesis import given
from hypothesis import strategies as some

from storage import journal, open_store, packing

from .games import a_log

RELEASED = "9333b1cb5cf539b62cc449816ff2372fee050484"
"""The beginning of the dictionary's SHA-256. Stores are read with it: see `packing.DICTIONARY`."""


@given(some.lists(some.binary(max_size=3_000), max_size=4))
def test_what_is_packed_comes_back(texts: list[bytes]) -> None:
    assert [packing.inflated(one) for one in packing.all_deflated(texts)] == texts
    assert [packing.inflated(packing.deflated(one)) for one in texts] == texts


def test_a_frame_names_the_dictionary_it_needs() -> None:
    for packed in (packing.deflated(a_log(1)), *packing.all_deflated([a_log(1), a_log(2)])):
        told = zstandard.get_frame_parameters(packed)
        assert told.dict_id == packing.DICTIONARY_ID


def test_the_dictionary_is_the_one_that_stores_were_written_with() -> None:
    data = packing.DICTIONARY.read_bytes()

    assert zstandard.ZstdCompressionDict(data).dict_id() == packing.DICTIONARY_ID
    assert hashlib.sha256(data).hexdigest().startswith(RELEASED)


def test_a_log_takes_less_room_than_without_the_dictionary() -> None:
    plain = zstandard.ZstdCompressor(level=3)

    for nth in range(4):
        assert len(packing.deflated(a_log(nth))) < len(plain.compress(a_log(nth)))


def test_a_store_from_before_the_dictionary_is_read_and_added_to(tmp_path: Path) -> None:
    """Schema 3 packed each log by itself, at level 3, with `ZstdCompressor.compress`."""
    logs = [a_log(nth) for nth in range(3)]
    with open_store(tmp_path) as store:
        ids = [store.put(log).id for log in logs]
    db = sqlite3.connect(tmp_path / journal.FILE)
    for id, log in zip(ids, logs, strict=True):
        frame = zstandard.ZstdCompressor(level=3).compress(log)
        db.execute("UPDATE raws SET zstd = ? WHERE id = ?", (frame, id))
    db.execute("DROP TABLE lasting")  # it came with schema 5
    db.execute("PRAGMA user_version = 3")
    db.commit()
    db.close()

    with open_store(tmp_path) as store:
        assert store.state().schema == journal.SCHEMA > 3
        assert [store.raw(id) for id in ids if id is not None] == logs
        assert store.put(logs[0]).status == "duplicate"
        new = store.put(a_log(4))
        assert new.id is not None
        assert store.raw(new.id) == a_log(4)
        assert not store.rebuild().changed_verdicts
