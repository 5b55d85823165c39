"""What the command line asks a server for, so that it prints there what it prints at home."""

from __future__ import annotations

import base64
from typing import Any, Final

from flask import Response
from marshmallow import fields, validate

from storage.query import run
from storage.query.errors import PhraseError

from ..area import Answer, Area
from ..context import store
from ..errors import unread
from ..schemas import FORMS, Parameters
from ..schemas import Answer as Shape

remote = Area("remote", "What `cardstats --server` asks for beside the rest.")

_ARROW: Final = "application/vnd.apache.arrow.stream"
_MAX: Final = (1 << 63) - 1


def _field(kind: type[fields.Field[Any]], sentence: str, **more: Any) -> fields.Field[Any]:
    return kind(metadata={"description": sentence}, **more)


class AnswerParameters(Parameters):
    """A question, with the options of `cardstats query`."""

    q = _field(fields.String, "The question, in the words of docs/query.md.", required=True)
    format = _field(
        fields.String,
        "The form of the answer.",
        load_default="table",
        validate=validate.OneOf(FORMS),
    )
    games = _field(fields.Boolean, "Name the games behind each row.", load_default=False)
    anytime = _field(
        fields.Boolean,
        "Widen the intervals so that they hold however often one looks.",
        load_default=False,
    )


class AnswerSchema(Shape):
    """An answer in one form, and what is told beside it."""

    face = _field(fields.String, "The answer in that form, in base64.", required=True)
    text = _field(fields.String, "The answer as text for people.", required=True)
    words = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "What goes with the numbers, a sentence each."},
    )
    sql = _field(fields.String, "The SQL that ran.", required=True)
    explain = _field(fields.String, "How the question was read, and the SQL.", required=True)


@remote.route(
    "GET",
    "/query/told",
    Answer(
        200,
        "The answer.",
        AnswerSchema,
        {
            "face": "bWVhbl90dXJuc19wZXJfdGFyZ2V0LGxvdyxoaWdoLG4sZ2FtZXMKNi4wLCwsMSwxCg==",
            "text": "mean turns per target\n\n…",
            "words": ["Rests on 1 game."],
            "sql": "SELECT …",
            "explain": "Read as: mean turns per target\n…",
        },
    ),
    takes=AnswerParameters,
    problems=["bad-parameter", "unknown-phrase"],
)
def told_answer(parameters: dict[str, Any]) -> dict[str, Any]:
    """Answer a question in one form, with all that is told beside it."""
    with store().reading() as reading:
        try:
            result = run(
                reading,
                parameters["q"],
                ids=parameters["games"],
                anytime=parameters["anytime"],
            )
        except PhraseError as error:
            raise unread(error) from error
        return {
            "face": base64.b64encode(result.face(parameters["format"])).decode(),
            "text": result.text(),
            "words": result.words(),
            "sql": result.sql,
            "explain": result.explain(),
        }


class FactsParameters(Parameters):
    """Which games to list."""

    game = _field(fields.String, "Only games of this name.")
    limit = _field(
        fields.Integer, "At most so many games.", validate=validate.Range(min=1, max=_MAX)
    )
    chief = _field(
        fields.Boolean, "Only the columns that people look at, and players.", load_default=False
    )


@remote.route(
    "GET",
    "/facts/games",
    Answer(200, "One Arrow stream, a row a game.", content={_ARROW: {}}),
    takes=FactsParameters,
    problems=["bad-parameter"],
)
def list_facts(parameters: dict[str, Any]) -> Response:
    """List the accepted games with all their facts, as Arrow."""
    import pyarrow as pa

    with store().listing(
        chief=parameters["chief"], game=parameters.get("game"), limit=parameters.get("limit")
    ) as answer:
        table = answer.to_arrow_table()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return Response(sink.getvalue().to_pybytes(), content_type=_ARROW)
