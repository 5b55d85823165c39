"""Explains what does not read, and what may stand there instead."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any, Final

from ..catalogue import Catalogue, normal
from ..errors import EXPECTED, PhraseError
from ..language.lexer import Lexer
from ..language.parser import END, Token, replayed
from ..language.pieces import unquoted
from ..query import shown_value
from .completion import candidates
from .nearness import EVERYDAY, SUGGESTIONS, differ, distance, is_likely, most_slips, nearest

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
    "outliers": (
        "",
        ("distribution of turns per game", "max turns per game", "p95 turns per game"),
    ),
    "outlier": (
        "",
        ("distribution of turns per game", "max turns per game", "p95 turns per game"),
    ),
    "unusually": (
        "How far from the usual?",
        ("distribution of turns per game", "p95 turns per game", "max turns per game"),
    ),
    "how": ("How much of what?", ("turns per target", "pass rate", "win rate")),
    "hardest": ("Hard by which measure?", ("worst level by win rate", "win rate by level")),
    "easiest": ("Easy by which measure?", ("best level by win rate", "win rate by level")),
    "correlation": ("", ("win rate by passes", "score by turns")),
    "ratio": ("", ("win rate", "points per card")),
    "why": ("", ("loss causes", "rule breaks by code")),
}
"""Words that people try, with questions that answer."""


def explain(lexer: Lexer, tokens: list[Token], at: int, is_known: bool) -> PhraseError:
    """Return the error for piece *at*, which nothing accepts after *tokens*."""
    expected = replayed(tokens).expected()
    piece = lexer.pieces[at]
    start, end = piece.start, piece.end
    if special := _in_quotes(lexer, at) or _special(lexer, tokens, at):
        return special
    for one in reversed(lexer.pieces[at : at + 2]):
        if one.text.casefold() in HINTS and not (tokens and one.text.casefold() == "how"):
            message, questions = HINTS[one.text.casefold()]
            questions = _of_what_is_asked(lexer, questions)
            return PhraseError(
                lexer.phrase,
                start,
                one.end,
                message or f"`{lexer.phrase[start : one.end]}` is not known.",
                suggestions=questions,
                is_whole=True,
                expected=sorted(expected),
            )
    if open_end := _begun(lexer, at, expected) or _number_wanted(lexer, tokens, at, expected):
        return open_end
    is_everyday = piece.text.casefold() in EVERYDAY or not piece.text[0].isalnum()
    found = [] if is_everyday else _similar(lexer, tokens, at, least=2 if is_known else 1)
    message, instead = _meaning(lexer, at) if is_known and not found else ("", [])
    if found:
        start, end = lexer.pieces[found[0][1]].start, lexer.pieces[found[0][2] - 1].end
    word = lexer.phrase[start:end]
    if not message and "VALUE" in expected and lexer.store is not None and not found:
        message = (
            f"`{word}` is not known: no metric, no dimension and nothing in the store is called so."
        )
    return PhraseError(
        lexer.phrase,
        start,
        end,
        message or f"`{word}` is not known{' here' if is_known else ''}.",
        suggestions=[text for text, *_ in found] or instead,
        hint="" if found or instead else _spoken(expected),
        expected=sorted(expected),
    )


def _in_quotes(lexer: Lexer, at: int) -> PhraseError | None:
    """Return the error for a value of the store whose signs mean something else: it goes in quotes."""
    if lexer.store is None:
        return None
    place = lexer.pieces[at].start
    best: tuple[int, int, str] | None = None
    for value in {value for homes in lexer.store.words().values() for _, value in homes}:
        if value.isalnum():
            continue
        for match in re.finditer(re.escape(value), lexer.phrase, re.IGNORECASE):
            start, end = match.span()
            if start <= place < end and (best is None or end - start > best[1] - best[0]):
                best = start, end, value
    if best is None:
        return None
    start, end, value = best
    return PhraseError(
        lexer.phrase,
        start,
        end,
        f"`{lexer.phrase[start:end]}` has signs in it that mean something else: it goes in quotes.",
        suggestions=(shown_value(value, quoted=True),),
    )


def _begun(lexer: Lexer, at: int, expected: set[str]) -> PhraseError | None:
    """Return the error for a name of which the first words stand at the end: by nth, including."""
    start = lexer.pieces[at].start
    typed = normal(lexer.phrase[start:])
    found = sorted(
        {
            word
            for word, symbol in candidates(lexer.names, lexer.store)
            if symbol in expected and symbol != "VALUE" and word.startswith(f"{typed} ")
        },
        key=len,
    )
    meant = {str(lexer.names.words.get(word, word)): word for word in reversed(found)}
    if not meant:
        return None
    return PhraseError(
        lexer.phrase,
        start,
        len(lexer.phrase.rstrip()),
        f"The phrase breaks off after `{typed}`, with which a name begins.",
        suggestions=sorted(meant.values(), key=len),
        expected=sorted(expected),
    )


_NUMBERS: Final = {"CI": ("90", "95", "99")}
"""Which numbers are usual behind a word."""


def _number_wanted(
    lexer: Lexer, tokens: list[Token], at: int, expected: set[str]
) -> PhraseError | None:
    """Return the error for a word where nothing but a number may stand."""
    if expected != {"NUMBER"} or not tokens[-1].text[-1:].isalnum():
        return None  # a minus may be the hyphen of a name
    piece = lexer.pieces[at]
    numbers: tuple[str, ...] = _NUMBERS.get(tokens[-1].symbol, ("5", "10", "20"))
    behind = replayed([*tokens, Token("NUMBER", int(numbers[0]), piece.start, piece.start)])
    if any(behind.accepts(symbol) for _, symbol, _ in lexer.readings(at)):  # at least games
        numbers = tuple(f"{one} {piece.text}" for one in numbers)
    return PhraseError(
        lexer.phrase,
        piece.start,
        piece.end,
        f"Behind `{tokens[-1].text}` stands a number, and `{piece.text}` is none.",
        suggestions=numbers,
        expected=sorted(expected),
    )


def _of_what_is_asked(lexer: Lexer, questions: tuple[str, ...]) -> tuple[str, ...]:
    """Return questions of the length of games as those of what the phrase names instead."""
    if not all(one.endswith("turns per game") for one in questions):
        return questions
    for at in range(len(lexer.pieces)):
        for _, symbol, value in lexer.readings(at):
            metric = lexer.names.metrics.get(value[0]) if symbol == "METRIC" else None
            if metric is not None and metric.kind == "value":
                return tuple(one.replace("turns per game", metric.name) for one in questions)
    return questions


_PERCENTILE: Final = re.compile(r"p\d+(\.\d+)?")


_HELP: Final = frozenset({"help", "hello", "hi", "hey", "?", "examples", "commands", "usage"})
"""What people say who do not know yet what to ask."""


_HELD: Final = frozenset("left held hold holds holding kept keep still".split())


def _special(lexer: Lexer, tokens: list[Token], at: int) -> PhraseError | None:
    """Return the error for a mistake that has a name of its own."""
    piece, phrase = lexer.pieces[at], lexer.phrase
    if phrase.strip(" !.?").casefold() in _HELP:
        return PhraseError(
            phrase,
            0,
            len(phrase),
            "Ask what you would like to know of the games.",
            suggestions=("win rate by level", "mean turns per game", "how long does a game take"),
            is_whole=True,
            hint="`cardstats metrics` and `cardstats dimensions` list what can be asked.",
        )
    if _PERCENTILE.fullmatch(piece.text) and not 0 < float(piece.text[1:]) < 100:
        return PhraseError(
            phrase,
            piece.start,
            piece.end,
            f"There is no `{piece.text}`: a percentile lies between 0 and 100.",
            suggestions=("p90", "p95", "p99"),
        )
    words = {one.text.casefold() for one in lexer.pieces}
    if words & {"joker", "jokers"} and words & {"hand", "hands"} and words & _HELD:
        return PhraseError(
            phrase,
            piece.start,
            piece.end,
            "Which cards players still hold at the end is not kept of a game.",
            code="no-such-answer",
            suggestions=("win rate by jokers", "mean jokers used per game by outcome"),
            is_whole=True,
        )
    if piece.kind == "string" and replayed(tokens).accepts("VALUE"):
        said = unquoted(piece.text)
        if not said.strip():
            return PhraseError(
                phrase,
                piece.start,
                piece.end,
                "Nothing stands between the quotes.",
                code="unknown-value",
                hint="Who or what is meant stands there: for 'Anna B'.",
            )
        values = dict.fromkeys(
            word for word, symbol in candidates(lexer.names, lexer.store) if symbol == "VALUE"
        )
        return PhraseError(
            phrase,
            piece.start,
            piece.end,
            f"Nothing in the store is called `{said}`: no player, no level and no session.",
            code="unknown-value",
            suggestions=nearest(normal(said), list(values)),
            hint="A value of something else says of what: location = 'Essen'.",
        )
    if piece.text.casefold() == "minus" and (sides := _held_together(lexer, tokens, at)):
        return PhraseError(
            phrase,
            piece.start,
            piece.end,
            "How far two figures lie apart is told where they are compared.",
            suggestions=[sides],
            is_whole=True,
        )
    if piece.text in "-−" and piece.kind == "sign":
        return PhraseError(
            phrase,
            piece.start,
            lexer.pieces[at + 1].end if at + 1 < len(lexer.pieces) else piece.end,
            "A number below 0 cannot stand here.",
            suggestions=[lexer.pieces[at + 1].text] if at + 1 < len(lexer.pieces) else (),
        )
    return (
        _time_in_bins(lexer, tokens, at)
        or _best_of_whom(lexer, tokens)
        or _chosen_by_a_metric(lexer, tokens, at)
    )


def _time_in_bins(lexer: Lexer, tokens: list[Token], at: int) -> PhraseError | None:
    """Return the error for ``by month in bins of 10``: times go by spans, and by no bins."""
    spans = [one for one in tokens if one.symbol == "SPAN"]
    words = [normal(one.text) for one in lexer.pieces[at : at + 2]]
    if not spans or not spans[-1].end <= lexer.pieces[at].start or "bins" not in words:
        return None
    asked, end = lexer.phrase[: spans[-1].start], lexer.phrase[spans[-1].end :]
    rest = _BINS.sub("", end).rstrip()
    others = [one for one in ("day", "week", "month", "year") if one != normal(spans[-1].text)]
    return PhraseError(
        lexer.phrase,
        lexer.pieces[at].start,
        len(lexer.phrase.rstrip()),
        "Bins are of numbers: times go by day, week, month, quarter or year.",
        suggestions=[f"{asked}{one}{rest}" for one in (normal(spans[-1].text), *others)],
        is_whole=True,
    )


_BINS: Final = re.compile(r"\s*\b(?:in )?bins?(?: of)?(?: width)?(?: [\d.]+)?", re.IGNORECASE)


def _held_together(lexer: Lexer, tokens: list[Token], at: int) -> str:
    """Return the comparison that a difference asks for: expert win rate minus easy win rate."""
    before = {name: value for one in tokens if one.symbol == "VALUE" for name, value in one.value}
    metric = next((one.text for one in tokens if one.symbol == "METRIC"), "")
    after = [
        pair
        for ahead in range(at + 1, len(lexer.pieces))
        for _, symbol, values in lexer.readings(ahead) + lexer.stored(ahead)
        for pair in (values if symbol == "VALUE" else ())
    ]
    for name, value in after if metric else ():
        if before.get(name, value) != value:
            return f"{metric} compare {name} {shown_value(before[name])} vs {shown_value(value)}"
    return ""


def _best_of_whom(lexer: Lexer, tokens: list[Token]) -> PhraseError | None:
    """Return the error for ``best win rate``: of what the best is asked has to be said."""
    lead = next((one for one in tokens[-2:] if one.symbol in ("TOP", "EXTREME")), None)
    if lead is None or lead.value == "first":
        return None
    after = next((n for n, one in enumerate(lexer.pieces) if one.start >= lead.end), None)
    readings = lexer.readings(after) if after is not None else []
    metrics = [
        (length, value[0])
        for length, symbol, value in readings
        if symbol == "METRIC" and value[0] in lexer.names.metrics
    ]
    if after is None or not metrics or any(one[1] == "DIM" for one in readings):
        return None
    length, name = metrics[0]
    end = lexer.pieces[after + length - 1].end
    said = lexer.phrase[lead.start : end]
    way = normal(lead.text)
    way = way if way in ("best", "worst", "top", "bottom") else "top"
    return PhraseError(
        lexer.phrase,
        lead.start,
        end,
        f"`{said}` of whom, or of what?",
        suggestions=[f"{way} {one} by {name}" for one in _ranked_before(tokens)],
        is_whole=True,
    )


def _ranked_before(tokens: list[Token]) -> list[str]:
    """Return what the best may be asked of: level with the best win rate."""
    named = [one.text for one in tokens if one.symbol == "DIM"]
    return named or ["players", "levels", "sessions"]


def _chosen_by_a_metric(lexer: Lexer, tokens: list[Token], at: int) -> PhraseError | None:
    """Return the error for ``where win rate > 50``: a metric chooses no games."""
    leads = [one for one in tokens if one.symbol in ("FILTER", "SUCH")]
    if leads:
        first = next((n for n, one in enumerate(lexer.pieces) if one.start >= leads[-1].end), at)
    else:
        return None
    for length, symbol, value in lexer.readings(first) if first < len(lexer.pieces) else ():
        after = first + length
        is_rate = symbol == "METRIC" and value[0] in lexer.names.metrics
        is_rate = is_rate and bool(lexer.names.metrics[value[0]].top)
        if is_rate and first <= at <= after < len(lexer.pieces):
            if any(one[1] == "CMP" for one in lexer.readings(after)):
                start, end = lexer.pieces[first].start, lexer.pieces[after - 1].end
                asked = lexer.phrase[: leads[-1].start].strip()
                ordered = f"{asked} order by {value[0]} descending"
                return PhraseError(
                    lexer.phrase,
                    start,
                    end,
                    f"`{lexer.phrase[start:end]}` is told of many games together, so that none can be"
                    " chosen by it.",
                    suggestions=(ordered,) if value[0] in asked else (f"{value[0]} by level",),
                    is_whole=True,
                    hint="`order by` and `top 5` choose rows of an answer by it.",
                )
    return None


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


_BEHIND_A_NUMBER: Final = frozenset("DIM GAMES VS NUMBER NOUN CLOCK OR_MORE HARDER".split())


def explain_end(lexer: Lexer, tokens: list[Token], expected: set[str]) -> PhraseError:
    """Return the error for a phrase that breaks off."""
    if in_quotes := _in_quotes(lexer, len(lexer.pieces) - 1):
        return in_quotes
    end = len(lexer.phrase.rstrip())
    last = lexer.pieces[-1]
    if last.text == "%" and tokens[-2:-1] and tokens[-2].symbol == "NUMBER":
        return PhraseError(
            lexer.phrase,
            last.start,
            last.end,
            f"`{tokens[-2].text} %` of what? Here a number stands alone.",
            suggestions=(lexer.phrase[: last.start].rstrip(),),
            is_whole=True,
        )
    wants_a_name = last.kind == "number" and expected <= _BEHIND_A_NUMBER
    if expected == {"AND"}:
        return PhraseError(
            lexer.phrase,
            end,
            end,
            f"Between {last.text} and what? The phrase breaks off there.",
            code="incomplete",
            suggestions=_other_ends(tokens, last.text),
        )
    return PhraseError(
        lexer.phrase,
        end,
        end,
        f"{last.text} of what? The phrase breaks off there."
        if wants_a_name
        else f"The phrase breaks off after `{last.text}`.",
        code="incomplete",
        suggestions=()
        if wants_a_name
        else _BEHIND.get(last.text.casefold())
        or _other_values(lexer, tokens)
        or _first_words(expected),
        hint=_spoken(expected),
        expected=sorted(expected),
    )


def _other_ends(tokens: list[Token], text: str) -> list[str]:
    """Return how ``between 3`` may go on; where it is not said what lies there, with what may."""
    if not text.isdecimal():
        return []
    end = f"and {int(text) * 2}"
    is_said = [one.symbol for one in tokens[-3:-2]] == ["DIM"]
    return [end] if is_said else [f"{end} {one}" for one in ("turns", "passes", "points")]


def _other_values(lexer: Lexer, tokens: list[Token]) -> list[str]:
    """Return what may be held against the value before a ``vs``, or chosen behind a ``where``."""
    symbols = [one.symbol for one in tokens[-2:]]
    lead = ""
    is_chosen = symbols[-1:] == ["DIM"] and symbols[0] in ("FILTER", "AND", "WITHOUT", "SUCH")
    if is_chosen or symbols == ["DIM", "CMP"]:
        named = tokens[-1] if symbols[-1] == "DIM" else tokens[-2]
        dimension = lexer.names.dimensions[named.value[0]]
        lead = "= " if symbols[-1] == "DIM" else ""
        if dimension.kind == "number":
            return [f"> {one}" if lead else one for one in ("3", "10", "30")]
        symbols = ["VALUE", "CMP"] if dimension.kind == "text" else []
    if symbols[-1:] == ["AND"] and tokens[-3:-2] and tokens[-3].symbol == "BETWEEN":
        return [f"{tokens[-2].text}0"]
    if symbols == ["VALUE", "CMP"]:
        name = dimension.name
    elif symbols == ["VALUE", "VS"]:
        name = tokens[-2].value[0][0]
    elif symbols == ["COMPARE", "VALUE"]:
        name, lead = tokens[-1].value[0][0], "vs "
    elif symbols[-1:] in (["FILTER"], ["AND"], ["WITHOUT"]):
        name = "level"
    else:
        return []
    used = {value for one in tokens if one.symbol == "VALUE" for value in one.value}
    dimension = lexer.names.dimensions[name]
    stored = lexer.store.of(dimension) if lexer.store is not None else None
    known = [*dimension.order, *dimension.values, *(stored or ())]
    is_stored = [one for one in dict.fromkeys(known) if stored is None or one in stored]
    free = [one for one in is_stored if (name, one) not in used and len(one) <= _MOST_LETTERS]
    return [f"{lead}{shown_value(one)}" for one in free[:SUGGESTIONS]]


_MOST_LETTERS: Final = 30
"""Of a value that is offered: a remark is no name."""

_BEHIND: Final = {
    "compare": ("levels", "rules versions", "player counts"),
    "many": ("games", "passes", "turns per game"),
    "of": ("passes", "wins", "games on hard"),
}
"""What people go on with most after a word."""


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
        if symbol == "NUMBER" and "CMP" in expected:
            continue  # of a dimension: what it is to be, nobody knows
        if symbol in expected:
            return words
    return []


def _similar(
    lexer: Lexer, tokens: list[Token], at: int, *, least: int
) -> list[tuple[str, int, int]]:
    """Return words that may stand at *at*, or a little before, and look like what stands there.

    Each is (words, first piece, end of pieces). A name may be half read already: in ``loss cuases``
    the first word is a value and the second nothing, so places before are tried as well. *least*
    pieces from *at* on have to be replaced.
    """
    scored: list[tuple[float, int, int, str, int, int]] = []
    most = max(most_slips(piece.text) for piece in lexer.pieces[at : at + least])
    for back in range(min(4, len(tokens)) + 1):
        kept = tokens[: len(tokens) - back]
        first = at if back == 0 else _piece_at(lexer, tokens[len(tokens) - back].start)
        if at - first > 3:
            break
        parser = replayed(kept)
        fits: dict[str, bool] = {}
        is_split = parser.accepts("DIM") and parser.accepts("SPAN")
        for word, symbol in candidates(lexer.names, lexer.store):
            if symbol not in fits:
                fits[symbol] = parser.accepts(symbol)
            if not fits[symbol] or (symbol == "VALUE" and is_split):
                continue  # by Anna is read, by level is meant
            length = word.count(" ") + 1
            for taken in (length, length + 1, length - 1):
                end = first + taken
                if taken < 1 or end < at + least or end > len(lexer.pieces):
                    continue
                typed = normal(lexer.phrase[lexer.pieces[first].start : lexer.pieces[end - 1].end])
                if abs(len(typed) - len(word)) > most:
                    continue
                if differ(typed, word) > most:  # quick, and never more than the distance
                    continue
                off = distance(typed, word)
                if off <= most and is_likely(typed, word, off):
                    scored.append((off, -taken, -_alike(typed, word), word, first, end))
    return _best(lexer.names, scored)


def _alike(typed: str, word: str) -> int:
    """Return how many letters they begin with alike: minuts are minutes, and not minus."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(typed, word, strict=False))
    )


def _best(
    names: Catalogue, scored: list[tuple[float, int, int, str, int, int]]
) -> list[tuple[str, int, int]]:
    """Return up to three, the nearest first, one for each meaning."""
    found: list[tuple[str, int, int]] = []
    meanings: list[Any] = []
    least = min((one[0] for one in scored), default=0)
    for off, _, _, word, first, end in sorted(scored, key=lambda one: one[:3]):
        readings = [reading for reading in names.words.get(word, ()) if reading[0] != "SUCH"]
        meaning = readings or word
        if off > least + 1 or meaning in meanings or word in [one[0] for one in found]:
            continue
        if found and (first, end) != found[0][1:]:
            continue
        meanings.append(meaning)
        found.append((word, first, end))
    return found[:SUGGESTIONS]


def _piece_at(lexer: Lexer, start: int) -> int:
    return next(at for at, piece in enumerate(lexer.pieces) if piece.start >= start)


def _spoken(expected: set[str]) -> str:
    said = expected - {"WORD"} if "VALUE" in expected else expected
    named = [words for symbol, words in SPOKEN.items() if symbol in said and symbol != END]
    if not named:
        return f"{EXPECTED}no more: the phrase may only end."
    shown = named[:5]
    return EXPECTED + ", ".join(shown[:-1]) + (" or " if shown[1:] else "") + shown[-1] + "."
