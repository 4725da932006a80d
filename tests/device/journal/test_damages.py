"""Whatever is damaged, every game is kept, or it is said that something is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.simulation.dealing.dealer import deal
from tests.device.journal.damages import DAMAGES, GAMES, Evening, outcome, played, played_by_version_0_2

if TYPE_CHECKING:
    from pathlib import Path

NOTHING_LEFT_TO_SHOW_IT = {
    "log: its second half gone",
    "log: deleted",
    "file and log: older ones put back",
}
"""Version 0.2 noted nowhere how much a journal held."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return played(tmp_path_factory.mktemp("evening"), deal(3, 1).game)


@pytest.fixture(scope="module")
def older_evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return played_by_version_0_2(tmp_path_factory.mktemp("evening"), deal(3, 1).game)


def test_after_an_evening_everything_is_in_the_main_file(evening: Evening) -> None:
    assert evening.log.read_bytes() == b""


@pytest.mark.parametrize("what", DAMAGES)
def test_every_game_survives_each_kind_of_damage(evening: Evening, tmp_path: Path, what: str) -> None:
    found = outcome(evening, DAMAGES[what], tmp_path / "damaged")
    assert (found.whole, found.part) == (GAMES, 0)
    assert found.said or what.startswith("log"), "a damaged main file is set aside, and that is said"


@pytest.mark.parametrize("what", sorted(DAMAGES.keys() - NOTHING_LEFT_TO_SHOW_IT))
def test_nothing_of_an_older_programs_journal_is_lost_in_silence(
    older_evening: Evening, tmp_path: Path, what: str
) -> None:
    found = outcome(older_evening, DAMAGES[what], tmp_path / "damaged")
    assert found.said or found.whole == GAMES
