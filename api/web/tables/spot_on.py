"""Draws a table of Spot On: target, chain and total in the middle, the hands around it."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from engine.cards import CARDS, JOKER, rank_of
from engine.games.spot_on.table import SIGNS
from engine.log import GameLog

from ..cards import sign_of, sprite
from ..scenes import Drawing, Scene, draw, drew, held, not_made, sentence_of


def _draw(scene: Scene) -> Markup:
    seen = scene.before if scene.facts.get("is_hit") else scene.view
    chain = list(seen["chain"])
    if scene.facts.get("is_hit"):
        chain.append(_link(scene))
    target = seen["target"]
    total = chain[-1]["total"] if chain else seen["total"]
    return draw(
        "spot-on.html",
        scene,
        target=target,
        target_cards=seen["target_cards"],
        chain=chain,
        total=total,
        gap=None if target is None else target - total,
        is_hit=bool(scene.facts.get("is_hit")),
        signs=SIGNS,
        fresh=scene.facts.get("type") == "play",
        passed=scene.facts.get("type") == "pass",
        hands=[
            held(hand, [] if shown is None else [shown])
            for hand, shown in zip(scene.view["hands"], scene.view["shown"], strict=True)
        ],
    )


def _link(scene: Scene) -> dict[str, Any]:
    """Return the link that hit, which the table no longer shows."""
    facts = scene.facts
    value = scene.said.get("as") if facts["card"] == "*" else rank_of(CARDS[facts["card"]])
    return {"card": facts["card"], "op": facts["op"], "value": value, "total": facts["after"]}


def _say(scene: Scene) -> Markup:
    facts, view = scene.facts, scene.view
    if scene.step.said is None:
        return Markup("The cards are dealt.")
    if (refused := not_made(scene)) is not None:
        return refused
    kind = facts["type"]
    if kind == "target":
        turned = " ".join(sign_of(card) for card in scene.said.get("cards", ()))
        if facts["round"] is None:
            found = f"cannot turn up a target: the stock gives no more ({turned or 'no card'})."
        else:
            found = f"turns up {turned}: the target is {view['target']}."
        return sentence_of(scene, found)
    card = sign_of(facts["card"])
    if kind == "signal":
        return sentence_of(scene, f"shows the {card}.")
    if kind == "pass":
        return sentence_of(
            scene, f"passes with the {card}; the total stays {facts['after']}.{drew(scene)}"
        )
    value = scene.said.get("as") if CARDS[facts["card"]] == JOKER else None
    number = value if value is not None else rank_of(CARDS[facts["card"]])
    sum_ = f"{facts['before']} {SIGNS[facts['op']]} {number} = {facts['after']}"
    hit = " Target hit!" if facts["is_hit"] else ""
    return sentence_of(scene, f"plays the {card}: {sum_}.{hit}{drew(scene)}")


def _symbols(_: GameLog) -> Markup:
    return sprite()


DRAWING: Final = Drawing(_draw, _say, _symbols)
