"""The menu's mechanism and its pages: what is offered, what a press leads to, what is asked of the table."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from display.menu import COLUMNS, Menu, OpenPage, Option, Page, Tile
from display.menu.columns import columns_at, presses_needed, share_out
from display.menu.entry.payment import CoinsPage, PaymentPage, RefusedPage
from display.menu.entry.turn import EnterTurnPage, NextSeatPage, SeatCorrectionsPage, SeatTurnPage
from display.menu.main.main_menu import MainMenuPage
from display.menu.open_page import active_buttons, go_back, press_on_page, update_page
from display.menu.setup.boards import BoardsPage, PlayerCountPage
from display.menu.setup.player_names import LONGEST_NAME, PlayerNamePage, SpellNamePage
from display.messages.intents import Change, Enter, Rename, SetUp, Undo
from display.messages.presses import Pick, Press
from display.table_state import TableState
from display.words import line
from engine import CATALOGUE, NOTHING, Build, CorrectCoins, Discard, Game, with_card
from tests.display.menu_pages import pages, two_players
from tests.display.sessions import AGE_ENDS, MIDDLE, OVER, marks, played, table

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS = 4
FIRST = TableState(played(PLAYERS, 0), marks(PLAYERS))
GAME = TableState(played(PLAYERS, MIDDLE), marks(PLAYERS))
SEATS = TableState(seats=marks(PLAYERS))


def options(state: TableState, page: Page) -> tuple[Option, ...]:
    return page.menu(state).options


def offered(state: TableState, page: Page, key: str) -> Option:
    return next(option for option in options(state, page) if option.tile.words and option.tile.words.key == key)


def plain(count: int, groups: Callable[[int], object] = lambda place: None) -> list[Option]:
    return [Option(Tile(big=str(place)), group=groups(place)) for place in range(count)]


# Columns


@pytest.mark.parametrize(("count", "presses"), [(1, 1), (4, 1), (5, 2), (16, 2), (17, 3), (64, 3), (65, 4)])
def test_four_times_as_many_options_take_one_more_press(count: int, presses: int) -> None:
    assert presses_needed(count) == presses == deepest(plain(count))


def deepest(options: list[Option], path: tuple[int, ...] = ()) -> int:
    columns = columns_at([option.group for option in options], path)
    return max(1 + (deepest(options, (*path, number)) if len(run) > 1 else 0) for number, run in enumerate(columns))


@pytest.mark.parametrize("seed", range(30))
def test_every_option_is_in_one_column_in_order_and_groups_cost_no_extra_press(seed: int) -> None:
    chance = random.Random(seed)
    names = sorted(chance.choices("abcdefgh", k=chance.randint(1, 70)))
    grouped = plain(len(names), lambda place: names[place])
    columns = columns_at([option.group for option in grouped], ())
    assert sum(columns, ()) == tuple(range(len(names)))
    assert deepest(grouped) == presses_needed(len(names))


def test_groups_of_similar_size_have_a_column_each() -> None:
    names = "aaaabbbbccccdddd"
    assert [len(run) for run in share_out(tuple(range(16)), names)] == [4, 4, 4, 4]
    uneven = "aaaaabbbbbbbcccddddd"
    columns = share_out(tuple(range(20)), uneven)
    assert [{uneven[index] for index in run} for run in columns] == [{"a"}, {"b"}, {"c"}, {"d"}]


# Going in and back


@dataclass(frozen=True, slots=True)
class Numbers(Page):
    """Ten numbers; each but the last leads on."""

    depth: int = 0

    def menu(self, state: TableState) -> Menu:
        leads = [Option(Tile(big=str(place)), leads_to=Numbers(self.depth + 1)) for place in range(9)]
        return Menu(line("menu.main"), (*leads, Option(Tile(big="9"), intent=Undo())))

    def current(self, state: TableState) -> Page | None:
        return None if state.finished else self


def test_a_press_goes_into_its_column_until_one_option_is_left() -> None:
    opened, intent = press_on_page(OpenPage(Numbers()), GAME, Press.LEFT, 1.0)
    assert opened is not None
    assert (opened.page, opened.path, intent) == (Numbers(), (0,), None)
    opened, _ = press_on_page(opened, GAME, Press.SELECT, 2.0)
    assert opened is not None
    assert (opened.page, opened.path) == (Numbers(1), ())


def test_undo_goes_back_out_of_the_column_then_to_the_page_before_then_out_of_the_menu() -> None:
    opened: OpenPage | None = OpenPage(Numbers())
    for touch in (Press.LEFT, Press.LEFT, Press.RIGHT):
        assert opened is not None
        opened, _ = press_on_page(opened, GAME, touch, 0.0)
    seen = []
    while opened is not None:
        seen.append((opened.page, opened.path))
        opened = go_back(opened, GAME)
    assert seen == [(Numbers(1), (2,)), (Numbers(1), ()), (Numbers(), (0,)), (Numbers(), ())]


def test_a_touch_picks_an_option_at_once() -> None:
    assert press_on_page(OpenPage(Numbers()), GAME, Pick(9), 0.0) == (None, Undo())
    opened = OpenPage(Numbers(), (0,))
    assert press_on_page(opened, GAME, Pick(99), 0.0) == (opened, None)


def test_an_option_that_leads_to_an_earlier_page_goes_back_there() -> None:
    opened = OpenPage(Numbers(1), before=OpenPage(Numbers()))
    returning = Option(Tile(), leads_to=Numbers())
    page = OpenPage(Fixed((returning,)), before=opened)
    there, _ = press_on_page(page, GAME, Pick(0), 0.0)
    assert there == OpenPage(Numbers())


@dataclass(frozen=True, slots=True)
class Fixed(Page):
    """These options."""

    fixed: tuple[Option, ...]

    def menu(self, state: TableState) -> Menu:
        return Menu(line("menu.main"), self.fixed)


def test_undo_does_not_go_back_to_a_page_whose_option_was_carried_out() -> None:
    asking = Option(Tile(), leads_to=Numbers(), intent=Undo())
    opened, intent = press_on_page(OpenPage(Fixed((asking,)), before=OpenPage(Numbers(7))), GAME, Press.LEFT, 0.0)
    assert (opened, intent) == (OpenPage(Numbers()), Undo())


def test_a_page_closes_after_a_minute_without_a_press_or_when_it_becomes_pointless() -> None:
    opened = OpenPage(Numbers(), since=100.0)
    assert update_page(opened, GAME, 159.0) == opened
    assert update_page(opened, GAME, 160.0) is None
    assert update_page(opened, replace(GAME, finished=True), 101.0) is None
    pressed, _ = press_on_page(opened, GAME, Press.LEFT, 159.0)
    assert pressed is not None
    assert update_page(pressed, GAME, 200.0) == pressed


@pytest.mark.parametrize("page", [BoardsPage(7, (("giza", "A"),)), SpellNamePage(0, "Ma")], ids=["boards", "name"])
def test_an_unfinished_page_has_no_timeout(page: Page) -> None:
    opened = OpenPage(page, since=100.0)
    assert update_page(opened, SEATS, 100.0 + 600) == opened


def test_a_path_into_options_that_are_gone_is_ignored() -> None:
    opened = OpenPage(Fixed(tuple(plain(3))), (2, 1))
    assert opened.columns(opened.page.menu(GAME)) == ((0,), (1,), (2,), ())
    assert active_buttons(opened, GAME) == {Press.UNDO, *COLUMNS[:3]}


# Entering a turn


def test_the_pages_of_a_turn_lead_from_a_seat_to_its_card_and_on_to_the_next_seat() -> None:
    chosen = offered(FIRST, SeatTurnPage(1), "card.lumber_yard")
    assert chosen.intent == Enter(Build(1, "lumber_yard", NOTHING))
    assert chosen.leads_to == NextSeatPage(1, 1, 1)


def after(*actions: object) -> TableState:
    game = FIRST.game
    assert game is not None
    for action in actions:
        game = game.apply(action)
    return replace(FIRST, game=game)


def test_the_next_seat_is_the_next_one_clockwise_that_has_not_acted_until_the_turn_is_over() -> None:
    state = after(Discard(2), Discard(1))
    assert NextSeatPage(1, 1, 1).current(state) == SeatTurnPage(3)
    assert NextSeatPage(3, 1, 1).current(state) == SeatTurnPage(0)
    assert NextSeatPage(0, 1, 1).current(after(*map(Discard, range(PLAYERS)))) is None
    planned = replace(after(), plans=table(PLAYERS).plans)
    assert NextSeatPage(3, 1, 1).current(planned) == SeatTurnPage(2), "what the camera saw is not asked again"


def test_only_cards_of_this_age_are_offered_and_legal_ones_come_first() -> None:
    cards = [option for option in options(GAME, SeatTurnPage(1)) if option.tile.colour]
    assert GAME.game is not None
    names = {option.tile.words.key.removeprefix("card.") for option in cards if option.tile.words}
    assert names == {card.id for card in CATALOGUE.cards.values() if card.set == "base" and card.copies(2, PLAYERS)}
    for colour in {option.tile.colour for option in cards}:
        dims = [option.tile.dim for option in cards if option.tile.colour == colour]
        assert dims == sorted(dims)
    for option in cards:
        assert option.tile.words
        card = option.tile.words.key.removeprefix("card.")
        assert option.tile.dim is not GAME.game.can(Build(1, card))
        assert isinstance(option.leads_to, RefusedPage) is option.tile.dim


def test_a_choice_of_payment_is_asked_only_where_there_is_one_and_the_default_comes_first() -> None:
    state, page = pages(5)["paying"]
    assert isinstance(page, PaymentPage)
    assert state.game is not None
    ways = state.game.ways(page.action.seat, page.action.card)
    assert [option.intent.action.pays for option in options(state, page)] == [way.payment for way in ways]
    assert len(ways) > 1


def test_a_chain_needs_no_choice_of_payment() -> None:
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("olympia", "A")])
    city = with_card(replace(game.cities[0], coins=20), CATALOGUE.card("baths"))
    rich = with_card(game.cities[1], CATALOGUE.card("foundry"))
    state = TableState(replace(game, cities=(city, rich, rich), age=2))
    aqueduct = offered(state, SeatTurnPage(0), "card.aqueduct")
    assert aqueduct.intent == Enter(Build(0, "aqueduct", NOTHING))
    assert aqueduct.tile.icon == "chain"


def test_an_illegal_action_shows_the_reasons_and_can_be_recorded_as_an_exception() -> None:
    state, page = pages(PLAYERS)["refused"]
    reasons = state.game.verify(Build(1, "palace"))
    assert page.menu(state).body == line("menu.refused.reasons", reasons=reasons)
    anyway = offered(state, page, "menu.refused.anyway")
    assert anyway.intent == Enter(Build(1, "palace", exception=True))
    assert state.game.apply(anyway.intent.action).pending[1].exception


def test_without_enough_coins_the_coins_can_be_corrected_or_nothing_paid_as_an_exception() -> None:
    state, page = pages(PLAYERS)["refused_for_coins"]
    assert offered(state, page, "menu.more.coins").leads_to == CoinsPage(0)
    anyway = offered(state, page, "menu.refused.anyway")
    assert anyway.intent == Enter(Build(0, "timber_yard", NOTHING, exception=True))


def test_coins_cannot_be_corrected_where_nobody_sells_the_missing_resources() -> None:
    state, page = pages(PLAYERS)["refused_for_goods"]
    assert "nobody_sells" in {reason.key for reason in state.game.verify(Build(0, "siege_workshop"))}
    assert [option.intent for option in options(state, page)] == [
        Enter(Build(0, "siege_workshop", NOTHING, exception=True))
    ]


def test_a_stage_beyond_the_last_cannot_be_recorded_even_as_an_exception() -> None:
    game = played(3, MIDDLE)
    city = replace(game.cities[0], stages=len(game.cities[0].wonder.stages))
    state = TableState(replace(game, cities=(city, *game.cities[1:])), marks(3))
    stage = offered(state, SeatTurnPage(0), "menu.turn.stage")
    assert stage.tile.dim
    assert isinstance(stage.leads_to, RefusedPage)
    assert options(state, stage.leads_to) == ()


def test_why_something_is_refused_is_not_said_of_a_seat_that_another_game_does_not_have() -> None:
    refused = RefusedPage(Build(4, "palace"), EnterTurnPage())
    assert refused.current(TableState(played(5, 0), marks(5))) == refused
    assert refused.current(TableState(played(3, 0), marks(3))) is None


def test_an_entered_action_can_be_replaced_until_the_turn_closes() -> None:
    state = after(Build(1, "lumber_yard"))
    assert SeatTurnPage(1).current(state) == SeatTurnPage(1)
    assert not offered(state, SeatTurnPage(1), "menu.turn.discard").tile.dim
    assert offered(state, SeatTurnPage(1), "card.lumber_yard").intent == Enter(Build(1, "lumber_yard", NOTHING))


def test_a_seat_that_does_not_act_offers_its_coins_and_name() -> None:
    fighting = TableState(played(PLAYERS, AGE_ENDS), marks(PLAYERS))
    assert SeatTurnPage(1).current(fighting) == SeatCorrectionsPage(1)
    assert EnterTurnPage().current(fighting) is None


def test_the_free_city_says_who_plays_for_it() -> None:
    state = two_players()
    headline = SeatTurnPage(2).menu(state).headline
    assert dict(headline.placeholders)["name"].key == "menu.seat.free_city"


# Coins, names, boards


@pytest.mark.parametrize("coins", [0, 3, 40])
def test_amounts_near_the_ledgers_take_two_presses_and_others_three_more(coins: int) -> None:
    game = FIRST.game
    assert game is not None
    state = replace(FIRST, game=replace(game, cities=(replace(game.cities[0], coins=coins), *game.cities[1:])))
    near = options(state, CoinsPage(0))
    assert presses_needed(len(near)) == 2
    assert Enter(CorrectCoins(0, max(0, coins - 3))) in [option.intent for option in near]
    assert Enter(CorrectCoins(0, coins + 3)) in [option.intent for option in near]
    far = near[-1].leads_to
    assert isinstance(far, CoinsPage)
    assert [option.intent.action.coins for option in options(state, far)] == list(range(64))
    assert presses_needed(64) == 3


def spelt(state: TableState, word: str) -> Page:
    page: Page = SpellNamePage(1)
    for letter in word:
        page = next(option.leads_to for option in options(state, page) if option.tile.big == letter and option.leads_to)
    return page


def test_a_name_is_spelled_and_given() -> None:
    assert offered(SEATS, spelt(SEATS, "ANNA"), "menu.naming.done").intent == Rename(1, "Anna")
    cyrillic = replace(SpellNamePage(1), alphabet=1)
    letters = {option.tile.big for option in options(SEATS, cyrillic)}
    assert set("АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ") <= letters
    assert offered(SEATS, SpellNamePage(1), "menu.naming.none").intent == Rename(1, "")


def test_names_from_earlier_games_are_offered_unless_taken() -> None:
    state = replace(SEATS, former_names=("Zoe", "Anna", "Bo"), names=("", "Anna", "", ""))
    found = options(state, PlayerNamePage(2))
    assert [option.intent for option in found] == [Rename(2, "Zoe"), Rename(2, "Bo"), None]
    assert found[-1].leads_to == SpellNamePage(2)
    assert PlayerNamePage(2).current(SEATS) == SpellNamePage(2), "nobody is known yet"
    many = replace(SEATS, former_names=tuple(map(str, range(40))))
    assert presses_needed(len(options(many, PlayerNamePage(0)))) == 2


def test_a_name_has_a_greatest_length() -> None:
    page = SpellNamePage(1, "A" * LONGEST_NAME)
    assert [option.intent for option in options(SEATS, page)] == [Rename(1, "A" * LONGEST_NAME)]


def test_boards_are_chosen_seat_by_seat_and_none_twice() -> None:
    page: Page = BoardsPage(3)
    for seat, wonder in enumerate(("giza", "rhodes")):
        page = next(
            option.leads_to
            for option in options(SEATS, page)
            if option.tile.words == line(f"wonder.{wonder}") and option.tile.big == "B" and option.leads_to
        )
        assert len(options(SEATS, page)) == 14 - 2 * (seat + 1)
    last = offered(SEATS, page, "wonder.babylon")
    assert last.intent == SetUp((("giza", "B"), ("rhodes", "B"), ("babylon", "A")))


def test_two_players_set_a_third_board_for_the_free_city() -> None:
    state, page = pages(3)["boards_free_city"]
    assert page.menu(state).headline.key == "menu.boards.free_city"
    assert offered(state, page, "wonder.babylon").intent == SetUp(
        (("giza", "A"), ("rhodes", "B"), ("babylon", "A")), free_city=2
    )


def test_rome_is_offered_only_with_leaders() -> None:
    assert all(option.tile.words != line("wonder.rome") for option in options(SEATS, BoardsPage(3)))
    assert offered(replace(SEATS, leaders=True), BoardsPage(3), "wonder.rome")
    switch = offered(SEATS, PlayerCountPage(), "menu.players.leaders")
    assert (switch.intent, switch.leads_to) == (Change("play.leaders", value=True), PlayerCountPage())


def test_pages_for_setting_up_close_when_the_game_starts() -> None:
    assert PlayerCountPage().current(GAME) is None
    assert BoardsPage(3).current(GAME) is None


def test_every_option_of_every_page_can_be_chosen_and_leads_somewhere() -> None:
    for state, page in pages(7).values():
        for number in range(len(options(state, page))):
            opened, intent = press_on_page(OpenPage(page), state, Pick(number), 0.0)
            assert opened is not None or intent is not None or page.menu(state).options[number].leads_to is None
            if opened is not None:
                update_page(opened, state, 0.0)


def test_the_main_menu_has_a_way_to_everything_at_any_time() -> None:
    over = TableState(played(PLAYERS, OVER), marks(PLAYERS), finished=True)
    playing = {"by_hand", "coins", "undo", "redo", "leave"}
    for state, keys in ((SEATS, {"set_up", "names"}), (GAME, playing), (over, {"undo"})):
        found = {option.tile.words.key for option in options(state, MainMenuPage()) if option.tile.words}
        assert {f"menu.main.{key}" for key in (*keys, "shut_down")} <= found
