"""The rules of Pot Luck.

Source: "Pot Luck, full rules", the sections named in each fault's *rule*. Where the source leaves
room, docs/rules/pot-luck.md says how it is read; "ruling n" below is that page's numbering.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from ...cards import (
    CARD_TEXT,
    CARDS,
    JOKER,
    NOTHING,
    UNKNOWN,
    Card,
    card_text,
    shuffle,
    standard_texts,
)
from ...errors import IllegalMove
from ...facts import Column
from ...metrics import Dimension, Metric
from ...rules import COMMON_FAULTS, Deal, Ending, Option, Rules, Setting, wrong_player
from ...shapes import Act, BadField, Move, Shape, lookup, reader, whole
from . import view as _view
from .hands import Hands
from .metrics import DIMENSIONS, METRICS, UNTOLD
from .notes import COLUMNS, PotLuckNotes
from .table import ACE, ACE_HIGH, NOBODY, POINTS, Table, different, values_of

CARD: Final = "a card such as 7H or 10"
MOST_POTS: Final = 9
_OR_UNKNOWN: Final = {**CARDS, "?": UNKNOWN}
_DRAWN: Final[Mapping[Any, Card]] = {None: NOTHING, **_OR_UNKNOWN}

# The level table is missing from the source; docs/rules/pot-luck.md says what each cell rests on.
_LEVELS: Final[Mapping[str, tuple[int, int, int]]] = {
    # open cards, lives, pots to score
    "easy": (2, 2, 12),
    "normal": (1, 1, 13),
    "hard": (1, 1, 14),
    "expert": (0, 0, 13),
}
_HAND_SIZES: Final = {2: 4, 3: 3}
"""By players; with more it is 2."""


class PotLuck:
    """See `engine.rules.Rules` for what each member is for."""

    name = "pot-luck"
    title = "Pot Luck"
    version = "1"
    sentence = "A team adds cards onto three pots, each of which is to come to exactly 21."
    players = (2, 5)
    unit = "pot"
    scores_seats = False
    levels: Mapping[str, str] = {
        "easy": "Two open cards each, two lives (inferred), 12 pots to score.",
        "normal": "One open card each, one life, 13 pots to score.",
        "hard": "One open card each (implied), one life (inferred), 14 pots to score.",
        "expert": "All hands hidden, no life (inferred), 13 pots to score (inferred).",
    }
    options: Mapping[str, Option] = {
        "open_cards": Option("whole", "Cards of each hand that lie open.", 0, 10),
        "lives": Option("whole", "Busts that are forgiven.", 0, 9),
        "target": Option("whole", "Pots to score.", 1, 30),
        "limit": Option("whole", "What a pot is to come to.", 11, 99),
        "pots": Option("whole", "Pots that are built at a time.", 1, MOST_POTS),
        "hand_size": Option("whole", "Cards in a hand.", 1, 10),
        "own_card_rule": Option("flag", "Nobody plays onto their own card."),
        "open_hands": Option("flag", "Every card lies open, so none is laid open by a move."),
        "family": Option("flag", "No target: score as many pots as you can."),
    }
    cards: Mapping[str, Card] = _OR_UNKNOWN
    moves: Mapping[str, Shape] = {
        "open": Shape(
            {"card": lookup(CARDS, CARD, code="bad-card")},
            "Lay a hand card face up: after the deal, and after an open card was played.",
        ),
        "play": Shape(
            {
                "card": lookup(CARDS, CARD, code="bad-card"),
                "pot": reader(whole),
                "as": reader(whole, required=False),
                "total": reader(whole, required=False),
                "drew": lookup(_DRAWN, f"{CARD}, ? or null", code="bad-card", required=False),
            },
            "Play a card onto a pot, counted from 1 from the left.",
        ),
        "pass": Shape({}, "Play nothing; only once the stock is empty."),
    }
    faults: Mapping[str, str] = {
        **COMMON_FAULTS,
        "wrong-stock-size": "A stock of another size than is left after the deal.",
        "wrong-draw": "Another draw than the stock allows.",
        "draw-from-empty-stock": "A card was drawn and the stock was empty.",
        "no-such-pot": "There is no pot with that number.",
        "own-card": "The top card of the pot is the player's own.",
        "ace-value": "An ace counts 1 or 11, and no other card's value is chosen.",
        "wrong-total": "The total said is not what the pot comes to.",
        "pass-too-early": "Nobody passes while the stock has cards.",
        "open-not-due": "This player has no card to lay open.",
        "open-missing": "A card had to be laid open before this move.",
    }
    causes: Mapping[str, str] = {
        "bust": "A pot went bust and no life was left.",
        "all-passed": "Everybody passed in turn.",
        "hands-empty": "All hands were empty.",
    }
    inferred: Sequence[str] = (
        "Easy: the two lives are inferred, as the game asks for two coins.",
        "Hard: one open card and one life are inferred.",
        "Expert: no life and 13 pots are inferred; of the possible fillings they keep the levels in order.",
    )
    columns: Mapping[str, Sequence[Column]] = COLUMNS
    metrics: Sequence[Metric] = METRICS
    dimensions: Sequence[Dimension] = DIMENSIONS
    untold: Sequence[str] = UNTOLD

    # -- before the game

    def settle(self, level: str, players: int) -> dict[str, Any]:
        open_cards, lives, target = _LEVELS[level]
        return {
            "open_cards": open_cards,
            "lives": lives,
            "target": target,
            "limit": 21,
            "pots": 3,
            "hand_size": _HAND_SIZES.get(players, 2),
            "own_card_rule": True,
            "open_hands": False,
            "family": False,
        }

    def check(self, setting: Setting) -> Iterable[tuple[str, BadField]]:
        size, open_cards = setting.options["hand_size"], setting.options["open_cards"]
        # What the level sets is cut to a smaller hand; what the log states has to fit it.
        if open_cards > size and open_cards != _LEVELS[setting.level][0]:
            yield (
                "open_cards",
                BadField(
                    "option-out-of-range",
                    f"open_cards is 0 to {size}, as many as a hand has, not {open_cards}.",
                    expected=[0, size],
                ),
            )

    def sizes(self, setting: Setting) -> tuple[Sequence[int], int]:
        size, players = setting.options["hand_size"], len(setting.players)
        return [size] * players, 52 - size * players

    def start(self, setting: Setting, deal: Deal) -> Table:
        options = setting.options
        _refuse_jokers(deal)
        hands = Hands(
            deal.hands,
            deal.stock,
            setting.players,
            open_cards=options["open_cards"],
            open_hands=options["open_hands"],
            may_omit=not deal.is_given,
        )
        pots = options["pots"]
        return Table(
            setting,
            hands,
            options["limit"],
            None if options["family"] else options["target"],
            options["own_card_rule"],
            [[] for _ in range(pots)],
            [0] * pots,
            [NOBODY] * pots,
            options["lives"],
        )

    # -- whose turn, and what may be done

    def waiting(self, table: Table) -> int | None:
        if table.end:
            return None
        hands = table.hands
        if not hands.may_omit:
            for seat in hands.pending:
                if hands.due(seat):
                    return seat
        return table.on_turn

    def legal(self, table: Table) -> list[Move]:
        seat = self.waiting(table)
        if seat is None:
            return []
        hands = table.hands
        if seat in hands.pending and hands.due(seat) and not hands.may_omit:
            hidden = {card >> 3: card for card in hands.hidden_labels(seat) if card != UNKNOWN}
            openings = _openings(seat)
            return [openings[hidden[rank]] for rank in sorted(hidden)]
        cards = hands.labels(seat)
        if UNKNOWN in cards:
            cards = [card for card in cards if card != UNKNOWN]
        found = different(cards, _shown(hands, seat))
        pots = self._permitted(table, seat)
        plays = _plays(seat)
        moves: list[Move] = []
        for kind in sorted(found):
            ways = plays[found[kind]]
            for nth in pots:
                moves += ways[nth]
        if not hands.stock:
            moves.append(_passing(seat))
        return moves

    def _permitted(self, table: Table, seat: int) -> list[int]:
        """Return the pots that a player may play on, from 0."""
        if not table.own_card_rule:
            return list(range(len(table.tops)))
        return [nth for nth, top in enumerate(table.tops) if top != seat]

    # -- moves

    def apply(self, table: Table, move: Move) -> Sequence[IllegalMove]:
        kind, seat = move["type"], move["player"]
        if kind == "open":
            return self._open(table, seat, move["card"])
        if kind == "play":
            how = move["card"], move["pot"], move.get("as"), move.get("total"), move.get("drew")
            return self._play(table, seat, *how)
        return self._pass(table, seat)

    def acts(self) -> Mapping[str, Act]:
        return {"open": self._open, "play": self._play, "pass": self._pass}

    def _open(self, table: Table, seat: int, card: Card) -> Sequence[IllegalMove]:
        if table.end is not None:
            raise _not_due(table, seat)
        hands = table.hands
        if card == JOKER:
            raise _no_joker("card")
        label = hands.plain_open_label(seat, card)
        if label is not None:
            hands.lay(seat, card, label)
            return ()
        after = hands.copy()
        after.open(seat, card)
        table.hands = after
        return ()

    def _pass(self, table: Table, seat: int) -> Sequence[IllegalMove]:
        if seat != table.on_turn or table.end is not None:
            raise _not_due(table, seat)
        hands = table.hands
        if hands.stock:
            raise IllegalMove(
                "pass-too-early",
                f"The stock still has {len(hands.stock)} cards, so a card is played.",
                field="type",
                rule="end-of-the-game",
            )
        if hands.pending:
            after = hands.copy()
            after.settle()
            table.hands = after
        table.turns += 1
        table.passes += 1
        seats = range(len(table.setting.players))
        if table.passes == sum(table.hands.size(other) > 0 for other in seats):
            self._lose(table, "all-passed")
        self._next_turn(table)
        return ()

    def _play(
        self,
        table: Table,
        seat: int,
        card: Card,
        pot: int,
        said: int | None,
        said_total: int | None,
        drew: Card | None,
    ) -> Sequence[IllegalMove]:
        if seat != table.on_turn or table.end is not None:
            raise _not_due(table, seat)
        nth = pot - 1
        if card == JOKER or drew == JOKER:
            raise _no_joker("card" if card == JOKER else "drew")
        if not 0 <= nth < len(table.totals):
            raise self._refused(table, seat, card, drew, _no_such_pot(table, pot))
        before = table.totals[nth]
        if table.tops[nth] == seat and table.own_card_rule:
            raise self._refused(table, seat, card, drew, _own_card(table, pot))
        limit = table.limit
        value = POINTS[card]
        if card >> 3 == ACE:
            if said is None:  # ruling 1
                value = ACE_HIGH if before + ACE_HIGH == limit else value
            elif said in (ACE, ACE_HIGH):
                value = said
            else:
                raise self._refused(table, seat, card, drew, _ace_value(card, said))
        elif said is not None:
            raise self._refused(table, seat, card, drew, _ace_value(card, said))
        total = before + value
        fault = None
        if said_total is not None and said_total != total:
            fault = _wrong_total(before, value, total, said_total)
        hands = table.hands
        # The last pot and the last bust end the game at once, without a draw (rulings 2 and 7).
        draws = bool(hands.stock) and not (
            (total == limit and table.scored + 1 == table.goal)
            or (total > limit and not table.lives)
        )
        label = hands.plain_label(seat, card, drew, draws=draws)
        if label is not None:
            hands.exchange(seat, card, label, drew, draws=draws)
        else:
            table.hands = self._exchanged(hands, seat, card, drew, fault, draws=draws)
        table.turns += 1
        table.passes = 0
        table.pots[nth].append((card, seat, value))
        if total < limit:
            table.totals[nth] = total
            table.tops[nth] = seat
        else:
            self._clear(table, nth, total)
        if table.end is None:
            if draws:  # everybody has cards
                table.on_turn = (seat + 1) % len(table.setting.players)
            else:
                self._next_turn(table)
        return () if fault is None else (fault,)

    def _exchanged(
        self,
        hands: Hands,
        seat: int,
        card: Card,
        drew: Card | None,
        fault: IllegalMove | None,
        *,
        draws: bool,
    ) -> Hands:
        """Return the hands after a play where something is not plain. Raises what is wrong."""
        after = hands.copy()
        try:
            after.settle()
            after.play(seat, card, drew, draws=draws)
        except IllegalMove:
            # What is wrong with the cards is told first, a card that was not laid open last.
            after = hands.copy()
            after.play(seat, card, drew, draws=draws)
            raise _not_sound(fault) or hands.missing(hands.pending[0]) from None
        return after

    def _refused(
        self, table: Table, seat: int, card: Card, drew: Card | None, fault: IllegalMove
    ) -> IllegalMove:
        """Return what is wrong with a play that may not be made, its cards looked at first."""
        hands = table.hands
        try:
            hands.copy().play(seat, card, drew, draws=bool(hands.stock))
        except IllegalMove as error:
            return error
        return fault

    def _clear(self, table: Table, nth: int, total: int) -> None:
        """Take a pot off that came to the limit or went over it."""
        table.over.append(table.pots[nth])
        table.pots[nth] = []
        table.totals[nth] = 0
        table.tops[nth] = NOBODY
        if total == table.limit:
            table.scored += 1
            if table.scored == table.goal:
                table.end = Ending("won", table.scored)
            return
        table.busts += 1
        if table.lives:
            table.lives -= 1
        else:
            self._lose(table, "bust")

    def _next_turn(self, table: Table) -> None:
        """Make it the turn of the next player who has cards; nobody's if nobody has."""
        seats = len(table.setting.players)
        for step in range(1, seats + 1):
            seat = (table.on_turn + step) % seats
            if table.hands.size(seat):
                table.on_turn = seat
                return
        if table.end is None:
            self._lose(table, "hands-empty")

    def _lose(self, table: Table, cause: str) -> None:
        table.end = Ending("finished" if table.goal is None else "lost", table.scored, cause)

    # -- how it stands

    def ending(self, table: Table) -> Ending | None:
        return table.end

    def standing(self, table: Table) -> int:
        return table.scored

    def notes(self, table: Table) -> PotLuckNotes:
        return PotLuckNotes(table)

    def copy(self, table: Table) -> Table:
        return table.copy()

    def view(self, table: Table, seat: int | None = None) -> dict[str, Any]:
        return _view.view(table, seat, self.waiting(table))

    def picture(self, view: Mapping[str, Any]) -> list[str]:
        return _view.picture(view)

    # -- for those who make logs

    def shuffle(self, setting: Setting, rng: random.Random) -> dict[str, Any]:
        deck = list(standard_texts())
        shuffle(deck, rng)
        sizes, _ = self.sizes(setting)
        hands = [[deck.pop() for _ in range(size)] for size in sizes]
        return {"hands": hands, "stock": deck[::-1]}

    def spoken(self, table: Table, move: Move) -> Move:
        if move["type"] != "play":
            return move
        card: Card = move["card"]
        before = table.totals[move["pot"] - 1]
        value = move.get("as", POINTS[card])
        if card >> 3 == ACE and "as" not in move and before + ACE_HIGH == table.limit:
            value = ACE_HIGH
        total = before + value
        said = {**move, "total": total}
        is_won = total == table.limit and table.scored + 1 == table.goal
        is_lost = total > table.limit and not table.lives
        stock = table.hands.stock
        if stock and not is_won and not is_lost and stock[0] != UNKNOWN:
            said["drew"] = stock[0]
        return said

    def write(self, move: Move) -> dict[str, Any]:
        written = {key: value for key, value in move.items() if key != "player"}
        for key in ("card", "drew"):
            if key in written:
                written[key] = None if written[key] == NOTHING else CARD_TEXT[written[key]]
        return written


# Each move is made once and shared by all who ask.


@cache
def _openings(seat: int) -> Mapping[Card, Move]:
    return {card: {"type": "open", "player": seat, "card": card} for card in CARD_TEXT}


@cache
def _passing(seat: int) -> Move:
    return {"type": "pass", "player": seat}


@cache
def _plays(seat: int) -> Mapping[Card, Sequence[Sequence[Move]]]:
    """Return by card, then by pot from 0, what can be played: an ace in two ways."""

    def play(card: Card, nth: int) -> Sequence[Move]:
        plain: Move = {"type": "play", "player": seat, "card": card, "pot": nth + 1}
        if card >> 3 == ACE:
            return tuple({**plain, "as": value} for value in values_of(card))
        return (plain,)

    return {
        card: [play(card, nth) for nth in range(MOST_POTS)]
        for card in CARD_TEXT
        if card not in (JOKER, UNKNOWN)
    }


def _not_due(table: Table, seat: int) -> IllegalMove:
    """Return why that player may not move now."""
    if table.end is not None:
        return IllegalMove("after-end", "The game was over before this move.", field="type")
    return wrong_player(table.setting.players, table.on_turn, seat, "your-turn")


def _shown(hands: Hands, seat: int) -> list[Card]:
    """Return the open cards of a hand where that makes some of them different to play."""
    return [] if hands.open_hands else hands.open_labels(seat)


def _refuse_jokers(deal: Deal) -> None:
    for seat, hand in enumerate(deal.hands):
        if JOKER in hand:
            raise _no_joker(f"/deal/hands/{seat}/{list(hand).index(JOKER)}")
    if JOKER in deal.stock:
        raise _no_joker(f"/deal/stock/{list(deal.stock).index(JOKER)}")


def _no_joker(field: str) -> IllegalMove:
    return IllegalMove(
        "no-such-card",
        "Pot Luck is played without jokers.",
        got="*",
        field=field,
        rule="overview",
    )


def _no_such_pot(table: Table, pot: int) -> IllegalMove:
    most = len(table.totals)
    return IllegalMove(
        "no-such-pot",
        f"The pots are numbered 1 to {most} from the left, there is no {pot}.",
        expected=[1, most],
        got=pot,
        field="pot",
        rule="setup",
    )


def _own_card(table: Table, pot: int) -> IllegalMove:
    seat = table.tops[pot - 1]
    top = card_text(table.pots[pot - 1][-1][0])
    return IllegalMove(
        "own-card",
        f"{table.setting.players[seat]}'s own {top} is on top of pot {pot}.",
        expected=[nth + 1 for nth, owner in enumerate(table.tops) if owner != seat],
        got=pot,
        field="pot",
        rule="your-turn",
    )


def _ace_value(card: Card, said: int) -> IllegalMove:
    if card >> 3 == ACE:
        message = f"An ace counts {ACE} or {ACE_HIGH}, not {said}."
        expected: Any = [ACE, ACE_HIGH]
    else:
        message = f"Only an ace's value is chosen; the {card_text(card)} counts {POINTS[card]}."
        expected = None
    return IllegalMove(
        "ace-value", message, expected=expected, got=said, field="as", rule="card-values"
    )


def _wrong_total(before: int, value: int, total: int, said: int) -> IllegalMove:
    return IllegalMove(
        "wrong-total",
        f"{before} and {value} is {total}, the log says {said}.",
        expected=total,
        got=said,
        field="total",
        rule="your-turn",
        sound=True,
    )


def _not_sound(fault: IllegalMove | None) -> IllegalMove | None:
    """Return *fault* as one after which nothing more can be told."""
    if fault is not None:
        fault.sound = False
    return fault


rules: Rules[Table] = PotLuck()
