"""A second, slow and plain judge of Pot Luck, written from the rules page alone.

It shares no code with the engine, so that the two can be held against each other on logs that
nobody wrote by hand. There are two readings of the rules in here as well: `Truth` plays with real
cards (`simulate`, `facts`), `Table` plays with what a log tells (`judge`).

A log that hides cards is judged by keeping, for every seat, all the holdings that the log allows.
A holding is a hand whose cards carry what is known of them, and it also says how each of them
lies: hidden, open and noted, or open without a note. The physical cards are 52 and the deck has
52, so cards with labels can be real exactly when no exact card is named twice and no rank more
than four times. A label only ever gets sharper, hence a set of holdings, one per seat, that fits
together now has fitted together at every moment before.
"""

from __future__ import annotations

import copy
import math
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

Log = dict[str, Any]  # a log or a move as json.loads gives it: its values really are anything
Fault = tuple[str, int | None]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKER = "*"
NOBODY_SAW = ""
"""The label of a card of which nothing is known."""

LEVELS = {  # open cards, lives, pots to score
    "easy": (2, 2, 12),
    "normal": (1, 1, 13),
    "hard": (1, 1, 14),
    "expert": (0, 0, 13),
}
SOFT = frozenset({"wrong-total", "wrong-result"})
"""The faults after which the state is beyond doubt, so that the replay goes on."""


# --- Cards and rules -----------------------------------------------------------------------------


def read_card(text: str) -> str | None:
    """Return "7H", "7", `NOBODY_SAW` for "?", `JOKER`, or None where the text does not read."""
    plain = text.strip().upper()
    for symbol, suit in zip("♠♥♦♣", SUITS, strict=True):
        plain = plain.replace(symbol, suit)
    if plain == "?":
        return NOBODY_SAW
    if plain in ("*", "JK", "JOKER"):
        return JOKER
    found = re.fullmatch(r"(A|[2-9]|10|T|J|Q|K)([SHDC]?)", plain)
    return found[1].replace("T", "10") + found[2] if found else None


def label_of(text: str) -> str:
    """Return the card that *text* names; raises ValueError where it names none."""
    label = read_card(text)
    if label is None:
        raise ValueError(f"{text!r} is no card: a judge takes only logs whose envelope is fine")
    return label


@cache
def is_exact(label: str) -> bool:
    return len(label) > 1 and label[-1] in SUITS


@cache
def rank_of(label: str) -> str:
    return label[:-1] if is_exact(label) else label


def low(label: str) -> int:
    """Return what the card counts, an ace as 1."""
    rank = rank_of(label)
    return 10 if rank in ("J", "Q", "K") else 1 if rank == "A" else int(rank)


def values_of(label: str) -> tuple[int, ...]:
    return (1, 11) if rank_of(label) == "A" else (low(label),)


def silent_value(label: str, total: int, limit: int) -> int:
    """Return what the card counts on a pot of *total* where the log does not say `as`."""
    return 11 if rank_of(label) == "A" and total + 11 == limit else low(label)


@dataclass(frozen=True, slots=True)
class Rules:
    """What one table agreed on: the level's cells, with the options laid over them."""

    players: int
    hand_size: int
    open_cards: int
    lives: int
    target: int
    limit: int
    pots: int
    own_card_rule: bool
    open_hands: bool
    family: bool

    @property
    def stock(self) -> int:
        return 52 - self.players * self.hand_size


def rules_of(log: Log) -> Rules:
    said = log.get("rules") or {}
    options = said.get("options") or {}
    players = len(log["players"])
    open_cards, lives, target = LEVELS[said.get("level", "normal")]
    hand_size = options.get("hand_size", {2: 4, 3: 3}.get(players, 2))
    return Rules(
        players=players,
        hand_size=hand_size,
        open_cards=min(options.get("open_cards", open_cards), hand_size),
        lives=options.get("lives", lives),
        target=options.get("target", target),
        limit=options.get("limit", 21),
        pots=options.get("pots", 3),
        own_card_rule=options.get("own_card_rule", True),
        open_hands=options.get("open_hands", False),
        family=options.get("family", False),
    )


def folded(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip()).casefold()


def names_of(log: Log) -> list[str]:
    return [seat if isinstance(seat, str) else seat["name"] for seat in log["players"]]


def seats_of(log: Log) -> dict[str, int]:
    return {folded(name): seat for seat, name in enumerate(names_of(log))}


# --- What a log allows a hand to be --------------------------------------------------------------

HIDDEN, NOTED, UNNOTED = "hidden", "noted", "unnoted"
Slot = tuple[str, str]
"""A card's label, and how it lies: hidden, open and noted, or open without a note."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One thing that a seat's hand may be, and what that says about the cards it played."""

    slots: tuple[Slot, ...]
    spent: frozenset[str] = frozenset()
    """Exact cards that the seat played where the log told the rank alone."""

    def due(self, open_cards: int) -> int:
        lying = sum(1 for _, lies in self.slots if lies != HIDDEN)
        return max(0, min(open_cards, len(self.slots)) - lying)

    def without(self, at: int) -> tuple[Slot, ...]:
        return self.slots[:at] + self.slots[at + 1 :]

    def plus(self, slots: Iterable[Slot], spent: frozenset[str] | None = None) -> Holding:
        return Holding(tuple(sorted(slots)), self.spent if spent is None else spent)


def sharpen(label: str, told: str) -> str | None:
    """Return what is known of a card once *told* is added to its *label*; None: they differ."""
    if not label or not told:
        return label or told
    if rank_of(label) != rank_of(told) or (is_exact(label) and is_exact(told) and label != told):
        return None
    return label if is_exact(label) else told


def after_playing(holding: Holding, card: str) -> set[Holding]:
    """Return what may be left of *holding* once *card* was played from it."""
    left = set()
    for at, (label, _) in enumerate(holding.slots):
        real = sharpen(label, card)
        if real is None:
            continue
        spent = holding.spent | ({real} if is_exact(real) and not is_exact(card) else set())
        left.add(holding.plus(holding.without(at), spent))
    return left


def after_opening(holding: Holding, card: str, lying: set[str]) -> set[Holding]:
    """Return what *holding* may be once *card*, one that lay in one of these ways, is open."""
    turned = set()
    for at, (label, lies) in enumerate(holding.slots):
        real = sharpen(label, card)
        if real is not None and lies in lying:
            turned.add(holding.plus((*holding.without(at), (real, NOTED))))
    return turned


def after_silent_opening(holding: Holding, open_cards: int) -> set[Holding]:
    """Return what *holding* may be once all that was due was opened and nobody noted it."""
    ready, waiting = set(), {holding}
    while waiting:
        one = waiting.pop()
        if not one.due(open_cards):
            ready.add(one)
            continue
        for at, (label, lies) in enumerate(one.slots):
            if lies == HIDDEN:
                waiting.add(one.plus((*one.without(at), (label, UNNOTED))))
    return ready


Counted = tuple[frozenset[str], tuple[tuple[str, int], ...]]
"""The exact cards among some labels, and how many labels there are of each rank."""


def count(labels: Sequence[str], uncounted: Iterable[str] = ()) -> Counted | None:
    """Return the count of *labels*; None where no deck can hold them.

    *uncounted* are exact cards whose ranks are counted elsewhere already.
    """
    exact = [label for label in labels if is_exact(label)] + list(uncounted)
    ranks = Counter(rank_of(label) for label in labels if label)
    if len(set(exact)) < len(exact) or any(many > 4 for many in ranks.values()):
        return None
    return frozenset(exact), tuple(ranks.items())


@lru_cache(maxsize=50_000)
def count_holding(holding: Holding) -> Counted | None:
    return count([label for label, _ in holding.slots], holding.spent)


def fitting(choices: Sequence[Iterable[Holding]], public: Sequence[str]) -> Iterator[list[Holding]]:
    """Yield every way to choose one holding per seat that one deck can hold beside *public*."""
    base = count(public)
    if base is None:
        return
    exact, ranks = set(base[0]), Counter(dict(base[1]))

    def choose(seat: int) -> Iterator[list[Holding]]:
        if seat == len(choices):
            yield []
            return
        for holding in choices[seat]:
            counted = count_holding(holding)
            if counted is None or counted[0] & exact:
                continue
            if any(ranks[rank] + many > 4 for rank, many in counted[1]):
                continue
            exact.update(counted[0])
            for rank, many in counted[1]:
                ranks[rank] += many
            for others in choose(seat + 1):
                yield [holding, *others]
            exact.difference_update(counted[0])
            for rank, many in counted[1]:
                ranks[rank] -= many

    yield from choose(0)


# --- The judge -----------------------------------------------------------------------------------

Pile = list[tuple[int, int]]
"""A pot from the bottom up: who played each card, and what it counts."""


def total_of(pile: Pile) -> int:
    return sum(value for _, value in pile)


@dataclass
class Table:
    """The game as far as a log tells it. `say` takes the moves in order."""

    rules: Rules
    seats: dict[str, int]
    may_open_silently: bool
    choices: list[set[Holding]]
    """For every seat, all that its hand may be by itself."""
    stock: list[str]
    """Labels, the top card first."""

    played: list[str] = field(default_factory=list)
    pots: list[Pile] = field(default_factory=list)
    coins: int = 0
    scored: int = 0
    turn: int = 0
    passes: int = 0
    outcome: str | None = None

    @classmethod
    def of(cls, log: Log) -> Table:
        rules = rules_of(log)
        deal = log.get("deal") or {}
        hands = [[label_of(card) for card in hand] for hand in deal.get("hands") or []]
        if not hands:
            hands = [[NOBODY_SAW] * rules.hand_size for _ in range(rules.players)]
        stock = [label_of(card) for card in deal.get("stock") or []]
        lies = NOTED if rules.open_hands else HIDDEN
        return cls(
            rules=rules,
            seats=seats_of(log),
            may_open_silently="hands" not in deal,
            choices=[{Holding(tuple(sorted((card, lies) for card in hand)))} for hand in hands],
            stock=stock or [NOBODY_SAW] * rules.stock,
            pots=[[] for _ in range(rules.pots)],
            coins=rules.lives,
        )

    # What is known

    @property
    def open_cards(self) -> int:
        return 0 if self.rules.open_hands else self.rules.open_cards

    def hand_size(self, seat: int) -> int:
        return len(next(iter(self.choices[seat])).slots)

    def is_possible(
        self, choices: Sequence[Iterable[Holding]], played: Sequence[str], stock: Sequence[str]
    ) -> bool:
        return next(fitting(choices, [*played, *stock]), None) is not None

    def left_by(self, seat: int, card: str) -> set[Holding]:
        """Return what the seat may hold once it played *card*, before it draws."""
        return {after for one in self.choices[seat] for after in after_playing(one, card)}

    def with_seat(self, seat: int, holdings: Iterable[Holding]) -> list[Iterable[Holding]]:
        return [holdings if at == seat else own for at, own in enumerate(self.choices)]

    def lay_face_up(
        self,
        card: str,
        *,
        own: int | None,
        choices: Sequence[Iterable[Holding]] | None = None,
        played: Sequence[str] | None = None,
    ) -> bool:
        """Whether *card* certainly lies or lay face up elsewhere than in the seat *own*.

        *choices* and *played* stand in for the table's own where a card has just been played.
        """
        choices = self.choices if choices is None else choices
        public = self.played if played is None else played

        def is_up(world: Sequence[Holding]) -> bool:
            up = [
                label
                for seat, holding in enumerate(world)
                for label, lies in holding.slots
                if seat != own and lies == NOTED
            ]
            up += public
            named = [*up, *(label for holding in world for label in holding.spent)]
            alike = sum(1 for label in up if label and rank_of(label) == rank_of(card))
            return alike == 4 or (is_exact(card) and card in named)

        if is_exact(card) and card in public:
            return True
        return all(map(is_up, fitting(choices, [*public, *self.stock])))

    def might_be_held(self, seat: int, card: str) -> bool:
        """Whether some card of the hand could be *card*, were it not for the other hands."""
        for holding in self.choices[seat]:
            fits = any(sharpen(label, card) is not None for label, _ in holding.slots)
            if fits and self.is_possible(self.with_seat(seat, [holding]), self.played, self.stock):
                return True
        return False

    # What a move may be blamed for, in the page's order

    def say(self, move: Log) -> list[str]:
        """Make *move* and return its faults; after one that is not `SOFT` the table is void."""
        seat = self.seats[folded(move["player"])]
        if self.outcome is not None:
            return ["after-end"]
        if move["type"] == "open":
            return self.say_open(seat, label_of(move["card"]))
        if seat != self.turn:
            return ["wrong-player"]
        return self.say_pass() if move["type"] == "pass" else self.say_play(seat, move)

    def say_open(self, seat: int, card: str) -> list[str]:
        if card == JOKER:
            return ["no-such-card"]
        # A card that lies open in front of its own player is in the hand and not elsewhere: what
        # is at fault is then the move, and not the card.
        in_hand = {
            after
            for holding in self.choices[seat]
            for after in after_opening(holding, card, {HIDDEN, NOTED, UNNOTED})
        }
        if not self.is_possible(self.with_seat(seat, in_hand), self.played, self.stock):
            return [self.card_fault(seat, card)]
        due = {
            after
            for holding in self.choices[seat]
            if holding.due(self.open_cards)
            for after in after_opening(holding, card, {HIDDEN})
        }
        if not self.is_possible(self.with_seat(seat, due), self.played, self.stock):
            return ["open-not-due"]
        self.choices[seat] = due
        return []

    def say_pass(self) -> list[str]:
        if self.stock:
            return ["pass-too-early"]
        opened = self.all_opened()
        if not self.is_possible(opened, self.played, self.stock):
            return ["open-missing"]
        self.choices = opened
        self.passes += 1
        if self.passes == sum(1 for seat in range(self.rules.players) if self.hand_size(seat)):
            self.outcome = self.short_of_target()
        self.next_turn()
        return []

    def say_play(self, seat: int, move: Log) -> list[str]:
        card = label_of(move["card"])
        drew = label_of(move["drew"]) if move.get("drew") is not None else None
        if JOKER in (card, drew):
            return ["no-such-card"]
        pot, said_value = move["pot"], move.get("as")
        knows_pot = 1 <= pot <= self.rules.pots
        pile = self.pots[pot - 1] if knows_pot else []
        own = self.rules.own_card_rule and bool(pile) and pile[-1][0] == seat
        odd_value = said_value is not None and said_value not in values_of(card)
        odd_value = odd_value or (said_value is not None and rank_of(card) != "A")
        value = silent_value(card, total_of(pile), self.rules.limit)
        value = value if said_value is None or odd_value else said_value
        total = total_of(pile) + value
        # A play that is a fault by itself is not made, so it ends nothing and its draw is looked
        # at as in any other turn.
        ends = knows_pot and not own and not odd_value and self.would_end(total)

        fault = self.play_fault(seat, card)
        draw_fault = self.draw_fault(seat, move, card, drew, ends=ends, held=fault is None)
        if fault and draw_fault == "card-already-seen":
            return [draw_fault]
        if fault or draw_fault:
            return [fault or str(draw_fault)]
        if not knows_pot:
            return ["no-such-pot"]
        if own:
            return ["own-card"]
        if odd_value:
            return ["ace-value"]
        faults = ["wrong-total"] if move.get("total", total) != total else []
        return faults + self.make_play(seat, card, pot, value, drew=drew, ends=ends)

    def play_fault(self, seat: int, card: str) -> str | None:
        left = self.left_by(seat, card)
        if self.is_possible(self.with_seat(seat, left), [*self.played, card], self.stock):
            return None
        return self.card_fault(seat, card)

    def card_fault(self, seat: int, card: str) -> str:
        """Name the fault of showing a card that cannot be in the hand."""
        if self.lay_face_up(card, own=seat) or self.might_be_held(seat, card):
            return "card-already-seen"
        return "not-your-card"

    def draw_fault(
        self, seat: int, move: Log, card: str, drew: str | None, *, ends: bool, held: bool
    ) -> str | None:
        if drew is None:
            missing = "drew" in move and bool(self.stock) and not ends
            return "wrong-draw" if missing else None
        choices: list[Iterable[Holding]] = [*self.choices]
        played = self.played
        if held:
            choices = self.with_seat(seat, self.left_by(seat, card))
            played = [*played, card]
        if drew and self.lay_face_up(drew, own=None, choices=choices, played=played):
            return "card-already-seen"
        if ends:
            return "wrong-draw"
        if not self.stock:
            return "draw-from-empty-stock"
        top = sharpen(self.stock[0], drew)
        if top is None:
            return "wrong-draw"
        if not held or not drew or self.is_possible(choices, played, [top, *self.stock[1:]]):
            return None
        return "card-already-seen"

    # What a move does

    def would_end(self, total: int) -> bool:
        """Whether a play that brings a pot to *total* ends the game before the draw."""
        wins = not self.rules.family and self.scored + 1 >= self.rules.target
        return (total == self.rules.limit and wins) or (
            total > self.rules.limit and self.coins == 0
        )

    def all_opened(self) -> list[set[Holding]]:
        """Return the choices in which no open card is missing any more."""
        if self.may_open_silently:
            return [
                {after for one in own for after in after_silent_opening(one, self.open_cards)}
                for own in self.choices
            ]
        return [{one for one in own if not one.due(self.open_cards)} for own in self.choices]

    def make_play(
        self, seat: int, card: str, pot: int, value: int, *, drew: str | None, ends: bool
    ) -> list[str]:
        self.choices = self.all_opened()
        left = self.left_by(seat, card)
        played, stock = [*self.played, card], self.stock
        if not ends and stock:
            lies = NOTED if self.rules.open_hands else HIDDEN
            top = sharpen(stock[0], drew or NOBODY_SAW)
            assert top is not None, "a wrong draw was told before"
            left = {one.plus((*one.slots, (top, lies))) for one in left}
            stock = stock[1:]
        self.choices[seat] = left
        if not self.is_possible(self.choices, played, stock):
            return ["open-missing"]
        self.played, self.stock, self.passes = played, stock, 0
        self.settle_pot(seat, pot, value)
        if self.outcome is None and not any(map(self.hand_size, range(self.rules.players))):
            self.outcome = self.short_of_target()
        self.next_turn()
        return []

    def settle_pot(self, seat: int, pot: int, value: int) -> None:
        pile = [*self.pots[pot - 1], (seat, value)]
        total = total_of(pile)
        self.pots[pot - 1] = pile if total < self.rules.limit else []
        if total == self.rules.limit:
            self.scored += 1
            if not self.rules.family and self.scored >= self.rules.target:
                self.outcome = "won"
        elif total > self.rules.limit and self.coins:
            self.coins -= 1
        elif total > self.rules.limit:
            self.outcome = self.short_of_target()

    def short_of_target(self) -> str:
        return "finished" if self.rules.family else "lost"

    def next_turn(self) -> None:
        for step in range(1, self.rules.players + 1):
            seat = (self.turn + step) % self.rules.players
            if self.hand_size(seat):
                self.turn = seat
                return


def deal_faults(log: Log) -> list[Fault]:
    rules, deal = rules_of(log), log.get("deal") or {}
    hands, stock = deal.get("hands"), deal.get("stock")
    faults: list[Fault] = []
    if hands is not None and len(hands) != rules.players:
        faults.append(("hand-size", None))
    faults += [("hand-size", None) for hand in hands or [] if len(hand) != rules.hand_size]
    if stock is not None and len(stock) != rules.stock:
        faults.append(("wrong-stock-size", None))
    if faults:
        return faults
    labels = [label_of(card) for hand in [*(hands or []), stock or []] for card in hand]
    if JOKER in labels:
        return [("no-such-card", None)]
    return [] if count(labels) else [("card-already-seen", None)]


def judge(log: Log) -> list[Fault]:
    """Return what is wrong with a log whose envelope is fine: (code, move from 0 or None).

    >>> judge({"players": ["Anna", "Ben"], "moves": [{"type": "pass", "player": "Ben"}]})
    [('wrong-player', 0)]
    """
    faults = deal_faults(log)
    if faults:
        return faults
    table = Table.of(log)
    for at, move in enumerate(log["moves"]):
        told = table.say(move)
        faults += [(code, at) for code in told]
        if not SOFT.issuperset(told):
            return faults
    claimed = log.get("result") or {}
    if table.outcome is None and claimed.get("outcome") != "abandoned":
        return [*faults, ("unfinished", None)]
    if table.outcome is not None and claimed.get("outcome", table.outcome) != table.outcome:
        faults.append(("wrong-result", None))
    if claimed.get("score", table.scored) != table.scored:
        faults.append(("wrong-result", None))
    return faults


# --- The game with real cards --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on a pot."""

    card: str
    seat: int
    value: int
    turn: int
    """Counted from 0 over plays and passes."""


@dataclass(frozen=True, slots=True)
class Before:
    """How things stood when a turn began."""

    seat: int
    hands: tuple[tuple[str, ...], ...]
    shown: tuple[frozenset[str], ...]
    pots: tuple[tuple[Laid, ...], ...]
    stock: int
    scored: int


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot that is over, or that was left when the game was."""

    position: int
    """From 1, from the left."""
    laid: tuple[Laid, ...]
    outcome: str


@dataclass
class Truth:
    """The game with all its cards known: what `simulate` plays and what `facts` looks at."""

    rules: Rules
    hands: list[list[str]]
    stock: list[str]
    shown: list[set[str]] = field(default_factory=list)
    pots: list[list[Laid]] = field(default_factory=list)
    over: list[Pot] = field(default_factory=list)
    turns: list[Before] = field(default_factory=list)
    coins: int = 0
    scored: int = 0
    busts: int = 0
    seat: int = 0
    passes: int = 0
    cause: str | None = None
    outcome: str | None = None

    def __post_init__(self) -> None:
        self.shown = [set(hand) if self.rules.open_hands else set() for hand in self.hands]
        self.pots = [[] for _ in range(self.rules.pots)]
        self.coins = self.rules.lives

    def total(self, pot: int) -> int:
        """Return the total of a pot, which is counted from 1."""
        return sum(laid.value for laid in self.pots[pot - 1])

    def permitted(self, seat: int) -> list[int]:
        return [
            pot
            for pot in range(1, self.rules.pots + 1)
            if not self.rules.own_card_rule
            or not self.pots[pot - 1]
            or self.pots[pot - 1][-1].seat != seat
        ]

    def plays(self, seat: int) -> list[tuple[str, int, int]]:
        """Return every card, pot and value that the seat may play."""
        return [
            (card, pot, value)
            for card in self.hands[seat]
            for pot in self.permitted(seat)
            for value in values_of(card)
        ]

    def due(self, seat: int) -> int:
        if self.rules.open_hands:
            return 0
        return min(self.rules.open_cards, len(self.hands[seat])) - len(self.shown[seat])

    def hidden(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card not in self.shown[seat]]

    def begin_turn(self) -> None:
        self.turns.append(
            Before(
                self.seat,
                tuple(tuple(hand) for hand in self.hands),
                tuple(frozenset(up) for up in self.shown),
                tuple(tuple(pile) for pile in self.pots),
                len(self.stock),
                self.scored,
            )
        )

    def play(self, card: str, pot: int, value: int) -> tuple[int, str | None]:
        """Play for the seat on turn; return the pot's total and the card drawn."""
        self.begin_turn()
        self.passes = 0
        self.hands[self.seat].remove(card)
        self.shown[self.seat].discard(card)
        self.pots[pot - 1].append(Laid(card, self.seat, value, len(self.turns) - 1))
        total = self.total(pot)
        if total >= self.rules.limit:
            self.clear(pot, "scored" if total == self.rules.limit else "bust")
        drew = None
        if self.outcome is None and self.stock:
            drew = self.stock.pop(0)
            self.hands[self.seat].append(drew)
            if self.rules.open_hands:
                self.shown[self.seat].add(drew)
        if self.outcome is None and not any(self.hands):
            self.lose("hands-empty")
        self.advance()
        return total, drew

    def clear(self, pot: int, outcome: str) -> None:
        self.over.append(Pot(pot, tuple(self.pots[pot - 1]), outcome))
        self.pots[pot - 1] = []
        if outcome == "scored":
            self.scored += 1
            if self.scored == self.rules.target and not self.rules.family:
                self.outcome = "won"
            return
        self.busts += 1
        if not self.coins:
            self.lose("bust")
        else:
            self.coins -= 1

    def pass_turn(self) -> None:
        self.begin_turn()
        self.passes += 1
        if self.passes == sum(map(bool, self.hands)):
            self.lose("all-passed")
        self.advance()

    def lose(self, cause: str) -> None:
        self.cause = cause
        self.outcome = "finished" if self.rules.family else "lost"

    def advance(self) -> None:
        if any(self.hands):
            self.seat = (self.seat + 1) % self.rules.players
            while not self.hands[self.seat]:
                self.seat = (self.seat + 1) % self.rules.players


# --- Players -------------------------------------------------------------------------------------

Choice = tuple[str, int, int] | None
"""Card, pot and value; None is a pass."""
Player = Callable[[Truth, random.Random], Choice]


def finishing(truth: Truth, seat: int) -> list[tuple[str, int, int]]:
    limit = truth.rules.limit
    return [play for play in truth.plays(seat) if truth.total(play[1]) + play[2] == limit]


def not_bust(truth: Truth, seat: int) -> list[tuple[str, int, int]]:
    limit = truth.rules.limit
    return [play for play in truth.plays(seat) if truth.total(play[1]) + play[2] <= limit]


def choose_random(truth: Truth, rng: random.Random) -> Choice:
    """Any legal turn whatever."""
    choices: list[Choice] = [*truth.plays(truth.seat)]
    if not truth.stock:
        choices += [None] * max(1, len(choices) // 4)
    return rng.choice(choices)


def choose_finisher(truth: Truth, rng: random.Random) -> Choice:
    """Finish a pot where that is possible, else any safe card: the page's `random-finisher`."""
    finish, safe = finishing(truth, truth.seat), not_bust(truth, truth.seat)
    if finish or safe:
        return rng.choice(finish or safe)
    return choose_bust(truth)


def choose_bust(truth: Truth) -> Choice:
    """Pass where that is allowed, else bust the fullest pot with the highest card."""
    if not truth.stock:
        return None
    return max(truth.plays(truth.seat), key=lambda play: (truth.total(play[1]), play[2], -play[1]))


def choose_careless(truth: Truth, rng: random.Random) -> Choice:
    """Finish where that is possible, but sometimes go bust or pass for no reason."""
    if rng.random() < 0.08:
        return choose_random(truth, rng)
    return choose_simple(truth, rng)


def choose_tired(truth: Truth, rng: random.Random) -> Choice:
    """Play well, and pass from the moment that it is allowed."""
    if not truth.stock and rng.random() < 0.9:
        return None
    return choose_simple(truth, rng)


def choose_simple(truth: Truth, rng: random.Random) -> Choice:
    """The source's simple strategy, in the page's plain reading."""
    seat, limit = truth.seat, truth.rules.limit
    finish = finishing(truth, seat)
    if finish:
        return max(finish, key=lambda play: (rank_of(play[0]) != "A", play[2], -play[1]))
    safe = [play for play in not_bust(truth, seat) if play[2] == low(play[0])]
    if not safe:
        return choose_bust(truth)
    plain = [play for play in safe if rank_of(play[0]) != "A"] or safe
    partner = next_with_cards(truth, seat)
    seen = {laid.card for pot in truth.over for laid in pot.laid}
    seen |= {laid.card for pile in truth.pots for laid in pile}
    seen |= set(truth.hands[seat]).union(*truth.shown)
    unseen = Counter(low(card) for card in DECK if card not in seen)
    known = {low(card) for card in truth.shown[partner]}
    hidden = len(truth.hands[partner]) - len(truth.shown[partner])

    def worth(play: tuple[str, int, int]) -> tuple[float, int, int]:
        totals = []
        for pot in range(1, truth.rules.pots + 1):
            pile = truth.pots[pot - 1]
            owner = pile[-1].seat if pile else None
            total = truth.total(pot)
            if pot == play[1]:
                owner, total = seat, total + play[2]
            if not truth.rules.own_card_rule or owner != partner:
                totals.append(total)
        wanted = {limit - total for total in totals}
        wanted |= {1} if 11 in wanted else set()
        room = max((limit - total for total in totals), default=0)
        number = sum(unseen.values())
        hits = sum(many for value, many in unseen.items() if value in wanted)
        miss = math.comb(number - hits, hidden) / max(1, math.comb(number, hidden))
        chance = 1.0 if known & wanted else 1.0 - miss
        busts = sum(many for value, many in unseen.items() if value > room)
        return chance - 0.05 * busts / max(1, number), play[2], -play[1]

    return max(plain, key=worth)


def next_with_cards(truth: Truth, seat: int) -> int:
    for step in range(1, truth.rules.players):
        other = (seat + step) % truth.rules.players
        if truth.hands[other]:
            return other
    return seat


PLAYERS: dict[str, Player] = {
    "random": choose_random,
    "finisher": choose_finisher,
    "simple": choose_simple,
    "careless": choose_careless,
    "tired": choose_tired,
}


def random_options(rng: random.Random, players: int) -> Log:
    """Return options that the rules page allows for this many players."""
    hand_size = {2: 4, 3: 3}.get(players, 2)
    options: Log = {}
    if rng.random() < 0.25:
        options["hand_size"] = hand_size = rng.randint(1, 10)
    if rng.random() < 0.35:
        options["open_cards"] = rng.randint(0, hand_size)
    if rng.random() < 0.4:
        options["lives"] = rng.choice((0, 1, 2, 3, 5, 9))
    if rng.random() < 0.4:
        options["target"] = rng.choice((1, 2, 4, 6, 8, 10, 13, 16, 30))
    if rng.random() < 0.2:
        options["limit"] = rng.choice((11, 12, 15, 20, 21, 22, 30, 31, 50, 99))
    if rng.random() < 0.25:
        options["pots"] = rng.randint(1, 9)
    for switch, often in (("own_card_rule", 0.2), ("open_hands", 0.12), ("family", 0.15)):
        if rng.random() < often:
            options[switch] = (
                rng.random() < 0.8 if switch != "own_card_rule" else rng.random() < 0.2
            )
    return options


NAMES = ("Anna", "Ben", "Çelik", "Dörte", "Emil", "Fay", "Jürgen", "Li", "Zoë", "O'Neil")


def simulate(
    rng: random.Random,
    *,
    level: str | None = None,
    players: int | None = None,
    options: Log | None = None,
    policy: str = "mixed",
) -> Log:
    """Return the complete, legal, full log of a random game; what is None is chosen at random.

    *policy* is one of `PLAYERS`, or "mixed" for one of them at random.
    """
    level = level or rng.choice(tuple(LEVELS))
    players = players or rng.choice((2, 2, 3, 4, 5))
    if options is None:
        options = random_options(rng, players) if rng.random() < 0.6 else {}
    if policy == "mixed":
        policy = rng.choices(tuple(PLAYERS), weights=(1, 2, 4, 3, 2))[0]
    names = rng.sample(NAMES, players)
    log: Log = {
        "format": "cardstats/1",
        "game": "pot-luck",
        "rules": {"level": level, "options": dict(options)},
        "players": list(names),
        "moves": [],
    }
    rules = rules_of(log)
    deck = list(DECK)
    rng.shuffle(deck)
    hands = [deck[seat * rules.hand_size : (seat + 1) * rules.hand_size] for seat in range(players)]
    stock = deck[players * rules.hand_size :]
    log["deal"] = {"hands": copy.deepcopy(hands), "stock": list(stock)}
    truth = Truth(rules, hands, stock)
    moves = log["moves"] = list(play_out(truth, names, PLAYERS[policy], rng))
    log["result"] = {"outcome": truth.outcome, "score": truth.scored}
    add_metadata(log, moves, rng)
    return log


def play_out(truth: Truth, names: list[str], player: Player, rng: random.Random) -> Iterator[Log]:
    openings = [seat for seat in range(truth.rules.players) for _ in range(truth.due(seat))]
    if rng.random() < 0.5:
        rng.shuffle(openings)
    for seat in openings:
        yield open_one(truth, names, seat, player, rng)
    while truth.outcome is None:
        seat = truth.seat
        choice = player(truth, rng)
        if choice is None:
            truth.pass_turn()
            yield {"type": "pass", "player": names[seat]}
            continue
        card, pot, value = choice
        move: Log = {"type": "play", "player": names[seat], "card": card, "pot": pot}
        silent = silent_value(card, truth.total(pot), truth.rules.limit)
        if value != silent or (rank_of(card) == "A" and rng.random() < 0.5):
            move["as"] = value
        move["total"], drew = truth.play(card, pot, value)
        if drew is not None or rng.random() < 0.5:
            move["drew"] = drew
        yield move
        for _ in range(truth.due(seat) if truth.outcome is None else 0):
            yield open_one(truth, names, seat, player, rng)


def open_one(truth: Truth, names: list[str], seat: int, player: Player, rng: random.Random) -> Log:
    hidden = truth.hidden(seat)
    card = rng.choice(hidden)
    if player in (choose_simple, choose_careless, choose_tired):
        card = max(hidden, key=low)
    truth.shown[seat].add(card)
    return {"type": "open", "player": names[seat], "card": card}


def add_metadata(log: Log, moves: list[Log], rng: random.Random) -> None:
    if rng.random() < 0.3:
        seconds = 0.0
        for move in moves:
            seconds += rng.choice((0, 1.5, 4, 11))
            if rng.random() < 0.9:
                move["t"] = seconds
    if rng.random() < 0.2:
        rng.choice(moves)["note"] = "thought for a long time"
    if rng.random() < 0.3:
        log["players"] = [
            {"name": name, "kind": rng.choice(("human", "bot")), "experience": rng.randint(0, 9)}
            if rng.random() < 0.7
            else name
            for name in log["players"]
        ]
    if rng.random() < 0.2:
        log["session"], log["source"] = "thursday", "table"


# --- Telling less --------------------------------------------------------------------------------


def hide(log: Log, rng: random.Random, how: str = "mixture") -> Log:
    """Return the same game told with less knowledge: "hands", "table", or a random "mixture"."""
    told = copy.deepcopy(log)
    deal = told.get("deal") or {}
    if how == "hands":
        deal.pop("stock", None)
    elif how == "table":
        told.pop("deal", None)
        for move in told["moves"]:
            move.pop("drew", None)
        if rng.random() < 0.5:
            drop_openings(told, rng, rng.choice((0.2, 1.0)))
    elif how == "mixture":
        hide_mixture(told, rng)
    else:
        raise ValueError(f"how is {how!r}, and must be hands, table or mixture")
    return told


def drop_openings(told: Log, rng: random.Random, often: float) -> None:
    told["moves"] = [
        move for move in told["moves"] if move["type"] != "open" or rng.random() >= often
    ]


def hide_mixture(told: Log, rng: random.Random) -> None:
    limit = rules_of(told).limit
    unsuited, unseen, undrawn, untold = (rng.choice((0.0, 0.1, 0.5, 1.0)) for _ in range(4))

    def blur(card: str, may_vanish: bool) -> str:
        if may_vanish and rng.random() < unseen:
            return "?"
        return rank_of(card) if is_exact(card) and rng.random() < unsuited else card

    deal = told.get("deal") or {}
    for part in ("hands", "stock"):
        if rng.random() < 0.45:
            deal.pop(part, None)
    if "hands" in deal:
        deal["hands"] = [[blur(card, True) for card in hand] for hand in deal["hands"]]
    if "stock" in deal:
        deal["stock"] = [blur(card, True) for card in deal["stock"]]
    if not deal and "deal" in told and rng.random() < 0.7:
        del told["deal"]
    if "hands" not in deal and rng.random() < 0.7:
        drop_openings(told, rng, rng.choice((0.2, 0.6, 1.0)))
    for move in told["moves"]:
        if "card" in move:
            move["card"] = blur(move["card"], False)
        if "drew" in move and rng.random() < undrawn:
            del move["drew"]
        elif move.get("drew"):
            move["drew"] = blur(move["drew"], True)
        if "total" in move and rng.random() < untold:
            total, value = move["total"], move.get("as")
            if value is not None and value == silent_value("A", total - value, limit):
                del move["as"]
            del move["total"]


# --- Planting faults -----------------------------------------------------------------------------

Planted = tuple[Log, set[str], int | None]


@dataclass(frozen=True, slots=True)
class Moment:
    """What everybody at the table sees before a move."""

    at: int
    move: Log
    turn: int
    stock: int
    top: str
    """The label of the stock's top card."""
    own_topped: tuple[int, ...]
    """Pots whose top card is the turn player's, counted from 1."""
    ends: bool
    """Whether the move ends the game."""
    stops_draw: bool
    """Whether it ends the game before the draw."""
    up: tuple[str, ...]
    """All that was shown before, as the log tells it: plays and opened cards."""
    lying: tuple[frozenset[str], ...]
    """For every seat the ranks that may lie open there with a note."""


def moments(log: Log) -> list[Moment]:
    """Return a legal log's moves, each with what stood on the table before it."""
    table, found, up = Table.of(log), [], list[str]()
    for at, move in enumerate(log["moves"]):
        tops = [pile[-1][0] if pile else None for pile in table.pots]
        turn, stock, top = table.turn, len(table.stock), (table.stock or [NOBODY_SAW])[0]
        lying = tuple(
            frozenset(
                rank_of(label) for holding in own for label, lies in holding.slots if lies == NOTED
            )
            for own in table.choices
        )
        before, scored, coins = tuple(up), table.scored, table.coins
        assert not table.say(move), "faults are planted in legal logs only"
        stops = table.outcome == "won" or (
            move["type"] == "play"
            and table.outcome is not None
            and scored == table.scored
            and coins == 0
            and not table.pots[move["pot"] - 1]
        )
        own = tuple(pot for pot, seat in enumerate(tops, 1) if seat == turn)
        found.append(
            Moment(at, move, turn, stock, top, own, table.outcome is not None, stops, before, lying)
        )
        if "card" in move:
            up.append(label_of(move["card"]))
    return found


def pick(
    log: Log, rng: random.Random, fits: Callable[[Moment], bool], kind: str = "play"
) -> Moment | None:
    found = [one for one in moments(log) if one.move["type"] == kind and fits(one)]
    return rng.choice(found) if found else None


def changed(log: Log, at: int, **fields: Any) -> Log:  # a move's fields are anything
    faulty = copy.deepcopy(log)
    faulty["moves"][at].update(fields)
    return faulty


def with_move(log: Log, at: int, move: Log) -> Log:
    faulty = copy.deepcopy(log)
    faulty["moves"].insert(at, move)
    return faulty


def dealt(log: Log) -> Log:
    deal = log.get("deal")
    return deal if isinstance(deal, dict) else {}


def plant_after_end(log: Log, rng: random.Random) -> Planted | None:
    name = rng.choice(names_of(log))
    card = rng.choice(DECK)
    extra: Log = rng.choice(
        (
            {"type": "pass", "player": name},
            {"type": "play", "player": name, "card": card, "pot": 1},
            {"type": "open", "player": name, "card": card},
        )
    )
    return with_move(log, len(log["moves"]), extra), {"after-end"}, len(log["moves"])


def plant_wrong_player(log: Log, rng: random.Random) -> Planted | None:
    kind = "pass" if rng.random() < 0.3 else "play"
    found = pick(log, rng, lambda one: True, kind) or pick(log, rng, lambda one: True)
    if not found:
        return None
    others = [name for name in names_of(log) if folded(name) != folded(found.move["player"])]
    return changed(log, found.at, player=rng.choice(others)), {"wrong-player"}, found.at


def plant_no_such_card(log: Log, rng: random.Random) -> Planted | None:
    deal = dealt(log)
    if "hands" in deal and rng.random() < 0.2:
        faulty = copy.deepcopy(log)
        hand = rng.choice(faulty["deal"]["hands"])
        hand[rng.randrange(len(hand))] = JOKER
        return faulty, {"no-such-card"}, None
    if "stock" in deal and rng.random() < 0.2:
        faulty = copy.deepcopy(log)
        stock = faulty["deal"]["stock"]
        stock[rng.randrange(len(stock))] = JOKER
        return faulty, {"no-such-card"}, None
    kind, part = rng.choice((("play", "card"), ("play", "drew"), ("open", "card")))
    found = pick(log, rng, lambda one: part != "drew" or bool(one.move.get("drew")), kind)
    if not found:
        return None
    return changed(log, found.at, **{part: JOKER}), {"no-such-card"}, found.at


def plant_card_already_seen(log: Log, rng: random.Random) -> Planted | None:
    deal = dealt(log)
    known = [card for hand in deal.get("hands", []) for card in hand if is_exact(label_of(card))]
    if known and "stock" in deal and rng.random() < 0.2:
        faulty = copy.deepcopy(log)
        stock = faulty["deal"]["stock"]
        stock[rng.randrange(len(stock))] = rng.choice(known)
        return faulty, {"card-already-seen"}, None

    kind = rng.choice(("play", "play", "open"))
    found = pick(log, rng, lambda one: bool(exact_elsewhere(log, one)), kind)
    if not found:
        return None
    card = rng.choice(exact_elsewhere(log, found))
    part = "drew" if kind == "play" and rng.random() < 0.4 else "card"
    return changed(log, found.at, **{part: card}), {"card-already-seen"}, found.at


def exact_elsewhere(log: Log, moment: Moment) -> list[str]:
    """Return the exact cards that somebody played, or that another player laid open."""
    player = folded(moment.move["player"])
    shown = [
        label_of(move["card"])
        for move in log["moves"][: moment.at]
        if move["type"] == "play" or (move["type"] == "open" and folded(move["player"]) != player)
    ]
    return [card for card in shown if is_exact(card)]


def plant_not_your_card(log: Log, rng: random.Random) -> Planted | None:
    """A card that never lay face up, in place of one from a hand that is known to the last card."""
    if rules_of(log).open_hands:
        return None
    kind = rng.choice(("play", "play", "open"))
    found = pick(log, rng, lambda one: known_hand(log, one) is not None, kind)
    hand = known_hand(log, found) if found else None
    if not found or hand is None:
        return None
    shown = {rank_of(card) for card in found.up if not is_exact(card)}
    cards = [
        card
        for card in DECK
        if card not in hand and card not in found.up and rank_of(card) not in shown
    ]
    if not cards:
        return None
    return changed(log, found.at, card=rng.choice(cards)), {"not-your-card"}, found.at


def known_hand(log: Log, moment: Moment) -> list[str] | None:
    """Return the exact hand of the player of a move before it, where the log tells it plainly."""
    seats, seat = seats_of(log), seats_of(log)[folded(moment.move["player"])]
    hands = dealt(log).get("hands")
    if hands is None:
        return None
    hand = [label_of(card) for card in hands[seat]]
    stock = [label_of(card) for card in dealt(log).get("stock", [])]
    stock = stock or [NOBODY_SAW] * rules_of(log).stock
    for move in log["moves"][: moment.at]:
        if move["type"] != "play":
            continue
        top = stock.pop(0) if stock else None
        if seats[folded(move["player"])] != seat:
            continue
        if label_of(move["card"]) not in hand:
            return None
        hand.remove(label_of(move["card"]))
        if top is not None:
            hand.append(sharpen(top, label_of(move.get("drew") or "?")) or top)
    return hand if all(map(is_exact, hand)) else None


def plant_wrong_draw(log: Log, rng: random.Random) -> Planted | None:
    if rng.random() < 0.25:
        found = pick(log, rng, lambda one: one.stops_draw and one.stock > 0)
        if found:
            drew = found.top or "?"
            return changed(log, found.at, drew=drew), {"wrong-draw"}, found.at
    if rng.random() < 0.3:
        found = pick(log, rng, lambda one: one.stock > 0 and not one.stops_draw)
        return (changed(log, found.at, drew=None), {"wrong-draw"}, found.at) if found else None
    if "stock" not in dealt(log) or rules_of(log).open_hands:
        return None
    stock = [label_of(card) for card in log["deal"]["stock"]]
    found = pick(log, rng, lambda one: bool(one.top) and not one.stops_draw and one.stock > 1)
    if not found:
        return None
    below = stock[len(stock) - found.stock + 1 :]
    others = [card for card in below if is_exact(card) and not sharpen(card, found.top)]
    if not others:
        return None
    return changed(log, found.at, drew=rng.choice(others)), {"wrong-draw"}, found.at


def plant_draw_from_empty_stock(log: Log, rng: random.Random) -> Planted | None:
    found = pick(log, rng, lambda one: not one.stock and not one.ends)
    if not found:
        return None
    if rng.random() < 0.5:
        return changed(log, found.at, drew="?"), {"draw-from-empty-stock"}, found.at
    # With the stock gone every card is somewhere, and the page's order looks at that first.
    codes = {"draw-from-empty-stock", "card-already-seen"}
    return changed(log, found.at, drew=rng.choice(DECK)), codes, found.at


def plant_no_such_pot(log: Log, rng: random.Random) -> Planted | None:
    found = pick(log, rng, lambda one: True)
    if not found:
        return None
    faulty = changed(log, found.at, pot=rules_of(log).pots + rng.randint(1, 3))
    # Whether this would have been the last play nobody can say, so no draw is told.
    faulty["moves"][found.at].pop("drew", None)
    return faulty, {"no-such-pot"}, found.at


def plant_own_card(log: Log, rng: random.Random) -> Planted | None:
    if not rules_of(log).own_card_rule:
        return None
    found = pick(log, rng, lambda one: bool(one.own_topped))
    if not found:
        return None
    faulty = changed(log, found.at, pot=rng.choice(found.own_topped))
    faulty["moves"][found.at].pop("drew", None)
    return faulty, {"own-card"}, found.at


def plant_ace_value(log: Log, rng: random.Random) -> Planted | None:
    def is_ace(one: Moment) -> bool:
        return rank_of(label_of(one.move["card"])) == "A"

    ace = rng.random() < 0.5
    found = pick(log, rng, lambda one: is_ace(one) == ace)
    if not found:
        return None
    value = rng.choice((0, 2, 5, 10, 12)) if ace else rng.choice((1, 11))
    faulty = changed(log, found.at, **{"as": value})
    faulty["moves"][found.at].pop("drew", None)
    return faulty, {"ace-value"}, found.at


def plant_wrong_total(log: Log, rng: random.Random) -> Planted | None:
    found = pick(log, rng, lambda one: "total" in one.move)
    if not found:
        return None
    total = found.move["total"] + rng.choice((-10, -2, -1, 1, 2, 10))
    return changed(log, found.at, total=total), {"wrong-total"}, found.at


def plant_pass_too_early(log: Log, rng: random.Random) -> Planted | None:
    found = pick(log, rng, lambda one: one.stock > 0)
    if not found:
        return None
    early = {"type": "pass", "player": found.move["player"]}
    return with_move(log, found.at, early), {"pass-too-early"}, found.at


def plant_open_not_due(log: Log, rng: random.Random) -> Planted | None:
    """An `open` after another player's turn, with a card that its player does hold."""
    seats = seats_of(log)
    seen = moments(log)
    plays = [one for one in seen if one.move["type"] == "play"]
    places = []
    for earlier in plays[:-1]:
        at = earlier.at + 1
        while log["moves"][at]["type"] == "open":
            at += 1
        told = set[int]()
        for later in log["moves"][at:]:
            seat = seats[folded(later["player"])]
            if seat in told or later["type"] == "pass":
                continue
            told.add(seat)
            # What a seat shows next it holds already, unless it draws first.
            if later["type"] == "play" and seat != earlier.turn:
                places.append((at, later))
    if not places:
        return None
    at, later = rng.choice(places)
    extra = {"type": "open", "player": later["player"], "card": later["card"]}
    # The card may be the one that lies open already. We find that it is in the hand, and not
    # elsewhere; a judge who says otherwise looks at the card first.
    codes = {"open-not-due"}
    seat = seats[folded(later["player"])]
    if rank_of(label_of(later["card"])) in seen[at].lying[seat]:
        codes |= {"card-already-seen", "not-your-card"}
    return with_move(log, at, extra), codes, at


def plant_open_missing(log: Log, rng: random.Random) -> Planted | None:
    """An `open` left out of a log that tells every card by its suit."""
    if not is_exact_throughout(log):
        return None
    opens = [at for at, move in enumerate(log["moves"]) if move["type"] == "open"]
    if not opens:
        return None
    at = rng.choice(opens)
    faulty = copy.deepcopy(log)
    del faulty["moves"][at]
    while at < len(faulty["moves"]) and faulty["moves"][at]["type"] == "open":
        at += 1
    return (faulty, {"open-missing"}, at) if at < len(faulty["moves"]) else None


def is_exact_throughout(log: Log) -> bool:
    cards = [card for hand in dealt(log).get("hands", []) for card in hand]
    cards += [move["card"] for move in log["moves"] if "card" in move]
    return "hands" in dealt(log) and all(is_exact(label_of(card)) for card in cards)


def plant_unfinished(log: Log, rng: random.Random) -> Planted | None:
    if len(log["moves"]) < 2:
        return None
    faulty = copy.deepcopy(log)
    del faulty["moves"][rng.randrange(1, len(log["moves"])) :]
    if rng.random() < 0.2:
        faulty.pop("result", None)
    return faulty, {"unfinished"}, None


def plant_wrong_result(log: Log, rng: random.Random) -> Planted | None:
    if "result" not in log:
        return None
    faulty = copy.deepcopy(log)
    result = faulty["result"]
    if "score" in result and rng.random() < 0.5:
        result["score"] += rng.choice((-1, 1, 2)) if result["score"] else 1
        if len(log["moves"]) > 1 and rng.random() < 0.3:
            return abandoned(faulty, rng)
        return faulty, {"wrong-result"}, None
    others = {"won", "lost", "finished", "abandoned"} - {result["outcome"]}
    result["outcome"] = rng.choice(sorted(others))
    return faulty, {"wrong-result"}, None


def abandoned(log: Log, rng: random.Random) -> Planted:
    """Cut a log short as abandoned, with one pot too many."""
    del log["moves"][rng.randrange(1, len(log["moves"])) :]
    table = Table.of(log)
    for move in log["moves"]:
        table.say(move)
    log["result"] = {"outcome": "abandoned", "score": table.scored + 1}
    return log, {"wrong-result"}, None


def plant_hand_size(log: Log, rng: random.Random) -> Planted | None:
    if "hands" not in dealt(log):
        return None
    faulty = copy.deepcopy(log)
    hand = rng.choice(faulty["deal"]["hands"])
    if rng.random() < 0.5:
        hand.pop()
    else:
        hand.append("?")
    return faulty, {"hand-size"}, None


def plant_wrong_stock_size(log: Log, rng: random.Random) -> Planted | None:
    if "stock" not in dealt(log):
        return None
    faulty = copy.deepcopy(log)
    if rng.random() < 0.5:
        faulty["deal"]["stock"].pop()
    else:
        faulty["deal"]["stock"].append("?")
    return faulty, {"wrong-stock-size"}, None


PLANTS: dict[str, Callable[[Log, random.Random], Planted | None]] = {
    "after-end": plant_after_end,
    "wrong-player": plant_wrong_player,
    "no-such-card": plant_no_such_card,
    "card-already-seen": plant_card_already_seen,
    "not-your-card": plant_not_your_card,
    "wrong-draw": plant_wrong_draw,
    "draw-from-empty-stock": plant_draw_from_empty_stock,
    "no-such-pot": plant_no_such_pot,
    "own-card": plant_own_card,
    "ace-value": plant_ace_value,
    "wrong-total": plant_wrong_total,
    "pass-too-early": plant_pass_too_early,
    "open-not-due": plant_open_not_due,
    "open-missing": plant_open_missing,
    "unfinished": plant_unfinished,
    "wrong-result": plant_wrong_result,
    "hand-size": plant_hand_size,
    "wrong-stock-size": plant_wrong_stock_size,
}
"""One per fault of the rules page, and the two sizes of LOG_FORMAT §1 that need the rules."""


def plant(log: Log, rng: random.Random) -> Planted | None:
    """Return a legal log with one fault: the log, the codes that may name it, the move's index.

    None where the fault that the dice chose has no occasion in this log.
    """
    return PLANTS[rng.choice(tuple(PLANTS))](log, rng)


# --- Facts ---------------------------------------------------------------------------------------


def retell(log: Log) -> Truth:
    """Play a legal full log with its real cards."""
    rules, deal, seats = rules_of(log), log["deal"], seats_of(log)
    hands = [[label_of(card) for card in hand] for hand in deal["hands"]]
    truth = Truth(rules, hands, [label_of(card) for card in deal["stock"]])
    moves = log["moves"]
    for at, move in enumerate(moves):
        seat = seats[folded(move["player"])]
        if move["type"] == "pass":
            truth.pass_turn()
            continue
        told = label_of(move["card"])
        held = [card for card in truth.hands[seat] if sharpen(card, told)]
        if move["type"] == "open":
            truth.shown[seat].add(next(card for card in held if card not in truth.shown[seat]))
            continue
        after = moves[at + 1] if at + 1 < len(moves) else {}
        opens = after.get("type") == "open" and seats[folded(after["player"])] == seat
        # Two cards of one rank: it was the open one where another one is opened afterwards.
        card = min(held, key=lambda one: (one in truth.shown[seat]) != opens)
        value = move.get("as") or silent_value(card, truth.total(move["pot"]), rules.limit)
        truth.play(card, move["pot"], value)
    return truth


def facts(log: Log) -> dict[str, Any]:  # rows of plain values, as the log's own
    """Return the page's facts of a legal full log: "game", "rounds" (pots) and "moves" (turns).

    `rounds` come in the order in which the pots were over, the unfinished ones last, from the
    left. A player is a name, a pot's position counts from 1, a turn from 0. `waste` counts an ace
    in a pot as it was played and in a hand as 1, so that scored pots, waste and what is left of
    the stock add up to the deck. `legal_plays` and `safe_plays` count pairs of a card and a pot.
    """
    truth, names = retell(log), names_of(log)
    left = [
        Pot(position, tuple(pile), "unfinished")
        for position, pile in enumerate(truth.pots, 1)
        if pile
    ]
    rounds = [pot_facts(truth, names, pot) for pot in [*truth.over, *left]]
    waste = {
        outcome: sum(row["waste"] for row in rounds if row["outcome"] == outcome)
        for outcome in ("bust", "unfinished")
    }
    waste["hand"] = sum(low(card) for hand in truth.hands for card in hand)
    game = {
        "outcome": truth.outcome,
        "pots_scored": truth.scored,
        "busts": truth.busts,
        "lives_left": truth.coins,
        "loss_cause": truth.cause,
        "waste": waste,
        "turns": len(truth.turns),
    }
    return {"game": game, "rounds": rounds, "moves": turn_facts(log, truth)}


def pot_facts(truth: Truth, names: list[str], pot: Pot) -> dict[str, Any]:
    last = pot.laid[-1]
    row: dict[str, Any] = {
        "position": pot.position,
        "cards": [laid.card for laid in pot.laid],
        "players": list(dict.fromkeys(names[laid.seat] for laid in pot.laid)),
        "total": sum(laid.value for laid in pot.laid),
        "aces_as_11": sum(1 for laid in pot.laid if laid.value == 11),
        "outcome": pot.outcome,
        "finisher": None if pot.outcome == "unfinished" else names[last.seat],
        "turns": last.turn - pot.laid[0].turn + 1,
        "waste": 0 if pot.outcome == "scored" else sum(laid.value for laid in pot.laid),
        "cause": None,
        "set_up_by": None,
        "preventable_before": None,
        "preventable_by_sight": None,
    }
    if pot.outcome == "bust":
        row["cause"] = bust_cause(truth, truth.turns[last.turn])
        row["set_up_by"] = names[pot.laid[-2].seat]
        if row["cause"] != "avoidable":
            before, own = truth.turns[last.turn - 1], truth.turns[last.turn]
            hand = own.hands[own.seat]
            shown = sorted(before.shown[own.seat])
            row["preventable_before"] = was_preventable(truth, before, own.seat, hand)
            row["preventable_by_sight"] = was_preventable(truth, before, own.seat, shown, 10)
    return row


def may_play_on(rules: Rules, pile: Sequence[Laid], seat: int) -> bool:
    return not (rules.own_card_rule and pile and pile[-1].seat == seat)


def height(pile: Sequence[Laid]) -> int:
    return sum(laid.value for laid in pile)


def bust_cause(truth: Truth, before: Before) -> str:
    """Return the page's cause of a bust from the table before the play, the hand being known."""
    rules, hand = truth.rules, before.hands[before.seat]
    fit = [
        pile
        for pile in before.pots
        if any(height(pile) + low(card) <= rules.limit for card in hand)
    ]
    if not fit:
        return "forced-high"
    permitted = any(may_play_on(rules, pile, before.seat) for pile in fit)
    return "avoidable" if permitted else "forced-own-card"


def was_preventable(
    truth: Truth, before: Before, victim: int, hand: Sequence[str], any_card: int | None = None
) -> bool:
    """Whether some other choice in the turn *before* leaves the victim a safe play.

    *hand* are the cards looked at: the real hand, or those that lie open. *any_card* is the
    highest value that counts as safe whatever the hand is. A choice that goes bust itself
    prevents nothing; one that wins the game does.
    """
    rules, seat = truth.rules, before.seat

    def is_spared(pots: Sequence[Sequence[Laid]]) -> bool:
        lowest = min([low(card) for card in hand] + [any_card or 99])
        return any(
            may_play_on(rules, pile, victim) and height(pile) + lowest <= rules.limit
            for pile in pots
        )

    if before.stock == 0 and is_spared(before.pots):
        return True
    for card in before.hands[seat]:
        for at, pile in enumerate(before.pots):
            for value in values_of(card):
                total = height(pile) + value
                if not may_play_on(rules, pile, seat) or total > rules.limit:
                    continue
                if total == rules.limit and not rules.family and before.scored + 1 == rules.target:
                    return True
                laid = () if total == rules.limit else (*pile, Laid(card, seat, value, 0))
                if is_spared([*before.pots[:at], laid, *before.pots[at + 1 :]]):
                    return True
    return False


def turn_facts(log: Log, truth: Truth) -> list[dict[str, Any]]:
    """Return a row per turn, that is per play or pass, with the move's index in the log."""
    limit, rows = truth.rules.limit, []
    indices = [at for at, move in enumerate(log["moves"]) if move["type"] != "open"]
    ends = [one.pots for one in truth.turns[1:]] + [tuple(map(tuple, truth.pots))]
    for turn, (at, before, after) in enumerate(zip(indices, truth.turns, ends, strict=True)):
        hand, move = before.hands[before.seat], log["moves"][at]
        pairs = [
            (card, height(pile))
            for card in hand
            for pile in before.pots
            if may_play_on(truth.rules, pile, before.seat)
        ]
        finish = any(total + value == limit for card, total in pairs for value in values_of(card))
        made = any(pot.outcome == "scored" and pot.laid[-1].turn == turn for pot in truth.over)
        rows.append(
            {
                "move": at,
                "player": names_of(log)[before.seat],
                "type": move["type"],
                "before": [height(pile) for pile in before.pots],
                "after": [height(pile) for pile in after],
                "missed_finish": finish and not made,
                "set_up_open": sets_up_open(truth, turn, move, after),
                "legal_plays": len(pairs),
                "safe_plays": sum(1 for card, total in pairs if total + low(card) <= limit),
            }
        )
    return rows


def sets_up_open(
    truth: Truth, turn: int, move: Log, after: Sequence[Sequence[Laid]]
) -> bool | None:
    """Whether the pot played on is left for an open card of the next player; None after a pass."""
    if move["type"] == "pass":
        return None
    if turn + 1 == len(truth.turns):
        victim = truth.seat
        shown: Iterable[str] = truth.shown[victim] if truth.outcome is None else ()
    else:
        victim = truth.turns[turn + 1].seat
        shown = truth.turns[turn + 1].shown[victim]
    pile = after[move["pot"] - 1]
    return (
        bool(pile)
        and may_play_on(truth.rules, pile, victim)
        and any(
            height(pile) + value == truth.rules.limit for card in shown for value in values_of(card)
        )
    )
