"""Turns a planned measure into SQL.

Every figure is a sum over a sum. `cases` are the rows that count, each with k, what it counts, and
m, out of what; `per_game` sums them by game; `told` adds what the game says of itself; `units` sums
the games' sums, their squares and their products, by session and by game without one. The last
step sums those: all that an honest interval needs (see statistics.py).

The games are joined after their rows are summed up, because a store has a hundred moves a game.
What a user wrote is bound, never pasted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from engine.metrics import Dimension

from .plan import PARENTS, SHARED_OUT, Plan, Planner
from .query import Condition, Measure, Step


class Statement(NamedTuple):
    """SQL with its values."""

    sql: str
    values: dict[str, Any]


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


class Compiler(Planner):
    """Makes the statements of one question."""

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
        self.homes = [self.home(self.names.dimensions[one.dimension]) for one in self.query.by]
        self.lifted: _Part | None = None
        self.holds = ""
        self.joins_late = False
        """The games are joined once their rows are summed up."""

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
        """Return the table that tells *dimension* of the cases, their game's players' included."""
        found = self.compiler.home(self.plan, dimension)
        if found is None and self.plan.fans_out:
            return next((t for t in SHARED_OUT[self.plan.table] if t in dimension.at), None)
        return found

    # -- the cases

    def cases(self) -> str:
        """Return the SELECT of all rows that count: game_id, d0 …, k, m.

        Where the games are not joined late, their session and their splits too.
        """
        for at, (step, home) in enumerate(zip(self.query.by, self.homes, strict=True)):
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
        others = [name for name in self.parts if name != plan.table]
        if self.joins_late:
            others.remove("games")
            if self._chooses_games():  # else nearly all games count, and a join would cost more
                main.conditions.append(f"game_id IN ({self._of_games(['game_id'])})")
        keys = dict.fromkeys(
            ["game_id", *(key for name in others for key in self.parts[name].keys)]
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
        if not others:
            return f"  {selected}"
        lines = [f"  SELECT * FROM ({selected})"]
        for name in others:
            part = self.parts[name]
            inner = f"SELECT {', '.join([*part.keys, *part.columns])} FROM {name}"
            if part.conditions:
                inner += f" WHERE {' AND '.join(part.conditions)}"
            lines.append(f"  JOIN ({inner}) USING ({', '.join(part.keys)})")
        return "\n".join(lines)

    def _chooses_games(self) -> bool:
        """Tell whether few games may be left, by more than who played."""
        scope = self.compiler.scope
        asked = [self.names.dimensions[one.dimension] for one in self.query.where]
        return (
            scope.bots == "only"
            or scope.since is not None
            or scope.until is not None
            or any(self.home(dimension) == "games" for dimension in asked)
        )

    def _of_games(self, columns: list[str]) -> str:
        """Return the SELECT of the games that count."""
        part = self.parts["games"]
        where = f" WHERE {' AND '.join(part.conditions)}" if part.conditions else ""
        return f"SELECT {', '.join(columns)} FROM games{where}"

    # -- what is made of them

    @property
    def by_group(self) -> str:
        return f" GROUP BY {', '.join(self.dims)}" if self.dims else ""

    def sums(self, quantile: float | None) -> Statement:
        plan = self.plan
        is_cut = quantile is not None
        self.joins_late = self._may_join_late() and not is_cut
        has_whole = not plan.fans_out and not is_cut and bool(self.dims or plan.spread)
        of_the_whole = has_whole and plan.of_the_whole
        steps = [f"cases AS (\n{self.cases()}\n)"]
        if quantile is not None:
            steps += self._cut(quantile)
        steps += self._told(is_cut=is_cut)
        named = "k" if plan.counts_shares else "m"  # of all, what a group is a part of
        if has_whole and not self._is_parted():
            steps.append(f"all_games AS (\n  {self._all_games()}\n)")
            steps.append(f"all_units AS (\n  {_units('', 'all_games', 'm')}\n)")
        if of_the_whole and not self._is_parted():
            steps.append(
                f"parts AS (\n  SELECT told.*, all_games.{named} AS w FROM told"
                " JOIN all_games USING (game_id)\n)"
            )
            steps.append(f"units AS (\n  {_units(_list(self.dims), 'parts', 'w')}\n)")
        else:
            over = "k" if of_the_whole else "m"
            steps.append(
                f"units AS (\n  {_units(_list(self.dims), 'told', over, has_value=is_cut)}\n)"
            )
        if has_whole and self._is_parted():
            steps.append(f"all_units AS (\n  {_rolled_up(of_the_whole)}\n)")
        selects = [self._groups(of_the_whole, is_cut)]
        if has_whole:
            selects.append(f"SELECT true, {'NULL, ' * len(self.dims)}{_SUMS} FROM all_units")
        sql = f"WITH {', '.join(steps)}\n" + "\nUNION ALL ".join(selects)
        return Statement(sql, self.values)

    def _may_join_late(self) -> bool:
        plan = self.plan
        looks_at_games = any(
            self.home(self.names.dimensions[one.dimension]) == "games" for one in plan.measure.such
        )
        return (
            plan.table not in ("games", "violations")
            and plan.measure.per != "session"
            and not looks_at_games
        )

    def _is_parted(self) -> bool:
        """Tell whether each game is in one group, so that groups add up to all games."""
        is_of_games = all(home == "games" for home in self.homes)
        has_values = self.plan.measure.aggregate == "distribution"
        return (
            is_of_games and not self.plan.spread and (not has_values or self.plan.table == "games")
        )

    def _cut(self, quantile: float) -> list[str]:
        same = [f"cases.{dim} IS NOT DISTINCT FROM q.{dim}" for dim in self.dims]
        cut = f"quantile_cont(k, {quantile!r}) AS v"
        return [
            f"q AS (\n  SELECT {_list(self.dims)}{cut} FROM cases{self.by_group}\n)",
            "cut AS (\n  SELECT cases.* REPLACE (CAST(k <= v AS BIGINT) AS k), v"
            f" FROM cases JOIN q ON {' AND '.join(same) or 'true'}\n)",
        ]

    def _told(self, *, is_cut: bool) -> list[str]:
        """Return the steps that give `told`, a row a game and group: d0 …, session, k, m."""
        plan = self.plan
        amounts = "CAST(sum(k) AS DOUBLE) AS k, CAST(sum(m) AS DOUBLE) AS m"
        d = _list(self.dims)
        if plan.measure.per == "session":
            return [
                f"told AS (\n  SELECT {d}session AS game_id, session,"
                " CAST(sum(k) AS DOUBLE) AS k, 1.0 AS m FROM cases"
                f" WHERE session IS NOT NULL GROUP BY {d}session\n)"
            ]
        if self.joins_late:
            own = [dim for dim in self.dims if dim not in self._of_games_dims()]
            games = ["game_id", *self.parts["games"].columns]
            return [
                f"per_game AS (\n  SELECT {_list(own)}game_id, {amounts} FROM cases"
                f" GROUP BY {_list(own)}game_id\n)",
                f"told AS (\n  SELECT * FROM per_game JOIN ({self._of_games(games)})"
                " USING (game_id)\n)",
            ]
        if plan.table == "games" and not plan.fans_out and not is_cut:
            amounts = "CAST(k AS DOUBLE) AS k, CAST(m AS DOUBLE) AS m"
            return [f"told AS (\n  SELECT {d}game_id, session, {amounts} FROM cases\n)"]
        session = "CAST(NULL AS VARCHAR)" if plan.table == "violations" else "any_value(session)"
        value = ", any_value(v) AS v" if is_cut else ""
        return [
            f"told AS (\n  SELECT {d}game_id, {session} AS session, {amounts}{value}"
            f" FROM {'cut' if is_cut else 'cases'} GROUP BY {d}game_id\n)"
        ]

    def _of_games_dims(self) -> list[str]:
        return [f"d{at}" for at, home in enumerate(self.homes) if home == "games"]

    def _all_games(self) -> str:
        """Return all games that count, each with what it has in all groups together."""
        source = "per_game" if self.joins_late else "told"
        summed = f"SELECT game_id, sum(k) AS k, sum(m) AS m FROM {source} GROUP BY game_id"
        if self.plan.table == "violations":
            return f"SELECT *, CAST(NULL AS VARCHAR) AS session FROM ({summed})"
        if self.plan.spread:
            # Games in which nothing of the kind happened count as well: 0 out of their m.
            whole = ["game_id", "session", f"CAST({self.plan.spread} AS DOUBLE) AS m"]
            return (
                f"SELECT w.game_id, w.session, coalesce(p.k, 0) AS k, w.m"
                f" FROM ({self._of_games(whole)}) w LEFT JOIN ({summed}) p ON p.game_id = w.game_id"
            )
        if self.plan.counts_shares:
            summed = f"SELECT game_id, k, k AS m FROM ({summed})"
        if not self.joins_late:
            named = f"SELECT DISTINCT game_id, session FROM {source}"
            return f"SELECT * FROM ({summed}) JOIN ({named}) USING (game_id)"
        return f"SELECT * FROM ({summed}) JOIN ({self._of_games(['game_id', 'session'])}) USING (game_id)"

    def _groups(self, of_the_whole: bool, is_cut: bool) -> str:
        d = _list(self.dims)
        value = ", any_value(v)" if is_cut else ""
        if not of_the_whole:
            return f"SELECT false AS is_all, {d}{_SUMS}{value} FROM units{self.by_group}"
        named = "k" if self.plan.counts_shares else "m"
        units = (
            f"SELECT units.* REPLACE (all_units.{named} AS m) FROM units JOIN all_units"
            " ON units.session IS NOT DISTINCT FROM all_units.session"
            " AND units.alone IS NOT DISTINCT FROM all_units.alone"
        )
        return f"SELECT false AS is_all, {d}{_SUMS} FROM ({units}){self.by_group}"

    def ranks(self, ranks: list[float]) -> Statement:
        cases = self.cases()
        asked = ", ".join(map(repr, ranks))
        d = _list(self.dims)
        sql = f"SELECT {d}quantile_disc(k, [{asked}]) FROM (\n{cases}\n){self.by_group}"
        return Statement(sql, self.values)

    def extremes(self, aggregate: str) -> Statement:
        cases = self.cases()
        name = {"sd": "stddev_samp"}.get(aggregate, aggregate)
        games = "count(DISTINCT game_id)"
        sql = (
            f"SELECT {_list(self.dims)}{name}(k), count(k), {games} FILTER (k IS NOT NULL),"
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
            f"SELECT {_list(self.dims)}list(DISTINCT game_id ORDER BY game_id)"
            f" FROM (\n{cases}\n) WHERE {counted}{self.by_group}"
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
        sql = f"{self._of_games(['game', 'played_by', 'count(*)'])} GROUP BY ALL"
        return Statement(sql, self.values)


_SUMS: Final = (
    "CAST(sum(games) AS BIGINT), CAST(sum(with_k) AS BIGINT), CAST(sum(told) AS BIGINT),"
    " CAST(sum(untold) AS BIGINT), count(session) FILTER (m > 0), count(*) FILTER (m > 0),"
    " sum(k), sum(m), sum(kk), sum(km), sum(mm), sum(k * k), sum(k * m), sum(m * m)"
)
"""The columns of `Sums`, of units."""


def _units(d: str, source: str, over: str, *, has_value: bool = False) -> str:
    """Return the sums by session, a game without one standing *alone*; *over* is what k is out of."""
    told = f"FILTER ({over} > 0)"
    value = ", any_value(v) AS v" if has_value else ""
    return (
        f"SELECT {d}session, CASE WHEN session IS NULL THEN game_id END AS alone,"
        f" count(*) {told} AS games, count(*) FILTER (k > 0) AS with_k, count(k) AS told,"
        f" count(*) FILTER (k IS NULL) AS untold, sum(k) {told} AS k, sum({over}) {told} AS m,"
        f" sum(k * k) {told} AS kk, sum(k * {over}) {told} AS km,"
        f" sum({over} * {over}) {told} AS mm{value} FROM {source} GROUP BY {d}session, alone"
    )


def _rolled_up(of_the_whole: bool) -> str:
    """Return the units of all groups together, of groups that share no game."""
    m, km, mm = ("k", "kk", "kk") if of_the_whole else ("m", "km", "mm")
    return (
        "SELECT session, alone, sum(games) AS games, sum(with_k) AS with_k, sum(told) AS told,"
        f" sum(untold) AS untold, sum(k) AS k, sum({m}) AS m, sum(kk) AS kk, sum({km}) AS km,"
        f" sum({mm}) AS mm FROM units GROUP BY session, alone"
    )


def _list(dims: Iterable[str]) -> str:
    """Return the splits, a comma behind each."""
    return "".join(f"{dim}, " for dim in dims)


_SPANS: Final = {name: name for name in ("day", "week", "month", "quarter", "year")}
_TYPES: Final = {"text": "VARCHAR", "number": "DOUBLE", "time": "TIMESTAMP", "flag": "BOOLEAN"}
_NAME: Final = re.compile(r"'[^']*'|\b[a-z_][a-z_0-9]*\b(?!\()")


def names_in(text: str) -> set[str]:
    """Return the columns that an expression names.

    >>> sorted(names_in("CASE WHEN turn IS NOT NULL AND type = 'pass' THEN hour(played_at) END"))
    ['played_at', 'turn', 'type']
    """
    return {name for name in _NAME.findall(text) if name[0] != "'"}


def _constant(text: str) -> str:
    """Return a name of the catalogue as SQL."""
    return "'" + text.replace("'", "''") + "'"


def _typed(value: Any, kind: str) -> Any:
    if kind == "flag":
        return value == "yes"
    return value if kind == "number" else str(value)
