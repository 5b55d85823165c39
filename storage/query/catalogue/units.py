"""What an average may be taken over: games, players, turns, and what a game calls its rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Unit(NamedTuple):
    """One thing that a figure may be *per*."""

    name: str
    plural: str
    table: str
    """Whose rows they are,"""
    rows: str
    """and which of them; all where empty."""
    counts: Mapping[str, str]
    """By table, for how many of them a row stands."""
    games: tuple[str, ...] = ()
    """The games that have it; empty where all have."""
    words: tuple[str, ...] = ()
    """Other words for it."""


UNITS: Final = (
    Unit("game", "games", "games", "", {"games": "1"}, (), ("match", "playthrough", "log")),
    Unit(
        "player",
        "players",
        "seats",
        "",
        {"games": "players", "seats": "1"},
        (),
        ("person", "seat", "head"),
    ),
    Unit("round", "rounds", "rounds", "", {"games": "rounds", "rounds": "1"}),
    Unit(
        "turn",
        "turns",
        "moves",
        "turn IS NOT NULL",
        {
            "games": "turns",
            "seats": "turns",
            "rounds": "turns",
            "moves": "CASE WHEN turn IS NOT NULL THEN 1 END",
        },
        (),
        ("move",),
    ),
    Unit("session", "sessions", "games", "session IS NOT NULL", {}, (), ("evening",)),
    Unit(
        "rating",
        "ratings",
        "feedback",
        "stars IS NOT NULL",
        {"feedback": "CASE WHEN stars IS NOT NULL THEN 1 END"},
    ),
)


def rounds_of(name: str, games: tuple[str, ...]) -> Unit:
    """Return the unit that the rounds of some *games* are called."""
    return Unit(name, f"{name}s", "rounds", "", {"games": "rounds", "rounds": "1"}, games)
