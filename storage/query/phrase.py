"""Reads a phrase: words, then the grammar, then one `Query`."""

from __future__ import annotations

from typing import Final, NamedTuple

from .catalogue import Catalogue, catalogue
from .errors import PhraseError
from .lexer import Lexer, Values
from .parser import END, Node, Parser
from .query import Query
from .reader import Reader
from .tokens import Unread, tokens_of

MAX_LENGTH: Final = 2000
"""Characters of a phrase."""


DROPPED: Final = 3
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
        place = error.start
        error.keeping(lambda mended: _gets_past(mended, place, names, store))
        if not error.suggestions and error.code == "unknown-phrase":
            error.hint = _without(error, names, store) or error.hint
        raise


def _read(phrase: str, names: Catalogue, store: Values | None) -> Asked:
    reader = Reader(phrase, names, store)
    query = reader.query(_parse(phrase, names, store))
    return Asked(phrase, query, reader.conditions.places)


def _without(error: PhraseError, names: Catalogue, store: Values | None) -> str:
    """Return how the phrase reads without the words that are not known, nothing if it does not."""
    phrase, dropped = error.phrase, []
    for _ in range(DROPPED):
        word = phrase[error.start : error.end].strip()
        phrase = f"{phrase[: error.start].rstrip()} {phrase[error.end :].lstrip()}".strip()
        if not word or not phrase:
            return ""
        dropped.append(f"`{word}`")
        try:
            echo = str(_read(phrase, names, store).query)
        except PhraseError as another:
            error = another
        else:
            return f"Without {' and '.join(dropped)} it reads `{echo}`."
    return ""


def _gets_past(phrase: str, place: int, names: Catalogue, store: Values | None) -> bool:
    """Tell whether a phrase reads, or else goes wrong only behind *place*."""
    try:
        _read(phrase, names, store)
    except PhraseError as error:
        return error.start > place and error.code not in _OF_THE_WHOLE
    return True


_OF_THE_WHOLE: Final = frozenset({"incomplete", "empty", "too-long"})


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
        from .suggest import explain

        raise explain(lexer, unread.tokens, unread.at, unread.is_known) from None
    if not tokens:
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
