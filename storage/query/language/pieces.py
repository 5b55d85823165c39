"""Cuts a phrase into pieces: words, numbers, quoted texts and signs."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_MARKS: Final = (
    "\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
    "\u0e31-\u0e4e\u0eb1-\u0ecd\u1000-\u109f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0"
)
"""Accents and vowel signs that stand with a letter: no letters to `re`, and part of the word."""

_PIECE: Final = re.compile(
    r"""\s*(?:
        (?P<string>"(?:[^"]|"")*"|'(?:[^']|'')*'|“[^”]*”|„[^“”]*[“”]|«[^»]*»)
      | (?P<date>\d{4}-\d{2}(?:-\d{2})?(?![\w-]))
      | (?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![^\W_]))
      | (?P<word>p\d{1,2}\.\d+(?![^\W_])|[^\W_]+(?:[MARKS]+[^\W_]*)*(?:['’][^\W\d_]+)?)
      | (?P<sign><=|>=|=<|=>|==|!=|<>|\S)
    )""".replace("MARKS", _MARKS),
    re.VERBOSE,
)


class Piece(NamedTuple):
    """A run of characters that belong together."""

    kind: str
    text: str
    start: int
    end: int


def pieces_of(phrase: str) -> list[Piece]:
    """Cut a phrase into words, numbers, quoted texts and signs."""
    found = []
    for match in _PIECE.finditer(phrase):
        kind = match.lastgroup
        if kind is not None:
            found.append(Piece(kind, match[kind], match.start(kind), match.end(kind)))
    return found


def unquoted(text: str) -> str:
    """Return what stands between the quotes."""
    inner = text[1:-1]
    quote = text[0]
    return inner.replace(quote * 2, quote) if quote in "\"'" else inner


def number(text: str) -> int | float:
    """Return a number, whole where it is written so."""
    try:
        return int(text)
    except ValueError:
        return float(text)
