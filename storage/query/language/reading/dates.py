"""Reads days, and spans of days: yesterday, 1 March, october, q3, last week."""

from __future__ import annotations

import re
from typing import Final

from ...errors import PhraseError
from ..parser import Node, Token
from ..tree import failure, is_a, span
from ..words import MONTHS

_EITHER: Final = r"(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)"
"""A date of which the day may stand before or behind the month."""


class Dates:
    """Reads the days that one phrase names."""

    def __init__(self, phrase: str) -> None:
        self.phrase = phrase

    def day(self, node: Node | Token) -> str:
        """Return a day as YYYY-MM-DD: the first of a year or month."""
        found = self._period(self._date_said(node))
        if found is None:
            raise self._no_date(node)
        return found[0]

    def _no_date(self, place: Node | Token) -> PhraseError:
        start, end = span(place)
        if (either := re.fullmatch(_EITHER, self.phrase[start:end])) is not None:
            return self._either_date(place, either)
        return failure(
            self.phrase,
            place,
            f"`{self.phrase[start:end]}` is no date: write one like 2026-11-29.",
            suggestions=("yesterday", "2026-11", "2026-11-29"),
            hint="A month (october, 2026-10) or a year will do; `last 7 days` counts back.",
        )

    def _either_date(self, place: Node | Token, said: re.Match[str]) -> PhraseError:
        """Return the error for 3/4/2024, with the phrase as it reads with either order of days."""
        from datetime import date

        first, second, year = map(int, said.groups())
        months = [f"{date(year, one, 1):%B}" for one in (second, first)]
        return failure(
            self.phrase,
            place,
            f"`{said[0]}` may be {first} {months[0]} or {second} {months[1]}.",
            code="ambiguous-value",
            suggestions=[
                re.sub(_EITHER, _day_first, self.phrase),
                re.sub(_EITHER, _month_first, self.phrase),
            ],
            hint="A day that reads in one way alone is written like 2026-11-29.",
            is_whole=True,
        )

    def _date_said(self, node: Node | Token) -> str:
        """Return what stands for a date: 1 March 2026 is read as 2026-03-01."""
        token = node.parts[0] if isinstance(node, Node) else node
        if is_a(token, "PERIOD") and isinstance(token.value, str):
            return token.value
        start, end = span(node)
        return self.phrase[start:end].strip("\"'")

    def end(self, node: Node | Token) -> str:
        """Return the first day after a year, month or day."""
        found = self._period(self._date_said(node))
        return self.day(node) if found is None else found[1]

    def period(self, token: Token) -> tuple[str, str]:
        """Return the first day of a year, month or day, and the first one after it."""
        found = self._period(self._date_said(token))
        if found is None:
            raise self._no_date(token)
        return found

    def span(self, unit: str, *, back: int) -> tuple[str, str]:
        """Return the first day of the day, week, month … that is so many back, and of the next one.

        Weeks begin on Mondays.
        """
        from datetime import UTC, date, datetime, timedelta

        today = datetime.now(UTC).date()
        if unit in ("day", "week"):
            days = 7 if unit == "week" else 1
            first = today - timedelta(days=today.weekday() * (unit == "week") + days * back)
            return first.isoformat(), (first + timedelta(days=days)).isoformat()
        months = {"month": 1, "quarter": 3, "year": 12}[unit]
        began = (today.year * 12 + today.month - 1) // months - back
        ends = [divmod(one * months, 12) for one in (began, began + 1)]
        start, then = (date(year, month + 1, 1).isoformat() for year, month in ends)
        return start, then

    def _period(self, text: str) -> tuple[str, str] | None:
        from datetime import UTC, date, datetime, timedelta

        words = text.casefold()
        today = datetime.now(UTC).date()
        if words in ("today", "yesterday"):
            text = (today - timedelta(days=words == "yesterday")).isoformat()
        if words in MONTHS:  # the latest one that has begun
            number = MONTHS[words]
            text = f"{today.year - (number > today.month)}-{number:02}"
        if re.fullmatch(r"\d{2}-\d{2}", text):  # the latest such day that has begun
            text = f"{today.year - (text > today.isoformat()[5:])}-{text}"
        try:
            if quarter := re.fullmatch(r"(?:(\d{4})-)?q([1-4])", words):
                month = int(quarter[2]) * 3 - 2
                year = int(quarter[1] or today.year - (month > today.month))
                first = date(year, month, 1)
                then = (first + timedelta(days=100)).replace(day=1)
            elif re.fullmatch(r"\d{4}", text):
                first, then = date(int(text), 1, 1), date(int(text) + 1, 1, 1)
            elif re.fullmatch(r"\d{4}-\d{2}", text):
                first = date.fromisoformat(f"{text}-01")
                then = (first + timedelta(days=32)).replace(day=1)
            else:
                first = date.fromisoformat(text)
                then = first + timedelta(days=1)
        except (ValueError, OverflowError):
            return None
        return first.isoformat(), then.isoformat()


def _day_first(said: re.Match[str]) -> str:
    return f"{said[3]}-{int(said[2]):02}-{int(said[1]):02}"


def _month_first(said: re.Match[str]) -> str:
    return f"{said[3]}-{int(said[1]):02}-{int(said[2]):02}"
