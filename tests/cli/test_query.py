"""``cardstats query`` and ``cardstats metrics``."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest

from . import logs
from .conftest import Run

QUESTION = "avg turns per target"


@pytest.fixture(autouse=True)
def games(cardstats: Run) -> None:
    """Store two games to one target, of 6 turns each; and a rejected log, which counts nowhere."""
    Path("many.ndjson").write_text(
        "\n".join(map(logs.text, [logs.example(), logs.example(session="b"), logs.wrong_total()]))
    )
    cardstats("upload", "many.ndjson")


def test_an_answer_has_its_number_and_what_it_rests_on(cardstats: Run) -> None:
    done = cardstats("query", QUESTION)

    assert done.returncode == 0
    assert done.stderr == ""
    assert " 6 " in done.stdout or " 6\n" in done.stdout
    assert "2 games" in done.stdout


def test_a_phrase_needs_no_quotes(cardstats: Run) -> None:
    assert cardstats("query", *QUESTION.split()).stdout == cardstats("query", QUESTION).stdout


def test_programs_get_rows_and_people_the_words(cardstats: Run) -> None:
    done = cardstats("query", QUESTION, "--format", "csv")

    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert "6.0" in row.values() or "6" in row.values()
    assert "2 games" in done.stderr


def test_json_tells_it_all(cardstats: Run) -> None:
    done = cardstats("query", QUESTION, "--format", "json")

    answer = json.loads(done.stdout)
    assert answer["games"] == 2
    assert len(answer["rows"]) == 1
    assert done.stderr == ""


@pytest.mark.parametrize("form", ["table", "csv", "tsv", "json", "ndjson", "md", "html"])
def test_every_text_format_ends_its_last_line(cardstats: Run, form: str) -> None:
    done = cardstats("query", QUESTION, "--format", form)

    assert done.returncode == 0
    assert done.stdout.endswith("\n")


def test_a_word_that_is_not_known_is_told_with_a_way_out(cardstats: Run) -> None:
    done = cardstats("query", "avg tunrs per target")

    assert done.returncode == 2
    assert done.stdout == ""
    told, phrase, pointer = done.stderr.splitlines()
    assert "tunrs" in told
    assert "turns" in told
    assert phrase == "  avg tunrs per target"
    assert pointer == "      ^^^^^"


def test_metrics_lists_what_can_be_asked(cardstats: Run) -> None:
    found = [
        json.loads(line) for line in cardstats("metrics", "--format", "ndjson").stdout.splitlines()
    ]

    assert {"turns", "pass rate", "win rate"} <= {record["name"] for record in found}
    assert all(record["sentence"] for record in found)
    by_name = {record["name"]: record for record in found}
    assert by_name["games"]["told"] == 2  # the two logs of the store
    assert by_name["pass rate"]["better"] is None
    assert by_name["waste"]["told"] == 0
    assert by_name["waste"]["needs"] == ["hands"]


def test_dimensions_and_their_values_are_listed(cardstats: Run) -> None:
    lines = cardstats("dimensions", "--search", "nth game", "--format", "ndjson").stdout
    assert "nth game" in [json.loads(line)["name"] for line in lines.splitlines()]
    assert "level" not in [json.loads(line)["name"] for line in lines.splitlines()]

    values = json.loads(cardstats("values", "outcome", "--format", "json").stdout)
    assert [one["value"] for one in values] == ["won", "lost", "finished", "abandoned"]
    assert sum(one["games"] for one in values) == 2
    found = cardstats("values", "operation", "--search", "div", "--format", "csv").stdout
    assert found.splitlines()[1].startswith("/,")


def test_values_of_no_dimension_suggest_one(cardstats: Run) -> None:
    done = cardstats("values", "levle")

    assert done.returncode == 2
    assert "Did you mean `level`?" in done.stderr


@pytest.mark.parametrize("command", ["metrics", "dimensions"])
def test_a_list_can_be_of_one_game(cardstats: Run, command: str) -> None:
    found = json.loads(cardstats(command, "--game", "equator", "--format", "json").stdout)

    assert all("equator" in one["games"] for one in found if one["games"])
    assert any(not one["games"] for one in found)


def test_the_example_that_metrics_gives_can_be_asked(cardstats: Run) -> None:
    last = cardstats("metrics").stdout.splitlines()[-1]
    phrase = last.partition('"')[2].rstrip('"')

    assert phrase
    assert cardstats("query", phrase).returncode == 0


def test_metrics_can_be_searched(cardstats: Run) -> None:
    assert "pass rate" in cardstats("metrics", "pass").stdout
    done = cardstats("metrics", "zebra")
    assert done.returncode == 2
    assert "zebra" in done.stderr


def test_metrics_needs_no_store(cardstats: Run, tmp_path: Path) -> None:
    cardstats("metrics", env={"CARDSTATS_HOME": str(tmp_path / "other")})

    assert not (tmp_path / "other").exists()


def test_the_answer_goes_to_a_file_in_its_format(cardstats: Run) -> None:
    shown = cardstats("query", QUESTION, "--format", "csv").stdout

    done = cardstats("query", QUESTION, "--format", "csv", "-o", "answer.csv")

    assert (done.returncode, done.stdout) == (0, "")
    assert Path("answer.csv").read_text() == shown


def test_an_answer_is_written_to_a_pipe_and_does_not_take_its_place(
    cardstats: Run, tmp_path: Path
) -> None:
    pipe = tmp_path / "answers"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    done = cardstats("query", QUESTION, "--format", "csv", "-o", str(pipe))
    said = os.read(reader, 1 << 16).decode()
    os.close(reader)

    assert done.returncode == 0
    assert said == cardstats("query", QUESTION, "--format", "csv").stdout
    assert pipe.is_fifo()


def test_a_file_that_cannot_be_written_is_told(cardstats: Run) -> None:
    done = cardstats("query", QUESTION, "-o", "no-such-folder/answer.csv")

    assert done.returncode == 2
    assert "no-such-folder/answer.csv" in done.stderr


def test_each_row_names_its_games_where_asked(cardstats: Run) -> None:
    rows = json.loads(cardstats("query", QUESTION, "--games", "--format", "json").stdout)["rows"]

    assert "1 2" in next(iter(rows)).values()


def test_the_sql_that_ran_is_shown_alone_or_with_the_reading(cardstats: Run) -> None:
    sql = cardstats("query", QUESTION, "--sql").stdout
    explained = cardstats("query", QUESTION, "--explain").stdout

    assert "FROM" in sql
    assert explained.startswith("Read as: mean turns per target")
    assert explained.endswith(sql)


def test_an_interval_that_holds_however_often_one_looks_is_wider(cardstats: Run) -> None:
    def width(*words: str) -> float:
        done = cardstats("query", "pass rate", "--format", "json", *words)
        (row,) = json.loads(done.stdout)["rows"]
        return float(row["high"] - row["low"])

    assert width("--anytime") > width()


def test_bots_play_once_where_an_answer_wants_them(
    cardstats: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games are the worked example's, to one target."""
    from storage.query import beside_bots

    monkeypatch.setattr(beside_bots, "LEAST", 8)

    first = cardstats("query", "win rate vs bots")
    again = cardstats("query", "win rate vs bots")

    assert first.returncode == again.returncode == 0
    assert first.stderr == (
        "Bots play at 1 table first, 8 games at the most; they are kept for the next question.\n"
    )
    assert again.stderr == ""
    assert again.stdout == first.stdout
    assert "humans − bots" in first.stdout


def test_the_values_of_a_metric_lead_to_a_question(cardstats: Run) -> None:
    done = cardstats("values", "pass", "rate")

    assert done.returncode == 2
    assert '`pass rate` is a metric, and is asked for: `cardstats query "pass rate"`' in done.stderr
