"""Reads logs from files, folders and pipes, one at a time."""

# ruff: noqa: PTH112, PTH118, PTH123  (pathlib takes longer to load than a log to judge)

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, BinaryIO, Final, TypeAlias

import orjson

from engine.errors import UnreadableLog

MAX_LOG: Final = 8 * 1024 * 1024
"""Bytes of one log, unpacked."""

Found: TypeAlias = tuple[str, bytes | UnreadableLog]
"""Where a log was found, and the log; or why it could not be got."""

_Lines: TypeAlias = io.BufferedIOBase
"""A stream read line by line."""

_ENDINGS: Final = (".json", ".ndjson", ".json.gz", ".ndjson.gz")


def read_files(paths: Iterable[str | os.PathLike[str]], stdin: BinaryIO) -> Iterator[Found]:
    """Yield the logs of files, of folders and all below them in order of name, and of ``-``.

    ``.json`` holds one log and ``.ndjson`` one a line, blank lines apart; either may be gzipped.
    A file of another name, and *stdin*, is looked at to see which it is. In a folder files of other
    names are passed over, and so is all that begins with a dot. What cannot be read is told in its
    place, and the rest goes on. No more than one log is in memory.
    """
    for path in paths:
        name = os.fspath(path)
        if name == "-":
            yield from read_stream("-", stdin)
        elif os.path.isdir(name):
            missed: list[OSError] = []
            for file in _below(name, missed):
                yield from _file(file)
            for error in missed:
                yield (
                    _shown(error.filename),
                    _unreadable(_shown(error.filename), str(error.strerror)),
                )
        else:
            yield from _file(name)


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | UnreadableLog]]:
    """Yield the logs of a stream with one a line, each with its line's number, from 1."""
    for nth, line in enumerate(_read_lines(io.BufferedReader(_Peekable(stream), 1 << 16)), 1):
        log = line.rstrip(b"\r\n")
        if log.strip():
            yield nth, _one(log, "")


def _below(folder: str, missed: list[OSError]) -> Iterator[str]:
    for here, folders, files in os.walk(folder, onerror=missed.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.lower().endswith(_ENDINGS) and not name.startswith("."):
                yield os.path.join(here, name)


def _file(name: str) -> Iterator[Found]:
    shown = _shown(name)
    try:
        stream = open(name, "rb")  # noqa: SIM115  (a generator of its own closes it)
    except OSError as error:
        yield shown, _unreadable(shown, error.strerror or str(error))
        return
    with stream:
        yield from read_stream(shown, stream)


def _shown(name: str) -> str:
    """Return the name of a file so that it can be written down; it may be no Unicode."""
    return os.fsencode(name).decode(errors="replace")


def read_stream(name: str, stream: BinaryIO) -> Iterator[Found]:
    """Yield the logs of a stream as `read_files` does; where it breaks off, say so and stop."""
    import zlib

    try:
        yield from _logs(name, _Peekable(stream))
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        yield name, _unreadable(name, reason)


def _unreadable(name: str, reason: str) -> UnreadableLog:
    reason = reason.rstrip(".")
    return UnreadableLog(
        f"The file cannot be read: {reason}.",
        code="unreadable-file",
        place=name,
        hint="See whether it is there, whole, and open to you.",
    )


class _Peekable(io.RawIOBase):
    """A stream whose beginning can be looked at before it is read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        # What is there at once, where that can be asked for: a pipe may stay open for long.
        self._read = getattr(stream, "read1", stream.read)
        self._head = b""

    def peek(self, size: int) -> bytes:
        """Return up to *size* bytes without taking them; fewer only at the end."""
        while len(self._head) < size and (more := self._read(size - len(self._head))):
            self._head += more
        return self._head[:size]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # a Buffer in 3.12
        data = self._head[: len(buffer)] or self._read(len(buffer)) or b""
        self._head = self._head[len(data) :]
        buffer[: len(data)] = data
        return len(data)


def _logs(name: str, stream: _Peekable) -> Iterator[Found]:
    told = name.lower()
    if stream.peek(2) == b"\x1f\x8b":
        import gzip

        unpacked: _Lines = gzip.GzipFile(fileobj=stream)
        told = told.removesuffix(".gz")
    else:
        unpacked = io.BufferedReader(stream, 1 << 16)
    if told.endswith(".ndjson"):
        yield from _lines(name, _read_lines(unpacked))
    elif told.endswith(".json"):
        yield name, _one(unpacked.read(MAX_LOG + 1), name)
    else:
        yield from _either(name, unpacked)


def _one(data: bytes, place: str) -> bytes | UnreadableLog:
    if len(data) <= MAX_LOG:
        return data
    return UnreadableLog(
        f"A log has up to {MAX_LOG // 1024 // 1024} MiB, this one has more.",
        code="too-large",
        place=place,
        hint="Many logs go into a .ndjson file, one a line.",
    )


def _read_lines(stream: _Lines) -> Iterator[bytes]:
    """Yield lines with their ends; of one that is too long to be a log no more than shows that."""
    while line := stream.readline(MAX_LOG + 2):
        yield line
        while len(line) > MAX_LOG + 1 and not line.endswith(b"\n"):
            line = stream.readline(MAX_LOG + 2)


def _lines(name: str, lines: Iterable[bytes]) -> Iterator[Found]:
    for nth, line in enumerate(lines, 1):
        log = line.rstrip(b"\r\n")
        if log.strip():
            place = f"{name}:{nth}"
            yield place, _one(log, place)


def _either(name: str, stream: _Lines) -> Iterator[Found]:
    """Yield the logs of a stream that may hold one, or one a line.

    It holds one a line if the first line is whole and others follow, or if the text as a whole is
    no log while some line is. No more is read ahead than it takes to know.
    """
    lines = _read_lines(stream)
    head: list[bytes] = []
    size = filled = 0
    begins_whole = False
    for line in lines:
        head.append(line)
        size += len(line)
        if line.strip():
            filled += 1
            if filled == 1:
                begins_whole = _is_whole(line)
            elif begins_whole:
                break
        if size > MAX_LOG:
            break
    text = b"".join(head)
    if filled > 1 and (begins_whole or (not _is_whole(text) and any(map(_is_whole, head)))):
        yield from _lines(name, chain(head, lines))
    else:
        yield name, _one(text, name)


def _is_whole(text: bytes) -> bool:
    """Return whether *text* is one JSON object by itself."""
    text = text.removeprefix(b"\xef\xbb\xbf").strip()
    if not (text.startswith(b"{") and text.endswith(b"}")):
        return False
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return True
