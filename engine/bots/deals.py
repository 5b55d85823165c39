"""Plays one deal many times: how often bots win it tells a hard deal from an easy one.

A bot that thinks plays a deal in one way, and would win it always or never. Here its hand slips now
and then, as people's attention does: so an outcome that hangs by a thread comes out both ways, and
one that is certain stays so.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..games import game
from ..shapes import Move
from .players import Bot, View, bot_named
from .simulate import deal_of, play_deal, setting_of
from .tables import BotTable

SLIPS: Final = 0.02
"""Of all choices: any legal move in the place of the bot's own. So few that the bots win about as often
as ever, and yet enough for a deal to come out in more than one way."""


def slipping(bot: Bot, share: float = SLIPS) -> Bot:
    """Return a bot that plays as *bot* does, but for a *share* of its choices, which are random."""

    def choose(view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
        if rng.random() < share:
            return moves[int(rng.random() * len(moves))]
        return bot.choose(view, moves, rng)

    return bot._replace(choose=choose)


def replayed(shared: tuple[BotTable, Mapping[str, Any] | None], seeds: Sequence[int]) -> list[str]:
    """Play a deal once a seed; return the outcomes. Without a deal each seed deals its own.

    The seed is of what is left to chance: where hands slip, and how.
    """
    table, deal = shared
    rules = game(table.game)
    setting = setting_of(rules, level=table.level, players=table.players, options=table.options)
    bots = [slipping(bot_named(rules, name)) for name in table.bots]
    return [
        play_deal(
            rules,
            setting,
            deal_of(rules, setting, seed) if deal is None else deal,
            bots=bots,
            seed=seed,
        ).outcome
        for seed in seeds
    ]
