"""A refusal gives every reason at once; an exception records everything that can be recorded."""

from dataclasses import replace

import pytest

from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Game,
    IllegalAction,
    ImpossibleSetup,
    Pass,
    Payment,
    Phase,
    Recruit,
    UnknownName,
)
from tests.engine.positions import coins, keys, play, position


def placeholders(game, action):
    return {reason.key: dict(reason.placeholders) for reason in game.verify(action)}


def test_too_few_coins_says_how_many_are_missing():
    game = position({"wonder": ("ephesus", "A"), "coins": 1}, {"wonder": ("giza", "A"), "cards": "quarry"})
    assert placeholders(game, BuildStage(0)) == {"too_few_coins": {"missing": 3}}
    assert placeholders(position({"coins": 0}), Build(0, "timber_yard")) == {"too_few_coins": {"missing": 1}}


def test_a_resource_that_no_neighbour_sells_is_named():
    game = position({"wonder": ("ephesus", "A")}, {"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")}, age=3)
    assert placeholders(game, Build(0, "pantheon")) == {"nobody_sells": {"resources": "CLG"}}


def test_all_reasons_are_given_at_once():
    game = position({"cards": "palace", "coins": 0}, age=2)
    assert keys(game, Build(0, "palace")) == ["wrong_age", "already_built", "nobody_sells"]
    assert keys(play(game, Discard(0)), Build(0, "palace")) == [
        "already_acted",
        "wrong_age",
        "already_built",
        "nobody_sells",
    ]


@pytest.mark.clause("structure/no-second", "overview/no-second")
def test_identical_structures_are_never_built_twice():
    """ "un giocatore non può mai costruire due strutture identiche"; loom, glassworks and press of both ages too."""
    assert keys(position({"cards": "loom"}, age=2), Build(0, "loom")) == ["already_built"]


def test_a_card_of_another_age():
    assert placeholders(position(age=2), Build(0, "altar")) == {"wrong_age": {"card": "altar", "age": 2}}
    assert keys(position(age=2), Build(0, "press")) == []


def test_a_card_that_is_not_used_with_so_few_players():
    game = position()
    assert placeholders(game, Build(0, "tavern")) == {"not_in_player_count": {"card": "tavern", "players": 3}}
    assert keys(position(players=4), Build(0, "tavern")) == []


def test_a_card_is_not_built_more_often_than_it_is_printed():
    game = position({}, {"cards": "altar"})
    assert keys(game, Build(0, "altar")) == ["no_copy_left"]
    assert keys(position({}, {"cards": "loom"}, age=2), Build(0, "loom")) == []
    assert keys(position({}, {"cards": "loom"}), Build(0, "loom")) == ["no_copy_left"]


def test_an_unknown_card_and_an_unknown_seat():
    assert keys(position(), Build(0, "stargate")) == ["unknown_card"]
    for action in (Build(5, "altar"), BuildStage(5), Discard(-1), CorrectCoins(7, 2)):
        assert keys(position(), action) == ["unknown_seat"]


def test_a_payment_must_be_one_of_the_best():
    game = position({"wonder": ("ephesus", "A")}, {"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")})
    assert keys(game, Build(0, "baths", Payment(left=2))) == []
    assert keys(game, Build(0, "baths", Payment(right=2))) == ["payment_not_valid"]
    assert keys(game, Build(0, "altar", Payment(left=2))) == ["payment_not_valid"]


def test_ties_go_to_the_side_the_settings_say():
    seats = [("ephesus", "A"), ("giza", "A"), ("olympia", "A"), ("rhodes", "A")]
    for prefer, payment in (("left", Payment(left=2)), ("right", Payment(right=2))):
        game = Game.new(seats, prefer=prefer)
        game = play(game, *map(Discard, (0, 2)), Build(1, "lumber_yard"), Build(3, "lumber_yard"))
        assert game.ways(0, "stockade")[0].payment == payment
        assert {way.payment for way in game.ways(0, "stockade")} == {Payment(left=2), Payment(right=2)}
        assert game.apply(Build(0, "stockade")).undo() == game


def test_actions_of_another_phase_are_refused():
    game = position()
    assert placeholders(game, BuildFromDiscard(0, "altar")) == {"not_now": {"phase": "turn"}}
    over = position(phase=Phase.OVER)
    assert keys(over, Discard(0)) == ["not_now"]


def test_an_illegal_action_is_refused_with_its_reasons():
    with pytest.raises(IllegalAction) as refused:
        position().apply(Build(0, "palace"))
    assert [reason.key for reason in refused.value.reasons] == ["wrong_age", "nobody_sells"]
    assert "wrong_age(card=palace, age=1)" in str(refused.value)


def test_an_exception_records_what_the_rules_forbid():
    game = position({"coins": 1}, {"wonder": ("rhodes", "A")}, {"wonder": ("alexandria", "A"), "cards": "glassworks"})
    game = play(game, Build(0, "palace", exception=True), Discard(1), Discard(2))
    assert game.cities[0].cards == ("palace",)
    assert game.actions[0].exception


def test_an_exception_never_spends_more_than_the_treasury():
    game = position({"wonder": ("ephesus", "A"), "coins": 3}, {"wonder": ("giza", "A"), "cards": "quarry"})
    game = play(game, BuildStage(0, exception=True), Discard(1), Discard(2))
    assert game.actions[0].pays == Payment(left=3)
    assert coins(game) == [0, 9, 6]
    game = play(position({"coins": 0}), Build(0, "timber_yard", exception=True), Discard(1), Discard(2))
    assert coins(game)[0] == 0


def test_an_exception_is_not_marked_where_none_was_needed():
    game = play(position(), Build(0, "altar", exception=True))
    assert not game.actions[0].exception


@pytest.mark.parametrize(
    "action",
    [
        Build(0, "stargate", exception=True),
        Build(9, "altar", exception=True),
        BuildFromDiscard(0, "altar", exception=True),
        CorrectCoins(0, -1),
    ],
)
def test_a_meaningless_action_is_refused_even_as_an_exception(action):
    with pytest.raises(IllegalAction):
        position().apply(action)


def test_coins_are_corrected_at_any_time_and_at_once():
    game = play(position(), Discard(0), CorrectCoins(0, 7))
    assert coins(game) == [7, 3, 3]
    assert game.to_act == (1, 2)
    assert coins(play(game, Discard(1), Discard(2))) == [10, 6, 6]
    assert coins(position(phase=Phase.OVER).apply(CorrectCoins(1, 0))) == [3, 0, 3]


@pytest.mark.clause("overview/three-actions")
def test_everything_that_can_be_done_with_a_card():
    game = position({"wonder": ("olympia", "A"), "stages": 2, "cards": "foundry"}, {}, {"wonder": ("giza", "A")})
    assert game.possible(0, "baths") == (
        Build(0, "baths", Payment(right=2)),
        Build(0, "baths", Payment(), free=True),
        BuildStage(0, 3, Payment()),
        Discard(0),
    )
    assert game.possible(0, "palace") == (BuildStage(0, 3, Payment()), Discard(0))
    assert play(game, Discard(0)).possible(0, "baths") == ()


@pytest.mark.parametrize(
    ("seats", "key"),
    [
        ([("giza", "A")] * 3, "wonder_twice"),
        ([("giza", "A"), ("giza", "B"), ("rhodes", "A")], "wonder_twice"),
        ([("giza", "A")], "wrong_number_of_players"),
        ([("giza", "A")] * 8, "wrong_number_of_players"),
    ],
)
def test_impossible_set_ups_are_refused(seats, key):
    with pytest.raises(ImpossibleSetup) as refused:
        Game.new(seats)
    assert refused.value.key == key


def test_an_unknown_wonder_is_refused():
    with pytest.raises(UnknownName):
        Game.new([("giza", "A"), ("rhodes", "A"), ("atlantis", "A")])
    with pytest.raises(UnknownName):
        Game.new([("giza", "A"), ("rhodes", "A"), ("ephesus", "C")])


def test_every_seat_has_a_name_or_none():
    with pytest.raises(ImpossibleSetup):
        Game.new([("giza", "A"), ("rhodes", "A"), ("ephesus", "A")], ["Anna"])


def test_a_game_cannot_be_changed_from_outside():
    game = play(position(), Discard(0))
    with pytest.raises(TypeError):
        game.pending[1] = Discard(1)
    with pytest.raises(AttributeError):
        game.age = 3


def test_two_seats_cannot_build_the_same_only_copy_in_one_turn():
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]).apply(Build(0, "lumber_yard"))
    assert [why.key for why in game.verify(Build(1, "lumber_yard"))] == ["no_copy_left"]
    assert game.apply(Build(1, "lumber_yard", exception=True)).actions[1].exception


def test_two_seats_cannot_recruit_the_same_leader_at_once():
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")], leaders=True).apply(Recruit(0, "sappho"))
    assert [why.key for why in game.verify(Recruit(1, "sappho"))] == ["leader_taken"]


def test_an_exception_that_is_legal_once_recorded_is_not_marked():
    game = position({"coins": 3, "cards": "quarry"})
    whole = game.apply(BuildStage(0, stage=2, exception=True))
    again = game.apply(whole.actions[0])
    assert whole.actions == again.actions


def test_an_exception_pays_left_then_right_then_the_bank_until_the_treasury_is_empty():
    game = position({"coins": 3})
    for pays, recorded in (
        (Payment(2, 2, 2), Payment(2, 1, 0)),
        (Payment(4, 1, 1), Payment(3, 0, 0)),
        (Payment(1, 1, 5), Payment(1, 1, 1)),
    ):
        assert game.apply(Build(0, "palace", pays, exception=True)).actions[0].pays == recorded


def test_the_free_structure_is_not_paid_for():
    game = position({"wonder": ("olympia", "A"), "stages": 2})
    assert keys(game, Build(0, "timber_yard", Payment(), free=True)) == []
    assert keys(game, Build(0, "timber_yard", Payment(bank=1), free=True)) == ["payment_not_valid"]


def test_a_wrong_payment_is_not_turned_into_the_free_structure():
    game = position({"wonder": ("olympia", "A"), "stages": 2, "coins": 9})
    assert game.verify(Build(0, "barracks")) == ()
    assert keys(game, Build(0, "barracks", Payment(left=5))) != []


def test_a_card_printed_in_two_ages_comes_out_of_the_discard_pile_in_the_first():
    game = position({}, phase=Phase.FROM_DISCARD)
    assert keys(game, BuildFromDiscard(0, "loom")) == []
    assert keys(position({"cards": "loom"}, phase=Phase.FROM_DISCARD), BuildFromDiscard(0, "loom")) == ["already_built"]
    assert keys(game, BuildFromDiscard(0, "aqueduct")) == ["wrong_age"]


def test_an_illegal_stage_is_refused_and_not_recorded_as_an_exception():
    game = position({"wonder": ("giza", "A")}, {"wonder": ("rhodes", "A")}, {"wonder": ("ephesus", "A")})
    for action in (BuildStage(0), BuildStage(0, 2), Build(0, "stockade")):
        with pytest.raises(IllegalAction):
            game.apply(replace(action, pays=Payment(left=9)))


@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_a_seat_that_is_not_at_the_table_is_unknown(seat):
    assert keys(position({}, {}, {}), Discard(seat)) == ["unknown_seat"]


GUILDS = "workers_guild craftsmens_guild traders_guild philosophers_guild spies_guild strategists_guild"


def test_there_are_never_more_guilds_than_were_dealt():
    """Three players: five guilds are drawn."""
    first, second, third, fourth, fifth, sixth = GUILDS.split()
    rich = {"leaders": "ramses"}
    game = position(
        {**rich, "cards": f"{first} {second}"}, {**rich, "cards": third}, {**rich, "cards": fourth}, age=3, leaders=True
    )
    assert keys(game, Build(0, fifth)) == []
    game = game.apply(Build(0, fifth))
    assert keys(game, Build(1, sixth)) == ["too_many_guilds"]
    assert keys(game, Build(1, first)) == ["no_copy_left"]
    assert keys(replace(game, pending={}, pile=(fifth,)), Build(1, sixth)) == ["too_many_guilds"]


def test_an_audit_finds_no_fault_in_what_the_rules_allow():
    game = position({"leaders": "ramses", "cards": GUILDS.rsplit(" ", 1)[0], "coins": 9}, age=3, leaders=True)
    assert not game.can(Build(0, "strategists_guild"))
    insisted = game.apply(Build(0, "strategists_guild", exception=True))
    assert insisted.pending[0].exception


@pytest.mark.parametrize(
    ("phase", "idle"),
    [
        (Phase.TURN, Discard(0)),
        (Phase.SEVENTH, Discard(0)),
        (Phase.RECRUIT, Discard(0)),
        (Phase.FROM_DISCARD, BuildFromDiscard(0, None)),
        (Phase.EXTRA_LEADER, Pass(0)),
        (Phase.CHOOSE_LEADER, ChooseLeader(0, "aristotle")),
    ],
)
def test_whoever_plays_no_card_does_what_the_phase_allows_without_one(phase, idle):
    game = position({}, {"leaders": "aristotle"}, phase=phase, leaders=True)
    assert game.idle_action(0) == idle
    assert game.can(idle)


def test_an_action_of_another_game_is_paid_anew_where_its_payment_does_not_fit():
    game = position({"wonder": ("olympia", "A"), "stages": 2, "coins": 1})
    paid = Build(0, "timber_yard", Payment(left=2), exception=True)
    assert game.as_allowed(paid) == Build(0, "timber_yard")
    assert game.as_allowed(Build(0, "timber_yard", Payment(bank=1))) == Build(0, "timber_yard", Payment(bank=1))
    used = play(game, *(Build(0, "timber_yard", Payment(), free=True), Discard(1), Discard(2)))
    assert used.as_allowed(Build(0, "stone_pit", Payment(), free=True)) == Build(0, "stone_pit")


def test_an_action_of_another_game_that_the_rules_forbid_is_not_allowed():
    game = position({"cards": "altar", "stages": 1})
    assert game.as_allowed(Build(0, "altar")) is None
    assert game.as_allowed(Discard(0)) == Discard(0)
    assert position(phase=Phase.CONFLICTS).as_allowed(Discard(0)) is None
