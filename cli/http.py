"""A small HTTP client: one server, one connection, patience where the server asks for it.

Of the standard library, because a command should start at once.
"""

from __future__ import annotations

import http.client
import json
import random
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from engine import __version__
from engine.errors import CardstatsError

from .errors import NotAllowed, Unreachable, Usage

TRIES: Final = 7
"""Of one request, the first included."""
FIRST_TRIES: Final = 3
"""While nobody ever answered: it may be starting, or the address is wrong."""
FIRST_WAIT: Final = 0.5
"""Seconds before the second try; twice as long before each further one."""
MOST_WAIT: Final = 60.0
"""Seconds that it waits at a time, whatever the server asks for."""
TIMEOUT: Final = 120.0
"""Seconds without a byte."""

_AGAIN: Final = (429, 503)


pause = time.sleep


class Answered(NamedTuple):
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    """By name in lower case."""
    body: bytes

    def json(self) -> Any:
        """Return the body as JSON. Raises Unreachable where it is none: that is no cardstats."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise strange("its answer is no JSON") from None


class Refused(CardstatsError):
    """The server says no; *problem* is what it says."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(
            str(problem.get("detail") or f"The server answered {status}."),
            code=str(problem.get("code") or "server"),
            place=str(problem.get("place") or "").removeprefix("query/q, "),
            hint=str(problem.get("hint") or ""),
        )
        self.status = status
        self.problem = problem
        questions = tuple(map(str, problem.get("questions") or ()))
        self.suggestions = questions or tuple(map(str, problem.get("suggestions") or ()))
        self.is_whole = bool(questions)
        """The suggestions are questions by themselves."""
        phrase, start, end = (problem.get(name) for name in ("phrase", "start", "end"))
        if isinstance(phrase, str) and type(start) is int and type(end) is int:
            self.phrase, self.start, self.end = phrase, start, end


def strange(why: str) -> Unreachable:
    """Return the error of a server that is not what it should be."""
    return Unreachable(
        f"That is no cardstats server: {why}.",
        code="server-strange",
        hint="See whether the address is right, and whether something stands in between.",
    )


class Client:
    """Asks one server."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            port = -1
        if parts.scheme not in ("http", "https") or not parts.hostname or port == -1:
            raise Usage(
                f"{url!r} is no address of a server.",
                place="--server",
                hint="Say it as https://cards.example or http://127.0.0.1:8000.",
            )
        if not token.isascii() or any(char.isspace() for char in token):
            raise Usage("The token has signs in it that no token has.", place="CARDSTATS_TOKEN")
        self._url = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._is_safe = parts.scheme == "https"
        self._host, self._port = parts.hostname, port
        self._path = parts.path.rstrip("/")
        self._token = token
        self._open: http.client.HTTPConnection | None = None
        self._is_new = True
        """Nobody has answered yet."""

    def close(self) -> None:
        """Hang up."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        is_safe_twice: bool = True,
        fine: tuple[int, ...] = (),
    ) -> Answered:
        """Return the answer; again and again where the server is busy, or not there for a moment.

        *is_safe_twice*: the request may be sent again though it may have been done. Statuses below
        400 and those in *fine* are answers, others are raised: NotAllowed for 401 and 403, Refused
        for what is wrong with the request, Unreachable for what is wrong with the server.
        """
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        target = self._path + quote(path) + (f"?{urlencode(asked)}" if asked else "")
        wait = FIRST_WAIT
        for tries_left in reversed(range(TRIES)):
            try:
                found = self._once(method, target, body, headers or {})
            except (OSError, http.client.HTTPException) as error:
                self.close()
                is_ours = isinstance(error, ConnectionRefusedError)  # then nothing was sent
                is_over = not tries_left or (self._is_new and tries_left <= TRIES - FIRST_TRIES)
                if is_over or not (is_safe_twice or is_ours) or _is_hopeless(error):
                    raise self._unreachable(error) from error
                asks_for = None
            else:
                self._is_new = False
                # 409: what was sent before a connection broke is still being done.
                is_busy = found.status in _AGAIN or (
                    found.status == 409 and "retry-after" in found.headers
                )
                if not is_busy or not tries_left or found.status in fine:
                    break
                asks_for = _retry_after(found.headers.get("retry-after"))
            # Not all who were turned away come back at the same moment.
            pause(min(asks_for or wait * random.uniform(0.5, 1.0), MOST_WAIT))
            wait *= 2
        if found.status >= 400 and found.status not in fine:
            raise self._refused(found)
        return found

    def _once(
        self, method: str, target: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answered:
        is_old = self._open is not None
        connection = self._open or self._connect()
        self._open = connection
        sent = {"User-Agent": f"cardstats/{__version__}", "Accept": "*/*", **headers}
        if self._token:
            sent["Authorization"] = f"Bearer {self._token}"
        try:
            connection.request(method, target, body, sent)
            answer = connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            if not is_old:
                raise
            # The server has hung up since the last request, as it may.
            self.close()
            return self._once(method, target, body, headers)
        data = answer.read()
        told = {name.lower(): value for name, value in answer.getheaders()}
        if answer.will_close:
            self.close()
        return Answered(answer.status, told, data)

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._is_safe else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=TIMEOUT)

    def _refused(self, found: Answered) -> CardstatsError:
        try:
            problem = json.loads(found.body)
        except ValueError:
            problem = None
        if not isinstance(problem, dict) or "code" not in problem:
            return strange(f"it answered {found.status}")
        error = Refused(found.status, problem)
        if found.status in (401, 403):
            hint = error.hint
            if found.status == 401 and not self._token:
                hint = "Put your token into CARDSTATS_TOKEN."
            return NotAllowed(error.message, code=error.code, place=self._url, hint=hint)
        if found.status >= 500 or found.status == 429:
            return Unreachable(error.message, code=error.code, place=self._url, hint=error.hint)
        return error

    def _unreachable(self, error: Exception) -> Unreachable:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return Unreachable(
            f"The server cannot be reached: {reason}.",
            code="server-unreachable",
            place=self._url,
            hint="See whether it runs and whether the address is right.",
        )


def _is_hopeless(error: Exception) -> bool:
    """Return whether trying again is no use: no such name, or a certificate that is wrong."""
    import socket
    import ssl

    return isinstance(error, (socket.gaierror, ssl.SSLCertVerificationError))


def _retry_after(text: str | None) -> float | None:
    """Return the seconds that a server asks for, None where it does not say.

    >>> _retry_after("3"), _retry_after("soon")
    (3.0, None)
    """
    if text is None:
        return None
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None
