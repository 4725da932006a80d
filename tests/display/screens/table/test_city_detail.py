"""A city in detail: what its neighbours sell, and who pays whom in this turn."""

from __future__ import annotations

from dataclasses import replace

from display.drawing.box import Box
from display.facts.names import SeatName, seat_name
from display.messages.questions import Plan
from display.screens.table import city_detail
from display.screens.table.city_detail import NeighbourCity, OwnCity, paint_neighbour
from display.table_state import TableState
from engine import Build, Discard, Game, Payment, shields
from tests.display.drawn import drawn
from tests.display.screens.table.test_military import with_diplomacy
from tests.display.sessions import AGE_ENDS

BOARDS = [("giza", "A"), ("rhodes", "B"), ("ephesus", "A")]


def after(*cards: str) -> Game:
    """Giza has built the cards, one a turn; the others discarded."""
    game = Game.new(BOARDS)
    for card in cards:
        for action in (Build(0, card), Discard(1), Discard(2)):
            game = game.apply(action)
    return game


def shown(state: TableState, game: Game, seat: int = 0) -> tuple[NeighbourCity, OwnCity, NeighbourCity]:
    left, own, right, *_ = (panel.content for panel in city_detail.panels(Box(0, 0, 400, 300), state, game, seat))
    assert isinstance(left, NeighbourCity)
    assert isinstance(own, OwnCity)
    assert isinstance(right, NeighbourCity)
    return left, own, right


def test_points_are_shown_only_where_they_may_be_seen_before_the_end() -> None:
    game = after("stone_pit")
    state = TableState(game)
    assert shown(state, game)[1].points is None
    assert shown(replace(state, live_scores=True), game)[1].points == 1


def test_the_neighbours_are_at_the_players_left_and_right() -> None:
    game = Game.new(BOARDS)
    left, own, right = shown(TableState(game), game)
    assert (left.name, own.facts.name, right.name) == (
        SeatName("", "rhodes", 1),
        SeatName("", "giza", 0),
        SeatName("", "ephesus", 2),
    )
    assert (left.side, right.side) == ("left", "right")


def test_what_a_neighbour_sells_is_listed_by_price() -> None:
    game = Game.new(BOARDS)
    for cards in (("east_trading_post", "ore_vein", "clay_pit"), ("tree_farm", "stone_pit", "loom")):
        for seat, card in zip((0, 2, 1), cards, strict=True):
            action = Build(seat, card)
            game = game.apply(action if game.can(action) else Discard(seat))
    left, _, right = shown(TableState(game), game)
    prices = {unit: price for price, units in right.offers for unit in units}
    assert prices == {"O": 1, "S": 1, "P": 2}
    assert [price for price, _ in right.offers] == [1, 2]
    assert {price for price, _ in left.offers} == {2}


def test_a_payment_that_was_chosen_is_counted_from_one() -> None:
    game = Game.new(BOARDS)
    state = TableState(game, plans={0: Plan("build", "barracks", payment=Payment(2, 0, 0), ways=3, chosen=1)})
    own = shown(state, game)[1]
    assert (own.way, own.ways) == (2, 3)
    idle = shown(TableState(game), game)[1]
    assert (idle.way, idle.ways) == (1, 1)


def test_each_neighbour_has_its_shields_and_the_token_it_would_bring() -> None:
    game = Game.new(BOARDS)
    strong = (
        replace(city, estate=replace(city.estate, shields=count))
        for city, count in zip(game.cities, (1, 3, 0), strict=True)
    )
    game = replace(game, cities=tuple(strong))
    left, own, right = shown(TableState(game), game)
    assert (left.shields, own.facts.shields, right.shields) == (3, 1, 0)
    assert (left.token, right.token) == (-1, 1)
    even = replace(game, cities=(game.cities[0], *Game.new(BOARDS).cities[1:]))
    assert [one.token for one in shown(TableState(even), even)[::2]] == [1, 1]
    assert "=" in drawn(paint_neighbour, replace(left, token=None))


def test_whom_a_city_fights_instead_of_an_absent_neighbour_is_shown_in_its_place() -> None:
    """With a token of diplomacy (Cities) a city takes no part; the next one round the table fights instead."""
    game = with_diplomacy(5, AGE_ENDS, 1, 3)
    left, _, right = shown(TableState(game), game)
    assert (left.name.seat, left.opponent, left.shields) == (1, seat_name(game, 2), shields(game.cities[2]))
    assert (right.name.seat, right.opponent) == (4, seat_name(game, 4))
    assert [side.opponent for side in shown(TableState(game), game, 1)[::2]] == [None, None]
    assert "[banner.olympia]" in drawn(paint_neighbour, left)
    absent = drawn(paint_neighbour, shown(TableState(game), game, 1)[0])
    assert ("[dove]" in absent, "[shield]" in absent, "=" in absent) == (True, False, False)
