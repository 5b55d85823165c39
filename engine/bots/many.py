"""Plays many games on several processors, and gives them back in the order of their seeds.

Whatever the number of processors, the same seeds give the same games: each game depends on its
seed alone, and batches are put together again as they were handed out.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import Any, Final, Self, TypeVar

import orjson

from ..games import game
from .players import bot_named
from .simulate import Summary, play_and_tell, simulate
from .tables import BotTable

T = TypeVar("T")

_BATCH: Final = 0.2
"""Seconds that a batch is to take: what Ctrl-C waits for."""
_ALONE: Final = 0.5
"""Seconds in which no workers are started."""
_AHEAD: Final = 3
"""Batches handed out for each worker."""


def processors() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def summaries(table: BotTable, seeds: Iterable[int], *, jobs: int = 1) -> Iterator[Summary]:
    """Play a game a seed with *jobs* processes; yield how each came out, in order."""
    with Workers(jobs) as workers:
        yield from workers.summaries(table, seeds)


def logs(
    table: BotTable, seeds: Iterable[int], *, jobs: int = 1
) -> Iterator[tuple[Summary, bytes]]:
    """Do the same; yield the log of each game too, one line of JSON without its end."""
    with Workers(jobs) as workers:
        yield from workers.run(_logs, table, seeds)


def _summaries(table: BotTable, seeds: Sequence[int]) -> list[Summary]:
    rules = game(table.game)
    return list(
        simulate(
            rules,
            players=table.players,
            seeds=seeds,
            level=table.level,
            options=table.options,
            bots=[bot_named(rules, name) for name in table.bots],
        )
    )


def _logs(table: BotTable, seeds: Sequence[int]) -> list[tuple[Summary, bytes]]:
    rules = game(table.game)
    bots = [bot_named(rules, name) for name in table.bots]
    found = []
    for seed in seeds:
        summary, log = play_and_tell(
            rules,
            seed=seed,
            players=table.players,
            level=table.level,
            options=table.options,
            bots=bots,
        )
        found.append((summary, orjson.dumps(log)))
    return found


Work = Callable[[Any, Sequence[int]], Sequence[T]]
"""Does a batch: one thing a seed. It is a function of a module, for workers to find."""


class Workers:
    """Processes that play. They are started when there is enough to do, and kept to the end."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._begun = time.perf_counter()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def summaries(self, table: BotTable, seeds: Iterable[int]) -> Iterator[Summary]:
        """Play a game a seed; yield how each came out, in order."""
        return self.run(_summaries, table, seeds)

    def run(self, work: Work[T], table: Any, seeds: Iterable[int]) -> Iterator[T]:
        """Do *work* for the seeds in batches; yield what it gives, in order.

        An interrupt leaves at once what was not begun; what was yielded is all there is before it.
        """
        left = iter(seeds)
        size = 1
        # Few games are over before workers could begin; and what has to be compiled is so only
        # once, before there are any.
        is_first = True
        while is_first or self._is_alone():
            batch = list(islice(left, size))
            if not batch:
                return
            found, seconds = _timed(work, table, batch)
            yield from found
            size = 1 if is_first else _next_size(size, seconds)
            is_first = False
        yield from self._shared(work, table, left, size)

    def _is_alone(self) -> bool:
        return self._pool is None and (self.jobs <= 1 or time.perf_counter() - self._begun < _ALONE)

    def _shared(self, work: Work[T], table: Any, left: Iterator[int], size: int) -> Iterator[T]:
        pool = self._started()
        waiting: deque[Future[tuple[Sequence[T], float]]] = deque()
        try:
            while True:
                while len(waiting) < self.jobs * _AHEAD and (batch := list(islice(left, size))):
                    waiting.append(pool.submit(_timed, work, table, batch))
                if not waiting:
                    return
                found, seconds = waiting[0].result()
                waiting.popleft()
                yield from found
                size = _next_size(len(found), seconds)
        finally:
            for future in waiting:
                future.cancel()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, for a fork would copy the locks of whatever threads there are here. Ctrl-C
            # they leave to whoever started them, from their first moment on.
            self._pool = ProcessPoolExecutor(
                self.jobs, get_context("spawn"), initializer=_leave_interrupts
            )
            with _no_interrupts():
                self._pool.submit(_leave_interrupts)  # all are started with the first thing to do
        return self._pool


def _timed(work: Work[T], table: Any, batch: Sequence[int]) -> tuple[Sequence[T], float]:
    begun = time.perf_counter()
    return work(table, batch), time.perf_counter() - begun


def _next_size(size: int, seconds: float) -> int:
    """Return the size of a batch that takes as long as one should, growing step by step."""
    return max(1, min(2 * size, int(size * _BATCH / max(seconds, 1e-6))))


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C meanwhile, as do those who are started meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
