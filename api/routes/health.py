"""For those who watch the server: is it alive, can it serve."""

from __future__ import annotations

import logging

from ..area import Answer, Area
from ..context import store
from ..errors import Problem, trace
from ..schemas import HealthSchema

health = Area("health", "For those who watch the server.", prefix="")

_OK = Answer(200, "It is.", HealthSchema, {"status": "ok"})
_log = logging.getLogger("cardstats.error")


@health.route("GET", "/livez", _OK)
def livez() -> dict[str, str]:
    """Tell that the server runs."""
    return {"status": "ok"}


@health.route("GET", "/readyz", _OK, problems=["not-ready"])
def readyz() -> dict[str, str]:
    """Tell that the server can read its store."""
    try:
        store().logs(limit=1)
    except Exception as error:  # whatever it is, the answer is no
        _log.warning({"event": "not-ready", **trace(error)})
        raise Problem(
            "not-ready",
            "The store cannot be read at the moment.",
            hint="The server's log tells why.",
        ) from error
    return {"status": "ok"}
