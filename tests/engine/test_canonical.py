"""The canonical form is RFC 8785's, by the RFC's own examples."""

import hashlib
import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canonical import canonical, digest
from engine.strict_json import read_object

# RFC 8785, appendix B: the bits of a double, and how ECMAScript writes it.
NUMBERS = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "41b3de4355555556": "333333333.3333334",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}


@pytest.mark.parametrize(("bits", "text"), NUMBERS.items())
def test_numbers_are_written_as_the_rfc_prints_them(bits, text):
    (value,) = struct.unpack(">d", bytes.fromhex(bits))

    assert canonical(value) == text


def test_keys_are_sorted_by_utf_16_code_units():
    """RFC 8785 §3.2.3: its example object, and the order that it prints."""
    found = {"€": 1, "\r": 2, "\ufb33": 3, "1": 4, "😀": 5, "\u0080": 6, "ö": 7}

    assert list(json.loads(canonical(found))) == ["\r", "1", "\u0080", "ö", "€", "😀", "\ufb33"]


def test_strings_are_escaped_as_the_rfc_prints_them():
    """RFC 8785 §3.2.2.2's sample string."""
    found = {"string": '€$\u000f\nA\'B"\\\\"/'}

    assert canonical(found) == '{"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([1.0, 0.1, 12.5, 1e16, 1e-6, -0.0, 100.0, 2**53, 10**15])
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=("Cs",))), inner)
    ),
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=("Cs",))), PLAIN))
def test_the_fast_way_gives_the_same_bytes_as_the_slow_one(found):
    data = json.dumps(found).encode()
    read = read_object(data)

    assert digest(read) == hashlib.sha256(canonical(read.document).encode()).hexdigest()


@given(st.dictionaries(st.text(st.characters(exclude_categories=("Cs",))), PLAIN), st.randoms())
def test_spacing_and_order_of_keys_change_no_digest(found, rng):
    items = list(found.items())
    rng.shuffle(items)

    one = digest(read_object(json.dumps(found).encode()))
    other = digest(read_object(json.dumps(dict(items), indent=3, ensure_ascii=False).encode()))

    assert one == other


@pytest.mark.parametrize(
    ("text", "is_fast"),
    [
        ('{"played_at":"2026-11-29T19:30:00+01:00","t":12.25,"name":"Jürgen"}', True),
        ('{"t":0.5,"n":-3,"log_id":"2026-11-29.3"}', True),
        ('{"log_id":"3e1-9e21a","session":"1e9","tags":["2.0"]}', True),
        ('{"t":12.0}', False),
        ('{"t":[12.0]}', False),
        ('{"t":[12.0,1]}', False),
        ('{"t":1e3}', False),
        ('{"t":0.0000001}', False),
        ('{"t":[1e16]}', False),
        ('{"t":[-2e-9,1]}', False),
        ('{"n":9007199254740993}', False),
        ('{"😀":1}', False),
    ],
)
def test_ordinary_logs_take_the_fast_way(text, is_fast):
    """A date with an offset, a clock with fractions, an umlaut and a hexadecimal id are ordinary."""
    read = read_object(text.encode())

    assert read.is_canonical() is is_fast
    assert digest(read) == hashlib.sha256(canonical(read.document).encode()).hexdigest()
