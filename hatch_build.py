"""Builds a wheel whose engine is compiled, where that is asked for: ``make wheel-compiled``.

Else a wheel is plain Python that runs everywhere, and so is what an editable install gives. The source
is the same for both. All is done in a folder that is thrown away, so that a checkout never has a
compiled module beside a source that was edited since.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_WRITE_LOOPS = """
from pathlib import Path
from engine import loops

Path("engine/ready_loops.py").write_text(loops.module(), encoding="utf-8")
"""

# Types are not checked here: `make types` does, with all that the project imports at hand.
_COMPILE = """
import sys
from mypyc.build import mypycify
from setuptools import setup

modules = ["--config-file=", "--ignore-missing-imports", *sys.argv[1:]]
setup(
    name="engine",
    packages=[],
    ext_modules=mypycify(modules, opt_level="3", debug_level="0"),
    script_args=["-q", "build_ext", "--build-lib", "compiled"],
)
"""


class CompiledEngine(BuildHookInterface[Any]):
    """Puts compiled modules beside those of the source; Python takes them before these.

    Which ones, and what enables it, stands in pyproject.toml.
    """

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        # orjson: the engine is imported, to write down the loops of its games.
        return ["mypy[mypyc]>=2.4,<3", "orjson>=3.11"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            self.app.display_warning("The engine is not compiled: this install is editable.")
            return
        self._folder = TemporaryDirectory(prefix="cardstats-build-")
        compiled = self._compiled(Path(self._folder.name))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for file in filter(Path.is_file, compiled.rglob("*")):
            build_data["force_include"][str(file)] = str(file.relative_to(compiled))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()

    def _compiled(self, folder: Path) -> Path:
        """Compile a copy of the source in *folder*; return where the modules are."""
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(Path(self.root) / "engine", folder / "engine", ignore=ignored)
        self._run(folder, _WRITE_LOOPS)
        self._run(folder, _COMPILE, *self.config["modules"])
        compiled = folder / "compiled"
        shutil.copy(folder / "engine" / "ready_loops.py", compiled / "engine")
        return compiled

    def _run(self, folder: Path, code: str, *arguments: str) -> None:
        run = [sys.executable, "-c", code, *arguments]
        if subprocess.run(run, cwd=folder, check=False).returncode:  # noqa: S603  # code of ours
            self.app.abort(
                "The engine could not be compiled; the reason stands above. It takes a C compiler "
                "and Python's headers (on Debian: gcc and python3-dev). A wheel in plain Python "
                "takes neither: build it without HATCH_BUILD_HOOK_ENABLE_CUSTOM."
            )
