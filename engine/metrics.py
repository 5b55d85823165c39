"""What can be asked about a game: its metrics, and the dimensions they are split and filtered by.

A game may bring its own beside the shared ones, as `Rules.metrics` and `Rules.dimensions`, and name
the shared ones that it never tells in `Rules.untold`: three optional attributes. Expressions are SQL over the columns of one fact table (see `engine.facts`) and
nothing else: no subqueries, no aggregates. They are the author's, never a user's.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Need: TypeAlias = Literal["hands", "clock", "feedback", "result", "session", "date", "deal"]
"""What a log must tell beside its moves."""

NEEDS: Final[Mapping[Need, str]] = {
    "hands": "the hands are not known",
    "clock": "the moves have no times",
    "feedback": "nobody left feedback",
    "result": "not played to a win or a loss",
    "session": "no session is named",
    "date": "no date is noted",
    "deal": "bots have not played their deal",
}
"""Why a game cannot tell a metric or dimension, said of the games that are left out."""


_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


# Named tuples and no dataclasses: these two take a tenth of the time to make, before every answer.
class Metric(NamedTuple):
    """Something that is counted or measured. Give either *at*, or *top* and *bottom*."""

    name: str
    """Lower case, as the table says it; in the plural where things are counted."""
    sentence: str
    at: Mapping[str, str] = _NOTHING
    """By fact table: what a row adds, as an expression; null where the row does not tell.

    Where there are several tables they tell the same: the passes of a game are those of its seats,
    of its rounds and of its moves. Coarse tables first."""
    top: str = ""
    """A rate or ratio: the metric above the line,"""
    bottom: str = ""
    """and the one below. Where every case of *top* is one of *bottom* it is a rate."""
    kind: Literal["count", "rate", "ratio", "value", "distinct"] = "count"
    """A count may be summed and set against any unit; a value (a score, a rating) belongs to its
    row and is only averaged. Of ``distinct`` each value counts once, in however many rows it is, so
    that groups which share some do not add up."""
    usually: Literal["mean", "total"] = "mean"
    """What is meant where no aggregate is said, of a count or value."""
    per: str = "game"
    """The unit of the average where none is said."""
    whole: str = ""
    """What ``share of`` it is a share of: a metric."""
    by: str = ""
    """The dimension it is broken down by where none is said: causes, operations."""
    unit: str = ""
    better: Literal["more", "less", ""] = ""
    needs: tuple[Need, ...] = ()
    games: tuple[str, ...] = ()
    """The games that have it, by name; empty where all have."""
    synonyms: tuple[str, ...] = ()
    own: Mapping[str, Mapping[str, str]] = _NOTHING
    """By fact table: dimensions that mean something else for this metric. A hit has the rank and
    the operation of its round's last card, and its player is the one who made it."""
    least: float | None = None
    """Of a value: below this no case can be, so that no interval reaches there; None where nothing
    says so. A count is at least 0, a rate lies between 0 and 1, whatever stands here."""
    most: float | None = None
    bounded_in: tuple[str, ...] = ()
    """The games whose rules say so, where the value is each game's own, as a score is; empty: all."""


class Dimension(NamedTuple):
    """Something that answers are split by, or filtered on."""

    name: str
    sentence: str
    at: Mapping[str, str]
    """By fact table: the expression. Tables below take it from above: a move has its game's
    level, its round's outcome and its player's experience."""
    kind: Literal["text", "number", "time", "flag"] = "text"
    unit: str = ""
    values: Mapping[str, str] = _NOTHING
    """Known values, each with other words for it (separated by commas), where they are few and
    fixed. Else they are looked up in the store."""
    is_open: bool = True
    """There are values beside the *values*: look them up as well."""
    names_itself: bool = True
    """A value may stand alone: ``for hard``, ``for Anna``. Not where values are plain numbers."""
    bins: float | None = None
    """Of a number: the width of its bins where none is said, so that an answer has few rows."""
    bare: tuple[str, ...] = ()
    """Other words of values that may stand alone where the values themselves may not: *aces*."""
    order: tuple[str, ...] = ()
    """The order of its values, where it is not the alphabet's."""
    needs: tuple[Need, ...] = ()
    games: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
