"""Explains what does not read, and what may stand there instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.metrics import Dimension

from .catalogue import Catalogue, catalogue, normal
from .errors import PhraseError
from .parser import END, Parser, Token

if TYPE_CHECKING:
    from .compile import Compiler
    from .phrase import Asked, Lexer, Values
    from .plan import CannotAsk
    from .query import Measure

SUGGESTIONS: Final = 3
SPOKEN: Final = {
    "METRIC": "a metric (win rate, pass rate, turns per target …)",
    "DIM": "a dimension (level, player, player count …)",
    "AGG": "an aggregate (avg, median, share of, number of …)",
    "PER_UNIT": "`per target`, `per game`, `per player` or `per turn`",
    "VALUE": "a value (hard, Anna …)",
    "WORD": "a value",
    "NUMBER": "a number",
    "BY": "`by`",
    "FILTER": "`where` or `for`",
    "WITHOUT": "`without`",
    "VS": "`vs`",
    "SPAN": "day, week or month",
    "CMP": "a comparison (= != < <= > >=)",
    "TOP": "`top`",
    "COMMA": "a comma",
    END: "the end",
}
"""What is expected, in words; symbols that are not here are not worth a mention."""


HINTS: Final = {
    "long": (
        "How long: in turns, or in seconds?",
        ("turns per game", "turns per target", "game time"),
    ),
    "how": ("How much of what?", ("turns per target", "pass rate", "win rate")),
    "hardest": ("Hard by which measure?", ("worst level by win rate", "win rate by level")),
    "easiest": ("Easy by which measure?", ("best level by win rate", "win rate by level")),
    "previous": ("Two spans are not compared yet.", ("win rate by month", "win rate by week")),
    "why": ("", ("loss causes", "rule breaks by code")),
}
"""Words that people try, with questions that answer."""


def explain(lexer: Lexer, tokens: list[Token], at: int, is_known: bool) -> PhraseError:
    """Return the error for piece *at*, which nothing accepts after *tokens*."""
    expected = _replayed(tokens).expected()
    piece = lexer.pieces[at]
    start, end = piece.start, piece.end
    for one in reversed(lexer.pieces[at : at + 2]):
        if one.text.casefold() in HINTS:
            message, questions = HINTS[one.text.casefold()]
            return PhraseError(
                lexer.phrase,
                start,
                one.end,
                message or f"`{lexer.phrase[start : one.end]}` is not known.",
                suggestions=questions,
                expected=sorted(expected),
            )
    found = _similar(lexer, tokens, at, least=2 if is_known else 1)
    message, instead = _meaning(lexer, at) if is_known and not found else ("", [])
    if found:
        start, end = lexer.pieces[found[0][1]].start, lexer.pieces[found[0][2] - 1].end
    word = lexer.phrase[start:end]
    if not message and "VALUE" in expected and lexer.store is not None and not found:
        message = f"`{word}` is not known: nobody and nothing in the store has that name."
    return PhraseError(
        lexer.phrase,
        start,
        end,
        message or f"`{word}` is not known{' here' if is_known else ''}.",
        suggestions=[text for text, *_ in found] or instead,
        hint="" if found or instead else _spoken(expected),
        expected=sorted(expected),
    )


def _meaning(lexer: Lexer, at: int) -> tuple[str, list[str]]:
    """Say what a known word is that stands in the wrong place, and how it may stand there."""
    piece = lexer.pieces[at]
    for length, symbol, value in lexer.readings(at):
        word = lexer.phrase[piece.start : lexer.pieces[at + length - 1].end]
        if symbol == "DIM":
            return f"`{word}` is a dimension, and splits or filters an answer.", [f"by {value[0]}"]
        if symbol == "METRIC":
            return f"`{word}` is a metric, and none can stand here.", []
        if symbol == "VALUE":
            name, known = value[0]
            return f"`{word}` is a value of {name}.", [f"for {known}", f"where {name} = {known}"]
    return f"`{piece.text}` cannot stand here.", []


def explain_end(lexer: Lexer, expected: set[str]) -> PhraseError:
    """Return the error for a phrase that breaks off."""
    end = len(lexer.phrase.rstrip())
    return PhraseError(
        lexer.phrase,
        end,
        end,
        f"The phrase breaks off after `{lexer.pieces[-1].text}`.",
        code="incomplete",
        suggestions=_first_words(expected),
        hint=_spoken(expected),
        expected=sorted(expected),
    )


def _first_words(expected: set[str]) -> list[str]:
    usual = {
        "METRIC": ["win rate", "pass rate", "turns per target"],
        "DIM": ["level", "player count", "player"],
        "SPAN": ["days", "weeks", "months"],
        "BY": ["by win rate", "by pass rate", "by games"],
        "VS": ["vs"],
        "NUMBER": ["5", "10"],
    }
    for symbol, words in usual.items():
        if symbol in expected:
            return words
    return []


def explain_value(
    phrase: str, token: Token, dimension: Dimension, text: str, values: Sequence[str]
) -> PhraseError:
    """Return the error for a value that no game in the store has."""
    known = [*dimension.values, *values]
    near = nearest(text, known)
    shown = near or known[:SUGGESTIONS]
    return PhraseError(
        phrase,
        token.start,
        token.end,
        f"No game in the store has `{text}` as its {dimension.name}."
        if known
        else f"No game in the store tells its {dimension.name}.",
        code="unknown-value",
        suggestions=shown,
        hint=f"There are {', '.join(known[:12])}{' …' if len(known) > 12 else ''}."
        if known
        else "",
    )


def explain_pair(asked: Asked, compiler: Compiler, error: CannotAsk) -> PhraseError:
    """Return the error for a metric and a dimension that do not go together."""
    from .plan import CannotAsk as Refused
    from .query import Step

    measure = error.measure
    if error.dimension is None:
        metric = compiler.names.metrics[measure.metric]
        return PhraseError(
            asked.phrase,
            0,
            len(asked.phrase),
            f"There is no `{measure}`: {metric.name} {_counted_in(metric.at)}.",
            code="does-not-fit",
            suggestions=_fitting_measures(compiler, measure),
        )
    fitting = []
    for dimension in compiler.names.dimensions.values():
        span = "week" if dimension.kind == "time" else None
        query = compiler.query._replace(by=(Step(dimension.name, span=span),), where=())
        try:
            plan = type(compiler)(query, compiler.names, compiler.scope).plan(measure)
        except Refused:
            continue
        if not plan.fans_out:
            fitting.append(dimension.name)
    start, end = asked.places.get(error.dimension, (0, len(asked.phrase)))
    near = nearest(error.dimension, fitting) or [
        name for name in ("level", "player count", "player", "outcome") if name in fitting
    ]
    return PhraseError(
        asked.phrase,
        start,
        end,
        _why_not(compiler, measure, compiler.names.dimensions[error.dimension]),
        code="does-not-fit",
        suggestions=near,
        hint=f"It can be told by {', '.join(fitting[:14])}{' …' if len(fitting) > 14 else ''}."
        if fitting
        else "",
    )


def _why_not(compiler: Compiler, measure: Measure, dimension: Dimension) -> str:
    names = compiler.names
    games = names.games_of(measure.metric, measure.per)
    if games and dimension.games and not set(games) & set(dimension.games):
        return (
            f"`{measure}` is told of {' and '.join(games)}, {dimension.name} of"
            f" {' and '.join(dimension.games)}: no game has both."
        )
    metric = names.metrics[measure.metric]
    table = next(iter((names.metrics[metric.top] if metric.top else metric).at))
    unit = measure.per or {"rounds": "round", "violations": "rejected log"}.get(table, metric.per)
    return f"`{measure}` cannot be told by {dimension.name}: a {unit} has no one {dimension.name}."


def _counted_in(tables: Iterable[str]) -> str:
    named = {
        "games": "games",
        "seats": "a player's games",
        "rounds": "rounds",
        "moves": "moves",
        "feedback": "feedback",
        "violations": "rejected logs",
    }
    return f"can be counted in {' and '.join(named[table] for table in tables)} only"


def _fitting_measures(compiler: Compiler, measure: Measure) -> list[str]:
    """Return other figures of the same metric that can be told."""
    from .plan import CannotAsk as Refused

    metric = compiler.names.metrics[measure.metric]
    others = [measure._replace(per=unit) for unit in compiler.names.units if metric.kind == "count"]
    others.append(measure._replace(aggregate="total", per=None, quantile=None, bins=None))
    found = []
    for other in others:
        try:
            compiler.plan(other)
        except Refused:
            continue
        found.append(str(other))
    return found


def _replayed(tokens: Sequence[Token]) -> Parser:
    parser = Parser()
    for token in tokens:
        parser.push(token)
    return parser


def _similar(
    lexer: Lexer, tokens: list[Token], at: int, *, least: int
) -> list[tuple[str, int, int]]:
    """Return words that may stand at *at*, or a little before, and look like what stands there.

    Each is (words, first piece, end of pieces). A name may be half read already: in ``loss cuases``
    the first word is a value and the second nothing, so places before are tried as well. *least*
    pieces from *at* on have to be replaced.
    """
    scored: list[tuple[float, int, str, int, int]] = []
    most = max(_most(piece.text) for piece in lexer.pieces[at : at + least])
    for back in range(min(4, len(tokens)) + 1):
        kept = tokens[: len(tokens) - back]
        first = at if back == 0 else _piece_at(lexer, tokens[len(tokens) - back].start)
        if at - first > 3:
            break
        parser = _replayed(kept)
        fits: dict[str, bool] = {}
        for word, symbol in candidates(lexer.names, lexer.store):
            if symbol not in fits:
                fits[symbol] = parser.accepts(symbol)
            if not fits[symbol]:
                continue
            length = word.count(" ") + 1
            for taken in (length, length + 1, length - 1):
                end = first + taken
                if taken < 1 or end < at + least or end > len(lexer.pieces):
                    continue
                typed = normal(lexer.phrase[lexer.pieces[first].start : lexer.pieces[end - 1].end])
                if abs(len(typed) - len(word)) > most:
                    continue
                if _differ(typed, word) > most:  # quick, and never more than the distance
                    continue
                off = distance(typed, word)
                if off <= most:
                    scored.append((off, -taken, word, first, end))
    return _best(lexer.names, scored)


def _best(
    names: Catalogue, scored: list[tuple[float, int, str, int, int]]
) -> list[tuple[str, int, int]]:
    """Return up to three, the nearest first, one for each meaning."""
    found: list[tuple[str, int, int]] = []
    meanings: list[Any] = []
    least = min((one[0] for one in scored), default=0)
    for off, _, word, first, end in sorted(scored, key=lambda one: one[:2]):
        readings = [reading for reading in names.words.get(word, ()) if reading[0] != "SUCH"]
        meaning = readings or word
        if off > least + 1 or meaning in meanings or word in [one[0] for one in found]:
            continue
        if found and (first, end) != found[0][1:]:
            continue
        meanings.append(meaning)
        found.append((word, first, end))
    return found[:SUGGESTIONS]


def _most(typed: str) -> int:
    """Return how many letters may differ from what was typed."""
    return 1 + (len(typed) - 1) // 4


def _piece_at(lexer: Lexer, start: int) -> int:
    return next(at for at, piece in enumerate(lexer.pieces) if piece.start >= start)


def candidates(names: Catalogue, store: Values | None = None) -> Iterable[tuple[str, str]]:
    """Yield every word or group of words with its symbol, proper names of things first."""
    seen = set()
    for metric in names.metrics:
        yield normal(metric), "METRIC"
    for alias in names.aliases:
        yield normal(alias), "METRIC"
    for dimension in names.dimensions:
        yield normal(dimension), "DIM"
    if store is not None:
        for word in store.words():
            yield word, "VALUE"
    for word, readings in names.words.items():
        if not word[0].isalpha():
            continue
        for symbol, _ in readings:
            if (word, symbol) not in seen:
                seen.add((word, symbol))
                yield word, symbol


def nearest(text: str, words: Iterable[str]) -> list[str]:
    """Return up to three *words* that look like *text*, the nearest first."""
    wanted = normal(text)
    scored = []
    for word in words:
        known = normal(word)
        off = distance(wanted, known)
        if off <= _most(wanted) or (len(wanted) > 2 and wanted in known):
            scored.append((off, word))
    return [word for _, word in sorted(scored, key=lambda one: one[0])[:SUGGESTIONS]]


def _differ(a: str, b: str) -> int:
    """Return how many letters one has that the other has not at all."""
    ours, theirs = set(a), set(b)
    return max(len(ours - theirs), len(theirs - ours))


def distance(a: str, b: str) -> int:
    """Return how many letters to add, drop, change or swap with the next turn *a* into *b*.

    >>> distance("tragets", "targets")
    1
    """
    if abs(len(a) - len(b)) > 8:
        return abs(len(a) - len(b))
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, one in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one != other))
            if i > 1 and j > 1 and one == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


def _spoken(expected: set[str]) -> str:
    named = [words for symbol, words in SPOKEN.items() if symbol in expected and symbol != END]
    if not named:
        return "Here the phrase may only end."
    shown = named[:5]
    return (
        "Here may stand " + ", ".join(shown[:-1]) + (" or " if shown[1:] else "") + shown[-1] + "."
    )


def complete(
    phrase: str, names: Catalogue | None = None, store: Any = None, *, most: int = 1000
) -> list[str]:
    """Return the words with which *phrase* may go on, or its last word may end.

    Each is what stands in place of the last word begun, or after a blank.
    """
    from .phrase import Lexer, tokens_of

    names = names or catalogue()
    head, _, begun = phrase.rpartition(" ")
    if phrase.endswith(" "):
        head, begun = phrase, ""
    lexer = Lexer(head, names, store)
    try:
        tokens = tokens_of(lexer)
    except PhraseError:
        return []
    parser = _replayed(tokens)
    wanted = begun.casefold()
    found: list[str] = []
    for word, symbol in candidates(names, store):
        if word.startswith(wanted) and word not in found and parser.accepts(symbol):
            found.append(word)
    return found[:most]
