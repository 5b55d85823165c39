"""The rules of Top Spot.

Source: "Top Spot", the expert rules, the sections named in each fault's *rule*. Where the source
leaves room, docs/rules/top-spot.md says how it is read; "ruling n" below is that page's numbering.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ...cards import JOKER, UNKNOWN, Card, shuffle
from ...errors import IllegalMove
from ...facts import Column
from ...metrics import Dimension, Metric
from ...rules import COMMON_FAULTS, Deal, Ending, Option, Rules, Setting, wrong_player
from ...shapes import Act, BadField, Move, Shape, listing, lookup, reader, whole
from . import view as _view
from .deck import (
    ALIKE,
    BITS,
    CARD_TEXT,
    COLOUR,
    COLOUR_READ,
    COLOURS,
    DEALT,
    HAND_SIZE,
    NUMBERS,
    PLAYED,
    TURN,
    WORDS,
    bit_of,
    card_of,
    cards_in,
    upright,
)
from .faces import DEFAULT, Stack, card_set, check_set
from .metrics import DIMENSIONS, METRICS, UNTOLD
from .notes import COLUMNS, TopSpotNotes
from .table import Closed, Doubt, Play, Table

_CARDS: Final = listing(PLAYED, "a card such as R7, R7' or *", code="bad-card")


def _read_stack(value: Any) -> tuple[Card, ...]:
    if type(value) is not list or not value:
        _CARDS.read(value)  # which knows what else is wrong
        raise BadField("bad-value", "A play has at least one card.", expected="a card")
    try:
        return tuple([PLAYED[text] for text in value])
    except (KeyError, TypeError):
        return tuple(_CARDS.read(value))


class TopSpot:
    """See `engine.rules.Rules` for what each member is for."""

    name = "top-spot"
    title = "Top Spot"
    version = "1"
    sentence = "Tricks are won by the most spots, seen through the holes of stacked cards."
    players = (3, 5)
    unit = "trick"
    scores_seats = True
    levels: Mapping[str, str] = {"normal": "The expert rules, which the designer calls intended."}
    options: Mapping[str, Option] = {
        "card_set": Option(
            "object",
            "The print: the name of a known card set, or a card set itself.",
            check=check_set,
        ),
        "rotate": Option("flag", "Cards may be turned by half, written R7'."),
        "match": Option("text", "The match that the game belongs to."),
        "game_no": Option("whole", "Which game of the match, from 1.", 1, 1_000_000),
    }
    cards: Mapping[str, Card] = DEALT
    moves: Mapping[str, Shape] = {
        "play": Shape(
            {
                "cards": reader(_read_stack),
                "colour": lookup(COLOUR_READ, "one of R Y G B P", required=False),
                "value": reader(whole, required=False),
            },
            "Play a card or a stack, top card first; colour is what a joker leads.",
        ),
    }
    faults: Mapping[str, str] = {
        **COMMON_FAULTS,
        "unknown-card-set": "The card set named is not known.",
        "bad-card-set": "A card set that a log brings along is not one.",
        "wrong-stock-size": "There is no stock: all cards are dealt.",
        "mixed-colours": "A stack without a joker has cards of several colours.",
        "joker-not-on-top": "A joker lies beneath another card.",
        "colour-not-named": "A joker led and no colour was named.",
        "wrong-colour": "The colour named is not the one led or in play.",
        "must-follow": "The colour in play was in hand and was not followed.",
        "one-card-only": "Several cards were played off colour.",
        "idle-card": "A card of the stack adds no spot.",
        "wrong-value": "The value said is not the number of spots that are seen.",
    }
    causes: Mapping[str, str] = {
        "last-card-win": "A player won a round with their last cards.",
        "alone-with-cards": "A player won a round and was the only one with cards left.",
        "all-out": "Nobody had cards left after a tie.",
    }
    inferred: Sequence[str] = (
        "The published layout of the cards is not in the source: a card set is data, and `demo` is our own.",
    )
    columns: Mapping[str, Sequence[Column]] = COLUMNS
    metrics: Sequence[Metric] = METRICS
    dimensions: Sequence[Dimension] = DIMENSIONS
    untold: Sequence[str] = UNTOLD

    # -- before the game

    def settle(self, level: str, players: int) -> dict[str, Any]:
        return {"card_set": DEFAULT, "rotate": False, "match": None, "game_no": None}

    def check(self, setting: Setting) -> Iterable[tuple[str, BadField]]:
        return ()

    def sizes(self, setting: Setting) -> tuple[Sequence[int], int]:
        return [HAND_SIZE] * len(setting.players), 0

    def start(self, setting: Setting, deal: Deal) -> Table:
        seats = len(setting.players)
        rotate: bool = setting.options["rotate"]
        table = Table(
            setting,
            card_set(setting.options["card_set"], rotate=rotate),
            counts_cards=False,
            own=[0] * seats,
            jokers=[0] * seats,
            hidden=[hand.count(UNKNOWN) for hand in deal.hands],
            left=[HAND_SIZE] * seats,
            seen=0,
            seen_jokers=0,
            colours=0,
            order=list(range(seats)),
            points=[0] * seats,
        )
        table.counts_cards = sum(table.hidden) < seats * HAND_SIZE
        if table.counts_cards and not self._see_all(table, deal):
            for seat, hand in enumerate(deal.hands):
                for nth, card in enumerate(hand):
                    if card != UNKNOWN:
                        self._see(table, seat, card, f"/deal/hands/{seat}/{nth}")
        return table

    def _see_all(self, table: Table, deal: Deal) -> bool:
        """Take in a deal that tells every card, if it is sound: the usual one, all at once."""
        hands = [sum([BITS[card] for card in hand]) for hand in deal.hands if UNKNOWN not in hand]
        seats = len(table.left)
        all_cards = 0
        for own in hands:
            all_cards |= own
        jokers = [hand.count(JOKER) for hand in deal.hands]
        colours = [colour for colour, alike in enumerate(ALIKE) if all_cards & alike]
        # As many cards as there are can only be all different, and so be all there are.
        is_sound = (
            len(hands) == len(colours) == sum(jokers) == seats
            and all_cards.bit_count() == seats * NUMBERS
        )
        if is_sound:
            table.own, table.jokers = hands, jokers
            table.seen, table.seen_jokers = all_cards, seats
            table.colours = sum(1 << colour for colour in colours)
        return is_sound

    def _see(self, table: Table, seat: int, card: Card, pointer: str) -> None:
        """Take in a card of the deal."""
        if card == JOKER:
            seats = len(table.left)
            if table.seen_jokers == seats:
                message = f"{seats} players play with {seats} jokers, not more."
                raise IllegalMove("card-already-seen", message, got="*", field=pointer)
            table.seen_jokers += 1
            table.jokers[seat] += 1
            return
        table.colours = _with_colour(table, table.colours, card, pointer)
        bit = bit_of(card)
        if table.seen & bit:
            text = CARD_TEXT[card]
            message = f"The {text} is dealt twice."
            raise IllegalMove("card-already-seen", message, got=text, field=pointer)
        table.seen |= bit
        table.own[seat] |= bit

    # -- whose turn, and what may be done

    def waiting(self, table: Table) -> int | None:
        return None if table.end is not None else table.order[table.nth]

    def legal(self, table: Table) -> list[Move]:
        if table.end is not None:
            return []
        seat = table.order[table.nth]
        own, colour = table.own[seat], table.colour
        play = {"type": "play", "player": seat}
        colours = range(len(COLOURS)) if colour is None else (colour,)
        moves: list[Move] = [
            {**play, "cards": cards}
            for one in colours
            for cards in table.card_set.stacks_of(own & ALIKE[one], joker=False)
        ]
        if colour is not None and not own & ALIKE[colour] and not _is_held(table, seat, colour):
            moves += [{**play, "cards": (card,)} for card in cards_in(own)]
        if table.jokers[seat]:
            names = [{"colour": one} for one in named(table)] if colour is None else [{}]
            moves += [
                {**play, "cards": cards, **said}
                for cards in table.card_set.stacks_of(own, joker=True)
                for said in names
            ]
        return moves

    # -- moves

    def apply(self, table: Table, move: Move) -> Sequence[IllegalMove]:
        return self._play(
            table, move["player"], move["cards"], move.get("colour"), move.get("value")
        )

    def acts(self) -> Mapping[str, Act]:
        return {"play": self._play}

    def _play(
        self,
        table: Table,
        seat: int,
        cards: tuple[Card, ...],
        said_colour: int | None,
        said: int | None,
    ) -> Sequence[IllegalMove]:
        if table.end is not None:
            raise IllegalMove(
                "after-end",
                "The game was over before this move.",
                field="type",
                rule="end-of-a-game",
            )
        if seat != table.order[table.nth]:
            rule = "ties" if table.passes else "playing-a-round"
            raise wrong_player(table.setting.players, table.order[table.nth], seat, rule)
        stack = table.card_set.stacks.get(cards) or table.card_set.look(cards)
        own = table.own[seat]
        jokers = table.jokers[seat] - stack.jokers
        if stack.is_odd or stack.bits & ~own or jokers < 0:
            after = _Taking(table, seat)
            after.take_all(cards)
        else:
            # The plain case and the hot one: the very cards are in the hand.
            after = None
            own ^= stack.bits
        if table.doubts:
            self._settle_doubts(table, seat, cards, after or _Taking(table, seat, own))
        colours = table.colours if after is None else after.colours
        colour = self._colour(table, stack, said_colour, colours)
        followed = stack.colour < 0 or stack.colour == colour
        doubt = None
        if not followed:
            doubt = self._check_following(table, seat, stack, colour, after, own)
        if stack.idle is not None:
            raise _idle(table, cards, stack.idle)

        if after is None:
            table.own[seat] = own
            table.jokers[seat] = jokers
            table.gone |= stack.bits
            table.gone_jokers += stack.jokers
        else:
            after.write(table)
        if doubt is not None:
            table.doubts.append(doubt)
        table.left[seat] -= stack.size
        table.plays.append(Play(seat, cards, stack.value, followed))
        if table.colour is None:
            table.colour = colour
            table.colours |= 1 << colour
        table.turns += 1
        table.nth += 1
        if table.nth == len(table.order):
            self._decide(table)
        if said is None or said == stack.value:
            return ()
        return (
            IllegalMove(
                "wrong-value",
                f"{_texts(cards)} shows {_spots(stack.value)}, the log says {said}.",
                expected=stack.value,
                got=said,
                field="value",
                rule="playing-a-round",
                sound=True,
            ),
        )

    def _colour(self, table: Table, stack: Stack, said: int | None, colours: int) -> int:
        """Return the colour in play with this play. Checks what the stack is, and what is named."""
        if stack.fault is not None:
            raise _misshapen(stack.fault)
        colour = table.colour
        if colour is not None:
            if said is not None and said != colour:
                raise _wrong_colour(f"{WORDS[colour].capitalize()} is in play", [colour], said)
            return colour
        if stack.colour >= 0:
            if said is not None and said != stack.colour:
                message = f"{WORDS[stack.colour].capitalize()} is led by these cards"
                raise _wrong_colour(message, [stack.colour], said)
            return stack.colour
        if said is None:
            raise IllegalMove(
                "colour-not-named",
                "Who leads with a joker names the colour in play.",
                expected=[COLOURS[one] for one in named(table, colours)],
                field="cards/0",
                rule="joker-cards",
            )
        if said not in named(table, colours):
            message = f"Only {len(table.left)} colours are in this game"
            raise _wrong_colour(message, named(table, colours), said)
        return said

    # -- who must follow

    def _settle_doubts(
        self, table: Table, seat: int, cards: tuple[Card, ...], after: _Taking
    ) -> None:
        """Raise where an earlier play off colour is now refuted: by these cards, or by counting."""
        shown = {COLOUR[card >> 3]: card for card in reversed(cards)}
        for doubt in table.doubts:
            if doubt.seat == seat and doubt.colour in shown:
                raise self._refuted(table, doubt, shown[doubt.colour])
            if table.counts_cards and after.must_hold(table, doubt.seat, doubt.colour):
                raise self._refuted(table, doubt)

    def _refuted(self, table: Table, doubt: Doubt, card: Card | None = None) -> IllegalMove:
        name, colour = table.setting.players[doubt.seat], WORDS[doubt.colour]
        if card is None:
            proof = f"yet the other hands are too small for all the {colour} cards still out"
        else:
            proof = f"yet plays the {CARD_TEXT[card]} at move {table.turns}"
        return IllegalMove(
            "must-follow",
            f"{name} did not follow {colour} at move {doubt.move}, {proof}.",
            expected=COLOURS[doubt.colour],
            got=None if card is None else CARD_TEXT[card],
            field="cards",
            rule="playing-a-round",
            move=doubt.move,
        )

    def _check_following(
        self,
        table: Table,
        seat: int,
        stack: Stack,
        colour: int,
        after: _Taking | None,
        own: int,
    ) -> Doubt | None:
        """Check a play off colour; return the doubt that remains."""
        held = (own if after is None else after.own) & ALIKE[colour]
        if held:
            name = table.setting.players[seat]
            texts = [CARD_TEXT[card] for card in cards_in(held)]
            raise IllegalMove(
                "must-follow",
                f"{WORDS[colour].capitalize()} is in play and {name} holds {' '.join(texts)}.",
                expected=texts,
                got=COLOURS[stack.colour],
                field="cards",
                rule="playing-a-round",
            )
        doubt = None
        if table.hidden[seat]:
            after = after or _Taking(table, seat, own)
            doubt = Doubt(table.turns, seat, colour)
            if table.counts_cards and after.must_hold(table, seat, colour):
                raise self._refuted(table, doubt)
        if stack.size > 1:
            raise IllegalMove(
                "one-card-only",
                f"Who cannot follow plays one card, not {stack.size}.",
                expected=1,
                got=stack.size,
                field="cards/1",
                rule="playing-a-round",
            )
        return doubt if table.hidden[seat] else None

    def late_fault(self, table: Table) -> IllegalMove | None:
        """Return the play off colour that made all of them together impossible, if one did.

        Several players may each be able to lack a colour and not all of them at once. Who is at
        fault then may come out with a later card, so this is asked when there are no more moves.
        """
        if not table.counts_cards:
            return None
        for said in range(1, len(table.doubts) + 1):
            if not _can_all_lack(table, table.doubts[:said]):
                return self._refuted(table, table.doubts[said - 1])
        return None

    # -- who wins

    def _decide(self, table: Table) -> None:
        """Close a pass: the round is won, or the tied play on (ruling 6)."""
        following = [play for play in table.plays if play.followed]
        value = max(play.value for play in following)
        tied = [play.seat for play in following if play.value == value]
        if len(tied) == 1:
            cause = "tie-break" if table.passes else "highest-value"
            self._win(table, tied[0], value, cause)
            return
        still_in = [seat for seat in tied if table.left[seat]]
        if len(still_in) == 1:
            self._win(table, still_in[0], value, "last-with-cards")
        elif still_in:
            table.passes.append(table.plays)
            self._start_pass(table, still_in)
        else:
            table.closed = Closed(None, None, 0, "tied-out")
            leader = next(table.clockwise_from(table.last_winner), None)
            if leader is None:
                self._end(table, "all-out")
            else:
                self._start_round(table, leader)

    def _win(self, table: Table, winner: int, value: int, cause: str) -> None:
        rest = table.left[winner]
        is_alone = rest == sum(table.left)
        points = 1 + rest if is_alone else 1
        table.points[winner] += points
        table.last_winner = winner
        table.closed = Closed(winner, value, points, cause)
        if not rest:
            self._end(table, "last-card-win")
        elif is_alone:
            self._end(table, "alone-with-cards")
        else:
            self._start_round(table, winner)

    def _start_round(self, table: Table, leader: int) -> None:
        table.round += 1
        table.passes = []
        self._start_pass(table, list(table.clockwise_from(leader)))

    def _start_pass(self, table: Table, order: list[int]) -> None:
        table.order = order
        table.nth = 0
        table.plays = []
        table.colour = None

    def _end(self, table: Table, cause: str) -> None:
        table.end = Ending("finished", tuple(table.points), cause)

    # -- how it stands

    def ending(self, table: Table) -> Ending | None:
        return table.end

    def standing(self, table: Table) -> tuple[int, ...]:
        return tuple(table.points)

    def notes(self, table: Table) -> TopSpotNotes:
        return TopSpotNotes(table)

    def copy(self, table: Table) -> Table:
        return table.copy()

    def view(self, table: Table, seat: int | None = None) -> dict[str, Any]:
        return _view.view(table, seat)

    def picture(self, view: Mapping[str, Any]) -> list[str]:
        return _view.picture(view)

    # -- for those who make logs

    def shuffle(self, setting: Setting, rng: random.Random) -> dict[str, Any]:
        seats = len(setting.players)
        deck = ["*"] * seats
        for colour in rng.sample(range(len(COLOURS)), seats):
            deck += [CARD_TEXT[card_of(colour, number + 1)] for number in range(NUMBERS)]
        shuffle(deck, rng)
        return {"hands": [deck[nth::seats] for nth in range(seats)]}

    def spoken(self, table: Table, move: Move) -> Move:
        stack = table.card_set.look(move["cards"])
        colour = table.colour
        if colour is None:
            colour = stack.colour if stack.colour >= 0 else move["colour"]
            return {**move, "colour": colour, "value": stack.value}
        if stack.colour < 0:
            return {**move, "colour": colour, "value": stack.value}
        return {**move, "value": stack.value}

    def write(self, move: Move) -> dict[str, Any]:
        written = {key: value for key, value in move.items() if key != "player"}
        written["cards"] = [CARD_TEXT[card] for card in move["cards"]]
        if "colour" in written:
            written["colour"] = COLOURS[written["colour"]]
        return written


class _Taking:
    """The hand of one seat while cards leave it: what the table will know, if the play stands."""

    __slots__ = (
        "colours",
        "gone",
        "gone_jokers",
        "hidden",
        "jokers",
        "own",
        "seat",
        "seen",
        "seen_jokers",
        "table",
    )

    def __init__(self, table: Table, seat: int, own: int | None = None) -> None:
        self.table = table
        self.seat = seat
        self.own = table.own[seat] if own is None else own
        self.jokers = table.jokers[seat]
        self.hidden = table.hidden[seat]
        self.gone = table.gone
        self.gone_jokers = table.gone_jokers
        self.seen = table.seen
        self.seen_jokers = table.seen_jokers
        self.colours = table.colours

    def take_all(self, cards: Sequence[Card]) -> None:
        """Take the cards one by one. Raises at the first that the player cannot have."""
        for nth, card in enumerate(cards):
            if card >> 3 >= TURN and not self.table.card_set.rotate:
                raise IllegalMove(
                    "no-such-card",
                    "Cards lie upright; only the option rotate allows half turns.",
                    expected=CARD_TEXT[upright(card)],
                    got=CARD_TEXT[card],
                    field=f"cards/{nth}",
                    rule="playing-a-round",
                )
            if upright(card) == JOKER:
                self._take_joker(f"cards/{nth}")
            else:
                self._take(card, f"cards/{nth}")

    def _take(self, card: Card, field: str) -> None:
        bit = bit_of(card)
        self.colours = _with_colour(self.table, self.colours, upright(card), field)
        if self.gone & bit:
            raise self._seen_before(card, "was played before", field)
        if self.own & bit:
            self.own ^= bit
        elif not self.hidden:
            raise self._not_held(card, field)
        elif self.seen & bit:
            raise self._seen_before(card, "is known to be in another hand", field)
        else:
            self.hidden -= 1
            self.seen |= bit
        self.gone |= bit

    def _take_joker(self, field: str) -> None:
        all_jokers = len(self.table.left)
        if self.gone_jokers >= all_jokers:
            raise self._seen_before(JOKER, f"was played {all_jokers} times before", field)
        if self.jokers:
            self.jokers -= 1
        elif not self.hidden:
            raise self._not_held(JOKER, field)
        elif self.seen_jokers >= all_jokers:
            raise self._seen_before(JOKER, "is known to be in another hand", field)
        else:
            self.hidden -= 1
            self.seen_jokers += 1
        self.gone_jokers += 1

    def _seen_before(self, card: Card, where: str, field: str) -> IllegalMove:
        text = CARD_TEXT[upright(card)]
        return IllegalMove("card-already-seen", f"The {text} {where}.", got=text, field=field)

    def _not_held(self, card: Card, field: str) -> IllegalMove:
        name = self.table.setting.players[self.seat]
        text = CARD_TEXT[upright(card)]
        held = [CARD_TEXT[one] for one in self.table.hand(self.seat)]
        if UNKNOWN in self.table.hand(self.seat):
            message = f"{name} has {len(held)} cards in hand, and the {text} cannot be one more."
        else:
            message = f"{name} does not hold the {text}, but {' '.join(held)}."
        return IllegalMove("not-your-card", message, expected=held, got=text, field=field)

    def must_hold(self, table: Table, seat: int, colour: int) -> bool:
        """Tell whether *seat* has a card of *colour* wherever the hidden cards lie."""
        own = self.own if seat == self.seat else table.own[seat]
        if own & ALIKE[colour]:
            return True
        others = sum(table.hidden) - table.hidden[seat]
        if seat != self.seat:
            others += self.hidden - table.hidden[self.seat]
        unseen = NUMBERS - (self.seen & ALIKE[colour]).bit_count()
        return unseen > others

    def write(self, table: Table) -> None:
        """Let the table know."""
        table.own[self.seat] = self.own
        table.jokers[self.seat] = self.jokers
        table.hidden[self.seat] = self.hidden
        table.gone = self.gone
        table.gone_jokers = self.gone_jokers
        table.seen = self.seen
        table.seen_jokers = self.seen_jokers
        table.colours = self.colours


def named(table: Table, colours: int | None = None) -> list[int]:
    """Return the colours that may be named: those in this game, all while some are not known."""
    known = table.colours if colours is None else colours
    if known.bit_count() < len(table.left):
        return list(range(len(COLOURS)))
    return [colour for colour in range(len(COLOURS)) if known >> colour & 1]


def _is_held(table: Table, seat: int, colour: int) -> bool:
    """Tell whether the hand is known to hold *colour*, and be it by counting."""
    if not table.hidden[seat] or not table.counts_cards:
        return False
    return _Taking(table, seat).must_hold(table, seat, colour)


def _with_colour(table: Table, colours: int, card: Card, field: str) -> int:
    """Return *colours* and the card's. Raises where that is one too many for this game."""
    colour = COLOUR[card >> 3]
    if not colours >> colour & 1 and colours.bit_count() >= len(table.left):
        words = [WORDS[one] for one in range(len(COLOURS)) if colours >> one & 1]
        raise IllegalMove(
            "no-such-card",
            f"The {CARD_TEXT[card]} is not in this game: its {len(table.left)} colours are "
            f"{', '.join(words)}.",
            expected=[COLOURS[one] for one in range(len(COLOURS)) if colours >> one & 1],
            got=CARD_TEXT[card],
            field=field,
            rule="before-you-start",
        )
    return colours | 1 << colour


def _can_all_lack(table: Table, doubts: Sequence[Doubt]) -> bool:
    """Tell whether the unseen cards find room in the hidden places if all *doubts* were fair.

    By Hall's condition, for every group of colours. Jokers, and colours that nobody has shown yet,
    may lie anywhere, and there are as many cards as places.
    """
    known = [colour for colour in range(len(COLOURS)) if table.colours >> colour & 1]
    lacks = [0] * len(table.left)
    for doubt in doubts:
        lacks[doubt.seat] |= 1 << doubt.colour
    for group in _groups(known):
        unseen = sum(
            NUMBERS - (table.seen & ALIKE[colour]).bit_count()
            for colour in known
            if group >> colour & 1
        )
        places = sum(
            hidden
            for hidden, lacking in zip(table.hidden, lacks, strict=True)
            if lacking & group != group
        )
        if unseen > places:
            return False
    return True


def _groups(colours: Sequence[int]) -> Iterator[int]:
    """Yield every set of *colours* but the empty one, as bits."""
    for chosen in range(1, 1 << len(colours)):
        yield sum(1 << colour for nth, colour in enumerate(colours) if chosen >> nth & 1)


def _misshapen(code: str) -> IllegalMove:
    if code == "mixed-colours":
        message = "A stack without a joker is of one colour."
        return IllegalMove(code, message, field="cards", rule="playing-a-round")
    message = "A joker is the top card of its stack, and the only joker in it."
    return IllegalMove(code, message, field="cards", rule="joker-cards")


def _wrong_colour(why: str, right: Sequence[int], said: int) -> IllegalMove:
    expected = [COLOURS[colour] for colour in right]
    return IllegalMove(
        "wrong-colour",
        f"{why}, not {WORDS[said]}.",
        expected=expected[0] if len(expected) == 1 else expected,
        got=COLOURS[said],
        field="colour",
        rule="playing-a-round",
    )


def _idle(table: Table, cards: tuple[Card, ...], nth: int) -> IllegalMove:
    above = table.card_set.look(cards[:nth]).value
    return IllegalMove(
        "idle-card",
        f"The {CARD_TEXT[cards[nth]]} adds no spot to the {_spots(above)} above it.",
        got=CARD_TEXT[cards[nth]],
        field=f"cards/{nth}",
        rule="playing-a-round",
    )


def _texts(cards: Sequence[Card]) -> str:
    return " ".join(CARD_TEXT[card] for card in cards)


def _spots(count: int) -> str:
    return "1 spot" if count == 1 else f"{count} spots"


rules: Rules[Table] = TopSpot()
