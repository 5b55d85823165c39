"""Times things in turn, and makes ratios of the times."""

from __future__ import annotations

import gc
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final, Literal, TypeAlias, TypeVar

T = TypeVar("T")

ROUNDS: Final = 9

Lap: TypeAlias = Callable[[], float]
"""Does the work once and returns the seconds it took, without what had to be made ready."""
Times: TypeAlias = Sequence[float]
"""Seconds, one a round."""


@dataclass(slots=True)
class Clock:
    """What all laps are timed with."""

    kind: Literal["wall", "cpu"] = "wall"

    def __call__(self) -> float:
        if self.kind == "wall":
            return time.perf_counter()
        own = resource.getrusage(resource.RUSAGE_SELF)
        others = resource.getrusage(resource.RUSAGE_CHILDREN)  # those that have ended
        return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


clock: Final = Clock()


def lap(work: Callable[[], object]) -> Lap:
    """Return a lap that times *work* and nothing else."""

    def run() -> float:
        start = clock()
        work()
        return clock() - start

    return run


def each(act: Callable[[T], object], items: Sequence[T], *, times: int = 1) -> Lap:
    """Return a lap that times *act* on each of *items* in turn.

    What is over in no time is done several *times*, and a lap tells the seconds of one.
    """

    def run() -> float:
        start = clock()
        for _ in range(times):
            for item in items:
                act(item)
        return (clock() - start) / times

    return run


def in_turn(laps: Mapping[str, Lap], rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Run all laps once to warm up, then one after the other, round by round; return the times.

    The garbage collector stays on, as it does for users. What earlier laps left behind is swept
    away before each, so that nobody pays for another's.
    """
    times: dict[str, list[float]] = {name: [] for name in laps}
    for nth in range(-1, rounds):
        for name, run in laps.items():
            gc.collect()
            took = run()
            if nth >= 0:
                times[name].append(took)
    return times


@dataclass(frozen=True, slots=True)
class Figure:
    """One ratio, and what is wanted of it."""

    name: str
    ratios: Times
    """One a round."""
    wanted: float | None
    """None for a figure that only tells more of the one before."""
    bound: Literal["least", "most"] = "least"
    told: str = ""
    """The two sides as they were on this machine, for whoever wants to see the ratio's ground."""

    @property
    def ratio(self) -> float:
        """The median, which one disturbed round does not move."""
        return median(self.ratios)

    @property
    def verdict(self) -> str:
        """``ok``, or on which side of the bound it is; nothing without one."""
        if self.wanted is None:
            return ""
        if self.bound == "least":
            return "ok" if self.ratio >= self.wanted else "below"
        return "ok" if self.ratio <= self.wanted else "above"


@dataclass(frozen=True, slots=True)
class Share:
    """One stage of a longer way."""

    name: str
    seconds: float
    """For everything that went the way."""


@dataclass(frozen=True, slots=True)
class Section:
    """What was found out about one subject."""

    title: str
    figures: Sequence[Figure] = ()
    shares: Sequence[Share] = ()
    """The stages of one way, from first to last; together the whole of it."""
    notes: Sequence[str] = field(default=())


def over(above: Times, below: Times, scale: float = 1.0) -> list[float]:
    """Return round by round how many times *below* goes into *above*, times *scale*."""
    return [scale * one / other for one, other in zip(above, below, strict=True)]


def together(*times: Times) -> list[float]:
    """Return what several laps took together, round by round."""
    return [sum(one) for one in zip(*times, strict=True)]


def rate(count: float, times: Times, noun: str) -> str:
    """Return a number a second in words, from the median round."""
    return f"{count / median(times):,.0f} {noun}/s"


def milliseconds(times: Times) -> str:
    """Return the median round in words."""
    return f"{median(times) * 1000:,.1f} ms"
