"""Only strict JSON that holds one object reads; the rest is told apart, and never a traceback."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import UnreadableLog
from engine.strict_json import MAX_DEPTH, read_object

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


def code_of(data: bytes) -> str | None:
    try:
        read_object(data)
    except UnreadableLog as error:
        return error.code
    return None


@given(st.dictionaries(st.text(), JSON), st.sampled_from([None, 0, 2]), st.booleans())
def test_every_strict_object_reads_as_the_standard_library_reads_it(found, indent, ascii_only):
    text = json.dumps(found, indent=indent, ensure_ascii=ascii_only)
    text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    data = text.encode()

    assert read_object(data)[0] == json.loads(data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \r\n", "empty"),
        (b"[]", "not-an-object"),
        (b"null", "not-an-object"),
        (b'"{}"', "not-an-object"),
        (b"{", "not-json"),
        (b'{"a":1}{"b":2}', "not-json"),
        (b'{"a":1,}', "not-json"),
        (b"{'a':1}", "not-json"),
        (b'{"a":01}', "not-json"),
        (b'{"a":+1}', "not-json"),
        (b'{"a":.5}', "not-json"),
        (b'{"a":NaN}', "not-json"),
        (b'{"a":-Infinity}', "not-json"),
        (b'{"a":1e999}', "not-json"),
        (b'{"a":"\x01"}', "not-json"),
        (b'{"a":"\\x41"}', "not-json"),
        (b'{"a":1}// said Anna', "not-json"),
        (b'{"a":"\\ud800"}', "lone-surrogate"),
        (b'{"\\udc00":1}', "lone-surrogate"),
        (b'{"a":"\xe9"}', "not-utf-8"),
        ('{"a":1}'.encode("utf-16"), "not-utf-8"),
        ('{"a":1}'.encode("utf-16-le"), "not-utf-8"),
        ('{"a":1}'.encode("utf-16-be"), "not-utf-8"),
        ('{"a":1}'.encode("utf-32"), "not-utf-8"),
        (b'{"a":1,"a":1}', "duplicate-key"),
        (b'{"a" :1,"a":2}', "duplicate-key"),
        (b'{"a":1,"\\u0061":2}', "duplicate-key"),
        (b'{"b":{"a":1,"c":2,"a":3}}', "duplicate-key"),
        # Escaped quotes must not make up for the two that a lost key takes away.
        (b'{"q":"\\u0022\\u0022","a":1,"a":2}', "duplicate-key"),
        (b'{"a":9223372036854775808}', "huge-integer"),
        (b'{"a":-9223372036854775809}', "huge-integer"),
        (b'{"a":' + b"9" * 5000 + b"}", "huge-integer"),
        (b'{"a":1,"a":' + b"9" * 5000 + b"}", "huge-integer"),
        (b'{"a":' * 33 + b"1" + b"}" * 33, "too-deep"),
        (b'{"a":' + b"[" * 32 + b"]" * 32 + b"}", "too-deep"),
        (b'{"a":' + b"[" * 100_000, "too-deep"),
        (b'{"a":' + b"[" * 900 + b"]" * 900 + b',"b":1,"b":1}', "too-deep"),
        # A value that is lost because its key stands again is read all the same.
        (b'{"a":' + b"[" * 1020 + b"]" * 1020 + b',"a":1}', "too-deep"),
        (b'{"a":' + b"[" * 1000 + b"9" * 30 + b"]" * 1000 + b',"a":1}', "too-deep"),
        (b'{"a":' + b"[" * 32 + b"]" * 32 + b',"a":1}', "too-deep"),
        (b'{"a":' + b"[" * 31 + b"]" * 31 + b',"a":1}', "duplicate-key"),
        (b'{"a":"' + b"[" * 99 + b'\\"","a":1}', "duplicate-key"),
        (b'{"a":1e5,"bcdefgh":1,"bcdefgh":2}', "duplicate-key"),
        (b'{"a":123456789012345678901,"b":[100000.0]}', "huge-integer"),
    ],
)
def test_what_is_not_strict_is_told_by_its_name(data, code):
    assert code_of(data) == code


@pytest.mark.parametrize(
    "data",
    [
        b'\xef\xbb\xbf{"a":1}',
        b'\r\n{"a":1}\r\n',
        b'{"a":9223372036854775807,"b":-9223372036854775808}',
        b'{"a":"9999999999999999999999999"}',
        b'{"a":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}',
        b'{"a":' * 32 + b"1" + b"}" * 32,
        b'{"a":"\\u0022","b":"\\ud83d\\ude00"}',
    ],
)
def test_what_only_looks_odd_reads(data):
    assert code_of(data) is None


@given(st.dictionaries(st.text(max_size=5), JSON, min_size=1), st.data())
def test_a_key_that_stands_twice_is_found_wherever_it_stands(found, data):
    """The judge is the standard library's reader, asked for every pair of keys."""
    text = json.dumps(found)
    keys = [match.end() - 1 for match in re.finditer(r"[{,]\"", text)]
    at = data.draw(st.sampled_from(keys))
    twin = text[:at] + '"twin":1,"twin":2,' + text[at:]

    def has_twins(pairs):
        if len({key for key, _ in pairs}) < len(pairs):
            raise LookupError
        return dict(pairs)

    try:
        json.loads(twin, object_pairs_hook=has_twins)
    except LookupError:
        assert code_of(twin.encode()) == "duplicate-key"
    except ValueError:  # the place was inside a string or between array items
        return


@given(st.integers(0, 60), st.integers(0, 40))
def test_nesting_is_counted_exactly(arrays, pairs):
    depth = arrays + 1
    data = b'{"p":[' + b",".join([b"[]"] * pairs) + b'],"a":' + b"[" * arrays + b"1" + b"]" * arrays
    assert code_of(data + b"}") == ("too-deep" if depth > MAX_DEPTH else None)
