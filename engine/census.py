"""Where every card of a game may be, given what was seen of it.

Hands and stock are slots. A slot has a label: a card, a rank alone, or `UNKNOWN`. A log is legal
if *some* way to fill the labels in agrees with everything that was seen, so three things are kept:

* `room`: how many more cards of each rank the deck can still give. Every slot whose rank is known
  has taken one. As long as only exact cards and jokers were seen, an exact one has room if it is not
  placed, so that only the room for jokers is counted.
* `placed`: the exact cards that are some slot's label, or were. None can be in a second slot.
* the hands. Nearly always it is plain which slot a played card came from; then a hand is a list
  of labels and a number of unknown cards. Where it is not (a ``7`` is played by someone who may
  hold the ``7H`` and an unknown card), the hand carries every way it can have been, its *ways*.

Which slot to take is plain more often than it looks. To play a ``7`` from a slot labelled ``7``
rather than from an unknown one leaves at least as much open, whatever comes later; so a fork is
needed only where an exact card may have been played as a bare rank, or an unknown card was passed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, islice, product
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from .cards import JOKER, NO_SUIT, NOTHING, UNKNOWN, Card, Deck, card_text, merge, rank_only
from .errors import IllegalMove

Slot: TypeAlias = tuple[Card, int]
"""A label, and the hand's `Hand.taken` when the slot was filled."""

MOST_WAYS: Final = 4096
"""More ways than this and the hand counts as unknown: we would rather miss a fault than accuse."""


class Way(NamedTuple):
    """One way a hand can have become what it is."""

    slots: tuple[Slot, ...]
    """Sorted; cards that left unseen (*owed*) are still among them."""
    owed: tuple[int, ...] = ()
    """For each card that left unseen, how many had left before it. It took an older slot."""
    drawn_on: tuple[int, ...] = ()
    """Sorted: the ranks that this way gives to unknown slots, beyond those counted in `room`."""

    def is_possible(self) -> bool:
        """Tell whether each card that left unseen can have had a slot of its own."""
        return all(
            sum(filled <= left for _, filled in self.slots) > nth
            for nth, left in enumerate(self.owed)
        )

    def swap(self, slot: Slot, *new: Slot, rank: int | None = None) -> Way:
        """Return the way with *slot* gone and *new* there; *rank* if it was unknown till now."""
        slots = list(self.slots)
        slots.remove(slot)
        slots.extend(new)
        drawn_on = self.drawn_on if rank is None else tuple(sorted((*self.drawn_on, rank)))
        return Way(tuple(sorted(slots)), self.owed, drawn_on)


_BIT: Final = [1 << (card >> 3) for card in range(UNKNOWN)]
"""By card, the bit of its rank."""


_HAND: Final = ("cards", "is_lost", "taken", "unknown", "ways")
_CENSUS: Final = (
    "deck",
    "exact",
    "faced",
    "gone",
    "hands",
    "hidden_draws",
    "is_counted",
    "is_plain",
    "names",
    "placed",
    "room",
    "stock",
    "text",
)
"""What the two classes hold; their instances are equal where all of it is."""


class Hand:
    """The cards of one player as far as they are known."""

    __slots__ = _HAND

    def __init__(self, labels: Sequence[Card]) -> None:
        self.unknown = labels.count(UNKNOWN)
        """How many cards nobody knows. Where there are *ways*, the size of the whole hand."""
        self.cards: list[Card] = (
            [card for card in labels if card != UNKNOWN] if self.unknown else [*labels]
        )
        """The labels that tell something, while it is plain what was played."""
        self.ways: tuple[Way, ...] | None = None
        self.taken = 0
        """How many cards have left the hand where it was not plain from which slot."""
        self.is_lost = False
        """There were too many ways to follow."""

    def __len__(self) -> int:
        return len(self.cards) + self.unknown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and all(
            getattr(self, name) == getattr(other, name) for name in _HAND
        )

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    def copy(self) -> Hand:
        """Return a hand that can change on its own."""
        twin = Hand(self.cards)
        twin.unknown = self.unknown
        twin.ways = self.ways
        twin.taken = self.taken
        twin.is_lost = self.is_lost
        return twin

    def labels(self) -> list[Card]:
        """Return one label a card, as much of each as is sure, `UNKNOWN` for the rest."""
        ranks = self.ranks() if self.ways is not None else None
        if ranks is not None:
            return [rank * 8 + NO_SUIT for rank in ranks]
        return self.cards + [UNKNOWN] * self.unknown

    def ranks(self) -> list[int] | None:
        """Return the rank of every card; None where one of them is not known."""
        if self.ways is None:
            return None if self.unknown else [card >> 3 for card in self.cards]
        found: list[int] | None = None
        for way in self.ways:
            ranks = sorted(card >> 3 for card, _ in way.slots)
            if way.owed or any(card == UNKNOWN for card, _ in way.slots):
                return None
            if found not in (None, ranks):
                return None
            found = ranks
        return found

    def is_known(self) -> bool:
        """Tell whether the rank of every card is known."""
        return not self.unknown if self.ways is None else self.ranks() is not None

    def rank_bits(self) -> int | None:
        """Return the different ranks in the hand as bits; None where a rank is not known."""
        if self.ways is None:
            return None if self.unknown else reduce(or_, map(_BIT.__getitem__, self.cards), 0)
        ranks = self.ranks()
        return None if ranks is None else reduce(or_, (1 << rank for rank in ranks), 0)

    def demands(self) -> list[tuple[int, ...]]:
        """Return what the ways draw on, each demand once; one that asks for nothing if plain."""
        return [()] if self.ways is None else list({way.drawn_on: None for way in self.ways})

    def as_ways(self) -> tuple[Way, ...]:
        """Return the ways the hand can have become what it is, one if that is plain."""
        if self.ways is not None:
            return self.ways
        labels = self.cards + [UNKNOWN] * self.unknown
        return (Way(tuple(sorted((card, 0) for card in labels))),)


class Census:
    """All cards of one game: what lies where, and what can still be true of the rest."""

    __slots__ = _CENSUS

    def __init__(
        self,
        deck: Deck,
        hands: Sequence[Sequence[Card]],
        stock: Sequence[Card],
        names: Sequence[str],
        text: Callable[[Card], str] = card_text,
    ) -> None:
        """Take the deal as it was noted. Raises IllegalMove where a card is there too often."""
        self.hidden_draws = 0
        """How many cards were drawn that nobody noted."""
        self.is_plain = True
        """No hand ever had several ways, so that a card of which nothing is known only needs room."""
        self.names = names
        self.text = text
        self.hands: list[Hand] = [Hand(cards) for cards in hands]
        self.stock: deque[Card] = deque(stock)
        self.faced: list[Card] = []
        """Exact cards that lay open somewhere, sometime, some of them twice; jokers that left a hand."""
        self.gone: list[int] = [0] * len(deck.room)
        """By rank: cards without a suit that left a hand face up."""
        self.deck = deck
        self.exact = deck.exact
        self.room: list[int] = list(deck.room)
        """For jokers alone until *is_counted*; see `room_left`."""
        self.is_counted = False
        """A card was seen of which only the rank is known."""
        self.placed: set[Card] = set()
        if hands or stock:
            self._count(hands, stock)

    def _count(self, hands: Sequence[Sequence[Card]], stock: Sequence[Card]) -> None:
        """Count the cards of the deal that are known."""
        cards = [*chain.from_iterable(hands), *stock]
        placed = set(cards)
        size, jokers = len(cards), 0
        if UNKNOWN in placed:
            placed.discard(UNKNOWN)
            size -= cards.count(UNKNOWN)
        if JOKER in placed:
            placed.discard(JOKER)
            jokers = cards.count(JOKER)
        # Exact cards and jokers, none too often, are the usual deal.
        is_usual = len(placed) + jokers == size and placed <= self.exact
        if is_usual and jokers <= self.room[0]:
            self.placed = placed
            self.room[0] -= jokers
        else:
            self._sight_all(hands, stock)

    def _sight_all(self, hands: Sequence[Sequence[Card]], stock: Sequence[Card]) -> None:
        for seat, cards in enumerate(hands):
            for nth, card in enumerate(cards):
                if card != UNKNOWN:
                    self._sight(card, f"/deal/hands/{seat}/{nth}")
        for nth, card in enumerate(stock):
            if card != UNKNOWN:
                self._sight(card, f"/deal/stock/{nth}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Census) and all(
            getattr(self, name) == getattr(other, name) for name in _CENSUS
        )

    __hash__ = None  # type: ignore[assignment]  # a census changes

    def copy(self) -> Census:
        """Return a census that can change on its own."""
        twin = Census(self.deck, (), (), self.names, self.text)
        twin.restore(self)
        return twin

    def restore(self, saved: Census) -> None:
        """Become what *saved*, an earlier copy, was."""
        self.room = saved.room.copy()
        self.placed = saved.placed.copy()
        self.faced = saved.faced.copy()
        self.gone = saved.gone.copy()
        self.deck = saved.deck
        self.exact = saved.exact
        self.hidden_draws = saved.hidden_draws
        self.is_counted = saved.is_counted
        self.is_plain = saved.is_plain
        self.names = saved.names
        self.text = saved.text
        self.hands = [hand.copy() for hand in saved.hands]
        self.stock = saved.stock.copy()

    # -- cards that leave or are shown from a hand

    def take(self, seat: int, card: Card) -> None:
        """Let *card* leave a hand, face up unless it is `UNKNOWN`.

        Raises IllegalMove (``card-already-seen``, ``not-your-card``) and changes nothing where no
        way of filling the hidden cards allows it.
        """
        hand = self.hands[seat]
        cards = hand.cards
        if card in cards and (card & 7 != NO_SUIT or not _has_exact(cards, card >> 3)):
            # The plain case and the hot one: the very card is there, and no other can be meant.
            cards.remove(card)
        elif hand.is_lost or (not cards and hand.unknown and self._place_plainly(card)):
            hand.unknown -= 1
        elif self._is_plainly_unknown(hand, card):
            if not self._can_sight(card):
                raise self._refusal(seat, card)
            self._place(card)
            hand.unknown -= 1
        else:
            self._settle(seat, hand, card, leaves=True)
            hand.taken += 1
        if card & 7 != NO_SUIT or card == JOKER:
            self.faced.append(card)
        elif card != UNKNOWN:
            self.gone[card >> 3] += 1

    def show(self, seat: int, card: Card) -> None:
        """Let a player lay *card* of their hand open; it stays in the hand.

        Raises as `take` does.
        """
        hand = self.hands[seat]
        if card not in hand.cards and not hand.is_lost:
            self._settle(seat, hand, card, leaves=False)
        if card & 7 != NO_SUIT:
            self.faced.append(card)

    def _is_plainly_unknown(self, hand: Hand, card: Card) -> bool:
        """Tell whether *card* can only be one of the cards of the hand that nobody knows."""
        return (
            hand.ways is None
            and hand.unknown > 0
            and card != UNKNOWN
            and (not hand.cards or all(label >> 3 != card >> 3 for label in hand.cards))
        )

    def _settle(self, seat: int, hand: Hand, card: Card, *, leaves: bool) -> None:
        """Follow every way in which *card* can be in the hand; raise where there is none."""
        found = {
            way: None
            for old in hand.as_ways()
            for way in self._leads_to(old, card, hand.taken, leaves=leaves)
            if way.is_possible()
        }
        ways = tuple(way for way in found if self._fits(seat, way))
        if not ways:
            raise self._refusal(seat, card)
        size = len(hand) - leaves
        self._count_room()
        if card & 7 != NO_SUIT:
            self.placed.add(card)
        if len(ways) > MOST_WAYS:
            self.is_plain = False
            hand.cards, hand.unknown, hand.ways, hand.is_lost = [], size, None, True
        elif len(ways) == 1 and not ways[0].owed:
            self._make_plain(hand, ways[0])
        else:
            self.is_plain = False
            hand.cards, hand.unknown, hand.ways = [], size, ways

    def _make_plain(self, hand: Hand, way: Way) -> None:
        for rank in way.drawn_on:
            self.room[rank] -= 1
        hand.cards = [card for card, _ in way.slots if card != UNKNOWN]
        hand.unknown = len(way.slots) - len(hand.cards)
        hand.ways = None

    def _leads_to(self, way: Way, card: Card, taken: int, *, leaves: bool) -> Iterator[Way]:
        """Yield what *way* becomes when *card* leaves the hand or is shown from it."""
        if card == UNKNOWN:
            is_plain = len(way.slots) == 1 or all(label == UNKNOWN for label, _ in way.slots)
            if way.owed or not is_plain:
                yield Way(way.slots, (*way.owed, taken), way.drawn_on)
            elif way.slots:
                yield way.swap(way.slots[0])
            return
        for slot in self._sources(way, card, leaves=leaves):
            label, filled = slot
            known = merge(label, card)
            assert known is not None, "a source can be the card"
            # What was shown was in the hand just now, so no card that left unseen was this one.
            stays = () if leaves else ((known, taken if way.owed else filled),)
            yield way.swap(slot, *stays, rank=card >> 3 if label == UNKNOWN else None)

    def _sources(self, way: Way, card: Card, *, leaves: bool) -> list[Slot]:
        """Return the slots that may hold *card*, without those that are never a better guess."""
        alike: dict[Card, Slot] = {}
        for slot in way.slots:  # oldest first, so that the youngest of each label is kept
            alike[slot[0]] = slot
        unknown = [alike[UNKNOWN]] if UNKNOWN in alike else []
        bare_label = rank_only(card)
        bare = [alike[bare_label]] if bare_label in alike else []
        if card & 7 != NO_SUIT:
            if card in alike:
                return [alike[card]]
            if card in self.placed:
                return []
            exact: list[Slot] = []
        else:
            exact = [
                slot
                for label, slot in alike.items()
                if label >> 3 == card >> 3 and label & 7 != NO_SUIT
            ]
        is_better = bare or (exact and not leaves)
        return bare + exact + ([] if is_better and not way.owed else unknown)

    def _refusal(self, seat: int, card: Card) -> IllegalMove:
        name, text = self.names[seat], self.text(card)
        hand = self.hands[seat]
        if self.lay_open(card):
            return self.seen(card, "card")
        if hand.is_known():
            held = [self.text(label) for label in sorted(hand.labels())]
            return IllegalMove(
                "not-your-card",
                f"{name} does not hold the {text}, but {' '.join(held) or 'no card'}.",
                expected=held,
                got=text,
                field="card",
            )
        if card in self.placed or not self._can_sight(card):
            return IllegalMove(
                "card-already-seen", f"The {text} is known to be elsewhere.", got=text, field="card"
            )
        return IllegalMove(
            "not-your-card", f"{name} cannot hold the {text}.", got=text, field="card"
        )

    # -- cards that come to a hand or are turned up

    def exchange_plainly(self, seat: int, card: Card, noted: Card | None) -> bool:
        """Do what `exchange` does, if it is plain what comes and goes; else do nothing.

        It is with nearly every move of nearly every log. *noted* is None where nothing was noted. If
        the stock is empty a card only leaves, and then it raises as `take` does.
        """
        if self.is_counted:
            return False
        stock = self.stock
        hand = self.hands[seat]
        cards = hand.cards
        if not stock:
            if card not in self.exact or (noted is not None and noted != NOTHING):
                return False
            if card in cards:
                cards.remove(card)
                self.faced.append(card)
            else:
                self.take(seat, card)
            return True
        label = stock[0]
        if cards:
            try:
                place = cards.index(card)
            except ValueError:
                return False
            if noted is None or noted == label:
                if label == UNKNOWN:
                    return False
            else:
                placed = self.placed
                if label != UNKNOWN or noted not in self.exact or noted in placed:
                    return False
                placed.add(noted)
                label = noted
            cards[place] = label
        else:
            placed = self.placed
            if label != UNKNOWN or not (noted is None or noted == UNKNOWN) or not hand.unknown:
                return False
            if card not in self.exact or card in placed:
                return False
            placed.add(card)
            self.hidden_draws += 1
        self.faced.append(card)
        stock.popleft()
        return True

    def exchange(self, seat: int, card: Card, noted: Card = UNKNOWN) -> None:
        """Let *card* leave a hand and the top card of the stock come.

        *noted* is what the log says was drawn. Raises as `take` does, then ``wrong-draw`` and
        ``card-already-seen`` for the drawn card, and changes nothing. The stock must not be empty.
        """
        label = top = self.stock[0]
        if noted in (top, UNKNOWN):
            self.take(seat, card)
        else:
            # A card that is in the hand can be taken, so the drawn one may be looked at first.
            saved = self.copy() if card not in self.hands[seat].cards else None
            if saved is not None:
                self.take(seat, card)
            try:
                label = self._identify(top, noted, "wrong-draw", "drew")
            except IllegalMove:
                if saved is not None:
                    self.restore(saved)
                raise
            if saved is None:
                self.take(seat, card)
            self._note(top, label)
        self.stock.popleft()
        self.give(seat, label)
        if label == UNKNOWN:
            self.hidden_draws += 1

    def _place_plainly(self, card: Card) -> bool:
        """Place an exact card that lay in an unknown slot, if it plainly can; tell whether."""
        if self.is_counted or card not in self.exact or card in self.placed:
            return False
        self.placed.add(card)
        return True

    def give(self, seat: int, label: Card) -> None:
        """Add a card that is accounted for to a hand."""
        hand = self.hands[seat]
        if hand.ways is not None:
            hand.ways = tuple(
                Way(tuple(sorted((*way.slots, (label, hand.taken)))), way.owed, way.drawn_on)
                for way in hand.ways
            )
            hand.unknown += 1
        elif label == UNKNOWN or hand.is_lost:
            hand.unknown += 1
        else:
            hand.cards.append(label)

    def turn_plainly(self, noted: Sequence[Card]) -> bool:
        """Take the top cards of the stock, if they are plainly *noted*; else do nothing."""
        stock, count = self.stock, len(noted)
        new = set(noted)
        if not new <= self.exact:
            return False
        tops = list(islice(stock, count))
        if tops != noted:
            is_hidden = tops.count(UNKNOWN) == count == len(new)
            if not is_hidden or self.is_counted or not new.isdisjoint(self.placed):
                return False
            self.placed |= new
        for _ in noted:
            stock.popleft()
        self.faced += noted
        return True

    def turn(self, noted: Card) -> Card:
        """Take the top card of the stock, which is seen to be *noted*; return its label.

        Raises IllegalMove (``wrong-target-cards``, ``card-already-seen``) and changes nothing. The
        stock must not be empty.
        """
        label = self.stock[0]
        if noted != label:
            known = self._identify(label, noted, "wrong-target-cards", "card")
            self._note(label, known)
            label = known
        self.stock.popleft()
        if label & 7 != NO_SUIT:
            self.faced.append(label)
        return label

    def _identify(self, label: Card, noted: Card, code: str, field: str) -> Card:
        """Return what the top card of the stock is, labelled *label* and noted as *noted*."""
        merged = merge(label, noted)
        # What was put under the stock lay open too, and is no stranger to it.
        is_gone = (noted != JOKER and noted in self.faced) or (
            merged is None and self.lay_open(noted)
        )
        if label != noted and is_gone and noted not in self.stock:
            raise self.seen(noted, field)
        if merged is None:
            raise IllegalMove(
                code,
                f"The top card of the stock is the {self.text(label)}, not the {self.text(noted)}.",
                expected=self.text(label),
                got=self.text(noted),
                field=field,
            )
        can_be = (
            self._can_sight(merged)
            if label == UNKNOWN
            else merged == label or merged not in self.placed
        )
        if not can_be:
            raise self.seen(merged, field)
        return merged

    def _note(self, label: Card, known: Card) -> None:
        """Keep that a card labelled *label* is now *known*."""
        if label == UNKNOWN:
            self._place(known)
        elif known & 7 != NO_SUIT:
            self.placed.add(known)

    def _sight(self, card: Card, field: str) -> None:
        """Note that a slot holds *card*, of which nothing was known."""
        if not self._can_sight(card):
            raise self.seen(card, field)
        self._place(card)

    def _can_sight(self, card: Card) -> bool:
        """Tell whether an unknown slot can hold *card*."""
        if card in self.placed:
            return False
        if not self.is_counted and card & 7 != NO_SUIT:
            return card in self.exact
        room = self.room if self.is_counted or card == JOKER else self.room_left()
        if room[card >> 3] <= 0:
            return False
        if self.is_plain:
            return True
        self.room[card >> 3] -= 1
        fits = self._fits()
        self.room[card >> 3] += 1
        return fits

    def _place(self, card: Card) -> None:
        if card & 7 == NO_SUIT and card != JOKER:
            self._count_room()
        if self.is_counted or card == JOKER:
            self.room[card >> 3] -= 1
        if card & 7 != NO_SUIT:
            self.placed.add(card)

    def room_left(self) -> list[int]:
        """Return how many more cards of each rank the deck can still give."""
        room = self.room.copy()
        if not self.is_counted:
            for card in self.placed:
                room[card >> 3] -= 1
        return room

    def _count_room(self) -> None:
        """Count all ranks from now on."""
        self.room = self.room_left()
        self.is_counted = True

    def lay_open(self, card: Card) -> bool:
        """Tell whether *card*, or every card that it can be, lay open somewhere."""
        if card & 7 != NO_SUIT:
            return card in self.faced
        if card == UNKNOWN:
            return False
        rank = card >> 3
        out = self.faced if card == JOKER else set(self.faced)
        return sum(other >> 3 == rank for other in out) + self.gone[rank] >= self.deck.room[rank]

    def seen(self, card: Card, field: str) -> IllegalMove:
        """Return the fault of a card that is elsewhere."""
        text = self.text(card)
        message = (
            f"The {text} is elsewhere already."
            if card & 7 != NO_SUIT
            else f"Every {text} of the deck is elsewhere already."
        )
        return IllegalMove("card-already-seen", message, got=text, field=field)

    # -- does it all fit

    def _fits(self, seat: int | None = None, way: Way | None = None) -> bool:
        """Tell whether the deck can give all that is known, with the hand of *seat* as in *way*."""
        demands = [hand.demands() for nth, hand in enumerate(self.hands) if nth != seat]
        if way is not None:
            demands.append([way.drawn_on])
        elif seat is not None:
            demands.append(self.hands[seat].demands())
        return any(min(room) >= 0 for room in _rooms(self.room_left(), demands))

    def most_unseen(self, ranks: Iterable[int]) -> int:
        """Return how many of the cards nobody saw can be of *ranks*, at the most."""
        wanted = tuple(ranks)
        rooms = _rooms(self.room_left(), [hand.demands() for hand in self.hands])
        return max(sum(room[rank] for rank in wanted) for room in rooms if min(room) >= 0)


def _has_exact(cards: Sequence[Card], rank: int) -> bool:
    return any(card >> 3 == rank and card & 7 != NO_SUIT for card in cards)


def _rooms(room: list[int], demands: Sequence[Sequence[tuple[int, ...]]]) -> Iterator[list[int]]:
    """Yield what is left of *room* for each choice of one demand a hand."""
    for choice in product(*demands):
        left = room.copy()
        for rank in chain(*choice):
            left[rank] -= 1
        yield left
