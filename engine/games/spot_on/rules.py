"""The rules of Spot On.

Source: "Spot On, full rules", the sections named in each fault's *rule*. Where the source leaves
room, docs/rules/spot-on.md says how it is read; "ruling n" below is that page's numbering.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ...cards import (
    CARD_TEXT,
    CARDS,
    JOKER,
    NOTHING,
    UNKNOWN,
    Card,
    card_text,
    merge,
    rank_of,
    shuffle,
    standard_deck,
    standard_texts,
)
from ...census import Census
from ...errors import IllegalMove
from ...facts import Column
from ...rules import COMMON_FAULTS, Deal, Ending, Option, Rules, Setting, wrong_player
from ...shapes import Act, BadField, Move, Shape, listing, lookup, reader, whole
from ...strict_json import MAX_INTEGER
from . import view as _view
from .notes import COLUMNS, SpotOnNotes
from .table import DIGIT, FACES, MAX_VALUE, SIGNS, Table, gives_digit, useless_ranks

if TYPE_CHECKING:
    from ...metrics import Dimension, Metric

CARD: Final = "a card such as 7H, 10 or *"
_OR_UNKNOWN: Final = {**CARDS, "?": UNKNOWN}
_DRAWN: Final[Mapping[Any, Card]] = {None: NOTHING, **_OR_UNKNOWN}
_OPS: Final = {
    "+": "+",
    **dict.fromkeys("-−–", "-"),
    **dict.fromkeys("*×xX·", "*"),
    **dict.fromkeys("/÷:", "/"),
}

CALCULATE: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}
"""What an operation makes of the total and a card's value; `_wrong_operation` says when it may not
be used."""

# The level table is missing from the source; it follows from the budgets in "Difficulty".
_LEVELS: Final[Mapping[str, tuple[int, int, int, bool]]] = {
    # jokers with 2 players, jokers with 3 or 4, targets, signals
    "easy": (0, 0, 4, True),
    "normal": (1, 2, 5, True),
    "hard": (0, 1, 5, False),
    "expert": (2, 2, 6, False),
}


_MOST_JOKERS: Final = 2
_OPERATIONS: Final[Sequence[str]] = ("+", "+-", "+*", "+-*", "+*/", "+-*/")
_AFTER: Final = {seats: (*range(1, seats), 0) for seats in (2, 3, 4)}
"""By number of players and by seat, who is next."""
_VALUE: Final = [rank_of(card) for card in range(UNKNOWN + 1)]
"""By card, what it counts: its rank, which is looked up in less time than `rank_of` takes."""
_card_of: Final = itemgetter(0)
"""Of a link of the chain."""


class SpotOn:
    """See `engine.rules.Rules` for what each member is for."""

    name = "spot-on"
    title = "Spot On"
    version = "1"
    sentence = "A team calculates its way to three-digit targets, one card a turn."
    players = (2, 4)
    unit = "target"
    scores_seats = False
    levels: Mapping[str, str] = {
        "easy": "Four targets, no joker, signals.",
        "normal": "Five targets, one joker (two with 3 or 4 players), signals.",
        "hard": "Five targets, no joker (one with 3 or 4 players), no signals.",
        "expert": "Six targets, two jokers, no signals.",
    }
    options: Mapping[str, Option] = {
        "jokers": Option("whole", "Jokers in the deck.", 0, _MOST_JOKERS),
        "targets": Option("whole", "Targets to hit.", 1, 17),
        "hand_size": Option("whole", "Cards in a hand.", 1, 10),
        "signals": Option("flag", "Each player may show one card a target."),
        "open_hands": Option("flag", "All hands lie open; there are no signals."),
        "endless": Option("flag", "No fixed number of targets: play until the cards run out."),
        "small_numbers": Option("flag", "Two-digit targets, plus and minus only."),
    }
    cards: Mapping[str, Card] = _OR_UNKNOWN
    moves: Mapping[str, Shape] = {
        "target": Shape(
            {
                "cards": listing(CARDS, CARD, code="bad-card"),
                "value": reader(whole, required=False),
            },
            "Turn up a target; cards are all that were turned up, in order.",
        ),
        "signal": Shape(
            {"card": lookup(CARDS, CARD, code="bad-card")},
            "Show a hand card, before playing or passing in the same turn.",
        ),
        "play": Shape(
            {
                "card": lookup(CARDS, CARD, code="bad-card"),
                "op": lookup(_OPS, "one of + - * /"),
                "total": reader(whole, required=False),
                "drew": lookup(_DRAWN, f"{CARD}, ? or null", code="bad-card", required=False),
                "as": reader(whole, required=False),
            },
            "Play a card onto the chain.",
        ),
        "pass": Shape(
            {
                "card": lookup(_OR_UNKNOWN, f"{CARD} or ?", code="bad-card"),
                "drew": lookup(_DRAWN, f"{CARD}, ? or null", code="bad-card", required=False),
            },
            "Put a card on the discard pile; the total stays.",
        ),
    }
    faults: Mapping[str, str] = {
        **COMMON_FAULTS,
        "wrong-stock-size": "A stock of another size than is left after the deal.",
        "no-target": "Something else than a target while none is turned up.",
        "target-not-due": "A target while one is turned up.",
        "wrong-draw": "Another draw than the stock allows.",
        "draw-from-empty-stock": "A card was drawn and the stock was empty.",
        "wrong-target-cards": "The cards turned up for a target cannot be these.",
        "wrong-value": "The target's value is not what its cards say.",
        "wrong-total": "The total said is not what the calculation gives.",
        "first-card-must-add": "The first card of a target is added.",
        "operation-not-allowed": "Small numbers knows plus and minus only.",
        "not-whole": "The division has a remainder.",
        "below-zero": "The total would fall below zero.",
        "joker-value": "A joker needs a value from 1 to 13, another card none.",
        "signal-not-allowed": "There are no signals in this game.",
        "signal-twice": "A second signal for the same target.",
    }
    causes: Mapping[str, str] = {
        "stock-out-at-target": "The stock could not give a new target.",
        "hands-empty": "All hands were empty and the target was not hit.",
    }
    inferred: Sequence[str] = (
        "The level table is missing from the source: jokers, targets and signals of each level "
        "follow from its budgets and from a simulation of its win rates.",
        "A turn-up fails, and the team loses, as soon as the stock can no longer give the digit.",
    )
    columns: Mapping[str, Sequence[Column]] = COLUMNS

    @property
    def metrics(self) -> Sequence[Metric]:
        from .metrics import METRICS  # only who asks questions waits for it

        return METRICS

    @property
    def dimensions(self) -> Sequence[Dimension]:
        from .metrics import DIMENSIONS

        return DIMENSIONS

    # -- before the game

    def settle(self, level: str, players: int) -> dict[str, Any]:
        two, more, targets, signals = _LEVELS[level]
        return {
            "jokers": two if players == 2 else more,
            "targets": targets,
            "hand_size": 5 if players == 2 else 4,
            "signals": signals,
            "open_hands": False,
            "endless": False,
            "small_numbers": False,
        }

    def check(self, setting: Setting) -> Iterable[tuple[str, BadField]]:
        return ()

    def sizes(self, setting: Setting) -> tuple[Sequence[int], int]:
        size, players = setting.options["hand_size"], len(setting.players)
        return [size] * players, 52 + setting.options["jokers"] - size * players

    def start(self, setting: Setting, deal: Deal) -> Table:
        options = setting.options
        if not options["jokers"]:
            _refuse_jokers(deal)
        seats = len(setting.players)
        return Table(
            setting,
            Census(standard_deck(options["jokers"]), deal.hands, deal.stock, setting.players),
            is_exact=deal.knowledge == "full",
            digits=2 if options["small_numbers"] else 3,
            goal=None if options["endless"] else options["targets"],
            signals=options["signals"] and not options["open_hands"],
            small=options["small_numbers"],
            after=_AFTER[seats],
            shown=[None] * seats,
            has_signalled=[False] * seats,
        )

    # -- whose turn, and what may be done

    def waiting(self, table: Table) -> int | None:
        return None if table.end else table.on_turn

    def legal(self, table: Table) -> list[Move]:
        if table.end:
            return []
        seat = table.on_turn
        if table.target is None:
            return [{"type": "target", "player": seat}]
        may_signal = table.signals and not table.has_signalled[seat]
        with_card, with_joker = _ways(seat, may_signal)
        total, small, has_begun = table.total, table.small, bool(table.chain)
        moves: list[Move] = []
        cards = sorted(table.census.hands[seat].labels())
        cards.append(UNKNOWN)
        for nth, card in enumerate(cards):
            if card == UNKNOWN:
                break
            rank = card >> 3
            if rank == cards[nth + 1] >> 3:
                continue  # the last of a rank stands for all
            if card == JOKER:
                for value in range(1, MAX_VALUE + 1):
                    ops = _operations(total, value, small) if has_begun else 0
                    moves += with_joker[ops][value]
                moves += _without_playing(seat, JOKER, may_signal)
            elif not has_begun:
                moves += with_card[0][card]
            elif small or total % rank:
                moves += with_card[(rank <= total) + (0 if small else 2)][card]
            else:
                moves += with_card[5 if rank <= total else 4][card]
        return moves

    # -- moves

    def apply(self, table: Table, move: Move) -> Sequence[IllegalMove]:
        kind, seat, told = move["type"], move["player"], move.get
        if kind == "play":
            return self._play(
                table, seat, move["card"], move["op"], told("total"), told("drew"), told("as")
            )
        if kind == "pass":
            return self._play(table, seat, move["card"], None, None, told("drew"), None)
        if kind == "signal":
            return self._signal(table, seat, move["card"])
        return self._turn_up(table, seat, move["cards"], told("value"))

    def acts(self) -> Mapping[str, Act]:
        return {
            "play": self._play,
            "pass": self._pass,
            "signal": self._signal,
            "target": self._turn_up,
        }

    def _pass(
        self, table: Table, seat: int, card: Card, drew: Card | None
    ) -> Sequence[IllegalMove]:
        return self._play(table, seat, card, None, None, drew, None)

    def _play(
        self,
        table: Table,
        seat: int,
        card: Card,
        op: str | None,
        said_total: int | None,
        drew: Card | None,
        said: int | None,
    ) -> Sequence[IllegalMove]:
        """Play a card; pass with it where *op* is None: a turn is the same but for the sum."""
        if seat != table.on_turn or table.target is None or table.end is not None:
            raise _not_due(table, seat, "pass" if op is None else "play")
        before = table.total
        value = _VALUE[card]
        if said is not None or not value:
            value = self._chosen_value(table, card, op, said, drew)
        if op == "+":  # half of all plays, and always allowed
            total = before + value
        elif op == "-":
            total = before - value
            if total < 0:  # as it is with the first card of a target
                self._check_operation(table, card, op, value, drew)
        elif op is None:
            total = before
        else:
            total = CALCULATE[op](before, value)
            if not table.chain or table.small or (op == "/" and before % value):
                self._check_operation(table, card, op, value, drew)
        census = table.census
        if total == table.target and table.hits + 1 == table.goal:
            self._exchange_closely(table, seat, card, drew, is_last=True)
        elif not census.exchange_plainly(seat, card, drew):
            self._exchange_closely(table, seat, card, drew)

        if op is None:
            table.passes += 1
            table.discard.append(card)
        else:
            table.chain.append((card, op, value, total))
            table.total = total
        if table.shown[seat] is not None:
            self._take_back(table, seat, card)
        table.on_turn = table.after[seat]
        if not census.stock:
            self._skip_empty_hands(table)
        if total == table.target:
            self._hit(table)
        if said_total == total or said_total is None:
            return ()
        assert op is not None, "who passes says no total"
        return (
            IllegalMove(
                "wrong-total",
                f"{before} {SIGNS[op]} {value} is {total}, the log says {said_total}.",
                expected=total,
                got=said_total,
                field="total",
                rule="your-turn",
                sound=True,
            ),
        )

    def _chosen_value(
        self, table: Table, card: Card, op: str | None, said: int | None, drew: Card | None
    ) -> int:
        """Return the value that is chosen for a joker, 0 to pass with it.

        Raises where it is none, or *card* is none.
        """
        if op is None:
            return 0
        fault: IllegalMove | None
        if card != JOKER:
            fault = _wrong_operation(table, op, card >> 3) or IllegalMove(
                "joker-value",
                f"Only a joker's value is chosen; the {card_text(card)} counts {card >> 3}.",
                got=said,
                field="as",
                rule="card-values",
            )
        elif said is not None and 1 <= said <= MAX_VALUE:
            return said
        else:
            fault = _wrong_operation(table, op, None) or _wrong_joker(said)
        raise self._refused(table, card, drew, fault)

    def _check_operation(
        self, table: Table, card: Card, op: str, value: int, drew: Card | None
    ) -> None:
        fault = _wrong_operation(table, op, value)
        if fault is not None:
            raise self._refused(table, card, drew, fault)

    def _refused(
        self, table: Table, card: Card, drew: Card | None, fault: IllegalMove
    ) -> IllegalMove:
        """Return what is wrong with a play: with its cards, else with its calculation."""
        try:
            self._pass(table.copy(), table.on_turn, card, drew)
        except IllegalMove as error:
            return error
        return fault

    def _signal(self, table: Table, seat: int, card: Card) -> Sequence[IllegalMove]:
        if seat != table.on_turn or table.target is None or table.end is not None:
            raise _not_due(table, seat, "signal")
        if card == JOKER:
            _refuse_joker(table)
        if not table.signals or table.has_signalled[seat]:
            table.census.copy().show(seat, card)  # what is wrong with the card is told first
            if not table.signals:
                raise IllegalMove(
                    "signal-not-allowed",
                    "There are no signals in this game.",
                    field="type",
                    rule="difficulty",
                )
            raise IllegalMove(
                "signal-twice",
                f"{table.setting.players[seat]} has shown a card for this target already.",
                field="type",
                rule="talking-and-the-signal",
            )
        table.census.show(seat, card)
        table.shown[seat] = card
        table.has_signalled[seat] = True
        return ()

    def _exchange_closely(
        self, table: Table, seat: int, card: Card, drew: Card | None, *, is_last: bool = False
    ) -> None:
        """Let the card leave the hand and draw, which it does not with the hit that *is_last*."""
        census = table.census
        if card == JOKER or drew == JOKER:
            _refuse_joker(table, "card" if card == JOKER else "drew")
        if census.stock and not is_last:
            if drew != NOTHING:
                census.exchange(seat, card, UNKNOWN if drew is None else drew)
                return
        elif drew is None or drew == NOTHING:
            census.take(seat, card)
            return
        assert drew is not None, "what was not noted is no fault"
        census.copy().take(seat, card)  # what is wrong with the card comes first
        raise _draw_fault(drew, census, is_last)

    def _take_back(self, table: Table, seat: int, card: Card) -> None:
        """Let a shown card lie no longer, if *card* that left the hand can have been it."""
        shown = table.shown[seat]
        if shown is not None and card != UNKNOWN and merge(shown, card) is not None:
            table.shown[seat] = None

    def _skip_empty_hands(self, table: Table) -> None:
        hands = table.census.hands
        for _ in hands:
            hand = hands[table.on_turn]
            if hand.cards or hand.unknown:
                return
            table.on_turn = table.after[table.on_turn]
        if table.total != table.target:
            self._lose(table, "hands-empty")

    def _hit(self, table: Table) -> None:
        table.hits += 1
        if table.hits == table.goal:
            table.end = Ending("won", table.hits)
            return
        table.discard.extend(map(_card_of, table.chain))
        table.discard.extend(table.target_cards)
        table.chains.append(table.chain)
        table.chain = []
        table.target = None
        table.target_cards = []
        table.total = 0
        table.shown = [None] * len(table.shown)
        table.has_signalled = [False] * len(table.shown)
        if not table.census.stock:
            # Ruling 2: an empty stock fails the turn-up, whether or not the log says so.
            self._lose(table, "stock-out-at-target")
            table.can_note_failure = True

    def _lose(self, table: Table, cause: str) -> None:
        outcome: Any = "finished" if table.goal is None else "lost"
        table.end = Ending(outcome, table.hits, cause)

    # -- turning up a target

    def _turn_up(
        self, table: Table, seat: int, noted: list[Card], said: int | None
    ) -> Sequence[IllegalMove]:
        if table.end is not None and table.can_note_failure:
            return self._note_failure(table, seat, noted, said)
        if seat != table.on_turn or table.target is not None or table.end is not None:
            raise _not_due(table, seat, "target")
        digits, others = _sort_out(noted)
        is_whole = len(digits) == table.digits and noted[-1] == digits[-1]
        if is_whole and table.census.turn_plainly(noted):
            table.census.stock.extend(others)
        else:
            digits = self._turn_closely(table, noted)
            if len(digits) < table.digits:
                self._lose(table, "stock-out-at-target")
                return _wrong_value(said, None)
        value = 0
        for card in digits:
            value = value * 10 + DIGIT[card >> 3]
        table.targets += 1
        table.target = value
        table.target_cards = digits
        return () if said is None or said == value else _wrong_value(said, value)

    def _turn_closely(self, table: Table, noted: Sequence[Card]) -> list[Card]:
        """Turn the cards up, and see for each whether it can be; return those that give a digit."""
        if JOKER in noted:
            _refuse_joker(table, f"cards/{noted.index(JOKER)}")
        census = table.census
        stock, faced = census.stock.copy(), census.faced.copy()
        # Where the cards are what the stock is known to hold, nothing else can change.
        room, is_counted, placed = census.room.copy(), census.is_counted, census.placed.copy()
        try:
            digits = self._turn_cards(table, noted)
            if len(digits) < table.digits:
                self._check_failure(table, len(digits))
        except IllegalMove:
            census.stock, census.faced = stock, faced
            census.room, census.is_counted, census.placed = room, is_counted, placed
            raise
        return digits

    def _turn_cards(self, table: Table, noted: Sequence[Card]) -> list[Card]:
        """Turn the cards up; return those that give a digit. Raises and leaves a half-made turn."""
        census = table.census
        stock = census.stock
        digits: list[Card] = []
        fruitless = 0
        for nth, card in enumerate(noted):
            found = len(digits)
            if found == table.digits:
                raise _too_many(table, "The target was complete before this card.", card, nth)
            if not stock:
                raise _too_many(table, "The stock is empty.", card, nth)
            is_useful = gives_digit(card, found)
            if not is_useful and (fruitless >= len(stock) or self._is_spent(table, found)):
                raise _too_many(table, "The stock has no card that could be used.", card, nth)
            try:
                label = census.turn(card)
            except IllegalMove as error:
                error.field = f"cards/{nth}"
                raise
            if is_useful:
                digits.append(label)
                fruitless = 0
            else:
                stock.append(label)
                fruitless += 1
        return digits

    def _is_spent(self, table: Table, found: int) -> bool:
        """Tell whether the stock is known to hold nothing for digit number *found*."""
        return table.is_exact and not any(gives_digit(label, found) for label in table.census.stock)

    def _check_failure(self, table: Table, found: int) -> None:
        """Raise unless the stock can be without a card for digit number *found* (ruling 2)."""
        unseen = 0
        for label in table.census.stock:
            if label == UNKNOWN:
                unseen += 1
            elif gives_digit(label, found):
                raise _too_few(table, found)
        if unseen > 0 and unseen > table.census.most_unseen(useless_ranks(found)):
            raise _too_few(table, found)

    def _note_failure(
        self, table: Table, seat: int, noted: Sequence[Card], said: int | None
    ) -> Sequence[IllegalMove]:
        """Take in that the stock, which was empty, gave no target: a log may say so (ruling 2)."""
        names = table.setting.players
        somebody = any(map(len, table.census.hands))
        if somebody and seat != table.on_turn:
            raise IllegalMove(
                "wrong-player",
                f"It is {names[table.on_turn]} who turns up the next target.",
                expected=names[table.on_turn],
                got=names[seat],
                field="player",
                rule="hitting-a-target",
            )
        if noted:
            raise _too_many(table, "The stock is empty.", noted[0], 0)
        table.can_note_failure = False
        return _wrong_value(said, None)

    # -- how it stands

    def ending(self, table: Table) -> Ending | None:
        return table.end

    def standing(self, table: Table) -> int:
        return table.hits

    def notes(self, table: Table) -> SpotOnNotes:
        return SpotOnNotes(table)

    def copy(self, table: Table) -> Table:
        return table.copy()

    def view(self, table: Table, seat: int | None = None) -> dict[str, Any]:
        return _view.view(table, seat)

    def picture(self, view: Mapping[str, Any]) -> list[str]:
        return _view.picture(view)

    # -- for those who make logs

    def shuffle(self, setting: Setting, rng: random.Random) -> dict[str, Any]:
        # Both jokers are shuffled in, and those that do not play are taken out: so a seed deals the
        # same cards whatever their number, and settings are compared over the same deals.
        deck = list(standard_texts(_MOST_JOKERS))
        shuffle(deck, rng)
        for _ in range(_MOST_JOKERS - setting.options["jokers"]):
            deck.remove(CARD_TEXT[JOKER])
        sizes, _ = self.sizes(setting)
        hands = [[deck.pop() for _ in range(size)] for size in sizes]
        return {"hands": hands, "stock": deck[::-1]}

    def spoken(self, table: Table, move: Move) -> Move:
        if move["type"] == "target":
            cards = self._next_target(table)
            digits = 0
            value = 0
            for card in cards:
                if digits < table.digits and gives_digit(card, digits):
                    value = value * 10 + DIGIT[card >> 3]
                    digits += 1
            return {**move, "cards": cards, **({"value": value} if digits == table.digits else {})}
        if move["type"] == "signal":
            return move
        said = dict(move)
        is_last = False
        if move["type"] == "play":
            value = move.get("as", rank_of(move["card"]))
            total = CALCULATE[move["op"]](table.total, value)
            said["total"] = total
            is_last = total == table.target and table.hits + 1 == table.goal
        if table.census.stock and not is_last and table.census.stock[0] != UNKNOWN:
            said["drew"] = table.census.stock[0]
        return said

    def _next_target(self, table: Table) -> list[Card]:
        """Return the cards that come up next, of a stock that is known."""
        stock = list(table.census.stock)
        turned: list[Card] = []
        digits = 0
        while digits < table.digits and any(gives_digit(card, digits) for card in stock):
            card = stock.pop(0)
            turned.append(card)
            if gives_digit(card, digits):
                digits += 1
            else:
                stock.append(card)
        return turned

    def write(self, move: Move) -> dict[str, Any]:
        written = {key: value for key, value in move.items() if key != "player"}
        for key in ("card", "drew"):
            if key in written:
                written[key] = None if written[key] == NOTHING else CARD_TEXT[written[key]]
        if "cards" in written:
            written["cards"] = [CARD_TEXT[card] for card in written["cards"]]
        # There is no upper limit to a total, but there is to the numbers of a log, and it may be
        # left out: twenty multiplications in a row get there.
        if written.get("total", 0) > MAX_INTEGER:
            del written["total"]
        return written


def _sort_out(noted: list[Card]) -> tuple[list[Card], list[Card]]:
    """Return the cards that give digits, and those that go under the stock. Knows no jokers."""
    for nth, card in enumerate(noted):
        if card >> 3 < FACES:
            return noted[nth:], noted[:nth]
    return [], noted


def _not_due(table: Table, seat: int, kind: str) -> IllegalMove:
    """Return why a move of that *kind* may not be made now, or not by that player."""
    if table.end is not None:
        return IllegalMove("after-end", "The game was over before this move.", field="type")
    if seat != table.on_turn:
        return wrong_player(table.setting.players, table.on_turn, seat, "your-turn")
    if table.target is None:
        return IllegalMove(
            "no-target",
            "No target is turned up yet.",
            expected="target",
            got=kind,
            field="type",
            rule="turning-up-a-target",
        )
    return IllegalMove(
        "target-not-due",
        f"The target {table.target} is not hit yet.",
        got=kind,
        field="type",
        rule="hitting-a-target",
    )


def _operations(total: int, value: int, small: bool) -> int:
    """Return what may be done with a card of *value* once a chain lies, as a place in _OPERATIONS."""
    takes = value <= total
    return takes if small else 2 + takes if total % value else 4 + takes


_Ways: TypeAlias = Sequence[Sequence[Sequence[Move]]]


@cache
def _ways(seat: int, may_signal: bool) -> tuple[_Ways, _Ways]:
    """Return the moves with a card by place in _OPERATIONS and by card, and plays of a joker.

    Those of a joker are by its value. Each move is made once and shared by all who ask.
    """
    play = {"type": "play", "player": seat}

    def with_card(card: Card, ops: str) -> Sequence[Move]:
        plays: list[Move] = [{**play, "card": card, "op": op} for op in ops]
        return [*plays, *_without_playing(seat, card, may_signal)]

    def with_joker(value: int, ops: str) -> Sequence[Move]:
        return [{**play, "card": JOKER, "op": op, "as": value} for op in ops]

    return (
        [[with_card(card, ops) for card in range(14 * 8)] for ops in _OPERATIONS],
        [[with_joker(value, ops) for value in range(MAX_VALUE + 1)] for ops in _OPERATIONS],
    )


@cache
def _without_playing(seat: int, card: Card, may_signal: bool) -> tuple[Move, ...]:
    waste: Move = {"type": "pass", "player": seat, "card": card}
    if not may_signal:
        return (waste,)
    return waste, {"type": "signal", "player": seat, "card": card}


def _wrong_operation(table: Table, op: str, value: int | None) -> IllegalMove | None:
    """Return why *op* may not be used now with *value*; None for a joker's that is not known."""
    total = table.total
    if not table.chain and op != "+":
        return IllegalMove(
            "first-card-must-add",
            "The first card of a target is added to 0.",
            expected="+",
            got=op,
            field="op",
            rule="your-turn",
        )
    if table.small and op in "*/":
        return IllegalMove(
            "operation-not-allowed",
            "In small numbers there is only plus and minus.",
            expected=["+", "-"],
            got=op,
            field="op",
            rule="variants",
        )
    if value is None:
        return None
    if op == "-" and value > total:
        return IllegalMove(
            "below-zero",
            f"{total} − {value} is below 0.",
            got=total - value,
            field="op",
            rule="your-turn",
        )
    if op == "/" and total % value:
        return IllegalMove(
            "not-whole",
            f"{total} ÷ {value} leaves a remainder of {total % value}.",
            got=total % value,
            field="op",
            rule="your-turn",
        )
    return None


def _wrong_joker(said: int | None) -> IllegalMove:
    return IllegalMove(
        "joker-value",
        "A joker is given a value from 1 to 13 when it is played, "
        + ("and none is noted." if said is None else f"not {said}."),
        expected=[1, MAX_VALUE],
        got=said,
        field="as" if said is not None else "card",
        rule="card-values",
    )


def _refuse_jokers(deal: Deal) -> None:
    for seat, hand in enumerate(deal.hands):
        if JOKER in hand:
            raise _no_joker(f"/deal/hands/{seat}/{list(hand).index(JOKER)}")
    if JOKER in deal.stock:
        raise _no_joker(f"/deal/stock/{list(deal.stock).index(JOKER)}")


def _refuse_joker(table: Table, field: str = "card") -> None:
    if not table.setting.options["jokers"]:
        raise _no_joker(field)


def _no_joker(field: str) -> IllegalMove:
    return IllegalMove(
        "no-such-card", "There is no joker in this game.", got="*", field=field, rule="difficulty"
    )


def _draw_fault(noted: Card, census: Census, is_last: bool) -> IllegalMove:
    """Return what is wrong with ``drew`` where a card can be drawn and is not, or the reverse."""
    if noted == NOTHING:
        return IllegalMove(
            "wrong-draw",
            f"The stock still has {len(census.stock)} cards, so one is drawn.",
            field="drew",
            rule="your-turn",
        )
    if census.lay_open(noted) and noted not in census.stock:
        return census.seen(noted, "drew")
    if is_last:
        return IllegalMove(
            "wrong-draw",
            "The last target is hit: the game ends at once, without a draw.",
            got=card_text(noted),
            field="drew",
            rule="winning-and-losing",
        )
    return IllegalMove(
        "draw-from-empty-stock",
        "The stock is empty, nobody draws.",
        got=card_text(noted),
        field="drew",
        rule="your-turn",
    )


def _too_many(table: Table, message: str, card: Card, nth: int) -> IllegalMove:
    field = f"cards/{nth}"
    if table.census.lay_open(card) and card not in table.census.stock:
        return table.census.seen(card, field)
    return IllegalMove(
        "wrong-target-cards",
        message,
        got=card_text(card),
        field=field,
        rule="turning-up-a-target",
    )


def _too_few(table: Table, found: int) -> IllegalMove:
    left = table.digits - found
    return IllegalMove(
        "wrong-target-cards",
        f"The target is short of {left} digit{'s' if left > 1 else ''}, "
        "and the stock could give more.",
        expected=table.digits,
        got=found,
        field="cards",
        rule="turning-up-a-target",
    )


def _wrong_value(said: int | None, value: int | None) -> Sequence[IllegalMove]:
    if said is None or said == value:
        return ()
    message = (
        "The turn-up failed, so there is no target."
        if value is None
        else f"The cards give {value}, the log says {said}."
    )
    return (
        IllegalMove(
            "wrong-value",
            message,
            expected=value,
            got=said,
            field="value",
            rule="turning-up-a-target",
            sound=True,
        ),
    )


rules: Rules[Table] = SpotOn()
