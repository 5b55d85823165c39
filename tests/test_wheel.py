"""What is installed holds all that the packages read at run time: the pages' files above all."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from api.web.shell import statics

ROOT = Path(__file__).parents[1]
PACKAGES = ("api", "cli", "engine", "storage")


def kept(*paths: str) -> set[str]:
    """Return the files under *paths* that git knows, or would."""
    told = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *paths],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode:
        pytest.skip("this is no checkout")
    return {name for name in told.stdout.splitlines() if (ROOT / name).exists()}


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_every_file_of_the_packages_is_packed(kind: str) -> None:
    """Hatchling is asked which files it would take; packing them takes longer and tells no more."""
    builders = pytest.importorskip(f"hatchling.builders.{kind}", reason="needs hatchling")
    builder = {"wheel": "WheelBuilder", "sdist": "SdistBuilder"}[kind]
    packed = {
        file.distribution_path
        for file in getattr(builders, builder)(str(ROOT)).recurse_included_files()
    }

    assert kept(*PACKAGES) <= packed
    for name in statics():
        assert {f"api/web/static/{name}", f"api/web/vendor/{name}"} & packed, name
    for library in ("vega", "vega-lite", "vega-embed"):
        assert f"api/web/vendor/{library}-LICENSE" in packed
    samples = "cli/sample_logs/" if kind == "wheel" else "sample_logs/"
    wanted = {name.replace("sample_logs/", samples, 1) for name in kept("sample_logs")}
    assert wanted and wanted <= packed
