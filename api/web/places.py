"""Finds in a log's text what a fault's pointer means, and lays the text out to be mended."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from engine.errors import UnreadableLog
from engine.strict_json import read_object

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()


def line_of(text: str, pointer: str) -> int | None:
    r"""Return the line, from 1, on which the value that *pointer* means begins.

    Where a part of the pointer is not there, it is the line of what should hold it. None where
    the text is no JSON.

    >>> line_of('{"a": 1,\n "b": [2,\n 3]}', "/b/1")
    3
    >>> line_of('{"a": 1,\n "b": {}}', "/b/nothing")
    2
    """
    at = _skip(text, text.find("{")) if "{" in text else -1
    if at < 0:
        return None
    try:
        for token in pointer.split("/")[1:]:
            found = _member(text, at, token.replace("~1", "/").replace("~0", "~"))
            if found is None:
                break
            at = found
    except (ValueError, IndexError, RecursionError):
        return None
    return text.count("\n", 0, at) + 1


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _member(text: str, at: int, token: str) -> int | None:
    """Return where the member *token* of the object or array at *at* begins."""
    if text[at] not in "{[":
        return None
    closing = "}" if text[at] == "{" else "]"
    is_object = closing == "}"
    nth = 0
    at = _skip(text, at + 1)
    while text[at] != closing:
        name: Any = str(nth)
        if is_object:
            name, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if name == token:
            return at
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        nth += 1
    return None


def laid_out(data: bytes) -> str:
    """Return a log's text so that a person finds their way: a field a line, a move a line.

    Text that has line ends already, or does not read, stays as it was sent.
    """
    text = data.decode(errors="replace").removeprefix("\ufeff")
    if text.strip().count("\n") > 2:
        return text
    try:
        document = read_object(data).document
    except UnreadableLog:
        return text
    return _written(document)


def _written(document: dict[str, Any]) -> str:
    fields = []
    for key, value in document.items():
        shown = _one(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            shown = "[\n    " + ",\n    ".join(map(_one, value)) + "\n  ]"
        fields.append(f"  {_one(key)}: {shown}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _one(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
