"""Commands that come in by an entry point: `serve`, and those of other packages."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import orjson
import pytest

from cli import group

from .conftest import Run, environment

POLITE = '''
import click

@click.command("greet")
@click.argument("name")
def greet(name):
    """Say hello."""
    click.echo(f"Hello, {name}.")
'''


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a package with one command, and `serve`, where Python finds packages."""
    folder = tmp_path / "site"
    info = folder / "polite-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "polite.py").write_text(POLITE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: polite\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[cardstats.commands]\ngreet = polite:greet\nserve = api.serve:serve\n"
    )
    monkeypatch.syspath_prepend(folder)
    return folder


def test_another_package_adds_a_command(cardstats: Run, site: Path) -> None:
    assert cardstats("greet", "Anna").stdout == "Hello, Anna.\n"
    assert "Added by polite." in cardstats("--help").stdout
    assert "did you mean 'greet'" in cardstats("gret", "Anna").stderr


def test_serve_says_what_is_missing_where_nothing_is_installed(
    cardstats: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group, "plugged", dict)

    done = cardstats("serve")

    assert done.returncode == 2
    assert "[not-installed]" in done.stderr


def test_serve_refuses_an_address_that_others_reach(cardstats: Run, site: Path) -> None:
    done = cardstats("serve", "--host", "0.0.0.0", "--port", "0")

    assert done.returncode == 4
    assert "[not-allowed]" in done.stderr


def test_serve_answers_until_it_is_told_to_end(site: Path, home: Path) -> None:
    path = f"{site}:{environment()['PYTHONPATH']}"
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "serve", "--port", "0", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONPATH=path),
    ) as process:
        assert process.stdout is not None
        told = orjson.loads(process.stdout.readline())
        with urllib.request.urlopen(f"{told['url']}livez", timeout=20) as answer:
            status = answer.status
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)

    assert status == 200
    assert told["store"] == str(home.resolve())
    assert process.returncode == 0, said
