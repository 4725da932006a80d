"""A past action is changed: later ones stay as far as the rules bear it, and what no longer fits is named."""

from __future__ import annotations

import random

import pytest

from device.ledger_check import changed_past as past
from device.ledger_check.changed_past import insisted, swapped, with_actions
from display.messages.events import Booked
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    IllegalAction,
    Payment,
    Phase,
    Recruit,
)
from tests.display.sessions import AGE_ENDS, OVER, played

THREE = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"))
FIRST = (Build(0, "lumber_yard"), Build(1, "stone_pit"), Build(2, "clay_pool"))
SECOND = (Build(0, "baths"), Build(1, "stockade"), Discard(2))
"""Giza buys a stone for the Baths; Rhodes a wood for the Stockade."""


def booked(*actions, wonders=THREE):
    game = Game.new(wonders)
    for action in actions:
        game = game.apply(action)
    return game, tuple(Booked(action) for action in game.actions)


def changed_past(game, entries, actions):
    """The ledger if the actions with these numbers were others."""
    return past.changed_past(game, entries, with_actions(entries, actions))


def after(game, changed):
    """The game as it would be."""
    *states, _ = [*game.states()]
    result = [*states, game][changed.keep]
    for entry in changed.entries:
        result = result.apply(entry.action)
    return result


def test_two_copies_of_a_card_that_are_swapped_stay_where_their_stickers_are():
    entries = (Booked(Build(0, "loom"), 14), Booked(Build(1, "loom"), 15))
    changed = with_actions(entries, dict(enumerate(swapped(entries[0].action, entries[1].action))))
    assert [(one.seat, one.code) for one in changed.values()] == [(0, 14), (1, 15)]


def test_what_was_built_from_the_pile_stays_although_another_seat_looks_through_it_before():
    """Solomon's card, in a turn in which Halicarnassus has not recruited, as it seemed, but built a stage."""
    wonders = (THREE[0], ("halicarnassus", "B"), THREE[2])
    game, entries = Game.new(wonders, leaders=True), []

    def play(action):
        nonlocal game
        game = game.apply(action)
        entries.append(Booked(game.actions[-1]))

    while game.age == 1:
        play(Fight() if game.phase is Phase.CONFLICTS else game.idle_action(game.to_act[0]))
    for action in (Recruit(0, "solomon", exception=True), Discard(1), Discard(2), BuildFromDiscard(0, "baths")):
        play(action)
    changed = changed_past(game, tuple(entries), {len(entries) - 3: BuildStage(1, exception=True)})
    assert (changed.unfit, after(game, changed).cities[0].cards) == ((), ("baths",))


def test_a_wrong_card_is_another_one_and_what_came_later_stays():
    game, entries = booked(*FIRST, *SECOND)
    changed = changed_past(game, entries, {2: Build(2, "ore_vein")})
    assert (changed.keep, changed.unfit) == (2, ())
    now = after(game, changed)
    assert [city.cards for city in now.cities] == [("lumber_yard", "baths"), ("stone_pit", "stockade"), ("ore_vein",)]


def test_later_payments_follow_and_what_cannot_be_paid_any_more_is_named():
    game, entries = booked(*FIRST, *SECOND)
    changed = changed_past(game, entries, {0: Discard(0)})
    assert changed.unfit == ("1,2,rhodes,build,stockade,",)
    assert after(game, changed).actions[4].exception, "nobody sells wood any more"
    assert changed.question.chosen == changed.question.choices.index("leave"), "nothing is changed by a slip"


def test_a_stage_that_cannot_be_paid_any_more_is_named_with_its_number():
    """Giza has two stones of its own only with its Stone Pit."""
    game, entries = booked(Build(0, "stone_pit"), Discard(1), Discard(2), BuildStage(0))
    changed = changed_past(game, entries, {0: Discard(0)})
    assert changed.unfit == ("1,2,giza,stage,,1",)


def test_a_discard_was_a_stage_and_the_stages_after_it_are_counted_on():
    game, entries = booked(*(Discard(seat) for seat in range(3)), CorrectCoins(0, 20))
    game = game.apply(BuildStage(0, exception=True)).apply(Discard(1)).apply(Discard(2))
    entries = tuple(Booked(action) for action in game.actions)
    changed = changed_past(game, entries, {0: BuildStage(0, exception=True)})
    now = after(game, changed)
    assert now.cities[0].stages == 2
    assert [action.stage for action in now.actions if isinstance(action, BuildStage)] == [1, 2]


def test_two_cities_are_mixed_up():
    game, entries = booked(Build(0, "lumber_yard"), Discard(1), Discard(2))
    entries = (Booked(entries[0].action, 17), *entries[1:])
    changed = changed_past(game, entries, dict(enumerate(swapped(game.actions[0], game.actions[1]))))
    assert after(game, changed).cities[1].cards == ("lumber_yard",)
    assert [entry.code for entry in changed.entries] == [None, 17, None], "the sticker goes with its card"
    assert swapped(Fight(), Discard(0)) == ()


def test_the_rules_judge_the_changed_action_itself():
    game, entries = booked(*FIRST)
    with pytest.raises(IllegalAction):
        changed_past(game, entries, {1: Build(1, "palace")})


def test_a_phase_that_a_stage_brought_goes_and_comes_with_it():
    wonders = (("halicarnassus", "A"), *THREE[:2])
    game, _ = booked(
        BuildStage(0, exception=True), Discard(1), Discard(2), *(Discard(seat) for seat in range(3)), wonders=wonders
    )
    game = game.apply(BuildStage(0, exception=True)).apply(Discard(1)).apply(Discard(2))
    assert game.phase is Phase.FROM_DISCARD
    game = game.apply(BuildFromDiscard(0, "altar")).apply(Discard(0)).apply(Discard(1)).apply(Discard(2))
    entries = tuple(Booked(action) for action in game.actions)
    changed = changed_past(game, entries, {6: Discard(0)})
    assert [one.split(",")[3] for one in changed.unfit] == ["build_from_discard"]
    without = after(game, changed)
    assert (without.turn, without.cities[0].cards) == (5, ())
    entries = tuple(map(Booked, without.actions))
    for other, cards in (({}, ()), ({9: Build(0, "lumber_yard")}, ("lumber_yard",))):
        again = after(without, changed_past(without, entries, {6: game.actions[6], **other}))
        assert BuildFromDiscard(0, None) in again.actions
        assert again.cities[0].cards == cards


@pytest.mark.parametrize("rounds", [AGE_ENDS, OVER])
def test_any_action_may_be_another_one_and_the_game_goes_as_far_as_before(rounds):
    chance = random.Random(rounds)
    game = played(4, rounds)
    entries = tuple(map(Booked, game.actions))
    acting = [number for number, action in enumerate(game.actions) if isinstance(action, Build | BuildStage | Discard)]
    for number in chance.sample(acting, 6):
        seat = game.actions[number].seat
        changed = changed_past(game, entries, {number: Discard(seat)})
        now = after(game, changed)
        assert (now.age, now.turn, now.phase) == (game.age, game.turn, game.phase)
        same = changed_past(game, entries, {number: game.actions[number]})
        assert (after(game, same), same.unfit) == (game, ())


def test_stages_that_change_places_are_the_next_ones_of_their_cities():
    assert swapped(BuildStage(0, 2), BuildStage(1, 1)) == (BuildStage(0), BuildStage(1))


def test_a_leader_that_changes_places_is_paid_anew():
    assert swapped(Recruit(0, "midas", Payment(bank=3)), Discard(1)) == (Discard(0), Recruit(1, "midas"))


def test_nobody_insists_on_conflicts_or_corrected_coins():
    assert [insisted(action) for action in (Fight(), CorrectCoins(0, 2))] == [Fight(), CorrectCoins(0, 2)]
