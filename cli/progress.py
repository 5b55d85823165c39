"""A bar for those who watch: on a terminal only, and only when there is something to wait for."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 0.7
"""Seconds without a bar, which most commands never outlast."""


def watched(items: Iterable[T], paths: Sequence[str], form: str) -> Iterable[T]:
    """Return *items*, with a bar on stderr while they are taken, where that is a terminal."""
    # Of what is printed on the same terminal rich can only keep text out of the bar's way.
    if not sys.stderr.isatty() or (sys.stdout.isatty() and form != "table"):
        return items
    return _with_bar(items, _files_in(paths))


def _with_bar(items: Iterable[T], total: int | None) -> Iterator[T]:
    with bar() as show:
        for done, item in enumerate(items, 1):
            yield item
            show(done, total)


@contextmanager
def bar(noun: str = "logs") -> Iterator[Callable[[int, int | None], None]]:
    """Yield what shows how many are done of how many in all, None where nobody knows.

    Where *noun* is `games` it tells the pace and the time that is left.

    Shows nothing where stderr is no terminal, nor before `PATIENCE` is over.
    """
    begun = time.monotonic()
    is_watched = sys.stderr.isatty()
    progress: Any = None
    task: Any = None

    def show(done: int, total: int | None) -> None:
        nonlocal progress, task
        if progress is None:
            if not is_watched or time.monotonic() - begun < PATIENCE:
                return
            progress = _new_bar(has_pace=noun == "games")
            task = progress.add_task(noun, total=total)
            progress.start()
        progress.update(task, completed=done, total=total)

    try:
        yield show
    finally:
        if progress is not None:
            progress.stop()


def _new_bar(*, has_pace: bool) -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    class Pace(TextColumn):
        def render(self, task: Any) -> Any:
            speed = task.finished_speed or task.speed
            return "" if speed is None else f"{speed:,.0f} {task.description}/s"

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        *((Pace(""), TextColumn("left"), TimeRemainingColumn()) if has_pace else ()),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=True,
    )


def _files_in(paths: Sequence[str]) -> int | None:
    """Return how many logs *paths* hold, None where only reading them would tell."""
    from pathlib import Path

    are_single = all(path.endswith(".json") and Path(path).is_file() for path in paths)
    return len(paths) if are_single else None
