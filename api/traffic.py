"""What every request gets: a name, safe headers, and a line in the log.

The log is one JSON object a line. It holds the route, never the address or the query, which may
hold a player's name.
"""

from __future__ import annotations

import logging
import os
import random
import re
import time
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import Response, g, request

from .context import Visit, visit
from .errors import Problem, trace

if TYPE_CHECKING:
    from flask import Flask

POLICY: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
HEADERS_BY_DEFAULT: Final = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
"""Where an answer does not say otherwise."""
REQUEST_ID: Final = "X-Request-Id"

_USABLE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_access = logging.getLogger("cardstats.access")


def new_id() -> str:
    """Return a name for a request that came without one."""
    return f"{_names.getrandbits(64):016x}"


_names: Final = random.Random()
"""Names need to differ, not to be secret; the system's own source of chance takes a call to it."""
os.register_at_fork(after_in_child=_names.seed)


def arrived(environ: Mapping[str, Any]) -> Visit:
    """Return what there is to know of a request when it comes."""
    sent = environ.get("HTTP_X_REQUEST_ID", "")
    return Visit(sent if _USABLE.fullmatch(sent) else new_id(), time.perf_counter())


def left(
    visit: Visit,
    method: str,
    route: str | None,
    status: int,
    sizes: tuple[int, int],
    seconds: float,
) -> None:
    """Write the line of a request that is answered; *sizes* are of what came in and went out."""
    if not _access.isEnabledFor(logging.INFO):
        return
    line: dict[str, Any] = {
        "event": "request",
        "request_id": visit.request_id,
        "method": method if method in METHODS else "other",
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 3),
        "bytes_in": sizes[0],
        "bytes_out": sizes[1],
    }
    if visit.log is not None:
        line["log"] = visit.log
    if visit.token is not None:
        line["token"] = visit.token.id
    # Not _access.info, which goes through the stack to find out that this is the line that calls it.
    _access.handle(logging.LogRecord(_access.name, logging.INFO, "", 0, line, None, None))


def watch(app: Flask, *, trusted_hosts: Collection[str] = ()) -> None:
    """Name, dress and log every request of *app*; see `api.Config` for the hosts."""

    @app.before_request
    def begin() -> None:
        g.visit = arrived(request.environ)
        check_host(request.environ, trusted_hosts)

    @app.after_request
    def finish(response: Response) -> Response:
        headers = response.headers
        headers[REQUEST_ID] = visit().request_id
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        for name, value in HEADERS_BY_DEFAULT.items():
            headers.setdefault(name, value)
        here, method = visit(), request.method
        route = request.url_rule.rule if request.url_rule else None
        status = response.status_code
        sizes = request.content_length or 0, response.content_length or 0
        at_end(response, lambda seconds: left(here, method, route, status, sizes, seconds))
        return response


def at_end(response: Response, note: Callable[[float], object]) -> None:
    """Call *note* with the seconds that the answer to this request took, once it is made.

    One that is sent in parts has hardly begun when all else is done with its request.
    """
    began = visit().began
    if response.is_streamed:
        response.call_on_close(lambda: note(time.perf_counter() - began))
    else:
        note(time.perf_counter() - began)


def check_host(environ: Mapping[str, Any], trusted: Collection[str]) -> None:
    """Raise Problem where a request is for another host than those; none: for any."""
    # Flask's TRUSTED_HOSTS knows no IPv6. A browser always names the host.
    host = environ.get("HTTP_HOST", "").lower()
    name = _PORT.sub("", host)
    if trusted and host and name not in trusted:
        raise Problem(
            "unknown-host",
            f"This server does not answer for {name[:80]!r}.",
            place="header/Host",
            hint=f"Ask {next(iter(trusted))}.",
        )


_PORT: Final = re.compile(r":[0-9]+$")
METHODS: Final = frozenset(("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"))


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON; a message that is a mapping becomes its members."""

    def format(self, record: logging.LogRecord) -> str:
        told = (
            record.msg
            if isinstance(record.msg, dict)
            else {"event": "message", "message": record.getMessage()}
        )
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            **told,
        }
        if record.exc_info and record.exc_info[1] is not None:
            line |= trace(record.exc_info[1])
        return orjson.dumps(line, default=str).decode()


def log_to_stderr() -> None:
    """Send our loggers' and the server's lines to stderr, as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name, level in (("cardstats", logging.INFO), ("waitress", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
