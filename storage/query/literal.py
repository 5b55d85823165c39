"""Writes values as SQL."""

from __future__ import annotations

from typing import Any


def in_sql(value: Any) -> str:
    """Return a value as SQL that holds nothing of a text but hexadecimal digits."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"CAST({float(value)!r} AS DOUBLE)"
    return f"decode(unhex('{str(value).encode('utf-8', 'replace').hex()}'))"
