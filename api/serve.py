"""The command ``cardstats serve``. The CLI finds it by the entry point group cardstats.commands."""

from __future__ import annotations

import ipaddress
import json
from typing import Final, Literal

import click

from engine.errors import CardstatsError

PORT: Final = 8000
HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")
"""Names under which this machine may be asked while there are no tokens."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on. Without tokens only this machine may reach it.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="0: any free one.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    default=8,
    show_default=True,
    help="How many requests are answered at a time.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "json", "ndjson")),
    default="table",
    show_default=True,
    help="How the address is told: in words on stderr, or as JSON on stdout.",
)
def serve(host: str, port: int, threads: int, form: Literal["table", "json", "ndjson"]) -> None:
    """Offer the store to a browser and to programs.

    The pages are at /, the API is described at /api/v1/docs. The log goes to stderr, one JSON object a line. Ctrl-C or
    SIGTERM finishes what was accepted, then stops; a second one stops at once.
    """
    if not is_loopback(host):
        raise CardstatsError(
            "Whoever reaches this address could read and remove every log, as there are no tokens.",
            code="not-allowed",
            place=f"--host {host}",
            hint="Listen on 127.0.0.1 and put a proxy with a password before it.",
        )
    from storage import home_of_store, open_store

    from . import Config, create_app
    from .server import run

    with open_store(home_of_store()) as store:

        def tell(url: str) -> None:
            if form == "table":
                click.echo(f"cardstats is at {url}/ (Ctrl-C ends it)", err=True)
            else:
                click.echo(json.dumps({"url": f"{url}/", "store": str(store.path)}))

        run(
            create_app(store, config=Config(trusted_hosts=HOSTS)),
            host="127.0.0.1" if host == "localhost" else host,  # not ::1 as well: one port to tell
            port=port,
            threads=threads,
            listening=tell,
        )


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach *host*.

    A name other than localhost may mean one address today and another tomorrow.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
