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
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import orjson
from flask import Response, g, request

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
REQUEST_ID: Final = "X-Request-Id"

_USABLE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_access = logging.getLogger("cardstats.access")


def new_id() -> str:
    """Return a name for a request that came without one."""
    return f"{_names.getrandbits(64):016x}"


_names: Final = random.Random()
"""Names need to differ, not to be secret; the system's own source of chance takes a call to it."""
os.register_at_fork(after_in_child=_names.seed)


def watch(app: Flask, *, trusted_hosts: Collection[str] = ()) -> None:
    """Name, dress and log every request of *app*; see `api.Config` for the hosts."""

    @app.before_request
    def begin() -> None:
        sent = request.headers.get(REQUEST_ID, "")
        g.request_id = sent if _USABLE.fullmatch(sent) else new_id()
        g.began = time.perf_counter()
        if trusted_hosts:
            _check_host(trusted_hosts)

    @app.after_request
    def finish(response: Response) -> Response:
        headers = response.headers
        headers[REQUEST_ID] = g.request_id
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("Content-Security-Policy", POLICY)
        headers.setdefault("Cache-Control", "no-store")
        if _access.isEnabledFor(logging.INFO):
            told = {
                "event": "request",
                "request_id": g.request_id,
                "method": request.method if request.method in METHODS else "other",
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "bytes_in": request.content_length or 0,
                "bytes_out": response.content_length or 0,
                **({"log": g.log} if "log" in g else {}),
                **({"token": g.token.id} if g.get("token") else {}),
            }
            at_end(response, lambda seconds: _access.info({**told, "ms": round(seconds * 1000, 3)}))
        return response


def at_end(response: Response, note: Callable[[float], object]) -> None:
    """Call *note* with the seconds that the answer to this request took, once it is made.

    One that is sent in parts has hardly begun when all else is done with its request.
    """
    began = g.began
    if response.is_streamed:
        response.call_on_close(lambda: note(time.perf_counter() - began))
    else:
        note(time.perf_counter() - began)


def _check_host(trusted: Collection[str]) -> None:
    # Flask's TRUSTED_HOSTS knows no IPv6. A browser always names the host.
    host = request.headers.get("Host", "").lower()
    name = _PORT.sub("", host)
    if host and name not in trusted:
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
