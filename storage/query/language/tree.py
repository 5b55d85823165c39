"""Finds its way in the tree of a phrase."""

from __future__ import annotations

from typing import Any, Final

from ..errors import PhraseError
from .parser import END, Node, Token

ASKING: Final = frozenset(
    "measures listing ranking such part_of binned which postfixed extreme why helps affects against"
    " containing outdoes each related".split()
)


def flat(node: Node, name: str) -> list[Any]:
    """Return the parts of a list that the grammar nests to the left."""
    found: list[Any] = []
    while isinstance(node, Node) and node.name == name and isinstance(node.parts[0], Node):
        if node.parts[0].name != name:
            break
        found = [*node.parts[1:], *found]
        node = node.parts[0]
    return [*node.parts, *found]


def is_a(part: Any, *symbols: str) -> bool:
    """Tell whether *part* is a token of one of *symbols*."""
    return isinstance(part, Token) and part.symbol in symbols


def span(place: Any) -> tuple[int, int]:
    """Return where a token or node begins and ends in the phrase."""
    if isinstance(place, Token):
        return place.start, place.end
    tokens = [token for token in leaves(place) if token.symbol != END]
    return (tokens[0].start, tokens[-1].end) if tokens else (0, 0)


def failure(phrase: str, place: Any, message: str, **more: Any) -> PhraseError:
    """Return the error of a phrase at a token or node of its tree."""
    start, end = span(place)
    return PhraseError(phrase, start, end, message, **more)


def asking(node: Node) -> list[Node]:
    """Return the parts of a phrase that say what is counted."""
    if node.name in ASKING:
        return [node]
    return [one for part in node.parts if isinstance(part, Node) for one in asking(part)]


def leaves(node: Node) -> list[Token]:
    """Return all tokens of a node, in their order."""
    found: list[Token] = []
    for part in node.parts:
        found += leaves(part) if isinstance(part, Node) else [part]
    return found
