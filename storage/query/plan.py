"""Chooses the table on which a measure can be counted.

A metric may be told by several tables: passes by games, seats, rounds and moves. The coarsest that
knows the splits and conditions of the question is taken.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.metrics import Dimension, Metric

from .catalogue import Catalogue
from .query import Measure, Query

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
    "games": {"seats": ("game_id",), "tags": ("game_id",)},
    "rounds": {"seats": ("game_id",), "tags": ("game_id",)},
    "seats": {"tags": ("game_id",)},
    "moves": {"tags": ("game_id",)},
    "feedback": {"tags": ("game_id",)},
}
"""Tables below a row by which it may still be split: a game won is won by each of its players, so
it counts once for each; and it counts once for each of its tags."""

APART: Final = frozenset({"target", "trick", "equation"})
"""Units of which there is one at a time, so that their turns add up to their game's. Several pots are
open at once, and a turn may be one of each."""

COARSE: Final = ("games", "seats", "rounds", "moves")
"""Tables with the fewest rows first."""

EITHER_OR: Final[Mapping[str, Collection[str]]] = {
    "remarks": ("stars", "rating"),
    "stars": ("remark",),
    "ratings": ("remark",),
}
"""By metric, what its rows never tell: feedback is a rating or a remark, and no row is both."""

OF_ROWS: Final = frozenset({"median", "quantile", "min", "max", "sd", "distribution"})
"""Aggregates that look at single cases and not at sums."""


class CannotAsk(Exception):
    """A metric and a dimension that do not go together, or a metric and a unit."""

    def __init__(self, measure: Measure, dimension: str | None = None) -> None:
        super().__init__(f"{measure} cannot be told{f' by {dimension}' if dimension else ''}.")
        self.measure = measure
        self.dimension = dimension
        """None where the measure makes no sense by itself."""


class Elsewhere(NamedTuple):
    """What an answer has to know that is no column of the facts, as SQL; empty where it is not asked."""

    arrived: str = ""
    """A SELECT of game_id and received_at: when rejected logs came."""
    dealt: str = ""
    """A SELECT of log_sha256, bots_won and bots_decided: how bots fare on the deals of games."""


class Scope(NamedTuple):
    """Which games an answer is about, settled before anything is counted."""

    bots: str
    """without, with or only."""
    since: str | None = None
    until: str | None = None
    cut: tuple[str, str, str] | None = None
    """A moment, and what the time before it and from it on are called."""
    games: frozenset[str] = frozenset()
    """All games of the store, by name, where that is known."""
    elsewhere: Elsewhere = Elsewhere()

    def takes(self, who: str) -> bool:
        """Tell whether games that were played by *who* count."""
        return self.bots == "with" or (who == "bots") == (self.bots == "only")


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
    def has_games_as_rows(self) -> bool:
        """Whether each row that is looked at is a game."""
        return self.table == "games" and not self.fans_out and self.measure.per != "session"

    @property
    def is_of_rows(self) -> bool:
        """Whether single cases are looked at."""
        return self.measure.aggregate in OF_ROWS

    @property
    def counts_things(self) -> bool:
        """Whether each case has a whole number, of which few differ: seconds are counted and not whole."""
        return self.metric.kind == "count" and self.metric.unit != "s" and not self.bottom

    @property
    def counts_shares(self) -> bool:
        """Whether the answer is how often each group occurs among all."""
        measure = self.measure
        return measure.aggregate in ("total", "distribution") or (
            measure.aggregate == "share" and self.top == self.bottom and not measure.such
        )

    @property
    def counts_distinct(self) -> bool:
        """Whether a value counts once, in however many rows it is."""
        return self.metric.kind == "distinct"

    @property
    def has_no_sum(self) -> bool:
        """Whether groups may share what they count, so that they do not add up."""
        return self.fans_out or self.counts_distinct

    @property
    def of_the_whole(self) -> bool:
        """Whether m of a group is that of all groups together."""
        return self.counts_shares or bool(self.spread)


class Planner:
    """Plans the measures of one question."""

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
        best: tuple[tuple[int, int, int, int], Plan] | None = None
        why: CannotAsk | None = None
        for at, plan in enumerate(self._plans(measure)):
            try:
                cost = (*self._cost(plan), self._size(plan), at)
            except CannotAsk as error:
                why = why or error
                continue
            if best is None or cost < best[0]:
                best = cost, plan
        if best is None:
            raise why or CannotAsk(measure)
        return best[1]

    def _size(self, plan: Plan) -> int:
        """Return how many rows have to be read, where tables surely tell the same."""
        if plan.measure.per not in APART:
            return 0
        return len(COARSE) if plan.lifted or plan.spread else COARSE.index(plan.table)

    def _plans(self, measure: Measure) -> Iterable[Plan]:
        """Yield the ways to count *measure*, the best first where two do equally well."""
        metric = self.names.metrics[measure.metric]
        if metric.kind == "distinct" and measure.aggregate != "total":
            raise CannotAsk(measure)
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
        if measure.per == "session":
            return  # a session is no row: its rate is told `by session`
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
        if unit == "session" and measure.aggregate in OF_ROWS:
            return  # a session is no row: its games are summed up by `by session`
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
        # Of games in which several sat all turns count, and not those of one.
        named += [one.dimension for one in self.query.where if one.operator != "all of"]
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
            home = self.home(plan, self.names.dimensions[condition.dimension])
            if home is None or condition.operator == "all of":
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
            # Of a rate both sides must be split alike: by what the rate itself says.
            return self.names.metrics[plan.measure.metric].own.get(plan.table, {})
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
        unit = self.names.units.get(measure.per or "")
        if unit is not None and unit.games and not set(unit.games) & set(found):
            raise CannotAsk(measure)  # a target of Spot On has no busts
        named = [step.dimension for step in self.query.by]
        named += [one.dimension for one in (*self.query.where, *measure.such)]
        for name in named:
            games = self.names.dimensions[name].games
            if name in EITHER_OR.get(measure.metric, ()):
                raise CannotAsk(measure, name)
            if games and found and not set(games) & set(found):
                raise CannotAsk(measure, name)
            found = tuple(game for game in found or games if not games or game in games)
        for one in self.query.where:
            if found and one.dimension == "game" and one.operator == "=":
                if not set(found) & set(one.values):
                    raise CannotAsk(measure, "game")
        return found

    def wanted_games(self) -> frozenset[str] | None:
        """Return the games that any measure of the question may be told of; None where all may.

        Raises CannotAsk where no game has what is asked of a measure.
        """
        wanted = [self.games_of(measure) for measure in self.query.measures]
        return frozenset(name for names in wanted for name in names) if all(wanted) else None

    def home(self, plan: Plan, dimension: Dimension) -> str | None:
        """Return the table that tells *dimension* of a row of the plan's, None if none does."""
        if dimension.name in plan.own or plan.table in dimension.at:
            return plan.table
        for parent in PARENTS[plan.table]:
            if parent in dimension.at:
                return parent
        return None


def _is_of_players(dimension: Dimension) -> bool:
    return "seats" in dimension.at and "games" not in dimension.at
