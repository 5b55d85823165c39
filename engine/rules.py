"""What a game must say about itself, and the words it says it with.

A game is one object, `Rules`, in a module of its own. It declares its options, its levels, the
shape of its moves and its facts, and it has one mutable table that only `Rules.apply` changes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from .errors import IllegalMove
from .shapes import BadField, Move, Shape

if TYPE_CHECKING:
    from .facts import Column, Notes, TrailNotes

T = TypeVar("T")

Knowledge: TypeAlias = Literal["full", "hands", "table", "partial"]
"""How much a log tells of the hidden cards, LOG_FORMAT §3."""


class Option(NamedTuple):
    """One option that ``rules.options`` may override."""

    kind: Literal["whole", "flag", "choice", "text", "object"]
    sentence: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    check: Callable[[Any], BadField | None] | None = None
    """Looks deeper at a value of kind ``object``."""


class Setting(NamedTuple):
    """What was agreed before the first card was dealt."""

    level: str
    options: Mapping[str, Any]
    """Every option of the game: the level's, with the log's own on top."""
    players: tuple[str, ...]
    """In seat order."""


class Deal(NamedTuple):
    """What a log tells of the deal, one label a card, unknown ones included."""

    hands: Sequence[Sequence[int]]
    stock: Sequence[int]
    knowledge: Knowledge
    is_given: bool
    """The log has ``deal.hands``."""


class Ending(NamedTuple):
    """How a game came out, as the log's ``result`` would say it."""

    outcome: Literal["won", "lost", "finished", "abandoned"]
    score: int | tuple[int, ...]
    """Of the team, or one a seat."""
    cause: str | None = None
    """Why it ended so, in kebab-case; one of `Rules.causes`."""
    is_open: bool = False
    """More moves might have come, as a claim after the last card: the log may call the game
    abandoned as well."""


class Rules(Protocol[T]):
    """A game. The type variable is its table.

    A game may have three members more. ``late_fault(table) -> IllegalMove | None``: asked when there
    are no more moves, it returns the fault that only all of them together prove, with its *move*.
    ``acts() -> Mapping[str, Act]``: by type of move, what makes it; with it the moves of a log are
    made while they are read, which takes half the time where nobody asks for more than a verdict.
    ``bots``: a sequence of `engine.bots.players.Bot` that play it beside `random`.
    """

    name: str
    """As logs write it: ``spot-on``."""
    title: str
    version: str
    """Of this reading of the rules; it is stored with every fact row."""
    sentence: str
    players: tuple[int, int]
    """The fewest and the most."""
    unit: str
    """What a round is called in this game: target, pot, trick, equation."""
    levels: Mapping[str, str]
    """Level names, each with its sentence. A game without levels has ``normal`` alone."""
    options: Mapping[str, Option]
    cards: Mapping[str, int]
    """Every way to write a card of ``deal``, ``?`` included, with the card's number."""
    moves: Mapping[str, Shape]
    faults: Mapping[str, str]
    """Every code that the rules can raise, with what it means."""
    causes: Mapping[str, str]
    inferred: Sequence[str]
    """What the source of the rules leaves out and this reading fills in, a sentence each."""
    columns: Mapping[str, Sequence[Column]]
    """The game's own columns by fact table, after the shared ones."""
    scores_seats: bool
    """The score is one integer a seat rather than the team's."""

    def settle(self, level: str, players: int) -> dict[str, Any]:
        """Return every option as *level* sets it for that many players."""

    def check(self, setting: Setting) -> Iterable[tuple[str, BadField]]:
        """Yield what is wrong with options taken together, each with the option's name."""

    def sizes(self, setting: Setting) -> tuple[Sequence[int], int]:
        """Return the number of cards dealt to each seat, and of those left in the stock."""

    def start(self, setting: Setting, deal: Deal) -> T:
        """Return the table after the deal.

        Raises IllegalMove, its *field* a whole pointer, for a card that the deal cannot hold.
        """

    def waiting(self, table: T) -> int | None:
        """Return the seat that is to move, from 0; None when the game is over."""

    def legal(self, table: T) -> list[Move]:
        """Return every different move that the one to move can make, as far as cards are known.

        Cards that are alike for the rules count once. A move that chance decides (a target to be
        turned up) is one move. Without the words a table says aloud: see `spoken`.
        """

    def spoken(self, table: T, move: Move) -> Move:
        """Return *move* as a careful recorder writes it: with drawn card and said numbers."""

    def apply(self, table: T, move: Move) -> Sequence[IllegalMove]:
        """Check *move*, then make it; return the faults that leave the state beyond doubt.

        Raises IllegalMove and leaves *table* as it was.
        """

    def ending(self, table: T) -> Ending | None:
        """Return how the game came out; None while it goes on."""

    def standing(self, table: T) -> int | tuple[int, ...]:
        """Return the score so far."""

    def notes(self, table: T) -> Notes | TrailNotes:
        """Return the taker of notes that turns what happens on *table* into facts."""

    def copy(self, table: T) -> T:
        """Return a table that can change on its own, equal to *table*."""

    def view(self, table: T, seat: int | None = None) -> dict[str, Any]:
        """Return what *seat* sees, as plain JSON; with None all that the log knows."""

    def picture(self, view: Mapping[str, Any]) -> list[str]:
        """Draw a view in lines of text, as a person would on paper."""

    def shuffle(self, setting: Setting, rng: random.Random) -> dict[str, Any]:
        """Return a random deal as the log writes it, ``hands`` and ``stock``."""

    def write(self, move: Move) -> dict[str, Any]:
        """Return *move* as the log writes it, but for ``player``: the other way of reading it."""


COMMON_FAULTS: Final[Mapping[str, str]] = {
    "after-end": "A move after the game was over.",
    "wrong-player": "It was somebody else's turn.",
    "no-such-card": "The card is not in this game.",
    "card-already-seen": "The card lies, or lay, elsewhere.",
    "not-your-card": "The card is known not to be in the player's hand.",
    "hand-size": "A hand of another size than the rules deal.",
    "unfinished": "The moves end before the game does.",
    "wrong-result": "The log says another result than the moves give.",
}
"""Faults that every game has."""


def wrong_player(players: Sequence[str], due: int, seat: int, rule: str) -> IllegalMove:
    """Return the fault of a move by the player at *seat* where it is the turn of the one at *due*."""
    return IllegalMove(
        "wrong-player",
        f"It is {players[due]}'s turn, not {players[seat]}'s.",
        expected=players[due],
        got=players[seat],
        field="player",
        rule=rule,
    )
