"""Options that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import click

from .errors import Usage
from .output import FORMATS
from .stores import META

Function = TypeVar("Function", bound=Callable[..., Any])


def with_format(function: Function) -> Function:
    """Give a command ``--format``, passed as *form*."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        default="table",
        show_default=True,
        metavar="FORMAT",
        help=f"How to print it: {', '.join(FORMATS)}.",
    )(function)


def with_server(function: Function) -> Function:
    """Give a command ``--server``, which `stores.opened_store` follows."""

    def note(context: click.Context, _: click.Parameter, value: str | None) -> None:
        if value:
            context.meta[META] = value

    return click.option(
        "--server",
        metavar="URL",
        expose_value=False,
        callback=note,
        help="Work with the store of this server; by default the one that CARDSTATS_SERVER names, "
        "if any. CARDSTATS_TOKEN is its token.",
    )(function)


def with_jobs(function: Function) -> Function:
    """Give a command ``--jobs``, the number of processes, as many as there are processors."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        callback=_all_if_none,
        metavar="J",
        help="How many processes play; one a processor if left out.",
    )(function)


def _all_if_none(_context: click.Context, _parameter: click.Parameter, jobs: int | None) -> int:
    from engine.bots.many import processors

    return processors() if jobs is None else jobs


def with_bots(function: Function) -> Function:
    """Give a command ``--bot``, passed as *bots*: their names."""
    return click.option(
        "--bot",
        "bots",
        multiple=True,
        callback=split_names,
        metavar="NAME,...",
        help="Who plays, in seat order and again from the first; `simple` if left out.",
    )(function)


def split_names(
    _context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]
) -> list[str]:
    """Read ``a,b`` of an option that may be given again."""
    return [name.strip() for words in value for name in words.split(",") if name.strip()]


def read_option(text: str) -> tuple[str, Any]:
    """Read ``targets=6`` of ``--option``. Raises Usage."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise Usage(
            f"{text!r} is no option and value.", place="--option", hint="Say --option targets=6."
        )
    return name, read_value(value)


def read_value(text: str) -> Any:
    """Read a value of an option of a game: a number, yes or no, JSON, or else a text."""
    words = {"yes": True, "no": False, "on": True, "off": False}
    if text in words:
        return words[text]
    with suppress(ValueError):
        return json.loads(text)
    return text
