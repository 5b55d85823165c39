"""How often one client may ask: per token, and per address where there is no token.

Counted by the package limits itself. Flask-Limiter, which wraps it, takes longer over a request
than all else that the server does before and after it, and puts a Retry-After on every answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from flask import Response, g

from engine.errors import CardstatsError

from .config import LIMIT
from .errors import Problem

if TYPE_CHECKING:
    from flask import Flask
    from limits import RateLimitItem

    from storage import Store

    from .config import Config

Check: TypeAlias = Callable[[str], None]
"""Counts a request of the client that is named. Raises Problem where it has asked too often."""


def limiter(app: Flask, store: Store, config: Config) -> Check | None:
    """Return what keeps the limit of *config*, None where there is none.

    Answers then tell in ``RateLimit-…`` (draft-ietf-httpapi-ratelimit-headers-07) what is left.
    """
    limit = config.limit
    if limit is None:
        limit = LIMIT if config.needs_tokens or store.tokens() else ""
    if not limit.strip():
        return None
    from limits import parse_many  # who serves themselves has no limit
    from limits.storage import storage_from_string
    from limits.strategies import FixedWindowRateLimiter

    try:
        items = sorted(parse_many(limit))
        counter = FixedWindowRateLimiter(storage_from_string(config.limit_storage))
    except Exception as error:
        raise CardstatsError(
            f"The limit cannot be kept: {str(error).rstrip('.')}.",
            code="bad-setting",
            place=f"limit {limit!r} in {config.limit_storage}",
            hint="Say it as '600 per minute', several with ';' between; '' is none.",
        ) from error

    def left(item: RateLimitItem, client: str) -> int:
        """Return the seconds until *client* may begin anew."""
        reset = counter.get_window_stats(item, client).reset_time
        return max(0, int(reset - time.time() + 0.999))

    def check(client: str) -> None:
        g.limits = client
        for item in items:
            if not counter.hit(item, client):
                seconds = max(1, left(item, client))
                if seconds > item.get_expiry() + 1:
                    # The clock was put back: the window would last as much longer.
                    counter.clear(item, client)
                    counter.hit(item, client)
                    continue
                raise Problem(
                    "too-many-requests",
                    f"This client may ask {item}, and has.",
                    hint=f"Go on in {seconds} s. Many logs go into one request.",
                    headers={"Retry-After": str(seconds)},
                )

    @app.after_request
    def tell(response: Response) -> Response:
        client = g.get("limits")
        if client is not None:
            # The tightest one.
            remaining, item = min(
                (counter.get_window_stats(item, client).remaining, item) for item in items
            )
            headers = response.headers
            headers["RateLimit-Limit"] = str(item.amount)
            headers["RateLimit-Remaining"] = str(remaining)
            headers["RateLimit-Reset"] = str(min(left(item, client), item.get_expiry()))
        return response

    return check
