"""One file for the team: what the games say, what of it is settled, and what is not.

The working-out stands here; pages.py writes it as HTML, markdown.py for a pull request.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from engine import __version__, games

from ..query import run
from ..query.answer import count
from ..query.comparison import rounded
from ..query.errors import PhraseError
from ..query.headlines import Headline, headlines_of, judged_together
from ..query.query import Comparison
from ..query.question import read_question
from .board import Board, board_of, question
from .filters import Choices, Filters, choices
from .panels import tiles_of

if TYPE_CHECKING:
    from ..reading import Reading

MOST_PAIRS: Final = 6
"""Of neighbours that are compared in each dimension."""

MOST_SAID: Final = 3
"""Findings of a kind that the first paragraph tells."""

_COMPARED: Final = (("level", "on"), ("player count", "with"), ("rules version", "under"))
"""What is held against each other, with the word for it: on hard, with 3 players."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One headline of two neighbours: levels, numbers of players or prints."""

    what: str
    """win rate"""
    first: str
    """on normal"""
    second: str
    """on hard"""
    first_figure: str
    second_figure: str
    difference: str
    """Second less first, with its interval."""
    is_more: bool
    """The second is the greater."""
    settled: bool | None
    """None where it has no interval."""
    more_games: int | None
    """How many more would settle a difference of that size."""


@dataclass(frozen=True, slots=True)
class OfGame:
    """What is told of one game."""

    title: str
    board: Board
    choices: Choices
    findings: tuple[Finding, ...]
    against: tuple[str, ...]
    """How own figures lie to those from outside, a sentence each."""

    @property
    def settled(self) -> list[Finding]:
        """Return what is settled among all that was compared, the clearest first."""
        return [one for one in self.findings if one.settled]

    @property
    def unsettled(self) -> list[Finding]:
        """Return what is not, that first which the fewest games would settle."""
        found = [one for one in self.findings if one.settled is False]
        return sorted(found, key=lambda one: one.more_games or 1 << 60)

    def sentences(self) -> Iterator[str]:
        """Yield what is said of the game in plain words."""
        count = self.board.games.n
        yield f"{self.title}: {_count(count, 'game')} {_counts(count)}{_days(self.choices)}."
        if not self.board.tiles:
            yield "Nothing can be told of them yet."
            return
        yield from self._settled_words()
        yield from self._open_words()
        yield from self.against

    def summary(self) -> str:
        """Return the game in one sentence, for a paragraph on several games."""
        settled, unsettled = self.settled, self.unsettled
        said = f"{self.title} ({_count(self.board.games.n, 'game')}):"
        if settled:
            more = f", and {len(settled) - 1} more" if len(settled) > 1 else ""
            return f"{said} settled is that {_settled_one(settled[0])}{more}."
        if unsettled:
            return f"{said} nothing is settled; nearest to it are {_unsettled_one(unsettled[0])}."
        return f"{said} too few games to settle anything."

    def _settled_words(self) -> Iterator[str]:
        settled = self.settled
        if settled:
            told = "; ".join(map(_settled_one, settled[:MOST_SAID]))
            more = len(settled) - MOST_SAID
            yield f"Settled: {told}{f'; and {more} more, below' if more > 0 else ''}."
        elif self.findings:
            yield "No difference between levels, numbers of players or prints is settled."
        else:
            yield "There are no two levels, numbers of players or prints to compare yet."

    def _open_words(self) -> Iterator[str]:
        unsettled = self.unsettled
        if unsettled:
            told = "; ".join(map(_unsettled_one, unsettled[:MOST_SAID]))
            more = len(unsettled) - MOST_SAID
            yield f"Not settled: {told}{f'; and {more} more, below' if more > 0 else ''}."
        silent = [one for one in self.findings if one.settled is None]
        if silent:
            names = list(
                dict.fromkeys(f"{one.what} {one.first} and {one.second}" for one in silent)
            )
            more = len(names) - MOST_SAID
            yield (
                f"Too few games to tell: {', '.join(names[:MOST_SAID])}"
                f"{f' and {more} more' if more > 0 else ''}."
            )
        unsure = [tile.title.lower() for tile in self.board.tiles if not tile.interval]
        if unsure:
            yield f"How sure one may be of the {', '.join(unsure)} cannot be said from one game."


@dataclass(frozen=True, slots=True)
class Report:
    """All that a report says."""

    title: str
    where: str
    """Which games were chosen, as a question says it; empty for all."""
    made_on: date
    version: str
    """Of cardstats."""
    parts: tuple[OfGame, ...]

    def first_paragraph(self) -> str:
        """Return in plain words what is settled and what is not."""
        if not self.parts:
            return "No game fits what was asked for, so that nothing can be said."
        if len(self.parts) > 1:
            return " ".join(part.summary() for part in self.parts)
        return " ".join(self.parts[0].sentences())


def report(
    reading: Reading,
    *,
    game: str | None = None,
    where: str = "",
    filters: Filters | None = None,
    now: datetime | None = None,
) -> Report:
    """Return the report on *game*, or on every game that was played.

    *where* chooses games as a question does: ``level = hard since 2026-11-01``; *filters* are the
    same, read already. Raises PhraseError.
    """
    filters = filters or chosen(reading, where)
    where = str(filters.on(question("games"))).removeprefix("number of games").strip()
    found = choices(reading)
    told = []
    for name in [game] if game is not None else found:
        board = board_of(lambda asked: run(reading, asked), name, filters)
        if not board.games.n and game is None:
            continue
        mine = found.get(name)
        if mine is None:
            continue
        title = games.game(name).title if name in games.names() else name
        told.append(
            OfGame(
                title, board, mine, tuple(_findings(reading, board, mine)), tuple(_against(board))
            )
        )
    title = (
        f"{told[0].title}: what the playtests say" if len(told) == 1 else "What the playtests say"
    )
    return Report(title, where, (now or datetime.now(UTC)).date(), __version__, tuple(told))


def chosen(reading: Reading, where: str) -> Filters:
    """Return the games that *where* chooses. Raises PhraseError."""
    if not where.strip():
        return Filters()
    phrases = [f"games {where}", f"games where {where}"]
    for phrase in phrases:
        try:
            _, asked = read_question(reading, phrase)
        except PhraseError:
            if phrase == phrases[-1]:
                raise
            continue
        filters = Filters.of_query(asked.query)
        if filters.on(question("games")) == asked.query:
            return filters
    raise PhraseError(
        phrases[-1], 0, len(phrases[-1]), "It does more than choose games.",
        code="does-not-fit", hint="Say which games count: level = hard since 2026-11-01.",
    )  # fmt: skip


# -- what is settled


def _findings(reading: Reading, board: Board, found: Choices) -> list[Finding]:
    """Return how neighbours differ in the headlines, judged together, the clearest first."""
    lines: list[Headline] = []
    sides: dict[int, tuple[str, str]] = {}
    for dimension, word in _COMPARED:
        for pair in list(pairwise(found.values[dimension]))[-MOST_PAIRS:]:
            here, there = (_side(dimension, word, value) for value in pair)
            for line in _compared(reading, board, Comparison(dimension, pair)):
                lines.append(line)
                sides[_identity(line)] = here, there
    return [_finding(line, *sides[_identity(line)]) for line in judged_together(lines)]


def _identity(line: Headline) -> int:
    """Return what stays the same of a line when it is judged."""
    return id(line.difference)


def _compared(reading: Reading, board: Board, comparison: Comparison) -> Iterator[Headline]:
    for tile in tiles_of(board.game):
        asked = board.filters.on(question(tile.phrase))._replace(compare=comparison)
        try:
            yield from headlines_of(count(reading, asked))
        except PhraseError:  # by this dimension it makes no sense
            continue


def _side(dimension: str, word: str, value: Any) -> str:
    """Return one side in words: on hard, with 3 players."""
    return f"{word} {value}{' players' if dimension == 'player count' else ''}"


def _finding(line: Headline, first: str, second: str) -> Finding:
    def shown(value: float | None, sign: str = "") -> str:
        if value is None:
            return "–"
        return f"{value * 100:{sign}.1f} %" if line.is_rate else f"{value:{sign}.2f}"

    less = line.difference
    interval = ""
    if less.low is not None:
        interval = f" ({shown(less.low, '+')} to {shown(less.high, '+')})"
    return Finding(
        what=str(line.measure),
        first=first,
        second=second,
        first_figure=shown(line.a.value),
        second_figure=shown(line.b.value),
        difference=f"{shown(less.estimate, '+')}{interval}",
        is_more=(less.estimate or 0) > 0,
        settled=line.settled,
        more_games=line.more_games,
    )


def _settled_one(one: Finding) -> str:
    side = "higher" if one.is_more else "lower"
    return (
        f"{one.what} is {side} {one.second} ({one.second_figure}) than {one.first}"
        f" ({one.first_figure})"
    )


def _unsettled_one(one: Finding) -> str:
    more = (
        f", about {_count(rounded(one.more_games), 'more game')} would settle a difference of that size"
        if one.more_games
        else ""
    )
    return (
        f"{one.what} {one.first} ({one.first_figure}) and {one.second} ({one.second_figure}){more}"
    )


def _against(board: Board) -> Iterator[str]:
    """Yield how own figures lie to those from outside that they are held against."""
    fits, off = [], []
    words = ""
    for shown in board.shown:
        if shown.chart.form == "histogram":
            continue  # the shape is to be looked at, bin by bin says little
        points = {point.keys: point for point in shown.chart.points}
        for keys, reference in shown.chart.references:
            point = points.get(keys)
            if point is None or point.low is None or point.high is None:
                continue
            words = reference.words
            level, players = keys
            said = f"{level} with {players} players"
            if point.low <= reference.value <= point.high:
                fits.append(said)
            else:
                side = "above" if point.low > reference.value else "below"
                off.append(f"{said} ({point.text}) lies {side} {reference.value * 100:.3g} %")
    if off:
        yield f"Of the win rates {words}: {'; '.join(off)}."
    if fits:
        yield f"The games do not speak against the win rates {words}: {', '.join(fits)}."


def _days(found: Choices) -> str:
    if found.first is None or found.last is None:
        return ""
    if found.first == found.last:
        return f", played on {found.first}"
    return f", played from {found.first} to {found.last}"


def _counts(number: int) -> str:
    return "counts" if number == 1 else "count"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
