"""Makes the rows of many games of Spot On at once, from the trails that they left.

Everything is worked out for all moves of all games in one go, as arrays: move by move, or even game
by game, it takes many times as long. Where a comment says "of each move", an array has one element a
move, game after game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import Any, Final, TypeAlias

import numpy as np

from ...cards import CARD_TEXT, RANKS, UNKNOWN
from ...facts import Array, Many, Trail
from .notes import KINDS, PASS, PLAY, SIGNAL, TARGET, Left
from .table import MAX_VALUE, SIGNS

Numbers: TypeAlias = Any
"""An array of whole numbers, of Python's own where they are too large for 64 bits."""
Flags: TypeAlias = Any
"""An array of true and false."""

_ALL_VALUES: Final = 0b11111111111110
"""The values of a joker, 1 to 13, as bits."""
_CARD: Final = np.zeros(UNKNOWN + 2, np.int64)
"""By card, what it is in a hand that is told by one number: four bits a rank count its cards. What is
no card that is known, -1 as well, is nothing there."""
for _card in CARD_TEXT:
    if _card != UNKNOWN:
        _CARD[_card] = 1 << 4 * (_card >> 3)

_CARDS: Final = tuple(CARD_TEXT.values())
_PLACE: Final = np.zeros(UNKNOWN + 1, np.uint8)
"""By card, its place among these."""
_PLACE[list(CARD_TEXT)] = range(len(CARD_TEXT))

_OPS: Final = tuple(SIGNS)
_OP_PLACE: Final = np.zeros(128, np.uint8)
"""By character, its place among these."""
_OP_PLACE[[ord(op) for op in _OPS]] = range(len(_OPS))


def rows(trails: Sequence[Trail]) -> Mapping[str, Many]:
    """Return the rows of games by table."""
    games = _Games(trails)
    return {"seats": games.seat_rows(), "rounds": games.round_rows(), "moves": games.move_rows()}


class _Games:
    """All moves of some games, one after the other, and what follows from them."""

    def __init__(self, trails: Sequence[Trail]) -> None:
        self.lefts: Sequence[Left] = [trail.left for trail in trails]
        self.players = [player for trail in trails for player in trail.players]
        self.seats_of = np.array([len(trail.players) for trail in trails])
        """How many seats each game has."""
        names: dict[str, int] = {}
        places = [names.setdefault(player.name, len(names)) for player in self.players]
        self.names = tuple(names)
        self.name_of = np.array(places, np.int32)
        """Of each seat of each game, the place of its name."""

        self.tells_hands = np.array([left.kept is not None for left in self.lefts])
        """Of each game, that cards dealt, played and drawn are all known."""
        self.sizes = np.array([len(left.made) for left in self.lefts])
        self.sizes //= np.where(self.tells_hands, 3, 4)
        """How many moves each game has."""
        self.size = int(self.sizes.sum())
        self.firsts = np.cumsum(self.sizes) - self.sizes
        self.game = np.repeat(np.arange(len(trails)), self.sizes)
        self.at = np.arange(self.size)
        """Of each move its number among all; so are those below."""
        made = self._made()
        kinds = self.kinds = made[0] % len(KINDS)
        self.seats = made[0] // len(KINDS)
        self.seat_rows_at = (np.cumsum(self.seats_of) - self.seats_of)[self.game] + self.seats
        """Of each move, the place of its player among the seats of all games."""
        self.cards, self.drawn, self.seen = made[1:]
        self.is_play = kinds == PLAY
        self.is_turn = (kinds == PLAY) | (kinds == PASS)
        self.is_target = kinds == TARGET
        self._begin_rounds()
        self._add_up()
        self._aim()

    def _made(self) -> Numbers:
        """Return of each move its code, the card, the card drawn, and what was seen before."""
        found = np.zeros((4, self.size), np.int16)
        is_told = self.tells_hands[self.game]
        for tells, numbers in ((True, 3), (False, 4)):
            told = [left.made for left in self.lefts if (left.kept is not None) == tells]
            flat = np.frombuffer(b"".join(told), np.int16)
            found[:numbers, is_told == tells] = flat.reshape(-1, numbers).T
        return found

    def _told(self, name: str, kind: Any, missing: Any) -> Any:
        """Return what some games left of each move, *missing* for the moves of the others."""
        found = np.full(self.size, missing, kind)
        told = [getattr(left, name) for left in self.lefts]
        has = np.array([one is not None for one in told])
        if has.any():
            flat = b"".join([one for one in told if one is not None])
            found[has[self.game]] = np.frombuffer(flat, kind)
        return found

    def _begin_rounds(self) -> None:
        """Find where rounds begin and end: a game's first move turns up a target."""
        lefts = self.lefts
        self.starts = np.flatnonzero(self.is_target)
        self.stops = np.append(self.starts, self.size)[1:]
        self.lasts = self.stops - 1
        self.round = np.repeat(np.arange(len(self.starts)), self.stops - self.starts)
        """Of each move, its round among those of all games."""
        self.game_of_round = self.game[self.starts]
        begun = np.bincount(self.game_of_round, minlength=len(lefts))
        first = np.cumsum(begun) - begun
        self.nth = np.arange(len(self.starts)) - first[self.game_of_round]
        """Of each round, its place in its game, from 0."""
        hits = np.array([left.hits for left in lefts])
        self.was_hit = self.nth < hits[self.game_of_round]
        has_target = np.array([left.target is not None for left in lefts])
        # A target that the stock could not give was the end, and no round begins with it.
        self.is_round = self.was_hit | has_target[self.game_of_round]
        self.is_hit = np.zeros(self.size, bool)
        self.is_hit[self.lasts[self.was_hit]] = True

    def _add_up(self) -> None:
        """Find the totals before and after each move, and whether a card lies there before it."""
        totals: list[Any] = [left.totals for left in self.lefts]
        if any(type(one) is list for one in totals):
            told = np.array(list(chain.from_iterable(totals)), object)
        else:
            told = np.frombuffer(b"".join(totals), np.int64)
        after = np.zeros(self.size, told.dtype)
        after[self.is_play] = told
        # The total stays until the next play, and each target begins with 0.
        changed = np.maximum.accumulate(np.where(self.is_play | self.is_target, self.at, 0))
        self.after = after[changed]
        self.before = self._move_before(self.after)
        self.has_begun = self._move_before(self.is_play[changed])

    def _move_before(self, values: Any) -> Any:
        """Return what held after the move before, and of a target nothing."""
        found = np.zeros_like(values)
        found[1:] = values[:-1]
        found[self.starts] = 0
        return found

    def _aim(self) -> None:
        """Find the target of each move, and whether it can be hit."""
        lefts = self.lefts
        missed = np.array([0 if left.target is None else left.target for left in lefts])
        hit = np.where(self.was_hit, self.after[self.lasts], 0).astype(np.int64)
        self.targets = np.where(self.was_hit, hit, missed[self.game_of_round])
        self.target = self.targets[self.round]
        self.far_before = abs(self.target - self.before)
        self.far_after = abs(self.target - self.after)
        small = np.array([left.is_small for left in lefts])
        self.is_small = small[self.game]
        self.ranks = np.where(self.is_turn, self._hands(), 0)
        self.is_told = self.ranks != 0
        self.hitting = self._hitting_ranks()
        self.in_hand = (self.ranks & self.hitting) != 0

    # -- what can be done

    def _hands(self) -> Numbers:
        """Return the ranks in hand before each move, as bits."""
        found = self.seen.astype(np.int64)
        is_told = self.tells_hands[self.game]
        if not is_told.any():
            return found
        # A player's moves one after the other: then cards that leave and come add up to hands. They
        # are counted back from what was left at the end.
        order = np.argsort(self.seat_rows_at, kind="stable")
        order = order[is_told[order]]
        seats = self.seat_rows_at[order]
        leaves = np.where(self.is_turn, _CARD[self.cards], 0)[order]
        comes = _CARD[self.drawn[order]]
        after = np.cumsum(comes - leaves)
        lasts = np.flatnonzero(np.append(seats[1:] != seats[:-1], True))
        ends = self._kept()[seats[lasts]] - after[lasts]
        hands = after - comes + leaves + np.repeat(ends, np.diff(lasts, prepend=-1))
        found[order] = _ranks_of(hands)
        return found

    def _kept(self) -> Numbers:
        """Return the hand of each seat of all games at the end, see `_CARD`; 0 where it is hidden."""
        sizes = b"".join(
            [
                bytes(seats) if left.kept is None else left.sizes
                for left, seats in zip(self.lefts, self.seats_of.tolist(), strict=True)
            ]
        )
        kept = b"".join([left.kept for left in self.lefts if left.kept is not None])
        counted = np.append(0, np.cumsum(_CARD[np.frombuffer(kept, np.int16)]))
        ends = np.cumsum(np.frombuffer(sizes, np.uint8))
        return np.diff(counted[ends], prepend=0)

    def _hitting_ranks(self) -> Numbers:
        """Return the ranks of which a card would hit the target, as bits.

        The lowest bit is the joker, which hits wherever anything does. The first card of a target
        needs no case of its own: from 0 only plus leads anywhere.
        """
        before, target = self.before, self.target
        found = _bit(self.far_before)  # added or taken away
        is_above = before > 0
        times = np.where(is_above, target // np.where(is_above, before, 1), 0)
        more = np.where(times * before == target, _bit(times), 0)
        # Of a target that was not given there is nothing to hit.
        parts = before // np.where(target > 0, target, 1)
        more |= np.where(parts * target == before, _bit(parts), 0)
        found |= np.where(self.is_small, 0, more)
        return found | (found != 0)

    # -- rows

    def _sums(self, flags: Flags) -> Numbers:
        """Return in how many moves of each round something holds."""
        found = np.zeros(self.size + 1, np.int64)
        np.cumsum(flags, out=found[1:])
        return found[self.stops] - found[self.starts]

    def _name(self, moves: Any) -> Numbers:
        """Return the places of the names of those who made *moves*."""
        return self.name_of[self.seat_rows_at[moves]]

    @cached_property
    def _ops(self) -> Numbers:
        found = np.zeros(self.size, np.uint8)
        text = "".join([left.ops for left in self.lefts]).encode()
        found[self.is_play] = _OP_PLACE[np.frombuffer(text, np.uint8)]
        return found

    @cached_property
    def _seconds(self) -> Array:
        told = self._told("seconds", np.float64, np.nan)
        return Array(told, np.isnan(told))

    def seat_rows(self) -> Many:
        players = self.players
        experience = [player.experience for player in players]
        kinds = sorted({player.kind for player in players})
        kind = [kinds.index(player.kind) for player in players]
        firsts = np.cumsum(self.seats_of) - self.seats_of
        turns, passes = self._by_seat(self.is_turn), self._by_seat(self.kinds == PASS)
        took = self._seconds
        nothing = np.zeros(len(players), np.int64)
        at = np.flatnonzero(~took.nulls)
        seconds = np.bincount(self.seat_rows_at[at], took.values[at], len(players))
        has_none = np.bincount(self.seat_rows_at[at], minlength=len(players)) == 0
        return Many(
            self.seats_of,
            (
                Array(np.arange(len(players)) - np.repeat(firsts, self.seats_of)),
                Array(self.name_of, None, self.names),
                Array(np.array(kind, np.int8), None, kinds),
                Array(
                    np.array([0 if one is None else one for one in experience], np.int64),
                    np.array([one is None for one in experience]),
                ),
                Array(turns),
                Array(turns - passes),
                Array(passes),
                Array(nothing, nothing == 0),
                Array(seconds, has_none),
                Array(self._by_seat(self.kinds == SIGNAL)),
                Array(self._by_seat(self.is_hit)),
            ),
        )

    def _by_seat(self, flags: Flags) -> Numbers:
        """Return in how many moves of each seat something holds."""
        return np.bincount(self.seat_rows_at[flags], minlength=len(self.players))

    def round_rows(self) -> Many:
        starts, lasts, was_hit = self.starts, self.lasts, self.was_hit
        games = self.game_of_round
        plays, taken = self._sums(self.is_play), self._sums(self.is_turn)
        told = self._sums(self.is_told)
        causes, cause = _places([left.cause for left in self.lefts])
        missed_shown = np.zeros(len(starts), np.int64)
        if any(left.in_sight is not None for left in self.lefts):
            shown = self._told("in_sight", np.int16, 0) & self.hitting
            missed_shown = self._sums((shown != 0) & self.is_turn & ~self.is_hit)
        is_beyond = self.after > self.target
        passed_over = self._move_before(is_beyond) != is_beyond
        labels, label = np.unique(self.targets, return_inverse=True)
        was_not = ~was_hit
        columns = (
            Array(self.nth + 1),
            Array(np.zeros(len(starts), np.int8), None, ("target",)),
            Array(label, None, list(map(str, labels.tolist()))),
            Array(self.targets),
            Array(taken),
            Array(plays),
            Array(taken - plays),
            Array(self._name(starts), None, self.names),
            Array(self._name(lasts), was_not, self.names),
            Array(was_hit.astype(np.int8), None, ("open", "hit")),
            Array(cause[games], was_hit | (cause[games] < 0), causes),
            Array(self._sums(self.kinds == SIGNAL)),
            Array(self.cards[starts].astype(np.int64)),
            Array(np.where(was_hit, self.cards[lasts] >> 3, 0), was_not, RANKS),
            Array(self._ops[lasts], was_not, _OPS),
            Array(told),
            Array(self._sums(self.in_hand & ~self.is_hit), (told == 0) & (taken > 0)),
            Array(missed_shown),
            Array(self._sums(passed_over & ~self.is_hit)),
            Array(self.far_after[lasts], was_hit),
        )
        sizes = np.bincount(games[self.is_round], minlength=len(self.lefts))
        return Many(sizes, [column.where(self.is_round) for column in columns])

    def move_rows(self) -> Many:
        is_target, is_no_turn, is_untold = self.is_target, ~self.is_turn, ~self.is_told
        turn = np.append(0, np.cumsum(self.is_turn))
        cards = self.cards
        ranks = np.where(is_target | (cards == UNKNOWN), 0, cards >> 3)
        legal = count_turns(self.ranks, self.before, self.has_begun, self.is_small)
        columns = (
            Array(self.at - self.firsts[self.game]),
            Array(self.nth[self.round] + 1, ~self.is_round[self.round]),
            Array(turn[1:] - turn[self.firsts][self.game], is_no_turn),
            Array(self.seats.astype(np.int64)),
            Array(self._name(self.at), None, self.names),
            Array(self.kinds, None, KINDS),
            Array(_PLACE[cards], is_target, _CARDS),
            Array(ranks, is_target | (cards == UNKNOWN), RANKS),
            Array(self._ops, ~self.is_play, _OPS),
            Array(self.before, is_target),
            Array(self.after, is_target),
            Array(legal, is_untold),
            Array(self.in_hand & ~self.is_hit, is_untold),
            self._seconds,
            Array(self.far_before, is_no_turn),
            Array(self.far_after, is_no_turn),
            Array(self.in_hand, is_untold),
            Array(self.is_hit, is_no_turn),
        )
        return Many(self.sizes, columns)


def count_turns(ranks: Numbers, totals: Numbers, has_begun: Flags, is_small: Flags) -> Numbers:
    """Return how many different plays and passes there are with the ranks in hand, told as bits.

    From 348 a 7 can be added, taken away, multiplied with and passed; before the target *has begun*
    only added and passed. A joker can be all values.

    >>> seven = np.array([1 << 7, 1 << 7])
    >>> count_turns(seven, np.array([348, 0]), np.array([True, False]), np.array([False, False]))
    array([4, 2])
    """
    count = _counts
    values, jokers = ranks & _ALL_VALUES, ranks & 1
    plus = times = count(values) + MAX_VALUE * jokers
    low = np.minimum(totals, MAX_VALUE).astype(np.int64)
    minus = count(values & ((2 << low) - 1)) + low * jokers
    whole = _divisors(totals)
    parts = count(values & whole) + count(whole) * jokers
    later = minus + np.where(is_small, 0, times + parts)
    return count(ranks) + plus + np.where(has_begun, later, 0)


def _places(texts: Iterable[str | None]) -> tuple[Sequence[str], Numbers]:
    """Return the different texts, and for each its place among them, -1 for None."""
    book: dict[str, int] = {}
    places = [-1 if text is None else book.setdefault(text, len(book)) for text in texts]
    return tuple(book), np.array(places)


_BIT: Final = np.array([0, *(1 << value for value in range(1, MAX_VALUE + 1)), 0])
"""By number, the bit of a card of that value; what is more than any stands at the end."""


def _bit(numbers: Numbers) -> Numbers:
    """Return the bit of a card of each value, 0 for what is no card's value."""
    return _BIT[np.minimum(numbers, MAX_VALUE + 1).astype(np.int64)]


def _ranks_of(hands: Numbers) -> Numbers:
    """Return the ranks in hands that are told as by `_CARD`, as bits."""
    # No rank has more than four cards: three bits tell of any. Then what is left of each four bits,
    # the lowest, moves together with its neighbours, twice as many each time.
    found = (hands | hands >> 1 | hands >> 2) & 0x1111111111111111
    found = (found | found >> 3) & 0x0303030303030303
    found = (found | found >> 6) & 0x000F000F000F000F
    found = (found | found >> 12) & 0x000000FF000000FF
    return (found | found >> 24) & 0xFFFF


def _counts(ranks: Numbers) -> Numbers:
    """Return how many ranks there are, told as bits."""
    return np.bitwise_count(ranks).astype(np.int64)


@cache
def _divisor_table() -> Numbers:
    """Return by total, for more totals than are usual, the values that divide it, as bits."""
    return _divisors_of(np.arange(2048))


def _divisors(totals: Numbers) -> Numbers:
    """Return the values that divide each total, as bits."""
    table = _divisor_table()
    if len(totals) and totals.max() >= len(table):
        return _divisors_of(totals)
    return table[totals.astype(np.int64)]


def _divisors_of(totals: Numbers) -> Numbers:
    found = np.zeros(len(totals), np.int64)
    for value in range(1, MAX_VALUE + 1):
        found |= (totals % value == 0).astype(np.int64) << value
    return found
