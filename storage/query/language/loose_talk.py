"""How people ask in loose English: what comes before a question, and words that others would not use.

Written like `sayings.SAYINGS`: what is meant, and how it is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from .small_talk import separate

LOOSE_TALK: Final[Mapping[str, str]] = {
    # -- what adds nothing
    "": "so often, that often, how high is, how big is, how large is, how low is, how high was, how big was, how high are,"
    " how big are, how high, how low, i'm wondering, i am wondering, i wonder, im wondering, i'd like to know whether, i'd like to know if, i'd like to know, i'd like to see, i'd love to know,"
    " i like to know whether, i would like to know whether, i want to know whether,"
    " i want to know if, i want to see, i wonder whether, i wonder if, i'm wondering whether,"
    " i'm wondering if, i was wondering whether, i was wondering if, i was wondering, i'm curious whether,"
    " i'm curious how, i'm curious about, i'm interested in, i am interested in, can you tell me whether,"
    " can you tell me if, can you tell me, could you tell me, can you show me, could you show me,"
    " do you know whether, do you know, any idea whether, any idea, let me see, let me know, let's see,"
    " tell me whether, tell me if, find out whether, find out if, check whether, check if,"
    " with sample size, with sample sizes, with number of observations, and sample size, to say that,"
    " enough games to say, enough data to say, enough games to tell whether, enough data to tell whether,"
    " in percentage points, in percent, in %, as percentage, as percent, as number, per favor, for me,"
    " for our playtest, as table, in table, as chart, as graph, as bar chart, as pie, as pie chart, pie,"
    " pie chart, bar chart, line chart, quick question, quick one, question, hm, well",
    # -- what is counted
    "win rate": "success percentage, success rate, success ratio, percentage of success, victory rate,"
    " rate of success, rate of winning, winning percentage, winning chances, winning chance",
    "winning margin": "score margin, score gap, point margin, margin of victory, victory margin",
    "stars": "feedback score, feedback scores, feedback rating, feedback ratings, rating score,"
    " rating scores, satisfaction, satisfaction score",
    "turn time": "how long is the average turn, how long is the average move, how long average turn,"
    " how long average move, time of turn, time of a turn, time for turn, time for a turn, time to think per move,"
    " time to think per turn, time to think, thinking time per move, thinking time per turn,"
    " time of move, time of a move, length of turn in seconds",
    "total game time by session": "how long does one session take, how long one session take, how long one session,"
    " how long does one evening take, how long typical session, how long session last",
    "remarks by player": "how many people left comment, how many players left comment,"
    " how many people left comments, how many players left comments, how many people wrote comment,"
    " how many people left remark, who left comments, who left comment, who leaves comments",
    "turns per pot": "how many plays does it take to score pot, how many plays take to score pot,"
    " how many turns take to score pot, how many turns to score pot, how many plays to score pot,"
    " how many plays to finish pot, how many plays take to finish pot, plays needed per pot",
    "wrong claims": "failed equations, failed equation, wrong equations, incorrect equations,"
    " invalid equations, failed claims, claims that failed",
    "games by player count": "how many players usual, how many player usual, how many players is usual,"
    ""
    " usual number of players, usual team size, most common number of players,"
    " most common player count, most common team size",
    "games by cause": "end reason, end reasons, ending reason, ending reasons, reasons for ending,"
    " reason for ending, causes of ending",
    "turns per game": "length",
    "turns per game where outcome = won": "number of turns it takes to win, number of turns takes to win,"
    " number of turns to win, how many turns it takes to win",
    "win rate by hour": "play worse late, play worse late at night, play worse at night,"
    " play worse in the evening, play better in the morning, lose more at night, lose more late",
    "right claims, wrong claims": "claims right vs wrong, claims right or wrong, claims right and wrong,"
    " claims correct vs wrong",
    "share of right claims": "accuracy of claims, claim accuracy, how accurate are claims,"
    " how accurate claims, how accurate are the claims, claims accuracy",
    "by player count": "vs number of players, versus number of players, against number of players",
    "wins, losses": "win / loss, w / l, win : loss, win : loss ratio, win / loss record, w / l ratio",
    "max score": "best result, best result ever, best outcome, best result so far",
    "which player has the highest turn time": "which player takes most time, who takes most time,"
    " which player takes the most time, who takes the most time, who uses most time",
    "forced busts": "busts are forced, busts forced, busts were forced",
    "number of targets where target outcome = open": "targets that nobody hit, targets nobody hit,"
    " targets nobody ever hit, targets that were never hit, targets never hit",
    "which rank has the highest signals": "which cards signal with, which cards do people signal with,"
    " which card do people signal with, which cards do players signal with",
    "signals per game by outcome": "winners use more signals, winners signal more, winners show more cards,"
    " winners signal more often",
    "by outcome": "higher when we win, lower when we win, better when we win, higher when winning,"
    " lower when winning, better when winning, higher after win, lower after loss, lower when we lose,"
    " worse when we lose, lower when losing, higher in won games, lower in lost games",
    "losses by cause": "bust vs stock empty, bust or stock empty, busts vs stock empty,"
    " stock empty vs bust, loss breakdown, cause of loss, why lost",
    "losses where unused stock = 0": "games lost with stock empty, games lost with empty stock,"
    " losses with stock empty, losses with empty stock, games lost with no stock left,"
    " games lost with stock used up, lost with empty stock, lost with stock empty",
    "max winning value": "highest winning play, best winning play, biggest winning play,"
    " highest winning stack, biggest winning stack",
    "min winning value": "lowest winning play, smallest winning play, lowest winning stack",
    'seat wins where cause = "last-card-win"': "last card wins, wins with last card,"
    " wins by last card, wins with the last card, wins on last card",
    "busts by pot total": "pot totals come right before bust, pot totals come before bust,"
    " pot total right before bust, pot total before bust, pot totals before bust,"
    " pot totals right before bust, totals right before bust",
    "aces as 11": "aces played as 11 instead of 1, aces as 11 instead of 1,"
    " aces are played as 11 instead of 1, aces counted as 11, aces count as 11",
    "turns per target by target value in bins of 100": "higher target harder, bigger target harder,"
    " larger target harder, high target harder, higher targets harder, larger numbers harder,"
    " higher numbers harder, bigger numbers harder, higher targets take longer",
    "stars by month": "trend of ratings, trend in ratings, trend of rating, rating trend, ratings trend,"
    " trend of stars, trend of feedback, ratings over time, rating over time",
    "busts": "pots busted, pots going over 21, pots that go over 21, pots exceeding 21,"
    " pots busted by exceeding 21, pots bust by exceeding 21, pots over 21",
    "which rank has the highest plays": "most used number, most used numbers, most played number,"
    " most common number, favourite number, favorite number",
    "losses where shortfall = 1": "near misses, near miss, nearly won games, almost won games,"
    " games nearly won, games almost won, narrow losses, lost by one pot, lost by one target",
    "where shortfall = 1": "with only one pot to go, with one pot to go, with only one target to go,"
    " with one target to go, one pot short, one target short, with one pot missing,"
    " with one target missing, by just one pot, by just one target",
    "by week": "from week to week, week to week, week by week, week over week, week on week",
    "by month": "from month to month, month to month, month by month, month over month, month on month",
    "by day": "from day to day, day to day, day by day",
    "by session": "from session to session, session to session, session by session,"
    " from evening to evening, evening by evening",
    "last rules version": "since new rules came out, since the new rules came out,"
    " since the new version came out, since new version came out, since rules changed",
    "by player": "player by player",
    "by level": "level by level",
    "by game": "game by game, for each of them, for all of them",
}
"""By what is meant: how it is said, separated by commas."""

_OF_PLAYER: Final = ("of player", "of a player", "of the player", "of each player", "per player")


MIDDLE: Final = 0.5
_SPREAD: Final = (0.1, 0.25, MIDDLE, 0.75, 0.9)


def loose_talk() -> Iterator[tuple[str, Any]]:
    """Yield every such saying with what it means."""
    for meaning, said in LOOSE_TALK.items():
        for words in separate(said):
            yield words, meaning
    for tail in ("in percentage points", "in percent", "in %", "as percentage", "in numbers"):
        yield f", {tail}", ""
    for who, did in product(("which we", "that we", "which they", "that they"), ("won", "lost")):
        yield f"{who} {did}", (("FILTER", "where"), ("VALUE", [("outcome", did)]))
    for said in (
        "we play how many",
        "we played how many",
        "we had how many",
        "there were how many",
    ):
        yield said, (("AGG", ("total", None)),)
    for said in ("what part of", "which part of", "what proportion of", "what fraction of"):
        yield said, (("AGG", ("share", None)),)
    for against in ("vs", "versus", "against"):
        yield f"number of players {against}", (("DIM", ["player count"]), ("AGAINST", against))
    yield "no . of", (("AGG", ("total", None)),)
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
    for number in ("nth game", "game number", "number of the game", "nth games"):
        for whose in _OF_PLAYER:
            yield f"{number} {whose}", (("DIM", ["nth game"]),)
    for when, day in (("yesterday's", "yesterday"), ("yesterday´s", "yesterday")):
        yield when, (("PERIOD", day),)
    yield "today's", (("THIS", "this"), ("SPAN", "day"))
    for span in ("week", "month", "quarter", "year"):
        yield f"last {span}'s", (("LAST", "last"), ("SPAN", span))
        yield f"this {span}'s", (("THIS", "this"), ("SPAN", span))
    yield "last session's", (("LAST", "last"), ("DIM", ["session"]))
    for one in ("turns", "plays", "moves", "passes", "cards", "signals"):
        for lead in ("in a", "per", "in each", "in one", "for a"):
            yield f"{one} {lead} playthrough", (("METRIC", [one]), ("PER_UNIT", "game"))
    for lead in ("turns in a", "number of turns in a", "how many turns in a", "turns in one"):
        yield f"{lead} play", "turns per game"
    for unit in ("round", "target", "game", "pot", "equation"):
        yield f"goes per {unit}", f"turns per {unit}"
        yield f"goes in a {unit}", f"turns per {unit}"
    for counted, lead in product(("signals", "cards"), ("shown", "showed", "given")):
        if (counted, lead) != ("cards", "given"):
            yield f"{counted} {lead} per game", "signals per game"
            yield f"{counted} {lead} per target", "signals per target"
    for solved in ("targets solved in", "targets solved within", "targets were solved in"):
        yield solved, (("METRIC", ["hits"]), ("FILTER", "in"))
