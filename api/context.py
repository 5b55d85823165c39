"""What belongs to the app that answers: its store and its limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from flask import current_app, g
from markupsafe import Markup

from .config import Config
from .uploads import Uploads
from .web.answers import Answers

if TYPE_CHECKING:
    from storage import Store

KEY: Final = "cardstats"
PREFIX: Final = "/api/v1"
DOCS: Final = f"{PREFIX}/docs"


@dataclass(slots=True)
class Context:
    """One a Flask app, under ``app.extensions["cardstats"]``."""

    store: Store
    uploads: Uploads
    config: Config
    answers: Answers
    document: bytes = b""
    """The OpenAPI document as it is sent."""
    described: Markup = field(default_factory=Markup)
    """The same for people: what the docs page shows."""
    queue: Callable[[], int] = lambda: 0
    """Returns how many requests wait for a thread, where the server knows."""


def context() -> Context:
    """Return what belongs to the app of this request."""
    found: Context = current_app.extensions[KEY]
    return found


def store() -> Store:
    """Return the store that this app is over."""
    return context().store


def request_id() -> str:
    """Return the name of this request, which its answer, its problem and its log line share."""
    found: str = g.request_id
    return found
