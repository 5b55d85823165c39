"""The command ``cardstats values``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import click

from ..completion import complete_dimension
from ..errors import Usage
from ..listing import stored
from ..options import with_format, with_server
from ..output import print_lines, print_records, refuse_terminal, table_lines
from ..stores import opened_store, server

if TYPE_CHECKING:
    from ..remote import Remote

COLUMNS: Final = ("value", "games", "synonyms")


@click.command("values")
@click.argument(
    "dimension", nargs=-1, required=True, metavar="DIMENSION...", shell_complete=complete_dimension
)
@click.option("--search", metavar="WORD", help="Only values that have this word in them.")
@with_server
@with_format
def command(dimension: tuple[str, ...], search: str | None, form: str) -> int:
    """List the values of a dimension, each with the games in the store that have it.

    \b
      cardstats values player
      cardstats values rules version --search print
    """  # noqa: D301  # the one sign that keeps click from filling the examples into a paragraph
    refuse_terminal(form)
    name, records = _listed(" ".join(dimension))
    if search is not None:
        wanted = search.casefold()
        records = [
            one
            for one in records
            if wanted in one["value"].casefold() or any(wanted in word for word in one["synonyms"])
        ]
        if not records:
            raise Usage(
                f"No value of {name} has {search!r} in it.",
                code="unknown-value",
                place="values",
                hint=f"`cardstats values {name}` lists them all.",
            )
    if form == "table":
        rows = [(one["value"], one["games"], ", ".join(one["synonyms"])) for one in records]
        print_lines(table_lines((name, "games", "also called"), rows))
    else:
        print_records(form, records, COLUMNS)
    return 0


def _listed(dimension: str) -> tuple[str, list[dict[str, Any]]]:
    """Return the name of a dimension and its values, at home or where the server is."""
    if server() is not None:
        with opened_store() as store:
            return cast("Remote", store).values(dimension)
    from storage.query.catalogue import current
    from storage.query.listed import listed, named

    asked = named(dimension, current(whole=True))
    with stored() as reading:
        return asked.name, listed(asked, None if reading is None else reading.connection)
