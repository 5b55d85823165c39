"""Answers a question: phrase or Query in, Result out."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from .arrivals import WHEN, arrivals, asks_when, counts_in_time
from .beside_bots import SIDES, ComparedWithBots, Simulate, beside, refuse_unfit
from .catalogue import Catalogue
from .comparison import Compared
from .database import Database
from .dealt import asks_for_deals, by_log, dealt, said_of
from .errors import PhraseError
from .figures import Answered, Counter
from .latest import Latest, scope_of
from .layout import Layout
from .notes import Notes
from .plan import Elsewhere
from .query import Query
from .question import read_question, split_by_comparison
from .result import Column, Result
from .values import Store


class Source(Protocol):
    """A reading of the store."""

    @property
    def connection(self) -> Any: ...
    @property
    def remembered(self) -> dict[object, Any]: ...


class Counted(NamedTuple):
    """A question with its figures, not yet laid out."""

    names: Catalogue
    query: Query
    counter: Counter
    found: dict[tuple[str, str], int]
    """Games that fit, by game and who played."""
    answers: list[Answered]
    settled: tuple[str, ...] = ()
    """What counts back from the latest, and how far deals are known, in sentences."""


def count(
    reading: Source,
    question: str | Query,
    *,
    level: float = 0.95,
    anytime: bool = False,
    now: datetime | None = None,
    may_group: bool = False,
) -> Counted:
    """Count what *question* asks for. Raises PhraseError.

    *may_group*: of very many sessions intervals may rest on random groups, which are not how many
    sessions there are.
    """
    database = Database(reading.connection, reading.remembered)
    names, asked = read_question(reading, question)
    query = _binned(asked.query, names)
    asked = asked._replace(query=query)
    level = query.level or level
    anytime = query.anytime or anytime
    counted = split_by_comparison(query)
    counter = Counter(database, names, asked, counted, level, anytime=anytime, may_group=may_group)
    if query.compare is not None:
        counter.pair = query.compare.values
    values = Store(database.connection, names, reading.remembered)
    counter.games = frozenset(values.of(names.dimensions["game"]) or ())
    refuse_unfit(query, asked.phrase)
    _refuse_crowded_distribution(query, asked.phrase)
    elsewhere = Elsewhere(
        _arrivals(reading, query, names, asked.phrase),
        dealt(reading) if asks_for_deals(query) else "",
    )
    for measure in query.measures:
        counter.plan(measure)  # what cannot be asked is told before anything runs
    moment = now or datetime.now(UTC)
    counter.scope = scope_of(query, "with", moment, elsewhere)
    found, of_sessions = _games(counter)
    bots = _bots(query, found)
    counter.scope = scope_of(query, bots, moment, elsewhere)
    counter.fitting = found
    latest = Latest(counter, moment)
    latest.settle()
    if latest.said:  # fewer games than it seemed
        counter.scope = counter.scope._replace(bots="with")
        found, of_sessions = _games(counter)
        counter.scope = counter.scope._replace(bots=bots)
        counter.fitting = found
    counter.look_at_sessions(of_sessions)
    answers = [counter.answer(measure) for measure in query.measures]
    said = [*latest.said, *([said_of(by_log(reading))] if asks_for_deals(query) else [])]
    return Counted(names, latest.query, counter, found, answers, tuple(said))


def _binned(query: Query, names: Catalogue) -> Query:
    """Return the question with bins where a number has too many values to stand by themselves."""
    steps = (
        step if step.bins else step._replace(bins=names.dimensions[step.dimension].bins)
        for step in query.by
    )
    return query._replace(by=tuple(steps))


def _games(counter: Counter) -> tuple[dict[tuple[str, str], int], int]:
    """Return the games that fit, by game and who played, and how many are of a session."""
    wanted = counter.compiler().wanted_games()
    found: dict[tuple[str, str], int] = {}
    of_sessions = 0
    is_of_all = not counter.query.where
    for game, who, games, in_session in counter.database.rows(
        lambda: counter.compiler().games(), again=True, of_all=is_of_all
    ):
        if wanted is None or game in wanted:
            found[game, who] = games
            of_sessions += in_session
    return found, of_sessions


def run(
    reading: Source,
    question: str | Query,
    *,
    level: float = 0.95,
    anytime: bool = False,
    ids: bool = False,
    now: datetime | None = None,
    simulate: Simulate | None = None,
) -> Result:
    """Return the answer to *question* on the games of *reading*.

    *level* and *anytime* hold for the intervals where the question does not say otherwise; with
    *ids* each row names the games behind it; *now* is what ``last 30 days`` counts back from;
    *simulate* plays the games of bots that the answer wants and the store does not keep yet.
    Raises PhraseError.
    """
    began = time.perf_counter()
    names, query, counter, found, answers, settled = count(
        reading, question, level=level, anytime=anytime, now=now, may_group=True
    )
    database = counter.database
    layout = Layout(query, names, answers)
    keys, dropped = layout.keys()
    columns = list(layout.columns)
    verdicts: list[str] = []
    plans: list[str] = []
    if query.beside_bots:
        told = beside(counter, answers[0], reading, simulate)
        layout = Layout(query._replace(compare=SIDES), names, [told.answer])
        columns = list(layout.columns)
        rows, verdicts = ComparedWithBots(counter).rows(layout, keys)
        verdicts = [*told.notes, *verdicts]
        plans = told.plans
    elif query.compare is not None:
        compared = Compared(query.compare, names, counter.level, anytime=counter.anytime)
        rows, verdicts = compared.rows(layout, keys)
    else:
        rows = layout.rows(keys)
    if ids and query.compare is None and not query.beside_bots:
        columns.append(Column("game_ids", "games' ids", "text"))
        dims = len(keys[0]) if keys else 0
        listed = database.rows(lambda: counter.compiler().ids(answers[0].plan))
        by_key = {tuple(row[:dims]): row[dims] for row in listed}
        for key, row in zip(keys, rows, strict=True):
            row.append(" ".join(map(str, by_key.get(key) or ())))
    notes = Notes(
        query, names, counter.scope, found, answers, counter.level, is_empty=not counter.games
    )
    return Result(
        query=counter.asked.query,
        columns=tuple(columns),
        rows=tuple(map(tuple, rows)),
        n=answers[0].total.n,
        games=max(answer.total.games for answer in answers),
        level=counter.level,
        unit=notes.unit(),
        left_out=tuple(notes.left_out()),
        notes=(*settled, *dropped, *notes.notes(), *verdicts),
        meanings=tuple(map(notes.meaning, answers)),
        plans=(*map(notes.plan, answers), *plans),
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


def _arrivals(reading: Source, query: Query, names: Catalogue, phrase: str) -> str:
    """Return when rejected logs came, as SQL, where the question is about that. Raises PhraseError."""
    if not asks_when(query, names):
        return ""
    found = arrivals(reading)
    if found and counts_in_time(query):
        return found
    undated = query._replace(since=None, until=None, last=None, previous=None)
    undated = undated._replace(by=tuple(step for step in query.by if step.dimension != WHEN))
    raise PhraseError(
        phrase,
        0,
        len(phrase),
        "Rejected logs belong to no game or session; they are chosen by the day they came."
        if found
        else "It is not known here when rejected logs came.",
        code="does-not-fit",
        suggestions=[f"{undated} last 7 days", f"{undated} by week"] if found else [str(undated)],
        is_whole=True,
    )


def _bots(query: Query, found: dict[tuple[str, str], int]) -> str:
    """Return whether games of bots count: unless it is said, only where there are no others."""
    if query.bots is not None:
        return query.bots
    if query.beside_bots:
        return "without"
    bots = sum(games for (_, who), games in found.items() if who == "bots")
    return "only" if bots and bots == sum(found.values()) else "without"
