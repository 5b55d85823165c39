"""What can go wrong, told by what the reader of the message must do next."""

from __future__ import annotations

from typing import Any, NamedTuple


class CardstatsError(Exception):
    """The base of all errors that a user can cause and mend.

    *code* is stable kebab-case, *message* one sentence, *place* where it is (a pointer, a file, a
    column), *hint* the way out.
    """

    code = "error"

    def __init__(
        self, message: str, *, code: str | None = None, place: str = "", hint: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        hint = f" {self.hint}" if self.hint else ""
        return f"{place}{self.message} [{self.code}]{hint}"


class UnreadableLog(CardstatsError):
    """The bytes are not strict JSON that holds one object: mend the text."""

    code = "unreadable"


class UnknownGame(CardstatsError):
    """No installed game has that name: install it, or mend the name."""

    code = "unknown-game"


class IllegalMove(Exception):
    """A fault in the record of a game: mend the record.

    A game raises it and knows no index; the replay adds where. *field* is the part of the move
    that is wrong, as the tail of a JSON pointer (``total``, ``cards/2``); *rule* is the section of
    the rules that says so. *sound* is True where the state of the table stays beyond doubt, so
    that the replay may go on. *move* is the index of an earlier move, where only this one proves
    that one to be at fault.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        expected: Any = None,
        got: Any = None,
        field: str = "",
        rule: str = "",
        sound: bool = False,
        move: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.expected = expected
        self.got = got
        self.field = field
        self.rule = rule
        self.sound = sound
        self.move = move


class Violation(NamedTuple):
    """One fault of a log, as LOG_FORMAT §5 shows it."""

    code: str
    pointer: str
    """RFC 6901, into the log as it was sent."""
    move: int | None
    """From 0; None outside the moves."""
    message: str
    expected: Any = None
    """What would have been right, as plain JSON; None where there is no one answer."""
    got: Any = None
    rule: str | None = None
    """Game and section, ``spot-on/your-turn``."""

    def to_json(self) -> dict[str, Any]:
        """Return the violation with the keys of the log format, in their order."""
        return {
            "code": self.code,
            "pointer": self.pointer,
            "move": self.move,
            "message": self.message,
            "expected": self.expected,
            "got": self.got,
            "rule": self.rule,
        }

    def __str__(self) -> str:
        place = f"move {self.move}" if self.move is not None else self.pointer or "the log"
        sentence, *drawing = self.message.split("\n")
        return "\n".join((f"{place}: {sentence} [{self.code}]", *drawing))
