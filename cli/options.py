"""Options and openings that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def opened_store() -> Iterator[Store]:
    """Yield the store of this user, made if it is not there."""
    from storage import home_of_store, open_store

    with open_store(home_of_store()) as store:
        yield store
