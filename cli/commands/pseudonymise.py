"""The command ``cardstats pseudonymise``."""

from __future__ import annotations

import sys
from typing import Final

import click

from ..options import with_format, with_server
from ..output import print_records, print_words, refuse_terminal
from ..stores import opened_store

COLUMNS: Final = ("name", "logs", "games", "is_wiped")


@click.command("pseudonymise")
@click.argument("player")
@click.option("--as", "name", default="", metavar="NAME", help="The new name; else one is made up.")
@click.option("--yes", is_flag=True, help="Do not ask, on a terminal.")
@with_server
@with_format
def command(player: str, name: str, yes: bool, form: str) -> int:
    """Put another name in the place of a player's, for good.

    Wherever the store holds the name: as a player, and as a word in notes, remarks, sessions and
    the names of logs and files. The raw logs are rewritten, their digests follow, and no figure
    changes. What was deleted is wiped from the disk. Backups and the files that were uploaded from
    are yours to see to; a file that is sent again brings the old name back.
    """
    refuse_terminal(form)
    with opened_store() as store:
        if not yes and sys.stdin.isatty() and sys.stderr.isatty():
            click.confirm("Nobody can undo it. Go on?", abort=True, err=True)
        done = store.pseudonymise(player, name=name)
    print_records(form, [done.to_json()], COLUMNS)
    if not done.is_wiped:
        print_words("Somebody still reads the old bytes; `cardstats compact` wipes them later.")
    return 0
