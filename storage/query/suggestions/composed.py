"""Puts a question together from the parts of a phrase that read, where the whole does not.

People say what they want in words that are known, in an order that is not: *top spot: rounds, how many
till the end, avg, 3 players*. Each run of words is read by itself, once as a question and once as
something said of one; the runs that together hold most of the phrase make the question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from ..language.pieces import Piece, pieces_of
from ..language.reading.conditions import merged
from ..query import Measure, Query
from .vocabulary import says_something

Reader: TypeAlias = Callable[[str], "Query | None"]
"""Reads a phrase, None where it does not."""

_LONGEST: Final = 9
"""Words of a run."""
_MOST: Final = 28
"""Words of a phrase that is looked at: of longer ones the first."""
_A_PART: Final = 0.4
"""What each part costs: one that holds more words is worth more than two that hold them."""
_LITTLE: Final = 0.1
"""What a word counts that says nothing by itself."""
_LEADS: Final = "number of games "
"""What a run is set behind, to be read as something that is said of a question."""


class Part(NamedTuple):
    """A run of words that reads."""

    first: int
    """Its first piece, from 0,"""
    end: int
    """and the one behind its last."""
    query: Query
    is_head: bool
    """Whether it asks something, or is said of what is asked."""
    weight: float


class Composed(NamedTuple):
    """A question that was put together."""

    query: Query
    is_all: bool
    """Whether each word that says something is in a part of it."""


def composed(phrase: str, read: Reader, can_be_told: Callable[[Query], bool]) -> Composed | None:
    """Return the question that the parts of *phrase* make, None where none of them asks."""
    pieces = pieces_of(phrase)[:_MOST]
    parts = list(_parts(phrase, pieces, read))
    chosen = _best(parts, len(pieces))
    head = next((one.query for one in chosen if one.is_head), None)
    if head is None:
        return None
    taken = {at for one in chosen if one.is_head for at in range(one.first, one.end)}
    for part in sorted(chosen, key=lambda one: -one.weight):
        if part.is_head:
            continue
        both = _joined(head, part.query)
        if can_be_told(both):
            head = both
            taken |= set(range(part.first, part.end))
    left = [one for at, one in enumerate(pieces) if at not in taken and says_something(one)]
    return Composed(head, not left)


def _weight(piece: Piece) -> float:
    return 1.0 if says_something(piece) else _LITTLE


def _parts(phrase: str, pieces: Sequence[Piece], read: Reader) -> Iterator[Part]:
    for first in range(len(pieces)):
        for end in range(first + 1, min(len(pieces), first + _LONGEST) + 1):
            run = phrase[pieces[first].start : pieces[end - 1].end]
            weight = sum(map(_weight, pieces[first:end])) - _A_PART
            if weight <= 0:
                continue
            if (asked := read(run)) is not None and not _is_little(asked) and _is_meant(asked, run):
                yield Part(first, end, asked, is_head=True, weight=weight)
            if (said := read(f"{_LEADS}{run}")) is not None and _is_said(said, run):
                yield Part(first, end, said, is_head=False, weight=weight - 0.05)


_GAMES: Final = (Measure("total", "games"),)


def _is_little(query: Query) -> bool:
    """Tell whether it asks for no figure of its own."""
    return query.measures == _GAMES and query._replace(measures=()) == Query(())


def _is_said(query: Query, run: str) -> bool:
    is_of_games = query.measures == _GAMES and query._replace(measures=()) != Query(())
    return is_of_games and _is_meant(query, run)


def _is_meant(query: Query, run: str) -> bool:
    """Tell whether no value is but a small letter in the run: *a* is no player."""
    letters = [value for one in query.where for value in one.values if _is_letter(value)]
    return all(re.search(rf"\b{value}\b", run) for value in letters)


def _is_letter(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value.isalpha()


def _best(parts: Sequence[Part], count: int) -> list[Part]:
    """Return the parts, side by side and with one that asks, that hold most of the phrase."""
    by_end: dict[int, list[Part]] = {}
    for one in parts:
        by_end.setdefault(one.end, []).append(one)
    # best[has a head][end]
    best: list[list[tuple[float, tuple[Part, ...]] | None]] = [
        [(0.0, ())] + [None] * count,
        [None] * (count + 1),
    ]
    for end in range(1, count + 1):
        for has in (0, 1):
            options = [best[has][end - 1]]
            for part in by_end.get(end, ()):
                before = has - part.is_head
                if before < 0:
                    continue
                known = best[before][part.first]
                if known is not None:
                    options.append((known[0] + part.weight, (*known[1], part)))
            best[has][end] = max(
                (one for one in options if one is not None), key=lambda one: one[0], default=None
            )
    found = best[1][count] or best[0][count]
    return list(found[1]) if found else []


def _joined(query: Query, said: Query) -> Query:
    """Return *query* with what is said of it besides."""
    by = {step.dimension: step for step in (*query.by, *said.by)}
    empty = Query(())
    more = {
        field: getattr(said, field)
        for field in Query._fields
        if field not in ("measures", "by", "where")
        and getattr(said, field) != getattr(empty, field)
        and getattr(query, field) == getattr(empty, field)
    }
    return query._replace(by=tuple(by.values()), where=merged([*query.where, *said.where]), **more)
