"""Reads what must hold: the conditions of a phrase, their dimensions and values."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from engine.metrics import Dimension

from ...catalogue import Catalogue, normal
from ...errors import PhraseError
from ...query import Comparison, Condition, Measure, Operator, Step, Value, shown_value
from ...suggestions.nearness import SUGGESTIONS, nearest
from ..lexer import Values
from ..parser import Node, Token
from ..tree import flat, is_a, leaves, span
from ..words import MONTHS

FEW: Final = 8
"""Up to so many a number's own values are told one by one: 3 players, 4, 5."""

MOST_LISTED: Final = 12
"""Values that are named where another is not known."""

MOST_ROUNDS: Final = 30
"""No game has more targets; a larger number is the target's own."""


class Conditions:
    """Reads the conditions of one phrase."""

    def __init__(
        self, phrase: str, names: Catalogue, store: Values | None, measures: Sequence[Measure]
    ) -> None:
        self.phrase = phrase
        self.names = names
        self.store = store
        self.measures = measures
        """What is counted, known before the conditions are read."""
        self.places: dict[str, tuple[int, int]] = {}
        """Where each dimension stands in the phrase."""
        self.compare: Comparison | None = None
        """What stood among conditions and is none: normal *vs* hard,"""
        self.beside: Condition | None = None
        """several that are told side by side: easy *vs* normal *vs* hard,"""
        self.unsaid: Collection[Measure] = ()
        """averages of which it is not said over what,"""
        self.halves: Step | None = None
        """two sides of one number: over 500 *vs* under 500,"""
        self.of_games: frozenset[str] = frozenset()
        """The games that the phrase is about, where it says so; else all."""
        self.least_games: int | None = None
        """*with at least 5 games*,"""
        self.since: str | None = None
        """*in october*."""
        self.until: str | None = None

    def fail(self, place: Any, message: str, **more: Any) -> PhraseError:
        start, end = span(place)
        return PhraseError(self.phrase, start, end, message, **more)

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
                if not found or found[-1].operator not in ("=", "!=", "all of"):
                    raise self.fail(part, "What is this a value of?")
                last = found[-1]
                dimension = self.names.dimensions[last.dimension]
                value = self.literal(dimension, part)
                made = Condition(last.dimension, last.operator, (*last.values, value))
                found[-1] = made
            else:
                is_span = is_a(part.parts[0], "PERIOD")
                is_next = is_span and connective is not None and self.since is not None
                if is_next and connective is not None and normal(connective.text) == "to":
                    self.until = self.period(part.parts[0])[1]  # from march to june
                    continue
                if is_next:
                    raise self.fail(
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
                        raise self.fail(
                            connective,
                            "`or` joins values of one dimension.",
                            hint="Ask two questions, or use `and`.",
                        )
                    found.append(made)
            if connective is not None and connective.symbol in ("VS", "AGAINST"):
                before = self.beside or Condition(made.dimension, "=")
                values = (*before.values, *found.pop().values)
                if len(values) < 2 or before.dimension != made.dimension:
                    raise self.fail(connective, "These are no values of one dimension.")
                self.beside = Condition(made.dimension, "=", values)
        if self.beside is not None:
            self.hold_together(self.beside.dimension, self.beside.values)
        return found

    def _over_and_under(self, found: list[Condition], node: Node) -> Step:
        if not found:
            raise self.fail(node, "What is this the other side of?")
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
            raise self.fail(place, f"`{one}` has no other side.", suggestions=())
        if not is_other or len(numbers) > 1 + (dimension.unit == "s") or width <= 0:
            raise self.fail(
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
            return self.bare(first)
        if symbols[0] == "NOT":
            return self.negated(self.bare(node.parts[1]), node)
        if symbols[0] == "PERIOD":
            self.since, self.until = self.period(first)
            return None
        if symbols[0] == "sized":
            return self.sized(first)
        if symbols == ["CMP", "NUMBER", "GAMES"]:
            self.least_games = self.least(*node.parts)
            return None
        if symbols[:2] == ["CMP", "NUMBER"]:
            return self.measured(*node.parts)
        if symbols[0] == "BETWEEN":
            dimension = self.number_dimension(node.parts[4])
            ends = (node.parts[1].value, node.parts[3].value)
            return self.within(dimension, ends, Node("ends", node.parts[1:4]))
        if symbols[1] == "CONTAINS":
            return self.containing(self.dimension(first), node.parts[2])
        is_number = any(is_a(token, "NUMBER") for token in leaves(node))
        dimension = self.dimension(first, is_number=is_number)
        if is_number:
            dimension = self._by_size(first, dimension, node)
        if symbols[1] == "KNOWN" and dimension.kind == "number":
            if normal(node.parts[1].text) == "is empty":  # the stock is empty
                return Condition(dimension.name, "=", (0,))
        if symbols[1] == "KNOWN":
            return Condition(dimension.name, "known" if node.parts[1].value else "unknown")
        if symbols[1] == "BETWEEN":
            ends = (self.literal(dimension, node.parts[2]), self.literal(dimension, node.parts[4]))
            return self.within(dimension, ends, Node("ends", node.parts[2:5]))
        if symbols[1] == "NOT":
            return Condition(dimension.name, "!=", (self.literal(dimension, node.parts[2]),))
        if symbols[-1] == "CLOCK":
            return self.timed(dimension, *node.parts[1:])
        if symbols[1] == "CMP":
            sign = node.parts[1].value
            value = self.literal(dimension, node.parts[2])
            if sign == "all of" and "games" in dimension.at:
                raise self.fail(
                    node.parts[1],
                    f"A game has one {dimension.name}; `all of` is asked of players and tags.",
                    suggestions=("in",),
                )
            if sign in ("<", "<=", ">", ">=") and dimension.kind not in ("number", "time"):
                raise self.fail(
                    node.parts[1],
                    f"{dimension.name.capitalize()} is no number; ask `=` or `!=` of it.",
                    suggestions=("=", "!="),
                )
            return _compared(dimension, sign, (value,))
        return Condition(dimension.name, "=", (self.literal(dimension, node.parts[1]),))

    def within(self, dimension: Dimension, ends: tuple[Value, Value], place: Node) -> Condition:
        """Return that a value lies between two, of which the lesser comes first."""
        low, high = (shown_value(one) for one in ends)
        if type(ends[0]) is type(ends[1]) is str or not isinstance(ends[0], str):
            if ends[0] > ends[1]:  # type: ignore[operator]  # two of a kind
                raise self.fail(
                    place,
                    f"Nothing lies between {low} and {high}: the lesser comes first.",
                    suggestions=(f"{high} and {low}",),
                )
        return Condition(dimension.name, "between", ends)

    def least(self, sign: Token, number: Token, games: Token) -> int:
        """Read ``at least 5 games``."""
        if sign.value not in (">=", ">"):
            raise self.fail(
                sign,
                "Only a least number of games can be asked for.",
                suggestions=("at least", "more than"),
            )
        if not isinstance(number.value, int):
            raise self.fail(number, f"Say a whole number of {games.text}.")
        return int(number.value) + int(sign.value == ">")

    def measured(self, sign: Token, number: Token, dim: Token) -> Condition:
        """Read ``more than 40 turns``, and ``longer than 30 minutes``."""
        if dim.symbol == "CLOCK":
            return self.timed(self._clocked(), sign, number, dim)
        return _compared(self.number_dimension(dim), sign.value, (number.value,))

    def timed(self, dimension: Dimension, sign: Token, number: Token, clock: Token) -> Condition:
        """Read a time by the clock; all of them are told in seconds."""
        if dimension.unit != "s":
            raise self.fail(
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
            raise self.fail(
                said,
                f"{dimension.name.capitalize()} is no text in which words could be looked for.",
                suggestions=(),
                hint="Remarks are: number of remarks where remark contains slow.",
            )
        tokens = leaves(said)
        alone = tokens[0] if len(tokens) == 1 else None
        start, end = span(said)
        text = alone.value if alone and alone.symbol == "STRING" else self.phrase[start:end]
        self.places[dimension.name] = (start, end)
        return Condition(dimension.name, "contains", (text,))

    def _by_size(self, token: Token, dimension: Dimension, node: Node) -> Dimension:
        """Take ``target 3`` for the third target, and ``targets above 500`` for their values."""
        least = min(one.value for one in leaves(node) if is_a(one, "NUMBER"))
        value = f"{dimension.name.removesuffix(' number')} value"
        is_numbered = dimension.name.endswith(" number") and value in self.names.dimensions
        said = normal(token.text)
        if least <= MOST_ROUNDS or not is_numbered or said == dimension.name:
            return dimension
        return self.names.dimensions[value]

    def binned(self, token: Token) -> Dimension:
        """Return the number that is put into bins: of targets their value, as they are few."""
        dimension = self.dimension(token, is_number=True)
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
        return _compared(self.number_dimension(dim), signs[0] if signs else "=", (number.value,))

    def several(self, numbers: Node, dim: Token) -> Condition | None:
        """Read ``2, 3 and 4 players``; with ``2 vs 4`` they are compared."""
        one = self.sized(Node("sized", (leaves(numbers)[0], dim)))
        values = [token.value for token in leaves(numbers) if is_a(token, "NUMBER")]
        if any(is_a(token, "VS") for token in leaves(numbers)):
            self.hold_together(one.dimension, values)
            return None
        return one._replace(values=tuple(dict.fromkeys(values)))

    def number_dimension(self, token: Token) -> Dimension:
        """Return the number that a word names."""
        dimension = self.dimension(token, is_number=True)
        if dimension.kind != "number":
            raise self.fail(token, f"{dimension.name.capitalize()} is no number.")
        return dimension

    def dimension(self, token: Token, *, is_number: bool = False) -> Dimension:
        """Return which of the dimensions that share a word is meant.

        With numbers one that is a number, and where targets are the cases the target's own.
        """
        found = [self.names.dimensions[name] for name in token.value]
        if normal(token.text) in ("reason", "reasons"):  # wrong claims by reason: by their own
            own = [self.names.metrics[one.metric].by for one in self.measures]
            found = [self.names.dimensions[name] for name in own if name] or found
        if normal(token.text) != found[0].name:
            units = {measure.per for measure in self.measures}
            tables = {t for one in self.measures for t in self.names.metrics[one.metric].at}
            table = "rounds" if units & {"target", "round"} or self._counts_rounds() else "games"
            if any(one.metric == "turns" and one.aggregate == "share" for one in self.measures):
                table = "moves"
            if tables == {"violations"}:
                table = "violations"
            told = [self.names.games_of(one.metric) for one in self.measures]
            games = {game for one in told if len(one) == 1 for game in one}
            games = games or set(self.of_games)

            def strangeness(one: Dimension) -> tuple[bool, ...]:
                is_ours = bool(games & set(one.games))
                if is_number:
                    return one.kind != "number", table not in one.at, not is_ours
                return one.kind in ("number", "flag"), not is_ours, table not in one.at

            found.sort(key=lambda one: (*strangeness(one), one.kind == "number"))
        is_own = normal(token.text) == found[0].name
        if (
            is_number
            and found[0].name == "target signals"
            and not (is_own or self._counts_targets())
        ):
            found = [self.names.dimensions["game signals"]]  # games with more than 2 signals
        self.places[found[0].name] = (token.start, token.end)
        return found[0]

    def _counts_targets(self) -> bool:
        return self._counts_rounds() or any(one.per in ("target", "round") for one in self.measures)

    def _counts_rounds(self) -> bool:
        """Tell whether the cases are targets, pots or tricks: how many were hit in 3 turns."""
        plural = {unit.plural for unit in self.names.units.values() if unit.table == "rounds"}
        counted = [
            self.names.metrics[one.metric]
            for one in self.measures
            if one.per is None or (one in self.unsaid and one.metric in plural)
        ]
        counted = [self.names.metrics[one.top] if one.top else one for one in counted]
        return bool(counted) and all(
            one.name in plural or ("rounds" in one.at and "games" not in one.at) for one in counted
        )

    def bare(self, token: Token) -> Condition:
        readings = list(dict.fromkeys(token.value))
        if len({name for name, _ in readings}) > 1:
            raise self.fail(
                token,
                f"`{token.text}` may be "
                + " or ".join(f"{_article(name)} {name}" for name, _ in readings)
                + ".",
                suggestions=[f"{name} = {value}" for name, value in readings],
                code="ambiguous-value",
            )
        self.places[readings[0][0]] = (token.start, token.end)
        return Condition(readings[0][0], "=", (readings[0][1],))

    def literal(self, dimension: Dimension, node: Node) -> Value:
        if len(node.parts) == 2 and dimension.kind == "text":  # a name may begin with a minus
            start, end = span(node)
            said = self.phrase[start:end]
            token = node.parts[1]._replace(symbol="WORD", text=said, value=said, start=start)
            return self._value(dimension, token)
        if len(node.parts) == 2:
            number = self._value(dimension, node.parts[1])
            if isinstance(number, str):
                raise self.fail(node, f"A minus stands before numbers: {dimension.name} is none.")
            return -number
        return self._value(dimension, node.parts[0])

    def _value(self, dimension: Dimension, token: Token) -> Value:
        """Return a value of *dimension*, as the store or the catalogue writes it."""
        if token.symbol == "VALUE":
            for name, value in token.value:
                if name == dimension.name:
                    return str(value)
        raw = token.text
        text = token.value if token.symbol in ("STRING", "WORD") else raw
        if dimension.kind == "number":
            if token.symbol == "NUMBER":
                return token.value  # type: ignore[no-any-return]
            if token.symbol == "PERIOD" and raw.isdecimal():  # 2026 is a year as well
                return int(raw)
            raise self.fail(
                token,
                f"{dimension.name.capitalize()} is a number, `{raw}` is none.",
                suggestions=("1", "10", "100") if any(map(str.isalnum, raw)) else (),
            )
        if dimension.kind == "time":
            return self.date(token)
        return self._known_value(dimension, text, token)

    def _known_value(self, dimension: Dimension, text: str, token: Token) -> str:
        wanted = normal(text)
        for value, words in dimension.values.items():
            if wanted == normal(value) or (words and wanted in map(normal, words.split(","))):
                return value
        if dimension.kind == "flag":
            if wanted in ("yes", "true", "no", "false"):
                return "yes" if wanted in ("yes", "true") else "no"
            raise self.fail(
                token, f"{dimension.name.capitalize()} is yes or no.", suggestions=("yes", "no")
            )
        stored = None if self.store is None else self.store.of(dimension)
        if stored is None and dimension.is_open:
            return text
        alike = [value for value in stored or () if normal(value) == wanted]
        if text in alike:
            return text
        if alike:
            return alike[0]
        raise no_such_value(self.phrase, (token.start, token.end), dimension, text, stored or [])

    def date(self, node: Node | Token) -> str:
        """Return a day as YYYY-MM-DD: the first of a year or month."""
        found = self._period(self._date_said(node))
        if found is None:
            raise self._no_date(node)
        return found[0]

    def _no_date(self, place: Node | Token) -> PhraseError:
        start, end = span(place)
        if (either := _EITHER.fullmatch(self.phrase[start:end])) is not None:
            return self._either_date(place, either)
        return self.fail(
            place,
            f"`{self.phrase[start:end]}` is no date: write one like 2026-11-29.",
            suggestions=("yesterday", "2026-11", "2026-11-29"),
            hint="A month (october, 2026-10) or a year will do; `last 7 days` counts back.",
        )

    def _either_date(self, place: Node | Token, said: re.Match[str]) -> PhraseError:
        """Return the error for 3/4/2024, with the phrase as it reads with either order of days."""
        from datetime import date

        first, second, year = map(int, said.groups())
        months = [f"{date(year, one, 1):%B}" for one in (second, first)]
        return self.fail(
            place,
            f"`{said[0]}` may be {first} {months[0]} or {second} {months[1]}.",
            code="ambiguous-value",
            suggestions=[
                _EITHER.sub(_day_first, self.phrase),
                _EITHER.sub(_month_first, self.phrase),
            ],
            hint="A day that reads in one way alone is written like 2026-11-29.",
            is_whole=True,
        )

    def _date_said(self, node: Node | Token) -> str:
        """Return what stands for a date: 1 March 2026 is read as 2026-03-01."""
        token = node.parts[0] if isinstance(node, Node) else node
        if is_a(token, "PERIOD") and isinstance(token.value, str):
            return token.value
        start, end = span(node)
        return self.phrase[start:end].strip("\"'")

    def end(self, node: Node | Token) -> str:
        """Return the first day after a year, month or day."""
        found = self._period(self._date_said(node))
        return self.date(node) if found is None else found[1]

    def period(self, token: Token) -> tuple[str, str]:
        """Return the first day of a year, month or day, and the first one after it."""
        found = self._period(self._date_said(token))
        if found is None:
            raise self._no_date(token)
        return found

    def span(self, unit: str, *, back: int) -> tuple[str, str]:
        """Return the first day of the day, week, month … that is so many back, and of the next one.

        Weeks begin on Mondays.
        """
        from datetime import UTC, date, datetime, timedelta

        today = datetime.now(UTC).date()
        if unit in ("day", "week"):
            days = 7 if unit == "week" else 1
            first = today - timedelta(days=today.weekday() * (unit == "week") + days * back)
            return first.isoformat(), (first + timedelta(days=days)).isoformat()
        months = {"month": 1, "quarter": 3, "year": 12}[unit]
        began = (today.year * 12 + today.month - 1) // months - back
        ends = [divmod(one * months, 12) for one in (began, began + 1)]
        start, then = (date(year, month + 1, 1).isoformat() for year, month in ends)
        return start, then

    def _period(self, text: str) -> tuple[str, str] | None:
        from datetime import UTC, date, datetime, timedelta

        words = text.casefold()
        today = datetime.now(UTC).date()
        if words in ("today", "yesterday"):
            text = (today - timedelta(days=words == "yesterday")).isoformat()
        if words in MONTHS:  # the latest one that has begun
            number = MONTHS[words]
            text = f"{today.year - (number > today.month)}-{number:02}"
        if re.fullmatch(r"\d{2}-\d{2}", text):  # the latest such day that has begun
            text = f"{today.year - (text > today.isoformat()[5:])}-{text}"
        try:
            if quarter := re.fullmatch(r"(?:(\d{4})-)?q([1-4])", words):
                month = int(quarter[2]) * 3 - 2
                year = int(quarter[1] or today.year - (month > today.month))
                first = date(year, month, 1)
                then = (first + timedelta(days=100)).replace(day=1)
            elif re.fullmatch(r"\d{4}", text):
                first, then = date(int(text), 1, 1), date(int(text) + 1, 1, 1)
            elif re.fullmatch(r"\d{4}-\d{2}", text):
                first = date.fromisoformat(f"{text}-01")
                then = (first + timedelta(days=32)).replace(day=1)
            else:
                first = date.fromisoformat(text)
                then = first + timedelta(days=1)
        except (ValueError, OverflowError):
            return None
        return first.isoformat(), then.isoformat()

    def negated(self, condition: Condition, place: Node) -> Condition:
        opposite = _OPPOSITES.get(condition.operator)
        if opposite is None:
            raise self.fail(place, f"`{condition}` cannot be turned round.")
        return Condition(condition.dimension, opposite, condition.values)  # type: ignore[arg-type]


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


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def no_such_value(
    phrase: str, place: tuple[int, int], dimension: Dimension, text: str, values: Sequence[str]
) -> PhraseError:
    """Return the error for a value that no game in the store has."""
    listed = [one for one in dimension.order if one in values]
    known = list(dict.fromkeys([*dimension.values, *listed, *values]))
    rest = phrase[place[0] :].casefold()
    with_signs = [
        one for one in known if not _WORDS.fullmatch(one) and rest.startswith(one.casefold())
    ]
    if with_signs:  # of which the first word alone was read
        whole = max(with_signs, key=len)
        place, text = (place[0], place[0] + len(whole)), whole
        known = with_signs
    shown = (nearest(text, known) or known)[:SUGGESTIONS]
    few = ", ".join(known[:MOST_LISTED])
    hint = f"There are {few}{' …' if known[MOST_LISTED:] else ''}." if known[SUGGESTIONS:] else ""
    return PhraseError(
        phrase,
        *place,
        f"`{text}` has signs in it that mean something else: it goes in quotes."
        if with_signs
        else f"No game in the store has `{text}` as its {dimension.name}."
        if known
        else f"No game in the store tells its {dimension.name}.",
        code="unknown-value",
        suggestions=[
            one if _WORDS.fullmatch(one) else shown_value(one, quoted=True) for one in shown
        ],
        hint=hint,
    )


def _day_first(said: re.Match[str]) -> str:
    return f"{said[3]}-{int(said[2]):02}-{int(said[1]):02}"


def _month_first(said: re.Match[str]) -> str:
    return f"{said[3]}-{int(said[1]):02}-{int(said[2]):02}"


_EITHER: Final = re.compile(r"(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)")
"""A date of which the day may stand before or behind the month."""

_WORDS: Final = re.compile(r"\w+([ -]\w+)*")
"""A value that reads without quotes where one is wanted."""
