"""What people say of Equator: rows, claims, equations, powers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from .ways import Saying, both_ways

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
    "cards per equation": "cards in row when target solved, cards in row when target reached,"
    " number of cards in row when solved, how many cards in row when solved,"
    " row length when target solved, cards in equator when target solved,"
    " cards in equator when solved, cards in row when solved, how many cards when solved,"
    " how many cards make equation, how many cards take make equation,"
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
    "wrong claims": "debarred players, equations that wrong, equations incorrect, wrong eqs,"
    " wrong equation, wrong answers, wrong solutions, claims that wrong, claims that incorrect,"
    " claims that false, failed equations, failed equation, wrong equations, incorrect equations,"
    " invalid equations, failed claims, claims that failed",
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
    "face cards in the row per equation where equation outcome = won": "face cards in row when solved, face cards in row when target solved,"
    " face cards in row when equation found, face cards in equator when solved,"
    " face cards when solved, number of face cards in row when solved,"
    " picture cards in row when solved, court cards in row when solved,"
    " face cards in row of solved targets, face cards in solved rows, face cards per solved row,"
    " face cards per solved target, how many face cards in row when solved",
    "max row size": "longest row, longest equator row, longest equator, longest row ever,"
    " longest equator row ever, longest row in equator, biggest row, largest row,"
    " longest row of cards, how long longest row, how long longest equator row, max row length,"
    " maximum row length, most cards in row, most cards in equator",
    "min row size": "shortest row, shortest equator row, smallest row, shortest equator",
    "row size": "cards in row at end, row length at end, length of row at end,"
    " how many cards in row at end",
    "last-card solve rate": "player who turned last card solve,"
    " person who turned over last card solve, person who turned last card solve,"
    " player who turned over last card solve, one who turned last card solve,"
    " player of last card solve, player who laid last card solve, person who laid last card solve,"
    " player who put down last card solve, one who laid last card solve,"
    " person who turned over last card solve target more often than others,"
    " person who turned over last card solve target,"
    " player who turned over last card solve target more often than others,"
    " player who turned over last card solve target, player who turned last card solve target,"
    " player who turned last card solve target more often, player who laid last card solve target,"
    " player who laid last card solve target more often than others,"
    " solve rate of player who turned last card, solve rate of player of last card,"
    " how often player who turned last card solve,"
    " how often player who turned last card solve target,"
    " how often player who turned last card solve it,"
    " how often player who laid last card solve target,"
    " how often player who turned over last card solve target,"
    " how often person who turned last card solve, solves by player who turned last card,"
    " targets solved by player who turned last card, targets solved by player of last card,"
    " share of targets solved by player who turned last card,"
    " share of targets solved by player of last card",
    "forfeited targets": "games decided by wrong equation, games decided by wrong claim,"
    " targets decided by wrong equation, targets decided by wrong claim,"
    " decided by wrong equation, decided by wrong claim, targets lost by wrong claim,"
    " targets lost by wrong equation, targets lost through wrong claim,"
    " targets won by opponent's mistake, won by opponent's mistake, won by opponent's wrong claim,"
    " won by opponent's wrong equation, targets won by wrong claim of opponent,"
    " targets awarded to opponent, targets given to opponent, targets won because opponent wrong,"
    " lost by wrong claim, lost by wrong equation, targets won through wrong claim",
    "additions used, subtractions used, multiplications used, divisions used, powers used, roots used": "operators used in winning equations, operators used in equations, operators in equations,"
    " operators in winning equations, operators used, operations used in winning equations,"
    " operations used in equations, operations in equations, operations in winning equations,"
    " operations used in solutions, operators used in solutions, which operators used,"
    " which operators used in winning equations, which operations used in equations,"
    " which operators used in equations, operators used in right claims,"
    " operators used in correct equations, operators of winning equations, operators of equations,"
    " which operators used in solutions, signs used in equations, equations by operator,"
    " equations by operation, equator operators, operators in solutions",
    'equations where equation outcome in "open", "discarded"': "unsolved targets left,"
    " unsolved targets left at end, unsolved targets left at end of game, unsolved targets at end,"
    " unsolved targets at end of game, unsolved targets, targets left unsolved, targets unsolved,"
    " targets not solved, targets left open, targets left, unsolved equations left,"
    " targets nobody solves, unsolved rows, targets remaining unsolved, targets left at end",
    "where variant = redeal": "reshuffle variant, redeal variant, with reshuffle, with redeal,"
    " with redealing, with redealt discards, redealing variant, reshuffling variant,"
    " with reshuffled discards, in reshuffle variant, in redeal variant, with redeal variant,"
    " with reshuffle variant",
}


def said() -> Iterator[Saying]:
    yield from _to_solve()
    yield from _by_tens()
    yield from _hard_targets()
    yield from _powers()
    yield from _success()


def _to_solve() -> Iterator[Saying]:
    for said in (
        "time to solve",
        "time needed to solve",
        "seconds to solve",
        "how much time to solve",
    ):
        yield said, "time per equation"


@both_ways
def _by_tens() -> Iterator[Saying]:
    split = (("BY", "by"), ("DIM", ["target value", "round value"]), ("BINS", "in bins of"))
    for lead, tens in product(
        ("by", "per", "across", "for"),
        ("tens", "target tens", "tens of target", "tens of targets", "tens digit", "target decade"),
    ):
        yield f"{lead} {tens}", (*split, ("NUMBER", 10))


@both_ways
def _hard_targets() -> Iterator[Saying]:
    here = ("VALUE", [("game", "equator")])
    for said, way in (("hardest", "bottom"), ("easiest", "top"), ("toughest", "bottom")):
        asked = (("EXTREME", ("solve rate", way)), ("DIM", ["round value"]), here)
        for frame in ("{} targets equator", "equator {} targets", "{} equator targets"):
            yield frame.format(said), asked
            yield frame.format(said).replace("targets", "target numbers"), asked
        yield f"{said} targets in equator", asked
        yield f"{said} targets of equator", asked


@both_ways
def _powers() -> Iterator[Saying]:
    both = ("powers or roots", "powers and roots", "roots or powers", "powers and / or roots")
    for equations in ("equations", "solutions", "right claims", "correct equations"):
        for verb, what in product(("with", "using", "use", "that use", "containing"), both):
            yield f"{equations} {verb} {what}", (("METRIC", ["powers used"]),)
    split = (("BY", "by"), ("DIM", ["powers allowed"]))
    for what, on in product(
        ("powers", "roots", *both),
        (
            *("on vs off", "on versus off", "on or off", "on / off", "on and off"),
            *("allowed vs not allowed", "allowed or not", "allowed"),
        ),
    ):
        yield f"{what} {on}", split
        yield f"with {what} {on}", split


@both_ways
def _success() -> Iterator[Saying]:
    rate = (("METRIC", ["solve rate"]), ("VALUE", [("game", "equator")]))
    for said in (
        *("equator success rate", "success rate equator", "success rate in equator"),
        *("equator target success rate", "success rate of equator", "success rate for equator"),
    ):
        yield said, rate
