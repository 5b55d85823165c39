"""Describes a log as JSON Schema, for the OpenAPI document.

It is made from what the engine and its games say of themselves, and judges nothing at run time:
the engine's reader does. What a schema cannot say is listed in `READER_ALONE`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine import games
from engine.envelope import FORMAT, MAX_NOTES, MAX_TAGS, OUTCOMES, SOURCES
from engine.faults import MAX_TEXT
from engine.names import MAX_NAME
from engine.rules import Option, Rules
from engine.shapes import MAX_NOTE, BadField, Field, Shape
from engine.strict_json import MAX_DEPTH, MAX_INTEGER, MIN_INTEGER

Schema = dict[str, Any]

READER_ALONE: Final = (
    "1.0 is no integer",
    "two players whose names differ in case or in Unicode form only are alike",
    "all invisible characters are refused in names; the pattern knows the common ones",
    "a time has a day that the calendar knows",
    "how many cards a hand and the stock hold, which options decide",
    "options that do not fit one another",
    "feedback names one of the players and one of the moves",
    "`t` never decreases",
    "cards, operations and equations read",
    "all that the rules of the game say of the moves",
)
"""What the reader and the replay judge and this description leaves open."""

_OBJECT_OF_OURS: Final[Schema] = {
    "type": "object",
    "patternProperties": {"^x-": {"description": "Kept and ignored."}},
    "additionalProperties": False,
}
_INVISIBLE: Final = r"\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff"
_NAME: Final = rf"^\s*[^\s{_INVISIBLE}]([^{_INVISIBLE}]{{0,{MAX_NAME - 2}}}[^\s{_INVISIBLE}])?\s*$"
_TIME: Final = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)"
    r"([.][0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"
)
_INTEGER: Final[Schema] = {"type": "integer", "minimum": MIN_INTEGER, "maximum": MAX_INTEGER}
_KINDS: Final = {"whole": "integer", "flag": "boolean", "choice": "string", "text": "string"}


def describe() -> dict[str, Schema]:
    """Return the schemas by component name; the whole log is ``Log``."""
    components: dict[str, Schema] = {
        "Player": _player(),
        "Remark": _remark(),
        "Deal": _deal(),
        "LogResult": _result(),
    }
    choices = []
    for name in games.names():
        rules = games.game(name)
        word = component(name)
        components[f"{word}Rules"] = _rules(rules)
        kinds = {f"{word}{component(kind)}Move": kind for kind in rules.moves}
        for move, kind in kinds.items():
            components[move] = _move(kind, rules.moves[kind])
        components[f"{word}Move"] = _moves(kinds)
        choices.append(_if_game(rules, word))
    components["Log"] = _log(choices)
    return components


def component(game: str) -> str:
    """Return a game's name as the start of a component's name.

    >>> component("spot-on")
    'SpotOn'
    """
    return "".join(word.capitalize() for word in game.split("-"))


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _ours(properties: Mapping[str, Any], required: Sequence[str] = (), **more: Any) -> Schema:
    """Return an object of the log: its own keys and such as begin with ``x-``."""
    must = {"required": list(required)} if required else {}
    return {**_OBJECT_OF_OURS, "properties": dict(properties), **must, **more}


def _text(sentence: str = "", most: int = MAX_TEXT) -> Schema:
    return {"type": "string", "maxLength": most} | ({"description": sentence} if sentence else {})


def _log(choices: Sequence[Schema]) -> Schema:
    return _ours(
        {
            "format": {"const": FORMAT},
            "game": {"type": "string", "enum": list(games.names())},
            "log_id": {
                "type": "string",
                "pattern": r"^[A-Za-z0-9._-]{1,64}$",
                "description": "The recorder's own name for this log. A later log with the same "
                "one replaces the earlier.",
            },
            "rules": {"type": "object"},
            "players": {
                "type": "array",
                "items": _ref("Player"),
                "description": "In seat order, clockwise.",
            },
            "deal": _ref("Deal"),
            "moves": {"type": "array", "description": "In the order played, counted from 0."},
            "result": _ref("LogResult"),
            "played_at": {
                "type": "string",
                "pattern": _TIME,
                "description": "RFC 3339 with an offset.",
            },
            "session": _text("Which session of play the game belongs to."),
            "location": _text("Where it was played."),
            "source": {"enum": list(SOURCES), "description": "How it was recorded."},
            "tags": {"type": "array", "maxItems": MAX_TAGS, "items": _text()},
            "notes": _text(most=MAX_NOTES),
            "feedback": {"type": "array", "items": _ref("Remark")},
        },
        ("format", "game", "players", "moves"),
        description=(
            f"One played game, {FORMAT}. JSON is read strictly: UTF-8, no key twice, no NaN, "
            f"nesting to {MAX_DEPTH}. Beyond this description the server looks at: "
            f"{'; '.join(READER_ALONE)}."
        ),
        allOf=list(choices),
    )


def _if_game(rules: Rules[Any], word: str) -> Schema:
    least, most = rules.players
    return {
        "if": {"properties": {"game": {"const": rules.name}}, "required": ["game"]},
        "then": {
            "properties": {
                "rules": _ref(f"{word}Rules"),
                "players": {"minItems": least, "maxItems": most},
                "moves": {"items": _ref(f"{word}Move")},
            }
        },
    }


def _player() -> Schema:
    name = {
        "type": "string",
        "pattern": _NAME,
        "description": f"1 to {MAX_NAME} characters, different from the other players' names.",
    }
    return {
        "oneOf": [
            name,
            _ours(
                {
                    "name": name,
                    "kind": {"enum": ["human", "bot"], "default": "human"},
                    "experience": {
                        **_INTEGER,
                        "minimum": 0,
                        "description": "Games played before.",
                    },
                },
                ("name",),
            ),
        ]
    }


def _rules(rules: Rules[Any]) -> Schema:
    options = {
        name: _option(option) | {"description": option.sentence}
        for name, option in rules.options.items()
    }
    levels = " ".join(f"`{level}`: {sentence}" for level, sentence in rules.levels.items())
    return _ours(
        {
            "level": {"enum": list(rules.levels), "default": "normal", "description": levels},
            "version": _text("Which print or draft of the rules was on the table."),
            "options": _ours(options, description="What the table agreed beyond the level."),
        }
    )


def _option(option: Option) -> Schema:
    if option.kind == "object":
        return {}
    schema: Schema = {"type": _KINDS[option.kind]}
    if option.kind == "whole":
        schema |= {"minimum": option.low, "maximum": option.high}
    elif option.kind == "choice":
        schema["enum"] = list(option.choices)
    elif option.kind == "text":
        schema["maxLength"] = MAX_TEXT
    return schema


def _deal() -> Schema:
    cards = {"type": "array", "items": {"type": "string"}}
    return _ours(
        {
            "hands": {"type": "array", "items": cards, "description": "One hand a seat."},
            "stock": {**cards, "description": "Top card first, after the hands were dealt."},
        },
        description="What is known of the deal. A card that nobody saw is `?`.",
    )


def _result() -> Schema:
    return _ours(
        {
            "outcome": {"enum": list(OUTCOMES)},
            "score": {"oneOf": [_INTEGER, {"type": "array", "items": _INTEGER}]},
        },
        description="What the table says came out; the replay is held against it.",
    )


def _remark() -> Schema:
    return _ours(
        {
            "player": {"type": "string"},
            "ratings": {
                "type": "object",
                "propertyNames": {"pattern": rf"^(x-.*|[^A-Z]{{1,{MAX_NAME}}})$"},
                "patternProperties": {"^x-": {}},
                "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 5},
            },
            "comment": _text(most=MAX_NOTES),
            "move": {**_INTEGER, "minimum": 0, "description": "The move it is about."},
        },
        ("player",),
    )


# -- moves


def _moves(kinds: Mapping[str, str]) -> Schema:
    """Return the choice between moves, given each one's type by its component's name."""
    return {
        "oneOf": [_ref(name) for name in kinds],
        "discriminator": {
            "propertyName": "type",
            "mapping": {kind: _ref(name)["$ref"] for name, kind in kinds.items()},
        },
    }


def _move(kind: str, shape: Shape) -> Schema:
    required = [name for name, field in shape.fields.items() if field.required]
    return _ours(
        {
            "type": {"const": kind},
            "player": {"type": "string"},
            **{name: _field(field) for name, field in shape.fields.items()},
            "t": {
                "type": "number",
                "minimum": 0,
                "description": "Seconds since the start, never decreasing.",
            },
            "note": _text(most=MAX_NOTE),
        },
        ("type", "player", *required),
        description=shape.sentence,
    )


def _field(field: Field) -> Schema:
    """Describe a field by asking its reader what it expects instead of something impossible."""
    kind = _complaint(field, {})
    if kind is None or kind.expected not in ("integer", "number", "string", "boolean", "array"):
        return {}
    schema: Schema = {"type": kind.expected}
    if kind.expected == "array":
        schema["items"] = {"type": "string"}
    if kind.expected == "string" and (words := _complaint(field, "\0")) is not None:
        said = str(words.expected)
        schema["description"] = f"{said[:1].upper()}{said[1:]}."
    if _complaint(field, None) is None:
        schema["type"] = [kind.expected, "null"]
    return schema


def _complaint(field: Field, value: Any) -> BadField | None:
    """Return what the reader says against *value*, None where it reads."""
    try:
        field.read(value)
    except (KeyError, TypeError, BadField):
        return field.explain(value)
    return None
