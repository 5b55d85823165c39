"""Writes the loops that read and make the moves of our games as one module, to be compiled.

Only a compiled build has that module, `engine.ready_loops`; see ``hatch_build.py``. Who finds a loop
of its own source in it need not write it, see `engine.shapes.ready_loops`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import games
from .cards import UNKNOWN
from .facts import leaves_trail
from .rules import Deal, Rules, Setting
from .shapes import Loop, following_loop, reading_loop

_HEAD = '''"""Written by `engine.loops`."""

from typing import Any

from engine.errors import IllegalMove
from engine.shapes import BadField

'''


def module() -> str:
    """Return the source of the module with the loops of all games that are ours."""
    loops = {loop.key(): loop for name in games.OURS for loop in loops_of(games.game(name))}
    functions = [
        loop.text().replace("def loop(", f"def loop_{key}(", 1) for key, loop in loops.items()
    ]
    table = [f'    "{key}": loop_{key},' for key in loops]
    return "\n".join([_HEAD, *functions, "LOOPS: dict[str, Any] = {", *table, "}", ""])


def loops_of(rules: Rules[Any]) -> Iterator[Loop]:
    """Yield the loops that are asked for where logs of a game are judged."""
    yield reading_loop(rules.moves)
    acts = getattr(rules, "acts", None)
    if acts is None:
        return
    yield following_loop(rules.moves, acts(), None)
    notes = rules.notes(_table(rules))
    if leaves_trail(notes):
        for looks in (False, True):
            yield following_loop(rules.moves, acts(), notes.wants, looks=looks)


def _table(rules: Rules[Any]) -> Any:
    """Return a table of the fewest players, on which nobody has seen a card."""
    level, seats = next(iter(rules.levels)), rules.players[0]
    options = rules.settle(level, seats)
    setting = Setting(level, options, tuple(f"player {seat}" for seat in range(1, seats + 1)))
    sizes, stock = rules.sizes(setting)
    hands = [[UNKNOWN] * size for size in sizes]
    return rules.start(setting, Deal(hands, [UNKNOWN] * stock, "table", is_given=False))
