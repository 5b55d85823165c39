"""Finding logs in files, folders and pipes."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import tracemalloc
from pathlib import Path

import pytest

from engine.errors import UnreadableLog
from storage.ingest import MAX_LOG, Found, read_files

from .games import a_log, document

NOTHING = io.BytesIO()


def read(*paths: Path | str, stdin: bytes = b"") -> list[Found]:
    return list(read_files(paths, io.BytesIO(stdin)))


def told(found: list[Found]) -> list[tuple[str, str]]:
    """Return sources with the codes of what could not be read."""
    return [
        (source, data.code if isinstance(data, UnreadableLog) else "") for source, data in found
    ]


def test_a_json_file_is_one_log_byte_for_byte(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_bytes(b"\xef\xbb\xbf{\r\n}\r\n\r\n")

    assert read(file) == [(str(file), b"\xef\xbb\xbf{\r\n}\r\n\r\n")]


def test_an_ndjson_file_is_a_log_a_line(tmp_path: Path) -> None:
    file = tmp_path / "many.ndjson"
    file.write_bytes(b'{"a":1}\r\n\r\n  \n{"b":2}\nnonsense\n{"c":3}')

    assert read(file) == [
        (f"{file}:1", b'{"a":1}'),
        (f"{file}:4", b'{"b":2}'),
        (f"{file}:5", b"nonsense"),
        (f"{file}:6", b'{"c":3}'),
    ]


@pytest.mark.parametrize("name", ["x.json.gz", "x.gz", "x.json", "x"])
def test_a_gzipped_log_is_unpacked_whatever_its_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(gzip.compress(a_log(1)))

    assert read(file) == [(str(file), a_log(1))]


def test_a_gzipped_ndjson_file_is_unpacked_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "x.ndjson.gz"
    # Two members, as `cat a.gz b.gz` makes them.
    file.write_bytes(gzip.compress(b"{}\n{}\n", mtime=0) + gzip.compress(b'{"c":3}\n'))

    assert read(file) == [(f"{file}:1", b"{}"), (f"{file}:2", b"{}"), (f"{file}:3", b'{"c":3}')]


def test_a_folder_is_read_to_the_bottom_in_order(tmp_path: Path) -> None:
    for name in ("b.json", "a/2.ndjson", "a/10.json", "c/d/e.json.gz", "broken/f.JSON"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        data = b"{}"
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    for name in ("README.md", ".hidden.json", "a/verdict.txt", ".git/x.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("not for us")

    found = read(tmp_path)

    names = ["b.json", "a/10.json", "a/2.ndjson:1", "broken/f.JSON", "c/d/e.json.gz"]
    assert [source for source, _ in found] == [f"{tmp_path}/{name}" for name in names]
    assert {data for _, data in found} == {b"{}"}


def test_what_cannot_be_read_is_told_and_stops_nothing(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_bytes(b"{}")
    torn = tmp_path / "torn.json.gz"
    torn.write_bytes(gzip.compress(a_log(1))[:-30])
    bent = tmp_path / "bent.ndjson.gz"
    packed = bytearray(gzip.compress(os.urandom(5000).hex().encode()))
    packed[200] ^= 255
    bent.write_bytes(packed)
    missing = tmp_path / "missing.json"

    found = read(torn, bent, missing, good)

    assert told(found) == [
        (str(torn), "unreadable-file"),
        (str(bent), "unreadable-file"),
        (str(missing), "unreadable-file"),
        (str(good), ""),
    ]
    assert str(missing) in str(found[2][1])


def test_lines_before_a_torn_end_are_read(tmp_path: Path) -> None:
    file = tmp_path / "torn.ndjson.gz"
    file.write_bytes(gzip.compress(b"{}\n" * 3 + os.urandom(9000).hex().encode())[:-3000])

    found = read(file)

    assert [data for _, data in found[:3]] == [b"{}"] * 3
    assert told(found[3:]) == [(str(file), "unreadable-file")]


PRETTY = json.dumps(document(1), indent=1).encode()


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        (b"{}", ["-"]),
        (b"{}\n\n", ["-"]),
        (b"{}\n{}\n", ["-:1", "-:2"]),
        (b"\n{}\r\n\r\n{}", ["-:2", "-:4"]),
        (PRETTY, ["-"]),
        (b"{\n", ["-"]),
        (b"", ["-"]),
        (b"nonsense\n{}\n{}", ["-:1", "-:2", "-:3"]),
        (b"\xef\xbb\xbf{}\n{}", ["-:1", "-:2"]),
        (b"[\n{},\n{}\n]", ["-:1", "-:2", "-:3", "-:4"]),
        (gzip.compress(b"{}\n{}\n", mtime=0), ["-:1", "-:2"]),
        (gzip.compress(PRETTY, mtime=0), ["-"]),
    ],
)
def test_a_pipe_holds_one_log_or_one_a_line(text: bytes, sources: list[str]) -> None:
    found = read("-", stdin=text)

    assert [source for source, _ in found] == sources
    if sources == ["-"] and not text.startswith(b"\x1f"):
        assert found[0][1] == text


def test_a_file_of_no_known_name_is_looked_into(tmp_path: Path) -> None:
    file = tmp_path / "export.txt"
    file.write_bytes(b"{}\n{}\n")

    assert [source for source, _ in read(file)] == [f"{file}:1", f"{file}:2"]


@pytest.mark.parametrize("ending", [".json", ".ndjson", ".json.gz", ".ndjson.gz", ""])
def test_a_log_that_is_too_large_is_told(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"large{ending}"
    text = b'{"x":"' + b"x" * (MAX_LOG + 100) + b'"}'
    if "ndjson" in ending:
        text = b"{}\n" + text + b"\n{}\n"
    file.write_bytes(gzip.compress(text, 1) if ending.endswith("gz") else text)

    found = read(file)

    if "ndjson" in ending:
        expected = [(f"{file}:1", ""), (f"{file}:2", "too-large"), (f"{file}:3", "")]
    else:
        expected = [(str(file), "too-large")]
    assert told(found) == expected


def test_a_log_of_just_the_size_is_read(tmp_path: Path) -> None:
    file = tmp_path / "large.ndjson"
    file.write_bytes(b"x" * MAX_LOG + b"\r\n" + b"{}\n")

    found = read(file)

    assert told(found) == [(f"{file}:1", ""), (f"{file}:2", "")]
    assert found[0][1] == b"x" * MAX_LOG


def test_memory_is_flat_in_the_size_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bomb.ndjson.gz"
    line = a_log(1) + b"\n"
    with gzip.open(file, "wb", 1) as stream:
        for _ in range(4000):
            stream.write(line)

    tracemalloc.start()
    count = sum(1 for _ in read_files([file], NOTHING))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert count == 4000
    assert most < 2_000_000 < 4000 * len(line)


def test_a_folder_that_cannot_be_looked_into_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "x.json").write_bytes(b"{}")
    (tmp_path / "locked").mkdir()
    look = os.scandir

    def refuse(folder: str) -> object:
        if folder.endswith("locked"):
            raise PermissionError(13, "Permission denied", folder)
        return look(folder)

    monkeypatch.setattr(os, "scandir", refuse)

    assert told(read(tmp_path)) == [
        (f"{tmp_path}/open/x.json", ""),
        (f"{tmp_path}/locked", "unreadable-file"),
    ]


def test_a_name_that_is_no_unicode_can_be_written_down(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.json")).write_bytes(b"{}")

    ((source, data),) = read(tmp_path)

    assert source == f"{tmp_path}/caf\N{REPLACEMENT CHARACTER}.json"
    assert data == b"{}"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes that can be opened by descriptor")
def test_a_pipe_that_stays_open_is_read_as_it_comes() -> None:
    """`tail -f log.ndjson | cardstats upload -` must not wait for the end."""
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as stdin:
        os.write(writer, b'{"a":1}\n{"b":2}\n')
        found = read_files(["-"], stdin)
        assert next(found) == ("-:1", b'{"a":1}')
        assert next(found) == ("-:2", b'{"b":2}')
        os.write(writer, b'{"c":3}\n')
        assert next(found) == ("-:3", b'{"c":3}')
        os.close(writer)
        assert list(found) == []
