"""The pages in a real browser: from dropping a file to a link to its seventeenth move."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import BROKEN_FILES, SAMPLE_FILES, SAMPLES, log, read, readable, slip

AXE = Path(__file__).parent / "vendor" / "axe.min.js"

FEEDBACK = SAMPLES / "spot-on-feedback.json"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

DROP = """([name, text]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], name, { type: "application/json" }));
    for (const kind of ["dragenter", "dragover", "drop"]) {
        document.querySelector("[data-drop]").dispatchEvent(
            new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }));
    }
}"""
"""A drop as a hand makes it, on the field of the upload page."""


def drop(page: Any, name: str, text: str) -> None:
    # Before the page is there with its script, nobody takes what is dropped.
    page.locator("[data-drop]").wait_for()
    page.wait_for_load_state("load")
    page.evaluate(DROP, [name, text])


def at(page: Any) -> int:
    """Return the move that is shown."""
    return int(page.locator('[data-part="head"]').get_attribute("data-at"))


def is_at(page: Any, move: int) -> None:
    page.locator(f'[data-part="head"][data-at="{move}"]').wait_for()
    # A key that is pressed before the page's script is there moves nothing.
    page.wait_for_load_state("load")


def every_page() -> list[str]:
    """Return an address of each kind of page, for a store of all sample logs."""
    ids = {file.name: nth for nth, file in enumerate(readable(), 1)}
    logs = [
        ("spot-on-feedback.json", "?move=17"),
        ("pot-luck-normal-2p-won.json", "?move=20&seat=1"),
        ("top-spot-5p.json", "?move=3"),
        ("equator-8p.json", "?move=9"),
        ("spot-on-hand-kept-ranks.json", "?move=3"),
        ("spot-on-wrong-total.json", ""),
        ("log-unknown-game.json", ""),
    ]
    return [
        "/",
        "/logs",
        "/logs?status=rejected&player=Anna",
        "/logs?player=nobody+at+all",
        "/upload",
        f"/upload?edit={ids['spot-on-wrong-total.json']}",
        "/ask",
        "/ask?q=pass+rate+by+player",
        *(f"/logs/{ids[name]}{query}" for name, query in logs),
    ]


def test_from_dropping_a_file_to_a_link_to_its_seventeenth_move(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    url = serve()
    page = open_page(f"{url}/")
    page.get_by_role("link", name="Upload the first log").click()

    drop(page, "sunday.json", FEEDBACK.read_text())

    page.get_by_role("heading", name="1 accepted").wait_for()
    page.get_by_role("link", name="Replay of log 1").click()
    is_at(page, -1)
    assert page.title() == "Spot On 1, the deal · cardstats"
    for move in range(17):
        page.keyboard.press("ArrowRight")
        is_at(page, move)
    page.wait_for_url(f"{url}/logs/1?move=16")
    link = page.url
    shown = page.locator('[data-part="body"]').inner_html()
    said = page.locator(".now .sentence").inner_text()

    other = open_page(link)

    assert at(other) == 16
    assert other.locator('[data-part="body"]').inner_html().split() == shown.split()
    # The seventeenth move of the file: Jo plays the ace of hearts, 692 − 1.
    assert read(FEEDBACK)["moves"][16] == {
        "type": "play", "player": "Jo", "card": "AH", "op": "-", "total": 691
    } | {key: value for key, value in read(FEEDBACK)["moves"][16].items() if key in ("t", "drew")}  # fmt: skip
    assert said == "Jo plays the A♥: 692 − 1 = 691."
    assert other.title() == "Spot On 1, move 16 · cardstats"


def test_what_the_policy_forbids_would_be_seen(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    """The other tests take a silent console for a kept policy: so it must not be silent."""
    page = open_page(serve(), expected=("Content Security Policy", "violates"))
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))

    page.evaluate(
        "document.body.innerHTML = `<p style='color: red'>x</p><img src='http://127.0.0.1:1/'>`"
    )
    page.wait_for_timeout(300)

    assert all(
        any("Content Security Policy" in one and f"{directive} 'self'" in one for one in told)
        for directive in ("style-src", "img-src")
    )


def test_the_keys_lead_through_a_game(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    game = SAMPLES / "equator-3p.json"
    moves = read(game)["moves"]
    page = open_page(f"{serve(files=[game])}/logs/1")
    targets = [nth for nth, move in enumerate(moves) if move["type"] == "target"]
    last = len(moves) - 1

    def press(key: str, move: int) -> None:
        page.keyboard.press(key)
        is_at(page, move)

    press("End", last)
    press("Home", -1)
    press("]", targets[0])
    press("]", targets[1])
    press("ArrowRight", targets[1] + 1)
    press("[", targets[1])
    press("[", targets[0])
    press("ArrowLeft", targets[0] - 1)
    page.keyboard.press("m")
    page.locator(".now .mark.is-missed").wait_for()
    told = page.locator(".now").inner_text()
    assert page.locator("[data-say]").text_content().split() == told.split()

    assert page.locator('[data-record] a[aria-current="step"]').get_attribute("data-move") == str(
        at(page)
    )
    assert page.get_by_label("Move", exact=True).input_value() == str(at(page))


def test_scrubbing_and_marks_lead_to_their_move(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{serve(files=[FEEDBACK])}/logs/1")

    page.get_by_label("Move", exact=True).fill("20")
    is_at(page, 20)
    page.get_by_role("link", name=re.compile("^move 17: target 690 hit")).click(force=True)
    is_at(page, 17)
    page.get_by_role("link", name=re.compile("remark of")).first.click(force=True)

    page.locator(".is-remark").first.wait_for()
    page.wait_for_url(f"**/logs/1?move={at(page)}")


def test_another_seat_keeps_the_move(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{serve(files=[SAMPLES / 'pot-luck-normal-2p-won.json'])}/logs/1?move=3")
    page.keyboard.press("ArrowRight")
    is_at(page, 4)

    page.locator(".seats").get_by_role("link", name="Bo").click()

    page.wait_for_url("**/logs/1?move=4&seat=1")
    is_at(page, 4)
    page.keyboard.press("ArrowRight")
    is_at(page, 5)
    page.wait_for_url("**/logs/1?move=5&seat=1")


def test_a_rejected_log_is_fixed_and_sent_again(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    url = serve()
    # An answer of 422 is told on the console by the browser itself.
    page = open_page(f"{url}/upload", expected=("422",))
    drop(page, "slip.json", json.dumps(slip(log_id="slip-348")))

    page.get_by_role("heading", name="1 rejected").wait_for()
    fault = page.locator(".excerpt .at-fault")
    assert "43 × 8 is 344, the log says 354." in fault.inner_text()
    assert fault.locator("a").first.get_attribute("href") == "/logs/1?move=6"
    assert page.locator(".excerpt .expected dd").all_inner_texts() == ["344", "354"]

    page.get_by_role("link", name="Replay up to the fault").click()
    is_at(page, 6)
    assert "43 × 8 is 344" in page.locator('[data-part="body"] .notice').inner_text()
    page.get_by_role("link", name="Fix and send again").click()
    text = page.get_by_label("The log")
    page.get_by_role("link", name=re.compile("^line")).click()
    chosen = text.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)")
    assert '"total": 354' in chosen

    page.get_by_role("button", name="Check").click()
    page.get_by_role("heading", name="1 fault left").wait_for()
    text.fill(text.input_value().replace("354", "344"))
    page.get_by_role("button", name="Check").click()
    page.get_by_role("heading", name="Nothing is wrong with it").wait_for()
    page.get_by_role("button", name="Send").click()

    page.get_by_role("heading", name="1 replaced").wait_for()
    page.get_by_role("link", name="Dashboard").click()
    assert "1 game counts" in page.locator(".lead").inner_text()


def test_many_files_are_sent_with_each_verdict(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    url = serve()
    page = open_page(f"{url}/upload")
    files = [*SAMPLE_FILES[:40], *BROKEN_FILES[:30]]

    page.get_by_label("Choose log files").set_input_files([str(file) for file in files])

    page.locator(".progress [role=status]", has_text="70 of 70 sent").wait_for()
    assert page.locator(".receipt").count() == 70
    page.get_by_role("heading", name="30 rejected, 40 accepted").wait_for()


def test_everything_can_be_read_and_sent_without_javascript(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    url = serve()
    page = open_page(f"{url}/upload", java_script_enabled=False, expected=("422",))
    page.get_by_label("Choose log files").set_input_files(
        [
            {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(log()).encode()},
            {"name": "b.json", "mimeType": "application/json", "buffer": json.dumps(slip()).encode()},
        ]
    )  # fmt: skip
    page.get_by_role("button", name="Send").click()
    page.get_by_role("heading", name="1 rejected, 1 accepted").wait_for()

    page.get_by_role("link", name="Replay of log 1").click()
    for move in range(8):
        page.get_by_role("link", name="Next", exact=True).click()
        is_at(page, move)
    page.get_by_role("link", name="The deal", exact=True).click()
    is_at(page, -1)
    page.get_by_label("Move", exact=True).fill("5")
    page.get_by_role("button", name="Go").click()
    is_at(page, 5)
    page.locator(".seats").get_by_role("link", name="Ben").click()
    page.wait_for_url("**/logs/1?move=5&seat=1")

    page.goto(f"{url}/upload?edit=2")
    text = page.get_by_label("The log")
    text.fill(text.input_value().replace("354", "344").replace("anna-and-ben", "anna-and-ben-2"))
    page.get_by_role("button", name="Send").click()
    page.get_by_role("heading", name=re.compile("^1 (accepted|replaced)$")).wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(
    sample_url: str, open_page: Callable[..., Any], theme: str
) -> None:
    page = open_page(color_scheme=theme, expected=("404",), reduced_motion="reduce")
    found = []

    for path in [*every_page(), "/logs/no-such-log"]:
        page.goto(sample_url + path)
        page.evaluate(AXE.read_text())
        told = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        found += [
            (path, one["id"], one["impact"], [node["target"] for node in one["nodes"]][:3])
            for one in told["violations"]
            if one["impact"] in ("serious", "critical", "moderate")
        ]

    assert found == []


def test_no_page_is_wider_than_a_phone(sample_url: str, open_page: Callable[..., Any]) -> None:
    page = open_page(**PHONE)
    wide = []

    for path in every_page():
        page.goto(sample_url + path)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 390:
            wide.append((path, width))

    assert wide == []


def test_the_theme_follows_the_system_until_it_is_switched(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    url = serve()
    shade = "getComputedStyle(document.body).backgroundColor"
    light, dark = open_page(url), open_page(url, color_scheme="dark")

    assert light.evaluate(shade) != dark.evaluate(shade)
    before = light.evaluate(shade)
    light.get_by_role("button", name="Change between light and dark").click()
    assert light.evaluate(shade) == dark.evaluate(shade)
    light.goto(f"{url}/logs")
    assert light.evaluate(shade) == dark.evaluate(shade)
    light.get_by_role("button", name="Change between light and dark").click()
    assert light.evaluate(shade) == before


def test_the_keyboard_alone_reaches_all_and_sees_where_it_is(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{serve(files=[FEEDBACK])}/logs/1?move=5")
    reached, unseen = [], []

    for _ in range(200):
        page.keyboard.press("Tab")
        told = page.evaluate(
            """() => {
                const one = document.activeElement;
                const style = getComputedStyle(one);
                return [one.tagName, (one.getAttribute("aria-label") ?? one.textContent).trim(),
                        style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
            }"""
        )
        if told[0] == "BODY":
            break
        reached.append(told[1])
        if not told[2]:
            unseen.append(told)

    assert reached[0] == "Skip to the content"
    for name in ("Dashboard", "Upload", "Next", "Mara", "The log as it was sent"):
        assert name in [re.sub(r"^\W+", "", one) for one in reached], name
    assert unseen == []


HOSTILE = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "שלום עולם",
    "🎲🃏 a name of sixty-four characters, which is all there may be ♠♥",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_name(
    serve: Callable[..., str], open_page: Callable[..., Any], name: str
) -> None:
    game = json.loads(json.dumps(log()).replace('"Ben"', json.dumps(name)))
    long = json.loads(json.dumps(log()).replace('"Ben"', json.dumps("W" * 200)))
    url = serve(logs=[game, long])
    page = open_page(**PHONE)

    for path in (
        "/",
        "/logs",
        "/logs/1?move=3",
        "/logs/1?move=3&seat=1",
        "/logs/2",
        "/upload?edit=2",
    ):
        page.goto(url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    page.goto(f"{url}/logs/1?move=3")

    assert page.locator(".now bdi").first.inner_text() == name


@pytest.mark.parametrize("count", [0, 1, 12, 300])
def test_a_store_of_any_size_has_its_pages(
    serve: Callable[..., str], open_page: Callable[..., Any], count: int
) -> None:
    url = serve(logs=[log(log_id=f"log-{nth}", notes=str(nth)) for nth in range(count)])
    page = open_page(f"{url}/")
    if count:
        assert page.locator(".lead").inner_text().startswith(f"{count} game")
    else:
        page.get_by_role("heading", name="No game yet").wait_for()

    with page.expect_navigation():
        page.get_by_role("link", name="Games", exact=True).click()
    seen = page.locator("tbody tr").count()
    while page.get_by_role("link", name="Older").count():
        with page.expect_navigation():
            page.get_by_role("link", name="Older").click()
        seen += page.locator("tbody tr").count()

    assert seen == count


def test_paper_gets_the_game_and_no_buttons(
    serve: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    page = open_page(f"{serve(files=[FEEDBACK])}/logs/1?move=5")

    page.emulate_media(media="print")

    assert page.locator(".felt").is_visible()
    assert not page.locator(".keys").is_visible()
    assert not page.get_by_role("navigation", name="Pages").is_visible()
