"""The documents say all that there is, and what they say is so."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.group import COMMANDS
from engine import envelope, games, strict_json
from engine.facts import SHARED
from engine.replay import judge
from engine.shapes import COMMON
from storage.query.catalogue import whole_catalogue

from .paste import DOCS, PLUGIN_PAGE, pages, parts, paste
from .plugin import PACKAGE, ROOT

GAMES = tuple(games.OURS)
PAGES = [page for page in pages() if page.name != "cli.md"]  # tests/cli looks after that one
LOG_FORMAT = DOCS / "log-format.md"


def text(path: Path) -> str:
    return path.read_text("utf-8")


def rules_page(game: str) -> str:
    return text(DOCS / "rules" / f"{game}.md")


def source(game: str) -> str:
    folder = ROOT / "engine" / "games" / games.OURS[game]
    return "\n".join(text(path) for path in sorted(folder.glob("*.py")))


# -- what is pasted


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pasted_parts_are_fresh(page: Path) -> None:
    """If this fails: ``python -m tests.docs.paste``."""
    assert paste(text(page)) == text(page)


def test_the_tutorial_shows_every_line_of_its_game_in_order() -> None:
    shown = re.findall(
        r"<!-- file thereabouts.py .*? -->\n```python\n(.*?)\n```", text(PLUGIN_PAGE), re.DOTALL
    )
    code = text(PACKAGE / "thereabouts.py")

    assert "\n".join(shown).split() == code.split()
    assert [part in code for part in shown] == [True] * len(parts(code))


def test_the_game_of_the_tutorial_stays_small() -> None:
    lines = text(PACKAGE / "thereabouts.py").splitlines()

    assert sum(bool(line.strip()) for line in lines) <= 260


# -- nothing is left out


def codes_in(path: Path) -> Iterator[str]:
    """Yield the codes of the faults that a module tells of a log's form."""
    for node in ast.walk(ast.parse(text(path))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = (
                node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            )
            if name in ("add", "BadField") and type(node.args[0].value) is str:
                yield node.args[0].value
        if isinstance(node, ast.keyword) and node.arg == "code":
            if isinstance(node.value, ast.Constant) and type(node.value.value) is str:
                yield node.value.value


@pytest.mark.parametrize("module", ["envelope", "seating", "moves", "shapes", "faults"])
def test_every_fault_of_the_envelope_is_in_the_contract(module: str) -> None:
    found = set(codes_in(ROOT / "engine" / f"{module}.py"))

    assert found
    assert [code for code in found if f"| `{code}` |" not in text(LOG_FORMAT)] == []


def test_every_reason_for_an_unreadable_log_is_in_the_contract() -> None:
    found = set(codes_in(Path(strict_json.__file__)))

    assert len(found) == 8
    assert [code for code in found if f"| `{code}` |" not in text(LOG_FORMAT)] == []


def test_every_field_of_a_log_is_in_the_contract() -> None:
    fields = {*envelope.FIELDS, *COMMON, "type", "name", "kind", "experience", "level", "version"}
    fields |= {"options", "hands", "stock", "outcome", "score", "ratings", "comment", "move"}

    assert [field for field in fields if f"| `{field}` |" not in text(LOG_FORMAT)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_move_and_its_fields_are_in_the_contract(game: str) -> None:
    section = re.split(r"(?m)^##+ ", text(LOG_FORMAT))
    (section_of_game,) = (part for part in section if part.startswith(f"{game}\n"))

    for kind, shape in games.game(game).moves.items():
        row = next(
            line for line in section_of_game.splitlines() if line.startswith(f"| `{kind}` |")
        )
        assert [field for field in shape.fields if f"`{field}`" not in row] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_has_all_that_its_rules_declare(game: str) -> None:
    rules, page = games.game(game), rules_page(game)
    own = {*rules.levels, *rules.options, *rules.causes, *rules.faults}

    assert [word for word in own if f"`{word}`" not in page + text(LOG_FORMAT)] == []
    assert [said for said in rules.inferred if said not in page] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_names_the_sections_that_violations_name(game: str) -> None:
    sections = set(re.findall(r'rule="([a-z-]+)"', source(game)))

    assert sections
    assert [name for name in sections if f"`{name}`" not in rules_page(game)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rulings_that_the_code_speaks_of_are_there(game: str) -> None:
    numbers = {int(n) for n in re.findall(r"[Rr]ulings? (\d+)", source(game))}
    rulings = re.findall(r"(?m)^(\d+)\. \*\*", rules_page(game).partition("## Rulings")[2])

    assert numbers <= set(map(int, rulings))
    assert list(map(int, rulings)) == list(range(1, len(rulings) + 1))


def test_every_column_is_in_the_page_on_facts() -> None:
    page = text(DOCS / "facts.md")
    for table, columns in SHARED.items():
        assert f"### {table}\n" in page
        assert [one.name for one in columns if f"| `{one.name}` |" not in page] == []
    for game in GAMES:
        section = page.partition(f"## {games.game(game).title}\n")[2].partition("\n## ")[0]
        for table, own in games.game(game).columns.items():
            assert f"In `{table}`:" in section
            assert [one.name for one in own if f"| `{one.name}` |" not in section] == []


@pytest.fixture(scope="module")
def everything() -> str:
    return "\n".join(map(text, pages()))


def test_every_metric_and_dimension_is_somewhere(everything: str) -> None:
    found = whole_catalogue()
    names = [*found.metrics, *found.dimensions]

    assert [name for name in names if f"| **{name}** |" not in everything] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_somewhere(command: str, everything: str) -> None:
    assert f"cardstats {command}" in everything


def test_every_number_for_prometheus_is_in_the_page_on_servers(tmp_path: Path) -> None:
    """And none that is not there; asked of an app over an empty store."""
    from api import create_app
    from storage import open_store

    with open_store(tmp_path) as store:
        told = create_app(store).test_client().get("/metrics").text
    names = set(re.findall(r"(?m)^# TYPE (cardstats_\w+) ", told))
    shown = set(re.findall(r"(?m)^\| `(cardstats_\w+)` \|", text(DOCS / "operate.md")))

    assert len(names) > 10
    assert shown == names


def test_every_page_is_in_the_index() -> None:
    index = text(DOCS / "README.md")
    names = {page.relative_to(DOCS).as_posix() for page in pages()} - {"README.md"}

    assert [name for name in names if f"]({name})" not in index] == []


# -- what is said is so


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?s)```.*?```", "", text(page)))
    plain = [re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads]
    return set(plain)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"(?s)```.*?```", "", text(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def logs_of_the_contract() -> list[dict[str, Any]]:
    blocks = re.findall(r"```json\n(.*?)```", text(LOG_FORMAT), re.DOTALL)
    return [json.loads(block) for block in blocks if '"format"' in block]


def test_the_logs_of_the_contract_are_accepted() -> None:
    logs = logs_of_the_contract()

    assert len(logs) == 2
    for log in logs:
        assert judge(json.dumps(log).encode()).violations == []


def test_the_first_log_of_the_contract_has_every_field_of_the_envelope() -> None:
    assert set(logs_of_the_contract()[0]) == envelope.FIELDS


def test_the_violation_of_the_contract_is_the_one_that_its_log_gets() -> None:
    log = copy.deepcopy(logs_of_the_contract()[0])
    log["moves"][6]["total"] = 354
    (violation,) = judge(json.dumps(log).encode()).violations
    (shown,) = re.findall(r'```json\n(\{"code".*?)```', text(LOG_FORMAT), re.DOTALL)

    assert violation.to_json() == json.loads(shown)
    assert list(violation.to_json()) == re.findall(
        r"(?m)^\| `(\w+)` \|",
        text(LOG_FORMAT).partition("A violation is")[2].partition("**What")[0],
    )
