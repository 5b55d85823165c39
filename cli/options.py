"""Options that several commands share."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import click
from click.core import ParameterSource

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


ENDINGS: Final = {form: form for form in FORMATS if form != "table"} | {
    "jsonl": "ndjson",
    "markdown": "md",
    "htm": "html",
    "pq": "parquet",
    "arrows": "arrow",
    "txt": "table",
}
"""What the name of a file ends with, and the format that this says."""
OTHERS: Final = (
    "xlsx",
    "xls",
    "ods",
    "numbers",
    "pdf",
    "xml",
    "yaml",
    "yml",
    "toml",
    "feather",
    "db",
)
"""Endings of what is not written here; with another format in it such a file would not open."""


def with_output(what: str) -> Callable[[Function], Function]:
    """Give a command ``--output``, passed as *output*; `-` is stdout, as None is.

    The ending of the file is the format where ``--format`` says nothing else.
    """

    def give(function: Function) -> Function:
        @functools.wraps(function)
        def command(*args: Any, output: Path | None, form: str, **more: Any) -> Any:
            output = None if output == Path("-") else output
            if output is not None:
                form = _form_of(output, form)
            return function(*args, output=output, form=form, **more)

        return cast(
            "Function",
            click.option(
                "--output",
                "-o",
                type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
                metavar="FILE",
                help=f"Write the {what} to this file, in the format that its ending says; - is stdout.",
            )(command),
        )

    return give


def _form_of(output: Path, form: str) -> str:
    context = click.get_current_context()
    if context.get_parameter_source("form") is not ParameterSource.DEFAULT:
        return form
    ending = output.suffix.removeprefix(".").lower()
    choices = next(
        one.type.choices
        for one in context.command.params
        if one.name == "form" and isinstance(one.type, click.Choice)
    )
    if ending in OTHERS:
        raise Usage(
            f"There is no format {ending}.",
            place=str(output),
            hint=f"There are {', '.join(choices)}; or say with --format what stands in the file.",
        )
    found = ENDINGS.get(ending, form)
    return found if found in choices else form


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
