"""The rows that a replayed game turns into: their tables, columns and shared values.

Counting: ``move`` and ``seat`` count from 0, as the places of a log do; ``round`` and ``turn``
count from 1, as people do. A value that hidden cards hide is null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeGuard,
    cast,
)

from .shapes import Move, Seconds

if TYPE_CHECKING:
    from .seating import Player

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
"""The columns that all games share. Storage puts what names the log before them."""

OWN_TABLES: Final = ("games", "seats", "rounds", "moves")
"""The tables to which a game may add columns."""


@dataclass(slots=True)  # frozen ones take three times as long to make
class Array:
    """One column of many rows, as numpy holds it."""

    values: Any
    """An array; where there are *texts*, of places among them."""
    nulls: Any = None
    """An array that is true where the value is null, whatever stands there; None where none is."""
    texts: Sequence[str] | None = None

    def __len__(self) -> int:
        return len(self.values)

    def where(self, keep: Any) -> Array:
        """Return the rows for which an array of flags is true, or those of a slice."""
        nulls = None if self.nulls is None else self.nulls[keep]
        return Array(self.values[keep], nulls, self.texts)

    def list(self) -> list[Any]:
        """Return plain values, None for null."""
        found: list[Any] = self.values.tolist()
        if self.nulls is not None:
            nulls = self.nulls.tolist()
            found = [None if null else value for value, null in zip(found, nulls, strict=True)]
        if self.texts is not None:
            found = [None if place is None else self.texts[place] for place in found]
        return found


@dataclass(slots=True)
class Many:
    """The rows of many games in one table, game after game."""

    sizes: Any
    """How many rows each game has, an array."""
    columns: Sequence[Array]

    def rows(self) -> list[Row]:
        """Return the same row by row."""
        return list(zip(*(column.list() for column in self.columns), strict=True))


class Trail(NamedTuple):
    """What a game leaves behind while it is played, for its rows to be made of when they are wanted.

    It is a few flat values and no weight, and rows are made of many trails together in a fraction of
    the time that it takes game by game.
    """

    make: Callable[[Sequence[Trail]], Mapping[str, Many]]
    """Returns the rows of ``seats``, ``rounds`` and ``moves`` of several games."""
    left: Any
    """What the game left: its own business, not to be changed."""
    players: Sequence[Player]

    def tables(self) -> dict[str, Sequence[Row]]:
        """Return the rows of this one game by table."""
        return {table: many.rows() for table, many in self.make([self]).items()}


class Written(NamedTuple):
    """The same rows of a game that writes them down one by one."""

    seats: Sequence[Row]
    rounds: Sequence[Row]
    moves: Sequence[Row]

    def tables(self) -> dict[str, Sequence[Row]]:
        """Return the rows by table."""
        return self._asdict()


Told: TypeAlias = Trail | Written


class Facts(NamedTuple):
    """All rows of one game, each with its table's shared columns, then the game's own."""

    game: Row
    feedback: Sequence[Row]
    told: Told
    """Rows of ``seats``, ``rounds`` and ``moves``, or what they are made of."""

    @property
    def seats(self) -> Sequence[Row]:
        """The rows of ``seats``. A trail makes all three tables for it: see `tables`."""
        return self.told.tables()["seats"]

    @property
    def rounds(self) -> Sequence[Row]:
        """The rows of ``rounds``, likewise."""
        return self.told.tables()["rounds"]

    @property
    def moves(self) -> Sequence[Row]:
        """The rows of ``moves``, likewise."""
        return self.told.tables()["moves"]

    def tables(self) -> dict[str, Sequence[Row]]:
        """Return the rows by table."""
        return {"games": [self.game], **self.told.tables(), "feedback": self.feedback}


class Noted(NamedTuple):
    """What a game's notes hold at its end."""

    rounds: Sequence[Row]
    moves: Sequence[Row]
    goal: int | None
    game: Row = ()
    """The game's own columns of ``games``."""
    seats: Sequence[Row] = ()
    """The game's own columns of ``seats``, a row a seat; may be left empty where it has none."""
    hidden_draws: int = 0
    """How many cards were drawn that nobody noted."""


class Trailed(NamedTuple):
    """The same of a game that leaves a trail."""

    make: Callable[[Sequence[Trail]], Mapping[str, Many]]
    """See `Trail`; *left* as well."""
    left: Any
    turns: int
    passes: int
    begun: int
    """How many rounds."""
    goal: int | None
    game: Row = ()
    hidden_draws: int = 0


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


Wants: TypeAlias = Mapping[str, Sequence[str | None]]
"""By type of move the fields that notes want to know, equally many of each type. A card is told by its
number, an array by its length. What a move lacks is told as 0, and so is None among the fields."""


class TrailNotes(Protocol):
    """The same for a game in a hurry, which leaves a `Trail` and no rows.

    It makes no difference to it whether the moves are made while the log is read.
    """

    wants: Wants
    looks: bool
    """It wants to look before each move. False where the moves alone seem to tell what it would see:
    then `close` may find that they do not."""

    def look(self, seat: int) -> int:
        """Look at the table before a move of *seat* is made; return what is to be kept of it."""

    def close(self, made: list[int], times: Sequence[Seconds | None]) -> Trailed | None:
        """Return what the moves that were *made* leave, an unfinished round included.

        Of each move *made* has its code, the fields that are wanted and, where it *looks*, what was
        seen: whole numbers, all on end. A code is the place of the move's type in *wants*, plus the
        seat times their number. Of *times* there is one a move, or none at all where no move has one.
        None is returned where the moves have to be made again, with a look before each.
        """


def leaves_trail(notes: Notes | TrailNotes) -> TypeGuard[TrailNotes]:
    """Tell which kind *notes* are."""
    return hasattr(notes, "wants")


class Unhurried:
    """Notes for a trail, of moves that are made one by one; see `Notes`."""

    def __init__(self, notes: TrailNotes) -> None:
        notes.looks = True
        self._notes = notes
        self._kinds = list(notes.wants)
        self._made: list[int] = []
        self._times: list[Seconds | None] = []

    def before(self, at: int, move: Move) -> None:
        kind, seat, notes = move["type"], move["player"], self._notes
        self._made.append(len(self._kinds) * seat + self._kinds.index(kind))
        for name in notes.wants[kind]:
            value = 0 if name is None else move.get(name) or 0
            self._made.append(len(value) if isinstance(value, list) else value)
        self._made.append(notes.look(seat))
        self._times.append(move.get("t"))

    def after(self, at: int, move: Move) -> None:
        pass

    def close(self) -> Trailed:
        has_times = self._times.count(None) < len(self._times)
        found = self._notes.close(self._made, self._times if has_times else ())
        assert found is not None, "there was a look before each move"
        return found


def unhurried(notes: Notes | TrailNotes) -> Notes | Unhurried:
    """Return *notes* that are told of each move, whichever kind they are."""
    # A TypeGuard tells nothing of where it does not hold.
    return Unhurried(notes) if leaves_trail(notes) else cast("Notes", notes)


def columns_of(table: str, own: Mapping[str, Sequence[Column]]) -> tuple[Column, ...]:
    """Return the columns of a fact table for a game with its *own* ones."""
    return SHARED[table] + tuple(own.get(table, ()))
