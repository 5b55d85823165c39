"""What only an admin may do, and what was done."""

from __future__ import annotations

from typing import Any, Final

import orjson
from flask import request
from marshmallow import RAISE, ValidationError, fields, validate

from .. import bodies
from ..access import who
from ..area import JSON, Answer, Area
from ..context import store
from ..errors import Problem
from ..schemas import MAX_PAGE, PAGE, Parameters
from ..schemas import Answer as Shape

admin = Area("admin", "What only an admin may do, and what was done.")

_MOST: Final = 16 * 1024


def _field(kind: type[fields.Field[Any]], sentence: str, **more: Any) -> fields.Field[Any]:
    return kind(required=True, metadata={"description": sentence, **more})


class PseudonymiseSchema(Parameters):
    """Whom to rename."""

    player = _field(fields.String, "The player's name, as logs tell it.", example="Anna")
    name = fields.String(
        load_default="",
        metadata={"description": "The new name; left out, one is made up.", "example": "player-1"},
    )


class PseudonymisedSchema(Shape):
    """What a pseudonymisation did."""

    name = _field(fields.String, "The name that the player has now.")
    logs = _field(fields.Integer, "Logs that were changed.")
    games = _field(fields.Integer, "Of these, accepted ones that count.")
    is_wiped = _field(
        fields.Boolean,
        "The old bytes are gone from the disk. False: somebody still reads them, and they go with "
        "the next `cardstats compact`.",
    )


class AuditParameters(Parameters):
    """Which entries of the audit to list."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=(1 << 63) - 1),
        metadata={"description": "Only entries past this one; `next` of the page before."},
    )
    limit = fields.Integer(
        load_default=PAGE,
        validate=validate.Range(min=1, max=MAX_PAGE),
        metadata={"description": "How many entries a page holds at the most."},
    )


class DeedSchema(Shape):
    """One entry of the audit."""

    nth = _field(fields.Integer, "Its number, from 1.")
    at = _field(fields.String, "When, in UTC.", format="date-time")
    who = _field(fields.String, "`token <id>`, `local <account>`, or `loopback`.")
    what = _field(fields.String, "What was done.")
    on = _field(fields.String, "To what.")
    details = fields.Dict(
        keys=fields.String(),
        values=fields.Raw(),
        required=True,
        metadata={"description": "More of it."},
    )


class AuditSchema(Shape):
    """A page of the audit, oldest first."""

    audit = fields.List(fields.Nested(DeedSchema), required=True)
    next = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The `after` of the next page; null on the last one."},
    )


@admin.route(
    "POST",
    "/pseudonymise",
    Answer(
        200,
        "It is done.",
        PseudonymisedSchema,
        {"name": "player-7f3k2mqa", "logs": 12, "games": 11, "is_wiped": True},
    ),
    body={
        JSON: {
            "schema": {
                "type": "object",
                "properties": {
                    "player": {"type": "string", "description": "As logs tell the name."},
                    "name": {"type": "string", "description": "The new name; left out: made up."},
                },
                "required": ["player"],
                "additionalProperties": False,
            },
            "example": {"player": "Anna"},
        }
    },
    problems=[
        "not-json",
        "bad-gzip",
        "unsupported-media-type",
        "unsupported-encoding",
        "too-large",
        "bad-parameter",
        "unknown-player",
        "name-taken",
        "bad-name",
        "storage-busy",
        "storage-full",
    ],
)
def pseudonymise() -> dict[str, Any]:
    """Put another name in the place of one player's, wherever the store holds it.

    Raw logs are rewritten, their digests follow, and no figure changes. It cannot be undone.
    """
    sent = bodies.read(request, kinds=(JSON,), most=_MOST)
    try:
        asked = PseudonymiseSchema().load(orjson.loads(sent), unknown=RAISE)
    except orjson.JSONDecodeError as error:
        raise Problem("not-json", "The text is not JSON.", hint="Send one JSON object.") from error
    except ValidationError as error:
        raise _bad(error) from error
    if not asked["player"].strip():
        raise Problem("bad-parameter", "player: A player has a name.", place="body/player")
    return store().pseudonymise(asked["player"], name=asked["name"], who=who()).to_json()


def _bad(error: ValidationError) -> Problem:
    faults = [
        {"place": f"body/{name}".removesuffix("/_schema"), "message": str(messages[0])}
        for name, messages in error.messages_dict.items()
    ]
    return Problem(
        "bad-parameter",
        f"{faults[0]['place'].rpartition('/')[2]}: {faults[0]['message']}",
        place=faults[0]["place"],
        errors=faults,
    )


@admin.route(
    "GET",
    "/audit",
    Answer(
        200,
        "A page of the audit.",
        AuditSchema,
        {
            "audit": [
                {
                    "nth": 1,
                    "at": "2026-11-29T21:04:11.250Z",
                    "who": "token 3k9x0f2a",
                    "what": "remove",
                    "on": "log 17",
                    "details": {},
                }
            ],
            "next": None,
        },
    ),
    takes=AuditParameters,
    problems=["bad-parameter"],
)
def audit(parameters: dict[str, Any]) -> dict[str, Any]:
    """List what was done that cannot be undone, and who did it, oldest first."""
    limit: int = parameters["limit"]
    found = store().audit(after=parameters["after"], limit=limit + 1)
    return {
        "audit": [deed.to_json() for deed in found[:limit]],
        "next": found[limit - 1].nth if len(found) > limit else None,
    }
