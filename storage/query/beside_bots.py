"""Puts what bots win beside what people win: ``win rate by level vs bots``.

The games of people behind each row are sorted by what was agreed at the table: game, level, number
of players, options. Bots play at these very tables, and their win rates are weighted by how many
games of people there were at each: so the row differs in who played, and not in what.

The bots' interval is that of a weighted sum of rates, each with its own Wilson interval (method of
variance estimates recovery: Zou, Huang & Zhang 2009, Computational Statistics & Data Analysis
53:1080).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from .comparison import Compared, _Pair
from .dealt import asks_for_deals, by_log
from .errors import PhraseError
from .figures import NO_FIGURE, Answered, Counter, Figure, Key
from .layout import counted
from .query import Comparison, Query
from .statistics import ClusterSums, Interval, normal_quantile, rate_interval

if TYPE_CHECKING:
    from engine.bots.tables import BotTable

    from ..bot_games import Played

Wanted: TypeAlias = "Mapping[str, tuple[BotTable, int]]"
"""By `bot_games.key_of`: a table, and how many games there are to be."""
Simulate: TypeAlias = Callable[[Path, Wanted], None]
"""Plays what is wanted and keeps it in a store's folder; see `bot_games.play`."""

SIDES: Final = Comparison("played by", ("bots", "humans"))
LEAST: Final = 1000
"""Games of bots at a table: ± 3 per cent at the most."""
MOST: Final = 20_000
_TIMES: Final = 4
"""As many games of bots as of people, so that it is the people's that leave it open."""


class Beside(NamedTuple):
    """The figures of both, and what goes with them."""

    answer: Answered
    """Its groups have one more part of their key: who played."""
    notes: list[str]
    plans: list[str]
    """How the bots' figures came about, a sentence a table."""


def refuse_unfit(query: Query, phrase: str) -> None:
    """Raise PhraseError where a question cannot be asked of bots."""
    if not query.beside_bots:
        return

    def fail(message: str, hint: str, *suggestions: str) -> PhraseError:
        whole = (phrase, 0, len(phrase), message)
        return PhraseError(*whole, code="does-not-fit", suggestions=list(suggestions), hint=hint)

    alone = query._replace(beside_bots=False)
    if query.compare is not None or query.previous is not None:
        raise fail("One comparison at a time.", "Ask two questions.", str(alone))
    if query.bots is not None:
        raise fail(
            "Beside bots stand the games of people alone.",
            "Leave out what is said of the store's own games of bots.",
            str(query._replace(bots=None)),
        )
    if [(one.aggregate, one.metric) for one in query.measures] != [("rate", "win rate")]:
        rate = query.measures[0]._replace(aggregate="rate", metric="win rate", per=None)
        rate = rate._replace(quantile=None, such=(), bins=None)
        raise fail(
            "Of bots it is the win rate that is simulated.",
            "`cardstats simulate --store` keeps games of bots, and `by played by including bots` "
            "splits any figure.",
            str(query._replace(measures=(rate,), order=None, limit=None)),
        )


def beside(counter: Counter, answer: Answered, reading: Any, simulate: Simulate | None) -> Beside:
    """Return the figures of people and bots. Without *simulate* nothing is played that is not kept."""
    from .. import bot_games

    home: Path | None = getattr(reading, "home", None)
    if asks_for_deals(counter.query):
        return _on_the_same_deals(counter, answer, reading)
    mixes = _mixes(counter, answer)
    tables: dict[str, BotTable] = {}
    people: dict[str, int] = {}
    notes: list[str] = []
    for mix in mixes.values():
        for key, (table, games) in mix.items():
            if table is None:
                notes.append(f"No bot plays {key}.")
                continue
            tables[key] = table
            people[key] = max(people.get(key, 0), games)
    found: Mapping[str, Played] = {}
    if home is not None:
        wanted = {key: (table, _enough(people[key])) for key, table in tables.items()}
        found = bot_games.known(home, list(tables.values()))
        missing = {
            key: one for key, one in wanted.items() if key not in found or found[key].games < one[1]
        }
        if missing and simulate is not None:
            simulate(home, missing)
            found = bot_games.known(home, list(tables.values()))
    absent = [_said(table) for key, table in tables.items() if key not in found]
    if absent:
        notes.append(
            f"No games of bots are kept yet for {'; '.join(absent)}: `cardstats query` with this "
            "question, on the machine where the store is, plays and keeps them."
        )
    groups: dict[Key, Figure] = {}
    for row, figure in answer.groups.items():
        groups[*row, "humans"] = figure
        groups[*row, "bots"] = _figure(mixes.get(row, {}), found, counter.level)
    rested = {key: found[key] for key in tables if key in found}
    if rested:
        bots = ", ".join(sorted({name for key in rested for name in tables[key].bots}))
        notes.append(
            f"Bots: {sum(one.games for one in rested.values()):,} games of {bots}, on the same level "
            "with the same number of players and the same options, weighted as people played them."
        )
    plans = [
        f"Bots, {_said(tables[key])}: {one.won:,} of {one.decided:,} games won, "
        f"seeds of series {bot_games.SERIES}."
        for key, one in sorted(rested.items())
    ]
    return Beside(answer._replace(groups=groups, shared={}), list(dict.fromkeys(notes)), plans)


def _on_the_same_deals(counter: Counter, answer: Answered, reading: Any) -> Beside:
    """Return what people won beside what bots win of the very same deals, each counted alike."""
    found = by_log(reading)
    ids = _ids(counter, answer)
    listed = sorted({one for games in ids.values() for one in games})
    logs = dict(
        counter.database.connection.execute(
            "SELECT game_id, log_sha256 FROM games WHERE game_id IN "
            f"(SELECT unnest({listed}::BIGINT[]))"
        ).fetchall()
    )
    groups: dict[Key, Figure] = {}
    for row, figure in answer.groups.items():
        mix: Mix = {logs[one]: (None, 1) for one in ids.get(row, ())}
        groups[*row, "humans"] = figure
        groups[*row, "bots"] = _figure(mix, found, counter.level)
    played = [found[log] for log in logs.values() if log in found]
    notes = [
        f"Bots: {sum(one.games for one in played):,} games on the very deals of {counted(len(played), 'game')},"
        " each deal counted alike; their hands slip now and then."
    ]
    return Beside(answer._replace(groups=groups, shared={}), notes, [])


class ComparedWithBots(Compared):
    """The differences between people and bots."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(SIDES, counter.names, counter.level, anytime=counter.anytime)

    def _more_games(self, pair: _Pair) -> int | None:
        """Return how many more games of people would settle it: the bots' are as many as there are.

        As `statistics.games_to_settle`, but that only the people's part of the interval shrinks.
        """
        if pair.difference.settled and self.among == 1:
            return 0
        bots, humans, size = pair.first.interval, pair.second.interval, pair.difference.estimate
        if not size or None in (bots.low, bots.high, humans.low, humans.high):
            return None
        one, other = _reach(humans, up=size < 0), _reach(bots, up=size > 0)
        z = normal_quantile(0.5 + self.level / 2)
        wanted = normal_quantile(1 - (1 - self.level) / (2 * self.among))
        left = (size * z / (wanted + normal_quantile(0.8))) ** 2 - other**2
        if left <= 0:
            return None
        return max(0, math.ceil(pair.second.games * (one**2 / left - 1)))


def _reach(interval: Interval, *, up: bool) -> float:
    end = interval.high if up else interval.low
    assert end is not None and interval.estimate is not None, "it was looked at"
    return abs(end - interval.estimate)


Mix: TypeAlias = "dict[str, tuple[BotTable | None, int]]"
"""By table, the games of people at it; by words, with None, what no bot can play."""


def _mixes(counter: Counter, answer: Answered) -> dict[Key, Mix]:
    """Return for each row at which tables its games were played."""
    listed = _ids(counter, answer)
    connection = counter.database.connection
    ids = sorted({one for games in listed.values() for one in games})
    agreed = {
        row[0]: row[1:]
        for row in connection.execute(
            "SELECT game_id, game, level, players, options FROM games WHERE game_id IN "
            f"(SELECT unnest({ids}::BIGINT[]))"
        ).fetchall()
    }
    known: dict[tuple[Any, ...], tuple[str, BotTable | None]] = {}
    mixes: dict[Key, Mix] = {}
    for row, games in listed.items():
        mix = mixes.setdefault(row, {})
        for game_id in games:
            said = agreed[game_id]
            if said not in known:
                known[said] = _table(*said)
            key, table = known[said]
            mix[key] = (table, mix.get(key, (table, 0))[1] + 1)
    return mixes


def _ids(counter: Counter, answer: Answered) -> dict[Key, list[int]]:
    """Return the games behind each row, by their ids."""
    dims = len(counter.query.by)
    listed = counter.database.rows(lambda: counter.compiler().ids(answer.plan))
    found: dict[Key, list[int]] = {}
    for row in listed:
        found.setdefault(tuple(row[:dims]), []).extend(int(one) for one in row[dims] or ())
    return found


def _table(game: str, level: str, players: int, options: str | None) -> tuple[str, BotTable | None]:
    from engine.bots.tables import agreed
    from engine.errors import CardstatsError

    from ..bot_games import key_of

    stated = json.loads(options) if options else {}
    try:
        table = agreed(game, level=level, players=players, options=stated)
    except CardstatsError:  # a game that is not installed, or more players than bots have chairs
        return f"{game} on {level} with {players} players", None
    return key_of(table), table


def _enough(people: int) -> int:
    return min(MOST, max(LEAST, _TIMES * people))


def _figure(mix: Mix, found: Mapping[str, Played], level: float) -> Figure:
    """Return the bots' figure for a mix of tables; none where one of them is missing."""
    whole = sum(games for _, games in mix.values())
    rate = under = over = 0.0
    games = 0
    for key, (_, people) in mix.items():
        if key not in found or not found[key].decided:
            return NO_FIGURE
        won, decided = found[key].won, found[key].decided
        one = rate_interval(ClusterSums(decided, won, decided, won, won, decided), level)
        assert one.estimate is not None, "there are games"
        weight = people / whole
        rate += weight * one.estimate
        under += (weight * _reach(one, up=False)) ** 2
        over += (weight * _reach(one, up=True)) ** 2
        games += decided
    if not games:
        return NO_FIGURE
    low, high = max(0.0, rate - math.sqrt(under)), min(1.0, rate + math.sqrt(over))
    return Figure(Interval(rate, low, high, games), games, games)


def _said(table: BotTable) -> str:
    options = "".join(f", {name} {json.dumps(value)}" for name, value in table.options.items())
    return f"{table.game} on {table.level} with {counted(table.players, 'player')}{options}"
