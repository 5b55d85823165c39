"""Writes what is shipped ready made: the parser's tables, and all words of our own games.

Run as ``python -m storage.query.tables``. Importing Lark and reading the grammar takes as long as a
whole answer, so the tables it makes are shipped and a few lines of our own walk them (parser.py); as for
the words, see catalogue/vocabulary.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GRAMMAR = HERE / "grammar.lark"
DATA = HERE / "tables_data.py"


def lark_parser(grammar: str, *, strict: bool = False) -> Any:
    """Return Lark's own LALR parser of the grammar, which expects a list of Lark tokens.

    *strict*: a conflict raises, where Lark would else pick a side in silence.
    """
    from lark import Lark
    from lark.lexer import Lexer

    class Given(Lexer):
        def __init__(self, conf: Any) -> None: ...

        def lex(self, data: Any) -> Any:  # type: ignore[override]  # Lark's old way, still taken
            yield from data

    return Lark(grammar, parser="lalr", lexer=Given, strict=strict, maybe_placeholders=False)


def tables(
    grammar: str,
) -> tuple[list[dict[str, int]], list[tuple[str, str, int]], int]:
    """Return (states, rules, last state) of the LALR automaton; the first state is 0.

    A state maps a symbol to what happens on it: n ≥ 0 go on in state n, n < 0 reduce by rule -n-1.
    A rule is its node's name, its symbol and its length. Lark numbers states as hashes fall; here
    they are numbered in the order in which the symbols' alphabet reaches them.
    """
    from lark.parsers.lalr_analysis import Shift

    table = lark_parser(grammar, strict=True).parser.parser._parse_table  # noqa: SLF001 - they have no other door
    found = {
        (str(to.alias or to.origin.name), str(to.origin.name), len(to.expansion))
        for actions in table.states.values()
        for action, to in actions.values()
        if action is not Shift
    }
    rules = sorted(found)
    order = [table.start_states["start"]]
    for state in order:
        for _, (action, to) in sorted(table.states[state].items()):
            if action is Shift and to not in order:
                order.append(to)
    number = {state: at for at, state in enumerate(order)}
    states = [
        {
            str(symbol): number[to]
            if action is Shift
            else -1
            - rules.index((str(to.alias or to.origin.name), str(to.origin.name), len(to.expansion)))
            for symbol, (action, to) in sorted(table.states[state].items())
        }
        for state in order
    ]
    return states, rules, number[table.end_states["start"]]


def source(grammar: str) -> str:
    """Return the module that holds the tables of *grammar*.

    A state is written as words, which the parser takes apart when it gets there: to make all of them
    takes longer than most questions, and one gets to few.
    """
    states, rules, last = tables(grammar)
    lines = [
        '"""The parser\'s tables, written by storage/query/tables.py. Do not edit."""',
        "",
        "# ruff: noqa: E501",
        "# fmt: off",
        "from __future__ import annotations",
        "",
        f"LAST = {last}",
        "RULES: list[tuple[str, str, int]] = [",
        *(f"    {rule!r}," for rule in rules),
        "]",
        "STATES: list[str] = [",
        *(f'    "{" ".join(f"{one} {to}" for one, to in state.items())}",' for state in states),
        "]",
        '"""By state, the symbols that may come and what happens on each."""',
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    from .catalogue import words_of_ours
    from .catalogue.vocabulary import READY, pickled

    DATA.write_text(source(GRAMMAR.read_text(encoding="utf-8")), encoding="utf-8")
    READY.write_bytes(pickled(words_of_ours()))
