"""Whole games without a camera, entered with five keys or by touch; every press is counted."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from display.facts.city_facts import SIDE_ICONS
from display.menu import OpenPage
from display.menu.entry.cards import CopyLeaderPage, FromDiscardPage, RecruitPage
from display.menu.entry.payment import PaymentPage, RefusedPage, payment_ways
from display.menu.entry.turn import EnterTurnPage, NextSeatPage, SeatCorrectionsPage, SeatTurnPage
from display.menu.main.main_menu import MainMenuPage
from display.messages.presses import Press
from display.navigation.navigation import update_position
from display.table_state import TableState
from display.window import Window
from display.words import line
from engine import (
    CATALOGUE,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    Discard,
    Fight,
    Game,
    Pass,
    Payment,
    Phase,
    Recruit,
    edition_of,
    score_sheets,
    with_card,
)
from tests.journeys.person import Finger, Keys, Person

if TYPE_CHECKING:
    from engine import SeatAction
    from tests.journeys.person import InputDevice

FEW = [("giza", "A"), ("olympia", "A"), ("halicarnassus", "B")]
MANY = [*FEW, ("babylon", "B"), ("rhodes", "A"), ("ephesus", "B"), ("alexandria", "A")]
WITH_LEADERS = [("rome", "B"), ("babylon", "A"), ("halicarnassus", "A"), ("olympia", "B")]
SECOND = [("olympia", "night"), ("halicarnassus", "day"), ("babylon", "night")]
GAMES = {
    "three": (FEW, False, None),
    "seven": (MANY, False, None),
    "leaders": (WITH_LEADERS, True, None),
    "two": (FEW, False, 2),
    "second edition": (SECOND, True, None),
}
MOST = 5.0
"""The most presses for an action, on average; measured 3.3 to 4.3."""


@cache
def planned(name: str) -> tuple[SeatAction | Fight, ...]:
    """The actions of a random game with every kind of action and every way to pay."""
    seats, leaders, free_city = GAMES[name]
    chance = random.Random(name)
    game = Game.new(seats, leaders=leaders, free_city=free_city)
    while game.phase is not Phase.OVER:
        game = game.apply(Fight() if game.phase is Phase.CONFLICTS else any_move(game, game.to_act[0], chance))
    return game.actions


def any_move(game: Game, seat: int, chance: random.Random) -> SeatAction:
    if game.phase is Phase.CHOOSE_LEADER:
        return ChooseLeader(seat, chance.choice(game.leaders_beside(seat)))
    if game.phase in {Phase.RECRUIT, Phase.EXTRA_LEADER}:
        leaders = [Recruit(seat, leader) for leader in game.catalogue.leaders if game.can(Recruit(seat, leader))]
        return chance.choice([*leaders, Pass(seat) if game.phase is Phase.EXTRA_LEADER else Discard(seat)])
    if game.phase is Phase.FROM_DISCARD:
        cards = [
            BuildFromDiscard(seat, card) for card in game.catalogue.cards if game.can(BuildFromDiscard(seat, card))
        ]
        return chance.choice([*cards, BuildFromDiscard(seat, None)])
    stage = BuildStage(seat)
    if game.can(stage) and chance.random() < 0.4:
        return chance.choice(payment_ways(game, stage)).pay(stage)
    builds = [build for card in game.catalogue.cards if game.can(build := Build(seat, card))]
    if builds and chance.random() < 0.9:
        build = chance.choice(builds)
        return chance.choice(payment_ways(game, build)).pay(build)
    return Discard(seat)


def enter(person: Person, action: SeatAction) -> None:
    """Enter an action, beginning with the seat's page."""
    match action:
        case ChooseLeader():
            assert isinstance(person.page, CopyLeaderPage)
            person.enter(action)
            return
        case Build():
            person.say(f"card.{action.card}")
        case BuildFromDiscard() if action.card:
            person.say("menu.turn.from_discard")
            assert isinstance(person.page, FromDiscardPage)
            person.say(f"card.{action.card}")
        case Recruit():
            person.say("menu.turn.recruit")
            assert isinstance(person.page, RecruitPage)
            person.say(f"leader.{action.card}")
        case BuildStage():
            person.say("menu.turn.stage")
        case _:
            person.say(WORDS[type(action)])
    if isinstance(person.page, PaymentPage):
        person.choose(lambda option: matches(option.intent.action, action))


WORDS = {Discard: "menu.turn.discard", Pass: "menu.turn.pass", BuildFromDiscard: "menu.turn.take_nothing"}


def set_up(person: Person, name: str) -> None:
    """Set a game up, from the first screen to the first turn."""
    seats, leaders, free_city = GAMES[name]
    person.press(Press.SELECT)
    person.say("menu.main.set_up")
    if leaders:
        person.say("menu.players.leaders")
    if edition_of(seats).edition == "second":
        person.say("menu.players.edition_first")
        person.say("menu.players.second")
    players = len(seats) if free_city is None else 2
    number = line("players.two") if players == 2 else str(players)
    person.choose(lambda option: number in (option.tile.words, option.tile.big))
    for wonder, side in seats:
        person.choose(lambda option, board=(f"wonder.{wonder}", side): shown(option) == board)
    assert person.session.setup.seats == tuple(seats)
    assert [seat for seat, mark in enumerate(person.state.seats) if mark.free_city] == ([] if players > 2 else [2])
    person.say("menu.names.later")
    person.press(Press.ADVANCE)
    assert (person.game.setup.seats, person.game.setup.free_city) == (tuple(seats), free_city)


def shown(option: object) -> tuple[str, str]:
    tile = option.tile
    sides = {icon: side for side, icon in SIDE_ICONS.items()}
    return (tile.words.key if tile.words else "", tile.big or sides.get(tile.icon, ""))


def go_on(person: Person) -> None:
    """Go past the conflicts: one press skips the animation, one goes on."""
    before = person.game.age, person.game.phase
    while (person.game.age, person.game.phase) == before:
        person.press(Press.ADVANCE)


def play(person: Person, name: str) -> tuple[int, int]:
    """Play the whole game; returns the numbers of presses and actions."""
    entering = actions = 0
    for action in planned(name):
        if isinstance(action, Fight):
            go_on(person)
            continue
        before = person.count
        if person.page is None:
            person.press(Press.ADVANCE)
        enter(person, action)
        entering += person.count - before
        actions += 1
        assert matches(person.game.actions[-1], action)
    return entering, actions


def matches(booked: object, wanted: SeatAction) -> bool:
    """True if they are the same, apart from the number of a stage, which the engine fills in."""
    return (replace(booked, stage=wanted.stage) if isinstance(booked, BuildStage) else booked) == wanted


def told(name: str, hand: str, first: int, presses: int, actions: int) -> None:
    sys.stdout.write(f"{name}, {hand}: set up by {first} presses; {actions} actions, {presses / actions:.2f} each\n")


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_five_keys(name: str) -> None:
    whole(name, Keys(), "five keys")


@pytest.mark.parametrize("name", ["three", "leaders"])
def test_a_whole_game_by_touch(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    size = (480, 320)
    with Window(size, strict=True) as window:
        whole(name, Finger(window, size), "touch")


def whole(name: str, hand: InputDevice, called: str) -> None:
    """Play from the first screen to the final scoring; the recorded game is the planned one."""
    person = Person(hand)
    set_up(person, name)
    first = person.count
    presses, actions = play(person, name)
    told(name, called, first, presses, actions)
    assert person.game.phase is Phase.OVER
    assert person.page is None
    meant = replayed(name)
    assert [sheet.total for sheet in score_sheets(person.game)] == [sheet.total for sheet in score_sheets(meant)]
    assert presses / actions <= MOST


def replayed(name: str) -> Game:
    seats, leaders, free_city = GAMES[name]
    game = Game.new(seats, leaders=leaders, free_city=free_city)
    for action in planned(name):
        game = game.apply(action)
    return game


@pytest.fixture
def person() -> Person:
    """Three players before their first turn."""
    found = Person(Keys())
    set_up(found, "three")
    return found


def to_seat(person: Person, seat: int) -> None:
    """Open the page with a seat's corrections."""
    person.press(Press.SELECT)
    while not isinstance(person.page, MainMenuPage):
        person.press(Press.UNDO)
    person.say("menu.main.coins")
    person.choose(lambda option: option.leads_to == SeatCorrectionsPage(seat))


def test_a_forbidden_action_can_be_recorded_as_an_exception(person: Person) -> None:
    before = person.count
    person.press(Press.ADVANCE)
    person.say("card.guard_tower")
    assert person.page == RefusedPage(Build(0, "guard_tower"), NextSeatPage(0, 1, 1))
    person.say("menu.refused.anyway")
    assert person.game.pending[0] == Build(0, "guard_tower", Payment(), exception=True)
    assert person.page == SeatTurnPage(1)
    assert person.count - before <= 6


def test_a_treasury_can_be_corrected(person: Person) -> None:
    before = person.count
    to_seat(person, 2)
    person.say("menu.more.coins")
    person.choose(lambda option: option.tile.big == "7")
    assert person.game.cities[2].coins == 7
    assert person.page is None
    assert person.count - before <= 10


def test_a_player_can_be_renamed(person: Person) -> None:
    to_seat(person, 1)
    person.say("menu.more.name")
    for letter in "ZOE":
        person.choose(lambda option, letter=letter: option.tile.big == letter)
    person.say("menu.naming.done")
    assert person.session.names == ("", "Zoe", "")
    assert person.page is None


def test_an_entered_action_is_undone_at_the_table_and_redone_in_the_menu(person: Person) -> None:
    person.press(Press.ADVANCE)
    person.say("menu.turn.discard")
    assert person.page == SeatTurnPage(1)
    person.press(Press.UNDO)
    assert person.page is None
    person.press(Press.UNDO)
    assert person.game.actions == (Discard(0),), "that press was meant for a page"
    person.wait(2.0)
    person.press(Press.UNDO)
    assert person.game.actions == ()
    person.press(Press.SELECT)
    while not isinstance(person.page, MainMenuPage):
        person.press(Press.UNDO)
    person.say("menu.main.redo")
    assert person.game.actions == (Discard(0),)


def test_a_seat_can_be_entered_again_before_the_turn_is_over(person: Person) -> None:
    person.press(Press.ADVANCE)
    person.say("menu.turn.discard")
    person.press(Press.UNDO)
    person.press(Press.ADVANCE)
    person.press(Press.UNDO)
    assert person.page == EnterTurnPage()
    person.choose(lambda option: option.leads_to == SeatTurnPage(0))
    person.say("card.lumber_yard")
    assert person.game.actions == (Build(0, "lumber_yard", Payment()),)


@pytest.mark.parametrize("players", [3, 5, 7])
def test_no_card_takes_more_than_five_presses_from_the_page_of_its_seat(players: int) -> None:
    """For all cards of all ages, affordable or not, until the card is paid for or refused."""
    most = 0
    for age in (1, 2, 3):
        state = table_of(MANY[:players], age)
        assert state.game is not None
        for card in CATALOGUE.cards.values():
            if card not in state.game.age_cards:
                continue
            keys = Keys()
            keys.position = replace(update_position(keys.position, state, 0.0), opened=OpenPage(SeatTurnPage(0)))
            most = max(most, presses_for(keys, state, card.id))
    assert most <= 5
    sys.stdout.write(f"{players} players: at most {most} presses for a card\n")


def table_of(seats: list[tuple[str, str]], age: int) -> TableState:
    """The first turn of an age, with resources and coins for several payments."""
    game = Game.new(seats)
    cities = tuple(replace(city, coins=30) for city in game.cities)
    game = replace(game, cities=cities, age=age)
    for seat, card in enumerate(("excavation", "clay_pit", "tree_farm")):
        game = replace(
            game,
            cities=tuple(
                with_card(city, CATALOGUE.card(card)) if place in (1, len(seats) - 1) and place != seat else city
                for place, city in enumerate(game.cities)
            ),
        )
    return TableState(game)


def presses_for(keys: Keys, state: TableState, card: str) -> int:
    """Presses until the card is entered with its last payment, or is refused on the screen."""
    for count in range(1, 10):
        page = keys.position.opened.page
        options = page.menu(state).options
        if isinstance(page, PaymentPage):
            index = len(options) - 1
        else:
            index = next(number for number, option in enumerate(options) if option.tile.words.key == f"card.{card}")
        intent = keys.press(keys.towards(index, state, 0.0), state, 0.0)
        if intent is not None or isinstance(keys.position.opened.page, RefusedPage):
            assert intent is None or intent.action.card == card
            return count
    raise AssertionError(card)
