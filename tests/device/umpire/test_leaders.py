"""How leaders are played on the table, as the umpire sees it (Leaders rulebook)."""

from __future__ import annotations

import pytest

from device.messages.intents import Advance, Answer, Undo
from engine import Build, ChooseLeader, Pass, Payment, Phase, Recruit
from tests.device.table_session import TableSession
from tests.device.tables import LEADER_BACK, leader_code

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
ROME = [("rome", "B"), ("rhodes", "A"), ("alexandria", "A")]


@pytest.fixture
def night():
    return TableSession(WONDERS, leaders=True)


def test_with_leaders_the_age_begins_with_recruiting(night):
    assert night.game.phase is Phase.RECRUIT
    assert [city.coins for city in night.game.cities] == [6, 6, 6]


def test_without_leaders_it_begins_with_a_turn():
    assert TableSession(WONDERS).game.phase is Phase.TURN


def test_rome_is_only_played_with_leaders():
    night = TableSession(ROME)
    assert night.game is None
    assert [question.kind for question in night.session.setup.questions] == ["wonders_refused"]
    assert TableSession(ROME, leaders=True).game is not None


def test_a_leader_that_is_new_in_the_city_is_recruited_for_its_price(night):
    for seat, leader in enumerate(["sappho", "cleopatra", "caesar"]):
        night.table.leader(seat, leader)
    night.wait(2)
    assert night.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Recruit")]
    assert [city.coins for city in night.game.cities] == [5, 2, 1]
    assert night.closed == [(1, 0)]
    assert night.game.phase is Phase.TURN


def test_what_a_leader_costs_is_shown_before_it_is_booked(night):
    night.table.leader(0, "cleopatra")
    night.wait(1)
    plan = night.session.ruling.plans[0]
    assert (plan.do, plan.card, plan.payment.bank) == ("recruit", "cleopatra", 4)
    assert night.actions == []


def test_a_leader_booked_is_not_recruited_again_in_the_next_age(night):
    night.table.leader(0, "sappho")
    night.wait(1).press(Advance())
    assert night.session.booked == {leader_code("sappho"): 0}
    for _ in range(7):
        night.press(Advance())
    assert night.wait(3).session.ruling.plans == {}


def test_a_leaders_back_on_the_mat_is_a_discard(night):
    night.table.leader(0, "sappho")
    night.table.leader(1, "zenobia")
    night.table.discard()
    assert night.wait(3).actions == []  # a card of the age is none of this phase's
    night.table.discard(back=LEADER_BACK)
    night.wait(1)
    assert night.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Discard")]
    assert night.game.cities[2].coins == 9


def test_in_a_turn_a_stage_is_built_with_a_card_of_the_age(night):
    night.jump(1).table.stage(0, 1, back=LEADER_BACK)
    assert night.wait(3).questions == ["wrong_age"]


def test_while_leaders_are_recruited_a_leaders_back_under_the_board_is_a_stage(night):
    night.jump(2, builds=[Build(0, "stone_pit"), Build(1, "ore_vein"), Build(2, "clay_pool")])
    for _ in range(5):
        night.press(Advance())
    night.wait(6)
    assert (night.game.age, night.game.phase) == (2, Phase.RECRUIT)
    night.table.stage(0, 1, back=LEADER_BACK)
    night.wait(1).press(Advance())
    assert night.game.cities[0].stages == 1
    assert night.actions[-3:] == [(0, "BuildStage"), (1, "Discard"), (2, "Discard")]


def test_an_ages_back_under_the_board_waits_for_its_turn(night):
    night.table.stage(0, 1)
    night.wait(5)
    assert night.session.ruling.plans == {}
    assert night.questions == []


def test_a_leader_that_cannot_be_paid_is_a_question_and_may_be_insisted_on(night):
    night.table.leader(0, "cleopatra")
    night.wait(1).press(Advance())
    for card in ("lumber_yard", "clay_pit", "ore_vein", "stone_pit", "clay_pool", "baths"):
        night.table.lay(0, card)
        night.wait(1).press(Advance())
    night.wait(6).table.leader(0, "caesar")
    assert night.wait(3).questions == ["not_affordable"]
    question = night.session.ruling.questions[0]
    assert question.placeholders["card"] == "caesar"
    night.press(Answer(question, question.choices.index("exception"))).press(Advance())
    assert night.game.cities[0].leaders == ("cleopatra", "caesar")


def test_a_leader_does_not_count_in_a_turn_and_nobody_can_insist(night):
    night.jump(1)
    night.table.leader(0, "sappho")
    assert night.wait(3).questions == ["not_now"]
    assert night.session.ruling.questions[0].choices == ("take_back",)


def test_the_blank_leader_means_nothing_until_it_is_agreed_what_it_does(night):
    night.table.leader(0, "semiramis")
    assert night.wait(3).questions == ["unknown_leader"]
    assert night.session.ruling.questions[0].choices == ("take_back",)


def test_two_leaders_at_once_are_a_question(night):
    night.table.leader(0, "sappho")
    night.table.leader(0, "zenobia")
    assert night.wait(5).questions == ["two_cards"]


def test_a_second_leader_is_a_question_however_late(night):
    night.table.leader(0, "sappho")
    night.table.leader(1, "zenobia")
    night.wait(5)
    night.table.leader(0, "midas")
    assert night.wait(5).questions == ["two_cards"]
    assert night.actions == []


def test_the_first_card_of_the_age_asks_whether_who_shows_nothing_has_discarded(night):
    night.table.leader(0, "sappho")
    night.table.leader(1, "zenobia")
    night.wait(4)
    assert night.actions == []
    night.table.lay(2, "ore_vein")
    (question,) = night.wait(4).session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 2)
    night.press(Answer(question, 0)).wait(1)
    assert night.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Discard")]
    assert night.session.ruling.plans[2].card == "ore_vein"


def test_cards_of_the_age_close_nothing_by_themselves(night):
    night.table.lay(0, "ore_vein")
    night.table.lay(1, "stone_pit")
    night.table.leader(2, "sappho")
    night.wait(10)
    assert night.actions == []
    assert night.questions == ["not_acted_several"]


def test_advance_closes_recruiting(night):
    night.table.leader(1, "sappho")
    night.wait(1).press(Advance())
    assert night.actions == [(0, "Discard"), (1, "Recruit"), (2, "Discard")]


@pytest.mark.parametrize("first", ["stage", "leader"])
def test_rome_lays_a_stage_and_the_leader_that_it_brings_without_a_question(first):
    night = TableSession(ROME, leaders=True).jump(2, stages=[(0, 1)])
    lay = {"stage": lambda: night.table.stage(0, 2), "leader": lambda: night.table.leader(0, "cleopatra")}
    lay.pop(first)()
    night.wait(0.5)
    lay.popitem()[1]()
    night.table.lay(1, "loom")
    night.table.lay(2, "press")
    night.wait(4)
    insist(night)
    assert night.actions == [(0, "BuildStage"), (1, "Build"), (2, "Build"), (0, "Recruit")]
    assert night.game.cities[0].leaders == ("cleopatra",)
    assert night.closed == [(1, 2)]


def insist(night):
    """The stage could not be paid; somebody says that it counts."""
    assert night.questions == ["not_affordable"]
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("exception"))).wait(2)


def at_extra_leader():
    """Rome has built its second stage in the second turn."""
    night = TableSession(ROME, leaders=True).jump(2, stages=[(0, 1)])
    night.table.stage(0, 2)
    night.table.lay(1, "ore_vein")
    night.table.lay(2, "press")
    night.wait(3)
    insist(night)
    assert night.game.phase is Phase.EXTRA_LEADER
    return night


def test_the_extra_leader_is_waited_for():
    assert at_extra_leader().wait(20).game.phase is Phase.EXTRA_LEADER


def test_advance_leaves_the_extra_leader():
    night = at_extra_leader().press(Advance())
    assert night.game.actions[-1] == Pass(0)
    assert (night.game.phase, night.game.turn) == (Phase.TURN, 3)


def test_romes_next_card_leaves_the_extra_leader():
    night = at_extra_leader()
    night.table.lay(1, "stone_pit")
    night.wait(5)
    assert night.game.phase is Phase.EXTRA_LEADER  # that is somebody else's
    night.table.lay(0, "clay_pool")
    night.wait(4)
    assert night.game.actions[-1] == Pass(0)
    assert night.session.ruling.plans[0].card == "clay_pool"


def test_solomon_and_the_card_that_he_brings_are_no_question(night):
    night.table.leader(1, "sappho")
    night.table.leader(2, "zenobia")
    night.table.leader(0, "solomon")
    night.wait(0.5)
    night.table.lay(0, "ore_vein")
    night.wait(4)
    assert night.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Recruit"), (0, "BuildFromDiscard")]
    assert night.game.cities[0].cards == ("ore_vein",)
    assert night.closed == [(1, 0)]


def choosing_leader():
    """Rhodes (seat 1) has built the Courtesans Guild; its neighbours have recruited Sappho and Zenobia."""
    night = TableSession(WONDERS, leaders=True).jump(1, leaders=[(0, "zenobia"), (2, "sappho")])
    for _ in range(6):
        night.press(Advance())
    night.wait(6)
    for _ in range(7):
        night.press(Advance())
    night.wait(6).press(Advance())
    night.table.age = 3
    assert (night.game.age, night.game.turn) == (3, 1)
    night.table.lay(1, "courtesans_guild")
    night.wait(3)
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("exception"))).press(Advance()).wait(1)
    assert night.game.phase is Phase.CHOOSE_LEADER
    return night


def test_which_leader_the_courtesans_win_over_is_asked():
    night = choosing_leader()
    (question,) = night.session.ruling.questions
    assert (question.seat, question.kind) == (1, "court")
    assert question.choices == ("leader:sappho", "leader:zenobia")
    assert night.wait(20).game.phase is Phase.CHOOSE_LEADER


def test_the_answer_is_booked():
    night = choosing_leader()
    (question,) = night.session.ruling.questions
    night.press(Answer(question, 1))
    assert night.game.actions[-1] == ChooseLeader(1, "zenobia")
    assert (night.game.phase, night.game.turn) == (Phase.TURN, 2)
    assert night.wait(2).questions == []


def test_advance_takes_the_first_leader():
    night = choosing_leader().press(Advance())
    assert night.game.actions[-1] == ChooseLeader(1, "sappho")


def test_a_card_laid_before_the_answer_is_the_next_turns():
    night = choosing_leader()
    night.table.lay(1, "arena")
    night.wait(4)
    assert night.questions == ["court"]
    night.press(Advance()).wait(2)
    assert night.session.ruling.questions[0].placeholders["card"] == "arena"
    assert night.questions == ["not_affordable"]


def test_the_courtesans_can_be_taken_back():
    night = choosing_leader().press(Advance()).press(Undo())
    assert (night.game.phase, night.game.turn) == (Phase.TURN, 1)
    assert "courtesans_guild" not in night.game.cities[1].cards


def test_recruiting_can_be_taken_back(night):
    night.table.leader(0, "sappho")
    night.wait(1).press(Advance()).press(Undo())
    assert night.game.actions == ()
    assert night.game.phase is Phase.RECRUIT
    night.press(Advance())
    assert night.game.actions[0] == Recruit(0, "sappho", pays=Payment(bank=1))
