"""The games that a store holds, with their facts, for who lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .query.literal import in_sql

if TYPE_CHECKING:
    from .reading import Reading

# What fits a screen; programs want every column of the fact table.
_CHIEF: Final = """
    select game_id, game, level,
        (select string_agg(player, ', ' order by seat) from seats
         where seats.game_id = games.game_id) as players,
        outcome, score, turns, rounds, knowledge, played_at, session
    from games"""
_WHOLE: Final = "select * from games"


def games(
    reading: Reading, *, chief: bool = False, game: str | None = None, limit: int | None = None
) -> Any:
    """Return the accepted games in the order of their ids, as a DuckDB result.

    *chief*: only the columns that people look at, and the players' names.
    """
    sql = _CHIEF if chief else _WHOLE
    # No bound values, see `query.database.execute`.
    if game is not None:
        sql += f" where game = {in_sql(game)}"
    sql += " order by game_id"
    if limit is not None:
        sql += f" limit {limit:d}"
    return reading.connection.execute(sql)
