"""Whole games, as a camera saw them: what becomes of them is as it was, or somebody has read why not."""

from __future__ import annotations

import pytest

from tests.device.umpire.kept_games.kept_game import FOLDER, names, what_becomes_of


def test_there_are_games() -> None:
    assert names() == sorted(path.stem for path in FOLDER.glob("*.txt")) != []


@pytest.mark.parametrize("name", names())
def test_what_becomes_of_a_game(name: str) -> None:
    """If it should be otherwise now, look at the difference: `python -m tests.device.umpire.kept_games accept`."""
    assert what_becomes_of(name) == (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
