"""``--server``: what commands do there is what they do at home."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask, Response, request

from api import Config, create_app
from cli import http
from storage import Store, open_store
from storage.query import beside_bots
from tests.served import served

from . import logs
from .conftest import Completed, Run

FORMS = ("table", "csv", "tsv", "json", "ndjson", "md", "html")
QUESTION = "win rate by player including bots"


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    """The store of a server."""
    with open_store(tmp_path / "there") as store:
        yield store


@pytest.fixture
def server(there: Store) -> Iterator[str]:
    with served(create_app(there)) as url:
        yield url


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits between two tries."""
    monkeypatch.setattr(http, "pause", lambda _: None)
    monkeypatch.delenv("CARDSTATS_SERVER", raising=False)
    monkeypatch.delenv("CARDSTATS_TOKEN", raising=False)


@pytest.fixture
def many() -> list[str]:
    """Write logs of all kinds into the folder: a folder of them, and one with lines."""
    Path("logs").mkdir()
    for nth in range(4):
        Path(f"logs/good-{nth}.json").write_text(logs.text(logs.example(log_id=f"t{nth}")))
    Path("logs/empty.json").write_text("")
    Path("logs/line-in-text.json").write_text('{"notes": "a\nb"}')
    Path("logs/indented.json").write_text(json.dumps(logs.example(log_id="t9"), indent=1))
    Path("logs/wrong.json").write_text(logs.text(logs.wrong_total()))
    Path("logs/torn.json").write_text(logs.text(logs.example())[:200])
    lines = [logs.text(logs.example(log_id=f"l{nth}", notes="é\u2028")) for nth in range(3)]
    Path("lines.ndjson").write_text("\n".join([*lines, "{", lines[0]]), "utf-8")
    return ["logs", "lines.ndjson"]


def same(one: Completed, other: Completed) -> None:
    """Two runs printed the same, but for when a log came in."""
    when = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
    origin = re.compile(r'"source":"[^"]*"')
    for text, also in ((one.stdout, other.stdout), (one.stderr, other.stderr)):
        assert when.sub("T", origin.sub("", text)) == when.sub("T", origin.sub("", also))
    assert one.returncode == other.returncode


@pytest.mark.parametrize("form", FORMS)
def test_an_upload_prints_the_same(cardstats: Run, server: str, many: list[str], form: str) -> None:
    at_home = cardstats("upload", *many, "--format", form)
    there = cardstats("upload", *many, "--format", form, "--server", server)

    assert at_home.returncode == 1
    same(at_home, there)


def test_the_environment_names_a_server_too(cardstats: Run, server: str, there: Store) -> None:
    Path("one.json").write_text(logs.text(logs.example()))

    cardstats("upload", "one.json", env={"CARDSTATS_SERVER": server})

    assert len(there.logs()) == 1


@pytest.mark.parametrize(
    "words",
    [
        *[["query", QUESTION, "--format", form] for form in FORMS],
        ["query", QUESTION, "--sql"],
        ["query", QUESTION, "--explain"],
        ["query", QUESTION, "--games", "--anytime"],
        ["query", "avg turnz per target"],
        *[["games", "--format", form] for form in FORMS],
        ["games", "--game", "pot-luck"],
        ["games", "--limit", "2", "--format", "csv"],
        ["logs", "--format", "json"],
        ["logs", "--status", "rejected", "--format", "json"],
        ["logs", "--after", "3", "--limit", "2", "--format", "json"],
        *[["metrics", "--format", form] for form in FORMS],
        ["metrics", "pass"],
        ["metrics", "nothing-like-it"],
        *[["values", "player", "--format", form] for form in FORMS],
        ["values", "rules", "version"],
        ["values", "player", "--search", "an", "--format", "csv"],
        ["values", "player", "--search", "nobody-like-it"],
        ["values", "outcome"],
        ["replay", "t1"],
        ["replay", "1", "--move", "3", "--seat", "Ben", "--format", "json"],
        ["replay", "none-such"],
        ["remove", "t1", "t2", "--format", "json"],
        ["remove", "none-such"],
    ],
    ids=" ".join,
)
def test_a_command_prints_the_same(
    cardstats: Run, server: str, many: list[str], words: list[str]
) -> None:
    cardstats("upload", *many)
    cardstats("upload", *many, "--server", server)

    at_home, there = cardstats(*words), cardstats(*words, "--server", server)

    if words[-1] == "none-such":  # each tells its own way out
        assert there.returncode == at_home.returncode == 2
        assert "[unknown-log]" in there.stderr
    else:
        same(at_home, there)


def test_a_server_puts_bots_beside_people_once_they_have_played(
    cardstats: Run, server: str, there: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server lets nobody wait for bots to play: they do where the store is, and it says so."""
    monkeypatch.setattr(beside_bots, "LEAST", 20)
    Path("one.json").write_text(logs.text(logs.example()))
    cardstats("upload", "one.json", "--server", server)
    question = ("query", "win rate vs bots", "--format", "json")

    before = cardstats(*question, "--server", server)
    at_home = cardstats(*question, env={"CARDSTATS_HOME": str(there.path)})
    again = cardstats(*question, env={"CARDSTATS_HOME": str(there.path)})
    after = cardstats(*question, "--server", server)

    def rates(done: Completed) -> list[float | None]:
        return [row["win_rate"] for row in json.loads(done.stdout)["rows"][:2]]

    assert before.returncode == 0
    assert rates(before) == [None, 1.0]
    assert "on the machine where the store is, plays and keeps them" in before.stdout
    assert "Bots play at 1 table first" in at_home.stderr
    assert rates(at_home)[0] is not None
    assert not again.stderr
    same(again, after)


def test_a_binary_format_is_the_same_to_the_byte(
    server: str, many: list[str], cardstats: Run, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    from cli.main import run

    cardstats("upload", *many)
    cardstats("upload", *many, "--server", server)
    for words in (["games"], ["query", QUESTION]):
        for form in ("parquet", "arrow"):
            printed = []
            for more in ([], ["--server", server]):
                assert run([*words, "--format", form, *more]) == 0
                printed.append(capfdbinary.readouterr().out)
            assert printed[0] == printed[1]


def test_more_logs_than_a_page_are_listed(
    cardstats: Run, server: str, there: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli import remote

    monkeypatch.setattr(remote, "PAGE", 3)
    items = [("", logs.text(logs.example(log_id=f"t{nth}")).encode()) for nth in range(8)]
    list(there.put_many(items))

    told = cardstats("logs", "--format", "ndjson", "--server", server).stdout
    few = cardstats("logs", "--limit", "4", "--format", "ndjson", "--server", server).stdout

    assert [json.loads(line)["id"] for line in told.splitlines()] == list(range(1, 9))
    assert few.count("\n") == 4


def test_more_values_than_a_page_are_listed(
    cardstats: Run, server: str, there: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli import remote

    monkeypatch.setattr(remote, "VALUES_PAGE", 3)
    games = [logs.example(log_id=f"t{nth}", session=f"evening {nth}") for nth in range(8)]
    list(there.put_many([("", logs.text(game).encode()) for game in games]))

    told = cardstats("values", "session", "--format", "ndjson", "--server", server).stdout

    assert [json.loads(line)["value"] for line in told.splitlines()] == [
        f"evening {nth}" for nth in range(8)
    ]


def test_a_dimension_that_the_server_does_not_know_is_told(cardstats: Run, server: str) -> None:
    done = cardstats("values", "weather", "--server", server)

    assert done.returncode == 2
    assert "[unknown-dimension]" in done.stderr


def test_a_dry_run_there_stores_nothing(
    cardstats: Run, server: str, there: Store, many: list[str]
) -> None:
    done = cardstats("upload", *many, "--dry-run", "--server", server)

    assert done.returncode == 1
    assert "nothing was stored" in done.stderr
    assert there.logs() == []


@pytest.mark.parametrize(
    "words",
    [["compact"], ["rebuild"], ["backup", "x"], ["restore", "x"], ["token", "list"]]
    + [["sql", "SELECT 1"], ["compare", "print A", "print B"]],
)
def test_what_is_done_where_the_store_is_says_so(cardstats: Run, words: list[str]) -> None:
    done = cardstats(*words, env={"CARDSTATS_SERVER": "http://127.0.0.1:1"})

    assert done.returncode == 2
    assert "[not-remote]" in done.stderr
    assert "CARDSTATS_SERVER" in done.stderr


def test_validate_stays_at_home(cardstats: Run, files: list[str]) -> None:
    done = cardstats("validate", *files, env={"CARDSTATS_SERVER": "http://127.0.0.1:1"})

    assert done.returncode == 1
    assert "[" not in done.stderr


@pytest.mark.parametrize(
    "address", ["cards.example", "ftp://cards.example", "http://", "http://x:y"]
)
def test_an_address_that_is_none_is_told(cardstats: Run, address: str) -> None:
    done = cardstats("logs", "--server", address)

    assert done.returncode == 2
    assert "[usage]" in done.stderr


# -- tokens


def test_a_token_lets_in_and_its_lack_is_exit_4(
    cardstats: Run, server: str, there: Store, files: list[str]
) -> None:
    _, upload = there.create_token(scopes=["upload"], label="table 4", who="test")
    _, admin = there.create_token(scopes=["admin"], who="test")

    def ask(*words: str, token: str = "") -> Completed:
        return cardstats(*words, "--server", server, env={"CARDSTATS_TOKEN": token})

    nobody = ask("upload", "good.json")
    assert (nobody.returncode, "[unauthorized]" in nobody.stderr) == (4, True)
    assert "CARDSTATS_TOKEN" in nobody.stderr
    assert ask("upload", "good.json", token="cs_none").returncode == 4
    assert ask("upload", "good.json", token=upload).returncode == 0
    refused = ask("logs", token=upload)
    assert (refused.returncode, "read" in refused.stderr) == (4, True)
    (line,) = ask("logs", "--format", "ndjson", token=admin).stdout.splitlines()
    assert json.loads(line)["token"]["label"] == "table 4"
    assert json.loads(line)["sender"] == "table 4"


def test_players_are_renamed_there_and_the_audit_tells_by_whom(
    cardstats: Run, server: str, there: Store, files: list[str]
) -> None:
    token, text = there.create_token(scopes=["admin"], who="test")
    env = {"CARDSTATS_TOKEN": text, "CARDSTATS_SERVER": server}
    cardstats("upload", *files, env=env)

    done = cardstats("pseudonymise", "anna", "--as", "P1", "--format", "ndjson", env=env)
    audit = cardstats("audit", "--format", "ndjson", env=env).stdout

    assert json.loads(done.stdout) == {"name": "P1", "logs": 2, "games": 1, "is_wiped": True}
    assert {name for log in there.logs() for name in log.players} == {"P1", "Ben"}
    last = json.loads(audit.splitlines()[-1])
    assert (last["who"], last["what"]) == (f"token {token.id}", "pseudonymise")
    assert "anna" not in audit.lower()


# -- a server that is busy, or goes away


class Moody:
    """An app that answers as it is told to before it answers as it should.

    Each mood is a status with headers; None hangs up after the work is done.
    """

    def __init__(self, app: Flask, moods: list[tuple[int, dict[str, str]] | None]) -> None:
        self.app, self.moods = app, moods
        self.asked: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.asked.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        mood = self.moods.pop(0) if self.moods else (0, {})
        if mood is None:
            b"".join(self.app(environ, lambda *_: lambda _: None))
            environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
            raise ConnectionAbortedError
        status, headers = mood
        if status:
            start_response(f"{status} No", [("Content-Length", "0"), *headers.items()])
            return [b""]
        return self.app(environ, start_response)


@pytest.fixture
def moody(there: Store) -> Iterator[Callable[..., tuple[str, Moody]]]:
    from contextlib import ExitStack

    with ExitStack() as stack:

        def make(*moods: tuple[int, dict[str, str]] | None) -> tuple[str, Moody]:
            app = Moody(create_app(there), list(moods))
            return stack.enter_context(served(app)), app

        yield make


def test_a_busy_server_is_asked_again_when_it_says(
    cardstats: Run, moody: Any, files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(http, "pause", waits.append)
    url, app = moody((503, {"Retry-After": "7"}), (429, {}), (503, {}))

    done = cardstats("games", "--server", url)

    assert done.returncode == 0
    assert len(app.asked) == 4
    assert waits[0] == 7
    # Half to all of a span that doubles.
    assert 0.5 <= waits[1] <= 1
    assert 1 <= waits[2] <= 2


def test_patience_ends(cardstats: Run, moody: Any) -> None:
    url, app = moody(*[(503, {})] * 50)

    done = cardstats("games", "--server", url)

    assert done.returncode == 5
    assert len(app.asked) == http.TRIES
    assert done.stderr.count("\n") == 1


def test_nobody_there_is_exit_5(cardstats: Run) -> None:
    done = cardstats("games", "--server", "http://127.0.0.1:9")

    assert done.returncode == 5
    assert "[server-unreachable]" in done.stderr


def test_something_else_there_is_told(cardstats: Run) -> None:
    other = Flask("other")
    with served(other) as url:
        done = cardstats("games", "--server", url)

    assert done.returncode == 5
    assert "[server-strange]" in done.stderr


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_connection_that_breaks_loses_no_log_and_keeps_none_twice(
    cardstats: Run, moody: Any, there: Store, many: list[str]
) -> None:
    url, _ = moody((0, {}), None, (0, {}), None, None)

    done = cardstats("upload", *many, "--format", "ndjson", "--server", url)

    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == 14
    assert {line["status"] for line in told} <= {"accepted", "duplicate", "rejected", "unreadable"}
    kept = {log.log_id for log in there.logs()}
    assert {f"t{nth}" for nth in range(4)} | {f"l{nth}" for nth in range(3)} <= kept
    assert len({log.digest for log in there.logs()}) == len(there.logs())
    for line in told:
        if "id" in line:
            assert there.find(line["id"]).digest == line["digest"]


def test_a_log_that_is_removed_and_its_answer_lost_is_told_as_removed(
    cardstats: Run, moody: Any, there: Store
) -> None:
    there.put(logs.text(logs.example(log_id="t1")).encode())
    url, _ = moody((0, {}), (0, {}), None)

    (line,) = cardstats("remove", "t1", "--format", "ndjson", "--server", url).stdout.splitlines()

    assert json.loads(line)["status"] == "removed"
    assert there.logs() == []


def test_many_logs_go_in_one_request_where_the_server_takes_them(
    cardstats: Run, there: Store, many: list[str]
) -> None:
    """The contract of ``POST /logs/batch``: one log a line in, one receipt a line out."""
    app = Flask("batches")
    bodies: list[bytes] = []
    real = create_app(there).test_client()

    @app.post("/api/v1/logs")
    def one() -> Response:
        """Of a log with line breaks, which would not be kept as it is."""
        answer = real.post(
            "/api/v1/logs", data=request.get_data(), headers={"Content-Type": "application/json"}
        )
        return Response(answer.data, answer.status_code, content_type=answer.content_type)

    @app.post("/api/v1/logs/batch")
    def batch() -> Response:
        assert request.mimetype == "application/x-ndjson"
        assert len(request.headers["Idempotency-Key"]) == 32
        bodies.append(request.get_data())
        receipts = there.put_many(
            [("api", line) for line in bodies[-1].splitlines() if line.strip()]
        )
        lines = b"".join(orjson.dumps(one.to_json()) + b"\n" for one in receipts)
        return Response(lines, content_type="application/x-ndjson")

    with served(app) as url:
        same(cardstats("upload", *many), cardstats("upload", *many, "--server", url))
        lines = ["lines.ndjson", "logs/wrong.json"]
        if "\n" not in Path("logs/wrong.json").read_text():
            same(cardstats("upload", *lines), cardstats("upload", *lines, "--server", url))
    assert bodies
    with open_store(Path(os.environ["CARDSTATS_HOME"])) as home:
        assert [home.raw(log.id) for log in home.logs()] == [
            there.raw(log.id) for log in there.logs()
        ]


def test_the_client_is_light() -> None:
    from .test_start import imported_by

    found = imported_by("logs", "--server", "http://127.0.0.1:9/x")

    assert found.isdisjoint({"_duckdb", "flask", "pyarrow", "requests", "urllib3", "lark"})


def test_limits_are_waited_for(
    cardstats: Run, there: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's own words: 429 with Retry-After, and none after that."""
    _, text = there.create_token(scopes=["read"], who="test")
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        threading.Event().wait(seconds)

    monkeypatch.setattr(http, "pause", wait)
    with served(create_app(there, config=Config(limit="1 per second"))) as url:
        env = {"CARDSTATS_TOKEN": text, "CARDSTATS_SERVER": url}
        assert [cardstats("games", env=env).returncode for _ in range(3)] == [0, 0, 0]

    assert waits
    assert set(waits) == {1.0}
