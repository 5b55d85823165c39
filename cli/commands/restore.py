"""The command ``cardstats restore``."""

from __future__ import annotations

from pathlib import Path

import click

from ..options import with_format
from ..output import print_records, refuse_terminal
from ..stores import refuse_server
from .backup import COLUMNS


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@with_format
def command(file: Path, form: str) -> int:
    """Make the store out of a backup.

    The folder of the store must not be there yet, or be empty: nothing is written over. All is
    checked before the store gets its name, so that there is a whole one or none.
    """
    refuse_terminal(form)
    refuse_server()
    from storage import home_of_store
    from storage.backup import restore

    done = restore(file, home_of_store())
    print_records(form, [done.to_json()], COLUMNS)
    return 0
