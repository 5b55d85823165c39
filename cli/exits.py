"""Turns what goes wrong into one line on stderr and an exit code, in this one place."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from engine.errors import CardstatsError, UnreadableLog

from .errors import Gone, NotAllowed, Unreachable

FINE: Final = 0
REJECTED: Final = 1
"""Some logs were rejected or could not be read."""
USAGE: Final = 2
"""The command, a name or a phrase: say it otherwise."""
NOT_ALLOWED: Final = 4
STORAGE: Final = 5
BUG: Final = 70
STOPPED: Final = 130
"""Ctrl-C, as shells number it: 128 + SIGINT."""
PIPE: Final = 141
"""Whoever read our output has gone; 128 + SIGPIPE."""

EXIT_CODES: Final = {
    FINE: "fine",
    REJECTED: "some logs were rejected or unreadable",
    USAGE: "the command, a name or a phrase is wrong",
    NOT_ALLOWED: "not allowed",
    STORAGE: "the store cannot be read or written, or its server not reached",
    BUG: "a fault of cardstats itself",
    STOPPED: "stopped with Ctrl-C",
    PIPE: "the reader of the output went away",
}


def guarded(work: Callable[[], int]) -> int:
    """Run *work*; return its exit code, or the one that fits what went wrong, having told it."""
    try:
        code = work()
        sys.stdout.flush()
    except Exception as error:  # noqa: BLE001  # the last one to catch it says whose fault it is
        return told(error)
    except KeyboardInterrupt:
        say("Stopped.")
        return STOPPED
    return code


def told(error: Exception) -> int:
    """Say on stderr what *error* means; return its exit code."""
    if isinstance(error, (BrokenPipeError, Gone)):
        _let_go_of_stdout()
        return PIPE
    if "click" in sys.modules:
        import click

        if isinstance(error, click.Abort):
            say("Stopped.")
            return STOPPED
        if isinstance(error, click.exceptions.Exit):
            return error.exit_code
        if isinstance(error, click.UsageError):
            say(_usage(error))
            return USAGE
        if isinstance(error, click.ClickException):
            say(f"{error.format_message()} [usage]")
            return USAGE
    if isinstance(error, CardstatsError):
        say(_words(error))
        _point(error)
        return exit_code(error)
    if isinstance(error, (OSError, MemoryError)) or _is_of_the_store(error):
        say(f"{_reason(error)} [storage] 'cardstats doctor' looks for what is wrong.")
        return STORAGE
    return _bug(error)


def exit_code(error: CardstatsError) -> int:
    """Return the exit code of an error that a user can mend."""
    if isinstance(error, UnreadableLog):
        return REJECTED
    if isinstance(error, NotAllowed) or error.code == "not-allowed":
        return NOT_ALLOWED
    if isinstance(error, Unreachable):
        return STORAGE
    # By name: this module must not make every command import the storage.
    if any(kind.__name__ == "StorageError" for kind in type(error).__mro__):
        return STORAGE
    return USAGE


def say(line: str) -> None:
    """Put one line for a person on stderr."""
    from .output import print_words

    try:
        print_words(f"cardstats: {line}")
    except BrokenPipeError:  # nobody listens; the exit code still speaks
        sys.stderr = None  # so that the interpreter's own flush is quiet


def _words(error: CardstatsError) -> str:
    """Return an error in one line: the place, the reason, what may stand there, and the way out."""
    near = getattr(error, "suggestions", ())
    if not near:
        return CardstatsError.__str__(error)
    from storage.query.errors import offered  # not for commands that go well

    phrase, start, end = (getattr(error, name, None) for name in ("phrase", "start", "end"))
    typed = phrase[start:end] if phrase else near[0]  # but in phrases only what is alike is offered
    place = f"{error.place}: " if error.place else ""
    words = offered(near, typed, is_whole=getattr(error, "is_whole", False))
    return f"{place}{error.message} [{error.code}] {words} {error.hint}".rstrip()


def _point(error: CardstatsError) -> None:
    """Point at the place in a phrase."""
    phrase = getattr(error, "phrase", None)
    if phrase:
        from storage.query.errors import pointed

        for line in pointed(phrase, getattr(error, "start", 0), getattr(error, "end", 1)):
            sys.stderr.write(f"  {line}\n")


def _usage(error: object) -> str:
    import click

    assert isinstance(error, click.UsageError)
    command = error.ctx.command_path if error.ctx else "cardstats"
    place = "" if command == "cardstats" else command.removeprefix("cardstats ") + ": "
    message = error.format_message().strip().rstrip(".").replace("\n", " ")
    ending = "" if message.endswith(("?", "?)")) else "."
    return f"{place}{message}{ending} [usage] See '{command} --help'."


def _is_of_the_store(error: Exception) -> bool:
    """Tell an error of the files from one of our SQL, which would be a fault of ours."""
    sqlite3, duckdb = sys.modules.get("sqlite3"), sys.modules.get("_duckdb")
    if sqlite3 is not None and isinstance(error, sqlite3.DatabaseError):
        return not isinstance(error, (sqlite3.ProgrammingError, sqlite3.InterfaceError))
    return duckdb is not None and isinstance(error, duckdb.IOException)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."
    return f"{' '.join(str(error).split()) or type(error).__name__}"


def _bug(error: Exception) -> int:
    import traceback  # only where there is something to trace

    if os.environ.get("CARDSTATS_DEBUG"):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    file = frames[-1].filename.replace(os.sep, "/").rpartition("/")[2] if frames else ""
    where = f" at {file}:{frames[-1].lineno}" if frames else ""
    what = " ".join(str(error).split())
    say(
        f"Sorry, this is a fault of cardstats and not yours: "
        f"{type(error).__name__}{where}: {what[:200]} [bug] "
        f"Please report it with what you ran ({_where_to_report()}); "
        "CARDSTATS_DEBUG=1 shows the whole trace."
    )
    return BUG


def _where_to_report() -> str:
    from importlib import metadata

    try:
        urls = metadata.metadata("cardstats").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        urls = []
    pages = dict(url.split(", ", 1) for url in urls if ", " in url)
    return str(pages.get("Issues", "CONTRIBUTING.md says where"))


def _let_go_of_stdout() -> None:
    """Give the interpreter a stdout that it can flush at its end without complaint."""
    with suppress(OSError, ValueError):  # a stdout without a number, as in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
