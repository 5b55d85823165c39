"""Which questions a dashboard asks, by game: the table to change when a game gets a new chart.

A game of another package gets those of `ANY`, and its own rates. A phrase here is one that ``cardstats query`` takes;
the board adds the game and whatever else was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from engine import games
from engine.metrics import Metric

Form: TypeAlias = Literal["dots", "histogram", "stack", "line"]


class Tile(NamedTuple):
    """A headline."""

    title: str
    phrase: str


class Reference(NamedTuple):
    """A figure from outside that an own one is held against."""

    value: float
    words: str
    """Where it is from."""


_NONE: Final[Mapping[tuple[str, ...], Reference]] = MappingProxyType({})


class Panel(NamedTuple):
    """A chart, with the question behind it."""

    key: str
    """In addresses and file names."""
    title: str
    phrase: str
    form: Form | None = None
    """How it is drawn; None: as suits the answer."""
    references: Mapping[tuple[str, ...], Reference] = _NONE
    """By the row that they belong to, as it is shown."""


def _published(
    figures: Mapping[str, Sequence[float]], words: str
) -> dict[tuple[str, ...], Reference]:
    """Return figures told by level for 2, 3, … players, in per cent, by level and players."""
    return {
        (level, str(players)): Reference(per_cent / 100, words)
        for level, row in figures.items()
        for players, per_cent in enumerate(row, 2)
    }


WIN_RATE: Final = "win rate by level, player count"

ANY: Final = (
    Panel("win-rate", "Win rate by level", WIN_RATE),
    Panel("turns", "Turns in a game", "distribution of turns per game", "histogram"),
    Panel("pass-rate", "Pass rate by player", "pass rate by player"),
    Panel("losses", "Why games are lost", "number of losses by level, cause", "stack"),
    Panel("learning", "Learning: a player's first games", "win rate by nth game where nth game <= 30", "line"),
    Panel("lost-at", "How far lost games got", "distribution of score where outcome = lost", "histogram"),
    Panel("feedback", "Feedback and outcome", "mean stars by rating, outcome"),
    Panel("rule-breaks", "Rules that are misplayed", "number of rule breaks by rule break"),
)  # fmt: skip
"""For any game, in the order of the page."""

ANY_TILES: Final = (
    Tile("Win rate", "win rate"),
    Tile("Turns per game", "mean turns per game"),
    Tile("Pass rate", "pass rate"),
    Tile("Score", "mean score"),
    Tile("Minutes", "median game time per game"),
)


def _with(changed: Mapping[str, Panel], *more: Panel, without: str = "") -> tuple[Panel, ...]:
    """Return the panels of any game, some in other words, some left out, more at their place."""
    own = [changed.get(panel.key, panel) for panel in ANY if panel.key not in without.split()]
    return (own[0], *more, *own[1:])


PANELS: Final[Mapping[str, Sequence[Panel]]] = {
    "spot-on": _with(
        {
            "win-rate": Panel(
                "win-rate",
                "Win rate by level",
                WIN_RATE,
                references=_published(
                    {
                        "easy": (82, 82, 72),
                        "normal": (54, 59, 32),
                        "hard": (36, 35, 18),
                        "expert": (9, 3),
                    },
                    "published for its simple strategy",
                ),
            ),
            "lost-at": Panel(
                "lost-at",
                "Targets hit in lost games",
                "distribution of score where outcome = lost",
                "histogram",
            ),
        },
        Panel("target-length", "Turns per target", "distribution of turns per target in bins of 1", "histogram"),
        Panel("operations", "Operations that hit", "number of hits by operation"),
        without="turns",
    ),
    "pot-luck": _with(
        {
            "win-rate": Panel(
                "win-rate",
                "Win rate by level",
                WIN_RATE,
                references=_published({"normal": (60.5,)}, "simulated for its simple strategy"),
            ),
            "losses": Panel("bust-causes", "Why pots go bust", "number of busts by level, bust cause", "stack"),
            "lost-at": Panel(
                "lost-at",
                "Pots scored in lost games",
                "distribution of score where outcome = lost",
                "histogram",
            ),
        },
        Panel("pot-length", "Turns per pot", "distribution of turns per pot in bins of 1", "histogram"),
        Panel("bust-rate", "Bust rate by level", "bust rate by level"),
        without="turns",
    ),
    "top-spot": (
        Panel("stack-size", "Cards in a stack", "distribution of stack size in bins of 1", "histogram"),
        Panel("won-by", "How rounds are won", "number of rounds by how it was won"),
        Panel("score", "Score by place at the table", "mean seat score by seat"),
        Panel("tie-breaks", "Tie-breaks by number of players", "tie-break rate by player count"),
        Panel("held-back", "Spots held back, by player", "mean value held back by player"),
        *(panel for panel in ANY if panel.key in ("turns", "feedback", "rule-breaks")),
        Panel("learning", "Learning: a player's first games", "mean seat score by nth game where nth game <= 30", "line"),
    ),
    "equator": (
        Panel(
            "possible-at",
            "Cards when an equation first existed",
            "distribution of possible at in bins of 1 where powers allowed = no",
            "histogram",
            {
                (str(cards),): Reference(per_cent / 100, "in 10 000 random deals, by a solver")
                for cards, per_cent in enumerate((0, 15, 47, 34, 4, 0.3, 0.04), 2)
            },
        ),
        Panel("row-length", "Cards when it was found", "distribution of cards per equation in bins of 1", "histogram"),
        Panel("claims", "Claims, right and wrong", "number of claims by claim"),
        Panel("missed", "Equations overlooked, by players", "missed equation rate by player count"),
        Panel("cards-won", "Score by player", "mean seat score by player"),
        Panel("learning", "Learning: a player's first games", "mean seat score by nth game where nth game <= 30", "line"),
        *(panel for panel in ANY if panel.key in ("turns", "feedback", "rule-breaks")),
    ),
}  # fmt: skip

TILES: Final[Mapping[str, Sequence[Tile]]] = {
    "spot-on": (
        Tile("Win rate", "win rate"),
        Tile("Turns per target", "mean turns per target"),
        Tile("Targets hit", "hit rate"),
        Tile("Pass rate", "pass rate"),
        Tile("Hits missed", "missed hit rate"),
    ),
    "pot-luck": (
        Tile("Win rate", "win rate"),
        Tile("Bust rate", "bust rate"),
        Tile("Turns per pot", "mean pot turns"),
        Tile("Pass rate", "pass rate"),
        Tile("Pots scored", "mean pots scored per game"),
    ),
    "top-spot": (
        Tile("Turns per trick", "mean turns per trick"),
        Tile("Cards in a stack", "mean stack size"),
        Tile("Tie-break rate", "tie-break rate"),
        Tile("Follow rate", "follow rate"),
        Tile("Rounds per game", "mean rounds per game"),
    ),
    "equator": (
        Tile("Turns per equation", "mean turns per equation"),
        Tile("Cards per equation", "mean cards per equation"),
        Tile("Wrong claims", "wrong claim rate"),
        Tile("Equations overlooked", "missed equation rate"),
        Tile("Equations per game", "mean equations per game"),
    ),
}


def panels_of(game: str) -> Sequence[Panel]:
    """Return the charts of a game, whoever brought it."""
    if game in PANELS:
        return PANELS[game]
    own = (
        Panel(metric.name.replace(" ", "-"), _title(f"{metric.name} by level"), f"{metric.name} by level")
        for metric in _rates(game)
    )  # fmt: skip
    return (*ANY, *own)


def tiles_of(game: str) -> Sequence[Tile]:
    """Return the headlines of a game, whoever brought it."""
    if game in TILES:
        return TILES[game]
    return (*ANY_TILES, *(Tile(_title(metric.name), metric.name) for metric in _rates(game)))


def _rates(game: str) -> Sequence[Metric]:
    """Return the rates and values that the package of a game brings: the least it wants to know."""
    if game not in games.names():
        return ()
    own: Sequence[Metric] = getattr(games.game(game), "metrics", ())
    return [metric for metric in own if metric.kind != "count"]


def _title(words: str) -> str:
    return words[:1].upper() + words[1:]
