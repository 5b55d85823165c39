"""Who may ask for what: every route, every scope, and those who try it without."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import Config, create_app
from api import access as module
from api.access import ANY, PUBLIC, ROUTES
from engine.errors import CardstatsError
from storage import Store
from storage.access import SCOPES

from .conftest import JSON
from .test_errors import assert_problem

LOGIN = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def token(store: Store) -> Callable[..., str]:
    """Make a token with these scopes; return its text."""

    def make(*scopes: str, **more: Any) -> str:
        return store.create_token(scopes=scopes, who="test", **more)[1]

    return make


@pytest.fixture
def closed(store: Store, token: Callable[..., str]) -> FlaskClient:
    """A client of an app whose store has a token."""
    token("admin", label="the first")
    return create_app(store).test_client()


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


def routes(app: Flask) -> list[tuple[str, str, str]]:
    """Return endpoint, method and address of all that the app answers."""
    return [
        (rule.endpoint, method, re.sub(r"<[^>]+>", "1", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


# -- scopes


def test_every_route_says_what_it_asks_for_and_no_other_does(app: Flask) -> None:
    """A route that is new has to be added to `ROUTES`."""
    assert {endpoint for endpoint, _, _ in routes(app)} == set(ROUTES)
    assert set(ROUTES.values()) <= {PUBLIC, ANY, *SCOPES}


def test_what_changes_or_removes_anything_asks_for_more_than_read(app: Flask) -> None:
    for endpoint, method, _ in routes(app):
        if method == "DELETE":
            assert ROUTES[endpoint] == "admin"
        if endpoint == "questions.query_by_body":
            continue  # it asks, and changes nothing
        if method != "GET" and not endpoint.startswith("access."):
            assert ROUTES[endpoint] in ("upload", "admin", ANY), endpoint
    assert {name for name, scope in ROUTES.items() if scope == PUBLIC} == {
        "health.livez",
        "health.readyz",
        "web.static_file",
        "access.login_page",
        "access.login",
        "access.logout",
    }


@pytest.mark.parametrize("scope", SCOPES)
def test_each_scope_opens_its_own_routes_and_no_others(
    closed: FlaskClient, app: Flask, token: Callable[..., str], scope: str
) -> None:
    headers = {**bearer(token(scope)), "Sec-Fetch-Site": "same-origin"}
    for endpoint, method, path in routes(app):
        answer = closed.open(path, method=method, headers=headers, data=b"{}", content_type=None)
        wanted = ROUTES[endpoint]
        may = wanted in (PUBLIC, ANY, scope) or scope == "admin"
        assert (answer.status_code == 403) == (not may), (endpoint, scope)
        assert answer.status_code != 401
        if not may:
            assert assert_problem_with_scope(answer) == wanted
            assert f'scope="{wanted}"' in answer.headers["WWW-Authenticate"]


def assert_problem_with_scope(answer: Any) -> str:
    told = answer.json
    assert told["code"] == "missing-scope"
    assert told["scope"] in told["detail"]
    return str(told["scope"])


def test_without_a_token_only_public_routes_answer(closed: FlaskClient, app: Flask) -> None:
    for endpoint, method, path in routes(app):
        answer = closed.open(path, method=method, data=b"{}")
        if ROUTES[endpoint] == PUBLIC:
            assert answer.status_code not in (401, 403)
        else:
            told = assert_problem(answer, 401)
            assert told["code"] == "unauthorized"
            assert answer.headers["WWW-Authenticate"] == 'Bearer realm="cardstats"'


def test_a_route_that_was_forgotten_asks_for_admin(
    closed: FlaskClient, token: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(module.ROUTES, "logs.list_logs")  # type: ignore[arg-type]

    assert closed.get("/api/v1/logs", headers=bearer(token("read"))).status_code == 403
    assert closed.get("/api/v1/logs", headers=bearer(token("admin"))).status_code == 200


# -- tokens that do not work


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "bearer cs_x_y",
        "Basic YTpi",
        "Token x",
        "Bearer \udce9",
        "x" * 9000,
    ],
)
def test_what_is_no_token_is_refused(closed: FlaskClient, header: str) -> None:
    answer = closed.get(
        "/api/v1/logs", headers={"Authorization": header.encode("utf-8", "replace").decode()}
    )

    assert assert_problem(answer, 401)["code"] == "unauthorized"
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


def test_the_secret_is_told_nowhere(
    closed: FlaskClient, token: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    text = token("read")
    wrong = text[:-1] + ("0" if text[-1] != "0" else "1")
    with caplog.at_level("INFO"):
        for sent in (text, wrong):
            answer = closed.get("/api/v1/logs?limit=x", headers=bearer(sent))
            assert sent not in answer.text
            assert sent not in str(answer.headers)
    lines = [record.msg for record in caplog.records if record.name == "cardstats.access"]
    assert text.split("_")[2] not in caplog.text
    assert lines[0]["token"] == text.split("_")[1]
    assert "token" not in lines[1]


def test_an_expired_token_is_refused_and_says_so(
    closed: FlaskClient, token: Callable[..., str]
) -> None:
    text = token("read", expires_at="2020-01-01T00:00:00.000Z")

    answer = closed.get("/api/v1/logs", headers=bearer(text))

    assert "expired" in assert_problem(answer, 401)["detail"]


def test_a_token_that_was_just_made_works_at_once_and_a_revoked_one_ends_within_seconds(
    closed: FlaskClient, store: Store, token: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a clock of our own: five seconds is what docs/operate.md promises."""
    now = [time.monotonic()]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    assert closed.get("/api/v1/logs").status_code == 401
    text = token("read")
    assert closed.get("/api/v1/logs", headers=bearer(text)).status_code == 200

    store.revoke_token(text.split("_")[1], who="test")
    now[0] += module.FRESH + 0.1

    assert (
        "revoked" in assert_problem(closed.get("/api/v1/logs", headers=bearer(text)), 401)["detail"]
    )


def test_a_request_waits_for_no_sql(
    closed: FlaskClient, store: Store, token: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = token("read")
    assert closed.get("/api/v1/docs", headers=bearer(text)).status_code == 200

    monkeypatch.setattr(store, "tokens", lambda: pytest.fail("it was asked"))
    for _ in range(20):
        assert closed.get("/api/v1/docs", headers=bearer(text)).status_code == 200


def test_when_a_token_was_used_is_noted_later(
    closed: FlaskClient, store: Store, token: Callable[..., str]
) -> None:
    text = token("read")
    closed.get("/api/v1/docs", headers=bearer(text))
    assert store.tokens()[-1].last_used_at is None

    closed.application.extensions["cardstats.tokens"].write_uses()

    used = store.tokens()[-1].last_used_at
    assert used is not None
    assert used.endswith("Z")


# -- while there are no tokens


def test_the_first_token_closes_a_server_that_runs(
    store: Store, token: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = create_app(store).test_client()
    assert client.get("/api/v1/logs").status_code == 200
    text = token("read")
    monkeypatch.setattr(module, "FRESH", 0.0)

    assert client.get("/api/v1/logs").status_code == 401
    store.revoke_token(text.split("_")[1], who="test")
    assert client.get("/api/v1/logs").status_code == 401, "it opens no more"


@pytest.mark.parametrize("address", ["192.168.1.7", "8.8.8.8", "::2", "", "1270.0.0.1"])
def test_without_tokens_another_machine_is_refused(client: FlaskClient, address: str) -> None:
    answer = client.get("/api/v1/logs", environ_base={"REMOTE_ADDR": address})

    assert assert_problem(answer, 403)["code"] == "only-local"


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])
def test_without_tokens_this_machine_may_do_everything(client: FlaskClient, address: str) -> None:
    for path in ("/api/v1/logs", "/api/v1/audit", "/metrics"):
        assert client.get(path, environ_base={"REMOTE_ADDR": address}).status_code == 200


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded"]
)
def test_without_tokens_a_proxy_is_refused(client: FlaskClient, header: str) -> None:
    """It is on this machine, and speaks for everybody."""
    answer = client.get("/api/v1/logs", headers={header: "127.0.0.1"})

    assert assert_problem(answer, 403)["code"] == "only-local"


def test_an_app_from_the_environment_needs_a_token(
    store: Store, token: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDSTATS_HOME", str(store.path))
    with pytest.raises(CardstatsError) as caught:
        create_app()
    assert caught.value.code == "not-allowed"
    assert "token create" in caught.value.hint


# -- pages of other sites


@pytest.mark.parametrize(
    ("headers", "is_let_in"),
    [
        ({}, True),
        ({"Origin": "http://localhost"}, True),
        ({"Origin": "https://localhost"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://localhost.evil.example"}, False),
        ({"Origin": "http://localhost:81"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, False),
    ],
)
def test_a_page_of_another_site_changes_nothing(
    client: FlaskClient, app: Flask, headers: dict[str, str], is_let_in: bool
) -> None:
    for _, method, path in routes(app):
        answer = client.open(path, method=method, headers={**JSON, **headers}, data=b"{}")
        if method == "GET" or (is_let_in and (headers or path != "/upload")):
            assert answer.status_code != 403, path
        else:
            assert assert_problem(answer, 403)["code"] in ("foreign-origin", "foreign-form")


def test_a_token_in_a_header_is_no_page_s_to_send(
    closed: FlaskClient, token: Callable[..., str], log: Any
) -> None:
    headers = {**JSON, **bearer(token("upload")), "Origin": "https://tool.example"}

    assert closed.post("/api/v1/logs", json=log, headers=headers).status_code == 201


# -- browsers


def enter(client: FlaskClient, text: str, **more: Any) -> Any:
    return client.post("/login", data={"token": text}, headers=LOGIN, **more)


def test_a_browser_without_a_session_is_led_to_the_page_and_back(
    closed: FlaskClient, token: Callable[..., str]
) -> None:
    html = {"Accept": "text/html,application/xhtml+xml"}
    led = closed.get("/api/v1/query?q=win+rate", headers=html)
    assert led.status_code == 303
    page = closed.get(led.headers["Location"])
    (path,) = re.findall(r'name="next" value="([^"]+)"', page.text)
    assert path == "/api/v1/query?q=win+rate"
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]
    assert "unsafe" not in page.headers["Content-Security-Policy"]

    mine = token("read", label="Mia <3")
    entered = closed.post("/login", data={"token": mine, "next": path}, headers=LOGIN)

    assert (entered.status_code, entered.headers["Location"]) == (303, path)
    for address in ("/", "/logs", "/upload", "/ask", "/api/v1/docs", "/logs/nothing"):
        shown = closed.get(address, headers=html).text
        assert re.search(r'action="/logout">.*Mia &lt;3</bdi>.*Log out', shown, re.DOTALL), address
    cookie = entered.headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert closed.get("/api/v1/docs", headers=html).status_code == 200
    closed.post("/logout")
    assert closed.get("/api/v1/docs", headers=html).status_code == 303


def test_over_https_the_cookie_is_for_https_alone(
    closed: FlaskClient, token: Callable[..., str]
) -> None:
    entered = enter(closed, token("read"), base_url="https://cards.example")

    assert "Secure" in entered.headers["Set-Cookie"].split("; ")


def test_a_wrong_token_leads_back_to_the_page(closed: FlaskClient) -> None:
    answer = enter(closed, "cs_no_no")

    assert "Set-Cookie" not in answer.headers
    assert "none of this server" in closed.get(answer.headers["Location"]).text


@pytest.mark.parametrize(
    "path", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:x", "/a\r\nb"]
)
def test_the_page_leads_to_no_other_site(
    closed: FlaskClient, token: Callable[..., str], path: str
) -> None:
    answer = closed.post("/login", data={"token": token("read"), "next": path}, headers=LOGIN)

    assert answer.headers["Location"] == "/"
    assert "evil" not in closed.get("/login", query_string={"next": path}).text


def test_a_session_has_the_scopes_of_its_token_and_ends_with_it(
    closed: FlaskClient, store: Store, token: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = token("read")
    enter(closed, text)
    monkeypatch.setattr(module, "FRESH", 0.0)
    assert closed.get("/api/v1/logs").status_code == 200
    assert closed.get("/api/v1/audit").status_code == 403

    store.revoke_token(text.split("_")[1], who="test")

    assert closed.get("/api/v1/logs").status_code == 401


def test_a_session_that_is_changed_or_old_is_none(
    closed: FlaskClient, store: Store, token: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = token("read")
    enter(closed, text)
    cookie = closed.get_cookie("cardstats")
    assert cookie is not None
    id, until, signature = cookie.value.split(".")
    assert text.split("_")[2] not in cookie.value
    other = store.tokens()[0].id
    for wrong in (
        "",
        "..",
        f"{id}.{until}.",
        f"{id}.{int(until) + 1}.{signature}",
        f"{other}.{until}.{signature}",
        f"{id}.{until}.{'0' * 64}",
        f"{id}.x.{signature}",
        f"{id}.{until}.\u00e9",
    ):
        closed.set_cookie("cardstats", wrong)
        assert closed.get("/api/v1/logs").status_code == 401, wrong
    closed.set_cookie("cardstats", cookie.value)
    assert closed.get("/api/v1/logs").status_code == 200
    real = time.time
    monkeypatch.setattr(module.time, "time", lambda: real() + module.SESSION + 1)
    assert closed.get("/api/v1/logs").status_code == 401


def test_a_session_changes_nothing_for_another_site(
    closed: FlaskClient, token: Callable[..., str], log: Any
) -> None:
    enter(closed, token("upload"))
    evil = {**JSON, "Origin": "https://evil.example"}

    assert closed.post("/api/v1/logs", json=log, headers=evil).status_code == 403
    assert closed.post("/api/v1/logs", json=log, headers=JSON).status_code == 201


# -- whose deed it was


def test_an_upload_is_attributed_and_a_removal_is_audited(
    closed: FlaskClient, store: Store, token: Callable[..., str], log: Any
) -> None:
    upload, admin = token("upload", label="table 4"), token("admin")
    closed.post("/api/v1/logs", json=log, headers=bearer(upload))

    (shown,) = closed.get("/api/v1/logs", headers=bearer(admin)).json["logs"]
    assert shown["token"] == {"id": upload.split("_")[1], "label": "table 4"}
    closed.delete("/api/v1/logs/1", headers=bearer(admin))
    audit = closed.get("/api/v1/audit?after=3", headers=bearer(admin)).json
    assert [(deed["who"], deed["what"], deed["on"]) for deed in audit["audit"]] == [
        (f"token {admin.split('_')[1]}", "remove", "log 1")
    ]
    assert audit["next"] is None


def test_a_player_is_renamed_and_pages_of_the_audit_follow_each_other(
    client: FlaskClient, send: Any, log: Any
) -> None:
    send(log)

    done = client.post("/api/v1/pseudonymise", json={"player": "anna", "name": "P1"})

    assert done.json == {"name": "P1", "logs": 1, "games": 1, "is_wiped": True}
    assert client.get("/api/v1/logs/1").json["players"] == ["P1", "Ben"]
    client.delete("/api/v1/logs/1")
    first = client.get("/api/v1/audit?limit=1").json
    second = client.get(f"/api/v1/audit?after={first['next']}").json
    assert [page["audit"][0]["what"] for page in (first, second)] == ["pseudonymise", "remove"]
    assert "anna" not in json.dumps([first, second]).lower()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "not-json"),
        (b"[]", 422, "bad-parameter"),
        (b"{}", 422, "bad-parameter"),
        (b'{"player": 1}', 422, "bad-parameter"),
        (b'{"player": " "}', 422, "bad-parameter"),
        (b'{"player": "Anna", "nmae": "x"}', 422, "bad-parameter"),
        (b'{"player": "Nobody"}', 404, "unknown-player"),
        (b'{"player": "Anna", "name": "ben"}', 409, "name-taken"),
        (b'{"player": "Anna", "name": "\\u0007"}', 422, "bad-name"),
    ],
)
def test_a_renaming_that_cannot_be_is_told(
    client: FlaskClient, send: Any, log: Any, body: bytes, status: int, code: str
) -> None:
    send(log)

    answer = client.post("/api/v1/pseudonymise", data=body, headers=JSON)

    assert assert_problem(answer, status)["code"] == code


# -- limits


def test_each_client_has_its_own_limit_and_is_told_when_to_go_on(
    store: Store, token: Callable[..., str]
) -> None:
    one, other = token("read"), token("read")
    client = create_app(store, config=Config(limit="3 per hour")).test_client()

    left = [
        int(client.get("/api/v1/docs", headers=bearer(one)).headers["RateLimit-Remaining"])
        for _ in range(3)
    ]
    refused = client.get("/api/v1/docs", headers=bearer(one))

    assert left == [2, 1, 0]
    assert assert_problem(refused, 429)["code"] == "too-many-requests"
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.headers["RateLimit-Limit"] == "3"
    assert client.get("/api/v1/docs", headers=bearer(other)).status_code == 200
    assert client.get("/livez").status_code == 200
    assert "RateLimit-Limit" not in client.get("/livez").headers


def test_who_guesses_tokens_is_limited_by_address(store: Store, token: Callable[..., str]) -> None:
    token("read")
    client = create_app(store, config=Config(limit="3 per hour")).test_client()

    statuses = [
        client.get("/api/v1/logs", headers=bearer(f"cs_{nth:08}_{'0' * 64}")).status_code
        for nth in range(5)
    ]
    elsewhere = client.get("/api/v1/logs", environ_base={"REMOTE_ADDR": "10.0.0.9"})

    assert statuses == [401, 401, 401, 429, 429]
    assert elsewhere.status_code == 401


def test_there_is_no_limit_while_there_are_no_tokens(client: FlaskClient) -> None:
    assert "RateLimit-Limit" not in client.get("/api/v1/docs").headers


def test_a_limit_that_is_none_is_told(store: Store) -> None:
    with pytest.raises(CardstatsError) as caught:
        create_app(store, config=Config(limit="often"))
    assert caught.value.code == "bad-setting"
