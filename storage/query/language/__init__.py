"""Reads a phrase: words, then the grammar, then one `Query`.

`phrase` asks for it all; `lexer`, `tokens` and `parser` make a tree of words; what people say for something
else stands in talk/, and reading/ turns the tree into a `Query`.
"""
