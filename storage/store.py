"""The store: logs in, verdicts and one consistent moment out."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from engine.errors import UnreadableLog

from . import journal, locks
from .errors import StorageError, UnknownLog, in_words
from .journal import PARTS, Entry, Journal
from .reading import Kept, Reading, read
from .tidier import Tidier

if TYPE_CHECKING:
    import sqlite3

    from . import once
    from .access import Token
    from .audit import Deed
    from .backup import Backup
    from .intake import Intake, Tried
    from .pseudonyms import Pseudonymised
    from .query.result import Result
    from .records import Receipt, StoredLog, StoreState
    from .reports import Compaction, Rebuilt

FLUSH_AT: Final = 200
"""Logs that wait before somebody flushes."""

_TIDY_EVERY: Final = 4
"""Batches of an import after which it looks whether parts have to be merged."""

LOCK_WAIT: Final = 600.0
"""Seconds that a flush, compaction or rebuild that was asked for waits for another."""

_FLUSH_AGAIN: Final = 30.0
"""Seconds until an upload tries to flush again after that failed."""


def open_store(path: str | os.PathLike[str]) -> Store:
    """Open the store in a folder, which is made where there is none. Raises StorageError."""
    return Store(Path(path))


class Store:
    """All logs in one folder. For any number of threads and processes at once.

    A log counts once: its identity is the digest of its canonical form. A later log with the same
    ``log_id`` supersedes the earlier one, be it accepted or not: whoever sends a correction does
    not stand by what came before. Superseded and rejected logs are kept and counted nowhere.
    """

    def __init__(self, path: Path) -> None:
        with in_words(path):
            self.path = path.resolve()
            _make_folder(self.path / PARTS)
        self._journal = Journal(self.path)
        self._tidier = Tidier(self.path)
        self._kept = Kept()
        self._counting = threading.Lock()
        self._fresh = 0
        self._no_flush_before = 0.0

    def close(self) -> None:
        """Let go of the journal. What is under way in other threads ends first."""
        self._tidier.close()
        self._kept.close()
        self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- in

    def put(self, data: bytes, *, source: str = "") -> Receipt:
        """Judge a log and keep it; what is acknowledged survives a power cut.

        Bytes that are no log are told in the receipt and not kept.
        """
        (receipt,) = self._intake.take([(source, data)], as_parts=False)
        if receipt.status in ("accepted", "replaced", "rejected"):
            self._flush_when_due()
        return receipt

    def put_many(
        self, items: Iterable[tuple[str, bytes | UnreadableLog]], *, dry_run: bool = False
    ) -> Iterator[Receipt]:
        """Judge and keep many logs; yield a receipt each, in order, once it is durable.

        What could not be read takes part as its error. With *dry_run* nothing is kept, and the
        receipts tell what would have become of the logs.
        """
        for receipts in self.put_batches(items, dry_run=dry_run):
            yield from receipts

    def put_batches(
        self,
        items: Iterable[tuple[str, bytes | UnreadableLog]],
        *,
        dry_run: bool = False,
        elsewhere: bool = False,
    ) -> Iterator[list[Receipt]]:
        """Do as `put_many`; yield the receipts of one transaction together.

        What is left to be made into parts at the end is left to another process with *elsewhere*.
        """
        from .intake import Rehearsal, batches

        intake = Rehearsal(self.path, self._journal) if dry_run else self._intake
        nth = 0
        for nth, batch in enumerate(batches(items), 1):
            yield intake.take(batch, as_parts=True)
            if nth % _TIDY_EVERY == 0 and not dry_run:
                self._quietly(self._tidy)
        if not dry_run:
            if not (elsewhere and nth and self._tidier.wake()):
                self._flush_when_due()
            if nth > _TIDY_EVERY:
                self._quietly(self._tidy)

    def judge(self, data: bytes, *, source: str = "") -> Tried | Receipt:
        """Judge a log that is to be kept; nothing is kept yet. The receipt of one that is no log."""
        from .intake import tried
        from .records import Receipt

        try:
            return tried(source, data)
        except UnreadableLog as error:
            return Receipt(source, "unreadable", error=error)

    def keep(self, logs: Sequence[Tried], *, synced: bool = True) -> list[Receipt]:
        """Keep judged logs in one transaction; return their receipts, in order.

        What is not *synced* may be acknowledged after the next `sync` only. The facts are made
        when somebody asks for them, and parts are made by a process of their own: this is for
        servers, where many wait for their answers.
        """
        if not logs:
            return []
        receipts = self._intake.keep(logs, synced=synced)
        fresh = sum(one.status != "duplicate" for one in receipts)
        with self._counting:
            self._fresh += fresh
            is_due = self._fresh >= FLUSH_AT
            self._fresh %= FLUSH_AT
        if is_due and not self._tidier.wake():
            self._flush_when_due()
        return receipts

    def sync(self) -> None:
        """Make all that is kept durable, whoever kept it."""
        self._journal.sync()

    def version(self) -> int:
        """Return the number that changes whenever an answer may."""
        with self._journal.reading() as db:
            return journal.version(db)

    @cached_property
    def _intake(self) -> Intake:
        from .intake import Intake  # only who keeps logs waits for the rules

        return Intake(self.path, self._journal)

    # -- once

    def claim(self, owner: str, key: str, request: bytes) -> once.Claim | bytes:
        """Return the answer kept for this request, or the claim on it; see `once.claim`."""
        from . import once

        with self._journal.writing(synced=False, is_news=False) as db:
            return once.claim(db, owner, key, request)

    def settle(self, claim: once.Claim, answer: bytes | None) -> None:
        """Keep the answer to a request, durably; None where there is none to keep."""
        from . import once

        with self._journal.writing(is_news=False) as db:
            if answer is None:
                once.drop(db, claim)
            else:
                once.settle(db, claim, answer)

    # -- out

    def find(self, ref: str | int) -> StoredLog:
        """Return the log with that id, digest or ``log_id``, looked for in this order.

        By digest or ``log_id`` the one that counts, else the latest superseded one.
        Raises UnknownLog.
        """
        from .records import stored

        with self._journal.reading() as db:
            return stored(_find(db, ref))

    def raw(self, id: int) -> bytes:
        """Return a log exactly as it was sent. Raises UnknownLog."""
        with self._journal.reading() as db:
            data = journal.raw(db, id)
        if data is None:
            raise _unknown(id)
        return data

    def logs(
        self,
        *,
        status: str | None = None,
        game: str | None = None,
        level: str | None = None,
        player: str | None = None,
        since: str | None = None,
        until: str | None = None,
        after: int = 0,
        before: int | None = None,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[StoredLog]:
        """Return logs in order of their ids, from the one past *after* to the one below *before*.

        With *newest_first* the other way round. *player* is part of a player's name; *since* and
        *until* are UTC times as `StoredLog.received_at` has them, the latter left out.
        """
        from .records import dump_players, stored

        where = "id > ?"
        values: list[object] = [after]
        if player is not None:
            part = re.sub(r"([|%_])", r"|\1", dump_players((player,))[2:-2])
            player = f"%{part}%"
        for condition, value in (
            ("id < ?", before),
            ("game = ?", game),
            ("level = ?", level),
            ("received_at >= ?", since),
            ("received_at < ?", until),
            ("players LIKE ? ESCAPE '|'", player),
        ):
            if value is not None:
                where += f" AND {condition}"
                values.append(value)
        if status == "superseded":
            where += " AND successor <> 0"
        elif status is not None:
            where += " AND successor = 0 AND verdict = ?"
            values.append(status)
        with self._journal.reading() as db:
            found = journal.entries(
                db, f"{where} ORDER BY id{' DESC' if newest_first else ''}", values, limit=limit
            )
        return [stored(one) for one in found]

    def state(self) -> StoreState:
        """Return how the store is doing."""
        from .records import StoreState
        from .verdicts import judge_of

        with self._journal.reading() as db:
            version, schema = journal.version(db), journal.schema(db)
            counts = journal.counts(db)
            live = journal.live_parts(db)
            hot = journal.count_hot(db)
            gone = len(journal.gone(db))
        statuses = {"accepted": 0, "rejected": 0, "superseded": 0}
        games: dict[str, int] = {}
        raw_bytes = outdated = 0
        for status, game, judge, logs, size in counts:
            statuses[status] += logs
            raw_bytes += size
            if status == "accepted":
                games[game] = games.get(game, 0) + logs
            if status != "superseded" and judge != judge_of(game):
                outdated += logs
        return StoreState(
            str(self.path),
            schema,
            version,
            statuses,
            dict(sorted(games.items())),
            len(live),
            hot,
            gone,
            _bytes_below(self.path),
            raw_bytes,
            outdated,
        )

    def reading(self, *, memory: int | None = None) -> AbstractContextManager[Reading]:
        """Yield the store as it is at this moment, as DuckDB views. Raises StorageError.

        With *memory*, in MiB, what needs more ends in an error. Without it DuckDB takes up to four
        fifths of the machine's, and what does not fit into that goes to the disk.
        """
        return read(self.path, self._journal, memory=memory, kept=self._kept)

    @contextmanager
    def listing(
        self, *, chief: bool = False, game: str | None = None, limit: int | None = None
    ) -> Iterator[Any]:
        """Yield the accepted games as a DuckDB result; see `listing.games`."""
        from . import listing

        with self.reading() as reading:
            yield listing.games(reading, chief=chief, game=game, limit=limit)

    def query(self, phrase: str, **options: Any) -> Result:
        """Answer a question in words; see `storage.query.run` for the options."""
        from . import query  # the language is loaded with the first question

        with self.reading() as reading:
            return query.run(reading, phrase, **options)

    # -- who may, and who did

    def tokens(self) -> list[Token]:
        """Return all tokens that ever were, oldest first."""
        from . import access

        with self._journal.reading() as db:
            return access.tokens(db)

    def create_token(
        self, *, scopes: Collection[str], label: str = "", expires_at: str | None = None, who: str
    ) -> tuple[Token, str]:
        """Make a token; return what is known of it, and it itself, which is told once."""
        from . import access

        with self._journal.writing(is_news=False) as db:
            return access.create(db, scopes=scopes, label=label, expires_at=expires_at, who=who)

    def revoke_token(self, id: str, *, who: str) -> Token:
        """End a token. Raises UnknownToken."""
        from . import access

        with self._journal.writing(is_news=False) as db:
            return access.revoke(db, id, who=who)

    def note_token_uses(self, uses: Mapping[str, str]) -> None:
        """Note when tokens, by id, were last used."""
        from . import access

        with self._journal.writing(is_news=False) as db:
            access.note_uses(db, uses)

    def session_key(self) -> bytes:
        """Return the key that signs what a browser is given in the place of a token."""
        from . import access

        return access.session_key(self.path)

    def audit(self, *, after: int = 0, limit: int | None = None) -> list[Deed]:
        """Return the audit's entries in their order, from the one past *after*."""
        from . import audit

        with self._journal.reading() as db:
            return audit.deeds(db, after=after, limit=limit)

    # -- upkeep

    def remove(self, ref: str | int, *, who: str = "") -> StoredLog:
        """Forget a log and its bytes; it leaves every statistic at once and may be sent again.

        A log that it had superseded stays superseded. *who* stands in the audit, by default the
        account of this process. Raises UnknownLog.
        """
        from . import audit
        from .records import stored

        with self._journal.writing() as db:
            found = _find(db, ref)
            journal.remove_log(db, found.id)
            audit.note(db, who or audit.local_account(), "remove", f"log {found.id}")
        return stored(found, is_removed=True)

    def pseudonymise(self, player: str, *, name: str = "", who: str = "") -> Pseudonymised:
        """Put another name in the place of one player's, wherever it stands; see `pseudonyms`.

        *name* is made up where none is given. No figure changes but for the name.
        """
        from . import audit, pseudonyms

        with locks.parts_lock(self.path, wait=LOCK_WAIT):
            return pseudonyms.pseudonymise(
                self.path, self._journal, player, name, who or audit.local_account()
            )

    def backup(self, file: Path) -> Backup:
        """Write a copy of the whole store, as it is at one moment, into a new file."""
        from . import backup

        return backup.write(self.path, self._journal, file)

    def flush_when_due(self) -> None:
        """Turn waiting rows into parts if there are many and nobody else is at it."""
        self._flush_when_due()

    def flush(self) -> int:
        """Turn waiting rows into parts; return the number of logs."""
        from . import upkeep

        with locks.parts_lock(self.path, wait=LOCK_WAIT):
            done = upkeep.flush(self.path, self._journal)
            upkeep.tidy(self.path, self._journal)
        return done

    def compact(self) -> Compaction:
        """Merge small parts and drop the rows of logs that left.

        Whoever reads goes on reading what was there; old files go once nobody reads them.
        """
        from . import upkeep

        with locks.parts_lock(self.path, wait=LOCK_WAIT):
            return upkeep.compact(self.path, self._journal)

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> Rebuilt:
        """Judge every log that counts anew and make all parts anew; tell what changed.

        *progress* is called with the logs done and their number. Uploads and questions go on.
        """
        from . import upkeep

        with locks.parts_lock(self.path, wait=LOCK_WAIT):
            return upkeep.rebuild(self.path, self._journal, progress)

    def _flush_when_due(self) -> None:
        """Flush where enough waits. The log that was just kept is safe whatever happens here."""
        if time.monotonic() >= self._no_flush_before:
            self._quietly(self._flush_if_many)

    def _flush_if_many(self) -> None:
        with self._journal.reading() as db:
            waiting = journal.count_hot(db)
        if waiting < FLUSH_AT:
            return
        from . import upkeep

        with locks.parts_lock(self.path) as has_lock:
            if has_lock:  # else somebody is at it
                upkeep.flush(self.path, self._journal)
                upkeep.tidy(self.path, self._journal)

    def _tidy(self) -> None:
        from . import upkeep

        with locks.parts_lock(self.path) as has_lock:
            if has_lock:
                upkeep.tidy(self.path, self._journal)

    def _quietly(self, act: Callable[[], None]) -> None:
        try:
            act()
        except StorageError as error:
            self._no_flush_before = time.monotonic() + _FLUSH_AGAIN
            import logging

            logging.getLogger(__name__).warning("Upkeep of the store is put off: %s", error)


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it, so that they are there after a power cut as well."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in missing:
        locks.sync(one.parent)


def _find(db: sqlite3.Connection, ref: str | int) -> Entry:
    text = str(ref)
    found = None
    if text.isascii() and text.isdecimal() and len(text) < 19:
        found = journal.entry(db, "id = ?", (int(text),))
    if found is None and len(text) == 64 and set(text.lower()) <= set("0123456789abcdef"):
        values = (bytes.fromhex(text),)
        found = journal.entry(db, "digest = ? ORDER BY successor <> 0, id DESC", values)
    if found is None and not isinstance(ref, int) and text.isascii():
        found = journal.entry(db, "log_id = ? ORDER BY successor <> 0, id DESC", (text,))
    if found is None:
        raise _unknown(ref)
    return found


def _unknown(ref: str | int) -> UnknownLog:
    return UnknownLog(
        f"There is no log {str(ref)[:80]!r}.",
        hint="`cardstats logs` lists their ids and log_ids.",
    )


def _bytes_below(folder: Path) -> int:
    total = 0
    for here, _, files in os.walk(folder):
        for name in files:
            with suppress(FileNotFoundError):  # it went while we were counting
                total += Path(here, name).stat().st_size
    return total
