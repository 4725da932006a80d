"""Somebody who presses wrong keys gets to the first turn all the same: every wrong key is seen, or does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.journeys.newcomer import demonstration, with_a_camera, without_a_camera

if TYPE_CHECKING:
    from pathlib import Path

MOST = {"keys": 28, "camera": 12}
"""Presses that were meant, to the first turn, with the guide of the first turn; what it took when this was written."""


@pytest.mark.parametrize("after", range(4))
def test_wrong_keys_on_the_way_to_the_first_turn_by_keys_change_nothing_unseen(tmp_path: Path, after: int) -> None:
    user = without_a_camera(tmp_path, after)
    assert user.game.turn == 2
    assert user.wrong.dead + user.wrong.back >= 5
    assert user.wrong.booked >= 1, "some keys that were not meant do something, and that is seen"
    assert user.buttons.count <= MOST["keys"]
    user.close()


@pytest.mark.usefixtures("fewer_pixels")
def test_wrong_keys_before_a_camera_change_nothing_unseen(tmp_path: Path) -> None:
    user = with_a_camera(tmp_path)
    dealt = {move.action for move in user.dealt.rounds[0].moves}
    assert set(user.game.actions[:3]) == dealt
    assert user.wrong.dead >= 3
    assert user.buttons.count <= MOST["camera"]
    user.close()


@pytest.mark.usefixtures("fewer_pixels")
def test_wrong_keys_do_not_stop_the_demonstration() -> None:
    user = demonstration()
    assert set(user.game.actions[:4]) == {move.action for move in user.dealt.rounds[0].moves}
    assert user.wrong.dead >= 3
    assert user.buttons.count == 0
    user.close()
