"""Walks the LALR tables that Lark made of grammar.lark, a symbol at a time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from ..tables_data import LAST, RULES, STATES

END = "$END"


class Token(NamedTuple):
    """A piece of a phrase, read as something."""

    symbol: str
    value: Any
    start: int
    """Where it begins in the phrase, in characters from 0."""
    end: int
    text: str = ""
    """The words themselves, or those that a saying stands for."""


class Node(NamedTuple):
    """What a rule of the grammar made of its parts."""

    name: str
    parts: tuple[Any, ...]
    """Nodes and tokens."""


class Parser:
    """One phrase on its way to a tree."""

    def __init__(self) -> None:
        self._states = [0]
        self._values: list[Any] = []

    def accepts(self, *symbols: str) -> bool:
        """Tell whether the phrase may go on with *symbols*, one after the other."""
        stack = self._states.copy()
        return all(_step(stack, symbol) for symbol in symbols)

    def goes_on(self, symbol: str) -> bool:
        """Tell whether *symbol* carries on what was begun, rather than beginning something new."""
        return _on(self._states[-1]).get(symbol, -1) >= 0

    def expected(self) -> set[str]:
        """Return every symbol that may come next."""
        symbols = _on(self._states[-1])  # terminals and rules; the former are in capitals
        return {symbol for symbol in symbols if symbol.isupper() and self.accepts(symbol)}

    def push(self, token: Token) -> None:
        """Take the next token, which must be one that is accepted."""
        states, values = self._states, self._values
        while token.symbol != END or states[-1] != LAST:
            to = _on(states[-1])[token.symbol]
            if to >= 0:
                states.append(to)
                values.append(token)
                return
            name, symbol, length = RULES[-to - 1]
            parts = tuple(values[-length:])
            del states[-length:], values[-length:]
            values.append(Node(name, parts))
            states.append(_on(states[-1])[symbol])

    def finish(self) -> Node:
        """Return the tree. The phrase must be one that may end here."""
        self.push(Token(END, None, 0, 0))
        tree = self._values[0]
        assert isinstance(tree, Node), "the first symbol is a rule's"
        return tree


def replayed(tokens: Iterable[Token]) -> Parser:
    """Return a parser that has taken *tokens*."""
    parser = Parser()
    for token in tokens:
        parser.push(token)
    return parser


@cache
def _on(state: int) -> dict[str, int]:
    """Return what happens in a state on each symbol."""
    words = STATES[state].split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


def _step(stack: list[int], symbol: str) -> bool:
    """Move *stack* over one symbol; False where the grammar has none such here."""
    while True:
        to = _on(stack[-1]).get(symbol)
        if to is None:
            return symbol == END and stack[-1] == LAST
        if to >= 0:
            stack.append(to)
            return True
        _, origin, length = RULES[-to - 1]
        del stack[-length:]
        stack.append(_on(stack[-1])[origin])
