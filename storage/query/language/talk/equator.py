"""What people say of Equator: rows, claims, equations, powers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from .ways import Saying

TABLE: Final[Mapping[str, str]] = {
    "time per equation": "seconds to solve equator target, seconds to solve equator targets,"
    " seconds to solve target, seconds to solve targets, time to solve equator target,"
    " time to solve equator targets, time to solve target, time to solve targets,"
    " average seconds to solve equator target, average seconds to solve equator targets,"
    " average seconds to solve target, average seconds to solve targets,"
    " average time to solve equator target, average time to solve equator targets,"
    " average time to solve target, average time to solve targets, how fast find equations,"
    " how fast find equation, how quickly find equations, how quickly find equation,"
    " how fast equations found, how fast solve equations, how quickly solve equations,"
    " how fast solve, how long until equation found, time till equation, time until equation,"
    " time to equation, time to solve equation, time to find equation, how much time per equation,"
    " time until equation found",
    "share of powers used": "use powers or roots, use powers, use roots, powers or roots,"
    " how often powers or roots used, how often use powers, how often roots used,"
    " how often use roots, how often use powers or roots",
    'where equation outcome in "open", "discarded"': "nobody solved, nobody solve, nobody solves,"
    " nobody found, nobody finds, no one solved, no one found, noone solved, that nobody solved,"
    " nobody could solve, nobody reached, never solved, unsolved, not solved, never found,"
    " end without solution, ended without solution, without solution, end unsolved,"
    " end without claim",
    "cards per equation": "cards in equator when solved, cards in row when solved,"
    " how many cards when solved, how many cards make equation, how many cards take make equation,"
    " how many cards need for equation, how many cards need make equation, how long make equation,"
    " how long take make equation, how many cards take complete equation,"
    " =cards to complete equation, how many cards complete equation,"
    " how many cards until finds equation, how many cards until equation found,"
    " how many cards until find equation, cards until equation,"
    " cards on table when equation found, cards on table when equation solved,"
    " cards on table when solved, cards in row when equation found,"
    " cards in row when equation solved, cards laid when equation found, row length when solved,"
    " row length when equation found, cards needed to find equation,"
    " cards needed until equation found",
    'wrong claims where claim = "arithmetic"': "arithmetic errors, arithmetic mistakes,"
    " calculation errors, miscalculations",
    "wrong claims by claim": "which mistakes make when claiming, what mistakes make when claiming,"
    " what mistakes when claiming, mistakes when claiming, which kind of mistake most common,"
    " which kinds of mistakes most common, what kind of mistake most common,"
    " which kind of claim wrong most often, kinds of mistakes",
    "wrong claims": "claims that wrong, claims that incorrect, claims that false,"
    " failed equations, failed equation, wrong equations, incorrect equations, invalid equations,"
    " failed claims, claims that failed",
    "right claims": "claims that right, claims that correct",
    "missed equation rate": "how often equation overlooked, how often equations overlooked,"
    " how often equation missed, how often miss equation, how often overlook equation",
    "wrong claim rate": "how often claim wrong, how often claims wrong,"
    " how often someone claim wrongly, =how often someone claims wrongly,"
    " how often players claim wrongly, how often claims false, how often mistakes made",
    "possible at": "when equation first possible, when equation possible,"
    " when first equation possible, how soon equation possible, first possible solution,"
    " first possible claim, when solution possible, when solution first possible",
    "share of powers needed": "how often need powers, how often powers needed",
    'where claim = "arithmetic"': "in sums, in arithmetic, at sums, with sums, in maths, in math,"
    " in calculation, in calculations",
    "time spent per equation": "solve time, solving time, time to solution, time until solution",
    "claims per equation": "claims before solution, claims until solution, claims until solved,"
    " claims before solved",
    "which player has the highest wrong claims": "who makes mistakes, who makes most mistakes,"
    " who makes most errors, who errs most, who claims wrongly, who claims wrong most",
    "powers needed": "equations need powers, how many equations need powers,"
    " equations that need powers, how many equations need power",
    "right claims, wrong claims": "right vs wrong claims, wrong vs right claims,"
    " right and wrong claims, correct vs wrong claims, correct vs incorrect claims,"
    " right or wrong claims, claims right vs wrong, claims right or wrong, claims right and wrong,"
    " claims correct vs wrong",
    "row length": "length of row, length of equator row, length of equator, equator row length,"
    " row length when claimed, row length at claim, length of row when claimed, equator length,"
    " how long row, how long equator row, size of row",
    "share of right claims": "accuracy of claims, claim accuracy, how accurate are claims,"
    " how accurate are the claims, claims accuracy",
}


def said() -> Iterator[Saying]:
    yield from _to_solve()


def _to_solve() -> Iterator[Saying]:
    for said in (
        "time to solve",
        "time needed to solve",
        "seconds to solve",
        "how much time to solve",
    ):
        yield said, "time per equation"
