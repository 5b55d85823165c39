"""docs/api.md: its examples run and print what it says, its tables are complete."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from api.errors import KINDS
from api.openapi import operations

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
ADDRESS = "http://127.0.0.1:8000"


def examples() -> list[tuple[str, str, str, str]]:
    """Return what each example says: its language, what it runs, the answer's kind, the answer."""
    pattern = r"```(sh|python)\n(.*?)```\n```(json|ndjson|text)\n(.*?)```"
    return re.findall(pattern, PAGE.read_text(encoding="utf-8"), re.DOTALL)


def fits(said: Any, found: Any) -> bool:
    """Return whether *found* is what the page says, ``…`` standing for anything."""
    if said == "…":
        return True
    if isinstance(said, dict) and isinstance(found, dict):
        return said.keys() == found.keys() and all(fits(said[key], found[key]) for key in said)
    if said == ["…"]:
        return isinstance(found, list) and len(found) > 0
    if isinstance(said, list) and isinstance(found, list):
        return len(said) == len(found) and all(map(fits, said, found))
    return bool(said == found)


def test_the_page_has_an_example_of_every_kind() -> None:
    ran = [code for _, code, _, _ in examples()]
    # A block without its answer would be left out of the test below.
    assert len(ran) == len(re.findall(r"```(?:sh|python)\n", PAGE.read_text(encoding="utf-8")))
    assert len(ran) >= 9


def test_every_example_prints_what_the_page_says(
    start: Callable[[], Any], tmp_path: Path, log: Any
) -> None:
    """One after another, on one server, as a reader would."""
    assert shutil.which("curl"), "the examples need curl"
    (tmp_path / "game.json").write_bytes(orjson.dumps(log))
    log["log_id"] = "slip-348"
    log["moves"][6]["total"] = 354
    (tmp_path / "slip.json").write_bytes(orjson.dumps(log))
    server = start()
    environment = {**os.environ, "no_proxy": "*"}

    for language, code, kind, said in examples():
        program = code.replace(ADDRESS, f"http://127.0.0.1:{server.port}")
        command = ["bash", "-ec", program] if language == "sh" else [sys.executable, "-c", program]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0, (code, done.stderr)
        if kind == "text":
            assert done.stdout.decode() == said
        elif kind == "ndjson":
            found = [orjson.loads(line) for line in done.stdout.splitlines()]
            # The page breaks long lines.
            lines = [orjson.loads(line) for line in re.sub(r"\n +", " ", said).splitlines()]
            assert fits(lines, found), (code, done.stdout)
        else:
            assert fits(orjson.loads(said), orjson.loads(done.stdout)), (code, done.stdout)


def test_the_page_names_every_route(client: Any) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for method, path, _ in operations(client.get("/api/v1/openapi.json").json):
        start, _, end = path.replace("{name}", "{ref}").partition("{ref}")
        assert start in page, (method, path)
        assert end in page
    assert "DELETE" in page


def table_of_problems() -> str:
    """Return the page's table of problems."""
    rows = [f"| `{code}` | {status} | {title} |" for code, (status, title) in KINDS.items()]
    return "\n".join(["| code | status | what |", "|---|---|---|", *rows])


def test_the_table_of_problems_is_fresh() -> None:
    assert table_of_problems() in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("said", "found", "is_so"),
    [
        ({"a": "…"}, {"a": 1}, True),
        ({"a": "…"}, {"a": 1, "b": 2}, False),
        ({"a": ["…"]}, {"a": []}, False),
        ([1, "…"], [1, 2], True),
        ([1], [1, 2], False),
        ("x", "y", False),
    ],
)
def test_comparing_the_page_with_an_answer_is_strict(said: Any, found: Any, is_so: bool) -> None:
    assert fits(said, found) == is_so


def refresh() -> None:
    """Write the part of the page that is made from the code."""
    page = PAGE.read_text(encoding="utf-8")
    table = r"\| code \| status \| what \|\n\|---\|---\|---\|\n(\|.*\n)*"
    PAGE.write_text(re.sub(table, lambda _: f"{table_of_problems()}\n", page), encoding="utf-8")


if __name__ == "__main__":  # python -m tests.api.test_docs
    refresh()
