"""A small store for the tests of the language: facts of simulated games in an in-memory DuckDB."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import duckdb
import pyarrow

from engine.facts import SHARED, Column, columns_of
from engine.games import game
from engine.replay import judge
from storage.columns import STORED
from tests.judges import spot_on

DUCKDB = {
    "whole": "BIGINT",
    "number": "DOUBLE",
    "text": "VARCHAR",
    "flag": "BOOLEAN",
    "time": "TIMESTAMP",
}
Row = dict[str, Any]


@dataclass
class Reading:
    """What `storage.query.run` wants of a reading of the store."""

    connection: Any
    remembered: dict[object, Any] = field(default_factory=dict)


@dataclass
class Stored:
    """The same facts twice: in DuckDB and as plain rows."""

    reading: Reading
    rows: dict[str, list[Row]]


@cache
def stored(games: int = 90, seed: int = 7) -> Stored:
    """Return some games: humans and bots, every level, some known by the table alone."""
    rng = random.Random(seed)
    rows: dict[str, list[Row]] = {table: [] for table in SHARED}
    own = game("spot-on").columns
    for game_id in range(1, games + 1):
        log = _log(rng)
        if rng.random() < 0.1:
            log["moves"].append(dict(log["moves"][-1]))
        verdict = judge(json.dumps(log).encode())
        for nth, fault in enumerate(verdict.violations):
            rows["violations"].append(
                {
                    "game_id": game_id,
                    "game": "spot-on",
                    "nth": nth,
                    "code": fault.code,
                    "move": fault.move,
                    "pointer": fault.pointer,
                    "message": fault.message,
                    "rule": fault.rule,
                }
            )
        if verdict.facts is None:
            continue
        for table, found in verdict.facts.tables().items():
            names = [column.name for column in columns_of(table, own)]
            for row in found:
                known = {"game_id": game_id, **dict(zip(names, row, strict=True))}
                rows[table].append(known | {"log_sha256": verdict.digest()})
    return Stored(Reading(database(rows, own)), rows)


def _log(rng: random.Random) -> dict[str, Any]:
    log = spot_on.simulate(rng)
    log.pop("session", None)
    if rng.random() < 0.8:
        log["session"] = f"night-{rng.randint(1, 9)}"
    if rng.random() < 0.3:
        log = spot_on.hide(log, rng, "table")
    log["source"] = "bot" if rng.random() < 0.25 else "table"
    log["played_at"] = f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}T19:30:00+01:00"
    log.setdefault("rules", {})["version"] = rng.choice(["print A", "print B"])
    log["feedback"] = [
        {
            "player": spot_on.player_names(log)[0],
            "ratings": {"fun": rng.randint(1, 5), "difficulty": rng.randint(2, 4)},
            "comment": "…",
        }
        for _ in range(rng.randint(0, 1))
    ]
    return log


def database(rows: dict[str, list[Row]], own: Any) -> Any:
    """Return a DuckDB that holds *rows*; *own* are the game's own columns."""
    connection = duckdb.connect()
    for table in SHARED:
        columns = [Column("game_id", "whole", "")]
        columns += STORED.get(table, ())
        columns += columns_of(table, own)
        shape = ", ".join(f'"{column.name}" {DUCKDB[column.kind]}' for column in columns)
        connection.execute(f'CREATE TABLE "{table}" ({shape})')
        if rows[table]:
            given = pyarrow.table(
                {column.name: [row[column.name] for row in rows[table]] for column in columns}
            )
            connection.register("given", given)
            connection.execute(f'INSERT INTO "{table}" SELECT * FROM given')
            connection.unregister("given")
    return connection
