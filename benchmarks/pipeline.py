"""From the bytes of a log to its verdict, its facts and the store, beside plain ``json.loads``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median
from typing import Final

import orjson

from engine.facts import Told, Trail
from engine.log import Reading, read_log
from engine.replay import judge, replay
from engine.strict_json import read_object
from storage import packing, parts, upkeep
from storage.verdicts import judged

from . import corpus
from .measure import (
    ROUNDS,
    Figure,
    Lap,
    Section,
    Share,
    each,
    in_turn,
    lap,
    over,
    rate,
    together,
)
from .stores import fresh_store, take_in

VERDICT: Final = 0.25
FACTS: Final = 0.20
IMPORT: Final = 0.12
AGAIN: Final = 8.0

_SHORT: Final = 5
"""Times that a stage of a few milliseconds is gone through in a lap."""


def pipeline() -> Section:
    """Measure each stretch of the way, for all logs and form by form; tell where the time goes."""
    by_form = corpus.spot_on()
    every = corpus.all_forms()
    laps: dict[str, Lap] = {}
    for form, logs in by_form.items():
        laps[f"json {form}"] = each(json.loads, logs, times=_SHORT)
        laps[f"verdict {form}"] = each(verdict_of, logs)
        laps[f"facts {form}"] = _facts(logs)
        laps[f"import {form}"] = _import(logs)
    laps |= _stages(every)
    laps["import"] = _import(every)
    times = in_turn(laps)
    for stage in ("json", "verdict", "facts"):
        times[stage] = together(*(times[f"{stage} {form}"] for form in by_form))

    suffixes = {"": every, **{f" {form}": logs for form, logs in by_form.items()}}
    figures = []
    for stage, words, wanted in (
        ("verdict", "bytes → verdict", VERDICT),
        ("facts", "bytes → verdict and facts", FACTS),
        ("import", "full import", IMPORT),
    ):
        for suffix, logs in suffixes.items():
            took, plain = times[stage + suffix], times["json" + suffix]
            told = f"{rate(len(logs), took, 'logs')}, json.loads {rate(len(logs), plain, 'logs')}"
            name = f"  in{suffix} form" if suffix else words
            bound = None if suffix else wanted
            figures.append(Figure(name, over(plain, took), bound, told=told))
    size = sum(map(len, every)) / 1e6
    title = (
        f"Pipeline: logs a second beside json.loads on the same bytes\n"
        f"{len(every)} games of Spot On, {corpus.moves_in(every):,} moves, {size:.1f} MB"
    )
    note = "Each stage is one stretch of the way less a shorter one: rough on a busy machine."
    return Section(title, figures, _shares(times), [note])


def again() -> Section:
    """Measure an import of logs that are all there already."""
    logs = corpus.all_forms()
    first: list[float] = []

    def both() -> float:
        with fresh_store() as store:
            first.append(lap(lambda: take_in(store, logs))())
            return lap(lambda: take_in(store, logs, "duplicate"))()

    second = in_turn({"again": both})["again"]
    del first[0]  # the warm-up's
    told = f"{rate(len(logs), second, 'logs')}, first {rate(len(logs), first, 'logs')}"
    figure = Figure("unchanged logs / first import", over(first, second), AGAIN, told=told)
    return Section("Import again: logs a second beside their first import", [figure])


def verdict_of(log: bytes) -> None:
    """Judge a log as ``validate`` does."""
    judge(log, facts=False)


def _facts(logs: Sequence[bytes]) -> Lap:
    """Return a lap that judges all logs and makes all their rows.

    Those of moves, rounds and seats are made together, as an import makes them.
    """

    def run() -> None:
        told = []
        for log in logs:
            facts = judge(log).facts
            assert facts is not None
            told.append(facts)
        _made([facts.told for facts in told])

    return lap(run)


def _made(told: Sequence[Told]) -> None:
    """Make all rows of trails."""
    trails = [one for one in told if isinstance(one, Trail)]
    assert len(trails) == len(told), "Spot On leaves trails"
    trails[0].make(trails)


def _import(logs: Sequence[bytes]) -> Lap:
    def run() -> float:
        with fresh_store() as store:
            return lap(lambda: take_in(store, logs))()

    return run


def _stages(logs: Sequence[bytes]) -> dict[str, Lap]:
    """Return a lap for each stretch of the way that can be gone alone."""
    return {
        "loads": each(orjson.loads, logs, times=_SHORT),
        "strict": each(read_object, logs, times=_SHORT),
        "form": each(read_log, logs),
        "replay": lambda: _replays(logs),
        "digest": lambda: _digests(logs),
        "zstd": each(packing.deflated, logs, times=_SHORT),
        "columns": lambda: _columns(logs),
        "parts": lambda: _parts(logs),
    }


# What these start from is made anew in each round: kept for all of them, it would make the
# garbage collector's work longer in every other lap.


def _replays(logs: Sequence[bytes]) -> float:
    found = [read_log(log).log for log in logs]
    return each(replay, [log for log in found if log is not None])()


def _digests(logs: Sequence[bytes]) -> float:
    return each(Reading.digest, [read_log(log) for log in logs], times=_SHORT)()


def _columns(logs: Sequence[bytes]) -> float:
    found = [facts.told for log in logs if (facts := judge(log).facts) is not None]
    return lap(lambda: _made(found))()


def _parts(logs: Sequence[bytes]) -> float:
    rows = []
    for nth, log in enumerate(logs, 1):
        found = judged(judge(log))
        rows.append((nth, found.game, found.rows))
    with fresh_store() as store:
        return lap(lambda: upkeep.write(store.path, parts.from_rows(rows), 0))()


def _shares(times: dict[str, list[float]]) -> list[Share]:
    """Return what each stage of an import takes: each stretch less the shorter one in it."""
    pairs = zip(times["parts"], times["columns"], strict=True)
    times["written"] = [
        whole - columns for whole, columns in pairs
    ]  # *parts* makes the rows as well

    def more(longer: str, *shorter: str) -> float:
        less = together(*(times[one] for one in shorter)) if shorter else [0.0] * ROUNDS
        return max(0.0, median(a - b for a, b in zip(times[longer], less, strict=True)))

    return [
        Share("json: orjson reads the text", more("loads")),
        Share("strict: what orjson lets pass, sorted text", more("strict", "loads")),
        Share("form: envelope, deal and moves are read", more("form", "strict")),
        Share("replay: the rules check and make each move", more("replay")),
        Share("facts: rows are made", more("facts", "form", "replay")),
        Share("digest: SHA-256 of the canonical form", more("digest")),
        Share("zstd: the bytes are packed", more("zstd")),
        Share("arrow and parquet: rows become parts on disk", more("parts", "columns")),
        Share("sqlite and the rest", more("import", "facts", "digest", "zstd", "written")),
    ]
