"""Opens the store that a command works with: of this user, or of a server.

No click is imported in here: see `cli.main` on why.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, cast

from .errors import Usage

if TYPE_CHECKING:
    from storage import Store

SERVER: Final = "CARDSTATS_SERVER"
META: Final = "cardstats.server"
"""Under which click's context keeps the server that ``--server`` names."""


def server() -> str | None:
    """Return the server whose store is meant, None where it is the store of this user."""
    named: str | None = None
    if "click" in sys.modules:
        import click

        context = click.get_current_context(silent=True)
        named = None if context is None else context.meta.get(META)
    return named or os.environ.get(SERVER) or None


@contextmanager
def opened_store() -> Iterator[Store]:
    """Yield the store that is meant: of a server, or of this user, made if it is not there."""
    named = server()
    if named is None:
        with local_store() as store:
            yield store
        return
    from .remote import Remote

    with Remote(named, os.environ.get("CARDSTATS_TOKEN", "")) as remote:
        # It does what commands ask a store for, and no more.
        yield cast("Store", remote)


@contextmanager
def local_store() -> Iterator[Store]:
    """Yield the store of this user, made if it is not there."""
    refuse_server()
    from storage import home_of_store, open_store

    with open_store(home_of_store()) as store:
        yield store


def refuse_server() -> None:
    """Raise Usage where a server is named: what is asked is done where the store is."""
    named = server()
    if named is not None:
        raise Usage(
            "That is done on the machine where the store is, not by way of its server.",
            code="not-remote",
            place=named,
            hint=f"Run it there, or unset {SERVER}.",
        )
