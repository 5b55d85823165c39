"""What is offered where a phrase does not read is the nearest to what it means."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from storage.query import PhraseError, read, run
from storage.query.catalogue import catalogue
from storage.query.language.phrase import quietly
from storage.query.query import Query
from storage.query.suggestions.composed import composed

from .test_designers import Store, reading, values  # noqa: F401 - fixtures

NAMES: Final = catalogue()

LOOSE: Final = {  # what somebody types who has not read the grammar: what is meant
    # talk around the question
    "I'd like to know whether Hard is too hard for two-player teams in Spot On": (
        'win rate where level = hard and player count = 2 and game = "spot-on"'
    ),
    "please tell me if expert is too tough for four": (
        "win rate where level = expert and player count = 4"
    ),
    "by month: mean fun, with confidence interval": "mean stars by month where rating = fun with ci 95 %",
    "end reason pot luck pie": 'number of games by cause where game = "pot-luck"',
    # signs, and words of other trades
    "busts ~ level": "number of busts by level",
    "bust rate: normal / hard / expert": (
        'bust rate by level where level in "normal", "hard", "expert"'
    ),
    "success percentage per difficulty": "win rate by level",
    "standard error turns per target": "sd turns per target",
    "25th 50th and 75th percentile of game duration": (
        "p25 game time, median game time, p75 game time"
    ),
    "25% quantile of turns per game": "p25 turns per game",
    "select level, win_rate from spot-on order by win_rate desc": (
        'win rate by level where game = "spot-on" order by win rate descending'
    ),
    # who is counted
    "games with no bots": "number of games without bots",
    "bots against people: turns per target": (
        'mean turns per target compare played by "bots" vs humans including bots'
    ),
    "spot on, neither easy nor normal, win rate": (
        'win rate where game = "spot-on" and level not in "easy", "normal"'
    ),
    "all levels except Expert: pots scored": "mean pots scored per game by level where level != expert",
    # how many, how long, when
    "minimum 10 games: win rate by player": "win rate by player with at least 10 games",
    "how many games ended with exactly 12 pots": 'number of games where final score = 12 and game = "pot-luck"',
    "proportion of games under twenty minutes, by game": (
        "share of games in which game time < 1200 by game"
    ),
    "average time to think per move for Anna": "mean turn time where player = Anna",
    "what happened in week 14": "number of games by week",
    "when was the last equator game": "number of games by day where game = equator",
    "from 3/4/2024 to 10/4/2024 games per day": (
        "number of games by day since 2024-04-03 until 2024-04-11"
    ),
    "In which session Anna make the most point": "mean score by session where player = Anna",
    "most used number in equator": "mean plays per game by rank where game = equator order by mean plays per game descending",
    "games lost with stock empty": "number of losses where unused stock = 0",
    "how many games were abandoned and why": "number of abandoned games by cause",
    "what's the dropoff in win rate from easy to expert": "win rate compare level easy vs expert",
    "last week vs this week win rate": "win rate vs previous week",
    "avg turns per target broken down by how many people played": (
        "mean turns per target by player count"
    ),
    "game duration, 90th percentile, by number of players": "p90 game time by player count",
    "target values above 80: hit rate": "hit rate where target value > 80",
    "win percentage for teams of two and three": "win rate compare player count 2 vs 3",
    "how does Ben do on hard compared with everyone": "win rate by player where level = hard",
    "what fraction of pots end up bust on hard": "share of busts for level = hard",
    # versions
    "Pot Luck win rate before and after rule version 2": (
        'win rate where game = "pot-luck" vs previous rules version'
    ),
    # what comes nearest
    "In how many games did everybody pass?": "number of games by game passes",
    "how many people left a comment?": "number of remarks by player",
    "win rate in each player's 1st, 2nd, 3rd game": "win rate by nth game where nth game <= 3",
    "turns per target by month in bins of 10": "mean turns per target by month",
    "difference in pass rate between new and experienced players": "pass rate by experience",
    "compare level hard vs hard": "win rate compare level hard vs easy",
}


def led_to(phrase: str, store: Store) -> str:
    """Return the question that a phrase reads as, or that is offered first in its stead."""
    try:
        return str(read(phrase, store=store))
    except PhraseError as error:
        first = [error.mended(one) for one in error.suggestions[:1]]
    return " ".join(str(read(one, store=store)) for one in first)


@pytest.mark.parametrize("phrase", LOOSE)
def test_what_is_said_loosely_leads_to_what_is_meant(values: Store, phrase: str) -> None:  # noqa: F811
    assert led_to(phrase, values) == LOOSE[phrase]


UNREAD: Final = (
    "whatever {metric} perchance {dimension}",
    "{metric} galumphing by {dimension}",
    "{dimension} verily {metric}",
    "I'd like to know whether {metric} frobnicates by {dimension}",
)


def test_what_is_offered_first_reads_and_keeps_what_was_understood(values: Store) -> None:  # noqa: F811
    """Of a metric and a dimension by their names, among words that mean nothing."""
    rng = random.Random(5)
    dimensions = ["level", "player", "player count", "session", "rules version"]
    tried, strange = 0, []
    for metric in sorted(NAMES.metrics):
        if metric in NAMES.hidden:
            continue
        dimension = rng.choice(dimensions)
        phrase = rng.choice(UNREAD).format(metric=metric, dimension=dimension)
        try:
            read(phrase, store=values)
        except PhraseError as error:
            tried += 1
            found = [read(error.mended(one), store=values) for one in error.suggestions[:1]]
            named = {one.metric for query in found for one in query.measures}
            if metric not in named:
                strange.append((phrase, error.suggestions))
    assert tried > 0.9 * (len(NAMES.metrics) - len(NAMES.hidden))
    assert len(strange) <= 0.1 * tried, strange


PARTS: Final = ("by level", "since 2026-01-01", "for hard", "last 3 sessions", "with 2 players")
"""What is said of a question, each in words that read behind any."""


def test_parts_in_any_order_make_the_question_that_they_make_in_order(values: Store) -> None:  # noqa: F811
    rng = random.Random(8)
    wrong = []
    for name in ("win rate", "median game time", "turns per target", "busts per game", "pass rate"):
        for _ in range(4):
            said = rng.sample(PARTS, 2)
            whole = read(" ".join((name, *said)), store=values)
            words = ["frobnicates", "perchance"]
            phrase = " ".join(
                one for pair in zip((*said, name), (*words, ""), strict=True) for one in pair
            )
            made = composed(phrase, lambda run: quietly(run, NAMES, values), lambda _: True)
            if made is None or made.is_all or made.query != whole:
                wrong.append((phrase, made and str(made.query), str(whole)))
    assert wrong == []


@pytest.mark.parametrize("phrase", [*LOOSE, *LOOSE.values()])
def test_what_reads_quietly_reads_the_same(values: Store, phrase: str) -> None:  # noqa: F811
    try:
        found: Query | None = read(phrase, store=values)
    except PhraseError:
        found = None

    assert quietly(phrase, NAMES, values) == found


def test_a_letter_is_no_slip_from_another_one(values: Store) -> None:  # noqa: F811
    with pytest.raises(PhraseError) as caught:
        read("turns per targt by playercount w/o jokers", store=values)

    assert not [one for one in caught.value.suggestions if '"A"' in one]


@pytest.mark.parametrize("phrase", ["correlation", "correlation of"])
def test_what_hangs_together_with_nothing_is_refused(values: Store, phrase: str) -> None:  # noqa: F811
    with pytest.raises(PhraseError):
        read(phrase, store=values)


def test_a_game_that_no_team_wins_is_asked_for_what_each_player_wins(reading: Any) -> None:  # noqa: F811
    with pytest.raises(PhraseError) as caught:
        run(reading, "are the odds even in top spot")

    first = read(caught.value.suggestions[0])
    assert str(first) == 'seat win rate where game = "top-spot"'
    assert len(set(caught.value.suggestions)) == len(caught.value.suggestions)


@pytest.mark.parametrize("phrase", ["asdf qwerty 42", "what's the weather like tomorrow"])
def test_nothing_is_offered_for_another_subject(values: Store, phrase: str) -> None:  # noqa: F811
    with pytest.raises(PhraseError) as caught:
        read(phrase, store=values)

    assert caught.value.suggestions == ()


def test_times_go_by_spans_and_by_no_bins(values: Store) -> None:  # noqa: F811
    with pytest.raises(PhraseError) as caught:
        read("turns per target by month in bins of 10", store=values)

    assert "day, week, month" in str(caught.value)
    assert all(read(one, store=values) for one in caught.value.suggestions)


def test_a_value_against_itself_is_offered_against_another(values: Store) -> None:  # noqa: F811
    with pytest.raises(PhraseError) as caught:
        read("bust rate hard vs hard", store=values)

    compared: list[Any] = [read(one, store=values).compare for one in caught.value.suggestions]
    assert compared
    assert all(one.values[0] == "hard" != one.values[1] for one in compared)


ASKED_INSTEAD: Final = {  # what is typed by slips of thought: what is offered first
    "top 5 by win rate": "top 5 players by win rate",
    "top 3 by turns per target": "top 3 players by turns per target",
    "worst 3 by pass rate": "bottom 3 players by pass rate",
    "win rate with at least games": "win rate with at least 5 games",
    "win rate by player with at least games": "win rate by player with at least 5 games",
    "turns per target between 3": "turns per target between 3 and 6 turns",
    "compare hard": "compare hard vs easy",
    "avg happiness by level": "mean stars by level where rating = fun",
    "boredom in pot luck": 'mean stars where rating = fun and game = "pot-luck"',
    "how satisfied are players": "mean stars where rating = fun",
}


@pytest.mark.parametrize("phrase", ASKED_INSTEAD)
def test_what_is_missing_is_offered(values: Store, phrase: str) -> None:  # noqa: F811
    with pytest.raises(PhraseError) as caught:
        read(phrase, store=values)

    first = caught.value.mended(caught.value.suggestions[0])
    assert first == ASKED_INSTEAD[phrase]
    assert read(first, store=values)


@pytest.mark.parametrize(
    ("phrase", "mended"),
    [("equater frobnics 2 players", "equator"), ("whats the slowst table", "slowest")],
)
def test_a_slip_is_mended_where_more_is_wrong_behind_it(
    values: Store,  # noqa: F811
    phrase: str,
    mended: str,
) -> None:
    with pytest.raises(PhraseError) as caught:
        read(phrase, store=values)

    assert caught.value.suggestions[:1] == (mended,)
