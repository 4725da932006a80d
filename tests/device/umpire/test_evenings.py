"""Whole evenings, as a camera saw them: what comes of them is as it was, or somebody has read why not."""

from __future__ import annotations

import pytest

from tests.device.umpire.evenings.evening import FOLDER, names, what_comes_of


@pytest.mark.parametrize("name", names())
def test_what_comes_of_an_evening(name: str) -> None:
    """If it should be otherwise now, look at the difference: `python -m tests.device.umpire.evenings accept`."""
    assert what_comes_of(name) == (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
