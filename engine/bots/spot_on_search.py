"""How likely a target of Spot On is to be hit soon from a total that somebody is left with.

A player hits with a card of theirs, or makes of the total one from which the next player hits.
What the players hold is not known, so that all of it is chance:

* the next player hits from the total with the cards that are known of their hand, or else with one
  of the cards nobody has seen, drawn at random;
* if not, they play the best of as many random cards as they hold, or of their cards where all of them are
  known, or pass, and then it is the turn of the player after them; and so on, as many turns as one looks
  ahead.

`spot_on_compiled` holds the same search for numba. Both add up the same numbers in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, TypeAlias

from .powers import powers

RANKS: Final = range(1, 14)
JOKER: Final = 0
FINEST: Final = 1e12
"""Chances that are alike to so many parts of one are alike; see `rounded`."""


class Seat(NamedTuple):
    """What the player to come is known to hold."""

    known: int
    """The ranks known to be in the hand, as bits; the joker is bit 0."""
    hidden: int
    """How many cards of the hand nobody else knows."""
    size: int
    """How many cards the hand has."""


JOKERS: Final = 1
"""Marks a play with a joker."""
SPENDS: Final = 2
"""Marks a play with the card that lies open before the player."""


class Search(Protocol):
    """Looks for the play that leaves the best total."""

    def __call__(
        self,
        target: int,
        is_small: bool,
        totals: Sequence[int],
        marks: Sequence[int],
        unseen: Sequence[int],
        seats: Sequence[Seat],
        spent: Sequence[Seat],
        /,
        *,
        may_leave: bool,
    ) -> int:
        """Return which of *totals* to leave: the last, as it is now, if it is strictly better.

        The others are those after each play, with the *marks* of that play. Ties go to plays
        without a joker, then to the total nearest to the target, then to the first. *unseen* is
        how many cards of each rank the player has not seen, jokers first. *seats* are the players
        to come, as many as one looks ahead; *spent* the same where the player's open card is gone.
        """


Reply: TypeAlias = tuple[int, tuple[int, ...]]
"""A rank, and the totals that hit, as the bits of `hitting`, that it can make of a total."""


def hitting(target: int, *, is_small: bool) -> dict[int, int]:
    """Return the totals from which one card hits *target*, with the ranks that do, as bits.

    A joker does whatever a card does, so it is in none of them. The target itself is left out.
    """
    found: dict[int, int] = {}
    for rank in RANKS:
        totals = [target - rank, target + rank]
        if not is_small:
            totals.append(target * rank)
            if target % rank == 0:
                totals.append(target // rank)
        for total in totals:
            if total >= 0 and total != target:
                found[total] = found.get(total, 0) | 1 << rank
    return found


@lru_cache(maxsize=4)
def leading(
    target: int, is_small: bool
) -> tuple[Mapping[int, int], Mapping[int, tuple[Reply, ...]]]:
    """Return `hitting`, and the totals of which a card makes one of those, with all such replies.

    A target is played for some turns in a row, so the last few are kept.
    """
    hits = hitting(target, is_small=is_small)
    found: dict[int, dict[int, set[int]]] = {}
    for total, ranks in hits.items():
        for rank in RANKS:
            before = [total - rank, total + rank]
            if not is_small:
                before.append(total * rank)  # which divided by the rank is the total
                if total % rank == 0:
                    before.append(total // rank)
            for one in before:
                if one >= 0:
                    found.setdefault(one, {}).setdefault(rank, set()).add(ranks)
    # The same replies come up at many totals; as one object they are weighed once a turn.
    kept: dict[tuple[Reply, ...], tuple[Reply, ...]] = {}
    replies = {}
    for total, by_rank in found.items():
        key = tuple((rank, tuple(sorted(by_rank[rank]))) for rank in sorted(by_rank))
        replies[total] = kept.setdefault(key, key)
    return hits, replies


class _Odds:
    """The chances of one turn: those of hitting, by the ranks that hit."""

    def __init__(self, unseen: Sequence[int], seat: Seat) -> None:
        self.known = seat.known
        self.jokers = unseen[JOKER]
        self.unseen = unseen
        self.all = sum(unseen)
        self.miss = powers(self.all, seat.hidden)
        self.found: dict[int, float] = {}

    def __call__(self, ranks: int) -> float:
        chance = self.found.get(ranks)
        if chance is None:
            if self.known & (ranks | 1):
                chance = 1.0
            else:
                unseen = self.unseen
                cards = self.jokers
                for rank in RANKS:
                    if ranks >> rank & 1:
                        cards += unseen[rank]
                chance = 1.0 - self.miss[self.all - cards]
            self.found[ranks] = chance
        return chance


def chances(
    target: int,
    is_small: bool,
    totals: Sequence[int],
    unseen: Sequence[int],
    seats: Sequence[Seat],
) -> list[float]:
    """Return for each of *totals* the chance that the target is hit in the turns to come.

    See `Search` for what goes in; there may be 1 to 3 *seats*.
    """
    hits, replies = leading(target, is_small)
    odds = [_Odds(unseen, seat) for seat in seats]
    plain = sum(unseen) - unseen[JOKER]

    def expected(best: list[tuple[float, int]], seat: Seat, least: float) -> float:
        """Return what the best of a seat's cards is worth, given each rank's worth.

        *least* is what a pass is worth, which needs no luck.
        """
        if not seat.hidden:
            return max([least, *[chance for chance, rank in best if seat.known >> rank & 1]])
        best.sort(key=_falling)
        share = powers(plain, seat.size)
        left = plain
        worth = 0.0
        for chance, rank in best:
            if chance <= least:
                break
            fewer = left - unseen[rank]
            worth += chance * (share[left] - share[fewer])
            left = fewer
        worth += least * share[left]
        return worth

    def by_reply(found: tuple[Reply, ...], ranks: int | None, nth: int) -> float:
        """Return the chance that player *nth* leaves a total from which the next one hits."""
        hit = odds[nth + 1]
        known = seats[nth].known
        best = [
            (max([hit(one) for one in after]), rank)
            for rank, after in found
            if unseen[rank] or known >> rank & 1
        ]
        return expected(best, seats[nth], 0.0 if ranks is None else hit(ranks))

    def in_two(total: int, nth: int) -> float:
        """Return the chance that *total* is hit by player *nth* or the one after."""
        ranks = hits.get(total)
        now = 0.0 if ranks is None else odds[nth](ranks)
        found = replies.get(total, ())
        if now == 1.0 or not (found or now):
            return now
        key = (id(found), ranks)
        later = weighed.get(key)
        if later is None:
            later = weighed[key] = by_reply(found, ranks, nth)
        return now + (1.0 - now) * later

    weighed: dict[tuple[int, int | None], float] = {}
    if len(seats) == 1:
        return [odds[0](hits[total]) if total in hits else 0.0 for total in totals]
    if len(seats) == 2:
        return [in_two(total, 0) for total in totals]

    known: dict[int, float] = {target: 0.0}
    present = [rank for rank in RANKS if unseen[rank] or seats[0].known >> rank & 1]

    def worth(total: int) -> float:
        chance = known.get(total)
        if chance is None:
            chance = known[total] = in_two(total, 1) if total in replies or total in hits else 0.0
        return chance

    def in_three(total: int) -> float:
        ranks = hits.get(total)
        now = 0.0 if ranks is None else odds[0](ranks)
        if now == 1.0:
            return now
        best = []
        for rank in present:
            chance = worth(total + rank)
            if rank <= total:
                chance = max(chance, worth(total - rank))
            if not is_small:
                chance = max(chance, worth(total * rank))
                if total % rank == 0:
                    chance = max(chance, worth(total // rank))
            if chance:
                best.append((chance, rank))
        later = expected(best, seats[0], worth(total))
        return now + (1.0 - now) * later

    return [in_three(total) for total in totals]


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
    """Return what `Search` says."""
    different = list(dict.fromkeys(totals))
    worth = dict(
        zip(
            different,
            map(rounded, chances(target, is_small, different, unseen, seats)),
            strict=True,
        )
    )
    gone = worth
    if seats != spent:
        after = {total: None for total, mark in zip(totals, marks, strict=False) if mark & SPENDS}
        without = chances(target, is_small, list(after), unseen, spent) if after else ()
        gone = dict(zip(after, map(rounded, without), strict=True))

    def rated(nth: int) -> tuple[int, bool, int]:
        total = totals[nth]
        kind = gone if marks[nth] & SPENDS else worth
        return kind[total], not marks[nth] & JOKERS, -abs(target - total)

    found = max(range(len(marks)), key=rated)
    if may_leave and worth[totals[-1]] > rated(found)[0]:
        return len(marks)
    return found


def _falling(entry: tuple[float, int]) -> float:
    return -entry[0]


def rounded(chance: float) -> int:
    """Return a chance without what adding up in this or that order makes of its last digits.

    Two totals that are as good as each other have to come out alike, or no tie would be one.
    """
    return int(chance * FINEST + 0.5)
