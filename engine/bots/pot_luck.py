"""Players of Pot Luck.

Source: "Difficulty" in the full rules: "finish a pot whenever you can; otherwise play the card that
gives the next player the best chance to finish a pot and the smallest risk of having to go bust;
keep your Aces for finishing; lay your highest hidden card face up".
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, Final

from ..cards import CARDS
from ..shapes import Move
from .players import Bot, View

RISK: Final = 0.05
"""How much a chance of having to go bust weighs, beside one to finish a pot."""
ACE: Final = 1
ACE_HIGH: Final = 11
MOST_POINTS: Final = 10
"""Of a card that is no ace."""

_POINTS: Final = {text: min(card >> 3, 10) for text, card in CARDS.items() if card >> 3}
_POINTS_OF: Final = [min(card >> 3, 10) for card in range(14 * 8)]
_IN_DECK: Final = (0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
"""By points."""


def choose_simple(view: View, moves: Sequence[Move], _rng: random.Random) -> Move:
    """Finish a pot; else play for the next player; see `BOTS`."""
    if moves[0]["type"] == "open":
        return max(moves, key=lambda move: _POINTS_OF[move["card"]])
    limit: int = view["limit"]
    totals = [pot["total"] for pot in view["pots"]]
    finish: list[tuple[bool, int, int, Move]] = []
    safe: list[tuple[Move, int, int]] = []
    wait = None
    for move in moves:
        if move["type"] == "pass":
            wait = move
            continue
        is_ace = move["card"] >> 3 == ACE
        value = move["as"] if is_ace else _POINTS_OF[move["card"]]
        pot = move["pot"] - 1
        after = totals[pot] + value
        if after == limit:
            finish.append((not is_ace, value, -pot, move))
        elif after < limit and (not is_ace or value == ACE):
            safe.append((move, value, pot))
    if finish:
        return max(finish, key=lambda found: found[:3])[3]
    if not safe:
        return wait or _bust(moves, totals)
    plain = [play for play in safe if play[0]["card"] >> 3 != ACE] or safe
    if len(plain) == 1:
        return plain[0][0]
    worth = _worth_of(view, totals)
    # Of cards that count alike the first does for all.
    different = {play[1:]: play for play in reversed(plain)}
    return max(different.values(), key=lambda play: (worth(play[2], play[1]), play[1], -play[2]))[0]


def _bust(moves: Sequence[Move], totals: Sequence[int]) -> Move:
    """Return the play that takes the fullest pot over the limit, with the highest card."""
    return max(
        moves,
        key=lambda move: (
            totals[move["pot"] - 1],
            move.get("as") or _POINTS_OF[move["card"]],
            -move["pot"],
        ),
    )


def _worth_of(view: View, totals: Sequence[int]) -> Any:
    """Return what tells how good it is for the next player that a value lies on a pot."""
    here: int = view["on_turn"]
    names, hands, shown = view["players"], view["hands"], view["shown"]
    partner = here
    for step in range(1, len(names)):
        partner = (here + step) % len(names)
        if hands[partner]:
            break
    points = _POINTS
    unseen = list(_IN_DECK)
    for text in hands[here]:
        unseen[points[text]] -= 1
    for nth, cards in enumerate(shown):
        if nth != here:
            for text in cards:
                unseen[points[text]] -= 1
    for pot in view["pots"]:
        for laid in pot["cards"]:
            unseen[points[laid["card"]]] -= 1
    for text in view["out"]:
        unseen[points[text]] -= 1
    cards = sum(unseen)
    up = {points[text] for text in shown[partner]}
    limit, theirs = view["limit"], names[partner]
    misses = _misses(cards, len(hands[partner]) - len(shown[partner]))
    own_card_rule = view["own_card_rule"]
    is_open = [not own_card_rule or pot["top"] != theirs for pot in view["pots"]]
    # One pot changes with a play, and so do the few totals that the next player can finish.
    more_than = [0] * 12
    for value in range(10, -1, -1):
        more_than[value] = more_than[value + 1] + (unseen[value + 1] if value < MOST_POINTS else 0)

    def beside(at: int) -> tuple[set[int], int, int]:
        """Return what finishes the other pots, how many such cards there are, and the most room."""
        lefts = [limit - total for nth, total in enumerate(totals) if nth != at and is_open[nth]]
        wanted = set(lefts)
        if ACE_HIGH in wanted:
            wanted.add(ACE)
        return (
            wanted,
            sum([unseen[left] for left in wanted if left <= MOST_POINTS]),
            max(lefts, default=0),
        )

    others: dict[int, tuple[set[int], int, int]] = {}

    def worth(at: int, value: int) -> float:
        if at not in others:
            others[at] = beside(at)
        wanted, finishing, room = others[at]
        # Who plays on a pot has the top card, so that it is open to the next player.
        left = limit - totals[at] - value
        is_sure = left in up or not up.isdisjoint(wanted)
        if left not in wanted:
            if left <= MOST_POINTS:
                finishing += unseen[left]
            elif left == ACE_HIGH and ACE not in wanted:
                finishing += unseen[ACE]
                is_sure = is_sure or ACE in up
        room = max(room, left)
        chance = 1.0 if is_sure else 1.0 - misses[finishing]
        busts = more_than[room] if room < MOST_POINTS else 0
        return chance - RISK * busts / max(1, cards)

    return worth


@cache
def _misses(cards: int, hidden: int) -> tuple[float, ...]:
    """Return the chance that none of *hidden* cards is one of so many, out of *cards* unseen."""
    all_hands = max(1, comb(cards, hidden))
    return tuple(comb(cards - wanted, hidden) / all_hands for wanted in range(cards + 1))


def choose_finisher(view: View, moves: Sequence[Move], rng: random.Random) -> Move:
    """Finish a pot if a card does, else play any that is safe."""
    if moves[0]["type"] == "open":
        return moves[int(rng.random() * len(moves))]
    limit: int = view["limit"]
    totals = [pot["total"] for pot in view["pots"]]
    finish, safe, wait = [], [], None
    for move in moves:
        if move["type"] == "pass":
            wait = move
            continue
        value = move["as"] if move["card"] >> 3 == ACE else _POINTS_OF[move["card"]]
        after = totals[move["pot"] - 1] + value
        if after == limit:
            finish.append(move)
        elif after < limit:
            safe.append(move)
    found = finish or safe
    if found:
        return found[int(rng.random() * len(found))]
    return wait or _bust(moves, totals)


BOTS: Final[Sequence[Bot]] = (
    Bot(
        "simple",
        "Finishes a pot whenever it can; else plays for the next player's chance to finish one, at "
        "a small risk; keeps aces for finishing and lays its highest hidden card open.",
        choose_simple,
        (
            "Finishes with the highest card that does, an ace only if nothing else does; then the "
            "first pot.",
            "Chance is weighed against risk as F − 0.05·B: F the chance that the next player can "
            "finish some pot, B the share of unseen cards that would bust every pot open to them.",
            "The next player's open cards are certain, the hidden ones a random draw from the cards "
            "nobody has seen, without putting back.",
            "An ace that does not finish counts 1, and is played only if nothing else is safe.",
            "Ties go to the highest card, then to the first pot from the left.",
            "With no safe card it passes where that is allowed; else it busts the fullest pot with "
            "the highest card.",
            "With all hands open it plays the same way, knowing more.",
        ),
    ),
    Bot(
        "random-finisher",
        "Finishes a pot if it can, else plays any card that does not go bust.",
        choose_finisher,
        (
            "The source's “random play (any card that doesn't go bust)”: without finishing on "
            "purpose it would win next to nothing, not 2 %.",
            "With no safe card it passes where that is allowed; else it busts the fullest pot with "
            "the highest card.",
        ),
    ),
)
