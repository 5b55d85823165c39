"""Keeps how games of bots came out, so that what was played once need not be played again.

It stands in a file of its own beside the journal. All of it can be played anew: it is part of no
backup, and may be deleted at any time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine import __version__
from engine.bots.tables import BotTable
from engine.errors import CardstatsError
from engine.games import game

if TYPE_CHECKING:
    from engine.bots.many import Workers

FILE: Final = "bots.sqlite"
SERIES: Final = 1
"""Of the seeds; see `engine.bots.simulate.seed_of`."""
_AT_ONCE: Final = 200
"""Games after which it is kept how far it got."""
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS replayed (
    "table" TEXT NOT NULL,
    deal TEXT NOT NULL,        -- its digest; nothing of deals drawn at random
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY ("table", deal)
);
CREATE TABLE IF NOT EXISTS dealt (
    log TEXT PRIMARY KEY,      -- the SHA-256 of a log's canonical form,
    "table" TEXT NOT NULL,     -- where its deal is replayed,
    deal TEXT NOT NULL         -- and the deal's digest
);
CREATE TABLE IF NOT EXISTS played (
    "table" TEXT PRIMARY KEY,  -- who played what, by which rules and which engine: JSON
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL
)
"""


class Played(NamedTuple):
    """What came of the games at one table."""

    games: int
    """The first so many of the series."""
    won: int
    lost: int

    @property
    def decided(self) -> int:
        """Games that were won or lost."""
        return self.won + self.lost


def known(home: Path, tables: Iterator[BotTable] | list[BotTable]) -> dict[BotKey, Played]:
    """Return what was played at these tables, by `key_of`; nothing of those nobody played at."""
    if not (home / FILE).is_file():
        return {}
    found = {}
    with _opened(home) as db:
        for table in tables:
            key = key_of(table)
            row = db.execute(
                'SELECT games, won, lost FROM played WHERE "table" = ?', (key,)
            ).fetchone()
            if row is not None:
                found[key] = Played(*row)
    return found


def play(
    home: Path,
    wanted: Mapping[BotKey, tuple[BotTable, int]],
    *,
    jobs: int,
    show: Callable[[int, int], object] = lambda _done, _total: None,
) -> None:
    """Play at each table until it has so many games, and keep what comes of it.

    *show* is told how many of how many are played. An interrupt leaves what was kept so far.
    """
    from engine.bots.many import Workers
    from engine.bots.simulate import seeds_of

    before = known(home, [table for table, _ in wanted.values()])
    nothing = Played(0, 0, 0)
    total = sum(
        max(0, games - before.get(key, nothing).games) for key, (_, games) in wanted.items()
    )
    done = 0
    with Workers(jobs) as workers:
        for key, (table, games) in wanted.items():
            so_far = before.get(key, nothing)
            seeds = islice(seeds_of(SERIES, games), so_far.games, None)
            with closing(workers.summaries(table, seeds)) as played:  # type: ignore[type-var]  # a generator has a close
                for one in played:
                    won, lost = one.outcome == "won", one.outcome == "lost"
                    so_far = Played(so_far.games + 1, so_far.won + won, so_far.lost + lost)
                    done += 1
                    show(done, total)
                    if so_far.games % _AT_ONCE == 0 or so_far.games == games:
                        _keep(home, key, so_far)


BotKey = str
"""A table, the version of its rules and that of the engine, as JSON."""


def key_of(table: BotTable) -> BotKey:
    """Return what tells games at this table, as they are played today, from all others."""
    said = {**table._asdict(), "options": dict(table.options)}
    versions = {"rules": game(table.game).version, "engine": __version__, "series": SERIES}
    return json.dumps({**said, **versions}, sort_keys=True)


def note(home: Path, log: str, table: BotTable, deal: Mapping[str, Any]) -> None:
    """Keep which deal a log has, so that a question finds what bots made of it."""
    with _opened(home) as db, db:
        db.execute(
            "INSERT OR REPLACE INTO dealt VALUES (?, ?, ?)",
            (log, _replayed_at(table), _digest(deal)),
        )


def by_log(home: Path) -> dict[str, Played]:
    """Return how bots fare on the deals of logs, by the SHA-256 of the log's canonical form.

    Of what they played by today's rules alone, and where a game was won or lost.
    """
    if not (home / FILE).is_file():
        return {}
    with _opened(home) as db:
        rows = db.execute(
            'SELECT log, "table", games, won, lost FROM dealt JOIN replayed USING ("table", deal)'
        ).fetchall()
    is_of_today = {key: _is_of_today(key) for key in {row[1] for row in rows}}
    found = {log: Played(*counts) for log, key, *counts in rows if is_of_today[key]}
    return {log: one for log, one in found.items() if one.decided}


def _replayed_at(table: BotTable) -> str:
    from engine.bots.deals import SLIPS

    return f"{key_of(table)} slips {SLIPS}"


def _is_of_today(key: str) -> bool:
    """Tell whether games at a table would be played in the same way again."""
    from engine.bots.deals import SLIPS

    said, _, slips = key.rpartition(" slips ")
    try:
        table = json.loads(said)
        version = game(table["game"]).version
    except (ValueError, KeyError, CardstatsError):  # a game that is no longer installed
        return False
    today = (version, __version__, SERIES, str(SLIPS))
    return (table["rules"], table["engine"], table["series"], slips) == today


def replay(
    home: Path,
    table: BotTable,
    deal: Mapping[str, Any] | None,
    *,
    games: int,
    workers: Workers,
    show: Callable[[], object] = lambda: None,
) -> Played:
    """Return how bots fare on one deal, or with None on deals drawn at random, playing so often.

    What was played before is not played again; *show* is called for each game that is.
    See `engine.bots.deals`.
    """
    from engine.bots.deals import replayed
    from engine.bots.simulate import seeds_of

    key, digest = _replayed_at(table), "" if deal is None else _digest(deal)
    with _opened(home) as db:
        row = db.execute(
            'SELECT games, won, lost FROM replayed WHERE "table" = ? AND deal = ?', (key, digest)
        ).fetchone()
    so_far = Played(*row) if row is not None else Played(0, 0, 0)
    if so_far.games >= games:
        return so_far
    seeds = islice(seeds_of(SERIES, games), so_far.games, None)
    for outcome in workers.run(replayed, (table, deal), seeds):
        won, lost = outcome == "won", outcome == "lost"
        so_far = Played(so_far.games + 1, so_far.won + won, so_far.lost + lost)
        show()
    with _opened(home) as db, db:
        db.execute(
            "INSERT INTO replayed VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " games = excluded.games, won = excluded.won, lost = excluded.lost"
            " WHERE excluded.games > games",
            (key, digest, *so_far),
        )
    return so_far


def _digest(deal: Mapping[str, Any]) -> str:
    return sha256(json.dumps(deal, sort_keys=True).encode()).hexdigest()


def _keep(home: Path, key: BotKey, played: Played) -> None:
    with _opened(home) as db, db:
        # Somebody else may have played the same games, and more of them.
        db.execute(
            "INSERT INTO played VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET games = excluded.games,"
            " won = excluded.won, lost = excluded.lost WHERE excluded.games > games",
            (key, *played),
        )


@contextmanager
def _opened(home: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(home / FILE, timeout=60)) as db:
        db.executescript(_SCHEMA)
        yield db
