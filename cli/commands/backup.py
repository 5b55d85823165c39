"""The command ``cardstats backup``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from ..options import with_format
from ..output import print_records, refuse_terminal
from ..stores import local_store

COLUMNS: Final = ("file", "created_at", "logs", "files", "bytes", "size")


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@with_format
def command(file: Path, form: str) -> int:
    """Write the whole store into one file.

    As it is at one moment, while others read and write. FILE is a tar archive, compressed with zstd, that begins
    with the checksums of all that it holds; `store.tar.zst` is a good name. A file that is there is
    never written over.
    """
    refuse_terminal(form)
    with local_store() as store:
        done = store.backup(file)
    print_records(form, [done.to_json()], COLUMNS)
    return 0
