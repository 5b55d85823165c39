"""``python -m tests.engine.verdicts [plain]``: judges the logs of stdin, one a line, and tells all.

With ``plain`` by the sources alone, whether or not compiled modules are beside them.
"""

import json
import sys
from importlib.machinery import PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path


class Sources:
    """Finds the engine's modules, and of each its source."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] != "engine":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or isinstance(spec.loader, SourceFileLoader):
            return spec
        compiled = Path(spec.origin)  # replay.cpython-311-x86_64-linux-gnu.so
        return spec_from_file_location(
            name, compiled.with_name(compiled.name.partition(".")[0] + ".py")
        )


def main() -> None:
    if sys.argv[1:] == ["plain"]:
        sys.meta_path.insert(0, Sources)
    from engine import replay
    from engine.errors import UnreadableLog

    print(replay.__file__)
    for line in sys.stdin.buffer:
        for facts in (True, False):
            try:
                verdict = replay.judge(line, facts=facts)
            except UnreadableLog as error:
                print(json.dumps([error.code, str(error)]))
                continue
            rows = None if verdict.facts is None else verdict.facts.tables()
            faults = [fault.to_json() for fault in verdict.violations]
            told = [verdict.status, verdict.outcome, verdict.digest(), faults, rows]
            print(json.dumps(told, default=str))


if __name__ == "__main__":
    main()
