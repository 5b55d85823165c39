"""The command ``cardstats demo``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from engine.errors import CardstatsError, UnreadableLog

from ..exits import FINE
from ..options import with_format
from ..output import coloured, has_colour, print_lines, print_result, print_words, refuse_terminal
from ..verdicts import tell

if TYPE_CHECKING:
    from storage import Store
    from storage.query.result import Form

QUESTIONS: Final = (
    "avg turns per target",
    "win rate by level including bots",
    "pass rate by player count including bots",
    "loss causes including bots",
)
_HERE: Final = Path(__file__).resolve().parents[1]
PLACES: Final = (_HERE.parent / "sample_logs", _HERE / "sample_logs")
"""Beside the packages in a checkout, within this one where it is installed."""
STATUSES: Final = ("accepted", "duplicate", "replaced", "rejected", "unreadable")
BROKEN: Final = "broken"
"""The folder of logs with one planted fault each."""


@click.command("demo")
@with_format
def command(form: Form) -> int:
    """Show it all with the sample logs, in a store thrown away after.

    Judges the sample logs, the broken ones too, and answers four questions. Your own store is not
    touched.
    """
    refuse_terminal(form)
    from storage import open_store

    folder = sample_logs()
    good, broken = _files(folder)
    with (
        tempfile.TemporaryDirectory(prefix="cardstats-demo-") as place,
        open_store(place) as store,
    ):
        _head(f"The logs in {folder.name}/: judged and stored", form)
        _upload(store, folder, good, form)
        _head(f"The logs in {folder.name}/{BROKEN}/: one fault each, and each is found", form)
        _upload(store, folder, broken, form)
        for question in QUESTIONS:
            _head(f'cardstats query "{question}"', form)
            print_result(form, store.query(question))
    return FINE


def sample_logs() -> Path:
    """Return the folder of sample logs."""
    for place in PLACES:
        if place.is_dir() and any(_logs_in(place)):
            return place
    raise CardstatsError(
        "The sample logs are not there.",
        code="no-sample-logs",
        place=" and ".join(map(str, PLACES)),
        hint="Run it in a checkout (`make demo`), or `cardstats upload` logs of your own.",
    )


def _files(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the good logs and the broken ones."""
    found = sorted(_logs_in(folder))
    broken = [file for file in found if BROKEN in file.relative_to(folder).parts]
    return [file for file in found if file not in broken], broken


def _logs_in(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        if file.name.endswith((".json", ".ndjson", ".json.gz", ".ndjson.gz")):
            yield file


def _upload(store: Store, folder: Path, files: list[Path], form: Form) -> None:
    from storage.ingest import read_files

    def named() -> Iterator[tuple[str, bytes | UnreadableLog]]:
        above = str(folder.parent) + "/"
        for source, data in read_files(list(map(str, files)), sys.stdin.buffer):
            yield source.removeprefix(above), data

    tell(store.put_many(named()), form, STATUSES)


def _head(words: str, form: str) -> None:
    """Say what comes next, on stdout where that is for people."""
    if form == "table":
        print_lines(["", coloured(words, "bold", on=has_colour(sys.stdout))])
    else:
        print_words(words)
