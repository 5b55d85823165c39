"""Finds the rows without an equation, once for all, with the solver.

It takes some minutes: ``python -m engine.games.equator.make_unsolved > unsolved.py``.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from itertools import product

from .possible import MODES, Key, key_of
from .solver import Solver, choices, solver


def find_unsolved(search: Solver) -> Iterator[Key]:
    """Yield the rows that `unsolved` is to hold, shortest first. It takes minutes.

    A row is taken with its cards in any order, as long as some order of them was unsolved all the
    way: one row too many does no harm.
    """
    rows: set[tuple[tuple[int, int], tuple[int, ...]]] = set()
    for target_cards in product(range(1, 10), range(1, 11)):
        if not _is_solved(search, target_cards):
            rows.add((target_cards, ()))
            yield key_of(target_cards)
    while rows:
        longer = set()
        for target_cards, others in sorted(rows):
            for last in range(1, 11):
                row = (*target_cards, *others, last)
                if not _is_solved(search, row):
                    longer.add((target_cards, tuple(sorted((*others, last)))))
                    yield key_of(row)
        rows = longer


def _is_solved(search: Solver, row: Sequence[int]) -> bool:
    goal = (row[0] * 10 + row[1] % 10, 1)
    return any(search.can_make(cards, goal) for cards in choices(row))


def write_module(lists: Sequence[Sequence[Key]]) -> str:
    """Return the source of `unsolved`, from the rows for each mode."""
    text = "\n".join(" ".join(sorted(keys)) for keys in lists)
    packed = base64.b85encode(zlib.compress(text.encode(), 9)).decode()
    lines = [f'    "{packed[at : at + 92]}"' for at in range(0, len(packed), 92)]
    return "\n".join(
        [
            '"""The rows without an equation. Written by `make_unsolved`; do not edit."""',
            "",
            "from typing import Final",
            "",
            "ROWS: Final = (",
            *lines,
            ")",
            "",
        ]
    )


if __name__ == "__main__":
    found = [
        list(find_unsolved(solver(powers=powers, free_roots=free_roots)))
        for powers, free_roots in MODES
    ]
    print(write_module(found), end="")  # noqa: T201  # it is a program here
