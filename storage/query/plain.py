"""Reads a question that is sent as plain data, and says what of it has no such shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

Check: TypeAlias = "Callable[[str, Any], None]"


class Misshapen(ValueError):
    """Something that a question cannot hold, at a place in it: ``/where/0/values``."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message


def checked(data: Any) -> Mapping[str, Any]:
    """Return *data* if its parts are of the kinds that a question is made of. Raises Misshapen."""
    _query("", data)
    assert isinstance(data, Mapping), "it was looked at"
    return data


def _of(kinds: tuple[type, ...], said: str) -> Check:
    def check(place: str, value: Any) -> None:
        # A flag is a number to Python, and none to a question.
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise Misshapen(place, f"{said} stands here, {_shown(value)} is none.")

    return check


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


_MOST_SHOWN: Final = 60

_TEXT: Final = _of((str,), "A text")
_NUMBER: Final = _of((int, float), "A number")
_WHOLE: Final = _of((int,), "A whole number")
_FLAG: Final = _of((bool,), "true or false")
_VALUE: Final = _of((str, int, float), "A text or a number")


def _maybe(check: Check) -> Check:
    def checks(place: str, value: Any) -> None:
        if value is not None:
            check(place, value)

    return checks


def _list(check: Check) -> Check:
    def checks(place: str, value: Any) -> None:
        if not isinstance(value, list | tuple):
            raise Misshapen(place, f"A list stands here, {_shown(value)} is none.")
        for at, one in enumerate(value):
            check(f"{place}/{at}", one)

    return checks


def _object(**fields: Check) -> Check:
    """Return the check of an object; fields that must be there begin with ``must_``."""
    must = {name.removeprefix("must_") for name in fields if name.startswith("must_")}
    known = {name.removeprefix("must_"): check for name, check in fields.items()}

    def checks(place: str, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise Misshapen(place, f"An object stands here, {_shown(value)} is none.")
        for name in value:
            if name not in known:
                raise Misshapen(place, f"There is no {name!r} here: {', '.join(known)}.")
        for name in must - set(value):
            raise Misshapen(place, f"{name!r} is missing.")
        for name, one in value.items():
            known[name](f"{place}/{name}", one)

    return checks


def _last(place: str, value: Any) -> None:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Misshapen(place, "A count and what is counted stand here: [30, 'day'].")
    _WHOLE(f"{place}/0", value[0])
    _TEXT(f"{place}/1", value[1])


_CONDITION: Final = _object(must_dimension=_TEXT, must_operator=_TEXT, values=_list(_VALUE))

_query: Final = _object(
    must_measures=_list(
        _object(
            must_aggregate=_TEXT,
            must_metric=_TEXT,
            per=_maybe(_TEXT),
            quantile=_maybe(_NUMBER),
            such=_list(_CONDITION),
            bins=_maybe(_NUMBER),
        )
    ),
    by=_list(_object(must_dimension=_TEXT, bins=_maybe(_NUMBER), span=_maybe(_TEXT))),
    where=_list(_CONDITION),
    compare=_maybe(_object(must_dimension=_TEXT, must_values=_list(_VALUE))),
    bots=_maybe(_TEXT),
    since=_maybe(_TEXT),
    until=_maybe(_TEXT),
    last=_maybe(_last),
    least_games=_maybe(_WHOLE),
    order=_maybe(_TEXT),
    descending=_FLAG,
    limit=_maybe(_WHOLE),
    level=_maybe(_NUMBER),
    anytime=_FLAG,
    previous=_maybe(_TEXT),
    beside_bots=_FLAG,
)
