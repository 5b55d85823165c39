"""Turns a game of Spot On into facts, while it is replayed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress
from operator import itemgetter, not_, sub
from typing import Final

from ...cards import CARD_TEXT, RANK_TEXT, UNKNOWN
from ...facts import Coded, Column, Columns, Noted, Row
from ...shapes import Made, Seconds
from .table import MAX_VALUE, SIGNS, Table

COLUMNS: Final[Mapping[str, Sequence[Column]]] = {
    "games": (
        Column("signals", "whole", "Cards shown.", "signals"),
        Column("unused_stock", "whole", "Cards left in the stock at the end.", "cards"),
        Column("jokers", "whole", "Jokers in the deck.", "cards"),
        Column("signals_allowed", "flag", "The game was played with signals."),
        Column("variant", "text", "open-hands, endless, small-numbers; null for the plain game."),
    ),
    "seats": (
        Column("signals", "whole", "Cards the player showed.", "signals"),
        Column("hits", "whole", "Targets the player hit.", "targets"),
    ),
    "rounds": (
        Column("signals", "whole", "Cards shown for this target.", "signals"),
        Column("cards_turned", "whole", "Cards turned up for it, those put under too.", "cards"),
        Column("hit_rank", "text", "The rank that hit it, ``*`` for a joker."),
        Column("hit_op", "text", "The operation that hit it."),
        Column("told_turns", "whole", "Turns whose player's hand is known to the log.", "turns"),
        Column(
            "missed_hits", "whole", "Of these, turns with a hit in hand and none made.", "turns"
        ),
        Column(
            "missed_shown", "whole", "Turns without a hit while a card known to all hit.", "turns"
        ),
        Column("passed_over", "whole", "Times the total went from one side to the other.", "times"),
        Column("distance_left", "whole", "From the last total to the target, where never hit."),
    ),
    "moves": (
        Column("distance_before", "whole", "From the total to the target, before."),
        Column("distance_after", "whole", "From the total to the target, after."),
        Column("hit_in_hand", "flag", "A card in hand hit the target; null where it is hidden."),
        Column("is_hit", "flag", "The move hit the target."),
    ),
}

_ALL_VALUES: Final = 0b11111111111110
"""The values of a joker, 1 to 13, as bits."""

_BIT: Final = [1 << (card >> 3) for card in range(UNKNOWN)]
"""By card, the bit of its rank."""


@lru_cache(maxsize=2048)
def hitting_ranks(target: int, small: bool) -> Mapping[int, int]:
    """Return for each total from which one card hits *target* the ranks that do, as bits.

    Bit 0 is the joker, which hits from all of them. The first card of a target needs no case of
    its own: from 0 only plus leads anywhere.

    >>> bin(hitting_ranks(348, False)[344])
    '0b10001'
    """
    found: dict[int, int] = {}
    for value in range(1, MAX_VALUE + 1):
        totals = [target - value, target + value]
        if not small:
            totals += [target * value] + ([target // value] if target % value == 0 else [])
        for total in totals:
            if total >= 0:
                found[total] = found.get(total, 1) | 1 << value
    return found


def count_turns(totals: Sequence[int], hands: Sequence[int], *, small: bool) -> list[int]:
    """Return how many different plays and passes there are from each total with the ranks in hand.

    Ranks are told as bits. From 348 a 7 can be added, taken away, multiplied with and passed, as
    the first card of a target only added and passed.

    >>> count_turns([348, NOTHING_YET], [1 << 7, 1 << 7], small=False)
    [4, 2]
    """
    divisors, low = _divisors(), _low_masks(small)
    pairs = zip(totals, hands, strict=True)
    try:
        # The usual case is worked out in place, and from a table that stays in the nearest cache.
        return [
            0
            if not ranks
            else _count(ranks, low[min(total, MAX_VALUE)])
            if small or total <= MAX_VALUE
            else 4 * ranks.bit_count()
            + (ranks & divisors[total]).bit_count()
            + (divisors[total].bit_count() + _MORE_WITH_JOKER if ranks & 1 else 0)
            for total, ranks in pairs
        ]
    except IndexError:  # a total far beyond any target
        pairs = zip(totals, hands, strict=True)
        return [_count(ranks, _mask(total, small=small)) for total, ranks in pairs]


NOTHING_YET: Final = -1
"""Stands for the total before the first card of a target, which can only be added."""

_MORE_WITH_JOKER: Final = 3 * (MAX_VALUE - 1)
"""A joker's turns beside dividing, one to pass and three for each value, beyond those of a card."""

_BLOCK: Final = MAX_VALUE + 1
"""Bits of ranks."""
_EACH: Final = sum(1 << nth * _BLOCK for nth in range(1 + len(SIGNS)))
"""Times some ranks as bits: these to pass with, then the same for each operation."""


@cache
def _divisors() -> Sequence[int]:
    """Return by total, for more totals than are usual, the values that divide it, as bits."""
    found = array("H", bytes(2 * 2048))
    for value in range(1, MAX_VALUE + 1):
        for total in range(0, len(found), value):
            found[total] |= 1 << value
    return found


@cache
def _low_masks(small: bool) -> Sequence[int]:
    """Return `_mask` by total, of `NOTHING_YET` at the end."""
    return [_mask(total, small=small) for total in [*range(MAX_VALUE + 1), NOTHING_YET]]


def _mask(total: int, *, small: bool = False) -> int:
    """Return as bits what a total allows: to pass with each rank, then to play each with each sign."""
    values = range(1, MAX_VALUE + 1)
    allowed = [_ALL_VALUES | 1, _ALL_VALUES]
    if total != NOTHING_YET:
        allowed.append(sum([1 << value for value in values if value <= total]))
        if not small:
            divisors = sum([1 << value for value in values if total % value == 0])
            allowed += _ALL_VALUES, divisors
    return sum([ranks << nth * _BLOCK for nth, ranks in enumerate(allowed)])


def _count(ranks: int, mask: int) -> int:
    """Return how many turns are left by *mask* to a hand with these ranks."""
    jokers = (mask >> _BLOCK).bit_count() if ranks & 1 else 0
    return (ranks * _EACH & mask).bit_count() + jokers


_total_of: Final = itemgetter(3)
"""Of a link of the chain."""


class SpotOnNotes:
    """Watches one table; see `engine.facts.QuickNotes`.

    Before each move it notes the ranks in the player's hand. All else follows from these, the moves
    and the chains of cards on the table: it is worked out at the end, a target at a time.
    """

    wants: Sequence[str] = ("card", "op", "cards", "t")

    def __init__(self, table: Table) -> None:
        self.table = table
        self._census = table.census
        self._has_sights = table.signals or table.setting.options["open_hands"]
        self._in_sight: list[int] = []
        """Before each move, the ranks in any hand for everybody to see; nothing without such."""

    # -- while it is played

    def look(self, seat: int) -> int:
        """Return the ranks in the hand of *seat*, as bits; 0 where one is hidden."""
        if self._has_sights:
            self._in_sight.append(self._ranks_in_sight())
        hand = self._census.hands[seat]
        if hand.unknown:
            return 0 if hand.ways is None else hand.rank_bits() or 0
        cards = hand.cards
        size = len(cards)
        # Nearly all hands have four or five cards, and a loop takes twice as long.
        if size == 4:
            a, b, c, d = cards
            return _BIT[a] | _BIT[b] | _BIT[c] | _BIT[d]
        if size == 5:
            a, b, c, d, e = cards
            return _BIT[a] | _BIT[b] | _BIT[c] | _BIT[d] | _BIT[e]
        ranks = 0
        for card in cards:
            ranks |= _BIT[card]
        return ranks

    def _ranks_in_sight(self) -> int:
        """Return the ranks in the hands that everybody can see, as bits."""
        table = self.table
        if table.signals and not any(table.shown):
            return 0
        cards = [card for card in table.shown if card is not None]
        if table.setting.options["open_hands"]:
            cards += [card for hand in table.census.hands for card in hand.labels()]
        found = 0
        for card in cards:
            if card != UNKNOWN:
                found |= _BIT[card]
        return found

    # -- at the end

    def close(self, made: Sequence[Made]) -> Noted:
        table = self.table
        size = len(made)
        names = table.setting.players
        kinds, seats, cards, ops, turned, times, hands = (
            zip(*made, strict=True) if made else ((),) * 7
        )
        starts = _find(kinds, "target")
        has_signals = table.turns < size - len(starts)
        signals = _find(kinds, "signal") if has_signals else []
        no_turns = sorted([*starts, *signals]) if signals else starts
        ranks = list(hands)
        for at in no_turns:
            ranks[at] = 0
        untold = [*compress(range(size), map(not_, ranks))]
        """Moves that are no turn, or whose player's hand the log does not know."""
        reached: list[int] = []
        """The totals after each move."""
        targets: list[int] = []
        in_round: list[int | None] = []
        in_hand: list[bool | None] = [False] * size
        is_hit: list[bool | None] = [False] * size
        has_sights = any(self._in_sight)
        rounds: list[Row] = []
        hits: list[int] = []
        chains = [*table.chains, table.chain]
        for start, stop in zip(starts, [*starts, size][1:], strict=True):
            nth = len(rounds)
            was_hit = nth < table.hits
            chain = chains[nth]
            target = chain[-1][3] if was_hit else table.target
            if target is None:  # the stock could not give one, and that was the end
                reached.append(0)
                targets.append(0)
                in_round.append(None)
                break
            last = stop - 1
            in_round += [nth + 1] * (stop - start)
            targets += [target] * (stop - start)
            shown = kinds[start:stop].count("signal") if signals else 0
            taken = last - start - shown
            passes = taken - len(chain)
            totals = [0, *map(_total_of, chain)]
            passed_over = 0
            if max(totals) > target:
                beyond = bytes([total > target for total in totals[: len(totals) - was_hit]])
                passed_over = beyond.count(b"\0\1") + beyond.count(b"\1\0")
            if passes or shown:
                totals = _totals(kinds[start:stop], totals)
            reached += totals

            hitting = hitting_ranks(target, table.small)
            missed_hits = missed_shown = 0
            for at in compress(range(start + 1, stop), map(hitting.__contains__, totals)):
                if ranks[at] & hitting[reached[at - 1]]:
                    in_hand[at] = True
                    missed_hits += 1
            if has_sights:
                for at in range(start + 1, stop - was_hit):
                    if kinds[at] != "signal":
                        seen = self._in_sight[at] & hitting.get(reached[at - 1], 0)
                        missed_shown += seen != 0
            if was_hit:
                hits.append(last)
                missed_hits -= in_hand[last] is True
            told = stop - start - ranks[start:stop].count(0)
            rounds.append(
                (
                    nth + 1,
                    "target",
                    str(target),
                    target,
                    taken,
                    taken - passes,
                    passes,
                    names[seats[start]],
                    names[seats[last]] if was_hit else None,
                    "hit" if was_hit else "open",
                    None if was_hit or table.end is None else table.end.cause,
                    shown,
                    len(turned[start]),
                    RANK_TEXT[cards[last]] if was_hit else None,
                    ops[last] if was_hit else None,
                    told,
                    missed_hits if told or not taken else None,
                    missed_shown,
                    passed_over,
                    None if was_hit else abs(target - totals[-1]),
                )
            )
        for at in untold:
            in_hand[at] = None
        missed = in_hand.copy()
        for at in hits:
            is_hit[at] = True
            if missed[at]:
                missed[at] = False
        # What was reached by a move was there before the next one.
        legal = self._legal([0, *reached][:size], ranks, kinds, starts)
        for at in untold:
            legal[at] = None
        far = list(map(abs, map(sub, targets, reached)))
        before: list[int | None] = [None, *reached][:size]
        gap: list[int | None] = [None, *far][:size]
        after: list[int | None] = [*reached]
        gap_after: list[int | None] = [*far]
        turn: list[int | None] = [*range(1, size - len(no_turns) + 1)]
        for at in no_turns:
            turn.insert(at, None)
            gap[at] = gap_after[at] = is_hit[at] = None
        for at in starts:
            before[at] = after[at] = None
        columns = (
            range(size),
            in_round,
            turn,
            seats,
            Coded(seats, names),
            kinds,
            Coded(cards, CARD_TEXT),
            Coded(cards, RANK_TEXT),
            ops,
            before,
            after,
            legal,
            missed,
            _seconds(times) if times.count(None) < size else times,
            gap,
            gap_after,
            in_hand,
            is_hit,
        )
        hitters = [seats[at] for at in hits]
        signallers = [seats[at] for at in signals]
        options = table.setting.options
        variants = [
            name.replace("_", "-")
            for name in ("open_hands", "endless", "small_numbers")
            if options[name]
        ]
        return Noted(
            rounds,
            Columns(columns),
            table.goal,
            (
                len(signallers),
                len(table.census.stock),
                options["jokers"],
                table.signals,
                "+".join(variants) or None,
            ),
            [(signallers.count(seat), hitters.count(seat)) for seat in range(len(names))],
            table.census.hidden_draws,
        )

    def _legal(
        self,
        totals: list[int],
        ranks: Sequence[int],
        kinds: Sequence[str],
        starts: Iterable[int],
    ) -> list[int | None]:
        """Return how many turns there were to choose from.

        *totals* are those before each move; they are changed.
        """
        for start in starts:
            for at in range(start + 1, len(totals)):
                totals[at] = NOTHING_YET
                if kinds[at] == "play":
                    break
        return [*count_turns(totals, ranks, small=self.table.small)]


def _find(kinds: Sequence[str], kind: str) -> list[int]:
    """Return the places of the moves of a type."""
    found: list[int] = []
    at = -1
    for _ in range(kinds.count(kind)):
        at = kinds.index(kind, at + 1)
        found.append(at)
    return found


def _totals(sorts: Sequence[str], played: Iterable[int]) -> list[int]:
    """Return the total after each move for a target, from its turn-up on.

    >>> _totals(["target", "pass", "play", "signal", "play"], [0, 6, 30])
    [0, 0, 6, 6, 30]
    """
    found: list[int] = []
    after = iter(played)
    for sort in sorts:
        found.append(next(after) if sort in ("target", "play") else found[-1])
    return found


def _seconds(times: Sequence[Seconds | None]) -> list[Seconds | None]:
    """Return the time since the move before, where both have one."""
    return [
        None if now is None or then is None else now - then
        for then, now in zip([None, *times], times, strict=False)
    ]
