"""How a turn goes on the table, as the umpire sees it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from device.ledger_check.age_log import AgeLog, Came
from device.session.ledger import Ledger
from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import Restored, restore
from device.session.session import Session
from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.open_turn import just_taken
from device.umpire.ruling import Situation, UmpireMemory
from device.umpire.table import SUPPOSED, TableUmpire
from display.messages.events import Asked, Booked, Cleared, ConflictsResolved, GameStarted, TurnClosed
from display.messages.intents import Advance, Answer, EndTurn, Leave, Undo
from engine import RULINGS, Build, BuildStage, Discard, Fight, Game, Payment, Phase
from tests.device.journal_rows import read_back
from tests.device.table_session import resume_without_pile
from tests.device.tables import CODEBOOK, STAGE_TOKEN, FakeTable, code_of
from vision.scene import Place, Scene

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
        """Do what somebody asks for; who presses ADVANCE means it, and holds it if that is what it takes."""
        self.press_once(intent)
        if self.events and getattr(self.events[-1], "key", "").startswith("notice.waiting_for"):
            self.press_once(EndTurn(self.session.waited_for))
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
    table_session = TableSession()
    assert [event for event in table_session.events if isinstance(event, GameStarted)] == [GameStarted(tuple(WONDERS))]
    assert table_session.game.phase is Phase.TURN


def test_without_auto_advance_starts_the_game():
    table_session = TableSession(auto=False).wait(5)
    assert table_session.game is None
    assert table_session.press(Advance()).game is not None


def test_the_same_wonder_twice_is_a_question_and_no_game():
    table_session = TableSession([("giza", "A"), ("giza", "B"), ("rhodes", "A")])
    assert table_session.game is None
    assert [question.kind for question in table_session.session.setup.questions] == ["wonder_twice"]


def test_a_turn_closes_by_itself_when_all_have_acted():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        table_session.table.lay(seat, card)
        table_session.wait(1)
    table_session.wait(2)
    assert table_session.closed() == [(1, 1)]
    assert [city.cards for city in table_session.game.cities] == [
        ("lumber_yard",),
        ("stone_pit",),
        ("clay_pool",),
        ("ore_vein",),
    ]


def test_nothing_is_booked_while_a_seat_is_missing():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    table_session.wait(30)
    assert table_session.booked() == []


def test_as_many_new_cards_on_the_mat_as_seats_are_missing_close_the_turn():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        table_session.table.lay(seat, card)
    table_session.table.discard()
    assert table_session.wait(5).booked() == []
    table_session.table.discard()
    table_session.wait(1)
    assert table_session.booked() == [(1, 0, "Build"), (1, 1, "Build"), (1, 2, "Discard"), (1, 3, "Discard")]
    assert [city.coins for city in table_session.game.cities] == [3, 3, 6, 6]


def test_a_turn_in_which_everybody_seems_to_discard_waits_for_advance():
    table_session = TableSession()
    for _ in WONDERS:
        table_session.table.discard()
    table_session.wait(10)
    assert table_session.closed() == []


def test_a_discarded_card_that_is_covered_by_the_next_still_counts():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        table_session.table.lay(seat, card)
    first = table_session.table.discard(at=(1000.0, 500.0))
    table_session.wait(1)
    table_session.table.take(first)
    table_session.table.discard(at=(1025.0, 510.0))
    assert table_session.wait(1).closed() == [(1, 1)]


def test_a_card_discarded_in_an_earlier_turn_is_not_counted_again():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    table_session.table.discard()
    assert table_session.wait(2).closed() == [(1, 1)]
    for seat, card in enumerate(["clay_pit", "timber_yard", "ore_vein"]):
        table_session.table.lay(seat, card)
    assert table_session.wait(10).closed() == [(1, 1)]


def test_a_discard_is_never_booked_against_the_mat():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    table_session.wait(5)
    table_session.table.lay(0, "ore_vein")
    assert table_session.wait(10).closed() == []
    (question,) = table_session.session.ruling.questions
    assert (question.kind, question.seat, question.choices) == (
        "not_acted",
        3,
        ("discarded", "card:lumber_yard", "card:ore_vein", "wait"),
    )
    table_session.press(Answer(question, 0)).wait(1)
    assert table_session.closed() == [(1, 1)]
    assert table_session.booked()[3] == (1, 3, "Discard")
    assert table_session.session.ruling.plans[0].card == "ore_vein"


@pytest.mark.parametrize(("players", "acted"), [(4, 2), (5, 3), (5, 4), (6, 5)])
def test_a_next_card_closes_no_turn_however_many_seats_have_acted(players, acted):
    """Only the last seat is asked, from whose hand it was played: the others may still think."""
    table_session = TableSession([*WONDERS, ("olympia", "A"), ("babylon", "A")][:players])
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "clay_pit"][:acted]):
        table_session.table.lay(seat, card)
    table_session.wait(5)
    table_session.table.lay(0, "ore_vein")
    assert table_session.wait(9).closed() == []
    assert [(one.seat, one.kind) for one in table_session.session.ruling.questions] == [(players - 1, "not_acted")]


def test_advance_closes_the_turn_at_any_time():
    table_session = TableSession()
    table_session.table.lay(0, "lumber_yard")
    table_session.wait(1).press(Advance())
    assert [action for _, _, action in table_session.booked()] == ["Build", "Discard", "Discard", "Discard"]


def test_a_card_taken_away_before_the_turn_closes_was_not_played():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.wait(2)
    table_session.table.take(card)
    table_session.table.lay(0, "stone_pit")
    table_session.wait(2).press(Advance())
    assert table_session.game.cities[0].cards == ("stone_pit",)


def test_a_card_moved_to_another_city_before_the_turn_closes_belongs_there():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.wait(2)
    table_session.table.move(card, 1)
    table_session.wait(2).press(Advance())
    assert [city.cards for city in table_session.game.cities] == [(), ("lumber_yard",), (), ()]


def test_a_booked_card_that_disappears_is_a_calm_notice_which_goes_when_put_right():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.wait(1).press(Advance())
    table_session.table.take(card)
    table_session.wait(5)
    assert [notice.key for notice in table_session.session.ruling.notices] == ["notice.card_missing"]
    assert table_session.game.cities[0].cards == ("lumber_yard",)
    table_session.table.items.append(card)
    assert table_session.wait(1).session.ruling.notices == ()


def test_a_booked_card_pushed_into_another_city_is_not_booked_there():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.wait(1).press(Advance())
    table_session.table.move(card, 1)
    table_session.wait(5).press(Advance())
    assert [city.cards for city in table_session.game.cities] == [("lumber_yard",), (), (), ()]
    assert [notice.key for notice in table_session.session.ruling.notices] == ["notice.card_moved"]


def test_a_board_that_is_not_seen_is_said_and_its_seat_is_not_taken_to_discard():
    """After a restart a hand may lie over a board: its cards belong to nobody until it is seen."""
    table_session = TableSession()
    table_session.table.hidden.add(2)
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    table_session.table.discard()
    table_session.wait(2.5)
    assert table_session.session.ruling.notices == ()
    table_session.wait(2)
    (notice,) = table_session.session.ruling.notices
    assert (notice.key, notice.seat) == ("notice.board_not_seen", 2)
    assert table_session.booked() == []
    table_session.table.hidden.clear()
    table_session.wait(2)
    assert [entry[1:] for entry in table_session.booked()][2:] == [(2, "Build"), (3, "Discard")]
    assert table_session.session.ruling.notices == ()


def test_a_board_with_the_other_side_up_is_a_calm_notice_until_it_is_turned_back():
    table_session = TableSession()
    table_session.table.wonders[2] = ("alexandria", "B")
    table_session.wait(2)
    assert [(notice.key, notice.seat) for notice in table_session.session.ruling.notices] == [("notice.other_side", 2)]
    assert table_session.game.cities[2].wonder.side == "A"
    table_session.table.wonders[2] = ("alexandria", "A")
    assert table_session.wait(2).session.ruling.notices == ()


def test_what_a_neighbour_sells_is_bought_without_a_question():
    table_session = TableSession()  # Ephesus, which makes papyrus, is the right neighbour of seat 0
    table_session.table.lay(0, "scriptorium")
    for seat, card in [(1, "stone_pit"), (2, "clay_pool"), (3, "ore_vein")]:
        table_session.table.lay(seat, card)
    table_session.wait(5)
    assert table_session.closed() == [(1, 1)]
    assert [city.coins for city in table_session.game.cities] == [1, 3, 3, 5]


def test_a_resource_that_nobody_sells_makes_a_question_asked_once():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "scriptorium")
    table_session.table.lay(1, "stone_pit")
    table_session.table.lay(2, "clay_pool")
    table_session.wait(10)
    assert table_session.questions == ["not_affordable"]
    assert len([event for event in table_session.events if isinstance(event, Asked)]) == 1
    assert table_session.booked() == []


def test_a_question_says_which_card_cannot_be_built_and_what_is_missing():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "scriptorium")
    (question,) = table_session.wait(2).session.ruling.questions
    assert (question.placeholders["card"], question.placeholders["resources"]) == ("scriptorium", "P")


def test_a_question_goes_away_with_its_card():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    card = table_session.table.lay(0, "scriptorium")
    table_session.wait(5)
    table_session.table.take(card)
    assert table_session.wait(1).questions == []


def test_a_person_may_insist_on_a_card_that_the_rules_forbid():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "scriptorium")
    table_session.wait(5)
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("exception"))).press(Advance())
    assert table_session.game.cities[0].cards == ("scriptorium",)
    assert table_session.game.actions[0].exception


def test_a_card_that_is_insisted_on_is_not_paid_for():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "scriptorium")
    table_session.table.stage(1, 1)
    for question in table_session.wait(2).session.ruling.questions:
        table_session.press(Answer(question, question.choices.index("exception")))
    plans = table_session.session.ruling.plans
    assert [(plans[seat].exception, plans[seat].payment) for seat in (0, 1)] == [(True, Payment())] * 2


def test_a_card_of_another_age_is_a_question():
    table_session = TableSession()
    table_session.table.lay(0, "loom", age=2)
    assert table_session.wait(4).questions == ["wrong_age"]


def test_a_copy_of_a_larger_player_count_is_a_question():
    table_session = TableSession()
    table_session.table.lay(0, "loom", copy=1)
    assert table_session.wait(4).questions == ["not_in_player_count"]


SECOND = [("giza", "day"), ("rhodes", "night"), ("alexandria", "day")]


def test_a_card_of_the_other_edition_is_a_question():
    for wonders, card in ((SECOND, "pawnshop"), (None, "well")):
        table_session = TableSession(wonders) if wonders else TableSession()
        table_session.table.lay(0, card)
        assert table_session.wait(4).questions == ["card_of_another_edition"]
        assert table_session.session.ruling.questions[0].choices == ("take_back",)


@pytest.mark.parametrize("wonders", [WONDERS[:3], WONDERS])
def test_a_card_of_another_edition_is_refused_as_such_however_many_play(wonders):
    """Its copy is for four players or more."""
    table_session = TableSession(wonders)
    table_session.table.lay(0, "well")
    (question,) = table_session.wait(4).session.ruling.questions
    assert [why.key for why in question.placeholders["reasons"]] == ["card_of_another_edition"]


def test_a_copy_counts_for_as_many_players_as_are_printed_on_it_in_this_edition():
    """The second Arsenal is for four players in the first edition, for five in the second."""
    boards = ("giza", "rhodes", "alexandria", "olympia")
    for side, refused in (("A", False), ("day", True)):
        table_session = TableSession([(board, side) for board in boards])
        table_session.table.lay(0, "arsenal", age=3, copy=1)
        (question,) = table_session.wait(4).session.ruling.questions
        assert ("not_in_player_count" in {why.key for why in question.placeholders["reasons"]}) is refused


def two_have_gone_on():
    """Two cities show cards of two turns, played from the hands of two others, which show none."""
    table_session = TableSession()
    for cards in (("lumber_yard", "ore_vein"), ("stone_pit", "loom")):
        for seat, card in zip((0, 2), cards, strict=True):
            table_session.table.lay(seat, card)
        table_session.wait(5)
    return table_session


def test_second_cards_while_others_have_not_acted_ask_for_all_of_them():
    table_session = two_have_gone_on()
    assert table_session.wait(4).questions == ["not_acted_several"]
    (question,) = table_session.session.ruling.questions
    assert tuple(choice for choice in question.choices if not choice.startswith("owner:")) == (
        "discarded",
        *(f"wonder:{table_session.game.cities[seat].wonder.id}" for seat in (1, 3)),
        "wait",
    )
    assert table_session.booked() == []
    table_session.press(Answer(question, len(question.choices) - 1))
    assert table_session.wait(3).questions == []
    table_session.table.lay(1, "clay_pool")
    assert table_session.wait(5).questions == ["not_acted_several"]


def test_one_of_several_who_have_not_acted_can_be_named():
    table_session = two_have_gone_on()
    (question,) = table_session.wait(4).session.ruling.questions
    named = f"wonder:{table_session.game.cities[1].wonder.id}"
    table_session.press(Answer(question, question.choices.index(named)))
    table_session.table.lay(3, "clay_pool")
    (question,) = table_session.wait(3).session.ruling.questions
    table_session.press(Answer(question, question.choices.index("card:clay_pool"))).wait(1)
    assert table_session.closed() == [(1, 1)]
    assert sorted(table_session.booked())[1::2] == [(1, 1, "Discard"), (1, 3, "Build")]


def test_a_card_in_the_neighbours_city_can_be_named_while_others_discard():
    table_session = TableSession()
    table_session.table.discard()
    for seat, card in [(0, "lumber_yard"), (0, "ore_vein"), (2, "stone_pit"), (2, "clay_pool")]:
        table_session.table.lay(seat, card)
        table_session.wait(3)
    (question,) = table_session.wait(5).session.ruling.questions
    wonders = [city.wonder.id for city in table_session.game.cities]
    assert question.kind == "not_acted_several"
    table_session.press(Answer(question, question.choices.index(f"owner:ore_vein:{wonders[3]}")))
    table_session.wait(2)
    assert [city.cards for city in table_session.game.cities] == [("lumber_yard",), (), ("stone_pit",), ("ore_vein",)]


def test_advance_books_the_discards_that_are_asked_about():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    table_session.wait(5)
    table_session.table.lay(0, "ore_vein")
    assert table_session.wait(9).questions == ["not_acted"]
    assert table_session.press(Advance()).closed() == [(1, 1)]


def test_a_card_that_is_exchanged_counts_no_more():
    table_session = TableSession()
    wrong = table_session.table.lay(0, "lumber_yard")
    table_session.wait(5)
    table_session.table.items[table_session.table.items.index(wrong)] = replace(
        wrong, unseen_since=table_session.table.now
    )
    table_session.table.lay(0, "ore_vein")
    table_session.wait(1)
    assert table_session.session.ruling.plans[0].card == "ore_vein"
    for seat, card in enumerate(["stone_pit", "clay_pool", "clay_pit"], start=1):
        table_session.table.lay(seat, card)
    assert table_session.wait(3).closed() == [(1, 1)]
    assert table_session.questions == []
    assert table_session.game.cities[0].cards == ("ore_vein",)


def test_a_structure_that_is_already_built_is_a_question():
    table_session = TableSession()
    table_session.table.lay(0, "lumber_yard")
    table_session.wait(1).press(Advance())
    table_session.table.lay(0, "lumber_yard", copy=1)
    assert table_session.wait(4).questions == ["already_built"]


def test_a_stage_out_of_order_is_a_question():
    table_session = TableSession()
    table_session.table.stage(0, 2)
    assert table_session.wait(4).questions == ["stage_out_of_order"]


def test_a_stage_that_is_insisted_on_at_the_wrong_slot_is_the_next_one_and_is_paid():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "stone_pit")
    table_session.wait(1).press(Advance())
    table_session.table.stage(0, 2)
    table_session.wait(4)
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("exception"))).press(Advance())
    assert (table_session.game.cities[0].stages, table_session.game.actions[-3].exception) == (1, False)


def test_a_stage_is_built_with_a_back_at_the_next_slot():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "stone_pit")
    table_session.wait(1).press(Advance())
    table_session.table.stage(0, 1)
    table_session.wait(1).press(Advance())
    assert table_session.game.cities[0].stages == 1


def test_a_stage_token_stands_for_the_card_under_it_in_every_age():
    """A kit whose cards have no stickers on their backs."""
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "stone_pit")
    table_session.wait(1).press(Advance())
    table_session.table.stage(0, 1, back=STAGE_TOKEN)
    table_session.wait(5)
    assert table_session.questions == []
    table_session.press(Advance())
    assert table_session.game.cities[0].stages == 1
    table_session.table.lay(1, "ore_vein")
    table_session.wait(5)
    assert table_session.game.cities[0].stages == 1, "the token that lies there is that of the built stage"


def test_a_stage_token_that_nobody_can_pay_for_is_asked_about():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.stage(0, 1, back=STAGE_TOKEN)
    assert table_session.wait(5).questions == ["not_affordable"]


def test_a_stage_that_nobody_sees_is_one_press():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    for seat, card in enumerate(("stone_pit", "ore_vein", "clay_pool")):
        table_session.table.lay(seat, card)
    table_session.wait(5)
    for seat, card in ((1, "loom"), (2, "press"), (1, "barracks")):
        table_session.table.lay(seat, card)
        table_session.wait(3)
    table_session.wait(5)
    (question,) = table_session.session.ruling.questions
    assert question.seat == 0
    table_session.press(Answer(question, question.choices.index("stage")))
    table_session.wait(5)
    assert (table_session.game.turn, table_session.game.cities[0].stages) == (3, 1)


def test_an_empty_mat_says_nothing_where_stages_have_tokens():
    """Discards were said by ADVANCE. A card that is pushed into another city must not take them back."""
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "stone_pit")
    table_session.wait(1).press(Advance())
    table_session.table.stage(0, 1, back=STAGE_TOKEN)
    loom = table_session.table.lay(1, "loom")
    table_session.wait(1).press(Advance())
    table_session.table.move(loom, 2)
    table_session.wait(60)
    offered = [question.placeholders.get("changes") for question in table_session.session.ruling.questions]
    assert not any("discard" in str(changes) for changes in offered)
    assert [city.coins for city in table_session.game.cities][1] >= 3


def test_backs_beside_a_board_mean_nothing():
    table_session = TableSession()
    back = table_session.table.stage(0, 1)
    table_session.table.take(back)
    table_session.table.items.append(type(back)(99, back.code, "hand", 0, None, 0.0, 0.0, 0.0, 0.0))
    table_session.wait(5).press(Advance())
    assert table_session.game.cities[0].stages == 0


@pytest.mark.parametrize(("by_hand", "closed"), [(False, [(1, 1)]), (True, [(1, 1), (1, 1)])])
def test_after_an_undo_a_card_that_is_not_seen_any_more_changes_nothing_unless_a_hand_took_it(by_hand, closed):
    table_session = TableSession()
    table = table_session.table
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table.lay(seat, card)
    missed = table.lay(3, "ore_vein")
    table_session.wait(3)
    table.items[table.items.index(missed)] = missed = replace(missed, unseen_since=table.now, covered=by_hand)
    table_session.wait(1).press(Undo())
    table.items.remove(missed)
    table_session.wait(6)
    table.discard()
    assert table_session.wait(3).closed() == closed


def test_undo_opens_the_turn_again_and_only_advance_closes_it():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        table_session.table.lay(seat, card)
    table_session.wait(3)
    assert table_session.closed() == [(1, 1)]
    table_session.press(Undo()).wait(5)
    assert (table_session.game.actions, table_session.session.memory.closed) == ((), -math.inf)
    assert table_session.closed() == [(1, 1)]
    table_session.press(Advance())
    assert table_session.closed() == [(1, 1), (1, 1)]


def test_after_undo_a_corrected_table_closes_the_turn_by_itself():
    table_session = TableSession()
    cards = [
        table_session.table.lay(seat, card)
        for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"])
    ]
    table_session.wait(3).press(Undo())
    table_session.table.take(cards[0])
    table_session.wait(2)
    table_session.table.lay(0, "timber_yard")
    table_session.wait(3)
    assert table_session.game.cities[0].cards == ("timber_yard",)


@pytest.mark.parametrize(("covered", "found"), [(59.5, {1}), (50.0, set())])
def test_while_a_hand_is_over_a_city_what_it_took_may_still_be_under_it(covered, found):
    cities = {(1, 0, None): Came(0, 0.0, covered=51.5, unseen=52.0), (1, 1, None): Came(1, 0.0, covered=covered)}
    situation = Situation(Scene(60.0), Game.new(WONDERS), booked={0: 1, 1: 1})
    assert just_taken(situation, UmpireMemory(log=AgeLog(cities=cities))) == found


@pytest.mark.parametrize("taken", [(59.0,), (59.0, 20.0), (20.0, 59.0)])
def test_a_card_that_was_just_taken_is_not_forgotten_over_one_that_was_taken_long_ago(taken):
    """The new card may be there instead of it."""
    cities = {(1, code, None): Came(code, 0.0, covered=since - 0.5, unseen=since) for code, since in enumerate(taken)}
    situation = Situation(Scene(60.0), Game.new(WONDERS), booked=dict.fromkeys(range(len(taken)), 1))
    assert just_taken(situation, UmpireMemory(log=AgeLog(cities=cities))) == {1}


def test_six_turns_of_discards_end_in_conflicts():
    table_session = TableSession()
    table_session.press_advance(6)
    assert table_session.game.phase is Phase.CONFLICTS
    table_session.wait(5)
    assert [event for event in table_session.events if isinstance(event, ConflictsResolved)] == [
        ConflictsResolved(1, ((), (), (), ()))
    ]
    assert table_session.game.age == 2


def at_turn(table_session, turn, *stages, ore=()):
    """Play up to a turn of Age I with discards, but for stages (seat, how many) and seats that build an ore vein."""
    game = table_session.game
    if ore:
        for seat in range(len(game.cities)):
            game = game.apply(Build(seat, "ore_vein") if seat in ore else Discard(seat))
    while game.turn < turn:
        due = {seat for seat, count in stages if game.cities[seat].stages < count}
        for seat in range(len(game.cities)):
            game = game.apply(BuildStage(seat, exception=True) if seat in due else Discard(seat))
    for seat, count in stages:
        for slot in range(1, count + 1):
            table_session.table.stage(seat, slot)
    ledger = Ledger(tuple(Booked(action) for action in game.actions))
    session = Session(TableUmpire(CODEBOOK), auto=True)
    table_session.session = resume_without_pile(session, Restored(game, ledger))
    table_session.events.clear()
    return table_session.wait(3)


BABYLON = [("babylon", "B"), ("rhodes", "A"), ("alexandria", "A")]
HALICARNASSUS = [("halicarnassus", "B"), ("rhodes", "A"), ("alexandria", "A")]


def test_babylon_lays_its_sixth_and_its_seventh_card_without_a_question():
    table_session = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(0, "lumber_yard"), (0, "stone_pit"), (1, "ore_vein"), (2, "loom")]:
        table_session.table.lay(seat, card)
        table_session.wait(1)
    table_session.wait(6)
    assert table_session.booked() == [(6, 0, "Build"), (6, 1, "Build"), (6, 2, "Build"), (6, 0, "Build")]
    assert table_session.game.cities[0].cards == ("lumber_yard", "stone_pit")
    assert table_session.closed() == [(1, 6)]


def test_babylon_lays_its_seventh_card_when_its_sixth_was_taken_for_it():
    """The sixth comes long after the others', when something was thrown; the seventh once the others go on."""
    table_session = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(1, "ore_vein"), (2, "loom")]:
        table_session.table.lay(seat, card)
    table_session.table.discard()
    table_session.wait(8)
    table_session.table.lay(0, "lumber_yard")
    assert (6, 0, "Discard") in table_session.wait(12).booked()
    table_session.table.lay(0, "stone_pit")
    table_session.wait(30)
    assert table_session.game.cities[0].cards == ("lumber_yard", "stone_pit")
    assert [action for *_, action in table_session.booked()][-2:] == ["Build", "Build"]


def test_whoever_shows_no_seventh_card_when_the_others_play_on_has_discarded_it():
    table_session = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein"), (2, "loom")]:
        table_session.table.lay(seat, card)
    assert table_session.wait(2).game.phase is Phase.SEVENTH
    for seat, card in [(1, "sawmill"), (2, "foundry")]:
        table_session.table.lay(seat, card, age=2)
    assert table_session.wait(6).questions == []
    assert table_session.booked()[-1] == (6, 0, "Discard")


def test_babylon_may_discard_its_seventh_card_for_coins():
    table_session = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein"), (2, "loom")]:
        table_session.table.lay(seat, card)
    table_session.wait(2)
    assert table_session.game.phase is Phase.SEVENTH
    coins = table_session.game.cities[0].coins
    table_session.table.discard()
    table_session.table.discard()
    table_session.wait(2)
    assert table_session.game.phase is Phase.SEVENTH  # so far these are the leftovers of the two others
    table_session.table.discard()
    table_session.wait(2)
    assert table_session.booked()[-1] == (6, 0, "Discard")
    assert table_session.game.cities[0].coins == coins + 3


def at_seventh_card():
    """Babylon may play its seventh card; the others have put theirs down."""
    table_session = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein"), (2, "loom")]:
        table_session.table.lay(seat, card)
    table_session.wait(2)
    for _ in range(2):
        table_session.table.discard()
    return table_session


def test_a_seventh_card_that_comes_when_nobody_waits_for_it_any_more_counts():
    table_session = at_seventh_card()
    assert table_session.wait(25).booked()[-1] == (6, 0, "Discard")
    table_session.table.lay(0, "stone_pit")
    assert table_session.wait(6).game.cities[0].cards == ("lumber_yard",)
    assert table_session.wait(6).game.cities[0].cards == ("lumber_yard", "stone_pit")


def test_a_card_that_comes_when_the_sixth_and_the_seventh_were_taken_for_discards_is_the_seventh():
    """The mat shows too few cards, as they lie on one another."""
    table_session = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(1, "ore_vein"), (2, "loom")]:
        table_session.table.lay(seat, card)
    for _ in range(2):
        table_session.table.discard()
    assert table_session.wait(25).booked()[-1] == (6, 0, "Discard")
    table_session.table.lay(0, "stone_pit")
    table_session.wait(15)
    last = [type(one.action) for one in table_session.session.entries if one.seat == 0][-2:]
    assert (last, table_session.game.cities[0].cards) == ([Discard, Build], ("stone_pit",))


def test_a_seventh_card_that_cannot_be_paid_is_asked_about_until_nothing_has_moved_for_twenty_seconds():
    table_session = at_seventh_card()
    table_session.wait(2).table.lay(0, "scriptorium")
    (question,) = table_session.wait(19).session.ruling.questions
    assert (question.kind, table_session.game.phase) == ("not_affordable", Phase.SEVENTH)
    assert table_session.wait(1.5).booked()[-1] == (6, 0, "Build")
    assert (table_session.session.entries[-1].supposed, table_session.game.actions[-1].exception) == (True, True)


def test_babylons_seventh_card_is_not_asked_about_if_a_discard_lies_beside_the_mat():
    """Somebody has said so before, and it is not hidden."""
    table_session = at_turn(TableSession(BABYLON), 6, (0, 2))
    entries = restore(BABYLON, {"rulings": RULINGS}, read_back(table_session.session.entries)).ledger.entries
    session = replace(table_session.session, ledger=Ledger(entries))
    table_session.session = session.remember(mat=DiscardMat())
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein"), (2, "loom")]:
        table_session.table.lay(seat, card)
    table_session.wait(2)
    for _ in range(3):
        table_session.table.discard()
    table_session.wait(2)
    assert table_session.booked()[-1] == (6, 0, "Discard")


def test_a_leftover_that_comes_after_the_sixth_turn_has_been_ended_is_not_the_seventh_card():
    table_session = at_turn(TableSession(BABYLON), 6, (0, 2))
    for seat, card in [(0, "lumber_yard"), (2, "loom")]:
        table_session.table.lay(seat, card)
    for _ in range(2):
        table_session.table.discard()
    table_session.wait(6).press(Advance()).wait(2)
    assert table_session.game.phase is Phase.SEVENTH
    table_session.table.discard()
    assert table_session.wait(2).game.phase is Phase.SEVENTH
    table_session.table.lay(0, "stone_pit")
    assert table_session.wait(6).booked()[-1] == (6, 0, "Build")


def test_the_leftovers_of_the_sixth_turn_are_nobodys_discards():
    table_session = at_turn(TableSession([*BABYLON[1:], ("giza", "A")]), 6)
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein")]:
        table_session.table.lay(seat, card)
    for _ in range(2):
        table_session.table.discard()
    assert table_session.wait(5).booked() == []
    for _ in range(2):
        table_session.table.discard()
    assert table_session.wait(2).booked()[-1] == (6, 2, "Discard")


@pytest.mark.parametrize(("seen", "named"), [(0, []), (1, []), (2, [2])])
def test_a_discard_of_the_sixth_turn_is_recorded_and_named_although_most_leftovers_lie_hidden(seen, named):
    table_session = at_turn(TableSession([*BABYLON[1:], ("giza", "A"), ("ephesus", "A")]), 6).wait(10)
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein"), (3, "loom")]:
        table_session.table.lay(seat, card)
    for _ in range(seen):
        table_session.table.discard()
    table_session.wait(18)
    assert questions(table_session) == []
    table_session.wait(4)
    assert questions(table_session) == []
    assert supposed(table_session) == named
    assert (table_session.game.phase is Phase.TURN) == (not named)


def supposed(table_session):
    """The seats that are named as having discarded although nothing of it was seen."""
    return [notice.seat for notice in table_session.session.ruling.notices if notice.key == SUPPOSED]


@pytest.mark.parametrize("later", [5, 60])
def test_who_lays_the_last_card_of_an_age_late_has_not_discarded(later):
    table_session = at_turn(TableSession([*BABYLON[1:], ("giza", "A"), ("ephesus", "A")]), 6)
    for seat, card in [(0, "lumber_yard"), (1, "ore_vein"), (3, "loom")]:
        table_session.table.lay(seat, card)
    for _ in range(2):
        table_session.table.discard()
    table_session.wait(22 + later)
    table_session.table.lay(2, "clay_pool")
    table_session.wait(14)
    assert table_session.game.cities[2].cards[-1:] == ("clay_pool",)
    assert supposed(table_session) == []


def questions(table_session):
    return [question.kind for question in table_session.session.ruling.questions]


def test_leftovers_that_come_late_are_not_discards_of_the_next_age():
    table_session = at_turn(TableSession(), 6)
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        table_session.table.lay(seat, card)
    table_session.wait(6)
    assert table_session.game.age == 2
    late = [table_session.table.discard() for _ in range(4)]
    table_session.wait(5)
    assert {item.code for item in late} == {206}
    assert table_session.game.actions[-1] == Fight()


def test_halicarnassus_takes_a_card_from_the_pile_after_the_turn():
    table_session = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    table_session.table.lay(1, "clay_pool")
    table_session.table.lay(2, "loom")
    table_session.table.stage(0, 1)
    table_session.table.lay(0, "barracks")
    table_session.wait(4)
    assert table_session.booked() == [
        (3, 0, "BuildStage"),
        (3, 1, "Build"),
        (3, 2, "Build"),
        (3, 0, "BuildFromDiscard"),
    ]
    assert table_session.game.cities[0].cards == ("barracks",)
    assert table_session.closed() == [(1, 3)]


def test_advance_leaves_the_discard_pile_alone():
    table_session = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    table_session.table.stage(0, 1)
    table_session.wait(2).press(Advance())
    assert table_session.game.phase is Phase.FROM_DISCARD
    table_session.wait(5)
    assert table_session.game.phase is Phase.FROM_DISCARD
    table_session.press(Advance())
    assert table_session.game.phase is Phase.TURN
    assert table_session.game.turn == 4


def test_a_pile_that_was_looked_through_and_put_back_holds_no_discards_of_this_turn():
    table_session = TableSession()
    pile = [table_session.table.discard() for _ in range(2)]
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        table_session.table.lay(seat, card)
    assert table_session.wait(3).closed() == [(1, 1)]
    for card in pile:
        table_session.table.take(card)
        table_session.table.items.append(replace(card, covered=True))
    table_session.wait(1)
    for card in pile:
        table_session.table.take(card)
    table_session.wait(10)
    table_session.table.discard(at=(950.0, 480.0))
    for seat, card in enumerate(["clay_pit", "timber_yard", "ore_vein"]):
        table_session.table.lay(seat, card)
    assert table_session.wait(10).closed() == [(1, 1)]
    table_session.table.discard()
    assert table_session.wait(3).closed() == [(1, 1), (1, 2)]


def test_a_turn_closes_once_its_cards_are_seen():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        last = table_session.table.lay(seat, card)
    table_session.table.items[-1] = replace(last, unseen_since=table_session.table.now)
    assert table_session.wait(5).closed() == []
    table_session.table.items[-1] = last
    assert table_session.wait(1).closed() == [(1, 1)]


@pytest.mark.parametrize(("after", "of_next_turn"), [(1.5, 0), (2.0, 1)])
def test_a_card_that_comes_to_the_mat_later_than_a_second_and_a_half_after_all_others_is_for_the_next_turn(
    after, of_next_turn
):
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    last = table_session.wait(1).table.lay(3, "ore_vein")
    table_session.table.items[-1] = replace(last, unseen_since=table_session.table.now)
    discarded = table_session.wait(after).table.discard()
    table_session.wait(1).table.items[-2] = last
    assert table_session.wait(1).closed() == [(1, 1)]
    assert table_session.session.memory.mat.count(discarded.code) == of_next_turn


def test_a_turn_stays_open_while_a_hand_is_where_a_card_has_just_been_missed():
    table_session = TableSession()
    *_, last = (
        table_session.table.lay(seat, card)
        for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"])
    )
    table_session.table.items[-1] = replace(last, unseen_since=table_session.table.now)
    table_session.wait(0.5)
    table_session.table.items[-1] = replace(last, covered=True)
    assert table_session.wait(5).closed() == []
    table_session.table.items[-1] = last
    assert table_session.wait(1).closed() == [(1, 1)]


def test_a_mat_that_is_pushed_aside_shows_no_new_discard():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    discarded = table_session.table.discard()
    assert table_session.wait(3).closed() == [(1, 1)]
    for seat, card in enumerate(["clay_pit", "timber_yard", "ore_vein"]):
        table_session.table.lay(seat, card)
    table_session.wait(1).table.take(discarded)
    table_session.table.items.append(replace(discarded, x=discarded.x + 30))
    assert table_session.wait(10).closed() == [(1, 1)]


def pushed(table_session, things, x, y, turn):
    """The mat is pushed and turned with all that lies on it, seen anew; what lies below seems to lie there still."""
    origin, *_ = things
    for thing in things:
        dx, dy = thing.x - origin.x, thing.y - origin.y
        there = (
            origin.x + x + dx * math.cos(turn) - dy * math.sin(turn),
            origin.y + y + dy * math.cos(turn) + dx * math.sin(turn),
        )
        new = table_session.table.discard(at=there)
        table_session.table.take(new)
        moved = replace(thing, track=new.track, x=there[0], y=there[1], angle=thing.angle + turn, since=new.since)
        table_session.table.items.append(moved)
    table_session.table.take(origin)


@pytest.mark.parametrize(("x", "y", "turn"), [(30, 0, 0), (0, 80, 0.5), (-300, 200, 2)])
def test_a_mat_that_is_pushed_away_with_its_pile_shows_no_new_discards(x, y, turn):
    table_session = TableSession()
    mat = table_session.table._put(210, Place.MAT, None, None, 1000.0, 500.0)
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        table_session.table.lay(seat, card)
    pile = [table_session.table.discard(), table_session.table.discard()]
    assert table_session.wait(3).closed() == [(1, 1)]
    table_session.table.lay(0, "clay_pit")
    table_session.table.lay(1, "timber_yard")
    pushed(table_session, [mat, *pile], x, y, turn)
    assert table_session.wait(10).closed() == [(1, 1)]
    for old in pile:
        table_session.table.take(old)
    table_session.table.discard(at=(200.0, 900.0))
    assert table_session.wait(3).closed() == [(1, 1)]
    table_session.table.discard(at=(230.0, 930.0))
    assert table_session.wait(3).closed() == [(1, 1), (1, 2)]


def test_a_discard_that_pushes_the_mat_is_one():
    table_session = TableSession()
    mat = table_session.table._put(210, Place.MAT, None, None, 1000.0, 500.0)
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        table_session.table.lay(seat, card)
    first = table_session.table.discard()
    table_session.wait(2)
    pushed(table_session, [mat, first], 10, -5, 0.1)
    table_session.table.discard(at=(1100.0, 500.0))
    assert table_session.wait(3).closed() == [(1, 1)]


def test_a_discard_that_is_pushed_into_place_is_one():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit"]):
        table_session.table.lay(seat, card)
    discarded = table_session.table.discard()
    table_session.wait(1).table.take(discarded)
    table_session.table.items.append(replace(discarded, x=discarded.x + 20))
    assert table_session.wait(10).closed() == []


def test_what_lay_on_the_mat_when_the_game_began_is_nobodys_discard():
    table_session = TableSession(auto=False)
    table_session.table.discard()
    table_session.wait(3).press(Advance())
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    assert table_session.wait(10).closed() == []
    table_session.table.discard()
    assert table_session.wait(3).closed() == [(1, 1)]


def test_what_is_glimpsed_without_a_place_in_a_city_means_nothing():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.table.take(card)
    table_session.table.items.append(replace(card, place=Place.ELSEWHERE, seat=None))
    table_session.wait(5)
    assert table_session.session.ruling.plans == {}
    assert table_session.session.ruling.questions == ()


def test_a_card_between_two_cities_is_a_question_whose_it_is():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.table.take(card)
    table_session.table.items.append(replace(card, sure=False))
    assert table_session.wait(8).questions == ["unsure_place"]
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("here"))).press(Advance())
    assert table_session.game.cities[0].cards == ("lumber_yard",)


def test_a_card_between_two_cities_may_be_nobodys_until_it_is_moved():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.table.items = [replace(card, sure=False)]
    (question,) = table_session.wait(8).session.ruling.questions
    table_session.press(Answer(question, question.choices.index("no_city")))
    assert table_session.wait(4).questions == []
    for seat, name in enumerate(["ore_vein", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, name)
    table_session.table.discard()
    assert table_session.wait(3).closed() == [(1, 1)]
    table_session.table.items[0] = replace(table_session.table.items[0], covered=True)
    table_session.wait(1)
    table_session.table.take(card)
    table_session.wait(5)
    table_session.table.items.append(replace(card, track=99, since=table_session.table.now))
    assert table_session.wait(2).session.ruling.plans[0].card == "lumber_yard"


def test_a_card_seen_at_two_places_is_said_and_not_booked_twice():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.wait(1).press(Advance())
    scene = replace(table_session.table.scene(1), doubts=(card.code,))
    table_session.session, _ = look(table_session.session, scene)
    assert [notice.key for notice in table_session.session.ruling.notices] == ["notice.seen_twice"]


def played_to_the_end():
    table_session = TableSession()
    while table_session.game.phase is not Phase.OVER:
        table_session.press(Advance())
    return table_session


def test_after_the_last_conflicts_the_game_is_over_and_scored():
    table_session = played_to_the_end()
    assert [event.age for event in table_session.events if isinstance(event, ConflictsResolved)] == [1, 2, 3]
    assert table_session.game.cities[0].coins == 3 + 18 * 3


def test_the_result_stays_until_another_game_is_asked_for():
    table_session = played_to_the_end()
    table_session.press(Advance()).press(Advance())
    assert table_session.game.phase is Phase.OVER
    table_session.press(Leave())
    assert table_session.game is None
    assert isinstance(table_session.events[-1], Cleared)
    table_session.wait(5)
    assert table_session.game.actions == ()


def test_conflicts_that_were_taken_back_wait_for_advance():
    table_session = TableSession().press_advance(6).wait(5)
    assert table_session.game.age == 2
    table_session.press(Undo()).wait(10)
    assert table_session.game.phase is Phase.CONFLICTS
    assert table_session.press(Advance()).game.age == 2


def test_what_lay_on_the_mat_before_a_restart_is_no_discard_of_this_turn():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    old = table_session.table.discard()
    at_turn(table_session, 3)
    assert old in table_session.table.items
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(1, "stone_pit")
    assert table_session.wait(5).booked() == []
    table_session.table.discard()
    assert table_session.wait(1).booked() == [], "another one may have been thrown while nobody looked"
    assert table_session.wait(1).booked()[-1] == (3, 2, "Discard")


def test_undo_goes_back_over_ages():
    table_session = TableSession().press_advance(6).wait(5).press_advance(2)
    while table_session.game.actions:
        table_session.press(Undo())
    assert (table_session.game.age, table_session.game.turn) == (1, 1)
    table_session.press(Undo())
    assert table_session.events[-1].key == "notice.nothing_to_undo"


def unpayable(table_session, seat=0):
    """A card that nobody at this table could pay for is laid, and booked all the same."""
    card = table_session.table.lay(seat, "scriptorium")
    table_session.wait(4)
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("exception")))
    return card


NO_PAPYRUS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]


def test_an_exception_holds_for_the_card_it_was_made_for_and_only_while_it_lies_there():
    table_session = TableSession(NO_PAPYRUS)
    card = unpayable(table_session)
    table_session.table.take(card)
    table_session.wait(5)
    table_session.table.items.append(replace(card, since=table_session.table.now))
    assert table_session.wait(4).questions == ["not_affordable"]


def test_an_exception_for_one_stage_says_nothing_about_the_next():
    table_session = TableSession(NO_PAPYRUS)
    table_session.table.stage(0, 1)
    table_session.wait(4)
    question = table_session.session.ruling.questions[0]
    table_session.press(Answer(question, question.choices.index("exception"))).press(Advance())
    assert table_session.game.cities[0].stages == 1
    table_session.wait(2)
    table_session.table.stage(0, 2)
    assert table_session.wait(4).questions == ["not_affordable"]


def test_a_stage_beyond_the_last_cannot_be_insisted_on():
    table_session = at_turn(TableSession([("rhodes", "B"), ("giza", "A"), ("ephesus", "A")]), 4, (0, 2))
    table_session.table.stage(0, 3)
    table_session.wait(4)
    assert "exception" not in table_session.session.ruling.questions[0].choices


def test_a_built_stages_card_that_is_pushed_to_the_next_slot_is_not_booked_again():
    table_session = at_turn(TableSession(NO_PAPYRUS), 4, (0, 1))
    stage = next(item for item in table_session.table.items if item.slot == 1)
    table_session.table.take(stage)
    table_session.table.items.append(replace(stage, track=99, slot=2, since=table_session.table.now))
    assert table_session.wait(8).questions == ["unsure_stage"]
    table_session.table.items[-1] = stage
    table_session.wait(1)
    assert table_session.questions == []
    assert table_session.game.cities[0].stages == 1


def test_advance_that_comes_just_after_a_turn_has_closed_closes_no_other():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        table_session.table.lay(seat, card)
    while not table_session.closed():
        table_session.wait(0.5)
    table_session.press(Advance())
    assert table_session.closed() == [(1, 1)]
    table_session.wait(2).press(Advance())
    assert table_session.closed() == [(1, 1), (1, 2)]


def test_another_game_waits_until_the_table_is_cleared():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.wait(2)
    while table_session.game.phase is not Phase.OVER:
        table_session.press(Advance())
    table_session.press(Leave()).wait(5)
    assert table_session.game is None
    assert [question.kind for question in table_session.session.setup.questions] == ["clear_table"]
    stage = table_session.table.stage(1, 1)
    table_session.table.take(card)
    assert table_session.wait(5).game is None
    table_session.table.take(stage)
    assert table_session.wait(5).game is not None


def test_a_stage_and_the_card_it_brings_from_the_pile_may_come_in_either_order():
    table_session = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    table_session.table.lay(1, "clay_pool")
    table_session.table.lay(2, "loom")
    table_session.table.lay(0, "barracks")
    table_session.table.stage(0, 1)
    table_session.wait(4)
    assert table_session.booked()[-1] == (3, 0, "BuildFromDiscard")


def test_what_the_pile_cannot_hold_is_for_the_next_turn():
    """Whoever takes nothing from the pile lays the next card; it is of a later age than any in the pile."""
    table_session = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    table_session.table.stage(0, 1)
    table_session.wait(2).press(Advance())
    table_session.table.lay(0, "loom", age=2)
    assert table_session.wait(10).questions == []
    table_session.press(Advance())
    assert table_session.booked()[-1] == (3, 0, "BuildFromDiscard")
    assert table_session.wait(4).questions == ["wrong_age"]


def test_a_complete_turn_closes_when_its_last_card_has_lain_still_for_half_a_second():
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        table_session.table.lay(seat, card)
    assert table_session.wait(0.25, 0.25).closed() == []
    assert table_session.wait(0.25, 0.25).closed() == [(1, 1)]


def test_a_complete_turn_closes_although_somebody_is_just_laying_the_next_card():
    table_session = TableSession()
    table_session.table.lay(0, "lumber_yard")
    table_session.wait(2.5)
    for seat, card in enumerate(["stone_pit", "clay_pool", "ore_vein"], 1):
        table_session.table.lay(seat, card)
    table_session.wait(0.25, 0.25).table.lay(0, "theater")
    assert table_session.wait(0.25, 0.25).closed() == [(1, 1)]
    assert table_session.game.cities[0].cards == ("lumber_yard",)


def test_what_cannot_be_is_asked_about_when_it_has_lain_there_for_a_second_and_a_half():
    table_session = TableSession()
    table_session.table.lay(0, "palace", age=3)
    assert table_session.wait(1).questions == []
    assert table_session.wait(0.5).questions == ["wrong_age"]


def test_two_cards_are_asked_about_when_hands_have_had_eight_seconds_to_take_one_back():
    table_session = TableSession()
    table_session.table.lay(0, "lumber_yard")
    table_session.table.lay(0, "stone_pit")
    assert table_session.wait(7.5).questions == []
    assert table_session.wait(0.5).questions == ["two_cards"]


@pytest.mark.parametrize(("pause", "question"), [(2.0, "two_cards"), (2.5, "not_acted")])
def test_a_second_card_is_for_the_next_turn_if_it_comes_two_and_a_half_seconds_after_the_first(pause, question):
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    table_session.wait(pause)
    table_session.table.lay(0, "ore_vein")
    assert table_session.wait(9).questions == [question]
    assert table_session.closed() == []


@pytest.mark.parametrize(("pause", "questions", "closed"), [(2.0, ["two_cards"], []), (2.5, [], [(1, 1)])])
def test_a_second_card_that_comes_so_late_is_for_the_next_turn_if_the_others_have_laid_theirs(pause, questions, closed):
    """Ephesus lays its card with it."""
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    table_session.wait(pause)
    table_session.table.lay(0, "ore_vein")
    table_session.table.lay(3, "altar")
    assert table_session.wait(9).questions == questions
    assert table_session.closed() == closed


def test_a_wrong_card_that_is_taken_away_long_after_the_right_one_was_laid_is_not_played():
    """The right one comes two seconds after it, and before the last city's."""
    table_session = TableSession()
    cards = ["lumber_yard", "stone_pit", "clay_pool"]
    wrong, *_ = [table_session.table.lay(seat, card) for seat, card in enumerate(cards)]
    table_session.wait(2).table.lay(0, "ore_vein")
    table_session.wait(0.5).table.lay(3, "altar")
    table_session.wait(2).table.take(wrong)
    assert table_session.wait(8).closed() == [(1, 1)]
    assert table_session.game.cities[0].cards == ("ore_vein",)


def test_a_booked_card_is_missed_when_it_was_not_seen_for_four_seconds():
    table_session = TableSession()
    card = table_session.table.lay(0, "lumber_yard")
    table_session.wait(1).press(Advance())
    table_session.table.take(card)
    table_session.wait(0.5)  # the first look without it
    assert table_session.wait(3.5).session.ruling.notices == ()
    (notice,) = table_session.wait(0.5).session.ruling.notices
    assert (notice.key, notice.placeholders["card"], notice.seat) == ("notice.card_missing", "lumber_yard", 0)


def test_who_takes_no_card_of_the_pile_is_waited_for_until_both_others_cards_have_lain_there_for_twenty_seconds():
    table_session = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    table_session.table.stage(0, 1)
    table_session.wait(2).press(Advance())
    table_session.table.lay(1, "clay_pool")
    table_session.wait(1)
    table_session.table.lay(2, "loom")
    assert table_session.wait(19.5).game.phase is Phase.FROM_DISCARD
    assert table_session.wait(0.5).game.turn == 4


@pytest.mark.parametrize(("discards", "turn"), [(1, 4), (0, 3)])
def test_whoever_discards_in_the_next_turn_has_gone_on_as_well_while_a_card_of_the_pile_may_come(discards, turn):
    table_session = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    table_session.table.stage(0, 1)
    table_session.wait(2).press(Advance())
    table_session.table.lay(1, "clay_pool")
    for _ in range(discards):
        table_session.table.discard()
    assert table_session.wait(19).game.phase is Phase.FROM_DISCARD
    assert table_session.wait(4).game.turn == turn


def test_what_is_left_over_after_an_ages_last_turn_is_no_discard_of_the_next_one():
    table_session = at_turn(TableSession(HALICARNASSUS), 6, ore=[1])
    table_session.table.stage(0, 1)
    for seat, card in ((1, "clay_pool"), (2, "loom")):
        table_session.table.lay(seat, card)
    for _ in range(3):
        table_session.table.discard()
    table_session.wait(2)
    table_session.table.lay(1, "statue", age=2)
    table_session.wait(12)
    table_session.table.lay(2, "temple", age=2)
    assert table_session.wait(9).game.phase is Phase.FROM_DISCARD


def test_nobody_takes_a_card_from_an_empty_pile_when_others_throw_their_next_ones():
    table_session = TableSession(HALICARNASSUS)
    for seat, card in enumerate(["ore_vein", "lumber_yard", "stone_pit"]):
        table_session.table.lay(seat, card)
    table_session.wait(6).table.stage(0, 1)
    for seat, card in ((1, "clay_pool"), (2, "loom")):
        table_session.table.lay(seat, card)
    assert table_session.wait(4).game.phase is Phase.FROM_DISCARD
    table_session.table.discard()
    assert table_session.wait(1.5).game.turn == 3


@pytest.mark.parametrize("lifted", [False, True])
def test_two_others_with_their_next_cards_go_on_if_nobody_holds_the_pile_whatever_the_third_does(lifted):
    table_session = at_turn(TableSession([*HALICARNASSUS, ("babylon", "A")]), 3, ore=[1])
    table_session.table.stage(0, 1)
    table_session.wait(2).press(Advance())
    for seat, card in ((1, "clay_pool"), (2, "loom")):
        table_session.table.lay(seat, card)
    table_session.wait(1)
    mat = replace(table_session.session.memory.mat, lifted=lifted)
    table_session.session = table_session.session.remember(mat=mat)
    assert table_session.wait(18).game.phase is Phase.FROM_DISCARD
    assert (table_session.wait(3).game.phase is Phase.FROM_DISCARD) is lifted


@pytest.mark.parametrize(("pause", "turn"), [(1.0, 2), (1.5, 3)])
def test_advance_within_a_gesture_after_a_turn_has_closed_was_meant_for_that_turn(pause, turn):
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool", "ore_vein"]):
        table_session.table.lay(seat, card)
    while not table_session.closed():
        table_session.wait(0.5)
    table_session.wait(pause).press(Advance())
    assert table_session.game.turn == turn


def test_the_boards_lie_still_for_two_seconds_before_the_game_starts_by_itself():
    table_session = TableSession(auto=False)
    table_session.session = Session(TableUmpire(CODEBOOK), auto=True)
    table_session.wait(0.5)  # the boards are seen
    assert table_session.wait(1.5).game is None
    assert table_session.wait(0.5).game is not None


@pytest.mark.parametrize(("shown", "rest"), [(False, 3.0), (True, 10.5)])
def test_the_conflicts_begin_by_themselves_when_the_table_has_come_to_rest(shown, rest):
    table_session = TableSession()
    table_session.session = replace(table_session.session, shown=shown)
    table_session.press_advance(6)
    assert table_session.wait(rest - 0.5).game.phase is Phase.CONFLICTS
    assert table_session.wait(0.5).game.age == 2


@pytest.mark.parametrize(("gap", "closed"), [(10.0, [(1, 1)]), (10.5, [])])
def test_what_comes_to_the_mat_while_no_picture_comes_for_ten_seconds_may_be_of_any_turn(gap, closed):
    table_session = TableSession()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    table_session.wait(1)
    table_session.table.now += gap - 0.5
    table_session.table.discard()
    assert table_session.wait(3).closed() == closed


def _touch_pile(table_session, item, moved):
    """A hand is at a discarded card for a second; then its sticker lies a little aside."""
    at = table_session.table.items.index(item)
    table_session.table.items[at] = replace(item, covered=True)
    table_session.wait(1)
    table_session.table.items[at] = replace(item, x=item.x + moved)
    return table_session.wait(4)


def _after_a_discard(*cards):
    """In the first turn a card was discarded; these are laid in the second one. With the discard."""
    table_session = TableSession()
    pile = table_session.table.discard()
    for seat, card in enumerate(["lumber_yard", "stone_pit", "clay_pool"]):
        table_session.table.lay(seat, card)
    assert table_session.wait(3).closed() == [(1, 1)]
    for seat, card in enumerate(cards):
        table_session.table.lay(seat, card)
    return table_session, pile


def test_a_card_that_is_read_late_counts_although_a_discard_was_shifted_before():
    """It is laid some four seconds after the hand came that shifted it, as by taking coins."""
    table_session, pile = _after_a_discard("ore_vein", "baths", "altar")
    late = _touch_pile(table_session.wait(1), pile, 1.5).table.lay(3, "theater")
    table_session.table.items[-1] = replace(late, since=late.since - 0.7)
    assert table_session.wait(3).booked()[-1] == (2, 3, "Build")


def test_a_discard_laid_exactly_on_a_discard_closes_the_turn_for_the_seat_that_is_missing():
    table_session, pile = _after_a_discard("ore_vein", "baths", "altar")
    assert table_session.wait(3).closed() == [(1, 1)]
    assert _touch_pile(table_session, pile, 1.5).closed() == [(1, 1)], "a shift may have other causes"
    assert table_session.wait(3).closed() == [(1, 1), (1, 2)]
    assert table_session.booked()[-1] == (2, 3, "Discard")


def test_a_pushed_pile_closes_nothing_while_two_are_missing():
    table_session, pile = _after_a_discard("ore_vein", "baths")
    assert _touch_pile(table_session, pile, 1.5).closed() == [(1, 1)]


def test_a_fresh_second_card_does_not_hide_that_all_others_have_long_gone_on():
    table_session = at_turn(TableSession(HALICARNASSUS), 3, ore=[1])
    table_session.table.stage(0, 1)
    table_session.wait(2).press(Advance())
    table_session.table.lay(1, "clay_pool")
    table_session.table.lay(2, "loom")
    table_session.wait(19)
    table_session.table.lay(2, "press")
    assert table_session.wait(1.5).game.turn == 4


def test_a_notice_about_a_card_names_the_wonder_of_its_city():
    table_session = TableSession()
    card = table_session.table.lay(1, "lumber_yard")
    table_session.wait(1).press(Advance())
    table_session.table.take(card)
    (notice,) = table_session.wait(5).session.ruling.notices
    assert notice.placeholders["wonder"] == table_session.game.cities[1].wonder.id


def test_a_question_about_a_turn_that_was_undone_waits_for_advance():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "scriptorium")
    (question,) = table_session.wait(2).session.ruling.questions
    table_session.press(Answer(question, question.choices.index("exception"))).press(Advance()).press(Undo())
    assert table_session.wait(10).questions == []
    assert table_session.press(Advance()).questions == ["not_affordable"]


def test_a_card_that_lies_in_the_neighbours_city_is_built_by_the_seat_that_is_said_to_have_played_it():
    table_session = TableSession()
    for seat, card in [(1, "stone_pit"), (2, "clay_pool"), (3, "ore_vein")]:
        table_session.table.lay(seat, card)
    table_session.wait(4).table.lay(1, "lumber_yard")
    (question,) = table_session.wait(8).session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 0)
    table_session.press(Answer(question, question.choices.index("card:lumber_yard"))).wait(2)
    assert [city.cards for city in table_session.game.cities[:2]] == [("lumber_yard",), ("stone_pit",)]
    assert table_session.wait(40).questions == []


def two_in_the_neighbours_city():
    """Two cities show nothing, and one has two cards too many; the wonders, and what is asked about that."""
    table_session = TableSession()
    for seat, card in [(1, "stone_pit"), (3, "ore_vein")]:
        table_session.table.lay(seat, card)
    for card in ("lumber_yard", "clay_pool"):
        table_session.wait(4).table.lay(1, card)
    table_session.table.lay(3, "loom")
    wonders = [city.wonder.id for city in table_session.game.cities]
    (question,) = table_session.wait(8).session.ruling.questions
    return table_session, wonders, question


def test_of_two_cards_in_other_cities_the_one_is_taken_that_was_named():
    table_session, wonders, question = two_in_the_neighbours_city()
    table_session.press(Answer(question, question.choices.index(f"owner:lumber_yard:{wonders[2]}")))
    assert table_session.booked() == [(1, 2, "Build")]
    assert table_session.session.entries[0].code == code_of("lumber_yard")


def test_two_cards_in_the_same_neighbours_city_can_be_named_one_after_the_other():
    table_session, wonders, question = two_in_the_neighbours_city()
    table_session.press(Answer(question, question.choices.index(f"owner:lumber_yard:{wonders[0]}"))).wait(4)
    (question,) = table_session.session.ruling.questions
    table_session.press(Answer(question, question.choices.index("card:clay_pool"))).wait(6)
    assert [city.cards for city in table_session.game.cities] == [
        ("lumber_yard",),
        ("stone_pit",),
        ("clay_pool",),
        ("ore_vein",),
    ]


def test_the_answer_that_a_card_will_be_taken_back_changes_nothing():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(0, "scriptorium")
    (question,) = table_session.wait(2).session.ruling.questions
    before = table_session.session
    assert table_session.press(Answer(question, question.choices.index("take_back"))).session == before


def test_an_answer_to_a_question_that_is_gone_or_that_it_does_not_have_changes_nothing():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    card = table_session.table.lay(0, "scriptorium")
    (question,) = table_session.wait(2).session.ruling.questions
    before = table_session.session
    for index in (-1, len(question.choices)):
        assert table_session.press(Answer(question, index)).session == before
    table_session.table.take(card)
    table_session.wait(1)
    table_session.table.items.append(card)
    before = table_session.wait(0.5).session
    assert before.ruling.questions == (question,)
    gone = replace(question, kind="wrong_age")
    assert table_session.press(Answer(gone, question.choices.index("exception"))).session == before


@pytest.fixture
def beside():
    """Two cards came together to Rhodes' city, and neither Giza nor the mat shows one."""
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.lay(1, "stone_pit")
    table_session.wait(1).table.lay(1, "theater")
    table_session.table.lay(2, "clay_pool")
    return table_session


def test_one_of_two_cards_that_came_together_may_be_that_of_a_neighbour_who_shows_none(beside):
    assert beside.wait(7).questions == []
    (question,) = beside.wait(1).session.ruling.questions
    assert (question.kind, question.seat) == ("not_acted", 0)
    assert question.choices == ("discarded", "card:stone_pit", "card:theater", "wait")
    beside.press(Answer(question, question.choices.index("card:stone_pit"))).wait(1)
    assert beside.closed() == [(1, 1)]
    assert [city.cards for city in beside.session.game.cities] == [("stone_pit",), ("theater",), ("clay_pool",)]
    assert beside.wait(30).questions == [], "it stays where it lies"


def test_of_two_cards_in_a_city_none_is_the_neighbours_who_has_thrown_one_when_the_others_go_on():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    table_session.table.discard()
    table_session.wait(3.5).table.lay(1, "lumber_yard")
    table_session.table.lay(2, "glassworks")
    table_session.table.lay(1, "ore_vein")
    table_session.wait(4).table.lay(2, "altar")
    table_session.wait(1.5).table.lay(2, "clay_pit")
    assert table_session.wait(9).closed() == [(1, 1)]
    assert isinstance(table_session.session.entries[0].action, Discard)
    assert [one.seat for one in table_session.session.entries if one.supposed] == [1, 2]


def test_who_is_asked_about_a_card_beside_may_have_discarded_and_the_neighbour_is_asked_which_one_counts(beside):
    (question,) = beside.wait(8).session.ruling.questions
    assert beside.press(Answer(question, 0)).wait(1).questions == ["two_cards"]


def test_whoever_ends_the_turn_says_that_the_neighbour_has_discarded_and_is_asked_which_card_counts(beside):
    beside.wait(9).press(EndTurn((0,)))
    assert (beside.closed(), beside.wait(1).questions) == ([], ["two_cards"])


def test_while_the_neighbour_is_waited_for_the_city_with_two_cards_is_asked(beside):
    (question,) = beside.wait(8).session.ruling.questions
    assert beside.press(Answer(question, question.choices.index("wait"))).wait(1).questions == ["two_cards"]


def test_whoever_had_laid_a_card_before_has_laid_none_of_two_in_a_neighbours_city():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A")])
    for seat, card in ((0, "lumber_yard"), (2, "clay_pool"), (1, "stone_pit"), (1, "theater")):
        table_session.table.lay(seat, card)
        table_session.wait(0.5)
    assert table_session.wait(9).questions == ["two_cards"]


def test_only_who_is_asked_has_discarded():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A"), ("ephesus", "A")])
    for seat, card in ((1, "stone_pit"), (1, "theater"), (2, "clay_pool")):
        table_session.table.lay(seat, card)
    (question,) = table_session.wait(8).session.ruling.questions
    table_session.press(Answer(question, 0)).wait(1)
    assert table_session.session.memory.discarded == {0}, "Ephesus has not acted either"


def test_a_question_that_waited_since_an_undo_stands_once_somebody_wants_to_go_on():
    table_session = TableSession([("giza", "A"), ("rhodes", "A"), ("alexandria", "A")])
    for seat, card in enumerate(("scriptorium", "stone_pit", "clay_pool")):
        table_session.table.lay(seat, card)
    (question,) = table_session.wait(3).session.ruling.questions
    table_session.press(Answer(question, question.choices.index("exception"))).wait(2)
    assert table_session.closed() == [(1, 1)]
    assert table_session.press(Undo()).wait(3).questions == []
    assert table_session.press(Advance()).questions == ["not_affordable"]
    assert table_session.wait(3).questions == ["not_affordable"]


def test_an_answer_counts_for_the_card_of_the_open_turn_although_an_older_one_lies_there():
    table = FakeTable(WONDERS)
    table.lay(0, "loom")
    new = table.lay(0, "statue", age=2)
    situation = Situation(table.scene(1), replace(Game.new(WONDERS), age=2))
    umpire = TableUmpire(CODEBOOK)
    assert [umpire.card_in_question(situation, UmpireMemory(), seat) for seat in (0, 1)] == [new.code, None]


def test_nobody_is_asked_about_a_card_while_the_one_that_was_laid_before_it_may_only_be_hidden():
    table_session = TableSession()
    first = table_session.table.lay(0, "lumber_yard")
    table_session.wait(1)
    table_session.table.lay(0, "palace", age=3)
    table_session.wait(4)
    table_session.table.items[0] = replace(first, unseen_since=table_session.table.now)
    assert table_session.wait(3).session.ruling.questions == ()
    goes_on = table_session.press(Advance()).session.ruling.questions
    assert [question.kind for question in goes_on] == ["wrong_age"], "who wants to go on is told what is unclear"
    (question,) = table_session.wait(2).session.ruling.questions
    assert (question.seat, question.kind) == (0, "wrong_age")


def test_a_question_is_not_left_behind_as_long_as_nobody_goes_on():
    table_session = TableSession()
    for seat, card in enumerate(["apothecary", "stone_pit", "clay_pool", "ore_vein"]):
        table_session.table.lay(seat, card)
    assert table_session.wait(90).closed() == []
    assert [question.kind for question in table_session.session.ruling.questions] == ["not_affordable"]


def test_a_card_that_cannot_be_paid_for_and_was_just_taken_back_is_not_asked_about_by_advance():
    table_session = TableSession()
    card = table_session.table.lay(0, "apothecary")
    table_session.wait(1).table.take(card)
    table_session.wait(0.5).press_once(Advance())
    assert (table_session.session.questions, table_session.closed()) == ((), [])


def test_what_was_seen_before_nobody_looked_for_a_while_is_still_known():
    """The discard came before, the last card meanwhile: the turn is over."""
    table_session = TableSession(NO_PAPYRUS)
    table_session.table.lay(0, "lumber_yard")
    table_session.table.discard()
    table_session.wait(3)
    before = table_session.session.memory.log.cities
    table_session.table.lay(2, "clay_pool")
    table_session.wait(11, step=11)
    assert table_session.session.memory.log.cities.items() >= before.items()
    table_session.wait(5)
    assert table_session.booked() == [(1, 0, "Build"), (1, 1, "Discard"), (1, 2, "Build")]
