"""The engine alone, as a package of its own that needs nothing but Python."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tools.engine_wheel import PACKAGE, lay_out, main

if TYPE_CHECKING:
    from pathlib import Path

GAME = f"""
from random import Random
from {PACKAGE} import deal, printed_name, story_of
table, chance = deal(3, "second", seed=1), Random(1)
while not table.is_over:
    seat = table.to_act[0] if table.to_act else 0
    table = table.play(chance.choice(table.legal(seat)))
print(len(story_of(table.game).standings) > 18, table.game.outcome().winners, printed_name("card", "well", "it"))
"""


def test_the_engine_alone_plays_a_game(tmp_path: Path) -> None:
    lay_out(tmp_path)
    assert PACKAGE in (tmp_path / "README.md").read_text("utf-8")
    assert f"from {PACKAGE}.bots.environment import env" in (tmp_path / "README.md").read_text("utf-8")
    environment = (tmp_path / PACKAGE / "bots" / "environment.py").read_text("utf-8")
    assert f"from {PACKAGE}.bots.numbers import" in environment
    played(f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{GAME}", sys.executable, "-I", "-S")


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_its_wheel_installed_in_an_empty_environment_plays_a_game(tmp_path: Path) -> None:
    main(str(tmp_path / "dist"))
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert wheel.name.endswith("none-any.whl")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "empty")], check=True)
    python = str(tmp_path / "empty" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", str(wheel)], check=True)
    played(GAME, python, "-I")


def played(program: str, *python: str) -> None:
    ran = subprocess.run([*python, "-c", program], capture_output=True, check=False, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    assert "Pozzo" in ran.stdout
