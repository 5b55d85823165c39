"""How much memory an import takes, and that a larger one takes no more."""

from __future__ import annotations

import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import orjson

from . import corpus
from .measure import ROUNDS, Figure, Section, over

FLAT: Final = 1.5
"""Memory that grew with the logs would give more than twice as much. The longer import is the first
in which small parts are merged, which takes some memory once."""

_LOGS: Final = 1_200
"""A whole batch of an import, and the beginning of the next."""
_TIMES: Final = 4

_CHILD: Final = """
import sys
from storage import open_store
from storage.ingest import read_files

with open_store(sys.argv[2]) as store:
    for receipt in store.put_many(read_files([sys.argv[1]], sys.stdin.buffer)):
        assert receipt.status == "accepted", receipt
try:
    # What getrusage tells of a new process counts in what its parent had when it began.
    status = open("/proc/self/status").read()
    print(int(status.split("VmHWM:")[1].split()[0]) * 1024)
except OSError:
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak if sys.platform == "darwin" else peak * 1024)
"""


def memory() -> Section:
    """Measure the peak of a process that imports a file, and of one that imports a longer file."""
    with TemporaryDirectory(prefix="cardstats-bench-") as folder:
        short, long = Path(folder, "short.ndjson"), Path(folder, "long.ndjson")
        _write(short, 1)
        _write(long, _TIMES)
        small: list[float] = []
        large: list[float] = []
        for _ in range(ROUNDS):
            small.append(_peak(short))
            large.append(_peak(long))
    name = f"{_LOGS * _TIMES:,} logs / {_LOGS:,} logs"
    told = f"peaks {max(large) / 1e6:.0f} MB and {max(small) / 1e6:.0f} MB"
    figure = Figure(name, over(large, small), FLAT, "most", told)
    return Section("Memory: peak of a process that imports a file", [figure])


def _write(path: Path, times: int) -> None:
    """Write the corpus several times over, every log another one by its id."""
    with path.open("wb") as file:
        for turn in range(times):
            for nth, log in enumerate(islice(cycle(corpus.all_forms()), _LOGS)):
                named = orjson.loads(log) | {"log_id": f"bench-{turn}-{nth}"}
                file.write(orjson.dumps(named) + b"\n")


def _peak(path: Path) -> float:
    """Return the most bytes that a process held while it imported a file."""
    with TemporaryDirectory(prefix="cardstats-bench-") as home:
        command = [sys.executable, "-c", _CHILD, str(path), home]
        return float(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
