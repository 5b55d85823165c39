"""Answers that may have been seen before: strong ETags, and 304 where one still holds."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from flask import Response, request

from .context import PREFIX

if TYPE_CHECKING:
    from flask import Flask

_ASKED_AGAIN: Final = "private, no-cache"
"""May be kept by who asked, and is asked for again each time."""


def tag(app: Flask) -> None:
    """Give what is got of *app* a tag, and answer 304 to who has it already."""

    @app.after_request
    def finish(answer: Response) -> Response:
        if request.method not in ("GET", "HEAD") or not request.path.startswith(f"{PREFIX}/"):
            return answer
        if answer.status_code != 200 or answer.is_streamed or answer.cache_control.no_store:
            return answer
        if answer.get_etag()[0] is None:
            answer.set_etag(hashlib.sha256(answer.get_data()).hexdigest()[:32])
        answer.headers.setdefault("Cache-Control", _ASKED_AGAIN)
        # Ranges are not offered: an answer is small, or made anew each time.
        answer.make_conditional(request.environ, accept_ranges=False)
        return answer
