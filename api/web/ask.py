"""The question box."""

from __future__ import annotations

from typing import Any, Final

from flask import Response

from storage.query.errors import PhraseError
from storage.query.result import Result

from ..context import context, store
from .forms import text_of
from .pages import pages
from .shell import page
from .shown import ask_url, csv_url, pictures_of, table_of

MOST_LETTERS: Final = 1000
"""Of a question."""


@pages.get("/ask")
def ask() -> Response:
    """Answer a question in words."""
    phrase = text_of("q", MOST_LETTERS)
    told: dict[str, Any] = {
        "phrase": phrase or "",
        "ask_url": ask_url,
        "csv_url": csv_url,
        "here": "/ask",
    }
    if phrase is None:
        return page("ask.html", **told)
    try:
        result: Result = context().answers.ask(store(), lambda ask: ask(phrase))
    except PhraseError as error:
        return page("ask.html", 422, error=error, mended=_mended(error), **told)
    return page(
        "ask.html", result=result, table_=table_of(result), pictures=pictures_of(result), **told
    )


def _mended(error: PhraseError) -> list[tuple[str, str]]:
    """Return what may stand there, each with the whole phrase as it would then be."""
    before, after = error.phrase[: error.start], error.phrase[error.end :]
    return [
        (one, " ".join(f"{before} {one} {after}".split()) if _is_part(error) else one)
        for one in error.suggestions
    ]


def _is_part(error: PhraseError) -> bool:
    """Tell whether a suggestion stands in the place of the words that do not read.

    Where all of the phrase is in doubt it is a question by itself.
    """
    return error.end - error.start < len(error.phrase.strip())
