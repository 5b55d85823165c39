"""Pastes into the documents what the code says of itself: ``python -m tests.docs.paste``.

It renews every page of ``docs/``, or those that are named. A pasted part stands between a mark and
``<!-- end -->``; `MAKERS` lists the marks. Help texts, and what commands print, are pasted by
`cli.manual`.
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from cli import manual
from engine import games
from engine.facts import SHARED, Column
from engine.metrics import NEEDS
from engine.rules import COMMON_FAULTS, Option, Rules
from engine.shapes import BadField, Field
from storage.columns import STORED
from storage.query.catalogue import whole_catalogue

from . import plugin, questions

DOCS: Final = plugin.ROOT / "docs"
PLUGIN_PAGE: Final = DOCS / "add-a-game.md"
_PLACE: Final = re.compile(r"<!-- (\w+) ?([^\n]*?) -->\n(?:.*?\n)??<!-- end -->", re.DOTALL)


def pages() -> list[Path]:
    """Return every page of the documents."""
    return sorted(DOCS.rglob("*.md"))


def paste(page: str) -> str:
    """Return *page* with every pasted part as the code has it now."""
    with tempfile.TemporaryDirectory() as site:

        def fresh(place: re.Match[str]) -> str:
            kind, words = place[1], place[2].strip()
            if kind == "plugin":
                text = _printed(Path(site), words)
            elif kind in MAKERS:
                text = MAKERS[kind](*words.split(" ", 1)) if words else MAKERS[kind]()
            else:
                return place[0]
            return f"<!-- {f'{kind} {words}'.rstrip()} -->\n{text}\n<!-- end -->"

        page = _PLACE.sub(fresh, page)
    return manual.paste(page)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("``", "`") or "–"


def _code(text: object) -> str:
    return f"`{str(text).lower() if type(text) is bool else text}`"


def _and(words: Sequence[str], last: str = "and") -> str:
    return " ".join((", ".join(words[:-1]), last, words[-1])) if len(words) > 1 else "".join(words)


# -- what a game says of itself


def levels(name: str) -> str:
    """Return the levels of a game."""
    said = games.game(name).levels
    return table(("level", "what"), ((_code(level), text) for level, text in said.items()))


def options(name: str) -> str:
    """Return the options of a game, and how each level sets them."""
    rules = games.game(name)
    return table(
        ("option", "may be", "what", "unless the log says otherwise"),
        (
            (_code(key), _range(option), option.sentence, _setting(rules, key))
            for key, option in rules.options.items()
        ),
    )


def _range(option: Option) -> str:
    if option.kind == "whole":
        return f"{option.low} to {option.high}"
    if option.kind == "choice":
        return _and([_code(choice) for choice in option.choices], "or")
    return {"flag": "true or false", "text": "text", "object": "a name, or an object"}[option.kind]


def _setting(rules: Rules[Any], key: str) -> str:
    """Say what an option is, by level and number of players as far as these make a difference."""
    least, most = rules.players
    numbers = range(least, most + 1)
    found = {
        level: _by_players([rules.settle(level, players)[key] for players in numbers], least)
        for level in rules.levels
    }
    alike = list(dict.fromkeys(found.values()))
    if len(alike) == 1:
        return alike[0]
    return "; ".join(f"{level} {said}" for level, said in found.items())


def _by_players(values: Sequence[Any], least: int) -> str:
    shown = ["–" if value is None else _code(value) for value in values]
    if len(set(shown)) == 1:
        return shown[0]
    said, at = [], least
    for value, run in groupby(shown):
        last = at + len(list(run)) - 1
        numbers = str(at) if at == last else _and([str(one) for one in range(at, last + 1)], "or")
        said.append(f"{value} with {numbers} players")
        at = last + 1
    return ", ".join(said)


def moves(name: str) -> str:
    """Return the moves of a game and their fields, beside those that every move has."""
    rows = []
    for kind, shape in games.game(name).moves.items():
        fields = [
            f"{_code(key)}{'' if entry.required else '?'}: {reads(entry)}"
            for key, entry in shape.fields.items()
        ]
        rows.append((_code(kind), "<br>".join(fields), shape.sentence))
    return table(("type", "fields", "what"), rows)


def reads(entry: Field) -> str:
    """Return what a field may hold, taken from what it says of values that it refuses."""
    words = _refusal(entry, {})
    if not words.endswith(("array", "array of arrays")):
        return words
    nested: Any = [{}] if words.endswith("array") else [[{}]]
    return f"{words}, each {_refusal(entry, nested)}"


def _refusal(entry: Field, value: Any) -> str:
    try:
        entry.read(value)
    except BadField as error:
        said = error.message
    except (KeyError, TypeError):
        said = entry.explain(value).message
    said = re.sub(r"^\{\} is not |^\w+ are ", "", said).removesuffix(".")
    said = re.sub(r"^\{\} is no (?=[aeiou])", "an ", said)
    said = re.sub(r"^\{\} is no ", "a ", said).replace("a text", "text")
    return said.replace("*", "\\*")


def faults(name: str) -> str:
    """Return the faults that only one game's rules know; with ``common`` those of every game."""
    found: Mapping[str, str] = COMMON_FAULTS
    if name != "common":
        found = games.game(name).faults
        found = {code: what for code, what in found.items() if code not in COMMON_FAULTS}
    return table(("code", "what"), ((_code(code), what) for code, what in found.items()))


def causes(name: str) -> str:
    """Return why a game can end."""
    found = games.game(name).causes
    return table(("cause", "what"), ((_code(cause), what) for cause, what in found.items()))


def inferred(name: str) -> str:
    """Return what a reading of the rules fills in."""
    return "\n".join(f"- {said}" for said in games.game(name).inferred)


# -- facts, and what can be asked about them


def columns(fact_table: str, name: str = "") -> str:
    """Return the columns of a fact table that all games share, or a game's own."""
    found: Iterable[Column] = (*STORED.get(fact_table, ()), *SHARED[fact_table])
    if name:
        found = games.game(name).columns.get(fact_table, ())
    rows = ((_code(one.name), one.kind, one.unit, one.sentence) for one in found)
    return table(("column", "kind", "unit", "what"), rows)


def own_columns(name: str) -> str:
    """Return all columns that a game adds, table by table."""
    own = [fact_table for fact_table in SHARED if games.game(name).columns.get(fact_table)]
    return "\n\n".join(f"In `{one}`:\n\n{columns(one, name)}" for one in own)


def metrics(name: str) -> str:
    """Return the metrics of one game alone; with ``shared`` those of several."""
    return table(
        ("metric", "what", "unit", "needs", "also called"),
        (
            (
                f"**{one.name}**",
                one.sentence,
                one.unit,
                ", ".join(one.needs),
                ", ".join(one.synonyms),
            )
            for one in _of(name, whole_catalogue().metrics.values())
        ),
    )


def dimensions(name: str) -> str:
    """Return the dimensions of one game alone; with ``shared`` those of several."""
    return table(
        ("dimension", "what", "also called"),
        (
            (f"**{one.name}**", one.sentence, ", ".join(one.synonyms))
            for one in _of(name, whole_catalogue().dimensions.values())
        ),
    )


def _of(name: str, every: Iterable[Any]) -> Iterator[Any]:
    for one in every:
        if one.games == (name,) or (name == "shared" and len(one.games) != 1):
            yield one


def needs() -> str:
    """Return what a log may have to tell for a metric."""
    return table(
        ("needs", "a game is left out where"), ((_code(n), why) for n, why in NEEDS.items())
    )


# -- the small game of the tutorial


def parts(source: str) -> dict[str, str]:
    """Return the parts of a source, cut at lines such as ``# -- the table``; the first is top."""
    found = re.split(r"(?m)^(?= *# -- )", source)
    named = {part.partition("# -- ")[2].partition("\n")[0]: part for part in found[1:]}
    return {name: part.strip("\n") for name, part in {"top": found[0], **named}.items()}


def file(path: str, part: str = "") -> str:
    """Return a file of the small game's package, or a part of it."""
    text = (plugin.PACKAGE / path).read_text("utf-8").strip("\n")
    kind = {".py": "python", ".toml": "toml", ".json": "json"}[Path(path).suffix]
    return f"```{kind}\n{parts(text)[part] if part else text}\n```"


def _printed(site: Path, words: str) -> str:
    """Return a command line, and what it prints where the small game is installed."""
    if not any(site.iterdir()):
        plugin.install(site)
    done = plugin.run(site, "cli", *shlex.split(words))
    return f"```text\n$ cardstats {words}\n{done.stdout}{done.stderr}".rstrip() + "\n```"


MAKERS: Final[Mapping[str, Callable[..., str]]] = {
    "levels": levels,
    "options": options,
    "moves": moves,
    "faults": faults,
    "causes": causes,
    "inferred": inferred,
    "columns": columns,
    "own": own_columns,
    "catalogue": questions.lists,
    "metrics": metrics,
    "dimensions": dimensions,
    "needs": needs,
    "file": file,
}
"""What each mark stands for. ``plugin WORDS`` is one more: a command line, run in the folder of the
small game with the game installed."""


if __name__ == "__main__":
    for page in map(Path, sys.argv[1:]) if sys.argv[1:] else pages():
        page.write_text(paste(page.read_text("utf-8")), "utf-8")
