"""The command ``cardstats rebuild``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from ..options import with_format
from ..output import plain, print_lines, print_records, print_words, refuse_terminal, shown
from ..progress import bar
from ..stores import local_store

if TYPE_CHECKING:
    from storage import Rebuilt

COLUMNS: Final = ("what", "where", "log", "logs", "before", "after")


@click.command("rebuild")
@with_format
def command(form: str) -> int:
    """Judge all stored logs anew and remake their facts.

    Raw logs are the truth; verdicts and facts are made from them. Run this after an upgrade, or
    where a part file is damaged. Tells which verdicts and which figures are other than before.
    Others may read and write meanwhile.
    """
    refuse_terminal(form)
    with local_store() as store, bar() as show:
        done = store.rebuild(progress=show)
    if form == "table":
        print_lines([_summary(done), *_lines(done)])
    else:
        print_records(form, _changes(done), COLUMNS)
        print_words(_summary(done))
    return 0


def _changes(done: Rebuilt) -> Iterator[dict[str, Any]]:
    for verdict in done.verdicts:
        yield {
            "what": "verdict",
            "where": verdict.log_id,
            "log": verdict.id,
            "logs": 1,
            "before": verdict.before,
            "after": verdict.after,
        }
    for figure in done.figures:
        yield {
            "what": "figure",
            "where": f"{figure.table}.{figure.column}",
            "log": figure.first,
            "logs": figure.logs,
            "before": figure.before,
            "after": figure.after,
        }


def _summary(done: Rebuilt) -> str:
    figures = _count(len(done.figures), "column") + " with other figures"
    if not done.is_compared:
        figures = "figures could not be compared, for the old parts did not read"
    verdicts = f"{_count(done.changed_verdicts, 'verdict')} changed"
    return f"{_count(done.logs, 'log')} judged anew: {verdicts}, {figures}"


def _lines(done: Rebuilt) -> Iterator[str]:
    for verdict in done.verdicts:
        name = f" ({verdict.log_id})" if verdict.log_id else ""
        yield plain(f"    log {verdict.id}{name}: {verdict.before} → {verdict.after}")
    if (more := done.changed_verdicts - len(done.verdicts)) > 0:
        yield f"    and {more} more"
    for figure in done.figures:
        place = f"{figure.table}.{figure.column} in {_count(figure.logs, 'log')}"
        change = f"{shown(figure.before)} → {shown(figure.after)}"
        yield plain(f"    {place}, first in log {figure.first}: {change}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
