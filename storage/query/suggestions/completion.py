"""Says how a phrase may go on: for the shell, for the web page's question box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from engine.metrics import Metric

from ..catalogue import Catalogue, current, normal
from ..language.lexer import Lexer, Values, fixed_values
from ..language.parser import END, Token, replayed
from ..language.tokens import Unread, tokens_of
from ..language.words import SPANS
from ..query import shown_value

MOST: Final = 50
"""How many are offered."""

OPENERS: Final = "\"'“„«"

KINDS: Final = {
    "METRIC": "metric",
    "DIM": "dimension",
    "VALUE": "value",
    "AGG": "aggregate",
    "PER_UNIT": "unit",
    "SAYING": "saying",
    "SPAN": "span",
}
"""What a symbol is to people; all others are plain words."""

SAID: Final = {
    "AGG": "avg, median, min, max, p90, sd, share of, number of, distribution of",
    "BY": "by",
    "FILTER": "where, for, with",
    "WITHOUT": "without",
    "SUCH": "in which",
    "CMP": "=, !=, <, <=, >, >=, in",
    "BETWEEN": "between",
    "KNOWN": "is known, is unknown",
    "NOT": "is not",
    "VS": "vs",
    "VS_PREVIOUS": "vs previous",
    "VS_BOTS": "vs bots",
    "AND": "and",
    "OR": "or",
    "COMPARE": "compare",
    "TOP": "top, bottom, best, worst",
    "LAST": "last",
    "THIS": "this",
    "SINCE": "since",
    "UNTIL": "until",
    "BOTS": "including bots, only bots, without bots",
    "ORDER": "order by",
    "DIRECTION": "ascending, descending",
    "CI": "with ci",
    "ANYTIME": "anytime",
    "OVER_TIME": "over time",
    "BINS": "in bins of",
    "WHICH": "which",
    "WHY": "why",
    "SPAN": "day, week, month, quarter, year",
    "GAMES": "games",
    "EXTREME": "hardest, easiest, slowest, fastest",
    "HELPS": "help",
    "HARDER": "harder than, easier than",
    "PERCENT": "%",
}
"""Of words that mean the same those that are offered; the others are read, and only clutter."""

MEANINGS: Final = {
    "mean": "The average.",
    "median": "The middle value.",
    "quantile": "Below it lie so many per cent.",
    "min": "The smallest.",
    "max": "The greatest.",
    "total": "How many.",
    "sd": "The standard deviation: how far cases lie from their mean.",
    "share": "How often among all.",
    "distribution": "How often each value occurs.",
    "BY": "Splits the answer.",
    "FILTER": "Chooses what counts.",
    "WITHOUT": "Leaves out.",
    "VS": "Compares two.",
    "VS_PREVIOUS": "Compares with the one before.",
    "VS_BOTS": "Puts what bots win at the same tables beside it.",
    "COMPARE": "Holds two values against each other.",
    "BOTS": "Games of bots alone are left out where nothing is said.",
    "CI": "The level of the intervals: with ci 90 %.",
    "ANYTIME": "Intervals that hold however often one looks.",
    "LAST": "So many days, weeks, months, games or sessions.",
}


class Completion(NamedTuple):
    """One way to go on."""

    text: str
    """Stands in place of what is begun at the end of the phrase."""
    kind: str
    """metric, dimension, value, aggregate, unit, saying, span or word."""
    sentence: str = ""
    """What it is."""
    start: int = 0
    """Where in the phrase that begins, in characters from 0: what comes before stays."""

    def to_json(self) -> dict[str, object]:
        """Return it as plain JSON."""
        return self._asdict()


def complete(
    phrase: str,
    names: Catalogue | None = None,
    store: Values | None = None,
    *,
    most: int = MOST,
) -> list[Completion]:
    """Return what may come next: the end of the word that is begun, or the next one.

    Everything that is offered is accepted there by the grammar. Values of the store are looked up
    where a value may stand. A phrase that does not read up to its last word has no continuation.
    """
    names = names or current()
    places = list(_places(phrase, names, store))
    found: dict[str, Completion] = {}
    for looks_everywhere in (False, True):
        for start, place in places:
            place.looks_everywhere = looks_everywhere
            for one in _offers(place, phrase[start:]):
                found.setdefault(one.text, one._replace(start=start))
        if found:
            break
    return sorted(found.values(), key=lambda one: one.kind == "saying")[:most]


def _places(phrase: str, names: Catalogue, store: Values | None) -> Iterator[tuple[int, _Place]]:
    for start in _beginnings(phrase):
        lexer = Lexer(phrase[:start], names, store, is_whole=False)
        with suppress(Unread):
            yield start, _Place(lexer, tokens_of(lexer))


def _beginnings(phrase: str) -> list[int]:
    """Return where what is begun may begin: an open quote, else the last words, most first."""
    quote = _open_quote(phrase)
    if quote is not None:
        return [quote]
    starts = [0, *(at + 1 for at, letter in enumerate(phrase) if letter in " (,")]
    starts = [at for at in starts if at == len(phrase) or not phrase[at].isspace()]
    # A name of several words may be begun, so that it begins before the last one.
    return sorted(starts[-4:], reverse=phrase.endswith(" ") or not phrase)


class _Place:
    """Where a phrase goes on: what was read before, and what may come."""

    def __init__(self, lexer: Lexer, tokens: list[Token]) -> None:
        self.lexer = lexer
        self.names = lexer.names
        self.store = lexer.store
        self.tokens = tokens
        self.parser = replayed(tokens)
        self.takes = self.parser.expected() - {END}
        self.looks_everywhere = False
        """Values of the store are offered where words may stand as well; to look takes time."""
        is_asked = any(
            token.symbol in ("METRIC", "LISTING", "EXTREME", "HELPS") for token in tokens
        )
        if is_asked:  # a second question beside the first is no question
            self.takes -= {one for one in _ASKING if not self.parser.goes_on(one)}


_ASKING: Final = frozenset("METRIC AGG WHICH WHY EXTREME LISTING COMPARE TOP EFFECT".split())


def _open_quote(phrase: str) -> int | None:
    """Return where the quote stands that the phrase leaves open."""
    opened = None
    for at, letter in enumerate(phrase):
        if opened is not None:
            if letter == {"“": "”", "„": "“", "«": "»"}.get(phrase[opened], phrase[opened]):
                opened = None
        elif letter in OPENERS and (at == 0 or not phrase[at - 1].isalnum()):
            opened = at
    return opened


def _offers(place: _Place, begun: str) -> Iterator[Completion]:
    bare = begun.lstrip(OPENERS)
    wanted = normal(bare) + (" " if bare.endswith(" ") else "") if bare.strip() else ""
    takes, names = place.takes, place.names
    if begun[:1] in OPENERS and begun:
        yield from _values(place, wanted)
        return
    asked = _asked_of(place)
    last = place.tokens[-1].symbol if place.tokens else ""
    is_value_first = bool(asked) or last in _BEFORE_BARE
    if is_value_first:
        yield from _values(place, wanted)
    if last in _LATEST:
        yield from _spans(names, wanted)
        return
    for metric in _metrics(names) if "METRIC" in takes else ():
        if _begins((metric.name, *metric.synonyms), wanted):
            yield Completion(
                _as_begun((metric.name, *metric.synonyms), wanted), "metric", metric.sentence
            )
    for alias, (name, unit) in names.aliases.items() if "METRIC" in takes else ():
        if _begins((alias,), wanted):
            yield Completion(alias, "metric", f"{name} per {unit}.")
    for dimension in names.dimensions.values() if "DIM" in takes else ():
        words = (dimension.name, *dimension.synonyms)
        if _begins(words, wanted):
            yield Completion(_as_begun(words, wanted), "dimension", dimension.sentence)
    for unit in _units(place) if "PER_UNIT" in takes else ():
        if _begins((f"per {unit}",), wanted):
            yield Completion(f"per {unit}", "unit", f"An average over {names.units[unit].plural}.")
    for symbol, said in SAID.items():
        for text in said.split(", ") if symbol in takes else ():
            if _begins((text,), wanted):
                yield Completion(text, KINDS.get(symbol, "word"), _meaning(names, symbol, text))
    if not is_value_first and (wanted or "METRIC" not in takes):
        yield from _values(place, wanted)
    if len(wanted) > 2:
        yield from _sayings(place, wanted)


def _metrics(names: Catalogue) -> list[Metric]:
    return [one for one in names.metrics.values() if one.name not in names.hidden]


_BEFORE_BARE: Final = frozenset({"FILTER", "WITHOUT", "VS", "HARDER", "NOT", "BOTH"})
_LATEST: Final = frozenset({"LAST", "THIS", "VS_PREVIOUS"})


def _spans(names: Catalogue, wanted: str) -> Iterator[Completion]:
    """Yield what comes one after the other in time."""
    for name in (*SPANS, "session", "rules version"):
        if _begins((name,), wanted):
            kind = "span" if name in SPANS else "dimension"
            sentence = "" if name in SPANS else names.dimensions[name].sentence
            yield Completion(name, kind, sentence)


def _units(place: _Place) -> Iterator[str]:
    """Yield what an average may be taken over in the games that have what was asked for."""
    asked = [token.value[0] for token in place.tokens if token.symbol == "METRIC"][-1:]
    metrics = [place.names.metrics[name] for name in asked if name in place.names.metrics]
    games = {game for metric in metrics for game in metric.games}
    for unit in place.names.units.values():
        if not games or not unit.games or games & set(unit.games):
            yield unit.name


def _as_begun(words: Sequence[str], wanted: str) -> str:
    """Return the first of a thing's names that goes on as it was begun."""
    return next(word for word in words if normal(word).startswith(wanted))


def _begins(words: Sequence[str], wanted: str) -> bool:
    return any(normal(word).startswith(wanted) and normal(word) != wanted for word in words)


def _meaning(names: Catalogue, symbol: str, text: str) -> str:
    if symbol == "AGG":
        if text == "p90":
            return MEANINGS["quantile"]
        kinds = [value[0] for kind, value in names.words.get(text, ()) if kind == "AGG"]
        return MEANINGS.get(kinds[0], "") if kinds else ""
    return MEANINGS.get(symbol, "")


def _sayings(place: _Place, wanted: str) -> Iterator[Completion]:
    """Yield what people say that begins as it was begun, and may stand there."""
    for word, readings in place.names.words.items():
        if place.tokens and word.partition(" ")[0] in _BEGINS_A_QUESTION:
            continue  # games in *which* goes on otherwise
        if word.startswith(wanted) and word != wanted:
            for symbol, value in readings:
                is_one = symbol == "SAYING" and isinstance(value, str)
                if is_one and _fits(place, value) and _is_read(place, word):
                    yield Completion(word, "saying", value)


_BEGINS_A_QUESTION: Final = frozenset("which what who how when why where".split())


def _fits(place: _Place, saying: str) -> bool:
    tokens = tokens_of(Lexer(saying, place.names, None, has_sayings=False))
    symbols = [token.symbol for token in tokens]
    return bool(symbols) and symbols[0] in place.takes and place.parser.accepts(*symbols)


def _is_read(place: _Place, word: str) -> bool:
    """Tell whether a saying is read behind what stands there: *distance left* is a name itself."""
    try:
        tokens_of(Lexer(f"{place.lexer.phrase}{word}", place.names, place.store, is_whole=False))
    except Unread:
        return False
    return True


def _values(place: _Place, wanted: str) -> Iterator[Completion]:
    """Yield the values of the dimension that was just named, else those that name their own."""
    names, store = place.names, place.store
    asked = _asked_of(place)
    for name in asked:
        dimension = names.dimensions[name]
        known = list(dimension.values)
        if store is not None and dimension.is_open:
            known += [value for value in store.of(dimension) or () if value not in known]
        for value in known:
            if normal(value).startswith(wanted):
                yield Completion(shown_value(value), "value", f"A value of {name}.")
    if asked or "VALUE" not in place.takes:
        return
    is_led = bool(place.tokens) and place.tokens[-1].symbol in _BEFORE_BARE
    if not is_led and not (wanted and place.looks_everywhere):
        store = None
    for dimension in names.dimensions.values():
        for value, words in dimension.values.items() if dimension.names_itself else ():
            shown = words.split(",")[0] if dimension.kind == "flag" else value
            if shown and normal(shown).startswith(wanted):
                yield Completion(shown, "value", f"A value of {dimension.name}.")
    for found in (store.words() if store is not None else {}).values():
        for name, value in found:
            if normal(value).startswith(wanted):
                shown = shown_value(value)
                if shown[0] == '"' and place.tokens and place.tokens[-1].symbol == "FILTER":
                    shown = f"{name} = {shown}"  # what is quoted names no dimension by itself
                elif shown[0] == '"' and "STRING" not in place.takes:
                    continue
                yield Completion(shown, "value", f"A value of {name}.")


def _asked_of(place: _Place) -> list[str]:
    """Return the dimensions whose value comes next, as behind ``level =`` or ``level in easy,``."""
    if not place.takes & {"WORD", "STRING"} and not place.lexer.phrase.rstrip().endswith(_GOES_ON):
        return []
    for at, token in reversed([*enumerate(place.tokens)]):
        if token.symbol == "DIM":
            return [] if _is_a_split(place.tokens[:at]) else list(token.value)
        if token.symbol == "VALUE":
            return [token.value[0][0]]
        if token.symbol not in _BEFORE_VALUES:
            return []
    return []


def _is_a_split(before: Sequence[Token]) -> bool:
    """Tell whether a dimension behind these splits an answer: by level, game."""
    led = (
        one.symbol for one in reversed(before) if one.symbol not in ("DIM", "COMMA", "AND", "SPAN")
    )
    return next(led, "") == "BY"


_GOES_ON: Final = (",", " or", " vs")

_BEFORE_VALUES: Final = frozenset(
    {"CMP", "NOT", "BETWEEN", "AND", "OR", "COMMA", "VS", "WORD", "STRING", "NUMBER", "MINUS"}
)


def candidates(names: Catalogue, store: Values | None = None) -> Iterable[tuple[str, str]]:
    """Yield every word or group of words with its symbol, proper names of things first."""
    seen = set()
    for metric in _metrics(names):
        yield normal(metric.name), "METRIC"
    for alias in names.aliases:
        yield normal(alias), "METRIC"
    for dimension in names.dimensions:
        yield normal(dimension), "DIM"
    for word in fixed_values(names):
        yield word, "VALUE"
    if store is not None:
        for word in store.words():
            yield word, "VALUE"
    for word, readings in names.words.items():
        if not word[0].isalpha():
            continue
        for symbol, _ in readings:
            if (word, symbol) not in seen and symbol != "SAYING":
                seen.add((word, symbol))
                yield word, symbol
