"""Turns a game of Spot On into facts, while it is replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Final

from ...cards import CARD_TEXT, RANK_TEXT, UNKNOWN
from ...facts import Coded, Column, Columns, Noted, Row
from ...shapes import Made
from .table import MAX_VALUE, Table

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


_COUNT: Final = [bits.bit_count() for bits in range(1 << MAX_VALUE + 1)]
"""By bits of ranks, how many are set."""


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


def count_turns(total: int, ranks: int, is_first: bool, small: bool) -> int:
    """Return how many different plays and passes a hand with these *ranks* (bits) has."""
    passes = ranks.bit_count()
    if is_first:
        return 2 * passes if not ranks & 1 else 2 * passes + MAX_VALUE - 1
    if ranks & 1:
        joker = _count_plays(total, _ALL_VALUES, small)
        return passes + joker + _count_plays(total, ranks - 1, small)
    return passes + _count_plays(total, ranks, small)


def _count_plays(total: int, values: int, small: bool) -> int:
    added = values.bit_count()
    taken = added
    if total < MAX_VALUE:
        taken = (values & (2 << total) - 1).bit_count()
    if small:
        return added + taken
    if total not in _divisors:
        _divide([total])
    return 2 * added + taken + (values & _divisors[total]).bit_count()


_MOST_KEPT: Final = 1 << 16
_NOTHING_YET: Final = -1
"""Stands for the total before the first card of a target, which can only be added."""


# A plain dict: one that fills itself by __missing__ takes several times as long to ask.
_divisors: Final[dict[int, int]] = {}
"""By total, the values that divide it, as bits."""


def _divide(totals: Iterable[int]) -> None:
    """Put some totals into `_divisors`."""
    if len(_divisors) >= _MOST_KEPT:
        _divisors.clear()
    for total in totals:
        _divisors[total] = sum([1 << one for one in range(1, MAX_VALUE + 1) if total % one == 0])


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
        self._ranks: list[int | None] = []
        """In the hand of the one who moves, as bits; None where one is hidden."""
        self._in_sight: dict[int, int] = {}
        """By move, those in any hand for everybody to see; where there may be none, nothing."""
        self._add_ranks = self._ranks.append
        self._has_sights = table.signals or table.setting.options["open_hands"]

    # -- while it is played

    def look(self, seat: int) -> None:
        table = self.table
        if self._has_sights and (any(table.shown) or not table.signals):
            self._in_sight[len(self._ranks)] = self._ranks_in_sight()
        hand = table.census.hands[seat]
        if hand.unknown:
            self._add_ranks(None if hand.ways is None else hand.rank_bits())
            return
        cards = hand.cards
        size = len(cards)
        # Nearly all hands have four or five cards, and a loop takes twice as long.
        if size == 4:
            a, b, c, d = cards
            self._add_ranks(_BIT[a] | _BIT[b] | _BIT[c] | _BIT[d])
        elif size == 5:
            a, b, c, d, e = cards
            self._add_ranks(_BIT[a] | _BIT[b] | _BIT[c] | _BIT[d] | _BIT[e])
        else:
            ranks = 0
            for card in cards:
                ranks |= _BIT[card]
            self._add_ranks(ranks)

    def _ranks_in_sight(self) -> int:
        """Return the ranks in the hands that everybody can see, as bits."""
        table = self.table
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
        table, ranks = self.table, self._ranks
        size = len(made)
        names = table.setting.players
        kinds, seats, cards, ops, turned, times = zip(*made, strict=True) if made else ((),) * 6
        starts = _find(kinds, "target")
        has_signals = table.turns < size - len(starts)
        signals = _find(kinds, "signal") if has_signals else []
        for at in (*signals, *starts):
            ranks[at] = None  # it is no turn
        reached: list[int] = []
        """The totals after each move."""
        far: list[int] = []
        """From there to the target."""
        in_round: list[int | None] = []
        in_hand: list[bool | None] = [False] * size
        if ranks.count(None) > len(starts) + len(signals):
            in_hand = [None if some is None else False for some in ranks]
        is_hit: list[bool | None] = [False] * size
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
                far.append(0)
                in_round.append(None)
                break
            in_round += [nth + 1] * (stop - start)
            shown = kinds[start:stop].count("signal") if signals else 0
            taken = stop - start - 1 - shown
            passes = taken - len(chain)
            totals = [0, *map(_total_of, chain)]
            if len(totals) <= taken + shown:
                totals = _totals(kinds[start:stop], totals)
            reached += totals

            # From the total to the target, below 0 from beyond it.
            gaps = [target - total for total in totals]
            passed_over = 0
            if min(gaps) < 0:
                beyond = bytes([one < 0 for one in gaps[: len(gaps) - was_hit]])
                passed_over = beyond.count(b"\0\1") + beyond.count(b"\1\0")
                gaps = list(map(abs, gaps))
            far += gaps

            hitting = hitting_ranks(target, table.small)
            for at in compress(range(start + 1, stop), map(hitting.__contains__, totals)):
                if (some := ranks[at]) is not None:
                    in_hand[at] = some & hitting[totals[at - start - 1]] != 0
            told = taken + shown + 1 - ranks[start:stop].count(None)
            missed_hits = in_hand[start:stop].count(True)
            missed_shown = 0
            if self._in_sight:
                for at in range(start + 1, stop - was_hit):
                    if kinds[at] != "signal":
                        seen = self._in_sight.get(at, 0) & hitting.get(totals[at - start - 1], 0)
                        missed_shown += seen != 0
            last = stop - 1
            if was_hit:
                hits.append(last)
                missed_hits -= in_hand[last] is True
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
                    None if was_hit else gaps[-1],
                )
            )
        for at in (*signals, *starts):
            in_hand[at] = None
        missed = in_hand.copy()
        for at in hits:
            is_hit[at] = True
            if missed[at]:
                missed[at] = False
        # What was reached by a move was there before the next one.
        legal = self._legal([0, *reached][:size], kinds, starts)
        before: list[int | None] = [None, *reached][:size]
        gap: list[int | None] = [None, *far][:size]
        after: list[int | None] = [*reached]
        gap_after: list[int | None] = [*far]
        turn: list[int | None] = [*range(1, size - len(starts) - len(signals) + 1)]
        for at in sorted([*starts, *signals]):
            turn.insert(at, None)
        for at in starts:
            before[at] = after[at] = None
        for at in (*starts, *signals):
            gap[at] = gap_after[at] = is_hit[at] = None
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
        self, totals: list[int], kinds: Sequence[str], starts: Iterable[int]
    ) -> list[int | None]:
        """Return how many turns there were to choose from; None where the hand is hidden.

        *totals* are those before each move; they are changed.
        """
        ranks, small = self._ranks, self.table.small
        for start in starts:
            for at in range(start + 1, len(totals)):
                totals[at] = _NOTHING_YET
                if kinds[at] == "play":
                    break
        while True:
            try:
                return [
                    None
                    if some is None
                    # The usual case: each rank can be added, taken away, passed, and multiplies.
                    else 4 * _COUNT[some] + _COUNT[some & _divisors[total]]
                    if total > MAX_VALUE and not (some & 1 or small)
                    else count_turns(max(total, 0), some, total < 0, small)
                    for total, some in zip(totals, ranks, strict=True)
                ]
            except KeyError:
                _divide(totals)


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


def _seconds(times: Sequence[float | None]) -> list[float | None]:
    """Return the time since the move before, where both have one."""
    return [
        None if now is None or then is None else now - then
        for then, now in zip([None, *times], times, strict=False)
    ]
