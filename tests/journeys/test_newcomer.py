"""Somebody who presses wrong keys gets to the first turn all the same: none of them changes anything unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.journeys.newcomer import with_a_camera, without_a_camera

if TYPE_CHECKING:
    from pathlib import Path

MOST = {"keys": 25, "camera": 1}
"""Presses that were meant, to the first turn; what it took when this was written."""


@pytest.mark.parametrize("after", range(4))
def test_wrong_keys_on_the_way_to_the_first_turn_by_keys_change_nothing(tmp_path: Path, after: int) -> None:
    user = without_a_camera(tmp_path, after)
    assert user.game.turn == 2
    assert user.wrong.dead + user.wrong.spread >= 5
    assert user.buttons.count <= MOST["keys"]
    user.close()


def test_wrong_keys_before_a_camera_change_nothing() -> None:
    user = with_a_camera()
    assert user.game.turn == 2
    assert user.wrong.dead >= 3
    assert user.buttons.count <= MOST["camera"]
    user.close()
