"""Puts a simple SELECT into words: who types SQL knows what they ask for."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Final

_SELECT: Final = re.compile(
    r"\s*select\s+(?P<columns>.+?)\s+from\s+(?P<table>[\w.\"'`-]+)"
    r"(?:\s+where\s+(?P<where>.+?))?(?:\s+group\s+by\s+(?P<by>.+?))?(?:\s+having\s.+?)?"
    r"(?:\s+order\s+by\s+(?P<order>\w+)(?P<down>\s+desc)?.*?)?(?:\s+limit\s+\d+)?\s*;?\s*",
    re.IGNORECASE | re.DOTALL,
)
_FIGURE: Final = re.compile(
    r"(?P<name>\w+)\s*\(\s*(?P<distinct>distinct\s+)?(?P<of>[^()]*?)\s*\)(?:\s+as\s+\w+)?",
    re.IGNORECASE,
)
_COMMA: Final = re.compile(r",(?![^(]*\))")

_AGGREGATES: Final = {
    "avg": "mean",
    "mean": "mean",
    "median": "median",
    "min": "min",
    "max": "max",
    "sum": "number of",
    "count": "number of",
    "stddev": "sd",
}


def in_words(statement: str, games: Iterable[str], metrics: Container[str] = ()) -> str:
    """Return the question that a SELECT of one table asks, empty where it is none.

    A column that is one of *metrics* is what is asked for, and not what it is split by.

    >>> in_words("SELECT level, count(*) FROM games WHERE players > 2 GROUP BY level", ())
    'number of games by level where players > 2'
    >>> in_words("select level, win_rate from games order by win_rate desc", (), {"win rate"})
    'win rate by level order by win rate descending'
    """
    match = _SELECT.fullmatch(statement)
    if match is None:
        return ""
    table = _plain(match["table"])
    columns = [one.strip() for one in _COMMA.split(match["columns"])]
    figures = [found for one in columns if (found := _FIGURE.fullmatch(one))]
    named = [_plain(one) for one in columns if not _FIGURE.fullmatch(one) and one != "*"]
    told = [one for one in named if one in metrics]
    named = [one for one in named if one not in metrics]
    by = [_plain(one) for one in _COMMA.split(match["by"])] if match["by"] else named
    known = {one.replace("-", " "): one for one in games}
    counted = "games" if table in known else table
    asked = [*told, *(_figure(found, counted) for found in figures)] or [f"number of {counted}"]
    ordered = _plain(match["order"] or "")
    order = f" order by {ordered}{' descending' if match['down'] else ''}"
    where = [re.sub(r"(?<=\w)_(?=\w)", " ", match["where"])] if match["where"] else []
    where += [f'game = "{known[table]}"'] if table in known else []
    split = f" by {', '.join(by)}" if by else ""
    return f"{', '.join(asked)}{split}{' where ' if where else ''}{' and '.join(where)}{order if ordered in (*by, *told) else ''}"


def _figure(found: re.Match[str], counted: str) -> str:
    lead = _AGGREGATES.get(found["name"].casefold(), found["name"])
    of = _plain(found["of"]) if found["of"] not in ("*", "1") else counted
    return f"{lead} {'different ' if found['distinct'] else ''}{of}"


def _plain(name: str) -> str:
    return (
        re.sub(r"[\"'`]", "", name.strip()).rpartition(".")[2].replace("_", " ").replace("-", " ")
    )
