"""The real program on a virtual screen, from the first start to the final scoring; and the manual's drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.journeys.drawings import draw_all
from tests.journeys.pictures import PICTURES
from tests.journeys.real_screen import RealScreen, missing
from tests.journeys.session_pictures import by_hand, watched

if TYPE_CHECKING:
    from pathlib import Path

needs_a_screen = pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}")


@pytest.mark.slow
@pytest.mark.timeout(600)
@needs_a_screen
def test_a_newcomer_sets_up_plays_and_explores_with_five_keys(tmp_path: Path) -> None:
    with RealScreen() as screen:
        lines = by_hand(screen, tmp_path, lambda name: screen.keep(tmp_path / f"{name}.png"))
    deeds = [(line["seat"], line["do"], line["card"]) for line in lines if line["event"] == "action"]
    assert deeds == [
        (0, "build", "clay_pit"),
        (1, "build", "timber_yard"),
        (2, "discard", None),
        (0, "build", "stockade"),
        (1, "build", "guard_tower"),
        (2, "discard", None),
    ]
    assert [city["coins"] for city in lines[-1]["seats"]] == [0, 2, 11]
    assert len({picture.read_bytes() for picture in tmp_path.glob("*.png")}) > 18, "one screen follows the other"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@needs_a_screen
def test_a_demonstration_is_watched_to_its_final_scoring(tmp_path: Path) -> None:
    with RealScreen() as screen:
        lines = watched(screen, tmp_path, lambda name: screen.keep(tmp_path / f"{name}.png"))
    assert all(city["score"]["total"] > 0 for city in lines[-1]["seats"])
    assert (tmp_path / "demo_winner.png").read_bytes() != (tmp_path / "demo_scoring.png").read_bytes()


def test_the_manuals_drawings_show_the_default_sizes_and_pins(tmp_path: Path) -> None:
    """If this fails, run `make pictures`."""
    draw_all(tmp_path)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.glob("*.svg")}
    assert drawn
    assert drawn == {file.name: file.read_text("utf-8") for file in PICTURES.glob("*.svg")}
