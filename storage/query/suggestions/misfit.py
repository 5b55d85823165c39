"""Explains why a metric and a dimension do not go together, and what does."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from engine.metrics import Dimension

from ..errors import PhraseError
from ..plan import EITHER_OR, CannotAsk
from ..query import Condition, Measure, Query, Step
from .alternatives import USUAL, alternatives, can_be_told, known_nearest
from .nearness import nearest

if TYPE_CHECKING:
    from ..compile import Compiler
    from ..language.phrase import Asked


def explain_pair(asked: Asked, compiler: Compiler, error: CannotAsk) -> PhraseError:
    """Return the error for a metric and a dimension that do not go together."""
    measure = error.measure
    names = compiler.names
    start, end = asked.places.get(error.dimension or "", (0, len(asked.phrase)))

    def told(
        suggestions: Sequence[str],
        why: str | None = None,
        *,
        is_whole: bool = True,
        hint: str = "",
    ) -> PhraseError:
        if why is None:
            assert error.dimension is not None, "what goes with no dimension says why by itself"
            why = _why_not(compiler, measure, names.dimensions[error.dimension])
        return PhraseError(
            asked.phrase,
            start,
            end,
            why,
            code="does-not-fit",
            suggestions=suggestions,
            is_whole=is_whole,
            hint=hint,
        )

    if error.dimension is None and measure.per == "session":
        total = measure._replace(aggregate="total", per=None, quantile=None, bins=None)
        if names.metrics[measure.metric].top:
            each = total._replace(aggregate="rate")
            return told(
                [f"{each} by session order by {each} descending", f"{each} by session"],
                f"There is no `{measure}`: the {measure.metric} of each session is told by itself.",
            )
        mean = measure._replace(aggregate="mean", quantile=None, bins=None)
        return told(
            [f"{total} by session", str(mean)],
            f"There is no `{measure}`: of sessions the mean is told, and each one by itself.",
        )
    if error.dimension is None:
        metric = names.metrics[measure.metric]
        if apart := _of_another_game(compiler, measure):
            return told(_by_own_unit(compiler, measure), f"There is no `{measure}`: {apart}.")
        why = (
            f"a {measure.per or metric.per} has no {metric.name} of its own"
            if metric.top
            else f"{metric.name} {_counted_in(metric.at)}"
        )
        others = _fitting_measures(compiler, measure)
        return told(others, f"There is no `{measure}`: {why}.", is_whole=False)
    if error.dimension in EITHER_OR.get(measure.metric, ()):
        return told(
            _apart(asked.query, error.dimension),
            "Feedback is a rating or a remark: a remark has no stars, and stars no remark.",
        )
    if counted := _counted_among(compiler, measure):
        return told([counted])
    if questions := known_nearest(asked.phrase, names, None):
        return told(questions)
    fitting = _fitting_dimensions(compiler, measure)
    if error.dimension == "game" or not fitting:
        elsewhere = tuple(one for one in asked.query.where if one.dimension != "game")
        own = _by_own_rounds(compiler, asked.query) if error.dimension == "game" else []
        others = alternatives(asked.phrase, names, None, asked.query)[: 2 - len(own)]
        others = [one for one in others if not _says_nothing(one)]
        akin = [one for one in others if _is_akin(one, measure)]
        rest = [one for one in others if one not in akin]
        own += _of_seats(compiler, asked.query) if error.dimension == "game" else []
        anywhere = asked.query._replace(where=elsewhere)
        plain = [str(anywhere)] if can_be_told(anywhere, names) else []
        found = [*own, *akin, *plain, *rest]
        return told(list(dict.fromkeys(found)))
    if error.dimension == "starter" and (led := _by_first_seat(compiler, asked.query)):
        return told(led, hint="The first seat begins the game; a starter begins a round.")
    if counted := _counted_instead(compiler, asked.query):
        return told([counted], hint=_listed(fitting))
    fitting = [one for one in fitting if one != error.dimension]
    near = nearest(error.dimension, fitting) or [
        name for name in ("level", "player count", "rules version") if name in fitting
    ]
    return told(near or fitting[:3], is_whole=False, hint=_listed(fitting))


_OF_ALL: Final = frozenset("rate share per number of mean total where game by".split())
"""Words of figures that tell nothing of what is counted."""


def _is_akin(question: str, measure: Measure) -> bool:
    """Tell whether a question counts something of what a figure is called after: jokers."""
    words = set(measure.metric.split()) - _OF_ALL
    return bool(words & set(question.partition(" where ")[0].split()))


def _apart(query: Query, dimension: str | None) -> list[str]:
    """Return the question for remarks, and the one for ratings, each without what the other tells."""
    others = [name for names in EITHER_OR.values() for name in names]
    where = tuple(one for one in query.where if one.dimension not in others)
    by = tuple(one for one in query.by if one.dimension not in others)
    remarks = Query((Measure("total", "remarks"),), (*by, Step("remark")), where)
    rated = tuple(one for one in query.where if one.dimension != "remark")
    stars = Query((Measure("total", "ratings"),), by or (Step("game"),), rated)
    return [str(remarks), str(stars)] if dimension != "remark" else [str(stars), str(remarks)]


def _says_nothing(question: str) -> bool:
    """Tell whether a question is one that is offered where nothing is like what was asked."""
    return question in USUAL or question.startswith("number of games where game = ")


def _of_another_game(compiler: Compiler, measure: Measure) -> str:
    """Say that a unit is one of another game than the metric, empty where it is not."""
    names = compiler.names
    unit, games = names.units.get(measure.per or ""), names.games_of(measure.metric)
    if unit is None or not unit.games or not games or set(unit.games) & set(games):
        return ""
    of = " and ".join
    return f"{measure.metric} are told of {of(games)}, {unit.plural} of {of(unit.games)}"


def _by_own_unit(compiler: Compiler, measure: Measure) -> list[str]:
    """Return the figure over what its own game has: busts per pot, and per game."""
    games = set(compiler.names.games_of(measure.metric))
    units = [
        one.name
        for one in compiler.names.units.values()
        if games & set(one.games) and one.plural != measure.metric
    ]
    made = [measure._replace(per=one) for one in (*units, "game")]
    queries = [compiler.query._replace(measures=(one,), by=(), where=()) for one in made]
    return [str(one) for one in queries if can_be_told(one, compiler.names)]


def _fitting_dimensions(compiler: Compiler, measure: Measure) -> list[str]:
    """Return the dimensions by which a figure can be told."""
    fitting = []
    for dimension in compiler.names.dimensions.values():
        span = "week" if dimension.kind == "time" else None
        query = compiler.query._replace(by=(Step(dimension.name, span=span),), where=())
        try:
            plan = type(compiler)(query, compiler.names, compiler.scope).plan(measure)
        except CannotAsk:
            continue
        if not plan.fans_out:
            fitting.append(dimension.name)
    return fitting


def _by_own_rounds(compiler: Compiler, query: Query) -> list[str]:
    """Return the question over what the game that is named has instead: turns per target, not pot."""
    names = compiler.names
    games = {str(v) for one in query.where if one.dimension == "game" for v in one.values}
    units = [one.name for one in names.units.values() if games and games <= set(one.games)]
    if not units:
        return []
    others = {one.name for one in names.units.values() if one.games} - set(units)
    made = []
    for measure in query.measures:
        per = measure.per or ("round" if measure.metric.endswith(" turns") else None)
        if per not in {*others, "round"}:
            return []
        metric = "turns" if measure.metric.endswith(" turns") else measure.metric
        made.append(measure._replace(metric=metric, per=units[0]))
    asked = query._replace(measures=tuple(made))
    return [str(asked)] if can_be_told(asked, names) else []


_OF_SEATS: Final = {
    "win rate": "seat win rate",
    "loss rate": "seat win rate",
    "wins": "seat wins",
    "score": "seat score",
}
"""What a team has, and what each player has where each plays alone."""


def _of_seats(compiler: Compiler, query: Query) -> list[str]:
    """Return the question for what each player has, in a game that no team wins."""
    if not any(one.metric in _OF_SEATS for one in query.measures):
        return []
    measures = tuple(
        one._replace(metric=_OF_SEATS.get(one.metric, one.metric)) for one in query.measures
    )
    asked = query._replace(measures=measures, order=None)
    return [str(asked)] if can_be_told(asked, compiler.names) else []


def _by_first_seat(compiler: Compiler, query: Query) -> list[str]:
    """Return the question by who had the first seat, and by seat: who begins a game."""
    rest = [step for step in query.by if step.dimension != "starter"]
    first = Condition("seat", "=", (0,))
    asked = [
        query._replace(by=(*rest, Step("player")), where=(*query.where, first)),
        query._replace(by=(*rest, Step("seat"))),
    ]
    return [str(one) for one in asked if can_be_told(one, compiler.names)]


def _counted_instead(compiler: Compiler, query: Query) -> str:
    """Return the question for how many, where a rate cannot be told so: busts by pot total."""
    metrics = compiler.names.metrics
    tops = [metrics[one.metric].top for one in query.measures if one.aggregate == "rate"]
    if len(tops) < len(query.measures) or not all(tops):
        return ""
    measures = tuple(Measure("total", top) for top in tops)
    asked = query._replace(measures=measures, order=None, limit=None)
    return str(asked) if can_be_told(asked, compiler.names, evenly=True) else ""


def _counted_among(compiler: Compiler, measure: Measure) -> str:
    """Return the question for how many there are, where no share is told: pots that came to 11."""
    if measure.aggregate != "share" or not measure.such:
        return ""
    query = compiler.query
    counted = Measure("total", measure.metric)
    asked = query._replace(measures=(counted,), where=(*query.where, *measure.such), order=None)
    return str(asked) if can_be_told(asked, compiler.names, evenly=True) else ""


_SHOWN: Final = 6


def _listed(fitting: Sequence[str]) -> str:
    """Name some of the dimensions that fit, and where all are."""
    shown = ", ".join(fitting[:_SHOWN])
    if len(fitting) <= _SHOWN:
        return f"It can be told by {shown}."
    others = len(fitting) - _SHOWN
    return f"It can be told by {shown} and {others} others (`cardstats dimensions` lists them all)."


def _why_not(compiler: Compiler, measure: Measure, dimension: Dimension) -> str:
    names = compiler.names
    games = names.games_of(measure.metric, measure.per)
    if dimension.name == "game" and games:
        asked = [
            str(v) for one in compiler.query.where if one.dimension == "game" for v in one.values
        ]
        tells = "does" if len(games) == 1 else "do"
        telling = " and ".join(games)
        return f"No game of {' or '.join(asked)} tells `{measure.metric}`: only {telling} {tells}."
    if games and dimension.games and not set(games) & set(dimension.games):
        return (
            f"`{measure}` is told of {' and '.join(games)}, {dimension.name} of"
            f" {' and '.join(dimension.games)}: no game has both."
        )
    metric = names.metrics[measure.metric]
    table = next(iter((names.metrics[metric.top] if metric.top else metric).at))
    unit = measure.per or {"rounds": "round", "violations": "rejected log"}.get(table, metric.per)
    return (
        f"`{measure}` cannot be told by {dimension.name}: a {unit} has no single {dimension.name}."
    )


def _counted_in(tables: Collection[str]) -> str:
    named = {
        "games": "games",
        "seats": "a player's games",
        "rounds": "rounds",
        "moves": "moves",
        "feedback": "feedback",
        "violations": "rejected logs",
    }
    if set(tables) == {"violations"}:
        return "are counted in rejected logs, which are no games"
    return f"can be counted in {' and '.join(named[table] for table in tables)} only"


def _fitting_measures(compiler: Compiler, measure: Measure) -> list[str]:
    """Return other figures of the same metric that can be told."""
    metric = compiler.names.metrics[measure.metric]
    others = [
        measure._replace(per=unit)
        for unit, named in compiler.names.units.items()
        if metric.kind == "count" and named.plural != metric.name  # no games per game
    ]
    plain = measure._replace(per=None, quantile=None, bins=None)
    others.append(plain._replace(aggregate="rate" if metric.top else "total"))
    found = []
    if measure.per == "player" and measure.metric == "games":  # a game is nobody's own
        found.append(f"{plain._replace(aggregate='total')} by player")
    for other in others:
        try:
            compiler.plan(other)
        except CannotAsk:
            continue
        found.append(str(other))
    return found
