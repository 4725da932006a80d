"""Which neighbour's leader the Courtesans Guild copies: nothing on the table says it, so it is asked (Leaders)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.messages.questions import Question
from engine import Court, Phase

if TYPE_CHECKING:
    from engine import Game

COURT = "court"
"""The question's kind."""
LEADER = "leader:"


def court_questions(game: Game) -> tuple[Question, ...]:
    """The choice of a leader, for each seat that has it; the first one is the default."""
    if game.phase is not Phase.COURT:
        return ()
    return tuple(
        Question(seat, COURT, choices=tuple(LEADER + leader for leader in game.leaders_beside(seat)))
        for seat in game.to_act
    )


def chosen_leader(question: Question, index: int) -> Court:
    """The action that the answer numbered `index` stands for."""
    assert question.seat is not None
    return Court(question.seat, question.choices[index].removeprefix(LEADER))
