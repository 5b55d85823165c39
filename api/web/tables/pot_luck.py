"""Draws a table of Pot Luck: the pots in the middle, lives and score beside them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from markupsafe import Markup

from engine.games.pot_luck.view import place_of
from engine.log import GameLog
from engine.steps import Step

from ..cards import sign_of, sprite
from ..scenes import Drawing, Mark, Scene, draw, drew, held, not_made, sentence_of


def _draw(scene: Scene) -> Markup:
    facts, view = scene.facts, scene.view
    pots: list[dict[str, Any]] = [dict(pot) for pot in view["pots"]]
    played = facts["pot"] - 1 if facts.get("type") == "play" else None
    outcome = facts.get("outcome")
    if played is not None and outcome in ("scored", "bust"):
        # The table has cleared it away; the eye wants to see what it was.
        laid = {"card": facts["card"], "player": facts["player"], "value": facts["value"]}
        cards = [*scene.before["pots"][played]["cards"], laid]
        pots[played] |= {"cards": cards, "total": facts["after"], "top": None}
    return draw(
        "pot-luck.html",
        scene,
        pots=pots,
        played=played,
        outcome=outcome,
        hands=[held(hand, shown) for hand, shown in zip(view["hands"], view["shown"], strict=True)],
        opened=facts["card"] if facts.get("type") == "open" else None,
    )


def _say(scene: Scene) -> Markup:
    facts = scene.facts
    if scene.step.said is None:
        return Markup("The cards are dealt.")
    if (refused := not_made(scene)) is not None:
        return refused
    if facts["type"] == "open":
        return sentence_of(scene, f"lays the {sign_of(facts['card'])} open.")
    if facts["type"] == "pass":
        return sentence_of(scene, "passes.")
    pots = len(scene.view["pots"])
    place = place_of(facts["pot"] - 1, pots)
    pot = f"{place} pot" if pots == 3 else place
    worth = f" as {facts['value']}" if facts["rank"] == "A" else ""
    how = {"scored": f"{facts['after']}! The pot scores.", "bust": f"{facts['after']}: bust."}
    total = how.get(facts["outcome"], f"{facts['after']}.")
    card = sign_of(facts["card"])
    return sentence_of(scene, f"plays the {card}{worth} on the {pot}: {total}{drew(scene)}")


def _symbols(_: GameLog) -> Markup:
    return sprite()


def _marks(step: Step) -> Iterable[Mark]:
    if step.facts.get("outcome") == "bust" and step.facts.get("safe_plays"):
        yield Mark(step.at, "missed", "a safe play was in hand")


DRAWING: Final = Drawing(_draw, _say, _symbols, _marks)
