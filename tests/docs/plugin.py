"""Installs the small game of docs/add-a-game.md, and runs commands where it is installed.

An installed package is its modules and a folder ``NAME-VERSION.dist-info`` that Python finds on its
path. Both are made here from the package's own pyproject.toml, because pip would take seconds and
want a build backend that is not there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tests" / "plugin_game"
GAME = "thereabouts"


def install(site: Path) -> None:
    """Put the package into *site*, as pip would."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))
    about = project["project"]
    name = about["name"].replace("-", "_")
    info = site / f"{name}-{about['version']}.dist-info"
    info.mkdir(parents=True)
    metadata = ("Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {about['version']}")
    (info / "METADATA").write_text("\n".join((*metadata, "")), "utf-8")
    lines = []
    for group, entries in about["entry-points"].items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join((*lines, "")), "utf-8")
    for module in project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]:
        shutil.copy(PACKAGE / module, site / module)


def run(
    site: Path, *words: str, home: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m WORDS`` in the package's folder with what *site* has installed.

    *home* is the folder of the store, *more* goes into the environment.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(site), str(ROOT))),
        "CARDSTATS_HOME": str(home or site / "home"),
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
        **more,
    }
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=PACKAGE,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
