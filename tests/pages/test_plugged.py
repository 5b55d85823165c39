"""The game of docs/add-a-game.md on every page, as its package brings it: without a word of ours."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from storage import Store
from tests.docs.plugin import GAME, PACKAGE

from .conftest import ROOT, read
from .test_board_browser import drawn
from .test_browser import AXE, PHONE
from .test_pages import HTML, check_markup, send, words

GOOD = sorted((PACKAGE / "sample_logs").glob("*.json"))
BAD = sorted((PACKAGE / "sample_logs" / "broken").glob("*.json"))


@pytest.fixture
def filled(plugged: Any, store: Store) -> Store:
    for _ in store.put_many((file.name, file.read_bytes()) for file in [*GOOD, *BAD]):
        pass
    return store


def test_its_dashboard_has_what_fits_any_game_and_its_own_rates(
    filled: Store, client: FlaskClient
) -> None:
    page = client.get(f"/?game={GAME}", headers=HTML)
    said = words(page)
    check_markup(page.text)

    assert (
        f"What these games do not tell Win rate by level : No game of {GAME} tells win rate : only"
        in said
    )
    for own in ("hold rate", "gap"):
        heads, rows, _ = filled.query(own).cells()
        figure, interval = rows[0][0], rows[0][heads.index("95 % interval")]
        assert f"{own.capitalize()} {figure} interval {interval}" in said
    questions = [
        html.unescape(one) for one in re.findall(r'class="phrase"[^>]*>([^<]*)</a>', page.text)
    ]
    assert {
        f"hold rate by level where game = {GAME}",
        f"mean gap by level where game = {GAME}",
    } <= set(questions)
    for phrase in questions:
        assert filled.query(phrase).echo == phrase


@pytest.mark.parametrize("form", ["html", "md"])
def test_its_report_is_of_the_same_figures(filled: Store, client: FlaskClient, form: str) -> None:
    sent = client.get(f"/report?game={GAME}&format={form}")

    assert sent.headers["Content-Disposition"] == f'attachment; filename="{GAME}-report.{form}"'
    assert "Thereabouts: 5 games count" in sent.text
    assert filled.query("hold rate").cells()[1][0][0].replace(" ", "\xa0") in sent.text.replace(
        " %", "\xa0%"
    )


def test_its_faults_are_shown_beside_their_moves(plugged: Any, client: FlaskClient) -> None:
    for file in BAD:
        (fault, *_) = read(file.with_suffix(".verdict"))["violations"]
        told = words(send(client, (file.name, file.read_bytes())))

        assert "1 rejected" in told, file.name
        assert f"{fault['message']} {fault['code']}" in told, file.name
        if fault["move"]:
            assert re.search(rf" {fault['move'] - 1} \w+ ?: play, card", told), file.name


def test_its_pages_in_a_browser(
    filled: Store,
    serve_store: Callable[[Path], str],
    open_page: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server is a process of its own, which finds the package as Python finds any."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path / "site"), str(ROOT))))
    url = serve_store(filled.path)
    page = open_page(**PHONE)

    for path in ("/", "/logs", "/logs/2?move=3", f"/logs/{len(GOOD) + 2}", "/upload", "/ask?q=hold+rate+by+level"):  # fmt: skip
        page.goto(url + path)
        drawn(page)
        page.evaluate(AXE.read_text())
        told = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        serious = [
            one["id"] for one in told["violations"] if one["impact"] in ("serious", "critical")
        ]
        assert serious == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    page.goto(f"{url}/logs/1")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**move=0*")
    assert page.locator(".felt .card").count() > 0
