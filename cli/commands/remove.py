"""The command ``cardstats remove``."""

from __future__ import annotations

import sys

import click

from ..options import with_format, with_server
from ..output import plain, print_records, refuse_terminal
from ..stores import opened_store
from .logs import COLUMNS, record


@click.command("remove")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--yes", is_flag=True, help="Do not ask, on a terminal.")
@with_server
@with_format
def command(logs: tuple[str, ...], yes: bool, form: str) -> int:
    """Take logs out of the store.

    LOG is the number, the log_id or the digest of a stored log. The log and its facts are gone
    after; the same log can be sent again. On a terminal you are asked first. If one LOG is not
    there, none is removed.
    """
    refuse_terminal(form)
    with opened_store() as store:
        found = {log.id: log for log in map(store.find, logs)}
        if not yes and sys.stdin.isatty() and sys.stderr.isatty():
            for log in found.values():
                names = ", ".join(log.players)
                words = f"log {log.id}  {log.status}  {log.game or 'no game'}  {names}"
                click.echo(plain(words), err=True)
            click.confirm("Remove for good?", abort=True, err=True)
        removed = [store.remove(number) for number in found]
        print_records(form, map(record, removed), COLUMNS)
    return 0
