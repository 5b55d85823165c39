"""A question, as plain data: what a phrase is read as, and what the API and saved reports carry."""

from __future__ import annotations

import re
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Value: TypeAlias = "str | int | float"
Operator: TypeAlias = Literal[
    "=", "!=", "<", "<=", ">", ">=", "between", "known", "unknown", "all of", "contains"
]
Aggregate: TypeAlias = Literal[
    "rate", "mean", "median", "quantile", "min", "max", "total", "sd", "share", "distribution"
]
Bots: TypeAlias = Literal["without", "with", "only"]

BESIDE: Final = ("n", "games", "low", "high")
"""What stands beside a figure, by which answers may be ordered as well."""

PERIOD: Final = "period"
"""What ``vs previous`` is held against where it follows ``last 30 days``."""

MEASURED: Final = frozenset({"s", "%"})
"""Units in which nothing is counted."""

_AGGREGATE_WORDS: Final = {
    "rate": "",
    "total": "number of ",
    "share": "share of ",
    "distribution": "distribution of ",
}


class Condition(NamedTuple):
    """One thing that must hold.

    Several values of ``=`` are alternatives, of ``!=`` exclusions; of ``all of`` each must occur in
    the game: games at which both sat. ``contains`` looks for one in a text, case-blind.
    """

    dimension: str
    operator: Operator
    values: tuple[Value, ...] = ()

    def __str__(self) -> str:
        shown = [shown_value(value) for value in self.values]
        if self.operator == "between":
            return f"{self.dimension} between {shown[0]} and {shown[1]}"
        if self.operator in ("known", "unknown"):
            return f"{self.dimension} is {self.operator}"
        if self.operator == "contains":
            texts = (shown_value(value, quoted=True) for value in self.values)
            return f"{self.dimension} contains {' or '.join(texts)}"
        if len(shown) > 1 or self.operator == "all of":
            # Quoted, for a bare word may name a value of another dimension and begin a condition.
            shown = [shown_value(value, quoted=True) for value in self.values]
            return f"{self.dimension} {_LISTS[self.operator]} {', '.join(shown)}"
        return f"{self.dimension} {self.operator} {shown[0]}"


_LISTS: Final = {"=": "in", "!=": "not in", "all of": "all of"}


class Measure(NamedTuple):
    """One figure that is asked for."""

    aggregate: Aggregate
    metric: str
    per: str | None = None
    """The unit of an average; None for rates, totals and shares."""
    quantile: float | None = None
    """Of the aggregate ``quantile``, between 0 and 1."""
    such: tuple[Condition, ...] = ()
    """Of the aggregate ``share``: which cases count."""
    bins: float | None = None
    """Of the aggregate ``distribution``: the width of its bins."""

    def __str__(self) -> str:
        if self.aggregate == "total" and _is_amount(self.metric):
            lead = "total "
        elif self.aggregate == "quantile":
            lead = f"p{(self.quantile or 0) * 100:.10g} "
        else:
            lead = _AGGREGATE_WORDS.get(self.aggregate, f"{self.aggregate} ")
        unit = f" per {self.per}" if self.per else ""
        such = f" in which {_all(self.such)}" if self.such else ""
        bins = f" in bins of {shown_number(self.bins)}" if self.bins else ""
        return f"{lead}{self.metric}{unit}{such}{bins}"


class Step(NamedTuple):
    """One thing the answer is split by."""

    dimension: str
    bins: float | None = None
    """The width of the bins of a number."""
    span: str | None = None
    """day, week, month, quarter or year, of a time."""

    def __str__(self) -> str:
        if self.span:
            return self.span
        return (
            f"{self.dimension} in bins of {shown_number(self.bins)}"
            if self.bins
            else self.dimension
        )


class Comparison(NamedTuple):
    """Two values of one dimension, held against each other."""

    dimension: str
    values: tuple[Value, Value]

    def __str__(self) -> str:
        first, second = self.values
        return f"compare {self.dimension} {shown_value(first)} vs {shown_value(second)}"


class Query(NamedTuple):
    """A question. `str` gives the phrase that reads as exactly this."""

    measures: tuple[Measure, ...]
    by: tuple[Step, ...] = ()
    where: tuple[Condition, ...] = ()
    compare: Comparison | None = None
    bots: Bots | None = None
    """None: without them, unless nothing else fits the question."""
    since: str | None = None
    """A date, YYYY-MM-DD; the day is part of the answer."""
    until: str | None = None
    """A date; the day is no longer part of the answer."""
    last: tuple[int, str] | None = None
    """So many days, weeks or months up to now; 0 is the one that has begun: this month. Or so many
    of the latest games, sessions, rules versions."""
    least_games: int | None = None
    """Rows that rest on fewer games are left out."""
    order: str | None = None
    """A dimension of *by* by its name, a measure as `str` gives it, or another column of the first
    measure: ``n``, ``games``, and ``low`` and ``high``, the ends of its interval."""
    descending: bool = False
    limit: int | None = None
    level: float | None = None
    """Of the intervals; None: the caller's, else 0.95."""
    anytime: bool = False
    """The intervals stay valid however often one looks."""
    previous: str | None = None
    """Held against the one before: a span of time, a dimension (session, rules version), or
    ``period``, which is as long as *last*. A date: from that day on, held against all before."""
    beside_bots: bool = False
    """Held against what bots win at the same tables."""

    @property
    def is_lasting(self) -> bool:
        """Whether the answer stays the same while the store does.

        Not if it counts back from now, or hangs on games of bots, which are kept elsewhere.
        """
        from .dealt import asks_for_deals

        counts_back = self.last or self.previous
        return not (counts_back or self.beside_bots or asks_for_deals(self))

    def __str__(self) -> str:
        pieces = [", ".join(map(str, self.measures))]
        if self.by:
            pieces.append("by " + ", ".join(map(str, self.by)))
        if self.where:
            # "share of games where …" would choose what counts, and not of which games.
            is_share = any(one.aggregate == "share" and not one.such for one in self.measures[-1:])
            lead = "for" if is_share else "where"
            pieces.append(f"{lead} {_all(self.where)}")
        if self.compare:
            pieces.append(str(self.compare))
        if self.since:
            pieces.append(f"since {self.since}")
        if self.until:
            pieces.append(f"until {self.until}")
        if self.last:
            count, span = self.last
            pieces.append(
                f"this {span}"
                if count == 0
                else f"last {span}"
                if count == 1
                else f"last {count} {span}s"
            )
        if is_day(self.previous):
            pieces.append(f"before and after {self.previous}")
        elif self.previous:
            pieces.append(f"vs previous {self.previous}".removesuffix(" period"))
        if self.beside_bots:
            pieces.append("vs bots")
        if self.bots:
            pieces.append(
                {"with": "including bots", "only": "only bots", "without": "without bots"}[
                    self.bots
                ]
            )
        if self.least_games is not None:
            pieces.append(f"with at least {self.least_games} games")
        pieces += self._order_and_limit()
        if self.level is not None:
            pieces.append(f"with ci {self.level * 100:.10g} %")
        if self.anytime:
            pieces.append("anytime")
        return " ".join(pieces)

    def _order_and_limit(self) -> list[str]:
        first = str(self.measures[0]) if self.measures else None
        if self.limit is not None and self.order == first and self.by:
            return [f"{'top' if self.descending else 'bottom'} {self.limit}"]
        pieces = []
        if self.order is not None:
            pieces.append(f"order by {self.order}{' descending' if self.descending else ''}")
        if self.limit is not None:
            pieces.append(f"first {self.limit}")
        return pieces

    def to_json(self) -> dict[str, Any]:
        """Return the question as plain JSON, without what is not set."""
        return {name: _plain(value) for name, value in self._asdict().items() if value}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Query:
        """Return the question that `to_json` gave. Raises `plain.Misshapen`, a ValueError."""
        from .plain import checked

        given = dict(checked(data))
        given["measures"] = tuple(
            Measure(**{**one, "such": _conditions(one.get("such", ()))})
            for one in given["measures"]
        )
        given["by"] = tuple(Step(**step) for step in given.get("by", ()))
        given["where"] = _conditions(given.get("where", ()))
        if given.get("compare"):
            one = given["compare"]
            given["compare"] = Comparison(one["dimension"], tuple(one["values"]))
        if given.get("last"):
            given["last"] = tuple(given["last"])
        return cls(**given)


def _conditions(given: Any) -> tuple[Condition, ...]:
    return tuple(
        Condition(one["dimension"], one["operator"], tuple(one.get("values", ()))) for one in given
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Condition | Measure | Step | Comparison):
        return {name: _plain(one) for name, one in value._asdict().items() if one}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def _all(conditions: tuple[Condition, ...]) -> str:
    return " and ".join(map(str, conditions))


def is_day(text: str | None) -> bool:
    """Tell whether it is a date: 2026-11-29."""
    return text is not None and _DAY.fullmatch(text) is not None


_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_BARE: Final = re.compile(r"[^\W\d_][^\W_]*")


def shown_number(value: float) -> str:
    """Return a number as a phrase says it.

    >>> shown_number(5.0), shown_number(0.25)
    ('5', '0.25')
    """
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def shown_value(value: Value, *, quoted: bool = False) -> str:
    """Return a value as it is written in a phrase: quoted where it is no single plain word.

    >>> shown_value("hard"), shown_value("print B"), shown_value(3)
    ('hard', '"print B"', '3')
    """
    if not isinstance(value, str):
        return shown_number(value)
    if not quoted and _BARE.fullmatch(value) and not _means_something(value.casefold()):
        return value
    return '"' + value.replace('"', '""') + '"'


def _is_amount(name: str) -> bool:
    """Tell whether a metric is measured and not counted: there is no *number of* game time."""
    from .catalogue import current

    metric = current().metrics.get(name)
    return metric is not None and (metric.kind == "value" or metric.unit in MEASURED)


def _means_something(word: str) -> bool:
    """Tell whether a word means something by itself."""
    from .catalogue import catalogue
    from .language.words import NOISE

    return word in catalogue().words or word in NOISE or word == "p"
