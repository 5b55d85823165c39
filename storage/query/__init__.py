"""Questions and their answers.

``run(reading, "avg turns per target")`` gives a `Result`. A phrase is read in language/ with the
words of the catalogue and the grammar of grammar.lark, becomes a `Query`, which compile.py turns
into SQL; answer.py runs it and puts the figures and their intervals together.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answer import run
    from .catalogue import Catalogue
    from .errors import PhraseError
    from .language.phrase import read
    from .query import Query
    from .result import FORMS, Result
    from .suggestions.completion import complete

_HOMES = {
    "Catalogue": "catalogue",
    "FORMS": "result",
    "PhraseError": "errors",
    "Query": "query",
    "Result": "result",
    "complete": "suggestions.completion",
    "read": "language.phrase",
    "run": "answer",
}

__all__ = [
    "FORMS",
    "Catalogue",
    "PhraseError",
    "Query",
    "Result",
    "complete",
    "read",
    "run",
]


def __getattr__(name: str) -> Any:
    # Loaded when first asked for: the statistics alone need none of it.
    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
