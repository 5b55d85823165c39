"""A corpus of broken JSON, whole and cut and spoiled: an error that says where, never a traceback."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.errors import UnreadableLog
from engine.replay import judge
from engine.strict_json import MAX_DEPTH, read_object
from tests.broken_json import FAILS, READS
from tests.conftest import LONG
from tests.storage.games import a_log

TRIES = 40_000 if LONG else 1_500


class _Refused(ValueError):
    pass


def _strictly(data: bytes) -> dict[str, Any]:
    """Read an object as the standard library does, without what it lets pass. Raises ValueError."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise _Refused("twice")
        return dict(pairs)

    def whole(digits: str) -> int:
        if len(digits) > 20 or not -(2**63) <= int(digits) < 2**63:
            raise _Refused("huge")
        return int(digits)

    def real(digits: str) -> float:
        if abs(found := float(digits)) == float("inf"):
            raise _Refused("infinite")
        return found

    def no(word: str) -> None:
        raise _Refused(word)

    text = data.decode("utf-8-sig")
    if text.startswith("\ufeff"):
        raise _Refused("two marks")
    try:
        found = json.loads(
            text, object_pairs_hook=once, parse_int=whole, parse_float=real, parse_constant=no
        )
    except RecursionError:
        raise _Refused("deep") from None
    if not isinstance(found, dict) or _depth(found) > MAX_DEPTH:
        raise _Refused("no object, or too deep")
    json.dumps(found, ensure_ascii=False).encode()  # a lone surrogate does not encode
    return found


def _depth(value: Any) -> int:
    inner = (
        list(value.values())
        if isinstance(value, dict)
        else value
        if isinstance(value, list)
        else []
    )
    is_outer = isinstance(value, (dict, list))
    return is_outer + max((_depth(one) for one in inner), default=0)


def _check(data: bytes) -> bool:
    """Read *data* with both; return whether it reads."""
    try:
        wanted = _strictly(data)
    except ValueError:  # of JSON and of UTF-8 as well
        with pytest.raises(UnreadableLog) as caught:
            read_object(data)
        told = caught.value
        assert told.code
        assert told.message.isprintable(), told.message
        assert len(told.message) < 300
        return False
    found = read_object(data).document
    # By their text: NaN aside, that tells 1 from 1.0 and from true, and -0.0 from 0.0.
    assert repr(found) == repr(wanted)
    return True


def _judged(data: bytes) -> None:
    """Judge *data*: it is a verdict with its reasons, or one error."""
    try:
        verdict = judge(data)
    except UnreadableLog:
        return
    assert (verdict.status == "rejected") == bool(verdict.violations)


@pytest.mark.parametrize("kind", READS)
def test_what_is_strict_reads_as_the_standard_library_reads_it(kind: str) -> None:
    assert _check(READS[kind])


@pytest.mark.parametrize("kind", FAILS)
def test_what_is_not_is_told(kind: str) -> None:
    assert not _check(FAILS[kind])


@pytest.mark.parametrize("kind", [*READS, *FAILS])
def test_inside_a_log_it_is_a_verdict_or_an_error(kind: str) -> None:
    """In the place of a note, and around the whole."""
    sent = {**READS, **FAILS}[kind]
    log = a_log(1)
    for data in (
        sent,
        log.replace(b'"log 1"', sent[5:-1] or b" "),
        log[:-1] + b"," + sent[1:],
        log + sent,
        sent + log,
    ):
        _judged(data)


def test_a_log_that_is_cut_anywhere_is_told() -> None:
    log = a_log(2)
    for at in range(len(log)):
        assert not _check(log[:at]), at


def _spoiled(data: bytes, rng: random.Random) -> bytes:
    """Return *data* with a few bytes, tokens or pieces of it changed."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.randint(0, 12))
        piece = rng.choice(
            [
                b"",
                bytes([rng.randrange(256)]),
                rng.choice([b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\n", b"\x00"]),
                rng.choice(
                    [b"null", b"true", b"-", b"1e999", b"9" * 25, b"\\ud800", b"\xef\xbb\xbf"]
                ),
                data[rng.randrange(len(data) or 1) :][: rng.randint(0, 30)],
                rng.choice([*READS.values(), *FAILS.values()])[:200],
            ]
        )
        data = data[:at] + piece + data[end:]
    return data


def test_a_log_that_is_spoiled_is_read_by_both_or_by_none() -> None:
    rng = random.Random(None if LONG else 6)
    logs = [a_log(nth) for nth in range(4)]
    reads = 0
    for _ in range(TRIES):
        data = _spoiled(rng.choice(logs), rng)
        reads += _check(data)
        _judged(data)

    assert 0 < reads < TRIES
