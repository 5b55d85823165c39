"""Reads what must hold: the conditions of a phrase."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from engine.metrics import Dimension

from ...catalogue import normal
from ...query import Comparison, Condition, Operator, Step, Value, shown_value
from ..parser import Node, Token
from ..tree import flat, is_a, leaves, span
from .named import Named

FEW: Final = 8
"""Up to so many a number's own values are told one by one: 3 players, 4, 5."""

MOST_ROUNDS: Final = 30
"""No game has more targets; a larger number is the target's own."""
_FEW_TARGETS: Final = 10

_OR: Final = re.compile(r"\s+or\s+")

_OPPOSITES: Final = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "known": "unknown",
    "unknown": "known",
}


class Conditions:
    """Reads the conditions of one phrase."""

    def __init__(self, named: Named) -> None:
        self.phrase = named.phrase
        self.names = named.names
        self.named = named
        self.measures = named.measures
        self.compare: Comparison | None = None
        """What stood among conditions and is none: normal *vs* hard,"""
        self.beside: Condition | None = None
        """several that are told side by side: easy *vs* normal *vs* hard,"""
        self.halves: Step | None = None
        """two sides of one number: over 500 *vs* under 500,"""
        self.least_games: int | None = None
        """*with at least 5 games*,"""
        self.since: str | None = None
        """*in october*."""
        self.until: str | None = None

    def read(self, node: Node, *, together: bool = False) -> list[Condition]:
        """Read conditions; with *together* several players are asked for at one table."""
        found: list[Condition] = []
        connective: Token | None = None
        made: Condition
        for part in flat(node, "conditions"):
            if isinstance(part, Token):
                if not is_a(part, "FILTER"):  # when we win vs *when* we lose
                    connective = part
                continue
            if part.name == "opposite":
                self.halves = self._over_and_under(found, part)
                continue
            if part.name == "loose":
                is_looked_for = connective is not None and connective.symbol == "OR"
                joins = ("=", "!=", "all of", *(("contains",) if is_looked_for else ()))
                if not found or found[-1].operator not in joins:
                    raise self.named.fail(part, "What is this a value of?")
                last = found[-1]
                dimension = self.names.dimensions[last.dimension]
                if last.operator == "contains":
                    value: Value = self._text(part)
                else:
                    value = self.named.literal(dimension, part)
                made = Condition(last.dimension, last.operator, (*last.values, value))
                found[-1] = made
            else:
                is_span = is_a(part.parts[0], "PERIOD")
                is_next = is_span and connective is not None and self.since is not None
                if is_next and connective is not None and normal(connective.text) == "to":
                    self.until = self.named.dates.period(part.parts[0])[1]  # from march to june
                    continue
                if is_next:
                    raise self.named.fail(
                        connective,
                        "Spans of time are not joined.",
                        hint="`by month` tells them apart, `vs previous month` compares two.",
                    )
                one = self._condition(part, found)
                if one is None:
                    continue
                made = one
                if (
                    found
                    and made.dimension == found[-1].dimension
                    and (made.operator == found[-1].operator or found[-1].operator == "all of")
                    and made.operator in ("=", "!=")
                ):
                    sign = found[-1].operator
                    if together and connective is not None and connective.symbol == "AND":
                        sign = self.together(sign, made.dimension)
                    made = Condition(made.dimension, sign, (*found[-1].values, *made.values))
                    found[-1] = made
                else:
                    if connective is not None and connective.symbol == "OR":
                        raise self.named.fail(
                            connective,
                            "`or` joins values of one dimension.",
                            hint="Ask two questions, or use `and`.",
                        )
                    found.append(made)
            if connective is not None and connective.symbol in ("VS", "AGAINST"):
                before = self.beside or Condition(made.dimension, "=")
                values = (*before.values, *found.pop().values)
                if len(values) < 2 or before.dimension != made.dimension:
                    raise self.named.fail(connective, "These are no values of one dimension.")
                self.beside = Condition(made.dimension, "=", values)
        if self.beside is not None:
            self.hold_together(self.beside.dimension, self.beside.values)
        return found

    def _over_and_under(self, found: list[Condition], node: Node) -> Step:
        if not found:
            raise self.named.fail(node, "What is this the other side of?")
        one = found.pop()
        sign = node.parts[0]
        numbers = [one for one in node.parts if is_a(one, "NUMBER")]
        is_other = is_a(sign, "MORE") or sign.value[0] != one.operator[0]
        values = {value for value in one.values if not isinstance(value, str)}
        return self.halved(one, node, values | {n.value for n in numbers}, is_other=is_other)

    def halved(
        self, one: Condition, place: Node, numbers: Collection[float], *, is_other: bool
    ) -> Step:
        """Return the split that shows both sides of a number: it, or bins as wide as it is."""
        dimension = self.names.dimensions[one.dimension]
        own = [value for value in one.values if not isinstance(value, str)]
        numbers = {*numbers, *own}  # of a clock in minutes, and in seconds
        width = max(numbers)
        if dimension.kind != "number" or one.operator not in ("<", "<=", ">", ">="):
            raise self.named.fail(place, f"`{one}` has no other side.", suggestions=())
        if not is_other or len(numbers) > 1 + (dimension.unit == "s") or width <= 0:
            raise self.named.fail(
                place,
                "These are not the two sides of one number.",
                suggestions=(),
                hint=f"All that there are: by {dimension.name}.",
            )
        return Step(dimension.name, bins=float(width) if width > FEW else None)

    def hold_together(self, name: str, values: Sequence[Value]) -> None:
        """Compare two values; more than two are told side by side."""
        found = tuple(dict.fromkeys(values))
        if len(found) == 2:
            self.compare, self.beside = Comparison(name, (found[0], found[1])), None
        else:
            self.compare, self.beside = None, Condition(name, "=", found)

    def together(self, sign: Operator, name: str) -> Operator:
        """Return the sign for games in which all of some values occur, where a game has several."""
        is_of_many = {"seats", "tags"} & set(self.names.dimensions[name].at)
        return "all of" if sign == "=" and is_of_many else sign

    def _condition(self, node: Node, before: list[Condition]) -> Condition | None:
        first = node.parts[0]
        symbols = [part.symbol if isinstance(part, Token) else part.name for part in node.parts]
        if symbols[0] == "VALUE":
            if before and before[-1].operator in ("=", "!=", "all of"):
                for name, value in first.value:
                    if name == before[-1].dimension:
                        sign = before[-1].operator
                        return Condition(name, "=" if sign == "all of" else sign, (value,))
            return self.named.bare(first)
        if symbols[0] == "NOT":
            return self.negated(self.named.bare(node.parts[1]), node)
        if symbols[0] == "PERIOD":
            self.since, self.until = self.named.dates.period(first)
            return None
        if symbols[0] == "sized":
            return self.sized(first)
        if symbols == ["CMP", "NUMBER", "GAMES"]:
            self.least_games = self.least(*node.parts)
            return None
        if symbols[:2] == ["CMP", "NUMBER"]:
            return self.measured(*node.parts)
        if symbols[0] == "BETWEEN":
            dimension = self.named.number_dimension(node.parts[4])
            ends = (node.parts[1].value, node.parts[3].value)
            return self.within(dimension, ends, Node("ends", node.parts[1:4]))
        if symbols[1] == "CONTAINS":
            return self.containing(self.named.dimension(first), node.parts[2])
        is_number = any(is_a(token, "NUMBER") for token in leaves(node))
        dimension = self.named.dimension(first, is_number=is_number)
        if is_number:
            dimension = self._by_size(first, dimension, node)
        if symbols[1] == "KNOWN" and dimension.kind == "number":
            if normal(node.parts[1].text) == "is empty":  # the stock is empty
                return Condition(dimension.name, "=", (0,))
        if symbols[1] == "KNOWN":
            return Condition(dimension.name, "known" if node.parts[1].value else "unknown")
        if symbols[1] == "BETWEEN":
            ends = (
                self.named.literal(dimension, node.parts[2]),
                self.named.literal(dimension, node.parts[4]),
            )
            return self.within(dimension, ends, Node("ends", node.parts[2:5]))
        if symbols[1] == "NOT":
            return Condition(dimension.name, "!=", (self.named.literal(dimension, node.parts[2]),))
        if symbols[-1] == "CLOCK":
            return self.timed(dimension, *node.parts[1:])
        if symbols[1] == "CMP":
            sign = node.parts[1].value
            value = self.named.literal(dimension, node.parts[2])
            if sign == "all of" and "games" in dimension.at:
                raise self.named.fail(
                    node.parts[1],
                    f"A game has one {dimension.name}; `all of` is asked of players and tags.",
                    suggestions=("in",),
                )
            if sign in ("<", "<=", ">", ">=") and dimension.kind not in ("number", "time"):
                raise self.named.fail(
                    node.parts[1],
                    f"{dimension.name.capitalize()} is no number; ask `=` or `!=` of it.",
                    suggestions=("=", "!="),
                )
            return _compared(dimension, sign, (value,))
        return Condition(dimension.name, "=", (self.named.literal(dimension, node.parts[1]),))

    def within(self, dimension: Dimension, ends: tuple[Value, Value], place: Node) -> Condition:
        """Return that a value lies between two, of which the lesser comes first."""
        low, high = (shown_value(one) for one in ends)
        if type(ends[0]) is type(ends[1]) is str or not isinstance(ends[0], str):
            if ends[0] > ends[1]:  # type: ignore[operator]  # two of a kind
                raise self.named.fail(
                    place,
                    f"Nothing lies between {low} and {high}: the lesser comes first.",
                    suggestions=(f"{high} and {low}",),
                )
        return Condition(dimension.name, "between", ends)

    def least(self, sign: Token, number: Token, games: Token) -> int:
        """Read ``at least 5 games``."""
        if sign.value not in (">=", ">"):
            raise self.named.fail(
                sign,
                "Only a least number of games can be asked for.",
                suggestions=("at least", "more than"),
            )
        if not isinstance(number.value, int):
            raise self.named.fail(number, f"Say a whole number of {games.text}.")
        return int(number.value) + int(sign.value == ">")

    def measured(self, sign: Token, number: Token, dim: Token) -> Condition:
        """Read ``more than 40 turns``, and ``longer than 30 minutes``."""
        if dim.symbol == "CLOCK":
            return self.timed(self._clocked(), sign, number, dim)
        return _compared(self.named.number_dimension(dim), sign.value, (number.value,))

    def timed(self, dimension: Dimension, sign: Token, number: Token, clock: Token) -> Condition:
        """Read a time by the clock; all of them are told in seconds."""
        if dimension.unit != "s":
            raise self.named.fail(
                clock,
                f"{dimension.name.capitalize()} is not told in {clock.text}.",
                suggestions=(),
                hint="Of time are told: game time, turn time.",
            )
        return _compared(dimension, sign.value, (number.value * clock.value,))

    def _clocked(self) -> Dimension:
        """Return whose time is meant: a turn's where turns are counted, else the game's."""
        counted = {one.metric for one in self.measures}
        units = {one.per for one in self.measures}
        is_of_turns = bool(counted & {"turn time", "moves", "plays", "passes"}) or "turn" in units
        is_of_turns |= "turns" in counted and units == {None}
        return self.names.dimensions["turn time" if is_of_turns else "game time"]

    def containing(self, dimension: Dimension, said: Node) -> Condition:
        """Read ``remark contains "slow"``: the words as they stand, with or without quotes."""
        if dimension.kind != "text":
            raise self.named.fail(
                said,
                f"{dimension.name.capitalize()} is no text in which words could be looked for.",
                suggestions=(),
                hint="Remarks are: number of remarks where remark contains slow.",
            )
        self.named.places[dimension.name] = span(said)
        tokens = leaves(said)
        if len(tokens) > 2 and all(one.symbol == "WORD" for one in tokens):  # slow or dull
            texts = [one.strip() for one in _OR.split(self._text(said))]
            if all(texts):
                return Condition(dimension.name, "contains", tuple(texts))
        return Condition(dimension.name, "contains", (self._text(said),))

    def _text(self, said: Node) -> str:
        tokens = leaves(said)
        alone = tokens[0] if len(tokens) == 1 else None
        start, end = span(said)
        is_quoted = alone is not None and alone.symbol == "STRING"
        return str(alone.value) if alone and is_quoted else self.phrase[start:end]

    def _by_size(self, token: Token, dimension: Dimension, node: Node) -> Dimension:
        """Take ``target 3`` for the third target, and ``targets above 500`` for their values."""
        least = min(one.value for one in leaves(node) if is_a(one, "NUMBER"))
        value = f"{dimension.name.removesuffix(' number')} value"
        value = {"equation value": "round value"}.get(value, value)
        is_numbered = dimension.name.endswith(" number") and value in self.names.dimensions
        said = normal(token.text)
        if dimension.name == "equation number" and said in ("target", "targets"):
            # Equator's have two digits, and a game has seldom more than ten.
            return self.names.dimensions["round value"] if least > _FEW_TARGETS else dimension
        if least <= MOST_ROUNDS or not is_numbered or said == dimension.name:
            return dimension
        return self.names.dimensions[value]

    def binned(self, token: Token) -> Dimension:
        """Return the number that is put into bins: of targets their value, as they are few."""
        dimension = self.named.dimension(token, is_number=True)
        value = f"{dimension.name.removesuffix(' number')} value"
        if not dimension.name.endswith(" number") or normal(token.text) == dimension.name:
            return dimension
        return self.names.dimensions.get(value) or self.names.dimensions["round value"]

    def sized(self, node: Node) -> Condition:
        """Read ``3 players``, ``3-player games`` or ``3 or more players``."""
        number = node.parts[0]
        dim = next(part for part in node.parts if is_a(part, "DIM"))
        signs = [part.value for part in node.parts if is_a(part, "OR_MORE")]
        numbers = [name for name in dim.value if self.names.dimensions[name].kind == "number"]
        if not numbers and "player" in dim.value:
            numbers = ["player count"]  # "2-player games"; elsewhere "player" is who
        if numbers:
            dim = dim._replace(value=numbers)
        return _compared(
            self.named.number_dimension(dim), signs[0] if signs else "=", (number.value,)
        )

    def several(self, numbers: Node, dim: Token) -> Condition | None:
        """Read ``2, 3 and 4 players``; with ``2 vs 4`` they are compared."""
        one = self.sized(Node("sized", (leaves(numbers)[0], dim)))
        values = [token.value for token in leaves(numbers) if is_a(token, "NUMBER")]
        if any(is_a(token, "VS") for token in leaves(numbers)):
            self.hold_together(one.dimension, values)
            return None
        return one._replace(values=tuple(dict.fromkeys(values)))

    def negated(self, condition: Condition, place: Node) -> Condition:
        opposite = _OPPOSITES.get(condition.operator)
        if opposite is None:
            raise self.named.fail(place, f"`{condition}` cannot be turned round.")
        return Condition(condition.dimension, opposite, condition.values)  # type: ignore[arg-type]


def _compared(dimension: Dimension, sign: str, values: tuple[Value, ...]) -> Condition:
    sign = {"in": "=", "not in": "!="}.get(sign, sign)
    return Condition(dimension.name, sign, values)  # type: ignore[arg-type]


def merged(conditions: list[Condition]) -> tuple[Condition, ...]:
    """Join what several conditions ask alike of one dimension: for Anna … for Ben."""
    found: dict[Any, Condition] = {}
    for condition in conditions:
        if condition.operator not in ("=", "!="):
            found[condition] = condition
            continue
        key = (condition.dimension, condition.operator)
        before = found[key].values if key in found else ()
        values = tuple(dict.fromkeys((*before, *condition.values)))
        found[key] = Condition(condition.dimension, condition.operator, values)
    return tuple(found.values())
