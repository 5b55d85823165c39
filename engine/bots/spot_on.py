"""Players of Spot On.

Source: "Difficulty" in the full rules: "each player sees only their own hand and the shown cards,
hits the target whenever they can, and otherwise leaves the total from which the next player is most
likely to hit it soon". "The strategy never plans ahead with its own cards."

Of all readings that were tried, two turns come nearest to the figures of the source; docs/simulate.md
has them side by side.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Final

from ..cards import CARD_TEXT, CARDS, JOKER
from ..shapes import Move
from . import spot_on_search
from .players import Bot, View
from .spot_on_search import JOKERS, SPENDS, Search, Seat

LOOK_AHEAD: Final = 2
"""Turns."""
_RANK: Final = {text: card >> 3 for text, card in CARDS.items()}
_card_of: Final = itemgetter("card")
_FOUR_OF_EACH: Final = [4] * 13
_PLAIN: Final = "CARDSTATS_PLAIN"
"""Set to 1, it leaves compiled code alone."""


@cache
def search() -> Search:
    """Return the compiled search where numba is installed, else the plain one."""
    if os.environ.get(_PLAIN, "0") in ("", "0"):
        try:
            from .spot_on_compiled import best
        except ImportError:
            pass
        else:
            return best
    return spot_on_search.best


def choose_simple(
    view: View, moves: Sequence[Move], _rng: random.Random, *, turns: int = LOOK_AHEAD
) -> Move:
    """Hit; else show a card; else leave the total that is likeliest to be hit soon."""
    target: int = view["target"]
    total: int = view["total"]
    plays: list[Move] = []
    totals: list[int] = []
    hit = signal = None
    for move in moves:
        op = move.get("op")
        if op is not None:
            value = move["card"] >> 3 or move["as"]
            if op == "+":
                after = total + value
            elif op == "-":
                after = total - value
            else:
                after = total * value if op == "*" else total // value
            # The joker's plays come first, so that another card takes its place.
            if after == target:
                hit = move
            plays.append(move)
            totals.append(after)
        elif move["type"] == "signal" and (signal is None or signal["card"] != JOKER):
            # Sorted by rank, the joker first.
            signal = signal or move
    if hit is not None:
        return hit
    if signal is not None:
        return signal
    totals.append(total)
    shown: str | None = view["shown"][view["on_turn"]]
    # A card that lies open before the player counts, for the turn after next may be theirs again;
    # where it is played it is gone.
    seats = spent = _seats(view, turns, shown)
    if shown is not None:
        spent = _seats(view, turns, None)
    best = search()(
        target,
        view["options"]["small_numbers"],
        totals,
        list(map(_marks(shown).__getitem__, map(_card_of, plays))),
        _unseen(view),
        seats,
        spent,
        may_leave=bool(view["chain"]),
    )
    if best < len(plays):
        return plays[best]
    return max(
        (move for move in moves if move["type"] == "pass"), key=lambda move: move["card"] >> 3
    )


@cache
def _marks(shown: str | None) -> Sequence[int]:
    """Return the marks of a play by its card, where *shown* lies open before the player."""
    marks = [0] * (14 * 8)
    marks[JOKER] = JOKERS
    for card, text in CARD_TEXT.items():
        if text == shown:
            marks[card] |= SPENDS
    return marks


def _after(total: int, move: Move) -> int:
    card: int = move["card"]
    value: int = move["as"] if card == JOKER else card >> 3
    op = move["op"]
    if op == "+":
        return total + value
    if op == "-":
        return total - value
    return total * value if op == "*" else total // value


def _unseen(view: View) -> list[int]:
    """Return how many cards of each rank the player on turn has not seen, jokers first."""
    unseen = [view["options"]["jokers"], *_FOUR_OF_EACH]
    rank_of = _RANK
    here, shown = view["on_turn"], view["shown"]
    for text in view["discard"]:
        unseen[rank_of[text]] -= 1
    for text in view["target_cards"]:
        unseen[rank_of[text]] -= 1
    for link in view["chain"]:
        unseen[rank_of[link["card"]]] -= 1
    for nth, hand in enumerate(view["hands"]):
        for text in hand if nth == here else _known(hand, shown[nth]):
            unseen[rank_of[text]] -= 1
    return unseen


def _known(hand: Sequence[str], shown: str | None) -> Sequence[str]:
    """Return the cards of another's hand that a player knows."""
    if hand and hand[0] != "?":  # hands lie open as a whole
        return hand
    return () if shown is None else (shown,)


def _seats(view: View, turns: int, own: str | None) -> list[Seat]:
    """Return what is known of the players to come; *own* is what the one on turn keeps open."""
    here, shown = view["on_turn"], view["shown"]
    hands: Sequence[Sequence[str]] = view["hands"]
    seats = []
    seat = here
    for _ in range(turns):
        seat = _next_with_cards(hands, seat)
        hand = hands[seat]
        known = _known(("?",), own) if seat == here else _known(hand, shown[seat])
        bits = 0
        for text in known:
            bits |= 1 << _RANK[text]
        seats.append(Seat(bits, len(hand) - len(known), len(hand)))
    return seats


def _next_with_cards(hands: Sequence[Sequence[str]], seat: int) -> int:
    for step in range(1, len(hands) + 1):
        other = (seat + step) % len(hands)
        if hands[other]:
            return other
    return seat


def choose_nearest(view: View, moves: Sequence[Move], rng: random.Random) -> Move:
    """Hit if a card hits, else leave the total nearest to the target; show no card.

    Passes only where no play comes nearer.
    """
    target, total = view["target"], view["total"]

    def distance(move: Move) -> tuple[int, float]:
        after = _after(total, move) if move["type"] == "play" else total
        return abs(target - after), rng.random()

    return min((move for move in moves if move["type"] != "signal"), key=distance)


_OPEN: Final = (
    "A hit is made with a joker only if nothing else hits.",
    "Shows a card at the first chance: a joker, or else the lowest.",
    "The players' open cards are certain, the player's own too, as long as it lies there; all other "
    "cards are a random draw from those nobody has seen.",
    "A player who does not hit plays the best of as many random cards as they hold, or of their "
    "cards where all lie open, or passes.",
    "Remembers what was played; what was put under the stock counts as not seen.",
    "Ties go to plays without a joker, then to the total nearest to the target, then to the lowest "
    "card and to plus before minus, times and divided by.",
    "Passes where leaving the total is strictly better than every play, and not before the target's "
    "first card; puts the highest card away, a joker last.",
)


def _looking(name: str, turns: int, words: str) -> Bot:
    return Bot(
        name,
        "Hits if it can, else shows a card, else leaves the total from which the team is most "
        f"likely to hit within {words}.",
        choose_simple if turns == LOOK_AHEAD else partial(choose_simple, turns=turns),
        (f"Soon is within {words}.", *_OPEN),
    )


BOTS: Final[Sequence[Bot]] = (
    _looking("simple", 2, "the next two turns"),
    _looking("three-turns", 3, "the next three turns"),
    _looking("next-turn", 1, "the next turn"),
    Bot(
        "nearest",
        "Hits if it can, else leaves the total nearest to the target; shows no card.",
        choose_nearest,
    ),
)
