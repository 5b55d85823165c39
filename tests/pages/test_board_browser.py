"""The dashboard and the question box in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import log
from .test_browser import AXE, HOSTILE, PHONE


def drawn(page: Any) -> int:
    """Wait until all charts of a page are drawn; return how many there are."""
    count = page.locator("[data-chart]").count()
    for nth in range(count):
        page.locator("[data-chart]").nth(nth).scroll_into_view_if_needed()
    page.wait_for_function(
        "document.querySelectorAll('[data-chart][data-drawn]').length === "
        "document.querySelectorAll('[data-chart]').length"
    )
    page.evaluate("window.scrollTo(0, 0)")
    return int(count)


BOARDS = ("/?game=spot-on&bots=with", "/?game=pot-luck&bots=with", "/?game=equator", "/?game=top-spot&bots=only")  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_charts_are_drawn_in_svg_under_the_policy_and_axe_finds_nothing(
    sample_url: str, open_page: Callable[..., Any], theme: str
) -> None:
    """A refused eval or style would be told on the console, which `open_page` watches."""
    page = open_page(color_scheme=theme, reduced_motion="reduce")
    found = []

    for path in (*BOARDS, "/ask?q=win+rate+by+level%2C+player+count+including+bots"):
        page.goto(sample_url + path)
        count = drawn(page)
        assert page.locator("[data-chart] svg.marks").count() == count > 0
        page.evaluate(AXE.read_text())
        told = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        found += [
            (path, one["id"], [node["target"] for node in one["nodes"]][:3])
            for one in told["violations"]
            if one["impact"] in ("serious", "critical", "moderate")
        ]

    assert found == []


def test_a_chart_leads_to_its_games_and_a_game_to_its_replay(
    sample_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{sample_url}/?game=spot-on&bots=with")
    drawn(page)

    page.locator("#operations svg.marks .mark-symbol path").first.click()

    page.wait_for_url("**/behind?*")
    assert "key=" in page.url
    shown = page.locator("tbody th a").first
    address = shown.get_attribute("href")
    shown.click()
    page.wait_for_url(f"**{address}")
    assert page.locator(".felt").is_visible()


def test_pictures_of_a_chart_can_be_taken_along(
    sample_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{sample_url}/?game=spot-on&bots=with")
    drawn(page)
    panel = page.locator("#win-rate")

    with page.expect_download() as svg:
        panel.get_by_role("button", name="SVG").click()
    with page.expect_download() as png:
        panel.get_by_role("button", name="PNG").click()

    assert svg.value.suggested_filename == "spot-on-win-rate.svg"
    assert svg.value.path().read_text().startswith("<svg")
    assert png.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_chart_takes_the_colours_of_the_theme(
    sample_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{sample_url}/ask?q=pass+rate+by+player")
    drawn(page)
    ink = "getComputedStyle(document.querySelector('svg.marks .role-axis-label text')).fill"
    before = page.evaluate(ink)

    page.get_by_role("button", name="Change between light and dark").click()

    page.wait_for_function(f"{ink} !== {json.dumps(before)}")


def test_figures_stand_open_where_no_script_runs(
    sample_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{sample_url}/?game=pot-luck&bots=with", java_script_enabled=False)

    panels = page.locator("[data-panel]")
    for nth in range(panels.count()):
        panel = panels.nth(nth)
        assert panel.locator("svg.c").is_visible()
        assert panel.locator("table.answer tbody tr").first.is_visible()
        assert not panel.get_by_role("button", name="PNG").is_visible()
    page.locator("select[name=level]").select_option("normal")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**level=normal**")
    page.locator("#pass-rate tbody a").first.click()
    page.wait_for_url("**/behind?**")


def test_a_board_fits_a_phone(sample_url: str, open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)

    for path in (*BOARDS, "/ask?q=mean+turns+per+target+by+player+count%2C+level+including+bots", "/behind?q=pass+rate+by+player&key=Anna"):  # fmt: skip
        page.goto(sample_url + path)
        drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_label(
    serve: Callable[..., str], open_page: Callable[..., Any], name: str
) -> None:
    game = json.loads(json.dumps(log(session=name)).replace('"Ben"', json.dumps(name)))
    url = serve(logs=[game])
    page = open_page(**PHONE)

    page.goto(f"{url}/")
    drawn(page)
    row = page.locator("#pass-rate tbody th a", has_text=name)
    page.locator("#pass-rate summary").click()

    assert row.inner_text() == name
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    labels = page.locator("#pass-rate svg.marks .role-axis-label text").all_text_contents()
    assert any(label.rstrip("…") and label.rstrip("…") in name for label in labels)
    told = []
    for nth in range(2):
        page.locator("#pass-rate svg.marks .mark-symbol path").nth(nth).hover()
        page.locator("#vg-tooltip-element.visible").wait_for()
        told.append(page.locator("#vg-tooltip-element td.value").first.inner_text())
    assert name in told
    row.click()
    page.wait_for_url("**/behind?**")
    assert page.locator("h1 bdi").inner_text() == name
    assert re.fullmatch(r"1 log.*", page.locator(".lead").inner_text())


def test_a_question_is_completed_with_the_keyboard_alone(
    sample_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{sample_url}/ask")
    box = page.locator("#q")
    box.focus()
    with page.expect_response(lambda answer: answer.url.endswith("q=pass+rate+by+pla")):
        page.keyboard.type("pass rate by pla")

    options = page.get_by_role("option")
    options.locator("b", has_text=re.compile("^player count$")).wait_for()
    assert box.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    chosen = box.get_attribute("aria-activedescendant")
    assert page.locator(f"#{chosen}").get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowUp")
    assert box.get_attribute("aria-activedescendant") is None
    texts = options.locator("b").all_inner_texts()
    for _ in range(texts.index("player") + 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    assert box.input_value() == "pass rate by player "
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ask?q=pass+rate+by+player*")
    page.get_by_role("heading", name="pass rate by player").wait_for()
    assert drawn(page) == 1


def test_an_offer_can_be_taken_with_the_mouse(
    sample_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{sample_url}/?game=equator")
    box = page.locator("#q")
    box.press_sequentially("wrong cl")

    page.get_by_role("option", name=re.compile("^wrong claim rate")).click()

    assert box.input_value() == "wrong claim rate "
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_role("heading", name="wrong claim rate").wait_for()


def test_a_phrase_that_does_not_read_is_mended_with_a_click(
    sample_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{sample_url}/ask?q=pass+rate+by+palyer", expected=("422",))

    assert page.locator(".pointed mark").inner_text() == "palyer"
    page.locator(".phrases").get_by_role("link", name="pass rate by player", exact=True).click()

    page.get_by_role("heading", name="pass rate by player").wait_for()
