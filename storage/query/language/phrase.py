"""Reads a phrase: words, then the grammar, then one `Query`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from ..catalogue import Catalogue, catalogue, normal
from ..errors import EXPECTED, PhraseError
from ..query import Query, Step
from ..suggestions.nearness import EVERYDAY, differ, distance, is_likely
from .lexer import Lexer, Values, fixed_values
from .parser import END, Node, Parser, Token
from .pieces import pieces_of
from .reading.reader import Reader
from .tokens import Unread, tokens_of
from .words import NOISE, SKIPPED

MAX_LENGTH: Final = 2000
"""Characters of a phrase."""


DROPPED: Final = 4
"""Words that are left out to find what a phrase may have meant."""


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
    try:
        return _read(phrase, names, store)
    except PhraseError as error:
        _offer(error, names, store)
        raise


def _read(phrase: str, names: Catalogue, store: Values | None) -> Asked:
    _refuse_advice(phrase)
    _refuse_sql(phrase)
    _refuse_open_quote(phrase)
    _refuse_halves(phrase, names, store)
    reader = Reader(phrase, names, store)
    query = reader.query(_parse(phrase, names, store))
    return Asked(phrase, query, reader.places)


def _echo(phrase: str, names: Catalogue, store: Values | None) -> Query | PhraseError:
    try:
        return _read(phrase, names, store).query
    except PhraseError as error:
        return error


def _offer(error: PhraseError, names: Catalogue, store: Values | None) -> None:
    """Leave an error the suggestions that help, or find questions to ask in the phrase's stead."""
    if error.code == "sql":
        from ..suggestions.sql import in_words

        games = names.dimensions["game"].values
        found = _echo(in_words(error.phrase, games, names.metrics), names, store)
        if isinstance(found, Query):
            error.asking([str(found)])
    if error.code in _OF_THE_WHOLE - {"incomplete"}:
        return
    if error.is_whole:
        asked = [one for one in error.suggestions if isinstance(_echo(one, names, store), Query)]
        error.suggestions, error.is_whole = tuple(asked), bool(asked)
    if error.is_whole:
        return
    from ..suggestions.alternatives import alternatives, can_be_told, known_nearest, where_to_look
    from ..suggestions.composed import Composed, composed
    from ..suggestions.misspelt import with_a_name_mended
    from ..suggestions.reworded import each_apart, in_known_words

    if questions := _in_other_words(error, names, store):
        _ask_instead(error, questions)
        error.hint = ""
        return
    if error.code in ("two-questions", "incomplete") and (
        questions := known_nearest(error.phrase, names, store)
    ):
        _ask_instead(error, questions)
        error.hint = ""
        return
    place, given = error.start, error.suggestions
    if error.code == "unknown-value" and _is_keyword(error, names):
        given = ()  # the value is missing, and what stands there is another word

    reads = {one: _echo(error.mended(one), names, store) for one in given}
    read = {one: found for one, found in reads.items() if isinstance(found, Query)}
    told = [one for one, found in read.items() if can_be_told(found, names)]
    # A name that was mistyped is offered even where it does not fit: the next error says so.
    is_open = bool(read) and (not told or error.code == "incomplete")
    if is_open and (questions := known_nearest(error.phrase, names, store)):
        _ask_instead(error, questions)
        return
    if told or (read and error.code != "incomplete"):
        error.suggestions = tuple(told or read)
        return
    phrase = error.phrase
    named = {one: _echo(one, names, store) for one in with_a_name_mended(phrase, names)}
    sound = {one: found for one, found in named.items() if isinstance(found, Query)}
    if sound:  # as above: one that does not fit is offered where none does
        fitting = [one for one, found in sound.items() if can_be_told(found, names)]
        _ask_instead(error, [*fitting, *sound][:1])
        return
    phrase = loose = in_known_words(phrase)
    rest, dropped = _without(phrase, names, store)
    # It mends this place, and more is wrong behind it.
    for one in given if error.code != "incomplete" else ():
        mended, another = error.mended(one), _echo(error.mended(one), names, store)
        for _ in range(DROPPED):
            if isinstance(another, Query):
                error.asking([mended])
                return
            if another.start <= place or not _is_slip(another):
                break
            mended = another.mended(another.suggestions[0])
            another = _echo(mended, names, store)
        is_past = isinstance(another, PhraseError) and another.start > place
        if is_past and rest is None and phrase == loose:
            phrase = in_known_words(mended)
            rest, dropped = _without(phrase, names, store)
    if not given and (corrected := _corrected(error, names, store)) is not None:
        _ask_instead(error, _told_or_nearest(corrected, names, store))
        return
    if (spelled := _spelled(phrase, names, store)) != phrase:
        phrase = spelled
        if isinstance(_echo(phrase, names, store), Query):
            _ask_instead(error, _told_or_nearest(phrase, names, store))
            return
        rest, dropped = _without(phrase, names, store)
    if rest is None:
        rest, dropped = _beginning(phrase, names, store) or (rest, dropped)
    rest = each_apart(rest, error.phrase) if rest is not None else None
    parts = _spelled(phrase, names, store)

    def put_together() -> Composed | None:
        return composed(
            parts,
            lambda run: quietly(run, names, store),
            lambda asked: can_be_told(asked, names, evenly=True),
        )

    _ask_instead(error, alternatives(phrase, names, store, rest, dropped, loose, put_together))
    if not error.suggestions:
        error.hint = where_to_look(error.phrase, names, store)
        return
    if rest is not None and error.suggestions == (str(rest),) and error.code == "unknown-phrase":
        _fill_up(error, rest, names)
    if rest is not None and dropped and str(rest) == error.suggestions[0] and not error.hint:
        which = "The first" if error.suggestions[1:] else "That"
        error.hint = f"{which} is the phrase without {' and '.join(dropped)}."


def _in_other_words(error: PhraseError, names: Catalogue, store: Values | None) -> list[str]:
    """Return what a phrase asks that is said loosely, or in another order, none where it is neither."""
    from ..suggestions.alternatives import can_be_told, known_nearest
    from ..suggestions.reworded import against_another, reworded

    def told(phrase: str) -> Query | None:
        found = _echo(phrase, names, store)
        return found if isinstance(found, Query) and can_be_told(found, names) else None

    if others := [one for one in against_another(error.phrase, names, store) if told(one)]:
        return others
    found = None if _is_slip(error) else reworded(error.phrase, names, store, told)
    if found is None:
        return []
    return list(dict.fromkeys([str(found), *known_nearest(error.phrase, names, store)]))


def _fill_up(error: PhraseError, rest: Query, names: Catalogue) -> None:
    """Offer beside the phrase without a word what may stand in its place, and where all of that is."""
    from ..suggestions.alternatives import can_be_told

    before = error.phrase[: error.start].rstrip().rpartition(" ")[2]
    leads = {symbol for symbol, _ in names.words.get(normal(before), ())}
    if not leads & {"BY", "FILTER"}:
        return
    is_split = "BY" in leads
    said = [step.dimension for step in rest.by] + [one.dimension for one in rest.where]
    split = [
        asked
        for name in (("level", "player count", "player") if is_split else ("player", "level"))
        if name not in said
        and can_be_told(asked := rest._replace(by=(*rest.by, Step(name))), names)
    ]
    shown = list(map(str, split[:2]))
    word = error.phrase[error.start : error.end]
    error.suggestions = (*shown, str(rest)) if is_split else (str(rest), *shown)
    error.hint = (
        "`cardstats dimensions` lists what answers are split by."
        if is_split
        else f"`cardstats values player` lists the players; a value of something else says of what:"
        f" location = '{word}'."
    )


def _is_slip(error: PhraseError) -> bool:
    """Tell whether the first suggestion is what was typed but for a slip, and nothing else."""
    typed = normal(error.phrase[error.start : error.end])
    for one in error.suggestions[:1]:
        off = distance(typed, normal(one))
        return off <= 1 + len(typed) // LONG and is_likely(typed, normal(one), off)
    return False


def _told_or_nearest(phrase: str, names: Catalogue, store: Values | None) -> list[str]:
    """Return a phrase that reads, or where no log tells what it asks the nearest that one tells."""
    from ..suggestions.alternatives import can_be_told, known_nearest

    found = _echo(phrase, names, store)
    if isinstance(found, Query) and can_be_told(found, names):
        return [phrase]
    return known_nearest(phrase, names, store) or [phrase]


def _ask_instead(error: PhraseError, questions: Sequence[str]) -> None:
    error.asking(questions)
    if error.hint.startswith(EXPECTED):  # what may stand there helps nobody who has other words
        error.hint = ""


def _is_keyword(error: PhraseError, names: Catalogue) -> bool:
    said = error.phrase[error.start : error.end].casefold()
    return any(symbol in ("FILTER", "WITHOUT", "BY") for symbol, _ in names.words.get(said, ()))


def _corrected(error: PhraseError, names: Catalogue, store: Values | None) -> str | None:
    """Return the phrase with the word that is not known mended by one slip, if it then reads."""
    word = error.phrase[error.start : error.end].casefold()
    if len(word) < SHORT or " " in word or word in EVERYDAY:
        return None
    known = {one for said in names.words for one in said.split() if abs(len(one) - len(word)) < 2}
    for near in sorted(known):
        if distance(near, word) == 1:
            mended = f"{error.phrase[: error.start]}{near}{error.phrase[error.end :]}"
            if isinstance(_echo(mended, names, store), Query):
                return mended
    return None


def _spelled(phrase: str, names: Catalogue, store: Values | None) -> str:
    """Return the phrase with every word that is no word of anything as the one it is a slip from."""
    known = {one for said in names.words for one in said.split()} | NOISE | SKIPPED
    if store is not None:
        known |= {one for said in store.words() for one in said.split()}
    known |= {normal(one) for said in fixed_values(names) for one in said.split()}

    def mended(word: re.Match[str]) -> str:
        typed = word[0].casefold()
        if typed in EVERYDAY:
            return word[0]
        if typed not in known and (once := re.sub(_TWICE, r"\1", typed)) in known:
            return once  # spott onn
        if len(typed) < SHORT or typed in known:
            return word[0]
        most = 1 + (len(typed) >= LONG)
        near = [
            (off, one)
            for one in known
            if abs(len(one) - len(typed)) <= most
            and differ(one, typed) <= most
            and (off := distance(one, typed)) <= most
            and is_likely(typed, one, max(off, 2))  # poker is no joker
        ]
        return min(near)[1] if near else word[0]

    return re.sub(_WORD, mended, phrase)


_TWICE: Final = r"(.)\1"

_WORD: Final = r"[^\W\d_]+"

LONG: Final = 9
"""Letters of a word from which two slips leave it the same word."""

SHORT: Final = 5
"""Letters of a word below which one slip makes another word of it."""


_DANGLING: Final = r"\s+(a|an|the)$"
"""What is left of a word that was left out; a player may be called A."""


def _without(phrase: str, names: Catalogue, store: Values | None) -> tuple[Query | None, list[str]]:
    """Return how a phrase reads without the words that are not known, and these words."""
    dropped: list[str] = []
    for _ in range(DROPPED):
        found = _echo(phrase, names, store)
        if isinstance(found, Query):
            return found, dropped
        is_tail = found.code == "incomplete"  # what led up to it goes as well
        start = len(phrase.rstrip().rpartition(" ")[0]) if is_tail else found.start
        word = phrase[start : found.end].strip()
        before = re.sub(_DANGLING, "", phrase[:start].rstrip())
        phrase = re.sub(_DANGLING, "", f"{before} {phrase[found.end :].lstrip()}".strip())
        if not word or not phrase:
            return None, dropped
        dropped += [] if is_tail else [f"`{word}`"]
    found = _echo(phrase, names, store)
    return (found if isinstance(found, Query) else None), dropped


def _beginning(
    phrase: str, names: Catalogue, store: Values | None
) -> tuple[Query, list[str]] | None:
    """Return how a phrase reads up to the place that does not, where a figure is asked for there."""
    found = _echo(phrase, names, store)
    end = found.start if isinstance(found, PhraseError) else 0
    for _ in range(DROPPED):
        begun = re.sub(_DANGLING, "", phrase[:end].rstrip(" ,;:"))
        if " " not in begun:
            return None
        asked = _echo(begun, names, store)
        if isinstance(asked, Query):
            behind = Lexer(phrase[len(begun) :], names, store)
            symbols = {one[1] for at in range(len(behind.pieces)) for one in behind.readings(at)}
            is_only_counted = asked.measures[0].metric == "games" and not asked.by
            if is_only_counted or "METRIC" in symbols:
                return None
            return asked, [f"`{phrase[len(begun) :].strip()}`"]
        end = begun.rindex(" ")
    return None


def _leading(tokens: Sequence[Token]) -> list[int]:
    """Return where the values end that a phrase begins with."""
    return [one.end for one in takewhile(lambda one: one.symbol in ("VALUE", "NOUN"), tokens)]


def _turned(phrase: str, lead: int, names: Catalogue, store: Values | None) -> Node | None:
    """Return the tree of a phrase that reads with its first words at the end: spot on loss reasons.

    A dimension that stands alone, and what is compared with ``which``, begin a phrase.
    """
    blanks = " " * lead
    turned = f"{blanks}{phrase[lead:]} {phrase[:lead]}"
    lexer, parser = Lexer(turned, names, store), Parser()
    try:
        tokens_of(lexer, parser)
    except Unread:
        return None
    return parser.finish() if parser.accepts(END) else None


def _moved(lexer: Lexer, names: Catalogue, store: Values | None) -> Node | None:
    """Return the tree of a phrase that reads with a player's name at the end: how often does Anna divide.

    What may stand before a verb is no matter of the grammar, and the echo says who was meant.
    """
    for at, piece in enumerate(lexer.pieces):
        is_name = piece.text[:1].isupper() and 0 < at < len(lexer.pieces) - 1
        readings = lexer.stored(at) if is_name else []
        if not any(length == 1 and value[0][0] == "player" for length, _, value in readings):
            continue
        blank = " " * (piece.end - piece.start)
        turned = f"{lexer.phrase[: piece.start]}{blank}{lexer.phrase[piece.end :]} for {piece.text}"
        parser = Parser()
        try:
            tokens_of(Lexer(turned, names, store), parser)
        except Unread:
            return None
        return parser.finish() if parser.accepts(END) else None
    return None


def _sides_first(lexer: Lexer) -> Node | None:
    """Return the tree of a phrase that begins with what is compared: open cards 0 vs 2, win rate."""
    parser = Parser()
    parser.push(Token("COMPARE", "compare", 0, 0, "compare"))
    try:
        tokens = tokens_of(lexer, parser)
    except Unread:
        return None
    symbols = [one.symbol for one in tokens[:3]]
    return parser.finish() if symbols[::2] == ["DIM", "VS"] and parser.accepts(END) else None


_OF_THE_WHOLE: Final = frozenset({"incomplete", "empty", "too-long", "sql"})


_ADVICE: Final = re.compile(
    r"\s*(how\s+(do|can|could|should|would|might)\s+(i|we|you)\s+(make|fix|improve|reduce|increase"
    r"|raise|lower|balance|change|get|win|beat)|what\s+(\w+\s+)?(should|shall|would|will|could|can)"
    r"|(should|shall)\s+(i|we)|predict|forecast|will\s+(people|players|it|this|we|they|the|anyone))\b",
    re.IGNORECASE,
)
"""How those ask who want counsel, or what will be."""


def _refuse_advice(phrase: str) -> None:
    match = _ADVICE.match(phrase)
    if match is not None:
        raise PhraseError(
            phrase,
            match.start(1),
            match.end(1),
            "Answers count what was played: they give no advice and make no forecast.",
            code="no-such-answer",
        )


_HALVES: Final = re.compile(
    r"\bhal(f|ves) of (all )?(the |our |my |their |these |those |all )*(games|matches|playtests)\b",
    re.IGNORECASE,
)


def _refuse_halves(phrase: str, names: Catalogue, store: Values | None) -> None:
    """Refuse ``first half of our games``: the half of a game is another one."""
    match = _HALVES.search(phrase)
    if match is None:
        return
    from ..suggestions.alternatives import halves_of_games

    raise PhraseError(
        phrase,
        *match.span(),
        "All games are not told in two halves; they are told by month, or one after the other.",
        code="no-such-answer",
        suggestions=halves_of_games(phrase, names, store),
        is_whole=True,
    )


_SQL: Final = re.compile(
    r"\s*(select|with|insert|update|delete|drop|create)\b.*(\bfrom\b|\btable\b|\bset\b|\binto\b|\*)",
    re.IGNORECASE | re.DOTALL,
)
_SURELY: Final = (  # a string: `re` compiles and keeps it when it is first wanted, which is seldom
    r"(?i)\s*(select\b|drop\s+(table|view|schema|database)|delete\s+from|insert\s+into|create\s+(table|view)"
    r"|update\s+\w+\s+set|with\s+\w+\s+as\s*\()"
)


def _refuse_sql(phrase: str) -> None:
    match = _SQL.match(phrase)
    if match is None or not (re.match(_SURELY, phrase) or match[1].isupper()):
        return  # with Anna, from Essen
    raise PhraseError(
        phrase,
        match.start(1),
        match.end(1),
        "This is SQL, and a question is asked in words.",
        code="sql",
        hint="`cardstats sql` takes a SELECT; in words: win rate by level.",
    )


_OPEN: Final = {'"': '"', "“": "”", "„": "“", "«": "»"}
"""Quotes that are no apostrophes, with what closes them."""


def _refuse_open_quote(phrase: str) -> None:
    for piece in pieces_of(phrase):
        if piece.kind == "sign" and piece.text in _OPEN:
            rest = phrase[piece.start :].rstrip()
            word = rest.split()[0]
            raise PhraseError(
                phrase,
                piece.start,
                piece.start + len(word),
                f"The quote before `{word[1:]}` is not closed."
                if len(word) > 1
                else "This quote has no other half.",
                code="open-quote",
                suggestions=(word + _OPEN[piece.text],) if len(word) > 1 else (),
                hint="" if len(word) > 1 else "Write it on both sides of a value, or leave it out.",
            )


def _parse(phrase: str, names: Catalogue, store: Values | None) -> Node:
    if len(phrase) > MAX_LENGTH:
        raise PhraseError(
            phrase[:80] + "…",
            80,
            81,
            f"A phrase has at most {MAX_LENGTH} letters.",
            code="too-long",
            hint="Ask several questions.",
        )
    lexer = Lexer(phrase, names, store)
    parser = Parser()
    try:
        tokens = tokens_of(lexer, parser)
    except Unread as unread:
        if (moved := _in_another_order(lexer, unread, names, store)) is not None:
            return moved
        from ..suggestions.suggest import explain

        raise explain(lexer, unread.tokens, unread.at, unread.is_known) from None
    if not tokens:
        raise PhraseError(
            phrase,
            0,
            len(phrase),
            "There is no question in this.",
            code="empty",
            suggestions=("win rate by level", "avg turns per target", "pass rate"),
            is_whole=True,
        )
    if not parser.accepts(END):
        from ..suggestions.suggest import explain_end

        raise explain_end(lexer, tokens, parser.expected())
    return parser.finish()


def _in_another_order(
    lexer: Lexer, unread: Unread, names: Catalogue, store: Values | None
) -> Node | None:
    """Return the tree of a phrase that reads once some of its words are moved, None of one that does not."""
    for lead in _leading(unread.tokens):
        turned = _turned(lexer.phrase, lead, names, store)
        if turned is not None:
            return turned
    return _moved(lexer, names, store) or _sides_first(lexer)


def quietly(phrase: str, names: Catalogue, store: Values | None) -> Query | None:
    """Return what `read` does, and None where that raises: in a tenth of the time, for nothing is explained."""
    lexer, parser = Lexer(phrase, names, store), Parser()
    try:
        tokens = tokens_of(lexer, parser)
        if not tokens or not parser.accepts(END):
            return None
        tree: Node | None = parser.finish()
    except Unread as unread:
        tree = _in_another_order(lexer, unread, names, store)
    if tree is None:
        return None
    try:
        return Reader(phrase, names, store).query(tree)
    except PhraseError:
        return None
