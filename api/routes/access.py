"""The way in for people: a page that takes a token and gives the browser a session for it.

A session and not the token itself: it ends by itself, no script and no other site gets at it, and
it ends with the token.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import parse_qs, quote

from flask import Response, current_app, request
from marshmallow import fields

from .. import bodies
from ..access import COOKIE, LOGIN, SESSION, session_key, start_session
from ..area import Answer, Area
from ..context import KEY
from ..schemas import Parameters
from ..web.shell import page

access = Area("access", "The way in for people with a browser.", prefix="")

_HTML: Final = "text/html; charset=utf-8"
_FORM: Final = "application/x-www-form-urlencoded"
HOME: Final = "/"
_MOST: Final = 8 * 1024


class LoginParameters(Parameters):
    """Where to go after, and whether it was tried before."""

    next = fields.String(
        load_default=HOME, metadata={"description": "The path to go to after, on this server."}
    )
    failed = fields.Boolean(
        load_default=False, metadata={"description": "The token was none that works."}
    )


@access.route(
    "GET",
    LOGIN,
    Answer(200, "The page.", content={_HTML: {"schema": {"type": "string"}}}),
    takes=LoginParameters,
    problems=["bad-parameter"],
)
def login_page(parameters: dict[str, Any]) -> Response:
    """Ask for a token, for people."""
    return page(
        "login.html",
        next=_own_path(parameters["next"]),
        has_failed=parameters["failed"],
        here=LOGIN,
    )


@access.route(
    "POST",
    LOGIN,
    Answer(
        303,
        "Leads on, with a session where the token is right, else back to the page.",
        headers={"Location": "Where to go.", "Set-Cookie": "The session."},
    ),
    body={
        _FORM: {
            "schema": {
                "type": "object",
                "properties": {"token": {"type": "string"}, "next": {"type": "string"}},
                "required": ["token"],
            },
        }
    },
    problems=["unsupported-media-type", "unsupported-encoding", "bad-gzip", "too-large"],
)
def login() -> Response:
    """Take a token, and give the browser a session in its place."""
    sent = parse_qs(bodies.read(request, kinds=(_FORM,), most=_MOST).decode(errors="replace"))
    path = _own_path(sent.get("next", [HOME])[0])
    tokens = current_app.extensions[f"{KEY}.tokens"]
    token = tokens.find(sent.get("token", [""])[0].strip())
    if token is None or token.state(datetime.now(UTC)) != "active":
        return _to(f"{LOGIN}?failed=true&next={quote(path, safe='/')}")
    tokens.note_use(token.id)
    answer = _to(path)
    answer.set_cookie(
        COOKIE,
        start_session(token, session_key(), time.time()),
        max_age=SESSION,
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )
    return answer


@access.route(
    "POST",
    "/logout",
    Answer(303, "Leads to the login page.", headers={"Location": "Where to go."}),
)
def logout() -> Response:
    """End the browser's session."""
    answer = _to(LOGIN)
    answer.delete_cookie(COOKIE, httponly=True, samesite="Strict", secure=request.is_secure)
    return answer


def _to(path: str) -> Response:
    return Response(status=303, headers={"Location": path})


def _own_path(path: str) -> str:
    r"""Return *path* where it is one on this server, else that of the first page.

    >>> _own_path("/api/v1/logs"), _own_path("//evil.example/"), _own_path("/\\evil.example")
    ('/api/v1/logs', '/', '/')
    """
    is_own = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
    return path if is_own else HOME
