"""Bots: given what a seat sees and the moves it may make, each chooses one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from ..errors import CardstatsError
from ..rules import Rules
from ..shapes import Move

View: TypeAlias = Mapping[str, Any]
"""What a seat sees: `engine.rules.Rules.view`."""

Choose: TypeAlias = Callable[[View, Sequence[Move], random.Random], Move | None]
"""From a seat's view, its legal moves and a source of chance to one of the moves.

None leaves the table to others; only who may move out of turn, as with a claim, may say so.
"""

NOTHING: Final[View] = MappingProxyType({})
"""What a bot sees that looks at nothing."""


class Bot(NamedTuple):
    """A player. It keeps no memory: all that it goes by is what it sees at its turn."""

    name: str
    sentence: str
    """How it plays."""
    choose: Choose
    readings: Sequence[str] = ()
    """What the source leaves open and this bot decides, a sentence each."""
    looks: bool = True
    """Whether it looks at the table at all; making a view takes longer than a move."""


class UnknownBot(CardstatsError):
    """No bot has that name: there are others."""

    code = "unknown-bot"

    def __init__(self, rules: Rules[Any], name: str) -> None:
        known = list(bots_of(rules))
        super().__init__(f"{rules.title} has no bot {name!r}, but {', '.join(known)}.")
        self.suggestions = tuple(get_close_matches(name, known, 1))


def choose_any(_view: View, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose any legal move, all alike likely."""
    return moves[int(rng.random() * len(moves))]


RANDOM: Final = Bot("random", "Any legal move, all alike likely.", choose_any, looks=False)

_HOMES: Final = {
    "spot-on": "spot_on",
    "pot-luck": "pot_luck",
    "top-spot": "top_spot",
    "equator": "equator",
}
"""By game, the module here with its bots."""


def bots_of(rules: Rules[Any]) -> dict[str, Bot]:
    """Return the bots that play a game, by name, `random` first.

    Another's game brings its own along as a member ``bots``, a sequence of them.
    """
    if rules.name in _HOMES:
        own: Iterable[Bot] = import_module(f".{_HOMES[rules.name]}", __package__).BOTS
    else:
        own = getattr(rules, "bots", ())
    return {bot.name: bot for bot in (RANDOM, *own)}


def bot_named(rules: Rules[Any], name: str) -> Bot:
    """Return the bot of that name. Raises UnknownBot.

    >>> from engine.games import game
    >>> bot_named(game("pot-luck"), "random").sentence
    'Any legal move, all alike likely.'
    """
    found = bots_of(rules).get(name)
    if found is None:
        raise UnknownBot(rules, name)
    return found
