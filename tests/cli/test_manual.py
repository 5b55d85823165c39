"""``docs/cli.md`` and the help texts are one."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from cli import manual
from cli.exits import EXIT_CODES
from cli.group import COMMANDS, cardstats
from cli.output import FORMATS

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands that come in by an entry point be found in a bare checkout too."""
    folder = tmp_path / "site" / "cardstats_bare-0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: cardstats-bare\nVersion: 0\n")
    (folder / "entry_points.txt").write_text("[cardstats.commands]\nserve = api.serve:serve\n")
    monkeypatch.syspath_prepend(tmp_path / "site")


def test_the_help_texts_in_the_page_are_fresh() -> None:
    """If this fails: ``python -m cli.manual docs/cli.md``."""
    page = PAGE.read_text("utf-8")

    assert manual.paste(page) == page


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_has_its_text_in_the_page(name: str) -> None:
    assert manual.help_text(name) in PAGE.read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_the_commands_say(name: str) -> None:
    """The list is kept apart so that showing it imports no command."""
    command = cardstats.get_command(click.Context(cardstats), name)

    assert command is not None
    assert command.name == name
    assert (command.help or "").splitlines()[0] == COMMANDS[name]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "completion"])
def test_every_command_takes_a_format(name: str) -> None:
    """All but that whose output a shell reads."""
    command = cardstats.get_command(click.Context(cardstats), name)

    assert command is not None
    for one in command.commands.values() if isinstance(command, click.Group) else (command,):
        assert any("--format" in option.opts for option in one.params)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_explained(form: str) -> None:
    assert f"`{form}`" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("code", EXIT_CODES)
def test_every_exit_code_is_explained(code: int) -> None:
    assert f"| {code} | {EXIT_CODES[code]}" in PAGE.read_text("utf-8")
