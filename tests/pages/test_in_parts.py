"""The dashboard of many games comes part by part, and every part of it is of one moment."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import duckdb
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import create_app
from api.web.answers import Answers, _key
from engine.errors import CardstatsError
from storage import Store
from storage.dashboard.board import question
from storage.errors import damaged
from storage.query import run

from .conftest import log
from .test_pages import HTML, check_markup, dumped, words


class Slow:
    """Answers questions with *word* in them only when `go` is set."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.go = threading.Event()
        self.is_patient = True
        self.asked: list[str] = []

    def __call__(self, reading: Any, question: Any, **more: Any) -> Any:
        self.asked.append(str(question))
        if self.word in str(question):
            self.is_patient = self.go.wait(20)
        return run(reading, question, **more)


@pytest.fixture
def app(store: Store) -> Flask:
    store.put(dumped(log(log_id="a")))
    return create_app(store)


@pytest.fixture
def opened(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many moments of the store are open, as the only item."""
    count = [0]
    reading = store.reading

    @contextmanager
    def counted() -> Iterator[Any]:
        with reading() as found:
            count[0] += 1
            try:
                yield found
            finally:
                count[0] -= 1

    monkeypatch.setattr(store, "reading", counted)
    return count


def test_the_beginning_is_sent_before_the_figures_are_known(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headlines wait for `win rate` alone, the charts after it for each their own."""
    slow = Slow("pass rate by player")
    monkeypatch.setattr("api.web.answers.run", slow)

    answer = app.test_client().get("/", headers=HTML, buffered=False)
    parts = answer.iter_encoded()
    first, form, second = (next(parts).decode() for _ in range(3))

    assert answer.headers["X-Accel-Buffering"] == "no"
    assert "What your playtests say" in first and 'name="level"' not in first
    assert 'name="level"' in form and 'class="heads"' not in form
    assert "Win rate" in second and 'id="pass-rate"' not in second
    slow.go.set()
    rest = b"".join(parts).decode()
    answer.close()
    assert 'id="pass-rate"' in rest
    assert slow.is_patient
    check_markup(first + form + second + rest)


def test_in_parts_and_whole_it_is_the_same_page(app: Flask) -> None:
    client = app.test_client()
    fresh = client.get("/", headers=HTML)
    first = fresh.text

    again = client.get("/", headers=HTML)

    assert fresh.content_length is None
    assert again.content_length == len(again.data)
    assert again.text == first
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"):
        assert fresh.headers[name] == again.headers[name]


def test_all_parts_are_of_the_moment_of_the_first(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow("pass rate")
    monkeypatch.setattr("api.web.answers.run", slow)
    answer = app.test_client().get("/", headers=HTML, buffered=False)
    parts = answer.iter_encoded()
    told = next(parts)

    store.put(dumped(log(log_id="b", notes="another")))
    slow.go.set()
    told += b"".join(parts)
    answer.close()

    assert "Rests on 1 game." in told.decode()
    assert "Rests on 2 games." not in told.decode()
    assert "Rests on 2 games." in words(app.test_client().get("/", headers=HTML))


def test_who_leaves_early_and_who_asks_for_the_head_leave_nothing_open(
    app: Flask, opened: list[int]
) -> None:
    client = app.test_client()

    answer = client.get("/", headers=HTML, buffered=False)
    assert opened == [1]
    next(answer.iter_encoded())
    answer.close()
    assert opened == [0]

    client.head("/", headers=HTML, buffered=True)
    assert opened == [0]


def test_who_come_at_the_same_time_wait_for_the_same_answers(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow("pass rate by player")
    monkeypatch.setattr("api.web.answers.run", slow)
    first = app.test_client().get("/", headers=HTML, buffered=False)
    parts = first.iter_encoded()
    told = [next(parts) for _ in range(3)]
    others: list[str] = []

    def visit() -> None:
        others.append(app.test_client().get("/", headers=HTML).text)

    visits = [threading.Thread(target=visit) for _ in range(3)]
    for one in visits:
        one.start()
    slow.go.set()
    told += parts
    first.close()
    for one in visits:
        one.join()

    assert others == [b"".join(told).decode()] * 3
    assert max(Counter(slow.asked).values()) == 1


def test_who_leaves_takes_no_answer_from_the_others(app: Flask, store: Store) -> None:
    """What had not begun when the first one left is looked for by the one who waits."""
    kept = Answers()
    query = question("win rate")
    with kept.opened(store) as asking:
        gone: Future[Any] = Future()
        key = asking._version, _key(query, ids=False)
        kept.begin(key, lambda: gone)
        found: list[Any] = []
        waits = threading.Thread(target=lambda: found.append(asking(query)))
        waits.start()
        gone.cancel()
        waits.join()

    assert found[0].rows == store.query("win rate").rows
    assert kept.get(key) is found[0]


@pytest.mark.parametrize(
    ("error", "sentence", "event"),
    [
        (RuntimeError("of ours"), "Something broke on the server", "broke"),
        (damaged("parts", "A part does not read."), "nothing was half written", "storage-damaged"),
        (duckdb.IOException("No such file"), "nothing was half written", "storage-damaged"),
        (CardstatsError("No such thing.", code="odd", hint="Do so."), "No such thing.", None),
    ],
)
def test_what_fails_in_the_middle_is_said_there(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    sentence: str,
    event: str | None,
) -> None:
    def broken(reading: Any, question: Any, **more: Any) -> Any:
        if "pass rate by player" in str(question):
            raise error
        return run(reading, question, **more)

    monkeypatch.setattr("api.web.answers.run", broken)
    with caplog.at_level(logging.ERROR, "cardstats"):
        page = app.test_client().get("/", headers=HTML)

    assert page.status_code == 200  # it was sent before
    said = words(page)
    assert sentence in said[said.index("The page ends here: ") :]
    assert 'id="win-rate"' in page.text and 'id="pass-rate"' not in page.text
    told = [one.msg["event"] for one in caplog.records if isinstance(one.msg, dict)]
    assert told == ([] if event is None else [event])


def test_a_request_is_noted_when_all_of_it_is_sent(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slow = Slow("pass rate by player")
    monkeypatch.setattr("api.web.answers.run", slow)
    with caplog.at_level(logging.INFO, "cardstats.access"):
        answer = app.test_client().get("/", headers=HTML, buffered=False)
        parts = answer.iter_encoded()
        next(parts)
        assert caplog.records == []
        slow.go.set()
        for _ in parts:
            pass
        answer.close()

    (line,) = caplog.records
    assert isinstance(line.msg, dict)
    assert (line.msg["route"], line.msg["status"]) == ("/", 200)


def test_a_server_sends_it_in_chunks(store: Store, serve_store: Callable[[Path], str]) -> None:
    store.put(dumped(log()))
    address = urlsplit(serve_store(store.path))

    for is_whole in (False, True):
        link = HTTPConnection(str(address.hostname), address.port, timeout=30)
        link.request("GET", "/", headers=HTML)
        answer = link.getresponse()
        assert (answer.headers["Transfer-Encoding"] == "chunked") is not is_whole
        assert answer.read().rstrip().endswith(b"</html>")
        link.close()


def test_a_question_box_is_not_in_parts(app: Flask, client: FlaskClient) -> None:
    assert client.get("/ask?q=win+rate", headers=HTML).content_length is not None
