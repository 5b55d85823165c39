"""What a player of Pot Luck sees, as plain JSON and as a drawing in text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...cards import CARD_TEXT, UNKNOWN, Card
from .table import Table

_PLACES = ("left", "middle", "right")


def place_of(pot: int, pots: int) -> str:
    """Return how the table calls a pot, which is counted from 0.

    >>> place_of(2, 3), place_of(2, 4)
    ('right', 'pot 3')
    """
    return _PLACES[pot] if pots == len(_PLACES) else f"pot {pot + 1}"


@cache
def _places(pots: int) -> Sequence[str]:
    return [place_of(nth, pots) for nth in range(pots)]


def view(table: Table, seat: int | None, waiting: int | None) -> dict[str, Any]:
    """Return the table as *seat* sees it; with None all that the log knows.

    *waiting* is the seat that is to move, be it to play or to lay a card open.
    """
    hands = table.hands
    names = table.setting.players
    held, shown = [], []
    for nth in range(len(names)):
        up = hands.open_labels(nth)
        if seat is None or seat == nth or hands.open_hands:
            labels = hands.labels(nth)
        else:
            labels = up + [UNKNOWN] * (hands.size(nth) - len(up))
        held.append(_texts(sorted(labels)))
        shown.append(_texts(sorted(up)))
    return {
        "game": "pot-luck",
        "level": table.setting.level,
        "players": list(names),
        "on_turn": waiting,
        "must_open": waiting is not None and waiting in hands.pending and hands.due(waiting) > 0,
        "limit": table.limit,
        "own_card_rule": table.own_card_rule,
        "pots": [
            {
                "place": place,
                "total": total,
                "top": names[top] if top >= 0 else None,
                "cards": [
                    {"card": CARD_TEXT[card], "player": names[owner], "value": value}
                    for card, owner, value in pot
                ],
            }
            for place, pot, total, top in zip(
                _places(len(table.pots)), table.pots, table.totals, table.tops, strict=True
            )
        ],
        "hands": held,
        "shown": shown,
        "stock": len(hands.stock),
        "out": [CARD_TEXT[card] for pot in table.over for card, _, _ in pot],
        "scored": table.scored,
        "goal": table.goal,
        "lives": table.lives,
        "busts": table.busts,
        "turns": table.turns,
        "outcome": table.end.outcome if table.end else None,
        "cause": table.end.cause if table.end else None,
    }


def picture(seen: Mapping[str, Any]) -> list[str]:
    """Draw a view in lines."""
    goal = "" if seen["goal"] is None else f" of {seen['goal']}"
    lines = [
        f"scored  {seen['scored']}{goal}",
        f"lives   {seen['lives']}",
        f"stock   {seen['stock']} cards",
    ]
    width = max(len(pot["place"]) for pot in seen["pots"])
    for pot in seen["pots"]:
        chain = " ".join(_laid(laid) for laid in pot["cards"])
        top = f"   {pot['top']} on top" if pot["top"] else ""
        lines.append(f"[{pot['place']:<{width}} {pot['total']:>2}]  {chain or '–'}{top}")
    width = max(len(name) for name in seen["players"])
    for nth, (name, hand) in enumerate(zip(seen["players"], seen["hands"], strict=True)):
        mark = "▸" if nth == seen["on_turn"] else " "
        shown = list(seen["shown"][nth])
        cards = []
        for card in hand:
            is_open = card in shown
            if is_open:
                shown.remove(card)
            cards.append(f"[{card}]" if is_open else card)
        todo = "   to lay a card open" if mark == "▸" and seen["must_open"] else ""
        lines.append(f"{mark} {name:<{width}}  {' '.join(cards) or '–'}{todo}")
    if seen["outcome"]:
        cause = f" ({seen['cause']})" if seen["cause"] else ""
        lines.append(f"{seen['outcome']}{cause}")
    return lines


def _laid(laid: Mapping[str, Any]) -> str:
    text: str = laid["card"]
    return f"{text}={laid['value']}" if text.startswith("A") else text


def _texts(cards: list[Card]) -> list[str]:
    return [CARD_TEXT[card] for card in cards]
