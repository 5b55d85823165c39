"""The command ``cardstats replay``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from engine.errors import UnreadableLog, Violation
from engine.log import GameLog
from engine.names import fold
from engine.replay import Verdict, judge
from engine.steps import DEAL, Replay, Step, play

from ..errors import Usage
from ..options import with_format, with_server
from ..output import (
    coloured,
    has_colour,
    plain,
    print_lines,
    print_records,
    refuse_terminal,
    shown,
)
from ..stores import opened_store
from ..verdicts import fault_lines

COLUMNS: Final = ("move", "round", "player", "type", "card", "op", "before", "after", "violations")
"""What the flat formats show of a move; json and ndjson add the move as said and the table."""

_SIGNS: Final = {"-": "−", "*": "×", "/": "÷"}
_TOLD_ELSEWHERE: Final = ("type", "player", "card", "op", "total", "drew", "t", "note")


@click.command("replay")
@click.argument("game", metavar="GAME|FILE")
@click.option(
    "--move", "at", type=int, metavar="N", help="The table after move N, from 0; -1: the deal."
)
@click.option("--seat", metavar="SEAT", help="What one player saw: a seat from 0, or a name.")
@with_server
@with_format
def command(game: str, at: int | None, seat: str | None, form: str) -> int:
    """Show a game move by move, or the table at one move.

    GAME is the number, the log_id or the digest of a stored log, FILE a log file; of a .ndjson file
    a line can be named, games.ndjson:3. A rejected log is played up to its fault, which is told
    where it is.
    """
    refuse_terminal(form)
    source, data = _find(game)
    try:
        verdict = judge(data, facts=False)
    except UnreadableLog as error:
        raise _placed(error, source) from None
    replay = _played(verdict, seat)
    if replay is None:
        print_lines(_faults(verdict.violations))
        raise Usage("No table can be laid from this log.", place=source, hint="Mend these first.")
    if form != "table":
        steps = replay.steps[1:] if at is None else [_step(replay, at, source)]
        print_records(form, (_record(step, replay.seat) for step in steps), COLUMNS)
    elif at is None:
        print_lines(_whole(replay, source))
    else:
        print_lines(_one(replay, _step(replay, at, source)))
    return 0


# -- which log


def _find(ref: str) -> tuple[str, bytes]:
    """Return the name and the bytes of the log that *ref* means: a number first, then a file."""
    if _is_file(ref):
        return _read(ref)
    with opened_store() as store:
        log = store.find(ref)
        return f"log {log.id}", store.raw(log.id)


def _is_file(ref: str) -> bool:
    if ref.isdigit():
        return False
    names_one = ref.endswith((".json", ".ndjson", ".gz")) or os.sep in ref
    return ref == "-" or names_one or Path(_path(ref)).exists()


def _path(ref: str) -> str:
    """Return the path in ``path:3``."""
    path, _, line = ref.rpartition(":")
    return path if path and line.isdigit() and not Path(ref).exists() else ref


def _read(ref: str) -> tuple[str, bytes]:
    from storage.ingest import read_files

    path = _path(ref)
    found: tuple[str, bytes | UnreadableLog] | None = None
    for source, data in read_files([path], sys.stdin.buffer):
        if path == ref and found is not None:
            raise Usage(
                "There are several logs in it.",
                place=ref,
                hint=f"Say which, by its line or its own file: {found[0]}.",
            )
        if ref in (path, source):
            found = source, data
            if source == ref != path:
                break
    if found is None:
        raise Usage("There is no log there.", place=ref, hint="See what the file holds.")
    source, data = found
    if isinstance(data, UnreadableLog):
        raise _placed(data, source)
    return source, data


def _placed(error: UnreadableLog, source: str) -> UnreadableLog:
    """Return the error with the file before the place in it."""
    if not error.place.startswith(source):
        error.place = f"{source}, {error.place}" if error.place else source
    return error


# -- the game, move by move


def _step(replay: Replay, at: int, source: str) -> Step:
    """Return the step of move *at*; the last one that can be shown where a fault is between."""
    moves = replay.log.document["moves"]
    if not DEAL <= at < len(moves):
        some = f"has the moves 0 to {len(moves) - 1}" if moves else "has no moves"
        raise Usage(
            f"There is no move {at}; the game {some}.",
            place=source,
            hint="Moves count from 0; -1 is the deal.",
        )
    return replay.step(at)


def _played(verdict: Verdict, seat: str | None) -> Replay | None:
    """Play the log; None where no table can be laid."""
    sees = None if seat is None or verdict.log is None else _seat(verdict.log, seat)
    return play(verdict, sees)


def _seat(log: GameLog, word: str) -> int:
    names = [fold(player.name) for player in log.players]
    if fold(word) in names:
        return names.index(fold(word))
    if word.isdigit() and int(word) < len(names):
        return int(word)
    seats = ", ".join(f"{seat} {player.name}" for seat, player in enumerate(log.players))
    raise Usage(
        f"There is no seat {word!r} at this table.", place="--seat", hint=f"There are {seats}."
    )


def _record(step: Step, seat: int | None) -> dict[str, Any]:
    facts = step.facts
    said = step.as_seen(seat)
    return {
        "move": step.at,
        "round": facts.get("round"),
        "player": facts.get("player", said.get("player")),
        "type": facts.get("type", said.get("type")),
        "card": facts.get("card"),
        "op": facts.get("op"),
        "before": facts.get("before"),
        "after": facts.get("after"),
        "violations": [fault.to_json() for fault in step.faults],
        "record": said or None,
        "table": step.view,
    }


# -- in lines, for people


def _whole(replay: Replay, source: str) -> Iterator[str]:
    yield from _head(replay, source)
    rounds = {row["round"]: row for row in replay.rounds}
    moves = replay.steps[1:]
    cells = [_cells(step, replay.seat) for step in moves]
    widths = [max((len(row[nth]) for row in cells), default=0) for nth in range(4)]
    now = None
    for step, (player, kind, what, totals, rest) in zip(moves, cells, strict=True):
        if step.facts.get("round") not in (None, now):
            now = step.facts["round"]
            yield ""
            yield _round_line(rounds[now]) if now in rounds else f"round {now}"
        columns = (
            f"{step.at:>4}",
            f"{player:<{widths[0]}}",
            f"{kind:<{widths[1]}}",
            f"{what:<{widths[2]}}",
            f"{totals:>{widths[3]}}",
            rest,
        )
        yield "  ".join(columns).rstrip()
        yield from _faults(step.faults)
    yield ""
    yield from replay.log.rules.picture(replay.steps[-1].view)
    if replay.loose:
        yield ""
        yield from _faults(replay.loose)


def _one(replay: Replay, step: Step) -> Iterator[str]:
    last = len(replay.log.document["moves"]) - 1
    if step.said is None:
        yield f"the deal, before move 0 of 0 to {last}"
    else:
        words = " ".join(part for part in _cells(step, replay.seat) if part)
        yield f"move {step.at} of 0 to {last}: {' '.join(words.split())}"
    yield ""
    yield from replay.log.rules.picture(step.view)
    if step.faults:
        yield ""
        yield from _faults(step.faults)


def _head(replay: Replay, source: str) -> Iterator[str]:
    log = replay.log
    count = len(replay.verdict.violations)
    verdict = "accepted" if not count else f"rejected: {count} fault{'' if count == 1 else 's'}"
    players = ", ".join(player.name for player in log.players)
    yield plain(f"{log.rules.title}, {log.setting.level}: {players}   ({source}, {verdict})")
    if log.played_at is not None or log.text("session") or log.text("location"):
        parts = (shown(log.played_at), log.text("session"), log.text("location"))
        yield plain("   ".join(part for part in parts if part and part != "–"))


def _round_line(row: Mapping[str, Any]) -> str:
    """Return what heads the moves of a round: what it was about and how it went."""
    turns = row["turns"]
    how = str(row["outcome"])
    if row["finisher"]:
        how += f" by {row['finisher']}"
    if row["cause"]:
        how += f" ({row['cause']})"
    length = f"{turns} turn{'' if turns == 1 else 's'}"
    return plain(f"{row['unit']} {row['round']}: {row['label']}   {length}, {how}")


def _cells(step: Step, seat: int | None) -> tuple[str, str, str, str, str]:
    """Return who did what, the totals before and after, and what else the log says."""
    facts = step.facts
    said = step.as_seen(seat)
    card = facts.get("card", said.get("card"))
    op = facts.get("op", said.get("op"))
    what = [_SIGNS.get(str(op), str(op))] if op else []
    # Where several cards lie on each other the log's own list tells them, the first one too.
    what += [str(card)] if card and "cards" not in said else []
    what += [_field(key, value) for key, value in said.items() if _is_told(key)]
    before, after = facts.get("before"), facts.get("after")
    totals = "" if after is None else str(after)
    if after is not None and before not in (None, after):
        totals = f"{before} → {after}"
    rest = []
    if said.get("drew"):
        rest.append(f"drew {said['drew']}")
    if said.get("note"):
        rest.append(f"“{said['note']}”")
    return (
        plain(str(facts.get("player", said.get("player", "")))),
        plain(str(facts.get("type", said.get("type", "")))),
        plain(" ".join(what)),
        totals,
        plain("   ".join(rest)),
    )


def _is_told(key: str) -> bool:
    return key not in _TOLD_ELSEWHERE and not key.startswith("x-")


def _field(key: str, value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"{key} {value}"


def _faults(faults: Sequence[Violation]) -> Iterator[str]:
    on = has_colour(sys.stdout)
    for fault in faults:
        first, *rest = fault_lines(fault, " " * 5)
        yield f"   {coloured('✗', 'red', on=on)} {first.lstrip()}"
        yield from rest
