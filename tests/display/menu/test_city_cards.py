"""What stands in a city is read on a page of its own: everything that lies there openly, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.features.lookup.effects import ROWS_OF_PAGE, EffectsPage
from device.features.lookup.pages import OfferedLookUp
from device.features.lookup.price_list import PriceListPage
from display.menu import OpenPage
from display.menu.reference.city_cards import BuiltThing, CityCards, CityCardsPage, city_cards
from display.messages.intents import Choose
from display.messages.presses import LookAt, Pick, Press
from display.messages.questions import Plan
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START
from display.table_state import TableState
from display.words import line
from engine import Build, BuildStage, Discard, Game, Payment, Recruit
from tests.display.sessions import LATE, MIDDLE, OVER, board, marks, played

LOOKUP = {"lookup": OfferedLookUp()}
TABLE = TableState(played(4, MIDDLE), marks(4), features=LOOKUP)


def of(game: Game, seat: int) -> CityCards:
    return city_cards(TableState(game, marks(len(game.cities))), game, seat)


def things(game: Game, seat: int, icon: str) -> list[BuiltThing]:
    """What is listed beside this icon."""
    return [thing for sign, _, found in of(game, seat).groups for thing in found if sign == icon]


@pytest.mark.parametrize("players", [3, 5, 7])
def test_every_structure_is_listed_by_colour_in_building_order(players: int) -> None:
    game = played(players, OVER)
    for seat, city in enumerate(game.cities):
        listed = {icon: [one.name for one in found] for icon, _, found in of(game, seat).groups if icon != "stage"}
        assert sum(map(len, listed.values())) == len(city.cards)
        for icon, names in listed.items():
            own = [card for card in city.cards if f"mark.{game.catalogue.card(card).colour}" == icon]
            assert names == [line(f"card.{card}") for card in own]


def test_a_stage_shows_the_age_of_the_card_under_it() -> None:
    game = played(7, LATE)
    seen = 0
    for seat, city in enumerate(game.cities):
        states = zip(game.states(), game.actions, strict=False)
        built = [state.age for state, action in states if isinstance(action, BuildStage) and action.seat == seat]
        names = [stage.name for stage in things(game, seat, "stage")]
        assert [dict(name.placeholders)["age"] for name in names] == built
        assert len(names) == city.stages
        seen += len(set(built))
    assert seen > 7


def test_leaders_are_listed_but_not_one_under_a_stage() -> None:
    game = Game.new([board(seat) for seat in range(3)], leaders=True)
    game = game.apply(Recruit(0, "hiram")).apply(BuildStage(1, exception=True)).apply(Discard(2))
    assert things(game, 0, "mark.white") == [BuiltThing(line("leader.hiram"))]
    assert things(game, 1, "stage") == [BuiltThing(line("menu.built.stage_leader", stage=1), exception=True)]
    assert of(game, 2) == CityCards(())


def test_pending_actions_are_not_listed() -> None:
    game = played(3, 0).apply(Build(0, "altar")).apply(BuildStage(1, pays=Payment(), exception=True))
    assert of(game, 0) == of(game, 1) == CityCards(())
    game = game.apply(Discard(2))
    assert things(game, 0, "mark.blue") == [BuiltThing(line("card.altar"))]
    assert [stage.exception for stage in things(game, 1, "stage")] == [True]


def test_exceptions_are_marked() -> None:
    game = played(3, 0).apply(Build(0, "guard_tower", Payment(), exception=True)).apply(Build(1, "altar"))
    game = game.apply(Discard(2))
    assert [one.exception for one in things(game, 0, "mark.red")] == [True]
    assert [one.exception for one in things(game, 1, "mark.blue")] == [False]


def test_points_are_shown_only_when_they_may_be() -> None:
    game = TABLE.game
    assert game is not None
    assert city_cards(TABLE, game, 0).points == ()
    points = dict(city_cards(replace(TABLE, live_scores=True), game, 0).points)
    assert points["treasury"] == game.cities[0].coins // 3
    over = played(4, OVER)
    assert city_cards(TableState(over, marks(4), finished=True), over, 0).points


def test_select_in_a_city_opens_its_cards_and_left_and_right_the_next_cities() -> None:
    position, _ = handle_press(update_position(START, TABLE, 0.0), TABLE, LookAt(3), 0.0)
    pages = []
    for touch in (Press.SELECT, Press.RIGHT, Press.RIGHT, Press.LEFT, Press.SELECT):
        position, intent = handle_press(position, TABLE, touch, 0.0)
        assert intent is None
        assert position.opened is not None
        pages.append(position.opened.page)
    *cities, effects = pages
    assert cities == [CityCardsPage(3), CityCardsPage(0), CityCardsPage(1), CityCardsPage(0)]
    assert {thing.id for thing in effects.things if thing.kind == "card"} == set(TABLE.game.cities[0].cards)


def test_everything_that_a_page_names_is_explained_one_press_away() -> None:
    with_leader = Game.new([board(seat) for seat in range(3)], leaders=True).apply(Recruit(0, "hiram"))
    with_leader = with_leader.apply(Recruit(1, "midas")).apply(Recruit(2, "plato"))
    for state, page in (
        (TABLE, CityCardsPage(0)),
        (TableState(with_leader, marks(3), features=LOOKUP), CityCardsPage(0)),
        (TABLE, PriceListPage(2)),
    ):
        menu = page.menu(state)
        assert menu.touched is not None
        assert sum(option.leads_to == menu.options[menu.touched].leads_to for option in menu.options) == 1
        effects, told = menu.options[menu.touched].leads_to, []
        assert isinstance(effects, EffectsPage)
        for first in range(0, len(effects.things), ROWS_OF_PAGE):
            told += replace(effects, first=first).menu(state).body.rows
        assert all(row.makes or row.does for row in told)
        if isinstance(page, PriceListPage):
            assert {row.name for row in told} == {line(f"card.{card.id}") for card in state.game.age_cards}
        else:
            city = state.game.cities[0]
            names = [*(f"card.{card}" for card in city.cards), *(f"leader.{leader}" for leader in city.leaders)]
            assert {row.name for row in told if row.icon != "stage"} == {line(name) for name in names}
            assert sum(row.icon == "stage" for row in told) == city.stages


def test_pages_of_effects_lead_round() -> None:
    effects = PriceListPage(0).menu(TABLE).options[0].leads_to
    before, after = effects.menu(TABLE).options
    assert after.leads_to.first == ROWS_OF_PAGE
    assert after.leads_to.menu(TABLE).options[0].leads_to == effects
    assert before.leads_to.menu(TABLE).options[1].leads_to == effects


def test_a_payment_can_be_changed_on_the_page_of_a_city() -> None:
    state = replace(TABLE, plans={1: Plan("build", "palace", ways=3, chosen=2)})
    position = replace(update_position(START, state, 0.0), opened=OpenPage(CityCardsPage(1)))
    position, _ = handle_press(position, state, Press.SELECT, 0.0)
    assert position.opened is not None
    options = position.opened.page.menu(state).options
    pay = next(number for number, option in enumerate(options) if option.intent is not None)
    position, intent = handle_press(position, state, Pick(pay), 0.0)
    assert intent == Choose(1, 0)
    assert position.opened is not None
    assert position.opened.page == CityCardsPage(1)
