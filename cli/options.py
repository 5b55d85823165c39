"""Options and openings that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .output import FORMATS

if TYPE_CHECKING:
    from storage import Store

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


def home_of_store() -> Path:
    """Return the folder that ``CARDSTATS_HOME`` names, else the platform's own for data."""
    named = os.environ.get("CARDSTATS_HOME")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("cardstats", appauthor=False)


@contextmanager
def opened_store() -> Iterator[Store]:
    """Yield the store of this user, made if it is not there."""
    from storage import open_store

    with open_store(home_of_store()) as store:
        yield store
