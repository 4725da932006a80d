"""What somebody asks for by a button, a key or a touch."""

from __future__ import annotations

from dataclasses import replace

from device.session.looking import _newly_seen
from device.session.pressing import press
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.events import Booked, CardSeen, Cleared, Refused, Renamed
from display.messages.intents import Advance, Answer, EndTurn, Leave, Rename
from display.words import Words
from engine import Build, BuildFromDiscard, CorrectCoins, Game, Phase
from tests.device.table_session import TableSession
from tests.device.tables import CODEBOOK, FakeTable, code_of
from tests.device.umpire.station.test_station import BACKS, Mat, insist
from tests.device.umpire.station.test_station import MAT as DISCARD_MAT
from tests.display.sessions import OVER, played
from vision.scene import Item, Place, Scene

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


def test_a_game_can_be_left_in_the_middle():
    table_session = TableSession(WONDERS, auto=False).press(Advance()).press(Leave())
    assert (table_session.game, table_session.events[-1]) == (None, Cleared())


def test_a_player_can_be_named_in_a_game_whose_record_begins_in_the_middle():
    position = Game.position(WONDERS, [{"cards": ["loom"]}, {}, {}], age=2, turn=3)
    session, events = press(Session(TableUmpire(CODEBOOK), game=position), Rename(0, "Ann"))
    assert (session.names, events) == (("Ann", "", ""), (Renamed(0, "Ann"),))
    city = session.situation.game.cities[0]
    assert (city.name, city.cards) == ("Ann", ("loom",))


def test_whoever_ends_the_turn_says_nothing_of_a_seat_that_has_entered_in_secret():
    table_session = TableSession(WONDERS)
    table_session.table.lay(1, "stone_pit")
    table_session.wait(2)
    table_session.session = replace(table_session.session, in_secret={0: Build(0, "lumber_yard")})
    table_session.press(EndTurn((0, 2)))
    assert [city.cards for city in table_session.game.cities] == [("lumber_yard",), ("stone_pit",), ()]
    assert (table_session.closed, table_session.questions) == ([(1, 1)], [])


def test_a_turn_that_is_not_ended_says_nothing_of_anybody():
    """Rhodes has not acted either."""
    table_session = TableSession(WONDERS)
    table_session.table.lay(0, "stone_pit")
    session, _ = press(table_session.wait(2).session, EndTurn((2,)))
    assert (session.memory.discarded, session.entries) == (frozenset(), ())


def test_a_press_just_after_a_turn_has_closed_by_itself_was_meant_for_that_one_unless_cards_lie_there():
    table_session = TableSession(WONDERS)
    for lies in (False, True):
        if lies:
            table_session.table.lay(0, "stone_pit")
        table_session.wait(2)
        just = replace(table_session.session, closed_itself=table_session.session.scene.time)
        _, events = press(just, Advance())
        assert events[-1].key == ("notice.waiting_for" if lies else "notice.just_closed")


def test_a_card_of_the_pile_that_is_shown_just_when_the_turn_is_ended_is_built():
    mat = Mat([("giza", "A"), ("halicarnassus", "A"), ("rhodes", "A")])
    for _ in range(2):
        mat.show(DISCARD_MAT)
        insist(mat, BACKS[1]).show(DISCARD_MAT)
    assert (mat.game.phase, mat.turn) == (Phase.FROM_DISCARD, 1)
    later = replace(mat.session, scene=Scene(mat.now + 9.0))
    _, events = press(later, Advance())
    assert events == (Refused("notice.waiting_for", {"seats": (("", "halicarnassus"),)}),)
    item = Item(mat.tracks + 1, code_of("baths"), Place.SHOWN, None, None, 0.0, 0.0, 0.0, mat.now)
    _, events = press(replace(later, scene=replace(later.scene, items=(item,))), Advance())
    assert events[0].action == BuildFromDiscard(1, "baths")


def test_a_card_that_was_laid_just_now_is_asked_about_before_the_turn_is_ended():
    table_session = TableSession(WONDERS)
    for seat, card in ((1, "stone_pit"), (2, "ore_vein")):
        table_session.table.lay(seat, card)
    wrong = table_session.wait(2).table.lay(0, "apothecary")
    assert table_session.wait(1).questions == []
    assert table_session.press_once(EndTurn((0,))).questions == ["not_affordable"]
    table_session.table.take(wrong)
    assert table_session.wait(1).actions == [], "another one may follow"
    table_session.table.lay(0, "loom")
    assert table_session.wait(6).game.cities[0].cards == ("loom",)


def test_a_game_that_is_over_has_no_turn_to_end():
    session = replace(TableSession(WONDERS).session, game=played(3, OVER))
    assert press(session, EndTurn(())) == (session, ())


def test_nobody_sits_beyond_the_last_seat():
    table_session = TableSession(WONDERS)
    session, events = press(table_session.session, Rename(3, "Ann"))
    assert (session, events) == (table_session.session, ())


def test_one_card_is_seen_for_one_of_two_structures_of_the_same_name_that_were_entered():
    table = FakeTable(WONDERS)
    card = table.lay(0, "clay_pool")
    entries = (Booked(Build(0, "clay_pool")), Booked(Build(0, "clay_pool", exception=True)))
    assert _newly_seen(entries, table.scene(1.0), CODEBOOK) == (CardSeen(0, card.code),)


def test_a_game_does_not_go_on_while_something_is_asked_nor_when_it_is_over():
    table_session = TableSession(WONDERS)
    assert table_session.session.ready
    table_session.table.lay(0, "apothecary")
    assert table_session.wait(3).questions == ["not_affordable"]
    assert not table_session.session.ready
    assert not replace(TableSession(WONDERS).session, game=played(3, OVER)).ready


def test_what_was_entered_in_secret_stands_until_its_turn_is_over_although_something_else_is_booked():
    table_session = TableSession(WONDERS)
    table_session.session = replace(table_session.session, in_secret={0: Build(0, "loom")})
    table_session.enter(CorrectCoins(1, 9))
    assert table_session.session.in_secret == {0: Build(0, "loom")}
    table_session.press(EndTurn((1, 2)))
    assert (table_session.closed, table_session.session.in_secret) == ([(1, 1)], {})


def test_the_copy_of_a_later_age_is_not_offered_as_the_one_of_two_cards_that_was_played():
    table_session = TableSession(WONDERS)
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(0, "loom", age=2)
    (question,) = table_session.wait(9).session.ruling.questions
    assert question.choices == ("take_back", "card:lumber_yard")


def test_of_two_leaders_each_is_offered_by_its_name():
    table_session = TableSession(WONDERS, leaders=True)
    table_session.table.leader(0, "plato")
    table_session.table.leader(0, "nebuchadnezzar")
    (question,) = table_session.wait(9).session.ruling.questions
    assert [Words().choice(choice) for choice in question.choices[1:]] == ["Plato", "Nebuchadnezzar"]


def test_a_card_that_a_hand_takes_home_when_it_is_named_has_been_played_although_another_one_was_laid_there():
    table_session = TableSession(WONDERS)
    for seat, card in ((1, "stone_pit"), (2, "ore_vein")):
        table_session.table.lay(seat, card)
    loom = table_session.wait(5).table.lay(1, "loom")
    table_session.table.lay(2, "press")
    table_session.wait(10).table.take(loom)
    table_session.table.lay(1, "baths")
    (question,) = table_session.wait(1).session.questions
    assert question.kind == "not_acted"
    table_session.press(Answer(question, question.choices.index("card:loom")))
    assert table_session.game.cities[0].cards == ("loom",)
