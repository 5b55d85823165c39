"""How often one client may ask: per token, and per address where there is no token.

Counted by the package limits itself. Flask-Limiter, which wraps it, takes longer over a request
than all else that the server does before and after it, and puts a Retry-After on every answer.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import CardstatsError

from .config import LIMIT
from .context import visit
from .errors import Problem

if TYPE_CHECKING:
    from flask import Flask, Response
    from limits import RateLimitItem
    from limits.strategies import RateLimiter

    from storage import Store

    from .config import Config


class Limiter:
    """Keeps one limit, which has an item or several."""

    def __init__(self, items: Sequence[RateLimitItem], counter: RateLimiter) -> None:
        self._items = items
        self._counter = counter

    def check(self, client: str) -> None:
        """Count a request of *client*. Raises Problem where it has asked too often."""
        for item in self._items:
            if self._counter.hit(item, client):
                continue
            seconds = max(1, self._left(item, client))
            if seconds > item.get_expiry() + 1:
                # The clock was put back: the window would last as much longer.
                self._counter.clear(item, client)
                self._counter.hit(item, client)
                continue
            raise Problem(
                "too-many-requests",
                f"This client may ask {item}, and has.",
                hint=f"Go on in {seconds} s. Many logs go into one request.",
                headers={"Retry-After": str(seconds)},
            )

    def headers(self, client: str) -> dict[str, str]:
        """Return what tells *client* how much is left to it, of the tightest item.

        After draft-ietf-httpapi-ratelimit-headers-07.
        """
        remaining, item = min(
            (self._counter.get_window_stats(item, client).remaining, item) for item in self._items
        )
        return {
            "RateLimit-Limit": str(item.amount),
            "RateLimit-Remaining": str(remaining),
            "RateLimit-Reset": str(min(self._left(item, client), item.get_expiry())),
        }

    def _left(self, item: RateLimitItem, client: str) -> int:
        """Return the seconds until *client* may begin anew."""
        reset = self._counter.get_window_stats(item, client).reset_time
        return max(0, int(reset - time.time() + 0.999))


def limiter(store: Store, config: Config) -> Limiter | None:
    """Return what keeps the limit of *config*, None where there is none."""
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

    return Limiter(items, counter)


def tell(app: Flask, limiter: Limiter) -> None:
    """Let every answer of *app* that was counted say what is left."""

    @app.after_request
    def finish(response: Response) -> Response:
        client = visit().client
        if client is not None:
            response.headers.update(limiter.headers(client))
        return response
