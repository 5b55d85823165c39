"""The HTTP face of cardstats: logs in, verdicts and answers out.

Flask is imported when the first app is made, so that naming this package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .config import Config

if TYPE_CHECKING:
    from flask import Flask

    from storage import Store

__all__ = ["Config", "create_app"]


def create_app(store: Store | None = None, *, config: Config | None = None) -> Flask:
    """Return a WSGI app over *store*, which stays the caller's to close.

    Without *store* it is the one that ``CARDSTATS_HOME`` names, the environment says the rest, and
    there must be a token: a server such as gunicorn may listen anywhere. Raises CardstatsError.
    """
    from .app import build, from_environment

    if store is None:
        return from_environment(config)
    return build(store, config or Config())
