"""Tells an unlucky deal from a poor game: how often bots win the very deals that people had.

It is worked out when it is asked for and kept with the games of bots, beside the journal, where
questions find it (`storage.query.dealt`). It is no column of the facts: to take a log in is a matter of milliseconds and to play its deal a hundred times
one of seconds, parts are never changed, and a better bot would make every kept figure another one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.errors import CardstatsError

from . import bot_games
from .bot_games import Played
from .query.literal import in_sql
from .query.statistics import ClusterSums, Interval, rate_interval

if TYPE_CHECKING:
    from datetime import datetime

    from engine.bots.many import Workers
    from engine.bots.tables import BotTable

    from .store import Store

USUAL: Final = 1000
"""Games on deals drawn at random that an ordinary deal is known by."""


class Deal(NamedTuple):
    """A game whose deal is known to the last card."""

    id: int
    """The log's."""
    sha256: str
    """Of its canonical form."""
    table: BotTable
    """The bots that are to play it."""
    deal: Mapping[str, Any]
    outcome: str
    """How it came out for those who played."""
    played_by: str
    played_at: datetime | None


class Difficulty(NamedTuple):
    """How bots fare on one deal."""

    deal: Deal
    bots: Played
    """On this deal,"""
    usual: Played
    """and on deals drawn at random, at the same table."""

    @property
    def wins(self) -> Interval:
        """How often bots win this deal, with its 95 % interval."""
        return _rate(self.bots)

    @property
    def word(self) -> str:
        """What the deal was like beside others: `easy`, `hard` or `usual`, where it is settled."""
        wins, other = self.wins, _rate(self.usual).estimate
        if None in (wins.low, wins.high, other):
            return "usual"
        assert wins.low is not None and wins.high is not None and other is not None, "just seen"
        return "easy" if wins.low > other else "hard" if wins.high < other else "usual"


def _rate(played: Played) -> Interval:
    won, of = played.won, played.decided
    return rate_interval(ClusterSums(of, won, of, won, won, of))


def deals(
    store: Store,
    ids: Sequence[int] = (),
    *,
    game: str | None = None,
    level: str | None = None,
    last: int | None = None,
) -> list[Deal]:
    """Return the games that were won or lost on a deal that is known to the last card.

    Those of people, or of *ids* whoever played; *last* are the latest logs. In order of their ids.
    """
    where = ["knowledge = 'full'", "outcome IN ('won', 'lost')"]
    if ids:
        where.append(f"game_id IN ({', '.join(str(int(one)) for one in ids)})")
    else:
        where.append("played_by <> 'bots'")
    for name, value in (("game", game), ("level", level)):
        if value is not None:
            where.append(f"{name} = {in_sql(value)}")
    with store.reading() as reading:
        rows = reading.connection.execute(
            "SELECT game_id, log_sha256, game, level, players, options, outcome, played_by, played_at"
            f" FROM games WHERE {' AND '.join(where)} ORDER BY game_id DESC"
            + ("" if last is None else f" LIMIT {last:d}")
        ).fetchall()
    return list(_playable(store, rows[::-1]))


def _playable(store: Store, rows: Sequence[tuple[Any, ...]]) -> Iterator[Deal]:
    from engine.bots.tables import agreed

    for game_id, sha256, game, level, players, options, *how in rows:
        stated = json.loads(options) if options else {}
        try:
            table = agreed(game, level=level, players=players, options=stated)
        except (
            CardstatsError
        ):  # a game that is not installed, or more players than bots have chairs
            continue
        yield Deal(game_id, sha256, table, json.loads(store.raw(game_id))["deal"], *how)


def difficulties(
    store: Store,
    found: Sequence[Deal],
    *,
    games: int,
    workers: Workers,
    show: Callable[[int, int], object] = lambda _done, _total: None,
) -> Iterator[Difficulty]:
    """Yield how hard each deal is, bots playing it *games* times.

    *show* is told how many of how many games are played; those that are kept count as played.
    """
    tables = {bot_games.key_of(one.table): one.table for one in found}
    total, before, done = games * len(found) + USUAL * len(tables), 0, 0

    def step() -> None:
        nonlocal done
        done += 1
        show(before + done, total)

    usual: dict[str, Played] = {}
    for one in found:
        key = bot_games.key_of(one.table)
        if key not in usual:
            usual[key] = bot_games.replay(
                store.path, one.table, None, games=USUAL, workers=workers, show=step
            )
            before, done = before + USUAL, 0
        bots = bot_games.replay(
            store.path, one.table, one.deal, games=games, workers=workers, show=step
        )
        bot_games.note(store.path, one.sha256, one.table, one.deal)
        before, done = before + games, 0
        show(before, total)
        yield Difficulty(one, bots, usual[key])


class Expected(NamedTuple):
    """How many of some deals bots would win."""

    mean: float
    low: int
    """In 95 of 100 tries it is between the two."""
    high: int


def expected(told: Sequence[Difficulty]) -> Expected:
    """Return how many of these very deals bots would win, each played once.

    The number of wins is a sum of chances that differ from deal to deal, and its distribution is
    worked out in full (it is called Poisson's binomial).
    """
    shares = [one.bots.won / one.bots.decided for one in told if one.bots.decided]
    chances = [1.0]
    """Of so many wins, from none."""
    for share in shares:
        won, lost = [0.0, *(one * share for one in chances)], [one * (1 - share) for one in chances]
        chances = [a + b for a, b in zip(won, [*lost, 0.0], strict=True)]
    upto = list(accumulate(chances))
    low, high = (
        next(wins for wins, one in enumerate(upto) if one >= end) for end in (0.025, 0.975)
    )
    return Expected(sum(shares), low, high)
