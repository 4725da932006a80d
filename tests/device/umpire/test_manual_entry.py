"""What is entered by hand counts at once, and binds with what lies on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.umpire.new_cards import entered_card
from display.messages.events import Booked, Refused, TurnClosed, Undone
from display.messages.intents import Advance, Answer, Choose, EndTurn, Enter
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
from tests.device.tables import CODEBOOK, code_of

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
FOUR = [*WONDERS, ("ephesus", "A")]
HALICARNASSUS = [("halicarnassus", "B"), ("rhodes", "A"), ("alexandria", "A")]
BABYLON = [("babylon", "B"), ("rhodes", "A"), ("alexandria", "A")]
ROME = [("rome", "B"), ("rhodes", "A"), ("alexandria", "A")]
TURN = (Build(0, "lumber_yard"), Build(1, "stone_pit"), Build(2, "clay_pool"))


@pytest.fixture
def table_session():
    return TableSession(WONDERS)


def refusals(table_session):
    return [event for event in table_session.events if isinstance(event, Refused)]


def test_an_entry_is_booked_at_once_and_the_turn_stays_open(table_session):
    table_session.enter(TURN[0])
    assert table_session.game.pending == {0: Build(0, "lumber_yard", Payment())}
    assert table_session.game.to_act == (1, 2)
    assert table_session.actions == [(0, "Build")]
    assert table_session.wait(30).closed == []


def test_the_umpire_judges_only_the_seats_that_are_left(table_session):
    table_session.table.lay(1, "stone_pit")
    table_session.table.lay(2, "clay_pool")
    table_session.wait(5)
    assert table_session.closed == []
    table_session.enter(TURN[0])
    assert table_session.actions == [(0, "Build"), (1, "Build"), (2, "Build")]
    assert table_session.closed == [(1, 1)]


def test_a_turn_entered_whole_closes_with_its_last_entry(table_session):
    table_session.enter(*TURN)
    assert [type(event) for event in table_session.events[-4:]] == [Booked, Booked, Booked, TurnClosed]
    assert table_session.game.turn == 2


def test_entering_again_replaces_what_was_entered(table_session):
    table_session.enter(TURN[0], TURN[1], Build(0, "ore_vein"))
    assert table_session.game.actions == (Build(1, "stone_pit", Payment()), Build(0, "ore_vein", Payment()))
    assert [event.keep for event in table_session.events if isinstance(event, Undone)] == [0]
    assert table_session.enter(TURN[2]).game.cities[0].cards == ("ore_vein",)


def test_an_entry_that_is_refused_leaves_the_one_before(table_session):
    table_session.enter(TURN[0], Build(0, "palace"))
    assert table_session.game.actions == (Build(0, "lumber_yard", Payment()),)


def test_a_refusal_says_every_reason(table_session):
    table_session.enter(Build(0, "palace"))
    (refusal,) = refusals(table_session)
    assert {reason.key for reason in refusal.reasons} == {"wrong_age", "nobody_sells"}
    assert table_session.game.actions == ()


def test_an_exception_books_what_the_rules_forbid_and_is_marked(table_session):
    table_session.enter(Build(0, "palace", exception=True))
    assert table_session.game.actions[0].exception


def test_an_exception_is_marked_only_where_it_is_one(table_session):
    assert not table_session.enter(Build(0, "lumber_yard", exception=True)).game.actions[0].exception


def test_coins_are_corrected_at_any_time(table_session):
    table_session.enter(TURN[0], CorrectCoins(0, 9), *TURN[1:])
    assert (table_session.game.turn, table_session.game.cities[0].coins) == (2, 9)


def test_coins_are_corrected_between_the_conflicts_and_after_the_end(table_session):
    for _ in range(6):
        table_session.press(Advance())
    assert table_session.enter(CorrectCoins(1, 5)).game.phase is Phase.CONFLICTS
    table_session.enter(Fight())
    while table_session.game.phase is not Phase.OVER:
        table_session.press(Advance())
    assert table_session.enter(CorrectCoins(1, 7)).game.cities[1].coins == 7


def test_nothing_can_be_entered_before_the_game():
    table_session = TableSession(WONDERS, auto=False).enter(TURN[0])
    assert [refusal.key for refusal in refusals(table_session)] == ["notice.not_started"]


def test_a_card_entered_and_then_laid_is_that_card(table_session):
    table_session.enter(TURN[0])
    table_session.table.lay(0, "lumber_yard")
    table_session.wait(5)
    assert table_session.questions == []
    assert table_session.session.ledger.seats == {code_of("lumber_yard"): 0}
    assert table_session.enter(*TURN[1:]).wait(10).game.cities[0].cards == ("lumber_yard",)
    assert table_session.session.ruling.plans == {}


def test_a_card_that_is_laid_turns_later_is_still_that_card(table_session):
    table_session.enter(*TURN).wait(10)
    card = table_session.table.lay(0, "lumber_yard")
    table_session.wait(5)
    assert (table_session.session.ruling.plans, table_session.questions) == ({}, [])
    table_session.table.take(card)
    assert [notice.key for notice in table_session.wait(5).session.ruling.notices] == ["notice.card_missing"]


def test_a_card_that_lay_there_before_is_no_second_one(table_session):
    table_session.table.lay(0, "lumber_yard")
    table_session.wait(3).enter(*TURN).wait(5)
    assert table_session.game.cities[0].cards == ("lumber_yard",)
    assert (table_session.session.ruling.plans, table_session.questions) == ({}, [])


def test_of_two_copies_each_city_has_its_own():
    table_session = TableSession(FOUR).enter(TURN[0], Build(1, "lumber_yard"))
    table_session.table.lay(1, "lumber_yard", copy=1)
    table_session.table.lay(0, "lumber_yard")
    assert table_session.wait(5).questions == []
    assert table_session.session.ledger.seats == {code_of("lumber_yard"): 0, code_of("lumber_yard", copy=1): 1}


def test_another_copy_in_the_same_city_is_a_question():
    table_session = TableSession(FOUR).enter(*TURN, Discard(3))
    table_session.table.lay(0, "lumber_yard", copy=1)
    table_session.wait(3)
    table_session.table.lay(0, "lumber_yard")
    assert table_session.wait(4).questions == ["already_built"]


def test_a_stage_entered_and_then_laid_is_that_stage():
    table_session = TableSession(HALICARNASSUS).jump(3, builds=[Discard(0), Build(1, "ore_vein"), Discard(2)])
    table_session.enter(BuildStage(0), Build(2, "loom"))
    table_session.table.stage(0, 1)
    table_session.wait(5)
    assert table_session.questions == []
    assert table_session.game.pending.keys() == {0, 2}
    table_session.enter(Build(1, "clay_pool"), BuildFromDiscard(0, "barracks")).wait(5)
    assert table_session.game.cities[0].stages == 1
    assert table_session.session.ruling.plans == {}


def test_another_card_than_was_entered_is_a_question(table_session):
    table_session.enter(TURN[0])
    table_session.table.lay(0, "ore_vein")
    assert table_session.wait(9).questions == ["entered_otherwise"]
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("instead")))
    assert table_session.session.ruling.plans[0].card == "ore_vein"
    assert table_session.game.actions == ()


def test_a_second_card_beside_the_one_that_was_entered_is_a_question_with_both_names(table_session):
    table_session.enter(TURN[0])
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(0, "stone_pit")
    (question,) = table_session.wait(8).session.ruling.questions
    assert (question.kind, dict(question.placeholders)) == ("two_cards", {"card": "lumber_yard", "other": "stone_pit"})


def test_of_two_cards_beside_an_entry_the_first_is_asked_about_and_the_second_with_it(table_session):
    table_session.enter(TURN[0])
    table_session.table.lay(0, "ore_vein")
    table_session.wait(1).table.lay(0, "stone_pit")
    (question,) = table_session.wait(7).session.ruling.questions
    assert (question.kind, question.placeholders["card"]) == ("entered_otherwise", "ore_vein")
    table_session.press(Answer(question, question.choices.index("next_card")))
    assert table_session.wait(10).questions == []


def test_a_stage_that_was_entered_has_lain_there_since_its_first_card_came(table_session):
    table_session.enter(BuildStage(0, exception=True))
    first = table_session.wait(1).table.stage(0, 1)
    table_session.wait(3).table.stage(0, 1)
    entered = entered_card(table_session.wait(3).session.situation, 0, CODEBOOK)
    assert (entered.lies, entered.card.since) == (True, first.since)


def test_a_card_of_the_city_or_of_another_ones_stage_is_not_the_stage_that_was_entered(table_session):
    table_session.enter(BuildStage(0, exception=True))
    table_session.table.stage(1, 1)
    table_session.table.lay(0, "ore_vein")
    assert "entered_otherwise" in table_session.wait(9).questions
    assert not entered_card(table_session.session.situation, 0, CODEBOOK).lies


def test_another_card_than_was_entered_may_be_the_next_turns(table_session):
    table_session.enter(TURN[0])
    table_session.table.lay(0, "ore_vein")
    table_session.wait(9)
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("next_card"))).enter(*TURN[1:]).wait(1)
    assert table_session.game.cities[0].cards == ("lumber_yard",)
    assert table_session.session.ruling.plans[0].card == "ore_vein"


def test_a_discard_entered_does_not_make_others_discard(table_session):
    table_session.enter(Discard(0))
    table_session.table.lay(1, "stone_pit")
    table_session.table.discard()
    assert table_session.wait(10).closed == []
    table_session.table.discard()
    table_session.wait(1)
    assert table_session.actions == [(0, "Discard"), (1, "Build"), (2, "Discard")]


def test_a_discard_entered_in_the_sixth_turn_lies_on_the_mat_beside_the_leftovers(table_session):
    table_session.jump(6).enter(Discard(0))
    table_session.table.lay(1, "stone_pit")
    for _ in range(4):  # three leftovers, and the card of the first seat
        table_session.table.discard()
    assert table_session.wait(10).closed == []
    table_session.table.discard()
    assert table_session.wait(1).closed == [(1, 6)]
    assert table_session.actions[-1] == (2, "Discard")


def test_a_discard_of_the_sixth_turn_still_lies_on_the_mat_when_the_seventh_card_is_played():
    table_session = TableSession(BABYLON).jump(6, stages=[(0, 2)])
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(2, "loom")
    table_session.enter(Discard(1)).wait(3)
    assert table_session.game.phase is Phase.SEVENTH
    for _ in range(3):  # two leftovers, and the card of the second seat
        table_session.table.discard()
    assert table_session.wait(5).closed == []
    table_session.table.discard()
    assert table_session.wait(2).actions[-1] == (0, "Discard")


def test_the_next_card_of_who_has_entered_asks_for_who_has_not_acted():
    table_session = TableSession(FOUR).enter(TURN[0], TURN[1])
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(2, "clay_pool")
    table_session.wait(5)
    table_session.table.lay(0, "ore_vein")
    (question,) = table_session.wait(8).session.ruling.questions
    table_session.press(Answer(question, 0))
    assert table_session.actions[-1] == (3, "Discard")
    assert table_session.closed == [(1, 1)]


def test_another_way_to_pay_can_be_chosen_for_what_was_entered():
    table_session = TableSession(WONDERS).jump(2, builds=[Discard(0), Build(1, "clay_pool"), Build(2, "clay_pit")])
    table_session.enter(Build(0, "guard_tower"), Discard(1))
    assert table_session.session.ruling.plans[0].ways == 2
    assert table_session.game.pending[0].pays == Payment(left=2)
    table_session.press(Choose(0, 1))
    assert table_session.game.pending[0].pays == Payment(right=2)
    assert table_session.session.ruling.plans[0].chosen == 1
    for index in (7, 2, -1):
        assert table_session.press(Choose(0, index)).game.pending[0].pays == Payment(right=2)
    for index in (0, -1):
        assert table_session.press(Choose(0, index)).game.pending[0].pays == Payment(left=2)


def test_another_payment_can_be_chosen_for_a_stage_that_was_entered_and_for_nothing_that_is_free():
    table_session = TableSession(WONDERS).jump(2, builds=[Discard(0), Build(1, "stone_pit"), Build(2, "timber_yard")])
    table_session.enter(BuildStage(0), Discard(1))
    for index, payment in ((1, Payment(right=2)), (2, Payment(right=2)), (0, Payment(left=2))):
        assert table_session.press(Choose(0, index)).game.pending[0].pays == payment
    before = table_session.game
    assert table_session.press(Choose(1, 0)).press(Choose(1, 1)).game == before


def test_a_payment_that_is_not_offered_for_what_lies_there_is_the_first_one():
    table_session = TableSession(WONDERS).jump(2, builds=[Discard(0), Build(1, "stone_pit"), Discard(2)])
    table_session.table.stage(0, 1)
    for index in (1, -1):
        plan = table_session.wait(1).press(Choose(0, index)).session.ruling.plans[0]
        assert (plan.ways, plan.chosen, plan.payment) == (1, 0, Payment(left=2))


def test_a_payment_for_a_card_that_lies_there_is_one_of_those_offered():
    table_session = TableSession(WONDERS).jump(2, builds=[Discard(0), Build(1, "clay_pool"), Build(2, "clay_pit")])
    table_session.table.lay(0, "guard_tower")
    table_session.wait(1)
    payments = [table_session.press(Choose(0, index)).session.ruling.plans[0].payment for index in (1, 0, 1, 2, 1, -1)]
    assert payments == [Payment(right=2), Payment(left=2)] * 3


def test_a_way_to_pay_where_nothing_lies_or_nobody_sits_changes_nothing(table_session):
    before = table_session.session
    assert table_session.press(Choose(0, 1)).press(Choose(9, 1)).session == before


def test_a_person_without_a_camera_plays_by_hand(table_session):
    table_session.table.seen = False
    for _ in range(6):
        table_session.enter(*(Discard(seat) for seat in range(3))).wait(1)
    table_session.press(Advance())
    assert (table_session.game.age, table_session.session.ruling.notices) == (2, ())


def test_leaders_are_entered_too():
    table_session = TableSession(ROME, leaders=True)
    table_session.enter(Recruit(0, "sappho"), Recruit(1, "zenobia"), Recruit(2, "solomon"))
    assert table_session.game.phase is Phase.FROM_DISCARD
    table_session.enter(BuildFromDiscard(2, None))
    assert (table_session.game.phase, table_session.game.turn) == (Phase.TURN, 1)
    table_session.enter(Discard(0), Discard(1), Discard(2), BuildStage(0, exception=True), Discard(1), Discard(2))
    table_session.enter(BuildStage(0, exception=True), Discard(1), Discard(2))
    assert table_session.game.phase is Phase.EXTRA_LEADER
    assert table_session.enter(Pass(0)).game.turn == 4


def test_the_courtesans_choice_is_entered():
    table_session = TableSession(WONDERS, leaders=True)
    table_session.enter(Recruit(0, "zenobia"), Discard(1), Recruit(2, "sappho"))
    table_session.enter(Build(1, "courtesans_guild", exception=True), Discard(0), Discard(2))
    assert table_session.game.phase is Phase.CHOOSE_LEADER
    assert table_session.enter(ChooseLeader(1, "zenobia")).game.turn == 2


def test_the_seventh_card_is_entered():
    table_session = TableSession(BABYLON).jump(6, stages=[(0, 2)])
    table_session.enter(TURN[0], TURN[1], TURN[2])
    assert table_session.game.phase is Phase.SEVENTH
    table_session.table.lay(0, "lumber_yard")
    assert table_session.wait(3).questions == []
    assert table_session.enter(Build(0, "ore_vein")).game.cities[0].cards == ("lumber_yard", "ore_vein")


def test_a_seventh_card_that_lies_beside_the_sixth_that_was_entered_is_no_question():
    table_session = TableSession(BABYLON).jump(6, stages=[(0, 2)])
    table_session.enter(TURN[0])
    table_session.table.lay(0, "stone_pit")
    assert table_session.wait(4).questions == []


def test_whom_the_free_city_pays_can_be_chosen():
    table_session = TableSession(WONDERS, free_city=1)
    table_session.jump(2, builds=[Build(0, "clay_pool"), Discard(1), Build(2, "clay_pit")])
    table_session.enter(Build(1, "guard_tower"))
    plan = table_session.session.ruling.plans[1]
    assert (plan.payment, plan.ways) == (Payment(left=2), 2)
    table_session.press(Choose(1, 1)).enter(Discard(0), Discard(2))
    assert table_session.game.actions[-3].pays == Payment(right=2)
    assert [city.coins for city in table_session.game.cities] == [3 + 2 + 3, 6 - 2, 3 - 1 + 3]


def test_olympias_free_structure_is_a_way_to_pay():
    table_session = TableSession([("olympia", "A"), ("rhodes", "A"), ("alexandria", "A")]).jump(4, stages=[(0, 2)])
    table_session.enter(Build(0, "timber_yard"))
    plan = table_session.session.ruling.plans[0]
    assert (plan.ways, plan.payment) == (2, Payment(bank=1))
    table_session.press(Choose(0, 1))
    assert (table_session.game.pending[0].free, table_session.game.pending[0].pays) == (True, Payment())


def test_the_pile_is_not_waited_for_when_all_others_have_gone_on():
    table_session = TableSession(HALICARNASSUS).jump(3, builds=[Discard(0), Build(1, "ore_vein"), Discard(2)])
    table_session.enter(BuildStage(0), Discard(1), Discard(2))
    assert table_session.game.phase is Phase.FROM_DISCARD
    table_session.table.lay(1, "stone_pit")
    assert table_session.wait(60).game.phase is Phase.FROM_DISCARD
    table_session.table.lay(2, "clay_pool")
    assert table_session.wait(10).game.phase is Phase.FROM_DISCARD
    assert table_session.wait(15).game.turn == 4
    assert table_session.game.actions[-1] == BuildFromDiscard(0, None)


def test_advance_ends_no_turn_while_somebody_may_still_be_thinking(table_session):
    table_session.press_once(Advance())
    (refusal,) = refusals(table_session)
    assert refusal.placeholders == {"seats": tuple(("", city.wonder.id) for city in table_session.game.cities)}
    table_session.press_once(Advance()).press_once(Advance())
    assert table_session.game.actions == ()
    assert table_session.press_once(EndTurn((0, 1, 2))).closed == [(1, 1)]


def test_only_those_who_were_named_discard_when_a_turn_is_ended(table_session):
    assert table_session.press_once(EndTurn((0, 1))).closed == []
    table_session.table.lay(2, "lumber_yard")
    assert table_session.wait(1).press_once(EndTurn((0, 1))).closed == [(1, 1)]
    assert table_session.game.actions == (Discard(0), Discard(1), Build(2, "lumber_yard", Payment()))


def test_advance_ends_a_turn_in_which_everybody_has_acted(table_session):
    for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool")):
        table_session.table.lay(seat, card)
    table_session.wait(0.5, step=0.25).press_once(Advance())
    assert table_session.closed == [(1, 1)]


def test_what_came_to_the_mat_while_nobody_looked_closes_nothing(table_session):
    table_session.wait(3)
    table_session.table.now += 60
    table_session.table.discard()
    table_session.table.items[-1] = replace(table_session.table.items[-1], since=table_session.table.now)
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(1, "stone_pit")
    assert table_session.wait(10).closed == []
    table_session.table.discard()
    assert table_session.wait(2).closed == [(1, 1)]


def test_the_enter_intent_is_what_the_screen_sends(table_session):
    assert table_session.press(Enter(TURN[0])).session.entries[0].hand


def test_a_copy_that_was_entered_elsewhere_is_not_there_for_two_others():
    table_session = TableSession(FOUR).enter(Build(3, "lumber_yard"))
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(1, "lumber_yard", copy=1)
    assert table_session.wait(4).questions == ["no_copy_left"]
    assert [question.seat for question in table_session.session.ruling.questions] == [1]


def test_a_card_of_the_pile_beside_the_stage_that_was_entered_is_no_question():
    table_session = TableSession(HALICARNASSUS).jump(3, builds=[Discard(0), Build(1, "ore_vein"), Discard(2)])
    table_session.enter(BuildStage(0))
    table_session.table.lay(0, "barracks")
    assert table_session.wait(4).questions == []
    table_session.enter(Discard(1), Discard(2)).wait(4)
    assert table_session.game.actions[-1] == BuildFromDiscard(0, "barracks")


def test_conflicts_cannot_be_entered_before_the_end_of_the_age(table_session):
    table_session.enter(Fight())
    assert [refusal.key for refusal in refusals(table_session)] == ["notice.not_entered"]


def test_what_lies_on_the_mat_when_an_entry_closes_the_turn_belongs_to_that_turn(table_session):
    table_session.table.discard()
    table_session.wait(1).enter(Discard(0), *TURN[1:])
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(1, "ore_vein")
    assert table_session.wait(10).closed == [(1, 1)]


def test_an_exception_that_was_entered_can_be_paid_in_one_way(table_session):
    table_session.enter(Build(0, "palace", exception=True))
    assert table_session.session.ruling.plans[0].ways == 1


def test_a_second_card_beside_a_stage_that_was_entered_is_a_question_with_both_names(table_session):
    table_session.enter(BuildStage(0, exception=True))
    table_session.table.stage(0, 1)
    table_session.table.lay(0, "stone_pit")
    (question,) = table_session.wait(8).session.ruling.questions
    assert (question.kind, dict(question.placeholders)) == ("two_cards", {"card": "age_1", "other": "stone_pit"})


def test_a_card_beside_another_entry_is_asked_about_when_nobody_takes_it_back(table_session):
    table_session.enter(Build(0, "lumber_yard"))
    table_session.table.lay(0, "stone_pit")
    assert table_session.wait(7).questions == []
    assert table_session.wait(2).questions == ["entered_otherwise"]


def test_of_the_last_copy_only_the_first_of_the_two_seats_that_are_left_can_build_it():
    table_session = TableSession(FOUR).enter(Build(3, "lumber_yard"), Discard(0))
    table_session.table.lay(1, "lumber_yard")
    table_session.table.lay(2, "lumber_yard", copy=1)
    (question,) = table_session.wait(4).session.ruling.questions
    assert (question.kind, question.seat) == ("no_copy_left", 2)


def test_a_discard_that_was_entered_is_not_that_of_who_shows_nothing_when_others_have_gone_on():
    table_session = TableSession(FOUR).enter(Discard(0))
    table_session.table.discard()
    for turn in (("", "clay_pool", "loom"), ("stone_pit", "ore_vein", "press")):
        for seat, card in enumerate(turn):
            if card:
                table_session.table.lay(seat, card)
        table_session.wait(5)
    (question,) = table_session.wait(4).session.ruling.questions
    assert (question.kind, question.seat, table_session.closed) == ("not_acted", 3, [])


def test_a_stage_above_one_that_nobody_has_seen_is_new(table_session):
    table_session.enter(BuildStage(0, exception=True), Discard(1), Discard(2))
    table_session.table.stage(0, 2)
    assert table_session.wait(8).questions == ["not_affordable"]


def test_the_next_card_of_who_entered_a_stage_is_not_asked_about():
    """The stage's card has no sticker, and one card is read late. What comes when others go on is for the next turn."""
    table_session = TableSession(FOUR).enter(BuildStage(0, exception=True))
    table_session.table.lay(1, "stone_pit")
    table_session.table.lay(2, "clay_pool")
    table_session.wait(5)
    for seat, card in enumerate(("lumber_yard", "altar", "loom", "press")):
        table_session.table.lay(seat, card)
    assert table_session.wait(7.5).questions == []
    table_session.table.lay(3, "ore_vein")
    table_session.wait(9)
    assert "entered_otherwise" not in table_session.questions
    assert table_session.closed != []
