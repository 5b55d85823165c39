"""Finds questions that can be answered and are like one that does not read.

A phrase that is not understood shares words with the names and sentences of what can be asked. These
questions are offered and never run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.metrics import Metric

from ..catalogue import Catalogue, normal
from ..language.lexer import RATED, Lexer, Values
from ..language.reading.conditions import merged
from ..language.words import SPANS
from ..plan import CannotAsk, Planner, Scope
from ..query import Condition, Measure, Query, Step
from .composed import Composed
from .fit import Fit
from .nearness import SUGGESTIONS
from .told_instead import NEAREST
from .vocabulary import (
    OF_NO_WEIGHT,
    SHORT_WORD,
    known,
    rarity,
    stem,
    weights,
    words_of,
    words_of_metrics,
)

_LETTERS: Final = re.compile(r"[^\W\d_]+")

USUAL: Final = ("win rate by level", "mean turns per game", "pass rate by player")
"""What is offered where a phrase has no word in common with anything."""

FELT: Final = (
    "mean stars where rating = fun",
    "mean stars by rating",
    "number of remarks by remark",
)
"""What a log can tell of how people felt."""

_OF_FEELING: Final = (
    "enjoy, enjoyed, enjoyable, feel, felt, feeling, feelings, frustrated, frustrating, bored, boring,"
    " annoyed, annoying, happy, happiness, love, loved, hate, hated, excited, exciting, tense, mood,"
    " satisfied, satisfying, engagement, engaged, engaging, enjoyment, boredom, frustration"
).split(", ")
"""Words for what people felt."""

_OF_DIFFERENT: Final = frozenset({"different", "differ", "distinct", "uniqu"})
"""Stems of words that ask how many there are of something, each counted once."""

_LEAST: Final = 3.0
"""A word of a sentence that few have, or one of a name."""
_NEAR: Final = 0.55
"""Beside the best: what scores less is left out."""
_COUNTED: Final = ("games", "players")
"""What phrases name by the way: version 2 games."""
_SAID_BY_METRICS: Final = frozenset({"outcome", "target outcome", "operation", "rank"})
"""Dimensions whose values are words that metrics have as well: won, finished, open, add."""
_OF_GAMES: Final = frozenset({"game", "level", "player", "location", "session", "rules version"})
"""Dimensions by which it is said of which games something is asked."""
_SPLIT_GAMES: Final = _OF_GAMES - {"game", "player", "rules version"}
_SPLITS_NOTHING: Final = frozenset({"game", "played at", "outcome", "options", "log id"})
"""Dimensions that are words of everyday as well: a question is not split by them unasked."""


def alternatives(
    phrase: str,
    names: Catalogue,
    store: Values | None,
    rest: Query | None,
    dropped: Iterable[str] = (),
    typed: str = "",
    put_together: Callable[[], Composed | None] = lambda: None,
) -> list[str]:
    """Return up to three questions that are like *phrase*, the likest first.

    *rest* is how the phrase reads without some words that stand for nothing there, None if it does
    not; these were *dropped*, and may yet say more of what is meant than the others. *typed* is the phrase
    before anything in it was mended. *put_together* makes a question of the parts of it that read.
    """
    named = _Named(phrase, names, store)
    if _is_of_feeling(_stems(re.sub(_QUOTED, "", f"{phrase} {typed}"))):
        return named.said_beside(FELT, store)
    if (nearest := _nearest(_stems(f"{phrase} {typed}"))) is not None:
        return named.with_games(named.asked_by(nearest), store)
    if _Named(typed or phrase, names, store).is_of_something_else():
        return []
    found: dict[str, None] = {}
    if (
        rest is not None
        and named.metrics
        and not _is_only_counted(rest)
        and can_be_told(rest, names)
    ):
        found[str(rest)] = None
        if not named.knows(dropped):
            named.keep_beside(one.metric for one in rest.measures)
    for metric in named.alike():
        if named.beside is not None and metric.name not in named.beside:
            continue
        question = _question(metric, names, named, rest)
        if question is not None:
            found[question] = None
        if len(found) >= SUGGESTIONS:
            break
    if not found and (named.where or (rest is not None and rest.where)):
        where = tuple(named.where) if rest is None else rest.where
        found[str(Query((Measure("total", "games"),), where=where))] = None
        for name in ("win rate", "turns"):
            question = _question(names.metrics[name], names, named, rest)
            if question is not None:
                found[question] = None
    made = put_together()
    if made is not None and _says_more(made.query, next(iter(found), ""), phrase, names, store):
        found = {str(made.query): None, **found}
    return list(found or dict.fromkeys(USUAL))[:SUGGESTIONS]


def _says_more(
    made: Query, first: str, phrase: str, names: Catalogue, store: Values | None
) -> bool:
    """Tell whether a question that was put together says clearly more of a phrase than another one."""
    from ..language.phrase import quietly

    fit = Fit(phrase, names)
    other = quietly(first, names, store) if first else None
    least = fit.of(other) + _CLEARLY if other is not None else _CLEARLY
    return fit.of(made) > least


_CLEARLY: Final = 0.1


def known_nearest(phrase: str, names: Catalogue, store: Values | None) -> list[str]:
    """Return the questions of `NEAREST` that a phrase's words are about, none where it has none."""
    nearest = _nearest(_stems(phrase))
    if nearest is None:
        return []
    named = _Named(phrase, names, store)
    return named.with_games(named.asked_by(nearest), store)


def halves_of_games(phrase: str, names: Catalogue, store: Values | None) -> list[str]:
    """Return what tells earlier games from later ones: they are no two halves."""
    named = _Named(phrase, names, store)
    return named.with_games(named.asked_by(("{} by month", "{} by nth game in bins of 10")), store)


def _nearest(stems: set[str]) -> Sequence[str] | None:
    """Return the questions of the first of `NEAREST` of which all words are there."""
    for said, questions in NEAREST:
        if {stem(one) for one in said.split()} <= stems:
            return questions
    return None


_QUOTED: Final = r"\"[^\"]*\""


def _is_of_feeling(stems: set[str]) -> bool:
    """Tell whether a phrase asks what people felt, which ratings and remarks may tell."""
    return bool({stem(one) for one in _OF_FEELING} & stems)


def _stems(phrase: str) -> set[str]:
    """Return the stems of all words."""
    return {stem(normal(one)) for one in _LETTERS.findall(phrase)}


def where_to_look(phrase: str, names: Catalogue, store: Values | None) -> str:
    """Say where all that can be asked is listed, by a word of the phrase that is found there."""
    named = _Named(phrase, names, store)
    texts = {
        word.strip(".,:;()")
        for one in names.metrics.values()
        for word in normal(" ".join((one.name, one.sentence, *one.synonyms))).split()
    }
    for word in sorted(named.content, key=len, reverse=True):
        for form in (word, word.removesuffix("s")):
            if form in texts:
                return f"What can be asked: `cardstats metrics --search {form}`."
    return (
        "Questions are read in English, such as win rate by level. What can be asked:"
        " `cardstats metrics`, and `cardstats dimensions`."
    )


def _is_only_counted(query: Query) -> bool:
    return query.measures == (Measure("total", "games"),)


class _Named:
    """What a phrase names, wherever it stands."""

    def __init__(self, phrase: str, names: Catalogue, store: Values | None) -> None:
        self.names = names
        self.metrics: list[str] = []
        self.dimensions: list[str] = []
        self.where: list[Condition] = []
        self.groups: list[list[str]] = []
        """Metrics that share a word which the phrase has."""
        self.beside: set[str] | None = None
        """Where what is asked for reads: what else its words may mean, the rest being like it."""
        self.words: list[str] = []
        """The stems of its words that say something,"""
        self.stems = _stems(phrase)
        """those of all,"""
        self.content: list[str] = []
        """and those that are no values, as they were typed."""
        lexer = Lexer(phrase, names, store)
        at = 0
        while at < len(lexer.pieces):
            word = normal(lexer.pieces[at].text)
            taken, is_value = self._take(lexer, at)
            if word[0].isalpha() and word not in OF_NO_WEIGHT and not is_value:
                self.words.append(stem(word))
                self.content.append(word)
            at += taken

    def _take(self, lexer: Lexer, at: int) -> tuple[int, bool]:
        """Note what stands at a place; return how many pieces it has, and if it is but a value."""
        readings = [*lexer.readings(at)]
        is_little = normal(lexer.pieces[at].text) in OF_NO_WEIGHT
        readings += [one for one in lexer.stored(at) if one[0] > 1 or not is_little]
        readings = [one for one in readings if one[1] in ("METRIC", "DIM", "VALUE")]
        taken = max((length for length, *_ in readings), default=1)
        for length, symbol, value in readings:
            if length < taken:  # the "win" of "win rate" is no outcome
                continue
            if symbol == "METRIC":
                named = [self.names.aliases.get(one, (one, None))[0] for one in value]
                self.metrics += [one for one in named if one not in self.metrics]
                self.groups.append(named)
            elif symbol == "DIM":
                self.dimensions += [one for one in value if one not in self.dimensions]
            elif value[0][0] not in _SAID_BY_METRICS:
                one = Condition(value[0][0], "=", (value[0][1],))
                self.where += [one] if one not in self.where else []
        kinds = {symbol for length, symbol, _ in readings if length == taken}
        is_value = kinds == {"VALUE"} and self.where != []
        for extra in range(at + 1, at + taken) if not is_value else ():
            self.words.append(stem(normal(lexer.pieces[extra].text)))
        return taken, is_value

    def asked_by(self, questions: Iterable[str]) -> list[str]:
        """Return *questions* of the figure that the phrase names first, games left out."""
        first = next((one for one in self.metrics if one not in _COUNTED), "win rate")
        metric = self.names.metrics["stars" if first.startswith(RATED) else first]
        spread = Measure("sd", metric.name, None if metric.kind == "value" else metric.per)
        asked = {"{sd}": str(spread), "{}": str(_usual(metric))}
        found = list(questions)
        for mark, figure in asked.items():
            found = [one.replace(mark, figure) for one in found]
        return found

    def with_games(self, questions: Iterable[str], store: Values | None) -> list[str]:
        """Return *questions* of the games, levels and players that the phrase names."""
        from ..language.phrase import read

        found = []
        named = merged([one for one in self.where if one.dimension in _OF_GAMES])
        for text in questions:
            query = read(text, self.names, store)
            chosen = {one.dimension for one in query.where} | {one.dimension for one in query.by}
            more = tuple(one for one in named if one.dimension not in chosen)
            if any(one.metric == "stars" for one in query.measures) and "rating" not in chosen:
                more += tuple(one for one in self.where if one.dimension == "rating")
            asked = query._replace(where=(*query.where, *more))
            found.append(str(asked) if more and can_be_told(asked, self.names) else text)
        return list(dict.fromkeys(found))

    def said_beside(self, questions: Iterable[str], store: Values | None) -> list[str]:
        """Return *questions* of the games that the phrase names, split by what it names."""
        from ..language.phrase import read

        # Players feel, and are no split for that; `player count` and `by player` say so.
        counted = {"player count"} if self.stems & {"count", "size", "number"} else set()
        splits = [Step(one) for one in self.dimensions if one in (_SPLIT_GAMES | counted)]
        found = []
        for text in self.with_games(questions, store):
            query = read(text, self.names, store)
            split = query._replace(by=(*splits[:1], *query.by))
            found.append(str(split) if can_be_told(split, self.names) else text)
        return list(dict.fromkeys(found))

    def is_of_something_else(self) -> bool:
        """Tell whether most of what it says is no word of anything that can be asked."""
        vocabulary = words_of_metrics(self.names).union(words_of(self.names.dimensions))
        asked = [word for word in dict.fromkeys(self.words) if not word.isdecimal()]
        asked = [known(word, vocabulary) if len(word) > SHORT_WORD else word for word in asked]
        strange = sum(word not in vocabulary for word in asked)
        is_named = any(one != "players" for one in self.metrics)
        if strange == len(asked) == 1 and not self.where:
            return not is_named and len(self.stems) > 1  # how was the atmosphere
        return not is_named and 1 < strange >= len(asked) - strange + len(self.where)

    def knows(self, words: Iterable[str]) -> bool:
        """Tell whether some words are those of metrics, if not of one by its name."""
        stems = {stem(one) for text in words for one in normal(text.strip("`")).split()}
        return bool(
            {one for one in stems if one not in OF_NO_WEIGHT} & words_of_metrics(self.names)
        )

    def keep_beside(self, metrics: Iterable[str]) -> None:
        """Look for no other metrics than those that share a word with these."""
        asked = set(metrics)
        groups = self.groups if self.games else []  # a word means one thing where no game is named
        self.beside = {one for group in groups if asked & set(group) for one in group}

    @property
    def games(self) -> set[str]:
        """The games that are named."""
        return {str(one.values[0]) for one in self.where if one.dimension == "game"}

    def alike(self) -> list[Metric]:
        """Return the metrics whose words the phrase uses, the likest first."""
        vocabulary, rarest = words_of_metrics(self.names), rarity(self.names)
        asked = [known(word, vocabulary) for word in dict.fromkeys(self.words)]
        named = [one for one in self.metrics if one not in _COUNTED] or self.metrics
        first = next(iter(named), "")
        scored = []
        for name, words in weights(self.names).items():
            games = self.names.games_of(name)
            if self.games and games and not self.games & set(games):
                continue
            is_of_different = self.names.metrics[name].kind == "distinct" and " " in name
            if is_of_different and not self.stems & _OF_DIFFERENT:
                continue
            score = sum(rarest[word] * words[word] for word in asked if word in words)
            # Of two that share the same words the one that has fewer others is meant.
            score *= 1 - 0.02 * min(10, len(normal(name).split()))
            is_named = name in self.metrics
            score += (4.0 if name == first else 2.0) * is_named + 0.5 * bool(
                self.games & set(games)
            )
            if score >= _LEAST:
                scored.append((score, name))
        scored.sort(key=lambda one: -one[0])
        return [self.names.metrics[name] for score, name in scored if score >= _NEAR * scored[0][0]]


def _question(metric: Metric, names: Catalogue, named: _Named, rest: Query | None) -> str | None:
    """Return a question for *metric* with as much as it bears of what else was said."""
    measure = _usual(metric)
    by = rest.by if rest is not None else ()
    where = rest.where if rest is not None else tuple(named.where)
    base = Query((measure,), by, where)
    if rest is not None:
        base = rest._replace(measures=(measure,), order=None, limit=None, compare=None)
        if base.last is not None and base.last[1] not in SPANS:  # "this game" is a way of speaking
            base = base._replace(last=None)
    splits = [
        Step(one)
        for one in named.dimensions
        if names.dimensions[one].kind == "text" and one not in _SPLITS_NOTHING
    ]
    tries = [base._replace(by=(*by, step)) for step in splits[:2]] if not by else []
    tries += [base, base._replace(by=()), base._replace(by=(), where=())]
    for query in tries:
        if can_be_told(query, names, evenly=True):
            return str(query)
    return None


def _usual(metric: Metric) -> Measure:
    """Return the figure that a metric's bare name stands for."""
    if metric.top:
        return Measure("rate", metric.name)
    if metric.usually == "total" and metric.kind in ("count", "distinct"):
        return Measure("total", metric.name)
    return Measure("mean", metric.name, None if metric.kind == "value" else metric.per)


def can_be_told(query: Query, names: Catalogue, *, evenly: bool = False) -> bool:
    """Tell whether there is a way to count what is asked; *evenly*: each case but once."""
    for measure in query.measures:  # of one session there is one
        counted = names.metrics[measure.metric]
        if counted.kind == "distinct" and {s.dimension for s in query.by} & {*counted.at.values()}:
            return False
    planner = Planner(query, names, Scope("with"))
    try:
        plans = [planner.plan(measure) for measure in query.measures]
    except CannotAsk:
        return False
    return not (evenly and any(plan.fans_out for plan in plans))
