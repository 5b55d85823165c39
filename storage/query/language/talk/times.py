"""What people say of time: days, hours and sessions, how long games and turns are, what comes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from ...catalogue.shared import DAYS
from .ways import NTH, Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "turns per game, game time": "how long game, how long games, how long games take,"
    " how long game last, how long games last, how long match, =how long take to play,"
    " how long take play game, how long play, how long game usually take, how long typical game,"
    " how long average game, how long usual game, how long typical game take,"
    " how long average game take, how long typical game last, how long average game last,"
    " how long one game, how long one game take, how long one game last",
    "turn time": "seconds per play, time per play, seconds to play, time to play card, time to make play,"
    " how long play take, how long think about move, how long player think about move,"
    " how long players think about move, how long one turn, how long one move, how long move,"
    " how long one turn in seconds, how long think per move, how long think before move,"
    " how quick players, how quick, how quickly players play, how long turn, how long turns,"
    " how long turn take, how long turns take, how long think, how long players think,"
    " how long player think, how long take per turn, how long move take, how long moves take,"
    " how long players take, how fast play, how long per turn, how slow, time between moves,"
    " time between turns, time between two moves, =time from move to move, how fast,"
    " how long is the average turn, how long is the average move, time of a turn, time for a turn,"
    " time to think per move, time to think per turn, time to think, thinking time per move,"
    " thinking time per turn, time of a move, length of turn in seconds",
    "which weekday has the highest games": "what day play most, which day play most,"
    " when play most, busiest day of week, busiest day of week for playtests, busiest weekday,"
    " busiest day, which day of week play most, on which day play most, most active day,"
    " most active weekday, most popular day, most popular weekday, most common day",
    "last 30 days": "lately, recently, in recent days, these days",
    "this day": "today, tonight, this evening, this morning, this afternoon",
    "by month": "improved, improving, got better, got worse, gone up, gone down, changed, changes,"
    " change, changed over time, change over time, developed, development, develop, evolve,"
    " evolved, trends in, changes in, going, course of, go down over time, go up over time,"
    " went down over time, went up over time, rise over time, fall over time, drop over time,"
    " increase over time, decrease over time, change over years, gotten better, gotten worse,"
    " gotten faster, gotten slower, got slower, got faster, go up, went up, going up, go down,"
    " went down, going down, going down over time, going up over time, rising, falling, dropping,"
    " increasing, decreasing, increasing over time, decreasing over time, dropped, risen,"
    " getting higher, getting lower, from month to month, month to month, month by month,"
    " month over month, month on month",
    "longest game": "how long longest game, how long longest game take",
    "where game time is known": "with clocks, with clock, with times, with timing, timed games,"
    " with move times, where clock ran",
    "where game time is unknown": "without clocks, without clock, without times, without timing,"
    " with no clock, with no times, no clock, untimed games, with missing clocks,"
    " with missing clock, missing clocks, missing times, with missing times, missing clock,"
    " clock missing, clocks missing",
    "where session is known": "with session, with sessions",
    "where session is unknown": "without session, without sessions, with no session",
    "where played at is known": "with date, with dates",
    "where played at is unknown": "without date, without dates, with no date",
    "where weekday in Saturday, Sunday": "on weekends, on weekend, at weekends, at weekend,"
    " weekends, weekend, for weekends, weekend games",
    "where weekday not in Saturday, Sunday": "on weekdays, during week, on workdays",
    "games by hour": "how late play, when in day play, what time play, at what time play,"
    " what time of day play, how late in day play, what time start, at what time start,"
    " what time begin, at what time begin, what time start playing, what hour start,"
    " what time games start, what time end, what time stop, what time finish, what hour play",
    "by hour": "in evening vs afternoon, evening vs afternoon, evenings vs afternoons,"
    " in morning vs evening, morning vs evening games, morning vs evening, evening vs morning,"
    " afternoon vs evening, day vs night, morning vs afternoon, by time of day, per time of day",
    "games by session": "how many games in each session, number of games in each session,"
    " games in each session",
    "number of sessions": "how many distinct sessions, how many different sessions,"
    " how many sessions play, how many evenings, how many evenings play, number of evenings,"
    " distinct sessions",
    "games by weekday": "when play, what days play, which days play, when played",
    "win rate by month": "getting easier, getting harder, getting better, getting worse,"
    " win more often now, win more now",
    "turns per game by month": "games getting shorter, games getting longer, games get shorter,"
    " games get longer",
    "by turn": "towards end of game, towards end, toward end of game, towards end of games,"
    " during game, over course of game, =as game goes on, in course of game,"
    " increase towards end of game, increase towards end, during games, when in game",
    "top 1 games by turns": "which game was longest, which game was the longest,"
    " which game took the most turns, which game took the longest, which game lasted the longest,"
    " which single game longest, which single game took longest, =which game had most turns,"
    " =which game had the most turns, =which single game had most turns,"
    " which single game lasted longest",
    "bottom 1 games by turns": "which game was shortest, which game was the shortest,"
    " which game took the fewest turns, =which game was quickest, =which game was the quickest,"
    " =which game had fewest turns, which single game shortest, which game took least turns,"
    " =which game was over fastest, which game over quickest",
    "turns per game by game order by turns per game descending": "=which game is longest,"
    " =which game is the longest, which game takes the longest, which game lasts longest,"
    " which of games longest, which of games takes longest",
    "turns per game by game order by turns per game": "=which game is shortest,"
    " =which game is the shortest, which game takes shortest, =which game is quickest,"
    " =which game is the quickest, which game takes fewest turns, which of games shortest",
    "games by day order by day descending first 1": "when last played, when last game,"
    " date of last game, when play last, last time play, last time played, when last session,"
    " when last game end, when last game start, when last game played, when last game finish,"
    " when last session end, when last session start, when last time play, when did last play",
    "games by day order by day first 1": "when first play, when first game, date of first game,"
    " first time played, when start playing, when start to play, when begin playing,"
    " when first start playing, how old oldest game, date of oldest game, oldest game,"
    " how old our data, how far back data go, how far back logs go",
    "total game time last session": "how long last session, how long last session take,"
    " how long last session last",
    "total game time by session": "average duration of session, mean duration of session,"
    " average session length, mean session length, how long session, how long sessions,"
    " session length, length of session, session duration, how long session last,"
    " how long sessions last, duration of session, time per session, playing time per session,"
    " how long evening, how long does one session take, how long one session,"
    " how long does one evening take, how long typical session",
    "games per session": "play more than one game in session, play several games in session,"
    " how many games play in session, how many games play per session,"
    " how many games play in evening",
    "total game time by session order by total game time descending": "longest session,"
    " longest evening, longest game night, which session longest, which evening longest,"
    " which session took longest",
    "total game time by session order by total game time": "shortest session, shortest evening,"
    " which session shortest",
    "which session has the highest games": "biggest session, largest session, biggest evening,"
    " biggest game night",
    "games by day where outcome = won order by day descending first 1": "when last won,"
    " when did last win, last win, date of last win",
    "games by day where outcome = lost order by day descending first 1": "when last lose,"
    " when last lost, date of last loss",
    "turns per game, game time last game": "how long last game, how long last game take,"
    " how long last game last",
    "where hour < 12": "played before noon, before midday, played before midday, morning games,"
    " in the morning, in the mornings, before noon",
    "vs previous year": "year over year, year on year, yoy",
    "turn time by month": "getting faster, getting slower, getting quicker, get slower,"
    " play faster now, becoming faster, become faster, became faster",
    "total game time": "how many hours play, how many minutes play, how much time play,"
    " how much time spend, how much time spend on, how much time spend playing,"
    " how long play in total, how long play altogether, how many hours play in total,"
    " how many hours spend playing, how many hours spend on, how much time spent,"
    " how much time spent on, how many hours spent, how many hours spent on,"
    " how many hours spent playing",
    "win rate by hour": "play better in the evening, win more in the evening,"
    " play better at night, play better in the morning, better in the evening, better at night,"
    " better in the morning, win more at night, play worse at night, play worse in the evening,"
    " worse at night, playing in the evening help, playing late help, playing at night help,"
    " playing in the morning help, time of day matter, playing late matter, hour matter,"
    " play worse late, play worse late at night, lose more at night, lose more late",
    "games where hour < 12": "how many morning games, number of morning games",
    "games where hour >= 18": "how many evening games, number of evening games",
    "games where hour between 12 and 17": "how many afternoon games, number of afternoon games",
    "games where weekday in Saturday, Sunday": "how many weekend games, number of weekend games",
    "where weekday in Saturday, Sunday last 7 days": "last weekend, on last weekend",
    "win rate vs previous session": "better than last time, worse than last time,"
    " play better than last time, play worse than last time, play better than last session,"
    " better than last session, worse than last session, better than last evening",
    "where hour >= 18": "evening games, late games, in the evening, in the evenings,"
    " evenings only, only evenings",
    "where hour between 12 and 17": "afternoon games, in the afternoon, in the afternoons",
    "where hour in 22, 23, 0, 1, 2, 3, 4": "at night, late at night",
    "by weekday": "weekdays vs weekends, weekends vs weekdays, weekday vs weekend,"
    " weekend vs weekday, on weekdays vs weekends, on weekends vs weekdays,"
    " on weekends vs on weekdays, on weekend vs weekday, on weekdays vs on weekends",
    "turn time by turn": "slow down during game, slow down, slow down over game,"
    " slow down towards end, speed up during game, speed up towards end, play slower towards end,"
    " get slower during game, players slow down, players slow down during game,"
    " think longer later in game",
    "turns per game where outcome = won": "turns to win, turns needed to win, turns until win,"
    " turns for win, how many turns to win, turns take to win, length of won games,"
    " length of wins, length of games we won, length of winning games, duration of won games,"
    " how long to win, number of turns it takes to win, number of turns takes to win,"
    " number of turns to win, how many turns it takes to win",
    "turns per game where outcome = lost": "turns to lose, turns until loss, length of lost games,"
    " length of losses, length of losing games, duration of lost games, how long to lose",
    "turns per game": "length",
    "by week": "from week to week, week to week, week by week, week over week, week on week",
    "by day": "from day to day, day to day, day by day",
    "by session": "from session to session, session to session, session by session,"
    " from evening to evening, evening by evening",
    "max turn time": "longest think, longest thinking time, longest thought, longest pause, longest wait,"
    " longest break between moves",
}

_OVER: Final = {
    ">": "over, more than, longer than, above",
    "<": "under, less than, shorter than, below",
    ">=": "at least",
    "<=": "at most, within, up to",
}

_LENGTHS: Final = {
    1: "minute",
    60: "hour",
    30: "half hour",
    15: "quarter of hour",
    90: "hour and half",
}
"""Minutes by what they are called: games over *an hour*."""

_SPENT: Final = (
    *("hours", "minutes", "hours played", "minutes played", "time played", "playing time"),
    *("play time", "playtime", "time spent playing", "hours spent playing", "hours of play"),
    *("hours of playing", "time spent", "time"),
)


def said() -> Iterator[Saying]:
    yield from _by_the_clock()
    yield from _trends()
    yield from _before_a_move()
    yield from _the_one_before()
    yield from _longer_games()
    yield from _late_in_a_game()
    yield from _nth_turns()
    yield from _progress()
    yield from _before()
    yield from _days()
    yield from _sessions()
    yield from _whose()
    yield from _on_weekends()


@both_ways
def _on_weekends() -> Iterator[Saying]:
    """Days are told one by one: Saturday and Sunday stand beside the others."""
    days = (("weekend", "weekday"), ("weekday", "weekend"))
    nights = ("sessions", "evenings", "game nights")
    asked = {
        "longer": "turns per game, game time by weekday",
        "last longer": "turns per game, game time by weekday",
        "take longer": "turns per game, game time by weekday",
        "shorter": "turns per game, game time by weekday",
        "easier": "win rate by weekday",
        "harder": "win rate by weekday",
        "slower": "turn time by weekday",
        "faster": "turn time by weekday",
        "more fun": "stars by weekday where rating = fun",
        "rated better": "stars by weekday",
        "rated higher": "stars by weekday",
    }
    for (one, other), kind, how in product(days, ("games", *nights), asked):
        meaning = asked[how]
        if kind in nights and meaning.startswith("turns"):
            meaning = "total game time by session, weekday"
        for rest in ("ones", kind, ""):
            yield f"{one} {kind} {how} than {other} {rest}".strip(), meaning
        for rest in (other, f"{other}s"):
            yield f"{kind} {how} on {one}s than on {rest}", meaning
            yield f"{kind} {how} on {one}s than {rest}", meaning


def _by_the_clock() -> Iterator[Saying]:
    for sign, words in _OVER.items():
        for word in words.split(", "):
            for length, said in _LENGTHS.items():
                yield f"{word} {said}", (("SIZE", sign), ("NUMBER", length), ("CLOCK", 60))


def _trends() -> Iterator[Saying]:
    for trend in ("trend in", "trend of", "trend for"):
        yield trend, (("OVER_TIME", "month"),)


def _before_a_move() -> Iterator[Saying]:
    for kind, before in product(
        ("pass", "play", "signal", "claim"), ("before", "before a", "about a")
    ):
        of_kind = (("FILTER", "where"), ("DIM", ["move type"]), ("CMP", "="), ("STRING", kind))
        for think in ("how long think", "how long people think", "how long players think"):
            yield f"{think} {before} {kind}", (("METRIC", ["turn time"]), *of_kind)
        yield f"turn time {before} {kind}", (("METRIC", ["turn time"]), *of_kind)
        yield f"thinking time {before} {kind}", (("METRIC", ["turn time"]), *of_kind)


def _the_one_before() -> Iterator[Saying]:
    for span, against in product(
        ("day", "week", "month", "year"), ("vs", "versus", "compared to", "than")
    ):
        one_before = (("VS_PREVIOUS", "previous"), ("SPAN", span))
        yield f"{against} {span} before", one_before
        yield f"{against} {span} before that", one_before


def _longer_games() -> Iterator[Saying]:
    by_length = (("BY", "by"), ("DIM", ["game turns"]))
    for length in ("longer", "shorter", "long", "short"):
        for lead in ("", "in ", "for "):
            yield f"{lead}{length} games", by_length
    for one, other in (("long", "short"), ("longer", "shorter"), ("short", "long")):
        for said in (f"{one} vs {other} games", f"{one} games vs {other} games"):
            yield said, (*by_length, ("ABOUT", "about"))
            yield f"in {said}", (*by_length, ("ABOUT", "about"))
        yield f"{one} games vs {other} ones", (*by_length, ("ABOUT", "about"))


def _late_in_a_game() -> Iterator[Saying]:
    late = (("VALUE", [("game half", "second")]),)
    for more, when in product(
        ("more common", "more frequent", "more likely", "more often", "more"),
        ("at end of", "late in", "towards end of", "later in"),
    ):
        yield f"{more} {when} game", (("MORE", "more"), *late)


@both_ways
def _nth_turns() -> Iterator[Saying]:
    for number, nth in enumerate(NTH, 1):
        chosen = (("FILTER", "where"), ("DIM", ["turn"]), ("CMP", "="), ("NUMBER", number))
        for kind in ("turn", "move"):
            yield f"{nth} {kind}", chosen
            for lead in ("on", "in", "at", "during", "for"):
                yield f"{lead} the {nth} {kind}", chosen
                yield f"{lead} {nth} {kind}", chosen


@both_ways
def _progress() -> Iterator[Saying]:
    for said in ("progress of", "progress", "development of", "evolution of"):
        yield said, (("ABOUT", "about"), ("OVER_TIME", "month"))


@both_ways
def _before() -> Iterator[Saying]:
    for span in ("day", "week", "month", "quarter", "year"):
        for lead in ("vs", "compared to", "compared with", "against", "than"):
            yield f"{lead} {span} before", (("VS_PREVIOUS", "previous"),)
            yield f"{lead} the {span} before", (("VS_PREVIOUS", "previous"),)


@both_ways
def _days() -> Iterator[Saying]:
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


@both_ways
def _sessions() -> Iterator[Saying]:
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


@both_ways
def _whose() -> Iterator[Saying]:
    for when, day in (("yesterday's", "yesterday"), ("yesterday´s", "yesterday")):
        yield when, (("PERIOD", day),)
    yield "today's", (("THIS", "this"), ("SPAN", "day"))
    for span in ("week", "month", "quarter", "year"):
        yield f"last {span}'s", (("LAST", "last"), ("SPAN", span))
        yield f"this {span}'s", (("THIS", "this"), ("SPAN", span))
    yield "last session's", (("LAST", "last"), ("DIM", ["session"]))
