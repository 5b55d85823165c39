"""The search of `spot_on_search`, compiled: the extra ``fast`` (numba and numpy) is needed for it.

What comes out is the same to the last bit. The compiled code is kept beside this file, or where
that cannot be written in the user's cache, so that only the first run after an installation waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import numpy as np
from numba import njit

from . import spot_on_search
from .powers import MOST_CARDS, MOST_HAND, powers
from .spot_on_search import Seat

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Have numba compile a function when it is first called, and keep what comes out."""
    made: Any = njit(cache=True)(function)
    return made  # type: ignore[no-any-return]  # it is called as the function is


TOTALS: Final = 1 << 14
"""From a total beyond no card hits: the highest is 13 times 999."""
LARGE: Final = 1 << 40
"""Totals beyond are left to Python, whose numbers have no end."""
SLOTS: Final = 1 << 13
"""For the totals of one turn; there are at most 13 values a joker may have, 4 operations and 13
ranks, far fewer different ones."""
MOST_TOTALS: Final = 128

POWERS: Final = np.ones((MOST_CARDS + 1, MOST_HAND + 1, MOST_CARDS + 1))
for _cards in range(MOST_CARDS + 1):
    for _size in range(MOST_HAND + 1):
        POWERS[_cards, _size, : _cards + 1] = powers(_cards, _size)


@compiled
def _prepare(target: int, is_small: bool, hits: Any, leads: Any) -> None:
    """Note by total the ranks that hit, and the ranks that make of it a total that hits."""
    hits[:] = 0
    leads[:] = 0
    for rank in range(1, 14):
        if target >= rank:
            hits[target - rank] |= 1 << rank
        hits[target + rank] |= 1 << rank
        if not is_small:
            hits[target * rank] |= 1 << rank
            if target % rank == 0:
                hits[target // rank] |= 1 << rank
    hits[target] = 0
    for total in range(TOTALS):
        if hits[total]:
            for rank in range(1, 14):
                if total >= rank:
                    leads[total - rank] |= 1 << rank
                if total + rank < TOTALS:
                    leads[total + rank] |= 1 << rank
                if not is_small:
                    if total * rank < TOTALS:
                        leads[total * rank] |= 1 << rank
                    if total % rank == 0:
                        leads[total // rank] |= 1 << rank


@compiled
def _hit(ranks: int, unseen: Any, cards: int, known: int, miss: Any) -> float:
    """Return the chance that a card of *ranks*, which are some, is in a hand."""
    if known & (ranks | 1):
        return 1.0
    wanted = unseen[0]
    rank = 1
    ranks >>= 1
    while ranks:
        if ranks & 1:
            wanted += unseen[rank]
        ranks >>= 1
        rank += 1
    chance: float = 1.0 - miss[cards - wanted]
    return chance


@compiled
def _expected(
    found: Any, ranks: Any, count: int, unseen: Any, plain: int, share: Any, least: float
) -> float:
    """Sort the worths of ranks, the best first, and return that of the best of random cards.

    *least* is what a pass is worth, which needs no luck.
    """
    for nth in range(1, count):
        chance, rank = found[nth], ranks[nth]
        at = nth - 1
        while at >= 0 and found[at] < chance:
            found[at + 1], ranks[at + 1] = found[at], ranks[at]
            at -= 1
        found[at + 1], ranks[at + 1] = chance, rank
    left = plain
    worth: float = 0.0
    for nth in range(count):
        if found[nth] <= least:
            break
        fewer = left - unseen[ranks[nth]]
        worth += found[nth] * (share[left] - share[fewer])
        left = fewer
    worth += least * share[left]
    return worth


@compiled
def _in_two(
    total: int,
    nth: int,
    is_small: bool,
    hits: Any,
    leads: Any,
    unseen: Any,
    cards: int,
    plain: int,
    seats: Any,
    table: Any,
    found: Any,
    ranks: Any,
) -> float:
    now = 0.0
    if total < TOTALS and hits[total]:
        now = _hit(hits[total], unseen, cards, seats[nth, 0], table[cards, seats[nth, 1]])
        if now == 1.0:
            return now
    miss = table[cards, seats[nth + 1, 1]]
    known = seats[nth + 1, 0]
    least = 0.0
    if total < TOTALS and hits[total]:
        least = _hit(hits[total], unseen, cards, known, miss)
    # Beyond the table anything may lead to a hit: a king divides 13 times as much.
    lead = leads[total] if total < TOTALS else 0x3FFE
    if not lead and least == 0.0:
        return now
    count = 0
    for rank in range(1, 14):
        if lead >> rank & 1 and unseen[rank]:
            chance = 0.0
            after = total + rank
            if after < TOTALS and hits[after]:
                chance = _hit(hits[after], unseen, cards, known, miss)
            after = total - rank
            if 0 <= after < TOTALS and hits[after]:
                chance = max(chance, _hit(hits[after], unseen, cards, known, miss))
            if not is_small:
                after = total * rank
                if after < TOTALS and hits[after]:
                    chance = max(chance, _hit(hits[after], unseen, cards, known, miss))
                if total % rank == 0:
                    after = total // rank
                    if after < TOTALS and hits[after]:
                        chance = max(chance, _hit(hits[after], unseen, cards, known, miss))
            if chance > 0.0:
                found[count], ranks[count] = chance, rank
                count += 1
    later = _expected(found, ranks, count, unseen, plain, table[plain, seats[nth, 2]], least)
    worth: float = now + (1.0 - now) * later
    return worth


@compiled
def _weigh(
    depth: int,
    target: int,
    is_small: bool,
    totals: Any,
    count: int,
    unseen: Any,
    seats: Any,
    hits: Any,
    leads: Any,
    table: Any,
    keys: Any,
    worths: Any,
    out: Any,
) -> None:
    cards = 0
    for rank in range(14):
        cards += unseen[rank]
    plain = cards - unseen[0]
    found, ranks = np.zeros(13), np.zeros(13, np.int64)
    best, of = np.zeros(13), np.zeros(13, np.int64)
    afters = np.zeros(4, np.int64)
    keys[:] = -1
    for nth in range(count):
        total = totals[nth]
        if depth == 2:
            out[nth] = _in_two(
                total, 0, is_small, hits, leads, unseen, cards, plain, seats, table, found, ranks
            )
            continue
        now = 0.0
        if total < TOTALS and hits[total]:
            now = _hit(hits[total], unseen, cards, seats[0, 0], table[cards, seats[0, 1]])
        if depth == 1 or now == 1.0:
            out[nth] = now
            continue
        least = _in_two(
            total, 1, is_small, hits, leads, unseen, cards, plain, seats, table, found, ranks
        )
        size = 0
        for rank in range(1, 14):
            if not unseen[rank]:
                continue
            ways = 1
            afters[0] = total + rank
            if rank <= total:
                afters[ways] = total - rank
                ways += 1
            if not is_small:
                afters[ways] = total * rank
                ways += 1
                if total % rank == 0:
                    afters[ways] = total // rank
                    ways += 1
            chance = 0.0
            for way in range(ways):
                after = afters[way]
                if after == target or (after < TOTALS and not (hits[after] or leads[after])):
                    continue
                slot = (after * 0x9E3779B1 >> 7) & (SLOTS - 1)
                while keys[slot] >= 0 and keys[slot] != after:
                    slot = (slot + 1) & (SLOTS - 1)
                if keys[slot] < 0:
                    keys[slot] = after
                    worths[slot] = _in_two(
                        after,
                        1,
                        is_small,
                        hits,
                        leads,
                        unseen,
                        cards,
                        plain,
                        seats,
                        table,
                        found,
                        ranks,
                    )
                chance = max(chance, worths[slot])
            if chance > 0.0:
                best[size], of[size] = chance, rank
                size += 1
        later = _expected(best, of, size, unseen, plain, table[plain, seats[0, 2]], least)
        out[nth] = now + (1.0 - now) * later


class _Desk(threading.local):
    """What one thread works on, made once."""

    def __init__(self) -> None:
        self.target = -1
        self.is_small = False
        self.hits = np.zeros(TOTALS, np.int64)
        self.leads = np.zeros(TOTALS, np.int64)
        self.totals = np.zeros(MOST_TOTALS, np.int64)
        self.unseen = np.zeros(14, np.int64)
        self.seats = np.zeros((3, 3), np.int64)
        self.keys = np.zeros(SLOTS, np.int64)
        self.worths = np.zeros(SLOTS)
        self.out = np.zeros(MOST_TOTALS)


_desk: Final = _Desk()


def chances(
    target: int,
    is_small: bool,
    totals: Sequence[int],
    unseen: Sequence[int],
    seats: Sequence[Seat],
) -> Sequence[float]:
    """Return what `spot_on_search.chances` returns."""
    count = len(totals)
    if count > MOST_TOTALS or max(totals) > LARGE:
        return spot_on_search.chances(target, is_small, totals, unseen, seats)
    desk = _desk
    if desk.target != target or desk.is_small != is_small:
        _prepare(target, is_small, desk.hits, desk.leads)
        desk.target, desk.is_small = target, is_small
    desk.totals[:count] = totals
    desk.unseen[:] = unseen
    desk.seats[: len(seats)] = seats
    _weigh(
        len(seats),
        target,
        is_small,
        desk.totals,
        count,
        desk.unseen,
        desk.seats,
        desk.hits,
        desk.leads,
        POWERS,
        desk.keys,
        desk.worths,
        desk.out,
    )
    found: list[float] = desk.out[:count].tolist()
    return found
