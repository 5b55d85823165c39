"""Finds out whether the cards of a row can make its target, and how.

Everything is exact: a value is a fraction in lowest terms, within the bounds that an equation has
(`MAX_BITS`). Cards count by their values, so that rows that differ in order alone are one question.

An expression of all of some cards ends with one step that joins the values of two groups of them.
So the values of up to `LISTED` cards are listed, and with more cards the search goes back from the
goal: for each value of the smaller group, which values of the others would give the goal?

That takes a millisecond or a second; for the rows of a game the answer is known, see `possible`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import gcd
from typing import Final, TypeAlias

from .exact import MAX_BITS, exact_root

Value: TypeAlias = tuple[int, int]
"""Numerator and denominator in lowest terms; the denominator is positive."""
Cards: TypeAlias = tuple[int, ...]
"""The values of some cards, smallest first."""
Test: TypeAlias = Callable[[Value], bool]

LISTED: Final = 3
"""So many cards have all their values listed."""

_LIMIT: Final = 1 << MAX_BITS
ZERO: Final[Value] = (0, 1)
ONE: Final[Value] = (1, 1)
MINUS_ONE: Final[Value] = (-1, 1)


def _lowest(above: int, below: int) -> Value:
    common = gcd(above, below)
    if below < 0:
        common = -common
    return above // common, below // common


def _is_small(value: Value) -> bool:
    return -_LIMIT < value[0] < _LIMIT and value[1] < _LIMIT


def _plus(one: Value, other: Value) -> Value:
    if one[1] == other[1] == 1:
        return one[0] + other[0], 1
    return _lowest(one[0] * other[1] + other[0] * one[1], one[1] * other[1])


def _minus(one: Value, other: Value) -> Value:
    return _plus(one, (-other[0], other[1]))


def _times(one: Value, other: Value) -> Value:
    if one[1] == other[1] == 1:
        return one[0] * other[0], 1
    return _lowest(one[0] * other[0], one[1] * other[1])


def _over(one: Value, other: Value) -> Value:
    """The divisor must not be 0."""
    return _lowest(one[0] * other[1], one[1] * other[0])


def _power(base: Value, exponent: Value) -> Value | None:
    """Return None where there is no such power, or none within the bounds."""
    above, below = base
    times, part = exponent
    if part != 1 or (above == 0 and times <= 0):
        return None
    if times == 0:
        return ONE
    if below == 1 and -1 <= above <= 1:
        return base if times % 2 else (above * above, 1)
    if abs(times) * (max(abs(above), below).bit_length() - 1) >= MAX_BITS:
        return None
    if times < 0:
        above, below = (below, above) if above > 0 else (-below, -above)
        times = -times
    found = above**times, below**times
    return found if _is_small(found) else None


def _root(index: Value, radicand: Value) -> Value | None:
    """Return None where there is no such root, or it is no whole number."""
    if index[1] != 1 or index[0] < 2 or radicand[1] != 1:
        return None
    root = exact_root(index[0], radicand[0])
    return None if root is None else (root, 1)


@dataclass(frozen=True, slots=True)
class Solver:
    """Answers for games that play by the same options. Make it with `solver`."""

    powers: bool
    free_roots: bool

    # -- questions about a row

    def equation(self, row: Sequence[int], target: int) -> str | None:
        """Return an equation over a *row* of these values that makes *target*; None if none does.

        It uses the two target cards (the first of the row), the last card and any between, as few
        as it can.

        >>> solver(powers=False).equation([8, 3, 7, 4, 4, 2], 83)
        '3+4*(4+2*8)'
        """
        for cards in choices(row):
            found = self.make(cards, (target, 1))
            if found:
                return found
        return None

    # -- the search

    def values(self, cards: Cards) -> dict[Value, str]:
        """Return every value that all of *cards* can make together, each with an expression."""
        return _values(self, cards)

    def make(self, cards: Cards, goal: Value) -> str | None:
        """Return an expression of all of *cards* whose value is *goal*, None if there is none."""
        return _make(self, cards, goal)

    def can_make(self, cards: Cards, goal: Value) -> bool:
        """Tell whether all of *cards* together can make *goal*: `make` without the words."""
        return _can_make(self, cards, goal)

    def list_values(self, cards: Cards) -> dict[Value, str]:
        """Join every two groups of the cards in every way; see `values`."""
        found: dict[Value, str] = {}
        if len(cards) == 1:
            self._add(found, (cards[0], 1), str(cards[0]))
            return found
        for some, rest in splits(cards):
            for one, one_text in self.values(some).items():
                for other, other_text in self.values(rest).items():
                    for value, form in self._join(one, other):
                        if value not in found and _is_small(value):
                            self._add(found, value, _fill(form, one_text, other_text))
        return found

    def _add(self, found: dict[Value, str], value: Value, text: str) -> None:
        found.setdefault(value, text)
        if self.free_roots and value[1] == 1 and value[0] > 1:
            root = exact_root(2, value[0])
            if root is not None and (root, 1) not in found:
                self._add(found, (root, 1), "√" + _bracket(text))

    def _join(self, one: Value, other: Value) -> Iterator[tuple[Value, str]]:
        """Yield all that one step makes of two values, each with the form of the step.

        ``r-k`` is the other value less the one: k is what is known, r the rest.
        """
        yield _plus(one, other), "k+r"
        yield _times(one, other), "k*r"
        yield _minus(one, other), "k-r"
        yield _minus(other, one), "r-k"
        if other[0]:
            yield _over(one, other), "k/r"
        if one[0]:
            yield _over(other, one), "r/k"
        if not self.powers:
            return
        for step, sign in ((_power, "^"), (_root, "√")):
            value = step(one, other)
            if value is not None:
                yield value, f"k{sign}r"
            value = step(other, one)
            if value is not None:
                yield value, f"r{sign}k"

    def search(self, cards: Cards, goal: Value) -> str | None:
        """Look for the last step of an expression of *cards* that makes *goal*; see `make`."""
        if len(cards) <= LISTED:
            return self.values(cards).get(goal)
        for some, rest in splits(cards):
            for known, text in self.values(some).items():
                for wanted, form in _wanted(self, goal, known):
                    found = self.make(rest, wanted)
                    if found:
                        return _fill(form, text, found)
                for test, form in self._open_ends(goal, known):
                    found = self._any(rest, test)
                    if found:
                        return _fill(form, text, found)
        squared = self._squared(goal)
        if squared is None:
            return None
        found = self.make(cards, squared)
        return found and "√" + _bracket(found)

    def look(self, cards: Cards, goal: Value) -> bool:
        """Tell whether *cards* make *goal*; see `can_make`."""
        if len(cards) <= LISTED:
            return goal in self.values(cards)
        nearest_last: list[tuple[Cards, Cards]] = []
        for some, rest in splits(cards):
            if len(rest) > LISTED:
                nearest_last.append((some, rest))
                continue
            values = self.values(rest).keys()
            for known in self.values(some):
                if not values.isdisjoint(_wanted_values(self, goal, known)):
                    return True
        for some, rest in nearest_last:
            for known in self.values(some):
                if any(self.can_make(rest, wanted) for wanted in _wanted_values(self, goal, known)):
                    return True
        for some, rest in splits(cards):
            for known in self.values(some):
                for test, _ in self._open_ends(goal, known):
                    if self._any(rest, test):
                        return True
        squared = self._squared(goal)
        return squared is not None and self.can_make(cards, squared)

    def _squared(self, goal: Value) -> Value | None:
        """Return what a bare root makes *goal* of."""
        if not self.free_roots or goal[1] != 1 or goal[0] < 2:
            return None
        squared = (goal[0] * goal[0], 1)
        return squared if _is_small(squared) else None

    def wanted(self, goal: Value, known: Value) -> Iterator[tuple[Value, str]]:
        """Yield what the rest must be worth for one step with *known* to make *goal*."""
        yield _minus(goal, known), "k+r"
        yield _plus(goal, known), "r-k"
        yield _minus(known, goal), "k-r"
        if known[0]:
            yield _over(goal, known), "k*r"
            yield _times(goal, known), "r/k"
            if goal[0]:
                yield _over(known, goal), "k/r"
        if not self.powers:
            return
        yield from _wanted_exponent(goal, known)
        if known[1] == 1:
            yield from _wanted_base(goal, known[0])
        if goal[1] == 1:
            if known[1] == 1 and known[0] >= 2 and (goal[0] >= 0 or known[0] % 2):
                radicand = _power(goal, known)
                if radicand is not None:
                    yield radicand, "k√r"
            yield from _wanted_index(goal[0], known)

    def _open_ends(self, goal: Value, known: Value) -> Iterator[tuple[Test, str]]:
        """Yield the steps with *known* that make *goal* of more than one value of the rest."""
        if goal == ZERO == known:
            yield _is_anything, "k*r"
            yield _is_not_zero, "k/r"
            if self.powers:
                yield _is_whole_from_one, "k^r"
                yield _is_index, "r√k"
        if not self.powers:
            return
        if goal == ONE:
            if known == ZERO:
                yield _is_not_zero, "r^k"
            elif known == ONE:
                yield _is_whole, "k^r"
                yield _is_index, "r√k"
            elif known == MINUS_ONE:
                yield _is_even, "k^r"
        elif goal == MINUS_ONE == known:
            yield _is_odd, "k^r"
            yield _is_odd_index, "r√k"

    def _any(self, cards: Cards, test: Test) -> str | None:
        """Return an expression of *cards* whose value passes *test*.

        Four cards or more make whole numbers from 3 on, odd ones and even ones, whatever the cards
        (all of them even: two alike give 1, and so does (b-a)/c for some a, b, c of any four of
        2, 4, 6, 8, 10), and every test is passed by all numbers of that kind.
        """
        if len(cards) <= LISTED:
            return next((text for value, text in self.values(cards).items() if test(value)), None)
        return next(
            found
            for number in range(3, 2 * sum(cards))
            if test((number, 1)) and (found := self.make(cards, (number, 1)))
        )


def _is_anything(_: Value) -> bool:
    return True


def _is_not_zero(value: Value) -> bool:
    return value[0] != 0


def _is_whole(value: Value) -> bool:
    return value[1] == 1


def _is_whole_from_one(value: Value) -> bool:
    return value[1] == 1 and value[0] >= 1


def _is_index(value: Value) -> bool:
    return value[1] == 1 and value[0] >= 2


def _is_even(value: Value) -> bool:
    return value[1] == 1 and value[0] % 2 == 0


def _is_odd(value: Value) -> bool:
    return value[1] == 1 and value[0] % 2 == 1


def _is_odd_index(value: Value) -> bool:
    return _is_odd(value) and value[0] >= 3


def _wanted_exponent(goal: Value, base: Value) -> Iterator[tuple[Value, str]]:
    if base in (ZERO, ONE, MINUS_ONE):
        return
    if goal == ONE:
        yield ZERO, "k^r"
        return
    size = max(abs(goal[0]), goal[1])
    power, exponent = base, 1
    while max(abs(power[0]), power[1]) <= size and goal[0]:
        if power == goal:
            yield (exponent, 1), "k^r"
        if _times(power, goal) == ONE:
            yield (-exponent, 1), "k^r"
        power, exponent = _times(power, base), exponent + 1


def _wanted_base(goal: Value, exponent: int) -> Iterator[tuple[Value, str]]:
    if goal == ZERO:
        if exponent > 0:
            yield ZERO, "r^k"
        return
    if exponent == 0:
        return
    if exponent < 0:
        goal, exponent = _over(ONE, goal), -exponent
    above, below = exact_root(exponent, goal[0]), exact_root(exponent, goal[1])
    if above is None or below is None:
        return
    yield (above, below), "r^k"
    if exponent % 2 == 0:
        yield (-above, below), "r^k"


def _wanted_index(goal: int, radicand: Value) -> Iterator[tuple[Value, str]]:
    if radicand[1] != 1 or abs(goal) < 2:
        return
    power, index = goal * goal, 2
    while abs(power) <= abs(radicand[0]):
        if power == radicand[0] and (goal > 0 or index % 2):
            yield (index, 1), "r√k"
        power, index = power * goal, index + 1


@cache
def solver(*, powers: bool, free_roots: bool = False) -> Solver:
    """Return the solver for a game with these options."""
    return Solver(powers, powers and free_roots)


@cache
def _values(solver: Solver, cards: Cards) -> dict[Value, str]:
    return solver.list_values(cards)


@lru_cache(maxsize=1 << 16)
def _make(solver: Solver, cards: Cards, goal: Value) -> str | None:
    return solver.search(cards, goal) if solver.can_make(cards, goal) else None


@lru_cache(maxsize=1 << 18)
def _can_make(solver: Solver, cards: Cards, goal: Value) -> bool:
    return solver.look(cards, goal)


@lru_cache(maxsize=1 << 16)
def _wanted_values(solver: Solver, goal: Value, known: Value) -> frozenset[Value]:
    return frozenset(value for value, _ in _wanted(solver, goal, known))


def _wanted(solver: Solver, goal: Value, known: Value) -> list[tuple[Value, str]]:
    return [(value, form) for value, form in solver.wanted(goal, known) if _is_small(value)]


def choices(row: Sequence[int]) -> Iterator[Cards]:
    """Yield the cards an equation over *row* can use, every set of values once, small sets first.

    These are both target cards, the last card, and any of those between.
    """
    found = {tuple(sorted((*row[:2], *row[2:][-1:])))}
    there = [(number, row.count(number)) for number in sorted(set(row[2:-1]))]
    while found:
        yield from sorted(found)
        found = {
            tuple(sorted((*cards, number)))
            for cards in found
            for number, count in there
            if cards.count(number) < count
        }


@cache
def splits(cards: Cards) -> list[tuple[Cards, Cards]]:
    """Return every way to part the cards in two groups, each once, the smaller group first."""
    ways: dict[tuple[Cards, Cards], None] = {}
    for size in range(1, len(cards) // 2 + 1):
        for places in combinations(range(len(cards)), size):
            some = tuple(cards[place] for place in places)
            rest = tuple(card for place, card in enumerate(cards) if place not in places)
            if (rest, some) not in ways:
                ways[some, rest] = None
    return list(ways)


_LEVEL: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3, "√": 4}
_BARE: Final = {
    ("+", 0): 1,
    ("+", 1): 1,
    ("-", 0): 1,
    ("-", 1): 2,
    ("*", 0): 2,
    ("*", 1): 2,
    ("/", 0): 2,
    ("/", 1): 3,
}
"""By sign and side (0 is left), the loosest level that needs no parentheses there."""


def _fill(form: str, known: str, rest: str) -> str:
    """Write a step down, with the parentheses that a person would want."""
    sign = form[1]
    sides = (known, rest) if form[0] == "k" else (rest, known)
    return sign.join(
        text if _level(text) >= _BARE.get((sign, side), 5) else f"({text})"
        for side, text in enumerate(sides)
    )


def _bracket(text: str) -> str:
    return text if _level(text) == 5 else f"({text})"


def _level(text: str) -> int:
    """Return how tightly the loosest sign outside all parentheses binds; 5 without a sign."""
    depth, loosest = 0, 5
    for char in text:
        depth += (char == "(") - (char == ")")
        if not depth and char in _LEVEL:
            loosest = min(loosest, _LEVEL[char])
    return loosest
