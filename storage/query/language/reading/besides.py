"""Reads the other parts of a phrase: splits, which games, comparisons, time, and how it is shown."""

from __future__ import annotations

import re
from typing import Any, Final

from ...catalogue import normal
from ...query import PERIOD, Condition, Measure, Query, Step, Value
from ..parser import Node, Token
from ..tree import flat, is_a, leaves, span
from .company import Company
from .conditions import merged
from .draft import OUTCOMES, USUAL, Draft
from .metric_words import MetricWords

CAME_OUT: Final = re.compile("outcome = '([^']+)'")
"""The expression of a metric that counts the rounds of one outcome."""


_DIFFERENCE: Final = re.compile(r"\b(differen|differ|compar)", re.IGNORECASE)
"""What is asked about two sides, of which the words may have been passed over."""


def is_for(node: Node) -> bool:
    """Tell whether conditions are led as an echo leads those of a share."""
    return normal(node.parts[0].text) == "for"


def _kind_of(start: str, end: str) -> str:
    """Return which kind of span lies between two days."""
    if start[4:] == end[4:] == "-01-01":
        return "year"
    months = (int(end[:4]) - int(start[:4])) * 12 + int(end[5:7]) - int(start[5:7])
    if months == 3 and start[7:] == end[7:] == "-01":
        return "quarter"
    return "month" if start[7:] == end[7:] == "-01" else "day"


MORE: Final = {
    "longer": ("turns",),
    "shorter": ("turns",),
    "slower": ("turn time",),
    "faster": ("turn time",),
    **dict.fromkeys(("harder", "easier", "tougher", "more difficult"), ("win rate",)),
}
"""What is longer, where it is not said."""


HANGS_ON: Final = frozenset(
    "independent of, related to, depend on, depends on, vary by, vary with, varies by, varies with,"
    " differ by, differs by, influenced by, affected by, correlated with, associated with, linked to,"
    " correlate with, correlates with, related with, depending on, dependent on, relate to,"
    " relates to".split(", ")
)
"""Words for ``by`` behind which a value stands for all of its kind."""


BEAT: Final = frozenset({"beat", "beats", "beaten", "defeated", "outscored", "outplayed"})
"""Words for what one player does to another at one table."""


class Besides:
    """Has a method for each such part of the grammar."""

    def __init__(self, draft: Draft, words: MetricWords, company: Company) -> None:
        self.draft = draft
        self.words = words
        self.company = company

    def read_bare(self, node: Node) -> None:
        first = next(part for part in node.parts if not is_a(part, "BY"))
        if isinstance(first, Node):
            self.draft.where.append(self.draft.conditions.sized(first))
        else:
            one = self.draft.conditions.bare(first)
            if is_a(node.parts[0], "BY") and self._is_share_of_moves(one):
                self.draft.by.append(Step(one.dimension))  # share of pots finished by an ace
            elif is_a(node.parts[0], "BY") and normal(node.parts[0].text) in HANGS_ON:
                self.draft.by.append(Step(one.dimension))  # does fun depend on winning
                self._tell_groups_alike()
            elif not self._is_the_share(one):
                self.draft.where.append(one)

    def _tell_groups_alike(self) -> None:
        """Take how often, or how many each, for how many: groups that are held together differ in size."""
        for at, one in enumerate(self.draft.measures):
            if one.metric == "games":  # does a game get shorter with practice
                del self.draft.measures[at]
                return
            if one.aggregate == "total" and self.draft.names.metrics[one.metric].kind == "count":
                rate = self.words.as_rate(one)
                self.draft.measures[at] = rate if rate != one else self.words.usual(one)

    def _is_the_share(self, one: Condition) -> bool:
        """Take how it came out for what there is a share of: share of games on hard *won*.

        What stood before, with a preposition, says of which games.
        """
        last = self.draft.measures[-1] if self.draft.measures else None
        dimension = self.draft.names.dimensions[one.dimension]
        if last is None or last.aggregate != "share" or last.metric != self.words.whole(last):
            return False
        if not dimension.name.endswith("outcome") and dimension.name != "cause":
            return False
        by_the_way = last.such == self.draft.such_by_the_way
        if by_the_way:
            self.draft.where += last.such
            self.draft.such_by_the_way = ()
        elif any(such.dimension == one.dimension for such in last.such):
            return False
        such = () if by_the_way else last.such  # lost because of a bust
        self.draft.measures[-1] = last._replace(such=(*such, one))
        return True

    def _is_share_of_moves(self, one: Condition) -> bool:
        """Take a share of what moves bring about, by one kind of move, for how often each kind does."""
        last = self.draft.measures[-1] if self.draft.measures else None
        if last is None or last.aggregate != "share" or last.metric == self.words.whole(last):
            return False
        tables = self.draft.names.metrics[last.metric].at
        if (
            next(iter(self.draft.names.dimensions[one.dimension].at)) != "moves"
            or "moves" not in tables
        ):
            return False
        self.draft.measures[-1] = Measure("total", last.metric)
        return True

    def read_by(self, node: Node) -> None:
        if normal(node.parts[0].text) in HANGS_ON:
            self._tell_groups_alike()
        for step in flat(node.parts[1], "steps"):
            if not isinstance(step, Node):
                continue
            first, *more = step.parts
            if normal(node.parts[0].text) in HANGS_ON and is_a(first, "DIM"):
                self.draft.hung_on.add(self.draft.conditions.dimension(first).name)
            self._refuse_clock(node.parts[0], first)
            if not more and self._is_the_unit(node.parts[0], first):
                continue  # waste in points per game
            if first.symbol == "SPAN":
                self.draft.by = [one for one in self.draft.by if one.dimension != "played at"]
                self.draft.by.append(Step("played at", span=first.value))
            elif more:
                dimension = self.draft.conditions.binned(first)
                if dimension.kind != "number":
                    raise self.draft.fail(
                        step,
                        f"{dimension.name.capitalize()} is no number, so it has no bins.",
                        suggestions=(dimension.name,),
                    )
                self.draft.by.append(Step(dimension.name, bins=self.draft.width(more[1])))
            else:
                dimension = self.draft.conditions.dimension(first)
                span = "month" if dimension.kind == "time" else None
                self.draft.by.append(Step(dimension.name, span=span))

    def _is_the_unit(self, lead: Token, dim: Token) -> bool:
        """Tell whether ``per game`` says no more than what the figures before it are averages over."""
        if normal(lead.text) != "per" or normal(dim.text) != "game" or not self.draft.measures:
            return False
        named = self.draft.names.metrics
        return all(
            one.aggregate == "mean" and (one.per or named[one.metric].per) == "game"
            for one in self.draft.measures
        )

    def _refuse_clock(self, lead: Token, dim: Token) -> None:
        """Refuse ``equations per hour``: hours of play are no dimension, and hours of the day another."""
        if normal(lead.text) not in ("per", "each", "every") or normal(dim.text) != "hour":
            return
        asked = [str(one) for one in self.draft.measures]
        units = {one.plural: one.name for one in self.draft.names.units.values()}
        timed = {"game": "game time", "turn": "turn time"}
        named = [units[one.metric] for one in self.draft.measures if one.metric in units]
        tries = [timed.get(one, f"time per {one}") for one in named]
        totals = [
            str(one._replace(aggregate="total", per=None))
            for one in self.draft.measures
            if self.draft.names.metrics[one.metric].kind == "count"
        ] or asked
        raise self.draft.fail(
            dim,
            "Nothing is counted per hour of play; an hour is one of the day.",
            suggestions=[*tries, f"{', '.join(totals)} by hour"],
            is_whole=True,
        )

    def read_both(self, node: Node) -> None:
        what = node.parts[1]
        if is_a(what, "VALUE"):
            one = self.draft.conditions.bare(what)
            if self.draft.names.dimensions[one.dimension].kind != "flag":
                self._refuse_both(node, one)
            self.draft.by.append(Step(one.dimension))
            return
        flags = [name for name in what.value if self.draft.names.dimensions[name].kind == "flag"]
        dimension = self.draft.conditions.dimension(what._replace(value=flags or what.value))
        self.draft.by.append(Step(dimension.name))

    def _refuse_both(self, node: Node, one: Condition) -> None:
        """Refuse ``with and without Anna``: games of which one is told would be told twice."""
        asked = self.draft.asked()
        whose = next((o for o in self.draft.where if o.dimension == one.dimension), None)
        beside = f"{asked} where {whose} and {one._replace(operator='all of')}"
        raise self.draft.fail(
            node,
            f"With and without {one.values[0]} are two questions: what is split by"
            f" {one.dimension} is split by every {one.dimension}.",
            suggestions=[beside, f"{asked} where {whose}"]
            if whose is not None  # does Anna win more with Ben
            else [
                f"{asked} where {one}",
                f"{asked} where {one._replace(operator='!=')}",
                f"{asked} by {one.dimension}",
            ],
            is_whole=True,
        )

    def read_more(self, node: Node) -> None:
        self.draft.asks_for_more = True
        said = normal(node.parts[0].text)
        if said in MORE and self._is_of_kind(MORE[said]):
            return  # did the new rules make games longer
        if MORE.get(said) == ("win rate",) and self.draft.measures:
            raise self.draft.fail(
                node,
                f"{said.capitalize()} by which measure?",
                suggestions=(),
                hint="Games are won or lost; of targets and pots it is told how long they take.",
            )
        outcomes = {"wins", "losses", "win rate", "loss rate", "seat wins", "seat win rate"}
        named = {one.metric for one in self.draft.measures}
        if said in ("faster", "slower") and named and named <= outcomes:
            raise self.draft.fail(
                node,
                f"Who plays {said} is told by turn time; it splits no other figure.",
                code="no-such-answer",
                suggestions=[
                    "win rate by game time",
                    "turn time by outcome",
                    "turn time by player",
                ],
                is_whole=True,
            )
        self.draft.usual = MORE.get(said, self.draft.usual)

    def _is_of_kind(self, usual: tuple[str, ...]) -> bool:
        """Take games or targets that are longer or harder for a figure of theirs: nobody counts them."""
        units = {one.plural: one for one in self.draft.names.units.values()}
        if len(self.draft.measures) != 1 or self.draft.measures[0] not in self.draft.bare:
            return False
        unit = units.get(self.draft.measures[0].metric)
        if unit is None or unit.table not in ("games", "rounds"):
            return False
        if usual == ("win rate",) and unit.name == "game":
            success = self.words.success_in(sorted(self.draft.conditions.of_games))
            self.draft.measures[0] = Measure("rate", success)
        elif usual == ("turn time",) and unit.name == "game":
            self.draft.measures[0] = Measure("mean", "turn time")
        else:  # a hard target takes long
            self.draft.measures[0] = self.words.by_its_name(Measure("mean", "turns", unit.name))
        return True

    def read_sizes(self, node: Node) -> None:
        sign, number, *dims = node.parts[0].parts
        if dims and is_a(dims[0], "CLOCK"):
            self._count_turns()
        elif self._is_share_of_rounds(dims, sign, number):
            return
        self._count_rounds(dims)
        dim = dims[0] if dims else self._own_size(node)
        condition = self.draft.conditions.measured(sign, number, dim)
        if self._is_of_all():
            self.draft.measures[-1] = self.draft.measures[-1]._replace(such=(condition,))
            self.draft.such_by_the_way = (condition,)
        else:
            self.draft.where.append(condition)

    def read_halves(self, node: Node) -> None:
        """Read ``targets over 500 vs under 500``: all of them, side by side in bins of so much."""
        sides = [one for one in node.parts if isinstance(one, Node)]
        signs = [one.parts[0] for one in sides] + [one for one in node.parts if is_a(one, "SIZE")]
        numbers = {one.parts[1].value for one in sides}
        named = [part for one in sides for part in one.parts[2:]]
        dim = named[0] if named else self._own_size(node)
        first, *others = [self.draft.conditions.measured(s, sides[0].parts[1], dim) for s in signs]
        is_other = any(is_a(one, "MORE") for one in node.parts) or any(
            first.operator[0] != one.operator[0] for one in others
        )
        self.draft.by.append(self.draft.conditions.halved(first, node, numbers, is_other=is_other))
        units = {one.plural for one in self.draft.names.units.values()}
        if self.draft.measures and self.draft.measures[-1] in self.draft.bare:
            if self.draft.measures[-1].metric in units:
                self.draft.measures.pop()  # what is told of them is not said
                self.draft.usual = USUAL

    def read_ranged(self, node: Node) -> None:
        """Read ``targets between 100 and 200``, and what differs between 2 and 4 players."""
        named = [part for part in node.parts if is_a(part, "DIM")]
        if named:
            sides = [Node("sized", (node.parts[at], named[0])) for at in (1, 3)]
            one, other = map(self.draft.conditions.sized, sides)
            values = (*one.values, *other.values)
            if _DIFFERENCE.search(self.draft.phrase):
                self.draft.conditions.hold_together(one.dimension, values)
            else:
                self.draft.where.append(Condition(one.dimension, "between", values))
            return
        name = self._own_size(node).value[0]
        values = (node.parts[1].value, node.parts[3].value)
        self.draft.where.append(Condition(name, "between", values))

    def _count_turns(self) -> None:
        """Take ``turns longer than 30 seconds`` for so many turns, not for turns per game."""
        for at, one in enumerate(self.draft.measures):
            if one.metric == "turns" and one in self.draft.bare:
                self.draft.measures[at] = Measure("total", "turns")

    def _count_rounds(self, dims: list[Token]) -> None:
        """Take ``targets in more than 10 turns`` for so many targets, of which each took them."""
        known = self.draft.names.dimensions
        named = [name for dim in dims if is_a(dim, "DIM") for name in dim.value]
        if not any("rounds" in known[name].at for name in named):
            return
        plural = {one.plural for one in self.draft.names.units.values() if one.table == "rounds"}
        for at, one in enumerate(self.draft.measures):
            whole = self.draft.names.metrics[one.metric].whole
            if one in self.draft.unit_unsaid and {one.metric, whole} & plural:
                self.draft.measures[at] = Measure("total", one.metric)

    def _is_share_of_rounds(self, dims: list[Token], sign: Token, number: Token) -> bool:
        """Read ``% of targets hit within 5 turns``: of all targets, those hit and in so few turns."""
        last = self.draft.measures[-1] if self.draft.measures else None
        if last is None or last.aggregate != "share" or last.such or not dims:
            return False
        metric = self.draft.names.metrics[last.metric]
        known, whole = self.draft.names.dimensions, metric.whole
        while whole and self.draft.names.metrics[whole].whole not in ("", whole):
            whole = self.draft.names.metrics[whole].whole
        table = "games" if metric.name in OUTCOMES else "rounds"
        came_out = CAME_OUT.fullmatch(metric.at.get(table, ""))
        outcomes = [
            one.name
            for one in known.values()
            if one.at.get(table) == "outcome"
            and (table == "games" or one.games == metric.games != ())
        ]
        sizes = [
            name
            for name in dims[0].value
            if table in known[name].at and known[name].games in ((), metric.games)
        ]
        if not sizes and "game turns" in dims[0].value:  # a pot has no other word for its turns
            sizes = ["round turns"]
        if came_out is None or not outcomes or not sizes or whole == metric.name:
            return False
        such = (
            Condition(outcomes[0], "=", (came_out[1],)),
            self.draft.conditions.measured(sign, number, dims[0]._replace(value=sizes[:1])),
        )
        self.draft.measures[-1] = Measure("share", whole, such=such)
        return True

    def _is_share_within(self, node: Node) -> bool:
        """Read ``share of targets hit in under 6 turns``: of all targets, and not of the quick ones."""
        if normal(node.parts[0].text) not in ("in", "under"):
            return False
        if len(flat(node.parts[1], "conditions")) > 1:
            return False
        said = leaves(node.parts[1])
        numbers = [one for one in said if is_a(one, "NUMBER")]
        dims = [one for one in said if is_a(one, "DIM")]
        if {one.symbol for one in said} - {"NUMBER", "DIM", "CMP", "OR_MORE", "NOUN"}:
            return False
        if len(numbers) != 1 or len(dims) != 1 or dims[0].start < numbers[0].start:
            return False
        signs = [one for one in said if is_a(one, "CMP", "OR_MORE")]
        sign = signs[0] if signs else numbers[0]._replace(symbol="CMP", value="=")
        return self._is_share_of_rounds(dims, sign, numbers[0])

    def _own_size(self, node: Node) -> Token:
        """Return the number that what is counted has of its own: targets over 500."""
        for measure in self.draft.measures[-1:]:
            if measure.metric in ("ratings", "stars"):  # ratings below 3
                return Token("DIM", ["stars"], *span(node), "stars")
            name = f"{self.words.singular(measure.metric)} value"
            if name in self.draft.names.dimensions:
                return Token("DIM", [name], *span(node), name)
        raise self.draft.fail(
            node,
            f"`{self.draft.phrase[slice(*span(node))]}` of what?",
            suggestions=[
                f"{self.draft.phrase[slice(*span(node))]} {name}"
                for name in ("turns", "passes", "points")
            ],
        )

    def read_over_time(self, node: Node) -> None:
        start, end = span(node)
        if normal(self.draft.phrase[start:end]).startswith("trend"):
            self.draft.trend = Step("played at", span=node.parts[0].value)
        self.draft.by.append(Step("played at", span=node.parts[0].value))

    def read_where(self, node: Node) -> None:
        if self._is_share_within(node):
            return
        # "for Anna and Ben" is either; "with Anna and Ben" are the games in which both sat.
        together = normal(node.parts[0].text).endswith("with")
        if any(is_a(one, "NUMBER") for one in leaves(node.parts[1])):  # targets with 3 passes
            self._count_rounds([one for one in leaves(node.parts[1]) if is_a(one, "DIM")])
        found = self.draft.conditions.read(node.parts[1], together=together)
        if together and self._is_asked_who():
            found = [self._at_the_table(one) for one in found]
        self.company.note(node.parts[0], found)
        if found and not is_for(node) and self._is_of_all():
            self._see_that_a_game_has(found, node)
            such = merged(found)
            self.draft.measures[-1] = self.draft.measures[-1]._replace(such=such)
            self.draft.such_by_the_way = such
            return  # share of games with feedback
        for one in found:
            if self._is_share_of_causes(one, node) or self._is_made_with(one, node):
                continue
            if not is_for(node) and self._is_of_the_done(one):
                continue
            if one.dimension == "outcome" and set(one.values) == {"won", "lost"}:
                if self._is_spoken(node) and one.operator == "=":  # in won and lost games
                    self.draft.conditions.hold_together("outcome", ("won", "lost"))
                    continue
            if not self._is_spoken(node) or not self._is_the_share(one):
                self.draft.where.append(one)

    def _is_of_the_done(self, one: Condition) -> bool:
        """Read ``how often are targets solved with 3 cards``: of all targets, solved or not.

        What a right claim used is told of those that were solved alone.
        """
        last = self.draft.measures[-1] if self.draft.measures else None
        if one.dimension != "cards used" or last is None or last.such:
            return False
        if last.aggregate != "share" or last.metric not in ("equations solved", "equations"):
            return False
        self.draft.measures[-1] = Measure("share", "equations", such=(one,))
        return True

    def _is_spoken(self, node: Node) -> bool:
        """Tell whether conditions stand in other words than those of an echo: *are lost*."""
        return not any(
            is_a(one, "DIM") and one.text == self.draft.phrase[one.start : one.end]
            for one in leaves(node)
        )

    def _is_asked_who(self) -> bool:
        """Tell whether players are asked for: who played *with Carla* is none but Carla else."""
        return [step.dimension for step in self.draft.by] == ["player"]

    def _at_the_table(self, one: Condition) -> Condition:
        is_one = one.dimension == "player" and one.operator == "=" and len(one.values) == 1
        return one._replace(operator="all of") if is_one else one

    def _see_that_a_game_has(self, found: list[Condition], node: Node) -> None:
        """Refuse a share of games by what is said of something else: of feedback, of moves."""
        if self.draft.measures[-1].metric != "games":
            return
        for one in found:
            if "games" not in self.draft.names.dimensions[one.dimension].at:
                raise self.draft.fail(
                    node,
                    f"A game has no one {one.dimension}, so that no share of the games is told by it.",
                    suggestions=[str(Query((Measure("total", "games"),), where=merged(found)))],
                    is_whole=True,
                )

    def _is_of_all(self) -> bool:
        """Tell whether a share of all cases is asked for, and not yet of which."""
        last = self.draft.measures[-1] if self.draft.measures else None
        is_open = last is not None and last.aggregate == "share" and not last.such
        return last is not None and is_open and last.metric == self.words.whole(last)

    def _is_share_of_causes(self, one: Condition, node: Node) -> bool:
        """Read ``how often do we lose because …``: of the games, not of those with that cause."""
        last = self.draft.measures[-1] if self.draft.measures else None
        if last is None or last.aggregate != "share" or last.such or one.operator != "=":
            return False
        metric = self.draft.names.metrics[last.metric]
        said = next((normal(part.text) for part in self.draft.said if is_a(part, "AGG")), "")
        if metric.by != one.dimension or (said == "share of" and is_for(node)):
            return False  # an echo is meant as it stands
        if said.startswith("how often"):
            whole = self.draft.names.metrics[metric.whole]
            counted = whole.name if whole.whole == whole.name else "games"
            self.draft.measures[-1] = Measure("share", counted, such=(one,))
        else:
            self.draft.measures[-1] = Measure("total", last.metric)
            self.draft.by.append(Step(one.dimension))
        return True

    def _is_made_with(self, one: Condition, node: Node) -> bool:
        """Read ``share of pots finished with an ace``: by the card that did it."""
        is_with = normal(node.parts[0].text) in ("with", "using", "having", "when playing")
        is_with |= one.dimension == "operation" and self._is_spoken(node)  # hits by division
        if not is_with or one.operator != "=" or not self.draft.measures:
            return False
        metric = self.draft.names.metrics[self.draft.measures[-1].metric]
        if "rounds" not in metric.at or not self._is_share_of_moves(one):
            return False
        self.draft.by.append(Step(one.dimension))
        return True

    def read_several_of(self, node: Node) -> None:
        _, numbers, dim, *_ = node.parts
        found = self.draft.conditions.several(numbers, dim)
        self.draft.where += [found] if found is not None else []

    def read_without(self, node: Node) -> None:
        for condition in self.draft.conditions.read(node.parts[1]):
            self.draft.where.append(self.draft.conditions.negated(condition, node))

    def read_comparison(self, node: Node) -> None:
        sides: list[Any] = []
        beaten: Token | None = None
        for part in node.parts:
            lists = isinstance(part, Node) and part.name in (
                "values",
                "commas",
                "numbers",
                "sizes",
                "literals",
            )
            sides += flat(part, part.name) if lists else [part]
            if is_a(part, "HARDER") and not self.draft.measures:
                if part.value == "fun":
                    self.words.rate_fun()
                self.draft.usual = (part.value,)
            if is_a(part, "HARDER") and normal(part.text) in BEAT:
                beaten = part
        sides = [
            part for part in sides if not is_a(part, "COMPARE", "VS", "COMMA", "NOUN", "HARDER")
        ]
        name, values = self._sides(sides, node)
        if len({*values}) < 2:
            raise self.draft.fail(node, "Both sides are the same.")
        self.draft.conditions.hold_together(name, values)
        if beaten is not None and name == "player":  # who beats whom is told where both play
            self.draft.where.append(Condition(name, "all of", tuple(values)))
            self.draft.usual = ("seat win rate",)

    def _sides(self, sides: list[Any], node: Node) -> tuple[str, list[Value]]:
        """Return the dimension of what is compared, and its values."""
        dims = [part for part in sides if is_a(part, "DIM")]
        if dims:
            dimension = self.draft.conditions.dimension(dims[0])
            rest = [part for part in sides if part not in dims]
            return dimension.name, [self.draft.conditions.literal(dimension, one) for one in rest]
        sized = [self.draft.conditions.sized(part) for part in sides if isinstance(part, Node)]
        if sized:
            if len({one.dimension for one in sized}) > 1:
                raise self.draft.fail(node, "These are no values of one dimension.")
            given: list[Value] = [
                part.value if is_a(part, "NUMBER") else self.draft.conditions.sized(part).values[0]
                for part in sides
            ]
            return sized[0].dimension, given
        shared = [
            name for name, _ in sides[0].value if all(name in dict(one.value) for one in sides)
        ]
        if not shared:
            named = " and ".join(f"`{one.text}` (a {one.value[0][0]})" for one in sides)
            splits = dict.fromkeys(one.value[0][0] for one in sides)
            raise self.draft.fail(
                node,
                f"These are no values of one dimension: {named}.",
                suggestions=[f"{self.draft.asked()} by {name}" for name in splits],
                is_whole=True,
            )
        return shared[0], [dict(one.value)[shared[0]] for one in sides]

    def read_together(self, node: Node) -> None:
        self.draft.together = node

    def read_least(self, node: Node) -> None:
        self.draft.conditions.least_games = self.draft.conditions.least(*node.parts)

    def read_previous(self, node: Node) -> None:
        unit = node.parts[1] if len(node.parts) > 1 else None
        if unit is None:
            self.draft.rest["previous"] = PERIOD
            self.draft.unsaid = node
        elif unit.symbol == "SPAN":
            self.draft.rest["previous"] = unit.value
        else:
            self.draft.rest["previous"] = self.draft.in_order(unit)

    def read_about(self, node: Node) -> None:
        self.draft.usual = self.draft.usual or USUAL

    def read_period(self, node: Node) -> None:
        periods = [
            self.draft.conditions.period(part) for part in node.parts if is_a(part, "PERIOD")
        ]
        if periods[0][0] >= periods[-1][1]:
            said = [part.text for part in node.parts if is_a(part, "PERIOD")]
            start, end = span(node)
            turned = self.draft.phrase[start:end].replace(said[0], "\0")
            turned = turned.replace(said[-1], said[0]).replace("\0", said[-1])
            raise self.draft.fail(
                node,
                f"{said[-1]} is before {said[0]}: no day lies between them.",
                suggestions=(turned,),
            )
        self.draft.conditions.since, self.draft.conditions.until = periods[0][0], periods[-1][1]

    def read_periods(self, node: Node) -> None:
        """Read ``june vs july``: two spans of one kind that follow each other, told apart."""
        one, _, other = node.parts
        sides = sorted(map(self.draft.conditions.period, (one, other)))
        kinds = {_kind_of(start, end) for start, end in sides}
        if len(kinds) > 1 or sides[0][1] != sides[1][0]:
            asked = self.draft.asked()
            raise self.draft.fail(
                node,
                f"Between {one.text} and {other.text} lie others: they are told one after the other.",
                suggestions=[f"{asked} by month since {sides[0][0]} until {sides[1][1]}"],
                is_whole=True,
            )
        self.draft.by.append(Step("played at", span=kinds.pop()))
        self.draft.usual = self.draft.usual or USUAL
        self.draft.conditions.since, self.draft.conditions.until = sides[0][0], sides[1][1]

    def read_this(self, node: Node) -> None:
        unit = node.parts[1]
        if is_a(unit, "SPAN"):
            self.draft.rest["last"] = (0, unit.value)
        else:
            self.draft.rest["last"] = (1, self.draft.in_order(unit))

    def read_in_time(self, node: Node) -> None:
        """Measure by the clock what would else be measured in turns; other units are only named."""
        unit = node.parts[0].value
        if unit != "time":
            self._name_unit(unit, node)
            return
        timed = {"game": "game time", "turn": "turn time", None: "game time"}
        for at, measure in enumerate(self.draft.measures):
            if self.draft.names.metrics[measure.metric].unit == "s":
                continue
            if measure.metric == "turns" and measure.per not in timed:
                self.draft.measures[at] = measure._replace(metric="time spent")
                continue
            if measure.metric != "turns":
                raise self.draft.fail(
                    node,
                    f"{measure} cannot be told by the clock: games, targets, pots and turns can.",
                    suggestions=(),
                    hint="Ask for game time, turn time or time spent.",
                )
            self.draft.measures[at] = measure._replace(metric=timed[measure.per], per=None)

    def _name_unit(self, unit: str, node: Node) -> None:
        """See that what is asked for is told in a unit: median game length *in turns*."""
        for measure in self.draft.measures:
            own = self.draft.names.metrics[measure.metric].unit
            if own != unit and measure.metric != unit:
                raise self.draft.fail(
                    node,
                    f"{measure} is told in {own or 'no unit'}, not in {unit}.",
                    suggestions=(),
                    hint=f"Leave `{self.draft.phrase[slice(*span(node))]}` out.",
                )

    def read_correlated(self, node: Node) -> None:
        self.draft.related = node

    def read_on_average(self, node: Node) -> None:
        """Read ``how many turns in pot luck, on average``: what was said of the figure before."""
        for at, one in enumerate(self.draft.measures):
            metric = self.draft.names.metrics[one.metric]
            if one.aggregate != "total":
                continue
            if (
                metric.kind == "distinct"
                or metric.name == self.draft.names.units[metric.per].plural
            ):
                raise self.draft.fail(
                    node,
                    f"{metric.name.capitalize()} on average of what?",
                    suggestions=[f"mean {metric.name} per session", f"{one} by month"]
                    if metric.name == "games"
                    else [f"{one} by month"],
                    is_whole=True,
                )
            self.draft.measures[at] = Measure("mean", one.metric, metric.per)

    def read_ranked(self, node: Node) -> None:
        """Read ``win rate by level, hardest first``."""
        if self.draft.by or self.draft.top is not None:
            self.draft.top = self.draft.top or (node.parts[0].value, None)
            return
        start, end = span(node)
        raise self.draft.fail(
            node,
            f"`{self.draft.phrase[start:end]}` orders rows, and the answer is not split.",
            suggestions=[f"{self.draft.asked()} by {name}" for name in ("level", "player")],
            is_whole=True,
        )

    def read_vs_bots(self, _node: Node) -> None:
        self.draft.rest["beside_bots"] = True

    def read_bots(self, node: Node) -> None:
        self.draft.rest["bots"] = node.parts[0].value

    def read_since(self, node: Node) -> None:
        is_after = normal(node.parts[0].text) in ("after", "newer than")
        self.draft.rest["since"] = self._moment(node, is_end=is_after)

    def read_until(self, node: Node) -> None:
        self.draft.rest["until"] = self._moment(node, is_end=False)

    def read_around(self, node: Node) -> None:
        """Read ``before and after 2026-10-01``: what came from that day on, against all before."""
        self.draft.rest["previous"] = self.draft.conditions.date(node.parts[1])

    def _moment(self, node: Node, *, is_end: bool) -> str:
        """Return the day that is named: a date, or where last week or this month begins or ends."""
        _, *lead, last = node.parts
        if lead:
            return self.draft.conditions.span(last.value, back=int(is_a(lead[0], "LAST")))[is_end]
        return (self.draft.conditions.end if is_end else self.draft.conditions.date)(last)

    def read_last(self, node: Node) -> None:
        parts = [part for part in node.parts if not is_a(part, "SINCE")]
        *_, unit = parts
        count = parts[1].value if len(parts) == 3 else 1
        if not isinstance(count, int) or not 0 < count <= 100_000:
            raise self.draft.fail(
                parts[1],
                f"Nothing was played so long ago: {parts[1].text} is too many."
                if isinstance(count, int) and count > 0
                else f"`last {parts[1].text}` is nothing: say a whole number above 0.",
                suggestions=("3", "10", "30"),
            )
        named = {"SPAN": unit.value, "GAMES": "game"}
        self.draft.rest["last"] = (count, named.get(unit.symbol) or self.draft.in_order(unit))

    def read_top(self, node: Node) -> None:
        way = node.parts[0].value
        if len(node.parts) == 3:
            self._first_games(node)
            return
        if self.draft.top is not None and self.draft.top[1] is None and way == "top":
            way = self.draft.top[0]  # top 10 hardest targets
        self.draft.top = (way, self.draft.row_count(node.parts[1]))

    def _first_games(self, node: Node) -> None:
        """Read ``first 5 games``: of each player, in the order in which they were played."""
        way, number, _ = node.parts
        if way.value != "first" or normal(way.text) != "first":
            raise self.draft.fail(
                node,
                f"The {way.text} {number.text} games by what?",
                suggestions=(),
                hint="The longest are told by `max turns per game`; `--games` lists the games.",
            )
        self.draft.where.append(Condition("nth game", "<=", (number.value,)))

    def read_order(self, node: Node) -> None:
        is_down = (
            node.parts[-1].value == "descending"
            if len(node.parts) == 3
            else (normal(node.parts[0].text) in ("ranked by", "rank by"))
        )
        self.draft.ordered = (node.parts[1], is_down)

    def read_ci(self, node: Node) -> None:
        said = next(part for part in node.parts if is_a(part, "NUMBER"))
        level = said.value
        level = round(level / 100, 12) if level >= 1 else level
        if not 0.5 <= level < 1:
            raise self.draft.fail(
                said,
                "An interval's level lies between 50 and 99.9 %.",
                suggestions=("90", "95", "99"),
            )
        self.draft.rest["level"] = level

    def read_anytime(self, node: Node) -> None:
        self.draft.rest["anytime"] = True
