"""Exact arithmetic within bounds, ruling 7 of Equator: no number beyond 256 bits is ever made."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeAlias

MAX_BITS: Final = 256
"""Of a numerator, and of a denominator."""

_LIMIT: Final = 1 << MAX_BITS

Number: TypeAlias = int | Fraction
"""Whole numbers are ints wherever that comes cheap, as most of an equation's numbers are."""


class TooLargeError(ArithmeticError):
    """A number on the way is beyond the bounds."""


class NoValueError(ArithmeticError):
    """A step has no value: a division by zero, an inexact root."""


def bounded(number: Number) -> Number:
    """Return *number*. Raises TooLargeError where it is beyond the bounds."""
    if -_LIMIT < number.numerator < _LIMIT and number.denominator < _LIMIT:
        return number
    raise TooLargeError(f"A number has more than {MAX_BITS} binary digits.")


def divide(one: Number, other: Number) -> Number:
    """Return the quotient, as an int where it is whole. Raises NoValueError, TooLargeError."""
    if other == 0:
        raise NoValueError("There is no division by zero.")
    if type(one) is type(other) is int and one % other == 0:
        return one // other
    quotient = Fraction(one) / other
    return bounded(quotient.numerator if quotient.denominator == 1 else quotient)


def power(base: Number, exponent: Number) -> Number:
    """Return *base* to the power of *exponent*. Raises NoValueError, TooLargeError.

    The size of the result is known before it is computed: nothing large is made and thrown away.

    >>> power(Fraction(1, 2), -3)
    8
    """
    if exponent.denominator != 1:
        raise NoValueError(f"An exponent is a whole number, not {exponent}.")
    times = exponent.numerator
    if base == 0 and times <= 0:
        raise NoValueError("0 has no power of 0 and none below." if times else "0^0 has no value.")
    if times == 0:
        return 1
    if base in (0, 1, -1):
        return base if times % 2 else base * base
    # A number of n binary digits is 2^(n-1) or more.
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if (size - 1) * abs(times) >= MAX_BITS:
        raise TooLargeError(f"A power has more than {MAX_BITS} binary digits.")
    found = Fraction(base) ** times
    return bounded(found.numerator if found.denominator == 1 else found)


def root(index: Number, radicand: Number) -> int:
    """Return the *index*-th root of *radicand*, both whole, which must be whole.

    Raises NoValueError. An odd root of a number below 0 is below 0; an even one does not exist.

    >>> root(3, -8)
    -2
    """
    if index.denominator != 1 or index < 2:
        raise NoValueError(f"The index of a root is a whole number from 2 on, not {index}.")
    if radicand.denominator != 1:
        raise NoValueError(f"A root is taken of a whole number, not of {radicand}.")
    found = exact_root(index.numerator, radicand.numerator)
    if found is None:
        raise NoValueError(f"The {_ordinal(index.numerator)} root of {radicand} is not whole.")
    return found


def exact_root(index: int, radicand: int) -> int | None:
    """Return the whole number whose *index*-th power is *radicand*, of two the positive one."""
    if radicand < 0:
        mirrored = exact_root(index, -radicand) if index % 2 else None
        return None if mirrored is None else -mirrored
    if radicand < 2 or index == 1:
        return radicand
    bits = radicand.bit_length()
    if index >= bits:
        return None  # 2 to that power is more already
    # Newton's way from above comes down to the root rounded down and stops there.
    guess = 1 << -(-bits // index)
    while True:
        lower = ((index - 1) * guess + radicand // guess ** (index - 1)) // index
        if lower >= guess:
            return guess if guess**index == radicand else None
        guess = lower


def _ordinal(number: int) -> str:
    return {2: "square", 3: "cube"}.get(number, f"{number}th")
