"""Who may ask for what: tokens, sessions of browsers, and requests that other sites' pages make.

While the store has no token, requests from this machine may do everything and no others anything.
From the first token on each request needs one, and stays so when all are revoked or expired.

Tokens are read from the store every few seconds and looked at in memory, so that a request waits
for no SQL; one that is revoked is refused within `FRESH` seconds, by every process.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import threading
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

from flask import Response, request

from engine.errors import CardstatsError
from storage.access import SCOPES, Token, id_in, matching
from storage.audit import stamp
from storage.records import Origin

from .context import KEY, Visit, visit
from .errors import Problem, trace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from storage import Store

    from .config import Config
    from .limits import Limiter

PUBLIC: Final = "public"
"""Of a route that needs no token."""
ANY: Final = "any"
"""Of a route that a token of whatever scope may ask for."""

ROUTES: Final[Mapping[str, str]] = {
    "logs.upload": "upload",
    "logs.upload_batch": "upload",
    "logs.validate": ANY,
    "logs.list_logs": "read",
    "logs.show": "read",
    "logs.raw": "read",
    "logs.remove": "admin",
    "games.list_games": ANY,
    "logs.replay": "read",
    "questions.query": "read",
    "questions.query_by_body": "read",
    "questions.list_metrics": ANY,
    "questions.list_dimensions": ANY,
    "questions.list_values": "read",
    "documents.openapi_json": ANY,
    "documents.docs": ANY,
    "health.livez": PUBLIC,
    "health.readyz": PUBLIC,
    "remote.told_answer": "read",
    "remote.list_facts": "read",
    "watch.prometheus": "read",
    "access.login_page": PUBLIC,
    "access.login": PUBLIC,
    "access.logout": PUBLIC,
    "admin.pseudonymise": "admin",
    "admin.audit": "admin",
    "web.dashboard": "read",
    "web.behind": "read",
    "web.report_file": "read",
    "web.docs": ANY,
    "web.static_file": PUBLIC,
    "web.logs": "read",
    "web.log": "read",
    "web.frame": "read",
    "web.upload": "upload",
    "web.send": "upload",
    "web.ask": "read",
    "web.complete": "read",
}
"""The scope that each route asks for. One that is missing here asks for admin, and fails a test."""

FRESH: Final = 5.0
"""Seconds that what was read of the tokens counts."""
USES_EVERY: Final = 60.0
"""Seconds between two notes of when tokens were last used."""

COOKIE: Final = "cardstats"
SESSION: Final = 12 * 3600
"""Seconds that a browser stays in."""
LOGIN: Final = "/login"

_SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_OF_PROXIES: Final = frozenset(
    ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_FORWARDED")
)
_STRICTER: Final = ("web.send",)
"""Routes that look themselves whose page it is that sends."""
_log = logging.getLogger("cardstats.access-tokens")


def no_tokens(place: str) -> CardstatsError:
    """Return the error of a server that others could reach and that has no token."""
    return CardstatsError(
        "There are no tokens, so that whoever reaches this address could read and remove every log.",
        code="not-allowed",
        place=place,
        hint="Make one first: cardstats token create --scope read --scope upload. "
        "Or listen on 127.0.0.1.",
    )


class Tokens:
    """The tokens of one store, as they were a moment ago."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._known: Mapping[str, Token] = {}
        self._read_at = float("-inf")
        self._uses: dict[str, float] = {}
        self._noted_at = time.monotonic()

    def are_needed(self) -> bool:
        """Return whether there are any, or ever were."""
        return bool(self._fresh(FRESH))

    def find(self, text: str) -> Token | None:
        """Return the token that *text* is, be it expired or revoked."""
        known = self._fresh(FRESH)
        found = matching(text, known)
        if found is None and (id := id_in(text)) is not None and id not in known:
            found = matching(text, self._fresh(0.0))  # it may just have been made
        return found

    def by_id(self, id: str) -> Token | None:
        """Return the token with that id."""
        return self._fresh(FRESH).get(id)

    def note_use(self, id: str) -> None:
        """Remember that a token was used; the store hears of it later."""
        self._uses[id] = time.time()
        if time.monotonic() - self._noted_at > USES_EVERY:
            self._noted_at = time.monotonic()
            # In a thread of its own, since a write may wait for an import that is under way.
            threading.Thread(target=self.write_uses, daemon=True).start()

    def write_uses(self) -> None:
        """Tell the store when tokens were last used."""
        uses, self._uses = self._uses, {}
        try:
            if uses:
                told = {id: stamp(datetime.fromtimestamp(at, UTC)) for id, at in uses.items()}
                self._store.note_token_uses(told)
        except CardstatsError as error:  # nobody waits for it, and nothing hangs on it
            _log.warning({"event": "uses-not-noted", **trace(error)})

    def _fresh(self, seconds: float) -> Mapping[str, Token]:
        asked_at = time.monotonic()
        if asked_at - self._read_at >= seconds:
            # Who can do with what was known while somebody else reads does.
            if self._lock.acquire(blocking=not (seconds and self._known)):
                try:
                    if self._read_at <= asked_at:
                        read_at = time.monotonic()
                        self._known = {token.id: token for token in self._store.tokens()}
                        self._read_at = read_at
                finally:
                    self._lock.release()
        return self._known


class Guard:
    """Knows who may ask one app for what."""

    def __init__(self, store: Store, config: Config, limiter: Limiter | None) -> None:
        self.tokens = Tokens(store)
        self._needs_tokens = config.needs_tokens
        self._limiter = limiter

    def admit(self, environ: Mapping[str, Any], endpoint: str | None, visit: Visit) -> None:
        """Note on *visit* whose request it is. Raises Problem where it may not be done.

        Every request waits for this: what is cheap and mostly so comes first.
        """
        method = environ["REQUEST_METHOD"]
        scope = ROUTES.get(endpoint, "admin") if endpoint and method != "OPTIONS" else PUBLIC
        refusal = None
        if self._needs_tokens or self.tokens.are_needed():
            if "HTTP_AUTHORIZATION" in environ or "HTTP_COOKIE" in environ or scope != PUBLIC:
                visit.token, refusal = _identify(self.tokens, environ)
        else:
            _refuse_strangers(environ)
            scope = PUBLIC
        token = visit.token
        if self._limiter is not None and not (endpoint or "").startswith("health."):
            visit.client = (
                f"address {environ.get('REMOTE_ADDR')}" if token is None else f"token {token.id}"
            )
            self._limiter.check(visit.client)
        if (
            method not in _SAFE
            and "HTTP_AUTHORIZATION" not in environ
            and endpoint not in _STRICTER
        ):
            _refuse_other_sites(environ)
        if scope == PUBLIC:
            return
        if token is None:
            assert refusal is not None, "there is a token, or a reason why not"
            raise refusal
        if scope != ANY and not token.may(scope):
            raise _missing(scope)


def guard(app: Flask, found: Guard) -> None:
    """Let nobody in to *app* who may not."""
    app.extensions[f"{KEY}.tokens"] = found.tokens

    @app.before_request
    def enter() -> Response | None:
        try:
            found.admit(request.environ, request.endpoint, visit())
        except Problem as problem:
            if problem.code == "unauthorized" and _is_visit(request.environ):
                return _to_login()
            raise
        return None


def need(scope: str) -> None:
    """Raise Problem unless this request may do what takes *scope*, more than its route does."""
    token = visit().token
    if token is not None and not token.may(scope):
        raise _missing(scope)


def who() -> str:
    """Return who asks, as the audit tells it."""
    token = visit().token
    return "loopback" if token is None else f"token {token.id}"


def origin(source: str, visit: Visit) -> str:
    """Return *source* with the token of a visit, where it has one, for the store to note."""
    return source if visit.token is None else Origin(source, visit.token.id)


# -- who is it


def _identify(tokens: Tokens, environ: Mapping[str, Any]) -> tuple[Token | None, Problem | None]:
    """Return whose request it is, or why nobody's."""
    said = environ.get("HTTP_AUTHORIZATION")
    if said is not None:
        kind, _, text = said.partition(" ")
        found = tokens.find(text.strip()) if kind.lower() == "bearer" else None
    elif "HTTP_COOKIE" in environ and COOKIE in request.cookies:
        found = token_of_session(tokens, request.cookies[COOKIE])
    else:
        return None, _unauthorized("The request brings no token.")
    if found is None:
        return None, _unauthorized("The token is not one of this server's.", is_wrong=True)
    state = found.state(datetime.now(UTC))
    if state != "active":
        return None, _unauthorized(f"The token is {state}.", is_wrong=True)
    tokens.note_use(found.id)
    return found, None


def _unauthorized(detail: str, *, is_wrong: bool = False) -> Problem:
    error = ', error="invalid_token"' if is_wrong else ""
    return Problem(
        "unauthorized",
        detail,
        place="header/Authorization",
        hint="Send the header 'Authorization: Bearer cs_…'; whoever runs the server makes tokens.",
        headers={"WWW-Authenticate": f'Bearer realm="cardstats"{error}'},
    )


def _missing(scope: str) -> Problem:
    return Problem(
        "missing-scope",
        f"That takes the scope {scope}: {SCOPES[scope]}.",
        place="header/Authorization",
        hint="Ask whoever runs the server for a token with that scope.",
        headers={
            "WWW-Authenticate": f'Bearer realm="cardstats", error="insufficient_scope", scope="{scope}"'
        },
        scope=scope,
    )


# -- while there are no tokens


def _refuse_strangers(environ: Mapping[str, Any]) -> None:
    address = environ.get("REMOTE_ADDR") or ""
    if not (address.startswith("127.") or address in ("::1", "::ffff:127.0.0.1")):
        raise _only_local("The request comes from another machine.")
    if not _OF_PROXIES.isdisjoint(environ):
        # A proxy on this machine speaks for whoever reaches it.
        raise _only_local("The request comes by way of a proxy.")


def _only_local(detail: str) -> Problem:
    return Problem(
        "only-local",
        detail,
        hint="Whoever runs the server can make tokens: cardstats token create.",
    )


# -- requests that a page of another site makes


def _refuse_other_sites(environ: Mapping[str, Any]) -> None:
    """Refuse what changes something and was sent by a page that is not of this server.

    Every browser says where such a request comes from, and no page can make it lie. Who says
    nothing is no browser. A token in a header is not a browser's to send by itself.
    """
    relation = environ.get("HTTP_SEC_FETCH_SITE")
    if relation in ("same-origin", "none"):
        return
    said = environ.get("HTTP_ORIGIN")
    if relation is None and said is None:
        return
    if said is None or urlsplit(said).netloc.lower() != request.host.lower():
        raise Problem(
            "foreign-origin",
            "A page of another site may not change anything here.",
            place="header/Origin",
            hint="Send it from this server's own pages, or with a token.",
        )


# -- browsers


def start_session(token: Token, key: bytes, now: float) -> str:
    """Return what a browser is to bring from now on in the place of *token*."""
    until = int(now) + SESSION
    return f"{token.id}.{until}.{_signature(token, until, key)}"


def token_of_session(tokens: Tokens, text: str) -> Token | None:
    """Return the token in whose place a browser brings *text*."""
    id, _, rest = text.partition(".")
    until, _, signature = rest.partition(".")
    token = tokens.by_id(id)
    if token is None or not (until.isascii() and until.isdecimal() and len(until) < 12):
        return None
    right = _signature(token, int(until), session_key())
    if not hmac.compare_digest(signature.encode(), right.encode()) or int(until) < time.time():
        return None
    return token


def session_key() -> bytes:
    """Return the key that signs sessions."""
    from flask import current_app

    extensions = current_app.extensions
    name = f"{KEY}.session-key"
    if name not in extensions:
        extensions[name] = extensions[KEY].store.session_key()
    key: bytes = extensions[name]
    return key


def _signature(token: Token, until: int, key: bytes) -> str:
    text = f"session {token.id} {until}".encode() + token.hash
    return hmac.new(key, text, hashlib.sha256).hexdigest()


def _is_visit(environ: Mapping[str, Any]) -> bool:
    """Return whether somebody has typed the address, or followed a link to it."""
    return environ["REQUEST_METHOD"] in _SAFE and "text/html" in environ.get("HTTP_ACCEPT", "")


def _to_login() -> Response:
    path = request.full_path if request.query_string else request.path
    return Response(status=303, headers={"Location": f"{LOGIN}?next={quote(path, safe='/')}"})


# -- in the OpenAPI document


def describe(document: dict[str, Any]) -> None:
    """Add to an OpenAPI document what each route asks for and what is answered who may not."""
    from .area import describe_problems

    document["components"]["securitySchemes"] = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "cs_<id>_<secret>",
            "description": "A token, from `cardstats token create`. While a server has none, "
            "requests from its own machine need none.",
        }
    }
    for item in document["paths"].values():
        for method, operation in item.items():
            if not isinstance(operation, dict):
                continue  # parameters that the methods share
            scope = ROUTES.get(f"{operation['tags'][0]}.{operation['operationId']}", "admin")
            operation["x-scope"] = scope
            codes = ["only-local", "too-many-requests"]
            if scope == PUBLIC:
                operation["security"] = []
            else:
                operation["security"] = [{"token": []}]
                codes += ["unauthorized", *([] if scope == ANY else ["missing-scope"])]
            if method != "get":
                codes.append("foreign-origin")
            for status, response in describe_problems(codes).items():
                operation["responses"].setdefault(str(status), response)
            last = operation["responses"].pop("default", None)
            if last is not None:
                operation["responses"]["default"] = last
