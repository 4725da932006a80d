"""Games at a station with cards and five keys: whole games, a wrong card, UNDO, a restart."""

from __future__ import annotations

import pytest

from device.session.session import Session
from device.session.setup import StationSetup
from device.simulation.dealing.comparison import first_difference
from device.umpire.station.station_umpire import StationUmpire, whose_turn
from display.menu.main.confirmations import EndTurnPage
from display.messages.presses import Press
from display.navigation.position import ScreenId
from engine import Build, BuildStage, ChooseLeader, Discard, Pass, Payment, Phase, score_sheets
from tests.dealing.dealer import deal
from tests.device.tables import CODEBOOK, FREE_CITY, LEADER_BACK, STAGE_TOKEN, board_code, code_of, leader_code
from tests.journeys.playthrough import GIZA, RHODES, ROME, THREE, Playthrough
from vision.scene import Item, Place, Scene

MAT = next(entry.code for entry in CODEBOOK if entry.kind == "mat")
FIRST_BACK = 206


class Station(Playthrough):
    """Somebody shows boards and cards to the camera, one after the other."""

    def __init__(self, wonders=THREE, *, leaders=False, free_city=None, folder=None):
        self.shown, self.tracks = None, 0
        session = Session(StationUmpire(CODEBOOK), auto=True, shown=True, leaders=leaders, setup=StationSetup())
        super().__init__((), folder=folder, session=session)
        if self.main_loop.session.game is None:
            for seat, wonder in enumerate(wonders):
                self.show(board_code(*wonder))
                if seat == free_city:
                    self.show(FREE_CITY)

    def show(self, *codes):
        """Put each on the mat, and take it away again."""
        for code in codes:
            self.put(code)
            self.take_away()

    def put(self, code):
        self.tracks += 1
        self.shown = Item(self.tracks, code, Place.SHOWN, None, None, 0.0, 0.0, 0.0, self.now)
        self.wait(0.5)

    def take_away(self):
        self.shown = None
        self.wait(0.5)

    def scene(self):
        return Scene(self.now, items=(self.shown,) if self.shown else (), steady=True)

    @property
    def turn(self):
        """The seat that has to show something, according to the screen."""
        return self.state.shows


def played(dealt, *, backs=True):
    """Play a dealt game: the seat that the screen names shows its card."""
    setup = dealt.game.setup
    station = Station(dealt.seats, leaders=setup.leaders, free_city=setup.free_city)
    for each in dealt.rounds:
        moves = {move.seat: move for move in each.moves}
        while moves:
            move = moves.pop(station.turn if station.main_loop.session.game else whose_turn(next(dealt.game.states())))
            station.show(shown_for(move, each, backs=backs))
        for _ in range(60 * (each.phase is Phase.CONFLICTS)):
            if station.game.phase is not Phase.CONFLICTS:
                break
            station.wait(0.5)
    assert first_difference(dealt.game, station.game) is None
    station.wait(60)
    return station


def shown_for(move, each, *, backs=True):
    match move.action:
        case BuildStage() if not backs:
            return STAGE_TOKEN
        case BuildStage():
            return LEADER_BACK if each.phase is Phase.RECRUIT else FIRST_BACK - 1 + each.age
        case Discard() | Pass():
            return MAT
        case ChooseLeader(_, leader):
            return leader_code(leader)
    return MAT if move.code is None else move.code


@pytest.mark.parametrize("players", range(2, 8))
def test_a_game_without_mistakes_needs_no_key(players):
    station = played(deal(players, 3))
    assert (station.presses, station.fake_screen.kinds) == (0, [])
    ages = [ScreenId.STATION, ScreenId.CONFLICTS] * 3
    assert station.fake_screen.views == [ScreenId.WAITING, ScreenId.SEATS, *ages, ScreenId.SCORING]
    assert len(score_sheets(station.game)) == players


def test_a_game_with_a_kit_without_backs_needs_no_key():
    station = played(deal(4, 2, leaders=True), backs=False)
    assert (station.presses, station.fake_screen.kinds) == (0, [])
    assert any(city.stages for city in station.game.cities)


def test_rome_b_with_leaders_to_the_winner():
    station = played(deal(3, 1, leaders=True, seats=(ROME, GIZA, RHODES)))
    assert (station.presses, station.fake_screen.kinds) == (0, [])


@pytest.fixture
def station():
    """A station at which three boards were shown; the first card begins the game."""
    found = Station()
    found.show(code_of("lumber_yard"))
    assert (found.screen, found.turn) == (ScreenId.STATION, 1)
    return found


def test_a_wrong_card_is_asked_about_and_forgotten_when_it_is_taken_away(station):
    station.put(code_of("apothecary"))
    assert (station.screen, station.kind, station.asked.seat) == (ScreenId.QUESTION, "not_affordable", 1)
    station.take_away()
    assert (station.screen, station.turn, station.presses) == (ScreenId.STATION, 1, 0)
    station.show(code_of("ore_vein"))
    assert station.turn == 2


def test_a_forbidden_card_can_be_recorded_as_an_exception(station):
    station.put(code_of("apothecary"))
    station.wait(0.5)
    station.answer("exception")
    station.take_away()
    assert (station.screen, station.turn) == (ScreenId.STATION, 2)
    assert station.game.pending[1] == Build(1, "apothecary", Payment(), exception=True)


def test_advance_discards_for_nobody_but_a_hold_does_for_who_is_named(station):
    station.press(Press.ADVANCE)
    assert (station.game.pending.keys(), station.said) == ({0}, ["notice.waiting_for"])
    station.end_turn()
    assert station.game.pending[1] == Discard(1)
    assert station.turn == 2


def test_the_question_whether_a_seat_discards_is_gone_once_it_has_shown_its_card(station):
    station.hold(Press.ADVANCE)
    assert isinstance(station.page, EndTurnPage)
    station.show(code_of("stone_pit", 1))
    assert (station.page, station.turn) == (None, 2)
    station.press(Press.SELECT)
    assert station.game.pending.keys() == {0, 1}, "nobody else has discarded"


def test_undo_goes_back_card_by_card_over_the_end_of_an_age_also_after_a_restart(tmp_path):
    station = Station(folder=tmp_path)
    station.show(*[MAT] * 18)
    while station.game.phase is Phase.CONFLICTS:
        station.wait(1)
    station.show(MAT, MAT)
    assert (station.game.age, station.turn) == (2, 2)
    station.close()
    again = Station(folder=tmp_path)
    turns = []
    for _ in range(5):
        again.press(Press.UNDO)
        turns.append((again.game.age, again.game.phase, again.turn))
    assert turns[:2] == [(2, Phase.TURN, 1), (2, Phase.TURN, 0)]
    assert turns[2:] == [(1, Phase.CONFLICTS, None), (1, Phase.TURN, 2), (1, Phase.TURN, 1)]
    again.show(code_of("ore_vein"))
    assert again.game.pending[1].card == "ore_vein"
    again.close()
