"""What belongs to the app that answers, and what is known of the request that is being answered."""

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
    from storage.access import Token

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


@dataclass(slots=True)
class Visit:
    """One request, from its arrival to its line in the log."""

    request_id: str
    """Its name, which its answer, its problem and its log line share."""
    began: float
    """Of `time.perf_counter`."""
    token: Token | None = None
    client: str | None = None
    """For whom the limit counts it."""
    log: int | None = None
    """The id of the log that it is about."""


def visit() -> Visit:
    """Return what is known of this request."""
    found: Visit = g.visit
    return found


def request_id() -> str:
    """Return the name of this request."""
    return visit().request_id
