"""The short way for plain uploads answers as Flask does, in everything."""

from __future__ import annotations

import gzip
import io
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api import Config, create_app
from api.examples import LOG
from api.express import Express
from storage import open_store
from storage.access import Token
from storage.errors import StorageError

MOST: Final = 16 * 1024
WRONG: Final = {
    **LOG,
    "log_id": "slip",
    "moves": [*LOG["moves"][:6], {**LOG["moves"][6], "total": 354}, *LOG["moves"][7:]],
}
SENT: Final[dict[str, bytes]] = {
    "accepted": orjson.dumps(LOG),
    "duplicate": orjson.dumps(LOG),
    "replaced": orjson.dumps({**LOG, "notes": "corrected"}),
    "rejected": orjson.dumps(WRONG),
    "no JSON": b"{",
    "no object": b"[]",
    "not UTF-8": b'{"a":"\xff"}',
    "a key twice": b'{"a":1,"a":2}',
    "an unknown game": b'{"format":"cardstats-log/1","game":"none"}',
    "nothing": b"",
    "as large as may be": orjson.dumps({**LOG, "log_id": "large"}).ljust(MOST),
    "too large": orjson.dumps({**LOG, "log_id": "larger"}).ljust(MOST + 1),
}
HEADERS: Final[dict[str, dict[str, str]]] = {
    "plain": {},
    "charset": {"Content-Type": "application/json; charset=utf-8"},
    "another charset": {"Content-Type": "application/json; charset=latin-1"},
    "another kind": {"Content-Type": "text/plain"},
    "no kind": {"Content-Type": ""},
    "a strange name": {"X-Request-Id": "a b"},
    "another host": {"Host": "elsewhere.example"},
    "no host": {"Host": ""},
    "a port": {"Host": "localhost:8000"},
    "a broken host": {"Host": "a/b"},
    "an origin": {"Origin": "https://elsewhere.example"},
    "our origin": {"Origin": "http://localhost"},
    "another site": {"Sec-Fetch-Site": "cross-site"},
    "a key": {"Idempotency-Key": "once"},
    "a cookie": {"Cookie": "cardstats=none"},
    "a browser": {"Accept": "text/html"},
    "a proxy": {"X-Forwarded-For": "192.0.2.1"},
    "HTTP Basic": {"Authorization": "Basic Og=="},
    "a token that is none": {"Authorization": "Bearer cs_0000000000_" + 64 * "0"},
    "an encoding": {"Content-Encoding": "br"},
}


class Pair:
    """Two apps alike on two stores alike: one with the short way, one without."""

    def __init__(self, folder: Path, scopes: tuple[str, ...] = (), **config: Any) -> None:
        self.stores = [open_store(folder / name) for name in ("short", "long")]
        self.token = ""
        if scopes:
            _, self.token = self.stores[0].create_token(scopes=scopes, who="test")
            with self.stores[1]._journal.writing() as db:
                (known,) = self.stores[0].tokens()
                db.execute(
                    "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    _as_row(known),
                )
        config = {"trusted_hosts": ("localhost",), "max_log_bytes": MOST, **config}
        self.apps = [create_app(store, config=Config(**config)) for store in self.stores]
        short, long = self.apps
        assert isinstance(short.wsgi_app, Express)
        assert isinstance(long.wsgi_app, Express)
        long.wsgi_app = long.wsgi_app.inner  # type: ignore[method-assign]

    def close(self) -> None:
        for store in self.stores:
            store.close()


def _as_row(token: Token) -> tuple[Any, ...]:
    return tuple(token._replace(scopes=" ".join(token.scopes)))  # type: ignore[arg-type]  # as the row has it


@pytest.fixture
def pair(tmp_path: Path) -> Any:
    """Return what makes a pair of apps."""
    made: list[Pair] = []

    def make(*scopes: str, **config: Any) -> Pair:
        made.append(Pair(tmp_path, scopes, **config))
        return made[-1]

    yield make
    for one in made:
        one.close()


def ask(app: Flask, body: bytes, headers: dict[str, str], **environ: Any) -> Any:
    """Return status, headers and body of what is answered, and the line of the log."""
    lines: list[dict[str, Any]] = []
    listener = logging.Handler()
    listener.emit = lambda record: lines.append(record.msg)  # type: ignore[method-assign, assignment]
    logger = logging.getLogger("cardstats.access")
    logger.addHandler(listener)
    logger.setLevel(logging.INFO)
    builder = EnvironBuilder(
        path="/api/v1/logs",
        method="POST",
        input_stream=io.BytesIO(body),
        content_length=len(body),
        headers={"Content-Type": "application/json", "X-Request-Id": "told", **headers},
        environ_overrides={"REMOTE_ADDR": "127.0.0.1", **environ},
    )
    try:
        sent, status, told = run_wsgi_app(app, builder.get_environ())
        answer = b"".join(sent)
    finally:
        logger.removeHandler(listener)
        logger.setLevel(logging.NOTSET)
    (line,) = lines
    named = told["X-Request-Id"]
    hidden = {"X-Request-Id": "", "RateLimit-Reset": "", "Retry-After": ""}
    shown = sorted((name, hidden.get(name, value)) for name, value in told.items())
    answer = answer.replace(named.encode(), b"").replace(b"Go on in", b"")
    return (
        status,
        shown,
        answer.split(b'"hint":')[0] if status.startswith("429") else answer,
        {name: value for name, value in line.items() if name not in ("ms", "request_id")},
    )


@pytest.mark.parametrize("scopes", [(), ("upload",), ("read",)])
def test_whatever_is_sent_is_answered_alike(
    pair: Callable[..., Pair], scopes: tuple[str, ...]
) -> None:
    both = pair(*scopes)
    token = {"Authorization": f"Bearer {both.token}"} if scopes else {}

    for case, headers in HEADERS.items():
        for kind, body in SENT.items():
            short, long = (ask(app, body, {**token, **headers}) for app in both.apps)

            assert short == long, (case, kind)
    short, long = (
        [(log.id, log.status, log.source, log.token) for log in store.logs()]
        for store in both.stores
    )
    assert short == long


def test_who_comes_from_elsewhere_is_refused_alike(pair: Callable[..., Pair]) -> None:
    both = pair()

    short, long = (ask(app, SENT["accepted"], {}, REMOTE_ADDR="192.0.2.7") for app in both.apps)

    assert short == long
    assert short[0] == "403 FORBIDDEN"


def test_who_asks_too_often_is_told_alike(pair: Callable[..., Pair]) -> None:
    both = pair(limit="2 per minute; 100 per hour")

    for status in ("201 CREATED", "200 OK", "429 TOO MANY REQUESTS"):
        short, long = (ask(app, SENT["accepted"], {}) for app in both.apps)

        assert short == long
        assert short[0] == status
        assert "RateLimit-Remaining" in dict(short[1])


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (StorageError("The disk is full.", code="storage-full"), "507 INSUFFICIENT STORAGE"),
        (StorageError("Busy.", code="storage-busy"), "503 SERVICE UNAVAILABLE"),
        (RuntimeError("Anna"), "500 INTERNAL SERVER ERROR"),
    ],
)
def test_what_fails_on_the_server_is_told_alike(
    pair: Callable[..., Pair], error: Exception, status: str
) -> None:
    both = pair()

    def judge(data: bytes, *, source: str = "") -> Any:
        raise error

    for store in both.stores:
        store.judge = judge  # type: ignore[method-assign]
    short, long = (ask(app, SENT["accepted"], {}) for app in both.apps)

    assert short == long
    assert short[0] == status
    assert b"Anna" not in short[2]


def test_a_body_that_breaks_off_is_told_alike(pair: Callable[..., Pair]) -> None:
    both = pair()

    class Torn(io.RawIOBase):
        def readinto(self, buffer: Any) -> int:
            return 0

    short, long = (ask(app, SENT["accepted"], {}, **{"wsgi.input": Torn()}) for app in both.apps)

    assert short == long
    assert short[0] == "400 BAD REQUEST"
    assert [store.logs() for store in both.stores] == [[], []]


def test_what_is_plain_takes_the_short_way_and_nothing_else_does(
    pair: Callable[..., Pair],
) -> None:
    app = pair().apps[0]
    came: list[str] = []

    def flask(environ: Any, start_response: Any) -> Any:
        came.append(environ["PATH_INFO"])
        start_response("204 NO CONTENT", [])
        return []

    assert isinstance(app.wsgi_app, Express)
    app.wsgi_app.inner = flask
    client = app.test_client()
    json = {"Content-Type": "application/json"}

    assert client.post("/api/v1/logs", data=SENT["accepted"], headers=json).status_code == 201
    assert client.post("/api/v1/logs", data=b"{", headers=json).status_code == 400
    assert not came

    packed = gzip.compress(SENT["accepted"])
    client.post("/api/v1/logs", data=packed, headers={**json, "Content-Encoding": "gzip"})
    client.post("/api/v1/logs/batch", data=SENT["accepted"], headers=json)
    client.get("/api/v1/logs", headers=json)
    assert came == ["/api/v1/logs", "/api/v1/logs/batch", "/api/v1/logs"]


def test_uploads_of_both_ways_are_counted(pair: Callable[..., Pair]) -> None:
    both = pair()

    for app in both.apps:
        for body in SENT.values():
            ask(app, body, {})
    short, long = (
        [
            line
            for line in app.test_client().get("/metrics").text.splitlines()
            if line.startswith(("cardstats_uploads_total", "cardstats_requests_total"))
        ]
        for app in both.apps
    )

    assert short == long
    assert 'cardstats_uploads_total{verdict="duplicate"} 1.0' in short
