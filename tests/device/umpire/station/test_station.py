"""A station: boards and cards shown one at a time, as the evening sees it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.app.state_for_screen import state_for_screen
from device.perception.pipeline import FrameResult
from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import restore, resume
from device.session.session import Session
from device.session.setup import StationSetup
from device.umpire.station.station_umpire import StationUmpire, whose_turn
from display.messages.events import Asked, Booked, ConflictsResolved, GameStarted, Refused, event_from_row, event_to_row
from display.messages.intents import Advance, Answer, Choose, EndTurn, Leave, Undo
from display.navigation.navigation import home_screen
from display.navigation.position import ScreenId
from engine import RULINGS, Build, BuildFromDiscard, BuildStage, ChooseLeader, Discard, Payment, Phase, Recruit
from tests.device.sound.test_sound import SilentSpeaker, listening
from tests.device.tables import CODEBOOK, FREE_CITY, board_code, code_of, leader_code
from vision.scene import Item, Place, Scene

THREE = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
MAT = next(entry.code for entry in CODEBOOK if entry.kind == "mat")
BACKS = {1: 206, 2: 207, 3: 208}
LEADER_BACK = 209


class Mat:
    """A station's mat and the evening that watches it."""

    def __init__(self, wonders=(), *, auto=False, leaders=False, free_city=None):
        self.session = Session(StationUmpire(CODEBOOK), auto=auto, leaders=leaders, setup=StationSetup())
        self.events, self.now, self.tracks = [], 0.0, 0
        self.lying = None
        for seat, wonder in enumerate(wonders):
            self.show(board_code(*wonder))
            if seat == free_city:
                self.show(FREE_CITY)
        if wonders:
            self.press(Advance())

    @property
    def game(self):
        return self.session.game

    @property
    def turn(self):
        return whose_turn(self.game)

    @property
    def questions(self):
        return [question.kind for question in self.session.ruling.questions]

    @property
    def notices(self):
        return [notice.key for notice in self.session.ruling.notices]

    @property
    def actions(self):
        return [event.action for event in self.events if isinstance(event, Booked) and event.seat is not None]

    def lay(self, code, *, sure=True, pictures=3):
        self.tracks += 1
        self.lying = Item(self.tracks, code, Place.SHOWN, None, None, 0.0, 0.0, 0.0, self.now, sure)
        return self.wait(pictures)

    def take_away(self):
        self.lying = None
        return self.wait()

    def wait(self, pictures=3):
        for _ in range(pictures):
            self.now += 0.1
            items = (self.lying,) if self.lying else ()
            self._then(look(self.session, Scene(self.now, items=items, steady=True)))
        return self

    def show(self, *codes):
        """Lay each, and take it away again."""
        for code in codes:
            self.lay(code).take_away()
        return self

    def press(self, intent):
        self.now += 2.0
        self._then(press(self.session, intent))
        return self.wait()

    def _then(self, outcome):
        self.session, events = outcome
        self.events += events


def cards(*names, age=1, copy=0):
    return [code_of(name, age, copy) for name in names]


def test_boards_are_shown_clockwise_and_advance_starts():
    mat = Mat().show(*(board_code(*wonder) for wonder in THREE))
    assert mat.game is None
    assert mat.session.ready
    mat.press(Advance())
    assert [event.seats for event in mat.events if isinstance(event, GameStarted)] == [tuple(THREE)]
    assert mat.turn == 0


def test_too_few_boards_do_not_start_a_game():
    mat = Mat().show(board_code("giza"), board_code("rhodes")).press(Advance())
    assert mat.game is None
    assert mat.events[-1] == Refused("notice.not_ready")


def test_a_board_that_lies_there_or_is_shown_again_is_one_board():
    mat = Mat().lay(board_code("giza")).wait(20).take_away().show(board_code("giza"))
    assert mat.session.setup.seats == (("giza", "A"),)


def test_the_other_side_of_a_board_turns_it_over_at_its_seat():
    mat = Mat().show(board_code("giza"), board_code("rhodes"), board_code("giza", "B"))
    assert mat.session.setup.seats == (("giza", "B"), ("rhodes", "A"))


def test_undo_takes_back_the_board_that_was_shown_last():
    mat = Mat().show(board_code("giza"), board_code("rhodes")).press(Undo())
    assert mat.session.setup.seats == (("giza", "A"),)
    assert mat.show(board_code("babylon")).session.setup.seats == (("giza", "A"), ("babylon", "A"))


def test_the_screen_knows_that_a_board_can_be_taken_back():
    mat = Mat().show(board_code("giza"))
    assert state_for_screen(mat.session, FrameResult(mat.session.scene, 0)).can_undo
    mat.press(Undo())
    assert not state_for_screen(mat.session, FrameResult(mat.session.scene, 0)).can_undo


def test_with_auto_the_first_card_that_is_shown_starts_the_game_and_is_booked():
    mat = Mat(auto=True).show(*(board_code(*wonder) for wonder in THREE)).wait(100)
    assert mat.game is None, "a fourth board may come"
    mat.show(code_of("lumber_yard"))
    assert mat.actions == [Build(0, "lumber_yard", Payment())]
    assert mat.turn == 1


def test_each_card_is_booked_at_once_for_the_next_seat_clockwise():
    mat = Mat(THREE).show(*cards("lumber_yard", "stone_pit"))
    assert [(action.seat, action.card) for action in mat.actions] == [(0, "lumber_yard"), (1, "stone_pit")]
    assert mat.turn == 2
    mat.show(*cards("clay_pool"))
    assert (mat.game.turn, mat.turn) == (2, 0)


def test_a_card_is_never_read_twice_as_long_as_it_has_not_been_taken_away():
    mat = Mat(THREE).lay(code_of("lumber_yard")).wait(100)
    assert len(mat.actions) == 1
    assert mat.questions == []


def test_a_back_is_a_stage_and_the_discard_mats_sticker_a_discard():
    mat = Mat(THREE).show(code_of("stone_pit"), MAT, MAT).show(BACKS[1])
    assert mat.actions[1:] == [Discard(1), Discard(2), BuildStage(0, 1, Payment())]
    assert mat.lay(BACKS[1]).questions == ["not_affordable"]
    assert mat.take_away().questions == [], "taken away, the question is gone"
    assert mat.turn == 1


def test_nobody_has_a_stage_before_everybody_has_acted():
    mat = Mat(THREE).show(code_of("stone_pit"), MAT, MAT).show(BACKS[1])
    assert (mat.game.cities[0].stages, mat.session.ruling.plans[0].stage) == (0, 1)
    assert mat.show(MAT, MAT).game.cities[0].stages == 1


def test_the_back_of_another_age_is_no_stage():
    assert Mat(THREE).show(code_of("stone_pit"), MAT, MAT).lay(BACKS[2]).questions == ["wrong_age"]


def test_ending_the_turn_leaves_the_next_seats_card_out_and_nobody_elses():
    mat = Mat(THREE).show(code_of("lumber_yard")).press(Advance())
    assert mat.turn == 1, "a press urges nobody"
    mat.press(EndTurn((1,)))
    assert mat.actions[-1] == Discard(1)
    assert mat.turn == 2


def test_ending_the_turn_counts_although_a_card_lies_there_that_was_recorded_before():
    mat = Mat(THREE).show(code_of("lumber_yard")).lay(code_of("lumber_yard"))
    assert mat.notices == ["notice.shown_before"]
    mat.press(EndTurn((1,))).press(EndTurn((2,)))
    assert mat.actions[1:] == [Discard(1), Discard(2)]


def test_undo_takes_back_one_card_and_the_one_that_still_lies_there_is_not_read_again():
    mat = Mat(THREE).show(code_of("lumber_yard")).lay(code_of("stone_pit")).press(Undo()).wait(50)
    assert mat.turn == 1
    mat.take_away().show(code_of("clay_pool"))
    assert [entry.action.card for entry in mat.session.entries] == ["lumber_yard", "clay_pool"]


def test_undo_goes_back_into_the_turn_before_card_by_card():
    mat = Mat(THREE).show(*cards("lumber_yard", "stone_pit", "clay_pool"))
    assert mat.game.turn == 2
    mat.press(Undo())
    assert (mat.game.turn, mat.turn) == (1, 2)
    mat.press(Undo())
    assert mat.turn == 1


def test_a_wrong_card_is_asked_about_with_the_reason_and_may_be_insisted_on():
    mat = Mat(THREE).lay(code_of("palace", 3))
    asked = [event.question for event in mat.events if isinstance(event, Asked)]
    assert [(question.seat, question.kind) for question in asked] == [(0, "wrong_age")]
    assert mat.actions == []
    mat.press(Answer(mat.session.ruling.questions[0], asked[0].choices.index("exception")))
    assert (mat.actions[0].card, mat.actions[0].exception) == ("palace", True)
    assert mat.turn == 1
    mat.take_away().lay(code_of("senate", 3))
    assert mat.questions == ["wrong_age"], "an exception is one card's"


def test_a_card_that_is_in_a_city_already_is_said_and_not_asked_about():
    mat = Mat(THREE).show(code_of("lumber_yard")).lay(code_of("lumber_yard"))
    assert (mat.notices, mat.questions, mat.turn) == (["notice.shown_before"], [], 1)
    assert mat.take_away().notices == []


def test_what_lay_there_before_the_camera_looked_is_not_read():
    mat = Mat(THREE).lay(BACKS[1], sure=False)
    assert (mat.actions, mat.questions, mat.notices) == ([], [], ["notice.show_again"])
    assert isinstance(mat.take_away().show(code_of("lumber_yard")).actions[0], Build)
    assert mat.lay(code_of("lumber_yard"), sure=False).notices == [], "it is recorded"


def test_a_discard_that_a_hand_has_hidden_is_not_read_again_but_the_screen_says_how_to_show_another():
    mat = Mat(THREE).lay(MAT)
    mat.lying = replace(mat.lying, maybe_another=True)
    assert mat.wait().notices == ["notice.show_again"]
    assert mat.actions == [Discard(0)]


def test_a_card_that_a_hand_has_hidden_before_it_was_dealt_with_is_still_asked_about():
    mat = Mat(THREE).lay(code_of("apothecary"))
    mat.lying = replace(mat.lying, maybe_another=True)
    assert (mat.wait().notices, mat.questions) == ([], ["not_affordable"])


@pytest.mark.parametrize("code", [board_code("babylon"), 189, 212, 216])
def test_boards_tokens_corners_and_commands_are_no_cards(code):
    mat = Mat(THREE).show(code)
    assert (mat.actions, mat.questions) == ([], [])


def test_another_way_to_pay_can_be_chosen_as_long_as_the_turn_is_open():
    """Stone for the Baths is sold on both sides: 2 coins to the left, or to the right."""
    mat = Mat([("rhodes", "A"), ("ephesus", "A"), ("giza", "A")])
    mat.show(MAT, code_of("stone_pit"), MAT, code_of("baths"))
    plan = mat.session.ruling.plans[0]
    assert (plan.card, plan.ways, plan.payment) == ("baths", 2, Payment(left=2))
    mat.press(Choose(0, 1))
    assert mat.session.ruling.plans[0].payment == Payment(right=2)
    assert mat.turn == 1


def test_a_card_paid_for_otherwise_is_still_that_card():
    mat = Mat([("rhodes", "A"), ("ephesus", "A"), ("giza", "A")])
    mat.show(MAT, code_of("stone_pit"), MAT).lay(code_of("baths")).press(Choose(0, 1)).take_away()
    assert mat.lay(code_of("baths")).notices == ["notice.shown_before"]


def play_out(mat, age):
    """Everybody discards until the age is over."""
    while mat.game.age == age and mat.game.phase is not Phase.CONFLICTS:
        mat.show(MAT)
    return mat


def test_the_conflicts_come_after_the_sixth_turn_and_advance_goes_on():
    mat = play_out(Mat(THREE), 1)
    assert mat.game.phase is Phase.CONFLICTS
    mat.press(Advance())
    assert any(isinstance(event, ConflictsResolved) for event in mat.events)
    assert (mat.game.age, mat.turn) == (2, 0)


def test_with_auto_the_conflicts_come_by_themselves():
    mat = Mat(auto=True)
    mat.show(*(board_code(*wonder) for wonder in THREE))
    assert play_out(mat.show(MAT), 1).wait(60).game.age == 2


@pytest.mark.parametrize("code", [LEADER_BACK, leader_code("caesar"), MAT])
def test_with_auto_leaders_start_the_game_too(code):
    mat = Mat(auto=True, leaders=True).show(*(board_code(*wonder) for wonder in THREE)).lay(code)
    assert mat.game.phase is Phase.RECRUIT


def insist(mat, code):
    """Show something, and say that it is so if the rules forbid it."""
    mat.lay(code)
    if not mat.questions:
        return mat.take_away()
    question = mat.session.ruling.questions[0]
    return mat.press(Answer(question, question.choices.index("exception"))).take_away()


def test_babylons_seventh_card_and_the_discard_pile_of_halicarnassus():
    mat = Mat([("babylon", "B"), ("halicarnassus", "A"), ("giza", "A")])
    for _ in range(2):
        insist(insist(mat, BACKS[1]), BACKS[1]).show(MAT)
    assert (mat.game.phase, mat.turn) == (Phase.FROM_DISCARD, 1)
    assert mat.lay(BACKS[1]).questions == ["not_now"]
    mat.take_away().show(code_of("baths"))
    assert mat.actions[-1] == BuildFromDiscard(1, "baths")
    while mat.game.phase is Phase.TURN:
        mat.show(MAT)
    assert (mat.game.turn, mat.game.phase, mat.turn) == (6, Phase.SEVENTH, 0)
    mat.show(code_of("altar"))
    assert mat.actions[-1] == Build(0, "altar", Payment())
    assert mat.game.phase is Phase.CONFLICTS


def test_nothing_of_the_discard_pile_is_taken_with_the_discard_mats_sticker():
    mat = Mat([("babylon", "B"), ("halicarnassus", "A"), ("giza", "A")])
    for _ in range(2):
        insist(mat.show(MAT), BACKS[1]).show(MAT)
    assert mat.show(MAT).actions[-1] == BuildFromDiscard(1, None)


def test_leaders_are_recruited_buried_and_discarded():
    mat = Mat(THREE, leaders=True)
    assert mat.game.phase is Phase.RECRUIT
    mat.show(leader_code("caesar")).lay(LEADER_BACK)
    assert mat.actions[0].card == "caesar"
    assert isinstance(mat.actions[0], Recruit)
    mat.take_away().show(MAT, MAT)
    assert mat.game.phase is Phase.TURN


def test_an_age_card_is_not_a_leader():
    mat = Mat(THREE, leaders=True).lay(code_of("baths"))
    assert mat.questions == ["not_now"]


def test_two_players_show_the_free_citys_card_after_its_holders_own():
    mat = Mat(THREE, free_city=0)
    assert mat.game.setup.free_city == 0
    order = []
    while len(order) < 3:
        order.append(mat.turn)
        mat.show(MAT)
    assert order.index(0) == order.index(mat_controller(mat)) + 1


def mat_controller(mat):
    return next(mat.game.states()).controller


def courtesans():
    """Giza has built the Courtesans Guild, and one of the others, who have leaders, has yet to act."""
    mat = Mat(THREE, leaders=True)
    mat.show(MAT, leader_code("hammurabi"), leader_code("hypatia"))
    while mat.game.age < 3 or mat.game.phase is not Phase.TURN:
        mat.press(Advance() if mat.game.phase is Phase.CONFLICTS else EndTurn(mat.session.waited_for))
    return insist(mat, next(entry.code for entry in CODEBOOK if entry.id == "courtesans_guild")).show(MAT)


def test_whom_the_courtesans_serve_is_shown_with_that_leaders_card():
    mat = courtesans().show(MAT)
    assert (mat.game.phase, mat.questions) == (Phase.CHOOSE_LEADER, ["court"])
    assert mat.show(leader_code("caesar")).game.phase is Phase.CHOOSE_LEADER, "nobody's leader"
    mat.show(leader_code("hypatia"))
    assert mat.actions[-1] == ChooseLeader(0, "hypatia")
    assert mat.press(Undo()).game.phase is Phase.CHOOSE_LEADER, "only the choice is undone"
    assert mat.turn == 0


def test_who_shows_the_leader_as_soon_as_the_courtesans_can_choose_is_not_asked():
    mat = courtesans().lay(MAT, pictures=1)
    assert mat.game.phase is Phase.CHOOSE_LEADER
    assert mat.lay(leader_code("hypatia"), pictures=1).actions[-1] == ChooseLeader(0, "hypatia")
    assert not any(isinstance(event, Asked) and event.question.kind == "court" for event in mat.events)


def test_every_board_and_every_card_that_is_taken_in_is_answered_with_a_sound():
    output = SilentSpeaker()
    announcer, _ = listening(output, voice=False)
    mat = Mat()
    for code in (*(board_code(*wonder) for wonder in THREE), *cards("lumber_yard", "stone_pit", "clay_pool")):
        mat.lay(code)
        announcer.watch(state_for_screen(mat.session, FrameResult(mat.session.scene, 0)), revealing=False)
        mat.take_away()
        announcer.watch(state_for_screen(mat.session, FrameResult(mat.session.scene, 0)), revealing=False)
        if len(mat.session.setup.seats) == 3 and mat.game is None:
            mat.press(Advance())
    assert output.tones == ["booked"] * 6


def test_the_screen_knows_whose_turn_it_is():
    mat = Mat(THREE).show(code_of("lumber_yard"))
    state = state_for_screen(mat.session, FrameResult(mat.session.scene, 0))
    assert (state.station, state.shows, state.entered) == (True, 1, {0})
    assert home_screen(state).screen is ScreenId.STATION


def test_what_is_still_shown_when_a_game_is_brought_back_is_not_taken_for_the_next_seat():
    mat = Mat(THREE).lay(MAT)
    events = [event for event in mat.events if isinstance(event, Booked)]
    mat.press(Leave())
    mat.session = resume(mat.session, restore(THREE, {"rulings": RULINGS}, events))
    assert mat.wait().game.actions == (Discard(0),)
    assert mat.take_away().lay(MAT).game.actions == (Discard(0), Discard(1))


def test_after_a_restart_the_open_turn_goes_on_and_is_undone_card_by_card():
    mat = Mat(THREE).show(*cards("lumber_yard", "stone_pit"))
    rows = [event_to_row(entry) for entry in mat.session.entries]
    fresh = Session(StationUmpire(CODEBOOK), setup=StationSetup())
    events = [event_from_row(*row) for row in rows]
    mat.session = resume(fresh, restore(mat.game.setup.seats, {"rulings": RULINGS}, events))
    assert mat.turn == 2
    assert mat.lay(code_of("stone_pit")).notices == ["notice.shown_before"]
    assert mat.take_away().press(Undo()).turn == 1
    assert mat.press(Undo()).turn == 0


def test_a_finished_game_makes_room_for_another_with_boards_of_its_own():
    mat = Mat(THREE)
    while mat.game.phase is not Phase.OVER:
        if mat.game.phase is Phase.CONFLICTS:
            mat.press(Advance())
        else:
            mat.show(MAT)
    mat.press(Leave())
    assert mat.game is None
    assert mat.show(board_code("babylon")).session.setup.seats == (("babylon", "A"),)


def test_undo_takes_back_the_last_discard_that_was_shown_and_no_other():
    mat = Mat(THREE).show(MAT, MAT)
    assert mat.game.to_act == (2,)
    assert mat.press(Undo()).game.to_act == (1, 2)
