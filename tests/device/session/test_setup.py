"""Wonders and names are set by hand, with or without a camera."""

from __future__ import annotations

from contextlib import closing

import pytest

from device.app.connections import Inputs, Storage
from device.app.main_loop import MainLoop
from device.app.state_for_screen import state_for_screen
from device.journal.archive import known_players, played, resumed
from device.journal.journal import Journal
from device.perception.pipeline import FrameResult, NoCameraPipeline
from device.session.looking import look
from device.session.restoring import restore
from device.session.session import Session
from device.session.setup import TableSetup
from device.umpire.table import TableUmpire
from display.messages.events import Booked, GameStarted, Refused, Renamed
from display.messages.intents import Advance, Leave, Redo, Rename, SetUp, Undo
from display.words import Words, languages
from engine import BuildFromDiscard, Discard, IllegalAction, Phase, Recruit, read_record, write_record
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, FakeTable

WONDERS = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"))
OTHERS = (("giza", "A"), ("olympia", "B"), ("alexandria", "A"))


@pytest.fixture
def table_session():
    return TableSession(WONDERS, auto=False)


def unseen(**options):
    table_session = TableSession(WONDERS, auto=False)
    table_session.session = Session(TableUmpire(CODEBOOK), **options)
    table_session.table.seen = False
    return table_session.wait(1)


def test_a_table_without_a_camera_is_set_up_by_hand():
    table_session = unseen().press(SetUp(WONDERS)).press(Advance())
    assert table_session.events[-1] == GameStarted(WONDERS)
    assert table_session.game.setup.seats == WONDERS


def test_without_boards_nothing_starts():
    table_session = unseen().press(Advance())
    assert (table_session.game, table_session.events[-1]) == (None, Refused("notice.not_ready"))


def test_a_wonder_set_by_hand_overrides_the_cameras(table_session):
    table_session.press(SetUp(OTHERS)).wait(5)
    assert table_session.session.setup.seats == OTHERS
    table_session.press(Advance())
    assert table_session.game.setup.seats == OTHERS


def test_cards_at_a_board_that_was_set_by_hand_belong_to_its_seat(table_session):
    table_session.press(SetUp(OTHERS)).press(Advance())
    table_session.table.lay(1, "stone_pit")
    assert table_session.wait(3).session.ruling.plans[1].card == "stone_pit"


@pytest.mark.parametrize("turned", range(3))
def test_a_board_set_by_hand_is_known_by_its_place_whichever_seat_the_camera_counts_from(turned):
    seen = [OTHERS[(seat + turned) % 3] for seat in range(3)]
    table_session = TableSession(seen, auto=False).press(SetUp(WONDERS)).press(Advance())
    table_session.table.lay((1 - turned) % 3, "stone_pit")
    table_session.wait(3)
    assert {seat: plan.card for seat, plan in table_session.session.ruling.plans.items()} == {1: "stone_pit"}


def test_cards_at_a_board_outside_the_game_have_no_owner():
    table_session = TableSession(WONDERS, auto=False).press(Advance())
    table_session.table.wonders.append(("olympia", "B"))
    table_session.table.lay(3, "stone_pit")
    table_session.table.lay(0, "clay_pool")
    table_session.wait(3)
    assert {seat: plan.card for seat, plan in table_session.session.ruling.plans.items()} == {0: "clay_pool"}
    assert [board.seat for board in table_session.session.scene.seats] == [0, 1, 2]
    assert [item.seat for item in table_session.session.scene.items] == [None, 0]


def test_cards_at_a_board_without_a_seat_have_no_owner():
    crossed = (("rhodes", "A"), ("giza", "A"), ("olympia", "B"))
    table_session = TableSession(crossed, auto=False).press(SetUp(WONDERS)).press(Advance())
    table_session.table.lay(2, "stone_pit")
    table_session.table.lay(0, "clay_pool")
    table_session.wait(3)
    assert {seat: plan.card for seat, plan in table_session.session.ruling.plans.items()} == {1: "clay_pool"}


def test_clearing_the_seats_returns_to_the_cameras(table_session):
    table_session.press(SetUp(OTHERS)).press(SetUp(())).wait(1)
    assert table_session.session.setup.seats == WONDERS


def test_a_table_set_by_hand_does_not_start_by_itself():
    table_session = unseen(auto=True).press(SetUp(WONDERS)).wait(10)
    assert table_session.game is None
    assert table_session.session.ready


def test_wonders_that_cannot_be_played_together_are_explained():
    table_session = unseen().press(SetUp((("giza", "A"), ("giza", "B"), ("rhodes", "A"))))
    assert [question.kind for question in table_session.session.questions] == ["wonder_twice"]
    table_session.press(SetUp((("giza", "A"), ("atlantis", "B"), ("rhodes", "A"))))
    assert [question.kind for question in table_session.session.questions] == ["wonders_refused"]
    assert table_session.press(Advance()).game is None


SECOND = (("giza", "day"), ("rhodes", "night"), ("alexandria", "day"))


def test_the_boards_on_the_table_tell_the_edition():
    table_session = TableSession(SECOND, auto=False)
    assert table_session.press(Advance()).game.setup.edition == "second"
    assert TableSession(WONDERS, auto=False).press(Advance()).game.setup.edition == "first"


@pytest.mark.parametrize("language", languages())
def test_boards_of_both_editions_are_a_question_in_words(language):
    table_session = TableSession((("giza", "day"), ("rhodes", "B"), ("alexandria", "day")), auto=False)
    (question,) = table_session.session.questions
    assert question.kind == "wonders_refused"
    said = Words(language).question(question.kind, question.placeholders)
    assert Words(language).say("error.editions_mixed", wonder="rhodes", side="B") in said
    assert "{" not in said
    assert table_session.press(Advance()).game is None


def test_a_stored_game_of_the_second_edition_goes_on():
    game = TableSession(SECOND, auto=False).press(Advance()).game
    assert restore(SECOND, {"rulings": game.setup.rulings}, ()).game == game


def test_a_game_of_an_older_version_stays_readable_although_the_rules_know_better_now():
    """Nobody had discarded, so nothing could be raised: the older version let it pass."""
    actions = (Recruit(0, "solomon"), Discard(1), Discard(2), BuildFromDiscard(0, "loom"))
    events = tuple(Booked(action) for action in actions)
    old = restore(WONDERS, {"leaders": True}, events).game
    assert old.cities[0].cards == ("loom",)
    assert [getattr(action, "exception", False) for action in old.actions] == [False, False, False, True]
    with pytest.raises(IllegalAction):
        restore(WONDERS, {"leaders": True, "rulings": 2}, events)


def test_two_players_name_the_free_citys_seat():
    table_session = unseen().press(SetUp(WONDERS, free_city=2)).press(Advance())
    assert table_session.game.player_seats == (0, 1)


def test_the_seats_cannot_change_during_a_game(table_session):
    table_session.press(Advance()).press(SetUp(OTHERS))
    assert table_session.events[-1] == Refused("notice.game_on")


def test_a_camera_that_starts_late_is_used():
    table_session = unseen().press(SetUp(WONDERS)).press(Advance())
    table_session.enter(Discard(0), Discard(1), Discard(2)).wait(1)
    old = table_session.table.discard()
    table_session.table.seen = True
    table_session.wait(5)
    assert old in table_session.table.items
    for seat, card in enumerate(("lumber_yard", "stone_pit")):
        table_session.table.lay(seat, card)
    assert table_session.wait(5).game.turn == 2
    table_session.table.discard()
    assert table_session.wait(3).game.turn == 3


def test_a_name_stays_with_its_wonder_wherever_it_lies(table_session):
    table_session.press(Rename(1, "Bruno")).wait(1)
    table_session.table.wonders.reverse()
    table_session.table.wonders.insert(0, ("ephesus", "A"))
    table_session.wait(1)
    assert table_session.session.names == ("", "", "Bruno", "")
    assert table_session.press(Advance()).game.cities[2].name == "Bruno"


def test_a_name_stays_at_its_seat_when_the_wonder_is_changed(table_session):
    table_session.press(Rename(1, "Bruno")).press(SetUp(OTHERS))
    assert table_session.session.names == ("", "Bruno", "")


def test_a_player_is_renamed_in_the_middle_of_the_game(table_session):
    table_session.press(Advance()).enter(Discard(0)).press(Rename(0, "  Anna \n Maria "))
    assert table_session.events[-1] == Renamed(0, "Anna Maria")
    assert (table_session.game.cities[0].name, table_session.game.pending) == ("Anna Maria", {0: Discard(0)})
    table_session.press(Undo()).press(Redo())
    assert table_session.session.names == ("Anna Maria", "", "")
    assert read_record(write_record(table_session.game)) == table_session.game


def test_a_missing_seat_cannot_be_named(table_session):
    assert table_session.press(Rename(7, "Zoe")).events == []
    assert TableSession(WONDERS).press(Rename(-1, "Zoe")).session.names == ("", "", "")


def test_the_players_keep_their_seats_in_the_next_game(table_session):
    table_session.press(Rename(0, "Anna")).press(Advance())
    while table_session.game is None or table_session.game.phase is not Phase.OVER:
        table_session.press(Advance())
    table_session.press(Leave())
    table_session.table.wonders[0] = ("ephesus", "B")
    assert table_session.wait(3).session.setup.seats[0] == ("ephesus", "B")
    assert table_session.session.names == ("Anna", "", "")


def test_names_are_in_the_journal(tmp_path):
    with closing(Journal(tmp_path / "games.sqlite")) as journal:
        session, _ = look(Session(TableUmpire(CODEBOOK)), FakeTable(list(WONDERS)).scene())
        appliance = MainLoop(session, Inputs(None), storage=Storage(journal))
        for intent in (Rename(0, "Anna"), Advance(), Rename(1, "Bruno"), Rename(0, "Anna II")):
            appliance.press(intent)
        assert journal.game(1).options["names"] == ["Anna II", "Bruno", ""]
        assert played(journal, 1).game.setup.names == ("Anna II", "Bruno", "")
        assert resumed(Session(TableUmpire(CODEBOOK)), journal, 1).game == appliance.session.game


def test_the_screen_shows_entered_actions_and_whether_undo_is_possible(table_session):
    glance = FrameResult(table_session.table.scene(), 0)
    table_session.press(Rename(2, "Carla")).press(Advance()).enter(Discard(0), Discard(1)).press(Undo())
    state = state_for_screen(table_session.session, glance)
    assert (state.names, state.entered, state.can_undo, state.can_redo) == (("", "", "Carla"), {0}, True, True)
    assert not state.by_hand


def test_without_a_camera_everything_is_entered_by_hand():
    times = iter((100.0, 100.1, 103.0))
    pipeline = NoCameraPipeline(lambda: next(times))
    first, later = pipeline.look(), pipeline.look()
    assert (first.scene.seats, later.scene.time > first.scene.time) == ((), True)
    assert later.number > first.number
    assert state_for_screen(Session(TableUmpire(CODEBOOK)), first).by_hand


@pytest.mark.parametrize(("trouble", "by_hand"), [("camera.gone", True), ("camera.slow", False), (None, False)])
def test_an_absent_camera_means_entering_everything_by_hand(trouble, by_hand):
    glance = FrameResult(FakeTable(list(WONDERS)).scene(), 0, trouble=trouble)
    assert state_for_screen(Session(TableUmpire(CODEBOOK)), glance).by_hand == by_hand


def test_names_of_earlier_games_are_remembered_latest_first(tmp_path):
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        for names in (["Anna", "Bruno", ""], [], ["Zoe", "Anna", "Carla"]):
            journal.begin(WONDERS, {"names": names} if names else {})
        assert known_players(journal) == ("Zoe", "Anna", "Carla", "Bruno")


def test_a_new_name_also_holds_for_a_turn_in_progress():
    table_session = TableSession(WONDERS, leaders=True)
    table_session.enter(Discard(0), Discard(1), Recruit(2, "solomon")).press(Rename(0, "Anna"))
    assert table_session.game.phase is Phase.FROM_DISCARD
    assert (
        table_session.game
        == TableSession(WONDERS, leaders=True).press(Rename(0, "Anna")).enter(*table_session.game.actions).game
    )


def test_players_keep_their_wonders_if_these_change_seats() -> None:
    players = {"giza": "Ann", "rhodes": "Bo"}
    setup = TableSetup(seats=WONDERS, players=players)
    assert dict(setup.enter((WONDERS[1], WONDERS[0], WONDERS[2]), None).players) == players
    assert setup.enter(OTHERS, None).players["olympia"] == "Bo"
