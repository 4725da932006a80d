"""Conflicts are told edge by edge; tokens fly to the boards that get them, and only then count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.director import REST
from display.layout import Box
from display.model import TableState
from display.screens import ring
from display.screens.table import seats_round
from display.window import Window
from engine.city import with_leader
from tests.display.evenings import AGE_ENDS, marks, played

BOX = Box(0, 0, 464, 253)


def told(players: int, step: int, beat: int = REST) -> ring.Ring:
    game = played(players, AGE_ENDS)
    panel = ring.conflicts(BOX, game, seats_round(BOX, (), players), step, beat)
    assert isinstance(panel.content, ring.Ring)
    return panel.content


def test_a_token_waits_flies_and_arrives() -> None:
    ways = [told(3, 0, beat).flown for beat in range(REST + 1)]
    assert ways[0] == ways[ring.SHOWN] == 0
    assert ways[ring.SHOWN + 1] > 0
    assert ways == sorted(ways)
    assert ways[-1] == 1
    assert len(set(ways)) < REST


def test_a_defeat_that_is_passed_on_lies_with_the_winner() -> None:
    game = played(3, AGE_ENDS)
    tomyris = game.catalogue.leaders["tomyris"]
    weak = next(seat for seat in range(3) if _defeated(game, seat))
    cities = tuple(with_leader(city, tomyris) if seat == weak else city for seat, city in enumerate(game.cities))
    panel = ring.conflicts(BOX, replace(game, cities=cities), seats_round(BOX, (), 3), 3, REST)
    edges = panel.content.edges  # type: ignore[attr-defined]
    beside = edges[weak].second or edges[weak - 1].first
    assert beside == (1, -1)


def _defeated(game: object, seat: int) -> bool:
    tokens = [edge.first for edge in told(3, 3).edges][seat]
    return tokens == (-1,)


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1920, 1080)])
def test_nothing_leaves_the_screen_while_it_flies(size: tuple[int, int]) -> None:
    for players in (3, 4, 7):
        state = TableState(played(players, AGE_ENDS), marks(players))
        with Window(size, strict=True) as window:
            for tenth in range(players * 15):
                window.show(state, tenth / 10)


def test_nothing_is_drawn_once_the_tokens_have_arrived() -> None:
    state = TableState(played(4, AGE_ENDS), marks(4))
    with Window((800, 480), strict=True) as window:
        drawn = [window.show(state, 5 + hundredth / 100) for hundredth in range(150)]
    assert sum(drawn[:100]) > 10
    assert not any(drawn[95:])
