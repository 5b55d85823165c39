"""The command ``cardstats token``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import click

from ..options import with_format
from ..output import print_lines, print_records, print_words, refuse_terminal
from ..stores import local_store

if TYPE_CHECKING:
    from storage.access import Token

SCOPES: Final = ("upload", "read", "admin")
COLUMNS: Final = (
    "id",
    "label",
    "scopes",
    "state",
    "created_at",
    "expires_at",
    "last_used_at",
    "revoked_at",
)


@click.group("token")
def command() -> None:
    """Make, list and revoke the tokens that a server asks for.

    Once a store has a token its server lets nobody in without one. The token itself is shown once,
    when it is made; the store keeps a digest of it.
    """


@command.command("create")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    required=True,
    help="What it may do; several times for several. admin is all of it.",
)
@click.option(
    "--expires",
    default="1y",
    show_default=True,
    metavar="WHEN",
    help="A span (12h, 90d, 8w, 1y), a date (2027-01-31) or never.",
)
@click.option("--label", default="", metavar="TEXT", help="Where it is used, for people.")
@with_format
def create(scopes: tuple[str, ...], expires: str, label: str, form: str) -> int:
    """Make a token, and show it this once.

    In the format table it stands alone on stdout, ready for a file or a password manager.
    """
    refuse_terminal(form)
    from storage.access import expiry
    from storage.audit import local_account

    with local_store() as store:
        until = expiry(expires, datetime.now(UTC))
        made, text = store.create_token(
            scopes=scopes, label=label, expires_at=until, who=local_account()
        )
    if form == "table":
        print_lines([text])
        end = f"until {until[:10]}" if until else "for ever"
        print_words(f"Token {made.id} may {', '.join(made.scopes)} {end}. It is not shown again.")
    else:
        print_records(form, [{"token": text, **made.to_json()}], ("token", *COLUMNS))
    return 0


@command.command("list")
@with_format
def list_tokens(form: str) -> int:
    """List all tokens that ever were, without their secrets."""
    refuse_terminal(form)
    with local_store() as store:
        _print(form, store.tokens())
    return 0


@command.command("revoke")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@with_format
def revoke(ids: tuple[str, ...], form: str) -> int:
    """End tokens. A server that runs refuses them within five seconds."""
    refuse_terminal(form)
    from storage.audit import local_account

    with local_store() as store:
        who = local_account()
        _print(form, [store.revoke_token(id, who=who) for id in ids])
    return 0


def _print(form: str, tokens: Sequence[Token]) -> None:
    now = datetime.now(UTC)
    records: list[dict[str, Any]] = [token.to_json(now) for token in tokens]
    print_records(form, records, COLUMNS)
