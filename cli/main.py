"""The entry point of ``cardstats``."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Final

from .exits import guarded

READERS: Final = frozenset(
    ("bots", "compare", "games", "logs", "metrics", "query", "replay", "schema", "sql", "validate")
)
"""Commands that change nothing: once their output is out, nothing is left to be done."""


def main() -> None:
    """Run what the command line asks for and leave with its exit code."""
    # What is made at the start stays; the collector of cycles would look through it again and again.
    gc.set_threshold(100_000, 20, 20)
    _open_what_is_closed()
    words = sys.argv[1:]
    code = run(words)
    if words and words[0] in READERS and sys.stderr is not None:
        # Taking the interpreter apart would cost a tenth of the time of `validate` and a fifth of
        # that of `query`.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _open_what_is_closed() -> None:
    """Put nothing in the place of a stream that we were started without, as by ``>&-``.

    Else the next file that is opened, the store's perhaps, gets its number, and what is printed goes
    into that.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            mode = "w" if number else "r"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def run(words: Sequence[str]) -> int:
    """Run one command; return its exit code. Nothing that goes wrong comes out as an exception."""
    return guarded(lambda: _answer(list(words)))


def _answer(words: list[str]) -> int:
    if words[:1] == ["validate"] and (asked := _plain(words[1:])):
        from .verdicts import validate

        return validate(*asked)
    if words[:1] == ["query"] and (asked := _plain(words[1:])):
        from .answers import query

        return query(*asked)
    from .group import cardstats

    if "_CARDSTATS_COMPLETE" in os.environ:
        from .shells import register

        register()
    return cardstats.run(words)


def _plain(words: list[str]) -> tuple[list[str], str] | None:
    """Return the arguments and the format of a command with nothing unusual in it, else None.

    `validate` runs in editors and commit hooks, a process a file, and `query` a process a question.
    Reading two words needs no click, which takes as long to import as a log takes to judge.
    """
    form = "table"
    arguments: list[str] = []
    left = iter(words)
    for word in left:
        if word == "--format":
            form = next(left, "")
        elif word.startswith("--format="):
            form = word.removeprefix("--format=")
        elif word.startswith("-") and word != "-":
            return None
        else:
            arguments.append(word)
    from .output import FORMATS

    return (arguments, form) if arguments and form in FORMATS else None


if __name__ == "__main__":
    main()
