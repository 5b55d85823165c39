"""The logs that are measured with: whole games of bots, the same in every run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain, product
from multiprocessing import get_context
from typing import Any, Final, Literal, TypeAlias

import orjson

from engine.bots.players import bot_named
from engine.bots.simulate import play_game
from engine.games import game
from engine.replay import judge

Form: TypeAlias = Literal["full", "hands", "table"]
"""How much a log tells of hidden cards, LOG_FORMAT §3."""
Document: TypeAlias = dict[str, Any]

FORMS: Final[Sequence[Form]] = ("full", "hands", "table")
GAMES: Final = 600
"""Of Spot On, a third in each form."""

# Spot On needs a player with an aim: at random its targets are hardly ever hit.
_BOTS: Final = {"spot-on": "nearest"}


def played(name: str, count: int, first: int = 0) -> list[Document]:
    """Return full logs of a game, its levels and numbers of players in turn.

    *first* is the seed of the first; each seed always gives the same log.
    """
    rules = game(name)
    tables = list(product(rules.levels, range(rules.players[0], rules.players[1] + 1)))
    bot = bot_named(rules, _BOTS.get(name, "random"))
    logs = []
    for seed in range(first, first + count):
        level, players = tables[seed % len(tables)]
        logs.append(play_game(rules, seed=seed, players=players, level=level, bots=(bot,)))
    return logs


def played_elsewhere(name: str, count: int) -> list[Document]:
    """Return the same as `played`, without leaving anything in the caches of this process.

    A bot that is offered its legal moves has the engine search for them, and what is found is kept.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(played, name, count).result()


def told_as(form: Form, log: Mapping[str, Any]) -> Document:
    """Return a full log with what a log of another form does not tell left out."""
    told = dict(log)
    if form == "hands":
        told["deal"] = {"hands": log["deal"]["hands"]}
    elif form == "table":
        del told["deal"]
        told["moves"] = [
            {key: value for key, value in move.items() if key not in ("drew", "hands")}
            for move in log["moves"]
        ]
    return told


@cache
def spot_on() -> Mapping[Form, list[bytes]]:
    """Return the games of Spot On by form, a third of them in each."""
    third = GAMES // len(FORMS)
    return {
        form: [orjson.dumps(told_as(form, log)) for log in played("spot-on", third, nth * third)]
        for nth, form in enumerate(FORMS)
    }


def all_forms() -> list[bytes]:
    """Return all games of Spot On, the forms in turn, as mixed as a folder of uploads."""
    return list(chain.from_iterable(zip(*spot_on().values(), strict=True)))


def mixed(logs: Iterable[Document]) -> list[bytes]:
    """Return logs as bytes, each as a full log, as one of hands and as one of the table."""
    return [orjson.dumps(told_as(form, log)) for log in logs for form in FORMS]


def all_accepted(logs: Iterable[bytes]) -> bool:
    """Tell whether all logs are legal: a judge is done sooner with one that is not."""
    return all(judge(log, facts=False).status == "accepted" for log in logs)


def moves_in(logs: Iterable[bytes]) -> int:
    """Return how many moves logs have together."""
    return sum(len(orjson.loads(log)["moves"]) for log in logs)
