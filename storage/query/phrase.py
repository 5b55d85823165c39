"""Reads a phrase: words, then the grammar, then one `Query`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from engine.metrics import Dimension, Metric

from .catalogue import Catalogue, catalogue, normal
from .errors import PhraseError
from .parser import END, Node, Parser, Token
from .query import Comparison, Condition, Measure, Query, Step, Value
from .words import NOISE

MAX_LENGTH: Final = 2000
"""Characters of a phrase."""

LOOK_AHEAD: Final = 6
"""Symbols that are looked at to choose between two readings of the same words."""

LONGEST_VALUE: Final = 12
"""Words of a value that need no quotes."""

_PIECE: Final = re.compile(
    r"""\s*(?:
        (?P<string>"(?:[^"]|"")*"|'[^']*'|“[^”]*”|„[^“”]*[“”]|«[^»]*»)
      | (?P<date>\d{4}-\d{2}(?:-\d{2})?(?![\w-]))
      | (?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![^\W_]))
      | (?P<word>p\d{1,2}\.\d+(?![^\W_])|[^\W_]+(?:['’][^\W\d_]+)?)
      | (?P<sign><=|>=|=<|=>|==|!=|<>|\S)
    )""",
    re.VERBOSE,
)
_PERCENTILE: Final = re.compile(r"p(\d{1,2}(?:\.\d+)?)$")
_ORDINAL: Final = re.compile(r"(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)$")
_WORD_STOPS: Final = frozenset(",;()\"'<>=!")
_MAY_GO: Final = frozenset({"COMMA", "AND", "FILTER"})
"""Symbols that are passed over where what comes next fits without them and not with them."""


class Piece(NamedTuple):
    """A run of characters that belong together."""

    kind: str
    text: str
    start: int
    end: int


class Values(Protocol):
    """What the store holds."""

    def words(self) -> Mapping[str, list[tuple[str, str]]]:
        """Return the values that name their own dimension: normal form → (dimension, value)."""

    def of(self, dimension: Dimension) -> list[str] | None:
        """Return all values of a dimension, None where they are too many to look through."""


class Asked(NamedTuple):
    """A phrase that was read."""

    phrase: str
    query: Query
    places: dict[str, tuple[int, int]]
    """Where each dimension stands in the phrase."""


def read(phrase: str, names: Catalogue | None = None, store: Values | None = None) -> Query:
    """Return the question that *phrase* asks. Raises PhraseError.

    *store* knows the values; it is asked only where a word means nothing else. Without it only the
    values that the catalogue fixes can stand alone, and others are taken as they are written.
    """
    return read_asked(phrase, names or catalogue(), store).query


def read_asked(phrase: str, names: Catalogue, store: Values | None) -> Asked:
    """Return what `read` does, with the places of its words."""
    reader = _Reader(phrase, names, store)
    query = reader.query(_parse(phrase, names, store))
    return Asked(phrase, query, reader.places)


def pieces_of(phrase: str) -> list[Piece]:
    """Cut a phrase into words, numbers, quoted texts and signs."""
    found = []
    for match in _PIECE.finditer(phrase):
        kind = match.lastgroup
        if kind is not None:
            found.append(Piece(kind, match[kind], match.start(kind), match.end(kind)))
    return found


class Lexer:
    """Finds what the pieces at a place may be read as."""

    def __init__(
        self,
        phrase: str,
        names: Catalogue,
        store: Values | None,
    ) -> None:
        self.phrase = phrase
        self.names = names
        self.store = store
        self.pieces = pieces_of(phrase)
        self._readings: dict[int, list[tuple[int, str, Any]]] = {}
        self._fixed = fixed_values(names)

    def readings(self, at: int) -> list[tuple[int, str, Any]]:
        """Return (pieces taken, symbol, value) of all that may stand at piece *at*, best first."""
        if at not in self._readings:
            self._readings[at] = self._read(at)
        return self._readings[at]

    def _read(self, at: int) -> list[tuple[int, str, Any]]:
        piece = self.pieces[at]
        found: list[tuple[int, str, Any]] = []
        if piece.kind == "string":
            found.append((1, "STRING", _unquoted(piece.text)))
            return found
        for length, key in self._keys(at, self.names.longest):
            names: dict[str, list[str]] = {"METRIC": [], "DIM": []}
            for symbol, value in self.names.words.get(key, ()):
                if symbol not in names:
                    found.append((length, symbol, value))
                    continue
                if not names[symbol]:
                    found.append((length, symbol, names[symbol]))
                names[symbol].append(value)
            if key in self._fixed:
                found.append((length, "VALUE", self._fixed[key]))
        if percent := _PERCENTILE.match(piece.text):
            if 0 < float(percent[1]) < 100:
                found.append((1, "AGG", ("quantile", round(float(percent[1]) / 100, 12))))
        elif (nth := _ORDINAL.match(piece.text)) and self._word(at + 1).startswith("percentile"):
            found.append((2, "AGG", ("quantile", round(float(nth[1]) / 100, 12))))
        if piece.kind == "number":
            found.append((1, "NUMBER", _number(piece.text)))
        return sorted(found, key=lambda one: -one[0])

    def stored(self, at: int) -> list[tuple[int, str, Any]]:
        """Return what may stand at *at* as values of the store, longest first."""
        if self.store is None or self.pieces[at].kind == "string":
            return []
        words = self.store.words()
        found: list[tuple[int, str, Any]] = []
        for length, key in self._keys(at, LONGEST_VALUE):
            if key in words:
                found.append((length, "VALUE", words[key]))
        return found

    def word(self, at: int) -> tuple[int, str, Any]:
        """Return the unbroken run of characters at *at* as a word of its own."""
        length, end = 1, self.pieces[at].end
        while at + length < len(self.pieces):
            piece = self.pieces[at + length]
            if piece.start != end or piece.text in _WORD_STOPS or piece.kind == "string":
                break
            end = piece.end
            length += 1
        return length, "WORD", self.phrase[self.pieces[at].start : end]

    def _word(self, at: int) -> str:
        return self.pieces[at].text.casefold() if at < len(self.pieces) else ""

    def _keys(self, at: int, longest: int) -> list[tuple[int, str]]:
        """Return the normal forms of the first 1, 2, 3 … pieces, hyphens left out."""
        words: list[str] = []
        found: list[tuple[int, str]] = []
        for place in range(at, len(self.pieces)):
            piece = self.pieces[place]
            if piece.kind == "string" or len(words) >= longest:
                break
            if words and piece.text in "-_" and self._joins(place):
                continue
            words.append(piece.text.casefold().replace("’", "'"))
            found.append((place - at + 1, " ".join(words)))
        return found

    def _joins(self, place: int) -> bool:
        pieces = self.pieces
        return (
            place + 1 < len(pieces)
            and pieces[place - 1].end == pieces[place].start
            and pieces[place].end == pieces[place + 1].start
        )


def _parse(phrase: str, names: Catalogue, store: Values | None) -> Node:
    if len(phrase) > MAX_LENGTH:
        raise PhraseError(
            phrase[:80] + "…",
            80,
            81,
            f"A phrase has at most {MAX_LENGTH} letters.",
            code="too-long",
        )
    lexer = Lexer(phrase, names, store)
    parser = Parser()
    if not tokens_of(lexer, parser):
        raise PhraseError(
            phrase,
            0,
            len(phrase),
            "There is no question.",
            code="empty",
            suggestions=("win rate by level", "avg turns per target", "pass rate"),
        )
    if not parser.accepts(END):
        from .suggest import explain_end

        raise explain_end(lexer, parser.expected())
    return parser.finish()


def tokens_of(lexer: Lexer, parser: Parser | None = None) -> list[Token]:
    """Return the tokens of a phrase, or of the beginning of one. Raises PhraseError."""
    parser = parser or Parser()
    tokens: list[Token] = []
    at = 0
    while at < len(lexer.pieces):
        token, taken = _next(lexer, parser, tokens, at)
        if token is not None:
            parser.push(token)
            tokens.append(token)
        at += taken
    return tokens


def _next(lexer: Lexer, parser: Parser, tokens: list[Token], at: int) -> tuple[Token | None, int]:
    """Return the token at *at*, None for one that is passed over, and the pieces it takes."""
    found = lexer.readings(at)
    chosen = _accepted(lexer, parser, tokens, at, found)
    if parser.accepts("VALUE") and (chosen is None or _may_be_value(lexer, parser, at, chosen)):
        # A longer value of the store goes before a shorter word, any before a word of no meaning.
        stored = lexer.stored(at)
        if stored and stored[-1][0] >= (chosen[0] if chosen else 0):
            chosen = stored[-1]
    if chosen is None and parser.accepts("WORD"):
        chosen = lexer.word(at)
    elif chosen is not None and chosen[1] == "NUMBER" and parser.accepts("WORD"):
        run = lexer.word(at)
        if run[0] > 1 and not parser.accepts("NUMBER", "PERCENT"):
            chosen = run
    if chosen is not None and chosen[1] in _MAY_GO and _fits_without(lexer, parser, at, chosen):
        return None, chosen[0]
    if chosen is None:
        if lexer.pieces[at].text.casefold() in NOISE:
            return None, 1
        raise _unknown(lexer, tokens, at, found)
    length, symbol, value = chosen
    last = lexer.pieces[at + length - 1]
    return Token(symbol, value, lexer.pieces[at].start, last.end), length


def _accepted(
    lexer: Lexer,
    parser: Parser,
    tokens: list[Token],
    at: int,
    found: list[tuple[int, str, Any]],
) -> tuple[int, str, Any] | None:
    """Return the longest reading that fits.

    Of equals one that the next word can follow, and first of all one that carries on what was begun.
    """
    counts_cases = _counts_cases(lexer, tokens)
    fits = [
        reading
        for reading in found
        if parser.accepts(reading[1]) and (reading[1] != "SUCH" or counts_cases)
    ]
    if any(symbol == "AGG" and _is_metric(lexer, at + length) for length, symbol, _ in fits):
        # "number of players" is a dimension, and as a question how many players there are.
        fits = [reading for reading in fits if reading[1] != "DIM"]
    if not fits:
        return None
    longest = [reading for reading in fits if reading[0] == fits[0][0]]
    if counts_cases and longest[0][1] == "FILTER":
        longest = [reading for reading in longest if reading[1] == "SUCH"] or longest
    if len(longest) == 1:
        return longest[0]
    longest.sort(key=lambda reading: not parser.goes_on(reading[1]))
    after = at + longest[0][0]
    return max(longest, key=lambda one: _leads_on(lexer, parser, after, (one[1],)))


def _is_metric(lexer: Lexer, at: int) -> bool:
    return at < len(lexer.pieces) and any(one[1] == "METRIC" for one in lexer.readings(at))


def _leads_on(lexer: Lexer, parser: Parser, after: int, symbols: tuple[str, ...]) -> int:
    """Return how many pieces from *after* on fit behind *symbols*, one more where that is the end.

    Words of no meaning are passed over. Looks only a little ahead.
    """
    while after < len(lexer.pieces) and len(symbols) < LOOK_AHEAD:
        fits = {
            (length, symbol)
            for length, symbol, _ in lexer.readings(after)
            if parser.accepts(*symbols, symbol)
        }
        if parser.accepts(*symbols, "WORD"):
            fits.add((1, "WORD"))
        if fits:
            return max(
                length + _leads_on(lexer, parser, after + length, (*symbols, symbol))
                for length, symbol in fits
            )
        if lexer.pieces[after].text.casefold() not in NOISE:
            return 0
        after += 1
    return int(after < len(lexer.pieces) or parser.accepts(*symbols, END))


def _may_be_value(lexer: Lexer, parser: Parser, at: int, chosen: tuple[int, str, Any]) -> bool:
    """Tell whether the words chosen may be, or begin, a value of the store instead."""
    return (
        chosen[1] in ("VALUE", "NUMBER", "DIM")
        or parser.accepts("WORD")
        or not _leads_on(lexer, parser, at + chosen[0], (chosen[1],))
    )


def _counts_cases(lexer: Lexer, tokens: list[Token]) -> bool:
    """Tell whether the last measure is a share of all games, targets or turns: of its own whole."""
    for token in reversed(tokens):
        if token.symbol == "AGG":
            return bool(token.value[0] == "share") and tokens[-1].symbol in ("METRIC", "PER_UNIT")
        if token.symbol == "METRIC":
            metric = lexer.names.metrics.get(token.value[0])  # None: an alias
            if metric is None or metric.whole != metric.name:
                return False
    return False


def _fits_without(lexer: Lexer, parser: Parser, at: int, chosen: tuple[int, str, Any]) -> bool:
    """Tell whether more of what comes next fits without *chosen* than with it.

    A preposition stays where anything at all fits behind it: turns in lost games.
    """
    after = at + chosen[0]
    if after >= len(lexer.pieces):
        return parser.accepts(END)
    nexts = lexer.readings(after) + lexer.stored(after)
    with_it = max((one[0] for one in nexts if parser.accepts(chosen[1], one[1])), default=0)
    without = max((one[0] for one in nexts if parser.accepts(one[1])), default=0)
    return without > with_it and (chosen[1] != "FILTER" or not with_it)


def _unknown(
    lexer: Lexer, tokens: list[Token], at: int, found: list[tuple[int, str, Any]]
) -> PhraseError:
    from .suggest import explain

    return explain(lexer, tokens, at, bool(found))


def fixed_values(names: Catalogue) -> dict[str, list[tuple[str, str]]]:
    """Return the values that the catalogue itself knows and that name their own dimension."""
    found: dict[str, list[tuple[str, str]]] = {}
    for dimension in names.dimensions.values():
        if not dimension.names_itself:
            continue
        for value, words in dimension.values.items():
            for word in (value, *words.split(",")):
                if word:
                    found.setdefault(normal(word), []).append((dimension.name, value))
    return found


def _unquoted(text: str) -> str:
    inner = text[1:-1]
    return inner.replace('""', '"') if text[0] == '"' else inner


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        return float(text)


_ASKING: Final = frozenset(
    {"measures", "listing", "ranking", "such", "binned", "which", "postfixed"}
)
_SAYING: Final = frozenset(
    "by over_time where without bare comparison bots since until last top order ci anytime".split()
)
_OF_SIZE: Final = frozenset({"mean", "median", "quantile", "min", "max", "sd", "distribution"})
_DEFAULT_COMPARED: Final = ("win rate", "turns", "pass rate")


class _Reader:
    """Turns a tree into a Query."""

    def __init__(self, phrase: str, names: Catalogue, store: Values | None) -> None:
        self.phrase = phrase
        self.names = names
        self.store = store
        self.places: dict[str, tuple[int, int]] = {}
        self.measures: list[Measure] = []
        self.where: list[Condition] = []
        self.by: list[Step] = []
        self.rest: dict[str, Any] = {}
        self.adjectives: list[Token] = []
        """Values before a metric: how many *hard* games."""
        self.top: tuple[str, int | None] | None = None
        self.ordered: tuple[Node, bool] | None = None

    def query(self, tree: Node) -> Query:
        # What is counted first: a condition may mean the turns of a game or of a target.
        self._refuse_two_questions(tree)
        self._walk(tree, _ASKING)
        self._walk(tree, _SAYING)
        self.where += [self._bare(token) for token in self.adjectives]
        if not self.measures:
            self._ask_usual(tree)
        self._settle_order()
        return Query(
            tuple(dict.fromkeys(self.measures)),
            tuple(dict.fromkeys(self.by)),
            _merged(self.where),
            **self.rest,
        )

    def _refuse_two_questions(self, tree: Node) -> None:
        asked = _asking(tree)
        if len(asked) < 2:
            return
        (start, _), (_, end) = _span(asked[0]), _span(asked[0])
        first = self.phrase[start:end]
        second_start, second_end = _span(asked[1])
        second = self.phrase[second_start:second_end]
        tries = [f"{first}, {second}", f"{first} by {second}", f"{first} for {second}"]
        raise self._fail(
            asked[1],
            f"`{first}` and `{second}` stand side by side, and how they belong together is not said.",
            code="two-questions",
            suggestions=[one for one in tries if self._reads(one)],
            hint="A comma asks for both; `by` splits, `where` and `for` choose.",
        )

    def _reads(self, phrase: str) -> bool:
        try:
            read(phrase, self.names, self.store)
        except PhraseError:
            return False
        return True

    def _walk(self, node: Node, wanted: frozenset[str]) -> None:
        for part in node.parts:
            if not isinstance(part, Node):
                continue
            if part.name in wanted:
                getattr(self, f"_read_{part.name}")(part)
            elif part.name in ("start", "parts", "part", "compared"):
                self._walk(part, wanted)

    def _fail(self, place: Any, message: str, **more: Any) -> PhraseError:
        start, end = _span(place)
        return PhraseError(self.phrase, start, end, message, **more)

    # -- what is asked

    def _read_measures(self, node: Node) -> None:
        found = [self._measure(one) for one in _flat(node, "measures") if isinstance(one, Node)]
        lead, unit = found[0][0], None
        for at, (aggregate, metric, own) in enumerate(found):  # avg turns and passes
            lead = aggregate or lead
            if not metric.top:
                found[at] = (lead, metric, own)
        for at in range(len(found) - 1, -1, -1):  # turns and passes per target
            aggregate, metric, own = found[at]
            unit = own or unit
            if metric.kind == "count" and (aggregate or ("mean",))[0] not in ("total", "share"):
                found[at] = (aggregate, metric, unit)
        for aggregate, metric, unit in found:
            self.measures.append(self._make(aggregate, metric, unit, node))

    def _measure(self, node: Node) -> tuple[Any, Metric, str | None]:
        aggregate: Any = None
        metric: Metric | None = None
        unit: str | None = None
        for part in node.parts:
            if isinstance(part, Node):
                aggregate, metric, unit = self._measure(part)
            elif part.symbol == "AGG":
                aggregate = part.value
            elif part.symbol == "METRIC":
                metric, unit = self._metric(part)
            elif part.symbol == "PER_UNIT":
                if unit is None:
                    unit = part.value
                elif {unit, part.value} != {"player", "game"}:  # a player's row is of one game
                    self.by.append(self._unit_step_of(part.value, part))
                else:
                    unit = "player"
            else:
                self.adjectives.append(part)
        assert metric is not None, "the grammar asks for a metric"
        return aggregate, metric, unit

    def _metric(self, token: Token) -> tuple[Metric, str | None]:
        """Return the metric that a word names, and the unit where it names one too.

        Where games share a word, the metric of a game that the store holds.
        """
        found = [self.names.aliases.get(name, (name, None)) for name in token.value]
        if len(found) > 1 and self.store is not None:
            held = set(self.store.of(self.names.dimensions["game"]) or ())
            for name, unit in found:
                games = self.names.games_of(name, unit)
                if not games or held & set(games):
                    return self.names.metrics[name], unit
        name, unit = found[0]
        return self.names.metrics[name], unit

    def _make(
        self, aggregate: tuple[str, float | None] | None, metric: Metric, unit: str | None, at: Node
    ) -> Measure:
        kind, quantile = aggregate or (None, None)
        if kind == "breakdown":
            if metric.by and not self.by:
                self.by.append(Step(metric.by))
            kind = "total"
        if metric.top and kind in (None, "mean", "share", "total"):
            if unit is not None and metric.kind == "rate":
                self.by.append(self._unit_step_of(unit, at))
            return Measure("rate", metric.name)
        if metric.name == "games" and kind in _OF_SIZE and unit in (None, "game"):
            raise self._fail(
                at,
                "What of the games: their turns, their time?",
                code="what-of-it",
                suggestions=[
                    str(Measure(kind, "turns", "game", quantile)),  # type: ignore[arg-type]
                    str(Measure(kind, "game time", None, quantile)),  # type: ignore[arg-type]
                ],
            )
        if kind == "share":
            if not metric.whole:
                raise self._fail(
                    at,
                    f"A share of {metric.name} has no whole to be a share of.",
                    suggestions=("share of passes", "share of wins", "share of hits"),
                )
            if unit is not None:
                self.by.append(self._unit_step_of(unit, at))
            return Measure("share", metric.name)
        if kind == "total" and unit is not None:
            kind = "mean"  # how many turns per target
        if kind is None:
            kind = metric.usually if unit is None and metric.kind == "count" else "mean"
        if kind == "total":
            return Measure("total", metric.name)
        if metric.kind == "value":
            if unit not in (None, metric.per):
                self.by.append(self._unit_step_of(str(unit), at))
            unit = None
        else:
            unit = unit or metric.per
        return Measure(kind, metric.name, unit, quantile)  # type: ignore[arg-type]

    def _unit_step_of(self, unit: str, place: Any) -> Step:
        """Read ``per player`` as a split, where there is nothing to take an average over."""
        for symbol, name in self.names.words.get(unit, ()):
            if symbol == "DIM":
                return Step(name)
        raise self._fail(place, f"Nothing is split by {unit}.")

    def _read_listing(self, node: Node) -> None:
        token = node.parts[-1]
        dimension = self._dimension(token)
        self.measures.append(Measure("total", self._counted(dimension)))
        self.by.append(Step(dimension.name))

    def _counted(self, dimension: Dimension) -> str:
        """Return the metric that a bare dimension breaks down: losses by cause, games by level."""
        for metric in self.names.metrics.values():
            if metric.by == dimension.name:
                return metric.name
        if "games" in dimension.at or "seats" in dimension.at:
            return "games"
        table = next(iter(dimension.at))
        return {"rounds": "rounds", "moves": "moves", "feedback": "ratings"}[table]

    def _read_ranking(self, node: Node) -> None:
        top, *number, dim, _, measures = node.parts
        self.by.append(Step(self._dimension(dim).name))
        self._read_measures(measures)
        self.top = (top.value, number[0].value if number else None)

    def _read_which(self, node: Node) -> None:
        _, dim, *rest = node.parts
        metric, aggregate = (rest[1], rest[0]) if rest[0].symbol == "AGG" else rest
        if aggregate.value[0] not in ("max", "min"):
            raise self._fail(aggregate, "Ask for the highest or the lowest.")
        named, unit = self._metric(metric)
        self.by.append(Step(self._dimension(dim).name))
        self.measures.append(self._make(None, named, unit, node))
        self.top = ("top" if aggregate.value[0] == "max" else "bottom", None)

    def _read_postfixed(self, node: Node) -> None:
        aggregate = (node.parts[1].value, None)
        for measure in _flat(node.parts[0], "measures"):
            if isinstance(measure, Node):
                _, metric, unit = self._measure(measure)
                self.measures.append(self._make(aggregate, metric, unit, node))

    def _read_bare(self, node: Node) -> None:
        first, *dim = node.parts
        if dim:
            name = self._number_dimension(dim[0]).name
            self.where.append(Condition(name, "=", (first.value,)))
        else:
            self.where.append(self._bare(first))

    def _read_such(self, node: Node) -> None:
        self._read_measures(node.parts[0])
        conditions = self._conditions(node.parts[2])
        self.measures[-1] = self.measures[-1]._replace(such=_merged(conditions))

    def _read_binned(self, node: Node) -> None:
        self._read_measures(node.parts[0])
        last = self.measures[-1]
        width = node.parts[2].value
        if last.aggregate != "distribution":
            raise self._fail(node.parts[1], "Only a distribution has bins.")
        if width <= 0:
            raise self._fail(node.parts[2], "Bins need a width above 0.")
        self.measures[-1] = last._replace(bins=float(width))

    def _ask_usual(self, tree: Node) -> None:
        if "compare" in self.rest:
            for name in _DEFAULT_COMPARED:
                metric = self.names.metrics[name]
                self.measures.append(self._make(None, metric, None, tree))
            return
        if any(condition.dimension == "rating" for condition in self.where):
            self.measures.append(Measure("mean", "stars"))  # fun by level
            return
        if self.by or self.where:
            self.measures.append(Measure("total", "games"))
            return
        raise self._fail(
            tree,
            "The phrase says nothing that could be counted.",
            hint="Begin with a metric, such as win rate, turns per target or pass rate.",
        )

    # -- how it is split

    def _read_by(self, node: Node) -> None:
        for step in _flat(node.parts[1], "steps"):
            if not isinstance(step, Node):
                continue
            first, *more = step.parts
            if first.symbol == "SPAN":
                self.by = [one for one in self.by if one.dimension != "played at"]
                self.by.append(Step("played at", span=first.value))
            elif more:
                dimension = self._dimension(first, is_number=True)
                if dimension.kind != "number":
                    raise self._fail(
                        step, f"{dimension.name.capitalize()} is no number, so it has no bins."
                    )
                width = more[1].value
                if width <= 0:
                    raise self._fail(more[1], "Bins need a width above 0.")
                self.by.append(Step(dimension.name, bins=float(width)))
            else:
                dimension = self._dimension(first)
                span = "month" if dimension.kind == "time" else None
                self.by.append(Step(dimension.name, span=span))

    def _read_over_time(self, node: Node) -> None:
        self.by.append(Step("played at", span=node.parts[0].value))

    # -- what it is about

    def _read_where(self, node: Node) -> None:
        self.where += self._conditions(node.parts[1])

    def _read_without(self, node: Node) -> None:
        for condition in self._conditions(node.parts[1]):
            self.where.append(self._negated(condition, node))

    def _negated(self, condition: Condition, place: Node) -> Condition:
        opposite = _OPPOSITES.get(condition.operator)
        if opposite is None:
            raise self._fail(place, f"`{condition}` cannot be turned round.")
        return Condition(condition.dimension, opposite, condition.values)  # type: ignore[arg-type]

    def _conditions(self, node: Node) -> list[Condition]:
        found: list[Condition] = []
        connective: Token | None = None
        made: Condition
        for part in _flat(node, "conditions"):
            if isinstance(part, Token):
                connective = part
                continue
            if part.name == "loose":
                if not found or found[-1].operator not in ("=", "!="):
                    raise self._fail(part, "What is this a value of?")
                last = found[-1]
                dimension = self.names.dimensions[last.dimension]
                value = self._literal(dimension, part)
                made = Condition(last.dimension, last.operator, (*last.values, value))
                found[-1] = made
            else:
                one = self._condition(part, found)
                if one is None:
                    continue
                made = one
                if (
                    found
                    and made.dimension == found[-1].dimension
                    and made.operator == found[-1].operator
                    and made.operator in ("=", "!=")
                ):
                    made = Condition(
                        made.dimension, made.operator, (*found[-1].values, *made.values)
                    )
                    found[-1] = made
                else:
                    if connective is not None and connective.symbol == "OR":
                        raise self._fail(
                            connective,
                            "`or` joins values of one dimension.",
                            hint="Ask two questions, or use `and`.",
                        )
                    found.append(made)
            if connective is not None and connective.symbol == "VS":
                values = found[-1].values
                if len(values) != 2:
                    raise self._fail(connective, "A comparison needs two values.")
                self.rest["compare"] = Comparison(made.dimension, (values[0], values[1]))
                found.pop()
        return found

    def _condition(self, node: Node, before: list[Condition]) -> Condition | None:
        first = node.parts[0]
        symbols = [part.symbol if isinstance(part, Token) else part.name for part in node.parts]
        if symbols[0] == "VALUE":
            if before and before[-1].operator in ("=", "!="):
                for name, value in first.value:
                    if name == before[-1].dimension:
                        return Condition(name, before[-1].operator, (value,))
            return self._bare(first)
        if symbols[0] == "NOT":
            return self._negated(self._bare(node.parts[1]), node)
        if symbols == ["NUMBER", "DIM"]:
            return Condition(self._number_dimension(node.parts[1]).name, "=", (first.value,))
        if symbols == ["CMP", "NUMBER", "GAMES"]:
            if first.value not in (">=", ">"):
                raise self._fail(node, "Only a least number of games can be asked for.")
            self.rest["least_games"] = node.parts[1].value + (first.value == ">")
            return None
        if symbols == ["CMP", "NUMBER", "DIM"]:
            dimension = self._number_dimension(node.parts[2])
            return _compared(dimension, first.value, (node.parts[1].value,))
        if symbols[0] == "BETWEEN":
            dimension = self._number_dimension(node.parts[4])
            return Condition(dimension.name, "between", (node.parts[1].value, node.parts[3].value))
        is_number = any(_is(token, "NUMBER") for token in _tokens(node))
        dimension = self._dimension(first, is_number=is_number)
        if symbols[1] == "KNOWN":
            return Condition(dimension.name, "known" if node.parts[1].value else "unknown")
        if symbols[1] == "BETWEEN":
            return Condition(
                dimension.name,
                "between",
                (self._literal(dimension, node.parts[2]), self._literal(dimension, node.parts[4])),
            )
        if symbols[1] == "NOT":
            return Condition(dimension.name, "!=", (self._literal(dimension, node.parts[2]),))
        if symbols[1] == "CMP":
            sign = node.parts[1].value
            value = self._literal(dimension, node.parts[2])
            if sign in ("<", "<=", ">", ">=") and dimension.kind not in ("number", "time"):
                raise self._fail(
                    node.parts[1],
                    f"{dimension.name.capitalize()} is no number; ask `=` or `!=` of it.",
                )
            return _compared(dimension, sign, (value,))
        return Condition(dimension.name, "=", (self._literal(dimension, node.parts[1]),))

    def _number_dimension(self, token: Token) -> Dimension:
        dimension = self._dimension(token, is_number=True)
        if dimension.kind != "number":
            raise self._fail(token, f"{dimension.name.capitalize()} is no number.")
        return dimension

    def _dimension(self, token: Token, *, is_number: bool = False) -> Dimension:
        """Return which of the dimensions that share a word is meant.

        With numbers one that is a number, and where targets are the cases the target's own.
        """
        found = [self.names.dimensions[name] for name in token.value]
        if normal(self.phrase[token.start : token.end]) != found[0].name:
            units = {measure.per for measure in self.measures}
            tables = {t for one in self.measures for t in self.names.metrics[one.metric].at}
            table = "rounds" if units & {"target", "round"} else "games"
            if tables == {"violations"}:
                table = "violations"
            found.sort(key=lambda one: ((one.kind == "number") != is_number, table not in one.at))
        self.places[found[0].name] = (token.start, token.end)
        return found[0]

    def _bare(self, token: Token) -> Condition:
        readings = list(dict.fromkeys(token.value))
        if len({name for name, _ in readings}) > 1:
            raise self._fail(
                token,
                f"`{self.phrase[token.start : token.end]}` may be "
                + " or ".join(f"{_article(name)} {name}" for name, _ in readings)
                + ".",
                suggestions=[f"{name} = {value}" for name, value in readings],
                code="ambiguous-value",
            )
        self.places[readings[0][0]] = (token.start, token.end)
        return Condition(readings[0][0], "=", (readings[0][1],))

    def _literal(self, dimension: Dimension, node: Node) -> Value:
        if len(node.parts) == 2:
            number = self._value(dimension, node.parts[1])
            assert not isinstance(number, str), "a minus stands before numbers"
            return -number
        return self._value(dimension, node.parts[0])

    def _value(self, dimension: Dimension, token: Token) -> Value:
        """Return a value of *dimension*, as the store or the catalogue writes it."""
        if token.symbol == "VALUE":
            for name, value in token.value:
                if name == dimension.name:
                    return str(value)
        raw = self.phrase[token.start : token.end]
        text = token.value if token.symbol == "STRING" else raw
        if dimension.kind == "number":
            if token.symbol == "NUMBER":
                return token.value  # type: ignore[no-any-return]
            raise self._fail(token, f"{dimension.name.capitalize()} is a number, `{raw}` is none.")
        if dimension.kind == "time":
            return self._date(token)
        return self._known_value(dimension, text, token)

    def _known_value(self, dimension: Dimension, text: str, token: Token) -> str:
        wanted = normal(text)
        for value, words in dimension.values.items():
            if wanted == normal(value) or (words and wanted in map(normal, words.split(","))):
                return value
        if dimension.kind == "flag":
            if wanted in ("yes", "true", "no", "false"):
                return "yes" if wanted in ("yes", "true") else "no"
            raise self._fail(token, f"{dimension.name.capitalize()} is yes or no.")
        stored = None if self.store is None else self.store.of(dimension)
        if stored is None and dimension.is_open:
            return text
        alike = [value for value in stored or () if normal(value) == wanted]
        if text in alike:
            return text
        if alike:
            return alike[0]
        from .suggest import explain_value

        raise explain_value(self.phrase, token, dimension, text, stored or [])

    # -- the rest

    def _read_comparison(self, node: Node) -> None:
        parts = [part for part in node.parts if not _is(part, "COMPARE", "VS")]
        dims = [part for part in parts if _is(part, "DIM")]
        if dims:
            first, second = (part for part in parts if part not in dims)
            if _is(first, "NUMBER"):
                dimension = self._number_dimension(dims[-1])
                pair: tuple[Value, Value] = (first.value, second.value)
            else:
                dimension = self._dimension(dims[0])
                pair = (self._literal(dimension, first), self._literal(dimension, second))
            self.rest["compare"] = Comparison(dimension.name, pair)
            return
        left, right = parts
        shared = [name for name, _ in left.value if name in {other for other, _ in right.value}]
        if not shared:
            raise self._fail(node, "These two are no values of one dimension.")
        first, second = (dict(part.value)[shared[0]] for part in parts)
        self.rest["compare"] = Comparison(shared[0], (first, second))

    def _read_bots(self, node: Node) -> None:
        self.rest["bots"] = node.parts[0].value

    def _read_since(self, node: Node) -> None:
        self.rest["since"] = self._date(node.parts[1])

    def _read_until(self, node: Node) -> None:
        self.rest["until"] = self._date(node.parts[1])

    def _date(self, node: Node | Token) -> str:
        start, end = _span(node)
        text = self.phrase[start:end].strip("\"'")
        if re.fullmatch(r"\d{4}", text):
            text += "-01-01"
        elif re.fullmatch(r"\d{4}-\d{2}", text):
            text += "-01"
        from datetime import date

        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise self._fail(node, "That is no date; write 2026-11-29.") from None

    def _read_last(self, node: Node) -> None:
        *_, span = node.parts
        count = node.parts[1].value if len(node.parts) == 3 else 1
        if not isinstance(count, int) or not 0 < count <= 100_000:
            raise self._fail(node.parts[1], "Say a whole number above 0.")
        self.rest["last"] = (count, span.value)

    def _read_top(self, node: Node) -> None:
        self.top = (node.parts[0].value, node.parts[1].value)
        if not isinstance(self.top[1], int) or not 0 < self.top[1] <= 1_000_000:
            raise self._fail(node.parts[1], "Say a whole number above 0.")

    def _read_order(self, node: Node) -> None:
        is_down = len(node.parts) == 3 and node.parts[2].value == "descending"
        self.ordered = (node.parts[1], is_down)

    def _read_ci(self, node: Node) -> None:
        level = node.parts[1].value
        level = round(level / 100, 12) if level >= 1 else level
        if not 0.5 <= level < 1:
            raise self._fail(node.parts[1], "An interval's level lies between 50 and 99.9 %.")
        self.rest["level"] = level

    def _read_anytime(self, node: Node) -> None:
        self.rest["anytime"] = True

    # -- what hangs together

    def _settle_units(self) -> None:
        """Let ``turns`` mean the target's turns where targets are the cases."""

    def _order(self, node: Node) -> str:
        """Return what an answer is ordered by: a dimension it is split by, or a measure."""
        part = node.parts[0]
        start, end = _span(node)
        splits = [step.dimension for step in self.by]
        if isinstance(part, Token) and part.symbol == "SPAN":
            named = ["played at"]
        else:  # a word may name a metric as well as a dimension
            readings = self.names.words.get(normal(self.phrase[start:end]), ())
            named = [name for symbol, name in readings if symbol == "DIM"]
        for name in named:
            if name in splits:
                return name
        if isinstance(part, Token):
            raise self._fail(part, f"The answer is not split by {named[0]}.")
        aggregate, metric, unit = self._measure(part)
        same = [str(one) for one in self.measures if one.metric == metric.name]
        if not same:
            raise self._fail(part, f"The answer has no {metric.name}.")
        if aggregate is None and unit is None:
            return same[0]
        wanted = str(self._make(aggregate, metric, unit, part))
        if wanted not in same:
            raise self._fail(part, f"The answer has no {wanted}.", suggestions=same)
        return wanted

    def _settle_order(self) -> None:
        first = self.measures[0]
        if self.ordered is not None:
            node, is_down = self.ordered
            self.rest["order"] = self._order(node)
            self.rest["descending"] = is_down
        if self.top is None:
            return
        word, count = self.top
        self.rest["limit"] = count
        if "order" in self.rest or word == "first":
            return
        better = self.names.metrics[first.metric].better
        self.rest["order"] = str(first)
        self.rest["descending"] = {
            "top": True,
            "bottom": False,
            "best": better != "less",
            "worst": better == "less",
        }[word]


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


def _merged(conditions: list[Condition]) -> tuple[Condition, ...]:
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


def _flat(node: Node, name: str) -> list[Any]:
    """Return the parts of a list that the grammar nests to the left."""
    found: list[Any] = []
    while isinstance(node, Node) and node.name == name and isinstance(node.parts[0], Node):
        if node.parts[0].name != name:
            break
        found = [*node.parts[1:], *found]
        node = node.parts[0]
    return [*node.parts, *found]


def _is(part: Any, *symbols: str) -> bool:
    return isinstance(part, Token) and part.symbol in symbols


def _span(place: Any) -> tuple[int, int]:
    if isinstance(place, Token):
        return place.start, place.end
    tokens = [token for token in _tokens(place) if token.symbol != END]
    return (tokens[0].start, tokens[-1].end) if tokens else (0, 0)


def _asking(node: Node) -> list[Node]:
    """Return the parts of a phrase that say what is counted."""
    if node.name in _ASKING:
        return [node]
    return [one for part in node.parts if isinstance(part, Node) for one in _asking(part)]


def _tokens(node: Node) -> list[Token]:
    found: list[Token] = []
    for part in node.parts:
        found += _tokens(part) if isinstance(part, Node) else [part]
    return found


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
