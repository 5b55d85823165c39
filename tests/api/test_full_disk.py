"""A disk without room: 507, and nothing is torn."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson
import pytest

from api import create_app
from storage import StorageError, open_store
from tests.storage.checks import assert_sound, part_files
from tests.storage.games import a_log
from tests.storage.test_faults import small_disk  # noqa: F401  # a fixture

from .conftest import JSON
from .test_errors import assert_problem


@pytest.fixture
def disk(small_disk: Path) -> Iterator[Path]:  # noqa: F811
    return small_disk


def resize(disk: Path, size: str) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", str(disk)], check=True)


def test_uploads_are_answered_507_and_what_was_acknowledged_is_there(disk: Path) -> None:
    with open_store(disk / "store") as store:
        client = create_app(store).test_client()
        kept: list[int] = []
        answer: Any = None
        for nth in range(10_000):
            answer = client.post("/api/v1/logs", data=a_log(nth), headers=JSON)
            if answer.status_code != 201:
                break
            kept.append(answer.json["id"])

        assert_problem(answer, 507)
        assert kept
        assert [log.id for log in store.logs()] == kept
        assert client.get("/api/v1/query?q=number+of+games").status_code == 200
        assert_sound(store)

        resize(disk, "8m")
        again = client.post("/api/v1/logs", data=a_log(len(kept)), headers=JSON)
        assert again.status_code == 201
        assert_sound(store)


def test_upkeep_without_room_says_so_and_leaves_the_store_as_it_was(disk: Path) -> None:
    resize(disk, "8m")
    with open_store(disk / "store") as store:
        for nth in range(40):
            store.put(a_log(nth))
            if nth % 10 == 9 and nth < 30:
                store.flush()
        before = [log.id for log in store.logs()], len(part_files(store))
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(b"\0" * 4096):
                pass

        for act in (
            store.flush,
            store.compact,
            store.rebuild,
            lambda: store.pseudonymise("Anna"),
            lambda: store.backup(disk / "backup"),
        ):
            with pytest.raises(StorageError) as caught:
                act()
            assert caught.value.code == "storage-full", act
            assert ([log.id for log in store.logs()], len(part_files(store))) == before
            assert_sound(store)

        filler.unlink()
        store.flush()
        store.compact()
        assert store.pseudonymise("Anna").logs == 40
        assert len(part_files(store)) == store.state().parts
        assert_sound(store)
        assert b"Anna" not in orjson.dumps([store.raw(log.id).decode() for log in store.logs()])
