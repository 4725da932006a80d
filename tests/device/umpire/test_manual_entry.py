"""What is entered by hand counts at once, and binds with what lies on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.messages.events import Booked, Refused, TurnClosed, Undone
from device.messages.intents import Advance, Answer, Choose, Enter
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    Pass,
    Payment,
    Phase,
    Recruit,
)
from tests.device.table_session import TableSession
from tests.device.tables import code_of

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
FOUR = [*WONDERS, ("ephesus", "A")]
HALICARNASSUS = [("halicarnassus", "B"), ("rhodes", "A"), ("alexandria", "A")]
BABYLON = [("babylon", "B"), ("rhodes", "A"), ("alexandria", "A")]
ROME = [("rome", "B"), ("rhodes", "A"), ("alexandria", "A")]
TURN = (Build(0, "lumber_yard"), Build(1, "stone_pit"), Build(2, "clay_pool"))


@pytest.fixture
def night():
    return TableSession(WONDERS)


def refusals(night):
    return [event for event in night.events if isinstance(event, Refused)]


def test_an_entry_is_booked_at_once_and_the_turn_stays_open(night):
    night.enter(TURN[0])
    assert night.game.pending == {0: Build(0, "lumber_yard", Payment())}
    assert night.game.to_act == (1, 2)
    assert night.actions == [(0, "Build")]
    assert night.wait(30).closed == []


def test_the_umpire_judges_only_the_seats_that_are_left(night):
    night.table.lay(1, "stone_pit")
    night.table.lay(2, "clay_pool")
    night.wait(5)
    assert night.closed == []
    night.enter(TURN[0])
    assert night.actions == [(0, "Build"), (1, "Build"), (2, "Build")]
    assert night.closed == [(1, 1)]


def test_a_turn_entered_whole_closes_with_its_last_entry(night):
    night.enter(*TURN)
    assert [type(event) for event in night.events[-4:]] == [Booked, Booked, Booked, TurnClosed]
    assert night.game.turn == 2


def test_entering_again_replaces_what_was_entered(night):
    night.enter(TURN[0], TURN[1], Build(0, "ore_vein"))
    assert night.game.actions == (Build(1, "stone_pit", Payment()), Build(0, "ore_vein", Payment()))
    assert [event.keep for event in night.events if isinstance(event, Undone)] == [0]
    assert night.enter(TURN[2]).game.cities[0].cards == ("ore_vein",)


def test_an_entry_that_is_refused_leaves_the_one_before(night):
    night.enter(TURN[0], Build(0, "palace"))
    assert night.game.actions == (Build(0, "lumber_yard", Payment()),)


def test_a_refusal_says_every_reason(night):
    night.enter(Build(0, "palace"))
    (refusal,) = refusals(night)
    assert {reason.key for reason in refusal.reasons} == {"wrong_age", "nobody_sells"}
    assert night.game.actions == ()


def test_an_exception_books_what_the_rules_forbid_and_is_marked(night):
    night.enter(Build(0, "palace", exception=True))
    assert night.game.actions[0].exception


def test_an_exception_is_marked_only_where_it_is_one(night):
    assert not night.enter(Build(0, "lumber_yard", exception=True)).game.actions[0].exception


def test_coins_are_corrected_at_any_time(night):
    night.enter(TURN[0], CorrectCoins(0, 9), *TURN[1:])
    assert (night.game.turn, night.game.cities[0].coins) == (2, 9)


def test_coins_are_corrected_between_the_conflicts_and_after_the_end(night):
    for _ in range(6):
        night.press(Advance())
    assert night.enter(CorrectCoins(1, 5)).game.phase is Phase.CONFLICTS
    night.enter(Fight())
    while night.game.phase is not Phase.OVER:
        night.press(Advance())
    assert night.enter(CorrectCoins(1, 7)).game.cities[1].coins == 7


def test_nothing_can_be_entered_before_the_game():
    night = TableSession(WONDERS, auto=False).enter(TURN[0])
    assert [refusal.key for refusal in refusals(night)] == ["notice.not_started"]


def test_a_card_entered_and_then_laid_is_that_card(night):
    night.enter(TURN[0])
    night.table.lay(0, "lumber_yard")
    night.wait(5)
    assert night.questions == []
    assert night.session.booked == {code_of("lumber_yard"): 0}
    assert night.enter(*TURN[1:]).wait(10).game.cities[0].cards == ("lumber_yard",)
    assert night.session.ruling.plans == {}


def test_a_card_that_is_laid_turns_later_is_still_that_card(night):
    night.enter(*TURN).wait(10)
    card = night.table.lay(0, "lumber_yard")
    night.wait(5)
    assert (night.session.ruling.plans, night.questions) == ({}, [])
    night.table.take(card)
    assert [notice.key for notice in night.wait(5).session.ruling.notices] == ["notice.card_missing"]


def test_a_card_that_lay_there_before_is_no_second_one(night):
    night.table.lay(0, "lumber_yard")
    night.wait(3).enter(*TURN).wait(5)
    assert night.game.cities[0].cards == ("lumber_yard",)
    assert (night.session.ruling.plans, night.questions) == ({}, [])


def test_of_two_copies_each_city_has_its_own():
    night = TableSession(FOUR).enter(TURN[0], Build(1, "lumber_yard"))
    night.table.lay(1, "lumber_yard", copy=1)
    night.table.lay(0, "lumber_yard")
    assert night.wait(5).questions == []
    assert night.session.booked == {code_of("lumber_yard"): 0, code_of("lumber_yard", copy=1): 1}


def test_another_copy_in_the_same_city_is_a_question():
    night = TableSession(FOUR).enter(*TURN, Discard(3))
    night.table.lay(0, "lumber_yard", copy=1)
    night.wait(3)
    night.table.lay(0, "lumber_yard")
    assert night.wait(4).questions == ["already_built"]


def test_a_stage_entered_and_then_laid_is_that_stage():
    night = TableSession(HALICARNASSUS).jump(3, builds=[Discard(0), Build(1, "ore_vein"), Discard(2)])
    night.enter(BuildStage(0), Build(2, "loom"))
    night.table.stage(0, 1)
    night.wait(5)
    assert night.questions == []
    assert night.game.pending.keys() == {0, 2}
    night.enter(Build(1, "clay_pool"), BuildFromDiscard(0, "barracks")).wait(5)
    assert night.game.cities[0].stages == 1
    assert night.session.ruling.plans == {}


def test_another_card_than_was_entered_is_a_question(night):
    night.enter(TURN[0])
    night.table.lay(0, "ore_vein")
    assert night.wait(4).questions == ["entered_otherwise"]
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("instead")))
    assert night.session.ruling.plans[0].card == "ore_vein"
    assert night.game.actions == ()


def test_a_second_card_beside_the_one_that_was_entered_is_a_question_with_both_names(night):
    night.enter(TURN[0])
    night.table.lay(0, "lumber_yard")
    night.table.lay(0, "stone_pit")
    (question,) = night.wait(4).session.ruling.questions
    assert (question.kind, dict(question.placeholders)) == ("two_cards", {"card": "lumber_yard", "other": "stone_pit"})


def test_another_card_than_was_entered_may_be_the_next_turns(night):
    night.enter(TURN[0])
    night.table.lay(0, "ore_vein")
    night.wait(4)
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("next_card"))).enter(*TURN[1:]).wait(1)
    assert night.game.cities[0].cards == ("lumber_yard",)
    assert night.session.ruling.plans[0].card == "ore_vein"


def test_a_discard_entered_does_not_make_others_discard(night):
    night.enter(Discard(0))
    night.table.lay(1, "stone_pit")
    night.table.discard()
    assert night.wait(10).closed == []
    night.table.discard()
    night.wait(1)
    assert night.actions == [(0, "Discard"), (1, "Build"), (2, "Discard")]


def test_a_discard_entered_in_the_sixth_turn_lies_on_the_mat_beside_the_leftovers(night):
    night.jump(6).enter(Discard(0))
    night.table.lay(1, "stone_pit")
    for _ in range(4):  # three leftovers, and the card of the first seat
        night.table.discard()
    assert night.wait(10).closed == []
    night.table.discard()
    assert night.wait(1).closed == [(1, 6)]
    assert night.actions[-1] == (2, "Discard")


def test_a_discard_of_the_sixth_turn_still_lies_on_the_mat_when_the_seventh_card_is_played():
    night = TableSession(BABYLON).jump(6, stages=[(0, 2)])
    night.table.lay(0, "lumber_yard")
    night.table.lay(2, "loom")
    night.enter(Discard(1)).wait(3)
    assert night.game.phase is Phase.SEVENTH
    for _ in range(3):  # two leftovers, and the card of the second seat
        night.table.discard()
    assert night.wait(5).closed == []
    night.table.discard()
    assert night.wait(2).actions[-1] == (0, "Discard")


def test_the_next_card_of_who_has_entered_asks_for_who_has_not_acted():
    night = TableSession(FOUR).enter(TURN[0], TURN[1])
    night.table.lay(0, "lumber_yard")
    night.table.lay(2, "clay_pool")
    night.wait(5)
    night.table.lay(0, "ore_vein")
    (question,) = night.wait(4).session.ruling.questions
    night.press(Answer(question, 0))
    assert night.actions[-1] == (3, "Discard")
    assert night.closed == [(1, 1)]


def test_another_way_to_pay_can_be_chosen_for_what_was_entered():
    night = TableSession(WONDERS).jump(2, builds=[Discard(0), Build(1, "clay_pool"), Build(2, "clay_pit")])
    night.enter(Build(0, "guard_tower"), Discard(1))
    assert night.session.ruling.plans[0].ways == 2
    assert night.game.pending[0].pays == Payment(left=2)
    night.press(Choose(0, 1))
    assert night.game.pending[0].pays == Payment(right=2)
    assert night.session.ruling.plans[0].chosen == 1
    for index in (7, 2, -1):
        assert night.press(Choose(0, index)).game.pending[0].pays == Payment(right=2)
    assert night.press(Choose(0, 0)).game.pending[0].pays == Payment(left=2)


def test_another_payment_can_be_chosen_for_a_stage_that_was_entered_and_for_nothing_that_is_free():
    night = TableSession(WONDERS).jump(2, builds=[Discard(0), Build(1, "stone_pit"), Build(2, "timber_yard")])
    night.enter(BuildStage(0), Discard(1))
    for index, payment in ((1, Payment(right=2)), (2, Payment(right=2)), (0, Payment(left=2))):
        assert night.press(Choose(0, index)).game.pending[0].pays == payment
    before = night.game
    assert night.press(Choose(1, 0)).press(Choose(1, 1)).game == before


def test_a_payment_that_is_not_offered_for_what_lies_there_is_the_first_one():
    night = TableSession(WONDERS).jump(2, builds=[Discard(0), Build(1, "stone_pit"), Discard(2)])
    night.table.stage(0, 1)
    for index in (1, -1):
        plan = night.wait(1).press(Choose(0, index)).session.ruling.plans[0]
        assert (plan.ways, plan.chosen, plan.payment) == (1, 0, Payment(left=2))


def test_a_payment_for_a_card_that_lies_there_is_one_of_those_offered():
    night = TableSession(WONDERS).jump(2, builds=[Discard(0), Build(1, "clay_pool"), Build(2, "clay_pit")])
    night.table.lay(0, "guard_tower")
    night.wait(1)
    payments = [night.press(Choose(0, index)).session.ruling.plans[0].payment for index in (1, 0, 1, 2, 1, -1)]
    assert payments == [Payment(right=2), Payment(left=2)] * 3


def test_a_way_to_pay_where_nothing_lies_or_nobody_sits_changes_nothing(night):
    before = night.session
    assert night.press(Choose(0, 1)).press(Choose(9, 1)).session == before


def test_a_person_without_a_camera_plays_by_hand(night):
    night.table.seen = False
    for _ in range(6):
        night.enter(*(Discard(seat) for seat in range(3))).wait(1)
    night.press(Advance())
    assert (night.game.age, night.session.ruling.notices) == (2, ())


def test_leaders_are_entered_too():
    night = TableSession(ROME, leaders=True)
    night.enter(Recruit(0, "sappho"), Recruit(1, "zenobia"), Recruit(2, "solomon"))
    assert night.game.phase is Phase.FROM_DISCARD
    night.enter(BuildFromDiscard(2, None))
    assert (night.game.phase, night.game.turn) == (Phase.TURN, 1)
    night.enter(Discard(0), Discard(1), Discard(2), BuildStage(0, exception=True), Discard(1), Discard(2))
    night.enter(BuildStage(0, exception=True), Discard(1), Discard(2))
    assert night.game.phase is Phase.EXTRA_LEADER
    assert night.enter(Pass(0)).game.turn == 4


def test_the_courtesans_choice_is_entered():
    night = TableSession(WONDERS, leaders=True)
    night.enter(Recruit(0, "zenobia"), Discard(1), Recruit(2, "sappho"))
    night.enter(Build(1, "courtesans_guild", exception=True), Discard(0), Discard(2))
    assert night.game.phase is Phase.CHOOSE_LEADER
    assert night.enter(ChooseLeader(1, "zenobia")).game.turn == 2


def test_the_seventh_card_is_entered():
    night = TableSession(BABYLON).jump(6, stages=[(0, 2)])
    night.enter(TURN[0], TURN[1], TURN[2])
    assert night.game.phase is Phase.SEVENTH
    night.table.lay(0, "lumber_yard")
    assert night.wait(3).questions == []
    assert night.enter(Build(0, "ore_vein")).game.cities[0].cards == ("lumber_yard", "ore_vein")


def test_a_seventh_card_that_lies_beside_the_sixth_that_was_entered_is_no_question():
    night = TableSession(BABYLON).jump(6, stages=[(0, 2)])
    night.enter(TURN[0])
    night.table.lay(0, "stone_pit")
    assert night.wait(4).questions == []


def test_whom_the_free_city_pays_can_be_chosen():
    night = TableSession(WONDERS, free_city=1)
    night.jump(2, builds=[Build(0, "clay_pool"), Discard(1), Build(2, "clay_pit")])
    night.enter(Build(1, "guard_tower"))
    plan = night.session.ruling.plans[1]
    assert (plan.payment, plan.ways) == (Payment(left=2), 2)
    night.press(Choose(1, 1)).enter(Discard(0), Discard(2))
    assert night.game.actions[-3].pays == Payment(right=2)
    assert [city.coins for city in night.game.cities] == [3 + 2 + 3, 6 - 2, 3 - 1 + 3]


def test_olympias_free_structure_is_a_way_to_pay():
    night = TableSession([("olympia", "A"), ("rhodes", "A"), ("alexandria", "A")]).jump(4, stages=[(0, 2)])
    night.enter(Build(0, "timber_yard"))
    plan = night.session.ruling.plans[0]
    assert (plan.ways, plan.payment) == (2, Payment(bank=1))
    night.press(Choose(0, 1))
    assert (night.game.pending[0].free, night.game.pending[0].pays) == (True, Payment())


def test_the_pile_is_not_waited_for_when_all_others_have_gone_on():
    night = TableSession(HALICARNASSUS).jump(3, builds=[Discard(0), Build(1, "ore_vein"), Discard(2)])
    night.enter(BuildStage(0), Discard(1), Discard(2))
    assert night.game.phase is Phase.FROM_DISCARD
    night.table.lay(1, "stone_pit")
    assert night.wait(60).game.phase is Phase.FROM_DISCARD
    night.table.lay(2, "clay_pool")
    assert night.wait(10).game.phase is Phase.FROM_DISCARD
    assert night.wait(15).game.turn == 4
    assert night.game.actions[-1] == BuildFromDiscard(0, None)


def test_advance_asks_before_everybody_discards(night):
    night.press_once(Advance())
    (refusal,) = refusals(night)
    assert (refusal.key, refusal.placeholders["count"]) == ("notice.advance_again", 3)
    assert night.game.actions == ()
    assert night.wait(5).press_once(Advance()).closed == [(1, 1)]


@pytest.mark.parametrize(("pause", "asked"), [(10.0, 1), (10.5, 2), (20.0, 2)])
def test_advance_asks_again_when_the_first_press_is_long_ago(night, pause, asked):
    night.press_once(Advance()).wait(pause).press_once(Advance())
    assert len(refusals(night)) == asked


def test_as_long_as_one_more_advance_closes_the_turn_the_screen_may_say_so(night):
    assert night.session.confirming is None
    night.press_once(Advance()).wait(10)
    assert night.session.confirming.seats == (0, 1, 2)
    assert night.wait(0.5).session.confirming is None
    night.press_once(Advance()).table.lay(0, "lumber_yard")
    assert night.wait(1).session.confirming is None


def test_advance_asks_again_when_it_would_close_something_else(night):
    night.press_once(Advance())
    night.table.lay(0, "lumber_yard")
    night.wait(1).press_once(Advance())
    assert [refusal.placeholders["count"] for refusal in refusals(night)] == [3, 2]


def test_advance_does_not_ask_when_most_have_acted(night):
    night.table.lay(0, "lumber_yard")
    night.table.lay(1, "stone_pit")
    night.wait(1).press_once(Advance())
    assert night.closed == [(1, 1)]


def test_what_came_to_the_mat_while_nobody_looked_closes_nothing(night):
    night.wait(3)
    night.table.now += 60
    night.table.discard()
    night.table.items[-1] = replace(night.table.items[-1], since=night.table.now)
    night.table.lay(0, "lumber_yard")
    night.table.lay(1, "stone_pit")
    assert night.wait(10).closed == []
    night.table.discard()
    assert night.wait(2).closed == [(1, 1)]


def test_the_enter_intent_is_what_the_screen_sends(night):
    assert night.press(Enter(TURN[0])).session.entries[0].hand


def test_a_copy_that_was_entered_elsewhere_is_not_there_for_two_others():
    night = TableSession(FOUR).enter(Build(3, "lumber_yard"))
    night.table.lay(0, "lumber_yard")
    night.table.lay(1, "lumber_yard", copy=1)
    assert night.wait(4).questions == ["no_copy_left"]
    assert [question.seat for question in night.session.ruling.questions] == [1]


def test_a_card_of_the_pile_beside_the_stage_that_was_entered_is_no_question():
    night = TableSession(HALICARNASSUS).jump(3, builds=[Discard(0), Build(1, "ore_vein"), Discard(2)])
    night.enter(BuildStage(0))
    night.table.lay(0, "barracks")
    assert night.wait(4).questions == []
    night.enter(Discard(1), Discard(2)).wait(4)
    assert night.game.actions[-1] == BuildFromDiscard(0, "barracks")
