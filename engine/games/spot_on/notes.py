"""Turns a game of Spot On into facts, while it is replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from ...cards import CARD_TEXT, RANK_TEXT, UNKNOWN
from ...facts import Column, Noted, Row
from ...shapes import Move
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
    return 2 * added + taken + (values & _divisors(total)).bit_count()


@lru_cache(maxsize=1 << 14)
def _divisors(total: int) -> int:
    """Return the values that divide *total*, as bits."""
    return sum(1 << value for value in range(1, MAX_VALUE + 1) if total % value == 0)


class SpotOnNotes:
    """Watches one table; see `engine.facts.Notes`."""

    def __init__(self, table: Table) -> None:
        seats = len(table.setting.players)
        self.table = table
        self._names = table.setting.players
        self._nothing_shown = [None] * seats
        self._open_hands: bool = table.setting.options["open_hands"]
        self._moves: list[Row] = []
        self._rounds: list[Row] = []
        self._hits = [0] * seats
        self._shows = [0] * seats
        self._clock: float | None = None
        # What was so before the move: total, target, hits; then what the player could do.
        self._was: tuple[int, int | None, int] = (0, None, 0)
        self._could: tuple[int | None, bool | None, bool] = (None, None, False)
        self._hitting: Mapping[int, int] = {}
        self._start_round(None, 0)

    def _start_round(self, starter: str | None, cards_turned: int) -> None:
        self._starter = starter
        self._cards_turned = cards_turned
        self._turns_before = self.table.turns
        self._passes = self._signals = 0
        self._untold = self._missed = self._missed_shown = self._over = 0

    def before(self, at: int, move: Move) -> None:
        table = self.table
        total = table.total
        target = table.target
        self._was = (total, target, table.hits)
        if target is None or move["type"] == "signal":
            return
        hitting = self._hitting.get(total, 0)
        known_hits = False
        if hitting and (self._open_hands or table.shown != self._nothing_shown):
            known_hits = self._known_card_hits(hitting)
        ranks = table.census.hands[move["player"]].rank_bits()
        if ranks is None:
            self._could = (None, None, known_hits)
            return
        legal = count_turns(total, ranks, not table.chain, table.small)
        self._could = (legal, ranks & hitting != 0, known_hits)

    def _known_card_hits(self, hitting: int) -> bool:
        """Tell whether a card that everybody knows is one of the *hitting* ranks."""
        for card in self.table.shown:
            if card is not None and hitting >> (card >> 3) & 1:
                return True
        return self._open_hands and any(
            card != UNKNOWN and hitting >> (card >> 3) & 1
            for hand in self.table.census.hands
            for card in hand.labels()
        )

    def after(self, at: int, move: Move) -> None:
        table = self.table
        kind = move["type"]
        seat = move["player"]
        name = self._names[seat]
        seconds: float | None = None
        clock = self._clock
        self._clock = move.get("t")
        if clock is not None and "t" in move:
            seconds = move["t"] - clock
        if kind == "target":
            self._target_row(at, move, name, seconds)
            return
        total, target, hits = self._was
        card = move["card"]
        text = CARD_TEXT[card]
        rank = RANK_TEXT[card]
        if kind == "signal":
            self._signals += 1
            self._shows[seat] += 1
            self._moves.append(
                (at, table.targets, None, seat, name, kind, text, rank, None, total)
                + (total, None, None, seconds, None, None, None, None)
            )
            return
        assert target is not None, "plays and passes need a target"
        legal, in_hand, known_hits = self._could
        distance = left = target - total
        is_hit = table.hits > hits
        op = None
        if kind == "play":
            op = move["op"]
            left = 0 if is_hit else target - table.total
            if distance * left < 0:
                self._over += 1
        else:
            self._passes += 1
        missed = in_hand
        if is_hit:
            missed = missed and False
        else:
            if in_hand:
                self._missed += 1
            if known_hits:
                self._missed_shown += 1
        if in_hand is None:
            self._untold += 1
        self._moves.append(
            (
                at,
                table.targets,
                table.turns,
                seat,
                name,
                kind,
                text,
                rank,
                op,
                total,
                target - left,
                legal,
                missed,
                seconds,
                abs(distance),
                abs(left),
                in_hand,
                is_hit,
            )
        )
        if is_hit:
            self._hits[seat] += 1
            self._round_row("hit", None, name, rank, op, None)

    def _target_row(self, at: int, move: Move, name: str, seconds: float | None) -> None:
        table = self.table
        value = table.target
        turned = len(move["cards"])
        self._moves.append(
            (at, None if value is None else table.targets, None, move["player"], name, "target")
            + (None, None, None, None, None, None, None, seconds, None, None, None, None)
        )
        if value is not None:
            self._start_round(name, turned)
            self._hitting = hitting_ranks(value, table.small)

    def _round_row(
        self,
        outcome: str,
        cause: str | None,
        finisher: str | None,
        rank: str | None,
        op: str | None,
        distance: int | None,
    ) -> None:
        passes = self._passes
        turns = self.table.turns - self._turns_before
        told = turns - self._untold
        target = self._was[1]
        self._rounds.append(
            (
                self.table.targets,
                "target",
                str(target),
                target,
                turns,
                turns - passes,
                passes,
                self._starter,
                finisher,
                outcome,
                cause,
                self._signals,
                self._cards_turned,
                rank,
                op,
                told,
                self._missed if told or not turns else None,
                self._missed_shown,
                self._over,
                distance,
            )
        )

    def close(self) -> Noted:
        table = self.table
        if table.target is not None and len(self._rounds) < table.targets:
            self._was = (table.total, table.target, table.hits)
            cause = table.end.cause if table.end is not None else None
            distance = abs(table.target - table.total)
            self._round_row("open", cause, None, None, None, distance)
        options = table.setting.options
        variants = [
            name.replace("_", "-")
            for name in ("open_hands", "endless", "small_numbers")
            if options[name]
        ]
        return Noted(
            self._rounds,
            self._moves,
            table.goal,
            (
                sum(self._shows),
                len(table.census.stock),
                options["jokers"],
                table.signals,
                "+".join(variants) or None,
            ),
            list(zip(self._shows, self._hits, strict=True)),
            table.census.hidden_draws,
        )
