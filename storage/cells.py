"""Texts of others in what we print: in cells that spreadsheets open, on lines, in pages."""

from __future__ import annotations

import re
from typing import Final

_FORMULA: Final = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20](?s:.)")
"""With what OWASP says a cell must not begin, and more behind it."""
_NUMBER: Final = re.compile(r"[+-][0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def harmless(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula.

    Who sends a log names its players, and a name may be ``=HYPERLINK(…)``. The sign before it is the
    one by which people tell a spreadsheet that what follows is text. What is a number stays one.

    >>> harmless("=1+1"), harmless("Anna"), harmless("-3"), harmless("-")
    ("'=1+1", 'Anna', '-3', '-')
    """
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def seen(text: str) -> str:
    r"""Return *text* on one line, without what would steer a terminal, turn a line round or hide.

    >>> print(seen("red\x1b[2J"), seen("Zoë"))
    red\x1b[2J Zoë
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def escaped(text: str) -> str:
    r"""Return *text* as HTML shows it, on one line and with nothing hidden in it.

    >>> print(escaped("<b>\u202e"))
    &lt;b&gt;\u202e
    """
    from html import escape  # for those who write pages

    return escape(seen(text))
