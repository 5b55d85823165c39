"""Parquet parts: immutable files, each with rows of one table and one game, in game order.

A part is written under another name, synced, given its name, and its folder synced; only then may
the catalogue speak of it. It is never opened for writing again.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from engine.facts import Array

from . import locks
from .columns import Rows as FactRows
from .columns import kinds
from .errors import damaged
from .gathering import Gathering, gathered
from .journal import Hot, Part
from .tables import Kinds, merged, unpack, within_bounds

ROW_GROUP: Final = 122_880
"""Rows that DuckDB reads at a time with one thread."""

TYPES: Final[Mapping[str, Any]] = {
    "whole": pa.int64(),
    "number": pa.float64(),
    "text": pa.string(),
    "flag": pa.bool_(),
    "time": pa.timestamp("us"),
}
"""Kind → Arrow type. Any: pyarrow ships no types."""

_ZONED: Final = pa.timestamp("us", "UTC")

Codec: TypeAlias = Literal["snappy", "zstd"]
"""How the pages of a part are packed. A fresh part is soon merged with others into a lasting one:
snappy takes hardly any time, and zstd leaves an eighth less."""

_BUFFER: Final = 256 * 1024
"""Bytes of a part that go to the disk together."""

_ALL_DIFFERENT: Final = ("log_sha256", "log_id", "comment", "message")
"""Text columns whose values hardly ever come twice, so that a dictionary is no use."""


def schema(columns: Kinds) -> Any:
    """Return the Arrow schema of a part."""
    return _schema(columns, [None, *columns])


def _schema(columns: Kinds, arrays: Sequence[Any]) -> Any:
    """Return the same for some arrays, of which those of text may have dictionaries."""
    fields = [pa.field("game_id", pa.int64(), nullable=False)]
    for (name, kind), array in zip(columns.items(), arrays[1:], strict=True):
        is_coded = isinstance(array, pa.DictionaryArray)
        fields.append(pa.field(name, array.type if is_coded else TYPES[kind]))
    return pa.schema(fields)


def _array(column: Sequence[Any], kind: str) -> Any:
    if kind != "time":
        try:
            return pa.array(column, TYPES[kind])
        except OverflowError:
            return pa.array(within_bounds(column), TYPES[kind])
    # UTC without a zone: from datetimes, or from what `tables.pack` wrote.
    is_text = any(isinstance(value, str) for value in column)
    return pa.array(column, pa.string() if is_text else _ZONED).cast(TYPES["time"])


class PartWriter:
    """Writes one part, row group by row group."""

    def __init__(
        self, folder: Path, table: str, game: str, columns: Kinds, *, codec: Codec = "zstd"
    ) -> None:
        self._folder = folder
        self._table = table
        self._game = game
        self._columns = columns
        self._codec: Codec = codec
        self._waiting: list[Any] = []
        self._waiting_rows = 0
        self._first = self._last = -1
        self.logs = 0
        self._rows = 0
        self._schema: Any = None
        self._temporary = folder / f".{secrets.token_hex(8)}.tmp"
        # pyarrow's own: a file of Python's would be called for each of thousands of little pieces.
        # close or drop closes it.
        self._file = pa.output_stream(str(self._temporary), compression=None, buffer_size=_BUFFER)

    def add(self, table: Any, logs: int) -> None:
        """Add an Arrow table of the part's schema with the rows of that many further logs."""
        if table.num_rows == 0:
            return
        if self._schema is None:
            self._begin(table.schema)
        elif not table.schema.equals(self._schema):
            table = table.cast(self._schema)
        low, high = pc.min_max(table.column("game_id")).as_py().values()
        self._first = low if self._first < 0 else min(self._first, low)
        self._last = max(self._last, high)
        self.logs += logs
        self._rows += table.num_rows
        self._waiting.append(table)
        self._waiting_rows += table.num_rows
        if self._waiting_rows >= ROW_GROUP:
            self._write()

    def _begin(self, shape: Any) -> None:
        """Begin the file. Texts come with dictionaries of their own or without, from now on."""
        self._schema = shape
        texts = [name for name, kind in self._columns.items() if kind == "text"]
        wholes = [name for name, kind in self._columns.items() if kind == "whole"]
        self._writer = pq.ParquetWriter(
            self._file,
            shape,
            compression=self._codec,
            compression_level=1 if self._codec == "zstd" else None,
            use_dictionary=[name for name in texts if name not in _ALL_DIFFERENT],
            # Both smaller and faster, to write and to read, than numbers side by side.
            column_encoding=dict.fromkeys(["game_id", *wholes], "DELTA_BINARY_PACKED"),
            write_statistics=[name for name in shape.names if name not in texts],
            store_schema=False,
        )

    def _write(self) -> None:
        if self._waiting:
            table = self._waiting[0]
            if len(self._waiting) > 1:
                table = pa.concat_tables(self._waiting).unify_dictionaries()
            self._writer.write_table(table, row_group_size=ROW_GROUP)
            self._waiting = []
            self._waiting_rows = 0

    def close(self, *, clean_to: int = 0) -> Part | None:
        """Finish the file and return the part; None where there were no rows.

        Its name lasts only once the folder is synced: see `settle`.
        """
        if not self._rows:
            self.drop()
            return None
        try:
            self._write()
            self._writer.close()
            self._file.close()
            size = _finish_file(self._temporary)
            name = _file_name(self._table, self._game, self._first, self._last)
            self._temporary.rename(self._folder / name)
        except BaseException:
            self.drop()
            raise
        return Part(
            self._table,
            self._game,
            name,
            self._first,
            self._last,
            self.logs,
            self._rows,
            size,
            self._columns,
            clean_to,
        )

    def drop(self) -> None:
        """Leave nothing behind."""
        # What goes wrong while closing a file that is thrown away is of no interest.
        with suppress(Exception):
            self._writer.close()
        with suppress(OSError):
            self._file.close()
        self._temporary.unlink(missing_ok=True)


def _finish_file(file: Path) -> int:
    """Make the content of a written file last; return its size."""
    handle = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        # What nobody may write, nobody writes by mistake.
        os.fchmod(handle, 0o444)
        os.fsync(handle)
        return os.fstat(handle).st_size
    finally:
        os.close(handle)


def _file_name(table: str, game: str, first: int, last: int) -> str:
    # A plug-in may call its game anything. Some systems tell no upper case from lower.
    safe = re.sub(r"[^a-z0-9-]", "_", game.lower())[:40] or "all"
    return f"{table}.{safe}.{first}-{last}.{secrets.token_hex(6)}.parquet"


class Batch:
    """A part a table and game, all of them written together or not at all."""

    def __init__(self, folder: Path, clean_to: int, *, codec: Codec = "zstd") -> None:
        self._folder = folder
        self._clean_to = clean_to
        self._codec: Codec = codec
        self._open: dict[tuple[str, str], PartWriter] = {}
        self._done: list[Part] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.drop()

    def add(self, rows: Rows, *, most: int = 0) -> None:
        """Add rows; begin another part where one has *most* logs, if that is not 0."""
        key = rows.table, rows.game
        writer = self._open.get(key)
        if writer is not None and most and writer.logs + rows.logs > most:
            self._finish(self._open.pop(key))
            writer = None
        if writer is None:
            writer = self._open[key] = PartWriter(
                self._folder, *key, rows.columns, codec=self._codec
            )
        writer.add(rows.arrow, rows.logs)

    def close(self) -> list[Part]:
        """Return the parts, all of them on disk for good, and care for them no more.

        They may become live any moment now. Those that do not are cleared away as leftovers.
        """
        while self._open:
            key = next(iter(self._open))
            self._finish(self._open[key])
            del self._open[key]
        locks.sync(self._folder)
        done, self._done = self._done, []
        return done

    def drop(self) -> None:
        """Leave nothing behind, finished parts neither."""
        for writer in self._open.values():
            writer.drop()
        delete(self._folder, (part.file for part in self._done))
        self._open, self._done = {}, []

    def _finish(self, writer: PartWriter) -> None:
        part = writer.close(clean_to=self._clean_to)
        if part is not None:
            self._done.append(part)


@dataclass(slots=True)
class Rows:
    """Rows of some logs in one table and of one game."""

    table: str
    game: str
    columns: Kinds
    logs: int
    arrow: Any


def arrow(gathering: Gathering, ids: Mapping[int, int] | None = None) -> Iterator[Rows]:
    """Yield what was gathered; with *ids* under these, and without the logs that have none."""
    for key, found in gathering.found.items():
        kept = found.columns
        told = zip(kept.values(), found.values(), strict=True)
        arrays = [_array(values, kind) for kind, values in told]
        yield from _numbered(key, kept, _Logs.of(found.logs, found.sizes, ids), arrays)
    for key, logs, many in gathering.made():
        kept = kinds(*key)
        arrays = [
            _packed(column, kind) for kind, column in zip(kept.values(), many.columns, strict=True)
        ]
        yield from _numbered(key, kept, _Logs.of(logs, many.sizes, ids), arrays)


class _Logs(NamedTuple):
    """The logs of which rows are told, one after the other."""

    ids: list[int | None]
    """None for a log whose rows are left out."""
    sizes: Any
    """How many rows each has, an Arrow array."""

    @classmethod
    def of(cls, logs: Sequence[int], sizes: Any, ids: Mapping[int, int] | None) -> _Logs:
        """Return *logs* under their *ids*, under their own numbers without any."""
        return cls(list(logs if ids is None else map(ids.get, logs)), pa.array(sizes, pa.int32()))


def _numbered(
    key: tuple[str, str], columns: Kinds, logs: _Logs, arrays: list[Any]
) -> Iterator[Rows]:
    """Yield the rows of some logs, each with its log's id, unless nothing is left."""
    has_rows = pc.greater(logs.sizes, 0)
    ends = pc.cumulative_sum(logs.sizes).filter(has_rows)
    ids = pa.array(logs.ids, pa.int64()).filter(has_rows)
    of_rows = pc.run_end_decode(pa.RunEndEncodedArray.from_arrays(ends, ids))
    told = [of_rows, *arrays]
    made = pa.Table.from_arrays(told, schema=_schema(columns, told))
    if ids.null_count:
        made = made.filter(pc.is_valid(of_rows))
    if len(ids) > ids.null_count:
        yield Rows(*key, columns, len(ids) - ids.null_count, made)


def _packed(column: Array, kind: str) -> Any:
    """Return a column that numpy holds; one of texts has a dictionary."""
    if column.texts is not None:
        places = pa.array(column.values, pa.int32(), mask=column.nulls)
        return pa.DictionaryArray.from_arrays(places, pa.array(column.texts, pa.string()))
    if column.values.dtype == object:  # some numbers are beyond 64 bits
        return pa.array(within_bounds(column.list()), TYPES[kind])
    return pa.array(column.values, TYPES[kind], mask=column.nulls)


def from_rows(logs: Iterable[tuple[int, str | None, FactRows]]) -> Iterator[Rows]:
    """Yield the rows of some logs, each with its id and game."""
    yield from arrow(gathered(logs))


def from_hot(logs: Iterable[Hot], known: Mapping[tuple[str, str], Kinds]) -> Iterator[Rows]:
    """Yield the rows that waited.

    They have the columns that the version of the day told; *known* are those of all versions.
    """
    gathering = Gathering(known)
    for log in logs:
        for table, text in log.rows.items():
            into = gathering.into(table, log.game)
            found = unpack(text)
            size = len(next(iter(found.values())))
            missing = [None] * size
            values = (found.get(name) or missing for name in into.columns)
            into.add_columns(log.id, values, size)
    yield from arrow(gathering)


def merge(folder: Path, parts: Sequence[Part], gone: Sequence[int], clean_to: int) -> Part | None:
    """Write one part with the rows of several, those of *gone* logs left out.

    None where nothing is left. A row group is in memory at a time. The caller syncs the folder.
    """
    first = parts[0]
    columns = merged(part.columns for part in parts)
    shape = schema(columns)
    writer = PartWriter(folder, first.table, first.game, columns)
    dead = pa.array(gone, pa.int64())
    try:
        for part in parts:
            # Only parts that may hold dead rows are looked through for them.
            has_dead = any(part.first <= id <= part.last for id in gone)
            logs: set[int] = set()
            with pq.ParquetFile(folder / part.file) as source:
                for nth in range(source.num_row_groups):
                    table = source.read_row_group(nth)
                    if has_dead:
                        is_dead = pc.is_in(table.column("game_id"), value_set=dead)
                        table = table.filter(pc.invert(is_dead))
                        logs.update(pc.unique(table.column("game_id")).to_pylist())
                    writer.add(_conform(table, shape), 0)
            writer.logs += len(logs) if has_dead else part.logs
    except pa.ArrowInvalid as error:
        writer.drop()
        raise damaged(str(folder), f"A part does not read: {error}.") from error
    except BaseException:
        writer.drop()
        raise
    return writer.close(clean_to=clean_to)


def _conform(table: Any, shape: Any) -> Any:
    """Return *table* with the columns of *shape*, null where it lacks one."""
    if table.schema.equals(shape):
        return table
    arrays = []
    for field in shape:
        if field.name in table.column_names:
            arrays.append(table.column(field.name).cast(field.type))
        else:
            arrays.append(pa.nulls(table.num_rows, field.type))
    return pa.Table.from_arrays(arrays, schema=shape)


def delete(folder: Path, files: Iterable[str]) -> None:
    """Delete part files; one that is gone already is no fault."""
    for file in files:
        (folder / file).unlink(missing_ok=True)
