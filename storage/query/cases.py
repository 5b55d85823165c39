"""Chooses the rows that count, their splits and what each adds, as SQL.

What a user wrote is bound, never pasted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.metrics import Dimension

from .plan import PARENTS, SHARED_OUT, Elsewhere, Plan, Planner
from .query import Condition, Step

DERIVED: Final[Mapping[str, Mapping[str, str]]] = {
    "games": {
        "margin": "CASE WHEN outcome = 'finished' THEN lead END",
        "spread": "CASE WHEN outcome = 'finished' THEN apart END",
        # A joker is dealt for each player.
        "jokers_left": "CASE WHEN outcome = 'finished' THEN players - jokers_of_all END",
        "bots_win": "100.0 * bots_won / bots_decided",
        "session_game": "CASE WHEN session IS NOT NULL THEN row_number() OVER"
        " (PARTITION BY session ORDER BY played_at NULLS LAST, games.game_id) END",
        "line_up": "names",
    },
    "rounds": {
        "from_end": "max(round) OVER (PARTITION BY game_id) - round + 1",
        "jokers_in": "coalesce(jokers_played, 0)",
        "last_by": "last_by",
    },
    "seats": {
        "nth_game": "row_number() OVER (PARTITION BY player, kind, game"
        " ORDER BY played_at NULLS LAST, game_id)",
        "place": "CASE WHEN ended = 'finished' AND score IS NOT NULL"
        " THEN rank() OVER (PARTITION BY game_id ORDER BY score DESC NULLS LAST) END",
        "deals": "seat = seated - 1",
    },
    "moves": {
        # The middle one of an odd number of turns belongs to the first half.
        "game_half": "CASE WHEN turn * 2 <= game_turns + 1 THEN 'first'"
        " WHEN turn IS NOT NULL THEN 'second' END",
        "turn_from_end": "game_turns - turn + 1",
        # A signal is of the turn that it begins.
        "round_turn": "CASE WHEN round IS NOT NULL THEN 1 + count(turn) OVER (PARTITION BY"
        " game_id, round ORDER BY move ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) END",
        "turn_begun": "1 + count(turn) OVER (PARTITION BY game_id ORDER BY move"
        " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)",
        "turns_shown": "turn - 1 - shown_after",
        "lay_open": "opened IS NOT NULL",
        "over_target": "CASE WHEN type = 'play' THEN after - target END",
        # What a round ends with is the last of its turns.
        "scored_next": "CASE WHEN turn IS NOT NULL THEN coalesce(ended = 'scored'"
        " AND lead(CASE WHEN turn IS NOT NULL THEN round END) OVER (PARTITION BY game_id ORDER BY turn) = round"
        " AND lead(turn) OVER (PARTITION BY game_id ORDER BY turn) = max(turn) OVER (PARTITION BY game_id, round), false) END",
    },
    "tags": {"tag": "unnest(from_json(tags, '[\"VARCHAR\"]'))"},
    "violations": {"received_at": "received_at"},
}
"""By table, columns that are no column of it: they hang on other rows."""

_JOINED: Final[Mapping[str, Mapping[str, str]]] = {
    "games": {
        "margin": "LEFT JOIN (SELECT game_id, CASE WHEN count(score) > 1"
        " THEN max(score, 2)[1] - max(score, 2)[2] END AS lead FROM seats GROUP BY game_id)"
        " USING (game_id)",
        "spread": "LEFT JOIN (SELECT game_id, CASE WHEN count(score) > 1"
        " THEN max(score) - min(score) END AS apart FROM seats GROUP BY game_id) USING (game_id)",
        "jokers_left": "LEFT JOIN (SELECT game_id, sum(jokers_played)::BIGINT AS jokers_of_all"
        " FROM seats GROUP BY game_id) USING (game_id)",
        "bots_win": "LEFT JOIN ({dealt}) USING (log_sha256)",
        "session_game": "",
        "line_up": "LEFT JOIN (SELECT game_id, string_agg(player, ' + ' ORDER BY player) AS names"
        " FROM seats GROUP BY game_id) USING (game_id)",
    },
    "rounds": {
        "from_end": "",
        "jokers_in": "LEFT JOIN (SELECT game_id, round, count(*) AS jokers_played FROM moves"
        " WHERE rank = '*' AND type = 'play' GROUP BY game_id, round) USING (game_id, round)",
        "last_by": "LEFT JOIN (SELECT game_id, round, arg_max(player, move) AS last_by FROM moves"
        " WHERE type = 'turn' GROUP BY game_id, round) USING (game_id, round)",
    },
    "seats": dict.fromkeys(
        ("nth_game", "place"),
        "JOIN (SELECT game_id, game, played_at, outcome AS ended FROM games) USING (game_id)",
    )
    | {"deals": "JOIN (SELECT game_id, players AS seated FROM games) USING (game_id)"},
    "moves": {
        **dict.fromkeys(
            ("game_half", "turn_from_end"),
            "JOIN (SELECT game_id, turns AS game_turns FROM games) USING (game_id)",
        ),
        **dict.fromkeys(("round_turn", "turn_begun"), ""),
        "turns_shown": "JOIN (SELECT game_id, move, max(CASE WHEN type = 'signal' THEN taken END)"
        " OVER (PARTITION BY game_id, round, seat, card ORDER BY move) AS shown_after"
        " FROM (SELECT game_id, move, round, seat, card, type,"
        " count(turn) OVER (PARTITION BY game_id ORDER BY move) AS taken FROM moves))"
        " USING (game_id, move)",
        "lay_open": "LEFT JOIN (SELECT DISTINCT game_id, seat, card, TRUE AS opened FROM moves"
        " WHERE type = 'open') USING (game_id, seat, card)",
        "over_target": "LEFT JOIN (SELECT game_id, round, value AS target FROM rounds)"
        " USING (game_id, round)",
        "scored_next": "LEFT JOIN (SELECT game_id, round, outcome AS ended FROM rounds)"
        " USING (game_id, round)",
    },
    "violations": {"received_at": "LEFT JOIN ({arrived}) USING (game_id)"},
}
"""By table and derived column, what it is worked out from."""

NOTHING_ELSE: Final = Elsewhere(
    "SELECT NULL::BIGINT AS game_id, NULL::TIMESTAMP AS received_at",
    "SELECT NULL::VARCHAR AS log_sha256, 0 AS bots_won, 0 AS bots_decided",
)


def source_of(table: str, derived: Collection[str], elsewhere: Elsewhere = NOTHING_ELSE) -> str:
    """Return what a table is read from so that it has some *derived* columns."""
    if not derived:
        return table
    columns = ", ".join(f"{DERIVED[table][name]} AS {name}" for name in sorted(derived))
    if table == "tags":
        return f"(SELECT game_id, {columns} FROM games)"
    joined = dict.fromkeys(_JOINED[table][name] for name in sorted(derived))
    known = {
        name: getattr(elsewhere, name) or getattr(NOTHING_ELSE, name) for name in Elsewhere._fields
    }
    joins = " ".join(one.format(**known) for one in joined)
    return f"(SELECT {table}.*, {columns} FROM {table} {joins})"


MADE_ONCE: Final = tuple(
    (
        whole := source_of("seats", {name}),
        f"hidden.{name}s",
        whole.replace("seats.*", "game_id, seat", 1),
        f"(SELECT seats.*, {name} FROM seats JOIN hidden.{name}s USING (game_id, seat))",
    )
    for name in DERIVED["seats"]
)
"""Of these: a table that a reading may keep, what is in it, and the same read from there."""

PEOPLE: Final = "played_by <> 'bots'"
BOTS: Final = "played_by = 'bots'"

CUT: Final = "cut"
"""The span of a step that splits the time at the scope's moment."""


class Amount(NamedTuple):
    """What the cases add, by the columns t, b and s0 … of their rows."""

    k: str
    """Of one row,"""
    m: str
    k_sum: str
    """of the rows of one game: null where none of them tells,"""
    m_sum: str
    where: str = ""
    """and of which rows, where others add nothing."""
    is_one_each: bool = False
    """A row whose k is known has an m of 1, and no other row has any."""
    is_told: bool = False
    """No game leaves anything open, so that which games can tell needs no look at their rows."""
    is_part: bool = False
    """And both are whole, k a part of m: it is 0 where m is."""


class _Part(NamedTuple):
    """What one table brings to the cases."""

    keys: tuple[str, ...]
    columns: list[str]
    conditions: list[str]


class Cases:
    """The cases of one measure: rows of the plan's table, joined with what else tells of them."""

    def __init__(self, planner: Planner, plan: Plan) -> None:
        self.planner = planner
        self.plan = plan
        self.names = planner.names
        self.query = planner.query
        self.values: dict[str, Any] = {}
        self.parts: dict[str, _Part] = {plan.table: _Part((), [], [])}
        self.dims = [f"d{at}" for at in range(len(self.query.by))]
        self.homes = [self.home(self.names.dimensions[one.dimension]) for one in self.query.by]
        self.lifted: _Part | None = None
        self.derived: dict[str, set[str]] = {}
        """By table, the derived columns that it is read with."""
        self.value = "1"
        """What a case has, by the columns of its row, where single cases are looked at."""
        self.open_conditions = False
        """A condition on rows needs what a log may not tell."""

    # -- values and expressions

    def bind(self, value: Any) -> str:
        name = f"v{len(self.values)}"
        self.values[name] = value
        return f"${name}"

    def expression(self, table: str, text: str, kind: str) -> str:
        """Return an expression, or a null of its kind where the store has no such column."""
        columns = self.planner.columns
        named = names_in(text)
        derived = named & set(DERIVED.get(table, ()))
        self.derived.setdefault(table, set()).update(derived)
        named -= derived
        if columns is not None and not named <= set(columns.get(table, ())):
            self.plan.absent.append(text)
            return f"CAST(NULL AS {_TYPES[kind]})"
        return f"({text})"

    def source(self, table: str) -> str:
        """Return what a table is read from."""
        return source_of(table, self.derived.get(table, ()), self.planner.scope.elsewhere)

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
        found = self.planner.home(self.plan, dimension)
        if found is None and self.plan.fans_out:
            return next((t for t in SHARED_OUT[self.plan.table] if t in dimension.at), None)
        return found

    # -- the rows

    def choose(self) -> Amount:
        """Choose the rows and their splits; return what they add."""
        for at, (step, home) in enumerate(zip(self.query.by, self.homes, strict=True)):
            assert home is not None, "the plan was chosen for it"
            self.part(home).columns.append(f"{self.step(home, step)} AS d{at}")
        if self.plan.table != "violations":
            self.scope()
        else:
            self._when(self.part("violations"), "received_at")
        self.filter(self.query.where)
        if self.plan.rows:
            self.parts[self.plan.table].conditions.append(self.plan.rows)
        return self._amount()

    def step(self, table: str, step: Step) -> str:
        text = self.dimension(table, self.names.dimensions[step.dimension])
        if step.span == CUT:
            assert self.planner.scope.cut is not None, "who splits by a moment says which"
            moment, before, after = map(self.bind, self.planner.scope.cut)
            return f"CASE WHEN {text} < CAST({moment} AS TIMESTAMP) THEN {before} ELSE {after} END"
        if step.span:
            return begin_of(_SPANS[step.span], text)
        if step.bins:
            return bins(text, step.bins)
        return text

    def scope(self) -> None:
        """Choose the games that count at all."""
        games = self.part("games")
        scope = self.planner.scope
        if scope.bots == "without":
            games.conditions.append(PEOPLE)
        elif scope.bots == "only":
            games.conditions.append(BOTS)
        self._when(games, "played_at")
        of_games = self.planner.games_of(self.plan.measure)
        if of_games and not (scope.games and scope.games <= set(of_games)):
            games.conditions.append(f"game IN ({', '.join(map(constant, of_games))})")

    def _when(self, part: _Part, column: str) -> None:
        """Choose the time, by a column that tells it."""
        scope = self.planner.scope
        for sign, moment in ((">=", scope.since), ("<", scope.until)):
            if moment:
                text = (
                    self.expression(self.plan.table, column, "time")
                    if column == "received_at"
                    else column
                )
                part.conditions.append(f"{text} {sign} CAST({self.bind(moment)} AS TIMESTAMP)")

    def filter(self, conditions: Iterable[Condition]) -> None:
        """Choose what counts by all of some conditions.

        Of one table below the game they hold of one row: Anna, who sat in the first seat.
        """
        below: dict[str, list[Condition]] = {}
        for condition in conditions:
            dimension = self.names.dimensions[condition.dimension]
            is_plain = condition.operator not in ("all of", "!=", "unknown")
            if is_plain and self.home(dimension) is None:
                below.setdefault(next(iter(dimension.at)), []).append(condition)
            else:
                self._filter(condition)
        for together in below.values():
            self._of_games(together)

    def _filter(self, condition: Condition) -> None:
        dimension = self.names.dimensions[condition.dimension]
        if condition.operator == "all of":
            for value in condition.values:  # each of them sat at the table
                self._of_games([Condition(dimension.name, "=", (value,))])
            return
        home = self.home(dimension)
        if home is not None:
            text = self.dimension(home, dimension)
            self.part(home).conditions.append(self.condition(text, condition, dimension))
            self.open_conditions |= home != "games" and bool(dimension.needs)
            return
        # Not said of the row, so of its game: one in which it holds at least once, or never.
        opposite = {"!=": "=", "unknown": "known"}.get(condition.operator)
        assert opposite is not None, "the others are told together"
        self._of_games([condition._replace(operator=opposite)], is_not=True)  # type: ignore[arg-type]

    def _of_games(self, conditions: Sequence[Condition], *, is_not: bool = False) -> None:
        """Choose the games in which some conditions on one table hold at once, or never."""
        dimensions = [self.names.dimensions[one.dimension] for one in conditions]
        table = next(iter(dimensions[0].at))
        hold = [
            self.condition(self.dimension(table, dimension), condition, dimension)
            for dimension, condition in zip(dimensions, conditions, strict=True)
        ]
        main = "games" if self.plan.table != "violations" else self.plan.table
        self.part(main).conditions.append(
            f"game_id {'NOT ' if is_not else ''}IN (SELECT game_id FROM {self.source(table)}"
            f" WHERE {' AND '.join(hold)})"
        )

    def condition(self, text: str, condition: Condition, dimension: Dimension) -> str:
        if condition.operator == "known":
            return f"{text} IS NOT NULL"
        if condition.operator == "unknown":
            return f"{text} IS NULL"
        bound = [self.value_of(value, dimension) for value in condition.values]
        if condition.operator == "between":
            return f"{text} BETWEEN {bound[0]} AND {bound[1]}"
        if condition.operator == "contains":
            found = (f"contains(lower({text}), lower({one}))" for one in bound)
            return f"({' OR '.join(found)})"
        if condition.operator == "=":
            return f"{text} IN ({', '.join(bound)})"
        if condition.operator == "!=":
            # What is not noted is not the value either.
            return f"({text} IN ({', '.join(bound)})) IS NOT TRUE"
        return f"{text} {condition.operator} {bound[0]}"

    def side(self, value: Any, step: Step) -> str:
        """Bind one of two values of a split that are compared."""
        if step.span == CUT:
            return self.bind(value)
        return self.value_of(value, self.names.dimensions[step.dimension])

    def value_of(self, value: Any, dimension: Dimension) -> str:
        """Bind a value of a dimension."""
        kind = _TYPES[dimension.kind]
        if dimension.kind == "number" and type(value) is int and abs(value) < 1 << 63:
            kind = "BIGINT"  # set against a double, whole numbers would all be made doubles first
        return f"CAST({self.bind(_typed(value, dimension.kind))} AS {kind})"

    # -- what they add

    def _column(self, name: str, table: str, text: str) -> str:
        """Select an expression of the main table by a short name, and return the name."""
        self.parts[self.plan.table].columns.append(
            f"{self.expression(table, text, 'number')} AS {name}"
        )
        return name

    def _amount(self) -> Amount:
        plan = self.plan
        if plan.measure.such:
            return self._such()
        if plan.bottom and not plan.counts_shares and not plan.is_of_rows:
            return self._ratio()
        if plan.lifted:
            return self._of_value(self._lift())
        if plan.bottom and plan.is_of_rows:
            top = self._whole(self._column("t", plan.table, plan.top))
            bottom = self._column("b", plan.table, plan.bottom)
            return self._of_value(f"({top} / nullif(CAST({bottom} AS BIGINT), 0))")
        if not plan.is_of_rows and plan.top == "1":
            return Amount("1", "1", "count(*)", "count(*)", is_told=not self.open_conditions)
        if plan.of_the_whole and not plan.fans_out and self._is_told(plan.top):
            return Amount("1", "1", "count(*)", "count(*)", plan.top, is_told=True)
        return self._of_value(self._whole(self._column("t", plan.table, plan.top)))

    def _of_value(self, value: str) -> Amount:
        """Return what cases add of which each has one value, where that is known."""
        self.value = value
        known = f"CASE WHEN {value} IS NOT NULL THEN 1 END"
        if self.plan.measure.aggregate == "distribution":
            count = f"nullif(count({value}), 0)"
            return Amount(known, known, count, count, is_one_each=True)
        is_told = self.plan.metric.kind == "count" and not self._may_hide()
        return Amount(
            value, known, _sum(value), f"count({value})", is_one_each=True, is_told=is_told
        )

    def _whole(self, name: str) -> str:
        return f"CAST({name} AS {self._counted_as})" if self.plan.metric.kind == "count" else name

    @property
    def _counted_as(self) -> str:
        """The type of what is counted: things are whole, seconds are not."""
        return "DOUBLE" if self.plan.metric.unit == "s" else "BIGINT"

    def _is_told(self, *texts: str) -> bool:
        """Tell whether flags leave nothing open: no log can hide them, and the columns are there."""
        if self._may_hide():
            return False
        columns = self.planner.columns
        known = columns is None or all(
            names_in(text) <= set(columns[self.plan.table]) for text in texts
        )
        return known and all(map(is_flag, texts))

    def _ratio(self) -> Amount:
        plan = self.plan
        top, bottom = plan.top, plan.bottom
        if plan.table != "games" and top.startswith(f"{bottom} AND "):
            # Rows below the line alone count: the passes among the turns.
            if self._is_told(top, bottom):
                rest = self._column("t", plan.table, top.removeprefix(f"{bottom} AND "))
                return Amount(
                    f"CAST({rest} AS BIGINT)", "1", f"count(*) FILTER ({rest})", "count(*)", bottom
                )
        t = self._whole(self._column("t", plan.table, top))
        b = f"CAST({self._column('b', plan.table, bottom)} AS BIGINT)"
        if self.plan.metric.kind == "count" and not self._may_hide():
            is_part = self.names.metrics[plan.measure.metric].kind == "rate"
            return Amount(t, b, _sum(t), _sum(b), is_told=True, is_part=is_part)
        k = f"CASE WHEN b IS NOT NULL THEN {t} END"
        m = f"CASE WHEN t IS NOT NULL THEN {b} END"
        return Amount(k, m, _sum(k), _sum(m))

    def _may_hide(self) -> bool:
        """Tell whether there may be games that cannot tell what is counted."""
        needs = self.names.needs(self.plan.measure.metric)
        return bool(needs or self.open_conditions or self.plan.absent)

    def _such(self) -> Amount:
        """Count the cases in which some conditions hold, among all of which that is known."""
        plan = self.plan
        known = []
        for at, condition in enumerate(plan.measure.such):
            dimension = self.names.dimensions[condition.dimension]
            home = self.home(dimension)
            assert home is not None, "the plan was chosen for it"
            text = self.condition(self.dimension(home, dimension), condition, dimension)
            if not dimension.needs:  # what is not noted is not so; hidden cards leave it open
                text = f"coalesce({text}, false)"
            self.part(home).columns.append(f"{text} AS s{at}")
            known.append(f"s{at}")
        holds = " AND ".join(known)
        if plan.top == "1" or self._is_told(plan.top):
            where = "" if plan.top == "1" else plan.top
            k, m = f"CAST(({holds}) AS BIGINT)", f"CASE WHEN ({holds}) IS NOT NULL THEN 1 END"
            m_sum = f"count({holds})"
            k_sum = f"CASE WHEN {m_sum} > 0 THEN count(*) FILTER ({holds}) END"
            return Amount(k, m, k_sum, m_sum, where, is_one_each=True)
        whole = self._whole(self._column("t", plan.table, plan.top))
        k = f"CASE WHEN {holds} THEN {whole} WHEN NOT ({holds}) THEN 0 END"
        m = f"CASE WHEN ({holds}) IS NOT NULL THEN {whole} END"
        return Amount(k, m, _sum(k), _sum(m))

    def _lift(self) -> str:
        plan = self.plan
        keys = PARENTS[plan.lifted][plan.table]
        text = self.expression(plan.lifted, plan.top, "number")
        total = f"sum(CAST({text} AS {self._counted_as}))"
        if "hands" in self.names.needs(plan.measure.metric):  # a part of them is not all of them
            total = f"CASE WHEN count({text}) = count(*) THEN {total} END"
        columns = [f"{total} AS lifted", "true AS is_there"]
        self.lifted = _Part(keys, columns, [])
        amount = "CASE WHEN is_there IS NULL THEN 0 ELSE lifted END"
        self.parts[plan.table].columns.append(f"{amount} AS t")
        return self._whole("t")

    # -- putting it together

    def joined(self, *, without_games: bool = False, where: str = "") -> str:
        """Return the SELECT of the chosen rows: game_id, d0 …, t, b, s0 …, of those with *where*.

        *without_games*: the games are joined once their rows are summed up, by the caller.
        """
        plan = self.plan
        main = self.parts[plan.table]
        conditions = [*main.conditions, *([where] if where else [])]
        others = [name for name in self.parts if name != plan.table]
        unit = [self.unit] if self.unit else []
        has_unit = plan.table == "games"
        if "games" in others and not without_games and self.takes_all_games():
            others.remove("games")
            has_unit = True
        elif without_games:
            others.remove("games")
            if self._chooses_games():  # else nearly all games count, and a join would cost more
                conditions.append(f"game_id IN ({self.of_games(['game_id'])})")
        keys = dict.fromkeys(
            ["game_id", *(key for name in others for key in self.parts[name].keys)]
        )
        columns = [*main.columns, *(unit if has_unit else [])]
        selected = f"SELECT {', '.join([*keys, *columns])} FROM {self.source(plan.table)}"
        if self.lifted is not None:
            joined = ", ".join(self.lifted.keys)
            selected += (
                f" LEFT JOIN (SELECT {joined}, {', '.join(self.lifted.columns)}"
                f" FROM {self.source(plan.lifted)} GROUP BY {joined}) USING ({joined})"
            )
        if conditions:
            selected += f" WHERE {' AND '.join(conditions)}"
        if not others:
            return selected
        lines = [f"SELECT * FROM ({selected})"]
        for name in others:
            part = self.parts[name]
            columns = [*part.columns, *(unit if name == "games" else [])]
            inner = f"SELECT {', '.join([*part.keys, *columns])} FROM {self.source(name)}"
            if part.conditions:
                inner += f" WHERE {' AND '.join(part.conditions)}"
            lines.append(f"  JOIN ({inner}) USING ({', '.join(part.keys)})")
        return "\n".join(lines)

    unit = "session"
    """What of a game is selected beside its splits."""

    def takes_all_games(self) -> bool:
        """Tell whether nothing of `games` is looked at: no column, no condition and no session."""
        games = self.parts.get("games")
        is_bare = games is not None and not games.columns and not games.conditions
        return is_bare and "session" not in self.unit

    def _chooses_games(self) -> bool:
        """Tell whether few games may be left, by more than who played."""
        scope = self.planner.scope
        return (
            scope.bots == "only"
            or scope.since is not None
            or scope.until is not None
            or any(
                self.home(self.names.dimensions[one.dimension]) in ("games", None)
                for one in self.query.where
            )
        )

    def of_games(self, columns: list[str]) -> str:
        """Return the SELECT of the games that count."""
        part = self.parts["games"]
        where = f" WHERE {' AND '.join(part.conditions)}" if part.conditions else ""
        return f"SELECT {', '.join(columns)} FROM {self.source('games')}{where}"


def begin_of(span: str, text: str) -> str:
    """Return when the day, week … of a time began."""
    return f"date_trunc('{span}', {text})"


SPANS: Final = ("day", "week", "month", "quarter", "year")
_SPANS: Final = {name: name for name in SPANS}
_TYPES: Final = {"text": "VARCHAR", "number": "DOUBLE", "time": "TIMESTAMP", "flag": "BOOLEAN"}
_NAME: Final = re.compile(r"'[^']*'|\b[a-z_][a-z_0-9]*\b(?!\()")
_FLAG: Final = re.compile(r"[=<>]|\bIS\b")


def names_in(text: str) -> set[str]:
    """Return the columns that an expression names.

    >>> sorted(names_in("CASE WHEN turn IS NOT NULL AND type = 'pass' THEN hour(played_at) END"))
    ['played_at', 'turn', 'type']
    """
    return {name for name in _NAME.findall(text) if name[0] != "'"}


def is_flag(text: str) -> bool:
    """Tell whether an expression of the catalogue is plainly a condition, not a number.

    >>> is_flag("turn IS NOT NULL AND type = 'pass'"), is_flag("CASE WHEN a = 1 THEN 2 END")
    (True, False)
    """
    return not text.startswith("CASE") and _FLAG.search(text) is not None


def bins(text: str, width: float) -> str:
    """Return where the bin of a number begins: as a whole number where all bins do.

    To group by those takes a fifth less time than by doubles. A number too great to be a whole one is
    in no bin.
    """
    start = f"floor({text} / {width!r}) * {width!r}"
    return f"TRY_CAST({start} AS BIGINT)" if float(width).is_integer() else start


def constant(text: str) -> str:
    """Return a name of the catalogue as SQL."""
    return "'" + text.replace("'", "''") + "'"


def _sum(text: str) -> str:
    """Return the sum of counts or measures; as doubles, exact up to 2⁵³ and quicker than integers."""
    return f"sum(CAST({text} AS DOUBLE))"


def _typed(value: Any, kind: str) -> Any:
    if kind == "flag":
        return value == "yes"
    return value if kind == "number" else str(value)
