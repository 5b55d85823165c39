"""What describes the API: the OpenAPI document, and its page for people."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from flask import Response

from ..area import JSON, Answer, Area
from ..context import context
from ..traffic import PAGE_POLICY

documents = Area("documents", "What describes this API.")

_STYLE: Final = (files("api") / "web" / "docs.css").read_bytes()
_HTML = "text/html; charset=utf-8"
_CSS = "text/css; charset=utf-8"
_TEXT = {"schema": {"type": "string"}}


def _text(body: bytes | str, kind: str) -> Response:
    answer = Response(body, content_type=kind)
    answer.headers["Content-Security-Policy"] = PAGE_POLICY
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@documents.route(
    "GET",
    "/openapi.json",
    Answer(200, "OpenAPI 3.1.", content={JSON: {"schema": {"type": "object"}}}),
)
def openapi_json() -> Response:
    """Describe every route, for programs."""
    return Response(context().document, content_type=JSON, headers={"Cache-Control": "no-cache"})


@documents.route(
    "GET", "/docs", Answer(200, "One page without any script.", content={_HTML: _TEXT})
)
def docs() -> Response:
    """Describe every route, for people."""
    return _text(context().page, _HTML)


@documents.route("GET", "/docs.css", Answer(200, "Its style.", content={_CSS: _TEXT}))
def docs_style() -> Response:
    """Dress the page."""
    return _text(_STYLE, _CSS)
