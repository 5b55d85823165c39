"""Runs an app on waitress: problems in our shape, and a stop that finishes what was accepted."""

from __future__ import annotations

import gc
import logging
import resource
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

import orjson
from flask import Flask
from waitress import create_server, wasyncore
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask
from waitress.utilities import Error

from engine.errors import CardstatsError

from .config import Config
from .context import KEY
from .errors import MEDIA_TYPE, Problem
from .traffic import HEADERS, HEADERS_BY_DEFAULT, REQUEST_ID, log_to_stderr, new_id

PATIENCE: Final = 30.0
"""Seconds that a stop waits for what was accepted."""

_log = logging.getLogger("cardstats.server")
SILENCE: Final = 60
"""Seconds without a byte after which a request that has begun is given up, and so is an answer that
nobody fetches."""
SLOWEST: Final = 500
"""Bytes a second that a request has to bring beyond that time, so that no drip keeps it open."""
CONNECTIONS: Final = 1000
"""Open at a time, where the system lets so many files be open. Beyond, the oldest that wait for their
client make room."""
_CODES: Final = {
    400: "bad-request",
    408: "timeout",
    413: "too-large",
    431: "bad-request",
    501: "bad-request",
}


class _Timeout(Error):  # type: ignore[misc]  # waitress ships no types
    code = 408
    reason = "Request Timeout"


class _Refusal(ErrorTask):  # type: ignore[misc]  # see above
    """Answers what waitress itself refuses, before there is a request, as everything else is."""

    def execute(self) -> None:
        error = self.request.error
        request_id = new_id()
        problem = Problem(
            _CODES.get(error.code, "internal"),
            f"{error.reason}.",
            status=error.code,
            hint="It was refused before it was read in full.",
        )
        body = orjson.dumps(problem.to_json(request_id))
        self.status = f"{error.code} {error.reason}"
        self.response_headers.extend(
            {
                "Content-Type": MEDIA_TYPE,
                REQUEST_ID: request_id,
                **HEADERS_BY_DEFAULT,
                **HEADERS,
            }.items()
        )
        _log.warning({"event": "refused", "request_id": request_id, "status": error.code})
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


_here: Final = threading.local()
"""The channel that this thread serves."""


class _Channel(HTTPChannel):  # type: ignore[misc]  # see above
    error_task_class = _Refusal

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.heard_at = self.waits_since = time.monotonic()
        self.arrived = 0
        """Bytes of the request that has begun."""
        self.has_said_all = False
        """Its client will send no more, and waits for an answer."""
        super().__init__(*arguments, **more)

    @property
    def last_activity(self) -> float:
        """When a byte came or went. waitress sets the time of day here, which may jump."""
        return self.heard_at

    @last_activity.setter
    def last_activity(self, _: float) -> None:
        self.heard_at = time.monotonic()

    def readable(self) -> bool:
        return not self.has_said_all and bool(super().readable())

    def handle_read(self) -> None:
        # The loop listens while a request is being answered. That a client has said all it had to
        # say is no reason to close the door on it.
        if self.requests and self._is_at_end():
            self.has_said_all = True
            if self.requests:
                return  # `needs_loop` sees to it
        super().handle_read()

    def _is_at_end(self) -> bool:
        try:
            return not self.socket.recv(1, socket.MSG_PEEK)
        except OSError:
            return False  # whatever it is, reading tells

    def service(self) -> None:
        _here.channel = self
        try:
            super().service()
        finally:
            _here.channel = None

    def write_soon(self, data: Any) -> int:
        if not self.total_outbufs_len:
            # Its client can fetch from now on, however long it took to come so far.
            self.heard_at = time.monotonic()
        written: int = super().write_soon(data)
        return written

    def needs_loop(self) -> bool:
        """Return whether the loop has to hear that a thread of this channel did something.

        It listens to a channel all the time, but for one with two requests or with a rest of an
        answer.
        """
        if self.has_said_all and not self.requests:
            self.close_when_flushed = True
        return bool(
            self.requests or self.total_outbufs_len or self.will_close or self.close_when_flushed
        )

    def received(self, data: bytes) -> bool:
        before = self.request
        is_open = bool(super().received(data))
        if self.request is None or self.request is not before:
            self.waits_since = time.monotonic()
            self.arrived = 0
        self.arrived += len(data)
        return is_open

    def is_slow(self, silence: float) -> bool:
        """Return whether its client has had its time, for a request or for fetching an answer."""
        now = time.monotonic()
        if now - self.heard_at >= silence:
            return True
        return self.request is not None and (
            now - self.waits_since >= silence + self.arrived / SLOWEST
        )

    def is_idle(self) -> bool:
        """Return whether nothing of a request was received that is not answered."""
        return not self.requests and self.request is None


def run(
    app: Flask,
    *,
    host: str,
    port: int,
    threads: int,
    listening: Callable[[str], None],
    patience: float = PATIENCE,
    silence: int = SILENCE,
) -> None:
    """Serve *app* until SIGTERM or SIGINT, then finish what was accepted.

    *host* is one address; *listening* is told the URL once there is one. Raises CardstatsError
    where nothing can listen there.
    """
    log_to_stderr()
    _spare_the_collector()
    sockets: dict[int, Any] = {}
    config: Config = app.extensions[KEY].config
    server: Any = create_server(
        app,
        map=sockets,
        sockets=[_door(host, port)],
        threads=threads,
        ident=None,
        # More than the app takes: it then says itself, in full, what was too much.
        max_request_body_size=2 * max(config.max_log_bytes, config.max_batch_bytes),
        connection_limit=_most_connections(),
        max_request_header_size=64 * 1024,
        asyncore_use_poll=True,
        # The loop need not be told to listen again after each request: see `_Channel.needs_loop`.
        channel_request_lookahead=1,
        # The app knows how many proxies to believe, and whom not to serve by way of one.
        clear_untrusted_proxy_headers=False,
    )
    server.channel_class = _Channel
    _wake_when_needed(server)
    app.extensions[KEY].queue = lambda: len(server.task_dispatcher.queue)
    server.maintenance = lambda _: None  # it goes by the time of day, which may jump
    with _signals(server) as asked:
        shown = f"[{host}]" if ":" in host else host
        _log.info({"event": "listening", "url": f"http://{shown}:{server.effective_port}"})
        listening(f"http://{shown}:{server.effective_port}")
        look_at = time.monotonic()
        while not asked:
            _turn(sockets, 1.0)
            _make_room(server)
            if time.monotonic() >= look_at:
                _give_up(server, silence)
                look_at = time.monotonic() + max(1, silence // 10)
        _log.info({"event": "stopping", "signal": signal.Signals(asked[0]).name})
        _finish(sockets, server, asked, time.monotonic() + patience)
    server.task_dispatcher.shutdown(timeout=1)
    wasyncore.close_all(sockets)
    _log.info({"event": "stopped"})


def _wake_when_needed(server: Any) -> None:
    """Let threads wake the loop up where there is something for it to do.

    waitress wakes it after each request. It is then another thread that wants to go on, while the
    one that was served is to take the next.
    """
    wake = server.pull_trigger

    def pull_trigger() -> None:
        channel: _Channel | None = getattr(_here, "channel", None)
        if channel is None or channel.needs_loop():
            wake()

    server.pull_trigger = pull_trigger


def _spare_the_collector() -> None:
    """Let Python look for garbage cycles less often: judging a log makes none.

    What has been loaded stays for good, and is not looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _most_connections() -> int:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    # The other half is for the store.
    return CONNECTIONS if files < 0 else max(10, min(CONNECTIONS, files // 2))


def _make_room(server: Any) -> None:
    """Close a few of the connections that have waited longest for their client, if all are taken.

    Or those who hold connections and say nothing would keep everybody else out.
    """
    if len(server.active_channels) < server.adj.connection_limit - 5:  # some are the server's own
        return
    channels = list(server.active_channels.values())
    waiting = [found for found in channels if not found.requests and not found.total_outbufs_len]
    waiting.sort(key=lambda found: found.waits_since)
    for channel in waiting[: max(5, len(channels) // 10)]:
        channel.handle_close()


def _give_up(server: Any, silence: float) -> None:
    """End what has been silent or slow for long: with an answer where a request has begun.

    In the place of waitress's own, which closes the connection without a word.
    """
    for channel in list(server.active_channels.values()):
        # In this order: an answer may come up any moment, and its client has all its time from then.
        if channel.total_outbufs_len:
            if channel.is_slow(silence):
                # Nobody fetches the answer, for which a thread may wait.
                channel.handle_close()
            continue
        with channel.requests_lock:
            if channel.requests or not channel.is_slow(silence):
                continue
            begun = channel.request
            if begun is None:
                channel.will_close = True
                continue
            begun.error = _Timeout("")
            begun.completed = True
            channel.request = None
            channel.requests.append(begun)
        server.add_task(channel)


def _door(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise CardstatsError(
            f"Nothing can listen there: {error.strerror or error}.",
            code="cannot-listen",
            place=f"{host}:{port}",
            hint="Choose another --port, or 0 for any free one.",
        ) from error


@contextmanager
def _signals(server: Any) -> Iterator[list[int]]:
    """Note SIGTERM and SIGINT in the list that is given, and wake the loop up."""
    asked: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        asked.append(number)
        server.pull_trigger()

    before = {number: signal.signal(number, note) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _turn(sockets: dict[int, Any], seconds: float) -> None:
    """Do what is to be done on the sockets, waiting so long for something to do."""
    wasyncore.loop(timeout=seconds, use_poll=True, map=sockets, count=1)


def _finish(sockets: dict[int, Any], server: Any, asked: list[int], deadline: float) -> None:
    """Close the door, answer what came in through it, and see everybody out."""
    _turn(sockets, 0)  # who has already knocked is let in
    # Not the server's own close(): that also closes the trigger, by which a thread tells that it
    # is done.
    wasyncore.dispatcher.close(server)
    while len(asked) < 2 and time.monotonic() < deadline:
        guests = [found for found in sockets.values() if isinstance(found, _Channel)]
        if not guests:
            return
        for guest in guests:
            with guest.requests_lock:
                if guest.is_idle():
                    guest.close_when_flushed = True
        _turn(sockets, 0.1)
    _log.warning({"event": "cut-off"})
