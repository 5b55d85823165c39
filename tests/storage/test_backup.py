"""A backup is the store of one moment; a restore is that store, or none."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import threading
from pathlib import Path
from typing import Any

import pytest
import zstandard

from storage import StorageError, Store, backup, open_store
from storage.backup import restore

from .checks import assert_sound, contents, part_files
from .games import a_log, a_wrong_log


@pytest.fixture
def full(store: Store) -> Store:
    """A store with something of everything."""
    for nth in range(6):
        store.put(a_log(nth, log_id=f"t{nth}"))
        store.put(a_wrong_log(nth))
    store.flush()
    store.put(a_log(20, log_id="t1"))
    store.remove("t2")
    store.put(a_log(21))
    store.create_token(scopes=["read"], who="test")
    return store


def test_what_is_restored_is_what_was_backed_up(full: Store, tmp_path: Path) -> None:
    done = full.backup(tmp_path / "b.tar.zst")

    told = restore(tmp_path / "b.tar.zst", tmp_path / "other")

    assert told.to_json() == done.to_json()
    assert done.logs == len(full.logs())
    with open_store(tmp_path / "other") as other:
        assert contents(other) == contents(full)
        assert [log.to_json() for log in other.logs()] == [log.to_json() for log in full.logs()]
        assert [other.raw(log.id) for log in other.logs()] == [
            full.raw(log.id) for log in full.logs()
        ]
        assert other.tokens() == full.tokens()
        assert other.audit() == full.audit()
        assert_sound(other)
        assert len(part_files(other)) == other.state().parts
        assert other.put(a_log(30)).status == "accepted"
        other.compact()
        assert_sound(other)


def test_any_tar_reads_a_backup_and_its_checksums_are_right(full: Store, tmp_path: Path) -> None:
    """By hand, as somebody would without cardstats."""
    full.backup(tmp_path / "b.tar.zst")

    plain = zstandard.ZstdDecompressor().stream_reader((tmp_path / "b.tar.zst").read_bytes()).read()
    with tarfile.open(fileobj=io.BytesIO(plain)) as tar:
        names = tar.getnames()
        manifest = json.loads(tar.extractfile("manifest.json").read())  # type: ignore[union-attr]
        for one in manifest["files"]:
            data = tar.extractfile(one["name"]).read()  # type: ignore[union-attr]
            assert (len(data), hashlib.sha256(data).hexdigest()) == (one["size"], one["sha256"])
    assert names == ["manifest.json", *(one["name"] for one in manifest["files"])]
    assert "session.key" not in names
    assert (tmp_path / "b.tar.zst").stat().st_mode & 0o077 == 0


def test_a_backup_writes_over_nothing_and_leaves_nothing_behind(
    full: Store, tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("I was here first.")

    with pytest.raises(StorageError) as caught:
        full.backup(tmp_path / "mine")
    with pytest.raises(StorageError):
        full.backup(tmp_path / "no-such-folder" / "b")

    assert caught.value.code == "storage-exists"
    assert (tmp_path / "mine").read_text() == "I was here first."
    assert {path.name for path in tmp_path.iterdir()} == {"mine", full.path.name}


def test_a_restore_touches_no_store_that_is_there(full: Store, tmp_path: Path) -> None:
    full.backup(tmp_path / "b")
    before = contents(full)

    with pytest.raises(StorageError) as caught:
        restore(tmp_path / "b", full.path)

    assert caught.value.code == "storage-exists"
    assert contents(full) == before


def repacked(file: Path, change: Any) -> None:
    """Write a backup anew with the members that *change* makes of its own."""
    plain = zstandard.ZstdDecompressor().stream_reader(file.read_bytes()).read()
    with tarfile.open(fileobj=io.BytesIO(plain)) as tar:
        members = [(one.name, tar.extractfile(one).read()) for one in tar]  # type: ignore[union-attr]
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, data in change(members):
            about = tarfile.TarInfo(name)
            about.size = len(data)
            tar.addfile(about, io.BytesIO(data))
    file.write_bytes(zstandard.ZstdCompressor().compress(out.getvalue()))


def flipped(data: bytes) -> bytes:
    at = len(data) // 2
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def with_name(members: Any, name: str) -> Any:
    manifest = json.loads(members[0][1])
    manifest["files"][-1]["name"] = name
    return [
        ("manifest.json", json.dumps(manifest).encode()),
        *members[1:-1],
        (name, members[-1][1]),
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda found: [*found[:-1], (found[-1][0], flipped(found[-1][1]))],
        lambda found: [found[0], (found[1][0], flipped(found[1][1])), *found[2:]],
        lambda found: found[:-1],
        lambda found: found[1:],
        lambda found: [*found, ("parts/more.parquet", b"")],
        lambda found: [*found, found[-1]],
        lambda found: with_name(found, "../outside"),
        lambda found: with_name(found, "/tmp/outside"),
        lambda found: with_name(found, "parts/../../outside.parquet"),
        lambda found: with_name(found, "session.key"),
        lambda found: [("manifest.json", b"{}"), *found[1:]],
    ],
    ids=[
        "part",
        "journal",
        "missing",
        "no manifest",
        "more",
        "twice",
        "up",
        "absolute",
        "up later",
        "key",
        "empty manifest",
    ],
)
def test_a_backup_that_is_not_whole_makes_no_store(
    full: Store, tmp_path: Path, change: Any
) -> None:
    full.backup(tmp_path / "b")
    repacked(tmp_path / "b", change)

    with pytest.raises(StorageError) as caught:
        restore(tmp_path / "b", tmp_path / "deep" / "other")

    assert caught.value.code == "backup-damaged"
    assert list((tmp_path / "deep").iterdir()) == []
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("data", [b"", b"no archive", b"\x28\xb5\x2f\xfd"])
def test_what_is_no_backup_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "b").write_bytes(data)

    with pytest.raises(StorageError) as caught:
        restore(tmp_path / "b", tmp_path / "other")

    assert caught.value.code == "backup-damaged"


def test_a_torn_backup_is_told(full: Store, tmp_path: Path) -> None:
    full.backup(tmp_path / "b")
    whole = (tmp_path / "b").read_bytes()
    for share in (0.1, 0.5, 0.99):
        (tmp_path / "b").write_bytes(whole[: int(len(whole) * share)])
        with pytest.raises(StorageError) as caught:
            restore(tmp_path / "b", tmp_path / "other")
        assert caught.value.code == "backup-damaged"


def test_a_backup_amid_uploads_and_compactions_is_of_one_moment(
    store: Store, tmp_path: Path
) -> None:
    acknowledged: list[int] = []
    is_over = threading.Event()

    def upload() -> None:
        nth = 0
        while not is_over.is_set():
            found = store.put(a_log(nth)).id
            assert found is not None
            acknowledged.append(found)
            nth += 1
            if nth % 15 == 0:
                store.flush()
                store.compact()

    thread = threading.Thread(target=upload)
    thread.start()
    try:
        for nth in range(4):
            while len(acknowledged) < 10 * (nth + 1):
                assert thread.is_alive()
            known = list(acknowledged)
            store.backup(tmp_path / f"b{nth}")
            restore(tmp_path / f"b{nth}", tmp_path / f"r{nth}")
            with open_store(tmp_path / f"r{nth}") as other:
                ids = [log.id for log in other.logs()]
                assert ids == list(range(1, len(ids) + 1))
                assert set(known) <= set(ids)
                assert_sound(other)
    finally:
        is_over.set()
        thread.join()


def test_a_full_disk_leaves_no_half_backup(
    full: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "_pack", refuse)
    with pytest.raises(StorageError) as caught:
        full.backup(tmp_path / "b")

    assert caught.value.code == "storage-full"
    assert {path.name for path in tmp_path.iterdir()} == {full.path.name}
