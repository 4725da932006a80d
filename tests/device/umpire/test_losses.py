"""Cities: what a city pays of a loss is asked; by default it pays what it can."""

from random import Random

import pytest

from device.session.pressing import press
from device.session.session import Session
from device.umpire.ruling import Ruling, UmpireMemory
from device.umpire.table import TableUmpire
from display.messages.choices import choice_questions, chosen_action
from display.messages.events import Booked
from display.messages.intents import Advance
from display.messages.questions import Question
from engine import Game, PayLoss, Phase, deal
from tests.device.tables import CODEBOOK


@pytest.fixture(scope="module")
def losing() -> Game:
    """A game with Cities in which somebody loses coins now."""
    for seed in range(40):
        table, chance = deal(4, "second", seed, expansions=("cities",)), Random(seed)
        while not table.is_over:
            if table.game.phase is Phase.LOSS:
                return table.game
            table = table.play(chance.choice(table.legal(table.to_act[0] if table.to_act else 0)))
    raise AssertionError("no game in which coins are lost")


def test_advance_pays_what_is_lost_and_answers_nothing_else(losing: Game) -> None:
    """A station asks meanwhile which card is shown."""
    which = Question(0, "which_card", {}, ("card:altar", "card:baths"))
    ruling = Ruling(UmpireMemory(), questions=(which, *choice_questions(losing)))
    session, events = press(Session(TableUmpire(CODEBOOK), game=losing, ruling=ruling), Advance())
    paid = [event.action for event in events if isinstance(event, Booked)]
    assert all(isinstance(action, PayLoss) for action in paid)
    assert [event.seat for event in events if isinstance(event, Booked)] == list(losing.to_act)
    assert session.situation.game.phase is not Phase.LOSS


def test_every_seat_that_loses_coins_is_asked(losing: Game) -> None:
    questions = choice_questions(losing)
    assert tuple(question.seat for question in questions) == losing.to_act
    assert {question.kind for question in questions} == {"loss"}


def test_by_default_a_city_pays_as_much_as_it_can(losing: Game) -> None:
    for question in choice_questions(losing):
        assert question.seat is not None
        city = losing.cities[question.seat]
        assert chosen_action(question, 0) == PayLoss(question.seat, min(city.owed, city.coins))


def test_every_answer_is_a_legal_action_and_no_other_is_offered(losing: Game) -> None:
    for question in choice_questions(losing):
        assert question.seat is not None
        offered = {chosen_action(question, index) for index in range(len(question.choices))}
        assert offered == set(losing.legal_actions(question.seat))


def test_what_is_not_paid_is_debt(losing: Game) -> None:
    after, lost = losing, {}
    for question in choice_questions(losing):
        action = chosen_action(question, len(question.choices) - 1)
        assert isinstance(action, PayLoss)
        assert action.coins == 0
        lost[action.seat] = losing.cities[action.seat].owed
        after = after.apply(action)
    for seat, owed in lost.items():
        assert after.cities[seat].debt == losing.cities[seat].debt + owed


def test_nothing_is_asked_in_other_phases() -> None:
    table = deal(3, "second", 1, expansions=("cities",))
    assert choice_questions(table.game) == ()
