"""Requests with an Idempotency-Key: done once, and answered the same however often they come.

After draft-ietf-httpapi-idempotency-key-header. What is kept is the answer, not the promise: a
request that failed for a reason of the server's is tried again.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import Response, request

from engine.plain_json import dumps
from storage.errors import StorageError
from storage.once import Claim, KeyReused, UnderWay

from .context import request_id, store, visit
from .errors import MEDIA_TYPE, Problem

if TYPE_CHECKING:
    from storage import Store

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotent-Replayed"
PROBLEMS: Final = ("bad-key", "key-reused", "key-in-use")
DESCRIPTION: Final = {
    "name": HEADER,
    "description": "A word of the client's own for this request. Sent again under the same word, "
    "within 24 hours, it is not done again, and gets the answer that it got the first time.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "example": '"3f1c7e0a-9d7b-4b57-8e2c-5d2b0c9a6f11"',
}

_KEY: Final = re.compile(r'"([\x20\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255})')
_log = logging.getLogger("cardstats.error")


def answered(body: bytes, make: Callable[[], Response]) -> Response:
    """Return the answer that *make* gives, or gave to the same request before."""
    found = claim(body)
    if found is None:
        return make()
    if isinstance(found, Response):
        return found
    try:
        answer = make()
    except Problem as problem:
        answer = problem.response()
    except BaseException:
        settle(store(), found, None)
        raise
    is_lasting = answer.status_code < 500
    told = _packed(answer, answer.get_data()) if is_lasting else None
    settle(store(), found, told)
    return answer


def claim(body: bytes) -> Claim | Response | None:
    """Return the right to do this request, or the answer it got before; None without a key.

    *body* stands for all that the answer depends on beside address and method. Raises Problem.
    """
    key = _key()
    if key is None:
        return None
    asked = f"{request.method} {request.full_path}\n".encode() + body
    token = visit().token
    owner = "" if token is None else token.id
    try:
        found = store().claim(owner, key, asked)
    except KeyReused as error:
        raise Problem(
            "key-reused",
            "This key was sent with another request.",
            place=f"header/{HEADER}",
            hint="Take a new key for each request, the same only to send one again.",
        ) from error
    except UnderWay as error:
        raise Problem(
            "key-in-use",
            "The request with this key is being done at this moment.",
            place=f"header/{HEADER}",
            hint="Send it again in a second to get its answer.",
            headers={"Retry-After": "1"},
        ) from error
    return found if isinstance(found, Claim) else _unpacked(found)


def _key() -> str | None:
    said = request.headers.getlist(HEADER)
    if not said:
        return None
    match = _KEY.fullmatch(said[0].strip()) if len(said) == 1 else None
    if match is None:
        raise Problem(
            "bad-key",
            "The key is empty, too long, said twice, or holds what is no plain character.",
            place=f"header/{HEADER}",
            hint="Send 1 to 255 printable ASCII characters, as a UUID.",
        )
    return match[1] or match[2]


def settle(store: Store, mine: Claim, told: bytes | None) -> None:
    """Keep the answer, or let the request be tried again."""
    try:
        store.settle(mine, told)
    except StorageError as error:
        # The request is done and answered; sent again, its logs are duplicates.
        _log.error({"event": error.code, "place": error.place, "message": error.message})


def keeper(store: Store, mine: Claim | None, kind: str) -> Callable[[bytes | None], None] | None:
    """Return what is to be called with the body of a streamed answer, None where it broke off.

    None where nobody asked for the answer to be kept.
    """
    if mine is None:
        return None

    def done(body: bytes | None) -> None:
        answer = Response(content_type=kind)
        settle(store, mine, None if body is None else _packed(answer, body))

    return done


def _packed(answer: Response, body: bytes) -> bytes:
    return orjson.dumps(
        {
            "status": answer.status_code,
            "type": answer.content_type,
            "location": answer.headers.get("Location"),
            "body": body.decode(),
        }
    )


def _unpacked(kept: bytes) -> Response:
    told: dict[str, Any] = orjson.loads(kept)
    body = told["body"].encode()
    if told["type"] == MEDIA_TYPE:
        # Not orjson: what would have been right may be a number beyond 64 bits.
        body = dumps({**json.loads(body), "request_id": request_id()})
    answer = Response(body, told["status"], content_type=told["type"])
    if told["location"]:
        answer.headers["Location"] = told["location"]
    answer.headers[REPLAYED] = "true"
    return answer
