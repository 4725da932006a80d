"""What a turn leaves to choose, at the table with five keys: the default needs none of them."""

from __future__ import annotations

import pytest

from device.messages.presses import Press
from display.navigation.position import ScreenId
from engine import Build, BuildFromDiscard, Court, Payment, Phase, Recruit
from tests.journeys.sitting import (
    ALEXANDRIA,
    BABYLON,
    DECISION,
    HALICARNASSUS,
    OLYMPIA,
    RHODES,
    ROME,
    THREE,
    Sitting,
)


def insisted_stages(sitting, count):
    """Seat 0 builds so many stages in the next turns, whatever they cost; the others discard."""
    for slot in range(1, count + 1):
        sitting.stage(0, slot)
        sitting.wait(DECISION)
        if sitting.kind == "not_affordable":
            sitting.answer("exception")
        sitting.press(Press.ADVANCE, Press.ADVANCE)
        sitting.wait(DECISION)
    assert sitting.game.cities[0].stages == count


@pytest.fixture
def between_two_sellers():
    """Rhodes needs clay, and both its neighbours have some."""
    sitting = Sitting()
    sitting.turn("clay_pool", "ore_vein", "clay_pit")
    sitting.lay(1, "guard_tower")
    return sitting


def others_build(sitting):
    sitting.lay(0, "loom")
    sitting.lay(2, "press")
    sitting.wait(DECISION)


def test_the_cheapest_payment_needs_no_key(between_two_sellers):
    sitting = between_two_sellers
    assert (sitting.state.plans[1].ways, sitting.state.plans[1].payment) == (2, Payment(left=2))
    others_build(sitting)
    assert sitting.game.turn == 3
    assert sitting.presses == 0


def test_another_payment_is_chosen_with_select_and_closes_with_the_turn(between_two_sellers):
    sitting = between_two_sellers
    coins = [city.coins for city in sitting.game.cities]
    sitting.press(Press.SELECT)
    assert (sitting.view, sitting.glass.position.seat) == (ScreenId.CITY, 1)
    sitting.press(Press.SELECT)
    assert sitting.state.plans[1].payment == Payment(right=2)
    others_build(sitting)
    assert Build(1, "guard_tower", Payment(right=2)) in sitting.game.actions
    assert [city.coins - before for city, before in zip(sitting.game.cities, coins, strict=True)] == [2, -2, 0]
    assert sitting.presses == 2


def test_a_payment_that_is_chosen_once_more_is_the_first_again(between_two_sellers):
    sitting = between_two_sellers
    sitting.press(Press.SELECT, Press.SELECT, Press.SELECT)
    others_build(sitting)
    assert Build(1, "guard_tower", Payment(left=2)) in sitting.game.actions


def test_olympia_builds_free_by_itself_where_nothing_else_would_do():
    sitting = Sitting((OLYMPIA, RHODES, ALEXANDRIA))
    insisted_stages(sitting, 2)
    before, presses = sitting.game.cities[0].coins, sitting.presses
    sitting.lay(0, "apothecary")
    sitting.lay(1, "ore_vein")
    sitting.lay(2, "press")
    sitting.wait(DECISION)
    assert Build(0, "apothecary", Payment(), free=True) in sitting.game.actions
    assert (sitting.game.cities[0].coins, sitting.presses) == (before, presses)


def test_olympia_chooses_the_free_structure_instead_of_paying():
    sitting = Sitting((OLYMPIA, RHODES, ALEXANDRIA))
    insisted_stages(sitting, 2)
    sitting.lay(0, "timber_yard")
    assert sitting.state.plans[0].payment == Payment(bank=1)
    sitting.press(Press.SELECT, Press.SELECT)
    sitting.lay(1, "ore_vein")
    sitting.lay(2, "press")
    sitting.wait(DECISION)
    assert Build(0, "timber_yard", Payment(), free=True) in sitting.game.actions


def test_what_was_chosen_for_a_card_that_is_taken_back_says_nothing_about_the_next_one():
    sitting = Sitting((OLYMPIA, RHODES, ALEXANDRIA))
    insisted_stages(sitting, 2)
    first = sitting.lay(0, "timber_yard")
    sitting.press(Press.SELECT, Press.SELECT)
    assert sitting.state.plans[0].payment == Payment()
    sitting.take(first)
    sitting.lay(0, "clay_pit")
    assert sitting.state.plans[0].payment == Payment(bank=1)
    sitting.lay(1, "ore_vein")
    sitting.lay(2, "press")
    sitting.wait(DECISION)
    assert Build(0, "clay_pit", Payment(bank=1)) in sitting.game.actions


def test_babylon_lays_its_seventh_card_without_a_key():
    sitting = Sitting((BABYLON, RHODES, ALEXANDRIA))
    insisted_stages(sitting, 2)
    sitting.discard_until(1, 6)
    presses = sitting.presses
    sitting.lay(0, "lumber_yard")
    sitting.lay(1, "ore_vein")
    sitting.lay(2, "press")
    sitting.wait(DECISION)
    assert sitting.game.phase is Phase.SEVENTH
    sitting.discard()
    sitting.discard()
    sitting.lay(0, "stone_pit")
    sitting.wait(DECISION)
    assert sitting.game.cities[0].cards == ("lumber_yard", "stone_pit")
    assert sitting.view is ScreenId.TABLE or sitting.view is ScreenId.CONFLICTS
    assert sitting.presses == presses


@pytest.fixture
def at_the_pile():
    """Halicarnassus has built its first stage; one baths lie on the discard pile."""
    sitting = Sitting((HALICARNASSUS, RHODES, ALEXANDRIA))
    sitting.lay(1, "ore_vein")
    sitting.lay(2, "press")
    sitting.discard()
    sitting.wait(DECISION)
    assert sitting.game.turn == 2
    sitting.stage(0, 1)
    sitting.lay(1, "loom")
    sitting.lay(2, "glassworks")
    sitting.wait(DECISION)
    assert sitting.game.phase is Phase.FROM_DISCARD
    return sitting


def test_halicarnassus_takes_the_card_that_then_appears_in_the_city(at_the_pile):
    sitting = at_the_pile
    coins = sitting.game.cities[0].coins
    sitting.lay(0, "baths")
    sitting.wait(DECISION)
    assert sitting.game.actions[-1] == BuildFromDiscard(0, "baths")
    assert (sitting.game.turn, sitting.game.cities[0].coins) == (3, coins)
    assert (sitting.presses, sitting.glass.kinds) == (0, [])


def test_advance_leaves_the_pile_alone(at_the_pile):
    sitting = at_the_pile
    sitting.wait(20)
    assert sitting.game.phase is Phase.FROM_DISCARD, "whoever looks through the pile has time"
    sitting.press(Press.ADVANCE)
    assert sitting.game.actions[-1] == BuildFromDiscard(0, None)
    assert sitting.game.turn == 3


def test_solomon_brings_the_card_that_then_appears_in_the_city():
    sitting = Sitting(THREE, leaders=True)
    sitting.recruit(0, "sappho")
    sitting.recruit(1, "zenobia")
    sitting.recruit(2, "midas")
    sitting.wait(DECISION)
    sitting.turn("clay_pool", "ore_vein", "press")
    sitting.discard_until(2, 0)
    sitting.recruit(2, "solomon")
    sitting.press(Press.ADVANCE, Press.ADVANCE)
    assert sitting.game.phase is Phase.FROM_DISCARD
    sitting.lay(2, "baths", age=1)
    sitting.wait(DECISION)
    assert sitting.game.actions[-1] == BuildFromDiscard(2, "baths")
    assert (sitting.game.phase, sitting.game.turn) == (Phase.TURN, 1)


def test_whom_the_courtesans_serve_is_asked_and_answered_by_keys():
    sitting = Sitting(THREE, leaders=True)
    sitting.recruit(0, "zenobia")
    sitting.recruit(2, "sappho")
    sitting.press(Press.ADVANCE)
    sitting.discard_until(3, 1)
    sitting.lay(1, "courtesans_guild")
    sitting.wait(DECISION)
    sitting.answer("exception")
    sitting.press(Press.ADVANCE, Press.ADVANCE)
    sitting.wait(DECISION)
    assert (sitting.view, sitting.kind) == (ScreenId.QUESTION, "court")
    assert sitting.asked.choices == ("leader:sappho", "leader:zenobia")
    sitting.answer("leader:zenobia")
    assert sitting.game.actions[-1] == Court(1, "zenobia")
    assert (sitting.view, sitting.game.turn) == (ScreenId.TABLE, 2)


def test_leaders_are_recruited_without_a_key_and_their_price_is_seen_before():
    sitting = Sitting(THREE, leaders=True)
    assert sitting.game.phase is Phase.RECRUIT
    sitting.recruit(0, "sappho")
    assert (sitting.state.plans[0].card, sitting.state.plans[0].payment) == ("sappho", Payment(bank=1))
    sitting.recruit(1, "cleopatra")
    sitting.recruit(2, "caesar")
    sitting.wait(DECISION)
    assert [city.coins for city in sitting.game.cities] == [5, 2, 1]
    assert (sitting.game.phase, sitting.presses) == (Phase.TURN, 0)


def test_rome_b_pays_less_for_leaders_and_its_stage_recruits_one_more():
    sitting = Sitting((ROME, RHODES, ALEXANDRIA), leaders=True)
    sitting.recruit(0, "cleopatra")
    sitting.recruit(1, "caesar")
    sitting.recruit(2, "sappho")
    sitting.wait(DECISION)
    assert [city.coins for city in sitting.game.cities] == [6 - 2, 6 - 4, 6]
    insisted_stages(sitting, 1)
    sitting.stage(0, 2)
    sitting.wait(DECISION)
    sitting.answer("exception")
    sitting.press(Press.ADVANCE, Press.ADVANCE)
    assert sitting.game.phase is Phase.EXTRA_LEADER
    presses = sitting.presses
    sitting.recruit(0, "zenobia")
    sitting.wait(DECISION)
    assert isinstance(sitting.game.actions[-1], Recruit)
    assert sitting.game.cities[0].leaders == ("cleopatra", "zenobia")
    assert (sitting.game.phase, sitting.presses) == (Phase.TURN, presses)


def test_whom_the_free_city_pays_is_chosen_by_who_plays_its_card():
    sitting = Sitting(THREE, free_city=1)
    sitting.turn("clay_pool", "ore_vein", "clay_pit")
    sitting.lay(1, "guard_tower")
    assert sitting.state.plans[1].payment == Payment(left=2)
    sitting.press(Press.SELECT, Press.SELECT)
    others_build(sitting)
    assert Build(1, "guard_tower", Payment(right=2)) in sitting.game.actions
