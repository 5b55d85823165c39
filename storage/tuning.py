"""Looks for the setting of a game whose win rate comes nearest to a goal: a race on common deals.

Every setting is played on the same deals, so that what tells two settings apart is the settings and
not the cards. After each lap those leave the race that are proven to be farther off than another
one. With the rates p and q of two settings and the goal g,

    |p - g| > |q - g|   where   p - q   and   p + q - 2g   have the same sign,

and both are means over the deals, of numbers that a deal gives. Each sign is held to be proven when
`betting.fortune` has grown to 2·(settings - 1)/.05: so the nearest of all stays in with a chance of
95 % at the least, however many laps there are. (Successive elimination: Even-Dar, Mannor & Mansour
2006, Journal of Machine Learning Research 7:1079, with the bets in the place of their intervals.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.bots.many import Workers
from engine.bots.players import bot_named
from engine.bots.simulate import seed_of, simulate
from engine.bots.tables import BotTable
from engine.errors import CardstatsError
from engine.games import game

from .betting import fortune, rate_interval_at_any_time

LEVEL: Final = 0.95
_FIRST_LAP: Final = 50
"""Games of each setting; each lap is half as long again as the one before."""


class NoGoal(CardstatsError):
    """Nobody wins or loses at such a table: ask for a game, or options, with a goal."""

    code = "no-goal"


@dataclass(slots=True)
class Runner:
    """A setting in the race, and how it stands."""

    setting: Mapping[str, Any]
    """What is varied: by name of the option, or `level`."""
    table: BotTable
    wins: int = 0
    """A bit a deal: the nth, from the lowest, where the nth deal was won."""
    games: int = 0
    out_by: Runner | None = None
    """Which one is nearer; None while it is in the race."""

    @property
    def won(self) -> int:
        """How many games were won."""
        return self.wins.bit_count()

    @property
    def win_rate(self) -> float:
        """The share of games won, from 0 to 1; there has to be a game."""
        return self.won / self.games

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the win rate, which holds however often one looks."""
        return rate_interval_at_any_time(self.won, self.games, LEVEL)


class Race:
    """Settings of one game for one number of players, on their way to a goal."""

    def __init__(
        self,
        tables: Sequence[tuple[Mapping[str, Any], BotTable]],
        *,
        goal: float,
        games: int,
        seed: int,
    ) -> None:
        """*goal* is a win rate from 0 to 1; each setting plays *games* games at the most."""
        self.goal = goal
        self.games = games
        self.seed = seed
        self.runners = [Runner(setting, table) for setting, table in tables]

    @property
    def left(self) -> list[Runner]:
        """Those that may still be the nearest."""
        return [one for one in self.runners if one.out_by is None]

    @property
    def played(self) -> int:
        """How many games were played, of all settings together."""
        return sum(one.games for one in self.runners)

    def distance(self, one: Runner) -> float:
        """Return how far the win rate lies from the goal, as a share."""
        return abs(one.win_rate - self.goal)

    def ranking(self) -> list[Runner]:
        """Return all that have played: those in the race first, the nearest before the others."""
        told = [one for one in self.runners if one.games]
        return sorted(told, key=lambda one: (one.out_by is not None, self.distance(one)))

    def run(self, workers: Workers, show: Callable[[int, int], object]) -> None:
        """Run the race to its end. *show* is told after each game how many of how many are played.

        An interrupt leaves it after the last deal that all have played. Raises NoGoal.
        """
        lap = _FIRST_LAP
        while (left := self.left) and left[0].games < self.games:
            # The one that is left plays on alone: how near it is, is what one wants to know.
            self._lap(left, min(self.games - left[0].games, lap), workers, show)
            self._leave_behind()
            lap += lap // 2

    def _lap(
        self, left: list[Runner], games: int, workers: Workers, show: Callable[[int, int], object]
    ) -> None:
        before, begun = self.played, left[0].games
        most = before + len(left) * (self.games - begun)
        first, last = begun * len(left), (begun + games) * len(left)
        shared = (self.seed, tuple(one.table for one in left))
        outcomes: list[str] = []
        try:
            for outcome in workers.run(_play, shared, range(first, last)):
                outcomes.append(outcome)
                show(before + len(outcomes), most)
        finally:
            deals = len(outcomes) // len(left)  # that all have played
            for which, one in enumerate(left):
                for deal, outcome in enumerate(outcomes[which : deals * len(left) : len(left)]):
                    one.wins |= (outcome == "won") << (begun + deal)
                one.games = begun + deals
        for which, one in enumerate(left):
            if not {"won", "lost"}.intersection(outcomes[which :: len(left)]):
                raise NoGoal(
                    f"{game(one.table.game).title} is neither won nor lost {_said(one)}, so it has "
                    "no win rate.",
                    place="--goal",
                    hint="Tune a game, or options, in which the team has a goal.",
                )

    def _leave_behind(self) -> None:
        left = sorted(self.left, key=self.distance)
        bound = math.log(2 * max(1, len(self.runners) - 1) / (1 - LEVEL))
        # The nearest prove most, and what proved somebody farther off may be found so itself.
        for one in reversed(left):
            one.out_by = next(
                (
                    other
                    for other in left
                    if other is not one and self._is_farther(one, other, bound)
                ),
                None,
            )

    def _is_farther(self, one: Runner, other: Runner, bound: float) -> bool:
        """Tell whether *one* is proven to lie farther from the goal than *other*."""
        both = (one.wins & other.wins).bit_count()
        only_one, only_other = one.won - both, other.won - both
        neither = one.games - both - only_one - only_other
        apart = {-1.0: only_other, 0.0: both + neither, 1.0: only_one}
        around = {
            0 - 2 * self.goal: neither,
            1 - 2 * self.goal: only_one + only_other,
            2 - 2 * self.goal: both,
        }
        sign = 1 if one.won > other.won else -1
        return all(
            fortune({sign * value: count for value, count in seen.items()}) >= bound
            for seen in (apart, around)
        )


def _play(shared: tuple[int, Sequence[BotTable]], items: Sequence[int]) -> list[str]:
    """Play the tables in turn, deal after deal; return the outcomes."""
    series, tables = shared
    return list(_outcomes(series, tables, items))


def _outcomes(series: int, tables: Sequence[BotTable], items: Sequence[int]) -> Iterator[str]:
    for item in items:
        deal, which = divmod(item, len(tables))
        table = tables[which]
        rules = game(table.game)
        (played,) = simulate(
            rules,
            players=table.players,
            seeds=(seed_of(series, deal),),
            level=table.level,
            options=table.options,
            bots=[bot_named(rules, name) for name in table.bots],
        )
        yield played.outcome


def _said(one: Runner) -> str:
    options = ", ".join(f"{name}={value}" for name, value in one.table.options.items())
    return f"on {one.table.level}" + (f" with {options}" if options else "")
