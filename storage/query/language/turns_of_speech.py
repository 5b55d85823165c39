"""How people ask in words that go together in many ways: who begins, how it came out.

Yields sayings as `sayings.sayings` does; words of `words.SKIPPED` are left out, or looked up both ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

from .small_talk import separate

_SEATS: Final = (
    *(
        "better to go first",
        "better to start",
        "better to go last",
        "better go first",
        "better start",
    ),
    *(
        "go last help",
        "going last help",
        "going last matter",
        "starting help",
        "advantage to go first",
    ),
    *("advantage to start", "advantage of going last", "advantage going last", "good to go first"),
    *(
        "pay to go first",
        "pay to start",
        "help to go first",
        "help to start",
        "going last advantage",
    ),
    *("starting advantage", "starting an advantage", "start advantage", "going first pay off"),
)

_CAME_OUT: Final = {
    "won": ("won", "win"),
    "lost": ("lost", "lose"),
}
_AGAINST: Final = ("vs", "versus", "compared to", "compared with", "against", "than", "and", "or")

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

_WITH_PRACTICE: Final = {
    **dict.fromkeys(("better", "worse", "improve", "improves"), "win rate"),
    **dict.fromkeys(("faster", "slower", "quicker"), "turn time"),
}
"""By what somebody may get with every game: by what it is told."""

_TO_DO: Final = {
    "target": ("hit", "reach", "solve"),
    "pot": ("finish", "score", "complete", "fill"),
    "equation": ("solve", "find"),
}
"""By round, what is done to it: the hardest target *to hit*."""


def turns_of_speech(rounds: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Any]]:
    """Yield every such saying with what it means; *rounds* are one and several of each kind."""
    yield from _who_begins()
    yield from _either_way()
    yield from _more_of_it()
    yield from _to_do(rounds)
    yield from _parts_of_games()
    yield from _early_and_late(rounds)
    yield from _plainly()


def _who_begins() -> Iterator[tuple[str, Any]]:
    yield from ((said, "seat score by seat") for said in _SEATS)


_PLAIN: Final = {
    "which pot place has the highest busts": "which pot bust most often, which pot bust most,"
    " which pots bust most often, which pots bust most, which pot busts most often",
    "bust overshoot": "how far over 21 pots, how far over pots, how far above 21 pots, how far pots over 21",
    "where pot outcome = scored": "when scores, when scored, when finished, when completed",
    "where pot outcome = bust": "when busts, when went bust, when over 21",
    'rule breaks where rule break = "own-card"': "how often own card rule broken, own card rule broken,"
    " how often own card rule misplayed, how often own card rule forgotten",
    "share of off-colour plays": "how often colour not followed, how often color not followed,"
    " how often led colour not followed",
    "min winning margin": "closest game, closest game of, tightest game, tightest game of",
    "wrong claims by claim": "which kind of mistake most common, which kinds of mistakes most common,"
    " what kind of mistake most common, which kind of claim wrong most often, kinds of mistakes",
    "ratings by player": "how many rated game, how many people rated the game, how many people rated game, how many players rated game, who rated game,"
    " who rated games, who rates games, how many people gave feedback, who gave feedback",
    "where nth game = 1": "in their first game, of players in their first game, players in their first"
    " game, in their very first game, in his first game, in her first game, in their first games",
    "wins, losses": "ratio of won to lost games, ratio of wins to losses, win loss ratio, win / loss ratio,"
    " wins to losses, won to lost ratio, win to loss ratio, wins / losses, w / l ratio, win loss record,"
    " win lose ratio, ratio of won to lost, won / lost ratio",
    "total game time by session order by total game time descending": "longest session, longest evening,"
    " longest game night, which session longest, which evening longest, which session took longest",
    "total game time by session order by total game time": "shortest session, shortest evening,"
    " which session shortest",
    "which session has the highest games": "biggest session, largest session, biggest evening,"
    " biggest game night",
    "games by day where outcome = won order by day descending first 1": "when last win, when last won,"
    " when did last win, last win, date of last win",
    "games by day where outcome = lost order by day descending first 1": "when last lose, when last lost,"
    " date of last loss",
    "where remark is known": "with notes, with a note",
    "abandoned games by cause": "why abandon games, why people abandon games, why give up, why players give"
    " up, why quit, why players quit, why games abandoned, why abandon, why players abandon games",
    "where target outcome = open": "of failed targets, for failed targets, in failed targets",
    "which player has the lowest stars": "who gives lowest ratings, who gives worst ratings, who gave lowest"
    " ratings, who rates lowest, harshest critic, who harshest critic, who rates worst, toughest critic",
    "stars by rating": "fun rating vs difficulty rating, fun ratings vs difficulty ratings, ratings of fun and"
    " difficulty, fun rating and difficulty rating, fun and difficulty ratings",
    "turns per target where target number = 1": "how many turns until first target hit, turns until first"
    " target hit, how long until first target hit, turns to hit first target",
    "share of avoidable busts": "share of busts avoidable, what share of busts avoidable, percentage of busts"
    " avoidable, what percentage of busts avoidable, % of busts avoidable, how many of busts avoidable",
    "share of forced busts": "share of busts forced, what share of busts forced, percentage of busts forced,"
    " what percentage of busts forced, % of busts forced",
    "which player has the highest wins": "who won most games, who wins most games, who won most,"
    " who has most wins",
    "which player has the highest seat score": "top scorer, top scorers, best scorer, highest scorer,"
    " who top scorer",
    "leader win rate": "how often leader win trick, how often leader wins trick, how often leader win round,"
    " leader win trick, leader wins trick",
    "games by cause": "what ends most games, what ends games, what ended most games, what end most games",
    "by finishing place": "of last place, in last place, last place, for last place",
    "where finishing place = 1": "first place, of first place, for first place",
    "where finishing place = 2": "second place, of second place, for second place",
    "where finishing place = 3": "third place, of third place, for third place",
    "which player has the best win rate": "who better, who stronger, who better player, who wins more often",
    "players per game": "how many players on average, how many people on average, average table size,"
    " average number of players, average player count, mean player count, how many people play on average",
    "turn time": "time between moves, time between turns, time between two moves, time from move to move",
    "turns per game, game time last game": "how long last game, how long last game take, how long last game"
    " last",
    "games by outcome last session": "results of last session, result of last session, results last session,"
    " how last session go, how did last session go",
    "score last game": "result of last game, score of last game",
    "stars by outcome": "like losing, like losing games, enjoy losing, like winning, mind losing,"
    " enjoy winning more",
    "which player has the highest stars": "who gives highest ratings, who gives best ratings,"
    " who gave highest ratings, who rates highest, who rates best, who likes games most",
    "where winning margin = 1": "by one point, by 1 point",
    "mean cards laid per trick": "how many cards per trick, cards per trick, cards a trick",
    "max bust overshoot": "biggest bust, largest bust, worst bust",
    "where lives left > 0": "with lives left, with any lives left, with lives to spare",
    "where lives left = 0": "with no lives left, without lives left, with no life left",
    "mean experience": "how experienced players, how experienced, how experienced people",
    "pass rate where turn = 1": "how often first move a pass, how often first move pass, how often first turn"
    " pass, first move a pass, how often first turn a pass",
    "by month": "go down over time, go up over time, went down over time, went up over time, rise over time,"
    " fall over time, drop over time, increase over time, decrease over time, change over years",
    'busts where bust cause = "forced-own-card"': "own card busts, busts due to own card rule, busts due to own"
    " card, busts because of own card rule, busts by own card rule, busts from own card rule",
    'busts where bust cause = "forced-high"': "forced high busts, busts because no card fits, busts where no card"
    " fits, busts with no card that fits",
    "which set up by has the highest busts": "which player sets up most busts, who sets up most busts,"
    " who prepares most busts, who set up most busts, which player set up most busts",
    "by player where nth game = 1": "first game of each player, first game of every player",
    "bust waste, unfinished waste, hand waste": "most waste from busts or from hands, most waste from busts or"
    " hands, waste from busts or hands, waste from busts or from hands, waste in busts or hands",
    "where hour < 12": "played before noon, before midday, played before midday",
    "vs previous year": "year over year, year on year, yoy",
    "vs previous month": "month over month, month on month",
    "vs previous week": "week over week, week on week",
    "where nth game = 1 ": "rookies, for rookies, by rookies, of rookies, for novices, rookie",
    "": "could you, could you please, could we, could you tell, by how much, how sure about, how sure we about, how certain about, how confident about, how reliable",
}
"""By what is meant: how it is said, separated by commas."""

_VERBS: Final = (
    "causes cause makes make brings bring produces gets get gives give creates sees".split()
)


_NEW: Final = ("rookies", "newbies", "novices", "beginners", "newcomers")
_OLD: Final = ("veterans", "experts", "regulars", "experienced players")
_OF_GAMES: Final = ("in games ", "of games ", "for games ")
_UNITS: Final = ("target", "pot", "trick", "equation", "round")


def _plainly() -> Iterator[tuple[str, Any]]:
    by_practice = (("BY", "by"), ("DIM", ["nth game"]), ("FILTER", "where"), ("DIM", ["nth game"]))
    for new, old in product(_NEW, _OLD):
        held = (*by_practice, ("CMP", "<"), ("NUMBER", 10), ("ABOUT", "about"))
        yield f"{new} vs {old}", held
        yield f"{old} vs {new}", held
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
    for number in range(1, 6):
        starred = (("FILTER", "where"), ("DIM", ["stars"]), ("CMP", "="), ("NUMBER", number))
        for rated in (f"rated {number}", f"that were rated {number}"):
            yield rated, starred
            yield f"{rated} stars", starred
    with_some = (("METRIC", ["win rate", "seat win rate"]), ("MORE", "more"), ("FILTER", "where"))
    for better in (
        "better with",
        "easier with",
        "harder with",
        "better to play with",
        "worse with",
    ):
        yield better, with_some
    for lead, unit in product(
        ("how much time spent", "how much time", "how much time spend"), _UNITS
    ):
        yield f"{lead} per {unit}", f"time per {unit}"
        yield f"{lead} on a {unit}", f"time per {unit}"
    for people, joined in product(("humans", "people"), ("and", "to", "with", "vs")):
        for said in (f"compare {people} {joined} bots", f"compare bots {joined} {people}"):
            yield said, "compare played by humans vs bots including bots"
    for meaning, said in _PLAIN.items():
        yield from ((words, meaning) for words in separate(said))
    for lead in (
        "ranking of players by",
        "player ranking by",
        "players ranked by",
        "rank players by",
    ):
        yield lead, (("TOP", "top"), ("DIM", ["player"]), ("BY", "by"))
    for place, lead in product(("left", "middle", "right"), ("", "of ", "in ", "for ", "on ")):
        chosen = (("FILTER", "where"), ("DIM", ["pot place"]), ("CMP", "="), ("STRING", place))
        yield f"{lead}{place} pot", chosen
        yield f"{lead}{place} pots", chosen
    for verb, most in product(_VERBS, (("most", "max"), ("fewest", "min"), ("least", "min"))):
        yield f"{verb} {most[0]}", (("AGG", (most[1], None)),)
    for verb in ("misses", "miss", "missed", "overlooks"):
        yield f"{verb} most hits", (("AGG", ("max", None)), ("METRIC", ["missed hits"]))
        yield f"{verb} most equations", (("AGG", ("max", None)), ("METRIC", ["missed equations"]))
    for kind, before in product(
        ("pass", "play", "signal", "claim"), ("before", "before a", "about a")
    ):
        of_kind = (("FILTER", "where"), ("DIM", ["move type"]), ("CMP", "="), ("STRING", kind))
        for think in ("how long think", "how long people think", "how long players think"):
            yield f"{think} {before} {kind}", (("METRIC", ["turn time"]), *of_kind)
        yield f"turn time {before} {kind}", (("METRIC", ["turn time"]), *of_kind)
        yield f"thinking time {before} {kind}", (("METRIC", ["turn time"]), *of_kind)
    for span, against in product(
        ("day", "week", "month", "year"), ("vs", "versus", "compared to", "than")
    ):
        one_before = (("VS_PREVIOUS", "previous"), ("SPAN", span))
        yield f"{against} {span} before", one_before
        yield f"{against} {span} before that", one_before
    newest = (("LAST", "last"), ("DIM", ["rules version"]))
    for since, new in product(
        ("since", "after", "under", "from"),
        (
            "new rules",
            "rules change",
            "rule change",
            "latest rules",
            "newest rules",
            "change of rules",
        ),
    ):
        yield f"{since} {new}", newest


def _either_way() -> Iterator[tuple[str, Any]]:
    """Yield *vs games we lost*, behind the games that were won."""
    for outcome, verbs in _CAME_OUT.items():
        other = (("VS", "vs"), ("VALUE", [("outcome", outcome)]))
        for against, lead, verb in product(_AGAINST[:5], _GAMES, verbs):
            yield f"{against} {lead} {verb}", other
        for verb in verbs:
            yield f"more often {verb}", (("MORE", "more"), ("METRIC", [_RATES[outcome]]))
        yield f"{outcome} more often", (("METRIC", [_RATES[outcome]]), ("MORE", "more"))
    rated = (("METRIC", ["stars"]),)
    for one, rest in (("won", "lost"), ("lost", "won")):
        both = (("STRING", one), ("VS", "vs"), ("STRING", rest))
        for lead in ("in", "of", "for"):
            compared = (("COMPARE", "compare"), ("DIM", ["outcome"]), *both)
            yield f"{lead} {one} and {rest} games", compared
            yield f"{lead} {one} and in {rest} games", compared
    for how in ("lower", "higher", "better", "worse"):
        for words in (f"{how} ratings", f"{how} rating", f"rated {how}", f"{how} rated"):
            yield words, (*rated, ("MORE", "more"))
    for who in ("winners", "losers", "winner", "loser", "people who win", "people who lose"):
        for verb in ("happier", "rate game higher", "rate game lower", "rate higher", "rate lower"):
            yield f"{who} {verb}", "stars by outcome"
    for one, rest in (("winners", "losers"), ("losers", "winners")):
        for lead, against in product(
            ("rating of", "ratings of", "ratings by", "stars of"), _AGAINST[:4]
        ):
            yield f"{lead} {one} {against} {rest}", "stars by outcome"


_GAMES: Final = ("games", "in games")
_RATES: Final = {"won": "win rate", "lost": "loss rate"}


def _more_of_it() -> Iterator[tuple[str, Any]]:
    for name, words in _MORE_OF.items():
        split = (("BY", "by"), ("DIM", [name]))
        for word, more in product(words, ("more", "fewer", "less", "many")):
            yield f"games with {more} {word}", split
            yield f"with {more} {word}", split
            yield f"in games with {more} {word}", split
    by_length = (("BY", "by"), ("DIM", ["game turns"]))
    for length in ("longer", "shorter", "long", "short"):
        for lead in ("", "in ", "for "):
            yield f"{lead}{length} games", by_length
    for one, other in (("long", "short"), ("longer", "shorter"), ("short", "long")):
        for said in (f"{one} vs {other} games", f"{one} games vs {other} games"):
            yield said, (*by_length, ("ABOUT", "about"))
            yield f"in {said}", (*by_length, ("ABOUT", "about"))
        yield f"{one} games vs {other} ones", (*by_length, ("ABOUT", "about"))
    nth: tuple[Any, ...] = (("BY", "by"), ("DIM", ["nth game"]))
    for grows in _GROWS:
        for more, split in (
            *(("", (("BY", "related to"),)), (" more", (("BY", "related to"),))),
            *((" every game", nth), (" each game", nth)),
        ):
            yield f"{grows} with{more}", split
            yield f"{grows}s with{more}", split
    for better, figure in _WITH_PRACTICE.items():
        for when in ("with every game", "with each game", "with more games", "game by game"):
            yield f"{better} {when}", f"{figure} by nth game"
            yield f"get {better} {when}", f"{figure} by nth game"
    for said in ("relate to", "relates to", "hang on", "hinge on", "have to do with", "tied to"):
        yield said, (("BY", "related to"),)


def _to_do(rounds: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Any]]:
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


def _parts_of_games() -> Iterator[tuple[str, Any]]:
    late = (("VALUE", [("game half", "second")]),)
    for more, when in product(
        ("more common", "more frequent", "more likely", "more often", "more"),
        ("at end of", "late in", "towards end of", "later in"),
    ):
        yield f"{more} {when} game", (("MORE", "more"), *late)
    for bad, good in product(("avoidable", "mistakes"), ("forced",)):
        for joined in (" and how many ", " , and how many ", " or ", " vs ", " and "):
            for frame in ("how many busts {}", "busts {}", "{} busts"):
                yield frame.format(f"{good}{joined}{bad}"), "number of busts by bust cause"
                yield frame.format(f"{bad}{joined}{good}"), "number of busts by bust cause"
    of_waste = "bust waste, unfinished waste, hand waste"
    for said in (
        *(
            "waste by kind",
            "waste by cause",
            "waste by reason",
            "breakdown of waste",
            "split of waste",
        ),
        *(
            "waste breakdown",
            "where waste",
            "where points wasted",
            "where points lost",
            "parts of waste",
        ),
        *(
            "what waste made of",
            "wasted points by kind",
            "points wasted by kind",
            "where waste come from",
        ),
        *("where waste comes from", "where budget go", "where budget goes", "where waste happen"),
    ):
        yield said, of_waste
    for waste in ("waste", "points wasted", "wasted points", "points lost"):
        for joined in (" , ", " and ", " vs "):
            yield f"{waste} in busts{joined}unfinished pots and hands", of_waste
            yield f"{waste} in bust pots{joined}unfinished pots and hands", of_waste
            yield f"{waste} in busts{joined}unfinished pots , and hands", of_waste
    for word in ("mean", "average", "median", "highest", "lowest", "biggest", "smallest"):
        aggregate = {"median": "median", "mean": "mean", "average": "mean"}.get(word)
        aggregate = aggregate or ("max" if word in ("highest", "biggest") else "min")
        for kind in ("target number", "target numbers", "number to hit", "target size"):
            yield f"{word} {kind}", f"{aggregate} target value"
    for signal in (
        "signal",
        "signals",
        "using signals",
        "using signal",
        "showing cards",
        "showing card",
        "showing a card",
    ):
        for verb in (
            "help",
            "help win",
            "helps",
            "worth it",
            "matter",
            "worth anything",
            "any use",
            "any good",
        ):
            yield f"{signal} {verb}", "win rate by signals allowed"
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
    for said in (
        "cards per play combined",
        "cards combined per play",
        "cards combined",
        "cards stacked",
    ):
        yield said, (("METRIC", ["stack size"]),)
    for made in ("multiplication", "division", "addition", "subtraction"):
        for plays in ("plays", "moves"):
            for said in (f"{made} share of all {plays}", f"share of {made} in all {plays}"):
                yield said, "number of plays by operation"
            yield f"share of {made}s among all {plays}", "number of plays by operation"
            yield f"share of {made} among all {plays}", "number of plays by operation"
    for said in (
        "time to solve",
        "time needed to solve",
        "seconds to solve",
        "how much time to solve",
    ):
        yield said, "time per equation"
    for said in ("take part in", "took part in", "take part", "took part"):
        yield said, ""
    for said in ("how often play", "how often played", "how often did play"):
        yield said, "number of games"


def _early_and_late(rounds: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Any]]:
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
