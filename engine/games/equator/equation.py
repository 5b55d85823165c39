"""Reads an equation and works it out, rulings 6 and 7 of Equator: exactly, bounded, in one pass.

    equation = sum ["=" number]
    sum      = product {("+" | "-") product}
    product  = power {("*" | "/") power}
    power    = tight ["^" power]
    tight    = [single] "√" tight | single
    single   = number | "(" sum ")"

The four in the middle are one function that climbs from sign to tighter sign. There is no minus sign
before a number. `^` binds to the right, roots bind tightest. What does not read is told before
what cannot be worked out, wherever both are; of two steps without a value the first counts, left
before right. Nothing is evaluated but by the functions of `exact`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from .exact import (
    MAX_BITS,
    NoValueError,
    Number,
    TooLargeError,
    bounded,
    divide,
    power,
    root,
)

MAX_LENGTH: Final = 200
"""Characters of an equation, spaces included."""
MAX_DEPTH: Final = 32
"""Levels: parentheses, roots and right-hand powers."""
MARKS: Final = {"×": "*", "x": "*", "·": "*", "÷": "/", ":": "/", "−": "-"}
"""Other ways to write a sign, each one character, so that columns stay what they are."""

_MARKS: Final = str.maketrans(MARKS)
_TOKEN: Final = re.compile("[0-9]+|[^ ]")
_DIGITS: Final = frozenset("0123456789")
_CARDS: Final = {str(value): value for value in range(1, 11)}
_BINDING: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3, "√": 4}
"""How tightly each sign binds."""
_LOOSEST: Final = 1
_TO_THE_RIGHT: Final = 3
"""From here on a sign takes all that follows it and binds as tightly."""
_END: Final = "end"
"""Stands behind the last token; no token has three letters."""
_SHOWN: Final = 60
"""So many characters of an equation stand around a caret."""


class UnreadableError(ValueError):
    """The text is no equation. *column* counts its characters from 1."""

    def __init__(self, column: int, due: str, found: str) -> None:
        super().__init__(f"Column {column}: {due} is due here, not {found}.")
        self.column = column


class Equation(NamedTuple):
    """An equation that reads."""

    numbers: list[int]
    """All numbers of the left side, in their order."""
    value: Number | None
    """What the left side comes to; None where a step has no value."""
    trouble: str
    """Why it has none, in one sentence."""
    right: int | None
    """The right side."""
    uses_powers: bool
    """There is a power or a root on the left side."""


def read_equation(text: str, *, powers: bool = True, free_roots: bool = False) -> Equation:
    """Read an equation and work its left side out.

    Without *powers* a power or root has no value, without *free_roots* a root has none that does
    not name its index. Raises UnreadableError, and TooLargeError for whatever is beyond the
    bounds.

    >>> read_equation("4^3+8+7+4=83").value
    83
    >>> read_equation("8:3×2").value
    Fraction(16, 3)
    """
    if len(text) > MAX_LENGTH:
        raise TooLargeError(f"An equation has up to {MAX_LENGTH} characters, this one {len(text)}.")
    return _Reader(text, powers, free_roots).equation()


class _Reader:
    """Descends into the tokens of one equation, and works it out on the way."""

    def __init__(self, text: str, powers: bool, free_roots: bool) -> None:
        self.text = text.translate(_MARKS)
        self.tokens: list[str] = [*_TOKEN.findall(self.text), _END]
        self.at = 0
        """Which token is next."""
        self.powers = powers
        self.free_roots = free_roots
        self.numbers: list[int] = []
        self.trouble: ArithmeticError | None = None
        """The first step that went wrong. After it nothing is worked out any more."""

    def equation(self) -> Equation:
        value = self.climb(_LOOSEST, 0)
        right = None
        if self.tokens[self.at] == "=":
            self.at += 1
            right = self.whole("a number")
            if right.bit_length() > MAX_BITS:
                raise TooLargeError(f"The right side has more than {MAX_BITS} binary digits.")
        if self.tokens[self.at] != _END:
            raise self.unreadable("the end" if right is not None else "a sign or the end")
        if isinstance(self.trouble, TooLargeError):
            raise self.trouble
        trouble = str(self.trouble or "")
        worked_out = None if self.trouble else value
        uses_powers = "^" in self.tokens or "√" in self.tokens
        return Equation(self.numbers, worked_out, trouble, right, uses_powers)

    def unreadable(self, due: str) -> UnreadableError:
        """Return the error of finding the next token where something else is *due*."""
        starts = [found.start() for found in _TOKEN.finditer(self.text)]
        if self.at == len(starts):
            return UnreadableError(len(self.text) + 1, due, "the end")
        return UnreadableError(starts[self.at] + 1, due, repr(_visible(self.tokens[self.at][0])))

    def deeper(self, depth: int) -> int:
        if depth >= MAX_DEPTH:
            raise TooLargeError(f"An equation goes {MAX_DEPTH} levels deep, this one goes deeper.")
        return depth + 1

    # -- reading

    def climb(self, least: int, depth: int) -> Number:
        """Read all that signs hold together that bind as tightly as *least*, or tighter."""
        tokens = self.tokens
        card = _CARDS.get(tokens[self.at])
        if card is None:
            value = self.operand(depth)
        else:  # as most operands are
            self.at += 1
            self.numbers.append(card)
            value = card
        while True:
            sign = tokens[self.at]
            binding = _BINDING.get(sign, 0)
            if binding < least:
                return value
            self.at += 1
            if binding < _TO_THE_RIGHT:
                other = self.climb(binding + 1, depth)
            else:
                other = self.climb(binding, self.deeper(depth))
            value = self.step(sign, value, other)

    def operand(self, depth: int) -> Number:
        char = self.tokens[self.at]
        if char == "(":
            self.at += 1
            value = self.climb(_LOOSEST, self.deeper(depth))
            if self.tokens[self.at] != ")":
                raise self.unreadable("a sign or )")
            self.at += 1
            return value
        if char == "√":
            self.at += 1
            return self.bare_root(self.climb(_BINDING["√"], self.deeper(depth)))
        return self.number()

    def number(self) -> int:
        number = self.whole("a number, ( or √")
        self.numbers.append(number)
        if number.bit_length() > MAX_BITS and self.trouble is None:
            self.trouble = TooLargeError(f"A number has more than {MAX_BITS} binary digits.")
        return number

    def whole(self, due: str) -> int:
        token = self.tokens[self.at]
        if token[0] not in _DIGITS:
            raise self.unreadable(due)
        self.at += 1
        return int(token)

    # -- working out

    def step(self, sign: str, one: Number, other: Number) -> Number:
        if self.trouble is not None:
            return 0
        try:
            if sign == "+":
                return bounded(one + other)
            if sign == "-":
                return bounded(one - other)
            if sign == "*":
                return bounded(one * other)
            if sign == "/":
                return divide(one, other)
            return self.power_or_root(sign, one, other)
        except ArithmeticError as trouble:
            self.trouble = trouble
            return 0

    def power_or_root(self, sign: str, one: Number, other: Number) -> Number:
        if not self.powers:
            raise NoValueError("This game is played without powers and roots.")
        return power(one, other) if sign == "^" else root(one, other)

    def bare_root(self, radicand: Number) -> Number:
        if self.powers and not self.free_roots and self.trouble is None:
            self.trouble = NoValueError("A root names its index with a card: 2√, not √.")
        return self.step("√", 2, radicand)


def caret(text: str, column: int) -> str:
    """Return two lines: *text*, and a caret under its *column* (from 1); a long text cut short.

    >>> print(caret("4**3", 3))
    4**3
      ^
    """
    at = column - 1
    start = max(0, min(at - _SHOWN // 2, len(text) - _SHOWN))
    end = start + _SHOWN
    before = ("…" if start else "") + "".join(map(_visible, text[start:at]))
    after = "".join(map(_visible, text[at:end])) + ("…" if end < len(text) else "")
    width = sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in before)
    return f"{before}{after}\n{' ' * width}^"


def _visible(char: str) -> str:
    """Return what takes a place of its own in a line."""
    is_plain = char.isprintable() and not unicodedata.combining(char)
    return char if is_plain and unicodedata.bidirectional(char) not in _LEFTWARDS else "\ufffd"


_LEFTWARDS: Final = ("R", "AL", "AN")
