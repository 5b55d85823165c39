"""The lists of docs/query.md, from the catalogue of what can be asked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.metrics import Dimension, Metric
from storage.query.catalogue import Catalogue, catalogue


def lists(what: str) -> str:
    """Return the page's lists of ``metrics``, ``dimensions`` or ``units``."""
    makers = {"metrics": _metrics, "dimensions": _dimensions, "units": _units}
    return "\n".join(makers[what](catalogue())).strip()


def examples(page: str) -> list[str]:
    """Return the phrases of the page: the lines of its blocks marked ``text query``."""
    found = []
    for block in re.findall(r"```text query\n(.*?)```", page, re.DOTALL):
        found += [line.partition("  #")[0].strip() for line in block.splitlines() if line.strip()]
    return found


def _metrics(names: Catalogue) -> Iterable[str]:
    for title, games in _by_games(metric.games for metric in names.metrics.values()):
        yield f"### {title}"
        yield ""
        yield "| metric | what it is | also called |"
        yield "|---|---|---|"
        for metric in names.metrics.values():
            if metric.games == games:
                yield f"| `{metric.name}` | {_said(metric)} | {_words(metric.synonyms)} |"
        yield ""


def _dimensions(names: Catalogue) -> Iterable[str]:
    for title, games in _by_games(one.games for one in names.dimensions.values()):
        yield f"### {title}"
        yield ""
        yield "| dimension | what it is | also called |"
        yield "|---|---|---|"
        for one in names.dimensions.values():
            if one.games == games:
                yield f"| `{one.name}` | {_told(one)} | {_words(one.synonyms)} |"
        yield ""


def _units(names: Catalogue) -> Iterable[str]:
    yield "| per | of | also called |"
    yield "|---|---|---|"
    for unit in names.units.values():
        yield f"| `{unit.name}` | {', '.join(unit.games) or 'all games'} | {_words(unit.words)} |"


def _by_games(found: Iterable[tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (" and ".join(name.replace("-", " ").title() for name in games) or "All games", games)
        for games in dict.fromkeys(found)
    ]


def _said(metric: Metric) -> str:
    said = [metric.sentence]
    if metric.top:
        said.append(f"{metric.top} ÷ {metric.bottom}.")
    if metric.unit:
        said.append(f"In {'seconds' if metric.unit == 's' else metric.unit}.")
    if metric.better:
        said.append(f"{metric.better.capitalize()} is better.")
    if metric.needs:
        said.append(f"Needs {_and(metric.needs)}.")
    return _cell(" ".join(said))


def _told(dimension: Dimension) -> str:
    said = [dimension.sentence]
    if dimension.kind != "text":
        kinds = {"number": "A number.", "time": "A time: `by week`.", "flag": "Yes or no."}
        said.append(kinds[dimension.kind])
    if dimension.values and dimension.kind == "text":
        said.append(", ".join(f"`{value}`" for value in dimension.values) + ".")
    return _cell(" ".join(said))


def _words(words: Iterable[str]) -> str:
    return _cell(", ".join(words))


def _and(words: Iterable[str]) -> str:
    return " and ".join({"clock": "a clock", "result": "a result"}.get(w, w) for w in words)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
