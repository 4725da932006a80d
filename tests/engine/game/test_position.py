"""Positions: games that begin in the middle and carry all that the rules ask about."""

import json

import pytest

from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    Discard,
    Fight,
    FinalCity,
    Game,
    ImpossiblePosition,
    Phase,
    finished_game,
    read_record,
    write_record,
)

SEATS = [("olympia", "night"), ("rhodes", "day"), ("giza", "day")]
FIRST = [("olympia", "A"), ("rhodes", "A"), ("giza", "A")]


def keys(problem):
    return [(why.key, *why.placeholders.values()) for why in problem.value.reasons]


def test_structures_of_earlier_ages_stood_when_the_age_began():
    """Olympia (night) has its first structure of the age still free."""
    game = Game.position(SEATS, [{"cards": ["altar", "well"], "stages": 1, "coins": 0}], age=2, turn=2)
    assert game.cities[0].cards_before == 2
    assert game.can(Build(0, "aqueduct"))
    later = Game.position(SEATS, [{"cards": ["altar", "statue"], "stages": 1, "coins": 0}], age=2, turn=2)
    assert later.cities[0].cards_before == 1
    assert not later.can(Build(0, "aqueduct"))


def test_what_is_ambiguous_can_be_said():
    """A loom may have been built in the age before, or in this one."""
    loom = [{"cards": ["altar", "loom"], "stages": 1, "coins": 0}]
    assert not Game.position(SEATS, loom, age=2).can(Build(0, "aqueduct"))
    assert Game.position(SEATS, [{**loom[0], "before": 2}], age=2).can(Build(0, "aqueduct"))


def test_the_free_structure_may_be_used_up():
    free = {"stages": 2, "coins": 0}
    assert Game.position(FIRST, [free], age=2).can(Build(0, "aqueduct", free=True))
    assert not Game.position(FIRST, [{**free, "free_used": True}], age=2).can(Build(0, "aqueduct", free=True))


def test_a_chain_does_not_begin_at_a_structure_that_was_raised_in_this_age():
    baths = {"cards": ["baths"], "coins": 0}
    assert Game.position(FIRST, [baths], age=2).can(Build(0, "aqueduct"))
    assert not Game.position(FIRST, [{**baths, "raised": ["baths"]}], age=2).can(Build(0, "aqueduct"))


def test_the_leader_that_the_guild_copies_works():
    cities = [{"cards": ["courtesans_guild"], "copies": "cleopatra"}, {"leaders": ["cleopatra"]}]
    game = Game.position(FIRST, cities, age=3, leaders=True)
    assert [leader.id for leader in game.leaders_of(0)] == ["cleopatra"]


def test_undo_leads_to_the_position_and_no_further():
    game = Game.position(SEATS, [{"cards": ["quarry"], "coins": 7}], age=2, turn=4)
    after = game.apply(Discard(0)).apply(Discard(1)).apply(Discard(2))
    assert after.undo().undo().undo() == after.undo_turn() == game
    assert game.undo() == game.undo_turn() == game


@pytest.mark.parametrize(
    "begins",
    [{"age": 2, "turn": 4}, {"age": 2, "phase": "conflicts"}, {"phase": "over"}, {"phase": "recruit", "age": 3}],
)
def test_records_and_dictionaries_that_begin_in_the_middle_read_back(begins):
    leaders = {"leaders": True} if begins.get("phase") == "recruit" else {}
    game = Game.position(SEATS, [{"cards": ["quarry"], "coins": 7, "conflict": [1, -1]}], **begins, **leaders)
    for one in (game, game.apply(Discard(2)) if game.to_act else game):
        assert read_record(write_record(one)) == one
        assert Game.from_dict(json.loads(json.dumps(one.to_dict()))) == one
        assert hash(Game.from_dict(one.to_dict())) == hash(one)


def test_a_moment_within_a_turn_is_what_was_done_since_it_began():
    game = Game.position(
        [("halicarnassus", "B"), *FIRST[1:]], [{"coins": 9, "cards": ["mine", "ore_vein"]}], pile=["altar"]
    )
    within = game.apply(BuildStage(0)).apply(Discard(1, "baths")).apply(Discard(2))
    assert within.phase is Phase.FROM_DISCARD
    assert within.since_turn() == within
    assert within.apply(BuildFromDiscard(0, "baths")).cities[0].raised == {"baths"}


def test_a_whole_age_follows_a_position():
    game = Game.position(SEATS, [{}, {"cards": ["barracks"]}], age=1, turn=6)
    for seat in game.to_act:
        game = game.apply(Discard(seat))
    assert [city.conflict for city in game.apply(Fight()).cities] == [(-1,), (1, 1), (-1,)]


def test_all_reasons_are_given_at_once():
    cities = [{"stages": 9, "coins": -1, "hats": 3}, {"cards": ["hut", "loom"], "free_used": True}, {"conflict": "won"}]
    with pytest.raises(ImpossiblePosition) as problem:
        Game.position(FIRST, cities, age=4, turn=7, pile=["altar", "sea"])
    assert keys(problem) == [
        ("bad_field", "age", 4),
        ("bad_field", "turn", 7),
        ("bad_field", "hats 0", 3),
        ("bad_field", "stages 0", 9),
        ("bad_field", "coins 0", -1),
        ("unknown_card", "hut"),
        ("bad_field", "free_used 1", True),
        ("bad_field", "conflict 2", "won"),
        ("unknown_card", "sea"),
    ]
    assert "hats 0" in str(problem.value)


@pytest.mark.parametrize(
    ("cities", "begins", "field"),
    [
        ([{}] * 4, {}, "cities"),
        ([3], {}, "cities 0"),
        ([{"leaders": ["plato"]}], {}, "leaders 0"),
        ([{"copies": "plato"}], {"leaders": True}, "copies 0"),
        ([{"cards": ["altar"], "before": 1}], {"age": 1}, "before 0"),
        ([{"cards": ["altar"], "before": 1, "raised": ["altar"]}], {"age": 2}, "before 0"),
        ([{"cards": ["altar"], "raised": ["altar"]}], {"phase": "over"}, "raised 0"),
        ([{"coins": True}], {}, "coins 0"),
        ([], {"phase": "seventh"}, "phase"),
        ([], {"phase": "recruit"}, "phase"),
        ([], {"phase": "over", "age": 2}, "age"),
        ([], {"phase": "conflicts", "turn": 3}, "turn"),
        ([], {"pile": ["altar"] * 100}, "pile"),
        ([], {"pile": None}, "pile"),
    ],
)
def test_what_no_game_comes_to_is_refused(cities, begins, field):
    with pytest.raises(ImpossiblePosition) as problem:
        Game.position(FIRST, cities, **begins)
    assert [why[:2] for why in keys(problem)] == [("bad_field", field)]


def test_more_cards_than_turns_and_impossible_tokens_are_refused():
    cards = ["altar", "baths", "theater", "loom", "press", "glassworks", "tavern"]
    with pytest.raises(ImpossiblePosition) as problem:
        Game.position(FIRST, [{"cards": cards, "conflict": [3]}], age=1, turn=1)
    assert {why[0] for why in keys(problem)} == {"too_many_cards", "tokens_do_not_fit"}


def test_a_finished_table_is_a_position():
    game = finished_game([FinalCity("giza", "A", (("altar", 1),)), FinalCity("rhodes", "A"), FinalCity("olympia", "A")])
    assert game.undo() == game
    assert read_record(write_record(game)) == game
