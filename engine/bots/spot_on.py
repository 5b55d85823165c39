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
from typing import Final

from ..cards import CARD_TEXT, CARDS, JOKER
from ..shapes import Move
from . import spot_on_search
from .players import Bot, View
from .spot_on_search import Search, Seat, rounded

LOOK_AHEAD: Final = 2
"""Turns."""
_RANK: Final = {text: card >> 3 for text, card in CARDS.items()}
_PLAIN: Final = "CARDSTATS_PLAIN"
"""Set to 1, it leaves compiled code alone."""


@cache
def search() -> Search:
    """Return the compiled search where numba is installed, else the plain one."""
    if os.environ.get(_PLAIN, "0") in ("", "0"):
        try:
            from .spot_on_compiled import chances
        except ImportError:
            pass
        else:
            return chances
    return spot_on_search.chances


def choose_simple(
    view: View, moves: Sequence[Move], _rng: random.Random, *, turns: int = LOOK_AHEAD
) -> Move:
    """Hit; else show a card; else leave the total that is likeliest to be hit soon."""
    target: int = view["target"]
    total: int = view["total"]
    plays: list[tuple[Move, int]] = []
    hit = signal = None
    for move in moves:
        kind = move["type"]
        if kind == "play":
            after = _after(total, move)
            plays.append((move, after))
            # The joker's plays come first, so that another card takes its place.
            if after == target:
                hit = move
        elif kind == "signal" and (signal is None or signal["card"] != JOKER):
            # Sorted by rank, the joker first.
            signal = signal or move
    if hit is not None:
        return hit
    if signal is not None:
        return signal
    # A card that lies open before the player counts, for the turn after next may be theirs again;
    # where it is played it is gone.
    shown = view["shown"][view["on_turn"]]
    kept = [after for move, after in plays if shown is None or CARD_TEXT[move["card"]] != shown]
    worth = _worth(view, [*kept, total], turns, shown)
    gone = worth
    if shown is not None:
        spent = [after for move, after in plays if CARD_TEXT[move["card"]] == shown]
        gone = _worth(view, spent, turns, None) if spent else {}

    def rated(play: tuple[Move, int]) -> tuple[int, bool, int]:
        move, after = play
        is_kept = shown is None or CARD_TEXT[move["card"]] != shown
        return (
            (worth if is_kept else gone)[after],
            move["card"] != JOKER,
            -abs(target - after),
        )

    best, _ = play = max(plays, key=rated)
    if view["chain"] and worth[total] > rated(play)[0]:
        return max(
            (move for move in moves if move["type"] == "pass"), key=lambda move: move["card"] >> 3
        )
    return best


def _after(total: int, move: Move) -> int:
    card: int = move["card"]
    value: int = move["as"] if card == JOKER else card >> 3
    op = move["op"]
    if op == "+":
        return total + value
    if op == "-":
        return total - value
    return total * value if op == "*" else total // value


def _worth(view: View, totals: list[int], turns: int, own: str | None) -> dict[int, int]:
    """Return how likely the target is to be hit from each of the totals, rounded.

    *own* is the card that the player on turn keeps open.
    """
    options = view["options"]
    here: int = view["on_turn"]
    hands: Sequence[Sequence[str]] = view["hands"]
    shown: Sequence[str | None] = view["shown"]
    unseen = [options["jokers"], *[4] * 13]
    rank_of = _RANK
    for text in hands[here]:
        unseen[rank_of[text]] -= 1
    for text in view["discard"]:
        unseen[rank_of[text]] -= 1
    for text in view["target_cards"]:
        unseen[rank_of[text]] -= 1
    for link in view["chain"]:
        unseen[rank_of[link["card"]]] -= 1
    known: list[Sequence[str]] = []
    for nth, hand in enumerate(hands):
        if nth == here:
            known.append(() if own is None else (own,))
            continue
        seen = [text for text in hand if text != "?"] or [text for text in (shown[nth],) if text]
        for text in seen:
            unseen[rank_of[text]] -= 1
        known.append(seen)
    seats = []
    seat = here
    for _ in range(turns):
        seat = _next_with_cards(hands, seat)
        size, bits = len(hands[seat]), 0
        for text in known[seat]:
            bits |= 1 << rank_of[text]
        seats.append(Seat(bits, size - len(known[seat]), size))
    chances = search()(view["target"], options["small_numbers"], totals, unseen, seats)
    return dict(zip(totals, map(rounded, chances), strict=True))


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
    "A player who does not hit plays the best of as many random cards as they hold, or passes.",
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
