"""What a seat does or did, as one value for every screen, whether it is still planned or already recorded."""

from dataclasses import dataclass, replace

from display.messages.questions import Plan
from display.table_state import TableState
from engine import (
    NOTHING,
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
)


@dataclass(frozen=True, slots=True)
class ActionSummary:
    """What is done (`do`, in the record's word), the card, the stage, and the coins that are paid.

    `past`: it was done in an earlier turn. `exception`: it is recorded although the rules forbid it.
    """

    do: str
    card: str | None = None
    stage: int | None = None
    pays: Payment = NOTHING
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
    return ActionSummary(plan.do, plan.card, plan.stage, plan.payment or NOTHING, exception=plan.exception)


def summary_of_action(action: Action) -> ActionSummary | None:
    """A recorded action; None if it belongs to no seat or nothing was taken."""
    row = action_to_dict(action)
    exception = bool(row.get("exception"))
    match action:
        case Fight() | Pass() | BuildFromDiscard(card=None):
            return None
        case CorrectCoins(coins=coins) | PayLoss(coins=coins):
            return ActionSummary(row["do"], pays=Payment(bank=coins), exception=exception)
        case Discard():
            return ActionSummary(row["do"], exception=exception)
    pays = getattr(action, "pays", None) or NOTHING
    return ActionSummary(row["do"], row["card"], row["stage"], pays, exception=exception)
