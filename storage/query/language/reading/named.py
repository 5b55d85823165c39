"""Reads names: which dimension a word means, and which of its values."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from engine.metrics import Dimension

from ...catalogue import Catalogue, normal
from ...errors import PhraseError
from ...query import Condition, Measure, Value, shown_value
from ...suggestions.nearness import SUGGESTIONS, nearest
from ..lexer import Values
from ..parser import Node, Token
from ..tree import failure, span
from .dates import Dates

MOST_LISTED: Final = 12
"""Values that are named where another is not known."""

_WORDS: Final = r"\w+([ -]\w+)*"
"""A value that reads without quotes where one is wanted."""


class Named:
    """Knows the dimensions and values of one phrase."""

    def __init__(
        self, phrase: str, names: Catalogue, store: Values | None, measures: Sequence[Measure]
    ) -> None:
        self.phrase = phrase
        self.names = names
        self.store = store
        self.measures = measures
        """What is counted, known before the conditions are read."""
        self.dates = Dates(phrase)
        self.places: dict[str, tuple[int, int]] = {}
        """Where each dimension stands in the phrase."""
        self.unsaid: Collection[Measure] = ()
        """Averages of which it is not said over what."""
        self.of_games: frozenset[str] = frozenset()
        """The games that the phrase is about, where it says so; else all."""

    def fail(self, place: Any, message: str, **more: Any) -> PhraseError:
        return failure(self.phrase, place, message, **more)

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
        if normal(token.text) != found[0].name or self._is_elsewhere(found[0]):
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

            def strangeness(one: Dimension) -> tuple[int, ...]:
                is_ours = bool(games & set(one.games))
                strange = 0 if is_ours else 1 + (bool(games) and bool(one.games))
                if is_number:
                    return one.kind != "number", table not in one.at, strange
                return one.kind in ("number", "flag"), strange, table not in one.at

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

    def _is_elsewhere(self, one: Dimension) -> bool:
        """Tell whether only other games than those that all is told of have it."""
        told = [self.names.games_of(measure.metric) for measure in self.measures]
        games = {game for some in told if len(some) == 1 for game in some}
        return bool(games) and bool(one.games) and not games & set(one.games)

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
            return self.dates.day(token)
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
        one for one in known if not re.fullmatch(_WORDS, one) and rest.startswith(one.casefold())
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
            one if re.fullmatch(_WORDS, one) else shown_value(one, quoted=True) for one in shown
        ],
        hint=hint,
    )
