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
    "share of powers used": "use powers or roots, use powers, powers or roots,"
    " how often powers or roots used, how often use powers,"
    " how often use powers or roots",
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
    "last-card solve rate": "last card player solve,"
    " last card player solve more often, player of last card solve more often, own card solve rate,"
    " solve rate on own card, solve rate with own card, solve on own card, player who turned last card solve,"
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
    "forfeited targets": "targets decided by mistakes,"
    " targets decided by mistake, games decided by mistake, decided by mistakes, games decided by wrong equation, games decided by wrong claim,"
    " targets decided by wrong equation, targets decided by wrong claim,"
    " decided by wrong equation, decided by wrong claim, targets lost by wrong claim,"
    " targets lost by wrong equation, targets lost through wrong claim,"
    " targets won by opponent's mistake, won by opponent's mistake, won by opponent's wrong claim,"
    " won by opponent's wrong equation, targets won by wrong claim of opponent,"
    " targets awarded to opponent, targets given to opponent, targets won because opponent wrong,"
    " lost by wrong claim, lost by wrong equation, targets won through wrong claim",
    "additions used, subtractions used, multiplications used, divisions used, powers used, roots used": "most used operator in equations,"
    " most used operators in equations, most used operator in winning equations,"
    " which operator used most in equator, which operator used most in equations,"
    " most common operator in equations, most used operator equator,"
    " which operator used most in winning equations, most common operators in winning equations, operators used in winning equations, operators used in equations, operators in equations,"
    " operators in winning equations, operators used, operations used in winning equations,"
    " operations used in equations, operations in equations, operations in winning equations,"
    " operations used in solutions, operators used in solutions, which operators used,"
    " which operators used in winning equations, which operations used in equations,"
    " which operators used in equations, operators used in right claims,"
    " operators used in correct equations, operators of winning equations, operators of equations,"
    " which operators used in solutions, signs used in equations, equations by operator,"
    " equations by operation, equator operators, operators in solutions",
    "unsolved targets": "unsolved targets left, unsolved targets left at end,"
    " unsolved targets left at end of game, unsolved targets at end of game, targets left unsolved,"
    " targets unsolved, targets not solved, targets left open, unsolved equations left,"
    " unsolved rows, targets remaining unsolved, targets left at end, targets remain unsolved,"
    " how many targets remain unsolved, targets left over unsolved",
    "share of roots used": "how often roots used, how often use roots, how often root used,"
    " how often use root, use roots",
    "share of unsolved targets": "share of targets never solved, share of targets nobody solved,"
    " share of targets not solved, share of targets unsolved, % of targets never solved,"
    " % of targets nobody solved, % of targets not solved, percentage of targets never solved,"
    " percentage of targets not solved, how often target not solved, how often target unsolved,"
    " how often nobody solve target, how often targets not solved, how often targets unsolved",
    'max row size where equation outcome in "open", "discarded"': "longest unsolved row,"
    " longest row nobody solved, longest row without solution",
    "face cards in the row": "face cards in row, face cards per row, face cards in equator,"
    " how many face cards in row, number of face cards in row",
    "where redeal allowed = yes": "with redealt discards, with reshuffled discards,"
    " when discards redealt, when discards reshuffled",
    "by redeal allowed": "redeal on vs off, with redeal vs without, redeal vs no redeal,"
    " with or without redeal, with and without redeal, reshuffle variant vs normal,"
    " redeal variant vs normal, redeal variant vs plain game",
    "which player has the lowest claim time": "fastest solver, quickest solver, who solves fastest,"
    " who solves quickest, who fastest solver, who finds equations fastest, who claims fastest,"
    " fastest at solving, who quickest solver, who solves equations fastest,"
    " who solves targets fastest, fastest claimer",
    'share of equations in which equation outcome in "open", "discarded"': "percentage of targets nobody solved, percentage of targets that nobody solved,"
    " share of targets that nobody solved, % of targets that nobody solved,"
    " % of targets unsolved, percentage of targets unsolved,"
    " how often nobody solved target",
    "min time per equation": "fastest equation, quickest equation, fastest solution, quickest solution",
}


def said() -> Iterator[Saying]:
    yield from _to_solve()
    yield from _by_tens()
    yield from _hard_targets()
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
        for numbers in ("numbers", "targets"):
            yield f"{said} {numbers} in equator", asked
            yield f"which {numbers} {said} in equator", asked
            yield f"which equator {numbers} {said}", asked
        yield f"{said} targets of equator", asked


@both_ways
def _success() -> Iterator[Saying]:
    rate = (("METRIC", ["solve rate"]), ("VALUE", [("game", "equator")]))
    for said in (
        *("equator success rate", "success rate equator", "success rate in equator"),
        *("equator target success rate", "success rate of equator", "success rate for equator"),
    ):
        yield said, rate
