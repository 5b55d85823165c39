"""The way of a log into the journal: seen before? judged, packed, and kept in one transaction."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from engine.errors import UnreadableLog
from engine.replay import judge

from . import journal, late, locks
from .columns import kinds_of
from .journal import Entry, Journal
from .records import Origin, Receipt, dump_players, dump_violations, load_violations
from .verdicts import Judged, judge_of, judged

BATCH_LOGS: Final = 500
BATCH_BYTES: Final = 8 * 1024 * 1024
"""A bulk import keeps so many logs, or so many bytes of them, in one transaction."""

_WORTH_PARTS: Final = 100
"""Fewer new logs wait in the journal: so many little files would only slow the questions down."""

Item: TypeAlias = tuple[str, bytes | UnreadableLog]
"""A log on its way in, and where it came from; or why it could not be read."""


class _Sent(NamedTuple):
    """A log that was judged, and not there when the batch came in."""

    at: int
    """Its place in the batch."""
    source: str
    sha256: bytes
    size: int
    zstd: bytes
    judged: Judged


def batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Cut a long row of logs into what goes into one transaction."""
    rest = iter(items)
    while batch := list(_batch(rest)):
        yield batch


def _batch(rest: Iterator[Item]) -> Iterator[Item]:
    size = 0
    for source, data in islice(rest, BATCH_LOGS):
        yield source, data
        size += 0 if isinstance(data, UnreadableLog) else len(data)
        if size >= BATCH_BYTES:
            return


Tried: TypeAlias = _Sent
"""A log that was judged and can be kept; nobody else need look inside."""


def tried(source: str, data: bytes) -> Tried:
    """Judge a log without its facts, which `storage.late` makes. Raises UnreadableLog."""
    verdict = judged(judge(data, facts=False))
    sha256 = hashlib.sha256(data).digest()
    return _Sent(0, source, sha256, len(data), journal.deflated(data), verdict)


class Intake:
    """Takes logs into one store."""

    def __init__(self, home: Path, into: Journal) -> None:
        self._home = home
        self._journal = into
        self._known: set[str | None] = set()
        """Games whose columns the journal knows."""

    def take(self, batch: Sequence[Item], *, as_parts: bool) -> list[Receipt]:
        """Judge and keep logs; return their receipts, in order, once all of it is durable.

        Their rows become parts straight away with *as_parts*, unless they are few or another
        process is at work on the parts: then they wait in the journal, like a single upload's.
        """
        receipts, sent = self._look(batch)
        if as_parts and len(sent) >= _WORTH_PARTS:
            with locks.parts_lock(self._home) as has_lock:
                self._keep(sent, receipts, as_parts=has_lock)
        elif sent:
            self._keep(sent, receipts, as_parts=False)
        if any(one.status == "duplicate" for one in receipts.values()):
            # Whoever kept the first of them may not have synced it yet, see `Journal.writing`.
            self._journal.sync()
        return [receipts[at] for at in range(len(batch))]

    def _look(self, batch: Sequence[Item]) -> tuple[dict[int, Receipt], list[_Sent]]:
        """Judge what is not there yet; return receipts, by place, for what needs no more."""
        receipts: dict[int, Receipt] = {}
        fresh: list[tuple[int, str, bytes, bytes]] = []
        with self._journal.reading() as db:
            for at, (source, data) in enumerate(batch):
                if isinstance(data, UnreadableLog):
                    receipts[at] = Receipt(source, "unreadable", error=data)
                    continue
                # The same bytes have the same digest, and hashing takes a hundredth of judging.
                sha256 = hashlib.sha256(data).digest()
                twin = journal.twin(db, "sha256", sha256)
                if twin is None:
                    fresh.append((at, source, data, sha256))
                else:
                    receipts[at] = _duplicate(source, twin)
        sent = []
        for at, source, data, sha256 in fresh:
            try:
                verdict = judged(judge(data))
            except UnreadableLog as error:
                receipts[at] = Receipt(source, "unreadable", error=error)
            else:
                zstd = journal.deflated(data)
                sent.append(_Sent(at, source, sha256, len(data), zstd, verdict))
        return receipts, sent

    def keep(self, tried: Sequence[Tried], *, synced: bool) -> list[Receipt]:
        """Keep logs that were tried, all of them in one transaction; see `Journal.writing`."""
        sent = [one._replace(at=at) for at, one in enumerate(tried)]
        digests = {bytes.fromhex(one.judged.digest) for one in sent}
        log_ids = [one.judged.log_id for one in sent if one.judged.log_id is not None]
        games = {one.judged.game for one in sent if one.judged.verdict == "accepted"}
        # Nearly always no log has to do with another, and then a few statements keep them all.
        if len(digests) == len(sent) and len(set(log_ids)) == len(log_ids) and games <= self._known:
            now = _now()
            new = [
                (_entry(one, now), one.sha256, one.zstd, late.packed(one.judged)) for one in sent
            ]
            with self._journal.writing(synced=synced) as db:
                if not journal.is_any_there(db, list(digests), log_ids):
                    ids = journal.add_new_logs(db, new)
                    return [_receipt(one, id, None) for one, id in zip(sent, ids, strict=True)]
        receipts: dict[int, Receipt] = {}
        self._keep(sent, receipts, as_parts=False, synced=synced)
        return [receipts[at] for at in range(len(tried))]

    def _keep(
        self,
        sent: Sequence[_Sent],
        receipts: dict[int, Receipt],
        *,
        as_parts: bool,
        synced: bool = True,
    ) -> None:
        """Keep judged logs in one transaction and write their receipts."""
        now = _now()
        packed = None if as_parts else [late.packed(one.judged) for one in sent]
        games = {one.judged.game for one in sent if one.judged.verdict == "accepted"}
        kept: dict[int, Judged] = {}
        with self._journal.writing(synced=synced) as db:
            clean_to = journal.last_gone(db)
            for game in games - self._known:
                assert game is not None, "an accepted log has a game"
                journal.know(db, kinds_of(game))
            for nth, one in enumerate(sent):
                receipt = receipts[one.at] = _enter(db, one, now)
                if receipt.status == "duplicate":
                    continue
                assert receipt.id is not None, "what is kept has a number"
                kept.pop(receipt.replaces or 0, None)
                kept[receipt.id] = one.judged
                if packed is not None:
                    journal.add_hot(db, receipt.id, one.judged.game, packed[nth])
            if as_parts and kept:
                from . import parts, upkeep  # only who writes parts waits for pyarrow

                logs = ((log, one.game, one.rows) for log, one in kept.items())
                made = upkeep.write(self._home, parts.from_rows(logs), clean_to)
                journal.add_parts(db, made)
        self._known |= games


def _enter(db: sqlite3.Connection, one: _Sent, now: str) -> Receipt:
    """Keep a log unless it is there already."""
    found = one.judged
    digest = bytes.fromhex(found.digest)
    twin = journal.twin(db, "digest", digest)
    if twin is not None:
        return _duplicate(one.source, twin)
    replaces = journal.counting(db, found.log_id)
    log = journal.add_log(db, _entry(one, now), one.sha256, one.zstd, replaces)
    return _receipt(one, log, replaces)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _entry(one: _Sent, now: str) -> Entry:
    """Return a log as the journal lists it, without its id."""
    found = one.judged
    return Entry(
        0,
        found.verdict,
        0,
        found.game,
        found.log_id,
        bytes.fromhex(found.digest),
        # The name of a file may be no Unicode; the journal holds nothing else.
        one.source.encode(errors="replace").decode(),
        now,
        one.size,
        found.level,
        found.outcome,
        dump_players(found.players),
        dump_violations(found.violations),
        judge_of(found.game),
        one.source.token if isinstance(one.source, Origin) else None,
    )


def _receipt(one: _Sent, log: int | None, replaces: int | None) -> Receipt:
    found = one.judged
    return Receipt(
        one.source,
        "rejected"
        if found.verdict == "rejected"
        else "accepted"
        if replaces is None
        else "replaced",
        log,
        found.game,
        found.log_id,
        found.digest,
        found.violations,
        replaces=replaces,
    )


def _duplicate(source: str, twin: Entry) -> Receipt:
    return Receipt(
        source,
        "duplicate",
        twin.id,
        twin.game,
        twin.log_id,
        twin.digest.hex(),
        load_violations(twin.violations),
    )


class Rehearsal(Intake):
    """Tells what would become of logs, and keeps none."""

    def __init__(self, home: Path, into: Journal) -> None:
        super().__init__(home, into)
        self._digests: set[bytes] = set()
        self._log_ids: set[str] = set()

    def take(self, batch: Sequence[Item], *, as_parts: bool) -> list[Receipt]:
        """Return the receipts that the logs would get, those taken before considered."""
        receipts, sent = self._look(batch)
        with self._journal.reading() as db:
            for one in sent:
                receipts[one.at] = self._tell(db, one)
        return [receipts[at] for at in range(len(batch))]

    def _tell(self, db: sqlite3.Connection, one: _Sent) -> Receipt:
        found = one.judged
        digest = bytes.fromhex(found.digest)
        twin = journal.twin(db, "digest", digest)
        if twin is not None:
            return _duplicate(one.source, twin)
        if digest in self._digests:
            return replace(_receipt(one, None, None), status="duplicate")
        receipt = _receipt(one, None, journal.counting(db, found.log_id))
        if found.log_id in self._log_ids and receipt.status == "accepted":
            receipt = replace(receipt, status="replaced")
        self._digests.add(digest)
        if found.log_id is not None:
            self._log_ids.add(found.log_id)
        return receipt
