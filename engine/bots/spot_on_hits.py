"""Whether the first target of Spot On can be hit by players who know each other's hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..cards import rank_of
from ..rules import Rules, Setting
from .simulate import started
from .spot_on_search import JOKER, RANKS, hitting

Turn = tuple[str, int, int]
"""What is done (an operation, or ``pass``), with a card of which rank, and what it counts."""


def first_target_is_hit(rules: Rules[Any], setting: Setting, deal: Mapping[str, Any]) -> bool:
    """Turn up the first target of a deal and tell whether the hands can hit it without drawing."""
    table = started(rules, setting, deal)
    rules.apply(table, rules.spoken(table, rules.legal(table)[0]))
    hands = [sorted(rank_of(card) for card in hand.labels()) for hand in table.census.hands]
    return line_to(table.target, hands, is_small=table.small) is not None


def line_to(
    target: int, hands: Sequence[Sequence[int]], *, is_small: bool = False
) -> list[Turn] | None:
    """Return turns that hit *target* from 0, the hands taking turns from the first; None if none do.

    A hand is the ranks of its cards. The shortest lines are looked for first.

    >>> line_to(348, [[6, 13, 8], [5, 4, 12]])[-1]
    ('+', 8, 8)
    """
    hits = hitting(target, is_small=is_small)
    for turns in range(1, sum(map(len, hands)) + 1):
        line = _line(target, list(map(tuple, hands)), 0, 0, turns, hits, is_small, has_begun=False)
        if line is not None:
            return line[::-1]
    return None


def _line(
    target: int,
    hands: list[tuple[int, ...]],
    seat: int,
    total: int,
    turns: int,
    hits: Mapping[int, int],
    is_small: bool,
    *,
    has_begun: bool,
) -> list[Turn] | None:
    """Return the turns of a line of exactly so many, the last first."""
    hand = hands[seat]
    after = (seat + 1) % len(hands)
    if turns == 1:
        # Once a chain lies, what hits from where is known; a chain's first card is only added.
        ranks = hits.get(total)
        if not has_begun or ranks is None:
            return None
        if not any(rank == JOKER or ranks >> rank & 1 for rank in hand):
            return None
    for nth, rank in enumerate(hand):
        if nth and rank == hand[nth - 1]:
            continue
        left = (*hand[:nth], *hand[nth + 1 :])
        hands[seat] = left
        for value in RANKS if rank == JOKER else (rank,):
            for op, made in _results(total, value, is_small, has_begun=has_begun):
                if turns == 1:
                    if made == target:
                        hands[seat] = hand
                        return [(op, rank, value)]
                elif made != target:
                    line = _line(
                        target, hands, after, made, turns - 1, hits, is_small, has_begun=True
                    )
                    if line is not None:
                        hands[seat] = hand
                        return [*line, (op, rank, value)]
        hands[seat] = hand
    return None


def _results(total: int, value: int, is_small: bool, *, has_begun: bool) -> list[tuple[str, int]]:
    found = [("+", total + value)]
    if has_begun:
        if value <= total:
            found.append(("-", total - value))
        if not is_small:
            found.append(("*", total * value))
            if total % value == 0:
                found.append(("/", total // value))
    return found
