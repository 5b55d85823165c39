"""Makes the dictionary with which the journal packs logs: ``python -m benchmarks.dictionary FILE``.

It is trained on games of bots as programs write them and as people do, and on the sample logs. Its
names are the bots' and the samples'; nobody's games are in it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import orjson
import zstandard

from engine.games import OURS
from storage.packing import DICTIONARY_ID

from . import corpus

SIZE: Final = 16 * 1024
"""Bytes. Half of it packs worse, twice as much no better."""

_GAMES: Final = 40
_FIRST_SEED: Final = 50_000
"""Other games than those that are measured with."""

_SAMPLES: Final = Path(__file__).parents[1] / "sample_logs"

_WRITERS: Final[Sequence[Callable[[Any], bytes]]] = (
    *(orjson.dumps,) * 4,
    lambda log: orjson.dumps(log, option=orjson.OPT_SORT_KEYS),
    lambda log: json.dumps(log).encode(),
    lambda log: json.dumps(log, indent=2).encode(),
)
"""Most logs come from programs."""


def trained() -> bytes:
    """Return the dictionary."""
    made = zstandard.train_dictionary(SIZE, list(_texts()), dict_id=DICTIONARY_ID, level=3)
    return made.as_bytes()


def _texts() -> Iterator[bytes]:
    write = cycle(_WRITERS)
    for name in OURS:
        for log in corpus.played(name, _GAMES, _FIRST_SEED):
            for form in corpus.FORMS:
                yield next(write)(corpus.told_as(form, log))
    for file in sorted(_SAMPLES.rglob("*.json")):
        yield file.read_bytes()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(trained())
