"""Builds a distribution of the rules alone, without a camera and a screen: `make engine-wheel` puts it into `dist`.

Its package is called `wondertable_engine`, because `engine` alone would be anybody's. It needs nothing but Python.

`python -m tools.engine_wheel FOLDER --sources` writes the sources only, for `python -m build FOLDER`. Links of the
README to other pages are left out, since there is nothing at their other end.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "wondertable_engine"
STORY = "device.for_features.story"
"""What tells the story of a game; only features of the program and the wheel have a use for it."""
CACHES = shutil.ignore_patterns("__pycache__")
IMPORTS = re.compile(r"^(\s*(?:>>> )?(?:from|import) )engine\b", re.MULTILINE)
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "wondertable-engine"
version = "{version}"
description = "The rules of 7 Wonders: both editions, Leaders, the variant for two players; bots and PettingZoo"
readme = "README.md"
license = "MIT"
license-files = ["LICENSE"]
requires-python = ">=3.11"
keywords = ["7 wonders", "board game", "game engine", "reinforcement learning", "pettingzoo"]
classifiers = [
    "Development Status :: 4 - Beta",
    "Intended Audience :: Developers",
    "Intended Audience :: Science/Research",
    "Operating System :: OS Independent",
    "Programming Language :: Python :: 3 :: Only",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
    "Programming Language :: Python :: 3.13",
    "Topic :: Games/Entertainment :: Board Games",
    "Typing :: Typed",
]

[project.optional-dependencies]
pettingzoo = ["numpy>=1.26", "pettingzoo>=1.25"]

[tool.setuptools.packages.find]
include = ["{package}*"]

[tool.setuptools.package-data]
"*" = ["*.json", "py.typed"]
"""


def lay_out(folder: Path) -> None:
    """Write the sources of the distribution into a folder."""
    shutil.copytree(ROOT / "engine", folder / PACKAGE, ignore=CACHES)
    (folder / PACKAGE / "CHANGELOG.md").unlink()
    shutil.copy(ROOT / "tools" / "environment.py", folder / PACKAGE / "bots")
    shutil.copytree(ROOT / Path(*STORY.split(".")), folder / PACKAGE / "story", ignore=CACHES)
    with (folder / PACKAGE / "__init__.py").open("a", encoding="utf-8") as names:
        names.write(
            "from engine.story.story import Story as Story, story_of as story_of, story_to_dict as story_to_dict\n"
        )
    for path in (folder / PACKAGE).rglob("*.py"):
        path.write_text(renamed(path.read_text("utf-8")), "utf-8")
    shutil.copy(ROOT / "engine" / "CHANGELOG.md", folder / "CHANGELOG.md")
    (folder / "MANIFEST.in").write_text("include CHANGELOG.md\n", "utf-8")
    (folder / "README.md").write_text(readme(), "utf-8")
    shutil.copy(ROOT / "LICENSE", folder)
    (folder / "pyproject.toml").write_text(PROJECT.format(version=version(), package=PACKAGE), "utf-8")


def readme() -> str:
    """The page about the engine, without links to pages that are not in the distribution."""
    text = (ROOT / "docs" / "engine.md").read_text("utf-8")
    return renamed(re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", text))


def version() -> str:
    """The distribution's version, which is that of the newest entry of its changelog."""
    text = (ROOT / "engine" / "CHANGELOG.md").read_text("utf-8")
    return text.partition("\n## ")[2].partition("\n")[0]


def renamed(text: str) -> str:
    """The text with the imports of the distribution's package."""
    text = text.replace("from tools.environment ", "from engine.bots.environment ").replace(STORY, "engine.story")
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
    given = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if "--sources" in sys.argv:
        lay_out(Path(given[0]))
    else:
        main(given[0] if given else "dist")
