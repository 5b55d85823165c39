"""The pages: what a person sees in a browser.

Everything is made on the server and reads without JavaScript; the modules in ``static`` make it
quicker. A page asks nobody but this server for anything, and its policy lets it run and style
itself by our own files alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def register(app: Flask) -> None:
    """Add the pages to *app*."""
    from . import ask, boards  # noqa: F401 - their routes
    from .pages import pages
    from .shell import dress

    dress(app)
    app.register_blueprint(pages)
