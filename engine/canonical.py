"""The canonical form of a log (RFC 8785), whose SHA-256 is the log's identity.

orjson with sorted keys writes the same bytes for nearly every log (`Strict.is_canonical`); where
it may not, the form is made the slow way.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import orjson

from .strict_json import Strict


def digest(read: Strict) -> str:
    """Return the SHA-256 of the canonical form, 64 hex digits."""
    form = read.tidy if read.is_canonical() else canonical(read.document).encode()
    return sha256_of(form).hex()


def sha256_of(data: bytes) -> bytes:
    """Return the SHA-256 of *data*.

    In pieces so small that hashlib does not let other threads go first: in a server it would at
    each log, and hashing one takes less than the wait for another thread.
    """
    if len(data) > _LARGE:
        return hashlib.sha256(data, usedforsecurity=False).digest()
    found = hashlib.sha256(data[:_PIECE], usedforsecurity=False)
    for start in range(_PIECE, len(data), _PIECE):
        found.update(data[start : start + _PIECE])
    return found.digest()


_PIECE: Final = 2047
_LARGE: Final = 64 * 1024


def canonical(value: Any) -> str:
    """Return the canonical JSON text of plain JSON.

    >>> canonical({"b": 1.0, "a": [1e21, -0.0, 1e-7, 333333333.33333329]})
    '{"a":[1e+21,0,1e-7,333333333.3333333],"b":1}'
    """
    if type(value) is dict:
        # RFC 8785 §3.2.3 sorts by UTF-16 code units.
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    if type(value) is list:
        return "[" + ",".join(map(canonical, value)) + "]"
    if type(value) in (int, float):
        return _number(value)
    return orjson.dumps(value).decode()


def _number(value: float) -> str:
    """Write a number as ECMAScript does (RFC 8785 §3.2.2.3): every number is a double."""
    double = float(value)
    if double == 0:
        return "0"
    sign = "-" if double < 0 else ""
    mantissa, _, power = f"{abs(double)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(power or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        text = digits.ljust(point, "0")
    elif 0 < point <= 21:
        text = f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        shown = digits if len(digits) == 1 else f"{digits[0]}.{digits[1:]}"
        text = f"{shown}e{point - 1:+d}"
    return sign + text
