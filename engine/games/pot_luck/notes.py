"""Turns a game of Pot Luck into facts, while it is replayed.

A round is a pot: it begins with its first card and is numbered in that order. Several stand side by
side, so a pot's ``turns`` are those from its first card to its last, those on other pots included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import orjson

from ...cards import CARD_TEXT, RANK_TEXT, UNKNOWN, Card, merge
from ...facts import Column, Noted, Row
from ...shapes import Move
from .hands import RANKS
from .table import ACE, ACE_HIGH, MOST_POINTS, POINTS, Laid, Table, values_of
from .view import place_of

COLUMNS: Final[Mapping[str, Sequence[Column]]] = {
    "games": (
        Column("busts", "whole", "Pots that went bust.", "pots"),
        Column("lives_left", "whole", "Life coins left at the end.", "lives"),
        Column("waste", "whole", "Points that scored in no pot; null as waste_hands is.", "points"),
        Column("waste_bust", "whole", "Of these, points in pots that went bust.", "points"),
        Column("waste_unfinished", "whole", "Of these, points in pots never finished.", "points"),
        Column(
            "waste_hands",
            "whole",
            "Of these, points left in the hands, an ace as 1; null where cards are hidden.",
            "points",
        ),
        Column("unused_stock", "whole", "Cards left in the stock at the end.", "cards"),
        Column("opened", "whole", "Cards laid open, as far as they were noted.", "cards"),
        Column("open_cards", "whole", "Cards of each hand that are to lie open.", "cards"),
        Column("lives", "whole", "Life coins at the start.", "lives"),
        Column("pot_limit", "whole", "What a pot is to come to.", "points"),
        Column("pots_at_once", "whole", "Pots that are built at a time.", "pots"),
        Column("variant", "text", "open-hands, family, no-own-card-rule; null for the plain game."),
    ),
    "seats": (
        Column("scored", "whole", "Pots the player finished.", "pots"),
        Column("busts", "whole", "Pots that went bust by the player's card.", "pots"),
        Column("opened", "whole", "Cards the player laid open, as far as noted.", "cards"),
        Column(
            "set_ups",
            "whole",
            "Plays that left a total which an open card of the next player finishes; null where"
            " an open card was not noted.",
            "plays",
        ),
    ),
    "rounds": (
        Column("pot", "whole", "The place of the pot, from 1 at the left."),
        Column("cards", "text", "Its cards from the lowest to the top, separated by blanks."),
        Column("builders", "text", "Who played on it, in order of the first card, as JSON array."),
        Column("builder_count", "whole", "How many players built it.", "players"),
        Column("total", "whole", "What it came to.", "points"),
        Column("aces_as_11", "whole", "Aces in it that counted 11.", "cards"),
        Column("waste", "whole", "Points in it that did not score.", "points"),
        Column("set_up_by", "text", "Of a bust: who had played on the pot before."),
        Column(
            "preventable_before",
            "flag",
            "Of a forced bust: the player before could have spared it by another choice.",
        ),
        Column(
            "preventable_by_sight",
            "flag",
            "Of a forced bust: the player before could have seen so, from the open cards.",
        ),
    ),
    "moves": (
        Column("pot", "whole", "The pot played on, from 1 at the left."),
        Column("value", "whole", "What the card counted.", "points"),
        Column("outcome", "text", "Of a play: scored, bust, or building."),
        Column("totals_before", "text", "The totals of all pots before, as JSON array."),
        Column("totals_after", "text", "The totals of all pots after, as JSON array."),
        Column(
            "missed_finish",
            "flag",
            "A card in hand finished a pot and none was finished; null where it is hidden.",
        ),
        Column(
            "set_up_open",
            "flag",
            "The play left a total that an open card of the next player finishes.",
        ),
        Column("legal_plays", "whole", "Pairs of a card in hand and a pot open to it.", "plays"),
        Column("safe_plays", "whole", "Of these, those that stay within the limit.", "plays"),
    ),
}


class Before(NamedTuple):
    """How things stood when a turn began."""

    seat: int
    totals: tuple[int, ...]
    tops: tuple[int, ...]
    labels: list[Card]
    """Of the hand; `UNKNOWN` for a card nobody knows."""
    shown: list[Card]
    """The open cards of the hand, as far as noted."""
    has_stock: bool
    is_last_pot: bool
    """The next pot that scores wins."""


@lru_cache(maxsize=4096)
def _array(totals: tuple[int, ...]) -> str:
    return f"[{','.join(map(str, totals))}]"


@lru_cache(maxsize=256)
def _names(names: tuple[str, ...]) -> str:
    return orjson.dumps(names).decode()


class PotLuckNotes:
    """Watches one table; see `engine.facts.Notes`."""

    def __init__(self, table: Table) -> None:
        seats = len(table.setting.players)
        self.table = table
        self._players = table.setting.players
        self._moves: list[Row] = []
        self._rounds: dict[int, Row] = {}
        self._begun = 0
        self._now: list[tuple[int, int]] = [(0, 0)] * len(table.pots)
        """By place: the number of the pot that stands there, and the turn of its first card."""
        self._passed: list[int] = []
        """The turns that were passed."""
        self._scored = [0] * seats
        self._busts = [0] * seats
        self._opened = [0] * seats
        self._waste_bust = 0
        self._clock: float | None = None
        self._pile: list[Laid] = []
        self._was = Before(0, (), (), [], [], True, False)
        self._previous = self._was
        self._could: tuple[int | None, bool | None, int | None, int | None] = (None,) * 4
        self._awaits_open = False
        """The player moves again at once, so that the card to be laid open now is set up or not."""

    def before(self, at: int, move: Move) -> None:
        kind = move["type"]
        if kind == "open":
            return
        table = self.table
        hands = table.hands
        seat = move["player"]
        known = hands.known(seat)
        labels = hands.labels(seat) if known is None else known.copy()
        shown = hands.open_labels(seat)
        self._previous = self._was
        totals, tops = tuple(table.totals), tuple(table.tops)
        self._was = Before(
            seat,
            totals,
            tops,
            labels,
            shown,
            bool(hands.stock),
            table.scored + 1 == table.goal,
        )
        if kind == "play" and 0 < move["pot"] <= len(table.pots):  # else it will be refused
            self._pile = table.pots[move["pot"] - 1]
        if known is None:
            self._could = (None, None, None, None)
            return
        own = table.own_card_rule
        limit = table.limit
        pots = [
            limit - total for total, top in zip(totals, tops, strict=True) if top != seat or not own
        ]
        finishes = False
        safe = 0
        for card in known:
            value = POINTS[card]
            for left in pots:
                if value <= left:
                    safe += 1
                    if value == left:
                        finishes = True
            if value == ACE and ACE_HIGH in pots:
                finishes = True
        turns = self._count_turns(seat, known, shown)
        self._could = (
            None if turns is None else turns * len(pots) + (not hands.stock),
            finishes,
            len(known) * len(pots),
            safe,
        )

    def _count_turns(self, seat: int, cards: Sequence[Card], shown: Sequence[Card]) -> int | None:
        """Return how many cards differ by rank, and by whether they lie open; an ace is two."""
        hands = self.table.hands
        ranks = {card >> 3 for card in cards}
        if len(ranks) == len(cards) or not hands.open_cards:
            return len(ranks) + (ACE in ranks)
        if hands.ways[seat] is not None or not self._is_whole(len(cards), shown):
            return None
        hidden = list(cards)
        for card in shown:
            hidden.remove(card)
        kinds = [{card >> 3 for card in shown}, {card >> 3 for card in hidden}]
        return sum(len(ranks) + (ACE in ranks) for ranks in kinds)

    def _is_whole(self, size: int, shown: Sequence[Card]) -> bool:
        """Tell whether *shown* are all open cards of a hand of that size."""
        hands = self.table.hands
        return len(shown) >= (size if hands.open_hands else min(hands.open_cards, size))

    def after(self, at: int, move: Move) -> None:
        kind = move["type"]
        seat = move["player"]
        name = self._players[seat]
        seconds: float | None = None
        if "t" in move:
            t = move["t"]
            seconds = None if self._clock is None else t - self._clock
            self._clock = t
        if kind == "open":
            self._opened[seat] += 1
            card = move["card"]
            totals = _array(tuple(self.table.totals))
            self._moves.append(
                (
                    *(at, None, None, seat, name, kind, CARD_TEXT[card], RANK_TEXT[card], None),
                    *(None, None, None, None, seconds),
                    *(None, None, None, totals, totals, None, None, None, None),
                )
            )
            if self._awaits_open:
                self._tell_set_up(seat)
            return
        if kind == "pass":
            self._pass_row(at, seat, name, seconds)
        else:
            self._play_row(at, move, seat, name, seconds)

    def _pass_row(self, at: int, seat: int, name: str, seconds: float | None) -> None:
        self._awaits_open = False
        legal, finishes, legal_plays, safe = self._could
        totals = _array(self._was.totals)
        self._passed.append(self.table.turns)
        self._moves.append(
            (
                *(at, None, self.table.turns, seat, name, "pass", None, None, None),
                *(None, None, legal, finishes, seconds),
                *(None, None, None, totals, totals, finishes, None, legal_plays, safe),
            )
        )

    def _play_row(self, at: int, move: Move, seat: int, name: str, seconds: float | None) -> None:
        table = self.table
        card: Card = move["card"]
        pot: int = move["pot"]
        turn = table.turns
        pile = self._pile
        if len(pile) == 1:
            self._begun += 1
            self._now[pot - 1] = (self._begun, turn)
        number = self._now[pot - 1][0]
        before = self._was.totals[pot - 1]
        value = pile[-1][2]
        total = before + value
        limit = table.limit
        legal, finishes, legal_plays, safe = self._could
        outcome = "building"
        set_up: bool | None = False
        missed = finishes
        if total >= limit:
            self._awaits_open = False
            if total == limit:
                outcome = "scored"
                self._scored[seat] += 1
                missed = None if finishes is None else False
                self._round_row(pot - 1, pile, total, outcome, name)
            else:
                outcome = "bust"
                self._busts[seat] += 1
                self._waste_bust += total
                self._bust_row(pot - 1, pile, total, card)
        else:
            set_up = self._sets_up(seat, pot - 1)
        self._moves.append(
            (
                at,
                number,
                turn,
                seat,
                name,
                "play",
                CARD_TEXT[card],
                RANK_TEXT[card],
                None,
                before,
                total,
                legal,
                missed,
                seconds,
                pot,
                value,
                outcome,
                _array(self._was.totals),
                _array(tuple(table.totals)),
                missed,
                set_up,
                legal_plays,
                safe,
            )
        )

    # -- the next player's open cards

    def _sets_up(self, seat: int, pot: int) -> bool | None:
        """Tell whether an open card of the next player finishes the pot just played on."""
        table = self.table
        heir = table.on_turn
        self._awaits_open = heir == seat and table.end is None
        if table.end is not None or (table.own_card_rule and heir == seat):
            self._awaits_open = False
            return False
        shown = table.hands.open_labels(heir)
        left = table.limit - table.totals[pot]
        for card in shown:
            if POINTS[card] == left or (left == ACE_HIGH and card >> 3 == ACE):
                return True
        return False if self._is_whole(table.hands.size(heir), shown) else None

    def _tell_set_up(self, seat: int) -> None:
        """Look again at the last play: its player goes on, with another open card now."""
        at = next(nth for nth in range(len(self._moves) - 1, -1, -1) if self._moves[nth][_TURN])
        row = self._moves[at]
        now = self._sets_up(seat, row[_POT] - 1)
        self._moves[at] = (*row[:_SET_UP], now, *row[_SET_UP + 1 :])

    def _count_set_ups(self) -> list[int | None]:
        """Return by seat how many plays set an open card up; None where one cannot be told."""
        found: list[int | None] = [0] * len(self._players)
        for row in self._moves:
            count = found[row[_SEAT]]
            if row[_TYPE] == "play" and count is not None and row[_SET_UP] is not False:
                found[row[_SEAT]] = None if row[_SET_UP] is None else count + 1
        return found

    # -- pots

    def _round_row(
        self,
        pot: int,
        pile: Sequence[Laid],
        total: int,
        outcome: str,
        finisher: str | None,
        cause: str | None = None,
        blame: tuple[str | None, bool | None, bool | None] = (None, None, None),
        last: int | None = None,
    ) -> None:
        """Write a pot down. *last* is the turn of its last card, now where it is not given."""
        table = self.table
        number, first = self._now[pot]
        last = table.turns if last is None else last
        passes = 0
        if self._passed:
            passes = sum(first < turn < last for turn in self._passed)
        builders = tuple(dict.fromkeys([self._players[seat] for _, seat, _ in pile]))
        self._rounds[number] = (
            number,
            "pot",
            place_of(pot, len(table.pots)),
            table.limit,
            last - first + 1,
            len(pile),
            passes,
            builders[0],
            finisher,
            outcome,
            cause,
            pot + 1,
            " ".join([CARD_TEXT[card] for card, _, _ in pile]),
            _names(builders),
            len(builders),
            total,
            sum([value == ACE_HIGH for _, _, value in pile]),
            0 if outcome == "scored" else total,
            *blame,
        )

    def _bust_row(self, pot: int, pile: Sequence[Laid], total: int, card: Card) -> None:
        was = self._was
        hand = _with_card(was.labels, card)
        most, least = self._lowest(hand)
        cause = self._cause(was, most)
        if cause != self._cause(was, least):
            cause = "unknown"
        preventable = by_sight = None
        if cause.startswith("forced"):
            preventable = self._spared(hand, most, least)
            by_sight = self._spared_by_sight()
        setter = self._players[pile[-2][1]]
        self._round_row(
            pot,
            pile,
            total,
            "bust",
            self._players[was.seat],
            cause,
            (setter, preventable, by_sight),
        )

    def _lowest(self, hand: Sequence[Card]) -> tuple[int, int]:
        """Return the most and the least that the lowest card of a hand can count."""
        most = min(POINTS[card] for card in hand if card != UNKNOWN)
        if UNKNOWN not in hand:
            return most, most
        room = self.table.hands.room
        return most, min([POINTS[rank * 8] for rank in RANKS if room(rank) > 0] + [most])

    def _cause(self, was: Before, lowest: int) -> str:
        """Return why a hand with that lowest card went bust."""
        table = self.table
        fit = [
            top
            for total, top in zip(was.totals, was.tops, strict=True)
            if total + lowest <= table.limit
        ]
        if not fit:
            return "forced-high"
        if table.own_card_rule and all(top == was.seat for top in fit):
            return "forced-own-card"
        return "avoidable"

    # -- could the player before have spared a forced bust

    def _spared(self, hand: Sequence[Card], most: int, least: int) -> bool | None:
        """Tell whether another choice of the player before would have left a safe card.

        *hand* is that of the one who went bust, its lowest card between *least* and *most*. The
        turn before is looked at with the cards that were held: everybody knows no more than they
        did, but the hands are those that were.
        """
        before, victim = self._previous, self._was.seat
        sure = self._prevents(before, victim, most)
        if sure or UNKNOWN in before.labels:
            return sure or None
        if least == most or not self._prevents(before, victim, least):
            return False
        return None

    def _spared_by_sight(self) -> bool | None:
        """Tell whether the player before could have known of such a choice.

        That is one that leaves room for an open card of the victim, or for any card at all.
        """
        before, was = self._previous, self._was
        if before.seat == was.seat:
            return self._spared(was.labels, *self._lowest(was.labels))
        lowest = min([POINTS[card] for card in was.shown] + [MOST_POINTS])
        if self._prevents(before, was.seat, lowest):
            return True
        is_told = UNKNOWN not in before.labels and self._is_whole(len(was.labels), was.shown)
        return False if is_told else None

    def _prevents(self, before: Before, victim: int, lowest: int) -> bool:
        """Tell whether some known choice in the turn *before* leaves the victim a safe play."""
        table = self.table
        limit, own = table.limit, table.own_card_rule
        pots = list(zip(before.totals, before.tops, strict=True))

        def is_spared(pots: Iterable[tuple[int, int]], lowest: int) -> bool:
            return any(
                total + lowest <= limit and not (own and top == victim) for total, top in pots
            )

        if not before.has_stock and is_spared(pots, lowest):
            return True
        for card in before.labels:
            if card == UNKNOWN:
                continue
            low = lowest
            if before.seat == victim:  # the others have no cards: the hand is what is left
                rest = before.labels.copy()
                rest.remove(card)
                low = min((POINTS[other] for other in rest if other != UNKNOWN), default=0)
            for nth, (total, top) in enumerate(pots):
                if own and top == before.seat:
                    continue
                for value in values_of(card):
                    after = total + value
                    if after > limit:
                        continue
                    if after == limit and before.is_last_pot:
                        return True
                    laid = (after, before.seat) if after < limit else (0, -1)
                    if is_spared([*pots[:nth], laid, *pots[nth + 1 :]], low):
                        return True
        return False

    def close(self) -> Noted:
        table = self.table
        hands = table.hands
        unfinished = 0
        for pot, pile in enumerate(table.pots):
            if pile:
                number = self._now[pot][0]
                last = max(row[_TURN] for row in self._moves if row[_ROUND] == number)
                unfinished += table.totals[pot]
                self._round_row(pot, pile, table.totals[pot], "unfinished", None, last=last)
        left: int | None = 0
        for seat in range(len(self._players)):
            known = hands.known(seat)
            if known is None:
                left = None
                break
            left = (left or 0) + sum(POINTS[card] for card in known)
        options = table.setting.options
        variants = [
            name
            for name, is_on in (
                ("open-hands", options["open_hands"]),
                ("family", options["family"]),
                ("no-own-card-rule", not options["own_card_rule"]),
            )
            if is_on
        ]
        return Noted(
            [row for _, row in sorted(self._rounds.items())],
            self._moves,
            table.goal,
            (
                table.busts,
                table.lives,
                None if left is None else self._waste_bust + unfinished + left,
                self._waste_bust,
                unfinished,
                left,
                len(hands.stock),
                sum(self._opened),
                min(options["open_cards"], options["hand_size"]),
                options["lives"],
                table.limit,
                len(table.pots),
                "+".join(variants) or None,
            ),
            list(zip(self._scored, self._busts, self._opened, self._count_set_ups(), strict=True)),
            hands.hidden_draws,
        )


_ROUND, _TURN, _SEAT, _TYPE = 1, 2, 3, 5
_POT, _SET_UP = 14, 20
"""Places in a row of ``moves``."""


def _with_card(labels: Sequence[Card], card: Card) -> list[Card]:
    """Return the labels of a hand that has turned out to hold *card*."""
    known = list(labels)
    if not any(label != UNKNOWN and merge(label, card) is not None for label in known):
        known[known.index(UNKNOWN)] = card
    return known
