"""Games: which are installed, and stored ones replayed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson

from engine import games
from engine.errors import Violation
from engine.facts import OWN_TABLES
from engine.log import GameLog, Reading, read_log
from engine.replay import replay as rule_faults
from engine.replay import tables
from engine.rules import Option, Rules

from .. import examples
from ..area import Answer, Area
from ..context import store
from ..errors import Problem
from ..schemas import GamesSchema, ReplayParameters, ReplaySchema
from .logs import REF, as_json, find

played = Area("games", "Games: the rules that are installed, and stored games replayed.")

DEAL: Final = -1
"""The move before the first: the table after the deal."""


def describe(rules: Rules[Any]) -> dict[str, Any]:
    """Return what a game says of itself."""
    least, most = rules.players
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "sentence": rules.sentence,
        "players": [least, most],
        "unit": rules.unit,
        "scores_seats": rules.scores_seats,
        "levels": [
            {
                "name": level,
                "sentence": sentence,
                "options": {
                    str(players): rules.settle(level, players) for players in range(least, most + 1)
                },
            }
            for level, sentence in rules.levels.items()
        ],
        # A game that reads its source without guessing need not say so.
        "inferred": list(rules.inferred),
        "options": [_option(name, option) for name, option in rules.options.items()],
        "moves": [
            {
                "type": kind,
                "sentence": shape.sentence,
                "required": [name for name, field in shape.fields.items() if field.required],
                "optional": [name for name, field in shape.fields.items() if not field.required],
            }
            for kind, shape in rules.moves.items()
        ],
        "faults": _sentences(rules.faults),
        "causes": _sentences(rules.causes),
        "columns": [
            {
                "table": table,
                "name": column.name,
                "kind": column.kind,
                "sentence": column.sentence,
                "unit": column.unit,
            }
            for table in OWN_TABLES
            for column in rules.columns.get(table, ())
        ],
    }


def _option(name: str, option: Option) -> dict[str, Any]:
    is_whole = option.kind == "whole"
    return {
        "name": name,
        "sentence": option.sentence,
        "kind": option.kind,
        "low": option.low if is_whole else None,
        "high": option.high if is_whole else None,
        "choices": list(option.choices),
    }


def _sentences(words: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "sentence": sentence} for name, sentence in words.items()]


@played.route(
    "GET",
    "/games",
    Answer(200, "Every game.", GamesSchema, {"games": [describe(games.game("spot-on"))]}),
)
def list_games() -> dict[str, Any]:
    """List the installed games: levels, options, moves, faults, and what we had to infer."""
    return {"games": [describe(games.game(name)) for name in games.names()]}


def moment(log: GameLog, move: int | None, seat: int | None) -> dict[str, Any]:
    """Return the table after *move*, as *seat* sees it. Raises Problem where there is none.

    *move* counts from 0, -1 is the deal, None the last that can be played; of *seat* None is all
    that the log knows.
    """
    if seat is not None and seat >= len(log.players):
        raise Problem(
            "seat-out-of-range",
            f"The table has {len(log.players)} seats.",
            place="query/seat",
            hint=f"Seats count from 0: ask for 0 to {len(log.players) - 1}.",
        )
    view = table = None
    last = DEAL - 1
    for last, (_, table) in enumerate(tables(log), DEAL):
        if last == move:
            view = log.rules.view(table, seat)
    if table is None:
        raise _not_replayable("The deal breaks the rules of the game", rule_faults(log))
    if move is None:
        move = last
        view = log.rules.view(table, seat)
    records = log.document["moves"]
    if view is None:
        reason = " before the first one that cannot be made" if last + 1 < len(records) else ""
        raise Problem(
            "move-out-of-range",
            f"The log has no move {move}{reason}; the last is {last}.",
            place="query/move",
            hint=f"Moves count from 0: ask for {DEAL} (the deal) to {last}.",
        )
    return {
        "game": log.game,
        "move": move,
        "last": last,
        "moves": len(records),
        "seat": seat,
        "record": None if move == DEAL else records[move],
        "table": view,
        "picture": log.rules.picture(view),
    }


def laid(reading: Reading) -> GameLog:
    """Return the log of *reading*. Raises Problem where its head does not read."""
    if reading.log is None:
        raise _not_replayable("The log's head does not read", reading.violations)
    return reading.log


def _not_replayable(why: str, faults: list[Violation]) -> Problem:
    return Problem(
        "not-replayable",
        f"{why}, so that no table can be laid.",
        place=faults[0].pointer,
        hint="The violations tell what is wrong.",
        violations=as_json(faults),
    )


@played.route(
    "GET",
    "/games/<ref>/replay",
    Answer(
        200,
        "The table at that move.",
        ReplaySchema,
        {
            "id": examples.STORED_ID,
            **moment(laid(read_log(orjson.dumps(examples.LOG))), 3, None),
            "violations": [],
        },
    ),
    takes=ReplayParameters,
    problems=[
        "unknown-log",
        "not-replayable",
        "bad-parameter",
        "move-out-of-range",
        "seat-out-of-range",
    ],
    path=[REF],
)
def replay(parameters: dict[str, Any], ref: str) -> dict[str, Any]:
    """Show the table of a stored game at a move.

    A rejected log is played up to the first move that cannot be made.
    """
    log = find(ref)
    reading = read_log(store().raw(log.id))
    shown = moment(laid(reading), parameters.get("move"), parameters.get("seat"))
    return {"id": log.id, **shown, "violations": as_json(list(log.violations))}
