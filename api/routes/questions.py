"""Questions: asked in a phrase, answered with how sure one may be."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from flask import Response, request

from engine import __version__
from engine.metrics import Dimension, Metric
from engine.strict_json import read_object
from storage.query import run
from storage.query.catalogue import Catalogue, catalogue, current
from storage.query.config import mark
from storage.query.errors import PhraseError
from storage.query.listed import listed, named
from storage.query.plain import Misshapen
from storage.query.query import Query
from storage.query.result import Form
from storage.query.told import told as told_of

from .. import bodies, examples
from ..area import JSON, Answer, Area
from ..context import PREFIX, context, store
from ..errors import Problem, unread
from ..schemas import (
    DimensionsSchema,
    FormParameters,
    MetricsSchema,
    QueryParameters,
    ValuesParameters,
    ValuesSchema,
)
from .logs import ENCODING, NEXT, NO_JSON, next_link

questions = Area("questions", "Questions, and what can be asked.")

_TOLD: Final = {("metric", "pass rate"): 11, ("dimension", "level"): 11}
"""For the examples."""

TYPES: Final = {
    "json": JSON,
    "ndjson": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "table": "text/plain; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
    "arrow": "application/vnd.apache.arrow.stream",
}
MAX_QUESTION: Final = 64 * 1024
"""Bytes of a question that is sent as a body."""
_TEXT: Final = {"schema": {"type": "string"}}
_BYTES: Final[dict[str, Any]] = {}
"""A media object of bytes says nothing of them."""


_ANSWER: Final = {
    JSON: {"schema": {"$ref": "#/components/schemas/Result"}, "example": examples.ANSWER},
    **{kind: _TEXT for kind in TYPES.values() if kind != JSON},
    TYPES["parquet"]: _BYTES,
    TYPES["arrow"]: _BYTES,
}


@questions.route(
    "GET",
    "/query",
    Answer(
        200,
        "The answer.",
        content=_ANSWER,
        headers={
            "ETag": "Stays the same while the store and `cardstats.toml` do. Missing where it counts from now."
        },
    ),
    takes=QueryParameters,
    problems=["bad-parameter", "unknown-phrase"],
)
def query(parameters: dict[str, Any]) -> Response:
    """Answer a question.

    Every answer says on how many games it rests, which were left out, and how sure one may be.
    """
    phrase: str = parameters["q"]
    form: Form = parameters["format"]
    # Nothing is opened for an answer that still holds.
    tag = _tag(store().version(), mark(), phrase, form)
    if request.if_none_match.contains_raw(f'"{tag}"'):
        answer = Response(status=304)
        answer.set_etag(tag)
        answer.headers["Cache-Control"] = "private, no-cache"
        return answer
    return _answer(phrase, form, phrase)


@questions.route(
    "POST",
    "/query",
    Answer(200, "The answer.", content=_ANSWER),
    takes=FormParameters,
    body={
        JSON: {
            "schema": {"$ref": "#/components/schemas/Question"},
            "examples": {
                "phrase": {"summary": "In words", "value": {"q": examples.PHRASE}},
                "query": {"summary": "As plain data", "value": {"query": examples.ANSWER["query"]}},
            },
        }
    },
    problems=[
        "bad-parameter",
        "unknown-phrase",
        "bad-query",
        *NO_JSON,
        "bad-gzip",
        "too-large",
        "unsupported-media-type",
        "unsupported-encoding",
    ],
    headers=[ENCODING],
)
def query_by_body(parameters: dict[str, Any]) -> Response:
    """Answer a question that is sent as the body: in words, or as the `query` of an answer."""
    document = read_object(bodies.read(request, kinds=(JSON,), most=MAX_QUESTION)).document
    given = set(document)
    if given == {"q"} and isinstance(document["q"], str):
        return _answer(document["q"], parameters["format"], None)
    if given == {"query"} and isinstance(document["query"], dict):
        return _answer(_read(document["query"]), parameters["format"], None)
    raise Problem(
        "bad-query",
        "The body is neither a question in words nor one as plain data.",
        hint='Send {"q": "…"}, or {"query": {…}} as an answer tells it.',
    )


def _read(given: dict[str, Any]) -> Query:
    try:
        asked = Query.from_json(given)
        str(asked)  # what cannot be said is no question
    except Misshapen as error:
        raise Problem(
            "bad-query",
            error.message,
            place=f"/query{error.place}",
            hint="Send the `query` of an answer, with other values.",
        ) from error
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Problem(
            "bad-query",
            "The query cannot be read as one.",
            place="/query",
            hint="Send the `query` of an answer, with other values.",
        ) from error
    return asked


def _answer(asked: str | Query, form: Form, phrase: str | None) -> Response:
    """Return the answer, with a tag where it was asked for by *phrase*."""
    words = mark()  # before the question is read with them
    with store().reading() as reading:
        try:
            result = run(reading, asked)
        except PhraseError as error:
            if not isinstance(asked, str):
                raise unread(error, place="/query") from error
            raise unread(error, place=f"/q, {error.place}" if phrase is None else None) from error
        answer = Response(result.face(form), content_type=TYPES[form])
        if phrase is None or not result.query.is_lasting:
            answer.headers["Cache-Control"] = "no-store"
        else:
            answer.set_etag(_tag(reading.version, words, phrase, form))
    return answer


def _tag(version: int, words: str, phrase: str, form: str) -> str:
    """Return a name for the answer to *phrase* at this version of the store, and in these words."""
    asked = hashlib.sha256(f"{__version__}\n{words}\n{form}\n{phrase}".encode()).hexdigest()[:16]
    return f"{version}-{asked}"


def _metric(
    metric: Metric, names: Catalogue, told: Mapping[tuple[str, str], int]
) -> dict[str, Any]:
    return {
        "name": metric.name,
        "sentence": metric.sentence,
        "kind": metric.kind,
        "usually": metric.usually,
        "per": metric.per,
        "unit": metric.unit,
        "better": metric.better or None,
        "needs": list(names.needs(metric.name)),
        "games": list(names.games_of(metric.name)),
        "told": told["metric", metric.name],
        "synonyms": list(metric.synonyms),
    }


def _dimension(dimension: Dimension, told: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    return {
        "name": dimension.name,
        "sentence": dimension.sentence,
        "kind": dimension.kind,
        "unit": dimension.unit,
        "values": list(dimension.values),
        "needs": list(dimension.needs),
        "games": list(dimension.games),
        "told": told["dimension", dimension.name],
        "synonyms": list(dimension.synonyms),
    }


@questions.route(
    "GET",
    "/metrics",
    Answer(
        200,
        "Every metric and dimension, by name.",
        MetricsSchema,
        {
            "metrics": [_metric(catalogue().metrics["pass rate"], catalogue(), _TOLD)],
            "dimensions": [_dimension(catalogue().dimensions["level"], _TOLD)],
        },
    ),
)
def list_metrics() -> dict[str, Any]:
    """List what can be asked for, and by what answers can be split."""
    names = current(whole=True)
    told = _told(names)
    shown = sorted(names.metrics.keys() - set(names.hidden))
    return {
        "metrics": [_metric(names.metrics[name], names, told) for name in shown],
        "dimensions": _dimensions(names, told),
    }


def _dimensions(names: Catalogue, told: Mapping[tuple[str, str], int]) -> list[dict[str, Any]]:
    return [_dimension(names.dimensions[name], told) for name in sorted(names.dimensions)]


def _told(names: Catalogue) -> Mapping[tuple[str, str], int]:
    """Return on how many games each can be told; every table is looked through once a version."""
    found: Mapping[tuple[str, str], int] = context().answers.ask(
        store(), lambda ask: ask.kept("told", lambda: told_of(ask.reading, names))
    )
    return found


@questions.route(
    "GET",
    "/dimensions",
    Answer(
        200,
        "Every dimension, by name.",
        DimensionsSchema,
        {"dimensions": [_dimension(catalogue().dimensions["level"], _TOLD)]},
    ),
)
def list_dimensions() -> dict[str, Any]:
    """List by what answers can be split, and what they can be filtered on."""
    names = current(whole=True)
    return {"dimensions": _dimensions(names, _told(names))}


@questions.route(
    "GET",
    "/dimensions/<name>/values",
    Answer(
        200,
        "The values, in the order of the dimension.",
        ValuesSchema,
        {
            "dimension": "level",
            "values": [{"value": "normal", "games": 1, "synonyms": []}],
            "next": None,
        },
        headers=NEXT,
    ),
    takes=ValuesParameters,
    problems=["unknown-dimension", "bad-parameter"],
    path=[
        {
            "in": "path",
            "name": "name",
            "description": "The name of a dimension.",
            "schema": {"type": "string", "example": "level"},
        }
    ],
)
def list_values(parameters: dict[str, Any], name: str) -> tuple[dict[str, Any], dict[str, str]]:
    """List the values that a dimension has in the games that are kept, bots' included."""
    try:
        dimension = named(name, current(whole=True))
    except PhraseError as error:
        raise Problem(
            error.code,
            error.message,
            place="path/name",
            hint=f"{PREFIX}/dimensions lists them.",
            suggestions=list(error.suggestions),
        ) from error
    limit: int = parameters["limit"]
    begin: int = parameters.get("cursor", 0)
    with store().reading() as reading:
        rows = listed(dimension, reading.connection, most=None)[begin : begin + limit + 1]
    found = rows[:limit]
    after = begin + limit if len(rows) > limit else None
    page = {"dimension": dimension.name, "values": found, "next": after}
    return page, {} if after is None else {"Link": next_link(after)}
