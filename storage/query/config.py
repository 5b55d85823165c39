"""Finds ``cardstats.toml``, in which users keep metrics of their own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

NAME: Final = "cardstats.toml"
VARIABLE: Final = "CARDSTATS_CONFIG"


class Found(NamedTuple):
    """A configuration and why it is this one."""

    path: Path
    why: str
    """CARDSTATS_CONFIG, ``this folder``, ``a folder above`` or ``beside the store``."""


def find() -> Found | None:
    """Return the configuration that holds here; None where there is none.

    The one that ``CARDSTATS_CONFIG`` names, be it there or not; else that of the current folder or
    the nearest one above; else the one in the store's folder.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return Found(Path(named).expanduser(), VARIABLE)
    try:
        here = Path.cwd()
    except OSError:  # the current folder is gone
        here = None
    for folder in (here, *here.parents) if here is not None else ():
        if (folder / NAME).is_file():
            return Found(folder / NAME, "this folder" if folder == here else "a folder above")
    from ..home import home_of_store

    beside = home_of_store() / NAME
    return Found(beside, "beside the store") if beside.is_file() else None


def mark() -> str:
    """Return a word that is another one as soon as the configuration says something else.

    It is the same for every process that reads the same file.
    """
    import hashlib  # few ask for it, and all wait for this module

    found = find()
    if found is None:
        return ""
    try:
        return hashlib.sha256(found.path.read_bytes()).hexdigest()
    except OSError:
        return "unreadable"
