"""The dashboard of a store as large as a studio's: every figure there, and painted while it is counted."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from benchmarks import corpus
from benchmarks.dashboard import PLAIN
from benchmarks.many_games import many_games
from benchmarks.questions import differing
from storage import Store
from storage.dashboard import Filters
from storage.dashboard.board import question
from storage.query import run

from .test_board_browser import drawn
from .test_browser import PHONE

IS_LONG: Final = bool(os.environ.get("CARDSTATS_TEST_LONG"))
GAMES: Final = 100_000 if IS_LONG else 3_000
PAGE: Final = "/?game=spot-on"

PAINTED: Final = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return paint && page.responseEnd ? [paint.startTime, page.responseEnd] : null;
}"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    logs = corpus.all_forms()
    moves = GAMES * corpus.moves_in(logs) // len(logs)
    with many_games(tmp_path_factory.mktemp("large"), moves) as store:
        yield store


def test_its_figures_are_those_of_plain_sql(large: Store) -> None:
    """The SQL was written by hand for the benchmark, and knows nothing of our compiler."""
    with large.reading() as reading:
        for phrase, sql in PLAIN.items():
            answer = run(reading, Filters().of_game("spot-on").on(question(phrase)))
            assert differing(reading.connection, answer, sql) == [], phrase


def test_it_is_painted_while_it_is_counted(
    large: Store, serve_store: Callable[[Path], str], open_page: Callable[..., Any]
) -> None:
    page = open_page()

    page.goto(serve_store(large.path) + PAGE)

    assert drawn(page) >= 7
    assert not any(one.is_visible() for one in page.locator(".counting").all())
    with large.reading() as reading:
        (games,) = reading.connection.execute(
            "SELECT count(*) FROM games WHERE played_by <> 'bots'"
        ).fetchone()
    shown = page.locator(".aside.wide").inner_text()
    assert re.sub(r"\s", "", shown).startswith(f"Restson{games}games.")
    painted, ended = page.evaluate(PAINTED)
    if IS_LONG:  # of few games all is counted sooner than anything is painted
        assert painted < ended


def test_it_fits_a_phone(
    large: Store, serve_store: Callable[[Path], str], open_page: Callable[..., Any]
) -> None:
    page = open_page(**PHONE)

    page.goto(serve_store(large.path) + PAGE)
    drawn(page)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
