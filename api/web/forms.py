"""What a browser sends: whose page it comes from, and the logs in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from flask import Request
from flask import request as current

from engine.errors import UnreadableLog
from storage.ingest import Found, read_stream

from ..access import origin
from ..context import visit
from ..errors import Problem
from ..monitoring import count_upload

if TYPE_CHECKING:
    from io import BufferedReader

    from storage import Receipt, Store

MOST_LOGS: Final = 2000
"""Logs that one form may bring."""
_MOST_UNPACKED: Final = 8
"""How many times the largest log all logs of a form may hold together."""


def check_origin(request: Request) -> None:
    """Raise Problem unless the form that is sent stands on a page of our own.

    A browser says where a form comes from, in one header or both. Without tokens that is what keeps
    another site's page from sending logs in here.
    """
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is not None and site not in ("same-origin", "none"):
        raise _foreign(f"a page of another site ({site[:20]})")
    if origin is not None and urlsplit(origin).netloc.lower() != request.host.lower():
        raise _foreign(f"{origin[:80]!r}")
    if site is None and origin is None:
        raise _foreign("nowhere: it says neither Origin nor Sec-Fetch-Site")


def _foreign(whence: str) -> Problem:
    return Problem(
        "foreign-form",
        f"The form comes from {whence}, and only our own pages may send one.",
        status=403,
        place="header/Origin",
        hint="Programs send logs to /api/v1/logs.",
    )


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one log of a form."""

    receipt: Receipt
    data: bytes
    """The log itself; empty where it could not be read."""


def logs_of(request: Request, *, most: int) -> Iterator[Found]:
    """Yield the logs of a form: those of its files, or the text of its editor.

    *most* is in bytes, of one log. What is beyond the limits of one form is told in its place.
    """
    text = request.form.get("text")
    if text is not None:
        data = text.replace("\r\n", "\n").encode(errors="surrogatepass")
        yield "editor", data if len(data) <= most else _too_large(most, "editor")
        return
    count = size = 0
    for file in request.files.getlist("logs"):
        if not file.filename:
            continue  # a browser sends one nameless file where none was chosen
        name = _shown(file.filename)
        for source, found in read_stream(name, cast("BufferedReader", file.stream)):
            if not isinstance(found, UnreadableLog) and len(found) > most:
                found = _too_large(most, source)  # noqa: PLW2901
            count += 1
            size += 0 if isinstance(found, UnreadableLog) else len(found)
            if count > MOST_LOGS or size > _MOST_UNPACKED * most:
                yield source, _too_many(source)
                return
            yield source, found


def take(store: Store, found: list[Found], *, dry_run: bool = False) -> list[Taken]:
    """Judge logs and keep them, all in one way: what an upload page does is `Store.put_many`."""
    here = visit()
    receipts = list(
        store.put_many(((origin(name, here), data) for name, data in found), dry_run=dry_run)
    )
    if not dry_run:
        for receipt in receipts:
            count_upload(receipt.status)
    return [
        Taken(_shorter(receipt), data if isinstance(data, bytes) else b"")
        for receipt, (_, data) in zip(receipts, found, strict=True)
    ]


def _shorter(receipt: Receipt) -> Receipt:
    return receipt._replace(violations=list(receipt.violations)[:MOST_FAULTS])


MOST_FAULTS: Final = 50
"""Faults of one log that a page tells."""


def _shown(name: str) -> str:
    """Return a file's name as a browser says it, without its folders."""
    return name.replace("\\", "/").rpartition("/")[2][:200] or "file"


def _too_large(most: int, place: str) -> UnreadableLog:
    return UnreadableLog(
        f"A log may hold {most} bytes, this one holds more.",
        code="too-large",
        place=place,
        hint="One log is one played game; many go into a .ndjson file, one a line.",
    )


def _too_many(place: str) -> UnreadableLog:
    return UnreadableLog(
        f"Here the form was full: it takes up to {MOST_LOGS} logs. The rest was not looked at.",
        code="too-many",
        place=place,
        hint="Send the rest again, or use `cardstats upload`.",
    )


# -- parameters


def text_of(key: str, most: int = 200) -> str | None:
    """Return a parameter, None where it is empty: a form sends its empty fields as well."""
    return current.args.get(key, "").strip()[:most] or None


def whole_of(key: str) -> int | None:
    """Return a parameter that is a whole number. Raises Problem."""
    found = text_of(key)
    if found is None:
        return None
    try:
        number = int(found)
    except ValueError:
        number = 1 << 60
    if abs(number) > 1 << 53:
        raise Problem(
            "bad-parameter",
            f"{key} is a whole number, not {found[:40]!r}.",
            place=f"query/{key}",
            hint="Follow the links of a page, or count from 0.",
        )
    return number
