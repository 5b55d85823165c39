"""The words of the language that are not names of metrics, dimensions or values."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

AGGREGATES: Final[Mapping[str, str]] = {
    "mean": "usual, expected, expected number of, avg, average, mean, average number of, mean number of, avg number of, average of,"
    " avg of, mean of, typical",
    "median": "median, median of, median number of, p50, middle",
    "min": "min, minimum, fewest, lowest, smallest, shortest, fastest, quickest, least, minimum number of,"
    " least often",
    "max": "max, maximum, most, highest, largest, longest, biggest, slowest, greatest, most often,"
    " most frequently,"
    " maximum number of",
    "total": "number, number of, n, n of, sum, sum of, total, total number of, how many, count, count of, counts of,"
    " how much, nr of, no of, how many times, number of times,"
    " how many time",
    "sd": "sd, sd of, stddev, std, std dev, stdev, standard deviation, standard deviation of",
    "share": "share of, share, likelihood of, probability of, chance of, odds of, chances of, fraction of, percentage of, proportion of, percent of, rate of,"
    " ratio of, how often, frequency of, portion of, what share of, % of, %, percent, percentage,"
    " per cent, pct, pct of, per cent of, what percentage of, what % of, what percent of, what %,"
    " what percentage, what percent,"
    " chance of, chances of, odds of, probability of, likelihood of, risk of, chance that, chances that,"
    " odds that, probability that, likelihood that, risk that, how likely, how probable, chance for,"
    " chance to, probability to, risk to, how big chance of, how big risk of",
    "distribution": "distribution of, distribution, histogram of, histogram, spread of",
    "breakdown": "breakdown of, breakdown, most common, most frequent, commonest, split of",
}
"""By canonical name; the first word is not always the one that is echoed, see query.py."""

PLAIN: Final = frozenset(
    "avg average mean median p50 min minimum max maximum sd std stddev stdev".split()
    + ["std dev", "standard deviation"]
)
"""Of these several may be asked of one figure: min, max and mean score."""

HOW_LONG: Final = "how long"
LENGTHS: Final = frozenset({"longest", "shortest", "quickest", "fastest", "slowest", HOW_LONG})
"""Aggregates that say how long: the longest target is the one with the most turns."""

SPANS: Final[Mapping[str, str]] = {
    "day": "day, days, date",
    "week": "week, weeks",
    "month": "month, months",
    "quarter": "quarter, quarters",
    "year": "year, years",
}

_COMPARISONS: Final[Mapping[str, str]] = {
    "=": "=, ==, is, are, equals, equal to, exactly, was, were, being",
    "!=": "!=, <>, ≠, is not equal to, differs from",
    "<": "<, less than, fewer than, under, below, shorter than, smaller than, lower than",
    "<=": "<=, ≤, =<, at most, no more than, not more than, up to, max, maximum,"
    " within, in at most",
    ">": ">, more than, over, above, greater than, longer than, larger than, higher than,"
    " bigger than, exceeding, exceeds",
    ">=": ">=, ≥, =>, at least, no fewer than, no less than, not less than, not fewer than,"
    " minimum, min",
    "in": "in, one of, any of, among, is in, is one of",
    "not in": "not in, is not in, none of, not one of",
    "all of": "all of",
}

_KEYWORDS: Final[Mapping[str, Mapping[Any, str]]] = {
    "BY": {
        "by": "independent of, related to, depend on, depends on, vary by, vary with, varies by,"
        " varies with, differ by, differs by, influenced by, affected by, correlated with,"
        " associated with, linked to, correlate with, correlates with, related with,"
        " split up by, by, per, across, for each, for every, each, every, split by, grouped by, group by,"
        " broken down by, depending on, as a function of, in each, dependent on, over each, by each,"
        " by every"
    },
    "OVER_TIME": {
        "month": "over time, monthly, trend, by time, across time, as time goes on",
        "week": "weekly",
        "day": "daily",
        "year": "yearly",
    },
    "FILTER": {
        "where": "where, for, when, only, in, on, with, at, of, from, among, in games where,"
        " in games that are, in games which are, in games of, in games on, in which,"
        " end in, ended in, ending in, that end in, that ended in, which end in,"
        " in games in which, for games where, for games on, for games in,"
        " that are, which are, who are, that were, which were, playing, played on, played with,"
        " when there are, if there are, where there are, played at, if, given, during, while, just, having, that have, only for, only in, only on,"
        " only with, with only, with just, only where, given that, provided, provided that, assuming, limited to, restricted to, filter, filtered by, filter by, (,"
        " when playing, when played, that ended after, ended after, ending after, that were over after,"
        " over after, that finished after, finished after, under"
    },
    "WITHOUT": {
        "without": "without, excluding, except, except for, other than, but not, not for, not on,"
        " not in, not counting, ignoring, exclude, leaving out, no, apart from, not, except in,"
        " except on, that are not, which are not"
    },
    "BOTS": {
        "with": "including bots, incl bots, include bots, with bots, bots included, and bots,"
        " bots too, humans and bots, with bots included, including bot games",
        "only": "only bots, bots only, just bots, only bot games, for bots, of bots,"
        " only games of bots, by bots, bot games only",
        "without": "without bots, excluding bots, no bots, only humans, humans only, exclude bots,"
        " human games, games of humans, games of people, people only, for humans, of humans, just humans, without bot games, only human games, bots excluded",
    },
    "SINCE": {"since": "since, after, starting, starting on, newer than, from date, played since"},
    "UNTIL": {"until": "until, till, before, older than, up to date, through, played before"},
    "LAST": {
        "last": "last, past, in the last, over the last, during the last, within the last, recent,"
        " in the past, over the past, for the last, from the last, of the last, latest,"
        " most recent, newest"
    },
    "TOP": {
        "top": "top, highest, rank, list, ranking of, list of, sort, order",
        "bottom": "bottom, lowest",
        "best": "best",
        "worst": "worst",
        "first": "first, limit, limit to, at most",
    },
    "EXTREME": {
        (
            "win rate",
            "bottom",
        ): "hardest, most hard, most difficult, toughest, least winnable, is hardest",
        (
            "win rate",
            "top",
        ): "easiest, most easy, simplest, least difficult, best, most successful, strongest, optimal, ideal",
        ("win rate", "worst"): "worst, least successful, weakest",
        (
            "turn time",
            "top",
        ): "takes longest to solve, takes longest to hit, takes longest to finish,"
        " took longest, slowest, takes longest, thinks longest, take longest, think longest,"
        " slow, longest, lasts longest, needs longest, last longest",
        ("turn time", "bottom"): "fastest, quickest, shortest, thinks least, takes shortest",
        ("games", "top"): "most popular, most played, played most, used most, most used, busiest,"
        " most often played, played most often, used most often, most common, most often used,"
        " most frequent, favorite, favourite, most active, use most, uses most, usually use,"
        " usually uses, use most often, uses most often, used mostly, usually play, usually plays,"
        " usually played, usually choose, usually pick, choose most, chose most, chosen most,"
        " pick most, picked most, choose most often, pick most often, mostly play, mostly use,"
        " play mostly, played mostly, play most of the time, prefer, preferred",
        ("games", "bottom"): "least played, least popular, played least, used least, least used,"
        " rarest, quietest, use least, uses least, choose least, pick least, play least,"
        " use least often, played least often, used least often, hardly ever play",
        ("fun", "top"): "most fun, funnest, most enjoyable, best rated, most liked, highest rated,"
        " top rated, happiest, most satisfied, like best, likes best, liked best, like most,"
        " likes most, liked most, like the best, like the most, love most, loved most,"
        " enjoy most, enjoys most, enjoyed most, most loved, best liked, happiest with",
        (
            "fun",
            "bottom",
        ): "least fun, most boring, worst rated, lowest rated, least liked, unhappiest,"
        " least happy, saddest, like least, likes least, liked least, enjoy least, enjoyed least,"
        " dislike most, disliked most, hate most, hated most, least enjoyable",
    },
    "ORDER": {
        "order": "order by, ordered by, sort by, sorted by, ranked by, rank by, in order of, sort"
    },
    "DIRECTION": {
        "descending": "descending, desc, highest first, largest first, most first, down, high to low,"
        " latest first",
        "ascending": "ascending, asc, lowest first, smallest first, least first, up, low to high,"
        " earliest first",
    },
    "COLUMN": {
        "n": "n, cases, number of cases, count of cases, sample size",
        "low": "low, lower end, lower bound, lower limit, low end, bottom of interval",
        "high": "high, upper end, upper bound, upper limit, high end, top of interval",
    },
    "CI": {
        "ci": "confidence interval of, confidence interval for, ci of, ci for, with ci, ci, with confidence, confidence, with interval, with confidence interval,"
        " confidence interval, at confidence, with a confidence of, with an interval of"
    },
    "ANYTIME": {"anytime": "anytime, any time, valid at any time, always valid"},
    "BINS": {
        "bins": "in bins of, in steps of, bins of, binned by, in buckets of, buckets of,"
        " bucketed by, in groups of, in steps, in intervals of, rounded to"
    },
    "AFFECTS": {
        "affects": "effect on, effects on, impact on, influence on, affect, affects, influence, influences, impact, impacts, change, changes,"
        " increase, increases, reduce, reduces, improve, improves, raise, raises, lower, lowers,"
        " decrease, decreases, help, helps, hurt, hurts, matter for, lead to, leads to,"
        " more lead to, more leads to, more cause, cause, causes"
    },
    "PAYS": {
        "pays": "help, helps, help us, helps us, matter, matters, pay off, pays off, hurt, hurts, worth it,"
        " make difference, makes difference, make a difference, help win, helps win, help winning, good idea"
    },
    "CORRELATED": {
        "correlated": "correlation, correlated, correlate, related, relationship, relation, connected,"
        " linked, go together, hang together, go hand in hand"
    },
    "RANKED": {
        "top": "sorted, ranked, highest first, most first, largest first, biggest first, longest first,"
        " in descending order, descending, most often first, sorted descending, from high to low,"
        " from highest to lowest",
        "bottom": "lowest first, fewest first, smallest first, shortest first, in ascending order, ascending,"
        " least first, sorted ascending, from low to high, from lowest to highest",
        "best": "best first, easiest first, from best to worst, from easiest to hardest",
        "worst": "worst first, hardest first, most difficult first, from worst to best, toughest first,"
        " from hardest to easiest",
    },
    "ON_AVERAGE": {
        "mean": "on average, in average, on the average, usually, typically, normally",
    },
    "EFFECT": {
        "effect": "effect of, impact of, influence of, role of, correlation between,"
        " relationship between, relation between, link between, connection between,"
        " correlation of, effect that, difference that,"
        " correlation for, link of, relation of, relationship of, association between, dependency between, scatter of,"
        " scatter plot of, scatterplot of,"
        " dependence between, connection of"
    },
    "ONTO": {"on": "on, upon, to, for"},
    "WHICH": {"which": "which, which of the, what, in which, on which, at which"},
    "WHY": {
        "why": "why, reasons for, reason for, causes of, cause of, what makes, what causes,"
        " what leads to, how come, for what reason, because of what, what is the reason for, what drives, what drive,"
        " what are the reasons for, main reason for, most common cause of, most common reason for"
    },
    "AND_WHY": {"and why": "and why, why, and for what reason, and for which reason"},
    "HELPS": {
        "helps": "effect, effects, help, helps, helped, matter, matters, make difference, makes difference, worth,"
        " pay off, pays off, useful, make easier, make harder, make better, make worse, easier,"
        " make targets easier, make targets harder, make equations easier, make equations harder,"
        " make pots easier, make pots harder, make it easier, make it harder, make rounds easier,"
        " harder, better, worse, change anything, change things, make games easier, better off,"
        " make games harder, have an effect, have any effect, help winning, help win, helpful, important, worked, work, works, worth anything,"
        " any good, any use, good for anything, worth it, pay"
    },
    "NEW": {"new": "new, newest, latest, current, newer"},
    "ABOUT": {
        "about": "how does, how did, how do, how is, how was, how are, how were, how well, how has, how have,"
        " how, everything, summary, overview, recap, report, stats, statistics, summarize,"
        " summarise, sum up, summary of, overview of, report of, report on, statistics of,"
        " statistics for, stats of, stats for, everything about, everything from, key figures,"
        " main figures, key numbers, all figures, all numbers"
    },
    "BOTH": {"both": "with and without, with or without, with vs without, with versus without"},
    "MORE": {
        "more": "how much more often, how much more, how much less, harder, easier, tougher, more difficult, more, less, more often, less often, rather, fewer, longer, shorter, slower, faster,"
        " more easily, more than usual, more common, more frequent, more likely, less common, less likely"
    },
    "HARDER": {
        "win rate": "harder than, easier than, tougher than, more difficult than, better than,"
        " worse than, less difficult than, simpler than, stronger than, weaker than, beaten, beat,"
        " beats, outscored, outplayed, defeated",
        "turns": "longer than, shorter than, last longer than, take longer than, lasts longer than,"
        " takes longer than",
        "turn time": "slower than, faster than, quicker than",
        "fun": "more fun than, less fun than, funnier than",
    },
    "VS_PREVIOUS": {
        "previous": "vs previous, vs last, vs prior, vs one before, versus previous, versus last,"
        " against previous, against last, compared to last, compared to previous,"
        " compared with last, compared with previous, than last, than previous, with one before,"
        " to one before, compared to one before, compared with one before, with previous,"
        " to previous, vs before, compared to before, than one before, versus one before,"
        " and one before, and previous, vs preceding, over previous, than before, to previous one,"
        " vs previous one, with previous one, compared to previous one, than previous one"
    },
    "VS_BOTS": {
        "bots": "vs bots, versus bots, against bots, compared to bots, compared with bots, than bots,"
        " more than bots, less than bots, better than bots, worse than bots, more often than bots,"
        " beside bots, next to bots, vs simulation, vs simulated bots, compared to simulation,"
        " vs simulated games, against simulation, compared with simulation"
    },
    "THIS": {"this": "this, in this, during this, of this, current, so far this"},
    "TOGETHER": {
        "together": "together, at one table, at the same table, at the table together,"
        " playing together, in the same game"
    },
    "IN_TIME": {
        "time": "in minutes, in seconds, in hours, in time, by the clock, in real time, in min",
        "turns": "in turns",
        "points": "in points",
        "cards": "in cards",
    },
    "PERIOD": {
        0: "yesterday",
        1: "january, jan",
        2: "february, feb",
        3: "march",
        4: "april, apr",
        5: "may",
        6: "june, jun",
        7: "july, jul",
        8: "august, aug",
        9: "september, sept",
        10: "october, oct",
        11: "november, nov",
        12: "december, dec",
    },
    "CONTAINS": {
        "contains": "contains, contain, containing, that contain, which contain, mentioning, mention,"
        " mentions, that mention, which mention, about, saying, that say, which say, with word,"
        " with words, talking about, complaining about, that talk about, matching, including word"
    },
    "THAN": {
        "than": "more than, less than, more often than, less often than, fewer than, better than,"
        " worse than, faster than, slower than, quicker than, longer than, shorter than, than"
    },
    "CLOCK": {
        1: "seconds, second, secs, sec, s",
        60: "minutes, minute, mins, min",
        3600: "hours, hour, hrs, hr, h",
    },
    "OR_MORE": {
        ">=": "or more, and more, or above, or longer, or higher, or bigger, or larger, and up, +",
        "<=": "or less, or fewer, or below, or shorter, or lower, or smaller, and less",
    },
    "POSTFIX": {
        "total": "in total, altogether, all told, total",
        "distribution": "distribution, histogram, spread, distributions",
        "mean": "on average, in average, usually, typically, normally, on the average, average, avg",
        "median": "median",
        "sd": "standard deviation, std, sd, std dev, stdev, with standard deviation, with std,"
        " with sd, with std dev, with stdev, and standard deviation, and sd, and std dev,"
        " and its standard deviation, plus standard deviation, ± sd, +- sd",
        "share": "%, percentage, percent, per cent, pct, share",
        "breakdown": "breakdown, split",
    },
    "COMPARE": {
        "compare": "compare, comparing, comparison of, difference between, difference in,"
        " difference, gap in, gap between, difference of"
    },
    "AROUND": {
        "around": "before and after, before vs after, before or after, before versus after,"
        " before / after, after vs before, after and before"
    },
    "COMMA": {",": ";, |"},
    "AND": {"and": "and, &, plus, as well as"},
    "OR": {"or": "or"},
    "VS": {"vs": "vs, vs., versus, against, compared to, compared with, v, to, and, or, than"},
    "NOT": {"not": "not, is not, isn't, are not, aren't, was not, wasn't, isnt, no"},
    "BETWEEN": {"between": "between, is between, are between, from"},
    "KNOWN": {
        True: "is known, known, exists, is set, is given, are known, is not null",
        False: "is unknown, unknown, missing, is missing, not known, is not known, is empty,"
        " is not set, is null",
    },
    "MINUS": {"-": "-, −"},
    "PERCENT": {"%": "%, percent, per cent"},
    "NOUN": {
        "games": "plays, played, playing, joins, joined, games, game, logs, level, levels, mode, ones, one, matches, rules, difficulty, targets,"
        " variant, version, print, play, table, tables, match, pots"
    },
    "GAMES": {"games": "games, game, logs, matches"},
    "SUCH": {
        "in which": "end in, ended in, ending in, that end in, that ended in, in which, where, with, that, which, having, whose, when, that have, for which,"
        " that are, that were, which are, being, which have, who, that take, that took, in"
    },
}

NOISE: Final = frozenset(
    "| recorded logged usage significant significantly statistically conditional relative came come comes up ran run runs lasted lasting title titles made ended ones number use uses using took getting played make makes really actually even just very too usually normally generally ever all any some quite"
    " pls plz thanks thx played ok hey hi hello logged recorded noted tested playtested stay stays remain remains remained "
    " there somebody someone people everybody go goes going went doing done happen happens happened"
    " seen used now still already only - ’s 's , whole get gets anyone anybody ending reached team"
    " teams occur occurs occurred spent pick picks picked choose chose"
    " needed need needs required try tries tried trying attempt attempted his her started"
    " the a an of please show me what whats what's is are was were do does did give list our all"
    " their there we us tell i it he she they people you get take takes taken took have has had to this"
    " that overall currently so far been plot chart graph see want know can would like be"
    " your my its them these those ? ! . : ( )".split()
)
"""Passed over where nothing accepts them."""

SKIPPED: Final = frozenset(
    "someone somebody anyone anybody everybody everyone team teams the a an our we us it they you i do does did is are was were has have had people my your"
    " be been being he she get gets got to really ever usually go goes went going ’s".split()
)
"""Passed over inside a group of words: how long *does a* game take."""

ABBREVIATED: Final = {
    "versus": "vs",
    "nr": "number",
    "num": "number",
    "#": "number",
    "lvl": "level",
    "lvls": "levels",
    "diff": "difficulty",
    "avrg": "average",
    "prob": "probability",
    "rnd": "round",
    "rnds": "rounds",
    "ppl": "people",
    "gotten": "got",
    "computer": "bots",
    "computers": "bots",
    "loosing": "losing",
    "till": "until",
    "quota": "rate",
    "playtested": "played",
    "tested": "played",
    "loose": "lose",
    "looses": "loses",
    "lifes": "lives",
    "life": "lives",
    "looser": "loser",
    "loosers": "losers",
    "opponents": "players",
    "&": "and",
    "eqs": "equations",
    "potluck": "pot luck",
    "topspot": "top spot",
    "spoton": "spot on",
    "playercount": "player count",
    "playercounts": "player count",
    "winrates": "win rate",
    "wr": "win rate",
    "pts": "points",
    "plyr": "player",
    "plyrs": "players",
}
"""Words that are written short, and what they stand for wherever they stand."""

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        (
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
            " fifteen sixteen seventeen eighteen nineteen twenty"
        ).split()
    )
} | {"no": 0, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90, "hundred": 100}


PER_LEADS: Final = (
    "per",
    "/",
    "a",
    "an",
    "each",
    "every",
    "for each",
    "for every",
    "for a",
    "in a",
    "in each",
    "in every",
    "of a",
    "in one",
    "for one",
    "to a",
)
"""Before the word of a unit: turns *per* target, *in each* game."""

PER_FRAMES: Final = (
    ("does a", "take"),
    ("does a", "have"),
    ("does a", "need"),
    ("does each", "take"),
    ("does the average", "take"),
    ("does the average", "have"),
)
"""Around it: how many turns *does a* target *take*."""


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(", ") if word.strip()]


MONTHS: Final[Mapping[str, int]] = {
    name: number
    for number, names in _KEYWORDS["PERIOD"].items()
    for name in _words(names)
    if number
}


DIFFERENT: Final = frozenset({"different", "distinct", "unique"})
"""Words before what is counted once each."""

_LISTING: Final = (
    "which, what, list, list all, list of, list of all, show all, relative frequency of,"
    " relative frequencies of, frequency table of, frequency of, frequencies of, share of each,"
    " percentage of each, proportion of each, how often each, cross tab of, crosstab of,"
    " cross table of, contingency table of, table of, crosstab, cross tab, how many different,"
    " how many distinct, how many unique, number of different, number of distinct, number of unique,"
    " count of different, count of distinct, count of unique, different kinds of, count distinct"
)
"""Before a dimension of which everything is to be told."""

_OF_GAMES: Final = ("in", "for", "of", "on", "from", "during", "among", "across", "within")
_WHICH_GAMES: Final = (
    *(
        "",
        "that took",
        "which took",
        "taking",
        "that last",
        "that lasted",
        "lasting",
        "which lasted",
    ),
    *("that had", "which had", "having", "that have", "where", "that went"),
    *("in", "on", "from", "at"),
)
"""Around the word for games, before what chooses them: *in* games *that took* more than 40 turns."""


def keywords() -> dict[str, list[tuple[str, Any]]]:
    """Return every fixed word or group of words with what it may be: (symbol, value) each."""
    found: dict[str, list[tuple[str, Any]]] = {}

    def add(word: str, symbol: str, value: Any) -> None:
        found.setdefault(word, []).append((symbol, value))

    for symbol in ("POSTFIX", "THAN"):  # of words that are several things these come first
        for value, words in _KEYWORDS[symbol].items():
            for word in _words(words):
                add(word, symbol, value)
    for name, words in AGGREGATES.items():
        for word in _words(words):
            add(word, "AGG", (name, None))
            if word in PLAIN:
                add(word, "PLAIN", (name, None))
            if name in ("breakdown", "distribution"):
                add(word, "LISTING", name)
    for span, words in SPANS.items():
        for word in _words(words):
            add(word, "SPAN", span)
    for sign, words in _COMPARISONS.items():
        for word in _words(words):
            add(word, "CMP", sign)
            if sign not in ("=", "!=", "in", "not in", "all of") and word not in ("max", "min"):
                add(word, "SIZE", sign)
            if word[0].isalpha() and not word.startswith("is"):
                add(f"is {word}", "CMP", sign)
                add(f"are {word}", "CMP", sign)
    add("how long", "AGG", ("mean", None))
    add(",", "COMMA", ",")
    for symbol, values in _KEYWORDS.items():
        if symbol in ("POSTFIX", "THAN"):
            continue
        for value, words in values.items():
            for word in _words(words):
                add(word, symbol, value)
    for word in ("vs", "versus", "against", "than", "compared to", "compared with", "relative to"):
        add(word, "AGAINST", "vs")
    for lead, games in product(_OF_GAMES, ("games", "matches")):
        for which in _WHICH_GAMES:
            add(f"{lead} {games} {which}".strip(), "FILTER", "where")
    for word in _words(_LISTING):
        add(word, "LISTING", "breakdown")
    for lead in ("in", "for", "of", "from", "among", "over", "across", "within", "on"):
        for such in (
            "where",
            "in which",
            "on",
            "in",
            "that are",
            "that had",
            "that have",
            "tagged",
        ):
            words = f"{lead} games {such}"
            if words not in found:
                add(words, "FILTER", "where")
    return found


STARTING: Final = (("FILTER", "where"), ("DIM", ["seat"]), ("CMP", "="), ("NUMBER", 0))
"""What stands for a saying behind a player: when Anna *plays first*."""

LISTED: Final = "listed"
"""Before words that are looked for in remarks, which are then listed."""
