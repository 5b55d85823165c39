"""The rules of Equator, an equation game by David Parlett; rulings are numbered as in the rules page.

The row of cards is the equator; its first two cards set the target.
No move but a claim takes a decision: who is next puts the top card of a pile down. Anybody may
claim at any time, also out of turn and without cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ...cards import CARD_TEXT, CARDS, JOKER, UNKNOWN, Card, card_text, shuffle, standard_texts
from ...errors import IllegalMove
from ...metrics import Dimension, Metric
from ...rules import COMMON_FAULTS, Deal, Ending, Option, Rules, Setting
from ...shapes import Act, BadField, Field, Move, Shape, listing, lookup, reader, text, whole
from . import view as _view
from .claims import Weighed, find_equation, weigh
from .equation import MAX_LENGTH, UnreadableError, caret
from .exact import TooLargeError
from .metrics import DIMENSIONS, METRICS, UNTOLD
from .notes import COLUMNS, EquatorNotes
from .piles import Piles
from .possible import has_equation
from .table import NUMERALS, Claim, End, Table, digit

CARD: Final = "a card such as 7H, 10 or Q"
_OR_UNKNOWN: Final = {**CARDS, "?": UNKNOWN}
_HAND: Final = listing(_OR_UNKNOWN, f"{CARD} or ?", code="bad-card")


def _read_hands(value: Any) -> list[list[Card]]:
    if type(value) is not list:
        raise BadField("wrong-type", "hands are an array of arrays.", expected="array")
    hands = []
    for seat, hand in enumerate(value):
        try:
            hands.append(_HAND.read(hand))
        except (KeyError, TypeError, BadField):
            error = _HAND.explain(hand)
            error.at = f"/{seat}{error.at}"
            raise error from None
    return hands


_HANDS: Final[Field] = reader(_read_hands, required=False)


class Equator:
    """See `engine.rules.Rules` for what each member is for."""

    name = "equator"
    title = "Equator"
    version = "1"
    sentence = "A race to make equations: who reaches the target with the cards of the row?"
    players = (2, 8)
    unit = "equation"
    scores_seats = True
    levels: Mapping[str, str] = {"normal": "There is one level; the options make the difference."}
    options: Mapping[str, Option] = {
        "powers": Option("flag", "Powers and roots are allowed."),
        "free_roots": Option("flag", "A bare √ is a square root whose 2 comes from nowhere."),
        "scoring": Option(
            "choice",
            "What a won card scores: 1 (cards), or its face value (values).",
            choices=("cards", "values"),
        ),
        "ten": Option(
            "choice",
            "A ten that is to set the target: the next card replaces it, or it is the digit 0.",
            choices=("replace", "zero"),
        ),
        "redeal": Option("flag", "In the end the waste pile is dealt out again."),
    }
    cards: Mapping[str, Card] = _OR_UNKNOWN
    moves: Mapping[str, Shape] = {
        "target": Shape(
            {
                "cards": listing(CARDS, CARD, code="bad-card"),
                "value": reader(whole, required=False),
            },
            "Set the two-figure target; cards are all that were turned up, in order.",
        ),
        "turn": Shape(
            {"card": lookup(CARDS, CARD, code="bad-card")},
            "Put the next card on the equator.",
        ),
        "claim": Shape(
            {"equation": reader(text)},
            "Claim an equation, such as 4^3+8+7+4 or 4^3+8+7+4=83.",
        ),
        "redeal": Shape({"hands": _HANDS}, "Deal the waste pile out again."),
    }
    faults: Mapping[str, str] = {
        **COMMON_FAULTS,
        "wrong-stock-size": "There is no stock; what the deal leaves over is out of play.",
        "no-target": "A card or a claim while no target is set.",
        "target-not-due": "A target or a redeal while the row in play can go on.",
        "wrong-target-cards": "The cards cannot be all that set the target.",
        "wrong-value": "The target said is not what its cards say.",
        "claim-before-turn": "A claim with nothing beside the target, which alone does not make "
        "it.",
        "debarred": "A claim after a wrong one on the same target.",
        "equation-unreadable": "The equation does not read; got is the column, from 1.",
        "equation-too-large": "The equation, or a number on its way, is beyond the bounds.",
    }
    causes: Mapping[str, str] = {
        "too-few-cards": "A target was due and fewer than three cards were left.",
        "no-target-left": "The cards ran out before the last target was complete.",
        "row-played-out": "The last card was put down and nobody completed its equation.",
    }
    inferred: Sequence[str] = (
        "The source does not say who sets the target after a right claim: the player after the one who put down the last card sets the tens.",
        "A ten turned up for the target is replaced like a face card, unless the option `ten` says otherwise.",
    )
    columns = COLUMNS
    metrics: Sequence[Metric] = METRICS
    dimensions: Sequence[Dimension] = DIMENSIONS
    untold: Sequence[str] = UNTOLD

    # -- before the game

    def settle(self, level: str, players: int) -> dict[str, Any]:
        return {
            "powers": True,
            "free_roots": False,
            "scoring": "cards",
            "ten": "replace",
            "redeal": False,
        }

    def check(self, setting: Setting) -> Iterable[tuple[str, BadField]]:
        return ()

    def sizes(self, setting: Setting) -> tuple[Sequence[int], int]:
        players = len(setting.players)
        return [52 // players] * players, 0

    def start(self, setting: Setting, deal: Deal) -> Table:
        options = setting.options
        for seat, hand in enumerate(deal.hands):
            if JOKER in hand:
                raise _no_joker(f"/deal/hands/{seat}/{list(hand).index(JOKER)}")
        seats = len(setting.players)
        return Table(
            setting,
            Piles(deal.hands, setting.players),
            powers=options["powers"],
            free_roots=options["powers"] and options["free_roots"],
            ten_is_zero=options["ten"] == "zero",
            scores_values=options["scoring"] == "values",
            can_be_redealt=options["redeal"],
            pointer=seats - 1,
            won=[[] for _ in range(seats)],
        )

    # -- whose turn, and what may be done

    def waiting(self, table: Table) -> int | None:
        """Return who puts the next card down.

        None once nobody can: there may still be claims, see `ending`. A redeal is waited for where
        the deal before brought somebody something; a table may go on, but with a few cards that
        make nothing it would do so for ever.
        """
        if table.is_played_out():
            is_due = table.may_redeal() and not table.is_idle
            return self._dealer(table) if is_due else None
        return table.next_seat()

    def _dealer(self, table: Table) -> int:
        return len(table.won) - 1

    def legal(self, table: Table) -> list[Move]:
        """See `engine.rules.Rules`.

        There is no end of equations: one right claim is given for each player who may make it, where
        there is any.
        """
        seat = self.waiting(table)
        if seat is None:
            return []
        if table.is_played_out():
            moves: list[Move] = [{"type": "redeal", "player": seat}]
        else:
            moves = [{"type": "target" if table.target is None else "turn", "player": seat}]
        if table.target is None:
            return moves
        equation = None
        if has_equation(table.values, table.powers, table.free_roots):
            equation = find_equation(
                table.values, table.target, powers=table.powers, free_roots=table.free_roots
            )
        if equation is not None:
            moves.extend(
                {"type": "claim", "player": seat, "equation": equation}
                for seat in range(len(table.won))
                if seat not in table.debarred
            )
        return moves

    # -- moves

    def apply(self, table: Table, move: Move) -> Sequence[IllegalMove]:
        kind, seat = move["type"], move["player"]
        if kind == "turn":
            return self._turn(table, seat, move["card"])
        if kind == "claim":
            return self._claim(table, seat, move["equation"])
        if kind == "target":
            return self._set_target(table, seat, move["cards"], move.get("value"))
        return self._redeal(table, seat, move.get("hands"))

    def acts(self) -> Mapping[str, Act]:
        return {
            "turn": self._turn,
            "claim": self._claim,
            "target": self._set_target,
            "redeal": self._redeal,
        }

    def _turn(self, table: Table, seat: int, card: Card) -> Sequence[IllegalMove]:
        if table.target is None:
            raise _not_due(table, "turn")
        piles = table.piles
        if seat != table.pointer or not piles.piles[seat]:
            self._check_player(table, seat, table.next_seat(), "puts the next card down")
        if card == JOKER:
            raise _no_joker("card")
        slot = piles.take(seat, card, "card")
        rank = card >> 3
        table.row.append(slot)
        table.values.append(rank if rank <= NUMERALS else table.values[-1])
        table.pointer = (seat + 1) % len(table.won)
        table.turns += 1
        return ()

    def _check_player(self, table: Table, seat: int, due: int | None, what: str) -> None:
        if seat == due:
            return
        names = table.setting.players
        raise IllegalMove(
            "wrong-player",
            "Nobody has a card left." if due is None else f"It is {names[due]} who {what}.",
            expected=None if due is None else names[due],
            got=names[seat],
            field="player",
            rule="play",
        )

    # -- setting the target

    def _set_target(
        self, table: Table, seat: int, noted: Sequence[Card], said: int | None
    ) -> Sequence[IllegalMove]:
        if table.target is not None or table.piles.left < 3:
            raise _not_due(table, "target")
        self._check_player(table, seat, table.next_seat(), "sets the tens")
        digits, row, waste, pointer = self._turn_up(table, noted)
        table.pointer = pointer
        table.waste += waste
        table.claim = None
        if len(digits) < 2:
            table.waste += row
            table.is_short = True
            return _wrong_value(said, None)
        table.row = row
        table.values = [card >> 3 for card in table.cards(row)]
        table.target = digits[0] * 10 + digits[1]
        table.targets += 1
        table.debarred = set()
        return _wrong_value(said, table.target)

    def _turn_up(
        self, table: Table, noted: Sequence[Card]
    ) -> tuple[list[int], list[int], list[int], int]:
        """Turn the cards up; return the digits, their cards, the others, and who is next.

        Raises IllegalMove and leaves the piles as they were.
        """
        turned: list[tuple[int, int, Card, Any]] = []
        try:
            return self._turn_each(table, noted, turned)
        except IllegalMove:
            for before in reversed(turned):
                table.piles.put_back(*before)
            raise

    def _turn_each(
        self, table: Table, noted: Sequence[Card], turned: list[tuple[int, int, Card, Any]]
    ) -> tuple[list[int], list[int], list[int], int]:
        """See `_turn_up`. What is turned up is kept in *turned*, to be put back."""
        piles = table.piles
        seat = setter = table.pointer
        digits: list[int] = []
        row: list[int] = []
        waste: list[int] = []
        for nth, card in enumerate(noted):
            field = f"cards/{nth}"
            if len(digits) == 2:
                raise _wrong_cards("The target was complete before this card.", card, field)
            if not piles.left:
                raise _wrong_cards("Nobody has a card left.", card, field)
            if card == JOKER:
                raise _no_joker(field)
            while not piles.piles[seat]:
                seat = (seat + 1) % len(piles.piles)
            before = piles.top(seat), piles.worlds_of(card)
            slot = piles.take(seat, card, field)
            turned.append((seat, slot, *before))
            setter = seat
            found = digit(card >> 3, is_first=not digits, ten_is_zero=table.ten_is_zero)
            if found is None:
                waste.append(slot)
                continue  # the same player goes on, while there are cards
            digits.append(found)
            row.append(slot)
            seat = (seat + 1) % len(piles.piles)
        if len(digits) < 2 and piles.left:
            raise IllegalMove(
                "wrong-target-cards",
                f"The target is short of {'a digit' if digits else 'two digits'}, "
                f"and there are {piles.left} cards left.",
                expected=2,
                got=len(digits),
                field="cards",
                rule="setting-the-target",
            )
        return digits, row, waste, (setter + 1) % len(piles.piles)

    # -- claims

    def _claim(self, table: Table, seat: int, equation: str) -> Sequence[IllegalMove]:
        target = table.target
        if target is None:
            raise _not_due(table, "claim")
        if len(table.row) == 2:
            weighed = self._weigh_early(table, equation)
        elif seat in table.debarred:
            raise IllegalMove(
                "debarred",
                f"{table.setting.players[seat]} has made a wrong claim on {table.target} already.",
                field="player",
                rule="play",
            )
        else:
            weighed = self._weigh(table, equation)
        end, winner = self._settle_claim(table, seat, weighed)
        numbers = weighed.equation.numbers
        table.claim = Claim(
            seat,
            equation,
            weighed.kind,
            weighed.why,
            len(numbers),
            weighed.equation.uses_powers,
            end,
            winner,
        )
        if end is not None:
            _clear_row(table, winner)
        said = weighed.equation.right
        if said is None or said == target:
            return ()
        return (
            IllegalMove(
                "wrong-value",
                f"The target is {target}, the equation says {said}.",
                expected=target,
                got=_json_whole(said),
                field="equation",
                rule="play",
                sound=True,
            ),
        )

    def _settle_claim(
        self, table: Table, seat: int, weighed: Weighed
    ) -> tuple[End | None, int | None]:
        """Debar who claims wrongly; return how the row ends, if it does, and who wins its cards."""
        if weighed.kind == "right":
            return "won", seat
        table.debarred.add(seat)
        seats = len(table.won)
        if seats == 2:
            return "forfeited", 1 - seat
        return ("discarded", None) if len(table.debarred) == seats else (None, None)

    def _weigh(self, table: Table, equation: str) -> Weighed:
        assert table.target is not None, "a claim needs a target"
        try:
            return weigh(
                equation,
                table.values,
                table.target,
                powers=table.powers,
                free_roots=table.free_roots,
            )
        except UnreadableError as error:
            raise IllegalMove(
                "equation-unreadable",
                f"{error}\n{caret(equation, error.column)}",
                got=error.column,
                field="equation",
                rule="play",
            ) from None
        except TooLargeError as error:
            raise IllegalMove(
                "equation-too-large", str(error), field="equation", rule="play"
            ) from None

    def _weigh_early(self, table: Table, equation: str) -> Weighed:
        """Weigh a claim on the two target cards alone, which must be right."""
        try:
            weighed = self._weigh(table, equation)
            if weighed.kind == "right":
                return weighed
            why = weighed.why
        except IllegalMove as error:
            why = error.message.partition("\n")[0]
        first, second = table.values
        raise IllegalMove(
            "claim-before-turn",
            f"No card lies beside the target yet, so {first} and {second} alone must make "
            f"{table.target}. {why}",
            got=equation[:MAX_LENGTH],
            field="equation",
            rule="play",
        )

    # -- the variant

    def _redeal(
        self, table: Table, seat: int, noted: list[list[Card]] | None
    ) -> Sequence[IllegalMove]:
        if not table.may_redeal():
            if table.target is None and table.piles.left < 3:
                raise _not_due(table, "redeal")
            raise IllegalMove(
                "target-not-due",
                self._why_no_redeal(table),
                got="redeal",
                field="type",
                rule="variant",
            )
        self._check_player(table, seat, self._dealer(table), "deals the cards again")
        hands = self._hands_again(table, noted)
        waste = table.waste + table.row
        saved = table.piles.copy()
        try:
            table.piles.redeal(waste, hands)
        except IllegalMove:
            table.piles.restore(saved)
            raise
        table.hidden += sum(hand.count(UNKNOWN) for hand in hands)
        table.waste = []  # what the deal leaves over stays out of play
        table.row, table.values, table.target = [], [], None
        table.debarred, table.claim = set(), None
        table.redeals += 1
        table.is_short, table.is_idle = False, True
        return ()

    def _why_no_redeal(self, table: Table) -> str:
        if not table.can_be_redealt:
            return "The table does not play the variant with redeals."
        if not table.is_played_out():
            return f"There are {table.piles.left} cards left to play."
        return "Too few cards would come back."

    def _hands_again(self, table: Table, noted: list[list[Card]] | None) -> list[list[Card]]:
        seats, size = len(table.won), table.redealt()
        hands = [[UNKNOWN] * size] * seats if noted is None else noted
        if len(hands) != seats:
            raise _hand_size(f"There are {seats} players and {len(hands)} hands.", seats, hands, "")
        for seat, hand in enumerate(hands):
            if len(hand) != size:
                name = table.setting.players[seat]
                message = f"{name} is dealt {size} cards again, the log has {len(hand)}."
                raise _hand_size(message, size, hand, f"/{seat}")
        for seat, hand in enumerate(hands):
            if JOKER in hand:
                raise _no_joker(f"hands/{seat}/{hand.index(JOKER)}")
        return hands

    # -- how it stands

    def ending(self, table: Table) -> Ending | None:
        if not table.is_played_out():
            return None
        if table.target is not None:
            cause = "row-played-out"
        else:
            cause = "no-target-left" if table.is_short else "too-few-cards"
        # Ruling 10: after the last card there may still be claims. A redeal may come as well.
        is_open = table.target is not None or table.may_redeal()
        return Ending("finished", table.scores(), cause, is_open)

    def standing(self, table: Table) -> tuple[int, ...]:
        return table.scores()

    def notes(self, table: Table) -> EquatorNotes:
        return EquatorNotes(table)

    def copy(self, table: Table) -> Table:
        return table.copy()

    def view(self, table: Table, seat: int | None = None) -> dict[str, Any]:
        return _view.view(table, seat, self.waiting(table), self.ending(table))

    def picture(self, view: Mapping[str, Any]) -> list[str]:
        return _view.picture(view)

    # -- for those who make logs

    def shuffle(self, setting: Setting, rng: random.Random) -> dict[str, Any]:
        deck = list(standard_texts())
        shuffle(deck, rng)
        sizes, _ = self.sizes(setting)
        return {"hands": [[deck.pop() for _ in range(size)] for size in sizes]}

    def spoken(self, table: Table, move: Move) -> Move:
        kind = move["type"]
        if kind == "turn":
            return {**move, "card": table.piles.top(move["player"])}
        if kind == "claim":
            equation: str = move["equation"]
            is_said = "=" in equation
            return move if is_said else {**move, "equation": f"{equation}={table.target}"}
        if kind == "redeal":
            return {**move, "hands": self._deal_again(table)}
        cards, digits = self._next_target(table)
        said = {"value": digits[0] * 10 + digits[1]} if len(digits) == 2 else {}
        return {**move, "cards": cards, **said}

    def _next_target(self, table: Table) -> tuple[list[Card], list[int]]:
        """Return the cards that come up next, of piles that are known, and their digits."""
        piles = [list(pile) for pile in table.piles.piles]
        seat = table.pointer
        cards: list[Card] = []
        digits: list[int] = []
        while len(digits) < 2 and any(piles):
            while not piles[seat]:
                seat = (seat + 1) % len(piles)
            card = table.piles.labels[piles[seat].pop(0)]
            cards.append(card)
            found = digit(card >> 3, is_first=not digits, ten_is_zero=table.ten_is_zero)
            if found is not None:
                digits.append(found)
                seat = (seat + 1) % len(piles)
        return cards, digits

    def _deal_again(self, table: Table) -> list[list[Card]]:
        """Deal the waste pile, turned over as it is: nobody shuffles, the source says."""
        cards = table.cards(table.waste + table.row)
        seats, size = len(table.won), table.redealt()
        return [cards[seat : seats * size : seats] for seat in range(seats)]

    def write(self, move: Move) -> dict[str, Any]:
        written = {key: value for key, value in move.items() if key != "player"}
        if "card" in written:
            written["card"] = CARD_TEXT[written["card"]]
        if "cards" in written:
            written["cards"] = [CARD_TEXT[card] for card in written["cards"]]
        if "hands" in written:
            written["hands"] = [[CARD_TEXT[card] for card in hand] for hand in written["hands"]]
        return written


def _not_due(table: Table, kind: str) -> IllegalMove:
    """Return why a move of that *kind* may not be made now, whoever makes it."""
    if table.target is not None:
        return IllegalMove(
            "target-not-due",
            f"The row for {table.target} is still in play.",
            got=kind,
            field="type",
            rule="setting-the-target",
        )
    if table.piles.left < 3:
        return IllegalMove("after-end", "The game was over before this move.", field="type")
    return IllegalMove(
        "no-target",
        "No target is set yet.",
        expected="target",
        got=kind,
        field="type",
        rule="setting-the-target",
    )


def _clear_row(table: Table, winner: int | None) -> None:
    """Give the target cards to the winner; all else goes to the waste pile."""
    taken = 0
    if winner is not None:
        taken = 2
        table.is_idle = False
        table.won[winner] += table.row[:2]
    table.waste += table.row[taken:]
    table.row, table.values, table.target = [], [], None


def _no_joker(field: str) -> IllegalMove:
    return IllegalMove("no-such-card", "There is no joker in this game.", got="*", field=field)


def _hand_size(message: str, size: int, found: Sequence[Any], place: str) -> IllegalMove:
    return IllegalMove(
        "hand-size",
        message,
        expected=size,
        got=len(found),
        field=f"hands{place}",
        rule="variant",
    )


def _wrong_cards(message: str, card: Card, field: str) -> IllegalMove:
    return IllegalMove(
        "wrong-target-cards",
        message,
        got=card_text(card),
        field=field,
        rule="setting-the-target",
    )


def _json_whole(number: int) -> int | str:
    """Return the number as JSON can hold it: as text beyond 64 bits."""
    return number if number < 1 << 63 else str(number)


def _wrong_value(said: int | None, value: int | None) -> Sequence[IllegalMove]:
    if said is None or said == value:
        return ()
    message = (
        "The cards ran out, so there is no target."
        if value is None
        else f"The cards set {value}, the log says {said}."
    )
    return (
        IllegalMove(
            "wrong-value",
            message,
            expected=value,
            got=said,
            field="value",
            rule="setting-the-target",
            sound=True,
        ),
    )


rules: Rules[Table] = Equator()
