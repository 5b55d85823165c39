"""Plays a log through its game's rules: a verdict, and the facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import orjson

from . import __version__
from .errors import IllegalMove, Violation
from .facts import (
    Facts,
    Noted,
    Notes,
    Row,
    Told,
    Trail,
    Trailed,
    Unhurried,
    Written,
    unhurried,
)
from .log import GameLog, Reading, read_log
from .rules import Ending, Rules
from .shapes import Move

Status: TypeAlias = Literal["accepted", "rejected"]


class Verdict(NamedTuple):
    """What the engine says of a log."""

    status: Status
    reading: Reading
    violations: list[Violation]
    facts: Facts | None
    """None where the log is rejected or facts were not asked for."""
    outcome: str | None = None
    """How the game came out; None where the log is rejected."""

    @property
    def log(self) -> GameLog | None:
        """The log, None where its head did not read."""
        return self.reading.log

    @property
    def game(self) -> str | None:
        """The game the log names, known or not."""
        name = self.reading.document.get("game")
        return name if type(name) is str else None

    @property
    def log_id(self) -> str | None:
        """The log's own id where it is one that may be used."""
        found = self.reading.document.get("log_id")
        is_bad = any(fault.pointer == "/log_id" for fault in self.violations)
        return found if type(found) is str and not is_bad else None

    def digest(self) -> str:
        """Return the log's identity, in hex."""
        return self.reading.digest()


def judge(data: bytes, *, facts: bool = True) -> Verdict:
    """Judge the bytes of one log. Raises UnreadableLog.

    Faults of form are told all together; the moves before the first that does not read are
    replayed as well, so that one answer tells as much as it can.
    """
    reading = read_log(data, follow=True, has_notes=facts)
    log = reading.log
    if log is None:
        return Verdict("rejected", reading, reading.violations, None)
    if reading.violations:
        return Verdict("rejected", reading, _in_order(reading.violations, _replay(log)), None)
    found: list[Violation] = []
    ending, table = _play(log, found, wants_facts=facts)
    if found:
        return Verdict("rejected", reading, found, None)
    return Verdict("accepted", reading, found, table, ending.outcome if ending else None)


def replay(log: GameLog) -> list[Violation]:
    """Return what the rules object to in *log*, nothing if it is legal."""
    return _replay(log)


def tables(log: GameLog) -> Iterator[tuple[Move | None, Any]]:
    """Yield each move with the table after it; first None with the table after the deal.

    The table is the same object each time and changes under the caller: look, or copy. Ends
    before the first illegal move.
    """
    rules = log.rules
    try:
        table = rules.start(log.setting, log.deal)
    except IllegalMove:
        return
    yield None, table
    for move in log.moves:
        try:
            rules.apply(table, move)
        except IllegalMove:
            return
        yield move, table


def note(log: GameLog, moves: int) -> Told:
    """Return the rows of the first so many moves of *log*, which must be legal, and their rounds."""
    rules = log.rules
    table = rules.start(log.setting, log.deal)
    notes = unhurried(rules.notes(table))
    for at, move in enumerate(log.moves[:moves]):
        notes.before(at, move)
        rules.apply(table, move)
        notes.after(at, move)
    noted = notes.close()
    if isinstance(noted, Trailed):
        return Trail(noted.make, noted.left, log.players)
    return Written((), noted.rounds, noted.moves)


def _replay(log: GameLog) -> list[Violation]:
    found: list[Violation] = []
    _play(log, found, wants_facts=False)
    return found


def _play(
    log: GameLog, found: list[Violation], *, wants_facts: bool
) -> tuple[Ending | None, Facts | None]:
    """Play all moves, put what is wrong into *found*; return end and facts of a faultless game."""
    rules = log.rules
    moves: Sequence[Move] = ()
    notes: Notes | Unhurried | None = None
    noted: Noted | Trailed | None = None
    if log.followed is not None:
        table, noted = log.followed.table, log.followed.trailed
    else:
        try:
            table = rules.start(log.setting, log.deal)
        except IllegalMove as error:
            found.append(_violation(log, error, None, error.field))
            return None, None
        moves = log.moves
        if wants_facts:
            notes = unhurried(rules.notes(table))
    apply = rules.apply
    at = 0
    stop: IllegalMove | None = None
    try:
        if notes is None:
            for at, move in enumerate(moves):
                faults = apply(table, move)
                if faults:
                    _tell(log, faults, at, found)
        else:
            before, after = notes.before, notes.after
            for at, move in enumerate(moves):
                before(at, move)
                faults = apply(table, move)
                if faults:
                    _tell(log, faults, at, found)
                after(at, move)
    except IllegalMove as error:
        stop, at = error, at if error.move is None else error.move
    stop, at = _late_fault(rules, table, stop, at)
    if stop is not None:
        # What was told of moves from the fault on is void: the table was not as it seemed.
        found[:] = [fault for fault in found if fault.move is None or fault.move < at]
        found.append(_at_move(log, stop, at))
        return None, None
    if not log.is_whole:
        return None, None
    ending = _check_result(log, rules.ending(table), rules.standing(table), found)
    if not wants_facts or found or ending is None:
        return ending, None
    if noted is None:
        assert notes is not None, "somebody takes notes"
        noted = notes.close()
    return ending, _facts(log, noted, ending)


def _tell(log: GameLog, faults: Sequence[IllegalMove], at: int, found: list[Violation]) -> None:
    found.extend(_at_move(log, fault, at) for fault in faults)


def _late_fault(
    rules: Rules[Any], table: Any, stop: IllegalMove | None, at: int
) -> tuple[IllegalMove | None, int]:
    """Return the earlier of *stop*, the fault of move *at*, and one that all moves together prove.

    A game that knows such faults has a method ``late_fault``; see `engine.rules.Rules`.
    """
    ask = getattr(rules, "late_fault", None)
    late: IllegalMove | None = None if ask is None else ask(table)
    if late is None or late.move is None or (stop is not None and at <= late.move):
        return stop, at
    return late, late.move


def _at_move(log: GameLog, error: IllegalMove, at: int) -> Violation:
    pointer = f"/moves/{at}/{error.field}" if error.field else f"/moves/{at}"
    return _violation(log, error, at, pointer)


def _violation(log: GameLog, error: IllegalMove, at: int | None, pointer: str) -> Violation:
    rule = f"{log.game}/{error.rule}" if error.rule else None
    return Violation(error.code, pointer, at, error.message, error.expected, error.got, rule)


def _in_order(form: list[Violation], play: list[Violation]) -> list[Violation]:
    """Return the faults of form and of play, those outside the moves first."""
    return sorted(form + play, key=lambda fault: -1 if fault.move is None else fault.move)


def _check_result(
    log: GameLog, ending: Ending | None, score: Any, found: list[Violation]
) -> Ending | None:
    """Hold the log's result against the replay's; return how the game came out."""
    result = log.document.get("result", {})
    claimed = result.get("outcome")
    if ending is None:
        if claimed != "abandoned":
            found.append(
                Violation(
                    "unfinished",
                    "/moves",
                    None,
                    "The moves end before the game does; if it was broken off, "
                    "its outcome is 'abandoned'.",
                    expected="abandoned",
                    got=claimed,
                )
            )
            return None
        ending = Ending("abandoned", score)
    elif ending.is_open and claimed == "abandoned":
        ending = Ending("abandoned", score)
    elif claimed is not None and claimed != ending.outcome:
        found.append(
            Violation(
                "wrong-result",
                "/result/outcome",
                None,
                f"The moves give {ending.outcome!r}, the log says {claimed!r}.",
                expected=ending.outcome,
                got=claimed,
            )
        )
    score = list(ending.score) if isinstance(ending.score, tuple) else ending.score
    if "score" in result and result["score"] != score:
        found.append(
            Violation(
                "wrong-result",
                "/result/score",
                None,
                f"The moves give a score of {score}, the log says {result['score']}.",
                expected=score,
                got=result["score"],
            )
        )
    return ending


# -- the rows that all games share

_TURN, _SEAT, _TYPE, _SECONDS = 2, 3, 5, 13
"""Places among the columns of ``moves``."""
_TURNS, _PASSES = 4, 6
"""Places among those of ``seats``."""


def _facts(log: GameLog, noted: Noted | Trailed, ending: Ending) -> Facts:
    told: Told
    if isinstance(noted, Trailed):
        told = Trail(noted.make, noted.left, log.players)
        counted = noted.turns, noted.passes, noted.begun
    else:
        seats = _seat_rows(log, noted, ending)
        told = Written(seats, noted.rounds, noted.moves)
        turns = sum([row[_TURNS] for row in seats])
        passes = sum([row[_PASSES] for row in seats])
        counted = turns, passes, len(noted.rounds)
    return Facts(
        _game_row(log, noted, ending, counted),
        [
            (remark.seat, log.players[remark.seat].name, rating, stars, comment, remark.move)
            for remark in log.feedback
            for rating, stars, comment in _said(remark.ratings, remark.comment)
        ],
        told,
    )


def _said(ratings: Any, comment: str | None) -> Iterator[tuple[str | None, int | None, str | None]]:
    """Yield a row a rating, and one for the remark."""
    for rating, stars in ratings.items():
        if not rating.startswith("x-"):
            yield rating, stars, None
    if comment is not None:
        yield None, None, comment


def _game_row(
    log: GameLog, noted: Noted | Trailed, ending: Ending, counted: tuple[int, int, int]
) -> Row:
    turns, passes, begun = counted
    document = log.document
    stated = document.get("rules", {})
    knowledge: str = log.deal.knowledge
    if knowledge in ("full", "hands") and noted.hidden_draws:
        knowledge = "partial"
    if knowledge == "table" and log.may_have(b'"drew":"'):
        knowledge = "partial"
    score = max(ending.score) if isinstance(ending.score, tuple) else ending.score
    options = stated.get("options")
    return (
        document.get("log_id"),
        __version__,
        log.rules.version,
        log.game,
        log.setting.level,
        _json(options) if options else None,
        stated.get("version"),
        len(log.players),
        _played_by(log),
        knowledge,
        document.get("session"),
        document.get("location"),
        document.get("source"),
        _json(document["tags"]) if document.get("tags") else None,
        log.played_at,
        ending.outcome,
        ending.cause,
        score,
        noted.goal,
        turns,
        turns - passes,
        passes,
        begun,
        log.last_time(),
        *noted.game,
    )


def _seat_rows(log: GameLog, noted: Noted, ending: Ending) -> list[Row]:
    seats = range(len(log.players))
    turns, passes = [0 for _ in seats], [0 for _ in seats]
    seconds: list[float | None] = [None for _ in seats]
    for row in noted.moves:
        seat = row[_SEAT]
        if row[_TURN] is not None:
            turns[seat] += 1
            passes[seat] += row[_TYPE] == "pass"
        if row[_SECONDS] is not None:
            seconds[seat] = (seconds[seat] or 0.0) + row[_SECONDS]
    own = noted.seats or [() for _ in seats]
    scores = ending.score if isinstance(ending.score, tuple) else [None for _ in seats]
    return [
        (
            seat,
            player.name,
            player.kind,
            player.experience,
            turns[seat],
            turns[seat] - passes[seat],
            passes[seat],
            scores[seat],
            seconds[seat],
            *own[seat],
        )
        for seat, player in enumerate(log.players)
    ]


def _played_by(log: GameLog) -> str:
    if log.document.get("source") == "bot":
        return "bots"
    kinds = {player.kind for player in log.players}
    return "mixed" if len(kinds) > 1 else "bots" if kinds == {"bot"} else "humans"


def _json(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
