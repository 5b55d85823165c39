"""Numbers for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST

from ..area import Answer, Area
from ..context import KEY

if TYPE_CHECKING:
    from ..monitoring import Numbers

watch = Area("watch", "Numbers for those who watch the server.", prefix="")

_EXAMPLE: Final = """\
# HELP cardstats_uploads_total Logs that were sent in, by what became of them.
# TYPE cardstats_uploads_total counter
cardstats_uploads_total{verdict="accepted"} 11.0
"""


@watch.route(
    "GET",
    "/metrics",
    Answer(
        200,
        "The numbers, as Prometheus reads them. docs/operate.md tells what each means.",
        content={"text/plain": {"schema": {"type": "string"}, "example": _EXAMPLE}},
    ),
)
def prometheus() -> Response:
    """Tell how the server and its store are doing, in numbers."""
    numbers: Numbers = current_app.extensions[f"{KEY}.numbers"]
    return Response(numbers.text(), content_type=CONTENT_TYPE_LATEST)
