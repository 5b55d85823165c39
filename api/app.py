"""Puts the app together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from flask import Flask, Response
from flask.json.provider import JSONProvider

from engine.plain_json import dumps

from . import access, conditional, cors, errors, express, limits, monitoring, openapi, traffic, web
from .config import Config
from .context import KEY, Context
from .uploads import Uploads
from .web.answers import Answers

if TYPE_CHECKING:
    from storage import Store


class Orjson(JSONProvider):
    """Writes answers with orjson."""

    def dumps(self, obj: Any, **_: Any) -> str:
        return dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        body = dumps(self._prepare_response_obj(args, kwargs))
        return Response(body, content_type="application/json")


def build(store: Store, config: Config) -> Flask:
    """Return the app; see `api.create_app`."""
    app = Flask("api", static_folder=None, template_folder="web")
    app.json = Orjson(app)
    # An address is spelled in one way; no redirect helps a client that spells it in another.
    app.url_map.merge_slashes = False
    app.extensions[KEY] = Context(store, Uploads(store), config, Answers())
    traffic.watch(app, trusted_hosts=config.trusted_hosts)
    cors.allow(app, config.cors_origins)
    conditional.tag(app)
    numbers = monitoring.watch(app, store)
    limiter = limits.limiter(store, config)
    if limiter is not None:
        limits.tell(app, limiter)
    guard = access.Guard(store, config, limiter)
    access.guard(app, guard)
    document = openapi.document(app)
    app.extensions[KEY].document = orjson.dumps(document)
    app.extensions[KEY].described = openapi.described(app, document)
    errors.register(app)
    web.register(app)
    if not config.cors_origins:  # else every answer varies with who asks
        app.wsgi_app = express.Express(  # type: ignore[method-assign]
            app.wsgi_app,
            uploads=app.extensions[KEY].uploads,
            config=config,
            guard=guard,
            limiter=limiter,
            numbers=numbers,
        )
    if config.proxies:
        from werkzeug.middleware.proxy_fix import ProxyFix

        n = config.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]
    return app


def from_environment(config: Config | None) -> Flask:
    """Return the app that the environment describes; see `api.create_app`."""
    import atexit

    from storage import home_of_store, open_store

    store = open_store(home_of_store())
    atexit.register(store.close)
    if not store.tokens():
        raise access.no_tokens("CARDSTATS_HOME")
    traffic.log_to_stderr()
    return build(store, config or Config.from_environment())
