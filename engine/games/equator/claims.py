"""Weighs claims: is it an equation over the row that makes the target, and if not, why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from .equation import Equation, read_equation
from .exact import Number
from .solver import solver

Kind: TypeAlias = Literal["right", "cards", "arithmetic", "value"]
"""Right, or the first that is wrong with it, ruling 9."""
WRONG: Final[Sequence[Kind]] = ("cards", "arithmetic", "value")


class Weighed(NamedTuple):
    """What a claim is worth."""

    kind: Kind
    why: str
    """What is wrong with it, in one sentence; empty for a right one."""
    equation: Equation


def weigh(
    text: str, row: Sequence[int], target: int, *, powers: bool = True, free_roots: bool = False
) -> Weighed:
    """Weigh an equation over a *row* of cards with these values, the target cards first.

    Raises UnreadableError and TooLargeError, see `equation`. The solitaire example that the source
    prints uses four 4s:

    >>> weigh("(4*8)-4-((5-4)^4)", [5, 8, 4, 5, 4], 27).why
    'The equation uses 4 four times, the row has it twice.'
    """
    equation = read_equation(text, powers=powers, free_roots=free_roots)
    numbers = equation.numbers
    if short := _short_of(numbers, row):
        return Weighed("cards", short, equation)
    if equation.value is None:
        return Weighed("arithmetic", equation.trouble, equation)
    if equation.value != target:
        made = _shown(equation.value)
        return Weighed("value", f"The equation makes {made}, not {target}.", equation)
    return Weighed("right", "", equation)


def _short_of(numbers: Sequence[int], row: Sequence[int]) -> str:
    """Say which card is used too often or not at all; nothing where all is well.

    Cards of one value are alike, so counting them is enough.
    """
    for number in numbers:
        used, there = numbers.count(number), row.count(number)
        if used <= there:
            continue
        if not there:
            return f"There is no {_shown(number)} in the row."
        return f"The equation uses {number} {_times(used)}, the row has it {_times(there)}."
    must = row[:2] if len(row) == 2 else [row[0], row[1], row[-1]]
    for place, number in enumerate(must):
        if numbers.count(number) < must[: place + 1].count(number):
            card = "last card" if place == 2 else "target card"
            return f"The equation leaves out the {card}, {number}."
    return ""


def _shown(number: Number) -> str:
    text = str(number)
    return text if len(text) <= 20 else f"{text[:17]}…"


def _times(count: int) -> str:
    words = ("never", "once", "twice", "three times", "four times")
    return words[count] if count < len(words) else f"{count} times"


def find_equation(
    row: Sequence[int], target: int, *, powers: bool = True, free_roots: bool = False
) -> str | None:
    """Return a right claim over the *row*, with as few cards as there are; None if there is none.

    >>> find_equation([8, 3, 7, 4, 4], 83)
    '3^4+8/4'
    """
    return solver(powers=powers, free_roots=free_roots).equation(row, target)
