"""A question while its phrase is read: what is known of it so far."""

from __future__ import annotations

from typing import Any, Final

from ...catalogue import Catalogue
from ...errors import PhraseError
from ...query import Condition, Measure, Step
from ..lexer import Values
from ..parser import Node, Token
from .conditions import Conditions
from .named import Named

USUAL: Final = ("win rate", "turns", "pass rate")
"""What is told of two that are compared without a metric."""

MOST_ROWS: Final = 1_000_000

OUTCOMES: Final = {"wins": "won", "losses": "lost"}
"""By metric, the games that it counts."""


class Draft:
    """What the parts of a phrase have said."""

    def __init__(self, phrase: str, names: Catalogue, store: Values | None) -> None:
        self.phrase = phrase
        self.names = names
        self.store = store
        self.said: list[Token] = []
        """All words of the phrase that mean something."""
        self.measures: list[Measure] = []
        self.named = Named(phrase, names, store, self.measures)
        self.dates = self.named.dates
        self.conditions = Conditions(self.named)
        self.where: list[Condition] = []
        self.by: list[Step] = []
        self.rest: dict[str, Any] = {}
        """What else a `Query` has, by its field."""
        self.adjectives: list[Token] = []
        """Values before a metric: how many *hard* games."""
        self.asks_for_more = False
        """``do we pass more``: what is chosen is a split."""
        self.lists = False
        """A dimension stands alone, and what is counted by it was not said."""
        self.unit_unsaid: set[Measure] = set()
        """Averages of which it is not said over what."""
        self.named.unsaid = self.unit_unsaid
        self.bare: set[Measure] = set()
        """Figures of which it is not said whether a sum, a mean or what else is meant."""
        self.usual: tuple[str, ...] = ()
        """What is asked for where nothing is named."""
        self.top: tuple[str, int | None] | None = None
        self.ordered: tuple[Node, bool] | None = None
        self.unsaid: Node | None = None
        """``vs previous``, where it does not say what."""
        self.passed_over: list[Node] = []
        """Parts that were read before all others."""
        self.ranks_unsaid = False
        """``worst session``: by what was not said."""
        self.asks_which = False
        """``who passes more``: what it is split by was not said for its own sake."""
        self.trend: Step | None = None
        """``trend`` is one over months, unless it is said over what."""
        self.outdone: Token | Node | None = None
        """Who or what the one before is held against: *than Anna*."""
        self.sized: list[Token] = []
        """Numbers before what they are of."""
        self.hung_on: set[str] = set()
        """Dimensions of which all values are held together, whichever is named: version B."""
        self.such_by_the_way: tuple[Condition, ...] = ()
        """What a preposition chose of a share of all, as long as nothing else says of what: on hard."""
        self.with_whom: list[Condition] = []
        """Players who were said to sit at somebody's table: *with Ben*."""
        self.related: Node | None = None
        """Where two figures are asked for that may hang together."""
        self.together: Node | None = None
        """``together``, said of players."""

    def asked(self) -> str:
        """Return what is asked for, the win rate where nothing is yet."""
        return ", ".join(map(str, self.measures)) or USUAL[0]

    def games_said(self) -> frozenset[str]:
        """Return the games that the phrase names, else those that have what it names."""
        values = [
            reading for token in self.said if token.symbol == "VALUE" for reading in token.value
        ]
        named = self.games_named()
        if not named:
            named = {game for name, _ in values for game in self.names.dimensions[name].games}
        if not named:
            dims = [token.value for token in self.said if token.symbol == "DIM"]
            games = [[self.names.dimensions[name].games for name in names] for names in dims]
            named = {game for one in games if all(one) for each in one for game in each}
        return frozenset(named)

    def games_named(self) -> set[str]:
        tokens = [token for token in self.said if token.symbol == "VALUE"]
        named = {value for one in tokens for name, value in one.value if name == "game"}
        if any(one.symbol == "DIM" and "game" in one.value for one in self.said):
            known = self.names.dimensions["game"].values  # an echo has them in quotes
            named |= {one.value for one in self.said if one.symbol == "STRING"} & set(known)
        return named

    def fail(self, place: Any, message: str, **more: Any) -> PhraseError:
        return self.named.fail(place, message, **more)

    def row_count(self, number: Token) -> int:
        """Return how many rows are wanted: the *5* of top 5."""
        if not isinstance(number.value, int) or not 0 < number.value <= MOST_ROWS:
            raise self.fail(
                number,
                f"An answer has no {number.text} rows: say a whole number above 0."
                if number.value <= MOST_ROWS
                else f"No answer has {number.text} rows: say a smaller number.",
                suggestions=("1", "5", "10"),
            )
        return number.value

    def width(self, number: Token) -> float:
        """Return how wide bins are to be: above 0."""
        if number.value <= 0:
            raise self.fail(number, "Bins need a width above 0.", suggestions=("1", "5", "10"))
        return float(number.value)

    def in_order(self, token: Token) -> str:
        """Return the dimension of games that comes one after the other: sessions, versions."""
        dimension = self.named.dimension(token)
        if dimension.kind == "number":  # the last target: told by its number
            raise self.fail(
                token,
                f"`last` goes with what comes one after the other in time, and {dimension.name}"
                " is a number.",
                suggestions=[f"{self.asked()} by turn"] if dimension.name.endswith("turns") else (),
                is_whole=dimension.name.endswith("turns"),
            )
        if dimension.kind != "text" or "games" not in dimension.at:
            raise self.fail(
                token,
                f"{dimension.name.capitalize()} has no order in time.",
                hint="Sessions, rules versions and months have one: last session.",
            )
        return dimension.name
