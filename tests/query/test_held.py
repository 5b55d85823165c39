"""What questions ask of games is kept at hand where they come again, and changes no answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import duckdb
import pytest

from benchmarks.questions import PLAIN
from storage.query import held, question, run
from storage.query.language.phrase import Asked

from .stored import Reading, stored
from .test_sums import PHRASES, close

OF_GAMES = ("pass rate", "pass rate by level", "median turns per game", "win rate by month")

OTHERS = (
    "win rate by session",
    "games by tag",
    "margin by player count",
    "win rate by player where nth game <= 3",
    "number of games only bots",
    "win rate by played by including bots",
    "win rate for hard since 2026-03-01",
    "win rate by week",
    "win rate by weekday",
    "win rate last 3 sessions",
    "win rate without feedback",
    "turns per session",
)


@pytest.fixture
def fresh() -> Reading:
    return replace(stored(80, 11).reading, remembered={})


@pytest.mark.parametrize("phrase", sorted({*PLAIN, *PHRASES, *OF_GAMES, *OTHERS}))
def test_an_answer_is_the_same_however_often_it_is_asked_for(
    fresh: Reading, ran: list[str], phrase: str
) -> None:
    first, second, third = (run(fresh, phrase) for _ in range(3))

    assert "hidden.games_" in ran[-1] or "FROM games" not in ran[-1]
    for again in (second, third):
        assert close(again.rows, first.rows)
        assert again.names() == first.names()
        assert (again.n, again.games, again.unit) == (first.n, first.games, first.unit)
        assert (again.notes, again.left_out) == (first.notes, first.left_out)
        assert again.statements == first.statements


def test_the_first_question_is_counted_where_the_games_are(fresh: Reading, ran: list[str]) -> None:
    run(fresh, "pass rate by level")

    assert ran
    assert not any("hidden.games_" in sql for sql in ran)


def test_what_another_question_asks_for_is_kept_as_well(fresh: Reading, ran: list[str]) -> None:
    asked = ("pass rate", "pass rate by level", "win rate by month")
    first = {phrase: run(replace(fresh, remembered={}), phrase).rows for phrase in asked}

    for phrase in (*asked, *asked):
        run(fresh, phrase)
    ran.clear()
    again = {phrase: run(fresh, phrase).rows for phrase in asked}

    assert all(close(again[phrase], first[phrase]) for phrase in asked)
    assert all("hidden.games_" in sql for sql in ran)
    tables = {sql.partition("hidden.")[2].split()[0] for sql in ran}
    assert len(tables) == 1


def test_of_too_many_games_nothing_is_kept(
    fresh: Reading, ran: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held, "MOST", 100)

    rows = [run(fresh, "pass rate by level").rows for _ in range(3)]

    assert rows[0] == rows[2]
    assert not any("hidden.games_" in sql for sql in ran)


def test_what_no_answer_shows_is_where_it_was_counted(fresh: Reading) -> None:
    answers = [run(fresh, "pass rate by level") for _ in range(3)]

    assert not any("hidden" in sql for answer in answers for sql, _ in answer.statements)


def test_questions_side_by_side_have_the_answers_that_they_have_alone(fresh: Reading) -> None:
    phrases = [*OF_GAMES, *PLAIN] * 3
    wanted = {phrase: run(replace(fresh, remembered={}), phrase).rows for phrase in phrases}

    def ask(phrase: str) -> Any:
        with fresh.connection.cursor() as connection:
            return phrase, run(replace(fresh, connection=connection), phrase).rows

    with ThreadPoolExecutor(6) as pool:
        for phrase, rows in pool.map(ask, phrases):
            assert close(rows, wanted[phrase]), phrase


@pytest.mark.parametrize("most", [1, held.MOST_VALUES])
def test_a_text_is_grouped_by_number_where_it_has_few_values(
    fresh: Reading, ran: list[str], monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(held, "MOST_VALUES", most)
    phrases = (
        "win rate by level",
        "games by outcome",
        "losses by cause",
        "compare level easy vs hard win rate",
    )
    wanted = {phrase: run(replace(fresh, remembered={}), phrase) for phrase in phrases}
    ran.clear()

    for phrase in phrases * 3:
        found = run(fresh, phrase)
        assert close(found.rows, wanted[phrase].rows)
        assert found.notes == wanted[phrase].notes

    assert any("(level_few) AS d0" in sql for sql in ran)
    assert any("outcome_few = 'won'" in sql for sql in ran)


def test_words_of_the_catalogue_that_no_row_has_are_no_fault() -> None:
    """`won` where nobody won; and values that would be SQL."""
    connection = duckdb.connect()
    connection.execute(
        "CREATE VIEW games AS SELECT i AS game_id, ['lost', '', 'it''s', 'a, b', NULL][1 + i % 5] AS outcome,"
        " NULL::VARCHAR AS level, 'people' AS played_by FROM range(50) t(i)"
    )
    kept = held.Held()
    sql = (
        "SELECT d0, d1, count(*) FILTER (t), count(*) FILTER (b) FROM (SELECT (outcome) AS d0, (level) AS d1,"
        " outcome = 'won' AS t, outcome IN ('won', 'lost') AS b FROM games WHERE played_by <> 'bots')"
        " GROUP BY ALL ORDER BY ALL"
    )
    plain = connection.execute(sql).fetchall()

    found = [kept.quicker(connection, sql, set()) for _ in range(3)]

    assert found[0] == sql
    assert "outcome_few IN" in found[2]
    assert connection.execute(found[2]).fetchall() == plain
    assert {row[0] for row in plain} == {None, "", "a, b", "it's", "lost"}


def test_a_phrase_is_read_once_a_day(fresh: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    read_asked = question.read_asked

    def noted(phrase: str, *others: Any) -> Asked:
        read.append(phrase)
        return read_asked(phrase, *others)

    class Tomorrow(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) + timedelta(days=1)

    monkeypatch.setattr(question, "read_asked", noted)
    for phrase in ("pass rate", "win rate", "pass rate"):
        run(fresh, phrase)
    assert read == ["pass rate", "win rate"]

    monkeypatch.setattr(question, "datetime", Tomorrow)
    run(fresh, "pass rate")
    assert read == ["pass rate", "win rate", "pass rate"]


def test_no_more_phrases_are_kept_than_a_reading_has_room_for(
    fresh: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "KEPT", 3)
    for n in range(2, 9):
        run(fresh, f"pass rate with {n} players")

    assert len(fresh.remembered[question.READ]) <= 3
