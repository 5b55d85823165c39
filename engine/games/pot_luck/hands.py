"""Who holds which cards at a table of Pot Luck, how they lie, and what the log leaves open.

The shared census follows which cards a hand may hold. Here it also matters how each of them lies,
because an open card that is played must be replaced: a ``7`` that is played by someone who has an
open ``7`` and a hidden ``7H`` may be either, and the next `open` move tells which. So a hand is
kept in one of two forms:

* plain, while it is beyond doubt what it is: a list of labels, and which of them lie open;
* as *ways*: every `Holding` that agrees with the log.

The physical cards are 52 and so is the deck, hence labels can be real exactly when no exact card
has two of them and no rank more than four. What lies on the table, in the stock and in plain hands
is counted once, in `named` and `counts`; ways are held against that count, one a hand.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import Final, NamedTuple, TypeAlias

from ...cards import NO_SUIT, NOTHING, UNKNOWN, Card, card_text, merge, rank_only, standard_deck
from ...errors import IllegalMove

HIDDEN: Final = 0
NOTED: Final = 1
"""Open, and the log says so."""
UNNOTED: Final = 2
"""Open, in a log that may leave that out."""

Slot: TypeAlias = tuple[Card, int]
"""A label, and how the card lies."""

MOST_WAYS: Final = 2048
"""More ways than this and the hand counts as unknown: we would rather miss a fault than accuse."""
MOST_TRIES: Final = 20_000
"""How long we look for hands that fit together before we believe that some do."""

RANKS: Final = range(1, 14)
ALIKE: Final = 4
"""Cards of a rank."""

# Ranks are counted in one number, four bits a rank. A sum of two counts that were fine is at most
# eight a rank, so that adding three shows in the fourth bit whether it is more than four.
_COUNT: Final = [1 << 4 * (card >> 3) if card >> 3 in RANKS else 0 for card in range(UNKNOWN + 1)]
_BIT: Final = [
    1 << card if card >> 3 in RANKS and card & 7 < NO_SUIT else 0 for card in range(UNKNOWN + 1)
]
_THREES: Final = sum(3 << 4 * rank for rank in RANKS)
_EIGHTS: Final = sum(8 << 4 * rank for rank in RANKS)

Footprint: TypeAlias = tuple[int, int]
"""The exact cards of a hand as bits, and the count of its ranks."""
_NONE: Final[Footprint] = (0, 0)


class Holding(NamedTuple):
    """One thing that a hand may be."""

    slots: tuple[Slot, ...]
    """Sorted."""
    spent: int = 0
    """As bits: exact cards that were played from it where the log told the rank alone."""

    def swap(self, slot: Slot, *new: Slot, spent: int = 0) -> Holding:
        """Return the holding with *slot* gone and *new* there."""
        slots = list(self.slots)
        slots.remove(slot)
        slots.extend(new)
        slots.sort()
        return Holding(tuple(slots), self.spent | spent)


def _is_over(counts: int) -> bool:
    """Tell whether some rank is counted more than four times."""
    return (counts + _THREES) & _EIGHTS != 0


@lru_cache(maxsize=1 << 15)
def footprint(holding: Holding) -> Footprint | None:
    """Return what a holding takes of the deck; None where no deck can give it."""
    named, counts = holding.spent, 0
    for label, _ in holding.slots:
        if named & _BIT[label]:
            return None
        named |= _BIT[label]
        counts += _COUNT[label]
    return None if _is_over(counts) else (named, counts)


def _without(old: Holding, card: Card) -> Iterator[Holding]:
    """Yield what is left of *old* once *card* was played from it."""
    slots = dict.fromkeys(old.slots)
    for slot in slots:
        label, lies = slot
        real = merge(label, card)
        if real is None:
            continue
        if label == UNKNOWN and (rank_only(card), lies) in slots:
            continue  # the bare label, lying alike, leaves more open
        spent = _BIT[real] if card & 7 == NO_SUIT else 0
        yield old.swap(slot, spent=spent)


def _with_open(old: Holding, card: Card, ways_to_lie: Sequence[int]) -> Iterator[Holding]:
    """Yield what *old* is once *card*, one that lay in one of these ways, is open."""
    slots = dict.fromkeys(old.slots)
    for slot in slots:
        label, lies = slot
        if lies not in ways_to_lie:
            continue
        real = merge(label, card)
        if real is None or (label == UNKNOWN and (rank_only(card), lies) in slots):
            continue
        yield old.swap(slot, (real, NOTED))


class Hands:
    """All cards but those on the pots, as far as the log tells."""

    __slots__ = (
        "cards",
        "counts",
        "hidden_draws",
        "is_lost",
        "may_omit",
        "named",
        "names",
        "open_cards",
        "open_hands",
        "pending",
        "played",
        "shown",
        "silent",
        "stock",
        "ways",
    )

    def __init__(
        self,
        hands: Sequence[Sequence[Card]],
        stock: Sequence[Card],
        names: Sequence[str],
        *,
        open_cards: int,
        open_hands: bool,
        may_omit: bool,
    ) -> None:
        """Take the deal as it was noted. Raises IllegalMove where a card is there too often.

        *may_omit*: the log need not say what was laid open.
        """
        self.names = names
        self.open_cards = 0 if open_hands else open_cards
        """How many cards of each hand are to lie open, or all of a smaller hand."""
        self.open_hands = open_hands
        self.may_omit = may_omit
        self.hidden_draws = 0
        """How many cards were drawn that nobody noted."""
        self.cards: list[list[Card]] = [list(hand) for hand in hands]
        """By seat: the labels of a plain hand; empty where there are ways."""
        self.shown: list[list[Card]] = [[] for _ in hands]
        """By seat: the labels of those that lie open, of a plain hand."""
        self.ways: list[tuple[Holding, ...] | None] = [None] * len(hands)
        self.silent: list[tuple[int, ...]] = [()] * len(hands)
        """By seat: of a plain hand of unknown cards, how many may lie open without a note; empty
        where none does. Pencil logs are full of such hands, so they are not kept as ways."""
        self.is_lost = [False] * len(hands)
        """By seat: there were too many ways to follow."""
        self.stock: deque[Card] = deque(stock)
        self.played: list[Card] = []
        """Every card that was played, as the log told it."""
        self.pending: tuple[int, ...] = ()
        """The seats that may have a card to lay open."""
        if self.open_cards:
            self.pending = tuple(seat for seat, hand in enumerate(hands) if hand)
        known = [card for card in chain(*hands, stock) if card != UNKNOWN]
        self.named = sum(map(_BIT.__getitem__, known))
        self.counts = sum(map(_COUNT.__getitem__, known))
        # Exact cards, each of them once, are as many bits: nearly every deal is counted all at once.
        if self.named.bit_count() < len(known):
            self.named = self.counts = 0
            for seat, hand in enumerate(hands):
                for nth, card in enumerate(hand):
                    self._count_dealt(card, f"/deal/hands/{seat}/{nth}")
            for nth, card in enumerate(stock):
                self._count_dealt(card, f"/deal/stock/{nth}")

    def _count_dealt(self, card: Card, field: str) -> None:
        if not self._can_count(card):
            raise _seen(card, field)
        self._count(card)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hands) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # hands change

    def copy(self) -> Hands:
        """Return hands that can change on their own."""
        twin = Hands.__new__(Hands)
        twin.names = self.names
        twin.open_cards = self.open_cards
        twin.open_hands = self.open_hands
        twin.may_omit = self.may_omit
        twin.hidden_draws = self.hidden_draws
        twin.cards = [cards.copy() for cards in self.cards]
        twin.shown = [shown.copy() for shown in self.shown]
        twin.ways = self.ways.copy()
        twin.silent = self.silent.copy()
        twin.is_lost = self.is_lost.copy()
        twin.stock = self.stock.copy()
        twin.played = self.played.copy()
        twin.pending = self.pending
        twin.named = self.named
        twin.counts = self.counts
        return twin

    # -- what is known

    def size(self, seat: int) -> int:
        """Return how many cards a hand has; that is always known."""
        ways = self.ways[seat]
        return len(self.cards[seat]) if ways is None else len(ways[0].slots)

    def labels(self, seat: int) -> list[Card]:
        """Return one label a card, as much of each as is sure, `UNKNOWN` for the rest."""
        ways = self.ways[seat]
        if ways is None:
            return self.cards[seat].copy()
        sure = _common([label for label, _ in way.slots] for way in ways)
        if len(sure) < len(ways[0].slots):
            bare = _common([rank_only(label) for label, _ in way.slots] for way in ways)
            if len(bare) > len(sure):
                sure = bare
        return sure + [UNKNOWN] * (len(ways[0].slots) - len(sure))

    def known(self, seat: int) -> list[Card] | None:
        """Return one label a card where the rank of every one is known, else None.

        Not to be changed.
        """
        if self.ways[seat] is None:
            cards = self.cards[seat]
            return None if UNKNOWN in cards else cards
        labels = self.labels(seat)
        return None if UNKNOWN in labels else labels

    def open_labels(self, seat: int) -> list[Card]:
        """Return the labels of the cards that surely lie open."""
        if self.open_hands:
            return [label for label in self.labels(seat) if label != UNKNOWN]
        ways = self.ways[seat]
        if ways is None:
            return self.shown[seat].copy()
        return _common([label for label, lies in way.slots if lies == NOTED] for way in ways)

    def hidden_labels(self, seat: int) -> list[Card]:
        """Return the labels of `labels` without those that surely lie open."""
        hidden = self.labels(seat)
        if not self.open_hands:
            for card in self.open_labels(seat):
                alike = (label for label in hidden if merge(label, card) is not None)
                hidden.remove(next(chain((x for x in hidden if x == card), alike)))
        return hidden

    def due(self, seat: int) -> int:
        """Return how many cards the player must surely lay open now."""
        ways = self.ways[seat]
        if ways is not None:
            return 0 if self.is_lost[seat] else min(map(self._due, ways))
        most = min(self.open_cards, len(self.cards[seat]))
        return max(0, most - len(self.shown[seat]))

    def room(self, rank: int) -> int:
        """Return how many more cards can be of *rank* beyond those that are known, at most."""
        shift = 4 * rank
        known = self.counts >> shift & 15
        for ways in self.ways:
            if ways is not None:
                known += min((footprint(way) or _NONE)[1] >> shift & 15 for way in ways)
        return ALIKE - known

    # -- moves that change nothing but what is plain

    def plain_label(self, seat: int, card: Card, drew: Card | None, *, draws: bool) -> Card | None:
        """Return the label of the card that is played, where `exchange` may make the play.

        That is where it is legal and leaves no doubt; None where it has to be looked at closely.
        """
        if self.pending and not all(map(self._is_blank, self.pending)):
            return None
        cards = self.cards[seat]
        label: Card | None = card
        if card & 7 == NO_SUIT or card not in cards:
            label = self._plain_source(cards, self.shown[seat], card)
            if label is None:
                return None
        if not draws:
            return label if drew is None or drew == NOTHING else None
        top = self.stock[0]
        is_silent = self.silent[seat] or seat in self.pending
        if drew is None or drew in (top, UNKNOWN):
            return None if is_silent and top != UNKNOWN else label
        is_plain = (
            top == UNKNOWN
            and drew > 0
            and not is_silent
            and (label != UNKNOWN or drew >> 3 != card >> 3)
            and self._can_count(drew)
            and self._are_plain()
        )
        return label if is_plain else None

    def _plain_source(
        self, cards: Sequence[Card], shown: Sequence[Card], card: Card
    ) -> Card | None:
        """Return the label that *card* surely is, or may as well be; None where that matters."""
        bare = rank_only(card)
        alike = [label for label in cards if label >> 3 == card >> 3]
        has_unknown = UNKNOWN in cards
        label: Card | None = None
        if card == bare and len(alike) == 1 and not has_unknown:
            label = alike[0]
        elif bare in alike and (card != bare or alike.count(bare) == len(alike)):
            # From an unknown slot that lies alike it would leave less open.
            is_sure = bare not in shown or (not has_unknown and alike.count(bare) == 1)
            label = bare if is_sure and not self.named & _BIT[card] else None
        elif has_unknown and (card != bare or not alike):
            label = UNKNOWN if self._can_count(card) else None
        return label if label is not None and self._are_plain() else None

    def exchange(
        self, seat: int, card: Card, label: Card, drew: Card | None, *, draws: bool
    ) -> None:
        """Let *card* leave a hand, as its `plain_label`, and the top card of the stock come."""
        if self.pending:
            self._be_silent()
        cards, shown = self.cards[seat], self.shown[seat]
        if self.silent[seat]:
            lain = self.silent[seat][0]
            turned = (lain - 1,) if lain else ()
            self.silent[seat] = (*turned, lain) if lain < len(cards) else turned
        cards.remove(label)
        if label in shown:
            shown.remove(label)
        if label == UNKNOWN:
            self._count(card)
        elif label != card:
            self.named |= _BIT[card]
        self.played.append(card if label & 7 == NO_SUIT else label)
        if draws:
            top = self.stock.popleft()
            if top == UNKNOWN:
                if drew is None or drew == UNKNOWN:
                    self.hidden_draws += 1
                else:
                    top = drew
                    self._count(drew)
            cards.append(top)
        if len(shown) < self.open_cards and len(shown) < len(cards):
            self.pending = (seat,)

    def _are_plain(self) -> bool:
        """Tell whether all hands are, so that what is counted is all there is to count."""
        return self.ways.count(None) == len(self.ways)

    def _is_blank(self, seat: int) -> bool:
        """Tell whether a hand holds nothing known in a log that need not say what lies open."""
        cards = self.cards[seat]
        return self.may_omit and len(cards) > 0 and cards.count(UNKNOWN) == len(cards)

    def _be_silent(self) -> None:
        """Take it that blank hands have laid open, without a note, what they have to."""
        for seat in self.pending:
            self.silent[seat] = (min(self.open_cards, len(self.cards[seat])),)
        self.pending = ()

    def plain_open_label(self, seat: int, card: Card) -> Card | None:
        """Return the label of the card that is laid open, where `lay` may do it; else None."""
        cards, shown = self.cards[seat], self.shown[seat]
        if seat not in self.pending or card in shown:
            return None
        if card & 7 != NO_SUIT and card in cards:
            return card
        is_doubtful = (
            self.silent[seat]
            or UNKNOWN not in cards
            or any(label >> 3 == card >> 3 for label in cards)
            or not self._can_count(card)
            or not self._are_plain()
        )
        return None if is_doubtful else UNKNOWN

    def lay(self, seat: int, card: Card, label: Card) -> None:
        """Lay a card open, as its `plain_open_label`."""
        cards, shown = self.cards[seat], self.shown[seat]
        if label != card:
            cards[cards.index(label)] = card
            self._count(card)
        shown.append(card)
        if len(shown) >= self.open_cards or len(shown) >= len(cards):
            self.pending = tuple(other for other in self.pending if other != seat)

    # -- moves in general; what raises leaves a half-made move, so make them on a copy

    def play(self, seat: int, card: Card, drew: Card | None, *, draws: bool) -> None:
        """Let *card* leave a hand and draw. Raises IllegalMove for what the cards forbid."""
        try:
            self._leave(seat, card)
        except IllegalMove as fault:
            if fault.code == "not-your-card" and drew is not None and self._is_seen(drew):
                raise _seen(drew, "drew") from None
            raise
        self.played.append(card)
        if draws and drew != NOTHING:
            self._draw(seat, drew)
        elif drew is not None and (drew != NOTHING or draws):
            raise self._wrong_draw(drew, draws=draws)
        self._lower(seat)
        self.pending = (seat,) if self._may_owe(seat) else ()

    def open(self, seat: int, card: Card) -> None:
        """Lay a card of the hand open. Raises IllegalMove where it cannot be, or is not due."""
        old = self._lift(seat)
        ways = (HIDDEN, NOTED, UNNOTED)
        if not self._fitting(seat, [new for way in old for new in _with_open(way, card, ways)]):
            raise self._refusal(seat, card)
        if self.is_lost[seat]:
            return
        due = [new for way in old if self._due(way) for new in _with_open(way, card, (HIDDEN,))]
        kept = self._fitting(seat, due)
        if not kept:
            raise self._not_due(seat)
        self._keep(seat, kept)
        self._lower(seat)
        if not self._may_owe(seat):
            self.pending = tuple(other for other in self.pending if other != seat)

    def settle(self) -> None:
        """Take it that all cards lie open that have to. Raises ``open-missing``."""
        if self.pending and all(map(self._is_blank, self.pending)):
            self._be_silent()
            return
        for seat in self.pending:
            if self.is_lost[seat]:
                continue
            ways = self._lift(seat)
            if self.may_omit:
                ready = [new for way in ways for new in self._completed(way)]
            else:
                ready = [way for way in ways if not self._due(way)]
            kept = self._fitting(seat, ready)
            if not kept:
                raise self.missing(seat)
            self._keep(seat, kept)
            self._lower(seat)
        self.pending = ()

    def _leave(self, seat: int, card: Card) -> None:
        ways = self._lift(seat)
        found: list[Holding] = []
        if self._can_count(card):
            self._count(card)
            found = self._fitting(seat, [new for way in ways for new in _without(way, card)])
            if not found:
                self._uncount(card)
        if not found:
            raise self._refusal(seat, card)
        self._keep(seat, found)

    def _draw(self, seat: int, drew: Card | None) -> None:
        top = self.stock[0]
        label = top if drew is None else merge(top, drew)
        if drew is not None and label != top:
            self._uncount(top)
            can_be = label is not None and self._can_count(label)
            if label is not None and can_be:
                self._count(label)
                can_be = self._is_possible()
            if label is None or not can_be:
                if label is not None or self._is_seen(drew):
                    raise _seen(drew, "drew")
                raise _other_draw(top, drew)
            top = label
        self.stock.popleft()
        if top == UNKNOWN:
            self.hidden_draws += 1
        ways = self.ways[seat]
        if ways is None:
            self.cards[seat].append(top)
            return
        self._uncount(top)
        if self.is_lost[seat]:
            top = UNKNOWN
        self.ways[seat] = tuple(
            Holding(tuple(sorted((*way.slots, (top, HIDDEN)))), way.spent) for way in ways
        )

    # -- ways

    def _due(self, way: Holding) -> int:
        most = min(self.open_cards, len(way.slots))
        return max(0, most - sum(lies != HIDDEN for _, lies in way.slots))

    def _may_owe(self, seat: int) -> bool:
        """Tell whether the player may have a card to lay open."""
        ways = self.ways[seat]
        return self.due(seat) > 0 if ways is None else any(map(self._due, ways))

    def _completed(self, way: Holding) -> Iterator[Holding]:
        """Yield what *way* is once all that is due was laid open and nobody noted it."""
        hidden = [slot for slot in way.slots if slot[1] == HIDDEN]
        rest = [slot for slot in way.slots if slot[1] != HIDDEN]
        for turned in set(combinations(hidden, self._due(way))):
            stays = list((Counter(hidden) - Counter(turned)).elements())
            laid = [(label, UNNOTED) for label, _ in turned]
            yield Holding(tuple(sorted(rest + stays + laid)), way.spent)

    def _lift(self, seat: int) -> tuple[Holding, ...]:
        """Return the ways of a hand; a plain one becomes the one way it is."""
        ways = self.ways[seat]
        if ways is not None:
            return ways
        if self.silent[seat]:
            size = len(self.cards[seat])
            lifted = tuple(
                Holding(((UNKNOWN, HIDDEN),) * (size - lain) + ((UNKNOWN, UNNOTED),) * lain)
                for lain in self.silent[seat]
            )
            self.cards[seat], self.silent[seat] = [], ()
            self.ways[seat] = lifted
            return lifted
        left = self.shown[seat].copy()
        slots: list[Slot] = []
        for label in self.cards[seat]:
            self._uncount(label)
            if label in left:
                left.remove(label)
                slots.append((label, NOTED))
            else:
                slots.append((label, HIDDEN))
        self.cards[seat], self.shown[seat] = [], []
        ways = self.ways[seat] = (Holding(tuple(sorted(slots))),)
        return ways

    def _lower(self, seat: int) -> None:
        """Make a hand plain where only one way is left and leaves no doubt."""
        ways = self.ways[seat]
        if ways is None or len(ways) > 1 or self.is_lost[seat]:
            return
        slots, spent = ways[0]
        if any(lies == UNNOTED for _, lies in slots):
            return
        for card in standard_deck().cards if spent else ():
            if spent & _BIT[card]:  # what was played as a bare rank is known now
                self.played[self.played.index(rank_only(card))] = card
                self.named |= _BIT[card]
        self.ways[seat] = None
        self.cards[seat] = [label for label, _ in slots]
        self.shown[seat] = [label for label, lies in slots if lies == NOTED]
        for label, _ in slots:
            self._count(label)

    def _keep(self, seat: int, ways: Sequence[Holding]) -> None:
        if len(ways) <= MOST_WAYS:
            self.ways[seat] = tuple(ways)
            return
        self.is_lost[seat] = True
        self.ways[seat] = (Holding(((UNKNOWN, HIDDEN),) * len(ways[0].slots)),)

    # -- does it all fit

    def _can_count(self, card: Card) -> bool:
        """Tell whether the deck has one more such card, as far as plain hands go."""
        return not self.named & _BIT[card] and not _is_over(self.counts + _COUNT[card])

    def _count(self, card: Card) -> None:
        self.named |= _BIT[card]
        self.counts += _COUNT[card]

    def _uncount(self, card: Card) -> None:
        self.named &= ~_BIT[card]
        self.counts -= _COUNT[card]

    def _footprints(self, but: int | None = None) -> list[list[Footprint]]:
        """Return what each hand with ways may take of the deck, the simplest hands first."""
        found = []
        for seat, ways in enumerate(self.ways):
            if ways is None or seat == but:
                continue
            prints = list({mark: None for way in ways if (mark := footprint(way)) is not None})
            if _NONE not in prints:
                found.append(prints)
        return sorted(found, key=len)

    def _is_possible(self) -> bool:
        return _can_all_be(self.named, self.counts, self._footprints())

    def _fitting(self, seat: int, ways: Iterable[Holding]) -> list[Holding]:
        """Return those ways of a hand that the deck can give beside all the rest."""
        others = self._footprints(seat)
        verdicts: dict[Footprint, bool] = {}
        kept = []
        for way in dict.fromkeys(ways):
            mark = footprint(way)
            if mark is None:
                continue
            if mark not in verdicts:
                verdicts[mark] = _can_all_be(self.named, self.counts, [[mark], *others])
            if verdicts[mark]:
                kept.append(way)
        return kept

    # -- faults

    def lay_open(self, card: Card, own: int | None) -> bool:
        """Tell whether *card* certainly lies, or lay, open elsewhere than before the seat *own*."""
        bit = _BIT[card]
        public = self.played.copy()
        for seat, cards in enumerate(self.cards):
            if seat != own:
                public += cards if self.open_hands else self.shown[seat]
        if bit and card in public:
            return True
        alike = sum(label >> 3 == card >> 3 for label in public)
        choices = [
            list({self._openness(way, card, seat == own): None for way in ways})
            for seat, ways in enumerate(self.ways)
            if ways is not None
        ]
        return not _can_be_hidden(self.named, self.counts, alike, choices)

    def _openness(self, way: Holding, card: Card, is_own: bool) -> tuple[Footprint | None, int]:
        """Return a holding's footprint, and how many cards like *card* it has open."""
        bit = _BIT[card]
        alike = ALIKE if bit and way.spent & bit else 0
        if not is_own:
            for label, lies in way.slots:
                if (self.open_hands or lies == NOTED) and label >> 3 == card >> 3:
                    alike += ALIKE if bit and label == card else 1
        return footprint(way), alike

    def _refusal(self, seat: int, card: Card) -> IllegalMove:
        """Say why *card* cannot be in a hand, which has been lifted."""
        name, text = self.names[seat], card_text(card)
        if self.lay_open(card, seat):
            message = f"The {text} lies or lay open elsewhere."
        elif self._might_hold(seat, card):
            message = f"The {text} is known to be elsewhere."
        else:
            held = self.known(seat)
            texts = None if held is None else [card_text(label) for label in sorted(held)]
            if texts is None:
                message = f"{name} cannot hold the {text}."
            else:
                message = f"{name} does not hold the {text}, but {' '.join(texts) or 'no card'}."
            return IllegalMove("not-your-card", message, expected=texts, got=text, field="card")
        return IllegalMove("card-already-seen", message, got=text, field="card")

    def _might_hold(self, seat: int, card: Card) -> bool:
        """Tell whether a card of the hand could be *card*, were it not for all other cards."""
        alike = [
            way
            for way in self._lift(seat)
            if any(merge(label, card) is not None for label, _ in way.slots)
        ]
        return bool(self._fitting(seat, alike))

    def _is_seen(self, drew: Card) -> bool:
        return drew not in (NOTHING, UNKNOWN) and self.lay_open(drew, None)

    def _wrong_draw(self, drew: Card, *, draws: bool) -> IllegalMove:
        if self._is_seen(drew):
            return _seen(drew, "drew")
        if drew == NOTHING:
            return IllegalMove(
                "wrong-draw",
                f"The stock still has {len(self.stock)} cards, so one is drawn.",
                field="drew",
                rule="your-turn",
            )
        if self.stock:
            return IllegalMove(
                "wrong-draw",
                "This play ends the game at once, without a draw.",
                got=card_text(drew),
                field="drew",
                rule="end-of-the-game",
            )
        return IllegalMove(
            "draw-from-empty-stock",
            "The stock is empty, nobody draws.",
            got=card_text(drew),
            field="drew",
            rule="end-of-the-game",
        )

    def missing(self, seat: int) -> IllegalMove:
        """Say that a player did not lay a card open in time."""
        return IllegalMove(
            "open-missing",
            f"{self.names[seat]} has to lay a card open before this move.",
            expected="open",
            field="type",
            rule="your-turn" if self.played else "setup",
        )

    def _not_due(self, seat: int) -> IllegalMove:
        message = f"{self.names[seat]} has no card to lay open now."
        if self.open_hands:
            message = "All cards lie open in this game."
        elif not self.open_cards:
            message = "No cards are laid open in this game."
        return IllegalMove("open-not-due", message, field="type", rule="your-turn")


def _can_all_be(named: int, counts: int, choices: Sequence[Sequence[Footprint]]) -> bool:
    """Tell whether one of each of the choices fits beside what is *named* and *counted*."""
    tries = 0

    def fits(named: int, counts: int, at: int) -> bool:
        nonlocal tries
        if at == len(choices):
            return True
        for other, more in choices[at]:
            tries += 1
            if tries > MOST_TRIES:
                return True
            if named & other or _is_over(counts + more):
                continue
            if fits(named | other, counts + more, at + 1):
                return True
        return False

    return fits(named, counts, 0)


def _can_be_hidden(
    named: int,
    counts: int,
    alike: int,
    choices: Sequence[Sequence[tuple[Footprint | None, int]]],
) -> bool:
    """Tell whether hands fit together so that fewer than four of the alike cards lie open."""
    tries = 0

    def fits(named: int, counts: int, alike: int, at: int) -> bool:
        nonlocal tries
        if alike >= ALIKE:
            return False
        if at == len(choices):
            return True
        for mark, more in choices[at]:
            tries += 1
            if tries > MOST_TRIES:
                return True
            if mark is None or named & mark[0] or _is_over(counts + mark[1]):
                continue
            if fits(named | mark[0], counts + mark[1], alike + more, at + 1):
                return True
        return False

    return fits(named, counts, alike, 0)


def _common(hands: Iterable[Sequence[Card]]) -> list[Card]:
    """Return the labels that all of the *hands* have, unknown ones left out."""
    found: Counter[Card] | None = None
    for hand in hands:
        found = Counter(hand) if found is None else found & Counter(hand)
    if found is None:
        return []
    found.pop(UNKNOWN, None)
    return sorted(found.elements())


def _seen(card: Card, field: str) -> IllegalMove:
    text = card_text(card)
    return IllegalMove(
        "card-already-seen",
        f"The {text} cannot be here: every such card is elsewhere already.",
        got=text,
        field=field,
    )


def _other_draw(top: Card, drew: Card) -> IllegalMove:
    return IllegalMove(
        "wrong-draw",
        f"The top card of the stock is the {card_text(top)}, not the {card_text(drew)}.",
        expected=card_text(top),
        got=card_text(drew),
        field="drew",
        rule="your-turn",
    )
