"""Logs: sent in, judged, listed, given back, removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from flask import Response, g, request, url_for

from engine.errors import Violation
from engine.replay import judge

from .. import bodies, examples
from ..access import origin, who
from ..area import JSON, Answer, Area
from ..context import context, store
from ..errors import Problem
from ..monitoring import count_upload
from ..schemas import (
    REF_PATTERN,
    LogPageSchema,
    LogsParameters,
    LogSummarySchema,
    ReceiptSchema,
    StoredLogSchema,
    VerdictSchema,
)

if TYPE_CHECKING:
    from storage import Receipt, StoredLog

logs = Area("logs", "Logs of played games.")

SOURCE: Final = "api"
KINDS: Final = (JSON,)
"""Media types of one log."""

BODY: Final = {
    JSON: {
        "schema": {"$ref": "#/components/schemas/Log"},
        "examples": {
            "log": {"summary": "A game that is accepted", "value": examples.LOG},
            "slip": {"summary": "The same with a wrong total", "value": examples.WRONG},
        },
    }
}
UNREADABLE: Final = (
    "empty",
    "not-utf-8",
    "not-json",
    "not-an-object",
    "duplicate-key",
    "huge-integer",
    "lone-surrogate",
    "too-deep",
    "bad-gzip",
)
BODY_PROBLEMS: Final = (*UNREADABLE, "too-large", "unsupported-media-type", "unsupported-encoding")
ENCODING: Final = {
    "name": "Content-Encoding",
    "description": "How the body is compressed. The cap counts what it holds when unpacked.",
    "schema": {"type": "string", "enum": ["identity", "gzip"], "default": "identity"},
}
REF: Final = {
    "in": "path",
    "name": "ref",
    "description": "The log's id; its `log_id` or its digest are understood too.",
    "schema": {"type": "string", "pattern": REF_PATTERN, "example": str(examples.STORED_ID)},
}


@logs.route(
    "POST",
    "/logs",
    Answer(
        201,
        "Accepted: kept, and counted from now on. Also where the log replaces an earlier one with "
        "the same `log_id`; the earlier one is kept as superseded.",
        ReceiptSchema,
        examples.receipt(),
        headers={"Location": "Where the log is kept."},
    ),
    Answer(
        200,
        "The same game is kept already; nothing changes. The id is the one it was kept under.",
        ReceiptSchema,
        examples.receipt(status="duplicate"),
        headers={"Location": "Where the log is kept."},
    ),
    body=BODY,
    problems=[*BODY_PROBLEMS, "rejected"],
    headers=[ENCODING],
)
def upload() -> tuple[dict[str, Any], int, dict[str, str]]:
    """Send a log in.

    An answer means that the log is on the disk. A log that breaks rules is kept as well, out of
    every statistic, and answered with 422: send it corrected with the same `log_id`. A log sent
    again is answered as it was the first time, but for 200 in place of 201.
    """
    receipt = context().uploads.put(_body(), source=origin(SOURCE))
    count_upload(receipt.status)
    if receipt.error is not None:
        raise receipt.error
    assert receipt.id is not None, "what is readable is kept"
    g.log = receipt.id
    told = receipt.to_json()
    where = {"Location": url_for("logs.show", ref=receipt.id)}
    if receipt.violations:
        raise rejected(receipt, told, where)
    return told, 200 if receipt.status == "duplicate" else 201, where


def rejected(receipt: Receipt, told: Mapping[str, Any], where: Mapping[str, str]) -> Problem:
    """Return the problem that answers a log which breaks rules."""
    first, more = receipt.violations[0], len(receipt.violations) - 1
    return Problem(
        "rejected",
        first.message + (f" ({more} more.)" if more else ""),
        place=first.pointer,
        hint=f"It is kept under the id {receipt.id}; "
        + (
            "a corrected log with the same log_id replaces it."
            if receipt.log_id
            else "remove it, and send the corrected log."
        ),
        headers=where,
        violations=told["violations"],
        id=receipt.id,
        game=receipt.game,
        log_id=receipt.log_id,
        digest=receipt.digest,
    )


@logs.route(
    "POST",
    "/validate",
    Answer(200, "The verdict, whichever it is.", VerdictSchema, examples.verdict(examples.WRONG)),
    body=BODY,
    problems=BODY_PROBLEMS,
    headers=[ENCODING],
)
def validate() -> dict[str, Any]:
    """Judge a log and keep nothing."""
    verdict = judge(_body(), facts=False)
    return {
        "status": verdict.status,
        "game": verdict.game,
        "log_id": verdict.log_id,
        "digest": verdict.digest(),
        "violations": as_json(verdict.violations),
    }


def _body() -> bytes:
    return bodies.read(request, kinds=KINDS, most=context().config.max_log_bytes)


def as_json(violations: list[Violation]) -> list[dict[str, Any]]:
    """Return violations as answers show them."""
    return [fault.to_json() for fault in violations]


@logs.route(
    "GET",
    "/logs",
    Answer(
        200,
        "A page of logs.",
        LogPageSchema,
        {"logs": [examples.stored()], "next": None},
        headers={"Link": 'The next page, as `<…>; rel="next"`; missing on the last one.'},
    ),
    takes=LogsParameters,
    problems=["bad-parameter"],
)
def list_logs(
    parameters: dict[str, Any],
) -> tuple[dict[str, Any], dict[str, str]]:
    """List the logs that are kept, oldest first."""
    limit: int = parameters["limit"]
    found = store().logs(
        status=parameters.get("status"),
        game=parameters.get("game"),
        after=parameters.get("cursor", parameters.get("after", 0)),
        limit=limit + 1,
    )
    after = found[limit - 1].id if len(found) > limit else None
    shown = [log.to_json() for log in found[:limit]]
    if not parameters["details"]:
        for log in shown:
            del log["violations"]
    page = {"logs": shown, "next": after}
    return page, {} if after is None else {"Link": _link(after)}


def _link(after: int) -> str:
    shown = LogPageSchema(only=("next",)).dump({"next": after})["next"]
    query = {**request.args.to_dict(), "cursor": shown}
    return f'<{url_for("logs.list_logs", **query)}>; rel="next"'


@logs.route(
    "GET",
    "/logs/<ref>",
    Answer(200, "The log.", StoredLogSchema, {**examples.stored(), "violations": []}),
    problems=["unknown-log"],
    path=[REF],
)
def show(ref: str) -> dict[str, Any]:
    """Show what is known of a log that is kept."""
    log = find(ref)
    return {**log.to_json(), "violations": as_json(list(log.violations))}


@logs.route(
    "DELETE",
    "/logs/<ref>",
    Answer(200, "The log that was removed.", LogSummarySchema, examples.stored()),
    problems=["unknown-log"],
    path=[REF],
)
def remove(ref: str) -> dict[str, Any]:
    """Remove a log from every statistic. It can be sent in again."""
    removed = store().remove(find(ref).id, who=who())
    g.log = removed.id
    return removed.to_json()


@logs.route(
    "GET",
    "/logs/<ref>/raw",
    Answer(
        200,
        "The very bytes.",
        content={JSON: {"schema": {"$ref": "#/components/schemas/Log"}, "example": examples.LOG}},
    ),
    problems=["unknown-log"],
    path=[REF],
)
def raw(ref: str) -> Response:
    """Give a log back exactly as it was sent, after decompression."""
    log = find(ref)
    answer = Response(store().raw(log.id), content_type=JSON)
    answer.headers["Content-Disposition"] = f'attachment; filename="{log.id}.json"'
    return answer


def find(ref: str) -> StoredLog:
    """Return the log by id, `log_id` or digest. Raises UnknownLog."""
    log = store().find(ref)
    g.log = log.id
    return log
