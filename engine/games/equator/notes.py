"""Turns a game of Equator into facts, while it is replayed.

All cards of a row lie open, so nothing here is ever hidden; only times may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...cards import CARD_TEXT, RANK_TEXT
from ...facts import Column, Noted, Row
from ...shapes import Move
from .claims import WRONG
from .possible import has_equation
from .table import Claim, Table

COLUMNS: Final[Mapping[str, Sequence[Column]]] = {
    "games": (
        Column("targets_won", "whole", "Targets whose cards somebody won.", "targets"),
        Column("targets_abandoned", "whole", "Targets whose cards nobody won.", "targets"),
        Column("claims", "whole", "Equations claimed.", "claims"),
        Column("wrong_claims", "whole", "Of these, wrong ones.", "claims"),
        Column("redeals", "whole", "Times the waste pile was dealt out again.", "times"),
        Column("cards_won", "whole", "Cards won by all players.", "cards"),
        Column("cards_left", "whole", "Cards left in the piles at the end.", "cards"),
        Column("powers_allowed", "flag", "The game was played with powers and roots."),
        Column("free_roots", "flag", "A bare √ was allowed."),
        Column("scoring", "text", "What a won card scores: cards or values."),
        Column("ten", "text", "A ten that sets a target: replace or zero."),
        Column("variant", "text", "redeal; null for the plain game."),
    ),
    "seats": (
        Column("cards_won", "whole", "Cards the player won.", "cards"),
        Column("targets_won", "whole", "Targets whose cards the player won.", "targets"),
        Column("claims", "whole", "Equations the player claimed.", "claims"),
        Column("right_claims", "whole", "Of these, right ones.", "claims"),
        Column("wrong_claims", "whole", "Of these, wrong ones.", "claims"),
        Column("wrong_cards", "whole", "Wrong claims by the cards they use.", "claims"),
        Column("wrong_arithmetic", "whole", "Wrong claims with a step without value.", "claims"),
        Column("wrong_value", "whole", "Wrong claims that make another number.", "claims"),
    ),
    "rounds": (
        Column(
            "row_cards", "whole", "Cards in the row at its end, target cards included.", "cards"
        ),
        Column("cards_turned", "whole", "Cards turned up to set it, replaced ones too.", "cards"),
        Column("claims", "whole", "Equations claimed for it.", "claims"),
        Column("wrong_claims", "whole", "Of these, wrong ones.", "claims"),
        Column("wrong_cards", "whole", "Wrong claims by the cards they use.", "claims"),
        Column("wrong_arithmetic", "whole", "Wrong claims with a step without value.", "claims"),
        Column("wrong_value", "whole", "Wrong claims that make another number.", "claims"),
        Column("winner", "text", "Who won the target cards."),
        Column("equation", "text", "The right claim, as it was written down."),
        Column("cards_used", "whole", "Cards the right claim used.", "cards"),
        Column("powers_used", "flag", "The right claim used a power or a root."),
        Column(
            "possible_at",
            "whole",
            "Cards in the row when an equation first existed; null where none ever did.",
            "cards",
        ),
        Column(
            "missed_turns",
            "whole",
            "Times the row went on, or came to nothing, after an equation existed.",
            "turns",
        ),
        Column(
            "powers_needed", "flag", "When an equation first existed, none did without a power."
        ),
    ),
    "moves": (
        Column("row", "whole", "Cards in the row after the move.", "cards"),
        Column("equation", "text", "The equation claimed."),
        Column("claim", "text", "right, or what is wrong: cards, arithmetic or value."),
        Column("why", "text", "What is wrong with the claim, in a sentence."),
    ),
}

_KINDS: Final = ("right", *WRONG)


class EquatorNotes:
    """Watches one table; see `engine.facts.Notes`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._names = table.setting.players
        self._moves: list[Row] = []
        self._rounds: list[Row] = []
        self._clock: float | None = None
        self._seats = [dict.fromkeys(_KINDS, 0) for _ in self._names]
        """By seat: the claims of each kind."""
        self._targets_won = [0] * len(self._names)
        self._start_round("", 0)
        self._is_open = False

    def _start_round(self, starter: str, cards_turned: int) -> None:
        self._is_open = True
        self._starter = starter
        self._cards_turned = cards_turned
        self._turns_before = self.table.turns
        self._claims = dict.fromkeys(_KINDS, 0)
        self._possible_at: int | None = None
        self._powers_needed: bool | None = None
        self._target = self.table.target
        self._row = 0
        """Cards in the row, until the round's row is written."""

    def before(self, at: int, move: Move) -> None:
        self._had_row = len(self.table.row)

    def after(self, at: int, move: Move) -> None:
        table = self.table
        kind = move["type"]
        seconds: float | None = None
        if "t" in move:
            seconds = None if self._clock is None else move["t"] - self._clock
            self._clock = move["t"]
        seat: int = move["player"]
        name = self._names[seat]
        if kind == "turn":
            card = move["card"]
            missed = self._possible_at is not None
            row = len(table.row)
            self._moves.append(
                (at, table.targets, table.turns, seat, name, kind, CARD_TEXT[card], RANK_TEXT[card])
                + (None, None, None, 1, missed, seconds, row, None, None, None)
            )
            self._row = row
            if not missed:
                self._look_for_an_equation()
            return
        if kind == "redeal" and self._is_open:
            self._close_round(None, cause="row-played-out")
        nth = table.targets or None
        if kind == "target":
            nth = nth if table.target is not None else None
        claim = table.claim if kind == "claim" else None
        said: tuple[str | None, str | None, str | None] = (None, None, None)
        if claim is not None:
            said = (claim.equation, claim.kind, claim.why or None)
        row = self._had_row if claim is not None else len(table.row)
        self._moves.append(
            (at, None if kind == "redeal" else nth, None, seat, name, kind)
            + (None, None, None, None, None, None, None, seconds, row, *said)
        )
        if claim is not None:
            self._seats[seat][claim.kind] += 1
            self._claims[claim.kind] += 1
            if claim.end is not None:
                self._close_round(claim)
        elif kind == "target" and table.target is not None:
            self._start_round(name, len(move["cards"]))
            self._row = 2
            self._look_for_an_equation()

    def _look_for_an_equation(self) -> None:
        table = self.table
        if has_equation(table.values, table.powers, table.free_roots):
            self._possible_at = self._row
            self._powers_needed = not has_equation(table.values, powers=False, free_roots=False)

    def _close_round(self, claim: Claim | None, cause: str | None = None) -> None:
        self._is_open = False
        turns = self.table.turns - self._turns_before
        claims = self._claims
        wrong = tuple(claims[kind] for kind in WRONG)
        end = claim.end if claim is not None else None
        won = claim if claim is not None and end == "won" else None
        winner = None
        if claim is not None and claim.winner is not None:
            winner = self._names[claim.winner]
            self._targets_won[claim.winner] += 1
        if end is not None and end != "won":
            cause = "wrong-claim" if end == "forfeited" else "all-debarred"
        missed = None
        if self._possible_at is not None:
            missed = self._row - self._possible_at + (end != "won")
        self._rounds.append(
            (
                len(self._rounds) + 1,
                "equation",
                str(self._target),
                self._target,
                turns,
                turns,
                0,
                self._starter,
                None if claim is None else self._names[claim.seat],
                end or "open",
                cause,
                self._row,
                self._cards_turned,
                claims["right"] + sum(wrong),
                sum(wrong),
                *wrong,
                winner,
                won.equation if won else None,
                won.cards if won else None,
                won.uses_powers if won else None,
                self._possible_at,
                missed,
                self._powers_needed,
            )
        )

    def close(self) -> Noted:
        table = self.table
        if self._is_open:
            self._close_round(None, "row-played-out" if table.is_played_out() else None)
        options = table.setting.options
        claims = sum(sum(kinds.values()) for kinds in self._seats)
        right = sum(kinds["right"] for kinds in self._seats)
        won = sum(self._targets_won)
        return Noted(
            self._rounds,
            self._moves,
            None,
            (
                won,
                len(self._rounds) - won,
                claims,
                claims - right,
                table.redeals,
                2 * won,
                table.piles.left,
                table.powers,
                table.free_roots,
                options["scoring"],
                options["ten"],
                "redeal" if table.can_be_redealt else None,
            ),
            [self._seat_row(seat) for seat in range(len(self._names))],
            hidden_draws=table.hidden,
        )

    def _seat_row(self, seat: int) -> Row:
        kinds = self._seats[seat]
        wrong = tuple(kinds[kind] for kind in WRONG)
        return (
            2 * self._targets_won[seat],
            self._targets_won[seat],
            kinds["right"] + sum(wrong),
            kinds["right"],
            sum(wrong),
            *wrong,
        )
