"""Asks the questions of a dashboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple, TypeAlias

from ..query.catalogue import current
from ..query.errors import PhraseError
from ..query.language.phrase import read
from ..query.query import Query
from ..query.result import NONE, Result
from .chart import Chart, charts_of
from .filters import Filters
from .panels import Panel, panels_of, tiles_of

Ask: TypeAlias = Callable[[Query], Result]
"""Answers a question; what was asked before may be kept."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A figure to begin with."""

    title: str
    result: Result
    figure: str
    """As people read it,"""
    interval: str
    """its interval; empty where there is none,"""
    rests_on: str
    """and what it rests on: 420 turns in 11 games."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A chart with its answer."""

    panel: Panel
    result: Result
    chart: Chart
    note: str = ""
    """What the filters could not choose."""


class Silent(NamedTuple):
    """A chart that cannot be drawn."""

    panel: Panel
    why: str


@dataclass(frozen=True, slots=True)
class Board:
    """All that is shown of one game."""

    game: str
    filters: Filters
    games: Result
    """How many games count."""
    tiles: tuple[Headline, ...]
    shown: tuple[Shown, ...]
    silent: tuple[Silent, ...]
    """What these games do not tell."""


def board_of(ask: Ask, game: str, filters: Filters) -> Board:
    """Return the dashboard of a game."""
    parts = Parts(ask, game, filters)
    told = list(parts.panels())
    return Board(
        game,
        parts.filters,
        parts.games,
        parts.tiles,
        tuple(one for one in told if isinstance(one, Shown)),
        tuple(one for one in told if isinstance(one, Silent)),
    )


class Parts:
    """The dashboard of a game part by part, each answered when it is looked at.

    What cannot be asked of it (a metric of a later version, a filter that does not fit) is told
    among what is silent.
    """

    def __init__(self, ask: Ask, game: str, filters: Filters) -> None:
        self._ask = ask
        self.game = game
        self.filters = filters.of_game(game)

    def questions(self) -> Iterator[Query]:
        """Yield what will be asked, in the order of a page."""
        for phrase in (
            _GAMES,
            *(tile.phrase for tile in tiles_of(self.game)),
            *(panel.phrase for panel in panels_of(self.game)),
        ):
            with suppress(PhraseError):
                yield self.filters.on(question(phrase))

    @cached_property
    def games(self) -> Result:
        """How many games count."""
        return self._ask(self.filters.on(question(_GAMES)))

    @cached_property
    def tiles(self) -> tuple[Headline, ...]:
        """The figures to begin with."""
        return tuple(self._tiles())

    def _tiles(self) -> Iterator[Headline]:
        for tile in tiles_of(self.game):
            with suppress(PhraseError):
                made = headline(tile.title, self._ask(self.filters.on(question(tile.phrase))))
                if made is not None:
                    yield made

    def panels(self) -> Iterator[Shown | Silent]:
        """Yield the charts one by one."""
        for panel in panels_of(self.game):
            told = self._asked(panel)
            yield told if isinstance(told, Shown) else Silent(panel, told)

    def _asked(self, panel: Panel) -> Shown | str:
        """Return the panel with its answer, or why it has none."""
        note = ""
        try:
            asked = question(panel.phrase)
            result = self._ask(self.filters.on(asked))
        except PhraseError as error:
            if error.code != "does-not-fit" or not self.filters.is_narrow:
                return error.message
            try:
                result = self._ask(self.filters.game_alone().on(asked))
            except PhraseError:
                return error.message
            note = "All logs of the game: these figures cannot be told by what is chosen above."
        charts = charts_of(result, form=panel.form, references=panel.references)
        if not charts:
            return _silence(result)
        return Shown(panel, result, charts[0], note)


_GAMES = "games"
"""The question how many games count."""


def _silence(result: Result) -> str:
    """Say why an answer has no figures."""
    of_measures = [one for one in result.left_out if one.measure is not None]
    if of_measures:
        return of_measures[0].reason.removeprefix(", ")
    return "there is too little to draw" if result.rows else "nothing of the kind happened"


@cache
def question(phrase: str) -> Query:
    """Return the question of a panel. Raises PhraseError."""
    try:
        return read(phrase)
    except PhraseError:  # a word of another package's game, which takes time to look for
        return read(phrase, current(whole=True))


def headline(title: str, result: Result) -> Headline | None:
    """Return the one figure of an answer; None where it has none."""
    heads, rows, _ = result.cells()
    if not rows or rows[0][0] == NONE:
        return None
    kinds = [column.kind for column in result.columns if column.kind != "high"]
    told = dict(zip(heads, rows[0], strict=True))
    interval = next((cell for cell, kind in zip(rows[0], kinds, strict=True) if kind == "low"), "")
    counts = [
        (head, cell)
        for (head, cell), kind in zip(told.items(), kinds, strict=True)
        if kind == "count"
    ]
    if len(counts) == 2 and counts[0][0].endswith(" games") and counts[0][1] == counts[1][1]:
        del counts[1]  # 24 decided games are 24 games
    rests_on = " in ".join(_counted(cell, head) for head, cell in counts)
    return Headline(title, result, rows[0][0], "" if interval == NONE else interval, rests_on)


def _counted(cell: str, noun: str) -> str:
    """Return a count with its noun, which a column names in the plural.

    >>> _counted("1", "games"), _counted("0", "decided games")
    ('1 game', '0 decided games')
    """
    return f"{cell} {noun.removesuffix('s') if cell == '1' else noun}"
