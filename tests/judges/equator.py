"""A second judge of Equator: slow, plain, and written from the rules page alone.

It shares no line with the engine, so that the two can be held against each other on any number of
logs. It reads top to bottom: cards, equations, what may lie where, the table, the judge, a solver,
then what the tests need: whole random games, the same games told with less knowledge, games with
one planted fault, and the facts of a game.

Where the rules page leaves room, the reading is named beside the code as "Reading:".
"""

from __future__ import annotations

import contextlib
import copy
import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import Any, Literal, NamedTuple

Log = dict[str, Any]
Verdict = list[tuple[str, int | None]]
Options = dict[str, Any]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
NUMERALS = {rank: number for number, rank in enumerate(RANKS[:10], start=1)}
DEFAULTS: Options = {
    "powers": True,
    "free_roots": False,
    "scoring": "cards",
    "ten": "replace",
    "redeal": False,
}

# Two readings that the page does not settle; each is one word to turn round.
REDEAL_STARTS_WITH_DEALER = False
"""False: after a redeal the turn goes on round the table; True: the dealer sets the tens again."""
REDEAL_LIES_UNDER = True
"""The one or two cards still in piles stay on top; what is dealt comes under them."""


class Card(NamedTuple):
    """A card as far as somebody noted it."""

    rank: str
    suit: str | None

    def fits(self, suit: str) -> bool:
        """Whether the card of this rank in *suit* may be the one meant."""
        return self.suit is None or self.suit == suit


JOKER = Card("*", None)


@cache
def read_card(text: str) -> Card:
    """Read a card that somebody saw; every spelling that the log format reads, none other."""
    text = text.translate(str.maketrans("♠♥♦♣", "SHDC")).upper()
    if text in ("*", "JK", "JOKER"):
        return JOKER
    suit = text[-1] if len(text) > 1 and text[-1] in SUITS else None
    rank = text[:-1] if suit else text
    return Card("10" if rank == "T" else rank, suit)


# --- Equations -----------------------------------------------------------------------------------

MAX_LENGTH = 200
MAX_DEPTH = 32
MAX_BITS = 256
MARKS = str.maketrans({"×": "*", "x": "*", "·": "*", "÷": "/", ":": "/", "−": "-"})

Tree = tuple[Any, ...]
"""("number", n), (sign, left, right) for `+ - * / ^`, or ("√", index or None, radicand)."""


class UnreadableError(Exception):
    """The text is no equation; `column` counts its characters from 1."""

    def __init__(self, column: int) -> None:
        super().__init__(f"column {column}")
        self.column = column


class TooLargeError(Exception):
    """The text is longer, deeper or larger in its numbers than an equation may be."""


class WrongArithmeticError(Exception):
    """A step that has no value, or that this game does not allow."""


def read_equation(text: str) -> tuple[Tree, int | None]:
    """Read the left side as a tree and the right side, where there is one, as its number.

    Raises UnreadableError, or TooLargeError for the length, the depth or a right side of too many
    bits. Reading: length first, then whatever comes first in the text, since a text that is too
    large is to be answered at once.
    """
    if len(text) > MAX_LENGTH:
        raise TooLargeError
    reader = _Reader(text.translate(MARKS))
    left = reader.sum(0)
    right = None
    if reader.ahead() == "=":
        reader.at += 1
        right = reader.number()
        if right.bit_length() > MAX_BITS:
            raise TooLargeError
    if reader.ahead():
        raise reader.unreadable()
    return left, right


class _Reader:
    """Recursive descent; *depth* is the number of levels that are open around what is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def ahead(self) -> str:
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1
        return self.text[self.at : self.at + 1]

    def unreadable(self) -> UnreadableError:
        self.ahead()
        return UnreadableError(self.at + 1)

    def sum(self, depth: int) -> Tree:
        if depth > MAX_DEPTH:
            raise TooLargeError
        left = self.product(depth)
        while (sign := self.ahead()) and sign in "+-":
            self.at += 1
            left = (sign, left, self.product(depth))
        return left

    def product(self, depth: int) -> Tree:
        left = self.power(depth)
        while (sign := self.ahead()) and sign in "*/":
            self.at += 1
            left = (sign, left, self.power(depth))
        return left

    def power(self, depth: int) -> Tree:
        if depth > MAX_DEPTH:
            raise TooLargeError
        base = self.tight(depth)
        if self.ahead() == "^":
            self.at += 1
            return ("^", base, self.power(depth + 1))
        return base

    def tight(self, depth: int) -> Tree:
        """Read a number, a parenthesis, or a root of one.

        Reading: "the next number or parenthesis" may itself be a root, so that `√√16` is 2 and
        `2√3√64` is the square root of 4; a root counts as a level as its parenthesis does.
        """
        if depth > MAX_DEPTH:
            raise TooLargeError
        index: Tree | None = None
        if self.ahead() != "√":
            index = self.single(depth)
            if self.ahead() != "√":
                return index
        self.at += 1
        return ("√", index, self.tight(depth + 1))

    def single(self, depth: int) -> Tree:
        if self.ahead() != "(":
            return ("number", self.number())
        self.at += 1
        inner = self.sum(depth + 1)
        if self.ahead() != ")":
            raise self.unreadable()
        self.at += 1
        return inner

    def number(self) -> int:
        self.ahead()
        start = self.at
        while (digit := self.text[self.at : self.at + 1]) and digit in "0123456789":
            self.at += 1
        if start == self.at:
            raise self.unreadable()
        return int(self.text[start : self.at])


def numbers_in(tree: Tree) -> list[int]:
    """Return the numbers that the tree uses, from left to right."""
    if tree[0] == "number":
        return [tree[1]]
    return [n for branch in tree[1:] if branch is not None for n in numbers_in(branch)]


def value_of(tree: Tree, options: Options) -> Fraction:
    """Work the tree out exactly, left before right, and stop at the first step that fails.

    Raises WrongArithmeticError, or TooLargeError where a number on the way is beyond the bounds.
    """
    if tree[0] == "number":
        return _bounded(Fraction(tree[1]))
    if tree[0] == "√":
        index = Fraction(2) if tree[1] is None else value_of(tree[1], options)
        radicand = value_of(tree[2], options)
        # Reading: a root without an index and without `free_roots` is like a root without
        # `powers`: wrong arithmetic, and not a card short.
        if not options["powers"] or (tree[1] is None and not options["free_roots"]):
            raise WrongArithmeticError
        return _root(index, radicand)
    left, right = value_of(tree[1], options), value_of(tree[2], options)
    if tree[0] == "+":
        return _bounded(left + right)
    if tree[0] == "-":
        return _bounded(left - right)
    if tree[0] == "*":
        return _bounded(left * right)
    if tree[0] == "/":
        if right == 0:
            raise WrongArithmeticError
        return _bounded(left / right)
    if not options["powers"]:
        raise WrongArithmeticError
    return _power(left, right)


def _bounded(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAX_BITS:
        raise TooLargeError
    return number


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1 or (base == 0 and exponent <= 0):
        raise WrongArithmeticError
    times = exponent.numerator
    if base in (0, 1) or times == 0:
        return Fraction(1) if times == 0 else base
    if base == -1:
        return Fraction(-1 if times % 2 else 1)
    if abs(times) > MAX_BITS:  # even 2^256 has 257 bits
        raise TooLargeError
    return _bounded(base**times)


def _root(index: Fraction, radicand: Fraction) -> Fraction:
    """Reading: a whole number may be negative: an odd root of -8 is whole, an even one is not."""
    if index.denominator != 1 or index < 2 or radicand.denominator != 1:
        raise WrongArithmeticError
    root = whole_root(index.numerator, radicand.numerator)
    if root is None:
        raise WrongArithmeticError
    return Fraction(root)


def whole_root(index: int, radicand: int) -> int | None:
    """Return the whole number whose *index*-th power is *radicand*; of two the positive one."""
    if radicand < 0:
        mirrored = whole_root(index, -radicand) if index % 2 else None
        return None if mirrored is None else -mirrored
    if radicand < 2:
        return radicand
    if index > radicand.bit_length():
        return None
    low, high = 1, 1 << (radicand.bit_length() // index + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**index <= radicand:
            low = middle
        else:
            high = middle - 1
    return low if low**index == radicand else None


Kind = Literal["right", "cards", "arithmetic", "value"]


def kind_of_claim(tree: Tree, row: list[int], target: int, options: Options) -> Kind:
    """Say what a claim over a row of these values is worth; the first kind that fits.

    The row starts with the two target cards. Cards of one value are alike, so it is enough that
    the numbers hold the cards that must be used and are held by the row. Raises TooLargeError,
    whatever the cards: that is a fault of the log, and a wrong claim is none.
    """
    try:
        value: Fraction | None = value_of(tree, options)
    except WrongArithmeticError:
        value = None
    used = Counter(numbers_in(tree))
    must = Counter([row[0], row[1], *row[2:][-1:]])
    if not (must <= used <= Counter(row)):
        return "cards"
    if value is None:
        return "arithmetic"
    return "right" if value == target else "value"


def row_values(ranks: list[str]) -> list[int]:
    """Give every card of a row its worth: a face card that of the nearest numeral to its left."""
    values: list[int] = []
    for rank in ranks:
        values.append(NUMERALS[rank] if rank in NUMERALS else values[-1])
    return values


# --- What may lie where --------------------------------------------------------------------------


class Whereabouts:
    """Every way in which the 52 cards may lie, under all that was noted and seen so far.

    A *slot* is one place in a pile, numbered as it is dealt, and stays the card's name when it is
    played. A slot is *noted* when its rank is known, from the deal or from lying face up. A card in
    no noted slot is *loose*: it lies in one of the unseen slots of its deal, or out of play; which
    of them makes no difference, since any loose card may lie in any of them. So the ranks do not
    touch each other, and per rank a world is one place for each of the four suits: at most 24
    worlds where no suit was ever noted, one where everything is.
    """

    def __init__(self) -> None:
        everywhere = tuple(self.loose(0) for _ in SUITS)
        self.worlds: dict[str, set[tuple[int, ...]]] = {rank: {everywhere} for rank in RANKS}
        self.noted: dict[int, Card] = {}
        self.deal_of: dict[int, int] = {}
        self.up: set[int] = set()

    @staticmethod
    def loose(deal: int) -> int:
        return -1 - deal

    def new_slot(self, deal: int) -> int:
        slot = len(self.deal_of)
        self.deal_of[slot] = deal
        return slot

    def put(self, slot: int, card: Card) -> bool:
        """Learn that *card* is the one in *slot*; False, and nothing learnt, where it cannot be."""
        known = self.noted.get(slot)
        if known is None:
            worlds = {
                (*world[:at], slot, *world[at + 1 :])
                for world in self.worlds[card.rank]
                for at, suit in enumerate(SUITS)
                if world[at] == self.loose(self.deal_of[slot]) and card.fits(suit)
            }
        elif known.rank == card.rank:
            worlds = {
                world for world in self.worlds[card.rank] if card.fits(SUITS[world.index(slot)])
            }
        else:
            worlds = set()
        if not worlds:
            return False
        self.worlds[card.rank] = worlds
        if known is None or known.suit is None:
            self.noted[slot] = card
        return True

    def places(self, card: Card) -> set[int]:
        """Return every place in which, in some world, a card lies that *card* may mean."""
        return {
            world[at]
            for world in self.worlds[card.rank]
            for at, suit in enumerate(SUITS)
            if card.fits(suit)
        }

    def was_shown(self, card: Card, slot: int) -> bool:
        """Whether in every world all that *card* may mean has been face up since *slot* was dealt.

        It lies there still, or it went into a later deal.
        """
        deal = self.deal_of[slot]
        return all(place in self.up or self.deal_at(place) > deal for place in self.places(card))

    def is_elsewhere(self, card: Card, slot: int) -> bool:
        """Whether in every world all that *card* may mean was shown, or noted in another slot."""
        deal = self.deal_of[slot]
        return all(
            place != slot and (place >= 0 or self.deal_at(place) > deal)
            for place in self.places(card)
        )

    def deal_at(self, place: int) -> int:
        """Return the deal that brought a card to its place, known or not."""
        return self.deal_of[place] if place >= 0 else -1 - place

    def turn_down(self, slots: list[int], deal: int) -> None:
        """Take up the waste pile for a new deal: its cards are loose again, among themselves."""
        gone = set(slots)
        for rank in RANKS:
            self.worlds[rank] = {
                tuple(self.loose(deal) if place in gone else place for place in world)
                for world in self.worlds[rank]
            }
        self.up -= gone


# --- The table -----------------------------------------------------------------------------------


class FaultError(Exception):
    """The log breaks a rule here, and nothing after it can be trusted."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Round:
    """One target that was set, from its two digits to its end."""

    value: int
    row: list[str]
    """Ranks, target cards first."""
    turns: int = 0
    claims: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    winner: int | None = None
    end: Literal["claim", "opponent", "debarred", "unfinished"] = "unfinished"


class Shown(NamedTuple):
    """A card that was turned up, and what the deal had told of it."""

    slot: int
    card: Card
    dealt: Card | None


def name_key(player: Any) -> str:
    """Return what two spellings of one player's name have in common."""
    name = player["name"] if isinstance(player, dict) else player
    return unicodedata.normalize("NFC", name.strip()).casefold()


class Table:
    """The table as the log tells it so far; the state that the tests' planting looks at as well."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.seats = {name_key(player): seat for seat, player in enumerate(log["players"])}
        self.players = len(self.seats)
        self.options: Options = {**DEFAULTS, **log.get("rules", {}).get("options", {})}
        self.known = Whereabouts()
        self.piles: list[list[int]] = [[] for _ in range(self.players)]
        self.deals = 0
        self.pointer = self.players - 1
        """The seat that is next, or the one from which the next player with cards is sought."""
        self.target: int | None = None
        self.row: list[int] = []
        """Slots, the two target cards first."""
        self.waste: list[int] = []
        self.won: list[list[int]] = [[] for _ in range(self.players)]
        self.debarred: set[int] = set()
        self.rounds: list[Round] = []
        self.last_claim: Kind | None = None
        self.shown: list[Shown] = []

    # Questions

    @property
    def left(self) -> int:
        """Cards over all piles."""
        return sum(map(len, self.piles))

    @property
    def next_seat(self) -> int | None:
        """The next player with cards; None where nobody has any."""
        for step in range(self.players):
            seat = (self.pointer + step) % self.players
            if self.piles[seat]:
                return seat
        return None

    @property
    def target_is_due(self) -> bool:
        return self.target is None

    @property
    def would_be_over(self) -> bool:
        """No target can be set any more, or the row in play can get no further card."""
        return self.left < 3 if self.target_is_due else self.left == 0

    @property
    def can_redeal(self) -> bool:
        """Whether the variant lets the waste pile come back now.

        Reading: "enough cards" counts cards, whatever they are, as the end of the game does; the
        cards still in piles count towards the three that a target and one more card need, and a
        row that got its last card counts as waste.
        """
        back = (len(self.waste) + len(self.row)) // self.players * self.players
        return bool(self.options["redeal"]) and self.would_be_over and self.left + back >= 3

    @property
    def is_over(self) -> bool:
        """No further move is allowed, but for a redeal.

        Reading: a table that plays with `redeal` may redeal, and may as well stop. Were it bound
        to, a waste pile of face cards alone would never let the game end.
        """
        return self.target_is_due and self.would_be_over

    def rank(self, slot: int) -> str:
        return self.known.noted[slot].rank

    def row_ranks(self) -> list[str]:
        return [self.rank(slot) for slot in self.row]

    def scores(self) -> list[int]:
        """Return the cards, or their values, that each seat has won."""
        worth = NUMERALS if self.options["scoring"] == "values" else dict.fromkeys(NUMERALS, 1)
        return [sum(worth[self.rank(slot)] for slot in won) for won in self.won]

    # The deal

    def deal(self) -> None:
        """Lay out the piles with what the log knows of them."""
        deal = self.log.get("deal", {})
        # Reading: Equator has no stock; what the deal leaves over is out of play and never listed.
        if deal.get("stock"):
            raise FaultError("wrong-stock-size")
        self._lay_out(deal.get("hands"), 52 // self.players)

    def _lay_out(self, hands: list[list[str]] | None, size: int) -> None:
        if hands is not None and [len(hand) for hand in hands] != [size] * self.players:
            raise FaultError("hand-size")
        jokers = False
        for seat in range(self.players):
            dealt = [self.known.new_slot(self.deals) for _ in range(size)]
            old = self.piles[seat]
            self.piles[seat] = old + dealt if REDEAL_LIES_UNDER else dealt + old
            for slot, text in zip(dealt, hands[seat] if hands else [], strict=hands is not None):
                card = JOKER if text == "?" else read_card(text)
                jokers |= card == JOKER and text != "?"
                if card != JOKER and not self.known.put(slot, card):
                    # Reading: a redealt card that was not in the waste pile is not one of these
                    # players' cards, or, where it is known to lie elsewhere, already seen.
                    seen = self.known.is_elsewhere(card, slot)
                    raise FaultError("card-already-seen" if seen else "not-your-card")
        if jokers:
            raise FaultError("no-such-card")

    # Moves

    def play(self, move: dict[str, Any]) -> list[str]:
        """Make the move; return faults that leave the state beyond doubt, raise any other."""
        if self.is_over and not (move["type"] == "redeal" and self.can_redeal):
            raise FaultError("after-end")
        seat = self.seats[name_key(move["player"])]
        self.last_claim = None
        if move["type"] == "target":
            return self._set_target(seat, move)
        if move["type"] == "turn":
            return self._turn(seat, move)
        if move["type"] == "claim":
            return self._claim(seat, move["equation"])
        return self._redeal(seat, move)

    def _show(self, text: str) -> int:
        """Turn up the top card of the next pile; return its slot and move the turn on."""
        seat = self.next_seat
        assert seat is not None
        card, slot = read_card(text), self.piles[seat][0]
        if card == JOKER:
            raise FaultError("no-such-card")
        noted = self.known.noted.get(slot)
        if not self.known.put(slot, card):
            another = noted is not None and (
                noted.rank != card.rank or None not in (noted.suit, card.suit)
            )
            seen = (
                self.known.was_shown(card, slot) if another else self.known.is_elsewhere(card, slot)
            )
            raise FaultError("card-already-seen" if seen else "not-your-card")
        self.known.up.add(slot)
        self.shown.append(Shown(slot, card, noted))
        del self.piles[seat][0]
        self.pointer = (seat + 1) % self.players
        return slot

    def _set_target(self, seat: int, move: dict[str, Any]) -> list[str]:
        if not self.target_is_due:
            raise FaultError("target-not-due")
        # Reading: the player of the move is the one whose turn it is to set the tens, also where
        # that pile runs out among face cards and another player's card becomes the digit.
        if seat != self.next_seat:
            raise FaultError("wrong-player")
        digits: list[int] = []
        target_cards: list[int] = []
        for text in move["cards"]:
            # Reading: a card too many is not held against any pile; it is no card of this target.
            if len(digits) == 2 or self.next_seat is None:
                raise FaultError("wrong-target-cards")
            setter = self.next_seat
            slot = self._show(text)
            digit = self._digit(slot, first=not digits)
            if digit is None:
                self.waste.append(slot)
                self.pointer = setter  # goes on with the same digit, while that pile has cards
            else:
                target_cards.append(slot)
                digits.append(digit)
        if len(digits) < 2:
            if self.left:
                raise FaultError("wrong-target-cards")
            self.waste += target_cards
            self.pointer = (setter + 1) % self.players
            # Reading: a target without two digits has no value that could be right.
            return ["wrong-value"] if "value" in move else []
        self.row, self.target = target_cards, digits[0] * 10 + digits[1]
        self.debarred = set()
        self.rounds.append(Round(self.target, self.row_ranks()))
        return ["wrong-value"] if move.get("value", self.target) != self.target else []

    def _digit(self, slot: int, *, first: bool) -> int | None:
        """Return the digit that a card gives the target; None for a card to be replaced."""
        rank = self.rank(slot)
        if rank != "10":
            return NUMERALS.get(rank)
        return 0 if self.options["ten"] == "zero" and not first else None

    def _turn(self, seat: int, move: dict[str, Any]) -> list[str]:
        if self.target_is_due:
            raise FaultError("no-target")
        # Reading: where no pile has a card left, it is nobody's turn.
        if seat != self.next_seat:
            raise FaultError("wrong-player")
        self.row.append(self._show(move["card"]))
        self.rounds[-1].row = self.row_ranks()
        self.rounds[-1].turns += 1
        return []

    def _claim(self, seat: int, equation: str) -> list[str]:
        if self.target is None:
            raise FaultError("no-target")
        if len(self.row) == 2 and self._weigh(equation)[0] != "right":
            raise FaultError("claim-before-turn")
        if seat in self.debarred:
            raise FaultError("debarred")
        kind, right_side = self._weigh(equation)
        if not isinstance(kind, str):
            raise kind
        faults = ["wrong-value"] if right_side not in (None, self.target) else []
        self.last_claim = kind
        self.rounds[-1].claims += 1
        if kind == "right":
            self._end_row("claim", seat)
            return faults
        self.rounds[-1].wrong[kind] += 1
        self.debarred.add(seat)
        if self.players == 2:
            self._end_row("opponent", 1 - seat)
        elif len(self.debarred) == self.players:
            self._end_row("debarred", None)
        return faults

    def _weigh(self, equation: str) -> tuple[Kind | FaultError, int | None]:
        """Return what the claim is worth and its right side, or the fault in its text."""
        assert self.target is not None
        try:
            tree, right_side = read_equation(equation)
            values = row_values(self.row_ranks())
            return kind_of_claim(tree, values, self.target, self.options), right_side
        except UnreadableError:
            return FaultError("equation-unreadable"), None
        except TooLargeError:
            return FaultError("equation-too-large"), None

    def _end_row(self, end: Literal["claim", "opponent", "debarred"], winner: int | None) -> None:
        """Clear the row; the pointer already is at the player after the last card's."""
        self.rounds[-1].end, self.rounds[-1].winner = end, winner
        if winner is None:
            self.waste += self.row
        else:
            self.won[winner] += self.row[:2]
            self.waste += self.row[2:]
        self.row, self.target = [], None

    def _redeal(self, seat: int, move: dict[str, Any]) -> list[str]:
        # Reading: the page has no word for a redeal at a wrong time; it is a new start before one
        # is due, so it is told like a target that is not due.
        if not self.can_redeal:
            raise FaultError("target-not-due")
        if seat != self.players - 1:
            raise FaultError("wrong-player")
        self.waste += self.row
        self.row, self.target = [], None
        self.deals += 1
        size = len(self.waste) // self.players
        self.known.turn_down(self.waste, self.deals)
        self.waste = []  # what the deal leaves over stays out of play
        self._lay_out(move.get("hands"), size)
        if REDEAL_STARTS_WITH_DEALER:
            self.pointer = self.players - 1
        return []

    # The end

    def verdict(self, result: dict[str, Any]) -> list[str]:
        """Hold the claimed result against the table after the last move."""
        outcome, score = result.get("outcome"), result.get("score")
        faults = []
        if not self.would_be_over:
            if outcome != "abandoned":
                return ["unfinished"]
        # Reading: where a claim or a redeal might still have come, the game has not ended beyond
        # doubt, and `abandoned` is as good as `finished`.
        elif outcome not in (None, "finished") and not (
            outcome == "abandoned" and (self.row or self.can_redeal)
        ):
            faults.append("wrong-result")
        if score is not None and score != self.scores():
            faults.append("wrong-result")
        return faults


# --- The judge -----------------------------------------------------------------------------------


def judge(log: Log) -> Verdict:
    """Return the faults as (code, index of the move or None); an empty list is a legal log.

    The envelope is taken to be in order. A fault that leaves the state in doubt is the last one.
    """
    table = Table(log)
    faults: Verdict = []
    at: int | None = None
    try:
        table.deal()
        for at, move in enumerate(log["moves"]):
            faults += [(code, at) for code in table.play(move)]
    except FaultError as fault:
        return [*faults, (fault.code, at)]
    return faults + [(code, None) for code in table.verdict(log.get("result", {}))]


def walk(log: Log) -> Iterator[tuple[int, dict[str, Any], Table]]:
    """Yield each move of a legal log with the table as it is before it; last, with an empty move,
    the table after them all."""
    table = Table(log)
    table.deal()
    for at, move in enumerate(log["moves"]):
        yield at, move, table
        table.play(move)
    yield len(log["moves"]), {}, table


# --- The solver ----------------------------------------------------------------------------------

Number = int | Fraction
"""A whole number is always an int, so that most of the work is done in ints."""
Cards = tuple[int, ...]
"""The values of some cards, smallest first: cards of one value are alike."""

TABLE_SIZE = 3
"""So many cards have all their values listed; with more, the search goes back from the goal."""


def plain(number: Number) -> Number:
    return int(number) if number.denominator == 1 else number


def divide(left: Number, right: Number) -> Number:
    return plain(Fraction(left) / right)


def in_bounds(number: Number) -> bool:
    return max(number.numerator.bit_length(), number.denominator.bit_length()) <= MAX_BITS


def exact_root(index: int, number: Number) -> Number | None:
    """Return what has *number* as its *index*-th power; of two the positive one."""
    above = whole_root(index, number.numerator)
    below = whole_root(index, number.denominator)
    return None if above is None or below is None else divide(above, below)


@dataclass(frozen=True)
class Solver:
    """Looks for an equation over all ways to put cards together, as the rules page counts them."""

    powers: bool
    free_roots: bool

    @classmethod
    def of(cls, options: Options) -> Solver:
        return cls(options["powers"], options["powers"] and options["free_roots"])

    def possible_at(self, row: list[int], target: int) -> int | None:
        """Return the first length of the row, from 2, at which any equation exists."""
        for length in range(2, len(row) + 1):
            if self.equation(row[:length], target):
                return length
        return None

    def equation(self, row: list[int], target: int) -> str | None:
        """Return an equation with both target cards, the last card, and any of those between."""
        must, between = row[:2] + row[2:][-1:], row[2:-1]
        for extra in range(len(between) + 1):
            for some in sorted({tuple(sorted(them)) for them in combinations(between, extra)}):
                if found := self.make(tuple(sorted((*must, *some))), target):
                    return found
        return None

    def table(self, cards: Cards) -> dict[Number, str]:
        """Return every value that all of *cards* can make together, with an expression for it."""
        return _table(self, cards)

    def make(self, cards: Cards, goal: Number) -> str | None:
        """Return an expression of all of *cards* whose value is *goal*."""
        return _make(self, cards, goal)

    def list_values(self, cards: Cards) -> dict[Number, str]:
        """Put every two groups of the cards together in every way."""
        if len(cards) == 1:
            values: dict[Number, str] = {}
            self._add(values, cards[0], str(cards[0]))
            return values
        values = {}
        for some, rest in splits(cards):
            for left, left_text in self.table(some).items():
                for right, right_text in self.table(rest).items():
                    for value, text in self._together(left, left_text, right, right_text):
                        self._add(values, value, text)
                    for value, text in self._together(right, right_text, left, left_text):
                        self._add(values, value, text)
        return values

    def _add(self, values: dict[Number, str], value: Number, text: str) -> None:
        if value in values or not in_bounds(value):
            return
        values[value] = text
        if self.free_roots and value.denominator == 1 and value > 1:
            root = whole_root(2, int(value))
            if root is not None:
                self._add(values, root, f"√{bracket(text)}")

    def _together(
        self, left: Number, left_text: str, right: Number, right_text: str
    ) -> Iterator[tuple[Number, str]]:
        a, b = bracket(left_text), bracket(right_text)
        yield left - right, f"{a}-{b}"
        if right != 0:
            yield divide(left, right), f"{a}/{b}"
        if (left, left_text) <= (right, right_text):  # the other order gives the same
            yield plain(left + right), f"{a}+{b}"
            yield plain(left * right), f"{a}*{b}"
        if self.powers:
            with contextlib.suppress(WrongArithmeticError, TooLargeError):
                yield plain(_power(Fraction(left), Fraction(right))), f"{a}^{b}"
            with contextlib.suppress(WrongArithmeticError):
                yield plain(_root(Fraction(left), Fraction(right))), f"{a}√{b}"

    def search(self, cards: Cards, goal: Number) -> str | None:
        """Look for an expression of all of *cards* whose value is *goal*, backwards from the goal.

        Whatever the expression, its last step joins a group of cards with the rest. So every
        value of the smaller group is tried, with what the rest would then have to be worth.
        """
        if len(cards) <= TABLE_SIZE:
            return self.table(cards).get(goal)
        for some, rest in splits(cards):
            for known, text in self.table(some).items():
                for wanted, form in self._wanted(goal, known):
                    if callable(wanted):
                        found = self._any(rest, wanted)
                    else:
                        found = self.make(rest, wanted) if in_bounds(wanted) else None
                    if found:
                        return form.format(known=bracket(text), rest=bracket(found))
        if self.free_roots and goal > 1 and goal.denominator == 1 and in_bounds(goal * goal):
            found = self.make(cards, goal * goal)
            return found and f"√{bracket(found)}"
        return None

    def _any(self, cards: Cards, fits: Callable[[Number], bool]) -> str | None:
        """Return an expression of all of *cards* whose value *fits*; mostly the sum will do."""
        if fits(sum(cards)):
            return "+".join(map(str, cards))
        return next((text for value, text in self.table(cards).items() if fits(value)), None)

    def _wanted(
        self, goal: Number, known: Number
    ) -> Iterator[tuple[Number | Callable[[Number], bool], str]]:
        """Yield what the rest must be, or be like, for one step with *known* to give *goal*."""
        yield plain(goal - known), "{known}+{rest}"
        yield plain(known - goal), "{known}-{rest}"
        yield plain(goal + known), "{rest}-{known}"
        if known != 0:
            yield divide(goal, known), "{known}*{rest}"
            yield plain(goal * known), "{rest}/{known}"
            if goal != 0:
                yield divide(known, goal), "{known}/{rest}"
        elif goal == 0:
            yield lambda _: True, "{known}*{rest}"
            yield lambda rest: rest != 0, "{known}/{rest}"
        if self.powers:
            yield from self._wanted_exponent(goal, known)
            if known.denominator == 1:
                yield from self._wanted_base(goal, int(known))
            if goal.denominator == 1:
                yield from self._wanted_radicand(int(goal), known)
                if known.denominator == 1:
                    yield from self._wanted_index(int(goal), int(known))

    def _wanted_exponent(
        self, goal: Number, base: Number
    ) -> Iterator[tuple[Number | Callable[[Number], bool], str]]:
        form = "{known}^{rest}"
        if base == 0:
            if goal == 0:
                yield lambda rest: rest.denominator == 1 and rest > 0, form
        elif base == 1:
            if goal == 1:
                yield lambda rest: rest.denominator == 1, form
        elif base == -1:
            if goal in (1, -1):
                yield lambda rest: rest.denominator == 1 and (-1) ** int(rest) == goal, form
        elif goal == 1:
            yield 0, form
        elif goal != 0:
            power, size = base, max(abs(goal.numerator), goal.denominator)
            for exponent in range(1, MAX_BITS + 1):
                if power == goal:
                    yield exponent, form
                elif power * goal == 1:
                    yield -exponent, form
                if max(abs(power.numerator), power.denominator) >= size:
                    return
                power = plain(power * base)

    def _wanted_base(
        self, goal: Number, exponent: int
    ) -> Iterator[tuple[Number | Callable[[Number], bool], str]]:
        form = "{rest}^{known}"
        if exponent == 0:
            if goal == 1:
                yield lambda rest: rest != 0, form
        elif goal == 0:
            if exponent > 0:
                yield 0, form
        else:
            base = exact_root(abs(exponent), goal if exponent > 0 else divide(1, goal))
            if base is not None:
                yield base, form
                if exponent % 2 == 0:
                    yield -base, form

    def _wanted_radicand(
        self, goal: int, index: Number
    ) -> Iterator[tuple[Number | Callable[[Number], bool], str]]:
        if index.denominator != 1 or index < 2 or (goal < 0 and index % 2 == 0):
            return
        if abs(goal) < 2 or index <= MAX_BITS:
            odd = goal if index % 2 else abs(goal)
            yield (odd if abs(goal) < 2 else goal ** int(index)), "{known}√{rest}"

    def _wanted_index(
        self, goal: int, radicand: int
    ) -> Iterator[tuple[Number | Callable[[Number], bool], str]]:
        form = "{rest}√{known}"
        if goal == radicand and goal in (0, 1):
            yield lambda rest: rest.denominator == 1 and rest >= 2, form
        elif goal == radicand == -1:
            yield lambda rest: rest.denominator == 1 and rest >= 2 and rest % 2 == 1, form
        elif abs(goal) >= 2:
            power, index = goal, 1
            while abs(power) < abs(radicand):
                power, index = power * goal, index + 1
            if power == radicand and index > 1 and (goal > 0 or index % 2):
                yield index, form


@cache
def _table(solver: Solver, cards: Cards) -> dict[Number, str]:
    return solver.list_values(cards)


@lru_cache(maxsize=200_000)
def _make(solver: Solver, cards: Cards, goal: Number) -> str | None:
    return solver.search(cards, goal)


def bracket(text: str) -> str:
    return text if text.isdigit() else f"({text})"


@cache
def splits(cards: Cards) -> list[tuple[Cards, Cards]]:
    """Return every way to part the cards in two groups, each once, the smaller group first."""
    ways = set()
    for size in range(1, len(cards) // 2 + 1):
        for chosen in combinations(range(len(cards)), size):
            some = tuple(cards[at] for at in chosen)
            rest = tuple(card for at, card in enumerate(cards) if at not in chosen)
            if (rest, some) not in ways:
                ways.add((some, rest))
    return sorted(ways, key=lambda way: (len(way[0]), way))


# --- Whole games ---------------------------------------------------------------------------------

Policy = Literal["mixed", "greedy", "random"]
NAMES = ("Anna", "Ben", "Chloé", "Dörte", "Emil", "Finn", "Gül", "Håkon")
MOST_MOVES = 250
"""A game that is redealt again and again is given up here."""


def simulate(
    rng: random.Random,
    *,
    level: str | None = None,
    players: int | None = None,
    options: Options | None = None,
    policy: Policy = "mixed",
) -> Log:
    """Return the full log of a random legal game; what is None is chosen at random."""
    seats = players or rng.randint(2, 8)
    chosen = _random_options(rng) if options is None else dict(options)
    game = _Game(rng, seats, {**DEFAULTS, **chosen}, policy)
    hands = [list(pile) for pile in game.piles]
    outcome = game.play()
    log: Log = {
        "format": "cardstats/1",
        "game": "equator",
        "rules": {"options": chosen},
        "players": [_random_player(rng, name) for name in rng.sample(NAMES, seats)],
        "deal": {"hands": hands},
        "moves": game.moves,
        "result": {"outcome": outcome, "score": game.scores()},
    }
    if level or rng.random() < 0.3:
        log["rules"]["level"] = level or "normal"
    names = [player["name"] if isinstance(player, dict) else player for player in log["players"]]
    for move in log["moves"]:
        move["player"] = names[move["player"]]
    _add_metadata(rng, log, names)
    return log


def _random_options(rng: random.Random) -> Options:
    choices: Options = {
        "powers": [True, True, False],
        "free_roots": [True, False, False],
        "scoring": ["cards", "values"],
        "ten": ["replace", "zero"],
        "redeal": [True, False, False],
    }
    return {name: rng.choice(of) for name, of in choices.items() if rng.random() < 0.6}


def _random_player(rng: random.Random, name: str) -> Any:
    if rng.random() < 0.6:
        return name
    player: dict[str, Any] = {"name": name}
    if rng.random() < 0.5:
        player["experience"] = rng.randint(0, 30)
    if rng.random() < 0.5:
        player["kind"] = rng.choice(["human", "bot"])
    return player


def _add_metadata(rng: random.Random, log: Log, names: list[str]) -> None:
    if rng.random() < 0.2:
        log.update(notes="A long evening.", session="thursday", tags=["test"], source="table")
    if rng.random() < 0.2:
        log["feedback"] = [{"player": rng.choice(names), "ratings": {"fun": rng.randint(1, 5)}}]
    if rng.random() < 0.3:
        seconds = 0.0
        for move in log["moves"]:
            seconds += rng.choice([0, 1, 2.5, 14])
            move["t"] = seconds
    if log["moves"] and rng.random() < 0.3:
        rng.choice(log["moves"])["note"] = "They thought for long."


class _Game:
    """One game with real cards, played by the rules page; knows nothing of the judge's table."""

    def __init__(self, rng: random.Random, seats: int, options: Options, policy: Policy) -> None:
        self.rng, self.seats, self.options = rng, seats, options
        self.solver = Solver.of(options)
        deck = [rank + suit for rank in RANKS for suit in SUITS]
        rng.shuffle(deck)
        self.piles: list[list[str]] = [[] for _ in range(seats)]
        self.deal_out(deck)
        self.row: list[str] = []
        self.target = 0
        self.waste: list[str] = []
        self.won: list[list[str]] = [[] for _ in range(seats)]
        self.debarred: set[int] = set()
        self.pointer = seats - 1
        self.moves: list[dict[str, Any]] = []
        self.notice = {"greedy": 0.8, "random": 0.02}.get(policy, rng.choice([0.1, 0.4, 0.9]))
        self.error = {"greedy": 0.01, "random": 0.1}.get(policy, rng.choice([0.0, 0.02, 0.1, 0.4]))
        self.patience = rng.randint(0, 60) if rng.random() < 0.08 else MOST_MOVES

    def deal_out(self, cards: list[str]) -> list[list[str]]:
        size = len(cards) // self.seats
        hands = [cards[seat * size : (seat + 1) * size] for seat in range(self.seats)]
        for pile, hand in zip(self.piles, hands, strict=True):
            pile[:] = pile + hand if REDEAL_LIES_UNDER else hand + pile
        return hands

    def note(self, kind: str, seat: int, **what: Any) -> None:
        self.moves.append({"type": kind, "player": seat, **what})

    def cards_left(self) -> int:
        return sum(len(pile) for pile in self.piles)

    def scores(self) -> list[int]:
        if self.options["scoring"] == "cards":
            return [len(won) for won in self.won]
        return [sum(NUMERALS[card[:-1]] for card in won) for won in self.won]

    def turn_top(self, first: int) -> tuple[int, str]:
        """Turn up the top card of *first* or the next player with cards."""
        while not self.piles[first % self.seats]:
            first += 1
        seat = first % self.seats
        return seat, self.piles[seat].pop(0)

    def play(self) -> str:
        """Play to the end; return the outcome."""
        while True:
            if self.cards_left() < (1 if self.row else 3):
                if not self.wants_redeal():
                    return "finished"
                self.redeal()
            elif len(self.moves) >= self.patience:
                return "abandoned"
            elif self.row:
                seat, card = self.turn_top(self.pointer)
                self.pointer = seat + 1
                self.row.append(card)
                self.note("turn", seat, card=card)
                self.hear_claims()
            else:
                self.set_target()
                self.hear_claims()

    def wants_redeal(self) -> bool:
        back = (len(self.waste) + len(self.row)) // self.seats * self.seats
        enough = bool(self.options["redeal"]) and self.cards_left() + back >= 3
        return enough and len(self.moves) < self.patience and self.rng.random() < 0.8

    def redeal(self) -> None:
        cards = self.waste + self.row
        self.waste, self.row = [], []
        self.rng.shuffle(cards)
        self.note("redeal", self.seats - 1, hands=self.deal_out(cards))
        if REDEAL_STARTS_WITH_DEALER:
            self.pointer = self.seats - 1

    def set_target(self) -> None:
        begins = next(
            seat % self.seats
            for seat in range(self.pointer, self.pointer + self.seats)
            if self.piles[seat % self.seats]
        )
        shown: list[str] = []
        digits: list[str] = []
        turning = begins
        while len(digits) < 2 and self.cards_left():
            seat, card = self.turn_top(turning)
            shown.append(card)
            is_digit = card[:-1] in NUMERALS and (
                card[:-1] != "10" or (self.options["ten"] == "zero" and len(digits) == 1)
            )
            if is_digit:
                digits.append(card)
            turning = seat + 1 if is_digit else seat
            self.pointer = seat + 1
        if len(digits) < 2:
            self.waste += shown
            self.note("target", begins, cards=shown)
            return
        self.waste += [card for card in shown if card not in digits]
        self.row, self.debarred = digits, set()
        tens, units = (NUMERALS[card[:-1]] % 10 for card in digits)
        self.target = tens * 10 + units
        self.note("target", begins, cards=shown, value=self.target)

    def hear_claims(self) -> None:
        for seat in self.rng.sample(range(self.seats), self.seats):
            if not self.row or seat in self.debarred:
                continue
            if len(self.row) > 2 and self.rng.random() < self.error:
                self.claim(seat, self.some_claim())
            elif self.rng.random() < self.notice and (text := self.right_claim()):
                self.claim(seat, text)

    def values(self) -> list[int]:
        return row_values([card[:-1] for card in self.row])

    def right_claim(self) -> str | None:
        values = self.values()
        between = self.rng.sample(values[2:-1], min(2, len(values[2:-1])))
        return self.solver.equation(values[:2] + between + values[2:][-1:], self.target)

    def some_claim(self) -> str:
        """Return an equation at a venture, most often wrong in one of the three ways."""
        values = self.values()
        numbers = [*values[:2], values[-1]]
        numbers += self.rng.sample(values[2:-1], min(self.rng.randint(0, 2), len(values) - 3))
        spoil = self.rng.random()
        if spoil < 0.1:
            numbers.remove(self.rng.choice(numbers[:3]))
        elif spoil < 0.2:
            numbers.append(self.rng.randint(0, 12))
        elif spoil < 0.3:
            numbers = [int(f"{numbers[0]}{numbers[1]}"), *numbers[2:]]
        parts = [str(number) for number in numbers]
        while len(parts) > 1:
            left, right = (parts.pop(self.rng.randrange(len(parts))) for _ in "ab")
            sign = self.rng.choice("+++---***//^^√")
            parts.append(f"{bracket(left)}{sign}{bracket(right)}")
        text = f"√{bracket(parts[0])}" if self.rng.random() < 0.05 else parts[0]
        try:
            kind_of_claim(read_equation(text)[0], values, self.target, self.options)
        except TooLargeError:
            return "+".join(map(str, numbers))
        return text

    def claim(self, seat: int, text: str) -> None:
        """Note the claim as somebody may write it down, and do what follows from it."""
        values = self.values()
        right = kind_of_claim(read_equation(text)[0], values, self.target, self.options) == "right"
        if self.rng.random() < 0.5:
            text += f"={self.target}"
        for sign, marks in (("*", "×x·"), ("/", "÷:"), ("-", "−")):
            if self.rng.random() < 0.1:
                text = text.replace(sign, self.rng.choice(marks))
        if self.rng.random() < 0.2:
            text = text.replace("+", " + ").replace("=", " = ")
        self.note("claim", seat, equation=text)
        if right:
            self.clear_row(seat)
            return
        self.debarred.add(seat)
        if self.seats == 2:
            self.clear_row(1 - seat)
        elif len(self.debarred) == self.seats:
            self.clear_row(None)

    def clear_row(self, winner: int | None) -> None:
        taken = 0 if winner is None else 2
        if winner is not None:
            self.won[winner] += self.row[:2]
        self.waste += self.row[taken:]
        self.row = []


# --- The same game, told with less knowledge -----------------------------------------------------

How = Literal["mixture", "hands", "table"]


def hide(log: Log, rng: random.Random, how: How = "mixture") -> Log:
    """Return the log with knowledge taken out; a legal one stays legal.

    In Equator nobody draws, so "hands" differs from a full log only in what is dealt again.
    """
    told = copy.deepcopy(log)
    if how == "hands":
        _hide_some(told, rng, hands=0.0, redealt=1.0, card=0.0, suit=0.0)
    elif how == "table":
        told.pop("deal", None)
        _hide_some(told, rng, hands=1.0, redealt=1.0, card=0.0, suit=0.0)
    else:
        some = rng.choice([0.0, 0.1, 0.5, 0.9, 1.0])
        suits = rng.choice([0.0, 0.1, 0.5, 0.9, 1.0])
        _hide_some(told, rng, hands=0.2, redealt=0.3, card=some, suit=suits)
        if rng.random() < 0.3 and "result" in told:
            told["result"].pop("score", None)
            if told["result"].get("outcome") != "abandoned":  # a game given up must say so
                del told["result"]
    return told


def _hide_some(
    log: Log, rng: random.Random, *, hands: float, redealt: float, card: float, suit: float
) -> None:
    """Take things out at these rates; said numbers go at the rate of the suits or not at all."""

    def without_suit(text: str) -> str:
        known = text != "?" and rng.random() < suit
        return read_card(text).rank if known else text

    def less(dealt: list[list[str]]) -> list[list[str]]:
        return [
            ["?" if rng.random() < card else without_suit(text) for text in hand] for hand in dealt
        ]

    if "hands" in log.get("deal", {}):
        if rng.random() < hands:
            del log["deal"]
        else:
            log["deal"]["hands"] = less(log["deal"]["hands"])
    for move in log["moves"]:
        if move["type"] == "target":
            move["cards"] = [without_suit(text) for text in move["cards"]]
            if rng.random() < suit:
                move.pop("value", None)
        elif move["type"] == "turn":
            move["card"] = without_suit(move["card"])
        elif move["type"] == "claim":
            if rng.random() < suit:
                move["equation"] = move["equation"].partition("=")[0]
        elif "hands" in move:
            if rng.random() < redealt:
                del move["hands"]
            else:
                move["hands"] = less(move["hands"])


# --- One planted fault ---------------------------------------------------------------------------

Planted = tuple[Log, set[str], int | None]
Plant = Callable[[Log, random.Random], Planted | None]


class Place(NamedTuple):
    """Where in the log a card was turned up."""

    at: int
    """Index of the move."""
    number: int | None
    """Index among the cards of a target; None for a turn."""
    shown: Shown
    deal: int

    def put(self, log: Log, text: str) -> Log:
        """Return the log with another card here."""
        faulty = copy.deepcopy(log)
        if self.number is None:
            faulty["moves"][self.at]["card"] = text
        else:
            faulty["moves"][self.at]["cards"][self.number] = text
        return faulty

    def may_become(self, card: Card) -> bool:
        """Whether another *card* here would leave the digits of a target where they are."""
        ranks = (self.shown.card.rank, card.rank)
        alike = [rank in NUMERALS for rank in ranks]
        return self.number is None or ("10" not in ranks and alike[0] == alike[1])


def text_of(card: Card) -> str:
    return card.rank + (card.suit or "")


def places(log: Log) -> list[Place]:
    """Return every place of a legal log where a card was turned up, in order."""
    found: list[Place] = []
    for at, _, table in walk(log):
        for shown in table.shown[len(found) :]:
            first = len(found) == 0 or found[-1].at != at - 1
            number = None
            if log["moves"][at - 1]["type"] == "target":
                number = 0 if first else (found[-1].number or 0) + 1
            found.append(Place(at - 1, number, shown, table.known.deal_of[shown.slot]))
    return found


def _with_move(log: Log, at: int, **move: Any) -> Log:
    faulty = copy.deepcopy(log)
    faulty["moves"].insert(at, move)
    return faulty


def _names(log: Log) -> list[str]:
    return [player["name"] if isinstance(player, dict) else player for player in log["players"]]


@dataclass(frozen=True)
class Moment:
    """The table before one move, as far as the plants ask for it."""

    at: int
    move: dict[str, Any]
    target: int | None
    values: list[int]
    left: int
    next_seat: int | None
    debarred: frozenset[int]
    over: bool
    would_be_over: bool
    can_redeal: bool


def moments(log: Log) -> list[Moment]:
    """Return the table before every move of a legal log, and after the last one."""
    return [
        Moment(
            at,
            move,
            table.target,
            row_values(table.row_ranks()),
            table.left,
            table.next_seat,
            frozenset(table.debarred),
            table.is_over,
            table.would_be_over,
            table.can_redeal,
        )
        for at, move, table in walk(log)
    ]


def _pick(rng: random.Random, some: list[Moment]) -> Moment | None:
    return rng.choice(some) if some else None


def _claimants(log: Log, moment: Moment) -> list[str]:
    return [name for seat, name in enumerate(_names(log)) if seat not in moment.debarred]


def _plant_hand_size(log: Log, rng: random.Random) -> Planted | None:
    """A hand of one card too few or too many, in the deal or in a redeal."""
    faulty = copy.deepcopy(log)
    dealt: list[tuple[int | None, list[list[str]]]] = [
        (at, move["hands"]) for at, move in enumerate(faulty["moves"]) if move.get("hands")
    ]
    if "hands" in faulty.get("deal", {}):
        dealt.append((None, faulty["deal"]["hands"]))
    if not dealt:
        return None
    at, hands = rng.choice(dealt)
    hand = rng.choice(hands)
    if hand and rng.random() < 0.5:
        hand.pop()
    else:
        hand.append("?")
    return faulty, {"hand-size"}, at


def _plant_no_target(log: Log, rng: random.Random) -> Planted | None:
    """A turn or a claim while the next target is not set."""
    moment = _pick(rng, [m for m in moments(log) if m.target is None and m.left >= 3])
    if moment is None:
        return None
    name = rng.choice(_names(log))
    what: dict[str, Any] = (
        {"type": "turn", "card": rng.choice(RANKS)}
        if rng.random() < 0.5
        else {"type": "claim", "equation": "5^2=25"}
    )
    return _with_move(log, moment.at, player=name, **what), {"no-target"}, moment.at


def _plant_target_not_due(log: Log, rng: random.Random) -> Planted | None:
    """A target while a row is in play and can go on."""
    moment = _pick(rng, [m for m in moments(log) if m.target is not None and m.left])
    if moment is None:
        return None
    name = rng.choice(_names(log))
    cards = [rng.choice(RANKS[:9]) for _ in "12"]
    faulty = _with_move(log, moment.at, type="target", player=name, cards=cards)
    return faulty, {"target-not-due"}, moment.at


def _plant_wrong_player(log: Log, rng: random.Random) -> Planted | None:
    """A turn, a target or a redeal by somebody whose it is not."""
    moment = _pick(
        rng, [m for m in moments(log) if m.move.get("type") in ("target", "turn", "redeal")]
    )
    if moment is None:
        return None
    right = name_key(moment.move["player"])
    # Where a target has many cards, a pile may have run out: whose digit it then is, is arguable.
    if moment.move["type"] == "target" and len(moment.move["cards"]) > 2:
        return None
    faulty = copy.deepcopy(log)
    others = [name for name in _names(log) if name_key(name) != right]
    faulty["moves"][moment.at]["player"] = rng.choice(others)
    return faulty, {"wrong-player"}, moment.at


def _plant_not_your_card(log: Log, rng: random.Random) -> Planted | None:
    """A card that lies further down in some pile, played from a pile known to hold another."""
    found = places(log)
    chances = [
        (place, later.shown.card)
        for number, place in enumerate(found)
        for later in found[number + 1 :]
        if place.shown.dealt is not None
        and later.shown.card.suit is not None
        and later.deal == place.deal == 0
        and later.shown.card.rank != place.shown.dealt.rank
        and place.may_become(later.shown.card)
    ]
    if not chances:
        return None
    place, card = rng.choice(chances)
    return place.put(log, text_of(card)), {"not-your-card"}, place.at


def _plant_card_already_seen(log: Log, rng: random.Random) -> Planted | None:
    """A card that lies face up or is noted elsewhere, or a deal with one card twice."""
    hands = log.get("deal", {}).get("hands")
    if hands and rng.random() < 0.3:
        return _plant_dealt_twice(log, rng)
    found = places(log)
    chances = [
        (place, earlier.shown.card)
        for number, place in enumerate(found)
        for earlier in found[:number]
        if earlier.shown.card.suit is not None
        and earlier.deal == place.deal
        and not any(move["type"] == "redeal" for move in log["moves"][earlier.at : place.at])
        and place.may_become(earlier.shown.card)
    ]
    ranks: Counter[str] = Counter()
    redeals = [at for at, move in enumerate(log["moves"]) if move["type"] == "redeal"]
    for place in found:
        if redeals and place.at > redeals[0]:
            break
        chances += [
            (place, Card(rank, None))
            for rank, times in ranks.items()
            if times == 4 and place.may_become(Card(rank, None))
        ]
        ranks[place.shown.card.rank] += 1
    if not chances:
        return None
    place, card = rng.choice(chances)
    return place.put(log, text_of(card)), {"card-already-seen"}, place.at


def _plant_dealt_twice(log: Log, rng: random.Random) -> Planted | None:
    faulty = copy.deepcopy(log)
    hands = faulty["deal"]["hands"]
    where = [(seat, at) for seat, hand in enumerate(hands) for at in range(len(hand))]
    whole = [
        (seat, at) for seat, at in where if hands[seat][at] != "?" and read_card(hands[seat][at])[1]
    ]
    if not whole:
        return None
    seat, at = rng.choice(whole)
    other, there = rng.choice([place for place in where if place != (seat, at)])
    hands[other][there] = hands[seat][at]
    return faulty, {"card-already-seen"}, None


def _plant_no_such_card(log: Log, rng: random.Random) -> Planted | None:
    """A joker, turned up or dealt."""
    faulty = copy.deepcopy(log)
    hands = faulty.get("deal", {}).get("hands")
    if hands and rng.random() < 0.3:
        hand = rng.choice(hands)
        hand[rng.randrange(len(hand))] = rng.choice(["*", "JK", "joker"])
        return faulty, {"no-such-card"}, None
    found = places(log)
    if not found:
        return None
    place = rng.choice(found)
    return place.put(log, "*"), {"no-such-card"}, place.at


def _plant_wrong_target_cards(log: Log, rng: random.Random) -> Planted | None:
    """A target without its last card, or with the card of the turn after it."""
    moves = log["moves"]
    targets = [at for at, move in enumerate(moves) if move["type"] == "target"]
    if not targets:
        return None
    at = rng.choice(targets)
    faulty = copy.deepcopy(log)
    if moves[at + 1 :] and moves[at + 1]["type"] == "turn" and rng.random() < 0.5:
        faulty["moves"][at]["cards"].append(moves[at + 1]["card"])
    else:
        faulty["moves"][at]["cards"].pop()
    return faulty, {"wrong-target-cards"}, at


def _plant_wrong_value(log: Log, rng: random.Random) -> Planted | None:
    """Another value said with a target, or another right side with a claim."""
    before = moments(log)
    chances = [
        (now.at, after.target if now.move["type"] == "target" else now.target)
        for now, after in pairwise(before)
        if now.move["type"] in ("target", "claim")
    ]
    chances = [(at, target) for at, target in chances if target is not None]
    if not chances:
        return None
    at, target = rng.choice(chances)
    faulty = copy.deepcopy(log)
    move = faulty["moves"][at]
    assert target is not None
    wrong = rng.choice([target + 1, target - 1, target * 10, target % 10, 0])
    if move["type"] == "target":
        move["value"] = wrong
    else:
        move["equation"] = f"{move['equation'].partition('=')[0]}={wrong}"
    return faulty, {"wrong-value"}, at


def _rows(log: Log, shortest: int) -> list[Moment]:
    """Return the moments at which a claim over a row of at least so many cards may come."""
    return [m for m in moments(log) if m.target is not None and len(m.values) >= shortest]


def _plant_claim_before_turn(log: Log, rng: random.Random) -> Planted | None:
    """A claim that the two target cards alone do not make."""
    moment = _pick(rng, [m for m in _rows(log, 2) if len(m.values) == 2])
    if moment is None:
        return None
    first, second = moment.values
    # 10a + b is never a + b, a * b or a - b, but 10a is a * 10 where a ten counts as the digit 0.
    equation = rng.choice([f"{first}+{second}", f"{first}-{second}", f"({first})", "7*7+1"])
    name = rng.choice(_names(log))
    faulty = _with_move(log, moment.at, type="claim", player=name, equation=equation)
    return faulty, {"claim-before-turn"}, moment.at


def _plant_debarred(log: Log, rng: random.Random) -> Planted | None:
    """A second claim of a player after a wrong one on the same target."""
    names = _names(log)
    if len(names) < 3:
        return None
    moment = _pick(rng, [m for m in _rows(log, 3) if len(_claimants(log, m)) > 1 or m.debarred])
    if moment is None:
        return None
    faulty, at = copy.deepcopy(log), moment.at
    if moment.debarred:
        name = names[rng.choice(sorted(moment.debarred))]
    else:
        name = rng.choice(_claimants(log, moment))
        # The first digit alone never makes the target.
        wrong = {"type": "claim", "player": name, "equation": str(moment.values[0])}
        faulty["moves"].insert(at, wrong)
        at += 1
    again = {"type": "claim", "player": name, "equation": "+".join(map(str, moment.values[:20]))}
    faulty["moves"].insert(at, again)
    return faulty, {"debarred"}, at


UNREADABLE = (
    *("", "-3+4", "4+", "4**3", "(8+3", "8+3)", "4 7", "2(3+4)", "4^-2", "4+3=", "=83", "8+3=-5"),
    *("8+3=4+7", "8=8=8", "eight", "8,3", "3√", "()", "8.0+3", "+8", "8!+3", "A+3", "8+(-3)"),
)
"""Texts that are no equations whatever cards lie there."""


def _plant_claim(log: Log, rng: random.Random, equation: str, code: str) -> Planted | None:
    moment = _pick(rng, [m for m in _rows(log, 3) if _claimants(log, m)])
    if moment is None:
        return None
    name = rng.choice(_claimants(log, moment))
    faulty = _with_move(log, moment.at, type="claim", player=name, equation=equation)
    return faulty, {code}, moment.at


def _plant_equation_unreadable(log: Log, rng: random.Random) -> Planted | None:
    return _plant_claim(log, rng, rng.choice(UNREADABLE), "equation-unreadable")


def _plant_equation_too_large(log: Log, rng: random.Random) -> Planted | None:
    """An equation that is too long, too deep, or whose numbers grow too large."""
    deep = "(" * 33 + "8+3" + ")" * 33
    too_large = [deep, "1^" * 33 + "1", "8" + "+1" * 100, "8+" + " " * 200 + "3", "9" * 78 + "+3"]
    if log.get("rules", {}).get("options", {}).get("powers", True):
        too_large += ["9^9^9", "9^9^9^9^9", "2^256", "1/2^(9*9*9)", "(9^9)^(9+9)"]
    return _plant_claim(log, rng, rng.choice(too_large), "equation-too-large")


def _plant_after_end(log: Log, rng: random.Random) -> Planted | None:
    """A move after the last target that could be set."""
    last = moments(log)[-1]
    if not last.over:
        return None
    what: dict[str, Any] = rng.choice(
        [
            {"type": "turn", "card": rng.choice(RANKS)},
            {"type": "claim", "equation": "5^2"},
            {"type": "target", "cards": ["5", "2"]},
        ]
    )
    faulty = _with_move(log, last.at, player=rng.choice(_names(log)), **what)
    return faulty, {"after-end"}, last.at


def _plant_unfinished(log: Log, rng: random.Random) -> Planted | None:
    """The moves of a game up to somewhere, with nobody saying that it was given up."""
    moment = _pick(rng, [m for m in moments(log) if m.at and not m.would_be_over])
    if moment is None:
        return None
    faulty = copy.deepcopy(log)
    del faulty["moves"][moment.at :]
    faulty.pop("feedback", None)
    if rng.random() < 0.5:
        faulty.pop("result", None)
    else:
        faulty["result"] = {"outcome": "finished"}
    return faulty, {"unfinished"}, None


def _plant_wrong_result(log: Log, rng: random.Random) -> Planted | None:
    """Another score, or an outcome that such a game cannot have."""
    *_, (_, _, table) = walk(log)
    faulty = copy.deepcopy(log)
    result = faulty.setdefault("result", {"outcome": "finished"})
    if table.would_be_over and rng.random() < 0.4:
        wrong = ["won", "lost"]
        if table.is_over and not table.can_redeal:
            wrong.append("abandoned")
        result["outcome"] = rng.choice(wrong)
    else:
        score = table.scores()
        score[rng.randrange(len(score))] += rng.choice([1, 2, -1])
        result["score"] = score
    return faulty, {"wrong-result"}, None


PLANTS: dict[str, Plant] = {
    "hand-size": _plant_hand_size,
    "no-target": _plant_no_target,
    "target-not-due": _plant_target_not_due,
    "wrong-player": _plant_wrong_player,
    "not-your-card": _plant_not_your_card,
    "card-already-seen": _plant_card_already_seen,
    "no-such-card": _plant_no_such_card,
    "wrong-target-cards": _plant_wrong_target_cards,
    "wrong-value": _plant_wrong_value,
    "claim-before-turn": _plant_claim_before_turn,
    "debarred": _plant_debarred,
    "equation-unreadable": _plant_equation_unreadable,
    "equation-too-large": _plant_equation_too_large,
    "after-end": _plant_after_end,
    "unfinished": _plant_unfinished,
    "wrong-result": _plant_wrong_result,
}
"""One way, or several, to break a legal log for each fault of the rules page."""


def plant(log: Log, rng: random.Random) -> Planted | None:
    """Return the legal log with one fault, the codes that may tell it, and the move it is at.

    None where the log gives no occasion for any.
    """
    for code in rng.sample(sorted(PLANTS), len(PLANTS)):
        if planted := PLANTS[code](log, rng):
            return planted
    return None


# --- Facts ---------------------------------------------------------------------------------------


def facts(log: Log) -> dict[str, Any]:
    """Return the facts of a legal full log: of the game, of each target, of each move."""
    moves: list[dict[str, Any]] = []
    for at, _, table in walk(log):
        if at:
            moves[-1]["claim"] = table.last_claim
        if at < len(log["moves"]):
            moves.append(_move_facts(log["moves"][at], table))
    rounds = [_round_facts(one, table.options) for one in table.rounds]
    won = sum(one.winner is not None for one in table.rounds)
    return {
        "game": {
            "cards_won": [len(cards) for cards in table.won],
            "score": table.scores(),
            "targets_set": len(rounds),
            "targets_won": won,
            "targets_abandoned": len(rounds) - won,
        },
        "rounds": rounds,
        "moves": moves,
    }


def _move_facts(move: dict[str, Any], table: Table) -> dict[str, Any]:
    """Return what is known of a move before its claim is weighed; the row as the move finds it."""
    return {
        "type": move["type"],
        "seat": table.seats[name_key(move["player"])],
        "target": table.target,
        "row": row_values(table.row_ranks()),
    }


def _round_facts(one: Round, options: Options) -> dict[str, Any]:
    """Reading: a turn is overlooked when an equation was possible at its row or an earlier one and
    the row went on, or ended without a right claim; powers were needed where the row at which an
    equation first was possible has none without them."""
    values = row_values(one.row)
    possible_at = Solver.of(options).possible_at(values, one.value)
    missed = None
    needed = None
    if possible_at is not None:
        missed = len(values) - possible_at + (one.end != "claim")
        plain_game = Solver(powers=False, free_roots=False)
        needed = plain_game.equation(values[:possible_at], one.value) is None
    return {
        "value": one.value,
        "cards": len(one.row),
        "turns": one.turns,
        "claims": one.claims,
        "wrong_claims": {kind: one.wrong[kind] for kind in ("value", "cards", "arithmetic")},
        "winner": one.winner,
        "end": one.end,
        "possible_at": possible_at,
        "missed_turns": missed,
        "powers_needed": needed,
    }
