"""Whatever is damaged, every game is kept, or it is said that something is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.dealing.dealer import deal
from tests.device.journal.damages import DAMAGES, GAMES, Evening, outcome, played

if TYPE_CHECKING:
    from pathlib import Path

FEW = {"log: a bit in its middle", "file: a page of rubbish", "file: its second half gone", "file: deleted"}
"""Damages after an evening; all are tried quickly in a game."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return played(tmp_path_factory.mktemp("evening"), deal(3, 1).game)


@pytest.fixture(scope="module")
def evening_in_a_game(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return played(tmp_path_factory.mktemp("evening"), deal(3, 1).game, in_a_game=True)


def test_after_an_evening_everything_is_in_the_main_file(evening: Evening) -> None:
    assert evening.log.read_bytes() == b""


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=() if what in FEW else pytest.mark.slow) for what in DAMAGES]
)
def test_every_game_survives_each_kind_of_damage(evening: Evening, tmp_path: Path, what: str) -> None:
    found = outcome(evening, DAMAGES[what], tmp_path / "damaged")
    assert (found.whole, found.part) == (GAMES, 0)
    assert found.said or what.startswith("log"), "a damaged main file is set aside, and that is said"


@pytest.mark.parametrize("what", DAMAGES)
def test_of_the_game_that_is_on_nothing_is_lost_in_silence(
    evening_in_a_game: Evening, tmp_path: Path, what: str
) -> None:
    """Its actions are in the file alone: as much is kept as SQLite can still read."""
    found = outcome(evening_in_a_game, DAMAGES[what], tmp_path / "damaged")
    assert (found.whole, found.part) == (GAMES, 0)
    assert found.said or found.open == len(evening_in_a_game.game.actions) // 2
