"""Turns a game of Spot On into facts, while it is replayed."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from math import nan
from operator import attrgetter
from typing import Final, NamedTuple

from ...cards import NOTHING, UNKNOWN, Card, merge
from ...facts import Column, Many, Trail, Trailed, Wants
from ...shapes import Seconds
from .table import Table

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

KINDS: Final = ("play", "pass", "signal", "target")
"""The types of moves, in the order of their codes; see `engine.facts.TrailNotes`."""
PLAY, PASS, SIGNAL, TARGET = range(len(KINDS))

_SHORT: Final = 3
"""Numbers noted of each move without a look."""

_VARIANTS: Final = tuple(
    (name, name.replace("_", "-")) for name in ("open_hands", "endless", "small_numbers")
)
"""The options that make one, and its name."""

_WANTS: Final[Wants] = {
    "play": ("card", "drew"),
    "pass": ("card", "drew"),
    "signal": ("card", None),
    "target": ("cards", None),
}

_unknown_in: Final = attrgetter("unknown")
"""Of a hand, how many cards nobody knows."""
_UNSEEN: Final = array("h", [UNKNOWN]).tobytes()

_BIT: Final = [1 << (card >> 3) for card in range(UNKNOWN)]
"""By card, the bit of its rank."""


class Left(NamedTuple):
    """The trail of a game. It holds nothing that can be worked out from the rest.

    Ranks in a hand are told as bits, the joker's is the lowest.
    """

    made: array[int]
    """What `engine.facts.TrailNotes.close` was given: of each move the code, the card or the number
    of cards turned up, the card drawn and, if *kept* is None, the ranks in the player's hand before
    it, none where one is hidden."""
    kept: array[int] | None
    """The cards left in all hands at the end, where they and the moves tell what was in them."""
    sizes: bytes
    """By seat, how many of these."""
    totals: array[int] | list[int]
    """After each play, on end: a list where 64 bits do not hold one of them."""
    ops: str
    """Of each play."""
    in_sight: array[int] | None
    """Before each move, the ranks in the hands that everybody can see; None where there never are."""
    seconds: array[float] | None
    """Between the move before and each; not a number where one has no time. None without times."""
    is_small: bool
    hits: int
    target: int | None
    """The one that was up at the end and was not hit."""
    cause: str | None
    """Why the game ended without a hit."""


class SpotOnNotes:
    """Watches one table; see `engine.facts.TrailNotes`.

    What was in the hands follows from the deal, the plays and the draws, where all of these are known.
    Else it looks into the hand before each move.
    """

    wants: Wants = _WANTS

    def __init__(self, table: Table) -> None:
        self.table = table
        self._census = table.census
        self._open_hands: bool = table.setting.options["open_hands"]
        self._in_sight: list[int] = []
        """Before each move, the ranks in hands that lie open; nothing where none do."""
        hands = table.census.hands
        self.looks = self._open_hands or any(map(_unknown_in, hands))

    # -- while it is played

    def look(self, seat: int) -> int:
        """Return the ranks in the hand of *seat*, as bits; 0 where one is hidden."""
        if self._open_hands:
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
        """Return the ranks in all hands as far as they are known, as bits."""
        found = 0
        for hand in self._census.hands:
            for card in hand.labels():
                if card != UNKNOWN:
                    found |= _BIT[card]
        return found

    # -- at the end

    def close(self, made: list[int], times: Sequence[Seconds | None]) -> Trailed | None:
        table, census = self.table, self._census
        turns = table.turns
        stride = _SHORT + self.looks
        numbers = array("h", made)
        kept = in_sight = None
        sizes = b""
        if not self.looks:
            hands = [hand.cards for hand in census.hands]
            kept = array("h", [card for cards in hands for card in cards])
            # A number is two bytes: those of the card that nobody saw stand in it, or nowhere.
            if _UNSEEN in numbers.tobytes() or not self._tells_hands(
                made[2::stride], turns, len(kept)
            ):
                return None
            sizes = bytes(map(len, hands))
        # A target that was not given ends the game, and need not be noted.
        has_failed = bool(made) and table.target is None and made[-stride] % len(KINDS) == TARGET
        signals = len(made) // stride - turns - table.targets - has_failed
        if self._open_hands:
            in_sight = array("h", self._in_sight)
        elif signals:
            in_sight = _in_sight(made[::stride], made[1::stride])
        links = [*chain.from_iterable(table.chains), *table.chain]
        totals: array[int] | list[int] = [link[3] for link in links]
        with suppress(OverflowError):
            totals = array("q", totals)
        left = Left(
            numbers,
            kept,
            sizes,
            totals,
            "".join([link[1] for link in links]),
            in_sight,
            _seconds(times) if times else None,
            table.small,
            table.hits,
            table.target,
            None if table.end is None else table.end.cause,
        )
        options = table.setting.options
        return Trailed(
            make,
            left,
            turns,
            table.passes,
            table.targets,
            table.goal,
            (
                signals,
                len(census.stock),
                options["jokers"],
                table.signals,
                "+".join([text for name, text in _VARIANTS if options[name]]) or None,
            ),
            census.hidden_draws,
        )

    def _tells_hands(self, drawn: list[int], turns: int, kept: int) -> bool:
        """Tell whether the cards *drawn* are all that came to the hands, and plainly these."""
        census, setting = self._census, self.table.setting
        if census.hidden_draws or not census.is_plain:
            return False
        # Where the stock is known, not each card need be noted when it is drawn.
        draws = kept + turns - setting.options["hand_size"] * len(setting.players)
        told: bool = len(drawn) - drawn.count(0) - drawn.count(NOTHING) == draws
        return told


def make(trails: Sequence[Trail]) -> Mapping[str, Many]:
    """Return the rows of several games; see `engine.facts.Trail`."""
    from .many import rows  # a verdict does not wait for numpy

    return rows(trails)


def _in_sight(codes: Sequence[int], cards: Sequence[Card]) -> array[int]:
    """Return before each move the ranks of the cards that lie open in hands after a signal."""
    found = array("h", bytes(2 * len(codes)))
    for shown_at, code in enumerate(codes):
        if code % len(KINDS) != SIGNAL:
            continue
        shown = cards[shown_at]
        for at in range(shown_at + 1, len(codes)):
            if codes[at] % len(KINDS) == TARGET:  # the one before was hit
                break
            found[at] |= _BIT[shown]
            is_same = codes[at] // len(KINDS) == code // len(KINDS)
            if is_same and cards[at] != UNKNOWN and merge(shown, cards[at]) is not None:
                break
    return found


def _seconds(times: Sequence[Seconds | None]) -> array[float]:
    """Return the time since the move before, not a number where one of both has none."""
    return array(
        "d",
        [
            nan if now is None or then is None else now - then
            for then, now in zip([None, *times], times, strict=False)
        ],
    )
