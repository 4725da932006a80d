"""A station says who shows a card next, who has acted, and what was recorded last."""

from __future__ import annotations

from dataclasses import replace

from display.drawing.box import Box
from display.facts.action_summary import ActionSummary
from display.facts.names import SeatName
from display.messages.presses import LookAt
from display.messages.questions import Notice
from display.screens import station
from display.screens.station import LastAction, SeatRow
from display.screens.table.turn_status import TurnStatus
from display.table_state import TableState
from engine import Build, Discard, Game
from tests.display.drawn import drawn
from tests.display.sessions import board

BOX = Box(0, 0, 784, 418)
NEW = Game.new([board(seat) for seat in range(3)])


def shown(state: TableState, game: Game) -> tuple[TurnStatus, SeatRow, LastAction | None]:
    turn, row, last = (panel.content for panel in station.panels(BOX, state, game))
    assert isinstance(turn, TurnStatus)
    assert isinstance(row, SeatRow)
    assert last is None or isinstance(last, LastAction)
    return turn, row, last


def test_seats_have_acted_act_now_or_act_later() -> None:
    game = NEW.apply(Discard(0))
    state = TableState(game, station=True, shows=1)
    turn, row, _ = shown(state, game)
    assert turn.names == (SeatName("", "rhodes", 1),)
    assert row.acted == (True, False, None)
    assert row.names[1] == turn.names[0]
    assert station.panels(BOX, state, game)[0].touch == LookAt(1)


def test_no_player_is_named_when_no_card_is_awaited() -> None:
    turn, row, last = shown(TableState(NEW, station=True), NEW)
    assert (turn.names, last) == ((), None)
    assert row.acted == (None, None, None)


def test_the_last_recorded_action_is_shown_even_of_the_turn_before() -> None:
    game = NEW.apply(Discard(0)).apply(Discard(1)).apply(Build(2, "stone_pit"))
    _, _, last = shown(TableState(game, station=True, shows=0), game)
    names = [SeatName("", *city) for city in (("olympia", 2), ("giza", 0), ("rhodes", 1))]
    assert last == LastAction(names[0], ActionSummary("build", "stone_pit"), (names[1], names[2]))


def test_a_camera_problem_goes_before_a_notice_and_a_notice_before_the_advice() -> None:
    state = TableState(NEW, station=True, shows=0)
    notices = (Notice("notice.shown_before", {"card": "baths"}),)
    texts = [
        drawn(station.paint_turn, shown(one, NEW)[0], (784, 240))
        for one in (state, replace(state, notices=notices), replace(state, notices=notices, camera="camera.gone"))
    ]
    assert len({tuple(one) for one in texts}) == 3
    assert drawn(station.paint_turn, shown(replace(state, camera="camera.gone"), NEW)[0], (784, 240)) == texts[2]
