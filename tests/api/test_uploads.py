"""Logs sent in: what is answered, what is kept, and how much is taken."""

from __future__ import annotations

import gzip
import io
import tracemalloc
import zlib
from typing import Any

import orjson
import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api import Config, create_app
from api.bodies import gunzip
from api.errors import Problem


def test_an_accepted_log_is_kept_and_its_place_told(send: Any, client: Any, log: Any) -> None:
    answer = send(log)

    assert answer.status_code == 201
    told = answer.json
    assert (told["status"], told["game"], told["log_id"]) == ("accepted", "spot-on", log["log_id"])
    assert told["violations"] == []
    assert client.get(answer.headers["Location"]).json["digest"] == told["digest"]


def test_the_same_game_again_answers_with_the_id_it_was_kept_under(send: Any, log: Any) -> None:
    first = send(log).json

    again = send(orjson.dumps(dict(reversed(log.items())), option=orjson.OPT_INDENT_2))

    assert again.status_code == 200
    assert again.json == {**first, "status": "duplicate"}


def test_a_log_with_the_same_log_id_replaces_the_earlier_one(
    send: Any, client: Any, log: Any
) -> None:
    first = send(log).json

    later = send({**log, "notes": "Anna found the fives."})

    assert later.status_code == 201
    assert (later.json["status"], later.json["replaces"]) == ("replaced", first["id"])
    before = client.get(f"/api/v1/logs/{first['id']}").json
    assert (before["status"], before["superseded_by"]) == ("superseded", later.json["id"])


def test_a_rejected_log_is_kept_with_its_violations(send: Any, client: Any, wrong: Any) -> None:
    answer = send(wrong)

    assert answer.status_code == 422
    told = answer.json
    assert told["code"] == "rejected"
    assert told["place"] == "/moves/6/total"
    fault = told["violations"][0]
    # 43 × 8 is 344, by hand.
    assert (fault["code"], fault["move"], fault["expected"], fault["got"]) == (
        "wrong-total",
        6,
        344,
        354,
    )
    kept = client.get(f"/api/v1/logs/{told['id']}").json
    assert kept["status"] == "rejected"
    assert kept["violations"] == told["violations"]
    assert client.get(f"/api/v1/logs/{told['id']}/raw").data == orjson.dumps(wrong)


def test_a_rejected_log_sent_again_gets_the_same_answer(send: Any, wrong: Any) -> None:
    """A client that lost the first answer must not take the log for a good one."""
    first = send(wrong)

    again = send(wrong)

    assert again.status_code == 422
    assert {**again.json, "request_id": ""} == {**first.json, "request_id": ""}


def test_a_corrected_log_replaces_the_rejected_one(send: Any, client: Any, log: Any) -> None:
    slip = {**log, "moves": [{**log["moves"][0], "value": 384}, *log["moves"][1:]]}
    rejected = send(slip).json

    mended = send(log)

    assert mended.status_code == 201
    assert mended.json["replaces"] == rejected["id"]
    assert client.get(f"/api/v1/logs/{rejected['id']}").json["status"] == "superseded"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"\xff\xfe{\x00", "not-utf-8"),
        (b'{"notes": "\xe9"}', "not-utf-8"),
        (b"{", "not-json"),
        (b'{"t": NaN}', "not-json"),
        (b"[]", "not-an-object"),
        (b'{"a": 1, "a": 2}', "duplicate-key"),
        (b'{"a": 9223372036854775808}', "huge-integer"),
        (rb'{"a": "\ud800"}', "lone-surrogate"),
        (b'{"a":' + b"[" * 40 + b"]" * 40 + b"}", "too-deep"),
    ],
)
@pytest.mark.parametrize("path", ["/api/v1/logs", "/api/v1/validate"])
def test_what_is_no_strict_json_is_refused_and_not_kept(
    send: Any, client: Any, body: bytes, code: str, path: str
) -> None:
    answer = send(body, path)

    assert answer.status_code == 400
    assert answer.json["code"] == code
    assert client.get("/api/v1/logs").json["logs"] == []


def test_validate_tells_the_verdict_and_keeps_nothing(
    send: Any, client: Any, log: Any, wrong: Any
) -> None:
    good = send({**log, "moves": log["moves"][:1], "result": {"outcome": "abandoned"}})
    verdict = send(wrong, "/api/v1/validate")

    assert good.status_code == 201
    assert verdict.status_code == 200
    assert verdict.json["status"] == "rejected"
    assert [fault["code"] for fault in verdict.json["violations"]] == ["wrong-total"]
    assert len(client.get("/api/v1/logs").json["logs"]) == 1


# -- kinds and encodings


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_another_kind_of_body_is_refused_with_the_kind_to_send(
    client: Any, log: Any, kind: str
) -> None:
    answer = client.post("/api/v1/logs", data=orjson.dumps(log), content_type=kind)

    assert answer.status_code == 415
    assert "application/json" in answer.json["hint"]
    assert answer.headers["Accept-Post"] == "application/json"


def test_json_in_another_charset_is_refused(client: Any, log: Any) -> None:
    kind = "application/json; charset=iso-8859-1"
    assert client.post("/api/v1/logs", data=orjson.dumps(log), content_type=kind).status_code == 415


def test_utf8_may_be_named(client: Any, log: Any) -> None:
    kind = "application/json; charset=UTF-8"
    assert client.post("/api/v1/logs", data=orjson.dumps(log), content_type=kind).status_code == 201


def test_a_gzipped_log_comes_back_as_what_it_held(send: Any, client: Any, log: Any) -> None:
    plain = orjson.dumps(log, option=orjson.OPT_INDENT_2) + b"\n"

    answer = send(gzip.compress(plain), **{"Content-Encoding": "gzip"})

    assert answer.status_code == 201
    assert client.get(f"{answer.headers['Location']}/raw").data == plain


def test_several_gzip_members_are_one_body(send: Any, log: Any) -> None:
    plain = orjson.dumps(log)
    halves = gzip.compress(plain[:300]) + gzip.compress(plain[300:])

    assert send(halves, **{"Content-Encoding": "gzip"}).status_code == 201


@pytest.mark.parametrize(
    "damage",
    [
        lambda body: body[:-6],
        lambda body: body[:20],
        lambda body: b"no gzip",
        lambda body: b"",
        lambda body: body + b"and more",
        lambda body: body[:40] + bytes([body[40] ^ 255]) + body[41:],
    ],
)
def test_damaged_gzip_is_told(send: Any, log: Any, damage: Any) -> None:
    body = damage(gzip.compress(orjson.dumps(log)))

    answer = send(body, **{"Content-Encoding": "gzip"})

    assert (answer.status_code, answer.json["code"]) == (400, "bad-gzip")


def test_another_encoding_is_refused_with_those_that_are_read(send: Any, log: Any) -> None:
    answer = send(log, **{"Content-Encoding": "br"})

    assert (answer.status_code, answer.json["code"]) == (415, "unsupported-encoding")
    assert answer.headers["Accept-Encoding"] == "gzip"


# -- how much

MOST = 64 * 1024


def padded(log: dict[str, Any], size: int) -> bytes:
    """Return the log in so many bytes, filled up with spaces."""
    body = orjson.dumps(log)
    return body[:-1] + b" " * (size - len(body)) + b"}"


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_a_body_may_hold_as_much_as_is_allowed_and_not_a_byte_more(
    send: Any, log: Any, encoding: str
) -> None:
    pack = gzip.compress if encoding == "gzip" else bytes

    fits = send(pack(padded(log, MOST)), **{"Content-Encoding": encoding})
    over = send(pack(padded(log, MOST + 1)), **{"Content-Encoding": encoding})

    assert fits.status_code == 201
    assert (over.status_code, over.json["code"]) == (413, "too-large")


def test_a_body_that_says_it_is_huge_is_refused_unread(app: Any) -> None:
    class Unread(io.RawIOBase):
        def readinto(self, buffer: Any) -> int:
            raise AssertionError("the body was read")

    builder = EnvironBuilder(path="/api/v1/logs", method="POST", content_type="application/json")
    environ = builder.get_environ()
    environ |= {"CONTENT_LENGTH": str(10**12), "wsgi.input": Unread(), "REMOTE_ADDR": "127.0.0.1"}

    body, status, _ = run_wsgi_app(app, environ)

    assert status.startswith("413")
    assert orjson.loads(b"".join(body))["code"] == "too-large"


def test_a_bomb_is_stopped_at_the_cap_in_bounded_memory() -> None:
    """200 KB that hold 200 MB."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(200)) + packer.flush()
    assert len(bomb) < 250_000
    most = 1 << 20

    tracemalloc.start()
    with pytest.raises(Problem) as refused:
        gunzip(bomb, most)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert refused.value.code == "too-large"
    assert peak < 4 * most


def test_a_bomb_of_empty_members_is_stopped_too() -> None:
    with pytest.raises(Problem) as refused:
        gunzip(gzip.compress(b"") * 100_000, 1 << 20)

    assert refused.value.code == "bad-gzip"


def test_the_cap_of_an_app_is_8_mib_unless_it_says_otherwise(store: Any, log: Any) -> None:
    client = create_app(store).test_client()
    assert Config().max_log_bytes == 8 * 1024 * 1024

    answer = client.post(
        "/api/v1/logs", data=padded(log, 8 * 1024 * 1024 + 1), content_type="application/json"
    )

    assert answer.status_code == 413
