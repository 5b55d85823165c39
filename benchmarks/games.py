"""The other games beside Spot On, and what the searches behind their facts cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pkgutil import resolve_name
from typing import Any, Final
from unittest.mock import patch

import orjson

from engine.games import names

from . import corpus
from .measure import ROUNDS, Figure, Lap, Section, each, in_turn, lap, over, rate
from .pipeline import verdict_of
from .stores import fresh_store, take_in

SPEED: Final = 0.5
SEARCHES: Final = 0.5

_GAMES: Final = 200
_BATCH: Final = 120
"""Logs of a lap with searches: enough for an import to write parts."""

_FOUND_NOTHING: Final[Mapping[str, Mapping[str, Any]]] = {
    "pot-luck": {
        "engine.games.pot_luck.notes.PotLuckNotes._spared": None,
        "engine.games.pot_luck.notes.PotLuckNotes._spared_by_sight": None,
    },
    "top-spot": {
        "engine.games.top_spot.faces.CardSet.best": None,
        "engine.games.top_spot.notes.count_plays": None,
    },
    "equator": {"engine.games.equator.notes.EquatorNotes._look_for_an_equation": None},
}
"""By game, what searches for a fact, and what it answers where nothing is searched."""


def other_games() -> Section:
    """Measure how fast the moves of each game are judged."""
    logs = {name: corpus.mixed(corpus.played(name, _GAMES)) for name in ("spot-on", *_others())}
    for name, found in logs.items():
        assert corpus.all_accepted(found), f"{name}: a game that was played by the rules is legal"
    moves = {name: corpus.moves_in(found) for name, found in logs.items()}

    times = in_turn({name: each(verdict_of, found) for name, found in logs.items()})
    own = times["spot-on"]
    figures = [
        Figure(
            f"{name} / spot-on",
            over(own, times[name], moves[name] / moves["spot-on"]),
            SPEED,
            told=f"{rate(moves[name], times[name], 'moves')}, "
            f"spot-on {rate(moves['spot-on'], own, 'moves')}",
        )
        for name in logs
        if name != "spot-on"
    ]
    notes = [f"{_GAMES} games each, in all three forms; bots play at random but in Spot On."]
    return Section("Other games: moves judged a second, beside Spot On's", figures, notes=notes)


def searches() -> Section:
    """Measure an import with the facts that a search finds, and one without these.

    Each round imports games that no round before has seen: a search that was made once is kept.
    """
    figures = []
    notes = []
    for name, targets in _FOUND_NOTHING.items():
        if gone := [target for target in targets if not _is_there(target)]:
            notes.append(f"{name} is not measured: there is no {' and no '.join(gone)} any more.")
            continue
        played = corpus.played_elsewhere(name, _BATCH * (ROUNDS + 1))
        logs = [orjson.dumps(log) for log in played]
        times = in_turn({"without": _unseen(logs, name), "with": _unseen(logs, None)})
        told = f"{rate(_BATCH, times['with'], 'logs')}, without {rate(_BATCH, times['without'], 'logs')}"
        figures.append(Figure(name, over(times["without"], times["with"]), SEARCHES, told=told))
    title = "Searches: imports with the facts that need one, beside imports without"
    return Section(title, figures, notes=notes)


def _is_there(target: str) -> bool:
    """Tell whether the engine still has what `_FOUND_NOTHING` names."""
    try:
        resolve_name(target)
    except (AttributeError, ImportError):
        return False
    return True


def _others() -> list[str]:
    return [name for name in names() if name != "spot-on"]


def _unseen(logs: Sequence[bytes], without: str | None) -> Lap:
    """Return a lap that imports the next batch of *logs*, *without* the searches of that game."""
    starts = iter(range(0, len(logs), _BATCH))

    def run() -> float:
        start = next(starts)
        batch = logs[start : start + _BATCH]
        with fresh_store() as store, _searching_nothing(without):
            return lap(lambda: take_in(store, batch))()

    return run


@contextmanager
def _searching_nothing(game: str | None) -> Iterator[None]:
    with ExitStack() as stack:
        for target, answer in _FOUND_NOTHING.get(game or "", {}).items():
            stack.enter_context(patch(target, lambda *_, answer=answer: answer))
        yield
