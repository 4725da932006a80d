"""What a large screen says of a city: its next stage with what it brings, trade, chains, structures by colour."""

from __future__ import annotations

from dataclasses import replace

from display.facts.city_details import NextStage, TradingPost, city_details, score_sheets_of
from engine import Coins, Game, Points, Shields, score_sheets, with_card
from tests.display.sessions import LATE, OVER, played


def new(*boards: tuple[str, str]) -> Game:
    return Game.new(boards)


def with_cards(game: Game, *cards: str, stages: int = 0, age: int = 1) -> Game:
    """The first city with these structures and stages, in that age."""
    city = game.cities[0]
    for card in cards:
        city = with_card(city, game.catalogue.card(card))
    return replace(game, cities=(replace(city, stages=stages), *game.cities[1:]), age=age)


def test_the_next_stage_says_what_it_costs_and_what_it_brings() -> None:
    game = new(("rhodes", "B"), ("giza", "A"), ("olympia", "A"))
    gains = Shields(1), Points(3), Coins(3)
    assert city_details(game, 0).next == NextStage(1, 2, ("S", "S", "S"), 0, None, gains)
    assert city_details(with_cards(game, stages=2), 0).next is None


def test_a_trading_post_says_at_whom_which_goods_are_cheaper() -> None:
    game = with_cards(new(("giza", "A"), ("rhodes", "A"), ("olympia", "A")), "east_trading_post", "marketplace")
    assert city_details(game, 0).posts == (
        TradingPost(("right",), "brown", 1),
        TradingPost(("left", "right"), "grey", 1),
    )
    assert city_details(game, 1).posts == ()


def test_a_chain_makes_structures_of_this_age_free_until_they_are_built() -> None:
    game = with_cards(new(("giza", "A"), ("rhodes", "A"), ("olympia", "A")), "baths", age=2)
    assert city_details(game, 0).chains == (("aqueduct", "blue"),)
    assert city_details(with_cards(game, "aqueduct", age=2), 0).chains == ()


def test_structures_tokens_and_symbols_are_those_of_the_city() -> None:
    for game in (played(3, LATE), played(5, OVER)):
        for seat, city in enumerate(game.cities):
            details = city_details(game, seat)
            assert sum(count for _, count in details.structures) == len(city.cards)
            assert details.tokens == city.conflict
            assert sum(details.science) >= dict(details.structures).get("green", 0)


def test_score_sheets_are_the_engines_and_kept() -> None:
    game = played(3, OVER)
    assert score_sheets_of(game) == score_sheets(game)
    assert score_sheets_of(game) is score_sheets_of(game)
