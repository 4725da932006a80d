"""Builds a distribution of the rules alone, without a camera and a screen: `make engine-wheel` puts it into `dist`.

Its package is called `wondertable_engine`, because `engine` alone would be anybody's. It needs nothing but Python.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "wondertable_engine"
IMPORTS = re.compile(r"^(\s*(?:>>> )?(?:from|import) )engine\b", re.MULTILINE)
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "wondertable-engine"
version = "{version}"
description = "The rules of 7 Wonders: both editions, Leaders, the variant for two players"
readme = "README.md"
license = "MIT"
license-files = ["LICENSE"]
requires-python = ">=3.11"

[tool.setuptools.packages.find]
include = ["{package}*"]

[tool.setuptools.package-data]
"*" = ["*.json", "py.typed"]
"""


def lay_out(folder: Path) -> None:
    """Write the sources of the distribution into a folder."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    shutil.copytree(ROOT / "engine", folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / PACKAGE).rglob("*.py"):
        path.write_text(renamed(path.read_text("utf-8")), "utf-8")
    (folder / "README.md").write_text(renamed((ROOT / "docs" / "engine.md").read_text("utf-8")), "utf-8")
    shutil.copy(ROOT / "LICENSE", folder)
    (folder / "pyproject.toml").write_text(PROJECT.format(version=version, package=PACKAGE), "utf-8")


def renamed(text: str) -> str:
    """The text with the imports of the distribution's package."""
    return IMPORTS.sub(rf"\1{PACKAGE}", text)


def main(out: str) -> None:
    """Build the wheel."""
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder))
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            out,
            folder,
        ]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "dist")
