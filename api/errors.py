"""The one shape of everything that goes wrong: problem+json (RFC 9457).

Every failure, a 404 and a 500 included, is an object with the eight members `SHAPE`, in that order;
``errors`` (faults of a request's parameters) and ``violations`` (faults of a log) stand beside them
where they say more.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from flask import Response
from werkzeug.exceptions import HTTPException

from engine.errors import CardstatsError
from engine.plain_json import dumps
from storage.errors import StorageError

from .context import DOCS, PREFIX, request_id

if TYPE_CHECKING:
    from flask import Flask

    from storage.query.errors import PhraseError

MEDIA_TYPE: Final = "application/problem+json"
SHAPE: Final = ("type", "title", "status", "detail", "code", "place", "hint", "request_id")

KINDS: Final[Mapping[str, tuple[int, str]]] = {
    # The request
    "bad-request": (400, "The request cannot be read"),
    "unknown-host": (400, "The request is for another host"),
    "unauthorized": (401, "A token is needed"),
    "missing-scope": (403, "The token may not do that"),
    "foreign-origin": (403, "The request comes from another site"),
    "only-local": (403, "Without tokens only this machine may ask"),
    "not-found": (404, "There is nothing at this address"),
    "method-not-allowed": (405, "The address knows no such method"),
    "too-large": (413, "The body is too large"),
    "unsupported-media-type": (415, "The body is of another kind"),
    "unsupported-encoding": (415, "The body is compressed in another way"),
    "bad-gzip": (400, "The body is not gzip"),
    "no-files": (400, "There are no files in the form"),
    "bad-key": (400, "The Idempotency-Key is no key"),
    "key-in-use": (409, "The same request is being done"),
    "key-reused": (422, "The Idempotency-Key was used for another request"),
    "timeout": (408, "The request did not come to its end"),
    "bad-parameter": (422, "A parameter is wrong"),
    "too-many-requests": (429, "Too many requests"),
    # The text of a log
    "empty": (400, "The body is empty"),
    "not-utf-8": (400, "The text is not UTF-8"),
    "not-json": (400, "The text is not JSON"),
    "not-an-object": (400, "The JSON is not one object"),
    "duplicate-key": (400, "A key stands twice in one object"),
    "huge-integer": (400, "An integer is beyond 64 bits"),
    "lone-surrogate": (400, "Half of a character stands alone"),
    "too-deep": (400, "The nesting is too deep"),
    "unreadable": (400, "The log cannot be read"),
    # What a log says, and what is asked of it
    "rejected": (422, "The log breaks rules of its game"),
    "unknown-log": (404, "No such log is kept"),
    "unknown-player": (404, "No log names such a player"),
    "name-taken": (409, "Another player has that name"),
    "bad-name": (422, "That can be no name"),
    "unknown-game": (404, "No such game is installed"),
    "not-replayable": (409, "The log cannot be played"),
    "move-out-of-range": (422, "The log has no such move"),
    "seat-out-of-range": (422, "The table has no such seat"),
    "unknown-dimension": (404, "There is no such dimension"),
    "bad-query": (422, "The query is no question"),
    "unknown-phrase": (422, "The phrase is no question"),
    # Us
    "internal": (500, "Something broke on the server"),
    "not-ready": (503, "The store does not answer"),
    "storage-busy": (503, "The store is busy"),
    "storage": (503, "The store cannot do its work"),
    "storage-full": (507, "The store is full"),
}
"""Every code that has a status and a title of its own. The docs page lists them."""

_BY_STATUS: Final = {
    400: "bad-request",
    401: "unauthorized",
    404: "not-found",
    405: "method-not-allowed",
    408: "timeout",
    413: "too-large",
    415: "unsupported-media-type",
    422: "bad-parameter",
    429: "too-many-requests",
    500: "internal",
    503: "not-ready",
}
_HINTS: Final = {
    404: f"The addresses are listed at {DOCS}.",
    405: "The header Allow names the methods that it knows.",
}
_HINTS_BY_CODE: Final = {"unknown-log": f"{PREFIX}/logs lists those that are kept."}
"""In place of hints that name commands of the CLI."""

_log = logging.getLogger("cardstats.error")


class Problem(Exception):
    """Ends a request with a problem+json answer."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        kind: str = "",
        status: int | None = None,
        place: str = "",
        hint: str = "",
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        """Take what is to be told; *more* are further members of the answer.

        *kind* is one of `KINDS` where *code* is more special; where neither is one, give *status*.
        """
        super().__init__(detail)
        self.code = code
        self.kind = kind or code
        known = KINDS.get(self.kind)
        self.status: int = status or (known[0] if known else 500)
        self.title = known[1] if known else HTTPStatus(self.status).phrase
        self.detail = detail
        self.place = place
        self.hint = hint
        self.headers = dict(headers or {})
        self.more = more

    def to_json(self, request_id: str) -> dict[str, Any]:
        """Return the answer's members, those of `SHAPE` first."""
        return {
            "type": f"{DOCS}#{self.kind}" if self.kind in KINDS else "about:blank",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "place": self.place,
            "hint": self.hint,
            "request_id": request_id,
            **self.more,
        }

    def body(self, request_id: str) -> bytes:
        """Return the answer's body."""
        return dumps(self.to_json(request_id), default=str)

    def response(self) -> Response:
        """Return the answer to the request that is being served."""
        body = self.body(request_id())
        answer = Response(body, self.status, content_type=MEDIA_TYPE)
        answer.headers.update(self.headers)
        return answer


def unread(error: PhraseError, *, place: str | None = None) -> Problem:
    """Return the problem of a phrase that does not read; it stands in ``q`` unless *place* says."""
    told: dict[str, Any] = {
        "questions" if error.is_whole else "suggestions": list(error.suggestions),
        "phrase": error.phrase,
        "start": error.start,
        "end": error.end,
    }
    return Problem(
        error.code,
        error.message,
        kind="unknown-phrase",
        place=f"query/q, {error.place}" if place is None else place,
        hint=error.hint,
        **told,
    )


def of_user(error: CardstatsError) -> Problem:
    """Return the problem that shows an error which the sender can mend.

    A code without a status of its own is a request that could be read and not done.
    """
    status = None if error.code in KINDS else 422
    hint = _HINTS_BY_CODE.get(error.code, error.hint)
    return Problem(error.code, error.message, status=status, place=error.place, hint=hint)


def of_store(error: StorageError) -> Problem:
    """Return the problem that shows what the store cannot do.

    Where on the disk, and what to do about it, is the operator's to read in the log.
    """
    code = error.code if error.code in KINDS else "storage"
    return Problem(
        code,
        f"{KINDS[code][1]}; nothing was half written.",
        hint="Try again later; the server's log tells its operator what to do.",
        headers={"Retry-After": "1"} if code == "storage-busy" else None,
    )


def of_http(error: HTTPException) -> Problem:
    """Return the problem for what Flask, Werkzeug or webargs refuses."""
    status = error.code or 500
    data: Mapping[str, Any] = getattr(error, "data", None) or {}
    if "messages" in data:
        return _of_parameters(data["messages"])
    headers = {
        name: value
        for name, value in error.get_headers()
        if name not in ("Content-Type", "Content-Length")
    }
    code = _BY_STATUS.get(status, "bad-request" if status < 500 else "internal")
    return Problem(
        code,
        _plain(error, status),
        status=status,
        hint=_HINTS.get(status, ""),
        headers=headers,
    )


def _plain(error: HTTPException, status: int) -> str:
    """Return one sentence; Werkzeug's own speak of URLs and spelling."""
    if status in (404, 405):
        return f"{KINDS[_BY_STATUS[status]][1]}."
    return error.description or f"{HTTPStatus(status).phrase}."


def _of_parameters(messages: Mapping[str, Any]) -> Problem:
    errors = [
        {"place": place, "message": message}
        for where, fields in messages.items()
        for place, message in _flat(where, fields)
    ]
    first = errors[0]
    return Problem(
        "bad-parameter",
        f"{first['place'].rpartition('/')[2]}: {first['message']}",
        place=first["place"],
        hint=f"The parameters are described at {DOCS}.",
        errors=errors,
    )


def _flat(place: str, found: Any) -> Iterator[tuple[str, str]]:
    """Yield each message of marshmallow's nested ones with its place, ``query/limit``."""
    if isinstance(found, Mapping):
        for key, inner in found.items():
            yield from _flat(f"{place}/{key}", inner)
    elif isinstance(found, Sequence) and not isinstance(found, str):
        for message in found:
            yield from _flat(place, message)
    else:
        yield place, str(found)


def register(app: Flask) -> None:
    """Make every failure of *app* a problem+json answer."""
    # No route redirects, so that every HTTPException is a failure. One handler would do, but Flask
    # lets those for an HTTPException go first.
    for kind in (HTTPException, Exception):
        app.register_error_handler(kind, lambda error: problem_of(error, request_id()).response())


def problem_of(error: Exception, request_id: str) -> Problem:
    """Return the problem that answers a request which ended with *error*."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, HTTPException):
        return of_http(error)
    if isinstance(error, StorageError):
        told = {"place": error.place, "message": error.message, "hint": error.hint}
        _log.error({"event": error.code, "request_id": request_id, **told})
        return of_store(error)
    if isinstance(error, CardstatsError):
        return of_user(error)
    _log.error({"event": "broke", "request_id": request_id, **trace(error)})
    return Problem(
        "internal",
        "Something broke on the server; it is our fault, not the request's.",
        hint=f"Report it with the request id {request_id}: the server's log tells more.",
    )


def trace(error: BaseException) -> dict[str, Any]:
    """Return what a log may hold of *error*: its type and where it rose.

    Not its message, which may hold a player's name.
    """
    frames = []
    rest = error.__traceback__
    while rest is not None:
        code = rest.tb_frame.f_code
        frames.append(f"{code.co_filename}:{rest.tb_lineno} {code.co_name}")
        rest = rest.tb_next
    return {"error": type(error).__name__, "frames": frames}
