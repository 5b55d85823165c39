"""Reads what was asked, a phrase or a Query, and says what of a Query makes no sense."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Final, get_args

from engine.games import OURS
from engine.metrics import Metric

from .catalogue import Catalogue, current
from .errors import PhraseError
from .language.lexer import Values
from .language.phrase import Asked, read_asked
from .language.words import SPANS
from .query import (
    BESIDE,
    PERIOD,
    Aggregate,
    Bots,
    Condition,
    Measure,
    Operator,
    Query,
    Step,
)

EMPTY: Final = (
    "The store has no games yet: `cardstats upload` takes logs in, `cardstats demo` shows some."
)


def split_by_comparison(query: Query) -> Query:
    """Return the question as it is counted: a comparison is one more split."""
    if query.compare is None:
        return query
    one = query.compare
    return query._replace(
        by=(*query.by, Step(one.dimension)),
        where=(*query.where, Condition(one.dimension, "=", one.values)),
    )


def read_question(reading: Any, question: str | Query) -> tuple[Catalogue, Asked]:
    """Return the catalogue that knows the question's words, and the question. Raises PhraseError."""
    from .values import Store

    names = current()
    store = Store(reading.connection, names, reading.remembered)
    if isinstance(question, Query):
        if fault := _misshapen(question):  # it may have no words either
            raise PhraseError("", 0, 1, fault, code="bad-query")
        if _fault(names, question):
            names = current(whole=True)
        phrase = str(question)
        if fault := _fault(names, question):
            raise PhraseError(phrase, 0, len(phrase), fault, code="bad-query")
        return names, Asked(phrase, question, {})
    if not set(store.of(names.dimensions["game"]) or ()) <= OURS.keys():
        # Words of a game that is in the store may all be known, and mean something of its own.
        names = current(whole=True)
        return names, _read_once(reading, question, names)
    try:
        return names, _read_once(reading, question, names, store)
    except PhraseError as error:
        first = error
        if store.of(names.dimensions["game"]) == []:
            first.hint = f"{EMPTY} {first.hint}".rstrip()
    # A game of another package may bring the word; to look takes time, so it comes last.
    everything = current(whole=True)
    if len(everything.words) == len(names.words):
        raise first
    return everything, _read_once(reading, question, everything)


READ: Final = "phrases that were read"
KEPT: Final = 512
"""Phrases of one reading; dashboards ask some dozens again and again."""


def _read_once(reading: Any, phrase: str, names: Catalogue, store: Values | None = None) -> Asked:
    """Return what `read_asked` does. What a phrase means hangs on the store, which stays, and on the day."""
    from .values import Store

    known: dict[object, Asked] = reading.remembered.setdefault(READ, {})
    key = (phrase, names, datetime.now(UTC).date())
    asked = known.get(key)
    if asked is None:
        values = store or Store(reading.connection, names, reading.remembered)
        asked = read_asked(phrase, names, values)
        if len(known) >= KEPT:
            known.clear()
        known[key] = asked
    return asked


_VALUES: Final = {"between": (2, 2), "known": (0, 0), "unknown": (0, 0), "contains": (1, 99)}
"""How many values a condition has at least and at most, by its operator."""
_MOST: Final = 10_000
_SIGNS: Final = ("<", "<=", ">", ">=")


def _misshapen(query: Query) -> str:
    """Say what of a Query is of no kind that there is: its words go into SQL as they are."""
    for measure in query.measures:
        if measure.aggregate not in get_args(Aggregate):
            return f"There is no aggregate {measure.aggregate!r}."
    widths = [*(one.bins for one in query.measures), *(one.bins for one in query.by)]
    if any(width is not None and not _is_number(width, above=0) for width in widths):
        return "Bins need a number above 0 as their width."
    for condition in (*query.where, *(one for each in query.measures for one in each.such)):
        if condition.operator not in get_args(Operator):
            return f"There is no operator {condition.operator!r}."
        signed = (1, 1) if condition.operator in _SIGNS else (1, _MOST)
        least, most = _VALUES.get(condition.operator, signed)
        if not least <= len(condition.values) <= most:
            return f"{condition.operator!r} does not take {len(condition.values)} values."
    if query.compare is not None and len(query.compare.values) != 2:
        return "A comparison holds two values against each other."
    if query.bots is not None and query.bots not in get_args(Bots):
        return f"Bots are left out, counted with or counted only: {', '.join(get_args(Bots))}."
    counts = {"limit": query.limit, "least_games": query.least_games}
    if query.last is not None:
        counts["last"] = query.last[0] if len(query.last) == 2 else None
        if counts["last"] is None:
            return "`last` has a count and what is counted: [30, 'day']."
    for name, count in counts.items():
        if count is not None and (type(count) is not int or count < 0):
            return f"{name!r} wants a whole number, {count!r} is none."
    if query.level is not None and not (_is_number(query.level, above=0) and query.level < 1):
        return f"An interval's level lies between 0 and 1, not at {query.level!r}."
    return ""


def _is_number(value: Any, *, above: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > above


def _fault(names: Catalogue, query: Query) -> str:
    """Say what of a Query that did not come from a phrase makes no sense; nothing if all does."""
    if not query.measures:
        return "There is nothing that is asked for."
    conditions = [*query.where, *(one for measure in query.measures for one in measure.such)]
    dimensions = [step.dimension for step in query.by]
    dimensions += [condition.dimension for condition in conditions]
    if query.compare is not None:
        dimensions.append(query.compare.dimension)
        conditions.append(Condition(query.compare.dimension, "=", query.compare.values))
    for measure in query.measures:
        if measure.metric not in names.metrics:
            return f"There is no metric {measure.metric!r}."
        if fault := _senseless(names.metrics[measure.metric], measure):
            return fault
        if measure.per is not None and measure.per not in names.units:
            return f"There is no unit {measure.per!r}."
        if measure.aggregate == "quantile" and not 0 < (measure.quantile or 0) < 1:
            return f"A quantile lies between 0 and 1, not at {measure.quantile}."
    for name in dimensions:
        if name not in names.dimensions:
            return f"There is no dimension {name!r}."
    for condition in conditions:
        kind = names.dimensions[condition.dimension].kind
        for value in condition.values:
            if kind == "number" and not isinstance(value, int | float):
                return f"{condition.dimension} is a number, {value!r} is none."
            if kind == "time" and not _is_date(value):
                return f"{condition.dimension} is a date, {value!r} is none."
        if condition.operator == "between" and condition.values[0] > condition.values[1]:  # type: ignore[operator]  # both numbers or dates
            return f"Nothing lies between {condition.values[0]} and {condition.values[1]}."
        if condition.operator == "contains" and kind != "text":
            return f"{condition.dimension} is no text, so it contains nothing."
    for step in query.by:
        if step.span is not None and step.span not in SPANS:
            return f"There is no span {step.span!r}; there are {', '.join(SPANS)}."
    for latest in (query.previous or PERIOD, query.last[1] if query.last else PERIOD):
        if latest not in (PERIOD, "game", *SPANS) and not (
            latest == query.previous and _is_date(latest)
        ):
            ordered = names.dimensions.get(latest)
            if ordered is None or ordered.kind != "text" or "games" not in ordered.at:
                return f"{latest!r} has no order in time."
    if query.previous == PERIOD and (query.last is None or query.last[1] not in SPANS):
        return "`previous: period` wants a span in `last`."
    for day in (query.since, query.until):
        if day is not None and not _is_date(day):
            return f"{day!r} is no date; write 2026-11-29."
    if query.compare is not None and query.previous is not None:
        return "One comparison at a time: `compare` or `previous`."
    orders = [*(step.dimension for step in query.by), *map(str, query.measures), *BESIDE]
    if query.order is not None and query.order not in orders:
        return f"The answer has no column {query.order!r} to be ordered by; it has {', '.join(orders)}."
    if query.since is not None and query.until is not None and query.since >= query.until:
        return f"No day is from {query.since} on and before {query.until}."
    return ""


def _senseless(metric: Metric, measure: Measure) -> str:
    """Say which aggregate no phrase could ask for of a metric; nothing if it makes sense."""
    asked, name = measure.aggregate, measure.metric
    if (asked == "rate") != bool(metric.top) and asked in ("rate", "mean", "total"):
        kind = "is a rate or a ratio" if metric.top else "is no rate"
        return f"{name} {kind}, so that there is no {asked!r} of it."
    if asked == "share" and not measure.such and not metric.whole:
        return f"{name} is no share of anything; `such` says which of them count."
    for has, needed, name in (
        (measure.such, "share", "such"),
        (measure.bins is not None, "distribution", "bins"),
        (measure.quantile is not None, "quantile", "quantile"),
    ):
        if has and asked != needed:
            return f"{name!r} goes with {needed!r}, and not with {asked!r}."
    if asked in ("rate", "total", "share") and measure.per is not None:
        return f"{asked!r} is no average, so that it is not told per {measure.per}."
    return ""


def _is_date(value: Any) -> bool:
    try:
        date.fromisoformat(value)
    except (ValueError, TypeError):
        return False
    return True
