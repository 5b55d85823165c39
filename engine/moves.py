"""Reads the moves of a log: all faults of their form, and the moves before the first of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .errors import IllegalMove
from .facts import Trailed, Wants, leaves_trail
from .faults import Faults, listing, nearest
from .names import fold
from .rules import Deal, Rules, Setting
from .seating import Document, Player
from .shapes import (
    COMMON,
    NO_TIME,
    BadField,
    Follower,
    Move,
    Reader,
    Seconds,
    Shape,
    following_loop,
    reading_loop,
)

_READERS: dict[int, Reader] = {}
_FOLLOWERS: dict[tuple[int, bool, bool], Follower] = {}
"""By game, whether notes are taken, and whether there is a look before each move."""


def _reader(rules: Rules[Any]) -> Reader:
    """Return the reader of a game's moves, made once."""
    found = _READERS.get(id(rules))
    if found is None:
        found = _READERS[id(rules)] = reading_loop(rules.moves).compiled()
    return found


def _compiled(rules: Rules[Any], wants: Wants | None, *, looks: bool) -> Follower:
    """Return what makes a game's moves while it reads them, made once."""
    key = id(rules), wants is not None, looks
    found = _FOLLOWERS.get(key)
    if found is None:
        acts = rules.acts()  # type: ignore[attr-defined]  # a member that not all games have
        loop = following_loop(rules.moves, acts, wants, looks=looks)
        found = _FOLLOWERS[key] = loop.compiled()
    return found


class Followed(NamedTuple):
    """What came of making all moves while they were read."""

    table: Any
    """After the last move."""
    trailed: Trailed | None
    """What they left, where notes were taken."""
    last_time: float | None
    """Of the last move that has a time."""


def follow_moves(
    document: Document, rules: Rules[Any], setting: Setting, deal: Deal, *, has_notes: bool
) -> Followed | None:
    """Make the moves while reading them, and take notes where they are asked for.

    None where the game cannot do that, or where any move is odd or not legal: then they have to be
    read and made one by one to tell what is wrong, if anything is.
    """
    found = document.get("moves")
    if type(found) is not list or not hasattr(rules, "acts"):
        return None
    seats = {name: seat for seat, name in enumerate(setting.players)}
    for has_to_look in (False, True):
        try:
            table = rules.start(setting, deal)
        except IllegalMove:
            return None
        notes = rules.notes(table) if has_notes else None
        if notes is None:
            clock = _compiled(rules, None, looks=False)(table, found, seats, None, [])
            return None if clock is None else Followed(table, None, _last_time(clock))
        if not leaves_trail(notes):
            return None
        notes.looks = notes.looks or has_to_look
        follow = _compiled(rules, notes.wants, looks=notes.looks)
        made: list[int] = []
        clock = follow(table, found, seats, notes.look, made)
        if clock is None:
            return None
        times = () if clock == NO_TIME else [raw.get("t") for raw in found]
        trailed = notes.close(made, times)
        if trailed is not None:
            return Followed(table, trailed, _last_time(clock))
    raise AssertionError("who looked before each move knows enough")


def _last_time(clock: float) -> float | None:
    return None if clock == NO_TIME else float(clock)


def read_moves(
    faults: Faults,
    document: Document,
    rules: Rules[Any] | None,
    players: Sequence[Player | None] | None,
) -> tuple[Sequence[Move], bool]:
    """Read the moves; return those before the first that does not read, and if that is all."""
    found = document.get("moves")
    if "moves" not in document or not faults.is_type(found, list, "/moves") or rules is None:
        return [], False
    assert type(found) is list
    seats: dict[str, int] = {}
    for seat, player in enumerate(players or ()):
        if player is not None:
            seats.setdefault(player.name, seat)
    # A player whose name did not read may be anybody, so nobody is unknown then.
    knows_players = players is not None and None not in players
    read = _reader(rules)
    moves: list[dict[str, Any]] = []
    clock: Seconds = 0.0
    first_odd: int | None = None
    # One walk over the moves: after an odd one the reader goes on where it stopped.
    rest = iter(found)
    at = 0
    while True:
        before = len(moves)
        clock = read(rest, seats, moves, clock)
        at += len(moves) - before
        if at == len(found):
            break
        odd, clock = _read_odd_move(faults, at, found[at], rules.moves, seats, knows_players, clock)
        if odd is not None:
            moves.append(odd)
        elif first_odd is None:
            first_odd = len(moves)
        at += 1
    return (moves, True) if first_odd is None else (moves[:first_odd], False)


def _read_odd_move(
    faults: Faults,
    at: int,
    raw: Any,
    shapes: Mapping[str, Shape],
    seats: dict[str, int],
    knows_players: bool,
    clock: Seconds,
) -> tuple[dict[str, Any] | None, Seconds]:
    """Read a move that has something unusual, tell what is wrong with it; None if anything."""
    pointer = f"/moves/{at}"
    before = len(faults.violations)
    if type(raw) is not dict:
        faults.wrong_type(raw, dict, pointer, at)
        return None, clock
    kind = raw.get("type")
    if "type" not in raw:
        faults.add("missing-field", pointer, "The move has no 'type'.", expected="type", move=at)
        return None, clock
    if type(kind) is not str:
        faults.wrong_type(kind, str, f"{pointer}/type", at)
        return None, clock
    if kind not in shapes:
        faults.add(
            "unknown-move",
            f"{pointer}/type",
            f"There is no move {kind[:40]!r} in this game, but {listing(shapes)}.",
            expected=nearest(kind, shapes) or list(shapes),
            got=kind,
            move=at,
        )
        return None, clock
    fields = {**shapes[kind].fields, **COMMON}
    must = ["player", *(key for key, entry in fields.items() if entry.required)]
    faults.keys(raw, pointer, ("type", "player", *fields), must, move=at)
    move: dict[str, Any] = {"type": kind}
    for key, entry in fields.items():
        if key not in raw:
            continue
        try:
            move[key] = entry.read(raw[key])
        except (KeyError, TypeError, BadField):
            value = raw[key]
            error = entry.explain(value)
            faults.add(
                error.code,
                f"{pointer}/{key}{error.at}",
                error.message,
                expected=error.expected,
                got=value if type(value) in (str, int, float) else None,
                move=at,
            )
    if "player" in raw and type(raw["player"]) is not str:
        faults.wrong_type(raw["player"], str, f"{pointer}/player", at)
    elif "player" in raw and knows_players:
        _find_seat(faults, move, raw["player"], seats, pointer, at)
    if "t" in move:
        if move["t"] < clock:
            faults.add(
                "time-goes-back",
                f"{pointer}/t",
                f"The clock goes back from {clock:g} to {move['t']:g}.",
                expected=clock,
                got=move["t"],
                move=at,
            )
        clock = max(clock, move["t"])
    return (move if len(faults.violations) == before else None), clock


def _find_seat(
    faults: Faults, move: dict[str, Any], name: str, seats: dict[str, int], pointer: str, at: int
) -> None:
    folded = {fold(name): seat for name, seat in seats.items()}
    seat = folded.get(fold(name))
    if seat is None:
        faults.add(
            "unknown-player",
            f"{pointer}/player",
            f"Nobody at this table is called {name[:64]!r}, but {listing(seats)}.",
            expected=nearest(name, seats) or list(seats),
            got=name,
            move=at,
        )
        return
    move["player"] = seat
    seats[name] = seat  # spelled so again, it is found at once
