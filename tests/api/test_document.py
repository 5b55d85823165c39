"""The OpenAPI document: valid, complete, and true of what is answered."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from werkzeug.routing import Map

from api.context import PREFIX
from api.errors import MEDIA_TYPE
from api.openapi import operations
from engine import games

JSON = "application/json"


@pytest.fixture
def document(client: Any) -> dict[str, Any]:
    answer = client.get(f"{PREFIX}/openapi.json")
    assert answer.content_type == JSON
    found: dict[str, Any] = answer.json
    return found


def schema_of(document: dict[str, Any], name: str, *, closed: bool = False) -> dict[str, Any]:
    """Return a component with all others beside it; *closed*: no member is left undescribed."""
    schemas = copy.deepcopy(document["components"]["schemas"])
    if closed:
        for schema in schemas.values():
            if schema.get("type") == "object":
                schema.setdefault("additionalProperties", False)
    return {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}


def test_the_document_is_valid_openapi_3_1(document: dict[str, Any]) -> None:
    validate(document, cls=OpenAPIV31SpecValidator)

    assert document["openapi"].startswith("3.1.")


def test_every_route_and_method_is_described_and_no_other(app: Any, document: Any) -> None:
    """The pages are for people and describe themselves."""
    url_map: Map = app.url_map
    served = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in url_map.iter_rules()
        if not rule.endpoint.startswith("web.")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert {(method, path) for method, path, _ in operations(document)} == served


def test_every_operation_tells_its_answers_its_problems_and_what_it_is_for(document: Any) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(names)) == len(names)
    for _, path, operation in operations(document):
        responses = operation["responses"]
        assert operation["summary"].endswith("."), path
        assert any(status.startswith(("2", "3")) for status in responses)
        assert {"500", "default"} <= set(responses)
        for parameter in [
            *operation.get("parameters", []),
            *document["paths"][path].get("parameters", []),
        ]:
            assert parameter["description"]
        for status, response in responses.items():
            if status >= "4" and status != "default":
                media = response["content"][MEDIA_TYPE]
                for example in media["examples"].values():
                    assert example["value"]["status"] == int(status)


def media_of(document: Any) -> Iterator[tuple[str, Any, Any]]:
    for method, path, operation in operations(document):
        objects = [
            *operation.get("requestBody", {}).get("content", {}).items(),
            *(
                pair
                for response in operation["responses"].values()
                for pair in response.get("content", {}).items()
            ),
        ]
        for kind, media in objects:
            examples = [found["value"] for found in media.get("examples", {}).values()]
            if "example" in media:
                examples.append(media["example"])
            if kind in (JSON, MEDIA_TYPE) and path != f"{PREFIX}/openapi.json":
                assert examples, (method, path, kind)
            for example in examples:
                yield f"{method} {path}", media["schema"], example


def test_every_example_is_what_its_schema_says(document: Any) -> None:
    seen = 0
    for place, schema, example in media_of(document):
        whole = {**schema, "components": document["components"]}
        faults = list(Draft202012Validator(whole).iter_errors(example))
        assert not faults, (place, faults)
        seen += 1
    assert seen > 20


def test_the_example_log_is_accepted_and_the_slip_is_not(document: Any, send: Any) -> None:
    """What the document shows as answers is what the server answers to what it shows as logs."""
    operation = document["paths"][f"{PREFIX}/logs"]["post"]
    examples = operation["requestBody"]["content"][JSON]["examples"]

    accepted = send(examples["log"]["value"])
    told = operation["responses"]["201"]["content"][JSON]["example"]
    assert accepted.status_code == 201
    assert {**told, "id": 0} == {**accepted.json, "id": 0}

    rejected = send({**examples["slip"]["value"], "log_id": "another"})
    shown = operation["responses"]["422"]["content"][MEDIA_TYPE]["examples"]["rejected"]["value"]
    assert rejected.status_code == 422
    assert rejected.json["violations"] == shown["violations"]
    assert rejected.json["detail"] == shown["detail"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/v1/logs", "LogPage"),
        ("/api/v1/logs?limit=1", "LogPage"),
        ("/api/v1/logs/1", "StoredLog"),
        ("/api/v1/logs/2", "StoredLog"),
        ("/api/v1/games", "Games"),
        ("/api/v1/logs/1/replay", "Replay"),
        ("/api/v1/logs/1/replay?move=-1&seat=0", "Replay"),
        ("/api/v1/logs/2/replay", "Replay"),
        ("/api/v1/query?q=avg+turns+per+target", "Result"),
        ("/api/v1/query?q=pass+rate+by+player", "Result"),
        ("/api/v1/query?q=avg+turnz", "Problem"),
        ("/api/v1/metrics", "Metrics"),
        ("/livez", "Health"),
        ("/readyz", "Health"),
        ("/api/v1/logs/none", "Problem"),
        ("/api/v1/logs?limit=none", "Problem"),
    ],
)
def test_answers_are_what_the_document_says_and_hold_nothing_else(
    document: Any, send: Any, client: Any, log: Any, path: str, name: str
) -> None:
    send(log)
    send({**log, "log_id": "other", "result": {"score": 7}})

    answer = client.get(path).json

    faults = list(Draft202012Validator(schema_of(document, name, closed=True)).iter_errors(answer))
    assert not faults


def test_receipts_verdicts_and_refusals_are_what_the_document_says(
    document: Any, send: Any, log: Any
) -> None:
    slip = {**log, "result": {"score": 7}}
    for sent, path, name in [
        (log, "logs", "Receipt"),
        (log, "logs", "Receipt"),
        ({**log, "notes": "again"}, "logs", "Receipt"),
        (slip, "logs", "Rejected"),
        (slip, "validate", "Verdict"),
        (b"{", "validate", "Problem"),
    ]:
        schema = schema_of(document, name, closed=True)
        answer = send(sent, f"{PREFIX}/{path}").json
        assert not list(Draft202012Validator(schema).iter_errors(answer))


# -- the page


class Links(HTMLParser):
    """Gathers what a page loads or leads to, and the places it has."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.places: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attributes:
            if name == "id":
                self.places.append(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")
            elif name == "style" or name.startswith("on"):
                self.inline.append(name)


def test_the_page_shows_every_operation_and_asks_nobody_else(document: Any, client: Any) -> None:
    answer = client.get(f"{PREFIX}/docs")
    page = Links()
    page.feed(answer.text)

    assert answer.content_type == "text/html; charset=utf-8"
    assert "style-src 'self'" in answer.headers["Content-Security-Policy"]
    assert not {"img", "iframe", "style", "object", "form"} & page.tags
    assert not page.inline
    assert {operation["operationId"] for _, _, operation in operations(document)} <= set(
        page.places
    )
    assert len(set(page.places)) == len(page.places)
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.places
        else:
            assert "//" not in link
            path = link if link.startswith("/") else f"{PREFIX}/{link}"
            assert client.get(path, follow_redirects=True).status_code == 200


def test_the_page_cannot_be_made_to_run_what_a_game_says(client: Any) -> None:
    """Names and sentences of games come from other people's packages."""
    page = client.get(f"{PREFIX}/docs").text
    text = page[page.index('<div class="api">') : page.index("</main>")]

    assert "×" in text or "&#" in text
    assert "<p>One of" in text
    assert not re.search(
        r"<(?!/?(a|b|br|caption|code|dd|details|div|dl|dt|h[1-4]|li|"
        r"nav|p|pre|section|small|summary|table|td|th|tr|ul)\b)",
        text,
    )


def test_every_installed_game_has_its_moves_in_the_document(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for name in games.names():
        word = "".join(part.capitalize() for part in name.split("-"))
        kinds = schemas[f"{word}Move"]["discriminator"]["mapping"]
        assert set(kinds) == set(games.game(name).moves)
        for reference in kinds.values():
            assert reference.rpartition("/")[2] in schemas


def test_the_document_is_made_of_plain_json(client: Any) -> None:
    assert orjson.loads(client.get(f"{PREFIX}/openapi.json").data)
