"""Reads one JSON object as strictly as LOG_FORMAT §1 asks.

orjson reads fast and refuses nearly all that is not JSON. What it lets pass (a key that stands
twice, an integer beyond 64 bits, deep nesting) is looked for in two steps: a cheap test over the
whole text that never misses, and an exact one where the cheap one is not sure.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

import orjson

from .errors import UnreadableLog

MAX_DEPTH: Final = 32
MAX_INTEGER: Final = 2**63 - 1
MIN_INTEGER: Final = -(2**63)

_SORTED: Final = orjson.OPT_SORT_KEYS
_SPACES: Final = b" \t\r\n"
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_NOUGHTS: Final = bytes.maketrans(b"123456789", b"000000000")
_NOT_NUMBERS: Final = bytes(set(range(256)) - set(b"0123456789.eE-,[]{}"))
_LONG_NUMBER: Final = b"0" * 19
# Numbers as orjson writes them, or what looks like them in a text. They begin with the one character
# that is rare: `in` looks at nearly all of the text for what begins or ends with a common one.
_WHOLE_FLOAT: Final = re.compile(rb"\.0[,}\]]")
_EXPONENT: Final = re.compile(rb"e(?<=[0-9]e)[-+]?[0-9]+[,}\]]")
_NOT_ASTRAL: Final = bytes(range(0xF0))
_BOMS: Final = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


class Strict(NamedTuple):
    """One object that was read."""

    document: dict[str, Any]
    tidy: bytes
    """Its text with sorted keys and without spaces."""
    has_big_integers: bool = False
    """Some are beyond 53 bits, which is beyond what a double holds."""

    def is_canonical(self) -> bool:
        """Tell whether *tidy* is surely what RFC 8785 would write.

        JavaScript writes exponents, floats that are whole and integers beyond 53 bits otherwise
        than orjson does, and sorts keys beyond U+FFFF otherwise.
        """
        tidy = self.tidy
        if self.has_big_integers or not (tidy.isascii() or not tidy.translate(None, _NOT_ASTRAL)):
            return False
        has_whole_float = b"." in tidy and _WHOLE_FLOAT.search(tidy)
        return not (has_whole_float or _EXPONENT.search(tidy))


def read_object(data: bytes) -> Strict:
    """Read the object that *data* holds.

    Raises UnreadableLog where the bytes are not UTF-8, not strict JSON, or not one object.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        found = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise _reason(data, error) from None
    if type(found) is not dict:
        raise UnreadableLog(
            f"A log is one JSON object, this is {_kind(found)}.",
            code="not-an-object",
            hint="Several logs go into a .ndjson file, one a line.",
        )
    has_big_integers = False
    try:
        tidy = orjson.dumps(found, option=_SORTED | orjson.OPT_STRICT_INTEGER)
    except TypeError:  # an integer beyond 53 bits, or nested deeper than orjson writes
        _refuse_huge_integers(data)
        tidy = orjson.dumps(found, option=_SORTED)
        has_big_integers = True
    if _nested(tidy) > MAX_DEPTH:
        _refuse_depth(tidy)
    if not _has_all_of(data, tidy):
        if _LONG_NUMBER in data.translate(_NOUGHTS, _NOT_NUMBERS):
            _refuse_huge_integers(data)
        if tidy.count(b'"') != data.count(b'"') or b"\\u0022" in data:
            _refuse_twins(data)
    return Strict(found, tidy, has_big_integers)


def _has_all_of(data: bytes, tidy: bytes) -> bool:
    """Tell whether *tidy* surely has every character of *data* but for the spaces.

    A key that stands twice, an escape and an integer that orjson reads as a float all make the tidy
    text shorter, and only a float with a point can make it longer.
    """
    if b"." in tidy:
        return False
    if len(tidy) == len(data):
        return True
    return len(tidy) - tidy.count(b" ") == len(data.translate(None, _SPACES))


def _nested(tidy: bytes) -> int:
    """Return how deep a text is nested, or, where that is no more than `MAX_DEPTH`, some more.

    It is the number of brackets without the innermost pairs. Eight levels at the most are taken
    away, so that what is nested too deep still has more brackets than that.
    """
    brackets = tidy.translate(None, _NOT_BRACKETS)
    for pair in (b"{}", b"[]") * 4:
        if len(brackets) <= MAX_DEPTH:
            break
        brackets = brackets.replace(pair, b"")
    return len(brackets)


def _refuse_twins(data: bytes) -> None:
    def check(pairs: list[tuple[str, Any]]) -> None:
        keys = set()
        for key, _ in pairs:
            if key in keys:
                raise UnreadableLog(
                    f"The key {key!r} stands twice in one object.",
                    code="duplicate-key",
                    hint="Keep the one that is meant.",
                )
            keys.add(key)

    _refuse_depth(data)
    json.loads(data, object_pairs_hook=check)


def _refuse_huge_integers(data: bytes) -> None:
    def check(digits: str) -> int:
        # 20 characters hold every signed 64-bit integer; more must not reach int(), which refuses
        # thousands of digits with an error of its own.
        if len(digits) > 20 or not MIN_INTEGER <= int(digits) <= MAX_INTEGER:
            raise _huge(digits)
        return 0

    _refuse_depth(data)
    json.loads(data, parse_int=check)


def _huge(digits: str) -> UnreadableLog:
    shown = digits if len(digits) <= 40 else digits[:20] + "…"
    return UnreadableLog(
        f"The integer {shown} is beyond 64 bits.",
        code="huge-integer",
        hint="Write an id that long as a string.",
    )


def _refuse_depth(data: bytes) -> None:
    """Count in the text, which has the values of keys that stand again later as well.

    Which depth ends in a RecursionError is another one in each version of Python.
    """
    depth = 0
    for bracket in _STRING.sub(b"", data).translate(None, _NOT_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise _too_deep()


def _too_deep() -> UnreadableLog:
    return UnreadableLog(
        f"Objects and arrays are nested more than {MAX_DEPTH} deep.",
        code="too-deep",
        hint="No field of a log needs more than five.",
    )


def _reason(data: bytes, error: orjson.JSONDecodeError) -> UnreadableLog:
    """Say in plain words why *data* is not JSON."""
    for bom, name in _BOMS:
        if data.startswith(bom):
            return _wrong_encoding(name)
    if b"\x00" in data[:4]:
        return _wrong_encoding("UTF-16 or UTF-32")
    try:
        text = data.decode()
    except UnicodeDecodeError as wrong:
        return UnreadableLog(
            f"Byte {wrong.start + 1} is not UTF-8; it may be Latin-1 or Windows-1252.",
            code="not-utf-8",
            hint="Save the file as UTF-8.",
        )
    if not text.strip():
        return UnreadableLog("There is nothing here.", code="empty", hint="A log is one object.")
    if "depth" in error.msg:
        return _too_deep()
    if "infinity" in error.msg and (digits := re.match(r"-?\d+(?![\d.eE])", text[error.pos :])):
        return _huge(digits[0])
    place = f"line {error.lineno}, column {error.colno}"
    near = text[max(0, error.pos - 12) : error.pos + 12]
    if re.search(r"\b(NaN|Infinity)\b", near):
        return UnreadableLog(
            "NaN and Infinity are not JSON.", code="not-json", place=place, hint="Leave it out."
        )
    if "surrogate" in error.msg:
        return UnreadableLog(
            "Half of a character: a lone surrogate escape.",
            code="lone-surrogate",
            place=place,
            hint="Write the whole character.",
        )
    return UnreadableLog(
        f"This is not JSON: {error.msg.split(':')[0]}.",
        code="not-json",
        place=place,
        hint=f"Near {near!r}.",
    )


def _wrong_encoding(name: str) -> UnreadableLog:
    return UnreadableLog(
        f"The text is {name}, a log is UTF-8.", code="not-utf-8", hint="Save the file as UTF-8."
    )


def _kind(value: object) -> str:
    names = {list: "an array", str: "a string", int: "a number", float: "a number"}
    return names.get(type(value), "null" if value is None else "true or false")
