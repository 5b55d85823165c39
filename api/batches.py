"""Many logs in one request: an answer a log, in order, as soon as it is on the disk.

The answer is NDJSON: a line a log, and a last line that counts them. A body that holds too much, or
is not what it says it is, is refused whole, before any of it is kept; from then on no log stops
another.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any, Final

from flask import Response, request

from engine.errors import UnreadableLog
from engine.plain_json import dumps
from storage.errors import StorageError
from storage.ingest import read_lines, read_stream

from . import bodies
from .context import request_id
from .errors import Problem, of_store, trace
from .monitoring import counter

if TYPE_CHECKING:
    from storage import Receipt, Store

NDJSON: Final = "application/x-ndjson"
FORM: Final = "multipart/form-data"
STATUSES: Final = ("accepted", "replaced", "duplicate", "rejected", "unreadable")
ERRORS: Final = ("rejected", "unreadable")
MOST_LINES: Final = 100_000
"""In one request. Each is answered, be it a letter long: the answer may be much larger than what
was sent."""

_GZIP_MAGIC: Final = b"\x1f\x8b"
_log = logging.getLogger("cardstats.error")

Place = dict[str, Any]
"""Where a log stood: the members of its answer that say so."""
Sent = tuple[Place, str, "bytes | UnreadableLog"]
"""A log's place, its source, and it itself; or why it could not be got."""


def sent_logs(
    source: str, *, most: int, most_log: int
) -> tuple[Iterator[Sent], bytes, Callable[[], None]]:
    """Return the logs in the body of this request, its SHA-256, and what lets go of them.

    Raises Problem.
    """
    body = bodies.spooled(request, kinds=(NDJSON, FORM), most=most)
    size = body.seek(0, 2)
    body.seek(0)
    sha256 = hashlib.file_digest(body, "sha256").digest()  # type: ignore[arg-type]  # a file is one
    body.seek(0)
    try:
        if not size:
            raise Problem("empty", "There is no log in the body.", hint="Send one a line.")
        if request.mimetype == NDJSON:
            _check_lines([body])
    except Problem:
        body.close()
        raise
    opened: list[IO[bytes]] = [body]

    def close() -> None:
        for one in opened:
            one.close()

    if request.mimetype == NDJSON:
        lines = (({"line": nth}, source, log) for nth, log in read_lines(body))  # type: ignore[arg-type]  # a file is one
        return _capped(lines, most_log), sha256, close
    try:
        files = bodies.files(body, request, size, opened)
        unpacked = [(name, _unpacked(stream, most)) for name, stream in files]
        opened += [stream for _, stream in unpacked if not isinstance(stream, UnreadableLog)]
        if sum(_size(stream) for _, stream in unpacked) > most:
            raise bodies.too_large(most)
        _check_lines(
            stream
            for name, stream in unpacked
            if not isinstance(stream, UnreadableLog) and not _is_one_log(name)
        )
    except BaseException:
        close()
        raise
    return _capped(_logs_of_files(unpacked, source), most_log), sha256, close


def _unpacked(stream: IO[bytes], most: int) -> IO[bytes] | UnreadableLog:
    head = stream.read(2)
    stream.seek(0)
    if head != _GZIP_MAGIC:
        return stream
    try:
        return bodies.spool(bodies.gunzipped(iter(lambda: stream.read(1 << 14), b""), most), most)
    except Problem as problem:
        if problem.code != "bad-gzip":
            raise
        return UnreadableLog(problem.detail, code=problem.code, hint=problem.hint)


def _is_one_log(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith(".json")


def _check_lines(streams: Iterable[IO[bytes]]) -> None:
    """Raise Problem where there are too many lines; leave each stream at its beginning."""
    lines = 0
    for stream in streams:
        while piece := stream.read(1 << 20):
            lines += piece.count(b"\n")
        stream.seek(0)
    if lines > MOST_LINES:
        raise Problem(
            "too-large",
            f"A request may have {MOST_LINES} lines, this one has {lines}.",
            hint="Send them in several requests.",
        )


def _size(stream: IO[bytes] | UnreadableLog) -> int:
    if isinstance(stream, UnreadableLog):
        return 0
    size = stream.seek(0, 2)
    stream.seek(0)
    return size


def _logs_of_files(
    files: Iterable[tuple[str, IO[bytes] | UnreadableLog]], source: str
) -> Iterator[Sent]:
    for name, stream in files:
        if isinstance(stream, UnreadableLog):
            yield {"file": name, "line": None}, source, stream
            continue
        told = name.removesuffix(".gz")
        for place, log in read_stream(told, stream):  # type: ignore[arg-type]  # a file is one
            _, _, line = place[len(told) :].partition(":")
            yield {"file": name, "line": int(line) if line else None}, source, log


def _capped(logs: Iterable[Sent], most: int) -> Iterator[Sent]:
    for place, source, log in logs:
        if isinstance(log, bytes) and len(log) > most:
            yield (
                place,
                source,
                UnreadableLog(
                    f"A log may hold {most} bytes, this one holds more.", code="too-large"
                ),
            )
        else:
            yield place, source, log


def keep(
    store: Store,
    logs: Iterable[Sent],
    *,
    dry_run: bool,
    only_errors: bool,
    close: Callable[[], None],
    done: Callable[[bytes | None], None] | None = None,
) -> Response:
    """Return the answer that keeps *logs* while it is sent.

    *close* is called at its end, *done* with all of it, or with None where it broke off. Without
    *done* no more of it is in memory than goes together.
    """
    pieces = _told(
        store,
        logs,
        request_id(),
        dry_run=dry_run,
        only_errors=only_errors,
        done=done,
        # A rehearsal takes nothing in. The app is asked for now: while the answer is sent there is
        # no request to find it by.
        count=(lambda _: None) if dry_run else counter(),
    )

    def whole() -> Iterator[bytes]:
        try:
            yield first
            yield from pieces
        finally:
            pieces.close()
            close()

    try:
        # What fails at once is told by the status; later it can only be the last line.
        first = next(pieces)
    except BaseException:
        if done is not None:
            done(None)
        close()
        raise
    answer = Response(whole(), content_type=NDJSON)
    # Where nobody reads it, nothing of it was begun.
    answer.call_on_close(pieces.close)
    answer.call_on_close(close)
    return answer


def _told(
    store: Store,
    logs: Iterable[Sent],
    name: str,
    *,
    dry_run: bool,
    only_errors: bool,
    done: Callable[[bytes | None], None] | None,
    count: Callable[[str], None],
) -> Generator[bytes, None, None]:
    counts = dict.fromkeys(STATUSES, 0)
    places: deque[Place] = deque()
    whole: list[bytes] = []

    def told(piece: bytes) -> bytes:
        if done is not None:
            whole.append(piece)
        return piece

    def broke_off() -> None:
        if done is not None:
            done(None)

    def items() -> Iterator[tuple[str, bytes | UnreadableLog]]:
        for place, source, log in logs:
            places.append(place)
            yield source, log

    begun = False
    try:
        for receipts in store.put_batches(items(), dry_run=dry_run, elsewhere=True):
            lines = []
            for receipt in receipts:
                place = places.popleft()
                count(receipt.status)
                counts[receipt.status] += 1
                if not only_errors or receipt.status in ERRORS:
                    lines.append(dumps(_line(place, receipt)) + b"\n")
            begun = True
            if lines:
                yield told(b"".join(lines))
    except GeneratorExit:
        broke_off()
        raise
    except Exception as error:
        if not begun:
            raise
        broke_off()
        yield dumps({"problem": _broke(error).to_json(name)}) + b"\n"
        return
    summary = {"logs": sum(counts.values()), **counts, "dry_run": dry_run}
    last = told(dumps({"summary": summary}) + b"\n")
    if done is not None:
        done(b"".join(whole))
    yield last


def _broke(error: Exception) -> Problem:
    if isinstance(error, StorageError):
        _log.error({"event": error.code, "place": error.place, "message": error.message})
        return of_store(error)
    _log.error({"event": "broke", **trace(error)})
    return Problem("internal", "Something broke on the server; the lines before this one hold.")


def _line(place: Place, receipt: Receipt) -> dict[str, Any]:
    told: dict[str, Any] = {**place, **receipt.to_json()}
    del told["source"]
    return told
