"""The grammar, and the tables that are shipped instead of it."""

from __future__ import annotations

import logging

import pytest
from lark import Token as LarkToken
from lark import Tree

from storage.query import tables
from storage.query.catalogue import catalogue
from storage.query.language.lexer import Lexer
from storage.query.language.parser import END, Node, Parser
from storage.query.language.tokens import tokens_of

from .test_phrase import READINGS, Levels

GRAMMAR = tables.GRAMMAR.read_text(encoding="utf-8")


def test_the_shipped_tables_are_fresh() -> None:
    """Else run ``python -m storage.query.tables``."""
    assert tables.DATA.read_text(encoding="utf-8") == tables.source(GRAMMAR)


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    import lark

    lark.logger.setLevel(logging.DEBUG)
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        tables.lark_parser(GRAMMAR, strict=True)

    assert "conflict" not in caplog.text.lower()


@pytest.fixture(scope="module")
def lark_itself():
    return tables.lark_parser(GRAMMAR)


@pytest.mark.parametrize("phrase", READINGS)
def test_our_walk_makes_the_tree_that_lark_makes(phrase: str, lark_itself) -> None:
    parser = Parser()
    tokens = tokens_of(Lexer(phrase, catalogue(), Levels()), parser)
    assert parser.accepts(END)

    theirs = lark_itself.parse([LarkToken(token.symbol, token.start) for token in tokens])

    assert _plain(theirs) == _ours(parser.finish())


def _plain(tree: object) -> object:
    if isinstance(tree, Tree):
        return (str(tree.data), [_plain(child) for child in tree.children])
    return str(tree.type)


def _ours(tree: object) -> object:
    if isinstance(tree, Node):
        return (tree.name, [_ours(part) for part in tree.parts])
    return tree.symbol


def test_what_is_expected_is_what_is_accepted() -> None:
    parser = Parser()
    tokens_of(Lexer("pass rate by", catalogue(), None), parser)

    assert parser.expected() == {"DIM", "SPAN", "VALUE"}
    assert not parser.accepts(END)
