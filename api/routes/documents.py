"""What describes the API: the OpenAPI document, and its page for people."""

from __future__ import annotations

from flask import Response

from ..area import JSON, Answer, Area
from ..context import context
from ..web.shell import page

documents = Area("documents", "What describes this API.")

_HTML = "text/html; charset=utf-8"


@documents.route(
    "GET",
    "/openapi.json",
    Answer(200, "OpenAPI 3.1.", content={JSON: {"schema": {"type": "object"}}}),
)
def openapi_json() -> Response:
    """Describe every route, for programs."""
    return Response(context().document, content_type=JSON, headers={"Cache-Control": "no-cache"})


@documents.route(
    "GET",
    "/docs",
    Answer(
        200,
        "One page that reads without any script.",
        content={_HTML: {"schema": {"type": "string"}}},
    ),
)
def docs() -> Response:
    """Describe every route, for people."""
    answer = page("api.html", described=context().described, here="/docs")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
