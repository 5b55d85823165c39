"""The rows that a replayed game turns into: their tables, columns and shared values.

Counting: ``move`` and ``seat`` count from 0, as the places of a log do; ``round`` and ``turn``
count from 1, as people do. A value that hidden cards hide is null.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeGuard, cast

from .shapes import Made, Move

Kind: TypeAlias = Literal["whole", "number", "text", "flag", "time"]
Row: TypeAlias = tuple[Any, ...]


class Column(NamedTuple):
    """One column of a fact table."""

    name: str
    kind: Kind
    sentence: str
    unit: str = ""


SHARED: Final[Mapping[str, tuple[Column, ...]]] = {
    "games": (
        Column("log_sha256", "text", "SHA-256 of the log's canonical form."),
        Column("log_id", "text", "The recorder's own name for the log."),
        Column("engine_version", "text", "The version of cardstats that judged the log."),
        Column("rulebook_version", "text", "The version of cardstats' reading of the game."),
        Column("game", "text", "Which game was played."),
        Column("level", "text", "The level of difficulty."),
        Column("options", "text", "The options that the log sets, as JSON."),
        Column("rules_version", "text", "Which print or draft of the rules was on the table."),
        Column("players", "whole", "How many played.", "players"),
        Column("played_by", "text", "Who played: humans, bots or mixed."),
        Column("knowledge", "text", "What is known of hidden cards: full, hands, table, partial."),
        Column("session", "text", "The session the game belongs to."),
        Column("location", "text", "Where it was played."),
        Column("source", "text", "How it was recorded: table, app or bot."),
        Column("tags", "text", "The log's tags, as a JSON array."),
        Column("played_at", "time", "When it was played, in UTC."),
        Column("outcome", "text", "How it came out: won, lost, finished or abandoned."),
        Column("cause", "text", "Why it ended so."),
        Column("score", "whole", "The team's score; the best seat's where seats score.", "points"),
        Column("goal", "whole", "The score that wins, where there is one.", "points"),
        Column("turns", "whole", "Turns taken.", "turns"),
        Column("plays", "whole", "Turns in which a card was played.", "turns"),
        Column("passes", "whole", "Turns that were passed.", "turns"),
        Column("rounds", "whole", "Rounds begun: targets, pots, tricks or equations.", "rounds"),
        Column("seconds", "number", "From the start to the last move with a time.", "s"),
    ),
    "seats": (
        Column("seat", "whole", "The place at the table, from 0."),
        Column("player", "text", "The player's name."),
        Column("kind", "text", "human or bot."),
        Column("experience", "whole", "Games the player had played before.", "games"),
        Column("turns", "whole", "Turns the player took.", "turns"),
        Column("plays", "whole", "Of these, turns in which a card was played.", "turns"),
        Column("passes", "whole", "Of these, turns that were passed.", "turns"),
        Column("score", "whole", "The player's own score, where seats score.", "points"),
        Column("seconds", "number", "Time before the player's moves, all together.", "s"),
    ),
    "rounds": (
        Column("round", "whole", "Which round of the game, from 1."),
        Column("unit", "text", "What a round is in this game: target, pot, trick, equation."),
        Column("label", "text", "The round as the table would name it."),
        Column("value", "whole", "What was to be reached, or what the round was worth."),
        Column("turns", "whole", "Turns it took.", "turns"),
        Column("plays", "whole", "Turns in which a card was played.", "turns"),
        Column("passes", "whole", "Turns that were passed.", "turns"),
        Column("starter", "text", "Who began it."),
        Column("finisher", "text", "Who ended it."),
        Column("outcome", "text", "How it ended."),
        Column("cause", "text", "Why it ended so."),
    ),
    "moves": (
        Column("move", "whole", "The place in the log's moves, from 0."),
        Column("round", "whole", "The round it belongs to, from 1."),
        Column("turn", "whole", "The turn of the game, from 1; null where no turn is used."),
        Column("seat", "whole", "Whose move, from 0."),
        Column("player", "text", "Whose move, by name."),
        Column("type", "text", "The type of the move, as in the log."),
        Column("card", "text", "The card, or the top card of several."),
        Column("rank", "text", "The card's rank, ``*`` for a joker."),
        Column("op", "text", "The operation."),
        Column("before", "whole", "The total before the move."),
        Column("after", "whole", "The total after the move."),
        Column("legal", "whole", "How many different turns the player could take.", "moves"),
        Column("missed", "flag", "A move that reaches the goal was in hand and was not made."),
        Column("seconds", "number", "Since the move before; null without times.", "s"),
    ),
    "feedback": (
        Column("seat", "whole", "Whose remark, from 0."),
        Column("player", "text", "Whose remark, by name."),
        Column("rating", "text", "What was rated."),
        Column("stars", "whole", "The rating, 1 to 5."),
        Column("comment", "text", "The remark."),
        Column("move", "whole", "The move it is about, from 0."),
    ),
    "violations": (
        Column("nth", "whole", "The place among the log's violations, from 0."),
        Column("code", "text", "The fault's code."),
        Column("move", "whole", "The move at fault, from 0; null outside the moves."),
        Column("pointer", "text", "The place in the log."),
        Column("message", "text", "The fault in one sentence."),
        Column("rule", "text", "The rule it breaks."),
    ),
}
"""The columns that all games share. Storage puts ``game_id`` before them."""

OWN_TABLES: Final = ("games", "seats", "rounds", "moves")
"""The tables to which a game may add columns."""


@dataclass(slots=True)  # frozen ones take three times as long to make, and each game makes some
class Coded:
    """A column of texts, each told by its place in *texts*; null where the place is None.

    >>> list(Coded([1, None, 0], ("ace", "two")))
    ['two', None, 'ace']
    """

    places: Sequence[int | None]
    texts: Mapping[int, str | None] | Sequence[str]

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[str | None]:
        texts = self.texts
        return (None if place is None else texts[place] for place in self.places)


Values: TypeAlias = Sequence[Any] | Coded
"""The values of one column, a row each."""


@dataclass(slots=True)
class Columns:
    """The rows of one game in one table, told column by column: many rows, quickly written."""

    values: Sequence[Values]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Columns:
        """Return the columns of *rows*."""
        return cls(list(zip(*rows, strict=True)))

    def __len__(self) -> int:
        return len(self.values[0]) if self.values else 0

    def rows(self) -> list[Row]:
        """Return the same row by row."""
        return list(zip(*self.values, strict=True))


class Facts(NamedTuple):
    """All rows of one game, each with its table's shared columns, then the game's own."""

    game: Row
    seats: list[Row]
    rounds: list[Row]
    told_moves: Columns
    feedback: list[Row]

    @property
    def moves(self) -> list[Row]:
        """The rows of ``moves``."""
        return self.told_moves.rows()

    def tables(self) -> dict[str, list[Row]]:
        """Return the rows by table."""
        return {
            "games": [self.game],
            "seats": self.seats,
            "rounds": self.rounds,
            "moves": self.moves,
            "feedback": self.feedback,
        }


class Noted(NamedTuple):
    """What a game's notes hold at its end."""

    rounds: list[Row]
    moves: Sequence[Row] | Columns
    goal: int | None
    game: Row = ()
    """The game's own columns of ``games``."""
    seats: Sequence[Row] = ()
    """The game's own columns of ``seats``, a row a seat; may be left empty where it has none."""
    hidden_draws: int = 0
    """How many cards were drawn that nobody noted."""

    def move_columns(self) -> Columns:
        """Return *moves* column by column."""
        return self.moves if isinstance(self.moves, Columns) else Columns.of(self.moves)


class Notes(Protocol):
    """Watches one game and writes its rows. The rows' tuples follow the columns.

    Its methods are called in this order: `before` and `after` for each move, `close` at the end.
    """

    def before(self, at: int, move: Move) -> None:
        """Look at the table before the move with index *at* is made."""

    def after(self, at: int, move: Move) -> None:
        """Write down what the move did."""

    def close(self) -> Noted:
        """Return what was written, an unfinished round included."""


class QuickNotes(Protocol):
    """The same for a game in a hurry: it looks before each move and writes all at the end.

    It makes no difference to it whether the moves are made while the log is read.
    """

    wants: Sequence[str]
    """The fields of moves that it wants to know."""

    def look(self, seat: int) -> Any:
        """Look at the table before a move of *seat* is made; return what is to be kept of it."""

    def close(self, made: Sequence[Made]) -> Noted:
        """Return the rows of the moves that were *made*, an unfinished round included.

        What was seen before a move is the last thing in it.
        """


def is_quick(notes: Notes | QuickNotes) -> TypeGuard[QuickNotes]:
    """Tell which kind *notes* are."""
    return hasattr(notes, "wants")


class Unhurried:
    """Quick notes of moves that are made one by one; see `Notes`."""

    def __init__(self, notes: QuickNotes) -> None:
        self._notes = notes
        self._made: list[Made] = []

    def before(self, at: int, move: Move) -> None:
        kind, seat = move["type"], move["player"]
        wanted = [move.get(name) for name in self._notes.wants]
        self._made.append((kind, seat, *wanted, self._notes.look(seat)))

    def after(self, at: int, move: Move) -> None:
        pass

    def close(self) -> Noted:
        return self._notes.close(self._made)


def unhurried(notes: Notes | QuickNotes) -> Notes:
    """Return *notes* as `Notes`, whichever kind they are."""
    # A TypeGuard tells nothing of where it does not hold.
    return Unhurried(notes) if is_quick(notes) else cast("Notes", notes)


def columns_of(table: str, own: Mapping[str, Sequence[Column]]) -> tuple[Column, ...]:
    """Return the columns of a fact table for a game with its *own* ones."""
    return SHARED[table] + tuple(own.get(table, ()))
