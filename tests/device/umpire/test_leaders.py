"""How leaders are played on the table, as the umpire sees it (Leaders rulebook)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.ledger_check.age_log import AgeLog
from display.messages.intents import Advance, Answer, Undo
from engine import Build, ChooseLeader, Pass, Payment, Phase, Recruit
from tests.device.table_session import TableSession
from tests.device.tables import LEADER_BACK, leader_code

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
ROME = [("rome", "B"), ("rhodes", "A"), ("alexandria", "A")]


@pytest.fixture
def table_session():
    return TableSession(WONDERS, leaders=True)


def test_with_leaders_the_age_begins_with_recruiting(table_session):
    assert table_session.game.phase is Phase.RECRUIT
    assert [city.coins for city in table_session.game.cities] == [6, 6, 6]


def test_without_leaders_it_begins_with_a_turn():
    assert TableSession(WONDERS).game.phase is Phase.TURN


def test_rome_is_only_played_with_leaders():
    table_session = TableSession(ROME)
    assert table_session.game is None
    assert [question.kind for question in table_session.session.questions] == ["wonders_refused"]
    assert TableSession(ROME, leaders=True).game is not None


def test_a_leader_that_is_new_in_the_city_is_recruited_for_its_price(table_session):
    for seat, leader in enumerate(["sappho", "cleopatra", "caesar"]):
        table_session.table.leader(seat, leader)
    table_session.wait(2)
    assert table_session.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Recruit")]
    assert [city.coins for city in table_session.game.cities] == [5, 2, 1]
    assert table_session.closed == [(1, 0)]
    assert table_session.game.phase is Phase.TURN


def test_of_two_leaders_in_a_city_one_is_taken_back_however_late_the_second_one_came(table_session):
    table_session.table.leader(0, "sappho")
    table_session.wait(3).table.leader(0, "zenobia")
    for seat, leader in ((1, "cleopatra"), (2, "midas")):
        table_session.table.leader(seat, leader)
    assert table_session.wait(7.5).questions == []
    assert (table_session.wait(0.5).questions, table_session.closed) == (["two_cards"], [])


def test_what_a_leader_costs_is_shown_before_it_is_booked(table_session):
    table_session.table.leader(0, "cleopatra")
    table_session.wait(1)
    plan = table_session.session.ruling.plans[0]
    assert (plan.do, plan.card, plan.payment.bank) == ("recruit", "cleopatra", 4)
    assert table_session.actions == []


def test_a_leader_booked_is_not_recruited_again_in_the_next_age(table_session):
    table_session.table.leader(0, "sappho")
    table_session.wait(1).press(Advance())
    assert table_session.session.ledger.seats == {leader_code("sappho"): 0}
    for _ in range(7):
        table_session.press(Advance())
    assert table_session.wait(3).session.ruling.plans == {}


def test_a_leaders_back_on_the_mat_is_a_discard(table_session):
    table_session.table.leader(0, "sappho")
    table_session.table.leader(1, "zenobia")
    table_session.table.discard()
    assert table_session.wait(3).actions == []  # a card of the age is none of this phase's
    table_session.table.discard(back=LEADER_BACK)
    table_session.wait(1)
    assert table_session.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Discard")]
    assert table_session.game.cities[2].coins == 9


def test_in_a_turn_a_stage_is_built_with_a_card_of_the_age(table_session):
    table_session.jump(1).table.stage(0, 1, back=LEADER_BACK)
    assert table_session.wait(3).questions == ["wrong_age"]


def test_while_leaders_are_recruited_a_leaders_back_under_the_board_is_a_stage(table_session):
    table_session.jump(2, builds=[Build(0, "stone_pit"), Build(1, "ore_vein"), Build(2, "clay_pool")])
    for _ in range(5):
        table_session.press(Advance())
    table_session.wait(6)
    assert (table_session.game.age, table_session.game.phase) == (2, Phase.RECRUIT)
    table_session.table.stage(0, 1, back=LEADER_BACK)
    table_session.wait(1).press(Advance())
    assert table_session.game.cities[0].stages == 1
    assert table_session.actions[-3:] == [(0, "BuildStage"), (1, "Discard"), (2, "Discard")]


def test_an_ages_back_under_the_board_waits_for_its_turn(table_session):
    table_session.table.stage(0, 1)
    table_session.wait(5)
    assert table_session.session.ruling.plans == {}
    assert table_session.questions == []


def test_a_leader_that_cannot_be_paid_is_a_question_and_may_be_insisted_on(table_session):
    table_session.table.leader(0, "cleopatra")
    table_session.wait(1).press(Advance())
    for card in ("lumber_yard", "clay_pit", "ore_vein", "stone_pit", "clay_pool", "baths"):
        table_session.table.lay(0, card)
        table_session.wait(1).press(Advance())
    table_session.wait(6).table.leader(0, "caesar")
    assert table_session.wait(3).questions == ["not_affordable"]
    question = table_session.session.ruling.questions[0]
    assert question.placeholders["card"] == "caesar"
    table_session.press(Answer(question, question.choices.index("exception"))).press(Advance())
    assert table_session.game.cities[0].leaders == ("cleopatra", "caesar")


def test_a_leader_that_lies_there_in_a_turn_is_said_not_to_be_recorded(table_session):
    """It was laid by mistake, or was hidden while leaders were recruited."""
    table_session.jump(1)
    table_session.table.leader(0, "sappho")
    assert table_session.wait(25).questions == []
    (notice,) = table_session.session.ruling.notices
    assert (notice.key, notice.seat) == ("notice.card_not_recorded", 0)


def test_a_leader_that_is_read_when_the_others_have_gone_on_counts(table_session):
    table_session.table.leader(0, "sappho")
    table_session.table.leader(1, "zenobia")
    table_session.wait(4).table.lay(0, "ore_vein")
    table_session.table.lay(1, "stone_pit")
    table_session.wait(22)
    assert table_session.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Discard")], "it seems so"
    table_session.table.leader(2, "midas")
    table_session.wait(12)
    assert [city.leaders for city in table_session.game.cities] == [("sappho",), ("zenobia",), ("midas",)]


@pytest.mark.parametrize(("turn", "leaders"), [(2, ("midas",)), (5, ())])
def test_a_leader_that_comes_late_in_an_age_is_for_the_next_one(table_session, turn, leaders):
    """Nobody had seen what Alexandria did when leaders were recruited."""
    session = table_session.jump(turn).session
    recruiting = tuple(replace(entry, supposed=True) for entry in session.entries[:3])
    ledger = replace(session.ledger, entries=(*recruiting, *session.entries[3:]))
    table_session.session = replace(session, ledger=ledger).remember(log=AgeLog(unseen=0))
    table_session.table.leader(2, "midas")
    assert table_session.wait(15).game.cities[2].leaders == leaders


def test_the_blank_leader_means_nothing_until_it_is_agreed_what_it_does(table_session):
    table_session.table.leader(0, "semiramis")
    assert table_session.wait(3).questions == ["unknown_leader"]
    assert table_session.session.ruling.questions[0].choices == ("take_back",)


def test_two_leaders_at_once_are_a_question(table_session):
    table_session.table.leader(0, "sappho")
    table_session.table.leader(0, "zenobia")
    assert table_session.wait(9).questions == ["two_cards"]


def test_a_second_leader_is_a_question_however_late(table_session):
    table_session.table.leader(0, "sappho")
    table_session.table.leader(1, "zenobia")
    table_session.wait(5)
    table_session.table.leader(0, "midas")
    assert table_session.wait(9).questions == ["two_cards"]
    assert table_session.actions == []


def test_the_first_card_of_the_age_asks_whether_who_shows_nothing_has_discarded(table_session):
    table_session.table.leader(0, "sappho")
    table_session.table.leader(1, "zenobia")
    table_session.wait(4)
    assert table_session.actions == []
    table_session.table.lay(2, "ore_vein")
    (question,) = table_session.wait(4).session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 2)
    table_session.press(Answer(question, 0)).wait(1)
    assert table_session.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Discard")]
    assert table_session.session.ruling.plans[2].card == "ore_vein"


def test_who_has_recruited_may_lay_the_first_card_of_the_age(table_session):
    table_session.table.leader(0, "sappho")
    table_session.table.leader(1, "zenobia")
    table_session.wait(4).table.lay(0, "ore_vein")
    (question,) = table_session.wait(4).session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 2)


def test_cards_of_the_age_close_recruiting_when_two_have_lain_there_for_eight_seconds(table_session):
    table_session.table.lay(0, "ore_vein")
    table_session.table.lay(1, "stone_pit")
    table_session.table.leader(2, "sappho")
    assert table_session.wait(7.5).actions == []
    table_session.wait(2)
    assert table_session.actions[:3] == [(0, "Discard"), (1, "Discard"), (2, "Recruit")]
    assert {notice.seat for notice in table_session.session.ruling.notices} == {0, 1}


def test_advance_closes_recruiting(table_session):
    table_session.table.leader(1, "sappho")
    table_session.wait(1).press(Advance())
    assert table_session.actions == [(0, "Discard"), (1, "Recruit"), (2, "Discard")]


@pytest.mark.parametrize("first", ["stage", "leader"])
def test_rome_lays_a_stage_and_the_leader_that_it_brings_without_a_question(first):
    table_session = TableSession(ROME, leaders=True).jump(2, stages=[(0, 1)])
    lay = {
        "stage": lambda: table_session.table.stage(0, 2),
        "leader": lambda: table_session.table.leader(0, "cleopatra"),
    }
    lay.pop(first)()
    table_session.wait(0.5)
    lay.popitem()[1]()
    table_session.table.lay(1, "loom")
    table_session.table.lay(2, "press")
    table_session.wait(4)
    insist(table_session)
    assert table_session.actions == [(0, "BuildStage"), (1, "Build"), (2, "Build"), (0, "Recruit")]
    assert table_session.game.cities[0].leaders == ("cleopatra",)
    assert table_session.closed == [(1, 2)]


def insist(table_session):
    """The stage could not be paid; somebody says that it counts."""
    assert table_session.questions == ["not_affordable"]
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("exception"))).wait(2)


def at_extra_leader(turn=2, wonders=None):
    """Rome has built its second stage in this turn."""
    table_session = TableSession(wonders or ROME, leaders=True).jump(turn, stages=[(0, 1)])
    table_session.table.stage(0, 2)
    for seat, card in enumerate(("ore_vein", "press", "loom")[: len(table_session.game.cities) - 1], 1):
        table_session.table.lay(seat, card)
    table_session.wait(3)
    insist(table_session)
    assert table_session.game.phase is Phase.EXTRA_LEADER
    return table_session


@pytest.mark.parametrize("awaited", [(), (206,)])
def test_the_extra_leader_is_waited_for(awaited):
    """Cards on the discard mat end no such phase, even if one is put back."""
    table_session = at_extra_leader()
    memory = table_session.session.memory
    memory = replace(memory, mat=replace(memory.mat, awaited=awaited))
    table_session.session = table_session.session.with_memory(memory)
    table_session.table.discard()
    assert table_session.wait(30).game.phase is Phase.EXTRA_LEADER


def test_after_an_ages_last_turn_nobody_waits_for_an_extra_leader_that_does_not_come():
    table_session = at_extra_leader(turn=6)
    assert table_session.wait(15).game.phase is Phase.EXTRA_LEADER
    for _ in range(3):
        table_session.table.discard()
    assert Pass(0) in table_session.wait(25).game.actions


def test_a_card_may_be_exchanged_while_everybody_waits_for_the_extra_leader():
    table_session = at_extra_leader()
    table = table_session.table
    last = table.items[-1]
    table.items[-1] = replace(last, covered=True)
    table_session.wait(1)
    table.items.pop()
    table.lay(2, "clay_pool")
    table_session.wait(14)
    assert (table_session.game.phase, table_session.game.cities[2].cards) == (Phase.EXTRA_LEADER, ("clay_pool",))


def recruited(table_session):
    return [action.card for action in table_session.game.actions if isinstance(action, Recruit)]


def test_an_extra_leader_that_was_exchanged_may_be_recruited_next():
    """Leaders are not passed on: who takes one back holds it still, and lays it at the beginning of the next age."""
    table_session = at_extra_leader(turn=6)
    table = table_session.table
    first = table.leader(0, "archimedes")
    table_session.wait(3)
    table.leader(0, "leonidas")
    table.items[table.items.index(first)] = replace(first, covered=True)
    table_session.wait(1)
    table.items = [item for item in table.items if item.track != first.track]
    assert recruited(table_session.wait(14)) == ["leonidas"]
    for seat, leader in enumerate(("archimedes", "euclid", "sappho")):
        table.leader(seat, leader)
    table_session.wait(4)
    assert recruited(table_session) == ["leonidas", "archimedes", "euclid", "sappho"]


@pytest.mark.parametrize(("later", "gone"), [((1, 2), True), ((1,), False)])
def test_the_extra_leader_is_not_waited_for_once_two_others_have_shown_their_next_cards_for_twenty_seconds(later, gone):
    """The third one discards, or thinks."""
    table_session = at_extra_leader(wonders=[*ROME, ("giza", "A")])
    for seat in later:
        table_session.table.lay(seat, ("stone_pit", "clay_pool")[seat - 1])
    table_session.wait(19)
    assert table_session.game.phase is Phase.EXTRA_LEADER
    table_session.wait(3)
    assert (Pass(0) in table_session.game.actions) is gone


def test_advance_leaves_the_extra_leader():
    table_session = at_extra_leader().press(Advance())
    assert table_session.game.actions[-1] == Pass(0)
    assert (table_session.game.phase, table_session.game.turn) == (Phase.TURN, 3)


def test_romes_next_card_leaves_the_extra_leader():
    table_session = at_extra_leader()
    table_session.table.lay(1, "stone_pit")
    table_session.wait(5)
    assert table_session.game.phase is Phase.EXTRA_LEADER  # that is somebody else's
    table_session.table.lay(0, "clay_pool")
    table_session.wait(5)
    assert table_session.game.actions[-1] == Pass(0)
    assert table_session.session.ruling.plans[0].card == "clay_pool"


def test_when_all_lay_their_next_cards_together_it_is_no_guess_that_rome_brings_no_extra_leader():
    table_session = at_extra_leader()
    for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool")):
        table_session.table.lay(seat, card)
    table_session.wait(5)
    assert [one.supposed for one in table_session.session.entries if one.action == Pass(0)] == [False]


def test_before_anything_was_put_away_solomon_brings_no_card(table_session):
    for seat, leader in enumerate(("solomon", "sappho", "zenobia")):
        table_session.table.leader(seat, leader)
    table_session.wait(3)
    assert table_session.game.phase is Phase.FROM_DISCARD
    table_session.table.lay(1, "lumber_yard")
    table_session.wait(1)
    assert (table_session.game.turn, table_session.game.phase) == (1, Phase.TURN)
    assert (table_session.questions, table_session.session.ruling.notices) == ([], ())


def test_solomon_and_the_card_that_he_brings_are_no_question(table_session):
    table_session.jump(6).press(Advance()).wait(6)
    assert (table_session.game.age, table_session.game.phase) == (2, Phase.RECRUIT)
    table_session.events.clear()
    table_session.table.leader(1, "sappho")
    table_session.table.leader(2, "zenobia")
    table_session.table.leader(0, "solomon")
    table_session.wait(0.5)
    table_session.table.lay(0, "ore_vein")
    table_session.wait(4)
    assert table_session.actions == [(0, "Recruit"), (1, "Recruit"), (2, "Recruit"), (0, "BuildFromDiscard")]
    assert table_session.game.cities[0].cards == ("ore_vein",)
    assert table_session.closed == [(2, 0)]


def choosing_leader():
    """Rhodes (seat 1) has built the Courtesans Guild; its neighbours have recruited Sappho and Zenobia."""
    table_session = TableSession(WONDERS, leaders=True).jump(1, leaders=[(0, "zenobia"), (2, "sappho")])
    for _ in range(6):
        table_session.press(Advance())
    table_session.wait(6)
    for _ in range(7):
        table_session.press(Advance())
    table_session.wait(6).press(Advance())
    table_session.table.age = 3
    assert (table_session.game.age, table_session.game.turn) == (3, 1)
    table_session.table.lay(1, "courtesans_guild")
    table_session.wait(3)
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("exception"))).press(Advance()).wait(1)
    assert table_session.game.phase is Phase.CHOOSE_LEADER
    return table_session


def test_which_leader_the_courtesans_win_over_is_asked():
    table_session = choosing_leader()
    (question,) = table_session.session.ruling.questions
    assert (question.seat, question.kind) == (1, "court")
    assert question.choices == ("leader:sappho", "leader:zenobia")
    assert table_session.wait(20).game.phase is Phase.CHOOSE_LEADER


def test_whoever_is_asked_gets_twenty_seconds_although_others_have_gone_on_long_ago():
    table_session = choosing_leader()
    for seat, card in ((0, "arena"), (2, "pantheon")):
        table_session.table.lay(seat, card)
    table_session.wait(10)
    table_session.session = table_session.session.remember(closed=table_session.table.now)
    assert table_session.wait(19).game.phase is Phase.CHOOSE_LEADER
    assert table_session.wait(1.5).game.turn == 2


def test_the_answer_is_booked():
    table_session = choosing_leader()
    (question,) = table_session.session.ruling.questions
    table_session.press(Answer(question, 1))
    assert table_session.game.actions[-1] == ChooseLeader(1, "zenobia")
    assert (table_session.game.phase, table_session.game.turn) == (Phase.TURN, 2)
    assert table_session.wait(2).questions == []


def test_advance_takes_the_first_leader():
    table_session = choosing_leader().press(Advance())
    assert table_session.game.actions[-1] == ChooseLeader(1, "sappho")


def test_a_card_laid_before_the_answer_is_the_next_turns():
    table_session = choosing_leader()
    table_session.table.lay(1, "arena")
    table_session.wait(4)
    assert table_session.questions == ["court"]
    table_session.press(Advance()).wait(2)
    assert table_session.session.ruling.questions[0].placeholders["card"] == "arena"
    assert table_session.questions == ["not_affordable"]


def test_the_courtesans_can_be_taken_back():
    table_session = choosing_leader().press(Advance()).press(Undo())
    assert (table_session.game.phase, table_session.game.turn) == (Phase.TURN, 1)
    assert "courtesans_guild" not in table_session.game.cities[1].cards


def test_recruiting_can_be_taken_back(table_session):
    table_session.table.leader(0, "sappho")
    table_session.wait(1).press(Advance()).press(Undo())
    assert table_session.game.actions == ()
    assert table_session.game.phase is Phase.RECRUIT
    table_session.press(Advance())
    assert table_session.game.actions[0] == Recruit(0, "sappho", pays=Payment(bank=1))


def test_leaders_that_nobody_has_recorded_are_no_cards_of_turns():
    """Somebody pushed the stages that brought them wholly under Rome's board."""
    table_session = TableSession(ROME, leaders=True).jump(3, stages=[(0, 1)])
    for leader in ("archimedes", "sappho"):
        table_session.table.leader(0, leader)
        table_session.wait(12)
    table_session.table.lay(1, "ore_vein")
    table_session.wait(40)
    assert table_session.closed == []
    table_session.table.lay(2, "press")
    table_session.table.lay(0, "loom")
    assert table_session.wait(4).closed == [(1, 3)]
    assert table_session.actions == [(0, "Build"), (1, "Build"), (2, "Build")]
