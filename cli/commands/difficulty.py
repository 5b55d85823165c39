"""The command ``cardstats difficulty``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from ..errors import Usage
from ..exits import FINE, STOPPED
from ..options import with_format, with_jobs
from ..output import print_lines, print_records, print_words, refuse_terminal, table_lines
from ..progress import bar
from ..stores import local_store

if TYPE_CHECKING:
    from storage.difficulty import Difficulty

COLUMNS: Final = (
    "id",
    "game",
    "level",
    "players",
    "played_at",
    "outcome",
    "bots_win",
    "low",
    "high",
    "usual",
    "deal",
    "plays",
)


@click.command("difficulty")
@click.argument("logs", nargs=-1, metavar="[LOG]...")
@click.option("--game", metavar="NAME", help="Only games of this one.")
@click.option("--level", metavar="NAME", help="Only games on this level.")
@click.option(
    "--last",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    metavar="N",
    help="The latest so many, where no LOG is named.",
)
@click.option("--all", "all_of_them", is_flag=True, help="All of them, and not the latest alone.")
@click.option(
    "--plays",
    type=click.IntRange(10, 100_000),
    default=100,
    show_default=True,
    metavar="K",
    help="How often bots play each deal.",
)
@with_jobs
@with_format
def command(
    logs: tuple[str, ...],
    game: str | None,
    level: str | None,
    last: int,
    all_of_them: bool,
    plays: int,
    jobs: int,
    form: str,
) -> int:
    """Tell unlucky deals from poor games: how often bots win the very same deals.

    Of LOGs, by id, digest or log_id, or of the latest games of people; of those whose deal is known
    to the last card, and that were won or lost. The bots' hands slip now and then, so that a deal comes out
    in more than one way. What was played is kept in the store, and questions know it:

    \b
      cardstats query "win rate by deal difficulty"
      cardstats query "win rate vs bots where deal difficulty < 40"
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    from engine.bots.many import Workers
    from storage.difficulty import deals, difficulties

    refuse_terminal(form)
    told: list[Difficulty] = []
    is_stopped = False
    with local_store() as store:
        ids = [store.find(ref).id for ref in logs]
        found = deals(store, ids, game=game, level=level, last=None if ids or all_of_them else last)
        if not found:
            raise Usage(
                "There is no such game whose deal is known to the last card.",
                code="no-deals",
                place="difficulty",
                hint="Logs with `deal.hands` and `deal.stock` of games that were won or lost have one; "
                "`cardstats query games by knowledge` says how many there are.",
            )
        try:
            with bar("games") as show, Workers(jobs) as workers:
                for one in difficulties(store, found, games=plays, workers=workers, show=show):
                    told.append(one)  # noqa: PERF402  # one by one, so that a stop leaves what is done
        except KeyboardInterrupt:
            is_stopped = True
    if form == "table":
        print_lines(_lines(told))
    else:
        print_records(form, map(_record, told), COLUMNS)
    if told:
        print_words(_sum(told))
    if len(set(ids)) > len(found):
        print_words(
            f"{len(set(ids)) - len(found)} of the logs named have no such deal, or no winner."
        )
    if is_stopped:
        print_words(f"Stopped after {len(told)} of {len(found)} deals; what was played is kept.")
        return STOPPED
    return FINE


def _record(one: Difficulty) -> dict[str, Any]:
    deal, wins = one.deal, one.wins
    return {
        "id": deal.id,
        "game": deal.table.game,
        "level": deal.table.level,
        "players": deal.table.players,
        "played_at": deal.played_at,
        "outcome": deal.outcome,
        "bots_win": _percent(wins.estimate),
        "low": _percent(wins.low),
        "high": _percent(wins.high),
        "usual": _percent(one.usual.won / one.usual.decided if one.usual.decided else None),
        "deal": one.word,
        "plays": one.bots.games,
    }


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _lines(told: list[Difficulty]) -> Iterator[str]:
    heads = (
        "log",
        "game",
        "level",
        "players",
        "outcome",
        "bots win",
        "95 % interval",
        "usual",
        "deal",
    )
    rows = (
        (
            *(one[name] for name in ("id", "game", "level", "players", "outcome")),
            f"{one['bots_win']:.0f} %",
            f"{one['low']:.0f} – {one['high']:.0f}",
            f"{one['usual']:.0f} %",
            one["deal"],
        )
        for one in map(_record, told)
    )
    return table_lines(heads, rows)


def _sum(told: list[Difficulty]) -> str:
    from storage.difficulty import expected

    won = sum(one.deal.outcome == "won" for one in told)
    bots = expected(told)
    many = f"{len(told)} game{'' if len(told) == 1 else 's'}"
    return (
        f"Won: {won} of {many}. Bots would win {bots.mean:.1f} of these very deals on average, and in 95 of "
        f"100 tries {bots.low} to {bots.high}."
    )
