"""The report: one file that says what is settled."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from storage import Store, open_store
from storage.dashboard.documents import html, markdown
from storage.dashboard.filters import Filters
from storage.dashboard.report import Report, chosen, report
from storage.query.errors import PhraseError
from storage.query.headlines import compare
from tests.pages.conftest import log, readable

HOSTILE = "<script>alert(1)</script> | `x` [a](b)"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(tmp_path_factory.mktemp("report")) as store:
        for _ in store.put_many((file.name, file.read_bytes()) for file in readable()):
            pass
        yield store


@pytest.fixture(scope="module")
def whole(samples: Store) -> Report:
    with samples.reading() as reading:
        return report(reading, where="including bots")


class Markup(HTMLParser):
    """Tags with their attributes, and whether all are closed."""

    VOID = frozenset({"meta", "path", "circle", "rect", "link", "img", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_file_needs_nothing_else(whole: Report) -> None:
    made = html(whole)
    found = Markup(made)

    assert found.open == []
    assert len(made.encode()) < 1_500_000
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in found.tags}
    assert [one for _, told in found.tags for one in told if one in ("src", "href", "style") or one.startswith("on")] == []  # fmt: skip
    assert not re.search(r"url\(|@import|https?://", made)


def test_every_chart_has_its_sentence_and_every_answer_its_table(whole: Report) -> None:
    found = Markup(html(whole)).tags
    panels = [shown for part in whole.parts for shown in part.board.shown]

    assert [told["aria-label"] for tag, told in found if tag == "figure"] == [
        one.chart.sentence() for one in panels
    ]
    assert len([1 for tag, _ in found if tag == "svg"]) == len(panels) > 20
    assert len([1 for tag, _ in found if tag == "table"]) > len(panels)


def test_every_figure_has_n_and_interval(whole: Report) -> None:
    for part in whole.parts:
        for tile in part.board.tiles:
            assert re.search(r"\d+ .+ in \d+ games?$|^\d+ (decided )?games?$", tile.rests_on), tile
        assert sum(bool(tile.interval) for tile in part.board.tiles) >= 4


def test_what_is_said_to_be_settled_is_what_compare_says(samples: Store) -> None:
    """One pair of sides: the report and `cardstats compare` judge the same figures alike."""
    with samples.reading() as reading:
        (part,) = report(reading, game="top-spot", where="including bots").parts
        lines = compare(
            reading, ["easy", "normal"], dimension="level", conditions='where game = "spot-on" including bots', only=["win rate"]
        )  # fmt: skip
        (spot,) = report(reading, game="spot-on", where="including bots").parts
    (line,) = lines
    (finding,) = [
        one
        for one in spot.findings
        if one.what == "win rate" and (one.first, one.second) == ("on easy", "on normal")
    ]

    assert finding.first_figure == f"{100 * (line.a.value or 0):.1f} %"
    assert finding.second_figure == f"{100 * (line.b.value or 0):.1f} %"
    # Among all of the report's differences one has to be clearer than alone, which takes more games.
    assert (finding.more_games or 0) >= (line.more_games or 0) > 0
    assert {one.settled for one in part.findings} <= {True, False, None}


def test_the_first_paragraph_says_what_is_settled_and_what_is_not(samples: Store) -> None:
    with samples.reading() as reading:
        made = report(reading, game="spot-on", where="including bots")
    (part,) = made.parts
    said = made.first_paragraph()

    assert said.startswith("Spot On: 26 games count, played from 2026-11-22 to 2026-11-29.")
    assert ("Settled: " in said) == bool(part.settled)
    assert ("Not settled: " in said) == bool(part.unsettled)
    assert re.search(r"about \d+ more games? would settle", said)
    assert html(made).index(said[:30]) < html(made).index("<table")


def test_a_clear_difference_is_settled(whole: Report) -> None:
    """A trick of Top Spot takes a turn of each player: four make it longer than three."""
    (part,) = [one for one in whole.parts if one.title == "Top Spot"]

    found = [one for one in part.settled if one.what == "mean turns per trick"]

    assert ("with 3 players", "with 4 players", True) in [
        (one.first, one.second, one.is_more) for one in found
    ]
    assert "Settled: " in " ".join(part.sentences())


def test_one_game_a_side_settles_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        for version in "AB":
            one = log(log_id=version)
            one["rules"]["version"] = f"print {version}"
            store.put(json.dumps(one).encode())
        with store.reading() as reading:
            (part,) = report(reading).parts

    assert part.findings
    assert {finding.settled for finding in part.findings} == {None}
    assert "Too few games to tell: " in " ".join(part.sentences())


@pytest.mark.parametrize(
    ("where", "filters"),
    [
        ("", Filters()),
        ("since 2026-11-01", Filters(since="2026-11-01")),
        ("only bots", Filters(bots="only")),
    ],
)
def test_games_are_chosen_as_in_a_question(samples: Store, where: str, filters: Filters) -> None:
    with samples.reading() as reading:
        assert chosen(reading, where) == filters


@pytest.mark.parametrize("where", ["level = hard", "for hard", "hard"])
def test_a_condition_may_be_said_in_several_ways(samples: Store, where: str) -> None:
    with samples.reading() as reading:
        found = chosen(reading, where)

    assert [(one.dimension, one.values) for one in found.where] == [("level", ("hard",))]


@pytest.mark.parametrize("where", ["by level", "top 3", "level = nonsense", "win rate"])
def test_what_does_not_choose_games_is_refused(samples: Store, where: str) -> None:
    with samples.reading() as reading, pytest.raises(PhraseError):
        chosen(reading, where)


def test_a_hostile_name_is_a_name(tmp_path: Path) -> None:
    game = json.loads(json.dumps(log(session=HOSTILE)).replace('"Ben"', json.dumps(HOSTILE)))
    with open_store(tmp_path) as store:
        store.put(json.dumps(game).encode())
        with store.reading() as reading:
            made = report(reading)

    assert "<script>" not in html(made)
    assert "&lt;script&gt;alert(1)" in html(made)
    assert Markup(html(made)).open == []
    table = next(line for line in markdown(made).splitlines() if "alert" in line and line[0] == "|")
    assert re.sub(r"\\.", "", table).count("|") == 6  # five columns
    assert r"\<script>" in table


def test_a_store_without_games_says_so(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, store.reading() as reading:
        made = report(reading)

    assert "nothing can be said" in made.first_paragraph()
    assert Markup(html(made)).open == []


def test_markdown_folds_its_tables(whole: Report) -> None:
    made = markdown(whole)

    assert made.startswith("# What the playtests say\n\n")
    assert made.count("<details>") == made.count("</details>") > 20
    for block in re.findall(r"(?:^\|.*\n)+", made, re.MULTILINE):
        cells = {re.sub(r"\\.", "", line).count("|") for line in block.splitlines()}
        assert len(cells) == 1


def test_nothing_hidden_in_a_name_reaches_a_report(tmp_path: Path) -> None:
    """A name may not turn the line round on which it stands, nor steer whoever looks at the file."""
    odd = "\u202egnihton \x1b[2J \x7f \u200b"
    with open_store(tmp_path) as store:
        for nth in range(6):
            game = log(session=f"{odd}{nth % 2}", log_id=f"t{nth}")
            game["rules"] = {**game.get("rules", {}), "version": f"{odd}{nth % 3}"}
            assert store.put(json.dumps(game).encode()).status == "accepted"
        with store.reading() as reading:
            made = report(reading)

    for text in (html(made), markdown(made)):
        assert "\\u202egnihton" in text.replace("\\\\", "\\")
        hidden = re.sub(r"[\n\u00a0]", "", text)
        assert hidden.isprintable(), re.findall(r"[^ -~]+", hidden)[:5]
