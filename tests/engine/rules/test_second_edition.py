"""The powers that only the second edition has: the Decorators Guild and both sides of Olympia."""

import pytest

from engine import NOTHING, Build, BuildFromDiscard, BuildStage, Discard, Fight, Payment, Phase, Way, score_sheets
from tests.engine.positions import coins, keys, play, position

DAY, NIGHT = ("olympia", "day"), ("olympia", "night")
TRADE = {"wonder": ("giza", "day"), "cards": "sawmill foundry"}
FREE = Way("free", NOTHING)


def discards(game, *seats):
    return [Discard(seat) for seat in range(len(game.cities)) if seat not in seats]


def resolved(game, action):
    return play(game, action, *discards(game, action.seat))


@pytest.mark.parametrize(("stages", "points"), [(0, 0), (2, 0), (3, 7)])
@pytest.mark.clause("second/decorators")
def test_the_decorators_guild_scores_if_every_stage_stands(stages, points):
    sheet = score_sheets(position({"wonder": DAY, "stages": stages, "cards": "decorators_guild"}, age=3))[0]
    assert sheet.points["guilds"] == points


@pytest.mark.clause("second/decorators")
def test_a_wonder_of_two_stages_is_complete_with_two():
    babylon = {"wonder": ("babylon", "night"), "stages": 2, "cards": "decorators_guild"}
    assert score_sheets(position(babylon, age=3))[0].points["guilds"] == 7


@pytest.mark.clause("second/first-of-colour")
def test_the_first_structure_of_a_colour_costs_nothing():
    game = position({"wonder": DAY, "stages": 2, "coins": 0}, TRADE, age=2)
    assert game.ways(0, "archery_range") == (FREE,)
    after = resolved(game, Build(0, "archery_range"))
    assert after.actions[0] == Build(0, "archery_range", NOTHING, free=True)
    assert keys(after, Build(0, "stables", free=True)) == ["no_free_build"]
    assert after.can(Build(0, "temple"))


@pytest.mark.clause("second/first-of-colour")
def test_it_uses_nothing_up():
    """Several colours in one age, and nothing of what the first edition's free structure counts."""
    game = resolved(position({"wonder": DAY, "stages": 2, "coins": 0}, age=2), Build(0, "temple"))
    assert not game.cities[0].free_used
    assert resolved(game, Build(0, "walls")).cities[0].cards == ("temple", "walls")


@pytest.mark.clause("second/first-of-colour")
def test_before_the_stage_stands_the_first_of_a_colour_is_paid_for():
    assert not position({"wonder": DAY, "stages": 1, "coins": 0}, age=2).can(Build(0, "temple"))


@pytest.mark.clause("second/first-of-colour")
def test_guilds_are_a_colour_and_leaders_are_none():
    own = {"wonder": DAY, "stages": 2, "coins": 0, "leaders": "plato"}
    assert position(own, age=3, leaders=True).ways(0, "spies_guild") == (FREE,)
    own["cards"] = "workers_guild"
    assert not position(own, age=3, leaders=True).can(Build(0, "spies_guild"))


@pytest.mark.clause("second/first-of-colour")
def test_who_could_pay_coins_does_not_by_default_but_may():
    game = position({"wonder": DAY, "stages": 2, "coins": 6}, TRADE, age=2)
    ways = game.ways(0, "archery_range")
    assert ways[0] == FREE
    assert ways[1] == Way("trade", Payment(left=6))
    assert coins(resolved(game, Build(0, "archery_range")))[0] == 6
    assert coins(resolved(game, Build(0, "archery_range", Payment(left=6))))[0] == 0


@pytest.mark.clause("second/first-of-colour")
def test_what_costs_nothing_anyway_is_not_marked_as_free():
    game = position({"wonder": DAY, "stages": 2, "cards": "altar", "leaders": "vitruvius"}, age=3, leaders=True)
    assert [way.kind for way in game.ways(0, "pantheon")] == ["chain"]
    assert coins(resolved(game, Build(0, "pantheon")))[0] == 8
    own = position({"wonder": DAY, "stages": 2}, age=1)
    assert own.ways(0, "guard_tower") == (Way("own", NOTHING),)


@pytest.mark.clause("second/first-of-age")
def test_the_first_structure_of_each_age_costs_nothing_whenever_it_is_built():
    game = position({"wonder": NIGHT, "stages": 1, "coins": 0}, age=2, turn=4)
    game = resolved(game, Discard(0))
    assert game.ways(0, "temple") == (FREE,)
    game = resolved(game, Build(0, "temple"))
    assert not game.can(Build(0, "walls", free=True))
    game = play(resolved(game, Discard(0)), Fight())
    assert game.age == 3
    assert game.ways(0, "palace") == (FREE,)


@pytest.mark.clause("second/first-of-age")
def test_a_structure_raised_from_the_discard_pile_is_the_first_of_its_age():
    own = {"wonder": NIGHT, "stages": 1, "coins": 0}
    game = position(own, age=2, turn=0, phase=Phase.FROM_DISCARD, leaders=True)
    game = play(game, BuildFromDiscard(0, "altar"), BuildFromDiscard(1, None), BuildFromDiscard(2, None))
    assert game.cities[0].cards == ("altar",)
    assert not game.can(Build(0, "walls"))


@pytest.mark.clause("second/first-of-age")
def test_a_stage_is_no_structure():
    own = {"wonder": NIGHT, "stages": 1, "cards": "brickyard clay_pool", "cards_before": 2}
    game = resolved(position(own, age=2, turn=2), Discard(0))
    assert game.ways(0, "temple")[0] == FREE


@pytest.mark.clause("second/last-of-age")
def test_the_structure_of_the_sixth_turn_costs_nothing():
    own = {"wonder": NIGHT, "stages": 2, "coins": 0, "cards": "altar"}
    assert not position(own, age=2, turn=5).can(Build(0, "walls"))
    assert position(own, age=2, turn=6).ways(0, "walls") == (FREE,)


@pytest.mark.clause("second/last-of-age")
def test_the_stage_of_the_sixth_turn_does_not_yet_count():
    own = {"wonder": NIGHT, "stages": 1, "coins": 0, "cards": "altar brickyard clay_pool"}
    assert not position(own, age=2, turn=6).can(Build(0, "walls"))


@pytest.mark.clause("second/boards")
def test_babylon_by_night_plays_the_seventh_card():
    game = position({"wonder": ("babylon", "night"), "stages": 1}, age=1, turn=6)
    game = play(game, *map(Discard, range(3)))
    assert (game.phase, game.to_act) == (Phase.SEVENTH, (0,))


@pytest.mark.clause("second/boards")
def test_halicarnassus_raises_by_day_and_by_night():
    own = {"wonder": ("halicarnassus", "night"), "stages": 2, "cards": "sawmill lumber_yard"}
    game = resolved(position(own, age=2), BuildStage(0))
    assert (game.phase, game.to_act) == (Phase.FROM_DISCARD, (0,))


@pytest.mark.clause("second/players")
def test_everything_else_is_as_in_the_first_edition():
    game = position({"wonder": ("rhodes", "night"), "stages": 2}, {"cards": "castrum"}, age=3, turn=6)
    game = play(game, *map(Discard, range(3)), Fight())
    assert [city.conflict for city in game.cities] == [(-1, 5), (5, 5), (-1, -1)]
