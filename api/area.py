"""Routes with all that is said of them: one decorator a route.

flask-smorest's decorators must stand in one order (``route`` outermost, for it stores what the
others noted; then ``arguments``, then ``response``), and each answer and problem has to be noted.
`Area` puts them in that order in one place, and keeps the types of what it decorates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

import flask_smorest as smorest
from marshmallow import RAISE, Schema

from . import examples
from .context import PREFIX
from .errors import KINDS, MEDIA_TYPE

View = TypeVar("View", bound=Callable[..., Any])

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a route that is no problem."""

    status: int
    sentence: str
    schema: type[Schema] | None = None
    """Of a JSON answer; the first answer of a route is dumped with it."""
    example: Any = None
    content: Mapping[str, Any] = field(default_factory=dict)
    """Beside *schema* or in its place: media type and its media object."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """What they tell, by name."""

    def describe(self) -> dict[str, Any]:
        """Return the answer as an OpenAPI response object."""
        content = dict(self.content)
        if self.schema is not None:
            shown = {} if self.example is None else {"example": self.example}
            content = {JSON: {"schema": self.schema, **shown}, **content}
        told: dict[str, Any] = {"description": self.sentence}
        if content:
            told["content"] = content
        if self.headers:
            told["headers"] = {
                name: {"description": sentence, "schema": {"type": "string"}}
                for name, sentence in self.headers.items()
            }
        return told


NOT_MODIFIED: Final = Answer(304, "What `If-None-Match` names is still so.")
IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "description": "The `ETag` of an earlier answer: where it still holds, the answer is 304.",
    "schema": {"type": "string"},
}


class Area:
    """A group of routes, on a flask-smorest blueprint."""

    def __init__(self, name: str, sentence: str, *, prefix: str = PREFIX) -> None:
        self.blueprint: Any = smorest.Blueprint(
            name, __name__, url_prefix=prefix or None, description=sentence
        )
        self.headers: dict[str, list[Mapping[str, Any]]] = {}
        """Described headers of requests, by the operation's id. flask-smorest keeps either these or
        the parameters that it reads, so that the document gets them from here."""
        self._is_tagged = bool(prefix)

    def route(
        self,
        method: Literal["GET", "POST", "DELETE"],
        rule: str,
        *answers: Answer,
        takes: type[Schema] | None = None,
        body: Mapping[str, Any] | None = None,
        problems: Sequence[str] = (),
        path: Sequence[Mapping[str, Any]] = (),
        headers: Sequence[Mapping[str, Any]] = (),
    ) -> Callable[[View], View]:
        """Return a decorator that makes a view of the route.

        The view gets the parameters that *takes* read as its first argument, and returns plain
        data that the first answer's schema dumps, or a response. *body* maps media types to media
        objects; *problems* are codes of `KINDS`; *path* and *headers* describe parameters that
        the view reads itself. What is got under a prefix has an ETag, see `api.conditional`.
        """
        if method == "GET" and self._is_tagged:
            answers = (*answers, NOT_MODIFIED) if len(answers) == 1 else answers
            headers = [*headers, IF_NONE_MATCH]
        responses: dict[Any, Any] = {answer.status: answer.describe() for answer in answers}
        responses |= describe_problems([*problems, "internal"])
        responses["default"] = {"$ref": "#/components/responses/Problem"}
        told: dict[str, Any] = {"responses": responses}
        if body:
            told["requestBody"] = {"required": True, "content": dict(body)}

        def decorate(view: View) -> View:
            made: Any = view
            if headers:
                self.headers[view.__name__] = [{"in": "header", **header} for header in headers]
            if answers[0].schema is not None:
                made = self.blueprint.response(answers[0].status, answers[0].schema)(made)
            if takes is not None:
                made = self.blueprint.arguments(takes, location="query", unknown=RAISE)(made)
            made = self.blueprint.doc(operationId=view.__name__, **told)(made)
            self.blueprint.route(rule, methods=[method], parameters=list(path))(made)
            return view

        return decorate


def describe_problems(codes: Sequence[str]) -> dict[int, Any]:
    """Return the OpenAPI responses of these problems by status."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(KINDS[code][0], []).append(code)
    return {
        status: {
            "description": " ".join(f"`{code}`: {KINDS[code][1]}." for code in found),
            "content": {
                MEDIA_TYPE: {
                    "schema": {"$ref": f"#/components/schemas/{_schema(found)}"},
                    "examples": {code: {"value": examples.problem(code)} for code in found},
                }
            },
        }
        for status, found in by_status.items()
    }


def _schema(codes: Sequence[str]) -> str:
    return "Rejected" if list(codes) == ["rejected"] else "Problem"
