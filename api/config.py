"""What an operator may set."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final, Self

from engine.errors import CardstatsError

MIB: Final = 1024 * 1024
LIMIT: Final = "6000 per minute"
IN_MEMORY: Final = "memory://"


@dataclass(frozen=True, slots=True)
class Config:
    """The limits of one app."""

    max_log_bytes: int = 8 * MIB
    """Of one log after decompression; the CLI reads no larger one either."""
    max_batch_bytes: int = 64 * MIB
    """Of many logs in one request, after decompression."""
    cors_origins: tuple[str, ...] = ()
    """Origins whose pages a browser lets read answers, ``https://stats.example``; empty: none."""
    trusted_hosts: tuple[str, ...] = ()
    """Values of ``Host`` that are answered; empty: any. Named while there are no tokens, a web page
    elsewhere cannot reach a server on this machine by pointing a name of its own at it."""
    needs_tokens: bool = False
    """Nobody is let in without one, be it that there are none yet. Else the app is open to this
    machine, and to it alone, until the first token is made."""
    limit: str | None = None
    """Requests of one token, or of one address where there is no token: ``6000 per minute``; several
    with ``;`` between. Empty: none. None: `LIMIT` where tokens are needed when the app is made."""
    limit_storage: str = IN_MEMORY
    """Where they are counted, as the package limits names it: in memory each process counts alone."""
    proxies: int = 0
    """How many proxies before the server tell whom they ask for, in ``X-Forwarded-For``, ``-Proto``
    and ``-Host``. What others say in these is not believed."""

    @classmethod
    def from_environment(cls) -> Self:
        """Return what the variables ``CARDSTATS_HOSTS``, ``_LIMIT`` and so on say."""
        said = os.environ.get
        return cls(
            trusted_hosts=tuple(said("CARDSTATS_HOSTS", "").lower().split()),
            cors_origins=tuple(said("CARDSTATS_CORS_ORIGINS", "").lower().split()),
            needs_tokens=True,
            limit=said("CARDSTATS_LIMIT"),
            limit_storage=said("CARDSTATS_LIMIT_STORAGE") or IN_MEMORY,
            proxies=_whole("CARDSTATS_PROXIES", said("CARDSTATS_PROXIES") or "0"),
        )


def _whole(name: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise CardstatsError(
            f"{text[:40]!r} is no whole number.",
            code="bad-setting",
            place=name,
            hint="Say 1, or 0.",
        )
    return int(text)
