"""The games that are installed, found by name.

A game is an entry point of the group ``cardstats.games`` whose object is a `Rules`. Our own stand
in ``pyproject.toml`` like anybody's; they are named here too, because reading the entry points of
all installed packages takes longer than judging a log.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import Any, Final

from ..errors import UnknownGame
from ..rules import Rules

GROUP: Final = "cardstats.games"
OURS: Final = {
    "spot-on": "spot_on",
    "pot-luck": "pot_luck",
    "top-spot": "top_spot",
    "equator": "equator",
}


@cache
def game(name: str) -> Rules[Any]:
    """Return the rules of the game with that name. Raises UnknownGame."""
    if name in OURS:
        rules: Rules[Any] = import_module(f".{OURS[name]}.rules", __name__).rules
        return rules
    entry = _others().get(name)
    if entry is not None:
        found: Rules[Any] = entry.load()
        return found
    raise UnknownGame(
        f"No game {name!r} is installed.",
        hint=f"Installed are {', '.join(names())}.",
    )


@cache
def names() -> tuple[str, ...]:
    """Return the names of all installed games, ours first."""
    return (*OURS, *sorted(_others()))


@cache
def _others() -> dict[str, Any]:
    """Return the entry points of games that are not ours, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in OURS}


def forget() -> None:
    """Look for games anew, after a package was installed into the running program."""
    game.cache_clear()
    names.cache_clear()
    _others.cache_clear()
    sys.path_importer_cache.clear()
