"""Turns a game of Top Spot into facts, while it is replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...facts import Column, Noted, Row
from ...shapes import Move
from .deck import ALIKE, CARD_TEXT, COLOURS, NUMBER, WORDS
from .table import Play, Table

COLUMNS: Final[Mapping[str, Sequence[Column]]] = {
    "games": (
        Column("cards_left", "whole", "Cards still in hand at the end, of all players.", "cards"),
        Column("tie_breaks", "whole", "Tie-break rounds played.", "rounds"),
        Column("card_set", "text", "The card set; inline where the log brings its own."),
        Column("rotate", "flag", "Cards could be turned by half."),
        Column("match", "text", "The match that the game belongs to."),
        Column("game_no", "whole", "Which game of the match, from 1."),
    ),
    "seats": (
        Column("rounds_won", "whole", "Rounds the player won.", "rounds"),
        Column("cards_played", "whole", "Cards the player played.", "cards"),
        Column("cards_left", "whole", "Cards still in the player's hand at the end.", "cards"),
        Column("jokers_played", "whole", "Jokers the player played.", "cards"),
    ),
    "rounds": (
        Column("colour", "text", "The colour led, R Y G B or P; of the round, not its tie-breaks."),
        Column("points", "whole", "What it brought its winner, cards left over too.", "points"),
        Column("winning_cards", "whole", "Cards in the winning stack.", "cards"),
        Column("jokers", "whole", "Jokers played, in tie-breaks too.", "cards"),
        Column("tie_breaks", "whole", "Tie-break rounds that it took.", "rounds"),
        Column("followed", "whole", "Players who followed the first stack led.", "players"),
        Column("best_possible", "whole", "The best the winner could have laid instead.", "spots"),
        Column("cards_spent", "whole", "Cards the winner played, in tie-breaks too.", "cards"),
        Column("cards_per_point", "number", "Cards the winner spent for each point.", "cards"),
    ),
    "moves": (
        Column("colour", "text", "The colour in play, R Y G B or P."),
        Column("tie_break", "whole", "Which tie-break of the round it belongs to; 0 is none."),
        Column("leads", "flag", "The play chose the colour."),
        Column("followed", "flag", "The play could win: it led, or was of the colour in play."),
        Column("joker", "flag", "A joker lay on top."),
        Column("cards", "whole", "Cards in the stack.", "cards"),
        Column("value", "whole", "Spots that are seen.", "spots"),
        Column(
            "best_possible",
            "whole",
            "The highest value with which the hand could lead or follow; null where it could not, "
            "is hidden, or has too many stacks to search.",
            "spots",
        ),
    ),
}


class TopSpotNotes:
    """Watches one table; see `engine.facts.Notes`."""

    def __init__(self, table: Table) -> None:
        seats = len(table.setting.players)
        self.table = table
        self._names = table.setting.players
        self._moves: list[Row] = []
        self._rounds: list[Row] = []
        self._wins = [0] * seats
        self._jokers = [0] * seats
        self._cards = [0] * seats
        self._tie_breaks = 0
        self._clock: float | None = None
        # What was so before the move: the round, its tie-break, the colour in play.
        self._was: tuple[int, int, int | None] = (1, 0, None)
        self._could: tuple[int | None, int | None] = (None, None)
        self._start_round()

    def _start_round(self) -> None:
        self._led: int | None = None
        self._leader = ""
        self._plays: list[Play] = []
        self._followed = 0
        self._best: dict[int, int | None] = {}

    def before(self, at: int, move: Move) -> None:
        table = self.table
        seat = move["player"]
        colour = table.colour
        self._was = (table.round, len(table.passes), colour)
        if table.hidden[seat]:
            self._could = (None, None)
            return
        own, jokers = table.own[seat], table.jokers[seat]
        self._could = (
            table.card_set.best(own, jokers, colour),
            count_plays(table, own, jokers, colour),
        )

    def after(self, at: int, move: Move) -> None:
        table = self.table
        seat = move["player"]
        name = self._names[seat]
        seconds: float | None = None
        if "t" in move:
            t = move["t"]
            seconds = None if self._clock is None else t - self._clock
            self._clock = t
        cards = move["cards"]
        stack = table.card_set.stacks.get(cards) or table.card_set.look(cards)
        number, tie_break, in_play = self._was
        leads = in_play is None
        colour = in_play
        if colour is None:
            colour = stack.colour if stack.colour >= 0 else move["colour"]
        is_joker = stack.colour < 0
        followed = is_joker or stack.colour == colour
        best, legal = self._could
        if self._led is None:
            self._led, self._leader = colour, name
        elif followed and not tie_break:
            self._followed += 1
        self._plays.append(Play(seat, cards, stack.value, followed))
        self._best[seat] = best
        self._jokers[seat] += stack.jokers
        self._cards[seat] += stack.size
        self._moves.append(
            (
                at,
                number,
                table.turns,
                seat,
                name,
                "play",
                CARD_TEXT[cards[0]],
                str(NUMBER[cards[0] >> 3] or "*"),
                None,
                None,
                None,
                legal,
                None,
                seconds,
                COLOURS[colour],
                tie_break,
                leads,
                followed,
                is_joker,
                stack.size,
                stack.value,
                best,
            )
        )
        if table.round > number or table.end is not None:
            self._close_round(number, tie_break)

    def _close_round(self, number: int, tie_breaks: int) -> None:
        closed = self.table.closed
        assert closed is not None, "a round is over"
        winner = closed.winner
        if winner is not None:
            self._wins[winner] += 1
        outcome = "no-point" if winner is None else "won"
        self._round_row(number, tie_breaks, winner, outcome, closed.cause, closed.points)

    def _round_row(
        self,
        number: int,
        tie_breaks: int,
        winner: int | None,
        outcome: str,
        cause: str | None,
        points: int,
    ) -> None:
        assert self._led is not None, "a round begins with a play"
        self._tie_breaks += tie_breaks
        plays = self._plays
        own = [play for play in plays if play.seat == winner]
        spent = sum(len(play.cards) for play in own)
        self._rounds.append(
            (
                number,
                "trick",
                WORDS[self._led],
                own[-1].value if own else None,
                len(plays),
                len(plays),
                0,
                self._leader,
                None if winner is None else self._names[winner],
                outcome,
                cause,
                COLOURS[self._led],
                points,
                len(own[-1].cards) if own else None,
                sum(NUMBER[play.cards[0] >> 3] == 0 for play in plays),
                tie_breaks,
                self._followed,
                None if winner is None else self._best[winner],
                spent if own else None,
                spent / points if own else None,
            )
        )
        self._start_round()

    def close(self) -> Noted:
        table = self.table
        if self._plays:
            self._round_row(table.round, len(table.passes), None, "open", None, 0)
        options = table.setting.options
        return Noted(
            self._rounds,
            self._moves,
            None,
            (
                sum(table.left),
                self._tie_breaks,
                table.card_set.name,
                table.card_set.rotate,
                options["match"],
                options["game_no"],
            ),
            list(zip(self._wins, self._cards, table.left, self._jokers, strict=True)),
        )


def count_plays(table: Table, own: int, jokers: int, colour: int | None) -> int | None:
    """Return how many different plays a hand that is known has; None where they are too many."""
    count_stacks = table.card_set.count_stacks
    colours = range(len(COLOURS)) if colour is None else (colour,)
    alike = [count_stacks(own & ALIKE[one], joker=False) for one in colours if own & ALIKE[one]]
    under = count_stacks(own, joker=True) if jokers else 0
    if under is None or None in alike:
        return None
    if colour is None:
        known = table.colours.bit_count()
        under *= known if known >= len(table.left) else len(COLOURS)
    elif not alike:
        under += own.bit_count()
    return under + sum(filter(None, alike))
