"""The faults of a game are flags with the seats and cards they concern."""

from dataclasses import replace

import pytest

from engine import Build, CorrectCoins, Discard, Phase, Status, audit, status
from tests.dealing.dealer import deal
from tests.engine.positions import keys, play, position


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("players", range(2, 8))
def test_games_by_the_rules_are_in_order_after_every_action(players, leaders):
    for game in deal(players, 5, leaders=leaders).game.states():
        assert status(game) is Status.IN_ORDER
        assert audit(game) == ()


@pytest.mark.parametrize(
    ("game", "flag"),
    [
        (play(position(), Build(0, "palace", exception=True)), Status.EXCEPTION),
        (play(position(), CorrectCoins(0, 5)), Status.COINS_CORRECTED),
        (position({"cards": "altar altar"}, age=2, players=5), Status.STRUCTURE_TWICE),
        (position({"cards": "altar"}, {"cards": "altar"}), Status.TOO_MANY_COPIES),
        (position({"cards": "sawmill"}, age=1), Status.CARD_OF_A_LATER_AGE),
        (position({"cards": "tavern"}), Status.CARD_NOT_IN_THIS_GAME),
        (position({"cards": "gamers_guild"}, age=3), Status.CARD_NOT_IN_THIS_GAME),
        (position({"conflict": (3,)}, {"conflict": (-1,)}, age=2), Status.TOKENS),
        (position({"conflict": (1,)}, age=2), Status.TOKENS),
        (position({"conflict": (1, 1, 1)}, {"conflict": (-1, -1)}, {"conflict": (-1,)}, age=2), Status.TOKENS),
        (position({"conflict": (1, -1)}, age=1), Status.TOKENS),
        (position({"cards": "stone_pit clay_pool loom press altar baths theater"}, age=1), Status.TOO_MANY_CARDS),
    ],
)
def test_a_single_fault_is_found(game, flag):
    assert status(game) == flag
    assert audit(game)


def test_more_guilds_than_were_dealt():
    guilds = "workers_guild craftsmens_guild traders_guild philosophers_guild spies_guild strategists_guild"
    assert status(position({"cards": guilds}, age=3)) == Status.TOO_MANY_GUILDS
    assert status(position({"cards": guilds}, age=3, players=4)) is Status.IN_ORDER


def test_all_faults_are_found_at_once():
    game = position({"cards": "palace tavern", "conflict": (5,)})
    assert status(game) == Status.CARD_OF_A_LATER_AGE | Status.CARD_NOT_IN_THIS_GAME | Status.TOKENS
    assert [(why.key, why.placeholders.get("seat")) for why in audit(game)] == [
        ("wrong_age", 0),
        ("not_in_this_game", 0),
        ("tokens_do_not_fit", 0),
        ("tokens_do_not_fit", None),
    ]


def test_the_last_fight_counts_when_the_game_is_over():
    game = position({"conflict": (5,)}, {"conflict": (-1,)}, age=3)
    assert status(game) == Status.TOKENS
    assert status(replace(game, phase=Phase.OVER)) is Status.IN_ORDER


def test_a_guild_of_a_set_that_is_not_played_with_is_refused():
    assert keys(position({"cards": "lumber_yard ore_vein stone_pit clay_pool"}, age=3), Build(0, "gamers_guild")) == [
        "not_in_this_game"
    ]


def test_an_audit_names_exceptions_by_their_place_in_the_record():
    game = play(position(), Discard(1), Build(0, "palace", exception=True))
    assert dict(audit(game)[0].placeholders) == {"index": 1, "seat": 0}


@pytest.mark.parametrize(("age", "turn", "most"), [(1, 1, 6), (1, 6, 11), (2, 1, 13), (3, 6, 25)])
def test_a_city_has_a_card_for_each_turn_a_seventh_for_each_age_and_four_of_the_discard_pile(age, turn, most):
    stages = 4
    for number, too_many in ((most, False), (most + 1, True)):
        city = {"wonder": ("giza", "B"), "cards": "altar " * (number - stages), "stages": stages}
        assert (Status.TOO_MANY_CARDS in status(position(city, age=age, turn=turn))) is too_many
