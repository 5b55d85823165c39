"""The command ``cardstats validate``."""

from __future__ import annotations

import click

from ..options import with_format
from ..verdicts import validate


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@with_format
def command(files: tuple[str, ...], form: str) -> int:
    """Judge logs; store nothing.

    FILE is a .json (one log) or .ndjson file (one a line), gzipped or not, a folder of them, or -
    for stdin. Each log gets a line, and under a rejected one stands what is wrong and where. Leaves
    with 1 if any log was rejected or unreadable.
    """
    return validate(files, form)
