"""Draws a table of Equator: the target, the row of cards, and the claim that is made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from markupsafe import Markup, escape

from engine.log import GameLog
from engine.steps import Step

from ..cards import sign_of, sprite
from ..scenes import Drawing, Mark, Scene, draw, not_made, sentence_of, who

_POWER: Final = re.compile(r"\^\s*(\d+|\([^()]*\))")
_SIGNS: Final = str.maketrans({"*": "×", "/": "÷", "-": "−"})


def equation(text: str) -> Markup:
    """Return an equation as one writes it by hand.

    >>> equation("4^3+8*2")
    Markup('4<sup>3</sup> + 8 × 2')
    """
    shown = str(escape(text.translate(_SIGNS)))
    shown = re.sub(r"\s*([+×÷−=])\s*", r" \1 ", shown).strip()
    return Markup(_POWER.sub(r"<sup>\1</sup>", shown))  # noqa: S704  # escaped above


def _draw(scene: Scene) -> Markup:
    seen = scene.view
    claim = seen["claim"] if scene.facts.get("type") == "claim" else None
    if claim is not None and not seen["row"]:
        seen = {**seen, "row": scene.before["row"], "target": scene.before["target"]}
    piles = [
        (len(hand), hand[0] if hand and hand[0] != "?" else None) for hand in scene.view["hands"]
    ]
    return draw(
        "equator.html",
        scene,
        row=seen["row"],
        target=seen["target"],
        claim=claim,
        equation=equation,
        piles=piles,
        turned=scene.facts.get("type") == "turn",
    )


def _say(scene: Scene) -> Markup:
    facts, said = scene.facts, scene.said
    if scene.step.said is None:
        return Markup("The cards are dealt, face down.")
    if (refused := not_made(scene)) is not None:
        return refused
    if facts["type"] == "target":
        cards = " ".join(sign_of(card) for card in said.get("cards", ()))
        if scene.view["target"] is None:
            return sentence_of(scene, f"turns {cards}: the cards run out before a target is set.")
        return sentence_of(scene, f"begins the target: {cards}. It is {scene.view['target']}.")
    if facts["type"] == "turn":
        value = scene.view["row"][-1]["value"]
        worth = f", a {value} here" if str(facts["card"])[0] in "JQK" else ""
        return sentence_of(scene, f"adds the {sign_of(facts['card'])}{worth}.")
    if facts["type"] == "redeal":
        return sentence_of(scene, "deals the waste pile out again.")
    claimed = Markup("claims {}").format(equation(str(facts["equation"])))
    if facts["claim"] == "right":
        return sentence_of(scene, Markup("{}: right, and wins the target.").format(claimed))
    claim = scene.view["claim"] or {}
    why = str(facts.get("why") or "").rstrip(".")
    winner = claim.get("winner")
    end = Markup("")
    if winner is not None:
        end = Markup(" {} wins the target.").format(who(scene.names[winner]))
    return sentence_of(scene, Markup("{}: wrong. {}.{}").format(claimed, why, end))


def _symbols(_: GameLog) -> Markup:
    return sprite()


def _marks(step: Step) -> Iterable[Mark]:
    if step.facts.get("claim") not in (None, "right"):
        yield Mark(step.at, "wrong", "wrong claim")


DRAWING: Final = Drawing(_draw, _say, _symbols, _marks)
