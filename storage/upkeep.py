"""Work on the parts: flush, compact, clear away, rebuild.

Whoever does it holds the lock on parts, so that a part file that the catalogue does not know is
left over from a process that died, and may go.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from engine import games
from engine.errors import UnknownGame, UnreadableLog
from engine.facts import Column, Row
from engine.replay import judge

from . import journal, late, locks, parts
from .columns import columns, installed_kinds
from .errors import StorageError, in_words
from .gathering import gathered
from .journal import PARTS, Entry, Journal, Part
from .reading import Reading, clear_scratch, read
from .records import dump_players, dump_violations, load_violations
from .reports import ChangedFigure, ChangedVerdict, Compaction, Rebuilt
from .tables import TABLES, group, within_bounds
from .verdicts import (
    Judged,
    codes,
    judge_of,
    judged,
    unreadable,
)

FLUSH_LOGS: Final = 1_000
"""Waiting logs that become parts together: what is in memory at a time."""

PART_LOGS: Final = 50_000
"""Logs in a part that is big enough."""

REBUILD_LOGS: Final = 500
"""Logs that a rebuild judges and compares together."""

_TIERS: Final = (1_000, 10_000)
_FAN_IN: Final = 10
"""As many parts of one tier become one of the next: each row is written three times at the most."""

_DEAD_SHARE: Final = 0.25

_TOLD: Final = 1_000
"""Changed verdicts that a rebuild names one by one."""


def write(home: Path, found: Iterable[parts.Rows], clean_to: int) -> list[Part]:
    """Write rows as fresh parts, on disk for good but not yet in the catalogue."""
    with in_words(home / PARTS), parts.Batch(home / PARTS, clean_to, codec="snappy") as batch:
        for rows in found:
            batch.add(rows)
        return batch.close()


def flush(home: Path, source: Journal) -> int:
    """Turn what waits now into parts; return the number of logs. Needs the lock."""
    with source.reading() as db:
        last = journal.last_log(db)  # while others upload, more would come without end
    done = after = 0
    while True:
        with source.reading() as db:
            known = journal.known(db)
            clean_to = journal.last_gone(db)
            found = journal.hot(db, after=after, last=last, limit=FLUSH_LOGS)
            texts = late.raws(db, found)
        if not found:
            return done
        after = found[-1].id
        logs = late.made(found, texts)
        made = write(home, parts.from_hot(logs, known), clean_to)
        with source.writing() as db:
            journal.drop_hot(db, (log.id for log in logs))
            journal.add_parts(db, made)
        done += len(logs)


# -- compaction


def tidy(home: Path, source: Journal) -> None:
    """Merge where enough small parts have gathered. Needs the lock."""
    with source.reading() as db:
        live = journal.live_parts(db)
        gone = _Gone(journal.gone(db))
    for choice in _due(live, gone):
        _merge(home, source, choice)
    if gone:
        with source.writing() as db:
            journal.forget_gone(db)
    clear(home, source)


def compact(home: Path, source: Journal) -> Compaction:
    """Merge all that can be merged and drop the rows of logs that left. Needs the lock.

    The bytes of logs that were removed go from the journal's file as well.
    """
    with source.reading() as db:
        before = journal.live_parts(db)
        gone = _Gone(journal.gone(db))
    dropped = sum(_merge(home, source, choice) for choice in _all_due(before, gone))
    with source.writing() as db:
        journal.forget_gone(db)
    clear(home, source)
    with source.reading() as db:
        after = journal.live_parts(db)
        owes_packing = journal.owes_packing(db)
    if owes_packing:
        source.pack()
    return Compaction(
        len(before),
        len(after),
        sum(part.bytes for part in before),
        sum(part.bytes for part in after),
        dropped,
    )


def _groups(live: Iterable[Part]) -> list[list[Part]]:
    found: dict[tuple[str, str], list[Part]] = {}
    for part in live:
        found.setdefault((part.table, part.game), []).append(part)
    return list(found.values())


def _due(live: Sequence[Part], gone: _Gone) -> Iterable[list[Part]]:
    """Yield the parts that are to become one, as little as keeps their number low."""
    for members in _groups(live):
        for low, high in zip((0, *_TIERS), _TIERS, strict=False):
            tier = [part for part in members if low <= part.logs < high]
            if len(tier) >= _FAN_IN:
                yield tier
                break
        else:
            for part in members:
                if gone.count(part) > _DEAD_SHARE * part.logs:
                    yield [part]


def _all_due(live: Sequence[Part], gone: _Gone) -> Iterable[list[Part]]:
    """Yield the parts that are to become one, as much as there is to do."""
    for members in _groups(live):
        together: list[Part] = []
        for part in [*members, None]:
            if part is None or sum(one.logs for one in together) + part.logs > PART_LOGS:
                if len(together) > 1 or any(gone.count(one) for one in together):
                    yield together
                together = []
            if part is not None:
                together.append(part)


class _Gone:
    """The logs that left."""

    def __init__(self, found: Sequence[tuple[int, int]]) -> None:
        self._ids = [log for log, _ in found]
        self._nths = [nth for _, nth in found]

    def __bool__(self) -> bool:
        return bool(self._ids)

    def count(self, part: Part) -> int:
        """Return how many of them may still have rows in *part*."""
        low, high = bisect_left(self._ids, part.first), bisect_right(self._ids, part.last)
        return sum(nth > part.clean_to for nth in self._nths[low:high])


def _merge(home: Path, source: Journal, chosen: Sequence[Part]) -> int:
    """Put one part in the place of several; return the number of rows dropped."""
    with source.reading() as db:
        clean_to = journal.last_gone(db)
        gone = [log for log, _ in journal.gone(db)]
    with in_words(home / PARTS):
        made = parts.merge(home / PARTS, chosen, gone, clean_to)
        locks.sync(home / PARTS)
    with source.writing() as db:
        journal.kill_parts(db, chosen)
        journal.add_parts(db, [made] if made else [])
    return sum(part.rows for part in chosen) - (made.rows if made else 0)


def clear(home: Path, source: Journal) -> None:
    """Delete the files of dead parts that nobody reads any more, and leftovers. Needs the lock."""
    with source.reading() as db:
        oldest = locks.oldest_reader(home, journal.epoch(db))
        dead = journal.dead_files(db, oldest)
        known = journal.files(db)
    with in_words(home / PARTS):
        parts.delete(home / PARTS, (file for _, file in dead))
        parts.delete(home / PARTS, {path.name for path in (home / PARTS).iterdir()} - known)
    if dead:
        with source.writing() as db:
            journal.forget_parts(db, (part for part, _ in dead))
    clear_scratch()


# -- rebuild


def rebuild(
    home: Path, source: Journal, progress: Callable[[int, int], None] | None = None
) -> Rebuilt:
    """Judge every log anew, make all parts anew, and tell what changed. Needs the lock.

    The store can be read and written all the while; the new parts and verdicts come in at once,
    at the end. A few hundred logs are in memory at a time.
    """
    with source.writing() as db:
        db.execute("DELETE FROM rejudged")
    with source.reading() as db:
        last = journal.last_log(db)
        total = journal.count_live(db, last)
        clean_to = journal.last_gone(db)
        _refuse_missing_games(journal.accepted_games(db))
    told = Rebuilt()
    figures = _Figures(told)
    with in_words(home / PARTS), parts.Batch(home / PARTS, clean_to) as batch:
        with _old(home, source) as old:
            told.is_compared = old is not None
            after = 0
            while True:
                with source.reading() as db:
                    found = journal.live_after(db, after, last, REBUILD_LOGS)
                if not found:
                    break
                after = found[-1][0].id
                anew = [(log, _judge_again(log, data)) for log, data in found]
                _note_verdicts(source, anew, told)
                for rows in parts.from_rows((log.id, new.game, new.rows) for log, new in anew):
                    batch.add(rows, most=PART_LOGS)
                if told.is_compared and old is not None:
                    told.is_compared = figures.compare(old, anew)
                told.logs += len(found)
                if progress is not None:
                    progress(told.logs, total)
        made = batch.close()
    with source.writing() as db:
        journal.kill_parts(db, journal.live_parts(db))
        journal.add_parts(db, made)
        journal.know(db, installed_kinds())
        journal.take_rejudged(db)
        # Logs that came meanwhile have higher numbers; those that left meanwhile have later leaves.
        db.execute("DELETE FROM hot WHERE id <= ?", (last,))
        db.execute("DELETE FROM gone WHERE nth <= ?", (clean_to,))
        journal.forget_gone(db)
    clear(home, source)
    return told


def _refuse_missing_games(names: Iterable[str]) -> None:
    for name in names:
        try:
            games.game(name)
        except UnknownGame as error:
            raise StorageError(
                f"There are accepted logs of {name!r}, and no such game is installed.",
                code="storage-game-missing",
                hint="Install its package first; a rebuild would reject them all.",
            ) from error


@contextmanager
def _old(home: Path, source: Journal) -> Iterator[Reading | None]:
    """Yield the store as it was; None where the parts do not read, which a rebuild mends."""
    with ExitStack() as stack:
        old = None
        with suppress(StorageError):
            old = stack.enter_context(read(home, source))
        yield old


def _judge_again(log: Entry, data: bytes) -> Judged:
    try:
        return judged(judge(data))
    except UnreadableLog as error:
        return unreadable(error, log.game, log.log_id, log.digest.hex())


def _note_verdicts(source: Journal, anew: Sequence[tuple[Entry, Judged]], told: Rebuilt) -> None:
    changed = []
    for log, new in anew:
        entry = log._replace(
            verdict=new.verdict,
            level=new.level,
            outcome=new.outcome,
            players=dump_players(new.players),
            violations=dump_violations(new.violations),
            judge=judge_of(new.game),
        )
        if entry != log:
            changed.append(entry)
        before = codes(log.verdict, load_violations(log.violations))
        if before != (after := codes(new.verdict, new.violations)):
            told.changed_verdicts += 1
            if len(told.verdicts) < _TOLD:
                told.verdicts.append(ChangedVerdict(log.id, log.game, log.log_id, before, after))
    if changed:
        with source.writing() as db:
            journal.add_rejudged(db, changed)


_KEYS: Final = {"seats": "seat", "rounds": "round", "moves": "move"}
"""What tells the rows of one log apart, by table."""

_VERSIONS: Final = ("engine_version", "rulebook_version")
"""Columns that change with every release and are no figures."""


class _Table(NamedTuple):
    """A table of which old and new rows are compared."""

    name: str
    stored: Sequence[str]
    """The columns of old rows."""
    told: Sequence[Column]
    """The columns of new rows."""


class _Figures:
    """Compares the rows of logs that are accepted as before."""

    def __init__(self, told: Rebuilt) -> None:
        self._told = told
        self._by_column: dict[tuple[str, str], ChangedFigure] = {}

    def compare(self, old: Reading, anew: Sequence[tuple[Entry, Judged]]) -> bool:
        """Note what changed; return whether the old rows could be read."""
        from . import bare_duckdb as duckdb

        try:
            self._compare(old, anew)
        except duckdb.Error:  # a part is torn, and a rebuild is just what mends it
            return False
        return True

    def _compare(self, old: Reading, anew: Sequence[tuple[Entry, Judged]]) -> None:
        low, high = anew[0][0].id, anew[-1][0].id
        after: dict[tuple[int, str], list[Row]] = {}
        told = gathered((log.id, new.game, new.rows) for log, new in anew)
        for id, (table, _), values in told.by_log():
            after[id, table] = list(zip(*values, strict=True))
        for table in TABLES:
            if table == "violations":
                continue  # they are the verdict
            names = list(old.sql_schema()[table])
            before: dict[int, list[Row]] = {}
            for row in old.connection.execute(
                f'SELECT * FROM "{table}" WHERE game_id BETWEEN {low} AND {high}'
            ).fetchall():
                before.setdefault(row[0], []).append(row)
            for log, new in anew:
                if log.verdict == new.verdict == "accepted":
                    self._log(
                        _Table(table, names, columns(table, group(table, new.game))),
                        log.id,
                        before.get(log.id, []),
                        after.get((log.id, table), ()),
                    )

    def _log(self, table: _Table, log: int, before: Sequence[Row], after: Sequence[Row]) -> None:
        if len(before) != len(after):
            self._note((table.name, "(rows)"), log, len(before), len(after))
            return
        places = {name: at for at, name in enumerate(table.stored)}
        key = _KEYS.get(table.name, "")
        was = _in_order(before, places.get(key))
        now = _in_order(
            after, next((at for at, one in enumerate(table.told) if one.name == key), None)
        )
        for at, column in enumerate(table.told):
            if column.name in _VERSIONS:
                continue
            place = places.get(column.name)
            for old_row, new_row in zip(was, now, strict=True):
                old_value = None if place is None else old_row[place]
                new_value = new_row[at]
                if column.kind == "time" and new_value is not None:
                    new_value = new_value.replace(tzinfo=None)
                if old_value != new_value and not _is_beyond(new_value):
                    self._note((table.name, column.name), log, old_value, new_value)
                    break

    def _note(self, where: tuple[str, str], log: int, before: object, after: object) -> None:
        figure = self._by_column.get(where)
        if figure is None:
            figure = self._by_column[where] = ChangedFigure(*where, 0, log, before, after)
            self._told.figures.append(figure)
        figure.logs += 1


def _is_beyond(value: object) -> bool:
    """Return whether the tables cannot hold a number, so that it is null there."""
    return type(value) is int and within_bounds([value]) == [None]


def _in_order(rows: Sequence[Row], place: int | None) -> list[Row]:
    """Return rows in an order that both sides share."""
    if place is None:
        return sorted(rows, key=repr)
    return sorted(rows, key=lambda row: repr(row[place]))
