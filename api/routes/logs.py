"""Logs: sent in, judged, listed, given back, removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from flask import Response, request, url_for

from engine.errors import Violation
from engine.plain_json import dumps
from engine.replay import judge

from .. import batches, bodies, examples, once
from ..access import origin, who
from ..area import JSON, Answer, Area
from ..batches import FORM, NDJSON
from ..context import PREFIX, Visit, context, store, visit
from ..errors import Problem
from ..moments import moment_of
from ..monitoring import count_upload
from ..schemas import (
    REF_PATTERN,
    BatchParameters,
    LogPageSchema,
    LogsParameters,
    LogSummarySchema,
    ReceiptSchema,
    ReplayParameters,
    ReplaySchema,
    StoredLogSchema,
    VerdictSchema,
)

if TYPE_CHECKING:
    from storage import Receipt, StoredLog

    from ..uploads import Uploads

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
FILES: Final = {
    FORM: {
        "schema": {
            "type": "object",
            "required": ["file"],
            "properties": {
                "file": {
                    "description": "Any number of files, in fields of any name.",
                    "type": "array",
                    "items": {"type": "string", "contentMediaType": "application/octet-stream"},
                }
            },
        },
        "example": {"file": ["game.json", "evening.ndjson.gz"]},
    }
}
LINES: Final = {
    NDJSON: {
        "schema": {"$ref": "#/components/schemas/BatchLine"},
        "examples": {
            "log": {"summary": "A log that is accepted", "value": examples.line()},
            "slip": {"summary": "A log that breaks rules", "value": examples.wrong_line()},
            "torn": {"summary": "A line that is no log", "value": examples.torn_line()},
            "summary": {"summary": "The last line", "value": examples.summary()},
        },
    }
}
NO_JSON: Final = (
    "bad-request",
    "empty",
    "not-utf-8",
    "not-json",
    "not-an-object",
    "duplicate-key",
    "huge-integer",
    "lone-surrogate",
    "too-deep",
)
BODY_PROBLEMS: Final = (
    *NO_JSON,
    "bad-gzip",
    "too-large",
    "unsupported-media-type",
    "unsupported-encoding",
)
ENCODING: Final = {
    "name": "Content-Encoding",
    "description": "How the body is compressed. The cap counts what it holds when unpacked.",
    "schema": {"type": "string", "enum": ["identity", "gzip"], "default": "identity"},
}
NEXT: Final = {"Link": 'The next page, as `<…>; rel="next"`; missing on the last one.'}
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
        "The same game is kept already; nothing changes. The id is the one it was kept under. "
        "To a form with files: a line a log, as `/logs/batch` answers.",
        ReceiptSchema,
        examples.receipt(status="duplicate"),
        content=LINES,
        headers={"Location": "Where the log is kept."},
    ),
    body={**BODY, **FILES},
    problems=[*BODY_PROBLEMS, "no-files", "rejected", *once.PROBLEMS],
    headers=[ENCODING, once.DESCRIPTION],
)
def upload() -> Response:
    """Send a log in.

    An answer means that the log is on the disk. A log that breaks rules is kept as well, out of
    every statistic, and answered with 422: send it corrected with the same `log_id`. A log sent
    again is answered as it was the first time, but for 200 in place of 201.
    """
    if request.mimetype == FORM:  # a browser's form knows one address
        return _keep_many(dry_run=False, only_errors=False)
    data = _body()
    return once.answered(data, lambda: _keep(data))


def _keep(data: bytes) -> Response:
    status, headers, body = keep(context().uploads, data, visit(), count_upload)
    return Response(body, status, headers, content_type=JSON)


def keep(
    uploads: Uploads, data: bytes, visit: Visit, count: Callable[[str], None]
) -> tuple[int, dict[str, str], bytes]:
    """Keep a log; return status, headers and body of the answer, which is JSON.

    Raises UnreadableLog for what is no log, and Problem for one that breaks rules.
    """
    receipt = uploads.put(data, source=origin(SOURCE, visit))
    count(receipt.status)
    if receipt.error is not None:
        raise receipt.error
    visit.log = receipt.id
    if receipt.violations:
        raise rejected(receipt)
    # No schema, no builder of addresses: one upload in two would wait for them.
    headers = {"Location": f"{PREFIX}/logs/{receipt.id}"}
    return 200 if receipt.status == "duplicate" else 201, headers, dumps(told(receipt))


@logs.route(
    "POST",
    "/logs/batch",
    Answer(
        200,
        "A line a log, in order, as soon as it is on the disk; the last line counts them. A log "
        "that is not good has its line like any other. Where the last line is a `problem`, or "
        "there is no `summary`, the server could not go on: what was answered is kept.",
        content=LINES,
    ),
    takes=BatchParameters,
    body={
        NDJSON: {
            "schema": {"$ref": "#/components/schemas/Log"},
            "example": examples.LOG,
        },
        **FILES,
    },
    problems=[
        "bad-request",
        "bad-gzip",
        "empty",
        "no-files",
        "too-large",
        "unsupported-media-type",
        "unsupported-encoding",
        "bad-parameter",
        *once.PROBLEMS,
    ],
    headers=[ENCODING, once.DESCRIPTION],
)
def upload_batch(parameters: dict[str, Any]) -> Response:
    """Send many logs in: one a line, or files from a form.

    Blank lines are passed over. A form may have several files, each `.json` (one log) or `.ndjson`
    (one a line), gzipped or not. One bad log never stops the rest. With an `Idempotency-Key` the
    answer is kept once it is whole; logs that were kept before it broke off are duplicates then.
    """
    return _keep_many(dry_run=parameters["dry_run"], only_errors=parameters["only_errors"])


def _keep_many(*, dry_run: bool, only_errors: bool) -> Response:
    config = context().config
    sent, sha256, close = batches.sent_logs(
        origin(SOURCE, visit()), most=config.max_batch_bytes, most_log=config.max_log_bytes
    )
    try:
        claim = once.claim(sha256)
    except Problem:
        close()
        raise
    if isinstance(claim, Response):
        close()
        return claim
    return batches.keep(
        store(),
        sent,
        dry_run=dry_run,
        only_errors=only_errors,
        close=close,
        done=once.keeper(store(), claim, NDJSON),
    )


def told(receipt: Receipt) -> dict[str, Any]:
    """Return what is answered to a log that was kept, and is good."""
    answer: dict[str, Any] = {
        "id": receipt.id,
        "status": receipt.status,
        "game": receipt.game,
        "log_id": receipt.log_id,
        "digest": receipt.digest,
        "violations": as_json(receipt.violations),
    }
    if receipt.replaces is not None:
        answer["replaces"] = receipt.replaces
    return answer


def rejected(receipt: Receipt) -> Problem:
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
        headers={"Location": f"{PREFIX}/logs/{receipt.id}"},
        violations=as_json(receipt.violations),
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


def as_json(violations: Sequence[Violation]) -> list[dict[str, Any]]:
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
        headers=NEXT,
    ),
    takes=LogsParameters,
    problems=["bad-parameter"],
)
def list_logs(
    parameters: dict[str, Any],
) -> tuple[dict[str, Any], dict[str, str]]:
    """List the logs that are kept, oldest first unless `order` says otherwise."""
    limit: int = parameters["limit"]
    is_newest_first = parameters["order"] == "newest"
    cursor: int | None = parameters.get("cursor", parameters.get("after"))
    found = store().logs(
        status=parameters.get("status"),
        game=parameters.get("game"),
        level=parameters.get("level"),
        player=parameters.get("player"),
        since=_moment(parameters.get("since")),
        until=_moment(parameters.get("until")),
        limit=limit + 1,
        newest_first=is_newest_first,
        after=0 if is_newest_first else cursor or 0,
        before=cursor if is_newest_first else None,
    )
    after = found[limit - 1].id if len(found) > limit else None
    shown = [log.to_json() for log in found[:limit]]
    if not parameters["details"]:
        for log in shown:
            del log["violations"]
    page = {"logs": shown, "next": after}
    return page, {} if after is None else {"Link": next_link(after)}


def _moment(said: datetime | None) -> str | None:
    """Return a time as `received_at` tells it; one without a zone is UTC."""
    if said is None:
        return None
    utc = said.replace(tzinfo=said.tzinfo or UTC).astimezone(UTC)
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def next_link(after: int) -> str:
    """Return the header that leads from this page of a list to the one past *after*."""
    shown = LogPageSchema(only=("next",)).dump({"next": after})["next"]
    query = {**request.args.to_dict(), "cursor": shown}
    return f'<{url_for(str(request.endpoint), **(request.view_args or {}), **query)}>; rel="next"'


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
    visit().log = removed.id
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


@logs.route(
    "GET",
    "/logs/<ref>/replay",
    Answer(
        200,
        "The table at that move.",
        ReplaySchema,
        {
            "id": examples.STORED_ID,
            **moment_of(dumps(examples.LOG), 3, None),
            "violations": [],
        },
    ),
    takes=ReplayParameters,
    problems=[
        "unknown-log",
        "not-replayable",
        "bad-parameter",
        "move-out-of-range",
        "seat-out-of-range",
    ],
    path=[REF],
)
def replay(parameters: dict[str, Any], ref: str) -> dict[str, Any]:
    """Show the table of a stored game at a move.

    A rejected log is played up to the first move that cannot be made.
    """
    log = find(ref)
    shown = moment_of(store().raw(log.id), parameters.get("move"), parameters.get("seat"))
    return {"id": log.id, **shown, "violations": as_json(log.violations)}


def find(ref: str) -> StoredLog:
    """Return the log by id, `log_id` or digest. Raises UnknownLog."""
    log = store().find(ref)
    visit().log = log.id
    return log
