"""Reads what a log says beside the game itself: when and where, the result, what players said."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from .faults import MAX_TEXT, Faults, escape
from .names import MAX_NAME, fold
from .seating import Document, Player

FORMAT: Final = "cardstats/1"
MAX_NOTES: Final = 4000
MAX_TAGS: Final = 32
OUTCOMES: Final = ("won", "lost", "abandoned", "finished")
SOURCES: Final = ("table", "app", "bot")

_LOG_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_TIME: Final = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?"
    r"([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)"
)


class Remark(NamedTuple):
    """One entry of ``feedback``."""

    seat: int
    ratings: Mapping[str, int]
    comment: str | None
    move: int | None


def read_time(text: str) -> datetime | None:
    """Return an RFC 3339 time with an offset, in UTC; None where the text is none."""
    if not _TIME.fullmatch(text):
        return None
    # datetime knows no leap second, so it counts as the second before.
    plain = text[:17] + "59" + text[19:] if text[17:19] == "60" else text
    try:
        return datetime.fromisoformat(plain.upper().replace(" ", "T")).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def read_format(faults: Faults, document: Document) -> None:
    found = document.get("format", FORMAT)
    if found == FORMAT:
        return
    if faults.is_type(found, str, "/format"):
        faults.add(
            "unknown-format",
            "/format",
            f"The format is {FORMAT!r}, the log says {found[:40]!r}.",
            expected=FORMAT,
            got=found,
        )


def read_plain(faults: Faults, document: Document) -> None:
    for key in document:
        check = _PLAIN.get(key)
        if check is not None:
            check(faults, document[key], f"/{key}")


def _log_id(faults: Faults, value: Any, pointer: str) -> None:
    if faults.is_type(value, str, pointer) and not _LOG_ID.fullmatch(value):
        faults.add(
            "bad-value",
            pointer,
            "log_id is 1 to 64 letters, digits, dots, dashes and underscores.",
            got=value[:80],
        )


def _source(faults: Faults, value: Any, pointer: str) -> None:
    if value not in SOURCES and faults.is_type(value, str, pointer):
        faults.one_of(value, SOURCES, pointer)


def _notes(faults: Faults, value: Any, pointer: str) -> None:
    faults.text(value, pointer, MAX_NOTES)


def _tags(faults: Faults, value: Any, pointer: str) -> None:
    if not faults.is_type(value, list, pointer):
        return
    for nth, tag in enumerate(value):
        if type(tag) is not str or len(tag) > MAX_TEXT:
            faults.text(tag, f"{pointer}/{nth}")
    if len(value) > MAX_TAGS:
        faults.add(
            "too-long",
            pointer,
            f"There are {len(value)} tags, {MAX_TAGS} are allowed.",
            expected=MAX_TAGS,
            got=len(value),
        )


def _result(faults: Faults, value: Any, pointer: str) -> None:
    if not faults.is_type(value, dict, pointer):
        return
    outcome, score = value.get("outcome"), value.get("score")
    if outcome in OUTCOMES and type(score) is int and len(value) == 2:
        return
    faults.keys(value, pointer, ("outcome", "score"))
    if "outcome" in value and faults.is_type(outcome, str, f"{pointer}/outcome"):
        faults.one_of(outcome, OUTCOMES, f"{pointer}/outcome")
    if "score" in value:
        if type(score) is list:
            for seat, one in enumerate(score):
                faults.is_type(one, int, f"{pointer}/score/{seat}")
        else:
            faults.is_type(score, int, f"{pointer}/score")


def read_played_at(faults: Faults, document: Document) -> datetime | None:
    value = document.get("played_at")
    if "played_at" not in document or not faults.is_type(value, str, "/played_at"):
        return None
    found = read_time(str(value))
    if found is None:
        faults.add(
            "bad-time",
            "/played_at",
            "played_at is a time with an offset, such as 2026-11-29T19:30:00+01:00 (RFC 3339).",
            got=str(value)[:40],
        )
    return found


def read_feedback(
    faults: Faults, document: Document, players: list[Player | None] | None
) -> list[Remark]:
    found = document.get("feedback", [])
    if not found and type(found) is list:
        return []
    if not faults.is_type(found, list, "/feedback"):
        return []
    remarks = (
        _remark(faults, document, entry, f"/feedback/{nth}", players)
        for nth, entry in enumerate(found)
    )
    return [remark for remark in remarks if remark is not None]


def _remark(
    faults: Faults,
    document: Document,
    entry: Any,
    pointer: str,
    players: list[Player | None] | None,
) -> Remark | None:
    if not faults.is_type(entry, dict, pointer):
        return None
    faults.keys(entry, pointer, ("player", "ratings", "comment", "move"), ("player",))
    seat = None
    name = entry.get("player")
    is_text = "player" in entry and faults.is_type(name, str, f"{pointer}/player")
    if is_text and players is not None and None not in players:
        names = {fold(player.name): nth for nth, player in enumerate(players) if player}
        seat = names.get(fold(str(name)))
        if seat is None:
            faults.add(
                "unknown-player",
                f"{pointer}/player",
                f"Nobody at this table is called {str(name)[:64]!r}.",
                expected=[player.name for player in players if player],
                got=name,
            )
    ratings = entry.get("ratings", {})
    if faults.is_type(ratings, dict, f"{pointer}/ratings"):
        for rating, stars in ratings.items():
            _rating(faults, rating, stars, f"{pointer}/ratings/{escape(rating)}")
    comment = entry.get("comment")
    if "comment" in entry:
        faults.text(comment, f"{pointer}/comment", MAX_NOTES)
    at = entry.get("move")
    if "move" in entry and faults.is_type(at, int, f"{pointer}/move"):
        moves = document.get("moves")
        if type(moves) is list and not 0 <= at < len(moves):
            faults.add(
                "bad-value",
                f"{pointer}/move",
                f"There is no move {at}; the log's moves are 0 to {len(moves) - 1}.",
                got=at,
            )
    return None if seat is None else Remark(seat, ratings, comment, at)


def _rating(faults: Faults, rating: str, stars: Any, pointer: str) -> None:
    if rating.startswith("x-"):
        return
    if not rating or rating != rating.lower() or len(rating) > MAX_NAME:
        faults.add(
            "bad-value",
            pointer,
            f"A rating has a short lower-case name, not {rating[:40]!r}.",
            got=rating,
        )
    if faults.is_type(stars, int, pointer) and not 1 <= stars <= 5:
        faults.add(
            "bad-value",
            pointer,
            f"A rating is 1 to 5, not {stars}.",
            expected=[1, 5],
            got=stars,
        )


_PLAIN: Final[Mapping[str, Callable[[Faults, Any, str], object]]] = {
    "log_id": _log_id,
    "session": Faults.text,
    "location": Faults.text,
    "source": _source,
    "tags": _tags,
    "notes": _notes,
    "result": _result,
}
FIELDS: Final = frozenset(
    ("format", "game", "rules", "players", "deal", "moves", "played_at", "feedback", *_PLAIN)
)
