"""Draws cards as SVG: a sprite of symbols that stands once on a page, and uses of it.

Colours are in the style sheet, by class, so that no attribute needs an inline style. Only text that
we made ourselves goes into the markup unescaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from markupsafe import Markup, escape

from engine.cards import CARDS, JOKER, RANKS, SUITS, UNKNOWN, card_text, is_exact, rank_of

WIDTH: Final = 60
HEIGHT: Final = 84
"""Of a card, in the units of its drawing."""

SUIT_WORDS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RANK_WORDS: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "*": "joker"}

_SUIT_PATHS: Final = {
    "S": "M10 .8C7.2 5.2 2 8 2 12.1c0 2.5 2 4.2 4.2 4.2 1.3 0 2.4-.6 3-1.5-.2 1.9-.9 3.3-2.3 4.2h6.2"
    "c-1.4-.9-2.1-2.3-2.3-4.2.6.9 1.7 1.5 3 1.5 2.2 0 4.2-1.7 4.2-4.2C18 8 12.8 5.2 10 .8z",
    "H": "M10 18.8C6.2 14.6 1.4 11.4 1.4 6.9c0-2.8 2-4.9 4.5-4.9 1.8 0 3.3 1 4.1 2.8C10.8 3 12.3 2 "
    "14.1 2c2.5 0 4.5 2.1 4.5 4.9 0 4.5-4.8 7.7-8.6 11.9z",
    "D": "M10 .8C11.9 4.3 14.2 7.3 17.2 10c-3 2.7-5.3 5.7-7.2 9.2C8.1 15.7 5.8 12.7 2.8 10 5.8 7.3 "
    "8.1 4.3 10 .8z",
    "C": "M10 1.2a4.1 4.1 0 0 1 3.5 6.3 4.1 4.1 0 1 1-2.7 6.9c.2 1.9.9 3.4 2.4 4.6H6.8c1.5-1.2 "
    "2.2-2.7 2.4-4.6a4.1 4.1 0 1 1-2.7-6.9A4.1 4.1 0 0 1 10 1.2z",
}
_LEFT, _MID, _RIGHT = 22, 30, 38
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((_MID, 42),),
    2: ((_MID, 19), (_MID, 65)),
    3: ((_MID, 19), (_MID, 42), (_MID, 65)),
    4: ((_LEFT, 19), (_RIGHT, 19), (_LEFT, 65), (_RIGHT, 65)),
    5: ((_LEFT, 19), (_RIGHT, 19), (_MID, 42), (_LEFT, 65), (_RIGHT, 65)),
    6: ((_LEFT, 19), (_RIGHT, 19), (_LEFT, 42), (_RIGHT, 42), (_LEFT, 65), (_RIGHT, 65)),
    7: ((_LEFT, 19), (_RIGHT, 19), (_MID, 30.5), (_LEFT, 42), (_RIGHT, 42), (_LEFT, 65))
    + ((_RIGHT, 65),),
    8: ((_LEFT, 19), (_RIGHT, 19), (_MID, 30.5), (_LEFT, 42), (_RIGHT, 42), (_MID, 53.5))
    + ((_LEFT, 65), (_RIGHT, 65)),
    9: ((_LEFT, 17), (_RIGHT, 17), (_LEFT, 33.7), (_RIGHT, 33.7), (_MID, 42), (_LEFT, 50.3))
    + ((_RIGHT, 50.3), (_LEFT, 67), (_RIGHT, 67)),
    10: ((_LEFT, 17), (_RIGHT, 17), (_MID, 25.3), (_LEFT, 33.7), (_RIGHT, 33.7), (_LEFT, 50.3))
    + ((_RIGHT, 50.3), (_MID, 58.7), (_LEFT, 67), (_RIGHT, 67)),
}
"""Where the pips of a rank lie; those of the lower half stand on their heads."""

_CROWNS: Final = {
    "K": "M-9 5-10.5-4.5-5-.8 0-8 5-.8 10.5-4.5 9 5zM-9 6.5h18v2.6H-9z",
    "Q": "M-9 5-11-2.5a2 2 0 1 1 1.6-.6L-6.4 0-1-5.2a2.2 2.2 0 1 1 2 0L6.4 0l3-3.1a2 2 0 1 1 1.6.6"
    "L9 5zM-9 6.5h18v2.6H-9z",
    "J": "M-9.5 5.5c0-6.5 3.4-10 9-10 4 0 6.2 1.2 8.2.6 1.9-.6 2.8-2.4 2.4-4.6 2 2.4 1.9 5.6-.4 7.4"
    "C9.4.6 9.6 2.6 9.5 5.5zM-9.5 6.5h19v2.6h-19z",
}
_STAR: Final = "M0-13 3.4-4.2 12.6-3.9 5.3 1.9 7.9 10.9 0 5.6-7.9 10.9-5.3 1.9-12.6-3.9-3.4-4.2z"


def name_of(text: str) -> str:
    """Return the words for a standard card, as a screen reader says them.

    >>> name_of("10D"), name_of("K"), name_of("*"), name_of("?")
    ('10 of diamonds', 'king', 'joker', 'unknown card')
    """
    card = CARDS.get(text)
    if card is None:
        return "unknown card" if text == "?" else text
    rank = RANKS[rank_of(card)]
    word = _RANK_WORDS.get(rank, rank)
    return f"{word} of {SUIT_WORDS[SUITS[card & 7]]}" if is_exact(card) else word


def sign_of(text: str) -> str:
    """Return a standard card as it stands in a sentence: ``8♦``.

    >>> sign_of("8D"), sign_of("10"), sign_of("*")
    ('8♦', '10', 'joker')
    """
    card = CARDS.get(text)
    if card is None:
        return text
    if card == JOKER:
        return "joker"
    rank = RANKS[rank_of(card)]
    return f"{rank}{SUIT_SIGNS[SUITS[card & 7]]}" if is_exact(card) else rank


def is_standard(text: object) -> bool:
    """Tell whether this is how a log writes a standard card, or one that nobody saw."""
    return type(text) is str and (text in CARDS or text == "?")


def card(text: str, classes: str = "", *, note: str = "") -> Markup:
    """Return the picture of a standard card; ``?`` is its back.

    *note* is said after the card's name, to those who cannot see what the table shows.
    """
    known = card_text(CARDS[text]) if text in CARDS else "?"
    return picture(f"card-{_id(known)}", name_of(known) + note, classes)


def picture(symbol: str, name: str, classes: str = "") -> Markup:
    """Return a use of a symbol of the size of a card."""
    return Markup(
        '<svg class="card {}" viewBox="0 0 60 84" role="img" aria-label="{}">'
        '<use href="#{}"/></svg>'
    ).format(classes, name, symbol)


def _id(text: str) -> str:
    return {"*": "joker", "?": "back"}.get(text, text)


@cache
def sprite() -> Markup:
    """Return the symbols of all standard cards, to stand once on a page that shows some."""
    made = [
        _symbol(f"suit-{suit}", f'<path d="{path}"/>', "0 0 20 20")
        for suit, path in _SUIT_PATHS.items()
    ]
    made += [_symbol("card-back", _back()), _symbol("card-joker", _joker())]
    for code in sorted(set(CARDS.values()) - {JOKER, UNKNOWN}):
        rank, text = RANKS[rank_of(code)], card_text(code)
        inside = _face(rank, SUITS[code & 7]) if is_exact(code) else _suitless(rank)
        made.append(_symbol(f"card-{text}", inside))
    return sheet(made)


def sheet(symbols: Iterable[str]) -> Markup:
    """Return symbols as a picture that takes no room. They must be safe."""
    return Markup(  # noqa: S704  # made of our own shapes
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{''.join(symbols)}</defs></svg>"
    )


def symbol(id: str, inside: str) -> str:
    """Return a symbol of the size of a card. *inside* must be safe."""
    return _symbol(str(escape(id)), inside)


def _symbol(id: str, inside: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> str:
    return f'<symbol id="{id}" viewBox="{box}">{inside}</symbol>'


def paper(classes: str = "paper") -> str:
    """Return the card itself, without anything on it."""
    return f'<rect class="{classes}" x=".75" y=".75" width="58.5" height="82.5" rx="5"/>'


def _suit(suit: str, x: float, y: float, size: float) -> str:
    half = size / 2
    return (
        f'<use href="#suit-{suit}" x="{x - half:g}" y="{y - half:g}" width="{size:g}" '
        f'height="{size:g}"/>'
    )


def _upside_down(inside: str) -> str:
    return f'<g transform="rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})">{inside}</g>'


def _face(rank: str, suit: str) -> str:
    colour = "red" if suit in "HD" else "black"
    size = 'font-size="13"' if rank == "10" else 'font-size="15"'
    squeeze = ' textLength="13" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    corner = (
        f'<text class="rank" x="9" y="16" {size} text-anchor="middle"{squeeze}>{rank}</text>'
        + _suit(suit, 9, 24, 9)
    )
    middle = _court(rank, suit) if rank in "JQK" else _pips(rank, suit)
    return f'{paper()}<g class="{colour}">{middle}{corner}{_upside_down(corner)}</g>'


def _pips(rank: str, suit: str) -> str:
    if rank == "A":
        return _suit(suit, _MID, 42, 27)
    upper, lower = [], []
    for x, y in _PIPS[int(rank)]:
        if y <= HEIGHT / 2:
            upper.append(_suit(suit, x, y, 10.5))
        else:
            lower.append(_suit(suit, WIDTH - x, HEIGHT - y, 10.5))
    return "".join(upper) + _upside_down("".join(lower))


def _court(rank: str, suit: str) -> str:
    """Return a court card: two halves, each with its crown, parted by a slanting band."""
    half = (
        f'<g transform="translate(31.5 24) scale(.92)"><path class="crown" d="{_CROWNS[rank]}"/></g>'
        + _suit(suit, 23.5, 41, 10)
    )
    return (
        '<rect class="court" x="18" y="10.5" width="24" height="63" rx="2"/>'
        '<path class="band" d="M18 53 42 31v-4.5L18 48.5zM18 57.5 42 35.5"/>'
        f"{half}{_upside_down(half)}"
    )


def _suitless(rank: str) -> str:
    """Return a card whose suit nobody noted."""
    narrow = ' textLength="14" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    corner = f'<text class="rank" x="10" y="17" font-size="14" text-anchor="middle"{narrow}>{rank}</text>'
    squeeze = ' textLength="30" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    middle = f'<text class="rank" x="30" y="54" font-size="34" text-anchor="middle"{squeeze}>{rank}</text>'
    return (
        f'{paper()}<g class="bare">{corner}{_upside_down(corner)}{middle}'
        '<path class="unsaid" d="M20 62h20"/></g>'
    )


def _joker() -> str:
    return (
        f'{paper()}<g class="joker"><g transform="translate(30 36) scale(1.25)">'
        f'<path d="{_STAR}"/></g>'
        '<text class="word" x="30" y="68" font-size="9" text-anchor="middle">JOKER</text></g>'
    )


def _back() -> str:
    weave = "".join(
        f'<path d="M{x} {y}l4.5 6-4.5 6-4.5-6z"/>'
        for y in (12, 24, 36, 48, 60)
        for x in (12, 21, 30, 39, 48)
    )
    return (
        f'{paper()}<rect class="back" x="4" y="4" width="52" height="76" rx="3"/>'
        f'<g class="weave">{weave}</g>'
    )
