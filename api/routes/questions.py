"""Questions: asked in a phrase, answered with how sure one may be."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from flask import Response, request

from engine import __version__
from engine.metrics import Dimension, Metric
from storage.query import run
from storage.query.catalogue import catalogue, current
from storage.query.errors import PhraseError

from .. import examples
from ..area import JSON, Answer, Area
from ..context import store
from ..errors import Problem
from ..schemas import MetricsSchema, QueryParameters

questions = Area("questions", "Questions, and what can be asked.")

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
_TEXT: Final = {"schema": {"type": "string"}}
_BYTES: Final[dict[str, Any]] = {}
"""A media object of bytes says nothing of them."""


@questions.route(
    "GET",
    "/query",
    Answer(
        200,
        "The answer.",
        content={
            JSON: {"schema": {"$ref": "#/components/schemas/Result"}, "example": examples.ANSWER},
            **{kind: _TEXT for kind in TYPES.values() if kind != JSON},
            TYPES["parquet"]: _BYTES,
            TYPES["arrow"]: _BYTES,
        },
        headers={"ETag": "Stays the same while the store does."},
    ),
    Answer(304, "The answer that `If-None-Match` names still holds."),
    takes=QueryParameters,
    problems=["bad-parameter", "unknown-phrase"],
)
def query(parameters: dict[str, Any]) -> Response:
    """Answer a question.

    Every answer says on how many games it rests, which were left out, and how sure one may be.
    """
    phrase, form = parameters["q"], parameters["format"]
    with store().reading() as reading:
        tag = _tag(reading.version, phrase, form)
        if request.if_none_match.contains(tag):
            answer = Response(status=304)
        else:
            try:
                result = run(reading, phrase)
            except PhraseError as error:
                raise _mend(error) from error
            answer = Response(result.face(form), content_type=TYPES[form])
            if result.query.last or result.query.previous:
                return answer  # it counts back from now, which no store version knows
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _tag(version: int, phrase: str, form: str) -> str:
    """Return a name for the answer to *phrase* at this version of the store."""
    asked = hashlib.sha256(f"{__version__}\n{form}\n{phrase}".encode()).hexdigest()[:16]
    return f"{version}-{asked}"


def _mend(error: PhraseError) -> Problem:
    return Problem(
        error.code,
        error.message,
        kind="unknown-phrase",
        place=f"query/q, {error.place}",
        hint=error.hint,
        suggestions=list(error.suggestions),
    )


def _metric(metric: Metric) -> dict[str, Any]:
    return {
        "name": metric.name,
        "sentence": metric.sentence,
        "kind": metric.kind,
        "usually": metric.usually,
        "per": metric.per,
        "unit": metric.unit,
        "better": metric.better or None,
        "needs": list(current(whole=True).needs(metric.name)),
        "games": list(metric.games),
        "synonyms": list(metric.synonyms),
    }


def _dimension(dimension: Dimension) -> dict[str, Any]:
    return {
        "name": dimension.name,
        "sentence": dimension.sentence,
        "kind": dimension.kind,
        "unit": dimension.unit,
        "values": list(dimension.values),
        "needs": list(dimension.needs),
        "games": list(dimension.games),
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
            "metrics": [_metric(catalogue().metrics["pass rate"])],
            "dimensions": [_dimension(catalogue().dimensions["level"])],
        },
    ),
)
def list_metrics() -> dict[str, Any]:
    """List what can be asked for, and by what answers can be split."""
    found = current(whole=True)
    shown = sorted(found.metrics.keys() - set(found.hidden))
    return {
        "metrics": [_metric(found.metrics[name]) for name in shown],
        "dimensions": [_dimension(found.dimensions[name]) for name in sorted(found.dimensions)],
    }
