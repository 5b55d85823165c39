"""The journal: one SQLite file that holds the truth.

Every raw log, its verdict, rows not yet in parts, and the catalogue of parts. All else can be made
anew from it.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from engine import __version__

from . import packing
from .errors import StorageError, busy, in_words, is_busy
from .tables import TABLES, Kinds, merged

T = TypeVar("T")

FILE: Final = "journal.sqlite"
PARTS: Final = "parts"
"""The folder of part files, beside the journal."""

APPLICATION: Final = 0x63617264
"""Marks the file as ours: "card"."""

MAX_ID: Final = (1 << 63) - 1

PATIENCE: Final = 60.0
"""Seconds that a write waits for the others before it gives up."""


_CACHE: Final = 8_000
"""KiB of the file in memory, for each connection, as far as it is gone through. A thousand logs in a
large store touch as much of its indices; with SQLite's 2,000 each page is written several times."""


# NamedTuples, where the rest of the house has dataclasses: every command waits for these to be
# defined, and dataclasses take four times as long.


class Part(NamedTuple):
    """One immutable Parquet file: rows of one table and one game."""

    table: str
    game: str
    file: str
    """Its name in the folder of parts."""
    first: int
    last: int
    """The lowest and the highest ``game_id``; others may lie between that are elsewhere."""
    logs: int
    rows: int
    bytes: int
    columns: Kinds
    """Without ``game_id``."""
    clean_to: int = 0
    """Rows of logs that left with this number or before are not in it."""
    id: int = 0


class Hot(NamedTuple):
    """The rows of one log that wait to be flushed, packed, by table."""

    id: int
    game: str | None
    rows: Mapping[str, str]
    """Empty: they are still to be made from the raw log, see `storage.late`."""


class Snapshot(NamedTuple):
    """What there is to read at one moment."""

    version: int
    epoch: int
    known: Mapping[tuple[str, str], Kinds]
    """The columns there are, by table and game."""
    parts: Sequence[Part]
    hot: Sequence[Hot]
    gone: Sequence[int]
    """Logs that left the statistics and whose rows may still stand in parts."""
    lasting: Mapping[str, str]
    """What was found out about all of it, as JSON, by the SQL that asked; see `storage.lasting`."""


_SCHEMA: Final = f"""
CREATE TABLE store (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    version INTEGER NOT NULL,  -- goes up with every write
    epoch INTEGER NOT NULL,    -- goes up whenever live parts die
    engine TEXT NOT NULL       -- the version whose games' columns are known
);
INSERT INTO store VALUES (1, 1, 1, '');

CREATE TABLE known (                       -- every column that a game's rows ever had
    "table" TEXT NOT NULL,
    game TEXT NOT NULL,
    columns TEXT NOT NULL,
    PRIMARY KEY ("table", game)
);

CREATE TABLE logs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    verdict TEXT NOT NULL CHECK (verdict IN ('accepted', 'rejected')),
    successor INTEGER NOT NULL DEFAULT 0,  -- the log that replaced it, 0 while it counts
    game TEXT,
    log_id TEXT,
    digest BLOB NOT NULL,                  -- of the canonical form
    sha256 BLOB NOT NULL,                  -- of the bytes as they were sent
    source TEXT NOT NULL,
    received_at TEXT NOT NULL,             -- UTC
    size INTEGER NOT NULL,                 -- bytes as they were sent
    level TEXT,
    outcome TEXT,
    players TEXT NOT NULL,                 -- names, a JSON array
    violations TEXT,                       -- a JSON array; null where accepted
    judge TEXT NOT NULL                    -- versions of the engine and of the rules
);
-- A log counts once, and one log of a log_id counts: while it does its successor is 0.
CREATE UNIQUE INDEX logs_by_digest ON logs (digest, successor);
CREATE UNIQUE INDEX logs_by_log_id ON logs (log_id, successor) WHERE log_id IS NOT NULL;
CREATE INDEX logs_by_sha256 ON logs (sha256);

CREATE TABLE raws (
    id INTEGER PRIMARY KEY,
    zstd BLOB NOT NULL
);

CREATE TABLE hot (
    id INTEGER PRIMARY KEY,
    game TEXT,
    {", ".join(f'"{table}" TEXT' for table in TABLES)}
);

CREATE TABLE gone (
    nth INTEGER PRIMARY KEY AUTOINCREMENT,
    id INTEGER NOT NULL UNIQUE
);

CREATE TABLE parts (
    id INTEGER PRIMARY KEY,
    "table" TEXT NOT NULL,
    game TEXT NOT NULL,
    file TEXT NOT NULL UNIQUE,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    logs INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    columns TEXT NOT NULL,
    clean_to INTEGER NOT NULL,
    died INTEGER                           -- the first epoch that does not see it
);

CREATE TABLE rejudged (                    -- verdicts that a rebuild found anew, until it is done
    id INTEGER PRIMARY KEY,
    verdict TEXT NOT NULL,
    level TEXT,
    outcome TEXT,
    players TEXT NOT NULL,
    violations TEXT,
    judge TEXT NOT NULL
);
"""


def _run(db: sqlite3.Connection, script: str) -> None:
    # Not executescript, which commits.
    for statement in re.split(r";[ \t]*(?:--[^\n]*)?\n", script):
        if statement.strip():
            db.execute(statement)


def _create(db: sqlite3.Connection) -> None:
    _run(db, _SCHEMA)
    db.execute(f"PRAGMA application_id = {APPLICATION}")


def _know_games(db: sqlite3.Connection) -> None:
    """Note the columns of all games, so that a question may ask for one that no row has yet."""
    from .columns import installed_kinds  # once a version; all else goes without the engine

    know(db, installed_kinds())
    db.execute("UPDATE store SET engine = ?", (__version__,))


_ACCESS: Final = """
CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,                  -- words with spaces between
    hash BLOB NOT NULL,                    -- SHA-256 of the secret
    created_at TEXT NOT NULL,              -- UTC
    expires_at TEXT,
    last_used_at TEXT,
    revoked_at TEXT
);
CREATE TABLE audit (
    nth INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,                      -- UTC
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    "on" TEXT NOT NULL,
    details TEXT NOT NULL                  -- a JSON object
);
CREATE TABLE renamed (                     -- logs under a player's new name, until all are done
    id INTEGER PRIMARY KEY,
    log_id TEXT,
    digest BLOB NOT NULL,
    sha256 BLOB NOT NULL,
    source TEXT NOT NULL,
    size INTEGER NOT NULL,
    players TEXT NOT NULL,
    violations TEXT,
    judge TEXT NOT NULL,
    zstd BLOB NOT NULL
);
CREATE TABLE owed (                        -- "pack": deleted bytes are still in the file
    what TEXT PRIMARY KEY
);
ALTER TABLE logs ADD COLUMN token TEXT;    -- whose upload it was; null where there were no tokens
"""


def _add_access(db: sqlite3.Connection) -> None:
    _run(db, _ACCESS)


def _add_answers(db: sqlite3.Connection) -> None:
    db.execute(
        """
        CREATE TABLE answers (             -- to requests with an Idempotency-Key
            key BLOB PRIMARY KEY,          -- SHA-256 of whose it is and of the key
            request BLOB NOT NULL,         -- SHA-256 of what was asked
            until REAL NOT NULL,           -- seconds since 1970; then it is forgotten
            pid INTEGER NOT NULL,          -- the process that does or did it
            answer BLOB                    -- null while the request is under way
        )
        """
    )
    db.execute("CREATE INDEX answers_by_until ON answers (until)")


def _pack_with_dictionary(db: sqlite3.Connection) -> None:
    """Change nothing: logs are packed in a way that earlier versions cannot read, see `packing`."""


def _add_lasting(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE lasting (sql TEXT PRIMARY KEY, rows TEXT NOT NULL)  -- see `lasting`")


MIGRATIONS: Final[Sequence[Callable[[sqlite3.Connection], None]]] = (
    _create,
    _add_access,
    _add_answers,
    _pack_with_dictionary,
    _add_lasting,
)
"""The step at place n takes a journal of schema n to n + 1. To change the schema, append one;
never change one that was released."""

SCHEMA: Final = len(MIGRATIONS)


class Journal:
    """The SQLite file of one store, for any number of threads.

    Each transaction takes a connection of its own from a small pool.
    """

    def __init__(self, home: Path) -> None:
        self.path = home / FILE
        self._lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._idle_unsynced: list[sqlite3.Connection] = []
        self._is_closed = False
        with in_words(self.path):
            db = self._patiently(self._open)
            try:
                self._patiently(lambda: self._prepare(db))
            except BaseException:
                db.close()
                raise
        self._idle.append(db)

    def close(self) -> None:
        """Close what is idle; what is in use is closed when it is done."""
        with self._lock:
            self._is_closed = True
            idle = self._idle + self._idle_unsynced
            self._idle, self._idle_unsynced = [], []
        for db in idle:
            db.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that sees the journal as it is at this moment, until the end."""
        with in_words(self.path), self._connection() as db:

            def begin() -> None:
                # The snapshot is taken by the first read, not by BEGIN.
                db.execute("BEGIN")
                try:
                    db.execute("SELECT version FROM store").fetchone()
                except BaseException:
                    db.execute("ROLLBACK")
                    raise

            self._patiently(begin)
            try:
                yield db
            finally:
                db.execute("ROLLBACK")

    @contextmanager
    def writing(self, *, synced: bool = True, is_news: bool = True) -> Iterator[sqlite3.Connection]:
        """Yield a connection that alone may write; what it wrote is durable at the end, or gone.

        Not *synced*, it is whole at the end and durable after the next `sync`. What is no *news*
        changes no answer, and leaves the version as it is.
        """
        with in_words(self.path), self._connection(synced=synced) as db:
            self._patiently(lambda: db.execute("BEGIN IMMEDIATE"))
            try:
                yield db
                if is_news:
                    db.execute("UPDATE store SET version = version + 1")
                    db.execute("DELETE FROM lasting")
                db.execute("COMMIT")
            except BaseException:
                # A full disk has rolled back by itself.
                with suppress(sqlite3.Error):
                    db.execute("ROLLBACK")
                raise

    def pack(self) -> bool:
        """Write the file anew without what was deleted, and empty its log; True where that is done.

        SQLite leaves deleted bytes where they were until others need the room. False where
        somebody still reads the journal as it was.
        """
        with in_words(self.path), self._connection() as db:
            self._patiently(lambda: db.execute("VACUUM"))
            (is_busy_now, *_) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not is_busy_now:
            with self.writing(is_news=False) as db:
                db.execute("DELETE FROM owed WHERE what = 'pack'")
        return not is_busy_now

    def sync(self) -> None:
        """Make durable what was written before, by whomever.

        Unlike a synced transaction it keeps nobody from writing meanwhile.
        """
        wal = f"{self.path}-wal"
        with in_words(wal):
            try:
                # SQLite holds no locks on this file, which closing it here would undo. Opened each
                # time: there is a new one after the last connection was closed.
                handle = os.open(wal, os.O_RDWR | os.O_CLOEXEC)
            except FileNotFoundError:
                return  # all of it is in the main file, synced
            try:
                getattr(os, "fdatasync", os.fsync)(handle)
            finally:
                os.close(handle)

    @contextmanager
    def _connection(self, *, synced: bool = True) -> Iterator[sqlite3.Connection]:
        pool = self._idle if synced else self._idle_unsynced
        with self._lock:
            if self._is_closed:
                raise StorageError("The store is closed.", code="storage-closed")
            db = pool.pop() if pool else None
        if db is None:
            db = self._patiently(lambda: self._open(synced=synced))
        try:
            yield db
        finally:
            with self._lock:
                is_kept = not self._is_closed and not db.in_transaction
                if is_kept:
                    pool.append(db)
            if not is_kept:
                db.close()

    def _open(self, *, synced: bool = True) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=5.0, isolation_level=None, check_same_thread=False)
        try:
            # FULL syncs with every commit. Without it WAL may forget the last ones after a power
            # cut, and those were acknowledged.
            db.execute(f"PRAGMA synchronous = {'FULL' if synced else 'NORMAL'}")
            db.execute(f"PRAGMA cache_size = {-_CACHE}")
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        """Make the file ready, or see that it is."""
        (schema,) = db.execute("PRAGMA user_version").fetchone()
        (mode,) = db.execute("PRAGMA journal_mode").fetchone()
        if schema == SCHEMA and mode == "wal":
            (engine,) = db.execute("SELECT engine FROM store").fetchone()
            if engine == __version__:
                return
        if schema > SCHEMA:
            raise StorageError(
                f"The store was written by a newer cardstats: its schema is {schema}, "
                f"this one knows {SCHEMA}.",
                code="storage-newer",
                place=str(self.path),
                hint="Install that version, or name another store in CARDSTATS_HOME.",
            )
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("BEGIN IMMEDIATE")
        try:
            (schema,) = db.execute("PRAGMA user_version").fetchone()
            for step in MIGRATIONS[schema:]:
                step(db)
            db.execute(f"PRAGMA user_version = {SCHEMA}")
            _know_games(db)
            db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise

    def _patiently(self, act: Callable[[], T]) -> T:
        """Act, again and again while others hold the file.

        SQLite waits by itself in most places, but not where a file is first made, nor where one
        process recovers what another left behind.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return act()
            except sqlite3.OperationalError as error:
                if not is_busy(error):
                    raise
                if time.monotonic() > until:
                    raise busy(str(self.path)) from error
                time.sleep(0.01)


# -- what readers need


def snapshot(db: sqlite3.Connection) -> Snapshot:
    """Return what there is to read in the transaction of *db*."""
    version, epoch = db.execute("SELECT version, epoch FROM store").fetchone()
    return Snapshot(
        version,
        epoch,
        known(db),
        live_parts(db),
        hot(db),
        [log for log, _ in gone(db)],
        dict(db.execute("SELECT sql, rows FROM lasting").fetchall()),
    )


def note_lasting(db: sqlite3.Connection, found: Mapping[str, str]) -> None:
    """Keep what was found out about the present version, until the next one."""
    db.executemany("INSERT OR REPLACE INTO lasting VALUES (?, ?)", found.items())


def epoch(db: sqlite3.Connection) -> int:
    """Return how many times live parts have died."""
    found: int = db.execute("SELECT epoch FROM store").fetchone()[0]
    return found


def known(db: sqlite3.Connection) -> dict[tuple[str, str], Kinds]:
    """Return every column that a game's rows ever had, by table and game."""
    return {
        (table, game): json.loads(columns)
        for table, game, columns in db.execute(
            'SELECT "table", game, columns FROM known ORDER BY rowid'
        )
    }


def know(db: sqlite3.Connection, found: Mapping[tuple[str, str], Kinds]) -> None:
    """Note columns; those that were known stay."""
    before = known(db)
    for (table, game), columns in found.items():
        has = before.get((table, game), {})
        if (both := merged([has, columns])) != has:
            db.execute(
                'INSERT INTO known VALUES (?, ?, ?) ON CONFLICT ("table", game) '
                "DO UPDATE SET columns = excluded.columns",
                (table, game, json.dumps(both)),
            )


def version(db: sqlite3.Connection) -> int:
    """Return the number that changes with every write."""
    found: int = db.execute("SELECT version FROM store").fetchone()[0]
    return found


def schema(db: sqlite3.Connection) -> int:
    """Return the schema of the journal."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def counts(db: sqlite3.Connection) -> list[tuple[str, str, str, int, int]]:
    """Return status, game, judge, count and bytes of logs that are alike."""
    return db.execute(
        "SELECT iif(successor, 'superseded', verdict), coalesce(game, ''), judge, count(*), "
        "sum(size) FROM logs GROUP BY 1, 2, 3"
    ).fetchall()


# -- rows that wait


def add_hots(db: sqlite3.Connection, new: Sequence[Hot]) -> None:
    """Keep the packed rows of logs until they are flushed."""
    for some in _slices(new):
        db.execute(
            f"{_INSERT} INTO hot VALUES {_rows(len(some), 2 + len(TABLES))}",
            [
                value
                for log, game, rows in some
                for value in (log, game, *(rows.get(table) for table in TABLES))
            ],
        )


def hot(
    db: sqlite3.Connection, *, after: int = 0, last: int = MAX_ID, limit: int = -1
) -> list[Hot]:
    """Return the logs past *after* and up to *last* whose rows wait, oldest first."""
    return [
        Hot(log, game, {name: text for name, text in zip(TABLES, texts, strict=True) if text})
        for log, game, *texts in db.execute(
            "SELECT * FROM hot WHERE id > ? AND id <= ? ORDER BY id LIMIT ?", (after, last, limit)
        )
    ]


def fill_hot(db: sqlite3.Connection, logs: Iterable[Hot]) -> None:
    """Note the rows of logs that waited without; those that wait no more stay gone."""
    columns = ", ".join(f'"{table}" = ?' for table in TABLES)
    db.executemany(
        f"UPDATE hot SET {columns} WHERE id = ?",
        ((*(log.rows.get(table) for table in TABLES), log.id) for log in logs),
    )


def count_hot(db: sqlite3.Connection) -> int:
    """Return how many logs wait."""
    found: int = db.execute("SELECT count(*) FROM hot").fetchone()[0]
    return found


def drop_hot(db: sqlite3.Connection, logs: Iterable[int]) -> None:
    """Forget waiting rows that now stand in parts."""
    db.executemany("DELETE FROM hot WHERE id = ?", ((log,) for log in logs))


# -- logs that leave


def leave(db: sqlite3.Connection, log: int) -> None:
    """Take a log's rows out of what is read from now on, wherever they are.

    It is noted even where the rows only wait: a flush that runs just now may already have put them
    into a part.
    """
    db.execute("DELETE FROM hot WHERE id = ?", (log,))
    db.execute("INSERT OR IGNORE INTO gone (id) VALUES (?)", (log,))


def last_gone(db: sqlite3.Connection) -> int:
    """Return the number of the latest leave, 0 before the first."""
    found = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'gone'").fetchone()
    return 0 if found is None else int(found[0])


def gone(db: sqlite3.Connection) -> list[tuple[int, int]]:
    """Return the logs that left and may still have rows in parts, each with its leave's number."""
    return db.execute("SELECT id, nth FROM gone ORDER BY id").fetchall()


def forget_gone(db: sqlite3.Connection) -> None:
    """Forget those that left and whose rows no live part can hold any more."""
    db.execute(
        "DELETE FROM gone WHERE NOT EXISTS (SELECT 1 FROM parts WHERE died IS NULL "
        "AND gone.id BETWEEN first AND last AND clean_to < gone.nth)"
    )


# -- the catalogue of parts

_PART: Final = '"table", game, file, first, last, logs, rows, bytes, columns, clean_to'


def add_parts(db: sqlite3.Connection, parts: Iterable[Part]) -> None:
    """Make parts live. Their files must be on disk for good."""
    db.executemany(
        f"INSERT INTO parts ({_PART}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                part.table,
                part.game,
                part.file,
                part.first,
                part.last,
                part.logs,
                part.rows,
                part.bytes,
                json.dumps(part.columns),
                part.clean_to,
            )
            for part in parts
        ),
    )


def live_parts(db: sqlite3.Connection) -> list[Part]:
    """Return the live parts in the order of their logs."""
    rows = db.execute(f"SELECT {_PART}, id FROM parts WHERE died IS NULL ORDER BY first, id")
    return [
        Part(
            table,
            game,
            file,
            first,
            last,
            logs,
            rows_in_it,
            size,
            json.loads(columns),
            clean_to,
            part,
        )
        for (
            table,
            game,
            file,
            first,
            last,
            logs,
            rows_in_it,
            size,
            columns,
            clean_to,
            part,
        ) in rows
    ]


def kill_parts(db: sqlite3.Connection, parts: Iterable[Part]) -> None:
    """End the life of parts. Their files stay until nobody can be reading them."""
    db.execute("UPDATE store SET epoch = epoch + 1")
    died = epoch(db)
    db.executemany("UPDATE parts SET died = ? WHERE id = ?", ((died, part.id) for part in parts))


def dead_files(db: sqlite3.Connection, oldest: int) -> list[tuple[int, str]]:
    """Return id and file of the parts that no reader of epoch *oldest* or later sees."""
    return db.execute("SELECT id, file FROM parts WHERE died <= ?", (oldest,)).fetchall()


def count_dead(db: sqlite3.Connection) -> int:
    """Return how many dead parts there are whose files are not deleted."""
    found: int = db.execute("SELECT count(*) FROM parts WHERE died IS NOT NULL").fetchone()[0]
    return found


def forget_parts(db: sqlite3.Connection, parts: Iterable[int]) -> None:
    """Strike parts from the catalogue whose files are deleted."""
    db.executemany("DELETE FROM parts WHERE id = ?", ((part,) for part in parts))


def files(db: sqlite3.Connection) -> set[str]:
    """Return the file names of all parts, dead ones that are still there included."""
    return {file for (file,) in db.execute("SELECT file FROM parts")}


# -- logs


class Entry(NamedTuple):
    """One row of ``logs``."""

    id: int
    verdict: str
    successor: int
    game: str | None
    log_id: str | None
    digest: bytes
    source: str
    received_at: str
    size: int
    level: str | None
    outcome: str | None
    players: str
    violations: str | None
    judge: str
    token: str | None = None
    """The id of the token with which it was sent."""
    label: str | None = None
    """That token's, when asked."""


_ENTRY: Final = (
    "id, verdict, successor, game, log_id, digest, source, received_at, size, level, outcome, "
    "players, violations, judge, token, (SELECT label FROM tokens WHERE tokens.id = logs.token)"
)


def entries(
    db: sqlite3.Connection, where: str, values: Sequence[object] = (), *, limit: int | None = None
) -> list[Entry]:
    """Return the logs for which the condition *where* holds, which may end with an ORDER BY."""
    most = -1 if limit is None else limit
    rows = db.execute(f"SELECT {_ENTRY} FROM logs WHERE {where} LIMIT ?", (*values, most))
    return [Entry(*row) for row in rows]


def entry(db: sqlite3.Connection, where: str, values: Sequence[object]) -> Entry | None:
    """Return the first log for which *where* holds."""
    row = db.execute(f"SELECT {_ENTRY} FROM logs WHERE {where} LIMIT 1", values).fetchone()
    return None if row is None else Entry(*row)


def twin(db: sqlite3.Connection, column: str, value: bytes) -> Entry | None:
    """Return the log that makes one with the same *column* (digest, sha256) a duplicate.

    A superseded log is one while the ``log_id`` is still taken: sent again it would only undo the
    correction. Once the correction was removed it may come back.
    """
    return twins(db, column, [value]).get(value)


def twins(db: sqlite3.Connection, column: str, values: Sequence[bytes]) -> dict[bytes, Entry]:
    """Return the `twin` of each of many *values* that has one."""
    found: dict[bytes, Entry] = {}
    for some in _slices(values):
        for value, *row in db.execute(
            f"SELECT {column}, {_ENTRY} FROM logs WHERE {column} IN ({_marks(some)}) "
            "ORDER BY successor <> 0, id DESC",
            some,
        ):
            found.setdefault(value, Entry(*row))
    superseded = [one.log_id for one in found.values() if one.successor and one.log_id is not None]
    taken = counting_among(db, superseded) if superseded else ()
    return {value: one for value, one in found.items() if not one.successor or one.log_id in taken}


def counting_among(db: sqlite3.Connection, log_ids: Sequence[str]) -> set[str]:
    """Return those of some log_ids under which a log counts."""
    found: set[str] = set()
    for some in _slices(log_ids):
        where = f"successor = 0 AND log_id IN ({_marks(some)})"
        found.update(one for (one,) in db.execute(f"SELECT log_id FROM logs WHERE {where}", some))
    return found


def met(
    db: sqlite3.Connection, digests: Sequence[bytes], log_ids: Sequence[str]
) -> tuple[set[bytes], set[str]]:
    """Return the digests and the log_ids that logs have with which some new ones have to do.

    Those are at least the logs of which one is a duplicate, and those that one replaces. In one
    statement, for the same reason as in `add_logs`.
    """
    found: set[bytes] = set()
    counting: set[str] = set()
    for start in range(0, len(digests), _AT_ONCE):
        some, names = digests[start : start + _AT_ONCE], log_ids[start : start + _AT_ONCE]
        # With OR and an empty list SQLite would go through all logs there are.
        wanted = [f"digest IN ({_marks(some)})"] if some else []
        wanted += [f"successor = 0 AND log_id IN ({_marks(names)})"] if names else []
        for digest, log_id, successor in db.execute(
            f"SELECT digest, log_id, successor FROM logs WHERE {' OR '.join(wanted)}",
            (*some, *names),
        ):
            found.add(digest)
            if not successor and log_id is not None:
                counting.add(log_id)
    return found, counting


_AT_ONCE: Final = 100
"""Values, or rows, that one statement is given. More save nothing: SQLite reads the statement anew
for each other number of them, and Python keeps those that it was given before."""

_INSERT: Final = "INSERT OR ROLLBACK"
"""For many rows: with OR ABORT, the default, SQLite keeps a second journal, from which it would take
back those before one that cannot be. Here all of the transaction goes then, by `Journal.writing`."""


def _slices(values: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), _AT_ONCE):
        yield values[start : start + _AT_ONCE]


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def counting(db: sqlite3.Connection, log_id: str | None) -> int | None:
    """Return the id of the log that counts under *log_id*."""
    if log_id is None:
        return None
    row = db.execute("SELECT id FROM logs WHERE log_id = ? AND successor = 0", (log_id,)).fetchone()
    return None if row is None else int(row[0])


class New(NamedTuple):
    """A log to be kept, in the order of the table."""

    verdict: str
    game: str | None
    log_id: str | None
    digest: bytes
    source: str
    received_at: str
    size: int
    level: str | None
    outcome: str | None
    players: str
    violations: str | None
    judge: str
    token: str | None
    sha256: bytes


_NEW: Final = ", ".join(New._fields)


def add_log(db: sqlite3.Connection, new: New, zstd: bytes, replaces: int | None) -> int:
    """Keep a log; return the id it is given. *replaces* is the log that counted before."""
    if replaces is not None:
        # Two logs of one log_id cannot count, and the number of the new one is not known yet.
        db.execute("UPDATE logs SET successor = -1 WHERE id = ?", (replaces,))
    log = add_logs(db, [(new, zstd)])
    if replaces is not None:
        db.execute("UPDATE logs SET successor = ? WHERE id = ?", (log, replaces))
        leave(db, replaces)
    return log


def add_logs(db: sqlite3.Connection, new: Sequence[tuple[New, bytes]]) -> int:
    """Keep logs that replace none; return the id of the first, which those of the others follow.

    Few statements for all of them: Python lets other threads go first at each one, and those that
    wait for this transaction are many.
    """
    first = 0
    for some in _slices(new):
        done = db.execute(
            f"{_INSERT} INTO logs ({_NEW}) VALUES {_rows(len(some), len(New._fields))}",
            [value for log, _ in some for value in log],
        )
        assert done.lastrowid is not None, "something was inserted"
        # SQLite gives each the number after the highest there ever was, and nobody else writes.
        start = done.lastrowid - len(some) + 1
        first = first or start
        db.execute(
            f"{_INSERT} INTO raws VALUES {_rows(len(some), 2)}",
            [value for id, (_, zstd) in enumerate(some, start) for value in (id, zstd)],
        )
    return first


def _rows(rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return ", ".join([row] * rows)


def remove_log(db: sqlite3.Connection, log: int) -> None:
    """Forget a log and its bytes."""
    db.execute("DELETE FROM logs WHERE id = ?", (log,))
    db.execute("DELETE FROM raws WHERE id = ?", (log,))
    leave(db, log)
    owe_packing(db)


def owe_packing(db: sqlite3.Connection) -> None:
    """Note that bytes were deleted that shall not stay on the disk: see `Journal.pack`."""
    db.execute("INSERT OR IGNORE INTO owed VALUES ('pack')")


def owes_packing(db: sqlite3.Connection) -> bool:
    """Return whether such bytes may still be there."""
    return db.execute("SELECT 1 FROM owed WHERE what = 'pack'").fetchone() is not None


def raw(db: sqlite3.Connection, log: int) -> bytes | None:
    """Return a log as it was sent."""
    row = db.execute("SELECT zstd FROM raws WHERE id = ?", (log,)).fetchone()
    return None if row is None else packing.inflated(row[0])


# -- for a rebuild


def last_log(db: sqlite3.Connection) -> int:
    """Return the highest id so far."""
    found = db.execute("SELECT max(id) FROM logs").fetchone()[0]
    return int(found or 0)


def count_live(db: sqlite3.Connection, last: int) -> int:
    """Return how many logs up to *last* count."""
    row = db.execute("SELECT count(*) FROM logs WHERE successor = 0 AND id <= ?", (last,))
    found: int = row.fetchone()[0]
    return found


def accepted_games(db: sqlite3.Connection) -> list[str]:
    """Return the games of which there are accepted logs."""
    return [
        game
        for (game,) in db.execute(
            "SELECT DISTINCT game FROM logs WHERE verdict = 'accepted' AND successor = 0"
        )
    ]


def live_after(
    db: sqlite3.Connection, after: int, last: int, limit: int
) -> list[tuple[Entry, bytes]]:
    """Return the next logs that count, up to *last*, each as it was sent."""
    found = entries(
        db, "id > ? AND id <= ? AND successor = 0 ORDER BY id", (after, last), limit=limit
    )
    return [(one, raw(db, one.id) or b"") for one in found]


def add_rejudged(db: sqlite3.Connection, found: Iterable[Entry]) -> None:
    """Note verdicts that a rebuild found anew."""
    db.executemany(
        "INSERT INTO rejudged VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (one.id, one.verdict, one.level, one.outcome, one.players, one.violations, one.judge)
            for one in found
        ),
    )


def take_rejudged(db: sqlite3.Connection) -> None:
    """Make the verdicts that a rebuild found the ones that count."""
    db.execute(
        "UPDATE logs SET (verdict, level, outcome, players, violations, judge) = "
        "(SELECT verdict, level, outcome, players, violations, judge FROM rejudged "
        "WHERE rejudged.id = logs.id) WHERE id IN (SELECT id FROM rejudged)"
    )
    db.execute("DELETE FROM rejudged")


# -- for a pseudonymisation


def all_after(
    db: sqlite3.Connection, after: int, last: int, limit: int | None
) -> list[tuple[Entry, bytes]]:
    """Return the next logs up to *last*, those that do not count included, each as it was sent."""
    found = entries(db, "id > ? AND id <= ? ORDER BY id", (after, last), limit=limit)
    return [(one, raw(db, one.id) or b"") for one in found]


def add_renamed(db: sqlite3.Connection, found: Iterable[tuple[Entry, bytes, bytes]]) -> None:
    """Note logs under a new name, each with the SHA-256 of its bytes and these compressed."""
    db.executemany(
        "INSERT INTO renamed VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                one.id,
                one.log_id,
                one.digest,
                sha256,
                one.source,
                one.size,
                one.players,
                one.violations,
                one.judge,
                zstd,
            )
            for one, sha256, zstd in found
        ),
    )


def take_renamed(db: sqlite3.Connection) -> None:
    """Put the noted logs in the place of what they were."""
    columns = "log_id, digest, sha256, source, size, players, violations, judge"
    db.execute(
        f"UPDATE logs SET ({columns}) = (SELECT {columns} FROM renamed WHERE renamed.id = logs.id) "
        "WHERE id IN (SELECT id FROM renamed)"
    )
    db.execute(
        "UPDATE raws SET zstd = (SELECT zstd FROM renamed WHERE renamed.id = raws.id) "
        "WHERE id IN (SELECT id FROM renamed)"
    )
    db.execute("DELETE FROM renamed")
