"""Questions asked over HTTP: the numbers, the forms, and what is said of a phrase that is none."""

from __future__ import annotations

import csv
import io
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet
import pytest

from api import examples
from api.routes.questions import TYPES
from storage.query.catalogue import whole_catalogue
from storage.query.result import FORMS

PHRASE = "avg turns per target"


def ask(client: Any, q: str, **more: Any) -> Any:
    headers = more.pop("headers", {})
    return client.get("/api/v1/query", query_string={"q": q, **more}, headers=headers)


def test_the_worked_example_took_six_turns_for_its_target(send: Any, client: Any, log: Any) -> None:
    """By hand: four plays by sum and product, one pass, the hit; the signal is no turn."""
    send(log)

    told = ask(client, PHRASE).json

    assert [value for key, value in told["rows"][0].items() if "turns" in key] == [6]
    assert (told["n"], told["games"]) == (1, 1)


def test_a_rejected_log_is_in_no_answer(send: Any, client: Any, log: Any, wrong: Any) -> None:
    send({**wrong, "log_id": "slip"})
    send({**log, "result": {"outcome": "won", "score": 2}, "log_id": "lie"})

    told = ask(client, "games").json
    assert told["games"] == 0
    assert not any(told["rows"][0].values())


def test_the_example_in_the_document_is_a_real_answer(send: Any, client: Any, log: Any) -> None:
    """All but its sentences, which belong to the language of questions."""
    send(log)

    words: dict[str, list[str]] = {"notes": [], "meanings": []}
    assert {**ask(client, examples.PHRASE).json, **words} == {**examples.ANSWER, **words}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_an_answer_is_there_under_its_media_type(
    send: Any, client: Any, log: Any, form: str
) -> None:
    send(log)

    answer = ask(client, PHRASE, format=form)

    assert answer.status_code == 200
    assert answer.content_type == TYPES[form]
    assert len(answer.data) > 0


def test_the_forms_for_programs_hold_the_same_rows(send: Any, client: Any, log: Any) -> None:
    send(log)
    rows = ask(client, PHRASE).json["rows"]

    lines = ask(client, PHRASE, format="ndjson").data.splitlines()
    parquet = pa.parquet.read_table(io.BytesIO(ask(client, PHRASE, format="parquet").data))
    arrow = pa.ipc.open_stream(ask(client, PHRASE, format="arrow").data).read_all()
    table = list(csv.DictReader(io.StringIO(ask(client, PHRASE, format="csv").text)))

    assert [orjson.loads(line) for line in lines] == rows
    assert parquet.to_pylist() == rows
    assert arrow.to_pylist() == rows
    assert [list(row) for row in table] == [list(row) for row in rows]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "phrase", [PHRASE, "pass rate by player", "distribution of turns per game"]
)
def test_an_answer_over_http_is_that_of_python_byte_for_byte(
    send: Any, client: Any, log: Any, store: Any, phrase: str, form: Any
) -> None:
    send(log)

    assert ask(client, phrase, format=form).data == store.query(phrase).face(form)


def test_an_answer_that_still_holds_is_not_sent_again(send: Any, client: Any, log: Any) -> None:
    send(log)
    first = ask(client, PHRASE)
    tag = first.headers["ETag"]

    again = ask(client, PHRASE, headers={"If-None-Match": tag})
    other = ask(client, "games", headers={"If-None-Match": tag})
    text = ask(client, PHRASE, format="csv", headers={"If-None-Match": tag})
    send({**log, "log_id": "another", "notes": "again"})
    later = ask(client, PHRASE, headers={"If-None-Match": tag})

    assert not tag.startswith("W/")
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert [other.status_code, text.status_code, later.status_code] == [200, 200, 200]
    assert later.json["games"] == 2


def test_an_answer_is_sent_again_where_the_words_of_the_question_mean_something_else(
    send: Any, client: Any, log: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(log)
    words = tmp_path / "cardstats.toml"
    monkeypatch.setenv("CARDSTATS_CONFIG", str(words))
    seen = []
    for value in ("plays - passes", "plays + passes"):
        words.write_text(
            f'[metrics."net plays"]\nsentence = "Net."\nvalue = "{value}"\nunit = "turns"\n'
        )
        first = ask(client, "net plays")
        again = ask(client, "net plays", headers={"If-None-Match": first.headers["ETag"]})
        assert (first.status_code, again.status_code) == (200, 304)
        seen.append(first)

    late = ask(client, "net plays", headers={"If-None-Match": seen[0].headers["ETag"]})

    assert late.status_code == 200
    assert late.data == seen[1].data
    assert seen[0].json["rows"] != seen[1].json["rows"]


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_a_player_cannot_be_called_by_a_formula(
    send: Any, client: Any, log: Any, form: str
) -> None:
    name = '=HYPERLINK("https://evil.example")'
    assert send(orjson.dumps(log).replace(b'"Anna"', orjson.dumps(name))).status_code == 201

    answer = ask(client, "plays by player", format=form).text

    rows = list(csv.reader(io.StringIO(answer), delimiter="," if form == "csv" else "\t"))
    assert rows[1][0] == f"'{name}"


def test_an_answer_that_counts_back_from_now_has_no_tag(client: Any) -> None:
    answer = ask(client, "games in the last 7 days")

    assert answer.status_code == 200
    assert "ETag" not in answer.headers


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("avg turnz per target", "unknown-phrase"),
        ("", "empty"),
        ("   ", "empty"),
        ("turns " * 1000, "too-long"),
        ("'; DROP TABLE games; --", "unknown-phrase"),
        ("\0", "unknown-phrase"),
        ("🂡", "unknown-phrase"),
    ],
)
def test_a_phrase_that_is_no_question_is_told_with_its_place(
    client: Any, phrase: str, code: str
) -> None:
    answer = ask(client, phrase)

    assert answer.status_code == 422
    told = answer.json
    assert told["code"] == code
    assert told["type"].endswith("#unknown-phrase")
    assert told["place"].startswith("query/q, column ")


def test_a_phrase_that_no_word_mends_gets_questions_that_are_answered(client: Any) -> None:
    told = client.get("/api/v1/query", query_string={"q": "predict the win rate"}).json

    assert told["code"] == "no-such-answer"
    assert "suggestions" not in told
    assert told["questions"][0] == "win rate"
    for question in told["questions"]:
        assert client.get("/api/v1/query", query_string={"q": question}).status_code == 200


def test_a_word_that_is_nearly_right_gets_suggestions(client: Any) -> None:
    told = ask(client, "avg turnz per target").json

    assert told["place"] == "query/q, column 5"
    assert told["phrase"][told["start"] : told["end"]] == "turnz"
    assert "turns" in told["suggestions"]


@pytest.mark.parametrize("query", ["", "format=csv", "q=games&format=xlsx", "q=games&fromat=csv"])
def test_parameters_of_a_question_are_checked(client: Any, query: str) -> None:
    answer = client.get(f"/api/v1/query?{query}")

    assert (answer.status_code, answer.json["code"]) == (422, "bad-parameter")


def test_metrics_tell_everything_that_can_be_asked(client: Any) -> None:
    told = client.get("/api/v1/metrics").json
    found = whole_catalogue()

    assert [metric["name"] for metric in told["metrics"]] == sorted(found.metrics)
    assert [one["name"] for one in told["dimensions"]] == sorted(found.dimensions)
    assert {"turns", "pass rate", "win rate"} <= set(found.metrics)
    assert all(metric["sentence"].endswith(".") for metric in told["metrics"])


def test_a_server_tells_what_is_kept_of_bots_and_plays_nothing(
    send: Any, client: Any, log: Any
) -> None:
    """A simulation takes too long to wait for; and what is kept may change while the store does not."""
    send(log)

    answer = ask(client, "win rate vs bots")

    bots, people, _ = answer.json["rows"]
    assert bots["win_rate"] is None
    assert people["win_rate"] == 1
    assert any("No games of bots are kept yet" in note for note in answer.json["notes"])
    assert "ETag" not in answer.headers
