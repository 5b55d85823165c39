"""Reads a phrase: words, then the grammar, then one `Query`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from ..catalogue import Catalogue, catalogue
from ..errors import PhraseError
from ..query import Query
from .lexer import Lexer, Values
from .parser import END, Node, Parser, Token
from .reading.reader import Reader
from .tokens import Unread, tokens_of
from .unasked import (
    refuse_advice,
    refuse_halves,
    refuse_open_quote,
    refuse_sql,
    refuse_top_of_nothing,
)

MAX_LENGTH: Final = 2000
"""Characters of a phrase."""


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
        from ..suggestions.offers import offer

        offer(error, names, store)
        raise


def _read(phrase: str, names: Catalogue, store: Values | None) -> Asked:
    _refuse_what_is_no_question(phrase, names, store)
    reader = Reader(phrase, names, store)
    query = reader.query(_parse(phrase, names, store))
    return Asked(phrase, query, reader.places)


def _refuse_what_is_no_question(phrase: str, names: Catalogue, store: Values | None) -> None:
    refuse_advice(phrase)
    refuse_sql(phrase)
    refuse_open_quote(phrase)
    refuse_halves(phrase, names, store)
    refuse_top_of_nothing(phrase, names, store)


def echo(phrase: str, names: Catalogue, store: Values | None) -> Query | PhraseError:
    """Return how a phrase reads, or why it does not."""
    try:
        return _read(phrase, names, store).query
    except PhraseError as error:
        return error


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
    """Return what `read` does, and None where that raises.

    It takes a tenth of the time, for nothing is explained.
    """
    lexer, parser = Lexer(phrase, names, store), Parser()
    try:
        _refuse_what_is_no_question(phrase, names, store)
        tree = _tree(lexer, parser, names, store)
        return Reader(phrase, names, store).query(tree) if tree is not None else None
    except PhraseError:
        return None


def _tree(lexer: Lexer, parser: Parser, names: Catalogue, store: Values | None) -> Node | None:
    try:
        tokens = tokens_of(lexer, parser)
    except Unread as unread:
        return _in_another_order(lexer, unread, names, store)
    return parser.finish() if tokens and parser.accepts(END) else None
