"""What a card, a leader or a board does is said completely, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.features.lookup.pages import (
    SYMBOLS,
    DescriptionPage,
    LeadersPage,
    StructuresPage,
    WondersPage,
)
from device.features.lookup.painting import BoardDescription, Description
from device.for_features.wording import effect_words
from display.drawing import icons
from display.menu.setup.boards import BoardsPage, EditionPage, PlayerCountPage
from display.messages.intents import Change
from display.table_state import SeatMark, TableState
from display.words import Words, languages, line
from engine import BASE, CATALOGUE, EDITIONS, LEADERS, Game, Points

if TYPE_CHECKING:
    from display.menu import Menu
    from display.words import Line

EVERY = tuple(
    effects
    for printed in EDITIONS.values()
    for effects in (
        *(card.effects for card in printed.cards.values()),
        *(leader.effects for leader in printed.leaders.values()),
        *(stage.effects for wonder in printed.wonders.values() for stage in wonder.stages),
        *(wonder.powers for wonder in printed.wonders.values()),
    )
)
SECOND = EDITIONS["second"]
BY_HAND = TableState(settings={"play.edition": "second"})


def said(words: Words, one: Line) -> str:
    """A line with everything in it said."""
    filled = {
        name: words.listed(said(words, part) for part in value) if isinstance(value, tuple) else value
        for name, value in one.placeholders
    }
    return words.say(one.key, **{n: said(words, v) if hasattr(v, "key") else v for n, v in filled.items()})


@pytest.mark.parametrize("language", languages())
def test_every_effect_has_words(language: str) -> None:
    words = Words(language)
    for printed in EVERY:
        for one in effect_words.lines(printed):
            text = said(words, one)
            assert "{" not in text, one
            assert "effect." not in text, one
            assert "counted." not in text, one


def test_every_kind_of_effect_has_a_key() -> None:
    assert all(effect_words.lines((effect,)) for printed in EVERY for effect in printed)


def test_the_words_of_some_cards() -> None:
    def words(card: str) -> list[str]:
        return [said(Words(), one) for one in effect_words.lines(CATALOGUE.cards[card].effects)]

    assert words("palace") == ["8 points"]
    assert words("vineyard") == ["1 coin now for each: brown cards (left neighbour, this city, right neighbour)"]
    assert words("east_trading_post") == ["wood, stone, clay, ore: 1 coin each (right neighbour)"]
    assert words("lighthouse") == [
        "1 coin now for each: yellow cards (this city)",
        "1 point for each: yellow cards (this city)",
    ]


def sheet(menu: Menu) -> Description:
    assert isinstance(menu.body, Description)
    return menu.body


def test_a_card_shows_its_cost_and_its_chains_can_be_followed() -> None:
    menu = DescriptionPage("card", "library").menu(TableState())
    assert sheet(menu).units == tuple(CATALOGUE.cards["library"].cost.resources)
    leads_to = [option.leads_to for option in menu.options]
    assert leads_to == [DescriptionPage("card", card) for card in ("scriptorium", "senate", "university")]


def test_a_board_shows_each_stage() -> None:
    board = DescriptionPage("wonder", "giza", "B").menu(TableState()).body
    assert isinstance(board, BoardDescription)
    assert [stage.units for stage in board.stages] == [
        tuple(stage.cost.resources) for stage in CATALOGUE.wonders["giza", "B"].stages
    ]


def of_the_box(things):
    """Those that are of no further expansion."""
    return [one for one in things.values() if one.set in (BASE, LEADERS)]


def test_cities_can_be_looked_up_where_it_is_played() -> None:
    boards = [("giza", "day"), ("rhodes", "day"), ("olympia", "night")]
    states = [
        TableState(game=Game.new(boards, expansions=("cities",))),
        TableState(settings={"play.edition": "second", "play.cities": True}),
    ]
    for state in states:
        counts = [len(page.menu(state).options) for page in (StructuresPage(), LeadersPage())]
        assert counts == [len(SECOND.cards), len(SECOND.leaders)]
        assert sheet(DescriptionPage("card", "embassy").menu(state)).icon == "mark.black"


def test_every_card_leader_and_board_can_be_looked_up() -> None:
    state = TableState()
    counts = [len(page.menu(state).options) for page in (StructuresPage(), LeadersPage(), WondersPage())]
    assert counts == [len(CATALOGUE.cards), len(CATALOGUE.leaders), len(CATALOGUE.wonders)]


@pytest.mark.parametrize(
    "state",
    [
        BY_HAND,
        TableState(seats=(SeatMark("giza", "night", 0.0),)),
        TableState(game=Game.new([("giza", "day"), ("rhodes", "day"), ("olympia", "night")])),
    ],
)
def test_what_is_looked_up_is_of_the_edition_that_is_played(state: TableState) -> None:
    counts = [len(page.menu(state).options) for page in (StructuresPage(), LeadersPage(), WondersPage())]
    assert counts == [len(of_the_box(SECOND.cards)), len(of_the_box(SECOND.leaders)), 14]
    assert sheet(DescriptionPage("card", "altar").menu(state)).does == effect_words.lines((Points(3),))
    assert sheet(DescriptionPage("leader", "plato").menu(state)).coins == 3
    board = DescriptionPage("wonder", "giza", "night").menu(state).body
    assert isinstance(board, BoardDescription)
    assert len(board.stages) == 4


def test_a_leader_is_left_when_boards_of_an_edition_without_it_are_laid() -> None:
    page = DescriptionPage("leader", min(SECOND.leaders.keys() - EDITIONS["first"].leaders.keys()))
    assert page.current(BY_HAND) == page
    assert page.current(replace(BY_HAND, seats=(SeatMark("giza", "A", 0.0),))) == LeadersPage()


def test_boards_of_the_chosen_edition_are_set_up_by_hand() -> None:
    players = PlayerCountPage().menu(BY_HAND).options
    assert [option.tile.big for option in players if option.tile.big] == ["3", "4", "5", "6", "7"]
    (edition,) = (option for option in players if isinstance(option.leads_to, EditionPage))
    assert edition.tile.words == line("menu.players.edition_second")
    boards = BoardsPage(3).menu(BY_HAND).options
    assert len(boards) == 14
    assert {option.tile.icon for option in boards} == {"sun", "moon"}
    either = edition.leads_to.menu(BY_HAND).options
    assert [option.intent for option in either] == [Change("play.edition", box) for box in ("first", "second")]
    assert {option.leads_to for option in either} == {PlayerCountPage()}
    assert {option.tile.big for option in BoardsPage(3).menu(TableState()).options} == {"A", "B"}


def test_every_symbol_is_explained() -> None:
    explained = {icon for icon, _ in SYMBOLS}
    assert {name for name in icons.ICONS if name.startswith(("resource.", "mark."))} <= explained
    assert {"coin", "shield", "stage", "laurel", "compass", "gear", "tablet", "chain"} <= explained
