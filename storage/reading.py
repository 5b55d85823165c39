"""One moment of the store, laid out as DuckDB views."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from . import journal, lasting, late, locks
from .errors import StorageError, damaged, in_words
from .journal import PARTS, Hot, Journal, Part, Snapshot
from .tables import DUCKDB, GAMES, LASTING, TABLES, Kinds, merged

if TYPE_CHECKING:
    from . import bare_duckdb as duckdb

_GONE: Final = "hidden.gone"

_SCRATCH: Final = "cardstats-reading-"

_YOUNG: Final = 60.0
"""Seconds."""

_MIN_BUFFER: Final = 1 << 20


class _Waiting(NamedTuple):
    """A file of waiting rows, one log a line."""

    file: str
    longest: int
    """Bytes of the longest line."""


class Reading:
    """The store as it was at one moment; use it inside ``Store.reading()`` alone."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        version: int,
        home: Path | None = None,
        remembered: dict[object, Any] | None = None,
    ) -> None:
        self.connection = connection
        """Has the views games, seats, rounds, moves, feedback and violations. No file but the parts
        of this moment can be opened and no setting be changed."""
        self.version = version
        """Of the store; another one means that something was written in between."""
        self.remembered: dict[object, Any] = {} if remembered is None else remembered
        """What questions found out that the next one asks as well; nothing changes in a reading."""
        self.home = home
        """The store's folder, where what can be made anew is kept beside the journal."""
        self._schema: dict[str, dict[str, str]] | None = None

    @contextmanager
    def beside(self) -> Iterator[Reading]:
        """Yield the same moment for another thread: a connection runs one statement at a time."""
        with self.connection.cursor() as connection:
            other = Reading(connection, self.version, self.home)
            other.remembered = self.remembered
            yield other

    def sql_schema(self) -> Mapping[str, Mapping[str, str]]:
        """Return the DuckDB types of all columns, by view."""
        if self._schema is None:
            self._schema = {table: {} for table in TABLES}
            for table, column, kind in self.connection.execute(
                "SELECT table_name, column_name, data_type FROM duckdb_columns() "
                "WHERE schema_name = 'main' AND NOT internal ORDER BY table_name, column_index"
            ).fetchall():
                if table in self._schema:
                    self._schema[table][column] = kind
        return self._schema


@contextmanager
def leased(home: Path, source: Journal) -> Iterator[None]:
    """Keep the files of all parts that live now or later from being deleted."""
    while True:
        with source.reading() as db:
            epoch = journal.epoch(db)
        with locks.lease(home, epoch):
            with source.reading() as db:
                if journal.epoch(db) != epoch:
                    continue  # parts died before the lease stood: they may be deleted any time
            yield
            return


class _Laid(NamedTuple):
    """A moment that is laid out."""

    connection: duckdb.DuckDBPyConnection
    remembered: dict[object, Any]
    kept: set[str]
    """What of `LASTING` the journal knows."""
    snapshot: Snapshot
    stack: ExitStack
    """What has to be closed with it."""


MOST_KEPT: Final = 2
"""Moments that are kept laid out. Each has a DuckDB of its own, with its threads."""


class Kept:
    """The last moments of one store, laid out for whoever asks next. For any number of threads.

    To start a DuckDB and to open all parts takes longer than most answers. No part is kept from being
    deleted for it: who takes a moment holds the lease, and takes none whose parts have died since.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_closed = False
        self._laid: list[_Laid] = []
        weakref.finalize(self, _let_go, self._laid)
        _ALL_KEPT.add(self)

    def take(self, version: int, epoch: int) -> _Laid | None:
        """Return one of that moment, which is the caller's from here on; None where there is none."""
        with self._lock:
            fits = [
                one
                for one in self._laid
                if (one.snapshot.version, one.snapshot.epoch) == (version, epoch)
            ]
            past = [one for one in self._laid if one not in fits]
            self._laid[:] = fits[1:]
        _let_go(past)
        return fits[0] if fits else None

    def give(self, laid: _Laid) -> None:
        """Keep a moment, or close it where there are enough."""
        with self._lock:
            is_kept = not self._is_closed and len(self._laid) < MOST_KEPT
            if is_kept:
                self._laid.append(laid)
        if not is_kept:
            laid.stack.close()

    def empty(self) -> None:
        """Close what is kept."""
        with self._lock:
            _let_go(self._laid)

    def close(self) -> None:
        """Close what is kept, and keep nothing more."""
        self._is_closed = True
        self.empty()


def _let_go(laid: list[_Laid]) -> None:
    while laid:
        laid.pop().stack.close()


_ALL_KEPT: Final[weakref.WeakSet[Kept]] = weakref.WeakSet()


def _empty_all() -> None:
    for one in list(_ALL_KEPT):
        one.empty()


# The threads of a DuckDB do not come along with a fork: the child would fall over it at its end.
os.register_at_fork(before=_empty_all)


@contextmanager
def read(
    home: Path, source: Journal, *, memory: int | None = None, kept: Kept | None = None
) -> Iterator[Reading]:
    """Yield the present moment of the store. *memory* as in ``Store.reading``.

    Without one it is taken from *kept* and put back there.
    """
    if memory is not None:
        kept = None
    with leased(home, source):
        laid = _taken(source, kept) or _laid(home, source, memory)
        try:
            yield Reading(laid.connection, laid.snapshot.version, home, laid.remembered)
        except BaseException as error:
            from . import bare_duckdb as duckdb

            laid.stack.close()
            if isinstance(error, duckdb.IOException):
                raise _unread(home, error) from error
            raise
    _keep_lasting(source, laid)
    # What waits lies on the disk for as long as it is laid out: not longer than it is asked.
    if kept is None or laid.snapshot.hot:
        laid.stack.close()
    else:
        kept.give(laid)


def _keep_lasting(source: Journal, laid: _Laid) -> None:
    """Keep for the next process what was found out here."""
    found: dict[str, Any] = laid.remembered[LASTING]
    fresh = {sql: found[sql] for sql in list(found) if sql not in laid.kept}
    if fresh:
        laid.kept.update(fresh)
        lasting.keep(source, laid.snapshot, fresh)


def _unread(home: Path, error: BaseException) -> StorageError:
    return damaged(str(home / PARTS), f"A part does not read: {error}.")


def _taken(source: Journal, kept: Kept | None) -> _Laid | None:
    if kept is None:
        return None
    with source.reading() as db:
        version, epoch = journal.version(db), journal.epoch(db)
    return kept.take(version, epoch)


def _laid(home: Path, source: Journal, memory: int | None) -> _Laid:
    """Lay the present moment out."""
    from . import bare_duckdb as duckdb  # nobody needs it to keep a log

    with source.reading() as db:
        found = journal.snapshot(db)
        texts = late.raws(db, found.hot)
    if texts:
        found = found._replace(hot=late.made(found.hot, texts))
        late.note(source, (log for log in found.hot if log.id in texts))
    with ExitStack() as stack:
        scratch = stack.enter_context(_scratch())
        with in_words(scratch):
            waiting = _waiting_files(scratch, found.hot)
        connection = stack.enter_context(duckdb.connect(":memory:"))
        try:
            if memory is not None:
                connection.execute(f"SET memory_limit = '{memory} MiB'")
            connection.execute(
                _script(home / PARTS, None if memory else f"{scratch}/spill", found, waiting)
            )
        except (duckdb.IOException, duckdb.InvalidInputException) as error:
            raise _unread(home, error) from error
        told = _told(found)
        return _Laid(connection, told, set(told[LASTING]), found, stack.pop_all())


def _told(found: Snapshot) -> dict[object, Any]:
    """Return what the journal tells that every question asks, as `Reading.remembered` has it."""
    told: dict[object, Any] = {LASTING: lasting.found_in(found)}
    if found.gone:  # they may have been the last of their game in a part
        return told
    games = {part.game for part in found.parts if part.table == "games"}
    told[GAMES] = sorted(games | {str(log.game) for log in found.hot if "games" in log.rows})
    return told


@contextmanager
def _scratch() -> Iterator[str]:
    """Yield a folder for what does not fit into memory, outside the store: that may be full."""
    with ExitStack() as stack:
        with in_words(tempfile.gettempdir()):
            folder = tempfile.mkdtemp(prefix=_SCRATCH)
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            stack.enter_context(locks.in_use(Path(folder)))
        yield folder


def clear_scratch() -> None:
    """Delete what readers left in the system's folder for such things when they were killed."""
    for path in Path(tempfile.gettempdir()).glob(f"{_SCRATCH}*"):
        # Somebody else may clear as well, and what is not ours is nothing to us.
        with suppress(OSError):
            about = path.lstat()
            is_ours = stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid()
            # A young one may not be marked yet.
            is_old = time.time() - about.st_mtime > _YOUNG
            if is_ours and is_old and not locks.is_in_use(path):
                shutil.rmtree(path)


def _waiting_files(folder: str, hot: Sequence[Hot]) -> dict[str, _Waiting]:
    """Write the waiting rows down for DuckDB, a file a table; return their names by table.

    As text inside SQL they would take ten times as long, and as bound parameters longer still:
    DuckDB imports numpy and pandas, where they are installed, to look at the first one it gets.
    """
    files = {}
    for table in TABLES:
        lines = [
            f'{{"game_id":{log.id},{log.rows[table][1:]}\n' for log in hot if table in log.rows
        ]
        if lines:
            name = f"{folder}/{table}.ndjson"
            encoded = [line.encode() for line in lines]
            with Path(name).open("wb") as file:
                file.writelines(encoded)
            files[table] = _Waiting(name, max(map(len, encoded)))
    return files


def _script(
    folder: Path, spill: str | None, found: Snapshot, waiting: Mapping[str, _Waiting]
) -> str:
    """Return the SQL that lays the moment out. What does not fit into memory goes to *spill*."""
    files = [
        *(str(folder / part.file) for part in found.parts),
        *(one.file for one in waiting.values()),
    ]
    statements = [
        # Names in the caller's Python are no tables.
        "SET python_enable_replacements = false",
        "SET autoinstall_known_extensions = false",
        "SET autoload_known_extensions = false",
        # The system keeps what was read of the parts; to keep it once more saves nothing.
        "SET enable_external_file_cache = false",
        # Sums by a thousand groups of sessions and a few values are kept in a plain array.
        "SET perfect_ht_threshold = 16",
        f"SET allowed_paths = {_list(map(_text, files))}",
        # Else DuckDB makes a folder where the program was started.
        f"SET temp_directory = {_text(spill or '')}",
    ]
    if found.gone:
        ids = _list(map(str, found.gone))
        statements.append("CREATE SCHEMA hidden")
        statements.append(f"CREATE TABLE {_GONE} AS SELECT unnest({ids}::BIGINT[]) AS game_id")
    statements += [_view(folder, table, found, waiting.get(table)) for table in TABLES]
    statements += ["SET enable_external_access = false", "SET lock_configuration = true"]
    return ";\n".join(statements)


def _view(folder: Path, table: str, found: Snapshot, waiting: _Waiting | None) -> str:
    """Return the SQL of one view: a SELECT for each schema among the parts, one for waiting rows.

    All of them name every column, so that a question may ask for a column that no row has yet.
    """
    by_schema: dict[tuple[tuple[str, str], ...], list[Part]] = {}
    for part in found.parts:
        if part.table == table:
            by_schema.setdefault(tuple(part.columns.items()), []).append(part)
    known = [columns for (name, _), columns in found.known.items() if name == table]
    columns = merged([*known, *map(dict, by_schema)])
    selects = [
        _from_parts(folder, parts, dict(schema), columns, has_gone=bool(found.gone))
        for schema, parts in by_schema.items()
    ]
    if waiting is not None:
        selects.append(_from_waiting(waiting, columns))
    if not selects:
        nothing = ", ".join(_missing(name, kind) for name, kind in columns.items())
        selects.append(f"SELECT NULL::BIGINT AS game_id, {nothing} WHERE false")
    return f'CREATE VIEW "{table}" AS ' + " UNION ALL ".join(selects)


def _from_parts(
    folder: Path, parts: Sequence[Part], has: Kinds, columns: Kinds, *, has_gone: bool
) -> str:
    shown = [
        _missing(name, kind)
        if name not in has
        else _name(name)
        if has[name] == kind
        else f"{_name(name)}::{DUCKDB[kind]} AS {_name(name)}"
        for name, kind in columns.items()
    ]
    files = _list(_text(str(folder / part.file)) for part in parts)
    select = f"SELECT game_id, {', '.join(shown)} FROM read_parquet({files})"
    if has_gone:
        select += f" WHERE game_id NOT IN (SELECT game_id FROM {_GONE})"
    return select


def _from_waiting(waiting: _Waiting, columns: Kinds) -> str:
    kinds = ", ".join(f"{_text(name)}: '{DUCKDB[kind]}[]'" for name, kind in columns.items())
    shown = ", ".join(f"unnest({_name(name)}) AS {_name(name)}" for name in columns)
    # DuckDB takes a buffer of twice the size that it is told a line may have.
    most = max(waiting.longest, _MIN_BUFFER)
    return (
        f"SELECT game_id, {shown} FROM read_json({_text(waiting.file)}, format = 'newline_delimited', "
        f"columns = {{'game_id': 'BIGINT', {kinds}}}, maximum_object_size = {most})"
    )


def _missing(name: str, kind: str) -> str:
    return f"NULL::{DUCKDB[kind]} AS {_name(name)}"


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"
