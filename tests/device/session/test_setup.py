"""Wonders and names set by hand, with a camera, against it, and without one."""

from __future__ import annotations

from contextlib import closing

import pytest

from device.app.connections import Inputs, Storage
from device.app.main_loop import MainLoop
from device.app.state_for_screen import state_for_screen
from device.journal.archive import known_players, played, resumed
from device.journal.journal import Journal
from device.messages.events import GameStarted, Refused, Renamed
from device.messages.intents import Advance, Redo, Rename, SetUp, Undo
from device.perception.pipeline import FrameResult, NoCameraPipeline
from device.session.looking import look
from device.session.session import Session
from device.umpire.table import TableUmpire
from engine import Discard, Phase, Recruit, read_record, write_record
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, FakeTable

WONDERS = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"))
OTHERS = (("giza", "A"), ("olympia", "B"), ("alexandria", "A"))


@pytest.fixture
def night():
    return TableSession(WONDERS, auto=False)


def unseen(**options):
    night = TableSession(WONDERS, auto=False)
    night.session = Session(TableUmpire(CODEBOOK), **options)
    night.table.seen = False
    return night.wait(1)


def test_a_table_that_nobody_sees_is_set_by_hand():
    night = unseen().press(SetUp(WONDERS)).press(Advance())
    assert night.events[-1] == GameStarted(WONDERS)
    assert night.game.setup.seats == WONDERS


def test_without_boards_nothing_starts():
    night = unseen().press(Advance())
    assert (night.game, night.events[-1]) == (None, Refused("notice.not_ready"))


def test_a_wonder_set_by_hand_goes_before_the_cameras(night):
    night.press(SetUp(OTHERS)).wait(5)
    assert night.session.setup.seats == OTHERS
    night.press(Advance())
    assert night.game.setup.seats == OTHERS


def test_what_lies_at_a_board_that_was_set_otherwise_belongs_to_its_seat(night):
    night.press(SetUp(OTHERS)).press(Advance())
    night.table.lay(1, "stone_pit")
    assert night.wait(3).session.ruling.plans[1].card == "stone_pit"


def test_no_seats_trust_the_camera_again(night):
    night.press(SetUp(OTHERS)).press(SetUp(())).wait(1)
    assert night.session.setup.seats == WONDERS


def test_a_table_set_by_hand_does_not_start_by_itself():
    night = unseen(auto=True).press(SetUp(WONDERS)).wait(10)
    assert night.game is None
    assert night.session.ready


def test_a_table_that_is_no_game_says_why():
    night = unseen().press(SetUp((("giza", "A"), ("giza", "B"), ("rhodes", "A"))))
    assert [question.kind for question in night.session.setup.questions] == ["wonder_twice"]
    night.press(SetUp((("giza", "A"), ("atlantis", "B"), ("rhodes", "A"))))
    assert [question.kind for question in night.session.setup.questions] == ["wonders_refused"]
    assert night.press(Advance()).game is None


def test_two_players_name_the_free_citys_seat():
    night = unseen().press(SetUp(WONDERS, free_city=2)).press(Advance())
    assert night.game.player_seats == (0, 1)


def test_the_seats_are_settled_once_the_game_is_on(night):
    night.press(Advance()).press(SetUp(OTHERS))
    assert night.events[-1] == Refused("notice.game_on")


def test_a_camera_that_comes_late_is_taken_up():
    night = unseen().press(SetUp(WONDERS)).press(Advance())
    night.enter(Discard(0), Discard(1), Discard(2)).wait(1)
    old = night.table.discard()
    night.table.seen = True
    night.wait(5)
    assert old in night.table.items
    for seat, card in enumerate(("lumber_yard", "stone_pit")):
        night.table.lay(seat, card)
    assert night.wait(5).game.turn == 2
    night.table.discard()
    assert night.wait(2).game.turn == 3


def test_names_are_kept_with_the_wonder_wherever_it_lies(night):
    night.press(Rename(1, "Bruno")).wait(1)
    night.table.wonders.reverse()
    night.table.wonders.insert(0, ("ephesus", "A"))
    night.wait(1)
    assert night.session.names == ("", "", "Bruno", "")
    assert night.press(Advance()).game.cities[2].name == "Bruno"


def test_names_stay_at_the_seat_when_its_wonder_is_set_otherwise(night):
    night.press(Rename(1, "Bruno")).press(SetUp(OTHERS))
    assert night.session.names == ("", "Bruno", "")


def test_a_player_is_renamed_in_the_middle_of_the_game(night):
    night.press(Advance()).enter(Discard(0)).press(Rename(0, "  Anna \n Maria "))
    assert night.events[-1] == Renamed(0, "Anna Maria")
    assert (night.game.cities[0].name, night.game.pending) == ("Anna Maria", {0: Discard(0)})
    night.press(Undo()).press(Redo())
    assert night.session.names == ("Anna Maria", "", "")
    assert read_record(write_record(night.game)) == night.game


def test_a_seat_that_is_not_there_has_no_name(night):
    assert night.press(Rename(7, "Zoe")).events == []
    assert TableSession(WONDERS).press(Rename(-1, "Zoe")).session.names == ("", "", "")


def test_the_players_keep_their_seats_in_the_next_game(night):
    night.press(Rename(0, "Anna")).press(Advance())
    while night.game is None or night.game.phase is not Phase.OVER:
        night.press(Advance())
    night.press(Advance())
    night.table.wonders[0] = ("ephesus", "B")
    assert night.wait(3).session.names == ("Anna", "", "")


def test_names_are_in_the_journal(tmp_path):
    with closing(Journal(tmp_path / "games.sqlite")) as journal:
        session, _ = look(Session(TableUmpire(CODEBOOK)), FakeTable(list(WONDERS)).scene())
        appliance = MainLoop(session, Inputs(None), storage=Storage(journal))
        for intent in (Rename(0, "Anna"), Advance(), Rename(1, "Bruno"), Rename(0, "Anna II")):
            appliance.press(intent)
        assert journal.game(1).options["names"] == ["Anna II", "Bruno", ""]
        assert played(journal, 1).game.setup.names == ("Anna II", "Bruno", "")
        assert resumed(Session(TableUmpire(CODEBOOK)), journal, 1).game == appliance.session.game


def test_the_screen_knows_what_was_entered_and_whether_there_is_a_way_back(night):
    glance = FrameResult(night.table.scene(), 0)
    night.press(Rename(2, "Carla")).press(Advance()).enter(Discard(0), Discard(1)).press(Undo())
    state = state_for_screen(night.session, glance)
    assert (state.names, state.entered, state.can_undo, state.can_redo) == (("", "", "Carla"), {0}, True, True)
    assert not state.by_hand


def test_without_a_camera_everything_is_by_hand():
    times = iter((100.0, 100.1, 103.0))
    pipeline = NoCameraPipeline(lambda: next(times))
    first, later = pipeline.look(), pipeline.look()
    assert (first.scene.seats, later.scene.time > first.scene.time) == ((), True)
    assert later.number > first.number
    assert state_for_screen(Session(TableUmpire(CODEBOOK)), first).by_hand


@pytest.mark.parametrize(("trouble", "by_hand"), [("camera.gone", True), ("camera.slow", False), (None, False)])
def test_a_camera_that_is_away_leaves_everything_to_the_hand(trouble, by_hand):
    glance = FrameResult(FakeTable(list(WONDERS)).scene(), 0, trouble=trouble)
    assert state_for_screen(Session(TableUmpire(CODEBOOK)), glance).by_hand == by_hand


def test_the_names_of_former_games_are_remembered_who_played_last_first(tmp_path):
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        for names in (["Anna", "Bruno", ""], [], ["Zoe", "Anna", "Carla"]):
            journal.begin(WONDERS, {"names": names} if names else {})
        assert known_players(journal) == ("Zoe", "Anna", "Carla", "Bruno")


def test_a_new_name_holds_for_everything_that_is_under_way():
    night = TableSession(WONDERS, leaders=True)
    night.enter(Discard(0), Discard(1), Recruit(2, "solomon")).press(Rename(0, "Anna"))
    assert night.game.phase is Phase.FROM_DISCARD
    assert night.game == TableSession(WONDERS, leaders=True).press(Rename(0, "Anna")).enter(*night.game.actions).game
