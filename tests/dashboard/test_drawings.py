"""Charts in numbers, in words, and drawn without a browser."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from storage import Store, open_store
from storage.dashboard import Chart, charts_of
from storage.dashboard.chart import MOST_ROWS
from storage.dashboard.svg import WIDTH, svg, ticks
from tests.pages.conftest import readable

PHRASES = (
    "pass rate by player including bots",
    "win rate by level, player count including bots",
    "number of losses by level, cause including bots",
    "distribution of turns per target including bots",
    "distribution of turn time",
    "win rate by session",
    "mean turns per target by week including bots",
    "pass rate by round including bots",
    "pass rate by turn in bins of 5, level including bots",
    "number of rule breaks by rule break",
    "compare level normal vs easy including bots",
    "mean stars by rating, outcome",
    "pass rate, win rate by level including bots",
)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(tmp_path_factory.mktemp("drawings")) as store:
        for _ in store.put_many((file.name, file.read_bytes()) for file in readable()):
            pass
        yield store


def charts(store: Store, phrase: str) -> list[Chart]:
    found = charts_of(store.query(phrase))
    assert found or "turn time" in phrase, phrase
    return found


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_drawing_stays_in_its_frame_and_shows_every_figure(samples: Store, phrase: str) -> None:
    for chart in charts(samples, phrase):
        drawn = ET.fromstring(svg(chart))
        _, _, width, height = map(float, drawn.attrib["viewBox"].split())

        assert width == WIDTH
        marks = [one for one in drawn if one.find("title") is not None and one.get("class") != "r"]
        assert len(marks) == len(chart.points)
        for one in drawn:
            for name in ("x", "cx"):
                assert -1 <= float(one.get(name, "0")) <= width, (phrase, one.attrib)
            for name in ("y", "cy"):
                assert -1 <= float(one.get(name, "0")) <= height, (phrase, one.attrib)
        assert not re.search(r"nan|inf", svg(chart).lower().replace("information", ""))


@pytest.mark.parametrize("phrase", PHRASES)
def test_points_are_the_rows_of_the_answer(samples: Store, phrase: str) -> None:
    answer = samples.query(phrase)
    _, cells, _ = answer.cells()

    for chart in charts_of(answer):
        assert len({point.row for point in chart.points}) == len(chart.points)
        for point in chart.points:
            row = cells[point.row]
            assert point.keys[0] == row[0]
            assert point.text in row
            assert not point.interval or point.interval in row
            if point.low is not None and point.high is not None:
                assert point.low <= point.value <= point.high
        sides = 2 / 3 if answer.query.compare else 1
        assert len(chart.points) + chart.left == len(answer.rows) * sides


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_sentence_tells_what_the_drawing_shows(samples: Store, phrase: str) -> None:
    for chart in charts(samples, phrase):
        said = chart.sentence()
        most = max(point.value for point in chart.points)

        assert said.endswith(".")
        assert any(point.text in said for point in chart.points if point.value == most)


def test_of_many_rows_those_with_the_most_cases_are_drawn(samples: Store) -> None:
    answer = samples.query("number of rule breaks by rule break")
    (chart,) = charts_of(answer)

    assert len(chart.groups) == MOST_ROWS
    assert chart.left == len(answer.rows) - MOST_ROWS
    least = min(point.n or 0 for point in chart.points)
    drawn = {point.row for point in chart.points}
    assert all(row[1] <= least for nth, row in enumerate(answer.rows) if nth not in drawn)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 43, [0, 10, 20, 30, 40]),
        (-3, 12, [-2, 0, 2, 4, 6, 8, 10, 12]),
        (2, 2, [2]),
    ],
)
def test_axes_have_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high, 5 if high != 12 else 7) == pytest.approx(expected)
