"""Reads the body of a request: of the right kind, decompressed, and no larger than allowed."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from flask import Request

from .errors import Problem

SLACK: Final = 64 * 1024
"""Bytes by which a compressed body may be larger than what it holds."""
_STEP: Final = 16 * 1024
_MOST_MEMBERS: Final = 1000
_GZIP: Final = 16 + zlib.MAX_WBITS


def read(request: Request, *, kinds: Sequence[str], most: int) -> bytes:
    """Return the body after decompression. Raises Problem for 400, 413 and 415.

    *kinds* are the media types that are taken, the one to recommend first; *most* is in bytes.
    """
    _check_kind(request, kinds)
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
    sent = request.get_data(cache=False)
    body = sent if encoding == "identity" else gunzip(sent, most)
    if len(body) > most:
        raise too_large(most)
    return body


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
    stream = zlib.decompressobj(_GZIP)
    members = 1
    rest = memoryview(sent)
    while rest:
        # A small step, since what follows a member is copied once for each member.
        piece, rest = bytes(rest[:_STEP]), rest[_STEP:]
        while piece:
            if stream.eof:
                stream = zlib.decompressobj(_GZIP)
                members += 1
                if members > _MOST_MEMBERS:
                    raise _bad_gzip(f"It has more than {_MOST_MEMBERS} members.")
            try:
                body += stream.decompress(piece, most + 1 - len(body))
            except zlib.error as error:
                raise _bad_gzip("It is damaged, or no gzip at all.") from error
            if len(body) > most:
                raise too_large(most)
            piece = stream.unconsumed_tail or stream.unused_data
    if not stream.eof:
        raise _bad_gzip("It ends too early.")
    return bytes(body)


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
