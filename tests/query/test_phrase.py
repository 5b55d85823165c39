"""Phrases as people type them, and the question each is read as."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from storage.query import PhraseError, Query, read
from storage.query.catalogue import Catalogue, catalogue, current
from storage.query.language.words import SPANS
from storage.query.query import Comparison, Condition, Measure, Step

NAMES = catalogue()

READINGS = {
    # -- aggregates
    "avg turns per target": "mean turns per target",
    "average number of turns per target": "mean turns per target",
    "median turns per game": "median turns per game",
    "p90 turns per target": "p90 turns per target",
    "90th percentile of turns per game": "p90 turns per game",
    "max signals per target": "max signals per target",
    "fewest turns per game": "min turns per game",
    "standard deviation of turns per game": "sd turns per game",
    "total passes": "number of passes",
    "how many games": "number of games",
    "number of players": "number of players",
    "pass rate by number of players": "pass rate by player count",
    "distribution of number of players": "number of games by player count",
    "share of forced busts": "share of forced busts",
    "share of passes": "share of passes",
    "how often do people pass": "share of passes",
    "distribution of game length": "distribution of turns per game",
    "score distribution": "distribution of score",
    "histogram of turns per target in bins of 5": "distribution of turns per target in bins of 5",
    "breakdown of losses": "number of losses by cause",
    "breakdown of outcomes": "number of games by outcome",
    # -- what is meant where no aggregate is said
    "turns": "mean turns per game",
    "hits": "number of hits",
    "pass rate": "pass rate",
    "average pass rate": "pass rate",
    "pass-rate": "pass rate",
    "PASS RATE?": "pass rate",
    "what is the win rate": "win rate",
    "target length": "mean turns per target",
    "how many turns does a target take": "mean turns per target",
    "how many games did we win": "number of wins",
    "loss causes": "number of losses by cause",
    "rule breaks by code": "number of rule breaks by rule break",
    # -- several at once
    "pass rate, win rate": "pass rate, win rate",
    "pass rate and win rate by level": "pass rate, win rate by level",
    "avg turns and passes per target": "mean turns per target, mean passes per target",
    "median turns per game, win rate": "median turns per game, win rate",
    # -- splits
    "pass rate by level": "pass rate by level",
    "pass rate per level": "pass rate by level",
    "pass rate across levels": "pass rate by level",
    "pass rate for each level": "pass rate by level",
    "pass rate by level and player count": "pass rate by level, player count",
    "pass rate by level, outcome": "pass rate by level, outcome",
    "pass rate per player": "pass rate by player",
    "passes per player": "mean passes per player",
    "passes per player per game": "mean passes per player",
    "turns per target by target value in bins of 100": "mean turns per target by target value in bins of 100",
    "win rate by week": "win rate by week",
    "win rate per month": "win rate by month",
    "win rate weekly": "win rate by week",
    "win rate over time": "win rate by month",
    "win rate by played at by week": "win rate by week",
    "hits by operation": "number of hits by operation",
    "win rate by players": "win rate by player",
    # -- conditions
    "pass rate for hard": "pass rate where level = hard",
    "pass rate on hard": "pass rate where level = hard",
    "pass rate in hard games": "pass rate where level = hard",
    "pass rate for level hard": "pass rate where level = hard",
    "pass rate for hard level": "pass rate where level = hard",
    "hard pass rate": "pass rate where level = hard",
    "pass rate where level is hard": "pass rate where level = hard",
    "pass rate where level = normal, hard": 'pass rate where level in "normal", "hard"',
    "pass rate where level in normal, hard": 'pass rate where level in "normal", "hard"',
    "pass rate for normal or hard": 'pass rate where level in "normal", "hard"',
    "pass rate where level is not hard": "pass rate where level != hard",
    "pass rate without hard": "pass rate where level != hard",
    "pass rate excluding hard and easy": 'pass rate where level not in "hard", "easy"',
    "turns in lost games": "mean turns per game where outcome = lost",
    "how many lost games": "number of losses",
    "how many hard games": "number of games where level = hard",
    "win rate with 3 players": "win rate where player count = 3",
    "win rate 3 players": "win rate where player count = 3",
    "win rate with at least 3 players": "win rate where player count >= 3",
    "win rate for games with more than 40 turns": "win rate where game turns > 40",
    "win rate where turns > 40": "win rate where game turns > 40",
    "win rate where turns between 20 and 40": "win rate where game turns between 20 and 40",
    "win rate with between 2 and 3 players": "win rate where player count between 2 and 3",
    "passes per target where turns > 9": "mean passes per target where target turns > 9",
    "win rate where session is known": "win rate where session is known",
    "win rate where turns ≥ 40 and level = hard": "win rate where game turns >= 40 and level = hard",
    "where level = hard, win rate": "win rate where level = hard",
    "on hard: win rate": "win rate where level = hard",
    "pass rate for level = hard with 3 players by outcome": "pass rate by outcome where level = hard and player count = 3",
    "turns per target for hit targets": 'mean turns per target where target outcome = "hit"',
    "win rate without signals": 'win rate where signals allowed = "no"',
    "share of games where turns > 40 by level": "share of games in which game turns > 40 by level",
    "share of passes where level = hard": "share of passes for level = hard",
    "share of games for hard by outcome": "share of games by outcome for level = hard",
    # -- time, bots, order, intervals
    "win rate since 2026-11-29": "win rate since 2026-11-29",
    "win rate since 2026": "win rate since 2026-01-01",
    "win rate before 2026-11": "win rate until 2026-11-01",
    "win rate last 30 days": "win rate last 30 days",
    "win rate in the last 2 weeks": "win rate last 2 weeks",
    "win rate last month": "win rate last month",
    "win rate including bots": "win rate including bots",
    "win rate only bots": "win rate only bots",
    "win rate without bots": "win rate without bots",
    "top 5 players by win rate": "win rate by player top 5",
    "best players by win rate": "win rate by player order by win rate descending",
    "worst level by win rate": "win rate by level order by win rate",
    "worst level by loss rate": "loss rate by level order by loss rate descending",
    "which level has the highest win rate": "win rate by level order by win rate descending",
    "which player passes most": "mean passes per game by player order by mean passes per game descending",
    "win rate by session top 3": "win rate by session top 3",
    "win rate by session bottom 3": "win rate by session bottom 3",
    "win rate by level order by level descending": "win rate by level order by level descending",
    "win rate by session with at least 5 games": "win rate by session with at least 5 games",
    "win rate with ci 90 %": "win rate with ci 90 %",
    "win rate anytime": "win rate anytime",
    # -- comparisons
    "compare level normal vs hard win rate": "win rate compare level normal vs hard",
    "win rate normal vs hard": "win rate compare level normal vs hard",
    "win rate for normal vs hard": "win rate compare level normal vs hard",
    "compare win rate for normal vs hard": "win rate compare level normal vs hard",
    "win rate 2 vs 4 players": "win rate compare player count 2 vs 4",
    "win rate 2 players vs 4 players": "win rate compare player count 2 vs 4",
    "compare rules A vs B": 'win rate, mean turns per game, pass rate compare rules version "A" vs B',
    "win rate with signals vs without signals": 'win rate compare signals allowed yes vs "no"',
}


class Levels:
    """A store that knows the levels and two players."""

    def words(self):
        return {word: [("level", word)] for word in ("easy", "normal", "hard", "expert")} | {
            "anna": [("player", "Anna")],
            "max": [("player", "Max")],
            "a": [("player", "A")],
        }

    def of(self, dimension):
        return {
            "level": ["easy", "expert", "hard", "normal"],
            "player": ["A", "Anna", "Max"],
            "rules version": ["A", "B"],
        }.get(dimension.name)


@pytest.mark.parametrize(("phrase", "echo"), READINGS.items())
def test_a_phrase_is_read_as(phrase: str, echo: str) -> None:
    assert str(read(phrase, store=Levels())) == echo


@pytest.mark.parametrize("phrase", READINGS)
def test_the_echo_reads_the_same(phrase: str) -> None:
    query = read(phrase, store=Levels())

    assert read(str(query), store=Levels()) == query
    assert read(str(query)) == query
    assert Query.from_json(query.to_json()) == query


@pytest.mark.parametrize(
    ("said", "month", "day"),
    [("1 March", 3, 1), ("march 1st", 3, 1), ("3rd of November", 11, 3), ("December 31", 12, 31)],
)
def test_a_day_without_its_year_is_the_latest_that_has_begun(
    said: str, month: int, day: int
) -> None:
    today = datetime.now(UTC).date()
    year = today.year - ((month, day) > (today.month, today.day))

    assert read(f"games since {said}").since == date(year, month, day).isoformat()


def test_names_are_found_case_blind_and_beat_keywords_where_a_value_stands() -> None:
    assert str(read("pass rate for ANNA", store=Levels())) == "pass rate where player = Anna"
    assert read("pass rate for max", store=Levels()).where[0].values == ("Max",)
    assert read('pass rate where player = "Max"', store=Levels()).where[0].values == ("Max",)


def test_a_value_of_two_dimensions_has_to_be_told_apart() -> None:
    class Both(Levels):
        def words(self):
            return {"a": [("player", "A"), ("rules version", "A")]}

    with pytest.raises(PhraseError) as caught:
        read("win rate for a", store=Both())

    assert caught.value.code == "ambiguous-value"
    assert caught.value.suggestions == ("player = A", "rules version = A")
    for suggestion in caught.value.suggestions:
        read(f"win rate where {suggestion}", store=Both())


class Anything(Levels):
    """A store that may hold any value."""

    def of(self, dimension):
        return None


# -- every question has an echo that reads as the question

TEXT = st.one_of(
    st.sampled_from(
        [
            "hard",
            "Max",
            "by",
            "a, b",
            'say "x"',
            "'",
            "Anna B",
            "; DROP",
            "level",
            "–",
            "7",
            "2026-11",
            "and",
            "Hit",
            "$v0",
        ]
    ),
    st.text(min_size=1, max_size=12).filter(lambda text: text.strip()),
)
NUMBER = st.one_of(
    st.integers(-(10**9), 10**9),
    st.floats(-1e6, 1e6, allow_nan=False).map(lambda x: x + 0.0),
)
DATE = st.dates().map(str)


@st.composite
def conditions(draw: st.DrawFn) -> Condition:
    dimension = NAMES.dimensions[draw(st.sampled_from(sorted(NAMES.dimensions)))]
    most = 1 if dimension.kind == "flag" else 3
    if dimension.values and not dimension.is_open:
        values = st.sampled_from(sorted(dimension.values))
        most = len(dimension.values)
    else:
        values = {"number": NUMBER, "time": DATE, "text": TEXT, "flag": st.just("yes")}[
            dimension.kind
        ]
    signs = ["=", "!=", "known", "unknown"]
    if "games" not in dimension.at and dimension.kind == "text":
        signs.append("all of")
    if dimension.kind == "text":
        signs.append("contains")
    if dimension.kind in ("number", "time"):
        signs += ["<", "<=", ">", ">=", "between"]
    sign = draw(st.sampled_from(signs))
    count = {"known": 0, "unknown": 0, "between": 2}.get(sign)
    if count is None:
        count = draw(st.integers(1, min(most, 3))) if sign in ("=", "!=", "all of") else 1
    drawn = draw(st.lists(values, min_size=count, max_size=count, unique=sign != "between"))
    return Condition(dimension.name, sign, tuple(sorted(drawn) if sign == "between" else drawn))


@st.composite
def measures(draw: st.DrawFn, names: Catalogue = NAMES) -> Measure:
    asked = sorted(set(names.metrics) - set(names.hidden))
    metric = names.metrics[draw(st.sampled_from(asked))]
    of_size = ["median", "quantile", "min", "max", "sd", "distribution"]
    if metric.kind == "distinct":
        return Measure("total", metric.name)
    if metric.top:
        kind = draw(st.sampled_from(["rate", *of_size]))
    else:
        kinds = ["mean", *of_size]
        kinds += ["total"] * (metric.kind == "count") + ["share"] * bool(metric.whole)
        kind = draw(st.sampled_from(kinds))
    per = None
    if kind not in ("rate", "total", "share") and metric.kind != "value":
        units = ["session", "player"] if metric.name == "games" else ["game", "player", "turn"]
        per = draw(st.sampled_from([*units, "target"]))
        is_elsewhere = per == "target" and metric.games and "spot-on" not in metric.games
        # A metric of its own, as cards per target; and what others call targets has its own name.
        if f"{metric.name} per {per}" in names.words or is_elsewhere:
            per = units[0]
    quantile = draw(st.sampled_from([0.05, 0.25, 0.9, 0.999])) if kind == "quantile" else None
    bins = draw(st.sampled_from([None, 5.0, 0.25])) if kind == "distribution" else None
    return Measure(kind, metric.name, per, quantile, bins=bins)


@st.composite
def steps(draw: st.DrawFn) -> Step:
    dimension = NAMES.dimensions[draw(st.sampled_from(sorted(NAMES.dimensions)))]
    if dimension.kind == "time":
        return Step(dimension.name, span=draw(st.sampled_from(["day", "week", "month", "year"])))
    bins = draw(st.sampled_from([None, 10.0, 0.5])) if dimension.kind == "number" else None
    return Step(dimension.name, bins=bins)


LAST = [(0, "month"), (1, "week"), (30, "day"), (7, "game"), (1, "session"), (3, "session")]
LAST += [(2, "rules version"), (4, "location")]


@st.composite
def queries(draw: st.DrawFn, names: Catalogue = NAMES) -> Query:
    asked = draw(st.lists(measures(names), min_size=1, max_size=3, unique=True))
    asked = [one for one in asked[:-1] if one.bins is None] + [asked[-1]]
    if draw(st.booleans()):
        such = draw(st.lists(conditions(), min_size=1, max_size=2, unique_by=_key))
        asked.append(
            Measure("share", draw(st.sampled_from(["games", "targets", "turns"])), such=tuple(such))
        )
        asked = [one for one in asked if one.bins is None]
    by = draw(st.lists(steps(), max_size=2, unique_by=lambda step: step.dimension))
    where = draw(st.lists(conditions(), max_size=3, unique_by=_key))
    order, descending = None, False
    if draw(st.booleans()):
        beside = ["n", "low", "high"]
        beside += ["games"] if all(one.metric != "games" for one in asked) else []
        splits = [step.dimension for step in by]
        order = draw(st.sampled_from([str(asked[0]), *splits, *beside]))
        descending = draw(st.booleans())
    if any(one.such or one.bins for one in asked) and order == str(asked[0]):
        order, descending = None, False
    compare = None
    if draw(st.booleans()):
        pair = draw(st.lists(TEXT, min_size=2, max_size=2, unique=True))
        compare = Comparison(draw(st.sampled_from(["player", "session"])), tuple(pair))
    last = draw(st.none() | st.sampled_from(LAST))
    previous = None
    if compare is None and draw(st.booleans()):
        if last is not None and last[1] in SPANS and last[0]:
            previous = "period"
        elif last is None or last[1] == "game":
            previous = draw(
                st.sampled_from(["week", "year", "session", "rules version", "2026-10-01"])
            )
            last = last if previous not in SPANS else None
    since, until = sorted(draw(st.lists(DATE, min_size=2, max_size=2, unique=True)))
    return Query(
        tuple(asked),
        tuple(by),
        tuple(where),
        compare,
        draw(st.sampled_from([None, "with", "only", "without"])),
        draw(st.sampled_from([None, since])),
        draw(st.sampled_from([None, until])),
        last,
        draw(st.none() | st.integers(1, 50)),
        order,
        descending,
        draw(st.none() | st.integers(1, 50)),
        draw(st.none() | st.sampled_from([0.9, 0.999, 0.5])),
        draw(st.booleans()),
        previous,
        beside_bots=draw(st.booleans()),
    )


def _key(condition: Condition) -> object:
    return condition.dimension


def is_of_one_game(query: Query) -> bool:
    """Tell whether a game may tell it: what others call targets is read by its name with their figures."""
    figures = [set(NAMES.games_of(one.metric)) for one in query.measures]
    said = [one.dimension for one in (*query.by, *query.where)]
    said += [one.dimension for measure in query.measures for one in measure.such]
    homes = [set(NAMES.dimensions[name].games) for name in said]
    return all(not a or not b or a & b for a in figures for b in (*homes, *figures))


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(queries())
def test_every_question_has_an_echo_that_reads_as_it(query: Query) -> None:
    assume(is_of_one_game(query))
    assert read(str(query)) == query
    assert read(str(query), store=Anything()) == query
    assert Query.from_json(query.to_json()) == query


OWN = """
[metrics."comeback rate"]
sentence = "Targets hit after the total had passed over them, of all that were hit."
over = "hits * (rounds.passed_over > 0)"
of = "hits"

[metrics."a by 2 net"]
sentence = "Passes less plays."
value = "passes - plays"
synonyms = ["ab"]
"""


@pytest.fixture(scope="module")
def with_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """Yield the catalogue with two metrics of one's own, one named by words of the language."""
    file = tmp_path_factory.mktemp("own") / "cardstats.toml"
    file.write_text(OWN, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDSTATS_CONFIG", str(file))
        yield current()


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_so_has_one_with_metrics_of_ones_own(with_own: Catalogue, data: st.DataObject) -> None:
    own = [one for one in with_own.metrics.values() if one.name not in NAMES.metrics]
    metric = data.draw(st.sampled_from([one for one in own if one.name not in with_own.hidden]))
    kind = "rate" if metric.top else data.draw(st.sampled_from(["mean", "median", "max"]))
    per = None if metric.top or metric.kind == "value" else "game"
    query = data.draw(queries(with_own))
    asked = dict.fromkeys((Measure(kind, metric.name, per), *query.measures))
    query = query._replace(measures=tuple(asked))

    assert read(str(query), with_own) == query
    assert Query.from_json(query.to_json()) == query


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_question_or_an_error_that_points_into_it(text: str) -> None:
    error = None
    try:
        read(text)
    except PhraseError as caught:
        error = caught
    assert error is None or (0 <= error.start <= len(text) + 1 and str(error))
