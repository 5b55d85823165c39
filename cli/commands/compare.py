"""The command ``cardstats compare``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ..errors import Usage
from ..options import with_format
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
    from storage.query.headlines import Headline

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
)


@click.command("compare")
@click.argument("sides", nargs=-1, required=True, metavar="A B...")
@with_format
@click.option(
    "--by", "dimension", default="", help="What A and B are: rules version, level, player."
)
@click.option(
    "--where", "conditions", default="", help="Only these games, as in a question: for hard."
)
@click.option(
    "--only", multiple=True, metavar="METRIC", help="This metric alone; may be given again."
)
@click.option("--anytime", is_flag=True, help="Intervals that hold however often one looks.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it to this file.",
)
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
    if len(sides) < 2:
        raise Usage("One side alone cannot be compared.", place="compare", hint="Name two or more.")
    if len(set(sides)) < len(sides):
        raise Usage("A side is named twice.", place="compare", hint="Name different ones.")
    refuse_server()
    found = _found(sides, dimension, conditions, only, anytime=anytime)
    if not found:
        raise Usage(
            "No figure can be told of both sides.",
            place="compare",
            hint="See with `cardstats query games by …` which games there are.",
        )
    with output_to(output):
        if form == "table":
            print_lines(_lines(found))
        else:
            print_records(form, map(_record, found), COLUMNS)
    told = sum(line.settled is not None for line in found)
    if told != 1 and (form == "table" or output is None):
        print_words(
            f"{told} differences were looked at together: if there were none at all, the chance to call any settled would stay below 5 % ({'Bonferroni' if anytime else 'Holm'})."
            if told
            else "No difference has an interval: there are too few games or sessions to show how they differ."
        )
    return 0


def _found(
    sides: tuple[str, ...], dimension: str, conditions: str, only: tuple[str, ...], *, anytime: bool
) -> list[Headline]:
    from storage import open_store
    from storage.query.headlines import compare, compare_stores

    folders = [Path(side).expanduser() for side in sides]
    are_stores = [(folder / "parts").is_dir() for folder in folders]
    for side, is_store in zip(sides, are_stores, strict=True):
        if not dimension and not is_store and (os.sep in side or side[:1] in "~."):
            raise Usage(
                f"There is no store in {side}.",
                place="compare",
                hint="Name the folders of two stores, or say with --by what the values are.",
            )
    with ExitStack() as stack:
        if len(sides) == 2 and not dimension and all(are_stores):
            readings = [
                stack.enter_context(stack.enter_context(open_store(one)).reading())
                for one in folders
            ]
            return compare_stores(
                readings[0],
                readings[1],
                (sides[0], sides[1]),
                conditions=conditions,
                only=only,
                anytime=anytime,
            )
        reading = stack.enter_context(stack.enter_context(local_store()).reading())
        return compare(
            reading,
            sides,
            dimension=dimension,
            conditions=conditions,
            only=only,
            anytime=anytime,
        )


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
    )
    return dict(zip(COLUMNS, values, strict=True))


def _lines(found: list[Headline]) -> Iterator[str]:
    pairs = list(dict.fromkeys((line.first, line.second) for line in found))
    for first, second in pairs:
        rows = [
            [
                str(line.measure),
                _shown(line, line.a.value),
                _shown(line, line.b.value),
                _shown(line, line.difference.estimate, sign=True),
                f"{_shown(line, line.difference.low)} to {_shown(line, line.difference.high)}"
                if line.settled is not None
                else NONE,
                {True: "settled", False: "not settled", None: NONE}[line.settled],
                line.more_games if line.settled is False else None,
            ]
            for line in found
            if (line.first, line.second) == (first, second)
        ]
        heads = ("metric", first, second, "difference", "95 % interval", "", "games to settle it")
        yield from table_lines(heads, rows)
        yield ""


def _shown(line: Headline, value: float | None, *, sign: bool = False) -> str:
    if value is None:
        return NONE
    mark = "+" if sign else ""
    if line.is_rate:
        return f"{value * 100:{mark}.1f} %"
    return f"{value:{mark}.2f}"
