"""The dashboard, and the games behind a figure of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from flask import Response, request

from engine import games
from engine.errors import CardstatsError
from storage.dashboard import Filters
from storage.dashboard.board import Parts, Shown, Silent
from storage.dashboard.documents import html, markdown
from storage.dashboard.filters import Choices, choices, is_date
from storage.dashboard.report import report
from storage.query.errors import PhraseError
from storage.query.query import Condition
from storage.query.result import Result

from ..context import context, store
from ..errors import Problem, unread
from .answers import Asking, NotKept
from .forms import text_of, whole_of
from .pages import PER_PAGE, pages
from .shell import HEADERS, page, page_in_parts
from .shown import Picture, Table, ask_url, csv_url, keys_of, picture_of, table_of, with_changed

FIELDS: Final = ("game", "level", "players", "rules", "session", "since", "until", "bots")
"""The fields of the dashboard's form, which stand in its address."""

_DIMENSIONS: Final = {
    "level": "level",
    "players": "player count",
    "rules": "rules version",
    "session": "session",
}
_BOTS: Final = ("without", "with", "only")
_NEWEST: Final = 6
"""Logs that the dashboard shows."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A chart as the page shows it."""

    shown: Shown
    picture: Picture
    table: Table


@pages.get("/")
def dashboard() -> Response:
    """Show what the store tells of one game.

    Where its answers are not kept they may take a second, of very many games: the page then comes
    part by part, each as soon as it is answered.
    """
    asked = {field: text_of(field) for field in FIELDS}
    filters = filters_of(asked)
    answers = context().answers
    with suppress(NotKept):
        return page("dashboard.html", **_told(answers.known(store()), asked, filters))
    with ExitStack() as stack:
        told = _told(stack.enter_context(answers.opened(store())), asked, filters)
        return page_in_parts("dashboard.html", stack.pop_all(), **told)


def _told(ask: Asking, asked: Mapping[str, str | None], filters: Filters) -> dict[str, Any]:
    """Return what the template wants. What takes time is looked for when the template comes to it."""
    state = store().state()
    game = _game(asked["game"], state.games)
    told = {
        "state": state,
        "newest": store().logs(game=game, limit=_NEWEST, newest_first=True),
        "here": "/",
    }
    if game is None:
        return told
    board = Parts(ask, game, filters)
    silent: list[Silent] = []
    asked = {**asked, "game": game}

    def games() -> dict[str, Choices]:
        found: dict[str, Choices] = ask.kept("choices", lambda: choices(ask.reading))
        ask.ahead(board.questions())
        return found

    return {
        **told,
        "board": board,
        "games_of_store": games,
        "panels": _panels(board, silent),
        "silent": silent,
        "asked": asked,
        "offered_of": lambda found: _offered(asked, found.get(game)),
        "link": partial(with_changed, asked),
        "ask_url": ask_url,
        "csv_url": csv_url,
    }


def _panels(board: Parts, silent: list[Silent]) -> Iterator[Panel]:
    """Yield the panels that can be drawn; put the others into *silent*."""
    for one in board.panels():
        if isinstance(one, Silent):
            silent.append(one)
        else:
            yield Panel(one, picture_of(one.result, one.chart), table_of(one.result))


def _game(wanted: str | None, games: Mapping[str, int]) -> str | None:
    """Return the game that is shown: the one that is asked for, else the one with most games."""
    return wanted or max(games, key=lambda name: games[name], default=None)


def _offered(asked: Mapping[str, str | None], found: Choices | None) -> dict[str, list[str]]:
    """Return what each field of the form offers; what was asked for stays on offer."""
    offered = {}
    for field, dimension in _DIMENSIONS.items():
        values = [str(one) for one in found.values[dimension]] if found else []
        chosen = asked[field]
        offered[field] = values if chosen is None or chosen in values else [*values, chosen]
    return offered


def filters_of(asked: Mapping[str, str | None]) -> Filters:
    """Return what the fields of the form choose. Raises Problem."""
    where = []
    for field, dimension in _DIMENSIONS.items():
        value: str | int | None = asked[field]
        if value is None:
            continue
        if field == "players":
            value = whole_of("players") or 0
        where.append(Condition(dimension, "=", (value,)))
    for field in ("since", "until"):
        day = asked[field]
        if day is not None and not is_date(day):
            raise _bad(field, f"is a day, not {day[:40]!r}.", "Write 2026-11-30.")
    bots = asked["bots"]
    if bots is not None and bots not in _BOTS:
        raise _bad("bots", f"is no {bots[:40]!r}.", f"There are {', '.join(_BOTS)}.")
    return Filters(tuple(where), asked["since"], asked["until"], None, bots)  # type: ignore[arg-type]  # one of _BOTS


def _bad(field: str, words: str, hint: str) -> Problem:
    return Problem("bad-parameter", f"{field} {words}", place=f"query/{field}", hint=hint)


# -- the report


@pages.get("/report")
def report_file() -> Response:
    """Send the report on what the dashboard shows, as one file."""
    asked = {field: text_of(field) for field in FIELDS}
    form = text_of("format") or "html"
    if form not in _REPORTS:
        raise _bad("format", f"is no {form[:40]!r}.", f"There are {', '.join(_REPORTS)}.")
    game, chosen = asked["game"], filters_of(asked)
    with store().reading() as reading:
        made = report(reading, game=game, filters=chosen)
    write, kind, ending = _REPORTS[form]
    answer = Response(write(made), content_type=kind)
    # It brings a style of its own, which the policy of our pages forbids: it is a file to keep.
    name = f"{game if game in games.names() else 'cardstats'}-report.{ending}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers.update(HEADERS)
    return answer


_REPORTS: Final = {
    "html": (html, "text/html; charset=utf-8", "html"),
    "md": (markdown, "text/markdown; charset=utf-8", "md"),
}


# -- the games behind a figure


@pages.get("/behind")
def behind() -> Response:
    """List the games on which a row of an answer rests."""
    phrase = text_of("q", 2000)
    if phrase is None:
        raise _bad("q", "is missing.", "Follow a row of an answer.")
    keys = request.args.getlist("key")[:8]
    try:
        result: Result = context().answers.ask(store(), lambda ask: ask(phrase, ids=True))
    except PhraseError as error:
        raise unread(error) from error
    if not any(column.name == "game_ids" for column in result.columns):
        raise _bad(
            "q", "compares, and a comparison rests on the games of both sides.", "Ask for one."
        )
    rows = keys_of(result)
    if keys not in rows:
        raise _bad("key", "names no row of that answer.", "The store may have changed: ask again.")
    ids = [int(one) for one in result.rows[rows.index(keys)][-1].split()]
    at = max(whole_of("from") or 0, 0)
    return page(
        "behind.html",
        phrase=phrase,
        keys=keys,
        heads=[column.title for column in result.columns[: len(keys)]],
        ids=ids,
        found=[log for id in ids[at : at + PER_PAGE] if (log := _kept(id)) is not None],
        at=at,
        most=PER_PAGE,
        link=lambda begin: with_changed({}, q=phrase) + _again(keys) + f"&from={begin}",
        ask_url=ask_url,
        here="/",
    )


def _again(keys: list[str]) -> str:
    from urllib.parse import urlencode

    return f"&{urlencode([('key', key) for key in keys])}" if keys else ""


def _kept(id: int) -> Any:
    """Return a log, None where it was removed in between."""
    try:
        return store().find(id)
    except CardstatsError:
        return None
