"""What an operator may set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Config:
    """The limits of one app."""

    max_log_bytes: int = 8 * MIB
    """Of one log after decompression; the CLI reads no larger one either."""
    trusted_hosts: tuple[str, ...] = ()
    """Values of ``Host`` that are answered; empty: any. Named while there are no tokens, a web page
    elsewhere cannot reach a server on this machine by pointing a name of its own at it."""
