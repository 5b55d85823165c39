"""Holds sides against each other, headline by headline: two prints, levels, players, or stores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.metrics import Dimension

from .answer import Counted, Source, count
from .catalogue import Catalogue, catalogue, current, normal
from .comparison import differ, games_of_both
from .errors import PhraseError
from .figures import Answered, Figure
from .language.reading.named import no_such_value
from .layout import as_key
from .listed import named
from .query import Measure, Value, shown_value
from .question import read_question
from .statistics import Interval, games_to_settle, looked_at, settled_together
from .suggestions.nearness import nearest
from .values import Store

HEADLINES: Final = (
    "win rate",
    "abandon rate",
    "score",
    "turns",
    "pass rate",
    "legal moves",
    "game time",
    "turn time",
    "stars",
)
"""Of every game, beside its own rates and values."""

MIRRORED: Final = frozenset({"loss rate"})
"""What another headline says already, the other way round: it would count as one look more."""


class Headline(NamedTuple):
    """One measure on two sides."""

    measure: Measure
    first: str
    second: str
    a: Figure
    b: Figure
    difference: Interval
    """Second less first."""
    is_rate: bool
    unit: str
    games: int
    """Of both sides together."""
    settled: bool | None = None
    """Among all that were looked at together; None where it has no interval."""
    more_games: int | None = None
    """How many more would settle a difference of that size, among all of them; 0 where it is."""


def compare(
    reading: Source,
    values: Sequence[str],
    *,
    dimension: str = "",
    conditions: str = "",
    only: Sequence[str] = (),
    level: float = 0.95,
    anytime: bool = False,
) -> list[Headline]:
    """Hold the games with each of *values* against those with each other one.

    *dimension* is what they are values of, where they do not name it themselves; *conditions* is the
    rest of a phrase (``for hard since 2026``), *only* the metrics that are wanted. The clearest
    differences come first. Raises PhraseError.
    """
    lines: list[Headline] = []
    _see(reading, conditions, only)
    names = current()
    of = (
        names.dimensions[_dimension_of(reading, values)]
        if not dimension
        else named(dimension, names)
    )
    known = [_known(reading, of, value) for value in values]
    for at, value in enumerate(known):
        if value in known[:at]:
            said, same = values[at], values[known.index(value)]
            message = (
                f"`{same}` and `{said}` are one side." if said != same else "It is named twice."
            )
            raise PhraseError(said, 0, len(said), message, hint="Name different ones.")
    for first, second in combinations(known, 2):
        sides = f"{shown_value(first, quoted=True)} vs {shown_value(second, quoted=True)}"
        rest = " ".join(f"compare {of.name} {sides} {conditions}".split())
        for counted in _counted(reading, rest, only, level, anytime=anytime):
            lines += headlines_of(counted)
    return judged_together(lines, level, anytime=anytime)


def headlines_of(counted: Counted) -> list[Headline]:
    """Return how the two sides of a comparison differ in each measure; nothing is judged yet."""
    comparison = counted.query.compare
    assert comparison is not None, "the question compares"
    one, other = comparison.values
    lines: list[Headline] = []
    for answer in counted.answers:
        a, b = answer.figure((as_key(one),)), answer.figure((as_key(other),))
        games = games_of_both(answer, a, b)
        lines += _headline(counted, answer, (str(one), str(other)), a, b, games=games)
    return lines


def compare_stores(
    first: Source,
    second: Source,
    named: tuple[str, str],
    *,
    conditions: str = "",
    only: Sequence[str] = (),
    level: float = 0.95,
    anytime: bool = False,
) -> list[Headline]:
    """Hold the games of one store against those of another. As `compare`."""
    lines: list[Headline] = []
    sides = [
        {
            answer.measure: (counted, answer)
            for counted in _counted(reading, conditions, only, level, anytime=anytime)
            for answer in counted.answers
        }
        for reading in (first, second)
    ]
    for measure, (counted, answer) in sides[0].items():
        if measure in sides[1]:
            _, other = sides[1][measure]
            a, b = answer.figure(()), other.figure(())
            lines += _headline(counted, answer, named, a, b, games=a.games + b.games)
    return judged_together(lines, level, anytime=anytime)


class Side(NamedTuple):
    """The games of one side, by what was played."""

    name: str
    games: dict[str, int]
    bots: int
    """Games of bots alone that are left out."""


def sides_of(
    reading: Source, values: Sequence[str], *, dimension: str = "", conditions: str = ""
) -> list[Side]:
    """Return the games that each of *values* has; as for `compare`, which sees that they are some."""
    names = current()
    of = named(dimension, names) if dimension else names.dimensions[_dimension_of(reading, values)]
    known = [_known(reading, of, value) for value in values]
    return [
        _side(reading, str(one), f"where {of.name} = {shown_value(one, quoted=True)} {conditions}")
        for one in known
    ]


def side_of_store(reading: Source, name: str, conditions: str = "") -> Side:
    """Return the games of a store, as a side of `compare_stores`."""
    return _side(reading, name, conditions)


def _side(reading: Source, name: str, conditions: str) -> Side:
    counted = count(reading, f"games {conditions}".strip())
    games: dict[str, int] = {}
    bots = 0
    for (game, who), number in counted.found.items():
        if counted.counter.scope.takes(who):
            games[game] = games.get(game, 0) + number
        elif who == "bots":
            bots += number
    return Side(name, games, bots)


def _dimension_of(reading: Source, values: Sequence[str]) -> str:
    """Return the one dimension that has all *values*. Raises PhraseError."""
    names = catalogue()
    words = Store(reading.connection, names).words()
    homes: list[set[str]] = []
    for value in values:
        form = normal(value)
        own = {dimension for dimension, _ in words.get(form, ())}
        own |= {
            one.name
            for one in names.dimensions.values()
            if form in map(normal, one.values) and one.names_itself
        }
        if not own:
            raise PhraseError(
                value,
                0,
                len(value),
                f"Nothing in the store is called {value!r}.",
                code="unknown-value",
                suggestions=nearest(form, words) if len(form) > 2 else (),
                hint="`cardstats values player` lists the players, `values level` the levels; of numbers"
                " say with --by what they are: --by 'player count'.",
            )
        homes.append(own)
    common = sorted(set.intersection(*homes))
    if len(common) != 1:
        phrase = " vs ".join(values)
        told = [
            f"{one} is a {' or a '.join(sorted(own))}"
            for one, own in zip(values, homes, strict=True)
        ]
        raise PhraseError(
            phrase,
            0,
            len(phrase),
            f"They may be of {' or of '.join(common)}."
            if common
            else f"They are not of one kind: {', '.join(told)}.",
            code="ambiguous-value" if common else "does-not-fit",
            suggestions=[f"--by {name!r}" for name in common],
            hint="Say with --by what they are." if common else "Name two levels, or two players.",
        )
    return common[0]


def _see(reading: Source, conditions: str, only: Sequence[str]) -> None:
    """See that each part of a comparison reads by itself. Raises PhraseError that points into it."""
    for metric in only:
        read_question(reading, metric)
    if conditions:
        _, asked = read_question(reading, f"games {conditions}")
        if asked.query.by or asked.query.compare or asked.query.previous:
            raise PhraseError(
                conditions,
                0,
                len(conditions),
                "Conditions choose games, and this splits or compares them.",
                code="does-not-fit",
                hint="For example: --where 'for hard since 2026'.",
            )


def _known(reading: Source, dimension: Dimension, said: str) -> Value:
    """Return one side as the store or the catalogue writes it. Raises PhraseError."""
    if dimension.kind == "number":
        if _NUMBER.fullmatch(said):
            return float(said) if "." in said else int(said)
        message = f"{dimension.name.capitalize()} is a number, {said!r} is none."
        raise PhraseError(said, 0, len(said), message, code="unknown-value")
    stored = Store(reading.connection, current(), reading.remembered).of(dimension)
    known: list[str] = [*dimension.values, *(stored or ())]
    if stored is None:
        return said
    for one in sorted(known, key=lambda one: one != said):
        if normal(one) == normal(said):
            return one
    raise no_such_value(said, (0, len(said)), dimension, said, stored)


_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


def _counted(
    reading: Source, rest: str, only: Sequence[str], level: float, *, anytime: bool
) -> list[Counted]:
    """Count the headlines one by one: what one of them cannot tell is no matter to the others."""
    names, asked = read_question(reading, f"{', '.join(only) or 'win rate'} {rest}")
    measures = asked.query.measures
    if only:
        return [
            count(reading, asked.query._replace(measures=(one,)), level=level, anytime=anytime)
            for one in measures
        ]
    games = count(reading, asked.query, level=level, anytime=anytime).found
    found = []
    for measure in _measures(names, {game for game, _ in games}):
        try:
            query = asked.query._replace(measures=(measure,))
            found.append(count(reading, query, level=level, anytime=anytime))
        except PhraseError:  # by this dimension it makes no sense
            continue
    return found


def _measures(names: Catalogue, games: set[str]) -> list[Measure]:
    """Return the headlines: those of every game, and where all are of one game its own."""
    chosen = dict.fromkeys(HEADLINES)
    if len(games) == 1:
        chosen |= dict.fromkeys(
            metric.name
            for metric in names.metrics.values()
            if games <= set(metric.games) and metric.kind != "count" and metric.name not in MIRRORED
        )
    found = []
    for metric in map(names.metrics.__getitem__, chosen):
        is_rate = metric.kind in ("rate", "ratio")
        unit = metric.per if metric.kind == "count" else None  # as phrases are read
        found.append(Measure("rate" if is_rate else "mean", metric.name, unit))
    return found


def _headline(
    counted: Counted, answer: Answered, named: tuple[str, str], a: Figure, b: Figure, *, games: int
) -> list[Headline]:
    if a.value is None or b.value is None:
        return []  # nothing to hold against anything
    counter = counted.counter
    less = differ(
        answer, (), a, b, names=counted.names, level=counter.level, anytime=counter.anytime
    )
    metric = counted.names.metrics[answer.measure.metric]
    is_rate = metric.kind == "rate" or answer.measure.aggregate == "share"
    unit = "" if is_rate else metric.unit
    return [Headline(answer.measure, *named, a, b, less, is_rate, unit, games)]


def judged_together(
    lines: list[Headline], level: float = 0.95, *, anytime: bool = False
) -> list[Headline]:
    """Return *lines* with which of them are settled among all of them, the clearest first."""
    told = [line for line in lines if line.difference.low is not None]
    found = settled_together([line.difference for line in told], level=level, anytime=anytime)
    among = looked_at(found, anytime=anytime)
    done = [line for line in lines if line.difference.low is None]
    for line, is_settled in zip(told, found, strict=True):
        more = games_to_settle(
            line.difference, line.games, among=among, level=level, anytime=anytime
        )
        done.append(line._replace(settled=is_settled, more_games=0 if is_settled else more))
    return sorted(done, key=_clearness, reverse=True)


def _clearness(line: Headline) -> tuple[bool, bool, float]:
    less = line.difference
    end = less.low if less.estimate is not None and less.estimate > 0 else less.high
    far = (
        abs(less.estimate or 0) / abs((less.estimate or 0) - end)
        if end is not None and end != less.estimate
        else 0.0
    )
    return line.settled is not None, line.settled is True, far
