"""What all pages share: their policy, their static files, and how a problem looks."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping, Sized
from contextlib import ExitStack
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from flask import (
    Response,
    current_app,
    render_template,
    request,
    stream_template,
    stream_with_context,
)
from markupsafe import Markup

from engine import games

from ..context import PREFIX
from ..errors import MEDIA_TYPE, Problem

if TYPE_CHECKING:
    from flask import Flask

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": POLICY,
    # With no-referrer a browser would not tell us that our own forms are ours.
    "Referrer-Policy": "same-origin",
}
_HTML: Final = "text/html; charset=utf-8"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_LONG: Final = 50_000
"""Bytes of a file from which on it is packed for those who unpack it."""
_FOREVER: Final = "public, max-age=31536000, immutable"


@cache
def statics() -> Mapping[str, tuple[bytes, str, str]]:
    """Return bytes, type and version of every static file, by name."""
    found = {}
    web = files("api") / "web"
    for file in chain((web / "static").iterdir(), (web / "vendor").iterdir()):
        ending = f".{file.name.rpartition('.')[2]}"
        if ending in _TYPES:
            body = file.read_bytes()
            found[file.name] = (body, _TYPES[ending], hashlib.sha256(body).hexdigest()[:12])
    return found


def static_url(name: str) -> str:
    """Return the address of a static file, another one whenever the file changes."""
    return f"/web/{name}?v={statics()[name][2]}"


def static_answer(name: str) -> Response:
    """Return a static file. Raises Problem where there is none."""
    if name not in statics():
        raise Problem("not-found", "There is no such file.", hint="The pages name those there are.")
    body, kind, version = statics()[name]
    is_packed = len(body) > _LONG and request.accept_encodings["gzip"] > 0
    answer = Response(_packed(name) if is_packed else body, content_type=kind)
    if len(body) > _LONG:
        answer.vary.add("Accept-Encoding")
    if is_packed:
        answer.content_encoding = "gzip"
    answer.set_etag(f"{version}-gzip" if is_packed else version)
    is_named = request.args.get("v") == version
    answer.headers["Cache-Control"] = _FOREVER if is_named else "no-cache"
    answer.make_conditional(request)
    return answer


@cache
def _packed(name: str) -> bytes:
    return gzip.compress(statics()[name][0], 6, mtime=0)


def page(template: str, status: int = 200, **told: Any) -> Response:
    """Return a page made of a template."""
    answer = Response(render_template(template, **told), status, content_type=_HTML)
    answer.headers.update(HEADERS)
    return answer


def page_in_parts(template: str, opened: ExitStack, **told: Any) -> Response:
    """Return a page that is sent as far as it is known while the rest is being worked out.

    The template writes *pause* where it may have to wait for what follows; `page` leaves it empty.
    What is *opened* for it is closed when all of it is made, or nobody fetches it any more.
    """
    pieces = stream_template(template, pause=_PAUSE, **told)
    answer = Response(stream_with_context(_parts(pieces, opened)), content_type=_HTML)
    answer.headers.update(HEADERS)
    answer.headers["X-Accel-Buffering"] = "no"  # nginx would wait for the end
    answer.call_on_close(opened.close)  # of what is never begun, as the answer to a HEAD
    return answer


_PAUSE: Final = Markup("<!-- pause -->")
"""Never sent: a page is the same, in parts or whole."""


def _parts(pieces: Iterator[str], opened: ExitStack) -> Iterator[str]:
    """Yield what stands between two pauses as one part.

    Once the beginning is sent no other answer can take its place, so that a failure is told where it
    happens.
    """
    part: list[str] = []
    try:
        with opened:  # the store says in its words what the database could not do
            for piece in pieces:
                if piece == _PAUSE:
                    yield "".join(part)
                    part.clear()
                else:
                    part.append(piece)
    except Exception as error:  # noqa: BLE001 - it is told as any other answer's
        problem = current_app.make_response(current_app.handle_user_exception(error)).get_json()
        part.append(render_template("cut.html", problem=problem))
    yield "".join(part)


def dress(app: Flask) -> None:
    """Teach the templates their words, and show problems to people as pages."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(static=static_url, title_of=title_of, vendor=_vendor())
    app.jinja_env.filters.update(
        moment=moment, count=count, count_of=count_of, grouped=grouped, names=names, short=short
    )

    @app.after_request
    def show(response: Response) -> Response:
        if response.mimetype == MEDIA_TYPE and _is_for_people():
            told = response.get_json()
            seen = page("problem.html", response.status_code, problem=told)
            for name in ("Retry-After", "Allow"):
                if name in response.headers:
                    seen.headers[name] = response.headers[name]
            return seen
        return response


def _vendor() -> str:
    """Return the addresses of what draws charts, each of which needs the one before."""
    return " ".join(static_url(f"{name}.min.js") for name in ("vega", "vega-lite", "vega-embed"))


def _is_for_people() -> bool:
    """Tell whether a person reads the answer: a browser asks for HTML by name, programs do not."""
    return not request.path.startswith(PREFIX) and "text/html" in request.headers.get("Accept", "")


# -- words of the templates


def title_of(game: str | None) -> str:
    """Return a game's title; its name where it is not installed."""
    if game is None:
        return "no game"
    return games.game(game).title if game in games.names() else game


def moment(text: str) -> Markup:
    """Return a time of the store, which is in UTC.

    >>> moment("2026-11-30T05:20:11.123Z")
    Markup('<time datetime="2026-11-30T05:20:11.123Z">2026-11-30 05:20</time>')
    """
    return Markup('<time datetime="{}">{}</time>').format(text, text[:16].replace("T", " "))


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "log"), count(12345, "log")
    ('1 log', '12\u202f345 logs')
    """
    return f"{grouped(str(number))} {noun}{'' if number == 1 else 's'}"


def grouped(text: str) -> str:
    """Return a sentence with its whole numbers of five digits and more in groups of three.

    >>> grouped("Rests on 90180 games of 2024, night-12345 left out")
    'Rests on 90\u202f180 games of 2024, night-12345 left out'
    """
    return _LARGE.sub(lambda found: f"{int(found[0]):,}".replace(",", "\u202f"), text)


_LARGE: Final = re.compile(r"(?<![\w.,\-\"])\d{5,15}(?![\w\-\"]|[.,]\d)")


def count_of(found: Sized, noun: str) -> str:
    """Return how many there are, with their noun."""
    return count(len(found), noun)


def names(found: list[str]) -> Markup:
    """Return players' names, each on its own, whichever way it is written."""
    return Markup(", ").join(Markup("<bdi>{}</bdi>").format(short(name)) for name in found)


def short(text: object, most: int = 64) -> str:
    """Return the beginning of a text that may be long."""
    shown = str(text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"
