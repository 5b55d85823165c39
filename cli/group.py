"""The commands by name. A command's module is imported when the command is asked for.

A package adds commands by entry points of the group ``cardstats.commands``, each a click command.
`serve` comes in that way too, so that this folder and the API know nothing of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

from engine import __version__
from engine.errors import CardstatsError

from .errors import Gone
from .exits import guarded

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "cardstats.commands"
COMMANDS: Final = {
    "validate": "Judge logs; store nothing.",
    "upload": "Judge logs and keep them in the store.",
    "query": "Answer a question about the stored games.",
    "report": "Write what the playtests say into one file for the team.",
    "compare": "Hold games against each other, headline by headline.",
    "sql": "Run one SELECT on the stored games.",
    "schema": "List the tables and columns that SQL can read.",
    "replay": "Show a game move by move, or the table at one move.",
    "simulate": "Let bots play, and say how it came out.",
    "reproduce": "Play what was published, and compare.",
    "tune": "Look for the setting that comes nearest to a goal.",
    "difficulty": "Tell unlucky deals from poor games: how often bots win the very same deals.",
    "bots": "List the bots, and how they read the rules.",
    "logs": "List the stored logs, rejected ones too.",
    "games": "List the accepted games with all their facts.",
    "metrics": "List the metrics: what can be counted and measured.",
    "dimensions": "List the dimensions: what answers are split by and chosen by.",
    "values": "List the values of a dimension, each with the games in the store that have it.",
    "remove": "Take logs out of the store.",
    "pseudonymise": "Put another name in the place of a player's, for good.",
    "audit": "List what was done that cannot be undone.",
    "rebuild": "Judge all stored logs anew and remake their facts.",
    "compact": "Tidy the store up: fewer and larger files.",
    "backup": "Write the whole store into one file.",
    "restore": "Make the store out of a backup.",
    "token": "Make, list and revoke the tokens that a server asks for.",
    "serve": "Offer the store to a browser and to programs.",
    "demo": "Show it all with the sample logs, in a store thrown away after.",
    "completion": "Print what teaches a shell to complete commands, and the words of questions.",
    "doctor": "Look for what is wrong with the installation and the store.",
}
"""Each with its sentence for ``cardstats --help``, which so imports none of them."""
PLUGGED: Final = ("serve",)
"""Of these, those that come in by an entry point."""


class Commands(click.Group):
    """A group that knows its commands by name alone and tells errors as the house does."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *(name for name in plugged() if name not in COMMANDS)]

    def get_command(
        self,
        ctx: click.Context,
        cmd_name: str,
    ) -> click.Command | None:
        if cmd_name in COMMANDS and cmd_name not in PLUGGED:
            ours: click.Command = import_module(f".commands.{cmd_name}", __package__).command
            return ours
        entry = plugged().get(cmd_name)
        if entry is not None:
            theirs: click.Command = entry.load()
            return theirs
        if cmd_name in PLUGGED:
            raise CardstatsError(
                "This command comes with the installed package, and cardstats is not installed.",
                code="not-installed",
                place=cmd_name,
                hint="Install it, as `make demo` or `pip install .` does.",
            )
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and name not in plugged() and not name.startswith("-"):
            from difflib import get_close_matches

            names = self.list_commands(ctx)
            near = get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
            raise click.UsageError(f"There is no command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            others = {
                name: f"Added by {entry.dist.name if entry.dist else entry.value}."
                for name, entry in plugged().items()
                if name not in COMMANDS
            }
            formatter.write_dl(list((COMMANDS | others).items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a pipe that broke is ours to tell, which click would leave with 1 for."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise Gone from error

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> Any:
        """Run a command line and leave with its exit code, as `cli.main.main` does."""
        import sys

        sys.exit(guarded(lambda: self.run(args, **extra)))

    def run(self, args: Sequence[str] | None, **extra: Any) -> int:
        """Run a command line; return its exit code. What goes wrong is raised."""
        extra = {"prog_name": "cardstats", **extra, "standalone_mode": False}
        code = super().main(None if args is None else list(args), **extra)
        return code if isinstance(code, int) else 0


def plugged() -> dict[str, EntryPoint]:
    """Return the commands that installed packages add, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
@click.pass_context
def cardstats(context: click.Context) -> None:
    """Playtest analytics for card games.

    A table plays, somebody writes the moves down, and cardstats judges the log, keeps it and
    answers questions about all games. CARDSTATS_HOME names the folder of the store;
    CARDSTATS_SERVER names a server, whose store is then worked with in its place.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
