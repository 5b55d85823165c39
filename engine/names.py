"""Players' names: how they are kept, and when two of them are one."""

from __future__ import annotations

import unicodedata
from typing import Final

MAX_NAME: Final = 64

_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))


def fold(name: str) -> str:
    """Return what two names have in common if they count as the same.

    >>> fold(" ANNA ") == fold("anna")
    True
    """
    return unicodedata.normalize("NFC", name.strip()).casefold()


def clean_name(name: str) -> str:
    """Return a name as it is kept: trimmed, in Unicode NFC."""
    name = name.strip()
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def has_hidden(name: str) -> bool:
    """Tell whether a name holds a character that cannot be seen."""
    if name.isascii() and name.isprintable():
        return False
    return any(map(_is_hidden, name))


def seen(name: str) -> str:
    r"""Return a name between quotes with what cannot be seen written out.

    >>> print(seen("Zoë\u200b"))
    'Zoë\u200b'
    """
    return "".join(ascii(char)[1:-1] if _is_hidden(char) else char for char in repr(name))


def _is_hidden(char: str) -> bool:
    # Fillers and blanks that are letters or symbols to Unicode and nothing to the eye.
    blanks = "\u115f\u1160\u2800\u3164\uffa0"
    return unicodedata.category(char) in _HIDDEN or char in blanks
