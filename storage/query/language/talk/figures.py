"""What people say of figures in all games: what is counted, spread, split and put in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from .ways import Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "number of passes": "how many turns waste passing, turns wasted passing, turns waste passing,"
    " turns spent passing, turns lost passing, how many turns wasted passing",
    "win rate by variant": "open hands help, open hands matter, value of open hands",
    "where location is unknown": "without location, without place",
    "where tag is unknown": "without tags, without tag, untagged, with no tags",
    "compare source app vs table": "app vs table, table vs app, app vs paper, paper vs app",
    "number of different levels": "number of levels, how many levels",
    "number of different locations": "number of locations, how many locations, how many places,"
    " number of places",
    "games by game": "what play, what did play, number of plays per game title,"
    " number of plays per title, plays per title, plays per game title, which games play,"
    " what games play, which games played",
    "which game has the highest games": "which game play most, which games play most,"
    " what game play most",
    "compare move type pass vs play": "on passes vs plays, on passes versus plays,"
    " for passes vs plays, when passing vs playing, of passes vs plays, on passes and on plays,"
    " when passing versus playing, on passes and plays",
    "number of games": "sample size, number of observations, number of data points, how much data,"
    " how big sample, how many data points, how many observations",
    "pass rate where turn = 1": "how often first move a pass, =first move a pass,"
    " how often first turn a pass",
    "passes": "skip turn, skip a turn, skip his turn, skip her turn, skip their turn,"
    " skip my turn, skipped a turn, skip, skipped, skipping",
    "which rank has the highest plays": "most used number, most used numbers, most played number,"
    " most common number, favourite number, favorite number",
    "by level": "level by level",
    "number of games, number of sessions by tag": "tags count, tag counts, count tags, count of tags,"
    " tag count, count by tag, counts by tag, how often each tag, tags with counts,"
    " tags and their counts, number of tags, how many tags, tag usage, tag frequency",
    "by game": "game by game, for each of them, for all of them",
    "turns per game by player count": "more players take longer, more players longer, more players make games longer,"
    " more players mean longer games, games longer with more players,"
    " games take longer with more players, longer with more players,"
    " fewer players faster, more people take longer",
}

_MADE_BY_CARDS: Final = {
    "which rank has the highest signals": "shown, shown as signal, signalled, signaled, show, signal",
    "which rank has the highest cards opened": "opened, laid open, open",
    "which rank has the highest pots scored": "finishes pots, finish pots, finishes pot, finish pot,"
    " scores pots, score pots, completes pots, complete pots",
    "which rank has the highest hits": "hit targets, hits targets, hit target, hits target, hit, hits,"
    " finishes targets, finish targets",
}
"""By what is meant: what cards do, of which it is asked which do it most."""

_MOST: Final = ("{} most", "{} most often", "most {}", "most often {}")

_ACROSS: Final = (
    *(("players", "player"), ("levels", "level"), ("sessions", "session"), ("seats", "seat")),
    *(("locations", "location"), ("weekdays", "weekday"), ("rules versions", "rules version")),
)
"""Several of a kind with its dimension: how balanced *between seats*."""

_MORE_OF: Final = {
    "game passes": ("passes", "passing"),
    "game turns": ("turns",),
    "game signals": ("signals",),
    "game busts": ("busts",),
    "player count": ("players",),
    "jokers": ("jokers",),
    "open cards": ("open cards",),
    "lives": ("lives",),
}
"""By dimension of games: what they may have more of."""

_GROWS: Final = (
    *(
        "change",
        "increase",
        "rise",
        "go up",
        "go down",
        "grow",
        "fall",
        "drop",
        "decrease",
        "shrink",
    ),
    *("scale", "get better", "get worse", "get higher", "get lower", "get longer", "get shorter"),
    *(
        "improve",
        "climb",
        "get",
        "get any better",
        "get any faster",
        "decline",
        "get faster",
        "get slower",
        "differ",
        "get up",
    ),
)

_VERBS: Final = (
    "causes cause caused makes make made brings bring brought produces produced gets get got gives"
    " give gave creates created sees saw has had".split()
)

_OF_GAMES: Final = ("in games ", "of games ", "for games ")

_HAD: Final = {
    "signal": ["game signals", "target signals"],
    "signal shown": ["game signals", "target signals"],
    "shown signal": ["game signals", "target signals"],
    "signal given": ["game signals", "target signals"],
    "card shown": ["game signals", "target signals"],
    "shown card": ["game signals", "target signals"],
    "bust": ["game busts"],
    "pass": ["game passes", "target passes"],
    "joker": ["jokers"],
}
"""What a game or target may have had, and the numbers that tell of it."""

_GIVEN: Final = ("given", "given that", "|", "if", "once", "provided", "assuming")

_AFTER: Final = ("when", "after", "if", "with", "where", "whenever", "in games with", "following")

_SHOWS: Final = (
    *("shows card", "show card", "shows signal", "signals", "signal", "shows one", "gives signal"),
    *("shown card", "showed card", "signalled", "showed signal", "gave signal"),
)

MIDDLE: Final = 0.5

_SPREAD: Final = (0.1, 0.25, MIDDLE, 0.75, 0.9)


def said() -> Iterator[Saying]:
    yield from _most_used()
    yield from _how_much_faster()
    yield from _spread()
    yield from _between()
    yield from _which_of_ours()
    yield from _only_with()
    yield from _from()
    yield from _most()
    yield from _with_more()
    yield from _grows_with()
    yield from _hangs_on()
    yield from _with_and_without()
    yield from _how_often_played()
    yield from _of_each()
    yield from _ids()
    yield from _tags()
    yield from _given()
    yield from _counted()
    yield from _quantiles()


def _most_used() -> Iterator[Saying]:
    for meaning, said in _MADE_BY_CARDS.items():
        for verb in said.split(","):
            for lead in ("which card", "which cards", "what card", "what cards"):
                for frame in _MOST:
                    yield f"{lead} {frame.format(verb.strip())}", meaning


def _how_much_faster() -> Iterator[Saying]:
    for lead, said in (("faster", "faster"), ("slower", "slower"), ("longer", "longer")):
        yield f"how much {lead}", (("MORE", said),)


def _spread() -> Iterator[Saying]:
    quartiles = (
        *(("PLAIN", ("quantile", 0.25)), ("COMMA", ",")),
        *(("PLAIN", ("median", None)), ("COMMA", ",")),
        ("PLAIN", ("quantile", 0.75)),
    )
    for said in ("quartiles of", "quartiles", "interquartile range of", "iqr of", "iqr"):
        yield said, quartiles
    for said in ("range of", "min and max of", "minimum and maximum of"):
        yield said, (("PLAIN", ("min", None)), ("AND", "and"), ("PLAIN", ("max", None)))
    for said in ("summary of", "summary statistics of", "summary statistics for"):
        summary = (("PLAIN", (name, None)) for name in ("mean", "median", "sd", "min", "max"))
        yield said, tuple(one for each in summary for one in (each, ("COMMA", ",")))[:-1]


def _between() -> Iterator[Saying]:
    for several, name in _ACROSS:
        for between in ("between", "among", "between different", "across different"):
            yield f"{between} {several}", (("BY", "by"), ("DIM", [name]))


def _which_of_ours() -> Iterator[Saying]:
    for how_many in ("", "two ", "three ", "four ", "my ", "our "):
        yield f"which of {how_many}games", (("WHICH", "which"), ("DIM", ["game"]))


def _only_with() -> Iterator[Saying]:
    for one in ("session", "player", "level", "location"):
        for least, sign in (("at least", ">="), ("more than", ">"), ("minimum", ">=")):
            rows = (("BY", "by"), ("DIM", [one]), ("FILTER", "with"), ("CMP", sign))
            for lead in ("only", "only for", "just", "counting only", "for"):
                yield f"{lead} {one}s with {least}", rows


def _from() -> Iterator[Saying]:
    for changes in (
        "drop",
        "fall",
        "rise",
        "go",
        "change",
        "increase",
        "decrease",
        "grow",
        "differ",
    ):
        yield f"{changes} from", (("COMPARE", "compare"),)
        yield f"{changes}s from", (("COMPARE", "compare"),)


def _most() -> Iterator[Saying]:
    for verb, most in product(_VERBS, (("most", "max"), ("fewest", "min"), ("least", "min"))):
        yield f"{verb} {most[0]}", (("AGG", (most[1], None)),)


def _with_more() -> Iterator[Saying]:
    for name, words in _MORE_OF.items():
        split = (("BY", "by"), ("DIM", [name]))
        for word, more in product(words, ("more", "fewer", "less", "many")):
            yield f"games with {more} {word}", split
            yield f"with {more} {word}", split
            yield f"in games with {more} {word}", split


def _grows_with() -> Iterator[Saying]:
    nth: tuple[Any, ...] = (("BY", "by"), ("DIM", ["nth game"]))
    for grows in _GROWS:
        for more, split in (
            *(("", (("BY", "related to"),)), (" more", (("BY", "related to"),))),
            *((" every game", nth), (" each game", nth)),
        ):
            yield f"{grows} with{more}", split
            yield f"{grows}s with{more}", split


def _hangs_on() -> Iterator[Saying]:
    for said in ("relate to", "relates to", "hang on", "hinge on", "have to do with", "tied to"):
        yield said, (("BY", "related to"),)


def _with_and_without() -> Iterator[Saying]:
    for metric, one, dims in (
        ("busts", "bust", ["game busts"]),
        ("passes", "pass", ["game passes", "target passes"]),
    ):
        for lead in ("without", "without a", "without any", "with no", "that had no"):
            none = (("SIZE", "="), ("NUMBER", 0), ("DIM", dims))
            for games, word in product(("", *_OF_GAMES), (metric, one)):
                yield f"{games}{lead} {word}", none
        for lead in ("that had", "which had", "with any", "with at least one", "that had a"):
            some = (("SIZE", ">"), ("NUMBER", 0), ("DIM", dims))
            for games, word in product(("", *_OF_GAMES), (metric, one)):
                yield f"{games}{lead} {word}", some


def _how_often_played() -> Iterator[Saying]:
    for said in ("how often play", "how often played", "how often did play"):
        yield said, "number of games"


@both_ways
def _of_each() -> Iterator[Saying]:
    for said in ("prefer", "prefer to play", "like to play more", "play more often"):
        yield said, (("METRIC", ["games"]), ("COMPARE", "compare"))
    for lead, aggregate in (("how many", "total"), ("how much", "total"), ("how often", "share")):
        for each in ("each", "every"):
            for name in ("player", "level", "session"):
                split = (("BY", "by"), ("DIM", [name]), ("AGG", (aggregate, None)))
                yield f"{lead} {each} {name}", split


@both_ways
def _ids() -> Iterator[Saying]:
    for lead in ("ids of games", "game ids of games", "list ids of games", "ids of all games"):
        yield lead, (("METRIC", ["games"]), ("BY", "by"), ("DIM", ["game id"]), ("FILTER", "where"))


@both_ways
def _tags() -> Iterator[Saying]:
    for said in ("tagged", "tagged as", "tagged with", "with tag", "with the tag"):
        yield said, (("FILTER", "where"), ("DIM", ["tag"]), ("CMP", "="))


@both_ways
def _given() -> Iterator[Saying]:
    for said, names in _HAD.items():
        had = (("FILTER", "where"), ("DIM", names), ("CMP", ">"), ("NUMBER", 0))
        for lead in _GIVEN:
            yield f"{lead} {said}", had
        if " " in said or said == "bust":
            yield from ((f"{lead} {said}", had) for lead in _AFTER)
        for lead in ("given", "with", "if", "after", "when"):
            yield f"{lead} at least one {said}", had
        none = (("FILTER", "where"), ("DIM", names), ("CMP", "="), ("NUMBER", 0))
        plural = {"bust": ["busts"], "pass": ["passes", "passing"]}.get(said, [])
        for lead in (
            "without",
            "with no",
            "if no",
            "without any",
            "with zero",
            "with not a single",
        ):
            for one in (said, *plural) if said != "signal" else ():
                yield f"{lead} {one}", none
        for lead in ("without a", "without any", "with no", "without a single", "with not one"):
            yield f"{lead} {said}", none
    shown = (("FILTER", "where"), ("DIM", _HAD["signal"]), ("CMP", ">"), ("NUMBER", 0))
    for lead in ("when", "if", "after", "given", "given that", "whenever"):
        for shows in _SHOWS:
            for who in ("", "players ", "player "):
                yield f"{lead} {who}{shows}", shown


@both_ways
def _counted() -> Iterator[Saying]:
    for said in (
        "we play how many",
        "we played how many",
        "we had how many",
        "there were how many",
    ):
        yield said, (("AGG", ("total", None)),)
    for said in ("what part of", "which part of", "what proportion of", "what fraction of"):
        yield said, (("AGG", ("share", None)),)
    yield "no . of", (("AGG", ("total", None)),)


@both_ways
def _quantiles() -> Iterator[Saying]:
    both = (("PLAIN", ("min", None)), ("AND", "and"), ("PLAIN", ("max", None)))
    for low, high in (("lowest", "highest"), ("smallest", "largest"), ("smallest", "biggest")):
        yield f"{low} and {high}", both
        yield f"{high} and {low}", both
    for part, words in ((0.25, "first, lower, 1st, bottom"), (0.75, "third, upper, 3rd, top")):
        for word, of in product(words.split(", "), (" of", "")):
            quantile = ("quantile", part)
            yield f"{word} quartile{of}", (("AGG", quantile),)
    five = [("PLAIN", ("quantile", one) if one != MIDDLE else ("median", None)) for one in _SPREAD]
    spread = tuple(one for each in five for one in (each, ("COMMA", ",")))[:-1]
    yield "percentiles of", spread
    yield "percentiles", spread
