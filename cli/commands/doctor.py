"""The command ``cardstats doctor``."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

import click

from engine import __version__, games, is_compiled
from engine.errors import CardstatsError

from ..exits import FINE, STORAGE
from ..options import with_format
from ..output import coloured, has_colour, plain, print_lines, print_records, refuse_terminal

State: TypeAlias = Literal["fine", "warning", "fault"]

COLUMNS: Final = ("check", "state", "found", "advice")
OLDEST_PYTHON: Final = (3, 11)
LITTLE_ROOM: Final = 500 * 1024 * 1024
"""Bytes free on the disk below which we warn; a flush writes its parts before it drops the rows."""
OLD: Final = 3600.0
"""Seconds after which a temporary file cannot belong to work that still goes on."""

_MARKS: Final = {"fine": ("✓", "green"), "warning": ("!", "yellow"), "fault": ("✗", "red")}


class Finding(NamedTuple):
    """What one check found, and what to do about it."""

    check: str
    state: State
    found: str
    advice: str = ""


@click.command("doctor")
@with_format
def command(form: str) -> int:
    """Look for what is wrong with the installation and the store.

    Changes nothing, makes no store where none is, and says what to do. Leaves with 5 if something
    is broken.
    """
    refuse_terminal(form)
    from storage import home_of_store

    findings = list(examine(home_of_store()))
    if form == "table":
        print_lines(_lines(findings))
    else:
        print_records(form, (finding._asdict() for finding in findings), COLUMNS)
    return STORAGE if any(finding.state == "fault" for finding in findings) else FINE


def _lines(findings: list[Finding]) -> Iterator[str]:
    on = has_colour(sys.stdout)
    width = max(len(finding.check) for finding in findings)
    for check, state, found, advice in findings:
        mark, colour = _MARKS[state]
        yield f"{coloured(mark, colour, on=on)} {check:<{width}}  {plain(found)}"
        if advice:
            yield f"  {'':<{width}}  → {plain(advice)}"


def examine(home: Path) -> Iterator[Finding]:
    """Look at the installation, then at the store in *home*."""
    yield _python()
    yield _packages()
    yield from _games()
    yield _config()
    yield from _store(home)


# -- the installation


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    found = f"{version}, cardstats {__version__}" + (", compiled" if is_compiled() else "")
    if sys.version_info < OLDEST_PYTHON:
        return Finding("python", "fault", found, "Install Python 3.11 or later.")
    return Finding("python", "fine", found)


def _packages() -> Finding:
    try:
        wanted = metadata.requires("cardstats") or []
    except metadata.PackageNotFoundError:
        advice = "Install it: `serve` and games of other packages are found that way only."
        return Finding("packages", "warning", "cardstats is run without being installed", advice)
    names = [word[0] for line in wanted if (word := re.match(r"[\w.-]+", line))]
    found, missing = [], []
    for name in names:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        words = f"missing: {', '.join(missing)}"
        return Finding("packages", "fault", words, f"pip install {' '.join(missing)}")
    return Finding("packages", "fine", ", ".join(found))


def _games() -> Iterator[Finding]:
    loaded = []
    for name in games.names():
        try:
            rules = games.game(name)
            loaded.append(f"{name} (rules {rules.version})")
        except Exception as error:  # noqa: BLE001  # a plug-in may fail in any way it likes
            reason = f"{name}: {type(error).__name__}: {error}"
            yield Finding("games", "fault", reason, f"Mend or remove the package of {name}.")
    yield Finding("games", "fine", ", ".join(loaded))


def _config() -> Finding:
    """Look at the user's own metrics."""
    from storage.query.catalogue import catalogue
    from storage.query.config import find

    found = find()
    if found is None:
        return Finding("config", "fine", "no cardstats.toml: no metrics of your own")
    from storage.query.own_metrics import load

    named = f"{found.path} ({found.why})"
    try:
        own = load(found.path, catalogue())
    except CardstatsError as error:
        return Finding("config", "fault", f"{error.place}: {error.message}", error.hint)
    shown = [one.name for one in own if not one.name.endswith((" (over)", " (of)"))]
    return Finding("config", "fine", f"{named}: {', '.join(shown) or 'no metrics'}")


# -- the store


def _store(home: Path) -> Iterator[Finding]:
    from storage import journal

    file = home / journal.FILE
    named = "CARDSTATS_HOME" if os.environ.get("CARDSTATS_HOME") else "the platform's folder"
    if not file.exists():
        yield Finding("store", "fine", f"{home} ({named}): no store yet, the first upload makes it")
        yield from _folder(next(place for place in (home, *home.parents) if place.exists()))
        return
    yield Finding("store", "fine", f"{home} ({named})")
    yield from _folder(home)
    found, is_current = _journal(file)
    yield found
    if is_current:  # opening an older one would change it
        yield from _parts(home)


def _folder(place: Path) -> Iterator[Finding]:
    try:
        with tempfile.TemporaryFile(dir=place):
            yield Finding("folder", "fine", "can be written to")
    except OSError as error:
        advice = "Change who may write there, or name another folder in CARDSTATS_HOME."
        yield Finding("folder", "fault", f"{place}: {error.strerror}", advice)
    free = shutil.disk_usage(place).free
    words = f"{_size(free)} free"
    if free < LITTLE_ROOM:
        yield Finding("disk", "warning", words, "Free some space: uploads stop when it is full.")
    else:
        yield Finding("disk", "fine", words)


def _journal(file: Path) -> tuple[Finding, bool]:
    """Return what is so of the journal, and whether it can be read as it is."""
    from storage.errors import StorageError, in_words
    from storage.journal import SCHEMA

    restore = "Keep a copy of the folder, then restore the journal from a backup."
    try:
        with (
            in_words(file),
            closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=10)) as db,
        ):
            (schema,) = db.execute("PRAGMA user_version").fetchone()
            (mode,) = db.execute("PRAGMA journal_mode").fetchone()
            answers = [str(row[0]) for row in db.execute("PRAGMA quick_check")]
    except StorageError as error:
        advice = restore if error.code == "storage-damaged" else error.hint
        return Finding("journal", "fault", f"{error.place}: {error.message}", advice), False
    found = f"SQLite {sqlite3.sqlite_version}, schema {schema}, {mode} mode"
    if answers != ["ok"]:
        return Finding("journal", "fault", f"{file}: {answers[0]}", restore), False
    if schema > SCHEMA:
        advice = "Install the cardstats that wrote it, or a later one."
        return Finding("journal", "fault", f"{found}: newer than this cardstats", advice), False
    if schema < SCHEMA:
        older = f"{found}, sound, older: the next upload brings it up to date"
        return Finding("journal", "fine", older), False
    if mode != "wal":
        advice = "Put the store on a local disk: network folders cannot do it."
        return Finding("journal", "warning", f"{found}: not in WAL mode", advice), False
    return Finding("journal", "fine", f"{found}, sound"), True


def _parts(home: Path) -> Iterator[Finding]:
    from storage.journal import PARTS, Journal, live_parts

    rebuild = "cardstats rebuild makes all parts anew from the logs."
    try:
        journal = Journal(home)
        try:
            with journal.reading() as db:
                live = live_parts(db)
        finally:
            journal.close()
    except CardstatsError as error:
        yield Finding("parts", "fault", error.message, error.hint)
        return
    folder = home / PARTS
    wrong = [reason for part in live if (reason := _wrong_part(folder / part.file, part.rows))]
    for reason in wrong:
        yield Finding("parts", "fault", reason, rebuild)
    if not wrong:
        size = sum(part.bytes for part in live)
        yield Finding("parts", "fine", f"{len(live)} of them, {_size(size)}, all readable")
    yield _strays(folder)


def _size(count: float) -> str:
    """Return bytes as people read them.

    >>> _size(19290)
    '19.3 kB'
    """
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:,.1f} GB"


def _wrong_part(file: Path, rows: int) -> str:
    """Return what is wrong with a part, nothing if it reads to its end."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(file) as part:
            found = sum(batch.num_rows for batch in part.iter_batches())
    except FileNotFoundError:
        return f"{file}: missing"
    except (OSError, pa.ArrowException) as error:
        return f"{file}: does not read: {' '.join(str(error).split())[:200]}"
    return "" if found == rows else f"{file}: {found} rows, the journal says {rows}"


def _strays(folder: Path) -> Finding:
    """Look for half-written files. Young ones may be somebody's work at this moment."""
    now = time.time()
    old = []
    for file in folder.glob(".*.tmp") if folder.is_dir() else ():
        try:
            if now - file.stat().st_mtime > OLD:
                old.append(file.name)
        except FileNotFoundError:  # just finished
            continue
    if not old:
        return Finding("leftovers", "fine", "none")
    return Finding(
        "leftovers",
        "warning",
        f"{len(old)} in {folder}, of work that was broken off",
        "cardstats compact clears them away; no log is missing.",
    )
