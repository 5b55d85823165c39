"""Says what games prove while they are still being played, however often one looks.

Who bets a share of their money on each game, at odds that are fair if nothing is the matter, stays
poor: the chance that they ever hold 1/a times what they began with is at most a (Ville 1939). So a
fortune is evidence, and may be looked at after every game. Nothing is assumed of the games but that
they are alike and independent; no normal distribution, and no number of games from which on it
would hold.

Sources: Robbins 1970, Annals of Mathematical Statistics 41:1397 (the interval of a rate); Waudby-Smith
& Ramdas 2024, Journal of the Royal Statistical Society B 86:1 (the bets on a mean).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

_SHARES: Final = tuple(0.9 / 2**nth for nth in range(8))
"""Of the most that may be put on a game: one eighth of the money goes by each."""
_HALVINGS: Final = 50


def fortune(seen: Mapping[float, int]) -> float:
    """Return the logarithm of what was won by betting that the mean lies above 0.

    *seen* counts how often each possible value came, those included that never did. If the mean is 0
    or less, the fortune ever grows to 1/a with a chance of a at the most.

    >>> round(math.exp(fortune({-1: 0, 1: 1})), 3)  # the eight shares of .9, .45 … put on one game
    1.224
    """
    worst = -min(seen)
    if worst <= 0:  # then one value above 0 says it all
        return math.inf if any(count for value, count in seen.items() if value > 0) else 0.0
    grown = [
        sum(count * math.log1p(share * value / worst) for value, count in seen.items())
        for share in _SHARES
    ]
    most = max(grown)
    return most + math.log(sum(math.exp(one - most) for one in grown) / len(grown))


def rate_interval_at_any_time(won: int, games: int, level: float = 0.95) -> tuple[float, float]:
    """Return the interval of a rate that holds at every look at once, with a chance of *level*.

    Of all rates p it leaves out those against which the uniform mixture of bets has grown to
    1/(1 - level): B(won + 1, lost + 1) / (pʷᵒⁿ·(1 - p)ˡᵒˢᵗ).

    >>> rate_interval_at_any_time(1, 1)  # 1/(2p) reaches 20 at p = 1/40
    (0.025, 1.0)
    """
    lost = games - won
    mixed = math.lgamma(won + 1) + math.lgamma(lost + 1) - math.lgamma(games + 2)
    bound = mixed + math.log(1 - level)

    def is_left_out(rate: float) -> bool:
        said = won * math.log(rate) if won else 0.0
        said += lost * math.log1p(-rate) if lost else 0.0
        return said <= bound

    middle = won / games if games else 0.5
    ends = []
    for end in (0.0, 1.0):
        outside, inside = end, middle
        if not games or end == middle:
            ends.append(end)
            continue
        for _ in range(_HALVINGS):
            half = (outside + inside) / 2
            if is_left_out(half):
                outside = half
            else:
                inside = half
        ends.append(round(outside, 12))
    return ends[0], ends[1]
