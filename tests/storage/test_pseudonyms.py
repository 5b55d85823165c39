"""Another name for a player: everywhere, for good, and no figure changes."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from engine import games
from engine.bots.simulate import play_game
from engine.errors import CardstatsError
from engine.pseudonym import Renaming
from engine.replay import judge
from storage import Store, open_store, upkeep
from storage.pseudonyms import UnknownPlayer
from storage.reading import Reading

from .checks import assert_sound, contents
from .games import a_log, a_wrong_log

NAME = "Zebedäa"
"""In no other text, and not of ASCII alone."""


def logs_of(name: str = NAME) -> list[bytes]:
    """Logs that name a player, or speak of one, in every place where that can be done."""
    found = []
    for nth in range(12):
        document = json.loads(a_log(nth, log_id=f"t{nth}"))
        text = json.dumps(document, ensure_ascii=False).replace("Anna", name)
        document = json.loads(text)
        document["notes"] = f"{name} began; {name.upper()}'s hand was poor."
        document["session"] = f"at {name}'s"
        document["location"] = "Essen"
        document["tags"] = ["evening", name]
        document["moves"][0]["note"] = f"said {name}"
        document["feedback"] = [
            {"player": name.upper(), "ratings": {"fun": 3}, "comment": f"I am {name}."}
        ]
        document["x-scorer"] = {"who": name, name: 3}
        found.append(json.dumps(document).encode())
        if nth % 3 == 0:
            wrong = json.loads(a_wrong_log(nth))
            wrong = json.loads(json.dumps(wrong).replace("Anna", name))
            wrong["winner"] = name
            found.append(json.dumps(wrong, ensure_ascii=False).encode())
    # A log of others that speaks of her.
    other = json.loads(a_log(40))
    other["notes"] = f"{name} looked on."
    found.append(json.dumps(other).encode())
    return found


def everything(store: Store, renamed: Renaming) -> dict[str, Any]:
    """Return all rows, with what must follow a name taken out or renamed."""
    found = {}
    for table, rows in contents(store).items():
        shown = [
            tuple(
                "digest"
                if type(value) is str and len(value) == 64
                else renamed.text(value)
                if type(value) is str
                else value
                for value in row
            )
            for row in rows
        ]
        found[table] = sorted(shown, key=repr)
    return found


def bytes_of(store: Store) -> bytes:
    return b"\0".join(path.read_bytes() for path in store.path.rglob("*") if path.is_file())


def spelled(name: str) -> list[bytes]:
    """Return how a name may stand in a file."""
    escaped = json.dumps(name)[1:-1].encode()
    return [name.encode(), name.upper().encode(), name.lower().encode(), escaped]


@pytest.mark.parametrize("state", ["hot", "parts", "both"])
def test_no_figure_changes_and_the_name_is_nowhere_on_the_disk(store: Store, state: str) -> None:
    logs = logs_of()
    half = len(logs) // 2
    for log in logs[:half]:
        store.put(log)
    store.put(logs[0].replace(b'"abandoned"', b'"lost"'))  # supersedes, and is rejected
    if state != "hot":
        store.flush()
    for log in logs[half:]:
        store.put(log)
    if state == "parts":
        store.flush()
        store.compact()
    renaming = Renaming(NAME, "Player 1")
    before = everything(store, renaming)
    verdicts = [(log.id, log.status, [v.code for v in log.violations]) for log in store.logs()]
    assert any(piece in bytes_of(store) for piece in spelled(NAME))

    done = store.pseudonymise(NAME.upper(), name="Player 1")

    assert done.is_wiped
    assert done.name == "Player 1"
    assert everything(store, renaming) == before
    assert [
        (log.id, log.status, [v.code for v in log.violations]) for log in store.logs()
    ] == verdicts
    assert_sound(store)
    disk = bytes_of(store)
    assert [piece for piece in spelled(NAME) if piece in disk] == []
    for log in store.logs():
        raw = store.raw(log.id)
        assert NAME.casefold() not in json.dumps(json.loads(raw), ensure_ascii=False).casefold()
        assert judge(raw).digest() == log.digest
        assert log.size == len(raw)
    rebuilt = store.rebuild()
    assert (rebuilt.changed_verdicts, rebuilt.figures) == (0, [])


def test_the_audit_tells_of_it_without_the_old_name(store: Store) -> None:
    for log in logs_of():
        store.put(log)

    done = store.pseudonymise(NAME, who="token abc")

    (deed,) = [one for one in store.audit() if one.what == "pseudonymise"]
    assert (deed.who, deed.on, deed.details) == (
        "token abc",
        f"player {done.name}",
        {"logs": done.logs},
    )
    assert done.name.startswith("player-")
    assert NAME.casefold() not in repr(store.audit()).casefold()


def test_a_name_that_nobody_has_or_another_has_changes_nothing(store: Store) -> None:
    for log in logs_of():
        store.put(log)
    before = contents(store), [store.raw(log.id) for log in store.logs()]

    with pytest.raises(UnknownPlayer):
        store.pseudonymise("Nobody")
    for name, code in (("ben", "name-taken"), ("x" * 65, "bad-name"), (NAME.lower(), "bad-name")):
        with pytest.raises(CardstatsError) as caught:
            store.pseudonymise(NAME, name=name)
        assert caught.value.code == code

    assert (contents(store), [store.raw(log.id) for log in store.logs()]) == before
    assert_sound(store)


def test_words_of_the_rules_stay_whatever_a_player_is_called(store: Store) -> None:
    document = json.loads(a_log(3).replace(b"Anna", b"Play"))
    document["notes"] = "play went well"
    store.put(json.dumps(document).encode())

    store.pseudonymise("Play", name="P1")

    raw = json.loads(store.raw(1))
    assert raw["notes"] == "P1 went well"
    assert [move["type"] for move in raw["moves"]] == [move["type"] for move in document["moves"]]
    assert store.find(1).status == "accepted"


def test_fields_stay_whatever_a_player_is_called(store: Store) -> None:
    """Whoever is called Session, or Ratings, can be forgotten too."""
    document = json.loads(logs_of("Annabel")[0])
    keys = {key for key in document if not key.startswith("x-")}
    inner = ("rules", "deal", "result")
    keys.update(*(document.get(key, {}) for key in inner), *document["moves"])
    keys.update(*document["feedback"], document["feedback"][0]["ratings"])
    assert {"session", "players", "type", "player", "comment", "fun"} <= keys

    for name in sorted(keys):
        log = re.sub("annabel", name, json.dumps(document), flags=re.IGNORECASE)
        renaming = Renaming(name, "P1")
        made = renaming.document(json.loads(log))

        assert renaming.named
        verdict = judge(json.dumps(made).encode())
        assert not verdict.violations, name
        assert made["players"][0] == "P1"
        assert set(made) == set(document)


def test_a_rejected_number_stays_as_it_was_written(store: Store) -> None:
    """RFC 8785 writes 1.0 as 1, which would be no fault any more."""
    document = json.loads(a_log(3))
    document["moves"][0]["value"] = float(document["moves"][0]["value"])
    store.put(json.dumps(document).encode())
    assert [v.code for v in store.find(1).violations] == ["wrong-type"]

    store.pseudonymise("Anna")

    assert [v.code for v in store.find(1).violations] == ["wrong-type"]
    assert store.rebuild().changed_verdicts == 0


def test_a_note_at_its_limit_does_not_outgrow_it(store: Store) -> None:
    document = json.loads(a_log(3))
    document["notes"] = "Anna " * 800
    assert len(document["notes"]) == 4000
    store.put(json.dumps(document).encode())

    store.pseudonymise("Anna", name="A much longer name")

    assert store.find(1).status == "accepted"
    assert len(json.loads(store.raw(1))["notes"]) == 4000


@pytest.mark.parametrize(
    ("old", "text", "made"),
    [
        ("Anna", "Anna, ANNA and anna", "P, P and P"),
        ("Anna", "Annabel and Hanna, Anna's", "Annabel and Hanna, P's"),
        ("Anna", "anna-and_anna.2", "P-and_P.2"),
        ("Al", "al dente, said Al", "al dente, said P"),
        ("田中", "田中さんが勝った", "Pさんが勝った"),
        ("Zoë", "Zoe\u0308 won", "P won"),
        ("A.B", "A.B but not AxB", "P but not AxB"),
    ],
)
def test_a_name_in_a_text_is_a_word(old: str, text: str, made: str) -> None:
    assert Renaming(old, "P").text(text) == made


@pytest.mark.parametrize("game", list(games.OURS))
def test_in_every_game_the_verdict_and_the_figures_stay(game: str) -> None:
    for seed in range(3):
        log = play_game(games.game(game), seed=seed, players=games.game(game).players[0])
        first = log["players"][0]
        name = first["name"] if isinstance(first, dict) else first
        made = Renaming(name, "Somebody").document(log)
        before, after = (judge(json.dumps(one).encode()) for one in (log, made))

        assert before.status == after.status == "accepted"
        assert before.digest() != after.digest()
        assert before.facts is not None
        assert after.facts is not None
        for table, rows in before.facts.tables().items():
            told = json.dumps(after.facts.tables()[table], default=str)
            said = json.dumps(rows, default=str).replace(name, "Somebody")
            assert said.replace(before.digest(), "") == told.replace(after.digest(), "")


def test_who_uploads_meanwhile_is_renamed_as_well(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(a_log(1))
    real = upkeep.parts.merge
    store.flush()

    def merge(*words: Any) -> Any:
        store.put(a_log(2))
        return real(*words)

    monkeypatch.setattr(upkeep.parts, "merge", merge)
    done = store.pseudonymise("Anna", name="P1")

    assert done.logs == 2
    assert {name for log in store.logs() for name in log.players} == {"P1", "Ben"}
    assert b"Anna" not in bytes_of(store)
    assert_sound(store)


def test_a_reader_sees_one_name_or_the_other(store: Store) -> None:
    for nth in range(30):
        store.put(a_log(nth))
    store.flush()
    seen: set[frozenset[str]] = set()
    is_over = threading.Event()

    def names(reading: Reading) -> frozenset[str]:
        rows = reading.connection.execute("SELECT DISTINCT player FROM seats").fetchall()
        return frozenset(name for (name,) in rows)

    def look() -> None:
        while not is_over.is_set():
            with store.reading() as reading:
                seen.add(names(reading))

    thread = threading.Thread(target=look)
    thread.start()
    store.pseudonymise("Anna", name="P1")
    is_over.set()
    thread.join()
    assert seen <= {frozenset(("Anna", "Ben")), frozenset(("P1", "Ben"))}


def test_a_removed_log_is_wiped_by_the_next_compaction(store: Store) -> None:
    store.put(logs_of()[0])
    store.remove(1)

    store.compact()

    assert [piece for piece in spelled(NAME) if piece in bytes_of(store)] == []


def test_old_bytes_that_are_still_read_are_told_and_wiped_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage import pseudonyms

    monkeypatch.setattr(pseudonyms, "WIPE_WAIT", 0.0)
    with open_store(tmp_path) as store, open_store(tmp_path) as other:
        store.put(a_log(1))
        with other._journal.reading():
            done = store.pseudonymise("Anna")
        assert not done.is_wiped
        store.compact()
        assert b"Anna" not in bytes_of(store)
