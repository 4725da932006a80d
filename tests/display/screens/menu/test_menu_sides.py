"""Two boards of one wonder differ by their sides alone, so a list never drops them."""

from __future__ import annotations

import pytest

from display.menu.setup.boards import BoardsPage
from display.screens.menu.tile import paint_listing
from tests.display.drawn import drawn
from tests.display.menu_pages import SECOND


@pytest.mark.parametrize("wide", [160, 200, 240])
def test_a_list_of_boards_shows_every_side_however_long_the_names(wide: int) -> None:
    boards = [option.tile for option in BoardsPage(3).menu(SECOND).options]
    both = [tile for tile in boards if tile.words is not None and tile.words.key == "wonder.halicarnassus"]
    shown = drawn(paint_listing, tuple(both), (wide, 120))
    assert {"[sun]", "[moon]"} <= set(shown)
