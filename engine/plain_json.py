"""Writes JSON for others to read."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from math import isfinite
from typing import Any, Final

import orjson

_OPTIONS: Final = orjson.OPT_UTC_Z | orjson.OPT_NAIVE_UTC


def dumps(value: Any, *, default: Callable[[Any], Any] | None = None) -> bytes:
    """Return *value* as JSON in UTF-8, times in UTC; *default* says what to write for other things.

    Whole numbers may be of any size, which orjson does not write: a running total has no limit.

    >>> dumps({"total": 13**20})
    b'{"total":19004963774880799438801}'
    """
    try:
        return orjson.dumps(value, default=default, option=_OPTIONS)
    except TypeError:

        def plain(odd: Any) -> Any:
            if isinstance(odd, datetime):
                moment = odd.replace(tzinfo=odd.tzinfo or UTC).astimezone(UTC)
                return moment.isoformat().replace("+00:00", "Z")
            if default is None:
                raise TypeError(f"{type(odd).__name__} has no JSON")
            return default(odd)

        text = json.dumps(
            _sound(value), default=plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )
        return text.encode()


def _sound(value: Any) -> Any:
    """Return *value* with texts as keys, and null for what is no number, as orjson writes it."""
    if isinstance(value, dict):
        return {str(key): _sound(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_sound(one) for one in value]
    return None if isinstance(value, float) and not isfinite(value) else value
