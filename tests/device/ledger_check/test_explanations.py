"""The smallest change to past actions that explains the table, whatever the seat did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.ledger_check.explanations import (
    CONTRADICTED_COST,
    EQUAL,
    EXCEPTION_COST,
    GONE_COST,
    MAT_COST,
    MISSED_COST,
    PUSHED_COST,
    UNPLANNED_COST,
    _unexplained,
)
from device.ledger_check.seat_histories import DISCARDED_CARD, TOO_LATE_COST
from device.ledger_check.table_facts import Front
from engine import Build, BuildFromDiscard, CorrectCoins, Discard, Fight, Pass, Payment, Recruit
from tests.device.ledger_check.ledgers import corrected, found, new_game, record, recruiting, said, table, turn
from tests.device.ledger_check.test_seat_histories import ALTAR, BATHS, CLOCK, LOOM, STAGE_BUILT, history, laid
from tests.device.tables import code_of

GIZA = new_game("gizaA", "rhodesA", "alexandriaA", "ephesusA")
HALICARNASSUS = new_game("halicarnassusA", "rhodesA", "alexandriaA")
ROME = new_game("romeB", "rhodesA", "alexandriaA", leaders=True)
FIRST = turn("lumber_yard", "stone_pit", "clay_pool", "ore_vein")
SECOND = turn("altar", "theater", "press", "loom")


def test_costs_are_weighed_against_one_changed_action():
    assert 0 < UNPLANNED_COST < EXCEPTION_COST < EQUAL < 1 == MISSED_COST
    assert 1 < PUSHED_COST < MAT_COST < 2 < GONE_COST < CONTRADICTED_COST <= 3


def test_a_card_that_was_taken_from_the_pile_is_no_contradiction():
    stages = turn("stage", "ore_vein", None)
    booked = record(HALICARNASSUS, *stages, *stages[:1], *turn("", "loom", "altar")[1:], BuildFromDiscard(0, "baths"))
    assert booked[0].turn == 3
    assert said(booked, table(booked)) == []
    after = record(HALICARNASSUS, *[entry.action for entry in booked[1]], *turn(None, "stockade", "press"))
    assert said(after, table(after)) == []


def test_what_was_taken_from_the_pile_stays_when_something_else_was_wrong():
    begin = [*turn("stage", "ore_vein", None), *turn("stage", "loom", "altar"), BuildFromDiscard(0, "baths")]
    booked = record(HALICARNASSUS, *begin, *turn(None, "stockade", "press"))
    true = record(HALICARNASSUS, *begin, *turn(None, "stockade", "glassworks"))
    assert said(booked, table(true)) == ["Turn 3: Alexandria built Glassworks, not Press."]


def test_a_stage_that_was_not_booked_brings_its_card_from_the_pile():
    begin, end = turn("stage", "ore_vein", None), turn("theater", "stockade", "press")
    booked = record(HALICARNASSUS, *begin, *turn(None, "loom", "altar"), *end)
    taken = BuildFromDiscard(0, "baths")
    true = record(HALICARNASSUS, *begin, *turn("stage", "loom", "altar"), taken, *end)
    (explanation, *_) = found(booked, table(true))
    after = corrected(HALICARNASSUS, booked, explanation)
    assert (after.cities[0].cards, after.cities[0].stages, after.turn) == (("baths", "theater"), 2, 4)
    assert taken in after.actions


def test_a_stage_that_was_not_booked_brings_its_leader():
    begin = recruiting(None, None, None) + turn("stage", "ore_vein", "loom")
    end = turn("altar", "stockade", "press")
    booked = record(ROME, *begin, *turn(None, "baths", "timber_yard"), *end)
    true = record(ROME, *begin, *turn("stage", "baths", "timber_yard"), Recruit(0, "sappho"), *end)
    (explanation, *_) = found(booked, table(true))
    assert corrected(ROME, booked, explanation).cities[0].leaders == ("sappho",)


def test_a_stage_whose_extra_leader_was_not_taken():
    begin = recruiting(None, None, None) + turn("stage", "ore_vein", "loom")
    end = turn("altar", "stockade", "press")
    booked = record(ROME, *begin, *turn(None, "baths", "timber_yard"), *end)
    true = record(ROME, *begin, *turn("stage", "baths", "timber_yard"), Pass(0), *end)
    (explanation, *_) = found(booked, table(true))
    after = corrected(ROME, booked, explanation)
    assert (after.cities[0].leaders, after.cities[0].stages, after.turn) == ((), 2, 4)


@pytest.mark.parametrize(("was", "did"), [("sappho", "zenobia"), (None, "zenobia"), ("sappho", None)])
def test_another_leader_was_recruited(was, did):
    after = turn("altar", "stockade", "press")
    booked = record(ROME, *recruiting(was, "hypatia", "midas"), *after)
    true = record(ROME, *recruiting(did, "hypatia", "midas"), *after)
    (explanation,) = found(booked, table(true))
    assert corrected(ROME, booked, explanation).cities[0].leaders == ((did,) if did else ())


def age(first):
    """Age I: its first turn, then nothing but discards, and the conflicts."""
    return [*first, *(Discard(seat) for _ in range(5) for seat in range(len(first))), Fight()]


def test_an_action_of_an_earlier_age_is_corrected_and_all_after_it_is_played_again():
    second = turn("sawmill", "quarry", "foundry", "brickyard")
    booked = record(GIZA, *age(turn("lumber_yard", None, "clay_pool", "ore_vein")), *second)
    true = record(GIZA, *age(turn("lumber_yard", "barracks", "clay_pool", "ore_vein")), *second)
    assert said(booked, table(true))[0] == "Age I, turn 1: Rhodes built Barracks, did not discard."
    (explanation, *_) = found(booked, table(true))
    after = corrected(GIZA, booked, explanation)
    assert (after.cities[1].cards, after.cities[1].conflict) == (("barracks", "quarry"), (1, 1))
    assert (after.age, after.turn) == (2, 2)


def test_counted_coins_stay_counted_after_a_correction():
    booked = record(GIZA, *FIRST, CorrectCoins(0, 9), *SECOND, CorrectCoins(1, 8))
    true = record(GIZA, *turn("baths", "stone_pit", "clay_pool", "ore_vein"), *SECOND)
    (explanation,) = found(booked, table(true))
    after = corrected(GIZA, booked, explanation)
    assert (after.cities[0].cards, [city.coins for city in after.cities[:2]]) == (("baths", "altar"), [9, 8])


def test_a_payment_stays_if_it_is_still_valid():
    """Giza buys its wood from the right neighbour, although the left one is the default."""
    game = new_game("gizaA", "rhodesA", "alexandriaA")
    begin = turn(None, "lumber_yard", "lumber_yard")
    booked = record(game, *begin, Build(0, "stockade", Payment(right=2)), *turn("", "altar", "press")[1:])
    true = record(game, *begin, Build(0, "stockade"), *turn("", "altar", "loom")[1:])
    (explanation,) = found(booked, table(true))
    assert corrected(game, booked, explanation).actions[3].pays == Payment(right=2)


def test_a_payment_that_is_not_valid_any_more_is_the_default_one():
    booked = record(
        GIZA, *turn(None, "lumber_yard", "clay_pool", "ore_vein"), *turn("stockade", "altar", "press", "loom")
    )
    true = record(
        GIZA, *turn("lumber_yard", "stone_pit", "clay_pool", "ore_vein"), *turn("stockade", "altar", "press", "loom")
    )
    (explanation, *_) = found(booked, table(true))
    after = corrected(GIZA, booked, explanation)
    assert after.cities[0].cards == ("lumber_yard", "stockade")
    assert after.actions[4].pays == Payment()


def test_what_becomes_illegal_is_recorded_as_an_exception():
    booked = record(GIZA, *FIRST, *turn("stockade", "altar", "press", "loom"))
    true = record(
        GIZA, *turn("baths", "stone_pit", "clay_pool", "ore_vein"), *turn("stockade", "altar", "press", "loom")
    )
    (explanation,) = found(booked, table(true))
    after = corrected(GIZA, booked, explanation)
    assert [action.exception for action in after.actions[4:]] == [True, False, False, False]


def test_a_hidden_stage_is_no_contradiction_and_a_missing_one_was_a_discard():
    stages = turn("stage", "stone_pit", "clay_pool", "ore_vein")
    booked = record(GIZA, *stages, *SECOND, *turn("stage", "barracks", "baths", "glassworks"))
    facts = table(booked)
    hidden = replace(facts, stages={(0, 2): facts.stages[0, 2]})
    assert said(booked, hidden) == []
    assert said(booked, replace(facts, stages={})) == []
    true = record(GIZA, *stages, *SECOND, *turn(None, "barracks", "baths", "glassworks"))
    assert said(booked, table(true)) == ["Turn 3: Giza discarded, did not build a stage."]


def test_nothing_is_offered_for_cards_of_the_open_turn():
    booked = record(GIZA, *FIRST)
    facts = table(booked)
    fronts = dict(facts.fronts) | {code_of("altar"): Front(0, facts.closed + 5)}
    assert said(booked, replace(facts, fronts=fronts)) == []


def test_before_the_first_turn_has_closed_no_turn_was_forgotten():
    assert said(record(GIZA), table(record(GIZA, *FIRST))) == []


@pytest.mark.parametrize("forgotten", [1, 2, 3])
def test_a_forgotten_turn_may_be_any_of_its_age(forgotten):
    rounds = [FIRST, SECOND, turn("stockade", "barracks", "baths", "glassworks")]
    booked = record(GIZA, *(action for number, one in enumerate(rounds, 1) if number != forgotten for action in one))
    true = record(GIZA, *(action for one in rounds for action in one))
    assert said(booked, table(true)) == [f"Turn {forgotten}: a whole turn was not recorded."]
    assert said(booked, table(true, counted=False)) == [f"Turn {forgotten}: a whole turn was not recorded."]


def test_a_seat_has_not_acted_yet_if_its_last_discard_is_not_on_the_mat():
    booked = record(GIZA, *FIRST, *turn(None, "theater", "press", "loom"))
    facts = replace(table(booked), discards=0)
    assert said(booked, facts) == ["Turn 2: Giza did not discard and has not played this turn."]


def test_if_the_mat_cannot_be_counted_no_discard_is_doubted():
    booked = record(GIZA, *FIRST, *turn(None, "theater", "press", "loom"))
    assert said(booked, replace(table(booked), discards=None)) == []


def test_six_changes_are_offered_and_seven_are_not():
    cards = ["lumber_yard", "stone_pit", "clay_pool", "ore_vein", "altar", "theater", "press", "loom"]
    for changed in (6, 7):
        given = [None if number < changed else card for number, card in enumerate(cards)]
        booked = record(GIZA, *turn(*given[:4]), *turn(*given[4:]))
        true = record(GIZA, *turn(*cards[:4]), *turn(*cards[4:]))
        assert bool(said(booked, table(true))) is (changed == 6)


def test_a_free_structure_is_paid_for_if_its_stage_was_not_built():
    game = new_game("olympiaA", "rhodesA", "alexandriaA")
    begin, end = turn("stage", "stone_pit", "clay_pool"), turn("", "altar", "press")[1:]
    free = Build(0, "timber_yard", free=True)
    booked = record(game, *begin, *turn("stage", "barracks", "loom"), free, *end)
    true = record(game, *begin, *turn("theater", "barracks", "loom"), Build(0, "timber_yard"), *end)
    assert booked[1][6].action.free
    (explanation, *_) = found(booked, table(true))
    assert corrected(game, booked, explanation).actions[6] == Build(0, "timber_yard", Payment(bank=1))


def test_coins_counted_since_then_stay_counted_if_the_last_turn_is_open_again():
    booked = record(GIZA, *FIRST, *turn(None, "theater", "press", "loom"), CorrectCoins(1, 9))
    (explanation,) = found(booked, replace(table(booked), discards=0))
    after = corrected(GIZA, booked, explanation)
    assert (after.turn, after.to_act, after.cities[1].coins) == (2, (0,), 9)


def test_of_three_explanations_that_are_equally_good_two_are_offered():
    rest = [("theater", "press", "loom"), ("baths", "pawnshop", "glassworks"), ("barracks", "stockade", "marketplace")]
    booked = record(GIZA, *FIRST, *(action for cards in rest for action in turn(None, *cards)))
    true = record(GIZA, *FIRST, *turn("altar", *rest[0]), *(one for cards in rest[1:] for one in turn(None, *cards)))
    assert len(found(booked, table(true, timed=False))) == 2


@pytest.mark.parametrize(
    ("second", "forgotten"), [(("altar", "theater", None, None), True), (("altar", None, None, None), False)]
)
def test_a_turn_was_forgotten_only_if_half_of_the_cities_have_a_card_more(second, forgotten):
    third = turn("stockade", "barracks", "baths", "glassworks")
    true = record(GIZA, *FIRST, *turn(*second), *third)
    texts = said(record(GIZA, *FIRST, *third), table(true, counted=False))
    assert ("Turn 2: a whole turn was not recorded." in texts) is forgotten


@pytest.mark.parametrize(
    ("lines", "on_mat", "cost"),
    [
        ([history(ALTAR, BATHS, there=laid(ALTAR, BATHS))], 0, 0.0),
        ([history(ALTAR, DISCARDED_CARD, there=laid(ALTAR))], 1, 0.0),
        ([history(ALTAR, DISCARDED_CARD, there=laid(ALTAR))], 3, 2 * MAT_COST),
        ([history(ALTAR, DISCARDED_CARD, there=laid(ALTAR))], None, 0.0),
        ([history(ALTAR, DISCARDED_CARD, there=laid(ALTAR), is_open=False)], 0, 0.0),
        ([history(ALTAR, there=[(ALTAR, 30.0), (LOOM, 91.0)])], 0, CONTRADICTED_COST),
        ([history(ALTAR, there=[(ALTAR, 30.0), (LOOM, 95.0)])], 0, 0.0),
        ([history(ALTAR, there=[(ALTAR, 30.0), (LOOM, None)])], 0, 0.0),
        ([history(ALTAR, there=[(ALTAR, 30.0), (LOOM, 95.0)], is_open=False)], 0, CONTRADICTED_COST),
        ([history(ALTAR, BATHS, there=laid(ALTAR))], 0, GONE_COST),
        ([history(STAGE_BUILT, STAGE_BUILT)], 0, 2 * GONE_COST),
        (
            [history(ALTAR, BATHS, there=laid(ALTAR)), history(LOOM, there=[(LOOM, 30.0), (BATHS, 95.0)])],
            0,
            PUSHED_COST,
        ),
        (
            [history(ALTAR, BATHS, there=laid(ALTAR)), history(LOOM, there=[(LOOM, 30.0), (BATHS, 60.0)])],
            0,
            CONTRADICTED_COST,
        ),
        ([history(ALTAR, DISCARDED_CARD, there=[(ALTAR, 60.0)])], 1, TOO_LATE_COST),
        ([history(ALTAR, BATHS, there=[(ALTAR, 60.0), (BATHS, 60.0)])], 0, 0.0),
        ([history(ALTAR, DISCARDED_CARD, there=[(ALTAR, 60.0)], is_open=False)], 0, 0.0),
        ([history(ALTAR, BATHS, there=[(ALTAR, 60.0)])], 0, TOO_LATE_COST + GONE_COST),
    ],
)
def test_what_it_costs_to_leave_the_ledger_as_it_is(lines, on_mat, cost):
    """A card of the open turn costs nothing, a booked one that was pushed into another city less than a foreign one."""
    assert _unexplained(lines, CLOCK, on_mat) == pytest.approx(cost)


def test_after_a_correction_the_seats_act_in_the_order_in_which_they_were_booked():
    booked = record(GIZA, *reversed(FIRST), *reversed(SECOND))
    true = record(GIZA, *turn("baths", "stone_pit", "clay_pool", "ore_vein"), *SECOND)
    (explanation,) = found(booked, table(true))
    assert [action.seat for action in corrected(GIZA, booked, explanation).actions] == [3, 2, 1, 0] * 2


def test_an_explanation_that_breaks_a_rule_comes_after_one_that_does_not():
    """Giza's Stockade needs wood, which nobody sells; its Baths need its own stone only."""
    begin = turn(None, "stone_pit", "clay_pool", "ore_vein")
    third = turn("altar", "barracks", "pawnshop", "glassworks")
    booked = record(GIZA, *begin, *turn(None, "theater", "press", "loom"), *third)
    for card, offered in (("baths", 0), ("stockade", 1)):
        true = record(GIZA, *begin, *turn(card, "theater", "press", "loom"), *third)
        legal = corrected(GIZA, booked, found(booked, table(true, timed=False))[0])
        assert sum(action.exception for action in legal.actions) == offered
