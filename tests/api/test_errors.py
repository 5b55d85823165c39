"""One shape for everything that goes wrong, on every route."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api import Config, create_app
from api.errors import KINDS, MEDIA_TYPE, SHAPE
from api.traffic import JsonLines
from engine import strict_json
from storage import StorageError

EVERY_METHOD = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Broken:
    """A store that fails whatever it is asked, but for its tokens, of which it has none."""

    def tokens(self) -> list[Any]:
        return []

    def __getattr__(self, name: str) -> Any:
        def fail(*args: Any, **kwargs: Any) -> Any:
            raise RuntimeError("Anna's table caught fire")

        return fail


def assert_problem(answer: Any, status: int | None = None) -> dict[str, Any]:
    assert answer.content_type == MEDIA_TYPE
    told: dict[str, Any] = answer.json
    assert tuple(told)[: len(SHAPE)] == SHAPE
    assert set(told) - set(SHAPE) <= {
        "errors",
        "violations",
        "id",
        "game",
        "log_id",
        "digest",
    }
    assert told["status"] == answer.status_code
    assert status in (None, answer.status_code)
    texts = [told[key] for key in SHAPE if key != "status"]
    assert all(type(text) is str for text in texts)
    assert all(told[key] for key in ("title", "detail", "code"))
    assert told["request_id"] == answer.headers["X-Request-Id"]
    return told


def rules_of(app: Flask) -> list[tuple[str, set[str]]]:
    """Return every route's address, filled in, with its methods."""
    return [
        (rule.rule.replace("<ref>", "1").replace("<name>", "level"), set(rule.methods or ()))
        for rule in app.url_map.iter_rules()
    ]


def test_every_route_fails_in_the_one_shape_where_the_store_breaks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = create_app(Broken())  # type: ignore[arg-type]  # that is the point
    client = app.test_client()
    broke = set()

    for path, methods in rules_of(app):
        for method in methods & set(EVERY_METHOD):
            kind = "application/json" if method == "POST" else None
            answer = client.open(path, method=method, data=b'{"format": 1}', content_type=kind)
            if answer.status_code >= 400:
                assert_problem(answer)
                broke.add((method, path))
                assert b"fire" not in answer.data

    assert ("POST", "/api/v1/logs") in broke
    assert ("GET", "/api/v1/logs/1") in broke
    assert ("GET", "/api/v1/logs/1/replay") in broke
    assert ("GET", "/readyz") in broke
    assert "Anna" not in caplog.text


def test_every_route_refuses_other_methods_and_names_its_own(app: Flask, client: Any) -> None:
    for path in {path for path, _ in rules_of(app)}:
        # /logs/batch is a log's address as well, for one whose log_id is "batch".
        methods = set(app.url_map.bind("localhost").allowed_methods(path))
        for method in set(EVERY_METHOD) - methods:
            answer = client.open(path, method=method)
            assert assert_problem(answer, 405)["code"] == "method-not-allowed"
            assert set(answer.headers["Allow"].split(", ")) == methods


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/api/v1",
        "/api/v1/",
        "/api/v1/logs/",
        "//api/v1/logs",
        "/api/v1/logs/1/x",
        "/%00",
    ],
)
def test_an_address_that_is_none_is_told(client: Any, path: str) -> None:
    assert assert_problem(client.get(path), 404)["code"] == "not-found"


@pytest.mark.parametrize("path", ["logs/{}", "logs/{}/raw", "logs/{}/replay"])
@pytest.mark.parametrize("ref", ["1", "no-such-log", "0" * 64, "-1", "%F0%9F%90%88", "9" * 30])
def test_a_log_that_is_not_kept_is_told_by_name(client: Any, path: str, ref: str) -> None:
    told = assert_problem(client.get(f"/api/v1/{path.format(ref)}"), 404)

    assert told["code"] == "unknown-log"


def test_all_faults_of_parameters_are_told_together(client: Any) -> None:
    told = assert_problem(client.get("/api/v1/logs?limit=many&status=lost&stauts=rejected"), 422)

    assert told["code"] == "bad-parameter"
    assert {fault["place"] for fault in told["errors"]} == {
        "query/limit",
        "query/status",
        "query/stauts",
    }
    assert told["place"] in {fault["place"] for fault in told["errors"]}


def test_a_problem_type_leads_to_its_place_on_the_docs_page(client: Any) -> None:
    told = assert_problem(client.get("/nowhere"))

    page, _, anchor = told["type"].partition("#")
    assert f'id="{anchor}"' in client.get(page).text


def test_every_way_of_being_unreadable_has_its_status() -> None:
    """The engine's codes are read from its source, so that a new one is not forgotten here."""
    source = Path(strict_json.__file__).read_text(encoding="utf-8")
    codes = {part.split('"')[0] for part in source.split('code="')[1:]}

    assert len(codes) >= 8
    assert {code: KINDS.get(code, (None, ""))[0] for code in codes} == dict.fromkeys(codes, 400)


@pytest.mark.parametrize(
    ("code", "status", "shown"),
    [
        ("storage-full", 507, "storage-full"),
        ("storage-busy", 503, "storage-busy"),
        ("storage-damaged", 503, "storage"),
    ],
)
def test_what_the_store_cannot_do_is_told_without_its_place_on_the_disk(
    code: str, status: int, shown: str, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing:
        def tokens(self) -> list[Any]:
            return []

        def judge(self, data: bytes, *, source: str) -> Any:
            return data

        def keep(self, logs: Any, *, synced: bool) -> Any:
            raise StorageError("No.", code=code, place="/srv/anna/store", hint="Free some space.")

    client = create_app(Failing()).test_client()  # type: ignore[arg-type]  # that is the point
    answer = client.post("/api/v1/logs", data=b"{}", content_type="application/json")

    told = assert_problem(answer, status)
    assert told["code"] == shown
    assert "/srv" not in answer.text
    assert ("Retry-After" in answer.headers) == (code == "storage-busy")
    line = json.loads(JsonLines().format(caplog.records[-1]))
    assert (line["event"], line["place"]) == (code, "/srv/anna/store")


def test_a_request_keeps_the_name_it_came_with(client: Any) -> None:
    sent = client.get("/livez", headers={"X-Request-Id": "table-4.try_2"})
    made = client.get("/livez", headers={"X-Request-Id": 'no"good\n'.replace("\n", " ")})

    assert sent.headers["X-Request-Id"] == "table-4.try_2"
    assert made.headers["X-Request-Id"] != 'no"good '


def test_another_host_than_those_named_is_refused(store: Any) -> None:
    """A web page elsewhere may point a name of its own at this machine."""
    app = create_app(store, config=Config(trusted_hosts=("localhost", "127.0.0.1", "[::1]")))
    client = app.test_client()

    assert_problem(client.get("/livez", headers={"Host": "evil.example"}), 400)
    for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        assert client.get("/livez", headers={"Host": host}).status_code == 200


def test_every_answer_has_safe_headers_and_no_cors(client: Any) -> None:
    for path in ("/api/v1/logs", "/nowhere", "/api/v1/docs", "/livez"):
        headers = client.get(path, headers={"Origin": "https://evil.example"}).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert not [name for name in dict(headers) if name.startswith("Access-Control-")]
    preflight = client.options("/api/v1/logs", headers={"Origin": "https://evil.example"})
    assert not [name for name in dict(preflight.headers) if name.startswith("Access-Control-")]


def test_a_line_in_the_log_names_the_route_and_no_player(
    app: Flask, send: Any, client: Any, log: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="cardstats")

    send({**log, "log_id": "Anna.vs.Ben"})
    client.get("/api/v1/logs/Anna.vs.Ben?q=Anna")
    client.get("/Anna")

    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/api/v1/logs", 201),
        ("GET", "/api/v1/logs/<ref>", 200),
        ("GET", None, 404),
    ]
    assert [line.get("log") for line in lines] == [1, 1, None]
    assert all(line["ms"] >= 0 and line["request_id"] for line in lines)
    assert "Anna" not in json.dumps(lines)


def test_a_fault_of_ours_is_logged_with_its_place_and_not_with_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = create_app(Broken()).test_client()  # type: ignore[arg-type]  # that is the point

    told = assert_problem(client.get("/api/v1/logs"), 500)

    line = json.loads(JsonLines().format(caplog.records[-1]))
    assert line["request_id"] == told["request_id"]
    assert line["error"] == "RuntimeError"
    assert any("list_logs" in frame for frame in line["frames"])
    assert "Anna" not in json.dumps(line)
