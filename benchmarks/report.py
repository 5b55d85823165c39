"""Writes what was measured as plain text that can be pasted anywhere."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence

from engine import is_compiled

from .measure import ROUNDS, Figure, Section, clock

_HEAD = ("", "median", "min – max", "wanted", "", "on this machine")


def head() -> list[str]:
    """Return what the figures were made with."""
    timed = "wall clock" if clock.kind == "wall" else "CPU time"
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    engine = "the compiled engine" if is_compiled() else "the engine in plain Python"
    return [
        f"cardstats benchmarks of {engine}: Python {platform.python_version()}, {machine}",
        f"Each figure is a ratio: the median of {ROUNDS} rounds in turn, {timed}.",
    ]


def lines(section: Section) -> Iterator[str]:
    """Yield a section, its title first."""
    yield ""
    yield section.title
    if section.figures:
        yield from _table([_HEAD, *map(_row, section.figures)], "<>><<<")
    if section.shares:
        whole = sum(share.seconds for share in section.shares)
        rows = [("share of an import", "")]
        rows += [(share.name, f"{share.seconds / whole:.1%}") for share in section.shares]
        yield ""
        yield from _table(rows, "<>")
    for note in section.notes:
        yield f"  {note}"


def tail(sections: Sequence[Section]) -> str:
    """Return how many figures are as wanted."""
    figures = [figure for section in sections for figure in section.figures]
    verdicts = [figure.verdict for figure in figures if figure.verdict]
    good = verdicts.count("ok")
    return f"{len(verdicts)} figures: {good} ok, {len(verdicts) - good} not."


def _row(figure: Figure) -> tuple[str, ...]:
    sign = "≥" if figure.bound == "least" else "≤"
    bound = "" if figure.wanted is None else f"{sign} {figure.wanted:g}"
    return (
        figure.name,
        _short(figure.ratio),
        f"{_short(min(figure.ratios))} – {_short(max(figure.ratios))}",
        bound,
        figure.verdict,
        figure.told,
    )


def _short(ratio: float) -> str:
    return f"{ratio:.3f}" if ratio < 1 else f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"


def _table(rows: Sequence[Sequence[str]], aligned: str) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            f"{cell:{side}{width}}" for cell, side, width in zip(row, aligned, widths, strict=True)
        )
        yield f"  {'  '.join(cells)}".rstrip()
