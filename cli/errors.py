"""Errors of whoever types a command."""

from __future__ import annotations

from engine.errors import CardstatsError


class Usage(CardstatsError):
    """What was asked for does not fit: ask otherwise."""

    code = "usage"


class NotAllowed(CardstatsError):
    """It could be done and must not: ask whoever may."""

    code = "not-allowed"


class Unreachable(CardstatsError):
    """The server is not there, or cannot do its work: wait, or see to it."""

    code = "server-unreachable"


class Gone(Exception):
    """Whoever read our output has gone: nothing is to be told, and nobody to tell it."""
