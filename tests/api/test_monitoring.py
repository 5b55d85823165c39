"""The numbers for Prometheus are those of what was done."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from .conftest import JSON


def numbers(client: FlaskClient) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Return all samples by name and labels, read with the client library's own parser."""
    text = client.get("/metrics").text
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def labels(**named: str) -> frozenset[tuple[str, str]]:
    return frozenset(named.items())


def test_uploads_and_requests_are_counted_by_what_came_of_them(
    client: FlaskClient, send: Any, log: Any
) -> None:
    send(log)
    send(log)
    send(b"{")
    send({**log, "log_id": "other", "moves": log["moves"][:3]})
    send({**log, "notes": "again"})
    client.get("/api/v1/logs/1?who=Anna")
    client.get("/nowhere/Anna")

    found = numbers(client)

    verdicts = {
        verdict: found["cardstats_uploads_total", labels(verdict=verdict)]
        for verdict in ("accepted", "duplicate", "replaced", "rejected", "unreadable")
    }
    assert verdicts == dict.fromkeys(verdicts, 1.0)
    posts = {
        dict(key)["status"]: value
        for (name, key), value in found.items()
        if name == "cardstats_requests_total" and ("route", "/api/v1/logs") in key
    }
    assert posts == {"201": 2.0, "200": 1.0, "400": 1.0, "422": 1.0}
    route = labels(method="GET", route="/api/v1/logs/<ref>", status="200")
    assert found["cardstats_requests_total", route] == 1.0
    assert found["cardstats_requests_total", labels(method="GET", route="none", status="404")] == 1
    assert (
        found["cardstats_request_seconds_count", labels(method="POST", route="/api/v1/logs")] == 5
    )
    assert found["cardstats_logs", labels(status="superseded")] == 1
    assert found["cardstats_games", labels(game="spot-on")] == 1
    assert found["cardstats_logs_hot", labels()] == 2
    assert found["cardstats_uploads_waiting", labels()] == 0
    assert "Anna" not in client.get("/metrics").text


def test_methods_and_routes_that_strangers_invent_make_no_new_series(client: FlaskClient) -> None:
    for nth in range(20):
        client.open(f"/x{nth}", method=f"M{nth}")

    found = [dict(key) for name, key in numbers(client) if name == "cardstats_requests_total"]

    assert {(one["method"], one["route"]) for one in found} == {("other", "none")}


def test_a_dry_run_is_no_upload(client: FlaskClient, log: Any) -> None:
    client.post("/api/v1/validate", json=log, headers=JSON)

    assert numbers(client)["cardstats_uploads_total", labels(verdict="accepted")] == 0
