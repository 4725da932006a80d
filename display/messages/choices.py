"""What the table does not show, so that it is asked: the Courtesans Guild's leader (Leaders), what is lost (Cities)."""

from display.messages.questions import Question
from engine import ChooseLeader, Game, PayLoss, Phase

CHOOSE_LEADER, LOSS = "court", "loss"
"""The questions' kinds."""
ASKED_PHASES = frozenset({Phase.CHOOSE_LEADER, Phase.LOSS})
"""Phases that wait for answers alone; no card is played in them."""
LEADER, PAYS = "leader:", "pays:"


def choice_questions(game: Game) -> tuple[Question, ...]:
    """A question for each seat that chooses now; the first answer is the default.

    By default a city pays as much of its loss as it can, the rest being debt.
    """
    if game.phase is Phase.CHOOSE_LEADER:
        return tuple(
            Question(seat, CHOOSE_LEADER, choices=tuple(LEADER + leader for leader in game.leaders_beside(seat)))
            for seat in game.to_act
        )
    return tuple(_loss(game, seat) for seat in game.to_act) if game.phase is Phase.LOSS else ()


def chosen_action(question: Question, index: int) -> ChooseLeader | PayLoss:
    """The action for the answer numbered `index`."""
    assert question.seat is not None
    answer = question.choices[index]
    if question.kind == LOSS:
        return PayLoss(question.seat, int(answer.removeprefix(PAYS)))
    return ChooseLeader(question.seat, answer.removeprefix(LEADER))


def _loss(game: Game, seat: int) -> Question:
    city = game.cities[seat]
    paid = range(min(city.owed, city.coins), -1, -1)
    return Question(seat, LOSS, {"coins": city.owed}, choices=tuple(f"{PAYS}{coins}" for coins in paid))
