"""The command ``cardstats compare``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ..completion import (
    complete_conditions,
    complete_dimension,
    complete_metric,
    complete_side,
)
from ..errors import Usage
from ..options import with_format, with_output
from ..output import (
    NONE,
    output_to,
    print_lines,
    print_records,
    print_words,
    refuse_terminal,
    table_lines,
)
from ..stores import local_store, refuse_server

if TYPE_CHECKING:
    from storage.query.catalogue import Catalogue
    from storage.query.headlines import Headline, Side

COLUMNS: Final = (
    "metric",
    "first",
    "second",
    "first_value",
    "second_value",
    "difference",
    "low",
    "high",
    "settled",
    "more_games",
    "first_games",
    "second_games",
    "unit",
)


@click.command("compare")
@click.argument("sides", nargs=-1, required=True, metavar="A B...", shell_complete=complete_side)
@with_format
@click.option(
    "--by",
    "dimension",
    default="",
    shell_complete=complete_dimension,
    help="What A and B are: rules version, level, player.",
)
@click.option(
    "--where",
    "conditions",
    default="",
    shell_complete=complete_conditions,
    help="Only these games, as in a question: for hard.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="METRIC",
    shell_complete=complete_metric,
    help="This metric alone; may be given again.",
)
@click.option("--anytime", is_flag=True, help="Intervals that hold however often one looks.")
@with_output("comparison")
def command(
    sides: tuple[str, ...],
    form: str,
    dimension: str,
    conditions: str,
    only: tuple[str, ...],
    anytime: bool,
    output: Path | None,
) -> int:
    """Hold games against each other, headline by headline.

    \b
      cardstats compare "print A" "print B"
      cardstats compare Anna Ben --where "for hard" --only "pass rate"
      cardstats compare ~/stores/spring ~/stores/autumn

    A and B are values of one dimension, or the folders of two stores. The clearest difference comes
    first. As many are looked at at once, each has to be clearer than one alone to count as settled
    (Holm's procedure).
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    if output is None:
        refuse_terminal(form)
    sides, dimension = _said(sides, dimension)
    if len(sides) < 2:
        raise Usage("One side alone cannot be compared.", place="compare", hint="Name two or more.")
    if len(set(sides)) < len(sides):
        raise Usage("A side is named twice.", place="compare", hint="Name different ones.")
    refuse_server()
    found, about = _found(sides, dimension, conditions, only, anytime=anytime)
    empty = [side.name for side in about if not side.games]
    if not found or empty:
        raise Usage(
            f"No game of {' or of '.join(empty)} fits." if empty else _NOTHING_IN_COMMON,
            place="compare",
            hint="See with `cardstats query games by …` which games there are, also `including bots`.",
        )
    with output_to(output):
        if form == "table":
            print_lines(_lines(found))
        else:
            print_records(form, map(_record, found), COLUMNS)
    if form == "table" or output is None:
        for words in _words(about):
            print_words(words)
    told = sum(line.settled is not None for line in found)
    if told != 1 and (form == "table" or output is None):
        print_words(
            f"{told} differences were looked at together: if there were none at all, the chance to call any settled would stay below 5 % ({'Bonferroni' if anytime else 'Holm'})."
            if told
            else "No difference has an interval: there are too few games or sessions to show how they differ."
        )
    return 0


def _said(words: tuple[str, ...], dimension: str) -> tuple[tuple[str, ...], str]:
    """Return the sides and what they are values of, where it is said as in a question.

    ``print A vs print B`` without quotes, and ``level easy hard``.
    """
    is_joined = any(word.casefold() in _VERSUS for word in words)
    if is_joined:
        groups = groupby(words, key=lambda word: word.casefold() in _VERSUS)
        words = tuple(" ".join(group) for is_between, group in groups if not is_between)
    if dimension or len(words) < 2:
        return words, dimension
    from storage.query.catalogue import current

    names = current(whole=True)
    parts = words[0].split() if is_joined else []
    for size in range(len(parts) - 1, 0, -1):  # of: rules version print A
        lead = " ".join(parts[:size])
        # A print may be called `print A`: then the others begin so as well.
        if _is_dimension(lead, names) and not words[1].startswith(f"{lead} "):
            return (" ".join(parts[size:]), *words[1:]), lead
    for size in range(len(words) - 2, 0, -1):
        lead = " ".join(words[:size])
        if _is_dimension(lead, names):
            return words[size:], lead
    return words, dimension


def _is_dimension(text: str, names: Catalogue) -> bool:
    from storage.query.catalogue import normal

    return any(symbol == "DIM" for symbol, _ in names.words.get(normal(text), ()))


_VERSUS: Final = ("vs", "vs.", "versus")


def _found(
    sides: tuple[str, ...], dimension: str, conditions: str, only: tuple[str, ...], *, anytime: bool
) -> tuple[list[Headline], list[Side]]:
    from storage import open_store
    from storage.query.headlines import compare, compare_stores, side_of_store, sides_of

    folders = [Path(side).expanduser() for side in sides]
    are_stores = [(folder / "parts").is_dir() for folder in folders]
    for side, is_store in zip(sides, are_stores, strict=True):
        if not dimension and not is_store and (os.sep in side or side[:1] in "~."):
            raise Usage(
                f"There is no store in {side}.",
                place="compare",
                hint="Name the folders of two stores, or say with --by what the values are.",
            )
    if not dimension and any(are_stores) and not (len(sides) == 2 and all(are_stores)):
        raise Usage(
            "Two stores are held against each other, or values of one dimension.",
            place="compare",
            hint="Name the folders of two stores, or say with --by what the values are.",
        )
    if not dimension and all(are_stores) and folders[0].samefile(folders[1]):
        raise Usage(
            "Both are the same store.", place="compare", hint="Name the folders of two stores."
        )
    with ExitStack() as stack:
        if len(sides) == 2 and not dimension and all(are_stores):
            readings = [
                stack.enter_context(stack.enter_context(open_store(one)).reading())
                for one in folders
            ]
            found = compare_stores(
                readings[0],
                readings[1],
                (sides[0], sides[1]),
                conditions=conditions,
                only=only,
                anytime=anytime,
            )
            pairs = zip(readings, sides, strict=True)
            return found, [side_of_store(one, name, conditions) for one, name in pairs]
        reading = stack.enter_context(stack.enter_context(local_store()).reading())
        found = compare(
            reading,
            sides,
            dimension=dimension,
            conditions=conditions,
            only=only,
            anytime=anytime,
        )
        return found, sides_of(reading, sides, dimension=dimension, conditions=conditions)


_NOTHING_IN_COMMON: Final = "No figure can be told of both sides."


def _words(about: list[Side]) -> Iterator[str]:
    """Yield what the figures rest on, a sentence a line."""
    for side in about:
        kinds = ", ".join(f"{game} ({count})" for game, count in sorted(side.games.items()))
        bots = f"; {side.bots} of bots left out" if side.bots else ""
        yield f"{side.name}: {sum(side.games.values())} games, {kinds}{bots}."
    if any(side.bots for side in about):
        yield "`--where 'including bots'` counts the games of bots."
    if len({game for side in about for game in side.games}) > 1:
        yield "These are several games; `--where 'game spot-on'` holds those of one against each other."


def _record(line: Headline) -> dict[str, Any]:
    values = (
        str(line.measure),
        line.first,
        line.second,
        line.a.value,
        line.b.value,
        line.difference.estimate,
        line.difference.low,
        line.difference.high,
        line.settled,
        line.more_games,
        line.a.games,
        line.b.games,
        line.unit or None,
    )
    return dict(zip(COLUMNS, values, strict=True))


def _lines(found: list[Headline]) -> Iterator[str]:
    from storage.query.comparison import rounded

    pairs = list(dict.fromkeys((line.first, line.second) for line in found))
    for first, second in pairs:
        rows = [
            [
                _head(line),
                _shown(line, line.a.value),
                _shown(line, line.b.value),
                _shown(line, line.difference.estimate, sign=True),
                f"{_shown(line, line.difference.low)} to {_shown(line, line.difference.high)}"
                if line.settled is not None
                else NONE,
                {True: "settled", False: "not settled", None: NONE}[line.settled],
                rounded(line.more_games) if line.settled is False and line.more_games else None,
            ]
            for line in found
            if (line.first, line.second) == (first, second)
        ]
        heads = ("metric", first, second, "difference", "95 % interval", "", "games to settle it")
        yield from table_lines(heads, rows)
        yield ""


def _head(line: Headline) -> str:
    from storage.query.layout import head_of

    return head_of(line.measure, line.unit)


def _shown(line: Headline, value: float | None, *, sign: bool = False) -> str:
    if value is None:
        return NONE
    mark = "+" if sign else ""
    if line.is_rate:
        return f"{value * 100:{mark}.1f} %"
    return f"{value:{mark}.2f}"
