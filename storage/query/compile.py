"""Turns a planned measure into SQL.

Every figure is a sum over a sum. Of the cases (see cases.py), each with k, what it counts, and m, out
of what, `units` is the sums by session, and by game without one, or by game throughout. The last step
sums the units, their squares and their products: all that an honest interval needs (see
statistics.py).

Which games a figure rests on is told in one of three ways. A row of `games` is one. Else rows are
summed up by game (`told`), and only then joined with what is known of the games: of moves, some
forty a game, that is the least work as long as each game is in one group. Where it is in many, or
where its rows are few, as of rounds and seats, that would be most of the work: there rows are joined
first and summed up by session, and a session keeps its games as the bits of one number, by their ids
modulo 64, which is exact where no session's ids lie further apart than that. Where games are the
units there is nothing to sum up by session.

What holds of all games that fit (who played them, which game it was) is not asked of each again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from engine.metrics import Dimension

from .cases import Amount, Cases, bins, constant, names_in
from .plan import Plan, Planner
from .query import Measure

Together: TypeAlias = Literal["", "groups", "runs"]
"""How units are put together where there are very many: not, in random groups, in runs of games."""


class Statement(NamedTuple):
    """SQL with its values."""

    sql: str
    values: dict[str, Any]


class Sums(NamedTuple):
    """What the units of one group add up to; see `Compiler.sums`. None: not asked for."""

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
    """The squares of the units' sums."""
    km: float | None
    mm: float | None
    kkk: float | None = None
    """And their third powers, where they are asked for."""
    kkm: float | None = None
    kmm: float | None = None
    mmm: float | None = None


class Shared(NamedTuple):
    """Sums over what two groups share, in the columns of `Sums` that they have no other use for."""

    units: int
    kk: float
    km: float
    mk: float
    mm: float

    @classmethod
    def of(cls, sums: Sums) -> Shared:
        """Return them from a row that is marked as theirs."""
        return cls(sums.units, sums.kk or 0, sums.km or 0, sums.k or 0, sums.mm or 0)


class Compiler(Planner):
    """Makes the statements of one question."""

    def games(self) -> Statement:
        """Return the statement that counts the games that fit, by game and who played.

        Columns: game, who, games, those of them with a session. Games of all kinds are counted, be
        they what the measures are about or not: it is then the same for most questions.
        """
        plan = Plan(Measure("total", "games"), self.names.metrics["games"], "games", "1")
        return _Builder(self, plan).games()

    def latest(self, dimension: Dimension, count: int) -> Statement:
        """Return the values of a dimension that came last, by the first game of each."""
        plan = Plan(Measure("total", "games"), self.names.metrics["games"], "games", "1")
        return _Builder(self, plan).latest(dimension, count)

    def moment(self, count: int) -> Statement:
        """Return when the last of so many latest games was played."""
        plan = Plan(Measure("total", "games"), self.names.metrics["games"], "games", "1")
        return _Builder(self, plan).moment(count)

    def sums(
        self,
        plan: Plan,
        *,
        by_session: bool = True,
        in_bits: Callable[[], bool] = lambda: True,
        pair: tuple[Any, Any] | None = None,
        together: Together = "",
        has_cubes: bool = False,
    ) -> Statement:
        """Return the sums that a figure and its interval are made of, a row a group.

        Columns: is_all, the splits, then those of `Sums`, the last four with *has_cubes*, over
        sessions or with *by_session* off over games. *in_bits* is asked, where it would help, whether a session's games may be kept as
        bits, which is right where `span` is not above `MOST_SPAN`. With a *pair* of values of the last split there are rows whose is_all is
        null and whose sums are those of `Shared`, over the sessions (or games) in which both occur.
        Units may be put *together* where each of their games is one row, or else where the plan
        `has_runs`: sessions, and games without one, in `GROUPS` random groups, or where there are
        no sessions games in runs.
        """
        builder = _Builder(self, plan, in_bits=in_bits, together=together, has_cubes=has_cubes)
        return builder.sums(by_session=by_session, pair=pair)

    def has_runs(self, plan: Plan) -> bool:
        """Tell whether rows below the game can be summed up without a row for each game in between."""
        return _Builder(self, plan).has_runs()

    def sessions(self) -> Statement:
        """Return about how many sessions the store has."""
        return Statement("SELECT approx_count_distinct(session) FROM games", {})

    def span(self, *, of_all: bool) -> Statement:
        """Return how far the ids of one session's games lie apart at the most.

        *of_all* games of the store, or of those that fit the question.
        """
        plan = Plan(Measure("total", "games"), self.names.metrics["games"], "games", "1")
        return _Builder(self, plan).span(of_all=of_all)

    def quantile(self, plan: Plan, quantile: float, games: int) -> Statement:
        """Return the statement that finds a quantile of all cases, of so many *games* about.

        Columns: the last case at or before it, the quantile, then as those of `cut` about values.
        """
        return _Builder(self, plan).quantile(quantile, games)

    def values_of(self, plan: Plan) -> Statement:
        """Return the statement that lists the values that cases have, in no order, each with how many have it.

        A null is of those that do not tell. Of things that are counted few values differ.
        """
        return _Builder(self, plan).values_of()

    def cut_at(
        self, plan: Plan, low: float | None, *, by_session: bool = True, in_groups: bool = False
    ) -> Statement:
        """Return the sums of all cases with k, whether a case is not above *low*."""
        builder = _Builder(self, plan, together="groups" if in_groups and by_session else "")
        return builder.cut_at(low, by_session=by_session)

    def cut(
        self, plan: Plan, quantile: float, *, by_session: bool = True, in_groups: bool = False
    ) -> Statement:
        """Return the same sums with k, whether a case is at or below a quantile of its group.

        Three more columns: the quantile, the values near it that occur, in no order, each with how
        many cases are at or below it and how many are it, and how many there are.
        """
        builder = _Builder(self, plan, together="groups" if in_groups and by_session else "")
        return builder.cut(quantile, by_session=by_session)

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


class _Builder:
    """Writes one statement."""

    def __init__(
        self,
        compiler: Compiler,
        plan: Plan,
        *,
        in_bits: Callable[[], bool] = lambda: False,
        together: Together = "",
        has_cubes: bool = False,
    ) -> None:
        self.plan = plan
        self.together = together
        self.cubes = _CUBES if has_cubes else ""
        self.no_cubes = ", NULL" * 4 if has_cubes else ""
        self.may_use_bits = in_bits
        self.in_bits = False
        self.has_games_as_units = False
        self.planner = compiler
        self.cases = Cases(compiler, plan)
        self.groups = list(self.cases.dims)
        """The columns that make a group: the splits, and of a distribution the value."""
        self.is_distribution = plan.measure.aggregate == "distribution"
        if self.is_distribution:
            self.groups.append("x")

    @property
    def by_group(self) -> str:
        return f" GROUP BY {', '.join(self.groups)}" if self.groups else ""

    def statement(self, steps: Iterable[str], *selects: str) -> Statement:
        made = ", ".join(steps)
        sql = "\nUNION ALL ".join(selects)
        return Statement(f"WITH {made}\n{sql}" if made else sql, self.cases.values)

    # -- sums

    def sums(self, *, by_session: bool, pair: tuple[Any, Any] | None = None) -> Statement:
        plan = self.plan
        amount = self.cases.choose()
        if plan.counts_distinct:
            return self._distinct()
        has_whole = not plan.fans_out and bool(self.groups or plan.spread)
        if has_whole and plan.of_the_whole:
            return self._parts(amount, by_session=by_session)
        if plan.counts_shares and not self.groups and amount.is_told:
            if plan.table != "violations":
                return self._count(amount)
        if pair is None and self._has_plain_rows(amount):
            return self._of_plain_rows(amount, by_session=by_session)
        steps = self._units(amount, by_session=by_session)
        sums = _SUMS_OF_GAMES + self.cubes if self.has_games_as_units else self._sums
        selects = [f"SELECT false AS is_all, {_list(self.groups)}{sums} FROM units{self.by_group}"]
        if has_whole and not self._is_parted():
            selects.append(self._whole(amount))
        if pair is not None:
            selects.append(self._shared(*pair))
        return self.statement(steps, *selects)

    def _has_plain_rows(self, amount: Amount) -> bool:
        """Tell whether each row is a game of one group, and its k and m can be summed up as they are."""
        is_of_games = self.plan.has_games_as_rows and not self.plan.fans_out
        return is_of_games and amount.is_part and self.plan.measure.per != "session"

    def _of_plain_rows(self, amount: Amount, *, by_session: bool) -> Statement:
        cases = self.cases
        d = _list(self.groups)
        cases.unit = f"{self._unit} AS unit" if by_session else ""
        rows = f"SELECT {d}{'unit, ' if by_session else ''}{amount.k} AS k, {amount.m} AS m"
        rows = f"({rows} FROM ({cases.joined(where=amount.where)}))"
        games = "count(*) FILTER (m > 0)"
        if not by_session:
            sums = (
                f"{games} AS games, NULL AS with_k, {games} AS told, 0 AS untold, 0 AS sessions,"
                f" {games} AS units, sum(k) AS k, sum(m) AS m,"
                f" sum(k * k) AS kk, sum(k * m) AS km, sum(m * m) AS mm{self.cubes}"
            )
            return self.statement(
                (), f"SELECT false AS is_all, {d}{sums} FROM {rows}{self.by_group}"
            )
        units = (
            f"SELECT {d}unit, {games} AS games, NULL AS told, 0 AS untold,"
            f" CAST(sum(k) AS DOUBLE) AS k, CAST(nullif(sum(m), 0) AS DOUBLE) AS m"
            f" FROM {rows} GROUP BY {d}unit"
        )
        return self.statement(
            [f"units AS (\n  {units}\n)"],
            f"SELECT false AS is_all, {d}{self._sums} FROM units{self.by_group}",
        )

    def _distinct(self) -> Statement:
        """Return how many different values there are, which no interval goes with."""
        self.cases.unit = ""
        k, told = "count(DISTINCT t)", "count(DISTINCT game_id) FILTER (t IS NOT NULL)"
        return self.statement(
            (),
            f"SELECT false AS is_all, {_list(self.groups)}{told}, NULL, {told},"
            f" count(DISTINCT game_id) FILTER (t IS NULL), 0, {k}, {k}, {k}{', NULL' * 3}"
            f" FROM ({self.cases.joined()}){self.by_group}",
        )

    @property
    def _unit(self) -> str:
        """The unit of a game, where sessions are told."""
        return OF_GROUP if self.together == "groups" else UNIT

    @property
    def _sums(self) -> str:
        return _SUMS.format(sessions=self._sessions) + self.cubes

    @property
    def _sessions(self) -> str:
        """Count the sessions among units. In groups a game without one counts as one."""
        counts = {"": "count(m) FILTER (unit & 1 = 1)", "groups": "count(m)", "runs": "0"}
        return counts[self.together]

    def _shared(self, one: Any, other: Any) -> str:
        """Return the sums over what two groups share that differ by their last split alone."""
        *others, last = self.groups
        same = [f"a.{dim} IS NOT DISTINCT FROM b.{dim}" for dim in ["unit", *others]]
        step = self.cases.query.by[-1]
        sides = [f"a.{last} = {self.cases.side(one, step)}"]
        sides.append(f"b.{last} = {self.cases.side(other, step)}")
        by = [f"a.{dim}" for dim in others]
        return (
            f"SELECT NULL, {_list(by)}NULL, NULL, NULL, NULL, NULL, 0, count(*), sum(a.m * b.k), NULL,"
            f" sum(a.k * b.k), sum(a.k * b.m), sum(a.m * b.m){self.no_cubes}"
            f" FROM units a JOIN units b ON {' AND '.join([*same, *sides])}"
            f"{' GROUP BY ' + ', '.join(by) if by else ''}"
        )

    def _units(self, amount: Amount, *, by_session: bool) -> list[str]:
        """Return the steps that give `units`, a row a unit and group.

        Columns: d0 …, unit, games, with_k, told, untold, k, m, and with bits those of `_in_bits`.
        Where the units are games it is `told`, and there is nothing to sum.
        """
        unit = self._unit if by_session else _OF_GAME
        if self.together == "runs" or (self.together and not self.plan.has_games_as_rows):
            self.in_bits = True
            return self._in_bits(amount, _OF_RUN if self.together == "runs" else unit)
        self.in_bits = by_session and self._fits_bits(amount) and self.may_use_bits()
        if self.in_bits:
            return self._in_bits(amount, unit)
        d = _list(self.groups)
        self.has_games_as_units = not by_session and self.plan.measure.per != "session"
        if self.has_games_as_units:
            return [*self._told(amount, unit), "units AS NOT MATERIALIZED (SELECT * FROM told)"]
        if self.plan.measure.per == "session":  # a case is a session, of several games
            return [
                *self._told(amount, unit),
                f"units AS (\n  SELECT {d}unit, CASE WHEN m > 0 THEN len(ids) END AS games,"
                " NULL AS with_k, NULL AS told, CASE WHEN untold = 1 THEN len(ids) ELSE 0 END AS untold,"
                " k, m FROM told\n)",
            ]
        untold = "0" if amount.is_told else "count(untold)"
        with_k = "count(*) FILTER (k > 0)" if self.plan.of_the_whole else "NULL"
        return [
            *self._told(amount, unit),
            f"units AS (\n  SELECT {d}unit, count(m) AS games, {with_k} AS with_k,"
            f" {'count(k)' if self.plan.counts_shares else 'NULL'} AS told, {untold} AS untold,"
            f" sum(k) AS k, sum(m) AS m FROM told GROUP BY {d}unit\n)",
        ]

    def has_runs(self) -> bool:
        return self.plan.table != "games" and self._fits_bits(self.cases.choose())

    def _fits_bits(self, amount: Amount) -> bool:
        """Tell whether what a game adds can be read off its single rows."""
        plan = self.plan
        is_of_few = plan.table in ("rounds", "seats") or (plan.table == "games" and plan.fans_out)
        if not (is_of_few or self._splits_moves()) or plan.measure.per == "session":
            return False
        if plan.of_the_whole and not amount.k_sum.startswith(("count(", "nullif(count(")):
            return False  # rows may add up to nothing
        named = self.cases.names.metrics[plan.measure.metric]
        # Of a ratio whose k may be more than its m, a game with m = 0 has to be left out as a whole.
        return plan.of_the_whole or plan.is_of_rows or not plan.bottom or named.kind == "rate"

    def _splits_moves(self) -> bool:
        """Tell whether the moves of one game are in many groups, so that there are many sums by game."""
        is_below = any(home != "games" for home in self.cases.homes)
        return self.plan.table == "moves" and (is_below or self.is_distribution)

    def _in_bits(self, amount: Amount, unit: str) -> list[str]:
        """Return `units` with three more columns: which games are told, known and seen, as bits."""
        cases = self.cases
        d = _list(self.groups)
        value = f"{self._bin()} AS x, " if self.is_distribution else ""
        by_run = self.together == "groups"
        cases.unit = f"{unit} AS unit, {_BIT} AS bit{f', {_OF_RUN} AS run' if by_run else ''}"
        columns = f"{_list(cases.dims)}{value}{'run, ' if by_run else ''}unit, bit"
        columns += f", {amount.k} AS k, {amount.m} AS m"
        of_known = "bit_or(CASE WHEN k IS NOT NULL THEN bit END)"
        k = "count(*)" if amount.k == "1" else "sum(CAST(k AS DOUBLE))"
        if amount.is_one_each and amount.k == amount.m:
            k = "nullif(count(k), 0)"  # rows are counted quicker than ones are summed up
        if amount.m == "1":
            told, m = "bit_or(bit)", "count(*)"
        elif amount.is_one_each:
            told, m = of_known, "nullif(count(k), 0)"
        else:
            told, m = "bit_or(CASE WHEN m > 0 THEN bit END)", "nullif(sum(CAST(m AS DOUBLE)), 0)"
        known, seen, untold = "NULL", "NULL", "0"
        if not amount.is_told:
            known, seen, untold = of_known, "bit_or(bit)", _untold_in("seen", "known")
        rows = f"(SELECT {columns} FROM ({cases.joined(where=amount.where)}))"
        bits = f"{told} AS told, {known} AS known, {seen} AS seen"
        sums = f"CAST({k} AS DOUBLE) AS k, CAST({m} AS DOUBLE) AS m"
        of_units = [
            f"of_units AS (\n  SELECT {d}unit, {bits}, {sums}\n  FROM {rows} GROUP BY {d}unit\n)"
        ]
        if by_run:  # a group has more games than a number has bits; their runs tell them apart
            of_units = [
                f"rows AS MATERIALIZED {rows}",
                f"of_units AS (\n  SELECT {d}unit, NULL AS told, NULL AS known, NULL AS seen, {sums}"
                f" FROM rows GROUP BY {d}unit\n  UNION ALL SELECT {d}{GROUPS} + run, {bits}, NULL, NULL"
                f" FROM rows GROUP BY {d}run\n)",
            ]
        return [
            *of_units,
            f"units AS (\n  SELECT {d}unit, told AS told_bits, known, seen,"
            " coalesce(bit_count(told), 0) AS games,"
            f" {'coalesce(bit_count(told), 0)' if self.plan.of_the_whole else 'NULL'} AS with_k,"
            f" {'coalesce(bit_count(told), 0)' if self.plan.counts_shares else 'NULL'} AS told,"
            f" {untold} AS untold, k, m FROM of_units\n)",
        ]

    def _told(self, amount: Amount, unit: str) -> list[str]:
        """Return the steps that give `told`, a row a game and group: d0 …, game_id, unit, k, m."""
        plan = self.plan
        cases = self.cases
        d = _list(self.groups)
        value = f"{self._bin()} AS x, " if self.is_distribution else ""
        sums = f"{amount.k_sum} AS k, {amount.m_sum} AS m"
        masked = (
            "CASE WHEN m > 0 THEN CAST(k AS DOUBLE) END AS k, CAST(nullif(m, 0) AS DOUBLE) AS m, "
        )
        masked += f"{'NULL' if amount.is_told else 'CASE WHEN k IS NULL THEN 1 END'} AS untold"
        if plan.measure.per == "session":
            cases.unit = "session"
            inner = (
                f"SELECT {d}session, {amount.k_sum} AS k,"
                f" CASE WHEN {amount.k_sum} IS NOT NULL THEN 1 END AS m,"
                " list(DISTINCT game_id) AS ids"
                f" FROM ({cases.joined(where=amount.where)}) WHERE session IS NOT NULL"
                f" GROUP BY {d}session"
            )
            return [
                f"told AS (\n  SELECT {d}ids, CAST(hash(session) >> 1 AS BIGINT) | 1 AS unit, {masked}"
                f"\n  FROM ({inner})\n)"
            ]
        cases.unit = f"{unit} AS unit"
        if plan.table == "violations":
            unit = _OF_GAME
        elif self._may_join_late():
            own = [dim for dim in self.groups if dim not in self._of_games_dims()]
            splits = _list([dim for dim in own if dim != "x"])
            inner = (
                f"SELECT {splits}{value}game_id, {sums}"
                f" FROM ({cases.joined(without_games=True, where=amount.where)})"
                f" GROUP BY {_list(own)}game_id"
            )
            if cases.takes_all_games():
                told = f"SELECT {d}game_id, {cases.unit}, {masked} FROM ({inner})"
                return [f"told AS (\n  {told}\n)"]
            games = cases.of_games(["game_id", *cases.parts["games"].columns, cases.unit])
            return [
                f"chosen AS (\n  {games}\n)",
                f"per_game AS (\n  {inner}\n)",
                f"told AS (\n  SELECT {d}game_id, unit, {masked} FROM per_game JOIN chosen"
                " USING (game_id)\n)",
            ]
        elif plan.has_games_as_rows:
            sums = f"{amount.k} AS k, {amount.m} AS m"
            inner = f"SELECT {_list(cases.dims)}{value}game_id, unit, {sums} FROM ({cases.joined(where=amount.where)})"
            return [f"told AS (\n  SELECT {d}game_id, unit, {masked}\n  FROM ({inner})\n)"]
        else:
            unit = "any_value(unit)"
        inner = (
            f"SELECT {_list(cases.dims)}{value}game_id, {unit} AS unit, {sums}"
            f" FROM ({cases.joined(where=amount.where)}) GROUP BY {d}game_id"
        )
        return [f"told AS (\n  SELECT {d}game_id, unit, {masked}\n  FROM ({inner})\n)"]

    def _bin(self) -> str:
        width = self.plan.measure.bins
        value = self.cases.value
        return bins(value, width) if width else value

    def _whole(self, amount: Amount) -> str:
        """Return what is shown of all groups together, which share games: how many, and Σm."""
        told, untold = self._games_of_all(amount)
        source = "SELECT * FROM told"
        if self.in_bits:
            known = "" if amount.is_told else " bit_or(known) AS known, bit_or(seen) AS seen,"
            source = (
                f"SELECT bit_or(told_bits) AS told,{known} sum(k) AS k, sum(m) AS m"
                " FROM units GROUP BY unit"
            )
        return (
            f"SELECT true, {'NULL, ' * len(self.groups)}{told}, NULL, NULL, {untold},"
            f" 0, 0, sum(k), sum(m), NULL, NULL, NULL{self.no_cubes} FROM ({source})"
        )

    def _games_of_all(self, amount: Amount) -> tuple[str, str]:
        """Return how many games tell of any group, and how many of none, of `told` or the bits."""
        if self.in_bits:
            told = "CAST(sum(bit_count(told)) AS BIGINT)"
            untold = f"CAST(sum({_untold_in('seen', 'known')}) AS BIGINT)"
            return told, "0" if amount.is_told else untold
        if self.plan.measure.per == "session":
            told, seen = (
                f"len(list_distinct(flatten(list(ids){only})))"
                for only in (" FILTER (m IS NOT NULL)", "")
            )
            told = f"coalesce({told}, 0)"
            return told, "0" if amount.is_told else f"{seen} - {told}"
        told = "count(DISTINCT game_id) FILTER (m IS NOT NULL)"
        untold = "count(DISTINCT game_id) - count(DISTINCT game_id) FILTER (untold IS NULL)"
        return told, "0" if amount.is_told else untold

    def _may_join_late(self) -> bool:
        looks_at_games = any(
            self.cases.home(self.cases.names.dimensions[one.dimension]) == "games"
            for one in self.plan.measure.such
        )
        return self.plan.table not in ("games", "violations") and not looks_at_games

    def _of_games_dims(self) -> list[str]:
        return [f"d{at}" for at, home in enumerate(self.cases.homes) if home == "games"]

    def _is_parted(self) -> bool:
        """Tell whether each game is in one group, so that groups add up to all games."""
        is_of_games = all(home == "games" for home in self.cases.homes)
        return is_of_games and (not self.is_distribution or self.plan.table == "games")

    # -- shares of all groups together

    def _parts(self, amount: Amount, *, by_session: bool) -> Statement:
        """Return the sums of groups where m is that of all groups: what there is of each kind."""
        plan = self.plan
        d = _list(self.groups)
        is_violations = plan.table == "violations"
        steps = self._units(amount, by_session=by_session)
        more = ""
        if plan.spread:
            told, untold = "sum(games)", "0"
        elif amount.is_told and not is_violations:
            told, untold = f"any_value(({self.cases.of_games(['count(*)'])}))", "0"
        elif amount.is_told:
            told, untold = "(SELECT count(DISTINCT game_id) FROM told)", "0"
        elif self.in_bits:
            more = ", bit_or(known) AS known, bit_or(seen) AS seen"
            told = "CAST(sum(bit_count(known)) AS BIGINT)"
            untold = f"CAST(sum({_untold_in('seen', 'known')}) AS BIGINT)"
        elif self.has_games_as_units:
            more = ", bool_or(untold IS NULL) AS known"
            told, untold = "count(*) FILTER (known)", "count(*) FILTER (NOT known)"
        else:
            known = "count(DISTINCT game_id) FILTER (untold IS NULL)"
            told = f"(SELECT {known} FROM told)"
            untold = f"(SELECT count(DISTINCT game_id) - {known} FROM told)"
        wholes = f"SELECT unit, sum(k) FILTER (k > 0) AS m{more} FROM units GROUP BY unit"
        if plan.spread:
            # Games in which nothing of the kind happened count as well: 0 out of their m.
            games = self.cases.of_games([self.cases.unit, f"{plan.spread} AS m"])
            wholes = (
                f"SELECT unit, CAST(sum(m) AS DOUBLE) AS m, count(*) AS games FROM ({games})"
                " WHERE m > 0 GROUP BY unit"
            )
        steps.append(f"wholes AS (\n  {wholes}\n)")
        has_session = by_session and not is_violations
        sessions = self._sessions if has_session else "0"
        with_k = "CAST(sum(with_k) AS BIGINT)"
        if self.has_games_as_units:
            with_k = "count(*) FILTER (k > 0)"
        # A game counts even where nothing of it does: it might have.
        units = "count(m)" if by_session or self.together else told
        square = "sum(m * m)"
        cubes = of_whole = ""
        if self.cubes:
            cubes = ", sum(k * k * k), sum(k * k * wholes.m), sum(k * wholes.m * wholes.m), NULL"
            of_whole = ", NULL, NULL, NULL, sum(m * m * m)"
        whole = (
            f"SELECT true, {'NULL, ' * len(self.groups)}{told}, NULL, {told}, {untold},"
            f" {sessions}, {units}, sum(m), sum(m), {square}, {square}, {square}{of_whole}"
            " FROM wholes"
        )
        parts = (
            f"SELECT false AS is_all, {d}NULL, {with_k}, NULL, 0, 0, 0, sum(k),"
            f" NULL, sum(k * k), sum(k * wholes.m), NULL{cubes}"
            f" FROM units LEFT JOIN wholes USING (unit){self.by_group}"
        )
        return self.statement(steps, parts, whole)

    def _count(self, amount: Amount) -> Statement:
        """Return how many there are in all, which no interval goes with: no game is looked at."""
        cases = self.cases
        told = f"({cases.of_games(['count(*)'])})"
        cases.unit = ""
        return self.statement(
            (),
            f"SELECT false AS is_all, NULL, NULL, {told}, 0, 0, 0, {amount.k_sum}, {amount.m_sum}"
            f"{', NULL' * 3} FROM ({cases.joined(where=amount.where)})",
        )

    # -- single cases

    def _rows(self, amount: Amount, unit: str = "", *, without_games: bool = False) -> str:
        """Return the SELECT of the cases: d0 …, game_id, k, m, and a game's unit if asked for."""
        value = f"{self._bin()} AS x, " if self.is_distribution else ""
        joined = self.cases.joined(where=amount.where, without_games=without_games)
        return (
            f"SELECT {_list(self.cases.dims)}{value}game_id, {unit}{amount.k} AS k,"
            f" {amount.m} AS m FROM ({joined})"
        )

    def _ordered(self, rows: str) -> list[str]:
        """Return the steps that give `ordered`: how many cases are at or below each value.

        Values come again and again, so that to count them is quicker than to sort the cases.
        """
        d = _list(self.groups)
        over = f"PARTITION BY {', '.join(self.groups)} " if self.groups else ""
        return [
            # Kept, it would be as long as the table; it is cheaper to read that twice.
            f"cases AS NOT MATERIALIZED (\n  {rows}\n)",
            f"counted AS (\n  SELECT {d}k, count(*) AS c FROM cases WHERE k IS NOT NULL"
            f" GROUP BY {d}k\n)",
            f"ordered AS (\n  SELECT {d}k, c, sum(c) OVER ({over}ORDER BY k) AS upto,"
            f" sum(c) OVER ({over.rstrip()}) AS n FROM counted\n)",
        ]

    def quantile(self, quantile: float, games: int) -> Statement:
        amount = self.cases.choose()
        self.cases.unit = ""
        steps = [
            *self._ordered(self._rows(amount)),
            self._value(quantile, near=self._near(quantile, str(max(1, games)))),
        ]
        return self.statement(steps, "SELECT low, v, near, n FROM v")

    def values_of(self) -> Statement:
        amount = self.cases.choose()
        self.cases.unit = ""
        return self.statement((), f"SELECT k, count(*) FROM ({self._rows(amount)}) GROUP BY k")

    def cut_at(self, low: float | None, *, by_session: bool) -> Statement:
        assert not self.groups, "groups have quantiles of their own"
        if self.plan.has_games_as_rows and not by_session:
            return self._games_below(_number(low))
        rows, units = self._units_below(_number(low), by_session=by_session)
        steps = [f"cases AS NOT MATERIALIZED (\n  {rows}\n)", units]
        return self.statement(steps, f"SELECT false AS is_all, {self._sums} FROM units")

    def _games_below(self, low: str) -> Statement:
        """Return the sums of games that each are one case: k and m are 0 or 1, so are their squares."""
        amount = self.cases.choose()
        self.cases.unit = ""
        m, k = "count(k)", f"count(*) FILTER (k <= {low})"
        counts = f"{m} AS games, NULL, NULL, count(*) - {m}, 0, {m}, {k}, {m}, {k}, {k}, {m}"
        return self.statement((), f"SELECT false AS is_all, {counts} FROM ({self._rows(amount)})")

    def cut(self, quantile: float, *, by_session: bool) -> Statement:
        d = _list(self.groups)
        rows, units = self._units_below("low", by_session=by_session)
        near = self._near(quantile, "games")
        return self.statement(
            [
                *self._ordered(rows),
                self._value(quantile),
                units,
                f"summed AS (\n  SELECT {d}{self._sums} FROM units{self.by_group}\n)",
                f"nearby AS (\n  SELECT {_list(f'ordered.{dim}' for dim in self.groups)}"
                "list((ordered.k, upto, c)) AS near, any_value(n) AS n"
                f" FROM ordered JOIN summed ON {self._same('ordered', 'summed')}"
                f" WHERE {near} GROUP BY ALL\n)",
            ],
            f"SELECT false AS is_all, summed.*, v, near, n FROM summed"
            f" LEFT JOIN v ON {self._same('summed', 'v')}"
            f" LEFT JOIN nearby ON {self._same('summed', 'nearby')}",
        )

    def _value(self, quantile: float, *, near: str = "") -> str:
        """Return the step that gives `v`, the quantile of each group and the last case before it."""
        d = _list(self.groups)
        at = f"{quantile!r} * (n - 1)"  # between two values that occur, where it falls there
        listed = f", list((k, upto, c)) FILTER ({near}) AS near, any_value(n) AS n" if near else ""
        return (
            f"v AS (\n  SELECT *, low + (high - low) * part AS v FROM (SELECT {d}"
            f"min(k) FILTER (upto > floor({at})) AS low,"
            f" min(k) FILTER (upto > ceil({at})) AS high,"
            f" any_value({at} - floor({at})) AS part{listed} FROM ordered{self.by_group})\n)"
        )

    def _units_below(self, low: str, *, by_session: bool) -> tuple[str, str]:
        """Return `cases` and `units`, of which k are the cases at or below a quantile.

        *low* is the last case at or before it. No case lies between that and the quantile.
        """
        cases = self.cases
        amount = cases.choose()
        is_of_games = self.plan.has_games_as_rows
        unit = f"{self._unit if by_session else _OF_GAME} AS unit"
        cases.unit = unit if is_of_games else ""
        d = _list(self.groups)
        by = _list(f"cases.{dim}" for dim in self.groups)
        counts = f"count(*) FILTER (k <= {low}) AS k, nullif(count(k), 0) AS m"
        brought = f" LEFT JOIN v ON {self._same('cases', 'v')}" if self.groups else ""
        if is_of_games and not by_session:
            units = (
                f"SELECT {by}unit, CASE WHEN k IS NOT NULL THEN CAST(k <= {low} AS INT) END AS k,"
                " CASE WHEN k IS NOT NULL THEN 1 END AS m, CAST(k IS NOT NULL AS INT) AS games,"
                f" CAST(k IS NULL AS INT) AS untold FROM cases{brought}"
            )
        elif is_of_games:
            units = (
                f"SELECT {by}unit, {counts}, count(k) AS games, count(*) - count(k) AS untold"
                f" FROM cases{brought} GROUP BY ALL"
            )
        else:
            # The games are joined once their rows are counted, unless they tell the groups.
            is_late = self._may_join_late() and not self._of_games_dims()
            rows = f"({self._rows(amount, without_games=True)})" if is_late else "cases"
            chosen = cases.of_games(["game_id", unit])
            units = (
                f"SELECT {d}unit, sum(k) AS k, sum(m) AS m, count(m) AS games,"
                f" count(*) FILTER (m IS NULL) AS untold FROM (SELECT {by}game_id, {counts}"
                f" FROM {rows} cases{brought} GROUP BY ALL) JOIN ({chosen}) USING (game_id)"
                " GROUP BY ALL"
            )
        doubles = "CAST(k AS DOUBLE) AS k, CAST(m AS DOUBLE) AS m"
        return self._rows(amount, "unit, " if is_of_games else ""), (
            f"units AS (\n  SELECT {d}unit, {doubles}, games, NULL AS told, untold"
            f" FROM ({units})\n)"
        )

    def _near(self, quantile: float, games: str) -> str:
        """Return the condition that a value of `ordered` may be an end of a quantile's interval."""
        width = f"{NEAR} * sqrt({quantile * (1 - quantile)!r} / {games})"
        return f"upto / n >= {quantile!r} - {width} AND (upto - c) / n <= {quantile!r} + {width}"

    def _same(self, one: str, other: str) -> str:
        """Return the condition that two rows are of one group."""
        same = [f"{one}.{dim} IS NOT DISTINCT FROM {other}.{dim}" for dim in self.groups]
        return " AND ".join(same) or "true"

    def ranks(self, ranks: list[float]) -> Statement:
        amount = self.cases.choose()
        self.cases.unit = ""
        # As `statistics` finds a value: rounding may not push a rank past the last of its cases.
        found = ", ".join(f"min(k) FILTER (upto >= {rank!r} * n * (1 - 1e-9))" for rank in ranks)
        return self.statement(
            self._ordered(self._rows(amount)),
            f"SELECT {_list(self.groups)}[{found}] FROM ordered{self.by_group}",
        )

    def extremes(self, aggregate: str) -> Statement:
        amount = self.cases.choose()
        self.cases.unit = ""
        d = _list(self.groups)
        if aggregate == "sd":
            told = "count(DISTINCT CASE WHEN k IS NOT NULL THEN game_id END)"
            return self.statement(
                (),
                f"SELECT {d}stddev_samp(k), count(k), {told}, count(DISTINCT game_id) - {told}"
                f" FROM ({self._rows(amount)}){self.by_group}",
            )
        games = (
            f"SELECT {d}game_id, {aggregate}(k) AS k, count(k) AS cases"
            f" FROM ({self._rows(amount)}) GROUP BY {d}game_id"
        )
        return self.statement(
            (),
            f"SELECT {d}{aggregate}(k), CAST(sum(cases) AS BIGINT), count(*) FILTER (cases > 0),"
            f" count(*) FILTER (cases = 0) FROM ({games}){self.by_group}",
        )

    def spans(self) -> Statement:
        self.cases.choose()
        self.cases.unit = ""
        k = self.cases.value
        return self.statement(
            (),
            f"SELECT min({k}), max({k}), bool_and({k} = floor({k})) FROM ({self.cases.joined()})",
        )

    def ids(self) -> Statement:
        amount = self.cases.choose()
        self.cases.unit = ""
        counted = "k > 0" if self.plan.counts_shares and not self.plan.counts_distinct else "m > 0"
        return self.statement(
            (),
            f"SELECT {_list(self.groups)}list(DISTINCT game_id ORDER BY game_id)"
            f" FROM ({self._rows(amount)}) WHERE {counted}{self.by_group}",
        )

    def span(self, *, of_all: bool) -> Statement:
        if not of_all:
            self._choose_games()
        games = self.cases.of_games(["session", "game_id"])
        return self.statement(
            (),
            f"SELECT max(span) FROM (SELECT max(game_id) - min(game_id) AS span FROM ({games})"
            " WHERE session IS NOT NULL GROUP BY session)",
        )

    def games(self) -> Statement:
        self._choose_games(of_all_kinds=True)
        columns = ["game", "played_by", "count(*)", "count(session)"]
        return self.statement((), f"{self.cases.of_games(columns)} GROUP BY game, played_by")

    def latest(self, dimension: Dimension, count: int) -> Statement:
        self._choose_games()
        text = self.cases.dimension("games", dimension)
        games = self.cases.of_games([f"{text} AS value", "played_at", "game_id"])
        return self.statement(
            (),
            f"SELECT value FROM ({games}) WHERE value IS NOT NULL GROUP BY value"
            f" ORDER BY min(played_at) DESC NULLS LAST, min(game_id) DESC LIMIT {count:d}",
        )

    def moment(self, count: int) -> Statement:
        self._choose_games()
        games = self.cases.of_games(["played_at"])
        return self.statement(
            (),
            f"SELECT min(played_at) FROM (SELECT played_at FROM ({games})"
            f" WHERE played_at IS NOT NULL ORDER BY played_at DESC LIMIT {count:d})",
        )

    def _choose_games(self, *, of_all_kinds: bool = False) -> None:
        """Choose the games that fit the question at all, those its measures are not about too."""
        cases = self.cases
        cases.scope()
        known = {
            name
            for name, one in cases.names.dimensions.items()
            if {"games", "seats"} & one.at.keys()
        }
        cases.filter(one for one in cases.query.where if one.dimension in known)
        named = None if of_all_kinds else self.planner.wanted_games()
        if named is not None:
            part = cases.parts["games"]
            part.conditions.append(f"game IN ({', '.join(map(constant, sorted(named)))})")


UNIT: Final = (
    "CASE WHEN session IS NULL THEN 2 * game_id ELSE CAST(hash(session) >> 1 AS BIGINT) | 1 END"
)
"""One number a session, odd, and one a game without one, even. Numbers are grouped by in half the
time that texts take; that two sessions share one is less likely than that the disk errs."""

_OF_GAME: Final = "2 * game_id"

RUN: Final = 64
"""Games of a run: as many as one number has bits."""

_OF_RUN: Final = "game_id >> 6"
"""The run of a game: it is of those that were kept one after another."""

GROUPS: Final = 1024
"""Random groups of sessions, where there are very many; a power of 2."""

OF_GROUP: Final = (
    f"CAST(CASE WHEN session IS NULL THEN hash(game_id) ELSE hash(session) END & {GROUPS - 1}"
    " AS USMALLINT)"
)
"""The group of a session, and of a game without one. By a small number, of which DuckDB knows the
least and the greatest, it keeps its sums in a plain array."""

_BIT: Final = "CAST(1 AS UBIGINT) << CAST(game_id & 63 AS UBIGINT)"

NEAR: Final = 3
"""Values are listed so many standard errors of independent games around a quantile."""

MOST_SPAN: Final = 63
"""Ids that lie no further apart have bits of their own."""

_SUMS: Final = (
    "CAST(sum(games) AS BIGINT) AS games, NULL AS with_k, CAST(sum(told) AS BIGINT) AS told,"
    " CAST(sum(untold) AS BIGINT) AS untold, {sessions} AS sessions,"
    " count(m) AS units, sum(k) AS k, sum(m) AS m,"
    " sum(k * k) AS kk, sum(k * m) AS km, sum(m * m) AS mm"
)
"""The columns of `Sums`, of units."""

_SUMS_OF_GAMES: Final = (
    "count(m) AS games, NULL AS with_k, count(k) AS told, count(untold) AS untold, 0 AS sessions,"
    " count(m) AS units, sum(k) AS k, sum(m) AS m,"
    " sum(k * k) AS kk, sum(k * m) AS km, sum(m * m) AS mm"
)
"""The same, of `told` alone."""

_CUBES: Final = (
    ", sum(CAST(k AS DOUBLE) * k * k) AS kkk, sum(CAST(k AS DOUBLE) * k * m) AS kkm,"
    " sum(CAST(k AS DOUBLE) * m * m) AS kmm, sum(CAST(m AS DOUBLE) * m * m) AS mmm"
)
"""What tells how skewed they are. As doubles: third powers of whole numbers may be too large for one."""


def _untold_in(seen: str, known: str) -> str:
    return f"bit_count({seen}) - coalesce(bit_count({known}), 0)"


def _number(value: float | None) -> str:
    """Return a number that a statement found, for another one: the same to the last bit."""
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int) else f"CAST('{float(value)!r}' AS DOUBLE)"


def _list(columns: Iterable[str]) -> str:
    """Return columns, a comma behind each."""
    return "".join(f"{column}, " for column in columns)


__all__ = ["Compiler", "Statement", "Sums", "names_in"]
