"""The command ``cardstats reproduce``."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from ..errors import Usage
from ..exits import FINE, STOPPED
from ..options import with_format, with_jobs
from ..output import (
    coloured,
    has_colour,
    print_lines,
    print_records,
    print_words,
    refuse_terminal,
    table_lines,
)
from ..progress import bar
from ..stopping import stopping_at

if TYPE_CHECKING:
    from storage.reproduced import Compared

COLUMNS: Final = (
    "game",
    "figure",
    "published",
    "published_games",
    "independent",
    "ours",
    "low",
    "high",
    "games",
    "agrees",
    "difference",
    "bots",
    "note",
)
_GAMES: Final = 5000


@click.command("reproduce")
@click.argument("game", required=False)
@click.option(
    "--games",
    type=click.IntRange(10),
    default=_GAMES,
    show_default=True,
    metavar="K",
    help="How many games a figure: four times as many halve the interval.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Which games.")
@with_jobs
@with_format
def command(game: str | None, games: int, seed: int, jobs: int, form: str) -> int:
    """Play what was published, and compare.

    Of a GAME, or of all: prints each published figure, ours with its 95 % interval, and whether chance and rounding are
    enough to explain the difference. Where they are not, our reading of the source is another, and
    a note says what is left open; nothing is tuned into agreement. Ctrl-C stops it and prints what it has.
    """
    from engine.bots.published import figures
    from storage.reproduced import reproduced

    refuse_terminal(form)
    known = list(dict.fromkeys(figure.table.game for figure in figures()))
    if game is not None and game not in known:
        from difflib import get_close_matches

        near = get_close_matches(game, known, 1)
        raise Usage(
            f"Nothing was published about {game!r} that could be played.",
            code="unknown-game",
            place="reproduce",
            hint=f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(known)}.",
        )
    found: list[Compared] = []
    begun = time.monotonic()
    is_stopped = False
    try:
        with bar("games") as show, stopping_at(show) as tell:
            rows = reproduced(game, games=games, seed=seed, jobs=jobs, show=tell)
            for row in rows:
                found.append(row)  # noqa: PERF402  # one by one, so that a stop leaves what is done
    except KeyboardInterrupt:
        is_stopped = True
    if form == "table":
        print_lines(_lines(found))
    else:
        print_records(form, map(_record, found), COLUMNS)
    if is_stopped:
        print_words(f"Stopped after {_counted(found, games)}, which {_are(found)} above.")
        return STOPPED
    agree = sum(one.agrees for one in found)
    print_words(
        f"{agree} of {len(found)} figures agree; {time.monotonic() - begun:,.0f} s. Of figures that "
        "are the same, one in twenty is told apart by chance."
    )
    return FINE


def _counted(found: list[Compared], games: int) -> str:
    """Say how many figures there are, and how many games those rest on that were not played out."""
    words = f"{len(found)} figure{'' if len(found) == 1 else 's'}"
    short = [one.games for one in found if one.games < games]
    if not short:
        return words
    last = "the last" if len(short) == 1 else f"the last {len(short)}"
    return f"{words}, {last} of {short[0]:,} of {games:,} games"


def _are(found: list[Compared]) -> str:
    return "is" if len(found) == 1 else "are"


def _record(one: Compared) -> dict[str, Any]:
    figure = one.figure
    return {
        "game": figure.table.game,
        "figure": figure.name,
        "published": figure.low if figure.low == figure.high else [figure.low, figure.high],
        "published_games": figure.games or None,
        "independent": list(figure.independent) if figure.independent else None,
        "ours": one.ours,
        "low": one.low,
        "high": one.high,
        "games": one.games,
        "agrees": one.agrees,
        "difference": one.difference,
        "bots": list(figure.table.bots),
        "note": figure.note or None,
    }


def _lines(found: list[Compared]) -> Iterator[str]:
    on = has_colour(sys.stdout)
    notes: dict[str, int] = {}
    for name in dict.fromkeys(one.figure.table.game for one in found):
        rows = [one for one in found if one.figure.table.game == name]
        yield coloured(name, "bold", on=on)
        cells = []
        for one in rows:
            verdict = "agrees" if one.agrees else f"differs by {one.difference:+.1f}"
            if not one.agrees and one.figure.note:
                verdict += f" [{notes.setdefault(one.figure.note, len(notes) + 1)}]"
            cells.append(
                (
                    one.figure.name,
                    _span(one.figure.low, one.figure.high, _digits(one)),
                    _span(*one.figure.independent, 1) if one.figure.independent else "–",
                    f"{one.ours:.{_digits(one)}f}",
                    f"{one.low:.{_digits(one)}f} – {one.high:.{_digits(one)}f}",
                    verdict,
                )
            )
        yield from table_lines(
            ("figure", "published", "others", "ours", "95 % interval", ""), cells
        )
        yield ""
    for note, number in notes.items():
        yield f"[{number}] {note}"
    if found:
        yield "Win rates and shares in per cent. Others: independent simulations of the same reading."


def _digits(one: Compared) -> int:
    """Return how many digits after the point show what the figure is about."""
    return 1 if one.figure.rounding >= 0.5 or not one.figure.rounding else 2


def _span(low: float, high: float, digits: int) -> str:
    if low == high:
        return f"{low:g}"
    return f"{low:.{digits}f} – {high:.{digits}f}" if low % 1 or high % 1 else f"{low:g} – {high:g}"
