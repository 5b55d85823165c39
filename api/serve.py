"""The command ``cardstats serve``. The CLI finds it by the entry point group cardstats.commands."""

from __future__ import annotations

import ipaddress
import json
import re
from typing import Final, Literal

import click

PORT: Final = 8000
HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")
"""Names under which this machine may be asked while there are no tokens."""


def _origin(said: str) -> str:
    """Return an origin as browsers write it: no path, not even a slash."""
    if not re.fullmatch(r"https?://[^/?#@\s]+", said):
        raise click.BadParameter(f"{said!r} is no origin; one looks like https://stats.example.")
    return said.lower()


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
    "--trusted-host",
    "trusted_hosts",
    multiple=True,
    envvar="CARDSTATS_HOSTS",
    metavar="NAME",
    help="A name under which it may be asked; several times for several. By default any, and "
    "without tokens those of this machine.",
)
@click.option(
    "--limit",
    envvar="CARDSTATS_LIMIT",
    metavar="LIMIT",
    help="How often a token, or an address without one, may ask: '600 per minute', '' for no limit. "
    "By default 6000 per minute, and none while there are no tokens.",
)
@click.option(
    "--limit-storage",
    envvar="CARDSTATS_LIMIT_STORAGE",
    default="memory://",
    show_default=True,
    metavar="URI",
    help="Where requests are counted for the limit.",
)
@click.option(
    "--proxies",
    type=click.IntRange(0, 8),
    envvar="CARDSTATS_PROXIES",
    default=0,
    show_default=True,
    help="How many proxies before it say truly for whom they ask, in X-Forwarded-For.",
)
@click.option(
    "--cors-origin",
    "cors_origins",
    multiple=True,
    envvar="CARDSTATS_CORS_ORIGINS",
    callback=lambda _, __, said: tuple(map(_origin, said)),
    metavar="ORIGIN",
    help="Let pages of this origin, https://stats.example, read answers; several times for several. "
    "By default none may.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "json", "ndjson")),
    default="table",
    show_default=True,
    help="How the address is told: in words on stderr, or as JSON on stdout.",
)
def serve(
    host: str,
    port: int,
    threads: int,
    trusted_hosts: tuple[str, ...],
    limit: str | None,
    limit_storage: str,
    proxies: int,
    cors_origins: tuple[str, ...],
    form: Literal["table", "json", "ndjson"],
) -> None:
    """Offer the store to a browser and to programs.

    The pages are at /, the API is described at /api/v1/docs. The log goes to stderr, one JSON object a line. Ctrl-C or
    SIGTERM finishes what was accepted, then stops; a second one stops at once.
    """
    from storage import home_of_store, open_store

    from . import Config, create_app
    from .access import no_tokens
    from .context import KEY
    from .server import run

    home = home_of_store()
    if not is_loopback(host) and not home.exists():
        raise no_tokens(f"--host {host}")
    with open_store(home) as store:
        has_tokens = bool(store.tokens())
        if not is_loopback(host) and not has_tokens:
            raise no_tokens(f"--host {host}")
        config = Config(
            # A page elsewhere may point a name of its own at this machine. It has no token.
            trusted_hosts=(*(() if has_tokens else HOSTS), *map(str.lower, trusted_hosts)),
            needs_tokens=has_tokens,
            limit=limit,
            limit_storage=limit_storage,
            proxies=proxies,
            cors_origins=cors_origins,
        )
        app = create_app(store, config=config)

        def tell(url: str) -> None:
            if form == "table":
                click.echo(f"cardstats is at {url}/ (Ctrl-C ends it)", err=True)
            else:
                click.echo(json.dumps({"url": f"{url}/", "store": str(store.path)}))

        run(
            app,
            host="127.0.0.1" if host == "localhost" else host,  # not ::1 as well: one port to tell
            port=port,
            threads=threads,
            listening=tell,
        )
        app.extensions[f"{KEY}.tokens"].write_uses()


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
