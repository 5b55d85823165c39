"""Lays an answer's figures out in rows and columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from .catalogue import Catalogue, normal
from .figures import Answered, Figure, Key, plain
from .plan import Plan
from .query import MEASURED, Measure, Query
from .result import Column

Verdict: TypeAlias = tuple[bool | None, int | None]
"""Whether a difference is settled, and how many more games would settle it."""
Fill: TypeAlias = Callable[[Figure, Verdict], list[Any]]
"""Makes the cells of one measure."""
OPEN: Final[Verdict] = (None, None)


class Layout:
    """The columns of one answer and the order of its rows."""

    def __init__(self, query: Query, names: Catalogue, answers: Sequence[Answered]) -> None:
        self.query = query
        self.names = names
        self.answers = answers
        self.columns = self._split_columns()
        self.fills: list[Fill] = []
        for at, answer in enumerate(answers):
            added, fill = self._columns_of(answer, is_one_of_many=len(answers) > 1)
            self.columns += [column._replace(measure=at) for column in added]
            self.fills.append(fill)

    def rows(self, keys: Sequence[Key]) -> list[list[Any]]:
        """Return a row a key."""
        return [
            [
                *map(shown_key, key),
                *(
                    cell
                    for answer, fill in zip(self.answers, self.fills, strict=True)
                    for cell in fill(answer.figure(key), OPEN)
                ),
            ]
            for key in keys
        ]

    def _split_columns(self) -> list[Column]:
        columns = []
        for step in self.query.by:
            dimension = self.names.dimensions[step.dimension]
            name = key_of(step.span or step.dimension)
            columns.append(
                Column(name, step.span or step.dimension, dimension.kind, dimension.unit)
            )
        if self.answers[0].measure.aggregate == "distribution":
            metric = self.names.metrics[self.answers[0].measure.metric]
            width = self.answers[0].measure.bins
            title = f"{metric.name} from (bins of {width:.12g})" if width else metric.name
            columns.append(Column(key_of(metric.name), title, "number", metric.unit))
        if self.query.compare is not None:
            name = self.query.compare.dimension
            columns.append(Column(key_of(name), name, "text"))
        return columns

    def _columns_of(self, answer: Answered, *, is_one_of_many: bool) -> tuple[list[Column], Fill]:
        """Return the columns of a measure, and what fills them from a figure."""
        plan = answer.plan
        measure = answer.measure
        metric = self.names.metrics[measure.metric]
        is_share = metric.kind == "rate" or measure.aggregate == "share"
        shares = (
            plan.counts_shares and not plan.has_no_sum and bool(self.query.by or self.query.compare)
        )
        shares = shares or measure.aggregate == "distribution"
        is_counted = plan.counts_shares
        is_rate = is_share and not is_counted
        is_amount = metric.kind == "value" or metric.unit in MEASURED
        title = head_of(measure, metric.unit, is_amount=is_amount)
        key = key_of(str(measure._replace(bins=None)))
        if is_counted:
            title = self._counted_title(plan)
            key = key_of(title)
            if is_amount and measure.aggregate != "distribution":
                title = _with_unit(title, metric.unit)
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
            cells: list[Any] = [plain(figure.value)]
            if shares:
                cells.append(figure.interval.estimate)
            if has_interval:
                cells += [plain(figure.interval.low), plain(figure.interval.high)]
            if self.query.compare is not None:
                cells += verdict
            if cases:
                cells.append(figure.n)
            if not is_games:
                cells.append(figure.games)
            return cells

        return columns, fill

    def _counted_title(self, plan: Plan) -> str:
        """Return the head of a column that counts."""
        measure = plan.measure
        if measure.aggregate == "distribution":
            name = self.names.units[measure.per or self.names.metrics[measure.metric].per].plural
            return "players' games" if name == "games" and plan.fans_out else name
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
        if name == "games" and plan.table == "seats":
            return "players' games"  # a game counts once for each, so this is no column of games
        return "" if name == "games" and (plan.table == "games" or plan.spread) else name

    def keys(self) -> tuple[list[Key], list[str]]:
        """Return the rows' keys in order, and what is said of those that are not shown."""
        query = self.query
        keys = list(dict.fromkeys(key for answer in self.answers for key in answer.groups))
        dropped = []
        if query.compare is not None:
            keys = list(dict.fromkeys(key[:-1] for key in keys)) or ([] if query.by else [()])
        if query.least_games is not None and query.compare is None:
            least = query.least_games
            kept = [
                key
                for key in keys
                if max(answer.figure(key).games for answer in self.answers) >= least
            ]
            if len(kept) < len(keys):
                dropped.append(
                    f"{counted(len(keys) - len(kept), 'row')} with fewer than {least} games"
                    f" {'is' if len(keys) - len(kept) == 1 else 'are'} not shown."
                )
            keys = kept
        keys = self._ordered(keys)
        if query.limit is not None and query.limit < len(keys):
            dropped.append(f"{query.limit} of {len(keys)} rows are shown.")
            keys = keys[: query.limit]
        return keys, dropped

    def _ordered(self, keys: list[Key]) -> list[Key]:
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
        is_listing = self.answers[0].measure.aggregate == "total" and len(query.by) == 1
        if query.order is None and is_listing:
            if dimensions[0].kind == "text" and not dimensions[0].order:
                return _by_value(keys, self.answers[0], is_down=True)
        if query.order in measures:
            answer = self.answers[measures.index(query.order)]
            return _by_value(keys, answer, is_down=query.descending)
        if query.order is not None and query.order in _ORDERS:
            return _by_value(
                keys, self.answers[0], is_down=query.descending, told=_ORDERS[query.order]
            )
        return keys


_ORDERS: Final[Mapping[str, Callable[[Figure], float | None]]] = {
    "n": lambda figure: figure.n,
    "games": lambda figure: figure.games,
    "low": lambda figure: figure.interval.low,
    "high": lambda figure: figure.interval.high,
}
"""Columns beside a figure that an answer may be ordered by."""


def _value_of(figure: Figure) -> float | None:
    return figure.value


def head_of(measure: Measure, unit: str, *, is_amount: bool = False) -> str:
    """Return the head of a measure's column, with its unit where that does not stand in its name.

    The name of a count per something has said what is counted: ``mean hits per game``.
    """
    title = str(measure)
    return _with_unit(title, unit) if is_amount or measure.per is None else title


def _with_unit(title: str, unit: str) -> str:
    return f"{title} ({unit})" if unit and unit not in title.split() else title


def _by_value(
    keys: list[Key],
    answer: Answered,
    *,
    is_down: bool,
    told: Callable[[Figure], float | None] = _value_of,
) -> list[Key]:
    """Sort by a measure, or what else is *told* of it; keys without a figure go last.

    Equals stay in their order.
    """
    values = {key: told(answer.figure(key)) for key in keys}
    known = [key for key in keys if values[key] is not None]
    sign = -1 if is_down else 1
    known.sort(key=lambda key: sign * float(values[key] or 0))
    return known + [key for key in keys if values[key] is None]


def _place(value: Any, places: dict[Any, int]) -> tuple[Any, ...]:
    if value is None:
        return (2, 0, 0, "")
    if value in places:
        return (0, places[value], 0, "")
    if isinstance(value, int | float):
        return (1, 0, value, "")
    return (1, 1, 0, normal(str(value)))


def shown_key(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def as_key(value: Any) -> Any:
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a count and its noun.

    >>> counted(1, "game"), counted(2, "game")
    ('1 game', '2 games')
    """
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def key_of(title: str) -> str:
    """Return a title as a column name: lower case, words joined by underscores.

    >>> key_of("mean turns per target")
    'mean_turns_per_target'
    """
    return "_".join("".join(c if c.isalnum() else " " for c in title.lower()).split())
