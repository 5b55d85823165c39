"""The question box."""

from __future__ import annotations

from typing import Any, Final

from flask import Response, jsonify, request

from storage.query import complete as ways_on
from storage.query.catalogue import current
from storage.query.errors import PhraseError
from storage.query.result import Result
from storage.query.values import Store as Values
from storage.reading import Reading

from ..context import context, store
from .answers import Asking
from .forms import text_of
from .pages import pages
from .shell import page
from .shown import ask_url, csv_url, pictures_of, table_of

MOST_LETTERS: Final = 1000
"""Of a question."""
MOST_OFFERS: Final = 12
"""Ways to go on that are offered at a time."""


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


@pages.get("/ask/complete")
def complete() -> Response:
    """Tell how a question may go on: for the box in which it is typed."""
    phrase = request.args.get("q", "")[:MOST_LETTERS]  # with its last blank: a word may be done

    def make(ask: Asking) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = ask.kept(
            ("complete", phrase), lambda: offers(ask.reading, phrase)
        )
        return found

    answer = jsonify({"offers": context().answers.ask(store(), make)})
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def offers(reading: Reading, phrase: str) -> list[dict[str, Any]]:
    """Return ways to go on, each with what it is and from which letter on it stands."""
    names = current(whole=True)
    found = ways_on(
        phrase, names, Values(reading.connection, names, reading.remembered), most=MOST_OFFERS
    )
    return [one.to_json() for one in found]


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
    return not error.is_whole and error.end - error.start < len(error.phrase.strip())
