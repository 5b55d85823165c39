"""What people say of rounds, whatever a game calls its own: targets, pots, tricks, equations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from .ways import Rounds, Saying, both_ways

_LONG: Final = (
    "how long {0}",
    "how long {0} take",
    "how long one {0}",
    "how long one {0} take",
    "how long one {0} last",
    "how long {0} last",
    "how long {1}",
    "how long {1} take",
    "how long {1} last",
    "length of {0}",
    "length of {1}",
    "how many turns {0} take",
    "how many turns {1} take",
    "average {0} length",
)
"""Said of a round of a game by its name, one and several."""

_IN_A_GAME: Final = ("per", "in a", "in an", "in each", "in one", "for a", "of a", "a", "an", "/")
"""Before a game's own name: how many rounds *in a* Top Spot *game*."""

_KINDS_OF_ROUNDS: Final = (
    ("pot", "pot outcome", "scored", "scored pot, finished pot, completed pot"),
    ("pot", "pot outcome", "bust", "bust pot, busted pot"),
    ("pot", "pot outcome", "unfinished", "unfinished pot"),
    ("target", "target outcome", "hit", "hit target, target hit"),
    ("target", "target outcome", "open", "missed target, target never hit"),
    ("equation", "equation outcome", "won", "solved equation, solved target"),
    ("game", "outcome", "won", "won game, win"),
    ("game", "outcome", "lost", "lost game, loss"),
)
"""The unit of an average, which of its kind, and how it is said: cards per *scored pot*."""

_TO_DO: Final = {
    "target": ("hit", "reach", "solve"),
    "pot": ("finish", "score", "complete", "fill"),
    "equation": ("solve", "find"),
}
"""By round, what is done to it: the hardest target *to hit*."""

_UNITS: Final = ("target", "pot", "trick", "equation", "round")

_EXTREMES: Final = ("longest", "shortest", "slowest", "quickest", "fastest")


def said(rounds: Rounds, games: Iterable[str]) -> Iterator[Saying]:
    yield from _in_a_game(games)
    yield from _per_kind()
    yield from _how_long(rounds)
    yield from _extremes(rounds)
    yield from _time_spent()
    yield from _to_do(rounds)
    yield from _early_and_late(rounds)
    yield from _most_turns(rounds)
    yield from _in_a_playthrough()
    yield from _ever(rounds)


@both_ways
def _ever(rounds: Rounds) -> Iterator[Saying]:
    for one, _ in rounds:
        numbered = "round" if one == "trick" else f"{one} number"
        for word, most, way in (
            *((word, "max", "top") for word in ("longest", "slowest")),
            *((word, "min", "bottom") for word in ("shortest", "quickest", "fastest")),
        ):
            single = f"{most} turns per {one} by game id, {numbered} {way} 1"
            for ever in (
                "ever",
                "ever played",
                "of all time",
                "on record",
                "ever recorded",
                "so far",
            ):
                yield f"{word} {one} {ever}", single
                yield f"what {word} {one} {ever}", single
            yield f"which {one} {word} ever", single
            yield f"single {word} {one}", single


def _in_a_game(games: Iterable[str]) -> Iterator[Saying]:
    for name in games:
        about = (("PER_UNIT", "game"), ("VALUE", [("game", name)]))
        for lead in _IN_A_GAME:
            yield f"{lead} {name.replace('-', ' ')} game", about
        long = (("METRIC", ["game length"]), ("VALUE", [("game", name)]))
        for said in (
            "length of {} game",
            "length of {} games",
            "{} game length",
            "length of a {} game",
        ):
            yield said.format(name.replace("-", " ")), long
            ends = ("", " last", " take", " have", " need") if lead == "a" else ("",)
            yield from ((f"{lead} {name.replace('-', ' ')} game{end}", about) for end in ends)


def _per_kind() -> Iterator[Saying]:
    for unit, dimension, value, said in _KINDS_OF_ROUNDS:
        for word in said.split(","):
            about = (("PER_UNIT", unit), ("VALUE", [(dimension, value)]))
            for lead in ("per", "in a", "in each", "a", "for a", "for each"):
                yield f"{lead} {word.strip()}", about


def _how_long(rounds: Rounds) -> Iterator[Saying]:
    for one, several in rounds:
        for frame in _LONG:
            if one == "equation" and "length" in frame:
                continue  # that of an equation is told in cards
            yield frame.format(one, several), f"turns per {one}"
        numbered = "round" if one == "trick" else f"{one} number"
        for joined in (
            f"first {one} vs last {one}",
            f"first vs last {one}",
            f"first and last {one}",
        ):
            for said in (joined, f"for {joined}", f"of {joined}", f"on {joined}", f"in {joined}"):
                yield said, (("BY", "by"), ("DIM", [numbered]))
        for number, nth in enumerate(("first", "second", "third", "fourth", "fifth"), 1):
            chosen = (("DIM", [numbered]), ("CMP", "="), ("NUMBER", number))
            yield f"{nth} {one}", (("FILTER", "where"), *chosen)
            yield f"{nth} {one}", chosen


def _extremes(rounds: Rounds) -> Iterator[Saying]:
    for one, _ in (*rounds, ("game", "games")):
        turns = (("METRIC", ["turns"]), ("PER_UNIT", one))
        for first, second in (("longest", "shortest"), ("shortest", "longest")):
            both = (("PLAIN", ("max", None)), ("AND", "and"), ("PLAIN", ("min", None)), *turns)
            yield f"{first} and {second} {one}", both


def _time_spent() -> Iterator[Saying]:
    for lead, unit in product(
        ("how much time spent", "how much time", "how much time spend"), _UNITS
    ):
        yield f"{lead} per {unit}", f"time per {unit}"
        yield f"{lead} on a {unit}", f"time per {unit}"


def _to_do(rounds: Rounds) -> Iterator[Saying]:
    for one, several in rounds:
        number = {"target": "target value", "pot": "pot place"}.get(one, "round value")
        for verb, word in product(_TO_DO.get(one, ()), (one, several)):
            yield f"{word} to {verb}", (("DIM", [number]),)
    for hard, way in (("hardest", "bottom"), ("easiest", "top"), ("toughest", "bottom")):
        for verb in ("win", "beat", "hit", "reach", "solve", "finish", "score", "complete"):
            yield f"{hard} to {verb}", (("EXTREME", ("win rate", way)),)
        for verb, kind in product(("hit", "reach"), ("target", "targets", "numbers")):
            hard_ones = (("EXTREME", ("win rate", way)), ("DIM", ["target value"]))
            yield f"which {kind} {hard} to {verb}", hard_ones
            yield f"which {kind} {hard} {verb}", hard_ones  # which targets are hardest to hit
        for verb in ("hit", "reach"):
            numbers = (("EXTREME", ("win rate", way)), ("DIM", ["target value"]))
            yield f"{hard} numbers to {verb}", numbers


def _early_and_late(rounds: Rounds) -> Iterator[Saying]:
    halves = (("STRING", "first"), ("VS", "vs"), ("STRING", "second"))
    compared = (("COMPARE", "compare"), ("DIM", ["game half"]), *halves)
    for against in ("vs", "versus", "or", "and"):
        yield f"early {against} late", compared
        yield f"early {against} late in game", compared
        yield f"early in game {against} late in game", compared
        yield f"early in game {against} late", compared
        yield f"first half {against} second half of game", compared
        yield f"in first half {against} second half of game", compared
        yield f"early game {against} late game", compared
        for one, several in rounds:
            number = "round" if one == "trick" else f"{one} number"
            split = (("BY", "by"), ("DIM", [number]), ("ABOUT", "about"))
            yield f"early {several} {against} late {several}", split
            yield f"early {against} late {several}", split
            yield f"early {several} {against} late ones", split
            yield f"first {several} {against} last {several}", split
            for lead in ("", "in ", "of ", "for "):
                yield f"{lead}first half of {several} {against} second half", split


@both_ways
def _most_turns(rounds: Rounds) -> Iterator[Saying]:
    for one, _ in (*rounds, ("game", "games")):
        for most in _EXTREMES:
            for end in ("", " take", " need", " have", " last"):
                yield f"how many turns {most} {one}{end}", f"{most} {one}"


@both_ways
def _in_a_playthrough() -> Iterator[Saying]:
    for one in ("turns", "plays", "moves", "passes", "cards", "signals"):
        for lead in ("in a", "per", "in each", "in one", "for a"):
            yield f"{one} {lead} playthrough", (("METRIC", [one]), ("PER_UNIT", "game"))
    for lead in ("turns in a", "number of turns in a", "how many turns in a", "turns in one"):
        yield f"{lead} play", "turns per game"
    for unit in ("round", "target", "game", "pot", "equation"):
        yield f"goes per {unit}", f"turns per {unit}"
        yield f"goes in a {unit}", f"turns per {unit}"
