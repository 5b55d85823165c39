"""A clock that is put forward or back while the server runs, by a day or by years."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Self

import orjson
import pytest

from api import Config, create_app
from storage import Store, once
from tests.storage.checks import assert_sound
from tests.storage.games import a_log

from .conftest import JSON

DAY = 86_400
JUMPS = (-3650 * DAY, -90, DAY, 3650 * DAY)
LOGS = "/api/v1/logs"

Jump = Callable[[float], None]


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Return a function that puts the time of day so many seconds off the true one.

    What counts seconds goes on, as it does on a machine whose clock is set.
    """
    true = time.time
    off = 0.0

    class Shifted(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return super().fromtimestamp(true(), tz) + timedelta(seconds=off)

    def put(seconds: float) -> None:
        nonlocal off
        off = seconds
        monkeypatch.setattr(time, "time", lambda: true() + off)
        for name, module in list(sys.modules.items()):
            is_ours = name.partition(".")[0] in ("api", "storage", "engine")
            if is_ours and getattr(module, "datetime", None) is datetime:
                monkeypatch.setattr(module, "datetime", Shifted)

    return put


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("seconds", JUMPS)
def test_ids_go_up_and_pages_hold_every_log_once(
    seconds: float, jump: Jump, store: Store, client: Any
) -> None:
    sent = []
    for nth, off in enumerate((0, seconds, 0, seconds / 2)):
        jump(off)
        for more in range(3):
            answer = client.post(LOGS, data=a_log(10 * nth + more), headers=JSON)
            sent.append(answer.json["id"])
        assert store.flush() == 3
    store.compact()

    found: list[int] = []
    address = f"{LOGS}?limit=5"
    while address:
        page = client.get(address)
        found += [log["id"] for log in page.json["logs"]]
        address = page.json["next"] and f"{LOGS}?limit=5&cursor={page.json['next']}"

    assert found == sent == sorted(sent)
    answer = client.get("/api/v1/query?q=number+of+games")
    assert answer.json["games"] == len(sent)
    assert client.get("/api/v1/query?q=number+of+games+last+7+days").status_code == 200
    assert_sound(store)


def test_what_counts_back_counts_from_the_clock_as_it_is(jump: Jump, client: Any) -> None:
    for nth, day in enumerate(("2026-03-01", "2026-03-09")):
        log = a_log(nth, played_at=f"{day}T12:00:00+00:00")
        assert client.post(LOGS, data=log, headers=JSON).status_code == 201

    def games(day: str) -> int:
        then = datetime.fromisoformat(f"{day}T18:00:00+00:00")
        jump(then.timestamp() - real())
        answer = client.get("/api/v1/query?q=number+of+games+last+7+days")
        return int(answer.json["games"])

    real = datetime.now(UTC).timestamp
    # A game that is dated ahead is a late one: some tablet's clock runs fast.
    days = ("2026-03-10", "2026-03-02", "2026-03-30", "2026-03-10")
    assert [games(day) for day in days] == [1, 2, 0, 1]


def test_a_token_ends_by_the_clock_as_it_is(jump: Jump, store: Store) -> None:
    until = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="seconds")
    _, token = store.create_token(scopes=["read"], who="test", expires_at=until)
    client = create_app(store).test_client()

    def status() -> int:
        return int(client.get(LOGS, headers=bearer(token)).status_code)

    assert status() == 200
    jump(2 * 3600)
    assert status() == 401
    jump(-3650 * DAY)
    assert status() == 200


@pytest.mark.parametrize("seconds", JUMPS)
def test_a_revoked_token_stays_so(seconds: float, jump: Jump, store: Store) -> None:
    made, token = store.create_token(scopes=["read"], who="test")
    store.revoke_token(made.id, who="test")
    jump(seconds)

    client = create_app(store).test_client()

    assert client.get(LOGS, headers=bearer(token)).status_code == 401


@pytest.mark.parametrize("seconds", [-3650 * DAY, -DAY])
def test_a_limit_lasts_no_longer_than_its_window_where_the_clock_is_put_back(
    seconds: float, jump: Jump, store: Store
) -> None:
    token = store.create_token(scopes=["read"], who="test")[1]
    client = create_app(store, config=Config(limit="3 per minute")).test_client()

    def ask() -> Any:
        return client.get("/api/v1/docs", headers=bearer(token))

    assert [ask().status_code for _ in range(4)] == [200, 200, 200, 429]
    jump(seconds)
    after = [ask() for _ in range(5)]

    assert after[0].status_code == 200
    assert after[-1].status_code == 429, "it counts on"
    assert all(0 <= int(one.headers["RateLimit-Reset"]) <= 60 for one in after)
    assert int(after[-1].headers["Retry-After"]) <= 61


@pytest.mark.parametrize("seconds", [-3600, -5, 5, 3600])
def test_a_key_gets_its_answer_again_where_the_clock_is_set_a_little(
    seconds: float, jump: Jump, client: Any, log: Any
) -> None:
    body = orjson.dumps(log)
    first = client.post(LOGS, data=body, headers={**JSON, "Idempotency-Key": "a"})
    jump(seconds)

    again = client.post(LOGS, data=body, headers={**JSON, "Idempotency-Key": "a"})

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.data == first.data


@pytest.mark.parametrize("seconds", [-3650 * DAY, -DAY])
def test_a_key_is_in_use_for_no_longer_than_a_minute_where_the_clock_is_put_back(
    seconds: float, jump: Jump, store: Store
) -> None:
    store.claim("", "a", b"request")
    with pytest.raises(once.UnderWay):
        store.claim("", "a", b"request")

    jump(seconds)

    assert isinstance(store.claim("", "a", b"request"), once.Claim)
