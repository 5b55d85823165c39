"""The store of a server, with what commands ask a store for."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any, Final, Self
from urllib.parse import quote

from engine.errors import UnreadableLog, Violation
from storage.audit import Deed
from storage.records import Receipt, StoredLog

from .http import Answered, Client, Refused, strange

API: Final = "/api/v1"
PAGE: Final = 500
VALUES_PAGE: Final = 10_000
BATCH_LOGS: Final = 200
BATCH_BYTES: Final = 4 * 1024 * 1024
"""Logs, and bytes of them, in one request: what is sent again where a connection breaks."""

_JSON: Final = {"Content-Type": "application/json"}
_NDJSON: Final = {"Content-Type": "application/x-ndjson"}


class Remote:
    """Does what `Store` does, by way of a server. The methods are those that commands call."""

    def __init__(self, url: str, token: str) -> None:
        self._client = Client(url, token)
        self._has_batches = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    # -- in

    def put_many(
        self, items: Iterable[tuple[str, bytes | UnreadableLog]], *, dry_run: bool = False
    ) -> Iterator[Receipt]:
        """Send logs; yield a receipt each, in order. See `Store.put_many`.

        Logs are known by what they say, so that sending one twice keeps it once: where a connection
        breaks what has no receipt is sent again.
        """
        for batch in _batches(items):
            yield from self._send(batch, dry_run=dry_run)

    def _send(
        self, batch: Sequence[tuple[str, bytes | UnreadableLog]], *, dry_run: bool
    ) -> Iterator[Receipt]:
        lines = [(at, data) for at, (_, data) in enumerate(batch) if isinstance(data, bytes)]
        told = iter(self._receipts([data for _, data in lines], dry_run=dry_run))
        for source, data in batch:
            if isinstance(data, UnreadableLog):
                yield Receipt(source, "unreadable", error=data)
            else:
                yield _receipt(source, next(told))

    def _receipts(self, logs: Sequence[bytes], *, dry_run: bool) -> Iterator[Mapping[str, Any]]:
        """Yield what the server tells of each log."""
        for fit, run in groupby(logs, key=_fits_a_line):
            together = list(run)
            found = None
            if fit and self._has_batches:
                found = self._batch(together, dry_run=dry_run)
                self._has_batches = found is not None
            yield from found or (self._one(log, dry_run=dry_run) for log in together)

    def _batch(self, logs: Sequence[bytes], *, dry_run: bool) -> list[Mapping[str, Any]] | None:
        """Send logs in one request; None where the server knows no such request."""
        body = b"\n".join(logs) + b"\n"
        answer = self._client.ask(
            "POST",
            f"{API}/logs/batch",
            body,
            query={"dry_run": "true"} if dry_run else None,
            headers={**_NDJSON, **_once()},
            fine=(404, 405),
        )
        if answer.status in (404, 405):
            return None
        found = [json.loads(line) for line in answer.body.splitlines() if line.strip()]
        if found and "problem" in found[-1]:
            raise strange(f"it broke off: {found[-1]['problem']['detail']}")
        if found and "summary" in found[-1]:
            found.pop()
        if len(found) != len(logs):
            raise strange(f"it told of {len(found)} logs where {len(logs)} were sent")
        return found

    def _one(self, log: bytes, *, dry_run: bool) -> Mapping[str, Any]:
        path = f"{API}/validate" if dry_run else f"{API}/logs"
        try:
            told: Mapping[str, Any] = self._client.ask(
                "POST", path, log, headers={**_JSON, **_once()}
            ).json()
        except Refused as error:
            if error.status == 422 and error.code == "rejected":
                return {**error.problem, "status": "rejected"}
            if error.status in (400, 413):
                return {"status": "unreadable", "error": _error_of(error)}
            raise
        return told

    # -- out

    def find(self, ref: str | int) -> StoredLog:
        """Return a log; see `Store.find`."""
        return _stored(self._client.ask("GET", f"{API}/logs/{quote(str(ref), safe='')}").json())

    def raw(self, id: int) -> bytes:
        """Return a log as it was sent; see `Store.raw`."""
        return self._client.ask("GET", f"{API}/logs/{id}/raw").body

    def logs(
        self,
        *,
        status: str | None = None,
        game: str | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> Iterator[StoredLog]:
        """Yield logs in order of their ids; see `Store.logs`."""
        left = limit
        while left is None or left > 0:
            size = PAGE if left is None else min(PAGE, left)
            query = {
                "status": status,
                "game": game,
                "after": after,
                "limit": size,
                "details": "true",
            }
            page = self._client.ask("GET", f"{API}/logs", query=query).json()
            found = [_stored(told) for told in page["logs"]]
            yield from found
            if not found or page["next"] is None:
                return
            after = found[-1].id
            left = None if left is None else left - len(found)

    @contextmanager
    def listing(
        self, *, chief: bool = False, game: str | None = None, limit: int | None = None
    ) -> Iterator[_Table]:
        """Yield the accepted games; see `Store.listing`."""
        query = {"chief": "true" if chief else None, "game": game, "limit": limit}
        yield _Table(self._client.ask("GET", f"{API}/facts/games", query=query).body)

    def query(self, phrase: str, *, ids: bool = False, anytime: bool = False) -> _Answer:
        """Answer a question; see `Store.query`."""
        return _Answer(self._client, phrase, ids, anytime)

    def catalogue(self) -> Mapping[str, list[dict[str, Any]]]:
        """Return what can be asked for there, by ``metrics`` and ``dimensions``."""
        found: Mapping[str, list[dict[str, Any]]] = self._client.ask("GET", f"{API}/metrics").json()
        return found

    def values(self, dimension: str) -> tuple[str, list[dict[str, Any]]]:
        """Return the name of a dimension and all its values, each with the games that have it."""
        path = f"{API}/dimensions/{dimension}/values"  # the client quotes it
        found: list[dict[str, Any]] = []
        cursor = None
        while True:
            query = {"limit": VALUES_PAGE, "cursor": cursor}
            page = self._client.ask("GET", path, query=query).json()
            found += page["values"]
            cursor = page["next"]
            if cursor is None:
                return page["dimension"], found

    # -- upkeep

    def remove(self, ref: str | int) -> StoredLog:
        """Forget a log; see `Store.remove`. The server knows by the token who asked."""
        found = self.find(ref)
        answer = self._client.ask("DELETE", f"{API}/logs/{found.id}", fine=(404,))
        if answer.status == 404:  # it went, and the answer was lost; or another was quicker
            return _stored({**found.to_json(), "status": "removed"})
        return _stored({**answer.json(), "violations": [one.to_json() for one in found.violations]})

    def pseudonymise(self, player: str, *, name: str = "") -> _Pseudonymised:
        """Rename a player; see `Store.pseudonymise`."""
        asked = {"player": player, **({"name": name} if name else {})}
        answer = self._client.ask(
            "POST",
            f"{API}/pseudonymise",
            json.dumps(asked).encode(),
            headers=_JSON,
            is_safe_twice=False,
        )
        return _Pseudonymised(**answer.json())

    def audit(self, *, after: int = 0, limit: int | None = None) -> Iterator[Deed]:
        """Yield the audit's entries; see `Store.audit`."""
        left = limit
        while left is None or left > 0:
            size = PAGE if left is None else min(PAGE, left)
            page = self._client.ask(
                "GET", f"{API}/audit", query={"after": after, "limit": size}
            ).json()
            yield from (Deed(**told) for told in page["audit"])
            if page["next"] is None:
                return
            after = page["next"]
            left = None if left is None else left - len(page["audit"])


@dataclass(frozen=True, slots=True)
class _Pseudonymised:
    name: str
    logs: int
    games: int
    is_wiped: bool

    def to_json(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}


class _Table:
    """Games as an Arrow stream, with what `Store.listing` yields can do."""

    def __init__(self, data: bytes) -> None:
        import pyarrow as pa

        with pa.ipc.open_stream(data) as stream:
            self._table = stream.read_all()
        self.description = [(name,) for name in self._table.column_names]
        self._batches = iter(self._table.to_batches(max_chunksize=1000))

    def to_arrow_table(self) -> Any:
        return self._table

    def fetchmany(self, _: int) -> list[tuple[Any, ...]]:
        for batch in self._batches:
            if batch.num_rows:
                columns = (column.to_pylist() for column in batch.columns)
                return list(zip(*columns, strict=True))
        return []


class _Answer:
    """An answer, with what `Result` has; each form is asked for when it is wanted."""

    def __init__(self, client: Client, phrase: str, ids: bool, anytime: bool) -> None:
        self._client = client
        self._query = {
            "q": phrase,
            "games": "true" if ids else None,
            "anytime": "true" if anytime else None,
        }
        self._told: dict[str, dict[str, Any]] = {}

    def _ask(self, form: str = "") -> dict[str, Any]:
        known = self._told.get(form) or (
            next(iter(self._told.values()), None) if not form else None
        )
        if known is None:
            query = {**self._query, "format": form or "table"}
            answer: Answered = self._client.ask("GET", f"{API}/query/told", query=query)
            known = self._told[form or "table"] = answer.json()
        return known

    def face(self, form: str) -> bytes:
        return base64.b64decode(self._ask(form)["face"])

    def text(self) -> str:
        return str(self._ask()["text"])

    def words(self) -> list[str]:
        return list(self._ask()["words"])

    @property
    def sql(self) -> str:
        return str(self._ask()["sql"])

    def explain(self) -> str:
        return str(self._ask()["explain"])


def _once() -> dict[str, str]:
    """Return the header by which a server that did a request gives the lost answer again."""
    return {"Idempotency-Key": secrets.token_hex(16)}


def _batches(
    items: Iterable[tuple[str, bytes | UnreadableLog]],
) -> Iterator[list[tuple[str, bytes | UnreadableLog]]]:
    batch: list[tuple[str, bytes | UnreadableLog]] = []
    size = 0
    for source, data in items:
        length = len(data) if isinstance(data, bytes) else 0
        if batch and (len(batch) >= BATCH_LOGS or size + length > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append((source, data))
        size += length
    if batch:
        yield batch


def _fits_a_line(log: bytes) -> bool:
    """Return whether a log goes into a line as it is: it is kept as it was sent, to the byte."""
    return bool(log.strip()) and b"\n" not in log and b"\r" not in log


def _receipt(source: str, told: Mapping[str, Any]) -> Receipt:
    error = told.get("error")
    return Receipt(
        source,
        told["status"],
        told.get("id"),
        told.get("game"),
        told.get("log_id"),
        told.get("digest"),
        [Violation(**fault) for fault in told.get("violations") or ()],
        error=None if error is None else _unreadable(error),
        replaces=told.get("replaces"),
    )


def _error_of(error: Refused) -> dict[str, str]:
    return {
        "code": error.code,
        "message": error.message,
        "place": error.place,
        "hint": error.hint,
    }


def _unreadable(told: Mapping[str, str]) -> UnreadableLog:
    return UnreadableLog(
        told["message"], code=told["code"], place=told.get("place", ""), hint=told.get("hint", "")
    )


def _stored(told: Mapping[str, Any]) -> StoredLog:
    token = told.get("token") or {}
    return StoredLog(
        told["id"],
        told["status"],
        told["game"],
        told["log_id"],
        told["digest"],
        told["source"],
        told["received_at"],
        told["size"],
        told["level"],
        told["outcome"],
        told["players"],
        [Violation(**fault) for fault in told.get("violations") or ()],
        told.get("superseded_by"),
        token.get("id"),
        token.get("label"),
    )
