"""Answers a question: phrase or Query in, Result out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from engine.metrics import NEEDS

from .catalogue import Catalogue, catalogue, normal, whole_catalogue
from .compile import Compiler, Statement, Sums
from .errors import PhraseError
from .phrase import Asked, read_asked
from .plan import OF_ROWS, CannotAsk, Plan, Scope
from .query import Condition, Measure, Query, Step
from .result import Column, LeftOut, Result
from .statistics import (
    NOTHING,
    ClusterSums,
    Interval,
    games_to_settle,
    mean_difference,
    mean_interval,
    rank_interval,
    rate_difference,
    rate_interval,
)

SESSIONS: Final = 5
"""From so many sessions on they are the unit of an interval, below it games are."""

MOST_BINS: Final = 24
"""A distribution with more different values is put into bins."""


class Source(Protocol):
    """A reading of the store."""

    @property
    def connection(self) -> Any: ...


class Figure(NamedTuple):
    """One number of an answer, with what it rests on."""

    interval: Interval
    """Of the value, or of the share where groups are counted."""
    n: int
    """Cases."""
    games: int
    unit: str = "game"
    """What the interval takes as independent: game or session."""
    untold: int = 0
    """Games that cannot tell."""
    counted: int | None = None
    """Where groups are counted: how many; the interval's estimate is then their share of all."""
    sums: ClusterSums | None = None

    @property
    def value(self) -> float | None:
        """The number itself."""
        return self.interval.estimate if self.counted is None else self.counted


_NONE: Final = Figure(Interval(None, None, None, 0, NOTHING), 0, 0)

Key: TypeAlias = tuple[Any, ...]
Verdict: TypeAlias = tuple[bool | None, int | None]
"""Whether a difference is settled, and how many more games would settle it."""
_Fill: TypeAlias = Callable[[Figure, Verdict], list[Any]]
_OPEN: Final[Verdict] = (None, None)


class Answered(NamedTuple):
    """One measure with its figures."""

    plan: Plan
    groups: dict[Key, Figure]
    total: Figure
    """Of all groups together."""

    @property
    def measure(self) -> Measure:
        """What was asked."""
        return self.plan.measure

    def figure(self, key: Key) -> Figure:
        """Return the figure of a group, an empty one where there is none."""
        return self.groups.get(key, _NONE)


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
    return _Answer(reading.connection, question, level, anytime, ids, now).result()


class _Answer:
    def __init__(
        self,
        connection: Any,
        question: str | Query,
        level: float,
        anytime: bool,
        ids: bool,
        now: datetime | None,
    ) -> None:
        self.began = time.perf_counter()
        self.connection = connection
        self.names, self.asked = _read(connection, question)
        self.query = self.asked.query
        self.level = self.query.level or level
        self.anytime = self.query.anytime or anytime
        self.wants_ids = ids
        self.now = now or datetime.now(UTC)
        self.statements: list[Statement] = []
        self.columns: dict[str, set[str]] | None = None
        self.counted = _split_by_comparison(self.query)
        """The question as it is counted: a comparison is one more split."""
        self.scope = self._dates("with")

    def result(self) -> Result:
        self._refuse_crowded_distribution()
        for measure in self.query.measures:
            self._plan(self.counted, measure)  # what cannot be asked is told before anything runs
        self.found = self._count_games()
        self.scope = self._dates(self._settle_bots())
        answers = [self._answer(measure) for measure in self.query.measures]
        return self._assemble(answers)

    def _refuse_crowded_distribution(self) -> None:
        """Raise where a distribution, whose rows are its values, has something beside it."""
        measures = self.query.measures
        if any(one.aggregate == "distribution" for one in measures):
            if len(measures) > 1 or self.query.compare is not None:
                phrase = self.asked.phrase
                raise PhraseError(
                    phrase,
                    0,
                    len(phrase),
                    "A distribution stands alone: its rows are its values.",
                    code="does-not-fit",
                    suggestions=[str(one) for one in measures if one.aggregate == "distribution"],
                )

    # -- which games

    def _count_games(self) -> dict[tuple[str, str], int]:
        """Return how many games fit the question, by game and who played."""
        rows = self._execute(lambda compiler: compiler.games())
        return {(game, who): count for game, who, count in rows}

    def _count_by(self, who: str) -> int:
        return sum(count for (_, by), count in self.found.items() if by == who)

    def _dates(self, bots: str) -> Scope:
        since = self.query.since
        if self.query.last is not None:
            since = max(since or "", _back(self.now, *self.query.last))
        return Scope(bots, since, self.query.until)

    def _settle_bots(self) -> str:
        if self.query.bots is not None:
            return self.query.bots
        bots = self._count_by("bots")
        return "only" if bots and bots == sum(self.found.values()) else "without"

    # -- figures

    def _answer(self, measure: Measure) -> Answered:
        if measure.aggregate == "distribution" and measure.bins is None:
            measure = self._with_bins(measure)
        plan = self._plan(self.counted, measure)
        if measure.aggregate in ("median", "quantile"):
            return self._of_all_too(plan, self._quantiles)
        if measure.aggregate in OF_ROWS and measure.aggregate != "distribution":
            return self._of_all_too(plan, self._extremes)
        return self._sums(plan)

    def _plan(self, query: Query, measure: Measure) -> Plan:
        compiler = Compiler(query, self.names, self.scope, self.columns)
        try:
            return compiler.plan(measure)
        except CannotAsk as error:
            from .suggest import explain_pair

            raise explain_pair(self.asked, compiler, error) from error

    def _sums(self, plan: Plan) -> Answered:
        rows = self._execute(lambda compiler: compiler.sums(plan))
        dims = len(self.counted.by) + (plan.measure.aggregate == "distribution")
        found = [(row[0], tuple(row[1 : dims + 1]), Sums(*row[dims + 1 :])) for row in rows]
        whole = next((sums for is_all, _, sums in found if is_all), None)
        groups = {
            key: self._figure(plan, sums, whole)
            for is_all, key, sums in found
            # A group in which nothing was counted is only the rest of the rows looked at.
            if not is_all and (sums.k or not plan.of_the_whole or not dims)
        }
        if not dims:
            return Answered(plan, groups or {(): _NONE}, groups.get((), _NONE))
        if whole is None:  # rows count once for each player, so that they have no sum
            return Answered(plan, groups, self._sums_of_all(plan))
        games = (whole.told if plan.counts_shares else whole.games) or 0
        return Answered(plan, groups, self._figure(plan, whole, whole)._replace(games=games))

    def _sums_of_all(self, plan: Plan) -> Figure:
        query = self.counted._replace(by=())
        plain = self._plan(query, plan.measure)
        rows = self._execute(lambda compiler: compiler.sums(plain), query)
        return self._figure(plain, Sums(*rows[0][1:]), None) if rows else _NONE

    def _figure(self, plan: Plan, row: Sums, whole: Sums | None) -> Figure:
        """Make a figure of the sums of a group; *whole* are those of all groups."""
        if not plan.of_the_whole:
            whole = None
        unit = "session" if (whole or row).sessions >= SESSIONS else "game"
        sums = _cluster_sums(row, whole, unit)
        measure = plan.measure
        interval: Interval
        count: int | None = None
        if plan.counts_shares:
            count = int(sums.k)
            if whole is None:
                interval = Interval(None, None, None, sums.units)
                return Figure(interval, count, row.told or 0, unit, row.untold or 0, count, sums)
        metric = self.names.metrics[measure.metric]
        if plan.counts_shares or metric.kind == "rate" or measure.aggregate == "share":
            interval = rate_interval(sums, self.level, anytime=self.anytime)
        else:
            interval = mean_interval(sums, self.level, anytime=self.anytime)
            if plan.metric.kind == "count" and interval.low is not None:
                low = max(0.0, interval.low)  # a count is not below 0
                interval = replace(interval, low=low)
        games = (row.games if whole is None else row.with_k) or 0
        return Figure(interval, int(sums.m), games, unit, row.untold or 0, count, sums)

    def _of_all_too(
        self, plan: Plan, groups_of: Callable[[Plan, Query], dict[Key, Figure]]
    ) -> Answered:
        """Answer by groups and once more for all, which for single cases is no sum of groups."""
        groups = groups_of(plan, self.counted)
        if not self.counted.by:
            return Answered(plan, groups or {(): _NONE}, groups.get((), _NONE))
        query = self.counted._replace(by=())
        whole = groups_of(self._plan(query, plan.measure), query)
        return Answered(plan, groups, whole.get((), _NONE))

    def _quantiles(self, plan: Plan, query: Query) -> dict[Key, Figure]:
        quantile = plan.measure.quantile or 0.5
        dims = len(query.by)
        found: dict[Key, tuple[Any, Interval, Figure]] = {}
        asked: set[float] = set()
        for row in self._execute(lambda compiler: compiler.sums(plan, quantile), query):
            *numbers, value = row[dims + 1 :]
            counted = Sums(*numbers)
            unit = "session" if counted.sessions >= SESSIONS else "game"
            sums = _cluster_sums(counted, None, unit)
            ranks = rank_interval(sums, quantile, level=self.level, anytime=self.anytime)
            asked |= {rank for rank in (ranks.low, ranks.high) if rank is not None}
            figure = Figure(
                ranks, int(sums.m), counted.games or 0, unit, counted.untold or 0, sums=sums
            )
            found[tuple(row[1 : dims + 1])] = (value, ranks, figure)
        order = sorted(asked)
        at_ranks: dict[Key, dict[float, Any]] = {}
        if order:
            for row in self._execute(lambda compiler: compiler.ranks(plan, order), query):
                at_ranks[tuple(row[:dims])] = dict(zip(order, row[dims] or (), strict=False))
        groups = {}
        for key, (value, ranks, figure) in found.items():
            here = at_ranks.get(key, {})
            low, high = (
                None if rank is None else _plain(here.get(rank)) for rank in (ranks.low, ranks.high)
            )
            interval = Interval(_plain(value), low, high, ranks.units, ranks.why)
            groups[key] = figure._replace(interval=interval)
        return groups

    def _extremes(self, plan: Plan, query: Query) -> dict[Key, Figure]:
        rows = self._execute(
            lambda compiler: compiler.extremes(plan, plan.measure.aggregate), query
        )
        dims = len(query.by)
        found = {}
        for row in rows:
            value, n, games, untold = row[dims:]
            interval = Interval(_plain(value), None, None, games, None)
            found[tuple(row[:dims])] = Figure(interval, n, games, untold=untold)
        return found

    def _with_bins(self, measure: Measure) -> Measure:
        """Choose bins of a round width where there are too many different values for single ones."""
        plan = self._plan(self.counted, measure)
        rows = self._execute(lambda compiler: compiler.spans(plan))
        low, high, is_whole = rows[0]
        if low is None or (is_whole and high - low < MOST_BINS):
            return measure
        width = _round_up((high - low) / MOST_BINS)
        return measure._replace(bins=max(width, 1.0) if is_whole else width)

    # -- the database

    def _execute(
        self, make: Callable[[Compiler], Statement], query: Query | None = None
    ) -> list[Any]:
        """Run a statement; where the store lacks a column, make it anew without."""

        def statement() -> Statement:
            wanted = query or self.counted
            return make(Compiler(wanted, self.names, self.scope, self.columns))

        made = statement()
        try:
            rows = execute(self.connection, made)
        except Exception as error:
            if self.columns is not None or type(error).__name__ != "BinderException":
                raise
            self.columns = columns_of(self.connection)
            made = statement()
            rows = execute(self.connection, made)
        self.statements.append(made)
        return rows

    # -- putting it together

    def _assemble(self, answers: list[Answered]) -> Result:
        query = self.query
        first = answers[0]
        keys, dropped = self._keys(answers)
        columns = self._split_columns(answers)
        fills: list[_Fill] = []
        for at, answer in enumerate(answers):
            added, fill = self._columns_of(answer, is_one_of_many=len(answers) > 1)
            columns += [column._replace(measure=at) for column in added]
            fills.append(fill)
        verdicts: list[str] = []
        if query.compare is not None:
            rows, verdicts = self._compared(keys, answers, fills)
        else:
            rows = [
                [
                    *map(_shown_key, key),
                    *(
                        cell
                        for answer, fill in zip(answers, fills, strict=True)
                        for cell in fill(answer.figure(key), _OPEN)
                    ),
                ]
                for key in keys
            ]
        if self.wants_ids and query.compare is None:
            columns.append(Column("game_ids", "games' ids", "text"))
            dims = len(keys[0]) if keys else 0
            found = self._execute(lambda compiler: compiler.ids(first.plan))
            by_key = {tuple(row[:dims]): row[dims] for row in found}
            for key, row in zip(keys, rows, strict=True):
                row.append(" ".join(map(str, by_key.get(key) or ())))
        return Result(
            query=query,
            columns=tuple(columns),
            rows=tuple(map(tuple, rows)),
            n=first.total.n,
            games=max(answer.total.games for answer in answers),
            level=self.level,
            unit=self._unit(answers),
            left_out=tuple(self._left_out(answers)),
            notes=(*dropped, *self._notes(answers), *verdicts),
            meanings=tuple(self._meaning(answer) for answer in answers),
            statements=tuple((one.sql, one.values) for one in self.statements),
            seconds=time.perf_counter() - self.began,
        )

    def _split_columns(self, answers: list[Answered]) -> list[Column]:
        columns = []
        for step in self.query.by:
            dimension = self.names.dimensions[step.dimension]
            name = key_of(step.span or step.dimension)
            columns.append(
                Column(name, step.span or step.dimension, dimension.kind, dimension.unit)
            )
        if answers[0].measure.aggregate == "distribution":
            metric = self.names.metrics[answers[0].measure.metric]
            width = answers[0].measure.bins
            title = f"{metric.name} from (bins of {width:.12g})" if width else metric.name
            columns.append(Column(key_of(metric.name), title, "number", metric.unit))
        if self.query.compare is not None:
            name = self.query.compare.dimension
            columns.append(Column(key_of(name), name, "text"))
        return columns

    def _columns_of(self, answer: Answered, *, is_one_of_many: bool) -> tuple[list[Column], _Fill]:
        """Return the columns of a measure, and what fills them from a figure."""
        plan = answer.plan
        measure = answer.measure
        metric = self.names.metrics[measure.metric]
        is_share = metric.kind == "rate" or measure.aggregate == "share"
        shares = plan.counts_shares and not plan.fans_out and bool(self.counted.by)
        shares = shares or measure.aggregate == "distribution"
        is_counted = plan.counts_shares
        is_rate = is_share and not is_counted
        title = _title(measure, metric.unit)
        key = key_of(str(measure._replace(bins=None)))
        if is_counted:
            title = self._counted_title(measure)
            key = key_of(title)
        lead = f"{key}_" if is_one_of_many else ""
        kind: Any = "rate" if is_rate else "count" if is_counted else "number"
        columns = [Column(key, title, kind, "" if is_rate else metric.unit)]
        has_interval = shares or not (is_counted or measure.aggregate in ("min", "max", "sd"))
        if shares:
            columns.append(Column(f"{lead}share", "share", "rate"))
        if has_interval:
            columns.append(Column(f"{lead}low", "", "low", is_rate=is_rate or shares))
            columns.append(Column(f"{lead}high", "", "high", is_rate=is_rate or shares))
        if self.query.compare is not None:
            columns.append(Column(f"{lead}settled", "settled", "verdict"))
            columns.append(Column(f"{lead}more_games", "games to settle it", "count"))
        cases = self._cases(plan)
        if cases:
            columns.append(Column(f"{lead}n", cases, "count"))
        is_games = is_counted and "games" in (measure.metric, title) and not plan.fans_out
        if not is_games:
            named = "logs" if plan.table == "violations" else "games"
            columns.append(Column(f"{lead}games", named, "count"))

        def fill(figure: Figure, verdict: Verdict) -> list[Any]:
            cells: list[Any] = [_plain(figure.value)]
            if shares:
                cells.append(figure.interval.estimate)
            if has_interval:
                cells += [_plain(figure.interval.low), _plain(figure.interval.high)]
            if self.query.compare is not None:
                cells += verdict
            if cases:
                cells.append(figure.n)
            if not is_games:
                cells.append(figure.games)
            return cells

        return columns, fill

    def _counted_title(self, measure: Measure) -> str:
        """Return the head of a column that counts."""
        if measure.aggregate == "distribution":
            return self.names.units[measure.per or self.names.metrics[measure.metric].per].plural
        return str(measure._replace(aggregate="total"))

    def _cases(self, plan: Plan) -> str:
        """Return what n counts, nothing where it is the games or the column itself."""
        measure = plan.measure
        metric = self.names.metrics[measure.metric]
        if plan.counts_shares:
            return ""
        if metric.bottom and measure.aggregate == "rate":
            name = metric.bottom
        elif measure.aggregate == "share":
            name = metric.whole
        else:
            name = self.names.units[measure.per or metric.per].plural
        return "" if name == "games" and (plan.table == "games" or plan.spread) else name

    def _keys(self, answers: list[Answered]) -> tuple[list[Key], list[str]]:
        """Return the rows' keys in order, and what is said of those that are not shown."""
        query = self.query
        keys = list(dict.fromkeys(key for answer in answers for key in answer.groups))
        dropped = []
        if query.compare is not None:
            keys = list(dict.fromkeys(key[:-1] for key in keys)) or ([] if query.by else [()])
        if query.least_games is not None and query.compare is None:
            least = query.least_games
            kept = [
                key for key in keys if max(answer.figure(key).games for answer in answers) >= least
            ]
            if len(kept) < len(keys):
                dropped.append(
                    f"{_count(len(keys) - len(kept), 'row')} with fewer than {least} games"
                    f" {'is' if len(keys) - len(kept) == 1 else 'are'} not shown."
                )
            keys = kept
        keys = self._ordered(keys, answers)
        if query.limit is not None and query.limit < len(keys):
            dropped.append(f"{query.limit} of {len(keys)} rows are shown.")
            keys = keys[: query.limit]
        return keys, dropped

    def _ordered(self, keys: list[Key], answers: list[Answered]) -> list[Key]:
        query = self.query
        dimensions = [self.names.dimensions[step.dimension] for step in query.by]
        places = [{value: at for at, value in enumerate(one.order)} for one in dimensions]
        places += [{}, {}]  # of a distribution's values, and of a comparison's

        def natural(key: Key) -> tuple[Any, ...]:
            return tuple(_place(value, places[at]) for at, value in enumerate(key))

        keys = sorted(keys, key=natural)
        measures = [str(measure) for measure in query.measures]
        steps = [step.dimension for step in query.by]
        if query.compare is not None:
            return keys
        if query.order in steps:
            at = steps.index(query.order)
            return sorted(keys, key=lambda key: natural(key)[at], reverse=query.descending)
        is_listing = answers[0].measure.aggregate == "total" and len(query.by) == 1
        if query.order is None and is_listing:
            if dimensions[0].kind == "text" and not dimensions[0].order:
                return _by_value(keys, answers[0], is_down=True)
        if query.order in measures:
            answer = answers[measures.index(query.order)]
            return _by_value(keys, answer, is_down=query.descending)
        return keys

    # -- two values against each other

    def _compared(
        self, keys: list[Key], answers: list[Answered], fills: list[_Fill]
    ) -> tuple[list[list[Any]], list[str]]:
        """Return three rows a key, the first value, the second, and second less first; verdicts."""
        compare = self.query.compare
        assert compare is not None, "there is something to compare"
        first, second = compare.values
        rows: list[list[Any]] = []
        verdicts = []
        for key in keys:
            named = [*map(_shown_key, key)]
            lines = [[*named, one] for one in (str(first), str(second), f"{second} − {first}")]
            for answer, fill in zip(answers, fills, strict=True):
                a, b = (answer.figure((*key, _as_key(value))) for value in (first, second))
                difference = self._difference(answer, a, b)
                more = games_to_settle(difference, level=self.level)
                is_counted = answer.plan.counts_shares
                less = (b.counted or 0) - (a.counted or 0) if is_counted else None
                both = Figure(difference, a.n + b.n, a.games + b.games, counted=less)
                lines[0] += fill(a, _OPEN)
                lines[1] += fill(b, _OPEN)
                is_open = difference.low is None
                lines[2] += fill(both, _OPEN if is_open else (difference.settled, more))
                verdicts.append(_verdict(answer.measure, key, difference, more))
            rows += lines
        return rows, verdicts

    def _difference(self, answer: Answered, a: Figure, b: Figure) -> Interval:
        """Return second less first, with the interval that it has."""
        units = a.interval.units + b.interval.units
        if a.interval.estimate is None or b.interval.estimate is None:
            why = a.interval.why or b.interval.why or NOTHING
            return Interval(None, None, None, units, why)
        if answer.measure.aggregate in OF_ROWS:
            size = b.interval.estimate - a.interval.estimate
            return Interval(
                size, None, None, units, "a difference of quantiles has no interval yet"
            )
        metric = self.names.metrics[answer.measure.metric]
        is_rate = metric.kind == "rate" or answer.measure.aggregate == "share"
        if is_rate or answer.plan.counts_shares:
            return rate_difference(b.interval, a.interval)
        assert a.sums is not None and b.sums is not None, "a mean is made of sums"
        return mean_difference(b.sums, a.sums, level=self.level, anytime=self.anytime)

    # -- what goes with the numbers

    def _unit(self, answers: list[Answered]) -> str:
        shown = [figure for answer in answers for figure in answer.groups.values()]
        units = {figure.unit for figure in shown if figure.interval.low is not None}
        if units == {"session"}:
            return "sessions"
        if units == {"session", "game"}:
            return f"sessions, and games where there are fewer than {SESSIONS} of them,"
        return "games" if units else ""

    def _left_out(self, answers: list[Answered]) -> list[LeftOut]:
        found = []
        bots = self._count_by("bots")
        if bots and self.scope.bots == "without" and not _only_violations(answers):
            found.append(LeftOut(bots, " of bots (`including bots` counts them)"))
        for answer in answers:
            if answer.total.untold:
                needs = self.names.needs(answer.measure.metric)
                reason = NEEDS[needs[0]] if needs else "they tell nothing of it"  # type: ignore[index]
                found.append(LeftOut(answer.total.untold, f", {reason}", str(answer.measure)))
        return found

    def _notes(self, answers: list[Answered]) -> list[str]:
        notes: list[str] = []
        if not _only_violations(answers):
            notes += self._notes_on_games()
        else:
            notes.append("Counted in rejected logs, whoever played.")
        for answer in answers:
            measure = answer.measure
            if measure.per in ("target", "round") and measure.aggregate != "distribution":
                notes.append(
                    f"Every {measure.per} that was begun counts, finished or not"
                    + (
                        " (`for hit targets` leaves the others out)."
                        if measure.per == "target"
                        else "."
                    )
                )
            if answer.plan.absent and not answer.total.n:
                notes.append(f"No game in the store tells {measure.metric}.")
            if answer.plan.fans_out:
                notes.append("A game counts once for each of its players.")
        if self.query.compare is not None:
            dimension = self.names.dimensions[self.query.compare.dimension]
            if "games" not in dimension.at:
                notes.append(
                    "Both sides may share games; the interval of the difference is then a guide."
                )
        reasons = {
            figure.interval.why
            for answer in answers
            for figure in answer.groups.values()
            if figure.interval.why and figure.interval.estimate is not None
        }
        notes += [f"Where an interval is open or missing: {why}." for why in sorted(reasons)]
        return list(dict.fromkeys(notes))

    def _notes_on_games(self) -> list[str]:
        notes = []
        if not self.found:
            first = self.query.measures[0]
            games = self.names.games_of(first.metric, first.per)
            of = f" It is asked of {' and '.join(games)}." if games else ""
            notes.append(f"No game in the store fits this question.{of}")
        if self.scope.bots == "only":
            if self.query.bots is None:
                notes.append("Only games of bots fit this question, so it is these that count.")
            else:
                notes.append("Only games of bots count.")
        elif self.scope.bots == "with" and self._count_by("bots"):
            notes.append(f"{_count(self._count_by('bots'), 'game')} of bots counted too.")
        by_game: dict[str, int] = {}
        for (game, who), count in self.found.items():
            if self.scope.bots == "with" or (who == "bots") == (self.scope.bots == "only"):
                by_game[game] = by_game.get(game, 0) + count
        is_split = any(step.dimension == "game" for step in self.query.by)
        if len(by_game) > 1 and not is_split:
            named = ", ".join(f"{game} ({count})" for game, count in sorted(by_game.items()))
            notes.append(f"These are several games: {named}; `by game` tells them apart.")
        return notes

    def _meaning(self, answer: Answered) -> str:
        metric = self.names.metrics[answer.measure.metric]
        return f"{answer.measure}: {metric.sentence}"


def _title(measure: Measure, unit: str) -> str:
    """Return the head of a measure's column."""
    title = str(measure)
    return f"{title} ({unit})" if unit and unit not in title and measure.per is None else title


def _verdict(measure: Measure, key: Key, difference: Interval, more: int | None) -> str:
    where = f" ({', '.join(map(str, key))})" if key else ""
    if difference.low is None:
        return f"{measure}{where}: no interval of the difference, because {difference.why}."
    if difference.settled:
        return f"{measure}{where}: the difference is settled."
    if more is None:
        return f"{measure}{where}: not settled."
    return (
        f"{measure}{where}: not settled; about {_count(more, 'more game')} would settle a"
        " difference of that size."
    )


def _split_by_comparison(query: Query) -> Query:
    if query.compare is None:
        return query
    one = query.compare
    return query._replace(
        by=(*query.by, Step(one.dimension)),
        where=(*query.where, Condition(one.dimension, "=", one.values)),
    )


def _read(connection: Any, question: str | Query) -> tuple[Catalogue, Asked]:
    from .values import Store

    names = catalogue()
    store = Store(connection)
    if isinstance(question, Query):
        if _fault(names, question):
            names = whole_catalogue()
        phrase = str(question)
        if fault := _fault(names, question):
            raise PhraseError(phrase, 0, len(phrase), fault, code="bad-query")
        return names, Asked(phrase, question, {})
    try:
        return names, read_asked(question, names, store)
    except PhraseError as error:
        first = error
    # A game of another package may bring the word; to look takes time, so it comes last.
    everything = whole_catalogue()
    if len(everything.words) == len(names.words):
        raise first
    return everything, read_asked(question, everything, Store(connection, everything))


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
    for day in (query.since, query.until):
        if day is not None and not _is_date(day):
            return f"{day!r} is no date; write 2026-11-29."
    return ""


def _is_date(value: Any) -> bool:
    try:
        date.fromisoformat(value)
    except (ValueError, TypeError):
        return False
    return True


def execute(connection: Any, statement: Statement) -> list[Any]:
    """Run a statement with its values and return all rows.

    The values are handed over by EXECUTE, texts as the hexadecimal digits of their UTF-8, so that
    nothing a user writes becomes SQL. (DuckDB's own way of binding would first import numpy and
    pandas, where they are installed, and take longer for it than for the answer.)
    """
    if not statement.values:
        rows: list[Any] = connection.execute(statement.sql).fetchall()
        return rows
    connection.execute(f"PREPARE asked AS {statement.sql}")
    try:
        given = ", ".join(f"{name} := {_given(value)}" for name, value in statement.values.items())
        rows = connection.execute(f"EXECUTE asked({given})").fetchall()
    finally:
        connection.execute("DEALLOCATE asked")
    return rows


def _given(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"CAST({float(value)!r} AS DOUBLE)"
    return f"decode(unhex('{str(value).encode('utf-8', 'replace').hex()}'))"


def columns_of(connection: Any) -> dict[str, set[str]]:
    """Return the columns that the views have."""
    found: dict[str, set[str]] = {}
    for table in ("games", "seats", "rounds", "moves", "feedback", "violations"):
        shape = connection.execute(f"SELECT * FROM {table} LIMIT 0").description
        found[table] = {column[0] for column in shape}
    return found


def _cluster_sums(row: Sums, whole: Sums | None, unit: str) -> ClusterSums:
    """Return the sums over games or sessions; with *whole* m is that of all groups together."""
    all_of = whole or row
    if unit == "session":
        count: int | None = all_of.units
        squares = (row.session_kk, row.session_km, all_of.session_mm)
    else:
        count = all_of.games
        squares = (row.kk, row.km, all_of.mm)
    return ClusterSums(count or 0, *(_whole(one) for one in (row.k, all_of.m, *squares)))


def _whole(value: float | None) -> float:
    """Return a sum exactly: as a whole number where it is one."""
    number = float(value or 0)
    return int(number) if number.is_integer() else number


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


def _round_up(width: float) -> float:
    """Return the next 1, 2 or 5 times a power of ten at or above *width*."""
    power = 10.0 ** (len(str(int(width))) - 1) if width >= 1 else 1.0
    while width < power / 10:
        power /= 10
    for step in (0.1, 0.2, 0.5, 1, 2, 5, 10):
        if step * power >= width:
            return step * power
    return 10 * power


def _by_value(keys: list[Key], answer: Answered, *, is_down: bool) -> list[Key]:
    """Sort by a measure; keys without a figure go last, equals stay in their order."""
    told = [key for key in keys if answer.figure(key).value is not None]
    sign = -1 if is_down else 1
    told.sort(key=lambda key: sign * float(answer.figure(key).value or 0))
    return told + [key for key in keys if answer.figure(key).value is None]


def _place(value: Any, places: dict[Any, int]) -> tuple[Any, ...]:
    if value is None:
        return (2, 0, 0, "")
    if value in places:
        return (0, places[value], 0, "")
    if isinstance(value, int | float):
        return (1, 0, value, "")
    return (1, 1, 0, normal(str(value)))


def _plain(value: Any) -> Any:
    """Return a number as Python writes it, whole where DuckDB says it is."""
    return value if value is None or isinstance(value, int | float) else float(value)


def _shown_key(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _as_key(value: Any) -> Any:
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


def _only_violations(answers: list[Answered]) -> bool:
    return all(answer.plan.table == "violations" for answer in answers)


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def key_of(title: str) -> str:
    """Return a title as a column name: lower case, words joined by underscores.

    >>> key_of("mean turns per target")
    'mean_turns_per_target'
    """
    return "_".join("".join(c if c.isalnum() else " " for c in title.lower()).split())
