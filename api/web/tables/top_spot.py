"""Draws a table of Top Spot: cards of spots and holes, and what one sees of a stack of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from engine.games.top_spot.deck import CARD_TEXT, COLOURS, PLAYED, WORDS
from engine.games.top_spot.faces import HOLE, SPOT, CardSet, card_set
from engine.games.top_spot.view import columns_of
from engine.log import GameLog

from ..cards import HEIGHT, WIDTH, paper, picture, sheet, symbol
from ..cards import sprite as standard
from ..scenes import Drawing, Scene, draw, not_made, sentence_of

_TOP: Final = 17
"""Where the cells begin, below the card's name."""


class Stack(NamedTuple):
    """A stack as the template wants it."""

    name: str
    value: int
    picture: Markup
    words: str
    """Its cards, top card first."""
    followed: bool
    is_fresh: bool


def _print(log: GameLog) -> CardSet:
    options = log.setting.options
    return card_set(options["card_set"], rotate=bool(options["rotate"]))


def colour_of(text: str) -> str:
    """Return the letter of a card's colour, ``X`` for a joker.

    >>> colour_of("R7"), colour_of("*")
    ('R', 'X')
    """
    return text[0] if text[0] in COLOURS else "X"


def name_of(text: str) -> str:
    """Return the words for a card.

    >>> name_of("R7"), name_of("*"), name_of("B12'"), name_of("?")
    ('red 7', 'joker', 'blue 12, turned', 'unknown card')
    """
    if text == "?":
        return "unknown card"
    turned = ", turned" if text.endswith("'") else ""
    if text[0] not in COLOURS:
        return f"joker{turned}"
    return f"{WORDS[COLOURS.index(text[0])]} {text[1:].rstrip(chr(39))}{turned}"


def cells_of(prints: CardSet, text: str) -> str:
    """Return a card's cells, a letter each, as it lies."""
    return prints.text(PLAYED[text])


def _places(count: int) -> tuple[list[tuple[float, float]], float]:
    """Return the centres of that many cells, and how far they are apart."""
    across = columns_of(count)
    down = count // across
    room = HEIGHT - _TOP - 6
    step = min((WIDTH - 12) / across, room / down)
    left = (WIDTH - step * (across - 1)) / 2
    top = _TOP + (room - step * (down - 1)) / 2
    return [
        (left + step * (nth % across), top + step * (nth // across)) for nth in range(count)
    ], step


def _cells(cells: str, colours: Sequence[str]) -> str:
    """Return the cells of a card or a stack; *colours* are the letters of what shines through."""
    places, step = _places(len(cells))
    radius = step * 0.36
    made = []
    for (x, y), cell, colour in zip(places, cells, colours, strict=True):
        at = f'cx="{x:.2f}" cy="{y:.2f}"'
        if cell == SPOT:
            made.append(f'<circle class="spot ts-{colour}" {at} r="{radius:.2f}"/>')
        elif cell == HOLE:
            made.append(f'<circle class="hole" {at} r="{radius:.2f}"/>')
        elif cell == "+":  # a spot that is seen through a hole
            made.append(
                f'<circle class="hole" {at} r="{radius:.2f}"/>'
                f'<circle class="spot ts-{colour}" {at} r="{radius * 0.74:.2f}"/>'
            )
        else:
            made.append(f'<circle class="bare" {at} r="{step * 0.05:.2f}"/>')
    return "".join(made)


def _frame(text: str, corner: str) -> str:
    """Return the card below its cells: paper, a band of its colour, its name, its numbers."""
    shown = "★" if text[0] not in COLOURS else text
    return (
        f'{paper()}<path class="ribbon ts-{colour_of(text)}" d="M.75 13V5.75a5 5 0 0 1 5-5h48.5a5 5 0 '
        '0 1 5 5V13z"/>'
        f'<text class="tag" x="6" y="10.5" font-size="9.5">{shown}</text>'
        f'<text class="tag" x="54" y="10.5" font-size="9.5" text-anchor="end">{corner}</text>'
    )


def _face(prints: CardSet, text: str) -> str:
    cells = cells_of(prints, text)
    spots = cells.count(SPOT)
    corner = f"{spots}/{spots + cells.count(HOLE)}"
    return _frame(text, corner) + _cells(cells, [colour_of(text)] * len(cells))


def stack_picture(prints: CardSet, texts: Sequence[str], value: int) -> Markup:
    """Return what one sees of a stack, top card first, the lower cards sticking out a little."""
    top = cells_of(prints, texts[0])
    seen, colours = [], []
    for nth, cell in enumerate(top):
        under = next((one for one in texts if cells_of(prints, one)[nth] != HOLE), texts[-1])
        is_spot = cells_of(prints, under)[nth] == SPOT
        seen.append("+" if cell == HOLE and is_spot else cell)
        colours.append(colour_of(under))
    room = 5 * (len(texts) - 1)
    lower = "".join(
        f'<g transform="translate({5 * nth} {5 * nth})">{paper()}'
        f'<path class="edge ts-{colour_of(text)}" d="M54.5 79.5h1.5a3 3 0 0 0 3-3V8"/></g>'
        for nth, text in reversed(list(enumerate(texts)))
        if nth
    )
    name = f"{', '.join(map(name_of, texts))}: {_spots(value)}"
    inside = Markup(  # noqa: S704  # card names that were read, and numbers
        lower + _frame(texts[0], str(value)) + _cells("".join(seen), colours)
    )
    return Markup(
        '<svg class="card pile" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(WIDTH + room, HEIGHT + room, name, inside)


def _spots(value: int) -> str:
    return f"{value} spot{'' if value == 1 else 's'}"


def card(text: str, classes: str = "") -> Markup:
    """Return the picture of a card of this game."""
    if text == "?":
        return picture("card-back", name_of(text), classes)
    return picture(f"ts-{text}", name_of(text), classes)


def _draw(scene: Scene) -> Markup:
    view = scene.view
    prints = _print(scene.log)
    is_play = scene.facts.get("type") == "play"
    plays: list[dict[str, Any]] = list(view["stacks"])
    colour = view["colour"]
    closes = is_play and not plays
    if closes:
        plays = [*scene.before["stacks"], _last(scene)]
        colour = scene.before["colour"] or scene.facts["colour"]
    stacks = [
        Stack(
            scene.names[play["player"]],
            play["value"],
            stack_picture(prints, play["cards"], play["value"]),
            " ".join(play["cards"]),
            play["followed"],
            is_play and nth == len(plays) - 1,
        )
        for nth, play in enumerate(plays)
    ]
    return draw(
        "top-spot.html",
        scene,
        card=card,
        stacks=stacks,
        colour=colour,
        colour_word=None if colour is None else WORDS[COLOURS.index(colour)],
        round=scene.before["round"] if closes else view["round"],
        tie_break=scene.before["tie_break"] if closes else view["tie_break"],
        won=_won(scene) if closes else None,
    )


def _last(scene: Scene) -> dict[str, Any]:
    """Return the play that closed the round, which the table no longer shows."""
    facts = scene.facts
    cards = [CARD_TEXT[PLAYED[text]] for text in scene.said["cards"]]
    return {
        "player": facts["seat"],
        "cards": cards,
        "value": facts["value"],
        "followed": facts["followed"] or facts["leads"],
    }


def _won(scene: Scene) -> str | None:
    """Return who got a point with this move."""
    for name, now, was in zip(
        scene.names, scene.view["points"], scene.before["points"], strict=True
    ):
        if now > was:
            return name
    return None


def _say(scene: Scene) -> Markup:
    facts = scene.facts
    if scene.step.said is None:
        return Markup("Thirteen cards are dealt to each.")
    if (refused := not_made(scene)) is not None:
        return refused
    cards = " on ".join(name_of(text) for text in map(_text, scene.said["cards"]))
    value = _spots(facts["value"])
    how = ""
    if facts["leads"]:
        how = (
            f" and leads {WORDS[COLOURS.index(facts['colour'])]}"
            if facts["colour"]
            else " and leads"
        )
    elif not facts["followed"]:
        how = ", off colour"
    told = sentence_of(scene, f"plays {cards}, {value}{how}.")
    if not scene.view["stacks"]:
        won = _won(scene)
        if won is not None:
            told += Markup(" <bdi>{}</bdi> takes the round.").format(won)
        elif scene.view["tie_break"]:
            told += " A tie."
    return told


def _text(written: str) -> str:
    return CARD_TEXT[PLAYED[written]]


def _symbols(log: GameLog) -> Markup:
    prints = _print(log)
    made = [
        symbol(f"ts-{text}", _face(prints, text))
        for text in CARD_TEXT.values()
        if text != "?" and (prints.rotate or not text.endswith("'"))
    ]
    return sheet(made) + standard()


DRAWING: Final = Drawing(_draw, _say, _symbols)
