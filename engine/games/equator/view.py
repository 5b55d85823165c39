"""What a player of Equator sees, as plain JSON and as a drawing in text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...cards import UNKNOWN, card_text
from ...rules import Ending
from .table import Table


def view(table: Table, seat: int | None, on_turn: int | None, end: Ending | None) -> dict[str, Any]:
    """Return the table as *seat* sees it; with None all that the log knows.

    Nobody sees a card of a pile, the own one included.
    """
    labels = table.piles.labels
    return {
        "game": "equator",
        "level": table.setting.level,
        "players": list(table.setting.players),
        "on_turn": on_turn,
        "target": table.target,
        "row": [
            {"card": card_text(labels[slot]), "value": value}
            for slot, value in zip(table.row, table.values, strict=True)
        ],
        "hands": [
            [card_text(labels[slot] if seat is None else UNKNOWN) for slot in pile]
            for pile in table.piles.piles
        ],
        "won": [[card_text(labels[slot]) for slot in won] for won in table.won],
        "scores": list(table.scores()),
        "debarred": sorted(table.debarred) if table.target is not None else [],
        "claim": _claim(table),
        "waste": len(table.waste),
        "powers": table.powers,
        "free_roots": table.free_roots,
        "targets": table.targets,
        "turns": table.turns,
        "outcome": end.outcome if end else None,
        "cause": end.cause if end else None,
    }


def _claim(table: Table) -> dict[str, Any] | None:
    claim = table.claim
    if claim is None:
        return None
    return {
        "player": claim.seat,
        "equation": claim.equation,
        "kind": claim.kind,
        "why": claim.why,
        "winner": claim.winner,
    }


def picture(seen: Mapping[str, Any]) -> list[str]:
    """Draw a view in lines."""
    target = seen["target"]
    lines = [
        f"target   {'not set' if target is None else target}",
        f"equator  {_row(seen['row'])}",
    ]
    if seen["claim"] is not None:
        claim = seen["claim"]
        name = seen["players"][claim["player"]]
        verdict = "right" if claim["kind"] == "right" else f"wrong: {claim['why']}"
        lines.append(f"claim    {name}: {claim['equation']}   {verdict}")
    lines.append(f"waste    {_count(seen['waste'])}")
    width = max(map(len, seen["players"]))
    for seat, name in enumerate(seen["players"]):
        mark = "▸" if seat == seen["on_turn"] else " "
        pile = _count(len(seen["hands"][seat]))
        won = f"won {seen['scores'][seat]}  {_pairs(seen['won'][seat])}".rstrip()
        debarred = "   debarred" if seat in seen["debarred"] else ""
        lines.append(f"{mark} {name:<{width}}  {pile:<8}  {won}{debarred}")
    if seen["outcome"]:
        lines.append(f"{seen['outcome']} ({seen['cause']})")
    return lines


def _row(row: list[dict[str, Any]]) -> str:
    """Draw the target cards, a bar, the others; a face card with what it counts."""
    if not row:
        return "–"
    texts = [_worth(**card) for card in row]
    return " ".join([*texts[:2], *(["|", *texts[2:]] if texts[2:] else [])])


def _worth(card: str, value: int) -> str:
    return f"{card}={value}" if card[0] in "JQK" else card


def _count(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"


def _pairs(cards: list[str]) -> str:
    """Draw won target cards two by two."""
    return "  ".join(" ".join(cards[at : at + 2]) for at in range(0, len(cards), 2))
