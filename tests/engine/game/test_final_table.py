"""Finished games rebuilt and scored from the cards on the table at the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import (
    CATALOGUE,
    BuildFromDiscard,
    BuildStage,
    CityCount,
    FinalCity,
    ImpossibleSetup,
    Phase,
    UnknownName,
    finished_game,
    possible_orders,
    score_sheets,
    seats_needing_tokens,
    token_sets,
    tokens_taken,
    winners,
    with_counts,
)
from tests.dealing.dealer import deal

CARDLESS = ("giza", "A"), ("rhodes", "A"), ("ephesus", "A")


def cities(*changes: dict) -> list[FinalCity]:
    return [FinalCity(*seat, **change) for seat, change in zip(CARDLESS, changes, strict=True)]


def leaders(city) -> tuple[tuple[str, int], ...]:
    return tuple((leader, 1) for leader in city.leaders)


def left_behind(dealt) -> list[FinalCity]:
    """The table after a game: cards with the age in which they were built, stages with the age of their card."""
    cards: dict[int, list[tuple[str, int]]] = {seat: [] for seat in range(len(dealt.seats))}
    stages: dict[int, list[int]] = {seat: [] for seat in range(len(dealt.seats))}
    ages = {card.id: card.printings[0].age for card in CATALOGUE.cards.values()}
    for round_ in dealt.rounds:
        for move in round_.moves:
            if isinstance(move.action, BuildStage):
                stages[move.seat].append(round_.age)
            elif getattr(move.action, "card", None) and type(move.action).__name__.startswith("Build"):
                raised = isinstance(move.action, BuildFromDiscard)
                cards[move.seat].append((move.action.card, ages[move.action.card] if raised else round_.age))
    return [
        FinalCity(
            city.wonder.id, city.wonder.side, tuple(cards[seat]), tuple(stages[seat]), leaders(city), city.copied_leader
        )
        for seat, city in enumerate(dealt.game.cities)
    ]


@pytest.mark.parametrize(("players", "seed", "leaders"), [(3, 1, False), (5, 2, False), (7, 3, False), (4, 4, True)])
def test_counted_coins_and_tokens_give_the_score_of_the_game(players: int, seed: int, leaders: bool) -> None:
    dealt = deal(players, seed, leaders=leaders)
    game = with_counts(
        finished_game(left_behind(dealt)), [CityCount(city.coins, city.conflict) for city in dealt.game.cities]
    )
    assert game.phase is Phase.OVER
    assert [sheet.points for sheet in score_sheets(game)] == [sheet.points for sheet in score_sheets(dealt.game)]
    assert winners(game) == winners(dealt.game)


@pytest.mark.parametrize("seed", range(20))
def test_the_age_of_every_shield_gives_the_conflicts(seed: int) -> None:
    dealt = deal(4, seed)
    fought = [
        [city.conflict for city in finished_game(history).cities] for history in possible_orders(left_behind(dealt))
    ]
    assert [city.conflict for city in dealt.game.cities] in fought
    if all(city.wonder.id != "halicarnassus" for city in dealt.game.cities):
        assert len(fought) == 1


def test_a_card_from_the_discard_pile_may_have_come_with_the_stage() -> None:
    raised = FinalCity("halicarnassus", "A", (("stockade", 1), ("baths", 1)), (1, 3))
    seats = [raised, *cities({}, {}, {})]
    fought = [finished_game(history).cities[0].conflict for history in possible_orders(seats)]
    assert fought == [(1, 1, 3, 3, 5, 5), (5, 5)]
    assert {history[0].cards[0] for history in possible_orders(seats)} == {
        ("stockade", 1),
        ("stockade", 3),
    }


def test_a_leader_may_have_come_in_any_age() -> None:
    seats = cities({"leaders": (("caesar", 1),)}, {}, {})
    fought = [finished_game(history).cities[0].conflict for history in possible_orders(seats)]
    assert fought == [(1, 1, 3, 3, 5, 5), (3, 3, 5, 5), (5, 5)]


def test_the_victory_that_nitocris_took_is_of_any_age() -> None:
    seats = [FinalCity(wonder, "day") for wonder in ("giza", "rhodes", "olympia")]
    seats[0] = replace(seats[0], leaders=(("nitocris", 1),))
    fought = [[city.conflict for city in finished_game(history).cities] for history in possible_orders(seats)]
    assert fought == [[(1,), (), ()], [(3,), (), ()], [(5,), (), ()]]
    assert [*map(tokens_taken, seats)] == [1, 0, 0]
    assert token_sets(23, taken=1) == {(1, 1, 3, 3, 5, 5, 5)}


def test_a_stage_under_a_later_card_came_later() -> None:
    early = finished_game(cities({}, {"stages": (1, 1)}, {}))
    late = finished_game(cities({}, {"stages": (1, 3)}, {}))
    assert early.cities[1].conflict == (1, 1, 3, 3, 5, 5)
    assert late.cities[1].conflict == (5, 5)


def test_a_stage_counts_only_upon_the_one_before() -> None:
    """An impossible order of backs (the second stage's card is of an earlier age) still builds both."""
    assert finished_game(cities({}, {"stages": (3, 1)}, {})).cities[1].stages == 2


def test_a_sum_of_tokens_has_few_meanings() -> None:
    assert token_sets(18) == {(1, 1, 3, 3, 5, 5)}
    assert token_sets(-6) == {(-1,) * 6}
    assert token_sets(-1) == {(-1,), (-1, -1, 1), (-1, -1, -1, 1, 1), (-1, -1, -1, -1, 3)}
    assert token_sets(17) == {(1, 3, 3, 5, 5)}
    assert not token_sets(19)
    assert not token_sets(-7)


def test_with_tomyris_a_victory_may_bring_a_defeat() -> None:
    assert (-1, 1, 1, 3, 3, 5, 5) in token_sets(17, passed=True)
    assert (-1, 1, 1, 3, 3, 5, 5) not in token_sets(17)


def test_single_tokens_matter_if_somebody_has_points_for_defeats() -> None:
    guild = {"cards": (("strategists_guild", 3),)}
    assert seats_needing_tokens(finished_game(cities({}, {}, {}))) == frozenset()
    assert seats_needing_tokens(finished_game(cities({}, guild, {}))) == {0, 2}


def test_single_tokens_matter_if_the_guild_may_be_copied() -> None:
    seats = [
        FinalCity("olympia", "B", (), (1, 2, 3)),
        FinalCity("giza", "A", (("strategists_guild", 3),)),
        FinalCity("rhodes", "A"),
        FinalCity("ephesus", "A"),
    ]
    assert seats_needing_tokens(finished_game(seats)) == {0, 1, 2, 3}
    assert seats_needing_tokens(finished_game([FinalCity("olympia", "B", (), (1, 2)), *seats[1:]])) == {0, 2}


def test_single_tokens_matter_to_a_seat_with_points_for_its_victories() -> None:
    assert seats_needing_tokens(finished_game(cities({"leaders": (("alexander", 1),)}, {}, {}))) == {0}


@pytest.mark.parametrize("leader", ["cynisca", "gorgo"])
def test_single_tokens_matter_to_leaders_of_the_second_edition(leader: str) -> None:
    seats = [FinalCity(wonder, "day") for wonder in ("giza", "rhodes", "olympia")]
    assert seats_needing_tokens(finished_game([replace(seats[0], leaders=((leader, 1),)), *seats[1:]])) == {0}


def test_single_tokens_do_not_matter_to_points_for_other_things() -> None:
    built = {"cards": (("workers_guild", 3), ("palace", 3), ("barracks", 1))}
    assert seats_needing_tokens(finished_game(cities(built, {}, {}))) == frozenset()


@pytest.mark.parametrize(
    ("seats", "error"),
    [
        (cities({}, {}, {})[:2], ImpossibleSetup),
        ([*cities({}, {}, {}), FinalCity("giza", "B")], ImpossibleSetup),
        (cities({"cards": (("ziggurat_of_doom", 1),)}, {}, {}), UnknownName),
        (cities({"leaders": (("semiramis", 1),)}, {}, {}), UnknownName),
    ],
)
def test_impossible_tables_are_refused(seats: list[FinalCity], error: type[Exception]) -> None:
    with pytest.raises(error):
        finished_game(seats)


def test_the_boards_tell_the_edition_of_a_finished_table():
    cities = [
        FinalCity("giza", "day", (("well", 1), ("altar", 1), ("decorators_guild", 3)), (1, 1, 2)),
        FinalCity("rhodes", "night"),
        FinalCity("olympia", "day"),
    ]
    game = finished_game(cities)
    assert game.setup.edition == "second"
    sheet = score_sheets(game)[0]
    assert (sheet.points["civilian"], sheet.points["guilds"], sheet.points["wonder"]) == (6, 7, 15)
    assert list(possible_orders(cities)) == [tuple(cities)]


def test_a_finished_table_of_both_editions_is_refused():
    board = FinalCity("rhodes", "night")
    with pytest.raises(ImpossibleSetup, match="editions_mixed"):
        finished_game([board, FinalCity("giza", "A"), FinalCity("olympia", "day")])
    with pytest.raises(UnknownName, match="card_of_another_edition"):
        finished_game([board, FinalCity("giza", "day", (("pawnshop", 1),)), FinalCity("olympia", "day")])
    with pytest.raises(UnknownName, match="unknown_card"):
        finished_game([board, FinalCity("giza", "day", (("hut", 1),)), FinalCity("olympia", "day")])
