"""What can go wrong with a store, told by what its owner must do next."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.errors import CardstatsError


class StorageError(CardstatsError):
    """The store cannot do its work; what was acknowledged before is safe."""

    code = "storage"


class UnknownLog(CardstatsError):
    """The store holds no log of that name: look the name up."""

    code = "unknown-log"


_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_UNWRITABLE: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST)
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_CLOSED: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_BROKEN: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_busy(error: sqlite3.Error) -> bool:
    """Return whether somebody else holds a lock that will be free in a moment."""
    return _primary(error) in _BUSY


@contextmanager
def in_words(place: object) -> Iterator[None]:
    """Turn what SQLite and the system report about *place* into a StorageError."""
    try:
        yield
    except sqlite3.Error as error:
        told = _of_sqlite(error, str(place))
        if told is None:
            raise
        raise told from error
    except OSError as error:
        raise _of_system(error, str(place)) from error


def full(place: str) -> StorageError:
    """Return the error of a disk without room."""
    return StorageError(
        "There is no room left for the store.",
        code="storage-full",
        place=place,
        hint="Free some space and try again; nothing was half written.",
    )


def unwritable(place: str, reason: str) -> StorageError:
    """Return the error of a folder that may not be written to."""
    return StorageError(
        f"The store cannot be written to: {reason}.",
        code="storage-unwritable",
        place=place,
        hint="Change who may write there, or name another folder in CARDSTATS_HOME.",
    )


def busy(place: str) -> StorageError:
    """Return the error of a store that others kept to themselves for too long."""
    return StorageError(
        "Another process kept the store to itself for too long.",
        code="storage-busy",
        place=place,
        hint="Try again; if it stays so, look for a cardstats process that hangs.",
    )


def damaged(place: str, reason: str) -> StorageError:
    """Return the error of a file of the store that is missing or not what it should be."""
    return StorageError(
        reason,
        code="storage-damaged",
        place=place,
        hint="Where the journal is whole, `cardstats rebuild` makes all else anew from it.",
    )


def _primary(error: sqlite3.Error) -> int:
    # The low byte of an extended code is the plain one. Errors of the module itself have none.
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _of_sqlite(error: sqlite3.Error, place: str) -> StorageError | None:
    """Return the error in words, None where it is our own mistake."""
    code = _primary(error)
    if code == sqlite3.SQLITE_FULL:
        return full(place)
    if code in _CLOSED:
        return unwritable(place, str(error))
    if code in _BUSY:
        return busy(place)
    if code in _BROKEN:
        return damaged(place, f"The journal does not read: {error}.")
    if code == sqlite3.SQLITE_IOERR:
        return StorageError(
            f"The disk did not do what it was asked: {error}.",
            code="storage-io",
            place=place,
            hint="See whether the disk is full, the quota used up or the drive failing.",
        )
    return None


def _of_system(error: OSError, place: str) -> StorageError:
    place = str(error.filename or place)
    reason = error.strerror or str(error)
    if error.errno in _FULL:
        return full(place)
    if error.errno in _UNWRITABLE:
        return unwritable(place, reason)
    return StorageError(f"{reason}.", code="storage-io", place=place, hint="See to the disk.")
