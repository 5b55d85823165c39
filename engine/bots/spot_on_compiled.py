"""The search of `spot_on_search`, compiled: the extra ``fast`` (numba and numpy) is needed for it.

What comes out is the same to the last bit. The compiled code is kept beside this file, or where
that cannot be written in the user's cache, so that only the first run after an installation waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from struct import Struct
from typing import Any, Final, TypeVar

import numpy as np
from numba import njit

from . import spot_on_search
from .powers import MOST_CARDS, MOST_HAND, powers
from .spot_on_search import FINEST, JOKERS, SPENDS, Seat

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

UNSEEN: Final = 5
"""Where in what is asked the cards begin that nobody has seen; before are the target, whether it
is small numbers, how many plays there are, how many turns to look ahead and whether one may pass."""
MOST_TURNS: Final = 3
SEATS: Final = UNSEEN + 14
SPENT: Final = SEATS + 3 * MOST_TURNS
HEAD: Final = SPENT + 3 * MOST_TURNS
"""Where the totals begin; then come the marks of the plays, then room for the totals of some."""

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
    for total in range(max(0, target - 13), target + 14):
        _lead(total, is_small, hits, leads)
    if not is_small:
        for rank in range(2, 14):
            _lead(target * rank, is_small, hits, leads)
            if target % rank == 0:
                _lead(target // rank, is_small, hits, leads)


@compiled
def _lead(total: int, is_small: bool, hits: Any, leads: Any) -> None:
    """Note what leads to a total, if it is one that hits."""
    if not hits[total]:
        return
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
    found: Any, ranks: Any, count: int, unseen: Any, plain: int, table: Any, seat: Any, least: float
) -> float:
    """Sort the worths of ranks, the best first, and return that of the best of a seat's cards.

    *least* is what a pass is worth, which needs no luck.
    """
    if seat[1] == 0:
        best = least
        for nth in range(count):
            if seat[0] >> ranks[nth] & 1:
                best = max(best, found[nth])
        return best
    share = table[plain, seat[2]]
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
        if lead >> rank & 1 and (unseen[rank] or seats[nth, 0] >> rank & 1):
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
    later = _expected(found, ranks, count, unseen, plain, table, seats[nth], least)
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
    if depth > 2:
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
            if not unseen[rank] and not seats[0, 0] >> rank & 1:
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
        later = _expected(best, of, size, unseen, plain, table, seats[0], least)
        out[nth] = now + (1.0 - now) * later


@compiled
def _best(asked: Any, hits: Any, leads: Any, table: Any, keys: Any, worths: Any, out: Any) -> int:
    """Return what `Search` says; *asked* is laid out as `best` does it."""
    target, is_small, count, depth, may_leave = (
        asked[0],
        asked[1] != 0,
        asked[2],
        asked[3],
        asked[4],
    )
    unseen = asked[UNSEEN:SEATS]
    totals = asked[HEAD : HEAD + count + 1]
    marks = asked[HEAD + count + 1 : HEAD + 2 * count + 1]
    work = (hits, leads, table, keys, worths)
    seats = asked[SEATS:SPENT].reshape(MOST_TURNS, 3)
    _weigh(depth, target, is_small, totals, count + 1, unseen, seats, *work, out)
    spends = 0
    for nth in range(count):
        if marks[nth] & SPENDS:
            asked[HEAD + 2 * count + 1 + spends] = totals[nth]
            spends += 1
    leaving = int(out[count] * FINEST + 0.5)
    if spends:
        spent = asked[SPENT:HEAD].reshape(MOST_TURNS, 3)
        others = asked[HEAD + 2 * count + 1 :]
        _weigh(depth, target, is_small, others, spends, unseen, spent, *work, out[MOST_TOTALS:])
    found, spends = -1, 0
    highest, is_plain, nearest = 0, False, 0
    for nth in range(count):
        if marks[nth] & SPENDS:
            worth = int(out[MOST_TOTALS + spends] * FINEST + 0.5)
            spends += 1
        else:
            worth = int(out[nth] * FINEST + 0.5)
        plain = not marks[nth] & JOKERS
        distance = abs(target - totals[nth])
        if (
            found < 0
            or worth > highest
            or (
                worth == highest
                and ((plain and not is_plain) or (plain == is_plain and distance < nearest))
            )
        ):
            found, highest, is_plain, nearest = nth, worth, plain, distance
    if may_leave and leaving > highest:
        found = count
    return found


_NOBODY: Final = (0, 0, 0)


@cache
def _packer(size: int) -> Callable[..., None]:
    return Struct(f"={size}q").pack_into


class _Desk(threading.local):
    """What one thread works on, made once."""

    def __init__(self) -> None:
        self.target = -1
        self.is_small = False
        self.hits = np.zeros(TOTALS, np.int16)
        self.leads = np.zeros(TOTALS, np.int16)
        self.asked = np.zeros(HEAD + 3 * MOST_TOTALS, np.int64)
        self.room = self.asked.data.cast("B")
        self.keys = np.zeros(SLOTS, np.int64)
        self.worths = np.zeros(SLOTS)
        self.out = np.zeros(2 * MOST_TOTALS)
        self.work = self.hits, self.leads, POWERS, self.keys, self.worths, self.out

    def prepare(self, target: int, is_small: bool) -> None:
        """Put it in order for a target."""
        if self.target != target or self.is_small != is_small:
            _prepare(target, is_small, self.hits, self.leads)
            self.target, self.is_small = target, is_small


_desk: Final = _Desk()


def best(
    target: int,
    is_small: bool,
    totals: Sequence[int],
    marks: Sequence[int],
    unseen: Sequence[int],
    seats: Sequence[Seat],
    spent: Sequence[Seat],
    *,
    may_leave: bool,
) -> int:
    """Return what `spot_on_search.best` returns."""
    count, turns = len(marks), len(seats)
    if count >= MOST_TOTALS or max(totals) > LARGE:
        return spot_on_search.best(
            target, is_small, totals, marks, unseen, seats, spent, may_leave=may_leave
        )
    desk = _desk
    desk.prepare(target, is_small)
    rest = (_NOBODY,) * (MOST_TURNS - turns)
    _packer(HEAD + 2 * count + 1)(
        desk.room,
        0,
        target,
        is_small,
        count,
        turns,
        may_leave,
        *unseen,
        *chain.from_iterable((*seats, *rest, *spent, *rest)),
        *totals,
        *marks,
    )
    found: int = _best(desk.asked, *desk.work)
    return found


def chances(
    target: int,
    is_small: bool,
    totals: Sequence[int],
    unseen: Sequence[int],
    seats: Sequence[Seat],
) -> Sequence[float]:
    """Return what `spot_on_search.chances` returns."""
    if len(totals) > MOST_TOTALS or max(totals) > LARGE:
        return spot_on_search.chances(target, is_small, totals, unseen, seats)
    desk = _desk
    desk.prepare(target, is_small)
    _weigh(
        len(seats),
        target,
        is_small,
        np.array(totals),
        len(totals),
        np.array(unseen),
        np.array(seats),
        *desk.work,
    )
    found: list[float] = desk.out[: len(totals)].tolist()
    return found
