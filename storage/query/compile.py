"""Turns a question into SQL.

Every figure is a sum over a sum. `cases` are the rows that count, each with k, what it counts, and
m, out of what; `per_game` sums them by game; the last steps sum the games' sums, their squares and
their products, by game and by session: all that an honest interval needs (see statistics.py). The
values of a question are bound, never pasted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engine.metrics import Dimension, Metric

from .catalogue import Catalogue
from .query import Condition, Measure, Query, Step

PARENTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "games": {},
    "seats": {"games": ("game_id",)},
    "rounds": {"games": ("game_id",)},
    "moves": {
        "rounds": ("game_id", "round"),
        "seats": ("game_id", "seat"),
        "games": ("game_id",),
    },
    "feedback": {"seats": ("game_id", "seat"), "games": ("game_id",)},
    "violations": {},
}
"""By table, the tables that tell more of the same row, nearest first, and the columns they share."""

SHARED_OUT: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "games": {"seats": ("game_id",)},
    "rounds": {"seats": ("game_id",)},
}
"""Tables below a row by which it may still be split: a game won is won by each of its players, so
it counts once for each."""

OF_ROWS: Final = frozenset({"median", "quantile", "min", "max", "sd", "distribution"})
"""Aggregates that look at single cases and not at sums."""


class Sums(NamedTuple):
    """What the games of one group add up to; see `Compiler.sums`."""

    games: int | None
    """Games where m > 0,"""
    with_k: int | None
    """where k > 0,"""
    told: int | None
    """where k is known,"""
    untold: int | None
    """and where it is not."""
    sessions: int
    units: int
    """Sessions, and games without one."""
    k: float | None
    m: float | None
    kk: float | None
    km: float | None
    mm: float | None
    session_kk: float | None
    """The squares of the sessions' sums."""
    session_km: float | None
    session_mm: float | None


class CannotAsk(Exception):
    """A metric and a dimension that do not go together, or a metric and a unit."""

    def __init__(self, measure: Measure, dimension: str | None = None) -> None:
        super().__init__(f"{measure} cannot be told{f' by {dimension}' if dimension else ''}.")
        self.measure = measure
        self.dimension = dimension
        """None where the measure makes no sense by itself."""


class Statement(NamedTuple):
    """SQL with its values."""

    sql: str
    values: dict[str, Any]


class Scope(NamedTuple):
    """Which games an answer is about, settled before anything is counted."""

    bots: str
    """without, with or only."""
    since: str | None = None
    until: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Plan:
    """How one measure is counted."""

    measure: Measure
    metric: Metric
    """What k counts."""
    table: str
    top: str
    """The expression of k,"""
    bottom: str = ""
    """and of m; 1 where there is none."""
    rows: str = ""
    """Which rows of the table are cases."""
    lifted: str = ""
    """A finer table, whose rows are summed up to one of *table*; *top* is then of that table."""
    spread: str = ""
    """The games' own m, where a split tells k apart and not m: hits a game, by operation."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Dimensions that mean something else for this metric on this table."""
    fans_out: bool = False
    """Rows count once for each player."""
    absent: list[str] = field(default_factory=list)
    """Expressions whose columns the store does not have."""

    @property
    def is_of_rows(self) -> bool:
        """Whether single cases are looked at."""
        return self.measure.aggregate in OF_ROWS

    @property
    def counts_shares(self) -> bool:
        """Whether the answer is how often each group occurs among all."""
        measure = self.measure
        return measure.aggregate in ("total", "distribution") or (
            measure.aggregate == "share" and self.top == self.bottom and not measure.such
        )

    @property
    def of_the_whole(self) -> bool:
        """Whether m of a group is that of all groups together."""
        return self.counts_shares or bool(self.spread)


class Compiler:
    """Makes the statements of one question."""

    def __init__(
        self,
        query: Query,
        names: Catalogue,
        scope: Scope,
        columns: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """*columns*: what the views have, given where some turned out to be missing."""
        self.query = query
        self.names = names
        self.scope = scope
        self.columns = columns

    # -- which table

    def plan(self, measure: Measure) -> Plan:
        """Choose the table on which *measure* can be counted. Raises CannotAsk."""
        self.games_of(measure)
        best: tuple[tuple[int, int, int], Plan] | None = None
        why: CannotAsk | None = None
        for at, plan in enumerate(self._plans(measure)):
            try:
                cost = (*self._cost(plan), at)
            except CannotAsk as error:
                why = why or error
                continue
            if best is None or cost < best[0]:
                best = cost, plan
        if best is None:
            raise why or CannotAsk(measure)
        return best[1]

    def _plans(self, measure: Measure) -> Iterable[Plan]:
        """Yield the ways to count *measure*, the best first where two do equally well."""
        metric = self.names.metrics[measure.metric]
        if metric.top:
            yield from self._rate_plans(measure, metric)
        elif measure.aggregate == "total":
            for table, top in metric.at.items():
                yield Plan(measure, metric, table, top)
        elif measure.aggregate == "share":
            yield from self._share_plans(measure, metric)
        else:
            yield from self._unit_plans(measure, metric)

    def _rate_plans(self, measure: Measure, metric: Metric) -> Iterable[Plan]:
        top, bottom = self.names.metrics[metric.top], self.names.metrics[metric.bottom]
        unit = self.names.units[measure.per].table if measure.per else None
        for table, expression in top.at.items():
            if table in bottom.at and unit in (None, table):
                yield Plan(measure, top, table, expression, bottom.at[table])

    def _share_plans(self, measure: Measure, metric: Metric) -> Iterable[Plan]:
        whole = self.names.metrics[metric.whole]
        for table, top in metric.at.items():
            own = metric.own.get(table, {})
            if any(step.dimension in own for step in self.query.by):
                # The share of the hits by operation is of all hits, not of that operation's.
                yield Plan(measure, metric, table, top, top)
            elif table in whole.at:
                yield Plan(measure, metric, table, top, whole.at[table])

    def _unit_plans(self, measure: Measure, metric: Metric) -> Iterable[Plan]:
        unit = measure.per or metric.per
        table, rows = self.names.units[unit].table, self.names.units[unit].rows
        counts = dict(self.names.units[unit].counts)
        if unit == "game" and self._asks_of_players():
            counts["seats"] = "1"  # what a game is to one player is a row of seats
        if table in metric.at and unit != "session":
            yield Plan(measure, metric, table, metric.at[table], rows=rows)
        if unit == "session":
            for other, expression in metric.at.items():
                if other == "games" or "games" in PARENTS[other]:
                    yield Plan(measure, metric, other, expression)
            return
        if metric.kind != "count":
            return
        if measure.aggregate in OF_ROWS:
            if table == "games" and "seats" in counts and "seats" in metric.at:
                yield Plan(measure, metric, "seats", metric.at["seats"])
        else:
            for other, expression in metric.at.items():
                if other != table and other in counts:
                    yield Plan(measure, metric, other, expression, counts[other])
        if table not in metric.at:
            for finer, expression in metric.at.items():
                if table in PARENTS[finer]:
                    yield Plan(measure, metric, table, expression, rows=rows, lifted=finer)
        if measure.aggregate == "mean" and "games" in counts:
            for finer, expression in metric.at.items():
                if finer not in (table, "games", *counts) and "games" in PARENTS[finer]:
                    yield Plan(measure, metric, finer, expression, spread=counts["games"])

    def _asks_of_players(self) -> bool:
        named = [step.dimension for step in self.query.by]
        named += [condition.dimension for condition in self.query.where]
        return any(_is_of_players(self.names.dimensions[name]) for name in named)

    def _cost(self, plan: Plan) -> tuple[int, int]:
        """Return how far-fetched a plan is: the splits and the conditions that are not its rows'."""
        plan.own = self._own(plan)
        fans = semis = 0
        for step in self.query.by:
            dimension = self.names.dimensions[step.dimension]
            if self.home(plan, dimension) is None:
                if not any(other in dimension.at for other in SHARED_OUT.get(plan.table, ())):
                    raise CannotAsk(plan.measure, dimension.name)
                fans += 1
        for condition in (*self.query.where, *plan.measure.such):
            if self.home(plan, self.names.dimensions[condition.dimension]) is None:
                if plan.table == "violations" or condition in plan.measure.such:
                    raise CannotAsk(plan.measure, condition.dimension)
                semis += 1
        plan.fans_out = fans > 0
        if fans and (plan.spread or plan.lifted):
            raise CannotAsk(plan.measure, self.query.by[0].dimension)
        if plan.spread and not self._splits_more(plan):
            fans += 1  # a plan that counts m by itself says the same more plainly
        return fans, semis

    def _splits_more(self, plan: Plan) -> bool:
        named = [step.dimension for step in self.query.by]
        named += [condition.dimension for condition in self.query.where]
        return any("games" not in self.names.dimensions[name].at for name in named)

    def _own(self, plan: Plan) -> Mapping[str, str]:
        own = plan.metric.own.get(plan.table, {})
        if plan.bottom and plan.bottom != plan.top:
            return {}  # of a rate both sides must be split alike
        unit = self.names.units.get(plan.measure.per or "")
        if unit is not None and unit.games and plan.table == "rounds":
            # The case is the round itself, so what is said of its last card is said of it.
            for other in self.names.metrics.values():
                if other.own.get("rounds") and set(other.games) & set(unit.games):
                    return {**other.own["rounds"], **own}
        return own

    def games_of(self, measure: Measure) -> tuple[str, ...]:
        """Return the games that have all that is asked of a measure; nothing where any may have.

        Raises CannotAsk where no game has.
        """
        found = self.names.games_of(measure.metric, measure.per)
        named = [step.dimension for step in self.query.by]
        named += [one.dimension for one in (*self.query.where, *measure.such)]
        for name in named:
            games = self.names.dimensions[name].games
            if games and found and not set(games) & set(found):
                raise CannotAsk(measure, name)
            found = tuple(game for game in found or games if not games or game in games)
        return found

    def home(self, plan: Plan, dimension: Dimension) -> str | None:
        """Return the table that tells *dimension* of a row of the plan's, None if none does."""
        if dimension.name in plan.own or plan.table in dimension.at:
            return plan.table
        for parent in PARENTS[plan.table]:
            if parent in dimension.at:
                return parent
        return None

    # -- the statements

    def games(self) -> Statement:
        """Return the statement that counts the games that fit, by game and who played."""
        plan = Plan(Measure("total", "games"), self.names.metrics["games"], "games", "1")
        return _Builder(self, plan).games()

    def sums(self, plan: Plan, quantile: float | None = None) -> Statement:
        """Return the sums that a figure and its interval are made of, a row a group.

        Columns: is_all, the splits, then those of `Sums`. With *quantile* k becomes whether a case
        is at or below that quantile of its group, which comes as one more column.
        """
        return _Builder(self, plan).sums(quantile)

    def ranks(self, plan: Plan, ranks: Iterable[float]) -> Statement:
        """Return the statement that finds the values at several ranks of each group."""
        return _Builder(self, plan).ranks(list(ranks))

    def extremes(self, plan: Plan, aggregate: str) -> Statement:
        """Return the statement that finds a least, a greatest or a standard deviation.

        Columns: the splits, the value, cases, games, games that cannot tell.
        """
        return _Builder(self, plan).extremes(aggregate)

    def spans(self, plan: Plan) -> Statement:
        """Return the least and greatest case, and whether all are whole numbers."""
        return _Builder(self, plan).spans()

    def ids(self, plan: Plan) -> Statement:
        """Return the ids of the games behind each group."""
        return _Builder(self, plan).ids()


class _Part(NamedTuple):
    """What one table brings to the cases."""

    keys: tuple[str, ...]
    columns: list[str]
    conditions: list[str]


class _Builder:
    """Writes one statement."""

    def __init__(self, compiler: Compiler, plan: Plan) -> None:
        self.compiler = compiler
        self.plan = plan
        self.names = compiler.names
        self.query = compiler.query
        self.values: dict[str, Any] = {}
        self.parts: dict[str, _Part] = {plan.table: _Part((), [], [])}
        self.dims = [f"d{at}" for at in range(len(self.query.by))]
        if plan.measure.aggregate == "distribution":
            self.dims.append("x")
        self.lifted: _Part | None = None
        self.holds = ""

    # -- values and expressions

    def bind(self, value: Any) -> str:
        name = f"v{len(self.values)}"
        self.values[name] = value
        return f"${name}"

    def expression(self, table: str, text: str, kind: str) -> str:
        """Return an expression, or a null of its kind where the store has no such column."""
        columns = self.compiler.columns
        if columns is not None and not names_in(text) <= set(columns[table]):
            self.plan.absent.append(text)
            return f"CAST(NULL AS {_TYPES[kind]})"
        return f"({text})"

    def dimension(self, table: str, dimension: Dimension) -> str:
        own = self.plan.own if table == self.plan.table else {}
        text = own.get(dimension.name) or dimension.at[table]
        return self.expression(table, text, dimension.kind)

    def part(self, table: str) -> _Part:
        if table not in self.parts:
            main = self.plan.table
            keys = PARENTS[main].get(table) or SHARED_OUT[main][table]
            self.parts[table] = _Part(keys, [], [])
        return self.parts[table]

    def home(self, dimension: Dimension) -> str | None:
        found = self.compiler.home(self.plan, dimension)
        if found is None and self.plan.fans_out:
            return next((t for t in SHARED_OUT[self.plan.table] if t in dimension.at), None)
        return found

    # -- the cases

    def cases(self) -> str:
        """Return the SELECT of all rows that count: game_id, session, d0 …, k, m."""
        for at, step in enumerate(self.query.by):
            home = self.home(self.names.dimensions[step.dimension])
            assert home is not None, "the plan was chosen for it"
            self.part(home).columns.append(f"{self.step(home, step)} AS d{at}")
        if self.plan.table != "violations":
            self.scope()
        for condition in self.query.where:
            self.filter(condition)
        k, m = self._amounts()
        self.parts[self.plan.table].columns.extend([f"{k} AS k", f"{m} AS m"])
        joined = self._joined()
        if self.holds:
            return (
                f"SELECT * REPLACE (CASE WHEN {self.holds} THEN k WHEN NOT ({self.holds}) THEN 0"
                f" END AS k, CASE WHEN ({self.holds}) IS NOT NULL THEN k END AS m) FROM ({joined})"
            )
        if self.plan.measure.aggregate == "distribution":
            return (
                f"SELECT * REPLACE (CASE WHEN k IS NOT NULL THEN 1 END AS k), {self._bin()} AS x"
                f" FROM ({joined})"
            )
        return joined

    def _bin(self) -> str:
        width = self.plan.measure.bins
        return f"floor(k / {width!r}) * {width!r}" if width else "k"

    def step(self, table: str, step: Step) -> str:
        text = self.dimension(table, self.names.dimensions[step.dimension])
        if step.span:
            return f"date_trunc('{_SPANS[step.span]}', {text})"
        if step.bins:
            return f"floor({text} / {step.bins!r}) * {step.bins!r}"
        return text

    def scope(self) -> None:
        """Choose the games that count at all."""
        games = self.part("games")
        games.columns.append("session")
        scope = self.compiler.scope
        if scope.bots == "without":
            games.conditions.append("played_by <> 'bots'")
        elif scope.bots == "only":
            games.conditions.append("played_by = 'bots'")
        if scope.since:
            games.conditions.append(f"played_at >= CAST({self.bind(scope.since)} AS TIMESTAMP)")
        if scope.until:
            games.conditions.append(f"played_at < CAST({self.bind(scope.until)} AS TIMESTAMP)")
        if of_games := self.compiler.games_of(self.plan.measure):
            games.conditions.append(f"game IN ({', '.join(map(_constant, of_games))})")

    def filter(self, condition: Condition) -> None:
        dimension = self.names.dimensions[condition.dimension]
        home = self.home(dimension)
        if home is not None:
            text = self.dimension(home, dimension)
            self.part(home).conditions.append(self.condition(text, condition, dimension))
            return
        # Not said of the row, so of its game: one in which it holds at least once, or never.
        table = next(iter(dimension.at))
        text = self.dimension(table, dimension)
        is_not = condition.operator == "!="
        if is_not:
            condition = condition._replace(operator="=")
        self.parts[self.plan.table].conditions.append(
            f"game_id {'NOT ' if is_not else ''}IN (SELECT game_id FROM {table}"
            f" WHERE {self.condition(text, condition, dimension)})"
        )

    def condition(self, text: str, condition: Condition, dimension: Dimension) -> str:
        if condition.operator == "known":
            return f"{text} IS NOT NULL"
        if condition.operator == "unknown":
            return f"{text} IS NULL"
        kind = _TYPES[dimension.kind]
        values = [_typed(value, dimension.kind) for value in condition.values]
        bound = [f"CAST({self.bind(value)} AS {kind})" for value in values]
        if condition.operator == "between":
            return f"{text} BETWEEN {bound[0]} AND {bound[1]}"
        if condition.operator == "=":
            return f"{text} IN ({', '.join(bound)})"
        if condition.operator == "!=":
            # What is not noted is not the value either.
            return f"({text} IN ({', '.join(bound)})) IS NOT TRUE"
        return f"{text} {condition.operator} {bound[0]}"

    def _amounts(self) -> tuple[str, str]:
        """Return the expressions of k and m."""
        plan = self.plan
        if plan.rows:
            self.parts[plan.table].conditions.append(plan.rows)
        if plan.lifted:
            return self._lift()
        text = self.expression(plan.table, plan.top, "number")
        top = f"CAST({text} AS BIGINT)" if plan.metric.kind == "count" else text
        if plan.measure.such:
            return self._such(top)
        if not plan.bottom or plan.counts_shares:
            return top, f"CASE WHEN {top} IS NOT NULL THEN 1 END"
        bottom = f"CAST({self.expression(plan.table, plan.bottom, 'number')} AS BIGINT)"
        if plan.is_of_rows:
            ratio = f"{top} / nullif({bottom}, 0)"
            return ratio, f"CASE WHEN {ratio} IS NOT NULL THEN 1 END"
        return (
            f"CASE WHEN {bottom} IS NOT NULL THEN {top} END",
            f"CASE WHEN {top} IS NOT NULL THEN {bottom} END",
        )

    def _such(self, whole: str) -> tuple[str, str]:
        """Count the cases in which some conditions hold, among all of which that is known."""
        known = []
        for at, condition in enumerate(self.plan.measure.such):
            dimension = self.names.dimensions[condition.dimension]
            home = self.home(dimension)
            assert home is not None, "the plan was chosen for it"
            text = self.condition(self.dimension(home, dimension), condition, dimension)
            if not dimension.needs:  # what is not noted is not so; hidden cards leave it open
                text = f"coalesce({text}, false)"
            self.part(home).columns.append(f"{text} AS s{at}")
            known.append(f"s{at}")
        self.holds = " AND ".join(known)
        return whole, "0"

    def _lift(self) -> tuple[str, str]:
        plan = self.plan
        keys = PARENTS[plan.lifted][plan.table]
        text = self.expression(plan.lifted, plan.top, "number")
        columns = [f"sum(CAST({text} AS BIGINT)) AS lifted", "true AS is_there"]
        self.lifted = _Part(keys, columns, [])
        amount = "CASE WHEN is_there IS NULL THEN 0 ELSE lifted END"
        return amount, f"CASE WHEN {amount} IS NOT NULL THEN 1 END"

    def _joined(self) -> str:
        plan = self.plan
        main = self.parts[plan.table]
        keys = dict.fromkeys(
            ["game_id", *(key for part in self.parts.values() for key in part.keys)]
        )
        selected = f"SELECT {', '.join([*keys, *main.columns])} FROM {plan.table}"
        if self.lifted is not None:
            joined = ", ".join(self.lifted.keys)
            selected += (
                f" LEFT JOIN (SELECT {joined}, {', '.join(self.lifted.columns)}"
                f" FROM {plan.lifted} GROUP BY {joined}) USING ({joined})"
            )
        if main.conditions:
            selected += f" WHERE {' AND '.join(main.conditions)}"
        if len(self.parts) == 1:
            return f"  {selected}"
        lines = [f"  SELECT * FROM ({selected})"]
        for name, part in self.parts.items():
            if name == plan.table:
                continue
            inner = f"SELECT {', '.join([*part.keys, *part.columns])} FROM {name}"
            if part.conditions:
                inner += f" WHERE {' AND '.join(part.conditions)}"
            lines.append(f"  JOIN ({inner}) USING ({', '.join(part.keys)})")
        return "\n".join(lines)

    # -- what is made of them

    @property
    def d(self) -> str:
        return "".join(f"{dim}, " for dim in self.dims)

    @property
    def by_group(self) -> str:
        return f" GROUP BY {', '.join(self.dims)}" if self.dims else ""

    @property
    def session(self) -> str:
        return "session" if self.plan.table != "violations" else "CAST(NULL AS VARCHAR)"

    def sums(self, quantile: float | None) -> Statement:
        plan = self.plan
        steps = [f"cases AS (\n{self.cases()}\n)"]
        is_cut = quantile is not None
        if quantile is not None:
            steps += self._cut(quantile)
        has_whole = not plan.fans_out and not is_cut and bool(self.dims or plan.spread)
        of_the_whole = has_whole and plan.of_the_whole
        value = ", any_value(v) AS v" if is_cut else ""
        if plan.measure.per == "session":
            per_game = (
                f"SELECT {self.d}session AS game_id, session, sum(k) AS k, 1 AS m"
                " FROM cases WHERE session IS NOT NULL GROUP BY ALL"
            )
        else:
            per_game = (
                f"SELECT {self.d}game_id, any_value({self.session}) AS session, sum(k) AS k,"
                f" sum(m) AS m{value} FROM {'cut' if is_cut else 'cases'} GROUP BY ALL"
            )
        steps.append(f"per_game AS (\n  {per_game}\n)")
        steps.append(f"levels AS (\n  {self._levels(has_whole, of_the_whole)}\n)")
        steps.append(f"units AS (\n  {self._units(of_the_whole, value)}\n)")
        sql = (
            f"WITH {', '.join(steps)}\n"
            f"SELECT is_all, {self.d}sum(games)::BIGINT, sum(with_k)::BIGINT,"
            " sum(told)::BIGINT, sum(untold)::BIGINT, count(DISTINCT session) FILTER (m > 0),"
            " count(*) FILTER (m > 0), sum(k), sum(m), sum(kk), sum(km), sum(mm),"
            f" sum(k * k), sum(k * m), sum(m * m){', any_value(v)' if is_cut else ''}"
            f" FROM units GROUP BY is_all{''.join(f', {dim}' for dim in self.dims)}"
        )
        return Statement(sql, self.values)

    def _cut(self, quantile: float) -> list[str]:
        same = [f"cases.{dim} IS NOT DISTINCT FROM q.{dim}" for dim in self.dims]
        cut = f"quantile_cont(k, {quantile!r}) AS v"
        return [
            f"q AS (\n  SELECT {self.d}{cut} FROM cases{self.by_group}\n)",
            "cut AS (\n  SELECT cases.* REPLACE (CAST(k <= v AS BIGINT) AS k), v"
            f" FROM cases JOIN q ON {' AND '.join(same) or 'true'}\n)",
        ]

    def _levels(self, has_whole: bool, of_the_whole: bool) -> str:
        """Return the games by group and, where there are groups, all games once more."""
        if not has_whole:
            return "SELECT false AS is_all, * FROM per_game"
        blank = "NULL, " * len(self.dims)
        groups = f"SELECT false AS is_all, {self.d}game_id, session, k, m FROM per_game"
        if self.plan.spread:
            # Games in which nothing of the kind happened count as well: 0 out of their m.
            whole = self._whole_games()
            alls = (
                f"SELECT true, {blank}w.game_id, w.session, coalesce(p.k, 0), w.m FROM ({whole}) w"
                " LEFT JOIN (SELECT game_id, sum(k) AS k FROM per_game GROUP BY game_id) p"
                " ON p.game_id = w.game_id"
            )
        else:
            alls = (
                f"SELECT true, {blank}game_id, any_value(session), sum(k), sum(m)"
                " FROM per_game GROUP BY game_id"
            )
        levels = f"{groups}\n  UNION ALL {alls}"
        if not of_the_whole:
            return levels
        amount = "m" if self.plan.spread else "k"
        shared = f"sum(CASE WHEN is_all THEN {amount} END) OVER (PARTITION BY game_id)"
        return f"SELECT * REPLACE ({shared} AS m) FROM (\n  {levels})"

    def _whole_games(self) -> str:
        """Return the games that fit, each with its own m."""
        part = self.parts["games"]
        amount = f"CAST({self.plan.spread} AS BIGINT)"
        where = f" WHERE {' AND '.join(part.conditions)}" if part.conditions else ""
        return f"SELECT game_id, session, {amount} AS m FROM games{where}"

    def _units(self, of_the_whole: bool, value: str) -> str:
        """Return the sums by session, each game without one standing for itself."""
        told = "FILTER (m > 0)"
        units = (
            f"SELECT is_all, {self.d}coalesce(session, 'game ' || game_id) AS unit,"
            f" any_value(session) AS session, count(*) {told} AS games,"
            " count(*) FILTER (k > 0) AS with_k, count(k) AS told,"
            " count(*) FILTER (k IS NULL) AS untold,"
            f" sum(k) {told} AS k, sum(m) {told} AS m, sum(k * k) {told} AS kk,"
            f" sum(k * m) {told} AS km, sum(m * m) {told} AS mm{value}"
            " FROM levels GROUP BY ALL"
        )
        if not of_the_whole:
            return units
        shared = "sum(CASE WHEN is_all THEN m END) OVER (PARTITION BY unit)"
        return f"SELECT * REPLACE ({shared} AS m) FROM ({units})"

    def ranks(self, ranks: list[float]) -> Statement:
        cases = self.cases()
        asked = ", ".join(map(repr, ranks))
        sql = f"SELECT {self.d}quantile_disc(k, [{asked}]) FROM (\n{cases}\n){self.by_group}"
        return Statement(sql, self.values)

    def extremes(self, aggregate: str) -> Statement:
        cases = self.cases()
        name = {"sd": "stddev_samp"}.get(aggregate, aggregate)
        games = "count(DISTINCT game_id)"
        sql = (
            f"SELECT {self.d}{name}(k), count(k), {games} FILTER (k IS NOT NULL),"
            f" {games} - {games} FILTER (k IS NOT NULL) FROM (\n{cases}\n){self.by_group}"
        )
        return Statement(sql, self.values)

    def spans(self) -> Statement:
        self.dims = self.dims[:-1]
        plan = self.plan
        aggregate = plan.measure.aggregate
        plan.measure = plan.measure._replace(aggregate="max")
        cases = self.cases()
        plan.measure = plan.measure._replace(aggregate=aggregate)
        sql = f"SELECT min(k), max(k), bool_and(k = floor(k)) FROM (\n{cases}\n)"
        return Statement(sql, self.values)

    def ids(self) -> Statement:
        cases = self.cases()
        counted = "k > 0" if self.plan.counts_shares else "m > 0"
        sql = (
            f"SELECT {self.d}list(DISTINCT game_id ORDER BY game_id) FROM (\n{cases}\n)"
            f" WHERE {counted}{self.by_group}"
        )
        return Statement(sql, self.values)

    def games(self) -> Statement:
        self.scope()
        for condition in self.query.where:
            dimension = self.names.dimensions[condition.dimension]
            if "games" in dimension.at or "seats" in dimension.at:
                self.filter(condition)
        part = self.parts["games"]
        wanted = [self.compiler.games_of(measure) for measure in self.query.measures]
        if all(wanted):
            named = sorted({name for names in wanted for name in names})
            part.conditions.append(f"game IN ({', '.join(map(_constant, named))})")
        where = f" WHERE {' AND '.join(part.conditions)}" if part.conditions else ""
        sql = f"SELECT game, played_by, count(*) FROM games{where} GROUP BY ALL"
        return Statement(sql, self.values)


_SPANS: Final = {name: name for name in ("day", "week", "month", "quarter", "year")}
_TYPES: Final = {"text": "VARCHAR", "number": "DOUBLE", "time": "TIMESTAMP", "flag": "BOOLEAN"}
_NAME: Final = re.compile(r"'[^']*'|\b[a-z_][a-z_0-9]*\b(?!\()")


def names_in(text: str) -> set[str]:
    """Return the columns that an expression names.

    >>> sorted(names_in("CASE WHEN turn IS NOT NULL AND type = 'pass' THEN hour(played_at) END"))
    ['played_at', 'turn', 'type']
    """
    return {name for name in _NAME.findall(text) if name[0] != "'"}


def _is_of_players(dimension: Dimension) -> bool:
    return "seats" in dimension.at and "games" not in dimension.at


def _constant(text: str) -> str:
    """Return a name of the catalogue as SQL."""
    return "'" + text.replace("'", "''") + "'"


def _typed(value: Any, kind: str) -> Any:
    if kind == "flag":
        return value == "yes"
    return value if kind == "number" else str(value)
