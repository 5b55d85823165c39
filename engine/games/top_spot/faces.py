"""Card sets: what is printed on the cards, and what one sees of a stack."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations, product
from math import comb
from typing import Any, Final, NamedTuple, TypeAlias

from ...cards import Card
from ...shapes import BadField
from .deck import (
    COLOUR,
    COLOURS,
    HAND_SIZE,
    NUMBER,
    NUMBERS,
    TURN,
    TURNED_JOKER,
    bit_of,
    cards_in,
    numbers_in,
    packed_numbers,
)
from .search import Face, Lying, Shape, best_turning, best_upright, shapes

DEFAULT: Final = "demo"
INLINE: Final = "inline"
"""The name of a set that a log brings along."""
SPOT: Final = "S"
HOLE: Final = "O"
NEITHER: Final = "."
CELLS: Final = (4, 36)
MOST_KEPT: Final = 1 << 15
"""Answers of each kind that a card set remembers."""
MOST_SHAPES: Final = 30_000
"""So many stacks are listed for a hand, the small ones first; there are sets with millions."""
FEW_STACKS: Final = 60
"""The stacks of a hand are remembered only where there are no more than these."""
FEW_SHAPES: Final = 600
"""The facts count the stacks of a hand only where the set has no more than these."""

_ALL: Final = (1 << NUMBERS) - 1


Order: TypeAlias = Sequence[tuple[int, int]]
"""Of a stack, top card first: its number's place in the shape, and what being turned adds; below 0
it is the joker, which is added."""


_Needing: TypeAlias = tuple[int, Shape, Order | None]
"""How many cards of each number a stack needs, as `packed_numbers`; the stack; how it lies."""
_ENOUGH: Final = sum(8 << 4 * nth for nth in range(NUMBERS))
"""The highest bit of each number's four. Set beforehand, it is left where no more was taken away
than there was."""


class Stack(NamedTuple):
    """What can be said of a stack without knowing whose it is."""

    bits: int
    """Its coloured cards, see `deck.bit_of`."""
    jokers: int
    size: int
    colour: int
    """Of the top card, -1 for a joker."""
    value: int
    fault: str | None
    """``joker-not-on-top`` or ``mixed-colours``."""
    idle: int | None
    """The place, from 0, of the first card that adds nothing."""
    is_odd: bool
    """A card is there twice, or lies turned: not a plain matter."""


class CardSet:
    """The cards of one print. `card_set` makes it; it remembers what it was asked."""

    def __init__(self, name: str, texts: tuple[str, ...], rotate: bool) -> None:
        self.name = name
        self.texts = texts
        """One letter a cell, by number; 0 is the joker."""
        self.rotate = rotate
        """Cards may be turned by half."""
        upright = [face_of(text) for text in texts]
        turned = [face_of(text[::-1]) for text in texts] if rotate else []
        self.ways: dict[int, list[Face]] = {
            number: [face, turned[number]] if rotate and turned[number] != face else [face]
            for number, face in enumerate(upright)
        }
        """By number, the card as it may lie."""
        self.stacks: dict[tuple[Card, ...], Stack] = {}
        """What `look` has seen."""
        self._best_alike: dict[int, int | None] = {}
        self._best_any: dict[int, int | None] = {}
        self._counts: dict[tuple[bool, int], int | None] = {}
        self._stacks_alike: dict[int, Sequence[tuple[Card, ...]]] = {}
        self._shapes: dict[tuple[bool, int], Sequence[tuple[Shape, Order | None]]] = {}
        self._few: dict[bool, Sequence[_Needing] | None] = {}

    def text(self, card: Card) -> str:
        """Return the letters of a card as it lies."""
        text = self.texts[NUMBER[card >> 3]]
        return text[::-1] if card >> 3 >= TURN else text

    def seen(self, cards: Iterable[Card]) -> str:
        """Return the letters that one sees of a stack, top card first.

        >>> from .deck import card_of
        >>> card_set("demo").seen([card_of(0, 10), card_of(0, 7)])
        'S..SSS..S'
        """
        through = zip(*map(self.text, cards), strict=True)
        return "".join(next((cell for cell in cells if cell != HOLE), HOLE) for cells in through)

    def look(self, cards: tuple[Card, ...]) -> Stack:
        """Return what there is to say of a stack, top card first and not empty."""
        holes = -1
        bits = jokers = value = colours = 0
        idle = fault = None
        is_odd = False
        for nth, card in enumerate(cards):
            kind = card >> 3
            number = NUMBER[kind]
            spots, own = self.ways[number][0]
            if kind >= TURN:
                is_odd = True
                spots, own = self.ways[number][-1]  # a wrong turn is refused before it is seen
            gain = (spots & holes).bit_count()
            if nth and not gain and idle is None:
                idle = nth
            value += gain
            holes &= own
            if number == 0:
                jokers += 1
                if nth:
                    fault = "joker-not-on-top"
            else:
                bit = bit_of(card)
                is_odd = is_odd or bits & bit != 0
                bits |= bit
                colours |= 1 << COLOUR[kind]
        colour = COLOUR[cards[0] >> 3]
        if fault is None and colour >= 0 and colours & colours - 1:
            fault = "mixed-colours"
        stack = Stack(bits, jokers, len(cards), colour, value, fault, idle, is_odd)
        if len(cards) <= HAND_SIZE:
            _keep(self.stacks, cards, stack)
        return stack

    # -- the best stack of a hand

    def best(self, bits: int, jokers: int, colour: int | None) -> int | None:
        """Return the highest value with which a hand can lead, or follow *colour*.

        None where it cannot follow, or where the search is given up.

        >>> all_twelve_red = (1 << 12) - 1
        >>> card_set("demo").best(all_twelve_red, 0, None)
        8
        """
        best = -1
        for own in range(len(COLOURS)) if colour is None else (colour,):
            numbers = bits >> NUMBERS * own & _ALL
            if numbers:
                if numbers in self._best_alike:
                    found = self._best_alike[numbers]
                else:
                    found = self._best_alike[numbers] = self._search(numbers_in(numbers))
                if found is None:
                    return None
                best = max(best, found)
        if jokers:
            found = self._best_under_joker(bits)
            if found is None:
                return None
            best = max(best, found)
        return best if best >= 0 else None

    def _best_under_joker(self, bits: int) -> int | None:
        if self.rotate:
            key = packed_numbers(bits)
        else:  # a second card of a number is of no use
            key = (bits | bits >> 12 | bits >> 24 | bits >> 36 | bits >> 48) & _ALL
        if key not in self._best_any:
            counts = numbers_in(bits)
            counts[0] = 1
            _keep(self._best_any, key, self._search(counts))
        return self._best_any[key]

    def _search(self, counts: list[int]) -> int | None:
        """Return the best value of a colour, or under a joker if *counts* has one."""
        numbers = [number for number, count in enumerate(counts) if count and number]
        tops = [0] if counts[0] else numbers
        if self.rotate:
            return best_turning(tops, self.ways, counts)
        faces = [self.ways[number][0] for number in numbers]
        return best_upright([self.ways[0][0]] if counts[0] else faces, faces)

    # -- all stacks of a hand

    def stacks_of(self, bits: int, *, joker: bool) -> Iterable[tuple[Card, ...]]:
        """Return every different stack of the cards in *bits*, all of one colour or under a joker.

        Orders of the same cards that show as many spots count once. Beyond `MOST_SHAPES` the
        bigger stacks are left out.
        """
        if joker:
            return self._stacks(bits, joker=True)
        # The few cards of a colour that a hand holds come up again and again.
        if bits in self._stacks_alike:
            return self._stacks_alike[bits]
        found = tuple(self._stacks(bits, joker=False))
        if len(found) <= FEW_STACKS:
            _keep(self._stacks_alike, bits, found)
        return found

    def _stacks(self, bits: int, *, joker: bool) -> Iterator[tuple[Card, ...]]:
        cards: dict[int, list[Card]] = {}
        for card in cards_in(bits):
            cards.setdefault(NUMBER[card >> 3], []).append(card)
        for shape, order in self._shapes_of(bits, joker=joker):
            if order is not None:
                for single in product(*[cards[number] for number, _ in shape.numbers]):
                    yield tuple([single[nth] + turn if nth >= 0 else turn for nth, turn in order])
                continue
            picks = (combinations(cards[number], count) for number, count in shape.numbers)
            for choice in product(*picks):
                left = {
                    number: list(some)
                    for (number, _), some in zip(shape.numbers, choice, strict=True)
                }
                yield tuple(_laid(lying, left) for lying in shape.lying)

    def _shapes_of(self, bits: int, *, joker: bool) -> Sequence[tuple[Shape, Order | None]]:
        key = joker, packed_numbers(bits)
        if key in self._shapes:
            return self._shapes[key]
        whole = None if self.name == INLINE else self._few_shapes(joker=joker)
        if whole is not None:
            # What a hand can make of a set is what it has the numbers for, in the same order.
            room = key[1] | _ENOUGH
            return [(shape, order) for need, shape, order in whole if not ~(room - need) & _ENOUGH]
        counts = numbers_in(bits)
        tops = [0] if joker else [number for number in range(1, NUMBERS + 1) if counts[number]]
        found = [
            (shape, _order(shape)) for shape in shapes(tops, self.ways, counts, MOST_SHAPES)[0]
        ]
        if len(found) <= FEW_STACKS:
            _keep(self._shapes, key, found)
        return found

    def count_stacks(self, bits: int, *, joker: bool) -> int | None:
        """Return how many stacks `stacks_of` yields.

        None where the set has too many to count, and for a set that a log brings along: to find
        all its stacks takes longer than to judge the log.
        """
        key = joker, packed_numbers(bits)
        if key not in self._counts:
            few = None if self.name == INLINE else self._few_shapes(joker=joker)
            numbers = [shape.numbers for _, shape, _ in few or ()]
            found = None if few is None else sum(_ways(numbers, numbers_in(bits)))
            _keep(self._counts, key, found)
        return self._counts[key]

    def _few_shapes(self, *, joker: bool) -> Sequence[_Needing] | None:
        """Return all stacks of the whole set, where they are few."""
        if joker not in self._few:
            copies = 2 if joker and self.rotate else 1
            tops = [0] if joker else list(range(1, NUMBERS + 1))
            counts = [int(joker)] + [copies] * NUMBERS
            found, are_all = shapes(tops, self.ways, counts, FEW_SHAPES)
            needing = [(_packed(shape), shape, _order(shape)) for shape in found]
            self._few[joker] = needing if are_all else None
        return self._few[joker]


def _order(shape: Shape) -> Order | None:
    """Return how the cards lie where each number is there once; None where one is there twice."""
    if any(count > 1 for _, count in shape.numbers):
        return None
    places = {number: nth for nth, (number, _) in enumerate(shape.numbers)}
    return tuple(
        (places.get(number, -1), TURN * 8 * is_turned if number else _laid((number, is_turned), {}))
        for number, is_turned in shape.lying
    )


def _packed(shape: Shape) -> int:
    return sum(count << 4 * (number - 1) for number, count in shape.numbers)


def _laid(lying: Lying, left: dict[int, list[Card]]) -> Card:
    number, is_turned = lying
    if number == 0:
        return TURNED_JOKER if is_turned else TURNED_JOKER - TURN * 8
    return left[number].pop(0) + TURN * 8 * is_turned


def _ways(few: Iterable[tuple[tuple[int, int], ...]], counts: list[int]) -> Iterator[int]:
    for numbers in few:
        ways = 1
        for number, used in numbers:
            ways *= comb(counts[number], used)
        yield ways


def _keep(memory: dict[Any, Any], key: Any, answer: Any) -> None:
    if len(memory) >= MOST_KEPT:
        memory.clear()
    memory[key] = answer


def face_of(text: str) -> Face:
    """Return the spots and the holes of a card, the first cell as the highest bit.

    >>> face_of("SO.S")
    (9, 4)
    """
    spots = text.translate({ord(SPOT): "1", ord(HOLE): "0", ord(NEITHER): "0"})
    holes = text.translate({ord(SPOT): "0", ord(HOLE): "1", ord(NEITHER): "0"})
    return int(spots, 2), int(holes, 2)


# -- the sets there are, and those that logs bring along


@cache
def known_sets() -> Mapping[str, Mapping[str, Any]]:
    """Return the card sets of this folder by name, as a log could bring them along."""
    folder = files(__package__) / "card_sets"
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json"))
    return {
        name.removesuffix(".json"): json.loads((folder / name).read_text(encoding="utf-8"))
        for name in found
    }


def card_set(chosen: str | Mapping[str, Any], *, rotate: bool = False) -> CardSet:
    """Return a known set by name, or the one that a log brings along; it passed `check_set`."""
    found = known_sets()[chosen] if isinstance(chosen, str) else chosen
    cards = found["cards"]
    texts = (found["joker"], *(cards[str(number)] for number in range(1, NUMBERS + 1)))
    return _made(chosen if isinstance(chosen, str) else INLINE, texts, rotate)


@lru_cache(maxsize=32)
def _made(name: str, texts: tuple[str, ...], rotate: bool) -> CardSet:
    return CardSet(name, texts, rotate)


def check_set(chosen: Any) -> BadField | None:
    """Return what is wrong with the option ``card_set``, a name or a set brought along."""
    if type(chosen) is str:
        if chosen in known_sets():
            return None
        return BadField(
            "unknown-card-set",
            f"There is no card set {chosen[:40]!r}; known are {', '.join(known_sets())}, "
            "and a log may bring its own.",
            expected=list(known_sets()),
        )
    if type(chosen) is not dict:
        return BadField(
            "wrong-type", "card_set is the name of a card set, or one itself.", expected="string"
        )
    for key in chosen:
        if key not in ("cells", "cards", "joker") and not key.startswith("x-"):
            return BadField(
                "unknown-field",
                f"A card set has no field {key[:40]!r}, but cells, cards and joker.",
                at=f"/{_escape(key)}",
                expected=["cells", "cards", "joker"],
            )
    return _check_cells(chosen.get("cells")) or _check_cards(chosen, chosen["cells"])


def _check_cells(cells: Any) -> BadField | None:
    if type(cells) is int and CELLS[0] <= cells <= CELLS[1]:
        return None
    low, high = CELLS
    return _bad(f"A card has {low} to {high} cells; cells says how many.", "/cells", [low, high])


def _check_cards(chosen: Mapping[str, Any], cells: int) -> BadField | None:
    cards = chosen.get("cards")
    if type(cards) is not dict:
        return _bad(f"cards holds the cards 1 to {NUMBERS}.", "/cards", "object")
    for number in range(1, NUMBERS + 1):
        if str(number) not in cards:
            return _bad(f"Card {number} is missing.", "/cards", str(number))
    for key, text in cards.items():
        at = f"/cards/{_escape(key)}"
        if key in _NUMBERS:
            fault = _check_face(f"Card {key}", text, cells, at)
            if fault is None and SPOT not in text:
                fault = _bad(f"Card {key} has no spot.", at, SPOT)
            if fault is not None:
                return fault
        elif not key.startswith("x-"):
            return _bad(f"There is no card {key[:40]!r}, but 1 to {NUMBERS}.", at, [1, NUMBERS])
    return _check_joker(chosen.get("joker"), cells)


def _check_joker(text: Any, cells: int) -> BadField | None:
    fault = _check_face("The joker", text, cells, "/joker")
    if fault is not None:
        return fault
    if SPOT in text:
        return _bad(f"The joker has a spot in cell {text.index(SPOT) + 1}.", "/joker", "O or .")
    return None if HOLE in text else _bad("The joker has no hole.", "/joker", HOLE)


def _check_face(name: str, text: Any, cells: int, at: str) -> BadField | None:
    if type(text) is not str:
        return _bad(f"{name} is a text of {cells} letters, one a cell.", at, "string")
    if len(text) != cells:
        return _bad(f"{name} has {len(text)} cells, not {cells}.", at, cells)
    if not _LETTERS.issuperset(text):
        nth, letter = next((n, one) for n, one in enumerate(text, 1) if one not in _LETTERS)
        return _bad(
            f"{name}, cell {nth}: {letter!r} is neither S (spot), O (hole) nor . (neither).",
            at,
            ["S", "O", "."],
        )
    return None


_LETTERS: Final = frozenset("SO.")
_NUMBERS: Final = frozenset(str(number) for number in range(1, NUMBERS + 1))


def _bad(message: str, at: str, expected: Any) -> BadField:
    return BadField("bad-card-set", message, at=at, expected=expected)


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
