"""The shape of a game's moves: which fields a move has, and how each is read.

A game declares the fields; from the declaration one loop is compiled that reads the moves
(`reading_loop`), and one that makes each as soon as it is read (`following_loop`), because a loop over
the fields takes twice as long and reading moves is half of judging a log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any, Final, NamedTuple, TypeAlias

from .errors import IllegalMove

Move: TypeAlias = Mapping[str, Any]
"""A move as read: the keys of the log with their values read. ``player`` is the seat, from 0; cards
are the game's own card numbers."""

Seconds: TypeAlias = Any
"""A time, whole or not, as the log writes it. What is called `float` is made one in compiled code."""

Act: TypeAlias = Callable[..., Sequence[IllegalMove]]
"""Makes a move of one type. It takes the table, the seat, and the fields of the type's `Shape`, in
the order of their declaration and read, None for each that is left out; else it is as
`engine.rules.Rules.apply`."""

MAX_NOTE: Final = 500


class BadField(ValueError):
    """A value of a move's field does not read. *code* is an envelope fault of LOG_FORMAT §1."""

    def __init__(self, code: str, message: str, *, at: str = "", expected: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at
        """The place inside the value, as the tail of a JSON pointer (``/2``)."""
        self.expected = expected


class Field(NamedTuple):
    """One field of a move: how its JSON value is read. Made by `lookup`, `listing` and `reader`."""

    read: Callable[[Any], Any]
    """From plain JSON to what the rules use. Raises BadField, or KeyError or TypeError where it is
    a plain look-up; *explain* then says why."""
    explain: Callable[[Any], BadField]
    required: bool = True
    table: Mapping[Any, Any] | None = None
    """Where the field is a plain look-up, in what."""
    is_listing: bool = False
    """It is an array."""


class Shape(NamedTuple):
    """The fields of one type of move, beside ``type``, ``player``, ``t`` and ``note``."""

    fields: Mapping[str, Field]
    sentence: str
    """What the move is, for the API's description and the docs."""


# -- readers that most games need


def whole(value: Any) -> int:
    """Read an integer; ``true``, ``1.0`` and ``"1"`` are none."""
    if type(value) is int:
        return value
    raise BadField("wrong-type", f"{_shown(value)} is no whole number.", expected="integer")


def text(value: Any) -> str:
    """Read a string."""
    if type(value) is str:
        return value
    raise BadField("wrong-type", f"{_shown(value)} is no text.", expected="string")


def _explain_reader(read: Callable[[Any], Any]) -> Callable[[Any], BadField]:
    def explain(value: Any) -> BadField:
        try:
            read(value)
        except BadField as error:
            return error
        raise AssertionError(f"{value!r} reads")  # a reader that changes its mind is our bug

    return explain


def reader(read: Callable[[Any], Any], *, required: bool = True) -> Field:
    """Return a field whose *read* raises BadField by itself."""
    return Field(read, _explain_reader(read), required)


def lookup(
    table: Mapping[Any, Any], words: str, *, code: str = "bad-value", required: bool = True
) -> Field:
    """Return a field that is read by looking its text up; *words* says what may stand there."""
    has_null = None in table

    def explain(value: Any) -> BadField:
        if type(value) is not str and not (has_null and value is None):
            return BadField("wrong-type", f"{_shown(value)} is not {words}.", expected="string")
        return BadField(code, f"{_shown(value)} is not {words}.", expected=words)

    return Field(table.__getitem__, explain, required, table)


def listing(table: Mapping[str, Any], words: str, *, code: str, required: bool = True) -> Field:
    """Return a field that is an array of texts, each looked up."""
    one = lookup(table, words, code=code)

    def read(value: Any) -> list[Any]:
        if type(value) is not list:
            raise BadField("wrong-type", f"{_shown(value)} is no array.", expected="array")
        try:
            return [table[item] for item in value]
        except (KeyError, TypeError):
            for nth, item in enumerate(value):
                try:
                    table[item]
                except (KeyError, TypeError):
                    error = one.explain(item)
                    error.at = f"/{nth}"
                    raise error from None
            raise

    return reader(read, required=required)._replace(is_listing=True)


def _shown(value: Any) -> str:
    shown = repr(value) if type(value) is not bool and value is not None else str(value).lower()
    if value is None:
        shown = "null"
    return shown if len(shown) <= 40 else shown[:37] + "…"


def _read_t(value: Any) -> float:
    if type(value) is not int and type(value) is not float:
        raise BadField("wrong-type", "t is a number of seconds.", expected="number")
    if value < 0:
        raise BadField("bad-time", f"t counts from the start; {value:g} is before it.", expected=0)
    seconds: float = value
    return seconds


def _read_note(value: Any) -> str:
    note = text(value)
    if len(note) > MAX_NOTE:
        raise BadField("too-long", f"A note has up to {MAX_NOTE} characters.", expected=MAX_NOTE)
    return note


COMMON: Final[Mapping[str, Field]] = {
    "t": reader(_read_t, required=False),
    "note": reader(_read_note, required=False),
}
"""The fields that every move may have, beside ``type`` and ``player``."""

Follower: TypeAlias = Callable[
    [Any, Iterable[Any], Mapping[str, int], Callable[[int], int] | None, list[int]], float | None
]
"""Takes a table, moves as the log has them and the seats by name; makes the moves, and returns the
time of the last one that has a time, `NO_TIME` where none has; None where it did not make all. It
stops at a move that does not read, that is not legal or that has anything unusual. Where moves are
noted it takes besides what is called with the seat before each, if anything is, and where to put what
was made."""

NO_TIME: Final = -1.0
"""Comes before all times: they count from 0."""

Reader: TypeAlias = Callable[
    [Iterator[Any], Mapping[str, int], list[dict[str, Any]], Seconds], Seconds
]
"""Takes moves as the log has them and appends them as read; the seats by name and the time so far
go in, the time after the last move that was read comes out. It stops at a move that has anything
unusual, be it wrong or only unusual: that one is taken and not appended."""


def reading_loop(moves: Mapping[str, Shape]) -> Loop:
    """Return what reads a game's moves, a `Reader` once it is compiled.

    It is written as source and compiled, as dataclasses are, so that all moves are read in one
    straight loop. Field names come from the game's declaration, never from a log.
    """
    source = Loop("raws: Any, seats: Any, moves: Any, clock: Any", "Any")
    lines = [
        "    append = moves.append",
        "    try:",
        "        for raw in raws:",
        "            kind = raw['type']",
    ]
    branch = "if"
    for kind, shape in moves.items():
        fields = {**shape.fields, **COMMON}
        must = [name for name, entry in fields.items() if entry.required]
        made = ["'type': kind", "'player': seats[raw['player']]"]
        made += [f"{name!r}: {source.value(name, fields[name])}" for name in must]
        body = [f"move = {{{', '.join(made)}}}", f"left = len(raw) - {len(must) + 2}"]
        for name, entry in fields.items():
            if not entry.required:
                body += [f"if left and {name!r} in raw:"]
                body += [f"    move[{name!r}] = {source.value(name, entry)}", "    left -= 1"]
                if name == "t":
                    body += ["    if move['t'] < clock: break", "    clock = move['t']"]
        body += ["if left: break"]
        lines.append(f"            {branch} kind == {kind!r}:")
        lines += [f"                {line}" for line in body]
        branch = "elif"
    lines += [
        "            else: break",
        "            append(move)",
        "    except (KeyError, TypeError, BadField):",
        "        pass",
        "    return clock",
    ]
    source.lines += lines
    return source


def following_loop(
    moves: Mapping[str, Shape],
    acts: Mapping[str, Act],
    wants: Mapping[str, Sequence[str | None]] | None = None,
    *,
    looks: bool = False,
) -> Loop:
    """Return what reads a game's moves and makes them, one by one: a `Follower`, once compiled.

    *wants* is what is noted of each, see `engine.facts.TrailNotes`; None where no notes are taken.
    """
    source = Loop("table: Any, raws: Any, seats: Any, look: Any, made: Any", "Any")
    lines = [
        f"    clock: Any = {NO_TIME}",
        "    try:",
        "        for raw in raws:",
        "            kind = raw['type']",
    ]
    branch = "if"
    for nth, (kind, act) in enumerate(acts.items()):
        source.uses[f"act{nth}"] = act
        fields = {**moves[kind].fields, **COMMON}
        must = [name for name, entry in fields.items() if entry.required]
        noted = wants[kind] if wants else ()
        body = [f"left = len(raw) - {len(must) + 2}"]
        given = {name: source.value(name, fields[name]) for name in must}
        optional: list[str] = []
        indent = ""
        for at, (name, entry) in enumerate(fields.items()):
            if entry.required:
                if name in noted:
                    body += [f"field{at} = {given[name]}"]
                    given[name] = f"field{at}"
                continue
            if name not in COMMON or name in noted:
                given[name] = f"field{at}"
                body += [f"field{at} = None"]
            # Inside the block of the one before: once none is left, no more are looked for.
            optional += [f"{indent}if left:"]
            indent += "    "
            optional += [indent + line for line in source.optional(f"field{at}", name, entry)]
            if name == "t":
                optional += [f"{indent}    if field{at} < clock: return None"]
                optional += [f"{indent}    clock = field{at}"]
        body += optional
        body += ["seat = seats[raw['player']]"]
        if wants:
            told = [f"seat * {len(wants)} + {list(wants).index(kind)}"]
            told += [_told(name, moves[kind].fields, given) for name in noted]
            told += ["look(seat)"] if looks else []
            body += [f"made += ({', '.join(told)})"]
        handed = ["table", "seat", *(given[name] for name in moves[kind].fields)]
        body += [f"if left or act{nth}({', '.join(handed)}): return None"]
        lines.append(f"            {branch} kind == {kind!r}:")
        lines += [f"                {line}" for line in body]
        branch = "elif"
    lines += [
        "            else: return None",
        "    except (KeyError, TypeError, BadField, IllegalMove):",
        "        return None",
        "    return clock",
    ]
    source.lines += lines
    return source


def _told(name: str | None, fields: Mapping[str, Field], given: Mapping[str, str]) -> str:
    """Return how a wanted field is noted, see `engine.facts.TrailNotes`."""
    if name is None:
        return "0"
    if fields[name].is_listing:
        return f"len({given[name]})"
    return given[name] if fields[name].required else f"{given[name]} or 0"


class Loop:
    """The source of a function ``loop`` that is written to be compiled, and what it uses."""

    def __init__(self, takes: str, returns: str) -> None:
        self.takes = takes
        self.returns = returns
        self.uses: dict[str, Any] = {}
        """By name; they are the function's first arguments."""
        self.lines: list[str] = []

    def value(self, name: str, entry: Field) -> str:
        """Return how the field *name* of ``raw`` is read."""
        key = f"read{len(self.uses)}"
        if entry.table is not None:
            self.uses[key] = entry.table
            return f"{key}[raw[{name!r}]]"
        self.uses[key] = entry.read
        if entry.read is whole:  # nearly every move has one, so a call is saved
            return f"said if type(said := raw[{name!r}]) is int else {key}(said)"
        return f"{key}(raw[{name!r}])"

    def optional(self, field: str, name: str, entry: Field) -> list[str]:
        """Return how the field *name* of ``raw`` is read if it is there, and counted.

        What does not read may be left uncounted: then the move is odd.
        """
        if entry.table is None and entry.read is not whole:
            return [
                f"if {name!r} in raw:",
                f"    {field} = {self.value(name, entry)}",
                "    left -= 1",
            ]
        lines = [f"{field} = raw.get({name!r})", f"if {field} is not None:"]
        if entry.table is None:
            return [*lines, f"    if type({field}) is not int: return None", "    left -= 1"]
        # Texts alone are found sooner than texts and a null.
        key = f"read{len(self.uses)}"
        self.uses[key] = {text: read for text, read in entry.table.items() if text is not None}
        lines += [f"    {field} = {key}[{field}]", "    left -= 1"]
        if None in entry.table:
            self.uses[f"{key}_null"] = entry.table[None]
            lines += [f"elif {name!r} in raw:", f"    {field} = {key}_null", "    left -= 1"]
        return lines

    def text(self) -> str:
        """Return the source."""
        takes = "".join(f"{name}: Any, " for name in self.uses) + self.takes
        return "\n".join((f"def loop({takes}) -> {self.returns}:", *self.lines, ""))

    def key(self) -> str:
        """Return what tells the source from any other."""
        import hashlib  # who asks questions reads no log, and need not wait for it

        return hashlib.sha256(self.text().encode(), usedforsecurity=False).hexdigest()[:16]

    def compiled(self) -> Any:
        """Return the function, of which only what it *takes* is still to be given."""
        ready = ready_loops()
        loop = ready.get(self.key()) if ready else None
        if loop is None:
            scope: dict[str, Any] = {"Any": Any, "BadField": BadField, "IllegalMove": IllegalMove}
            exec(self.text(), scope)  # noqa: S102  # made of declared names alone
            loop = scope["loop"]
        return partial(loop, *self.uses.values())


@cache
def ready_loops() -> Mapping[str, Callable[..., Any]]:
    """Return the loops that were compiled with the engine, by `Loop.key`; see `engine.loops`."""
    try:
        found: Mapping[str, Callable[..., Any]] = import_module("engine.ready_loops").LOOPS
    except ModuleNotFoundError:  # the engine is plain Python
        return {}
    return found
