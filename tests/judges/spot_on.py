"""A slow second judge of Spot On, read from the rules page and the log format alone.

It shares no code with the engine, so that the two can be held against each other. `judge` tells the
faults of a log, `simulate` plays a legal game, `hide` tells a game with less knowledge, `plant`
hides one fault in it, and `facts` counts what the page calls facts.

How hidden cards are handled: every card of the deck is a *slot*, a thing that lies in a hand or in
the stock whether or not anybody knows its face. Where a slot travels is never in doubt, because
draws and turned-up cards come off the top of the stock and everybody can count. In doubt is only
which slot of a hand a played card came from, and what the faces are. `Knowledge` answers one
question about that: is there any way to give every slot a card of the deck that fits everything
told so far? A log is legal as long as there is.

Readings where page and format leave room:

- A turn-up fails before the first card of the digit that the stock can no longer give, so a short
  `target` never ends with a card that went under. Hidden cards do not loosen that.
- A card's own place is looked at before the rest of its move: `card-already-seen` where it lies or
  lay open elsewhere, or where only knowledge of other places speaks against it; `not-your-card`
  where the hand alone does; `wrong-draw` and `wrong-target-cards` where the known stock alone does.
- With a fault that stops, the soft faults of the same move are not told.
- A game that ended for want of stock takes one more `target` by the player due, with no cards.
- Open hands are not "face up elsewhere"; a passed "?" may be any card of the hand, a shown one too.
"""

from __future__ import annotations

import copy
import unicodedata
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

Log = dict[str, Any]
Verdict = tuple[str, int | None]
"""A fault's code and the index of its move, None outside the moves."""
Planted = tuple[Log, set[str], int | None]

# --- the page's tables ---------------------------------------------------------------------------

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
JOKER = "*"
VALUE = {rank: at + 1 for at, rank in enumerate(RANKS)}
NO_DIGIT = frozenset({"10", "J", "Q", "K", JOKER})
"""Ranks that cannot be a target's first digit."""


class Level(NamedTuple):
    jokers_for_two: int
    jokers_for_more: int
    targets: int
    signals: bool


LEVELS = {
    "easy": Level(0, 0, 4, True),
    "normal": Level(1, 2, 5, True),
    "hard": Level(0, 1, 5, False),
    "expert": Level(2, 2, 6, False),
}

ORDER = (
    "after-end",
    "wrong-player",
    "no-target",
    "target-not-due",
    "no-such-card",
    "card-already-seen",
    "not-your-card",
    "wrong-draw",
    "draw-from-empty-stock",
    "wrong-target-cards",
    "first-card-must-add",
    "operation-not-allowed",
    "not-whole",
    "below-zero",
    "joker-value",
    "signal-not-allowed",
    "signal-twice",
)
"""The faults that stop a replay, in the order in which they are told where several fit."""

SIGNS = {"+": "+", "-": "-", "−": "-", "*": "*", "×": "*", "x": "*", "·": "*"} | dict.fromkeys(
    "/÷:", "/"
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What level, options and the number of players come to."""

    seats: int
    jokers: int
    goal: int | None
    """Targets to hit; None in the endless variant."""
    hand_size: int
    signals: bool
    open_hands: bool
    small: bool

    @property
    def digits(self) -> int:
        return 2 if self.small else 3

    @property
    def deck_size(self) -> int:
        return 52 + self.jokers

    @property
    def stock_size(self) -> int:
        return self.deck_size - self.seats * self.hand_size

    @property
    def signs(self) -> str:
        return "+-" if self.small else "+-*/"


def settings(log: Log) -> Settings:
    rules = log.get("rules") or {}
    options = rules.get("options") or {}
    level = LEVELS[rules.get("level", "normal")]
    seats = len(log["players"])
    open_hands = options.get("open_hands", False)
    return Settings(
        seats=seats,
        jokers=options.get("jokers", level.jokers_for_two if seats == 2 else level.jokers_for_more),
        goal=None if options.get("endless", False) else options.get("targets", level.targets),
        hand_size=options.get("hand_size", 5 if seats == 2 else 4),
        signals=options.get("signals", level.signals) and not open_hands,
        open_hands=open_hands,
        small=options.get("small_numbers", False),
    )


# --- cards ---------------------------------------------------------------------------------------


class Card(NamedTuple):
    """A card as far as it was noted; a rank alone, like a joker, has the suit ""."""

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        return self.rank + self.suit


def read_card(text: str) -> Card | None:
    """None is the card that nobody saw. Raises ValueError where *text* is no card.

    >>> read_card("t♦"), read_card("Q"), read_card("?")
    (Card(rank='10', suit='D'), Card(rank='Q', suit=''), None)
    """
    if text == "?":
        return None
    plain = text.upper().translate(str.maketrans("♠♥♦♣", SUITS))
    if plain in {JOKER, "JK", "JOKER"}:
        return Card(JOKER)
    rank, suit = (plain[:-1], plain[-1]) if plain[-1:] in SUITS else (plain, "")
    rank = "10" if rank == "T" else rank
    if rank not in VALUE:
        raise ValueError(f"{text!r} is no card")
    return Card(rank, suit)


def deck(jokers: int) -> list[Card]:
    return [Card(rank, suit) for suit in SUITS for rank in RANKS] + [Card(JOKER)] * jokers


def merged(one: Card | None, other: Card | None) -> Card | None:
    """What is known of a card after both were told of it. Raises ValueError where they differ."""
    if one is None or other is None:
        return one or other
    if one.rank != other.rank or (one.suit and other.suit and one.suit != other.suit):
        raise ValueError(f"{one} is not {other}")
    return one if one.suit else other


def no_digit(place: int) -> frozenset[str]:
    """The ranks that go under the stock when they come up for the digit at *place*, from 0."""
    return NO_DIGIT if place == 0 else frozenset({JOKER})


def number(cards: Iterable[Card]) -> int:
    """
    >>> number([Card("7"), Card("K"), Card("5")])
    705
    """
    digits = ["0" if card.rank in NO_DIGIT else str(VALUE[card.rank]) for card in cards]
    return int("".join(digits))


def calculated(total: int, sign: str, value: int) -> int | str:
    """The new total, or the code of the fault.

    >>> calculated(84, "/", 4), calculated(84, "/", 5), calculated(3, "-", 4)
    (21, 'not-whole', 'below-zero')
    """
    if sign == "+":
        return total + value
    if sign == "*":
        return total * value
    if sign == "-":
        return total - value if value <= total else "below-zero"
    return total // value if total % value == 0 else "not-whole"


# --- what is known -------------------------------------------------------------------------------


class Named(NamedTuple):
    """A card named out of a hand: played, passed or shown."""

    seat: int
    time: int
    suit: str
    leaves: bool
    """False for a signal: the card is shown and stays in the hand."""


class Physical(NamedTuple):
    """One card of a rank that must exist: a slot told to be of it, or a hidden one named so."""

    suit: str
    seat: int
    """Whose hand it came to; −1 while it never came to any."""
    since: int
    """A told slot: when it came. A hidden one: when it was first named, it came before that."""
    named: int
    """When it was last named; −1 for never."""
    gone: bool
    hidden: bool


class Option(NamedTuple):
    """One way to read all that was told about a rank."""

    cards: int
    """How many cards of the rank are accounted for."""
    needs: tuple[tuple[int, int, int, bool], ...]
    """Hidden slots it takes: seat, came before, last named, gone."""
    left: tuple[tuple[int, int], ...]
    """Told slots still in a hand: seat, and the time since which a hidden pass may take them."""


class Knowledge:
    """Everything told about the slots; `possible` says whether any deck fits it."""

    def __init__(self, jokers: int, copies: int = 4) -> None:
        self.copies = dict.fromkeys(RANKS, copies) | {JOKER: jokers}
        self.label: list[Card | None] = []
        self.seat: list[int] = []
        self.came: list[int] = []
        self.named: dict[str, list[Named]] = {rank: [] for rank in self.copies}
        self.hidden_passes: dict[int, list[int]] = {}
        self.contradiction = False
        self._options: dict[str, list[Option]] = {}
        self._fitted: dict[str, Option] = {}
        """What fitted last time, which is worth trying first."""

    def copy(self) -> Knowledge:
        other = copy.copy(self)
        other.label, other.seat, other.came = self.label[:], self.seat[:], self.came[:]
        other.named = {rank: events[:] for rank, events in self.named.items()}
        other.hidden_passes = {seat: times[:] for seat, times in self.hidden_passes.items()}
        other._options = self._options.copy()
        return other

    def of_seat(self, seat: int) -> Knowledge:
        """Only what is known of this hand itself, nothing of any other place."""
        own = Knowledge(self.copies[JOKER], self.copies["A"])
        for label, where, came in zip(self.label, self.seat, self.came, strict=True):
            own.give(own.add(label if where == seat else None), where, came)
        for rank, events in self.named.items():
            own.named[rank] = [event for event in events if event.seat == seat]
        own.hidden_passes[seat] = self.hidden_passes.get(seat, [])[:]
        return own

    def add(self, label: Card | None = None) -> int:
        """A new slot, in nobody's hand yet."""
        self.label.append(label)
        self.seat.append(-1)
        self.came.append(-1)
        self._forget(label)
        return len(self.label) - 1

    def give(self, slot: int, seat: int, time: int) -> None:
        self.seat[slot], self.came[slot] = seat, time
        self._forget(self.label[slot])

    def tell(self, slot: int, card: Card | None) -> None:
        """*card* is what lies in *slot*."""
        try:
            self.replace(slot, merged(self.label[slot], card))
        except ValueError:
            self.contradiction = True

    def replace(self, slot: int, card: Card | None) -> None:
        """Say something else of *slot* than was said before."""
        self._forget(self.label[slot])
        self.label[slot] = card
        self._forget(card)

    def name(self, seat: int, time: int, card: Card | None, *, leaves: bool) -> None:
        """*card* comes, or is shown, out of the hand of *seat*; None is a hidden pass."""
        if card is None:
            self.hidden_passes.setdefault(seat, []).append(time)
        else:
            self.named[card.rank].append(Named(seat, time, card.suit, leaves))
            self._forget(card)

    def _forget(self, card: Card | None) -> None:
        if card is not None:
            self._options.pop(card.rank, None)

    def possible(self, *, without: frozenset[str] = frozenset(), slots: Iterable[int] = ()) -> bool:
        """Is there any deck that fits, one in which *slots* hold no rank of *without*?"""
        if self.contradiction:
            return False
        told = [self.label[slot] for slot in slots]
        if any(card and card.rank not in without for card in told):
            return False
        unknown = told.count(None)

        options = [self.options(rank) for rank in self.copies]
        if not all(options):
            return False
        for chosen in (
            [choices[0] for choices in options],
            [
                self._fitted[rank] if self._fitted.get(rank) in choices else choices[0]
                for rank, choices in zip(self.copies, options, strict=True)
            ],
        ):
            if self._fits(chosen, without, unknown):
                return True
        best = [self._undominated(choices) for choices in options]
        return self._search(best, [], without, unknown)

    def options(self, rank: str) -> list[Option]:
        """Every way to read what was told of *rank*, the one with the fewest cards first."""
        if rank not in self._options:
            found = {option_of(state) for state in self._readings(rank)}
            self._options[rank] = sorted(found)
        return self._options[rank]

    def _readings(self, rank: str) -> Iterable[tuple[Physical, ...]]:
        start = tuple(
            Physical(label.suit, self.seat[slot], self.came[slot], -1, False, False)
            for slot, label in enumerate(self.label)
            if label is not None and label.rank == rank
        )
        suits = [card.suit for card in start if card.suit]
        if len(start) > self.copies[rank] or len(set(suits)) < len(suits):
            return ()
        states = {start}
        for event in self.named[rank]:
            states = {
                tuple(sorted(after))
                for state in states
                for after in readings_after(state, event, self.copies[rank])
            }
        return states

    def _fits(self, chosen: Sequence[Option], without: frozenset[str], unknown: int) -> bool:
        if unknown:
            free = sum(
                self.copies[rank] - option.cards
                for rank, option in zip(self.copies, chosen, strict=True)
                if rank in without
            )
            if free < unknown:
                return False
        seats = {need[0] for option in chosen for need in option.needs} | set(self.hidden_passes)
        return all(self._hand_fits(seat, chosen) for seat in seats)

    def _hand_fits(self, seat: int, chosen: Iterable[Option], *, passes: bool = True) -> bool:
        """Has the hand the hidden slots it needs, each in time, and one for each "?" passed?"""
        slots = sorted(
            self.came[slot]
            for slot, label in enumerate(self.label)
            if label is None and self.seat[slot] == seat
        )
        spare = [time for option in chosen for whose, time in option.left if whose == seat]
        for _, before, last, gone in sorted(
            need for option in chosen for need in option.needs if need[0] == seat
        ):
            # The latest slot that will do, for the early ones can serve more passes.
            fitting = [came for came in slots if came < before]
            if not fitting:
                return False
            slots.remove(fitting[-1])
            if not gone:
                spare.append(last)
        spare += slots
        due = sorted(self.hidden_passes.get(seat, ())) if passes else []
        return all(
            sum(free < time for free in spare) >= count for count, time in enumerate(due, start=1)
        )

    def _search(
        self,
        options: list[list[Option]],
        chosen: list[Option],
        without: frozenset[str],
        unknown: int,
    ) -> bool:
        if len(chosen) == len(options):
            fits = self._fits(chosen, without, unknown)
            if fits:
                self._fitted = dict(zip(self.copies, chosen, strict=True))
            return fits
        for option in options[len(chosen)]:
            seats = {need[0] for need in option.needs}
            so_far = [*chosen, option]
            if all(self._hand_fits(seat, so_far, passes=False) for seat in seats) and self._search(
                options, so_far, without, unknown
            ):
                return True
        return False

    def _undominated(self, options: list[Option]) -> list[Option]:
        kept: list[Option] = []
        for option in options:
            if not any(self._at_least_as_good(other, option) for other in kept):
                kept.append(option)
        return kept

    def _at_least_as_good(self, one: Option, other: Option) -> bool:
        """Whatever fits with *other* fits with *one*. It may say no where the answer is yes."""
        seats = {need[0] for option in (one, other) for need in option.needs}
        return one.cards <= other.cards and all(
            self._serves_passes_as_well(seat, one, other)
            if self.hidden_passes.get(seat)
            else needs_no_more(seat, one, other)
            for seat in seats | set(self.hidden_passes)
        )

    def _serves_passes_as_well(self, seat: int, one: Option, other: Option) -> bool:
        """*one* needs a part of what *other* needs, and spares as much for each "?" passed."""
        extra = Counter(need for need in other.needs if need[0] == seat)
        for need in one.needs:
            if need[0] == seat:
                if not extra[need]:
                    return False
                extra[need] -= 1
        # A slot that only *other* takes is free with *one*: at the latest since that slot came.
        spared = [time for whose, time in one.left if whose == seat]
        taken = [time for whose, time in other.left if whose == seat]
        for _, before, last, gone in extra.elements():
            came = [
                came
                for label, whose, came in zip(self.label, self.seat, self.came, strict=True)
                if label is None and whose == seat and came < before
            ]
            if not came:
                return True
            spared.append(max(came))
            if not gone:
                taken.append(last)
        return all(
            sum(free < time for free in spared) >= sum(free < time for free in taken)
            for time in self.hidden_passes[seat]
        )


def needs_no_more(seat: int, one: Option, other: Option) -> bool:
    """*one* needs no more hidden slots of this hand than *other*, and none of them earlier."""
    mine = sorted(need[1] for need in one.needs if need[0] == seat)
    theirs = sorted(need[1] for need in other.needs if need[0] == seat)
    return len(mine) <= len(theirs) and all(a >= b for a, b in zip(mine, theirs, strict=False))


def readings_after(
    state: tuple[Physical, ...], event: Named, copies: int
) -> Iterator[list[Physical]]:
    """The ways in which the named card is one of *state*, or a hidden one."""
    suits = {card.suit for card in state}
    for at, card in enumerate(state):
        in_hand = card.seat == event.seat and not card.gone
        in_time = card.hidden or card.since < event.time
        same = not event.suit or card.suit == event.suit
        fresh = not card.suit and event.suit not in suits
        if in_hand and in_time and (same or fresh):
            named = card._replace(suit=card.suit or event.suit, named=event.time, gone=event.leaves)
            yield [*state[:at], named, *state[at + 1 :]]
    if len(state) < copies and (not event.suit or event.suit not in suits):
        yield [
            *state,
            Physical(event.suit, event.seat, event.time, event.time, event.leaves, True),
        ]


def option_of(state: Iterable[Physical]) -> Option:
    cards = tuple(state)
    return Option(
        cards=len(cards),
        needs=tuple(
            sorted((card.seat, card.since, card.named, card.gone) for card in cards if card.hidden)
        ),
        left=tuple(
            sorted(
                (card.seat, max(card.since, card.named))
                for card in cards
                if not card.hidden and not card.gone and card.seat >= 0
            )
        ),
    )


# --- the replay ----------------------------------------------------------------------------------


def name_key(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).strip().casefold())


def player_names(log: Log) -> list[str]:
    return [one if isinstance(one, str) else one["name"] for one in log["players"]]


class Fault(Exception):
    """A fault that stops the replay; its text is the code."""


def first_in_order(codes: Iterable[str]) -> str:
    return min(codes, key=ORDER.index)


@dataclass(slots=True)
class Replay:
    """The table while a log is read to the end or to the first fault that stops it."""

    rules: Settings
    seat_of: dict[str, int]
    known: Knowledge
    """All that the log tells."""
    face_up: Knowledge
    """What lay open for all, nothing of the deal and of the draws."""
    stock: deque[int]
    """Slots, top first."""
    held: list[int]
    """How many cards each player holds."""
    turn: int = 0
    target: int | None = None
    total: int = 0
    chain: int = 0
    """Cards played towards the target."""
    signalled: set[int] = field(default_factory=set)
    """Who has shown a card for this target."""
    hits: int = 0
    cause: str | None = None
    """Why the game is over; None while it goes on."""
    empty_target_welcome: bool = False
    """The game is over for want of stock, and the table may still write that down."""

    @classmethod
    def dealt(cls, log: Log) -> Replay:
        """Start from the deal of a log whose deal is sound."""
        rules = settings(log)
        deal = log.get("deal") or {}
        known, face_up = Knowledge(rules.jokers), Knowledge(rules.jokers)
        hands = deal.get("hands") or [["?"] * rules.hand_size] * rules.seats
        for seat, hand in enumerate(hands):
            for text in hand:
                known.give(known.add(read_card(text)), seat, -1)
                face_up.give(face_up.add(), seat, -1)
        stock = deque[int]()
        for text in deal.get("stock") or ["?"] * rules.stock_size:
            stock.append(known.add(read_card(text)))
            face_up.add()
        seat_of = {name_key(name): seat for seat, name in enumerate(player_names(log))}
        return cls(rules, seat_of, known, face_up, stock, [rules.hand_size] * rules.seats)

    @property
    def outcome(self) -> str | None:
        if self.cause is None:
            return None
        if self.rules.goal is None:
            return "finished"
        return "won" if self.cause == "won" else "lost"

    def take(self, at: int, move: Log) -> list[str]:
        """Make the move and return its soft faults. Raises Fault for any other."""
        kind = move["type"]
        if self.cause is not None and not (self.empty_target_welcome and kind == "target"):
            raise Fault("after-end")
        if self.seat_of[name_key(move["player"])] != self.turn:
            raise Fault("wrong-player")
        if kind != "target" and self.target is None:
            raise Fault("no-target")
        if kind == "target" and self.target is not None:
            raise Fault("target-not-due")
        if kind == "target":
            return self._turn_up(move)
        if kind == "signal":
            return self._signal(at, move)
        return self._take_turn(at, move)

    # turning up

    def _turn_up(self, move: Log) -> list[str]:
        cards = [card for card in map(read_card, move["cards"]) if card is not None]
        if any(self._unknown_to_deck(card) for card in cards):
            raise Fault("no-such-card")

        known, stock = self.known.copy(), deque(self.stock)
        digits: list[Card] = []
        slots: list[int] = []
        # Did the last card turned stay? A turn-up can only fail where the next digit begins.
        in_place = True
        for card in cards:
            if len(digits) == self.rules.digits or not stock:
                raise Fault(self._target_fault(cards))
            slot = stock.popleft()
            known.tell(slot, card)
            slots.append(slot)
            in_place = card.rank not in no_digit(len(digits))
            if in_place:
                digits.append(card)
            else:
                stock.append(slot)
        failed = len(digits) < self.rules.digits
        if not known.possible():
            raise Fault(self._target_fault(cards))
        if failed and not (in_place and known.possible(without=no_digit(len(digits)), slots=stock)):
            raise Fault(self._target_fault(cards))

        self.known, self.stock = known, stock
        for slot, card in zip(slots, cards, strict=True):
            self.face_up.tell(slot, card)
        value = move.get("value")
        if failed:
            self.cause, self.empty_target_welcome = "stock-out-at-target", False
            return [] if value is None else ["wrong-value"]
        self.target, self.total, self.chain = number(digits), 0, 0
        self.signalled = set()
        return [] if value in (None, self.target) else ["wrong-value"]

    def _target_fault(self, cards: Iterable[Card]) -> str:
        """Which code a list of target cards gets that is known to be wrong."""
        known, face_up, stock = self.known.copy(), self.face_up.copy(), deque(self.stock)
        digits = 0
        as_the_stock_says = True
        for card in cards:
            slot = stock.popleft() if stock else None
            if self._lies_elsewhere(face_up, slot, card):
                return "card-already-seen"
            if slot is None or not as_the_stock_says or self._differs(known, slot, card):
                as_the_stock_says = False
            else:
                known.tell(slot, card)
                if not known.possible():
                    return "card-already-seen"
            if slot is not None and card.rank in no_digit(digits):
                stock.append(slot)
            else:
                digits += 1
        return "wrong-target-cards"

    @staticmethod
    def _lies_elsewhere(face_up: Knowledge, slot: int | None, card: Card) -> bool:
        """Has *card* lain open elsewhere than on top of the stock? Tells *face_up* where it is."""
        if slot is None:
            face_up.add(card)
        else:
            face_up.replace(slot, card)
        return not face_up.possible()

    @staticmethod
    def _differs(known: Knowledge, slot: int, card: Card) -> bool:
        try:
            merged(known.label[slot], card)
        except ValueError:
            return True
        return False

    def _unknown_to_deck(self, card: Card | None) -> bool:
        return card is not None and card.rank == JOKER and self.rules.jokers == 0

    # signals, plays and passes

    def _signal(self, at: int, move: Log) -> list[str]:
        card = read_card(move["card"])
        codes = self._name(at, card, leaves=False)
        if not self.rules.signals:
            codes.append("signal-not-allowed")
        if self.turn in self.signalled:
            codes.append("signal-twice")
        if codes:
            raise Fault(first_in_order(codes))
        self.signalled.add(self.turn)
        return []

    def _take_turn(self, at: int, move: Log) -> list[str]:
        card = read_card(move["card"])
        total: int | str = self.total
        if move["type"] == "play":
            assert card is not None, "a played card is never hidden"
            total = self._new_total(card, move)
        hit = total == self.target and move["type"] == "play"
        won = hit and self.hits + 1 == self.rules.goal

        codes = self._name(at, card, leaves=True) + self._draw_codes(move, won=won)
        if isinstance(total, str):
            codes.append(total)
        if codes or isinstance(total, str):
            raise Fault(first_in_order(codes))

        said = move.get("total")
        soft = [] if said in (None, total) else ["wrong-total"]
        self.held[self.turn] -= 1
        self.total = total
        self.chain += move["type"] == "play"
        if not won:
            self._draw(at)
        self._end_turn(hit=hit, won=won)
        return soft

    def _new_total(self, card: Card, move: Log) -> int | str:
        """The total that a play leads to, or the code of what is wrong with it."""
        sign, given = SIGNS[move["op"]], move.get("as")
        if self.chain == 0 and sign != "+":
            return "first-card-must-add"
        if sign not in self.rules.signs:
            return "operation-not-allowed"
        joker = card.rank == JOKER
        value = given if joker else VALUE[card.rank]
        if value is None or not 1 <= value <= 13:
            return "joker-value"
        total = calculated(self.total, sign, value)
        if isinstance(total, int) and given is not None and not joker:
            return "joker-value"
        return total

    def _name(self, at: int, card: Card | None, *, leaves: bool) -> list[str]:
        """Let *card* come out of the hand of the player on turn, or say why it cannot."""
        if self._unknown_to_deck(card):
            return ["no-such-card"]
        known = self.known.copy()
        known.name(self.turn, at, card, leaves=leaves)
        if known.possible():
            self.known = known
            self.face_up.name(self.turn, at, card, leaves=leaves)
            return []
        # Had this hand one more card that nobody knows, could it be this one?
        face_up = self.face_up.copy()
        face_up.give(face_up.add(), self.turn, -1)
        face_up.name(self.turn, at, card, leaves=leaves)
        if not face_up.possible():
            return ["card-already-seen"]
        own = self.known.of_seat(self.turn)
        own.name(self.turn, at, card, leaves=leaves)
        return ["card-already-seen" if own.possible() else "not-your-card"]

    def _draw_codes(self, move: Log, *, won: bool) -> list[str]:
        """What is wrong with the card drawn; if nothing is, it is known from now on."""
        if "drew" not in move:
            return []
        if move["drew"] is None:
            return ["wrong-draw"] if self.stock and not won else []
        codes = []
        if won:
            codes.append("wrong-draw")
        if not self.stock:
            codes.append("draw-from-empty-stock")
        drawn = read_card(move["drew"])
        if drawn is None:
            return codes
        if self._unknown_to_deck(drawn):
            return [*codes, "no-such-card"]

        top = self.stock[0] if self.stock else None
        if top is not None and not self._differs(self.known, top, drawn):
            self.known.tell(top, drawn)
            return codes if self.known.possible() else [*codes, "card-already-seen"]
        if self._lies_elsewhere(self.face_up.copy(), top, drawn):
            return [*codes, "card-already-seen"]
        return codes if top is None else [*codes, "wrong-draw"]

    def _draw(self, at: int) -> None:
        if self.stock:
            slot = self.stock.popleft()
            self.known.give(slot, self.turn, at)
            self.face_up.give(slot, self.turn, at)
            self.held[self.turn] += 1

    def _end_turn(self, *, hit: bool, won: bool) -> None:
        self.hits += hit
        if won:
            self.cause = "won"
            return
        if not hit and not any(self.held):
            self.cause = "hands-empty"
            return
        seats = self.rules.seats
        following = [(self.turn + step) % seats for step in range(1, seats + 1)]
        # With every hand empty after a hit, the next at the table is as good as any.
        self.turn = next((seat for seat in following if self.held[seat]), following[0])
        if hit:
            self.target = None
            if not self.stock:
                self.cause, self.empty_target_welcome = "stock-out-at-target", True


def judge(log: Log) -> list[Verdict]:
    """Every violation of the deal, the moves and the result, in the order in which it is told.

    The log's envelope must be sound, but for the sizes of hands and stock. [] is a legal log.
    """
    verdicts: list[Verdict] = [(code, None) for code in deal_faults(log)]
    if verdicts:
        return verdicts
    replay = Replay.dealt(log)
    for at, move in enumerate(log["moves"]):
        try:
            verdicts += [(code, at) for code in replay.take(at, move)]
        except Fault as fault:
            return [*verdicts, (str(fault), at)]
    return verdicts + [(code, None) for code in ending_faults(replay, log.get("result") or {})]


def deal_faults(log: Log) -> list[str]:
    rules, deal = settings(log), log.get("deal") or {}
    hands, stock = deal.get("hands"), deal.get("stock")
    faults = []
    if hands is not None:
        faults += ["hand-size" for hand in hands if len(hand) != rules.hand_size]
        if len(hands) != rules.seats:
            faults.append("hand-size")
    if stock is not None and len(stock) != rules.stock_size:
        faults.append("wrong-stock-size")
    if faults:
        return faults
    texts = [text for hand in hands or [] for text in hand] + list(stock or [])
    known = Knowledge(rules.jokers)
    for text in texts:
        card = read_card(text)
        if card is not None and card.rank == JOKER and rules.jokers == 0:
            return ["no-such-card"]
        known.add(card)
    return [] if known.possible() else ["card-already-seen"]


def ending_faults(replay: Replay, claimed: Log) -> list[str]:
    outcome, score = claimed.get("outcome"), claimed.get("score")
    faults = []
    if replay.outcome is None and outcome != "abandoned":
        return ["unfinished"]
    if replay.outcome is not None and outcome not in (None, replay.outcome):
        faults.append("wrong-result")
    if score not in (None, replay.hits):
        faults.append("wrong-result")
    return faults


# --- playing a random game -----------------------------------------------------------------------

NAMES = ("Anna", "Ben", "Çelik", "Dörte", "Eve", "Finn", "Ḡita", "Hugo")
HUGE = 10**9
"""Random players keep away from totals beyond this, which nobody would write down."""


class Play(NamedTuple):
    """A play that the rules allow."""

    card: Card
    sign: str
    given: int | None
    """A joker's value."""
    after: int


@dataclass(slots=True)
class Table:
    """A game in which every card is known."""

    rules: Settings
    hands: list[list[Card]]
    stock: deque[Card]
    turn: int = 0
    target: int | None = None
    total: int = 0
    chain: int = 0
    hits: int = 0
    shown: dict[int, Card] = field(default_factory=dict)
    """The card that a player has lying open, by seat."""
    signalled: set[int] = field(default_factory=set)
    seen: Counter[str] = field(default_factory=Counter)
    """Ranks that lie or lay open and came out of the game."""
    cause: str | None = None

    @classmethod
    def shuffled(cls, rules: Settings, rng: Random) -> Table:
        cards = deck(rules.jokers)
        rng.shuffle(cards)
        size = rules.hand_size
        hands = [cards[seat * size : (seat + 1) * size] for seat in range(rules.seats)]
        return cls(rules, hands, deque(cards[rules.seats * size :]))

    def after_turn(self, steps: int = 1) -> int:
        """The seat that is on turn *steps* turns later, as long as hands stay as they are."""
        seat = self.turn
        for _ in range(steps):
            ring = [(seat + step) % self.rules.seats for step in range(1, self.rules.seats + 1)]
            seat = next((one for one in ring if self.hands[one]), ring[0])
        return seat

    def plays(self, hand: Iterable[Card], total: int, chain: int) -> list[Play]:
        """All plays that the rules allow with *hand*."""
        signs = "+" if chain == 0 else self.rules.signs
        found = []
        for card in hand:
            joker = card.rank == JOKER
            for value in range(1, 14) if joker else (VALUE[card.rank],):
                for sign in signs:
                    after = calculated(total, sign, value)
                    if isinstance(after, int):
                        found.append(Play(card, sign, value if joker else None, after))
        return found

    def turn_up(self) -> list[Card]:
        """Turn up a target, or fail to, and return every card turned."""
        turned: list[Card] = []
        digits: list[Card] = []
        while len(digits) < self.rules.digits:
            under = no_digit(len(digits))
            if all(card.rank in under for card in self.stock):
                self.cause = "stock-out-at-target"
                return turned
            card = self.stock.popleft()
            turned.append(card)
            if card.rank in under:
                self.stock.append(card)
            else:
                digits.append(card)
                self.seen[card.rank] += 1
        self.target, self.total, self.chain = number(digits), 0, 0
        self.signalled, self.shown = set(), {}
        return turned

    def end_turn(self, card: Card, play: Play | None) -> Card | None:
        """Lay *card* down, draw, and pass the turn on. Returns the card drawn."""
        seat = self.turn
        self.hands[seat].remove(card)
        self.seen[card.rank] += 1
        if self.shown.get(seat) == card:
            del self.shown[seat]
        if play is not None:
            self.total, self.chain = play.after, self.chain + 1
        hit = play is not None and self.total == self.target
        self.hits += hit
        if hit and self.hits == self.rules.goal:
            self.cause = "won"
            return None
        drawn = self.stock.popleft() if self.stock else None
        if drawn is not None:
            self.hands[seat].append(drawn)
        if hit:
            self.target, self.shown = None, {}
            if not self.stock:
                self.cause = "stock-out-at-target"
        elif not any(self.hands):
            self.cause = "hands-empty"
        self.turn = self.after_turn()
        return drawn


def hitting_from(hand: Iterable[Card], target: int, rules: Settings) -> set[int]:
    """The totals from which a card of *hand* hits, once a chain lies."""
    totals = set()
    for card in hand:
        for value in range(1, 14) if card.rank == JOKER else (VALUE[card.rank],):
            totals |= {target - value, target + value}
            if not rules.small:
                totals.add(target * value)
                if target % value == 0:
                    totals.add(target // value)
    return totals


Choice = Callable[[Table, Random], "Play | Card"]
"""A player's decision: a play, or the card to pass."""


def choose_anything(table: Table, rng: Random) -> Play | Card:
    hand = table.hands[table.turn]
    plays = [play for play in table.plays(hand, table.total, table.chain) if play.after < HUGE]
    if not plays or rng.random() < 0.15:
        return rng.choice(hand)
    return rng.choice(plays)


def choose_knowing_all(table: Table, rng: Random) -> Play | Card:
    """Hit, else help the next player hit, else the one after; looks into all hands."""
    assert table.target is not None, "players choose while a target is up"
    hand, target = table.hands[table.turn], table.target
    plays = table.plays(hand, table.total, table.chain)
    hits = [play for play in plays if play.after == target]
    if hits:
        return min(hits, key=lambda play: (play.card.rank == JOKER, rng.random()))

    helper = table.hands[table.after_turn()]
    easy = hitting_from(helper, target, table.rules)
    helping = [play for play in plays if play.after in easy]
    if helping:
        return min(helping, key=lambda play: (play.card.rank == JOKER, rng.random()))
    if table.chain and table.total in easy:
        return max(hand, key=lambda card: VALUE.get(card.rank, 0))

    plain = [card for card in helper if card.rank != JOKER]
    later = hitting_from(table.hands[table.after_turn(2)], target, table.rules)
    rng.shuffle(plays)
    for play in plays:
        if play.card.rank != JOKER and any(
            reply.after in later for reply in table.plays(plain, play.after, 1)
        ):
            return play
    return min(
        plays, key=lambda play: (play.card.rank == JOKER, abs(target - play.after), rng.random())
    )


class Simple:
    """The page's bot `simple`, two turns ahead: it sees its own hand and what lay open."""

    def __init__(self) -> None:
        self._hitting: dict[tuple[int, int, bool], frozenset[str]] = {}

    def __call__(self, table: Table, rng: Random) -> Play | Card:
        assert table.target is not None, "players choose while a target is up"
        hand, target = table.hands[table.turn], table.target
        plays = table.plays(hand, table.total, table.chain)
        hits = [play for play in plays if play.after == target]
        if hits:
            return min(hits, key=lambda play: (play.card.rank == JOKER, rng.random()))

        unseen = self._unseen(table)
        chances: dict[int, float] = {}

        def rated(play: Play) -> tuple[float, bool, int]:
            if play.after not in chances:
                chances[play.after] = self._chance(table, play.after, unseen)
            return (
                -chances[play.after],
                play.card.rank == JOKER,
                abs(target - play.after),
            )

        best = min(plays, key=rated)
        if table.chain and self._chance(table, table.total, unseen) > chances[best.after]:
            return max(hand, key=lambda card: VALUE.get(card.rank, 0))
        return best

    def _unseen(self, table: Table) -> Counter[str]:
        mine = Counter(card.rank for card in table.hands[table.turn])
        shown = Counter(card.rank for seat, card in table.shown.items() if seat != table.turn)
        copies = Counter(dict.fromkeys(RANKS, 4) | {JOKER: table.rules.jokers})
        return copies - mine - shown - table.seen

    def _chance(self, table: Table, total: int, unseen: Counter[str]) -> float:
        now = self._hits(table, table.after_turn(), total, unseen)
        if now == 1:
            return 1.0
        later = self._later(table, total, unseen)
        return now + (1 - now) * later

    def _later(self, table: Table, total: int, unseen: Counter[str]) -> float:
        """The chance of the turn after next, where the next player plays unseen cards well."""
        seat = table.after_turn(2)
        count = sum(unseen[rank] for rank in RANKS)
        if not count:
            return 0.0
        size = len(table.hands[table.after_turn()])
        best = []
        for rank in RANKS:
            if unseen[rank]:
                replies = table.plays([Card(rank)], total, 1)
                chance = max(self._hits(table, seat, play.after, unseen) for play in replies)
                best.append((chance, unseen[rank] / count))
        # The best of *size* random cards: chances in falling order, each where no better one came.
        best.sort(reverse=True)
        expected, worse = 0.0, 1.0
        for chance, share in best:
            left = max(0.0, worse - share)
            expected += chance * (worse**size - left**size)
            worse = left
        return expected

    def _hits(self, table: Table, seat: int, total: int, unseen: Counter[str]) -> float:
        assert table.target is not None, "players choose while a target is up"
        key = (table.target, total, table.rules.small)
        if key not in self._hitting:
            self._hitting[key] = frozenset(
                rank
                for rank in (*RANKS, JOKER)
                if total in hitting_from([Card(rank)], table.target, table.rules)
            )
        ranks = self._hitting[key]
        if not ranks:
            return 0.0
        # It never plans ahead with its own cards, not even where two play.
        shown = table.shown.get(seat) if seat != table.turn else None
        if shown is not None and shown.rank in ranks:
            return 1.0
        hidden = len(table.hands[seat]) - (shown is not None)
        share = sum(unseen[rank] for rank in ranks) / max(1, unseen.total())
        return 1 - (1 - share) ** hidden


def random_options(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {}
    every: dict[str, Any] = {
        "jokers": rng.randint(0, 2),
        "targets": rng.choice([1, 1, 2, 3, rng.randint(1, 17)]),
        "hand_size": rng.randint(1, 10),
        "signals": rng.random() < 0.5,
        "open_hands": rng.random() < 0.5,
        "endless": rng.random() < 0.7,
        "small_numbers": rng.random() < 0.8,
    }
    return {name: every[name] for name in rng.sample(sorted(every), rng.randint(1, 3))}


def random_envelope(
    rng: Random, level: str | None, players: int | None, options: dict[str, Any] | None
) -> Log:
    level = rng.choice(sorted(LEVELS)) if level is None else level
    options = random_options(rng) if options is None else options
    count = rng.randint(2, 4) if players is None else players
    log: Log = {"format": "cardstats/1", "game": "spot-on"}
    rules: dict[str, Any] = {"level": level}
    if options:
        rules["options"] = options
    if rng.random() < 0.1:
        rules["version"] = "print B"
    if level == "normal" and rng.random() < 0.3:
        del rules["level"]
    if rules or rng.random() < 0.5:
        log["rules"] = rules
    log["players"] = [
        {"name": name, "kind": rng.choice(["human", "bot"]), "experience": rng.randint(0, 9)}
        if rng.random() < 0.15
        else name
        for name in rng.sample(NAMES, count)
    ]
    if rng.random() < 0.2:
        log["notes"] = "Played after supper."
    if rng.random() < 0.2:
        log["source"] = rng.choice(["table", "app", "bot"])
    return log


def random_choice(rng: Random, policy: str) -> Choice:
    """How one player decides through one game."""
    if policy == "simple":
        return Simple()
    skill = {"random": 0.0, "knowing": 1.0}.get(policy)
    if skill is None:
        skill = rng.choice([0.0, 0.6, 0.9, 0.97, 1.0, 1.0])

    def choose(table: Table, rng: Random) -> Play | Card:
        thinks = rng.random() < skill
        return choose_knowing_all(table, rng) if thinks else choose_anything(table, rng)

    return choose


def card_to_show(table: Table, rng: Random, policy: str) -> Card:
    hand = table.hands[table.turn]
    if policy != "simple" and rng.random() < 0.3:
        return rng.choice(hand)
    return min(hand, key=lambda card: VALUE.get(card.rank, 0))


def simulate(
    rng: Random,
    *,
    level: str | None = None,
    players: int | None = None,
    options: dict[str, Any] | None = None,
    policy: str = "mixed",
) -> Log:
    """A legal full log of a random game. None is "anything the rules page allows".

    *policy*: `random`, `knowing` (looks into all hands, wins much), `simple` (the page's bot,
    slow), `mixed` (a new mixture of the first two each time).
    """
    log = random_envelope(rng, level, players, options)
    rules = settings(log)
    table = Table.shuffled(rules, rng)
    log["deal"] = {
        "hands": [[str(card) for card in hand] for hand in table.hands],
        "stock": [str(card) for card in table.stock],
    }
    names = player_names(log)
    choose = random_choice(rng, policy)
    plain = policy == "simple"
    show_rate = 1.0 if plain else rng.choice([0.0, 0.1, 0.5])
    says_no_draw = rng.random() < 0.5
    stop_after = rng.randint(0, 60) if not plain and rng.random() < 0.06 else None

    moves: list[Log] = []
    log["moves"] = moves
    while table.cause is None and (stop_after is None or len(moves) < stop_after):
        who = names[table.turn]
        if table.target is None:
            moves.append(target_move(table, who))
            continue
        if rules.signals and table.turn not in table.signalled and rng.random() < show_rate:
            hits = table.total in hitting_from(table.hands[table.turn], table.target, rules)
            if not (plain and hits and table.chain):
                card = card_to_show(table, rng, policy)
                table.signalled.add(table.turn)
                table.shown[table.turn] = card
                moves.append({"type": "signal", "player": who, "card": str(card)})
                if stop_after is not None and len(moves) >= stop_after:
                    break
        moves.append(turn_move(table, who, choose(table, rng), says_no_draw))
    out_after_hit = table.cause == "stock-out-at-target" and moves[-1]["type"] != "target"
    if out_after_hit and rng.random() < 0.5:
        # The turn-up from an empty stock may be written down or left out.
        moves.append({"type": "target", "player": names[table.turn], "cards": []})

    log["result"] = {"outcome": outcome_of(table), "score": table.hits}
    add_times(moves, rng)
    return log


def outcome_of(table: Table) -> str:
    if table.cause is None:
        return "abandoned"
    if table.rules.goal is None:
        return "finished"
    return "won" if table.cause == "won" else "lost"


def target_move(table: Table, who: str) -> Log:
    move: Log = {"type": "target", "player": who}
    move["cards"] = [str(card) for card in table.turn_up()]
    if table.target is not None:
        move["value"] = table.target
    return move


def turn_move(table: Table, who: str, choice: Play | Card, says_no_draw: bool) -> Log:
    move: Log
    if isinstance(choice, Play):
        move = {"type": "play", "player": who, "card": str(choice.card), "op": choice.sign}
        if choice.given is not None:
            move["as"] = choice.given
        move["total"] = choice.after
        drawn = table.end_turn(choice.card, choice)
    else:
        move = {"type": "pass", "player": who, "card": str(choice)}
        drawn = table.end_turn(choice, None)
    if drawn is not None or says_no_draw:
        move["drew"] = None if drawn is None else str(drawn)
    return move


def add_times(moves: list[Log], rng: Random) -> None:
    how = rng.choice(["none", "all", "some"])
    clock = 0.0
    for move in moves:
        clock += rng.choice([0, 1, 5, rng.randint(0, 90), round(rng.uniform(0, 30), 1)])
        if how == "all" or (how == "some" and rng.random() < 0.5):
            move["t"] = round(clock, 1)
        if rng.random() < 0.01:
            move["note"] = "Long thought."


# --- telling less --------------------------------------------------------------------------------


def hide(log: Log, rng: Random, how: str = "mixture") -> Log:
    """The same game told with less knowledge: `hands`, `table` or any random `mixture`."""
    less = copy.deepcopy(log)
    if how == "hands":
        less["deal"].pop("stock", None)
    elif how == "table":
        less.pop("deal", None)
        for move in less["moves"]:
            move.pop("drew", None)
    elif how == "mixture":
        hide_some(less, rng)
    else:
        raise ValueError(f"{how!r} is no way to hide: hands, table or mixture")
    return less


def hide_some(log: Log, rng: Random) -> None:
    """Take random pieces of knowledge out of *log*."""

    def rate() -> float:
        return rng.choice([0.0, 0.0, 0.2, 0.7, 1.0])

    def blurred(text: str, suits: float, cards: float = 0.0) -> str:
        if rng.random() < cards:
            return "?"
        return str(Card(read.rank)) if (read := read_card(text)) and rng.random() < suits else text

    if ends_with_needless_target(log) and rng.random() < 0.5:
        log["moves"].pop()
    deal = log.get("deal", {})
    for part in ("hands", "stock"):
        if part in deal and rng.random() < 0.4:
            del deal[part]
    suits, cards = rate(), rate()
    if "hands" in deal:
        deal["hands"] = [[blurred(text, suits, cards) for text in hand] for hand in deal["hands"]]
    suits, cards = rate(), rate()
    if "stock" in deal:
        deal["stock"] = [blurred(text, suits, cards) for text in deal["stock"]]
    if not deal:
        log.pop("deal", None)

    suits, drawn_suits, drawn, undrawn, passed, said = (rate() for _ in range(6))
    for move in log["moves"]:
        if "cards" in move:
            move["cards"] = [blurred(text, suits) for text in move["cards"]]
        if "card" in move:
            move["card"] = blurred(move["card"], suits, passed if move["type"] == "pass" else 0)
        if move.get("drew") is not None:
            move["drew"] = blurred(move["drew"], drawn_suits, drawn)
        if rng.random() < undrawn:
            move.pop("drew", None)
        for number_said in ("total", "value"):
            if rng.random() < said:
                move.pop(number_said, None)
    if "result" in log and log["result"]["outcome"] != "abandoned" and rng.random() < 0.1:
        del log["result"][rng.choice(["outcome", "score"])]
        if rng.random() < 0.5:
            del log["result"]


def ends_with_needless_target(log: Log) -> bool:
    """Is the last move a turn-up from an empty stock, which may be left out?"""
    moves = log["moves"]
    if not moves or moves[-1]["type"] != "target" or moves[-1]["cards"]:
        return False
    try:
        return stages(log)[len(moves) - 1].over
    except Fault:
        return False


# --- planting faults -----------------------------------------------------------------------------


class Stage(NamedTuple):
    """The table before a move, or after the last one."""

    turn: int
    stock: int
    top: Card | None
    """The stock's top card as far as it was told."""
    target: int | None
    total: int
    chain: int
    signalled: frozenset[int]
    over: bool
    lying: frozenset[Card]
    """Cards with suits that are out of the game for good, face up; jokers when all are."""


def stages(log: Log) -> list[Stage]:
    """One stage before each move of a legal log, and one after the last."""
    replay = Replay.dealt(log)
    out: list[Card] = []
    found = []
    for at in range(len(log["moves"]) + 1):
        jokers = out.count(Card(JOKER))
        lying = {card for card in out if card.suit}
        if jokers and jokers == replay.rules.jokers:
            lying.add(Card(JOKER))
        found.append(
            Stage(
                replay.turn,
                len(replay.stock),
                replay.known.label[replay.stock[0]] if replay.stock else None,
                replay.target,
                replay.total,
                replay.chain,
                frozenset(replay.signalled),
                replay.cause is not None,
                frozenset(lying),
            )
        )
        if at < len(log["moves"]):
            move = log["moves"][at]
            replay.take(at, move)
            out += cards_laid_out(move)
    return found


def cards_laid_out(move: Log) -> list[Card]:
    """The cards that a move lays face up for good."""
    if move["type"] in ("play", "pass"):
        card = read_card(move["card"])
        return [] if card is None else [card]
    digits: list[Card] = []
    for text in move.get("cards", ()):
        card = read_card(text)
        if card is not None and card.rank not in no_digit(len(digits)):
            digits.append(card)
    return digits


def texts_of(move: Log) -> list[str]:
    """Every card that a move shows to all."""
    return [move["card"]] if "card" in move else list(move.get("cards", ()))


def exact_hands(log: Log) -> list[list[set[Card]]] | None:
    """The hands before each move, where every card that matters to them was told with its suit.

    Jokers stand in for themselves once: two in one hand are one.
    """
    hands = (log.get("deal") or {}).get("hands")
    if hands is None:
        return None
    held = [[read_card(text) for text in hand] for hand in hands]
    seat_of = {name_key(name): seat for seat, name in enumerate(player_names(log))}
    before: list[list[list[Card | None]]] = []
    for move, stage in zip(log["moves"], stages(log), strict=False):
        before.append([hand[:] for hand in held])
        if move["type"] not in ("play", "pass"):
            continue
        seat, card = seat_of[name_key(move["player"])], read_card(move["card"])
        if card not in held[seat]:
            return None
        held[seat].remove(card)
        drawn = move.get("drew")
        if drawn is not None:
            held[seat].append(read_card(drawn))
        elif stage.stock and not wins(log, stage, move):
            return None
    exact = []
    for hands_then in before:
        if any(
            card is None or (not card.suit and card.rank != JOKER)
            for hand in hands_then
            for card in hand
        ):
            return None
        exact.append([{card for card in hand if card is not None} for hand in hands_then])
    return exact


def value_played(move: Log) -> int:
    card = read_card(move["card"])
    assert card is not None, "a played card is never hidden"
    return int(move["as"]) if card.rank == JOKER else VALUE[card.rank]


def wins(log: Log, stage: Stage, move: Log) -> bool:
    """Does this move of a legal log win the game? The last hit of a won game does."""
    if move["type"] != "play" or settings(log).goal is None:
        return False
    if move is not log["moves"][-1]:
        return False
    hit = calculated(stage.total, SIGNS[move["op"]], value_played(move)) == stage.target
    replay = Replay.dealt(log)
    for at, one in enumerate(log["moves"]):
        replay.take(at, one)
    return hit and replay.cause == "won"


def is_full(log: Log) -> bool:
    deal = log.get("deal") or {}
    texts = [text for hand in deal.get("hands", [["?"]]) for text in hand]
    texts += deal.get("stock", ["?"])
    exact = [
        card for text in texts if (card := read_card(text)) and (card.suit or card.rank == "*")
    ]
    return len(exact) == len(texts)


def turns_of(log: Log, kinds: Iterable[str] = ("play", "pass")) -> list[int]:
    return [at for at, move in enumerate(log["moves"]) if move["type"] in kinds]


def chosen(rng: Random, places: Sequence[int]) -> int | None:
    return rng.choice(places) if places else None


def forget_no_draw(move: Log) -> None:
    """A move that will win no more may no longer say that nothing was drawn."""
    if move.get("drew", "") is None:
        del move["drew"]


def never_shown(log: Log, before: int) -> set[Card]:
    """Cards with suits that lay open nowhere up to and with the move *before*."""
    shown = {read_card(text) for move in log["moves"][: before + 1] for text in texts_of(move)}
    return {card for card in deck(0) if card not in shown}


def plant_after_end(log: Log, rng: Random) -> Planted | None:
    if not stages(log)[-1].over:
        return None
    who = rng.choice(player_names(log))
    extra: Log = {"type": rng.choice(["play", "pass", "signal"]), "player": who, "card": "A"}
    if extra["type"] == "play":
        extra["op"] = "+"
    log["moves"].append(extra)
    return log, {"after-end"}, len(log["moves"]) - 1


def plant_wrong_player(log: Log, rng: Random) -> Planted | None:
    at = chosen(rng, range(len(log["moves"])))
    if at is None:
        return None
    move = log["moves"][at]
    others = [name for name in player_names(log) if name_key(name) != name_key(move["player"])]
    move["player"] = rng.choice(others)
    return log, {"wrong-player"}, at


def plant_no_target(log: Log, rng: Random) -> Planted | None:
    before = stages(log)
    due = [at for at in turns_of(log, ["target"]) if not before[at].over]
    at = chosen(rng, due)
    if at is None:
        return None
    followed = at + 1 < len(log["moves"])
    if followed and rng.random() < 0.5:
        del log["moves"][at]
    else:
        who = log["moves"][at]["player"]
        extra = {"type": rng.choice(["pass", "signal"]), "player": who, "card": "A"}
        log["moves"].insert(at, extra)
    return log, {"no-target"}, at


def plant_target_not_due(log: Log, rng: Random) -> Planted | None:
    at = chosen(rng, turns_of(log))
    if at is None:
        return None
    who = log["moves"][at]["player"]
    cards = rng.choice([[], ["3", "4", "8"], ["10S"]])
    log["moves"].insert(at, {"type": "target", "player": who, "cards": cards})
    return log, {"target-not-due"}, at


def plant_no_such_card(log: Log, rng: Random) -> Planted | None:
    if settings(log).jokers:
        return None
    hands = (log.get("deal") or {}).get("hands")
    if hands and rng.random() < 0.2:
        rng.choice(hands)[0] = JOKER
        return log, {"no-such-card"}, None
    at = chosen(rng, range(len(log["moves"])))
    if at is None or stages(log)[at].over:
        return None
    move = log["moves"][at]
    if move.get("drew") and rng.random() < 0.5:
        move["drew"] = JOKER
    elif "card" in move:
        move["card"] = JOKER
        if move["type"] == "play":
            move["as"] = 4
    else:
        move["cards"].insert(rng.randint(0, len(move["cards"])), JOKER)
    return log, {"no-such-card"}, at


def plant_card_already_seen(log: Log, rng: Random) -> Planted | None:
    ways = [again_in_the_deal, again_in_a_move, again_in_a_move, dealt_elsewhere]
    return rng.choice(ways)(log, rng)


def again_in_the_deal(log: Log, rng: Random) -> Planted | None:
    deal = log.get("deal") or {}
    piles = [*deal.get("hands", ()), *([deal["stock"]] if "stock" in deal else [])]
    places = [
        (pile, at)
        for pile in piles
        for at, text in enumerate(pile)
        if (card := read_card(text)) and card.suit
    ]
    if len(places) < 2:
        return None
    (pile, at), (other, there) = rng.sample(places, 2)
    pile[at] = other[there]
    return log, {"card-already-seen"}, None


def again_in_a_move(log: Log, rng: Random) -> Planted | None:
    before = stages(log)
    at = chosen(rng, [at for at, _ in enumerate(log["moves"]) if before[at].lying])
    if at is None:
        return None
    move, stage = log["moves"][at], before[at]
    seen = str(rng.choice(sorted(stage.lying)))
    if move.get("drew") and stage.stock and rng.random() < 0.5:
        move["drew"] = seen
    elif "card" in move:
        move["card"] = seen
        if move["type"] == "play":
            move.pop("as", None)
    elif move["cards"]:
        move["cards"][rng.randrange(len(move["cards"]))] = seen
    else:
        move["cards"] = [seen]
    return log, {"card-already-seen"}, at


def dealt_elsewhere(log: Log, rng: Random) -> Planted | None:
    """A player whose hand nobody knows plays, or draws, what was dealt to another."""
    hands = exact_hands(log)
    if hands is None:
        return None
    log["deal"].pop("stock", None)
    names, before = player_names(log), stages(log)
    at = chosen(rng, [at for at in turns_of(log) if before[at].stock])
    if at is None or wins(log, before[at], log["moves"][at]):
        return None
    move = log["moves"][at]
    seat = [name_key(name) for name in names].index(name_key(move["player"]))
    other = rng.choice([one for one in range(len(names)) if one != seat])
    unshown = sorted(hands[at][other] & never_shown(log, at))
    if not unshown or put_under(log):
        return None
    if rng.random() < 0.5:
        move["drew"] = str(rng.choice(unshown))
        return log, {"card-already-seen"}, at
    if any(one["type"] == "signal" and one["player"] == move["player"] for one in log["moves"]):
        return None
    log["deal"]["hands"][seat] = ["?"] * len(log["deal"]["hands"][seat])
    for one in log["moves"]:
        if one["player"] == move["player"]:
            one.pop("drew", None)
    move["card"] = str(rng.choice(unshown))
    move.pop("as", None)
    return log, {"card-already-seen"}, at


def put_under(log: Log) -> list[int]:
    """The moves that put a card under the stock."""
    return [
        at
        for at, move in enumerate(log["moves"])
        if move["type"] == "target" and len(cards_laid_out(move)) < len(move["cards"])
    ]


def plant_not_your_card(log: Log, rng: Random) -> Planted | None:
    hands = exact_hands(log)
    at = chosen(rng, turns_of(log, ["play", "pass", "signal"]))
    if hands is None or at is None:
        return None
    move = log["moves"][at]
    seat = [name_key(name) for name in player_names(log)].index(name_key(move["player"]))
    places = sorted(never_shown(log, at) - hands[at][seat])
    if not places:
        return None
    move["card"] = str(rng.choice(places))
    move.pop("as", None)
    return log, {"not-your-card"}, at


def plant_wrong_draw(log: Log, rng: Random) -> Planted | None:
    before = stages(log)
    at = chosen(rng, turns_of(log))
    if at is None:
        return None
    last = turns_of(log)[-1]
    if wins(log, before[last], log["moves"][last]) and rng.random() < 0.3:
        top = before[last].top
        log["moves"][last]["drew"] = str(top) if top and rng.random() < 0.5 else "?"
        return log, {"wrong-draw"}, last
    move, stage = log["moves"][at], before[at]
    if not stage.stock or wins(log, stage, move):
        return None
    move["drew"] = None
    if is_full(log) and rng.random() < 0.6:
        others = sorted(never_shown(log, at) - {stage.top})
        if not others:
            return None
        move["drew"] = str(rng.choice(others))
    return log, {"wrong-draw"}, at


def plant_draw_from_empty_stock(log: Log, rng: Random) -> Planted | None:
    before = stages(log)
    places = [
        at
        for at in turns_of(log)
        if not before[at].stock and not wins(log, before[at], log["moves"][at])
    ]
    at = chosen(rng, places)
    if at is None:
        return None
    unseen = sorted(never_shown(log, at)) if is_full(log) else []
    log["moves"][at]["drew"] = str(rng.choice(unseen)) if unseen and rng.random() < 0.5 else "?"
    return log, {"draw-from-empty-stock"}, at


def plant_wrong_target_cards(log: Log, rng: Random) -> Planted | None:
    before = stages(log)
    at = chosen(rng, turns_of(log, ["target"]))
    if at is None or before[at].over:
        return None
    move, stage, full = log["moves"][at], before[at], is_full(log)
    codes = {"wrong-target-cards"}
    way = rng.choice(["another", "too few", "too many"])
    if way == "another" and full and move["cards"]:
        place = rng.randrange(len(move["cards"]))
        others = sorted(never_shown(log, at))
        if not others:
            return None
        move["cards"][place] = str(rng.choice(others))
        return log, codes, at
    if way == "too few" and before[at + 1].target is not None and (full or stage.stock > 25):
        move["cards"].pop()
        return log, codes, at
    after = before[at + 1]
    if way == "too many" and full and after.top:
        move["cards"].append(str(after.top))
        return log, codes, at
    if way == "too many" and not log.get("deal"):
        told = [read_card(text) for one in log["moves"] for text in told_texts(one)]
        ranks = {card.rank for card in told if card and not card.suit}
        new = [card for card in deck(0) if card not in told and card.rank not in ranks]
        if new and before[at + 1].target is not None:
            move["cards"].append(str(rng.choice(new)))
            return log, codes, at
    return None


def told_texts(move: Log) -> list[str]:
    return [*texts_of(move), *([move["drew"]] if move.get("drew") else [])]


def plant_wrong_value(log: Log, rng: Random) -> Planted | None:
    at = chosen(rng, turns_of(log, ["target"]))
    if at is None:
        return None
    real = stages(log)[at + 1].target
    log["moves"][at]["value"] = 348 if real is None else max(0, real + rng.choice([-1, 1, 90, -9]))
    return log, {"wrong-value"}, at


def plant_wrong_total(log: Log, rng: Random) -> Planted | None:
    at = chosen(rng, turns_of(log, ["play"]))
    if at is None:
        return None
    move, stage = log["moves"][at], stages(log)[at]
    total = calculated(stage.total, SIGNS[move["op"]], value_played(move))
    assert isinstance(total, int), "the log is legal"
    move["total"] = total + rng.choice([-1, 1, 10])
    return log, {"wrong-total"}, at


def plays_later(log: Log, first: bool) -> list[int]:
    """The plays that are, or are not, the first card of their target."""
    before = stages(log)
    return [at for at in turns_of(log, ["play"]) if (before[at].chain == 0) == first]


def with_sign(log: Log, rng: Random, at: int, signs: str, code: str) -> Planted:
    move = log["moves"][at]
    move["op"] = rng.choice(signs)
    forget_no_draw(move)
    return log, {code}, at


def plant_first_card_must_add(log: Log, rng: Random) -> Planted | None:
    at = chosen(rng, plays_later(log, first=True))
    return None if at is None else with_sign(log, rng, at, "-*/×÷−", "first-card-must-add")


def plant_operation_not_allowed(log: Log, rng: Random) -> Planted | None:
    at = chosen(rng, plays_later(log, first=False))
    if at is None or not settings(log).small:
        return None
    return with_sign(log, rng, at, "*/x:·", "operation-not-allowed")


def plant_not_whole(log: Log, rng: Random) -> Planted | None:
    before = stages(log)
    places = [
        at
        for at in plays_later(log, first=False)
        if before[at].total % value_played(log["moves"][at])
    ]
    at = chosen(rng, places)
    if at is None or settings(log).small:
        return None
    return with_sign(log, rng, at, "/÷:", "not-whole")


def plant_below_zero(log: Log, rng: Random) -> Planted | None:
    before = stages(log)
    places = [
        at
        for at in plays_later(log, first=False)
        if before[at].total < value_played(log["moves"][at])
    ]
    at = chosen(rng, places)
    return None if at is None else with_sign(log, rng, at, "-−", "below-zero")


def plant_joker_value(log: Log, rng: Random) -> Planted | None:
    plays = turns_of(log, ["play"])
    jokers = [at for at in plays if "as" in log["moves"][at]]
    at = chosen(rng, jokers if jokers and rng.random() < 0.7 else plays)
    if at is None:
        return None
    move = log["moves"][at]
    wrong = rng.choice([0, 14, None, -3])
    if "as" not in move:
        move["as"] = rng.randint(1, 13)
    elif wrong is None:
        del move["as"]
    else:
        move["as"] = wrong
    return with_sign(log, rng, at, "+", "joker-value")


def plant_signal_not_allowed(log: Log, rng: Random) -> Planted | None:
    at = chosen(rng, [at for at in turns_of(log) if log["moves"][at]["card"] != "?"])
    if at is None or settings(log).signals:
        return None
    move = log["moves"][at]
    extra = {"type": "signal", "player": move["player"], "card": move["card"]}
    log["moves"].insert(at, extra)
    return log, {"signal-not-allowed"}, at


def plant_signal_twice(log: Log, rng: Random) -> Planted | None:
    before = stages(log)
    again = [
        at
        for at in turns_of(log)
        if before[at].turn in before[at].signalled and log["moves"][at]["card"] != "?"
    ]
    at = chosen(rng, again)
    if at is None:
        return None
    move = log["moves"][at]
    shown = move["card"]
    if log["moves"][at - 1]["type"] == "signal" and rng.random() < 0.5:
        shown = log["moves"][at - 1]["card"]
    log["moves"].insert(at, {"type": "signal", "player": move["player"], "card": shown})
    return log, {"signal-twice"}, at


def plant_unfinished(log: Log, rng: Random) -> Planted | None:
    going_on = [at for at, stage in enumerate(stages(log)) if at and not stage.over]
    at = chosen(rng, going_on)
    if at is None:
        return None
    del log["moves"][at:]
    if log.get("result", {}).get("outcome") == "abandoned":
        log["result"]["outcome"] = rng.choice(["won", "lost"])
    return log, {"unfinished"}, None


def plant_wrong_result(log: Log, rng: Random) -> Planted | None:
    result = log.get("result") or {}
    if "score" in result and rng.random() < 0.5:
        result["score"] += 1 if result["score"] == 0 else rng.choice([-1, 1])
    elif result.get("outcome", "abandoned") != "abandoned":
        others = {"won", "lost", "finished", "abandoned"} - {result["outcome"]}
        result["outcome"] = rng.choice(sorted(others))
    else:
        return None
    return log, {"wrong-result"}, None


def plant_hand_size(log: Log, rng: Random) -> Planted | None:
    hands = (log.get("deal") or {}).get("hands")
    if not hands:
        return None
    hand = rng.choice(hands)
    if rng.random() < 0.5:
        hand.append("?")
    else:
        hand.pop()
    return log, {"hand-size"}, None


def plant_wrong_stock_size(log: Log, rng: Random) -> Planted | None:
    stock = (log.get("deal") or {}).get("stock")
    if not stock:
        return None
    if rng.random() < 0.5:
        stock.append("?")
    else:
        stock.pop()
    return log, {"wrong-stock-size"}, None


PLANTS: dict[str, Callable[[Log, Random], Planted | None]] = {
    "after-end": plant_after_end,
    "wrong-player": plant_wrong_player,
    "no-target": plant_no_target,
    "target-not-due": plant_target_not_due,
    "no-such-card": plant_no_such_card,
    "card-already-seen": plant_card_already_seen,
    "not-your-card": plant_not_your_card,
    "wrong-draw": plant_wrong_draw,
    "draw-from-empty-stock": plant_draw_from_empty_stock,
    "wrong-target-cards": plant_wrong_target_cards,
    "wrong-value": plant_wrong_value,
    "wrong-total": plant_wrong_total,
    "first-card-must-add": plant_first_card_must_add,
    "operation-not-allowed": plant_operation_not_allowed,
    "not-whole": plant_not_whole,
    "below-zero": plant_below_zero,
    "joker-value": plant_joker_value,
    "signal-not-allowed": plant_signal_not_allowed,
    "signal-twice": plant_signal_twice,
    "unfinished": plant_unfinished,
    "wrong-result": plant_wrong_result,
    "hand-size": plant_hand_size,
    "wrong-stock-size": plant_wrong_stock_size,
}
"""For each code a way to plant it; each changes the log it is given, or returns None."""


def plant(log: Log, rng: Random) -> Planted | None:
    """A legal log with one fault: the faulty log, the codes that tell it, and the move's index."""
    for code in rng.sample(sorted(PLANTS), len(PLANTS)):
        planted = PLANTS[code](copy.deepcopy(log), rng)
        if planted is not None:
            return planted
    return None


# --- facts ---------------------------------------------------------------------------------------


def facts(log: Log) -> dict[str, Any]:
    """The page's facts of a legal full log: `game`, `rounds` (one a target) and `moves`.

    A turn-up that failed is no round. Shares are counts here, to be divided by `turns`:
    `missed_hits` counts the turns in which the player held a card that hit and did not hit,
    `missed_shown` those in which somebody's open card hit and the player did not hit.
    """
    rules = settings(log)
    deal = log["deal"]
    table = Table(
        rules,
        [[card for text in hand if (card := read_card(text))] for hand in deal["hands"]],
        deque(card for text in deal["stock"] if (card := read_card(text))),
    )
    seat_of = {name_key(name): seat for seat, name in enumerate(player_names(log))}
    rounds: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    last_time: float | None = None
    for move in log["moves"]:
        table.turn = seat_of[name_key(move["player"])]
        row: dict[str, Any] = {"type": move["type"], "seconds": None}
        if "t" in move and last_time is not None:
            row["seconds"] = move["t"] - last_time
        last_time = move.get("t")
        rows.append(row)
        if move["type"] == "target":
            turned = table.turn_up()
            if table.target is not None:
                rounds.append(new_round(table, player_names(log)[table.turn], len(turned)))
        elif move["type"] == "signal":
            card = read_card(move["card"])
            assert card is not None, "a card shown is seen"
            table.shown[table.turn] = card
            rounds[-1]["signals"] += 1
        else:
            row |= turn_facts(table, move, rounds[-1], player_names(log)[table.turn])
    if rounds and not rounds[-1]["hit"] and table.cause is not None:
        assert table.target is not None, "the last target stands"
        rounds[-1]["distance_left"] = abs(table.target - table.total)
    game = {
        "outcome": outcome_of(table),
        "targets_hit": table.hits,
        "cause": None if table.cause == "won" else table.cause,
        "turns": sum(one["turns"] for one in rounds),
        "passes": sum(one["passes"] for one in rounds),
        "signals": sum(one["signals"] for one in rounds),
        "unused_stock": len(table.stock),
    }
    return {"game": game, "rounds": rounds, "moves": rows}


def new_round(table: Table, who: str, turned: int) -> dict[str, Any]:
    counts = ("turns", "plays", "passes", "signals", "missed_hits", "missed_shown", "passed_over")
    return {
        "value": table.target,
        "cards_turned": turned,
        "began": who,
        "hit": False,
        "hit_by": None,
        "hit_rank": None,
        "hit_op": None,
        "distance_left": None,
    } | dict.fromkeys(counts, 0)


def turn_facts(table: Table, move: Log, unit: dict[str, Any], who: str) -> dict[str, Any]:
    """Make a play or a pass on *table*, count it in *unit*, and return what is told of the turn."""
    assert table.target is not None, "players play while a target is up"
    card = read_card(move["card"])
    assert card is not None, "a full log knows its cards"
    hand, target, before = table.hands[table.turn], table.target, table.total
    plays = table.plays(hand, before, table.chain)
    could_hit = any(play.after == target for play in plays)
    open_cards = list(table.shown.values())
    if table.rules.open_hands:
        open_cards = [card for hand in table.hands for card in hand]
    shown_hits = any(play.after == target for play in table.plays(open_cards, before, table.chain))
    # Suits do not matter in this game, so cards of one rank give one turn.
    legal = len({(play.card.rank, play.sign, play.given) for play in plays})
    legal += len({card.rank for card in hand})

    play = None
    if move["type"] == "play":
        after = calculated(before, SIGNS[move["op"]], value_played(move))
        assert isinstance(after, int), "the log is legal"
        play = Play(card, SIGNS[move["op"]], move.get("as"), after)
    table.end_turn(card, play)
    after = before if play is None else play.after
    hit = play is not None and after == target

    unit["turns"] += 1
    unit["plays" if play else "passes"] += 1
    unit["missed_hits"] += could_hit and not hit
    unit["missed_shown"] += shown_hits and not hit
    unit["passed_over"] += min(before, after) < target < max(before, after)
    if hit and play is not None:
        unit |= {"hit": True, "hit_by": who, "hit_rank": card.rank, "hit_op": play.sign}
    return {
        "before": before,
        "after": after,
        "distance_before": abs(target - before),
        "distance_after": abs(target - after),
        "legal": legal,
        "hit_in_hand": could_hit,
    }
