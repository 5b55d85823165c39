"""Pastes what commands print into ``docs/cli.md``: ``python -m cli.manual docs/cli.md``.

Between ``<!-- help NAME -->`` and ``<!-- end -->`` stands a help text, without a name that of
``cardstats`` itself; after ``<!-- run WORDS -->`` what that command line prints in the checkout.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final

import click

from .group import COMMANDS, cardstats
from .main import run

WIDTH: Final = 88
ROOT: Final = Path(__file__).resolve().parents[1]
_PLACE: Final = re.compile(r"<!-- (help|run)([^\n]*?) -->\n.*?<!-- end -->", re.DOTALL)


def help_text(name: str = "") -> str:
    """Return what ``cardstats NAME --help`` prints, whatever the terminal's width."""
    settings = {**cardstats.context_settings, "terminal_width": WIDTH}
    top = click.Context(cardstats, info_name="cardstats", **settings)
    if not name:
        return cardstats.get_help(top)
    context, command = top, cardstats.get_command(top, name.split(maxsplit=1)[0])
    for nth, word in enumerate(name.split()):
        if nth and isinstance(command, click.Group):
            command = command.get_command(context, word)
        if command is None:
            raise ValueError(f"There is no command {name!r} but {', '.join(COMMANDS)}.")
        context = click.Context(command, parent=context, info_name=word)
    assert command is not None, "a name has a word"
    return command.get_help(context)


def printed(words: str) -> str:
    """Return a command line and what it prints in the checkout, words on stderr last."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), chdir(ROOT):
        run(words.split())
    return f"$ cardstats {words}\n{out.getvalue()}{err.getvalue()}".rstrip()


def paste(page: str) -> str:
    """Return *page* with every text in it as it is now."""

    def fresh(place: re.Match[str]) -> str:
        kind, words = place[1], place[2].strip()
        text = help_text(words) if kind == "help" else printed(words)
        mark = f"{kind} {words}".rstrip()
        return f"<!-- {mark} -->\n```text\n{text}\n```\n<!-- end -->"

    return _PLACE.sub(fresh, page)


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(paste(file.read_text("utf-8")), "utf-8")
