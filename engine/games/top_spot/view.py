"""What a player of Top Spot sees, as plain JSON and as a drawing in text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ...cards import UNKNOWN
from .deck import CARD_TEXT, COLOURS, PLAYED, WORDS
from .faces import HOLE, SPOT, CardSet, card_set
from .table import Play, Table

_MARKS: Final = {"S": "●", "O": "○", ".": "·"}
_MOST_ACROSS: Final = 8
"""Cards drawn side by side; more go to the next line."""


def view(table: Table, seat: int | None) -> dict[str, Any]:
    """Return the table as *seat* sees it; with None all that the log knows."""
    hands = []
    for nth, left in enumerate(table.left):
        sees = seat is None or seat == nth
        labels = table.hand(nth) if sees else [UNKNOWN] * left
        hands.append([CARD_TEXT[card] for card in labels])
    return {
        "game": "top-spot",
        "level": table.setting.level,
        "card_set": table.setting.options["card_set"],
        "rotate": table.card_set.rotate,
        "players": list(table.setting.players),
        "on_turn": None if table.end else table.order[table.nth],
        "round": table.round,
        "tie_break": len(table.passes),
        "colour": None if table.colour is None else COLOURS[table.colour],
        "colours": [letter for nth, letter in enumerate(COLOURS) if table.colours >> nth & 1],
        "stacks": [_stack(table.card_set, play) for play in table.plays],
        "earlier": [[_stack(table.card_set, play) for play in plays] for plays in table.passes],
        "hands": hands,
        "points": list(table.points),
        "turns": table.turns,
        "outcome": table.end.outcome if table.end else None,
        "cause": table.end.cause if table.end else None,
    }


def _stack(cards: CardSet, play: Play) -> dict[str, Any]:
    return {
        "player": play.seat,
        "cards": [CARD_TEXT[card] for card in play.cards],
        "seen": cards.seen(play.cards),
        "value": play.value,
        "followed": play.followed,
    }


def picture(seen: Mapping[str, Any]) -> list[str]:
    """Draw a view in lines: the scores, the stacks on the table, the hand of the one on turn."""
    names = seen["players"]
    prints = card_set(seen["card_set"], rotate=seen["rotate"])
    tie_break = f", tie-break {seen['tie_break']}" if seen["tie_break"] else ""
    colour = "none yet" if seen["colour"] is None else WORDS[COLOURS.index(seen["colour"])]
    lines = [f"round   {seen['round']}{tie_break}", f"colour  {colour}"]
    for nth, plays in enumerate(seen["earlier"]):
        head = f"tie {nth + 1}"
        lines.append(f"{head:<7} {'; '.join(_in_words(names, stack) for stack in plays)}")
    stacks = [
        draw(_head(names, stack), stack["seen"], " ".join(stack["cards"]))
        for stack in seen["stacks"]
    ]
    if stacks:
        lines += ["", *side_by_side(stacks), ""]
    width = max(len(name) for name in names)
    for nth, (name, hand) in enumerate(zip(names, seen["hands"], strict=True)):
        mark = "▸" if nth == seen["on_turn"] else " "
        points = f"{seen['points'][nth]:>2} p"
        lines.append(f"{mark} {name:<{width}}  {points}  {' '.join(hand) or '–'}")
    if seen["on_turn"] is not None:
        hand = [text for text in seen["hands"][seen["on_turn"]] if text != "?"]
        if hand:
            lines += ["", *side_by_side(card_picture(prints, text) for text in hand)]
    if seen["outcome"]:
        lines.append(f"{seen['outcome']} ({seen['cause']})")
    return lines


def _head(names: Sequence[str], stack: Mapping[str, Any]) -> str:
    off = "" if stack["followed"] else ", off colour"
    return f"{names[stack['player']]} {stack['value']}{off}"


def _in_words(names: Sequence[str], stack: Mapping[str, Any]) -> str:
    return f"{_head(names, stack)} ({' '.join(stack['cards'])})"


def card_picture(prints: CardSet, text: str) -> list[str]:
    r"""Draw a card: its name, its cells, and the numbers in its corner.

    >>> print("\n".join(card_picture(card_set("demo"), "R10")))
    R10
    ┌───────┐
    │ ● · · │
    │ ● ○ ● │
    │ ○ ○ ● │
    └───────┘
    4/7
    """
    cells = prints.text(PLAYED[text])
    spots = cells.count(SPOT)
    return draw(text, cells, f"{spots}/{spots + cells.count(HOLE)}")


def stack_picture(prints: CardSet, texts: Sequence[str]) -> list[str]:
    r"""Draw what one sees of a stack, top card first, and beneath it the cards and the value.

    >>> print("\n".join(stack_picture(card_set("demo"), ["R10", "R7"])))
    5 spots
    ┌───────┐
    │ ● · · │
    │ ● ● ● │
    │ · · ● │
    └───────┘
    R10 R7
    """
    cells = prints.seen(PLAYED[text] for text in texts)
    spots = cells.count(SPOT)
    return draw("1 spot" if spots == 1 else f"{spots} spots", cells, " ".join(texts))


def draw(head: str, cells: str, foot: str) -> list[str]:
    """Draw cells, given row by row, in a frame between two lines."""
    across = columns_of(len(cells))
    rule = "─" * (2 * across + 1)
    rows = [cells[at : at + across] for at in range(0, len(cells), across)]
    frame = [f"│ {' '.join(_MARKS[cell] for cell in row)} │" for row in rows]
    return [head, f"┌{rule}┐", *frame, f"└{rule}┘", foot]


def side_by_side(pictures: Iterable[Sequence[str]]) -> list[str]:
    """Lay pictures in rows, so that they stay narrow enough to be read."""
    pictures = list(pictures)
    lines: list[str] = []
    for start in range(0, len(pictures), _MOST_ACROSS):
        row = pictures[start : start + _MOST_ACROSS]
        widths = [max(map(len, one)) for one in row]
        for parts in zip(*row, strict=True):
            line = "  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True))
            lines.append(line.rstrip())
    return lines


def columns_of(cells: int) -> int:
    """Return how many cells lie side by side: the cards are as square as their cells allow.

    >>> [columns_of(cells) for cells in (4, 9, 12, 7)]
    [2, 3, 4, 7]
    """
    return next(
        across for across in range(1, cells + 1) if cells % across == 0 and across * across >= cells
    )
