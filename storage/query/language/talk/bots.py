"""What people say of bots: bots and people side by side, and games of either."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from .ways import Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "games only bots": "bots games, bot games, games bots played",
    "compare played by humans vs bots including bots": "bots vs people, bot vs human, bots vs us,"
    " human vs bot, =bots better than us, =bots better than people, us vs bots, humans vs bots,"
    " bots vs humans, bots better than humans, humans better than bots, bots against humans,"
    " people vs bots, humans against bots, bots and humans,"
    " humans and bots, bots beat humans, humans beat bots, bots beat people, people beat bots",
    "only bots": "bots, bot, from simulations, from simulation, by simulation, simulated,"
    " from bots, made by bots, simulated games, from simulator",
    "turns per game compare played by humans vs bots including bots": "=bots finish quicker than people,"
    " =bots finish faster than people, bots faster than humans, bots quicker than humans,"
    " =bots faster than people, =bots quicker than people, bots finish faster than humans,"
    " bots finish quicker than humans, =bots finish sooner than people,"
    " bots need fewer turns than humans, =bots need fewer turns than people, bots need fewer turns",
    "win rate compare played by humans vs bots including bots": "bots win against humans,"
    " bots win against people, bots win against players, bots beat players, bots won against,"
    " beat bots, better than bots or worse",
}


def said() -> Iterator[Saying]:
    yield from _bots_and_people()
    yield from _people_and_bots()
    yield from _without_bots()


def _bots_and_people() -> Iterator[Saying]:
    for people, joined in product(("humans", "people"), ("and", "to", "with", "vs")):
        for said in (f"compare {people} {joined} bots", f"compare bots {joined} {people}"):
            yield said, "compare played by humans vs bots including bots"


@both_ways
def _people_and_bots() -> Iterator[Saying]:
    beside = "win rate compare played by humans vs bots including bots"
    for who in ("humans", "people", "players", "we", "human players", "testers"):
        for does in ("win", "win more", "win more often", "play better"):
            for bots in ("bots", "ai", "machine", "simulation"):
                yield f"{who} {does} than {bots}", beside
                yield f"{bots} {does} than {who}", beside


@both_ways
def _without_bots() -> Iterator[Saying]:
    for said in (
        "human games only",
        "real games only",
        "only real games",
        "real games",
        "without simulated games",
        "excluding simulated games",
        "no simulated games",
        "without simulations",
        "excluding simulations",
        "without simulation",
        "real players only",
        "only real players",
        "people games only",
    ):
        yield said, (("BOTS", "without"),)
    yield "without bots at all", (("BOTS", "without"),)
    for lead, bots in product(("with", "that had", "which had", "having"), ("no", "0", "zero")):
        yield f"{lead} {bots} bots", (("BOTS", "without"),)
    yield "without any bots", (("BOTS", "without"),)
