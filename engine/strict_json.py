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

_NOUGHTS: Final = bytes.maketrans(b"123456789", b"000000000")
_NOT_SKELETON: Final = bytes(set(range(256)) - set(b"0123456789.eE-,[]{}"))
_LONG_NUMBER: Final = b"0" * 19
# JavaScript writes exponents, floats that are whole, negative zero and integers of 16 digits
# otherwise than orjson does, and sorts keys beyond U+FFFF otherwise.
_DOUBTFUL_NUMBER: Final = b"0" * 16
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
    is_canonical: bool
    """*tidy* is surely what RFC 8785 would write."""


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
    # What the text looks like without its words: brackets, commas, and numbers as noughts.
    skeleton = data.translate(_NOUGHTS, _NOT_SKELETON)
    # Depth first: the exact tests for the other two go down the same nesting.
    if len(_nested(skeleton)) > MAX_DEPTH:
        _refuse_depth(found)
    if _LONG_NUMBER in skeleton:
        _refuse_huge_integers(data)
    tidy = orjson.dumps(found, option=orjson.OPT_SORT_KEYS)
    has_floats = b"0." in skeleton or b"0e" in skeleton or b"0E" in skeleton
    # A key that stands twice is there once in the tidy text. Where nothing else can make that text
    # longer or shorter its length tells, elsewhere the quotes that are missing from it.
    if len(tidy) != len(data) or has_floats or b"\\" in data:
        if tidy.count(b'"') != data.count(b'"') or b"\\u0022" in data:
            _refuse_twins(data)
    is_canonical = (
        _DOUBTFUL_NUMBER not in skeleton
        and (not has_floats or _has_plain_floats(skeleton, tidy))
        and (tidy.isascii() or not tidy.translate(None, _NOT_ASTRAL))
    )
    return Strict(found, tidy, is_canonical)


def _has_plain_floats(skeleton: bytes, tidy: bytes) -> bool:
    """Tell whether no number of the text is whole and written as a float, or has an exponent."""
    is_whole = b".0," in tidy or b".0}" in tidy or b".0]" in tidy
    has_exponent = b"0e" in skeleton or b"0E" in skeleton or b"0e" in tidy.translate(_NOUGHTS)
    return not is_whole and not has_exponent


def _nested(skeleton: bytes) -> bytes:
    """Return the brackets of a skeleton without the innermost pairs.

    Four rounds take away eight levels at the most, so that what is nested more than `MAX_DEPTH`
    deep still has more brackets than that.
    """
    brackets = skeleton.translate(None, b"0.eE-,")
    for _ in range(4):
        if len(brackets) <= MAX_DEPTH:
            break
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return brackets


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

    json.loads(data, object_pairs_hook=check)


def _refuse_huge_integers(data: bytes) -> None:
    def check(digits: str) -> int:
        # 20 characters hold every signed 64-bit integer; more must not reach int(), which refuses
        # thousands of digits with an error of its own.
        if len(digits) > 20 or not MIN_INTEGER <= int(digits) <= MAX_INTEGER:
            raise _huge(digits)
        return 0

    json.loads(data, parse_int=check)


def _huge(digits: str) -> UnreadableLog:
    shown = digits if len(digits) <= 40 else digits[:20] + "…"
    return UnreadableLog(
        f"The integer {shown} is beyond 64 bits.",
        code="huge-integer",
        hint="Write an id that long as a string.",
    )


def _refuse_depth(found: dict[str, Any]) -> None:
    level: list[Any] = [found]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) in (dict, list)
        ]
    if level:
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
