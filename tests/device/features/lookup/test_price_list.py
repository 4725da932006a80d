"""The price list says what every structure of the age would cost a city, or why it cannot be built."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.features.lookup.price_list import CardPrice, PriceListPage, price_list
from display.drawing.panel import paint_itself
from display.table_state import TableState
from engine import Build, CorrectCoins, Discard, Game, Payment
from tests.display.drawn import drawn
from tests.display.sessions import AGE_ENDS, LATE, OVER, board, marks, played

NEW = Game.new([board(seat) for seat in range(3)])


def prices(game: Game, seat: int = 0) -> dict[str, CardPrice]:
    return {price.card: price for price in price_list(game, seat).prices}


def test_every_structure_of_the_age_is_listed_once_by_colour() -> None:
    game = played(7, LATE)
    found = price_list(game, 2).prices
    assert {price.card for price in found} == {card.id for card in game.age_cards}
    assert len({price.card for price in found}) == len(found)
    colours = [price.colour for price in found]
    assert colours == sorted(colours, key=colours.index), "each colour stands together"


@pytest.mark.parametrize("rounds", [0, 9, LATE])
def test_a_price_is_what_the_rules_would_take(rounds: int) -> None:
    game = played(4, rounds)
    for seat in range(4):
        for price in prices(game, seat).values():
            ways = game.ways(seat, price.card)
            legal = game.can(Build(seat, price.card))
            assert (not price.reason) == legal
            assert not legal or (price.kind, price.pays) == (ways[0].kind, ways[0].payment)


def test_the_reason_names_what_nobody_sells_and_the_coins_that_are_missing() -> None:
    found = prices(NEW.apply(CorrectCoins(0, 0)))
    assert found["scriptorium"].resources == "P"
    assert (found["clay_pit"].reason, found["clay_pit"].missing) == ("too_few_coins", 1)
    built = NEW
    for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool")):
        built = built.apply(Build(seat, card))
    assert prices(built)["lumber_yard"].reason == "already_built"


def test_what_a_seat_has_entered_in_the_open_turn_does_not_count_yet() -> None:
    state = TableState(NEW.apply(Discard(0)), marks(3))
    body = PriceListPage(0).menu(state).body
    assert body == price_list(NEW, 0)


def test_there_are_no_prices_between_the_ages_and_after_the_game() -> None:
    for rounds in (AGE_ENDS, OVER):
        assert PriceListPage(0).current(TableState(played(3, rounds), marks(3))) is None
    state = TableState(NEW, marks(3))
    assert PriceListPage(0).current(state) == PriceListPage(0)
    assert PriceListPage(0).current(replace(state, game=None)) is None


def test_the_payee_the_chain_and_the_reason_are_drawn() -> None:
    game = played(7, LATE)
    texts = drawn(paint_itself, price_list(game, 1), (760, 350))
    assert {"Giza", "Olympia", "[chain]", "[resource.P]", "[check]", "[cross]"} <= set(texts)
    assert prices(game, 1)["senate"].pays == Payment(2, 2)
    poor = drawn(paint_itself, price_list(NEW.apply(CorrectCoins(0, 0)), 0), (760, 350))
    assert {"0", "\N{MINUS SIGN}1", "[coin]"} <= set(poor)
