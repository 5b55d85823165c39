"""Numbers for Prometheus: what is asked, what came of uploads, how the store is doing."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from flask import Response, current_app, request
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily

from .context import KEY
from .traffic import METHODS, at_end

if TYPE_CHECKING:
    from flask import Flask

    from storage import Store

MULTIPROCESS: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names a folder in which several processes add up their numbers."""
STATE_FRESH: Final = 15.0
"""Seconds that the figures of the store count: they are counted over all of its logs."""
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


disable_created_metrics()  # type: ignore[no-untyped-call]  # when a counter began, a series each


class Numbers:
    """The numbers of one app."""

    def __init__(self, app: Flask, store: Store) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "cardstats_requests",
            "Requests that were answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "cardstats_request_seconds",
            "Time from a request's arrival at the app to its answer.",
            ("method", "route"),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.uploads = Counter(
            "cardstats_uploads",
            "Logs that were sent in, by what became of them.",
            ("verdict",),
            registry=self.registry,
        )
        self.by_verdict = {  # shown as 0 from the beginning
            verdict: self.uploads.labels(verdict)
            for verdict in ("accepted", "duplicate", "replaced", "rejected", "unreadable")
        }
        self._by_answer: dict[tuple[str, str, int], tuple[Any, Any]] = {}
        self._of_store = CollectorRegistry()
        self._of_store.register(_StoreCollector(app, store))
        if MULTIPROCESS not in os.environ:
            ProcessCollector(registry=self._of_store)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer."""
        key = method, route, status
        found = self._by_answer.get(key)
        if found is None:  # looking children up takes longer than counting
            found = self._by_answer[key] = (
                self.requests.labels(method, route, str(status)),
                self.seconds.labels(method, route),
            )
        found[0].inc()
        found[1].observe(seconds)

    def count(self, verdict: str) -> None:
        """Count a log that was sent in and kept, or was no log."""
        self.by_verdict[verdict].inc()

    def text(self) -> bytes:
        """Return all numbers as Prometheus reads them."""
        registry = self.registry
        if MULTIPROCESS in os.environ:
            from prometheus_client.multiprocess import MultiProcessCollector

            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry) + generate_latest(self._of_store)


class _StoreCollector:
    """How the store is doing, as of a moment ago."""

    def __init__(self, app: Flask, store: Store) -> None:
        self._app = app
        self._store = store
        self._lock = threading.Lock()
        self._found: list[GaugeMetricFamily] = []
        self._read_at = float("-inf")

    def describe(self) -> list[GaugeMetricFamily]:
        """Say nothing before it is asked: registering it must not read the store."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges."""
        context = self._app.extensions[KEY]
        yield _gauge(
            "cardstats_uploads_waiting",
            "Uploads that wait for others to reach the disk.",
            context.uploads.waiting(),
        )
        yield _gauge(
            "cardstats_requests_waiting",
            "Requests that wait for a free thread.",
            context.queue(),
        )
        with self._lock:
            if time.monotonic() - self._read_at > STATE_FRESH:
                self._found = self._read()
                self._read_at = time.monotonic()
        yield from self._found

    def _read(self) -> list[GaugeMetricFamily]:
        state = self._store.state()
        disk = shutil.disk_usage(self._store.path)
        logs = GaugeMetricFamily("cardstats_logs", "Logs that are kept.", labels=["status"])
        for status, count in state.statuses.items():
            logs.add_metric([status], count)
        games = GaugeMetricFamily("cardstats_games", "Accepted logs that count.", labels=["game"])
        for game, count in state.games.items():
            games.add_metric([game], count)
        return [
            logs,
            games,
            _gauge("cardstats_parts", "Live part files.", state.parts),
            _gauge("cardstats_logs_hot", "Logs whose rows wait to be flushed.", state.hot),
            _gauge("cardstats_logs_gone", "Logs whose rows compact would drop.", state.gone),
            _gauge("cardstats_logs_outdated", "Logs that rebuild would judge.", state.outdated),
            _gauge("cardstats_store_version", "Goes up with every write.", state.version),
            _gauge("cardstats_store_bytes", "Bytes of the store on disk.", state.bytes),
            _gauge("cardstats_disk_free_bytes", "Bytes free on its disk.", disk.free),
        ]


def _gauge(name: str, sentence: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, sentence, value=value)


def count_upload(verdict: str) -> None:
    """Count a log that was sent in and kept, or was no log."""
    counter()(verdict)


def counter() -> Callable[[str], None]:
    """Return what counts the uploads of this app, for use after the request as well."""
    numbers: Numbers = current_app.extensions[f"{KEY}.numbers"]
    return numbers.count


def watch(app: Flask, store: Store) -> Numbers:
    """Count what *app* answers; `count_upload` counts what it is sent."""
    numbers = Numbers(app, store)
    app.extensions[f"{KEY}.numbers"] = numbers

    @app.after_request
    def finish(response: Response) -> Response:
        method = request.method if request.method in METHODS else "other"
        route = request.url_rule.rule if request.url_rule else "none"
        status = response.status_code
        at_end(response, lambda seconds: numbers.answered(method, route, status, seconds))
        return response

    return numbers
