"""What is drawn of a game at one move, and who draws it.

Each of our games has a module in `api.web.tables`. A package that adds a game may bring a drawing
of it: an entry point of the group ``cardstats.drawings``, named as the game is, that loads a
`Drawing`. A game without one is drawn plainly, from what its ``view`` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, NamedTuple

from flask import render_template
from markupsafe import Markup

from engine.log import GameLog
from engine.steps import Step

GROUP: Final = "cardstats.drawings"

OURS: Final[Mapping[str, str]] = {
    "spot-on": "spot_on",
    "pot-luck": "pot_luck",
    "top-spot": "top_spot",
    "equator": "equator",
}
"""The modules in `api.web.tables` by game."""

_PLACES: Final[Mapping[int, Sequence[str]]] = {
    1: ("b",),
    2: ("b", "t"),
    3: ("b", "tl", "tr"),
    4: ("b", "l", "t", "r"),
    5: ("b", "l", "tl", "tr", "r"),
    6: ("b", "l", "tl", "t", "tr", "r"),
    7: ("bl", "l", "tl", "t", "tr", "r", "br"),
    8: ("b", "bl", "l", "tl", "t", "tr", "r", "br"),
}
"""By the number of players, where each sits, clockwise from the one who looks."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One move of a game, with all that a drawing may want to know."""

    log: GameLog
    step: Step
    before: Mapping[str, Any]
    """The view before the move, empty before the deal: what a hit or a bust has cleared away."""
    seat: int | None
    """Who looks; None for all that the log knows."""

    @property
    def view(self) -> Mapping[str, Any]:
        """What the rules' ``view`` says of the table after the move."""
        return self.step.view

    @property
    def facts(self) -> Mapping[str, Any]:
        """The move's row of ``moves``; empty for the deal and for a move that was not made."""
        return self.step.facts

    @property
    def said(self) -> Mapping[str, Any]:
        """The move as the log has it, but for what the one who looks did not see."""
        return self.step.as_seen(self.seat)

    @property
    def names(self) -> Sequence[str]:
        """The players, by seat."""
        return self.log.setting.players

    @property
    def player(self) -> str:
        """Whose move it is."""
        return str(self.facts.get("player", self.said.get("player", "")))

    def seating(self) -> list[tuple[int, str]]:
        """Return seat and place of each player; the one who looks, else the first, sits below."""
        count = len(self.names)
        places = _PLACES.get(count)
        if places is None:
            return [(nth, "row") for nth in range(count)]
        first = self.seat or 0
        return [((first + nth) % count, places[nth]) for nth in range(count)]


class Mark(NamedTuple):
    """Something on the way through a game that is worth a stop."""

    move: int
    kind: str
    """How a round ended: good, bad, end; what somebody did: missed, wrong, pass; fault, feedback."""
    words: str


def _no_symbols(_: GameLog) -> Markup:
    return Markup()


def _no_marks(_: Step) -> Iterable[Mark]:
    return ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a game is drawn. All markup must be escaped and hold no inline style or script."""

    draw: Callable[[Scene], Markup]
    """Returns the table after the move."""
    say: Callable[[Scene], Markup]
    """Returns the move in one sentence."""
    symbols: Callable[[GameLog], Markup] = field(default=_no_symbols)
    """Returns what stands once on the page for all moves: a sheet of SVG symbols."""
    marks: Callable[[Step], Iterable[Mark]] = field(default=_no_marks)
    """Returns marks of a move beside those that its facts give every game."""


@cache
def drawing_of(game: str) -> Drawing:
    """Return how *game* is drawn: our way, its package's, or the plain one."""
    from .tables.plain import PLAIN

    if game in OURS:
        found: Drawing = import_module(f".tables.{OURS[game]}", __package__).DRAWING
        return found
    for point in entry_points(group=GROUP, name=game):
        brought: Drawing = point.load()
        return brought
    return PLAIN


def who(name: str) -> Markup:
    """Return a player's name for a sentence, whichever way it is written."""
    return Markup("<bdi>{}</bdi>").format(name)


def draw(template: str, scene: Scene, **more: Any) -> Markup:
    """Return a drawing made with one of the templates in ``tables/``."""
    from .cards import card, sign_of

    made = render_template(
        f"tables/{template}",
        **{
            "scene": scene,
            "view": scene.view,
            "facts": scene.facts,
            "card": card,
            "sign": sign_of,
            **more,
        },
    )
    return Markup(made)  # noqa: S704  # the template escapes


def held(hand: Sequence[str], shown: Iterable[str]) -> list[tuple[str, bool]]:
    """Return the cards of a hand, each with whether it lies open.

    >>> held(["4H", "4H", "KS"], ["4H"])
    [('4H', True), ('4H', False), ('KS', False)]
    """
    left = list(shown)
    found = []
    for text in hand:
        is_shown = text in left
        if is_shown:
            left.remove(text)
        found.append((text, is_shown))
    return found


def sentence_of(scene: Scene, rest: Markup | str) -> Markup:
    """Return a sentence that begins with the player."""
    return Markup("{} {}").format(who(scene.player), rest)


def drew(scene: Scene) -> str:
    """Return what is said of the draw, to stand at the end of a sentence."""
    from .cards import sign_of

    card = scene.said.get("drew")
    return f" Draws {sign_of(card)}." if type(card) is str and card != "?" else ""


def not_made(scene: Scene) -> Markup | None:
    """Return the sentence for a move that could not be made, None where it was."""
    if scene.step.was_made:
        return None
    said = scene.said
    what = ", ".join(
        f"{key} {_plain(value)}" for key, value in said.items() if key not in ("type", "player")
    )
    kind = _plain(said.get("type", "move"))
    return Markup("{}: {}{}. This move cannot be made.").format(
        who(scene.player or "Somebody"), kind, f", {what}" if what else ""
    )


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_plain, value))[:200]
    return str(value)[:200]
