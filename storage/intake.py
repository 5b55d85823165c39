"""The way of a log into the journal: seen before? judged, packed, and kept in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from engine.canonical import sha256_of
from engine.errors import UnreadableLog
from engine.replay import judge

from . import collecting, journal, locks, packing
from .columns import kinds_of
from .gathering import Gathering
from .journal import Entry, Hot, Journal, New
from .records import Origin, Receipt, dump_players, dump_violations, load_violations
from .verdicts import Judged, judge_of, judged

BATCH_LOGS: Final = 1_000
BATCH_BYTES: Final = 8 * 1024 * 1024
"""A bulk import keeps so many logs, or so many bytes of them, in one transaction."""

_WORTH_PARTS: Final = 100
"""Fewer new logs wait in the journal: so many little files would only slow the questions down."""

Item: TypeAlias = tuple[str, bytes | UnreadableLog]
"""A log on its way in, and where it came from; or why it could not be read."""


class _Fresh(NamedTuple):
    """A log whose bytes are not there yet."""

    at: int
    """Its place in the batch."""
    source: str
    data: bytes
    sha256: bytes


class _Sent(NamedTuple):
    """A log that was judged, and not there when the batch came in."""

    at: int
    """Its place in the batch."""
    source: str
    data: bytes
    sha256: bytes
    judged: Judged
    """Without rows, which are gathered elsewhere."""


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


class Tried(NamedTuple):
    """A log that was judged and can be kept."""

    source: str
    data: bytes
    sha256: bytes
    judged: Judged


def tried(source: str, data: bytes) -> Tried:
    """Judge a log without its facts, which `storage.late` makes. Raises UnreadableLog."""
    return Tried(source, data, sha256_of(data), judged(judge(data, facts=False)))


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
        with collecting.seldom():
            return self._take(batch, as_parts=as_parts)

    def _take(self, batch: Sequence[Item], *, as_parts: bool) -> list[Receipt]:
        receipts, fresh = self._look(batch)
        gathering = Gathering()
        sent = list(self._judge(fresh, receipts, gathering))
        # Not log by log with judging: zstd and the engine would keep putting each other out of the
        # processor's cache.
        texts = packing.all_deflated([one.data for one in sent])
        if as_parts and len(sent) >= _WORTH_PARTS:
            with locks.parts_lock(self._home) as has_lock:
                self._keep(sent, texts, gathering, receipts, as_parts=has_lock)
        elif sent:
            self._keep(sent, texts, gathering, receipts, as_parts=False)
        if any(one.status == "duplicate" for one in receipts.values()):
            # Whoever kept the first of them may not have synced it yet, see `Journal.writing`.
            self._journal.sync()
        return [receipts[at] for at in range(len(batch))]

    def _look(self, batch: Sequence[Item]) -> tuple[dict[int, Receipt], list[_Fresh]]:
        """Return receipts, by place, for what needs no more, and what is not there yet."""
        receipts: dict[int, Receipt] = {}
        found: list[_Fresh] = []
        for at, (source, data) in enumerate(batch):
            if isinstance(data, UnreadableLog):
                receipts[at] = Receipt(source, "unreadable", error=data)
            else:
                # The same bytes have the same digest, and hashing takes a hundredth of judging.
                sha256 = sha256_of(data)
                found.append(_Fresh(at, source, data, sha256))
        with self._journal.reading() as db:
            twins = journal.twins(db, "sha256", [one.sha256 for one in found])
        if not twins:
            return receipts, found
        for one in found:
            if one.sha256 in twins:
                receipts[one.at] = _duplicate(one.source, twins[one.sha256])
        return receipts, [one for one in found if one.sha256 not in twins]

    def _judge(
        self,
        fresh: Iterable[_Fresh],
        receipts: dict[int, Receipt],
        gathering: Gathering | None = None,
    ) -> Iterator[_Sent]:
        """Judge logs and gather their rows; write the receipts of those that are no logs."""
        for at, source, data, sha256 in fresh:
            try:
                found = judged(judge(data, facts=gathering is not None))
            except UnreadableLog as error:
                receipts[at] = Receipt(source, "unreadable", error=error)
            else:
                # The rows are gathered while they are at hand; a batch's together are heavy.
                if gathering is not None:
                    gathering.add(at, found.game, found.rows)
                yield _Sent(at, source, data, sha256, found.alone())

    def keep(self, tried: Sequence[Tried], *, synced: bool) -> list[Receipt]:
        """Keep logs that were tried, all of them in one transaction; see `Journal.writing`."""
        # All at once: a compressor lets other threads go first each time it is asked.
        texts = packing.all_deflated([one.data for one in tried])
        sent = [_Sent(at, *one) for at, one in enumerate(tried)]
        gathering = Gathering()
        for one in sent:
            gathering.add(one.at, one.judged.game, one.judged.rows)
        receipts: dict[int, Receipt] = {}
        self._keep(sent, texts, gathering, receipts, as_parts=False, synced=synced)
        return [receipts[at] for at in range(len(tried))]

    def _keep(
        self,
        sent: Sequence[_Sent],
        texts: Sequence[bytes],
        gathering: Gathering,
        receipts: dict[int, Receipt],
        *,
        as_parts: bool,
        synced: bool = True,
    ) -> None:
        """Keep judged logs in one transaction and write their receipts.

        *texts* are their bytes, packed.
        """
        games = {one.judged.game for one in sent if one.judged.verdict == "accepted"}
        packed = {} if as_parts else gathering.packed()
        with self._journal.writing(synced=synced) as db:
            clean_to = journal.last_gone(db) if as_parts else 0
            for game in games - self._known:
                assert game is not None, "an accepted log has a game"
                journal.know(db, kinds_of(game))
            kept = _enter(db, sent, texts, receipts)
            if not as_parts:
                hots = [
                    Hot(kept[one.at], one.judged.game, packed.get(one.at, {}))
                    for one in sent
                    if one.at in kept
                ]
                journal.add_hots(db, hots)
            elif kept:
                from . import parts, upkeep  # only who writes parts waits for pyarrow

                made = upkeep.write(self._home, parts.arrow(gathering, kept), clean_to)
                journal.add_parts(db, made)
        self._known |= games


def _enter(
    db: sqlite3.Connection,
    sent: Sequence[_Sent],
    texts: Sequence[bytes],
    receipts: dict[int, Receipt],
) -> dict[int, int]:
    """Keep logs unless they are there already, and write their receipts.

    Return by place the ids of those whose rows count.
    """
    now = _now()
    new = [_new(one, now) for one in sent]
    log_ids = [one.log_id for one in new if one.log_id is not None]
    digests, counting = journal.met(db, [one.digest for one in new], log_ids)
    kept: dict[int, int] = {}
    plain: list[tuple[_Sent, New, bytes]] = []

    def enter_plain() -> None:
        first = journal.add_logs(db, [(log, text) for _, log, text in plain])
        for id, (one, _, _) in enumerate(plain, first):
            receipts[one.at] = _receipt(one, id, None)
            kept[one.at] = id
        plain.clear()

    for one, log, text in zip(sent, new, texts, strict=True):
        if log.digest not in digests and log.log_id not in counting:
            plain.append((one, log, text))
        else:  # it has to do with another log, be it in the store or in this batch
            enter_plain()
            receipt = receipts[one.at] = _enter_one(db, one, log, text)
            if receipt.status != "duplicate":
                assert receipt.id is not None, "what is kept has a number"
                if receipt.replaces is not None:
                    kept = {at: id for at, id in kept.items() if id != receipt.replaces}
                kept[one.at] = receipt.id
        digests.add(log.digest)
        if log.log_id is not None:
            counting.add(log.log_id)
    enter_plain()
    return kept


def _enter_one(db: sqlite3.Connection, one: _Sent, log: New, text: bytes) -> Receipt:
    """Keep a log unless it is there already."""
    twin = journal.twin(db, "digest", log.digest)
    if twin is not None:
        return _duplicate(one.source, twin)
    replaces = journal.counting(db, log.log_id)
    return _receipt(one, journal.add_log(db, log, text, replaces), replaces)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _new(one: _Sent, now: str) -> New:
    found = one.judged
    return New(
        found.verdict,
        found.game,
        found.log_id,
        bytes.fromhex(found.digest),
        # The name of a file may be no Unicode; the journal holds nothing else.
        one.source.encode(errors="replace").decode(),
        now,
        len(one.data),
        found.level,
        found.outcome,
        dump_players(found.players),
        dump_violations(found.violations),
        judge_of(found.game),
        one.source.token if isinstance(one.source, Origin) else None,
        one.sha256,
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
        receipts, fresh = self._look(batch)
        sent = list(self._judge(fresh, receipts))
        with self._journal.reading() as db:
            for one in sent:
                receipts[one.at] = self._tell(db, one)
        return [receipts[at] for at in range(len(batch))]

    def _tell(self, db: sqlite3.Connection, one: _Sent) -> Receipt:
        found, digest = one.judged, bytes.fromhex(one.judged.digest)
        twin = journal.twin(db, "digest", digest)
        if twin is not None:
            return _duplicate(one.source, twin)
        if digest in self._digests:
            return _receipt(one, None, None)._replace(status="duplicate")
        receipt = _receipt(one, None, journal.counting(db, found.log_id))
        if found.log_id in self._log_ids and receipt.status == "accepted":
            receipt = receipt._replace(status="replaced")
        self._digests.add(digest)
        if found.log_id is not None:
            self._log_ids.add(found.log_id)
        return receipt
