"""Reads the body of a request: of the right kind, decompressed, and no larger than allowed."""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Final

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from storage.errors import in_words

from .errors import Problem

SLACK: Final = 64 * 1024
"""Bytes by which a compressed body may be larger than what it holds."""
_STEP: Final = 16 * 1024
_OUT: Final = 1 << 20
"""Bytes that are unpacked at a time."""
_IN_MEMORY: Final = 1 << 20
"""Bytes of a spooled body that do not yet go to a file."""
_MOST_FILES: Final = 1000
_MOST_MEMBERS: Final = 1000
_GZIP: Final = 16 + zlib.MAX_WBITS


def read(request: Request, *, kinds: Sequence[str], most: int) -> bytes:
    """Return the body after decompression. Raises Problem for 400, 413 and 415.

    *kinds* are the media types that are taken, the one to recommend first; *most* is in bytes.
    """
    _check_kind(request, kinds)
    is_packed = _open(request, most)
    sent = request.get_data(cache=False)
    body = gunzip(sent, most) if is_packed else sent
    if len(body) > most:
        raise too_large(most)
    return body


def spooled(request: Request, *, kinds: Sequence[str], most: int) -> IO[bytes]:
    """Return the body after decompression as a file, which the caller closes; raises as `read`.

    Little of it is in memory at a time.
    """
    _check_kind(request, kinds)
    is_packed = _open(request, most)
    pieces = _pieces(request.stream)
    return spool(gunzipped(pieces, most) if is_packed else pieces, most)


def spool(pieces: Iterable[bytes], most: int) -> IO[bytes]:
    """Return a file that holds *pieces*, at its beginning. Raises Problem beyond *most* bytes."""
    file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  (the caller closes it)
    try:
        size = 0
        for piece in pieces:
            size += len(piece)
            if size > most:
                raise too_large(most)
            with in_words(tempfile.gettempdir()):
                file.write(piece)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file


def files(
    body: IO[bytes], request: Request, size: int, opened: list[IO[bytes]]
) -> list[tuple[str, IO[bytes]]]:
    """Return name and content of the files in a form that was read into *body*.

    Fields that are no files are ignored. What the caller has to close is noted in *opened*.
    Raises Problem where there are no files.
    """

    def take(*_: object, **__: object) -> IO[bytes]:
        opened.append(tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115
        return opened[-1]

    parser = FormDataParser(
        stream_factory=take, max_form_memory_size=_IN_MEMORY, max_form_parts=_MOST_FILES
    )
    try:
        _, _, found = parser.parse(body, request.mimetype, size, request.mimetype_params)
    except RequestEntityTooLarge as error:
        raise Problem(
            "too-large",
            f"A form may have {_MOST_FILES} parts, and a field that is no file {_IN_MEMORY} bytes.",
            hint="Send the files in several requests, or as lines of one.",
        ) from error
    named = [(one.filename or "", one.stream) for _, one in found.items(multi=True) if one.filename]
    if not named:
        raise Problem(
            "no-files",
            "There is no file in the form, or it is no form at all.",
            hint="Send each log as a file with a name: curl -F file=@game.json",
        )
    return named


def _open(request: Request, most: int) -> bool:
    """Make ready to read the body; return whether it is gzipped."""
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding not in ("identity", "gzip", "x-gzip"):
        raise Problem(
            "unsupported-encoding",
            f"The content encoding {encoding[:40]!r} is not read here.",
            place="header/Content-Encoding",
            hint="Send the body plain or as gzip.",
            headers={"Accept-Encoding": "gzip"},
        )
    request.max_content_length = most + SLACK
    if (request.content_length or 0) > most + SLACK:
        raise too_large(most)
    return encoding != "identity"


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(_STEP):
        yield piece


def _check_kind(request: Request, kinds: Sequence[str]) -> None:
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype in kinds and charset in ("utf-8", "utf8"):
        return
    said = request.headers.get("Content-Type", "")[:80]
    raise Problem(
        "unsupported-media-type",
        f"The body is said to be {said!r}." if said else "The request does not say what it sends.",
        place="header/Content-Type",
        hint=f"Send it with the header 'Content-Type: {kinds[0]}'.",
        headers={"Accept-Post": ", ".join(kinds)} if request.method == "POST" else None,
    )


def gunzip(sent: bytes, most: int) -> bytes:
    """Return what the gzip members in *sent* hold, at the most *most* bytes.

    Raises Problem for more, as soon as there is more: memory stays within *most* and a step.
    """
    body = bytearray()
    rest = memoryview(sent)
    # A small step, since what follows a member is copied once for each member.
    for piece in gunzipped(
        (bytes(rest[at : at + _STEP]) for at in range(0, len(sent), _STEP)), most
    ):
        body += piece
    return bytes(body)


def gunzipped(pieces: Iterable[bytes], most: int) -> Iterator[bytes]:
    """Yield what the gzip members in *pieces* hold, little at a time; raises as `gunzip`."""
    stream = zlib.decompressobj(_GZIP)
    members = 1
    size = 0
    for sent in pieces:
        piece = sent
        while piece:
            if stream.eof:
                stream = zlib.decompressobj(_GZIP)
                members += 1
                if members > _MOST_MEMBERS:
                    raise _bad_gzip(f"It has more than {_MOST_MEMBERS} members.")
            try:
                found = stream.decompress(piece, min(most + 1 - size, _OUT))
            except zlib.error as error:
                raise _bad_gzip("It is damaged, or no gzip at all.") from error
            size += len(found)
            if size > most:
                raise too_large(most)
            if found:
                yield found
            piece = stream.unconsumed_tail or stream.unused_data
    if not stream.eof:
        raise _bad_gzip("It ends too early.")


def too_large(most: int) -> Problem:
    """Return the problem of a body that holds more than *most* bytes."""
    return Problem(
        "too-large",
        f"A body may hold {most} bytes after decompression, this one holds more.",
        hint="One log is one played game; send each on its own.",
    )


def _bad_gzip(why: str) -> Problem:
    return Problem(
        "bad-gzip",
        f"The body is sent as gzip and cannot be unpacked. {why}",
        place="header/Content-Encoding",
        hint="Compress it again, or send it plain.",
    )
