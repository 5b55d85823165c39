"""What is agreed before bots play: looked at once, so that no game of many fails half-way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from ..errors import CardstatsError, UnknownGame
from ..faults import Faults
from ..games import game as game_named
from ..games import names
from ..seating import Player, read_setting
from .players import bot_named
from .simulate import NAMES


class BotTable(NamedTuple):
    """Who plays what: all that the games of a simulation have in common, as plain data."""

    game: str
    players: int
    bots: tuple[str, ...]
    """By name; they sit down in turn, again from the first where there are more seats."""
    level: str = "normal"
    options: Mapping[str, Any] = {}
    """What is other than the level's."""


class BadTable(CardstatsError):
    """Nobody can play like that: ask for another level, option or number of players."""

    code = "bad-table"

    def __init__(self, message: str, *, code: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message, code=code)
        self.suggestions = tuple(suggestions)


def agreed(
    game: str,
    *,
    level: str = "normal",
    players: int | None = None,
    bots: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> BotTable:
    """Return a table at which bots can play.

    Without *players* there are as many as the game asks for at the least, without *bots* `simple`
    ones, or `random` where a game has no such bot. Raises UnknownGame, BadTable, UnknownBot.

    >>> agreed("pot-luck", level="hard")
    BotTable(game='pot-luck', players=2, bots=('simple',), level='hard', options={})
    """
    try:
        rules = game_named(game)
    except UnknownGame as error:
        error.suggestions = tuple(get_close_matches(game, names(), 1))  # type: ignore[attr-defined]
        raise
    if players is None:
        players = rules.players[0]
    least, most = rules.players
    if not least <= players <= min(most, len(NAMES)):
        raise BadTable(
            f"{rules.title} is for {least} to {most} players, not {players}.", code="player-count"
        )
    stated = dict(options or {})
    faults = Faults()
    document = {"rules": {"level": level, "options": stated}}
    seated: list[Player | None] = [Player(name, "bot", None) for name in NAMES[:players]]
    read_setting(faults, document, rules, seated)
    if faults.violations:
        fault = faults.violations[0]
        near: Sequence[str] = ()
        if fault.code == "unknown-level":
            near = get_close_matches(level, list(rules.levels), 1)
        message = fault.message
        if fault.code == "unknown-option" and fault.expected is None:
            message += f" There are {', '.join(rules.options)}."
        raise BadTable(message, code=fault.code, suggestions=near)
    if not bots:
        from .players import bots_of

        bots = ("simple",) if "simple" in bots_of(rules) else ("random",)
    if len(bots) > players:
        raise BadTable(
            f"{len(bots)} bots are named and {players} sit at the table.", code="player-count"
        )
    return BotTable(
        rules.name, players, tuple(bot_named(rules, name).name for name in bots), level, stated
    )
