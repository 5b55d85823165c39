"""The dashboard and the question box as they are sent."""

from __future__ import annotations

import csv
import gzip
import hashlib
import html
import io
import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from api import create_app
from api.web.answers import Answers
from api.web.shown import MOST_ROWS, behind, table_of
from storage import Store
from storage.dashboard import charts_of
from storage.dashboard.panels import ANY, ANY_TILES, PANELS, TILES
from storage.query import run

from .conftest import ROOT, SAMPLE_FILES, log, read, slip
from .test_pages import HTML, check_markup, dumped, words

VENDOR = ROOT / "api" / "web" / "vendor"


def charts(text: str) -> list[dict[str, Any]]:
    """Return the charts of a page as they are handed to Vega-Lite."""
    return [json.loads(html.unescape(one)) for one in re.findall(r'data-chart="([^"]*)"', text)]


def phrases(text: str) -> list[str]:
    """Return the questions that the panels of a page lead to."""
    return [html.unescape(one) for one in re.findall(r'class="phrase"[^>]*>([^<]*)</a>', text)]


def played(game: str, **more: Any) -> list[dict[str, Any]]:
    found = [read(file) for file in SAMPLE_FILES]
    return [{**one, **more} for one in found if one["game"] == game]


@pytest.mark.parametrize("game", list(PANELS))
def test_the_numbers_are_those_of_the_command_line(
    sample_client: FlaskClient, samples: Store, game: str
) -> None:
    """Each panel says its phrase, and its table is the answer to it, cell for cell."""
    page = sample_client.get(f"/?{urlencode({'game': game, 'bots': 'with'})}", headers=HTML).text
    found = phrases(page)
    check_markup(page)

    assert len(found) >= 6
    tables = re.findall(r'<table class="answer">(.*?)</table>', page, re.DOTALL)
    assert len(tables) == len(found)
    for phrase, table in zip(found, tables, strict=True):
        answer = samples.query(phrase)
        heads, rows, _ = answer.cells()
        shown = [
            [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
            for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
        ]  # fmt: skip
        assert shown == [heads, *rows], phrase
        assert answer.echo == phrase


def test_every_chart_is_dots_with_intervals_and_says_a_sentence(sample_client: FlaskClient) -> None:
    for game in PANELS:
        page = sample_client.get(f"/?game={game}&bots=with", headers=HTML).text

        said = re.findall(r'role="img" aria-label="([^"]*)" data-chart', page)
        assert len(said) == len(charts(page)) == len(set(said)) > 5
        for chart, sentence in zip(charts(page), map(html.unescape, said), strict=True):
            assert sentence.endswith(".") and len(sentence) > 20
            assert chart["description"] == sentence
            marks = json.dumps(chart.get("layer", chart.get("mark", "")))
            assert '"point"' in marks or '"bar"' in marks
            told = [one for one in chart["data"]["values"] if "low" in one]
            assert all(one["low"] <= one["value"] <= one["high"] for one in told), sentence


def test_the_published_win_rates_are_marked(sample_client: FlaskClient) -> None:
    """From rules/spot-on.md: easy 82, 82, 72; normal 54, 59, 32; hard 36, 35, 18; expert 9, 3 %."""
    page = sample_client.get("/?game=spot-on&bots=with", headers=HTML).text
    (chart,) = [one for one in charts(page) if one["description"].startswith("win rate by level")]
    (marks,) = [layer["data"]["values"] for layer in chart["layer"] if "data" in layer]

    found = {(one["name"], one["series"]): round(one["value"] * 100) for one in marks}

    assert found[("easy", "4")] == 72
    assert found[("normal", "2")] == 54
    assert found[("expert", "3")] == 3
    assert ("expert", "4") not in found  # "almost never" is no figure


def test_the_form_chooses_the_games_and_stands_in_the_address(
    client: FlaskClient, store: Store
) -> None:
    for name, day in (("a", "01"), ("b", "20")):
        store.put(
            dumped(log(log_id=name, session=f"night-{name}", played_at=f"2026-11-{day}T19:00:00Z"))
        )
    chosen = "level=normal&players=2&session=night-b&since=2026-11-10&until=2026-11-30"

    page = client.get(f"/?game=spot-on&{chosen}", headers=HTML)

    (phrase,) = [one for one in phrases(page.text) if one.startswith("pass rate by player")]
    assert phrase == (
        'pass rate by player where game = "spot-on" and level = normal and player count = 2'
        ' and session = "night-b" since 2026-11-10 until 2026-11-30'
    )
    assert "Rests on 1 game." in words(page)
    assert '<option value="night-b" selected>' in page.text
    assert 'value="2026-11-10"' in page.text


@pytest.mark.parametrize("query", ["players=x", "since=yesterday", "until=2026-13-01", "bots=some"])
def test_a_field_that_makes_no_sense_is_said_so(sample_client: FlaskClient, query: str) -> None:
    answer = sample_client.get(f"/?{query}", headers=HTML)

    assert answer.status_code == 422
    assert query.partition("=")[0] in words(answer)


@pytest.mark.parametrize(
    "query", ["level=nothing", "session=%22%27%3B", "players=99", "game=chess"]
)
def test_a_choice_that_nothing_fits_shows_an_empty_dashboard(
    sample_client: FlaskClient, query: str
) -> None:
    answer = sample_client.get(f"/?{query}", headers=HTML)

    assert answer.status_code == 200
    assert "What these games do not tell" in words(answer)
    check_markup(answer.text)


def test_rule_breaks_cannot_be_told_by_level_and_say_so(sample_client: FlaskClient) -> None:
    page = sample_client.get("/?game=spot-on&level=hard&bots=with", headers=HTML).text

    (panel,) = re.findall(r'id="rule-breaks".*?</section>', page, re.DOTALL)
    assert "cannot be told by what is chosen" in panel
    assert phrases(panel) == ['number of rule breaks by rule break where game = "spot-on"']


def test_a_row_leads_to_the_games_behind_it(sample_client: FlaskClient, samples: Store) -> None:
    phrase = 'number of losses by level, cause where game = "spot-on" including bots'
    answer = samples.query(phrase, ids=True)

    for nth, row in enumerate(answer.rows):
        address = behind(answer, nth)
        assert address is not None
        page = sample_client.get(address, headers=HTML)
        found = re.findall(r'<th scope="row"><a href="/logs/(\d+)">', page.text)
        assert found == row[-1].split()
        assert len(found) == row[-2]  # games


def test_a_row_that_is_not_there_is_said_so(sample_client: FlaskClient) -> None:
    for query in ({"q": "pass rate by player", "key": "Nobody"}, {"q": "pas rat"}, {}, {"q": "compare level easy vs hard"}):  # fmt: skip
        answer = sample_client.get(f"/behind?{urlencode(query)}", headers=HTML)

        assert answer.status_code == 422


def test_a_game_of_another_package_gets_what_fits_any_game(store: Store) -> None:
    assert {panel.key for panel in ANY} >= {"win-rate", "pass-rate", "feedback", "rule-breaks"}
    for phrase in [*(panel.phrase for panel in ANY), *(tile.phrase for tile in ANY_TILES)]:
        store.query(phrase)  # reads, whatever is in the store


def test_every_phrase_of_a_panel_reads_as_itself(samples: Store) -> None:
    own = [one for panels in PANELS.values() for one in panels]
    tiles = [one for found in TILES.values() for one in found]

    for one in [*ANY, *ANY_TILES, *own, *tiles]:
        answer = samples.query(one.phrase)
        assert samples.query(answer.echo).rows == answer.rows


def test_the_report_is_a_file_of_what_is_chosen(sample_client: FlaskClient) -> None:
    page = sample_client.get("/?game=spot-on&level=normal&bots=with", headers=HTML).text
    found = [html.unescape(one) for one in re.findall(r'href="(/report[^"]*)"', page)]
    sent = [sample_client.get(address) for address in found]

    assert [one.mimetype for one in sent] == ["text/html", "text/markdown"]
    for one, ending in zip(sent, ("html", "md"), strict=True):
        disposition = one.headers["Content-Disposition"]
        assert disposition == f'attachment; filename="spot-on-report.{ending}"'
        assert "level = normal" in one.text
        assert "including bots" in one.text
    assert sample_client.get("/report?format=pdf").status_code == 422


# -- questions


@pytest.mark.parametrize(
    ("phrase", "form"),
    [
        ("pass rate by player", "dots"),
        ("win rate by level, player count including bots", "dots"),
        ("distribution of turns per target", "histogram"),
        ("pass rate over time including bots", "dots"),  # two weeks make no way
        ("turns per target by target value in bins of 50 including bots", "line"),
        ("busts by bust cause", "dots"),
        ("compare level normal vs easy including bots", "dots"),
    ],
)
def test_an_answer_is_drawn_as_suits_it(samples: Store, phrase: str, form: str) -> None:
    answer = samples.query(phrase)

    drawn = charts_of(answer)

    assert {one.form for one in drawn} == {form}
    assert len(drawn) <= len(answer.query.measures)
    for chart in drawn:
        assert {point.row for point in chart.points} <= set(range(len(answer.rows)))


@pytest.mark.parametrize("phrase", ["win rate", "win rate, pass rate", "median turns per game"])
def test_one_figure_is_no_drawing(samples: Store, phrase: str) -> None:
    assert charts_of(samples.query(phrase)) == []


def test_a_question_shows_its_answer_and_its_games(sample_client: FlaskClient) -> None:
    answer = sample_client.get("/ask?q=turns+per+target+by+level+including+bots", headers=HTML)

    said = words(answer)
    check_markup(answer.text)
    assert answer.status_code == 200
    assert "mean turns per target by level including bots" in said
    assert len(charts(answer.text)) == 1
    assert "SELECT" in said
    assert (
        'href="/behind?q=mean+turns+per+target+by+level+including+bots&amp;key=easy"' in answer.text
    )


def test_what_does_not_read_is_pointed_at_and_can_be_mended_with_a_click(
    sample_client: FlaskClient,
) -> None:
    answer = sample_client.get("/ask?q=pass+rate+by+palyer", headers=HTML)

    assert answer.status_code == 422
    assert "<mark>palyer</mark>" in answer.text
    assert '<a href="/ask?q=pass+rate+by+player">pass rate by player</a>' in answer.text


def test_a_long_answer_is_shown_in_part(samples: Store) -> None:
    answer = samples.query("number of moves by session, player, turn, rank including bots")
    assert len(answer.rows) > MOST_ROWS

    table = table_of(answer)

    assert len(table.rows) == MOST_ROWS
    assert table.left == len(answer.rows) - MOST_ROWS
    assert table.rows[7].href == behind(answer, 7)


def test_csv_is_the_answer_of_the_api(sample_client: FlaskClient) -> None:
    page = sample_client.get("/?game=pot-luck&bots=with", headers=HTML).text
    found = re.findall(r'<a href="(/api/v1/query[^"]*format=csv)"', page)

    assert len(found) == len(phrases(page))
    for address in found[:3]:
        answer = sample_client.get(html.unescape(address))
        assert answer.mimetype == "text/csv"
        assert len(list(csv.reader(io.StringIO(answer.text)))) > 1


def ways_on(client: FlaskClient, phrase: str) -> list[str]:
    """Return the questions that may come of what is typed, as the box puts them together."""
    answer = client.get(f"/ask/complete?{urlencode({'q': phrase})}")
    assert answer.status_code == 200
    return [f"{phrase[: one['start']]}{one['text']}" for one in answer.json["offers"]]


def test_what_is_begun_may_be_ended(sample_client: FlaskClient) -> None:
    assert "pass rate" in ways_on(sample_client, "pass r")
    assert "pass rate by player" in ways_on(sample_client, "pass rate by pla")
    assert "pass rate by player count" in ways_on(sample_client, "pass rate by pla")
    assert "win rate for hard" in [one.casefold() for one in ways_on(sample_client, "win rate for har")]  # fmt: skip
    assert ways_on(sample_client, "what nobody asks ") == []
    (offer,) = [
        one
        for one in sample_client.get("/ask/complete?q=pass+rat").json["offers"]
        if one["text"] == "pass rate"
    ]
    assert offer["sentence"] == "Share of the turns that were passed."


@pytest.mark.parametrize(
    "phrase", ["", " ", "pass rate by ", "turns per target where ", "pass rate by level "]
)
def test_what_is_offered_reads_so_far(sample_client: FlaskClient, phrase: str) -> None:
    """Whatever is taken, the phrase is either whole or breaks off at its end."""
    found = ways_on(sample_client, phrase)

    assert len(found) > 2
    for one in found:
        answer = sample_client.get(f"/api/v1/query?{urlencode({'q': one})}")
        if answer.status_code == 422 and answer.json["code"] == "unknown-phrase":
            column = int(answer.json["place"].rpartition(" ")[2])
            assert column > len(one.rstrip()), (one, answer.json)


# -- what is kept


def test_answers_are_kept_while_the_store_is_the_same(store: Store) -> None:
    store.put(dumped(log(log_id="a")))
    app = create_app(store)
    client = app.test_client()
    before = client.get("/", headers=HTML).text
    opened: list[int] = []
    reading = store.reading
    store.reading = lambda: opened.append(1) or reading()  # type: ignore[method-assign,func-returns-value]

    assert client.get("/", headers=HTML).text == before
    assert opened == []
    store.put(dumped(log(log_id="b", notes="again")))
    assert "Rests on 2 games." in words(client.get("/", headers=HTML))
    store.put(dumped(slip(log_id="b")))
    assert "Rests on 1 game." in words(client.get("/", headers=HTML))


def test_only_so_many_answers_are_kept() -> None:
    kept = Answers(most=2)

    kept.put("a", 1)
    kept.put("b", 2)
    kept.get("a")
    kept.put("c", 3)

    assert [kept.get(key) for key in "abc"] == [1, None, 3]


def test_what_counts_back_from_now_is_not_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tomorrow the same store answers otherwise."""
    store.put(dumped(log(log_id="a")))
    ran: list[str] = []

    def noted(reading: Any, phrase: Any, **more: Any) -> Any:
        ran.append(phrase)
        return run(reading, phrase, **more)

    monkeypatch.setattr("api.web.answers.run", noted)
    kept = Answers()

    for phrase in ("games", "games vs previous month", "games last 30 days"):
        for _ in range(2):
            kept.ask(store, lambda ask, phrase=phrase: ask(phrase))  # type: ignore[misc]

    assert ran == ["games", *["games vs previous month"] * 2, *["games last 30 days"] * 2]


# -- what is not ours


def test_what_draws_is_as_it_was_published() -> None:
    """The note beside the files names where they are from and what they hash to."""
    note = (VENDOR / "README.md").read_text()
    files = sorted(VENDOR.glob("*.js"))

    assert [file.name for file in files] == ["vega-embed.min.js", "vega-lite.min.js", "vega.min.js"]
    for file in files:
        assert hashlib.sha256(file.read_bytes()).hexdigest() in note
        name = file.name.removesuffix(".min.js")
        assert "Redistribution and use" in (VENDOR / f"{name}-LICENSE").read_text()


def test_large_files_are_packed_for_who_unpacks_them(client: FlaskClient) -> None:
    plain = client.get("/web/vega.min.js")
    packed = client.get("/web/vega.min.js", headers={"Accept-Encoding": "gzip"})

    assert gzip.decompress(packed.data) == plain.data == (VENDOR / "vega.min.js").read_bytes()
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert packed.headers["ETag"] != plain.headers["ETag"]
