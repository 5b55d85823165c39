"""Games: what those that are installed say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import games
from engine.facts import OWN_TABLES
from engine.rules import Option, Rules

from ..area import Answer, Area
from ..schemas import GamesSchema

played = Area("games", "Games: the rules that are installed.")


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
