"""Lets bots play a game by its rules, and writes the log of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..envelope import FORMAT
from ..rules import Deal, Rules, Setting
from .players import Bot, choose_any

NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")


def play_game(
    rules: Rules[Any],
    *,
    seed: int,
    players: int,
    level: str = "normal",
    options: Mapping[str, Any] | None = None,
    bots: Sequence[Bot] = (choose_any,),
    most_moves: int = 2000,
) -> dict[str, Any]:
    """Play one game; return its full log. The same arguments give the same log.

    *bots* sit down in turn, again from the first where there are more seats. *options* override
    the level's. A game that does not end within *most_moves* is written as abandoned.
    """
    rng = random.Random(f"{rules.name} {seed}")
    names = NAMES[:players]
    stated = dict(options or {})
    setting = Setting(level, {**rules.settle(level, players), **stated}, names)
    deal = rules.shuffle(setting, rng)
    table = rules.start(setting, _read_deal(rules, deal))
    moves: list[dict[str, Any]] = []
    while (seat := rules.waiting(table)) is not None and len(moves) < most_moves:
        choices = rules.legal(table)
        move = choices[0]
        if len(choices) > 1:
            move = bots[seat % len(bots)](rules.view(table, seat), choices, rng)
        move = rules.spoken(table, move)
        rules.apply(table, move)
        moves.append({"type": move["type"], "player": names[move["player"]], **rules.write(move)})
    ending = rules.ending(table)
    score = rules.standing(table)
    return {
        "format": FORMAT,
        "game": rules.name,
        "rules": {"level": level, **({"options": stated} if stated else {})},
        "players": [{"name": name, "kind": "bot"} for name in names],
        "deal": deal,
        "moves": moves,
        "result": {
            "outcome": ending.outcome if ending else "abandoned",
            "score": list(score) if isinstance(score, tuple) else score,
        },
        "source": "bot",
    }


def _read_deal(rules: Rules[Any], deal: Mapping[str, Any]) -> Deal:

    def cards(texts: Sequence[str]) -> list[int]:
        return [rules.cards[text] for text in texts]

    return Deal([cards(hand) for hand in deal["hands"]], cards(deal.get("stock", ())), "full", True)
