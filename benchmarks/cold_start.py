"""How long the commands take that people wait for, from nothing to the last line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import orjson

from storage.journal import PARTS
from storage.tables import TABLES

from . import corpus
from .measure import Figure, Lap, Section, in_turn, lap, milliseconds, over
from .stores import fresh_store, take_in

VALIDATE: Final = 6.0
QUERY: Final = 1.5

PHRASE: Final = "avg turns per target"
_GAMES: Final = 1000
STARTS: Final = 5
"""Starts a lap: one alone is too short to be timed well."""


def cold_start() -> Section:
    """Measure whole processes beside the least that a process could do instead."""
    with TemporaryDirectory(prefix="cardstats-bench-") as folder, fresh_store() as store:
        log = Path(folder, "one.json")
        log.write_bytes(corpus.spot_on()["full"][0])
        take_in(store, [orjson.dumps(game) for game in corpus.played("spot-on", _GAMES)])
        statements = store.query(PHRASE).statements
        bare = _bare_query(store.path / PARTS, statements)
        home = {"CARDSTATS_HOME": str(store.path)}
        times = in_turn(
            {
                "pass": start([sys.executable, "-c", "pass"]),
                "validate": start([command(), "validate", str(log)]),
                "bare": start([sys.executable, "-c", bare]),
                "query": start([command(), "query", PHRASE], home),
            }
        )

    def figure(ours: str, theirs: str, words: str, wanted: float) -> Figure:
        pair = [milliseconds([took / STARTS for took in times[one]]) for one in (ours, theirs)]
        ratios = over(times[ours], times[theirs])
        return Figure(words, ratios, wanted, "most", " and ".join(pair))

    return Section(
        f"Cold start: whole processes; the query on a store of {_GAMES:,} games",
        [
            figure("validate", "pass", "cardstats validate one.json / python -c pass", VALIDATE),
            figure("query", "bare", f'cardstats query "{PHRASE}" / bare duckdb', QUERY),
        ],
        notes=["Bare duckdb: python -c, the same SQL over the same part files, rows fetched."],
    )


def command() -> str:
    """Return the command as a user starts it."""
    command = Path(sys.executable).with_name("cardstats")
    assert command.exists(), "cardstats is installed beside this Python; `make bench` does it"
    return str(command)


def start(command: Sequence[str], more: Mapping[str, str] | None = None) -> Lap:
    """Return what starts a process some times and waits for it."""
    env = {**os.environ, **(more or {})}

    def run() -> None:
        for _ in range(STARTS):
            subprocess.run(command, check=True, env=env, capture_output=True)

    return lap(run)


def _bare_query(parts: Path, statements: Sequence[tuple[str, dict[str, object]]]) -> str:
    """Return a program that asks DuckDB, and nobody else, for the same rows of the same files."""
    assert not any(values for _, values in statements), "the SQL is whole as it stands"
    sql = [text for text, _ in statements]
    return bare_program(parts, sql)


def bare_program(parts: Path, sql: Sequence[str]) -> str:
    """Return a program that asks DuckDB for the rows of some SELECTs on a store's part files."""
    views = [
        f"CREATE VIEW {table} AS SELECT * FROM read_parquet({sorted(map(str, files))})"
        for table in TABLES
        if any(re.search(rf"\b(FROM|JOIN) {table}\b", text) for text in sql)
        and (files := list(parts.glob(f"{table}.*.parquet")))
    ]
    return "\n".join(
        [
            "import duckdb",
            "db = duckdb.connect()",
            *(f"db.execute({text!r})" for text in views),
            *(f"print(db.execute({text!r}).fetchall())" for text in sql),
        ]
    )
