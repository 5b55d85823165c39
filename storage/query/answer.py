"""Answers a question: phrase or Query in, Result out."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Protocol

from .catalogue import Catalogue
from .comparison import Compared
from .database import Database
from .errors import PhraseError
from .figures import SESSIONS, Answered, Counter
from .layout import Layout
from .notes import Notes
from .plan import Scope
from .query import Query
from .question import read_question, split_by_comparison
from .result import Column, Result


class Source(Protocol):
    """A reading of the store."""

    @property
    def connection(self) -> Any: ...


class Counted(NamedTuple):
    """A question with its figures, not yet laid out."""

    names: Catalogue
    query: Query
    counter: Counter
    found: dict[tuple[str, str], int]
    """Games that fit, by game and who played."""
    answers: list[Answered]


def count(
    reading: Source,
    question: str | Query,
    *,
    level: float = 0.95,
    anytime: bool = False,
    now: datetime | None = None,
) -> Counted:
    """Count what *question* asks for. Raises PhraseError."""
    database = Database(reading.connection)
    names, asked = read_question(reading.connection, question)
    query = asked.query
    level = query.level or level
    anytime = query.anytime or anytime
    counter = Counter(database, names, asked, split_by_comparison(query), level, anytime=anytime)
    if query.compare is not None:
        counter.pair = query.compare.values
    _refuse_crowded_distribution(query, asked.phrase)
    for measure in query.measures:
        counter.plan(measure)  # what cannot be asked is told before anything runs
    moment = now or datetime.now(UTC)
    counter.scope = _scope(query, "with", moment)
    found: dict[tuple[str, str], int] = {}
    of_sessions = 0
    for game, who, games, in_session in database.rows(lambda: counter.compiler().games()):
        found[game, who] = games
        of_sessions += in_session
    counter.scope = _scope(query, _bots(query, found), moment)
    counter.has_sessions = of_sessions >= SESSIONS
    answers = [counter.answer(measure) for measure in query.measures]
    return Counted(names, query, counter, found, answers)


def run(
    reading: Source,
    question: str | Query,
    *,
    level: float = 0.95,
    anytime: bool = False,
    ids: bool = False,
    now: datetime | None = None,
) -> Result:
    """Return the answer to *question* on the games of *reading*.

    *level* and *anytime* hold for the intervals where the question does not say otherwise; with
    *ids* each row names the games behind it; *now* is what ``last 30 days`` counts back from.
    Raises PhraseError.
    """
    began = time.perf_counter()
    names, query, counter, found, answers = count(
        reading, question, level=level, anytime=anytime, now=now
    )
    database = counter.database
    layout = Layout(query, names, answers)
    keys, dropped = layout.keys()
    columns = list(layout.columns)
    verdicts: list[str] = []
    if query.compare is not None:
        compared = Compared(query.compare, names, counter.level, anytime=counter.anytime)
        rows, verdicts = compared.rows(layout, keys)
    else:
        rows = layout.rows(keys)
    if ids and query.compare is None:
        columns.append(Column("game_ids", "games' ids", "text"))
        dims = len(keys[0]) if keys else 0
        listed = database.rows(lambda: counter.compiler().ids(answers[0].plan))
        by_key = {tuple(row[:dims]): row[dims] for row in listed}
        for key, row in zip(keys, rows, strict=True):
            row.append(" ".join(map(str, by_key.get(key) or ())))
    notes = Notes(query, names, counter.scope, found, answers)
    return Result(
        query=query,
        columns=tuple(columns),
        rows=tuple(map(tuple, rows)),
        n=answers[0].total.n,
        games=max(answer.total.games for answer in answers),
        level=counter.level,
        unit=notes.unit(),
        left_out=tuple(notes.left_out()),
        notes=(*dropped, *notes.notes(), *verdicts),
        meanings=tuple(map(notes.meaning, answers)),
        plans=tuple(map(notes.plan, answers)),
        statements=tuple((one.sql, one.values) for one in database.statements),
        seconds=time.perf_counter() - began,
    )


def _refuse_crowded_distribution(query: Query, phrase: str) -> None:
    """Raise where a distribution, whose rows are its values, has something beside it."""
    measures = query.measures
    if any(one.aggregate == "distribution" for one in measures):
        if len(measures) > 1 or query.compare is not None:
            raise PhraseError(
                phrase,
                0,
                len(phrase),
                "A distribution stands alone: its rows are its values.",
                code="does-not-fit",
                suggestions=[str(one) for one in measures if one.aggregate == "distribution"],
            )


def _scope(query: Query, bots: str, now: datetime) -> Scope:
    since = query.since
    if query.last is not None:
        since = max(since or "", _back(now, *query.last))
    return Scope(bots, since, query.until)


def _bots(query: Query, found: dict[tuple[str, str], int]) -> str:
    """Return whether games of bots count: unless it is said, only where there are no others."""
    if query.bots is not None:
        return query.bots
    bots = sum(games for (_, who), games in found.items() if who == "bots")
    return "only" if bots and bots == sum(found.values()) else "without"


def _back(now: datetime, count: int, span: str) -> str:
    """Return the moment *count* spans before *now*, in UTC, as SQL reads it."""
    now = now.astimezone(UTC).replace(tzinfo=None)
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
