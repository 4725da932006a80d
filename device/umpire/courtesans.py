"""The choice of a neighbour's leader for the Courtesans Guild: the table does not show it, so it is asked (Leaders)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.messages.questions import Question
from engine import ChooseLeader, Phase

if TYPE_CHECKING:
    from engine import Game

CHOOSE_LEADER = "court"
"""The question's kind."""
LEADER = "leader:"


def leader_questions(game: Game) -> tuple[Question, ...]:
    """A question for each seat that chooses a leader now; the first leader is the default."""
    if game.phase is not Phase.CHOOSE_LEADER:
        return ()
    return tuple(
        Question(seat, CHOOSE_LEADER, choices=tuple(LEADER + leader for leader in game.leaders_beside(seat)))
        for seat in game.to_act
    )


def leader_choice(question: Question, index: int) -> ChooseLeader:
    """The action for the answer numbered `index`."""
    assert question.seat is not None
    return ChooseLeader(question.seat, question.choices[index].removeprefix(LEADER))
