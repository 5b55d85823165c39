"""Thereabouts: the leader lays a target, the others try to come near it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.cards import CARD_TEXT, CARDS, JOKER, RANK_TEXT, UNKNOWN, Card, rank_of, standard_deck
from engine.census import Census
from engine.errors import IllegalMove
from engine.facts import Column, Noted, Row
from engine.metrics import Dimension, Metric
from engine.rules import COMMON_FAULTS, Deal, Ending, Option, Rules, Setting
from engine.shapes import BadField, Move, Shape, lookup, reader, whole

HAND_SIZE: Final = 5

# -- the table


@dataclass(slots=True)
class Table:
    """One game as far as its log tells of it. Only the rules change it."""

    setting: Setting
    census: Census
    """Who holds which cards, as far as that is known."""
    points: list[int]
    """By seat."""
    leader: int = 0
    played: list[tuple[int, Card]] = field(default_factory=list)
    """Seat and card, in order. The first is the target."""
    turns: int = 0
    end: Ending | None = None

    def copy(self) -> Table:
        """Return a table that can change on its own."""
        census, points, played = self.census.copy(), self.points.copy(), self.played.copy()
        return replace(self, census=census, points=points, played=played)

    def gap(self, card: Card) -> int:
        """Return how far *card* is from the target, which must lie."""
        return abs(rank_of(card) - rank_of(self.played[0][1]))

    def nearest(self) -> tuple[int, int]:
        """Return the gap to beat, one beyond reach at first, and the seat that would win now."""
        found = (self.setting.options["reach"] + 1, self.leader)
        for seat, card in self.played[1:]:
            if self.gap(card) < found[0]:
                found = (self.gap(card), seat)
        return found


# -- what there is to ask

COLUMNS: Final[Mapping[str, Sequence[Column]]] = {
    "moves": (
        Column("place", "whole", "The place in the round, from 1; the leader is 1."),
        Column("gap", "whole", "How far the card was from the target.", "ranks"),
    )
}
GAMES: Final = ("thereabouts",)
METRICS: Final = (
    Metric(
        "gap",
        "How far a card was from the target.",
        {"moves": "gap"},
        kind="value",
        per="turn",
        unit="ranks",
        games=GAMES,
        least=0,
    ),
    Metric(
        "holds",
        "Targets that nobody reached.",
        {"rounds": "outcome = 'held'"},
        games=GAMES,
    ),
    Metric(
        "hold rate",
        "Share of the targets that nobody reached.",
        top="holds",
        bottom="rounds",
        kind="rate",
        games=GAMES,
    ),
)
DIMENSIONS: Final = (
    Dimension(
        "playing order",
        "The place in the round; the leader is 1.",
        {"moves": "place"},
        kind="number",
        names_itself=False,
        games=GAMES,
    ),
)

# -- the rules


class Thereabouts:
    """See `engine.rules.Rules` for what each member is for."""

    name = "thereabouts"
    title = "Thereabouts"
    version = "1"
    sentence = "The leader lays a target, the others try to come near it."
    players = (2, 5)
    unit = "target"
    scores_seats = True
    levels: Mapping[str, str] = {
        "normal": "A card within 2 of the target takes the point.",
        "generous": "A card within 4 of the target takes the point.",
    }
    options: Mapping[str, Option] = {
        "reach": Option("whole", "How far from the target a card may be to take it.", 0, 12),
    }
    cards: Mapping[str, Card] = {**CARDS, "?": UNKNOWN}
    moves: Mapping[str, Shape] = {
        "play": Shape(
            {
                "card": lookup(CARDS, "a card such as 7H or 10", code="bad-card"),
                "gap": reader(whole, required=False),
            },
            "Play a card; the leader's is the target. The gap is what the table says aloud.",
        ),
    }
    faults: Mapping[str, str] = {
        **COMMON_FAULTS,
        "wrong-stock-size": "There is no stock; what the deal leaves over is out of play.",
        "wrong-gap": "The gap said is not the one between card and target.",
    }
    causes: Mapping[str, str] = {"hands-empty": "All cards were played."}
    inferred: Sequence[str] = ()
    columns = COLUMNS
    metrics: Sequence[Metric] = METRICS
    dimensions: Sequence[Dimension] = DIMENSIONS

    # -- before the game

    def settle(self, level: str, players: int) -> dict[str, Any]:
        return {"reach": 4 if level == "generous" else 2}

    def check(self, setting: Setting) -> Iterable[tuple[str, BadField]]:
        return ()

    def sizes(self, setting: Setting) -> tuple[Sequence[int], int]:
        return [HAND_SIZE] * len(setting.players), 0

    def start(self, setting: Setting, deal: Deal) -> Table:
        for seat, hand in enumerate(deal.hands):
            if JOKER in hand:
                raise _no_joker(f"/deal/hands/{seat}/{list(hand).index(JOKER)}")
        census = Census(standard_deck(), deal.hands, deal.stock, setting.players)
        return Table(setting, census, [0] * len(setting.players))

    # -- moves

    def waiting(self, table: Table) -> int | None:
        return None if table.end else (table.leader + len(table.played)) % len(table.points)

    def legal(self, table: Table) -> list[Move]:
        seat = self.waiting(table)
        if seat is None:
            return []
        known = {rank_of(card): card for card in table.census.hands[seat].labels()}
        known.pop(rank_of(UNKNOWN), None)
        return [{"type": "play", "player": seat, "card": card} for card in known.values()]

    def apply(self, table: Table, move: Move) -> Sequence[IllegalMove]:
        seat, card = self.waiting(table), move["card"]
        if seat is None:
            raise IllegalMove("after-end", "The game was over before this move.", field="type")
        if move["player"] != seat:
            due, other = (table.setting.players[nth] for nth in (seat, move["player"]))
            message = f"It is {due}'s turn, not {other}'s."
            raise IllegalMove("wrong-player", message, expected=due, got=other, field="player")
        if card == JOKER:
            raise _no_joker("card")
        table.census.take(seat, card)  # refuses a card that cannot be there, and changes nothing
        gap, said = table.gap(card) if table.played else None, move.get("gap")
        table.played.append((seat, card))
        table.turns += 1
        if len(table.played) == len(table.points):
            self._decide(table)
        if said is None or said == gap:
            return ()
        why = "This card is the target." if gap is None else f"The gap is {gap}, not {said}."
        fault = IllegalMove("wrong-gap", why, expected=gap, got=said, field="gap", sound=True)
        return (fault,)

    def _decide(self, table: Table) -> None:
        _, table.leader = table.nearest()
        table.points[table.leader] += 1
        table.played = []
        if not len(table.census.hands[0]):
            table.end = Ending("finished", tuple(table.points), "hands-empty")

    # -- how it stands

    def ending(self, table: Table) -> Ending | None:
        return table.end

    def standing(self, table: Table) -> tuple[int, ...]:
        return tuple(table.points)

    def copy(self, table: Table) -> Table:
        return table.copy()

    def view(self, table: Table, seat: int | None = None) -> dict[str, Any]:
        hands = [
            sorted(hand.labels()) if seat in (None, nth) else [UNKNOWN] * len(hand)
            for nth, hand in enumerate(table.census.hands)
        ]
        return {
            "players": list(table.setting.players),
            "on_turn": self.waiting(table),
            "hands": [[CARD_TEXT[card] for card in hand] for hand in hands],
            "played": [[nth, CARD_TEXT[card]] for nth, card in table.played],
            "points": list(table.points),
        }

    def picture(self, view: Mapping[str, Any]) -> list[str]:
        laid = dict(view["played"])
        return [
            f"{'▸' if seat == view['on_turn'] else ' '} {name}  {view['points'][seat]} points"
            f"  [{laid.get(seat, ' '):^3}]  {' '.join(view['hands'][seat]) or '–'}"
            for seat, name in enumerate(view["players"])
        ]

    # -- for those who make logs

    def shuffle(self, setting: Setting, rng: random.Random) -> dict[str, Any]:
        deck = [CARD_TEXT[card] for card in standard_deck().cards]
        rng.shuffle(deck)
        return {"hands": [[deck.pop() for _ in range(HAND_SIZE)] for _ in setting.players]}

    def spoken(self, table: Table, move: Move) -> Move:
        return {**move, "gap": table.gap(move["card"])} if table.played else move

    def write(self, move: Move) -> dict[str, Any]:
        written = {key: value for key, value in move.items() if key != "player"}
        return {**written, "card": CARD_TEXT[move["card"]]}

    def notes(self, table: Table) -> ThereaboutsNotes:
        return ThereaboutsNotes(table)


def _no_joker(field: str) -> IllegalMove:
    why = "Thereabouts is played without jokers."
    return IllegalMove("no-such-card", why, got="*", field=field)


# -- the facts


class ThereaboutsNotes:
    """Watches one table and writes its rows; see `engine.facts.Notes`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.moves: list[Row] = []
        self.rounds: list[Row] = []
        self.clock: float | None = None

    def before(self, at: int, move: Move) -> None:
        table, hand = self.table, self.table.census.hands[move["player"]]
        self.played = [*table.played, (move["player"], move["card"])]
        self.gap = table.gap(move["card"]) if table.played else None
        cards = hand.labels()
        knows = hand.is_known()  # what a hidden hand could do is not known, and null
        self.legal = len(set(map(rank_of, cards))) if knows else None
        self.missed: bool | None = None
        if knows and self.gap is not None:
            to_beat, _ = table.nearest()
            self.missed = self.gap >= to_beat > min(map(table.gap, cards))

    def after(self, at: int, move: Move) -> None:
        seat, card = self.played[-1]
        seconds = None if self.clock is None or "t" not in move else move["t"] - self.clock
        self.clock = move.get("t")
        who = (at, len(self.rounds) + 1, self.table.turns, seat, self.name(seat), "play")
        what = (CARD_TEXT[card], RANK_TEXT[card], None, None, None, self.legal, self.missed)
        self.moves.append((*who, *what, seconds, len(self.played), self.gap))
        if not self.table.played:
            winner, starter = self.table.leader, self.played[0][0]
            self.close_round(self.name(winner), "held" if winner == starter else "taken")

    def close_round(self, winner: str | None, outcome: str) -> None:
        (starter, target), turns = self.played[0], len(self.played)
        label = (len(self.rounds) + 1, "target", CARD_TEXT[target], rank_of(target))
        self.rounds.append((*label, turns, turns, 0, self.name(starter), winner, outcome, None))

    def name(self, seat: int) -> str:
        return self.table.setting.players[seat]

    def close(self) -> Noted:
        if self.table.played:
            self.close_round(None, "open")
        return Noted(self.rounds, self.moves, None)


rules: Rules[Table] = Thereabouts()
