"""Choices within a turn, made with five keys: the default needs no key."""

from __future__ import annotations

import pytest

from display.messages.presses import Press
from display.navigation.position import ScreenId
from engine import Build, BuildFromDiscard, ChooseLeader, Payment, Phase, Recruit
from tests.journeys.playthrough import (
    ALEXANDRIA,
    BABYLON,
    DECISION,
    HALICARNASSUS,
    OLYMPIA,
    RHODES,
    ROME,
    THREE,
    Playthrough,
)


def insisted_stages(playthrough, count):
    """Seat 0 builds this many stages in the next turns, whatever they cost; the others discard."""
    for slot in range(1, count + 1):
        playthrough.stage(0, slot)
        playthrough.wait(DECISION)
        if playthrough.kind == "not_affordable":
            playthrough.answer("exception")
        playthrough.end_turn()
        playthrough.wait(DECISION)
    assert playthrough.game.cities[0].stages == count


@pytest.fixture
def between_two_sellers():
    """Rhodes needs clay, and both its neighbours have some."""
    playthrough = Playthrough()
    playthrough.turn("clay_pool", "ore_vein", "clay_pit")
    playthrough.lay(1, "guard_tower")
    return playthrough


def others_build(playthrough):
    playthrough.lay(0, "loom")
    playthrough.lay(2, "press")
    playthrough.wait(DECISION)


def test_the_cheapest_payment_needs_no_key(between_two_sellers):
    playthrough = between_two_sellers
    assert (playthrough.state.plans[1].ways, playthrough.state.plans[1].payment) == (2, Payment(left=2))
    others_build(playthrough)
    assert playthrough.game.turn == 3
    assert playthrough.presses == 0


def test_another_payment_is_chosen_with_select_and_closes_with_the_turn(between_two_sellers):
    playthrough = between_two_sellers
    coins = [city.coins for city in playthrough.game.cities]
    playthrough.press(Press.SELECT)
    assert (playthrough.screen, playthrough.fake_screen.position.seat) == (ScreenId.CITY, 1)
    playthrough.press(Press.SELECT)
    assert playthrough.state.plans[1].payment == Payment(right=2)
    others_build(playthrough)
    assert Build(1, "guard_tower", Payment(right=2)) in playthrough.game.actions
    assert [city.coins - before for city, before in zip(playthrough.game.cities, coins, strict=True)] == [2, -2, 0]
    assert playthrough.presses == 2


def test_a_payment_that_is_chosen_once_more_is_the_first_again(between_two_sellers):
    playthrough = between_two_sellers
    playthrough.press(Press.SELECT, Press.SELECT, Press.SELECT)
    others_build(playthrough)
    assert Build(1, "guard_tower", Payment(left=2)) in playthrough.game.actions


def test_olympia_builds_free_by_itself_where_nothing_else_would_do():
    playthrough = Playthrough((OLYMPIA, RHODES, ALEXANDRIA))
    insisted_stages(playthrough, 2)
    before, presses = playthrough.game.cities[0].coins, playthrough.presses
    playthrough.lay(0, "apothecary")
    playthrough.lay(1, "ore_vein")
    playthrough.lay(2, "press")
    playthrough.wait(DECISION)
    assert Build(0, "apothecary", Payment(), free=True) in playthrough.game.actions
    assert (playthrough.game.cities[0].coins, playthrough.presses) == (before, presses)


def test_olympia_chooses_the_free_structure_instead_of_paying():
    playthrough = Playthrough((OLYMPIA, RHODES, ALEXANDRIA))
    insisted_stages(playthrough, 2)
    playthrough.lay(0, "timber_yard")
    assert playthrough.state.plans[0].payment == Payment(bank=1)
    playthrough.press(Press.SELECT, Press.SELECT)
    playthrough.lay(1, "ore_vein")
    playthrough.lay(2, "press")
    playthrough.wait(DECISION)
    assert Build(0, "timber_yard", Payment(), free=True) in playthrough.game.actions


def test_a_choice_for_a_card_that_is_taken_back_does_not_apply_to_the_next_card():
    playthrough = Playthrough((OLYMPIA, RHODES, ALEXANDRIA))
    insisted_stages(playthrough, 2)
    first = playthrough.lay(0, "timber_yard")
    playthrough.press(Press.SELECT, Press.SELECT)
    assert playthrough.state.plans[0].payment == Payment()
    playthrough.take(first)
    playthrough.lay(0, "clay_pit")
    assert playthrough.state.plans[0].payment == Payment(bank=1)
    playthrough.lay(1, "ore_vein")
    playthrough.lay(2, "press")
    playthrough.wait(DECISION)
    assert Build(0, "clay_pit", Payment(bank=1)) in playthrough.game.actions


def test_babylon_plays_its_seventh_card_without_a_key():
    playthrough = Playthrough((BABYLON, RHODES, ALEXANDRIA))
    insisted_stages(playthrough, 2)
    playthrough.discard_until(1, 6)
    presses = playthrough.presses
    playthrough.lay(0, "lumber_yard")
    playthrough.lay(1, "ore_vein")
    playthrough.lay(2, "press")
    playthrough.wait(DECISION)
    assert playthrough.game.phase is Phase.SEVENTH
    playthrough.discard()
    playthrough.discard()
    playthrough.lay(0, "stone_pit")
    playthrough.wait(DECISION)
    assert playthrough.game.cities[0].cards == ("lumber_yard", "stone_pit")
    assert playthrough.screen is ScreenId.TABLE or playthrough.screen is ScreenId.CONFLICTS
    assert playthrough.presses == presses


@pytest.fixture
def at_the_discard_pile():
    """Halicarnassus has built its first stage; one baths lie on the discard pile."""
    playthrough = Playthrough((HALICARNASSUS, RHODES, ALEXANDRIA))
    playthrough.lay(1, "ore_vein")
    playthrough.lay(2, "press")
    playthrough.discard()
    playthrough.wait(DECISION)
    assert playthrough.game.turn == 2
    playthrough.stage(0, 1)
    playthrough.lay(1, "loom")
    playthrough.lay(2, "glassworks")
    playthrough.wait(DECISION)
    assert playthrough.game.phase is Phase.FROM_DISCARD
    return playthrough


def test_halicarnassus_takes_the_card_that_then_appears_in_the_city(at_the_discard_pile):
    playthrough = at_the_discard_pile
    coins = playthrough.game.cities[0].coins
    playthrough.lay(0, "baths")
    playthrough.wait(DECISION)
    assert playthrough.game.actions[-1] == BuildFromDiscard(0, "baths")
    assert (playthrough.game.turn, playthrough.game.cities[0].coins) == (3, coins)
    assert (playthrough.presses, playthrough.fake_screen.kinds) == (0, [])


def test_advance_takes_nothing_from_the_discard_pile(at_the_discard_pile):
    playthrough = at_the_discard_pile
    playthrough.wait(20)
    assert playthrough.game.phase is Phase.FROM_DISCARD, "nobody is hurried while choosing from the discard pile"
    playthrough.go_on()
    assert playthrough.game.actions[-1] == BuildFromDiscard(0, None)
    assert playthrough.game.turn == 3


def test_solomon_brings_the_card_that_then_appears_in_the_city():
    playthrough = Playthrough(THREE, leaders=True)
    playthrough.recruit(0, "sappho")
    playthrough.recruit(1, "zenobia")
    playthrough.recruit(2, "midas")
    playthrough.wait(DECISION)
    playthrough.turn("clay_pool", "ore_vein", "press")
    playthrough.discard_until(2, 0)
    playthrough.recruit(2, "solomon")
    playthrough.end_turn()
    assert playthrough.game.phase is Phase.FROM_DISCARD
    playthrough.lay(2, "baths", age=1)
    playthrough.wait(DECISION)
    assert playthrough.game.actions[-1] == BuildFromDiscard(2, "baths")
    assert (playthrough.game.phase, playthrough.game.turn) == (Phase.TURN, 1)


def test_the_leader_for_the_courtesans_guild_is_asked_and_answered_with_keys():
    playthrough = Playthrough(THREE, leaders=True)
    playthrough.recruit(0, "zenobia")
    playthrough.recruit(2, "sappho")
    playthrough.go_on()
    playthrough.discard_until(3, 1)
    playthrough.lay(1, "courtesans_guild")
    playthrough.wait(DECISION)
    playthrough.answer("exception")
    playthrough.end_turn()
    playthrough.wait(DECISION)
    assert (playthrough.screen, playthrough.kind) == (ScreenId.QUESTION, "court")
    assert playthrough.asked.choices == ("leader:sappho", "leader:zenobia")
    playthrough.answer("leader:zenobia")
    assert playthrough.game.actions[-1] == ChooseLeader(1, "zenobia")
    assert (playthrough.screen, playthrough.game.turn) == (ScreenId.TABLE, 2)


def test_leaders_are_recruited_without_a_key_and_their_price_is_shown_before():
    playthrough = Playthrough(THREE, leaders=True)
    assert playthrough.game.phase is Phase.RECRUIT
    playthrough.recruit(0, "sappho")
    assert (playthrough.state.plans[0].card, playthrough.state.plans[0].payment) == ("sappho", Payment(bank=1))
    playthrough.recruit(1, "cleopatra")
    playthrough.recruit(2, "caesar")
    playthrough.wait(DECISION)
    assert [city.coins for city in playthrough.game.cities] == [5, 2, 1]
    assert (playthrough.game.phase, playthrough.presses) == (Phase.TURN, 0)


def test_rome_b_pays_less_for_leaders_and_its_stage_recruits_one_more():
    playthrough = Playthrough((ROME, RHODES, ALEXANDRIA), leaders=True)
    playthrough.recruit(0, "cleopatra")
    playthrough.recruit(1, "caesar")
    playthrough.recruit(2, "sappho")
    playthrough.wait(DECISION)
    assert [city.coins for city in playthrough.game.cities] == [6 - 2, 6 - 4, 6]
    insisted_stages(playthrough, 1)
    playthrough.stage(0, 2)
    playthrough.wait(DECISION)
    playthrough.answer("exception")
    playthrough.end_turn()
    assert playthrough.game.phase is Phase.EXTRA_LEADER
    presses = playthrough.presses
    playthrough.recruit(0, "zenobia")
    playthrough.wait(DECISION)
    assert isinstance(playthrough.game.actions[-1], Recruit)
    assert playthrough.game.cities[0].leaders == ("cleopatra", "zenobia")
    assert (playthrough.game.phase, playthrough.presses) == (Phase.TURN, presses)


def test_the_player_of_the_free_citys_card_chooses_whom_it_pays():
    playthrough = Playthrough(THREE, free_city=1)
    playthrough.turn("clay_pool", "ore_vein", "clay_pit")
    playthrough.lay(1, "guard_tower")
    assert playthrough.state.plans[1].payment == Payment(left=2)
    playthrough.press(Press.SELECT, Press.SELECT)
    others_build(playthrough)
    assert Build(1, "guard_tower", Payment(right=2)) in playthrough.game.actions
