"""Makes the pictures in docs/img/: ``python -m tests.pages.shoot``. They are made anew by hand."""

from __future__ import annotations

import tempfile
from pathlib import Path

from storage import open_store

from ..api.conftest import Server
from .conftest import ARGUMENTS, BROKEN_FILES, CHROMIUM, ROOT, SAMPLES, readable

IMAGES = ROOT / "docs" / "img"
DESK = {"width": 1280, "height": 940}
PHONE = {"width": 390, "height": 844}

BOARDS = (
    ("dashboard", "/?game=spot-on&bots=with", {"width": 1280, "height": 1250}, "light"),
    ("dashboard-dark", "/?game=pot-luck&bots=with", {"width": 1280, "height": 1250}, "dark"),
    ("dashboard-phone", "/?game=equator&bots=with", {"width": 390, "height": 1100}, "light"),
    ("ask", "/ask?q=win+rate+by+level%2C+player+count+including+bots", DESK, "light"),
)
"""Pages with charts: name, address, size and theme."""

PICTURES = (
    ("replay-spot-on", "spot-on-normal-2p.json", "?move=18", DESK, "light"),
    ("replay-pot-luck", "pot-luck-source-example.json", "?move=6", DESK, "light"),
    ("replay-top-spot", "top-spot-4p.json", "?move=2", DESK, "dark"),
    ("replay-equator", "equator-3p.json", "?move=8", DESK, "dark"),
    ("replay-phone", "pot-luck-normal-2p-won.json", "?move=21", PHONE, "dark"),
)


def main() -> None:
    """Serve the sample logs and take the pictures."""
    from playwright.sync_api import sync_playwright  # who only runs the tests may not have it

    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        with open_store(home / "samples") as store:
            for _ in store.put_many((file.name, file.read_bytes()) for file in readable()):
                pass
        server = Server(home / "samples")
        server.wait()
        url = server.told["url"].rstrip("/")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        for name, file, query, size, theme in PICTURES:
            id = [one.name for one in readable()].index(file) + 1
            page = browser.new_page(viewport=size, color_scheme=theme, reduced_motion="reduce")
            page.goto(f"{url}/logs/{id}{query}")
            page.screenshot(path=IMAGES / f"{name}.png")
            page.close()
        for name, address, size, theme in BOARDS:
            page = browser.new_page(viewport=size, color_scheme=theme, reduced_motion="reduce")
            page.goto(url + address)
            page.locator("[data-drawn]").first.wait_for()
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(1500)  # charts below are drawn as well
            page.screenshot(path=IMAGES / f"{name}.png")
            page.close()
        server.stop()
        server = Server(home / "empty")
        server.wait()
        url = server.told["url"].rstrip("/")
        page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
        page.goto(f"{url}/upload")
        wrong = next(file for file in BROKEN_FILES if file.name == "spot-on-wrong-total.json")
        page.get_by_label("Choose log files").set_input_files(
            [str(wrong), str(SAMPLES / "pot-luck-easy-4p.json")]
        )
        page.locator(".progress [role=status]", has_text="2 of 2 sent").wait_for()
        page.screenshot(path=IMAGES / "upload.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
