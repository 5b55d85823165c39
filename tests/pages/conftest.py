"""Stores of many kinds, a server over one, and a real browser before it."""

from __future__ import annotations

import copy
import json
import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from api import create_app
from api.examples import LOG
from api.web.scenes import drawing_of
from engine import games
from engine.errors import UnreadableLog
from engine.log import read_log
from storage import Store, open_store
from storage.dashboard.board import question
from storage.query.catalogue import whole_catalogue
from tests.docs.plugin import install

from ..api.conftest import Server

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_logs"
SAMPLE_FILES = sorted(SAMPLES.glob("*.json"))
BROKEN_FILES = sorted((SAMPLES / "broken").glob("*.json"))

IS_REQUIRED = os.environ.get("CARDSTATS_TEST_BROWSER") == "required"
"""Set by CI: a browser that is missing is a failure there."""
CHROMIUM = os.environ.get("CARDSTATS_CHROMIUM") or shutil.which("chromium")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run --disable-quic"
).split()


def readable() -> list[Path]:
    """Return all sample logs that a store keeps, in the order of their ids in `samples`."""
    return [file for file in [*SAMPLE_FILES, *BROKEN_FILES] if _is_read(file)]


def _is_read(file: Path) -> bool:
    try:
        read_log(file.read_bytes())
    except UnreadableLog:
        return False
    return True


OWN_PAGE = {"Origin": "http://localhost", "Accept": "text/html"}
"""What a browser says when a form of ours is sent to Flask's test client."""


def log(**more: Any) -> dict[str, Any]:
    """Return the worked example of Spot On, changed."""
    return {**copy.deepcopy(LOG), **more}


def slip(**more: Any) -> dict[str, Any]:
    """Return the same with 43 × 8 = 354 in move 6."""
    wrong = log(**more)
    wrong["moves"][6]["total"] = 354
    return wrong


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store") as store:
        yield store


@pytest.fixture
def client(store: Store) -> FlaskClient:
    return create_app(store).test_client()


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store of all sample logs, the broken ones too. Not to be written to."""
    with open_store(tmp_path_factory.mktemp("samples")) as store:
        for _ in store.put_many((file.name, file.read_bytes()) for file in readable()):
            pass
        yield store


@pytest.fixture(scope="session")
def sample_client(samples: Store) -> FlaskClient:
    return create_app(samples).test_client()


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The game of docs/add-a-game.md, installed."""

    def look_anew() -> None:
        games.forget()
        for known in (drawing_of, whole_catalogue, question):
            known.cache_clear()

    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    look_anew()
    yield monkeypatch
    monkeypatch.undo()
    look_anew()


# -- the browser


def _missing(why: str) -> Any:
    if IS_REQUIRED:
        pytest.fail(f"CARDSTATS_TEST_BROWSER=required, and {why}")
    pytest.skip(why)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless chromium with an empty profile of its own."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("Playwright is not installed (it is in the dev group)")
    if CHROMIUM is None:
        _missing("there is no chromium (apt-get install chromium, or CARDSTATS_CHROMIUM=path)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def serve_store() -> Iterator[Callable[[Path], str]]:
    """Return a function that serves a store that is there and returns its address."""
    servers: list[Server] = []

    def make(home: Path) -> str:
        servers.append(Server(home))
        servers[-1].wait()
        told: str = servers[-1].told["url"]
        return told.rstrip("/")

    yield make
    for server in servers:
        server.process.kill()
        server.process.communicate()


@pytest.fixture
def serve(tmp_path: Path, serve_store: Callable[[Path], str]) -> Callable[..., str]:
    """Return a function that serves a store of these logs and returns its address."""
    homes = count()

    def make(logs: Any = (), files: Any = ()) -> str:
        home = tmp_path / f"home{next(homes)}"
        with open_store(home) as store:
            sent = [("", orjson.dumps(one)) for one in logs]
            sent += [(file.name, file.read_bytes()) for file in files]
            for _ in store.put_many(sent):
                pass
        return serve_store(home)

    return make


@pytest.fixture(scope="session")
def sample_url(samples: Store) -> Iterator[str]:
    """The address of a server over all sample logs."""
    server = Server(samples.path)
    server.wait()
    yield server.told["url"].rstrip("/")
    server.process.kill()
    server.process.communicate()


class Watched:
    """A page, and what went wrong on it: nothing may."""

    def __init__(self, context: Any) -> None:
        self.page = context.new_page()
        self.faults: list[str] = []
        self.foreign: list[str] = []
        self.expected: set[str] = set()
        """Parts of console errors that a test provokes."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("request", self._request)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text} at {self.page.url}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "about:", "blob:")):
            self.foreign.append(request.url)

    def check(self) -> None:
        faults = [one for one in self.faults if not any(part in one for part in self.expected)]
        assert faults == []
        assert self.foreign == []


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a page; at the end all of them must be without fault.

    A violation of the content security policy is told on the console, so it is a fault as well.
    """
    contexts, watched = [], []

    def make(url: str = "", *, expected: tuple[str, ...] = (), **options: Any) -> Any:
        options.setdefault("viewport", {"width": 1280, "height": 900})
        contexts.append(browser.new_context(**options))
        contexts[-1].set_default_timeout(15_000)
        watched.append(Watched(contexts[-1]))
        watched[-1].expected.update(expected)
        page = watched[-1].page
        if url:
            page.goto(url)
        return page

    yield make
    for one in watched:
        one.check()
    for context in contexts:
        context.close()


def read(file: Path) -> dict[str, Any]:
    """Return a log as plain JSON."""
    found: dict[str, Any] = json.loads(file.read_bytes())
    return found
