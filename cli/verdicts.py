"""Tells verdicts, one line a log, as they come in: `validate`, `upload` and `demo` share it.

No click in here, and nothing of the store: see `cli.main` on why.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from engine.errors import UnreadableLog, Violation

from .exits import FINE, REJECTED
from .output import (
    coloured,
    has_colour,
    plain,
    print_lines,
    print_records,
    print_words,
    refuse_terminal,
)
from .progress import watched

if TYPE_CHECKING:
    from storage import Receipt

    Told: TypeAlias = "Judged | Receipt"

COLUMNS: Final = ("source", "status", "game", "log_id", "digest", "violations")

_LOOKS: Final = {
    "accepted": ("✓", "green"),
    "duplicate": ("=", "dim"),
    "replaced": ("↻", "green"),
    "rejected": ("✗", "red"),
    "unreadable": ("✗", "red"),
}
"""A mark and a colour by status. The word stands beside them, for those who see neither."""


class Judged(NamedTuple):
    """The verdict on a log that nobody keeps."""

    source: str
    status: str
    game: str | None = None
    log_id: str | None = None
    digest: str | None = None
    violations: Sequence[Violation] = ()
    error: UnreadableLog | None = None
    id: None = None


def validate(paths: Sequence[str], form: str) -> int:
    """Judge the logs in *paths* and tell the verdicts; return the exit code."""
    from storage.ingest import read_files

    refuse_terminal(form)
    items = read_files(paths, sys.stdin.buffer)
    return tell(
        watched(map(_judge, items), paths, form), form, ("accepted", "rejected", "unreadable")
    )


def _judge(item: tuple[str, bytes | UnreadableLog]) -> Judged:
    from engine.replay import judge

    source, data = item
    if isinstance(data, UnreadableLog):
        return Judged(source, "unreadable", error=data)
    try:
        verdict = judge(data, facts=False)
    except UnreadableLog as error:
        return Judged(source, "unreadable", error=error)
    return Judged(
        source,
        verdict.status,
        verdict.game,
        verdict.log_id,
        verdict.digest(),
        verdict.violations,
    )


def tell(logs: Iterable[Told], form: str, counted: Sequence[str]) -> int:
    """Print each verdict as it comes, the counts at the end; return the exit code.

    *counted* are the statuses that the counts name, those that are 0 too.
    """
    seen: Counter[str] = Counter()
    is_faulty = False

    def counting() -> Iterator[Told]:
        nonlocal is_faulty
        for log in logs:
            seen[log.status] += 1
            # A log that was rejected before is rejected still, though it is a duplicate now.
            is_faulty = is_faulty or log.error is not None or bool(log.violations)
            yield log
            sys.stdout.flush()  # a verdict is told before the next log is waited for

    try:
        if form == "table":
            for log in counting():
                print_lines(lines(log))
        else:
            print_records(form, map(record, counting()), COLUMNS)
    except KeyboardInterrupt:
        print_words(f"so far {counts(seen, counted)}")
        raise
    print_words(counts(seen, counted))
    return REJECTED if is_faulty else FINE


def counts(seen: Counter[str], counted: Sequence[str]) -> str:
    """Return the last line: how many logs there were, and what became of them.

    >>> counts(Counter(accepted=2, rejected=1), ("accepted", "rejected", "unreadable"))
    '3 logs: 2 accepted, 1 rejected, 0 unreadable'
    """
    total = seen.total()
    parts = ", ".join(f"{seen[status]} {status}" for status in counted)
    return f"{total} log{'' if total == 1 else 's'}: {parts}"


def record(log: Told) -> dict[str, Any]:
    """Return a verdict with the keys that programs rely on; ``error`` says why none was possible."""
    told: dict[str, Any] = {
        "source": log.source,
        "status": log.status,
        "game": log.game,
        "log_id": log.log_id,
        "digest": log.digest,
        "violations": [violation.to_json() for violation in log.violations],
    }
    if log.error is not None:
        told["error"] = {
            "code": log.error.code,
            "message": log.error.message,
            "place": log.error.place,
            "hint": log.error.hint,
        }
    return told


def lines(log: Told) -> Iterator[str]:
    """Yield a verdict as people read it: a line with a mark, and a line a fault."""
    on = has_colour(sys.stdout)
    mark, colour = _LOOKS[log.status]
    head = coloured(f"{mark} {log.status:<10}", colour, on=on)
    number = "" if log.id is None else f"   log {log.id}"
    yield f"{head} {plain(log.source)}{coloured(number, 'dim', on=on) if number else ''}"
    if log.error is not None:
        # The file stands in the line above.
        yield f"    {plain(str(log.error).removeprefix(f'{log.source}: '))}"
    for violation in log.violations:
        yield from fault_lines(violation, "    ")


def fault_lines(fault: Violation, indent: str) -> Iterator[str]:
    """Yield a fault as people read it; the drawing under an equation keeps its lines."""
    for nth, line in enumerate(str(fault).split("\n")):
        yield f"{indent if nth == 0 else ' ' * len(indent) + '  '}{plain(line)}"
