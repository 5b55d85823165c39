"""Searches over all stacks that cards can make: the best one, and every different one.

Cells are bits. *holes* are the cells at which one still sees further down. A card has no hole where
it has a spot, so beneath itself or its like it shows nothing: what a stack can still gain depends
on its holes alone, and not on what lies in it. Only where cards may be turned they are counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

Face: TypeAlias = tuple[int, int]
"""The cells with spots and the cells with holes, as bits."""
Lying: TypeAlias = tuple[int, bool]
"""A card's number and whether it lies turned; number 0 is the joker."""
Ways: TypeAlias = Mapping[int, Sequence[Face]]
"""By number, the card as it may lie: upright and, if that is allowed, turned."""

MOST_LOOKS: Final = 1_000
"""A search for the best stack that looks at more is given up; no sensible card set comes near."""


class _TooMany(Exception):
    """The search is given up."""


def best_upright(tops: Sequence[Face], lying: Sequence[Face]) -> int | None:
    """Return the most spots that a stack shows with one of *tops* over some of *lying*."""
    union = 0
    for spots, _ in lying:
        union |= spots
    known: dict[int, int] = {}

    def below(holes: int) -> int:
        if holes in known:
            return known[holes]
        if len(known) >= MOST_LOOKS:
            raise _TooMany
        most = (holes & union).bit_count()
        best = 0
        for spots, own in lying:
            gain = (spots & holes).bit_count()
            if gain:
                deeper = holes & own
                if deeper & union and gain + (deeper & union).bit_count() > best:
                    gain += below(deeper)
                if gain > best:
                    best = gain
                    if best == most:
                        break
        known[holes] = best
        return best

    try:
        return max(spots.bit_count() + below(holes & union) for spots, holes in tops)
    except _TooMany:
        return None


def best_turning(tops: Sequence[int], ways: Ways, counts: Sequence[int]) -> int | None:
    """Return the same where cards may be turned; *counts* are the cards by number, tops included.

    A number counts twice at the most: a third card lies as one of the others does.
    """
    known: dict[tuple[int, int], int] = {}
    numbers = [number for number, count in enumerate(counts) if count and number]

    def below(holes: int, left: int) -> int:
        union = 0
        able: list[tuple[int, int, int]] = []
        fresh = 0
        for number in numbers:
            if left >> 2 * number & 3:
                for spots, own in ways[number]:
                    if spots & holes:
                        union |= spots
                        able.append((1 << 2 * number, spots, own))
                        fresh |= left & 3 << 2 * number
        key = holes & union, fresh
        if key in known:
            return known[key]
        if len(known) >= MOST_LOOKS:
            raise _TooMany
        most = (holes & union).bit_count()
        best = 0
        for one, spots, own in able:
            gain = (spots & holes).bit_count()
            deeper = holes & own & union
            if gain + deeper.bit_count() > best:
                if deeper:
                    gain += below(deeper, fresh - one)
                if gain > best:
                    best = gain
                    if best == most:
                        break
        known[key] = best
        return best

    whole = sum(min(count, 2) << 2 * number for number, count in enumerate(counts))
    try:
        return max(
            spots.bit_count() + below(holes, whole - (1 << 2 * top))
            for top in tops
            for spots, holes in ways[top]
        )
    except _TooMany:
        return None


class Shape(NamedTuple):
    """Stacks that come to the same: these numbers and this value."""

    numbers: tuple[tuple[int, int], ...]
    """Each number beneath a joker, or of a colour, with how many cards of it."""
    lying: tuple[Lying, ...]
    """One order that gives the value, top card first."""


def shapes(
    tops: Sequence[int], ways: Ways, counts: Sequence[int], most: int
) -> tuple[list[Shape], bool]:
    """Return every different stack, and whether those are all.

    Stacks of the same cards that show as many spots count as one. The small ones come first; the
    search stops where there are more than *most*.
    """
    flat = [
        (number, is_turned, *face)
        for number, count in enumerate(counts)
        if number and count
        for is_turned, face in enumerate(ways[number])
    ]
    layer: dict[tuple[int, int, int], tuple[Lying, ...]] = {}
    for top in tops:
        for is_turned, (spots, holes) in enumerate(ways[top]):
            layer.setdefault((1 << 2 * top, holes, spots.bit_count()), ((top, bool(is_turned)),))
    found: dict[tuple[int, int], tuple[Lying, ...]] = {}
    looks = 0
    while layer and looks <= most:
        deeper: dict[tuple[int, int, int], tuple[Lying, ...]] = {}
        for (used, holes, value), stack in layer.items():
            found.setdefault((used, value), stack)
            looks += 1
            if looks > most:
                break
            for number, is_turned, spots, own in flat:
                gain = (spots & holes).bit_count()
                if gain and used >> 2 * number & 3 < min(counts[number], 2):
                    key = (used + (1 << 2 * number), holes & own, value + gain)
                    deeper.setdefault(key, (*stack, (number, bool(is_turned))))
        layer = deeper
    return [
        Shape(
            tuple((n, used >> 2 * n & 3) for n in range(1, len(counts)) if used >> 2 * n & 3), stack
        )
        for (used, _), stack in found.items()
    ], not layer
