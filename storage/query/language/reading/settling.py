"""Settles what hangs together: what one part of a phrase leaves open and another one says."""

from __future__ import annotations

from ...catalogue import normal
from ...query import PERIOD, Condition, Measure, Step
from ..parser import Node, Token
from ..tree import is_a, leaves
from ..words import SPANS
from .conditions import merged
from .draft import Draft
from .metric_words import MetricWords


class Settling:
    """Looks at a draft when all parts of its phrase are read."""

    def __init__(self, draft: Draft, words: MetricWords) -> None:
        self.draft = draft
        self.words = words

    def rated(self) -> None:
        """Read ``worst session for fun`` as ranked by its stars."""
        if self.draft.ranks_unsaid and len(self.draft.measures) == 1:
            if any(one.dimension == "rating" for one in self.draft.where):
                self.draft.measures[:] = [Measure("mean", "stars")]

    def timed(self) -> None:
        """Take the time of the first turn for the turn's, and which has the most remarks for no list."""
        named = {one.dimension for one in self.draft.where}
        for at, one in enumerate(self.draft.measures):
            is_unsaid = one.metric not in normal(self.draft.phrase)
            if one.metric == "game time" and is_unsaid and named & {"turn", "move type"}:
                self.draft.measures[at] = one._replace(metric="turn time")
        if self.draft.asks_which and len(self.draft.by) > 1:
            self.draft.by[:] = [one for one in self.draft.by if one.dimension != "remark"]

    def played_with(self) -> None:
        """Read ``how often does Ben play with Carla`` as the games in which both sat at the table."""
        if self.draft.measures != [Measure("share", "plays")]:
            return
        sat = [
            one
            for one in self.draft.where
            if one.dimension == "player" and one.operator in ("=", "all of")
        ]
        who = tuple(dict.fromkeys(value for one in sat for value in one.values))
        if len(who) > 1:
            others = [one for one in self.draft.where if one not in sat]
            self.draft.where = [*others, Condition("player", "all of", who)]
            self.draft.measures[:] = [Measure("total", "games")]

    def halves(self) -> None:
        """See that what is told of a target is not split by halves of the game, which cut through it."""
        compare = self.draft.conditions.compare
        named = {one.dimension for one in self.draft.where}
        named |= {one.dimension for one in self.draft.by}
        named |= {compare.dimension} if compare is not None else set()
        if "game half" not in named or "game half" in normal(self.draft.phrase):
            return  # by that very name it is asked for as it is told
        for one in self.draft.measures:
            unit = self.draft.names.units.get(one.per or "")
            if unit is not None and unit.table == "rounds":
                number = f"{unit.name} number"
                number = number if number in self.draft.names.dimensions else "round"
                raise self.draft.fail(
                    Node("start", tuple(self.draft.said)),
                    f"A {unit.name} may lie in both halves of its game.",
                    code="does-not-fit",
                    suggestions=[f"{one} by {number}"],
                    is_whole=True,
                )

    def least(self) -> None:
        """Read ``sessions with more than 3 games`` as a row each: how many games a session had."""
        is_counted = [one.metric for one in self.draft.measures] == ["sessions"]
        lead = next((normal(one.text) for one in self.draft.said if is_a(one, "AGG")), "")
        if lead == "number of":
            return  # so many sessions, as an echo has it
        if is_counted and self.draft.conditions.least_games is not None:
            self.draft.measures[:] = [Measure("total", "games")]
            self.draft.by.insert(0, Step("session"))

    def starting(self) -> None:
        """See that of several players it is said who starts: for Anna and Ben when Anna starts."""
        said = self._of_a_saying("seat")
        if said is None:
            return
        for one in merged(self.draft.where):
            if one.dimension == "player" and len(one.values) > 1:
                asked = self.draft.asked()
                raise self.draft.fail(
                    said,
                    "Of several players it is not told which one starts.",
                    suggestions=[
                        f"{asked} where {one._replace(values=(who,))} and seat = 0"
                        for who in one.values
                    ],
                    is_whole=True,
                )

    def rows(self) -> None:
        """See that ``only players with at least 5 games`` are the rows of the answer."""
        least = self.draft.conditions.least_games
        for step in self.draft.by if least is not None else ():
            said = self._of_a_saying(step.dimension)
            others = [one for one in self.draft.by if one.dimension != step.dimension]
            if said is not None and others:
                asked = self.draft.asked()
                raise self.draft.fail(
                    said,
                    f"Rows are left out by the games that each rests on, so {step.dimension}s"
                    f" have to be the rows.",
                    suggestions=[f"{asked} by {step} with at least {least} games"],
                    is_whole=True,
                )

    def _of_a_saying(self, name: str) -> Token | None:
        """Return a dimension that stands in the phrase in other words."""
        return next((t for t in self.draft.said if is_a(t, "DIM") and t.text == str([name])), None)

    def values(self) -> None:
        """Take ``hardest targets by value`` for the value alone: the number it has says no more."""
        named = [step.dimension for step in self.draft.by]
        for name in named:
            value = f"{name.removesuffix(' number')} value"
            is_numbered = name.endswith(" number") and value in self.draft.names.dimensions
            is_ranked = self.draft.top is not None and "game id" not in named
            if is_numbered and is_ranked and {value, "round value"} & set(named):
                others = (name, value, "round value")
                kept = [step for step in self.draft.by if step.dimension not in others]
                bins = next(s.bins for s in self.draft.by if s.dimension in others[1:])
                self.draft.by[:] = [*kept, Step(value, bins=bins)]

    def units(self) -> None:
        """Average over targets what is told by target: turns by target number."""
        named = [step.dimension for step in self.draft.by] + [
            one.dimension for one in self.draft.where
        ]
        if self.draft.conditions.compare is not None:
            named.append(self.draft.conditions.compare.dimension)
        units = [self.words.unit_of(self.draft.names.dimensions[name]) for name in named]
        for at, measure in enumerate(self.draft.measures):
            if measure in self.draft.unit_unsaid and any(units):
                unit = next(unit for unit in units if unit)
                is_itself = measure.metric in (self.draft.names.units[unit].plural, "rounds")
                self.draft.measures[at] = (
                    Measure("total", measure.metric)
                    if is_itself
                    else self.words.by_its_name(measure._replace(per=unit))
                )

    def trends(self) -> None:
        """Read ``trend of pass rate by session`` as one over sessions."""
        in_order = {"session", "nth game", "rules version", "game number"}
        if self.draft.trend in self.draft.by and {s.dimension for s in self.draft.by} & in_order:
            self.draft.by.remove(self.draft.trend)

    def players(self) -> None:
        """Read ``games per player`` as a split: a game is nobody's own, and a top wants rows."""
        least = self.draft.conditions.least_games
        asks_for_rows = self.draft.top is not None or least is not None
        if least is not None and not self.draft.by:  # players with at least 5 games
            for at, one in enumerate(self.draft.measures):
                is_bare = one in self.draft.bare or (
                    one.metric == "different players"
                    and one.metric not in normal(self.draft.phrase)
                )
                if one.metric in ("players", "different players") and is_bare:
                    self.draft.measures[at] = Measure("total", "games")
                    self.draft.by.append(Step("player"))
        for at, one in enumerate(self.draft.measures):
            if one.per != "player" or one not in self.draft.bare or self.draft.by:
                continue
            if one.metric == "games" or asks_for_rows:
                self.draft.by.append(Step("player"))
                kind = self.draft.names.metrics[one.metric].usually
                self.draft.measures[at] = (
                    Measure("total", one.metric)
                    if kind == "total"
                    else one._replace(per=self.draft.names.metrics[one.metric].per)
                )

    def time(self, tree: Node) -> None:
        """See that what is said of time goes together."""
        for name in ("since", "until"):
            said = getattr(self.draft.conditions, name)
            if said is not None:
                self.draft.rest.setdefault(name, said)
        since, until = self.draft.rest.get("since"), self.draft.rest.get("until")
        if since is not None and until is not None and since >= until:
            tokens = leaves(tree)
            ends = [n for n, one in enumerate(tokens) if is_a(one, "SINCE", "UNTIL")]
            place = Node("span", tuple(tokens[ends[0] : ends[-1] + 2])) if ends else tree
            later = f"since {until} until {since}"
            raise self.draft.fail(
                place,
                f"No day is from {since} on and before {until}.",
                suggestions=(later,) if len(ends) > 1 and since > until else (),
                hint="`since` counts its day, `until` ends before it.",
            )
        previous, last = self.draft.rest.get("previous"), self.draft.rest.get("last")
        if previous is None:
            return
        if previous == PERIOD and last is None:
            raise self.draft.fail(
                self.draft.unsaid,
                "The previous what?",
                code="incomplete",
                suggestions=("vs previous month", "vs previous session", "vs previous rules"),
            )
        if last is not None and last[0] <= 1 and last[1] == previous:
            if previous in SPANS and last[0] == 1:
                self.draft.rest["previous"] = PERIOD
            else:  # this month vs previous month, last session vs previous session
                del self.draft.rest["last"]
        elif last is not None and previous != PERIOD and (previous in SPANS or last[0] == 0):
            shown = self.draft.asked()
            raise self.draft.fail(
                tree,
                f"The last {last[1]} and the previous {previous} do not go together.",
                suggestions=[f"{shown} vs previous {one}" for one in (last[1], previous)],
                is_whole=True,
            )
        elif last is not None and previous == PERIOD and last[1] not in SPANS:
            if last[0] != 1:
                raise self.draft.fail(tree, f"Only one {last[1]} is held against the one before.")
            self.draft.rest["previous"] = last[1]
            del self.draft.rest["last"]
        if self.draft.conditions.compare is not None:
            raise self.draft.fail(tree, "One comparison at a time.", hint="Ask two questions.")
