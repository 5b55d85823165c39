"""Keeps logs, and answers questions about them. See `Store`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import StorageError, UnknownLog
    from .home import home_of_store
    from .reading import Reading
    from .records import Receipt, StoredLog, StoreState
    from .reports import Compaction, Rebuilt
    from .store import Store, open_store

_HOMES = {
    "Compaction": "reports",
    "Reading": "reading",
    "Rebuilt": "reports",
    "Receipt": "records",
    "StorageError": "errors",
    "Store": "store",
    "StoreState": "records",
    "StoredLog": "records",
    "UnknownLog": "errors",
    "home_of_store": "home",
    "open_store": "store",
}

__all__ = [
    "Compaction",
    "Reading",
    "Rebuilt",
    "Receipt",
    "StorageError",
    "Store",
    "StoreState",
    "StoredLog",
    "UnknownLog",
    "home_of_store",
    "open_store",
]


def __getattr__(name: str) -> Any:
    # Loaded when first asked for: a command that only judges a log needs no store.
    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
