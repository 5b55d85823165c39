"""A whole store as one file, and back.

The file is a tar archive compressed with zstd: first ``manifest.json`` with the size and SHA-256 of
each of the others, then the journal and the parts that live at that moment. Any tar reads it.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import secrets
import shutil
import sqlite3
import tarfile
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from engine import __version__

from . import audit, journal, locks
from .errors import StorageError, in_words
from .journal import FILE, PARTS, SCHEMA, Journal
from .reading import leased

FORMAT: Final = "cardstats-backup/1"
MANIFEST: Final = "manifest.json"

_MOST_MANIFEST: Final = 64 * 1024 * 1024
_PIECE: Final = 1024 * 1024
_PART_NAME: Final = re.compile(re.escape(PARTS) + r"/[a-z0-9_.-]+\.parquet")


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds."""

    file: str
    created_at: str
    """RFC 3339 in UTC."""
    logs: int
    files: int
    bytes: int
    """Of the store's files, unpacked."""
    size: int
    """Of the backup."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def write(home: Path, source: Journal, file: Path) -> Backup:
    """Write a backup while others read and write. Raises StorageError where *file* is there."""
    file = file.absolute()
    with in_words(file):
        if file.exists():
            raise _in_the_way(file, "A backup never writes over a file; name another.")
        scratch = file.parent / f".{file.name}.{secrets.token_hex(6)}.tmp"
        scratch.mkdir(mode=0o700)
    try:
        with in_words(file), leased(home, source):
            copy = scratch / FILE
            _copy_journal(source, copy)
            logs, names = _look_into(copy)
            found = {FILE: copy, **{f"{PARTS}/{name}": home / PARTS / name for name in names}}
            manifest = {
                "format": FORMAT,
                "created_at": audit.now(),
                "cardstats": __version__,
                "schema": SCHEMA,
                "logs": logs,
                "files": [
                    {"name": name, "size": path.stat().st_size, "sha256": _sha256(path)}
                    for name, path in found.items()
                ],
            }
            made = scratch / "backup"
            _pack(made, manifest, found)
            _name(made, file)
            locks.sync(file.parent)
            size = file.stat().st_size
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return _told(file, manifest, size)


def _name(made: Path, file: Path) -> None:
    """Give a finished backup its name, unless there is something of that name by now."""
    try:
        try:
            os.link(made, file)
        except (PermissionError, NotImplementedError):  # a disk that knows no links
            file.touch(mode=0o600, exist_ok=False)
            made.rename(file)
    except FileExistsError:
        raise _in_the_way(file, "A backup never writes over a file; name another.") from None


def _copy_journal(source: Journal, copy: Path) -> None:
    with (
        closing(sqlite3.connect(source.path, timeout=60.0)) as live,
        closing(sqlite3.connect(copy)) as target,
    ):
        # All pages in one step: a copy in several begins again whenever somebody writes.
        live.backup(target, pages=-1)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, no log beside it


def _look_into(copy: Path) -> tuple[int, list[str]]:
    """Return how many logs a journal holds, and the files of its live parts."""
    with closing(sqlite3.connect(copy)) as db:
        # Readers of the one that was copied are none of its own.
        db.execute("DELETE FROM parts WHERE died IS NOT NULL")
        db.commit()
        (logs,) = db.execute("SELECT count(*) FROM logs").fetchone()
        return logs, [part.file for part in journal.live_parts(db)]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _pack(made: Path, manifest: Mapping[str, Any], found: Mapping[str, Path]) -> None:
    import zstandard

    with made.open("xb") as out:
        compressor = zstandard.ZstdCompressor(level=3, write_checksum=True)
        with (
            compressor.stream_writer(out, closefd=False) as stream,
            tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT) as tar,
        ):
            text = json.dumps(manifest, indent=1).encode()
            about = tarfile.TarInfo(MANIFEST)
            about.size = len(text)
            tar.addfile(about, io.BytesIO(text))
            for name, path in found.items():
                about = tarfile.TarInfo(name)
                about.size = path.stat().st_size
                with path.open("rb") as file:
                    tar.addfile(about, file)
        out.flush()
        os.fsync(out.fileno())
    made.chmod(0o600)  # it holds players' names


# -- back


def restore(file: Path, home: Path) -> Backup:
    """Make the store in *home*, where nothing may be yet, out of a backup.

    Every byte is checked before the store gets its name: there is a whole one or none. Raises
    StorageError.
    """
    file, home = file.absolute(), home.absolute()
    with in_words(home):
        if home.exists() and (not home.is_dir() or any(home.iterdir())):
            raise _in_the_way(
                home, "Move the store that is there away, or name another folder in CARDSTATS_HOME."
            )
        home.parent.mkdir(parents=True, exist_ok=True)
        scratch = home.parent / f".{home.name}.{secrets.token_hex(6)}.tmp"
        scratch.mkdir(mode=0o700)
    try:
        with in_words(file), file.open("rb") as packed:
            manifest = _unpack(file, packed, scratch)
        with in_words(scratch):
            _check_journal(file, scratch)
            for folder in (scratch / PARTS, scratch):
                locks.sync(folder)
            scratch.rename(home)  # onto an empty folder, or onto nothing
            locks.sync(home.parent)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return _told(file, manifest, file.stat().st_size)


def _unpack(file: Path, packed: IO[bytes], scratch: Path) -> dict[str, Any]:
    """Write what the manifest names, and only that, into *scratch*; return the manifest."""
    import zstandard

    (scratch / PARTS).mkdir()
    try:
        with (
            zstandard.ZstdDecompressor().stream_reader(packed, closefd=False) as stream,
            tarfile.open(fileobj=stream, mode="r|") as tar,
        ):
            manifest = _manifest(file, tar)
            missing = {one["name"]: one for one in manifest["files"]}
            # Not by iterating, which begins again with the manifest.
            while (member := tar.next()) is not None:
                wanted = missing.pop(member.name, None)
                content = tar.extractfile(member)
                if wanted is None or content is None or member.size != wanted["size"]:
                    raise _damaged(file, f"{member.name[:80]} is not as its manifest says")
                if _copied(content, scratch / member.name) != wanted["sha256"]:
                    raise _damaged(file, f"{member.name} has another checksum")
    except (zstandard.ZstdError, tarfile.TarError, EOFError, ValueError, KeyError) as error:
        raise _damaged(file, "it does not unpack") from error
    if missing:
        raise _damaged(file, f"{next(iter(missing))} is missing")
    return manifest


def _manifest(file: Path, tar: tarfile.TarFile) -> dict[str, Any]:
    first = tar.next()
    content = None if first is None else tar.extractfile(first)
    if first is None or content is None or first.name != MANIFEST or first.size > _MOST_MANIFEST:
        raise _damaged(file, "it does not begin with a manifest")
    found: dict[str, Any] = json.loads(content.read())
    if found.get("format") != FORMAT:
        raise _damaged(file, f"it says it is {str(found.get('format'))[:40]!r}, not {FORMAT!r}")
    if found["schema"] > SCHEMA:
        raise StorageError(
            f"The backup is of a newer cardstats, {str(found['cardstats'])[:20]}.",
            code="storage-newer",
            place=str(file),
            hint="Install that version, then restore it.",
        )
    for one in found["files"]:
        # Nothing is written but beside the journal, whoever made the archive.
        if one["name"] != FILE and not _PART_NAME.fullmatch(one["name"]):
            raise _damaged(file, f"its manifest names {one['name'][:80]!r}")
    return found


def _copied(content: IO[bytes], to: Path) -> str:
    """Write a file; return the SHA-256 of what was written."""
    digest = hashlib.sha256()
    with to.open("xb") as out:
        while piece := content.read(_PIECE):
            digest.update(piece)
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())
    if to.name != FILE:
        to.chmod(0o444)
    return digest.hexdigest()


def _check_journal(file: Path, scratch: Path) -> None:
    with closing(sqlite3.connect(scratch / FILE)) as db:
        (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
        names = {part.file for part in journal.live_parts(db)}
    if answer != "ok" or names != {path.name for path in (scratch / PARTS).iterdir()}:
        raise _damaged(file, "its journal is not sound")
    with suppress(FileNotFoundError):
        (scratch / f"{FILE}-journal").unlink()


def _told(file: Path, manifest: Mapping[str, Any], size: int) -> Backup:
    files = manifest["files"]
    total = sum(one["size"] for one in files)
    return Backup(str(file), manifest["created_at"], manifest["logs"], len(files), total, size)


def _in_the_way(place: Path, hint: str) -> StorageError:
    return StorageError(
        "There is something already.", code="storage-exists", place=str(place), hint=hint
    )


def _damaged(file: Path, why: str) -> StorageError:
    return StorageError(
        f"The backup cannot be restored: {why}.",
        code="backup-damaged",
        place=str(file),
        hint="Take another backup; nothing was changed.",
    )
