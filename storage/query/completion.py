"""Says how a phrase may go on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .catalogue import Catalogue, catalogue, normal
from .lexer import Lexer, Values
from .parser import replayed
from .tokens import Unread, tokens_of


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


def complete(
    phrase: str, names: Catalogue | None = None, store: Any = None, *, most: int = 1000
) -> list[str]:
    """Return the words with which *phrase* may go on, or its last word may end.

    Each is what stands in place of the last word begun, or after a blank.
    """
    names = names or catalogue()
    head, _, begun = phrase.rpartition(" ")
    if phrase.endswith(" "):
        head, begun = phrase, ""
    lexer = Lexer(head, names, store)
    try:
        tokens = tokens_of(lexer)
    except Unread:
        return []
    parser = replayed(tokens)
    wanted = begun.casefold()
    found: list[str] = []
    for word, symbol in candidates(names, store):
        if word.startswith(wanted) and word not in found and parser.accepts(symbol):
            found.append(word)
    return found[:most]
