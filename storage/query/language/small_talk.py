"""How people ask in passing, at the table and at the desk: did they win, who won last, dropout rate.

Written like `sayings.SAYINGS`: what is meant, and how it is said without the words of `words.SKIPPED`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..catalogue.shared import DAYS

SMALL_TALK: Final[Mapping[str, str]] = {
    # -- what came of it
    "wins, losses": "win more than lose, win more than lost, won more than lost, wins than losses,"
    " win more often than lose, won more often than lost, more wins than losses",
    "seat wins by player last game": "who won last game, who won last, who won latest game,"
    " who winner of last game, who won last time, winner of last game, last winner",
    "seat wins by player": "who came first, who came in first, who won how often, how often who won, how often each player won",
    "seat win rate by seat": "person who started win, person who starts win, starter win,"
    " starting player win, player who started win, player who starts win, who started win,"
    " who starts win, first player win, one who started win, one who starts win,"
    " starter win more, starter win more often, person who started win more often,"
    " first player win rate, starting player win rate, win rate of first player,"
    " win rate of starting player, last player win rate, win rate of last player,"
    " whoever starts win, whoever started win, whoever goes first win",
    "turn time by month": "getting faster, getting slower, getting quicker, get slower, play faster now,"
    " becoming faster, become faster, became faster",
    "stars by month": "still like, still like as much as at beginning, still like as much as before,"
    " still like as much, like less over time, like more over time, like less now, like more now,"
    " still enjoy, still have fun, still fun, enjoy less over time",
    "by month": "gotten better, gotten worse, gotten faster, gotten slower, got slower, got faster",
    # -- which they like, and which they pick
    "which player has the highest busts": "who made pot go over 21, who made pots go over 21,"
    " who made pot go over, who made pot bust, who made pots bust, who made most pots bust,"
    " who busted most, who let pot go over 21, who sent pot over 21, who to blame for busts",
    "busts": "pots that went over 21, pots go over 21, pots went over 21, pot went over 21,"
    " pots that go over 21, pots over 21",
    "share of busts": "how often pot go over 21, how often pots go over 21, how often pot went over 21,"
    " how often pots went over 21, how often pot goes over 21",
    "max winning margin": "biggest win, largest win, highest win, clearest win, biggest victory,"
    " biggest margin, largest margin, biggest lead at end",
    "max running total": "highest total, biggest total, largest total, how high total go,"
    " how high total get, how high total rise, highest total reached, how far up total go",
    "turn time": "how fast",
    "losses by cause": "how games lost, ways of losing, ways to lose",
    # -- when
    "games by hour": "what time start, at what time start, what time begin,"
    " at what time begin, what time start playing, what hour start, what time games start,"
    " what time end, what time stop, what time finish, what hour play",
    "games by day order by day descending first 1": "when last game end, when last game start,"
    " when last game played, when last game finish, when last session end, when last session start,"
    " when last time play, when did last play",
    "games by day order by day first 1": "when start playing, when start to play, when begin playing,"
    " when first start playing, how old oldest game, date of oldest game, oldest game",
    "total game time": "how many hours play, how many minutes play, how much time play,"
    " how much time spend, how much time spend on, how much time spend playing, how long play in total,"
    " how long play altogether, how many hours play in total, how many hours spend playing,"
    " how many hours spend on, how much time spent, how much time spent on, how many hours spent,"
    " how many hours spent on, how many hours spent playing",
    "win rate by hour": "play better in the evening, win more in the evening, play better at night,"
    " play better in the morning, better in the evening, better at night, better in the morning,"
    " win more at night, play worse at night, play worse in the evening, worse at night",
    "games where hour < 12": "how many morning games, number of morning games",
    "games where hour >= 18": "how many evening games, number of evening games",
    "games where hour between 12 and 17": "how many afternoon games, number of afternoon games",
    "games where weekday in Saturday, Sunday": "how many weekend games, number of weekend games",
    "where weekday in Saturday, Sunday": "weekend games",
    "where weekday in Saturday, Sunday last 7 days": "last weekend, on last weekend",
    "win rate vs previous session": "better than last time, worse than last time,"
    " play better than last time, play worse than last time, play better than last session,"
    " better than last session, worse than last session, better than last evening",
    "this day": "tonight, this evening, this morning, this afternoon",
    "where hour >= 18": "evening games, late games, in the evening, in the evenings, evenings only, only evenings",
    "where hour < 12": "morning games, in the morning, in the mornings, before noon",
    "where hour between 12 and 17": "afternoon games, in the afternoon, in the afternoons",
    "where hour in 22, 23, 0, 1, 2, 3, 4": "at night, late at night",
    # -- what was said and shown
    "which rank has the highest signals": "most common signal card, most common shown card,"
    " most shown card, most shown cards, most common card shown, most common cards shown,"
    " most signalled card, most signaled card, most used signal card, most common signal cards,"
    " favourite signal card, favorite signal card, card shown most, cards shown most,"
    " card shown most often, most frequent signal card, most frequently shown card,"
    " which card used as signal most",
    "where remark is unknown": "with no comment, with no remark, without comment, without remark,"
    " with no comments, no comments, no comment",
    "remarks by remark": "what write after, what said after, what complain about,"
    " what players complain about, what complaints, which complaints",
    "remarks": "write something, wrote something, write anything, wrote anything, say anything,"
    " say something, leave comment, leave comments, left comment, left comments, comment on anything,"
    " say anything about it",
    "where remark is known": "have comments, have comment, have remarks, have remark, had comments,"
    " had remarks, got comments, got remarks, have notes",
    "win rate by jokers": "jokers win games, joker win games, jokers win game",
    'where claim = "arithmetic"': "in sums, in arithmetic, at sums, with sums, in maths, in math,"
    " in calculation, in calculations",
    "mean aces as 11 per game": "aces played as 11 vs as 1, aces played as 11 vs 1, aces as 11 vs as 1,"
    " aces as 11 vs 1, aces as 1 vs 11, aces as 1 or 11, aces as 11 or 1, aces played as 1 or 11,"
    " aces played as 11 or 1, ace as 11 or 1, ace as 1 or 11, ace as 11 vs 1, aces counted as 11,"
    " aces used as 11 vs 1, aces used as 11 vs as 1, aces used as 1 or 11, aces counted as 1 or 11,"
    " ace played as 11 or 1, ace counted as 11, aces as 1 vs as 11, aces played as 1 vs as 11",
    # -- people and the computer
    "win rate compare played by humans vs bots including bots": "bots win against, bots win against humans,"
    " bots win against people, bots win against players, bots beat players, bots won against,"
    " beat bots, better than bots or worse",
    "by operation": "plus minus times divided, plus minus times divide, plus , minus , times , divided,"
    " plus , minus , times , divide, plus minus multiply divide,"
    " add subtract multiply divide",
    # -- at the desk
    "leader win rate": "leader advantage, advantage of leader, advantage of leading, lead advantage,"
    " advantage of leading trick, advantage of leading round, advantage of choosing colour",
    "leftover cards by player": "cards left per player, cards left per player at end,"
    " cards left in hand per player, cards left in hands per player, cards left over per player",
    "cards per equation": "cards on table when equation found, cards on table when equation solved,"
    " cards on table when solved, cards in row when equation found, cards in row when equation solved,"
    " cards laid when equation found, row length when solved, row length when equation found,"
    " cards needed to find equation, cards needed until equation found",
    "games by outcome": "completed vs abandoned games, completed vs abandoned, finished vs abandoned games,"
    " finished vs abandoned, completed and abandoned games, completed vs unfinished games,"
    " abandoned vs completed games, abandoned vs finished games, finished vs unfinished games",
    "vs previous rules version": "before vs after rules change, before vs after new rules,"
    " before vs after change of rules, after vs before rules change, before and after rule change,"
    " before vs after rule change, old print vs new print, new print vs old print",
    "where nth game > 1": "returning players, for returning players, of returning players,"
    " repeat players, for repeat players, veterans, for veterans, seasoned players,"
    " for seasoned players, who played before",
    "where nth game = 1": "first time players, for first time players, of first time players,"
    " first timer, first time play, in first ever game, debut games, for debut games",
    "win rate by nth game where nth game < 10": "new players vs returning players,"
    " new vs returning players, returning vs new players, returning players vs new players,"
    " first timers vs returning players, first timers vs experienced players,"
    " new players vs veterans, veterans vs new players, newcomers vs experienced players,"
    " newcomers vs veterans, beginners vs experienced players, beginners vs advanced players",
    "by weekday": "weekdays vs weekends, weekends vs weekdays, weekday vs weekend, weekend vs weekday,"
    " on weekdays vs weekends, on weekends vs weekdays, on weekends vs on weekdays,"
    " on weekend vs weekday, on weekdays vs on weekends",
    "mean unused stock": "unused cards in stock, unplayed cards in stock, remaining stock, stock left,"
    " remaining cards in stock, leftover stock, stock left over, cards unused in stock,"
    " unused cards left in stock, stock remaining, stock left at end, remaining stock at end,"
    " unused cards, cards never drawn, undrawn cards, cards left in draw pile, cards left in deck,"
    " stock size at end, stock at end of game, stock at end",
    "seat score by seat": "scoring by seat, seat advantage, seat bias, seat effect, seat order balanced,"
    " seat order fair, seat order matter, seats balanced, how balanced seats, how balanced seat order,"
    " how fair seats, how fair seat order, starting position advantage, starting position matter,"
    " position advantage, turn order advantage, turn order matter, turn order balanced, seat balance",
    "seat score by finishing place": "score spread between winner and last,"
    " score spread between first and last, score of each place, scores of first and last,"
    " score spread between winner and loser, score by place, score by rank at end",
    "mean seat score where finishing place = 1": "winning score, average winning score,"
    " mean winning score, how many points winner have, how many points winner get,"
    " how many points winner score, how many points win game, points needed to win,"
    " how many points winner usually have, how many points winner usually get, typical winning score",
    "number of forced busts": "busts with no safe card, busts without safe card, busts with no safe play,"
    " busts without safe play, busts without choice, busts with no choice, unavoidable busts",
    "time spent per pot": "time to finish pot, time until pot finished",
    "winning stack size": "cards in winning stack, number of cards in winning stack,"
    " average number of cards in winning stack, cards in winning stacks, cards of winning stack",
    "which colour led has the highest tricks": "colour led most often, color led most often,"
    " colour led most, color led most, most common colour led, most common lead colour,"
    " most common lead color",
    "mean leftover cards": "cards left when someone goes out, cards left when somebody goes out,"
    " cards left when player goes out, cards left when one goes out, cards held when someone goes out",
    "which weekday has the highest games": "most active day, most active weekday, most popular day,"
    " most popular weekday, most common day",
    "where game time is unknown": "with missing clocks, with missing clock, missing clocks,"
    " missing times, with missing times, missing clock, clock missing, clocks missing",
    "max turn time by player order by max turn time descending": "who took longest turn,"
    " who had longest turn, who made longest turn, whose turn longest, whose longest turn",
    "leader wins": "rounds won by leader, tricks won by leader, rounds won by leader of colour,"
    " rounds won by leader of color, tricks won by leader of colour, tricks won by leader of color,"
    " rounds won by player who led, tricks won by player who led, rounds won by one who led",
    "time spent per equation": "solve time, solving time, time to solution, time until solution",
    "rounds by round value order by rounds descending": "most frequent target numbers,"
    " most common target numbers, most common targets, most frequent targets,"
    " most common target values, most frequent target values",
    "passes": "skip turn, skip a turn, skip his turn, skip her turn, skip their turn, skip my turn,"
    " skipped a turn, skip, skipped, skipping",
    "turns per round": "how long one round, how long one round take, how long one round last",
    # -- words that add nothing
    "": "after games, after game, after playing, after play, in table, at table, by chance",
}
"""By what is meant: how it is said, separated by commas."""

_COMMA: Final = re.compile(r"(?<! ),\s+")
"""Between two of them; a comma that is said has a space before it."""


def separate(said: str) -> list[str]:
    """Return what is said in each way.

    >>> separate("odd or even, left , middle , right")
    ['odd or even', 'left , middle , right']
    """
    return [words.strip() for words in _COMMA.split(said) if words.strip()]


_STOCK_IS_OUT: Final = (
    "{0} empty",
    "{0} is empty",
    "{0} ran out",
    "{0} run out",
    "{0} runs out",
    "{0} used up",
    "{0} gone",
    "{0} finished",
    "no cards left in {0}",
    "out of cards in {0}",
    "empty {0}",
)
_STOCKS: Final = ("stock", "deck", "draw pile", "draw deck", "pile")
"""What people call the stock."""

_OF_STOCK: Final = ("because of {0}", "due to {0}", "because of the {0}")

_CAUSES: Final = ("because", "because of", "due to", "as", "from", "by", "caused by")

_SPENT: Final = (
    *("hours", "minutes", "hours played", "minutes played", "time played", "playing time"),
    *("play time", "playtime", "time spent playing", "hours spent playing", "hours of play"),
    *("hours of playing", "time spent", "time"),
)
_EXTREMES: Final = ("longest", "shortest", "slowest", "quickest", "fastest")
_NTH: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def small_talk(rounds: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Any]]:
    """Yield every such saying with what it means; *rounds* are one and several of each kind."""
    for meaning, said in SMALL_TALK.items():
        for words in separate(said):
            yield words, meaning
    yield from _of_outcomes()
    yield from _of_time()
    yield from _of_sessions()
    yield from _of_players()
    yield from _of_turns(rounds)
    yield from _of_stars()


def _of_outcomes() -> Iterator[tuple[str, Any]]:
    for stock in _STOCKS:
        for frame in _STOCK_IS_OUT:
            for lead in _CAUSES:
                yield f"{lead} {frame.format(stock)}", 'where cause = "stock-out-at-target"'
        for frame in _OF_STOCK:
            yield frame.format(stock), 'where cause = "stock-out-at-target"'
    by_cause = (("BY", "by"), ("DIM", ["cause"]))
    for bust in ("bust", "busts", "busting"):
        for stock in ("empty stock", "empty deck", "stock running out", "stock out", "stock"):
            for joined in ("vs", "or", "and"):
                for lead in ("due to", "by", "because of", "from", "with", "to"):
                    causes = f"{lead} {bust} {joined} {stock}"
                    yield causes, by_cause
                    for share in ("share of losses", "what share of losses", "how many losses"):
                        yield f"{share} {causes}", "number of losses by cause"
    for share in ("share of", "percentage of", "percent of", "proportion of", "% of"):
        for rounds in ("rounds", "tricks"):
            for tied in ("end in tie", "that end in tie", "ending in tie", "that tied", "with tie"):
                yield f"{share} {rounds} {tied}", "tie-break rate"
    for said in ("results", "game results"):
        split = (("METRIC", ["games"]), ("BY", "by"), ("DIM", ["outcome"]))
        yield f"{said} of", (*split, ("FILTER", "for"))
        yield said, split
    for said in (
        "go well",
        "went well",
        "gone well",
        "go badly",
        "turn out",
        "play well",
        "played well",
    ):
        yield said, (("ABOUT", "about"),)


def _of_time() -> Iterator[tuple[str, Any]]:
    for spent in _SPENT:
        for span in ("day", "week", "month", "session", "evening"):
            for lead in ("per", "a", "each", "every", "by"):
                yield f"{spent} {lead} {span}", f"total game time by {span}"
    for said in ("last night", "yesterday evening", "yesterday night"):
        yield said, (("PERIOD", "yesterday"),)  # nobody knows when an evening ends
    for day in DAYS:
        on_day = (("FILTER", "where"), ("VALUE", [("weekday", day)]))
        recent = (("LAST", "last"), ("NUMBER", 7), ("SPAN", "day"))
        for lead in ("last", "on last", "this past"):
            yield f"{lead} {day.casefold()}", (*on_day, *recent)
    for span in ("week", "month", "quarter", "year"):
        rows = (("BY", "by"), ("SPAN", span))
        for said, metric, way in (
            *((one, "games", "descending") for one in ("busiest", "most active", "most popular")),
            *((one, "games", "ascending") for one in ("quietest", "least active")),
            ("best", "win rate", "descending"),
            ("worst", "win rate", "ascending"),
        ):
            order = (("ORDER", "order"), ("METRIC", [metric]), ("DIRECTION", way))
            for lead in ("", "which ", "what was "):
                yield f"{lead}{said} {span}", (("METRIC", [metric]), *rows, *order)
            yield f"which {span} {said}", (("METRIC", [metric]), *rows, *order)
    for span in ("week", "month", "year"):
        for lead in ("better", "worse", "play better", "play worse", "win more", "win less"):
            yield f"{lead} than last {span}", f"win rate vs previous {span}"


def _of_sessions() -> Iterator[tuple[str, Any]]:
    session = ("DIM", ["session"])
    for lead in ("per", "by", "each", "a", "every", "in a", "in each"):
        yield f"{lead} game night", (("BY", "by"), session)
    yield "last time", (("LAST", "last"), session)
    yield "last game night", (("LAST", "last"), session)
    yield "this game night", (("THIS", "this"), session)
    for word, way in (("best", "top"), ("worst", "worst")):
        yield f"{word} game night", (("EXTREME", ("win rate", way)), session)
    spans: dict[str, tuple[str, Any]] = {one: ("SPAN", one) for one in ("day", "week", "month")}
    spans |= dict.fromkeys(("session", "evening", "game night"), session)
    for many, way in (("most", "top"), ("fewest", "bottom")):
        for metric in ("games", "wins", "losses"):
            for said, step in spans.items():
                first = (("METRIC", [metric]), ("BY", "by"), step, ("TOP", way), ("NUMBER", 1))
                for lead in ("in one", "in a", "per", "in a single", "in"):
                    yield f"{many} {metric} {lead} {said}", first


def _of_players() -> Iterator[tuple[str, Any]]:
    by_player = (("BY", "by"), ("DIM", ["player"]))
    for who in ("who plays", "who play", "who played"):
        yield f"{who} on", (("METRIC", ["games"]), *by_player, ("FILTER", "on"))
    for people in ("people", "players", "persons", "testers"):
        for plays in ("play", "played", "play on", "played on"):
            for lead in ("how many", "how many different", "number of", "number of different"):
                yield f"{lead} {people} {plays}", "number of different players"
    for people in ("players", "people", "those", "testers"):
        for lead in ("of", "for", "among", "by"):
            for has in ("with", "who have", "who played"):
                yield f"{lead} {people} {has}", (*by_player, ("FILTER", "with"))
    beside = "win rate compare played by humans vs bots including bots"
    for who in ("humans", "people", "players", "we", "human players", "testers"):
        for does in ("win", "win more", "win more often", "play better"):
            for bots in ("bots", "ai", "machine", "simulation"):
                yield f"{who} {does} than {bots}", beside
                yield f"{bots} {does} than {who}", beside
    learned = "win rate by nth game where nth game < 10"
    for people in ("players", "testers", "people", "playtesters"):
        for new in ("new", "first time", "inexperienced"):
            for old in ("experienced", "old", "returning", "regular", "seasoned", "repeat"):
                for joined in ("vs", "and"):
                    yield f"{new} {people} {joined} {old} {people}", learned
                    yield f"{new} {joined} {old} {people}", learned
                    yield f"{old} {people} {joined} {new} {people}", learned
    for said in ("prefer", "prefer to play", "like to play more", "play more often"):
        yield said, (("METRIC", ["games"]), ("COMPARE", "compare"))
    for lead, aggregate in (("how many", "total"), ("how much", "total"), ("how often", "share")):
        for each in ("each", "every"):
            for name in ("player", "level", "session"):
                split = (("BY", "by"), ("DIM", [name]), ("AGG", (aggregate, None)))
                yield f"{lead} {each} {name}", split


def _of_turns(rounds: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Any]]:
    for one, _ in (*rounds, ("game", "games")):
        for most in _EXTREMES:
            for end in ("", " take", " need", " have", " last"):
                yield f"how many turns {most} {one}{end}", f"{most} {one}"
    for number, nth in enumerate(_NTH, 1):
        chosen = (("FILTER", "where"), ("DIM", ["turn"]), ("CMP", "="), ("NUMBER", number))
        for kind in ("turn", "move"):
            yield f"{nth} {kind}", chosen
            for lead in ("on", "in", "at", "during", "for"):
                yield f"{lead} the {nth} {kind}", chosen
                yield f"{lead} {nth} {kind}", chosen
    for said in ("counts", "count", "numbers", "figures"):
        yield f"plus minus times divided {said}", "plays by operation"


def _of_stars() -> Iterator[tuple[str, Any]]:
    remarks = (("METRIC", ["remarks"]), ("BY", "by"), ("DIM", ["remark"]), ("FILTER", "for"))
    for lead in ("what think of", "what think about"):
        yield lead, remarks
    for sign, words in (("<", "below, under"), (">", "above, over"), (">=", "at least")):
        for word in words.split(", "):
            rated = (("FILTER", "where"), ("DIM", ["stars"]), ("CMP", sign))
            yield f"rated {word}", rated
            for which in ("that were", "for games", "of games", "in games", "which were"):
                yield f"{which} rated {word}", rated
    for number, word in enumerate(("one", "two", "three", "four", "five"), 1):
        starred = (("DIM", ["stars"]), ("CMP", "="), ("NUMBER", number))
        for shown in (str(number), word):
            for lead in ("give", "gave", "given", "giving"):
                counted = (("METRIC", ["ratings"]), ("SUCH", "in which"), *starred)
                for kind in ("star", "stars"):
                    yield f"{lead} {shown} {kind}", counted
