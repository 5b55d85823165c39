"""Examples for the OpenAPI document. What the server says of them is asked of the engine."""

from __future__ import annotations

from typing import Any, Final

import orjson

from engine.errors import UnreadableLog
from engine.replay import judge

from .errors import KINDS, Problem

REQUEST_ID: Final = "5f3a9c0d1e2b4a67"
PHRASE: Final = "avg turns per target"
ANSWER: Final[dict[str, Any]] = {
    "echo": "mean turns per target",
    "query": {"measures": [{"aggregate": "mean", "metric": "turns", "per": "target"}]},
    "columns": [
        {
            "name": "mean_turns_per_target",
            "title": "mean turns per target",
            "kind": "number",
            "unit": "turns",
        },
        {"name": "low", "title": "low end of the interval", "kind": "number", "unit": None},
        {"name": "high", "title": "high end of the interval", "kind": "number", "unit": None},
        {"name": "n", "title": "targets", "kind": "number", "unit": None},
        {"name": "games", "title": "games", "kind": "number", "unit": None},
    ],
    "rows": [{"mean_turns_per_target": 6.0, "low": None, "high": None, "n": 1, "games": 1}],
    "n": 1,
    "games": 1,
    "level": 0.95,
    "unit": None,
    "left_out": [],
    "notes": [
        "Every target that was begun counts, finished or not.",
        "Where an interval is open or missing: one game or session cannot show how they differ.",
    ],
    "meanings": ["mean turns per target: Turns taken: plays and passes."],
}
"""What it is answered where `LOG` is all there is."""
STORED_ID: Final = 17
RECEIVED: Final = "2026-11-29T21:04:11.250Z"

LOG: Final[dict[str, Any]] = {
    "format": "cardstats/1",
    "game": "spot-on",
    "log_id": "anna-and-ben-348",
    "rules": {"level": "normal", "options": {"targets": 1}},
    "players": ["Anna", "Ben"],
    "moves": [
        {"type": "target", "player": "Anna", "cards": ["3D", "4C", "8S"], "value": 348},
        {"type": "play", "player": "Anna", "card": "6H", "op": "+", "total": 6},
        {"type": "signal", "player": "Ben", "card": "4H"},
        {"type": "play", "player": "Ben", "card": "5C", "op": "*", "total": 30},
        {"type": "play", "player": "Anna", "card": "KS", "op": "+", "total": 43},
        {"type": "pass", "player": "Ben", "card": "QD"},
        {"type": "play", "player": "Anna", "card": "8D", "op": "*", "total": 344},
        {"type": "play", "player": "Ben", "card": "4H", "op": "+", "total": 348},
    ],
    "result": {"outcome": "won", "score": 1},
    "played_at": "2026-11-29T19:30:00+01:00",
    "session": "tuesday-group-7",
    "source": "table",
}
"""The worked example of Spot On"s rules, one target to win, as a log that knows no hands."""


def _with_wrong_total() -> dict[str, Any]:
    moves = [dict(move) for move in LOG["moves"]]
    moves[6]["total"] = 354
    return {**LOG, "moves": moves}


WRONG: Final = _with_wrong_total()
"""The same with a slip: 43 × 8 is not 354."""


def verdict(log: dict[str, Any]) -> dict[str, Any]:
    """Return what ``POST /validate`` answers to *log*."""
    found = judge(orjson.dumps(log), facts=False)
    return {
        "status": found.status,
        "game": found.game,
        "log_id": found.log_id,
        "digest": found.digest(),
        "violations": [fault.to_json() for fault in found.violations],
    }


def receipt(**changes: Any) -> dict[str, Any]:
    """Return what ``POST /logs`` answers to `LOG`."""
    return {"id": STORED_ID, **verdict(LOG), **changes}


def line() -> dict[str, Any]:
    """Return what a batch answers to `LOG`."""
    return {"line": 1, **_as_line(receipt())}


def wrong_line() -> dict[str, Any]:
    """Return what a batch answers to `WRONG`."""
    return {"line": 2, **_as_line({**verdict(WRONG), "id": STORED_ID + 1})}


def torn_line() -> dict[str, Any]:
    """Return what a batch answers to a line that is no log."""
    return {
        "line": 3,
        "status": "unreadable",
        "game": None,
        "log_id": None,
        "digest": None,
        "violations": [],
        "error": {
            key: value
            for key, value in problem("not-json").items()
            if key in ("code", "place", "hint")
        }
        | {"message": problem("not-json")["detail"]},
    }


def summary() -> dict[str, Any]:
    """Return the last line of a batch."""
    return {
        "summary": {
            "logs": 3,
            "accepted": 1,
            "replaced": 0,
            "duplicate": 0,
            "rejected": 1,
            "unreadable": 1,
            "dry_run": False,
        }
    }


def _as_line(told: dict[str, Any]) -> dict[str, Any]:
    order = ("status", "game", "log_id", "digest", "violations", "id")
    return {key: told[key] for key in order}


def stored() -> dict[str, Any]:
    """Return `LOG` as a list of stored logs shows it."""
    told = verdict(LOG)
    return {
        "id": STORED_ID,
        "status": told["status"],
        "game": told["game"],
        "log_id": told["log_id"],
        "digest": told["digest"],
        "source": "api",
        "received_at": RECEIVED,
        "size": len(orjson.dumps(LOG)),
        "outcome": "won",
        "level": "normal",
        "players": LOG["players"],
    }


def problem(code: str) -> dict[str, Any]:
    """Return an example of a problem with this code."""
    return _PROBLEMS.get(code, _plain)(code).to_json(REQUEST_ID)


def _plain(code: str) -> Problem:
    return Problem(code, f"{KINDS[code][1]}.")


def _rejected(code: str) -> Problem:
    told = verdict(WRONG)
    first = told["violations"][0]
    return Problem(
        code,
        first["message"],
        place=first["pointer"],
        violations=told["violations"],
        id=STORED_ID,
        game=told["game"],
        log_id=told["log_id"],
        digest=told["digest"],
    )


def _not_json(code: str) -> Problem:
    try:
        judge(b'{"format": "cardstats/1", "game": NaN}')
    except UnreadableLog as error:
        return Problem(code, error.message, place=error.place, hint=error.hint)
    raise AssertionError("NaN is JSON now")


def _bad_parameter(code: str) -> Problem:
    fault = {"place": "query/limit", "message": "Not a valid integer."}
    return Problem(code, f"limit: {fault['message']}", place=fault["place"], errors=[fault])


_PROBLEMS: Final = {
    "rejected": _rejected,
    "not-json": _not_json,
    "bad-parameter": _bad_parameter,
}
