"""Before the game the screen counts the boards and says what comes next."""

from __future__ import annotations

import pytest

from display.drawing.box import Box
from display.screens import seats
from display.screens.seats import BoardPanel, SeatCount
from display.table_state import SeatMark, TableState
from display.words import Words
from tests.display.drawn import drawn
from tests.display.sessions import marks, two_and_the_free_city

BOX = Box(0, 0, 784, 418)


@pytest.mark.parametrize(
    ("boards", "ready", "key"),
    [
        (1, False, "screen.seats.more"),
        (2, False, "screen.seats.more"),
        (3, False, "screen.seats.settling"),
        (3, True, "screen.seats.ready"),
    ],
)
def test_the_middle_says_what_is_missing(boards: int, ready: bool, key: str) -> None:
    shown = " ".join(drawn(seats.paint_count, SeatCount(boards, ready, None), (500, 200)))
    words = {other: Words().say(f"screen.seats.{other}", count=3 - boards).split()[0] for other in ("more", "ready")}
    words["settling"] = Words().say("screen.seats.settling").split()[0]
    assert words[key.removeprefix("screen.seats.")] in shown


def test_a_board_shows_what_it_produces_and_an_unknown_one_nothing() -> None:
    state = TableState(seats=(*marks(2), SeatMark("", "A", 3.0)))
    count, *boards = (panel.content for panel in seats.panels(BOX, state, (0.0, 2.0, 4.0)))
    assert count == SeatCount(3, False, None)
    assert boards == [
        BoardPanel(0, "giza", "A", "S"),
        BoardPanel(1, "rhodes", "B", "O"),
        BoardPanel(2, "", "A", ""),
    ]


def test_two_players_and_the_free_city_are_not_called_three() -> None:
    count, *boards = (
        panel.content for panel in seats.panels(BOX, TableState(seats=two_and_the_free_city()), (0, 2, 4))
    )
    label = "screen.seats.free_city"
    assert boards[1:] == [BoardPanel(1, "rhodes", "B", "O"), BoardPanel(2, "olympia", "A", "W", label)]
    assert "2 players and the Free City" in " ".join(drawn(seats.paint_count, count, (500, 200)))
    assert "Free City" in " ".join(drawn(seats.paint_board, boards[2], (380, 160)))


def test_a_board_too_many_is_seen_but_no_more() -> None:
    many = tuple(SeatMark("giza", "A", seat / 2) for seat in range(10))
    count, *boards = (panel.content for panel in seats.panels(BOX, TableState(seats=many), tuple(range(10))))
    assert len(boards) == seats.MOST == 8
    assert count == SeatCount(10, False, None)
