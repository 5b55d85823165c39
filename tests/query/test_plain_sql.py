"""Questions have the numbers of SQL written by hand."""

from __future__ import annotations

import pytest

from benchmarks.questions import PLAIN, differing
from storage.query import run

from .stored import stored


@pytest.mark.parametrize("phrase", PLAIN)
def test_a_question_has_the_numbers_of_plain_sql(phrase: str) -> None:
    reading = stored().reading
    answer = run(reading, phrase)

    assert answer.rows
    assert differing(reading.connection, answer, PLAIN[phrase]) == []
