"""The face-down piles of Equator, and where every card may be, given what was seen of it.

Each card has a *slot*: its place in the deal, by number, which stays its name wherever it goes. A
slot has a label, as much as is known of its card. A log is legal if some way to fill the labels in
agrees with all that was seen. Unlike in a game of hands it is always plain which slot a card came
from: the top of the pile. So before the first redeal counting is enough: no rank more often than
the deck has it (`room`), no exact card in two slots (`placed`).

A redeal mixes slots up: what lay in the waste pile lies in new slots, and nobody knows which card
in which. From then on every rank has its *worlds*: each way in which its four suits may be spread
over the places. A place is a slot whose rank is known, or "somewhere among the cards of deal d that
were not seen", out of play included. Cards that were not seen may be in any such slot alike, so the
ranks do not touch each other, and there are never more than a few dozen worlds of one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import chain, islice
from typing import Final, TypeAlias

from ...cards import NO_SUIT, RANKS, UNKNOWN, Card, card_text, merge, standard_deck
from ...errors import IllegalMove

Slot: TypeAlias = int
Place: TypeAlias = int
"""A slot, or from -1 down: unseen among the cards of deal 0, 1, 2, …"""
World: TypeAlias = tuple[Place, ...]
"""The place of each suit of one rank."""

_DECK: Final = standard_deck()
_SUITS: Final = range(NO_SUIT)


class Piles:
    """All cards of one game by slot, and the piles that are still face down, top card first."""

    __slots__ = ("deal_of", "deals", "labels", "left", "names", "piles", "placed", "room", "worlds")

    def __init__(self, hands: Sequence[Sequence[Card]], names: Sequence[str]) -> None:
        """Take the deal as it was noted. Raises IllegalMove where a card is there too often."""
        self.names = names
        self.labels: list[Card] = list(chain.from_iterable(hands))
        slots = iter(range(len(self.labels)))
        self.piles: list[deque[Slot]] = [deque(islice(slots, len(hand))) for hand in hands]
        self.left = len(self.labels)
        """Cards in all piles."""
        self.deals = 0
        """Redeals so far."""
        self.deal_of = [0] * len(self.labels)
        """By slot: the deal it came with."""
        self.worlds: dict[int, set[World]] | None = None
        """By rank, after the first redeal."""
        self.room = list(_DECK.room)
        known = [card for card in self.labels if card != UNKNOWN]
        self.placed: set[Card] = set(known)
        if self.placed <= _DECK.exact and len(self.placed) == len(known):
            # Exact cards, each of them once: nearly every deal, so it is counted all at once.
            for card in known:
                self.room[card >> 3] -= 1
        else:
            self.placed = set()
            self._look_through(hands)

    def _look_through(self, hands: Sequence[Sequence[Card]]) -> None:
        for seat, hand in enumerate(hands):
            for nth, card in enumerate(hand):
                if card == UNKNOWN:
                    continue
                if not self._has_room(card):
                    raise _seen(card, f"/deal/hands/{seat}/{nth}")
                self._place(card)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Piles) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # piles change

    def copy(self) -> Piles:
        """Return piles that can change on their own."""
        twin = Piles.__new__(Piles)
        twin.restore(self)
        return twin

    def restore(self, saved: Piles) -> None:
        """Become what *saved*, an earlier copy, was."""
        self.names = saved.names
        self.labels = saved.labels.copy()
        self.piles = [pile.copy() for pile in saved.piles]
        self.left = saved.left
        self.deals = saved.deals
        self.deal_of = saved.deal_of.copy()
        self.room = saved.room.copy()
        self.placed = saved.placed.copy()
        # A rank's worlds are replaced as a whole, never changed.
        self.worlds = None if saved.worlds is None else saved.worlds.copy()

    # -- the top card of a pile

    def take(self, seat: int, card: Card, field: str) -> Slot:
        """Turn up the top card of a pile, seen to be *card*; return its slot.

        Raises IllegalMove (``card-already-seen``, ``not-your-card``) and changes nothing where no
        way of filling the hidden cards allows it. The pile must not be empty.
        """
        slot = self.piles[seat][0]
        if self.labels[slot] != card and not self._learn(slot, card):
            raise self._refusal(seat, slot, card, field)
        self.piles[seat].popleft()
        self.left -= 1
        return slot

    def put_back(self, seat: int, slot: Slot, label: Card, worlds: set[World] | None) -> None:
        """Undo the last `take`; *label* and *worlds* (of the rank it got) are from before it."""
        self.piles[seat].appendleft(slot)
        self.left += 1
        known = self.labels[slot]
        self.labels[slot] = label
        if self.worlds is not None:
            assert worlds is not None, "there are worlds since the first redeal"
            self.worlds[known >> 3] = worlds
        elif known != label:
            self.room[known >> 3] += label == UNKNOWN
            self.placed.discard(known)

    def worlds_of(self, card: Card) -> set[World] | None:
        """Return the worlds of a card's rank, None before the first redeal."""
        return None if self.worlds is None else self.worlds[card >> 3]

    def top(self, seat: int) -> Card:
        """Return what is known of the top card of a pile."""
        return self.labels[self.piles[seat][0]]

    # -- dealing the waste pile out again

    def redeal(self, waste: Sequence[Slot], hands: Sequence[Sequence[Card]]) -> None:
        """Turn the cards of *waste* down and deal them as *hands*, under what is left of the piles.

        Cards beyond the hands are out of play from now on. Raises IllegalMove, its field as in
        ``hands/0/3``, and leaves the piles half-dealt: deal on a copy.
        """
        worlds = self._all_worlds()
        self.deals += 1
        unseen = -1 - self.deals
        now = dict.fromkeys(waste, unseen)
        self.worlds = {
            rank: {tuple([now.get(place, place) for place in world]) for world in them}
            for rank, them in worlds.items()
        }
        for seat, hand in enumerate(hands):
            for _ in hand:
                self.piles[seat].append(len(self.labels))
                self.labels.append(UNKNOWN)
                self.deal_of.append(self.deals)
            self.left += len(hand)
        for seat, hand in enumerate(hands):
            slot = len(self.labels) - sum(map(len, hands[seat:]))
            for nth, card in enumerate(hand):
                if card != UNKNOWN and not self._learn(slot + nth, card):
                    raise self._refusal(seat, slot + nth, card, f"hands/{seat}/{nth}")

    # -- what is known, and what can be

    def _learn(self, slot: Slot, card: Card) -> bool:
        """Note that *card*, as far as it is told, is in *slot*; False where it cannot be."""
        label = self.labels[slot]
        known = merge(label, card)
        if known is None:
            return False
        if self.worlds is not None:
            worlds = self._narrowed(self.worlds[known >> 3], slot, label, known)
            if not worlds:
                return False
            self.worlds[known >> 3] = worlds
        elif label == UNKNOWN:
            if not self._has_room(known):
                return False
            self._place(known)
        elif known != label:
            if known in self.placed:
                return False
            self.placed.add(known)
        self.labels[slot] = known
        return True

    def _has_room(self, card: Card) -> bool:
        return self.room[card >> 3] > 0 and card not in self.placed

    def _place(self, card: Card) -> None:
        self.room[card >> 3] -= 1
        if card & 7 != NO_SUIT:
            self.placed.add(card)

    def _narrowed(self, worlds: set[World], slot: Slot, label: Card, known: Card) -> set[World]:
        """Return the worlds that are left when a slot is known to hold *known*."""
        if label != UNKNOWN:
            return {world for world in worlds if _fits(known, world.index(slot))}
        unseen = -1 - self.deal_of[slot]
        return {
            (*world[:suit], slot, *world[suit + 1 :])
            for suit in (_SUITS if known & 7 == NO_SUIT else (known & 7,))
            for world in worlds
            if world[suit] == unseen
        }

    def _all_worlds(self) -> dict[int, set[World]]:
        if self.worlds is not None:
            return self.worlds
        exact = {rank: [-1] * NO_SUIT for rank in range(1, len(RANKS))}
        bare: list[Slot] = []
        for slot, card in enumerate(self.labels):
            if card & 7 != NO_SUIT:
                exact[card >> 3][card & 7] = slot
            elif card != UNKNOWN:
                bare.append(slot)
        worlds = {rank: {tuple(places)} for rank, places in exact.items()}
        for slot in bare:
            card = self.labels[slot]
            worlds[card >> 3] = self._narrowed(worlds[card >> 3], slot, UNKNOWN, card)
        return worlds

    def _refusal(self, seat: int, slot: Slot, card: Card, field: str) -> IllegalMove:
        """Say why *card* cannot be in *slot*: it is known to be elsewhere, or this one is not it.

        It is ``card-already-seen`` where all that *card* may mean lay open, or, where the slot's
        own card might be one like it, where all that it may mean is known to be elsewhere. Cards of
        a later deal had lain open before it.
        """
        text = card_text(card)
        label = self.labels[slot]
        deal = self.deal_of[slot]
        places = {
            world[suit]
            for world in self._all_worlds()[card >> 3]
            for suit in _SUITS
            if _fits(card, suit)
        }
        if label != UNKNOWN and merge(label, card) is None:
            down = {slot for pile in self.piles for slot in pile}
            if all(
                self._deal_at(place) > deal or (place >= 0 and place not in down)
                for place in places
            ):
                return _seen(card, field)
            return IllegalMove(
                "not-your-card",
                f"The card of {self.names[seat]}'s pile is the {card_text(label)}, not the {text}.",
                expected=card_text(label),
                got=text,
                field=field,
                rule="play",
            )
        if all(place != slot and (place >= 0 or self._deal_at(place) > deal) for place in places):
            return _seen(card, field)
        return IllegalMove(
            "not-your-card",
            f"{self.names[seat]}'s pile cannot hold the {text}.",
            got=text,
            field=field,
            rule="play",
        )

    def _deal_at(self, place: Place) -> int:
        return self.deal_of[place] if place >= 0 else -1 - place


def _fits(card: Card, suit: int) -> bool:
    return card & 7 in (NO_SUIT, suit)


def _seen(card: Card, field: str) -> IllegalMove:
    text = card_text(card)
    return IllegalMove(
        "card-already-seen",
        f"The {text} cannot be here: every such card is elsewhere already.",
        got=text,
        field=field,
        rule="play",
    )
