"""The command ``cardstats games``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import click

from ..options import opened_store, with_format
from ..output import BINARY, print_arrow, print_rows, refuse_terminal

# What fits a screen; the other formats have every column of the fact table.
_FOR_PEOPLE: Final = """
    select game_id, game, level,
        (select string_agg(player, ', ' order by seat) from seats
         where seats.game_id = games.game_id) as players,
        outcome, score, turns, rounds, knowledge, played_at, session
    from games"""
_FOR_PROGRAMS: Final = "select * from games"


@click.command("games")
@click.option("--game", metavar="NAME", help="Only games of this name, such as spot-on.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="At most N games.")
@with_format
def command(game: str | None, limit: int | None, form: str) -> int:
    """List the accepted games with all their facts.

    The columns are those of the fact table games; the format table shows the chief ones.
    """
    refuse_terminal(form)
    sql = _FOR_PEOPLE if form == "table" else _FOR_PROGRAMS
    values: list[Any] = []
    if game is not None:
        sql += " where game = ?"
        values.append(game)
    sql += " order by game_id"
    if limit is not None:
        sql += " limit ?"
        values.append(limit)
    with opened_store() as store, store.reading() as reading:
        answer = reading.connection.execute(sql, values)
        if form in BINARY:
            print_arrow(form, answer.to_arrow_table())
        else:
            columns = [str(column[0]) for column in answer.description]
            print_rows(form, columns, _rows(answer), title="games")
    return 0


def _rows(answer: Any) -> Iterator[tuple[Any, ...]]:
    while rows := answer.fetchmany(1000):
        yield from rows
