"""Simulated moves a second beside a public simulator, and what the compiled search saves."""

from __future__ import annotations

from itertools import count
from statistics import median
from typing import Any, Final

from engine.bots.many import Workers, processors
from engine.bots.players import bot_named
from engine.bots.simulate import seeds_of, simulate
from engine.bots.tables import BotTable
from engine.games import game, names

from .measure import Figure, Section, clock, in_turn, lap, over, rate

RLCARD: Final = 6.0
COMPILED: Final = 3.0

_GAMES: Final = 100
_UNO: Final = 30
_SEARCHED: Final = 12


def simulation() -> Section:
    """Measure random play on one core and on all, beside rlcard's uno played at random too."""
    import rlcard
    from rlcard.agents import RandomAgent

    rules = game("spot-on")
    bot = bot_named(rules, "random")
    seeds = list(seeds_of(1, _GAMES))
    moves = sum(
        sum(one.moves.values()) for one in simulate(rules, players=2, seeds=seeds, bots=[bot])
    )
    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    steps = 0

    def theirs() -> None:
        nonlocal steps
        steps = 0
        for _ in range(_UNO):
            trajectories, _ = env.run(is_training=False)
            steps += sum(len(one) // 2 for one in trajectories)

    def ours() -> None:
        for _ in simulate(rules, players=2, seeds=seeds, bots=[bot]):
            pass

    jobs = processors()
    table = BotTable("spot-on", 2, ("random",), "normal")
    many = list(seeds_of(1, _GAMES * 10 * jobs))
    figures = []
    with Workers(jobs) as workers:
        # One game for each job of workers that are up: how long they take to start is no matter.
        for _ in workers.summaries(table, many * 3):
            pass

        def everywhere() -> None:
            for _ in workers.summaries(table, many):
                pass

        times: dict[str, list[float]] = in_turn(
            {"one core": lap(ours), "theirs": lap(theirs), "all cores": lap(everywhere)}
        )
    per_step = [took / steps for took in times["theirs"]]
    sides = {"one core": moves, "all cores": moves * 10 * jobs}
    if clock.kind == "cpu":
        del sides["all cores"]  # workers that are still there have told nobody what they used
    for name, made in sides.items():
        per_move = [took / made for took in times[name]]
        told = f"{rate(made, times[name], 'moves')}, uno {rate(steps, times['theirs'], 'steps')}"
        figures.append(
            Figure(
                f"random play, {name} / rlcard's uno", over(per_step, per_move), RLCARD, told=told
            )
        )
    figures.append(_compiled())
    notes = [_random_paces(median(per_step)), *_paces()]
    return Section("Simulation: moves a second", figures, notes=notes)


def _compiled() -> Figure:
    """Return how many times faster the simple bot of Spot On plays with its search compiled."""
    from unittest.mock import patch

    from engine.bots import spot_on, spot_on_compiled, spot_on_search

    rules = game("spot-on")
    bot = bot_named(rules, "simple")
    seeds = list(seeds_of(2, _SEARCHED))

    def with_search(best: Any) -> Any:
        def play() -> None:
            with patch.object(spot_on, "search", lambda: best):
                for _ in simulate(rules, players=2, seeds=seeds, bots=[bot]):
                    pass

        return lap(play)

    times = in_turn(
        {
            "plain": with_search(spot_on_search.best),
            "compiled": with_search(spot_on_compiled.best),
        }
    )
    return Figure(
        "spot-on simple, compiled search / plain",
        over(times["plain"], times["compiled"]),
        COMPILED,
        told=f"{rate(_SEARCHED, times['compiled'], 'games')}, "
        f"plain {rate(_SEARCHED, times['plain'], 'games')}",
    )


def _random_paces(per_step: float) -> str:
    """Return how fast each game is played at random, and that beside a step of uno.

    Each round plays other games, for some rules remember what a hand can do.
    """
    words = []
    for name in names():
        rules = game(name)
        bot = bot_named(rules, "random")
        series = count(10)

        def per_move(rules: Any = rules, bot: Any = bot, series: Any = series) -> float:
            seeds = list(seeds_of(next(series), _GAMES))
            start = clock()
            played = list(simulate(rules, players=rules.players[0], seeds=seeds, bots=[bot]))
            seconds = clock() - start
            return seconds / sum(sum(one.moves.values()) for one in played)

        times = in_turn({"play": per_move}, rounds=3)["play"]
        words.append(f"{name} {rate(1, times, 'moves')} ({per_step / median(times):.1f})")
    return f"random play on one core, and in steps of uno: {', '.join(words)}."


def _paces() -> list[str]:
    """Return how many games a second each game's simple bots play, on one core."""
    words = []
    for name in names():
        rules = game(name)
        bot = bot_named(rules, "simple")
        seeds = list(seeds_of(3, 40))

        def play(rules: Any = rules, bot: Any = bot, seeds: Any = seeds) -> None:
            for _ in simulate(rules, players=rules.players[0], seeds=seeds, bots=[bot]):
                pass

        times = in_turn({"play": lap(play)}, rounds=3)
        words.append(f"{name} {rate(len(seeds), times['play'], 'games')}")
    return [f"simple bots on one core: {', '.join(words)}."]
