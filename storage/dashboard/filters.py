"""Which games a dashboard or a report is about."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine import games

from ..query.query import Bots, Condition, Query

if TYPE_CHECKING:
    from ..reading import Reading

NAMED: Final = ("level", "player count", "rules version", "session")
"""Dimensions that a dashboard offers a choice of, in its order."""


class Filters(NamedTuple):
    """Conditions that hold for every question of a board."""

    where: tuple[Condition, ...] = ()
    since: str | None = None
    """A date, YYYY-MM-DD; the day counts."""
    until: str | None = None
    """A date; the day does not count."""
    last: tuple[int, str] | None = None
    bots: Bots | None = None

    def on(self, query: Query) -> Query:
        """Return *query* about these games alone."""
        return query._replace(
            where=(*query.where, *self.where),
            since=self.since,
            until=self.until,
            last=self.last,
            bots=self.bots,
        )

    def of_game(self, game: str) -> Filters:
        """Return the same for one game."""
        named = [one for one in self.where if one.dimension != "game"]
        return self._replace(where=(Condition("game", "=", (game,)), *named))

    def game_alone(self) -> Filters:
        """Return the game's own condition alone: rejected logs have no level, date or session."""
        return Filters(tuple(one for one in self.where if one.dimension == "game"))

    @property
    def is_narrow(self) -> bool:
        """Whether more is chosen than a game."""
        return bool(self != self.game_alone())

    @classmethod
    def of_query(cls, query: Query) -> Filters:
        """Return what a question says of its games."""
        return cls(query.where, query.since, query.until, query.last, query.bots)


def is_date(text: str) -> bool:
    """Tell whether *text* is a day as a form sends it.

    >>> is_date("2026-11-30"), is_date("2026-11-31"), is_date("20261130")
    (True, False, False)
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


class Choices(NamedTuple):
    """What the games of one kind offer a choice of."""

    games: int
    values: dict[str, list[Any]]
    """By dimension, in the order of `NAMED`; sessions the newest first."""
    has_bots: bool
    """Some were played by bots alone,"""
    has_people: bool
    """and some not."""
    first: date | None
    """The days they were played on, as far as they are noted."""
    last: date | None


def choices(reading: Reading) -> dict[str, Choices]:
    """Return what may be chosen, by game."""
    if not {"game", "session", "rules_version"} <= set(reading.sql_schema()["games"]):
        return {}
    sessions: dict[str, list[str]] = {}
    for game, name in reading.connection.execute(_SESSIONS).fetchall():
        sessions.setdefault(game, []).append(name)
    found = {}
    for game, count, bots, first, last, levels, players, versions in reading.connection.execute(
        _CHOICES
    ).fetchall():
        values = {
            "level": _in_order(game, levels or []),
            "player count": sorted(players or []),
            "rules version": sorted(versions or []),
            "session": sessions.get(game, []),
        }
        days = [None if moment is None else moment.date() for moment in (first, last)]
        found[game] = Choices(count, values, bots > 0, bots < count, *days)
    return found


MOST_SESSIONS: Final = 200
"""Sessions that are offered."""

_CHOICES: Final = """
SELECT game, count(*), count(*) FILTER (WHERE played_by = 'bots'), min(played_at), max(played_at),
    list(DISTINCT level) FILTER (WHERE level IS NOT NULL), list(DISTINCT players),
    list(DISTINCT rules_version) FILTER (WHERE rules_version IS NOT NULL)
FROM games GROUP BY game ORDER BY game
"""

_SESSIONS: Final = f"""
SELECT game, session FROM games WHERE session IS NOT NULL GROUP BY game, session
QUALIFY row_number() OVER (PARTITION BY game ORDER BY max(played_at) DESC NULLS LAST, session)
    <= {MOST_SESSIONS}
ORDER BY max(played_at) DESC NULLS LAST, session
"""


def _in_order(game: str, levels: list[str]) -> list[str]:
    """Return levels as the game orders them, if it is installed."""
    known = list(games.game(game).levels) if game in games.names() else []
    return sorted(levels, key=lambda one: (known.index(one) if one in known else 99, one))
