"""Gathers the faults of a log's form, and says them in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from .errors import Violation

MAX_TEXT: Final = 200

_TYPES: Final[Mapping[type, str]] = {
    dict: "object",
    list: "array",
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


class Faults:
    """The faults of one log's form, in the order in which they were found."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def add(
        self,
        code: str,
        pointer: str,
        message: str,
        *,
        expected: Any = None,
        got: Any = None,
        move: int | None = None,
    ) -> None:
        self.violations.append(Violation(code, pointer, move, message, expected, got))

    def wrong_type(self, value: Any, kind: type, pointer: str, move: int | None = None) -> None:
        """Add the fault of a value that is not of type *kind*."""
        name = pointer.rpartition("/")[2] or "the log"
        self.add(
            "wrong-type",
            pointer,
            f"{name} must be {_a(_TYPES[kind])}, not {_a(_TYPES[type(value)])}.",
            expected=_TYPES[kind],
            got=_TYPES[type(value)],
            move=move,
        )

    def is_type(self, value: Any, kind: type, pointer: str) -> bool:
        """Tell whether *value* is of exactly that type; add a fault if not."""
        if type(value) is kind:
            return True
        self.wrong_type(value, kind, pointer)
        return False

    def keys(
        self,
        found: Mapping[str, Any],
        pointer: str,
        known: Iterable[str],
        must: Iterable[str] = (),
        move: int | None = None,
    ) -> None:
        """Tell unknown keys and missing ones."""
        known = frozenset(known)
        if not found.keys() <= known:
            for key in found:
                if key not in known and not key.startswith("x-"):
                    near = nearest(key, known)
                    self.add(
                        "unknown-field",
                        f"{pointer}/{escape(key)}",
                        f"There is no field {key!r} here"
                        + (f"; {near!r} is the nearest." if near else f", but {listing(known)}."),
                        expected=near,
                        got=key,
                        move=move,
                    )
        for key in must:
            if key not in found:
                self.add(
                    "missing-field",
                    pointer,
                    f"The field {key!r} is missing.",
                    expected=key,
                    move=move,
                )

    def text(self, value: Any, pointer: str, most: int = MAX_TEXT) -> bool:
        """Tell whether *value* is a string of up to *most* characters; add a fault if not."""
        if not self.is_type(value, str, pointer):
            return False
        if len(value) > most:
            self.add(
                "too-long",
                pointer,
                f"{pointer.rpartition('/')[2]} has {len(value)} characters, {most} are allowed.",
                expected=most,
                got=len(value),
            )
            return False
        return True

    def one_of(self, value: str, words: Sequence[str], pointer: str) -> bool:
        """Tell whether *value* is one of the *words*; add a fault if not."""
        if value in words:
            return True
        self.add(
            "bad-value",
            pointer,
            f"{pointer.rpartition('/')[2]} is {listing(words, 'or')}, not {value[:40]!r}.",
            expected=list(words),
            got=value,
        )
        return False


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the word that *word* is most likely meant to be, None where none is near."""
    from difflib import get_close_matches  # only where somebody has mistyped

    return next(iter(get_close_matches(word, list(words), 1, 0.5)), None)


def escape(key: str) -> str:
    """Return a key as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def listing(words: Iterable[str], last: str = "and") -> str:
    """Return the words as a sentence lists them.

    >>> listing(["table", "app", "bot"], "or")
    'table, app or bot'
    """
    words = sorted(words) if isinstance(words, frozenset) else list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeio" else noun if noun == "null" else f"a {noun}"
