"""Settles what hangs together: what one part of a phrase leaves open and another one says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...catalogue import normal
from ...errors import PhraseError
from ...query import PERIOD, Condition, Measure, Query, Step
from ..parser import Node, Token
from ..tree import is_a, leaves, span
from ..words import SPANS
from .conditions import merged
from .draft import USUAL, Draft
from .metric_words import MetricWords

_ROUNDS: Final = frozenset({"targets", "pots"})
"""Words that may stand behind any value, and are counted where nothing else is."""

TOPPED: Final = ("player", "session", "level")
"""What one may wish the top few of."""


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

    def usual(self, tree: Node) -> None:
        if any(condition.dimension == "rating" for condition in self.draft.where):
            self.draft.measures.append(Measure("mean", "stars"))  # fun by level
            return
        named = [*self._named(), *(one.dimension for one in self.draft.by)]
        if self.draft.hung_on and not self.draft.usual:
            self.draft.usual = self._as_it_grows()
        of_moves = any(next(iter(self.draft.names.dimensions[one].at)) == "moves" for one in named)
        if of_moves and self.draft.usual in ((), USUAL):
            self.draft.measures.append(Measure("total", "plays"))  # multiply vs add
            return
        if (
            self.draft.conditions.compare
            or self.draft.conditions.beside
            or self.draft.rest.get("previous")
        ):
            self.draft.usual = self.draft.usual or USUAL
        unit = next(filter(None, map(self._unit, named)), None)
        if self.draft.usual == USUAL and unit is not None:  # odd vs even targets
            metric = self.draft.names.metrics["turns"]
            self.draft.measures.append(self.words.figure(None, metric, unit, tree))
            return
        self.draft.usual = self.draft.usual or self._in_a_trend()
        if self.draft.usual:
            for name in self.draft.usual:
                metric, _ = self.words.metric(self.words.said(name))
                self.draft.measures.append(self.words.figure(None, metric, None, tree))
            return
        nouns = [one for one in self.draft.said if one.symbol == "NOUN"]
        for noun in nouns:  # Equator targets that nobody solved
            if normal(noun.text) in _ROUNDS and self.draft.where:
                metric, _ = self.words.metric(self.words.said(normal(noun.text)))
                self.draft.measures.append(Measure("total", metric.name))
                return
        if (
            self.draft.by
            or self.draft.where
            or self.draft.rest.keys() & {"last", "since", "until", "bots"}
        ):
            rounds = next(filter(None, (self._unit(one.dimension) for one in self.draft.by)), None)
            plural = self.draft.names.units[rounds].plural if rounds else "games"
            self.draft.measures.append(Measure("total", plural))  # left pot vs right pot
            return
        raise self.draft.fail(
            tree,
            "The phrase says nothing that could be counted.",
            suggestions=[f"top {self.draft.top[1]} players by win rate"]
            if self.draft.top and self.draft.top[1]
            else (),
            hint="Begin with a metric, such as win rate, turns per target or pass rate.",
        )

    def _as_it_grows(self) -> tuple[str, ...]:
        """Return what is told where it is only said how it changes: do games get shorter with practice."""
        lead = next(one for one in self.draft.said if is_a(one, "BY"))
        said = normal(self.draft.phrase[lead.start : lead.end])
        if any(word in said for word in ("short", "long")):
            return ("turns",)
        if any(word in said for word in ("fast", "slow", "quick")):
            return ("turn time",)
        return USUAL[:1]

    def _in_a_trend(self) -> tuple[str, ...]:
        """Return what is told month by month where it is only asked if somebody got better."""
        for token in self.draft.said:
            said = normal(self.draft.phrase[token.start : token.end]).split()
            if token.symbol == "SPAN" and {"better", "worse", "improved", "improving"} & {*said}:
                return ("win rate",)
        return ()

    def compared(self) -> None:
        """Hold against each other what ``compare stars of pot luck and spot on`` names."""
        conditions = self.draft.conditions
        is_asked = any(is_a(one, "COMPARE") for one in self.draft.said)
        if not is_asked or conditions.compare is not None or conditions.beside is not None:
            return
        if self.draft.rest.get("previous") or self.draft.rest.get("beside_bots"):
            return
        for at, one in enumerate(where := list(merged(self.draft.where))):
            if one.operator == "=" and len(one.values) > 1:
                del where[at]
                self.draft.where = where
                conditions.hold_together(one.dimension, one.values)
                return

    def _unit(self, name: str) -> str | None:
        return self.words.unit_of(self.draft.names.dimensions[name])

    def _named(self) -> list[str]:
        """Return the dimensions that something is chosen or compared by."""
        compared = (
            [self.draft.conditions.compare.dimension] if self.draft.conditions.compare else []
        )
        return [*compared, *(one.dimension for one in self.draft.where)]

    def more(self) -> None:
        """Read ``do we pass more on hard``: a split by level, of how often and not of how much."""
        kept = {"rating", "game"} if self.draft.by else {"rating"}  # lives make pot luck easier
        split = [one for one in self.draft.where if one.dimension not in kept]
        last = self.draft.rest.get("last")
        if self.draft.asks_for_more and self.draft.conditions.compare is not None:
            self.draft.measures[:] = map(self.words.as_rate, self.draft.measures)
        if self.draft.asks_for_more and not split and last and last[1] in SPANS:
            self._more_than_before(last)  # did we win more last month
        if not self.draft.asks_for_more or not split:
            return
        self.draft.where = [one for one in self.draft.where if one not in split]
        self.draft.by += [Step(condition.dimension) for condition in split]
        for at, measure in enumerate(self.draft.measures):
            if measure.aggregate in ("total", "mean"):
                rate = self.words.as_rate(measure)
                if all(self.words.can_be_split(rate, one.dimension) for one in self.draft.by):
                    self.draft.measures[at] = rate

    def _more_than_before(self, last: tuple[int, str]) -> None:
        """Hold a span of time against the one before it."""
        if last[0] == 0:
            del self.draft.rest["last"]
        self.draft.rest.setdefault("previous", PERIOD if last[0] else last[1])
        self.draft.measures[:] = map(self.words.as_rate, self.draft.measures)

    def outdone(self) -> None:
        """Hold what stands before the question against what it is to outdo: Ben against Anna."""
        other = self.draft.outdone
        if other is None:
            return
        said: Token = other.parts[0] if isinstance(other, Node) else other
        for one in self.draft.where if is_a(said, "NUMBER") else ():
            if one.operator == "=" and len(one.values) == 1 and not isinstance(one.values[0], str):
                self.draft.where.remove(one)
                self.draft.conditions.hold_together(one.dimension, (one.values[0], said.value))
                return
        for one in self.draft.where if is_a(said, "VALUE") else ():
            values = dict(said.value)
            if one.operator == "=" and len(one.values) == 1 and one.dimension in values:
                self.draft.where.remove(one)
                sides = (one.values[0], values[one.dimension])
                if sides[0] == sides[1]:
                    raise self.draft.fail(other, "Both sides are the same.")
                self.draft.conditions.hold_together(one.dimension, sides)
                return
        raise self.draft.fail(
            other,
            f"What is held against `{self.draft.phrase[slice(*span(other))]}` is not said.",
            suggestions=(),
            hint=f"Name both: compare … vs {self.draft.phrase[slice(*span(other))]}.",
        )

    def related(self) -> None:
        """Read ``correlation between passes and wins`` as what came out, by what may lead to it."""
        node = self.draft.related
        if node is None or self.draft.by:
            return  # level and pass rate correlation: one of them splits
        asked = self.draft.measures
        if len(asked) == 1:  # does passing help
            games = self.draft.names.games_of(asked[0].metric)
            asked = [asked[0], Measure("rate", self.words.success_in(games))]
        found = self._split_by_each_other(asked) if len(asked) == 2 else None
        if found is not None:
            self.draft.measures[:], self.draft.by = [found[0]], [found[1]]
            return
        where = merged(self.draft.where)
        tries = [
            Query((one,), (Step(name),), where)
            for one in asked[::-1]
            for name in ("game turns", "level", "player")
            if self.words.can_be_split(one, name)
        ]
        raise self.draft.fail(
            node,
            f"{asked[0]} and {asked[-1]} are not told of the same cases, so that none splits the other.",
            code="no-such-answer",
            suggestions=[str(one) for one in tries[:3]],
            is_whole=True,
        )

    def _split_by_each_other(self, asked: Sequence[Measure]) -> tuple[Measure, Step] | None:
        """Return which of two figures can be told by what of the other.

        First the one said last by the other; what came out is rather split than splits.
        """
        sides = (tuple(asked), tuple(asked[::-1]))
        for cause, effect in sorted(
            sides, key=lambda one: self.words.splits_of(one[0]) == ["outcome"]
        ):
            shown = self.words.as_rate(effect)
            if shown.aggregate == "total":
                shown = self.words.usual(shown)
            for name in self.words.splits_of(cause):
                if self.words.can_be_split(shown, name):
                    return shown, Step(name)
        return None

    def trends(self) -> None:
        """Read ``trend of pass rate by session`` as one over sessions."""
        in_order = {"session", "nth game", "rules version", "game number"}
        if self.draft.trend in self.draft.by and {s.dimension for s in self.draft.by} & in_order:
            self.draft.by.remove(self.draft.trend)

    def sides(self) -> None:
        """Take ``who hits more, Anna or Ben`` for the two, who are no rows besides."""
        if not self.draft.asks_which:
            return
        compare = self.draft.conditions.compare
        for at, one in enumerate(merged(self.draft.where)):
            is_pair = one.operator == "=" and len(one.values) == 2
            if self.draft.top is None or compare is not None or not is_pair:
                continue
            if [step.dimension for step in self.draft.by] == [one.dimension]:
                self.draft.where = list(merged(self.draft.where))
                del self.draft.where[at]
                self.draft.conditions.hold_together(one.dimension, one.values)
                compare = self.draft.conditions.compare
        if compare is None or compare.dimension not in [one.dimension for one in self.draft.by]:
            return
        self.draft.by = [one for one in self.draft.by if one.dimension != compare.dimension]
        if self.draft.top is not None and self.draft.top[1] is None:
            self.draft.top = None

    def at_one_table(self) -> None:
        """Read ``Anna and Ben together``: the games in which both sat at the table."""
        if self.draft.together is None:
            return
        compare = self.draft.conditions.compare
        if compare is not None and "seats" in self.draft.names.dimensions[compare.dimension].at:
            self.draft.conditions.compare = None
            self.draft.where.append(Condition(compare.dimension, "all of", compare.values))
            return
        beside = self.draft.conditions.beside
        if beside is not None and "seats" in self.draft.names.dimensions[beside.dimension].at:
            self.draft.conditions.beside = None
            self.draft.where.append(beside._replace(operator="all of"))
            return
        for at, one in enumerate(merged(self.draft.where)):
            if one.operator in ("=", "all of") and len(one.values) > 1:
                if self.draft.conditions.together("=", one.dimension) == "all of":
                    self.draft.where = list(merged(self.draft.where))
                    self.draft.where[at] = one._replace(operator="all of")
                    return
        raise self.draft.fail(
            self.draft.together,
            "Who together?",
            suggestions=(),
            hint="Name two players: Anna and Ben.",
        )

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

    def top(self, tree: Node) -> None:
        if (
            self.draft.top is None
            or self.draft.top[1] is None
            or self.draft.top[0] == "first"
            or self.draft.by
        ):
            return
        if any(measure.aggregate == "distribution" for measure in self.draft.measures):
            return
        if (split := self._topped()) is not None:
            self.draft.by.append(split)
            return
        shown = str(self.draft.measures[0])
        way = "bottom" if self.draft.top[0] in ("bottom", "worst") else "top"
        raise PhraseError(
            self.draft.phrase,
            *span(tree),
            f"The {self.draft.top[0]} {self.draft.top[1]} of what? The answer is not split.",
            suggestions=[f"{shown} by {name} {way} {self.draft.top[1]}" for name in TOPPED],
            hint="`by` splits an answer: by player, by session.",
        )

    def _topped(self) -> Step | None:
        """Return what stands behind its number as what the answer is split by: top 3 *players*."""
        at = next((one for one in self.draft.said if one.symbol == "TOP"), None)
        number = at and next((one for one in self.draft.said if one.start >= at.end), None)
        if number is None or number.symbol != "NUMBER":
            return None
        word = normal(self.draft.phrase[number.end :]).partition(" ")[0]
        for symbol, name in self.draft.names.words.get(word, ()):
            if symbol == "DIM" and self.draft.names.dimensions[name].kind == "text":
                return None if name == "game" else Step(name)
        return None

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

    def _ordered_by(self, node: Node) -> str:
        """Return what an answer is ordered by: a dimension it is split by, or a measure."""
        part = node.parts[0]
        start, end = span(node)
        splits = [step.dimension for step in self.draft.by]
        if is_a(part, "COLUMN"):
            return str(part.value)
        if normal(self.draft.phrase[start:end]) == "games":  # and not by which game it is
            counted = [str(one) for one in self.draft.measures if one.metric == "games"]
            return counted[0] if counted else "games"
        if isinstance(part, Token) and part.symbol == "SPAN":
            named = ["played at"]
        else:  # a word may name a metric as well as a dimension
            readings = self.draft.names.words.get(normal(self.draft.phrase[start:end]), ())
            named = [name for symbol, name in readings if symbol == "DIM"]
        for name in named:
            if name in splits:
                return name
        if isinstance(part, Token):
            raise self.draft.fail(
                part,
                f"The answer is not split by {named[0]}.",
                suggestions=[*splits, *map(str, self.draft.measures)],
            )
        aggregate, metric, unit = self.words.read(part)
        same = [str(one) for one in self.draft.measures if one.metric == metric.name]
        listed = {"players": "player", "different players": "player", "sessions": "session"}
        named = [one.metric for one in self.draft.measures]
        if not same and len(named) == 1 and named[0] in listed:
            self.draft.by.append(Step(listed[named[0]]))  # players ranked by win rate
            self.draft.lists = True
        if not same and self.draft.lists:  # players ranked by win rate
            self.draft.measures[:] = [self.words.figure(aggregate, metric, unit, part)]
            return str(self.draft.measures[0])
        if not same and metric.name == "games" and aggregate in (None, ("total", None)):
            return metric.name  # the games that each row rests on
        if not same:
            raise self.draft.fail(
                part,
                f"The answer has no column {metric.name} to be ordered by.",
                suggestions=[*map(str, self.draft.measures), *splits],
            )
        if aggregate is None and unit is None:
            return same[0]
        wanted = str(self.words.figure(aggregate, metric, unit, part))
        if wanted not in same:
            raise self.draft.fail(part, f"The answer has no {wanted}.", suggestions=same)
        return wanted

    def _better(self, measure: Measure, word: str) -> str:
        """Return whether more is better or less, where the best and the worst are asked for."""
        metric = self.draft.names.metrics[measure.metric]
        if metric.better or word not in ("best", "worst") or not self.draft.by:
            return metric.better
        unit = self.draft.names.units.get(measure.per or metric.per)
        if unit is not None and unit.table == "rounds" and metric.unit in ("turns", "s"):
            return "less"  # a hard target takes long, as the hardest targets do
        if metric.unit == "s":
            return "less"
        said = next((one for one in self.draft.said if one.symbol == "TOP"), None)
        split = f"{measure} by {', '.join(map(str, self.draft.by))}"
        count = self.draft.top[1] if self.draft.top is not None else None
        ways = (f"top {count}", f"bottom {count}")
        if count is None:
            ways = (f"order by {measure} descending", f"order by {measure}")
        raise self.draft.fail(
            said or Node("start", tuple(self.draft.said)),
            f"Whether more or less is better of {metric.name}, nobody says: ask for the top or the"
            " bottom.",
            suggestions=[f"{split} {way}" for way in ways],
            is_whole=True,
        )

    def order(self) -> None:
        first = self.draft.measures[0]
        if self.draft.ordered is not None:
            node, is_down = self.draft.ordered
            self.draft.rest["order"] = self._ordered_by(node)
            self.draft.rest["descending"] = is_down
        if self.draft.top is None:
            return
        word, count = self.draft.top
        self.draft.rest["limit"] = count
        if "order" in self.draft.rest or word == "first":
            return
        better = self._better(first, word)
        self.draft.rest["order"] = str(first)
        self.draft.rest["descending"] = {
            "top": True,
            "bottom": False,
            "best": better != "less",
            "worst": better == "less",
        }[word]
