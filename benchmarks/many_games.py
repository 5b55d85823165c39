"""A store of millions of moves, made in seconds: few games are played, their rows written often."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from engine.facts import SHARED
from storage import Store, journal, locks, open_store, parts

from . import corpus
from .stores import take_in

_NIGHT: Final = 6
"""Games of one session."""

_BOTS: Final = 10
"""One game in so many is played by bots."""

_DAY: Final = 86_400_000_000
"""Microseconds."""


def many_games(folder: Path, moves: int, *, by_bots: bool = False) -> Store:
    """Return a store with at least so many moves of Spot On in it, made where it is not there.

    Each copy of the games has ids, sessions and dates of its own; half of all games are on another
    print, and nine in ten count as played by people, or *by_bots* all of them by bots, whose games
    are of no session. The logs themselves are kept for the first copy
    alone: this is a store to ask, not one to rebuild.
    """
    store = open_store(folder)
    if store.state().games:
        return store
    logs = corpus.all_forms()
    take_in(store, logs)
    store.flush()
    copies = -(-moves // corpus.moves_in(logs))
    whole = _rows(store)
    with locks.parts_lock(store.path, wait=60):
        with parts.Batch(store.path / journal.PARTS, 0) as batch:
            for nth in range(copies):
                for rows in _copied(whole, nth, len(logs), by_bots=by_bots):
                    batch.add(rows, most=50_000)
            made = batch.close()
        with store._journal.writing() as db:  # noqa: SLF001 - no user has rows without logs
            journal.kill_parts(db, journal.live_parts(db))
            journal.add_parts(db, made)
    return store


def _rows(store: Store) -> list[parts.Rows]:
    """Return all rows of the store, as one block a table."""
    with store._journal.reading() as db:  # noqa: SLF001
        live = journal.live_parts(db)
    found = []
    for table in SHARED:
        own = [part for part in live if part.table == table]
        if own:
            read = [pq.read_table(store.path / journal.PARTS / part.file) for part in own]
            whole = pa.concat_tables(read).sort_by("game_id")
            if table in ("games", "moves"):
                whole = _with(
                    whole, "seconds", _seconds(whole.num_rows, 600 if table == "games" else 12)
                )
            found.append(parts.Rows(table, own[0].game, own[0].columns, 0, whole))
    return found


def _seconds(rows: int, mean: float) -> Any:
    """Return times as of people, for the bots that played took none."""
    rng = random.Random(rows)
    return pa.chunked_array([[round(rng.expovariate(1 / mean), 1) for _ in range(rows)]])


def _copied(
    whole: list[parts.Rows], nth: int, games: int, *, by_bots: bool
) -> Iterator[parts.Rows]:
    for rows in whole:
        table = rows.arrow
        ids = pc.add(table.column("game_id"), nth * games)
        table = _with(table, "game_id", ids)
        if rows.table == "games":
            table = _another(table, ids, nth, bots=1 if by_bots else _BOTS)
            if by_bots:
                table = _with(table, "session", _nothing(table, "session"))
        yield parts.Rows(rows.table, rows.game, rows.columns, games, table.combine_chunks())


def _another(table: Any, ids: Any, nth: int, *, bots: int) -> Any:
    """Give the games of a copy what tells them from those of the others."""
    numbers = ids.to_pylist()
    named = {
        "session": [f"night {number // _NIGHT}" for number in numbers],
        "played_by": ["bots" if number % bots == 0 else "humans" for number in numbers],
        "source": ["bot" if number % bots == 0 else "table" for number in numbers],
        "rules_version": [f"print {'AB'[nth % 2]}"] * len(numbers),
        "played_at": pa.array([1_704_067_200_000_000 + nth * _DAY] * len(numbers), pa.int64()),
    }
    for name, values in named.items():
        table = _with(table, name, pa.chunked_array([values]).cast(table.schema.field(name).type))
    return table


def _nothing(table: Any, name: str) -> Any:
    return pa.chunked_array([pa.nulls(table.num_rows, table.schema.field(name).type)])


def _with(table: Any, name: str, values: Any) -> Any:
    at = table.schema.get_field_index(name)
    return table.set_column(at, table.schema.field(at), values)
