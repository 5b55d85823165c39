"""The OpenAPI document of an app, and its page for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import flask_smorest as smorest
import orjson
from markupsafe import Markup, escape

from engine import __version__

from . import access, log_description
from .errors import KINDS, MEDIA_TYPE
from .routes import AREAS
from .schemas import (
    BatchLineSchema,
    Cursor,
    ProblemSchema,
    QuestionSchema,
    RejectedSchema,
    ResultSchema,
)
from .traffic import REQUEST_ID

if TYPE_CHECKING:
    from flask import Flask

VERSION: Final = "3.1.0"
DESCRIPTION: Final = """\
Playtest logs of card games in, verdicts and answers out.

A log that is sent in is judged by the rules of its game and kept. Whatever goes wrong is answered
in one shape, `Problem`; its `code` is stable. Every answer names its request in `X-Request-Id`,
which is the request's own where it sent one.
"""


def document(app: Flask) -> dict[str, Any]:
    """Register all routes on *app*; return the OpenAPI document that describes them."""
    app.config.update(API_TITLE="cardstats", API_VERSION=__version__, OPENAPI_VERSION=VERSION)
    api: Any = smorest.Api()
    # Each route notes its own problems; the library's shape of errors is not ours.
    api.DEFAULT_ERROR_RESPONSE_NAME = None
    api.ERROR_SCHEMA = ProblemSchema
    api.init_app(
        app,
        spec_kwargs={
            "info": {
                "description": DESCRIPTION,
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "servers": [{"url": "/"}],
        },
    )
    api.register_field(Cursor, "string", None)
    components = api.spec.components
    components.schema("Rejected", schema=RejectedSchema)
    components.schema("Result", schema=ResultSchema)
    components.schema("BatchLine", schema=BatchLineSchema)
    components.schema("Question", schema=QuestionSchema)
    for name, schema in log_description.describe().items():
        components.schema(name, schema)
    components.response(
        "Problem",
        {
            "description": "Whatever else goes wrong, in the same shape.",
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        },
    )
    components.header(
        "RequestId",
        {"description": "Names the request in the server's log.", "schema": {"type": "string"}},
    )
    for area in AREAS:
        api.register_blueprint(area.blueprint)
    # Through JSON once, so that what is described is what is sent.
    made: dict[str, Any] = orjson.loads(
        orjson.dumps(api.spec.to_dict(), option=orjson.OPT_NON_STR_KEYS)
    )
    made["components"]["schemas"].pop("PaginationMetadata")  # of the library's, used by no route
    described = {name: found for area in AREAS for name, found in area.headers.items()}
    for _, _, operation in operations(made):
        if headers := described.get(operation["operationId"]):
            operation.setdefault("parameters", []).extend(headers)
    access.describe(made)
    for response in _responses(made):
        response.setdefault("headers", {})[REQUEST_ID] = {"$ref": "#/components/headers/RequestId"}
    return made


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield method, path and operation of everything that *document* describes."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield method.upper(), path, operation


def _responses(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for _, _, operation in operations(document):
        yield from (found for found in operation["responses"].values() if "$ref" not in found)
    yield from document["components"]["responses"].values()


# -- the page


def described(app: Flask, document: Mapping[str, Any]) -> Markup:
    """Return *document* as HTML, for people."""
    app.jinja_env.filters["prose"] = prose
    template = app.jinja_env.get_template("docs.html")
    text = template.render(
        document=document,
        areas=[
            (tag, [found for found in operations(document) if tag["name"] in found[2]["tags"]])
            for tag in document["tags"]
        ],
        schemas={
            name: (schema, list(_properties(schema)))
            for name, schema in document["components"]["schemas"].items()
        },
        problems=KINDS,
        problem=MEDIA_TYPE,
        said=said,
        show=show,
        name_of=name_of,
        parameters_of=lambda path, operation: [
            *document["paths"][path].get("parameters", []),
            *operation.get("parameters", []),
        ],
    )
    return Markup(text)  # noqa: S704 - the template escapes


def _properties(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any, bool]]:
    """Yield name, schema and whether it must be there."""
    for name, found in schema.get("properties", {}).items():
        yield name, found, name in schema.get("required", ())


def prose(text: str) -> Markup:
    """Return *text* as HTML, what stands between backticks as code.

    >>> prose("`a<b` & c")
    Markup('<code>a&lt;b</code> &amp; c')
    """
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704  # escaped


_CODE: Final = re.compile(r"`([^`]+)`")


def name_of(reference: str) -> str:
    """Return the component's name that a ``$ref`` points to."""
    return reference.rpartition("/")[2]


def said(schema: Mapping[str, Any]) -> str:
    """Return what a schema takes, in a few words; references stay names.

    >>> said({"type": ["string", "null"]}), said({"type": "array", "items": {"type": "integer"}})
    ('string or null', 'array of integer')
    """
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "const" in schema:
        return f"{schema['const']!r}".replace("'", '"')
    if "enum" in schema:
        return " | ".join(str(word) for word in schema["enum"])
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " or ".join(said(inner) for inner in schema[word])
    kind = schema.get("type", "any JSON")
    kinds = kind if isinstance(kind, list) else [kind]
    words = [
        f"array of {said(schema['items'])}" if one == "array" and "items" in schema else one
        for one in kinds
    ]
    return " or ".join(words)


def show(example: Any) -> str:
    """Return an example as indented JSON."""
    return orjson.dumps(example, option=orjson.OPT_INDENT_2).decode()
