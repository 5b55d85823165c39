"""``python -m benchmarks [NAME ...]``: measures, and prints a table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Final

from . import report
from .cold_start import cold_start
from .dashboard import dashboard
from .games import other_games, searches
from .measure import Section, clock
from .memory import memory
from .others import beside_chess, beside_poker
from .pipeline import again, pipeline
from .questions import questions, questions_of_bots
from .simulation import simulation
from .uploads import uploads

SUBJECTS: Final[Mapping[str, Callable[[], Section]]] = {
    "pipeline": pipeline,
    "again": again,
    "uploads": uploads,
    "chess": beside_chess,
    "poker": beside_poker,
    "games": other_games,
    "searches": searches,
    "simulation": simulation,
    "cold-start": cold_start,
    "memory": memory,
    "questions": questions,
    "questions-of-bots": questions_of_bots,
    "dashboard": dashboard,
}


def main() -> None:
    """Measure the subjects that the command line names, all of them if it names none."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure how fast cardstats is. All subjects take some minutes.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(SUBJECTS)}; all if left out"
    )
    parser.add_argument(
        "--cpu",
        action="store_true",
        help="time the processor's work, not the wall clock: for a machine that is busy otherwise",
    )
    asked = parser.parse_args()
    for name in asked.names:
        if name not in SUBJECTS:
            parser.error(f"there is no {name!r}, but {', '.join(SUBJECTS)}")
    clock.kind = "cpu" if asked.cpu else "wall"
    measure([name for name in SUBJECTS if name in asked.names or not asked.names])


def measure(subjects: list[str]) -> None:
    """Measure and print; what is known already is out while the rest is measured."""
    print(*report.head(), sep="\n")
    sections = []
    for name in subjects:
        print(f"measuring {name} ...", file=sys.stderr)
        try:
            section = SUBJECTS[name]()
        except ModuleNotFoundError as error:
            if error.name not in ("chess", "pokerkit", "rlcard", "numba"):
                raise
            note = f"Not measured: {error.name} is not installed; `make bench` installs it."
            section = Section(name.capitalize(), notes=[note])
        sections.append(section)
        print(*report.lines(section), sep="\n", flush=True)
    print("", report.tail(sections), sep="\n")


if __name__ == "__main__":
    main()
