"""The command ``cardstats games``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ..options import with_format, with_server
from ..output import BINARY, print_arrow, print_rows, refuse_terminal
from ..stores import opened_store


@click.command("games")
@click.option("--game", metavar="NAME", help="Only games of this name, such as spot-on.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="At most N games.")
@with_server
@with_format
def command(game: str | None, limit: int | None, form: str) -> int:
    """List the accepted games with all their facts.

    The columns are those of the fact table games; the format table shows the chief ones.
    """
    refuse_terminal(form)
    chief = form == "table"
    with opened_store() as store, store.listing(chief=chief, game=game, limit=limit) as answer:
        if form in BINARY:
            print_arrow(form, answer.to_arrow_table())
        else:
            columns = [str(column[0]) for column in answer.description]
            print_rows(form, columns, _rows(answer), title="games")
    return 0


def _rows(answer: Any) -> Iterator[tuple[Any, ...]]:
    while rows := answer.fetchmany(1000):
        yield from rows
