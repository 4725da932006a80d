"""How a turn goes on the table, as the umpire sees it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from device.messages.events import Asked, Booked, Cleared, ConflictsResolved, GameStarted, TurnClosed
from device.messages.intents import Advance, Answer, Undo
from device.session.ledger import Ledger
from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import Restored, resume
from device.session.session import Session
from device.umpire.table import TableUmpire
from engine import Build, BuildStage, Discard, Fight, Phase
from tests.device.tables import CODEBOOK, FakeTable
from vision.scene import Place

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A")]


class TableSession:
    """A table and the evening that watches it."""

    def __init__(self, wonders=WONDERS, *, auto=True):
        self.table = FakeTable(list(wonders))
        self.session = Session(TableUmpire(CODEBOOK), auto=auto)
        self.events = []
        if auto:
            self.wait(5)

    def wait(self, seconds=3.0, step=0.5):
        for _ in range(round(seconds / step)):
            self.session, events = look(self.session, self.table.scene(step))
            self.events += events
        return self

    def press(self, intent):
        """Do what somebody asks for; who presses ADVANCE means it, and presses again if that is what it takes."""
        self.press_once(intent)
        if self.events and getattr(self.events[-1], "key", None) == "notice.advance_again":
            self.press_once(intent)
        return self

    def press_once(self, intent):
        self.session, events = press(self.session, intent)
        self.events += events
        return self

    def press_advance(self, times):
        for _ in range(times):
            self.press(Advance())
        return self

    @property
    def game(self):
        return self.session.game

    @property
    def questions(self):
        return [question.kind for question in self.session.ruling.questions]

    def booked(self):
        return [
            (event.turn, event.action.seat, type(event.action).__name__)
            for event in self.events
            if isinstance(event, Booked) and event.seat is not None
        ]

    def closed(self):
        return [(event.age, event.turn) for event in self.events if isinstance(event, TurnClosed)]


def test_the_game_starts_by_itself_when_the_boards_have_been_still():
    night = TableSession()
    assert [event for event in night.events if isinstance(event, GameStarted)] == [GameStarted(tuple(WONDERS))]
    assert night.game.phase is Phase.TURN


def test_without_auto_advance_starts_the_game():
    night = TableSession(auto=False).wait(5)
    assert night.game is None
    assert night.press(Advance()).game is not None


def test_the_same_wonder_twice_is_a_question_and_no_game():
    night = TableSession([("giza", "A"), ("giza", "B"), ("rhodes", "A")])
    assert night.game is None
    assert [question.kind for question in night.session.setup.questions] == ["wonder_twice"]


def test_a_turn_closes_by_itself_when_all_have_acted():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        night.table.lay(seat, card)
        night.wait(1)
    night.wait(2)
    assert night.closed() == [(1, 1)]
    assert [city.cards for city in night.game.cities] == [
        ("lumber_yard",),
        ("stone_pit",),
        ("clay_pool",),
        ("ore_vein",),
    ]


def test_nothing_is_booked_while_a_seat_is_missing():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    night.wait(30)
    assert night.booked() == []


def test_as_many_new_cards_on_the_mat_as_seats_are_missing_close_the_turn():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        night.table.lay(seat, card)
    night.table.discard()
    assert night.wait(5).booked() == []
    night.table.discard()
    night.wait(1)
    assert night.booked() == [(1, 0, "Build"), (1, 1, "Build"), (1, 2, "Discard"), (1, 3, "Discard")]
    assert [city.coins for city in night.game.cities] == [3, 3, 6, 6]


def test_a_discarded_card_that_is_covered_by_the_next_still_counts():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        night.table.lay(seat, card)
    first = night.table.discard(at=(1000.0, 500.0))
    night.wait(1)
    night.table.take(first)
    night.table.discard(at=(1025.0, 510.0))
    assert night.wait(1).closed() == [(1, 1)]


def test_a_card_discarded_in_an_earlier_turn_is_not_counted_again():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    night.table.discard()
    assert night.wait(2).closed() == [(1, 1)]
    for seat, card in enumerate(["clay_pit", "timber_yard", "ore_vein"]):
        night.table.lay(seat, card)
    assert night.wait(10).closed() == [(1, 1)]


def test_a_discard_is_never_booked_against_the_mat():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    night.wait(5)
    night.table.lay(0, "ore_vein")
    assert night.wait(10).closed() == []
    (question,) = night.session.ruling.questions
    assert (question.kind, question.seat, question.choices) == (
        "not_acted",
        3,
        ("discarded", "card:lumber_yard", "card:ore_vein", "wait"),
    )
    night.press(Answer(question, 0)).wait(1)
    assert night.closed() == [(1, 1)]
    assert night.booked()[3] == (1, 3, "Discard")
    assert night.session.ruling.plans[0].card == "ore_vein"


@pytest.mark.parametrize(("players", "acted"), [(4, 2), (5, 3), (5, 4), (6, 1)])
def test_a_next_card_closes_no_turn_however_many_seats_have_acted(players, acted):
    night = TableSession([*WONDERS, ("olympia", "A"), ("babylon", "A")][:players])
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "clay_pit"][:acted]):
        night.table.lay(seat, card)
    night.wait(5)
    night.table.lay(0, "ore_vein")
    assert night.wait(5).closed() == []
    assert night.questions == ["not_acted" if players - acted == 1 else "not_acted_several"]


def test_advance_closes_the_turn_at_any_time():
    night = TableSession()
    night.table.lay(0, "lumber_yard")
    night.wait(1).press(Advance())
    assert [action for _, _, action in night.booked()] == ["Build", "Discard", "Discard", "Discard"]


def test_a_card_taken_away_before_the_turn_closes_was_not_played():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.wait(2)
    night.table.take(card)
    night.table.lay(0, "stone_pit")
    night.wait(2).press(Advance())
    assert night.game.cities[0].cards == ("stone_pit",)


def test_a_card_moved_to_another_city_before_the_turn_closes_belongs_there():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.wait(2)
    night.table.move(card, 1)
    night.wait(2).press(Advance())
    assert [city.cards for city in night.game.cities] == [(), ("lumber_yard",), (), ()]


def test_a_booked_card_that_disappears_is_a_calm_notice_which_goes_when_put_right():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.wait(1).press(Advance())
    night.table.take(card)
    night.wait(5)
    assert [notice.key for notice in night.session.ruling.notices] == ["notice.card_missing"]
    assert night.game.cities[0].cards == ("lumber_yard",)
    night.table.items.append(card)
    assert night.wait(1).session.ruling.notices == ()


def test_a_booked_card_pushed_into_another_city_is_not_booked_there():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.wait(1).press(Advance())
    night.table.move(card, 1)
    night.wait(5).press(Advance())
    assert [city.cards for city in night.game.cities] == [("lumber_yard",), (), (), ()]
    assert [notice.key for notice in night.session.ruling.notices] == ["notice.card_moved"]


def test_a_board_with_the_other_side_up_is_a_calm_notice_until_it_is_turned_back():
    night = TableSession()
    night.table.wonders[2] = ("alexandria", "B")
    night.wait(2)
    assert [(notice.key, notice.seat) for notice in night.session.ruling.notices] == [("notice.other_side", 2)]
    assert night.game.cities[2].wonder.side == "A"
    night.table.wonders[2] = ("alexandria", "A")
    assert night.wait(2).session.ruling.notices == ()


def test_what_a_neighbour_sells_is_bought_without_a_question():
    night = TableSession()  # Ephesus, which makes papyrus, is the right neighbour of seat 0
    night.table.lay(0, "scriptorium")
    for seat, card in [(1, "stone_pit"), (2, "clay_pool"), (3, "ore_vein")]:
        night.table.lay(seat, card)
    night.wait(5)
    assert night.closed() == [(1, 1)]
    assert [city.coins for city in night.game.cities] == [1, 3, 3, 5]


def test_a_resource_that_nobody_sells_makes_a_question_asked_once():
    night = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    night.table.lay(0, "scriptorium")
    night.table.lay(1, "stone_pit")
    night.table.lay(2, "clay_pool")
    night.wait(10)
    assert night.questions == ["not_affordable"]
    assert len([event for event in night.events if isinstance(event, Asked)]) == 1
    assert night.booked() == []


def test_a_question_goes_away_with_its_card():
    night = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    card = night.table.lay(0, "scriptorium")
    night.wait(5)
    night.table.take(card)
    assert night.wait(1).questions == []


def test_a_person_may_insist_on_a_card_that_the_rules_forbid():
    night = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    night.table.lay(0, "scriptorium")
    night.wait(5)
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("exception"))).press(Advance())
    assert night.game.cities[0].cards == ("scriptorium",)
    assert night.game.actions[0].exception


def test_a_card_of_another_age_is_a_question():
    night = TableSession()
    night.table.lay(0, "loom", age=2)
    assert night.wait(4).questions == ["wrong_age"]


def test_a_copy_of_a_larger_player_count_is_a_question():
    night = TableSession()
    night.table.lay(0, "loom", copy=1)
    assert night.wait(4).questions == ["not_in_player_count"]


def test_two_cards_at_once_are_a_question_when_hands_have_had_time():
    night = TableSession()
    night.table.lay(0, "lumber_yard")
    night.table.lay(0, "stone_pit")
    assert night.wait(3).questions == []
    assert night.wait(2).questions == ["two_cards"]


def test_a_second_card_while_others_have_not_acted_asks_for_all_of_them():
    night = TableSession()
    night.table.lay(0, "lumber_yard")
    night.wait(5)
    night.table.lay(0, "stone_pit")
    assert night.wait(5).questions == ["not_acted_several"]
    (question,) = night.session.ruling.questions
    assert question.choices == (
        "discarded",
        *(f"wonder:{night.game.cities[seat].wonder.id}" for seat in (1, 2, 3)),
        "wait",
    )
    assert night.booked() == []
    night.press(Answer(question, len(question.choices) - 1))
    assert night.wait(10).questions == []
    night.table.lay(1, "clay_pool")
    assert night.wait(5).questions == ["not_acted_several"]


def test_one_of_several_who_have_not_acted_can_be_named():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        night.table.lay(seat, card)
    night.wait(5)
    night.table.lay(0, "ore_vein")
    (question,) = night.wait(5).session.ruling.questions
    night.press(Answer(question, 1))
    night.table.lay(3, "clay_pool")
    night.wait(3)
    assert night.closed() == [(1, 1)]
    assert night.booked()[2:] == [(1, 2, "Discard"), (1, 3, "Build")]


def test_advance_books_the_discards_that_are_asked_about():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    night.wait(5)
    night.table.lay(0, "ore_vein")
    assert night.wait(5).questions == ["not_acted"]
    assert night.press(Advance()).closed() == [(1, 1)]


def test_a_card_that_is_exchanged_counts_no_more():
    night = TableSession()
    wrong = night.table.lay(0, "lumber_yard")
    night.wait(5)
    night.table.items[night.table.items.index(wrong)] = replace(wrong, unseen_since=night.table.now)
    night.table.lay(0, "ore_vein")
    night.wait(1)
    assert night.session.ruling.plans[0].card == "ore_vein"
    for seat, card in enumerate(["stone_pit", "clay_pool", "clay_pit"], start=1):
        night.table.lay(seat, card)
    assert night.wait(3).closed() == [(1, 1)]
    assert night.questions == []
    assert night.game.cities[0].cards == ("ore_vein",)


def test_a_structure_that_is_already_built_is_a_question():
    night = TableSession()
    night.table.lay(0, "lumber_yard")
    night.wait(1).press(Advance())
    night.table.lay(0, "lumber_yard", copy=1)
    assert night.wait(4).questions == ["already_built"]


def test_a_stage_out_of_order_is_a_question():
    night = TableSession()
    night.table.stage(0, 2)
    assert night.wait(4).questions == ["stage_out_of_order"]


def test_a_stage_that_is_insisted_on_at_the_wrong_slot_is_the_next_one_and_is_paid():
    night = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    night.table.lay(0, "stone_pit")
    night.wait(1).press(Advance())
    night.table.stage(0, 2)
    night.wait(4)
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("exception"))).press(Advance())
    assert (night.game.cities[0].stages, night.game.actions[-3].exception) == (1, False)


def test_a_stage_is_built_with_a_back_at_the_next_slot():
    night = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    night.table.lay(0, "stone_pit")
    night.wait(1).press(Advance())
    night.table.stage(0, 1)
    night.wait(1).press(Advance())
    assert night.game.cities[0].stages == 1


def test_backs_beside_a_board_mean_nothing():
    night = TableSession()
    back = night.table.stage(0, 1)
    night.table.take(back)
    night.table.items.append(type(back)(99, back.code, "hand", 0, None, 0.0, 0.0, 0.0, 0.0))
    night.wait(5).press(Advance())
    assert night.game.cities[0].stages == 0


def test_undo_opens_the_turn_again_and_only_advance_closes_it():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        night.table.lay(seat, card)
    night.wait(3)
    assert night.closed() == [(1, 1)]
    night.press(Undo()).wait(5)
    assert night.game.actions == ()
    assert night.closed() == [(1, 1)]
    night.press(Advance())
    assert night.closed() == [(1, 1), (1, 1)]


def test_after_undo_a_corrected_table_closes_the_turn_by_itself():
    night = TableSession()
    cards = [
        night.table.lay(seat, card) for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"])
    ]
    night.wait(3).press(Undo())
    night.table.take(cards[0])
    night.wait(2)
    night.table.lay(0, "timber_yard")
    night.wait(2)
    assert night.game.cities[0].cards == ("timber_yard",)


def test_six_turns_of_discards_end_in_conflicts():
    night = TableSession()
    night.press_advance(6)
    assert night.game.phase is Phase.CONFLICTS
    night.wait(5)
    assert [event for event in night.events if isinstance(event, ConflictsResolved)] == [
        ConflictsResolved(1, ((), (), (), ()))
    ]
    assert night.game.age == 2


def at_turn(night, turn, *stages, ore=()):
    """Play up to a turn of Age I with discards, but for stages (seat, how many) and seats that build an ore vein."""
    game = night.game
    if ore:
        for seat in range(len(game.cities)):
            game = game.apply(Build(seat, "ore_vein") if seat in ore else Discard(seat))
    while game.turn < turn:
        due = {seat for seat, count in stages if game.cities[seat].stages < count}
        for seat in range(len(game.cities)):
            game = game.apply(BuildStage(seat, exception=True) if seat in due else Discard(seat))
    for seat, count in stages:
        for slot in range(1, count + 1):
            night.table.stage(seat, slot)
    ledger = Ledger(tuple(Booked(action) for action in game.actions))
    night.session = resume(Session(TableUmpire(CODEBOOK), auto=True), Restored(game, ledger))
    night.events.clear()
    return night.wait(2)


BABYLON = [("babylon", "B"), ("rhodes", "A"), ("alexandria", "A")]
HALICARNASSUS = [("halicarnassus", "B"), ("rhodes", "A"), ("alexandria", "A")]


def test_babylon_lays_its_sixth_and_its_seventh_card_without_a_question():
    night = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(0, "lumber_yard"), (0, "stone_pit"), (1, "ore_vein"), (2, "loom")]:
        night.table.lay(seat, card)
        night.wait(1)
    night.wait(3)
    assert night.booked() == [(6, 0, "Build"), (6, 1, "Build"), (6, 2, "Build"), (6, 0, "Build")]
    assert night.game.cities[0].cards == ("lumber_yard", "stone_pit")
    assert night.closed() == [(1, 6)]


def test_babylon_may_discard_its_seventh_card_for_coins():
    night = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein"), (2, "loom")]:
        night.table.lay(seat, card)
    night.wait(2)
    assert night.game.phase is Phase.SEVENTH
    coins = night.game.cities[0].coins
    night.table.discard()
    night.table.discard()
    night.wait(2)
    assert night.game.phase is Phase.SEVENTH  # so far these are the leftovers of the two others
    night.table.discard()
    night.wait(2)
    assert night.booked()[-1] == (6, 0, "Discard")
    assert night.game.cities[0].coins == coins + 3


def test_the_leftovers_of_the_sixth_turn_are_nobodys_discards():
    night = at_turn(TableSession([*BABYLON[1:], ("giza", "A")]), 6)
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein")]:
        night.table.lay(seat, card)
    for _ in range(2):
        night.table.discard()
    assert night.wait(5).booked() == []
    for _ in range(2):
        night.table.discard()
    assert night.wait(2).booked()[-1] == (6, 2, "Discard")


def test_leftovers_that_come_late_are_not_discards_of_the_next_age():
    night = at_turn(TableSession(), 6)
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        night.table.lay(seat, card)
    night.wait(6)
    assert night.game.age == 2
    late = [night.table.discard() for _ in range(4)]
    night.wait(5)
    assert {item.code for item in late} == {206}
    assert night.game.actions[-1] == Fight()


def test_halicarnassus_takes_a_card_from_the_pile_after_the_turn():
    night = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    night.table.lay(1, "clay_pool")
    night.table.lay(2, "loom")
    night.table.stage(0, 1)
    night.table.lay(0, "barracks")
    night.wait(4)
    assert night.booked() == [(3, 0, "BuildStage"), (3, 1, "Build"), (3, 2, "Build"), (3, 0, "BuildFromDiscard")]
    assert night.game.cities[0].cards == ("barracks",)
    assert night.closed() == [(1, 3)]


def test_advance_leaves_the_discard_pile_alone():
    night = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    night.table.stage(0, 1)
    night.wait(2).press(Advance())
    assert night.game.phase is Phase.FROM_DISCARD
    night.wait(5)
    assert night.game.phase is Phase.FROM_DISCARD
    night.press(Advance())
    assert night.game.phase is Phase.TURN
    assert night.game.turn == 4


def test_a_pile_that_was_looked_through_and_put_back_holds_no_discards_of_this_turn():
    night = TableSession()
    pile = [night.table.discard() for _ in range(2)]
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        night.table.lay(seat, card)
    assert night.wait(3).closed() == [(1, 1)]
    for card in pile:
        night.table.take(card)
    night.wait(10)
    night.table.discard(at=(950.0, 480.0))
    for seat, card in enumerate(["clay_pit", "timber_yard", "ore_vein"]):
        night.table.lay(seat, card)
    assert night.wait(10).closed() == [(1, 1)]
    night.table.discard()
    assert night.wait(3).closed() == [(1, 1), (1, 2)]


def test_a_mat_that_is_pushed_aside_shows_no_new_discard():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    discarded = night.table.discard()
    assert night.wait(3).closed() == [(1, 1)]
    for seat, card in enumerate(["clay_pit", "timber_yard", "ore_vein"]):
        night.table.lay(seat, card)
    night.wait(1).table.take(discarded)
    night.table.items.append(replace(discarded, x=discarded.x + 30))
    assert night.wait(10).closed() == [(1, 1)]


def pushed(night, things, x, y, turn):
    """The mat is pushed and turned with all that lies on it, seen anew; what lies below seems to lie there still."""
    origin, *_ = things
    for thing in things:
        dx, dy = thing.x - origin.x, thing.y - origin.y
        there = (
            origin.x + x + dx * math.cos(turn) - dy * math.sin(turn),
            origin.y + y + dy * math.cos(turn) + dx * math.sin(turn),
        )
        new = night.table.discard(at=there)
        night.table.take(new)
        moved = replace(thing, track=new.track, x=there[0], y=there[1], angle=thing.angle + turn, since=new.since)
        night.table.items.append(moved)
    night.table.take(origin)


@pytest.mark.parametrize(("x", "y", "turn"), [(30, 0, 0), (0, 80, 0.5), (-300, 200, 2)])
def test_a_mat_that_is_pushed_away_with_its_pile_shows_no_new_discards(x, y, turn):
    night = TableSession()
    mat = night.table._put(210, Place.MAT, None, None, 1000.0, 500.0)
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        night.table.lay(seat, card)
    pile = [night.table.discard(), night.table.discard()]
    assert night.wait(3).closed() == [(1, 1)]
    night.table.lay(0, "clay_pit")
    night.table.lay(1, "timber_yard")
    pushed(night, [mat, *pile], x, y, turn)
    assert night.wait(10).closed() == [(1, 1)]
    for old in pile:
        night.table.take(old)
    night.table.discard(at=(200.0, 900.0))
    assert night.wait(3).closed() == [(1, 1)]
    night.table.discard(at=(230.0, 930.0))
    assert night.wait(3).closed() == [(1, 1), (1, 2)]


def test_a_discard_that_pushes_the_mat_is_one():
    night = TableSession()
    mat = night.table._put(210, Place.MAT, None, None, 1000.0, 500.0)
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        night.table.lay(seat, card)
    first = night.table.discard()
    night.wait(2)
    pushed(night, [mat, first], 10, -5, 0.1)
    night.table.discard(at=(1100.0, 500.0))
    assert night.wait(3).closed() == [(1, 1)]


def test_a_discard_that_is_pushed_into_place_is_one():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        night.table.lay(seat, card)
    discarded = night.table.discard()
    night.wait(1).table.take(discarded)
    night.table.items.append(replace(discarded, x=discarded.x + 20))
    assert night.wait(10).closed() == []


def test_what_lay_on_the_mat_when_the_game_began_is_nobodys_discard():
    night = TableSession(auto=False)
    night.table.discard()
    night.wait(3).press(Advance())
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    assert night.wait(10).closed() == []
    night.table.discard()
    assert night.wait(3).closed() == [(1, 1)]


def test_what_is_glimpsed_without_a_place_in_a_city_means_nothing():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.table.take(card)
    night.table.items.append(replace(card, place=Place.ELSEWHERE, seat=None))
    night.wait(5)
    assert night.session.ruling.plans == {}
    assert night.session.ruling.questions == ()


def test_a_card_between_two_cities_is_a_question_whose_it_is():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.table.take(card)
    night.table.items.append(replace(card, sure=False))
    assert night.wait(4).questions == ["unsure_place"]
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("here"))).press(Advance())
    assert night.game.cities[0].cards == ("lumber_yard",)


def test_a_card_seen_at_two_places_is_said_and_not_booked_twice():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.wait(1).press(Advance())
    scene = replace(night.table.scene(1), doubts=(card.code,))
    night.session, _ = look(night.session, scene)
    assert [notice.key for notice in night.session.ruling.notices] == ["notice.seen_twice"]


def played_to_the_end():
    night = TableSession()
    while night.game.phase is not Phase.OVER:
        night.press(Advance())
    return night


def test_after_the_last_conflicts_the_game_is_over_and_scored():
    night = played_to_the_end()
    assert [event.age for event in night.events if isinstance(event, ConflictsResolved)] == [1, 2, 3]
    assert night.game.cities[0].coins == 3 + 18 * 3


def test_advance_after_the_end_sets_the_table_for_another_game():
    night = played_to_the_end()
    night.press(Advance())
    assert night.game is None
    assert isinstance(night.events[-1], Cleared)
    night.wait(5)
    assert night.game.actions == ()


def test_conflicts_that_were_taken_back_wait_for_advance():
    night = TableSession().press_advance(6).wait(5)
    assert night.game.age == 2
    night.press(Undo()).wait(10)
    assert night.game.phase is Phase.CONFLICTS
    assert night.press(Advance()).game.age == 2


def test_what_lay_on_the_mat_before_a_restart_is_no_discard_of_this_turn():
    night = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    old = night.table.discard()
    at_turn(night, 3)
    assert old in night.table.items
    night.table.lay(0, "lumber_yard")
    night.table.lay(1, "stone_pit")
    assert night.wait(5).booked() == []
    night.table.discard()
    assert night.wait(2).booked()[-1] == (3, 2, "Discard")


def test_undo_goes_back_over_ages():
    night = TableSession().press_advance(6).wait(5).press_advance(2)
    while night.game.actions:
        night.press(Undo())
    assert (night.game.age, night.game.turn) == (1, 1)
    night.press(Undo())
    assert night.events[-1].key == "notice.nothing_to_undo"


def unpayable(night, seat=0):
    """A card that nobody at this table could pay for is laid, and booked all the same."""
    card = night.table.lay(seat, "scriptorium")
    night.wait(4)
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("exception")))
    return card


NO_PAPYRUS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


def test_an_exception_holds_for_the_card_it_was_made_for_and_only_while_it_lies_there():
    night = TableSession(NO_PAPYRUS)
    card = unpayable(night)
    night.table.take(card)
    night.wait(1)
    night.table.items.append(replace(card, since=night.table.now))
    assert night.wait(4).questions == ["not_affordable"]


def test_an_exception_for_one_stage_says_nothing_about_the_next():
    night = TableSession(NO_PAPYRUS)
    night.table.stage(0, 1)
    night.wait(4)
    question = night.session.ruling.questions[0]
    night.press(Answer(question, question.choices.index("exception"))).press(Advance())
    assert night.game.cities[0].stages == 1
    night.wait(2)
    night.table.stage(0, 2)
    assert night.wait(4).questions == ["not_affordable"]


def test_a_stage_beyond_the_last_cannot_be_insisted_on():
    night = at_turn(TableSession([("rhodes", "B"), ("giza", "A"), ("ephesus", "A")]), 4, (0, 2))
    night.table.stage(0, 3)
    night.wait(4)
    assert "exception" not in night.session.ruling.questions[0].choices


def test_a_built_stages_card_that_is_pushed_to_the_next_slot_is_not_booked_again():
    night = at_turn(TableSession(NO_PAPYRUS), 4, (0, 1))
    stage = next(item for item in night.table.items if item.slot == 1)
    night.table.take(stage)
    night.table.items.append(replace(stage, track=99, slot=2, since=night.table.now))
    assert night.wait(4).questions == ["unsure_stage"]
    night.table.items[-1] = stage
    night.wait(1)
    assert night.questions == []
    assert night.game.cities[0].stages == 1


def test_advance_that_comes_just_after_a_turn_has_closed_closes_no_other():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        night.table.lay(seat, card)
    while not night.closed():
        night.wait(0.5)
    night.press(Advance())
    assert night.closed() == [(1, 1)]
    night.wait(2).press(Advance())
    assert night.closed() == [(1, 1), (1, 2)]


def test_another_game_waits_until_the_table_is_cleared():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.wait(2)
    while night.game.phase is not Phase.OVER:
        night.press(Advance())
    night.press(Advance()).wait(5)
    assert night.game is None
    assert [question.kind for question in night.session.setup.questions] == ["clear_table"]
    stage = night.table.stage(1, 1)
    night.table.take(card)
    assert night.wait(5).game is None
    night.table.take(stage)
    assert night.wait(5).game is not None


def test_a_stage_and_the_card_it_brings_from_the_pile_may_come_in_either_order():
    night = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    night.table.lay(1, "clay_pool")
    night.table.lay(2, "loom")
    night.table.lay(0, "barracks")
    night.table.stage(0, 1)
    night.wait(4)
    assert night.booked()[-1] == (3, 0, "BuildFromDiscard")


def test_the_pile_holds_no_card_of_a_later_age():
    night = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    night.table.stage(0, 1)
    night.wait(2).press(Advance())
    night.table.lay(0, "loom", age=2)
    assert night.wait(4).questions == ["wrong_age"]
    assert night.session.ruling.questions[0].choices == ("take_back",)


def test_a_complete_turn_closes_when_its_last_card_has_lain_still_for_half_a_second():
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        night.table.lay(seat, card)
    assert night.wait(0.25, 0.25).closed() == []
    assert night.wait(0.25, 0.25).closed() == [(1, 1)]


def test_what_cannot_be_is_asked_about_when_it_has_lain_there_for_a_second_and_a_half():
    night = TableSession()
    night.table.lay(0, "palace", age=3)
    assert night.wait(1).questions == []
    assert night.wait(0.5).questions == ["wrong_age"]


def test_two_cards_are_asked_about_when_the_second_has_lain_there_for_four_seconds():
    night = TableSession()
    night.table.lay(0, "lumber_yard")
    night.table.lay(0, "stone_pit")
    assert night.wait(3.5).questions == []
    assert night.wait(0.5).questions == ["two_cards"]


@pytest.mark.parametrize(("pause", "question"), [(2.0, "two_cards"), (2.5, "not_acted")])
def test_a_second_card_is_for_the_next_turn_if_it_comes_two_and_a_half_seconds_after_the_first(pause, question):
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    night.wait(pause)
    night.table.lay(0, "ore_vein")
    assert night.wait(5).questions == [question]
    assert night.closed() == []


def test_a_booked_card_is_missed_when_it_was_not_seen_for_three_seconds():
    night = TableSession()
    card = night.table.lay(0, "lumber_yard")
    night.wait(1).press(Advance())
    night.table.take(card)
    night.wait(0.5)  # the first look without it
    assert night.wait(2.5).session.ruling.notices == ()
    (notice,) = night.wait(0.5).session.ruling.notices
    assert (notice.key, notice.placeholders["card"], notice.seat) == ("notice.card_missing", "lumber_yard", 0)


def test_who_takes_no_card_of_the_pile_is_waited_for_until_all_others_cards_have_lain_there_for_twenty_seconds():
    night = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    night.table.stage(0, 1)
    night.wait(2).press(Advance())
    night.table.lay(1, "clay_pool")
    night.wait(1)
    night.table.lay(2, "loom")
    assert night.wait(19.5).game.phase is Phase.FROM_DISCARD
    assert night.wait(0.5).game.turn == 4


@pytest.mark.parametrize(("pause", "turn"), [(0.5, 2), (1.0, 3)])
def test_advance_within_a_second_after_a_turn_has_closed_was_meant_for_that_turn(pause, turn):
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        night.table.lay(seat, card)
    while not night.closed():
        night.wait(0.5)
    night.wait(pause).press(Advance())
    assert night.game.turn == turn


def test_the_boards_lie_still_for_two_seconds_before_the_game_starts_by_itself():
    night = TableSession(auto=False)
    night.session = Session(TableUmpire(CODEBOOK), auto=True)
    night.wait(0.5)  # the boards are seen
    assert night.wait(1.5).game is None
    assert night.wait(0.5).game is not None


@pytest.mark.parametrize(("shown", "rest"), [(False, 3.0), (True, 10.5)])
def test_the_conflicts_begin_by_themselves_when_the_table_has_come_to_rest(shown, rest):
    night = TableSession()
    night.session = replace(night.session, shown=shown)
    night.press_advance(6)
    assert night.wait(rest - 0.5).game.phase is Phase.CONFLICTS
    assert night.wait(0.5).game.age == 2


@pytest.mark.parametrize(("gap", "closed"), [(10.0, [(1, 1)]), (10.5, [])])
def test_what_comes_to_the_mat_while_no_picture_comes_for_ten_seconds_may_be_of_any_turn(gap, closed):
    night = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    night.wait(1)
    night.table.now += gap - 0.5
    night.table.discard()
    assert night.wait(3).closed() == closed


def _touch_pile(night, item, moved):
    """A hand is at a discarded card for a second; then its sticker lies a little aside."""
    at = night.table.items.index(item)
    night.table.items[at] = replace(item, covered=True)
    night.wait(1)
    night.table.items[at] = replace(item, x=item.x + moved)
    return night.wait(4)


def test_a_discard_laid_exactly_on_a_discard_closes_the_turn_for_the_seat_that_is_missing():
    night = TableSession()
    pile = night.table.discard()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    assert night.wait(3).closed() == [(1, 1)]
    for seat, card in enumerate(["ore_vein", "baths", "altar"]):
        night.table.lay(seat, card)
    assert night.wait(3).closed() == [(1, 1)]
    assert _touch_pile(night, pile, 1.5).closed() == [(1, 1), (1, 2)]
    assert night.booked()[-1] == (2, 3, "Discard")


def test_a_pushed_pile_closes_nothing_while_two_are_missing():
    night = TableSession()
    pile = night.table.discard()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        night.table.lay(seat, card)
    night.wait(3)
    for seat, card in enumerate(["ore_vein", "baths"]):
        night.table.lay(seat, card)
    assert _touch_pile(night, pile, 1.5).closed() == [(1, 1)]


def test_a_fresh_second_card_does_not_hide_that_all_others_have_long_gone_on():
    night = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    night.table.stage(0, 1)
    night.wait(2).press(Advance())
    night.table.lay(1, "clay_pool")
    night.table.lay(2, "loom")
    night.wait(19)
    night.table.lay(2, "press")
    assert night.wait(1.5).game.turn == 4


def test_a_notice_about_a_card_names_the_wonder_of_its_city():
    night = TableSession()
    card = night.table.lay(1, "lumber_yard")
    night.wait(1).press(Advance())
    night.table.take(card)
    (notice,) = night.wait(4).session.ruling.notices
    assert notice.placeholders["wonder"] == night.game.cities[1].wonder.id
