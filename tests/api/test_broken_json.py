"""The corpus of broken JSON as bodies and as lines: a problem or a verdict each, and no 500."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from storage import Store
from tests.broken_json import FAILS, READS

from .conftest import JSON
from .test_errors import assert_problem

NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.mark.parametrize("path", ["/api/v1/logs", "/api/v1/validate", "/api/v1/query"])
def test_a_body_that_is_no_strict_json_is_a_problem(path: str, client: Any, store: Store) -> None:
    for kind, data in FAILS.items():
        answer = client.post(path, data=data, headers=JSON)

        # Some are larger than a question may be.
        assert_problem(answer, 413 if answer.status_code == 413 else 400)
        assert answer.json["detail"], kind
    assert store.logs() == []


def test_an_object_that_is_no_log_is_a_verdict(client: Any) -> None:
    for kind, data in READS.items():
        if len(data) < 60_000:  # what the app of these tests takes
            answer = client.post("/api/v1/validate", data=data, headers=JSON)
            assert (answer.status_code, answer.json["status"]) == (200, "rejected"), kind
            assert_problem(client.post("/api/v1/logs", data=data, headers=JSON), 422)


@pytest.mark.parametrize("path", ["/api/v1/pseudonymise", "/api/v1/query"])
def test_an_object_that_says_nothing_is_a_problem(path: str, client: Any) -> None:
    for kind, data in READS.items():
        answer = client.post(path, data=data, headers=JSON)
        assert 400 <= answer.status_code < 500, kind
        assert_problem(answer, answer.status_code)


def test_other_bodies_of_json_are_problems_too(client: Any) -> None:
    for kind, data in FAILS.items():
        answer = client.post("/api/v1/pseudonymise", data=data, headers=JSON)
        assert 400 <= answer.status_code < 500, kind
        assert_problem(answer, answer.status_code)


def test_no_broken_line_stops_the_good_one_after_it(client: Any, log: Any) -> None:
    """One line each, as far as a text has one, and a good log between any two."""
    del log["log_id"]  # or each would replace the one before
    lines: list[bytes] = []
    for nth, data in enumerate(FAILS.values()):
        if len(data) < 10_000:
            lines.append(data.replace(b"\n", b" ").replace(b"\r", b" "))
        lines.append(orjson.dumps({**log, "notes": f"{nth}"}))
    body = b"\n".join(lines)

    answer = client.post("/api/v1/logs/batch", data=body, headers=NDJSON)
    *told, last = [orjson.loads(line) for line in answer.data.splitlines()]

    assert answer.status_code == 200
    assert last["summary"]["accepted"] == len(FAILS)
    statuses = [one["status"] for one in told]
    assert set(statuses) <= {"accepted", "unreadable", "rejected"}
    # Blank lines are passed over and keep their number.
    assert [one["line"] for one in told] == [
        nth for nth, line in enumerate(lines, 1) if line.strip()
    ]
