"""Draws the table of a game that brings no drawing: from what its ``view`` says, whatever it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from engine.log import GameLog

from ..cards import is_standard, sprite
from ..scenes import Drawing, Scene, draw, not_made, who

_KNOWN: Final = ("players", "hands", "on_turn", "game", "level", "outcome", "cause")
"""What is drawn around the table, or told elsewhere on the page."""
_DEEPEST: Final = 6


def _draw(scene: Scene) -> Markup:
    view = scene.view
    hands = view.get("hands")
    count = len(scene.names)
    return draw(
        "plain.html",
        scene,
        hands=hands if _is_by_seat(hands, count) else None,
        by_seat={
            _title(key): found
            for key, found in view.items()
            if key not in _KNOWN and _is_by_seat(found, count) and not _holds_lists(found)
        },
        rest={
            _title(key): found
            for key, found in view.items()
            if key not in _KNOWN and (not _is_by_seat(found, count) or _holds_lists(found))
        },
        is_card=is_standard,
        kind_of=_kind_of,
        title=_title,
        deepest=_DEEPEST,
    )


def _is_by_seat(found: Any, count: int) -> bool:
    """Tell whether *found* is likely to be one thing a seat."""
    return isinstance(found, list) and len(found) == count


def _holds_lists(found: list[Any]) -> bool:
    return any(isinstance(one, list | Mapping) for one in found)


def _title(key: str) -> str:
    return str(key).replace("_", " ")


def _kind_of(found: Any) -> str:
    if isinstance(found, Mapping):
        return "object"
    return "list" if isinstance(found, list) else "value"


def _say(scene: Scene) -> Markup:
    if scene.step.said is None:
        return Markup("The cards are dealt.")
    if (refused := not_made(scene)) is not None:
        return refused
    said = scene.said
    what = "".join(
        f", {_title(key)} {_shown(value)}"
        for key, value in said.items()
        if key not in ("type", "player", "t", "note") and not key.startswith("x-")
    )
    return Markup("{}: {}{}.").format(who(scene.player), said.get("type", "a move"), what)


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _symbols(_: GameLog) -> Markup:
    return sprite()


PLAIN: Final = Drawing(_draw, _say, _symbols)
