"""What a seat does or did, as one value for every screen, whether it is still planned or already recorded."""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.messages.questions import Plan
from display.table_state import TableState
from engine import (
    Action,
    BuildFromDiscard,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    Pass,
    PayLoss,
    Payment,
    action_to_dict,
    known_card,
)


@dataclass(frozen=True, slots=True)
class ActionSummary:
    """What is done (`do`, in the record's word), the card and its colour, the stage, and the coins that are paid.

    `past`: it was done in an earlier turn. `exception`: it is recorded although the rules forbid it.
    """

    do: str
    card: str | None = None
    colour: str | None = None
    stage: int | None = None
    left: int = 0
    right: int = 0
    bank: int = 0
    past: bool = False
    exception: bool = False


def latest_action(state: TableState, game: Game, seat: int) -> ActionSummary | None:
    """What was seen of this turn, else what is recorded for it, else what the seat did last."""
    if seat in state.plans:
        return summary_of_plan(state.plans[seat])
    if seat in game.pending:
        return summary_of_action(game.pending[seat])
    own = (action for action in reversed(game.actions) if getattr(action, "seat", None) == seat)
    last = next(filter(None, map(summary_of_action, own)), None)
    return replace(last, past=True) if last is not None else None


def summary_of_plan(plan: Plan) -> ActionSummary:
    """What was seen on the table and is not recorded yet."""
    return replace(_summary(plan.do, plan.card, plan.stage, plan.payment), exception=plan.exception)


def summary_of_action(action: Action) -> ActionSummary | None:
    """A recorded action; None if it belongs to no seat or nothing was taken."""
    row = action_to_dict(action)
    match action:
        case Fight() | Pass() | BuildFromDiscard(card=None):
            return None
        case CorrectCoins(coins=coins) | PayLoss(coins=coins):
            found = ActionSummary(row["do"], bank=coins)
        case Discard():
            found = ActionSummary(row["do"])
        case _:
            found = _summary(row["do"], row["card"], row["stage"], getattr(action, "pays", None))
    return replace(found, exception=True) if row.get("exception") else found


def _summary(do: str, card: str | None, stage: int | None, pays: Payment | None) -> ActionSummary:
    known = known_card(card) if card else None
    colour = str(known.colour) if known else None
    left, right, bank = (pays.left, pays.right, pays.bank) if pays else (0, 0, 0)
    return ActionSummary(do, card, colour, stage, left, right, bank)
