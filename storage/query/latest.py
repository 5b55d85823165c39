"""Settles what counts back from the latest: the last sessions or games, and the one before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from .cases import CUT, NOTHING_ELSE
from .errors import PhraseError
from .figures import Counter
from .language.words import SPANS
from .layout import counted
from .plan import Elsewhere, Scope
from .query import PERIOD, Comparison, Condition, Query, Step, is_day
from .question import split_by_comparison


def scope_of(query: Query, bots: str, now: datetime, elsewhere: Elsewhere = NOTHING_ELSE) -> Scope:
    """Return the games that a question is about, but for the latest of something."""
    since = query.since
    if query.last is not None and query.last[1] in SPANS:
        since = max(since or "", back(now, *query.last))
    return Scope(bots, since, query.until, elsewhere=elsewhere)


class Latest:
    """What was settled, and what is to be said of it."""

    def __init__(self, counter: Counter, now: datetime) -> None:
        self.counter = counter
        self.now = now
        self.query = counter.asked.query
        """With what is held against each other."""
        self.said: list[str] = []

    def settle(self) -> None:
        """Find the latest games, sessions or versions in the store, and what came before them."""
        query, counter = self.query, self.counter
        if query.last is not None and query.last[1] == "game":
            self._choose_games(query.last[0])
        elif query.last is not None and query.last[1] not in SPANS:
            count, name = query.last
            values = self._values(name, count)
            where = Condition(name, "=", tuple(values) or ("",))
            counter.query = counter.query._replace(where=(*counter.query.where, where))
            named = ", ".join(map(str, values)) or "none"
            self.said.append(f"The last {counted(count, name)}: {named}.")
        if query.previous is not None:
            self._compare()

    def _choose_games(self, count: int) -> None:
        rows = self.counter.database.rows(lambda: self.counter.compiler().moment(count))
        if rows and rows[0][0] is not None:
            since = rows[0][0].isoformat(" ")
            scope = self.counter.scope
            self.counter.scope = scope._replace(since=max(scope.since or "", since))
            self.said.append(f"The last {counted(count, 'game')}: those since {since} (UTC).")

    def _values(self, name: str, count: int) -> list[Any]:
        dimension = self.counter.names.dimensions[name]
        rows = self.counter.database.rows(lambda: self.counter.compiler().latest(dimension, count))
        return [row[0] for row in rows][::-1]

    def _compare(self) -> None:
        counter = self.counter
        compare = self._before()
        self.query = self.query._replace(compare=compare)
        split = split_by_comparison(counter.query._replace(compare=compare))
        if counter.scope.cut is not None:
            step = Step(compare.dimension, span=CUT)
            split = split._replace(by=(*split.by[:-1], step), where=split.where[:-1])
        counter.query = split
        counter.pair = compare.values

    def _before(self) -> Comparison:
        """Return what is compared: the one before and the latest one."""
        previous = self.query.previous
        assert previous is not None, "it is asked for"
        if is_day(previous):
            labels = (f"before {previous}", f"since {previous}")
            self.counter.scope = self.counter.scope._replace(cut=(previous, *labels))
            self.said.append(f"Compared: {labels[1]} with {labels[0]} (UTC).")
            return Comparison("played at", labels)
        if previous not in SPANS and previous != PERIOD:
            values = self._values(previous, 2)
            if len(values) < 2:
                phrase = self.counter.asked.phrase
                raise PhraseError(
                    phrase,
                    0,
                    len(phrase),
                    f"There are no two of {previous} to compare: "
                    + (f"only {values[0]}." if values else "no game that fits names one."),
                    code="nothing-before",
                    hint="`cardstats values` lists what the store has.",
                )
            self.said.append(f"Compared: {previous} {values[1]} with {values[0]} before.")
            return Comparison(previous, (values[0], values[1]))
        span = self.query.last if previous == PERIOD else (0, previous)
        assert span is not None, "the reader saw to it"
        count, unit = span
        cut = back(self.now, count, unit)
        since = back(datetime.fromisoformat(cut).replace(tzinfo=UTC), count or 1, unit)
        labels = (f"{since} to {cut}", f"since {cut}")
        if count == 0:
            labels = (f"{_day(since)} to {_day(cut, -1)}", f"since {_day(cut)}")
        self.counter.scope = self.counter.scope._replace(since=since, cut=(cut, *labels))
        self.said.append(f"Compared: {labels[1]} with {labels[0]} (UTC).")
        return Comparison("played at", labels)


def _day(moment: str, more: int = 0) -> str:
    """Return the day of a moment, or so many days later."""
    return (datetime.fromisoformat(moment) + timedelta(days=more)).date().isoformat()


def back(now: datetime, count: int, span: str) -> str:
    """Return the moment *count* spans before *now*, in UTC, as SQL reads it; 0: where it began."""
    now = now.astimezone(UTC).replace(tzinfo=None)
    if count == 0:
        now = now.replace(hour=0, minute=0, second=0, microsecond=0)
        days = {"week": now.weekday(), "day": 0}.get(span, now.day - 1)
        months = {"quarter": (now.month - 1) % 3, "year": now.month - 1}.get(span, 0)
        began = now - timedelta(days=days)
        return began.replace(month=began.month - months).isoformat(" ", "seconds")
    try:
        if span in ("day", "week"):
            then = now - timedelta(days=count * (7 if span == "week" else 1))
        else:
            months = now.year * 12 + now.month - 1
            months -= count * {"month": 1, "quarter": 3, "year": 12}[span]
            year, month = divmod(months, 12)
            then = now.replace(year=year, month=month + 1, day=min(now.day, 28))
    except (OverflowError, ValueError):  # before there was a calendar
        then = datetime(1, 1, 1)  # noqa: DTZ001 - the tables' times are in UTC and carry no zone
    return then.isoformat(" ", "seconds")
