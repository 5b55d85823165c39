"""The command ``cardstats query``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..options import opened_store, with_format
from ..output import print_result, refuse_terminal

if TYPE_CHECKING:
    from storage.query.result import Form


@click.command("query")
@click.argument("phrase", nargs=-1, required=True, metavar="PHRASE...")
@with_format
def command(phrase: tuple[str, ...], form: Form) -> int:
    """Answer a question about the stored games.

    \b
      cardstats query "avg turns per target"
      cardstats query pass rate by player for level hard
      cardstats query "win rate by player count including bots"

    Every answer says how many games it rests on, how many were left out and why, and how sure one
    may be. `cardstats metrics` lists what can be asked for.
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    refuse_terminal(form)
    with opened_store() as store:
        print_result(form, store.query(" ".join(phrase)))
    return 0
