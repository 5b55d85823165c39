"""The command ``cardstats values``."""

from __future__ import annotations

from typing import Final

import click

from ..errors import Usage
from ..listing import stored
from ..options import refuse_server, with_format
from ..output import print_lines, print_records, refuse_terminal, table_lines

COLUMNS: Final = ("value", "games", "synonyms")


@click.command("values")
@click.argument("dimension", nargs=-1, required=True, metavar="DIMENSION...")
@click.option("--search", metavar="WORD", help="Only values that have this word in them.")
@with_format
def command(dimension: tuple[str, ...], search: str | None, form: str) -> int:
    """List the values of a dimension, each with the games in the store that have it.

    \b
      cardstats values player
      cardstats values rules version --search print
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    refuse_terminal(form)
    refuse_server()
    from storage.query.catalogue import current
    from storage.query.listed import listed, named

    names = current(whole=True)
    asked = named(" ".join(dimension), names)
    with stored() as reading:
        records = listed(asked, None if reading is None else reading.connection)
    if search is not None:
        wanted = search.casefold()
        records = [
            one
            for one in records
            if wanted in one["value"].casefold() or any(wanted in word for word in one["synonyms"])
        ]
        if not records:
            raise Usage(
                f"No value of {asked.name} has {search!r} in it.",
                code="unknown-value",
                place="values",
                hint=f"`cardstats values {asked.name}` lists them all.",
            )
    if form == "table":
        rows = [(one["value"], one["games"], ", ".join(one["synonyms"])) for one in records]
        print_lines(table_lines((asked.name, "games", "also called"), rows))
    else:
        print_records(form, records, COLUMNS)
    return 0
