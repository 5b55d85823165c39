"""Makes figures of the store's sums: each number with its interval and what it rests on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import ceil, floor
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from engine.metrics import Metric

from .catalogue import Catalogue
from .compile import GROUPS, MOST_SPAN, NEAR, RUN, Compiler, Shared, Sums, Together
from .database import Database
from .language.phrase import Asked
from .plan import OF_ROWS, CannotAsk, Plan, Scope
from .query import Measure, Query
from .statistics import (
    ALIKE,
    ALONE,
    NOTHING,
    ClusterSums,
    CubeSums,
    Interval,
    mean_interval,
    rank_interval,
    rate_interval,
)

SESSIONS: Final = 5
"""From so many sessions on they are the unit of an interval, below it games are."""

MANY_SESSIONS: Final = 4 * GROUPS
"""From more sessions on random groups of them are, where a row is a game."""

MANY_GAMES: Final = 1_024 * RUN
"""Of more games, where they are of no sessions, runs of games are the unit where rows are others;"""

RUNS: Final = 64
"""but of a row of fewer runs it is the games."""

DIGITS: Final = 12
"""Figures of a sum of fractions that are the same in whichever order it is made."""

MOST_BINS: Final = 24
"""A distribution with more different values is put into bins."""

Key: TypeAlias = tuple[Any, ...]


class Figure(NamedTuple):
    """One number of an answer, with what it rests on."""

    interval: Interval
    """Of the value, or of the share where groups are counted."""
    n: int
    """Cases."""
    games: int
    unit: str = "game"
    """What the interval takes as independent: game, session or run of games."""
    untold: int = 0
    """Games that cannot tell."""
    counted: int | None = None
    """Where groups are counted: how many; the interval's estimate is then their share of all."""
    sums: ClusterSums | None = None
    by_unit: ClusterSums | None = None
    """By session, and by game without one, whatever the interval's unit is."""
    few_sessions: bool = False
    """Its games are of sessions too few to be the unit, of which one at least had several games."""

    @property
    def value(self) -> float | None:
        """The number itself."""
        return self.interval.estimate if self.counted is None else self.counted


class _Cut(NamedTuple):
    """The cases of a group, of which k are at or below a quantile."""

    sums: Sums
    value: Any
    """The quantile."""
    near: Sequence[tuple[Any, Any, Any]]
    """Values near it, each with how many cases are at or below it, and how many are it,"""
    n: int
    """of so many."""
    games: int
    """How far was looked: as far as an interval of so many games reaches."""
    few_sessions: bool = False
    """As of a `Figure`."""

    @property
    def is_of_one_value(self) -> bool:
        return len(self.near) == 1 and self.near[0][2] == self.n


_NO_INTERVAL: Final = Interval(None, None, None, 0, NOTHING)

NO_FIGURE: Final = Figure(_NO_INTERVAL, 0, 0)


class Answered(NamedTuple):
    """One measure with its figures."""

    plan: Plan
    groups: dict[Key, Figure]
    total: Figure
    """Of all groups together."""
    shared: Mapping[Key, Shared] = MappingProxyType({})
    """Of two sides that are compared: what they have in common, by the splits before the last."""

    @property
    def measure(self) -> Measure:
        """What was asked."""
        return self.plan.measure

    def figure(self, key: Key) -> Figure:
        """Return the figure of a group, an empty one where there is none."""
        return self.groups.get(key, NO_FIGURE)


class Counter:
    """Counts what one question asks for, among the games of a scope."""

    def __init__(
        self,
        database: Database,
        names: Catalogue,
        asked: Asked,
        query: Query,
        level: float,
        *,
        anytime: bool,
        may_group: bool = False,
    ) -> None:
        """*may_group*: very many sessions may be put together into random groups."""
        self.database = database
        self.names = names
        self.asked = asked
        self.query = query
        """As it is counted: a comparison is one more split."""
        self.level = level
        self.anytime = anytime
        self.least_sessions = 1 if anytime else SESSIONS
        """Who looks after every session may not change the unit in between: it is the session from
        the first one on."""
        self.may_group = may_group
        self.scope = Scope("with")
        """To be set before anything is counted."""
        self.pair: tuple[Any, Any] | None = None
        """Two values of the last split that are compared."""
        self.has_wide_sessions: bool | None = None
        """The games of one session have ids that lie far apart. None: not looked at yet."""
        self.games: frozenset[str] = frozenset()
        """All games of the store, by name, where that is known."""
        self.fitting: Mapping[tuple[str, str], int] = {}
        """Games that fit, by game and who played, where that is known: no more can count."""
        self.has_sessions = True
        """The games that fit are of enough sessions for these to be the unit,"""
        self.has_many_sessions = False
        """and of so many that random groups of them are, where each row is a game."""
        self.has_many_games = False
        """There are no sessions, and so many games that runs of them may be the unit."""

    def answer(self, measure: Measure) -> Answered:
        """Count one measure. Raises PhraseError where it cannot be."""
        if measure.aggregate == "distribution" and measure.bins is None:
            measure = self._with_bins(measure)
        plan = self.plan(measure)
        if measure.aggregate in ("median", "quantile"):
            return self._of_all_too(plan, self._quantiles)
        if measure.aggregate in OF_ROWS and measure.aggregate != "distribution":
            return self._of_all_too(plan, self._extremes)
        return self._sums(plan)

    def plan(self, measure: Measure, query: Query | None = None) -> Plan:
        """Choose how a measure is counted. Raises PhraseError where it cannot be."""
        compiler = self.compiler(query)
        try:
            return compiler.plan(measure)
        except CannotAsk as error:
            from .suggestions.misfit import explain_pair

            raise explain_pair(self.asked, compiler, error) from error

    def compiler(self, query: Query | None = None) -> Compiler:
        """Return what makes statements of the question, or of another *query* on the same games."""
        scope = self.scope._replace(games=self.games)
        if self.fitting and query in (None, self.query):  # others may be about more games
            if {who == "bots" for _, who in self.fitting} == {scope.bots == "only"}:
                scope = scope._replace(bots="with")
        return Compiler(query or self.query, self.names, scope, self.database.columns)

    def look_at_sessions(self, games: int) -> None:
        """Settle what of sessions may be the unit, of so many *games* that fit and have one."""
        self.has_sessions = games >= self.least_sessions
        # What is compared or looked at again and again hangs on how many sessions there are.
        is_plain = self.pair is None and not self.query.beside_bots and not self.anytime
        if not self.may_group or not is_plain:
            return
        self.has_many_games = not games and self._games_that_count() > MANY_GAMES
        if games > MANY_SESSIONS:
            found = self.database.rows(lambda: self.compiler().sessions(), of_all=True)
            self.has_many_sessions = found[0][0] > MANY_SESSIONS

    def _games_that_count(self) -> int:
        return sum(games for (_, who), games in self.fitting.items() if self.scope.takes(who))

    def _together(self, plan: Plan) -> Together:
        """Tell how the units of a sum are put together."""
        if self.has_many_sessions and not plan.has_games_as_rows:
            # Moves are too many to be gone through twice.
            is_quicker = plan.table != "moves" and self.compiler().has_runs(plan)
            return "groups" if is_quicker else ""
        if self.has_many_games and self.compiler().has_runs(plan):
            return "runs"
        return "groups" if self._in_groups(plan) else ""

    def _in_groups(self, plan: Plan) -> bool:
        return self.has_many_sessions and plan.has_games_as_rows

    # -- sums

    def _sums(self, plan: Plan) -> Answered:
        together = self._together(plan)
        found = self._groups_of(plan, self.query, by_session=self.has_sessions, together=together)
        shared = {key[:-1]: _shared(sums) for is_all, key, sums in found if is_all is None}
        found = [one for one in found if one[0] is not None]
        whole = next((sums for is_all, _, sums in found if is_all), None)
        is_part = whole is not None and plan.of_the_whole

        def has_few_units(sums: Sums) -> bool:
            return (
                sums.units < RUNS if together == "runs" else 0 < sums.sessions < self.least_sessions
            )

        by_game: dict[Key, Sums] = {}
        if whole is not None and is_part and has_few_units(whole):
            found = self._groups_of(plan, self.query, by_session=False)
            whole = next(sums for is_all, _, sums in found if is_all)
            together = ""
        elif not is_part and any(has_few_units(sums) for is_all, _, sums in found if not is_all):
            of_games = self._groups_of(plan, self.query, by_session=False)
            by_game = {key: sums for is_all, key, sums in of_games if is_all is False}
        dims = len(self.query.by) + (plan.measure.aggregate == "distribution")
        groups = {
            key: self._figure(
                plan, sums, whole if is_part else None, by_game.get(key), together=together
            )
            for is_all, key, sums in found
            # A group in which nothing was counted is only the rest of the rows looked at.
            if not is_all and (sums.k or not plan.of_the_whole or not dims)
        }
        if not dims:
            return Answered(plan, groups or {(): NO_FIGURE}, groups.get((), NO_FIGURE))
        if whole is None and plan.has_no_sum:  # rows count once for each player
            return Answered(plan, groups, self._sums_of_all(plan), shared)
        if whole is None:  # groups that share no game add up
            whole = _added(sums for _, _, sums in found)
        games = (whole.told if plan.counts_shares else whole.games) or 0
        total = Figure(_NO_INTERVAL, int(whole.m or 0), games, untold=whole.untold or 0)
        return Answered(plan, groups, total, shared)

    def _is_mean(self, plan: Plan) -> bool:
        """Tell whether a sum over a sum is a mean or a ratio, and no rate."""
        measure = plan.measure
        is_rate = self.names.metrics[measure.metric].kind == "rate" or measure.aggregate == "share"
        return not (is_rate or plan.counts_shares)

    def _bounds(self, plan: Plan) -> tuple[float | None, float | None]:
        """Return between which values a mean lies, whatever is counted; None where nothing says so."""
        metric = self.names.metrics[plan.measure.metric]
        if metric.top:
            sides = [self._least(self.names.metrics[part]) for part in (metric.top, metric.bottom)]
            return (None if None in sides else 0.0), None
        # Of a session a value is the sum over its games.
        return self._least(metric), None if plan.measure.per == "session" else metric.most

    def _least(self, metric: Metric) -> float | None:
        if metric.kind == "count":
            return 0.0
        is_of_these = not metric.bounded_in or (
            self.fitting and all(game in metric.bounded_in for game, _ in self.fitting)
        )
        return metric.least if is_of_these else None

    def _groups_of(
        self, plan: Plan, query: Query, *, by_session: bool, together: Together = ""
    ) -> list[tuple[bool | None, Key, Sums]]:
        """Return the sums of each group; those of all are marked by True, shared ones by None."""
        counted = self.database.rows(
            lambda: self.compiler(query).sums(
                plan,
                by_session=by_session,
                in_bits=lambda: not self._has_wide_sessions(query),
                pair=self.pair if query is self.query else None,
                together=together,
                has_cubes=self._is_mean(plan) and not together,
            )
        )
        dims = len(query.by) + (plan.measure.aggregate == "distribution")
        return [(row[0], tuple(row[1 : dims + 1]), Sums(*row[dims + 1 :])) for row in counted]

    def _has_wide_sessions(self, query: Query) -> bool:
        """Tell whether the games of one session have ids that lie far apart."""
        if self.has_wide_sessions is None:
            self.has_wide_sessions = all(
                (self.database.rows(span, again=True, of_all=of_all)[0][0] or 0) > MOST_SPAN
                for of_all, span in (
                    (True, lambda: self.compiler(query).span(of_all=True)),
                    (False, lambda: self.compiler(query).span(of_all=False)),
                )
            )
        return self.has_wide_sessions

    def _sums_of_all(self, plan: Plan) -> Figure:
        query = self.query._replace(by=())
        plain = self.plan(plan.measure, query)
        together = self._together(plain)
        found = self._groups_of(plain, query, by_session=self.has_sessions, together=together)
        return self._figure(plain, found[0][2], None, together=together) if found else NO_FIGURE

    def _figure(
        self,
        plan: Plan,
        row: Sums,
        whole: Sums | None,
        by_game: Sums | None = None,
        *,
        together: Together = "",
    ) -> Figure:
        """Make a figure of the sums of a group; *whole* are those it is a part of.

        *by_game* are the same by game, given where there are too few sessions, or runs of games.
        """
        unit, sums = self._clusters(row, whole, by_game, together)
        count: int | None = None
        if plan.counts_shares:
            count = int(sums.k)
            if whole is None:
                interval = Interval(None, None, None, sums.units)
                return Figure(interval, count, row.told or 0, unit, row.untold or 0, count, sums)
        if not self._is_mean(plan):
            interval = rate_interval(sums, self.level, anytime=self.anytime)
        else:
            interval = mean_interval(sums, self.level, anytime=self.anytime)
            interval = interval.within(*self._bounds(plan))
        games = (row.games if whole is None else row.with_k) or 0
        by_unit = None if whole is not None else _cluster_sums(row)
        few = self._has_few_sessions(whole or row)
        return Figure(
            interval, int(sums.m), games, unit, row.untold or 0, count, sums, by_unit, few
        )

    def _has_few_sessions(self, by_session: Sums) -> bool:
        is_few = 0 < by_session.sessions < self.least_sessions
        return is_few and by_session.units < (by_session.games or 0)

    def _clusters(
        self,
        row: Sums,
        whole: Sums | None = None,
        by_game: Sums | None = None,
        together: Together = "",
    ) -> tuple[str, ClusterSums]:
        """Return the unit of a group's interval and the sums over these; as for `_figure`."""
        of = whole or row
        unit = "session" if of.sessions >= self.least_sessions else "game"
        if together == "runs" and of.units >= RUNS:
            unit = "run"
        sums = _cluster_sums(by_game or row if unit == "game" else row, whole)
        if unit == "session" and together == "groups":
            sums = sums.of_random_groups(GROUPS)
        return unit, sums

    # -- single cases

    def _of_all_too(
        self, plan: Plan, groups_of: Callable[[Plan, Query], dict[Key, Figure]]
    ) -> Answered:
        """Answer by groups and once more for all, which for single cases is no sum of groups."""
        groups = groups_of(plan, self.query)
        if not self.query.by:
            return Answered(plan, groups or {(): NO_FIGURE}, groups.get((), NO_FIGURE))
        query = self.query._replace(by=())
        whole = groups_of(self.plan(plan.measure, query), query)
        return Answered(plan, groups, whole.get((), NO_FIGURE))

    def _quantiles(self, plan: Plan, query: Query) -> dict[Key, Figure]:
        quantile = plan.measure.quantile or 0.5
        dims = len(query.by)
        found: dict[Key, tuple[Any, Interval, Figure]] = {}
        at_ranks: dict[Key, dict[float, Any]] = {}
        missing: set[float] = set()
        together: Together = "groups" if self._in_groups(plan) else ""
        for key, cut in self._cuts(plan, query, quantile).items():
            counted = cut.sums
            unit, sums = self._clusters(counted, together=together)
            ranks = rank_interval(sums, quantile, level=self.level, anytime=self.anytime)
            if cut.is_of_one_value and ranks.why != ALONE:
                ranks = replace(ranks, low=None, high=None, why=ALIKE)
            figure = Figure(
                ranks, int(sums.m), counted.games or 0, unit, counted.untold or 0, sums=sums
            )
            figure = figure._replace(few_sessions=cut.few_sessions)
            found[key] = (cut.value, ranks, figure)
            near = sorted(cut.near)
            for rank in (ranks.low, ranks.high):
                if rank is not None:
                    # As far as the statement looked, no value before its first can be the one.
                    width = NEAR * (quantile * (1 - quantile) / max(1, cut.games)) ** 0.5
                    is_near = rank > quantile - width * (1 - 1e-6)
                    there = _value_at(near, rank * cut.n, is_near=is_near)
                    at_ranks.setdefault(key, {})[rank] = there
                    missing |= {rank} if there is None else set()
        order = sorted(missing)
        if order:  # an interval wider than the values that were told
            for row in self.database.rows(lambda: self.compiler(query).ranks(plan, order)):
                at = at_ranks.setdefault(tuple(row[:dims]), {})
                at |= dict(zip(order, row[dims] or (), strict=False))
        groups = {}
        for key, (value, ranks, figure) in found.items():
            here = at_ranks.get(key, {})
            low, high = (
                None if rank is None else plain(here.get(rank)) for rank in (ranks.low, ranks.high)
            )
            interval = Interval(plain(value), low, high, ranks.units, ranks.why)
            groups[key] = figure._replace(interval=interval)
        return groups

    def _cuts(self, plan: Plan, query: Query, quantile: float) -> dict[Key, _Cut]:
        """Return the cut of each group, over games where sessions are too few."""
        cuts = self._cuts_of_groups if query.by else self._cut_of_all

        def found_by(*, by_session: bool) -> dict[Key, _Cut]:
            return cuts(plan, query, quantile, by_session=by_session)

        found = found_by(by_session=self.has_sessions)
        few = [key for key, cut in found.items() if 0 < cut.sums.sessions < self.least_sessions]
        if few:
            by_game = found_by(by_session=False)
            found |= {
                key: by_game[key]._replace(few_sessions=self._has_few_sessions(found[key].sums))
                for key in few
            }
        return found

    def _cuts_of_groups(
        self, plan: Plan, query: Query, quantile: float, *, by_session: bool
    ) -> dict[Key, _Cut]:
        dims = len(query.by)
        rows = self.database.rows(
            lambda: self.compiler(query).cut(
                plan, quantile, by_session=by_session, in_groups=self._in_groups(plan)
            )
        )
        found = {}
        for row in rows:
            *numbers, value, near, n = row[dims + 1 :]
            sums = Sums(*numbers)
            found[tuple(row[1 : dims + 1])] = _Cut(sums, value, near or (), n or 0, sums.games or 0)
        return found

    def _cut_of_all(
        self, plan: Plan, query: Query, quantile: float, *, by_session: bool
    ) -> dict[Key, _Cut]:
        """Return the one cut there is: a number that is known is quicker held against than one joined."""
        if plan.counts_things:
            return {(): self._cut_of_values(plan, query, quantile, by_session=by_session)}
        games = sum(self.fitting.values())
        rows = self.database.rows(lambda: self.compiler(query).quantile(plan, quantile, games))
        low, value, near, n = rows[0]
        sums = self._sums_below(plan, query, low, by_session=by_session)
        return {(): _Cut(sums, value, near or (), n or 0, games)}

    def _cut_of_values(
        self, plan: Plan, query: Query, quantile: float, *, by_session: bool
    ) -> _Cut:
        """Return the cut of all cases from the values that they have, of which few differ."""
        rows = self.database.rows(lambda: self.compiler(query).values_of(plan))
        untold = sum(count for value, count in rows if value is None)
        told = sorted(row for row in rows if row[0] is not None)
        sums_upto = accumulate(count for _, count in told)
        upto = [
            (value, so_far, count) for (value, count), so_far in zip(told, sums_upto, strict=True)
        ]
        n = upto[-1][1] if upto else 0
        at = quantile * (n - 1)  # between two values that occur, where it falls there
        low, high = (_value_behind(upto, rank) for rank in (floor(at), ceil(at)))
        value = low + (high - low) * (at - floor(at)) if upto else None
        if (
            plan.has_games_as_rows and not by_session
        ):  # k and m are 0 or 1, and so are their squares
            k = next((so_far for one, so_far, _ in upto if one == low), 0)
            sums = Sums(n, None, None, untold, 0, n, k, n, k, k, n)
        else:
            sums = self._sums_below(plan, query, low, by_session=by_session)
        return _Cut(sums, value, upto, n, 1)

    def _sums_below(self, plan: Plan, query: Query, low: float | None, *, by_session: bool) -> Sums:
        [(_, *numbers)] = self.database.rows(
            lambda: self.compiler(query).cut_at(
                plan, low, by_session=by_session, in_groups=self._in_groups(plan)
            )
        )
        return Sums(*numbers)

    def _extremes(self, plan: Plan, query: Query) -> dict[Key, Figure]:
        aggregate = plan.measure.aggregate
        rows = self.database.rows(lambda: self.compiler(query).extremes(plan, aggregate))
        dims = len(query.by)
        found = {}
        for row in rows:
            value, n, games, untold = row[dims:]
            value = plain(value)
            if aggregate == "sd" and value is not None:
                value = steady(value)
            interval = Interval(value, None, None, games, None)
            found[tuple(row[:dims])] = Figure(interval, n or 0, games, untold=untold)
        return found

    def _with_bins(self, measure: Measure) -> Measure:
        """Choose bins of a round width where there are too many different values for single ones."""
        plan = self.plan(measure)
        rows = self.database.rows(lambda: self.compiler().spans(plan))
        low, high, is_whole = rows[0]
        if low is None or (is_whole and high - low < MOST_BINS):
            return measure
        width = _round_up((high - low) / MOST_BINS)
        return measure._replace(bins=max(width, 1.0) if is_whole else width)


def _value_behind(upto: Sequence[tuple[Any, int, int]], cases: int) -> Any:
    """Return the first value with more than so many cases at or below it, None where none has."""
    at = bisect_right(upto, cases, key=itemgetter(1))
    return upto[at][0] if at < len(upto) else None


def _value_at(near: Sequence[tuple[Any, Any, Any]], cases: float, *, is_near: bool) -> Any:
    """Return the least of the values *near* with so many cases at or below it; None if that is another.

    Unless it *is_near*, it may be one before the first.
    """
    at = bisect_left(near, cases * (1 - 1e-9), key=itemgetter(1))
    return near[at][0] if (is_near or at > 0) and at < len(near) else None


def _cluster_sums(row: Sums, whole: Sums | None = None) -> ClusterSums:
    """Return the sums over the units of *row*; with *whole* m is that of all groups together."""
    all_of = whole or row
    k, m, kk, km, mm = map(_whole, (row.k, all_of.m, row.kk, row.km, all_of.mm))
    cubes = None
    if row.kkk is not None:
        cubes = CubeSums(*map(_whole, (row.kkk, row.kkm, row.kmm, all_of.mmm)))
    return ClusterSums(all_of.units or 0, k, m, kk, km, mm, cubes=cubes)


def _shared(sums: Sums) -> Shared:
    units, *others = Shared.of(sums)
    return Shared(units, *map(_whole, others))


def _whole(value: float | None) -> float:
    """Return a sum exactly: as a whole number where it is one."""
    number = float(value or 0)
    return int(number) if number.is_integer() else steady(number)


def steady(number: float) -> float:
    """Return a sum of fractions without its last digits, which depend on the order of the summands.

    DuckDB adds up in as many threads as there are, so that the same question would be answered by
    another last digit each time: no two faces of an answer would be the same to the byte.

    >>> steady(0.1 + 0.2), steady(0.3)
    (0.3, 0.3)
    """
    return float(f"{number:.{DIGITS}g}")


def _added(found: Iterable[Sums]) -> Sums:
    """Return what groups that share no game have together, of what adds up."""
    every = list(found)

    def total(name: str) -> Any:
        return sum(getattr(one, name) or 0 for one in every)

    names = ("games", "with_k", "told", "untold", "sessions", "units", "k", "m")
    nothing = (None,) * (len(Sums._fields) - len(names))
    return Sums(*map(total, names), *nothing)


def _round_up(width: float) -> float:
    """Return the next 1, 2 or 5 times a power of ten at or above *width*."""
    power = 10.0 ** (len(str(int(width))) - 1) if width >= 1 else 1.0
    while width < power / 10:
        power /= 10
    for step in (0.1, 0.2, 0.5, 1, 2, 5, 10):
        if step * power >= width:
            return step * power
    return 10 * power


def plain(value: Any) -> Any:
    """Return a number as Python writes it, whole where DuckDB says it is."""
    return value if value is None or isinstance(value, int | float) else float(value)
