"""The command ``cardstats tune``."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import click

from ..errors import Usage
from ..exits import FINE, STOPPED
from ..options import read_option, read_value, split_names, with_bots, with_format, with_jobs
from ..output import print_lines, print_records, print_words, refuse_terminal, table_lines
from ..progress import bar
from ..stopping import stopping_at

if TYPE_CHECKING:
    from storage.tuning import Race, Runner

COLUMNS: Final = (
    "game",
    "players",
    "bots",
    "seed",
    "goal",
    "setting",
    "win_rate",
    "low",
    "high",
    "distance",
    "games",
    "in_the_race",
    "out_by",
)
_GAMES: Final = 2000
_MOST: Final = 100
"""Settings of one race."""
_NAMED: Final = 3
"""Others in the race that are named."""
_GOAL: Final = re.compile(r"\s*win\s+rate\s*(?:of|=|:)?\s*(\d+(?:\.\d+)?)\s*(?:%|per\s?cent)\s*")
_SPAN: Final = re.compile(r"(-?\d+)\.\.(-?\d+)")
_EXAMPLE: Final = "Say --vary targets=3..7,jokers=0..2 or --vary signals=yes,no."


@click.command("tune")
@click.argument("game")
@click.option("--goal", required=True, metavar="GOAL", help="What is wanted: “win rate 50%”.")
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="NAME=VALUES,...",
    help="What may be changed: targets=3..7,jokers=0..2; several values as signals=yes,no. Also "
    "level=easy,normal.",
)
@click.option("--level", default="normal", show_default=True, metavar="NAME", help="The base.")
@click.option(
    "--players",
    multiple=True,
    callback=split_names,
    metavar="N,...",
    help="How many play, each number a race of its own; the fewest if left out.",
)
@click.option(
    "--games",
    type=click.IntRange(50),
    default=_GAMES,
    show_default=True,
    metavar="K",
    help="How many games of a setting at the most.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Which deals.")
@with_bots
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option that is other than the level's in all settings; may be repeated.",
)
@with_jobs
@with_format
def command(
    game: str,
    goal: str,
    vary: tuple[str, ...],
    level: str,
    players: list[str],
    games: int,
    seed: int,
    bots: list[str],
    options: tuple[str, ...],
    jobs: int,
    form: str,
) -> int:
    """Look for the setting that comes nearest to a goal.

    \b
      cardstats tune spot-on --goal "win rate 50%" --vary targets=3..7,jokers=0..2
      cardstats tune pot-luck --goal "win rate 30%" --vary target=11..15 --players 2,3

    Every setting is played on the same deals, and one that is proven to be farther off than another
    leaves the race, so that the games go where it is close. Ctrl-C stops it and tells how it stands.
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    from engine.bots.many import Workers
    from storage.tuning import Race

    refuse_terminal(form)
    wanted = _goal(goal)
    fixed = dict(map(read_option, options))
    varied = _varied(vary, fixed)
    races = [
        Race(
            _tables(game, varied, level=level, players=number, bots=bots, options=fixed),
            goal=wanted,
            games=games,
            seed=seed,
        )
        for number in _numbers(players)
    ]
    begun = time.monotonic()
    is_stopped = False
    try:
        with bar("games") as show, stopping_at(show) as tell, Workers(jobs) as workers:
            for race in races:
                race.run(workers, tell)
    except KeyboardInterrupt:
        is_stopped = True
    if form == "table":
        print_lines(line for race in races for line in _lines(race))
    else:
        print_records(form, (one for race in races for one in _records(race)), COLUMNS)
        for race in races:
            print_words(_advice(race))
    played = sum(race.played for race in races)
    if is_stopped:
        print_words(f"Stopped after {played:,} games; above is how it stood.")
        return STOPPED
    full = sum(len(race.runners) * race.games for race in races)
    print_words(
        f"{played:,} games in {time.monotonic() - begun:,.1f} s; all settings to the end would have "
        f"been {full:,}."
    )
    return FINE


# -- what is asked for


def _goal(text: str) -> float:
    """Read ``win rate 50%`` as a share. Raises Usage."""
    found = _GOAL.fullmatch(text.casefold())
    if found is None:
        raise Usage(
            f"{text!r} is no goal.",
            code="bad-goal",
            place="--goal",
            hint='Say it in per cent: --goal "win rate 50%".',
        )
    rate = float(found[1]) / 100
    if rate > 1:
        raise Usage(
            f"A win rate of {found[1]} % cannot be had.",
            code="bad-goal",
            place="--goal",
            hint="It lies between 0 % and 100 %.",
        )
    return rate


def _varied(vary: Sequence[str], fixed: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Read ``targets=3..7,signals=yes,no``. Raises Usage."""
    found: dict[str, list[Any]] = {}
    for words in vary:
        name = ""
        for piece in words.split(","):
            head, sign, text = piece.rpartition("=")
            if sign:
                name = head.strip()
                if name in found or name in fixed:
                    raise Usage(f"{name!r} is set twice.", place="--vary", hint="Say it once.")
                found[name] = []
            if not name or not text.strip():
                raise Usage(f"{piece!r} is no name and values.", place="--vary", hint=_EXAMPLE)
            found[name] += _values(name, text.strip())
    unique = {name: _unique(values) for name, values in found.items()}
    many = math.prod(map(len, unique.values()))
    if many > _MOST:
        raise Usage(
            f"These are {many:,} settings, and more than {_MOST} are not raced at once.",
            code="too-many-settings",
            place="--vary",
            hint="Vary less, or every second value: targets=3,5,7.",
        )
    return unique


def _values(name: str, text: str) -> Sequence[Any]:
    span = _SPAN.fullmatch(text)
    if span is None:
        if ".." in text:
            raise Usage(f"{text!r} is no span of whole numbers.", place="--vary", hint=_EXAMPLE)
        return [text if name == "level" else read_value(text)]
    low, high = int(span[1]), int(span[2])
    if low > high:
        raise Usage(
            f"{name} from {low} to {high} goes backwards.",
            place="--vary",
            hint=f"Say {name}={high}..{low}.",
        )
    return range(low, min(high, low + _MOST) + 1)


def _unique(values: Sequence[Any]) -> list[Any]:
    # By what they say: to Python 1 and true are the same.
    return list({repr(value): value for value in values}.values())


def _numbers(players: Sequence[str]) -> list[int | None]:
    numbers: list[int | None] = []
    for text in players or [""]:
        if text and not text.isdecimal():
            raise Usage(
                f"{text!r} is no number of players.", place="--players", hint="Say --players 2,3."
            )
        number = int(text) if text else None
        if number not in numbers:
            numbers.append(number)
    return numbers


def _tables(
    game: str,
    varied: Mapping[str, Sequence[Any]],
    *,
    level: str,
    players: int | None,
    bots: Sequence[str],
    options: Mapping[str, Any],
) -> list[Any]:
    from engine.bots.tables import agreed

    tables = []
    for values in product(*varied.values()):
        setting = dict(zip(varied, values, strict=True))
        chosen = {**options, **setting}
        base = chosen.pop("level", level)
        table = agreed(game, level=base, players=players, bots=bots, options=chosen)
        tables.append((setting, table))
    return tables


# -- how it went


def _lines(race: Race) -> Iterator[str]:
    first = race.runners[0].table
    yield (
        f"{first.game}, {first.players} players, bots: {', '.join(first.bots)}, seed {race.seed}: "
        f"which setting comes nearest to a win rate of {_percent(race.goal)} %"
    )
    names = list(race.runners[0].setting)
    rows = []
    for one in race.ranking():
        low, high = one.interval()
        rows.append(
            (
                *(one.setting[name] for name in names),
                f"{_percent(one.win_rate)} %",
                f"{100 * low:.1f} – {100 * high:.1f}",
                f"{100 * (one.win_rate - race.goal):+.1f}",
                one.games,
                "in the race" if one.out_by is None else f"out: {_said(one.out_by)} is nearer",
            )
        )
    yield from table_lines((*names, "win rate", "95 % interval", "off by", "games", ""), rows)
    yield ""
    yield _advice(race)
    yield ""


def _advice(race: Race) -> str:
    """Say which setting to print next, and how sure that is."""
    ranking = race.ranking()
    if not ranking:
        return "Nothing was played yet."
    best, *others = ranking
    low, high = best.interval()
    off = 100 * (best.win_rate - race.goal)
    where = "right at the goal" if abs(off) < 0.05 else f"{off:+.1f} off the goal"
    words = (
        f"Next setting worth printing for {best.table.players} players: {_said(best)}{_as_level(best)}, "
        f"a win rate of {_percent(best.win_rate)} % ({100 * low:.1f} – {100 * high:.1f}), {where}."
    )
    close = [_said(one) for one in others if one.out_by is None]
    if close:
        more = f" and {len(close) - _NAMED} more" if len(close) > _NAMED else ""
        words += (
            f" Not proven to be farther off: {'; '.join(close[:_NAMED])}{more}. More --games tell "
            "them apart."
        )
    if not low <= race.goal <= high:
        words += " None of these settings gets there: vary something else, or farther."
    return words


def _as_level(one: Runner) -> str:
    """Say which level of the game already is that setting, if one is."""
    from engine.bots.simulate import setting_of
    from engine.games import game

    rules, table = game(one.table.game), one.table
    if "level" in one.setting:
        return ""

    def options(level: str, more: Mapping[str, Any]) -> Mapping[str, Any]:
        return setting_of(rules, level=level, players=table.players, options=more).options

    here = options(table.level, table.options)
    same = [level for level in rules.levels if options(level, {}) == here]
    return f" (the level {same[0]} as it is)" if same else ""


def _said(one: Runner) -> str:
    return ", ".join(f"{name} {_word(value)}" for name, value in one.setting.items())


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0")


def _records(race: Race) -> Iterator[dict[str, Any]]:
    for one in race.ranking():
        low, high = one.interval()
        yield {
            "game": one.table.game,
            "players": one.table.players,
            "bots": list(one.table.bots),
            "seed": race.seed,
            "goal": 100 * race.goal,
            "setting": {"level": one.table.level, **one.table.options},
            "win_rate": 100 * one.win_rate,
            "low": 100 * low,
            "high": 100 * high,
            "distance": 100 * race.distance(one),
            "games": one.games,
            "in_the_race": one.out_by is None,
            "out_by": None if one.out_by is None else dict(one.out_by.setting),
        }
