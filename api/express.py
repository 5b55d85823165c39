"""The short way for what tables send all evening: one log a request.

Flask takes as long over a request as the judge over its log. So the request that is as plain as
most are, a JSON log in a POST and nothing special about it, is answered here, by the same functions
in the same order. Whatever else comes goes on to Flask, and nothing about an answer tells which way
it took; a test holds both to that.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from werkzeug.exceptions import ClientDisconnected
from werkzeug.http import HTTP_STATUS_CODES

from .area import JSON
from .context import PREFIX, Visit
from .errors import MEDIA_TYPE, problem_of
from .monitoring import Numbers
from .routes.logs import keep
from .traffic import HEADERS, HEADERS_BY_DEFAULT, REQUEST_ID, arrived, check_host, left

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from .access import Guard
    from .config import Config
    from .limits import Limiter
    from .uploads import Uploads

PATH: Final = f"{PREFIX}/logs"
ENDPOINT: Final = "logs.upload"

_KINDS: Final = frozenset((JSON, f"{JSON}; charset=utf-8", f"{JSON};charset=utf-8"))
_SPECIAL: Final = frozenset(
    (
        "HTTP_CONTENT_ENCODING",  # it is to be unpacked,
        "HTTP_IDEMPOTENCY_KEY",  # or to be done once,
        "HTTP_TRANSFER_ENCODING",  # or does not say how long it is,
        "HTTP_COOKIE",  # or a browser sends it
        "HTTP_ORIGIN",
        "HTTP_SEC_FETCH_SITE",
    )
)
_HOST: Final = re.compile(r"[A-Za-z0-9._:\[\]-]*")
_DRESS: Final = [*HEADERS.items(), *HEADERS_BY_DEFAULT.items()]
_LINES: Final = {
    status: f"{status} {phrase.upper()}" for status, phrase in HTTP_STATUS_CODES.items()
}


class Express:
    """A WSGI app before Flask's."""

    def __init__(
        self,
        inner: WSGIApplication,
        *,
        uploads: Uploads,
        config: Config,
        guard: Guard,
        limiter: Limiter | None,
        numbers: Numbers,
    ) -> None:
        self.inner = inner
        """What answers the rest."""
        self._uploads = uploads
        self._config = config
        self._guard = guard
        self._limiter = limiter
        self._numbers = numbers

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer what is plain, and hand on what is not."""
        if not self._is_plain(environ):
            return self.inner(environ, start_response)
        visit = arrived(environ)
        try:
            status, headers, body = self._keep(environ, visit)
            kind = JSON
        except Exception as error:  # noqa: BLE001  (as Flask: whatever it is, it is answered)
            problem = problem_of(error, visit.request_id)
            status, headers, kind = problem.status, problem.headers, MEDIA_TYPE
            body = problem.body(visit.request_id)
        if visit.client is not None and self._limiter is not None:
            headers |= self._limiter.headers(visit.client)
        seconds = time.perf_counter() - visit.began
        self._numbers.answered("POST", PATH, status, seconds)
        left(visit, "POST", PATH, status, (_length(environ), len(body)), seconds)
        start_response(
            _LINES[status],
            [
                ("Content-Type", kind),
                *headers.items(),
                ("Content-Length", str(len(body))),
                (REQUEST_ID, visit.request_id),
                *_DRESS,
            ],
        )
        return [body]

    def _is_plain(self, environ: WSGIEnvironment) -> bool:
        return (
            environ["PATH_INFO"] == PATH
            and environ["REQUEST_METHOD"] == "POST"
            and environ.get("CONTENT_TYPE") in _KINDS
            and _SPECIAL.isdisjoint(environ)
            and _HOST.fullmatch(environ.get("HTTP_HOST", "")) is not None
            and 0 < _length(environ) <= self._config.max_log_bytes
        )

    def _keep(self, environ: WSGIEnvironment, visit: Visit) -> tuple[int, dict[str, str], bytes]:
        check_host(environ, self._config.trusted_hosts)
        self._guard.admit(environ, ENDPOINT, visit)
        return keep(self._uploads, _body(environ), visit, self._numbers.count)


def _length(environ: Mapping[str, Any]) -> int:
    said: str = environ.get("CONTENT_LENGTH") or ""
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 19 else 0


def _body(environ: WSGIEnvironment) -> bytes:
    length = _length(environ)
    try:
        data: bytes = environ["wsgi.input"].read(length)
    except (OSError, ValueError) as error:
        raise ClientDisconnected from error
    if len(data) < length:
        raise ClientDisconnected
    return data
