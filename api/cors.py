"""Lets pages of other origins read answers, where the operator names them. Off by default."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from flask import Response, request

from .once import HEADER as IDEMPOTENCY_KEY
from .once import REPLAYED
from .traffic import REQUEST_ID

if TYPE_CHECKING:
    from flask import Flask

_TOLD: Final = f"ETag, Link, Location, Retry-After, {REPLAYED}, {REQUEST_ID}"
_TAKEN: Final = (
    f"Authorization, Content-Encoding, Content-Type, {IDEMPOTENCY_KEY}, If-None-Match, {REQUEST_ID}"
)
_REMEMBERED: Final = "600"
"""Seconds that a browser need not ask again whether it may."""


def allow(app: Flask, origins: Collection[str]) -> None:
    """Let pages of *origins*, and of no others, use *app*. No cookies are taken from them."""
    if not origins:
        return
    allowed = frozenset(origins)

    @app.before_request
    def preflight() -> Response | None:
        """Answer before anybody asks for a token: a browser sends none with this question."""
        asked = request.headers.get("Access-Control-Request-Method")
        if request.method != "OPTIONS" or asked is None or _origin() not in allowed:
            return None
        if request.url_rule is None:
            return None
        answer = Response(status=204)
        methods = sorted(request.url_rule.methods or ())
        adapter = app.create_url_adapter(request)
        if adapter is not None:
            methods = sorted(adapter.allowed_methods())
        answer.headers["Access-Control-Allow-Methods"] = ", ".join(methods)
        answer.headers["Access-Control-Allow-Headers"] = _TAKEN
        answer.headers["Access-Control-Max-Age"] = _REMEMBERED
        return answer

    @app.after_request
    def finish(answer: Response) -> Response:
        answer.vary.add("Origin")
        if _origin() in allowed:
            answer.headers["Access-Control-Allow-Origin"] = _origin()
            answer.headers["Access-Control-Expose-Headers"] = _TOLD
        return answer


def _origin() -> str:
    return request.headers.get("Origin", "")
