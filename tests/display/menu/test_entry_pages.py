"""Pages that enter a turn or a name: which seats, actions and letters are offered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.features.lookup.pages import OfferedLookUp
from device.features.lookup.price_list import PriceListPage
from display.facts.names import spoken
from display.menu.entry.cards import FromDiscardPage, RecruitPage
from display.menu.entry.past import ChangeTurnPage, PastPage
from display.menu.entry.payment import CoinsPage
from display.menu.entry.turn import (
    EnterTurnPage,
    NextSeatPage,
    SeatCorrectionsPage,
    SeatsPage,
    SeatTurnPage,
    next_turn_pages,
)
from display.menu.main.main_menu import MainMenuPage
from display.menu.open_page import OpenPage, press_on_page, update_page
from display.menu.reference.city_cards import CityCardsPage
from display.menu.reference.history import TurnPage, UndoToPage
from display.menu.seat import chosen_seat_tile, next_waited_seat, seat_tile
from display.menu.setup.boards import BoardsPage, EditionPage, PlayerCountPage
from display.menu.setup.player_names import NamesPage, PlayerNamePage, SpellNamePage
from display.messages.intents import Change, Choose, Enter, Rename, SetUp
from display.messages.presses import Pick, Press
from display.messages.questions import Plan
from display.table_state import TableState
from display.words import Words, line
from engine import CorrectCoins, Discard, Phase, with_leader
from tests.display.menu_pages import END, from_discard, recruiting
from tests.display.sessions import AGE_ENDS, MIDDLE, marks, played

if TYPE_CHECKING:
    from display.menu import Option, Page

GAME = TableState(played(4, MIDDLE), marks(4))
CONFLICTS = TableState(played(4, AGE_ENDS), marks(4))
SEATS = TableState(seats=marks(4))


def keys(state: TableState, page: Page) -> list[str]:
    """The last part of each option's key; of a letter, the letter."""
    found = page.menu(state).options
    return [option.tile.words.key.rpartition(".")[2] if option.tile.words else option.tile.big for option in found]


def option(state: TableState, page: Page, key: str) -> Option:
    return page.menu(state).options[keys(state, page).index(key)]


def test_a_seat_that_has_acted_is_dim_with_a_check_and_others_have_an_hourglass() -> None:
    assert GAME.game is not None
    state = replace(GAME, plans={2: Plan("discard")})
    tiles = [seat_tile(state, state.game, seat) for seat in range(4)]
    assert [tile.icon for tile in tiles] == ["hourglass", "hourglass", "check", "hourglass"]
    assert [tile.dim for tile in tiles] == [False, False, True, False]
    assert tiles[1].note == line("menu.seat.coins", count=GAME.game.cities[1].coins)
    assert CONFLICTS.game is not None
    idle = seat_tile(CONFLICTS, CONFLICTS.game, 0)
    assert (idle.icon, idle.dim) == ("", False)


def test_beside_its_banner_a_seat_is_called_by_its_player_alone() -> None:
    game, words = played(3, MIDDLE, ("Anna", "", "")), Words()
    said = [spoken(tile.words, words) for tile in (chosen_seat_tile(game, 0), chosen_seat_tile(game, 1)) if tile.words]
    assert said == ["Anna", "Rhodes"]


def test_the_page_of_the_only_seat_that_has_yet_to_act_opens_at_once() -> None:
    plans = {seat: Plan("discard") for seat in range(3)}
    assert EnterTurnPage().current(GAME) == EnterTurnPage()
    assert EnterTurnPage().current(replace(GAME, plans=plans)) == SeatTurnPage(3)
    assert EnterTurnPage().current(SEATS) is None


def test_undo_passes_over_the_page_that_asks_for_the_only_seat() -> None:
    asks = OpenPage(EnterTurnPage(), path=(1,), before=OpenPage(MainMenuPage()))
    state = replace(GAME, plans={seat: Plan("discard") for seat in range(3)})
    assert press_on_page(OpenPage(SeatTurnPage(3), before=asks), state, Press.UNDO, 0.0)[0] == asks.before
    assert press_on_page(OpenPage(SeatTurnPage(3), before=asks), GAME, Press.UNDO, 0.0)[0] == asks


def test_the_next_seat_is_found_round_the_table_and_may_be_the_same_one() -> None:
    assert GAME.game is not None
    only = replace(GAME, plans={seat: Plan("discard") for seat in (0, 1, 3)})
    assert [next_waited_seat(only, GAME.game, seat) for seat in range(4)] == [2, 2, 2, 2]
    everybody = replace(GAME, plans={seat: Plan("discard") for seat in range(4)})
    assert next_waited_seat(everybody, GAME.game, 0) is None
    assert next_waited_seat(GAME, GAME.game, 3) == 0
    assert next_turn_pages(only) == (SeatTurnPage(2),)
    assert next_turn_pages(everybody) == next_turn_pages(SEATS) == ()


@pytest.mark.parametrize(("age", "turn"), [(1, 3), (2, 2)])
def test_entering_stops_when_the_turn_is_over(age: int, turn: int) -> None:
    assert GAME.game is not None
    assert (GAME.game.age, GAME.game.turn) != (age, turn)
    assert NextSeatPage(0, age, turn).current(GAME) is None
    assert NextSeatPage(0, GAME.game.age, GAME.game.turn).current(GAME) == SeatTurnPage(1)


def test_only_the_seats_own_pending_action_is_set_aside() -> None:
    assert GAME.game is not None
    game = GAME.game.apply(Discard(0)).apply(Discard(1))
    assert set(game.without_pending(0).pending) == {1}
    assert game.without_pending(2) is game


@pytest.mark.parametrize(
    ("state", "offered"),
    [
        (GAME, ["stage", "discard", "more"]),
        (recruiting(3), ["recruit", "stage", "discard", "more"]),
        (from_discard(3), ["from_discard", "take_nothing", "more"]),
    ],
    ids=["turn", "recruit", "discard pile"],
)
def test_a_seat_is_offered_the_actions_of_the_phase(state: TableState, offered: list[str]) -> None:
    menu = SeatTurnPage(0).menu(state)
    cards = [option for option in menu.options if option.tile.colour]
    assert keys(state, SeatTurnPage(0))[len(cards) :] == offered
    assert (bool(cards), menu.apart) == ((True, len(offered)) if state is GAME else (False, 0))


def test_a_seat_may_decline_the_extra_leader() -> None:
    state = recruiting(3)
    assert state.game is not None
    extra = replace(state, game=replace(state.game, phase=Phase.EXTRA_LEADER, acting=(0,)))
    assert keys(extra, SeatTurnPage(0)) == ["recruit", "pass", "more"]


def test_pages_of_a_seat_close_with_the_game() -> None:
    for page in (SeatTurnPage(1), SeatCorrectionsPage(1), CoinsPage(1), CityCardsPage(1)):
        assert page.current(GAME) == page
        assert page.current(SEATS) is None
    for page in (SeatTurnPage(4), SeatCorrectionsPage(4), CoinsPage(4), CityCardsPage(4)):
        assert page.current(GAME) is None
    assert FromDiscardPage(1, END).current(from_discard(3)) is None, "another seat takes the card"


def test_a_recruited_leader_is_not_offered_again() -> None:
    state = recruiting(3)
    game = state.game
    assert game is not None
    free = keys(state, RecruitPage(1, END))
    leader = next(iter(game.catalogue.leaders.values()))
    taken = replace(game, cities=(with_leader(game.cities[0], leader), *game.cities[1:]))
    assert leader.id in free
    assert leader.id not in keys(replace(state, game=taken), RecruitPage(1, END))
    prices = [option.tile.pays.bank for option in RecruitPage(1, END).menu(state).options]
    assert prices == sorted(prices)


def test_before_a_game_only_names_can_be_corrected() -> None:
    assert [one.leads_to for one in SeatsPage().menu(SEATS).options] == [PlayerNamePage(seat) for seat in range(4)]
    assert [one.leads_to for one in SeatsPage().menu(GAME).options] == [SeatCorrectionsPage(seat) for seat in range(4)]
    assert SeatsPage().current(TableState()) is None
    assert SeatsPage().current(SEATS) == SeatsPage()


def test_the_ledgers_amount_of_coins_is_marked() -> None:
    assert GAME.game is not None
    for page in (CoinsPage(1), CoinsPage(1, far=True)):
        chosen = [one.tile.big for one in page.menu(GAME).options if one.tile.chosen]
        assert chosen == [str(GAME.game.cities[1].coins)]


def test_the_letters_of_a_name_are_small_after_a_letter() -> None:
    assert option(SEATS, SpellNamePage(1), "B").leads_to == SpellNamePage(1, "B")
    assert option(SEATS, SpellNamePage(1, "B"), "O").leads_to == SpellNamePage(1, "Bo")
    assert option(SEATS, SpellNamePage(1, "Bo "), "C").leads_to == SpellNamePage(1, "Bo C")


def test_a_space_follows_only_a_letter_and_is_not_kept_at_the_end() -> None:
    assert "space" not in keys(SEATS, SpellNamePage(1))
    assert "space" not in keys(SEATS, SpellNamePage(1, "Bo "))
    assert option(SEATS, SpellNamePage(1, "Bo"), "space").leads_to == SpellNamePage(1, "Bo ")
    assert option(SEATS, SpellNamePage(1, "Bo "), "done").intent == Rename(1, "Bo")


def test_the_other_alphabets_keep_the_letters_so_far() -> None:
    found = [one.leads_to for one in SpellNamePage(1, "Bo").menu(SEATS).options if one.group == "others"]
    assert found[-2:] == [SpellNamePage(1, "Bo", 1), SpellNamePage(1, "Bo", 2)]
    assert SpellNamePage(4).current(SEATS) is None
    assert PlayerNamePage(4).current(SEATS) is None


def test_names_are_asked_once_after_the_boards_and_later_is_an_answer() -> None:
    last = BoardsPage(3, (("giza", "A"), ("rhodes", "A"))).menu(replace(SEATS, seats=(), by_hand=True)).options[0]
    assert isinstance(last.intent, SetUp)
    assert last.leads_to == NamesPage()
    options = NamesPage().menu(SEATS).options
    assert [one.leads_to for one in options] == [
        *(PlayerNamePage(seat, NamesPage()) for seat in range(len(SEATS.seats))),
        None,
    ]
    opened = OpenPage(NamesPage())
    assert press_on_page(opened, SEATS, Press.ADVANCE, 0.0) == (None, None), "the key that then begins the game"
    done = option(SEATS, SpellNamePage(1, "Bo", then=NamesPage()), "done")
    assert (done.leads_to, done.intent) == (NamesPage(), Rename(1, "Bo")), "and the next one is asked"
    assert NamesPage().current(GAME) is None


def test_the_boards_may_be_left_to_the_camera_unless_there_is_none() -> None:
    assert option(SEATS, PlayerCountPage(), "camera").intent == SetUp(())
    assert "camera" not in keys(replace(SEATS, by_hand=True), PlayerCountPage())
    counts = [one.leads_to for one in PlayerCountPage().menu(SEATS).options[:6]]
    assert counts == [BoardsPage(players) for players in range(2, 8)]
    box = option(SEATS, PlayerCountPage(), "edition_first")
    assert (box.leads_to, box.intent) == (EditionPage(PlayerCountPage()), None), "it says the box, and asks for it"
    switch = option(replace(SEATS, leaders=True), PlayerCountPage(), "leaders")
    assert (switch.tile.chosen, switch.intent) == (True, Change("play.leaders", value=False))


def test_the_pages_of_a_city_lead_round_the_table() -> None:
    before, enters, after = CityCardsPage(0).menu(GAME).options
    assert (before.leads_to, enters.leads_to, after.leads_to) == (CityCardsPage(3), SeatTurnPage(0), CityCardsPage(1))
    choice = replace(GAME, plans={0: Plan("build", "palace", ways=2, chosen=1)})
    _, pays, after, enters = CityCardsPage(0).menu(choice).options
    assert (pays.intent, after.leads_to, enters.leads_to) == (Choose(0, 0), CityCardsPage(1), SeatTurnPage(0))


def test_of_an_earlier_game_that_is_looked_at_only_names_can_be_corrected_whatever_leads_there() -> None:
    looked_at = replace(CONFLICTS, is_review=True, former_names=("Ann",))
    for page, which in ((SeatsPage(), 0), (CityCardsPage(0), 1)):
        pressed, _ = press_on_page(OpenPage(page), looked_at, Pick(which), 0.0)
        assert pressed is not None
        opened = update_page(pressed, looked_at, 0.0)
        assert opened is not None
        assert opened.page == PlayerNamePage(0)


def test_what_a_city_does_and_its_prices_stand_beside_it() -> None:
    known, fought = (replace(state, features={"lookup": OfferedLookUp()}) for state in (GAME, CONFLICTS))
    before, effects, after, prices = CityCardsPage(0).menu(known).options
    assert prices.leads_to == PriceListPage(0)
    assert len(CityCardsPage(0).menu(fought).options) == 3
    assert (before.leads_to, after.leads_to) == (CityCardsPage(3), CityCardsPage(1))
    (enter,) = effects.leads_to.others
    assert (enter.leads_to, enter.tile.words) == (SeatTurnPage(0), line("menu.main.by_hand"))
    (corrects,) = CityCardsPage(0).menu(fought).options[1].leads_to.others
    assert corrects.tile.words == line("menu.main.coins")
    (named,) = CityCardsPage(0).menu(replace(fought, is_review=True)).options[1].leads_to.others
    assert named.tile.words == line("menu.main.names")
    choice = replace(known, plans={0: Plan("build", "palace", ways=2, chosen=1)})
    assert CityCardsPage(0).menu(choice).options[1].leads_to.others[0].intent == Choose(0, 0)
    assert len(CityCardsPage(1).menu(choice).options[1].leads_to.others) == 1


def test_a_turn_of_the_history_leads_to_the_turns_beside_it() -> None:
    first, second = TurnPage(0), TurnPage(4)
    assert [one.leads_to for one in first.menu(GAME).options] == [UndoToPage(0), second, ChangeTurnPage(0, 4)]
    assert [one.leads_to for one in second.menu(GAME).options][:2] == [first, UndoToPage(4)]
    assert len(second.menu(GAME).options) == 4


def test_nothing_is_changed_or_mixed_up_where_there_is_no_such_action() -> None:
    game = played(3, MIDDLE)
    first, second = len(game.actions), len(game.actions) + 1
    corrected = game.apply(CorrectCoins(1, 9))
    alone = TableState(corrected.apply(Discard(0)), marks(3))
    both = TableState(alone.playing.apply(Discard(1)), marks(3))
    assert "change" not in keys(TableState(corrected, marks(3)), TurnPage(first))
    assert "change" in keys(alone, TurnPage(first))
    page = PastPage(second, Discard(0), SeatTurnPage(0))
    assert "swap" not in keys(alone, page)
    assert "swap" in keys(both, page)


def test_discarding_is_entered_at_once() -> None:
    assert GAME.game is not None
    discard = option(GAME, SeatTurnPage(1), "discard")
    assert discard.intent == Enter(Discard(1))
    assert discard.leads_to == NextSeatPage(1, GAME.game.age, GAME.game.turn)
