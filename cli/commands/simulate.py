"""The command ``cardstats simulate``."""

from __future__ import annotations

import gzip
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

import click

from ..errors import Usage
from ..exits import FINE, STOPPED
from ..options import read_option, with_bots, with_format, with_jobs, with_server
from ..output import print_lines, print_records, print_words, refuse_terminal, table_lines
from ..progress import bar
from ..stopping import stoppable
from ..stores import opened_store

if TYPE_CHECKING:
    from engine.bots.simulate import Summary
    from engine.bots.tables import BotTable
    from storage import Store
    from storage.simulated import Tally

COLUMNS: Final = (
    "game",
    "level",
    "players",
    "options",
    "bots",
    "seed",
    "measure",
    "value",
    "low",
    "high",
    "unit",
    "games",
)
_GAMES: Final = 1000


@click.command("simulate")
@click.argument("game")
@click.option("--level", default="normal", show_default=True, metavar="NAME", help="The level.")
@click.option("--players", type=int, metavar="N", help="How many play; the fewest if left out.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=_GAMES,
    show_default=True,
    metavar="K",
    help="How many games.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Which games.")
@with_bots
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game that is other than the level's; may be repeated.",
)
@with_jobs
@click.option("--out", metavar="FILE", help="Write the logs, one a line, .gz or not; - is stdout.")
@click.option("--store", "keep", is_flag=True, help="Keep the logs in the store.")
@click.option("--summary", is_flag=True, help="Only say how the games came out: the default.")
@with_format
@with_server
def command(
    game: str,
    level: str,
    players: int | None,
    games: int,
    seed: int,
    bots: list[str],
    options: tuple[str, ...],
    jobs: int,
    out: str | None,
    keep: bool,
    summary: bool,
    form: str,
) -> int:
    """Let bots play, and say how it came out.

    The same seed gives the same games, whatever the number of jobs and whoever plays; `cardstats
    bots` lists the players. Ctrl-C stops it and keeps what is done: the file ends with a whole
    line, the store keeps what it has, and the summary is of the games that were played.
    """
    from engine.bots.tables import agreed
    from engine.games import game as game_named
    from storage.simulated import Tally

    refuse_terminal(form)
    if (out is not None) + keep + summary > 1:
        raise Usage(
            "--out, --store and --summary are three ways to go on.",
            place="simulate",
            hint="Take one; a summary is told with each.",
        )
    table = agreed(
        game, level=level, players=players, bots=bots, options=dict(map(read_option, options))
    )
    tally = Tally(game_named(game))
    is_stopped = False
    begun = time.monotonic()
    if keep:
        with opened_store() as store:
            is_stopped = _run(_stored(table, games, seed, jobs, store), tally, games)
    elif out is not None:
        with _opened(out) as file:
            is_stopped = _run(_written(table, games, seed, jobs, file), tally, games)
    else:
        is_stopped = _run(_played(table, games, seed, jobs), tally, games)
    seconds = time.monotonic() - begun
    if out == "-":
        form_words = table_lines(("measure", "value", "95 % interval"), _rows(tally))
        for line in form_words:
            print_words(line)
    else:
        _tell(table, seed, tally, form)
    pace = f"{tally.games / seconds:,.0f} games/s" if seconds else ""
    if is_stopped:
        print_words(f"Stopped after {tally.games:,} of {games:,} games, which are kept; {pace}.")
        return STOPPED
    print_words(f"{tally.games:,} games in {seconds:,.1f} s: {pace}.")
    return FINE


def _run(played: Iterator[Summary], tally: Tally, games: int) -> bool:
    """Take all games in; return whether that was stopped."""
    with bar("games") as show, stoppable() as is_stopped, closing(played):  # type: ignore[type-var]  # a generator has a close
        for game in played:
            tally.add(game)
            show(tally.games, games)
            if is_stopped():
                return True
    return False


def _played(table: BotTable, games: int, seed: int, jobs: int) -> Iterator[Summary]:
    from engine.bots.many import summaries
    from engine.bots.simulate import seeds_of

    return summaries(table, seeds_of(seed, games), jobs=jobs)


def _written(
    table: BotTable, games: int, seed: int, jobs: int, file: IO[bytes]
) -> Iterator[Summary]:
    from engine.bots.many import logs
    from engine.bots.simulate import seeds_of

    for summary, log in logs(table, seeds_of(seed, games), jobs=jobs):
        file.write(log + b"\n")
        yield summary


def _stored(table: BotTable, games: int, seed: int, jobs: int, store: Store) -> Iterator[Summary]:
    from engine.bots.many import logs
    from engine.bots.simulate import seeds_of

    waiting: list[Summary] = []

    def named() -> Iterator[tuple[str, bytes]]:
        played = logs(table, seeds_of(seed, games), jobs=jobs)
        with closing(played):  # type: ignore[type-var]  # a generator has a close
            for summary, log in played:
                waiting.append(summary)
                yield f"game {summary.seed}", log

    for receipt in store.put_many(named()):
        assert receipt.status in ("accepted", "duplicate"), "bots play by the rules"
        yield waiting.pop(0)


def _opened(out: str) -> IO[bytes]:
    if out == "-":
        return open(sys.stdout.fileno(), "wb", closefd=False)  # closed by the caller
    path = Path(out)
    try:
        # Whole lines are what a stop leaves: a line is written in one piece.
        return gzip.open(path, "wb") if path.suffix == ".gz" else path.open("wb")  # type: ignore[return-value]  # both take bytes
    except OSError as error:
        raise Usage(
            f"The file cannot be written: {error.strerror}.",
            place=out,
            hint="Name a file in a folder that is there and open to you.",
        ) from error


def _rows(tally: Tally) -> Iterator[tuple[str, str, str]]:
    for one in tally.measures():
        unit = " %" if one.unit == "%" else ""
        digits = 1 if unit else 2
        value = "–" if one.estimate is None else f"{one.estimate:.{digits}f}{unit}"
        span = (
            "–"
            if one.low is None or one.high is None
            else f"{one.low:.{digits}f} – {one.high:.{digits}f}"
        )
        yield one.name, value, span


def _tell(table: BotTable, seed: int, tally: Tally, form: str) -> None:
    options = ", ".join(f"{name}={value}" for name, value in table.options.items())
    if form == "table":
        said = f", {options}" if options else ""
        head = (
            f"{table.game} {table.level}, {table.players} players{said}: "
            f"{tally.games:,} games of {', '.join(table.bots)}, seed {seed}"
        )
        lines: Iterable[str] = table_lines(("measure", "value", "95 % interval"), _rows(tally))
        print_lines([head, *lines])
        return
    records = (
        {
            "game": table.game,
            "level": table.level,
            "players": table.players,
            "options": dict(table.options),
            "bots": list(table.bots),
            "seed": seed,
            "measure": one.name,
            "value": one.estimate,
            "low": one.low,
            "high": one.high,
            "unit": one.unit,
            "games": one.games,
        }
        for one in tally.measures()
    )
    print_records(form, records, COLUMNS)
