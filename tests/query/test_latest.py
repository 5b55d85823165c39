"""What counts back from the latest: spans, sessions, games, and the ones before."""

from __future__ import annotations

from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any

import pytest

from storage.query import PhraseError, read, run

from .stored import Row, Stored, stored

NOW = datetime(2026, 11, 19, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def store() -> Stored:
    return stored()


def games(store: Stored) -> list[Row]:
    """Return the games that questions count, by date."""
    found = [row for row in store.rows["games"] if row["played_by"] != "bots"]
    return sorted(found, key=lambda row: row["played_at"])


def mean(rows: list[Row]) -> float:
    return sum(row["turns"] for row in rows) / len(rows)


def ask(store: Stored, phrase: str) -> Any:
    return run(store.reading, phrase, now=NOW)


def day(row: Row) -> datetime:
    found: datetime = row["played_at"]
    return found.replace(tzinfo=UTC)


def test_last_games_are_the_latest(store: Stored) -> None:
    result = ask(store, "turns last 10 games")

    assert result.n == 10
    assert result.rows[0][0] == pytest.approx(mean(games(store)[-10:]))


def test_last_sessions_are_those_that_began_last(store: Stored) -> None:
    first: dict[str, datetime] = {}
    for row in games(store):
        if row["session"]:
            first.setdefault(row["session"], day(row))
    latest = sorted(first, key=lambda name: first[name])[-2:]
    wanted = [row for row in games(store) if row["session"] in latest]

    result = ask(store, "turns last 2 sessions")

    assert result.rows[0][0] == pytest.approx(mean(wanted))
    assert all(name in result.notes[0] for name in latest)


def test_this_month_begins_with_the_month(store: Stored) -> None:
    wanted = [row for row in games(store) if day(row) >= datetime(2026, 11, 1, tzinfo=UTC)]

    assert ask(store, "turns this month").rows[0][0] == pytest.approx(mean(wanted))


@pytest.mark.parametrize(
    ("phrase", "before", "since"),
    [
        (
            "turns vs previous month",
            datetime(2026, 10, 1, tzinfo=UTC),
            datetime(2026, 11, 1, tzinfo=UTC),
        ),
        (
            "turns this quarter vs previous quarter",
            datetime(2026, 7, 1, tzinfo=UTC),
            datetime(2026, 10, 1, tzinfo=UTC),
        ),
        (
            "turns last 60 days vs previous",
            datetime(2026, 7, 22, 12, tzinfo=UTC),
            datetime(2026, 9, 20, 12, tzinfo=UTC),
        ),
    ],
)
def test_a_span_is_held_against_the_one_before(
    store: Stored, phrase: str, before: datetime, since: datetime
) -> None:
    earlier = [row for row in games(store) if before <= day(row) < since]
    later = [row for row in games(store) if since <= day(row)]

    result = ask(store, phrase)

    assert [row[1] for row in result.rows[:2]] == pytest.approx([mean(earlier), mean(later)])
    assert result.rows[2][1] == pytest.approx(mean(later) - mean(earlier))
    assert any(note.startswith("Compared: ") for note in result.notes)


def test_a_version_is_held_against_the_one_before(store: Stored) -> None:
    first: dict[str, datetime] = {}
    for row in games(store):
        first.setdefault(row["rules_version"], day(row))
    before, latest = sorted(first, key=lambda name: first[name])[-2:]

    result = ask(store, "turns vs previous rules version")

    assert [row[0] for row in result.rows[:2]] == [before, latest]
    for row in result.rows[:2]:
        wanted = [one for one in games(store) if one["rules_version"] == row[0]]
        assert row[1] == pytest.approx(mean(wanted))
    assert result.echo == "mean turns per game vs previous rules version"
    assert f"{latest} with {before} before" in " ".join(result.notes)


def test_one_alone_has_none_before_it(store: Stored) -> None:
    with pytest.raises(PhraseError) as caught:
        ask(store, "turns vs previous game")

    assert caught.value.code == "nothing-before"
    assert "spot-on" in caught.value.message


def test_rejected_logs_have_no_date(store: Stored) -> None:
    with pytest.raises(PhraseError) as caught:
        ask(store, "rule breaks last week")

    assert caught.value.suggestions == ("number of rule breaks",)


def test_a_players_nth_game_is_counted_in_the_whole_store(store: Stored) -> None:
    """By date, then by upload; what a condition leaves out is counted all the same."""
    played = {row["game_id"]: row for row in store.rows["games"]}
    seats = sorted(
        store.rows["seats"],
        key=lambda seat: (
            seat["player"],
            seat["kind"],
            played[seat["game_id"]]["played_at"],
            seat["game_id"],
        ),
    )
    nth = {
        (seat["game_id"], seat["seat"]): at
        for _, group in groupby(seats, key=lambda seat: (seat["player"], seat["kind"]))
        for at, seat in enumerate(group, 1)
    }
    wanted: dict[int, list[int]] = {}
    for seat in seats:
        row = played[seat["game_id"]]
        if row["played_by"] != "bots" and row["level"] == "hard":
            wanted.setdefault(nth[seat["game_id"], seat["seat"]], []).append(seat["passes"])

    result = ask(store, "passes per player by nth game for hard")

    assert {row[0]: row[1] for row in result.rows} == pytest.approx(
        {at: sum(found) / len(found) for at, found in wanted.items()}
    )


DAYS = {"day": 1, "week": 7}


@pytest.mark.parametrize("span", ["day", "week", "month", "quarter", "year"])
def test_since_last_week_begins_with_that_week_and_until_ends_before_it(span: str) -> None:
    """What is named is the calendar's: a week begins on its Monday (ISO 8601), a month on the 1st."""
    today = datetime.now(UTC).date()
    since = read(f"games since last {span}").since
    assert since is not None
    began = date.fromisoformat(since)
    this = read(f"games since this {span}").since
    assert this is not None

    assert read(f"games until last {span}").until == since
    assert read(f"games after last {span}").since == this
    assert began < date.fromisoformat(this) <= today
    if span in DAYS:
        assert (date.fromisoformat(this) - began).days == DAYS[span]
        assert (today - date.fromisoformat(this)).days < DAYS[span]
        assert span != "week" or began.isoweekday() == 1
    else:
        assert began.day == 1
        months = {"month": 1, "quarter": 3, "year": 12}[span]
        assert (began.month - 1) % months == 0
        later = began.year * 12 + began.month - 1 + months
        assert this == f"{later // 12}-{later % 12 + 1:02}-01"


@pytest.mark.parametrize("phrase", ["turns before and after {}", "turns before vs after {}"])
def test_before_and_after_a_day_are_held_against_each_other(store: Stored, phrase: str) -> None:
    dated = [row for row in games(store) if row["played_at"] is not None]
    cut = day(dated[len(dated) // 2]).date()
    before = [row for row in dated if day(row).date() < cut]
    since = [row for row in dated if day(row).date() >= cut]

    result = ask(store, phrase.format(cut))

    assert [row[0] for row in result.rows[:2]] == [f"before {cut}", f"since {cut}"]
    assert [row[1] for row in result.rows[:2]] == [
        pytest.approx(mean(before)),
        pytest.approx(mean(since)),
    ]
    assert result.rows[2][1] == pytest.approx(mean(since) - mean(before))
