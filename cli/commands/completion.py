"""The command ``cardstats completion``."""

from __future__ import annotations

import click

from ..output import print_lines

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print what teaches a shell to complete commands, and the words of questions.

    \b
      eval "$(cardstats completion bash)"       in ~/.bashrc
      eval "$(cardstats completion zsh)"        in ~/.zshrc
      cardstats completion fish | source        in ~/.config/fish/config.fish

    Then a tab inside a question offers what may stand there, players and sessions of your store too.
    """  # noqa: D301  # the one sign that keeps click from filling the lines into a paragraph
    from click.shell_completion import get_completion_class

    from ..shells import register

    register()
    kind = get_completion_class(shell)
    assert kind is not None, "click knows the three of them"
    root = context.find_root()
    print_lines(kind(root.command, {}, "cardstats", "_CARDSTATS_COMPLETE").source().splitlines())
    return 0
