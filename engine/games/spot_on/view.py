"""What a player of Spot On sees, as plain JSON and as a drawing in text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...cards import CARD_TEXT, UNKNOWN
from .table import SIGNS, Table


def view(table: Table, seat: int | None) -> dict[str, Any]:
    """Return the table as *seat* sees it; with None all that the log knows."""
    open_hands = table.setting.options["open_hands"]
    hands = []
    for nth, hand in enumerate(table.census.hands):
        sees = seat is None or seat == nth or open_hands
        labels = sorted(hand.labels()) if sees else [UNKNOWN] * len(hand)
        hands.append([CARD_TEXT[card] for card in labels])
    return {
        "game": "spot-on",
        "level": table.setting.level,
        "options": dict(table.setting.options),
        "players": list(table.setting.players),
        "on_turn": None if table.end else table.on_turn,
        "target": table.target,
        "target_cards": [CARD_TEXT[card] for card in table.target_cards],
        "total": table.total,
        "chain": [
            {"card": CARD_TEXT[card], "op": op, "value": value, "total": total}
            for card, op, value, total in table.chain
        ],
        "hands": hands,
        "shown": [None if card is None else CARD_TEXT[card] for card in table.shown],
        "stock": len(table.census.stock),
        "discard": [CARD_TEXT[card] for card in table.discard],
        "hits": table.hits,
        "goal": table.goal,
        "turns": table.turns,
        "outcome": table.end.outcome if table.end else None,
        "cause": table.end.cause if table.end else None,
    }


def picture(seen: Mapping[str, Any]) -> list[str]:
    """Draw a view in lines."""
    goal = "" if seen["goal"] is None else f" of {seen['goal']}"
    lines = [f"hit     {seen['hits']}{goal}", f"stock   {seen['stock']} cards"]
    if seen["target"] is None:
        lines.append("target  not turned up")
    else:
        lines.append(f"target  {seen['target']}   {' '.join(seen['target_cards'])}")
        lines.append(f"total   {seen['total']}")
        lines.append(f"chain   {_chain(seen['chain'])}")
    width = max(len(name) for name in seen["players"])
    for nth, (name, hand) in enumerate(zip(seen["players"], seen["hands"], strict=True)):
        mark = "▸" if nth == seen["on_turn"] else " "
        shown = seen["shown"][nth]
        shows = f"   shows {shown}" if shown else ""
        lines.append(f"{mark} {name:<{width}}  {' '.join(hand) or '–'}{shows}")
    if seen["outcome"]:
        cause = f" ({seen['cause']})" if seen["cause"] else ""
        lines.append(f"{seen['outcome']}{cause}")
    return lines


def _chain(links: list[dict[str, Any]]) -> str:
    if not links:
        return "–"
    parts = []
    for nth, link in enumerate(links):
        value = f"{link['card']}={link['value']}" if link["card"] == "*" else link["card"]
        parts.append(value if nth == 0 else f"{SIGNS[link['op']]} {value}")
    return f"{' '.join(parts)}  = {links[-1]['total']}"
