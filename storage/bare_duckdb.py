"""DuckDB without the Python package around it, which takes longer to import than it to answer.

``import duckdb`` looks its own version up among all installed packages and starts a second database
to make constants that nobody here needs. What it passes on is this module of its wheel; pyproject.toml
names the one version of that.
"""

from __future__ import annotations

from _duckdb import (
    DuckDBPyConnection,
    Error,
    InternalException,
    InterruptException,
    InvalidInputException,
    IOException,
    OutOfMemoryException,
    connect,
)

__all__ = [
    "DuckDBPyConnection",
    "Error",
    "IOException",
    "InternalException",
    "InterruptException",
    "InvalidInputException",
    "OutOfMemoryException",
    "connect",
]
