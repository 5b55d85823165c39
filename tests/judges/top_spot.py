"""A second, slow and plain reading of Top Spot, to hold the real engine against.

Written from the rules page and the log format alone. It shares nothing with the engine, so that
a mistake has to be made twice before a test misses it.
"""

from __future__ import annotations

import copy
import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

Log = dict[str, Any]
Fault = tuple[str, int | None]
Planted = tuple[Log, set[str], int | None]
Face = tuple[int, int]
"""The cells that are spots and the cells that are holes, as two bit masks."""

COLOURS = "RYGBP"
NUMBERS = range(1, 13)
HAND_SIZE = 13
JOKER = "*"

DEMO: dict[str, Any] = {
    "cells": 9,
    "cards": {
        "1": "....O..OS",
        "2": "O...OOO.S",
        "3": "S....OS..",
        "4": "...SOOS..",
        "5": "O.OS..O.S",
        "6": "...SO.SS.",
        "7": ".SOSSO...",
        "8": ".S.SOO.OS",
        "9": "S.SS....S",
        "10": "S..SOSOOS",
        "11": "OSSSOOOS.",
        "12": "SSS....SS",
    },
    "joker": "OOOOOO...",
}


# Cards -------------------------------------------------------------------------------------------


def read_card(text: str) -> str:
    """Return a card as the log writes it: ``R7``, ``R7'`` or ``*``; ``jk`` becomes ``*``."""
    text = text.strip()
    turned = "'" if text.endswith("'") else ""
    name = text.removesuffix("'").upper()
    return (JOKER if name in {"*", "JK", "JOKER"} else name) + turned


def upright(card: str) -> str:
    """Return which piece of cardboard it is, however it lies."""
    return card.removesuffix("'")


def is_joker(card: str) -> bool:
    return upright(card) == JOKER


def colour_of(card: str) -> str:
    """Return the colour letter; a joker has none and must not be asked."""
    return card[0]


def cells_of(card: str, card_set: dict[str, Any]) -> str:
    """Return the letters of a card as it lies; half a turn reads the cells backwards."""
    name = upright(card)
    cells: str = card_set["joker"] if name == JOKER else card_set["cards"][name[1:]]
    return cells[::-1] if card.endswith("'") else cells


def visible_spots(stack: list[str], card_set: dict[str, Any]) -> int:
    """Count the spots one sees from above; *stack* is top card first.

    >>> visible_spots(["R10", "R7"], DEMO)
    5
    """
    spots = 0
    for through in zip(*(cells_of(card, card_set) for card in stack), strict=True):
        first = next((letter for letter in through if letter != "O"), ".")
        spots += first == "S"
    return spots


def has_idle_card(stack: list[str], card_set: dict[str, Any]) -> bool:
    """Say whether a card below the top one adds no spot to what lies above it."""
    seen = [visible_spots(stack[:depth], card_set) for depth in range(1, len(stack) + 1)]
    return any(after <= before for before, after in pairwise(seen))


def card_set_of(log: Log) -> dict[str, Any]:
    """Return the card set that a log without a card set fault plays with."""
    chosen = _options(log).get("card_set", "demo")
    return chosen if isinstance(chosen, dict) else DEMO


def _options(log: Log) -> dict[str, Any]:
    options: dict[str, Any] = (log.get("rules") or {}).get("options") or {}
    return options


def card_set_fault(log: Log) -> str | None:
    """Return what is wrong with the card set that the log names or brings along."""
    chosen = _options(log).get("card_set", "demo")
    if isinstance(chosen, str):
        return None if chosen == "demo" else "unknown-card-set"
    cells, cards, joker = (chosen.get(key) for key in ("cells", "cards", "joker"))
    if not isinstance(cells, int) or isinstance(cells, bool) or not 4 <= cells <= 36:
        return "bad-card-set"
    if not isinstance(cards, dict) or set(cards) != {str(number) for number in NUMBERS}:
        return "bad-card-set"
    for face in [*cards.values(), joker]:
        if not isinstance(face, str) or len(face) != cells or set(face) - set("SO."):
            return "bad-card-set"
    no_spot = any("S" not in face for face in cards.values())
    bad_joker = "S" in joker or "O" not in joker
    return "bad-card-set" if no_spot or bad_joker else None


# Turns: who plays, who wins, when it ends --------------------------------------------------------


@dataclass
class Play:
    """One play, reduced to what decides a round."""

    move: int
    seat: int
    stack: list[str]
    value: int
    followed: bool
    """Whether it may win: it led, it is of the colour in play, or it is a joker stack."""


@dataclass
class Round:
    leader: int
    winner: int | None = None
    points: int = 0
    """What the winner scored with it, cards left over at the end of the game included."""
    passes: list[list[Play]] = field(default_factory=list)
    """The round itself, then its tie-breaks."""
    colours: list[str] = field(default_factory=list)
    """The colour in play of each pass."""


class Turns:
    """The course of a game as everybody at the table sees it; no hidden card matters here."""

    def __init__(self, seats: int) -> None:
        self.left = [HAND_SIZE] * seats
        self.points = [0] * seats
        self.rounds: list[Round] = []
        self.ending: str | None = None
        self.waiting: list[int] = []
        self.colour: str | None = None
        # Ruling 6: before anybody has won, the one who led the first round stands in.
        self.last_winner = 0
        self._start_round(0)

    @property
    def seat(self) -> int:
        return self.waiting[0]

    @property
    def leads(self) -> bool:
        return self.colour is None

    def clockwise_from(self, seat: int) -> list[int]:
        """Return the seats that still have cards, in turn order."""
        seats = len(self.left)
        return [s % seats for s in range(seat, seat + seats) if self.left[s % seats]]

    def played(self, play: Play, colour: str) -> None:
        """Take down a play by the seat whose turn it is; *colour* is the one in play."""
        round_ = self.rounds[-1]
        if self.leads:
            self.colour = colour
            round_.colours.append(colour)
        round_.passes[-1].append(play)
        self.left[play.seat] -= len(play.stack)
        self.waiting.pop(0)
        if not self.waiting:
            self._decide(round_)

    def _start_round(self, leader: int) -> None:
        self.rounds.append(Round(leader))
        self._start_pass(self.clockwise_from(leader))

    def _start_pass(self, order: list[int]) -> None:
        self.rounds[-1].passes.append([])
        self.waiting = order
        self.colour = None

    def _decide(self, round_: Round) -> None:
        in_play = [play for play in round_.passes[-1] if play.followed]
        highest = max(play.value for play in in_play)
        tied = [play.seat for play in in_play if play.value == highest]
        still_in = tied if len(tied) == 1 else [seat for seat in tied if self.left[seat]]
        if len(still_in) > 1:
            self._start_pass(still_in)
        elif still_in:
            self._won(round_, still_in[0])
        elif any(self.left):
            self._start_round(self.clockwise_from(self.last_winner)[0])
        else:
            self.ending = "all-out"

    def _won(self, round_: Round, winner: int) -> None:
        with_cards = self.clockwise_from(winner)
        round_.winner, round_.points = winner, 1
        if winner not in with_cards:
            self.ending = "last-card-win"
        elif with_cards == [winner]:
            self.ending = "alone-with-cards"
            round_.points += self.left[winner]
        self.points[winner] += round_.points
        self.last_winner = winner
        if self.ending is None:
            self._start_round(winner)


# What is known of the cards ----------------------------------------------------------------------


@dataclass
class Failure:
    """A play off colour: after it the player is said to hold none of that colour."""

    move: int
    seat: int
    colour: str
    shown: bool = False
    """Whether the player has played a card of that colour later."""


class Known:
    """Which cards lie where, as far as the deal and the plays tell."""

    def __init__(self, seats: int, hands: list[list[str]] | None) -> None:
        dealt = [[upright(read_card(c)) for c in hand if c != "?"] for hand in hands or []]
        dealt = dealt or [[] for _ in range(seats)]
        self.seats = seats
        self.hands = [Counter(hand) for hand in dealt]
        self.hidden = [HAND_SIZE - len(hand) for hand in dealt]
        """Cards in each hand that nobody has seen yet."""
        self.played: Counter[str] = Counter()
        self.colours = {colour_of(c) for hand in dealt for c in hand if not is_joker(c)}
        """Colours shown to be in use; they can never be more than there are players."""
        self.failures: list[Failure] = []

    def copy(self) -> Known:
        """Return the same knowledge, to be changed without changing this one."""
        twin = copy.copy(self)
        twin.hands = [Counter(hand) for hand in self.hands]
        twin.hidden, twin.played = list(self.hidden), Counter(self.played)
        twin.colours = set(self.colours)
        twin.failures = [copy.copy(failure) for failure in self.failures]
        return twin

    def copies(self, card: str) -> int:
        return self.seats if is_joker(card) else 1

    def may_be_in_use(self, colour: str) -> bool:
        return colour in self.colours or len(self.colours) < self.seats

    def take(self, seat: int, card: str) -> str | None:
        """Play one card out of a hand, or return the fault that forbids it."""
        card = upright(card)
        if not is_joker(card):
            if not self.may_be_in_use(colour_of(card)) or card[1:] not in DEMO["cards"]:
                return "no-such-card"
            self.colours.add(colour_of(card))
        if self.played[card] >= self.copies(card):
            return "card-already-seen"
        if self.hands[seat][card]:
            self.hands[seat][card] -= 1
        elif not self.hidden[seat]:
            return "not-your-card"
        elif self.played[card] + sum(hand[card] for hand in self.hands) >= self.copies(card):
            return "card-already-seen"
        else:
            self.hidden[seat] -= 1
        self.played[card] += 1
        for failure in self.failures:
            if failure.seat == seat and not is_joker(card) and failure.colour == card[0]:
                failure.shown = True
        return None

    def surely_holds(self, seat: int, colour: str) -> bool:
        """Say whether a card that the deal shows in this hand is of the colour."""
        return any(n and not is_joker(c) and c[0] == colour for c, n in self.hands[seat].items())

    def proven_lie(self, counting: bool) -> int | None:
        """Return the move of the first play off colour that is false whatever the others hold.

        With *counting* off, only a card that the player showed convicts.
        """
        for failure in self.failures:
            shown = failure.shown or self.surely_holds(failure.seat, failure.colour)
            if shown or (counting and self._nowhere_else(failure)):
                return failure.move
        return None

    def _nowhere_else(self, failure: Failure) -> bool:
        """Say whether the unseen cards of the colour are more than the others can hide."""
        others = sum(self.hidden) - self.hidden[failure.seat]
        return others < len(NUMBERS) and self.unseen(failure.colour) > others

    def unseen(self, colour: str) -> int:
        """Count the cards of a colour in use that neither the deal nor a play has shown."""
        shown = Counter(self.played)
        for hand in self.hands:
            shown.update(hand)
        return sum(not shown[card] for card in cards_of(colour))

    def joint_lie(self) -> int | None:
        """Return the move at which the plays off colour stop being possible all together."""
        for said in range(1, len(self.failures) + 1):
            if not self._fits(self.failures[:said]):
                return self.failures[said - 1].move
        return None

    def _fits(self, said: list[Failure]) -> bool:
        """Say whether the unseen cards can lie in the unseen places if all these plays were fair.

        Hall's condition, colour set by colour set; jokers and colours that nobody has shown yet
        may lie anywhere, and there are as many cards as places, so they need no look.
        """
        unseen = {colour: self.unseen(colour) for colour in self.colours}
        barred = [{f.colour for f in said if f.seat == seat} for seat in range(self.seats)]
        return room_for(unseen, self.hidden, barred)


def cards_of(colour: str) -> list[str]:
    return [f"{colour}{number}" for number in NUMBERS]


def room_for(unseen: dict[str, int], places: list[int], barred: list[set[str]]) -> bool:
    """Say whether *unseen* cards by colour fit into the *places* by seat, barred colours apart."""
    for size in range(1, len(unseen) + 1):
        for group in combinations(unseen, size):
            room = sum(n for n, no in zip(places, barred, strict=True) if not no >= set(group))
            if sum(unseen[colour] for colour in group) > room:
                return False
    return True


# The judge ---------------------------------------------------------------------------------------


def judge(log: Log, *, counting: bool | None = None) -> list[Fault]:
    """Return what is wrong with the moves and the result of a log, first fault first.

    *counting* says whether a play off colour is also told where only the count of all cards
    proves it false. Left out, it is on wherever the deal tells a card, and off for a table log,
    in which the rules page lets only a card that was played later convict.
    Where the count proves that one of several players must have lied, and nobody shows which,
    the play that made it impossible is told, and only once the log has nothing more to say.
    """
    fault = card_set_fault(log) or _deal_fault(log)
    if fault is not None:
        return [(fault, None)]
    if counting is None:
        counting = _tells_cards(log)
    case = _Case(log, counting)
    stop = case.hear_all(log["moves"])
    lie = case.known.joint_lie() if counting else None
    if lie is not None and (stop is None or lie < stop[1]):
        stop = ("must-follow", lie)
    if stop is None:
        return [*case.told, *_result_faults(log, case.turns)]
    # A lie that came out later stands where it was told; what came after it is void.
    return [*(told for told in case.told if told[1] < stop[1]), stop]


def _tells_cards(log: Log) -> bool:
    return any(card != "?" for hand in _hands(log) or [] for card in hand)


def _hands(log: Log) -> list[list[str]] | None:
    hands: list[list[str]] | None = (log.get("deal") or {}).get("hands")
    return hands


def _deal_fault(log: Log) -> str | None:
    if (log.get("deal") or {}).get("stock"):
        return "wrong-stock-size"
    hands = _hands(log) or []
    if any(len(hand) != HAND_SIZE for hand in hands):
        return "hand-size"
    seats = len(log["players"])
    seen: Counter[str] = Counter()
    colours: set[str] = set()
    for card in (upright(read_card(card)) for hand in hands for card in hand if card != "?"):
        seen[card] += 1
        if not is_joker(card):
            colours.add(colour_of(card))
            if len(colours) > seats or card[1:] not in DEMO["cards"]:
                return "no-such-card"
        if seen[card] > (seats if is_joker(card) else 1):
            return "card-already-seen"
    return None


def _result_faults(log: Log, turns: Turns) -> list[Fault]:
    result = log.get("result") or {}
    outcome, score = result.get("outcome"), result.get("score")
    if turns.ending is None and outcome != "abandoned":
        return [("unfinished", None)]
    wrong = turns.ending is not None and outcome not in (None, "finished")
    wrong = wrong or (score is not None and score != turns.points)
    return [("wrong-result", None)] if wrong else []


def course(log: Log) -> Turns:
    """Return the course of a legal log's game, as far as its moves go."""
    case = _Case(log, counting=False)
    stop = case.hear_all(log["moves"])
    assert stop is None, stop
    return case.turns


def name_of(player: Any) -> str:
    """Return a player's name as names are compared."""
    name = player["name"] if isinstance(player, dict) else player
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


class _Case:
    """A log on trial: what the table saw so far, and what was told against it."""

    def __init__(self, log: Log, counting: bool) -> None:
        self.names = [name_of(player) for player in log["players"]]
        self.card_set = card_set_of(log)
        self.rotate = bool(_options(log).get("rotate", False))
        self.counting = counting
        self.turns = Turns(len(self.names))
        self.known = Known(len(self.names), _hands(log))
        self.told: list[tuple[str, int]] = []

    def hear_all(self, moves: list[dict[str, Any]]) -> tuple[str, int] | None:
        """Take in the moves up to the fault that ends the hearing, and return that."""
        for index, move in enumerate(moves):
            stop = self.hear(index, move)
            if stop is not None:
                return stop
        return None

    def hear(self, index: int, move: dict[str, Any]) -> tuple[str, int] | None:
        """Take in one move and return None, or return its fault and forget the move."""
        turns, known = self.turns, self.known.copy()
        if turns.ending is not None:
            return ("after-end", index)
        if name_of(move["player"]) != self.names[turns.seat]:
            return ("wrong-player", index)
        seat = turns.seat
        stack = [read_card(card) for card in move["cards"]]
        for card in stack:
            turned_away = card.endswith("'") and not self.rotate
            fault = "no-such-card" if turned_away else known.take(seat, card)
            if fault is not None:
                return (fault, index)
        lie = known.proven_lie(self.counting)
        if lie is not None:
            return ("must-follow", lie)
        fault = self._shape_fault(stack) or self._colour_fault(stack, move.get("colour"), known)
        if fault is not None:
            return (fault, index)
        colour = turns.colour or self._colour_led(stack, move.get("colour"))
        followed = is_joker(stack[0]) or colour_of(stack[0]) == colour
        if not followed:
            known.failures.append(Failure(index, seat, colour))
            lie = known.proven_lie(self.counting)
            if lie is not None:
                return ("must-follow", lie)
            if len(stack) > 1:
                return ("one-card-only", index)
        if has_idle_card(stack, self.card_set):
            return ("idle-card", index)
        value = visible_spots(stack, self.card_set)
        if move.get("value") is not None and move["value"] != value:
            self.told.append(("wrong-value", index))
        known.colours.add(colour)
        self.known = known
        turns.played(Play(index, seat, stack, value, followed), colour)
        return None

    def _shape_fault(self, stack: list[str]) -> str | None:
        if any(is_joker(card) for card in stack[1:]):
            return "joker-not-on-top"
        if not is_joker(stack[0]) and len({colour_of(card) for card in stack}) > 1:
            return "mixed-colours"
        return None

    def _colour_fault(self, stack: list[str], said: str | None, known: Known) -> str | None:
        if said is None:
            return "colour-not-named" if self.turns.leads and is_joker(stack[0]) else None
        said = said.strip().upper()
        if not self.turns.leads:
            right = said == self.turns.colour
        elif is_joker(stack[0]):
            right = known.may_be_in_use(said)
        else:
            right = said == colour_of(stack[0])
        return None if right else "wrong-colour"

    def _colour_led(self, stack: list[str], said: str | None) -> str:
        return said.strip().upper() if said is not None else colour_of(stack[0])


# Playing a game ----------------------------------------------------------------------------------


def best_stack(
    tops: list[str], below: list[str], card_set: dict[str, Any], rotate: bool
) -> tuple[int, list[str]]:
    """Return the highest value, and a stack that makes it, over all stacks without an idle card.

    The top card is one of *tops* (not empty), all others come out of *below*.
    """
    faces = {c: _face(cells_of(c, card_set)) for c in _ways(tops + below, rotate)}
    memory: dict[tuple[int, frozenset[str]], tuple[int, list[str]]] = {}

    ways = {card: _ways([card], rotate) for card in {*tops, *below}}

    def still_matter(used: frozenset[str], holes: int) -> frozenset[str]:
        # A card adds nothing beneath itself, unless it may be turned.
        return frozenset(c for c in used if any(faces[way][0] & holes for way in ways[c]))

    def through(holes: int, used: frozenset[str]) -> tuple[int, list[str]]:
        if (holes, used) in memory:
            return memory[holes, used]
        best: tuple[int, list[str]] = (0, [])
        for card in _ways([c for c in below if c not in used], rotate):
            spots, own_holes = faces[card]
            gain = (spots & holes).bit_count()
            if gain:
                deeper = holes & own_holes
                more, rest = through(deeper, still_matter(used | {upright(card)}, deeper))
                if gain + more > best[0]:
                    best = (gain + more, [card, *rest])
            if best[0] == holes.bit_count():
                break
        memory[holes, used] = best
        return best

    best: tuple[int, list[str]] = (-1, [])
    for top in _ways(tops, rotate):
        spots, holes = faces[top]
        more, rest = through(holes, still_matter(frozenset({upright(top)}), holes))
        if spots.bit_count() + more > best[0]:
            best = (spots.bit_count() + more, [top, *rest])
    return best


def _face(cells: str) -> Face:
    spots = sum(1 << at for at, letter in enumerate(cells) if letter == "S")
    return spots, sum(1 << at for at, letter in enumerate(cells) if letter == "O")


def _ways(cards: list[str], rotate: bool) -> list[str]:
    """Return the cards, and where they may be turned their turned selves; a joker stays put."""
    return cards + [f"{card}'" for card in cards if rotate and not is_joker(card)]


def best_play(
    hand: list[str], colour: str | None, card_set: dict[str, Any], rotate: bool
) -> tuple[int, list[str]] | None:
    """Return the best stack that leads (*colour* None) or follows; None where none can."""
    plain = [card for card in hand if not is_joker(card)]
    choices = [best_stack([JOKER], plain, card_set, rotate)] if JOKER in hand else []
    for own in sorted({colour_of(card) for card in plain}):
        if colour in (None, own):
            cards = [card for card in plain if colour_of(card) == own]
            choices.append(best_stack(cards, cards, card_set, rotate))
    return max(choices, key=lambda choice: choice[0], default=None)


@dataclass
class _Seat:
    """A player at the simulated table."""

    rng: random.Random
    card_set: dict[str, Any]
    rotate: bool
    style: str
    hand: list[str]

    def choose(self, turns: Turns) -> list[str]:
        style = self.rng.choice(STYLES) if self.style == "mixed" else self.style
        if style == "greedy":
            best = best_play(self.hand, turns.colour, self.card_set, self.rotate)
            if best is not None:
                return best[1]
        if style in ("greedy", "single"):
            return self._any(turns.colour, 0.0)
        if style == "random":
            return self._any(turns.colour, self.rng.choice([0.2, 0.5, 0.9]))
        tries = [self._any(turns.colour, 0.9) for _ in range(10)]
        if style == "waste":
            return max(tries, key=len)
        return min(tries, key=lambda stack: self._distance(stack, turns))

    def _distance(self, stack: list[str], turns: Turns) -> tuple[int, int]:
        """Return how far a stack is from a tie, and how many cards it leaves in the hand."""
        so_far = [play.value for play in turns.rounds[-1].passes[-1] if play.followed]
        value = visible_spots(stack, self.card_set)
        return abs(value - max(so_far, default=value)), len(self.hand) - len(stack)

    def _any(self, colour: str | None, longing: float) -> list[str]:
        """Return a random legal play; *longing* is the chance of each further card."""
        plain = [card for card in self.hand if not is_joker(card)]
        held = [card for card in plain if colour_of(card) == colour]
        singles = plain if colour is None else held or plain
        joker = JOKER in self.hand and (not singles or self.rng.random() < 0.25)
        top = JOKER if joker else self._lay(self.rng.choice(singles))
        if not joker and colour is not None and not held:
            return [top]
        below = plain if joker else [card for card in plain if colour_of(card) == top[0]]
        return self._grow([top], below, longing)

    def _lay(self, card: str) -> str:
        return self.rng.choice(_ways([card], self.rotate))

    def _grow(self, stack: list[str], below: list[str], longing: float) -> list[str]:
        while self.rng.random() < longing:
            used = {upright(card) for card in stack}
            more = _ways([card for card in below if card not in used], self.rotate)
            grown = [[*stack, card] for card in more]
            grown = [longer for longer in grown if not has_idle_card(longer, self.card_set)]
            if not grown:
                break
            stack = self.rng.choice(grown)
        return stack


STYLES = ["random", "greedy", "waste", "single", "tie"]
NAMES = ["Anna", "Ben", "Chloé", "Dov", "Eri", "Ümit", "Żaneta", "Li", "Mara", "Noor"]


def simulate(
    rng: random.Random,
    *,
    level: str | None = None,
    players: int | None = None,
    options: dict[str, Any] | None = None,
    policy: str = "mixed",
) -> Log:
    """Play a legal game to its end and write it down with everything that can be known.

    *policy* is one of `STYLES` for everybody, or ``mixed``: each seat has its own, or changes
    it from play to play. *options* left out are drawn at random, card sets of our own included.
    """
    seats = players or rng.choice([3, 4, 5])
    options = _random_options(rng) if options is None else dict(options)
    names = rng.sample(NAMES, seats)
    in_use = rng.sample(COLOURS, seats)
    log = _frame(rng, names, level, options)
    hands = _deal(rng, in_use)
    log["deal"] = {"hands": [list(hand) for hand in hands]}
    log["moves"] = []
    turns = Turns(seats)
    card_set, rotate = card_set_of(log), bool(options.get("rotate", False))
    styles = _styles(rng, seats, policy)
    table = [_Seat(rng, card_set, rotate, styles[s], hands[s]) for s in range(seats)]
    spoken = rng.choice([0.0, 0.2, 1.0])
    while turns.ending is None:
        seat = turns.seat
        stack = table[seat].choose(turns)
        for card in stack:
            hands[seat].remove(upright(card))
        value, joker = visible_spots(stack, card_set), is_joker(stack[0])
        colour = turns.colour or (rng.choice(in_use) if joker else colour_of(stack[0]))
        move: dict[str, Any] = {"type": "play", "player": names[seat], "cards": list(stack)}
        if (turns.leads and joker) or rng.random() < spoken:
            move["colour"] = colour
        log["moves"].append(move | {"value": value})
        followed = joker or colour_of(stack[0]) == colour
        turns.played(Play(len(log["moves"]) - 1, seat, stack, value, followed), colour)
    log["result"] = {"outcome": "finished", "score": list(turns.points)}
    _decorate(rng, log)
    return log


def _styles(rng: random.Random, seats: int, policy: str) -> list[str]:
    if policy != "mixed":
        return [policy] * seats
    way = rng.choice(["each", "all", "shifting"])
    if way == "shifting":
        return ["mixed"] * seats
    return [rng.choice(STYLES)] * seats if way == "all" else rng.choices(STYLES, k=seats)


def _deal(rng: random.Random, in_use: list[str]) -> list[list[str]]:
    """Deal every card; at times lumpily, so that players lack a colour or hold many jokers."""
    deck = [card for colour in in_use for card in cards_of(colour)] + [JOKER] * len(in_use)
    lump = rng.choice([0.0, 0.0, 0.6, 2.0])
    where = {colour: rng.random() for colour in [*in_use, JOKER]}
    deck.sort(key=lambda card: rng.random() + lump * where[card[0]])
    hands = [deck[at : at + HAND_SIZE] for at in range(0, len(deck), HAND_SIZE)]
    for hand in hands:
        rng.shuffle(hand)
    rng.shuffle(hands)
    return hands


def _random_options(rng: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    kind = rng.choice(["left out", "demo", "random", "ladder", "alike"])
    if kind == "demo":
        options["card_set"] = "demo"
    elif kind != "left out":
        options["card_set"] = _random_card_set(rng, kind)
    if kind != "ladder" and rng.random() < 0.3:
        options["rotate"] = rng.random() < 0.8
    if rng.random() < 0.2:
        options |= {"match": "spring cup", "game_no": rng.randint(1, 9)}
    return options


def _random_card_set(rng: random.Random, kind: str) -> dict[str, Any]:
    """Invent a card set: any one, one of deep stacks, or one of few different cards (ties)."""
    cells = 12 if kind == "ladder" else rng.choice([4, 4, 6, 8, 9, 9, 12, 16, 36])
    rungs = ["".join("S" if at == rung else "O" for at in range(cells)) for rung in range(cells)]
    if kind == "ladder":
        faces, joker = rng.sample(rungs, 12), "O" * cells
    else:
        weights = rng.choice([[4, 3, 3], [1, 1, 1], [2, 1, 4]])
        different = 12 if kind == "random" else rng.choice([1, 2, 3])
        kinds = [_random_face(rng, cells, weights) for _ in range(different)]
        faces = [rng.choice(kinds) for _ in NUMBERS]
        joker = _random_joker(rng, cells)
    cards = {str(number): face for number, face in zip(NUMBERS, faces, strict=True)}
    return {"cells": cells, "cards": cards, "joker": joker}


def _random_face(rng: random.Random, cells: int, weights: list[int]) -> str:
    face = rng.choices("SO.", weights, k=cells)
    face[rng.randrange(cells)] = "S"
    return "".join(face)


def _random_joker(rng: random.Random, cells: int) -> str:
    face = rng.choices("O.", k=cells)
    face[rng.randrange(cells)] = "O"
    return "".join(face)


def _frame(rng: random.Random, names: list[str], level: str | None, options: dict[str, Any]) -> Log:
    rules: dict[str, Any] = {}
    if level is not None or rng.random() < 0.3:
        rules["level"] = level or "normal"
    if rng.random() < 0.2:
        rules["version"] = "2018 Essen demo"
    if options or rng.random() < 0.2:
        rules["options"] = options
    log: Log = {"format": "cardstats/1", "game": "top-spot"}
    if rules or rng.random() < 0.5:
        log["rules"] = rules
    log["players"] = list(names)
    return log


def _decorate(rng: random.Random, log: Log) -> None:
    """Add what a recorder may write beside the game, and at times spellings that are read."""
    for seat, name in enumerate(log["players"]):
        if rng.random() < 0.15:
            kind = rng.choice(["human", "bot"])
            log["players"][seat] = {"name": name, "kind": kind, "experience": rng.randint(0, 9)}
    if rng.random() < 0.3:
        clock = 0.0
        for move in log["moves"]:
            clock += rng.choice([0, 1, 2.5, 12])
            move["t"] = clock
    if rng.random() < 0.15:
        rng.choice(log["moves"])["note"] = "a long think"
    if rng.random() < 0.15:
        log["notes"] = "Played twice that evening."
    if rng.random() < 0.15:
        log |= {"session": "tuesday-group-7", "source": "table", "tags": ["new-players"]}
        log["played_at"] = "2026-11-29T19:30:00+01:00"
    if rng.random() < 0.05:
        for move in log["moves"]:
            move["player"] = move["player"].upper()
            move["cards"] = ["JK" if card == JOKER else card.lower() for card in move["cards"]]


def abandon(log: Log, rng: random.Random) -> Log:
    """Return the game broken off before its end, with the points made so far."""
    log = copy.deepcopy(log)
    del log["moves"][rng.randrange(len(log["moves"])) :]
    log["result"] = {"outcome": "abandoned"}
    if rng.random() < 0.7:
        log["result"]["score"] = course(log).points
    return log


# Knowing less ------------------------------------------------------------------------------------


def hide(log: Log, rng: random.Random, how: str = "mixture") -> Log:
    """Return the same game told with less: ``hands``, ``table`` or a random ``mixture``.

    Top Spot has no stock and no draw, so ``hands`` leaves a full log as it is.
    """
    log = copy.deepcopy(log)
    if how == "table":
        log.pop("deal", None)
    if how != "mixture":
        return log
    _hide_deal(log, rng)
    _hide_words(log, rng)
    _hide_result(log, rng)
    return log


def _hide_deal(log: Log, rng: random.Random) -> None:
    fate = rng.choice(["keep", "drop", "no hands", "seats", "single", "mostly", "jokers"])
    if fate == "drop":
        log.pop("deal", None)
    elif fate == "no hands" and "deal" in log:
        log["deal"] = {}
    elif fate != "keep":
        for hand in _hands(log) or []:
            chance = {"seats": float(rng.random() < 0.5), "single": 0.15, "mostly": 0.85}
            for at, card in enumerate(hand):
                hidden = rng.random() < chance.get(fate, float(is_joker(read_card(card))))
                hand[at] = "?" if hidden else card


def _hide_words(log: Log, rng: random.Random) -> None:
    chance = rng.choice([0.0, 0.3, 1.0])
    case = _Case(log, counting=False)
    for index, move in enumerate(log["moves"]):
        needed = case.turns.leads and is_joker(read_card(move["cards"][0]))
        assert case.hear(index, move) is None
        for key in ("value",) if needed else ("value", "colour"):
            if rng.random() < chance:
                move.pop(key, None)


def _hide_result(log: Log, rng: random.Random) -> None:
    result = log.get("result") or {}
    if "score" in result and rng.random() < 0.2:
        del result["score"]
    if result.get("outcome") != "abandoned" and rng.random() < 0.2:
        log.pop("result", None)


# Planting one fault ------------------------------------------------------------------------------


@dataclass
class Spot:
    """The table just before a move of a legal log."""

    index: int
    move: dict[str, Any]
    known: Known
    seat: int
    colour: str | None
    """The colour in play, None where this move leads."""
    left: int
    """Cards in this hand before the move."""
    own: list[str]
    """Cards that are in this hand beyond doubt: the deal shows them, or they are played later."""

    @property
    def stack(self) -> list[str]:
        return [read_card(card) for card in self.move["cards"]]

    @property
    def plain(self) -> list[str]:
        return [card for card in self.own if not is_joker(card)]


def spots(log: Log) -> Iterator[Spot]:
    """Yield the table before each move of a legal log; what is yielded may be kept."""
    names = [name_of(player) for player in log["players"]]
    later: dict[int, list[str]] = {seat: [] for seat in range(len(names))}
    for move in log["moves"]:
        later[names.index(name_of(move["player"]))] += [
            upright(read_card(card)) for card in move["cards"]
        ]
    case = _Case(log, counting=False)
    for index, move in enumerate(log["moves"]):
        seat = case.turns.seat
        own = list((case.known.hands[seat] | Counter(later[seat])).elements())
        colour, left = case.turns.colour, case.turns.left[seat]
        yield Spot(index, move, case.known, seat, colour, left, own)
        assert case.hear(index, move) is None
        del later[seat][: len(move["cards"])]


def _somewhere(log: Log, rng: random.Random) -> list[Spot]:
    found = list(spots(log))
    rng.shuffle(found)
    return found


def _with_move(log: Log, index: int, **changes: Any) -> Log:
    """Return the log with one move changed; a key set to None is taken out."""
    log = copy.deepcopy(log)
    move = log["moves"][index]
    move.update(changes)
    for key in [key for key in changes if changes[key] is None]:
        del move[key]
    return log


def _replay_cards(log: Log, spot: Spot, cards: list[str], colour: str | None = None) -> Log:
    """Return the log with other cards in one play, the value said aloud being the right one."""
    value = visible_spots(cards, card_set_of(log)) if "value" in spot.move else None
    return _with_move(log, spot.index, cards=cards, colour=colour, value=value)


def _plant_wrong_player(log: Log, rng: random.Random) -> Planted | None:
    spot = rng.choice(list(spots(log)))
    others = [p for seat, p in enumerate(log["players"]) if seat != spot.seat]
    player = rng.choice(others)
    name = player["name"] if isinstance(player, dict) else player
    return _with_move(log, spot.index, player=name), {"wrong-player"}, spot.index


def _plant_not_your_card(log: Log, rng: random.Random) -> Planted | None:
    for spot in _somewhere(log, rng):
        seats = range(len(log["players"]))
        others = [s for s in seats if s != spot.seat]
        stack = spot.stack
        if not spot.known.hidden[spot.seat]:
            mine = spot.known.hands[spot.seat]
            foreign = [c for s in others for c in spot.known.hands[s].elements() if not mine[c]]
            if foreign:
                stack[rng.randrange(len(stack))] = rng.choice(sorted(foreign))
                return _with_move(log, spot.index, cards=stack), {"not-your-card"}, spot.index
        elif len(stack) == spot.left:
            # All cards of this hand are in the play, so one more cannot come out of it.
            unseen = [c for s in spot.known.colours for c in cards_of(s)]
            unseen = [c for c in unseen if not spot.known.played[c] and c not in spot.own]
            if unseen:
                stack.append(rng.choice(sorted(unseen)))
                return _with_move(log, spot.index, cards=stack), {"not-your-card"}, spot.index
    return None


def _plant_card_already_seen(log: Log, rng: random.Random) -> Planted | None:
    hands = _hands(log) or []
    known = [(s, at) for s, hand in enumerate(hands) for at, c in enumerate(hand) if c != "?"]
    known = [(s, at) for s, at in known if not is_joker(read_card(hands[s][at]))]
    if len(known) > 1 and rng.random() < 0.3:
        (seat, at), (to_seat, to) = rng.sample(known, 2)
        faulty = copy.deepcopy(log)
        faulty["deal"]["hands"][to_seat][to] = hands[seat][at]
        return faulty, {"card-already-seen"}, None
    for spot in _somewhere(log, rng):
        gone = [card for card, n in spot.known.played.items() if n >= spot.known.copies(card)]
        if spot.known.hidden[spot.seat]:
            others = spot.known.hands[: spot.seat] + spot.known.hands[spot.seat + 1 :]
            gone += [c for hand in others for c in hand.elements() if not is_joker(c)]
        if gone:
            stack = spot.stack
            stack[rng.randrange(len(stack))] = rng.choice(sorted(gone))
            return _with_move(log, spot.index, cards=stack), {"card-already-seen"}, spot.index
    return None


def _plant_no_such_card(log: Log, rng: random.Random) -> Planted | None:
    hands = _hands(log)
    if hands and rng.random() < 0.3:
        faulty = copy.deepcopy(log)
        foreign = [c for c in COLOURS if c not in Known(len(hands), hands).colours]
        if foreign:
            hand = rng.choice(faulty["deal"]["hands"])
            hand[rng.randrange(HAND_SIZE)] = f"{rng.choice(foreign)}{rng.choice(NUMBERS)}"
        # Where the deal shows too few colours, this one may be in use after all.
        if _deal_fault(faulty) == "no-such-card":
            return faulty, {"no-such-card"}, None
    for spot in _somewhere(log, rng):
        unused = [c for c in COLOURS if not spot.known.may_be_in_use(c)]
        if unused:
            stack = spot.stack
            stack[rng.randrange(len(stack))] = f"{rng.choice(unused)}{rng.choice(NUMBERS)}"
            return _with_move(log, spot.index, cards=stack), {"no-such-card"}, spot.index
    return None


def _plant_hand_size(log: Log, rng: random.Random) -> Planted | None:
    if not _hands(log):
        return None
    faulty = copy.deepcopy(log)
    hand = rng.choice(faulty["deal"]["hands"])
    if rng.random() < 0.5:
        del hand[rng.randrange(len(hand))]
    else:
        hand.append("?")
    return faulty, {"hand-size"}, None


def _plant_mixed_colours(log: Log, rng: random.Random) -> Planted | None:
    for spot in _somewhere(log, rng):
        colour = spot.colour
        tops = [c for c in spot.plain if colour in (None, colour_of(c))]
        pairs = [[a, b] for a in tops for b in spot.plain if colour_of(a) != colour_of(b)]
        card_set = card_set_of(log)
        pairs = [pair for pair in pairs if not has_idle_card(pair, card_set)]
        if pairs:
            return _replay_cards(log, spot, rng.choice(pairs)), {"mixed-colours"}, spot.index
    return None


def _plant_joker_not_on_top(log: Log, rng: random.Random) -> Planted | None:
    for spot in _somewhere(log, rng):
        jokers, colour = spot.own.count(JOKER), spot.colour
        tops = [c for c in spot.plain if colour in (None, colour_of(c))]
        if jokers > 1 and (not tops or rng.random() < 0.3):
            named = colour or rng.choice(sorted(spot.known.colours) or list(COLOURS))
            faulty = _replay_cards(log, spot, [JOKER, JOKER], named)
        elif jokers and tops:
            faulty = _replay_cards(log, spot, [rng.choice(tops), JOKER])
        else:
            continue
        return faulty, {"joker-not-on-top"}, spot.index
    return None


def _plant_colour_not_named(log: Log, rng: random.Random) -> Planted | None:
    for spot in _somewhere(log, rng):
        if spot.colour is None and is_joker(spot.stack[0]):
            return _with_move(log, spot.index, colour=None), {"colour-not-named"}, spot.index
    return None


def _plant_wrong_colour(log: Log, rng: random.Random) -> Planted | None:
    for spot in _somewhere(log, rng):
        if spot.colour is None and is_joker(spot.stack[0]):
            shown = spot.known.colours | {c[0] for c in spot.stack if not is_joker(c)}
            full = len(shown) == len(log["players"])
            wrong = [c for c in COLOURS if full and c not in shown]
        else:
            wrong = [c for c in COLOURS if c != (spot.colour or spot.stack[0][0])]
        if wrong:
            faulty = _with_move(log, spot.index, colour=rng.choice(wrong))
            return faulty, {"wrong-colour"}, spot.index
    return None


def _plant_must_follow(log: Log, rng: random.Random) -> Planted | None:
    for spot in _somewhere(log, rng):
        colour = spot.colour
        off = [c for c in spot.plain if colour is not None and colour_of(c) != colour]
        if colour is None or not off or not any(colour_of(c) == colour for c in spot.plain):
            continue
        if spot.known.surely_holds(spot.seat, colour):
            return _replay_cards(log, spot, [rng.choice(sorted(off))]), {"must-follow"}, spot.index
        rng.shuffle(off)
        for card in off:
            faulty = _swap_until_shown(log, spot, card)
            if faulty is not None:
                return faulty, {"must-follow"}, spot.index
    return None


def _swap_until_shown(log: Log, spot: Spot, off: str) -> Log | None:
    """Return the log in which *off* is played here and the card of the colour in its stead later.

    Only where nothing else changes in between: a single card, which did not decide its round.
    """
    if len(spot.stack) > 1 or is_joker(spot.stack[0]) or _decides(log, spot):
        return None
    faulty = _replay_cards(log, spot, [off])
    for later in faulty["moves"][spot.index + 1 :]:
        cards = [read_card(card) for card in later["cards"]]
        if off in [upright(card) for card in cards]:
            at = [upright(card) for card in cards].index(off)
            later["cards"] = [*cards[:at], spot.stack[0], *cards[at + 1 :]]
            return faulty
    return None


def _decides(log: Log, spot: Spot) -> bool:
    """Say whether this play has the highest value of its pass."""
    for round_ in course(log).rounds:
        for plays in round_.passes:
            if any(play.move == spot.index for play in plays):
                own = next(play.value for play in plays if play.move == spot.index)
                rivals = [p.value for p in plays if p.followed and p.move != spot.index]
                return own >= max(rivals, default=-1)
    return True


def _plant_one_card_only(log: Log, rng: random.Random) -> Planted | None:
    for spot in _somewhere(log, rng):
        stack, colour = spot.stack, spot.colour
        if colour is None or is_joker(stack[0]) or colour_of(stack[0]) == colour:
            continue
        alike = [c for c in spot.plain if c[0] == stack[0][0] and c != upright(stack[0])]
        longer = [[*stack, c] for c in alike if not has_idle_card([*stack, c], card_set_of(log))]
        if longer:
            return _replay_cards(log, spot, rng.choice(longer)), {"one-card-only"}, spot.index
    return None


def _plant_idle_card(log: Log, rng: random.Random) -> Planted | None:
    for spot in _somewhere(log, rng):
        stack, colour = spot.stack, spot.colour
        if not is_joker(stack[0]) and colour not in (None, stack[0][0]):
            continue
        used = {upright(card) for card in stack}
        more = [c for c in spot.plain if c not in used]
        more = [c for c in more if is_joker(stack[0]) or c[0] == stack[0][0]]
        idle = [[*stack, c] for c in more if has_idle_card([*stack, c], card_set_of(log))]
        if idle:
            faulty = _replay_cards(log, spot, rng.choice(idle), spot.move.get("colour"))
            return faulty, {"idle-card"}, spot.index
    return None


def _plant_wrong_value(log: Log, rng: random.Random) -> Planted | None:
    spot = rng.choice(list(spots(log)))
    value = visible_spots(spot.stack, card_set_of(log))
    wrong = rng.choice([n for n in range(max(0, value - 3), value + 4) if n != value])
    return _with_move(log, spot.index, value=wrong), {"wrong-value"}, spot.index


def _with_card_set(log: Log, card_set: Any) -> Log:
    log = copy.deepcopy(log)
    log.setdefault("rules", {}).setdefault("options", {})["card_set"] = card_set
    return log


def _plant_unknown_card_set(log: Log, rng: random.Random) -> Planted | None:
    name = rng.choice(["demo2", "final-print", "essen-2018"])
    return _with_card_set(log, name), {"unknown-card-set"}, None


def _plant_bad_card_set(log: Log, rng: random.Random) -> Planted | None:
    bad = copy.deepcopy(card_set_of(log))
    number = str(rng.choice(NUMBERS))
    face = bad["cards"][number]
    way = rng.choice(["no spot", "letter", "short", "joker spot", "joker plain"])
    if way == "no spot":
        bad["cards"][number] = face.replace("S", ".")
    elif way == "letter":
        bad["cards"][number] = "X" + face[1:]
    elif way == "short":
        bad["cards"][number] = face[:-1]
    elif way == "joker spot":
        bad["joker"] = "S" + bad["joker"][1:]
    else:
        bad["joker"] = "." * bad["cells"]
    return _with_card_set(log, bad), {"bad-card-set"}, None


def _plant_after_end(log: Log, rng: random.Random) -> Planted | None:
    if (log.get("result") or {}).get("outcome") == "abandoned":
        return None
    faulty = copy.deepcopy(log)
    extra = copy.deepcopy(rng.choice(log["moves"]))
    extra.pop("t", None)
    faulty["moves"].append(extra)
    return faulty, {"after-end"}, len(log["moves"])


def _plant_unfinished(log: Log, rng: random.Random) -> Planted | None:
    faulty = copy.deepcopy(log)
    if (log.get("result") or {}).get("outcome") == "abandoned":
        faulty["result"] = {"outcome": "finished"}
        return (faulty, {"unfinished"}, None) if log["moves"] else None
    if len(log["moves"]) < 2:
        return None
    del faulty["moves"][rng.randrange(1, len(log["moves"])) :]
    return faulty, {"unfinished"}, None


def _plant_wrong_result(log: Log, rng: random.Random) -> Planted | None:
    faulty = copy.deepcopy(log)
    turns = course(log)
    broken_off, score = turns.ending is None, turns.points
    way = rng.choice(["score", "score", "won", "abandoned"])
    if broken_off or way == "score":
        score[rng.randrange(len(score))] += rng.choice([1, 2, 5])
        outcome = "abandoned" if broken_off else "finished"
        faulty["result"] = {"outcome": outcome, "score": score}
    else:
        faulty["result"] = {"outcome": way, "score": score}
    return faulty, {"wrong-result"}, None


PLANTS: dict[str, Callable[[Log, random.Random], Planted | None]] = {
    "wrong-player": _plant_wrong_player,
    "not-your-card": _plant_not_your_card,
    "card-already-seen": _plant_card_already_seen,
    "no-such-card": _plant_no_such_card,
    "hand-size": _plant_hand_size,
    "mixed-colours": _plant_mixed_colours,
    "joker-not-on-top": _plant_joker_not_on_top,
    "colour-not-named": _plant_colour_not_named,
    "wrong-colour": _plant_wrong_colour,
    "must-follow": _plant_must_follow,
    "one-card-only": _plant_one_card_only,
    "idle-card": _plant_idle_card,
    "wrong-value": _plant_wrong_value,
    "unknown-card-set": _plant_unknown_card_set,
    "bad-card-set": _plant_bad_card_set,
    "after-end": _plant_after_end,
    "unfinished": _plant_unfinished,
    "wrong-result": _plant_wrong_result,
}


def plant(log: Log, rng: random.Random) -> Planted | None:
    """Return a legal log with one fault in it, the codes that name it, and the move it is told at.

    None only where the log gives no occasion for any fault.
    """
    codes = list(PLANTS)
    rng.shuffle(codes)
    for code in codes:
        planted = PLANTS[code](log, rng)
        if planted is not None:
            return planted
    return None


# Facts -------------------------------------------------------------------------------------------


def facts(log: Log) -> dict[str, Any]:
    """Return what the rules page counts, for a legal full log; seats are counted from 0.

    ``best_possible`` is the highest value of a stack that would have led or followed, None where
    the hand could not follow; ``cards_spent`` are the winner's cards in the whole round,
    tie-breaks included.
    """
    best: list[int | None] = []
    for spot in spots(log):
        hand = sorted(spot.known.hands[spot.seat].elements())
        rotate = bool(_options(log).get("rotate", False))
        found = best_play(hand, spot.colour, card_set_of(log), rotate)
        best.append(None if found is None else found[0])
    turns = course(log)
    game = {
        "points": list(turns.points),
        "rounds": len(turns.rounds),
        "cards_left": list(turns.left),
        "ending": turns.ending,
    }
    return {
        "game": game,
        "rounds": [_round_facts(round_, best) for round_ in turns.rounds],
        "moves": _move_facts(turns, best),
    }


def _round_facts(round_: Round, best: list[int | None]) -> dict[str, Any]:
    plays = [play for plays in round_.passes for play in plays]
    own = [play for play in plays if play.seat == round_.winner]
    spent = sum(len(play.stack) for play in own)
    return {
        "colour": round_.colours[0],
        "leader": round_.leader,
        "winner": round_.winner,
        "value": own[-1].value if own else None,
        "cards": len(own[-1].stack) if own else None,
        "jokers": sum(is_joker(play.stack[0]) for play in plays),
        "tie_breaks": len(round_.passes) - 1,
        "followed": sum(play.followed for play in round_.passes[0][1:]),
        "best_possible": best[own[-1].move] if own else None,
        "points": round_.points,
        "cards_spent": spent if own else None,
        "cards_per_point": spent / round_.points if own else None,
    }


def _move_facts(turns: Turns, best: list[int | None]) -> list[dict[str, Any]]:
    return [
        {
            "round": number,
            "tie_break": tie_break,
            "seat": play.seat,
            "leads": at == 0,
            "colour": round_.colours[tie_break],
            "followed": play.followed,
            "cards": len(play.stack),
            "joker": is_joker(play.stack[0]),
            "value": play.value,
            "best_possible": best[play.move],
        }
        for number, round_ in enumerate(turns.rounds)
        for tie_break, plays in enumerate(round_.passes)
        for at, play in enumerate(plays)
    ]
