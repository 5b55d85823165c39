"""The commands that keep logs and look at what is kept, with the real store."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pyarrow.parquet
import pytest

from engine.facts import SHARED

from . import logs
from .conftest import Run

KEYS = ["source", "status", "game", "log_id", "digest", "violations"]


def told(text: str) -> list[dict[str, object]]:
    """Return the objects of ndjson."""
    return [json.loads(line) for line in text.splitlines()]


def test_upload_tells_each_log_in_order_and_counts_them(cardstats: Run, files: list[str]) -> None:
    Path("first.json").write_text(logs.text(logs.example(log_id="t1")))
    Path("second.json").write_text(logs.text(logs.example(log_id="t1", session="again")))

    done = cardstats(
        "upload", "--format", "ndjson", *files, "good.json", "first.json", "second.json"
    )

    lines = told(done.stdout)
    assert [line["status"] for line in lines] == [
        "accepted",
        "rejected",
        "unreadable",
        "duplicate",
        "accepted",
        "replaced",
    ]
    assert [list(line) for line in lines if "error" not in line] == [KEYS] * 5
    assert done.returncode == 1
    assert done.stderr == (
        "6 logs: 2 accepted, 1 duplicate, 1 replaced, 1 rejected, 1 unreadable\n"
    )


def test_upload_tells_people_where_a_log_is_kept(cardstats: Run, files: list[str]) -> None:
    done = cardstats("upload", *files)

    lines = done.stdout.splitlines()
    assert lines[0] == "✓ accepted   good.json   log 1"
    assert lines[1] == "✗ rejected   bad.json   log 2"
    assert lines[2] == "    move 6: 43 × 8 is 344, the log says 354. [wrong-total]"


def test_a_rejected_log_is_rejected_the_second_time_too(cardstats: Run, files: list[str]) -> None:
    """The same command gives the same exit code, and the fault is told again."""
    first, second = (cardstats("upload", "bad.json") for _ in range(2))

    assert first.returncode == second.returncode == 1
    assert "= duplicate" in second.stdout
    assert "[wrong-total]" in second.stdout


def test_validate_and_upload_agree(cardstats: Run, files: list[str]) -> None:
    judged = cardstats("validate", "--format", "ndjson", *files)
    stored = cardstats("upload", "--format", "ndjson", *files)

    assert judged.stdout == stored.stdout


def test_a_dry_run_stores_nothing(cardstats: Run, files: list[str]) -> None:
    done = cardstats("upload", "--dry-run", *files)

    assert "1 accepted, 0 duplicate, 0 replaced, 1 rejected, 1 unreadable" in done.stderr
    assert cardstats("logs", "--format", "ndjson").stdout == ""


def test_a_folder_is_read_to_its_bottom(cardstats: Run) -> None:
    Path("a/b").mkdir(parents=True)
    Path("a/b/one.json").write_text(logs.text(logs.example()))
    Path("a/two.ndjson").write_text(logs.text(logs.example(session="two")) + "\n")

    done = cardstats("upload", "--format", "ndjson", "a")

    assert sorted(str(line["source"]) for line in told(done.stdout)) == [
        "a/b/one.json",
        "a/two.ndjson:1",
    ]


def test_games_prints_the_columns_of_the_fact_table(cardstats: Run, files: list[str]) -> None:
    cardstats("upload", *files)

    (game,) = told(cardstats("games", "--format", "ndjson").stdout)

    shared = [column.name for column in SHARED["games"]]
    assert list(game)[: len(shared) + 2] == ["game_id", "log_sha256", *shared]
    assert (game["game_id"], game["outcome"], game["turns"], game["score"]) == (1, "won", 6, 1)


def test_every_format_of_games_has_the_same_columns(cardstats: Run, files: list[str]) -> None:
    cardstats("upload", *files)

    (game,) = told(cardstats("games", "--format", "ndjson").stdout)
    (row,) = csv.DictReader(io.StringIO(cardstats("games", "--format", "csv").stdout))
    assert list(row) == list(game)
    assert json.loads(cardstats("games", "--format", "json").stdout) == [game]


def test_games_of_an_empty_store_have_columns_and_no_rows(cardstats: Run) -> None:
    assert cardstats("games", "--format", "ndjson").stdout == ""
    assert cardstats("games", "--format", "csv").stdout.startswith("game_id,log_sha256,")


def test_games_as_parquet_keep_their_types(
    files: list[str], cardstats: Run, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    from cli.main import run

    cardstats("upload", *files)

    assert run(["games", "--format", "parquet"]) == 0

    table = pyarrow.parquet.read_table(io.BytesIO(capfdbinary.readouterr().out))
    assert str(table.schema.field("turns").type) == "int64"
    assert str(table.schema.field("played_at").type).startswith("timestamp")


def test_games_can_be_chosen(cardstats: Run, files: list[str]) -> None:
    cardstats("upload", *files)

    assert told(cardstats("games", "--game", "pot-luck", "--format", "ndjson").stdout) == []
    assert len(told(cardstats("games", "--game", "spot-on", "--format", "ndjson").stdout)) == 1
    assert cardstats("games", "--limit", "0").returncode == 2


def test_logs_lists_rejected_ones_with_their_faults(cardstats: Run, files: list[str]) -> None:
    cardstats("upload", *files)

    lines = told(cardstats("logs", "--format", "ndjson").stdout)
    assert [(line["id"], line["status"]) for line in lines] == [(1, "accepted"), (2, "rejected")]
    (row,) = csv.DictReader(
        io.StringIO(cardstats("logs", "--status", "rejected", "--format", "csv").stdout)
    )
    assert (row["id"], row["faults"], row["source"]) == ("2", "wrong-total", "bad.json")
    assert len(told(cardstats("logs", "--after", "1", "--format", "ndjson").stdout)) == 1


def test_a_stored_log_is_replayed_by_its_number_log_id_and_digest(cardstats: Run) -> None:
    Path("one.json").write_text(logs.text(logs.example(log_id="t1")))
    (line,) = told(cardstats("upload", "one.json", "--format", "ndjson").stdout)

    shown = [
        cardstats("replay", ref, "--move", "3").stdout for ref in ("1", "t1", str(line["digest"]))
    ]

    assert "total   30" in shown[0]
    assert len(set(shown)) == 1


def test_a_log_that_is_not_there_is_told_with_a_way_out(cardstats: Run) -> None:
    done = cardstats("replay", "7")

    assert done.returncode == 2
    assert "[unknown-log]" in done.stderr
    assert "cardstats logs" in done.stderr


def test_a_removed_log_leaves_the_games_and_may_come_again(
    cardstats: Run, files: list[str]
) -> None:
    cardstats("upload", "good.json")

    (gone,) = told(cardstats("remove", "1", "--format", "ndjson").stdout)

    assert gone["status"] == "removed"
    assert cardstats("games", "--format", "ndjson").stdout == ""
    (again,) = told(cardstats("upload", "good.json", "--format", "ndjson").stdout)
    assert again["status"] == "accepted"


def test_if_one_log_is_not_there_none_is_removed(cardstats: Run, files: list[str]) -> None:
    cardstats("upload", "good.json")

    assert cardstats("remove", "1", "99").returncode == 2
    assert len(told(cardstats("games", "--format", "ndjson").stdout)) == 1


def test_compact_and_rebuild_change_no_answer(cardstats: Run, files: list[str]) -> None:
    cardstats("upload", *files)
    before = cardstats("games", "--format", "ndjson").stdout

    assert cardstats("compact").returncode == 0
    (compacted,) = told(cardstats("compact", "--format", "ndjson").stdout)
    rebuilt = cardstats("rebuild")

    assert compacted["flushed_logs"] == 0
    assert "parts_after" in compacted
    assert rebuilt.stdout.startswith("2 logs judged anew: 0 verdicts changed")
    assert cardstats("games", "--format", "ndjson").stdout == before


def test_a_store_that_cannot_be_made_is_exit_5(cardstats: Run, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")

    done = cardstats("logs", env={"CARDSTATS_HOME": str(tmp_path / "a-file" / "store")})

    assert done.returncode == 5
    assert done.stderr.count("\n") == 1
    assert "CARDSTATS_HOME" in done.stderr
