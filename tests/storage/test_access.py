"""Tokens, the audit and the key of sessions: what is kept, and what is not."""

from __future__ import annotations

import hashlib
import hmac
import re
import sqlite3
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.errors import CardstatsError
from storage import Store, access, journal, open_store
from storage.access import SCOPES, Token, UnknownToken, expiry, matching

from .games import a_log

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def known(store: Store) -> dict[str, Token]:
    return {token.id: token for token in store.tokens()}


def test_a_token_is_256_random_bits_of_which_the_store_keeps_a_digest(store: Store) -> None:
    token, text = store.create_token(scopes=["read"], label="table 4", who="test")

    prefix, id, secret = text.split("_")
    assert (prefix, id) == ("cs", token.id)
    assert len(bytes.fromhex(secret)) == 32
    assert token.hash == hashlib.sha256(secret.encode()).digest()
    for file in store.path.rglob("*"):
        if file.is_file():
            assert secret.encode() not in file.read_bytes(), file


def test_a_token_is_known_by_all_of_its_text_and_by_no_other(store: Store) -> None:
    token, text = store.create_token(scopes=["read"], who="test")
    _, other = store.create_token(scopes=["read"], who="test")

    assert matching(text, known(store)) == token
    secret = text.rpartition("_")[2]
    wrong = [
        "",
        text[:-1],
        text + "0",
        text.upper(),
        f" {text}",
        f"{text}\n",
        f"cs_{'0' * 8}_{secret}",
        other.rpartition("_")[0] + "_" + secret,
        *(
            text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
            for at in range(len(text) - len(secret), len(text))
        ),
    ]
    assert [one for one in wrong if matching(one, known(store)) is not None] == []


def test_secrets_are_compared_in_constant_time_and_unknown_ids_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []
    real = hmac.compare_digest

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((len(one), len(other)))
        return real(one, other)

    _, text = store.create_token(scopes=["read"], who="test")
    monkeypatch.setattr(access.hmac, "compare_digest", compare)

    matching(text, known(store))
    matching(text[:-1] + ("0" if text[-1] != "0" else "1"), known(store))
    matching(f"cs_{'z' * 8}_{'0' * 64}", known(store))

    assert compared == [(32, 32)] * 3


@pytest.mark.parametrize("scopes", [["upload"], ["read"], ["admin"], ["read", "upload"]])
def test_admin_has_every_scope_and_the_others_their_own(store: Store, scopes: list[str]) -> None:
    token, _ = store.create_token(scopes=scopes, who="test")

    assert {scope for scope in SCOPES if token.may(scope)} == (
        set(SCOPES) if "admin" in scopes else set(scopes)
    )


def test_an_unknown_scope_or_none_makes_no_token(store: Store) -> None:
    for scopes in ([], ["root"], ["read", "root"]):
        with pytest.raises(CardstatsError, match="scope"):
            store.create_token(scopes=scopes, who="test")
    assert store.tokens() == []


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("1h", timedelta(hours=1)),
        ("90d", timedelta(days=90)),
        ("2w", timedelta(days=14)),
        ("1y", timedelta(days=365)),
        ("2026-12-01", timedelta(days=2, hours=12)),
        ("2026-11-29T14:00:00+01:00", timedelta(hours=1)),
    ],
)
def test_when_a_token_expires_can_be_said_in_many_ways(said: str, after: timedelta) -> None:
    until = expiry(said, NOW)

    assert until is not None
    assert datetime.fromisoformat(until) == NOW + after


@pytest.mark.parametrize(
    "said", ["", "soon", "0d", "-1d", "2026-11-28", "99999y", "2026-02-30", "2026-11-30T00:00:00"]
)
def test_a_time_that_is_none_or_past_is_told(said: str) -> None:
    with pytest.raises(CardstatsError) as caught:
        expiry(said, NOW)
    assert caught.value.code == "bad-expiry"


def test_a_token_ends_when_it_says_so_to_the_second(store: Store) -> None:
    token, _ = store.create_token(scopes=["read"], expires_at=expiry("1h", NOW), who="test")

    assert token.state(NOW + timedelta(minutes=59, seconds=59)) == "active"
    assert token.state(NOW + timedelta(hours=1)) == "expired"


def test_a_revoked_token_stays_in_the_list_and_is_revoked_once(store: Store) -> None:
    token, _ = store.create_token(scopes=["read"], who="test")

    first = store.revoke_token(token.id, who="test")
    again = store.revoke_token(token.id, who="test")

    assert first == again
    assert store.tokens()[0].state(NOW) == "revoked"
    assert [deed.what for deed in store.audit()] == ["token-create", "token-revoke"]
    with pytest.raises(UnknownToken):
        store.revoke_token("nobody", who="test")


def test_tokens_and_their_use_change_no_answer(store: Store) -> None:
    """Else every cached answer would be asked for again each minute."""
    version = store.state().version
    token, _ = store.create_token(scopes=["read"], who="test")
    store.note_token_uses({token.id: "2026-11-29T12:00:00.000Z"})
    store.note_token_uses({token.id: "2026-11-29T11:00:00.000Z"})
    store.revoke_token(token.id, who="test")

    assert store.state().version == version
    assert store.tokens()[0].last_used_at == "2026-11-29T12:00:00.000Z"


def test_a_removal_and_its_entry_come_together(store: Store) -> None:
    store.put(a_log(1))

    store.remove(1, who="token abc")

    (deed,) = store.audit()
    assert (deed.nth, deed.who, deed.what, deed.on) == (1, "token abc", "remove", "log 1")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", deed.at)


def test_whose_upload_it_was_is_kept_with_the_log(store: Store) -> None:
    from storage.records import Origin

    token, _ = store.create_token(scopes=["upload"], label="table 4", who="test")
    list(store.put_many([(Origin("api", token.id), a_log(1)), ("api", a_log(2))]))

    mine, nobodys = store.logs()
    assert (mine.source, mine.token, mine.label) == ("api", token.id, "table 4")
    assert mine.to_json()["token"] == {"id": token.id, "label": "table 4"}
    assert "token" not in nobodys.to_json()


def test_the_key_of_sessions_is_made_once_and_for_its_owner_alone(store: Store) -> None:
    key = store.session_key()

    assert len(key) == 32
    assert store.session_key() == key
    mode = (store.path / access.SESSION_KEY).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_a_store_from_before_there_were_tokens_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, schema = journal.MIGRATIONS, journal.SCHEMA
    monkeypatch.setattr(journal, "MIGRATIONS", steps[:1])
    monkeypatch.setattr(journal, "SCHEMA", 1)
    open_store(tmp_path).close()
    db = sqlite3.connect(tmp_path / journal.FILE)
    assert "token" not in {row[1] for row in db.execute("PRAGMA table_info(logs)")}
    db.close()
    monkeypatch.setattr(journal, "MIGRATIONS", steps)
    monkeypatch.setattr(journal, "SCHEMA", schema)

    with open_store(tmp_path) as store:
        store.create_token(scopes=["read"], who="test")
        assert store.put(a_log(1)).status == "accepted"
